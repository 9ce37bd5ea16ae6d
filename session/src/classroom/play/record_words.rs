//! The words of a game that is over: who has won, the record of its moves, and the mistake that decided it.

use grundy_engine::game::Binding;
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use grundy_engine::solve::Situation;

use crate::classroom::play::data::{Played, Player, Record};
use crate::classroom::play::move_words::{advised, arrow, played_words, position, short};
use crate::show::document::{Block, Document, Line, Role};
use crate::show::phrase::{muted_words, name, nimber, paragraph, piece, plain, sentences, titled, width};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::position::board;
use crate::verbs::position::winner::value_piece;

/// Adds who has won, the moves of the game, and the mistake that decided it.
pub(super) fn over(document: &mut Document, record: &Record) {
    if record.given_up {
        let loser = record.winner.other().number();
        document.line(match loser {
            None => told!("**You give up, so I win.**"),
            Some(n) => told!("**Player {n} gives up, so player {m} wins.**", n, m = 3 - n),
        });
        if let Some(missed) = &record.missed {
            let step = advised(&position_before(record, record.moves.len()), missed);
            let told = match (missed.wins(), loser) {
                (true, None) => told!("You could have won with {step}.", step),
                (true, Some(n)) => told!("Player {n} could have won with {step}.", n, step),
                (false, None) => told!("You could have kept the draw with {step}.", step),
                (false, Some(n)) => told!("Player {n} could have kept the draw with {step}.", n, step),
            };
            paragraph(document, told);
        }
    } else {
        let last = record.moves.iter().rposition(|played| played.by != Player::Machine).unwrap_or(0);
        record.moves[last..].iter().for_each(|played| document.line(played_words(played)));
        document.line(ending(record).looks(Role::Verdict));
    }
    if record.moves.is_empty() {
        return;
    }
    document.blank();
    table(document, record);
    document.blank();
    // A player who gave up a won game has already been told the winning move.
    if record.missed.is_none() {
        paragraph(document, judgement(record));
    }
}

fn ending(record: &Record) -> Told {
    let (winner, number) = (record.winner, record.winner.number());
    let is_you = winner == Player::You;
    if let Some(bound) = &record.bound {
        let x = short(bound);
        return match number {
            Some(m) => {
                told!("Player {n} has to reply in {x} and cannot: player {m} wins!", n = 3 - m, x, m)
            }
            None if is_you => told!("I have to reply in {x} and cannot: you win!", x),
            None => told!("You have to reply in {x} and cannot: I win.", x),
        };
    }
    match (record.moves.last(), record.convention, number) {
        (None, _, Some(n)) => told!("There is no move to make: player {n} wins at once.", n),
        (None, ..) if is_you => told!("There is no move to make: you win at once."),
        (None, ..) => told!("There is no move to make: I win at once."),
        (Some(played), _, Some(m)) if played.choice.binding == Binding::Again => {
            told!("Player {n} has to move again and cannot: player {m} wins!", n = 3 - m, m)
        }
        (Some(played), ..) if played.choice.binding == Binding::Again => match is_you {
            true => told!("I have to move again and cannot: you win!"),
            false => told!("You have to move again and cannot: I win."),
        },
        (Some(_), Convention::Normal, Some(n)) => told!("Player {n} made the last move: player {n} wins!", n),
        (Some(_), Convention::Normal, None) if is_you => told!("You made the last move: you win!"),
        (Some(_), Convention::Normal, None) => told!("I made the last move: I win."),
        (Some(_), Convention::Misere, Some(m)) => {
            told!("Player {n} had to make the last move: player {m} wins!", n = 3 - m, m)
        }
        (Some(_), Convention::Misere, None) if is_you => told!("I had to make the last move: you win!"),
        (Some(_), Convention::Misere, None) => told!("You had to make the last move: I win."),
    }
}

