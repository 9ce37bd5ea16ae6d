//! Compiled rules over texts and lists, over couples (tuples of two numbers such as cells and edges), and with `parts` (connected
//! components) and the named graphs: compiled code agrees with the definition (see `common::games`), and a position split into
//! its parts has the value of the whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Component, Position, Value};
use grundy_engine::solve::{Limits, Signal, Solver};

use crate::common::Played;
use crate::common::dice::{Dice, is_full, often, tries};
use crate::common::games::{Compared, compare_boards, definition_only, fast, game, told};
use crate::common::rules::Boards;

#[test]
fn texts_and_lists_agree_with_the_definition_on_random_rules() {
    let mut boards = Boards(Dice::new(0x5851_f42d_4c95_7f2d));
    let mut all = Compared::default();
    // A tenth would meet too few errors.
    for round in 0..if is_full() { 75 } else { 15 } {
        let found = compare_boards(&mut boards, round % 2 == 0, 12);
        all.resolved += found.resolved;
        all.known += found.known;
        all.wrong += found.wrong;
    }
    assert!(all.resolved > often(56) && all.known > often(375) && all.wrong > often(150), "{all:?}");
}

/// A row of NoGo may be cut between two different stones. The boards are of lengths that need bit words of every width.
#[test]
fn nogo_comes_apart_between_different_stones() {
    for pieces in [1, 5, 11, 30] {
        let middle = "O...X".repeat(pieces);
        let line = format!(
            "assert grundy NoGo(\"...X{middle}O..\") == grundy (NoGo(\"...X\") + {pieces}*NoGo(\"O...X\") + NoGo(\"O..\"))"
        );
        Played::new().script("cut", &line).unwrap();
    }
}

#[test]
fn the_boards_of_the_library_are_resolved() {
    let positions = [
        ("Notakto(\".........\")", "texts and lists"),
        ("NodeKayles([0, 1])", "what is left of a list"),
        ("Geography([0])", "what is left of a list"),
        ("Nimble([1, 2])", "numbers that are played side by side"),
        ("SilverDollar([1, 3])", "texts and lists"),
        ("StaircaseNim([1, 2])", "texts and lists"),
        ("Chomp([2, 2])", "rows that a move cuts"),
    ];
    for (position, beginning) in positions {
        let mut solver = Solver::new(Limits::default(), Arc::new(Signal::default()));
        let told = solver.engine(&game("", position).ruleset);
        assert!(told.starts_with(beginning), "{position}: {told}");
    }
}

const DEFINITIONS: &str = "let near(p, q) = abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1
let beside(p, q) = q in [(p[0], p[1] + 1), (p[0] + 1, p[1]), (p[0] - 1, p[1] - 1)]
let lesser(h) = min([h, reverse(h)])
let turned(c, k) = if k == 0 then c else (c[1], 3 - c[0])
let turns = [[0, 1, 2, 3, 4], [3, 2, 1, 0, 4]]
";

