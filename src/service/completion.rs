//! Completion: what the word before the cursor could become, by what stands before it in the statement.

use grundy_engine::sorting::sort_by;
use std::ops::Range;
use std::path::Path;

use super::file_names;
use super::file_names::{Offer, OfferKind};
use super::state::Service;
use crate::session::{self, KnownName, KnownNameKind, TOPICS};
use crate::syntax::words::{AsksAbout, CLAUSE_WORDS, Group, WORDS, Word, asks_about, find};
use crate::syntax::{Token, TokenKind, is_unfinished, tokens};

/// The most words that are offered.
const MOST: usize = 40;
/// The most games that are offered if nothing of the word has been typed.
const GAMES: usize = 12;
/// The words offered at the beginning of a statement if nothing has been typed.
const BEGINNINGS: [&str; 14] = [
    "game", "winner", "moves", "grundy", "explain", "table", "values", "period", "play", "quiz", "tour", "games",
    "about", "help",
];

impl Service {
    /// Which part of a text could be replaced, with the cursor at this place, and by what.
    pub fn complete(&self, text: &str, place: usize) -> (Range<usize>, Vec<Offer>) {
        complete(text, place, &session::known_names(&self.session), &|folder| self.guard.may_list(folder))
    }
}

/// Which part of a text could be replaced, with the cursor at this place, and by what. `known` is what is defined, and
/// `may_list` tells whether the files in a folder may be named.
pub fn complete(
    text: &str,
    place: usize,
    known: &[KnownName],
    may_list: &dyn Fn(&Path) -> bool,
) -> (Range<usize>, Vec<Offer>) {
    let Some((before, behind)) = text.split_at_checked(place) else { return (place..place, Vec::new()) };
    let (start, offers) = match file_names::path(before) {
        Some(path) => file_names::complete(path, place, behind.starts_with('"'), may_list),
        None => words(before, known),
    };
    (start..place, offers)
}

/// Where the word before the cursor begins, and what it could become, each with a line about it. If nothing of the
/// word has been typed, only the likeliest words are offered.
fn words(before: &str, known: &[KnownName]) -> (usize, Vec<Offer>) {
    let start = before
        .rfind(|c: char| !(c.is_alphanumeric() || c == '_' || c == '\''))
        .map_or(0, |place| place + before[place..].chars().next().map_or(1, char::len_utf8));
    let begun = &before[start..];
    // Inside a text or a comment nothing is completed.
    let is_comment = tokens(before).last().is_some_and(|token| token.kind == TokenKind::Comment);
    let quoted = before.matches('"').count() % 2 == 1;
    if quoted || is_comment || begun.starts_with(|c: char| c.is_ascii_digit()) {
        return (start, Vec::new());
    }
    let mut offered = Offered { known, names: Vec::new() };
    offered.at(&WordPlace::of(&before[..start]), begun.is_empty());
    (start, completions(offered.names, begun))
}

/// The names that begin with `begun`. If no name does, those that do when case is ignored.
fn completions(names: Vec<OfferedName>, begun: &str) -> Vec<Offer> {
    let lower = begun.to_lowercase();
    let exact = names.iter().any(|offered| offered.name.starts_with(begun));
    let fits = |name: &str| if exact { name.starts_with(begun) } else { name.to_lowercase().starts_with(&lower) };
    let mut found: Vec<Offer> = Vec::new();
    for OfferedName { name, line, kind } in names.into_iter().filter(|offered| fits(&offered.name)) {
        if found.len() < MOST && found.iter().all(|offer| offer.text != name) {
            let about = Some(line.split_whitespace().collect::<Vec<_>>().join(" "));
            found.push(Offer { text: name.clone(), name, about, kind });
        }
    }
    if !begun.is_empty() {
        sort_by(&mut found, |a, b| a.text.cmp(&b.text));
    }
    found
}

