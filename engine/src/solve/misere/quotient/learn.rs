//! Learns a quotient from misère outcomes: positions are equal if no sum beside them tells them apart.
//!
//! The quotient is the syntactic monoid of a language, the set of all sums that are lost. So it can be learned as finite
//! automata are (D. Angluin, Learning regular sets from queries and counterexamples, 1987): some sums *represent* the
//! elements, others are *contexts*, and a representative has a row of outcomes, one beside each context. Where the rows of
//! representatives and of their sums with one more letter agree, they are a hypothesis. It is verified (`verify`), and a sum
//! that it answers wrongly gives one more context.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::monoid::{Element, Monoid};
use super::outcomes::{LetterSum, Outcomes, Verified, joined};
use super::verify::{Image, Letter, Pairs};
use crate::solve::{Budget, SolveError, Solved};

/// The outcomes of a word beside the contexts, a bit for each.
type OutcomeRow = Box<[u64]>;

fn with_bit(row: &OutcomeRow, count: usize, bit: bool) -> OutcomeRow {
    let mut bits = row.to_vec();
    bits.resize(count / 64 + 1, 0);
    bits[count / 64] |= u64::from(bit) << (count % 64);
    bits.into()
}

/// A sum with its outcomes.
#[derive(Clone, Debug)]
struct Observed {
    word: LetterSum,
    row: OutcomeRow,
}

/// A context with two sums that it tells apart.
struct Told {
    context: Vec<Letter>,
    apart: [LetterSum; 2],
}

/// A sum with the representative that has the same row.
#[derive(Clone, Debug)]
struct Represented {
    seen: Observed,
    by: usize,
}

/// Represents an element.
#[derive(Clone, Debug)]
struct Representative {
    seen: Observed,
    /// The representative that it was reached from, and by which generator.
    from: (usize, usize),
    /// For each generator, what it becomes with that one more.
    next: Vec<Represented>,
}

/// What is known of the elements: their representatives, and the contexts that tell these apart.
#[derive(Clone, Debug)]
struct Observations {
    /// Each letter alone.
    alone: Vec<Represented>,
    /// The letters that representatives consist of. Those with many moves are hardly ever among them.
    generators: Vec<Letter>,
    contexts: Vec<LetterSum>,
    representatives: Vec<Representative>,
    by_row: FxHashMap<OutcomeRow, usize>,
}

/// Learns the quotient of some letters, to which others can be added.
#[derive(Debug)]
pub(super) struct Learner {
    observations: Observations,
    outcomes: Outcomes,
    /// Are all sums with a new letter searched for from the beginning? For tests.
    pub exact: bool,
}

impl Learner {
    pub fn new() -> Learner {
        Learner { observations: Observations::none(), outcomes: Outcomes::new(), exact: false }
    }

    /// One that has no letters yet, and searches as this one does.
    pub fn anew(&self) -> Learner {
        Learner { exact: self.exact, ..Learner::new() }
    }

    /// How many letters there are.
    pub fn len(&self) -> usize {
        self.outcomes.len()
    }

    /// The quotient of the letters before the last one that was added, or of all of them.
    pub fn verified(&self) -> &Verified {
        &self.outcomes.verified
    }

    /// Adds a letter with these options, of which there is at least one, and learns the quotient with it. After an error the
    /// letter is not there, and what was verified before stands.
    pub fn add(&mut self, options: Vec<LetterSum>, budget: &Budget) -> Solved<()> {
        let letters = self.outcomes.len();
        let added = self.try_to_add(options, budget);
        if added.is_err() {
            self.outcomes.truncate(letters);
        }
        added
    }

    fn try_to_add(&mut self, options: Vec<LetterSum>, budget: &Budget) -> Solved<()> {
        Letter::try_from(self.outcomes.len() + 1).map_err(|_| SolveError::Overflow)?;
        let winning = self.outcomes.add(options, budget)?;
        let Verified { pairs, images } = &mut self.outcomes.verified;
        // If the letter is equal to an element that is known, the quotient stays, and nothing has to be searched.
        for element in pairs.candidates(&winning) {
            budget.meter().push(images, Image { element, winning: winning.clone() })?;
            let contradiction = pairs.extend(&images[images.len() - 1..], budget);
            if matches!(contradiction, Ok(None)) {
                return Ok(());
            }
            images.pop();
            contradiction?;
        }
        for exact in [self.exact, true] {
            self.outcomes.begin(exact, budget)?;
            let mut observations = self.observations.clone();
            match observations.learn(&mut self.outcomes, budget) {
                Ok(verified) if verified.monoid().is_reduced() => {
                    self.outcomes.verified = verified;
                    self.observations = observations;
                    return Ok(());
                }
                Ok(_) | Err(SolveError::Internal(_)) if !exact => {}
                Ok(_) => break,
                Err(stop) => return Err(stop),
            }
        }
        Err(SolveError::Internal("two elements of a quotient are the same"))
    }
}

