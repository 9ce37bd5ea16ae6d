//! Rewrites the options of a rule that are listed in another notation: `{n-1, n-2}`, `(n-1) or (n-2)`, `n -> n-1`.

use crate::syntax::view::View;
use crate::syntax::words;

pub(super) fn rewritten(phrase: &View) -> Option<String> {
    if phrase.word(0) != "game" {
        return None;
    }
    let define = phrase.define()?;
    let end = phrase.tokens.len();
    let coordinates = coordinates(phrase, define);
    let (first, last) = inside(phrase, define + 1, end);
    let mentions = (first..last).any(|index| coordinates.contains(&phrase.word(index)));
    let is_other = |index: usize| phrase.word(index) == "over" || words::begins_clause(phrase.word(index));
    if !mentions || (first..last).any(is_other) {
        return None;
    }
    // What stands after the options: `for`, `if`.
    let behind =
        (first..last).find(|&index| matches!(phrase.word(index), "for" | "if") && depth(phrase, first, index) == 0);
    let stop = behind.unwrap_or(last);
    let options = options(phrase, first, stop, coordinates.len())?;
    let rest = phrase.written(stop, last);
    let written = format!("{} {rest}", options.join(" | "));
    Some(phrase.replaced(define + 1, end, written.trim()))
}

fn coordinates<'t>(phrase: &View<'t>, define: usize) -> Vec<&'t str> {
    let named: Vec<&str> =
        if phrase.word(2) == "(" { (3..define).map(|index| phrase.word(index)).collect() } else { vec!["n"] };
    named.into_iter().filter(|word| word.chars().all(char::is_alphanumeric)).collect()
}

/// The options without the brackets round all of them, and without `n ->` or `mex` before them.
fn inside(phrase: &View, mut first: usize, mut end: usize) -> (usize, usize) {
    if phrase.word(first + 1) == "->" {
        first += 2;
    }
    if phrase.word(first) == "mex" {
        first += 1;
    }
    let is_open = matches!(phrase.word(first), "{" | "[" | "<" | "(");
    let closes = matches!(phrase.word(end - 1), "}" | "]" | ">" | ")");
    let is_whole = (first + 1..end - 1).all(|index| depth(phrase, first, index) > 0);
    // The round brackets of a single option belong there.
    let is_option = phrase.word(first) == "(" && !(first..end).any(|index| phrase.word(index) == "|");
    if is_open && closes && is_whole && !(is_option && phrase.word(first.saturating_sub(1)) != "mex") {
        first += 1;
        end -= 1;
    }
    (first, end)
}

/// How many brackets are open at a token.
fn depth(phrase: &View, first: usize, at: usize) -> i32 {
    (first..at).fold(0, |depth, index| match phrase.word(index) {
        "(" | "[" | "{" | "<" => depth + 1,
        ")" | "]" | "}" | ">" => depth - 1,
        _ => depth,
    })
}

/// The options between two tokens, each in its brackets.
fn options(phrase: &View, first: usize, end: usize, arity: usize) -> Option<Vec<String>> {
    let joins = |index: usize| {
        let word = phrase.word(index);
        depth(phrase, first, index) == 0
            && (matches!(word, "|" | "||" | "or" | "and" | "&" | "&&")
                || word == "," && arity == 1
                || word == "," && matches!(phrase.word(index - 1), ")" | "]"))
    };
    let mut options = Vec::new();
    let mut from = first;
    for index in first..=end {
        let touches = index > first && index < end && phrase.word(index - 1) == ")" && phrase.word(index) == "(";
        if index < end && !joins(index) && !touches {
            continue;
        }
        if from < index {
            options.push(bracketed(phrase, from, index)?);
        }
        from = if touches { index } else { index + 1 };
    }
    (!options.is_empty()).then_some(options)
}

fn bracketed(phrase: &View, first: usize, end: usize) -> Option<String> {
    let compares = |index: usize| matches!(phrase.word(index), "<" | ">" | "<=" | ">=" | "==" | "!=" | "=" | "in");
    if (first..end).any(|index| compares(index) && depth(phrase, first, index) == 0) {
        return None;
    }
    let is_whole = (first + 1..end - 1).all(|index| depth(phrase, first, index) > 0);
    let written = phrase.written(first, end);
    let is_name = phrase.word(first).chars().all(char::is_alphanumeric);
    Some(match phrase.word(first) {
        "(" if is_whole => written.to_owned(),
        "[" if is_whole && phrase.word(end - 1) == "]" => format!("({})", phrase.written(first + 1, end - 1)),
        // A position of a game that is named.
        _ if is_name && phrase.word(first + 1) == "(" && phrase.word(end - 1) == ")" => written.to_owned(),
        _ if matches!(phrase.word(first), "=" | "+" | "*") => return None,
        _ => format!("({written})"),
    })
}
