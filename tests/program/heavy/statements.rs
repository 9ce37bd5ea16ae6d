//! The heavy statements, as data: templates for the verbs, kinds of games that fill them, and further statements and
//! texts.

use std::io::{self, Write};

/// A kind of game, with the values for the placeholders of `Asked::template` that make its statements heavy. Where a
/// value is empty (`NONE`), the templates that need it are left out.
pub struct Kind {
    pub name: &'static str,
    pub definitions: &'static [&'static str],
    /// `misere `, or nothing.
    pub play: &'static str,
    /// A position that takes long.
    pub position: &'static str,
    /// A game, for tables and pictures of very many positions; `cells` are their ranges.
    pub game: &'static str,
    pub cells: &'static str,
    /// A game of one number, for periods and lists of values; `range` is the range of a list.
    pub heaps: &'static str,
    pub range: &'static str,
    /// A position with variables, and `all`, the ranges of these variables.
    pub one: &'static str,
    pub all: &'static str,
}

/// A verb, and a statement in which the fields of a `Kind` stand in braces.
pub struct Asked {
    pub name: &'static str,
    pub template: &'static str,
    /// Options of the command line.
    pub flags: &'static [&'static str],
    /// What is typed in the dialogue that the statement begins.
    pub typed: &'static str,
}

/// The empty value of a field of `Kind`.
const NONE: &str = "";

pub const KINDS: &[Kind] = &[
    Kind {
        name: "few amounts",
        definitions: &["game G = take <1, 4, 9, 1023, 4097, 65537>"],
        play: NONE,
        position: "G(10^12)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "sparse sets",
        definitions: &["game G = take squares | take powers(2)"],
        play: NONE,
        position: "G(3*10^7)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "octal",
        definitions: &["game G = octal 0.06"],
        play: NONE,
        position: "G(3*10^7)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "hexadecimal",
        definitions: &["game G = hex 0.137F"],
        play: NONE,
        position: "G(10^7)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "split into two",
        definitions: &["game G = split unequal | take <3>"],
        play: NONE,
        position: "G(10^7)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "split into many",
        definitions: &["game G = take <2> then split into 2.. | split into 3.."],
        play: NONE,
        position: "G(10^6)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^6",
    },
    Kind {
        name: "divide",
        definitions: &["game G = divide by <2,3> | take <1..20>"],
        play: NONE,
        position: "G(10^9)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "primes",
        definitions: &["game G = take primes then maybe split"],
        play: NONE,
        position: "G(10^7)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^7",
    },
    Kind {
        name: "one coordinate",
        definitions: &["game G(n) = (n-k) for k in 1..n if k*k % 7 != 3 | (i) + (n-3-i) for i in 0..n-3"],
        play: NONE,
        position: "G(10^6)",
        game: "G",
        cells: "0..99999",
        heaps: "G",
        range: "0..9999999",
        one: "G(n)",
        all: "n in 0..10^6",
    },
    Kind {
        name: "two coordinates",
        definitions: &[
            "game G(a, b) = (a-k, b) for k in 1..a | (a-k, b-j) for k in 1..a, j in 1..b if k*j % 5 == 1 | (a, b-1)",
        ],
        play: NONE,
        position: "G(3000, 3000)",
        game: "G",
        cells: "0..3000, 0..3000",
        heaps: NONE,
        range: NONE,
        one: "G(a, b)",
        all: "a in 0..3000, b in 0..3000",
    },
    Kind {
        name: "three coordinates",
        definitions: &[
            "game G(a, b, c) = (a-k, b, c) for k in 1..a | (a, b-k, c+k) for k in 1..b | (a, b, c-k) for k in 1..c",
        ],
        play: NONE,
        position: "G(700, 700, 700)",
        game: NONE,
        cells: NONE,
        heaps: NONE,
        range: NONE,
        one: "G(a, b, a+b)",
        all: "a in 0..500, b in 0..500",
    },
    Kind {
        name: "a text",
        definitions: &[
            "game G(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\" | (replace(s, i, \".\")) for i in 0..length(s)-1 if s[i] == \"+\"",
            "let row(n) = if n == 0 then \"\" else row(n-1) ++ \"+\"",
        ],
        play: NONE,
        position: "G(row(60))",
        game: NONE,
        cells: NONE,
        heaps: NONE,
        range: NONE,
        one: "G(row(n) ++ \"-\" ++ row(n))",
        all: "n in 10..500",
    },
    Kind {
        name: "a list",
        definitions: &[
            "game G(h) = (replace(replace(h, i, h[i]-c), i-1, h[i-1]+c)) for i in 1..length(h)-1, c in 1..h[i]",
        ],
        play: NONE,
        position: "G([k for k in 1..60])",
        game: NONE,
        cells: NONE,
        heaps: NONE,
        range: NONE,
        one: "G([k for k in n..n+9])",
        all: "n in 3..500",
    },
    Kind {
        name: "a board",
        definitions: &[],
        play: NONE,
        position: "Cram(board(7, 7))",
        game: NONE,
        cells: NONE,
        heaps: NONE,
        range: NONE,
        one: "Cram(board(n, n))",
        all: "n in 4..20",
    },
    Kind {
        name: "a sum of games",
        definitions: &[
            "game A = octal 0.06",
            "game B = take primes",
            "game C(a, b) = (a-1, b) | (a, b-k) for k in 1..b if k*k % 7 != 3",
        ],
        play: NONE,
        position: "A(10^6) + B(10^7) + 3*C(2000, 2000) + Nim(10^9) + *5",
        game: NONE,
        cells: NONE,
        heaps: NONE,
        range: NONE,
        one: "(A(n) + B(2*n) + C(n, n % 100))",
        all: "n in 0..10^6",
    },
    Kind {
        name: "misère",
        definitions: &["game G = take <1,2> then maybe split"],
        play: "misere ",
        position: "G(70) + G(65) + G(60)",
        game: "G",
        cells: "0..10^4",
        heaps: NONE,
        range: NONE,
        one: "G(n)",
        all: "n in 0..10^4",
    },
];

