//! Misère outcomes compared with an independent search, which knows nothing but the options of each position. A
//! failure names the game and the sum.

use std::collections::HashMap;
use std::sync::Arc;

use crate::common::Played;
use crate::common::dice::tries;
use grundy::session;
use grundy::syntax::words::{self, AsksAbout, Group};
use grundy_engine::game::{
    Amounts, Component, Game, HeapRules, Likeness, Position, Ruleset, Shape, Sum, Summand, Value,
};
use grundy_engine::nim::{Nimber, Outcome};
use grundy_engine::solve::{Limits, Signal, Situation, SolveError, Solver};
use proptest::prelude::*;

/// The options of a heap, each as the list of heaps that it leaves.
type Moves<'a> = &'a dyn Fn(u64) -> Vec<Vec<u64>>;

/// Whether the player to move wins in misère play.
fn wins(heaps: &[u64], moves: Moves, known: &mut HashMap<Vec<u64>, bool>) -> bool {
    if let Some(known) = known.get(heaps) {
        return *known;
    }
    let mut any = false;
    let mut won = false;
    for (index, heap) in heaps.iter().enumerate() {
        for left in moves(*heap) {
            any = true;
            let mut after = heaps.to_vec();
            after.remove(index);
            after.extend(left);
            after.sort_unstable();
            won = won || !wins(&after, moves, known);
        }
    }
    known.insert(heaps.to_vec(), won || !any);
    won || !any
}

fn solver() -> Solver {
    Solver::new(Limits::default(), Arc::new(Signal::default()))
}

fn game(rules: HeapRules) -> Arc<Game> {
    Arc::new(Game::new("G", Ruleset::Heap(Arc::new(rules))))
}

fn heap(game: &Arc<Game>, size: u64) -> Component {
    let coordinates = Arc::new([Value::Integer(i128::from(size))]);
    Component::Position(Position { game: game.clone(), coordinates })
}

fn sum(game: &Arc<Game>, heaps: &[u64]) -> Sum {
    Sum { parts: heaps.iter().map(|size| Summand { copies: 1, component: heap(game, *size) }).collect() }
}

/// All sums of at most so many heaps up to a size, each sorted.
fn heaps_up_to(largest: u64, most: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    let mut last = all.clone();
    for _ in 0..most {
        let longer = last.iter().flat_map(|heaps| {
            let least = heaps.last().copied().unwrap_or(1);
            (least..=largest).map(|next| [&heaps[..], &[next]].concat())
        });
        last = longer.collect();
        all.extend(last.iter().cloned());
    }
    all
}

fn compare(rules: HeapRules, moves: Moves, sums: &[Vec<u64>], what: &str) {
    let game = game(rules);
    let mut solver = solver();
    let mut known = HashMap::new();
    for heaps in sums {
        let expected = if wins(heaps, moves, &mut known) { Outcome::N } else { Outcome::P };
        let position = sum(&game, heaps);
        assert_eq!(solver.outcome(Situation::misere(&position)).unwrap(), expected, "{what}: {heaps:?}");
        let found = solver.moves(Situation::misere(&position), 1000).unwrap();
        let winning: usize = found.winners.len();
        assert_eq!(winning as u128, found.winning, "{what}: {heaps:?}");
        assert_eq!(winning + found.losers.len(), found.total as usize, "{what}: {heaps:?}");
        let no_moves = found.total == 0;
        assert_eq!(winning > 0 || no_moves, expected == Outcome::N, "{what}: {heaps:?}");
        let chosen = solver.best_move(Situation::misere(&position)).unwrap();
        assert_eq!(chosen.is_some(), winning > 0, "{what}: {heaps:?}");
        for made in found.winners.iter().chain(&chosen) {
            let after = position.after(made.part, &made.to);
            assert!(!wins(&heaps_of(&after), moves, &mut known), "{what}: {heaps:?} to {after}");
        }
    }
}

