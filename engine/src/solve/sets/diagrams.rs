//! Rows of cells, none longer than the one above it (diagrams of Young), of which each move cuts all rows from some row on, as
//! in Chomp.
//!
//! What a move leaves is such a diagram again. Diagrams are numbered, so that a value stands in a list under the number of its
//! diagram, and the number of an option is found from that of the diagram by a few additions: nothing is hashed. The numbers
//! are those of the combinatorial number system (Knuth, The Art of Computer Programming 4A, 7.2.1.3): the rows, made longer
//! by how many rows are below them, are a set of different numbers.

use super::guard::Index;
use super::misere::MisereSum;
use super::rules::{Action, SetRules};
use super::searcher::{SetSearch, SetSearcher};
use crate::game::Binding;
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::{GrundyValue, Outcome};
use crate::search::Searcher;
use crate::solve::filled::filled;

/// The number of a diagram.
type Number = u32;

/// The length of a row, or its number.
type RowLength = u16;

/// A row that is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cut {
    row: RowLength,
    /// The length to which it is cut.
    to: RowLength,
    /// What a row of this length adds to the number of a diagram.
    number: Number,
}

/// A move.
#[derive(Clone, Debug)]
struct DiagramMove {
    /// The row in which the move is listed must be at least so long.
    length: RowLength,
    /// Other rows, and how long they must be.
    others: Vec<(RowLength, RowLength)>,
    /// The rows that are cut, from the top.
    cuts: Vec<Cut>,
    /// Are the rows below one that is short enough already short enough too?
    is_even: bool,
}

/// The rule for the diagrams within one.
#[derive(Clone, Debug)]
pub struct Diagrams {
    /// The lengths of the rows of the largest diagram.
    rows: Vec<RowLength>,
    /// For each row the moves that need a cell of it, by how long it must be.
    moves: Vec<Vec<DiagramMove>>,
    /// For each row and each length, what it adds to the number of a diagram.
    numbers: Vec<Vec<Number>>,
    /// Do rows and columns mean the same?
    is_symmetric: bool,
    /// How many moves there are: no value is greater.
    count: usize,
}

impl Diagrams {
    /// More diagrams are not numbered.
    const MOST: u64 = 1 << 28;

    /// The most cells of a diagram.
    pub const CELLS: usize = 1 << 12;

    /// The rule about rows of these lengths, if all its moves cut all rows from some row on, so that what they leave is a
    /// diagram, and nothing but the lengths of rows matters.
    pub fn of(rules: &SetRules, rows: &[RowLength]) -> Option<Diagrams> {
        let is_diagram = rows.windows(2).all(|two| two[0] >= two[1]);
        if !is_diagram || rows.is_empty() || rules.parting.is_some() || !rules.places.is_empty() {
            return None;
        }
        let numbers = numbers(rows)?;
        let mut moves = vec![Vec::new(); rows.len()];
        // The row and the column of each cell.
        let cells: Vec<(RowLength, RowLength)> =
            (0..).zip(rows).flat_map(|(row, length)| (0..*length).map(move |column| (row, column))).collect();
        for action in &rules.actions {
            let (row, diagram_move) = diagram_move(action, &cells, rows, &numbers)?;
            moves[usize::from(row)].push(diagram_move);
        }
        moves.iter_mut().for_each(|moves| crate::sorting::sort_by_key(moves, |diagram_move| diagram_move.length));
        let is_symmetric =
            columns(rows).eq(rows.iter().map(|length| usize::from(*length))) && is_kept_by_exchange(rules, &cells);
        Some(Diagrams { rows: rows.to_vec(), moves, numbers, is_symmetric, count: rules.actions.len() })
    }

    /// The memory for the values of all diagrams.
    pub fn bytes(&self) -> u64 {
        (u64::from(self.number(&self.rows)) + 1) * size_of::<u16>() as u64
    }

    fn number(&self, rows: &[RowLength]) -> Number {
        self.numbers.iter().zip(rows).map(|(numbers, length)| numbers[usize::from(*length)]).sum()
    }