pub const VERBS: &[Asked] = &[
    asked("grundy", "grundy {position}"),
    asked("winner", "winner {play}{position}"),
    asked("outcome", "outcome {play}{position}"),
    asked("moves", "moves {play}{position}"),
    asked("options", "options {play}{position}"),
    asked("explain", "explain {play}{position}"),
    asked("tree", "tree {position}"),
    asked("values", "values {heaps} {range}"),
    asked("table", "table {play}{game} {cells}"),
    asked("plot", "plot {game} {cells}"),
    asked("period", "period {heaps}"),
    asked("preperiod, …", "print preperiod {heaps}, saltus {heaps}, exceptions {heaps}, proved {heaps}"),
    asked("explain period", "explain period {heaps}"),
    asked("check", "check outcome {play}{one} in {N, P} for {all}"),
    asked("assert", "assert winner {play}{one} == first or true for {all}, m in 0..9"),
    asked("list", "print [outcome {play}{one} for {all}]"),
    asked("set", "print length({({one}, 1) for {all}})"),
    asked("count", "print count(1 for {all} if outcome {play}{one} == P)"),
    asked("sum of positions", "print outcome {play}sum [{one} for {all}]"),
    asked("options as a list", "print sum(length(options {one}) for {all})"),
    asked("equal positions", "print count(1 for {all} if {one} == {position})"),
    Asked { name: "play", template: "play {position} second", flags: &[], typed: "hint\na\nhint\na\n\n" },
    Asked { name: "quiz", template: "quiz {game} seed 7", flags: &[], typed: "1\n2\n3\n4\n5\n6\n" },
    asked("to a .csv", "values {heaps} {range} to \"values.csv\""),
    asked("to a .svg", "plot {game} {cells} to \"plot.svg\""),
    asked("tree to a .dot", "tree {position} to \"tree.dot\""),
    Asked { name: "--json", template: "table {play}{game} {cells}", flags: &["--json"], typed: "" },
    Asked { name: "--html", template: "table {play}{game} {cells}", flags: &["--html", "-"], typed: "" },
];

const fn asked(name: &'static str, template: &'static str) -> Asked {
    Asked { name, template, flags: &[], typed: "" }
}

