//! Habits: notation of other languages and of textbooks in a statement that cannot be parsed. A habit is recognised
//! by the tokens of the statement and by the index `at` of the token where parsing stopped. Its error says what to
//! write instead. Most functions below recognise one habit each, and their comments show examples of it.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use super::token::TokenKind;
use super::view::View;
use super::words;
use crate::error::{Error, Habit, SemanticError, SyntaxError, nearest};
use crate::source::Span;
use crate::source::blocks::blocks;
use crate::told::{Role, piece, told};

/// Words before `of` that say in how many positions a move is made.
const AT_ONCE: [&str; 3] = ["all", "some", "one"];

/// What to write instead of a word that is listed in this group of `habits.txt`.
pub(super) fn instead(group: &str, word: &str) -> Option<&'static str> {
    static TABLE: LazyLock<FxHashMap<(&str, &str), &str>> = LazyLock::new(|| {
        let blocks = blocks(include_str!("habits.txt"));
        let rows = blocks.iter().flat_map(|block| block.lines()).filter_map(|(group, row)| {
            let (words, instead) = row.rsplit_once(" ⇒ ")?;
            // The table is never dropped, so that its texts may be leaked.
            let instead: &str = instead.replace('␣', " ").leak();
            Some(words.split(' ').map(move |word| ((*group, word), instead)))
        });
        rows.flatten().collect()
    });
    TABLE.get(&(group, word)).copied()
}

/// Whether a habit is known whose word this is.
pub(super) fn is_understood(word: &str) -> bool {
    instead("between", word).or_else(|| instead("sentence", word)).is_some() || word == "union"
}

/// Whether a word of another language, or of every day, only looks like one of this language.
pub fn has_own_meaning(word: &str) -> bool {
    instead("itself", &word.to_lowercase()).is_some()
}

/// The error for a token of the kind `Error`, if a habit explains it.
pub(super) fn of_token(view: &View, at: usize) -> Option<Error> {
    match view.word(at) {
        ":" => colon(view, at),
        "." => dot(view, at),
        _ => number_in_name(view, at),
    }
}

/// The error for a statement whose parsing stopped at this token, if a habit explains it.
pub(super) fn of_failure(view: &View, at: usize) -> Option<Error> {
    HABITS.iter().find_map(|habit| habit(view, at))
}

/// The habits, in the order in which they are tried.
const HABITS: &[fn(&View, usize) -> Option<Error>] = &[
    comment,
    read_inside,
    loops,
    parameters,
    changed_in_place,
    let_game,
    missing_name,
    signs_in_name,
    member_commas,
    bare_for,
    at_once,
    positions_apart,
    no_file,
    predicate,
    united,
    between,
    print_comma,
];

fn habit(habit: Habit, at: Span, fix: Option<(Span, String)>) -> Option<Error> {
    Some(Error::new(SyntaxError::Habit { habit, fix }, at))
}

fn other_word(view: &View, at: Span, instead: &str) -> Option<Error> {
    let word = view.at(at).to_owned();
    habit(Habit::OtherWord { word, instead: instead.to_owned() }, at, Some((at, instead.to_owned())))
}

fn is_name(view: &View, at: usize) -> bool {
    view.kind(at) == Some(TokenKind::Name)
}

/// The index of the innermost bracket that is open at a token, if any.
fn open_bracket(view: &View, at: usize) -> Option<usize> {
    let mut open = Vec::new();
    for index in 0..at.min(view.tokens.len()) {
        match view.kind(index) {
            Some(TokenKind::Open) => open.push(index),
            Some(TokenKind::Close) => {
                open.pop();
            }
            _ => {}
        }
    }
    open.last().copied()
}

/// `for n in 0..5: …`, `game S : take <1>`
fn colon(view: &View, at: usize) -> Option<Error> {
    if let Some(error) = loops(view, 0) {
        return Some(error);
    }
    if view.defines() && view.define().is_none_or(|define| define > at) {
        return Some(Error::new(SyntaxError::MissingDefine { fix: (view.span(at), "=".to_owned()) }, view.span(at)));
    }
    None
}

