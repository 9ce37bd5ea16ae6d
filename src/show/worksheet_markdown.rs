//! Worksheets as Markdown.

use std::fmt::Write;

use crate::show::document::{Line, Worksheets};
use crate::show::markdown;
use crate::show::phrase::{points_text, sheet_title};

/// The sheets as Markdown.
pub fn markdown(worksheets: &Worksheets) -> String {
    let mut text = String::new();
    // Writing to a `String` cannot fail.
    let mut put = |line: String| {
        let _ = writeln!(text, "{line}\n");
    };
    for sheet in &worksheets.sheets {
        put(format!("# {}: {}", sheet_title(sheet), plainly(&sheet.subject)));
        if !sheet.rule.is_empty() {
            put(format!("```text\n{}\n```", sheet.rule));
        }
        put(format!(
            "Name: \\_\\_\\_\\_\\_\\_\\_\\_\\_\\_ Date: \\_\\_\\_\\_\\_\\_ Points: \\_\\_\\_ / {}",
            sheet.points()
        ));
        for exercise in &sheet.exercises {
            put(format!("{}. {} ({})", exercise.number, plainly(&exercise.text), points_text(exercise)));
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
    for sheet in &worksheets.sheets {
        put(format!("## {} ({} points)", sheet_title(sheet), sheet.points()));
        for exercise in &sheet.exercises {
            put(format!("{}. {}", exercise.number, plainly(&exercise.solution)));
        }
    }
    put(format!("Made with {}.", markdown::code(&worksheets.made_by)));
    format!("{}\n", text.trim_end())
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

fn plainly(line: &Line) -> String {
    line.iter().map(|piece| markdown::escaped(&piece.text)).collect()
}
