//! How well the machine plays at its levels: a player who moves at random wins about one game in three against
//! `easy` and one in eight against `medium`, from positions that the first player can win. The dice are fixed, so
//! that a failure means that the machine's play has changed.

use grundy::session::dialogue::Dialogue;
use grundy::session::report::{Analysis, PlayReport, Player, Report, letters};
use grundy::session::{Reply, Request};

use crate::common::Played;
use crate::common::dice::Dice;

/// The reply to the only statement of a line.
fn begun(played: &mut Played, line: &str) -> Reply {
    let statement = played.session.read("<test>", line).into_iter().next().unwrap().unwrap();
    played.session.run(&statement).unwrap()
}

/// Whether a player who moves at random wins one game that is started by `line`.
fn wins_by_chance(played: &mut Played, line: &str, dice: &mut Dice) -> bool {
    let reply = begun(played, line);
    let Some(Request::Dialogue(mut dialogue)) = reply.request else { panic!("{line}") };
    let mut report = reply.report;
    loop {
        match report.as_ref().and_then(Report::get) {
            Some(PlayReport::Turn(turn)) => {
                assert!(!turn.choices.more, "{line}: too many moves to be numbered");
                let place = dice.below(turn.choices.shown.len() as u64) as usize;
                report = said(played, &mut dialogue, &letters(place));
            }
            Some(PlayReport::Over(record)) => return record.winner == Player::You,
            other => panic!("{line}: {other:?}"),
        }
    }
}

fn said(played: &mut Played, dialogue: &mut Dialogue, line: &str) -> Option<Report> {
    played.session.step(dialogue, line).said.pop().unwrap().unwrap().report
}

/// The share of `games` that a random player wins at a level, with each of the positions played equally often.
fn share(positions: &[&str], level: &str, games: u64) -> f64 {
    let mut played = Played::new();
    for position in positions {
        let statement = played.session.read("<test>", &format!("outcome {position}")).into_iter().next().unwrap();
        let reply = played.session.run(&statement.unwrap()).unwrap();
        assert_eq!(reply.answer::<Analysis>().unwrap().outcome.to_string(), "N", "{position}");
    }
    let mut dice = Dice::new(2026);
    let wins = (0..games).filter(|game| {
        let position = positions[(game * positions.len() as u64 / games) as usize];
        let seed = if level == "hard" { String::new() } else { format!(" seed {}", game + 1) };
        wins_by_chance(&mut played, &format!("play {position} level {level}{seed}"), &mut dice)
    });
    wins.count() as f64 / games as f64
}

const HEAPS: [(&str, &[&str]); 4] = [
    ("sums of Nim", &["Nim[3,4,5]", "Nim[1,3,5,6]", "Nim[3,5]", "Nim[1,2,7]"]),
    ("amounts", &["(take <1,2,3>)[5,6,6]", "(take <1,2,3>)(21)", "(take <1,3,4>)(20)", "(take <1,3,4>)(15)"]),
    ("Kayles", &["Kayles(10)", "Kayles[5,7]", "Kayles[3,4,6]"]),
    ("Wythoff", &["Wythoff(3,6)", "Wythoff(7,8)", "Wythoff(5,9)"]),
];

#[test]
fn chance_wins_a_third_against_easy_and_an_eighth_against_medium() {
    const GAMES: u64 = 300;
    for (rule, positions) in HEAPS {
        let (easy, medium) = (share(positions, "easy", GAMES), share(positions, "medium", GAMES));
        println!("{rule}: easy {easy:.3}, medium {medium:.3}");
        assert!((0.26..=0.41).contains(&easy), "{rule}, easy: {easy}");
        assert!((0.08..=0.18).contains(&medium), "{rule}, medium: {medium}");
    }
}

/// On this board many moves win. The shares are still much the same, since a machine that is losing chooses moves
/// that are hard to answer.
#[test]
fn on_a_board_the_levels_are_much_the_same() {
    const GAMES: u64 = 200;
    let boards = ["Cram(\"...../...../.....\")"];
    let [easy, medium, hard] = ["easy", "medium", "hard"].map(|level| share(&boards, level, GAMES));
    println!("Cram on 3 × 5: easy {easy:.3}, medium {medium:.3}, hard {hard:.3}");
    assert!(hard < medium && medium < easy, "{hard} {medium} {easy}");
    assert!((0.3..=0.45).contains(&easy) && (0.08..=0.18).contains(&medium) && hard < 0.06, "{hard} {medium} {easy}");
}

/// In short games the machine makes fewer mistakes. Where a random player wins more than one game in eight even against
/// perfect play, `medium` makes none and plays as `hard` does.
#[test]
fn in_short_games_the_machine_makes_fewer_mistakes() {
    const GAMES: u64 = 150;
    for position in ["Cram(\"...../.....\")", "NoGo(\".../...\")", "Kayles(6)", "Nim(5)", "Nim[1,2]"] {
        let [easy, medium, hard] = ["easy", "medium", "hard"].map(|level| share(&[position], level, GAMES));
        println!("{position}: easy {easy:.3}, medium {medium:.3}, hard {hard:.3}");
        assert!((0.26..=0.41).contains(&easy), "{position}, easy: {easy}");
        assert!((0.08..=hard.max(0.125) + 0.055).contains(&medium), "{position}, medium: {medium}, hard: {hard}");
    }
}

#[test]
fn in_misere_play_the_levels_are_much_the_same() {
    const GAMES: u64 = 400;
    let positions = ["misere Nim[3,4,5]", "misere Nim[2,5,6]"];
    let (easy, medium) = (share(&positions, "easy", GAMES), share(&positions, "medium", GAMES));
    println!("misère Nim: easy {easy:.3}, medium {medium:.3}");
    assert!((0.24..=0.43).contains(&easy) && (0.06..=0.2).contains(&medium), "{easy} {medium}");
}
