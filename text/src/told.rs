//! Pieces of text with the role of each, and sentences with named parts: `told!("{position} is {value}", position, value)`. The
//! English sentence is the key by which another language finds its own, whose parts may stand in another order. What is told is
//! kept beside the English words, so that nobody reads these again.

use std::borrow::Cow;
use std::fmt::{self, Display};
use std::sync::Arc;

use serde::{Serialize, Serializer};

/// What a piece of text is. A painter decides what that looks like.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Role {
    #[default]
    Plain,
    /// The sentence that answers the question.
    Verdict,
    /// A Grundy value.
    Nimber,
    /// A number that is not a Grundy value: a heap, a count.
    Number,
    /// A game or a position.
    Name,
    /// A winning move, a P-position, a check that holds.
    Good,
    /// A losing move.
    Bad,
    Heading,
    /// Of secondary importance: remarks, labels, rules of tables.
    Muted,
    /// Something that can be typed.
    Code,
    Error,
    Warning,
    Help,
}

/// A text in one role, without line ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Piece {
    pub role: Role,
    pub text: String,
    /// The sentence that begins here, for other languages.
    pub told: Option<Arc<Told>>,
}

pub type Line = Vec<Piece>;

/// A sentence with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// In English. `{name}` stands for a part, `move[s]` and `[is|are]` for the form that the part before asks for, `[n:is|are]` for
    /// that of another part. `**` encloses what is strong, and backticks what can be typed.
    pub template: &'static str,
    /// How its other words look, and those in `**`.
    role: Role,
    strong: Role,
    parts: Vec<(&'static str, Line)>,
    /// Whether it begins a sentence, with a capital.
    is_capital: bool,
    /// How many pieces of a line it is in English.
    pub pieces: usize,
}

/// In English.
impl Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&text_of(&self.clone().into_line()))
    }
}

/// In English.
impl Serialize for Told {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// What can be a part of a sentence, or a line: a text that stays as it is in each language, or what is told itself.
pub trait Tellable {
    fn into_line(self) -> Line;
}

impl Tellable for Line {
    fn into_line(self) -> Line {
        self
    }
}

impl Tellable for Piece {
    fn into_line(self) -> Line {
        vec![self]
    }
}

impl Tellable for Told {
    /// In English, where its first piece keeps the sentence for other languages.
    fn into_line(mut self) -> Line {
        let mut line = self.filled(self.template, |part| Some(part.clone())).unwrap_or_default();
        self.pieces = line.len();
        if let Some(first) = line.first_mut() {
            first.told = Some(Arc::new(self));
        }
        line
    }
}

/// These stay as they are.
macro_rules! verbatim {
    ($($kind:ty),*) => { $(impl Tellable for $kind {
        fn into_line(self) -> Line {
            vec![plain(self)]
        }
    })* };
}
verbatim!(&str, String, &String, char, u8, u32, u64, u128, usize, i64, i128, grundy_engine::nim::Nimber);

/// A text of the program's own tables is a sentence without parts; any other stays as it is.
impl Tellable for Cow<'static, str> {
    fn into_line(self) -> Line {
        match self {
            Cow::Borrowed(text) => Told::from(text).into_line(),
            Cow::Owned(text) => plain(text).into_line(),
        }
    }
}

/// A sentence without parts.
impl From<&'static str> for Told {
    fn from(template: &'static str) -> Told {
        Told::new(template, Vec::new())
    }
}

impl Told {
    pub fn new(template: &'static str, parts: Vec<(&'static str, Line)>) -> Told {
        Told { template, role: Role::Plain, strong: Role::Verdict, parts, is_capital: false, pieces: 0 }
    }

    /// The same, whose own words look so.
    pub fn looks(self, role: Role) -> Told {
        Told { role, ..self }
    }

    /// The same, where what is in `**` looks so.
    pub fn strong(self, strong: Role) -> Told {
        Told { strong, ..self }
    }

    /// The same as the beginning of a sentence, whose first letter becomes a capital.
    pub fn capital(self) -> Line {
        Told { is_capital: true, ..self }.into_line()
    }

    /// The words of a language in the place of the English ones, and the parts as they are told there; `None` if one of them cannot
    /// be told.
    pub fn filled(&self, template: &str, told: impl Fn(&Line) -> Option<Line>) -> Option<Line> {
        let (mut line, mut rest, mut role) = (Line::new(), template, self.role);
        let mut number = None;
        while let Some(at) = rest.find(['{', '[', '`', '*']) {
            add(&mut line, piece(role, &rest[..at]));
            rest = &rest[at..];
            if let Some(behind) = rest.strip_prefix("**").filter(|_| role != Role::Code) {
                role = if role == self.role { self.strong } else { self.role };
                rest = behind;
            } else if let Some(behind) = rest.strip_prefix('`') {
                role = if role == self.role { Role::Code } else { self.role };
                rest = behind;
            } else if let Some((part, behind)) = self.part(rest) {
                for shown in told(part)? {
                    let role = if shown.role == Role::Plain { role } else { shown.role };
                    add(&mut line, Piece { role, ..shown });
                }
                number = Some(part);
                rest = behind;
            } else if let Some((number, (one, many, behind))) = self.forms(rest, number).filter(|_| role != Role::Code)
            {
                let is_one = matches!(&number[..], [number] if number.text == "1");
                add(&mut line, piece(role, if is_one { one } else { many }));
                rest = behind;
            } else {
                add(&mut line, piece(role, &rest[..1]));
                rest = &rest[1..];
            }
        }
        add(&mut line, piece(role, rest));
        line.iter_mut().take(usize::from(self.is_capital)).for_each(|first| first.text = capital(&first.text));
        Some(line)
    }

    /// The part whose name stands in braces at the beginning of a text, and what is behind it.
    fn part<'s>(&self, text: &'s str) -> Option<(&Line, &'s str)> {
        let (name, behind) = text.strip_prefix('{')?.split_once('}')?;
        Some((self.called(name)?, behind))
    }

    fn called(&self, name: &str) -> Option<&Line> {
        self.parts.iter().find(|part| part.0 == name).map(|(_, part)| part)
    }

    /// The number that is meant by `[s]`, `[is|are]` or `[n:is|are]` at the beginning of a text, with the words for one and for many,
    /// and what is behind them.
    fn forms<'a>(&'a self, text: &'a str, before: Option<&'a Line>) -> Option<(&'a Line, (&'a str, &'a str, &'a str))> {
        let (inside, behind) = text.strip_prefix('[')?.split_once(']')?;
        let (number, words) = match inside.split_once(':') {
            Some((name, words)) => (self.called(name)?, words),
            None => (before?, inside),
        };
        let is_form = words == "s" || words.contains('|');
        let (one, many) = words.split_once('|').unwrap_or(("", words));
        is_form.then_some((number, (one, many, behind)))
    }
}

