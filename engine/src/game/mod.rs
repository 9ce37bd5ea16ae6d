//! Games: rules as data, positions, sums and their moves. This module does not compute values of positions: it uses
//! nimbers only as nim-heaps in sums and in functions such as `nimsum`. It parses no text; `Display` writes the
//! notation.

mod amounts;
mod arranged;
mod at;
mod binding;
mod binding_rules;
mod boards;
mod builtin;
mod coins;
mod compound;
mod compound_rule;
mod display;
mod endless;
mod eval_error;
mod evaluate;
mod form;
mod functions;
mod graph_of_rule;
mod graphs;
mod heap;
mod independent_places;
mod inherited;
mod left_out;
mod liberties;
mod loops;
mod memo_tables;
mod metered;
mod moves;
mod number_functions;
mod numbers;
mod operators;
mod options;
mod oracle;
mod order;
mod original;
mod own;
mod own_rules;
mod parts;
mod places;
mod position;
mod position_box;
mod product;
mod recognise;
mod repeated;
mod representatives;
mod rewriting;
mod rule_data;
mod series;
mod set;
mod shape;
mod value;
mod worth;

pub use crate::meter::{Halt, Meter};
pub use at::At;
pub use binding::Binding;
pub use boards::{only_strips, rewrites, rewrites_where, strips};
pub use builtin::Builtin;
pub use coins::{CoinRule, CoinWay, TurnedCoins, TurnedPlaces, row_of_coins};
pub use compound_rule::{Compound, Ends, MovesIn};
pub use eval_error::{EvalError, EvalErrorKind, Visited};
pub(crate) use evaluate::LONGEST_LOOP;
pub use evaluate::{CompiledLoop, Declined, Evaluator, LoopCompiler, Numbers, Turns};
pub use form::{
    Amounts, ArgumentDomain, AskedGame, Clause, Component, EndlessComprehension, Expr, Family, Function, Game, GameRef,
    HeapClause, HeapRules, Memoise, Operator, Original, OriginalHeaps, Position, PositionPart, PositionQuestion, Rule,
    Ruleset, Sequence, Set, Step, Sum, Summand, System, Term, Value,
};
pub use functions::{MOST_DIVIDED, divisors};
pub use graphs::checked_graph;
pub use left_out::{LeftOut, LeftOutSums};
pub(crate) use left_out::{Place, places};
pub use liberties::LibertyRule;
pub use loops::{Reached, find_cycle, reached, shortest_loop};
pub(crate) use memo_tables::contents;
pub use memo_tables::{FunctionMemo, MemoTables};
pub use moves::{Moves, MovesError};
pub(crate) use number_functions::of_words;
pub(crate) use operators::on_words;
pub use options::{Mover, Violated};
pub use oracle::{Oracle, RuleOracle, TICK};
pub use own::{Impartial, OwnGame};
pub use own_rules::{Options, OwnRules};
pub use places::Places;
pub use position::LARGEST_COORDINATE;
pub use position_box::{CoordinateRun, PositionBox};
pub use product::NoFactor;
pub use recognise::{MOST_PARTS, recognised};
pub use rewriting::{Board, Directions, Ragged, Rewrite, RewriteError, Turned};
pub use rule_data::{RuleClause, Sizes, Taken};
pub use shape::{Likeness, Shape};
pub use value::expected;
pub(crate) use value::members_of;
