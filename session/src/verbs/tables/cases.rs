//! `losing S(a) + S(b) for a in 0..9, b in a..9`: positions, each for some numbers, in the place of a game and ranges.

use std::sync::Arc;

use grundy_engine::game::Value;
use grundy_engine::nim::Convention;

use crate::error::{Error, SemanticError};
use crate::lang::evaluate;
use crate::lang::session::Session;
use crate::syntax::ast::{Ask, Expr, Name, Qualifier};

/// What is asked in each case.
pub(crate) struct Cases {
    /// The positions, as they were typed.
    pub subject: Arc<str>,
    /// The names of the variables.
    pub names: Vec<Arc<str>>,
    /// The variable of each case, or the tuple of them, and the position or its outcome.
    pub found: Vec<(Value, Value)>,
}

impl Cases {
    /// More cases are not looked at.
    const MOST: usize = 100_000;

    /// All cases, if that is asked about: with the outcomes, by this convention, if `outcomes` says which, and else with the
    /// positions.
    pub fn of(session: &mut Session, asked: &Expr, outcomes: Option<Convention>) -> Result<Option<Cases>, Error> {
        let Some((body, qualifiers)) = asked.cases() else { return Ok(None) };
        let names: Vec<&Name> = qualifiers.iter().flat_map(bound).collect();
        let variables = names.iter().map(|name| Expr::of_name(&name.text, body.span)).collect();
        let told = match outcomes {
            Some(convention) => {
                let misere = convention.is_misere();
                Expr::asking(Ask { misere, ..Ask::about("outcome", body.clone()) }, body.span)
            }
            None => body.clone(),
        };
        let case = Expr::tuple(vec![Expr::tuple(variables, body.span), told], body.span);
        let list = Expr::list_of(case, qualifiers.to_vec(), asked.span);
        let listed = evaluate::value(&mut session.names, &mut session.solver, &list)?;
        let cases = if let Value::List(cases) = &listed { &cases[..] } else { &[] };
        if cases.len() > Cases::MOST {
            let (what, count, limit) = ("positions", cases.len() as u128, Cases::MOST as u128);
            return Err(Error::new(SemanticError::TooMany { what, count, limit }, asked.span));
        }
        let found = cases.iter().filter_map(taken_apart).collect();
        let subject = session.names.text(body.span).trim().into();
        Ok(Some(Cases { subject, names: names.iter().map(|name| name.text.as_str().into()).collect(), found }))
    }
}

/// The variables that a part of `for … in … if …` binds.
pub(super) fn bound(qualifier: &Qualifier) -> &[Name] {
    match qualifier {
        Qualifier::For { names, .. } => names,
        Qualifier::If(_) => &[],
    }
}

/// The variables of a case, of which one needs no brackets, and what was asked.
fn taken_apart(case: &Value) -> Option<(Value, Value)> {
    let Value::Tuple(case) = case else { return None };
    let [Value::Tuple(variables), told] = &case[..] else { return None };
    let variables = if let [one] = &variables[..] { one.clone() } else { case[0].clone() };
    Some((variables, told.clone()))
}
