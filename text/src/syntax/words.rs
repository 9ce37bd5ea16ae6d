//! Every word and sign of the language: one table, from which help, completion, colours and the reserved words
//! are drawn.

use rustc_hash::FxHashMap;
use std::sync::LazyLock;

use crate::source::blocks::{block_texts, head_of, value_in};

/// A word or sign of the language, with its documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub word: &'static str,
    pub group: Group,
    /// Its block of `words.txt`. At most starts of the program none but the first lines are read.
    block: &'static str,
}

impl Word {
    /// How it is written, with placeholders in capitals.
    pub fn usage(self) -> &'static str {
        value_in(self.block, "usage")
    }

    /// What its value is about, if that is a position or a game.
    pub fn value_of(self) -> Option<AsksAbout> {
        match value_in(self.block, "value of") {
            "position" => Some(AsksAbout::Position),
            "game" => Some(AsksAbout::Game),
            _ => None,
        }
    }

    /// Whether it asks for a value and can stand in an expression, also where that is about positions along coordinates.
    pub fn is_value(self) -> bool {
        !value_in(self.block, "value of").is_empty()
    }

    /// Whether it is also answered for misère play.
    pub fn answers_misere(self) -> bool {
        self.usage().contains("[misere]")
    }

    /// What it does, in a line.
    pub fn line(self) -> &'static str {
        value_in(self.block, "line")
    }

    /// A script that can be run; statements are separated by `; `.
    pub fn example(self) -> &'static str {
        value_in(self.block, "example")
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsksAbout {
    Position,
    Game,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Verbs that ask for an answer.
    Question,
    /// `game`, `let` and what belongs to them.
    Definition,
    /// Words of a rule.
    Clause,
    /// Words inside an expression.
    Operator,
    /// Operators and brackets that are not words.
    Sign,
    /// Words that are values.
    Constant,
    /// Verbs about the session itself.
    Session,
    /// Predefined functions; a definition by the user replaces them.
    Function,
    /// Predefined sets; a definition by the user replaces them.
    Family,
}

impl Group {
    /// Each group with its name in `words.txt` and its title.
    const NAMES: [(Group, &str, &str); 9] = [
        (Group::Question, "question", "Questions"),
        (Group::Definition, "definition", "Definitions"),
        (Group::Clause, "clause", "Rules"),
        (Group::Operator, "operator", "Operators"),
        (Group::Sign, "sign", "Signs"),
        (Group::Constant, "constant", "Constants"),
        (Group::Session, "session", "Session"),
        (Group::Function, "function", "Functions"),
        (Group::Family, "family", "Families of numbers"),
    ];

    /// The heading over its words.
    pub fn title(self) -> &'static str {
        Group::NAMES.iter().find(|row| row.0 == self).map_or("", |row| row.2)
    }

    /// Whether its words are part of the grammar.
    pub(super) fn has_keywords(self) -> bool {
        !matches!(self, Group::Sign | Group::Function | Group::Family)
    }

    /// Whether its words begin a statement or ask for a value.
    pub(super) fn is_verb(self) -> bool {
        matches!(self, Group::Question | Group::Session)
    }
}

/// Whether no statement begins with this word, so that a line that begins with it continues the statement above it.
pub fn only_continues(word: &str) -> bool {
    matches!(word, "for" | "where" | "over" | "then" | "else" | "to")
}

/// The words that begin a clause, such as `take`: their usage begins with themselves.
pub static CLAUSE_WORDS: LazyLock<Vec<&str>> = LazyLock::new(|| {
    let begins_clause =
        |word: &&Word| word.group == Group::Clause && word.usage().split_whitespace().next() == Some(word.word);
    WORDS.iter().filter(begins_clause).map(|word| word.word).collect()
});

/// Whether a clause may begin with this word.
pub fn begins_clause(word: &str) -> bool {
    CLAUSE_WORDS.contains(&word)
}

/// The other spelling of `misere`, which is reserved as well.
pub(super) const ACCENTED: &str = "misère";

