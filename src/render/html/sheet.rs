//! A quiz on a page: all its questions, each with its answer or with a line to write it on.

use super::super::exercise::correct_answer;
use super::super::markup::Markup;
use super::super::quiz::sheet_title;
use super::text::{element, element_line, put_ruled_lines};
use super::worksheet::put_exercise;
use crate::render::svg::Filling;
use crate::session::report::Sheet;

pub fn sheet(markup: &mut Markup, sheet: &Sheet, filling: Filling) {
    element_line(markup, "p", &[], &sheet_title(sheet));
    if !sheet.graphs.is_empty() {
        markup.element("pre", &[("class", &"rule")], &sheet.graphs);
        markup.end_line();
    }
    markup.open_line("ol", &[("class", &"questions")]);
    for question in &sheet.questions {
        markup.open("li", &[]);
        put_exercise(markup, question, false);
        match filling {
            Filling::Full => element(markup, "div", &[("class", &"truth")], &correct_answer(question)),
            Filling::Blank => put_ruled_lines(markup, 1),
        }
        markup.close_line();
    }
    markup.close_line();
}
