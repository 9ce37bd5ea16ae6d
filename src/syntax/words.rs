//! Every word and sign of the language: one table, from which help, completion, colours and the reserved words
//! are drawn.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::TokenKind;

/// A word or sign, and what there is to say about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub word: &'static str,
    pub group: Group,
    /// How it is written, with placeholders in capitals.
    pub usage: &'static str,
    /// What it does, in a line.
    pub line: &'static str,
    /// A script that can be run; statements are separated by `; `.
    pub example: &'static str,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Verbs that ask for an answer.
    Question,
    /// `game`, `let` and what belongs to them.
    Definition,
    /// Words of a rule.
    Clause,
    /// Words inside an expression.
    Operator,
    /// Operators and brackets that are no words.
    Sign,
    /// Words that are values.
    Constant,
    /// Verbs about the session itself.
    Session,
    /// Predefined functions; a definition of the user's replaces them.
    Function,
    /// Predefined sets; a definition of the user's replaces them.
    Family,
}

impl Group {
    pub fn title(self) -> &'static str {
        match self {
            Group::Question => "Questions",
            Group::Definition => "Definitions",
            Group::Clause => "Rules",
            Group::Operator => "Operators",
            Group::Sign => "Signs",
            Group::Constant => "Constants",
            Group::Session => "Session",
            Group::Function => "Functions",
            Group::Family => "Families of numbers",
        }
    }
}

/// Whether a word cannot be a name.
pub fn is_reserved(word: &str) -> bool {
    find(word).is_some_and(|found| reserves(found.group)) || word == "misère"
}

/// What there is to say about a word or sign.
pub fn find(word: &str) -> Option<&'static Word> {
    static INDEX: LazyLock<HashMap<&str, &Word>> =
        LazyLock::new(|| WORDS.iter().rev().map(|word| (word.word, word)).collect());
    INDEX.get(word).copied()
}

fn reserves(group: Group) -> bool {
    use Group::{Clause, Constant, Definition, Operator, Question, Session};
    matches!(group, Question | Definition | Clause | Operator | Constant | Session)
}

/// What a word is for the eye.
pub(super) fn kind(word: &str) -> TokenKind {
    match find(word).map(|found| found.group) {
        Some(Group::Question | Group::Session) => TokenKind::Verb,
        Some(group) if reserves(group) => TokenKind::Keyword,
        _ if word == "misère" => TokenKind::Keyword,
        _ => TokenKind::Name,
    }
}

/// Whether a word can only stand at the beginning of a statement, so that a line it begins belongs to no bracket
/// left open above.
pub(super) fn begins_only_statements(word: &str) -> bool {
    const VALUES: [&str; 9] =
        ["winner", "grundy", "outcome", "options", "period", "preperiod", "saltus", "exceptions", "proved"];
    matches!(word, "game" | "let") || kind(word) == TokenKind::Verb && !VALUES.contains(&word)
}

const fn word(
    group: Group,
    word: &'static str,
    usage: &'static str,
    line: &'static str,
    example: &'static str,
) -> Word {
    Word { word, group, usage, line, example }
}

