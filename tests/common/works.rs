//! Kinds of work, each with a statement that needs about `LIMIT` bytes or far more: values, tables, searches, misère
//! play, lists, texts, functions, pictures, files, proofs and surveys. No way in may let one of them take more.

pub const LIMIT: u64 = 20_000_000;

pub const DEFINITIONS: &str = "game B = take primes
game M = take <1,2> then maybe split
game Straight(a, b) = (a-1, b) | (a, b-1) | (a-1, b-1)
game Sparse(a, b, c) = (a-2, b, c) | (a, b-3, c) | (a, b, c-5) if a % 2 == 1 | (b, a, c-1) if a < b
game Growing(h) = (h ++ [k]) for k in 1..9 if length(h) < 10^6
game Bound(n) = (n-1) reply | (n-2) again
game Walk(v) where v < 10^7 = (w) for w in [(v*7+1) % 10^7, (v*5+2) % 10^7, (v+1) % 10^7]
let nimstring_coins = nimstring_boxes(4, 5)
let letters(t, n) = if n == 0 then t else letters(t ++ t, n-1)
let f(n, m) = if n < 2 then n else f(n-1, 2*m) + f(n-2, 2*m+1)
let g(n) = mex {g(n-k) for k in 1..min(3, n)}
";

/// These write no file and read none.
pub const WORKS: &[&str] = &[
    "values Nim 0..9999999",
    "let v = values Nim 0..10^7",
    "let w = table Wythoff 0..1200, 0..1200",
    "grundy B(10^8)",
    "grundy (take <1,3,4>)(10^12)",
    "values B 0..20000",
    "table misere Nim 0..9999",
    "grundy Straight(3000, 3000)",
    "grundy Straight(5000, 5000)",
    "grundy Sparse(900, 900, 900)",
    "grundy Growing([])",
    "grundy Cram(board(5, 5))",
    "grundy Bound(10^7)",
    "outcome Walk(1)",
    "winner misere Walk(1)",
    "grundy Nimstring([0..48])",
    "winner misere M(40) + M(39)",
    "print length([[k, k] for k in 0..10^7])",
    "print length({k*k for k in 0..10^7})",
    "print sort([10^7 - k for k in 0..10^7])[0]",
    "print length(letters(\"abcdefgh\", 22))",
    "print sort(letters(\"ä\", 20))[5]",
    "print f(24, 1)",
    "print g(10^6)",
    "print grundy sum [Nim(k) for k in 0..10^6]",
    "print length(options Nim(10^6))",
    "moves Nim(10^6) + Nim(10^6 + 1)",
    "plot Nim 0..999999",
    "tree M(12)",
    "explain GrundysGame(20000)",
    "print period (octal 0.07)",
    "pattern B",
    "check grundy Nim(n) == n for n in 0..10^5",
    "survey length([k for k in 0..n]) as l for n in 10^5..10^5+9",
];

/// These write a file, or read `LONG`.
pub const WITH_FILES: &[&str] = &[
    "plot Wythoff 0..1200, 0..1200 to \"plot.svg\"",
    "table Wythoff 0..2000, 0..2000 to \"table.csv\"",
    "survey grundy Nim(n) as v for n in 1..10^4 to \"survey.csv\"",
    "load \"long.cgt\"",
];

/// A file of definitions that do not fit.
pub const LONG: &str = "long.cgt";

pub fn long() -> String {
    (0..100_000).map(|n| format!("let x{n} = [{n}, {n}]\n")).collect()
}

/// An ordinary statement, for which there is room again behind a heavy one, and its answer.
pub const ORDINARY: (&str, &str) = ("print 2^20 + 7", "1048583");