/// Further statements: the name in the tables, definitions that are not measured, and the statement.
pub const OTHERS: &[(&str, &[&str], &str)] = &[
    // Definitions that are heavy themselves.
    ("let", &[], "let big = [k*7919 % 10^7 for k in 0..3*10^7]"),
    ("let", &[], "let big = {k*k for k in 0..10^8}"),
    ("let", &[], "let big = [[k, k] for k in 0..10^7]"),
    ("let", LETTERS, "let text = letters(\"abcdefgh\", 30)"),
    ("let", LETTERS, "let list = long([1,2,3], 30)"),
    ("let", &[], "let sums = [Nim(k) + Kayles(k) for k in 0..10^7]"),
    // One step over a long list.
    ("functions of a list", BIG, "print sum(max(big) for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(sort(big ++ [k])[0] for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(reverse(big)[k] for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(nimsum(big) for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(count(big, k) for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(length(replace(big, k, [1, 2])) for k in 1..10^6)"),
    ("functions of a list", BIG, "print sum(length({x % k for x in big}) for k in 1..10^6)"),
    ("functions of a list", BIG, "print count(1 for k in 1..10^6 if big ++ [k] == big ++ [k+1])"),
    ("functions of a list", BIG, "print length([big ++ [k] for k in 1..10^6])"),
    ("functions of a list", BIG, "print [reverse(big) for k in 1..10^6]"),
    ("functions of a list", BIG, "print grundy Nim[big ++ big ++ big]"),
    ("functions of a list", BIG, "print grundy Kayles[big]"),
    ("functions of a list", BIG, "winner Nim[big]"),
    ("functions of a list", BIG, "moves Nim[big]"),
    ("functions of a list", BIG, "explain Nim[big]"),
    ("functions of a list", BIG, "options Nim[big]"),
    // Numbers and texts.
    ("numbers", &[], "print sum(length(divisors(2^49+k)) for k in 1..10^6)"),
    ("numbers", &[], "print divisors(2^100 + 277)"),
    ("numbers", &[], "print count(1 for k in 1..10^7 if prime(2^126+k))"),
    ("numbers", &[], "print length(indices(\"a\")) + sum(isqrt(k*10^20) for k in 1..10^9)"),
    ("numbers", &[], "print [k*k*k for k in 1..10^9 if k % 3 == 1]"),
    ("numbers", &[], "print 10^14 in {p*q for p in 1.., q in 1..p}"),
    ("numbers", &[], "print nimproduct(2^63 + 12345, 2^62 + 54321), nimsum(nimpower(k, k) for k in 1..10^8)"),
    ("texts", LETTERS, "print length(indices(letters(\"abcdefgh\", 20)))"),
    ("texts", LETTERS, "print sort(letters(\"äbcd\", 21))[5]"),
    ("texts", LETTERS, "print letters(\"abcdefgh\", 23)"),
    ("texts", LETTERS, "print length([c for c in letters(\"abcdefgh\", 24)])"),
    ("texts", LETTERS, "print [letters(\"ab\", 20) ++ \"x\" for k in 1..10^4]"),
    // Functions that call themselves, with answers that are kept.
    ("recursive functions", FUNCTIONS, "f(60, 1)"),
    ("recursive functions", FUNCTIONS, "print sum(f(20, k) for k in 1..10^6)"),
    ("recursive functions", FUNCTIONS, "g(10^9)"),
    ("recursive functions", FUNCTIONS, "print [g(k) for k in 0..10^8]"),
    ("recursive functions", FUNCTIONS, "h([], 10^7)"),
    ("recursive functions", FUNCTIONS, "a(4, 10)"),
    ("recursive functions", FUNCTIONS, "check g(n) == n % 4 for n in 0..10^9"),
    ("recursive functions", FUNCTIONS, "grundy Long(10^6)"),
    ("recursive functions", FUNCTIONS, "values Long 0..999999"),
    // What is known of misère play alone.
    ("misère theory", &[], "genus Kayles(400)"),
    ("misère theory", &[], "form misere Kayles(200) + Kayles(170)"),
    ("misère theory", &[], "equal misere Kayles(200) + Kayles(170), *3"),
    ("misère theory", &[], "grundy misere Wythoff(900, 900) + GrundysGame(100)"),
    ("misère theory", &[], "values genus Kayles 0..400"),
    ("misère theory", &[], "quotient octal 0.007 to 60"),
    ("misère theory", &[], "period misere octal 0.007 to 60"),
    // Answers that are long.
    ("long answers", &[], "values Nim 0..9999999"),
    ("long answers", &[], "table Nim 0..99999"),
    ("long answers", &[], "table Wythoff 0..3162, 0..3162"),
    ("long answers", &[], "table Kayles 0..99999"),
    ("long answers", &[], "table misere Nim 0..99999"),
    ("long answers", &[], "options Nim(10^6)"),
    ("long answers", &[], "options Nim(10^6) + Nim(10^6 + 1)"),
    ("long answers", &[], "options Wythoff(5000, 5000)"),
    ("long answers", &[], "options misere Nim(10^5)"),
    ("long answers", &[], "moves Lasker(10^6)"),
    ("long answers", &[], "explain GrundysGame(10^5)"),
    ("long answers", &[], "print options Nim(10^7)"),
    ("long answers", &[], "print grundy sum [Nim(k) for k in 0..10^7]"),
    ("long answers", &[], "print sum [Nim(k) for k in 0..10^7]"),
    ("long answers", &[], "winner sum [Kayles(k) for k in 0..10^6]"),
    ("long answers", &[], "plot Nim 0..999999 to \"plot.json\""),
    ("long answers", &[], "plot Wythoff 0..3000, 0..3000 to \"plot.svg\""),
    ("long answers", &[], "table Nim 0..99999 to \"table.md\""),
    ("long answers", &[], "values Nim 0..9999999 to \"values.txt\""),
    ("long answers", &[], "tree misere Kayles(40)"),
    // Rules that are heavy to move in.
    ("rules", &["game G(n) = (n-k*m) for k in 1..n, m in 1..n, j in 1..n if k*m*j == n"], "grundy G(10^6)"),
    ("rules", &["game G(n) = (n-1) if all(grundy Nim(k) == k for k in 0..n)"], "grundy G(10^6)"),
    ("rules", &["game G(n) = (n-1) if length([k for k in 0..10^9]) > 5"], "grundy G(5)"),
    ("rules", &["game G(h) = (h ++ [k]) for k in 1..9 if length(h) < 10^6"], "grundy G([])"),
    ("rules", &["game G(s) = (s ++ \"ab\") if length(s) < 10^7"], "grundy G(\"\")"),
    ("rules", &["game G(n) = sum[(j) for j in 0..n-1]"], "grundy G(10^5)"),
    ("rules", &["game G(n) = (n-k)  for k in {m*m for m in 1..n}"], "grundy G(10^6)"),
    ("rules", &["game G(board) over if \"XXX\" in board = \".\" becomes \"X\""], "explain G(60*\".\")"),
    ("rules", &["game G(a, b) = (a-1, b*2) | (a-1, b*2+1)"], "grundy G(60, 1)"),
    ("rules", &["game G(a, b) = (a-1, b) | (a, b-1)"], "grundy G(10^6, 10^6)"),
    ("rules", &["game G = take {p*q for p in primes, q in primes}"], "grundy G(10^6)"),
    ("rules", &["game G = take {k for k in 1.. if length(divisors(k)) == 5}"], "values G 0..9999999"),
    ("rules", &["game G = take <k*k*k for k in 1..10^6> then maybe split"], "grundy G(10^8)"),
    ("rules", &["game G(n) where count(1 for k in 1..n if prime(k)) > 0 = (n-1)"], "grundy G(10^7)"),
    ("rules", &[], "game G = take {k*k for k in 0..10^8}"),
    ("rules", &[], "game G = take <1..10^9 step 2> except {k*k for k in 1..10^7}"),
    ("rules", &[], "period octal 0.(07)"),
    (
        "rules",
        &["game X = take powers(2) if n % 5 in {1,3,4} | take <246..> then maybe split | split into 3.."],
        "period X",
    ),
    ("rules", &["game Y = take squares then split into 2.. | take <3>"], "period Y"),
];

