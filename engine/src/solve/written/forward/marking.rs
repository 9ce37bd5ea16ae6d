//! Marks the positions of a box, row by row.

#![expect(clippy::cast_possible_truncation, reason = "columns are indices of bits in a row")]

use super::advances::{Advance, Reach, Variable};
use super::bits::{Shifted, has, ones, repeat, shift};
use super::frame::{Distance, Frame};
use super::guards::{Codes, End, Guards, Marked, Row};
use super::lost::LostPositions;
use crate::code::form::{Code, Domain, RuleCode};
use crate::solve::filled::filled;
use crate::solve::{Budget, Solved};

/// Moves that lead to an earlier row, or earlier in the same row, by one distance.
struct SingleMove {
    first: Distance,
    guards: Guards,
}

/// Moves along a line of positions, by any number of steps after the first.
struct Ray {
    first: Distance,
    by: Distance,
    guards: Guards,
    /// For each line through the last rows, whether a lost position lies on it. The place of a row is its number modulo
    /// the rows of a step.
    lines: Vec<u64>,
    /// Within a row: the number of the row, plus one, in which a residue of columns was marked last.
    marked: Vec<usize>,
}

/// Moves along a line under conditions that depend on how far they go.
struct GuardedLine {
    first: Vec<i64>,
    by: Vec<i64>,
    variable: Option<Variable>,
    guards: Guards,
    /// Those that hold at no turn after one at which they do not.
    closing: Guards,
}

pub(super) struct Marking<'a> {
    frame: Frame,
    domain: Option<Guards>,
    over: Option<Guards>,
    steps: Vec<SingleMove>,
    steps_in_row: Vec<SingleMove>,
    rays: Vec<Ray>,
    rays_in_row: Vec<Ray>,
    turns: Vec<GuardedLine>,
    found: MarkedRows,
    codes: Codes,
    budget: &'a Budget,
}

/// The bits of all rows, and of the row that is being marked.
struct MarkedRows {
    lost: Vec<u64>,
    inside: Option<Vec<u64>>,
    /// Positions that moves under conditions have marked as won; empty if there are no such moves.
    won: Vec<u64>,
    /// The positions of the row that are not marked so far.
    open: Vec<u64>,
    /// Those where play is over, whatever the rule says.
    over: Vec<u64>,
}

