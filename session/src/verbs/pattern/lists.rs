//! `pattern` of a list or a set. The law of a comprehension such as `{n for n in 0..400 if …}` is stated in its
//! variable, so that it can be checked farther.

use grundy_engine::game::Value;
use grundy_engine::laws::{Evidence, Law};
use grundy_engine::nim::{Outcome, Side};

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Brackets, Expr, ExprKind, Name, Qualifier};
use crate::syntax::{self, print};
use crate::verbs::pattern::answer::{Pattern, PatternOf};
use crate::verbs::pattern::laws::{self, Claimed, LATER_EFFORT, LawNames, SeenLaw, continuation, looked_at};
use crate::verbs::tables;

/// The most members that are looked at.
const MOST: u128 = 10_000;
/// The law of a comprehension is checked up to this many times its largest number.
const FARTHER: i128 = 4;

/// A comprehension in one variable.
struct InOneVariable<'e> {
    name: &'e Name,
    /// What is computed for each number.
    body: &'e Expr,
    /// The range of the variable and, for a list, the conditions.
    qualifiers: &'e [Qualifier],
    /// Whether the numbers are wanted for which what is computed is true.
    is_condition: bool,
}

/// Values as numbers.
struct FoundValues {
    values: Vec<i128>,
    /// Whether they are truths, 1 and 0.
    truths: bool,
    /// For outcomes and players, the word that counts as true: `P` or `second`.
    compared: Option<&'static str>,
}

pub(crate) fn pattern(session: &mut Session, subject: &Expr, ranges: &[Expr]) -> Result<Pattern, Error> {
    if let (Some(part), None) = (in_one_variable(subject), ranges.first())
        && let Some(pattern) = of_variable(session, &part, subject)?
    {
        return Ok(pattern);
    }
    let value = evaluate::value(&mut session.names, &mut session.solver, subject)?;
    let wrong =
        |why| Error::new(SemanticError::NoPattern { found: value.brief(), kind: value.kind(), why }, subject.span);
    if !matches!(value, Value::List(_) | Value::Set(_)) {
        return Err(wrong(""));
    }
    if !ranges.is_empty() {
        return Err(wrong("ranges"));
    }
    let is_set = matches!(value, Value::Set(_));
    let members = tables::members_of(session, value.clone(), subject, MOST)?;
    check_count(members.len(), subject.span)?;
    let found = found(&members, subject.span)?;
    let mut claimed = Claimed::of(String::new(), "n", 0);
    let later = match in_one_variable(subject) {
        Some(part) => later_members(session, &part, subject)?,
        None => Vec::new(),
    };
    claimed.later = later.len();
    claimed.compared = found.compared;
    let listed = Evidence::line(found.truths, (0..).zip(found.values.iter().copied()));
    let inside = rising(&found);
    let mut laws = Vec::new();
    let as_list = (PatternOf::List, Some(listed));
    let as_set = (PatternOf::Members, inside);
    for (of, evidence) in if is_set { [as_set, as_list] } else { [as_list, as_set] } {
        if let (Some(evidence), true) = (evidence, laws.is_empty()) {
            let mut seen = laws::laws_of(session, &evidence, of, subject.span)?;
            seen.retain(|seen| goes_on(seen, &evidence, &later));
            laws = laws::found_laws(session, seen, &evidence, &claimed);
        }
    }
    Ok(Pattern {
        subject: String::new(),
        of: if is_set { PatternOf::Members } else { PatternOf::List },
        values: members.len(),
        ranges: Vec::new(),
        laws,
    })
}

/// Whether a law gives the members that come after those of the evidence.
fn goes_on(seen: &SeenLaw, evidence: &Evidence, later: &[i128]) -> bool {
    match (seen.of, later) {
        (_, []) => true,
        (PatternOf::Members, [.., last]) => {
            let first = evidence.ends().map_or(0, |(_, last)| last[0]) + 1;
            let count = usize::try_from(last - first + 1).unwrap_or(0);
            let truths = seen.law.continued(evidence, count);
            let members = (first..).zip(&truths).filter(|(_, truth)| **truth == 1).map(|(n, _)| n);
            truths.len() == count && members.eq(later.iter().copied())
        }
        _ => seen.law.continued(evidence, later.len()) == later,
    }
}

