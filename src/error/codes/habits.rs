//! The codes of what another language, or a book, would say.

use super::{Explanation, explanation};

pub(super) const HABITS: &[Explanation] = &[
    explanation(
        "E0137",
        "a word of another language",
        "The language does not have this word, but another word that means the same.",
        "win Nim(3)",
        "winner Nim(3)",
    ),
    explanation(
        "E0138",
        "a loop",
        "There are no loops: a list, a set, a claim or a table goes through all its cases by itself.",
        "for n in 0..5 print n*n",
        "print [n*n for n in 0..5]",
    ),
    explanation(
        "E0139",
        "a dot between a position and a question",
        "A verb comes before its positions, and a function comes before its arguments, which are in brackets.",
        "Nim.winner(3)",
        "winner Nim(3)",
    ),
    explanation(
        "E0140",
        "for at the end of an expression",
        "In brackets, `for` makes a list or a set. After the claim of a `check` or an `assert`, it says which \
         cases to try.",
        "grundy Nim(n) == n for n in 0..5",
        "check grundy Nim(n) == n for n in 0..5",
    ),
    explanation(
        "E0141",
        "positions with nothing between them",
        "Positions side by side are a sum. Write a sum with `+`.",
        "winner Nim(3) Nim(4)",
        "winner Nim(3) + Nim(4)",
    ),
    explanation(
        "E0142",
        "parameters without brackets",
        "Write the parameters of a function or a game in brackets, separated by commas.",
        "let f n = n + 1",
        "let f(n) = n + 1",
    ),
    explanation(
        "E0143",
        "things to print without commas",
        "`print` takes texts and values, separated by commas.",
        "print \"six is\" 6",
        "print \"six is\", 6",
    ),
    explanation(
        "E0144",
        "a value changed in place",
        "A name keeps its definition until you define it again.",
        "let x = 1; x += 1",
        "let x = 1; let x = x + 1",
    ),
    explanation(
        "E0145",
        "let before a rule",
        "A rule says which moves a game has: define it with `game`. `let` defines values, functions and positions.",
        "let S = take <1,2>",
        "game S = take <1,2>",
    ),
    explanation(
        "E0146",
        "a definition without a name",
        "The name to define comes between `game` or `let` and `=`.",
        "game = take <1,2>",
        "game S = take <1,2>",
    ),
    explanation(
        "E0147",
        "signs that cannot be in a name",
        "A name begins with a letter of any alphabet, followed by letters, digits, `_` or `'`.",
        "game my-game = take <1,2>",
        "game my_game = take <1,2>",
    ),
    explanation(
        "E0148",
        "a verb after its positions",
        "A question begins with a verb.",
        "Nim(3) winner",
        "winner Nim(3)",
    ),
    explanation(
        "E0149",
        "a set written as in a book",
        "In place of the bar or colon in books, write `for` to bind the variable and `if` to say which members \
         are in the set.",
        "print {n*n | n in 0..5}",
        "print {n*n for n in 0..5}",
    ),
    explanation(
        "E0150",
        "members without commas",
        "Separate the members of a set or a list by commas.",
        "game S = take <1 2 3>",
        "game S = take <1, 2, 3>",
    ),
    explanation(
        "E0151",
        "a question whose answer cannot be written to a file",
        "`to` and a file name may come after `values`, `table`, `plot`, `tree` and `explain`.",
        "winner Nim(3) to \"nim.csv\"",
        "values Nim 0..9",
    ),
    explanation(
        "E0152",
        "a word too many",
        "A statement has no filler words: write the verb, then what it is about.",
        "winner of Nim(3)",
        "winner Nim(3)",
    ),
];
