//! Checks the definition of a game when it is entered.

use crate::error::Error;
use crate::lang::free_names;
use crate::lang::lower::clause::Borrowing;
use crate::lang::lower::definition::{defined_game, is_game};
use crate::lang::lower::game;
use crate::lang::lower::lowerer::Lowerer;
use crate::lang::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{ClauseKind, GameDefinition};

/// Checks the definition of a game by itself. The games from which it borrows moves and the functions that it calls
/// were checked when they were entered. They are put together at the first question about the game: otherwise each
/// game of a long chain would repeat that work.
///
/// # Errors
/// The first thing in its rule that has no meaning.
pub fn check_definition(names: &mut Names, name: &str, span: Span) -> Result<(), Error> {
    let definition = defined_game(names, name, span)?;
    if names.made(name).is_some() || names.may_be_looked_up(name) || !draws_on_others(names, &definition)? {
        return game::game(names, name, span).map(|_| ());
    }
    // Games that it does not only borrow from are made before it, so that a long chain of them needs no deep stack.
    let lenders = free_names::only_lenders(&definition);
    for other in free_names::game(&definition) {
        if other != name && !lenders.contains(&other) && is_game(names, &other)? {
            // An error in it is reported where it is used.
            let _ = game::game(names, &other, span);
        }
    }
    game::while_read(names, name, span, |names| check_own_clauses(names, &definition))
}

/// Checks the clauses of a definition, without the moves that it borrows.
fn check_own_clauses(names: &mut Names, definition: &GameDefinition) -> Result<(), Error> {
    let name = &definition.name.text;
    let mut lowerer = Lowerer::new(names);
    game::rule(&mut lowerer, definition, std::slice::from_ref(name), Borrowing::omitted(name)).map(|_| ())
}

/// Does the game borrow moves, or call functions that are not built in?
fn draws_on_others(names: &mut Names, definition: &GameDefinition) -> Result<bool, Error> {
    if definition.rule.clauses.iter().any(|clause| matches!(clause.kind, ClauseKind::Moves(_))) {
        return Ok(true);
    }
    for name in free_names::game(definition) {
        names.read_library(&name)?;
        if matches!(names.get(&name), Some(Meant::Defined(Definition::Function(_)))) {
            return Ok(true);
        }
    }
    Ok(false)
}
