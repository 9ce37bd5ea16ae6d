//! Statements that make several definitions: `n1 = 4, n2 = 3` one after the other, and `(a, b) = (3, 4)` names and values
//! apart. Each definition becomes a statement of its own.
//!
//! And which `=` define and which compare: behind a name, or a name with parameters, at the beginning of a statement, `=`
//! defines. Inside brackets, conditions and claims it compares, and wherever nothing could be defined.

use std::borrow::Cow;
use std::ops::Range;

use rustc_hash::FxHashSet;

use super::ast::Statement;
use super::lenient::{Leniency, house_form};
use super::spellings::{instead_of_character, spelling};
use super::token::{Token, TokenKind};
use super::view::View;
use crate::error::{Error, SyntaxError};
use crate::source::{SourceId, Text};
use crate::syntax::words::{self, Group};

/// The tokens of a statement, by their indices in the text.
pub(super) struct DefinitionTokens {
    /// All that is read as this statement.
    pub extent: Range<usize>,
    /// The statement that it is a part of: where names and values are apart, no definition stands alone.
    whole: Range<usize>,
    /// Words that stand before the body: `time`, and where names and values are apart, the `let`, if there is one, the
    /// name and the sign.
    head: Vec<usize>,
    /// The value behind the head; without a head, the whole statement.
    body: Range<usize>,
}

/// Each definition of a statement that makes several; otherwise the statement itself.
pub(super) fn definitions(text: &str, tokens: &[Token], extent: &Range<usize>) -> Vec<DefinitionTokens> {
    let word = |index: usize| tokens.get(index).map_or("", |token| own_sign(&text[token.range.clone()]));
    let defines = |index: &usize| matches!(word(*index), "=" | ":=");
    let first = extent.clone().find(|&index| !matches!(word(index), "time" | "let")).unwrap_or(extent.start);
    let may_be_apart = word(first) == "(" || word(first + 1) == ",";
    let many = if may_be_apart { 0 } else { 1 };
    if extent.clone().filter(defines).nth(many).is_none() {
        return vec![whole(extent.clone())];
    }
    let places: Vec<usize> = extent.clone().filter(|&index| tokens[index].kind != TokenKind::Comment).collect();
    let (own_text, own) = in_own_signs(text, places.iter().map(|&index| &tokens[index]));
    let view = View::new(Text::new(SourceId::default(), &own_text), &own);
    let in_text = |part: Range<usize>| Some(*places.get(part.start)?..places.get(part.end.checked_sub(1)?)? + 1);
    let in_text = |part: DefinitionTokens| {
        let head = part.head.into_iter().filter_map(|index| places.get(index).copied()).collect();
        let (extent, whole) = (in_text(part.extent)?, in_text(part.whole)?);
        Some(DefinitionTokens { extent, whole, head, body: in_text(part.body)? })
    };
    apart(&view).unwrap_or_else(|| one_by_one(&view)).into_iter().filter_map(in_text).collect()
}

/// What a sign of another keyboard between names and values stands for; any other word itself.
fn own_sign(word: &str) -> &str {
    let own = || spelling("read", word).or_else(|| word.chars().next().and_then(instead_of_character));
    let is_one = word.chars().nth(1).is_none();
    let is_sign = |own: &&str| matches!(*own, "," | "(" | ")" | "[" | "]" | "{" | "}" | "=");
    if word.is_ascii() || !is_one { word } else { own().filter(is_sign).unwrap_or(word) }
}

/// These tokens, and a text that has them with the signs of this language, so that names and values can be told apart.
fn in_own_signs<'t>(text: &str, tokens: impl Iterator<Item = &'t Token>) -> (String, Vec<Token>) {
    let mut own_text = String::new();
    let own = |token: &Token| {
        let start = own_text.len();
        let written = &text[token.range.clone()];
        let own = own_sign(written);
        own_text.push_str(own);
        let kind = match own {
            _ if own == written => token.kind,
            "," => TokenKind::Separator,
            "(" | "[" | "{" => TokenKind::Open,
            ")" | "]" | "}" => TokenKind::Close,
            _ => TokenKind::Operator,
        };
        Token { kind, range: start..own_text.len() }
    };
    let tokens = tokens.map(own).collect();
    (own_text, tokens)
}

/// The definitions of `n1 = 4, n2 = 3`, each of which `time` before them all measures.
fn one_by_one(view: &View) -> Vec<DefinitionTokens> {
    let times = times(view);
    let part = |part: Range<usize>| {
        let head = if part.start == 0 { Vec::new() } else { (0..times).collect() };
        DefinitionTokens { extent: part.clone(), whole: part.clone(), head, body: part }
    };
    parts(view, times).into_iter().map(part).collect()
}

/// How many words `time` begin a statement.
fn times(view: &View) -> usize {
    (0..view.tokens.len()).take_while(|&index| view.word(index) == "time").count()
}

fn whole(extent: Range<usize>) -> DefinitionTokens {
    DefinitionTokens { extent: extent.clone(), whole: extent.clone(), head: Vec::new(), body: extent }
}

