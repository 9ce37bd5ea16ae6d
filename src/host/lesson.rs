//! A script as a lesson: prose, a statement, its answer, step by step. `--echo` prints them one after the other, as they
//! would look at the prompt.

use std::path::{Path, PathBuf};

use super::Host;
use super::handout::colored;
use super::text_between::{PlacedStatement, split_script};
use crate::cli::RunArguments;
use crate::error::Error;
use crate::service::{BoundedText, Flow, FrontEnd};
use crate::show;
use crate::show::document::{Document, Line, Role, Style};
use crate::show::fit;
use crate::show::phrase::piece;
use crate::show::terminal::Painter;
use crate::source::{SourceGuard, Text};
use crate::syntax::ast::Statement;
use crate::syntax::directive::MARK;
use crate::syntax::transcript::PROMPT;

/// A step of a lesson: prose, and the statement below it.
pub struct LessonStep {
    /// Markdown.
    pub prose: String,
    /// The statement as it was written, with the comments right above it and beside it; nothing if a directive hides it.
    pub code: String,
    /// `None` for the prose at the end of a script.
    pub statement: Option<Result<Statement, Error>>,
    /// The script file; `None` for code from the command line.
    place: Option<PathBuf>,
    /// Keeps the text that the spans of the statement refer to.
    _guard: Option<SourceGuard>,
}

impl LessonStep {
    /// The prose, and the statement behind a prompt. `is_first` says that nothing is shown above it.
    pub fn document(&self, is_ascii: bool, is_first: bool) -> Document {
        let mut document = Document::default();
        let prose = show::prose::prose(&self.prose, is_ascii);
        let has_prose = !prose.blocks.is_empty();
        if has_prose && !is_first {
            document.blank();
        }
        document.append(prose);
        if !self.code.is_empty() {
            if has_prose {
                document.blank();
            }
            add_typed_code(&mut document, &self.code);
        }
        document
    }
}

/// Adds code as it looks at the prompt: lines that continue a statement are indented.
pub fn add_typed_code(document: &mut Document, code: &str) {
    let mut goes_on = false;
    let prompt = |goes_on, text: &str| {
        let (role, text) =
            if goes_on { (Role::Plain, " ".repeat(PROMPT.len())) } else { (Role::Heading, text.to_owned()) };
        piece(role, text)
    };
    let lines = colored(code).into_iter().map(|line: Line| {
        let is_comment = line.first().is_some_and(|first| first.text.trim_start().starts_with('#'));
        let shown = [vec![prompt(goes_on, PROMPT)], line].concat();
        goes_on |= !is_comment;
        shown
    });
    document.drawing(lines.collect());
}

/// An answer, an error or a remark, kept so that it can be laid out again for any width.
#[derive(Clone, Debug)]
pub struct KeptAnswer(pub Document);

/// The most bytes of an answer that are laid out in a lesson.
const MAX_ANSWER_BYTES: usize = 1 << 20;

impl KeptAnswer {
    /// The lines of the answer, wrapped to the width of `style`. A very long answer is cut off.
    pub fn lines(&self, style: &Style, painter: Painter) -> Vec<String> {
        let mut bytes = BoundedText::new(MAX_ANSWER_BYTES);
        let written = show::terminal::write(&self.0, style, painter, &mut fit::Fitted::new(&mut bytes, style.width));
        let text = bytes.text();
        let mut lines: Vec<String> = text.trim_end_matches('\n').split('\n').map(str::to_owned).collect();
        if written.is_err() {
            lines.push("… (the rest is left out in a lesson; `to \"FILE\"` writes all of it)".to_owned());
        }
        lines
    }
}

impl Host {
    /// Prints the scripts of the command line with their prose, their statements and the answers.
    pub fn echo(&mut self, run: &RunArguments) -> Flow {
        let Some(steps) = self.lesson_steps(run) else { return Flow::Stop };
        let wrong: Vec<&Error> = steps.iter().filter_map(|step| step.statement.as_ref()?.as_ref().err()).collect();
        // As anywhere, a script with a mistake is not run.
        if !wrong.is_empty() && !self.settings.keep_going {
            wrong.into_iter().for_each(|error| _ = self.report_error(error));
            return Flow::Stop;
        }
        self.settings.echoes = true;
        let mut flow = Flow::On;
        for (index, step) in steps.iter().enumerate() {
            self.settings.style.width = super::width();
            let document = step.document(self.settings.style.ascii, index == 0);
            if !document.blocks.is_empty() {
                self.print_document(&document, false);
            }
            flow = self.run_step(step);
            if flow != Flow::On {
                break;
            }
        }
        self.settings.echoes = false;
        flow
    }

    /// The steps of all scripts of the command line; `None` if one of them cannot be read.
    pub fn lesson_steps(&mut self, run: &RunArguments) -> Option<Vec<LessonStep>> {
        let mut steps = Vec::new();
        let flow = self.each_script(run, |host, name, text, place| match host.steps(name, text, place, &mut steps) {
            Ok(()) => Flow::On,
            Err(error) => {
                host.report_error(&error);
                Flow::Stop
            }
        });
        (flow == Flow::On).then_some(steps)
    }

    fn steps(
        &mut self,
        name: &str,
        text: &str,
        place: Option<&Path>,
        steps: &mut Vec<LessonStep>,
    ) -> Result<(), Error> {
        let text = &*self.typed_in(text);
        let statements = self.read(name, text, 0)?;
        self.room_to_split(text, &statements)?;
        let (script, guard) = (Text::new(statements.source(), text), statements.guard());
        let (placed, behind) = split_script(script, statements);
        for PlacedStatement { between, statement, written, rest, .. } in placed {
            between.wrong.iter().for_each(|error| self.complain(error));
            let beside = if rest.trim_start_matches([' ', '\t', ';']).starts_with(MARK) { "" } else { rest };
            let is_hidden = between.directives.code == Some(false);
            let code = if is_hidden { String::new() } else { format!("{}{}{beside}", between.comments, written) };
            let _guard = Some(guard.clone());
            steps.push(LessonStep {
                prose: between.prose,
                code,
                statement: Some(statement),
                place: place.map(Path::to_owned),
                _guard,
            });
        }
        behind.wrong.iter().for_each(|error| self.complain(error));
        let prose = behind.prose;
        if !prose.trim().is_empty() {
            steps.push(LessonStep {
                prose,
                code: String::new(),
                statement: None,
                place: place.map(Path::to_owned),
                _guard: None,
            });
        }
        Ok(())
    }

    /// Runs the statement of a step, as seen from the folder of its script.
    pub fn run_step(&mut self, step: &LessonStep) -> Flow {
        let Some(statement) = step.statement.clone() else { return Flow::On };
        match &step.place {
            Some(place) => self.run_inside(place, |host| host.statement(statement)),
            None => self.statement(statement),
        }
    }

    /// Runs something, and returns what it says instead of printing it.
    pub fn keep_answers(&mut self, run: impl FnOnce(&mut Host) -> Flow) -> (Vec<KeptAnswer>, Flow) {
        self.kept = Some(Vec::new());
        self.settings.echoes = true;
        let flow = run(self);
        self.settings.echoes = false;
        (self.kept.take().unwrap_or_default(), flow)
    }
}
