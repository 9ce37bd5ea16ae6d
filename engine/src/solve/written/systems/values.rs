//! Systems of heaps: finitely many kinds, each option a sum of heaps of these kinds. The values of all kinds, column after column, and
//! the proof that they repeat.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::{Component, Game, HeapRules, Mover, Position, Ruleset, Summand, Value};
use crate::nim::{Nimber, Period, lcm};
use crate::solve::heap::{GuySmith, PairMex, PairRun, Repeat, Reversed, ShiftComparable, shortest_repeat};
use crate::solve::{Budget, SolveError, Solved, Theorem};
use crate::sorting::sort_by_key;

/// A kind of heap: a position but for its large coordinate.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HeapKind {
    /// The number of its rule in the system or, behind these, of a game whose heaps are lent.
    pub rule: usize,
    /// Which coordinate is large.
    pub axis: usize,
    /// The coordinates, with `none` for the large one.
    pub others: Vec<Value>,
}

/// The moves of a system where the number x is large.
#[derive(Debug)]
pub struct SystemRule {
    /// The first is the one from which the others are reached.
    pub kinds: Vec<HeapKind>,
    /// Games of heaps beside the system to which moves lead. Their heaps are kinds without moves here: their values are those of their
    /// own tables.
    pub lent: Vec<Arc<Game>>,
    /// For each remainder by the modulus and each kind, the options; `None` where there is no position.
    pub moves: Vec<Vec<Option<Vec<FarOption>>>>,
    /// For each remainder, the kinds in an order in which moves that leave x come after those they lead to.
    order: Vec<Vec<usize>>,
    /// From this number on, the moves are the same for all numbers with the same remainder.
    pub from: usize,
    /// The most by which a move lowers the number, or by which the parts of a split are less than it.
    back: usize,
    pub modulus: usize,
}

/// An option: heaps of these kinds, each lower than x by a number, perhaps two parts of x, and parts that are the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FarOption {
    pub pair: Option<SplitPair>,
    /// Two equal parts of this kind, whose sum is x less a number. They have value 0.
    pub equal: Option<(usize, isize)>,
    pub columns: Vec<(usize, usize)>,
    pub fixed: Vec<FixedPart>,
    /// The value of the parts that are the same everywhere.
    pub value: Nimber,
}

/// A part that is the same everywhere. A position of the system itself is kept without its game, which would keep the system alive.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixedPart {
    Own { copies: u64, rule: usize, coordinates: Arc<[Value]> },
    Other(Summand),
}

impl FixedPart {
    pub fn summand(&self, mover: &Mover) -> Summand {
        match self {
            FixedPart::Other(part) => part.clone(),
            FixedPart::Own { copies, rule, coordinates } => {
                let position = Position { game: mover.game(*rule).clone(), coordinates: coordinates.clone() };
                Summand { copies: *copies, component: Component::Position(position) }
            }
        }
    }
}

/// All i and j with i + j = x − `loss`, each at least so much, and i − j at most `most`. i has the kind `kinds[0]` and the remainder
/// `remainder` by `stride`, j the kind `kinds[1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SplitPair {
    pub kinds: [usize; 2],
    pub loss: isize,
    pub least: [usize; 2],
    pub most: Option<isize>,
    pub stride: usize,
    pub remainder: usize,
}

impl SystemRule {
    /// The rule with these moves, which are given for each kind and each remainder. `None` if moves that leave x come back.
    pub fn of(
        (kinds, lent): (Vec<HeapKind>, Vec<Arc<Game>>),
        moves: Vec<Vec<Option<Vec<FarOption>>>>,
        from: usize,
        back: usize,
        modulus: usize,
    ) -> Option<SystemRule> {
        let mut by_residue: Vec<Vec<Option<Vec<FarOption>>>> = Vec::new();
        by_residue.resize_with(modulus, Vec::new);
        let is_there = |kind: usize, residue: usize| moves[kind][residue].is_some();
        for of_kind in &moves {
            for (residue, options) in of_kind.iter().enumerate() {
                // An option with a part that is no position is left out.
                let mut options = options.clone();
                options.iter_mut().for_each(|options| {
                    options.retain(|option| {
                        option.pair.is_none_or(|SplitPair { kinds: [one, other], remainder, loss, .. }| {
                            let rest = (residue as isize - loss - remainder as isize).rem_euclid(modulus as isize);
                            is_there(one, remainder) && is_there(other, rest.unsigned_abs())
                        })
                    });
                });
                by_residue[residue].push(options.map(|options| joined(options, modulus)));
            }
        }
        let order = by_residue.iter().map(|moves| order(moves)).collect::<Option<_>>()?;
        Some(SystemRule { kinds, lent, moves: by_residue, order, from, back, modulus })
    }