/// What kind of word is wanted at a place.
#[derive(Debug, PartialEq)]
enum WordPlace {
    /// A statement begins here.
    Beginning,
    /// Behind `about`: a game.
    Library,
    /// Behind `forget` and its commas: a name that the user has defined.
    Own,
    /// Behind `show`: a name with a definition.
    Definition,
    /// Behind `help`: a topic, or a word of the language.
    Help,
    /// A position, with the words that may stand before it.
    Position(&'static [&'static str]),
    /// A game, or a code.
    Game,
    /// A clause of a rule, with the coordinates of the game.
    Clause(Vec<String>),
    /// One of these words.
    Words(&'static [&'static str]),
    /// Amounts behind `take`, `into`, `by` or `except`: these words, names of sets, and the coordinates of the game.
    Amounts(&'static [&'static str], Vec<String>),
    /// One of the coordinates.
    Coordinate(Vec<String>),
    /// Behind a value: the words that can follow it.
    Behind(&'static [&'static str]),
    /// A name of the user's choice.
    NewName,
    /// Any expression, with the names that the statement itself defines.
    Expression(Vec<String>),
}

impl WordPlace {
    fn of(before: &str) -> WordPlace {
        let all = tokens(before);
        let begin = all.iter().rposition(|token| &before[token.range.clone()] == ";").map_or(0, |at| at + 1);
        // If the lines above are complete, they are statements of their own.
        let line = before.rfind('\n').filter(|end| !is_unfinished(&before[..*end]));
        let begins = |token: &&Token| line.is_none_or(|end| token.range.start > end);
        let words: Vec<(&str, TokenKind)> =
            all[begin..].iter().filter(begins).map(|token| (&before[token.range.clone()], token.kind)).collect();
        // `time` and a prompt stand before a statement.
        match &words[..] {
            [(">" | "time", _), rest @ ..] => WordPlace::behind(rest),
            all => WordPlace::behind(all),
        }
    }

    /// The place behind these words of a statement.
    fn behind(words: &[(&str, TokenKind)]) -> WordPlace {
        let Some(&(last, kind)) = words.last() else { return WordPlace::Beginning };
        let first = words[0].0;
        let in_rule = first == "game" && words.iter().any(|(word, _)| matches!(*word, "=" | ":="));
        let own = own_names(words);
        match last {
            "about" => WordPlace::Library,
            "level" if first == "play" => WordPlace::Words(LEVELS),
            "show" => WordPlace::Definition,
            "help" => WordPlace::Help,
            "game" | "let" | "for" => WordPlace::NewName,
            "forget" => WordPlace::Own,
            "," if first == "forget" => WordPlace::Own,
            "winner" | "outcome" | "moves" | "options" | "tree" => WordPlace::Position(&["misere"]),
            "explain" => WordPlace::Position(&["period", "misere"]),
            "table" | "losing" | "winning" => WordPlace::Position(&["misere"]),
            "misere" => WordPlace::Position(&[]),
            word if let Some(about) = asks_about(word) => match about {
                AsksAbout::Position => WordPlace::Position(&[]),
                AsksAbout::Game => WordPlace::Game,
            },
            "take" => WordPlace::Amounts(&["any"], own),
            "into" | "by" | "except" => WordPlace::Amounts(&[], own),
            "then" if in_rule => WordPlace::Words(&["maybe", "split"]),
            "maybe" => WordPlace::Words(&["split"]),
            "split" => WordPlace::Words(&["into", "equal", "unequal", "if", "for"]),
            "equal" | "unequal" => WordPlace::Words(&["into", "if", "for"]),
            "divide" => WordPlace::Words(&["by"]),
            "from" => WordPlace::Coordinate(own),
            "and" if in_rule && words.iter().any(|(word, _)| *word == "from") => WordPlace::Coordinate(own),
            "=" | ":=" | "|" if in_rule => WordPlace::Clause(own),
            _ if first == "help" || first == "about" => WordPlace::Words(&[]),
            _ if kind == TokenKind::Close || is_value(last, kind) => WordPlace::Behind(behind_value(words, in_rule)),
            _ => WordPlace::Expression(own),
        }
    }
}

