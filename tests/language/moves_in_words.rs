//! The moves of a game as they are told and typed: two different moves never have the same words, and what is told of a move makes that
//! move and no other. For every game of the library, in small and in larger positions, alone, beside another and at once.

use std::collections::HashMap;

use grundy::session::Request;
use grundy::session::dialogue::Dialogue;
use grundy::session::library::{Entry, entries};
use grundy::session::report::{Choice, Choices, PlayReport, Refusal, move_label, move_line};
use grundy::show::Language;

use crate::common::Played;
use crate::common::dice::{often, stride};
use crate::common::talk::left_by;

/// Positions of a game: those that its entry tells values of, or heaps.
fn positions(entry: &Entry) -> Vec<String> {
    let values = entry.fact("Values").unwrap();
    match values.contains('=') {
        true => values.split(';').filter_map(|pair| Some(pair.rsplit_once('=')?.0.trim().to_owned())).collect(),
        false => (0..10).chain([16, 24]).map(|heap| format!("{}({heap})", entry.name)).collect(),
    }
}

/// A position that two people play.
struct Table {
    played: Played,
    position: String,
    dialogue: Option<Dialogue>,
}

impl Table {
    fn set(definitions: &str, position: &str) -> Table {
        let mut played = Played::new();
        played.script("<test>", definitions).unwrap_or_else(|error| panic!("{error}"));
        Table { played, position: position.to_owned(), dialogue: None }
    }

    /// What is said to a line in the position; `None` if there is no move in it.
    fn said(&mut self, line: &str) -> Option<PlayReport> {
        let mut dialogue = match self.dialogue.take() {
            Some(dialogue) => dialogue,
            None => self.begun()?,
        };
        let turn = self.played.session.step(&mut dialogue, line);
        if !turn.over {
            // The position is that of the beginning again.
            self.played.session.step(&mut dialogue, "undo");
            self.dialogue = Some(dialogue);
        }
        turn.said.into_iter().find_map(|said| said.ok()?.answer::<PlayReport>().cloned())
    }

    fn begun(&mut self) -> Option<Dialogue> {
        let text = format!("play {} two", self.position);
        let read = self.played.session.read("<test>", &text).into_iter().next().unwrap();
        let reply = read.and_then(|statement| self.played.session.run(&statement));
        match reply.unwrap_or_else(|error| panic!("{text}: {error}")).request {
            Some(Request::Dialogue(dialogue)) => Some(*dialogue),
            _ => None,
        }
    }

    /// The moves, up to the number of those that the word `moves` lists.
    fn moves(&mut self) -> Option<Choices> {
        match self.said("moves")? {
            PlayReport::Moves(choices) => Some(choices),
            other => panic!("{}: {other:?}", self.position),
        }
    }

    /// The move that a line makes, or why it makes none.
    fn made(&mut self, line: &str) -> Result<Choice, String> {
        match self.said(line) {
            Some(PlayReport::Turn(turn)) => Ok(turn.moved[0].choice.clone()),
            Some(PlayReport::Over(record)) => Ok(record.moves[0].choice.clone()),
            Some(PlayReport::Refused { why: Refusal::Several(fitting), .. }) => {
                Err(format!("several: {}", fitting.iter().map(move_line).collect::<Vec<_>>().join("; ")))
            }
            Some(PlayReport::Refused { why, .. }) => Err(format!("{why:?}")),
            _ => Err("an error".to_owned()),
        }
    }
}

/// Moves that leave the same, in whatever order, are one move.
fn same(one: &Choice, other: &Choice) -> bool {
    let sorted = |choice: &Choice| {
        let left = left_by(choice);
        let between = if choice.from.is_compound() { ", " } else { " + " };
        let mut parts: Vec<String> = left.rsplit(" of ").next().unwrap().split(between).map(str::to_owned).collect();
        parts.sort();
        parts
    };
    one.binding == other.binding && sorted(one) == sorted(other)
}

/// How many moves were looked at.
fn told_apart(definitions: &str, position: &str) -> usize {
    let mut table = Table::set(definitions, position);
    let Some(choices) = table.moves() else { return 0 };
    let mut labels: HashMap<String, &Choice> = HashMap::new();
    for choice in &choices.shown {
        let (label, line) = (move_label(choice, Language::ENGLISH), move_line(choice));
        if let Some(other) = labels.insert(label.clone(), choice) {
            panic!("{position}: two moves are called `{label}`: to {} and to {}", left_by(other), left_by(choice));
        }
        // A run of heaps is not typed, and where there are too many moves these are looked for among them all.
        for typed in [label, line].iter().filter(|typed| !choices.more && !typed.contains('…')) {
            let made = table.made(typed).unwrap_or_else(|why| panic!("{position}: `{typed}` is refused: {why:?}"));
            assert!(same(&made, choice), "{position}: `{typed}` leaves {}", left_by(&made));
        }
    }
    choices.shown.len()
}

#[test]
fn two_different_moves_never_have_the_same_words() {
    let mut count = 0;
    for position in entries().flat_map(positions).step_by(stride()) {
        count += told_apart("", &position);
    }
    assert!(count > often(2_000), "{count}");
}

#[test]
fn nor_in_sums_and_where_positions_are_played_at_once() {
    let definitions = "game T = turn any coins; game B(n) = (n-1) again | (n-1) | (n-1) reply | (n/2) reply if n > 0";
    let mut count = 0;
    for position in [
        "T(5)",
        "Ruler(24) + Ruler(25)",
        "MockTurtles(3) + MockTurtles(1) + *1 + MockTurtles(0)",
        "B(4) + B(3) + *2",
        "Cram(\"../..\") + Cram(\"...\") + Kayles(4)",
        "2*Clobber(\"XO/OX\") + Nim(1)",
        "all of Nim(3), Nim(3)",
        "some of Nim(2), Nim(2), MockTurtles(1)",
        "one of Nim(2), Nim(2)",
        "all of Ruler(5), Nim(2) + Nim(1)",
        "short some of Clobber(\"XO/OX\"), Nim(2)",
    ] {
        count += told_apart(definitions, position);
    }
    assert!(count > 100, "{count}");
}
