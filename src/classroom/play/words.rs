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
use crate::show::document::{Block, Document, Line, Piece, Role};
use crate::show::phrase::{
    code, counted, heading, indented, muted, name, nimber, paragraph, piece, plain, short_line, sum, verdict, width,
    with_code,
};
use crate::show::report::Showable;
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
        PlayReport::Level { level, is_lost } => paragraph(&mut document, level_text(*level, *is_lost)),
        PlayReport::Moves(choices) => list(&mut document, choices, Letters::Shown),
        PlayReport::Help => classroom::help(&mut document, "play"),
        PlayReport::NothingToUndo => document.line(vec![plain("You have not made a move yet.")]),
        PlayReport::NothingToExplain => {
            paragraph(&mut document, vec![plain("I have not moved yet, so here is a hint for your own move.")]);
        }
        PlayReport::Over(record) => over(&mut document, record),
        PlayReport::Left => document.line(vec![muted("You have left the game.")]),
    }
    document
}

fn show_turn(document: &mut Document, turn: &PlayTurn) {
    show_position(document, turn);
    if turn.opening.is_some() {
        let first = turn.choices.shown.first().and_then(|made| at_once::typed(&made.from, &made.to));
        let how = match (turn.choices.more, first) {
            (true, Some(typed)) => format!("Type a move, such as `{typed}`"),
            (false, Some(typed)) => format!("Type a move, such as `{typed}`, or its letter"),
            (more, None) => match (more, is_board(&turn.position)) {
                (true, true) => "Type a move by row and column, such as `1 2`",
                (false, true) => "Type a move, its letter, or its row and column, such as `1 2`",
                (true, false) => "Type a move",
                (false, false) => "Type a move or its letter",
            }
            .to_owned(),
        };
        let why = if turn.to_move == Player::You { "`why`, " } else { "" };
        let words = format!("{how}, or `hint`, {why}`undo`, `moves`, `give up`, `help`, `quit`.");
        paragraph(document, with_code(&words));
    }
}

/// What happened since the last turn.
fn show_events(document: &mut Document, turn: &PlayTurn) {
    if turn.undone {
        document.line(vec![plain("Move taken back.")]);
    }
    turn.moved.iter().for_each(|played| document.line(played_line(played)));
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
    paragraph(&mut document, with_code("(Type the same line at the prompt to play.)"));
    document
}

/// `G(3) + Nim(1)  your move again:`, and where it must be made.
fn whose_move(turn: &PlayTurn) -> Line {
    let whose = match turn.to_move {
        Player::You | Player::Machine => "your move",
        Player::One => "player 1 to move",
        Player::Two => "player 2 to move",
    };
    let again = if turn.again { " again" } else { "" };
    let mut line = vec![position(&turn.position), plain(format!("  {whose}{again}"))];
    if let Some(bound) = &turn.bound {
        line.extend([plain(", in "), sum(bound)]);
    }
    line.push(plain(":"));
    line
}

fn opening(turn: &PlayTurn, begins: Player) -> Line {
    let start = turn.opening.as_ref().map(|(_, start)| start);
    let rule = if turn.convention.is_misere() {
        "Misère play: whoever makes the last move loses."
    } else if start.is_some_and(Sum::binds) {
        "Whoever cannot move loses. After a move with `again` the same player moves again; after one with `reply` the other \
         player must move in what it leaves."
    } else {
        "Whoever makes the last move wins."
    };
    let rule_of_compound = start.and_then(Sum::as_compound).and_then(Position::compound).map(|(rule, _)| rule);
    let mut line: Line = rule_of_compound.map(|rule| plain(format!("{} ", how_played(rule)))).into_iter().collect();
    line.extend(with_code(rule));
    line.push(plain(format!(" {}.", does(begins, "begin", "begins"))));
    if turn.level != Level::HARD {
        line.push(plain(" "));
        line.extend(level_text(turn.level, turn.is_lost));
    }
    line
}

pub(super) fn who(player: Player) -> &'static str {
    match player {
        Player::You => "You",
        Player::Machine => "I",
        Player::One => "Player 1",
        Player::Two => "Player 2",
    }
}

/// "I begin", "Player 1 begins".
pub(super) fn does(player: Player, verb: &str, of_a_third: &str) -> String {
    let is_third = matches!(player, Player::One | Player::Two);
    format!("{} {}", who(player), if is_third { of_a_third } else { verb })
}

fn short(position: &Sum) -> String {
    sum(position).text
}

