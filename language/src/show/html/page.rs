//! A page that needs nothing else: its style sheet is in it, and it loads nothing. Only slides run a script, which is
//! in the page too.

use crate::show::markup::Markup;

/// The style sheet of every page.
pub const PAGE_CSS: &str = include_str!("handout.css");
/// What slides add to the style sheet.
const SLIDES_CSS: &str = include_str!("slides.css");
/// The script that steps through slides.
const SLIDES_SCRIPT: &str = include_str!("slides.js");

/// The form of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// From top to bottom.
    Page,
    /// Slide by slide, with the answers of a slide shown one by one.
    Slides,
}

/// Ends a slide, and begins another.
pub const NEXT_SLIDE: &str = "</section>\n<section class=\"slide\">\n";

/// The title and other metadata of a page.
pub struct Head<'a> {
    pub title: &'a str,
    /// The title as HTML, if it comes from the prose.
    pub heading: Option<&'a str>,
    pub language: &'a str,
    /// The points of all questions.
    pub points: Option<String>,
    pub form: Form,
}

/// A page up to the beginning of its main part.
pub fn begun(language: &str, title: &str, maker: Option<&str>, more_css: &str) -> Markup {
    let mut markup = Markup::default();
    markup.put("<!DOCTYPE html>\n");
    markup.open("html", &[("lang", &language)]);
    markup.open_line("head", &[]);
    markup.empty("meta", &[("charset", &"utf-8")]);
    markup.empty("meta", &[("name", &"viewport"), ("content", &"width=device-width, initial-scale=1")]);
    maker.iter().for_each(|maker| markup.empty("meta", &[("name", &"generator"), ("content", maker)]));
    markup.end_line();
    markup.element("title", &[], title);
    markup.end_line();
    markup.open_line("style", &[]);
    markup.put(PAGE_CSS);
    markup.put(more_css);
    markup.close_line();
    markup.close_line();
    markup.open("body", &[]);
    markup.open_line("main", &[]);
    markup
}

/// The page with these parts, which are HTML.
pub fn page(head: &Head, parts: &str) -> String {
    let is_slides = head.form == Form::Slides;
    let maker = concat!("grundy ", env!("CARGO_PKG_VERSION"));
    let mut markup = begun(head.language, head.title, Some(maker), if is_slides { SLIDES_CSS } else { "" });
    if is_slides {
        markup.open_line("section", &[("class", &"slide")]);
    }
    title(&mut markup, head);
    markup.put(parts);
    if is_slides {
        markup.close_line();
    }
    markup.close_line();
    let made = format!("Computed with {maker}.");
    markup.element("footer", if head.language == "en" { &[] } else { &[("lang", &"en")] }, &made);
    markup.end_line();
    if is_slides {
        // The script has no characters that would have to be escaped.
        markup.open_line("script", &[]);
        markup.put(SLIDES_SCRIPT);
    }
    markup.finish()
}

fn title(markup: &mut Markup, head: &Head) {
    markup.open("h1", &[]);
    match head.heading {
        Some(heading) => markup.put(heading),
        None => markup.text(head.title),
    }
    markup.close_line();
    if let Some(points) = &head.points {
        let points = format!("{points} in all");
        markup.element("p", &[("class", &"points"), ("lang", &"en")], &points);
        markup.end_line();
    }
}
