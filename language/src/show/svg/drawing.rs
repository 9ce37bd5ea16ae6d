//! What pictures are drawn with: shapes and texts in their colours.

use std::fmt::{self, Display};

use crate::show::markup::{Attributes, Markup};

/// Where a picture stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// In a file of its own, on white paper, with its title.
    File,
    /// In a page, as its picture of this number. The page writes the title.
    Page(usize),
}

impl Placement {
    /// How much room the heading takes: a page has its own.
    pub(crate) fn title_height(self) -> f64 {
        if self == Placement::File { 26.0 } else { 0.0 }
    }
}

/// Whether an answer is shown, or left blank to be filled in by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filling {
    Full,
    /// Only the frame: axes, squares and positions without values, tables with their headings, or lines to write on.
    Blank,
}

/// The look of a shape: its CSS class, and the colour that it has on white paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Paint {
    pub class: &'static str,
    pub color: &'static str,
}

pub(crate) const PAPER: Paint = Paint { class: "paper", color: "#ffffff" };
pub(crate) const TEXT: Paint = Paint { class: "ink", color: "#1b1f24" };
pub(crate) const MUTED: Paint = Paint { class: "faint-ink", color: "#57606a" };
pub(crate) const RULE: Paint = Paint { class: "rule", color: "#d0d7de" };
pub(crate) const VALUE: Paint = Paint { class: "value", color: "#7a3ea8" };
/// A P-position, and what is written on it.
pub(crate) const LOST: Paint = Paint { class: "lost", color: "#07522a" };
pub(crate) const ON_LOST: Paint = Paint { class: "on-lost", color: "#ffffff" };

const FONT: &str = "system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif";
/// The font size in pixels.
pub(crate) const LETTER: f64 = 13.0;
/// The width of a wide character, in pixels.
pub(crate) const ADVANCE: f64 = 7.8;
/// The average width of a character in a sentence.
pub(crate) const HEADING_ADVANCE: f64 = 6.8;

/// A finished picture: its SVG, and its width.
pub struct Svg {
    pub text: String,
    pub width: Length,
}

/// A picture being drawn.
pub(crate) struct Picture {
    markup: Markup,
    width: Length,
}

impl Picture {
    /// An empty picture with its title, and its alternative text for readers who cannot see it.
    pub(crate) fn new(place: Placement, size: (f64, f64), title: &str, alt_text: &str) -> Picture {
        let mut markup = Markup::default();
        let (width, height) = (Length(size.0), Length(size.1));
        let frame = format!("0 0 {width} {height}");
        let number = if let Placement::Page(number) = place { number } else { 1 };
        let (title_id, alt_text_id) = (format!("title-{number}"), format!("desc-{number}"));
        let labels = format!("{title_id} {alt_text_id}");
        markup.open_line(
            "svg",
            &[
                ("xmlns", &"http://www.w3.org/2000/svg"),
                ("width", &width),
                ("height", &height),
                ("viewBox", &frame),
                ("role", &"img"),
                ("aria-labelledby", &labels),
                ("font-family", &FONT),
                ("font-size", &LETTER),
            ],
        );
        markup.element("title", &[("id", &title_id)], title);
        markup.element("desc", &[("id", &alt_text_id)], alt_text);
        markup.end_line();
        let mut picture = Picture { markup, width };
        if place == Placement::File {
            picture.rectangle((0.0, 0.0), size, PAPER, &[]);
        }
        picture
    }

    /// Writes the title into a file, cut to the width of the picture. On a page it stands outside of the picture.
    pub(crate) fn heading(&mut self, place: Placement, corner: (f64, f64), text: &str) {
        if place == Placement::File {
            let fits = ((self.width.0 - 2.0 * corner.0) / HEADING_ADVANCE) as usize;
            self.text(corner, Anchor::Start, TEXT, &shortened(text, fits));
        }
    }

    pub(crate) fn rectangle(&mut self, corner: (f64, f64), size: (f64, f64), paint: Paint, more: Attributes) {
        let (x, y, width, height) = (Length(corner.0), Length(corner.1), Length(size.0), Length(size.1));
        let own: [(&str, &dyn Display); 6] = [
            ("x", &x),
            ("y", &y),
            ("width", &width),
            ("height", &height),
            ("class", &paint.class),
            ("fill", &paint.color),
        ];
        let all: Vec<(&str, &dyn Display)> = own.into_iter().chain(more.iter().copied()).collect();
        self.markup.empty("rect", &all);
        self.markup.end_line();
    }

    pub(crate) fn circle(&mut self, center: (f64, f64), radius: f64, paint: Paint) {
        let (x, y, radius) = (Length(center.0), Length(center.1), Length(radius));
        let attributes: Attributes =
            &[("cx", &x), ("cy", &y), ("r", &radius), ("class", &paint.class), ("fill", &paint.color)];
        self.markup.empty("circle", attributes);
        self.markup.end_line();
    }

    /// A line of this thickness along a path.
    pub(crate) fn line(&mut self, path: &str, paint: Paint, thickness: f64) {
        if path.is_empty() {
            return;
        }
        let class = format!("{}-line", paint.class);
        let thickness = Length(thickness);
        let attributes: Attributes = &[
            ("d", &path),
            ("class", &class),
            ("fill", &"none"),
            ("stroke", &paint.color),
            ("stroke-width", &thickness),
        ];
        self.markup.empty("path", attributes);
        self.markup.end_line();
    }

    /// Fills the area that a path encloses.
    pub(crate) fn area(&mut self, path: &str, paint: Paint) {
        if path.is_empty() {
            return;
        }
        self.markup.empty("path", &[("d", &path), ("class", &paint.class), ("fill", &paint.color)]);
        self.markup.end_line();
    }

    /// A text on its base line; the anchor says which end of it stands at the place.
    pub(crate) fn text(&mut self, place: (f64, f64), anchor: Anchor, paint: Paint, text: &str) {
        let (x, y) = (Length(place.0), Length(place.1));
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let attributes: Attributes =
            &[("x", &x), ("y", &y), ("text-anchor", &anchor), ("class", &paint.class), ("fill", &paint.color)];
        self.markup.element("text", attributes, text);
        self.markup.end_line();
    }

    pub(crate) fn finish(self) -> Svg {
        Svg { text: self.markup.finish(), width: self.width }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A length in pixels. It is written to a tenth of a pixel, since finer differences cannot be seen, and with as few
/// characters as possible.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Length(pub(crate) f64);

impl Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        match tenths % 10 {
            0 => write!(f, "{}", tenths / 10),
            _ => write!(f, "{}", tenths as f64 / 10.0),
        }
    }
}

/// How wide a picture must be for its heading, but at most 900 pixels. On a page the heading stands outside of the
/// picture.
pub(crate) fn heading_width(heading: &str, place: Placement) -> f64 {
    if place == Placement::File { (heading.chars().count() as f64 * HEADING_ADVANCE + 32.0).min(900.0) } else { 0.0 }
}

/// The most pixels that a text is wide.
pub(crate) fn width_of(text: &str) -> f64 {
    text.chars().count() as f64 * ADVANCE
}

/// A text of at most this many characters. The end of a longer one is replaced by `…`.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
