//! A game that is played, as the page draws it: heaps and boards to click on, and moves to choose from.

use grundy::session::report::{Choice, Choices, PlayReport, PlayTurn, Refusal, Report};
use grundy_engine::game::{Board, Component, Sum, Value};
use serde_json::{Value as Json, json};

/// What the page needs to draw a report; `None` if the drawing stays as it is.
pub fn drawn(report: &PlayReport) -> Option<Json> {
    match report {
        PlayReport::Turn(turn) => {
            let mut drawn = choices(&turn.choices);
            drawn["position"] = position(&turn.position);
            drawn["moved"] = (!turn.moved.is_empty()).into();
            Some(drawn)
        }
        PlayReport::Moves(shown) => Some(choices(shown)),
        // Several moves fit what was clicked.
        PlayReport::Refused { why: Refusal::Several(fitting), .. } => {
            Some(json!({"moves": moves(fitting), "more": true}))
        }
        PlayReport::Refused { choices: shown, .. } => Some(choices(shown)),
        PlayReport::Over(record) => Some(json!({"moved": !record.given_up})),
        _ => None,
    }
}

/// The report of a turn without its moves, which the page shows as buttons; `None` if the report stays as it is.
pub fn without_moves(report: &PlayReport) -> Option<Report> {
    // If there are too many moves to list, the report says so, and stays as it is.
    let PlayReport::Turn(turn) = report else { return None };
    let choices = Choices { shown: Vec::new(), more: false };
    let turn = (!turn.choices.more).then(|| PlayTurn { choices, ..PlayTurn::clone(turn) })?;
    Some(Report::new(PlayReport::Turn(turn)))
}

fn choices(choices: &Choices) -> Json {
    json!({"moves": moves(&choices.shown), "more": choices.more})
}

fn moves(choices: &[Choice]) -> Json {
    let made = |choice: &Choice| {
        let (from, to) = (choice.from.to_string(), choice.to.to_string());
        json!({"line": format!("{from} -> {to}"), "label": format!("{from} → {to}")})
    };
    choices.iter().map(made).collect()
}

fn position(sum: &Sum) -> Json {
    let summand = |summand: &grundy_engine::game::Summand| {
        let mut drawn = json!({"text": summand.component.to_string(), "copies": summand.copies});
        match &summand.component {
            Component::Star(size) => {
                drawn["name"] = "*".into();
                drawn["numbers"] = json!([size]);
            }
            Component::Position(position) => match &*position.coordinates {
                [Value::Text(text)] => {
                    if let Ok(board) = Board::read(text) {
                        let cells: Vec<String> = board.cells.iter().map(char::to_string).collect();
                        drawn["board"] = json!({"width": board.width, "cells": cells});
                    }
                }
                coordinates => {
                    let numbers: Option<Vec<u64>> = coordinates.iter().map(number).collect();
                    drawn["name"] = name(&summand.component).into();
                    drawn["numbers"] = json!(numbers);
                }
            },
        }
        drawn
    };
    sum.parts.iter().map(summand).collect()
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
