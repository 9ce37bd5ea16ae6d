//! Exercises to be printed, as simpler blocks: on one sheet with their answers, or on several with the answers after all of them.

use crate::show::document::{Document, ExerciseSheet, Worksheets};
use crate::show::listing::{exercise as put_exercise, paragraph, step};
use crate::show::phrase::{heading, muted, plain, points_text, sheet_title, verdict};

/// One sheet, with the answer after each exercise.
pub fn with_answers(sheet: &ExerciseSheet) -> Document {
    let mut document = Document::default();
    document.line(sheet.subject.clone());
    put_rule(&mut document, sheet);
    for (index, exercise) in sheet.exercises.iter().enumerate() {
        step(&mut document, index + 1, [&exercise.text[..], &[plain(" ")], &exercise.answer].concat());
    }
    document
}

/// Sheets, and the answers after them.
pub fn worksheets(worksheets: &Worksheets) -> Document {
    let mut document = Document::default();
    for sheet in &worksheets.sheets {
        let title = vec![verdict(sheet_title(sheet)), plain(": ")];
        document.line([title, sheet.subject.clone()].concat());
        put_rule(&mut document, sheet);
        let points = sheet.points();
        document.line(vec![plain(format!("Name ____________________  Date __________  Points ____ / {points}"))]);
        for exercise in &sheet.exercises {
            document.blank();
            put_exercise(&mut document, exercise, vec![plain(format!("{}. ", exercise.number))]);
            document.line(vec![muted(format!("   {}", points_text(exercise)))]);
        }
        document.blank();
    }
    document.line(vec![heading("Answers")]);
    for sheet in &worksheets.sheets {
        document.blank();
        paragraph(&mut document, vec![heading(sheet_title(sheet))]);
        sheet.exercises.iter().for_each(|of| step(&mut document, of.number, of.solution.clone()));
    }
    document
}

fn put_rule(document: &mut Document, sheet: &ExerciseSheet) {
    sheet.rule.lines().for_each(|line| document.line(vec![muted(format!("  {line}"))]));
}
