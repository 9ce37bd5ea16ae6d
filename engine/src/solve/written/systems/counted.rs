//! Counts the options of a position that splits one large number: with a proved period, parts with the same remainder are alike.

use std::collections::BTreeSet;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::super::memos::WrittenGames;
use super::large_number;
use super::values::{FarOption, FixedPart, HeapKind, SplitPair, SystemRule, SystemValues};
use crate::game::{Component, Mover, Position, Sum, Summand, Value};
use crate::nim::Nimber;
use crate::solve::heap::{OptionCount, Repeat};
use crate::solve::{Budget, Solved};
use crate::sorting::sort;

/// The most steps that a count may take.
const STEPS: i128 = 1 << 26;

impl WrittenGames {
    /// Positions whose large number is smaller are looked at option by option.
    const FAR_OPTIONS: i128 = 1 << 12;

    /// Counts the different options of a position with one large number that a move splits, and those of value `wanted`, without looking
    /// at each; lists up to `shown` examples of both kinds. `None` for other positions, where no period is proved, and where options are
    /// sums of such a kind that different ones might be counted twice.
    ///
    /// # Errors
    /// An interruption.
    pub fn far_options(
        &mut self,
        position: &Position,
        wanted: Nimber,
        shown: usize,
        budget: &Budget,
    ) -> Solved<Option<OptionCount<Sum>>> {
        let Some((axis, large)) = large_number(position).filter(|(_, n)| *n > Self::FAR_OPTIONS) else {
            return Ok(None);
        };
        if self.far_value(position, budget)?.is_none() {
            return Ok(None);
        }
        let Some((memo, number, kind)) = self.system_along(position, axis, budget)? else { return Ok(None) };
        let mover = Arc::clone(&self.memos[memo].mover);
        let Some(system) = self.memos[memo].systems[number].as_deref() else { return Ok(None) };
        let (Some(rule), Some(repeat)) = (&system.rule, system.repeats) else { return Ok(None) };
        if !system.splits() || !rule.lent.is_empty() || (rule.from as i128) > large {
            return Ok(None);
        }
        SplitOptionCounter { system, rule, repeat, mover: &mover, x: large, wanted, shown }.count(kind, budget)
    }
}

/// Options that leave two parts of x, with the same parts beside them.
struct PairGroup {
    /// What an option of it leaves beside the pair.
    beside: Sum,
    /// An option of it. i and j have the kinds `kinds`, and i + j = `rest`.
    option: FarOption,
    kinds: [usize; 2],
    rest: i128,
    /// For each remainder of i by the modulus the first and the last i, in rows without gaps or overlaps.
    rows: Vec<Vec<[i128; 2]>>,
}

/// Counts the options of a position.
struct SplitOptionCounter<'a> {
    system: &'a SystemValues,
    rule: &'a SystemRule,
    repeat: Repeat,
    mover: &'a Mover,
    x: i128,
    wanted: Nimber,
    shown: usize,
}

