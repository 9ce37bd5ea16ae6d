//! Worksheets on the screen and as Markdown: sheets of questions, and the answers after them.

use std::fmt::Write;

use super::document::{Document, Line, Style};
use super::exercise::{QuestionText, about, correct_answer, points, reason};
use super::listing::{paragraph, step};
use super::markdown;
use super::phrase::{counted, heading, muted, plain, verdict};
use crate::session::report::{Question, Sheet, Task, Worksheet};

pub fn worksheet(report: &Worksheet, style: &Style) -> Document {
    let mut document = Document::new(style);
    for sheet in &report.sheets {
        document.line([vec![verdict(title(sheet)), plain(": ")], of(report, sheet)].concat());
        if !report.rule.is_empty() {
            report.rule.lines().for_each(|line| document.line(vec![muted(format!("  {line}"))]));
        }
        document
            .line(vec![plain(format!("Name ____________________  Date __________  Points ____ / {}", sheet.points()))]);
        for question in &sheet.questions {
            document.blank();
            let number = vec![plain(format!("{}. ", question.number))];
            QuestionText::of(question).ask(&mut document, number);
            document.line(vec![muted(format!("   {}", points_text(question)))]);
        }
        document.blank();
    }
    document.line(vec![heading("Answers")]);
    for sheet in &report.sheets {
        document.blank();
        paragraph(&mut document, vec![heading(title(sheet))]);
        sheet.questions.iter().for_each(|question| step(&mut document, question.number, solved(question)));
    }
    document
}

/// `Sheet 3`
pub fn title(sheet: &Sheet) -> String {
    format!("Sheet {}", sheet.number)
}

/// `6 easy questions about S`
pub fn of(report: &Worksheet, sheet: &Sheet) -> Line {
    about(&report.setup, sheet.questions.len())
}

/// `2 points`
pub fn points_text(question: &Question) -> String {
    counted(u128::from(question.points), "point", "points")
}

/// The right answer and the reason for it.
pub fn solved(question: &Question) -> Line {
    [correct_answer(question), vec![plain(" · ")], reason(question)].concat()
}

/// The statement that makes the same sheets again.
pub fn made_by(report: &Worksheet) -> String {
    let setup = &report.setup;
    let level = setup.level.map(|level| format!(" {level}")).unwrap_or_default();
    let sheets = report.sheets.len();
    format!("worksheet {}{level} {} for {sheets} seed {}", setup.game, setup.wanted, setup.seed)
}

/// How many lines a question leaves to write on.
pub fn answer_lines(task: &Task) -> usize {
    match task {
        Task::Mex { .. } => 1,
        Task::WrongValue { .. } | Task::Period { .. } | Task::Row { .. } => 2,
        Task::Value { .. } | Task::NimSum { .. } | Task::Winner { .. } | Task::Claim { .. } | Task::Move { .. } => 3,
    }
}

/// The sheets as Markdown.
pub fn markdown(report: &Worksheet) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let mut put = |line: String| {
        let _ = writeln!(text, "{line}\n");
    };
    for sheet in &report.sheets {
        put(format!("# {}: {}", title(sheet), plainly(&of(report, sheet))));
        if !report.rule.is_empty() {
            put(format!("```text\n{}\n```", report.rule));
        }
        put(format!(
            "Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_ Date: \\_\\_\\_\\_\\_\\_ Points: \\_\\_\\_ / {}",
            sheet.points()
        ));
        for question in &sheet.questions {
            let exercise = QuestionText::of(question);
            put(format!("{}. {} ({})", question.number, plainly(&exercise.text), points_text(question)));
            for [heaps, values] in exercise.tables() {
                put(format!(
                    "{}{}",
                    indented(&markdown::headings(&heaps)),
                    indented(&markdown::line(&values)).trim_end()
                ));
            }
            let choices: Vec<String> =
                exercise.lettered().map(|(letter, line)| format!("{letter}) {}", plainly(line))).collect();
            if !choices.is_empty() {
                put(format!("   {}", choices.join(", ")));
            }
        }
    }
    put("# Answers".to_owned());
    for sheet in &report.sheets {
        put(format!("## {} ({} points)", title(sheet), points(f64::from(sheet.points()))));
        for question in &sheet.questions {
            put(format!("{}. {}", question.number, plainly(&solved(question))));
        }
    }
    put(format!("Made with {}.", markdown::code(&made_by(report))));
    format!("{}\n", text.trim_end())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

fn plainly(line: &Line) -> String {
    line.iter().map(|piece| markdown::escaped(&piece.text)).collect()
}