/// A position; the empty sum is called "nothing is left".
fn position(position: &Situation) -> Piece {
    match position.bound.is_none() && position.rest.parts.is_empty() {
        true => plain("nothing is left"),
        false => name(short(&position.whole())),
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

fn played_line(played: &Played) -> Line {
    let made = format!("{:<8} ", does(played.by, "play", "plays"));
    vec![plain(made), arrow(Role::Name, &played.choice), plain(".")]
}

/// A move, without the name of its board if that is the whole position.
pub fn arrow(role: Role, choice: &Choice) -> Piece {
    piece(role, move_label(choice))
}

/// A move as it is shown.
pub fn move_label(made: &Choice) -> String {
    let is_alone = made.after.bound.is_none() && made.after.rest.parts == made.to.parts;
    board::bound_text(&made.from, &made.to, made.binding, is_alone)
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
fn advised(before: &Situation, made: &Move) -> Piece {
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
        let mut line = vec![plain("for example ")];
        for choice in choices.shown.iter().take(LISTED) {
            // A move in several positions has commas of its own.
            let between = if choice.from.is_compound() { "; " } else { ", " };
            line.extend([arrow(Role::Name, choice), plain(between)]);
        }
        line.push(plain("…"));
        return indented(document, 2, line);
    }
    let letter = |index: usize| match shown {
        Letters::Shown => muted(format!("{:>4}  ", letters(index))),
        Letters::Hidden => plain("  "),
    };
    let entry = |(index, choice): (usize, &Choice)| vec![letter(index), arrow(Role::Name, choice)];
    document.blocks.push(Block::SideBySide(choices.shown.iter().enumerate().map(entry).collect()));
}

fn refused(document: &mut Document, line: &str, why: &Refusal, choices: &Choices) {
    let typed = code(short_line(line));
    match why {
        Refusal::Illegal => paragraph(document, vec![typed, plain(" is not a legal move here. You can play:")]),
        Refusal::NoSuchLetter => {
            paragraph(document, vec![plain("No move has the letter "), typed, plain(". You can play:")]);
        }
        Refusal::Several(fitting) => return several(document, line, fitting),
        Refusal::OfOthers(rule) => {
            let moves_in = format!(" is not a move here. {} You can play:", how_played(*rule));
            paragraph(document, vec![typed, plain(moves_in)]);
        }
        Refusal::NoLevel => {
            let levels = " is not a level here. Where you play against me, there are `level easy`, `level medium` and `level hard`, \
                          and `seed 7` behind the first two makes other mistakes.";
            return paragraph(document, [vec![typed], with_code(levels)].concat());
        }
        Refusal::NotAQuestion => {
            let advice = " does more than ask, so it has to wait: type `quit` to leave the game.";
            return paragraph(document, [vec![typed], with_code(advice)].concat());
        }
        Refusal::Unread => {
            paragraph(document, vec![plain("I don't understand "), typed, plain(" as a move. You can play:")]);
        }
    }
    list(document, choices, Letters::Shown);
    if *why == Refusal::Unread {
        paragraph(document, with_code("Type `help` for everything else you can type, or `quit` to leave."));
    }
}

/// Says that a typed line fits several moves, and lists the first of them.
pub fn several(document: &mut Document, line: &str, fitting: &[Choice]) {
    paragraph(document, vec![code(short_line(line)), plain(" fits several moves. Type the one you mean in full:")]);
    for choice in fitting.iter().take(8) {
        document.line(vec![plain("  "), arrow(Role::Name, choice)]);
    }
}

fn show_hint(document: &mut Document, hint: &PlayHint) {
    let Some(best) = &hint.best else {
        return paragraph(document, no_hope(hint));
    };
    let more = || with_code(" (Type `hint` again for more.)");
    match hint.stage {
        0 | 1 if !best.wins() => {
            let mut line = vec![plain(
                "Nobody wins here if both play well, but a bad move loses. Look for one that keeps the draw.",
            )];
            line.extend(more());
            paragraph(document, line);
        }
        0 | 1 => {
            let mut line = vec![verdict("You can win. ")];
            let found = &hint.found;
            match (hint.value(), component_count(&found.terms)) {
                _ if found.compound.is_some() => {
                    line.extend(found.compound.iter().map(|found| plain(at_once::hint(found))))
                }
                (Some(value), _) if hint.position.binds() => bound_hint(&mut line, hint, value),
                (None, _) if found.way_back.is_some() => {
                    line.push(plain("Look for a move to a lost position, from which play cannot go round for ever."));
                }
                (None, _) => line.push(plain(
                    "In misère play the nim-sum does not help. Look for a move that leaves a lost position.",
                )),
                (Some(value), 1) => {
                    line.extend([plain("The Grundy value is "), value_piece(value), plain(", not 0.")]);
                    line.push(plain(" Look for a move to a position of value 0."));
                }
                (Some(value), _) => {
                    line.push(plain("The nim-sum is "));
                    line.extend(values_joined(&hint.found.terms));
                    line.extend([plain(" = "), value_piece(value), plain(", not 0.")]);
                    line.push(plain(" Look for a move that makes it 0."));
                }
            }
            line.extend(more());
            paragraph(document, line);
        }
        2 => {
            let mut line = vec![plain("Move in ")];
            match moved(&best.from, &best.to) {
                none if none.is_empty() => line.push(name(&best.from)),
                several => line.extend(at_once::moved(&several)),
            }
            line.push(plain("."));
            line.extend(more());
            paragraph(document, line);
        }
        _ => {
            paragraph(document, vec![plain("Play "), advised(&hint.position, best), plain(".")]);
        }
    }
}

/// Who must reply looks at what stands beside that; who is free looks at the value of all.
fn bound_hint(line: &mut Line, hint: &PlayHint, value: &GrundyValue) {
    if let Some(bound) = &hint.position.bound {
        let beside = plain(", and what stands beside it has the value ");
        return line.extend([plain("You must move in "), sum(bound), beside, value_piece(value), plain(".")]);
    }
    let text = ", not 0. Look for a move that leaves 0, for one after which you move again from another value, or for one to \
                which no reply wins.";
    line.extend([plain("The value is "), value_piece(value), plain(text)]);
}

fn no_hope(hint: &PlayHint) -> Line {
    let mut line = vec![plain("No move wins here if it is answered well")];
    match hint.value() {
        _ if hint.found.compound.is_some() => {
            line.extend(hint.found.compound.iter().map(|found| plain(format!(": {}.", found.reason()))))
        }
        _ if hint.position.binds() => line.push(plain(".")),
        Some(_) if component_count(&hint.found.terms) > 1 => {
            line.push(plain(": the nim-sum "));
            line.extend(values_joined(&hint.found.terms));
            line.push(plain(" is 0, and every move changes it."));
        }
        Some(_) => line.push(plain(": the Grundy value is 0, so every move leads to another value.")),
        None => line.push(plain(".")),
    }
    line.extend(with_code(" Make the game last and wait for a mistake, or type `undo`."));
    line
}

/// Why the machine chose its move, and the explanation of the position.
fn why(reason: &Reason) -> Document {
    let mut document = Document::default();
    let mut line = vec![plain("I played "), arrow(Role::Name, &reason.choice)];
    if let (Chosen::Winning, GivenReason::Binding(total)) = (reason.how, &reason.explanation) {
        line.push(plain(match (reason.choice.binding, total) {
            (Binding::Free, _) => ", because it leaves the value 0.".to_owned(),
            (Binding::Again, GrundyValue::Loony) => ", because I then move on from what is loony.".to_owned(),
            (Binding::Again, _) => format!(", because I then move on from the value {total}, which is not 0."),
            (Binding::Reply, _) => format!(", because no reply in {} wins.", short(&reason.choice.to)),
        }));
        paragraph(&mut document, line);
        return document;
    }
    let known = !matches!(reason.explanation, GivenReason::Binding(_));
    match reason.how {
        Chosen::Winning => line.push(plain(", because it wins:")),
        Chosen::Drawing => line.push(plain(", because it keeps the draw:")),
        Chosen::Hardest(AnswerCount { winning, moves }) => line.push(plain(format!(
            ". I am losing, so I chose the move that is hardest to answer: {} of your {} {}.",
            winning,
            counted(moves, "move", "moves"),
            if winning == 1 { "wins" } else { "win" },
        ))),
        Chosen::Longest(moves) => line.push(plain(format!(
            ". I am losing, so I chose the move that makes the game last longest: up to {} more.",
            counted(u128::from(moves), "move", "moves")
        ))),
        Chosen::Any => line.push(plain(". I am losing, and the game is too large to look for the longest way.")),
        Chosen::Chance => {
            line.push(plain(" at random, as I sometimes do at this level."));
            line.extend(known.then(|| plain(" Here is what I could have known:")));
        }
    }
    paragraph(&mut document, line);
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
pub(super) fn level_text(level: Level, is_lost: bool) -> Line {
    let share = || {
        let common = gcd(level.mistakes, Level::OF);
        let (share, of) = (level.mistakes / common, Level::OF / common);
        let seed = level.seed.unwrap_or_default();
        format!("At level {} I make about {share} of {of} moves at random (seed {seed})", level.name)
    };
    let offer = "Against perfect play your side is lost here: type `swap` to take the other one.";
    with_code(&match (level, is_lost) {
        (Level::HARD, _) => "I play perfectly.".to_owned(),
        (_, true) if level.mistakes == 0 => format!("At level {} I play perfectly here. {offer}", level.name),
        (_, true) => format!("{}. {offer}", share()),
        (_, false) if level.mistakes == 0 => {
            format!("At level {} I play perfectly here: in so short a game chance wins often enough.", level.name)
        }
        (_, false) => format!("{}, so you can beat me.", share()),
    })
}

fn over(document: &mut Document, record: &Record) {
    if record.given_up {
        let (loser, winner) = (does(record.winner.other(), "give up", "gives up"), does(record.winner, "win", "wins"));
        document.line(vec![verdict(format!("{loser}, so {}.", inside(&winner)))]);
        if let Some(missed) = &record.missed {
            let better = advised(&position_before(record, record.moves.len()), missed);
            let could = if missed.wins() { "could have won with" } else { "could have kept the draw with" };
            let line = vec![plain(format!("{} {could} ", who(record.winner.other()))), better, plain(".")];
            paragraph(document, line);
        }
    } else {
        let last = record.moves.iter().rposition(|played| played.by != Player::Machine).unwrap_or(0);
        record.moves[last..].iter().for_each(|played| document.line(played_line(played)));
        document.line(vec![verdict(ending(record))]);
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

/// A clause as it stands inside a sentence. "I" keeps its capital.
fn inside(sentence: &str) -> String {
    sentence.replacen("Player", "player", 1).replacen("You", "you", 1)
}

fn ending(record: &Record) -> String {
    let wins = does(record.winner, "win", "wins");
    let (end, mark) = (inside(&wins), if record.winner == Player::Machine { "." } else { "!" });
    if let Some(bound) = &record.bound {
        let must = does(record.winner.other(), "have", "has");
        return format!("{must} to reply in {} and cannot: {end}{mark}", short(bound));
    }
    match (record.moves.last(), record.convention) {
        (Some(played), _) if played.choice.binding == Binding::Again => {
            let must = does(record.winner.other(), "have", "has");
            format!("{must} to move again and cannot: {end}{mark}")
        }
        (None, _) => format!("There is no move to make: {end} at once."),
        (Some(played), Convention::Normal) => format!("{} made the last move: {end}{mark}", who(played.by)),
        (Some(played), Convention::Misere) => format!("{} had to make the last move: {end}{mark}", who(played.by)),
    }
}

/// Adds the record of the game: number, player, move, the position that it leaves, and the value of that (the outcome
/// in misère play). The positions are left out if the table would be too wide.
fn table(document: &mut Document, record: &Record) {
    let has_values = !record.convention.is_misere() && record.start.as_compound().is_none();
    let last = if has_values { "value" } else { "outcome" };
    let mut rows: Vec<[Line; 4]> = vec![
        [Line::new(), vec![heading("move")], vec![heading("leaves")], vec![heading(last)]],
        [
            Line::new(),
            vec![muted("at the start")],
            vec![name(short(&record.start))],
            value_or_outcome(record.value.as_ref(), record.outcome),
        ],
    ];
    for (index, played) in record.moves.iter().enumerate() {
        let who = inside(who(played.by));
        let (role, mark) = match (&played.better, played.outcome) {
            (Some(_), _) => (Role::Bad, "?"),
            (None, Outcome::P) => (Role::Good, ""),
            (None, Outcome::N | Outcome::D) => (Role::Plain, ""),
        };
        rows.push([
            vec![muted(format!("{:>3} {who:<4}", index + 1))],
            vec![arrow(role, &played.choice), piece(Role::Bad, mark)],
            vec![position(&played.choice.after)],
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
        let what =
            if record.moves.iter().any(is_draw) { " gives away the win or the draw" } else { " gives away the win" };
        document.line(vec![piece(Role::Bad, "?"), muted(what)]);
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
    let who = who(loser);
    let Some((index, played)) = fault else {
        let begun = if record.begins == loser { "begins" } else { "does not begin" };
        let mut line = vec![plain(format!("{who} made no mistake: whoever {begun} here loses against perfect play."))];
        match record.winner {
            Player::Machine => line.extend(with_code(&format!(" To change sides, type `{}`.", again(record)))),
            winner => line.push(plain(format!(" {} found every move. Well played!", self::who(winner)))),
        }
        return line;
    };
    let mut line = vec![plain(format!("{who} lost the game with move {}: ", index + 1))];
    if let Some(better) = &played.better {
        let better_piece = advised(&position_before(record, index), better);
        line.extend([better_piece, plain(if better.wins() { " would have won" } else { " would have kept the draw" })]);
        if better.total == Some(Nimber::ZERO.into()) && !record.start.binds() && record.start.as_compound().is_none() {
            line.extend([plain(", leaving value "), nimber(Nimber::ZERO)]);
        }
        line.push(plain("."));
    }
    line
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
