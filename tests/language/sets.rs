//! Rules whose positions are subsets of a ground set: the search over bits finds what the definition finds, for random
//! graphs, orders and conditions, and for ground sets of one word, two and more.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Sum, Summand, Value};
use grundy_engine::nim::{GrundyValue, Nimber, Outcome};
use grundy_engine::solve::{Limits, Signal, Situation, Solver};

use crate::common::Played;
use crate::common::dice::{Dice, often, tries};
use crate::common::games::{definition_only, fast, game, told};

fn list(members: &[u64]) -> Value {
    Value::list(members.iter().map(|n| Value::Integer(i128::from(*n))).collect())
}

fn at(game: &Arc<Game>, left: Value) -> Position {
    Position { game: game.clone(), coordinates: Arc::from([left]) }
}

/// A random undirected graph, some of whose vertices have the same neighbours.
fn graph(dice: &mut Dice, vertices: u64) -> Vec<Vec<u64>> {
    let density = 1 + dice.below(5);
    let mut near: Vec<Vec<bool>> = Vec::new();
    for v in 0..vertices as usize {
        let row = match near.last() {
            Some(last) if v > 1 && dice.below(4) == 0 => last.clone(),
            _ => (0..vertices).map(|_| dice.below(12) < density).collect(),
        };
        near.push(row);
    }
    let is_near = |v: u64, w: u64| v != w && (near[v as usize][w as usize] || near[w as usize][v as usize]);
    (0..vertices).map(|v| (0..vertices).filter(|w| is_near(v, *w)).collect()).collect()
}

/// A grid graph without some of its edges or vertices, or with diagonals.
fn grid(dice: &mut Dice, rows: u64, columns: u64) -> Vec<Vec<u64>> {
    let (diagonals, holes) = (dice.below(4) == 0, dice.below(3));
    let is_near = |v: u64, w: u64| {
        let (down, across) = ((v / columns).abs_diff(w / columns), (v % columns).abs_diff(w % columns));
        down + across == 1 || diagonals && down == 1 && across == 1
    };
    let mut near: Vec<Vec<u64>> =
        (0..rows * columns).map(|v| (0..rows * columns).filter(|w| is_near(v, *w)).collect()).collect();
    for _ in 0..holes {
        let (v, w) = (dice.below(rows * columns), dice.below(rows * columns));
        near[v as usize].retain(|other| *other != w);
        near[w as usize].retain(|other| *other != v);
    }
    near
}

const REST: [&str; 8] = [
    "[w for w in left if w != v and w not in g[v]]",
    "[w for w in left if w % 2 != v % 2]",
    "[w for w in left if w % 3 != v % 3]",
    "[w for w in left if w != v]",
    "[w for w in left if w % v1 != 0]",
    "[w for w in left if w < v or w > v + 2]",
    "remove(left, i)",
    "[w for w in left if not (w == v or w in g[v] and w < v)]",
];

const CASES: [&str; 9] = [
    "v in left",
    "v in left if some(w in left for w in g[v])",
    "v in left if count(w in left for w in g[v]) <= 1",
    "v in left if all(w in left for w in g[v])",
    "v in left if v % 3 == 0 or length(left) > 3",
    "v in left, u in g[v] if u in left",
    "v in left if (if v in g[0] then 0 in left else v > 2)",
    "v in left, u in [v + 1] if u not in left",
    "v in left if length([w for w in left if w in g[v]]) != 2",
];

/// The relation by which a subset parts need not be the one by which members are removed: `next` and `mirror` are others.
const OPTIONS: [&str; 10] = [
    "({rest})",
    "sum[(p) for p in parts({rest}, next)]",
    "sum[(p) for p in parts({rest}, mirror)]",
    "sum[(p) for p in parts({rest}, next) if length(p) > 1]",
    "sum[(p) for p in parts({rest}, g)]",
    "sum[(p) for p in parts({rest}, near)]",
    "sum[(p) for p in parts({rest}, g) if length(p) > 1]",
    "sum[(p) for p in parts({rest}, near) if some(w in p for w in [0, 1, 2, 5])]",
    "sum[(p) for p in parts({rest}, g) if length(p) > 1 or 3 in left]",
    "sum[(p) for p in parts({rest}, near) if length(p) != 2 or 3 in p]",
];