    /// The number of the diagram whose rows are the columns of this one.
    fn number_exchanged(&self, rows: &[RowLength]) -> Number {
        self.numbers.iter().zip(columns(rows)).map(|(numbers, length)| numbers[length]).sum()
    }

    /// The rows of a diagram with these cells; `None` if they are none.
    fn rows_of(&self, members: &[Index]) -> Option<Vec<RowLength>> {
        let mut rows = Vec::with_capacity(self.rows.len());
        let (mut first, mut left) = (0, members);
        for length in &self.rows {
            let here = left.iter().take_while(|cell| **cell < first + *length).count();
            rows.push(RowLength::try_from(here).ok()?);
            left = &left[here..];
            first += *length;
        }
        rows.windows(2).all(|two| two[0] >= two[1]).then_some(rows)
    }
}

/// For each row and each length up to that of the row, what it adds to the number of a diagram; `None` if the numbers are too
/// large.
fn numbers(rows: &[RowLength]) -> Option<Vec<Vec<Number>>> {
    let count = rows.len() as u64;
    let of_row = |(row, longest): (u64, &RowLength)| {
        // The binomial coefficients of n over k, where k is constant.
        let of_length = |length: RowLength| binomial(u64::from(length) + (count - 1 - row), count - row);
        (0..=*longest).map(of_length).collect::<Option<Vec<Number>>>()
    };
    let numbers = (0..).zip(rows).map(of_row).collect::<Option<Vec<_>>>()?;
    let last = numbers.iter().filter_map(|numbers| numbers.last()).map(|number| u64::from(*number)).sum::<u64>();
    (last < Diagrams::MOST).then_some(numbers)
}

/// The binomial coefficient of n over k; `None` beyond what is numbered.
fn binomial(n: u64, k: u64) -> Option<Number> {
    if k > n {
        return Some(0);
    }
    let mut product: u64 = 1;
    for factor in 1..=k.min(n - k) {
        product = product.checked_mul(n - k.min(n - k) + factor)? / factor;
        if product > Diagrams::MOST {
            return None;
        }
    }
    Number::try_from(product).ok()
}

/// A move of the rule as one of diagrams, and the row in which it is listed.
fn diagram_move(
    action: &Action,
    cells: &[(RowLength, RowLength)],
    rows: &[RowLength],
    numbers: &[Vec<Number>],
) -> Option<(RowLength, DiagramMove)> {
    if !action.also.is_empty() || !action.adds.is_empty() || action.binding != Binding::Free {
        return None;
    }
    let mut needed = vec![0; rows.len()];
    for (row, column) in action.needs.iter().map(|cell| cells[usize::from(*cell)]) {
        let needed = &mut needed[usize::from(row)];
        *needed = (column + 1).max(*needed);
    }
    let mut lengths = rows.to_vec();
    for (row, column) in action.removes.iter().map(|cell| cells[usize::from(*cell)]) {
        let length = &mut lengths[usize::from(row)];
        *length = column.min(*length);
    }
    let removed: usize = rows.iter().zip(&lengths).map(|(before, after)| usize::from(before - after)).sum();
    let cuts: Vec<Cut> = (0..)
        .zip(rows.iter().zip(&lengths))
        .filter(|(_, (before, after))| after < before)
        .map(|(row, (_, after))| Cut { row, to: *after, number: numbers[usize::from(row)][usize::from(*after)] })
        .collect();
    // A row may be cut to no less than a row below it, or what is left might be no diagram.
    if lengths.windows(2).any(|two| two[0] < two[1]) || removed != action.removes.len() {
        return None;
    }
    let row = needed.iter().position(|length| *length > 0)?;
    let others = (0..).zip(needed.iter().copied()).filter(|(other, length)| usize::from(*other) != row && *length > 0);
    let others = others.collect();
    let is_even = cuts.windows(2).all(|two| two[0].to <= two[1].to);
    Some((RowLength::try_from(row).ok()?, DiagramMove { length: needed[row], others, cuts, is_even }))
}

