//! Misère outcomes of sums of letters, for the learner: those of letters whose quotient was verified follow from it; with a new
//! letter they are searched for.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use super::monoid::{Element, ElementSet, Monoid};
use super::verify::{Image, Letter, Pairs};
use crate::nim::{Nimber, Outcome, mex};
use crate::search::{Decider, Knowledge, Listing, Space, TableKey};
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

/// A sum of letters, in ascending order.
pub(super) type LetterSum = Arc<[Letter]>;

/// Both sums together.
pub(super) fn joined(one: &[Letter], other: &[Letter]) -> Vec<Letter> {
    let mut word = [one, other].concat();
    word.sort_unstable();
    word
}

/// A quotient that was verified: it decides every sum of its letters.
#[derive(Clone, Debug)]
pub(super) struct Verified {
    pub pairs: Pairs,
    /// What each letter does.
    pub images: Vec<Image>,
}

impl Verified {
    pub fn monoid(&self) -> &Monoid {
        self.pairs.monoid()
    }

    /// The image of a sum of its letters.
    pub fn image(&self, word: &[Letter]) -> Element {
        product(self.monoid(), &self.images, word)
    }

    /// The number of a pair with more letters.
    fn pair(&self, pair: u32, word: &[Letter]) -> u32 {
        word.iter().fold(pair, |pair, letter| self.pairs.with_letter(pair, *letter))
    }

    /// The outcome of a word, if all its letters are known.
    fn outcome(&self, word: &[Letter]) -> Option<Outcome> {
        match word.last() {
            Some(last) if usize::from(*last) >= self.images.len() => None,
            _ => Some(outcome(self.monoid().is_lost(self.image(word)))),
        }
    }
}

fn product(monoid: &Monoid, images: &[Image], word: &[Letter]) -> Element {
    word.iter().fold(Element::ONE, |product, letter| monoid.product(product, images[usize::from(*letter)].element))
}

/// The elements beside which one of these options wins.
fn winning(monoid: &Monoid, images: &[Image], options: &[LetterSum]) -> ElementSet {
    let mut winning = ElementSet::none(monoid.order());
    for option in options {
        winning.join(monoid.losing_with(product(monoid, images, option)));
    }
    winning
}

fn outcome(is_lost: bool) -> Outcome {
    if is_lost { Outcome::P } else { Outcome::N }
}

/// The options of a letter, and what helps to search.
#[derive(Clone, Debug)]
struct LetterMoves {
    options: Arc<[LetterSum]>,
    /// The Grundy value, in normal play.
    value: u64,
    /// The number of moves of the longest play.
    birthday: u64,
}

/// The outcomes of sums of letters. All but the last letter are in the quotient that was verified.
#[derive(Debug)]
pub(super) struct Outcomes {
    letters: Vec<LetterMoves>,
    pub verified: Verified,
    /// For each pair of the verified letters a sum with that pair of shortest play, while such sums stand for all others.
    shortest: Option<Vec<LetterSum>>,
    sums: Decider<LetterSum>,
    short_sums: Decider<ShortSum>,
}

impl Outcomes {
    pub fn new() -> Outcomes {
        let verified = Verified { pairs: Pairs::none(Monoid::trivial()), images: Vec::new() };
        let (letters, sums, short_sums) = (Vec::new(), Decider::default(), Decider::default());
        Outcomes { letters, verified, shortest: None, sums, short_sums }
    }

    /// How many letters there are.
    pub fn len(&self) -> usize {
        self.letters.len()
    }

    /// Adds a letter with these options. Returns its set W.
    pub fn add(&mut self, options: Vec<LetterSum>, budget: &Budget) -> Solved<ElementSet> {
        let winning = winning(self.verified.monoid(), &self.verified.images, &options);
        let value =
            |word: &LetterSum| word.iter().fold(0, |sum, letter| sum ^ self.letters[usize::from(*letter)].value);
        let letter = LetterMoves {
            value: mex(options.iter().map(|word| Nimber(value(word)))).0,
            birthday: options.iter().map(|word| self.birthday(word).saturating_add(1)).max().unwrap_or(0),
            options: options.into(),
        };
        budget.meter().push(&mut self.letters, letter)?;
        Ok(winning)
    }

    /// Takes the last letters away, which are not in the verified quotient.
    pub fn truncate(&mut self, letters: usize) {
        self.letters.truncate(letters);
    }

