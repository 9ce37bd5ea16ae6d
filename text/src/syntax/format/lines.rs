//! The lines of a formatted text. Comments behind statements of neighbouring lines stand below each other.

use std::borrow::Cow;

use unicode_width::UnicodeWidthStr;

/// The blanks between a line and the comment behind it.
const BEFORE_COMMENT: usize = 2;

#[derive(Clone, Debug, Default)]
struct FormattedLine<'t> {
    code: String,
    /// So many bytes of the code take so many columns.
    measured: (usize, usize),
    /// The comment behind the code.
    comment: Option<&'t str>,
    /// Whether it stays as it was, trailing blanks included.
    is_kept: bool,
    /// How the line ends: `\n`, `\r\n`, or not at all.
    end: &'t str,
}

/// FormattedLines that are being written. The last one is not ended.
#[derive(Clone, Debug)]
pub struct FormattedLines<'t> {
    lines: Vec<FormattedLine<'t>>,
}

impl Default for FormattedLines<'_> {
    fn default() -> Self {
        FormattedLines { lines: vec![FormattedLine::default()] }
    }
}

impl<'t> FormattedLines<'t> {
    fn last(&mut self) -> &mut FormattedLine<'t> {
        if self.lines.is_empty() {
            self.lines.push(FormattedLine::default());
        }
        let last = self.lines.len() - 1;
        &mut self.lines[last]
    }

    /// Whether nothing stands in the last line.
    pub fn is_new(&self) -> bool {
        self.lines.last().is_none_or(|last| last.code.is_empty() && last.comment.is_none())
    }

    /// The column at which the last line goes on, from 0.
    pub fn column(&mut self) -> usize {
        let FormattedLine { code, measured: (bytes, columns), .. } = self.last();
        *columns += code[*bytes..].width();
        *bytes = code.len();
        *columns
    }

    /// Ends as many lines as the gap between two tokens does.
    pub fn new_lines(&mut self, gap: &'t str) {
        let mut rest = gap;
        while let Some(at) = rest.find('\n') {
            let is_two = rest[..at].ends_with('\r');
            let last = self.last();
            if last.is_kept {
                last.code.push_str(rest[..at].strip_suffix('\r').unwrap_or(&rest[..at]));
            }
            last.end = &rest[if is_two { at - 1 } else { at }..=at];
            self.lines.push(FormattedLine::default());
            rest = &rest[at + 1..];
        }
    }

    /// Begins a line with so many blanks.
    pub fn indent(&mut self, column: usize) {
        self.last().code.push_str(&" ".repeat(column));
    }

    pub fn push(&mut self, word: &str) {
        self.last().code.push_str(word);
    }

    /// A blank, unless the line begins here.
    pub fn push_blank(&mut self) {
        if !self.is_new() {
            self.push(" ");
        }
    }

    /// Text of a line that stays as it is.
    pub fn keep(&mut self, text: &str) {
        let last = self.last();
        last.is_kept = true;
        last.code.push_str(text);
    }

    /// Several lines that stay as they are.
    pub fn keep_lines(&mut self, text: &'t str) {
        let mut rest = text;
        while let Some(at) = rest.find('\n') {
            self.keep(&rest[..at]);
            self.last().end = "\n";
            self.lines.push(FormattedLine::default());
            rest = &rest[at + 1..];
        }
        self.keep(rest);
    }

    /// A comment behind the code of the last line.
    pub fn comment(&mut self, gap: &'t str, comment: &'t str) {
        let last = self.last();
        if last.is_kept {
            last.code.push_str(gap);
            last.code.push_str(comment);
        } else {
            last.comment = Some(comment);
        }
    }

    /// Goes on with these lines.
    pub fn append(&mut self, more: FormattedLines<'t>) {
        let mut more = more.lines.into_iter();
        if let Some(first) = more.next() {
            let last = self.last();
            last.code.push_str(&first.code);
            last.comment = first.comment;
            last.end = first.end;
        }
        self.lines.extend(more);
    }

    /// The text. Its last line is ended as well.
    pub fn joined(self) -> String {
        let mut text = String::new();
        let lines = &self.lines[..];
        let common_end = lines.first().map_or("\n", |first| if first.end.is_empty() { "\n" } else { first.end });
        let mut column = 0;
        for (index, line) in lines.iter().enumerate() {
            let follows = index > 0 && lines[index - 1].comment.is_some();
            if line.comment.is_some() && !follows {
                let group = lines[index..].iter().take_while(|line| line.comment.is_some());
                column = group.map(|line| line.code.width()).max().unwrap_or(0) + BEFORE_COMMENT;
            }
            let code = if line.is_kept { Cow::Borrowed(&line.code[..]) } else { line.code.trim_end().into() };
            text.push_str(&code);
            if let Some(comment) = line.comment {
                text.push_str(&" ".repeat(column.saturating_sub(code.width())));
                text.push_str(comment);
            }
            match line.end {
                "" if code.is_empty() && line.comment.is_none() => {}
                "" => text.push_str(common_end),
                end => text.push_str(end),
            }
        }
        text
    }
}
