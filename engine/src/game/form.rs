//! The data types of games, positions, values and expressions, which contain each other. The operations on them are in
//! the other files of this folder: order, display, sets, functions, evaluation, moves.

use std::sync::Arc;

use super::{At, Binding, Builtin, Compound, Likeness, Meter, OwnRules, Rewrite, Shape};
use crate::nim::{Convention, GrundyValue, NumberRow, Outcome, Side};

/// A value of the language. Cheap to copy: what can be large is shared.
///
/// The order is that of numbers, and member by member for what has members; between kinds it is arbitrary but fixed.
#[derive(Clone, Debug)]
// The tag is as wide as a word, so that values are copied by whole words.
#[repr(u64)]
pub enum Value {
    /// `none`: what was asked for does not exist, such as the period of a game without a period.
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
    /// A set, which may be infinite.
    Set(Arc<Set>),
    /// N, P or D.
    Outcome(Outcome),
    /// A Grundy value that is no number: ∞ with its nimbers, or loony.
    Grundy(GrundyValue),
    /// `infinity`: equal to ∞ with whatever nimbers.
    Infinity,
    /// A player.
    Side(Side),
    /// A position, or several side by side.
    Position(Arc<Sum>),
    /// A game. Two are equal if their rulesets are.
    Game(Arc<Game>),
}

/// A set of values. An endless set holds only numbers, and only finitely many of them lie below any limit.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Set {
    /// Sorted, without repeats.
    Finite(Arc<[Value]>),
    /// `start, start+step, …`, up to `end` where there is one; never empty, step at least 1.
    Range {
        /// The least member.
        start: i128,
        /// The greatest member; `None` for an endless range.
        end: Option<i128>,
        /// The distance between two members, at least 1.
        step: i128,
    },
    /// An endless set that has a name.
    Family(Family),
    /// An endless comprehension.
    Comprehension(Arc<EndlessComprehension>),
    /// The numbers that a Rust function lists.
    Sequence(Sequence),
    /// The union of two or more sets, at most one of them `Finite`.
    Union(Arc<[Set]>),
    /// The members of the first set that are not in the second.
    Except(Arc<(Set, Set)>),
}

/// The endless sets that have a name. All members are at least 1: the squares do not contain 0.
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

/// An endless comprehension `<BODY for k in START.. …>`: the values of the body for every k. The least value for one k
/// must not be smaller than the least value for an earlier k.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct EndlessComprehension {
    /// The first k.
    pub start: i128,
    /// The distance from one k to the next, at least 1.
    pub step: i128,
    /// The slot that holds k.
    pub slot: usize,
    /// The steps after that of k.
    pub steps: Vec<Step>,
    /// The member, for each case that the steps reach.
    pub body: Expr,
    /// The values of all variables when the set was made.
    pub frame: Vec<Value>,
    /// The functions that the body may call.
    pub functions: Arc<[Function]>,
    /// Tells loops over the members whether to go on.
    pub meter: Meter,
}

type Lister = dyn Fn(u64) -> Option<u64> + Send + Sync;

/// The numbers `f(0) < f(1) < f(2) < …` of a function that the caller supplies. A `None` ends the sequence, for example
/// where a number would exceed 64 bits.
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

