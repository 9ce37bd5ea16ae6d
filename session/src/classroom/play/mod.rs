//! `play`: a game against the machine or between two people, line by line.

pub(crate) mod at_once;
pub(crate) mod at_once_words;
pub(crate) mod choice;
pub(crate) mod data;
pub(crate) mod heaps;
pub(crate) mod move_words;
pub(crate) mod opponent;
pub(crate) mod question;
mod record_words;
pub(crate) mod sums;
pub(crate) mod typed;
pub(crate) mod words;

use std::sync::Arc;

use grundy_engine::game::{Binding, MovesIn, Position};
use grundy_engine::nim::{Convention, Outcome};
use grundy_engine::solve::{Remotenesses, Situation};

use crate::classroom::play::data::{
    Choice, Choices, Chosen, GivenReason, Level, PlayHint, PlayReport, PlayTurn, Played, Player, Reason, Record,
    Refusal,
};
use crate::classroom::play::opponent::{MOST_WEIGHED, Players};
use crate::classroom::play::sums::begun;
use crate::classroom::rng::Rng;
use crate::error::Error;
use crate::lang::session::{Dialogue, DialogueKind, Reply, Request, Session, Turn};
use crate::lang::{errors, evaluate};
use crate::show::report::Report;
use crate::source::Span;
use crate::syntax::ast::{ExprKind, Instruction};
use crate::verbs::explain::data::Advice;
use crate::verbs::position::analysis::{AskedPosition, ValuesWanted, analysed, refuse_misere};
use crate::verbs::{explain, position};

/// A game that has begun; the user is to move.
#[derive(Debug)]
pub struct Play {
    pub(crate) state: PlayState,
    /// The remotenesses found so far. They depend on no move, so a line that fails need not undo them.
    pub(crate) lengths: Remotenesses,
}

/// All of a game that a line can change. A line works on a copy, so that a line that fails changes nothing.
#[derive(Clone, Debug)]
pub struct PlayState {
    /// The position at the start, as it was given.
    pub(crate) start: Situation,
    /// The position at hand, without empty heaps.
    pub(crate) now: Situation,
    /// The player who makes the first move.
    pub(crate) begins: Player,
    pub(crate) moves: Vec<Played>,
    /// The machine's last move: the position before it, the move, and how it was chosen. `None` before its first
    /// move and after `undo`.
    pub(crate) last_machine_move: Option<(Situation, Choice, Chosen)>,
    pub(crate) level: Level,
    /// The weakest level at which the machine has played, whether it helped, and whether moves have been taken back.
    pub(crate) weakest: Level,
    pub(crate) helped: bool,
    pub(crate) undone: bool,
    /// Decides when the machine moves at random, and how.
    pub(crate) rng: Rng,
    /// How many hints have been given for the position at hand, at most 3.
    pub(crate) hints: u8,
    /// The moves of the position at hand that were last listed with their letters; none if only some were shown.
    pub(crate) listed: Vec<Choice>,
    /// Where the position stands in the statement, for errors.
    pub(crate) at: Span,
}

/// What can be said in a game, besides moves.
const WORDS: &[&str] =
    &["hint", "why", "undo", "moves", "level easy", "level medium", "level hard", "swap", "give up", "help", "quit"];

/// The word `moves` lists at most this many moves.
const LISTED: usize = 200;

/// `play POSITION`
pub(crate) fn play(session: &mut Session, instruction: &Instruction, span: Span) -> Result<Reply, Error> {
    let [position] = &instruction.parts[..] else { return Err(errors::internal("no position to play", span)) };
    let Players { begins, level } = Players::of(&instruction.words)?;
    let (at, convention) = (position.span, Convention::of(instruction.misere));
    // A game of the library without a position is begun with its own.
    let begun_with = match &position.kind {
        ExprKind::Name(game) => session.names.begun_with(game),
        _ => None,
    };
    let mut read = begun_with.map(|begun_with| session.read("<play>", &format!("print {begun_with}")).into_iter());
    let own = read.as_mut().and_then(Iterator::next).and_then(Result::ok);
    let position = own.as_ref().and_then(|own| own.expressions().first()).unwrap_or(position);
    let start = evaluate::position(&mut session.names, &mut session.solver, position)?;
    refuse_misere(&start, convention, at)?;
    // What has no answer is refused before the game begins.
    let asked = if start.as_compound().is_some() { convention } else { Convention::Normal };
    position::ready_value_and_outcome(session, &start, asked, at)?;
    let start = Situation::of(&start, convention);
    let level = opponent::fit_mistakes(session, level, &start, begins, at)?;
    let state = PlayState {
        now: begun(&start),
        start,
        begins,
        moves: Vec::new(),
        last_machine_move: None,
        level,
        weakest: level,
        helped: false,
        undone: false,
        rng: Rng::new(level.seed.unwrap_or(1)),
        hints: 0,
        listed: Vec::new(),
        at,
    };
    let mut play = Play { state, lengths: Remotenesses::new(convention) };
    let (report, is_over) = play.state.open(session, &mut play.lengths)?;
    let mut reply = Reply::report(report);
    if !is_over {
        reply.request = Some(Request::Dialogue(Box::new(Dialogue::new(play))));
    }
    Ok(reply)
}

