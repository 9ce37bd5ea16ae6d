//! Which part of a lesson is on the screen, and the lines that are shown there.

use super::reveal;
use crate::host::{KeptAnswer, LessonStep, add_typed_code};
use crate::show::document::{Document, Style};
use crate::show::terminal::{Painter, paint};

/// How much is shown of the answer of the current step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeenPart {
    Nothing,
    Pieces(usize),
    All,
}

/// A lesson, and how far it has come.
pub struct Stage {
    pub steps: Vec<LessonStep>,
    /// What the statement of each step said, once it was run.
    pub answers: Vec<Option<Vec<KeptAnswer>>>,
    /// A step whose statement was stopped, and is run again when its answer is asked for.
    pub stopped: Option<usize>,
    /// The current step.
    pub at: usize,
    pub seen: SeenPart,
    /// The statements that the user typed at this step, with their answers.
    pub typed_statements: Vec<(String, Vec<KeptAnswer>)>,
    /// The first line on the screen.
    pub top: usize,
}

/// The lines of what is shown, and where the last statement stands in them.
pub struct LaidOut {
    pub lines: Vec<String>,
    pub statement: usize,
}

impl Stage {
    pub fn new(steps: Vec<LessonStep>) -> Stage {
        let answers = steps.iter().map(|_| None).collect();
        Stage { steps, answers, stopped: None, at: 0, seen: SeenPart::Nothing, typed_statements: Vec::new(), top: 0 }
    }

    /// Goes to a step, whose answer is not shown yet.
    pub fn go(&mut self, to: usize) {
        self.at = to.min(self.steps.len().saturating_sub(1));
        self.seen = SeenPart::Nothing;
        self.typed_statements.clear();
        self.top = 0;
    }

    /// Whether the current step has an answer that is not wholly shown.
    pub fn has_more(&self) -> bool {
        self.steps[self.at].statement.is_some() && self.seen != SeenPart::All
    }

    /// The next step whose prose has a heading, or the previous one.
    pub fn heading(&self, forward: bool) -> Option<usize> {
        let has_heading = |step: &usize| self.steps[*step].prose.lines().any(|line| line.starts_with('#'));
        match forward {
            true => (self.at + 1..self.steps.len()).find(has_heading),
            false => (0..self.at).rev().find(has_heading),
        }
    }

    /// Lays out everything from the last step with prose to the current one, and what was typed meanwhile.
    pub fn lay_out(&self, style: &Style, painter: Painter) -> LaidOut {
        let has_prose = |step: &usize| !self.steps[*step].prose.trim().is_empty();
        let first = (0..=self.at).rev().find(has_prose).unwrap_or(0);
        let mut layout = LaidOut { lines: Vec::new(), statement: 0 };
        for index in first..=self.at {
            layout.statement = layout.lines.len();
            layout.add(&self.steps[index].document(style.ascii, index == first), style, painter);
            let answer = self.answer(index, style, painter);
            layout.lines.extend(match self.seen {
                SeenPart::Nothing if index == self.at => Vec::new(),
                SeenPart::Pieces(count) if index == self.at => reveal::first(&answer, count),
                _ => answer,
            });
        }
        for (code, said) in &self.typed_statements {
            layout.lines.push(String::new());
            layout.statement = layout.lines.len();
            let mut document = Document::default();
            add_typed_code(&mut document, code);
            layout.add(&document, style, painter);
            layout.lines.extend(said.iter().flat_map(|said| said.lines(style, painter)));
        }
        layout
    }

    /// The lines of a step's answer; empty if its statement has not been run.
    pub fn answer(&self, index: usize, style: &Style, painter: Painter) -> Vec<String> {
        self.answers[index].iter().flatten().flat_map(|said| said.lines(style, painter)).collect()
    }

    /// Scrolls to what was added last on a screen of so many rows: to its end if that shows the statement too, or
    /// else to the statement and what has room below it.
    pub fn show_last(&mut self, layout: &LaidOut, rows: usize) {
        self.top = match layout.lines.len().saturating_sub(rows) {
            end if matches!(self.seen, SeenPart::Pieces(_)) => end,
            end => end.min(layout.statement),
        };
    }

    /// Turns to the next page. Returns false if there is none.
    pub fn page_on(&mut self, layout: &LaidOut, rows: usize) -> bool {
        let end = layout.lines.len().saturating_sub(rows);
        let is_more = self.top < end;
        if is_more {
            self.top = (self.top + rows.saturating_sub(1).max(1)).min(end);
        }
        is_more
    }
}

impl LaidOut {
    fn add(&mut self, document: &Document, style: &Style, painter: Painter) {
        self.lines.extend(paint(document, style, painter).lines().map(str::to_owned));
    }
}
