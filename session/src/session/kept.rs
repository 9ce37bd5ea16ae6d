//! Whether a correction keeps what was typed. A correction may spell a word rightly, put one word in the place of
//! another that newcomers use, and leave words out that say nothing here. It may not lose a number, a name or a word
//! that nobody understood: the answer would be that to another question.

use rustc_hash::FxHashMap;

use crate::error::nearest;
use crate::syntax;

/// Words for numbers.
const NUMBER_WORDS: [&str; 11] =
    ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
/// Verbs about a game, which take no number: `period S(5)` asks for the period of S.
const WITHOUT_NUMBERS: [&str; 4] = ["period", "about", "show", "history"];
/// Numbers that a word of the language implies: any direction is one of four.
const IMPLIED: [(u128, &str); 1] = [(4, "direction")];

/// Whether each number and each word of `typed` is in `proposed`, or is said there otherwise.
pub(crate) fn keeps(typed: &str, proposed: &str) -> bool {
    let (old, new) = (Parts::of(typed), Parts::of(proposed));
    !asks_another(typed, proposed) && numbers_are_kept(&old, &new) && words_are_kept(&old, &new)
}

/// Whether a correction asks about another position than the one that was typed, though with the same words.
fn asks_another(typed: &str, proposed: &str) -> bool {
    is_other_compound(typed, proposed) || reads_commas(typed, proposed)
}

/// Whether `A and B`, `A or B`, `all of A, B` or `both A, B` is taken for a sum. They are other compounds of two games: with a move
/// in each of them, or in as many as one likes.
pub(crate) fn is_other_compound(typed: &str, proposed: &str) -> bool {
    let tokens = syntax::tokens(typed);
    let word = |at: usize| tokens.get(at).map_or("", |token| &typed[token.range.clone()]);
    let joins = |at: usize| {
        matches!(word(at), "and" | "or" | "&" | "&&" | "|" | "||")
            && matches!(word(at - 1), ")" | "]")
            && word(at + 1).starts_with(char::is_uppercase)
            && matches!(word(at + 2), "(" | "[")
    };
    let is_rule = matches!(word(0), "game" | "let");
    let is_at_once = |at: usize| {
        let is_misspelt = || nearest(word(at), ["all", "some", "any", "each", "every", "both"], 1).is_some();
        // `losing positions until 25 of S` counts nothing.
        let counts = word(at).parse::<u64>().is_ok() && matches!(word(at + 3), "(" | "[");
        matches!(word(at), "both" | "al") || word(at + 1) == "of" && (counts || is_misspelt())
    };
    let adds = !proposed.contains(" of ");
    !is_rule && ((1..tokens.len()).any(joins) && proposed.contains('+') || adds && (0..tokens.len()).any(is_at_once))
}

/// Whether `S(12,345)`, which may be one heap or two, is taken for one of these.
pub(crate) fn reads_commas(typed: &str, proposed: &str) -> bool {
    let inside = typed.split('(').skip(1).filter_map(|behind| Some(behind.split_once(')')?.0));
    let mut doubtful = inside.filter(|inside| {
        let groups: Vec<&str> = inside.split(',').collect();
        let is_group = |group: &&str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
        let begins = groups[0].len() <= 3 && groups[0].bytes().all(|byte| byte.is_ascii_digit());
        groups.len() > 1 && begins && groups[1..].iter().all(is_group)
    });
    let takes = typed.starts_with("game") || typed.starts_with("let");
    !takes && doubtful.any(|inside| syntax::grouped_digits(inside).is_none() && !proposed.contains(inside))
}

/// The numbers, words and signs of a text, in their order.
pub(super) struct Parts<'t> {
    text: &'t str,
    parts: Vec<Part<'t>>,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Part<'t> {
    Number(u128),
    Word(&'t str),
    Sign(char),
}

impl<'t> Parts<'t> {
    pub(super) fn of(text: &'t str) -> Parts<'t> {
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let length = match first {
                _ if first.is_ascii_digit() => number(rest, &mut parts),
                _ if first.is_alphabetic() || first == '_' => {
                    let length = run(rest, |c| c.is_alphanumeric() || c == '_' || c == '\'');
                    let written = rest[..length].trim_end_matches('\'');
                    parts.push(word(written));
                    written.len()
                }
                _ => {
                    if !first.is_whitespace() {
                        parts.push(Part::Sign(first));
                    }
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        Parts { text, parts }
    }

    pub(super) fn parts(&self) -> impl Iterator<Item = Part<'t>> {
        self.parts.iter().copied()
    }

    /// How often a sign stands in it.
    pub(super) fn count(&self, sign: char) -> usize {
        self.parts.iter().filter(|part| **part == Part::Sign(sign)).count()
    }

    fn has_sign(&self, sign: char) -> bool {
        self.count(sign) > 0
    }

    pub(super) fn words(&self) -> impl Iterator<Item = &'t str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Word(word) => Some(*word),
            _ => None,
        })
    }

    fn has_word(&self, start: &str) -> bool {
        self.words().any(|word| word.starts_with(start))
    }

    pub(super) fn numbers(&self) -> impl Iterator<Item = u128> {
        self.parts.iter().filter_map(|part| match part {
            Part::Number(number) => Some(*number),
            _ => None,
        })
    }

    /// The first word of the statement.
    fn verb(&self) -> &'t str {
        self.words().next().unwrap_or_default()
    }
}

