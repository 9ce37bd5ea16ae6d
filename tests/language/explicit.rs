//! Rules of any shape: every faster way to a value agrees with the definition, on rules from a generator.

#[path = "../../benches/explicit/cases.rs"]
#[expect(dead_code, reason = "the benchmark alone asks how much work a row is")]
mod cases;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Game, Meter, Position};
use grundy_engine::solve::{Cost, Limits, Signal, SolveError, Solver};

use crate::common::Played;
use crate::common::dice::Dice;
use crate::common::games::{game, position, told};
use cases::{CASES, Start};

fn fast() -> Solver {
    Solver::new(Limits::default(), Arc::new(Signal::default()))
}

fn plain() -> Solver {
    Solver::by_definition(Limits::default(), Arc::new(Signal::default()))
}

/// Compares all positions of a box, the largest first, so that a search has something to do.
fn compare(definitions: &str, game: &Arc<Game>, sizes: &[i128]) -> usize {
    let (mut fast, mut swept, mut plain) = (fast(), fast(), plain());
    let highest: Vec<i128> = sizes.iter().map(|size| size - 1).collect();
    swept.expect(&position(game, &highest)).unwrap();
    let count: i128 = sizes.iter().product();
    let mut compared = 0;
    for index in (0..count).rev() {
        let mut rest = index;
        let coordinates: Vec<i128> = sizes
            .iter()
            .map(|size| {
                let n = rest % size;
                rest /= size;
                n
            })
            .collect();
        let position = position(game, &coordinates);
        if !plain.is_admitted(&position).unwrap_or(true) {
            continue;
        }
        let expected = told(plain.position_value(&position));
        assert_eq!(told(fast.position_value(&position)), expected, "{position} of\n{definitions}");
        assert_eq!(told(swept.position_value(&position)), expected, "swept {position} of\n{definitions}");
        compared += 1;
    }
    compared
}

/// Compares boxes of the positions G(a, b) of some rules.
fn compare_all(rules: &[&str], boxes: &[[i128; 2]]) -> usize {
    let mut compared = 0;
    for rule in rules {
        let definition = format!("game G(a, b) = {rule}");
        let game = game(&definition, "G(1, 1)");
        compared += boxes.iter().map(|sizes| compare(&definition, &game, sizes)).sum::<usize>();
    }
    compared
}