/// The lengths of the first columns of a diagram, as many as it has rows.
fn columns(rows: &[RowLength]) -> impl Iterator<Item = usize> {
    let mut length = rows.len();
    (0..rows.len()).map(move |column| {
        while length > 0 && usize::from(rows[length - 1]) <= column {
            length -= 1;
        }
        length
    })
}

/// Is the rule the same when rows and columns are exchanged?
fn is_kept_by_exchange(rules: &SetRules, cells: &[(RowLength, RowLength)]) -> bool {
    let images: Option<Vec<Index>> = cells
        .iter()
        .map(|(row, column)| cells.binary_search(&(*column, *row)).ok().and_then(|image| Index::try_from(image).ok()))
        .collect();
    let Some(images) = images else { return false };
    let mut mapped: Vec<Action> =
        rules.actions.iter().map(|action| action.mapped(&|cell| images[usize::from(cell)])).collect();
    crate::sorting::sort(&mut mapped);
    mapped == rules.actions
}

/// Only this is known of the value.
const NOT_ZERO: u16 = u16::MAX;

/// A diagram whose options are looked at.
#[derive(Clone, Copy, Debug)]
struct OpenDiagram {
    number: Number,
    /// The row whose moves are looked at, and the next of them.
    row: usize,
    next: usize,
}

/// A search through the diagrams within one, and one through the subsets for what it does not answer.
pub struct DiagramSearch {
    diagrams: Diagrams,
    /// For each number of a diagram one more than its value, 0, or [`NOT_ZERO`].
    values: Vec<u16>,
    /// Is only asked which values are 0?
    is_outcome: bool,
    /// The diagrams that are looked at, each an option of the one before it. The lists below have as many pieces.
    open: Vec<OpenDiagram>,
    rows: Vec<RowLength>,
    /// What each row adds to the number.
    added: Vec<Number>,
    /// The values of options, as bits.
    seen: Vec<u64>,
    /// How many values are known, and how many options were looked at.
    found: u64,
    looked: u64,
    limit: Option<u64>,
    others: Option<Box<SetSearch>>,
}

impl DiagramSearch {
    /// `others`: a search for all subsets, if there are few enough cells.
    pub fn new(diagrams: Diagrams, others: Option<Box<SetSearch>>) -> DiagramSearch {
        DiagramSearch {
            diagrams,
            values: Vec::new(),
            is_outcome: false,
            open: Vec::new(),
            rows: Vec::new(),
            added: Vec::new(),
            seen: Vec::new(),
            found: 0,
            looked: 0,
            limit: None,
            others,
        }
    }

    /// The words of a set of values.
    fn words(&self) -> usize {
        self.diagrams.count / 64 + 1
    }

    /// The value of a diagram; `None` as soon as an option is found to have the value in question.
    fn answer(&mut self, rows: &[RowLength], question: Option<u64>, budget: &Budget) -> Solved<Option<u64>> {
        let last = self.diagrams.number(&self.diagrams.rows) as usize;
        if self.values.is_empty() {
            self.values = filled(0, last + 1, budget)?;
        }
        let number = self.diagrams.number(rows);
        self.is_outcome = question == Some(0);
        match self.values[number as usize] {
            NOT_ZERO if self.is_outcome => return Ok(None),
            0 | NOT_ZERO => {}
            noted => return Ok(Some(u64::from(noted) - 1)),
        }
        (self.open, self.rows, self.added, self.seen) = Default::default();
        let most = self.limit.map_or(u64::MAX, |limit| self.found.saturating_add(limit));
        self.rows.extend(rows);
        self.enter(number, budget)?;
        while let Some(others) = self.open.len().checked_sub(1) {
            if self.found >= most {
                return Err(SolveError::Positions { limit: most });
            }
            match self.next_option(question.filter(|_| others == 0 || self.is_outcome)) {
                NextOption::Unknown { number, row, index } => self.enter_option(number, row, index, budget)?,
                NextOption::InQuestion if self.is_outcome => self.leave(NOT_ZERO),
                NextOption::InQuestion => return Ok(None),
                NextOption::None => self.leave(self.least_not_seen()),
            }
        }
        let noted = self.values[number as usize];
        Ok(noted.checked_sub(1).filter(|_| noted != NOT_ZERO).map(u64::from))
    }

