//! The words of `play` where moves bind the players.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::BoundValue;

use crate::classroom;
use crate::classroom::play::bound::{BoundChoices, BoundPlayReport, BoundPlayed, BoundRecord, BoundTurn};
use crate::classroom::play::data::{Level, Player, Refusal};
use crate::classroom::play::words::{does, level_text, who};
use crate::show::document::{Block, Document, Line, Piece, Role};
use crate::show::phrase::{
    code, indented, muted, name, paragraph, piece, plain, short_line, short_sum, sum, verdict, with_code,
};
use crate::show::report::Showable;
use crate::verbs::binding::data::BoundStep;
use crate::verbs::binding::words::bound as value_piece;
use crate::verbs::position::board;

impl Showable for BoundPlayReport {
    fn kind(&self) -> &'static str {
        "bound_play"
    }

    fn document(&self) -> Document {
        play(self)
    }

    fn informs(&self) -> bool {
        true
    }

    fn is_dialogue(&self) -> bool {
        true
    }
}

fn play(report: &BoundPlayReport) -> Document {
    let mut document = Document::default();
    match report {
        BoundPlayReport::Turn(turn) => show_turn(&mut document, turn),
        BoundPlayReport::Refused { line, why, choices } => refused(&mut document, line, why, choices),
        BoundPlayReport::Hint { value, bound, can_win, from, r#move, .. } => {
            paragraph(&mut document, hint(*value, bound.as_ref(), *can_win, from.as_ref(), r#move.as_ref()));
        }
        BoundPlayReport::Why { r#move, at_random } => paragraph(&mut document, why(r#move, *at_random)),
        BoundPlayReport::Level(level) => paragraph(&mut document, vec![plain(level_text(*level))]),
        BoundPlayReport::Moves(choices) => list(&mut document, choices),
        BoundPlayReport::Help => classroom::help(&mut document, "play"),
        BoundPlayReport::NothingToUndo => document.line(vec![plain("You have not made a move yet.")]),
        BoundPlayReport::NothingToExplain => document.line(vec![plain("I have not moved yet.")]),
        BoundPlayReport::Over(record) => over(&mut document, record),
        BoundPlayReport::Left => document.line(vec![muted("You have left the game.")]),
    }
    document
}

fn show_turn(document: &mut Document, turn: &BoundTurn) {
    if let Some(start) = &turn.start {
        let rules = ". Whoever cannot move loses. After a move with `again` the same player moves again; after one with `reply` \
                     the other player must move in what it leaves.";
        let mut line = [vec![sum(start)], with_code(rules)].concat();
        line.extend((turn.level != Level::Hard).then(|| plain(format!(" {}", level_text(turn.level)))));
        paragraph(document, line);
    }
    if turn.undone {
        document.line(vec![plain("Move taken back.")]);
    }
    turn.moved.iter().for_each(|played| document.line(played_line(played)));
    if turn.start.is_none() || !turn.moved.is_empty() {
        document.blank();
    }
    let again = if turn.again { " again" } else { "" };
    let whose = match turn.to_move {
        Player::You | Player::Machine => format!("  your move{again}"),
        Player::One => format!("  player 1 to move{again}"),
        Player::Two => format!("  player 2 to move{again}"),
    };
    let mut line = vec![sum(&turn.position), plain(whose)];
    if let Some(bound) = &turn.bound {
        line.extend([plain(", in "), name(short_sum(bound))]);
    }
    line.push(plain(":"));
    document.line(line);
    board::draw_numbered(document, &turn.position);
    list(document, &turn.choices);
    if turn.start.is_some() {
        let words = "Type a move or its number, or `hint`, `why`, `undo`, `moves`, `give up`, `help`, `quit`.";
        paragraph(document, with_code(words));
    }
}

fn word(binding: Binding) -> String {
    if binding == Binding::Free { String::new() } else { format!(" {}", binding.word()) }
}

fn arrow(role: Role, from: &Component, to: &Sum, binding: Binding) -> Line {
    vec![piece(role, board::move_text(from, to, false)), plain(word(binding))]
}

fn of_step(role: Role, made: &BoundStep) -> Line {
    arrow(role, &made.from, &made.to, made.binding)
}

fn played_line(played: &BoundPlayed) -> Line {
    let mut line: Line = vec![plain(format!("{:<8} ", does(played.by, "play", "plays")))];
    line.extend(of_step(Role::Name, &played.made));
    line.push(plain("."));
    line
}

fn list(document: &mut Document, choices: &BoundChoices) {
    if choices.more {
        let mut line = vec![plain("for example ")];
        for choice in &choices.shown {
            line.extend(arrow(Role::Name, &choice.from, &choice.to, choice.binding));
            line.push(plain(", "));
        }
        line.push(plain("…"));
        return indented(document, 2, line);
    }
    let entries = choices.shown.iter().enumerate().map(|(index, choice)| {
        let number: Piece = muted(format!("{:>4}  ", index + 1));
        [vec![number], arrow(Role::Name, &choice.from, &choice.to, choice.binding)].concat()
    });
    document.blocks.push(Block::SideBySide(entries.collect()));
}

fn refused(document: &mut Document, line: &str, why: &Refusal, choices: &BoundChoices) {
    let typed = code(short_line(line));
    let said = match why {
        Refusal::Illegal => vec![typed, plain(" is not a legal move here. You can play:")],
        Refusal::NoSuchNumber => vec![plain("There is no move number "), typed, plain(". You can play:")],
        Refusal::Several(_) => {
            [vec![typed], with_code(" fits several moves. Add `again` or `reply`, or type a number:")].concat()
        }
        Refusal::NoLevel => [vec![typed], with_code(" is not a level here.")].concat(),
        Refusal::NotAQuestion => {
            let advice = " does more than ask, so it has to wait: type `quit` to leave the game.";
            [vec![typed], with_code(advice)].concat()
        }
        Refusal::Unread => vec![plain("I don't understand "), typed, plain(" as a move. You can play:")],
    };
    paragraph(document, said);
    list(document, choices);
}

fn hint(
    value: BoundValue,
    bound: Option<&Sum>,
    can_win: bool,
    from: Option<&Component>,
    winning: Option<&BoundStep>,
) -> Line {
    if !can_win {
        return with_code("No move wins here if it is answered well. Wait for a mistake, or type `undo`.");
    }
    if let Some(winning) = winning {
        let mut line = vec![plain("Play ")];
        line.extend(of_step(Role::Good, winning));
        line.push(plain("."));
        return line;
    }
    let mut line = match (from, bound) {
        (Some(from), _) => vec![plain("Move in "), name(from), plain(".")],
        (None, Some(bound)) => vec![
            verdict("You can win. "),
            plain("You must move in "),
            name(short_sum(bound)),
            plain(", and what stands beside it has the value "),
            value_piece(value),
            plain("."),
        ],
        (None, None) => vec![
            verdict("You can win. "),
            plain("The value is "),
            value_piece(value),
            plain(
                ", not 0. Look for a move that leaves 0, for one after which you move again from another value, or for one to \
                   which no reply wins.",
            ),
        ],
    };
    line.extend(with_code(" (Type `hint` again for more.)"));
    line
}

/// Why the machine chose its move.
fn why(made: &BoundStep, at_random: bool) -> Line {
    let mut line = vec![plain("I played ")];
    line.extend(of_step(Role::Name, made));
    let reason = match (at_random, made.wins, made.binding) {
        (true, ..) => " at random, as I sometimes do at this level.".to_owned(),
        (_, false, _) => ". I am losing, so I chose the move that is hardest to answer.".to_owned(),
        (_, _, Binding::Free) => ", because it leaves the value 0.".to_owned(),
        (_, _, Binding::Again) if made.total == BoundValue::Loony => {
            ", because I then move on from what is loony.".to_owned()
        }
        (_, _, Binding::Again) => format!(", because I then move on from the value {}, which is not 0.", made.total),
        (_, _, Binding::Reply) => format!(", because no reply in {} wins.", short_sum(&made.to)),
    };
    line.push(plain(reason));
    line
}

fn over(document: &mut Document, record: &BoundRecord) {
    let winner = does(record.winner, "win", "wins");
    let loser = record.winner.other();
    // The machine's last moves have not been shown yet.
    let unseen = record.moves.iter().rposition(|played| played.by != Player::Machine).unwrap_or(0);
    if !record.given_up {
        record.moves[unseen..].iter().for_each(|played| document.line(played_line(played)));
    }
    let end = match (&record.bound, record.given_up) {
        (_, true) => format!("{} up, so {winner}.", does(loser, "give", "gives")),
        (Some(bound), _) => {
            format!("{} to reply in {} and cannot: {winner}.", does(loser, "have", "has"), short_sum(bound))
        }
        (None, _) => format!("{} move: {winner}.", does(loser, "cannot", "cannot")),
    };
    document.line(vec![verdict(end)]);
    if let Some(missed) = &record.missed {
        let mut line = vec![plain(format!("{} could have won with ", who(loser)))];
        line.extend(of_step(Role::Good, missed));
        line.push(plain("."));
        return paragraph(document, line);
    }
    let Some(fault) = record.moves.iter().rev().find(|played| played.by == loser && played.better.is_some()) else {
        return paragraph(document, vec![plain(format!("{} made no mistake.", who(loser)))]);
    };
    let mut line = vec![plain(format!("{} could have won: instead of ", who(loser)))];
    line.extend(of_step(Role::Bad, &fault.made));
    line.push(plain(" by "));
    line.extend(fault.better.iter().flat_map(|better| of_step(Role::Good, better)));
    line.push(plain("."));
    paragraph(document, line);
}