/// The numbers that come after those of a comprehension, where it runs on half as far again.
fn later_members(session: &mut Session, part: &InOneVariable, subject: &Expr) -> Result<Vec<i128>, Error> {
    let part = part.of_members();
    let Some((places, found)) = found_at(session, &part, part.qualifiers, subject.span)? else { return Ok(Vec::new()) };
    let evidence = Evidence::line(found.truths, places.into_iter().zip(found.values));
    let later = found_later(session, &part, &evidence, subject.span)?;
    if !part.is_condition {
        return Ok(later.cells().map(|(_, value)| value).collect());
    }
    Ok(later.cells().filter(|(_, truth)| *truth == 1).map(|(place, _)| place[0]).collect())
}

/// The laws of a comprehension, those that later values confirm; `None` unless its variable runs through increasing
/// numbers, and where it only says again what is written. Where no law says which numbers a set has, its members are
/// looked at in order.
fn of_variable(session: &mut Session, part: &InOneVariable, subject: &Expr) -> Result<Option<Pattern>, Error> {
    let Some((places, found)) = found_at(session, part, part.qualifiers, subject.span)? else { return Ok(None) };
    let (truths, compared) = (found.truths, found.compared);
    let evidence = Evidence::line(truths, places.into_iter().zip(found.values));
    let text = session.names.text(part.body.span).trim();
    let value = match (compared, &part.body.kind) {
        (Some(word), _) => format!("({text} == {word})"),
        (None, ExprKind::Name(_) | ExprKind::Call { .. } | ExprKind::Index { .. } | ExprKind::Ask(_)) => {
            text.to_owned()
        }
        (None, _) => format!("({text})"),
    };
    let conditions = part.qualifiers.iter().filter_map(|qualifier| match qualifier {
        Qualifier::If(condition) => Some(format!(" if {}", session.names.text(condition.span).trim())),
        Qualifier::For { .. } => None,
    });
    let far = evidence.ends().map_or(0, |(_, last)| last[0].saturating_mul(FARTHER));
    let mut claimed = Claimed { condition: conditions.collect(), ..Claimed::of(value, &part.name.text, far) };
    let mut laws = laws::laws_of(session, &evidence, PatternOf::Values, subject.span)?;
    let written = laws.len();
    laws.retain(|seen| !says_again(&seen.law, part));
    if !laws.is_empty() {
        let later = found_later(session, part, &evidence, subject.span)?;
        laws.retain(|seen| seen.goes_on(&evidence, &later));
        claimed.later = later.len();
    } else if written > 0 {
        return Ok(None);
    }
    if laws.is_empty() && part.is_condition {
        return Ok(None);
    }
    Ok(Some(Pattern {
        subject: String::new(),
        of: PatternOf::Values,
        values: evidence.len(),
        ranges: looked_at(&evidence, &claimed.variables),
        laws: laws::found_laws(session, laws, &evidence, &claimed),
    }))
}

/// The numbers that the variable runs through with these qualifiers, and what is computed for each; `None` unless
/// the numbers increase.
fn found_at(
    session: &mut Session,
    part: &InOneVariable,
    qualifiers: &[Qualifier],
    span: Span,
) -> Result<Option<(Vec<i128>, FoundValues)>, Error> {
    let mut run = |body: Expr| -> Result<Vec<Value>, Error> {
        let list = Expr::list_of(body, qualifiers.to_vec(), span);
        let value = evaluate::value(&mut session.names, &mut session.solver, &list)?;
        tables::members_of(session, value, &list, MOST)
    };
    let places = run(Expr::of_name(&part.name.text, part.name.span))?;
    check_count(places.len(), span)?;
    let values = run(part.body.clone())?;
    let places: Option<Vec<i128>> = places.iter().map(number).collect();
    let places = places.filter(|places| places.windows(2).all(|pair| pair[0] < pair[1]));
    let Some(places) = places else { return Ok(None) };
    Ok(Some((places, found(&values, part.body.span)?)))
}