fn heaps_of(sum: &Sum) -> Vec<u64> {
    let mut heaps: Vec<u64> = Vec::new();
    for part in &sum.parts {
        let size = match &part.component {
            Component::Position(position) => position.heap().unwrap(),
            Component::Star(size) => *size,
        };
        heaps.extend((0..part.copies).map(|_| size));
    }
    heaps.sort_unstable();
    heaps
}

/// The moves of an octal code by its definition, without the code that is tested.
fn coded(digits: &[u8], heap: u64) -> Vec<Vec<u64>> {
    let mut options = Vec::new();
    for (taken, digit) in digits.iter().enumerate() {
        let Some(rest) = heap.checked_sub(taken as u64) else { continue };
        if digit & 1 != 0 && rest == 0 && taken > 0 {
            options.push(Vec::new());
        }
        if digit & 2 != 0 && rest > 0 && taken > 0 {
            options.push(vec![rest]);
        }
        if digit & 4 != 0 {
            options.extend((1..=rest / 2).map(|part| vec![part, rest - part]));
        }
    }
    options
}

#[test]
fn octal_games() {
    let cases: &[(&str, &[u8])] = &[
        ("Kayles", &[0, 7, 7]),
        ("Dawson's Kayles", &[0, 0, 7]),
        ("Dawson's Chess", &[0, 1, 3, 7]),
        ("0.4", &[0, 4]),
        ("4.7", &[4, 7]),
        ("0.26", &[0, 2, 6]),
        ("0.35", &[0, 3, 5]),
        ("0.53", &[0, 5, 3]),
        ("0.54", &[0, 5, 4]),
        ("0.123", &[0, 1, 2, 3]),
        ("0.144", &[0, 1, 4, 4]),
        ("0.77777", &[0, 7, 7, 7, 7, 7]),
        ("0.017", &[0, 0, 1, 7]),
        ("0.6", &[0, 6]),
    ];
    for (name, digits) in cases {
        let rules = HeapRules::coded(digits).unwrap();
        compare(rules, &|heap| coded(digits, heap), &heaps_up_to(8, 3), name);
    }
    let kayles = HeapRules::coded(&[0, 7, 7]).unwrap();
    compare(kayles, &|heap| coded(&[0, 7, 7], heap), &heaps_up_to(14, 2), "Kayles");
}

#[test]
fn nim_is_played_by_the_rule_of_bouton() {
    let game = game(HeapRules::taking(Amounts::any()).unwrap());
    let nim = |heap: u64| (0..heap).map(|left| vec![left]).collect();
    compare(HeapRules::taking(Amounts::any()).unwrap(), &nim, &heaps_up_to(6, 4), "Nim");
    let mut solver = solver();
    let billion = 1_000_000_000;
    let cases: [(&[u64], Outcome, u128); 6] = [
        (&[billion], Outcome::N, 1),
        (&[billion, billion], Outcome::P, 0),
        (&[billion, 1], Outcome::N, 1),
        (&[billion, 1, 1], Outcome::N, 1),
        (&[billion, billion - 1], Outcome::N, 1),
        (&[1 << 40, 1 << 41, (1 << 40) + (1 << 41)], Outcome::P, 0),
    ];
    for (heaps, outcome, winning) in cases {
        let position = sum(&game, heaps);
        assert_eq!(solver.outcome(Situation::misere(&position)).unwrap(), outcome, "{heaps:?}");
        let found = solver.moves(Situation::misere(&position), 3).unwrap();
        assert_eq!((found.total, found.winning), (heaps.iter().copied().map(u128::from).sum(), winning), "{heaps:?}");
        assert_eq!(found.losers.len(), 3, "{heaps:?}");
        if let Some(made) = found.winners.first() {
            let after = position.after(made.part, &made.to);
            assert_eq!(solver.outcome(Situation::misere(&after)).unwrap(), Outcome::P, "{heaps:?} to {after}");
        }
    }
}

