//! Statements that make several definitions: `n1 = 4, n2 = 3` one after the other, and `(a, b) = (3, 4)` names and values
//! apart. Each definition becomes a statement of its own.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::ast::{Statement, StatementKind};
use super::equals;
use super::lenient::{Leniency, house_form};
use super::token::{Token, TokenKind};
use super::view::View;
use crate::source::{SourceId, Span};

/// The tokens of a statement, by their indices in the text.
pub(super) struct DefinitionTokens {
    /// All that is read as this statement.
    pub extent: Range<usize>,
    /// Where names and values stand apart: the `let`, if there is one, the name and the sign. Otherwise empty.
    head: Vec<usize>,
    /// The value behind the head; without a head, the whole statement.
    body: Range<usize>,
}

/// Each definition of a statement that makes several; otherwise the statement itself.
pub(super) fn definitions(text: &str, tokens: &[Token], extent: &Range<usize>) -> Vec<DefinitionTokens> {
    let word = |index: usize| tokens.get(index).map_or("", |token| &text[token.range.clone()]);
    let defines = |index: &usize| matches!(word(*index), "=" | ":=");
    let first = extent.start + usize::from(word(extent.start) == "let");
    let may_be_apart = word(first) == "(" || word(first + 1) == ",";
    let many = if may_be_apart { 0 } else { 1 };
    if extent.clone().filter(defines).nth(many).is_none() {
        return vec![whole(extent.clone())];
    }
    let places: Vec<usize> = extent.clone().filter(|&index| tokens[index].kind != TokenKind::Comment).collect();
    let own: Vec<Token> = places.iter().map(|&index| tokens[index].clone()).collect();
    let view = View { source: SourceId::default(), text, tokens: &own };
    let in_text = |part: Range<usize>| Some(*places.get(part.start)?..places.get(part.end.checked_sub(1)?)? + 1);
    match apart(&view) {
        Some(parts) => {
            let in_text = |part: DefinitionTokens| {
                let head = part.head.into_iter().filter_map(|index| places.get(index).copied()).collect();
                Some(DefinitionTokens { extent: in_text(part.extent)?, head, body: in_text(part.body)? })
            };
            parts.into_iter().filter_map(in_text).collect()
        }
        None => equals::parts(&view).into_iter().filter_map(in_text).map(whole).collect(),
    }
}

fn whole(extent: Range<usize>) -> DefinitionTokens {
    DefinitionTokens { extent: extent.clone(), head: Vec::new(), body: extent }
}

/// The definitions of `(a, b) = (3, 4)` and `a, b = 3, 4`. `None` for any other statement, and where a value names one of
/// the names: whether `(a, b) = (b, a)` means the old or the new values, only the user can say.
fn apart(view: &View) -> Option<Vec<DefinitionTokens>> {
    let first = usize::from(view.word(0) == "let");
    let define = (first..view.tokens.len()).find(|&index| view.is_define(index))?;
    let names: Vec<usize> = parts(view, unbracketed(view, first..define))
        .into_iter()
        .map(|part| (part.len() == 1 && view.kind(part.start) == Some(TokenKind::Name)).then_some(part.start))
        .collect::<Option<_>>()?;
    let values = parts(view, unbracketed(view, define + 1..view.tokens.len()));
    let defined: FxHashSet<&str> = names.iter().map(|&name| view.word(name)).collect();
    let fits = names.len() > 1
        && names.len() == values.len()
        && defined.len() == names.len()
        && values.iter().all(|value| !value.is_empty());
    let mut behind = define + 1..view.tokens.len();
    if !fits || behind.any(|index| defined.contains(view.word(index)) || view.is_define(index)) {
        return None;
    }
    let last = values.len() - 1;
    let part = |(at, (name, body)): (usize, (usize, Range<usize>))| {
        let start = if at == 0 { 0 } else { body.start };
        let end = if at == last { view.tokens.len() } else { body.end };
        let head = (0..first).chain([name, define]).collect();
        DefinitionTokens { extent: start..end, head, body }
    };
    Some(names.into_iter().zip(values).enumerate().map(part).collect())
}

/// The tokens inside round brackets, if these stand around all of a range; otherwise the range.
fn unbracketed(view: &View, range: Range<usize>) -> Range<usize> {
    let opens = view.word(range.start) == "(";
    let mut depth = 0usize;
    let closes = range.clone().find(|&index| {
        match view.kind(index) {
            Some(TokenKind::Open) => depth += 1,
            Some(TokenKind::Close) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    });
    if opens && closes == range.end.checked_sub(1) { range.start + 1..range.end - 1 } else { range }
}

/// What stands between the commas of a range that are in no bracket.
fn parts(view: &View, range: Range<usize>) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut from, mut depth) = (range.start, 0usize);
    for index in range.clone() {
        match view.kind(index) {
            Some(TokenKind::Open) => depth += 1,
            Some(TokenKind::Close) => depth = depth.saturating_sub(1),
            _ if depth == 0 && view.word(index) == "," => {
                parts.push(from..index);
                from = index + 1;
            }
            _ => {}
        }
    }
    parts.push(from..range.end);
    parts
}

impl DefinitionTokens {
    /// The tokens that the statement is read from. Between them, the grammar sees blanks.
    pub fn tokens<'t>(&self, all: &'t [Token]) -> Cow<'t, [Token]> {
        let body = &all[self.body.clone()];
        if self.head.is_empty() {
            return Cow::Borrowed(body);
        }
        Cow::Owned(self.head.iter().map(|&index| all[index].clone()).chain(body.iter().cloned()).collect())
    }

    /// Where it stands in the text.
    pub fn place(&self, all: &[Token]) -> Range<usize> {
        place(all, &self.extent)
    }

    /// Writes the house form into a definition whose name stands apart from its value.
    pub fn keep_house_form(&self, text: &str, all: &[Token], span: Span, statement: &mut Statement) {
        let [.., name, sign] = &self.head[..] else { return };
        let word = match &statement.kind {
            StatementKind::Game(_) => "game",
            _ => "let",
        };
        let body = place(all, &self.body);
        let value = house_form(text, Span::new(span.source, body.start, body.end), &statement.lenient);
        let (name, sign) = (&text[all[*name].range.clone()], &text[all[*sign].range.clone()]);
        let house = format!("{word} {name} {sign} {value}");
        match &mut statement.kind {
            StatementKind::Let(written) => (written.span, written.house) = (span, Some(house.clone())),
            StatementKind::Game(game) => (game.span, game.house) = (span, Some(house.clone())),
            _ => {}
        }
        statement.span = span;
        statement.lenient = vec![Leniency::new(span, house)];
    }
}

/// Where these tokens stand in the text.
fn place(all: &[Token], extent: &Range<usize>) -> Range<usize> {
    match &all[extent.clone()] {
        [first, .., last] => first.range.start..last.range.end,
        [only] => only.range.clone(),
        [] => 0..0,
    }
}
