//! Rewritings that a pattern of `table.txt` cannot express: quotation marks, numbers of other bases, pairs.

use crate::error::nearest;
use crate::syntax::spellings::instead_of_character;
use crate::syntax::token::TokenKind;
use crate::syntax::view::View;
use crate::syntax::words::{self, AsksAbout};

pub(super) fn rewritten(phrase: &View) -> Vec<String> {
    [quoted, other_bases, pairs, chomp, heap_in_name, alone].iter().filter_map(|rewrite| rewrite(phrase)).collect()
}

/// The text with every token replaced for which `change` returns a new one; `None` if nothing changed.
fn mapped(phrase: &View, change: impl Fn(usize) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    let mut end = 0;
    let mut is_changed = false;
    for (index, token) in phrase.tokens.iter().enumerate() {
        text.push_str(&phrase.text[end..token.range.start]);
        end = token.range.end;
        match change(index) {
            Some(new) => {
                is_changed = true;
                text.push_str(&new);
            }
            None => text.push_str(phrase.word(index)),
        }
    }
    text.push_str(&phrase.text[end..]);
    is_changed.then_some(text)
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
    mapped(phrase, |index| {
        let word = phrase.word(index);
        let base = match word.get(..2)?.to_ascii_lowercase().as_str() {
            "0b" => 2,
            "0o" => 8,
            _ => return None,
        };
        i128::from_str_radix(&word[2..], base).ok().map(|number| number.to_string())
    })
}

/// `[u for u, w in edges]`
fn pairs(phrase: &View) -> Option<String> {
    let is_name = |index: usize| phrase.kind(index) == Some(TokenKind::Name);
    let first = (0..phrase.tokens.len()).find(|&index| phrase.word(index) == "for")? + 1;
    let fits = is_name(first) && phrase.word(first + 1) == "," && is_name(first + 2) && phrase.word(first + 3) == "in";
    fits.then(|| {
        let names = format!("({}, {})", phrase.word(first), phrase.word(first + 2));
        phrase.replaced(first, first + 3, &names)
    })
}

/// `Chomp(3,4)`: the library's Chomp is asked about with the lengths of its rows.
fn chomp(phrase: &View) -> Option<String> {
    let at = (0..phrase.tokens.len()).find(|&index| phrase.word(index).eq_ignore_ascii_case("chomp"))?;
    let number = |index: usize| phrase.word(index).parse::<usize>().ok().filter(|rows| (1..=20).contains(rows));
    let (rows, width) = (number(at + 2)?, number(at + 4)?);
    let is_pair = phrase.word(at + 1) == "(" && phrase.word(at + 3) == "," && phrase.word(at + 5) == ")";
    is_pair.then(|| phrase.replaced(at, at + 6, &format!("Chomp([{width} for row in 1..{rows}])")))
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