    /// Each kind of lent heaps, with the rules of its game.
    pub fn lent_kinds(&self, mover: &Mover) -> Vec<(usize, Arc<HeapRules>)> {
        let own = mover.system().rules.len();
        let rules = |(index, kind): (usize, &HeapKind)| match &self.lent.get(kind.rule.checked_sub(own)?)?.ruleset {
            Ruleset::Heap(rules) => Some((index, rules.clone())),
            _ => None,
        };
        self.kinds.iter().enumerate().filter_map(rules).collect()
    }

    pub fn options(&self) -> impl Iterator<Item = &FarOption> {
        self.moves.iter().flatten().flatten().flatten()
    }

    pub fn pairs(&self) -> impl Iterator<Item = &SplitPair> {
        self.options().filter_map(|option| option.pair.as_ref())
    }

    pub fn splits(&self) -> bool {
        self.pairs().next().is_some()
    }
}

/// Joins pairs that differ in their remainder alone, where all remainders are there.
fn joined(mut options: Vec<FarOption>, modulus: usize) -> Vec<FarOption> {
    let whole = |option: &FarOption| {
        let pair = option.pair.map(|pair| SplitPair { stride: 1, remainder: 0, ..pair });
        FarOption { pair, ..option.clone() }
    };
    sort_by_key(&mut options, whole);
    let mut found: Vec<FarOption> = Vec::new();
    for alike in options.chunk_by(|one, other| whole(one) == whole(other)) {
        match alike {
            [one, ..] if one.pair.is_some() && alike.len() == modulus => found.push(whole(one)),
            several => found.extend_from_slice(several),
        }
    }
    found
}

/// The kinds in an order in which moves that leave x come after those they lead to; `None` if these come back.
fn order(moves: &[Option<Vec<FarOption>>]) -> Option<Vec<usize>> {
    let mut order = Vec::with_capacity(moves.len());
    let mut is_done = vec![false; moves.len()];
    while order.len() < moves.len() {
        let before = order.len();
        for kind in 0..moves.len() {
            let mut here =
                moves[kind].iter().flatten().flat_map(|option| &option.columns).filter(|column| column.1 == 0);
            if !is_done[kind] && here.all(|(other, _)| is_done[*other]) {
                is_done[kind] = true;
                order.push(kind);
            }
        }
        if order.len() == before {
            return None;
        }
    }
    Some(order)
}

/// Where there is no position.
const ABSENT: u16 = u16::MAX;

/// The values of all kinds for the numbers from 0 on.
#[derive(Debug, Default)]
struct Columns(Vec<Vec<u16>>);

impl ShiftComparable for Columns {
    fn length(&self) -> usize {
        self.0.first().map_or(0, Vec::len)
    }

    fn ends_alike(&self, shift: usize, window: usize) -> bool {
        self.0.iter().all(|column| (&column[..]).ends_alike(shift, window))
    }

    fn matched(&self, shift: usize) -> usize {
        self.0.iter().map(|column| (&column[..]).matched(shift)).min().unwrap_or(0)
    }
}

/// The values of a system, as far as they were needed, and whether they repeat.
#[derive(Debug)]
pub struct SystemValues {
    /// The index of each kind.
    pub kinds: FxHashMap<HeapKind, usize>,
    /// `None` if it could not be read.
    pub rule: Option<SystemRule>,
    columns: Columns,
    reversed: Vec<Reversed<u16>>,
    /// Of each kind of lent heaps, the values so far.
    lent: FxHashMap<usize, Vec<u16>>,
    /// From where on the values of lent heaps are proved to repeat, and a common period of theirs; `None` where that is not proved.
    lent_repeat: Option<Repeat>,
    pairs: PairMex,
    /// From the first of these numbers on values repeat, each as that of the number which is less by the second; `None`:
    /// that is not known.
    pub repeats: Option<Repeat>,
    next_attempt: usize,
    /// With so many values they are compared with the definition again.
    pub next_comparison: usize,
    /// The steps of work done.
    pub work: usize,
}

impl SystemValues {
    pub fn new(start: HeapKind, rule: Option<SystemRule>) -> SystemValues {
        let kinds = match &rule {
            Some(rule) => rule.kinds.iter().cloned().zip(0..).collect(),
            None => FxHashMap::from_iter([(start, 0)]),
        };
        let count = kinds.len();
        SystemValues {
            kinds,
            rule,
            columns: Columns(vec![Vec::new(); count]),
            reversed: std::iter::repeat_with(Reversed::default).take(count).collect(),
            lent: FxHashMap::default(),
            lent_repeat: None,
            pairs: PairMex::default(),
            repeats: None,
            next_attempt: 32,
            next_comparison: 1,
            work: 0,
        }
    }

