//! Decides when the positions of a rule are moved from hash tables into a grid, and when a grid is filled in as a
//! whole.

use super::grid::{LARGEST_GRID, PositionState, ValueGrid, grown, volume};
use super::key::{Node, PositionKey, unpack};
use super::memos::WrittenGames;
use super::strategy::Strategy;
use super::sweep::GridSweep;
use crate::code::bounds::{below, closure, weighted_closure};
use crate::code::form::{Domain, OptionCode, RuleCode, SystemCode};
use crate::code::run_one::{LoopEnd, each};
use crate::solve::{Budget, SolveError, Solved};

/// A compiled rule over numbers, with its index and the number of its memo.
struct CompiledRule<'a> {
    rule: &'a RuleCode,
    domain: &'a Domain,
    memo: usize,
    index: usize,
}

impl CompiledRule<'_> {
    fn of<'a>(code: &'a SystemCode, node: &Node) -> Option<CompiledRule<'a>> {
        let (rule, domain) = code.compiled(node.rule)?;
        Some(CompiledRule { rule, domain, memo: node.memo, index: node.rule })
    }
}

/// A grid that is to be made.
struct Wanted {
    sizes: Vec<i64>,
    /// Fill it in as a whole, since much of it will be needed.
    whole: bool,
}

impl WrittenGames {
    /// A grid may have this many positions for each known one: even if it stays mostly empty, it takes less memory than
    /// hash tables.
    const ROOMY: i64 = 40;
    /// A grid with up to this many positions may have more of them for each known one, if a byte for each takes at
    /// most a sixteenth of the free memory.
    const SMALL: i64 = 1 << 24;
    /// While fewer than `MANY` positions are known, a grid is made only if it is to be filled in as a whole, or if it
    /// has at most `CHEAP` positions for each known one: making it then takes no longer than expanding a few
    /// positions.
    const MANY: i64 = 1 << 12;
    const CHEAP: i64 = 1 << 12;
    /// The bytes of free memory that each cell of a grid needs: cells may be widened to four bytes.
    pub(super) const BYTES_PER_CELL: u64 = 4;
    /// A grid is filled in as a whole if at least one in this many of its positions will be needed.
    const SHARE: i64 = 4;

