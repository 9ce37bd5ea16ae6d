//! `play` of a position whose moves bind the players: one may have to move again, or to reply in what a move has left.

use grundy_engine::game::{Binding, Component, Sum};
use grundy_engine::nim::BoundValue;
use grundy_engine::solve::{BindingMove, BoundSum};
use serde::Serialize;

use crate::classroom::play::data::{Choice, Level, Player, Refusal};
use crate::classroom::play::opponent::Players;
use crate::classroom::play::{choice, question};
use crate::classroom::rng::Rng;
use crate::error::Error;
use crate::lang::session::{Dialogue, DialogueKind, Reply, Request, Session, Turn};
use crate::source::Span;
use crate::verbs::binding::data::BoundStep;
use crate::verbs::binding::{refuse_misere, step};

/// The most moves of a position that are looked at.
const MOST: usize = 10_000;
/// A numbered list has at most this many moves; of a position with more, the first three are shown.
const NUMBERED: usize = 24;
/// In a lost position with more moves than this, the machine makes the first one.
const WEIGHED: usize = 40;

/// What can be said, besides moves.
const WORDS: &[&str] =
    &["hint", "why", "undo", "moves", "level easy", "level medium", "level hard", "give up", "help", "quit"];

/// A game that has begun; the user is to move. A line works on a copy, so that a line that fails changes nothing.
#[derive(Clone, Debug)]
struct BoundPlay {
    start: Sum,
    now: BoundSum,
    to_move: Player,
    moves: Vec<BoundPlayed>,
    /// The machine's last move, and whether it was made at random.
    machine: Option<(BoundStep, bool)>,
    level: Level,
    rng: Rng,
    /// How many hints have been given for the position at hand, at most 3.
    hints: u8,
    at: Span,
}

/// A move that was made.
#[derive(Clone, Debug, Serialize)]
pub struct BoundPlayed {
    pub by: Player,
    #[serde(rename = "move")]
    pub made: BoundStep,
    /// The whole position afterwards.
    pub after: Sum,
    /// A move that would have won, if this one gave the win away.
    pub better: Option<BoundStep>,
    /// What was there before it.
    #[serde(skip)]
    before: BoundSum,
}

/// A report of the game.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum BoundPlayReport {
    /// A player is to move.
    Turn(BoundTurn),
    /// A line was not taken for a move; the moves that there are follow.
    Refused {
        #[serde(rename = "typed")]
        line: String,
        why: Refusal,
        #[serde(flatten)]
        choices: BoundChoices,
    },
    Hint {
        /// How much it tells, from 1 to 3.
        stage: u8,
        /// The value of the components to which nobody is bound.
        value: BoundValue,
        bound: Option<Sum>,
        can_win: bool,
        from: Option<Component>,
        r#move: Option<BoundStep>,
    },
    Why {
        r#move: BoundStep,
        /// At random, as the level requires from time to time?
        at_random: bool,
    },
    Level(Level),
    Moves(BoundChoices),
    Help,
    NothingToUndo,
    NothingToExplain,
    Over(BoundRecord),
    /// The user has left a game that is not over.
    Left,
}

#[derive(Clone, Debug, Serialize)]
pub struct BoundTurn {
    pub to_move: Player,
    /// Shown in the first turn, unless it is `Hard`.
    #[serde(skip)]
    pub level: Level,
    /// In the first turn: the position at the start.
    pub start: Option<Sum>,
    pub undone: bool,
    /// The moves since the last report.
    pub moved: Vec<BoundPlayed>,
    /// All components.
    pub position: Sum,
    /// Those to which the player is bound.
    pub bound: Option<Sum>,
    /// Does the same player move again?
    pub again: bool,
    #[serde(flatten)]
    pub choices: BoundChoices,
}

/// The moves that can be made.
#[derive(Clone, Debug, Serialize)]
pub struct BoundChoices {
    /// The first of them, numbered from 1 if these are all. What they are worth is not told.
    #[serde(rename = "moves")]
    pub shown: Vec<BoundChoice>,
    /// Whether there are more than are shown.
    pub more: bool,
}