const BIG: &[&str] = &["let big = [k*7919 % 10^7 for k in 0..10^6]"];
const LETTERS: &[&str] = &[
    "let letters(t, n) = if n == 0 then t else letters(t ++ t, n-1)",
    "let long(h, n) = if n == 0 then h else long(h ++ h, n-1)",
];
const FUNCTIONS: &[&str] = &[
    "let f(n, m) = if n < 2 then n else f(n-1, 2*m) + f(n-2, 2*m+1)",
    "let g(n) = mex {g(n-k) for k in 1..min(3, n)}",
    "let h(list, n) = if n == 0 then length(list) else h(list ++ [n], n-1)",
    "let a(m, n) = if m == 0 then n+1 else if n == 0 then a(m-1, 1) else a(m-1, a(m, n-1))",
    "let few(n) = if n < 5 then n else few(n/2) + few(n/3) + 1",
    "game Long(n) = (n-k) for k in 1..few(n)",
];

/// A long text, of one statement or many, that is heavy to read.
pub struct Text {
    pub name: &'static str,
    pub write: fn(&mut dyn Write) -> io::Result<()>,
}

pub const TEXTS: &[Text] = &[
    Text { name: "16 MB in one statement", write: |out| listed(out, "print length([", 2_300_000, "])\n") },
    Text { name: "16 MB in one text", write: |out| repeated(out, "print length(\"", 16_000_000, "a", "\")\n") },
    Text { name: "16 MB of brackets", write: |out| repeated(out, "print ", 16_000_000, "(", "\n") },
    Text { name: "16 MB of a sum", write: |out| repeated(out, "print 0", 8_000_000, "+1", "\n") },
    Text { name: "200 MB of statements", write: |out| repeated(out, "", 25_000_000, "print 1\n", "") },
    Text { name: "200 MB of one line", write: |out| repeated(out, "print 1 # ", 200_000_000, "a", "\n") },
    Text { name: "3,000 chained functions", write: chained_functions },
    Text { name: "20 levels of games", write: |out| levels(out, 20, "|") },
    Text { name: "200 levels of games", write: |out| levels(out, 200, "|") },
    Text { name: "6,000 clauses", write: clauses },
    Text { name: "6,000 digits", write: |out| repeated(out, "game G = octal 0.", 6_000, "7", "\ngrundy G(10^6)\n") },
    Text { name: "10^6 digits", write: |out| repeated(out, "game G = octal 0.", 1_000_000, "7", "\ngrundy G(10^6)\n") },
    Text { name: "50,000 games", write: many_games },
    Text { name: "10^6 names", write: many_names },
    Text { name: "nested comprehensions", write: nested },
    Text { name: "a survey of 1,000 columns", write: |out| survey(out, 1_000, |k| format!("n + {k}")) },
    Text { name: "a survey of long cells", write: |out| survey(out, 300, |k| format!("[k for k in 0..{}]", k % 40)) },
];