/// What is computed for the numbers after those of the evidence, half as many again, as far as that is cheap. An
/// error ends them.
fn found_later(session: &mut Session, part: &InOneVariable, evidence: &Evidence, at: Span) -> Result<Evidence, Error> {
    let mut later: Vec<(i128, i128)> = Vec::new();
    let Some((mut next, step)) = continuation(evidence, 0) else {
        return Ok(Evidence::line(evidence.truths, later));
    };
    let budget = session.solver.budget().clone();
    let mut left = evidence.len().div_ceil(2) as i128;
    let mut turns = 1;
    // Each number may take much longer than the one before. So they are tried in runs that become longer.
    while left > 0 {
        turns = left.min(turns);
        let last = next.saturating_add((turns - 1).saturating_mul(step));
        let qualifiers = part.over(next, last, step);
        let found = budget.within(LATER_EFFORT, || Ok(found_at(session, part, &qualifiers, at)));
        session.solved(at, |_| budget.check())?;
        let Ok(Some(Ok(Some((places, found))))) = found else { break };
        if found.truths != evidence.truths {
            break;
        }
        later.extend(places.into_iter().zip(found.values));
        (next, left, turns) = (last.saturating_add(step), left - turns, 2 * turns);
    }
    Ok(Evidence::line(evidence.truths, later))
}

impl<'e> InOneVariable<'e> {
    /// `[n for n in … if C]` as `{n for n in … if C}`; any other as it is.
    fn of_members(&self) -> InOneVariable<'e> {
        let InOneVariable { name, body, qualifiers, is_condition } = *self;
        match (&body.kind, qualifiers) {
            (ExprKind::Name(member), [_, Qualifier::If(condition)]) if *member == name.text && !is_condition => {
                InOneVariable { name, body: condition, qualifiers: &qualifiers[..1], is_condition: true }
            }
            _ => InOneVariable { name, body, qualifiers, is_condition },
        }
    }

    /// The qualifiers, with the variable running from `first` to `last`.
    fn over(&self, first: i128, last: i128, step: i128) -> Vec<Qualifier> {
        let number = |n: i128| Expr::of_number(n, self.name.span);
        let source = Expr::range_of(number(first), Some(number(last)), Some(number(step)), self.name.span);
        let run = Qualifier::For { names: vec![self.name.clone()], source };
        std::iter::once(run).chain(self.qualifiers.iter().skip(1).cloned()).collect()
    }
}

/// An error if there are more values than are looked at.
fn check_count(count: usize, span: Span) -> Result<(), Error> {
    let count = count as u128;
    if count <= MOST {
        return Ok(());
    }
    Err(Error::new(SemanticError::TooMany { what: "values", count, limit: MOST }, span))
}

/// Whether a law says of the body of a comprehension only what is written there, such as `2*n == 2 * n`.
fn says_again(law: &Law, part: &InOneVariable) -> bool {
    let names = LawNames { coordinates: std::slice::from_ref(&part.name.text), function: "" };
    let read = syntax::parse(part.body.span.source(), &laws::formula_text(&law.formula, &names));
    let [Ok(statement)] = &read[..] else { return false };
    law.function.is_none() && statement.expression().is_some_and(|written| is_alike(written, part.body))
}

