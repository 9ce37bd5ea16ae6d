//! The rows of the benchmark of written rules. A test uses them as well, and asserts which strategy answers each
//! row.

use std::sync::Arc;

use grundy_engine::game::Value;

/// For each row: its name, the definition of the game G, the position whose value is asked for, and how many
/// options all positions below it have together, or how many positions there are.
pub const CASES: &[(&str, &str, Start, Work)] = &[
    ("Wythoff 300", WYTHOFF, Start::Numbers(&[299, 299]), Work::Options(3.0 * 300.0 * 300.0 * 150.0 * 0.89)),
    ("Wythoff 1000", WYTHOFF, Start::Numbers(&[999, 999]), Work::Options(1.333e9)),
    ("Wythoff 3000", WYTHOFF, Start::Numbers(&[2999, 2999]), Work::Options(36e9)),
    ("M 10^7", MIXED, Start::Numbers(&[10_000_000]), Work::Options(1.75e7)),
    ("D' 10^7", DIVISION, Start::Numbers(&[10_000_000]), Work::Options(3e7)),
    ("D' 10^18", DIVISION, Start::Numbers(&[1_000_000_000_000_000_000]), Work::Options(3036.0)),
    ("Chomp 3x60", CHOMP, Start::Numbers(&[60, 60, 60]), Work::Options(3.534e6)),
    (
        "Fib 2000",
        "game G(n, most) = (n-k, 2*k) for k in 1..min(n, most)",
        Start::Numbers(&[2000, 1999]),
        Work::Options(0.89e9),
    ),
    ("Euclid 1000", EUCLID, Start::Numbers(&[1000, 1000]), Work::Options(6.577e6)),
    // Only positions (n, 1) are reached from this one.
    ("Euclid 999,1000", EUCLID, Start::Numbers(&[999, 1000]), Work::Options(499_502.0)),
    ("Two heaps 1000", TWO_HEAPS, Start::Numbers(&[1000, 1000]), Work::Options(5_999_994.0)),
    ("Squares 10^6", SQUARES, Start::Numbers(&[1_000_000]), Work::Options(666_167_500.0)),
    ("Knight 1000", KNIGHT, Start::Numbers(&[1000, 1000]), Work::Positions(1_500_001.0)),
    ("Stairs 40", STAIRS, Start::Numbers(&[40, 40, 40]), Work::Options(14_760_410.0)),
    ("Halves 10^9", HALVES, Start::Numbers(&[1_000_000_000; 2]), Work::Positions(58_564.0)),
    ("Halves 10^12", HALVES, Start::Numbers(&[1_000_000_000_000; 2]), Work::Positions(191_844.0)),
    ("Flip 24", FLIP, Start::Pluses(24), Work::Positions(75_025.0)),
    ("Staircase 11", STAIRCASE, Start::Ones(11), Work::Positions(58_786.0)),
    ("Knight, in a list", LISTED_KNIGHT, Start::Numbers(&[300, 300]), Work::Positions(135_001.0)),
    ("Cram, as cells 4x4", CELLS, Start::Cells(4, 4), Work::Positions(1_897.0)),
];

/// The coordinates of the position that is asked for.
#[derive(Clone, Copy)]
pub enum Start {
    Numbers(&'static [i128]),
    /// A text of this many `+`.
    Pluses(usize),
    /// A list of this many ones.
    Ones(usize),
    /// A list of all cells of a board; the numbers of its rows and columns.
    Cells(i128, i128),
}

/// By what the time of a row is divided: a number of options, or of positions.
#[derive(Clone, Copy)]
pub enum Work {
    Options(f64),
    Positions(f64),
}

impl Start {
    pub fn coordinates(self) -> Arc<[Value]> {
        match self {
            Start::Numbers(numbers) => numbers.iter().map(|n| Value::Integer(*n)).collect(),
            Start::Pluses(length) => [Value::text(&"+".repeat(length))].into(),
            Start::Ones(length) => [Value::list(vec![Value::Integer(1); length])].into(),
            Start::Cells(rows, columns) => {
                let cell = |r: i128, c: i128| Value::Tuple([r, c].map(Value::Integer).into());
                [Value::list((0..rows).flat_map(|r| (0..columns).map(move |c| cell(r, c))).collect())].into()
            }
        }
    }

    /// The coordinates of some position of the same kind, as a user types them. The benchmark takes the game from
    /// this position.
    pub fn typed(self) -> String {
        match self {
            Start::Numbers(numbers) => vec!["1"; numbers.len()].join(", "),
            Start::Pluses(_) => "\"\"".to_owned(),
            Start::Ones(_) => "[1]".to_owned(),
            Start::Cells(..) => "[(0, 0)]".to_owned(),
        }
    }
}

const WYTHOFF: &str = "game G(a, b) = take any from a | take any from b | take any from a and b";
const CHOMP: &str = "game G(a, b, c) where a >= b and b >= c = (i, min(i,b), min(i,c)) for i in 1..a-1 | \
                     (a, i, min(i,c)) for i in 0..b-1 | (a, b, i) for i in 0..c-1";
const EUCLID: &str =
    "game G(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a";
const MIXED: &str = "game G(n) over if n == 0 = (n-1) | (n/2) if even(n) | (n-5) if n % 4 == 3";
const DIVISION: &str = "game G(n) over if n < 1 or n < 0 = (n/2) | (n/3) | (n/6)";
const TWO_HEAPS: &str = "game G(a, b) = (a-k, b) for k in 1..min(a, 3) | (a, b-k) for k in <1, 2, 3>";
const SQUARES: &str = "game G(n) = (n - k*k) for k in 1..isqrt(n)";
const KNIGHT: &str = "game G(a, b) = (a-2, b+1) | (a-2, b-1) | (a-1, b-2) | (a+1, b-2)";
const STAIRS: &str =
    "game G(a, b, c) = (a-k, b, c) for k in 1..a | (a+k, b-k, c) for k in 1..b | (a, b+k, c-k) for k in 1..c";
/// The condition on b keeps the two numbers together: apart they are two games.
const HALVES: &str =
    "game G(a, b) = (a/2, b) if a > 0 and b >= 0 | (a/3, b) if a > 0 | (a, b/2) if b > 0 | (a, b/3) if b > 0";
const STAIRCASE: &str =
    "game G(s) = (replace(replace(s, i, s[i]-c), i-1, s[i-1]+c)) for i in 1..length(s)-1, c in 1..s[i]";
const FLIP: &str = "game G(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"";
const LISTED_KNIGHT: &str = "game G(a, b) = (a-x, b-y) for (x, y) in [(2, -1), (2, 1), (1, 2), (-1, 2)]";
const CELLS: &str = "let near(p, q) = abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1\n\
    game G(cells) = sum[(p) for p in parts([c for c in cells if c != a and c != b], near)] \
    for a in cells, b in cells if near(a, b) and a < b";