/// A move that can be made.
#[derive(Clone, Debug, Serialize)]
pub struct BoundChoice {
    pub from: Component,
    pub to: Sum,
    pub binding: Binding,
    pub after: Sum,
}

/// A game that is over.
#[derive(Clone, Debug, Serialize)]
pub struct BoundRecord {
    #[serde(rename = "position")]
    pub start: Sum,
    pub moves: Vec<BoundPlayed>,
    pub winner: Player,
    pub given_up: bool,
    /// What the loser had to reply to.
    pub bound: Option<Sum>,
    /// The winning move that was there when the game was given up.
    pub missed: Option<BoundStep>,
}

/// Begins the game.
pub(super) fn play(
    session: &mut Session,
    start: Sum,
    misere: bool,
    Players { begins, level }: Players,
    at: Span,
) -> Result<Reply, Error> {
    refuse_misere(&start, misere, at)?;
    let now = BoundSum::free(choice::drop_empty_heaps(&start));
    // A game that never ends is refused before it begins.
    session.solved(at, |solver| solver.bound_outcome(&now))?;
    let rng = Rng::new(level.seed().unwrap_or(1));
    let mut play =
        BoundPlay { start, now, to_move: begins, moves: Vec::new(), machine: None, level, rng, hints: 0, at };
    let turn = play.go_on(session, 0, true)?;
    let mut said = turn.said.into_iter();
    let mut reply = said.next().unwrap_or_else(|| Ok(Reply::default()))?;
    if !turn.over {
        reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(play))));
    }
    Ok(reply)
}

impl DialogueKind for BoundPlay {
    fn name(&self) -> &'static str {
        "play"
    }

    fn words(&self) -> &'static [&'static str] {
        WORDS
    }

    fn answer(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let mut next = self.clone();
        let turn = next.step(session, line)?;
        *self = next;
        Ok(turn)
    }

    fn leave(&self, _session: &Session) -> Turn {
        Turn::over(BoundPlayReport::Left)
    }
}

