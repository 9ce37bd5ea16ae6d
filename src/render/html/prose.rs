//! The prose of a page, written in Markdown. Nothing in it may load anything from elsewhere or run: HTML is shown as
//! it was typed, pictures are put into the page, and links lead only to pages and letters. What cannot be shown stands
//! there as it was written.

use std::collections::BTreeMap;
use std::ops::Range;

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::super::markup::escaped;
use super::super::visible;
use super::formula::formula;

/// What has been written so far: the headings of a page follow one another without a gap, below one title.
#[derive(Clone, Debug, Default)]
pub struct Prose {
    /// The heading that stands before everything else, as text and as HTML.
    pub title: Option<String>,
    pub heading: Option<String>,
    /// The level of the last heading; 0 before the first, which is that of the page.
    level: u8,
    /// Whether something stands in the page already.
    begun: bool,
}

/// A rule as it is written into a page.
pub const RULE: &str = "<hr />\n";

/// Where something in the prose cannot be shown, and why.
type Wrong = (Range<usize>, String);
/// Addresses of pictures, by what the prose calls them.
type Addresses = BTreeMap<String, String>;

/// The pictures that prose names, and where.
pub fn pictures(markdown: &str) -> Vec<(Range<usize>, String)> {
    let named = |(event, range)| match event {
        Event::Start(Tag::Image { dest_url, .. }) => Some((range, dest_url.to_string())),
        _ => None,
    };
    parsed(markdown).filter_map(named).collect()
}

fn parsed(markdown: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH;
    Parser::new_ext(markdown, options).into_offset_iter()
}

impl Prose {
    /// Something other than prose is written.
    pub fn begin(&mut self) {
        self.begun = true;
        self.level = self.level.max(1);
    }

    /// The prose as HTML, without its title if that is the title of the page, in parts: each but the first begins
    /// with a heading, or behind a rule. Also what cannot be shown.
    pub fn html(&mut self, markdown: &str, pictures: &Addresses) -> (Vec<String>, Vec<Wrong>) {
        let mut wrong = Vec::new();
        let mut events = shown(markdown, pictures, &mut wrong);
        if !self.begun {
            self.take_title(markdown, &mut events);
        }
        if !events.is_empty() {
            self.begin();
        }
        let parts = in_parts(events).into_iter().map(|part| self.written(part)).collect();
        (parts, wrong)
    }

    /// A heading of the first level at the very beginning is the title.
    fn take_title(&mut self, markdown: &str, events: &mut Vec<Event>) {
        if !matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
            return;
        }
        let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_)))).unwrap_or(0);
        let heading: Vec<Event> = events.drain(..=end).collect();
        let typed = parsed(markdown).map(|(event, _)| event);
        let typed = typed.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title = typed.map(|event| said(&event)).collect::<String>().trim().to_owned();
        self.title = Some(title).filter(|title| !title.is_empty());
        let inside = heading.into_iter().skip(1).take(end.saturating_sub(1)).collect();
        self.heading = self.title.is_some().then(|| self.written(inside));
        self.begin();
    }

    fn written(&mut self, events: Vec<Event>) -> String {
        let mut table = ProseTable::default();
        let mut links = Vec::new();
        let safe = events.into_iter().filter_map(|event| self.safe(event, &mut table, &mut links));
        let mut text = String::new();
        html::push_html(&mut text, safe);
        // References to characters may name some that no page may hold.
        visible::lines(&text).into_owned()
    }

    fn safe<'e>(&mut self, event: Event<'e>, table: &mut ProseTable, links: &mut Vec<bool>) -> Option<Event<'e>> {
        Some(match event {
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                links.push(leads_to_a_page(&dest_url));
                if links.last() == Some(&false) {
                    return None;
                }
                Event::Start(Tag::Link { link_type, dest_url, title, id })
            }
            Event::End(TagEnd::Link) if links.pop() == Some(false) => return None,
            Event::Start(Tag::Heading { level, .. }) => {
                // One title, and no level is left out on the way down.
                self.level = (level as u8).clamp(2, self.level.max(1) + 1).min(6);
                written(format!("<h{}>", self.level))
            }
            Event::End(TagEnd::Heading(_)) => written(format!("</h{}>\n", self.level)),
            other => return Some(table.event(other)),
        })
    }
}

/// The events of a text in which HTML is shown as it was typed, and pictures and formulas are what they show, or stand
/// there as they were written.
fn shown<'t>(markdown: &'t str, pictures: &Addresses, wrong: &mut Vec<Wrong>) -> Vec<Event<'t>> {
    let mut shown = Vec::new();
    let mut open = None;
    let mut events = parsed(markdown);
    while let Some((event, range)) = events.next() {
        open = match &event {
            Event::Text(text) if &**text == "$" => unread(markdown, open, range.start, wrong),
            Event::Start(Tag::Paragraph | Tag::CodeBlock(_)) | Event::InlineMath(_) | Event::DisplayMath(_) => None,
            _ => open,
        };
        shown.push(match event {
            Event::Html(typed) | Event::InlineHtml(typed) => Event::Text(typed),
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let told = described(&mut events);
                match pictures.get(&*dest_url) {
                    Some(address) => picture(address, &told, &title),
                    None => as_written(&markdown[range]),
                }
            }
            Event::InlineMath(tex) => formula_or_text(markdown, range, &tex, wrong),
            Event::DisplayMath(tex) => formula_or_text(markdown, range, &tex, wrong),
            other => other,
        });
    }
    shown
}

