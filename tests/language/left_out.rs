//! A sum among the options of which only one part lies outside its game is left out, and the first question about the
//! game says so.

use crate::common::Played;
use grundy::session;

/// The notes in what was told.
fn notes(told: &str) -> Vec<&str> {
    told.lines().filter(|line| line.starts_with("note: ")).collect()
}

#[test]
fn the_first_question_says_it_once() {
    let game = "game L(n, r) = (n-1, r-1) + (n-1, 0)";
    let questions = [
        "moves L(2, 0)",
        "winner L(2, 0)",
        "outcome misere L(2, 0)",
        "grundy L(5, 3)",
        "print grundy L(9, 9)",
        "[L(a, b) for a in 0..3, b in 0..3]",
        "table L 0..3, 0..3",
        "losing L 0..3, 0..3",
        "explain L(3, 3)",
        "check grundy L(n, 3) < 9 for n in 0..5",
        "L(1000000, 7)",
        "period L(n, 2)",
    ];
    for question in questions {
        let mut played = Played::new();
        assert_eq!(notes(&played.answer(game)), [""; 0]);
        let told = played.answer(question);
        let [note] = notes(&told)[..] else { panic!("{question}: {told}") };
        assert!(note.contains("has no move to L(") && note.contains("since r is below 0 in L("), "{question}: {note}");
        assert!(told.contains("(n-1, r-1) + (n-1, 0)\n                 ^^^^^^^^^^^^^^^^^^^^^"), "{told}");
        assert_eq!(notes(&played.answer(question)), [""; 0], "{question} again");
        // Another rule is another game.
        played.answer("game L(n, r) = (n-1, r-1) + (n-2, 0)");
        assert_eq!(notes(&played.answer(question)).len(), 1, "{question} of another rule");
    }
}

#[test]
fn it_says_why() {
    for (game, question, why) in [
        (
            "game M(n) = (n-1) + (n-3)",
            "values M 0..9",
            "M(1) has no move to M(0) + M(-2), since n is below 0 in M(-2);",
        ),
        ("game M(n) = (n-1) + *2 + (n-3) | (n-1)", "grundy M(9)", "since n is below 0 in M(-1);"),
        ("game M(n) = Nim(n-2) + (n-1)", "grundy M(9)", "since the heap is below 0 in Nim(-1);"),
        ("game M(n) where n != 2 = split", "grundy M(9)", "since `where n != 2` does not hold for M(2);"),
        ("game M(n) = sum[(n-k) for k in 1..2]", "grundy M(9)", "M(1) has no move to M(0) + M(-1), since"),
        (
            "game M(a, b) where a <= b = (a, b-1) + (a, b-2)",
            "grundy M(2, 9)",
            "since `where a <= b` does not hold for M(",
        ),
        (
            "game A(n) = B(n-1) + (n-2)\ngame B(n) = A(n-1) if n > 1",
            "grundy A(5)",
            "A(1) has no move to B(0) + A(-1), since n is below 0 in A(-1);",
        ),
    ] {
        let mut played = Played::new();
        let told = format!("{}{}", played.answer(game), played.answer(question));
        assert!(notes(&told).len() == 1 && told.contains(why), "{game}: {told}");
    }
}

#[test]
fn what_leaves_nothing_out_needs_no_note() {
    for (game, question) in [
        ("game M(n) = (n-1) + (n-1) | (n-2)", "values M 0..9"),
        ("game M(n) = (n-1) + (n-3) if n >= 3", "values M 0..9"),
        ("game M(n) = (i) + (n-2-i) for i in 0..n-2", "values M 0..9"),
        ("game M(a, b) = (a-1, b) | (a, b-1)", "table M 0..5, 0..5"),
        ("game M(n) = octal 0.137 if n > 3", "values M 0..9"),
        ("let g = path(5)", "winner NodeKayles([0..4], g)"),
    ] {
        let mut played = Played::new();
        played.answer(game);
        assert_eq!(notes(&played.answer(question)), [""; 0], "{game}");
    }
}

#[test]
fn a_preview_does_not_use_it_up() {
    let mut played = Played::new();
    played.answer("game L(n, r) = (n-1, r-1) + (n-1, 0)");
    assert!(session::preview(&mut played.session, "winner L(2, 0)").is_some());
    assert_eq!(notes(&played.answer("2 + 3")), [""; 0]);
    assert_eq!(notes(&played.answer("winner L(2, 0)")).len(), 1);
}
