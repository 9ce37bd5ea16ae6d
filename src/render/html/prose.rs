//! The prose of a page, written in Markdown. Nothing in it may load anything from elsewhere or run: HTML is shown as
//! it was typed, of an image its description remains, and links lead only to pages and letters.

use pulldown_cmark::{Alignment, CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

use super::super::markup::escaped;
use super::super::visible;

/// What has been written so far: the headings of a page follow one another without a gap, below one title.
#[derive(Clone, Debug, Default)]
pub struct Prose {
    /// The heading that stands before everything else.
    pub title: Option<String>,
    /// The level of the last heading; 0 before the first, which is that of the page.
    level: u8,
    /// Whether something stands in the page already.
    begun: bool,
}

impl Prose {
    /// Something other than prose is written.
    pub fn begin(&mut self) {
        self.begun = true;
        self.level = self.level.max(1);
    }

    /// The prose as HTML, without its title if that is the title of the page.
    pub fn html(&mut self, markdown: &str) -> String {
        let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
        let mut events: Vec<Event> = Parser::new_ext(markdown, options).collect();
        if !self.begun {
            self.take_title(&mut events);
        }
        if !events.is_empty() {
            self.begin();
        }
        let mut table = ProseTable::default();
        let mut links = Vec::new();
        let safe = events.into_iter().filter_map(|event| self.safe(event, &mut table, &mut links));
        let mut text = String::new();
        html::push_html(&mut text, safe);
        // References to characters may name some that no page may hold.
        visible::lines(&text).into_owned()
    }

    /// A heading of the first level at the very beginning is the title.
    fn take_title(&mut self, events: &mut Vec<Event>) {
        if !matches!(events.first(), Some(Event::Start(Tag::Heading { level: HeadingLevel::H1, .. }))) {
            return;
        }
        let end = events.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))));
        let heading: Vec<Event> = events.drain(..=end.unwrap_or(0)).collect();
        self.title = Some(heading.iter().map(said).collect::<String>().trim().to_owned()).filter(|t| !t.is_empty());
        self.begin();
    }

    fn safe<'e>(&mut self, event: Event<'e>, table: &mut ProseTable, links: &mut Vec<bool>) -> Option<Event<'e>> {
        Some(match event {
            Event::Html(typed) | Event::InlineHtml(typed) => Event::Text(typed),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => return None,
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

/// What of an event is read in a title.
fn said(event: &Event) -> String {
    match event {
        Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => text.to_string(),
        Event::SoftBreak | Event::HardBreak => " ".to_owned(),
        _ => String::new(),
    }
}

fn leads_to_a_page(address: &str) -> bool {
    ["https://", "http://", "mailto:", "#"].iter().any(|begin| address.to_lowercase().starts_with(begin))
}

/// HTML that was written here.
fn written(text: String) -> Event<'static> {
    Event::Html(CowStr::from(text))
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