/// `S.winner(3)`, `h.length`
fn dot(view: &View, at: usize) -> Option<Error> {
    let is_called = matches!(view.kind(at + 1), Some(TokenKind::Name | TokenKind::Verb));
    if at == 0 || !is_called || !(is_name(view, at - 1) || view.kind(at - 1) == Some(TokenKind::Close)) {
        return None;
    }
    habit(Habit::Dot, view.span(at), None)
}

/// `game 2S = …`
fn number_in_name(view: &View, at: usize) -> Option<Error> {
    let word = view.word(at);
    let digits = word.find(|c: char| !c.is_ascii_digit())?;
    if at != 1 || !view.defines() || digits == 0 {
        return None;
    }
    let new = format!("{}{}", &word[digits..], &word[..digits]);
    habit(Habit::NameSigns, view.span(at), Some((view.span(at), new)))
}

/// The advice for comments of other languages.
pub(super) const COMMENT: &str = "comments after a `#` sign";

/// `/* … */`
fn comment(view: &View, at: usize) -> Option<Error> {
    let opens = view.word(at) == "/" && view.word(at + 1) == "*" && view.span(at).end() == view.span(at + 1).start();
    let span = view.spans(at, at + 1);
    opens.then(|| Error::new(SyntaxError::Foreign { found: "/*".into(), instead: COMMENT }, span))
}

/// `for n in 0..5 print n`, `while true …`
fn loops(view: &View, at: usize) -> Option<Error> {
    let word = view.word(0);
    // `while (true) {` stops only at the brace.
    let is_late = at > 1 && (word == "for" || view.word(1) != "(");
    if !matches!(word, "for" | "while" | "repeat" | "foreach" | "until") || is_late {
        return None;
    }
    if word != "for" && !matches!(view.kind(0), Some(TokenKind::Name)) {
        return None;
    }
    let fix =
        (0..view.tokens.len()).find(|&index| view.word(index) == "print").filter(|_| word == "for").and_then(|print| {
            let range_end = (1..print).rev().find(|&index| !matches!(view.word(index), ":" | "do" | "{"))?;
            let is_whole = print + 1 < view.tokens.len() && view.word(2) == "in" && range_end > 2;
            let body = || view.written(print + 1, view.tokens.len());
            let new = || format!("print [{} {}]", body(), view.written(0, range_end + 1));
            is_whole.then(|| (view.spans(0, view.tokens.len() - 1), new()))
        });
    habit(Habit::Loop { word: word.to_owned() }, view.span(0), fix)
}

/// `let f n = n + 1`, `f n = n + 1`
fn parameters(view: &View, at: usize) -> Option<Error> {
    let is_letter =
        |index: usize| view.word(index).chars().count() == 1 && view.word(index).starts_with(char::is_lowercase);
    let defines = view.defines();
    // Without a word that defines, only letters are surely parameters.
    let first = if defines { 2 } else { 1 };
    let names = (first..view.tokens.len()).take_while(|&index| is_name(view, index)).last()?;
    if at != first || !is_name(view, first - 1) || !view.is_define(names + 1) {
        return None;
    }
    let is_misspelt = || nearest(view.word(0), ["let", "game"], 2).is_some();
    if !defines && (view.word(0).starts_with(char::is_uppercase) || is_misspelt() || !(first..=names).all(is_letter)) {
        return None;
    }
    // `game fast S = …` names the game S.
    if view.word(0) == "game" && view.word(2).starts_with(char::is_uppercase) {
        return None;
    }
    let listed: Vec<&str> = (first..=names).map(|index| view.word(index)).collect();
    // `auto t = 5` names a type.
    let is_used = |name: &&str| (names + 2..view.tokens.len()).any(|index| view.word(index) == *name);
    if !defines && !listed.iter().any(is_used) {
        return None;
    }
    let span = view.spans(first, names);
    let place = span.behind(view.span(first - 1));
    habit(Habit::ParameterBrackets, span, Some((place, format!("({})", listed.join(", ")))))
}

