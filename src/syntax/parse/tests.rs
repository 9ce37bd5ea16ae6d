//! What is a statement, what tree it is, and what is said about what is none.

use crate::error::{Error, codes};
use crate::source::SourceId;
use crate::syntax::ast::Statement;
use crate::syntax::{parse, words};

fn read(text: &str) -> Vec<Result<Statement, Error>> {
    parse(SourceId(0), text)
}

/// Everything the language's description shows, and the forms that were hard.
const GOOD: &[&str] = &[
    "game S = take <1,2,3> # subtraction game",
    "game Pile = take any",
    "game Floor = divide by <2,3,6>",
    "game Pins = take <1,2> then maybe split",
    "game G = split unequal",
    "game L = take any | split",
    "game Dawson = octal 0.137",
    "game D2 = .137",
    "game D3 = hex 0.F8",
    "game D4 = octal 0.07(3)",
    "game D5 = octal 4.007",
    "game D6 = octal 0.7!3=5?",
    "game D7 = octal .77 | take <1>",
    "game Half = take <1..n/2>",
    "game Parity = take <1,3> if even(n) | take <2> if odd(n)",
    "game Square = take <k*k for k in 1..>",
    "game Not4 = take any except <4>",
    "game Both = S | Apples",
    "game A = split equal",
    "game A = split into 3",
    "game A = split into <2,3>",
    "game A = split into 2..",
    "game A = split unequal into 3",
    "game A = split equal into 2..",
    "game A = take <0,1> then split unequal into 3",
    "game Wythoff(a, b) = take any from a | take any from b | take any from a and b",
    "game W(a, b, c) = take any from a, b and c | take <1> from a, b | divide a by <2>",
    "game Wythoff2(a, b) =\n    (a-k, b)   for k in 1..a |\n    (a, b-k)   for k in 1..b |\n    (a-k, b-k) for k in 1..min(a, b)",
    "game W = take <1>\n# and\n\n | take <2>",
    "game Euclid(a, b) over if min(a, b) == 0 = (a - k*b, b) for k in 1..a/b | (a, b - k*a) for k in 1..b/a",
    "game Fib(n, most) = (n-k, 2*k) for k in 1..min(n, most)",
    "game Kayles2(n) = (i) + (n-1-i) for i in 0..n-1 | (i) + (n-2-i) for i in 0..n-2",
    "game Mark(n) over if n == 0 = (n-1) | (n/2)",
    "game Chomp(a, b, c) where a >= b and b >= c = (i, min(i,b), min(i,c)) for i in 1..a-1 | (a, i, min(i,c)) for i in 0..b-1 | (a, b, i) for i in 0..c-1",
    "game Copies(n) over if n == 0 = (n-1) | 3*(n/2) if even(n)",
    "game Break(n) = sum[(i) for i in a..a+k-1] for k in 2..n, a in 1..n if n == k*a + k*(k-1)/2",
    "game Break(n) = sum[(i) for i in a..a+k-1] for k in 2..n, a in 1..n if k*a + k*(k-1)/2 == n",
    "game Mixed(n) = S(n-1) | Pile(n-2) + (n-2) | *2 if n == 1",
    "game F = (n-1) if n > 1 for k in 1..n if k < n for j in 1..k",
    "let edges = [[1,2], [3], [3], []]",
    "game Walk(v) = (w) for w in edges[v]",
    "game Flip(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\"",
    "game Stairs(h) = (replace(replace(h, i, h[i]-c), i-1, h[i-1]+c)) for i in 1..length(h)-1, c in 1..h[i]",
    "winner Flip(\"++++\")",
    "winner Stairs([3,1,2,4])",
    "h[0..-1]",
    "h[length(h)..]",
    "h[a..] ++ [1]",
    "S(5)",
    "S(3) + S(4) + S(5)",
    "S[3,4,5]",
    "S[heaps]",
    "3*S(4)",
    "S(5) + *2",
    "S(5) == *1",
    "let start = S(3) + S(4)",
    "let f(n) = n % 4",
    "let g(n) = if n < 2 then n else g(n-1) + g(n-2)",
    "{n for n in 0..50 if grundy S(n) == 0}",
    "[grundy S(n) for n in 0..20]",
    "[o for o in options S(5)+S(2) if outcome o == P]",
    "sum[S(k) for k in heaps]",
    "mex <0,1,4,6>",
    "mex {1} + 2",
    "let m = max(mex <1>, 2)",
    "3 xor 5",
    "3 ⊕ 5",
    "winner S(3)+S(4)+S(5) == first",
    "assert grundy S(3)+S(4) == 3",
    "grundy S(3) xor grundy S(4)",
    "grundy S(n) + 1 == n",
    "(grundy S(n)) + f(n)",
    "all(C(n) > 2 for n in 0..9)",
    "count(prime(n) for n in 1..20 if odd(n) for m in 1..3)",
    "not 3 in <1,2>",
    "3 not in <1,2>",
    "2 * *3",
    "-2^2",
    "winner S(3) if player 2 starts",
    "moves S(3) + 2*S(5) + *4",
    "options S(5)",
    "explain S(3) + S(4)",
    "explain period S",
    "explain S(3) to \"why.html\"",
    "table S 0..10",
    "table W 0..8, 0..8",
    "table C 0..5, 0..5, 3 to \"c.csv\"",
    "values S 0..40",
    "values S",
    "period S",
    "plot S 0..200",
    "tree S(5) to \"t.dot\"",
    "play S(5) first",
    "play S(5)+S(3) second",
    "quiz S",
    "quiz S 7",
    "tour",
    "check grundy S(n) == n % 4 for n in 0..10^6 if n > 3",
    "check n > 3 and n < 5 for n in <1,2,4> if n > 3",
    "assert 1 == 1",
    "print \"a\", 2 xor 3, <1,2>",
    "games",
    "show",
    "show S",
    "about Kayles",
    "forget S, T",
    "load \"file.cgt\"",
    "save \"file.cgt\"",
    "time winner S(3)",
    "history",
    "help",
    "help take",
    "help <",
    "help #",
    "help ;",
    "help (",
    "quit",
    "period octal 0.77",
    "values take <1,2> 0..20",
    "values take <1,2> if even(n) | split 0..20",
    "(take <1,2>)(5)",
    "(take <1,2> then split | split)(5) + (octal 0.77)(3)",
    "(S | Apples)(3)",
    "winner misere Nim(3)+Nim(4)",
    "winner misère Nim(3)+Nim(4)",
    "grundy misere S(3) == 2",
    "<<1,2>,3>",
    "<1,2> == {1,2}",
    "<1,2>=={1,2}",
    "<1,2> >= <1>",
    "<k for k in 1..9 if k > 3>",
    "<k for k in 1..9 if k>3 and k >= 4>",
    "<A, 7>",
    "<>",
    "{}",
    "<1..9 step 2>",
    "<1..3, 7, 20..30>",
    "<d for d in 1..n-1 if n % d == 0>",
    "(1,2) in <(1,2),(3,4)>",
    "1 < 2 and 3 > 2",
    "a ≤ b and c ≠ d or e ≥ f",
    "let début' = 3",
    "let Ж = 1_000_000",
    "period S + 1 == 13",
    "proved Kayles and period Kayles == 12",
    "[period take <1..k> for k in 1..5]",
    "if a then b else if c then d else e",
    "winner S(-1)",
    "winner 5",
    "winner S(3)+2",
    "winner S",
    "game X = take <0>",
    "game X = take <-1>",
    "game X = take <>",
    "game D(n) = (n/2)",
    "game X = divide by <0,1>",
    "winner S(\n 3,\n 4 # four\n)",
    "let x = 1 +\n 2",
    "grundy 3*S(4) + S(1)",
    "grundy k*S(4) + 2 * *3",
    "game X = take <1,2> | take <5> if n > 3",
];

