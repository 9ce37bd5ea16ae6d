//! Rewritings that a pattern of `table.txt` cannot express: quotation marks, numbers of other bases; and the options of a
//! rule that are listed in another notation: `{n-1, n-2}`, `(n-1) or (n-2)`, `n -> n-1`.

use crate::error::nearest;
use crate::syntax::spellings::instead_of_character;
use crate::syntax::token::TokenKind;
use crate::syntax::view::View;
use crate::syntax::words::{self, AsksAbout};

pub(super) fn statements_rewritten(phrase: &View) -> Vec<String> {
    [quoted, other_bases, heap_in_name, alone].iter().filter_map(|rewrite| rewrite(phrase)).collect()
}

/// `“out.csv”`, `«out.csv»`, ``hi''`, `'out.csv'`
fn quoted(phrase: &View) -> Option<String> {
    let is_quote = |c: char| c != '\'' && instead_of_character(c) == Some("\"");
    let respelt = phrase.text.replace("''", "\"").replace("``", "\"").replace(is_quote, "\"");
    if respelt != phrase.text && respelt.matches('"').count().is_multiple_of(2) {
        return Some(respelt);
    }
    let first = phrase.text.find(" '").map(|at| at + 1)?;
    let length = phrase.text[first + 1..].find('\'')?;
    let inside = &phrase.text[first + 1..first + 1 + length];
    Some(format!("{}\"{inside}\"{}", &phrase.text[..first], &phrase.text[first + length + 2..]))
}

/// `0b101`, `0o17`
fn other_bases(phrase: &View) -> Option<String> {
    (0..phrase.tokens.len()).find_map(|index| {
        let word = phrase.word(index);
        let base = match word.get(..2)?.to_ascii_lowercase().as_str() {
            "0b" => 2,
            "0o" => 8,
            _ => return None,
        };
        let number = i128::from_str_radix(&word[2..], base).ok()?;
        Some(phrase.replaced(index, index + 1, &number.to_string()))
    })
}

/// `winner S3`
fn heap_in_name(phrase: &View) -> Option<String> {
    let name = Some(phrase.word(1)).filter(|_| phrase.kind(1) == Some(TokenKind::Name))?;
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let heap = &name[base.len()..];
    let asks = words::asks_about(phrase.word(0)) == Some(AsksAbout::Position);
    let is_alone = matches!(phrase.word(2), "" | "+" | ")" | ",");
    (asks && is_alone && !base.is_empty() && !heap.is_empty())
        .then(|| phrase.replaced(1, 2, &format!("{base}({heap})")))
}

/// `qiut`, `hepl`
fn alone(phrase: &View) -> Option<String> {
    if phrase.tokens.len() > 1 || phrase.kind(0) != Some(TokenKind::Name) {
        return None;
    }
    nearest(phrase.word(0), ["quit", "help", "games", "tour", "history"], 1).map(str::to_owned)
}

pub(super) fn options_rewritten(phrase: &View) -> Option<String> {
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
