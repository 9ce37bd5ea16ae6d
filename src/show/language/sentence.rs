//! A sentence with named parts, in English and in another language.

use super::pieces::{role_at, slice};
use crate::show::document::{Line, Role};
use crate::show::phrase::piece;

/// What an English sentence consists of.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SentenceElement {
    Letters(String),
    /// Letters that may be missing.
    Optional(String),
    NamedPart(NamedPart),
}

/// A part with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
struct NamedPart {
    name: String,
    kind: NamedPartKind,
}

/// What becomes of a part in the other language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum NamedPartKind {
    /// It is the same: it has no words of English.
    Same,
    /// It is a sentence of the table itself.
    Told,
    /// It is code and stays, whatever its words are.
    Code,
}

/// A sentence with parts.
#[derive(Clone, Debug)]
pub struct Sentence {
    english: Vec<SentenceElement>,
    translated: Vec<SentenceElement>,
}

/// Tells the part between two places.
type Tell<'t> = dyn Fn(usize, usize) -> Option<Line> + 't;

/// Where the parts of a sentence were found, in their order.
type Places = Vec<(usize, usize)>;

impl Sentence {
    /// `None` for a sentence without parts.
    pub fn read(english: &str, translated: &str) -> Option<Sentence> {
        let (english, translated) = (elements(english), elements(translated));
        let has_parts = english.iter().any(|element| !matches!(element, SentenceElement::Letters(_)));
        has_parts.then_some(Sentence { english, translated })
    }

    /// The sentence in the other language, if this text is one of the form.
    pub fn told(&self, text: &str, line: &Line, tell: &Tell) -> Option<Line> {
        if !self.may_fit(text) {
            return None;
        }
        let mut found = Vec::new();
        let mut told = None;
        fits(&self.english, text, line, 0, &mut found, &mut |places| {
            told = self.put_together(text, line, places, tell);
            told.is_some()
        });
        told
    }

    /// Whether the letters between the parts stand in a text in their order.
    fn may_fit(&self, text: &str) -> bool {
        let mut rest = text;
        self.english.iter().enumerate().all(|(place, element)| {
            let SentenceElement::Letters(letters) = element else { return true };
            let Some(at) = rest.find(letters.as_str()).filter(|at| place > 0 || *at == 0) else { return false };
            rest = &rest[at + letters.len()..];
            true
        })
    }

    fn put_together(&self, text: &str, line: &Line, places: &Places, tell: &Tell) -> Option<Line> {
        let named: Vec<&NamedPart> = parts(&self.english).collect();
        let roles = self.roles(text, line, places);
        let (mut told, mut next) = (Line::new(), 0);
        for element in &self.translated {
            match element {
                SentenceElement::NamedPart(part) => {
                    let (from, to) = *places.get(named.iter().position(|other| other.name == part.name)?)?;
                    told.extend(if part.kind == NamedPartKind::Told { tell(from, to)? } else { slice(line, from, to) });
                }
                SentenceElement::Letters(letters) | SentenceElement::Optional(letters) => {
                    let role = roles.get(next).or(roles.last()).copied().unwrap_or_default();
                    told.push(piece(role, letters));
                    next += 1;
                }
            }
        }
        Some(told)
    }

    /// The roles of the letters between the parts.
    fn roles(&self, text: &str, line: &Line, places: &Places) -> Vec<Role> {
        let mut roles = Vec::new();
        let mut from = 0;
        for (start, end) in places.iter().copied().chain([(text.len(), text.len())]) {
            if from < start {
                let blank = text[from..start].len() - text[from..start].trim_start().len();
                roles.push(role_at(line, if from + blank < start { from + blank } else { from }));
            }
            from = end;
        }
        roles
    }

    /// The names of the parts on both sides, for tests.
    #[cfg(test)]
    pub fn names(&self) -> [Vec<(String, NamedPartKind)>; 2] {
        [&self.english, &self.translated].map(|elements| {
            let mut names: Vec<(String, NamedPartKind)> =
                parts(elements).map(|part| (part.name.clone(), part.kind)).collect();
            names.sort();
            names
        })
    }
}

fn parts(elements: &[SentenceElement]) -> impl Iterator<Item = &NamedPart> {
    elements.iter().filter_map(|element| if let SentenceElement::NamedPart(part) = element { Some(part) } else { None })
}

/// The end of a word that may be missing.
const PLURAL: &str = "[s]";

fn elements(mut text: &str) -> Vec<SentenceElement> {
    let mut elements = Vec::new();
    while !text.is_empty() {
        let (element, rest) = match text.strip_prefix('{').and_then(|inner| inner.split_once('}')) {
            Some((name, rest)) if name.trim_end_matches(['*', '!']).chars().all(char::is_alphabetic) => {
                let kind = match name.chars().last() {
                    Some('*') => NamedPartKind::Told,
                    Some('!') => NamedPartKind::Code,
                    _ => NamedPartKind::Same,
                };
                (
                    SentenceElement::NamedPart(NamedPart { name: name.trim_end_matches(['*', '!']).to_owned(), kind }),
                    rest,
                )
            }
            _ => match text.strip_prefix(PLURAL) {
                Some(rest) => (SentenceElement::Optional("s".to_owned()), rest),
                None => {
                    let first = text.chars().next().map_or(1, char::len_utf8);
                    let next = [text[first..].find('{'), text[first..].find(PLURAL)].into_iter().flatten().min();
                    let end = next.map_or(text.len(), |at| at + first);
                    (SentenceElement::Letters(text[..end].to_owned()), &text[end..])
                }
            },
        };
        elements.push(element);
        text = rest;
    }
    elements
}

