//! Tests of [`crate::lang`] that ask questions.

use std::sync::Arc;

use grundy_engine::game::Game;
use grundy_engine::solve::{Limits, Signal};

use crate::lang::periods::PositionSequence;
use crate::lang::session::Session;

#[test]
fn a_value_looks_up_the_games_in_it() {
    let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
    let text = "game S = take <1,2>; let a = S(3); let b = [1, (2, S(3))]; let c = {S(3)}; let d = {3}";
    for statement in session.read("<test>", text) {
        session.run(&statement.unwrap()).unwrap();
    }
    for (name, expected) in [("a", &["S"][..]), ("b", &["S"]), ("c", &["S"]), ("d", &[])] {
        assert_eq!(session.names.own(name).unwrap().looks_up(), expected, "{name}");
    }
}

/// A session in which the heap form of `S`, which is `take <1,2>`, is that of `take <1,2,3>`.
fn with_a_wrong_form() -> Session {
    let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
    run(&mut session, "game S = take <1,2>; game T = take <1,2,3>; [S(1), T(1)]").unwrap();
    let made = |session: &mut Session, name: &str| session.names.made(name).unwrap().unwrap();
    let original = made(&mut session, "S").original.clone();
    let wrong = Game { original, ..(*made(&mut session, "T")).clone() };
    let now = session.names.now();
    session.names.games.keep("S", now, Ok(Arc::new(wrong)));
    session
}

fn run(session: &mut Session, text: &str) -> Result<(), crate::error::Error> {
    session.read("<test>", text).into_iter().try_for_each(|statement| session.run(&statement?).map(drop))
}

#[test]
fn nothing_calls_a_wrong_form_proved() {
    for line in [
        "period S",
        "preperiod S",
        "proved S",
        "explain period S",
        "print period S",
        "period S to 1000",
        "pattern S",
        "check grundy S(n) == n % 4 for n in 0..",
        "check proved S",
        "check period S == 4 for k in 0..3",
        "let p = period S",
        "print [saltus S, exceptions S]",
        "let g = S; period g",
        "game B = S | take <7>; period B",
        "game B = S | take <7>; game C = B | take <9>; print proved C",
        "let g = S; let f(h) = (h | take <7>); period f(g)",
    ] {
        let mut session = with_a_wrong_form();
        let error = run(&mut session, line).expect_err(line);
        assert_eq!(error.code(), "E0901", "{line}");
    }
    run(&mut with_a_wrong_form(), "period T; proved T; pattern T; check grundy T(n) == n % 4 for n in 0..").unwrap();
}

#[test]
fn every_heap_form_keeps_what_was_written() {
    for (definitions, asked) in [
        ("", "octal 0.77"),
        ("", "take <1,2> then maybe split"),
        ("game G = take <1,2> | split", "G"),
        ("game G(n) = (n-1) | (n-2)", "G"),
        ("game G(a, b) = take <1,2> from a", "G(n, 3)"),
        ("game B = \"..\" becomes \"##\"", "B"),
        ("let T(k) = take <1..k>", "T(4)"),
        ("game K = take <1,2> then maybe split; game G = K | take <5>", "G"),
    ] {
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
        run(&mut session, definitions).unwrap();
        let statement = session.read("<test>", &format!("period {asked}")).remove(0).unwrap();
        let subject = &statement.question().unwrap().subject;
        let asked = crate::verbs::period::asked_game(&mut session, "period", subject).unwrap();
        let sequence = PositionSequence::of(&mut session.names, &asked);
        let original = sequence.heaps().unwrap().original.clone().unwrap();
        for heap in 0..9 {
            let value = session.solver.position_value(&original.position(heap)).unwrap();
            assert_eq!(sequence.value(&mut session.solver, 0, heap).unwrap(), value, "{definitions} {heap}");
        }
    }
}