impl SplitOptionCounter<'_> {
    /// Counts the options of a kind; `None` if they cannot be told apart in this way.
    fn count(&self, kind: usize, budget: &Budget) -> Solved<Option<OptionCount<Sum>>> {
        let residue = self.x.rem_euclid(self.rule.modulus as i128);
        let options = usize::try_from(residue).ok().and_then(|residue| self.rule.moves[residue][kind].as_ref());
        let Some(options) = options else { return Ok(None) };
        let mut groups: Vec<PairGroup> = Vec::new();
        for option in options {
            if let Some(pair) = &option.pair
                && self.add_pair(option, pair, &mut groups).is_none()
            {
                return Ok(None);
            }
        }
        let (from, period) = (self.repeat.from as i128, self.repeat.shift as i128);
        let is_far = groups.iter().all(|group| group.rest > 2 * (from + period));
        if !is_far || !self.are_apart(&groups) || (2 * from + period) * groups.len() as i128 > STEPS {
            return Ok(None);
        }
        groups.iter_mut().for_each(PairGroup::join);
        let mut count = OptionCount { values: Some(BTreeSet::new()), ..OptionCount::default() };
        let mut met = FxHashSet::default();
        for option in options.iter().filter(|option| option.pair.is_none()) {
            budget.check()?;
            let Some(value) = self.value_beside(option) else { continue };
            let left = self.single(option);
            let Some(normal) = left.normal() else { return Ok(None) };
            if !groups.iter().any(|group| self.has(group, &normal)) && met.insert(normal) {
                count.meet(self.wanted, self.shown, value, 1, || left);
            }
        }
        for group in &groups {
            self.pairs(group, &mut count, budget)?;
        }
        Ok(Some(count))
    }

    /// Is no option in two groups? It is so where nothing but the pair is a position of the system, and each position has one kind.
    fn are_apart(&self, groups: &[PairGroup]) -> bool {
        let alone = |option: &FarOption| {
            option.columns.is_empty() && option.fixed.iter().all(|part| matches!(part, FixedPart::Other(_)))
        };
        let kinds = || groups.iter().flat_map(|group| group.kinds).map(|kind| &self.rule.kinds[kind]);
        let same_axis = |one: &HeapKind| kinds().all(|other| other.rule != one.rule || other.axis == one.axis);
        groups.len() < 2 || groups.iter().all(|group| alone(&group.option)) && kinds().all(same_axis)
    }

    /// A position of a kind.
    fn position(&self, kind: usize, number: i128) -> Summand {
        let HeapKind { rule, .. } = self.rule.kinds[kind];
        let coordinates = self.rule.kinds[kind].with(number);
        let position = Position { game: self.mover.game(rule).clone(), coordinates };
        Summand { copies: 1, component: Component::Position(position) }
    }

    /// What an option leaves beside two parts of x.
    fn beside(&self, option: &FarOption) -> Sum {
        let columns = option.columns.iter().map(|(kind, back)| self.position(*kind, self.x - *back as i128));
        let fixed = option.fixed.iter().map(|part| part.summand(self.mover));
        Sum { parts: columns.chain(fixed).collect() }
    }

    /// The value of that; `None` if a part is no position.
    fn value_beside(&self, option: &FarOption) -> Option<Nimber> {
        let columns = option.columns.iter().map(|(kind, back)| self.system.value(self.x - *back as i128, *kind));
        columns.chain([Some(option.value)]).try_fold(Nimber::ZERO, |sum, value| Some(sum ^ value?))
    }

    /// What an option without a pair leaves.
    fn single(&self, option: &FarOption) -> Sum {
        let mut left = self.beside(option);
        if let Some((kind, loss)) = option.equal {
            let half = self.position(kind, (self.x - loss as i128) / 2);
            left.parts.splice(0..0, [half.clone(), half]);
        }
        left.without_empty_heaps()
    }

    /// Adds the pairs of an option to the group they belong to; `None` if it leaves more copies than can be counted.
    fn add_pair(&self, option: &FarOption, pair: &SplitPair, groups: &mut Vec<PairGroup>) -> Option<()> {
        let beside = self.beside(option).normal()?;
        let rest = self.x - pair.loss as i128;
        let (least, stride, remainder) = (pair.least.map(|n| n as i128), pair.stride as i128, pair.remainder as i128);
        let bound = pair.most.map_or(rest, |most| (rest + most as i128).div_euclid(2));
        let [mut first, mut last] = [least[0], (rest - least[1]).min(bound)];
        let (mut kinds, mut remainder) = (pair.kinds, remainder);
        if kinds[0] > kinds[1] {
            kinds.reverse();
            (first, last, remainder) = (rest - last, rest - first, rest - remainder);
        }
        let same = |group: &PairGroup| group.kinds == kinds && group.rest == rest && group.beside == beside;
        let place = groups.iter().position(same).unwrap_or_else(|| {
            let rows = vec![Vec::new(); self.rule.modulus];
            groups.push(PairGroup { beside, option: option.clone(), kinds, rest, rows });
            groups.len() - 1
        });
        let modulus = self.rule.modulus as i128;
        for residue in (0..modulus).filter(|residue| (residue - remainder).rem_euclid(stride) == 0) {
            groups[place].add(residue, [first, last], modulus);
        }
        Some(())
    }

    /// What the option of a group leaves in which i is this number.
    fn left(&self, group: &PairGroup, i: i128) -> Sum {
        let mut left = self.beside(&group.option);
        let pair = [self.position(group.kinds[0], i), self.position(group.kinds[1], group.rest - i)];
        left.parts.splice(0..0, pair);
        left.without_empty_heaps()
    }

    /// Is an option, in normal form, one of a group?
    fn has(&self, group: &PairGroup, option: &Sum) -> bool {
        let kind = &self.rule.kinds[group.kinds[0]];
        option.parts.iter().any(|part| {
            let Component::Position(position) = &part.component else { return false };
            let Some(i) = position.coordinates.get(kind.axis).and_then(Value::as_integer) else { return false };
            let j = group.rest - i;
            let holds = |i: i128| group.holds(i) && self.left(group, i).normal().as_ref() == Some(option);
            let is_own = position.game.ruleset == self.mover.game(kind.rule).ruleset;
            is_own && (holds(i) || group.kinds[0] == group.kinds[1] && holds(j))
        })
    }

    /// Counts the options of a group.
    fn pairs(&self, group: &PairGroup, count: &mut OptionCount<Sum>, budget: &Budget) -> Solved<()> {
        let Some(beside) = self.value_beside(&group.option) else { return Ok(()) };
        let (from, period, modulus) = (self.repeat.from as i128, self.repeat.shift as i128, self.rule.modulus as i128);
        for [first, last] in group.rows.iter().flatten().copied() {
            // Where both parts are so large that their values repeat, the numbers of the first period stand for all.
            let aligned = |n: i128| n + (first - n).rem_euclid(modulus);
            let (start, end) = (aligned(from.max(first)), last.min(group.rest - from));
            let mut i = first;
            while i <= last {
                if (start + period..=end).contains(&i) {
                    i = aligned(end + 1);
                    continue;
                }
                budget.meter().spend(4)?;
                let alike = if (start..=end).contains(&i) { (end - i) / period + 1 } else { 1 };
                let one = self.system.value(i, group.kinds[0]);
                let other = self.system.value(group.rest - i, group.kinds[1]);
                if let (Some(one), Some(other)) = (one, other) {
                    let left = || self.left(group, i);
                    count.meet(self.wanted, self.shown, one ^ other ^ beside, alike.unsigned_abs(), left);
                }
                i += modulus;
            }
        }
        Ok(())
    }
}

