//! `worksheet`: sheets of exercises to print, and the answers after them.

use crate::classroom::data::exercises::{Sheet, Worksheet};
use crate::classroom::words::exercise::{about, exercise, on_paper};
use crate::show::document::{Block, Document, ExerciseSheet, Worksheets};
use crate::show::report::Showable;

impl Showable for Worksheet {
    fn kind(&self) -> &'static str {
        "worksheet"
    }

    fn document(&self) -> Document {
        worksheet(self)
    }

    fn on_page(&self) -> Document {
        on_page(self)
    }
}

fn worksheet(report: &Worksheet) -> Document {
    let sheets = report.sheets.iter().map(|sheet| exercises(report, sheet)).collect();
    let worksheets = Worksheets { game: report.setup.game.clone(), sheets, made_by: made_by(report) };
    Document { blocks: vec![Block::Worksheets(worksheets)] }
}

/// The sheets as parts of a page.
fn on_page(report: &Worksheet) -> Document {
    Document { blocks: report.sheets.iter().map(|sheet| Block::Exercises(on_paper(sheet))).collect() }
}

fn exercises(report: &Worksheet, sheet: &Sheet) -> ExerciseSheet {
    ExerciseSheet {
        number: Some(sheet.number),
        subject: about(&report.setup, sheet.questions.len()),
        rule: report.rule.clone(),
        exercises: sheet.questions.iter().map(exercise).collect(),
    }
}

/// The statement that makes the same sheets again.
fn made_by(report: &Worksheet) -> String {
    let setup = &report.setup;
    let level = setup.level.map(|level| format!(" {level}")).unwrap_or_default();
    let sheets = report.sheets.len();
    format!("worksheet {}{level} {} for {sheets} seed {}", setup.game, setup.wanted, setup.seed)
}