fn is_value(word: &str, kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Name | TokenKind::Number | TokenKind::Text)
        || matches!(word, "any" | "true" | "false" | "first" | "second")
}

/// The words that can follow a value.
fn behind_value(words: &[(&str, TokenKind)], in_rule: bool) -> &'static [&'static str] {
    let second_last = words.len().checked_sub(2).and_then(|at| words.get(at)).map(|(word, _)| *word);
    let first = words.first().map_or("", |(word, _)| word);
    match (first, second_last) {
        (_, Some("for")) => &["in"],
        ("game", _) if !in_rule => &["where", "over"],
        ("game", _) => &["then", "except", "from", "for", "if", "and", "or", "in", "step"],
        ("values" | "table" | "losing" | "winning" | "plot" | "tree", _) => &["to", "step", "xor"],
        ("moves" | "options" | "period", _) => &["to", "xor"],
        ("pattern", _) => &["for", "if", "step"],
        ("winner", _) => &["if", "xor"],
        ("play", Some("level")) => &["first", "second", "two"],
        ("play", _) => &["first", "second", "level", "two"],
        _ => &["for", "if", "in", "and", "or", "xor", "not", "then", "else", "step", "except", "to"],
    }
}

/// Names that a statement defines before this place: its parameters, and the variables of its `for`.
fn own_names(words: &[(&str, TokenKind)]) -> Vec<String> {
    let mut names = Vec::new();
    let is_definition = matches!(words.first(), Some(("game" | "let", _)));
    let header = words.iter().position(|(word, _)| matches!(*word, "=" | ":=")).filter(|_| is_definition);
    for (index, (word, kind)) in words.iter().enumerate() {
        let is_parameter = header.is_some_and(|end| (2..end).contains(&index)) && *kind == TokenKind::Name;
        let before = |back: usize| index.checked_sub(back).map_or("", |at| words[at].0);
        let is_variable = before(1) == "for" || before(1) == "(" && before(2) == "for";
        if is_parameter || is_variable {
            names.push((*word).to_owned());
        }
    }
    if header.is_some() && names.is_empty() && words[0].0 == "game" {
        names.push("n".to_owned());
    }
    names
}

/// The levels at which the program plays.
const LEVELS: &[&str] = &["easy", "medium", "hard"];

/// A name with a line about it.
struct OfferedName {
    name: String,
    line: String,
    kind: OfferKind,
}

impl OfferedName {
    fn word(word: &Word) -> OfferedName {
        let kind = match word.group {
            Group::Function => OfferKind::Function,
            Group::Constant | Group::Family => OfferKind::Value,
            _ => OfferKind::Word,
        };
        OfferedName { name: word.word.to_owned(), line: word.line().to_owned(), kind }
    }

    fn known(known: &KnownName) -> OfferedName {
        let kind = match known.kind {
            KnownNameKind::Game => OfferKind::Game,
            KnownNameKind::Function => OfferKind::Function,
            KnownNameKind::Value => OfferKind::Value,
        };
        OfferedName { name: known.name.clone(), line: known.line.clone(), kind }
    }

    /// One that has no line about it.
    fn alone(name: &str, kind: OfferKind) -> OfferedName {
        OfferedName { name: name.to_owned(), line: String::new(), kind }
    }
}

/// The names that are offered, the likeliest first.
struct Offered<'k> {
    known: &'k [KnownName],
    names: Vec<OfferedName>,
}

