//! The search for the values of parts. It asks "is v the value of this part?" and stops as soon as that is decided
//! (Lemoine and Viennot, Nimbers are inevitable, 2012; Beling and Rogalski, On pruning search trees of impartial games,
//! 2020). It keeps its own stack and does not recurse.
//!
//! A part has the value v if no option has value v and each smaller value is that of some option. An option may
//! consist of several parts. The smaller ones are then valued; the largest is only asked whether it has the value
//! that is left.

use std::ops::ControlFlow;

use super::facts::{FactTable, Facts};
use super::layout::Layout;
use super::plane::{Plane, Planes, cells};
use crate::solve::{Budget, Reservation, SolveError, Solved};

/// The answer to a question about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    /// The part has this value, whether or not it was the one in question.
    Is(u32),
    /// The value in question is not the value of the part.
    Not,
}

/// An option of a part, as a sum of parts. `known` is the nim-sum of those of them whose values are known.
#[derive(Clone, Copy, Debug)]
struct PartedOption {
    known: u32,
    /// Where its other parts begin in [`PartSearch::parts`], the largest first.
    first: usize,
    count: usize,
    /// An estimate of the work: the squares of the numbers of moves of its other parts, divided by how much is known
    /// of them.
    cost: usize,
}

/// A question about a part, on the stack. Its options are in [`PartSearch::options`], up to those of the next inquiry.
#[derive(Debug)]
struct Inquiry<P, const N: usize> {
    part: Planes<P, N>,
    facts: Facts,
    /// `Some(v)` asks whether v is the value of the part; `None` asks for the value.
    question: Option<u32>,
    /// The search looks for an option of this value.
    target: u32,
    /// The index of the option that is looked at; those before it do not have the value `target`.
    cursor: usize,
    /// Is it certain that no option has the value in question? Then smaller values are looked for.
    passed: bool,
    /// The values below 128 that some option is known to have, one bit each.
    seen: u128,
    /// Where its options begin in [`PartSearch::options`], and where their parts begin in [`PartSearch::parts`].
    options: usize,
    parts: usize,
    /// What [`PartSearch::turns`] was when the inquiry was opened.
    begun: u64,
}

/// What an inquiry does next: it asks a question about another part, of which these facts are known, or it ends with
/// its answer.
enum Next<P, const N: usize> {
    Ask(Planes<P, N>, Option<u32>, Facts),
    Tell(Told),
}

/// The search over boards of one layout, with all that it has found.
#[derive(Debug)]
pub struct PartSearch<P, const N: usize> {
    layout: Layout<P, N>,
    facts: FactTable<P, N>,
    stack: Vec<Inquiry<P, N>>,
    options: Vec<PartedOption>,
    parts: Vec<Planes<P, N>>,
    /// Scratch space of [`Layout::each_part`].
    anchors: Vec<P>,
    /// How many inquiries have been opened.
    turns: u64,
    /// The search is given up when `turns` exceeds this.
    last: u64,
    /// How many boards were looked at: all options, each as often as it was listed.
    looked: u64,
    memory: Reservation,
}

impl<P: Plane, const N: usize> Inquiry<P, N> {
    fn sees(&mut self, value: u32) {
        self.seen |= if value < u128::BITS { 1 << value } else { 0 };
    }

    fn has_seen(&self, value: u32) -> bool {
        value < u128::BITS && self.seen & (1 << value) != 0
    }

    /// Sets the target to the next value, from `from` on, of which it is not known that some option has it, and
    /// starts again at the first option. A value that is ruled out for the part is skipped too: since all smaller
    /// values are values of options, some option must have it. Returns the answer if the target has reached the value
    /// in question.
    fn aim(&mut self, from: u32, first_option: usize) -> Option<Told> {
        self.target = from;
        while self.has_seen(self.target) || self.facts.rules_out(self.target) {
            self.target += 1;
        }
        self.cursor = first_option;
        match self.question {
            Some(value) if self.target >= value => Some(Told::Is(value)),
            _ => None,
        }
    }
}

impl<P: Plane, const N: usize> PartSearch<P, N> {
    /// A part with at most so many moves is asked for its value: that costs hardly more, and is useful more often.
    const SMALL: usize = 10;

    pub fn new(layout: Layout<P, N>) -> Self {
        PartSearch {
            layout,
            facts: FactTable::default(),
            stack: Vec::new(),
            options: Vec::new(),
            parts: Vec::new(),
            anchors: Vec::new(),
            turns: 0,
            last: u64::MAX,
            looked: 0,
            memory: Reservation::default(),
        }
    }

    pub fn layout(&self) -> &Layout<P, N> {
        &self.layout
    }

