//! One page that needs nothing else: its looks are in it, and it runs nothing.

use super::super::markup::Markup;

pub const LOOKS: &str = include_str!("handout.css");

/// The page with this title and these parts, which are HTML.
pub fn page(title: &str, parts: &str) -> String {
    let mut markup = Markup::default();
    markup.put("<!DOCTYPE html>\n");
    markup.open("html", &[("lang", &"en")]);
    markup.open_line("head", &[]);
    markup.empty("meta", &[("charset", &"utf-8")]);
    markup.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
    let maker = concat!("grundy ", env!("CARGO_PKG_VERSION"));
    markup.empty("meta", &[("name", &"generator"), ("content", &maker)]);
    markup.end_line();
    markup.element("title", &[], title);
    markup.end_line();
    markup.open_line("style", &[]);
    markup.put(LOOKS);
    markup.close_line();
    markup.close_line();
    markup.open("body", &[]);
    markup.open_line("main", &[]);
    markup.element("h1", &[], title);
    markup.end_line();
    markup.put(parts);
    markup.close_line();
    markup.element("footer", &[], &format!("Computed with {maker}."));
    markup.end_line();
    markup.finish()
}
