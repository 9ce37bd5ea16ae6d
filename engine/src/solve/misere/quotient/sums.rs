//! Questions about sums of heaps that a quotient answers, of any size.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::sync::{Arc, LazyLock};

use super::heaps::HeapQuotient;
use super::monoid::{Element, ElementSet};
use super::{Exponents, heap_of, is_proper};
use crate::game::{Amounts, Component, Game, HeapRules, Likeness, Moves, Position, Ruleset, Shape, Sum, Summand};
use crate::ledger::FastPath;
use crate::nim::{Nimber, Outcome, Period};
use crate::solve::moves::each_distinct_option;
use crate::solve::situation::{Move, MovesFound, outcome_if};
use crate::solve::{Budget, SolveError, Solved, Solver};
use crate::sorting;

/// Sums of fewer tokens are searched, unless a quotient is known that decides them.
const SMALL: u64 = 40;
/// Of games without a finite quotient, as Nim, heaps up to this size may stand beside others in a sum.
const SMALL_NIM: u64 = 15;
/// Steps of work that a question about a sum may take to find the quotient: about a second.
const STEPS: u64 = 10_000_000;
/// The options of heaps up to this size are looked at one by one.
const EACH: u64 = 1 << 10;

/// The element of a sum in a quotient, which decides who wins.
#[derive(Clone, Debug)]
pub struct QuotientElement {
    /// How many elements the quotient has.
    pub order: usize,
    /// That of one copy of each part, as products of the generators.
    pub parts: Vec<Exponents>,
    /// That of the sum.
    pub whole: Exponents,
    /// Is it in P?
    pub is_lost: bool,
}

/// How two sums stand to each other in a quotient.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::solve::misere) enum Alikeness {
    /// No sum of it tells them apart.
    Alike,
    /// Some sum does: this one, of the fewest heaps, if heaps of the games of these sums do.
    Apart(Option<Sum>),
}

/// The part of a sum in a quotient: one copy is the heap of a game.
#[derive(Clone, Copy)]
struct Heap {
    game: usize,
    size: u64,
    copies: u64,
}

/// A quotient that decides a sum, with the parts of the sum.
struct Decided<'a> {
    quotient: &'a HeapQuotient,
    heaps: Vec<Heap>,
    elements: Vec<Element>,
}

impl Solver {
    /// The element of a sum, if a quotient of its games decides it: one that is known, or for large sums one that is found
    /// within about a second.
    ///
    /// # Errors
    /// An interruption.
    pub fn quotient_element(&mut self, sum: &Sum) -> Result<Option<QuotientElement>, SolveError> {
        let budget = self.budget.clone();
        let Some(decided) = self.decided(sum)? else { return Ok(None) };
        let presentation = decided.quotient.presentation(&budget)?;
        let product = |element: &Element| presentation.least[element.index()].clone();
        let whole = decided.whole();
        Ok(Some(QuotientElement {
            order: decided.quotient.monoid().order(),
            parts: decided.elements.iter().map(product).collect(),
            whole: product(&whole),
            is_lost: decided.quotient.monoid().is_lost(whole),
        }))
    }

    /// Is each sum of a quotient of the games of both won beside both of two sums, or lost beside both? `None` if there is no such
    /// quotient, as for [`Solver::quotient_element`].
    pub(in crate::solve::misere) fn are_alike(&mut self, left: &Sum, right: &Sum) -> Solved<Option<Alikeness>> {
        let (whole, first, budget) = (left.plus(right), left.parts.len(), self.budget.clone());
        let Some(decided) = self.decided(&whole)? else { return Ok(None) };
        let (left, right) = (decided.of_parts(0..first), decided.of_parts(first..usize::MAX));
        if left == right {
            return Ok(Some(Alikeness::Alike));
        }
        decided.apart(&whole, left, right, &budget).map(Some)
    }

    /// The outcome of a sum that a quotient decides.
    pub(in crate::solve::misere) fn quotient_outcome(&mut self, sum: &Sum) -> Solved<Option<Outcome>> {
        if FastPath::Quotients.is_off() {
            return Ok(None);
        }
        Ok(self.decided(sum)?.map(|decided| decided.outcome(decided.whole())))
    }

