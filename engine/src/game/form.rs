//! What games, positions, values and expressions are made of: the data types that contain each other. What can be done
//! with them stands in the files above: order, display, sets, functions, evaluation, moves.

use std::sync::Arc;

use super::{At, Builtin, Likeness, Meter, Rewrite, Shape};
use crate::nim::{Outcome, Side};

/// A value of the language. Cheap to copy: what can be large is shared.
///
/// The order is that of numbers, and member by member for what has members; between kinds it is arbitrary but fixed.
#[derive(Clone, Debug)]
// A tag as wide as what follows it: values are copied by whole words then.
#[repr(u64)]
pub enum Value {
    /// `none`: there is no such thing, as the period of a game that has none.
    None,
    /// True or false.
    Bool(bool),
    /// A number.
    Integer(i128),
    /// A text.
    Text(Arc<str>),
    /// `(a, b)`
    Tuple(Arc<[Value]>),
    /// `[a, b]`
    List(Arc<[Value]>),
    /// A set, which may be endless.
    Set(Arc<Set>),
    /// N or P.
    Outcome(Outcome),
    /// A player.
    Side(Side),
    /// A position, or several side by side.
    Position(Arc<Sum>),
    /// A game. Two are equal if their rulesets are.
    Game(Arc<Game>),
}

/// A set of values. Endless sets hold numbers only, and grow.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Set {
    /// Sorted, without repeats.
    Finite(Arc<[Value]>),
    /// `start, start+step, …`, up to `end` where there is one; never empty, step at least 1.
    Range {
        /// The least member.
        start: i128,
        /// A bound for the members; none for an endless range. The last is a member.
        end: Option<i128>,
        /// The distance between two members, at least 1.
        step: i128,
    },
    /// An endless set that has a name.
    Family(Family),
    /// An endless comprehension.
    Image(Arc<Image>),
    /// What a Rust function lists.
    Sequence(Sequence),
    /// Two or more, at least one of them not `Finite`.
    Union(Arc<[Set]>),
    /// The members of the first set that are not in the second.
    Except(Arc<(Set, Set)>),
}

/// The endless sets that have a name. All begin with their least member from 1 on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// 1, 4, 9, …
    Squares,
    /// 2, 3, 5, …
    Primes,
    /// 2, 4, 6, …
    Evens,
    /// 1, 3, 5, …
    Odds,
    /// 1, 3, 6, …
    Triangulars,
    /// 1, 2, 3, 5, …
    Fibonaccis,
    /// 1, 2, 6, …
    Factorials,
    /// 1, b, b², … with b ≥ 2.
    Powers(i128),
}

/// `<BODY for k in START.. …>`: for each k, the values of the body; their least must never become smaller.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Image {
    /// The first k.
    pub start: i128,
    /// From one k to the next, at least 1.
    pub step: i128,
    /// The slot of k.
    pub slot: usize,
    /// What follows the endless variable.
    pub steps: Vec<Step>,
    /// What is a member, for each case.
    pub body: Expr,
    /// The frame at the moment the set was made.
    pub frame: Vec<Value>,
    /// What the body may call.
    pub functions: Arc<[Function]>,
    /// Asked whether to go on while the set is looked into.
    pub meter: Meter,
}

type Lister = dyn Fn(u64) -> Option<u64> + Send + Sync;

/// The numbers `f(0) < f(1) < f(2) < …` of a function of the caller's. `None` where a number would leave 64 bits; from
/// there on there are no more.
///
/// Two sequences are equal only if they are copies of the same one: functions cannot be compared.
#[derive(Clone)]
pub struct Sequence(pub(super) Arc<Lister>);

/// An expression: what it is, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Expr {
    /// What it is.
    pub term: Term,
    /// Where it was written. It is not compared.
    pub at: At,
}

