//! Boards on which moves only put stones on free cells, under a `where` that keeps certain pairs of stones apart: a set of the
//! stones that may still be put, of which a move removes those that it rules out.

use std::sync::Arc;

use super::guard::{Guard, Index};
use super::rules::{Action, SetRules};
use super::stone_board::StoneBoard;
use super::symbolic::{Found, Symbol, SymbolicEvaluator, Unrecognised};
use crate::game::{Binding, GameRef, Mover, Rewrite, Rule, Step, Term, Value};
use crate::sorting;

/// The rule for what is put on a board.
#[derive(Debug)]
pub struct StoneRules {
    pub board: StoneBoard,
    pub rules: SetRules,
    /// The stones that may be put on no account.
    barred: Vec<Index>,
}

/// The stone that a clause puts on free cells, and what shows that these are free.
fn stone_of(rule: usize, steps: &[Step], option: &Term) -> Option<(char, char)> {
    let [Step::For { slot, source }] = steps else { return None };
    let (Term::Rewritten(rewrite, board), Term::Position(GameRef::Local(to), coordinates)) = (&source.term, option)
    else {
        return None;
    };
    let is_left = matches!(&coordinates[..], [left] if left.term == Term::Slot(*slot)) && *slot != 0;
    let [(from, stone)] = rewrite.images() else { return None };
    let ([from], [stone]) = (&from.cells[..], &stone.cells[..]) else { return None };
    let is_plain = *from != Rewrite::ANY && *stone != Rewrite::ANY && from != stone;
    (is_left && is_plain && *to == rule && board.term == Term::Slot(0)).then_some((*from, *stone))
}

/// The free symbol and the stones of a rule that only puts stones on free cells.
pub fn stones_of(rule: usize, written: &Rule) -> Option<(char, Vec<char>)> {
    if written.arity != 1 || written.over.is_some() || written.domain.is_none() || written.representative.is_some() {
        return None;
    }
    let put = written.clauses.iter().map(|clause| stone_of(rule, &clause.steps, &clause.option.term));
    let put = put.collect::<Option<Vec<_>>>()?;
    let free = put.first()?.0;
    let mut stones: Vec<char> = put.iter().map(|(_, stone)| *stone).collect();
    sorting::sort(&mut stones);
    stones.dedup();
    (put.iter().all(|(from, _)| *from == free) && !stones.contains(&free)).then_some((free, stones))
}

/// A condition as clauses, all of which must hold: each is a list of conditions on single stones, one of which must hold.
/// Clauses that always hold are left out; at most one stone of a cell is there.
fn clauses(guard: &Guard, is_of_one_cell: &dyn Fn(Index, Index) -> bool) -> Found<Vec<Vec<Guard>>> {
    /// The most clauses.
    const MOST: usize = 1 << 14;
    let each = |members: &[Index], literal: fn(Index) -> Guard| members.iter().copied().map(literal).collect();
    let always_holds = |clause: &Vec<Guard>| {
        let absent = |guard: &Guard| if let Guard::Absent(stone) = guard { Some(*stone) } else { None };
        let absent: Vec<Index> = clause.iter().filter_map(absent).collect();
        absent
            .iter()
            .any(|one| clause.contains(&Guard::There(*one)) || absent.iter().any(|other| is_of_one_cell(*one, *other)))
    };
    let mut found: Vec<Vec<Guard>> = match guard {
        Guard::Known(true) => Vec::new(),
        Guard::Known(false) => vec![Vec::new()],
        Guard::There(_) | Guard::Absent(_) => vec![vec![guard.clone()]],
        Guard::AtLeast(members, 1) => vec![each(members, Guard::There)],
        Guard::Fewer(members, 1) => members.iter().map(|stone| vec![Guard::Absent(*stone)]).collect(),
        Guard::Fewer(members, 2) => {
            let pair = |(place, one): (usize, &Index)| {
                members[..place]
                    .iter()
                    .map(|other| vec![Guard::Absent(*other), Guard::Absent(*one)])
                    .collect::<Vec<_>>()
            };
            members.iter().enumerate().flat_map(pair).collect()
        }
        Guard::AtLeast(..) | Guard::Fewer(..) => return Err(Unrecognised),
        Guard::All(several) => {
            let several = several.iter().map(|one| clauses(one, is_of_one_cell)).collect::<Found<Vec<_>>>()?;
            several.concat()
        }
        Guard::Any(several) => {
            let mut joined = vec![Vec::new()];
            for one in several {
                let one = clauses(one, is_of_one_cell)?;
                if joined.len() * one.len() > MOST {
                    return Err(Unrecognised);
                }
                let with =
                    |first: &Vec<Guard>| one.iter().map(|other| [&first[..], other].concat()).collect::<Vec<_>>();
                joined = joined.iter().flat_map(with).collect();
                joined.retain(|clause| !always_holds(clause));
            }
            joined
        }
    };
    for clause in &mut found {
        sorting::sort(clause);
        clause.dedup();
    }
    sorting::sort(&mut found);
    found.dedup();
    if found.len() > MOST { Err(Unrecognised) } else { Ok(found) }
}

