//! The syntax tree of a statement, as it was written.
//!
//! A tree may be meaningless: names may be unknown, a set may stand where a number is needed, a game may never end.
//! It guarantees only that the text has this structure, and that every part has its place. `lang::lower` checks
//! the rest, and what it returns is right.

mod clauses;
mod verbs;

use std::fmt;

pub use self::clauses::{Binding, Code, Digit, Directions, Likeness};
pub use self::verbs::{AtOnceEnd, Difficulty, MovesInWord};
use super::lenient::Leniency;
use super::words::{self, AsksAbout};
use crate::source::Span;

/// A name as it stands in a text, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    pub kind: StatementKind,
    pub span: Span,
    /// As it is written: the two definitions of `(a, b) = (1, 2)` share this. Elsewhere it is the same as `span`.
    pub whole: Span,
    /// The lenient forms in it.
    pub lenient: Vec<Leniency>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// `game NAME(PARAMS) where … over if … = RULE`
    Game(GameDefinition),
    /// `let NAME = EXPR`, `let NAME(PARAMS) = EXPR`
    Let(LetDefinition),
    /// A verb that has no value, and what stands behind it.
    Instruction(Instruction),
    /// Any other line: its value is shown or, of a question such as `winner S(3)`, its full answer.
    Expression(Expr),
}

impl Statement {
    pub fn game(&self) -> Option<&GameDefinition> {
        if let StatementKind::Game(game) = &self.kind { Some(game) } else { None }
    }

    /// The definition of a value or a function.
    pub fn definition(&self) -> Option<&LetDefinition> {
        if let StatementKind::Let(written) = &self.kind { Some(written) } else { None }
    }

    pub fn instruction(&self) -> Option<&Instruction> {
        if let StatementKind::Instruction(instruction) = &self.kind { Some(instruction) } else { None }
    }

    pub fn expression(&self) -> Option<&Expr> {
        if let StatementKind::Expression(expr) = &self.kind { Some(expr) } else { None }
    }

    /// What the statement asks, if it is a question.
    pub fn question(&self) -> Option<&Ask> {
        self.expression().and_then(Expr::question)
    }

    /// The verb of an instruction; empty for other statements.
    pub fn verb(&self) -> &'static str {
        self.instruction().map_or("", |instruction| instruction.verb)
    }

    /// The statement, or the one behind `time`.
    pub fn untimed(&self) -> &Statement {
        self.instruction().and_then(|instruction| instruction.timed.as_deref()).map_or(self, Statement::untimed)
    }

    /// Whether it begins a dialogue, if nothing is wrong, also behind `time`.
    pub fn is_dialogue(&self) -> bool {
        matches!(self.untimed().verb(), "quiz" | "exam" | "play" | "tour")
    }

    /// How often `time` stands before it.
    pub fn times(&self) -> usize {
        self.instruction().and_then(|instruction| instruction.timed.as_deref()).map_or(0, |inner| 1 + inner.times())
    }

    /// The file that it loads.
    pub fn loaded(&self) -> Option<&FileName> {
        self.instruction()
            .filter(|instruction| instruction.verb == "load")
            .and_then(|instruction| instruction.file.as_ref())
    }

    /// The name that it defines.
    pub fn defined(&self) -> Option<&Name> {
        self.game().map(|game| &game.name).or_else(|| self.definition().map(|written| &written.name))
    }

    /// The place and the house form of the definition that it is, also behind `time`.
    pub fn house_mut(&mut self) -> Option<(&mut Span, &mut Option<String>)> {
        match &mut self.kind {
            StatementKind::Game(game) => Some((&mut game.span, &mut game.house)),
            StatementKind::Let(written) => Some((&mut written.span, &mut written.house)),
            StatementKind::Instruction(instruction) => instruction.timed.as_mut()?.house_mut(),
            StatementKind::Expression(_) => None,
        }
    }

    /// The expressions of an instruction, a plain expression or the value of a definition. A rule has none here.
    pub fn expressions(&self) -> &[Expr] {
        match &self.untimed().kind {
            StatementKind::Game(_) => &[],
            StatementKind::Let(written) => std::slice::from_ref(&written.body),
            StatementKind::Instruction(instruction) => &instruction.parts,
            StatementKind::Expression(expr) => std::slice::from_ref(expr),
        }
    }

    /// The file that the answer is to be written into.
    pub fn to(&self) -> Option<&FileName> {
        match self.instruction() {
            Some(instruction) => instruction.file.as_ref().filter(|_| !matches!(instruction.verb, "load" | "save")),
            None => self.question().and_then(|question| question.to.as_ref()),
        }
    }
}

