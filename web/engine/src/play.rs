//! A game that is played, as the page draws it: heaps and boards to click on, and moves to choose from.

use std::sync::Arc;

use grundy::session::report::{Choice, Choices, PlayReport, Played, Player, Refusal, move_label, move_line};
use grundy::session::{Session, graph_name};
use grundy::show::Language;
use grundy::show::graph_layout::places;
use grundy_engine::game::{Board, Component, Compound, Position, Ruleset, Sum, Value, row_of_coins};
use grundy_engine::solve::Situation;
use serde_json::{Value as Json, json};

/// Of equal heaps that a move leaves, so many are told.
const MOST_LEFT: usize = 40;
/// Of a graph that is drawn.
const MOST_VERTICES: usize = 64;

/// What the page needs to draw a report; `None` if the drawing stays as it is.
pub fn drawn(report: &PlayReport, session: &Session) -> Option<Json> {
    match report {
        PlayReport::Turn(turn) => {
            let mut drawn = choices(&turn.choices, session.language);
            stands(&mut drawn, &turn.position, session);
            drawn["opens"] = turn.opening.is_some().into();
            if let Some((rule, components)) = turn.position.rest.as_compound().and_then(Position::compound) {
                drawn["each"] = each(rule, &components, &turn.each, session.language);
            }
            drawn["misere"] = turn.convention.is_misere().into();
            drawn["moved"] = (!turn.moved.is_empty()).into();
            drawn["played"] = turn.moved.iter().map(|played| moved(played, session.language)).collect();
            if let [before @ .., _] = &turn.moved[..]
                && let Some(own) = before.last()
            {
                drawn["between"] = summands(&own.choice.after.whole(), session);
            }
            Some(drawn)
        }
        PlayReport::Moves(shown) => Some(choices(shown, session.language)),
        // Several moves fit what was clicked.
        PlayReport::Refused { why: Refusal::Several(fitting), .. } => {
            Some(json!({"moves": moves(fitting, session.language), "more": true}))
        }
        PlayReport::Refused { choices: shown, .. } => Some(choices(shown, session.language)),
        PlayReport::Over(record) => {
            let mut drawn = json!({"moved": !record.given_up, "moves": [], "more": false, "over": true});
            if let [before @ .., last] = &record.moves[..] {
                stands(&mut drawn, &last.choice.after, session);
                let own = before.last().filter(|_| last.by == Player::Machine && !record.given_up);
                drawn["between"] = own.map(|own| summands(&own.choice.after.whole(), session)).into();
            }
            Some(drawn)
        }
        _ => None,
    }
}

/// The position at hand.
fn stands(drawn: &mut Json, position: &Situation, session: &Session) {
    let whole = position.whole();
    drawn["position"] = summands(&whole, session);
    drawn["sum"] = whole.to_string().into();
}

/// The moves in each of the positions that are played at once, as a line says them, and in how many of these a move is made.
fn each(rule: Compound, components: &[Arc<Sum>], made: &[Choices], language: Language) -> Json {
    let live = made.iter().filter(|choices| !choices.shown.is_empty()).count();
    let (least, most) = rule.among(components.len()).bounds(components.len(), live).unwrap_or_default();
    let in_one = |(component, made): (&Arc<Sum>, &Choices)| {
        let mut told = choices(made, language);
        for (told, made) in told["moves"].as_array_mut().into_iter().flatten().zip(&made.shown) {
            told["line"] = format!("{component} -> {}", made.leaves()).into();
        }
        told
    };
    json!({"least": least, "most": most, "in": components.iter().zip(made).map(in_one).collect::<Json>()})
}