#[test]
fn games_that_split_and_divide() {
    let any = Likeness::Any;
    let grundys =
        HeapRules::new(vec![(Shape::exactly(2, Likeness::Unequal), Amounts::finite(vec![0]))], Amounts::none());
    let halves = |heap: u64| (1..heap.div_ceil(2)).map(|part| vec![part, heap - part]).collect();
    compare(grundys.unwrap(), &halves, &heaps_up_to(10, 3), "Grundy's game");
    let maundy = HeapRules::new(vec![(Shape::at_least(2, Likeness::Equal), Amounts::finite(vec![0]))], Amounts::none());
    let equal = |heap: u64| {
        (2..=heap).filter(|parts| heap.is_multiple_of(*parts)).map(|parts| vec![heap / parts; parts as usize]).collect()
    };
    compare(maundy.unwrap(), &equal, &heaps_up_to(12, 2), "Maundy Cake");
    let lasker = HeapRules::taking(Amounts::any()).unwrap();
    let splits = HeapRules::new(vec![(Shape::exactly(2, any), Amounts::finite(vec![0]))], Amounts::none()).unwrap();
    let take_or_split = |heap: u64| {
        let mut options: Vec<Vec<u64>> = (0..heap).map(|left| vec![left]).collect();
        options.extend((1..=heap / 2).map(|part| vec![part, heap - part]));
        options
    };
    compare(lasker.union(&splits).unwrap(), &take_or_split, &heaps_up_to(7, 3), "Lasker's Nim");
    let divided = HeapRules::new(Vec::new(), Amounts::finite(vec![2, 3, 6])).unwrap();
    let floors = |heap: u64| if heap == 0 { vec![] } else { [2, 3, 6].map(|d| vec![heap / d]).into() };
    compare(divided, &floors, &heaps_up_to(14, 3), "dividing");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: tries(60), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_subtraction_games(amounts in prop::collection::btree_set(1u64..9, 1..5)) {
        let rules = HeapRules::taking(Amounts::finite(amounts.iter().copied().collect())).unwrap();
        let moves = |heap: u64| amounts.iter().filter(|a| **a <= heap).map(|a| vec![heap - a]).collect();
        compare(rules, &moves, &heaps_up_to(11, 3), &format!("take {amounts:?}"));
    }

    #[test]
    fn random_codes(digits in prop::collection::vec(0u8..8, 1..5)) {
        let digits = [vec![0], digits].concat();
        let rules = HeapRules::coded(&digits).unwrap();
        compare(rules, &|heap| coded(&digits, heap), &heaps_up_to(8, 3), &format!("octal {digits:?}"));
    }

    /// Games given by tables of options, which are random sums of smaller positions. Many of these games are wild,
    /// and nim-heaps stand beside them.
    #[test]
    fn random_trees(tables in prop::collection::vec(prop::collection::vec(prop::collection::vec(any::<u8>(), 0..3), 0..4), 10)) {
        // A number above 100 stands for a nim-heap: 100 + k is *k.
        let moves = |heap: u64| -> Vec<Vec<u64>> {
            if heap > 100 {
                return (100..heap).map(|left| if left > 100 { vec![left] } else { Vec::new() }).collect();
            }
            let options = tables.get((heap - 1) as usize).into_iter().flatten();
            options.map(|option| option.iter().map(|part| u64::from(*part) % heap).filter(|part| *part > 0).collect()).collect()
        };
        let mut source = String::from("let choices = [[]");
        for heap in 1..=10 {
            let mut seen = moves(heap);
            seen.retain(|option| option.len() <= 2);
            source.push_str(&format!(", {:?}", seen));
        }
        source.push_str("]\ngame T(n) = sum[(m) for m in o] for o in choices[n]\n");
        let mut played = Played::new();
        prop_assert_eq!(played.answer(&source).contains("rror"), false, "{}", source);
        let mut known = HashMap::new();
        for heaps in heaps_up_to(10, 3) {
            if heaps.is_empty() || heaps.iter().sum::<u64>() % 5 != 0 {
                continue;
            }
            let star = heaps[0] % 4;
            let all = if star == 0 { heaps.clone() } else { [&heaps[..], &[100 + star]].concat() };
            let expected = if wins(&all, &moves, &mut known) { "N" } else { "P" };
            let parts: Vec<String> = heaps.iter().map(|heap| format!("T({heap})")).collect();
            let question = format!("print outcome misere {}+*{star}", parts.join("+"));
            let answer = played.answer(&question);
            prop_assert_eq!(answer.trim(), expected, "{}{}", source, question);
        }
    }
}

