//! Random rules over texts and lists: the compiled code agrees with the definition (see `common::games`).

use std::sync::Arc;

use grundy_engine::solve::{Limits, Signal, Solver};

use crate::common::Played;
use crate::common::dice::Dice;
use crate::common::games::{Compared, compare_boards, game};
use crate::common::rules::Boards;

#[test]
fn texts_and_lists_agree_with_the_definition_on_random_rules() {
    let mut boards = Boards(Dice::new(0x5851_f42d_4c95_7f2d));
    let mut all = Compared::default();
    for round in 0..75 {
        let found = compare_boards(&mut boards, round % 2 == 0, 12);
        all.resolved += found.resolved;
        all.known += found.known;
        all.wrong += found.wrong;
    }
    assert!(all.resolved > 56 && all.known > 375 && all.wrong > 187, "{all:?}");
}

/// A row of NoGo may be cut between two different stones. The boards are of lengths that need bit words of every width.
#[test]
fn nogo_comes_apart_between_different_stones() {
    for pieces in [1, 5, 11, 30] {
        let middle = "O...X".repeat(pieces);
        let line = format!(
            "assert grundy NoGo(\"...X{middle}O..\") == grundy (NoGo(\"...X\") + {pieces}*NoGo(\"O...X\") + NoGo(\"O..\"))"
        );
        Played::new().script("cut", &line).unwrap();
    }
}

#[test]
fn the_boards_of_the_library_are_resolved() {
    let positions = [
        "Notakto(\".........\")",
        "NodeKayles([0, 1])",
        "Geography([0])",
        "Nimble([1, 2])",
        "SilverDollar([1, 3])",
        "StaircaseNim([1, 2])",
        "Chomp([2, 2])",
    ];
    for position in positions {
        let mut solver = Solver::new(Limits::default(), Arc::new(Signal::default()));
        let told = solver.engine(&game("", position).ruleset);
        assert!(told.starts_with("texts and lists"), "{position}: {told}");
    }
}
