//! Play that may never end, in the language: positions that are played at once, against a search that knows the rule alone.

use grundy_engine::game::Sum;

use crate::common::dice::{Dice, often, tries};
use crate::common::games::{definition_only, fast, game, position, told};
use crate::common::talk::Talk;

/// For each vertex those to which a move leads.
type Moves = Vec<Vec<usize>>;

fn random_moves(dice: &mut Dice, vertices: usize) -> Moves {
    (0..vertices).map(|_| (0..dice.below(4)).map(|_| dice.below(vertices as u64) as usize).collect()).collect()
}

/// What a move leaves of some vertices: one in all of them, in some, or in exactly so many.
fn after(moves: &Moves, before: &[usize], rule: &str) -> Vec<Vec<usize>> {
    let mut found = vec![(Vec::new(), 0)];
    for vertex in before {
        let mut next = Vec::new();
        for (left, made) in &found {
            next.push(([&left[..], &[*vertex]].concat(), *made));
            next.extend(moves[*vertex].iter().map(|to| ([&left[..], &[*to]].concat(), made + 1)));
        }
        found = next;
    }
    let fits = |made: usize| match rule {
        "all of" => made == before.len(),
        "some of" => made > 0,
        _ => rule.starts_with(&made.to_string()),
    };
    found.into_iter().filter(|(_, made)| fits(*made)).map(|(left, _)| left).collect()
}

/// The outcome of each position of so many vertices, by going over all of them until nothing changes.
fn outcomes(moves: &Moves, count: usize, rule: &str, misere: bool) -> Vec<char> {
    let size = moves.len().pow(count as u32);
    let vertices = |index: usize| -> Vec<usize> {
        (0..count as u32).rev().map(|place| index / moves.len().pow(place) % moves.len()).collect()
    };
    let index = |vertices: &Vec<usize>| vertices.iter().fold(0, |index, vertex| index * moves.len() + vertex);
    let options: Vec<Vec<usize>> =
        (0..size).map(|position| after(moves, &vertices(position), rule).iter().map(index).collect()).collect();
    let mut outcomes = vec!['D'; size];
    loop {
        let old = outcomes.clone();
        let before = &old;
        for position in 0..size {
            let is = |outcome| move |option: &usize| before[*option] == outcome;
            let options = &options[position];
            outcomes[position] = match options.is_empty() {
                true if misere => 'N',
                true => 'P',
                false if options.iter().any(is('P')) => 'N',
                false if options.iter().all(is('N')) => 'P',
                false => 'D',
            };
        }
        if outcomes == old {
            return outcomes;
        }
    }
}

#[test]
fn positions_that_are_played_at_once_are_decided_as_by_the_rule() {
    let mut dice = Dice::new(0x51d_1966);
    let (mut asked, mut drawn) = (0, 0);
    for round in 0..tries(40) {
        let moves = random_moves(&mut dice, 5);
        let mut talk = Talk::new();
        talk.says(&format!("game W(v) = (w) for w in {moves:?}[v]"));
        for (rule, count) in [("all of", 2), ("some of", 2), ("2 of", 3)] {
            let misere = round % 2 == 1;
            let right = outcomes(&moves, count, rule, misere);
            for _ in 0..6 {
                let position = dice.below(right.len() as u64) as usize;
                let place = |place: u32| position / moves.len().pow(place) % moves.len();
                let named: Vec<String> = (0..count as u32).rev().map(|at| format!("W({})", place(at))).collect();
                let play = if misere { "misere " } else { "" };
                let question = format!("winner {play}{rule} {}", named.join(", "));
                talk.heard.clear();
                talk.says(&question);
                let said = match right[position] {
                    'N' => "First player wins",
                    'P' => "Second player wins",
                    _ => "Draw",
                };
                assert!(talk.heard.starts_with(said), "{question} of {moves:?}: {}", talk.heard);
                asked += 1;
                drawn += usize::from(right[position] == 'D');
            }
        }
    }
    assert!(asked == 18 * tries(40) && drawn > often(50), "{asked}, {drawn}");
}

