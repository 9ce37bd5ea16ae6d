//! Games in which play may come back, drawn at random: all questions agree with a fixpoint over whole sums, which knows no
//! theory, and the loop that is shown is one of play.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::Played;
use crate::common::dice::{Dice, is_full, often, tries};

/// For each vertex, the options of its position: each the vertices that a move leaves.
type Graph = Vec<Vec<Vec<usize>>>;

/// A graph of few vertices; some options are two of them, if `sums` is set, and then fewer edges lead back.
fn drawn(dice: &mut Dice, sums: bool) -> Graph {
    let mut below = |limit: usize| dice.below(limit.max(1) as u64) as usize;
    let size = 4 + below(5);
    let mut graph = Vec::new();
    for from in 0..size {
        let mut options = Vec::new();
        for _ in 0..if from == 0 { 0 } else { below(4) } {
            let heaps = if sums { 1 + below(5) / 4 } else { 1 };
            let back = if sums { 5 } else { 2 };
            // Most edges lead to a smaller vertex, so that play ends from some vertices only.
            options.push((0..heaps).map(|_| if below(back) == 0 { below(size) } else { below(from) }).collect());
        }
        graph.push(options);
    }
    graph
}

/// Ways to write a vertex as a position, and the rule that belongs to it. `g` lists for each vertex the options of one
/// heap, and `h` those of two.
const WAYS: [(&str, &str); 4] = [
    ("n", "game G(n) = (k) for k in g[n] | (j) + (k) for (j, k) in h[n]"),
    ("[n]", "game G(v) = ([k]) for k in g[v[0]] | ([j]) + ([k]) for (j, k) in h[v[0]]"),
    ("n, 0", "game G(n, z) = (k, z) for k in g[n] | (j, z) + (k, z) for (j, k) in h[n]"),
    (
        "[n, 7]",
        "game G(v) = (replace(v, 0, k)) for k in g[v[0]] | (replace(v, 0, j)) + (replace(v, 0, k)) for (j, k) in h[v[0]]",
    ),
];

fn defined(graph: &Graph, rule: &str) -> Played {
    let listed = |heaps: usize| {
        let one = |options: &Vec<Vec<usize>>| {
            let all = options.iter().filter(|option| option.len() == heaps);
            let text = |option: &Vec<usize>| match &option[..] {
                [one] => one.to_string(),
                both => format!("({}, {})", both[0], both[1]),
            };
            format!("[{}]", all.map(text).collect::<Vec<_>>().join(", "))
        };
        graph.iter().map(one).collect::<Vec<_>>().join(", ")
    };
    let mut played = Played::new();
    for line in [format!("let g = [{}]", listed(1)), format!("let h = [{}]", listed(2)), rule.to_owned()] {
        let answer = played.answer(&line);
        assert!(!answer.starts_with("error"), "{line}: {answer}");
    }
    played
}

fn below(graph: &Graph, from: usize) -> BTreeSet<usize> {
    let mut met = BTreeSet::from([from]);
    let mut waiting = vec![from];
    while let Some(vertex) = waiting.pop() {
        waiting.extend(graph[vertex].iter().flatten().copied().filter(|next| met.insert(*next)));
    }
    met
}

fn comes_back(graph: &Graph, from: usize) -> bool {
    let leads_back = |vertex: usize| graph[vertex].iter().flatten().any(|next| below(graph, *next).contains(&vertex));
    below(graph, from).into_iter().any(leads_back)
}

/// If more sums are reached, a question is not compared.
const MOST_SUMS: usize = 700;

/// Heaps in ascending order, without those that have no moves, and a nim-heap beside them.
type Heaps = (Vec<usize>, usize);

