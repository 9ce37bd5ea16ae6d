//! What the coordinates of a game and the arguments of a function may be.

use std::sync::Arc;

use grundy_engine::game::{ArgumentDomain, At, Expr, Operator, Set, Term, Value};

use crate::error::Error;
use crate::lang::errors;
use crate::lang::lower::lowerer::Lowerer;
use crate::syntax::ast::{self, GameDefinition, LetDefinition, StatedDomain};

/// The domain of a game.
pub(crate) struct Domain {
    /// The coordinates that may be below 0, by index.
    pub signed: Vec<usize>,
    /// The condition on the coordinates: that each is in its stated domain, and that of `where`.
    pub condition: Option<Expr>,
}

impl Domain {
    /// Lowers the domain of a game, whose coordinates must be in scope.
    pub fn of(lowerer: &mut Lowerer, definition: &GameDefinition) -> Result<Domain, Error> {
        let mut signed = Vec::new();
        let mut conditions = Vec::new();
        for stated in &definition.stated {
            let member = lowerer.membership(stated)?;
            signed.extend(member.slot.filter(|_| may_be_below_zero(&member.set)));
            conditions.push(member.condition());
        }
        if let Some(domain) = &definition.domain {
            conditions.push(lowerer.value(domain)?);
        }
        // A conjunction without a place, so that a message names the condition that does not hold.
        let both = |one, other| Expr { term: Term::And(Box::new(one), Box::new(other)), at: At::default() };
        Ok(Domain { signed, condition: conditions.into_iter().reduce(both) })
    }
}

impl Lowerer<'_> {
    /// The domains of the arguments of a function, whose parameters must be in scope.
    pub(crate) fn argument_domains(&mut self, definition: &LetDefinition) -> Result<Vec<ArgumentDomain>, Error> {
        let mut domains = Vec::new();
        for stated in &definition.stated {
            let member = self.membership(stated)?;
            let missing = || errors::internal("an argument with a domain has no slot", stated.span());
            let argument = member.slot.ok_or_else(missing)?;
            let written = Arc::from(self.names.text(stated.span()).trim());
            domains.push(ArgumentDomain { argument, written, condition: member.condition() });
        }
        Ok(domains)
    }

    fn membership(&mut self, stated: &StatedDomain) -> Result<Membership, Error> {
        let StatedDomain { parameter, set } = stated;
        let name = ast::Expr::of_name(&parameter.text, parameter.span);
        let (slot, member) = (self.variable(&parameter.text), self.value(&name)?);
        Ok(Membership { slot, member, set: self.value(set)?, at: At::from(stated.span()) })
    }
}

/// That a parameter is in its stated domain.
struct Membership {
    /// The slot of the parameter; `None` if it has a value already, as in a game along another coordinate.
    slot: Option<usize>,
    member: Expr,
    set: Expr,
    at: At,
}

impl Membership {
    fn condition(self) -> Expr {
        Expr { term: Term::Binary(Operator::In, Box::new(self.member), Box::new(self.set)), at: self.at }
    }
}

/// May a member of what stands behind `in` be below 0? What depends on the position may have such members.
fn may_be_below_zero(set: &Expr) -> bool {
    let is_below = |value: &Value| !matches!(value, Value::Integer(n) if *n >= 0);
    let member = |member: &Expr| match &member.term {
        Term::Constant(value) => is_below(value),
        Term::Range { start, .. } => !matches!(start.term, Term::Constant(Value::Integer(0..))),
        _ => true,
    };
    match &set.term {
        Term::Constant(Value::Set(set)) => match &**set {
            Set::Finite(members) => members.iter().any(is_below),
            Set::Range { start, .. } => *start < 0,
            Set::Family(_) => false,
            _ => true,
        },
        Term::Constant(Value::List(members)) => members.iter().any(is_below),
        Term::Set(members) | Term::List(members) => members.iter().any(member),
        _ => member(set),
    }
}
