//! Matches patterns of tokens, which the head of `table.txt` describes.

use crate::syntax::check::is_quote;
use crate::syntax::token::TokenKind;
use crate::syntax::view::View;
use crate::syntax::words::{self, AsksAbout};

/// A match: the tokens `first..end` of the pattern, and what its elements captured.
pub struct Found {
    pub first: usize,
    pub end: usize,
    pub captures: Vec<String>,
}

/// The most steps for matching one pattern against one statement; backtracking could take exponentially many.
const MAX_STEPS: usize = 20_000;

/// The first match of a pattern; `None` also where the steps do not suffice.
pub fn find(phrase: &View, pattern: &str) -> Option<Found> {
    let elements: Vec<&str> = pattern.split(' ').collect();
    let mut steps = MAX_STEPS;
    (0..phrase.tokens.len()).find_map(|first| {
        let mut captures = Vec::new();
        let end = matched(phrase, &elements, first, &mut captures, &mut steps)?;
        Some(Found { first, end, captures })
    })
}

/// Where a match of these elements ends that begins at the token `at`.
fn matched(
    phrase: &View,
    elements: &[&str],
    at: usize,
    captures: &mut Vec<String>,
    steps: &mut usize,
) -> Option<usize> {
    *steps = steps.checked_sub(1)?;
    let Some((element, rest)) = elements.split_first() else { return Some(at) };
    if *element == "E" {
        return anything(phrase, rest, at, captures, steps);
    }
    let (end, captured) = one(phrase, element, at)?;
    let height = captures.len();
    captures.extend(captured);
    let found = matched(phrase, rest, end, captures, steps);
    if found.is_none() {
        captures.truncate(height);
    }
    found
}

/// Matches `E` with each length in turn, the shortest first, and then the rest.
fn anything(phrase: &View, rest: &[&str], at: usize, captures: &mut Vec<String>, steps: &mut usize) -> Option<usize> {
    let mut depth = 0i32;
    for end in at + 1..=phrase.tokens.len() {
        match phrase.word(end - 1) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth < 0 {
            return None;
        }
        if depth > 0 {
            continue;
        }
        let height = captures.len();
        captures.push(phrase.written(at, end).to_owned());
        if let Some(found) = matched(phrase, rest, end, captures, steps) {
            return Some(found);
        }
        captures.truncate(height);
    }
    None
}

/// Where one element ends, and what it captures.
fn one(phrase: &View, element: &str, at: usize) -> Option<(usize, Option<String>)> {
    let word = phrase.word(at);
    let kind = phrase.kind(at);
    let captured = |end: usize| Some((end, Some(phrase.written(at, end).to_owned())));
    let word_if = |fits: bool| if fits { captured(at + 1) } else { None };
    match element {
        "^" => (at == 0).then_some((at, None)),
        "$" => (at == phrase.tokens.len()).then_some((at, None)),
        "N" => word_if(kind? == TokenKind::Number),
        "W" => word_if(kind? == TokenKind::Name),
        "X" => word_if(matches!(kind?, TokenKind::Name | TokenKind::Keyword | TokenKind::Verb)),
        "T" => word_if(kind? == TokenKind::Text),
        "V" => word_if(words::asks_about(word) == Some(AsksAbout::Position)),
        "K" => word_if(matches!(word, "values" | "table" | "losing" | "winning" | "plot" | "pattern")),
        "A" => captured(atom(phrase, at)?),
        "P" => captured(position(phrase, at)?),
        "M" => listed(phrase, at, number, &[",", "and", "or"]).map(|(end, parts)| (end, Some(parts.join(", ")))),
        "L" => listed(phrase, at, position, &JOINS).map(|(end, parts)| (end, Some(parts.join(" + ")))),
        "R" => range(phrase, at),
        "B" => captured(bound(phrase, at)?),
        "F" => file(phrase, at),
        "|" | "||" => (word == element).then_some((at + 1, None)),
        _ => {
            let is_one = element.split('|').any(|other| other.eq_ignore_ascii_case(word));
            (is_one && kind? != TokenKind::Text).then_some((at + 1, None))
        }
    }
}

fn number(phrase: &View, at: usize) -> Option<usize> {
    // The `000` of `1,000` is a group of digits, and not a number by itself.
    let is_group = phrase.word(at).len() > 1 && phrase.word(at).starts_with('0');
    (phrase.kind(at)? == TokenKind::Number && !is_group).then_some(at + 1)
}

