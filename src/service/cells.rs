//! Texts run for a program that only wants what is said: a notebook, an editor, another language. It gives the lines of
//! dialogues.

use std::time::Instant;

use grundy_engine::solve::Limits;

use super::front_end::{FileContent, Flow, FrontEnd};
use super::guard::{Author, Output};
use super::state::Service;
use crate::error::{Error, Notice};
use crate::session::dialogue::Dialogue;
use crate::show::report::Report;
use crate::source::{Sources, Span};

/// Where the lines of a dialogue come from if a user types them.
pub trait LineSource {
    /// The next line, typed behind `prompt`, with completion of `words`; `None` if the user leaves with Ctrl-C or
    /// Ctrl-D.
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String>;
}

/// Nobody types: a dialogue ends where its first line is wanted.
pub struct Nobody;

impl LineSource for Nobody {
    fn next_line(&mut self, _: &str, _: &'static [&'static str]) -> Option<String> {
        None
    }
}

/// The words that begin with what is typed.
pub fn words_beginning_with(words: &[&str], typed: &str) -> Vec<String> {
    words.iter().filter(|word| word.starts_with(typed)).map(|word| (*word).to_owned()).collect()
}

/// What a text has said.
#[derive(Debug)]
pub enum Heard<'a> {
    /// The answer to a statement, which is given as it was written.
    Answer {
        report: &'a Report,
        statement: &'a str,
    },
    /// An error, with the texts that it has places in.
    Error {
        error: &'a Error,
        sources: &'a Sources,
    },
    Notice {
        notice: &'a Notice,
        sources: &'a Sources,
    },
    /// Other lines.
    Lines(&'a str),
    /// How long a statement behind `time` took, in seconds.
    Took(f64),
    /// A file of this name was written.
    Wrote(&'a str),
}

/// Takes what is said, as it is said.
pub type Sink<'a> = &'a mut dyn FnMut(Heard<'_>);

/// The name of a text in errors.
const NAME: &str = "<cell>";

impl Service {
    /// Runs a text statement by statement, up to the first error or `quit`. On the author it depends which files it may
    /// use; where nothing else is known, that is [`Author::in_current_folder`]. What is said goes to `sink`, and dialogues
    /// take their lines from `ask`. An earlier request to stop is forgotten.
    pub fn run(&mut self, text: &str, author: Author, limits: Limits, sink: Sink, ask: &mut dyn LineSource) -> Flow {
        self.clock().forget_stop();
        self.session.set_limits(limits);
        self.run_part(text, author, false, sink, ask)
    }

    /// Runs a text as a part of the request at hand. If it `keeps_going`, an error does not end it, unless it says that the
    /// request has to stop. A language that the text names for its answers holds for them alone.
    pub fn run_part(
        &mut self,
        text: &str,
        author: Author,
        keeps_going: bool,
        sink: Sink,
        ask: &mut dyn LineSource,
    ) -> Flow {
        let begun = (!cfg!(target_family = "wasm")).then(Instant::now);
        let language = self.session.language;
        let mut text_run = TextRun { service: self, sink, ask, keeps_going, begun };
        let flow = text_run.run_as(author, |text_run| text_run.run_text(NAME, text));
        self.session.language = language;
        flow
    }
}

/// A text being run.
struct TextRun<'a, 's> {
    service: &'a mut Service,
    sink: Sink<'s>,
    ask: &'a mut dyn LineSource,
    keeps_going: bool,
    /// `None` in a web page, where there is no clock and no time passes.
    begun: Option<Instant>,
}

impl FrontEnd for TextRun<'_, '_> {
    fn service(&self) -> &Service {
        self.service
    }

    fn service_mut(&mut self) -> &mut Service {
        self.service
    }

    fn answer(&mut self, report: &Report, span: Span) -> Flow {
        (self.sink)(Heard::Answer { report, statement: self.service.session.sources().slice(span) });
        Flow::On
    }

    fn report_error(&mut self, error: &Error) -> Flow {
        (self.sink)(Heard::Error { error, sources: self.service.session.sources() });
        match self.keeps_going && self.stop_reason().is_none() {
            true => Flow::On,
            false => Flow::Stop,
        }
    }

    fn keeps_going(&self) -> bool {
        self.keeps_going
    }

    fn notice(&mut self, notice: &Notice) {
        (self.sink)(Heard::Notice { notice, sources: self.service.session.sources() });
    }

    fn line(&mut self, text: &str) {
        (self.sink)(Heard::Lines(text));
    }

    fn dialogue(&mut self, dialogue: Dialogue, opening: Option<&Report>) -> Flow {
        if let Some(report) = opening {
            self.answer(report, Span::NOWHERE);
        }
        self.converse(dialogue)
    }

    fn next_line(&mut self, prompt: &str, dialogue: &Dialogue) -> Option<String> {
        self.ask.next_line(prompt, dialogue.words())
    }

    #[cfg(not(target_family = "wasm"))]
    fn put(&mut self, path: &str, content: FileContent, output: Output, span: Span) -> Flow {
        self.put_whole(path, content, output, span, &super::unfinished_files::UnfinishedFiles::default())
    }

    #[cfg(target_family = "wasm")]
    fn put(&mut self, path: &str, _: FileContent, _: Output, span: Span) -> Flow {
        let problem = "there are no files here";
        self.report_error(&super::files::file_error(path, std::path::Path::new(""), problem, span))
    }

    fn wrote(&mut self, path: &str) {
        (self.sink)(Heard::Wrote(path));
    }

    /// What was typed is known to the program that runs the texts.
    fn history(&mut self) {}

    fn seconds(&self) -> f64 {
        self.begun.map_or(0.0, |begun| begun.elapsed().as_secs_f64())
    }

    fn took(&mut self, seconds: f64) {
        (self.sink)(Heard::Took(seconds));
    }
}
