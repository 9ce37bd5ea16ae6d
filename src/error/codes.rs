//! Every error code with an explanation and an example that can be run; `help E0102` shows one.

mod habits;
mod meaning;

/// The explanation of one code.
#[derive(Clone, Copy, Debug)]
pub struct Explanation {
    pub code: &'static str,
    pub title: &'static str,
    pub text: &'static str,
    /// A statement that makes this error; empty where it would be too long to show.
    pub wrong: &'static str,
    /// The same done right.
    pub right: &'static str,
}

/// The explanation of a code, if there is such a code.
pub fn explain(code: &str) -> Option<&'static Explanation> {
    all().find(|explanation| explanation.code == code)
}

/// Every explanation, by code.
pub fn all() -> impl Iterator<Item = &'static Explanation> {
    FAMILIES.iter().flat_map(|family| family.iter())
}

/// One table for each family of errors.
const FAMILIES: &[&[Explanation]] = &[SYNTAX, habits::HABITS, meaning::MEANING];

const fn explanation(
    code: &'static str,
    title: &'static str,
    text: &'static str,
    wrong: &'static str,
    right: &'static str,
) -> Explanation {
    Explanation { code, title, text, wrong, right }
}

/// What is wrong with a text that is no statement.
const SYNTAX: &[Explanation] = &[
    explanation(
        "E0101",
        "more is expected",
        "The statement stops where something is missing. At the prompt, a line that ends with an operator or \
         inside a bracket continues on the next line.",
        "let x =",
        "let x = 3",
    ),
    explanation(
        "E0102",
        "something else is expected",
        "A word or sign stands where the language does not allow it. The message says what is allowed there.",
        "let 3 = x",
        "let x = 3",
    ),
    explanation(
        "E0103",
        "a bracket is never closed",
        "Every `(`, `[`, `{` and every `<` that opens a set must be closed in the same statement. A statement \
         does not continue on the next line after `<` or `>`.",
        "print (2 + 3",
        "print (2 + 3)",
    ),
    explanation(
        "E0104",
        "a closing bracket without an opening one",
        "Close first the bracket that you opened last.",
        "print 2 + 3)",
        "print 2 + 3",
    ),
    explanation(
        "E0105",
        "brackets nested too deeply",
        "Brackets, conditions and the like may be nested at most 256 deep. Give the inner part a name with `let`.",
        "",
        "let inner = 2 + 3; print (inner)",
    ),
    explanation(
        "E0106",
        "too many operators in one expression",
        "One expression has at most 4000 operators. Write a long sum as `sum[… for …]`, and many heaps of one \
         game as `S[…]`.",
        "",
        "print sum[k for k in 1..5000]",
    ),
    explanation(
        "E0153",
        "a statement too long to be read at once",
        "A statement has at most 200,000 words and signs, and a number or a code at most 100,000 digits. Make a long list by a rule, \
         or in several statements, joined by `++`.",
        "",
        "let squares = [k*k for k in 1..1000]",
    ),
    explanation(
        "E0107",
        "unknown character",
        "The language does not use this character. Word processors replace quotation marks and minus signs by \
         characters that only look similar.",
        "print “hello”",
        "print \"hello\"",
    ),
    explanation(
        "E0108",
        "a text that does not end",
        "A text begins and ends with `\"` on the same line.",
        "print \"hello",
        "print \"hello\"",
    ),
    explanation(
        "E0109",
        "unknown escape",
        "In a text `\\\"` is a quotation mark, `\\\\` a backslash and `\\n` the end of a line.",
        "print \"a\\tb\"",
        "print \"a\\nb\"",
    ),
    explanation(
        "E0110",
        "a number too large",
        "Numbers are exact and have 128 bits: the largest is 2^127 - 1.",
        "print 999999999999999999999999999999999999999999",
        "print 10^30",
    ),
    explanation(
        "E0111",
        "a number with an exponent",
        "Numbers are whole and exact. Write a large number as a power, or with `_` between its digits.",
        "print 1e6",
        "print 10^6, 1_000_000",
    ),
    explanation(
        "E0112",
        "a decimal fraction",
        "Numbers are whole; `/` rounds down. Only a code such as `0.77` has a point, after `octal` or `hex`.",
        "print 1.5",
        "print 3 / 2",
    ),
    explanation(
        "E0113",
        "a multiplication without its sign",
        "To multiply a number and a name, write `*` between them.",
        "let f(n) = 2n",
        "let f(n) = 2*n",
    ),
    explanation(
        "E0114",
        "an operator of another language",
        "The logical operators are words: `and`, `or`, `not`. `/` already rounds down. Comments begin with `#`.",
        "print true && false",
        "print true and false",
    ),
    explanation(
        "E0115",
        "two stars",
        "A power is `2^3`. For copies of a nim-heap, put a space between the stars: `2 * *3`.",
        "print 2**3",
        "print 2^3",
    ),
    explanation(
        "E0116",
        "a set that continues with dots",
        "A range says how a set continues: `1..` has no end, `1..9` includes 9, and `1..9 step 2` takes every \
         second number.",
        "game S = take <1,2,...>",
        "game S = take <1..>",
    ),
    explanation(
        "E0117",
        "chained comparisons",
        "Join two comparisons with `and`.",
        "print 1 < 2 < 3",
        "print 1 < 2 and 2 < 3",
    ),
    explanation("E0118", "= where == is meant", "`=` defines, `==` compares.", "assert 2 + 2 = 4", "assert 2 + 2 == 4"),
    explanation(
        "E0119",
        "a definition without its first word",
        "Define a value or a function with `let`, and a game with `game`.",
        "x = 3",
        "let x = 3",
    ),
    explanation(
        "E0120",
        "a reserved word as a name",
        "The words of the language cannot be names. Names of functions such as `max` and families such as \
         `squares` can be used.",
        "let table = 5",
        "let table1 = 5",
    ),
    explanation(
        "E0121",
        "a definition without =",
        "Write `=` or `:=` between a name and its definition.",
        "game S take <1,2>",
        "game S = take <1,2>",
    ),
    explanation(
        "E0122",
        "a game without a move",
        "A rule has at least one clause, which says what a move may do.",
        "game S =",
        "game S = take <1,2>",
    ),
    explanation(
        "E0123",
        "a set instead of a rule",
        "A rule says what a move does with the numbers of a set: take so many, divide by them, or split into so \
         many parts.",
        "game S = <1,2,3>",
        "game S = take <1,2,3>",
    ),
    explanation(
        "E0124",
        "a number as an option",
        "An option is a position. Write one heap of n-1 as `(n-1)`, in brackets, and two heaps as `(i) + (n-i)`.",
        "game X(n) = n-1 | n-2",
        "game X(n) = (n-1) | (n-2)",
    ),
    explanation(
        "E0125",
        "numbers without a set",
        "Write the numbers that a move may take as a set, in `<` and `>` or in braces.",
        "game S = take 1,2,3",
        "game S = take <1,2,3>",
    ),
    explanation(
        "E0126",
        "a heap without brackets",
        "A position is the name of a game with a heap in round brackets, or with several heaps in square brackets.",
        "game S = take <1,2>; winner S 3",
        "game S = take <1,2>; winner S(3)",
    ),
    explanation(
        "E0127",
        "positions joined with a comma",
        "A position of several components is a sum, written with `+`.",
        "game S = take <1,2>; winner S(3), S(4)",
        "game S = take <1,2>; winner S(3) + S(4)",
    ),
    explanation(
        "E0128",
        "a misspelt word",
        "A word stands where a similar word of the language is possible.",
        "gmae S = take <1,2>",
        "game S = take <1,2>",
    ),
    explanation(
        "E0129",
        "a wrong digit in a code",
        "Octal codes have the digits 0 to 7, hexadecimal ones 0 to F. After a digit, `!` asks for unequal parts, \
         `=` for equal parts, and `?` for parts that are not all equal.",
        "game S = octal 0.9",
        "game S = hex 0.9",
    ),
    explanation(
        "E0130",
        "a code without its point",
        "A code has one point, with at most one digit before it: `0.77`, `.77`, `4.007`.",
        "game S = octal 77",
        "game S = octal 0.77",
    ),
    explanation(
        "E0131",
        "a file's name without quotation marks",
        "The name of a file is a text, in quotation marks. Its extension chooses the format.",
        "values take <1,2> to values.csv",
        "values take <1,2> to \"values.csv\"",
    ),
    explanation(
        "E0132",
        "for without in",
        "After `for` comes a variable, then `in`, and then what it runs through.",
        "print [k*k for k 1..5]",
        "print [k*k for k in 1..5]",
    ),
    explanation(
        "E0133",
        "an incomplete if",
        "In an expression, `if` needs both `then` and `else`. After a clause of a rule, it has neither.",
        "let f(n) = if n < 2 then n",
        "let f(n) = if n < 2 then n else 2",
    ),
    explanation(
        "E0134",
        "a statement as a value",
        "Only the verbs `winner`, `grundy`, `outcome`, `options`, `period`, `preperiod`, `saltus`, `exceptions` and `proved` give a value inside an expression.",
        "game S = take <1,2>; print moves S(3)",
        "game S = take <1,2>; print options S(3)",
    ),
    explanation(
        "E0135",
        "a rule by itself",
        "Define a game with the rule, or write the rule after a verb, in place of a game.",
        "take <1,2>",
        "values take <1,2>",
    ),
    explanation(
        "E0136",
        "clauses joined by something other than |",
        "Separate the clauses of a rule by `|`: the player chooses any move of any clause.",
        "game S = take <1,2> or take <5>",
        "game S = take <1,2> | take <5>",
    ),
];