/// The end of the brackets that open at a token.
fn group(phrase: &View, at: usize) -> Option<usize> {
    let mut depth = 0usize;
    for index in at..phrase.tokens.len() {
        match phrase.word(index) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
        if depth == 0 {
            return Some(index + 1).filter(|_| index > at);
        }
    }
    None
}

fn position(phrase: &View, at: usize) -> Option<usize> {
    let is_name = phrase.kind(at)? == TokenKind::Name;
    let opens = matches!(phrase.word(at + 1), "(" | "[");
    if is_name && opens { group(phrase, at + 1) } else { None }
}

fn atom(phrase: &View, at: usize) -> Option<usize> {
    if let Some(end) = position(phrase, at).or_else(|| group(phrase, at)) {
        return Some(end);
    }
    matches!(phrase.kind(at)?, TokenKind::Name | TokenKind::Number).then_some(at + 1)
}

/// What may stand between positions whose sum is meant. `A and B` and `A or B` are other compounds of two games: one
/// with a move in each of them, and one with a move in as many as one likes.
pub(super) const JOINS: [&str; 10] = [",", ";", "with", "plus", "vs", "versus", "xor", "⊕", "++", "+"];

/// At least two of a kind, with something between them that may join.
fn listed<'t>(
    phrase: &View<'t>,
    at: usize,
    part: fn(&View, usize) -> Option<usize>,
    joins: &[&str],
) -> Option<(usize, Vec<&'t str>)> {
    let mut end = part(phrase, at)?;
    let mut parts = vec![phrase.written(at, end)];
    loop {
        let mut next = end;
        while joins.contains(&phrase.word(next)) {
            next += 1;
        }
        let Some(stop) = part(phrase, next) else { break };
        parts.push(phrase.written(next, stop));
        end = stop;
    }
    (parts.len() > 1).then_some((end, parts))
}

fn range(phrase: &View, at: usize) -> Option<(usize, Option<String>)> {
    let from = if phrase.word(at) == "from" { at + 1 } else { at };
    let start = phrase.written(from, number(phrase, from).or_else(|| (phrase.word(from) == "0").then_some(from + 1))?);
    let sign = phrase.word(from + 1);
    if !matches!(sign, ".." | "..." | "…" | "-" | "–" | "to" | ":" | "," | "until" | "through") {
        return None;
    }
    let end = number(phrase, from + 2)?;
    // Of three numbers, none is the last of a range.
    if sign == "," && phrase.word(end) == "," {
        return None;
    }
    Some((end, Some(format!("{start}..{}", phrase.written(from + 2, end)))))
}

/// The end of the expression at a token: it ends before the next word of the clause.
fn bound(phrase: &View, at: usize) -> Option<usize> {
    let goes_on = |index: &usize| {
        !matches!(
            phrase.word(*index),
            "if" | "for" | "from" | "then" | "except" | "|" | "," | "when" | "where" | "unless"
        )
    };
    let end = (at..phrase.tokens.len()).find(|index| !goes_on(index)).unwrap_or(phrase.tokens.len());
    (end > at).then_some(end)
}

/// `games.cgt`
fn file(phrase: &View, at: usize) -> Option<(usize, Option<String>)> {
    let rest = phrase.tokens.get(at)?;
    let text = phrase.text[rest.range.start..].trim().trim_matches(is_quote);
    let is_path = text.chars().all(|c| c.is_alphanumeric() || "./\\_-~".contains(c));
    // `Data.Bits` is a library of another language.
    let is_named = text.rsplit_once('.').is_some_and(|(_, ending)| !ending.starts_with(char::is_uppercase));
    (is_path && is_named).then(|| (phrase.tokens.len(), Some(format!("\"{text}\""))))
}

/// The template with what was captured in place of `{1}`, `{1-}`, `{1"}` …
pub fn filled(template: &str, captures: &[String]) -> String {
    let mut filled = template.to_owned();
    for (index, capture) in captures.iter().enumerate() {
        let number = index + 1;
        filled = filled.replace(&format!("{{{number}}}"), capture);
        let less = capture.parse::<i128>().ok().and_then(|value| value.checked_sub(1));
        filled =
            filled.replace(&format!("{{{number}-}}"), &less.map_or(format!("{capture}-1"), |less| less.to_string()));
        filled = filled.replace(&format!("{{{number}\"}}"), capture.trim_matches('"'));
    }
    filled
}