/// The relations of those options.
const RELATIONS: &str = "let near(v, w) = w in g[v]\n\
                         let next(v, w) = abs(v - w) == 1\n\
                         let mirror(v, w) = v + w == length(g) - 1 or abs(v - w) == 2\n";

fn rule(dice: &mut Dice) -> String {
    let clause = |dice: &mut Dice| {
        let pick = |dice: &mut Dice, from: &[&str]| from[dice.below(from.len() as u64) as usize].to_owned();
        let rest = pick(dice, &REST);
        let cases = pick(dice, &CASES);
        (rest, cases)
    };
    let (rest, cases) = clause(dice);
    let cases = if rest.contains('i') && rest.contains("remove") {
        cases.replacen("v in left", "i in indices(left), v in [left[i]]", 1)
    } else {
        cases
    };
    let cases = if rest.contains("v1") {
        format!("v in left, v1 in [v + 2]{}", cases.strip_prefix("v in left").unwrap_or_default())
    } else {
        cases
    };
    let option = OPTIONS[dice.below(OPTIONS.len() as u64) as usize].replace("{rest}", &rest);
    let over = if dice.below(5) == 0 { " over if 3 not in left and 1 not in left" } else { "" };
    format!("game G(left){over} = {option} for {cases}")
}

#[test]
fn subsets_have_the_values_of_the_definition() {
    let mut dice = Dice::new(0x5e75_0001_2345_6789);
    let (mut recognised, mut compared) = (0, 0);
    for round in 0..tries(240u64) {
        let graph =
            if round % 2 == 0 { graph(&mut dice, 10) } else { grid(&mut dice, 2 + round % 3 / 2, 4 + round % 2) };
        let definitions = format!("let g = {graph:?}\n{RELATIONS}{}", rule(&mut dice));
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let all: Vec<u64> = (0..graph.len() as u64).collect();
        let subsets = (0..4)
            .map(|k| if k == 0 { all.clone() } else { all.iter().copied().filter(|_| dice.below(3) > 0).collect() });
        for subset in subsets.collect::<Vec<_>>() {
            let position = at(&game, list(&subset));
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "{position} of\n{definitions}");
            compared += 1;
            if let Ok(value) = wanted.trim_start_matches('*').parse::<u64>() {
                let sum = Sum { parts: vec![Summand { copies: 1, component: Component::Position(position) }] };
                assert_eq!(fast.outcome(&sum).unwrap(), Outcome::of(Nimber(value)), "{sum} of\n{definitions}");
            }
        }
        recognised += usize::from(fast.set_counts().1 > 0);
    }
    assert!(recognised > often(120) && compared > often(900), "{recognised} of {compared}");
}

/// In misère play: whole sets, which the search goes through, and parts of them, which forms decide; alone and in sums.
#[test]
fn subsets_have_the_outcomes_of_the_definition_in_misere_play() {
    let mut dice = Dice::new(0x5e75_0005_2345_6789);
    let (mut searched, mut compared, mut lost) = (0, 0, 0);
    for round in 0..tries(60u64) {
        let vertices = if round % 3 == 0 { 12 } else { 9 };
        let graph = if round % 2 == 0 { graph(&mut dice, vertices) } else { grid(&mut dice, 3, vertices / 3) };
        let definitions = format!("let g = {graph:?}\n{RELATIONS}{}", rule(&mut dice));
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let all: Vec<u64> = (0..graph.len() as u64).collect();
        let some: Vec<u64> = all.iter().copied().filter(|_| dice.below(5) > 0).collect();
        let few: Vec<u64> = all.iter().copied().filter(|_| dice.below(3) == 0).collect();
        let part = |subset: &[u64], copies| Summand { copies, component: Component::Position(at(&game, list(subset))) };
        let star = Sum::star(Nimber(dice.below(5))).parts;
        let sums = [
            vec![part(&all, 1)],
            [vec![part(&some, 1)], star.clone()].concat(),
            [vec![part(&few, 2), part(&some, 1)], star].concat(),
        ];
        for sum in sums.map(|parts| Sum { parts }) {
            let Ok(wanted) = definition.outcome(Situation::misere(&sum)) else { continue };
            assert_eq!(fast.outcome(Situation::misere(&sum)).unwrap(), wanted, "{sum} of\n{definitions}");
            if wanted == Outcome::N {
                let found = fast.best_move(Situation::misere(&sum)).unwrap();
                let after = found.map(|made| sum.after(made.part, &made.to));
                let held = after.map_or(Outcome::P, |after| definition.outcome(Situation::misere(&after)).unwrap());
                assert_eq!(held, Outcome::P, "the winning move in {sum} of\n{definitions}");
            }
            compared += 1;
            lost += usize::from(wanted == Outcome::P);
        }
        // Normal play is asked about large components only.
        searched += usize::from(fast.set_counts().1 > 0);
    }
    assert!(
        searched > often(7) && compared > often(150) && lost > often(20),
        "{searched} searched, {compared} compared, {lost} lost"
    );
}

