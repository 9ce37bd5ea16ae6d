//! The words of `play`.

use grundy_engine::game::{Binding, Position, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, gcd};
use grundy_engine::solve::{Move, Situation};

use crate::classroom;
use crate::classroom::play::data::{
    AnswerCount, Choice, Choices, Chosen, GivenReason, Level, PlayHint, PlayReport, PlayTurn, Played, Player, Reason,
    Record, Refusal, letters, moved,
};
use crate::classroom::play::{at_once_words as at_once, heaps};
use crate::show::document::{Block, Document, Line, Role};
use crate::show::language::known::Language;
use crate::show::phrase::{
    code, indented, muted, muted_words, name, nimber, paragraph, piece, plain, sentences, short_line, sum, thousands,
    titled, width,
};
use crate::show::report::Showable;
use crate::show::told::{Tellable, Told, told};
use crate::verbs::explain::words;
use crate::verbs::position::board;
use crate::verbs::position::compound::how_played;
use crate::verbs::position::data::{component_count, values_joined};
use crate::verbs::position::winner::value_piece;

/// If there are too many moves for a list, at most this many are shown as examples.
const LISTED: usize = 60;

impl Showable for PlayReport {
    fn kind(&self) -> &'static str {
        "play"
    }

    fn document(&self) -> Document {
        play(self)
    }

    fn on_page(&self) -> Document {
        match self {
            PlayReport::Turn(turn) => printed(turn),
            _ => self.document(),
        }
    }

    fn informs(&self) -> bool {
        true
    }

    fn is_dialogue(&self) -> bool {
        true
    }
}

fn play(report: &PlayReport) -> Document {
    let mut document = Document::default();
    match report {
        PlayReport::Turn(turn) => show_turn(&mut document, turn),
        PlayReport::Refused { line, why, choices } => refused(&mut document, line, why, choices),
        PlayReport::Hint(hint) => show_hint(&mut document, hint),
        PlayReport::Why(reason) => return why(reason),
        PlayReport::Level { level, is_lost } => paragraph(&mut document, level_words(*level, *is_lost)),
        PlayReport::Moves(choices) => list(&mut document, choices, Letters::Shown),
        PlayReport::Help => classroom::help(&mut document, "play"),
        PlayReport::NothingToUndo => document.line(told!("You have not made a move yet.")),
        PlayReport::NothingToExplain => {
            paragraph(&mut document, told!("I have not moved yet, so here is a hint for your own move."));
        }
        PlayReport::Over(record) => over(&mut document, record),
        PlayReport::Left => document.line(muted_words(told!("You have left the game."))),
    }
    document
}

fn show_turn(document: &mut Document, turn: &PlayTurn) {
    show_position(document, turn);
    if turn.opening.is_some() {
        let first = turn.choices.shown.first().and_then(|made| at_once::typed(&made.from, &made.to));
        let how = match (turn.choices.more, first) {
            (true, Some(typed)) => told!("Type a move, such as `{typed}`", typed),
            (false, Some(typed)) => told!("Type a move, such as `{typed}`, or its letter", typed),
            (more, None) => match (more, is_board(&turn.position)) {
                (true, true) => told!("Type a move by row and column, such as `1 2`"),
                (false, true) => told!("Type a move, its letter, or its row and column, such as `1 2`"),
                (true, false) => told!("Type a move"),
                (false, false) => told!("Type a move or its letter"),
            },
        };
        let words = match turn.to_move {
            Player::You => told!("{how}, or `hint`, `why`, `undo`, `moves`, `give up`, `help`, `quit`.", how),
            _ => told!("{how}, or `hint`, `undo`, `moves`, `give up`, `help`, `quit`.", how),
        };
        paragraph(document, words);
    }
}

/// What happened since the last turn.
fn show_events(document: &mut Document, turn: &PlayTurn) {
    if turn.undone {
        document.line(told!("Move taken back."));
    }
    turn.moved.iter().for_each(|played| document.line(played_words(played)));
}

/// A turn without its position and moves, for a front end that draws these itself.
pub fn beside_picture(turn: &PlayTurn) -> Document {
    let mut document = Document::default();
    if let Some((begins, _)) = turn.opening {
        paragraph(&mut document, opening(turn, begins));
    }
    show_events(&mut document, turn);
    if turn.bound.is_some() || turn.again {
        document.line(whose_move(turn));
    }
    document
}