impl Observations {
    /// More elements are not looked for.
    const MOST: usize = 1 << 12;

    /// Those of no letters.
    fn none() -> Observations {
        let nothing: LetterSum = Arc::new([]);
        // The only context is the empty one, in which the empty sum is won.
        let seen = Observed { word: nothing.clone(), row: Box::new([0]) };
        Observations {
            alone: Vec::new(),
            generators: Vec::new(),
            contexts: vec![nothing],
            by_row: [(seen.row.clone(), 0)].into_iter().collect(),
            representatives: vec![Representative { seen, from: (0, 0), next: Vec::new() }],
        }
    }

    /// The quotient with the last letter.
    fn learn(&mut self, outcomes: &mut Outcomes, budget: &Budget) -> Solved<Verified> {
        loop {
            self.complete(outcomes, budget)?;
            let told = match self.not_commuting(outcomes, budget)? {
                Some(told) => told,
                None => {
                    let monoid = self.monoid(budget)?;
                    let elements = self.alone.iter().map(|alone| Element::of(alone.by));
                    let images = outcomes.images(&monoid, elements);
                    let mut pairs = Pairs::none(monoid);
                    let contradiction = pairs.extend(&images, budget)?;
                    let hypothesis = Verified { pairs, images };
                    match contradiction {
                        None => return Ok(hypothesis),
                        Some(word) => self.told_by(&hypothesis, &word, outcomes, budget)?,
                    }
                }
            };
            let context = self.short(told, outcomes, budget)?;
            self.add_context(context, outcomes, budget)?;
        }
    }

    /// Looks at each representative with each generator, until none of these has a new row, and at each letter alone: if its
    /// row is new, it is one more generator.
    fn complete(&mut self, outcomes: &mut Outcomes, budget: &Budget) -> Solved<()> {
        loop {
            let mut from = 0;
            while from < self.representatives.len() {
                while let Some(generator) = self.generators.get(self.representatives[from].next.len()) {
                    let word = joined(&self.representatives[from].seen.word, &[*generator]);
                    let seen = self.observed(word, outcomes, budget)?;
                    let by = (from, self.representatives[from].next.len());
                    let by = self.represented(&seen, by, budget)?;
                    self.representatives[from].next.push(Represented { seen, by });
                }
                from += 1;
            }
            while self.alone.len() < outcomes.len() {
                let letter = Letter::try_from(self.alone.len()).map_err(|_| SolveError::Overflow)?;
                let seen = self.observed(vec![letter], outcomes, budget)?;
                self.alone.push(Represented { seen, by: 0 });
            }
            let mut generator = None;
            for (letter, alone) in (0..).zip(&mut self.alone) {
                match self.by_row.get(&alone.seen.row) {
                    Some(by) => alone.by = *by,
                    None => generator = generator.or(Some(letter)),
                }
            }
            match generator {
                Some(letter) => self.generators.push(letter),
                None => return Ok(()),
            }
        }
    }

    /// A sum with its outcomes beside all contexts.
    fn observed(&mut self, word: Vec<Letter>, outcomes: &mut Outcomes, budget: &Budget) -> Solved<Observed> {
        let mut row: OutcomeRow = Box::new([]);
        for context in 0..self.contexts.len() {
            let beside = joined(&word, &self.contexts[context]);
            row = with_bit(&row, context, outcomes.is_lost(&beside, budget)?);
        }
        Ok(Observed { word: word.into(), row })
    }

