//! Values of boards compared with those of MCGS, an independent program, which are in `tests/mcgs/values.txt`. A
//! failure lists the boards with other values.

use crate::common::Played;
use crate::common::dice::{often, stride};

/// A line of the file: a sum of boards of one game, and its value.
struct Row {
    file: &'static str,
    game: &'static str,
    boards: Vec<&'static str>,
    value: &'static str,
}

/// Amazons on boards of four columns: a queen moves, and shoots an arrow from where it is then.
const AMAZONS: &str = "
let ray(b, p, d) = [p + k*d for k in 1..3 if all(p + j*d >= 0 and p + j*d < length(b) and b[p + j*d] == \".\" for j in 1..k)]
let reach(b, p) = [q for d in [-6, -5, -4, -1, 1, 4, 5, 6], q in ray(b, p, d)]
let queens(b) = [p for p in indices(b) if b[p] == \"X\" or b[p] == \"O\"]
let moved(b, p, q) = replace(replace(b, p, \".\"), q, b[p])
game Amazons(b) = (replace(moved(b, p, q), a, \"#\")) for p in queens(b), q in reach(b, p), a in reach(moved(b, p, q), q)
";

fn rows() -> Vec<Row> {
    let (mut file, mut game) = ("", "");
    let mut rows = Vec::new();
    for line in include_str!("../mcgs/values.txt").lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        match line.split_once(" = ") {
            Some((boards, value)) => rows.push(Row { file, game, boards: boards.split(' ').collect(), value }),
            None => (game, file) = line.split_once(": ").unwrap(),
        }
    }
    rows
}

impl Row {
    /// Whether it is left to the test that takes minutes.
    fn is_long(&self) -> bool {
        let free = self.boards.iter().map(|board| board.matches('.').count()).max().unwrap_or(0);
        let stones = self.boards.iter().map(|board| board.len()).max().unwrap_or(0);
        let is_open = match self.game {
            "NoGo" => free > 12,
            "Fission" => free > 24,
            "Clobber" => stones > 90,
            "Amazons" => free > 7,
            _ => false,
        };
        is_open || ["4x5-8stones", "4x4-imp", "impartial_clobber_medium"].iter().any(|long| self.file.contains(long))
    }

    fn position(&self, board: &str) -> String {
        match self.game {
            "Kayles" => format!("Strip({board}*\".\")"),
            game => format!("{game}(\"{}\")", board.replace('|', "/")),
        }
    }
}

/// Asserts the values of the wanted rows, or of some of them in such steps, and returns how many these are.
fn checked(is_wanted: impl Fn(&Row) -> bool, step: usize) -> usize {
    let mut played = Played::new();
    played.script("strip", "game Strip = \".\" becomes \"#\" | \"..\" becomes \"##\"").unwrap();
    played.script("amazons", AMAZONS).unwrap();
    let (mut wrong, mut checked) = (Vec::new(), 0);
    for row in rows().iter().filter(|row| is_wanted(row)).step_by(step) {
        checked += 1;
        let sum: Vec<String> = row.boards.iter().map(|board| row.position(board)).collect();
        wrong.extend(played.script(row.file, &format!("assert grundy {} == {}", sum.join(" + "), row.value)).err());
    }
    assert!(wrong.is_empty(), "{} of {checked} are wrong:\n{}", wrong.len(), wrong.join("\n"));
    checked
}

#[test]
fn boards_have_the_values_that_mcgs_states() {
    assert!(checked(|row| !row.is_long(), stride()) > often(600));
}

#[test]
#[ignore = "takes minutes"]
fn long_boards_have_the_values_that_mcgs_states() {
    assert!(checked(Row::is_long, 1) > 80);
}