/// Where a graph equals its image, a move may be answered by its image only if that is still possible once what is left
/// has come apart, and then removes what its own part has left. And where parts are left out, what they are made of matters.
#[test]
fn symmetry_does_not_reach_across_parts() {
    let graphs = [
        "path(6)",
        "path(7)",
        "cycle(6)",
        "cycle(8)",
        "grid(2, 4)",
        "grid(3, 3)",
        "grid(2, 3)",
        "star(5)",
        "complete(5)",
    ];
    let cases = [
        "u in left, v in left if [u, v] in pairs",
        "u in left, v in g[u] if u < v and v in left",
        "u in left, v in left if u < v and (u + v) % 3 == k",
        "u in left, v in [last - u] if u != v and count(w in left for w in pairs[0]) != 1",
        "u in left, v in left if u < v and v - u == k + 1",
        "u in left, v in [u]",
    ];
    let kept =
        ["", " if length(p) > 1", " if length(p) > 2", " if length(p) != 2", " if some(w in p for w in [0, 1, last])"];
    let rests =
        ["w != u and w != v", "w != u and w % 2 != v % 2", "w % 3 != u % 3", "w != u and w not in g[v]", "w != u"];
    let mut dice = Dice::new(0x5e75_0004_2345_6789);
    let mut recognised = 0;
    for graph in graphs {
        for (cases, rest) in cases.iter().flat_map(|cases| rests.map(|rest| (cases, rest))) {
            let (kept, apart) = (dice.pick(&kept), dice.pick(&["g", "next", "even"]));
            let last = 5 + u64::from(!graph.ends_with("(6)") && !graph.ends_with('5') && graph != "grid(2, 3)");
            let mirrored = |[u, v]: [u64; 2]| [last - u, last - v];
            let some: Vec<[u64; 2]> =
                (0..2).map(|_| [dice.below(last + 1), dice.below(last + 1)]).filter(|[u, v]| u != v).collect();
            let pairs: Vec<[u64; 2]> = [[0, 3], [last, last - 3]]
                .into_iter()
                .chain(some.iter().copied())
                .chain(some.iter().copied().map(mirrored))
                .collect();
            let definitions = format!(
                "let g = {graph}\nlet last = {last}\nlet k = {}\nlet pairs = {pairs:?}\n\
                 let next(v, w) = abs(v - w) == 1\nlet even(v, w) = (v - w) % 2 == 0\n\
                 game G(left) = sum[(p) for p in parts([w for w in left if {rest}], {apart}){kept}] for {cases}",
                dice.below(3)
            );
            let game = game(&definitions, "G([])");
            let (mut fast, mut definition) = (fast(), definition_only());
            let size = if graph == "complete(5)" {
                5
            } else if graph.contains('6') || graph == "grid(2, 3)" || graph == "star(5)" {
                6
            } else {
                7
            };
            let all: Vec<u64> = (0..size).collect();
            let some: Vec<u64> = all.iter().copied().filter(|_| dice.below(4) > 0).collect();
            for subset in [all, some] {
                let position = at(&game, list(&subset));
                let (found, wanted) =
                    (told(fast.position_value(&position)), told(definition.position_value(&position)));
                assert_eq!(found, wanted, "{position} of\n{definitions}");
            }
            recognised += usize::from(fast.set_counts().0 > 0);
        }
    }
    assert!(recognised > 100, "{recognised}");
}

