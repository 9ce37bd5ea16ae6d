//! What engines see of a rule, whatever it says beside: coordinates that no move changes, coordinates that are played side by side,
//! numbers that are counted up, numbers without a common factor. All answers are those of the definition.

use grundy_engine::game::{Position, Sum, Value};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::{Situation, Solver};

use crate::common::dice::{Dice, often, tries};
use crate::common::games::{compare, definition_only, fast, game, position, told};

/// Rules of a heap a beside a number b that no move changes.
const BESIDE: [&str; 12] = [
    "(a-i, b) for i in 1..min(b, a)",
    "(a-i, b) for i in 1..b if i <= a",
    "(a-i, b) for i in 1..b+2",
    "(a-b, b) if b > 0",
    "(a-i*b, b) for i in 1..3 if b > 0",
    "(i, b) + (a-1-i, b) for i in 0..a-1 if i % 3 != b",
    "(a-i, b) for i in {1, b+1, 2*b+1} if i <= a",
    "(a/2, b) if a > b",
    "(a-1, b) + (b, b) if b < a",
    "Kayles(a-b) if a > b",
    "(a-i, b) for i in 1..a if gcd(i, a) == 1",
    "(a-isqrt(a+b)-1, b)",
];

/// Rules that count b up to a, or to a number.
const UP: [&str; 10] = [
    "(a, b+i) for i in 1..min(b*b, a-b)",
    "(a, b+i) for i in 1..3 if b+i <= a",
    "(a, b+i) for i in 1..b if b+i < a",
    "(a, b+i+j) for i in 1..2, j in 0..1 if b+i+j <= a",
    "(a, b+2) if b+2 <= a",
    "(a, b+i) for i in 1..4 if a-b >= i",
    "(a, b+2*i+1) for i in 0..(a-b)/2 if b+2*i+1 <= a",
    "(a, 2*b+1) if 2*b+1 <= a",
    "(a, b+i) for i in [1, 3, 4] if b+i <= a",
    "(a, b+i) for i in a..b",
];

fn rules(dice: &mut Dice, clauses: &[&str]) -> String {
    let count = 1 + dice.below(2);
    let chosen: Vec<&str> = (0..count).map(|_| dice.pick(clauses)).collect();
    let before = dice.pick(&[
        "",
        "",
        "",
        " over if a < b",
        " over if b >= a",
        " where b <= a",
        " where b in 0..9",
        " over if a == 0",
    ]);
    format!("game G(a, b){before} = {}", chosen.join(" | "))
}

#[test]
fn coordinates_that_no_move_changes_agree_with_the_definition() {
    let (mut dice, mut compared) = (Dice::new(62), 0);
    for try_number in 0..tries(120) {
        let definition = rules(&mut dice, if try_number % 2 == 0 { &BESIDE } else { &UP });
        compared += compare(&definition, &game(&definition, "G(1, 1)"), &[24, 12]);
    }
    assert!(compared > often(6_000), "only {compared} positions compared");
}

/// Moves of one number of a position (a, b, c): those of each are in a line.
const APART: [[&str; 5]; 3] = [
    [
        "(a-k, b, c) for k in 1..3 if k <= a",
        "(a/2, b, c) if a > 0",
        "(i, b, c) for i in 0..a-2",
        "take squares from a",
        "(a-2, b, c) if a % 3 != 1",
    ],
    [
        "(a, b-k, c) for k in {1, 4}",
        "(a, b-1, c) + Kayles(b) if b > 1",
        "(a, b-k, c) for k in 1..b if k % 2 == 1",
        "(a, i, c) for i in b-5..b-2",
        "take any from b",
    ],
    [
        "(a, b, c-1) if c % 2 == 0",
        "(a, b, c-k) for k in 2..min(c, 4)",
        "(a, b, isqrt(c)) if c > 1",
        "(a, b, c-2) | (a, b, c-3) + Nim(2)",
        "(a, b, j) for j in c/2..c-1",
    ],
];