/// Finds how the elements fit the text from a place on, the shortest parts first, until `is_enough` of what was found.
fn fits(
    elements: &[SentenceElement],
    text: &str,
    line: &Line,
    at: usize,
    found: &mut Places,
    is_enough: &mut dyn FnMut(&Places) -> bool,
) -> bool {
    let Some((first, rest)) = elements.split_first() else { return at == text.len() && is_enough(found) };
    match first {
        SentenceElement::Letters(letters) => {
            text[at..].starts_with(letters.as_str()) && fits(rest, text, line, at + letters.len(), found, is_enough)
        }
        SentenceElement::Optional(letters) => {
            (text[at..].starts_with(letters.as_str()) && fits(rest, text, line, at + letters.len(), found, is_enough))
                || fits(rest, text, line, at, found, is_enough)
        }
        SentenceElement::NamedPart(part) => {
            let next =
                if let Some(SentenceElement::Letters(letters)) = rest.first() { Some(letters.as_str()) } else { None };
            let ends: Vec<usize> = match (next, rest.is_empty()) {
                (_, true) => vec![text.len()],
                (Some(letters), _) => text[at..].match_indices(letters).map(|(place, _)| at + place).collect(),
                (None, _) => text[at..].char_indices().map(|(place, _)| at + place).skip(1).collect(),
            };
            let may_be = |end: &usize| {
                *end > at
                    && match part.kind {
                        NamedPartKind::Told => true,
                        NamedPartKind::Code => is_balanced(&text[at..*end]) && !text[at..*end].contains(". "),
                        NamedPartKind::Same => is_verbatim(text, line, at, *end),
                    }
            };
            ends.into_iter().filter(may_be).any(|end| {
                found.push((at, end));
                let fit = fits(rest, text, line, end, found, is_enough);
                found.pop();
                fit
            })
        }
    }
}

/// Whether a part of a text may stand as it is in another language: it is a name, code, or has no English words, and its
/// brackets are closed.
fn is_verbatim(text: &str, line: &Line, from: usize, to: usize) -> bool {
    let part = &text[from..to];
    if let Some((_, close)) = [('`', '`'), ('“', '”')].into_iter().find(|(open, _)| text[..from].ends_with(*open)) {
        return text[to..].starts_with(close) && !part.contains(close);
    }
    if !part.contains(char::is_alphanumeric) {
        return part.trim() == part;
    }
    if part.starts_with(' ') || part.ends_with([' ', '.', ':', ';', ',', '?', '!']) || !is_balanced(part) {
        return false;
    }
    let is_name = !part.contains(' ') && !SMALL_WORDS.contains(&part.to_lowercase().as_str());
    let pieces = slice(line, from, to);
    is_name || pieces.iter().all(|piece| matches!(piece.role, Role::Name | Role::Code) || !is_told(&piece.text))
}

/// Words of English that are no name of anything.
const SMALL_WORDS: [&str; 24] = [
    "a", "an", "the", "it", "its", "is", "are", "that", "this", "there", "no", "nobody", "you", "i", "who", "which",
    "what", "has", "have", "be", "here", "with", "by", "every",
];

/// Whether each bracket that is opened is closed.
fn is_balanced(text: &str) -> bool {
    let mut open = 0i32;
    for letter in text.chars() {
        open += match letter {
            '(' | '[' | '{' => 1,
            ')' | ']' | '}' => -1,
            _ => 0,
        };
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// How long the words before the positions are in `long all of S(3), S(4)`, which are code; `None` elsewhere.
fn behind_at_once(text: &str) -> Option<usize> {
    let rest = ["short ", "long "].iter().find_map(|word| text.strip_prefix(word)).unwrap_or(text);
    let digits = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let counted = Some(digits).filter(|digits| digits.len() < rest.len());
    let behind = rest.strip_prefix("all").or(rest.strip_prefix("some")).or(counted)?.strip_prefix(" of ")?;
    behind.starts_with(|c: char| c.is_uppercase() || "([*".contains(c)).then(|| text.len() - behind.len())
}

/// Whether a text has words of English, and not only numbers, positions and signs.
pub fn is_told(text: &str) -> bool {
    /// Words of the language that stand in values and rules.
    const OWN: [&str; 12] =
        ["mex", "xor", "take", "octal", "hex", "misere", "loony", "board", "mod", "inf", "reply", "again"];
    let mut letters = text.char_indices().peekable();
    while let Some((start, first)) = letters.next() {
        // What is quoted, and code, is not told.
        if matches!(first, '"' | '`') && text[start + 1..].contains(first) {
            _ = letters.by_ref().find(|(_, next)| *next == first);
            continue;
        }
        if let Some(behind) = behind_at_once(&text[start..]) {
            _ = letters.by_ref().take_while(|(place, _)| place + 1 < start + behind).last();
            continue;
        }
        if !first.is_ascii_alphabetic() {
            continue;
        }
        let mut end = start + 1;
        while let Some((place, _)) =
            letters.next_if(|(_, next)| next.is_ascii_alphanumeric() || *next == '_' || *next == '\'')
        {
            end = place + 1;
        }
        let word = &text[start..end];
        // A position: `Nim(3)`, `Kayles[1, 2]`; a file: `table.csv`; a range: `n=3`.
        let behind = text[end..].chars().next();
        let is_name = matches!(behind, Some('(' | '[')) || word.chars().any(|c| c.is_ascii_digit() || c == '_');
        let is_word = word == "I"
            || word.len() > 1 && word[1..].chars().all(|c| c.is_ascii_lowercase() || c == '\'')
            || word == "a" && behind == Some(' ');
        if is_word && !is_name && !OWN.contains(&word) {
            return true;
        }
    }
    false
}