    /// Forgets the rule and all values.
    pub fn forget(&mut self) {
        self.rule = None;
        self.repeats = None;
        self.columns.0.iter_mut().for_each(Vec::clear);
    }

    /// Does a move split x in two?
    pub fn splits(&self) -> bool {
        self.rule.as_ref().is_some_and(SystemRule::splits)
    }

    pub fn len(&self) -> usize {
        self.columns.length()
    }

    /// The values of all kinds for a number; `None` where there is no position.
    pub fn column(&self, number: usize) -> Vec<Option<Nimber>> {
        self.columns.0.iter().map(|column| column.get(number).and_then(|cell| nimber(*cell))).collect()
    }

    /// Adds the values of all kinds for the next number.
    pub fn push(&mut self, column: &[Option<Nimber>]) -> Solved<()> {
        let cells = column.iter().map(|value| value.map_or(Some(ABSENT), |value| cell(value.0)));
        let cells = cells.collect::<Option<Vec<u16>>>().ok_or(SolveError::Overflow)?;
        self.columns.0.iter_mut().zip(cells).for_each(|(column, cell)| column.push(cell));
        Ok(())
    }

    /// Adds the next value of a kind of lent heaps, and says how many there are.
    pub fn lend(&mut self, kind: usize, value: Nimber) -> Solved<()> {
        self.lent.entry(kind).or_default().push(cell(value.0).ok_or(SolveError::Overflow)?);
        Ok(())
    }

    /// How many values of a kind of lent heaps there are.
    pub fn lent_count(&self, kind: usize) -> usize {
        self.lent.get(&kind).map_or(0, Vec::len)
    }

    /// Notes how the values of all lent heaps are proved to repeat.
    pub fn note_lent(&mut self, repeat: Option<Repeat>) {
        self.lent_repeat = repeat;
    }

    /// Computes the values of all numbers below `to`, which are so large that the rule was read for them, or until a repetition is
    /// proved.
    pub fn extend(&mut self, to: usize, budget: &Budget) -> Solved<()> {
        let SystemValues { rule: Some(rule), columns, reversed, lent, pairs, work, .. } = self else { return Ok(()) };
        let splits = rule.splits();
        let mut values = vec![ABSENT; rule.kinds.len()];
        for number in columns.length()..to {
            budget.progress(number as u64, to as u64)?;
            if splits {
                for (reversed, column) in reversed.iter_mut().zip(&columns.0) {
                    reversed.follow(column, to, budget)?;
                }
            }
            let mut steps = 32;
            for kind in &rule.order[number % rule.modulus] {
                if let Some(lent) = lent.get(kind) {
                    values[*kind] =
                        *lent.get(number).ok_or(SolveError::Internal("the value of a lent heap is missing"))?;
                    continue;
                }
                let options = &rule.moves[number % rule.modulus][*kind];
                let Some(options) = options else {
                    values[*kind] = ABSENT;
                    continue;
                };
                pairs.begin();
                let mut runs = Vec::new();
                for option in options {
                    let heap = |(kind, back): &(usize, usize)| {
                        let value = if *back == 0 { values[*kind] } else { columns.0[*kind][number - back] };
                        (value != ABSENT).then_some(value)
                    };
                    let beside = option.columns.iter().try_fold(0, |sum, column| Some(sum ^ heap(column)?));
                    let Some(beside) = beside else { continue };
                    let beside = beside ^ cell(option.value.0).ok_or(SolveError::Overflow)?;
                    match &option.pair {
                        None => pairs.mark(beside),
                        Some(pair) => {
                            let Some((first, last)) = pair.range(number) else { continue };
                            let [one, other] = pair.kinds.map(|kind| &columns.0[kind]);
                            let rest = number.wrapping_add_signed(-pair.loss);
                            if pair.stride == 1 {
                                let other = reversed[pair.kinds[1]].below(rest, first, last);
                                runs.push(PairRun { one: &one[first..=last], other, beside });
                            } else {
                                (first..=last)
                                    .step_by(pair.stride)
                                    .for_each(|part| pairs.mark(one[part] ^ other[rest - part] ^ beside));
                            }
                            steps += 64 + (last - first) / if pair.stride == 1 { 8 } else { pair.stride };
                        }
                    }
                    steps += 2;
                }
                values[*kind] = cell(pairs.value(&runs)).ok_or(SolveError::Overflow)?;
            }
            budget.meter().spend(steps)?;
            *work += steps;
            columns.0.iter_mut().zip(&values).for_each(|(column, value)| column.push(*value));
        }
        Ok(())
    }

