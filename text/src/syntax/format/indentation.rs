//! How far the lines of a statement are indented that is longer than one.

use crate::syntax::token::TokenKind;

/// The blanks before a line that nothing else places.
const STEP: usize = 4;

/// A bracket that is open.
struct Opened {
    /// Where it stands, and where what is in it begins.
    column: usize,
    inside: usize,
    /// The indentation of its line.
    line: usize,
    /// Whether nothing but a comment follows in its line.
    ends_line: bool,
}

/// What has been met of a statement so far.
#[derive(Default)]
pub struct Indentation {
    open: Vec<Opened>,
    /// The column of the `=` of a definition, and that of its body if it begins in the same line.
    defined: Option<(usize, Option<usize>)>,
    /// The indentation of the line at hand.
    line: usize,
}

impl Indentation {
    /// The column of a line that begins with this word.
    ///
    /// Inside a bracket it stands below what is behind the bracket, or a step further than the line of the bracket if that
    /// ends there. A clause that begins with its `|` stands below the `=`, and everything else below the body.
    pub fn of_line(&self, word: &str, kind: TokenKind) -> usize {
        if let Some(opened) = self.open.last() {
            return match (kind, opened.ends_line) {
                (TokenKind::Close, true) => opened.line,
                (TokenKind::Close, false) => opened.column,
                (_, true) => opened.line + STEP,
                (_, false) => opened.inside,
            };
        }
        match self.defined {
            Some((sign, Some(_))) if word == "|" => sign,
            Some((_, Some(body))) => body,
            _ => STEP,
        }
    }

    /// A line begins at this column. Behind a bracket that closes there, nothing is placed by the body any more.
    pub fn begin_line(&mut self, column: usize, kind: TokenKind) {
        self.line = column;
        if kind == TokenKind::Close {
            self.defined = self.defined.map(|(sign, _)| (sign, None));
        }
    }

    /// Notes a token that stands at this column; `is_last` says that it ends its line.
    pub fn meet(&mut self, word: &str, kind: TokenKind, column: usize, is_last: bool) {
        let behind = column + word.len();
        match kind {
            TokenKind::Open => {
                self.open.push(Opened { column, inside: behind, line: self.line, ends_line: is_last });
            }
            TokenKind::Close => drop(self.open.pop()),
            TokenKind::Operator if matches!(word, "=" | ":=") && self.open.is_empty() && self.defined.is_none() => {
                self.defined = Some((column, (!is_last).then_some(behind + 1)));
            }
            _ => {}
        }
    }
}