fn moved(played: &Played, language: Language) -> Json {
    json!({"by": played.by, "label": move_label(&played.choice, language)})
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

/// The coordinates of each part that a move leaves; `None` if it leaves something else. `*0` is nothing, which an empty heap need not be.
fn left(sum: &Sum) -> Option<Vec<Vec<Json>>> {
    let each = sum.parts.iter().filter(|part| part.component != Component::Star(0)).flat_map(|part| {
        let copies = usize::try_from(part.copies).unwrap_or(usize::MAX).min(MOST_LEFT);
        std::iter::repeat_n(at(&part.component), copies)
    });
    each.collect()
}

/// The coordinates of a part, in which tuples are lists; `None` where one is neither number nor list nor text.
fn at(component: &Component) -> Option<Vec<Json>> {
    match component {
        Component::Star(size) => plain(&Value::Integer((*size).into())).map(|size| vec![size]),
        Component::Position(position) => position.coordinates.iter().map(plain).collect(),
    }
}

/// A number must be one that JavaScript represents exactly.
fn plain(value: &Value) -> Option<Json> {
    match value {
        Value::Integer(number) => i64::try_from(*number).ok().filter(|number| number.abs() < 1 << 53).map(Json::from),
        Value::Text(text) => Some(json!(text)),
        Value::List(members) | Value::Tuple(members) => {
            members.iter().map(plain).collect::<Option<Vec<_>>>().map(Json::from)
        }
        _ => None,
    }
}

fn summands(sum: &Sum, session: &Session) -> Json {
    let drawn = |summand: &grundy_engine::game::Summand| {
        let mut drawn = match &summand.component {
            Component::Star(_) => json!({"name": "*"}),
            Component::Position(position) => facts(position, session),
        };
        drawn["text"] = summand.component.to_string().into();
        drawn["copies"] = summand.copies.into();
        drawn["at"] = json!(at(&summand.component));
        drawn
    };
    sum.parts.iter().map(drawn).collect()
}

/// What the rule of a position says of its picture.
fn facts(position: &Position, session: &Session) -> Json {
    let text = position.to_string();
    if let Some((rule, components)) = position.compound() {
        let drawn =
            |component: &Arc<Sum>| json!({"text": component.to_string(), "position": summands(component, session)});
        return json!({"name": rule.to_string(), "components": components.iter().take(MOST_LEFT).map(drawn).collect::<Json>()});
    }
    let mut drawn = json!({"name": text.split_once('(').map_or(&*text, |(name, _)| name)});
    if let [Value::Text(text)] = &*position.coordinates {
        if let Ok(board) = Board::read(text) {
            let cells: Vec<String> = board.cells.iter().map(char::to_string).collect();
            let width = side(position, cells.len()).unwrap_or(board.width);
            drawn["board"] = json!({"width": width, "cells": cells});
        }
        return drawn;
    }
    drawn["coins"] = coins(position).into();
    drawn["limits"] = position.limits().into();
    let graph = position.graph();
    let placed =
        |near: &[Vec<usize>], name: Option<String>| json!({"name": name, "near": near, "places": places(near)});
    if let Some(near) = &graph {
        drawn["graph"] = placed(near, graph_name(session, &position.game, near));
    } else if let Some(lists) = position.lists() {
        let is_inside = lists.iter().flatten().all(|other| *other < lists.len());
        let near = if is_inside { both_ways(&lists) } else { shared(&lists) };
        drawn[if is_inside { "arrows" } else { "groups" }] = json!({"lists": lists, "places": places(&near)});
    }
    if let Some(near) = pairs(position) {
        drawn["edges"] = json!(places(&near));
    }
    drawn
}

/// The side of the square on which the cells of a text stand row by row: the rule names each of its rows as a list.
fn side(position: &Position, cells: usize) -> Option<usize> {
    let side = (2..).find(|side| side * side >= cells).filter(|side| side * side == cells)?;
    let lines = position.lists()?;
    (0..side).all(|row| lines.contains(&(row * side..(row + 1) * side).collect())).then_some(side)
}

/// The neighbours where arrows lead from or to.
fn both_ways(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let is_near =
        |one: usize, other: usize| one != other && (lists[one].contains(&other) || lists[other].contains(&one));
    (0..lists.len()).map(|one| (0..lists.len()).filter(|other| is_near(one, *other)).collect()).collect()
}

/// For each list those that share a member with it.
fn shared(lists: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let is_near =
        |one: usize, other: usize| one != other && lists[one].iter().any(|member| lists[other].contains(member));
    (0..lists.len()).map(|one| (0..lists.len()).filter(|other| is_near(one, *other)).collect()).collect()
}

/// The neighbours of each vertex where the last coordinate is a list of edges, which are pairs of vertices.
fn pairs(position: &Position) -> Option<Vec<Vec<usize>>> {
    let Value::List(edges) = position.coordinates.last()? else { return None };
    let end = |value: &Value| match value {
        Value::Integer(vertex) => usize::try_from(*vertex).ok().filter(|vertex| *vertex < MOST_VERTICES),
        _ => None,
    };
    let pair = |edge: &Value| match edge {
        Value::Tuple(ends) => match &**ends {
            [one, other] => end(one).zip(end(other)),
            _ => None,
        },
        _ => None,
    };
    let edges = edges.iter().map(pair).collect::<Option<Vec<_>>>()?;
    let mut near = vec![Vec::new(); edges.iter().map(|(one, other)| 1 + one.max(other)).max()?];
    for (one, other) in edges.into_iter().filter(|(one, other)| one != other) {
        near[one].push(other);
        near[other].push(one);
    }
    near.iter_mut().for_each(|others| {
        others.sort_unstable();
        others.dedup();
    });
    Some(near)
}

/// The first place of the row of coins of which a position is a head.
fn coins(position: &Position) -> Option<u64> {
    match &position.game.ruleset {
        Ruleset::Written(system, index) => row_of_coins(system.rules.get(*index)?, *index),
        _ => None,
    }
}
