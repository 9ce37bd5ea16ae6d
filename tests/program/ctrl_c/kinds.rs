//! The statements that `ctrl_c` interrupts, each of which takes long: every verb, every kind of game, and all that
//! has nothing to do with games.

/// A statement that takes long and is stopped with Ctrl-C.
pub struct Kind {
    pub name: &'static str,
    pub statement: &'static str,
    /// Asked afterwards. The answer must be the same as in a session without Ctrl-C, whatever the stopped statement
    /// has left in tables.
    pub afterwards: &'static str,
    /// Ctrl-C comes while the statement is typed; it is never entered.
    pub only_typed: bool,
}

const fn kind(name: &'static str, statement: &'static str, afterwards: &'static str) -> Kind {
    Kind { name, statement, afterwards, only_typed: false }
}

const fn typed(name: &'static str, statement: &'static str, afterwards: &'static str) -> Kind {
    Kind { name, statement, afterwards, only_typed: true }
}

/// The definitions that every session begins with; `MEMBERS` is replaced by the length of a list.
pub const DEFINITIONS: &str = r#"game S = take <1,2,3>
game Slow(n) = (n-k) for k in 1..n if k*k % 7 != 3
game Wide(a, b) = (a-i, b) for i in 1..a if i*i % 7 != 3 | (a, b-i) for i in 1..b if i % 5 != 2
game Gap(n) = (n-1) for k in 1..10^15 if k*k % 7 == 3
game Row(s) = (replace(s, i, "--")) for i in 0..length(s)-2 if s[i..i+1] == "++" | (replace(s, i, "-")) for i in indices(s) if s[i] == "+"
game Piles(h) = (replace(h, i, h[i]-c)) for i in 0..length(h)-1, c in 1..h[i] if c*c % 7 != 3 and sum(h) > 0
game Long = take powers(2) if n % 5 in {1,3,4} | take <246..> then maybe split | split into 3..
game Three = split into 3..
game Walk(v) where v < 10^7 = (w) for w in [(v*7+1) % 10^7, (v*5+2) % 10^7, (v+1) % 10^7]
game Codes = octal 0.4044004444044
game Sixteen = hex 0.13F9
game Divided = divide by <2..n> if n % 3 != 1
let nimstring_coins = nimstring_boxes(5, 5)
let f(n) = sum(k*k % 7 for k in 1..n)
let fib(n, m) = if n < 2 then n else fib(n-1, 2*m) + fib(n-2, 2*m+1)
let deep(n) = if n == 0 then 0 else deep(n-1) + 1
let big = [k*7919 % 10^7 for k in 0..MEMBERS]
let small = [k*7919 % 1000 for k in 0..200]
let double(t, n) = if n == 0 then t else double(t ++ t, n-1)
let text = double("+-++", 20)
let nested(n, x) = if n == 0 then [x] else [nested(n-1, x), nested(n-1, x)]
"#;

/// Makes the text of a file.
type Contents = fn() -> String;

/// The files in the folder of the session, by name.
pub const FILES: &[(&str, Contents)] = &[
    ("many.cgt", || "print 1\n".repeat(500_000)),
    ("again.cgt", || "load \"many.cgt\"\n".repeat(20)),
    ("list.cgt", || format!("print length([{}0])\n", numbered(3_000_000, |n| format!("{n},\n")))),
    ("clauses.cgt", || format!("game C = take <1>{}\n", numbered(200_000, |n| format!(" | take <{n}, {}>", 3 * n)))),
    ("tuples.cgt", || format!("game Tuples(a, b) = (a-1, b){}\n", numbered(100_000, |n| format!(" | (a-{n}, b-{n})")))),
    ("code.cgt", || format!("game Code = octal 0.{}\n", "7".repeat(3_000_000))),
    ("brackets.cgt", || format!("print {}1{}\n", "(".repeat(5_000_000), ")".repeat(5_000_000))),
    ("words.cgt", || "winner the game of nim with 3 heaps please\n".repeat(100_000)),
    ("chain.cgt", || {
        format!("let c0(n) = n\n{}c20000(1)\n", numbered(20_000, |n| format!("let c{n}(n) = c{}(n)+1\n", n - 1)))
    }),
    ("explodes.cgt", || {
        let explodes = |i| format!("game X{i}(a, b) = X{} if a > {i} | X{} if b > {i}\n", i - 1, i - 1);
        format!("game X0(a, b) = (a-1, b) | (a, b-1)\n{}", numbered(14, explodes))
    }),
];

