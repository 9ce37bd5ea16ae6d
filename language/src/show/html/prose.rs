//! Turns the prose of a page, written in Markdown, into HTML. Nothing in it may load anything from elsewhere or run:
//! HTML is shown as it was typed, pictures are put into the page, and links lead only to web pages and mail
//! addresses. A picture or a formula that cannot be shown stands there as it was written.

use std::collections::BTreeMap;
use std::ops::Range;

use math_core::{LatexToMathML, MathCoreConfig, MathDisplay};
use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use crate::show::markup::escaped;
use crate::show::visible;

/// What the page has so far. This decides the levels of later headings: a page has one title, and no level below it
/// is skipped.
#[derive(Clone, Debug, Default)]
pub struct Prose {
    /// The heading that stands before everything else, as text and (in `heading`) as HTML.
    pub title: Option<String>,
    pub heading: Option<String>,
    /// The level of the last heading. The title has level 1; 0 means that the page is empty.
    level: u8,
    /// Whether the page has any content yet.
    begun: bool,
}

/// The HTML of a horizontal rule.
pub const RULE: &str = "<hr />\n";

/// Where something in the prose cannot be shown, and why.
type ProseProblem = (Range<usize>, String);
/// The addresses of pictures, by the names that the prose uses.
type Addresses = BTreeMap<String, String>;
/// Asked for each piece of prose whether there is still time and memory.
pub type GoesOn<'g> = &'g dyn Fn() -> bool;

/// The pictures that some prose names, each after its place.
pub fn pictures(markdown: &str, goes_on: GoesOn) -> Vec<(Range<usize>, String)> {
    let named = |(event, range)| match event {
        Event::Start(Tag::Image { dest_url, .. }) => Some((range, dest_url.to_string())),
        _ => None,
    };
    parsed(markdown).take_while(|_| goes_on()).filter_map(named).collect()
}

fn parsed(markdown: &str) -> impl Iterator<Item = (Event<'_>, Range<usize>)> {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH;
    Parser::new_ext(markdown, options).into_offset_iter()
}

impl Prose {
    /// Notes that the page has content, so that no later heading can be its title.
    pub fn begin(&mut self) {
        self.begun = true;
        self.level = self.level.max(1);
    }

    /// The prose as HTML, in parts: each but the first begins with a heading or a rule. A heading that becomes the
    /// title of the page is left out. Also returns what cannot be shown. As soon as `goes_on` says no, the rest is
    /// left out.
    pub fn html(&mut self, markdown: &str, pictures: &Addresses, goes_on: GoesOn) -> (Vec<String>, Vec<ProseProblem>) {
        let mut problems = Vec::new();
        let mut events = shown(markdown, pictures, goes_on, &mut problems);
        if !self.begun {
            self.take_title(markdown, &mut events);
        }
        if !events.is_empty() {
            self.begin();
        }
        let parts = in_parts(events).into_iter().map(|part| self.html_of(part)).collect();
        (parts, problems)
    }

    /// Takes a heading of the first level at the very beginning as the title.
    fn take_title(&mut self, markdown: &str, events: &mut Vec<Event>) {
        if !matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
            return;
        }
        let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_)))).unwrap_or(0);
        let heading: Vec<Event> = events.drain(..=end).collect();
        let typed = parsed(markdown).map(|(event, _)| event);
        let typed = typed.take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
        let title = typed.map(|event| plain_text(&event)).collect::<String>().trim().to_owned();
        self.title = Some(title).filter(|title| !title.is_empty());
        let inside = heading.into_iter().skip(1).take(end.saturating_sub(1)).collect();
        self.heading = self.title.is_some().then(|| self.html_of(inside));
        self.begin();
    }

    /// The HTML of these events.
    fn html_of(&mut self, events: Vec<Event>) -> String {
        let mut table = ProseTable::default();
        let mut links = Vec::new();
        let safe = events.into_iter().filter_map(|event| self.safe(event, &mut table, &mut links));
        let mut text = String::new();
        html::push_html(&mut text, safe);
        // A character reference such as `&#27;` may stand for a hidden character.
        visible::lines(&text).into_owned()
    }

    /// The event as a page may contain it; `None` if it is left out. `links` says of each open link whether it is
    /// kept.
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
                // Only the title has level 1, and no level is skipped on the way down.
                self.level = (level as u8).clamp(2, self.level.max(1) + 1).min(6);
                block_html(format!("<h{}>", self.level))
            }
            Event::End(TagEnd::Heading(_)) => block_html(format!("</h{}>\n", self.level)),
            other => return Some(table.event(other)),
        })
    }
}

