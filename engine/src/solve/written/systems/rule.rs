//! How a written rule depends on one large number x: its moves are read where nothing is known of x but that it is large, and its
//! remainder by some modulus.
//!
//! Where an expression is not of a form that is known (`reading`), the rule is not read. So moves lead to finitely many kinds, their
//! conditions are settled from some x on, and a move lowers x by a bounded amount, or splits it in two.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::members::{CASES, FarMembers, SplitRange};
use super::reading::FarValue::{self, Along, Known};
use super::reading::{Assumed, FarReading, InSplit, Line, is_plain};
use super::values::{FarOption, FixedPart, HeapKind, SplitPair, SystemRule};
use crate::game::{
    Component, Expr, Game, GameRef, Likeness, Mover, Operator, Position, Rule, Ruleset, Shape, Step, Summand, System,
    Term, Value,
};
use crate::nim::{Nimber, lcm};
use crate::sorting::sort;

/// The most columns in a window, or before one.
const WINDOW: i128 = 1 << 14;
/// The most kinds.
const KINDS: usize = 1 << 12;
/// The most numbers that the difference of two parts may be where it has a bound on both sides.
const SEGMENT: i128 = 64;

impl SystemRule {
    /// The rule for all kinds that are reached from one, which is the first. `None` if it depends on the number in another way.
    pub fn read(mover: &Mover, start: &HeapKind) -> Option<SystemRule> {
        let mut assumed = Assumed { modulus: 1, near: [0; 2] };
        loop {
            let mut reading = RuleReading::of(mover, assumed, start);
            let found = reading.rule();
            let wanted = reading.far.wanted;
            let small = |n: i128| usize::try_from(n).ok().filter(|n| *n as i128 <= WINDOW);
            let is_small = wanted.near.into_iter().chain([wanted.modulus]).all(|n| small(n).is_some());
            if wanted != assumed && is_small {
                assumed = wanted;
                continue;
            }
            let moves = found.filter(|_| wanted == assumed)?;
            // The conditions are asked where the move begins, and `where` also where it leads to.
            let from = reading.far.from.max(reading.back).checked_add(reading.back)?;
            return SystemRule::of(
                (reading.kinds, reading.lent),
                moves,
                small(from)?,
                small(reading.back)?,
                small(assumed.modulus)?,
            );
        }
    }
}

/// What is left open where one option is read.
#[derive(Default)]
struct ReadOption {
    /// Parts that are the same everywhere.
    fixed: Vec<FixedPart>,
    columns: Vec<(usize, usize)>,
    /// For a and for x − a, the kind of the part and what is added.
    parts: [Option<(usize, i128)>; 2],
    /// A part is no position, so that there is no such option.
    is_outside: bool,
}

struct RuleReading<'m> {
    far: FarReading<'m>,
    kinds: Vec<HeapKind>,
    known: FxHashMap<HeapKind, usize>,
    /// The games of heaps beside the system to which moves lead.
    lent: Vec<Arc<Game>>,
    /// The most by which a move lowers the number.
    back: i128,
    /// From where on it is settled whether there is a position.
    inside_from: i128,
    /// The options of the kind that is read.
    options: Vec<FarOption>,
    option: ReadOption,
    /// Are the cases that are visited the parts of a single option?
    in_sum: bool,
    /// What is left in heaps, and whether in two: the first of them is then in this slot.
    left: Option<(Line, Option<usize>)>,
}