    /// The moves of a sum that a quotient decides, until `winners` of them win; of each kind `shown` are listed.
    pub(in crate::solve::misere) fn quotient_moves(
        &mut self,
        sum: &Sum,
        shown: usize,
        winners: u128,
    ) -> Solved<Option<MovesFound>> {
        let budget = self.budget.clone();
        let Some(decided) = self.decided(sum)? else { return Ok(None) };
        let mut found = MovesFound::default();
        for (part, Summand { component, copies }) in sum.parts.iter().enumerate() {
            let Some(position) = heap_position(component) else { continue };
            let heap = decided.heaps[part];
            let others = decided.without(part);
            each_class(&position, decided.quotient, heap, &budget, &mut |left, alike| {
                let after = decided.quotient.product(heap.game, left).unwrap_or(Element::ONE);
                let wins = decided.quotient.monoid().is_lost(decided.quotient.monoid().product(others, after));
                let count = u128::from(*copies) * u128::from(alike);
                found.count(outcome_if(wins), count, shown, || {
                    let to = match (component, left) {
                        (Component::Star(_), [size]) => Sum::star(Nimber(*size)),
                        (Component::Star(_), _) => Sum::star(Nimber(0)),
                        _ => position.heaps(left),
                    };
                    Move::new(part, component, Arc::new(to), outcome_if(wins))
                });
                Ok(if found.winning >= winners { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            })?;
            if found.winning >= winners {
                break;
            }
        }
        Ok(Some(found))
    }

    fn decided(&mut self, sum: &Sum) -> Solved<Option<Decided<'_>>> {
        let Some(SumOfHeaps { rules, heaps, largest }) = SumOfHeaps::of(sum) else { return Ok(None) };
        let tokens = heaps.iter().fold(0, |sum: u64, heap| sum.saturating_add(heap.size.saturating_mul(heap.copies)));
        let budget = self.budget.clone();
        let quotients = &mut self.misere.quotients;
        if tokens > SMALL && is_worth_learning(&rules, &largest) {
            let is_enough = match quotients.covering(&rules) {
                Some((known, games)) => known.is_stopped || known.knows(&games, &largest),
                None => false,
            };
            if !is_enough {
                quotients.learn(&rules, &largest, STEPS, &budget)?;
            }
        }
        let Some((quotient, games)) = self.misere.quotients.covering(&rules) else { return Ok(None) };
        let heaps: Vec<Heap> = heaps.into_iter().map(|heap| Heap { game: games[heap.game], ..heap }).collect();
        let elements: Option<Vec<Element>> = heaps.iter().map(|heap| quotient.image(heap.game, heap.size)).collect();
        Ok(elements.map(|elements| Decided { quotient, heaps, elements }))
    }
}

impl Decided<'_> {
    fn outcome(&self, element: Element) -> Outcome {
        if self.quotient.monoid().is_lost(element) { Outcome::P } else { Outcome::N }
    }

    /// The element of the sum.
    fn whole(&self) -> Element {
        self.of_copies(|heap| heap.copies)
    }

    /// The element of the sum without one copy of a part.
    fn without(&self, part: usize) -> Element {
        let mut place = 0..;
        self.of_copies(|heap| heap.copies.saturating_sub(u64::from(place.next() == Some(part))))
    }

    /// The element of some parts of the sum.
    fn of_parts(&self, parts: Range<usize>) -> Element {
        let mut place = 0..;
        self.of_copies(|heap| if place.next().is_some_and(|place| parts.contains(&place)) { heap.copies } else { 0 })
    }

    /// A sum of the fewest heaps beside which one of two elements is lost and the other one is won. `whole` has a position of each game.
    fn apart(&self, whole: &Sum, left: Element, right: Element, budget: &Budget) -> Solved<Alikeness> {
        let monoid = self.quotient.monoid();
        let (with_left, with_right) = (monoid.losing_with(left), monoid.losing_with(right));
        let mut letters: Vec<(Element, Component)> = Vec::new();
        for (game, size) in self.quotient.known_heaps() {
            let element = self.quotient.image(game, size).unwrap_or(Element::ONE);
            let part = self.heaps.iter().position(|heap| heap.game == game).and_then(|part| whole.parts.get(part));
            if let Some(part) = part.filter(|_| letters.iter().all(|(known, _)| *known != element)) {
                letters.push((element, heap_like(&part.component, size)));
            }
        }
        // The elements in the order of how many heaps they need, each with the one before it and the last heap.
        let mut found: Vec<(Element, Option<(usize, usize)>)> = vec![(Element::ONE, None)];
        let mut is_met = ElementSet::none(monoid.order());
        is_met.insert(Element::ONE);
        let mut next = 0;
        while let Some((element, _)) = found.get(next).copied() {
            budget.check()?;
            if with_left.contains(element) != with_right.contains(element) {
                let heaps = std::iter::successors(found[next].1, |(before, _)| found[*before].1);
                let mut used: Vec<usize> = heaps.map(|(_, letter)| letter).collect();
                sorting::sort(&mut used);
                let parts = used
                    .chunk_by(|a, b| a == b)
                    .map(|same| Summand { copies: same.len() as u64, component: letters[same[0]].1.clone() });
                return Ok(Alikeness::Apart(Some(Sum { parts: parts.collect() })));
            }
            for (index, (letter, _)) in letters.iter().enumerate() {
                let product = monoid.product(element, *letter);
                if !is_met.contains(product) {
                    is_met.insert(product);
                    found.push((product, Some((next, index))));
                }
            }
            next += 1;
        }
        Ok(Alikeness::Apart(None))
    }

    fn of_copies(&self, mut copies: impl FnMut(&Heap) -> u64) -> Element {
        let monoid = self.quotient.monoid();
        let powers = self.heaps.iter().zip(&self.elements).map(|(heap, element)| monoid.power(*element, copies(heap)));
        powers.fold(Element::ONE, |product, power| monoid.product(product, power))
    }
}

