//! Lines of a document as HTML, and ruled lines to write on.

use crate::show::document::{Align, Line, Role};
use crate::show::markup::{Attributes, Markup};

/// The CSS class of a role; empty for plain text.
fn class(role: Role) -> &'static str {
    match role {
        Role::Plain => "",
        Role::Verdict => "verdict",
        Role::Nimber => "nimber",
        Role::Number => "number",
        Role::Name => "name",
        Role::Good => "good",
        Role::Bad | Role::Error => "bad",
        Role::Heading => "heading",
        Role::Muted => "muted",
        Role::Code => "typed",
        Role::Warning => "warning",
        Role::Help => "help",
    }
}

/// Adds the pieces of a line. Neighbouring pieces of one role become one element.
pub fn line(markup: &mut Markup, line: &Line) {
    for pieces in line.chunk_by(|one, next| one.role == next.role) {
        let text: String = pieces.iter().map(|piece| piece.text.as_str()).collect();
        match class(pieces[0].role) {
            "" => markup.text(&text),
            class => markup.element("span", &[("class", &class)], &text),
        }
    }
}

/// An element with a line in it.
pub fn element(markup: &mut Markup, name: &'static str, attributes: Attributes, text: &Line) {
    markup.open(name, attributes);
    line(markup, text);
    markup.close();
}

/// The same, with the end of the line.
pub fn element_line(markup: &mut Markup, name: &'static str, attributes: Attributes, text: &Line) {
    element(markup, name, attributes, text);
    markup.end_line();
}

/// The CSS class of a cell with this alignment.
pub fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Right => "right",
    }
}

/// Adds ruled lines to write on.
pub fn put_ruled_lines(markup: &mut Markup, lines: usize) {
    markup.open("div", &[("class", &"room"), ("role", &"img"), ("aria-label", &"Room for the answer")]);
    (0..lines).for_each(|_| markup.element("span", &[], ""));
    markup.close();
}