/// Orders that equal their images: copies of one order above a least member, which joins all others, so that a set stays whole
/// and the images of what a move leaves are those of the set without those of what it removes. Members of no order are idle.
#[test]
fn orders_that_equal_their_images_have_the_values_of_the_definition() {
    let mut dice = Dice::new(0x5e75_0006_2345_6789);
    let mut recognised = 0;
    for round in 0..tries(60) {
        let (size, copies) = [(4, 2), (3, 3), (5, 2), (2, 4)][round % 4];
        let mut is_below = vec![vec![false; size]; size];
        for low in (0..size).rev() {
            for high in low + 1..size {
                if dice.below(3) > 0 {
                    is_below[low][high] = true;
                    (0..size).for_each(|top| is_below[low][top] |= is_below[high][top]);
                }
            }
        }
        let count = 1 + (size * copies) as u64;
        let copy_of = |v: u64| ((v - 1) as usize / size, (v - 1) as usize % size);
        let is_above = |v: u64, w: u64| {
            v == w || v == 0 || w > 0 && copy_of(v).0 == copy_of(w).0 && is_below[copy_of(v).1][copy_of(w).1]
        };
        let up: Vec<Vec<u64>> = (0..count).map(|v| (0..count).filter(|w| is_above(v, *w)).collect()).collect();
        let definitions = format!(
            "let up = {:?}\ngame G(left) = ([w for w in left if w not in up[v]]) for v in left if v < {count}",
            up.iter().cloned().chain([vec![count]]).collect::<Vec<_>>()
        );
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let all: Vec<u64> = (0..=count).collect();
        let some: Vec<u64> = all.iter().copied().filter(|v| *v == 0 || dice.below(4) > 0).collect();
        for subset in [all, some] {
            let position = at(&game, list(&subset));
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "{position} of\n{definitions}");
            let sum = Sum::position(position);
            assert_eq!(
                fast.outcome(Situation::misere(&sum)),
                definition.outcome(Situation::misere(&sum)),
                "{sum} of\n{definitions}"
            );
        }
        recognised += usize::from(fast.set_counts().1 > 0);
    }
    assert!(recognised > often(50), "{recognised}");
}

/// Ground sets of more than one word: many small graphs side by side, whose values the definition finds.
#[test]
fn ground_sets_may_be_wide() {
    let mut dice = Dice::new(0x5e75_0002_2345_6789);
    for vertices in [64u64, 65, 127, 128, 129, 255, 256, 257] {
        let near = |v: u64, w: u64| {
            v.abs_diff(w) == 1 && v.min(w) % 5 != 4
                || v.abs_diff(w) == 3 && v / 5 == w / 5 && v.min(w).is_multiple_of(2)
        };
        let graph: Vec<Vec<u64>> = (0..vertices).map(|v| (0..vertices).filter(|w| near(v, *w)).collect()).collect();
        let definitions = format!(
            "let g = {graph:?}\n\
             game G(left) = sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], g)] for v in left"
        );
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let some: Vec<u64> = (0..vertices).filter(|_| dice.below(5) > 0).collect();
        let all: Vec<u64> = (0..vertices).collect();
        fast.position_value(&at(&game, list(&all))).unwrap();
        assert_eq!(fast.set_counts().1 > 0, vertices <= 256, "{vertices}");
        let position = at(&game, list(&some));
        let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
        assert_eq!(found, wanted, "{vertices} vertices");
        let few: Vec<u64> = some.iter().copied().filter(|v| (vertices - 22..vertices).contains(v)).collect();
        let sum = Sum::position(at(&game, list(&few)));
        assert_eq!(
            fast.outcome(Situation::misere(&sum)),
            definition.outcome(Situation::misere(&sum)),
            "{sum}, {vertices} vertices"
        );
    }
}

