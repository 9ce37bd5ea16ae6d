//! Dialogues such as `play`, `quiz` and `tour`: lines come from the prompt or from standard input, and each is
//! answered as it comes.

use std::io::{self, IsTerminal};
use std::time::Instant;

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::MemHistory;
use rustyline::validate::Validator;
use rustyline::{Config, Context, Editor, Helper};

use super::{Flow, Host, LineSource};
use crate::session::dialogue::{Dialogue, Turn};
use crate::source::Span;

impl Host {
    /// Conducts a dialogue until it ends, or the user leaves it with Ctrl-C or Ctrl-D.
    pub(super) fn converse(&mut self, mut dialogue: Dialogue) -> Flow {
        let ending = self.ending;
        if self.lines.is_none() && io::stdin().is_terminal() {
            self.lines = self.editor();
        }
        let prompt = format!("{}> ", dialogue.name());
        let begun = Instant::now();
        let mut flow = Flow::On;
        while flow == Flow::On && self.output_gone.is_none() {
            // An earlier Ctrl-C is over. One that comes after the next line stops the answer to that line.
            self.watch.forget_interrupt();
            let line = match &mut self.lines {
                Some(lines) => lines.next_line(&prompt, dialogue.words()),
                None => self.input().next_line(),
            };
            let Some(line) = line else {
                if self.lines.is_some() || is_exam(&dialogue) {
                    flow = self.say_all(self.session.leave(&dialogue));
                }
                break;
            };
            if self.watch.begin().is_err() {
                break;
            }
            if let Dialogue::Quiz(quiz) = &mut dialogue {
                quiz.tell_time(begun.elapsed().as_secs_f64());
            }
            let turn = self.session.step(&mut dialogue, &line);
            self.watch.end();
            if matches!(dialogue, Dialogue::Tour) {
                self.keep_tour();
            }
            let is_over = turn.over;
            flow = self.say_all(turn);
            if is_over {
                break;
            }
        }
        // Errors in a dialogue do not make the program fail, except in an exam, whose marks may be lost.
        if !is_exam(&dialogue) {
            self.ending = ending;
        }
        if self.output_gone.is_some() { Flow::Quit } else { flow }
    }

    fn say_all(&mut self, turn: Turn) -> Flow {
        let mut flow = Flow::On;
        for said in turn.said {
            match said {
                Ok(reply) => flow = self.reply(reply, Span::NOWHERE),
                // An error does not end a dialogue, whether a user types its lines or not.
                Err(error) => {
                    let _ = self.report_error(&error);
                }
            }
        }
        flow
    }

    /// An editor for the dialogues of a script.
    fn editor(&self) -> Option<Box<dyn LineSource>> {
        let color = if self.settings.color_out { rustyline::ColorMode::Forced } else { rustyline::ColorMode::Disabled };
        let config = Config::builder().color_mode(color).bracketed_paste(true).auto_add_history(true).build();
        let mut editor = Editor::with_history(config, MemHistory::new()).ok()?;
        editor.set_helper(Some(Words { known: &[] }));
        Some(Box::new(editor))
    }
}

impl LineSource for Editor<Words, MemHistory> {
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String> {
        if let Some(helper) = self.helper_mut() {
            helper.known = words;
        }
        self.readline(prompt).ok()
    }
}

fn is_exam(dialogue: &Dialogue) -> bool {
    matches!(dialogue, Dialogue::Quiz(quiz) if quiz.is_exam())
}

/// Completes the words of a dialogue.
struct Words {
    known: &'static [&'static str],
}

impl Helper for Words {}
impl Validator for Words {}
impl Hinter for Words {
    type Hint = String;
}

impl Highlighter for Words {
    fn highlight_prompt<'b, 's: 'b, 'p: 'b>(&'s self, prompt: &'p str, _: bool) -> std::borrow::Cow<'b, str> {
        std::borrow::Cow::Owned(format!("\x1b[1m{prompt}\x1b[0m"))
    }
}

impl Completer for Words {
    type Candidate = String;

    fn complete(&self, line: &str, at: usize, _: &Context<'_>) -> rustyline::Result<(usize, Vec<String>)> {
        Ok((0, fitting(self.known, &line[..at])))
    }
}

/// The words that begin with what is typed.
pub fn fitting(words: &[&str], typed: &str) -> Vec<String> {
    words.iter().filter(|word| word.starts_with(typed)).map(|word| (*word).to_owned()).collect()
}