/// `x += 1`, `x++`; and the signs that only look like it: `===`, `=/=`
fn changed_in_place(view: &View, at: usize) -> Option<Error> {
    let touches = |index: usize| index > 0 && view.span(index - 1).end() == view.span(index).start();
    if view.word(1) == "++" && is_name(view, 0) && view.tokens.len() == 2 {
        let name = view.word(0).to_owned();
        let fix = (view.spans(0, 1), format!("let {name} = {name} + 1"));
        return habit(Habit::ChangedInPlace { name }, view.span(1), Some(fix));
    }
    if view.word(at) != "=" {
        return None;
    }
    let sign = |first: usize, last: usize, instead: &'static str| {
        let found = view.written(first, last + 1).to_owned();
        Some(Error::new(SyntaxError::Foreign { found, instead }, view.spans(first, last)))
    };
    match view.word(at.saturating_sub(1)) {
        "==" if touches(at) => return sign(at - 1, at, "`==`"),
        "!=" if touches(at) => return sign(at - 1, at, "`!=`"),
        _ if view.word(at + 1) == "/" && view.word(at + 2) == "=" && touches(at + 1) && touches(at + 2) => {
            return sign(at, at + 2, "`!=`");
        }
        "+" | "-" | "*" | "/" | "%" | "^" if at == 2 && touches(at) && is_name(view, 0) => {}
        _ => return None,
    }
    let name = view.word(0).to_owned();
    let fix = (view.spans(0, 2), format!("let {name} = {name} {}", view.word(1)));
    habit(Habit::ChangedInPlace { name }, view.spans(1, 2), Some(fix))
}

/// `let S = (n-1) | (n-2)`
fn let_game(view: &View, at: usize) -> Option<Error> {
    if view.word(0) != "let" || view.word(at) != "|" || !view.is_define(2) {
        return None;
    }
    habit(Habit::LetGame, view.span(0), Some((view.span(0), "game".to_owned())))
}

/// `game = take <1,2>`
fn missing_name(view: &View, at: usize) -> Option<Error> {
    if at != 1 || !view.defines() || !view.is_define(1) {
        return None;
    }
    let name = if view.word(0) == "game" { "S " } else { "x " };
    let before = view.span(1).beginning();
    habit(Habit::MissingName, view.span(1), Some((before, name.to_owned())))
}

/// `game my-game = …`
fn signs_in_name(view: &View, at: usize) -> Option<Error> {
    if at != 2 || !view.defines() || view.word(2) != "-" || !is_name(view, 1) || view.kind(3).is_none() {
        return None;
    }
    let span = view.spans(1, 3);
    let joined = format!("{}_{}", view.word(1), view.word(3));
    habit(Habit::NameSigns, span, Some((span, joined)))
}

/// `take <1 2 3>`
fn member_commas(view: &View, at: usize) -> Option<Error> {
    let is_number = |index: usize| view.kind(index) == Some(TokenKind::Number);
    let open = open_bracket(view, at)?;
    if at == 0 || !is_number(at) || !is_number(at - 1) || view.word(open) == "(" {
        return None;
    }
    let last = (at..view.tokens.len()).take_while(|&index| is_number(index)).last()?;
    let numbers: Vec<&str> = (at - 1..=last).map(|index| view.word(index)).collect();
    let span = view.spans(at - 1, last);
    habit(Habit::MemberCommas, span, Some((span, numbers.join(", "))))
}