/// Rules written out in the language, in a session.
#[test]
fn written_rules() {
    let rules = r#"
game K(row) = (replace(row, i, ".")) for i in 0..length(row)-1 if row[i] == "X" | (replace(row, i, "..")) for i in 0..length(row)-2 if row[i..i+1] == "XX"
game Coins(h) = (remove(h, i)) for i in 0..length(h)-1 | (replace(h, i, h[i]-1)) for i in 0..length(h)-1 if h[i] > 1
"#;
    let cases = [
        // K is Kayles, with a row of pins as a text. In Coins a move takes one coin of a pile or removes the pile: a
        // pile of 3 has value 1, one of 2 has value 2.
        ("print outcome misere K(\"XXX\") == outcome misere Kayles(3)", "true"),
        ("print outcome misere K(\"XXXX.XXX\") == outcome misere Kayles(4)+Kayles(3)", "true"),
        ("print all(outcome misere K(\"XXXXX\")+*k == outcome misere Kayles(5)+*k for k in 0..12)", "true"),
        ("print outcome misere Coins([2,1,3])+K(\"XX\") == outcome misere Nim(2)+Nim(1)+Nim(1)+Nim(2)", "true"),
        ("print outcome misere 1000000007*Nim(1)", "P"),
        ("print outcome misere 1000000006*Nim(5)+*3", "N"),
        ("print outcome misere Notakto(\".........\")", "N"),
        ("print outcome misere Notakto(\"X........\")", "N"),
        ("print outcome misere Notakto(\"....X....\")", "P"),
        // Plambeck and Whitehead: on two empty boards the player who begins loses.
        ("print outcome misere Notakto(\".........\")+Notakto(\".........\")", "P"),
    ];
    let mut played = Played::new();
    assert!(!played.answer(rules).contains("rror"));
    for (line, expected) in cases {
        assert_eq!(played.answer(line).trim(), expected, "{line}");
    }
}

/// An error shows the positions at which the rule fails: these must stand in its text.
#[test]
fn rules_that_cannot_be_played_are_told_where_they_fail() {
    let rules = r#"
game Loop(n) over if n == 0 = (n-1) | (n % 3 + 1) if n > 1
game Grow(n) = (n+1)
game Wrong(n) over if n == 0 = (n-1) | (1/(n-3)) if n == 3
"#;
    let cases: [(&str, &[&str]); 4] = [
        ("winner misere Loop(6)+*2", &["Loop(2)", "Loop(3)", "Loop(2)"]),
        ("winner misere Grow(1)+Kayles(9)", &["Grow("]),
        ("winner misere Wrong(9)+Wrong(8)", &["Wrong(3)"]),
        ("moves misere Kayles(9)+Loop(6)", &["Loop(2)", "Loop(3)"]),
    ];
    // That a position grows without end is said when the memory is full, so the limit is small.
    let limits = Limits { memory: 100_000_000 };
    let mut played = Played::of(session::new(limits, Arc::new(Signal::default())));
    played.answer(rules);
    for (line, expected) in cases {
        let said = played.answer(line);
        for words in expected {
            assert!(said.contains(words), "{line}: {words} is missing in:\n{said}");
        }
        assert_eq!(played.answer("print outcome misere Kayles(1)").trim(), "P", "after {line}");
    }
}