/// A `$` that stands for itself. Between two of them with braces there was to be a formula. Returns what is open now.
fn unread(markdown: &str, open: Option<usize>, at: usize, wrong: &mut Vec<Wrong>) -> Option<usize> {
    let inside = open.and_then(|open| Some((open, markdown.get(open + 1..at)?)));
    match inside {
        Some((open, inside)) if inside.contains(['{', '}']) && inside.trim() == inside => {
            wrong.push((open..at + 1, "a brace is not closed, or never opened".to_owned()));
            None
        }
        _ => (!markdown[..at].ends_with('\\')).then_some(at),
    }
}

/// What is said of a picture, up to its end.
fn described<'t>(events: &mut impl Iterator<Item = (Event<'t>, Range<usize>)>) -> String {
    let mut told = String::new();
    let mut depth = 1;
    for (event, _) in events {
        match event {
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            other => told.push_str(&said(&other)),
        }
        if depth == 0 {
            break;
        }
    }
    told
}

fn picture(address: &str, told: &str, title: &str) -> Event<'static> {
    let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(title)) };
    inside(format!("<img src=\"{}\" alt=\"{}\"{title}/>", escaped(address), escaped(told)))
}

fn formula_or_text(markdown: &str, range: Range<usize>, tex: &str, wrong: &mut Vec<Wrong>) -> Event<'static> {
    let is_alone = markdown[range.clone()].starts_with("$$");
    match formula(tex, is_alone) {
        Ok(mathml) => inside(mathml),
        Err((part, problem)) => {
            let begin = range.start + if is_alone { 2 } else { 1 };
            // A formula of several lines may stand behind marks, such as those of a quotation.
            let is_whole = markdown.get(begin..begin + tex.len()) == Some(tex);
            let end = (begin + part.end.max(part.start + 1)).min(range.end);
            let place = if is_whole { (begin + part.start).min(end)..end } else { range.clone() };
            wrong.push((place, problem));
            as_written(&markdown[range])
        }
    }
}

fn as_written(source: &str) -> Event<'static> {
    inside(format!("<code class=\"unread\">{}</code>", escaped(source)))
}

/// A new part begins with a heading, and behind a rule, which is left out there.
fn in_parts(events: Vec<Event>) -> Vec<Vec<Event>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0;
    for event in events {
        let is_rule = depth == 0 && event == Event::Rule;
        let begins = is_rule || depth == 0 && matches!(event, Event::Start(Tag::Heading { .. }));
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth -= 1,
            _ => {}
        }
        if begins {
            parts.push(Vec::new());
        }
        if let Some(part) = parts.last_mut() {
            part.push(event);
        }
    }
    parts
}

/// What of an event is read in a title.
fn said(event: &Event) -> String {
    match event {
        Event::Text(text)
        | Event::Code(text)
        | Event::InlineHtml(text)
        | Event::InlineMath(text)
        | Event::DisplayMath(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    }
}

fn leads_to_a_page(address: &str) -> bool {
    ["https://", "http://", "mailto:", "#"].iter().any(|begin| address.to_lowercase().starts_with(begin))
}

/// HTML that was written here: a block, and a part of a line.
fn written(text: String) -> Event<'static> {
    Event::Html(CowStr::from(text))
}

fn inside(text: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(text))
}

/// The table at hand: its headings say that they are those of columns.
#[derive(Clone, Debug, Default)]
struct ProseTable {
    sides: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

impl ProseTable {
    fn event<'e>(&mut self, event: Event<'e>) -> Event<'e> {
        match event {
            Event::Start(Tag::Table(sides)) => {
                self.sides = sides;
                written("<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table>".to_owned())
            }
            Event::End(TagEnd::Table) => written("</tbody></table></div>\n".to_owned()),
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                written("<thead><tr>".to_owned())
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                written("</tr></thead><tbody>\n".to_owned())
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                written("<tr>".to_owned())
            }
            Event::End(TagEnd::TableRow) => written("</tr>\n".to_owned()),
            Event::Start(Tag::TableCell) => {
                let side = match self.sides.get(self.column) {
                    Some(Alignment::Right) => "right",
                    Some(Alignment::Center) => "center",
                    _ => "left",
                };
                self.column += 1;
                written(match self.in_head {
                    true => format!("<th scope=\"col\" class=\"{}\">", escaped(side)),
                    false => format!("<td class=\"{}\">", escaped(side)),
                })
            }
            Event::End(TagEnd::TableCell) => written(if self.in_head { "</th>" } else { "</td>" }.to_owned()),
            other => other,
        }
    }
}