/// The events of a text in which HTML has become text, and pictures and formulas have become HTML. Those that cannot
/// be shown stand there as they were written.
fn shown<'t>(
    markdown: &'t str,
    pictures: &Addresses,
    goes_on: GoesOn,
    problems: &mut Vec<ProseProblem>,
) -> Vec<Event<'t>> {
    let mut shown = Vec::new();
    let mut open = None;
    let mut events = parsed(markdown);
    while let Some((event, range)) = events.next()
        && goes_on()
    {
        open = match &event {
            Event::Text(text) if &**text == "$" => check_unparsed_dollar(markdown, open, range.start, problems),
            Event::Start(Tag::Paragraph | Tag::CodeBlock(_)) | Event::InlineMath(_) | Event::DisplayMath(_) => None,
            _ => open,
        };
        shown.push(match event {
            Event::Html(typed) | Event::InlineHtml(typed) => Event::Text(typed),
            Event::Start(Tag::Image { dest_url, title, .. }) => {
                let alt_text = alt_text(&mut events);
                match pictures.get(&*dest_url) {
                    Some(address) => picture(address, &alt_text, &title),
                    None => as_written(&markdown[range]),
                }
            }
            Event::InlineMath(tex) => formula_or_text(markdown, range, &tex, problems),
            Event::DisplayMath(tex) => formula_or_text(markdown, range, &tex, problems),
            other => other,
        });
    }
    shown
}

/// Looks at a `$` that the parser took as text. If a brace stands between two of them, a formula was meant, and
/// `problems` gets its place. `open` is the place of an earlier `$`; returns the place of the one that is open now.
fn check_unparsed_dollar(
    markdown: &str,
    open: Option<usize>,
    at: usize,
    problems: &mut Vec<ProseProblem>,
) -> Option<usize> {
    let inside = open.and_then(|open| Some((open, markdown.get(open + 1..at)?)));
    match inside {
        Some((open, inside)) if inside.contains(['{', '}']) && inside.trim() == inside => {
            problems.push((open..at + 1, "a brace is not closed, or never opened".to_owned()));
            None
        }
        _ => (!markdown[..at].ends_with('\\')).then_some(at),
    }
}

/// The alternative text of a picture. Reads up to the end of the picture.
fn alt_text<'t>(events: &mut impl Iterator<Item = (Event<'t>, Range<usize>)>) -> String {
    let mut alt_text = String::new();
    let mut depth = 1;
    for (event, _) in events {
        match event {
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            other => alt_text.push_str(&plain_text(&other)),
        }
        if depth == 0 {
            break;
        }
    }
    alt_text
}

fn picture(address: &str, alt_text: &str, title: &str) -> Event<'static> {
    let title = if title.is_empty() { String::new() } else { format!(" title=\"{}\"", escaped(title)) };
    inline_html(format!("<img src=\"{}\" alt=\"{}\"{title}/>", escaped(address), escaped(alt_text)))
}

fn formula_or_text(markdown: &str, range: Range<usize>, tex: &str, problems: &mut Vec<ProseProblem>) -> Event<'static> {
    let is_alone = markdown[range.clone()].starts_with("$$");
    match formula(tex, is_alone) {
        Ok(mathml) => inline_html(mathml),
        Err((part, problem)) => {
            let begin = range.start + if is_alone { 2 } else { 1 };
            // Each line of a formula may follow marks that are not a part of it, such as those of a quotation. Then
            // the whole formula is the place.
            let is_whole = markdown.get(begin..begin + tex.len()) == Some(tex);
            let end = (begin + part.end.max(part.start + 1)).min(range.end);
            let place = if is_whole { (begin + part.start).min(end)..end } else { range.clone() };
            problems.push((place, problem));
            as_written(&markdown[range])
        }
    }
}

fn as_written(source: &str) -> Event<'static> {
    inline_html(format!("<code class=\"unread\">{}</code>", escaped(source)))
}

/// Begins a new part with each heading and each rule that does not stand inside another block. The rule stays in the
/// part.
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

/// The plain text of an event.
fn plain_text(event: &Event) -> String {
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

/// HTML that is made here, as a block.
fn block_html(text: String) -> Event<'static> {
    Event::Html(CowStr::from(text))
}

