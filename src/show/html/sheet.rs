//! A quiz on a page: all its questions, each with its answer or with a line to write it on.

use crate::show::document::ExerciseSheet;
use crate::show::html::text::{element, element_line, put_ruled_lines};
use crate::show::html::worksheet::put_exercise;
use crate::show::markup::Markup;
use crate::show::svg::Filling;

pub fn sheet(markup: &mut Markup, sheet: &ExerciseSheet, filling: Filling) {
    element_line(markup, "p", &[], &sheet.subject);
    if !sheet.rule.is_empty() {
        markup.element("pre", &[("class", &"rule")], &sheet.rule);
        markup.end_line();
    }
    markup.open_line("ol", &[("class", &"questions")]);
    for exercise in &sheet.exercises {
        markup.open("li", &[]);
        put_exercise(markup, exercise, false);
        match filling {
            Filling::Full => element(markup, "div", &[("class", &"truth")], &exercise.answer),
            Filling::Blank => put_ruled_lines(markup, 1),
        }
        markup.close_line();
    }
    markup.close_line();
}