/// The rule for what is put on a board.
///
/// # Errors
/// `Unrecognised`
pub fn recognise_stones(mover: &Mover, rule: usize, text: &str) -> Found<StoneRules> {
    let written = &mover.system().rules[rule];
    let (free, stones) = stones_of(rule, written).ok_or(Unrecognised)?;
    let board = StoneBoard::of(text, free, stones).ok_or(Unrecognised)?;
    let domain = written.domain.as_ref().ok_or(Unrecognised)?;
    let mut evaluator = SymbolicEvaluator::new(mover, &[], Arc::default());
    evaluator.board = Some(board.clone());
    let mut frame = vec![Symbol::Known(Value::Bool(false)); written.slots.max(1)];
    frame[0] = Symbol::Board;
    let allowed = evaluator.truth(domain, &mut frame)?;
    let count = board.first.iter().flatten().count() * board.stones.len();
    let mut apart = vec![Vec::new(); count];
    for first in board.first.iter().flatten() {
        board.of_cell(*first).for_each(|stone| apart[usize::from(stone)].extend(board.of_cell(*first)));
    }
    let mut barred = Vec::new();
    let is_of_one_cell = |one: Index, other: Index| {
        let cell = |stone: Index| usize::from(stone) / board.stones.len();
        one != other && cell(one) == cell(other)
    };
    for clause in clauses(&allowed, &is_of_one_cell)? {
        match clause[..] {
            [Guard::Absent(stone)] => barred.push(stone),
            [Guard::Absent(one), Guard::Absent(other)] => {
                apart[usize::from(one)].push(other);
                apart[usize::from(other)].push(one);
            }
            _ => return Err(Unrecognised),
        }
    }
    let actions = (0..).zip(apart).map(|(stone, mut removes)| {
        sorting::sort(&mut removes);
        removes.dedup();
        Action { needs: vec![stone], also: Vec::new(), removes, adds: Vec::new(), binding: Binding::Free }
    });
    let rules = SetRules { count, actions: actions.collect(), parting: None, places: 0..0 };
    Ok(StoneRules { board, rules, barred })
}

impl StoneRules {
    /// The stones that may still be put on a board; `None` if it is not one on which stones were put as the rule allows.
    pub fn left(&self, text: &str) -> Option<Vec<Index>> {
        let mut left = vec![true; self.rules.count];
        self.barred.iter().for_each(|stone| left[usize::from(*stone)] = false);
        let mut symbols = text.chars();
        for (cell, first) in self.board.cells.iter().zip(&self.board.first) {
            let symbol = symbols.next()?;
            match first {
                _ if symbol == *cell => {}
                Some(first) => {
                    let stone = usize::from(self.board.stone(*first, symbol)?);
                    if !left[stone] {
                        return None;
                    }
                    self.rules.actions[stone].removes.iter().for_each(|other| left[usize::from(*other)] = false);
                }
                None => return None,
            }
        }
        if symbols.next().is_some() {
            return None;
        }
        Some((0..).zip(left).filter(|(_, is_left)| *is_left).map(|(stone, _)| stone).collect())
    }
}