/// Where two positions have nimbers, so has the one of the tokens that stand in just one of them, and it is their nim-sum
/// (Fraenkel and Yesha 1982).
#[test]
fn annihilation_adds_the_nimbers_of_positions() {
    const VERTICES: usize = 5;
    let mut dice = Dice::new(0xa11_1982);
    let (mut added, mut infinite) = (0, 0);
    for _ in 0..12 {
        let moves = random_moves(&mut dice, VERTICES);
        // A token that stays where it is would meet nobody.
        let moves: Moves =
            (0..).zip(moves).map(|(from, to)| to.into_iter().filter(|vertex| *vertex != from).collect()).collect();
        let mut talk = Talk::new();
        talk.says(&format!("let annihilation_graph = {moves:?}"));
        let mut value = |tokens: usize| -> Option<u64> {
            let listed: Vec<usize> = (0..VERTICES).filter(|vertex| tokens >> vertex & 1 == 1).collect();
            talk.heard.clear();
            talk.says(&format!("grundy Annihilation({listed:?})"));
            let told = talk.heard.strip_prefix("Grundy value ")?;
            told.split(':').next()?.trim_start_matches('*').parse().ok()
        };
        let values: Vec<Option<u64>> = (0..1 << VERTICES).map(&mut value).collect();
        infinite += values.iter().filter(|value| value.is_none()).count();
        for (one, first) in values.iter().enumerate() {
            for (other, second) in values.iter().enumerate() {
                if let (Some(first), Some(second)) = (first, second) {
                    assert_eq!(values[one ^ other], Some(first ^ second), "{one:b} and {other:b} on {moves:?}");
                    added += 1;
                }
            }
        }
    }
    assert!(added > 1_000 && infinite > 50, "{added}, {infinite}");
}

/// Chains of 100,000 positions are followed without a deep stack: in normal and misère play, where play may come back, and
/// where moves bind. A test has a stack of 2 MB.
#[test]
fn long_chains_need_no_deep_stack() {
    let mut talk = Talk::new();
    talk.says("game Chain(v) where v in 0..100000 = (v+1)");
    talk.says("game Walk(v) where v in 0..100000 = (v-1) if v > 0 | (v+1) if v > 50000");
    talk.says("game Again(v) where v in 0..100000 = (v-1) again");
    talk.says("game Reply(v) where v in 0..100000 = (v-1) reply");
    for (question, said) in [
        ("winner Chain(0)", "Second player wins"),
        ("winner misere Chain(0)", "First player wins in misère play"),
        ("remoteness Chain(0)", "Remoteness 100000"),
        ("outcome Walk(50000)", "P: "),
        ("outcome Walk(50001)", "N: "),
        ("outcome Walk(100000)", "D: a draw"),
        ("outcome misere Walk(49999)", "P"),
        ("outcome misere Walk(100000)", "D"),
        ("remoteness Walk(50001)", "Remoteness 50001"),
        ("winner Again(100000)", "Second player wins"),
        ("winner Reply(100000)", "Second player wins"),
        ("winner all of Chain(0), Chain(1)", "First player wins"),
    ] {
        talk.heard.clear();
        talk.says(question);
        assert!(talk.heard.starts_with(said), "{question}: {:.200}", talk.heard);
    }
}

/// Digraphs of up to 200 vertices, by their rows, in normal and misère play.
#[test]
fn outcomes_on_digraphs_are_those_of_the_rule() {
    let mut dice = Dice::new(0x39_2026);
    let mut met = [0; 3];
    for round in 0..tries(60) {
        let size = 1 + dice.below(if round % 3 == 0 { 200 } else { 20 }) as usize;
        let moves = random_moves(&mut dice, size);
        let mut talk = Talk::new();
        talk.says(&format!("game W(v) = (w) for w in {moves:?}[v]"));
        for (play, misere) in [("", false), ("misere ", true)] {
            let right = outcomes(&moves, 1, "all of", misere);
            for _ in 0..size.min(30) {
                let vertex = dice.below(size as u64) as usize;
                talk.heard.clear();
                talk.says(&format!("outcome {play}W({vertex})"));
                assert!(talk.heard.starts_with(right[vertex]), "{play}{vertex} of {moves:?}: {}", talk.heard);
                met["NPD".find(right[vertex]).unwrap()] += 1;
            }
        }
    }
    assert!(met.iter().all(|count| *count > often(100)), "{met:?}");
}

/// Two games whose moves lead from one to the other, along rows, whose vertices are more than are looked at together.
#[test]
fn outcomes_on_two_digraphs_that_name_each_other_are_those_of_one() {
    let mut dice = Dice::new(0x39_2027);
    let mut met = [0; 3];
    for _ in 0..tries(12) {
        let size = 100 + dice.below(200) as usize;
        // The vertices of the second game are numbered behind those of the first.
        let moves = random_moves(&mut dice, 2 * size);
        let across = |vertex: usize, to: &usize| if vertex < size { size + to % size } else { to % size };
        let moves: Vec<Vec<usize>> =
            (0..).zip(&moves).map(|(vertex, row)| row.iter().map(|to| across(vertex, to)).collect()).collect();
        let right = outcomes(&moves, 1, "all of", false);
        let rows = |from: usize| -> Vec<Vec<usize>> {
            moves[from..from + size].iter().map(|row| row.iter().map(|to| to % size).collect()).collect()
        };
        let mut talk = Talk::new();
        let (first, second) = (rows(0), rows(size));
        talk.says(&format!("game A(v) = B(w) for w in {first:?}[v]; game B(v) = A(w) for w in {second:?}[v]"));
        for _ in 0..30 {
            let vertex = dice.below(2 * size as u64) as usize;
            talk.heard.clear();
            talk.says(&format!("outcome {}({})", if vertex < size { "A" } else { "B" }, vertex % size));
            assert!(talk.heard.starts_with(right[vertex]), "{vertex} of {moves:?}: {}", talk.heard);
            met["NPD".find(right[vertex]).unwrap()] += 1;
        }
    }
    assert!(met.iter().all(|count| *count > often(5)), "{met:?}");
}