    /// How many parts are in the table, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        (self.facts.count(), self.looked)
    }

    /// Limits how many more inquiries may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        self.last = more.map_or(u64::MAX, |more| self.turns.saturating_add(more));
    }

    /// Begins a new question of the solver.
    pub fn begin(&mut self) {
        self.facts.begin();
    }

    /// Bytes that are held.
    pub fn bytes(&self) -> u64 {
        self.facts.bytes() + self.memory.bytes()
    }

    /// The value of a board.
    pub fn value(&mut self, board: &Planes<P, N>, budget: &Budget) -> Solved<u32> {
        let parts = self.parts_of(board);
        parts.iter().try_fold(0, |sum, part| Ok(sum ^ self.part_value(part, budget)?))
    }

    /// Is this the value of a board?
    pub fn is(&mut self, board: &Planes<P, N>, value: u32, budget: &Budget) -> Solved<bool> {
        let mut parts = self.parts_of(board);
        let Some(largest) = (0..parts.len()).max_by_key(|part| cells(&parts[*part]).count()) else {
            return Ok(value == 0);
        };
        let largest = parts.swap_remove(largest);
        let mut smaller = value;
        for part in &parts {
            smaller ^= self.part_value(part, budget)?;
        }
        Ok(self.ask(&largest, Some(smaller), budget)? == Told::Is(smaller))
    }

    fn part_value(&mut self, part: &Planes<P, N>, budget: &Budget) -> Solved<u32> {
        match self.ask(part, None, budget)? {
            Told::Is(value) => Ok(value),
            Told::Not => Err(SolveError::Internal("a part of a board has no value")),
        }
    }

    /// The parts of a board. Two equal parts are left out, since their values cancel.
    fn parts_of(&mut self, board: &Planes<P, N>) -> Vec<Planes<P, N>> {
        let mut parts = Vec::new();
        self.layout.each_part(board, &mut self.anchors, |part| add(&mut parts, 0, part));
        parts
    }

    fn ask(&mut self, part: &Planes<P, N>, question: Option<u32>, budget: &Budget) -> Solved<Told> {
        let told = self.run(part, question, budget);
        self.stack.clear();
        self.options.clear();
        self.parts.clear();
        told
    }

    fn run(&mut self, part: &Planes<P, N>, question: Option<u32>, budget: &Budget) -> Solved<Told> {
        let facts = self.facts.get(part);
        let mut told = match (facts.value(), question) {
            (Some(value), _) => return Ok(Told::Is(value)),
            (None, Some(value)) if facts.rules_out(value) => return Ok(Told::Not),
            _ => self.open(part, question, facts, budget)?,
        };
        loop {
            if let Some(known) = told {
                self.close(known, budget);
                if self.stack.is_empty() {
                    return Ok(known);
                }
                self.hear(known);
            }
            told = match self.advance() {
                Next::Ask(part, question, facts) => self.open(&part, question, facts, budget)?,
                Next::Tell(known) => Some(known),
            };
        }
    }

    /// Puts an inquiry with its options on the stack. Returns the answer if it is known at once.
    fn open(
        &mut self,
        part: &Planes<P, N>,
        question: Option<u32>,
        facts: Facts,
        budget: &Budget,
    ) -> Solved<Option<Told>> {
        self.turns += 1;
        if P::CELLS > 128 || self.turns.is_multiple_of(1 << 6) {
            budget.check()?;
        }
        if self.turns > self.last {
            return Err(SolveError::Positions { limit: self.last });
        }
        if self.turns.is_multiple_of(1 << 12) {
            budget.progress(self.facts.count() as u64, 0)?;
        }
        let (options, parts) = (self.options.len(), self.parts.len());
        let mut inquiry = Inquiry {
            part: *part,
            facts,
            question,
            target: question.unwrap_or(0),
            cursor: options,
            passed: false,
            seen: 0,
            options,
            parts,
            begun: self.turns,
        };
        let found = self.expand(&mut inquiry, budget)?;
        let told = match question {
            Some(_) if found => Some(Told::Not),
            // A value is at most the number of options.
            Some(value) if value as usize > self.options.len() - options + inquiry.seen.count_ones() as usize => {
                Some(Told::Not)
            }
            Some(_) => None,
            None => inquiry.aim(0, options),
        };
        self.stack.push(inquiry);
        let held = self.stack.capacity() * size_of::<Inquiry<P, N>>()
            + self.options.capacity() * size_of::<PartedOption>()
            + self.parts.capacity() * size_of::<Planes<P, N>>();
        if held as u64 > self.memory.bytes() {
            self.memory.hold(held as u64, budget)?;
        }
        Ok(told)
    }

    /// Lists the options of a part without repeats, the least work first. Of options whose value is known only the
    /// value is noted. True, before all options are listed, if one of them has the value in question.
    fn expand(&mut self, inquiry: &mut Inquiry<P, N>, budget: &Budget) -> Solved<bool> {
        let Self { layout, facts, options, parts, anchors, looked, .. } = self;
        let (mut found, mut going) = (false, Ok(()));
        let part = inquiry.part;
        layout.each_move(&part, |board| {
            if P::CELLS > 128 {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            *looked += 1;
            let first = parts.len();
            layout.each_part(&board, anchors, |part| add(parts, first, part));
            let mut known = 0;
            let mut at = first;
            while let Some(part) = parts.get(at) {
                match facts.get(part).value() {
                    Some(value) => {
                        known ^= value;
                        parts.swap_remove(at);
                    }
                    None => at += 1,
                }
            }
            let unknown = &mut parts[first..];
            if unknown.is_empty() && known < u128::BITS {
                inquiry.sees(known);
                found = inquiry.question == Some(known);
                return if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            put_largest_first(unknown);
            let cost = unknown.iter().map(|part| layout.moves(part).pow(2) * 8 / (2 + facts.get(part).count())).sum();
            options.push(PartedOption { known, first, count: unknown.len(), cost });
            ControlFlow::Continue(())
        });
        let parts_of = |option: &PartedOption| &parts[option.first..option.first + option.count];
        options[inquiry.options..].sort_unstable_by(|a, b| {
            (a.cost, a.known).cmp(&(b.cost, b.known)).then_with(|| parts_of(a).cmp(parts_of(b)))
        });
        let mut kept = inquiry.options;
        for at in inquiry.options..options.len() {
            let option = options[at];
            let same = |before: &PartedOption| before.known == option.known && parts_of(before) == parts_of(&option);
            if kept == inquiry.options || !same(&options[kept - 1]) {
                options[kept] = option;
                kept += 1;
            }
        }
        options.truncate(kept);
        going.map(|()| found)
    }

    /// The next question that the inquiry at the top of the stack depends on, or its answer.
    fn advance(&mut self) -> Next<P, N> {
        let Some(inquiry) = self.stack.last_mut() else { return Next::Tell(Told::Not) };
        loop {
            let Some(option) = self.options.get_mut(inquiry.cursor) else {
                // No option has the value `target`.
                match inquiry.question {
                    Some(_) if !inquiry.passed => {
                        inquiry.passed = true;
                        if let Some(told) = inquiry.aim(0, inquiry.options) {
                            return Next::Tell(told);
                        }
                        continue;
                    }
                    _ => return Next::Tell(Told::Is(inquiry.target)),
                }
            };
            if option.count == 0 {
                if option.known != inquiry.target {
                    inquiry.cursor += 1;
                    continue;
                }
                inquiry.sees(option.known);
                if inquiry.question.is_some() && !inquiry.passed {
                    return Next::Tell(Told::Not);
                }
                if let Some(told) = inquiry.aim(inquiry.target + 1, inquiry.options) {
                    return Next::Tell(told);
                }
                continue;
            }
            let part = self.parts[option.first + option.count - 1];
            let facts = self.facts.get(&part);
            if let Some(value) = facts.value() {
                option.known ^= value;
                option.count -= 1;
                continue;
            }
            if option.count > 1 {
                return Next::Ask(part, None, facts);
            }
            let wanted = inquiry.target ^ option.known;
            if !facts.rules_out(wanted) {
                let is_small = self.layout.moves(&part) <= Self::SMALL;
                return Next::Ask(part, Some(wanted).filter(|_| !is_small), facts);
            }
            inquiry.cursor += 1;
        }
    }

    /// Takes the last inquiry off the stack and notes its answer in the table.
    fn close(&mut self, told: Told, budget: &Budget) {
        let Some(mut inquiry) = self.stack.pop() else { return };
        self.options.truncate(inquiry.options);
        self.parts.truncate(inquiry.parts);
        match (told, inquiry.question) {
            (Told::Is(value), _) => inquiry.facts.is(value),
            (Told::Not, Some(value)) => inquiry.facts.is_not(value),
            (Told::Not, None) => {}
        }
        self.facts.set(&inquiry.part, inquiry.facts, self.turns - inquiry.begun + 1, budget);
    }

    /// Uses an answer about the last part of the current option, for the inquiry at the top of the stack.
    fn hear(&mut self, told: Told) {
        let Some(inquiry) = self.stack.last_mut() else { return };
        match (told, self.options.get_mut(inquiry.cursor)) {
            (Told::Is(value), Some(option)) => {
                option.known ^= value;
                option.count -= 1;
                if option.count == 0 {
                    inquiry.sees(option.known);
                }
            }
            _ => inquiry.cursor += 1,
        }
    }
}

/// Sorts parts, the largest first. They are few, so an insertion sort is enough.
fn put_largest_first<P: Plane, const N: usize>(parts: &mut [Planes<P, N>]) {
    let size = |part: &Planes<P, N>| (cells(part).count(), *part);
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && size(&parts[at - 1]) < size(&parts[at]) {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// Adds a part to those from the index `from` on. If an equal one is there, both are left out.
fn add<P: Plane, const N: usize>(parts: &mut Vec<Planes<P, N>>, from: usize, part: Planes<P, N>) {
    match parts[from..].iter().position(|other| *other == part) {
        Some(same) => {
            parts.swap_remove(from + same);
        }
        None => parts.push(part),
    }
}