/// All of them, by group, in the order to learn them in.
pub static WORDS: &[Word] = &{
    use Group::{Clause, Constant, Definition, Family, Function, Operator, Question, Session, Sign};
    [
        word(
            Question,
            "winner",
            "winner [misere] POSITION [if player 2 starts]",
            "Who wins if both play perfectly, and a winning move.",
            "game S = take <1,2,3>; winner S(3) + S(4) + S(5)",
        ),
        word(
            Question,
            "grundy",
            "grundy [misere] POSITION",
            "The Grundy value: the size of the nim-heap that the position equals.",
            "game S = take <1,2,3>; grundy S(3) + S(4)",
        ),
        word(
            Question,
            "outcome",
            "outcome [misere] POSITION",
            "N if the next player wins, P if the previous player wins.",
            "game S = take <1,2,3>; outcome S(4)",
        ),
        word(
            Question,
            "moves",
            "moves POSITION",
            "Every move, the winning ones first.",
            "game S = take <1,2,3>; moves S(3) + S(5)",
        ),
        word(
            Question,
            "options",
            "options POSITION",
            "Every option with its Grundy value. As a value, the list of the options.",
            "game S = take <1,2,3>; options S(5)",
        ),
        word(
            Question,
            "explain",
            "explain POSITION | explain period GAME",
            "Derives the answer step by step.",
            "game S = take <1,2,3>; explain S(5) + S(2)",
        ),
        word(
            Question,
            "table",
            "table GAME RANGE, … [to \"FILE\"]",
            "Heap by heap: the values of the options, their mex, the value, and the outcome N or P.",
            "game S = take <1,2,3>; table S 0..10",
        ),
        word(
            Question,
            "values",
            "values GAME RANGE [to \"FILE\"]",
            "The Grundy values of many heaps.",
            "game S = take <1,2,3>; values S 0..40",
        ),
        word(
            Question,
            "period",
            "period GAME",
            "The period of the values, and whether it is proved. Ask again to search further.",
            "game S = take <1,2,3>; period S",
        ),
        word(
            Question,
            "preperiod",
            "preperiod GAME",
            "How many values come before the period.",
            "preperiod octal 0.77",
        ),
        word(
            Question,
            "saltus",
            "saltus GAME",
            "How much the values grow from one period to the next.",
            "game S = take <1,2,3>; saltus S",
        ),
        word(
            Question,
            "exceptions",
            "exceptions GAME",
            "The heaps before the period whose values do not fit it.",
            "exceptions octal 0.77",
        ),
        word(
            Question,
            "proved",
            "proved GAME",
            "Whether the period is proved, or only seen so far.",
            "game S = take <1,2,3>; proved S",
        ),
        word(
            Question,
            "plot",
            "plot GAME RANGE [to \"FILE\"]",
            "A picture of the values; `to` writes it to an .svg file.",
            "game S = take <1,2,3>; plot S 0..60",
        ),
        word(
            Question,
            "tree",
            "tree POSITION [to \"FILE\"]",
            "All positions that can be reached from a position; `to` writes a picture, .svg or .dot.",
            "game S = take <1,2,3>; tree S(5)",
        ),
        word(
            Question,
            "play",
            "play POSITION [first | second]",
            "A game against the machine. `second` lets the machine begin.",
            "game S = take <1,2,3>; play S(5) first",
        ),
        word(
            Question,
            "quiz",
            "quiz GAME [SEED]",
            "A quiz about a game. The same seed asks the same questions.",
            "game S = take <1,2,3>; quiz S 7",
        ),
        word(Question, "tour", "tour", "Lessons with exercises, a page at a time.", "tour"),
        word(
            Question,
            "check",
            "check CONDITION for NAME in RANGE …",
            "Whether a claim holds in all cases, or the first counterexample.",
            "game S = take <1,2,3>; check grundy S(n) == n % 4 for n in 0..100",
        ),
        word(
            Question,
            "assert",
            "assert CONDITION [for NAME in RANGE …]",
            "Says nothing if the claim is true, and is an error if it is false.",
            "game S = take <1,2,3>; assert grundy S(5) == 1",
        ),
        word(
            Definition,
            "game",
            "game NAME = RULE | game NAME(a, b) = RULE",
            "Defines a game by its rule.",
            "game Kayles1 = take <1,2> then maybe split",
        ),
        word(
            Definition,
            "let",
            "let NAME = EXPR | let NAME(a, b) = EXPR",
            "Defines a value or a function. Functions may call themselves, and remember their answers.",
            "let g(n) = mex {g(n-k) for k in 1..min(3,n)}; g(1000)",
        ),
        word(
            Definition,
            "where",
            "game NAME(a, b) where CONDITION = RULE",
            "Which tuples are positions.",
            "game W(a, b) where a <= b = take any from b; winner W(1, 3)",
        ),
        word(
            Definition,
            "over",
            "game NAME(n) over if CONDITION = RULE",
            "Which positions have no moves.",
            "game Mark(n) over if n == 0 = (n-1) | (n/2); grundy Mark(5)",
        ),
        word(
            Clause,
            "take",
            "take SET [except SET] [from a and b] [then …]",
            "Moves that take objects from a heap. The set says how many.",
            "game S = take <1,2,3>; values S",
        ),
        word(Clause, "any", "take any", "Any number from 1 on.", "game Pile = take any; winner Pile(3) + Pile(5)"),
        word(
            Clause,
            "then",
            "take SET then [maybe] split …",
            "What happens to the rest of the heap after taking.",
            "game D = take <2> then split; values D",
        ),
        word(
            Clause,
            "maybe",
            "take SET then maybe split",
            "The player may also leave the rest whole.",
            "game K = take <1,2> then maybe split; values K",
        ),
        word(
            Clause,
            "split",
            "split [equal | unequal] [into SET]",
            "Moves that split a heap into non-empty heaps.",
            "game G = split unequal; values G",
        ),
        word(
            Clause,
            "into",
            "split into 3 | split into <2,3> | split into 2..",
            "How many heaps a split makes.",
            "game T = split into <2,3>; values T 0..12",
        ),
        word(
            Clause,
            "equal",
            "split equal",
            "All parts have the same size.",
            "game E = split equal into 2..; values E 0..12",
        ),
        word(
            Clause,
            "unequal",
            "split unequal",
            "No two parts have the same size.",
            "game G = split unequal; values G",
        ),
        word(
            Clause,
            "divide",
            "divide by SET | divide a by SET",
            "Moves from n to floor(n/d).",
            "game Floor = divide by <2,3>; values Floor",
        ),
        word(
            Clause,
            "by",
            "divide by SET",
            "Names the divisors of `divide`.",
            "game Floor = divide by <2,3,6>; values Floor",
        ),
        word(
            Clause,
            "from",
            "take SET from a and b",
            "The heaps to take from; with `and`, the same number from each.",
            "game W(a, b) = take any from a | take any from b | take any from a and b; winner W(1, 2)",
        ),
        word(Clause, "octal", "octal CODE", "The taking-and-breaking game with an octal code.", "period octal 0.77"),
        word(
            Clause,
            "hex",
            "hex CODE",
            "The taking-and-breaking game with a hexadecimal code.",
            "values hex 0.F8 0..20",
        ),
        word(
            Clause,
            "for",
            "… for NAME in RANGE, NAME in RANGE",
            "One case for each member of a set or list.",
            "[n*n for n in 1..5]",
        ),
        word(
            Operator,
            "if",
            "… if CONDITION | if C then A else B",
            "Keeps only the cases in which a condition holds, or chooses between two values.",
            "let f(n) = if n < 2 then n else f(n-1) + f(n-2); f(10)",
        ),
        word(
            Operator,
            "else",
            "if C then A else B",
            "The value if the condition does not hold.",
            "if 2 < 3 then 1 else 0",
        ),
        word(
            Operator,
            "in",
            "X in SET | for X in SET",
            "Whether something is a member of a set; after `for`, what it runs through.",
            "3 in <1,2,3>",
        ),
        word(Operator, "step", "A..B step C", "The distance between the members of a range.", "{1..9 step 2}"),
        word(
            Operator,
            "except",
            "SET except SET",
            "The members of one set that are not in the other.",
            "game S = take any except <4>; values S",
        ),
        word(Operator, "and", "A and B", "True if both are true.", "2 < 3 and 3 < 4"),
        word(Operator, "or", "A or B", "True if at least one of them is true.", "2 < 3 or 4 < 3"),
        word(Operator, "not", "not A | X not in SET", "True if A is false.", "not 3 in <1,2>"),
        word(
            Operator,
            "xor",
            "A xor B",
            "The nim-sum: binary addition without carrying. Answers show it as ⊕.",
            "3 xor 5",
        ),
        word(
            Operator,
            "to",
            "… to \"FILE\"",
            "Writes the answer to a file. The file's extension chooses the format.",
            "game S = take <1,2,3>; values S 0..20 to \"values.csv\"",
        ),
        word(
            Operator,
            "misere",
            "winner misere POSITION",
            "Misère play: the player who makes the last move loses.",
            "game Pile = take any; winner misere Pile(3) + Pile(4)",
        ),
        word(
            Constant,
            "first",
            "winner … == first",
            "The player who moves next. After `play`, you begin.",
            "game S = take <1,2,3>; winner S(5) == first",
        ),
        word(
            Constant,
            "second",
            "winner … == second",
            "The other player. After `play`, the machine begins.",
            "game S = take <1,2,3>; winner S(4) == second",
        ),
        word(Constant, "true", "true", "The value of a claim that holds.", "true or false"),
        word(Constant, "false", "false", "The value of a claim that does not hold.", "true and false"),
        word(Session, "print", "print EXPR, …", "Prints texts and values.", "print \"2 xor 3 is\", 2 xor 3"),
        word(Session, "games", "games", "Lists the games that are defined.", "games"),
        word(Session, "show", "show [NAME]", "The source of a definition.", "game S = take <1,2,3>; show S"),
        word(Session, "about", "about NAME", "Rules, history and sources of a game.", "about Kayles"),
        word(Session, "forget", "forget NAME, …", "Removes a definition.", "game S = take <1,2,3>; forget S"),
        word(Session, "load", "load \"FILE\"", "Runs a script.", "load \"games.cgt\""),
        word(Session, "save", "save \"FILE\"", "Writes your definitions to a file as a script.", "save \"games.cgt\""),
        word(
            Session,
            "time",
            "time STATEMENT",
            "Runs a statement and says how long it takes.",
            "time period octal 0.77",
        ),
        word(Session, "history", "history", "The lines you have typed.", "history"),
        word(Session, "help", "help [WORD]", "Help about a word or sign.", "help take"),
        word(Session, "quit", "quit", "Ends the session.", "quit"),
        word(Sign, "=", "NAME = …", "Defines a name. To compare, write `==`.", "let a = 3; a"),
        word(Sign, ":=", "NAME := …", "Defines a name, the same as `=`.", "let a := 3; a"),
        word(
            Sign,
            "|",
            "CLAUSE | CLAUSE",
            "Or: the player chooses a move of any clause.",
            "game L = take any | split; values L",
        ),
        word(Sign, "<", "<1,2,3> | A < B", "Opens a set, or compares two values.", "2 < 3"),
        word(Sign, ">", "<1,2,3> | A > B", "Closes a set, or compares two values.", "3 > 2"),
        word(Sign, "{", "{1,2,3}", "A set, the same as `<1,2,3>`.", "{3,1,2}"),
        word(Sign, "}", "{1,2,3}", "Closes a set.", "{n*n for n in 1..5}"),
        word(
            Sign,
            "[",
            "[1,2,3] | [1..5] | LIST[I] | GAME[3,4,5]",
            "A list; a member of a list; a heap for each member. A range in a list stands for its members.",
            "game S = take <1,2,3>; winner S[3,4,5]",
        ),
        word(Sign, "]", "[1,2,3]", "Closes a list.", "[3,1,2]"),
        word(
            Sign,
            "(",
            "(A) | F(X) | (a, b)",
            "Groups an expression; holds arguments, heaps and tuples.",
            "2 * (3 + 4)",
        ),
        word(Sign, ")", "(A)", "Closes a bracket.", "(1, 2)"),
        word(Sign, ",", "A, B", "Separates members and arguments.", "max(2, 3)"),
        word(Sign, ";", "A; B", "Separates statements on one line.", "let a = 3; a"),
        word(Sign, "..", "A..B | A..", "A range that includes both ends, or a range without end.", "{1..5}"),
        word(
            Sign,
            "==",
            "A == B",
            "Whether two values are equal. Positions are equal if their games are.",
            "2 + 2 == 4",
        ),
        word(Sign, "!=", "A != B", "Whether two values differ. You can also write `≠`.", "2 != 3"),
        word(Sign, "<=", "A <= B", "Whether A is at most B. You can also write `≤`.", "2 <= 3"),
        word(Sign, ">=", "A >= B", "Whether A is at least B. You can also write `≥`.", "3 >= 2"),
        word(
            Sign,
            "+",
            "A + B",
            "The sum of two numbers, or two positions side by side.",
            "game S = take <1,2,3>; winner S(3) + S(4)",
        ),
        word(Sign, "-", "A - B | -A", "The difference.", "5 - 3"),
        word(
            Sign,
            "*",
            "A * B | *K",
            "A product of numbers, several copies of a position, or a nim-heap of size K.",
            "game S = take <1,2,3>; winner 3*S(5) + *2",
        ),
        word(Sign, "/", "A / B", "The quotient, rounded down.", "7 / 2"),
        word(Sign, "%", "A % B", "The remainder, never negative.", "7 % 4"),
        word(Sign, "^", "A ^ B", "A power; the nim-sum is `xor`.", "2 ^ 10"),
        word(Sign, "⊕", "A ⊕ B", "The nim-sum; on any keyboard it is typed xor.", "3 ⊕ 5"),
        word(Sign, "++", "A ++ B", "Joins lists or texts.", "[1,2] ++ [3]"),
        word(Sign, "#", "# …", "Begins a comment, which ends with the line.", "2 + 2 # four"),
        word(Sign, "\"", "\"TEXT\"", "A text; `\\\"`, `\\\\` and `\\n` inside.", "print \"hello\""),
        word(
            Sign,
            "!",
            "octal 0.7!",
            "After a digit of a code: the parts must be unequal.",
            "values octal 0.07! 0..20",
        ),
        word(
            Sign,
            "?",
            "octal 0.7?",
            "After a digit of a code: the parts may not all be equal.",
            "values octal 0.07? 0..20",
        ),
        word(Function, "mex", "mex SET", "The least number ≥ 0 that is not in the set.", "mex <0,1,4,6>"),
        word(Function, "nimsum", "nimsum(A, B, …)", "The nim-sum of all its arguments.", "nimsum(3, 5, 6)"),
        word(Function, "nimproduct", "nimproduct(A, B)", "The product of two nimbers.", "nimproduct(2, 3)"),
        word(Function, "nimdivide", "nimdivide(A, B)", "The quotient of two nimbers.", "nimdivide(6, 3)"),
        word(Function, "nimpower", "nimpower(A, N)", "A power of a nimber.", "nimpower(2, 3)"),
        word(Function, "niminverse", "niminverse(A)", "The inverse of a nimber.", "niminverse(2)"),
        word(Function, "nimsqrt", "nimsqrt(A)", "The square root of a nimber.", "nimsqrt(2)"),
        word(Function, "min", "min(A, B, …) | min(LIST)", "The least of its arguments.", "min(3, 1, 2)"),
        word(Function, "max", "max(A, B, …) | max(LIST)", "The greatest of its arguments.", "max(n % 5 for n in 0..9)"),
        word(Function, "abs", "abs(A)", "The distance from 0.", "abs(-3)"),
        word(Function, "gcd", "gcd(A, B)", "The greatest common divisor.", "gcd(12, 18)"),
        word(Function, "lcm", "lcm(A, B)", "The least common multiple.", "lcm(4, 6)"),
        word(Function, "isqrt", "isqrt(A)", "The square root, rounded down.", "isqrt(10)"),
        word(Function, "popcount", "popcount(N)", "How many binary digits are 1.", "popcount(7)"),
        word(Function, "bit", "bit(N, I)", "The binary digit of weight 2^I.", "bit(5, 2)"),
        word(Function, "even", "even(N)", "Whether N is even.", "even(4)"),
        word(Function, "odd", "odd(N)", "Whether N is odd.", "odd(4)"),
        word(Function, "prime", "prime(N)", "Whether N is a prime number.", "prime(7)"),
        word(Function, "square", "square(N)", "Whether N is a square.", "square(9)"),
        word(
            Function,
            "length",
            "length(LIST)",
            "How many members a list has, or how many characters a text has.",
            "length([3,4,5])",
        ),
        word(
            Function,
            "sum",
            "sum(LIST) | sum[… for …]",
            "The sum of numbers or positions.",
            "game S = take <1,2,3>; winner sum[S(k) for k in 3..5]",
        ),
        word(
            Function,
            "count",
            "count(C for …) | count(LIST, X)",
            "In how many cases C holds, or how often X occurs in the list.",
            "count(prime(n) for n in 1..20)",
        ),
        word(Function, "all", "all(C for …)", "Whether every case holds.", "all(n < 10 for n in 0..9)"),
        word(Function, "some", "some(C for …)", "Whether at least one case holds.", "some(n == 7 for n in 0..9)"),
        word(Function, "sort", "sort(LIST)", "The members in order.", "sort([3,1,2])"),
        word(Function, "reverse", "reverse(LIST)", "The members in reverse order.", "reverse([1,2,3])"),
        word(Function, "indices", "indices(LIST)", "The places of a list or text, counted from 0.", "indices([5,6,7])"),
        word(
            Function,
            "replace",
            "replace(LIST, I, X)",
            "The list with X at place I, or a text overwritten from place I on.",
            "replace([1,2,3], 0, 9)",
        ),
        word(Function, "remove", "remove(LIST, I)", "The list without the member at place I.", "remove([1,2,3], 0)"),
        word(
            Function,
            "insert",
            "insert(LIST, I, X)",
            "The list with X inserted before place I.",
            "insert([1,2,3], 1, 9)",
        ),
        word(Family, "squares", "take squares", "The numbers 1, 4, 9, …", "game X = take squares; values X"),
        word(Family, "primes", "take primes", "The numbers 2, 3, 5, 7, …", "game X = take primes; values X"),
        word(Family, "evens", "take evens", "The numbers 2, 4, 6, …", "game X = take evens; values X"),
        word(Family, "odds", "take odds", "The numbers 1, 3, 5, …", "game X = take odds; values X"),
        word(
            Family,
            "triangulars",
            "take triangulars",
            "The numbers 1, 3, 6, 10, …",
            "game X = take triangulars; values X",
        ),
        word(
            Family,
            "fibonaccis",
            "take fibonaccis",
            "The numbers 1, 2, 3, 5, 8, …",
            "game X = take fibonaccis; values X",
        ),
        word(
            Family,
            "factorials",
            "take factorials",
            "The numbers 1, 2, 6, 24, …",
            "game X = take factorials; values X",
        ),
        word(Family, "powers", "take powers(B)", "The powers of B, from 1.", "game X = take powers(2); values X"),
        word(Family, "divisors", "take divisors(n)", "The divisors of N.", "game X = take divisors(n); values X"),
    ]
};