    /// Begins to look at the options of a diagram, whose rows were added.
    fn enter(&mut self, number: Number, budget: &Budget) -> Solved<()> {
        budget.check()?;
        if self.found.is_multiple_of(1 << 12) {
            budget.progress(self.found, 0)?;
        }
        budget.meter().push(&mut self.open, OpenDiagram { number, row: 0, next: 0 })?;
        let count = self.diagrams.rows.len();
        let rows = &self.rows[self.rows.len() - count..];
        let numbers = self.diagrams.numbers.iter();
        self.added.extend(numbers.zip(rows).map(|(numbers, length)| numbers[usize::from(*length)]));
        self.seen.resize(self.seen.len() + self.words(), 0);
        Ok(())
    }

    /// Begins to look at the options of an option.
    fn enter_option(&mut self, number: Number, row: usize, index: usize, budget: &Budget) -> Solved<()> {
        let before = self.rows.len() - self.diagrams.rows.len();
        self.rows.extend_from_within(before..);
        let rows = &mut self.rows[before + self.diagrams.rows.len()..];
        for cut in &self.diagrams.moves[row][index].cuts {
            let length = &mut rows[usize::from(cut.row)];
            *length = cut.to.min(*length);
        }
        self.enter(number, budget)
    }

    /// Looks at the next options of the diagram that was entered last, up to one whose value is not known.
    fn next_option(&mut self, question: Option<u64>) -> NextOption {
        let (count, words) = (self.diagrams.rows.len(), self.words());
        let Some(open) = self.open.last_mut() else { return NextOption::None };
        let rows = &self.rows[self.rows.len() - count..];
        let added = &self.added[self.added.len() - count..];
        let first = self.seen.len() - words;
        let seen = &mut self.seen[first..];
        while let Some(moves) = self.diagrams.moves.get(open.row) {
            let here = rows[open.row];
            while let Some(diagram_move) = moves.get(open.next).filter(|diagram_move| diagram_move.length <= here) {
                let is_possible = diagram_move.others.iter().all(|(row, length)| rows[usize::from(*row)] >= *length);
                if is_possible {
                    let number = diagram_move.number_after(open.number, rows, added);
                    match self.values[number as usize] {
                        NOT_ZERO if self.is_outcome => self.looked += 1,
                        0 | NOT_ZERO => return NextOption::Unknown { number, row: open.row, index: open.next },
                        noted => {
                            let value = usize::from(noted - 1);
                            self.looked += 1;
                            seen[value / 64] |= 1 << (value % 64);
                            if question == Some(value as u64) {
                                return NextOption::InQuestion;
                            }
                        }
                    }
                }
                open.next += 1;
            }
            (open.row, open.next) = (open.row + 1, 0);
        }
        NextOption::None
    }

    /// One more than the value of the diagram that was entered last, all of whose options are known.
    fn least_not_seen(&self) -> u16 {
        let seen = &self.seen[self.seen.len() - self.words()..];
        let full = seen.iter().take_while(|word| **word == u64::MAX).count();
        let next = seen.get(full).map_or(0, |word| word.trailing_ones() as usize);
        // No value is greater than the number of moves, which is small.
        u16::try_from(64 * full + next + 1).unwrap_or_default()
    }

    /// Notes what is known of the diagram that was entered last, and goes back to the one before it.
    fn leave(&mut self, noted: u16) {
        let Some(open) = self.open.pop() else { return };
        let rows = self.rows.len() - self.diagrams.rows.len();
        self.values[open.number as usize] = noted;
        if self.diagrams.is_symmetric {
            self.values[self.diagrams.number_exchanged(&self.rows[rows..]) as usize] = noted;
        }
        self.rows.truncate(rows);
        self.added.truncate(rows);
        self.seen.truncate(self.seen.len() - self.words());
        self.found += 1;
    }
}

