//! A chapter of the documents, as `help` shows it: its Markdown becomes blocks of a document.

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::show::document::{Block, Document, Line, Listing, Paragraph, Role};
use crate::show::phrase::{code, heading, indented, piece, plain};

/// Writes a chapter into a document.
pub fn chapter(document: &mut Document, markdown: &str) {
    let mut writer =
        ChapterWriter { document, text: Vec::new(), lists: Vec::new(), table: ChapterTable::default(), block: None };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        writer.event(event);
    }
    // The last paragraph has left a blank line behind it.
    document.trim();
}

/// Adds what the Markdown parser reads to a document.
struct ChapterWriter<'d> {
    document: &'d mut Document,
    /// The paragraph being read.
    text: Line,
    /// The open lists, outermost first: the number of the next item, or `None` for a list with dashes.
    lists: Vec<Option<u64>>,
    table: ChapterTable,
    /// The language of the code block being read, which may be empty; `None` outside of code blocks.
    block: Option<String>,
}

#[derive(Default)]
struct ChapterTable {
    rows: Vec<Vec<String>>,
    /// Whether the row of the headings is being read, which is not shown.
    is_heading: bool,
}

impl ChapterWriter<'_> {
    fn event(&mut self, event: Event) {
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                self.block = Some(match kind {
                    CodeBlockKind::Fenced(language) => language.to_string(),
                    CodeBlockKind::Indented => String::new(),
                });
            }
            Event::End(TagEnd::CodeBlock) => {
                self.block = None;
                self.gap();
            }
            Event::Start(Tag::List(first)) => self.lists.push(first),
            Event::End(TagEnd::List(_)) => {
                self.lists.pop();
                self.gap();
            }
            Event::Start(Tag::Table(_)) => self.table = ChapterTable::default(),
            Event::Start(Tag::TableHead) => self.table.is_heading = true,
            Event::End(TagEnd::TableHead) => self.table.is_heading = false,
            Event::Start(Tag::TableRow) => self.table.rows.push(Vec::new()),
            Event::End(TagEnd::TableCell) => self.cell(),
            Event::End(TagEnd::Table) => self.end_table(),
            Event::End(TagEnd::Heading(_)) => {
                let text = std::mem::take(&mut self.text);
                let title: String = text.iter().map(|piece| piece.text.as_str()).collect();
                self.document.line(vec![heading(title)]);
                self.gap();
            }
            Event::End(TagEnd::Item) => self.member(),
            Event::End(TagEnd::Paragraph) if self.lists.is_empty() => {
                let text = std::mem::take(&mut self.text);
                indented(self.document, 0, text);
                self.gap();
            }
            Event::Text(text) if self.block.is_some() => self.lines(&text),
            Event::Text(text) => self.text.push(plain(text)),
            // Signs keep their marks, since they would be taken for those of the sentence.
            Event::Code(text) if is_of_signs(&text) => self.text.push(code(format!("`{text}`"))),
            Event::Code(text) => self.text.push(code(text)),
            Event::SoftBreak | Event::HardBreak => self.text.push(plain(" ")),
            _ => {}
        }
    }

    /// Adds a blank line, except inside a list.
    fn gap(&mut self) {
        if self.lists.is_empty() {
            self.document.blank();
        }
    }

    /// Adds the lines of a code block. In a session (a `grundy` block) only the lines with a prompt get the role of
    /// code, in other blocks all lines do.
    fn lines(&mut self, text: &str) {
        let is_session = self.block.as_deref() == Some("grundy");
        for line in text.lines() {
            let is_typed = !is_session || line.starts_with("> ") || line.starts_with(". ");
            let role = if is_typed { code(line) } else { plain(line) };
            let (head, text) = (vec![plain("  ")], vec![role]);
            self.document.blocks.push(Block::Paragraph(Paragraph { head, text, indent: 2, is_kept: true }));
        }
    }

    /// Ends an item of a list, and puts its number or a dash before it.
    fn member(&mut self) {
        let text = std::mem::take(&mut self.text);
        let depth = 2 * self.lists.len().saturating_sub(1);
        let mark = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".to_owned(),
        };
        let mut line = vec![piece(Role::Muted, mark)];
        line.extend(text);
        crate::show::phrase::hanging(self.document, depth, line);
    }

    fn cell(&mut self) {
        let text: String = std::mem::take(&mut self.text).into_iter().map(|piece| piece.text).collect();
        if let Some(row) = self.table.rows.last_mut().filter(|_| !self.table.is_heading) {
            row.push(text);
        }
    }

    /// Turns a table into a listing: the first cell of a row is the name, the other cells are its text.
    fn end_table(&mut self) {
        let table = std::mem::take(&mut self.table);
        let rows = table.rows.into_iter().filter(|row| !row.is_empty());
        let entries = rows.map(|row| (code(&row[0]), vec![plain(row[1..].join("; "))])).collect();
        self.document.blocks.push(Block::Listing(Listing { entries, has_long_names: true }));
        self.gap();
    }
}

/// Whether a piece of code is mostly signs: `,` and `+ - xor`, and not `game S = .77`.
pub fn is_of_signs(code: &str) -> bool {
    let (mut signs, mut words) = (0, 0);
    for word in code.split_whitespace() {
        *if word.contains(char::is_alphanumeric) { &mut words } else { &mut signs } += 1;
    }
    signs > words
}