/// A rule, and the kinds of its coordinates: `c` for a list of couples, `n` or `m` for a number.
const RULES: [(&str, &str); 25] = [
    (
        "sum[(p) for p in parts([c for c in cells if c != a and c != b], near)] for a in cells, b in cells if near(a, b) and a < b",
        "c",
    ),
    ("sum[(p) for p in parts(remove(cells, i), beside)] for i in indices(cells)", "c"),
    ("([c for c in cells if c != d]) for d in cells if (d[0]+1, d[1]) in cells or (d[0], d[1]-1) not in cells", "c"),
    ("(remove(cells, i)) for i in indices(cells) if cells[i] != (0, 0) and (1, 1) != cells[i]", "c"),
    ("(sort([(c[1], c[0]) for c in cells if c != d])) for d in cells", "c"),
    ("(lesser(remove(cells, i))) for i in indices(cells)", "c"),
    ("([(a-1, b) for (a, b) in cells if a > 0 and (a, b) != d]) for d in cells", "c"),
    ("([(a-1, b) for (a, b) in cells if (a, b) != d]) for d in cells", "c"),
    ("(sort([(a-1, b) for (a, b) in cells if (a, b) != d])) for d in cells", "c"),
    (
        "(replace(remove(cells, i), 0, (dx, dy))) for i in indices(cells), (dx, dy) in [(1, 2), (2, 1)] if length(cells) > 1",
        "c",
    ),
    (
        "(cells[1..]) if length(cells) > 0 | ([c for c in cells if count(cells, c) == 1 and c != cells[0]]) if some(c[0] == 2 for c in cells)",
        "c",
    ),
    ("(insert(cells[2..], 0, (cells[0][0], cells[1][1]))) if length(cells) > 1", "c"),
    ("(max([sort([(f[c[0]], c[1]) for c in cells if c != d]) for f in turns])) for d in cells", "c"),
    ("(min([sort([turned(c, k) for c in cells if c != d]) for k in 0..1])) for d in cells", "c"),
    ("([c for c in cells if c > d]) for d in cells if max(d[0], 1) <= d[1] + 2 and d <= (3, 3)", "c"),
    ("([c for c in cells if c[2] != 0]) if length(cells) > 3 | (cells[1..]) if length(cells) in 1..3", "c"),
    ("([(a, b) for (a, b, c) in cells]) if length(cells) > 3 | (cells[1..]) if length(cells) in 1..3", "c"),
    (
        "([e for e in cells if e != a and e != b and e <= c]) for a in cells, b in cells, c in cells if near(b, c) and a < b and c != a",
        "c",
    ),
    ("([c for c in cells if c != a]) for a in cells, b in cells if beside(a, b) and length(cells) > 2 and b != a", "c"),
    ("([c for c in cells if c[0] != d[0] and c[1] / d[1] > 1]) for d in cells if d[0] < 3 and d[1] % d[0] == 1", "c"),
    ("(n - 1, [f for f in cells if f != e and f[0] < n]) for e in cells if e[0] < n and e[1] < 7 and n > 1", "nc"),
    ("(e[0] + e[1] - n, [f for f in cells if f != e]) for e in cells if n in e and e[0] + e[1] >= n", "nc"),
    ("(n - dx, m - dy) for (dx, dy) in [(1, 2), (2, 1), (-1, 3)]", "nm"),
    ("(n - d, m) for d in 1..n if (n, d) in {(3, 1), (4, 2), (5, 1)} | (n, m-1) if (n, m) != (2, 2) and m > 0", "nm"),
    ("(n - d[0], m) for d in [(1, 2), (3, 0)] | (n, m - sum(d)) for d in [(1, 0), (2, 1)] if n in d", "nm"),
];

/// Mostly a small number, and sometimes one at or beyond the bounds of what the code packs into a couple.
fn number(dice: &mut Dice) -> i128 {
    match dice.below(40) {
        0 => 15,
        1 => 16,
        2 => -1,
        _ => dice.below(4).into(),
    }
}

fn tuple(dice: &mut Dice) -> Value {
    let count = if dice.below(60) == 0 { 3 } else { 2 };
    Value::Tuple((0..count).map(|_| Value::Integer(number(dice))).collect())
}

fn coordinate(dice: &mut Dice, kind: char) -> Value {
    if kind != 'c' {
        return Value::Integer(dice.below(9).into());
    }
    let mut cells: Vec<Value> = (0..dice.below(6)).map(|_| tuple(dice)).collect();
    if dice.below(3) > 0 {
        cells.sort_by_key(|cell| format!("{cell}"));
    }
    Value::list(cells)
}

#[test]
fn lists_of_couples_agree_with_the_definition() {
    let mut dice = Dice::new(0x0c0f_fee0_1234_5679);
    let (mut compared, mut wrong, mut resolved) = (0, 0, 0);
    for (rule, kinds) in RULES {
        let names = kinds.replace('c', "cells").replace("ncells", "n, cells").replace("nm", "n, m");
        let position = kinds.replace('c', "[]").replace("n[]", "0, []").replace("nm", "0, 0");
        let game = game(&format!("{DEFINITIONS}game G({names}) = {rule}"), &format!("G({position})"));
        let mut is_resolved = false;
        for _ in 0..60 {
            let coordinates: Arc<[Value]> = kinds.chars().map(|kind| coordinate(&mut dice, kind)).collect();
            let position = Position { game: game.clone(), coordinates };
            let (mut fast, mut definition) = (fast(), definition_only());
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "{position} with {rule}");
            compared += 1;
            wrong += usize::from(wanted.parse::<u64>().is_err());
            let counts = fast.strategy_counts();
            is_resolved |= counts.definition == 0 && wanted.parse::<u64>().is_ok_and(|value| value > 0);
        }
        resolved += usize::from(is_resolved);
        println!("{is_resolved} {rule}");
    }
    assert!(compared == 60 * RULES.len() && wrong > 40 && resolved >= RULES.len() - 3, "{wrong} {resolved}");
}