/// Random rules of one and two numbers whose play comes back, and the values of all positions by compiled code against the
/// definition. Some moves lead out of the game, some rules are wrong somewhere, and some need the evaluator.
#[test]
fn values_where_play_comes_back_agree_with_the_definition() {
    let mut dice = Dice::new(1986);
    let mut met = [0; 4];
    for round in 0..tries(150) {
        let (size, rounds) = (6 + dice.below(30), round % 3);
        let mut some = |below: u64| dice.below(below);
        let (a, b, c, d) = (some(size), some(size), 2 + some(3), 1 + some(4));
        let edges: Vec<Vec<u64>> = (0..size).map(|_| (0..some(4)).map(|_| some(size)).collect()).collect();
        let (definitions, numbers) = match rounds {
            0 => {
                (format!("game G(v) = (w) for w in {edges:?}[v] | (v - {d}) if v > {a} | (v + {size}) if v == {b}"), 1)
            }
            1 => (
                format!(
                    "game G(n) where n < {size} = (({a}*n + k) % {}) for k in <1, {d}> if n % {c} != 0 | (n + {d}) if n % 2 == 0",
                    size + 2
                ),
                1,
            ),
            _ => (
                format!(
                    "game G(n, t) where n < {size} and t < {c} = ((n + k) % {size}, (t + 1) % {c}) for k in 1..{d} if t != 1 \
                     | (n - {d}, t) if n > {a} | G(n, 0) + *{d} if n == {b} and t == 1"
                ),
                2,
            ),
        };
        let game = game(&definitions, if numbers == 1 { "G(0)" } else { "G(0, 0)" });
        let (mut fast, mut definition) = (fast(), definition_only());
        for n in 0..i128::from(size) {
            let coordinates = if numbers == 1 { vec![n] } else { vec![n, n % i128::from(c)] };
            let position = position(&game, &coordinates);
            let expected = told(definition.position_value(&position));
            assert_eq!(told(fast.position_value(&position)), expected, "{definitions}\n{position}");
            let kind = ["Infinite", "at ", ""].iter().position(|kind| expected.contains(kind)).unwrap();
            met[if kind == 2 && fast.may_never_end(&Sum::position(position)).unwrap_or(false) { 3 } else { kind }] += 1;
        }
    }
    assert!(met.iter().all(|count| *count > often(50)), "{met:?}");
}

/// Epstein's game: put or take the largest square that is in the heap (Guy, Unsolved Problems in Number Theory, E26; P-positions: OEIS
/// A005240). Positions grow without end.
#[test]
fn where_positions_grow_the_first_ones_decide_as_published() {
    const LOST: [usize; 34] = [
        0, 5, 20, 29, 45, 80, 101, 116, 135, 145, 165, 173, 236, 257, 397, 404, 445, 477, 540, 565, 580, 585, 629, 666,
        836, 845, 885, 909, 944, 949, 954, 975, 1125, 1177,
    ];
    let options = |n: usize| if n == 0 { vec![] } else { vec![n - n.isqrt().pow(2), n + n.isqrt().pow(2)] };
    let (mut found, mut before) = (vec![None; 40_000], Vec::new());
    while found != before {
        before = found.clone();
        for (n, found) in found.iter_mut().enumerate() {
            let of = |option: &usize| before.get(*option).copied().flatten();
            let options = options(n);
            *found = match () {
                () if options.iter().any(|option| of(option) == Some('P')) => Some('N'),
                () if options.iter().all(|option| of(option) == Some('N')) => Some('P'),
                () => None,
            };
        }
    }
    assert_eq!((0..1178).filter(|n| found[*n] == Some('P')).collect::<Vec<_>>(), LOST);
    let decided: Vec<usize> = (0..1178).filter(|n| found[*n].is_some()).collect();
    let expected: Vec<String> = decided.iter().map(|n| found[*n].unwrap().to_string()).collect();
    let listed = decided.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    let mut talk = Talk::new();
    talk.says("game Put(n) = (n - isqrt(n)^2) if n > 0 | (n + isqrt(n)^2) if n > 0");
    talk.says(&format!("print [outcome Put(n) for n in [{listed}]] == [{}]", expected.join(", ")));
    assert!(talk.heard.trim_end().ends_with("\ntrue"), "{}", talk.heard);
}
