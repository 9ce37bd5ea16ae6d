//! What may be moved: rules as data, positions, sums and their moves. This room knows of values only the nimbers,
//! which may stand in a sum as heaps of their own, and no text but its own notation (`Display`).

mod amounts;
mod borrowed;
mod evaluate;
mod explicit;
mod expr;
mod fault;
mod functions;
pub(crate) mod gathered;
pub(crate) mod hashed;
mod heap;
mod meter;
mod moves;
mod operators;
mod options;
mod oracle;
mod order;
mod places;
mod position;
mod recognise;
mod remembered;
mod sequence;
mod set;
mod value;

pub use amounts::Amounts;
pub use evaluate::Evaluator;
pub(crate) use evaluate::LONGEST_LOOP;
pub use explicit::{Clause, LARGEST_COORDINATE, Mover, Rule, System};
pub use expr::{At, Expr, Function, GameRef, Operator, Question, Step, Term};
pub use fault::{EvalError, EvalErrorKind, Visited};
pub use functions::Builtin;
pub use heap::{Clause as HeapClause, HeapRules, Likeness, Shape};
pub use meter::{Halt, Meter, Watch};
pub use moves::{Moves, MovesError};
pub use oracle::{Oracle, Silent};
pub use places::Places;
pub use position::{Component, Game, Part, Position, Ruleset, Sum};
pub use recognise::recognised;
pub use remembered::{Answers, Known, Remembering};
pub use sequence::Sequence;
pub use set::{Family, Image, Set};
pub use value::Value;