/// Moves that look at two numbers.
const TOGETHER: [&str; 4] =
    ["(a-1, b-1, c)", "(a-1, b, c) if b > 1", "(a, b, c-k) for k in 1..min(b, c)", "(a, b-1, c) + Nim(a)"];

#[test]
fn coordinates_that_are_played_side_by_side_agree_with_the_definition() {
    let (mut dice, mut compared) = (Dice::new(63), 0);
    for try_number in 0..tries(120) {
        let mut clauses: Vec<&str> = APART.iter().flat_map(|of| [dice.pick(of), dice.pick(of)]).collect();
        if try_number % 4 == 3 {
            clauses.push(dice.pick(&TOGETHER));
        }
        let before = dice.pick(&[
            "",
            "",
            " where b <= 9",
            " over if a + b + c == 0",
            " over if a == 0",
            " over if a < 1 and b == 0 and c <= 0",
            " where a <= b or c > 2",
        ]);
        let definition = format!("game G(a, b, c){before} = {}", clauses.join(" | "));
        let game = game(&definition, "G(1, 1, 1)");
        compared += compare(&definition, &game, &[9, 8, 7]);
        // Their moves are those of the rule as well, and so is misère play.
        let mut solvers = (fast(), definition_only());
        let at = position(&game, &[dice.below(8) as i128, dice.below(8) as i128, dice.below(6) as i128]);
        let sum = Sum::position(at);
        let misere = |solver: &mut Solver| solver.outcome(Situation::misere(&sum)).map_err(|stop| stop.to_string());
        assert_eq!(misere(&mut solvers.0), misere(&mut solvers.1), "misère play of {sum} by {definition}");
    }
    assert!(compared > often(10_000), "only {compared} positions compared");
}

/// Moves in one member of a list h, and others that are none.
const LISTED: [&str; 16] = [
    "(replace(h, i, k)) for i in indices(h), k in 0..h[i]-1",
    "(replace(h, i, h[i]-k)) for i in indices(h) for k in 1..3 if k <= h[i]",
    "(replace(h, i, h[i]-k)) for k in {1, 4}, i in 0..length(h)-1 if h[i] >= k",
    "(replace(h, i, h[i]/2)) for i in indices(h) if h[i] > 0",
    "(remove(h, i) ++ [h[i]-1]) for i in indices(h) if h[i] % 3 == 1",
    "(remove(h, i) ++ [a, h[i]-a]) for i in indices(h) for a in 1..h[i]/2",
    "([a, h[i]-2-a] ++ remove(h, i)) for i in indices(h) for a in 0..h[i]-2",
    "(remove(h, i)) for i in indices(h) if h[i] == 2 or h[i] == 5",
    "(sort(replace(h, i, h[i]-2))) for i in indices(h) if h[i] > 1",
    "(replace(h, i, h[i]-isqrt(h[i]))) for i in indices(h) if h[i] > 2",
    // A member may become less than 0, a move looks at another member, at where it stands, or at how many there are.
    "(replace(h, i, h[i]-2)) for i in indices(h) if h[i] >= 0",
    "(replace(h, i, h[i]-1)) for i in indices(h) if h[i] > h[0]",
    "(replace(h, i, h[i]-1)) for i in indices(h) if h[i] > i",
    "(replace(h, i, k)) for i in indices(h), k in 0..h[i]-1 if length(h) > 2",
    "(replace(h, 0, h[0]-1)) if h[0] > 0",
    "(replace(h, i, 0)) for i in indices(h) if h[i] > 1 and max(h) < 6",
];