/// A verb that has no value, and what stands behind it. A verb has only the parts that its line of usage in
/// `words.txt` names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Instruction {
    /// The verb, a word of `words.txt`; `->` for a move.
    pub verb: &'static str,
    pub misere: bool,
    /// What it is about: the position that is played, the game of a quiz, a condition, the columns of a survey, what is
    /// printed, the two positions of a move.
    pub parts: Vec<Expr>,
    /// The names behind `as` of the columns of a survey, as many as there are parts; otherwise empty.
    pub headings: Vec<Option<Name>>,
    /// The cases of a claim or a survey.
    pub qualifiers: Vec<Qualifier>,
    /// The names that a verb about the session is about.
    pub names: Vec<Name>,
    /// The words behind the game of `play`, `quiz` and the like, in the order written, each with its place.
    pub words: Vec<(OptionWord, Span)>,
    /// The file of `load` and `save`, or behind `to`.
    pub file: Option<FileName>,
    /// The rest of the line behind `help`, as it stands.
    pub topic: Option<String>,
    /// The statement behind `time`.
    pub timed: Option<Box<Statement>>,
}

impl Instruction {
    /// The lesson of a tour.
    pub fn lesson(&self) -> Option<u64> {
        self.words.iter().find_map(|(word, _)| if let OptionWord::Lesson(lesson) = word { Some(*lesson) } else { None })
    }

    /// The list of the rows of a survey.
    pub fn into_rows(mut self, span: Span) -> Expr {
        let row = if self.parts.len() == 1 { self.parts.remove(0).kind } else { ExprKind::Tuple(self.parts) };
        let body = Expr { kind: row, span };
        let kind = match self.qualifiers {
            none if none.is_empty() => ExprKind::List(vec![body]),
            qualifiers => ExprKind::Comprehension { brackets: Brackets::List, body: Box::new(body), qualifiers },
        };
        Expr { kind, span }
    }

    /// The place of a column of a survey with its heading.
    pub fn column(&self, at: usize) -> Option<Span> {
        let span = self.parts.get(at)?.span;
        Some(self.headings.get(at)?.as_ref().map_or(span, |name| span.to(name.span)))
    }
}

/// A word that says how a game is played or what is asked about it.
#[derive(Clone, Debug, PartialEq)]
pub enum OptionWord {
    /// `first`: the user begins.
    First,
    /// `second`: the machine begins.
    Second,
    /// `two`: two people play.
    Two,
    /// `level easy`, `level easy seed 7`
    Level { name: Name, seed: Option<u64> },
    /// `easy`: how hard questions are.
    Difficulty(Difficulty),
    /// `12 questions`, `for 12`
    Questions(u64),
    /// `for 25 sheets`
    Sheets(u64),
    /// `seed 7`
    Seed(u64),
    /// `lesson 4`. `again` starts again from the first lesson, and is the same as `lesson 1`.
    Lesson(u64),
}

/// As it is written.
impl fmt::Display for OptionWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OptionWord::First => f.write_str("first"),
            OptionWord::Second => f.write_str("second"),
            OptionWord::Two => f.write_str("two"),
            OptionWord::Level { name, seed: None } => write!(f, "level {}", name.text),
            OptionWord::Level { name, seed: Some(seed) } => write!(f, "level {} seed {seed}", name.text),
            OptionWord::Difficulty(level) => f.write_str(level.word()),
            OptionWord::Questions(number) => write!(f, "{number} questions"),
            OptionWord::Sheets(number) => write!(f, "for {number} sheets"),
            OptionWord::Seed(number) => write!(f, "seed {number}"),
            OptionWord::Lesson(number) => write!(f, "lesson {number}"),
        }
    }
}

/// The name of a file, which is written as a text in quotation marks.
#[derive(Clone, Debug, PartialEq)]
pub struct FileName {
    pub text: String,
    pub span: Span,
}

