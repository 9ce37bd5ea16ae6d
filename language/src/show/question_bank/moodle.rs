//! Worksheets in Moodle's XML for questions: <https://docs.moodle.org/en/Moodle_XML_format>.

use crate::show::document::{Expected, Worksheets};
use crate::show::markup::Markup;
use crate::show::question_bank::question::{self, BankQuestion, Shown, category, html, questions};

/// The questions with their points, each sheet in a category of its own.
pub fn xml(worksheets: &Worksheets) -> String {
    let mut markup = Markup::default();
    markup.put("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    markup.open_line("quiz", &[]);
    for sheet in &worksheets.sheets {
        markup.open("question", &[("type", &"category")]);
        markup.open("category", &[]);
        markup.element("text", &[], &category(worksheets, sheet));
        markup.close();
        markup.close_line();
        questions(sheet, Shown::Asked).for_each(|question| put(&mut markup, &question));
    }
    markup.finish()
}

fn put(markup: &mut Markup, question: &BankQuestion) {
    let kind = match question.expected {
        Expected::Number(_) => "numerical",
        Expected::Choice(_) => "multichoice",
        Expected::Text(_) => "shortanswer",
    };
    markup.open_line("question", &[("type", &kind)]);
    put_text(markup, "name", None, &question.name);
    put_text(markup, "questiontext", Some("html"), &question.text);
    put_text(markup, "generalfeedback", Some("html"), &question.feedback);
    put_line(markup, "defaultgrade", &question.points.to_string());
    match question.expected {
        Expected::Number(number) => put_answer(markup, "moodle_auto_format", &number.to_string(), true),
        Expected::Choice(choices) => {
            put_line(markup, "single", "true");
            put_line(markup, "shuffleanswers", "true");
            put_line(markup, "answernumbering", "none");
            choices.iter().for_each(|(choice, right)| put_answer(markup, "html", &html(choice), *right));
        }
        Expected::Text(spellings) => {
            put_line(markup, "usecase", "0");
            let answer = |spelling: &String| put_answer(markup, "plain_text", &question::pattern(spelling), true);
            spellings.iter().for_each(answer);
        }
    }
    markup.close_line();
}

fn put_answer(markup: &mut Markup, format: &str, text: &str, right: bool) {
    markup.open("answer", &[("fraction", if right { &"100" } else { &"0" }), ("format", &format)]);
    markup.element("text", &[], text);
    markup.close_line();
}

/// An element whose text stands in an element of its own.
fn put_text(markup: &mut Markup, name: &'static str, format: Option<&str>, text: &str) {
    match format {
        Some(format) => markup.open(name, &[("format", &format)]),
        None => markup.open(name, &[]),
    }
    markup.element("text", &[], text);
    markup.close_line();
}

fn put_line(markup: &mut Markup, name: &'static str, text: &str) {
    markup.element(name, &[], text);
    markup.end_line();
}