impl DialogueKind for Play {
    fn name(&self) -> &'static str {
        "play"
    }

    fn words(&self) -> &'static [&'static str] {
        WORDS
    }

    /// Answers a move, a question, or a word such as `hint`.
    fn answer(&mut self, session: &mut Session, line: &str) -> Result<Turn, Error> {
        let mut state = self.state.clone();
        let turn = state.step(session, &mut self.lengths, line)?;
        self.state = state;
        Ok(turn)
    }

    fn leave(&self, _session: &Session) -> Turn {
        Turn::over(PlayReport::Left)
    }
}

impl PlayState {
    fn step(&mut self, session: &mut Session, lengths: &mut Remotenesses, line: &str) -> Result<Turn, Error> {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let lower = words.join(" ").to_lowercase();
        match lower.as_str() {
            "" => self.turn(session, self.moves.len(), None).map(|turn| Turn::on(PlayReport::Turn(turn))),
            "hint" => self.hint(session).map(Turn::on),
            "why" => self.why(session),
            "undo" => self.undo(session).map(Turn::on),
            "moves" => {
                let choices = sums::choices(session, &self.now, LISTED, self.at)?;
                self.list(&choices);
                Ok(Turn::on(PlayReport::Moves(choices)))
            }
            "help" | "?" => Ok(Turn::on(PlayReport::Help)),
            "swap" if !self.is_of_two() => self.swap(session, lengths),
            "give up" | "resign" => self.record(session, true).map(Turn::over),
            _ => match words[..] {
                ["level", _, _] => self.refuse(session, line, Refusal::NoLevel),
                ["level", level] => self.set_level(session, level, None, line),
                ["level", level, "seed", seed] => self.set_level(session, level, Some(seed), line),
                _ => match question::question(session, line) {
                    Some(answer) => {
                        self.helped = true;
                        Ok(answer)
                    }
                    None => self.moved(session, lengths, &words.join(" ")),
                },
            },
        }
    }

    /// Begins again from the start, with the other player to make the first move.
    fn swap(&mut self, session: &mut Session, lengths: &mut Remotenesses) -> Result<Turn, Error> {
        self.begins = self.begins.other();
        self.now = begun(&self.start);
        self.moves.clear();
        self.last_machine_move = None;
        self.hints = 0;
        // What was told of the position is still known.
        (self.weakest, self.undone) = (self.level, false);
        self.level = opponent::fit_mistakes(session, self.level, &self.start, self.begins, self.at)?;
        let (report, over) = self.open(session, lengths)?;
        Ok(if over { Turn::over(report) } else { Turn::on(report) })
    }

    /// Whose turn it is.
    fn to_move(&self) -> Player {
        self.moves.last().map_or(self.begins, |played| match played.choice.binding {
            Binding::Again => played.by,
            Binding::Free | Binding::Reply => played.by.other(),
        })
    }

    /// Whether two people play, without the machine.
    fn is_of_two(&self) -> bool {
        self.begins == Player::One
    }

    /// A move of the user or of one of two people, and the machine's answers.
    fn moved(&mut self, session: &mut Session, lengths: &mut Remotenesses, line: &str) -> Result<Turn, Error> {
        let choice = match choice::chosen(session, &self.now, line, &self.listed, self.at)? {
            Ok(choice) => choice,
            Err(Refusal::Unread) if question::is_statement(line) => {
                return self.refuse(session, line, Refusal::NotAQuestion);
            }
            Err(why) => return self.refuse(session, line, why),
        };
        let before = self.moves.len();
        self.make(session, self.to_move(), choice)?;
        self.answer(session, lengths)?;
        let (report, over) = self.stands(session, before, None)?;
        Ok(if over { Turn::over(report) } else { Turn::on(report) })
    }

    /// The first report, after the machine's first moves if the machine begins; and whether the game is over already.
    fn open(&mut self, session: &mut Session, lengths: &mut Remotenesses) -> Result<(Report, bool), Error> {
        self.answer(session, lengths)?;
        self.stands(session, 0, Some(self.begins))
    }

