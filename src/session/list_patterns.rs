//! `pattern` of a list or a set. The law of a comprehension such as `{n for n in 0..400 if …}` is stated in its
//! variable, so that it can be checked farther.

use grundy_engine::game::Value;
use grundy_engine::laws::Evidence;
use grundy_engine::nim::{Outcome, Side};

use super::laws::{Claimed, looked_at};
use super::report::{Pattern, PatternOf};
use super::{Session, evaluate};
use crate::error::{Error, SemanticError};
use crate::source::Span;
use crate::syntax::ast::{Expr, ExprKind, Name, Qualifier, Shape};

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
}

/// Values as numbers.
struct FoundValues {
    values: Vec<i128>,
    /// Whether they are truths, 1 and 0.
    truths: bool,
    /// For outcomes and players, the word that counts as true: `P` or `second`.
    compared: Option<&'static str>,
}

impl Session {
    pub(super) fn pattern_of_members(&mut self, subject: &Expr, ranges: &[Expr]) -> Result<Pattern, Error> {
        if let (Some(part), None) = (in_one_variable(subject), ranges.first())
            && let Some(pattern) = self.pattern_of_variable(&part, subject)?
        {
            return Ok(pattern);
        }
        let value = evaluate::value(&mut self.names, &mut self.solver, subject)?;
        let wrong =
            |why| Error::new(SemanticError::NoPattern { found: value.brief(), kind: value.kind(), why }, subject.span);
        if !matches!(value, Value::List(_) | Value::Set(_)) {
            return Err(wrong(""));
        }
        if !ranges.is_empty() {
            return Err(wrong("ranges"));
        }
        let is_set = matches!(value, Value::Set(_));
        let members = self.members_of(value.clone(), subject, MOST)?;
        if members.len() as u128 > MOST {
            let kind = SemanticError::TooMany { what: "values", count: members.len() as u128, limit: MOST };
            return Err(Error::new(kind, subject.span));
        }
        let found = found(&members, subject.span)?;
        let claimed = Claimed::of(String::new(), "n", 0);
        let listed = Evidence::line(found.truths, (0..).zip(found.values.iter().copied()));
        let inside = rising(&found);
        let mut laws = Vec::new();
        let as_list = (PatternOf::List, Some(listed));
        let as_set = (PatternOf::Members, inside);
        for (of, evidence) in if is_set { [as_set, as_list] } else { [as_list, as_set] } {
            if let (Some(evidence), true) = (evidence, laws.is_empty()) {
                let seen = self.laws_of(&evidence, of, subject.span)?;
                laws = self.found_laws(seen, &evidence, &claimed);
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

    /// The law of a comprehension; `None` unless its variable runs through increasing numbers.
    fn pattern_of_variable(&mut self, part: &InOneVariable, subject: &Expr) -> Result<Option<Pattern>, Error> {
        let list = |body: Expr| {
            let (body, qualifiers) = (Box::new(body), part.qualifiers.to_vec());
            Expr { kind: ExprKind::Comprehension { shape: Shape::List, body, qualifiers }, span: subject.span }
        };
        let variable = Expr { kind: ExprKind::Name(part.name.text.clone()), span: part.name.span };
        let mut run = |expr: &Expr| -> Result<Vec<Value>, Error> {
            let value = evaluate::value(&mut self.names, &mut self.solver, expr)?;
            self.members_of(value, expr, MOST)
        };
        let (places, values) = (run(&list(variable))?, run(&list(part.body.clone()))?);
        let places: Option<Vec<i128>> = places.iter().map(number).collect();
        let Some(places) = places.filter(|places| places.windows(2).all(|pair| pair[0] < pair[1])) else {
            return Ok(None);
        };
        let found = found(&values, part.body.span)?;
        let evidence = Evidence::line(found.truths, places.into_iter().zip(found.values));
        let text = self.names.text(part.body.span).trim();
        let value = match (found.compared, &part.body.kind) {
            (Some(word), _) => format!("({text} == {word})"),
            (None, ExprKind::Name(_) | ExprKind::Call { .. } | ExprKind::Index { .. } | ExprKind::Verb { .. }) => {
                text.to_owned()
            }
            (None, _) => format!("({text})"),
        };
        let conditions = part.qualifiers.iter().filter_map(|qualifier| match qualifier {
            Qualifier::If(condition) => Some(format!(" if {}", self.names.text(condition.span).trim())),
            Qualifier::For { .. } => None,
        });
        let far = evidence.ends().map_or(0, |(_, last)| last[0].saturating_mul(FARTHER));
        let claimed = Claimed { condition: conditions.collect(), ..Claimed::of(value, &part.name.text, far) };
        let laws = self.laws_of(&evidence, PatternOf::Values, subject.span)?;
        Ok(Some(Pattern {
            subject: String::new(),
            of: PatternOf::Values,
            values: evidence.len(),
            ranges: looked_at(&evidence, &claimed.variables),
            laws: self.found_laws(laws, &evidence, &claimed),
        }))
    }
}

/// `{n for n in … if C}` as the truths of C, and `[E for n in …]` as the values of E.
fn in_one_variable(subject: &Expr) -> Option<InOneVariable<'_>> {
    let ExprKind::Comprehension { shape, body, qualifiers } = &subject.kind else { return None };
    let (Qualifier::For { names, .. }, rest) = qualifiers.split_first()? else { return None };
    let [name] = &names[..] else { return None };
    if rest.iter().any(|qualifier| matches!(qualifier, Qualifier::For { .. })) {
        return None;
    }
    match (shape, &body.kind, rest) {
        (Shape::Set, ExprKind::Name(member), [Qualifier::If(condition)]) if *member == name.text => {
            Some(InOneVariable { name, body: condition, qualifiers: &qualifiers[..1] })
        }
        (Shape::List, _, _) => Some(InOneVariable { name, body, qualifiers }),
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