/// Contextual keywords, which may be names elsewhere: `losing` and `winning` are verbs only before a game, `genus` and `form`
/// only before a position, `read` is a keyword only before a text, `same` only before `as`, `undo`, `edit` and `why` only as the
/// beginning of a statement, `again` and `reply` only behind an option of a rule, `turn` only before coins or the set of their
/// places, `consecutive` and `apart` only behind it, and the others only in the directions
/// after a `becomes`.
const CONTEXTUAL: [&str; 18] = [
    "losing",
    "winning",
    "genus",
    "form",
    "read",
    "ends",
    "same",
    "undo",
    "edit",
    "why",
    "again",
    "reply",
    "turn",
    "consecutive",
    "apart",
    "across",
    "direction",
    "either",
];

/// Whether a word is a contextual keyword: a keyword or verb in one place, and possibly a name in another.
pub(super) fn is_contextual(word: &str) -> bool {
    CONTEXTUAL.contains(&word)
}

/// Whether the language has a meaning of its own for a word, wherever it can stand: it is reserved, or it can ask.
pub fn is_keyword(word: &str) -> bool {
    !is_contextual(word) && find(word).is_some_and(|found| found.group.has_keywords()) || word == ACCENTED
}

/// Whether a word asks where something follows that it can ask about, or says more about what stands before it, and is a name
/// elsewhere. A constant such as `first` is a name where it was defined.
pub fn may_ask(word: &str) -> bool {
    is_verb(word) || matches!(word, "first" | "second" | "step" | "equal" | "unequal")
}

/// A word that [`may_ask`], as it stands in the table.
pub fn that_may_ask(word: &str) -> Option<&'static str> {
    find(word).map(|found| found.word).filter(|word| may_ask(word))
}

/// Whether a word cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    is_keyword(word) && !may_ask(word)
}

/// The documentation of a word or sign.
pub fn find(word: &str) -> Option<&'static Word> {
    static INDEX: LazyLock<FxHashMap<&str, &Word>> =
        LazyLock::new(|| WORDS.iter().rev().map(|word| (word.word, word)).collect());
    INDEX.get(word).copied()
}

/// Whether a word begins a statement or asks for a value.
pub fn is_verb(word: &str) -> bool {
    !is_contextual(word) && find(word).is_some_and(|found| found.group.is_verb())
}

/// Whether a word can only stand at the beginning of a statement, so that a line it begins belongs to no bracket
/// left open above.
pub(super) fn begins_only_statements(word: &str) -> bool {
    let begins = |word: &Word| word.group.is_verb() && !word.is_value();
    matches!(word, "game" | "let") || !is_contextual(word) && find(word).is_some_and(begins)
}

/// Whether the grammar knows this word only as a question about a position, whose answer is a value.
pub(super) fn is_about_positions(word: &str) -> bool {
    word != "explain"
        && !is_contextual(word)
        && find(word).is_some_and(|found| found.value_of() == Some(AsksAbout::Position))
}

/// What the question that this word begins is about; `None` if it is about neither a position nor a game alone.
pub fn asks_about(word: &str) -> Option<AsksAbout> {
    match word {
        "play" => Some(AsksAbout::Position),
        "values" | "losing" | "winning" | "plot" | "quiz" | "exam" | "worksheet" => Some(AsksAbout::Game),
        _ => find(word)?.value_of(),
    }
}

/// All words and signs, by group, in the order in which to learn them.
pub static WORDS: LazyLock<Vec<Word>> =
    LazyLock::new(|| block_texts(include_str!("words.txt")).filter_map(word).collect());

fn word(block: &'static str) -> Option<Word> {
    let (group, word) = head_of(block)?;
    let group = Group::NAMES.iter().find(|row| row.1 == group)?.0;
    Some(Word { word, group, block })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::{blocks, wrong_lines};

    #[test]
    fn every_word_is_well_formed() {
        const FILE: &str = include_str!("words.txt");
        assert_eq!(wrong_lines(FILE, &["usage", "value of", "line", "example"]), Vec::<&str>::new());
        for block in blocks(FILE) {
            let (_, name) = block.head();
            let has = |key| !block.get(key).is_empty();
            assert!(find(name).is_some() && ["usage", "line", "example"].into_iter().all(has), "{name}");
            assert_eq!(block.lines().len(), 4 + usize::from(has("value of")), "{name}");
        }
        assert_eq!(WORDS.len(), blocks(FILE).len());
        let word = find("winner").unwrap();
        assert_eq!((word.group, word.value_of()), (Group::Question, Some(AsksAbout::Position)));
        assert!(word.example().starts_with("game S = take") && word.usage().starts_with("winner"));
    }
}
