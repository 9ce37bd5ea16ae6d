//! The graph that a rule is about, for pictures of its positions.

use super::{Clause, Expr, Position, Ruleset, Step, System, Value};

/// The largest graph that is looked for: larger ones are no picture.
const MOST: usize = 64;

impl Position {
    /// The neighbours of each vertex in the graph of which this position lists vertices; `None` if its only coordinate is no
    /// list of different vertices of a graph that its rule names, or if the graph has more than 64.
    pub fn graph(&self) -> Option<Vec<Vec<usize>>> {
        let ([Value::List(left)], Ruleset::Written(system, rule)) = (&*self.coordinates, &self.game.ruleset) else {
            return None;
        };
        let graph = system.rules[*rule].clauses.iter().find_map(|clause| graph_of_clause(clause, system))?;
        let mut seen = vec![false; graph.len()];
        let is_new = |vertex: &Value| {
            let place = vertex_of(vertex, graph.len())?;
            Some(!std::mem::replace(&mut seen[place], true)).filter(|is_new| *is_new)
        };
        left.iter().map(is_new).collect::<Option<Vec<bool>>>().map(|_| graph)
    }
}

fn graph_of_clause(clause: &Clause, system: &System) -> Option<Vec<Vec<usize>>> {
    let parts = clause.steps.iter().filter_map(Step::part).chain([&clause.option]);
    let functions = system.functions.iter().map(|function| &function.body);
    parts.chain(functions).find_map(graph_in)
}

/// The first graph that an expression names.
fn graph_in(expr: &Expr) -> Option<Vec<Vec<usize>>> {
    if let Some(rows) = expr.listed() {
        return graph_from(rows);
    }
    let mut found = None;
    expr.each_part(&mut |part| found = found.take().or_else(|| graph_in(part)));
    found
}

/// The graph that a list is: for each vertex the list of its neighbours, and each of these has it as neighbour.
fn graph_from(rows: &[Value]) -> Option<Vec<Vec<usize>>> {
    if rows.is_empty() || rows.len() > MOST {
        return None;
    }
    let row = |row: &Value| match row {
        Value::List(near) => near.iter().map(|vertex| vertex_of(vertex, rows.len())).collect(),
        _ => None,
    };
    let graph: Vec<Vec<usize>> = rows.iter().map(row).collect::<Option<_>>()?;
    let is_mutual = |(vertex, near): (usize, &Vec<usize>)| near.iter().all(|other| graph[*other].contains(&vertex));
    graph.iter().enumerate().all(is_mutual).then_some(graph)
}

fn vertex_of(value: &Value, vertices: usize) -> Option<usize> {
    match value {
        Value::Integer(vertex) => usize::try_from(*vertex).ok().filter(|vertex| *vertex < vertices),
        _ => None,
    }
}
