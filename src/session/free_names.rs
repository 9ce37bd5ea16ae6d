//! The free names of syntax trees: which names are mentioned without being bound. Also finds parts of a statement
//! by place.

use rustc_hash::FxHashSet;

use crate::source::Span;
use crate::syntax::ast::{
    BinaryOperator, Claim, Clause, ClauseKind, Expr, ExprKind, GameDefinition, Qualifier, Rule, Split, Statement,
    StatementKind,
};

/// Does the expression mention this name where it is not bound by the expression itself?
pub fn mentions(expr: &Expr, name: &str) -> bool {
    let mut found = false;
    each_name(expr, &mut Vec::new(), &mut |mentioned, _| found |= mentioned == name);
    found
}

/// Visits every name an expression mentions without binding it.
pub fn each(expr: &Expr, mut visit: impl FnMut(&str)) {
    each_name(expr, &mut Vec::new(), &mut |name, _| visit(name));
}

/// Every name an expression mentions without binding it.
pub fn expression(expr: &Expr) -> Vec<String> {
    let mut found = Vec::new();
    each_name(expr, &mut Vec::new(), &mut |name, _| found.push(name.to_owned()));
    found
}

/// Does the clause mention this name?
pub fn clause_mentions(clause: &Clause, name: &str) -> bool {
    let mut found = false;
    names_in_clause(clause, &mut Vec::new(), &mut |mentioned, _| found |= mentioned == name);
    found
}

/// Every name a rule mentions without binding it, with its place; also `n`, which may be the heap.
pub fn rule(rule: &Rule) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    let mut visit = |name: &str, span: Span| found.push((name.to_owned(), span));
    rule.clauses.iter().for_each(|clause| names_in_clause(clause, &mut Vec::new(), &mut visit));
    found
}

/// Every name a definition of a game mentions; coordinates included.
pub fn game(definition: &GameDefinition) -> Vec<String> {
    let mut found: Vec<String> = definition.conditions().flat_map(expression).collect();
    for clause in &definition.rule.clauses {
        names_in_clause(clause, &mut Vec::new(), &mut |name, _| found.push(name.to_owned()));
    }
    found
}

/// The games whose moves a game borrows and that it does not mention otherwise.
pub fn only_lenders(definition: &GameDefinition) -> FxHashSet<String> {
    let mut lenders = FxHashSet::default();
    let mut others: FxHashSet<String> = definition.conditions().flat_map(expression).collect();
    let mut visit = |name: &str, _: Span| {
        others.insert(name.to_owned());
    };
    for clause in &definition.rule.clauses {
        if let ClauseKind::Moves(lender) = &clause.kind {
            lenders.insert(lender.text.clone());
            bind_all(&clause.qualifiers, &mut Vec::new(), &mut visit);
        } else {
            names_in_clause(clause, &mut Vec::new(), &mut visit);
        }
    }
    lenders.retain(|lender| !others.contains(lender));
    lenders
}

/// Every name a claim mentions without binding it.
pub fn claim(claim: &Claim) -> Vec<String> {
    in_cases(&claim.qualifiers, [&claim.condition])
}

/// The same for several expressions in which `qualifiers` bind variables; names in the qualifiers are included.
pub fn in_cases<'e>(qualifiers: &[Qualifier], exprs: impl IntoIterator<Item = &'e Expr>) -> Vec<String> {
    let mut found = Vec::new();
    let mut bound = Vec::new();
    let mut visit = |name: &str, _: Span| found.push(name.to_owned());
    bind_all(qualifiers, &mut bound, &mut visit);
    exprs.into_iter().for_each(|expr| each_name(expr, &mut bound, &mut visit));
    found
}

/// Finds a verb whose subject is a sum with `summand` as its last term: the place of the whole question, and that
/// of the terms before.
pub fn sum_of_verb(statement: &Statement, summand: Span) -> Option<(Span, Span)> {
    let mut found = None;
    let mut look = |expr: &Expr| {
        if let ExprKind::Verb { subject, .. } = &expr.kind
            && let ExprKind::Binary { operator: BinaryOperator::Add, left, right } = &subject.kind
            && right.span == summand
        {
            found = Some((expr.span, left.span));
        }
    };
    expressions(statement).into_iter().for_each(|expr| each_part(expr, &mut look));
    found
}

/// The part of a statement that stands at this place.
pub fn part_at(statement: &Statement, place: Span) -> Option<&Expr> {
    expressions(statement).into_iter().find_map(|expr| within(expr, place))
}

/// The expression itself or one of its parts, if it stands at this place.
fn within(expr: &Expr, place: Span) -> Option<&Expr> {
    if expr.span == place {
        return Some(expr);
    }
    let qualifiers = match &expr.kind {
        ExprKind::Comprehension { qualifiers, .. } => &qualifiers[..],
        _ => &[],
    };
    let qualified = qualifiers.iter().map(|qualifier| match qualifier {
        Qualifier::For { source, .. } => source,
        Qualifier::If(condition) => condition,
    });
    parts(expr).into_iter().chain(qualified).find_map(|part| within(part, place))
}