impl<'a> Marking<'a> {
    /// Allocates all that is needed.
    pub fn new(
        rule: &RuleCode,
        domain: &Domain,
        frame: Frame,
        advances: Vec<Advance>,
        budget: &'a Budget,
    ) -> Solved<Marking<'a>> {
        let slots = rule.slots.max(domain.slots);
        let (words, count) = (frame.words, frame.rows().saturating_mul(frame.words));
        let alone = |code: &Option<Code>| {
            code.iter().cloned().map(|code| Guards { tests: vec![code], fixed: Vec::new() }).next()
        };
        let domain = alone(&domain.condition);
        let has_turns = advances.iter().any(|advance| match &advance.reach {
            Reach::Once => false,
            Reach::Ray(by) => frame.may_come_back(&advance.first, by),
            Reach::Turns(..) => true,
        });
        let rows = 1 + usize::from(domain.is_some()) + usize::from(has_turns);
        budget.room((count as u64).saturating_mul(8 * rows as u64))?;
        let found = MarkedRows {
            lost: filled(0, count, budget)?,
            inside: domain.is_some().then(|| filled(0, count, budget)).transpose()?,
            won: filled(0, if has_turns { count } else { 0 }, budget)?,
            open: filled(0, words, budget)?,
            over: filled(0, words, budget)?,
        };
        let codes = Codes::new(slots, budget.meter().clone());
        let mut marking = Marking {
            domain,
            over: alone(&rule.over),
            steps: Vec::new(),
            steps_in_row: Vec::new(),
            rays: Vec::new(),
            rays_in_row: Vec::new(),
            turns: Vec::new(),
            found,
            codes,
            frame,
            budget,
        };
        advances.into_iter().try_for_each(|advance| marking.add(advance))?;
        Ok(marking)
    }

    fn add(&mut self, advance: Advance) -> Solved<()> {
        let Advance { first, reach, guards, fixed } = advance;
        let guards = Guards { tests: guards, fixed };
        let distance = self.frame.distance(&first);
        match reach {
            Reach::Once => {
                let steps = if distance.rows > 0 { &mut self.steps } else { &mut self.steps_in_row };
                steps.push(SingleMove { first: distance, guards });
            }
            Reach::Turns(by, variable) => {
                let Guards { tests, fixed } = guards;
                let (closing, tests) = tests.into_iter().partition(|test| variable.is_closed_by(test, &by));
                let [closing, guards] = [closing, tests].map(|tests| Guards { tests, fixed: fixed.clone() });
                self.turns.push(GuardedLine { first, by, variable: Some(variable), guards, closing });
            }
            Reach::Ray(by) if self.frame.may_come_back(&first, &by) => {
                let closing = Guards { tests: Vec::new(), fixed: Vec::new() };
                self.turns.push(GuardedLine { first, by, variable: None, guards, closing });
            }
            Reach::Ray(by) => {
                let by = self.frame.distance(&by);
                if by.rows > 0 && distance.rows == 0 {
                    // The first move is within a row and the others are not: the others begin a step farther.
                    self.steps_in_row.push(SingleMove { first: distance.clone(), guards: guards.clone() });
                    self.add_ray(Distance::sum(&distance, &by), by, guards)
                } else {
                    self.add_ray(distance, by, guards)
                }?;
            }
        }
        Ok(())
    }

    fn add_ray(&mut self, first: Distance, by: Distance, guards: Guards) -> Solved<()> {
        let lines = filled(0, by.rows.saturating_mul(self.frame.words), self.budget)?;
        let residues = if by.rows == 0 { by.columns as usize } else { 0 };
        let marked = filled(0, residues, self.budget)?;
        let rays = if by.rows == 0 && first.rows == 0 { &mut self.rays_in_row } else { &mut self.rays };
        rays.push(Ray { first, by, guards, lines, marked });
        Ok(())
    }

    /// Marks all rows of a box that holds what is reached from its highest position. `None` if code gives up, which says
    /// nothing about the positions.
    pub fn run(mut self, highest: Vec<i64>) -> Solved<Option<LostPositions>> {
        let rows = self.frame.rows();
        let mut outer = vec![0; self.frame.box_sizes().len() - 1];
        for row in 0..rows {
            if row % 16 == 0 || self.frame.words > 64 {
                self.budget.progress(row as u64, rows as u64)?;
            }
            match self.row(row, &outer) {
                Ok(()) => {}
                Err(End::Bailout) => return Ok(None),
                Err(End::Stop(stop)) => return Err(stop),
            }
            self.frame.step(&mut outer);
        }
        let MarkedRows { lost, inside, .. } = self.found;
        Ok(Some(LostPositions { highest, frame: self.frame, lost, inside }))
    }

    fn row(&mut self, row: usize, outer: &[i64]) -> Marked<()> {
        let words = self.frame.words;
        let here = row * words..(row + 1) * words;
        let MarkedRows { lost, inside, won, open, over } = &mut self.found;
        let (from, to) = self.frame.columns(outer);
        for (index, word) in (0i64..).zip(open.iter_mut()) {
            *word = ones(from - 64 * index, to - 64 * index);
        }
        let place = Row { frame: &self.frame, outer };
        if let (Some(domain), Some(inside)) = (&self.domain, inside) {
            self.codes.keep(open, domain, place)?;
            inside[here.clone()].copy_from_slice(open);
        }
        over.fill(0);
        if let Some(end) = &self.over {
            over.copy_from_slice(open);
            self.codes.keep(over, end, place)?;
        }
        for step in self.steps.iter().filter(|step| self.frame.has_before(outer, &step.first)) {
            let before = &lost[here.start - step.first.rows * words..][..words];
            self.codes.mark(open, Shifted { bits: before, by: step.first.columns }, &step.guards, place)?;
        }
        for ray in &mut self.rays {
            ray.mark(lost, open, row, place, &mut self.codes)?;
        }
        if !won.is_empty() {
            open.iter_mut().zip(&won[here.clone()]).for_each(|(open, won)| *open &= !won);
        }
        open.iter_mut().zip(&*over).for_each(|(open, over)| *open |= over);
        if self.steps_in_row.is_empty() && self.rays_in_row.is_empty() && self.turns.is_empty() {
            lost[here].copy_from_slice(open);
            return Ok(());
        }
        self.scan(row, outer)
    }

    /// Takes the open positions of a row from left to right: each is lost, and marks others of the row.
    fn scan(&mut self, row: usize, outer: &[i64]) -> Marked<()> {
        for word in 0..self.frame.words {
            if word % 1024 == 1023 {
                self.budget.check()?;
            }
            let mut left = self.found.open[word];
            while left != 0 {
                let bit = left.trailing_zeros();
                self.found.lost[row * self.frame.words + word] |= 1 << bit;
                self.mark_from(row, outer, 64 * word as i64 + i64::from(bit))?;
                left = self.found.open[word] & (u64::MAX - 1) << bit;
            }
        }
        Ok(())
    }

    /// Marks what lies behind a lost position in its row, and what its moves under conditions reach.
    fn mark_from(&mut self, row: usize, outer: &[i64], column: i64) -> Marked<()> {
        let place = Row { frame: &self.frame, outer };
        let MarkedRows { open, over, .. } = &mut self.found;
        for step in &self.steps_in_row {
            let to = column + step.first.columns;
            if to < self.frame.width() && has(open, to) && !has(over, to) && self.codes.hold(&step.guards, place, to)? {
                open[to as usize / 64] &= !(1 << (to % 64));
            }
        }
        for ray in &mut self.rays_in_row {
            ray.mark_behind(column, open, over, row, place, &mut self.codes)?;
        }
        if !self.turns.is_empty() {
            self.mark_turns(row, outer, column)?;
        }
        Ok(())
    }

    fn mark_turns(&mut self, row: usize, outer: &[i64], column: i64) -> Marked<()> {
        let mut at = vec![0; self.frame.box_sizes().len()];
        self.frame.coordinates(outer, column, &mut at);
        let MarkedRows { open, over, won, .. } = &mut self.found;
        for GuardedLine { first, by, variable, guards, closing } in &self.turns {
            let mut here: Vec<i64> = at.iter().zip(first).map(|(n, difference)| n + difference).collect();
            let turns = self.frame.turns(&here, by);
            let start = *turns.start();
            here.iter_mut().zip(by).for_each(|(n, by)| *n += start.saturating_mul(*by));
            for turn in turns {
                self.codes.meter.spend(1)?;
                let variable = variable.map(|variable| (variable.slot(), variable.number(turn, &here)));
                if !self.codes.hold_at(closing, &here, variable)? {
                    break;
                }
                let (to, column) = self.frame.place(&here);
                let is_won = if to == row {
                    has(over, column) || !has(open, column)
                } else {
                    has(&won[to * self.frame.words..], column)
                };
                if !is_won && self.codes.hold_at(guards, &here, variable)? {
                    let word = column as usize / 64;
                    match to == row {
                        true => open[word] &= !(1 << (column % 64)),
                        false => won[to * self.frame.words + word] |= 1 << (column % 64),
                    }
                }
                here.iter_mut().zip(by).for_each(|(n, by)| *n += by);
            }
        }
        Ok(())
    }
}