fn show_position(document: &mut Document, turn: &PlayTurn) {
    if let Some((begins, start)) = &turn.opening {
        paragraph(document, [vec![name(short(start)), plain(". ")], opening(turn, *begins)].concat());
    }
    show_events(document, turn);
    if turn.opening.is_none() || !turn.moved.is_empty() {
        document.blank();
        document.line(whose_move(turn));
    }
    let drawn = drawn(&turn.position);
    board::draw_numbered(document, &drawn);
    heaps::draw(document, &drawn);
    list(document, &turn.choices, Letters::Shown);
}

/// The start of a game as a printed page shows it, on which nobody can type.
fn printed(turn: &PlayTurn) -> Document {
    let mut document = Document::default();
    show_position(&mut document, turn);
    paragraph(&mut document, told!("(Type the same line at the prompt to play.)"));
    document
}

/// `G(3) + Nim(1)  your move again:`, and where it must be made.
fn whose_move(turn: &PlayTurn) -> Told {
    let who = match (turn.to_move.number(), turn.again) {
        (None, false) => told!("your move"),
        (None, true) => told!("your move again"),
        (Some(n), false) => told!("player {n} to move", n),
        (Some(n), true) => told!("player {n} to move again", n),
    };
    let x = position(&turn.position);
    match &turn.bound {
        Some(bound) => told!("{x}  {who}, in {y}:", x, who, y = sum(bound)),
        None => told!("{x}  {who}:", x, who),
    }
}

fn opening(turn: &PlayTurn, begins: Player) -> Line {
    let start = turn.opening.as_ref().map(|(_, start)| start);
    let rule = if turn.convention.is_misere() {
        told!("Misère play: whoever makes the last move loses.")
    } else if start.is_some_and(Sum::binds) {
        told!(
            "Whoever cannot move loses. After a move with `again` the same player moves again; after one with `reply` the \
             other player must move in what it leaves."
        )
    } else {
        told!("Whoever makes the last move wins.")
    };
    let rule_of_compound = start.and_then(Sum::as_compound).and_then(Position::compound).map(|(rule, _)| rule);
    let first = match (begins, begins.number()) {
        (_, Some(n)) => told!("Player {n} begins.", n),
        (Player::Machine, _) => told!("I begin."),
        _ => told!("You begin."),
    };
    let level = (turn.level != Level::HARD).then(|| level_words(turn.level, turn.is_lost));
    sentences(rule_of_compound.map(how_played).into_iter().chain([rule, first]).chain(level))
}

fn short(position: &Sum) -> String {
    sum(position).text
}

/// A position; the empty sum is called "nothing is left".
fn position(position: &Situation) -> Line {
    match position.bound.is_none() && position.rest.parts.is_empty() {
        true => told!("nothing is left").into_line(),
        false => vec![name(short(&position.whole()))],
    }
}

/// Whether it is a single board.
fn is_board(position: &Situation) -> bool {
    board::is_drawn(&position.whole())
}

/// What is drawn of a position: all components, also those of a compound.
fn drawn(position: &Situation) -> Sum {
    let whole = position.whole();
    match whole.as_compound().and_then(Position::compound) {
        Some((_, components)) => Sum { parts: components.iter().flat_map(|sum| sum.parts.clone()).collect() },
        None => whole,
    }
}

fn played_words(played: &Played) -> Told {
    let step = arrow(Role::Name, &played.choice);
    match (played.by, played.by.number()) {
        (_, Some(n)) => told!("Player {n} plays {step}.", n, step),
        (Player::Machine, _) => told!("I play   {step}.", step),
        _ => told!("You play {step}.", step),
    }
}

/// A move, without the name of its board if that is the whole position.
pub fn arrow(role: Role, made: &Choice) -> Told {
    let is_alone = made.after.bound.is_none() && made.after.rest.parts == made.to.parts;
    board::bound_move(&made.from, &made.to, made.binding, is_alone).looks(role)
}

/// A move as it is shown in a language.
pub fn move_label(made: &Choice, language: Language) -> String {
    language.words(arrow(Role::Plain, made))
}

/// A move as a line that makes it, and no other.
pub fn move_line(made: &Choice) -> String {
    let alone = made.after.rest.as_compound().and_then(|_| at_once::typed(&made.from, &made.to));
    alone.unwrap_or_else(|| match made.binding.is_free() {
        true => format!("{} -> {}", made.from, made.to),
        false => format!("{} -> {} {}", made.from, made.to, made.binding.word()),
    })
}

/// An advised move, made in this position.
fn advised(before: &Situation, made: &Move) -> Told {
    board::move_in(&before.whole(), Role::Good, made)
}

/// Whether a list of moves shows letters, which can be typed instead of the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Letters {
    Shown,
    Hidden,
}