/// Whether two expressions are the same but for brackets, blanks and the order of what is added, multiplied or
/// compared.
fn is_alike(a: &Expr, b: &Expr) -> bool {
    use BinaryOperator::{Add, And, Equal, Multiply, Or, Unequal, Xor};
    match (&a.kind, &b.kind) {
        (ExprKind::Group(a), _) => is_alike(a, b),
        (_, ExprKind::Group(b)) => is_alike(a, b),
        (
            ExprKind::Binary { operator, left, right },
            ExprKind::Binary { operator: other, left: other_left, right: other_right },
        ) if operator == other => {
            is_alike(left, other_left) && is_alike(right, other_right)
                || matches!(operator, Add | And | Equal | Multiply | Or | Unequal | Xor)
                    && is_alike(left, other_right)
                    && is_alike(right, other_left)
        }
        (ExprKind::Call { callee, arguments }, ExprKind::Call { callee: other, arguments: others }) => {
            arguments.len() == others.len()
                && is_alike(callee, other)
                && arguments.iter().zip(others).all(|(a, b)| is_alike(a, b))
        }
        _ => print::expression(a) == print::expression(b),
    }
}

/// `{n for n in … if C}` as the truths of C, and `[E for n in …]` as the values of E.
fn in_one_variable(subject: &Expr) -> Option<InOneVariable<'_>> {
    let ExprKind::Comprehension { brackets, body, qualifiers } = &subject.kind else { return None };
    let (Qualifier::For { names, .. }, rest) = qualifiers.split_first()? else { return None };
    let [name] = &names[..] else { return None };
    if rest.iter().any(|qualifier| matches!(qualifier, Qualifier::For { .. })) {
        return None;
    }
    match (brackets, &body.kind, rest) {
        (Brackets::Set, ExprKind::Name(member), [Qualifier::If(condition)]) if *member == name.text => {
            Some(InOneVariable { name, body: condition, qualifiers: &qualifiers[..1], is_condition: true })
        }
        (Brackets::List, _, _) => Some(InOneVariable { name, body, qualifiers, is_condition: false }),
        _ => None,
    }
}

fn number(value: &Value) -> Option<i128> {
    if let Value::Integer(n) = value { Some(*n) } else { None }
}

/// The values as numbers, if all are numbers, all truths, all outcomes or all players; otherwise an error at
/// `span`.
fn found(values: &[Value], span: Span) -> Result<FoundValues, Error> {
    let all = |wanted: fn(&Value) -> bool| !values.is_empty() && values.iter().all(wanted);
    let compared = match () {
        () if all(|value| matches!(value, Value::Outcome(_))) => Some("P"),
        () if all(|value| matches!(value, Value::Side(_))) => Some("second"),
        () => None,
    };
    let truths = compared.is_some() || all(|value| matches!(value, Value::Bool(_)));
    let one = |value: &Value| match value {
        Value::Integer(n) if !truths => Ok(*n),
        Value::Bool(truth) if truths => Ok(i128::from(*truth)),
        Value::Outcome(outcome) if truths => Ok(i128::from(*outcome == Outcome::P)),
        Value::Side(side) if truths => Ok(i128::from(*side == Side::Second)),
        other => {
            let kind = SemanticError::NoPattern { found: other.brief(), kind: other.kind(), why: "member" };
            Err(Error::new(kind, span))
        }
    };
    Ok(FoundValues { values: values.iter().map(one).collect::<Result<_, _>>()?, truths, compared })
}

/// For an increasing list: which of the numbers from its first to its last member are in it. `None` for other
/// lists, and where there are too many numbers between.
fn rising(found: &FoundValues) -> Option<Evidence> {
    let (first, last) = (*found.values.first()?, *found.values.last()?);
    let rises = found.values.windows(2).all(|pair| pair[0] < pair[1]);
    let is_near = (last.saturating_sub(first)).unsigned_abs() < MOST;
    if found.truths || !rises || !is_near || first < 0 {
        return None;
    }
    let truth = |n: i128| i128::from(found.values.binary_search(&n).is_ok());
    Some(Evidence::line(true, (first..=last).map(|n| (n, truth(n)))))
}