    /// The report after a line, and whether the game is over. The moves from the index `since` on are new; `begins` is
    /// given in the first report only.
    fn stands(&mut self, session: &mut Session, since: usize, begins: Option<Player>) -> Result<(Report, bool), Error> {
        let is_over = self.is_over(session)?;
        let report = if is_over {
            self.record(session, false)?
        } else {
            Report::new(PlayReport::Turn(self.turn(session, since, begins)?))
        };
        Ok((report, is_over))
    }

    /// Says why a line is not a move, and lists the moves that there are.
    fn refuse(&mut self, session: &mut Session, line: &str, why: Refusal) -> Result<Turn, Error> {
        let choices = self.lettered(session)?;
        Ok(Turn::on(PlayReport::Refused { line: line.to_owned(), why, choices }))
    }

    /// The moves for a list with letters, of which one may be picked in the next line.
    fn lettered(&mut self, session: &mut Session) -> Result<Choices, Error> {
        let choices = sums::lettered(session, &self.now, self.at)?;
        self.list(&choices);
        Ok(choices)
    }

    fn list(&mut self, choices: &Choices) {
        self.listed = if choices.more { Vec::new() } else { choices.shown.clone() };
    }

    /// Makes a move, and records how good it was.
    fn make(&mut self, session: &mut Session, by: Player, choice: Choice) -> Result<(), Error> {
        let better = position::best_move(session, &self.now, self.at)?;
        let (value, outcome) = position::worth(session, &choice.after, choice.binding, self.at)?;
        self.now = choice.after.clone();
        self.hints = 0;
        let better = better.filter(|better| outcome == Outcome::N || (outcome == Outcome::D && better.wins()));
        self.moves.push(Played { by, choice, value, outcome, better });
        Ok(())
    }

    /// The machine's moves, as long as it is to move and has one.
    fn answer(&mut self, session: &mut Session, lengths: &mut Remotenesses) -> Result<(), Error> {
        while self.to_move() == Player::Machine && !self.is_over(session)? {
            let Some((choice, how)) = self.machine_choice(session, lengths)? else { break };
            self.last_machine_move = Some((self.now.clone(), choice.clone(), how));
            self.make(session, Player::Machine, choice)?;
        }
        Ok(())
    }

    fn machine_choice(
        &mut self,
        session: &mut Session,
        lengths: &mut Remotenesses,
    ) -> Result<Option<(Choice, Chosen)>, Error> {
        if self.level != Level::HARD && self.rng.below(Level::OF) < self.level.mistakes {
            let mut choices = sums::choices(session, &self.now, MOST_WEIGHED, self.at)?.shown;
            let index = self.rng.below(choices.len() as u64) as usize;
            return Ok((index < choices.len()).then(|| (choices.swap_remove(index), Chosen::Chance)));
        }
        opponent::machine_choice(session, &self.now, lengths, self.at)
    }

    fn is_over(&self, session: &mut Session) -> Result<bool, Error> {
        Ok(sums::choices(session, &self.now, 1, self.at)?.shown.is_empty())
    }

    /// Whether the user loses from the start against perfect play, which is asked only where the machine plays otherwise.
    fn is_lost_from_the_start(&self, session: &mut Session) -> Result<bool, Error> {
        let lost = if self.begins == Player::You { Outcome::P } else { Outcome::N };
        let outcome =
            |session| position::ready_value_and_outcome(session, &self.start.rest, self.start.convention, self.at);
        Ok(self.level != Level::HARD && outcome(session)?.1 == lost)
    }

    /// The position at hand, with the moves since the one with this index.
    fn turn(&mut self, session: &mut Session, since: usize, begins: Option<Player>) -> Result<PlayTurn, Error> {
        let choices = self.lettered(session)?;
        let each = if session.is_on_page { at_once::each(session, &self.now, LISTED, self.at)? } else { Vec::new() };
        let is_lost = begins.is_some() && self.is_lost_from_the_start(session)?;
        Ok(PlayTurn {
            convention: self.now.convention,
            to_move: self.to_move(),
            level: self.level,
            is_lost,
            opening: begins.map(|begins| (begins, self.start.rest.clone())),
            undone: false,
            moved: self.moves[since..].to_vec(),
            position: self.now.clone(),
            again: self.moves.last().is_some_and(|played| played.choice.binding == Binding::Again),
            bound: self.now.bound.clone(),
            choices,
            each,
        })
    }

