//! Wording that many answers share: pieces of each role, numbers with their thousands apart, long sums cut short,
//! values joined by `⊕`; and the blocks that most documents are made of.

use std::fmt::Display;

use grundy_engine::game::{Component, Sum, Summand, Value};
use grundy_engine::nim::Nimber;
use unicode_width::UnicodeWidthStr;

use crate::show::document::{
    Block, Document, ExerciseSheet, ExerciseText, Line, Listing, Paragraph, Piece, Role, Style, Worksheets,
};
use crate::show::formula::superscript_digit;
use crate::show::told::{Tellable, Told, told};
use crate::show::visible;

pub use crate::error::thousands;
pub use crate::show::told::{piece, plain, text_of};

/// A sentence names at most this many summands one by one.
pub const NAMED: usize = 12;
/// A set shows at most this many entries, each of which is a value or a run of values.
const RUNS: usize = 30;

pub fn verdict(text: impl Display) -> Piece {
    piece(Role::Verdict, text)
}

pub fn name(text: impl Display) -> Piece {
    piece(Role::Name, text)
}

pub fn nimber(value: Nimber) -> Piece {
    piece(Role::Nimber, value)
}

pub fn muted(text: impl Display) -> Piece {
    piece(Role::Muted, text)
}

pub fn heading(text: impl Display) -> Piece {
    piece(Role::Heading, text)
}

/// The words of a heading.
pub fn titled(words: Told) -> Line {
    words.looks(Role::Heading).into_line()
}

pub fn muted_words(words: Told) -> Line {
    words.looks(Role::Muted).into_line()
}

/// One sentence behind the other.
pub fn sentences<T: Tellable>(all: impl IntoIterator<Item = T>) -> Line {
    all.into_iter().map(Tellable::into_line).collect::<Vec<_>>().join(&plain(" "))
}

pub fn code(text: impl Display) -> Piece {
    piece(Role::Code, text)
}

/// The pieces of a text. Backticks enclose what can be typed: it gets the role of code, and the backticks are left
/// out.
pub fn with_code(text: &str) -> Line {
    let odd = |(index, part): (usize, &str)| if index % 2 == 1 { code(part) } else { plain(part) };
    text.split('`').enumerate().filter(|(_, part)| !part.is_empty()).map(odd).collect()
}

/// The first 60 characters of a line that was typed.
pub fn short_line(line: &str) -> String {
    line.chars().take(60).collect()
}

/// How many columns a line takes on the screen.
pub fn width(line: &[Piece]) -> usize {
    line.iter().map(|piece| piece.text.width()).sum()
}

/// How many columns a line takes on the screen in this style.
pub fn spelled_width(line: &[Piece], style: &Style) -> usize {
    line.iter().map(|piece| spell(&piece.text, style).width()).sum()
}

/// `2 points`
pub fn points_text(exercise: &ExerciseText) -> String {
    exercise.language.words(told!("{n} point[s]", n = exercise.points))
}

/// `Sheet 3`; nothing for a sheet without a number.
pub fn sheet_title(sheet: &ExerciseSheet) -> String {
    sheet.number.map_or_else(String::new, |n| sheet.language.words(told!("Sheet {n}", n)))
}

/// What is filled in by hand on a sheet: name, date and points.
pub fn filled_in(sheet: &ExerciseSheet) -> [String; 3] {
    [told!("Name"), told!("Date"), told!("Points")].map(|word| sheet.language.words(word))
}

/// The heading above the answers.
pub fn answers_title(worksheets: &Worksheets) -> String {
    worksheets.language.words(told!("Answers"))
}

/// A sum as it would be typed. The middle of a long sum is left out.
pub fn sum(sum: &Sum) -> Piece {
    name(short_sum(sum))
}

pub fn short_sum(sum: &Sum) -> String {
    if sum.parts.len() <= NAMED {
        return sum.to_string();
    }
    let join = |parts: &[Summand]| parts.iter().map(Summand::to_string).collect::<Vec<_>>().join(" + ");
    let (last, first) = (&sum.parts[sum.parts.len() - 1..], &sum.parts[..NAMED - 2]);
    format!("{} + … + {}", join(first), join(last))
}