/// Adds the moves in columns, with their letters if those are wanted. If there are more moves than the list holds,
/// some are added as examples.
pub fn list(document: &mut Document, choices: &Choices, shown: Letters) {
    if choices.more {
        // A move in several positions has commas of its own.
        let is_several = choices.shown.iter().any(|choice| choice.from.is_compound());
        let moves = choices.shown.iter().take(LISTED).map(|choice| arrow(Role::Name, choice).into_line());
        let all =
            moves.chain([vec![plain("…")]]).collect::<Vec<_>>().join(&plain(if is_several { "; " } else { ", " }));
        return indented(document, 2, told!("for example {all}", all));
    }
    let letter = |index: usize| match shown {
        Letters::Shown => muted(format!("{:>4}  ", letters(index))),
        Letters::Hidden => plain("  "),
    };
    let entry =
        |(index, choice): (usize, &Choice)| [vec![letter(index)], arrow(Role::Name, choice).into_line()].concat();
    document.blocks.push(Block::SideBySide(choices.shown.iter().enumerate().map(entry).collect()));
}

fn refused(document: &mut Document, line: &str, why: &Refusal, choices: &Choices) {
    let typed = code(short_line(line));
    let told = match why {
        Refusal::Illegal => told!("{typed} is not a legal move here. You can play:", typed),
        Refusal::NoSuchLetter => told!("No move has the letter {typed}. You can play:", typed),
        Refusal::Several(fitting) => return several(document, line, fitting),
        Refusal::OfOthers(rule) => {
            told!("{typed} is not a move here. {how} You can play:", typed, how = how_played(*rule))
        }
        Refusal::NoLevel => {
            let told = told!(
                "{typed} is not a level here. Where you play against me, there are `level easy`, `level medium` and \
                 `level hard`, and `seed 7` behind the first two makes other mistakes.",
                typed
            );
            return paragraph(document, told);
        }
        Refusal::NotAQuestion => {
            let told = told!("{typed} does more than ask, so it has to wait: type `quit` to leave the game.", typed);
            return paragraph(document, told);
        }
        Refusal::Unread => told!("I don't understand {typed} as a move. You can play:", typed),
    };
    paragraph(document, told);
    list(document, choices, Letters::Shown);
    if *why == Refusal::Unread {
        paragraph(document, told!("Type `help` for everything else you can type, or `quit` to leave."));
    }
}

/// Says that a typed line fits several moves, and lists the first of them.
pub fn several(document: &mut Document, line: &str, fitting: &[Choice]) {
    let typed = code(short_line(line));
    paragraph(document, told!("{typed} fits several moves. Type the one you mean in full:", typed));
    for choice in fitting.iter().take(8) {
        document.line([vec![plain("  ")], arrow(Role::Name, choice).into_line()].concat());
    }
}

fn show_hint(document: &mut Document, hint: &PlayHint) {
    let Some(best) = &hint.best else {
        return paragraph(document, no_hope(hint));
    };
    let told = match hint.stage {
        0 | 1 if !best.wins() => {
            told!("Nobody wins here if both play well, but a bad move loses. Look for one that keeps the draw.")
        }
        0 | 1 => told!("**You can win.** {advice}", advice = advice(hint)),
        2 => match moved(&best.from, &best.to) {
            none if none.is_empty() => told!("Move in {x}.", x = name(&best.from)),
            several => told!("Move in {x}.", x = at_once::moved(&several)),
        },
        _ => return paragraph(document, told!("Play {step}.", step = advised(&hint.position, best))),
    };
    paragraph(document, sentences([told, told!("(Type `hint` again for more.)")]));
}

/// What to look for in a position that can be won.
fn advice(hint: &PlayHint) -> Told {
    let found = &hint.found;
    match (hint.value(), &found.compound) {
        (_, Some(compound)) => at_once::hint(compound),
        (Some(value), _) if hint.position.binds() => bound_hint(hint, value),
        (None, _) if found.way_back.is_some() => {
            told!("Look for a move to a lost position, from which play cannot go round for ever.")
        }
        (None, _) => told!("In misère play the nim-sum does not help. Look for a move that leaves a lost position."),
        (Some(value), _) if component_count(&found.terms) == 1 => {
            told!("The Grundy value is {v}, not 0. Look for a move to a position of value 0.", v = value_piece(value))
        }
        (Some(value), _) => told!(
            "The nim-sum is {sum} = {v}, not 0. Look for a move that makes it 0.",
            sum = values_joined(&found.terms),
            v = value_piece(value)
        ),
    }
}