/// Random rules: most go down in the lexicographic order, some run in circles or divide by zero.
struct Generator {
    dice: Dice,
    arity: usize,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Generator {
    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.dice.below(choices.len() as u64) as usize]
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.dice.below(self.arity as u64) as usize]
    }

    /// A tuple in which the coordinate `lowered` became `to`, and those behind it something.
    fn option(&mut self, lowered: usize, to: &str) -> String {
        let members: Vec<String> = (0..self.arity)
            .map(|index| {
                let name = NAMES[index];
                match index.cmp(&lowered) {
                    std::cmp::Ordering::Less => name.to_owned(),
                    std::cmp::Ordering::Equal => to.to_owned(),
                    std::cmp::Ordering::Greater => {
                        let choices = [
                            "$",
                            "$",
                            "$",
                            "$-1",
                            "min($, a)",
                            "max($, 2)-2",
                            "5",
                            "(2*$) % 7",
                            "$ xor 1",
                            "a-$",
                            "$/2",
                        ];
                        self.pick(&choices).replace('$', name)
                    }
                }
            })
            .collect();
        format!("({})", members.join(", "))
    }

    fn condition(&mut self) -> String {
        let (x, y) = (self.name(), self.name());
        let choices = [
            "even(X)",
            "X % 3 != 1",
            "popcount(X) <= 2",
            "gcd(X, Y) != 2",
            "X > 1 and Y < 9",
            "not (X == Y)",
            "X >= Y or odd(X)",
            "f(X) < 3",
            "X in [1, 2, 4, 7, 8]",
            "Y notin",
            "bit(X, 1) == 0 or Y > 2",
            "isqrt(X) * isqrt(X) != X",
            "if X > 3 then Y > 1 else Y < 5",
            "some(w == Y for w in 1..X)",
        ];
        let chosen = self.pick(&choices);
        if chosen == "Y notin" { format!("{y} not in <3, 5>") } else { chosen.replace('X', x).replace('Y', y) }
    }

    fn clause(&mut self) -> String {
        let lowered = self.dice.below(self.arity as u64) as usize;
        let name = NAMES[lowered];
        let other = self.name();
        let (to, tail) = match self.dice.below(19) {
            0 | 1 => (format!("{name}-k"), format!("for k in 1..{name}")),
            2 => (format!("{name}-k"), format!("for k in 1..min({name}, {other})")),
            3 => (format!("{name}-k"), "for k in <1, 3, 4>".to_owned()),
            4 => ("i".to_owned(), format!("for i in 0..{name}-1")),
            5 => (format!("{name}-k*{other}"), format!("for k in 1..{name}/{other} if {other} > 0")),
            6 => (format!("{name}-1"), String::new()),
            7 => (format!("{name}-2"), String::new()),
            8 => (format!("{name}/2"), format!("if {name} > 0")),
            9 => (format!("{name}-k"), format!("for k in 1..{name} if k % 2 == 1 and k != {other}")),
            10 => (format!("{name}-k-j"), format!("for k in 1..{name}/2, j in 0..k if j < {other}")),
            11 => ("w".to_owned(), format!("for w in rows[{name}] if {name} < 9")),
            12 => (format!("{name}-k"), format!("for k in 1..{name} step 3")),
            13 => (format!("{name}-k"), format!("for k in 1..min({name}, 3)")),
            14 => (format!("{name}-k"), format!("for k in 2..min(4, {other}+1, 7) step 2 if k != {other}")),
            15 => (format!("{name}-k*k"), format!("for k in 1..isqrt({name})")),
            16 => (format!("{name}-2^k"), format!("for k in 0..{}", self.dice.below(5))),
            17 => (format!("{name} xor k"), format!("for k in 1..{name} if {name} xor k < {name}")),
            _ => (format!("steps[{name} % 4] + {name} - 4"), String::new()),
        };
        let mut option = self.option(lowered, &to);
        match self.dice.below(12) {
            0 => option = format!("{option} + {}", self.option(lowered, &format!("{name}-1"))),
            1 => option = format!("{option} + *{}", self.dice.below(4)),
            2 => option = format!("{}*{option}", self.dice.below(4)),
            3 => option = format!("{option} + Foreign({})", self.name()),
            4 => option = format!("{option} + Pile({})", self.name()),
            5 => option = format!("sum[{option} for s in 1..{}]", self.dice.below(4)),
            _ => {}
        }
        let guard = if tail.contains("if") || self.dice.below(3) > 0 { String::new() } else { self.condition() };
        let guard = if guard.is_empty() { guard } else { format!("if {guard}") };
        format!("{option} {tail} {guard}")
    }

    fn rules(&mut self) -> String {
        self.arity = 1 + self.dice.below(3) as usize;
        let parameters = NAMES[..self.arity].join(", ");
        let domain = match self.dice.below(4) {
            0 if self.arity > 1 => "where a >= b".to_owned(),
            1 => format!("where {}", self.condition().replace("w ==", "1 ==")),
            _ => String::new(),
        };
        let over = if self.dice.below(3) == 0 { format!("over if {}", self.condition()) } else { String::new() };
        let count = 1 + self.dice.below(3);
        let clauses: Vec<String> = (0..count).map(|_| self.clause()).collect();
        format!(
            "let rows = [[], [0], [0, 1], [1], [0, 2, 3], [4], [5, 1], [6, 0], [7]]\n\
             let steps = [3, 1, 2, 0]\nlet f(x) = (x * x + 1) % 5\n\
             game Foreign(n) = (n-1) | (n-2) | (n/2) if n > 4 and odd(n)\ngame Pile = take <1, 2, 4>\n\
             game G({parameters}) {domain} {over} = {}",
            clauses.join(" | ")
        )
    }
}

#[test]
fn every_way_agrees_with_the_definition_on_random_rules() {
    let mut generator = Generator { dice: Dice::new(0x9e37_79b9_7f4a_7c15), arity: 1 };
    let mut compared = 0;
    for _ in 0..250 {
        let definitions = generator.rules();
        let sizes: &[i128] = match generator.arity {
            1 => &[300],
            2 => &[19, 18],
            _ => &[8, 7, 9],
        };
        // Any position will do to get at the game; most rules admit one of these.
        let Some(game) = admitted(&definitions, generator.arity) else { continue };
        compared += compare(&definitions, &game, sizes);
    }
    assert!(compared > 10_000, "only {compared} positions compared");
}

