//! The words of `play`.

use grundy_engine::game::{Binding, Position, Sum};
use grundy_engine::nim::{GrundyValue, gcd};
use grundy_engine::solve::Situation;

use crate::classroom;
use crate::classroom::play::data::{
    AnswerCount, Choice, Choices, Chosen, GivenReason, Level, PlayHint, PlayReport, PlayTurn, Player, Reason, Refusal,
    letters, moved,
};
use crate::classroom::play::move_words::{advised, arrow, played_words, position, short};
use crate::classroom::play::record_words::over;
use crate::classroom::play::{at_once_words as at_once, heaps};
use crate::show::document::{Block, Document, Line, Role};
use crate::show::phrase::{
    code, indented, muted, muted_words, name, paragraph, plain, sentences, short_line, sum, thousands,
};
use crate::show::report::Showable;
use crate::show::told::{Tellable, Told, told};
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
        let mut document = Document::default();
        match self {
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
        Refusal::Side => {
            told!(
                "{typed} is not a move; `swap` begins again with the other player to move first. You can play:",
                typed
            )
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
            None => explanation.document(),
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
