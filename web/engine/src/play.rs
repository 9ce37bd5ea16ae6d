//! A game that is played, as the page draws it: heaps and boards to click on, and moves to choose from.

use grundy::session::report::{Choice, Choices, PlayReport, Refusal, move_label, move_line};
use grundy::session::{Session, graph_name};
use grundy::show::Language;
use grundy_engine::game::{Board, Component, Position, Ruleset, Sum, Value, row_of_coins};
use serde_json::{Value as Json, json};

/// Of equal heaps that a move leaves, so many are told.
const MOST_LEFT: usize = 40;

/// What the page needs to draw a report; `None` if the drawing stays as it is.
pub fn drawn(report: &PlayReport, session: &Session) -> Option<Json> {
    match report {
        PlayReport::Turn(turn) => {
            let mut drawn = choices(&turn.choices, session.language);
            let whole = turn.position.whole();
            drawn["position"] = summands(&whole, session);
            drawn["sum"] = whole.to_string().into();
            drawn["misere"] = turn.convention.is_misere().into();
            drawn["moved"] = (!turn.moved.is_empty()).into();
            Some(drawn)
        }
        PlayReport::Moves(shown) => Some(choices(shown, session.language)),
        // Several moves fit what was clicked.
        PlayReport::Refused { why: Refusal::Several(fitting), .. } => {
            Some(json!({"moves": moves(fitting, session.language), "more": true}))
        }
        PlayReport::Refused { choices: shown, .. } => Some(choices(shown, session.language)),
        PlayReport::Over(record) => Some(json!({"moved": !record.given_up})),
        _ => None,
    }
}

fn choices(choices: &Choices, language: Language) -> Json {
    json!({"moves": moves(&choices.shown, language), "more": choices.more})
}

fn moves(choices: &[Choice], language: Language) -> Json {
    let made = |choice: &Choice| {
        // What is played at once is not touched, but its moves are listed.
        let left = left(&choice.to);
        json!({"line": move_line(choice), "label": move_label(choice, language), "from": choice.moved_in(), "left": left})
    };
    choices.iter().map(made).collect()
}

/// The numbers of each heap that a move leaves; `None` if it leaves something else. `*0` is nothing, which an empty heap need not be.
fn left(sum: &Sum) -> Option<Vec<Vec<u64>>> {
    let each = sum.parts.iter().filter(|part| part.component != Component::Star(0)).flat_map(|part| {
        let copies = usize::try_from(part.copies).unwrap_or(usize::MAX).min(MOST_LEFT);
        std::iter::repeat_n(numbers(&part.component), copies)
    });
    each.collect()
}

/// The numbers of a heap; `None` for other positions.
fn numbers(component: &Component) -> Option<Vec<u64>> {
    match component {
        Component::Star(size) => number(&Value::Integer((*size).into())).map(|size| vec![size]),
        Component::Position(position) => position.coordinates.iter().map(number).collect(),
    }
}

fn summands(sum: &Sum, session: &Session) -> Json {
    let summand = |summand: &grundy_engine::game::Summand| {
        let mut drawn = json!({"text": summand.component.to_string(), "copies": summand.copies});
        match &summand.component {
            Component::Star(_) => {
                drawn["name"] = "*".into();
                drawn["numbers"] = json!(numbers(&summand.component));
            }
            Component::Position(position) => match &*position.coordinates {
                [Value::Text(text)] => {
                    if let Ok(board) = Board::read(text) {
                        let cells: Vec<String> = board.cells.iter().map(char::to_string).collect();
                        drawn["board"] = json!({"width": board.width, "cells": cells});
                    }
                }
                _ => {
                    drawn["name"] = name(&summand.component).into();
                    drawn["numbers"] = json!(numbers(&summand.component));
                    drawn["coins"] = coins(position).into();
                    drawn["graph"] = position.graph().map_or(Json::Null, |near| {
                        let places = grundy::show::graph_layout::places(&near);
                        json!({"name": graph_name(session, &position.game, &near), "near": near, "places": places})
                    });
                }
            },
        }
        drawn
    };
    sum.parts.iter().map(summand).collect()
}

/// The first place of the row of coins of which a position is a head.
fn coins(position: &Position) -> Option<u64> {
    match &position.game.ruleset {
        Ruleset::Written(system, index) => row_of_coins(system.rules.get(*index)?, *index),
        _ => None,
    }
}

/// The name of the game in a position such as `S(3)`.
fn name(component: &Component) -> String {
    let text = component.to_string();
    text.split_once('(').map_or(text.clone(), |(name, _)| name.to_owned())
}

/// A number that JavaScript represents exactly, to be drawn as a heap of counters.
fn number(value: &Value) -> Option<u64> {
    match value {
        Value::Integer(number) => u64::try_from(*number).ok().filter(|number| *number < 1 << 53),
        _ => None,
    }
}
