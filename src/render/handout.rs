//! A script as a page to hand out: its prose, its statements, and under each what it answers or room to write it.

use super::document::Line;
use super::html::{self, Prose};
use super::markup::Markup;
use crate::session::report::Report;

pub use super::svg::Filling;

/// A page being written from top to bottom.
#[derive(Debug)]
pub struct Handout {
    filling: Filling,
    /// The title, where the prose has none.
    name: String,
    prose: Prose,
    written: String,
    /// The statements at hand, and what is said under them.
    code: String,
    answers: String,
    /// What the tables under a statement are called.
    caption: String,
    /// How long the code was before the last statement.
    before: usize,
    pictures: usize,
}

impl Handout {
    /// An empty page that is called so, with answers or with room for them.
    pub fn new(name: &str, filling: Filling) -> Handout {
        Handout {
            filling,
            name: name.to_owned(),
            prose: Prose::default(),
            written: String::new(),
            code: String::new(),
            answers: String::new(),
            caption: String::new(),
            before: 0,
            pictures: 0,
        }
    }

    pub fn filling(&self) -> Filling {
        self.filling
    }

    /// Markdown.
    pub fn prose(&mut self, markdown: &str) {
        self.finish_statement();
        let html = self.prose.html(markdown);
        if html.trim().is_empty() {
            return;
        }
        self.written.push_str(&format!("<div class=\"prose\">\n{html}</div>\n"));
    }

    /// The lines of the next statement. It stands with those before it, if they had no answer.
    pub fn statement(&mut self, lines: &[Line]) {
        if !self.answers.is_empty() {
            self.finish_statement();
        }
        self.prose.begin();
        let mut code = Markup::default();
        for line in lines {
            html::line(&mut code, line);
            code.end_line();
        }
        self.before = self.code.len();
        self.code.push_str(&code.finish());
        self.caption = lines.iter().flatten().map(|piece| piece.text.as_str()).collect::<String>().trim().to_owned();
    }

    /// Takes the last statement back, if nothing was said under it.
    pub fn withdraw(&mut self) {
        if self.answers.is_empty() {
            self.code.truncate(self.before);
        }
    }

    pub fn answer(&mut self, report: &Report) {
        let html = html::answer(report, &self.caption, self.filling, &mut self.pictures);
        self.answers.push_str(&format!("<div class=\"answer\">\n{html}</div>\n"));
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
        let title = self.prose.title.as_ref().unwrap_or(&self.name);
        html::page(title, &self.written)
    }

    fn finish_statement(&mut self) {
        let code = std::mem::take(&mut self.code);
        let answers = std::mem::take(&mut self.answers);
        self.before = 0;
        if code.is_empty() && answers.is_empty() {
            return;
        }
        self.written.push_str("<div class=\"statement\">\n");
        if !code.is_empty() {
            self.written.push_str(&format!("<pre class=\"code\"><code>{}</code></pre>\n", code.trim_end()));
        }
        self.written.push_str(&answers);
        self.written.push_str("</div>\n");
    }
}
