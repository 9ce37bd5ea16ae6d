//! `play`, `quiz`, `exam` and `tour` in a session in memory. Whole conversations are in `tests/dialogues`, which
//! `transcripts` tests.

use grundy::session::report::letters;

use crate::common::dice::{often, tries};
use crate::common::talk::Talk;

/// From a position that the machine can win, it wins against many different lines of play.
#[test]
fn the_machine_never_gives_a_win_away() {
    let cases = [
        ("play Nim(1)+Nim(2)+Nim(3)", "I win."),
        ("play Nim(3)+Nim(4) second", "I win."),
        ("play misere Nim(2)+Nim(2)", "I win."),
        ("play misere Nim(3)+Nim(4) second", "I win."),
        ("play Kayles(7) second", "I win."),
        ("play Wythoff(3,5)", "I win."),
        ("play *3 + *5 second", "I win."),
    ];
    for (start, end) in cases {
        for first in 1..=6 {
            let mut talk = Talk::new();
            talk.says(start);
            for turn in 0..20 {
                let Some(_) = talk.dialogue else { break };
                // Different moves, so that different games are played.
                talk.says(&letters((first * (turn + 1)) % 5));
                if talk.dialogue.is_some() && talk.heard.ends_with("leaves.\n") {
                    talk.says("a");
                }
                talk.says("a");
                if talk.dialogue.is_none() {
                    break;
                }
            }
            assert!(talk.dialogue.is_none(), "{start} does not end: {}", talk.heard);
            assert!(talk.heard.contains(end), "{start}, first move {first}: {}", talk.heard);
        }
    }
}

/// The words that other programs have for leaving work here too. They do not where the user has defined the word, and a
/// single letter does not leave an exam, where it may be an answer.
#[test]
fn every_word_for_leaving_leaves_every_dialogue() {
    for start in ["play Nim(3)", "play Nim(3) two", "quiz", "exam", "tour lesson 2"] {
        for word in ["quit", "q", ":q", "exit", "leave", "bye", " Quit "] {
            let mut talk = Talk::new();
            talk.says(start);
            assert!(talk.dialogue.is_some(), "{start}");
            talk.says(word);
            let goes_on = (start, word) == ("exam", "q");
            assert_eq!(talk.dialogue.is_some(), goes_on, "{start}, {word}: {}", talk.heard);
        }
    }
    let mut talk = Talk::new();
    talk.says("let q = 5");
    talk.says("tour lesson 2");
    talk.heard.clear();
    talk.says("q");
    assert!(talk.dialogue.is_some() && talk.heard.starts_with('5'), "{}", talk.heard);
}

#[test]
fn a_game_about_which_nothing_can_be_asked_is_refused() {
    let mut talk = Talk::new();
    talk.says("game Rows(h) = (h except <x>) for x in h");
    talk.heard.clear();
    talk.says("quiz Rows");
    assert!(talk.heard.starts_with("error[E0509]: a quiz cannot ask about Rows"), "{}", talk.heard);
}

/// Skips questions until a quiz asks for a winning move in one heap of A, and returns the size of the heap.
fn asked_for_a_move(talk: &mut Talk, seed: u64) -> Option<i64> {
    talk.says("game A = take <1,2,3>");
    talk.says(&format!("quiz A easy seed {seed}"));
    for _ in 0..7 {
        let question = talk.heard.rsplit("\n\n").next().unwrap_or_default().to_owned();
        let heap = question.split_once("Which move wins in A(").and_then(|(_, rest)| rest.split_once("), if"));
        if let Some((heap, _)) = heap {
            talk.heard.clear();
            return heap.parse().ok();
        }
        talk.says("skip");
    }
    None
}

#[test]
fn a_move_in_a_quiz_is_named_by_its_amount_or_by_what_it_leaves() {
    let mut asked = 0;
    for seed in 1..tries(30) {
        let Some(heap) = asked_for_a_move(&mut Talk::new(), seed) else { continue };
        for amount in 1..=3.min(heap) {
            let left = heap - amount;
            let ways = [
                format!("{amount}"),
                format!("take {amount}"),
                format!("Take {amount} from {heap}"),
                format!("{amount} from A({heap})"),
                format!("A({heap}) -> A({left})"),
                format!("A({heap})→A({left})"),
                format!("{heap} -> {left}"),
                format!("A({left})"),
                format!("({left})"),
            ];
            for way in ways {
                let mut talk = Talk::new();
                asked_for_a_move(&mut talk, seed);
                talk.says(&way);
                let right = left % 4 == 0;
                let verdict = if right { "Right: " } else { "No. " };
                assert!(talk.heard.starts_with(verdict), "A({heap}), {way}: {}", talk.heard);
                asked += 1;
            }
        }
    }
    assert!(asked > often(100));
}

#[test]
fn an_amount_that_fits_several_moves_is_not_graded() {
    let mut talk = Talk::new();
    let typed = ["take 1", "1 from Kayles(5)", "take 1 from 5"];
    talk.says("play Kayles(5)+Kayles(9)");
    for line in typed {
        talk.heard.clear();
        talk.says(line);
        assert!(talk.heard.contains("fits several moves"), "{line}: {}", talk.heard);
    }
    talk.says("Kayles(5) -> Kayles(2)+Kayles(2)");
    assert!(talk.heard.contains("You play Kayles(5) → Kayles(2) + Kayles(2)."), "{}", talk.heard);
}

#[test]
fn letters_in_play_are_moves_of_the_list_and_numbers_are_amounts() {
    // All moves are listed; q leaves.
    for (line, left) in [("a", 19), ("u", 0), ("20", 0), ("2", 18), ("take 3", 17)] {
        let mut talk = Talk::new();
        talk.says("play Nim(20)");
        talk.says(line);
        assert!(talk.heard.contains(&format!("You play Nim(20) → Nim({left}).")), "{line}: {}", talk.heard);
    }
    let mut talk = Talk::new();
    talk.says("play Nim(20)");
    talk.says("v");
    assert!(talk.heard.contains("No move has the letter v"), "{}", talk.heard);
    // Only a few are shown.
    let mut talk = Talk::new();
    talk.says("play Nim(30)+Nim(50)");
    talk.says("7");
    assert!(talk.heard.contains("7 fits several moves"), "{}", talk.heard);
    talk.says("play Nim(30)");
    let mut talk = Talk::new();
    talk.says("play Nim(30) + 2*Nim(1)");
    talk.says("moves");
    talk.says("ae");
    assert!(talk.heard.contains("You play Nim(30) → Nim(0)."), "{}", talk.heard);
    let mut talk = Talk::new();
    talk.says("play Nim(40)");
    talk.says("3");
    assert!(talk.heard.contains("You play Nim(40) → Nim(37)."), "{}", talk.heard);
}

#[test]
fn why_before_the_first_move_does_not_tell_the_solution() {
    for opening in ["play Nim(3)+Nim(5)", "play misere Nim(3)+Nim(5)"] {
        let mut talk = Talk::new();
        talk.says(opening);
        talk.heard.clear();
        talk.says("why");
        assert!(talk.heard.starts_with("I have not moved yet, so here is a hint"), "{}", talk.heard);
        assert!(!talk.heard.contains('→'), "{}", talk.heard);
    }
}
