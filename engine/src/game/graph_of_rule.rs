//! What the rule of a position looks up and what its coordinates are for, as pictures of its positions need it: graphs, arrows, lists
//! of places, and numbers that only limit moves.

use super::{Clause, Expr, GameRef, Position, Rule, Ruleset, Step, Term, Value};

/// The longest list that is looked for: longer ones are no picture.
const MOST: usize = 64;

type Lists = Vec<Vec<usize>>;

impl Position {
    /// The neighbours of each vertex in the graph of which this position lists vertices; `None` if its only coordinate is no
    /// list of different vertices of a graph that its rule names, or if the graph has more than 64.
    pub fn graph(&self) -> Option<Lists> {
        let [Value::List(left)] = &*self.coordinates else { return None };
        let graph = self.named_lists(&is_graph)?;
        let mut seen = vec![false; graph.len()];
        let is_new = |vertex: &Value| {
            let place = number(vertex).filter(|vertex| *vertex < graph.len())?;
            Some(!std::mem::replace(&mut seen[place], true)).filter(|is_new| *is_new)
        };
        left.iter().map(is_new).collect::<Option<Vec<bool>>>().map(|_| graph)
    }

    /// The first list of lists of numbers that the rule of this position names: neighbours, arrows, lines of a board, or strings of coins.
    pub fn lists(&self) -> Option<Lists> {
        self.named_lists(&|_| true)
    }

    fn named_lists(&self, fits: &dyn Fn(&Lists) -> bool) -> Option<Lists> {
        let Ruleset::Written(system, rule) = &self.game.ruleset else { return None };
        let rule = &system.rules[*rule];
        let clauses =
            rule.clauses.iter().flat_map(|clause| clause.steps.iter().filter_map(Step::part).chain([&clause.option]));
        let functions = system.functions.iter().map(|function| &function.body);
        clauses.chain(&rule.over).chain(functions).find_map(|expr| lists_in(expr, fits))
    }

    /// The coordinates, by index, that only limit the next move: each move keeps them, or sets them to what it does to another
    /// coordinate, which itself never depends on them. In `F(n, most) = (n-k, 2*k) for k in 1..min(n, most)` it is the second.
    pub fn limits(&self) -> Vec<usize> {
        let Ruleset::Written(system, index) = &self.game.ruleset else { return Vec::new() };
        let rule = &system.rules[*index];
        (0..rule.arity).filter(|place| rule.arity > 1 && is_limit(rule, *index, *place)).collect()
    }
}

fn is_limit(rule: &Rule, index: usize, place: usize) -> bool {
    let keeps = |clause: &Clause| {
        let Term::Position(GameRef::Local(to), coordinates) = &clause.option.term else { return false };
        let others: Vec<usize> = coordinates
            .iter()
            .enumerate()
            .filter(|(other, _)| *other != place)
            .flat_map(|(_, expr)| slots_in(expr))
            .collect();
        let is_told = |own: &Expr| slots_in(own).iter().all(|slot| *slot >= rule.arity && others.contains(slot));
        let keeps = |own: &Expr| own.term == Term::Slot(place) || is_told(own);
        *to == index && !others.contains(&place) && coordinates.get(place).is_some_and(keeps)
    };
    rule.clauses.iter().all(keeps)
}

/// The slots that an expression reads.
fn slots_in(expr: &Expr) -> Vec<usize> {
    if let Term::Slot(slot) = expr.term {
        return vec![slot];
    }
    let mut found = Vec::new();
    expr.each_part(&mut |part| found.extend(slots_in(part)));
    found
}

/// The first list of lists of numbers that an expression names and that fits.
fn lists_in(expr: &Expr, fits: &dyn Fn(&Lists) -> bool) -> Option<Lists> {
    if let Some(rows) = expr.listed() {
        return lists_from(rows).filter(fits);
    }
    let mut found = None;
    expr.each_part(&mut |part| found = found.take().or_else(|| lists_in(part, fits)));
    found
}

fn lists_from(rows: &[Value]) -> Option<Lists> {
    if rows.is_empty() || rows.len() > MOST {
        return None;
    }
    let row = |row: &Value| match row {
        Value::List(members) => members.iter().map(number).collect(),
        _ => None,
    };
    rows.iter().map(row).collect()
}

/// Whether lists are the neighbours of each vertex: each of these has it as neighbour.
fn is_graph(rows: &Lists) -> bool {
    let is_mutual = |(vertex, near): (usize, &Vec<usize>)| {
        near.iter().all(|other| rows.get(*other).is_some_and(|near| near.contains(&vertex)))
    };
    rows.iter().enumerate().all(is_mutual)
}

fn number(value: &Value) -> Option<usize> {
    match value {
        Value::Integer(number) => usize::try_from(*number).ok(),
        _ => None,
    }
}