impl Ray {
    /// Marks what lies on a line with a lost position of an earlier row.
    fn mark(&mut self, lost: &[u64], open: &mut [u64], row: usize, place: Row, codes: &mut Codes) -> Marked<()> {
        let words = open.len();
        let begins = place.frame.has_before(place.outer, &self.first);
        let before = begins.then(|| &lost[(row - self.first.rows) * words..][..words]);
        if self.by.rows == 0 {
            // The steps are along this row, from where the lost positions of an earlier one lead to.
            let Some(before) = before else { return Ok(()) };
            let (mut spread, before) =
                (std::mem::take(&mut codes.row), Shifted { bits: before, by: self.first.columns });
            spread.clear();
            spread.extend((0..words).map(|index| before.word(index)));
            repeat(&mut spread, self.by.columns, place.frame.width());
            let marked = codes.mark(open, Shifted { bits: &spread, by: 0 }, &self.guards, place);
            codes.row = spread;
            return marked;
        }
        let from = row % self.by.rows * words;
        let line = &mut self.lines[from..from + words];
        match place.frame.has_before(place.outer, &self.by) {
            true => shift(line, self.by.columns),
            false => line.fill(0),
        }
        if let Some(before) = before {
            let before = Shifted { bits: before, by: self.first.columns };
            line.iter_mut().enumerate().for_each(|(index, word)| *word |= before.word(index));
        }
        codes.mark(open, Shifted { bits: line, by: 0 }, &self.guards, place)
    }

    /// Marks what lies behind a lost position of the same row. Positions behind an earlier one have been marked already.
    fn mark_behind(
        &mut self,
        column: i64,
        open: &mut [u64],
        over: &[u64],
        row: usize,
        place: Row,
        codes: &mut Codes,
    ) -> Marked<()> {
        let (from, step, width) = (column + self.first.columns, self.by.columns, place.frame.width());
        let residue = &mut self.marked[from.rem_euclid(step) as usize];
        if *residue > row {
            return Ok(());
        }
        *residue = row + 1;
        let mut behind = std::mem::take(&mut codes.row);
        behind.clear();
        behind.resize(open.len(), 0);
        if step == 1 {
            let words = (0i64..).zip(behind.iter_mut()).skip(from as usize / 64);
            words.for_each(|(index, word)| *word = ones(from - 64 * index, width - 64 * index));
        } else {
            (from..width).step_by(step as usize).for_each(|to| behind[to as usize / 64] |= 1 << (to % 64));
        }
        behind.iter_mut().zip(over).for_each(|(word, over)| *word &= !over);
        let marked = codes.mark(open, Shifted { bits: &behind, by: 0 }, &self.guards, place);
        codes.row = behind;
        marked
    }
}