/// `grundy S(n) == 0 for n in 0..5`
fn bare_for(view: &View, at: usize) -> Option<Error> {
    // A duration may follow `period S for`, so there the grammar stops only at the name after the `for`.
    let names = at > 0 && view.word(at - 1) == "for" && view.kind(at) == Some(TokenKind::Name);
    let at = at - usize::from(names);
    let starts_otherwise = view.defines() || matches!(view.word(0), "check" | "assert" | "survey" | "help" | "time");
    if at == 0 || view.word(at) != "for" || open_bracket(view, at).is_some() || starts_otherwise {
        return None;
    }
    let claims = (0..at).any(|index| matches!(view.word(index), "==" | "!=" | "<" | "<=" | ">" | ">=" | "in"));
    let first = usize::from(view.word(0) == "print");
    let whole = view.spans(first, view.tokens.len() - 1);
    let text = view.at(whole);
    let fix =
        if claims && first == 0 { (whole.beginning(), "check ".to_owned()) } else { (whole, format!("[{text}]")) };
    habit(Habit::BareFor, view.span(at), Some(fix))
}

/// `equal all of S(3), S(4), S(5)`
fn at_once(view: &View, at: usize) -> Option<Error> {
    let end = view.tokens.len();
    // Where no position may stand at all, the reader stops at the first of these words.
    let from = if at == end || view.word(0) == "quotient" { 0 } else { at };
    let of = (from..from + 3).find(|&index| view.word(index) == "of")?;
    let counts = |index: usize| view.kind(index) == Some(TokenKind::Number) || AT_ONCE.contains(&view.word(index));
    let amount = of.checked_sub(1).filter(|&amount| view.word(of) == "of" && counts(amount))?;
    let is_position =
        is_name(view, of + 1) && matches!(view.word(of + 2), "(" | "[") || matches!(view.word(of + 1), "(" | "*");
    let is_parted = (of..end).any(|index| view.word(index) == "," && open_bracket(view, index).is_none());
    if !is_position || !is_parted {
        return None;
    }
    let ends = amount.checked_sub(1).filter(|&before| matches!(view.word(before), "short" | "long"));
    let first = ends.unwrap_or(amount);
    Some(Error::new(SemanticError::PlayedAtOnce, view.spans(first, end - 1)))
}

/// `winner S(3) S(4)`, `winner all of S(3) S(4)`
fn positions_apart(view: &View, at: usize) -> Option<Error> {
    let follows = at > 0 && view.kind(at - 1) == Some(TokenKind::Close) && is_name(view, at);
    if view.kind(0) != Some(TokenKind::Verb) || view.word(0) == "print" || !follows {
        return None;
    }
    if !matches!(view.word(at + 1), "(" | "[") || open_bracket(view, at).is_some() {
        return None;
    }
    if (1..at).any(|index| view.word(index) == "of") {
        let (found, expected) = (
            told!("the name `{x}`", x = view.word(at)),
            told!("{a} or {b}", a = piece(Role::Code, ","), b = piece(Role::Code, "+")),
        );
        let last = view.span(at - 1);
        let error = Error::new(SyntaxError::Unexpected { found, expected }, view.span(at));
        return Some(error.correct(told!("part them by commas"), last.ending(), ","));
    }
    let before = view.span(at).beginning();
    habit(Habit::PositionsApart, view.span(at), Some((before, "+ ".to_owned())))
}

/// `winner S(3) to "file.csv"`, and `preperiod S to "file.csv"`, whose `to` begins a bound
fn no_file(view: &View, at: usize) -> Option<Error> {
    let at = at - usize::from(view.kind(at) == Some(TokenKind::Text) && at > 0);
    let says_file = |word: &words::Word| word.usage().contains("to \"FILE\"");
    let writes = matches!(view.word(0), "explain" | "time") || words::find(view.word(0)).is_some_and(says_file);
    // `pattern S to 100` means a range.
    let writes = writes || view.word(0) == "pattern" && view.kind(at + 1) == Some(TokenKind::Number);
    let names_file = at + 2 >= view.tokens.len();
    if at == 0 || view.word(at) != "to" || !names_file || writes || view.kind(0) != Some(TokenKind::Verb) {
        return None;
    }
    habit(Habit::NoFile { verb: view.word(0).to_owned() }, view.span(at), None)
}

