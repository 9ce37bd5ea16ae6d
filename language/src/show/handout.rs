//! A script as an HTML page to hand out: its prose, its statements, and below each statement the answer or room to
//! write it. The parts of a page that a host puts together, such as `web/`, are made here too.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::show::document::{Document, Line};
use crate::show::html::{self, Prose};
use crate::show::language::known::Language;
use crate::show::markup::{Markup, escaped};
use crate::show::report::Report;
use crate::show::told::told;

pub use crate::show::html::{Form, GoesOn, pictures};
pub use crate::show::svg::Filling;

/// The language of the program's own texts.
const PROGRAM_LANGUAGE: &str = "en";

/// How a statement and its answer are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatementSettings {
    pub filling: Filling,
    /// Whether the statement itself is left out.
    pub is_hidden: bool,
    /// The number of empty lines in place of the answer, if the script gives it.
    pub lines: Option<usize>,
    /// The points for the answer, counted in halves, if the script gives them.
    pub half_points: Option<u32>,
}

impl StatementSettings {
    /// The settings of a statement without directives.
    pub fn of(filling: Filling) -> StatementSettings {
        StatementSettings { filling, is_hidden: false, lines: None, half_points: None }
    }
}

/// A page being written from top to bottom.
#[derive(Debug)]
pub struct Handout {
    /// The settings of the last statement.
    settings: StatementSettings,
    /// The settings of a statement without directives.
    usual: StatementSettings,
    form: Form,
    /// The title, if the prose has none.
    name: String,
    language: Option<String>,
    /// The title and the heading level that the prose has had so far.
    prose: Prose,
    /// The HTML of all finished blocks.
    finished: String,
    /// The HTML of the block of statements at hand, and that of the answers below it.
    code: String,
    answers: String,
    /// The caption of the tables below a statement: the text of the statement.
    caption: String,
    /// The lengths of `code` and of `answers` before the last statement.
    before: (usize, usize),
    /// The points of the block at hand, and of the page, counted in halves.
    half_points: (u32, u32),
    /// How many pictures the page has.
    pictures: usize,
}

impl Handout {
    /// An empty page of this name, which shows answers or room for them.
    pub fn new(name: &str, filling: Filling, form: Form) -> Handout {
        Handout {
            settings: StatementSettings::of(filling),
            usual: StatementSettings::of(filling),
            form,
            name: name.to_owned(),
            language: None,
            prose: Prose::default(),
            finished: String::new(),
            code: String::new(),
            answers: String::new(),
            caption: String::new(),
            before: (0, 0),
            half_points: (0, 0),
            pictures: 0,
        }
    }

    /// Whether answers are shown where no directive says otherwise.
    pub fn filling(&self) -> Filling {
        self.usual.filling
    }

    /// Sets the language of the prose, which otherwise is English.
    pub fn language(&mut self, tag: &str) {
        self.language = Some(tag.to_owned());
    }

    /// Adds prose in Markdown, with the addresses of its pictures by their names, as long as `goes_on` says so. Returns
    /// where formulas cannot be read, and why.
    pub fn prose(
        &mut self,
        markdown: &str,
        pictures: &BTreeMap<String, String>,
        goes_on: GoesOn,
    ) -> Vec<(Range<usize>, String)> {
        self.finish_statement();
        let (parts, wrong) = self.prose.html(markdown, pictures, goes_on);
        for (index, html) in parts.iter().enumerate() {
            let mut html = html.as_str();
            if index > 0 && self.form == Form::Slides {
                self.finished.push_str(html::NEXT_SLIDE);
                html = html.strip_prefix(html::RULE).unwrap_or(html);
            }
            if !html.trim().is_empty() {
                self.finished.push_str(&format!("<div class=\"prose\">\n{html}</div>\n"));
            }
        }
        wrong
    }

    /// Begins the next statement, which has these lines. It joins the block of the statements before it if they had
    /// no answer.
    pub fn statement(&mut self, lines: &[Line], settings: StatementSettings) {
        if !self.answers.is_empty() {
            self.finish_statement();
        }
        self.prose.begin();
        self.settings = settings;
        self.before = (self.code.len(), self.answers.len());
        let points = settings.half_points.unwrap_or(0);
        self.half_points = (self.half_points.0 + points, self.half_points.1 + points);
        self.caption = lines.iter().flatten().map(|piece| piece.text.as_str()).collect::<String>().trim().to_owned();
        if settings.is_hidden {
            return;
        }
        let mut code = Markup::default();
        for line in lines {
            html::line(&mut code, line);
            code.end_line();
        }
        self.code.push_str(&code.finish());
    }

    /// Removes the last statement if its block has no answer.
    pub fn withdraw(&mut self) {
        if self.answers.is_empty() {
            self.code.truncate(self.before.0);
        }
    }

    /// Ends the last statement: what follows is no longer its answer. If it had no answer, empty lines are added
    /// where the script asks for them.
    pub fn end_statement(&mut self) {
        let lines = self.settings.lines.filter(|_| self.settings.filling == Filling::Blank);
        if let Some(lines) = lines.filter(|_| self.answers.len() == self.before.1) {
            self.add_answer(&html::ruled_lines(lines));
        }
        self.settings = self.usual;
    }

