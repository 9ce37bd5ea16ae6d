//! Lines of a document in a page.

use crate::render::document::{Align, Line, Role};
use crate::render::markup::{Attributes, Markup};

/// The class by which a page knows a role; empty where there is none.
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

/// The pieces of a line, neighbours of one role together.
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

/// The same, at the end of a line of the page.
pub fn element_line(markup: &mut Markup, name: &'static str, attributes: Attributes, text: &Line) {
    element(markup, name, attributes, text);
    markup.end_line();
}

/// The class of a cell that stands so.
pub fn side(align: Align) -> &'static str {
    match align {
        Align::Left => "left",
        Align::Right => "right",
    }
}