/// `print read "graph.csv"`, `let g = read "graph.csv" ++ []`
fn read_inside(view: &View, at: usize) -> Option<Error> {
    let is_read = |index: usize| view.word(index) == "read" && view.kind(index + 1) == Some(TokenKind::Text);
    let first =
        at.checked_sub(1).filter(|first| is_read(*first)).or(at.checked_sub(2).filter(|first| is_read(*first)))?;
    let error = Error::new(SyntaxError::ReadInside, view.spans(first, first + 1));
    if first > 0 || at > 1 {
        return Some(error);
    }
    let before = view.span(0).beginning();
    Some(match view.word(1).ends_with(".cgt\"") {
        true => error.correct(told!("load a script"), view.span(0), "load"),
        false => error.correct(told!("give the data a name"), before, "let data = "),
    })
}

/// `n is even`
fn predicate(view: &View, at: usize) -> Option<Error> {
    let is_test = matches!(view.word(at + 1), "even" | "odd" | "prime" | "square");
    if at == 0 || view.word(at) != "is" || !is_test || !is_name(view, at - 1) {
        return None;
    }
    let place = view.spans(at - 1, at + 1);
    let new = format!("{}({})", view.word(at + 1), view.word(at - 1));
    let kind = Habit::OtherWord { word: "is".to_owned(), instead: new.clone() };
    habit(kind, view.span(at), Some((place, new)))
}

/// `{1} union {2}`
fn united(view: &View, at: usize) -> Option<Error> {
    if view.word(at) != "union" || at == 0 || view.kind(at + 1).is_none() {
        return None;
    }
    let kind = Habit::OtherWord { word: "union".to_owned(), instead: "{A, B}".to_owned() };
    habit(kind, view.span(at), united_fix(view, at))
}

/// The correction that writes both sets as one, where each is a single word or stands in brackets of its own.
fn united_fix(view: &View, at: usize) -> Option<(Span, String)> {
    use TokenKind::{Close, Name, Number, Open};
    let first = match view.kind(at - 1)? {
        Close => open_bracket(view, at - 1).filter(|open| *open == 0 || !is_name(view, open - 1))?,
        Name | Number => at - 1,
        _ => return None,
    };
    let closes = |index: &usize| view.kind(*index) == Some(Close) && open_bracket(view, *index) == Some(at + 1);
    let last = match view.kind(at + 1)? {
        Open => (at + 2..view.tokens.len()).find(closes)?,
        Name | Number if view.kind(at + 2) != Some(Open) => at + 1,
        _ => return None,
    };
    let new = format!("{{{}, {}}}", view.written(first, at), view.written(at + 1, last + 1));
    Some((view.spans(first, last), new))
}

/// `7 mod 3`
fn between(view: &View, at: usize) -> Option<Error> {
    let instead = instead("between", view.word(at))?;
    if at == 0 || !is_name(view, at) || view.kind(at + 1).is_none() || view.defines() && view.define().is_none() {
        return None;
    }
    other_word(view, view.span(at), instead)
}

/// `print "n is" 3`
fn print_comma(view: &View, at: usize) -> Option<Error> {
    use TokenKind::{Close, Name, Number, Text};
    let is_value = |index: usize, close: bool| match view.kind(index) {
        Some(Name | Number | Text) => true,
        Some(Close) => close,
        _ => false,
    };
    if view.word(0) != "print"
        || at < 2
        || view.word(at - 1) == "mex"
        || !is_value(at, false)
        || !is_value(at - 1, true)
    {
        return None;
    }
    if open_bracket(view, at).is_some() {
        return None;
    }
    let place = view.span(at - 1).between(view.span(at));
    habit(Habit::PrintComma, view.span(at), Some((place, ", ".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_well_formed() {
        for line in crate::syntax::rows(include_str!("habits.txt")) {
            let (group, row) = line.split_once(": ").unwrap();
            let (words, expected) = row.rsplit_once(" ⇒ ").unwrap();
            let expected = expected.replace('␣', " ");
            assert!(["between", "sentence", "itself", "foreign"].contains(&group), "{line}");
            assert!(words.split(' ').all(|word| instead(group, word) == Some(&expected)), "{line}");
        }
    }
}