#[test]
fn the_language_is_read() {
    for text in GOOD {
        let results = read(text);
        assert_eq!(results.len(), 1, "{text}");
        if let Err(error) = &results[0] {
            panic!("{text}\n{error} at {:?} ({})", error.span, error.label());
        }
    }
}

#[test]
fn every_example_of_the_words_is_read() {
    for word in words::WORDS.iter() {
        for result in read(word.example) {
            assert!(result.is_ok(), "{}: {}: {result:?}", word.word, word.example);
        }
    }
}

/// A wrong statement, its code, a part of what is said, and the corrected line that is proposed, if one is.
const WRONG: &[(&str, &str, &str, &str)] = &[
    ("let x =", "E0101", "expected a value", ""),
    ("winner", "E0101", "expected a", ""),
    ("game S", "E0101", "`=`", ""),
    ("values S 0..20 30", "E0102", "found the number `30`", ""),
    ("let 3 = x", "E0102", "expected a name, found the number `3`", ""),
    (")", "E0104", "closes nothing", ""),
    ("winner S(3", "E0103", "`(` is never closed", "winner S(3)"),
    ("let x = [(1, 2), {3", "E0103", "`{` is never closed", "let x = [(1, 2), {3}]"),
    ("game S = take <1,2", "E0103", "`<` is never closed", "game S = take <1,2>"),
    ("let x = 3)", "E0104", "closes nothing", "let x = 3"),
    ("let x = [3)]", "E0104", "does not match", ""),
    ("print “hello”", "E0107", "unknown character `“`", "print \"hello\""),
    ("let x = 2 × 3", "E0107", "unknown character `×`", "let x = 2 * 3"),
    ("let x = 2 − 3 − 4", "E0107", "unknown character", "let x = 2 - 3 - 4"),
    ("let x = $3", "E0107", "unknown character `$`", ""),
    ("print \"hello", "E0108", "no end", "print \"hello\""),
    ("print \"a\\q\"", "E0109", "not an escape", ""),
    ("let x = 999999999999999999999999999999999999999999", "E0110", "128 bits", ""),
    ("let x = 1e6", "E0111", "no exponent", "let x = 10^6"),
    ("let x = 25E3", "E0111", "no exponent", "let x = 25*10^3"),
    ("let x = 1.5", "E0112", "decimal", ""),
    ("game S = take 0.77", "E0112", "decimal", ""),
    ("take <1,2>", "E0135", "not a statement", "game G = take <1,2>"),
    ("octal 0.77", "E0135", "not a statement", "game G = octal 0.77"),
    ("let f(n) = 2n + 1", "E0113", "between them", "let f(n) = 2*n + 1"),
    ("assert 1 < 2 && 2 < 3", "E0114", "no `&&`", "assert 1 < 2 and 2 < 3"),
    ("assert a || b", "E0114", "no `||`", "assert a or b"),
    ("assert !a", "E0114", "no `!`", "assert not a"),
    ("let x = 7 // 2", "E0114", "no `//`", "let x = 7 / 2"),
    ("assert a <> b", "E0114", "no `<>`", "assert a != b"),
    ("let x = 2**3", "E0115", "no `**`", "let x = 2^3"),
    ("game S = take <1,2,...>", "E0116", "dots", "game S = take <1..>"),
    ("game S = take <2,4,...>", "E0116", "dots", ""),
    ("game S = take {1,2,...,9}", "E0116", "dots", "game S = take {1..9}"),
    ("assert 1 < 2 < 3", "E0117", "cannot be chained", "assert 1 < 2 and 2 < 3"),
    ("assert grundy S(3) = 3", "E0118", "does not compare", "assert grundy S(3) == 3"),
    ("game M(n) over if n = 0 = (n-1)", "E0118", "does not compare", "game M(n) over if n == 0 = (n-1)"),
    ("game M(n) = (n-1) if n = 3", "E0118", "does not compare", "game M(n) = (n-1) if n == 3"),
    ("print 'hello'", "E0107", "unknown character `'`", "print \"hello\""),
    ("let x == 3", "E0121", "no `=`", "let x = 3"),
    ("game S = take <1,2> or take <5>", "E0136", "`|`", "game S = take <1,2> | take <5>"),
    ("game S = take <1,2>, split", "E0136", "`|`", "game S = take <1,2> | split"),
    ("x = 3", "E0119", "without `let`", "let x = 3"),
    ("f(n) = n + 1", "E0119", "without `let`", "let f(n) = n + 1"),
    ("S = take <1,2>", "E0119", "without `game`", "game S = take <1,2>"),
    ("let table = 5", "E0120", "`table` is reserved", "let table1 = 5"),
    ("game take = split", "E0120", "`take` is reserved", "game take1 = split"),
    ("game W(a, over) = split", "E0120", "`over` is reserved", "game W(a, over1) = split"),
    ("game S take <1,2>", "E0121", "no `=`", "game S = take <1,2>"),
    ("let x 3", "E0121", "no `=`", "let x = 3"),
    ("game S =", "E0122", "S has no move", "game S = take <1,2>"),
    ("game S = split |", "E0122", "S has no move", "game S = split | take <1,2>"),
    ("game S = <1,2,3>", "E0123", "not a rule", "game S = take <1,2,3>"),
    ("game S = 1..3", "E0123", "not a rule", "game S = take <1..3>"),
    ("game S = 1,2,3", "E0123", "not a rule", "game S = take <1,2,3>"),
    ("game X(n) = n-1 | n-2", "E0124", "must be a position", "game X(n) = (n-1) | (n-2)"),
    ("game X = n/2 if n > 0", "E0124", "must be a position", "game X = (n/2) if n > 0"),
    ("game S = take 1,2,3", "E0125", "needs a set", "game S = take <1,2,3>"),
    ("game S = take 1", "E0125", "needs a set", "game S = take <1>"),
    ("game S = take 1 2", "E0125", "needs a set", "game S = take <1,2>"),
    ("game S = take (1,2)", "E0125", "needs a set", "game S = take <1,2>"),
    ("game S = take 1..3", "E0125", "needs a set", "game S = take <1..3>"),
    ("game S = take 1 or 2", "E0125", "needs a set", "game S = take <1, 2>"),
    ("game S = take 1, 2 or 3 then split", "E0125", "needs a set", "game S = take <1,2,3> then split"),
    ("game S = take up to 3", "E0125", "needs a set", "game S = take <1..3>"),
    ("game S = take 1 to 3", "E0125", "needs a set", "game S = take <1..3>"),
    ("winner S 3", "E0126", "needs brackets", "winner S(3)"),
    ("winner S 3 4 5", "E0126", "needs brackets", "winner S[3, 4, 5]"),
    ("winner S(3), S(4)", "E0127", "does not join", "winner S(3) + S(4)"),
    ("winner S(3), W(4, 5), S(6)", "E0127", "does not join", "winner S(3) + W(4, 5) + S(6)"),
    ("wnner S(3)", "E0128", "`wnner`", "winner S(3)"),
    ("gmae S = take <1>", "E0128", "`gmae`", "game S = take <1>"),
    ("game S = tak <1,2>", "E0128", "`tak`", "game S = take <1,2>"),
    ("game S = splti into 3", "E0128", "`splti`", "game S = split into 3"),
    ("game S = split uneqal", "E0128", "`uneqal`", "game S = split unequal"),
    ("game S = octal 0.9", "E0129", "`9` is not a digit", ""),
    ("game S = hex 0.G", "E0129", "`G` is not a digit", ""),
    ("game S = octal 77", "E0130", "not a code", "game S = octal 0.77"),
    ("values S to file.csv", "E0131", "quotation marks", "values S to \"file.csv\""),
    ("load games.cgt", "E0131", "quotation marks", "load \"games.cgt\""),
    ("check n > 0 for n 1..3", "E0132", "without `in`", "check n > 0 for n in 1..3"),
    ("check n > 0 for n = 1..3", "E0132", "without `in`", "check n > 0 for n in 1..3"),
    ("let f(n) = if n < 2 n else 3", "E0133", "without `then`", "let f(n) = if n < 2 then n else 3"),
    ("let f(n) = if n < 2 then n", "E0133", "without `else`", ""),
    ("print moves S(3)", "E0134", "not a value", ""),
    ("let x = 1 + table S", "E0134", "not a value", ""),
];