#[test]
fn what_cannot_be_answered_says_why_and_keeps_the_rest() {
    let mut solver = solver();
    // No quotient is looked for where a move may divide.
    let divided = |rules: HeapRules, by| game(rules.union(&HeapRules::new(vec![], by).unwrap()).unwrap());
    let thin = divided(HeapRules::taking(Amounts::finite(vec![1, 2, 3])).unwrap(), Amounts::finite(vec![1 << 61]));
    let kayles = game(HeapRules::coded(&[0, 7, 7]).unwrap());
    let wild = heap(&divided(HeapRules::coded(&[0, 7, 7]).unwrap(), Amounts::finite(vec![100])), 9);
    let cases = [
        ("a heap too large to walk down", Sum::of(heap(&thin, 1 << 60))),
        ("a nim-heap too large beside a wild game", sum(&kayles, &[5, 9]).plus(&Sum::star(Nimber(1 << 50)))),
        ("too many copies of a wild game", Sum { parts: vec![Summand { copies: 1 << 40, component: wild }] }),
    ];
    for (what, position) in &cases {
        let stop = solver.outcome(Situation::misere(position));
        let is_refused = matches!(stop, Err(SolveError::Positions { .. } | SolveError::Memory { .. }));
        assert!(is_refused, "{what}: {stop:?}");
    }
    assert_eq!(solver.outcome(Situation::misere(&sum(&kayles, &[1]))).unwrap(), Outcome::P);
}

#[test]
fn the_budget_is_heard() {
    let kayles = game(HeapRules::coded(&[0, 7, 7]).unwrap());
    let position = sum(&kayles, &[30, 31, 32]);
    let signal = Arc::new(Signal::default());
    let mut told = Solver::new(Limits::default(), signal.clone());
    signal.interrupt();
    assert_eq!(told.outcome(Situation::misere(&position)), Err(SolveError::Interrupted));
    signal.reset();
    let mut poor = Solver::new(Limits { memory: 1 << 17 }, signal);
    assert!(matches!(poor.outcome(Situation::misere(&sum(&kayles, &[100_000]))), Err(SolveError::Memory { .. })));
    assert_eq!(poor.outcome(Situation::misere(&sum(&kayles, &[1]))).unwrap(), Outcome::P);
    // The table of outcomes is small then, and what took the least work is searched again.
    for heaps in [[11, 12], [12, 13], [9, 16]] {
        let expected = solver().outcome(Situation::misere(&sum(&kayles, &heaps)));
        assert_eq!(poor.outcome(Situation::misere(&sum(&kayles, &heaps))), expected, "{heaps:?}");
    }
}

#[test]
fn long_plays_and_large_sums() {
    let mut solver = solver();
    let thin = game(HeapRules::taking(Amounts::finite(vec![1, 2, 3])).unwrap());
    let kayles = game(HeapRules::coded(&[0, 7, 7]).unwrap());
    // Ferguson: a subtraction game is played as in normal play until heaps are small.
    let cases = [(&thin, vec![1_000_000], Outcome::N), (&thin, vec![999_997], Outcome::P)];
    for (game, heaps, expected) in cases {
        assert_eq!(solver.outcome(Situation::misere(&sum(game, &heaps))).unwrap(), expected, "{heaps:?}");
    }
    let mut known = HashMap::new();
    for heaps in [vec![11, 12], vec![3, 3, 6, 12]] {
        let expected = wins(&heaps, &|heap| coded(&[0, 7, 7], heap), &mut known);
        let outcome = solver.outcome(Situation::misere(&sum(&kayles, &heaps))).unwrap();
        assert_eq!(outcome == Outcome::N, expected, "{heaps:?}");
    }
}

/// Every question that can be asked, with what stands behind its verb. In misère play the answer for it is another one
/// than in normal play.
fn asked(word: &str) -> Option<&'static str> {
    Some(match words::asks_about(word) {
        _ if ["remoteness", "suspense"].contains(&word) => "Nim(2)",
        Some(AsksAbout::Position) => "Nim(1)",
        // Farther away there is no finite quotient either, which takes long to be found.
        _ if ["period", "preperiod", "proved", "quotient"].contains(&word) => "Nim to 20",
        Some(AsksAbout::Game) => "Nim",
        None => match word {
            "table" | "losing" | "winning" | "values" | "plot" | "pattern" => "Nim 0..4",
            _ => return None,
        },
    })
}

