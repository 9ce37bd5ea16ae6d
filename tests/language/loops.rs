//! Games in which play may come back, drawn at random: `grundy` and `outcome` give the same answer or refusal, and the
//! loop that an error shows is one of play.

use std::collections::BTreeSet;

use crate::common::Played;
use crate::common::dice::Dice;

/// For each vertex, the options of its position: each the vertices that a move leaves.
type Graph = Vec<Vec<Vec<usize>>>;

fn drawn(dice: &mut Dice) -> Graph {
    let mut below = |limit: usize| dice.below(limit.max(1) as u64) as usize;
    let size = 4 + below(5);
    let mut graph = Vec::new();
    for from in 0..size {
        let mut options = Vec::new();
        for _ in 0..if from == 0 { 0 } else { below(4) } {
            let heaps = 1 + below(5) / 4;
            // Most edges lead to a smaller vertex, so that play ends from some vertices only.
            options.push((0..heaps).map(|_| if below(5) == 0 { below(size) } else { below(from) }).collect());
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

fn value(graph: &Graph, vertex: usize) -> usize {
    let options: BTreeSet<usize> =
        graph[vertex].iter().map(|option| option.iter().fold(0, |sum, next| sum ^ value(graph, *next))).collect();
    (0..).find(|value| !options.contains(value)).unwrap()
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
fn grundy_and_outcome_agree_and_show_a_loop_of_play() {
    let mut dice = Dice::new(34);
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..20 {
        let graph = drawn(&mut dice);
        for (position, rule) in WAYS {
            for from in 0..graph.len() {
                let heap = format!("G({})", position.replace('n', &from.to_string()));
                // Each question is asked in a session of its own, which knows nothing from the others.
                let asked = |question: &str| defined(&graph, rule).answer(&format!("{question} {heap}"));
                let twice = |question: &str| defined(&graph, rule).answer(&format!("{question} {heap} + {heap}"));
                let answers =
                    ["print grundy", "print outcome", "print winner", "winner", "moves", "explain"].map(asked);
                let all = answers.iter().cloned().chain(["print grundy", "print outcome"].map(twice));
                let why = format!("{graph:?} {rule} {heap}: {answers:?}");
                if comes_back(&graph, from) {
                    refused += 1;
                    for answer in all {
                        let line = answer.lines().next().unwrap_or_default();
                        let way = match line.strip_prefix("error[E0420]: ").unwrap_or_else(|| panic!("{answer} {why}"))
                        {
                            line if line.contains(" can move to itself") => {
                                let first = line.split_once(" can move").unwrap().0;
                                format!("{first} → {first}")
                            }
                            line => line.strip_prefix("play might never end: ").unwrap().to_owned(),
                        };
                        assert!(is_way_of_play(&graph, from, &way, position), "{way} {why}");
                    }
                } else {
                    answered += 1;
                    let value = value(&graph, from);
                    let outcome = if value == 0 { "P\n" } else { "N\n" };
                    assert_eq!((&*answers[0], &*answers[1]), (&*format!("{value}\n"), outcome), "{why}");
                }
            }
        }
    }
    assert!(answered > 150 && refused > 80, "{answered} {refused}");
}

#[test]
fn a_loop_far_below_is_refused_whatever_is_asked() {
    // The search for the winner ends at the first position, which has an option that loses.
    let rule = "game L(h) over if h[0] < 0 = ([h[0]-1]) if h[0] > 0 | ([0]) if h[0] == 0 | ([-1])";
    for far in [100, 5_000, 9_000, 20_000] {
        for question in ["winner", "grundy", "outcome", "moves", "print outcome", "print grundy"] {
            let mut played = Played::new();
            played.answer(rule);
            let answer = played.answer(&format!("{question} L([{far}])"));
            assert!(answer.contains("error[E0420]: L([0]) can move to itself"), "{question} {far}: {answer}");
        }
    }
}
