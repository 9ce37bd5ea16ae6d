//! Worksheets as an HTML document to print: each sheet on a page of its own, the answers after all of them.

use super::super::exercise::QuestionText;
use super::super::markup::Markup;
use super::super::worksheet::{answer_lines, made_by, of, points_text, solved, title};
use super::page::PAGE_CSS;
use super::text::{element, element_line, line, put_ruled_lines};
use crate::session::report::{Question, Sheet, Worksheet};

const WORKSHEET_CSS: &str = include_str!("worksheet.css");

pub fn worksheet(report: &Worksheet) -> String {
    let mut markup = Markup::default();
    let name = format!("{}: worksheets", report.setup.game);
    markup.put("<!DOCTYPE html>\n");
    markup.open("html", &[("lang", &"en")]);
    markup.open_line("head", &[]);
    markup.empty("meta", &[("charset", &"utf-8")]);
    markup.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
    markup.end_line();
    markup.element("title", &[], &name);
    markup.end_line();
    markup.open_line("style", &[]);
    markup.put(PAGE_CSS);
    markup.put(WORKSHEET_CSS);
    markup.close_line();
    markup.close_line();
    markup.open("body", &[]);
    markup.open_line("main", &[]);
    report.sheets.iter().for_each(|sheet| put_sheet(&mut markup, report, sheet));
    answers(&mut markup, report);
    markup.close_line();
    markup.open("footer", &[]);
    markup.text("Made with ");
    markup.element("code", &[], &made_by(report));
    markup.text(".");
    markup.close_line();
    markup.finish()
}

fn put_sheet(markup: &mut Markup, report: &Worksheet, sheet: &Sheet) {
    markup.open_line("section", &[("class", &"sheet")]);
    markup.open("h1", &[]);
    markup.text(&format!("{}: ", title(sheet)));
    line(markup, &of(report, sheet));
    markup.close_line();
    if !report.rule.is_empty() {
        markup.element("pre", &[("class", &"rule")], &report.rule);
        markup.end_line();
    }
    markup.open("p", &[("class", &"filled-in")]);
    for (word, class) in [("Name", "long"), ("Date", "short")] {
        markup.text(word);
        markup.element("span", &[("class", &class)], "");
    }
    markup.text("Points");
    markup.element("span", &[("class", &"shortest")], "");
    markup.text(&format!("/ {}", sheet.points()));
    markup.close_line();
    markup.open_line("ol", &[("class", &"questions")]);
    sheet.questions.iter().for_each(|question| put_question(markup, question));
    markup.close_line();
    markup.close_line();
}

fn put_question(markup: &mut Markup, question: &Question) {
    markup.open("li", &[]);
    put_exercise(markup, question, true);
    put_ruled_lines(markup, answer_lines(&question.task));
    markup.close_line();
}

/// Adds the text of a question, its values and its choices.
pub fn put_exercise(markup: &mut Markup, question: &Question, shows_points: bool) {
    let exercise = QuestionText::of(question);
    line(markup, &exercise.text);
    if shows_points {
        markup.element(
            "span",
            &[("class", &"points")],
            &format!(" ({})", points_text(question).replace(' ', "\u{a0}")),
        );
    }
    for [heaps, values] in exercise.tables() {
        markup.open("table", &[("class", &"values")]);
        for row in [heaps, values] {
            markup.open("tr", &[]);
            for (column, cell) in row.iter().enumerate() {
                markup.element(if column == 0 { "th" } else { "td" }, &[], cell);
            }
            markup.close();
        }
        markup.close();
    }
    if !exercise.choices.is_empty() {
        markup.open("ol", &[("type", &"a"), ("class", &"choices")]);
        exercise.choices.iter().for_each(|choice| element(markup, "li", &[("class", &"choice")], choice));
        markup.close();
    }
}

fn answers(markup: &mut Markup, report: &Worksheet) {
    markup.open_line("section", &[("class", &"key")]);
    markup.element("h1", &[], "Answers");
    markup.end_line();
    for sheet in &report.sheets {
        markup.open_line("div", &[("class", &"solved")]);
        markup.element("h2", &[], &title(sheet));
        markup.end_line();
        markup.open_line("ol", &[]);
        sheet.questions.iter().for_each(|question| element_line(markup, "li", &[], &solved(question)));
        markup.close_line();
        markup.close_line();
    }
    markup.close_line();
}