/// No question drops the word: it is answered for misère play, or refused.
#[test]
fn every_question_hears_misere() {
    let mut heard = Vec::new();
    for word in words::WORDS.iter().filter(|word| word.group == Group::Question) {
        let Some(subject) = asked(word.word) else { continue };
        let mut said = vec![format!("{} misere {subject}", word.word)];
        if word.value_of().is_some() {
            said.push(format!("print {} misere {subject}", word.word));
            said.push(format!("check ({} misere {subject}) == 3 for n in 0..3", word.word));
            said.push(format!("survey n, {} misere {subject} for n in 0..3", word.word));
            said.push(format!("let x = {} misere {subject}", word.word));
        }
        for line in said {
            let (normal, misere) = (Played::new().answer(&line.replace("misere ", "")), Played::new().answer(&line));
            match word.answers_misere() {
                // The options are the same in misère play; only the verdicts about them differ, and the order of some moves.
                true if matches!(word.word, "options" | "moves") && !line.starts_with(word.word) => {
                    assert_eq!(misere.starts_with("error"), normal.starts_with("error"), "{line}");
                }
                // The form of a nim-heap is itself.
                true if word.word == "form" && !line.starts_with("form") => {
                    assert_eq!(misere.starts_with("error"), normal.starts_with("error"), "{line}");
                }
                true => assert_ne!(misere, normal, "{line}"),
                false => assert!(misere.starts_with("error[E0310]"), "{line}: {misere}"),
            }
        }
        heard.push(word.word);
    }
    assert!(heard.len() >= 22, "{heard:?}");
    // Of each heap as of one, where another verb stands behind `values` or `table`.
    for word in ["grundy", "outcome", "winner", "form", "remoteness", "suspense"] {
        let said = |line: &str| Played::new().answer(line);
        let misere = said(&format!("values {word} misere Kayles 0..9"));
        assert_eq!(misere, said(&format!("[{word} misere Kayles(n) for n in 0..9]")), "{word}");
        assert_ne!(misere, said(&format!("values {word} Kayles 0..9")), "{word}");
        let (table, normal) = (format!("table {word} misere Kayles 0..9"), format!("table {word} Kayles 0..9"));
        assert!(!said(&table).starts_with("error") && said(&table) != said(&normal), "{word}: {}", said(&table));
    }
    for line in ["values genus misere Kayles 0..9", "table genus misere Kayles 0..9", "values misere genus Kayles 0..9"]
    {
        assert!(Played::new().answer(line).starts_with("error"), "{line}");
    }
    // The word stays in what a lenient form stands for.
    let unequal = Played::new().answer("equal misere octal 0.35(6), *2");
    assert!(unequal.starts_with("false\nTold apart by octal 0.35(4): in misère play *2 +"), "{unequal}");
    assert_eq!(Played::new().answer("equal octal 0.35(6), *2"), "true\n");
    for line in ["explain misere period Kayles", "explain period misere Kayles"] {
        assert!(Played::new().answer(line).starts_with("error[E0310]"), "{line}");
    }
    // Nothing else takes the word either.
    for word in words::WORDS.iter().filter(|word| asked(word.word).is_none() && !["help", "#"].contains(&word.word)) {
        let answer = Played::new().answer(&format!("{} misere Nim(1)", word.word));
        assert!(answer.starts_with("error"), "{}: {answer}", word.word);
    }
}

/// The help for a question that is refused names those that are not.
#[test]
fn the_error_names_the_questions_that_are_answered() {
    let answer = Played::new().answer("tree misere Nim(3)");
    let help = answer.lines().find(|line| line.contains("= help")).unwrap();
    for word in words::WORDS.iter().filter(|word| word.group == Group::Question) {
        let is_named = help.split([' ', ',']).any(|named| named == word.word);
        assert_eq!(is_named, word.answers_misere(), "{}: {help}", word.word);
    }
}