/// Who must reply looks at what stands beside that; who is free looks at the value of all.
fn bound_hint(hint: &PlayHint, value: &GrundyValue) -> Told {
    let v = value_piece(value);
    match &hint.position.bound {
        Some(bound) => {
            told!("You must move in {x}, and what stands beside it has the value {v}.", x = sum(bound), v)
        }
        None => told!(
            "The value is {v}, not 0. Look for a move that leaves 0, for one after which you move again from another value, or \
             for one to which no reply wins.",
            v
        ),
    }
}

fn no_hope(hint: &PlayHint) -> Line {
    let found = &hint.found;
    let why = match (hint.value(), &found.compound) {
        (_, Some(compound)) => {
            told!("No move wins here if it is answered well: {why}.", why = compound.reason())
        }
        (Some(_), _) if !hint.position.binds() && component_count(&found.terms) > 1 => told!(
            "No move wins here if it is answered well: the nim-sum {sum} is 0, and every move changes it.",
            sum = values_joined(&found.terms)
        ),
        (Some(_), _) if !hint.position.binds() => told!(
            "No move wins here if it is answered well: the Grundy value is 0, so every move leads to another value."
        ),
        _ => told!("No move wins here if it is answered well."),
    };
    sentences([why, told!("Make the game last and wait for a mistake, or type `undo`.")])
}

/// Why the machine chose its move, and the explanation of the position.
fn why(reason: &Reason) -> Document {
    let mut document = Document::default();
    let step = arrow(Role::Name, &reason.choice);
    if let (Chosen::Winning, GivenReason::Binding(total)) = (reason.how, &reason.explanation) {
        let told = match (reason.choice.binding, total) {
            (Binding::Free, _) => told!("I played {step}, because it leaves the value 0.", step),
            (Binding::Again, GrundyValue::Loony) => {
                told!("I played {step}, because I then move on from what is loony.", step)
            }
            (Binding::Again, _) => told!(
                "I played {step}, because I then move on from the value {v}, which is not 0.",
                step,
                v = plain(total)
            ),
            (Binding::Reply, _) => {
                told!("I played {step}, because no reply in {x} wins.", step, x = short(&reason.choice.to))
            }
        };
        paragraph(&mut document, told);
        return document;
    }
    let told = match reason.how {
        Chosen::Winning => told!("I played {step}, because it wins:", step),
        Chosen::Drawing => told!("I played {step}, because it keeps the draw:", step),
        Chosen::Hardest(AnswerCount { winning, moves }) => told!(
            "I played {step}. I am losing, so I chose the move that is hardest to answer: {n} of your {all} move[s] win[n:s|].",
            step,
            n = winning,
            all = thousands(moves)
        ),
        Chosen::Longest(moves) => told!(
            "I played {step}. I am losing, so I chose the move that makes the game last longest: up to {n} more move[n:|s].",
            step,
            n = thousands(moves)
        ),
        Chosen::Any => {
            told!("I played {step}. I am losing, and the game is too large to look for the longest way.", step)
        }
        Chosen::Chance => told!("I played {step} at random, as I sometimes do at this level.", step),
    };
    let is_known = !matches!(reason.explanation, GivenReason::Binding(_));
    let known = (reason.how == Chosen::Chance && is_known).then(|| told!("Here is what I could have known:"));
    paragraph(&mut document, sentences([told].into_iter().chain(known)));
    document.blank();
    document.append(match &reason.explanation {
        GivenReason::Binding(_) => return document,
        GivenReason::Explained(explanation) => match &explanation.position.compound {
            Some(found) => at_once::why(found),
            None => words::explanation(explanation),
        },
    });
    document
}

/// How well the machine plays. Where the user is lost against perfect play, the other side is offered.
pub(super) fn level_words(level: Level, is_lost: bool) -> Told {
    let name = level.name;
    let common = gcd(level.mistakes, Level::OF);
    let (n, of, seed) = (level.mistakes / common, Level::OF / common, level.seed.unwrap_or_default());
    match (level, is_lost, level.mistakes) {
        (Level::HARD, ..) => told!("I play perfectly."),
        (_, true, 0) => told!(
            "At level {name} I play perfectly here. Against perfect play your side is lost here: type `swap` to take the other \
             one.",
            name
        ),
        (_, true, _) => told!(
            "At level {name} I make about {n} of {of} moves at random (seed {seed}). Against perfect play your side is lost here: \
             type `swap` to take the other one.",
            name,
            n,
            of,
            seed
        ),
        (_, false, 0) => {
            told!("At level {name} I play perfectly here: in so short a game chance wins often enough.", name)
        }
        (_, false, _) => told!(
            "At level {name} I make about {n} of {of} moves at random (seed {seed}), so you can beat me.",
            name,
            n,
            of,
            seed
        ),
    }
}

fn over(document: &mut Document, record: &Record) {
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