    /// What each letter does in a monoid, given the image of each.
    pub fn images(&self, monoid: &Monoid, elements: impl Iterator<Item = Element>) -> Vec<Image> {
        let mut images: Vec<Image> = Vec::with_capacity(self.letters.len());
        for (letter, element) in self.letters.iter().zip(elements) {
            let winning = winning(monoid, &images, &letter.options);
            images.push(Image { element, winning });
        }
        images
    }

    /// From now on sums with the last letter are searched for: all of them, or only a few that stand for all (see
    /// [`ShortSum`]), which is far faster but may be wrong.
    pub fn begin(&mut self, exact: bool, budget: &Budget) -> Solved<()> {
        self.sums = Decider::default();
        self.short_sums = Decider::default();
        self.shortest = if exact { None } else { Some(self.shortest_sums(budget)?) };
        Ok(())
    }

    /// Is a sum lost for the player to move?
    pub fn is_lost(&mut self, word: &[Letter], budget: &Budget) -> Solved<bool> {
        if let Some(outcome) = self.verified.outcome(word).or_else(|| self.sums.found(word).outcome()) {
            return Ok(outcome == Outcome::P);
        }
        if self.shortest.is_some() {
            return self.is_short_lost(word, budget);
        }
        let mut decider = std::mem::take(&mut self.sums);
        decider.begin();
        let outcome = decider.outcome(&mut SumsOfLetters { outcomes: self }, &word.into(), budget);
        self.sums = decider;
        Ok(outcome? == Outcome::P)
    }

    fn is_short_lost(&mut self, word: &[Letter], budget: &Budget) -> Solved<bool> {
        let sum = self.short_sum(word);
        if let Some(outcome) = self.short_sums.found(&sum).outcome() {
            return Ok(outcome == Outcome::P);
        }
        let mut decider = std::mem::take(&mut self.short_sums);
        decider.begin();
        let outcome = decider.outcome(&mut ShortSums { outcomes: self }, &sum, budget);
        self.short_sums = decider;
        Ok(outcome? == Outcome::P)
    }

    /// What stands for a sum.
    fn short_sum(&self, word: &[Letter]) -> ShortSum {
        let known = word.iter().take_while(|letter| usize::from(**letter) < self.verified.images.len()).count();
        ShortSum { pair: self.verified.pair(Pairs::EMPTY, &word[..known]), copies: word.len() - known }
    }

    /// The options of a letter, each a sum of smaller letters.
    pub fn options(&self, letter: Letter) -> &Arc<[LetterSum]> {
        &self.letters[usize::from(letter)].options
    }

    fn birthday(&self, word: &[Letter]) -> u64 {
        word.iter().fold(0, |sum: u64, letter| sum.saturating_add(self.letters[usize::from(*letter)].birthday))
    }

    fn value(&self, word: &[Letter]) -> u64 {
        word.iter().fold(0, |sum, letter| sum ^ self.letters[usize::from(*letter)].value)
    }

    /// For each pair of the verified letters a sum of shortest play, found as shortest paths are.
    fn shortest_sums(&self, budget: &Budget) -> Solved<Vec<LetterSum>> {
        let pairs = &self.verified.pairs;
        let kinds: Vec<Letter> = pairs.kinds().collect();
        let mut lengths = filled(u64::MAX, pairs.len(), budget)?;
        let mut last: Vec<(u32, Letter)> = filled((0, 0), pairs.len(), budget)?;
        let mut words: Vec<LetterSum> = vec![LetterSum::default(); pairs.len()];
        let mut next = BinaryHeap::from([(Reverse(0), Pairs::EMPTY)]);
        lengths[0] = 0;
        while let Some((Reverse(length), pair)) = next.pop() {
            budget.meter().spend(kinds.len())?;
            if length > lengths[pair as usize] {
                continue;
            }
            if pair != Pairs::EMPTY {
                let (before, letter) = last[pair as usize];
                words[pair as usize] = joined(&words[before as usize], &[letter]).into();
            }
            for letter in &kinds {
                let to = pairs.with_letter(pair, *letter);
                let longer = length.saturating_add(self.letters[usize::from(*letter)].birthday);
                if longer < lengths[to as usize] {
                    (lengths[to as usize], last[to as usize]) = (longer, (pair, *letter));
                    budget.room(64)?;
                    next.push((Reverse(longer), to));
                }
            }
        }
        Ok(words)
    }
}

/// A sum that is lost in normal play is mostly lost in misère play as well; short plays are decided sooner.
fn search_work(value: u64, birthday: u64) -> u64 {
    const WON: u64 = 1 << 28;
    (if value == 0 { 0 } else { WON }) + birthday.min(WON - 1)
}