    /// How many values to compute before a proof is tried again.
    pub fn next_attempt(&self) -> usize {
        self.next_attempt
    }

    /// Looks for a repetition that the values are enough to prove.
    ///
    /// One part of each option: the argument of Golomb. Two parts: that of R. K. Guy and C. A. B. Smith, The G-values of various games,
    /// Proc. Cambridge Philos. Soc. 52 (1956). Both are worked out for all kinds at once in `docs/proofs.md`, "Written rules along a
    /// coordinate" and "Systems that split".
    pub fn repeat(&mut self, budget: &Budget) -> Solved<Option<Repeat>> {
        let Some(rule) = &self.rule else { return Ok(None) };
        let length = self.len();
        self.next_attempt = (length + length / 4).max(32);
        let parts = if rule.splits() { 2 } else { 1 };
        let theorem = GuySmith::of_parts(rule.back, parts, rule.pairs().any(|pair| pair.most.is_some()));
        let least = rule.pairs().flat_map(|pair| pair.least).max().unwrap_or(0);
        let Some(lent) = self.lent_repeat else { return Ok(None) };
        let modulus = lcm(lent.shift as i128, rule.modulus as i128);
        let whole = |repeat: Repeat| lcm(repeat.shift as i128, modulus?).and_then(|p| usize::try_from(p).ok());
        let suffices = |repeat: Repeat| {
            whole(repeat).is_some_and(|p| {
                length >= p.saturating_add(rule.from.max(lent.from))
                    && theorem.suffices(length, repeat.from.max(least), p)
            })
        };
        let found = shortest_repeat(&self.columns, length / parts, budget, suffices)?;
        Ok(found.and_then(|repeat| Some(Repeat { shift: whole(repeat)?, ..repeat })))
    }

    /// The theorem that proves it.
    pub fn theorem(&self) -> Theorem {
        if self.splits() { Theorem::SplitSystem } else { Theorem::AlongCoordinate }
    }

    /// The value of a kind with a number, if it is computed, or known from a repetition.
    pub fn value(&self, number: i128, kind: usize) -> Option<Nimber> {
        let number = match self.repeats {
            Some(Repeat { from, shift }) if number >= from as i128 => {
                from as i128 + (number - from as i128) % shift as i128
            }
            _ => number,
        };
        nimber(*self.columns.0.get(kind)?.get(usize::try_from(number).ok()?)?)
    }

    /// The least period of the values of a kind, from the first number on from which it holds, and the last number that
    /// was looked at. From there on all are positions; `None` if that is never so.
    pub fn period(&self, kind: usize) -> Option<(Period, u64)> {
        let Repeat { from: first, shift: period } = self.repeats?;
        let cells = self.columns.0.get(kind)?;
        let cycle = cells.get(first..first + period)?;
        if cycle.contains(&ABSENT) {
            return None;
        }
        let is_period = |shorter: &usize| (*shorter..period).all(|n| cycle[n] == cycle[n - shorter]);
        let period = (1..=period).find(|shorter| period.is_multiple_of(*shorter) && is_period(shorter))?;
        let later = |number: usize| cycle[(period - (first - number) % period) % period];
        let agrees = |number: &usize| cells[*number] == later(*number);
        let preperiod = (0..first).rev().take_while(agrees).last().unwrap_or(first);
        let last = self.len() as u64 - 1;
        Some((Period { preperiod: preperiod as u64, period: period as u64, saltus: 0 }, last))
    }
}

impl SplitPair {
    /// The least and the greatest i where x is this number.
    fn range(&self, number: usize) -> Option<(usize, usize)> {
        let rest = number.checked_add_signed(-self.loss)?;
        let last = rest.checked_sub(self.least[1])?;
        let half = match self.most {
            Some(most) => rest.checked_add_signed(most)? / 2,
            // Two parts of one kind may change places.
            None if self.kinds[0] == self.kinds[1] && self.least[0] == self.least[1] && self.stride == 1 => rest / 2,
            None => last,
        };
        let first = self.least[0] + (self.remainder + self.stride - self.least[0] % self.stride) % self.stride;
        let last = last.min(half);
        (first <= last).then_some((first, last))
    }
}

fn nimber(cell: u16) -> Option<Nimber> {
    (cell != ABSENT).then_some(Nimber(cell.into()))
}

fn cell(value: u64) -> Option<u16> {
    u16::try_from(value).ok().filter(|cell| *cell != ABSENT)
}