#[test]
fn members_of_a_list_that_are_played_side_by_side_agree_with_the_definition() {
    let (mut dice, mut compared) = (Dice::new(64), 0);
    for _ in 0..tries(150) {
        let clauses: Vec<&str> = (0..1 + dice.below(2)).map(|_| dice.pick(&LISTED)).collect();
        let before = dice.pick(&["", "", " same as sort(h)", " over if sum(h) == 0", " where all(x >= 0 for x in h)"]);
        let definition = format!("game G(h){before} = {}", clauses.join(" | "));
        let game = game(&definition, "G([1])");
        let (mut fast, mut definition_only) = (fast(), definition_only());
        for _ in 0..6 {
            let members: Vec<Value> = (0..1 + dice.below(3)).map(|_| Value::Integer(dice.below(7) as i128)).collect();
            let at = Position { game: game.clone(), coordinates: vec![Value::List(members.into())].into() };
            let is_true_claim =
                !before.contains("same as") || clauses.iter().all(|clause| LISTED[..11].contains(clause));
            if !is_true_claim {
                continue;
            }
            let sum = Sum::position(at.clone());
            assert_eq!(
                told(fast.position_value(&at)),
                told(definition_only.position_value(&at)),
                "{sum} by {definition}"
            );
            let misere = |solver: &mut Solver| solver.outcome(Situation::misere(&sum)).map_err(|stop| stop.to_string());
            assert_eq!(misere(&mut fast).ok(), misere(&mut definition_only).ok(), "misère {sum} by {definition}");
            compared += 1;
        }
    }
    assert!(compared > often(600), "only {compared} positions compared");
    // Piles of 10^12, and the one move that wins.
    let pile = self::game(
        "game Pile(h) same as sort(h) = (replace(h, i, k)) for i in indices(h), k in 0..h[i]-1",
        "Pile([1])",
    );
    let sizes = [1_000_000_000_000, 1_000_000_000_007, 5];
    let list = Value::List(sizes.map(Value::Integer).to_vec().into());
    let sum = Sum::position(Position { game: pile, coordinates: vec![list].into() });
    let mut solver = fast();
    let value = sizes[0] ^ sizes[1] ^ sizes[2];
    assert_eq!(solver.value(&sum).unwrap(), Nimber(value as u64));
    let moves = solver.moves(&sum, 5).unwrap();
    assert_eq!((moves.total, moves.winning), (sizes.iter().sum::<i128>() as u128, 1));
    assert_eq!(moves.winners[0].to.to_string(), "Pile([1000000000000, 1000000000005, 5])");
}

#[test]
fn far_positions_are_those_of_their_numbers_side_by_side() {
    let rule = "game P(a, b, m) = (a-k, b, m) for k in 1..m if k <= a | (a, i, m) for i in 0..b-1";
    let game = game(rule, "P(1, 1, 1)");
    let mut solver = fast();
    let sum = Sum::position(position(&game, &[1_000_000_000_000, 1_000_000_000_007, 12]));
    assert_eq!(solver.value(&sum).unwrap(), Nimber(1 ^ 1_000_000_000_007));
    let moves = solver.moves(&sum, 30).unwrap();
    assert_eq!((moves.total, moves.winning), (1_000_000_000_007 + 12, 1));
    // Each option that is shown has the value that is told, and the only one that wins is the winning move.
    for made in moves.all() {
        let total = made.total.as_ref().and_then(|total| total.nimber());
        assert_eq!(Some(solver.value(&made.to).unwrap()), total, "{}", made.to);
    }
    let winning = solver.winning_move(&sum).unwrap().unwrap();
    assert_eq!(winning.to, moves.winners[0].to);
    assert_eq!(winning.to.to_string(), "P(1000000000000, 1, 12)");
}

