//! The search for the values of parts. It asks "is v the value of this part?" and stops as soon as that is decided
//! (Lemoine and Viennot, Nimbers are inevitable, 2012; Beling and Rogalski, On pruning search trees of impartial games,
//! 2020). It keeps its own stack and does not recurse.
//!
//! A part has the value v if no option has value v and each smaller value is that of some option. An option may
//! consist of several parts. The smaller ones are then valued; the largest is only asked whether it has the value
//! that is left.

use std::cmp::Ordering;
use std::ops::ControlFlow;

use super::layout::Layout;
use super::part_table::{PartTable, ValueKnowledge};
use super::plane::{Plane, Planes, cells};
use crate::solve::{Budget, SolveError, Solved};

/// The answer to a question about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PartAnswer {
    /// The part has this value, whether or not it was the one in question.
    Value(u32),
    /// The value in question is not the value of the part.
    RuledOut,
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

/// A question about a part, on the stack. Its options are in [`PartSearch::options`], up to those of the next query.
#[derive(Debug)]
struct PartQuery<P, const N: usize> {
    part: Planes<P, N>,
    knowledge: ValueKnowledge,
    /// `Some(v)` asks whether v is the value of the part; `None` asks for the value.
    question: Option<u32>,
    /// The search looks for an option of this value.
    target: u32,
    /// The index of the option that is looked at; those before it do not have the value `target`.
    cursor: usize,
    /// Is it certain that no option has the value in question? Then smaller values are looked for.
    no_option_has_value: bool,
    /// The values below 128 that some option is known to have, one bit each.
    option_values: u128,
    /// Where its options begin in [`PartSearch::options`], and where their parts begin in [`PartSearch::parts`].
    options: usize,
    parts: usize,
    /// The number of this query, as counted by [`PartSearch::opened`].
    number: u64,
}

/// What a query does next: it asks a question about another part, of which so much is known, or it ends with
/// its answer.
enum QueryStep<P, const N: usize> {
    Ask(Planes<P, N>, Option<u32>, ValueKnowledge),
    Answer(PartAnswer),
}

/// The search over boards of one layout, with all that it has found.
#[derive(Debug)]
pub struct PartSearch<P, const N: usize> {
    layout: Layout<P, N>,
    table: PartTable<P, N>,
    stack: Vec<PartQuery<P, N>>,
    options: Vec<PartedOption>,
    parts: Vec<Planes<P, N>>,
    /// Scratch space of [`Layout::each_part`].
    scratch: Vec<P>,
    /// How many queries have been opened.
    opened: u64,
    /// The search is given up when `opened` exceeds this.
    max_opened: u64,
    /// How many boards were looked at: all options, each as often as it was listed.
    looked: u64,
}

impl<P: Plane, const N: usize> PartQuery<P, N> {
    fn note_option_value(&mut self, value: u32) {
        self.option_values |= if value < u128::BITS { 1 << value } else { 0 };
    }

    fn has_option_value(&self, value: u32) -> bool {
        value < u128::BITS && self.option_values & (1 << value) != 0
    }

    /// Sets the target to the next value, from `from` on, of which it is not known that some option has it, and
    /// starts again at the first option. A value that is ruled out for the part is skipped too: since all smaller
    /// values are values of options, some option must have it. Returns the answer if the target has reached the value
    /// in question.
    fn set_next_target(&mut self, from: u32, first_option: usize) -> Option<PartAnswer> {
        self.target = from;
        while self.has_option_value(self.target) || self.knowledge.rules_out(self.target) {
            self.target += 1;
        }
        self.cursor = first_option;
        match self.question {
            Some(value) if self.target >= value => Some(PartAnswer::Value(value)),
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
            table: PartTable::default(),
            stack: Vec::new(),
            options: Vec::new(),
            parts: Vec::new(),
            scratch: Vec::new(),
            opened: 0,
            max_opened: u64::MAX,
            looked: 0,
        }
    }

    pub fn layout(&self) -> &Layout<P, N> {
        &self.layout
    }

    /// How many parts are in the table, and how many boards were looked at.
    pub fn counts(&self) -> (usize, u64) {
        (self.table.count(), self.looked)
    }