/// Names before a sign, and the values behind it.
struct Apart {
    define: usize,
    names: Vec<usize>,
    values: Vec<Range<usize>>,
}

impl Apart {
    /// `None` if the statement does not begin with several names and a single sign that defines.
    fn of(view: &View) -> Option<Apart> {
        let times = times(view);
        let first = times + usize::from(view.word(times) == "let");
        let define = (first..view.tokens.len()).find(|&index| view.is_define(index))?;
        let names: Vec<usize> = value_parts(view, unbracketed(view, first..define))
            .into_iter()
            .map(|part| (part.len() == 1 && view.kind(part.start) == Some(TokenKind::Name)).then_some(part.start))
            .collect::<Option<_>>()?;
        let values = value_parts(view, unbracketed(view, define + 1..view.tokens.len()));
        let is_only = !(define + 1..view.tokens.len()).any(|index| view.is_define(index));
        (names.len() > 1 && is_only && values.iter().all(|value| !value.is_empty())).then_some(Apart {
            define,
            names,
            values,
        })
    }

    /// Why these are no definitions: the values are more or fewer than the names, or one of them names what is being
    /// defined. Whether `(a, b) = (b, a)` means the old or the new values, only the user can say.
    fn mistake(&self, view: &View) -> Option<Error> {
        let defined: FxHashSet<&str> = self.names.iter().map(|&name| view.word(name)).collect();
        let (names, values) = (self.names.len(), self.values.len());
        if names != values {
            return Some(Error::new(SyntaxError::UnevenNames { names, values }, view.span(self.define)));
        }
        let mut behind = self.define + 1..view.tokens.len();
        let name = |at: usize| view.word(at).to_owned();
        if let Some(own) = behind.find(|&index| defined.contains(view.word(index))) {
            return Some(Error::new(SyntaxError::NamesOwnName { name: name(own) }, view.span(own)));
        }
        let is_again = |at: &usize| self.names[..*at].iter().any(|&before| name(before) == name(self.names[*at]));
        let again = self.names[(1..names).find(is_again)?];
        Some(Error::new(SyntaxError::DefinedTwice { name: name(again) }, view.span(again)))
    }
}

/// The mistake in a statement such as `(a, b) = (1, 2, 3)`.
pub(super) fn mistake(view: &View) -> Option<Error> {
    Apart::of(view)?.mistake(view)
}

