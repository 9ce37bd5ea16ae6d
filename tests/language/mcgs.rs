//! Boards with the values that MCGS states, a program that others wrote.

use crate::common::Played;

/// Boards with more cells than this that a move may touch are left out: they take too long without an engine of their own.
const LIVE: usize = 12;

#[test]
fn boards_have_the_values_that_mcgs_states() {
    let mut played = Played::new();
    let mut game = "";
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in include_str!("../mcgs/values.txt").lines().filter(|row| !row.starts_with('#') && !row.is_empty()) {
        let Some((boards, value)) = row.split_once(" = ") else {
            game = row.split_once(": ").unwrap().0;
            continue;
        };
        let live = boards.chars().filter(|cell| matches!(cell, '.' | 'X' | 'O')).count();
        if live > LIVE || boards.parse().is_ok_and(|pins: usize| pins > LIVE) {
            continue;
        }
        let position = |board: &str| match game {
            "Kayles" => format!("Strip({board}*\".\")"),
            _ => format!("{game}(\"{}\")", board.replace('|', "/")),
        };
        let sum: Vec<String> = boards.split(' ').map(position).collect();
        let strip = "game Strip = \".\" becomes \"#\" | \"..\" becomes \"##\"";
        if checked == 0 {
            played.script("strip", strip).unwrap();
        }
        checked += 1;
        let claim = format!("assert grundy {} == {value}", sum.join(" + "));
        wrong.extend(played.script(game, &claim).err());
    }
    assert!(wrong.is_empty() && checked > 100, "{} of {checked} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}