/// The bytes of `text` from its beginning on whose characters all fit.
fn run(text: &str, fits: impl Fn(char) -> bool) -> usize {
    text.find(|c| !fits(c)).unwrap_or(text.len())
}

fn word(text: &str) -> Part<'_> {
    let number = NUMBER_WORDS.iter().position(|word| text.eq_ignore_ascii_case(word));
    number.map_or(Part::Word(text), |number| Part::Number(number as u128))
}

/// Reads the number, or the numbers, at the beginning of a text, and says how many bytes they take: `12`, `1_000`,
/// `1,000`, `0x1F`, `1e6`, `8x8`.
fn number<'t>(text: &'t str, parts: &mut Vec<Part<'t>>) -> usize {
    if let Some(length) = syntax::grouped_digits(text) {
        parts.push(Part::Number(value(&text[..length], 10)));
        return length;
    }
    let base = match text.get(..2).map(str::to_ascii_lowercase).as_deref() {
        Some("0b") => 2,
        Some("0o") => 8,
        Some("0x") => 16,
        _ => 10,
    };
    if base != 10 {
        let length = 2 + run(&text[2..], |c| c.is_ascii_alphanumeric() || c == '_');
        parts.push(Part::Number(value(&text[2..length], base)));
        return length;
    }
    let length = run(text, |c| c.is_ascii_digit() || c == '_');
    // The exponent of `1e6` is a number of its own, and its mantissa says nothing.
    let exponent =
        text[length..].strip_prefix(['e', 'E']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    if !(exponent && &text[..length] == "1") {
        parts.push(Part::Number(value(&text[..length], 10)));
    }
    if exponent || text[length..].starts_with(['x', 'X']) { length + 1 } else { length }
}

/// The number that these digits write; signs between the digits count for nothing.
fn value(digits: &str, base: u32) -> u128 {
    let digits: String = digits.chars().filter(|c| c.is_ascii_alphanumeric()).collect();
    // A number that does not fit is no number of the language: what is near it does not matter.
    u128::from_str_radix(&digits, base).unwrap_or(u128::MAX)
}

fn numbers_are_kept(old: &Parts, new: &Parts) -> bool {
    let mut left: FxHashMap<u128, usize> = FxHashMap::default();
    // A name may end in a number: `2S` becomes `S2`.
    let in_names = new.words().filter_map(|word| split_name(word).1);
    new.numbers().chain(in_names).for_each(|number| *left.entry(number).or_default() += 1);
    let takes_none = WITHOUT_NUMBERS.contains(&new.verb()) && old.verb().eq_ignore_ascii_case(new.verb());
    let is_implied = |number: u128| IMPLIED.iter().any(|(implied, word)| number == *implied && new.has_word(word));
    old.numbers().all(|number| {
        let found = left.get_mut(&number).filter(|left| **left > 0);
        match found {
            Some(left) => {
                *left -= 1;
                true
            }
            None => takes_none || is_implied(number) || is_end_below(number, old, new) || continues(number, old, new),
        }
    })
}

/// Whether a number that the range does not include is the one behind its last: `range(4)` is `0..3`.
fn is_end_below(number: u128, old: &Parts, new: &Parts) -> bool {
    let excludes = old.has_sign('<')
        || old.has_sign(':')
        || ["range", "than", "below", "under"].iter().any(|word| old.has_word(word));
    let below = number.checked_sub(1).map(Part::Number);
    excludes
        && new.parts.windows(3).any(|last| last[..2] == [Part::Sign('.'), Part::Sign('.')] && Some(last[2]) == below)
}

/// Whether a number is a member of a range that was written with dots, `1, 3, 5, ...`: the numbers before the dots
/// must be the first ones of the new range.
fn continues(number: u128, old: &Parts, new: &Parts) -> bool {
    let Some(dots) = old.text.find("...").or_else(|| old.text.find('…')) else { return false };
    let listed: Vec<u128> = Parts::of(&old.text[..dots])
        .parts
        .into_iter()
        .rev()
        .map_while(|part| match part {
            Part::Number(number) => Some(Some(number)),
            Part::Sign(',') => Some(None),
            _ => None,
        })
        .flatten()
        .collect();
    let [.., second, first] = listed[..] else { return false };
    let Some(step) = second.checked_sub(first) else { return false };
    let is_evenly_spaced = listed.windows(2).all(|pair| pair[0].checked_sub(pair[1]) == Some(step));
    let written = if step == 1 { !new.has_word("step") } else { new.text.contains(&format!("step {step}")) };
    listed.contains(&number) && is_evenly_spaced && written && new.text.contains(&format!("{first}.."))
}