/// The outcome of a sum of vertices beside a nim-heap, by a plain fixpoint over all sums that are reached: `None` if there
/// are too many.
fn outcome(graph: &Graph, start: &[usize], nim: usize, misere: bool) -> Option<char> {
    let normal = |heaps: &[usize], nim: usize| -> Heaps {
        let mut heaps: Vec<usize> = heaps.iter().copied().filter(|heap| !graph[*heap].is_empty()).collect();
        heaps.sort_unstable();
        (heaps, nim)
    };
    let mut numbers = BTreeMap::from([(normal(start, nim), 0)]);
    let mut waiting = vec![normal(start, nim)];
    let mut options: Vec<Vec<usize>> = Vec::new();
    while let Some((heaps, nim)) = waiting.get(options.len()).cloned() {
        let mut ends: Vec<Heaps> = (0..nim).map(|smaller| (heaps.clone(), smaller)).collect();
        for (place, heap) in heaps.iter().enumerate() {
            for option in &graph[*heap] {
                ends.push(normal(&[&heaps[..place], &heaps[place + 1..], option].concat(), nim));
            }
        }
        let mut found = Vec::new();
        for end in ends {
            let next = numbers.len();
            found.push(*numbers.entry(end.clone()).or_insert_with(|| {
                waiting.push(end);
                next
            }));
        }
        if numbers.len() > MOST_SUMS {
            return None;
        }
        options.push(found);
    }
    let mut found = vec!['D'; options.len()];
    loop {
        let mut changed = false;
        // The ends of play are mostly met last.
        for (place, ends) in options.iter().enumerate().rev() {
            if found[place] != 'D' {
                continue;
            }
            let wins = if ends.is_empty() { misere } else { ends.iter().any(|end| found[*end] == 'P') };
            if wins || ends.iter().all(|end| found[*end] == 'N') {
                found[place] = if wins { 'N' } else { 'P' };
                changed = true;
            }
        }
        if !changed {
            return Some(found[0]);
        }
    }
}

/// The loop that an error shows is a way of play: its steps are moves, it ends where it begins, and it is reached.
fn is_way_of_play(graph: &Graph, from: usize, way: &str, position: &str) -> bool {
    let vertex = |text: &str| {
        let text = text.trim_end_matches(" + …");
        (0..graph.len()).find(|vertex| text == format!("G({})", position.replace('n', &vertex.to_string()))).unwrap()
    };
    let steps: Vec<&str> = way.split(" → ").collect();
    let is_move = |pair: &[&str]| {
        let (here, next) = (vertex(pair[0]), vertex(pair[1]));
        let alone = graph[here].contains(&vec![next]);
        if pair[1].ends_with(" + …") {
            !alone && graph[here].iter().any(|option| option.contains(&next))
        } else {
            alone
        }
    };
    let ends = (vertex(steps[0]), vertex(steps[steps.len() - 1]));
    ends.0 == ends.1 && below(graph, from).contains(&ends.0) && steps.windows(2).all(is_move)
}