/// The kind of an expression, with its operands. A frame is the list of the values of all variables; a slot is an index
/// into it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Term {
    /// This value.
    Constant(Value),
    /// A variable: its index in the frame.
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
    /// A function that the user defined, by its index in the table of functions.
    Call(usize, Vec<Expr>),
    /// `(a, b)`
    Tuple(Vec<Expr>),
    /// `[a, b]`
    List(Vec<Expr>),
    /// `<a, b>`: the set of these members. A set among them contributes its own members.
    Set(Vec<Expr>),
    /// `<a..b step c>`
    Range {
        /// The first member.
        start: Box<Expr>,
        /// The last member; the range is endless without it.
        end: Option<Box<Expr>>,
        /// The distance between two members, at least 1; `None` for 1.
        step: Option<Box<Expr>>,
    },
    /// The members of the first set that are not in the second.
    Except(Box<Expr>, Box<Expr>),
    /// The members of a list or a set, as a list; a number or a text as the only member.
    Members(Box<Expr>),
    /// The members of a set from `least` to `greatest`, as a list: the amounts that a clause takes from a heap.
    Between {
        /// The set of all amounts.
        set: Box<Expr>,
        /// The least amount that counts.
        least: i128,
        /// The greatest amount that counts.
        greatest: Box<Expr>,
    },
    /// The divisors that matter to a heap, as a list: those from 2 to its size, and the least one beyond its size,
    /// which leaves 0 as all greater ones do.
    Divisors {
        /// The set of all divisors.
        set: Box<Expr>,
        /// The size of the heap.
        heap: Box<Expr>,
    },
    /// All ways to divide a number into heaps of this shape, as a list of lists of heap sizes.
    Ways(Box<Expr>, Shape),
    /// As `Ways`, where an expression gives the number of heaps.
    WaysInto {
        /// The number that is divided into heaps.
        rest: Box<Expr>,
        /// The number of heaps, at least 2, or a set of such numbers.
        into: Box<Expr>,
        /// Which sizes must be equal or different.
        likeness: Likeness,
    },
    /// The boards that a rewriting rule makes of a board, as a list of texts: one for each place where the pattern or
    /// one of its images matches.
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
        /// The list whose members are divided into connected parts.
        cells: Box<Expr>,
        /// The slot of the first of two members; the second is in the next slot.
        slot: usize,
        /// The condition under which the two are adjacent. It is enough that it holds in one order.
        near: Box<Expr>,
    },
    /// `S(3)`, and in a rule the option `(n-1)`.
    Position(GameRef, Vec<Expr>),
    /// Are these the coordinates of a position of the rule with this index?
    Admitted(usize, Vec<Expr>),
    /// Is what this expression names a position of its game?
    Exists(Box<Expr>),
    /// `S[3,4,5]`: a heap for each member.
    Heaps(GameRef, Box<Expr>),
    /// `all of S(3), S(4)`: a list stands for its members, heaps and copies that are written here for that many components.
    Compound(Compound, Vec<Expr>),
    /// `*k`
    Star(Box<Expr>),
    /// `sum[… for …]` of positions or numbers, over a list.
    Sum(Box<Expr>),
    /// A question whose answer is a value: `grundy S(3)`. Only outside rules.
    Ask {
        /// What is asked.
        question: PositionQuestion,
        /// In misère play?
        convention: Convention,
        /// A position, or a list of them.
        subject: Box<Expr>,
    },
    /// A question about a whole game: `period S`. Only outside rules.
    AskGame {
        /// The question, as its word in the language.
        question: &'static str,
        /// In misère play?
        convention: Convention,
        /// About which game.
        game: GameRef,
        /// For a game of several coordinates: the index of the one that varies, and the values of the others in order.
        line: Option<(usize, Vec<Expr>)>,
        /// Not beyond this heap.
        heaps: Option<Box<Expr>>,
        /// For about so many seconds.
        seconds: Option<Box<Expr>>,
    },
    /// A rule that depends on variables: the oracle makes the game for their values. Only outside rules.
    Made {
        /// The number of the rule, among those that the oracle holds.
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
    /// In misère play?
    pub convention: Convention,
    /// The index of the coordinate that varies, and the values of the others in order; `None` if the game has only one
    /// coordinate.
    pub line: Option<(usize, Vec<Value>)>,
    /// Not beyond this heap.
    pub heaps: Option<u64>,
    /// For about so many seconds.
    pub seconds: Option<u64>,
}

/// What an expression may ask about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PositionQuestion {
    /// The player who wins.
    Winner,
    /// The Grundy value.
    Grundy,
    /// N or P.
    Outcome,
    /// Any other question, as its word in the language. Only the oracle knows its meaning.
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
    /// The remainder of a division: from 0 to the divisor minus 1.
    Remainder,
    /// Of numbers, with an exponent of at least 0.
    Power,
    /// The nim-sum of numbers from 0 on.
    Xor,
    /// The concatenation of two lists or two texts.
    Join,
    /// Of two values of one kind. Two positions are equal if their Grundy values are.
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

/// One step of a clause or a comprehension: a loop, an unpacking or a condition. The steps are nested, the outermost
/// first; each way through all of them is called a case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// The slot takes each member in turn.
    For {
        /// Which slot.
        slot: usize,
        /// A range, a list or a set.
        source: Expr,
    },
    /// Unpacks the tuple or list in a slot: its members go to the slots that follow.
    Unpack {
        /// Which slot.
        slot: usize,
        /// How many members there must be.
        count: usize,
        /// Where the tuple or list was written.
        at: At,
    },
    /// A condition: goes on only if it is true. It comes as soon as all variables that it names are bound.
    Test(Expr),
}

/// A function that the user defined.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Function {
    /// Its name, for messages.
    pub name: Arc<str>,
    /// How many arguments it takes.
    pub arity: usize,
    /// Size of the frame: the parameters first, then what its comprehensions bind.
    pub slots: usize,
    /// What the arguments must be. A call with others is a fault.
    pub domains: Vec<ArgumentDomain>,
    /// Its result, with the arguments in the first slots.
    pub body: Expr,
    /// Whether who asks wrote it: a fault in its body then has its place there, and otherwise that of the call.
    pub is_open: bool,
    /// Whether its answers are memoised.
    pub memoise: Memoise,
}

/// A condition on one argument of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArgumentDomain {
    /// The index of the argument.
    pub argument: usize,
    /// The condition as it was written, for messages.
    pub written: Arc<str>,
    /// The condition, with the arguments in the first slots.
    pub condition: Expr,
}

/// Whether the answers of a function are memoised.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Memoise {
    /// It is quicker to compute an answer than to look it up.
    #[default]
    Never,
    /// Up to a limit of memory: each can be computed again without the others.
    Bounded,
    /// All of them: it calls itself, perhaps through others, and without its answers would compute the same ones
    /// again and again.
    Always,
}