    /// Fills in a grid that contains a position with bits along lines, if its rule allows that and there is room.
    /// Returns whether the position's value is known now. Too little room is not an error, since the search remains.
    pub(super) fn fill(&mut self, node: &Node, budget: &Budget) -> Solved<bool> {
        let PositionKey::Small(key) = node.key else { return Ok(false) };
        let memo = &mut self.memos[node.memo];
        let Strategy::Lines(lines) = &memo.rules[node.rule].strategy else { return Ok(false) };
        let lines = lines.clone();
        let mut numbers = vec![0; memo.rules[node.rule].arity];
        unpack(key, &mut numbers);
        let exact: Vec<i64> = numbers.iter().map(|n| n.saturating_add(1)).collect();
        let grown = memo.rules[node.rule].grid.as_ref().map(|grid| grown(&exact, &grid.sizes));
        for sizes in grown.into_iter().chain([exact]) {
            if sizes.iter().try_fold(1i64, |product, size| product.checked_mul(*size)).is_none() {
                continue;
            }
            match lines.fill(&sizes, budget) {
                Ok(grid) => {
                    self.counts.lines += grid.len() as u64;
                    let memo = &mut self.memos[node.memo];
                    memo.rules[node.rule].grid = None;
                    memo.put_grid(node.rule, grid, budget);
                    return Ok(matches!(self.state(node), PositionState::Known(_)));
                }
                Err(SolveError::Memory { .. } | SolveError::Overflow) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(false)
    }

    /// Considers a grid for the rule of a position, of which there are many positions in the hash tables. `stack` is
    /// that of the search: the first position of the rule on it shows what is to be computed. Too little room is not
    /// an error, since the hash tables remain.
    pub(super) fn consider_grid<'a>(
        &mut self,
        mut stack: impl Iterator<Item = &'a Node>,
        node: &Node,
        budget: &Budget,
    ) -> Solved<()> {
        let (memo, index) = (node.memo, node.rule);
        self.memos[memo].postpone_grid(index);
        let code = self.memos[memo].code.clone();
        let Some(compiled) = CompiledRule::of(&code, node) else { return Ok(()) };
        let same = |node: &&Node| node.memo == memo && node.rule == index && matches!(node.key, PositionKey::Small(_));
        let Some(Node { key: PositionKey::Small(key), .. }) = stack.find(same) else { return Ok(()) };
        let mut start = vec![0; compiled.rule.arity];
        unpack(*key, &mut start);
        let Some(wanted) = self.wanted(&compiled, &start, budget) else { return Ok(()) };
        self.make_grid(&compiled, wanted, budget)
    }

    /// Makes and fills a grid for questions about most positions with coordinates up to those of this one, if there
    /// is room and few other positions are needed.
    pub(super) fn prepare(&mut self, node: &Node, budget: &Budget) -> Solved<()> {
        let PositionKey::Small(key) = node.key else { return Ok(()) };
        let code = self.memos[node.memo].code.clone();
        let Some(compiled) = CompiledRule::of(&code, node) else { return Ok(()) };
        let mut highest = vec![0; compiled.rule.arity];
        unpack(key, &mut highest);
        let count: i64 = highest.iter().fold(1, |count, n| count.saturating_mul(n.saturating_add(1)));
        let Some(sizes) = self.closed(&compiled, &highest, budget) else { return Ok(()) };
        if count < 16 || volume(&sizes) > count.saturating_mul(Self::SHARE) {
            return Ok(());
        }
        self.make_grid(&compiled, Wanted { sizes, whole: true }, budget)
    }

    fn wanted(&self, compiled: &CompiledRule, start: &[i64], budget: &Budget) -> Option<Wanted> {
        let CompiledRule { rule, domain, memo, index } = *compiled;
        let known = self.memos[memo].rules[index].small.len() as i64;
        if GridSweep::of(rule, index, domain).is_some() {
            let sizes = self.closed(compiled, start, budget);
            if let Some(sizes) = sizes.filter(|sizes| is_densely_reached(compiled, start, sizes)) {
                return Some(Wanted { sizes, whole: true });
            }
            // What is asked may lie far from its options: `(y) for y in 1..isqrt(x)`.
            let sizes = self.closed(compiled, &below(rule, index, domain, start), budget);
            if let Some(sizes) = sizes.filter(|sizes| has_options_everywhere(compiled, start, volume(sizes))) {
                return Some(Wanted { sizes, whole: true });
            }
        }
        let sizes = self.box_of_known(compiled, start, budget)?;
        let count = volume(&sizes);
        if known < Self::MANY && count > known.saturating_mul(Self::CHEAP) {
            return None;
        }
        let small = Self::SMALL.min((budget.free() / 16) as i64);
        let roomy = count <= known.saturating_mul(Self::ROOMY).max(small);
        roomy.then_some(Wanted { sizes, whole: count <= known.saturating_mul(Self::SHARE) })
    }

    /// The sizes of a box with the positions known so far. The first position of a search may lie far from all others, as
    /// in Euclid's game: it is left out where the box is then much smaller.
    fn box_of_known(&self, compiled: &CompiledRule, start: &[i64], budget: &Budget) -> Option<Vec<i64>> {
        const MUCH: i64 = 16;
        let entries = &self.memos[compiled.memo];
        let all = self.closed(compiled, &entries.highest(compiled.index, None), budget);
        let others = self.closed(compiled, &entries.highest(compiled.index, Some(start)), budget);
        match (all, others) {
            (Some(all), Some(others)) if volume(&others) <= volume(&all) / MUCH => Some(others),
            (None, others) => others,
            (all, _) => all,
        }
    }

    /// The sizes of a box that contains a position, what can be reached from it, and the present grid; with some
    /// reserve if there is room for that. `None` if such a box is not known or too large.
    fn closed(&self, compiled: &CompiledRule, start: &[i64], budget: &Budget) -> Option<Vec<i64>> {
        let CompiledRule { rule, domain, memo, index } = *compiled;
        let most = LARGEST_GRID.min((budget.free() / Self::BYTES_PER_CELL) as i64);
        let sizes = closure(rule, index, domain, start, most);
        let weighed = || weighted_closure(rule, index, domain, start).filter(|sizes| volume(sizes) <= most);
        let sizes = sizes.or_else(weighed)?;
        let Some(old) = &self.memos[memo].rules[index].grid else { return Some(sizes) };
        let exact: Vec<i64> = sizes.iter().zip(&old.sizes).map(|(new, old)| *new.max(old)).collect();
        let grown = grown(&exact, &old.sizes);
        [grown, exact].into_iter().find(|sizes| volume(sizes) <= most)
    }

    fn make_grid(&mut self, compiled: &CompiledRule, wanted: Wanted, budget: &Budget) -> Solved<()> {
        let CompiledRule { rule, domain, memo: number, index } = *compiled;
        let memo = &mut self.memos[number];
        let made = match memo.rules[index].grid.take() {
            Some(old) if old.sizes == wanted.sizes => Ok(old),
            Some(old) => {
                let larger = ValueGrid::new(wanted.sizes, budget);
                let larger = larger.and_then(|mut grid| grid.adopt(&old, budget).map(|()| grid));
                if larger.is_err() {
                    memo.put_grid(index, old, budget);
                }
                larger
            }
            None => ValueGrid::new(wanted.sizes, budget),
        };
        let mut grid = match made {
            Ok(grid) => grid,
            Err(SolveError::Memory { .. } | SolveError::Overflow) => return Ok(()),
            Err(stop) => return Err(stop),
        };
        let mut swept = Ok(());
        if wanted.whole
            && let Some(sweep) = GridSweep::of(rule, index, domain)
        {
            swept = sweep.fill(&mut grid, budget, &mut self.counts);
        }
        self.memos[number].put_grid(index, grid, budget);
        match swept {
            Err(SolveError::Memory { .. } | SolveError::Overflow) => Ok(()),
            swept => swept,
        }
    }
}

/// Has a position options enough to fill a good part of so many cells?
fn has_options_everywhere(compiled: &CompiledRule, start: &[i64], cells: i64) -> bool {
    let CompiledRule { rule, domain, .. } = *compiled;
    if cells > WrittenGames::SMALL {
        return false;
    }
    let mut frame = start.to_vec();
    frame.resize(rule.slots.max(domain.slots), 0);
    let mut left = cells / WrittenGames::SHARE;
    for clause in &rule.clauses {
        let ended = each(&clause.steps, &mut frame, &mut |_| {
            left -= 1;
            if left > 0 { Ok(()) } else { Err(LoopEnd::Enough) }
        });
        if ended.is_err() {
            return ended == Err(LoopEnd::Enough);
        }
    }
    left <= 0
}

/// Can many of the positions just before one, in lexicographic order, be reached from it? Estimated from a sample.
fn is_densely_reached(compiled: &CompiledRule, start: &[i64], sizes: &[i64]) -> bool {
    const WINDOW: usize = 1 << 16;
    const OPTIONS: usize = 1 << 13;
    let CompiledRule { rule, domain, index, .. } = *compiled;
    let place = |coordinates: &[i64]| {
        coordinates.iter().zip(sizes).try_fold(0i64, |place, (n, size)| place.checked_mul(*size)?.checked_add(*n))
    };
    let Some(top) = place(start) else { return false };
    let mut reached = vec![false; usize::try_from(top).map_or(WINDOW, |top| WINDOW.min(top.saturating_add(1)))];
    reached[0] = true;
    let (mut options, mut expanded, mut passed) = (0, 0i64, 0i64);
    let mut frame = vec![0; rule.slots.max(domain.slots)];
    let mut below = 0;
    while below < reached.len() && options < OPTIONS {
        let mut rest = top - below as i64;
        for (n, size) in frame[..rule.arity].iter_mut().zip(sizes).rev() {
            *n = rest % size;
            rest /= size;
        }
        let inside = domain.condition.as_ref().is_none_or(|condition| condition.holds(&mut frame).unwrap_or(false));
        passed += i64::from(inside);
        if reached[below] {
            expanded += 1;
            let over = rule.over.as_ref().is_some_and(|over| over.holds(&mut frame).unwrap_or(true));
            let clauses = if over { &[][..] } else { &rule.clauses[..] };
            for clause in clauses {
                // A `Bailout` only makes the estimate worse.
                let _ = each(&clause.steps, &mut frame, &mut |frame| {
                    options += 1;
                    reach(&clause.option, index, frame, &mut |coordinates| {
                        let under = place(coordinates).and_then(|place| top.checked_sub(place));
                        let under = under.and_then(|under| usize::try_from(under).ok());
                        if let Some(cell) = under.and_then(|under| reached.get_mut(under)) {
                            *cell = true;
                        }
                    });
                    if options < OPTIONS { Ok(()) } else { Err(LoopEnd::Enough) }
                });
            }
        }
        below += 1;
    }
    expanded * WrittenGames::SHARE >= passed
}

fn reach(option: &OptionCode, index: usize, frame: &mut [i64], visit: &mut dyn FnMut(&[i64])) {
    match option {
        OptionCode::Written { memo: None, rule, coordinates } if *rule == index => {
            let mut found = [0; PositionKey::MOST];
            let Some(found) = found.get_mut(..coordinates.len()) else { return };
            for (n, coordinate) in found.iter_mut().zip(coordinates) {
                match coordinate.value(frame) {
                    Ok(value) if value >= 0 => *n = value,
                    _ => return,
                }
            }
            visit(found);
        }
        OptionCode::Plus(parts) => parts.iter().for_each(|part| reach(part, index, frame, visit)),
        OptionCode::Copies(_, one) => reach(one, index, frame, visit),
        _ => {}
    }
}