/// What an expression says. Frames hold the values of variables by index.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// This value.
    Constant(Value),
    /// A variable: its place in the frame.
    Slot(usize),
    /// Minus a number.
    Negate(Box<Expr>),
    /// The opposite of a condition.
    Not(Box<Expr>),
    /// Both conditions; the second is not evaluated where the first is false.
    And(Box<Expr>, Box<Expr>),
    /// At least one of two conditions; the second is not evaluated where the first is true.
    Or(Box<Expr>, Box<Expr>),
    /// A condition, the value if it holds, and the value if not.
    If(Box<Expr>, Box<Expr>, Box<Expr>),
    /// An operator between two values.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// A function that every session knows.
    Builtin(Builtin, Vec<Expr>),
    /// A function of the user's, by its place in the table of functions.
    Call(usize, Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// Members; a set among them stands for its own members.
    Set(Vec<Expr>),
    /// `<a..b step c>`
    Range {
        /// The first member.
        start: Box<Expr>,
        /// The last; endless without it.
        end: Option<Box<Expr>>,
        /// The distance, at least 1; 1 without it.
        step: Option<Box<Expr>>,
    },
    /// The members of the first set that are not in the second.
    Except(Box<Expr>, Box<Expr>),
    /// The members of a set from a least one to a greatest one, as a list: what a clause takes from a heap.
    Between {
        /// Of these members,
        set: Box<Expr>,
        /// from this one on,
        least: i128,
        /// up to this one.
        greatest: Box<Expr>,
    },
    /// The divisors that matter to a heap: those from 2 up to it, and the first beyond it, as a list.
    Divisors {
        /// Members of this set of divisors
        set: Box<Expr>,
        /// for a heap of this size.
        heap: Box<Expr>,
    },
    /// All ways to leave so many in heaps of a shape, as a list of lists.
    Ways(Box<Expr>, Shape),
    /// The same where an expression says in how many heaps: a number, or a set of numbers.
    WaysInto {
        /// How many are left.
        rest: Box<Expr>,
        /// In how many heaps: a number of at least 2, or a set of them.
        into: Box<Expr>,
        /// How the heaps are like each other.
        likeness: Likeness,
    },
    /// What a board becomes, one text for each place where the pattern stands on it, as a list.
    Rewritten(Arc<Rewrite>, Box<Expr>),
    /// `h[i]`
    Index(Box<Expr>, Box<Expr>),
    /// `h[a..b]`; without an end, to the last.
    Slice(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `[BODY for …]`: a list of the body for each case, in order.
    ListOf(Vec<Step>, Box<Expr>),
    /// `<BODY for …>`: the set of the body for all cases.
    SetOf(Vec<Step>, Box<Expr>),
    /// `all(C for …)`, `count(C for …)` …: a function over the cases, which may stop early.
    Fold(Builtin, Vec<Step>, Box<Expr>),
    /// `parts(cells, near)`: the connected parts of a list, as lists.
    Connected {
        /// What falls into parts.
        cells: Box<Expr>,
        /// The slots of two members are this one and the next.
        slot: usize,
        /// Whether the two are near each other; they are as well if it holds for them the other way round.
        near: Box<Expr>,
    },
    /// `S(3)`, and in a rule the option `(n-1)`.
    Position(GameRef, Vec<Expr>),
    /// Are these the coordinates of a position of the rule with this index?
    Admitted(usize, Vec<Expr>),
    /// `S[3,4,5]`: a heap for each member.
    Heaps(GameRef, Box<Expr>),
    /// `*k`
    Star(Box<Expr>),
    /// `sum[… for …]` of positions or numbers, over a list.
    Sum(Box<Expr>),
    /// A question whose answer is a value: `grundy S(3)`. Only outside rules.
    Ask {
        /// What is asked.
        question: Question,
        /// In misère play?
        misere: bool,
        /// A position, or a list of them.
        subject: Box<Expr>,
    },
    /// A question about a whole game: `period S`. Only outside rules.
    AskGame {
        /// What is asked, by its word.
        question: &'static str,
        /// About which game.
        game: GameRef,
        /// Along which coordinate, and the values of the others in their order, where the game has several.
        line: Option<(usize, Vec<Expr>)>,
        /// Not beyond this heap.
        heaps: Option<Box<Expr>>,
        /// For about so many seconds.
        seconds: Option<Box<Expr>>,
    },
    /// A rule that depends on variables: the oracle makes a game of it. Only outside rules.
    Made {
        /// Which of the rules the oracle knows.
        rule: usize,
        /// The slots of the variables that the rule names.
        given: Vec<usize>,
    },
}

/// The subject of a question about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AskedGame {
    /// Which game.
    pub game: Arc<Game>,
    /// Along which coordinate, and the values of the others in their order; none where the game has only one.
    pub line: Option<(usize, Vec<Value>)>,
    /// Not beyond this heap.
    pub heaps: Option<u64>,
    /// For about so many seconds.
    pub seconds: Option<u64>,
}

/// What an expression may ask about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Question {
    /// The player who wins.
    Winner,
    /// The Grundy value.
    Grundy,
    /// N or P.
    Outcome,
    /// What only the oracle knows, by its word.
    Other(&'static str),
}

/// An operator between two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Operator {
    /// Of numbers, and of positions side by side.
    Add,
    /// Of numbers.
    Subtract,
    /// Of numbers, and so many copies of a position.
    Multiply,
    /// The integral part of a quotient, rounded down; the divisor is at least 1.
    Divide,
    /// What a division leaves: from 0 to the divisor less 1.
    Remainder,
    /// Of numbers, with an exponent of at least 0.
    Power,
    /// The nim-sum of numbers from 0 on.
    Xor,
    /// Two lists or two texts, one behind the other.
    Join,
    /// Of two things of one kind. Two positions are equal if their values are.
    Equal,
    /// The opposite of `Equal`.
    Unequal,
    /// Of two numbers, texts, lists or tuples, as the three below.
    Less,
    /// The opposite of `Greater`.
    LessOrEqual,
    /// The first comes after the second.
    Greater,
    /// The opposite of `Less`.
    GreaterOrEqual,
    /// The first is a member, or a part, of the second.
    In,
    /// The opposite of `In`.
    NotIn,
}

/// Which game a position belongs to.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum GameRef {
    /// The rule with this index in the system the expression belongs to.
    Local(usize),
    /// A game defined before.
    Known(Arc<Game>),
    /// The value of an expression, which must be a game.
    Value(Box<Expr>),
}

