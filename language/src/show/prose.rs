//! Lays out prose written in Markdown for a terminal: headings, paragraphs broken at words, lists, tables, code blocks.

use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};

use crate::show::document::{Align, Block, Document, Line, Long, Role};
use crate::show::formula;
use crate::show::phrase::{hanging, indented, piece, plain};

/// The prose as a document. A picture is replaced by its description, and a link is followed by its address. Formulas
/// become characters, which may have to be ASCII.
pub fn prose(markdown: &str, is_ascii: bool) -> Document {
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH | Options::ENABLE_MATH;
    // In Markdown, three dashes below a line make it a heading. In a lesson they begin a slide, so they get a blank
    // line before them.
    let apart = |line: &str| if line.trim() == "---" { "\n---\n".to_owned() } else { format!("{line}\n") };
    let text: String = markdown.lines().map(apart).collect();
    let mut layout = ProseLayout { is_ascii, ..ProseLayout::default() };
    Parser::new_ext(&text, options).for_each(|event| layout.event(event));
    layout.flush();
    layout.document
}

/// Adds what the Markdown parser reads to a document.
#[derive(Default)]
struct ProseLayout {
    document: Document,
    /// Whether only ASCII may be written.
    is_ascii: bool,
    /// The paragraph being read.
    line: Line,
    is_heading: bool,
    /// How deeply strong text is nested.
    strong: usize,
    /// Whether a code block is being read.
    is_code: bool,
    /// The open lists, outermost first: the number of the next item, or `None` for a list with dashes.
    lists: Vec<Option<u64>>,
    /// The number or dash of an item that has begun.
    mark: Option<String>,
    /// The addresses of the open links.
    links: Vec<String>,
    columns: Vec<(Line, Align)>,
    rows: Vec<Vec<Line>>,
}