/// A sum in words that no other sum has, however long it is. Of a long one, equal neighbours are counted, and only the middle of a run of
/// heaps is left out, `G(4) + … + G(20)`, which the ends of the run tell.
pub fn exact_sum(sum: &Sum) -> String {
    if sum.parts.len() <= NAMED {
        return sum.to_string();
    }
    let mut parts: Vec<Summand> = Vec::new();
    for part in &sum.parts {
        match parts.last_mut().filter(|last| last.component == part.component) {
            Some(last) if let Some(copies) = last.copies.checked_add(part.copies) => last.copies = copies,
            _ => parts.push(part.clone()),
        }
    }
    if parts.len() <= NAMED {
        return Sum { parts }.to_string();
    }
    let told = parts.chunk_by(is_followed_by).flat_map(|run| match run {
        [first, _, _, .., last] => vec![first.to_string(), "…".to_owned(), last.to_string()],
        few => few.iter().map(Summand::to_string).collect(),
    });
    told.collect::<Vec<_>>().join(" + ")
}

/// Whether the second is the next larger heap of the same game.
fn is_followed_by(one: &Summand, next: &Summand) -> bool {
    match (&one.component, &next.component) {
        (Component::Position(heap), Component::Position(larger)) => {
            let sizes = (&*heap.coordinates, &*larger.coordinates);
            let is_next =
                matches!(sizes, ([Value::Integer(size)], [Value::Integer(next)]) if size.checked_add(1) == Some(*next));
            is_next && one.copies == 1 && next.copies == 1 && heap.game == larger.game
        }
        _ => false,
    }
}

/// `{0, 1, 4}`. Runs of four values and more are written as `0..9`. Of very many entries, only the first are written.
pub fn value_set(values: &[Nimber]) -> String {
    format!("{{{}}}", first_of(&runs(values), RUNS, ", "))
}

fn runs(values: &[Nimber]) -> Vec<String> {
    let mut written = Vec::new();
    let mut rest = values;
    while let Some(first) = rest.first() {
        let length = rest.iter().enumerate().take_while(|(i, v)| v.0 == first.0.saturating_add(*i as u64)).count();
        let (run, after) = rest.split_at(length.max(1));
        match run {
            [first, _, _, .., last] if run.len() > 3 => written.push(format!("{first}..{last}")),
            few => written.extend(few.iter().map(Nimber::to_string)),
        }
        rest = after;
    }
    written
}

/// At most `most` of these items, and `…` if there are more.
pub fn first_of<T: Display>(numbers: &[T], most: usize, separator: &str) -> String {
    let mut written: Vec<String> = numbers.iter().take(most).map(T::to_string).collect();
    if numbers.len() > most {
        written.push("…".to_string());
    }
    written.join(separator)
}

/// A text as it is shown: hidden characters become escapes, and in an ASCII style the symbols of the program are
/// spelled out.
pub fn spell(text: &str, style: &Style) -> String {
    let text = visible::text(text);
    if !style.ascii || text.is_ascii() {
        return text.into_owned();
    }
    let mut spelled = String::with_capacity(text.len());
    let mut before = ' ';
    for character in text.chars() {
        match character {
            '⊕' => spelled.push_str("xor"),
            '→' => spelled.push_str("->"),
            '…' => spelled.push_str("..."),
            '≥' => spelled.push_str(">="),
            '≤' => spelled.push_str("<="),
            '≠' => spelled.push_str("!="),
            '×' => spelled.push('*'),
            '●' => spelled.push('o'),
            '–' | '−' | '─' => spelled.push('-'),
            '│' => spelled.push('|'),
            '┼' => spelled.push('+'),
            '·' => spelled.push('.'),
            '“' | '”' => spelled.push('"'),
            '’' | '‘' => spelled.push('\''),
            'é' | 'è' => spelled.push('e'),
            other => match superscript_digit(other) {
                Some(digit) if superscript_digit(before).is_some() => spelled.push(digit),
                Some(digit) => spelled.extend(['^', digit]),
                None => spelled.push(other),
            },
        }
        before = character;
    }
    spelled
}

/// Adds a listing of names in this role, each with a text.
pub fn listing(document: &mut Document, role: Role, entries: impl IntoIterator<Item = (impl Display, impl Tellable)>) {
    let entries = entries.into_iter().map(|(name, text)| (piece(role, name), text.into_line()));
    document.blocks.push(Block::Listing(Listing { entries: entries.collect(), has_long_names: false }));
}