/// Which part of a file of data is read.
#[derive(Clone, Debug, PartialEq)]
pub enum DataPart {
    /// Its rows, without a line of headings.
    Rows,
    /// `headings`
    Headings,
    /// `column "heap"`
    Column(String),
}

/// A question: a verb, and what it asks about.
#[derive(Clone, Debug, PartialEq)]
pub struct Ask {
    /// The verb, a word of `words.txt`.
    pub verb: &'static str,
    pub misere: bool,
    /// A position, a game or, behind `explain`, also a question or a calculation.
    pub subject: Expr,
    /// What the coordinates of the game run through; a plain number fixes one.
    pub ranges: Vec<Expr>,
    /// `if player 2 starts`: the number of the player who begins.
    pub starts: Option<u8>,
    /// `to "FILE"`, only in a statement.
    pub to: Option<FileName>,
}

impl Ask {
    /// The verbs that list what they find.
    pub const LISTS: [&'static str; 3] = ["values", "losing", "winning"];

    /// The verb with a subject, and nothing more.
    pub fn about(verb: &'static str, subject: Expr) -> Ask {
        Ask { verb, misere: false, subject, ranges: Vec::new(), starts: None, to: None }
    }

    /// The game before the ranges: that of `genus Kayles` in `values genus Kayles 0..9`.
    pub fn game(&self) -> &Expr {
        self.subject.question().map_or(&self.subject, |of_each| &of_each.subject)
    }

    /// Whether its answer is a list, also as a value.
    pub fn is_list(&self) -> bool {
        Ask::LISTS.contains(&self.verb)
    }

    /// Whether it asks about a game as a whole, and not about a position.
    pub fn is_about_a_game(&self) -> bool {
        words::asks_about(self.verb) == Some(AsksAbout::Game)
    }
}

/// `NAME in SET` in the brackets behind the name of a game or a function: what a parameter may be.
#[derive(Clone, Debug, PartialEq)]
pub struct StatedDomain {
    pub parameter: Name,
    pub set: Expr,
}

impl StatedDomain {
    /// All that is written of it.
    pub fn span(&self) -> Span {
        self.parameter.span.to(self.set.span)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct LetDefinition {
    pub name: Name,
    /// `None` for a value, `Some` for a function (of at least one parameter).
    pub parameters: Option<Vec<Name>>,
    /// What some of the parameters may be.
    pub stated: Vec<StatedDomain>,
    pub body: Expr,
    /// The whole statement, for `show` and `save`.
    pub span: Span,
    /// The statement in the house form, if it was written otherwise.
    pub house: Option<String>,
}

impl LetDefinition {
    /// The place of its name and of the parameters behind it.
    pub fn header(&self) -> Span {
        header(&self.name, self.parameters.as_deref(), &self.stated)
    }

    /// All expressions in it.
    pub fn expressions(&self) -> impl Iterator<Item = &Expr> {
        self.stated.iter().map(|stated| &stated.set).chain([&self.body])
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct GameDefinition {
    pub name: Name,
    /// `None` where the rule has no parameter list: then the heap is called `n`.
    pub parameters: Option<Vec<Name>>,
    /// What some of the coordinates may be.
    pub stated: Vec<StatedDomain>,
    /// `where CONDITION`: which tuples are positions.
    pub domain: Option<Expr>,
    /// `over if CONDITION`: which positions have no moves.
    pub over: Option<Expr>,
    /// `same as HOME`: the representative of the position. Positions with the same representative have equal values,
    /// which are found once.
    pub representative: Option<Expr>,
    /// `ends`: play must end, so that it is an error if it may come back.
    pub ends: bool,
    pub rule: Rule,
    /// The whole statement, for `show` and `save`.
    pub span: Span,
    /// The statement in the house form, if it was written otherwise.
    pub house: Option<String>,
}

impl GameDefinition {
    /// The place of its name and of the parameters behind it.
    pub fn header(&self) -> Span {
        header(&self.name, self.parameters.as_deref(), &self.stated)
    }

    /// The expressions before the rule: those of its parameters, of `where`, `over if` and `same as`.
    pub fn conditions(&self) -> impl Iterator<Item = &Expr> {
        let stated = self.stated.iter().map(|stated| &stated.set);
        stated.chain(&self.domain).chain(&self.over).chain(&self.representative)
    }
}

/// The place of a name and of the parameters behind it, without the last bracket.
fn header(name: &Name, parameters: Option<&[Name]>, stated: &[StatedDomain]) -> Span {
    let last = parameters.and_then(<[Name]>::last);
    let end =
        last.map(|last| stated.iter().find(|stated| stated.parameter == *last).map_or(last.span, StatedDomain::span));
    end.map_or(name.span, |end| name.span.to(end))
}

/// Move clauses separated by `|`, never empty.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub clauses: Vec<Clause>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Clause {
    pub kind: ClauseKind,
    /// `again` or `reply` behind the move.
    pub binding: Option<Binding>,
    /// `for …` and `if …` after the clause, in the order written.
    pub qualifiers: Vec<Qualifier>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ClauseKind {
    /// `take SET`, `take SET from a and b`, `take SET then split …`
    Take {
        amounts: Expr,
        /// Names after `from`; empty when there are none.
        from: Vec<Name>,
        /// The name behind `to` in `move any from a to b`: where what is taken goes.
        onto: Option<Name>,
        then: Option<Then>,
    },
    /// `turn …`
    Turn(CoinTurn),
    /// `split …`
    Split(Split),
    /// `divide by SET`, `divide a by SET`
    Divide { coordinate: Option<Name>, by: Expr },
    /// `octal CODE`, `hex CODE`, and a bare code such as `.77`
    Code(Code),
    /// `octal("0." ++ text(k))`, `hex(…)`: a code that is computed
    CodeOf { hexadecimal: bool, text: Expr },
    /// `".." becomes "##" across or down`: a move replaces the pattern `from`, wherever it stands on a board, by
    /// `to`.
    Becomes { from: Expr, to: Expr, directions: Directions },
    /// A game's name, standing for its moves.
    Moves(Name),
    /// An option, that is, an expression for the position after the move.
    Option(Expr),
}

/// The coins that a move turns with the one at the place at hand, which it turns from heads to tails.
#[derive(Clone, Debug, PartialEq)]
pub enum CoinTurn {
    /// `turn 1..3 coins`, `turn 2 coins at most 3 apart`
    Coins {
        /// How many coins, that one included: a number or a set.
        count: Expr,
        /// `consecutive`
        consecutive: bool,
        /// `at most … apart`
        apart: Option<Expr>,
    },
    /// `turn <n, n-1>`: the places, that one among them.
    Places(Expr),
}

impl CoinTurn {
    /// The word for coins that stand side by side.
    pub const CONSECUTIVE: &'static str = "consecutive";
}

/// What must or may happen to the rest after a `take`.
#[derive(Clone, Debug, PartialEq)]
pub struct Then {
    /// `then maybe split`: the rest may also be left whole.
    pub maybe: bool,
    pub split: Split,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Split {
    pub likeness: Likeness,
    /// `into …`: a number, a set or a range; `None` means two.
    pub into: Option<Expr>,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Qualifier {
    /// `for NAME in SOURCE`; `for a in …, b in …` is two of them. Several names, `for (u, v) in edges`, are the members
    /// of a tuple or list.
    For { names: Vec<Name>, source: Expr },
    /// `if CONDITION`
    If(Expr),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// `long all of S(3), S(4)`: positions that are played at once.
#[derive(Clone, Debug, PartialEq)]
pub struct AtOnce {
    /// `short` or `long`, if one of them is written.
    pub end: Option<AtOnceEnd>,
    pub moves_in: MovesInWord,
    pub parts: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// `3`, `1_000`
    Integer(i128),
    /// `"++--"`
    Text(String),
    /// `true`, `false`
    Bool(bool),
    /// `first` (true), `second` (false)
    Side(bool),
    /// `heaps`
    Name(String),
    /// `any`, every number from 1.
    Any,
    /// `f(x, y)`, `S(3)`, `(take <1,2>)(5)`, `all(C for n in 0..9)` (then the one argument is a bare comprehension).
    Call { callee: Box<Expr>, arguments: Vec<Expr> },
    /// `h[i]`, `h[a..b]`, `h[a..]`, `S[3,4,5]`, `S[heaps]`
    Index { base: Box<Expr>, index: Vec<Expr> },
    /// `sum[S(k) for k in heaps]`: a sum of positions, or of numbers.
    Sum(Box<Expr>),
    /// `-n`, `not a`, `*2`
    Unary { operator: UnaryOperator, operand: Box<Expr> },
    /// `a + b`, `3 in A`
    Binary { operator: BinaryOperator, left: Box<Expr>, right: Box<Expr> },
    /// `grundy S(3) + S(4)`, `values S 0..50`
    Ask(Box<Ask>),
    /// `if a then b else c`
    If { condition: Box<Expr>, then: Box<Expr>, otherwise: Box<Expr> },
    /// `<1,2,3>` or `{1,2,3}`
    Set(Vec<Expr>),
    /// `[1,2,3]`
    List(Vec<Expr>),
    /// `(a, b)`, two or more; an option `(n-1)` of one coordinate arrives as `Group`.
    Tuple(Vec<Expr>),
    /// Brackets round one expression. The tree keeps them, since in an option they make a heap: `(n-1)`.
    Group(Box<Expr>),
    /// `1..9`, `1..`, `1..9 step 2`
    Range { start: Box<Expr>, end: Option<Box<Expr>>, step: Option<Box<Expr>> },
    /// `BODY for … if …` in the brackets of a set, a list, a `sum[…]` or a function.
    Comprehension { brackets: Brackets, body: Box<Expr>, qualifiers: Vec<Qualifier> },
    /// `all of S(3), S(4)`: positions that are played at once, only as what a statement is about.
    AtOnce(AtOnce),
    /// `read "graph.csv"`, only as the whole value after `let NAME =`.
    Read(FileName, DataPart),
    /// A rule where a game's name may stand: `octal 0.77`, `take <1,2>`.
    Ruleset(Box<Rule>),
    /// The game of a question whose search is bounded: `G to 10^7`, `G for 30s`, `G 0..1000`.
    Bounded { game: Box<Expr>, ranges: Vec<Expr>, heaps: Option<Box<Expr>>, seconds: Option<Box<Expr>> },
}

/// What the brackets round a comprehension make of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Brackets {
    Set,
    List,
    /// Alone in the brackets of a function or of `sum[…]`.
    Bare,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOperator {
    Negate,
    Not,
    /// `*k`, a nim-heap of size k.
    Star,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    Or,
    And,
    Equal,
    Unequal,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    In,
    NotIn,
    Add,
    Subtract,
    Xor,
    Join,
    Multiply,
    Divide,
    Remainder,
    Power,
    Except,
}

impl BinaryOperator {
    /// Each operator, and how it is written.
    pub const SIGNS: [(BinaryOperator, &str); 19] = [
        (BinaryOperator::Or, "or"),
        (BinaryOperator::And, "and"),
        (BinaryOperator::Equal, "=="),
        (BinaryOperator::Unequal, "!="),
        (BinaryOperator::Less, "<"),
        (BinaryOperator::LessOrEqual, "<="),
        (BinaryOperator::Greater, ">"),
        (BinaryOperator::GreaterOrEqual, ">="),
        (BinaryOperator::In, "in"),
        (BinaryOperator::NotIn, "not in"),
        (BinaryOperator::Add, "+"),
        (BinaryOperator::Subtract, "-"),
        (BinaryOperator::Xor, "xor"),
        (BinaryOperator::Join, "++"),
        (BinaryOperator::Multiply, "*"),
        (BinaryOperator::Divide, "/"),
        (BinaryOperator::Remainder, "%"),
        (BinaryOperator::Power, "^"),
        (BinaryOperator::Except, "except"),
    ];

    /// Whether it compares two values. Comparisons cannot be chained, as in `1 < 2 < 3`.
    pub fn is_comparison(self) -> bool {
        use BinaryOperator::{Equal, Greater, GreaterOrEqual, In, Less, LessOrEqual, NotIn, Unequal};
        matches!(self, Equal | Unequal | Less | LessOrEqual | Greater | GreaterOrEqual | In | NotIn)
    }
}