impl ProseLayout {
    fn event(&mut self, event: Event) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.is_code => {
                self.document.drawing(text.lines().map(|line| vec![plain(format!("    {line}"))]).collect());
            }
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.push(&text, None),
            Event::Code(text) => self.push(&text, Some(Role::Code)),
            Event::InlineMath(tex) => self.push(&self.formula(&tex), Some(Role::Code)),
            Event::DisplayMath(tex) => {
                self.flush();
                self.line.push(plain("    "));
                self.push(&self.formula(&tex), Some(Role::Code));
                self.flush();
            }
            Event::SoftBreak => self.push(" ", None),
            Event::HardBreak => self.paragraph(),
            Event::Rule => self.flush(),
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: Tag) {
        match tag {
            Tag::Heading { .. } => {
                self.flush();
                self.is_heading = true;
            }
            Tag::Paragraph | Tag::HtmlBlock | Tag::BlockQuote(_) => self.flush(),
            Tag::CodeBlock(_) => {
                self.flush();
                self.gap();
                self.is_code = true;
            }
            Tag::List(first) => {
                self.flush();
                if self.lists.is_empty() {
                    self.gap();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                self.flush();
                self.mark = self.lists.last_mut().map(|next| match next {
                    Some(number) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    None => "- ".to_owned(),
                });
            }
            Tag::Strong => self.strong += 1,
            Tag::Link { dest_url, .. } => self.links.push(dest_url.into_string()),
            Tag::Image { .. } => self.push("[picture: ", None),
            Tag::Table(sides) => {
                self.flush();
                let side = |side| if side == Alignment::Right { Align::Right } else { Align::Left };
                self.columns = sides.into_iter().map(|found| (Line::new(), side(found))).collect();
            }
            Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Heading(_) => {
                self.flush();
                self.is_heading = false;
            }
            TagEnd::Paragraph | TagEnd::HtmlBlock | TagEnd::Item => self.flush(),
            TagEnd::CodeBlock => self.is_code = false,
            TagEnd::List(_) => {
                self.flush();
                self.lists.pop();
            }
            TagEnd::Strong => self.strong = self.strong.saturating_sub(1),
            TagEnd::Link => {
                let address = self.links.pop().unwrap_or_default();
                let is_shown = self.line.last().is_some_and(|last| last.text == address);
                if !is_shown && !address.is_empty() {
                    self.push(&format!(" ({address})"), None);
                }
            }
            TagEnd::Image => self.push("]", None),
            TagEnd::TableCell => self.cell(),
            TagEnd::Table => {
                self.gap();
                let (columns, rows) = (std::mem::take(&mut self.columns), std::mem::take(&mut self.rows));
                self.document.table(columns, Long::of(rows));
            }
            _ => {}
        }
    }

    /// A formula in characters that may be written, or else as it was typed.
    fn formula(&self, tex: &str) -> String {
        formula::to_characters(tex, self.is_ascii).unwrap_or_else(|| tex.trim().to_owned())
    }

    /// Adds text to the paragraph. Without a role, it gets that of a heading, of strong text, or of plain text.
    fn push(&mut self, text: &str, role: Option<Role>) {
        let own = match (self.is_heading, self.strong) {
            (true, _) => Role::Heading,
            (_, 0) => Role::Plain,
            _ => Role::Verdict,
        };
        self.line.push(piece(role.unwrap_or(own), text.replace('\n', " ")));
    }

    /// Ends a cell of the last row, or of the headings if there is no row yet.
    fn cell(&mut self) {
        let cell = std::mem::take(&mut self.line);
        match self.rows.last_mut() {
            Some(row) => row.push(cell),
            None => {
                if let Some(column) = self.columns.iter_mut().find(|(heading, _)| heading.is_empty()) {
                    column.0 = cell;
                }
            }
        }
    }

    /// Lays out the paragraph being read, after a blank line unless it stands in a list.
    fn flush(&mut self) {
        if self.line.iter().all(|piece| piece.text.trim().is_empty()) {
            self.line.clear();
            return;
        }
        if self.lists.is_empty() {
            self.gap();
        }
        self.paragraph();
    }

    /// Lays out the paragraph being read.
    fn paragraph(&mut self) {
        let line = std::mem::take(&mut self.line);
        let indent = 2 * self.lists.len();
        match self.mark.take() {
            Some(mark) => hanging(&mut self.document, indent, [vec![plain(mark)], line].concat()),
            None if self.lists.is_empty() && line.first().is_some_and(|first| first.text.trim().is_empty()) => {
                indented(&mut self.document, 4, line);
            }
            None => indented(&mut self.document, if indent == 0 { 0 } else { indent + 2 }, line),
        }
    }

    /// Adds a blank line, except at the beginning and after another one.
    fn gap(&mut self) {
        if !matches!(self.document.blocks.last(), None | Some(Block::Blank)) {
            self.document.blank();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::document::Style;
    use crate::show::terminal::{Painter, paint};

    fn shown(markdown: &str) -> String {
        paint(&prose(markdown, false), &Style { width: 40, ascii: false }, Painter::Plain)
    }

    #[test]
    fn every_kind_of_prose() {
        for (markdown, expected) in [
            ("# Nim\n\nA **heap** of\ncoins.\n", "Nim\n\nA heap of coins.\n"),
            ("one\n---\ntwo", "one\n\ntwo\n"),
            (
                "1. first\n2. second and so on until the line is full\n",
                "  1. first\n  2. second and so on until the line is\n     full\n",
            ),
            ("- a\n- b\n\nbehind", "  - a\n  - b\n\nbehind\n"),
            ("```\ngame S = take <1>\n```", "    game S = take <1>\n"),
            ("see [the page](https://example.org)", "see the page (https://example.org)\n"),
            ("<https://example.org>", "https://example.org\n"),
            ("![a heap](heap.png)", "[picture: a heap]\n"),
            ("$n \\bmod 4$ and `S(3)`", "n mod 4 and S(3)\n"),
            ("$$\\lfloor n/2 \\rfloor$$", "    ⌊n/2⌋\n"),
            ("the $\\foo$", "the \\foo\n"),
            ("a <b>bold</b> word", "a <b>bold</b> word\n"),
            ("", ""),
        ] {
            assert_eq!(shown(markdown), expected, "{markdown}");
        }
        let table = shown("| heap | mex |\n| :-- | --: |\n| 3 | 12 |\n| none | 0 |");
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert!(rows.contains(&vec!["heap", "mex"]) && rows.contains(&vec!["none", "0"]), "{table}");
    }
}