#[test]
fn every_question_agrees_with_a_fixpoint_over_sums() {
    let mut dice = Dice::new(34);
    let mut met = BTreeMap::new();
    for round in 0..tries(60) {
        let graph = drawn(&mut dice, round % 2 == 0);
        for (position, rule) in [WAYS[round % 4], WAYS[(round + 1) % 4]] {
            for from in 0..graph.len() {
                let heap = format!("G({})", position.replace('n', &from.to_string()));
                // Each question is asked in a session of its own, which knows nothing from the others.
                let asked = |question: &str| defined(&graph, rule).answer(question);
                let why = format!("{graph:?} {rule} {heap}");
                let Some(expected) = outcome(&graph, &[from], 0, false) else {
                    // Endlessly many sums are reached.
                    let told = asked(&format!("outcome {heap}"));
                    assert!(told.starts_with("error[E0420]") || told.starts_with("error[E0421]"), "{told} {why}");
                    *met.entry("endless").or_insert(0) += 1;
                    continue;
                };
                assert_eq!(asked(&format!("print outcome {heap}")), format!("{expected}\n"), "{why}");
                *met.entry(match expected {
                    'D' => "D",
                    'N' => "N",
                    _ => "P",
                })
                .or_insert(0) += 1;
                let value = asked(&format!("grundy {heap}"));
                let alone = asked(&format!("print grundy {heap}")).trim().to_owned();
                let told = |kind: &str| value.starts_with(&format!("{kind} {alone}:"));
                assert!(told("Grundy value") || told("Value"), "{alone} {value} {why}");
                assert_eq!(asked(&format!("print grundy {heap} == {alone}")), "true\n", "{why}");
                for nim in 1..4 {
                    let Some(beside) = outcome(&graph, &[from], nim, false) else { continue };
                    assert_eq!(
                        asked(&format!("print outcome {heap} + *{nim}")),
                        format!("{beside}\n"),
                        "*{nim} {value} {why}"
                    );
                    let is_value = value.starts_with(&format!("Grundy value {nim}:"));
                    assert_eq!(is_value, beside == 'P', "{nim} {value} {why}");
                }
                if let Some(twice) = outcome(&graph, &[from, from], 0, false) {
                    assert_eq!(asked(&format!("print outcome {heap} + {heap}")), format!("{twice}\n"), "twice {why}");
                }
                let misere = outcome(&graph, &[from], 0, true).unwrap();
                let told = asked(&format!("outcome misere {heap}"));
                assert!(told.starts_with(misere), "misère {misere} {told} {why}");
                let (winner, moves) = (asked(&format!("winner {heap}")), asked(&format!("moves {heap}")));
                let who = match expected {
                    'N' => "First player wins",
                    'P' => "Second player wins",
                    _ => "Draw",
                };
                assert!(winner.starts_with(who), "{winner} {why}");
                assert_eq!(moves.contains("\n  wins "), expected == 'N', "{moves} {why}");
                assert_eq!(
                    moves.contains("\n  draws "),
                    graph[from].iter().any(|option| outcome(&graph, option, 0, false) == Some('D')),
                    "{moves} {why}"
                );
                for told in [&winner, &moves, &asked(&format!("explain {heap}"))] {
                    let way =
                        told.split_once("Play may never end: ").map(|(_, rest)| rest.split_once(".\n").unwrap().0);
                    assert_eq!(way.is_some(), comes_back(&graph, from), "{told} {why}");
                    let way = way.map(|way| way.replace('\n', " "));
                    assert!(way.is_none_or(|way| is_way_of_play(&graph, from, &way, position)), "{told} {why}");
                }
            }
        }
    }
    // Few rules lead to endlessly many sums.
    let kinds = if is_full() { &["N", "P", "D", "endless"][..] } else { &["N", "P", "D"] };
    assert!(kinds.iter().all(|kind| met.get(kind).is_some_and(|count| *count > often(8))), "{met:?}");
}

#[test]
fn a_loop_far_below_is_met_whatever_is_asked() {
    // The search for the winner ends at the first position, which has an option that loses.
    let rule = "= ([h[0]-1]) if h[0] > 0 | ([0]) if h[0] == 0 | ([-1])";
    for far in [100, 5_000, 9_000, 20_000] {
        for question in ["winner", "grundy", "outcome", "moves", "print outcome"] {
            let asked = |head: &str| {
                let mut played = Played::new();
                played.answer(&format!("game {} {rule}", head.replace("(h)", "(h) over if h[0] < 0")));
                played.answer(&format!("{question} L([{far}])"))
            };
            let told = asked("L(h) ends");
            assert!(told.starts_with("error[E0420]: L([0]) can move to itself"), "{question} {far}: {told}");
            let told = asked("L(h)");
            let never_ends = "Play may never end: L([0]) → L([0]).";
            assert!(told.contains(never_ends) || told == "N\n", "{question} {far}: {told}");
        }
    }
}

/// Where there are too many positions to look at all, a search decides, and two equal components of value ∞ do not cancel.
#[test]
fn equal_components_cancel_only_where_play_ends() {
    let far = "game L(h) = ([h[0]-1]) if h[0] > 0 | ([0]) if h[0] == 0";
    let ends = "game E(h) = ([h[0]-1]) if h[0] > 0";
    for (game, asked, expected) in [
        (far, "L([40000]) + L([40000])", 'D'),
        (far, "2*L([40000])", 'D'),
        (far, "4*L([40000]) + *2", 'D'),
        (far, "L([40000]) + L([40000]) + L([39999])", 'D'),
        (ends, "E([40000]) + E([40000])", 'P'),
        (ends, "3*E([40001])", 'N'),
    ] {
        let mut played = Played::new();
        played.answer(game);
        let told = played.answer(&format!("outcome {asked}"));
        assert!(told.starts_with(expected), "{asked}: {told}");
    }
    for pair in ["L(h) + L(h)", "2*L(h)", "6*L(h)"] {
        let mut played = Played::new();
        played.answer(far);
        played.answer(&format!("game M(h) = {pair} | M([h[0]+1]) if h[0] < 40010"));
        let told = played.answer("outcome M([40000])");
        assert!(told.starts_with('D'), "{pair}: {told}");
    }
}