/// Stands for all sums of so many copies of the last letter and other letters with this pair: beside the last letter, these are
/// mostly alike. Where they are not, outcomes that are found so are wrong, and what is learned from them is refuted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct ShortSum {
    pair: u32,
    copies: usize,
}

impl TableKey for ShortSum {
    fn any() -> ShortSum {
        ShortSum::default()
    }
}

struct ShortSums<'a> {
    outcomes: &'a Outcomes,
}

impl ShortSums<'_> {
    /// Lists an option. False if it is lost.
    fn list(&self, option: ShortSum, listing: &mut Listing<ShortSum>) -> bool {
        let verified = &self.outcomes.verified;
        let known = match option.copies {
            0 => Some(outcome(verified.monoid().is_lost(verified.pairs.element(option.pair)))),
            _ => listing.found(&option).outcome(),
        };
        listing.list(known, || option).is_continue()
    }

    fn word(&self, sum: &ShortSum) -> &LetterSum {
        static NOTHING: std::sync::LazyLock<LetterSum> = std::sync::LazyLock::new(LetterSum::default);
        let shortest = self.outcomes.shortest.as_ref();
        shortest.and_then(|words| words.get(sum.pair as usize)).unwrap_or(&NOTHING)
    }
}

impl Space for ShortSums<'_> {
    type Part = ShortSum;

    const ENDS: bool = true;

    fn expand(
        &mut self,
        sum: &ShortSum,
        listing: &mut Listing<ShortSum>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>> {
        let Outcomes { letters, verified, .. } = self.outcomes;
        if let (Some(last), 1..) = (letters.last(), sum.copies) {
            budget.meter().spend(last.options.len())?;
            for option in &*last.options {
                let pair = verified.pair(sum.pair, option);
                if !self.list(ShortSum { pair, copies: sum.copies - 1 }, listing) {
                    return Ok(Some(Knowledge::of_outcome(Outcome::N)));
                }
            }
        }
        let word = self.word(sum);
        for place in (0..word.len()).filter(|place| word.get(place + 1) != Some(&word[*place])) {
            let left = verified.pair(verified.pair(Pairs::EMPTY, &word[..place]), &word[place + 1..]);
            let options = &letters[usize::from(word[place])].options;
            budget.meter().spend(options.len())?;
            for option in &**options {
                if !self.list(ShortSum { pair: verified.pair(left, option), copies: sum.copies }, listing) {
                    return Ok(Some(Knowledge::of_outcome(Outcome::N)));
                }
            }
        }
        Ok(None)
    }

    fn work(&self, sum: &ShortSum) -> u64 {
        let last = self.outcomes.letters.last().filter(|_| sum.copies % 2 == 1).map_or(0, |last| last.value);
        search_work(self.outcomes.value(self.word(sum)) ^ last, self.size(sum))
    }

    fn size(&self, sum: &ShortSum) -> u64 {
        let last = self.outcomes.letters.last().map_or(0, |last| last.birthday);
        self.outcomes.birthday(self.word(sum)).saturating_add(last.saturating_mul(sum.copies as u64))
    }
}

impl TableKey for LetterSum {
    fn any() -> LetterSum {
        LetterSum::default()
    }

    fn contents(&self) -> u64 {
        (2 * size_of::<usize>() + size_of_val(&**self)) as u64
    }
}

/// The sums of the letters.
struct SumsOfLetters<'a> {
    outcomes: &'a Outcomes,
}

impl Space for SumsOfLetters<'_> {
    type Part = LetterSum;

    const ENDS: bool = true;

    fn expand(
        &mut self,
        word: &LetterSum,
        listing: &mut Listing<LetterSum>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>> {
        let mut after = Vec::new();
        for place in (0..word.len()).rev().filter(|place| word.get(place + 1) != Some(&word[*place])) {
            let options = &self.outcomes.letters[usize::from(word[place])].options;
            budget.meter().spend(options.len())?;
            for option in &**options {
                after.clear();
                after.extend(word[..place].iter().chain(&word[place + 1..]).chain(&**option));
                after.sort_unstable();
                let known = self.outcomes.verified.outcome(&after).or_else(|| listing.found(&after[..]).outcome());
                if listing.list(known, || after[..].into()).is_break() {
                    return Ok(None);
                }
            }
        }
        Ok(if word.is_empty() { Some(Knowledge::of_outcome(Outcome::N)) } else { None })
    }

    fn work(&self, word: &LetterSum) -> u64 {
        search_work(self.outcomes.value(word), self.size(word))
    }

    fn size(&self, word: &LetterSum) -> u64 {
        self.outcomes.birthday(word)
    }
}
