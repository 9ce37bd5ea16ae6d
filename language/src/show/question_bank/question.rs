//! Questions that stand alone, as pieces of HTML without attributes.

use crate::show::document::{ExerciseSheet, ExerciseText, Expected, Line, Role, Worksheets};
use crate::show::markup::Markup;
use crate::show::phrase::sheet_title;

/// A question of a bank.
pub struct BankQuestion<'a> {
    pub name: String,
    pub text: String,
    /// The answer and the reason for it. Where the choices come in any order, the reason alone.
    pub feedback: String,
    pub points: u32,
    pub expected: &'a Expected,
}

/// Who shows a question.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shown {
    /// A program that shows the choices below the question, and takes numbers and texts.
    Asked,
    /// A card, whose back is the answer.
    OnCard,
}

/// The questions of a sheet.
pub fn questions(sheet: &ExerciseSheet, shown: Shown) -> impl Iterator<Item = BankQuestion<'_>> {
    sheet.exercises.iter().map(move |exercise| {
        let is_chosen = shown == Shown::Asked && matches!(exercise.expected, Expected::Choice(_));
        BankQuestion {
            name: format!("{}, question {}", sheet_title(sheet), exercise.number),
            text: text(&sheet.rule, exercise, is_chosen),
            feedback: html(if is_chosen { &exercise.reason } else { &exercise.solution }),
            points: exercise.points,
            expected: &exercise.expected,
        }
    })
}

/// The path to a sheet in a bank, whose parts are divided by `/`.
pub fn category(worksheets: &Worksheets, sheet: &ExerciseSheet) -> String {
    format!("{}/{}", worksheets.made_by.replace('\n', " ").replace('/', "//"), sheet_title(sheet))
}

/// A text as the pattern that Moodle takes only for itself: a star would stand for any text.
pub fn pattern(text: &str) -> String {
    text.replace('*', "\\*")
}

/// A line, in which only what can be typed is marked.
pub fn html(line: &Line) -> String {
    let mut markup = Markup::default();
    put(&mut markup, line);
    markup.finish()
}

fn put(markup: &mut Markup, line: &Line) {
    for piece in line {
        match piece.role {
            Role::Code => markup.element("code", &[], &piece.text),
            _ => markup.text(&piece.text),
        }
    }
}

/// The question below the rule, with its values and, unless they are shown with buttons, its choices. It is one line, since
/// a blank line ends a question in some formats.
fn text(rule: &str, exercise: &ExerciseText, is_chosen: bool) -> String {
    let mut markup = Markup::default();
    if exercise.needs_rule && !rule.is_empty() {
        markup.open("pre", &[]);
        for (index, line) in rule.lines().enumerate() {
            if index > 0 {
                markup.empty("br", &[]);
            }
            markup.text(line);
        }
        markup.close();
    }
    markup.open("p", &[]);
    put(&mut markup, &exercise.text);
    if !is_chosen && !exercise.answer_format.is_empty() {
        markup.text(" ");
        put(&mut markup, &exercise.answer_format);
    }
    markup.close();
    for rows in exercise.tables() {
        markup.open("table", &[]);
        for row in rows {
            markup.open("tr", &[]);
            row.iter().enumerate().for_each(|(at, cell)| markup.element(if at == 0 { "th" } else { "td" }, &[], cell));
            markup.close();
        }
        markup.close();
    }
    for (letter, choice) in exercise.lettered().filter(|_| !is_chosen) {
        markup.open("p", &[]);
        markup.text(&format!("{letter}) "));
        put(&mut markup, choice);
        markup.close();
    }
    markup.finish()
}
