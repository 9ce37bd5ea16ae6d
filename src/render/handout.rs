//! A script as a page to hand out: its prose, its statements, and under each what it answers or room to write it.

use std::collections::BTreeMap;
use std::ops::Range;

use super::document::Line;
use super::html::{self, Prose};
use super::markup::Markup;
use super::phrase::counted;
use crate::session::report::Report;

pub use super::html::{Form, pictures};
pub use super::svg::Filling;

/// The language of what this program says.
const OURS: &str = "en";

/// How a statement and its answer are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Looks {
    pub filling: Filling,
    /// Whether the statement itself is left out.
    pub is_hidden: bool,
    /// Empty lines in place of the answer, where their number is given.
    pub lines: Option<usize>,
    /// How many half points the answer is good for.
    pub half_points: Option<u32>,
}

impl Looks {
    /// Those of a statement of which nothing is said.
    pub fn of(filling: Filling) -> Looks {
        Looks { filling, is_hidden: false, lines: None, half_points: None }
    }
}

/// A page being written from top to bottom.
#[derive(Debug)]
pub struct Handout {
    looks: Looks,
    /// Those of a statement of which nothing is said.
    usual: Looks,
    form: Form,
    /// The title, where the prose has none.
    name: String,
    language: Option<String>,
    prose: Prose,
    written: String,
    /// The statements at hand, and what is said under them.
    code: String,
    answers: String,
    /// What the tables under a statement are called.
    caption: String,
    /// How long the code was before the last statement, and the answers.
    before: (usize, usize),
    /// Half points of the statements at hand, and of the page.
    half_points: (u32, u32),
    pictures: usize,
}

impl Handout {
    /// An empty page that is called so, with answers or with room for them.
    pub fn new(name: &str, filling: Filling, form: Form) -> Handout {
        Handout {
            looks: Looks::of(filling),
            usual: Looks::of(filling),
            form,
            name: name.to_owned(),
            language: None,
            prose: Prose::default(),
            written: String::new(),
            code: String::new(),
            answers: String::new(),
            caption: String::new(),
            before: (0, 0),
            half_points: (0, 0),
            pictures: 0,
        }
    }

    /// Whether answers are shown where nothing else is said.
    pub fn filling(&self) -> Filling {
        self.usual.filling
    }

    /// The language of the page. Without it, the page is in English.
    pub fn language(&mut self, tag: &str) {
        self.language = Some(tag.to_owned());
    }

    /// Markdown, with its pictures by their names. What is returned says where formulas cannot be read, and why.
    pub fn prose(&mut self, markdown: &str, pictures: &BTreeMap<String, String>) -> Vec<(Range<usize>, String)> {
        self.finish_statement();
        let (parts, wrong) = self.prose.html(markdown, pictures);
        for (index, html) in parts.iter().enumerate() {
            let mut html = html.as_str();
            if index > 0 && self.form == Form::Slides {
                self.written.push_str(html::NEXT_SLIDE);
                html = html.strip_prefix(html::RULE).unwrap_or(html);
            }
            if !html.trim().is_empty() {
                self.written.push_str(&format!("<div class=\"prose\">\n{html}</div>\n"));
            }
        }
        wrong
    }

    /// The lines of the next statement. It stands with those before it, if they had no answer.
    pub fn statement(&mut self, lines: &[Line], looks: Looks) {
        if !self.answers.is_empty() {
            self.finish_statement();
        }
        self.prose.begin();
        self.looks = looks;
        self.before = (self.code.len(), self.answers.len());
        let points = looks.half_points.unwrap_or(0);
        self.half_points = (self.half_points.0 + points, self.half_points.1 + points);
        self.caption = lines.iter().flatten().map(|piece| piece.text.as_str()).collect::<String>().trim().to_owned();
        if looks.is_hidden {
            return;
        }
        let mut code = Markup::default();
        for line in lines {
            html::line(&mut code, line);
            code.end_line();
        }
        self.code.push_str(&code.finish());
    }

    /// Takes the last statement back, if nothing was said under it.
    pub fn withdraw(&mut self) {
        if self.answers.is_empty() {
            self.code.truncate(self.before.0);
        }
    }

    /// The answers of the last statement are there, and what follows is no longer its answer.
    pub fn end_statement(&mut self) {
        let lines = self.looks.lines.filter(|_| self.looks.filling == Filling::Blank);
        if let Some(lines) = lines.filter(|_| self.answers.len() == self.before.1) {
            self.add_answer(&html::room(lines));
        }
        self.looks = self.usual;
    }

    pub fn answer(&mut self, report: &Report) {
        let html = html::answer(report, &self.caption, (self.looks.filling, self.looks.lines), &mut self.pictures);
        self.add_answer(&html);
    }

    fn add_answer(&mut self, html: &str) {
        if !html.is_empty() {
            self.answers.push_str(&format!("<div class=\"answer\">\n{html}</div>\n"));
        }
    }

    /// A line in passing, such as how long it took.
    pub fn line(&mut self, text: &str) {
        let mut markup = Markup::default();
        markup.open("div", &[("class", &"answer")]);
        markup.element("p", &[("class", &"muted")], text);
        markup.close_line();
        self.answers.push_str(&markup.finish());
    }

    /// What is wrong, as it is shown in a terminal without colours. It is never left out.
    pub fn error(&mut self, text: &str) {
        let mut markup = Markup::default();
        markup.open("div", &[("class", &"fault"), ("role", &"note")]);
        markup.element("p", &[], "This went wrong");
        markup.element("pre", &[("tabindex", &0)], text.trim_end());
        markup.close_line();
        self.answers.push_str(&markup.finish());
    }

    /// The whole page.
    pub fn page(mut self) -> String {
        self.finish_statement();
        html::page(
            &html::Head {
                title: self.prose.title.as_ref().unwrap_or(&self.name),
                heading: self.prose.heading.as_deref(),
                language: self.language.as_deref().unwrap_or(OURS),
                points: (self.half_points.1 > 0).then(|| points(self.half_points.1)),
                form: self.form,
            },
            &self.written,
        )
    }

    fn finish_statement(&mut self) {
        let code = std::mem::take(&mut self.code);
        let answers = std::mem::take(&mut self.answers);
        self.before = (0, 0);
        let half_points = std::mem::take(&mut self.half_points.0);
        if code.is_empty() && answers.is_empty() {
            return;
        }
        // What is said in the statement and under it is English.
        let language = if self.language.is_some() { format!(" lang=\"{OURS}\"") } else { String::new() };
        self.written.push_str(&format!("<div class=\"statement\"{language}>\n"));
        if half_points > 0 {
            self.written.push_str(&format!("<p class=\"points\">{}</p>\n", points(half_points)));
        }
        if !code.is_empty() {
            self.written.push_str(&format!("<pre class=\"code\"><code>{}</code></pre>\n", code.trim_end()));
        }
        self.written.push_str(&answers);
        self.written.push_str("</div>\n");
    }
}

/// The formulas of some prose that cannot be read: where each stands, and why.
pub fn wrong_formulas(markdown: &str, pictures: &BTreeMap<String, String>) -> Vec<(Range<usize>, String)> {
    Prose::default().html(markdown, pictures).1
}

/// "2 points", "1.5 points"
pub fn points(halves: u32) -> String {
    match halves % 2 {
        0 => counted(u128::from(halves / 2), "point", "points"),
        _ => format!("{}.5 points", halves / 2),
    }
}