/// Adds a paragraph, broken at words.
pub fn paragraph(document: &mut Document, text: impl Tellable) {
    indented(document, 0, text);
}

/// Adds a paragraph that is indented by this many columns.
pub fn indented(document: &mut Document, indent: usize, text: impl Tellable) {
    put(document, vec![plain(" ".repeat(indent))], text.into_line(), indent);
}

/// Adds an item of a list, whose first piece is its mark. Later lines are indented to the text after the mark.
pub fn hanging(document: &mut Document, indent: usize, line: Line) {
    let mark = line.first().map_or(0, |mark| width(std::slice::from_ref(mark)));
    let mut pieces = line.into_iter();
    let head: Line = std::iter::once(plain(" ".repeat(indent))).chain(pieces.next()).collect();
    put(document, head, pieces.collect(), indent + mark);
}

/// Adds a step of an argument, `1. …`. Later lines are indented to its text.
pub fn step(document: &mut Document, number: usize, text: impl Tellable) {
    put(document, vec![plain(format!("{number:>3}. "))], text.into_line(), 5);
}

fn put(document: &mut Document, head: Line, text: Line, indent: usize) {
    document.blocks.push(Block::Paragraph(Paragraph { head, text, indent, is_kept: false }));
}

/// Adds a question after its number, with what to type, its values and its choices.
pub fn exercise(document: &mut Document, exercise: &ExerciseText, number: Line) {
    let format = exercise.answer_format.clone();
    hanging(document, 0, [number, exercise.text.clone(), vec![plain(" ")], format].concat());
    below_exercise(document, exercise);
}

/// Adds what stands below the text of a question: its values and its choices.
pub fn below_exercise(document: &mut Document, exercise: &ExerciseText) {
    let heads = ["n".into_line(), exercise.language.line(told!("value").into_line())];
    let widest = heads.iter().map(|head| width(head)).max().unwrap_or(0);
    for table in exercise.tables() {
        let width_of = |column: usize| table.iter().map(|row| row[column].len()).max().unwrap_or(0);
        let line = |(head, row): (&Line, &Vec<String>)| {
            let cells = row.iter().enumerate().skip(1);
            let cells = cells.map(|(column, cell)| format!(" {cell:>width$}", width = width_of(column)));
            let padding = " ".repeat(widest - width(head) + 2);
            [&[plain("  ")], &head[..], &[plain(padding + &cells.collect::<String>())]].concat()
        };
        document.drawing(heads.iter().zip(&table).map(line).collect());
    }
    for (letter, choice) in exercise.lettered() {
        indented(document, 2, [vec![code(letter), plain(") ")], choice.clone()].concat());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::document::Style;
    use crate::show::terminal::{Painter, paint};

    #[test]
    fn runs_of_four_become_ranges() {
        let cases: [(&[u64], &str); 6] = [
            (&[], "{}"),
            (&[0], "{0}"),
            (&[0, 1, 2], "{0, 1, 2}"),
            (&[0, 1, 2, 3], "{0..3}"),
            (&[0, 2, 3, 4, 5, 9], "{0, 2..5, 9}"),
            (&[7, 7], "{7, 7}"),
        ];
        for (values, expected) in cases {
            let values: Vec<Nimber> = values.iter().map(|v| Nimber(*v)).collect();
            assert_eq!(value_set(&values), expected);
        }
    }

    #[test]
    fn a_paragraph_breaks_at_words_and_keeps_a_name_and_its_comma_together() {
        let mut document = Document::default();
        paragraph(&mut document, vec![plain("play "), name("S(3) → S(1)"), plain(", and then")]);
        assert_eq!(
            paint(&document, &Style { width: 12, ascii: true }, Painter::Plain),
            "play S(3) ->\nS(1), and\nthen\n"
        );
    }

    #[test]
    fn a_listing_breaks_under_the_text() {
        let mut document = Document::default();
        listing(&mut document, Role::Name, [("Nim", "take any number"), ("Kayles", "bowling")]);
        assert_eq!(
            paint(&document, &Style { width: 20, ascii: false }, Painter::Plain),
            "  Nim     take any\n          number\n  Kayles  bowling\n"
        );
    }
}