/// The game G of some definitions, through a position it admits.
fn admitted(definitions: &str, arity: usize) -> Option<Arc<Game>> {
    let mut played = Played::new();
    played.script("<test>", definitions).unwrap_or_else(|error| panic!("{definitions}\n{error}"));
    let all = ["0", "1", "2", "3", "4", "5", "6"];
    let shown = |n: &str, m: &str| format!("G({})", [n, m, m][..arity].join(", "));
    let tries = all.iter().flat_map(|n| all.iter().map(move |m| shown(n, m)));
    for position in tries {
        if played.script("<test>", &format!("print {position}")).is_ok() {
            return Some(game(definitions, &position));
        }
    }
    None
}

const STRAIGHT: [(&str, &[i128]); 7] = [
    ("game G(a, b) = take any from a | take any from b | take any from a and b", &[23, 31]),
    ("game G(a, b) = (a-k, b) for k in 1..a | (a, b-k) for k in 1..b | (a-k, b-k) for k in 1..min(a, b)", &[31, 23]),
    ("game G(a, b) = (a-k, b-k) for k in 1..a | (a, b-j) for j in 1..b", &[12, 40]),
    ("game G(a, b) = take any from a", &[9, 9]),
    ("game G(a, b, c) = take any from a | take any from b and c | take any from a, b and c", &[9, 8, 7]),
    (
        "game G(a, b, c) = take any from a | take any from b | take any from c | take any from a and b | \
         take any from b and c | take any from a and c | take any from a and b and c",
        &[8, 7, 9],
    ),
    ("game G(a, b, c, d) = take any from a and d | take any from b | take any from c and a", &[5, 4, 5, 4]),
];

#[test]
fn straight_moves_agree_with_the_definition() {
    for (definitions, sizes) in STRAIGHT {
        let zeros = vec!["0"; sizes.len()].join(", ");
        let game = game(definitions, &format!("G({zeros})"));
        assert!(fast().engine(&game.ruleset).contains("line"), "{definitions}");
        compare(definitions, &game, sizes);
        // Upwards, so that the boxes grow.
        let (mut fast, mut plain) = (fast(), plain());
        for n in 0..sizes[0] {
            let mut coordinates = vec![n; sizes.len()];
            coordinates[0] = n / 2;
            let position = position(&game, &coordinates);
            assert_eq!(told(fast.position_value(&position)), told(plain.position_value(&position)), "{position}");
        }
    }
}

#[test]
fn options_along_lines_agree_with_the_definition() {
    let rules = [
        "(i, min(i, b)) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(i, max(b - i, 0)) for i in 0..a-1 | (a, b - 2*i) for i in 1..b",
        "(min(i, b), max(i - 1, 0)) for i in 0..min(a, b)-1 step 2",
        "(a - k*b, b) for k in 1..a if b > 0 | (a, b - k) for k in 1..b",
        "(a - i, b - i*j) for j in 0..2, i in 1..a",
        "(i, min(2*b - 3*i, b)) for i in 0..a-1 | (0, b - 1)",
        "(min(i, 4), min(b, 9 - i)) for i in 0..a-1 step 3 | (a - 1, i) for i in 0..b",
        "(max(a - i, i - 2), b) for i in 3..a-1 | (a, min(b - 1, i)) for i in 0..b-1",
        "(i, b + 1) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(max(i, 3), b) for i in 0..a-1",
    ];
    let compared = compare_all(&rules, &[[23, 23], [40, 9], [5, 70]]);
    assert!(compared > 9_000, "{compared}");
}