impl PairGroup {
    /// Adds all i with a remainder from the first one to the last. Of two parts of one kind, i is the smaller one.
    fn add(&mut self, residue: i128, [first, last]: [i128; 2], modulus: i128) {
        if self.kinds[0] != self.kinds[1] {
            self.add_row(residue, [first, last], modulus);
            return;
        }
        let half = self.rest.div_euclid(2);
        self.add_row(residue, [first, last.min(half)], modulus);
        self.add_row(self.rest - residue, [self.rest - last, self.rest - first.max(half + 1)], modulus);
    }

    fn add_row(&mut self, residue: i128, [first, last]: [i128; 2], modulus: i128) {
        let first = first + (residue - first).rem_euclid(modulus);
        let last = last - (last - residue).rem_euclid(modulus);
        let place = usize::try_from(residue.rem_euclid(modulus)).ok();
        if let Some(rows) = place.and_then(|place| self.rows.get_mut(place)).filter(|_| first <= last) {
            rows.push([first, last]);
        }
    }

    /// Joins rows of one remainder that overlap.
    fn join(&mut self) {
        for rows in &mut self.rows {
            sort(rows);
            let mut joined: Vec<[i128; 2]> = Vec::new();
            for [first, last] in rows.drain(..) {
                match joined.last_mut() {
                    Some(before) if first <= before[1] => before[1] = before[1].max(last),
                    _ => joined.push([first, last]),
                }
            }
            *rows = joined;
        }
    }

    /// Is there an option with this i?
    fn holds(&self, i: i128) -> bool {
        let place = usize::try_from(i.rem_euclid(self.rows.len() as i128)).ok();
        place.is_some_and(|place| self.rows[place].iter().any(|row| (row[0]..=row[1]).contains(&i)))
    }
}
