//! Which rules have moves that bind the players.

use super::{Binding, Component, Expr, Function, GameRef, Rule, Ruleset, Step, Sum, Term, Value};

impl Ruleset {
    /// Does a move of these rules, or of the games that they name, bind the players? Then positions have values of another
    /// kind.
    pub fn binds(&self) -> bool {
        match self {
            Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => false,
            Ruleset::Written(system, _) => system.binds,
        }
    }
}

impl Sum {
    /// Does a component have moves that bind?
    pub fn binds(&self) -> bool {
        self.parts.iter().any(|part| part.component.binds())
    }
}

impl Component {
    /// Does it have moves that bind, or can such moves be reached?
    pub fn binds(&self) -> bool {
        matches!(self, Component::Position(position) if position.game.ruleset.binds())
    }
}

/// Does a move of these rules bind, or one of a game that they name?
pub(super) fn bind(rules: &[Rule], functions: &[Function]) -> bool {
    let of_rule = |rule: &Rule| {
        let conditions = rule.domain.iter().chain(&rule.over).chain(&rule.representative);
        rule.clauses.iter().any(|clause| {
            clause.binding != Binding::Free
                || clause.steps.iter().filter_map(Step::part).any(names_binding)
                || names_binding(&clause.option)
        }) || conditions.into_iter().any(names_binding)
    };
    rules.iter().any(of_rule) || functions.iter().any(|function| names_binding(&function.body))
}

/// Does an expression name a game whose moves bind?
fn names_binding(expr: &Expr) -> bool {
    let mut found = match &expr.term {
        Term::Constant(value) => holds_binding(value),
        Term::Position(GameRef::Known(game), _) | Term::Heaps(GameRef::Known(game), _) => game.ruleset.binds(),
        _ => false,
    };
    expr.each_part(&mut |part| found = found || names_binding(part));
    found
}

fn holds_binding(value: &Value) -> bool {
    match value {
        Value::Position(sum) => sum.binds(),
        Value::Game(game) => game.ruleset.binds(),
        Value::List(members) | Value::Tuple(members) => members.iter().any(holds_binding),
        _ => false,
    }
}
