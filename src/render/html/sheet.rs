//! A quiz on a page: all its questions, each with its answer or with a line to write it on.

use super::super::markup::Markup;
use super::super::quiz::{sheet_title, truth, wording};
use super::text::line;
use crate::render::svg::Filling;
use crate::session::report::Sheet;

pub fn sheet(markup: &mut Markup, sheet: &Sheet, filling: Filling) {
    markup.open("p", &[]);
    line(markup, &sheet_title(sheet));
    markup.close_line();
    markup.open("ol", &[("class", &"questions")]);
    markup.end_line();
    for (question, answer) in &sheet.questions {
        markup.open("li", &[]);
        line(markup, &wording(question));
        match filling {
            Filling::Full => {
                markup.open("div", &[("class", &"truth")]);
                line(markup, &truth(answer));
                markup.close();
            }
            Filling::Blank => {
                markup.open("div", &[("class", &"room"), ("role", &"img"), ("aria-label", &"Room for the answer")]);
                markup.element("span", &[], "");
                markup.close();
            }
        }
        markup.close_line();
    }
    markup.close_line();
}