impl Offered<'_> {
    /// Adds what fits a place. `is_empty` says that nothing of the word has been typed.
    fn at(&mut self, place: &WordPlace, is_empty: bool) {
        use Group::{Clause, Constant, Definition, Family, Function, Operator, Question, Session};
        match place {
            WordPlace::Beginning if is_empty => self.these(&BEGINNINGS),
            WordPlace::Beginning => {
                self.own(|_| true);
                self.library();
                self.groups(&[Question, Definition, Session, Function, Family, Constant]);
                self.these(&["if", "not"]);
            }
            WordPlace::Library => self.games(is_empty),
            WordPlace::Own => self.own(|_| true),
            WordPlace::Definition => {
                self.own(|_| true);
                if !is_empty {
                    self.library();
                }
            }
            WordPlace::Help => {
                self.names.extend(TOPICS.iter().map(|topic| {
                    let (name, line) = (topic.name.to_owned(), topic.line.to_owned());
                    OfferedName { name, line, kind: OfferKind::Word }
                }));
                if !is_empty {
                    self.names.extend(WORDS.iter().filter(|word| is_name(word)).map(OfferedName::word));
                }
            }
            WordPlace::Position(words) => {
                self.own(|kind| kind == KnownNameKind::Value);
                self.games(is_empty);
                self.these(words);
                if !is_empty {
                    self.own(|kind| kind == KnownNameKind::Function);
                    self.these(&["sum", "octal", "hex"]);
                }
            }
            WordPlace::Game => {
                self.games(is_empty);
                self.these(&["octal", "hex"]);
            }
            WordPlace::Clause(names) => {
                self.these(&CLAUSE_WORDS);
                if !is_empty {
                    self.games(false);
                    self.coordinates(names);
                    self.groups(&[Function]);
                }
            }
            WordPlace::Words(words) | WordPlace::Behind(words) => self.these(words),
            WordPlace::Amounts(words, names) => {
                self.these(words);
                self.own(|kind| kind == KnownNameKind::Value);
                self.groups(&[Family]);
                if !is_empty {
                    self.coordinates(names);
                    self.groups(&[Function]);
                    self.own(|kind| kind == KnownNameKind::Function);
                }
            }
            WordPlace::Coordinate(names) => self.coordinates(names),
            WordPlace::NewName => {}
            WordPlace::Expression(names) => {
                self.coordinates(names);
                self.own(|_| true);
                if !is_empty {
                    self.library();
                    self.groups(&[Function, Family, Constant, Clause, Operator]);
                    self.names.extend(WORDS.iter().filter(|word| word.is_value()).map(OfferedName::word));
                }
            }
        }
    }

    fn these(&mut self, words: &[&str]) {
        // A word that has a meaning in this place only has no line about it.
        let without_line = |word: &str| OfferedName::alone(word, OfferKind::Word);
        self.names.extend(words.iter().map(|word| find(word).map_or_else(|| without_line(word), OfferedName::word)));
    }

    fn groups(&mut self, groups: &[Group]) {
        self.names
            .extend(WORDS.iter().filter(|word| is_name(word) && groups.contains(&word.group)).map(OfferedName::word));
    }

    fn coordinates(&mut self, names: &[String]) {
        self.names.extend(names.iter().map(|name| OfferedName::alone(name, OfferKind::Value)));
    }

    fn own(&mut self, fits: impl Fn(KnownNameKind) -> bool) {
        let own = self.known.iter().filter(|known| known.own && fits(known.kind));
        self.names.extend(own.map(OfferedName::known));
    }

    fn library(&mut self) {
        let library = self.known.iter().filter(|known| !known.own);
        self.names.extend(library.map(OfferedName::known));
    }

    /// The user's games and those of the library; only the first of them where nothing has been typed.
    fn games(&mut self, is_empty: bool) {
        let before = self.names.len();
        self.own(|kind| kind == KnownNameKind::Game);
        self.library();
        if is_empty {
            self.names.truncate(before + GAMES);
        }
    }
}