/// HTML that is made here, as a part of a line.
fn inline_html(text: String) -> Event<'static> {
    Event::InlineHtml(CowStr::from(text))
}

/// Writes the table at hand as HTML, whose headings are marked as those of columns.
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
                block_html(
                    "<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"table\"><table>".to_owned(),
                )
            }
            Event::End(TagEnd::Table) => block_html("</tbody></table></div>\n".to_owned()),
            Event::Start(Tag::TableHead) => {
                (self.in_head, self.column) = (true, 0);
                block_html("<thead><tr>".to_owned())
            }
            Event::End(TagEnd::TableHead) => {
                self.in_head = false;
                block_html("</tr></thead><tbody>\n".to_owned())
            }
            Event::Start(Tag::TableRow) => {
                self.column = 0;
                block_html("<tr>".to_owned())
            }
            Event::End(TagEnd::TableRow) => block_html("</tr>\n".to_owned()),
            Event::Start(Tag::TableCell) => {
                let side = match self.sides.get(self.column) {
                    Some(Alignment::Right) => "right",
                    Some(Alignment::Center) => "center",
                    _ => "left",
                };
                self.column += 1;
                block_html(match self.in_head {
                    true => format!("<th scope=\"col\" class=\"{}\">", escaped(side)),
                    false => format!("<td class=\"{}\">", escaped(side)),
                })
            }
            Event::End(TagEnd::TableCell) => block_html(if self.in_head { "</th>" } else { "</td>" }.to_owned()),
            other => other,
        }
    }
}

/// The most bytes of a formula. Even the most deeply nested formula of this length can be read.
const LONGEST: usize = 2_000;

/// The formula as MathML, as a block if it stands alone.
///
/// # Errors
/// Where the formula is wrong, and why.
pub fn formula(tex: &str, is_alone: bool) -> Result<String, (Range<usize>, String)> {
    if tex.len() > LONGEST {
        return Err((0..tex.len(), format!("it has more than {LONGEST} bytes")));
    }
    let display = if is_alone { MathDisplay::Block } else { MathDisplay::Inline };
    // The LaTeX source goes along, for screen readers and for copying.
    let config = MathCoreConfig { annotation: true, ..MathCoreConfig::default() };
    let converter = LatexToMathML::new(config).map_err(|(error, ..)| (0..tex.len(), error.error_message()))?;
    match converter.convert_with_local_state(tex, display) {
        Ok(converted) => Ok(converted.mathml),
        Err(error) => Err((error.0.clone(), in_words(&error.error_message()))),
    }
}

/// The message of the converter as a part of a sentence.
fn in_words(message: &str) -> String {
    let mut letters = message.trim_end_matches('.').chars();
    letters.next().map(|first| first.to_lowercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_written_as_mathml() {
        for (tex, parts) in [
            (r"n \bmod 4", &["<mi>mod</mi>", "<mn>4</mn>"][..]),
            (r"\operatorname{mex}\{0,1\}=2", &[">mex</mo>", ">{</mo>"]),
            (r"\frac{1+\sqrt5}{2}", &["<mfrac>", "<msqrt><mn>5</mn></msqrt>"]),
            ("a<b & c", &[]),
        ] {
            let found = formula(tex, false);
            assert_eq!(found.is_err(), parts.is_empty(), "{tex}: {found:?}");
            for part in parts {
                assert!(found.as_ref().is_ok_and(|found| found.contains(part)), "{tex}: {found:?}");
            }
        }
        assert!(formula("a", true).unwrap().contains("display=\"block\""));
        let hidden = formula(r"\text{<script>}", false).unwrap();
        assert!(!hidden.contains("<script"), "{hidden}");
    }

    #[test]
    fn what_cannot_be_read_is_said_with_its_place() {
        for (tex, at, words) in
            [(r"a \foo b", 2..6, "unknown command"), (r"\frac{1", 7..7, "expected closing"), ("a & b", 2..3, "found")]
        {
            let (place, problem) = formula(tex, false).unwrap_err();
            assert!(place == at && problem.starts_with(words), "{place:?} {problem}");
        }
        assert!(formula(&"x".repeat(LONGEST + 1), false).is_err());
        assert!(formula(&"{".repeat(LONGEST), false).is_err());
        assert!(formula(&"\\sqrt".repeat(400), false).is_err());
    }
}