fn words_are_kept(old: &Parts, new: &Parts) -> bool {
    // The parts of a name, too: `x-y` becomes `x_y`.
    let proposed: Vec<&str> = new.words().flat_map(|word| std::iter::once(word).chain(word.split('_'))).collect();
    let added: Vec<&str> = proposed.iter().copied().filter(|word| !old.words().any(|old| old == *word)).collect();
    old.words().all(|word| {
        proposed.contains(&word)
            || syntax::is_understood(word)
            || added.iter().any(|new| is_respelt(word, new))
            || is_name_and_number(word, &proposed, new)
    })
}

/// Whether one word is the other, spelt rightly or with something added or left out: `Lasker` and `LaskersNim`.
fn is_respelt(word: &str, new: &str) -> bool {
    let (word, new) = (word.to_lowercase(), new.to_lowercase());
    if word.contains('\'') {
        // `Grundy's` is part of a name, but `let's` is not `let`.
        return new.contains(&word.replace('\'', ""));
    }
    let digits = |word: &str| word.chars().filter(char::is_ascii_digit).collect::<String>();
    if !digits(&new).contains(&digits(&word)) {
        return false;
    }
    let is_half = |part: &str, whole: &str| part.len() > 1 && 2 * part.len() >= whole.len() && whole.contains(part);
    let is_part = is_half(&word, &new) || is_half(&new, &word);
    let mistakes = if word.chars().count() < 4 { 1 } else { 2 };
    word == new || is_part || nearest(&word, [new.as_str()], mistakes.max(word.chars().count() / 4)).is_some()
}

/// Whether a word is a name with a number that now stand apart: `S3` becomes `S(3)`.
fn is_name_and_number(word: &str, proposed: &[&str], new: &Parts) -> bool {
    let (name, number) = split_name(word);
    proposed.iter().any(|other| other.eq_ignore_ascii_case(name))
        && number.is_some_and(|number| new.numbers().any(|other| other == number))
}

/// A word without the digits at its end, and the number that they are.
pub(super) fn split_name(word: &str) -> (&str, Option<u128>) {
    let name = word.trim_end_matches(|c: char| c.is_ascii_digit());
    (name, word[name.len()..].parse().ok())
}

#[cfg(test)]
mod tests {
    use crate::session::kept::keeps;

    #[test]
    fn a_correction_keeps_numbers() {
        for (old, new) in [
            ("winner S 3,4,5", "winner S[3, 4, 5]"),
            ("winner S(1,000,000)", "winner S(1000000)"),
            ("winner S(1_000)", "winner S(1000)"),
            ("game S = take one or 2", "game S = take <1, 2>"),
            ("0b101 + 0xff", "5 + 255"),
            ("2e3", "2*10^3"),
            ("[k for k in range(4)]", "[k for k in 0..3]"),
            ("game S = take <1, 2, ..., 9>", "game S = take <1..9>"),
            ("game S = take <1,3,5,...>", "game S = take <1.. step 2>"),
            ("period S(5)", "period S"),
        ] {
            assert!(keeps(old, new), "{old} ⟶ {new}");
        }
        for (old, new) in [
            ("S(1,000,000)", "S[1, 000, 000]"),
            ("draw S(3)", "plot S"),
            ("game S = take <1,3,...,9>", "game S = take <1..9>"),
            ("game S = take <1,2,4,...>", "game S = take <1..>"),
            ("winner S(3,3)", "winner S(3)"),
            ("S(12,345)", "S[12, 345]"),
            ("game S = 2 heaps of T", "game S = T"),
        ] {
            assert!(!keeps(old, new), "{old} ⟶ {new}");
        }
    }

    #[test]
    fn a_correction_keeps_words() {
        for (old, new) in [
            ("winner Laskers(5)", "winner LaskersNim(5)"),
            ("winner s3", "winner S(3)"),
            ("let x-y = 5", "let x_y = 5"),
            ("winner Grundy's(5)", "winner GrundysGame(5)"),
        ] {
            assert!(keeps(old, new), "{old} ⟶ {new}");
        }
        for (old, new) in [
            ("don't play S(5)", "play S(5)"),
            ("fn f(n) { banana(n) }", "let f(n) = n"),
            ("winner S(5) tomorrow", "winner S(5)"),
            ("winner S(3) and T(4)", "winner S(3) + T(4)"),
            ("let f(n) = zz(n)", "let f(n) = n"),
        ] {
            assert!(!keeps(old, new), "{old} ⟶ {new}");
        }
    }
}