    /// The representative with the same row; it is new if there was none.
    fn represented(&mut self, seen: &Observed, from: (usize, usize), budget: &Budget) -> Solved<usize> {
        if let Some(known) = self.by_row.get(&seen.row) {
            return Ok(*known);
        }
        let number = self.representatives.len();
        if number >= Self::MOST {
            return Err(SolveError::Positions { limit: Self::MOST as u64 });
        }
        budget.meter().insert(&mut self.by_row, seen.row.clone(), number)?;
        let new = Representative { seen: seen.clone(), from, next: Vec::new() };
        budget.meter().push(&mut self.representatives, new)?;
        Ok(number)
    }

    /// Looks at all sums beside one more context.
    fn add_context(&mut self, context: LetterSum, outcomes: &mut Outcomes, budget: &Budget) -> Solved<()> {
        if self.contexts.contains(&context) {
            return Err(SolveError::Internal("a context tells nothing new about misère play"));
        }
        self.by_row.clear();
        for from in 0..self.representatives.len() {
            let seen = self.beside(&self.representatives[from].seen.clone(), &context, outcomes, budget)?;
            self.by_row.insert(seen.row.clone(), from);
            self.representatives[from].seen = seen;
        }
        for letter in 0..self.alone.len() {
            self.alone[letter].seen = self.beside(&self.alone[letter].seen.clone(), &context, outcomes, budget)?;
        }
        for from in 0..self.representatives.len() {
            for generator in 0..self.representatives[from].next.len() {
                let old = self.representatives[from].next[generator].seen.clone();
                let seen = self.beside(&old, &context, outcomes, budget)?;
                let by = self.represented(&seen, (from, generator), budget)?;
                self.representatives[from].next[generator] = Represented { seen, by };
            }
        }
        budget.meter().push(&mut self.contexts, context)?;
        Ok(())
    }

    /// The same sum with its outcome beside one more context.
    fn beside(
        &mut self,
        seen: &Observed,
        context: &LetterSum,
        outcomes: &mut Outcomes,
        budget: &Budget,
    ) -> Solved<Observed> {
        let bit = outcomes.is_lost(&joined(&seen.word, context), budget)?;
        Ok(Observed { word: seen.word.clone(), row: with_bit(&seen.row, self.contexts.len(), bit) })
    }

    /// What a representative becomes with one more generator.
    fn next(&self, from: usize, generator: usize) -> usize {
        self.representatives[from].next[generator].by
    }

    /// What a representative becomes with one more letter: with the generators of the representative of that letter.
    fn with_letter(&self, from: usize, letter: Letter) -> usize {
        let mut path = Vec::new();
        let mut at = self.alone[usize::from(letter)].by;
        while at != 0 {
            let (before, generator) = self.representatives[at].from;
            path.push(generator);
            at = before;
        }
        path.into_iter().rev().fold(from, |at, generator| self.next(at, generator))
    }

    /// A new context, if the order of two generators matters: it tells the elements apart that they lead to.
    fn not_commuting(&mut self, outcomes: &mut Outcomes, budget: &Budget) -> Solved<Option<Told>> {
        for from in 0..self.representatives.len() {
            budget.check()?;
            for (a, b) in (0..self.generators.len()).flat_map(|a| (0..a).map(move |b| (a, b))) {
                let (with_a, with_b) = (self.next(from, a), self.next(from, b));
                if self.next(with_a, b) != self.next(with_b, a) {
                    return self.told_by_order(from, [(with_a, b), (with_b, a)], outcomes, budget).map(Some);
                }
            }
        }
        Ok(None)
    }

    /// `ways` are the two ways to add two generators to `from`: the representative with one of them, and the other one. They
    /// lead to different rows, so that one of them leads to another row than `from` with both: a context tells that
    /// representative from `from` with the first generator, beside the second.
    fn told_by_order(
        &mut self,
        from: usize,
        ways: [(usize, usize); 2],
        outcomes: &mut Outcomes,
        budget: &Budget,
    ) -> Solved<Told> {
        let from = self.representatives[from].seen.word.clone();
        for ((through, last), (_, first)) in [(ways[0], ways[1]), (ways[1], ways[0])] {
            let (first, last) = (self.generators[first], self.generators[last]);
            let apart = [self.representatives[through].seen.word.clone(), joined(&from, &[first]).into()];
            for context in 0..self.contexts.len() {
                let context = joined(&self.contexts[context], &[last]);
                if self.tells(&context, &apart, outcomes, budget)? {
                    return Ok(Told { context, apart });
                }
            }
        }
        Err(SolveError::Internal("two rows of misère outcomes differ in no context"))
    }