type FarVisitor<'v, 'm> = dyn FnMut(&mut RuleReading<'m>) -> Option<()> + 'v;

impl<'m> RuleReading<'m> {
    fn of(mover: &'m Mover, assumed: Assumed, start: &HeapKind) -> RuleReading<'m> {
        RuleReading {
            far: FarReading::of(mover, assumed),
            kinds: vec![start.clone()],
            known: FxHashMap::from_iter([(start.clone(), 0)]),
            lent: Vec::new(),
            back: 0,
            inside_from: 0,
            options: Vec::new(),
            option: ReadOption::default(),
            in_sum: false,
            left: None,
        }
    }

    /// For each kind that is reached, and each remainder, its options; `None` where it is no position.
    fn rule(&mut self) -> Option<Vec<Vec<Option<Vec<FarOption>>>>> {
        let system: &'m System = self.far.mover.system();
        let mut found = Vec::new();
        while let Some(kind) = self.kinds.get(found.len()).cloned() {
            let mut of_kind = Vec::new();
            let Some(rule) = system.rules.get(kind.rule) else {
                // The values of lent heaps are known without their moves.
                of_kind.resize(usize::try_from(self.far.assumed.modulus).ok()?, Some(Vec::new()));
                found.push(of_kind);
                continue;
            };
            for residue in 0..self.far.assumed.modulus {
                self.far.residue = residue;
                self.begin(rule, &kind);
                let is_inside = self.is_inside(rule)?;
                if is_inside {
                    self.moves(rule)?;
                }
                let mut options = std::mem::take(&mut self.options);
                sort(&mut options);
                options.dedup();
                of_kind.push(is_inside.then_some(options));
            }
            found.push(of_kind);
            if self.kinds.len() > KINDS {
                return None;
            }
        }
        Some(found)
    }

    /// Sets the frame to a kind.
    fn begin(&mut self, rule: &Rule, kind: &HeapKind) {
        let size = rule.slots.max(rule.arity);
        self.far.frame.clone_from(&kind.others);
        self.far.frame.resize(size, Value::None);
        self.far.unknown = vec![None; size];
        self.far.unknown[kind.axis] = Some(Along(Line::X));
    }

    fn is_inside(&mut self, rule: &'m Rule) -> Option<bool> {
        let is_negative =
            |(place, value): (usize, &Value)| matches!(value, Value::Integer(..0)) && !rule.signed.contains(&place);
        if self.far.frame[..rule.arity].iter().enumerate().any(is_negative) {
            return Some(false);
        }
        let Some(domain) = &rule.domain else { return Some(true) };
        let from = std::mem::take(&mut self.far.from);
        let is_inside = self.far.truth(domain);
        self.inside_from = self.inside_from.max(self.far.from);
        self.far.need(from);
        is_inside
    }

    /// Notes where the moves lead.
    fn moves(&mut self, rule: &'m Rule) -> Option<()> {
        if let Some(over) = &rule.over
            && self.far.truth(over)?
        {
            return Some(());
        }
        rule.clauses.iter().try_for_each(|clause| {
            self.each(&clause.steps, &mut |this: &mut Self| {
                this.option = ReadOption::default();
                this.parts(&clause.option)?;
                this.note()
            })
        })
    }

    /// Visits the cases of steps.
    fn each(&mut self, steps: &'m [Step], visit: &mut FarVisitor<'_, 'm>) -> Option<()> {
        let Some((step, rest)) = steps.split_first() else { return visit(self) };
        match step {
            Step::Test(condition) => match self.far.truth(condition)? {
                true => self.each(rest, visit),
                false => Some(()),
            },
            Step::For { slot, source: Expr { term: Term::Ways(left, shape), .. } } if self.far.is_far(left) => {
                let left = self.far.value(left)?.line()?;
                self.ways(*slot, left, *shape, rest, visit)
            }
            Step::For { slot, source } => match self.far.members(source, *slot, rest)? {
                FarMembers::These(members) => {
                    members.into_iter().try_for_each(|one| self.with(*slot, one, rest, visit))
                }
                FarMembers::Split(split) => self.split(*slot, split, rest, visit),
            },
            Step::Unpack { slot, count, .. } => {
                let (Value::Tuple(members) | Value::List(members)) = self.far.frame[*slot].clone() else { return None };
                if members.len() != *count {
                    return None;
                }
                members
                    .iter()
                    .enumerate()
                    .for_each(|(index, member)| self.far.set(slot + 1 + index, Known(member.clone())));
                self.each(rest, visit)
            }
        }
    }

    /// Visits the cases with this value in a slot.
    fn with(&mut self, slot: usize, value: FarValue, rest: &'m [Step], visit: &mut FarVisitor<'_, 'm>) -> Option<()> {
        self.far.cases += 1;
        if self.far.cases > CASES {
            return None;
        }
        self.far.set(slot, value);
        self.each(rest, visit)
    }

    /// Visits the ways to leave so much of the number in at most two heaps, which nothing but the option names.
    fn ways(
        &mut self,
        slot: usize,
        left: Line,
        shape: Shape,
        rest: &'m [Step],
        visit: &mut FarVisitor<'_, 'm>,
    ) -> Option<()> {
        let Shape { least, most: Some(most @ ..=2), likeness } = shape else { return None };
        if !rest.is_empty() || (left.x, left.part) != (1, 0) || self.left.is_some() {
            return None;
        }
        // Of something large, none is left in no heap.
        self.far.sign(Line { more: left.more - 1, ..left })?.is_gt().then_some(())?;
        for heaps in least.max(1)..=most {
            self.left = Some((left, (heaps == 2).then_some(slot)));
            if heaps == 1 {
                visit(self)?;
                continue;
            }
            let (first, between) = match likeness {
                Likeness::Any => (Some(1), [None, Some(left.more)]),
                Likeness::Unequal | Likeness::NotAllEqual => (Some(1), [None, Some(left.more - 1)]),
                Likeness::Equal => (None, [Some(left.more); 2]),
            };
            self.split(slot, SplitRange { first, over: None, between, step: 1, residue: 0 }, rest, visit)?;
        }
        self.left = None;
        Some(())
    }

    /// Visits the cases of a split: small parts one by one, and others together.
    fn split(
        &mut self,
        slot: usize,
        split: SplitRange,
        rest: &'m [Step],
        visit: &mut FarVisitor<'_, 'm>,
    ) -> Option<()> {
        let Assumed { modulus, near } = self.far.assumed;
        if self.far.split.is_some() || self.in_sum {
            return None;
        }
        if modulus % split.step != 0 {
            self.far.wanted.modulus = lcm(self.far.wanted.modulus, split.step)?;
            return None;
        }
        let least = [split.first.unwrap_or(0).max(near[0]), near[1].max(-split.over.unwrap_or(0))];
        self.far.need(
            2 * (least[0].abs() + least[1].abs()) + split.between.iter().flatten().map(|n| n.abs()).sum::<i128>(),
        );
        let is_member = |residue: i128| (residue - split.residue).rem_euclid(split.step) == 0;
        if let Some(first) = split.first {
            for part in (first..near[0]).filter(|part| is_member(*part)) {
                self.with(slot, Known(Value::Integer(part)), rest, visit)?;
            }
        }
        if let Some(over) = split.over {
            let residue = self.far.residue;
            for other in (-over..near[1]).filter(|other| is_member(residue - other)) {
                self.with(slot, Along(Line { more: -other, ..Line::X }), rest, visit)?;
            }
        }
        self.segment(slot, &split, least, split.between, rest, visit)?;
        self.far.split = None;
        Some(())
    }

    /// Visits the cases of a split in which both parts are large, and 2a − x lies between two numbers. Where a condition tells these
    /// cases apart, they are visited in three segments.
    fn segment(
        &mut self,
        slot: usize,
        split: &SplitRange,
        least: [i128; 2],
        between: [Option<i128>; 2],
        rest: &'m [Step],
        visit: &mut FarVisitor<'_, 'm>,
    ) -> Option<()> {
        if let [Some(low), Some(high)] = between
            && low != high
        {
            return if high - low > SEGMENT {
                None
            } else {
                (low..=high).try_for_each(|point| self.segment(slot, split, least, [Some(point); 2], rest, visit))
            };
        }
        let kept = self.options.len();
        self.far.cut = None;
        if self.halves(slot, split, InSplit { residue: 0, least, between }, rest, visit).is_some() {
            return Some(());
        }
        let cut = self.far.cut.take()?;
        self.options.truncate(kept);
        let [low, high] = between;
        for [low, high] in [[low, Some(cut - 1)], [Some(cut); 2], [Some(cut + 1), high]] {
            if low.is_none_or(|low| high.is_none_or(|high| low <= high)) {
                self.segment(slot, split, least, [low, high], rest, visit)?;
            }
        }
        Some(())
    }

    /// Visits the cases of a segment for all remainders.
    fn halves(
        &mut self,
        slot: usize,
        split: &SplitRange,
        here: InSplit,
        rest: &'m [Step],
        visit: &mut FarVisitor<'_, 'm>,
    ) -> Option<()> {
        let modulus = self.far.assumed.modulus;
        let residues = match here.point() {
            None => 0..modulus,
            Some(_) if modulus % 2 != 0 || split.step > 1 => {
                self.far.wanted.modulus = lcm(self.far.wanted.modulus, 2)?;
                return None;
            }
            // a is half of x and the point.
            Some(point) if (point + self.far.residue) % 2 != 0 => 0..0,
            Some(point) => {
                let half = (point + self.far.residue).div_euclid(2);
                half..half + 1
            }
        };
        let is_member = |residue: &i128| (residue - split.residue).rem_euclid(split.step) == 0;
        for residue in residues.filter(is_member) {
            self.far.split = Some(InSplit { residue, ..here });
            self.with(slot, Along(Line::PART), rest, visit)?;
        }
        Some(())
    }

    /// Notes the parts of an option.
    fn parts(&mut self, option: &'m Expr) -> Option<()> {
        match &option.term {
            Term::Position(GameRef::Local(rule), coordinates) => self.position(*rule, coordinates),
            Term::Heaps(GameRef::Local(rule), heaps) => match self.left? {
                (left, None) => self.position_at(*rule, vec![Along(left)]),
                (left, Some(slot)) if heaps.term == Term::Slot(slot) => {
                    let one = self.far.value(heaps)?;
                    let other = left.plus(-1, one.line()?)?;
                    self.position_at(*rule, vec![one])?;
                    self.position_at(*rule, vec![Along(other)])
                }
                _ => None,
            },
            Term::Position(GameRef::Known(game), coordinates) => match &game.ruleset {
                Ruleset::Written(system, rule) if **system == **self.far.mover.system() => {
                    self.position(*rule, coordinates)
                }
                Ruleset::Heap(_) if coordinates.iter().any(|one| self.far.is_far(one)) => {
                    let known = self.lent.iter().position(|lent| lent.ruleset == game.ruleset);
                    let lent = known.unwrap_or(self.lent.len());
                    if known.is_none() {
                        self.lent.push(game.clone());
                    }
                    self.position(self.far.mover.system().rules.len() + lent, coordinates)
                }
                _ => {
                    let coordinates = coordinates.iter().map(|coordinate| match self.far.value(coordinate)? {
                        Known(value) => Some(value),
                        _ => None,
                    });
                    let position = Position { game: game.clone(), coordinates: coordinates.collect::<Option<_>>()? };
                    self.fixed(Summand { copies: 1, component: Component::Position(position) })
                }
            },
            Term::Star(size) => {
                let size = u64::try_from(self.far.value(size)?.number()?).ok()?;
                self.fixed(Summand { copies: 1, component: Component::Star(size) })
            }
            Term::Binary(Operator::Add, one, other) => {
                self.parts(one)?;
                self.parts(other)
            }
            Term::Binary(Operator::Multiply, copies, one) if self.far.is_far(one) => {
                let copies = self.far.value(copies)?.number().filter(|copies| (0..=16).contains(copies))?;
                (0..copies).try_for_each(|_| self.parts(one))
            }
            Term::If(condition, then, otherwise) => {
                let branch = if self.far.truth(condition)? { then } else { otherwise };
                self.parts(branch)
            }
            Term::Sum(list) => match &list.term {
                Term::List(parts) => parts.iter().try_for_each(|part| self.parts(part)),
                Term::ListOf(steps, part) => {
                    let in_sum = std::mem::replace(&mut self.in_sum, true);
                    let read = self.each(steps, &mut |this: &mut Self| this.parts(part));
                    self.in_sum = in_sum;
                    read
                }
                _ => None,
            },
            _ if !self.far.is_far(option) => {
                let Value::Position(sum) = self.far.known(option)? else { return None };
                sum.parts.iter().try_for_each(|part| self.fixed(part.clone()))
            }
            _ => None,
        }
    }

    /// Notes a part that is the same everywhere.
    fn fixed(&mut self, part: Summand) -> Option<()> {
        if let Component::Position(position) = &part.component {
            self.option.is_outside |= !position.is_admitted(self.far.mover.meter()).ok()?;
            if let Ruleset::Written(system, rule) = &position.game.ruleset
                && **system == **self.far.mover.system()
            {
                if !position.coordinates.iter().all(is_plain) {
                    return None;
                }
                let (copies, coordinates) = (part.copies, position.coordinates.clone());
                self.option.fixed.push(FixedPart::Own { copies, rule: *rule, coordinates });
                return Some(());
            }
        }
        self.option.fixed.push(FixedPart::Other(part));
        Some(())
    }

    fn position(&mut self, rule: usize, coordinates: &'m [Expr]) -> Option<()> {
        let coordinates = coordinates.iter().map(|coordinate| self.far.value(coordinate)).collect::<Option<_>>()?;
        self.position_at(rule, coordinates)
    }

    fn position_at(&mut self, rule: usize, coordinates: Vec<FarValue>) -> Option<()> {
        let mut far = None;
        let mut others = Vec::with_capacity(coordinates.len());
        for (place, coordinate) in coordinates.into_iter().enumerate() {
            match coordinate {
                Known(value) => others.push(value),
                Along(line) if far.is_none() => {
                    far = Some((place, line));
                    others.push(Value::None);
                }
                _ => return None,
            }
        }
        let Some((axis, line)) = far else {
            let lent = rule.checked_sub(self.far.mover.system().rules.len()).and_then(|lent| self.lent.get(lent));
            let game = lent.unwrap_or_else(|| self.far.mover.game(rule)).clone();
            let position = Position { game, coordinates: others.into() };
            return self.fixed(Summand { copies: 1, component: Component::Position(position) });
        };
        let kind = HeapKind::of(rule, axis, &others)?;
        let next = self.kinds.len();
        let index = *self.known.entry(kind).or_insert_with_key(|kind| {
            self.kinds.push(kind.clone());
            next
        });
        match line {
            Line { x: 1, part: 0, more: ..=0 } => {
                self.back = self.back.max(-line.more);
                self.option.columns.push((index, usize::try_from(-line.more).ok()?));
            }
            Line { x: 0, part: 1, more } if self.option.parts[0].is_none() => {
                self.option.parts[0] = Some((index, more));
            }
            Line { x: 1, part: -1, more } if self.option.parts[1].is_none() => {
                self.option.parts[1] = Some((index, more));
            }
            _ => return None,
        }
        Some(())
    }

    /// Adds the option that was read.
    fn note(&mut self) -> Option<()> {
        let ReadOption { fixed, mut columns, parts, is_outside } = std::mem::take(&mut self.option);
        if is_outside {
            return Some(());
        }
        let (pair, equal) = match (parts, self.far.split) {
            ([None, None], _) => (None, None),
            ([Some(one), Some(other)], Some(split)) => match self.pair(one, other, split)? {
                Paired::Different(pair) => (Some(pair), None),
                Paired::Same(kind, loss) => (None, Some((kind, loss))),
            },
            _ => return None,
        };
        sort(&mut columns);
        self.options.push(FarOption { pair, equal, columns, fixed, value: Nimber::ZERO });
        Some(())
    }

    /// Two parts that are left together.
    fn pair(&mut self, one: (usize, i128), other: (usize, i128), split: InSplit) -> Option<Paired> {
        let modulus = self.far.assumed.modulus;
        let more = [one.1, other.1];
        let loss = -(more[0] + more[1]);
        let least = [split.least[0] + more[0], split.least[1] + more[1]];
        for side in 0..2 {
            // A part is at least 0, and the other one is below x.
            let missing = (-least[side]).max(1 - loss - least[side]).max(0);
            let inside = if self.asks_where([one.0, other.0][side]) { self.inside_from - least[side] } else { 0 };
            let near = &mut self.far.wanted.near[side];
            *near = (*near).max(split.least[side] + missing.max(inside));
        }
        self.back = self.back.max(loss);
        let difference = more[0] - more[1];
        let [low, high] = split.between.map(|end| end.map(|end| end + difference));
        self.back = [low, high].into_iter().flatten().fold(self.back, |back, end| back.max(loss.abs() + end.abs()));
        let pair = |kinds: [usize; 2], least: [i128; 2], most: Option<i128>, remainder: i128| {
            let small = |n: i128| usize::try_from(n).ok();
            Some(Paired::Different(SplitPair {
                kinds,
                loss: isize::try_from(loss).ok()?,
                least: [small(least[0].max(0))?, small(least[1].max(0))?],
                most: most.map(isize::try_from).transpose().ok()?,
                stride: small(modulus)?,
                remainder: small(remainder.rem_euclid(modulus))?,
            }))
        };
        let remainder = split.residue + more[0];
        match [low, high] {
            // Whether half of x is a position may depend on more of x than its remainder.
            [Some(low), Some(_)] if one.0 != other.0 || low != 0 || self.asks_where(one.0) => None,
            [Some(_), Some(_)] => Some(Paired::Same(one.0, isize::try_from(loss).ok()?)),
            [None, high] => pair([one.0, other.0], least, high, remainder),
            [Some(low), None] => {
                pair([other.0, one.0], [least[1], least[0]], Some(-low), self.far.residue - loss - remainder)
            }
        }
    }

    /// Does it depend on the large number whether there is a position of a kind?
    fn asks_where(&self, kind: usize) -> bool {
        let HeapKind { rule, axis, .. } = self.kinds[kind];
        let rule = self.far.mover.system().rules.get(rule);
        rule.and_then(|rule| rule.domain.as_ref()).is_some_and(|domain| domain.names(&|slot| slot == axis))
    }
}

enum Paired {
    Different(SplitPair),
    /// Two equal parts of a kind, whose sum is x less a number.
    Same(usize, isize),
}
