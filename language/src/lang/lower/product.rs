//! `game Rugs = MockTurtles * Ruler`: a game that is the product of others.

use std::sync::Arc;

use grundy_engine::game::{At, Game, NoFactor};

use crate::error::{Error, SemanticError};
use crate::lang::lower::definition::{coordinates, is_bare_game};
use crate::lang::names::Names;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, ClauseKind, Expr, GameDefinition};

/// The game of a definition that is a product of games; `None` for any other definition.
///
/// # Errors
/// A factor that is no game or has moves of other games, and a product that is not the whole rule.
pub(crate) fn product(names: &mut Names, definition: &GameDefinition) -> Result<Option<Arc<Game>>, Error> {
    let Some(factors) = factors(names, &definition.rule)? else { return Ok(None) };
    let span = factors.iter().fold(factors[0].span, |span, factor| span.to(factor.span));
    let is_alone = match &definition.rule.clauses[..] {
        [clause] => clause.qualifiers.is_empty() && definition.conditions().next().is_none(),
        _ => false,
    };
    if !is_alone {
        return Err(misfit("alone", String::new(), span));
    }
    let games = factors.iter().map(|factor| names.subject_game(factor)).collect::<Result<Vec<_>, _>>()?;
    let coordinates: Vec<Arc<str>> = coordinates(definition).into_iter().map(Arc::from).collect();
    let game = Game::product(&definition.name.text, &coordinates, &games).map_err(|(index, wrong)| {
        let name = games[index].name.to_string();
        match wrong {
            NoFactor::Rule => misfit("rule", name, factors[index].span),
            NoFactor::Coordinates(count) => misfit("coordinates", count.to_string(), span),
            NoFactor::Option(at) => misfit("option", name, place(at, factors[index].span)),
        }
    })?;
    Ok(Some(game))
}

/// The factors of the first clause that is a product of games; `None` if there is no such clause.
pub(crate) fn factors<'r>(names: &mut Names, rule: &'r ast::Rule) -> Result<Option<Vec<&'r Expr>>, Error> {
    for clause in &rule.clauses {
        let ClauseKind::Option(option) = &clause.kind else { continue };
        let factors = multiplied(option);
        for factor in &factors {
            if factors.len() > 1 && is_bare_game(names, factor)? {
                return Ok(Some(factors));
            }
        }
    }
    Ok(None)
}

/// Names for coordinates: these, or letters if two are the same.
pub(crate) fn distinct(names: Vec<String>) -> Vec<String> {
    if (1..names.len()).all(|last| !names[..last].contains(&names[last])) {
        return names;
    }
    let letter = |index: usize| ('a'..='z').nth(index).map_or_else(|| format!("n{index}"), String::from);
    (0..names.len()).map(letter).collect()
}

/// `A * B * C`, from left to right, with and without brackets: the product is associative.
fn multiplied(expr: &Expr) -> Vec<&Expr> {
    let (mut rest, mut found) = (vec![expr], Vec::new());
    while let Some(factor) = rest.pop() {
        match factor.bare().operation() {
            Some((BinaryOperator::Multiply, left, right)) => rest.extend([right, left]),
            _ => found.push(factor.bare()),
        }
    }
    found
}

/// The place of an option, unless it is in another text, such as the library.
fn place(at: At, factor: Span) -> Span {
    let place = Span::from(at);
    if place.source() == factor.source() { place } else { factor }
}

fn misfit(case: &'static str, what: String, span: Span) -> Error {
    Error::new(SemanticError::NoProduct { case, what }, span)
}