/// The definitions of `(a, b) = (3, 4)` and `a, b = 3, 4`; `None` for any other statement, and where there is a mistake.
fn apart(view: &View) -> Option<Vec<DefinitionTokens>> {
    let apart = Apart::of(view)?;
    if apart.mistake(view).is_some() {
        return None;
    }
    let first = times(view) + usize::from(view.word(times(view)) == "let");
    let Apart { define, names, values } = apart;
    let last = values.len() - 1;
    let part = |(at, (name, body)): (usize, (usize, Range<usize>))| {
        let start = if at == 0 { 0 } else { body.start };
        let end = if at == last { view.tokens.len() } else { body.end };
        let head = (0..first).chain([name, define]).collect();
        DefinitionTokens { extent: start..end, whole: 0..view.tokens.len(), head, body }
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
fn value_parts(view: &View, range: Range<usize>) -> Vec<Range<usize>> {
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

    /// Writes the house form into a definition that has words of its head elsewhere.
    pub fn keep_house_form(&self, text: Text, all: &[Token], statement: &mut Statement) {
        let Some(&last) = self.head.last() else { return };
        let untimed = statement.untimed();
        let Some(name) = untimed.defined().map(|name| &name.text) else { return };
        let word = if untimed.game().is_some() { "game" } else { "let" };
        let span = text.span(self.place(all));
        let body = house_form(text, text.span(place(all, &self.body)), &statement.lenient);
        let house = match own_sign(&text.as_str()[all[last].range.clone()]) {
            sign @ ("=" | ":=") => format!("{word} {name} {sign} {body}"),
            _ => body,
        };
        let times = "time ".repeat(statement.times());
        if let Some((place, form)) = statement.house_mut() {
            (*place, *form) = (span, Some(house.clone()));
        }
        statement.span = span;
        statement.whole = text.span(place(all, &self.whole));
        statement.lenient = vec![Leniency::new(span, times + &house)];
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

/// The indices of the signs `=` that compare.
pub(super) fn comparing(view: &View) -> Vec<usize> {
    // `=/=` and `=!` are no signs of this language.
    let is_alone = |index: usize| {
        let touches = view.span(index).end() == view.span(index + 1).start();
        !(touches && matches!(view.word(index + 1), "/" | "!" | "=" | "==" | "<" | ">"))
    };
    let is_sign = |&index: &usize| view.word(index) == "=" && is_alone(index);
    let mut signs = (0..view.tokens.len()).filter(is_sign).peekable();
    if signs.peek().is_none() {
        return Vec::new();
    }
    let depths = depths(view);
    let defining = defining(view, &depths);
    let compares = |&index: &usize| match defining {
        Some(define) if index == define => false,
        Some(define) if index > define && depths[index] == 0 => is_in_condition(view, &depths, define, index),
        _ => true,
    };
    signs.filter(compares).collect()
}

/// How many brackets are open before each token.
fn depths(view: &View) -> Vec<usize> {
    let mut depth = 0usize;
    let deepness = |index: usize| {
        match view.kind(index) {
            Some(TokenKind::Open) => {
                depth += 1;
                return depth - 1;
            }
            Some(TokenKind::Close) => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth
    };
    (0..view.tokens.len()).map(deepness).collect()
}

/// The index of the sign that defines, if the statement is a definition.
fn defining(view: &View, depths: &[usize]) -> Option<usize> {
    let first = (0..view.tokens.len()).find(|&index| view.word(index) != "time")?;
    let outer = |range: Range<usize>| range.filter(|&index| depths[index] == 0);
    match view.word(first) {
        "let" => outer(first..view.tokens.len()).find(|&index| view.is_define(index)),
        "game" => {
            // Conditions may stand before the sign, and clauses with conditions behind it.
            let ends = |index: &usize| match view.word(*index) {
                "|" | "for" => true,
                "if" => view.word(index - 1) != "over",
                _ => false,
            };
            let end = outer(first..view.tokens.len()).find(ends).unwrap_or(view.tokens.len());
            let last = outer(first..end).rev().find(|&index| view.is_define(index));
            last.or_else(|| outer(first..view.tokens.len()).find(|&index| view.is_define(index)))
        }
        _ => head(view, first),
    }
}

/// The sign behind `NAME`, `NAME(PARAMETERS)`, `NAME[]`, if this is a head of a definition without `let` or `game`.
pub(super) fn head(view: &View, first: usize) -> Option<usize> {
    if view.kind(first) != Some(TokenKind::Name) {
        return None;
    }
    let behind = match view.word(first + 1) {
        "[" if view.word(first + 2) == "]" => first + 3,
        "(" if !is_function(view.word(first)) => behind_parameters(view, first + 2)?,
        _ => first + 1,
    };
    view.is_define(behind).then_some(behind)
}

/// The token behind the bracket that closes a list of parameters, which begins with this token.
fn behind_parameters(view: &View, mut at: usize) -> Option<usize> {
    loop {
        if view.kind(at) != Some(TokenKind::Name) {
            return None;
        }
        at += 1;
        if view.word(at) == "in" {
            at = end_of_domain(view, at + 1)?;
        }
        match view.word(at) {
            "," => at += 1,
            ")" => return Some(at + 1),
            _ => return None,
        }
    }
}

/// The comma or the bracket behind what a parameter may be, which begins with this token.
fn end_of_domain(view: &View, from: usize) -> Option<usize> {
    let mut open = 0;
    for at in from..view.tokens.len() {
        match view.kind(at) {
            Some(TokenKind::Open) => open += 1,
            Some(TokenKind::Close) if open == 0 => return Some(at),
            Some(TokenKind::Close) => open -= 1,
            _ if open == 0 && view.word(at) == "," => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether this is a function of the language, in any case. `Mex(S) = 0` compares.
fn is_function(word: &str) -> bool {
    words::find(&word.to_lowercase()).is_some_and(|found| found.group == Group::Function)
}

/// Whether an `=` behind the sign that defines stands in a condition: behind an `if` that no `then` has ended.
fn is_in_condition(view: &View, depths: &[usize], define: usize, index: usize) -> bool {
    let outer = (define..index).rev().filter(|&index| depths[index] == 0);
    let mut words = outer.map(|index| view.word(index));
    words.find(|word| matches!(*word, "if" | "then" | "else" | "for" | "|")) == Some("if")
}

/// The tokens of each definition of a statement that makes several, as in `n1 = 4, n2 = 3` or `n=6 K=2`, behind so many
/// words `time`. Otherwise one range of all tokens.
pub(super) fn parts(view: &View, times: usize) -> Vec<Range<usize>> {
    let count = view.tokens.len();
    let all = || std::iter::once(0..count).collect();
    let first = times + usize::from(view.word(times) == "let");
    let Some(define) = head(view, first) else { return all() };
    let depths = depths(view);
    let begins = |&index: &usize| {
        depths[index] == 0
            && ends_value(&view.tokens[index - 1], view.word(index - 1))
            && view.kind(index) == Some(TokenKind::Name)
            && head(view, index).is_some_and(|sign| view.word(sign) == view.word(define))
    };
    let mut parts = Vec::new();
    let mut from = 0;
    for index in (define + 2..count).filter(begins) {
        let end = if view.word(index - 1) == "," { index - 1 } else { index };
        parts.push(from..end);
        from = index;
    }
    parts.push(from..count);
    parts
}

/// Whether a definition may end with this token: a comma, or the end of a value.
fn ends_value(token: &Token, word: &str) -> bool {
    matches!(token.kind, TokenKind::Number | TokenKind::Close | TokenKind::Text | TokenKind::Name) || word == ","
}