/// What [`DiagramSearch::next_option`] has found.
enum NextOption {
    /// The option of this number, which the move with this index in a row leaves, has no value yet.
    Unknown { number: Number, row: usize, index: usize },
    /// An option has the value in question.
    InQuestion,
    /// All options are known.
    None,
}

impl DiagramMove {
    /// The number of the diagram that is left of one with these rows, each of which adds so much to its number.
    #[inline(always)]
    fn number_after(&self, mut number: Number, rows: &[RowLength], added: &[Number]) -> Number {
        for cut in &self.cuts {
            let row = usize::from(cut.row);
            if rows[row] > cut.to {
                number -= added[row] - cut.number;
            } else if self.is_even {
                break;
            }
        }
        number
    }
}

impl Searcher<[Index]> for DiagramSearch {
    fn value(&mut self, cells: &[Index], budget: &Budget) -> Solved<u64> {
        match (self.diagrams.rows_of(cells), &mut self.others) {
            (Some(rows), _) => {
                let value = self.answer(&rows, None, budget)?;
                value.ok_or(SolveError::Internal("a diagram has no value"))
            }
            (None, Some(others)) => others.value(cells, budget),
            (None, None) => Err(NO_DIAGRAM),
        }
    }

    fn has_value(&mut self, cells: &[Index], value: u64, budget: &Budget) -> Solved<bool> {
        match (self.diagrams.rows_of(cells), &mut self.others) {
            // It asks only for what decides.
            (_, Some(others)) => others.has_value(cells, value, budget),
            (Some(rows), None) => Ok(self.answer(&rows, Some(value), budget)? == Some(value)),
            (None, None) => Err(NO_DIAGRAM),
        }
    }

    fn limit(&mut self, more: Option<u64>) {
        self.limit = more;
        self.others.iter_mut().for_each(|others| others.limit(more));
    }

    fn begin(&mut self) {
        self.others.iter_mut().for_each(|others| others.begin());
    }

    fn counts(&self) -> (usize, u64) {
        let (sets, looked) = self.others.as_ref().map_or((0, 0), |others| others.counts());
        (sets.saturating_add(usize::try_from(self.found).unwrap_or(usize::MAX)), looked + self.looked)
    }
}

const NO_DIAGRAM: SolveError = SolveError::Internal("no search is made for these rows");

impl SetSearcher for DiagramSearch {
    fn answers(&self, cells: &[Index]) -> bool {
        self.others.is_some() || self.diagrams.rows_of(cells).is_some()
    }

    fn misere_outcome(&mut self, sum: &MisereSum, budget: &Budget) -> Option<Solved<Outcome>> {
        self.others.as_mut()?.misere_outcome(sum, budget)
    }

