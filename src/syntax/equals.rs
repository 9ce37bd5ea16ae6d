//! Which `=` define and which compare, and where a statement makes several definitions. Behind a name, or a name with
//! parameters, at the beginning of a statement, `=` defines. Inside brackets, conditions and claims it compares, and
//! wherever nothing could be defined.

use std::ops::Range;

use super::token::{Token, TokenKind};
use super::view::View;
use super::words::{self, Group};

/// The indices of the signs `=` that compare.
pub(super) fn comparing(view: &View) -> Vec<usize> {
    // `=/=` and `=!` are no signs of this language.
    let is_alone = |index: usize| {
        let touches = view.span(index).end == view.span(index + 1).start;
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