#[test]
fn errors_teach() {
    let wrong: Vec<String> = WRONG.iter().filter_map(|row| lesson(*row).err()).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with the error of a text.
fn lesson((text, code, said, corrected): (&str, &str, &str, &str)) -> Result<(), String> {
    let results = read(text);
    let [Err(error)] = results.as_slice() else { return Err(format!("{text}: {results:?}")) };
    if error.code() != code || !error.to_string().contains(said) {
        return Err(format!("{text}: {} {error}, and not {code} {said}", error.code()));
    }
    if error.span.end as usize > text.len() {
        return Err(format!("{text}: {:?}", error.span));
    }
    let line = match error.hint().and_then(|hint| hint.replacement) {
        Some((place, new)) => format!("{}{new}{}", &text[..place.start as usize], &text[place.end as usize..]),
        None => String::new(),
    };
    if line != corrected {
        return Err(format!("{text}: proposes `{line}`, and not `{corrected}`"));
    }
    if read(&line).iter().any(Result::is_err) {
        return Err(format!("{text}: {line} is wrong too"));
    }
    Ok(())
}

#[test]
fn every_code_is_explained_by_examples_that_are_so() {
    for (_, code, _, _) in WRONG {
        assert!(codes::explain(code).is_some(), "{code}");
    }
    for explanation in codes::all().filter(|explanation| explanation.code.starts_with("E01")) {
        let code = explanation.code;
        assert!(read(explanation.right).iter().all(Result::is_ok), "{code}: {}", explanation.right);
        let found = read(explanation.wrong).into_iter().find_map(Result::err);
        match found {
            Some(error) => assert_eq!(error.code(), code, "{}", explanation.wrong),
            None => assert!(explanation.wrong.is_empty(), "{code}: {} is right", explanation.wrong),
        }
    }
}

#[test]
fn the_reserved_words_are_those_of_the_grammar() {
    for word in words::WORDS.iter().map(|word| word.word).filter(|word| word.chars().all(char::is_alphabetic)) {
        let taken = read(&format!("let {word} = 1")).iter().all(Result::is_ok);
        assert_eq!(taken, !words::is_reserved(word), "{word}");
    }
    let grammar = include_str!("../../../grammar/grundy.pest");
    let keywords = grammar.lines().filter_map(|line| line.strip_prefix("k_")?.split(' ').next());
    for keyword in keywords {
        assert!(words::is_reserved(keyword), "{keyword} is in the grammar, but not among the words");
    }
}

#[test]
fn every_error_of_a_text_is_reported_and_nothing_else_is_lost() {
    let text = "game S = take <1,2>\nwnner S(3)\n\nwinner S(3\nlet x = 3; let = 4; print x # the end\nwinner S 5\n";
    let found: Vec<Option<&str>> =
        read(text).iter().map(|result| result.as_ref().err().map(|error| error.code())).collect();
    let expected = [None, Some("E0128"), Some("E0103"), None, Some("E0146"), None, Some("E0126")];
    assert_eq!(found, expected);
}

/// A statement of so many brackets or operators, and the code it must give.
#[test]
fn nothing_is_too_deep_or_too_long() {
    let nested = |open: &str, inside: &str, close: &str, count: usize| {
        format!("{}{inside}{}", open.repeat(count), close.repeat(count))
    };
    let rows = [
        (nested("(", "1", ")", 200), None),
        (nested("[", "1", "]", 200), None),
        (nested("<", "1", ">", 200), None),
        (nested("{", "1", "}", 200), None),
        (nested("f(", "1", ")", 200), None),
        (nested("(<[{f(", "1", ")}]>)", 50), None),
        (nested("grundy (", "S(1)", ")", 200), None),
        (nested("(2*", "S(1)", ")", 200), None),
        (nested("if (", "a", ") then 1 else 2", 100), None),
        (nested("grundy (S(1) + 2*(", "S(1)", "))", 100), None),
        (nested("[x for x in ", "a", "]", 200), None),
        (nested("(take <1> | (", "n", "))", 60), None),
        (nested("(", "1", ")", 257), Some("E0105")),
        (nested("(", "1", ")", 500_000), Some("E0105")),
        ("<".repeat(1_000_000), Some("E0105")),
        ("(".repeat(1_000_000), Some("E0105")),
        ("if ".repeat(1_000_000), Some("E0105")),
        ("time ".repeat(100_000), Some("E0105")),
        (format!("{}1", "-".repeat(3000)), None),
        (format!("{}1", "- ".repeat(100_000)), Some("E0106")),
        (format!("{}1", "not ".repeat(100_000)), Some("E0106")),
        (format!("1{}", "^2".repeat(3000)), None),
        (format!("1{}", "^2".repeat(100_000)), Some("E0106")),
        (format!("a{}", "+a".repeat(3000)), None),
        (format!("a{}", "+a".repeat(100_000)), Some("E0106")),
        (format!("winner {}S(1)", "2*".repeat(3000)), None),
        (format!("winner S(1){}", "+S(1)".repeat(3000)), None),
        (format!("h{}", "[0]".repeat(3000)), None),
        (format!("h{}", "(0)".repeat(100_000)), Some("E0106")),
        (format!("{}1", "if a then 1 else ".repeat(3000)), None),
        (format!("[{}1]", "1, ".repeat(100_000)), None),
        (format!("game S = {}take <1>", "take <1> if n > 1 | ".repeat(3000)), None),
    ];
    for (text, code) in rows {
        let begin: String = text.chars().take(30).collect();
        let started = work_so_far();
        let results = read(&text);
        let found = results.first().map(|result| result.as_ref().err().map(|error| error.code()));
        assert_eq!(found, Some(code), "{begin}… of {} bytes", text.len());
        let work = work_so_far() - started;
        assert!(work.as_secs() < 2, "{begin}… took {work:?}");
    }
}

/// The time this thread has worked: a machine that is busy with something else adds nothing to it.
#[cfg(unix)]
fn work_so_far() -> std::time::Duration {
    nix::time::ClockId::CLOCK_THREAD_CPUTIME_ID.now().unwrap().into()
}

/// Where work cannot be measured, the bound is not tested.
#[cfg(not(unix))]
fn work_so_far() -> std::time::Duration {
    std::time::Duration::ZERO
}

/// A long script is read in a moment, even without optimisation.
#[test]
fn a_long_script_takes_a_moment() {
    let lines = GOOD.iter().filter(|text| !text.starts_with("help")).cycle().take(20_000);
    let text: String = lines.flat_map(|line| [line, "\n"]).collect();
    let started = work_so_far();
    let results = read(&text);
    let work = work_so_far() - started;
    println!("{} statements, {} bytes in {work:?}", results.len(), text.len());
    assert!(results.len() >= 19_000, "{}", results.len());
    assert!(work.as_secs() < 5, "{work:?}");
}