/// The same game on a graph and on a board takes about the same work.
#[test]
fn a_grid_is_a_board() {
    for (rows, columns) in [(4, 5), (3, 7), (5, 5)] {
        let last = rows * columns - 1;
        let definitions = format!("let arc_graph = grid({rows}, {columns})");
        let arcs = game(&definitions, &format!("ArcKayles([0..{last}])"));
        let cram = game("", &format!("Cram(board({rows}, {columns}))"));
        let mut solver = fast();
        let all: Vec<u64> = (0..=last).collect();
        let row = ".".repeat(columns as usize);
        let board = Value::text(&vec![row; rows as usize].join("/"));
        let arc_value = solver.position_value(&at(&arcs, list(&all))).unwrap();
        assert_eq!(arc_value, solver.position_value(&at(&cram, board)).unwrap());
        if rows < 5 {
            let board = Value::text(&vec![".".repeat(columns as usize); rows as usize].join("/"));
            let [as_graph, as_board] = [at(&arcs, list(&all)), at(&cram, board)].map(Sum::position);
            let wanted = definition_only().outcome(Situation::misere(&as_board));
            assert_eq!(solver.outcome(Situation::misere(&as_graph)), wanted);
            assert_eq!(solver.outcome(Situation::misere(&as_board)), wanted);
        }
        let (as_graph, as_board) = (solver.set_counts().1, solver.board_counts().1);
        assert!(as_graph <= 2 * as_board, "{as_graph} and {as_board} options");
    }
}