fn is_name(word: &Word) -> bool {
    word.word.starts_with(char::is_alphabetic)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(before: &str) -> Vec<String> {
        let known = |name: &str, kind, own| KnownName { name: name.into(), kind, own, line: "a line".into() };
        let known = [
            known("Mine", KnownNameKind::Game, true),
            known("start", KnownNameKind::Value, true),
            known("f", KnownNameKind::Function, true),
            known("Kayles", KnownNameKind::Game, false),
            known("DawsonsKayles", KnownNameKind::Game, false),
        ];
        words(before, &known).1.into_iter().map(|offer| offer.text).collect()
    }

    #[test]
    fn words_and_games() {
        assert_eq!(offered("winner Ka"), ["Kayles"]);
        assert_eq!(offered("winne"), ["winner"]);
        assert_eq!(words("winner Ka", &[]).0, 7);
        assert!(offered("print \"Ka").is_empty());
        assert!(offered("print 1 # Ka").is_empty());
        assert!(offered("12").is_empty());
    }

    #[test]
    fn small_letters_find_large_ones() {
        assert_eq!(offered("winner kay"), ["Kayles"]);
        assert_eq!(offered("about DAW"), ["DawsonsKayles"]);
        // What fits as it stands is enough.
        assert_eq!(offered("m"), ["map", "max", "mex", "min", "moves"]);
    }

    #[test]
    fn the_place_decides() {
        for (before, expected) in [
            ("about ", &["Mine", "Kayles", "DawsonsKayles"][..]),
            ("forget ", &["Mine", "start", "f"]),
            ("forget Mine, ", &["Mine", "start", "f"]),
            ("show m", &["Mine"]),
            ("game S = take <1> then ", &["maybe", "split"]),
            ("game S = take <1> then maybe ", &["split"]),
            ("game S = ", &["take", "split", "turn", "divide", "octal", "hex"]),
            ("game S = take <1> | ", &["take", "split", "turn", "divide", "octal", "hex"]),
            ("game W(a, b) = take any from ", &["a", "b"]),
            ("game W(a, b) = take any from a and ", &["a", "b"]),
            ("game S = take an", &["any"]),
            ("game S = take <1> t", &["then"]),
            ("game G(n) o", &["over"]),
            ("game ", &[]),
            ("let ", &[]),
            ("check all(n > 1 for n ", &["in"]),
            ("winner mis", &["misere"]),
            ("explain per", &["period"]),
            ("play Kayles(5) ", &["first", "second", "level", "two"]),
            ("play Kayles(5) level ", &["easy", "medium", "hard"]),
            ("play Kayles(5) level easy ", &["first", "second", "two"]),
            ("2 + 2; about k", &["Kayles"]),
            ("print 1\nabout k", &["Kayles"]),
            ("time winne", &["winner"]),
            ("> winne", &["winner"]),
        ] {
            assert_eq!(offered(before), expected, "{before}");
        }
        assert_eq!(offered("game S = take ")[0], "any");
        assert!(offered("game S = take ").contains(&"squares".to_owned()));
        assert!(offered("help ").contains(&"rules".to_owned()));
        assert!(offered("help tak").contains(&"take".to_owned()));
    }

    #[test]
    fn it_is_told_what_is_offered() {
        for (before, kind) in [
            ("winner Ka", OfferKind::Game),
            ("print begi", OfferKind::Value),
            ("print nimsu", OfferKind::Function),
            ("take primes", OfferKind::Value),
            ("winne", OfferKind::Word),
            ("game W(abc) = take any from a", OfferKind::Value),
            ("help rule", OfferKind::Word),
        ] {
            let known = |name: &str, kind| KnownName { name: name.into(), kind, own: true, line: String::new() };
            let known = [known("begin", KnownNameKind::Value), known("Kayles", KnownNameKind::Game)];
            let kinds: Vec<OfferKind> = words(before, &known).1.into_iter().map(|offer| offer.kind).collect();
            assert_eq!(kinds, [kind], "{before}");
        }
    }

    #[test]
    fn never_a_screen_full() {
        let known: Vec<KnownName> = (0..500)
            .map(|n| KnownName {
                name: format!("G{n}"),
                kind: KnownNameKind::Game,
                own: n % 2 == 0,
                line: String::new(),
            })
            .collect();
        for before in ["", "winner ", "about ", "print ", "game S = ", "take ", "help ", "G", "print G", "values "] {
            let found = words(before, &known).1.len();
            assert!(found <= MOST, "{before:?}: {found}");
        }
    }
}