    /// Adds an answer to the last statement, or the room for it.
    pub fn answer(&mut self, report: &Report) {
        let StatementSettings { filling, lines, .. } = self.settings;
        let filling = if report.informs() { Filling::Full } else { filling };
        let mut html = html::answer(&report.on_page(), &self.caption, (filling, lines), &mut self.pictures);
        if filling == Filling::Full {
            html.push_str(&html::certificate(report));
        }
        self.add_answer(&html);
    }

    fn add_answer(&mut self, html: &str) {
        if !html.is_empty() {
            self.answers.push_str(&format!("<div class=\"answer\">\n{html}</div>\n"));
        }
    }

    /// Adds a remark, such as how long a statement took.
    pub fn line(&mut self, text: &str) {
        let mut markup = Markup::default();
        markup.open("div", &[("class", &"answer")]);
        markup.element("p", &[("class", &"muted")], text);
        markup.close_line();
        self.answers.push_str(&markup.finish());
    }

    /// Adds an error, as a terminal without colours shows it. A page without answers shows errors too.
    pub fn error(&mut self, text: &str) {
        let mut markup = Markup::default();
        markup.open("div", &[("class", &"fault"), ("role", &"note")]);
        markup.element("p", &[], "This went wrong");
        markup.element("pre", &[("tabindex", &0)], text.trim_end());
        markup.close_line();
        self.answers.push_str(&markup.finish());
    }

    /// The finished page.
    pub fn page(mut self) -> String {
        self.finish_statement();
        html::page(
            &html::Head {
                title: self.prose.title.as_ref().unwrap_or(&self.name),
                heading: self.prose.heading.as_deref(),
                language: self.language.as_deref().unwrap_or(PROGRAM_LANGUAGE),
                points: (self.half_points.1 > 0).then(|| points(self.half_points.1)),
                form: self.form,
            },
            &self.finished,
        )
    }

    /// Writes the block of statements at hand with its answers, and begins a new one.
    fn finish_statement(&mut self) {
        let code = std::mem::take(&mut self.code);
        let answers = std::mem::take(&mut self.answers);
        self.before = (0, 0);
        let half_points = std::mem::take(&mut self.half_points.0);
        if code.is_empty() && answers.is_empty() {
            return;
        }
        // Statements and answers are English, unless the program speaks the language of the prose.
        let is_known = self.language.as_deref().and_then(Language::with_code).is_some();
        let language =
            if self.language.is_some() && !is_known { format!(" lang=\"{PROGRAM_LANGUAGE}\"") } else { String::new() };
        self.finished.push_str(&format!("<div class=\"statement\"{language}>\n"));
        if half_points > 0 {
            self.finished.push_str(&format!("<p class=\"points\">{}</p>\n", points(half_points)));
        }
        if !code.is_empty() {
            self.finished.push_str(&format!("<pre class=\"code\"><code>{}</code></pre>\n", code.trim_end()));
        }
        self.finished.push_str(&answers);
        self.finished.push_str("</div>\n");
    }
}

/// The formulas of some prose that cannot be read: where each stands, and why.
pub fn wrong_formulas(
    markdown: &str,
    pictures: &BTreeMap<String, String>,
    goes_on: GoesOn,
) -> Vec<(Range<usize>, String)> {
    Prose::default().html(markdown, pictures, goes_on).1
}

/// From a number of half points: "2 points", "1.5 points".
pub fn points(halves: u32) -> String {
    match halves % 2 {
        0 => told!("{n} point[s]", n = halves / 2).to_string(),
        _ => format!("{}.5 points", halves / 2),
    }
}

/// The HTML of an answer. `pictures` counts the pictures of the page. What is said in a dialogue is shown whole, since
/// the reader can type.
pub fn answer_html(report: &Report, caption: &str, pictures: &mut usize) -> String {
    let document = if report.is_dialogue() { report.document() } else { report.on_page() };
    document_html(&document, caption, pictures) + &html::certificate(report)
}

/// The HTML of a document; `caption` and `pictures` as for [`answer_html`].
pub fn document_html(document: &Document, caption: &str, pictures: &mut usize) -> String {
    html::answer(document, caption, (Filling::Full, None), pictures)
}

/// The HTML of a text that is shown as it stands.
pub fn text_html(text: &str) -> String {
    format!("<pre>{}</pre>\n", escaped(text))
}

/// Whether the directive `#| answer: hide` hides this answer. It hides neither information, such as `help` gives, nor
/// what is said in a dialogue.
pub fn can_be_hidden(report: &Report) -> bool {
    !report.is_dialogue() && !report.informs()
}

/// The HTML of some Markdown by itself. There are no files that its pictures could come from.
pub fn prose_html(markdown: &str) -> String {
    let mut prose = html::Prose::default();
    prose.begin();
    prose.html(markdown, &BTreeMap::new(), &|| true).0.concat()
}
