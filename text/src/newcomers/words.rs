//! The words of newcomers: `words.txt` and `topics.txt`, read when the first line is not understood; and what the reader must
//! know of the session.

use std::sync::LazyLock;

use grundy_engine::sorting::sort_by_key;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::error::nearest;
use crate::source::blocks::blocks;
use crate::syntax::has_own_meaning;

/// The most words of a phrase.
pub const LONGEST: usize = 6;
/// The kinds of functions of other languages, by how many arguments they have.
pub const CALLS: [&str; 5] = ["call 0", "call 1", "call 2", "call 3", "call 4"];
/// Words of fewer letters are not taken for misspellings.
const SHORTEST_MISSPELT: usize = 5;

#[derive(Default)]
struct Lexicon {
    /// For each kind and phrase, with blanks between its words, what it is called.
    meanings: FxHashMap<(&'static str, String), &'static str>,
    /// What is said about a notion that is missing.
    says: FxHashMap<&'static str, &'static str>,
    /// For each verb, the others that may stand beside it in the same sentence.
    beside: FxHashMap<&'static str, &'static str>,
    /// Every word that stands in a phrase.
    known: FxHashSet<&'static str>,
    /// English words of at least `SHORTEST_MISSPELT` letters, except those of order.
    english: Vec<&'static str>,
    /// For each first letter, the words without blanks between them (Chinese, Japanese), the longest first.
    unspaced: FxHashMap<char, Vec<&'static str>>,
}

const FILES: [&str; 2] = [include_str!("words.txt"), include_str!("topics.txt")];

static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    let mut words = Lexicon::default();
    for block in FILES.into_iter().flat_map(blocks) {
        let (kind, meaning) = block.head();
        for &(language, row) in &block.lines()[1..] {
            match language {
                "says" => drop(words.says.insert(meaning, row)),
                "with" => drop(words.beside.insert(meaning, row)),
                _ if kind == "numbers" => {
                    for (number, cell) in meaning.split(' ').zip(row.split(' ')).filter(|(_, cell)| *cell != "-") {
                        cell.split(',').for_each(|phrase| words.add("number", number, language, phrase));
                    }
                }
                _ => row.split_whitespace().for_each(|phrase| words.add(kind, meaning, language, phrase)),
            }
        }
    }
    for listed in words.unspaced.values_mut() {
        sort_by_key(listed, |word| (usize::MAX - word.len(), *word));
        listed.dedup();
    }
    words
});

impl Lexicon {
    fn add(&mut self, kind: &'static str, meaning: &'static str, language: &str, phrase: &'static str) {
        self.meanings.entry((kind, phrase.replace('_', " "))).or_insert(meaning);
        self.known.extend(phrase.split('_'));
        let is_long = phrase.chars().count() >= SHORTEST_MISSPELT && !phrase.contains(['_', '\'']);
        if language == "en" && is_long && kind != "order" {
            self.english.push(phrase);
        }
        if let Some(first) = phrase.chars().next().filter(|first| is_unspaced(*first)) {
            self.unspaced.entry(first).or_default().push(phrase);
        }
    }
}

/// Whether a letter belongs to a script that puts no blanks between words.
pub fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}')
}

/// The longest word of the tables that a text of such a script begins with, or else its first letter.
pub fn first_unspaced(text: &str) -> &str {
    let Some(first) = text.chars().next() else { return "" };
    let listed = WORDS.unspaced.get(&first).into_iter().flatten();
    let length = listed.copied().find(|word| text.starts_with(word)).map_or(first.len_utf8(), str::len);
    &text[..length]
}

/// What a word or phrase of a kind is called here.
pub fn meaning(kind: &'static str, phrase: &str) -> Option<&'static str> {
    WORDS.meanings.get(&(kind, phrase.to_owned())).copied()
}

/// How long the longest phrase of a kind is that a text begins with, in letters of any size.
pub fn starts_with(kind: &'static str, text: &str) -> Option<usize> {
    let low = text.to_lowercase();
    let phrases = WORDS.meanings.keys().filter(|(own, phrase)| *own == kind && low.starts_with(phrase));
    phrases.map(|(_, phrase)| phrase.len()).max().filter(|length| text.is_char_boundary(*length))
}

/// Whether a name is that of a function of another language.
pub fn is_function(name: &str) -> bool {
    CALLS.iter().any(|kind| meaning(kind, name).is_some())
}

/// What is said about a notion of the kind `missing`.
pub fn said_about(missing: &str) -> Option<&'static str> {
    WORDS.says.get(missing).copied()
}