/// Lists of numbers that moves only shorten are sets of cells.
#[test]
fn rows_of_cells_have_the_values_of_the_definition() {
    let rules = [
        "game G(h) = ([if q < r then h[q] else min(h[q], c) for q in 0..length(h)-1]) for r in 0..length(h)-1, c in 0..h[r]-1 if r + c > 0",
        "game G(h) = (replace(h, r, 0)) for r in indices(h) if h[r] > 0 and h[0] >= 0",
        "game G(h) = ([if q == r or q == r + 1 then min(h[q], c) else h[q] for q in indices(h)]) for r in indices(h), c in 0..h[r]-1 if (r + c) % 2 == 0",
        "game G(h) over if h[0] < 2 = ([min(x, c) for x in h]) for c in 0..3 if some(x > c + 1 for x in h)",
        "game G(h) = ([min(h[q], c + q) for q in indices(h)]) for c in 0..h[0]-1",
        "game G(h) = (replace(h, r, c)) for r in indices(h), c in 0..h[r]-1 if h[0] >= 2 or c == 0",
        "game G(h) = (replace(h, r, h[r] - 1)) for r in indices(h) if h[r] > 0 and h[0] >= 0",
    ];
    let mut dice = Dice::new(0x5e75_0003_2345_6789);
    let mut recognised = 0;
    for round in 0..rules.len() * 3 {
        let definitions = rules[round % rules.len()];
        let game = game(definitions, "G([1])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let longest: Vec<u64> = (0..3 + dice.below(2)).map(|_| 1 + dice.below(4)).collect();
        for _ in 0..4 {
            let rows: Vec<u64> =
                longest.iter().map(|length| length - dice.below(length + 1).min(2) % (length + 1)).collect();
            for rows in [&longest, &rows] {
                let position = at(&game, list(rows));
                let (found, wanted) =
                    (told(fast.position_value(&position)), told(definition.position_value(&position)));
                assert_eq!(found, wanted, "{position} of\n{definitions}");
            }
        }
        recognised += usize::from(fast.set_counts().1 > 0);
    }
    // All but the one in which what is removed depends on what is left.
    assert!(recognised >= 3 * 6, "{recognised}");
}

/// Rows that moves cut from some row on, in all orders of rows: those that get shorter from the top are numbered.
#[test]
fn diagrams_have_the_values_of_the_definition() {
    let options = [
        "[if q < r then h[q] else min(h[q], c) for q in indices(h)]",
        "[if q < r then h[q] else if q == r then min(h[q], c) else min(h[q], max(c-1, 0)) for q in indices(h)]",
        "[if q < r then h[q] else if q < r + 2 then min(h[q], c) else 0 for q in indices(h)]",
    ];
    let conditions =
        ["r + c > 0", "(r + c) % 2 == 0", "r <= c", "h[0] >= 3", "r*c % 3 != 1 and h[r] > 1", "c > 0 or h[1] > 0"];
    let mut dice = Dice::new(0x5e75_0008_2345_6789);
    let (mut numbered, mut rounds) = (0, 0);
    for option in options {
        for condition in conditions {
            let rule = format!("game G(h) = ({option}) for r in indices(h), c in 0..h[r]-1 if {condition}");
            let game = game(&rule, "G([1])");
            for _ in 0..4 {
                let (mut fast, mut definition) = (fast(), definition_only());
                let mut rows: Vec<u64> = (0..2 + dice.below(3)).map(|_| dice.below(6)).collect();
                if dice.below(3) > 0 {
                    rows.sort_unstable_by_key(|length| std::cmp::Reverse(*length));
                }
                if dice.below(3) == 0 {
                    rows = vec![rows.len() as u64; rows.len()];
                }
                for round in 0..5 {
                    let mut shorter = |length: &u64| length - dice.below(3).min(*length);
                    let asked: Vec<u64> =
                        if round == 0 { rows.clone() } else { rows.iter().map(&mut shorter).collect() };
                    let position = at(&game, list(&asked));
                    let wanted = told(definition.position_value(&position));
                    if round % 2 == 1 {
                        let sum = Sum::position(position.clone());
                        assert_eq!(
                            fast.outcome(&sum).unwrap(),
                            definition.outcome(&sum).unwrap(),
                            "{position} of\n{rule}"
                        );
                    }
                    assert_eq!(told(fast.position_value(&position)), wanted, "{position} of\n{rule}");
                }
                rounds += 1;
                numbered += usize::from(fast.set_counts().1 > 0);
            }
            assert!(fast().engine(&game.ruleset).contains("number"), "{rule}");
        }
    }
    assert!(numbered > rounds / 2, "{numbered} of {rounds}");
    // Large ones, beside what others have computed.
    let mut played = Played::new();
    played.script("chomp", "assert grundy Chomp([12 for r in 1..12]) == 41\nassert outcome Chomp([13 for r in 1..13]) == N\nassert grundy Chomp([2 for r in 1..200]) == grundy Chomp([200, 200])").unwrap();
}

/// A token that lies on a vertex, an edge or a number beside the set of what is left, and lists that moves make longer. A
/// number below 0 is no place of the token.
#[test]
fn a_token_moves_beside_a_set() {
    let rules = [
        ("(v, left)", "(w, [u for u in left if u != w]) for w in g[v] if w in left{c}"),
        ("(v, left)", "(w, left ++ [w]) for w in g[v] if w not in left"),
        ("(v, left)", "(v-1, [u for u in left if u != w and u not in g[w]]) for w in left if v != 2{c}"),
        ("(left, v)", "([u for u in left if u not in g[v] and u != w], w) for w in left if w in g[v]{c}"),
        (
            "(v, left)",
            "(w, [u for u in left if u != w]) for w in g[v] if w in left | (v, remove(left, i)) for i in indices(left) if v in left",
        ),
        ("(left)", "(left ++ [w]) for w in g[left[length(left)-1]] if w not in left and (w < 5 or 0 in left)"),
    ];
    let conditions =
        ["", " and count(u in left for u in g[w]) != 1", " and (w % 2 == v % 2 or 3 in left)", " and 4 not in left"];
    let mut dice = Dice::new(0x5e75_0006_2345_6789);
    let (mut recognised, mut asked) = (0, 0);
    for round in 0..tries(60) {
        let graph = graph(&mut dice, 7);
        let (head, body) = rules[round % rules.len()];
        let body = body.replace("{c}", conditions[round / rules.len() % conditions.len()]);
        let game = game(
            &format!("let g = {graph:?}\ngame G{head} = {body}"),
            &format!("G{}", head.replace("left", "[0]").replace('v', "0")),
        );
        let (mut fast, mut definition) = (fast(), definition_only());
        for turn in 0..5u64 {
            let some: Vec<u64> = (0..7).filter(|v| *v > 0 && (turn == 0 || dice.below(4) > 0)).collect();
            let few: Vec<u64> = [dice.below(7)].into_iter().collect();
            let place = Value::Integer(i128::from(if turn == 0 { 0 } else { dice.below(7) }));
            let coordinates = match head {
                "(left)" => vec![list(&few)],
                "(left, v)" => vec![list(&some), place],
                _ if body.contains("++") => vec![place, list(&few)],
                _ => vec![place, list(&some)],
            };
            let position = Position { game: game.clone(), coordinates: coordinates.into() };
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "{position} of {body} on {graph:?}");
            let sum = Sum { parts: [Sum::position(position).parts, Sum::star(Nimber(turn)).parts].concat() };
            assert_eq!(fast.outcome(&sum).unwrap(), definition.outcome(&sum).unwrap(), "{sum} of {body} on {graph:?}");
            let lost = definition.outcome(Situation::misere(&sum)).unwrap();
            assert_eq!(fast.outcome(Situation::misere(&sum)).unwrap(), lost, "{sum} of {body} on {graph:?}");
            asked += 1;
        }
        recognised += usize::from(fast.set_counts().1 > 0);
    }
    assert!(recognised > often(40) && asked == 5 * tries(60), "{recognised} of {asked}");
}