#[test]
fn coordinates_that_grow_as_others_shrink_agree_with_the_definition() {
    let rules = [
        "(a-2, b+1) | (a-2, b-1) | (a-1, b-2) | (a+1, b-2)",
        "(a-k, b-k) for k in 1..min(a, b) | (a-k, b+k) for k in 1..a",
        "(a-k, b+2*k) for k in 1..a if odd(k) | (a, b-k) for k in 1..b",
        "(a-3, b+2) + (a, b-1) | (a+2, b-3) if a < b | (a-1, b)",
        "(a-k, b+j) for k in 1..a, j in 0..k | (a, b-1)",
        "(a-1, b+a) | (a, b-1)",
    ];
    let mut compared = compare_all(&rules, &[[21, 23], [4, 60], [31, 40]]);
    let stairs =
        "game G(a, b, c) = (a-k, b, c) for k in 1..a | (a+k, b-k, c) for k in 1..b | (a, b+k, c-k) for k in 1..c";
    compared += compare(stairs, &game(stairs, "G(1, 1, 1)"), &[7, 9, 8]);
    assert!(compared > 4_000, "{compared}");
}

#[test]
fn what_has_no_value_says_why() {
    let cases: [(&str, &[i128], &str); 6] = [
        ("game G(a, b) = (b, a-1) | (a, b) if a == 3", &[3, 4], "cycle"),
        ("game G(n) = (n/2)", &[1 << 40], "cycle"),
        ("game G(a, b) = (a + 1, b)", &[1, 1], "Grows"),
        (
            "game G(a, b) = (a - 1, b) | (a / (b - 2), b) if a > 5000",
            &[9000, 2],
            "Divisor { divisor: 0 } at Some(Position",
        ),
        ("game G(n) = (n - 1) if n * n * n * n > 0", &[3_000_000_000], "Memory"),
        ("game G(n) = (n-1) | (n-1-n%2) if n > 7", &[1_000_000], "0"),
    ];
    for (definitions, coordinates, expected) in cases {
        let game = game(definitions, &format!("G({})", vec!["1"; coordinates.len()].join(", ")));
        let limits = Limits { memory: 100 << 20 };
        let mut solver = Solver::new(limits, Arc::new(Signal::default()));
        let said = told(solver.position_value(&position(&game, coordinates)));
        assert!(said.starts_with(expected), "{definitions}: {said}");
        // A solver that was stopped answers the next question.
        let end = vec![0; coordinates.len()];
        let _ = solver.position_value(&position(&game, &end));
    }
}

#[test]
fn wide_rules_in_sparse_boxes_agree_with_the_definition() {
    let cases: [(&str, &[i128]); 3] = [
        ("game G(n, most) = (n-k, 2*k) for k in 1..min(n, most)", &[170, 169]),
        (
            "game G(n, m) over if m == 9 = (n-k, (m+k*k) % 700) for k in <1, 2, 5> | (n-j, m) for j in 1..n step 7",
            &[400, 0],
        ),
        ("game G(a, b) over if min(a, b) == 0 = (a-k*b, b) for k in 1..a/b | (a, b-k*a) for k in 1..b/a", &[900, 891]),
    ];
    for (definitions, start) in cases {
        let game = game(definitions, "G(1, 1)");
        let start = position(&game, start);
        let expected = told(plain().position_value(&start));
        assert_eq!(told(fast().position_value(&start)), expected, "{definitions}");
    }
}

/// The options without which a position is refused where there is room for so many bytes; 0 if it is not.
fn refused_for(position: &Position, memory: u64) -> u64 {
    let mut solver = Solver::new(Limits { memory }, Arc::new(Signal::default()));
    match solver.position_value(position) {
        Err(SolveError::Memory { cost: Some(Cost::Options(options)), .. }) => options,
        _ => 0,
    }
}

#[test]
fn options_that_have_no_room_are_counted_before_the_work() {
    const FAR: i128 = 1_000_000_000_000_000_000;
    let cases: [(&str, &[i128], i128); 4] = [
        ("game G(a, b) = take any from a | take any from b | take any from a and b", &[FAR, FAR / 10], FAR),
        ("game G(a, b) = (a-k, b) for k in 1..a step 4 | (a, b-1)", &[FAR, 5], FAR / 4),
        ("game G(a, b, c) = (i, b, k) for i in 0..a-1, k in 0..c-1", &[FAR, FAR, FAR / 100], FAR / 100),
        ("game G(a, b) = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a", &[FAR, 1000], FAR / 1000),
    ];
    for (definition, coordinates, expected) in cases {
        let game = game(definition, &format!("G({})", vec!["1"; coordinates.len()].join(", ")));
        assert_eq!(i128::from(refused_for(&position(&game, coordinates), 1 << 40)), expected, "{definition}");
    }
    // The same position again and again; one that lies below 0; those that are over; those that may be no positions.
    for definition in [
        "game G(a, b) = (b, b-1) for k in 1..a if b > 0",
        "game G(a, b) = (a-k, b-k) for k in 1..a",
        "game G(a, b) over if b < 9 = (a-k, b) for k in 1..a",
        "game G(a, b) where a < 7 or a == 9000 = (a-k, b) for k in 1..a",
        "game G(a, b) = (a-k, b) for k in 1..a if k < 7",
    ] {
        assert_eq!(refused_for(&position(&game(definition, "G(1, 1)"), &[9000, 5]), 1000), 0, "{definition}");
    }
}