    /// Have two sums different outcomes beside this context?
    fn tells(
        &mut self,
        context: &[Letter],
        [one, other]: &[LetterSum; 2],
        outcomes: &mut Outcomes,
        budget: &Budget,
    ) -> Solved<bool> {
        Ok(outcomes.is_lost(&joined(one, context), budget)? != outcomes.is_lost(&joined(other, context), budget)?)
    }

    /// A context that tells the same sums apart: the representative of the context, if that does. It has few moves, and so the
    /// search for outcomes is short.
    fn short(&mut self, told: Told, outcomes: &mut Outcomes, budget: &Budget) -> Solved<LetterSum> {
        let at = told.context.iter().fold(0, |at, letter| self.with_letter(at, *letter));
        let word = self.representatives[at].seen.word.clone();
        Ok(if self.tells(&word, &told.apart, outcomes, budget)? { word } else { told.context.into() })
    }

    /// The monoid that the rows describe.
    fn monoid(&self, budget: &Budget) -> Solved<Monoid> {
        let order = self.representatives.len();
        budget.room(Monoid::bytes(order))?;
        let mut products = vec![Element::ONE; order * order].into_boxed_slice();
        for a in 0..order {
            budget.check()?;
            products[a * order] = Element::of(a);
            for b in 1..order {
                // A representative comes after the one that it was reached from.
                let (before, generator) = self.representatives[b].from;
                products[a * order + b] = Element::of(self.next(products[a * order + before].index(), generator));
            }
        }
        // The first context is the empty one.
        let lost: Vec<bool> = self.representatives.iter().map(|one| one.seen.row[0] & 1 == 1).collect();
        Ok(Monoid::new(products, &lost))
    }

    /// A context in which the hypothesis goes wrong, from a sum for which it contradicts itself: that sum or one of its options
    /// is answered wrongly. First its letters are replaced by their representatives, one after another. If that changes no
    /// outcome, the sum is read generator by generator, until a representative behaves otherwise than what it stands for.
    fn told_by(
        &mut self,
        hypothesis: &Verified,
        word: &[Letter],
        outcomes: &mut Outcomes,
        budget: &Budget,
    ) -> Solved<Told> {
        const RIGHT: SolveError = SolveError::Internal("no misère outcome shows what is wrong with a quotient");
        let mut rest = answered_wrongly(hypothesis, word, outcomes, budget)?.ok_or(RIGHT)?;
        let mut wrong: Vec<Letter> = Vec::new();
        while let Some(letter) = rest.pop() {
            let representative = self.representatives[self.alone[usize::from(letter)].by].seen.word.clone();
            let (context, apart) = (joined(&wrong, &rest), [[letter].into(), representative]);
            if self.tells(&context, &apart, outcomes, budget)? {
                return Ok(Told { context, apart });
            }
            wrong.extend(&*apart[1]);
        }
        wrong.sort_unstable();
        let mut at = 0;
        while let Some(letter) = wrong.pop() {
            let generator = self.generators.iter().position(|known| *known == letter).ok_or(RIGHT)?;
            let next = &self.representatives[at].next[generator];
            let (through, to) = (next.seen.word.clone(), next.by);
            let apart = [through, self.representatives[to].seen.word.clone()];
            if self.tells(&wrong, &apart, outcomes, budget)? {
                return Ok(Told { context: wrong, apart });
            }
            at = to;
        }
        Err(RIGHT)
    }
}

/// That sum or one of its options: the first that the hypothesis answers wrongly.
fn answered_wrongly(
    hypothesis: &Verified,
    word: &[Letter],
    outcomes: &mut Outcomes,
    budget: &Budget,
) -> Solved<Option<Vec<Letter>>> {
    let is_wrong = |word: &[Letter], outcomes: &mut Outcomes| -> Solved<bool> {
        Ok(hypothesis.monoid().is_lost(hypothesis.image(word)) != outcomes.is_lost(word, budget)?)
    };
    if is_wrong(word, outcomes)? {
        return Ok(Some(word.to_vec()));
    }
    for place in 0..word.len() {
        for option in outcomes.options(word[place]).clone().iter() {
            let after = joined(&[&word[..place], &word[place + 1..]].concat(), option);
            if is_wrong(&after, outcomes)? {
                return Ok(Some(after));
            }
        }
    }
    Ok(None)
}