/// Boards on which stones are put, where certain pairs of them must not be. Other conditions are left to the definition.
#[test]
fn stones_that_must_stay_apart() {
    let domains = [
        (true, r#"not ("XX" in board or "OO" in board)"#),
        (true, r#"not "XO" in board and not "O#" in board"#),
        (true, r#"all(board[i] == "." or board[i] != board[i+1] for i in 0..length(board)-2)"#),
        (true, r#"all(not (board[i] == "X" and board[i+2] == "O") for i in 0..length(board)-3) and length(board) > 1"#),
        (true, r#"not (board[0] == "X") and count(board[i] == "X" for i in [0, 1, 2]) < 2"#),
        (false, r#"not "XXX" in board"#),
        (false, r#"not "X.X" in board"#),
        (false, r#"not "XX" in board or "OO" in board"#),
    ];
    let mut dice = Dice::new(0x5e75_0007_2345_6789);
    for (is_recognised, domain) in domains {
        for rule in [r#""." becomes "X""#, r#""." becomes "X" | "." becomes "O""#] {
            let game = game(&format!("game G(board) where {domain} = {rule}"), "G(\"....\")");
            let (mut fast, mut definition) = (fast(), definition_only());
            for _ in 0..12 {
                let symbol = |dice: &mut Dice| ['.', '.', '.', '.', '.', '#', 'X', 'O'][dice.below(8) as usize];
                let text: String = (0..4 + dice.below(4)).map(|_| symbol(&mut dice)).collect();
                let position = at(&game, Value::text(&text));
                if !definition.is_admitted(&position).unwrap() {
                    continue;
                }
                let wanted = told(definition.position_value(&position));
                assert_eq!(told(fast.position_value(&position)), wanted, "{position} where {domain}");
                let sum = Sum { parts: [Sum::position(position).parts, Sum::star(Nimber(1)).parts].concat() };
                assert_eq!(
                    fast.outcome(Situation::misere(&sum)),
                    definition.outcome(Situation::misere(&sum)),
                    "{sum} where {domain}"
                );
            }
            let is_stones = fast.engine(&game.ruleset).contains("stones");
            assert!(is_stones == is_recognised || rule.len() < 20, "{rule} where {domain}");
        }
    }
    // UVa 11534: so long a board has 3^25 positions.
    let game =
        game(&format!(r#"game G(board) where {} = "." becomes "X" | "." becomes "O""#, domains[0].1), "G(\".\")");
    for (board, wanted) in [(".".repeat(25), Outcome::N), (".".repeat(24), Outcome::P)] {
        assert_eq!(fast().outcome(Sum::position(at(&game, Value::text(&board)))).unwrap(), wanted);
    }
}

/// A `where` that speaks of all members is asked of the positions that are named, and of those that another game leads to.
#[test]
fn what_holds_for_all_members_holds_for_what_is_left() {
    let mut dice = Dice::new(0x5e75_0004_2345_6789);
    let options = [
        "([w for w in left if w != v and not near(v, w)]) for v in left",
        "sum[(p) for p in parts([w for w in left if not near(v, w) or w < v], near)] for v in left if near(v, v)",
        "(remove(left, i)) for i in indices(left) if near(left[i], left[0])",
    ];
    let domains = [
        "all(near(v, v) for v in left)",
        "all(all(a != c or near(a, b) for c in left if near(b, c)) for a in left, b in left if near(a, b))",
        "all(v < 9 for v in left) and all(v >= 0 for v in g[0])",
    ];
    for round in 0..tries(90) {
        let graph = graph(&mut dice, 9);
        let option = options[round % 3];
        let mut played = Played::new();
        played.answer(&format!("let g = {graph:?}\nlet near(v, w) = v == w or w in g[v]"));
        let told = played.answer(&format!(
            "game Free(left) = {option}\ngame Bound(left) where {} = {option}",
            domains[round / 3 % 3]
        ));
        assert!(!told.contains("error"), "{told}");
        let subset: Vec<u64> = (0..9).filter(|_| dice.below(4) > 0).collect();
        let held = played.answer(&format!(
            "assert grundy Free({subset:?}) == grundy Bound({subset:?}) and winner misere Free({subset:?}) == winner misere Bound({subset:?})"
        ));
        assert_eq!(held, "", "{option} of {graph:?}");
    }
    let mut played = Played::new();
    let outside = played.answer(
        "game Low(left) where all(v < 9 for v in left) = (remove(left, i)) for i in indices(left)\nwinner Low([9])",
    );
    assert!(outside.contains("error[E0334]"), "{outside}");
    // What another game leads to is asked.
    let to = played.answer("game To(left) = Low(left ++ [k]) for k in 8..12\nprint options To([1])");
    assert!(to.contains("[Low([1, 8])]"), "{to}");
    assert!(played.answer("grundy To([1])").contains("value 1"), "{to}");
}

/// With little memory the answers are the same, and no more is used.
#[test]
fn little_memory_is_enough() {
    let game = game("let kayles_graph = grid(6, 6)", "NodeKayles([0..35])");
    let position = at(&game, list(&(0..36).collect::<Vec<u64>>()));
    let mut narrow = Solver::new(Limits { memory: 3 << 20 }, Arc::new(Signal::default()));
    assert_eq!(narrow.position_value(&position), fast().position_value(&position));
}

/// Moves after which the same player moves again: components in bits have the values of the definition. Rules with moves to
/// which the other player must reply are left to it.
#[test]
fn subsets_have_the_values_of_the_definition_where_moves_bind() {
    let mut dice = Dice::new(0x5e75_0039_2345_6789);
    let (mut compared, mut loony, mut components) = (0, 0, 0);
    for round in 0..tries(200u64) {
        let graph = if round % 2 == 0 { graph(&mut dice, 9) } else { grid(&mut dice, 2 + round % 3 / 2, 4) };
        let mut clause = |binding: &str| {
            let rest = REST[[0, 1, 1, 1, 3][dice.below(5) as usize]];
            format!("({rest}) {binding} for {}", CASES[dice.below(CASES.len() as u64) as usize])
        };
        let third = if round % 5 == 0 { format!(" | {}", clause("reply")) } else { String::new() };
        let rule = format!("game G(left) = {} | {}{third}", clause("again"), clause(""));
        let definitions = format!("let g = {graph:?}\n{rule}");
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        for k in 0..4 {
            let all = 0..graph.len() as u64;
            let subset: Vec<u64> = all.filter(|_| k == 0 || dice.below(3) > 0).collect();
            let component = Component::Position(at(&game, list(&subset)));
            let wanted = definition.winning_set(&component).unwrap();
            assert_eq!(fast.winning_set(&component).unwrap(), wanted, "{component} of\n{definitions}");
            compared += 1;
            loony += usize::from(wanted.value() == GrundyValue::Loony);
        }
        components += fast.set_counts().0;
        assert!(round % 5 > 0 || fast.set_counts().0 == 0, "a reply in a component");
    }
    assert!(
        compared == 4 * tries(200) && loony > often(100) && components > often(5_000),
        "{loony} loony, {components} components"
    );
}
