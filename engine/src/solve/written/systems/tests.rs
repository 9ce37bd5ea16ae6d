//! A rule that was read wrongly is found out, whether its values are proved to repeat or not.

use std::sync::Arc;

use super::values::SystemValues;
use crate::game::{At, Binding, Clause, Expr, Game, GameRef, Meter, Operator, Position, Rule, Ruleset, System, Term};
use crate::nim::Nimber;
use crate::solve::written::WrittenGames;
use crate::solve::{Budget, SolveError, Solved};

/// Heaps from which one or two counters are taken: `game T(n) = (n-1) | (n-2)`.
fn game() -> Arc<Game> {
    let expr = |term| Expr { term, at: At::default() };
    let clause = |taken: i128| {
        let taken = Expr::of(taken, At::default());
        let rest = Term::Binary(Operator::Subtract, Box::new(expr(Term::Slot(0))), Box::new(taken));
        let option = expr(Term::Position(GameRef::Local(0), vec![expr(rest)]));
        Clause { steps: Vec::new(), option, binding: Binding::Free }
    };
    let rule = Rule {
        name: "T".into(),
        coordinates: Arc::new(["n".into()]),
        arity: 1,
        family: 0,
        slots: 1,
        signed: Arc::new([]),
        domain: None,
        over: None,
        representative: None,
        ends: false,
        factors: Arc::default(),
        clauses: vec![clause(1), clause(2)],
    };
    Arc::new(Game::new("T", Ruleset::Written(Arc::new(System::new(vec![rule], Arc::new([]))), 0)))
}

/// Asks for the value of a large heap, after the system was changed; and once more.
fn asked_twice(goal: usize, change: impl Fn(&mut SystemValues)) -> [Solved<Option<Nimber>>; 2] {
    let position = Position::at(&game(), 1_000_000_000_000_u64);
    let mut written = WrittenGames::new(Meter::default());
    let budget = Budget::default();
    let (memo, number, _) = written.system_along(&position, 0, &budget).unwrap().unwrap();
    change(written.memos[memo].systems[number].as_mut().unwrap());
    let grown =
        written.with_system(memo, number, |this, system, mover| this.grow(system, mover, goal, usize::MAX, &budget));
    let first = grown.and_then(|()| written.far_value(&position, &budget));
    [first, written.far_value(&position, &budget)]
}

#[test]
fn a_rule_that_was_read_wrongly_is_found_out() {
    let right = Ok(Some(Nimber(1)));
    assert_eq!(asked_twice(40, |_| {}), [right.clone(), right]);
    let wrongly = |system: &mut SystemValues| {
        // The move that takes two is lost.
        for options in system.rule.as_mut().unwrap().moves.iter_mut().flatten().flatten() {
            options.retain(|option| option.columns != [(0, 2)]);
        }
    };
    // 20 values are too few for a proof to be tried.
    for goal in [20, usize::MAX] {
        let [first, second] = asked_twice(goal, wrongly);
        assert!(matches!(first, Err(SolveError::Internal(_))), "{first:?}");
        // Nothing is known of it any more, so that the definition is asked.
        assert_eq!(second, Ok(None));
    }
}