/// The moves of a game, without its name. Games with equal rulesets share a table of values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ruleset {
    /// A heap game: a move takes from a heap and may split the rest, or divides the heap by a number.
    Heap(Arc<HeapRules>),
    /// Rules of any other form: the rule with this index in a system of rules that may refer to each other.
    Written(Arc<System>, usize),
    /// Positions that are played at once: each coordinate is a component.
    Compound(Compound),
    /// A game that is defined in Rust: the coordinate is the number of a position.
    Own(OwnRules),
}

/// A ruleset with the name that the user gave it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The name that is shown, and never compared.
    pub name: Arc<str>,
    /// Its moves.
    pub ruleset: Ruleset,
    /// For a heap game of several clauses, the moves of each clause in the order written, which is the order in which
    /// options are shown; otherwise empty. Never compared.
    pub clauses: Arc<[HeapRules]>,
    /// For a heap game that was made from a rule of another form, that rule. Never compared.
    pub original: Option<Arc<Original>>,
}

/// The rule from which the form of a heap game was made, and which position of it each heap stands for.
#[derive(Clone, Debug)]
pub struct Original {
    /// The game with this rule.
    pub game: Arc<Game>,
    /// How its positions are heaps.
    pub heaps: OriginalHeaps,
    /// The heap games whose moves the rule borrows, with the rules that they were made from: in this one their moves
    /// are written as those of their heap forms.
    pub lenders: Arc<[(Ruleset, Arc<Original>)]>,
}

/// How a heap is written as a position of the rule.
#[derive(Clone, Debug)]
pub enum OriginalHeaps {
    /// As itself: the game has one coordinate.
    Alone,
    /// As the coordinate with this index, beside others that have these values.
    Along(usize, Vec<Value>),
    /// As a row of so many of these cells.
    Strip(char),
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
pub struct Summand {
    /// How many copies, at least 1.
    pub copies: u64,
    /// Of what.
    pub component: Component,
}

/// A disjunctive sum: components played side by side. Without parts it is the position without moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Sum {
    /// The summands, in the order written.
    pub parts: Vec<Summand>,
}

/// A part of a position whose heaps may be too many to be listed.
#[derive(Clone, Debug)]
pub enum PositionPart {
    /// Heaps of these sizes, too many to be listed.
    Row(Arc<Game>, NumberRow),
    /// Any others.
    Sum(Arc<Sum>),
}

/// A heap ruleset in normal form: one clause for each shape, sorted by shape, none without amounts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HeapRules {
    /// One for each shape, sorted by shape.
    pub clauses: Vec<HeapClause>,
    /// The moves n → ⌊n/d⌋ for each d of these, if n ≥ 1.
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

/// Rules that may refer to each other, and the functions they call. The order of the rules is fixed by their names, so
/// that the same definitions give the same system, whichever of them is used first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct System {
    /// A hash of the two fields below. With it a system is hashed in one step, however many games its rules name.
    pub(super) fingerprint: u64,
    /// Does a move of these rules, or of the games that they name, bind the players?
    pub(super) binds: bool,
    /// The coordinates, by index, that no move changes.
    pub(super) parameters: Arc<[usize]>,
    /// The rules; `GameRef::Local` is an index into them.
    pub rules: Vec<Rule>,
    /// The functions; `Term::Call` is an index into them.
    pub functions: Arc<[Function]>,
}

/// The rule of one game. In every expression here, slots 0 to arity−1 hold the coordinates.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rule {
    /// The name of its game, for messages.
    pub name: Arc<str>,
    /// Names of the coordinates, for messages.
    pub coordinates: Arc<[Arc<str>]>,
    /// How many coordinates a position has.
    pub arity: usize,
    /// How many of the first coordinates choose a game of a family: its positions are written `Upto(3)(7)`. 0 for any other
    /// game.
    pub family: usize,
    /// Size of the frame.
    pub slots: usize,
    /// The coordinates that may be below 0, by index: the others are at least 0 if they are numbers.
    pub signed: Arc<[usize]>,
    /// `where`: the condition that coordinates must satisfy to be a position. A conjunction without a place joins
    /// conditions that were written apart.
    pub domain: Option<Expr>,
    /// `over if`: the condition under which a position has no moves, whatever the clauses say.
    pub over: Option<Expr>,
    /// `same as`: the coordinate of the representative of a position, or a tuple of its coordinates if there are
    /// several. The rule claims that the representative has the same value as the position.
    pub representative: Option<Expr>,
    /// `ends`: the rule claims that play ends, so that a position that is reached from itself is a mistake.
    pub ends: bool,
    /// The games whose product this is, if it is one, see [`Game::product`]; otherwise empty.
    pub factors: Arc<[Arc<Game>]>,
    /// The options, clause by clause.
    pub clauses: Vec<Clause>,
}

/// Options, one for each case that the steps reach. An option with a component outside its game's domain is left out.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Clause {
    /// Loops and conditions, the outermost first.
    pub steps: Vec<Step>,
    /// The option: a position or a sum of positions.
    pub option: Expr,
    /// What the move obliges the players to do next.
    pub binding: Binding,
}