#[test]
fn numbers_that_are_counted_up_agree_with_the_definition() {
    let rules = [
        "game G(a) = (a+i) for i in 1..4 if a+i <= 30",
        "game G(a) where a <= 30 = (a+i) for i in 1..4",
        "game G(a in 0..30) = (a+i) for i in 1..4 | (a+7)",
        "game G(a) over if a >= 25 = (a+i) for i in 1..4",
        "game G(a) over if a == 25 = (a+i) for i in 1..4 if a+i <= 25",
        "game G(a) = (a+i) for i in 1..min(a*a, 25-a)",
        "game G(a) where a <= 25 over if a >= 20 = (a+i) for i in {1, 3, 6}",
        "game G(a) = (a+i) for i in 1..3 if a < 20 | (a+5) if a+5 < 28",
    ];
    for definition in rules {
        let game = game(definition, "G(1)");
        assert!(compare(definition, &game, &[31]) >= 20, "{definition}");
        let (mut fast, mut definition) = (fast(), definition_only());
        for number in 0..=20 {
            let sum = Sum::position(position(&game, &[number]));
            let [found, expected] = [&mut fast, &mut definition]
                .map(|solver| solver.outcome(Situation::of(&sum, Convention::Misere)).unwrap());
            assert_eq!(found, expected, "misère play of {sum}");
        }
    }
    // Each is answered by a heap of what is left.
    let far = |rule: &str, start: &str, coordinates: &[i128]| {
        fast().position_value(&position(&game(rule, start), coordinates)).unwrap()
    };
    assert_eq!(
        far("game R(t, goal) = (t+k, goal) for k in 1..10 if t+k <= goal", "R(0, 9)", &[0, 1_000_000_000_000]),
        Nimber(1)
    );
    assert_eq!(far("game R(t) where t <= 10^15 = (t+k) for k in 1..6", "R(0)", &[0]), Nimber(10_u64.pow(15) % 7));
    assert_eq!(far("game B(s, c) = (s, c+k) for k in 1..min(c*c, s-c)", "B(6, 2)", &[100_000, 50_000]), Nimber(50_000));
}

#[test]
fn numbers_without_a_common_factor_agree_with_the_definition() {
    let rules = [
        "game G = take {x for x in 1..n if gcd(x, n) == 1}",
        "game G(n) = (n-x) for x in 1..n-1 if gcd(n, x) == 1",
        "game G(n) where n >= 1 = (n-x) for x in 1..n if 1 == gcd(x, n)",
        "game G(n) = (m) for m in 1..n-1 if gcd(m, n) == 1",
        "game G(n) = (m) for m in 0..n-1 if gcd(m, n) == 1",
        "game G(n) = (n-x) for x in 2..n if gcd(x, n) == 1",
    ];
    for definition in rules {
        assert!(compare(definition, &game(definition, "G(1)"), &[150]) >= 149, "{definition}");
    }
    // The number of primes up to there.
    let last = position(&game(rules[0], "G(1)"), &[9_999_991]);
    assert_eq!(fast().position_value(&last).unwrap(), Nimber(664_579));
}

#[test]
fn misere_play_of_a_large_number_repeats() {
    let mut solver = fast();
    let mut is_lost = |game: &std::sync::Arc<grundy_engine::game::Game>, coordinates: &[i128]| {
        let sum = Sum::position(position(game, coordinates));
        solver.outcome(Situation::misere(&sum)).unwrap() == Outcome::P
    };
    let taken = "game K(n, p, q) = (n-k, p, q) for k in p..min(q, n) | (0, p, q) if n < p and n > 0";
    let taken = game(taken, "K(1, 1, 1)");
    for (p, q) in [(2, 4), (2, 5), (3, 7)] {
        for n in (1..60).chain(1_000_000_000..1_000_000_030) {
            assert_eq!(is_lost(&taken, &[n, p, q]), (1..=p).contains(&(n % (p + q))), "{n} {p} {q}");
        }
    }
    let parities = game("game O(n) = (n-k) for k in {1, 3, 4} if n % 2 == 0 and k <= n | (n-2) if n % 2 == 1", "O(1)");
    let mut lost = vec![false; 140_000];
    for n in 1..lost.len() {
        let takes: &[usize] = if n % 2 == 0 { &[1, 3, 4] } else { &[2] };
        let mut options = takes.iter().filter(|k| **k <= n).map(|k| lost[n - k]).peekable();
        lost[n] = options.peek().is_some() && !options.any(|is_lost| is_lost);
    }
    for n in (1..100).chain(139_900..140_000) {
        assert_eq!(is_lost(&parities, &[n as i128]), lost[n], "{n}");
    }
}