/// `genus` and `form` are verbs before a blank and a position; everywhere else they may be names.
#[test]
fn genus_and_form_may_be_names() {
    for (said, answer) in [
        ("game form = take <1,2>\ngame genus(form) = (form - 1) if form > 0\noutcome form(3)\ngrundy genus(2)", ""),
        ("let genus = 4\nprint genus*2, genus + 1", "8 5"),
        ("let form (n) = n + 1\nprint form(3), [form for form in 1..3]", "4 [1, 2, 3]"),
        ("let form = 3\nprint form - 1, if form in {3} then form else 0", "2 3"),
        ("game form = take <1,2>\nprint genus form(5), form form(5)", "2^20 *2"),
        ("print genus 2*Kayles(5), genus (Kayles(5) + *2), genus *3", "0^120 6^46 3^31"),
    ] {
        let mut played = Played::new();
        let told: Vec<String> = said.lines().map(|line| played.answer(line)).collect();
        assert!(told.iter().all(|told| !told.starts_with("error")), "{said}: {told:?}");
        assert!(answer.is_empty() || told.last().unwrap().trim_end() == answer, "{said}: {told:?}");
    }
    assert!(Played::new().answer("genus(Kayles(5))").contains("genus Kayles(5)"));
}

/// A ring of Kayles, of which a move leaves a row, as it was found by a search that knows only the rules.
#[test]
fn a_ring_is_decided_by_the_rows_that_a_move_leaves() {
    let mut played = Played::new();
    played.answer("game Ring(n) = Kayles(n-1) | Kayles(n-2)");
    played.answer("game Slow(n) = (a) + (n-k-a) for k in {1, 2} for a in 0..n-k if n < 100; game Round(n) = Slow(n-1) | Slow(n-2)");
    assert_eq!(
        played.answer("print [n for n in 1..14 if outcome misere Ring(n) == P]").trim_end(),
        "[1, 4, 7, 8, 9, 12]"
    );
    assert_eq!(
        played.answer("count(outcome misere Ring(n) == outcome misere Round(n) for n in 0..25)").trim_end(),
        "26"
    );
    // No row of more than 9 cells is lost for the player to move but those of Kayles: 1, 4, 9, 12 and 20.
    assert_eq!(played.answer("[n for n in 24..1000 if outcome misere Ring(n) == N]").trim_end(), "[]");
}

/// In misère play it is the elements of the quotient that repeat; the answer alone and in expressions is the same.
#[test]
fn periods_of_misere_play_are_those_of_quotients() {
    let mut played = Played::new();
    for (said, answer) in [
        ("print period misere Kayles, preperiod misere Kayles, proved misere Kayles", "12 71 true"),
        ("print period misere take <1,2>, preperiod misere take <1,2>", "3 0"),
        (
            "print period misere Kayles to 20, preperiod misere Kayles to 20, proved misere Kayles to 20",
            "none none false",
        ),
        ("print quotient Wythoff(1, 2), quotient (Wythoff(1, 2) + Kayles(5)), quotient Kayles", "6 12 40"),
        ("period misere octal 0.34 == 8", "true"),
        ("proved misere Kayles to 20", "false"),
        ("preperiod misere octal 0.34", "7"),
    ] {
        assert_eq!(played.answer(said).trim_end(), answer, "{said}");
    }
    for (said, code) in [
        ("period misere Kayles to 20", "E0348"),
        ("preperiod misere Nim to 9", "E0348"),
        ("period misere Wythoff", "E0344"),
        ("print period misere Wythoff", "E0344"),
        ("saltus misere Kayles", "E0310"),
        ("print exceptions misere Kayles", "E0310"),
        ("quotient [Kayles, Nim] == 3", "E0305"),
        ("print quotient Cram(board(10, 10))", "E0344"),
        ("print form misere Kayles(40)", "E0332"),
    ] {
        assert!(played.answer(said).starts_with(&format!("error[{code}]")), "{said}: {}", played.answer(said));
    }
}