/// Adds the record of the game: number, player, move, the position that it leaves, and the value of that (the outcome
/// in misère play). The positions are left out if the table would be too wide.
fn table(document: &mut Document, record: &Record) {
    let has_values = !record.convention.is_misere() && record.start.as_compound().is_none();
    let last = if has_values { told!("value") } else { told!("outcome") };
    let mut rows: Vec<[Line; 4]> = vec![
        [Line::new(), titled(told!("move")), titled(told!("leaves")), titled(last)],
        [
            Line::new(),
            muted_words(told!("at the start")),
            vec![name(short(&record.start))],
            value_or_outcome(record.value.as_ref(), record.outcome),
        ],
    ];
    for (index, played) in record.moves.iter().enumerate() {
        let n = format!("{:>3}", index + 1);
        let who = match (played.by, played.by.number()) {
            (_, Some(m)) => told!("{n} player {m}", n, m),
            (Player::Machine, _) => told!("{n} I", n),
            _ => told!("{n} you", n),
        };
        let (role, mark) = match (&played.better, played.outcome) {
            (Some(_), _) => (Role::Bad, "?"),
            (None, Outcome::P) => (Role::Good, ""),
            (None, Outcome::N | Outcome::D) => (Role::Plain, ""),
        };
        let step = arrow(role, &played.choice).into_line();
        rows.push([
            muted_words(who),
            [step, vec![piece(Role::Bad, mark)]].concat(),
            position(&played.choice.after),
            value_or_outcome(played.value.as_ref(), played.outcome),
        ]);
    }
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths = [widest(0).max(8), widest(1), widest(2), widest(3)];
    // A board has been drawn after each move.
    let shown: &[&[usize]] = if board::is_drawn(&record.start) { &[&[0, 1, 3]] } else { &[&[0, 1, 2, 3], &[0, 1, 3]] };
    let drawings = shown.iter().map(|columns| in_columns(&rows, &widths, columns)).collect();
    document.blocks.push(Block::Drawings(drawings));
    if record.moves.iter().any(|played| played.better.is_some()) {
        let is_draw = |played: &Played| played.better.as_ref().is_some_and(|better| !better.wins());
        let what = match record.moves.iter().any(is_draw) {
            true => told!("**?** gives away the win or the draw"),
            false => told!("**?** gives away the win"),
        };
        document.line(what.looks(Role::Muted).strong(Role::Bad));
    }
}

/// These columns of some rows, each cell padded to the width of its column.
fn in_columns(rows: &[[Line; 4]], widths: &[usize; 4], columns: &[usize]) -> Vec<Line> {
    let cell = |row: &[Line; 4], column: usize| {
        let padding = " ".repeat(widths[column] - width(&row[column]) + 2);
        [&row[column][..], &[plain(padding)]].concat()
    };
    rows.iter().map(|row| columns.iter().flat_map(|column| cell(row, *column)).collect()).collect()
}

fn value_or_outcome(value: Option<&GrundyValue>, outcome: Outcome) -> Line {
    vec![value.map_or_else(|| plain(outcome), value_piece)]
}

/// The mistake that decided the game, or that the loser made none.
fn judgement(record: &Record) -> Line {
    let loser = record.winner.other();
    let fault = record.moves.iter().enumerate().rfind(|(_, played)| played.by == loser && played.better.is_some());
    let Some((index, played)) = fault else {
        let has_begun = record.begins == loser;
        let told = match (loser, loser.number(), has_begun) {
            (_, Some(n), true) => {
                told!("Player {n} made no mistake: whoever begins here loses against perfect play.", n)
            }
            (_, Some(n), false) => {
                told!("Player {n} made no mistake: whoever does not begin here loses against perfect play.", n)
            }
            (Player::Machine, _, true) => {
                told!("I made no mistake: whoever begins here loses against perfect play.")
            }
            (Player::Machine, _, false) => {
                told!("I made no mistake: whoever does not begin here loses against perfect play.")
            }
            (_, _, true) => told!("You made no mistake: whoever begins here loses against perfect play."),
            (_, _, false) => told!("You made no mistake: whoever does not begin here loses against perfect play."),
        };
        let more = match (record.winner, record.winner.number()) {
            (_, Some(n)) => told!("Player {n} found every move. Well played!", n),
            (Player::Machine, _) => told!("To change sides, type `{code}`.", code = again(record)),
            _ => told!("You found every move. Well played!"),
        };
        return sentences([told, more]);
    };
    let n = index + 1;
    let lost = match (loser, loser.number()) {
        (_, Some(m)) => told!("Player {m} lost the game with move {n}", m, n),
        (Player::Machine, _) => told!("I lost the game with move {n}", n),
        _ => told!("You lost the game with move {n}", n),
    };
    let Some(better) = &played.better else { return lost.into_line() };
    let step = advised(&position_before(record, index), better);
    let leaves_0 =
        better.total == Some(Nimber::ZERO.into()) && !record.start.binds() && record.start.as_compound().is_none();
    match (better.wins(), leaves_0) {
        (true, true) => {
            told!("{lost}: {step} would have won, leaving value {v}.", lost, step, v = nimber(Nimber::ZERO))
        }
        (true, false) => told!("{lost}: {step} would have won.", lost, step),
        (false, _) => told!("{lost}: {step} would have kept the draw.", lost, step),
    }
    .into_line()
}

/// The position before the move of this index.
fn position_before(record: &Record, index: usize) -> Situation {
    index
        .checked_sub(1)
        .and_then(|before| record.moves.get(before))
        .map_or_else(|| Situation::of(&record.start, record.convention), |played| played.choice.after.clone())
}

/// The statement that plays the same position with the other side beginning.
fn again(record: &Record) -> String {
    let misere = if record.convention.is_misere() { "misere " } else { "" };
    let side = if record.begins == Player::You { "second" } else { "first" };
    format!("play {misere}{} {side}", record.start)
}