const FUNCTIONS: &str = "let free(b, i) = i >= 0 and i < length(b) and b[i] == \".\"
let slide(b, i, d) = [i + k*d for k in 1..3 if all(free(b, i + j*d) for j in 1..k)]
let reach(b, i) = [j for d in [-3, -1, 1, 3], j in slide(b, i, d)]
let stones(b) = [i for i in indices(b) if b[i] == \"X\" or b[i] == \"O\"]
let moved(b, i, j) = replace(replace(b, i, \".\"), j, b[i])
let without(h, x) = [y for y in h if y != x]
let halved(h, x) = without(h, x) ++ [x/2]
let ends(h) = [h[0], h[length(h) - 1]]
let lesser(h) = min(h, reverse(h))
let until(b, i, d) = [i + k*d for k in 1..4 if all(b[i + j*d] == \".\" for j in 1..k)]
let around(b, i, d) = [(i + k*d) % length(b) for k in 1..4 if all(b[(i + j*d) % length(b)] == \".\" for j in 1..k)]
let behind(b, i, n) = [j for j in i+1..length(b)-1 if b[j] != \"#\" and b[j] != b[n] and (b[j] == \"X\" or some(b[k] == \"O\" for k in i..j-1))]
let twins(b, c) = [i for i in indices(b) if b[i] == \"X\" and c[i] != \"O\"]
let zeros(h, n, m) = [i - n for i in indices(h) if h[i] == m or i > 0 and h[i - 1] == 0]
let nearest(b, i) = [j for j in [i - 2, i - 1, i + 1, i + 2] if free(b, j)] ++ [0]
let inner(b, i) = [j + k for j in reach(b, i), k in reach(b, j) if free(b, j + k)]
";

/// Rules whose functions make texts and lists, which others run through, ask of and take as arguments. `t`: the coordinate is
/// a text, `l`: a list.
const RULES_OF_FUNCTIONS: [(&str, char); 21] = [
    ("(replace(moved(c, i, j), k, \"#\")) for i in stones(c), j in reach(c, i), k in reach(moved(c, i, j), j)", 't'),
    ("(replace(c, i, \"#\")) for i in stones(c) if length(reach(c, i)) > 1 and i + 1 not in reach(c, i)", 't'),
    ("(replace(c, max(reach(c, i)), \"#\")) for i in stones(c) if max(reach(c, i)) > 1", 't'),
    (
        "(replace(c, i, \"#\")) for i in [j for j in indices(c) if c[j] != \"#\"] if (if c[i] == \".\" then [i - 1, i + 1] else [i])[0] >= 0",
        't',
    ),
    ("(replace(c, i, \"#\")) for i in stones(c) if moved(c, i, 0) != c and \"XO\" not in moved(c, i, 1)", 't'),
    ("(halved(c, x)) for x in c if x > 0 and length(without(c, x)) == length(c) - 1", 'l'),
    ("(without(c, x)) for x in without(c, min(c)) if x in ends(c) | (c[1..]) if length(c) == 1", 'l'),
    ("(sort(without(c ++ [x/2], x))) for x in c if x > 0 and without(c, x) != ends(c)", 'l'),
    ("(lesser(without(c, sum(ends(c)) - x))) for x in without(c, 9) if sum(ends(c)) - x in c", 'l'),
    ("(without(without(c, a), b)) for a in c, b in without(c, a) if count(without(c, a), b) == 1", 'l'),
    ("([without(c, x)[0]]) for x in c if length(without(c, x)) > 1", 'l'),
    (
        "(without(c, x)) for x in c if [y + 1 for y in c if y != x and y > 0] == without(c[1..], 2) | (c[2..]) if length(c) > 2",
        'l',
    ),
    ("(replace(c, j, \"#\")) for i in stones(c), j in until(c, i, 1)", 't'),
    ("(replace(replace(c, i, \"#\"), j, \"O\")) for i in stones(c), d in [-1, 2], j in around(c, i, d)", 't'),
    ("(replace(c, j, \"#\")) for i in stones(c), j in behind(c, i, 0)", 't'),
    ("(replace(c, j, \"#\")) for i in stones(c), n in 0..2, j in behind(c, n, i) if j >= i", 't'),
    ("(replace(c, i, \"O\")) for j in stones(c), i in twins(c, moved(c, j, 0))", 't'),
    ("(replace(c, k, \"#\")) for i in stones(c), k in nearest(c[1..], i) if k < length(c) and c[k] != \"#\"", 't'),
    ("(replace(c, k, \"#\")) for i in stones(c), k in inner(c, i)", 't'),
    ("(replace(c, i, c[i] - 1)) for n in 0..1, m in 1..3, i in zeros(c, n, m) if c[i] > 0", 'l'),
    (
        "(replace(c, 0, \"#\")) for i in [j for j in indices(c) if c[j] == \"X\" and c[0] != \"#\"], k in [j for j in 0..i if c[j] == \"O\"]",
        't',
    ),
];

#[test]
fn functions_that_make_texts_and_lists_agree_with_the_definition() {
    let mut dice = Dice::new(0x0f0e_0d0c_0b0a_0909);
    let (mut wrong, mut resolved, mut several, mut large) = (0, 0, 0, 0);
    for (rule, kind) in RULES_OF_FUNCTIONS {
        let beginning = if kind == 't' { "\"\"" } else { "[]" };
        let game = game(&format!("{FUNCTIONS}game G(c) = {rule}"), &format!("G({beginning})"));
        let mut is_resolved = false;
        // What one position has shown of the lists that functions make is used for the next ones.
        let mut kept = fast();
        for _ in 0..120 {
            let length = dice.below(if kind == 't' { 9 } else { 6 });
            let symbols = [".", ".", ".", "X", "O", "#", "/"];
            // What is so long, or has such numbers, is not packed into few bits.
            let is_large = dice.below(4) == 0;
            let coordinate = match kind {
                't' => {
                    let mut text: String = (0..length).map(|_| dice.pick(&symbols)).collect();
                    text.push_str(&"#".repeat(if is_large { 60 } else { 0 }));
                    Value::text(&text)
                }
                _ => {
                    let large = is_large.then_some(300);
                    Value::list((0..length).map(|_| number(&mut dice)).chain(large).map(Value::Integer).collect())
                }
            };
            let position = Position { game: game.clone(), coordinates: Arc::from([coordinate]) };
            let (mut fast, mut definition) = (fast(), definition_only());
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "{position} with {rule}");
            large += usize::from(is_large && fast.strategy_counts().definition == 0 && wanted != "0");
            assert_eq!(told(kept.position_value(&position)), wanted, "{position} with {rule} after others");
            let value = wanted.parse::<u64>();
            wrong += usize::from(value.is_err());
            several += usize::from(value.as_ref().is_ok_and(|value| *value > 1));
            is_resolved |= fast.strategy_counts().definition == 0 && value.is_ok_and(|value| value > 0);
        }
        assert!(is_resolved, "{rule} is not compiled");
        resolved += 1;
    }
    let counts = (wrong, several, large);
    assert!(resolved == RULES_OF_FUNCTIONS.len() && wrong > 40 && several > 40 && large > 30, "{counts:?}");
}

/// A random directed graph as lists of neighbours. `parts` must treat an edge as if it went both ways.
fn graph(dice: &mut Dice, vertices: u64) -> Vec<Vec<u64>> {
    let density = 1 + dice.below(4);
    (0..vertices).map(|v| (0..vertices).filter(|w| *w != v && dice.below(12) < density).collect()).collect()
}

/// A random undirected graph: each edge is in the lists of both ends.
fn symmetric(dice: &mut Dice, vertices: u64) -> Vec<Vec<u64>> {
    let one_way = graph(dice, vertices);
    let near = |v: u64, w: u64| one_way[v as usize].contains(&w) || one_way[w as usize].contains(&v);
    (0..vertices).map(|v| (0..vertices).filter(|w| near(v, *w)).collect()).collect()
}

fn list(members: &[u64]) -> Value {
    Value::list(members.iter().map(|n| Value::Integer(i128::from(*n))).collect())
}

/// The connected components, found by joining neighbours until nothing changes.
fn expected(cells: &[u64], near: impl Fn(u64, u64) -> bool) -> Vec<Vec<u64>> {
    let mut part: Vec<usize> = (0..cells.len()).collect();
    for _ in cells {
        for i in 0..cells.len() {
            for j in 0..cells.len() {
                if i != j && (near(cells[i], cells[j]) || near(cells[j], cells[i])) {
                    part[i] = part[i].min(part[j]);
                }
            }
        }
    }
    let firsts: BTreeSet<usize> = part.iter().copied().collect();
    let members = |first: usize| (0..cells.len()).filter(move |i| part[*i] == first);
    firsts.into_iter().map(|first| members.clone()(first).map(|i| cells[i]).collect()).collect()
}

#[test]
fn parts_are_what_hangs_together() {
    let mut dice = Dice::new(0x1234_5678_9abc_def1);
    let mut played = Played::new();
    let mut several = 0;
    for _ in 0..tries(60) {
        let vertices = 1 + dice.below(9);
        // An edge in one direction is enough for a relation, and is not for a graph.
        let (one_way, both_ways) = (graph(&mut dice, vertices), symmetric(&mut dice, vertices));
        // Cells in any order, some of them more than once.
        let cells: Vec<u64> = (0..dice.below(10)).map(|_| dice.below(vertices)).collect();
        played
            .script("<test>", &format!("let f = {one_way:?}\nlet near(v, w) = w in f[v]\nlet g = {both_ways:?}"))
            .unwrap();
        for (graph, parts) in [(&one_way, "near"), (&both_ways, "g")] {
            let wanted = expected(&cells, |v, w| graph[v as usize].contains(&w));
            several += usize::from(wanted.len() > 1);
            let told = played.answer(&format!("print parts({cells:?}, {parts})"));
            assert_eq!(told.trim(), format!("{wanted:?}"), "parts({cells:?}, {parts}) for {graph:?}");
        }
    }
    assert!(several > often(20), "{several}");
}

#[test]
fn a_game_that_falls_apart_has_the_value_of_the_whole() {
    let mut dice = Dice::new(0x0dd0_77aa_1111_2223);
    let mut met = BTreeSet::new();
    for round in 0..tries(40) {
        let vertices = 2 + dice.below(7);
        let graph = symmetric(&mut dice, vertices);
        let all: Vec<u64> = (0..vertices).collect();
        let rest = ["[w for w in left if w != v and w not in g[v]]", "[w for w in left if w != v]"][round % 2];
        let cases = ["v in left", "v in left if some(w in left for w in g[v])"][round % 2];
        let script = format!(
            "let g = {graph:?}\nlet near(v, w) = w in g[v]\n\
             game Whole(left) = ({rest}) for {cases}\n\
             game Apart(left) = sum[(p) for p in parts({rest}, g)] for {cases}\n\
             game Near(left) = sum[(p) for p in parts({rest}, near)] for {cases}\n\
             let value = grundy Whole({all:?})\n\
             assert grundy Apart({all:?}) == value\n\
             assert grundy Near({all:?}) == value"
        );
        let mut played = Played::new();
        played.script("<test>", &script).unwrap_or_else(|error| panic!("{script}\n{error}"));
        met.insert(played.answer("print value"));
    }
    assert!(met.len() > 3, "{met:?}");
}

/// For rules with `parts`, the compiled code finds what the definition finds, errors included, and does so without the
/// definition where there is no error.
#[test]
fn parts_in_code_agree_with_the_definition() {
    let rules = [
        "game G(left) = sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], g)] for v in left",
        "game G(left) = sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], near)] for v in left",
        "game G(left) = sum[(p) for p in parts(remove(left, i), near) if length(p) > 1] for i in indices(left)",
        "game G(left) = sum[(p) for p in parts([w for w in left if w != v and near(w, u)], g)] for v in left, u in left if v in g[u] and u != v",
        "game G(left) = sum[(reverse(p)) for p in parts(left[1..], g)] | (left[1..]) if some(v + 1 < w for v in left, w in left if near(v, w))",
        "game G(left) = sum[(p) for p in parts([w for w in left if w != u and w != v], g)] for u in left, v in g[u] if v in left",
        "game G(left) = sum[(p) for p in parts(reverse(remove(left, i)), g)] for i in indices(left)",
        "game G(left) = sum[(sort(p)) for p in parts([w+1 for w in left if w < 11 and w != v], near)] for v in left",
        "game G(left) = sum[Nim(length(p)) for p in parts(remove(left, i), g)] for i in indices(left)",
        "game G(left) = sum[(q) for p in parts(remove(left, i), g), q in parts(p, other)] for i in indices(left)",
        "game G(left) = (min([sort([f[v] for v in left if v != w]) for f in turns])) for w in left",
        "game G(left) = (max(remove(left, i), reverse(remove(left, i)))) for i in indices(left)",
        "game G(left) = (lesser(remove(left, i))) for i in indices(left)",
        "game G(left) = (least(remove(left, i), i)) for i in indices(left) if i < 5",
        "game G(left) = (max([v for v in left if v > w and k < w] for k in 1..3)) for w in left",
    ];
    let mut dice = Dice::new(0x7777_1234_0f0f_0001);
    let (mut resolved, mut wrong) = (0, 0);
    for round in 0..rules.len() * tries(8) {
        let graph = symmetric(&mut dice, 12);
        let definitions = format!(
            "let g = {graph:?}\nlet near(v, w) = w in g[v]\nlet other(v, w) = abs(v - w) <= 2\n\
             let turns = [[(v + k) % 12 for v in 0..11] for k in [0, 3, 6, 9]]\n\
             let lesser(h) = min([h, reverse(h)])\n\
             let least(h, i) = min([[(v + k) % 12 for v in h] for k in 0..i])\n{}",
            rules[round % rules.len()]
        );
        let game = game(&definitions, "G([])");
        let (mut fast, mut definition) = (fast(), definition_only());
        let wrong_before = wrong;
        for _ in 0..4 {
            // Vertex 12 is not in the graph, and sometimes a vertex comes twice.
            let mut cells: Vec<u64> = (0..13).filter(|_| dice.below(3) == 0).collect();
            if dice.below(4) == 0 {
                cells.reverse();
            }
            if dice.below(6) == 0 {
                cells.push(cells.first().copied().unwrap_or(0));
            }
            let position = Position { game: game.clone(), coordinates: Arc::from([list(&cells)]) };
            let (found, wanted) = (told(fast.position_value(&position)), told(definition.position_value(&position)));
            assert_eq!(found, wanted, "G({cells:?}) of\n{definitions}");
            wrong += usize::from(wanted.parse::<u64>().is_err());
        }
        // A position that leads to an error is left to the definition, which finds out what is wrong.
        if wrong == wrong_before {
            let counts = fast.strategy_counts();
            assert!(counts.definition == 0 && counts.boards + counts.sets > 0, "{counts:?} for\n{definitions}");
            resolved += 1;
        }
    }
    assert!(resolved > often(20) && wrong > often(20), "{resolved} resolved, {wrong} wrong");
}

#[test]
fn graphs_by_name_give_way_to_the_users_own() {
    let mut played = Played::new();
    played
        .script("<test>", "let path = [1, 2]\nlet star(n, v) = n + v\nassert path[1] == 2 and star(2, 3) == 5")
        .unwrap();
    played
        .script("<test>", "game Walk(grid) = (grid[1..]) if length(grid) > 0\nassert grundy Walk([1,2,3]) == 1")
        .unwrap();
    let told = played.answer("print [v for v in [1..3] if cycle(4)[0] == [1, 3]]");
    assert_eq!(told.trim(), "[1, 2, 3]");
}

/// A single value is found by deciding "does the position have value v?" where the search is long and the values are
/// small, even where a table of all values would not fit into the memory. It is the value that the other engines
/// find.
#[test]
fn single_values_are_decided_where_values_are_small() {
    let near = "let g = grid(6, 6)\n\
                game G(left) where length(left) < 99 = sum[(p) for p in parts([w for w in left if w != v and w not in g[v]], g)] for v in left";
    // With a condition after `where` they are not searched as sets.
    let far = "game G(left) where length(left) < 99 = ([w for w in left if w != v]) for v in left";
    let cases =
        [(near, 36, 1 << 30, true), (far, 16, 1 << 30, true), (far, 18, 12 << 20, true), ("", 0, 1 << 30, false)];
    for (definitions, cells, memory, is_decided) in cases {
        // Chomp has large values, so its position is not decided in this way.
        let game = game(definitions, if cells == 0 { "Chomp([1])" } else { "G([])" });
        let members: Vec<u64> = if cells == 0 { vec![9; 7] } else { (0..cells).collect() };
        let start = Position { game, coordinates: [list(&members)].into() };
        let mut solver = Solver::new(Limits { memory }, Arc::new(Signal::default()));
        let value = solver.single_value(&Component::Position(start.clone()));
        assert_eq!(told(value), told(fast().position_value(&start)), "{start}");
        assert_eq!(solver.strategy_counts().decided > 0, is_decided, "{start}");
    }
}