fn repeated(out: &mut dyn Write, before: &str, times: usize, what: &str, behind: &str) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    let many = what.repeat(1000);
    (0..times / 1000).try_for_each(|_| out.write_all(many.as_bytes()))?;
    out.write_all(behind.as_bytes())
}

fn survey(out: &mut dyn Write, columns: usize, column: fn(usize) -> String) -> io::Result<()> {
    write!(out, "survey n")?;
    (0..columns).try_for_each(|k| write!(out, ", {} as c{k}", column(k)))?;
    writeln!(out, " for n in 0..10^6")
}

fn listed(out: &mut dyn Write, before: &str, members: usize, behind: &str) -> io::Result<()> {
    out.write_all(before.as_bytes())?;
    (1..members).try_for_each(|n| write!(out, "{n},"))?;
    write!(out, "0{behind}")
}

fn chained_functions(out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "let f0(n) = n")?;
    (1..3000).try_for_each(|k| writeln!(out, "let f{k}(n) = f{}(n) + f{}(n+1)", k - 1, k - 1))?;
    writeln!(out, "f2999(1)\ngame G(n) = (n-1) if f2999(n) > 0\ngrundy G(5)")
}

fn levels(out: &mut dyn Write, count: usize, between: &str) -> io::Result<()> {
    writeln!(out, "game G0(a, b) = (a-k, b) for k in 1..a | (a, b-1)")?;
    (1..count).try_for_each(|k| {
        let before = k - 1;
        writeln!(out, "game G{k}(a, b) = G{before}(a-1, b) {between} G{before}(b, a) {between} (a-1, b)")
    })?;
    writeln!(out, "grundy G{}(50, 50)", count - 1)
}

fn clauses(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "game G = take <1>")?;
    (2..6000).try_for_each(|k| write!(out, " | take <{k}> then maybe split if n % {k} == 1"))?;
    writeln!(out, "\ngrundy G(10^6)")
}

fn many_games(out: &mut dyn Write) -> io::Result<()> {
    (1..50_000).try_for_each(|k| writeln!(out, "game G{k} = take <1, {}, {}>\ngrundy G{k}(10^4)", k + 1, 3 * k + 5))
}

fn many_names(out: &mut dyn Write) -> io::Result<()> {
    (1..1_000_000).try_for_each(|k| writeln!(out, "let x{k} = [{k}, {k}]"))
}

fn nested(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "print sum(")?;
    (1..60).try_for_each(|k| write!(out, "sum(x{k} for x{k} in [1, 2, 3] if x{k} in [y for y in [1, 2, 3]] and "))?;
    write!(out, "1 == 1")?;
    (1..60).try_for_each(|_| write!(out, ") > 0"))?;
    writeln!(out, " for z in 1..9)")
}