/// One step on the way to the cases of a clause or a comprehension, from the outside in.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The slot takes each member in turn.
    For {
        /// Which slot.
        slot: usize,
        /// A range, a list or a set.
        source: Expr,
    },
    /// The slots behind a slot take the members of the tuple or list that is in it.
    Parts {
        /// Which slot.
        slot: usize,
        /// How many members there must be.
        count: usize,
        /// Where what has them is said.
        at: At,
    },
    /// Go on only if this is true. Stands as early as its names are known.
    Test(Expr),
}

/// A function of the user's.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    /// Its name, for messages.
    pub name: Arc<str>,
    /// How many arguments it takes.
    pub arity: usize,
    /// Size of the frame: the parameters first, then what its comprehensions bind.
    pub slots: usize,
    /// What it gives, with the arguments in the first slots.
    pub body: Expr,
    /// Whether its answers are kept.
    pub remembering: Remembering,
}

/// Whether a function keeps its answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Remembering {
    /// It is quicker to compute an answer than to look it up.
    #[default]
    Nothing,
    /// As long as they are few: each can be computed again without the others.
    Few,
    /// All of them: it calls itself, perhaps through others, and without its answers would compute the same ones
    /// again and again.
    All,
}

/// How a game is moved, without its name: two games with the same moves have equal rulesets, and share a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// Heaps from which one takes, and which one splits and divides.
    Heap(Arc<HeapRules>),
    /// Rules of any shape: the rule with this index among those of games that name each other.
    Explicit(Arc<System>, usize),
}

/// A ruleset with the name the user knows it by.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name that is shown, and never compared.
    pub name: Arc<str>,
    /// How it is moved.
    pub ruleset: Ruleset,
    /// The moves of each clause of a heap game, in the order written, where there are several: the order in which
    /// options are shown.
    pub clauses: Arc<[HeapRules]>,
}

/// A position of one game: one value for each coordinate, a number from 0 to 2^63−1, a list or a text.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Which game.
    pub game: Arc<Game>,
    /// One value for each coordinate.
    pub coordinates: Arc<[Value]>,
}

/// What can be a summand.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Component {
    /// A position of a game.
    Position(Position),
    /// `*k`, a nim-heap.
    Star(u64),
}

/// A summand with the number of its copies, at least 1.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Part {
    /// How many copies, at least 1.
    pub copies: u64,
    /// Of what.
    pub component: Component,
}

/// Components played side by side; in the order written. No parts: nothing left to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    /// The summands, in the order written.
    pub parts: Vec<Part>,
}

/// A heap ruleset in normal form: one clause for each shape, sorted by shape, none without amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapRules {
    /// One for each shape, sorted by shape.
    pub clauses: Vec<HeapClause>,
    /// n → floor(n/d) for each of these, when n ≥ 1.
    pub divisors: Amounts,
}

/// Take one of the amounts, and leave the rest in this shape.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapClause {
    /// How the rest is left.
    pub shape: Shape,
    /// How many may be taken.
    pub amounts: Amounts,
}

/// A set of numbers ≥ 0. Equal sets have equal forms as far as that can be decided: what repeats from some number
/// on with a small period is written the same way, however it was typed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Amounts {
    /// These, sorted, without repeats; at most [`Amounts::LISTED`] of them.
    Finite(Arc<[u64]>),
    /// Every number ≥ 0 but these, sorted, without repeats. `any`, which begins with 1, is all but 0.
    AllBut(Arc<[u64]>),
    /// Any other set: squares, primes, every third number, a range too long to list.
    Described(Arc<Set>),
}

/// Rules that name each other, and the functions they call. The order of the rules is fixed by their names, so
/// that the same definitions give the same system whichever is asked first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct System {
    /// Of what follows. Games that name others are hashed with it in one step, however often they share them.
    pub(super) fingerprint: u64,
    /// The rules; `GameRef::Local` is an index into them.
    pub rules: Vec<Rule>,
    /// The functions; `Term::Call` is an index into them.
    pub functions: Arc<[Function]>,
}

/// How one game is moved. Slots 0 to arity−1 of every expression here are the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The name of its game, for messages.
    pub name: Arc<str>,
    /// Names of the coordinates, for messages.
    pub coordinates: Arc<[Arc<str>]>,
    /// How many coordinates a position has.
    pub arity: usize,
    /// Size of the frame.
    pub slots: usize,
    /// `where`: what is a position at all.
    pub domain: Option<Expr>,
    /// `over if`: positions without moves.
    pub over: Option<Expr>,
    /// `same as`: the position that stands for this one: its coordinate, or a tuple of its coordinates where there are
    /// several. It is said to have the same value.
    pub home: Option<Expr>,
    /// The options, clause by clause.
    pub clauses: Vec<Clause>,
}

/// Options, one for each case the steps reach. An option with a component outside its game's domain is none.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause {
    /// What is run through, from the outside in.
    pub steps: Vec<Step>,
    /// A position.
    pub option: Expr,
}