pub fn piece(role: Role, text: impl Display) -> Piece {
    Piece { role, text: text.to_string(), told: None }
}

pub fn plain(text: impl Display) -> Piece {
    piece(Role::Plain, text)
}

/// The text with its first letter as a capital.
fn capital(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or(String::new(), |first| first.to_uppercase().chain(characters).collect())
}

/// The text of a line, without its roles.
pub fn text_of(line: &[Piece]) -> String {
    line.iter().map(|piece| piece.text.as_str()).collect()
}

/// The text of a line, in which what can be typed stands in backquotes.
pub fn quoted(line: &[Piece]) -> String {
    let quoted = |piece: &Piece| match piece.role {
        Role::Code => format!("`{}`", piece.text),
        _ => piece.text.clone(),
    };
    line.iter().map(quoted).collect()
}

/// Adds a piece to a line, whose last piece becomes longer if both look the same.
fn add(line: &mut Line, piece: Piece) {
    match line.last_mut().filter(|last| last.role == piece.role) {
        _ if piece.text.is_empty() => {}
        Some(last) => last.text += &piece.text,
        None => line.push(Piece { told: None, ..piece }),
    }
}

/// Whether a line has sentences with parts.
pub fn is_told(line: &[Piece]) -> bool {
    line.iter().any(|piece| piece.told.is_some())
}

/// A sentence of the table of languages with its parts, each under its name: `told!("{n} move[s]", n = thousands(moves))`. A part
/// that is a text, a number or a piece stays as it is; one that is told itself is told in each language.
#[doc(hidden)]
#[macro_export]
macro_rules! told_sentence {
    ($template:literal $(, $name:ident $(= $part:expr)?)* $(,)?) => {
        $crate::told::Told::new(
            $template,
            vec![$((stringify!($name), $crate::told::Tellable::into_line($crate::told::told!(@ $name $(= $part)?)))),*],
        )
    };
    (@ $name:ident) => { $name };
    (@ $name:ident = $part:expr) => { $part };
}
pub use told_sentence as told;

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(n: u32, wins: u32) -> Told {
        told!("{wins} of {n} move[s] win[wins:s|]", n, wins)
    }

    #[test]
    fn numbers_choose_the_forms_of_words() {
        assert_eq!(moves(1, 1).to_string(), "1 of 1 move wins");
        assert_eq!(moves(6, 1).to_string(), "1 of 6 moves wins");
        assert_eq!(moves(6, 2).to_string(), "2 of 6 moves win");
        let typed = told!("{n} [is|are] left of `S[a]` and [n]", n = 2u32);
        assert_eq!(typed.to_string(), "2 are left of S[a] and [n]");
    }

    #[test]
    fn parts_keep_their_looks_and_words_have_those_of_their_sentence() {
        let told = told!("**{who} wins:** type `play {x}`", who = "First player", x = piece(Role::Name, "S(3)"));
        let line = told.looks(Role::Muted).into_line();
        let looks: Vec<(Role, &str)> = line.iter().map(|piece| (piece.role, &*piece.text)).collect();
        let expected = [
            (Role::Verdict, "First player wins:"),
            (Role::Muted, " type "),
            (Role::Code, "play "),
            (Role::Name, "S(3)"),
        ];
        assert_eq!(looks, expected);
    }

    #[test]
    fn another_language_has_the_parts_in_its_own_order() {
        let inner = told!("the value of {x}", x = "S(3)");
        let line = told!("{a} is {b}", a = inner, b = 3u32).into_line();
        let outer = line[0].told.clone().map(|told| (*told).clone());
        let filled = outer.and_then(|told| {
            told.filled("{b} = {a}", |part| match part.first().and_then(|first| first.told.as_deref()) {
                Some(told) => told.filled("v({x})", |part| Some(part.clone())),
                None => Some(part.clone()),
            })
        });
        assert_eq!(filled.map(|line| text_of(&line)).as_deref(), Some("3 = v(S(3))"));
    }
}