#[test]
fn no_position_is_refused_for_more_options_than_it_has() {
    let mut generator = Generator { dice: Dice::new(0x2545_f491_4f6c_dd1d), arity: 1 };
    let mut refused = 0;
    for _ in 0..1000 {
        let definitions = generator.rules();
        let Some(game) = admitted(&definitions, generator.arity) else { continue };
        for coordinates in [[9, 4, 7], [12, 12, 3], [5, 13, 8]] {
            let position = position(&game, &coordinates[..generator.arity]);
            let least = refused_for(&position, 0);
            if least == 0 {
                continue;
            }
            let mut options = HashSet::new();
            let _ = position.each_option(&Meter::default(), &mut |option| {
                options.insert(option.to_string());
                Ok(ControlFlow::Continue(()))
            });
            assert!(options.len() as u64 >= least, "{position} of\n{definitions}\n{least}: {options:?}");
            refused += 1;
        }
    }
    assert!(refused > 100, "{refused}");
}

/// For the rows of the benchmark that begin so: a start that debug code has time for, and the ways to its value, by
/// `print`, and by a table of all positions up to it.
const WAYS: &[(&str, Start, &[&str], &[&str])] = &[
    ("Wythoff", Start::Numbers(&[99, 99]), &["lines"], &["lines"]),
    ("M ", Start::Numbers(&[100_000]), &["swept", "narrow", "told", "code"], &["swept", "narrow"]),
    ("D' 10^7", Start::Numbers(&[100_000]), &["told", "code"], &["swept", "narrow"]),
    ("D' 10^18", Start::Numbers(&[1_000_000_000_000_000_000]), &["told", "code"], &[]),
    ("Chomp", Start::Numbers(&[20, 20, 20]), &["swept", "straight", "told", "code"], &["swept", "straight"]),
    ("Fib", Start::Numbers(&[200, 199]), &["straight", "grid", "told", "code"], &["swept", "straight"]),
    ("Euclid 1000", Start::Numbers(&[100, 100]), &["told", "code"], &["swept", "straight"]),
    ("Euclid 999", Start::Numbers(&[999, 1000]), &["straight", "grid", "told", "code"], &["swept", "straight"]),
    ("Two heaps", Start::Numbers(&[100, 100]), &["swept", "narrow", "told", "code"], &["swept", "narrow"]),
    ("Squares", Start::Numbers(&[20_000]), &["swept", "pieces", "grid", "told", "code"], &["swept", "pieces"]),
    ("Knight", Start::Numbers(&[100, 100]), &["swept", "narrow", "told", "code"], &["swept", "narrow"]),
    ("Stairs 40", Start::Numbers(&[10, 10, 10]), &["straight", "grid", "told", "code"], &[]),
    ("Halves", Start::Numbers(&[1_000_000_000; 2]), &["told", "code"], &[]),
    ("Flip", Start::Pluses(12), &["told", "boards"], &[]),
    ("Staircase 11", Start::Ones(7), &["told", "boards"], &[]),
];

#[test]
fn each_row_of_the_benchmark_takes_its_ways() {
    for (name, definition, ..) in CASES {
        let (_, start, asked, filled) = WAYS.iter().find(|row| name.starts_with(row.0)).expect(name);
        let game = game(definition, &format!("G({})", start.typed()));
        let (mut one, mut table) = (fast(), fast());
        let position = Position { game, coordinates: start.coordinates() };
        one.position_value(&position).expect(name);
        table.expect(&position).expect(name);
        assert_eq!(
            (one.path_counts().taken(), table.path_counts().taken()),
            (asked.to_vec(), filled.to_vec()),
            "{name}"
        );
    }
}