fn numbered(last: u32, form: impl Fn(u32) -> String) -> String {
    (1..=last).map(form).collect()
}

pub const KINDS: &[Kind] = &[
    kind(
        "winner of a splitting game",
        "winner GrundysGame(10^7) + GrundysGame(10^6)",
        "print grundy GrundysGame(1000)",
    ),
    kind("grundy of a heap", "grundy Three(10^7)", "print [grundy Three(n) for n in 0..20]"),
    kind("grundy, a rule written out", "grundy Slow(10^6)", "print [grundy Slow(n) for n in 0..60]"),
    kind("grundy, a loop without an option", "grundy Gap(5)", "print grundy S(5)"),
    kind("outcome on a large graph", "outcome Walk(1)", "print outcome Slow(40)"),
    kind("remoteness on a large graph", "remoteness Walk(1)", "print outcome Slow(40)"),
    kind("outcome of a sum", "outcome Slow(10^6) + Slow(10^6 - 7)", "print outcome Slow(40) + Slow(33)"),
    kind("moves", "moves Slow(10^6) + Slow(10^6 - 1)", "print options Slow(9)"),
    kind("options, a long answer", "options Nim(10^7)", "print options S(9)"),
    kind("explain", "explain Slow(300000)", "print grundy Slow(300)"),
    kind("explain, a long answer", "explain Nim(10^6) + Nim(10^6 - 1)", "print grundy Nim(10^6) + Nim(10^6 - 1)"),
    kind("explain period", "explain period Long", "print grundy S(15)"),
    kind("table", "table Slow 0..99999", "print [grundy Slow(n) for n in 60..90]"),
    kind("table, a long answer", "table S 0..99999", "print grundy S(10^7)"),
    kind("table of two coordinates", "table Wide 0..3000, 0..3000", "print [grundy Wide(n, 30) for n in 0..30]"),
    kind("values", "values Codes 0..9999999", "print [grundy Codes(n) for n in 0..60]"),
    kind("values, a long answer", "values Nim 0..9999999", "print grundy Nim(77)"),
    kind("values to a file", "values Nim 0..9999999 to \"values.csv\"", "print grundy Nim(78)"),
    kind("values to JSON", "values S 0..9999999 to \"values.json\"", "print grundy S(79)"),
    kind("table to a file", "table S 0..99999 to \"table.md\"", "print grundy S(80)"),
    kind("period", "period Long", "print grundy S(16)"),
    kind("period of an octal game", "period Codes", "print [grundy Codes(n) for n in 60..90]"),
    kind("period asked in a loop", "print count(proved Kayles for k in 1..10^9)", "proved Kayles"),
    kind("plot", "plot Slow 0..10^6", "print grundy Slow(70)"),
    kind("plot of two coordinates", "plot Wide 0..3000, 0..3000", "print grundy Wide(20, 20)"),
    kind("plot to a picture", "plot S 0..9999999 to \"plot.svg\"", "print grundy S(81)"),
    kind("tree", "tree Row(text[0..60])", "print grundy Row(text[0..6])"),
    kind("tree to a picture", "tree Piles([7, 8, 9]) to \"tree.svg\"", "print grundy Wide(6, 6)"),
    kind("play, the machine begins", "play Slow(10^6) + Slow(10^6 - 1) second", "print grundy Slow(30)"),
    kind("moves that bind", "grundy TopEntails(10^5)", "print [outcome TopEntails(n) for n in 0..60]"),
    kind("moves that bind, on sets", "grundy Nimstring([0..59])", "print outcome Nimstring([0..11])"),
    kind("check", "check grundy Nim(n) == n for n in 0..10^15, m in 0..0", "check grundy Nim(n) == n for n in 0..99"),
    kind(
        "check over positions",
        "check winner Wide(a, b) == first or a < b + 9^9 for a in 0..10^4, b in 0..10^4",
        "print grundy Wide(9, 9)",
    ),
    kind("survey", "survey n, grundy Slow(10^5 + n) for n in 1..10^6", "print grundy Slow(70)"),
    kind("survey of many rows", "survey n, f(n % 9) for n in 1..10^12 to \"rows.csv\"", "print f(9)"),
    kind("survey without a row", "survey n for n in 1..10^12 if n < 0", "print 1"),
    kind("assert", "assert some(k < 0 for k in 1..10^15)", "assert some(k < 0 for k in -1..10)"),
    kind("time", "time print f(10^15)", "print f(1000)"),
    kind("let", "let small = sort([f(k) for k in 0..10^9])", "print sum(small)"),
    kind("game", "game S = take <k for k in 1..10^12 if k % 10^11 == 7>", "print [grundy S(n) for n in 0..9]"),
    kind("a sum", "print sum(n for n in 0..10^15 if n % 10^9 == 7)", "print sum(n for n in 0..10, m in 0..3)"),
    kind("a list", "print length([n for n in 0..10^15, m in 0..0 if n % 10^9 == 1])", "print length(big), big[7]"),
    kind(
        "a set",
        "print length({n % 1000 for n in 0..10^15 if n % 10^6 == 1})",
        "print length({n % 7 for n in 0..99})",
    ),
    kind("max of a long list", "sum(max(big) + k for k in 1..10^6)", "print max(small)"),
    kind("sort", "print sum(sort(big)[k] for k in 1..10^6)", "print sort(small)[9]"),
    kind("reverse", "print sum(reverse(big)[k] for k in 1..10^6)", "print reverse(small)[9]"),
    kind("nimsum", "print sum(nimsum(big) + k for k in 1..10^6)", "print nimsum(small)"),
    kind("count", "print sum(count(big, k) for k in 1..10^6)", "print count(small, 7)"),
    kind("replace", "print sum(replace(big, k, 1)[k] for k in 1..10^6)", "print replace(small, 1, 1)[1]"),
    kind(
        "insert and remove",
        "print sum(remove(insert(big, k, 1), 0)[k] for k in 1..10^6)",
        "print remove(insert(small, 1, 1), 0)[0]",
    ),
    kind(
        "slices and ++",
        "print sum(length(big[1..k] ++ big) for k in 10^6..10^7)",
        "print length(small[1..9] ++ small)",
    ),
    kind(
        "comparisons of lists",
        "print count(big ++ [k] == big ++ [k+1] for k in 1..10^6)",
        "print small == small ++ [1]",
    ),
    kind(
        "sets of a long list",
        "print sum(length({k, n} ) for k in 1..10^6, n in [length({m for m in big})])",
        "print length({m for m in small})",
    ),
    kind("members of a long list", "print count(-k in big for k in 1..10^6)", "print 7 in small"),
    kind(
        "lists in lists",
        "print count(nested(17, k) == nested(17, k+1) for k in 1..10^6)",
        "print nested(3, 1) < nested(3, 2)",
    ),
    kind(
        "long texts",
        "print sum(length(indices(text)) + count(text, \"+\") + k for k in 1..10^6)",
        "print length(text)",
    ),
    kind("texts that grow", "print sum(length(text ++ text[1..k] ++ \"x\") for k in 10^5..10^6)", "print text[5..9]"),
    kind("divisors", "print sum(length(divisors(2^49+k)) for k in 1..999)", "print divisors(28)"),
    kind("primes", "print count(prime(n) for n in 10^17..10^18)", "print count(prime(n) for n in 1..99)"),
    kind("an endless set", "print 5 in {k for k in 1.. if all(m > 0 for m in 1..10^15)}", "print 7 in primes"),
    kind("nimbers", "print sum(nimdivide(2^60+k, 2^61+k) xor nimsqrt(k) for k in 1..10^9)", "print nimdivide(6, 3)"),
    kind("a function that branches", "print fib(90, 1)", "print fib(12, 1)"),
    kind("a deep function", "print deep(10^9)", "print deep(1000)"),
    kind("rows of coins", "grundy Row(text[0..70])", "print grundy Row(text[0..8])"),
    kind("heaps in a list", "winner Piles([30, 31, 32, 33, 34])", "print grundy Piles([3, 4, 5])"),
    kind("a board", "winner Chomp([14, 14, 14, 14, 14, 14, 14])", "print grundy Chomp([3, 3, 3])"),
    kind(
        "a row of stones",
        "winner Clobber(\"XOXOXOXOXXOOXOXOXOXOXOXOXXOOXOXOXOXOXOXO\")",
        "print grundy Clobber(\"XOXO\")",
    ),
    kind("two coordinates", "grundy Wide(3000, 3000)", "print grundy Wide(25, 9)"),
    kind("several coordinates", "winner MooresNim(400, 401, 402)", "print grundy MooresNim(4, 5, 6)"),
    kind("a hexadecimal code", "grundy Sixteen(10^7)", "print [grundy Sixteen(n) for n in 0..60]"),
    kind("division", "values Divided 0..9999999", "print [grundy Divided(n) for n in 0..60]"),
    kind("sets that depend on the heap", "values Dim 1..9999999", "print [grundy Dim(n) for n in 1..60]"),
    kind("many heaps", "winner sum[Nim(k) + Slow(k % 30) for k in 1..10^7]", "print grundy sum[Nim(k) for k in 1..70]"),
    kind(
        "misère play",
        "winner misere Kayles(200) + Kayles(170) + GrundysGame(100)",
        "print outcome misere Kayles(9) + Kayles(8)",
    ),
    kind("misère moves", "moves misere Wide(900, 900) + Slow(900)", "print outcome misere Wide(3, 3) + Slow(3)"),
    kind("a genus", "genus Kayles(400)", "print genus Kayles(9)"),
    kind("a canonical form", "form misere Kayles(200) + Kayles(170)", "print form misere Kayles(6)"),
    kind("a misère quotient", "quotient octal 0.007 to 60", "print quotient octal 0.34"),
    kind("a misère period", "period misere octal 0.007 to 60", "print period misere octal 0.34"),
    kind("load of many statements", "load \"many.cgt\"", "print grundy S(5)"),
    kind("load of loads", "load \"again.cgt\"", "print grundy S(6)"),
    kind("load of a long list", "load \"list.cgt\"", "print grundy S(7)"),
    kind("load of many clauses", "load \"clauses.cgt\"", "print grundy S(8)"),
    kind("load of many tuples", "load \"tuples.cgt\"", "print grundy S(9)"),
    kind("load of a long code", "load \"code.cgt\"", "print grundy S(10)"),
    kind("load of many brackets", "load \"brackets.cgt\"", "print grundy S(11)"),
    kind("load of what nobody can read", "load \"words.cgt\"", "print grundy S(12)"),
    kind("load of many functions", "load \"chain.cgt\"", "print grundy S(13)"),
    kind("load of definitions that explode", "load \"explodes.cgt\"", "print grundy S(14)"),
    typed("typed: divisors", "sum(length(divisors(2^49+k)) for k in 1..999)", "print divisors(30)"),
    typed("typed: max of a long list", "sum(max(big) for k in 1..999999)", "print max(small) + 1"),
    typed("typed: sort of a long list", "sum(sort(big)[k] for k in 1..999999)", "print sort(small)[8]"),
    typed("typed: a long text", "sum(count(text, \"+\") for k in 1..999999)", "print length(text) + 1"),
    typed("typed: winner", "winner GrundysGame(10^7) + Slow(10^6)", "print grundy Slow(35)"),
    typed("typed: period", "period Long", "print grundy S(17)"),
    typed("typed: a board", "winner Chomp([14, 14, 14, 14, 14, 14, 14])", "print grundy Chomp([3, 2, 1])"),
    typed(
        "typed: misère play",
        "winner misere Kayles(200) + Kayles(170)",
        "print outcome misere Kayles(7) + Kayles(8)",
    ),
];
