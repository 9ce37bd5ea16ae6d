//! Looks up the definitions of games, and counts the work on definitions.

use std::sync::Arc;

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::errors;
use crate::lang::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{ClauseKind, ExprKind, GameDefinition};

/// The definition of the game of this name, of the user's or from the library.
///
/// # Errors
/// The name means nothing, or something other than a game.
pub(crate) fn defined_game(names: &mut Names, name: &str, span: Span) -> Result<Arc<GameDefinition>, Error> {
    names.read_library(name)?;
    let found = match names.get(name) {
        Some(Meant::Defined(Definition::Game(definition))) => return Ok(definition),
        Some(Meant::Defined(Definition::Function(family))) if matches!(family.body.kind, ExprKind::Ruleset(_)) => {
            let (wanted, found) = (Wanted::Game, Wanted::Function);
            let error = Error::new(SemanticError::WrongKind { name: name.to_owned(), wanted, found }, span);
            let chosen = vec!["3"; family.parameters.as_ref().map_or(1, Vec::len)].join(", ");
            return Err(error.advise(format!("{name} is a family of games: choose one, as in `{name}({chosen})`")));
        }
        Some(Meant::Defined(Definition::Function(_)) | Meant::Builtin(_)) => Wanted::Function,
        Some(Meant::Defined(Definition::Value(..)) | Meant::Constant(_)) => Wanted::Value,
        None => {
            let similar = names.similar(name);
            return Err(Error::new(
                SemanticError::Unknown { name: name.to_owned(), wanted: Wanted::Game, similar },
                span,
            ));
        }
    };
    Err(Error::new(SemanticError::WrongKind { name: name.to_owned(), wanted: Wanted::Game, found }, span))
}

/// What a rule calls the heap if its game has no list of coordinates.
pub(crate) const HEAP: &str = "n";

/// Stands in place of the name of a heap that a rule cannot name, since a variable around the rule is called `n`.
pub(crate) const NAMELESS_HEAP: &str = "the heap";

/// The names of the coordinates of a game; `n` alone if its definition names none.
pub fn coordinates(definition: &GameDefinition) -> Vec<String> {
    match &definition.parameters {
        Some(parameters) => parameters.iter().map(|parameter| parameter.text.clone()).collect(),
        None => vec![HEAP.to_owned()],
    }
}

/// The error for a name, perhaps none, that is not one of the coordinates of the game.
pub(crate) fn no_coordinate(name: &str, coordinates: &[String], span: Span) -> Error {
    let coordinates = coordinates.iter().filter(|name| *name != NAMELESS_HEAP).cloned().collect();
    Error::new(SemanticError::NoCoordinate { name: name.to_owned(), coordinates }, span)
}

/// Do the rules of this game rewrite a board?
pub(crate) fn is_on_boards(definition: &GameDefinition) -> bool {
    definition.rule.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Becomes { .. }))
}

/// Is this name defined as a game?
pub(crate) fn is_game(names: &mut Names, name: &str) -> Result<bool, Error> {
    names.read_library(name)?;
    Ok(names.is_game(name))
}

/// The work of lowering a clause or a function beside that for its expressions, in units of the `Meter`.
pub(crate) const CLAUSE: usize = 64;

/// Counts work on a definition, which may be large. An error if the computation was interrupted or ran out of memory.
pub(crate) fn meter(names: &Names, work: usize, span: Span) -> Result<(), Error> {
    names.meter.spend(work).map_err(|halt| errors::fault(halt.into(), span))
}
