//! `quotient` of several games and of positions, as it is asked in the language.

use crate::common::Played;

/// The answer on one line.
fn answer(question: &str) -> String {
    Played::new().answer(question).split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_quotient_says_how_much_of_each_game_it_decides() {
    let bounded = answer("quotient octal 0.34, Nim to 4");
    assert!(bounded.starts_with("The misère quotient is finite: it has"), "{bounded}");
    assert!(bounded.contains("octal 0.34: proved for all heaps: Plambeck–Siegel periodicity theorem"), "{bounded}");
    assert!(bounded.contains("Nim: the heaps up to n = 4."), "{bounded}");
    // The bound of each game holds, and the one behind a list is for all of its games.
    let kayles = "Kayles: the heaps up to n = 6. Nim: the heaps up to n = 3.";
    assert!(answer("quotient Kayles to 6, Nim to 3").contains(kayles));
    assert!(
        answer("quotient [Kayles, Nim] to 3").contains("Kayles: the heaps up to n = 3. Nim: the heaps up to n = 3.")
    );
    // Nim has no finite quotient, and the answer does not claim that the two have one.
    let open = answer("quotient octal 0.34, Nim for 1s");
    assert!(
        open.starts_with("No finite misère quotient was found") && open.contains("Nothing is known of larger heaps"),
        "{open}"
    );
}

#[test]
fn the_bound_of_an_earlier_question_is_not_that_of_a_later_one() {
    let mut played = Played::new();
    let first = played.answer("quotient Nim to 9");
    played.answer("quotient Nim to 30");
    assert_eq!(played.answer("quotient Nim to 9"), first);
}

#[test]
fn positions_and_games_with_one_quotient() {
    for (one, other) in [
        ("quotient [Kayles(n) for n in 0..9]", "quotient Kayles(9)"),
        ("quotient [Kayles(30), Kayles(2)]", "quotient [2*Kayles(30), Kayles(30) + Kayles(2)]"),
    ] {
        assert_eq!(answer(one), answer(other));
    }
    let notakto = answer("quotient Notakto(\".........\")");
    assert!(notakto.contains("it has 18 elements, of which 4 are lost"), "{notakto}");
    assert!(
        answer("let boards = [Notakto(\"X...X....\"), Nim(3)]; quotient boards")
            .contains("The misère quotient is finite")
    );
}

#[test]
fn what_has_no_quotient_is_refused_with_the_reason() {
    for (question, reason) in [
        ("quotient Wythoff", "found for games of heaps, and Wythoff is none"),
        ("quotient [Kayles, Wythoff]", "found for games of heaps, and Wythoff is none"),
        ("quotient Nim(10^5)", "more than 20,000 positions can be reached from here"),
        ("quotient [1, 2]", "a position is needed here"),
        ("quotient [Kayles, Nim(3)]", "a game is needed here"),
        ("quotient [Kayles(3)] to 5", "a game before a bound is needed here"),
        ("quotient Kayles to 0", "a number from 1 on is needed here"),
        ("quotient Kayles,", "expected a game"),
    ] {
        let said = answer(question);
        assert!(said.starts_with("error") && said.contains(reason), "{question}: {said}");
    }
}