impl BoundPlay {
    fn step(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let lower = words.join(" ").to_lowercase();
        Ok(match lower.as_str() {
            "" => Turn::on(BoundPlayReport::Turn(self.turn(session, self.moves.len(), false)?)),
            "hint" => Turn::on(self.hint(session)?),
            "why" => match &self.machine {
                Some((made, at_random)) => {
                    Turn::on(BoundPlayReport::Why { r#move: made.clone(), at_random: *at_random })
                }
                None => Turn::on(BoundPlayReport::NothingToExplain),
            },
            "undo" => self.undo(session)?,
            "moves" => Turn::on(BoundPlayReport::Moves(self.choices(session, 2 * NUMBERED)?)),
            "help" | "?" => Turn::on(BoundPlayReport::Help),
            "give up" | "resign" => Turn::over(self.record(session, true)?),
            _ => match words[..] {
                ["level", level] => self.set_level(session, level, None, line)?,
                ["level", level, seed] => self.set_level(session, level, Some(seed), line)?,
                _ => match question::question(session, line) {
                    Some(answer) => answer,
                    None => self.moved(session, &words.join(" "))?,
                },
            },
        })
    }

    /// A move of the user or of one of two people, and the machine's answers.
    fn moved(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let made = match self.meant(session, line)? {
            Ok(made) => made,
            Err(Refusal::Unread) if question::is_statement(line) => {
                return self.refuse(session, line, Refusal::NotAQuestion);
            }
            Err(why) => return self.refuse(session, line, why),
        };
        let before = self.moves.len();
        self.make(session, made)?;
        self.go_on(session, before, false)
    }

    /// The move that a line means: its number in the list, or what it says. Its last word may be `again` or `reply`.
    fn meant(&self, session: &mut Session, line: &str) -> Result<Result<BindingMove, Refusal>, Error> {
        let moves = self.possible(session, MOST)?;
        if let (Ok(number), true) = (line.parse::<usize>(), moves.len() <= NUMBERED) {
            let made = number.checked_sub(1).and_then(|index| moves.get(index));
            return Ok(made.cloned().ok_or(Refusal::NoSuchNumber));
        }
        let words = [Binding::Again, Binding::Reply].into_iter();
        let said = words.filter_map(|binding| Some((line.strip_suffix(binding.word())?, Some(binding)))).next();
        let (line, binding) = said.unwrap_or((line, None));
        let choices: Vec<Choice> = moves.iter().map(as_choice).collect();
        let Some(meant) = choice::meant(session, &self.now.whole(), &choices, line.trim())? else {
            return Ok(Err(Refusal::Unread));
        };
        let fitting: Vec<usize> =
            meant.into_iter().filter(|index| binding.is_none_or(|binding| moves[*index].binding == binding)).collect();
        Ok(match fitting[..] {
            [] => Err(Refusal::Illegal),
            [one] => Ok(moves[one].clone()),
            _ => Err(Refusal::Several(Vec::new())),
        })
    }

    /// Makes a move. After one with `again` the same player is to move.
    fn make(&mut self, session: &mut Session, made: BindingMove) -> Result<(), Error> {
        let better = match made.wins {
            true => None,
            false => session.solved(self.at, |solver| solver.binding_winning_move(&self.now))?,
        };
        let (by, next) = (self.to_move, without_empty_heaps(&made.after));
        let before = std::mem::replace(&mut self.now, next);
        let (after, better) = (self.now.whole(), better.as_ref().map(step));
        self.moves.push(BoundPlayed { by, made: step(&made), after, better, before });
        if made.binding != Binding::Again {
            self.to_move = by.other();
        }
        self.hints = 0;
        Ok(())
    }

    /// The machine's moves, and the report. The moves from the index `since` on are new.
    fn go_on(&mut self, session: &mut Session, since: usize, is_first: bool) -> Result<Turn, Error> {
        while self.to_move == Player::Machine {
            let Some((made, at_random)) = self.machine_move(session)? else { break };
            self.machine = Some((step(&made), at_random));
            self.make(session, made)?;
        }
        if self.possible(session, 1)?.is_empty() {
            return Ok(Turn::over(self.record(session, false)?));
        }
        Ok(Turn::on(BoundPlayReport::Turn(self.turn(session, since, is_first)?)))
    }

    /// A winning move; in a lost position the one to which the smallest share of the answers wins. Whether it was made at
    /// random, as the level requires from time to time.
    fn machine_move(&mut self, session: &mut Session) -> Result<Option<(BindingMove, bool)>, Error> {
        let mut moves = self.possible(session, MOST)?;
        if self.level != Level::Hard && self.rng.below(Level::OF) < self.level.mistakes() && !moves.is_empty() {
            let index = self.rng.below(moves.len() as u64) as usize;
            return Ok(Some((moves.swap_remove(index), true)));
        }
        if let Some(winning) = moves.iter().position(|made| made.wins) {
            return Ok(Some((moves.swap_remove(winning), false)));
        }
        if moves.len() > WEIGHED {
            return Ok(Some((moves.swap_remove(0), false)));
        }
        let mut best: Option<((u128, u128), BindingMove)> = None;
        for made in moves {
            let found = session.solved(self.at, |solver| solver.binding_moves(&made.after, 0))?;
            // After `again` it is the machine itself that moves on in a lost position.
            let share = if made.binding == Binding::Again { (1, 1) } else { (found.winning, found.total.max(1)) };
            let is_better = best
                .as_ref()
                .is_none_or(|((winning, total), _)| share.0.saturating_mul(*total) < winning.saturating_mul(share.1));
            if is_better {
                best = Some((share, made));
            }
        }
        Ok(best.map(|(_, made)| (made, false)))
    }

    /// The moves that can be made, at most so many.
    fn possible(&self, session: &mut Session, most: usize) -> Result<Vec<BindingMove>, Error> {
        session.solved(self.at, |solver| solver.first_binding_moves(&self.now, most))
    }

    fn choices(&self, session: &mut Session, most: usize) -> Result<BoundChoices, Error> {
        let mut moves = self.possible(session, most + 1)?;
        let more = moves.len() > most;
        moves.truncate(if more { 3 } else { most });
        let shown = moves.iter().map(|made| {
            let Choice { from, to, after } = as_choice(made);
            BoundChoice { from, to, binding: made.binding, after }
        });
        Ok(BoundChoices { shown: shown.collect(), more })
    }

    fn turn(&self, session: &mut Session, since: usize, is_first: bool) -> Result<BoundTurn, Error> {
        Ok(BoundTurn {
            to_move: self.to_move,
            level: self.level,
            start: is_first.then(|| self.start.clone()),
            undone: false,
            moved: self.moves[since..].to_vec(),
            position: self.now.whole(),
            bound: self.now.bound.clone(),
            again: self.moves.last().is_some_and(|last| last.made.binding == Binding::Again),
            choices: self.choices(session, NUMBERED)?,
        })
    }

    fn refuse(&self, session: &mut Session, line: &str, why: Refusal) -> Result<Turn, Error> {
        let choices = self.choices(session, NUMBERED)?;
        Ok(Turn::on(BoundPlayReport::Refused { line: line.to_owned(), why, choices }))
    }

    fn hint(&mut self, session: &mut Session) -> Result<BoundPlayReport, Error> {
        let winning = session.solved(self.at, |solver| solver.binding_winning_move(&self.now))?;
        let value = session.solved(self.at, |solver| solver.bound_value(&self.now.rest))?;
        self.hints = (self.hints + 1).min(3);
        let stage = self.hints;
        Ok(BoundPlayReport::Hint {
            stage,
            value,
            bound: self.now.bound.clone(),
            can_win: winning.is_some(),
            from: winning.as_ref().filter(|_| stage > 1).map(|made| made.from.clone()),
            r#move: winning.as_ref().filter(|_| stage > 2).map(step),
        })
    }

    /// Takes the user's last move back, and all that followed it.
    fn undo(&mut self, session: &mut Session) -> Result<Turn, Error> {
        let Some(last) = self.moves.iter().rposition(|played| played.by != Player::Machine) else {
            return Ok(Turn::on(BoundPlayReport::NothingToUndo));
        };
        let taken = self.moves.split_off(last).swap_remove(0);
        (self.now, self.to_move, self.machine, self.hints) = (taken.before, taken.by, None, 0);
        let turn = self.turn(session, self.moves.len(), false)?;
        Ok(Turn::on(BoundPlayReport::Turn(BoundTurn { undone: true, ..turn })))
    }

    fn set_level(&mut self, session: &mut Session, level: &str, seed: Option<&str>, line: &str) -> Result<Turn, Error> {
        let seed = seed.map(str::parse).transpose();
        let is_of_two = matches!(self.to_move, Player::One | Player::Two);
        let level = seed.ok().and_then(|seed| Level::named(level, seed)).filter(|_| !is_of_two);
        let Some(level) = level else { return self.refuse(session, line, Refusal::NoLevel) };
        self.level = level;
        if let Some(seed) = level.seed() {
            self.rng = Rng::new(seed);
        }
        Ok(Turn::on(BoundPlayReport::Level(level)))
    }

    /// Who cannot move has lost, and so has who gives up.
    fn record(&self, session: &mut Session, given_up: bool) -> Result<BoundPlayReport, Error> {
        let missed = session.solved(self.at, |solver| solver.binding_winning_move(&self.now))?;
        Ok(BoundPlayReport::Over(BoundRecord {
            start: self.start.clone(),
            moves: self.moves.clone(),
            winner: self.to_move.other(),
            given_up,
            bound: self.now.bound.clone(),
            missed: missed.as_ref().map(step),
        }))
    }
}

/// The same without empty heaps beside those to which a player is bound.
fn without_empty_heaps(sum: &BoundSum) -> BoundSum {
    BoundSum { rest: choice::drop_empty_heaps(&sum.rest), bound: sum.bound.clone() }
}

fn as_choice(made: &BindingMove) -> Choice {
    let after = choice::drop_empty_heaps(&made.after.whole());
    Choice { from: made.from.clone(), to: (*made.to).clone(), after }
}