    fn hint(&mut self, session: &mut Session) -> Result<Report, Error> {
        self.helped = true;
        let best = position::best_move(session, &self.now, self.at)?;
        let (position, convention) = (self.now.clone(), self.now.convention);
        let asked = AskedPosition {
            sum: position.rest.clone(),
            convention,
            starts: None,
            most: 0,
            for_checker: false,
            at: self.at,
        };
        let found = analysed(session, asked, ValuesWanted::WithOptions)?;
        // The second hint says where to move: it is skipped where there is no choice.
        let (movable, _) = self.now.movable();
        let has_no_choice = match movable.as_compound().and_then(Position::compound) {
            Some((rule, components)) => rule.among(components.len()).moves_in == MovesIn::All,
            None => movable.parts.len() == 1,
        };
        self.hints = (self.hints + 1 + u8::from(self.hints == 1 && has_no_choice)).min(3);
        Ok(Report::new(PlayReport::Hint(PlayHint { stage: self.hints, position, found, best })))
    }

    fn why(&mut self, session: &mut Session) -> Result<Turn, Error> {
        self.helped = true;
        // Without a move of the machine there is only the solution to explain, and the user is to find that: a hint is
        // given instead.
        let Some((before, choice, how)) = &self.last_machine_move else {
            let hint = self.hint(session)?;
            let said = [Report::new(PlayReport::NothingToExplain), hint];
            let said = said.into_iter().skip(usize::from(self.is_of_two()));
            return Ok(Turn { said: said.map(|report| Ok(Reply::report(report))).collect(), over: false });
        };
        let why = |explanation| {
            let reason = Reason { choice: choice.clone(), how: *how, explanation };
            Ok(Turn::on(PlayReport::Why(Box::new(reason))))
        };
        let made = choice;
        if before.binds() {
            let left = made.after.whole();
            return why(GivenReason::Binding(session.solved(self.at, |solver| solver.grundy_value(&left))?));
        }
        let mut explanation = explain::explanation(session, before.rest.clone(), self.now.convention, self.at)?;
        if *how == Chosen::Winning
            && explanation.position.is_usual()
            && let Advice::Play(advised) = &mut explanation.advice
        {
            let value = if self.now.convention.is_misere() {
                None
            } else {
                Some(position::any_value(session, &made.to, self.at)?)
            };
            advised.from = made.from.clone();
            advised.to = Arc::new(made.to.clone());
            advised.value = value;
        }
        why(GivenReason::Explained(Box::new(explanation)))
    }

    /// Takes the user's last move back, and the machine's answers to it.
    fn undo(&mut self, session: &mut Session) -> Result<Report, Error> {
        let Some(last) = self.moves.iter().rposition(|played| played.by != Player::Machine) else {
            return Ok(Report::new(PlayReport::NothingToUndo));
        };
        self.undone = true;
        self.moves.truncate(last);
        let start = || begun(&self.start);
        self.now = self.moves.last().map_or_else(start, |played| played.choice.after.clone());
        self.last_machine_move = None;
        self.hints = 0;
        let turn = self.turn(session, self.moves.len(), None)?;
        Ok(Report::new(PlayReport::Turn(PlayTurn { undone: true, ..turn })))
    }

    fn set_level(&mut self, session: &mut Session, level: &str, seed: Option<&str>, line: &str) -> Result<Turn, Error> {
        let seed = seed.map(str::parse).transpose();
        let level = seed.ok().and_then(|seed| Level::named(level, seed)).filter(|_| !self.is_of_two());
        let Some(level) = level else { return self.refuse(session, line, Refusal::NoLevel) };
        self.level = opponent::fit_mistakes(session, level, &self.start, self.begins, self.at)?;
        let has_played = self.moves.iter().any(|played| played.by == Player::Machine);
        self.weakest = if has_played { self.weakest.weaker(self.level) } else { self.level };
        if let Some(seed) = level.seed {
            self.rng = Rng::new(seed);
        }
        let is_lost = self.is_lost_from_the_start(session)?;
        Ok(Turn::on(PlayReport::Level { level: self.level, is_lost }))
    }

    fn record(&self, session: &mut Session, given_up: bool) -> Result<Report, Error> {
        let (value, outcome) =
            position::ready_value_and_outcome(session, &self.start.rest, self.start.convention, self.at)?;
        // A player who cannot move has lost, or in misère play has won; a player who gives up has lost.
        let to_move = self.to_move();
        let winner = if self.now.convention.is_misere() && !given_up { to_move } else { to_move.other() };
        let missed = if given_up { position::best_move(session, &self.now, self.at)? } else { None };
        Ok(Report::new(PlayReport::Over(Record {
            start: self.start.rest.clone(),
            convention: self.now.convention,
            begins: self.begins,
            value,
            outcome,
            moves: self.moves.clone(),
            winner,
            given_up,
            level: (!self.is_of_two()).then_some(self.weakest),
            helped: self.helped,
            undone: self.undone,
            bound: self.now.bound.clone(),
            missed,
        })))
    }
}