/// Whether what a verb says includes what another one says, which may stand beside it in the same sentence.
pub fn includes(verb: &str, other: &str) -> bool {
    WORDS.beside.get(verb).is_some_and(|others| others.split(' ').any(|beside| beside == other))
}

/// Whether a word stands anywhere in the tables.
pub fn is_known(word: &str) -> bool {
    WORDS.known.contains(word)
}

/// The English word that this one is with one wrong letter, if all such words mean the same.
pub fn respelt(word: &str) -> Option<&'static str> {
    if word.len() < SHORTEST_MISSPELT
        || is_known(word)
        || has_own_meaning(word)
        || !word.chars().all(|letter| letter.is_ascii_lowercase())
    {
        return None;
    }
    let near = |known: &&&str| nearest(word, [**known], 1).is_some();
    let mut candidates = WORDS.english.iter().filter(near);
    let first = *candidates.next()?;
    let means = |word: &str| meaning("verb", word);
    candidates.all(|other| *other == first || means(other).is_some() && means(other) == means(first)).then_some(first)
}

/// The only game that a word is with a wrong letter, or two in a long word.
pub fn respelt_game(word: &str, known: &dyn Known) -> Option<String> {
    let letters = word.chars().count();
    if letters < SHORTEST_MISSPELT || is_known(&word.to_lowercase()) || has_own_meaning(word) {
        return None;
    }
    let similar = known.similar_games(word);
    let within =
        |most: usize| similar.iter().filter(move |game| nearest(word, [game.to_lowercase().as_str()], most).is_some());
    let most = (1..=letters / 4).find(|most| within(*most).next().is_some())?;
    within(most).next().filter(|_| within(most).count() == 1).cloned()
}

/// What the session knows.
pub trait Known {
    /// The game of this name, in any case of its letters: the name as it is defined.
    fn game(&self, name: &str) -> Option<String>;

    /// The games that the user has defined.
    fn own_games(&self) -> Vec<String>;

    /// The games whose names are spelt much as this one.
    fn similar_games(&self, name: &str) -> Vec<String>;

    /// What stands in the brackets of a game that is played on so many rows and columns; `None` if it is not, or if nothing
    /// tells.
    fn sized(&self, _game: &str, _rows: &str, _columns: &str) -> Option<String> {
        None
    }

    /// Whether the user has defined this name, as a game or otherwise.
    fn is_defined(&self, name: &str) -> bool;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The kinds that the head of the file explains.
    const KINDS: &str = "verb mod nothing order from to upto atleast below first between and or define is claim forall \
        prints numbers move amount family shape heaps thing name topic missing operator sign label aside \
        for member condition otherwise collect collected such_that copula predicate side wins last power \
        unit setting board listing by fraction courtesy naming both heaps_of keyword prompt command declares subtraction octal frame";

    #[test]
    fn the_table_is_well_formed() {
        for block in FILES.into_iter().flat_map(blocks) {
            let (kind, meaning) = block.head();
            assert!(
                (CALLS.contains(&kind) || KINDS.split(' ').any(|known| known == kind.replace(' ', "_")))
                    && !meaning.is_empty(),
                "{kind}: {meaning}"
            );
            for (language, row) in &block.lines()[1..] {
                assert!(
                    ["en", "zh", "de", "fr", "es", "pt", "it", "ru", "ja", "all", "says", "with"].contains(language),
                    "{language}: {row}"
                );
                assert!(
                    *language == "says" || row.split(' ').all(|phrase| phrase.split('_').count() <= LONGEST),
                    "{row}"
                );
            }
        }
    }

    #[test]
    fn a_word_of_order_never_carries_nothing() {
        for block in FILES.into_iter().flat_map(blocks).filter(|block| block.head().0 == "order") {
            for word in block.lines()[1..].iter().flat_map(|(_, row)| row.split(' ')) {
                assert!(!word.contains('_') && meaning("nothing", word).is_none(), "{word}");
            }
        }
    }

    #[test]
    fn there_are_as_many_words_as_planned() {
        let single = WORDS.known.len();
        assert!((2_500..=5_400).contains(&single), "{single}");
    }

    #[test]
    fn one_wrong_letter_is_seen() {
        assert_eq!((respelt("winnner"), respelt("grudy")), (Some("winner"), Some("grundy")));
        assert_eq!((respelt("winner"), respelt("xyzzy"), respelt("never")), (None, None, None));
    }
}