    /// Limits how many more queries may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        self.max_opened = more.map_or(u64::MAX, |more| self.opened.saturating_add(more));
    }

    /// Begins a new question of the solver.
    pub fn begin(&mut self) {
        self.table.begin();
    }

    /// The value of a board.
    pub fn value(&mut self, board: &Planes<P, N>, budget: &Budget) -> Solved<u32> {
        let parts = self.parts_of(board);
        parts.iter().try_fold(0, |sum, part| Ok(sum ^ self.part_value(part, budget)?))
    }

    /// Is this the value of a board?
    pub fn has_value(&mut self, board: &Planes<P, N>, value: u32, budget: &Budget) -> Solved<bool> {
        let mut parts = self.parts_of(board);
        let Some(largest) = (0..parts.len()).max_by_key(|part| cells(&parts[*part]).count()) else {
            return Ok(value == 0);
        };
        let largest = parts.swap_remove(largest);
        let mut smaller = value;
        for part in &parts {
            smaller ^= self.part_value(part, budget)?;
        }
        Ok(self.answer(&largest, Some(smaller), budget)? == PartAnswer::Value(smaller))
    }

    fn part_value(&mut self, part: &Planes<P, N>, budget: &Budget) -> Solved<u32> {
        match self.answer(part, None, budget)? {
            PartAnswer::Value(value) => Ok(value),
            PartAnswer::RuledOut => Err(SolveError::Internal("a part of a board has no value")),
        }
    }

    /// The parts of a board. Two equal parts are left out, since their values cancel.
    fn parts_of(&mut self, board: &Planes<P, N>) -> Vec<Planes<P, N>> {
        let mut parts = Vec::new();
        self.layout.each_part(board, &mut self.scratch, |part| add(&mut parts, 0, part));
        parts
    }

    fn answer(&mut self, part: &Planes<P, N>, question: Option<u32>, budget: &Budget) -> Solved<PartAnswer> {
        let answer = self.search(part, question, budget);
        self.stack.clear();
        self.options.clear();
        self.parts.clear();
        answer
    }

    fn search(&mut self, part: &Planes<P, N>, question: Option<u32>, budget: &Budget) -> Solved<PartAnswer> {
        let knowledge = self.table.get(part);
        let mut answer = match (knowledge.value(), question) {
            (Some(value), _) => return Ok(PartAnswer::Value(value)),
            (None, Some(value)) if knowledge.rules_out(value) => return Ok(PartAnswer::RuledOut),
            _ => self.push_query(part, question, knowledge, budget)?,
        };
        loop {
            if let Some(known) = answer {
                self.pop_query(known, budget);
                if self.stack.is_empty() {
                    return Ok(known);
                }
                self.receive_answer(known);
            }
            answer = match self.next_step() {
                QueryStep::Ask(part, question, knowledge) => self.push_query(&part, question, knowledge, budget)?,
                QueryStep::Answer(known) => Some(known),
            };
        }
    }

    /// Puts a query with its options on the stack. Returns the answer if it is known at once.
    fn push_query(
        &mut self,
        part: &Planes<P, N>,
        question: Option<u32>,
        knowledge: ValueKnowledge,
        budget: &Budget,
    ) -> Solved<Option<PartAnswer>> {
        self.opened += 1;
        if P::CELLS > 128 || self.opened.is_multiple_of(1 << 6) {
            budget.check()?;
        }
        if self.opened > self.max_opened {
            return Err(SolveError::Positions { limit: self.max_opened });
        }
        if self.opened.is_multiple_of(1 << 12) {
            budget.progress(self.table.count() as u64, 0)?;
        }
        let (options, parts) = (self.options.len(), self.parts.len());
        let mut query = PartQuery {
            part: *part,
            knowledge,
            question,
            target: question.unwrap_or(0),
            cursor: options,
            no_option_has_value: false,
            option_values: 0,
            options,
            parts,
            number: self.opened,
        };
        let found = self.expand(&mut query, budget)?;
        let answer = match question {
            Some(_) if found => Some(PartAnswer::RuledOut),
            // A value is at most the number of options.
            Some(value)
                if value as usize > self.options.len() - options + query.option_values.count_ones() as usize =>
            {
                Some(PartAnswer::RuledOut)
            }
            Some(_) => None,
            None => query.set_next_target(0, options),
        };
        self.stack.push(query);
        Ok(answer)
    }

    /// Lists the options of a part without repeats, the least work first. Of options whose value is known only the
    /// value is noted. True, before all options are listed, if one of them has the value in question.
    fn expand(&mut self, query: &mut PartQuery<P, N>, budget: &Budget) -> Solved<bool> {
        let Self { layout, table, options, parts, scratch, looked, .. } = self;
        let (mut found, mut going) = (false, Ok(()));
        let part = query.part;
        layout.each_move(&part, |board| {
            if P::CELLS > 128 {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            *looked += 1;
            let first = parts.len();
            layout.each_part(&board, scratch, |part| add(parts, first, part));
            let mut known = 0;
            let mut at = first;
            while let Some(part) = parts.get(at) {
                match table.get(part).value() {
                    Some(value) => {
                        known ^= value;
                        parts.swap_remove(at);
                    }
                    None => at += 1,
                }
            }
            let unknown = &mut parts[first..];
            if unknown.is_empty() && known < u128::BITS {
                query.note_option_value(known);
                found = query.question == Some(known);
                return if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
            }
            put_largest_first(unknown);
            let cost = unknown
                .iter()
                .map(|part| layout.moves(part).pow(2) * 8 / (2 + table.get(part).ruled_out_count()))
                .sum();
            options.push(PartedOption { known, first, count: unknown.len(), cost });
            ControlFlow::Continue(())
        });
        let parts_of = |option: &PartedOption| &parts[option.first..option.first + option.count];
        sort_options(&mut options[query.options..], &|a, b| parts_of(a).cmp(parts_of(b)));
        let mut kept = query.options;
        for at in query.options..options.len() {
            let option = options[at];
            let same = |before: &PartedOption| before.known == option.known && parts_of(before) == parts_of(&option);
            if kept == query.options || !same(&options[kept - 1]) {
                options[kept] = option;
                kept += 1;
            }
        }
        options.truncate(kept);
        going.map(|()| found)
    }

    /// The next question that the query at the top of the stack depends on, or its answer.
    fn next_step(&mut self) -> QueryStep<P, N> {
        let Some(query) = self.stack.last_mut() else { return QueryStep::Answer(PartAnswer::RuledOut) };
        loop {
            let Some(option) = self.options.get_mut(query.cursor) else {
                // No option has the value `target`.
                match query.question {
                    Some(_) if !query.no_option_has_value => {
                        query.no_option_has_value = true;
                        if let Some(answer) = query.set_next_target(0, query.options) {
                            return QueryStep::Answer(answer);
                        }
                        continue;
                    }
                    _ => return QueryStep::Answer(PartAnswer::Value(query.target)),
                }
            };
            if option.count == 0 {
                if option.known != query.target {
                    query.cursor += 1;
                    continue;
                }
                query.note_option_value(option.known);
                if query.question.is_some() && !query.no_option_has_value {
                    return QueryStep::Answer(PartAnswer::RuledOut);
                }
                if let Some(answer) = query.set_next_target(query.target + 1, query.options) {
                    return QueryStep::Answer(answer);
                }
                continue;
            }
            let part = self.parts[option.first + option.count - 1];
            let knowledge = self.table.get(&part);
            if let Some(value) = knowledge.value() {
                option.known ^= value;
                option.count -= 1;
                continue;
            }
            if option.count > 1 {
                return QueryStep::Ask(part, None, knowledge);
            }
            let wanted = query.target ^ option.known;
            if !knowledge.rules_out(wanted) {
                let is_small = self.layout.moves(&part) <= Self::SMALL;
                return QueryStep::Ask(part, Some(wanted).filter(|_| !is_small), knowledge);
            }
            query.cursor += 1;
        }
    }

    /// Takes the last query off the stack and notes its answer in the table.
    fn pop_query(&mut self, answer: PartAnswer, budget: &Budget) {
        let Some(mut query) = self.stack.pop() else { return };
        self.options.truncate(query.options);
        self.parts.truncate(query.parts);
        match (answer, query.question) {
            (PartAnswer::Value(value), _) => query.knowledge.set_value(value),
            (PartAnswer::RuledOut, Some(value)) => query.knowledge.rule_out(value),
            (PartAnswer::RuledOut, None) => {}
        }
        self.table.set(&query.part, query.knowledge, self.opened - query.number + 1, budget);
    }

    /// Uses an answer about the last part of the current option, for the query at the top of the stack.
    fn receive_answer(&mut self, answer: PartAnswer) {
        let Some(query) = self.stack.last_mut() else { return };
        match (answer, self.options.get_mut(query.cursor)) {
            (PartAnswer::Value(value), Some(option)) => {
                option.known ^= value;
                option.count -= 1;
                if option.count == 0 {
                    query.note_option_value(option.known);
                }
            }
            _ => query.cursor += 1,
        }
    }
}

/// Sorts options by the work they need. `parts_order` compares their parts, of any width: so there is one sort for all.
fn sort_options(options: &mut [PartedOption], parts_order: &dyn Fn(&PartedOption, &PartedOption) -> Ordering) {
    options.sort_unstable_by(|a, b| (a.cost, a.known).cmp(&(b.cost, b.known)).then_with(|| parts_order(a, b)));
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