/// The direct parts of an expression. Those in a range, a rule or the qualifiers of a comprehension are left out.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        ExprKind::Call { callee: base, arguments: others } | ExprKind::Index { base, index: others } => {
            std::iter::once(&**base).chain(others).collect()
        }
        ExprKind::Sum(only)
        | ExprKind::Group(only)
        | ExprKind::Unary { operand: only, .. }
        | ExprKind::Verb { subject: only, .. }
        | ExprKind::Comprehension { body: only, .. } => vec![only],
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::If { condition, then, otherwise } => vec![condition, then, otherwise],
        ExprKind::Set(members) | ExprKind::List(members) | ExprKind::Tuple(members) => members.iter().collect(),
        _ => Vec::new(),
    }
}

/// The expressions of a definition, a claim, a survey, `print` or a plain expression. Rules and other statements
/// have none here.
fn expressions(statement: &Statement) -> Vec<&Expr> {
    match &statement.kind {
        StatementKind::Let(written) => vec![&written.body],
        StatementKind::Check(claim) | StatementKind::Assert(claim) => vec![&claim.condition],
        StatementKind::Print(things) => things.iter().collect(),
        StatementKind::Survey(survey) => survey.columns.iter().map(|column| &column.expr).collect(),
        StatementKind::Expression(expr) => vec![expr],
        StatementKind::Time(inner) => expressions(inner),
        _ => Vec::new(),
    }
}

/// The expression and all its parts.
fn each_part(expr: &Expr, look: &mut dyn FnMut(&Expr)) {
    look(expr);
    parts(expr).into_iter().for_each(|part| each_part(part, look));
}

fn names_in_clause(clause: &Clause, bound: &mut Vec<String>, visit: &mut dyn FnMut(&str, Span)) {
    let height = bound.len();
    bind_all(&clause.qualifiers, bound, visit);
    match &clause.kind {
        ClauseKind::Take { amounts, from, then } => {
            each_name(amounts, bound, visit);
            from.iter().for_each(|name| visit(&name.text, name.span));
            if let Some(then) = then {
                names_in_split(&then.split, bound, visit);
            }
        }
        ClauseKind::Split(split) => names_in_split(split, bound, visit),
        ClauseKind::Divide { coordinate, by } => {
            each_name(by, bound, visit);
            coordinate.iter().for_each(|name| visit(&name.text, name.span));
        }
        ClauseKind::Code(_) => {}
        ClauseKind::CodeOf { text, .. } => each_name(text, bound, visit),
        ClauseKind::Becomes { from, to, .. } => {
            each_name(from, bound, visit);
            each_name(to, bound, visit);
        }
        ClauseKind::Moves(name) => visit(&name.text, name.span),
        ClauseKind::Option(option) => each_name(option, bound, visit),
    }
    bound.truncate(height);
}

fn names_in_split(split: &Split, bound: &mut Vec<String>, visit: &mut dyn FnMut(&str, Span)) {
    if let Some(into) = &split.into {
        each_name(into, bound, visit);
    }
}

/// Visits the sources of variables, binds these, and then visits the conditions, which may stand before them.
fn bind_all(qualifiers: &[Qualifier], bound: &mut Vec<String>, visit: &mut dyn FnMut(&str, Span)) {
    for qualifier in qualifiers {
        if let Qualifier::For { names, source } = qualifier {
            each_name(source, bound, visit);
            bound.extend(names.iter().map(|name| name.text.clone()));
        }
    }
    for qualifier in qualifiers {
        if let Qualifier::If(condition) = qualifier {
            each_name(condition, bound, visit);
        }
    }
}

fn each_name(expr: &Expr, bound: &mut Vec<String>, visit: &mut dyn FnMut(&str, Span)) {
    match &expr.kind {
        ExprKind::Name(name) => {
            if !bound.contains(name) {
                visit(name, expr.span);
            }
        }
        ExprKind::Range { start, end, step } => {
            each_name(start, bound, visit);
            end.iter().chain(step).for_each(|part| each_name(part, bound, visit));
        }
        ExprKind::Comprehension { body, qualifiers, .. } => {
            let height = bound.len();
            bind_all(qualifiers, bound, visit);
            each_name(body, bound, visit);
            bound.truncate(height);
        }
        ExprKind::Bounded { game, heaps, seconds } => {
            each_name(game, bound, visit);
            heaps.iter().chain(seconds).for_each(|part| each_name(part, bound, visit));
        }
        ExprKind::Ruleset(rule) => rule.clauses.iter().for_each(|clause| names_in_clause(clause, bound, visit)),
        _ => parts(expr).into_iter().for_each(|part| each_name(part, bound, visit)),
    }
}