    fn bound_value(&mut self, cells: &[Index], budget: &Budget) -> Option<Solved<GrundyValue>> {
        self.others.as_mut()?.bound_value(cells, budget)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::dice::{Dice, often, tries};

    fn short(length: u64) -> RowLength {
        RowLength::try_from(length).unwrap()
    }

    /// The value of a set of cells by the definition.
    fn value(rules: &SetRules, left: u64, known: &mut HashMap<u64, u64>) -> u64 {
        if let Some(value) = known.get(&left) {
            return *value;
        }
        let bits = |members: &[Index]| members.iter().fold(0u64, |bits, member| bits | 1 << member);
        let possible = rules.actions.iter().filter(|action| left & bits(&action.needs) == bits(&action.needs));
        let options: Vec<u64> = possible.map(|action| value(rules, left & !bits(&action.removes), known)).collect();
        let least = (0..).find(|value| !options.contains(value)).unwrap();
        known.insert(left, least);
        least
    }

    /// A rule that cuts rows of these lengths from some row on.
    fn rule(dice: &mut Dice, rows: &[RowLength]) -> SetRules {
        let first = |row: usize| rows[..row].iter().sum::<RowLength>();
        let (kind, holes, most) = (dice.below(3), dice.below(4), dice.below(4));
        let mut actions = Vec::new();
        for (row, length) in rows.iter().enumerate() {
            for column in 0..*length {
                if dice.below(8) < holes && (row + usize::from(column)) % 2 == 1 {
                    continue;
                }
                let mut removes = Vec::new();
                for (below, length) in rows.iter().enumerate().skip(row) {
                    let to = match kind {
                        0 => column,
                        1 if below == row => column,
                        1 => column.saturating_sub(1),
                        _ if below > row + 1 => 0,
                        _ => column,
                    };
                    removes.extend((to.min(*length)..*length).map(|column| first(below) + column));
                }
                let mut needs = vec![first(row) + column];
                if dice.below(4) < most && row + 1 < rows.len() && rows[row + 1] > 0 {
                    needs.push(first(row + 1));
                }
                actions.push(Action { needs, also: Vec::new(), removes, adds: Vec::new(), binding: Binding::Free });
            }
        }
        crate::sorting::sort(&mut actions);
        SetRules { count: rows.iter().sum::<RowLength>().into(), actions, parting: None, places: 0..0 }
    }

    #[test]
    fn all_questions_are_answered_as_by_the_definition() {
        let mut dice = Dice::new(0x5e75_0009_2345_6789);
        let budget = Budget::default();
        let mut symmetric = 0;
        for round in 0..tries(400) {
            let mut rows: Vec<RowLength> = (0..1 + dice.below(4)).map(|_| short(dice.below(5))).collect();
            rows.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
            if round % 4 == 0 {
                rows = vec![short(rows.len() as u64); rows.len()];
            }
            let rules = rule(&mut dice, &rows);
            let Some(diagrams) = Diagrams::of(&rules, &rows) else { panic!("{rules:?}") };
            symmetric += usize::from(diagrams.is_symmetric);
            let mut known = HashMap::new();
            let mut search = DiagramSearch::new(diagrams, None);
            for _ in 0..8 {
                let mut shortest = RowLength::MAX;
                let mut cells = Vec::new();
                let mut first = 0;
                for length in &rows {
                    shortest = shortest.min(length - short(dice.below(3)).min(*length));
                    cells.extend(first..first + shortest);
                    first += length;
                }
                let left = cells.iter().fold(0u64, |left, cell| left | 1 << cell);
                let wanted = value(&rules, left, &mut known);
                let question = dice.below(5);
                assert_eq!(search.has_value(&cells, question, &budget), Ok(question == wanted), "{cells:?} {rules:?}");
                assert_eq!(search.has_value(&cells, 0, &budget), Ok(0 == wanted), "{cells:?} {rules:?}");
                if dice.below(3) == 0 {
                    assert_eq!(search.value(&cells, &budget), Ok(wanted), "{cells:?} {rules:?}");
                }
            }
        }
        assert!(symmetric > often(20), "{symmetric}");
    }

    #[test]
    fn numbers_have_no_gaps_and_limits_hold() {
        let rows = [4, 3, 3];
        let rules = rule(&mut Dice::new(1), &rows);
        let diagrams = Diagrams::of(&rules, &rows).unwrap();
        let all = (0..=4).flat_map(|a| (0..=a.min(3)).flat_map(move |b| (0..=b).map(move |c| [a, b, c])));
        let mut numbers: Vec<Number> = all.map(|rows| diagrams.number(&rows)).collect();
        numbers.sort_unstable();
        assert!((0..).zip(&numbers).all(|(index, number)| index == *number), "{numbers:?}");
        let mut search = DiagramSearch::new(diagrams, None);
        let all: Vec<Index> = (0..10).collect();
        search.limit(Some(0));
        assert!(matches!(search.value(&all, &Budget::default()), Err(SolveError::Positions { .. })));
        search.limit(Some(1));
        assert!(matches!(search.value(&all, &Budget::default()), Err(SolveError::Positions { .. })));
        search.limit(None);
        assert!(search.value(&all, &Budget::default()).is_ok());
        // Rows in another order are no diagram.
        assert!(Diagrams::of(&rules, &[3, 4, 3]).is_none());
        assert_eq!(search.value(&[0, 4, 5], &Budget::default()), Err(NO_DIAGRAM));
    }
}