/// A sum of heaps.
struct SumOfHeaps {
    /// The rules of its games.
    rules: Vec<Arc<HeapRules>>,
    heaps: Vec<Heap>,
    /// The largest heap of each game.
    largest: Vec<u64>,
}

impl SumOfHeaps {
    /// `None` if a part is no heap.
    fn of(sum: &Sum) -> Option<SumOfHeaps> {
        let mut found = SumOfHeaps { rules: Vec::new(), heaps: Vec::new(), largest: Vec::new() };
        for Summand { copies, component } in &sum.parts {
            let position = heap_position(component)?;
            let (Ruleset::Heap(rules), Some(size)) = (&position.game.ruleset, position.heap()) else { return None };
            let same = |known: &Arc<HeapRules>| Arc::ptr_eq(known, rules) || known == rules;
            let game = found.rules.iter().position(same).unwrap_or(found.rules.len());
            if game == found.rules.len() {
                found.rules.push(rules.clone());
                found.largest.push(0);
            }
            found.largest[game] = found.largest[game].max(size);
            found.heaps.push(Heap { game, size, copies: *copies });
        }
        (!found.rules.is_empty()).then_some(found)
    }
}

/// Some game may have a finite quotient, and of the others only small heaps are there.
fn is_worth_learning(rules: &[Arc<HeapRules>], largest: &[u64]) -> bool {
    rules.iter().any(|rules| is_proper(rules))
        && rules.iter().zip(largest).all(|(rules, largest)| *largest <= SMALL_NIM || is_proper(rules))
}

/// The heap that a component is. That of a nim-heap `*k` is one of Nim.
fn heap_position(component: &Component) -> Option<Cow<'_, Position>> {
    static NIM: LazyLock<Option<Arc<Game>>> = LazyLock::new(|| Moves::take(1..).game("Nim").ok());
    match component {
        Component::Position(position) => Some(Cow::Borrowed(position)),
        Component::Star(size) => match heap_of(NIM.as_ref()?, *size) {
            Component::Position(position) => Some(Cow::Owned(position)),
            Component::Star(_) => None,
        },
    }
}

/// Another heap of the game of a component.
fn heap_like(component: &Component, size: u64) -> Component {
    match component {
        Component::Position(position) => heap_of(&position.game, size),
        Component::Star(_) => Component::Star(size),
    }
}

/// Called with the heaps that a move leaves, and how many moves leave heaps with the same elements.
type ClassVisitor<'a> = &'a mut dyn FnMut(&[u64], u64) -> Solved<ControlFlow<()>>;

/// Visits the options of a heap: of a small one each, of a large one each of some, with the number of those that are alike.
fn each_class(
    position: &Position,
    quotient: &HeapQuotient,
    heap: Heap,
    budget: &Budget,
    visit: ClassVisitor,
) -> Solved<()> {
    let period = quotient.period(heap.game);
    let (Some(period), Ruleset::Heap(rules)) = (period.filter(|_| heap.size > EACH), &position.game.ruleset) else {
        return each_distinct_option(position, budget, &mut |to| {
            budget.check()?;
            let heaps: Vec<u64> = to.parts.iter().filter_map(heap_size).collect();
            visit(&heaps, 1)
        });
    };
    for clause in &rules.clauses {
        let Amounts::Finite(amounts) = &clause.amounts else { return Err(SolveError::Positions { limit: EACH }) };
        for rest in amounts.iter().filter_map(|amount| heap.size.checked_sub(*amount)) {
            if each_way(rest, clause.shape, period, budget, visit)?.is_break() {
                return Ok(());
            }
        }
    }
    Ok(())
}

fn heap_size(part: &Summand) -> Option<u64> {
    match &part.component {
        Component::Position(position) => position.heap(),
        Component::Star(_) => None,
    }
}

/// Visits the ways to leave a rest. Of two heaps from the preperiod on, one may lose a period and the other one gain it.
fn each_way(rest: u64, shape: Shape, period: &Period, budget: &Budget, visit: ClassVisitor) -> Solved<ControlFlow<()>> {
    let heaps = (shape.least, shape.most, shape.likeness);
    if heaps == (0, Some(0), Likeness::Any) {
        return if rest == 0 { visit(&[], 1) } else { Ok(ControlFlow::Continue(())) };
    }
    if heaps == (1, Some(1), Likeness::Any) {
        return if rest > 0 { visit(&[rest], 1) } else { Ok(ControlFlow::Continue(())) };
    }
    if heaps != (2, Some(2), Likeness::Any) {
        return Err(SolveError::Positions { limit: EACH });
    }
    let half = rest / 2;
    for smaller in 1..period.preperiod.saturating_add(period.period).max(2).min(half.saturating_add(1)) {
        budget.check()?;
        let repeats = smaller >= period.preperiod;
        let alike = if repeats { 1 + (half - smaller) / period.period } else { 1 };
        let flow = visit(&[smaller, rest - smaller], alike)?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    Ok(ControlFlow::Continue(()))
}
