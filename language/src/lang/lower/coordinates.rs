//! The coordinates of a game whose definition names none, since they are those of other games.

use std::sync::Arc;

use crate::error::Error;
use crate::lang::lower::definition::{HEAP, coordinates};
use crate::lang::lower::product;
use crate::lang::names::{Definition, Meant, Names};
use crate::syntax::ast::{Clause, ClauseKind, GameDefinition, Name};

/// The definition with its coordinates, where it takes them over. `game Queen = Wythoff` is another name for Wythoff: it has the
/// same coordinates, and ends where that ends. A product has the coordinates of all its factors.
///
/// # Errors
/// The library cannot be read.
pub fn with_coordinates(names: &mut Names, definition: &GameDefinition) -> Result<GameDefinition, Error> {
    let mut definition = definition.clone();
    if definition.parameters.is_some() {
        return Ok(definition);
    }
    if let Some(factors) = product::factors(names, &definition.rule)? {
        let span = factors.iter().fold(definition.name.span, |span, factor| span.to(factor.span));
        let mut all = Vec::new();
        for factor in factors {
            let game = factor.as_name().map(|game| named(names, game)).transpose()?.flatten();
            all.extend(game.map_or_else(|| vec![HEAP.to_owned()], |game| coordinates(&game)));
        }
        definition.parameters = Some(product::distinct(all).into_iter().map(|text| Name { text, span }).collect());
        return Ok(definition);
    }
    let [Clause { kind: ClauseKind::Moves(lender), qualifiers, .. }] = &definition.rule.clauses[..] else {
        return Ok(definition);
    };
    let is_plain = qualifiers.is_empty() && definition.conditions().next().is_none();
    let Some(lender) = named(names, &lender.text)? else { return Ok(definition) };
    if let Some(coordinates) = &lender.parameters
        && coordinates.len() > 1
        && is_plain
        && lender.name.text != definition.name.text
    {
        definition.parameters = Some(coordinates.clone());
        definition.stated = lender.stated.clone();
        definition.domain = lender.domain.clone();
        definition.over = lender.over.clone();
        definition.representative = lender.representative.clone();
        definition.ends = lender.ends;
    }
    Ok(definition)
}

/// The definition of a game, if there is one of this name.
fn named(names: &mut Names, game: &str) -> Result<Option<Arc<GameDefinition>>, Error> {
    names.read_library(game)?;
    Ok(match names.get(game) {
        Some(Meant::Defined(Definition::Game(definition))) => Some(definition),
        _ => None,
    })
}
