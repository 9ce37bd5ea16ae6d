//! Where the positions of exercises come from: random heaps and other numbers, random texts and boards made of the
//! characters in a rule, or positions that are reached from given ones by random moves, where the coordinates of a game
//! cannot be drawn, as those that are lists or graphs.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use grundy_engine::game::{Board, Component, Compound, Ends, Game, MovesIn, Position, Ruleset, Sum, Value};
use grundy_engine::nim::{Convention, Nimber, Outcome};
use grundy_engine::solve::Situation;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::classroom::play::sums;
use crate::classroom::rng::Rng;
use crate::error::Error;
use crate::lang::names::{Definition, Meant};
use crate::lang::questions::tree;
use crate::lang::session::Session;
use crate::lang::{evaluate, library};
use crate::source::Span;
use crate::syntax::ast::{Difficulty, Expr};
use crate::verbs::position;
use crate::verbs::tree::is_admitted;

/// How many positions are drawn in search of one that is fit for a question.
const TRIES: usize = 60;
/// The smallest heap that has a move is searched for up to this one.
const FIRST_HEAP: u64 = 60;
/// The most options of a position, for each level.
const OPTIONS: [usize; 3] = [8, 16, 30];
/// The most positions that can be reached from all components of a position together, for each level: more are too many to be
/// valued by hand. Heaps have no such limit: their values are worked out one after the other, so that only the number of
/// options matters.
const POSITIONS: [usize; 3] = [20, 40, 80];

/// Where positions come from.
#[derive(Debug)]
enum Origin {
    /// Random numbers as coordinates.
    Numbers,
    /// A random text as the only coordinate.
    Text {
        /// The characters in the texts of the rule; at least one.
        cells: Vec<char>,
        /// Whether the text may be a board of several rows.
        has_rows: bool,
    },
    /// A random one of these positions, which are reached from given ones; at least one.
    Reached(Vec<Position>),
    /// Positions that are played at once.
    Compound(CompoundOrigin),
}

/// How components of a compound are drawn.
#[derive(Debug)]
struct CompoundOrigin {
    rule: Compound,
    games: Vec<Arc<Game>>,
    /// For each component those that are reached from it by moves in it alone, each with how many are reached from there.
    reached: Vec<Vec<(Sum, usize)>>,
}

/// A game to ask about, and how its positions are drawn.
#[derive(Debug)]
pub struct PositionSource {
    pub game: Arc<Game>,
    origin: Origin,
    /// The smallest heap that has a move, minus 1; 0 for a game that is not of heaps.
    offset: u64,
    /// May play from some of its positions never end? Then questions ask for draws, too.
    pub draws: bool,
    /// Whether a position, as a text, is fit for a level as one of so many components: the answers so far.
    known: RefCell<FxHashMap<(String, Difficulty, usize), bool>>,
    /// Where the game is named, for errors.
    pub at: Span,
}

/// Draws from a source.
pub(crate) struct Drawer<'a> {
    pub session: &'a mut Session,
    pub source: &'a PositionSource,
    pub rng: &'a mut Rng,
}

impl PositionSource {
    /// Whether its positions are heaps, whose values form a sequence.
    pub fn is_of_heaps(&self) -> bool {
        matches!(self.origin, Origin::Numbers) && self.game.ruleset.arity() == 1
    }

    /// The last heap of a row of values that begins with heap 0.
    pub fn last_heap(&self, level: Difficulty) -> u64 {
        self.offset + [8, 12, 16][level as usize]
    }

    /// A random position of a size that suits the level. It may fail to be a position of the game, or have no moves.
    fn any(&self, level: Difficulty, components: usize, rng: &mut Rng) -> Option<Position> {
        let coordinates = match &self.origin {
            Origin::Compound(drawn) => return drawn.any(level, self.draws, rng),
            Origin::Reached(positions) => return positions.get(rng.below(positions.len() as u64) as usize).cloned(),
            Origin::Text { cells, has_rows } => vec![any_text(cells, *has_rows, level, rng)],
            Origin::Numbers if self.game.ruleset.arity() == 1 => {
                let (low, high) = heap_sizes(level, components);
                vec![Value::Integer(i128::from(self.offset + rng.between(low, high)))]
            }
            Origin::Numbers => {
                let most = [3, 5, 7][level as usize];
                let coordinate = |_| Value::Integer(i128::from(rng.below(most + 1)));
                (0..self.game.ruleset.arity()).map(coordinate).collect()
            }
        };
        Some(Position { game: self.game.clone(), coordinates: coordinates.into() })
    }

    /// Whether a hard position is drawn from it.
    fn has_hard(&self, session: &mut Session) -> Result<bool, Error> {
        let mut drawer = Drawer { session, source: self, rng: &mut Rng::new(1) };
        Ok(drawer.position(Difficulty::Hard, 1)?.is_some())
    }

    /// Are the positions played at once?
    pub fn is_of_compounds(&self) -> bool {
        matches!(self.origin, Origin::Compound(_))
    }

    /// The games that are played.
    pub fn games(&self) -> Vec<Arc<Game>> {
        match &self.origin {
            Origin::Compound(drawn) => drawn.games.clone(),
            _ => vec![self.game.clone()],
        }
    }
}

impl CompoundOrigin {
    fn of(session: &mut Session, start: &Position, at: Span) -> Result<Option<CompoundOrigin>, Error> {
        let Some((rule, components)) = start.compound() else { return Ok(None) };
        let mut reached = Vec::new();
        for component in &components {
            session.solved(at, |solver| solver.has_option(component))?;
            let mut found = Vec::new();
            for sum in walked(session, std::slice::from_ref(&**component), at)? {
                let below =
                    session.solved(at, |solver| tree::reached(solver, &sum, POSITIONS[Difficulty::Hard as usize]))?;
                // What is over asks nothing.
                found.extend(below.filter(|below| below.len() > 1).map(|below| (sum, below.len())));
            }
            if found.is_empty() {
                found.push(((**component).clone(), 1));
            }
            reached.push(found);
        }
        let parts = components.iter().flat_map(|sum| &sum.parts);
        let games = parts.filter_map(|part| of_game(&part.component)).map(|position| position.game.clone()).collect();
        Ok(Some(CompoundOrigin { rule, games, reached }))
    }

    /// Random components, if they are small enough for the level.
    fn any(&self, level: Difficulty, draws: bool, rng: &mut Rng) -> Option<Position> {
        let (mut components, mut sum, mut product) = (Vec::new(), 0, 1_usize);
        for reached in &self.reached {
            let (component, below) = reached.get(rng.below(reached.len() as u64) as usize)?;
            components.push(Arc::new(component.clone()));
            (sum, product) = (sum + below, product.saturating_mul(*below));
        }
        // Where a theorem decides, something is worked out for each component alone. All else is searched.
        let by_theorem = match self.rule {
            _ if draws => false,
            Compound { moves_in: MovesIn::All, .. } => true,
            Compound { moves_in: MovesIn::Some, ends } => ends != Ends::Short,
            Compound { moves_in: MovesIn::Exactly(1), ends: Ends::Short } => true,
            Compound { moves_in: MovesIn::Exactly(count), .. } => count == components.len(),
            Compound { moves_in: MovesIn::Pass, .. } => false,
        };
        let most = POSITIONS[level as usize];
        let is_small = if by_theorem { sum <= most } else { product <= 2 * most };
        is_small.then(|| self.rule.position(components))
    }
}

/// The smallest and the largest heap of a position with this number of components, without the offset.
fn heap_sizes(level: Difficulty, components: usize) -> (u64, u64) {
    match (level, components) {
        (Difficulty::Easy, 1) => (2, 8),
        (Difficulty::Easy, _) => (1, 5),
        (Difficulty::Medium, 1) => (4, 12),
        (Difficulty::Medium, _) => (1, 9),
        (Difficulty::Hard, 1) => (7, 18),
        (Difficulty::Hard, _) => (3, 14),
    }
}

/// A random text in which one character is the most likely, so that patterns of it occur; a board has up to three
/// rows.
fn any_text(cells: &[char], has_rows: bool, level: Difficulty, rng: &mut Rng) -> Value {
    let longest = [5, 7, 10][level as usize];
    let height = if has_rows { rng.between(1, 3) } else { 1 };
    let width = if height == 1 { rng.between(2, longest) } else { rng.between(2, 2 + level as u64) };
    let usual = cells[rng.below(cells.len() as u64) as usize];
    let cell = |rng: &mut Rng| match rng.below(4) {
        0 => cells[rng.below(cells.len() as u64) as usize],
        _ => usual,
    };
    let rows: Vec<String> = (0..height).map(|_| (0..width).map(|_| cell(rng)).collect()).collect();
    Value::text(&rows.join(&Board::ROW_END.to_string()))
}

/// How positions of a game are drawn: as numbers, else as texts, else from those of which the library states
/// values. `None` if no position is found that is fit for a question.
pub(crate) fn position_source(
    session: &mut Session,
    game: &Arc<Game>,
    at: Span,
) -> Result<Option<PositionSource>, Error> {
    let known = RefCell::default();
    let mut numbers =
        PositionSource { game: game.clone(), origin: Origin::Numbers, offset: 0, draws: false, known, at };
    if numbers.is_of_heaps() {
        for heap in 1..=FIRST_HEAP {
            let coordinates = Arc::new([Value::Integer(i128::from(heap))]);
            let position = Position { game: game.clone(), coordinates };
            let mut drawer = Drawer { session, source: &numbers, rng: &mut Rng::new(1) };
            if drawer.is_fit(&Sum::position(position), Difficulty::Hard, 1)? {
                numbers.offset = heap - 1;
                return with_draws(session, numbers).map(Some);
            }
        }
    } else if numbers.has_hard(session)? {
        return with_draws(session, numbers).map(Some);
    }
    if let Some(origin) = cells(session, game) {
        let texts = PositionSource { origin, ..numbers };
        if texts.has_hard(session)? {
            return with_draws(session, texts).map(Some);
        }
    }
    let stated = stated(session, game);
    position_source_from(session, game, &stated, at)
}

/// How positions are drawn from those that are reached from `starts`; `None` if none of them is fit for a
/// question.
pub(crate) fn position_source_from(
    session: &mut Session,
    game: &Arc<Game>,
    starts: &[Position],
    at: Span,
) -> Result<Option<PositionSource>, Error> {
    let source =
        |origin, draws| PositionSource { game: game.clone(), origin, offset: 0, draws, known: RefCell::default(), at };
    if let [start] = starts
        && let Some(drawn) = CompoundOrigin::of(session, start, at)?
    {
        let draws = session.solved(at, |solver| solver.may_never_end(&Sum::position(start.clone())))?;
        return Ok(Some(source(Origin::Compound(drawn), draws)));
    }
    let reached = reached(session, starts, at)?;
    if reached.is_empty() {
        return Ok(None);
    }
    let source = source(Origin::Reached(reached), false);
    source.has_hard(session)?.then(|| with_draws(session, source)).transpose()
}

/// The same, after some positions have been drawn to see whether play from them may never end.
fn with_draws(session: &mut Session, source: PositionSource) -> Result<PositionSource, Error> {
    /// How many are drawn of each level.
    const DRAWN: usize = 8;
    if !matches!(source.game.ruleset, Ruleset::Written(..)) || source.game.ruleset.binds() {
        return Ok(source);
    }
    let mut rng = Rng::new(1);
    for level in Difficulty::ALL.into_iter().cycle().take(DRAWN * Difficulty::ALL.len()) {
        let drawn = Drawer { session, source: &source, rng: &mut rng }.position(level, 1)?;
        let Some(sum) = drawn else { continue };
        if session.solved(source.at, |solver| solver.may_never_end(&sum))? {
            return Ok(PositionSource { draws: true, ..source });
        }
    }
    Ok(source)
}

/// Is the value of a position a nimber, the mex of those of its options?
pub(crate) fn is_usual(session: &mut Session, sum: &Sum, at: Span) -> Result<bool, Error> {
    Ok(!sum.binds() && !session.solved(at, |solver| solver.may_never_end(sum))?)
}

/// The characters in the texts of a game's definition; `None` if there are none, or if the game has several
/// coordinates.
fn cells(session: &mut Session, game: &Game) -> Option<Origin> {
    if game.ruleset.arity() != 1 {
        return None;
    }
    let Some(Meant::Defined(Definition::Game(definition))) = session.names.get(&game.name) else { return None };
    let written = session.names.text(definition.span);
    // Every second piece stands between quotation marks.
    let texts: Vec<&str> = written.split('"').skip(1).step_by(2).collect();
    let has_rows = written.contains("across or down")
        || written.contains("in any direction")
        || texts.iter().any(|text| text.contains(Board::ROW_END));
    let mut cells: Vec<char> = Vec::new();
    for cell in texts.concat().chars().filter(|cell| !['?', '\\', Board::ROW_END].contains(cell)) {
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    (!cells.is_empty()).then_some(Origin::Text { cells, has_rows })
}

impl Drawer<'_> {
    /// Draws a position with this number of components, each with a move and small enough for the level, or else with fewer;
    /// `None` if none was found.
    pub(crate) fn position(&mut self, level: Difficulty, components: usize) -> Result<Option<Sum>, Error> {
        let components = if self.source.is_of_compounds() { 1 } else { components };
        for components in (1..=components).rev() {
            if let Some(sum) = self.sum(level, components)? {
                return Ok(Some(sum));
            }
        }
        Ok(None)
    }

    /// The same with exactly so many components.
    fn sum(&mut self, level: Difficulty, components: usize) -> Result<Option<Sum>, Error> {
        let mut sum = Sum::default();
        for _ in 0..components {
            let mut found = None;
            for _ in 0..TRIES {
                let Some(position) = self.source.any(level, components, self.rng).map(Sum::position) else { continue };
                if self.is_known_fit(&position, level, components)? {
                    found = Some(position);
                    break;
                }
            }
            let Some(position) = found else { return Ok(None) };
            sum = sum.plus(&position);
        }
        Ok(Some(sum))
    }

    /// The answer of `is_fit`, which is remembered.
    fn is_known_fit(&mut self, position: &Sum, level: Difficulty, components: usize) -> Result<bool, Error> {
        let key = (position.to_string(), level, components);
        if let Some(known) = self.source.known.borrow().get(&key) {
            return Ok(*known);
        }
        let is_fit = self.is_fit(position, level, components)?;
        self.source.known.borrow_mut().insert(key, is_fit);
        Ok(is_fit)
    }

    /// Is this a position of its game that has a move and a value, and is small enough for the level as one of so many components?
    fn is_fit(&mut self, position: &Sum, level: Difficulty, components: usize) -> Result<bool, Error> {
        let at = self.source.at;
        if self.source.is_of_compounds() {
            return self.session.solved(at, |solver| solver.has_option(position));
        }
        if !is_admitted(position, &self.session.solver) {
            return Ok(false);
        }
        match self.is_valued(position, level, components) {
            Err(error) if error.stop().is_some() => Err(error),
            // The rule cannot be evaluated for these coordinates: it expects others.
            Err(_) => Ok(false),
            fit => fit,
        }
    }

    /// Can at most so many positions be reached from this one?
    pub(super) fn is_small(&mut self, position: &Sum, most: usize) -> Result<bool, Error> {
        Ok(self.session.solved(self.source.at, |solver| tree::reached(solver, position, most))?.is_some())
    }

    fn is_valued(&mut self, position: &Sum, level: Difficulty, components: usize) -> Result<bool, Error> {
        let at = self.source.at;
        let choices = sums::choices(self.session, &Situation::from(position.clone()), OPTIONS[level as usize], at)?;
        let is_small = match self.source.is_of_heaps() {
            true => !choices.more,
            false => self.is_small(position, POSITIONS[level as usize] / components)?,
        };
        // The value is asked for, since the rule may fail further down.
        Ok(!choices.shown.is_empty() && is_small && position::any_value(self.session, position, at).map(|_| true)?)
    }
}

/// The values of consecutive heaps; `None` if one of them is not a position of the game, or has no nimber.
pub(crate) fn row_of_values(
    session: &mut Session,
    source: &PositionSource,
    heaps: Range<u64>,
) -> Result<Option<Vec<Nimber>>, Error> {
    let mut values = Vec::new();
    for heap in heaps {
        let sum = Sum::position(Position::at(&source.game, heap));
        if !is_admitted(&sum, &session.solver) || !is_usual(session, &sum, source.at)? {
            return Ok(None);
        }
        values.push(position::value(session, &sum, source.at)?);
    }
    Ok(Some(values))
}

/// The least heap of this value, up to the last one of a row of values at the hard level.
pub(crate) fn least_heap(session: &mut Session, source: &PositionSource, value: Nimber) -> Result<Option<u64>, Error> {
    let row = row_of_values(session, source, 0..source.last_heap(Difficulty::Hard) + 1)?;
    Ok(row.and_then(|row| row.iter().position(|known| *known == value)).map(|heap| heap as u64))
}

/// The positions below this one that the next player loses in misère play, the nearest to the end first; `None` if the
/// position is too large for exercises.
pub(crate) fn lost_in_misere(session: &mut Session, position: &Sum, at: Span) -> Result<Option<Vec<Sum>>, Error> {
    let Some(reached) =
        session.solved(at, |solver| tree::reached(solver, position, POSITIONS[Difficulty::Hard as usize]))?
    else {
        return Ok(None);
    };
    let mut lost = Vec::new();
    for below in reached.into_iter().skip(1).rev() {
        if position::outcome_of(session, &below, Convention::Misere, at)? == Outcome::P {
            lost.push(below);
        }
    }
    Ok(Some(lost))
}

/// How many games are played, from all given positions together.
const GAMES: usize = 48;
/// The most moves of such a game.
const LONGEST: usize = 60;
/// In a position with more moves than this, a random one of the first is made.
const MOVES: usize = 100;

/// The position that an expression stands for; `None` if it is a sum or a nim-heap.
pub(crate) fn start(session: &mut Session, expr: &Expr) -> Result<Option<Position>, Error> {
    let sum = evaluate::position(&mut session.names, &mut session.solver, expr)?;
    Ok(match &sum.parts[..] {
        [part] if part.copies == 1 => of_game(&part.component).cloned(),
        _ => None,
    })
}

/// The positions of a game of which the library states values; empty if the user has defined the game.
pub(crate) fn stated(session: &mut Session, game: &Arc<Game>) -> Vec<Position> {
    let entry = library::entry(&game.name).filter(|_| session.names.own(&game.name).is_none());
    let stated = entry.and_then(|entry| entry.fact("Values")).unwrap_or_default();
    let mut positions = Vec::new();
    for written in stated.split("; ").filter_map(|fact| fact.split(" = ").next()) {
        for statement in session.read("<library>", written) {
            let Ok(statement) = &statement else { continue };
            positions.extend(statement.expression().and_then(|expr| start(session, expr).ok().flatten()));
        }
    }
    positions
}

/// The positions of games that occur in random games from these, each once. Every session finds the same.
pub(crate) fn reached(session: &mut Session, starts: &[Position], at: Span) -> Result<Vec<Position>, Error> {
    let starts: Vec<Sum> = starts.iter().cloned().map(Sum::position).collect();
    let mut reached = Vec::new();
    let mut met = FxHashSet::default();
    for sum in walked(session, &starts, at)? {
        for position in sum.parts.iter().filter_map(|part| of_game(&part.component)) {
            if met.insert(position.to_string()) {
                reached.push(position.clone());
            }
        }
    }
    Ok(reached)
}

/// All positions that occur in random games from these, each once.
fn walked(session: &mut Session, starts: &[Sum], at: Span) -> Result<Vec<Sum>, Error> {
    let mut rng = Rng::new(1);
    let mut walked = Vec::new();
    let mut met = FxHashSet::default();
    for start in starts.iter().cycle().take(GAMES) {
        let mut now = start.clone();
        for _ in 0..LONGEST {
            if met.insert(now.to_string()) {
                walked.push(now.clone());
            }
            let mut choices = sums::choices(session, &Situation::from(now.clone()), MOVES, at)?.shown;
            if choices.is_empty() {
                break;
            }
            now = choices.swap_remove(rng.below(choices.len() as u64) as usize).after.whole();
        }
    }
    Ok(walked)
}

/// The outcome that is looked for: P once in so many questions. Where play may never end, a third of the questions should be
/// about draws.
pub(super) fn wish(draws: bool, lost: u64, rng: &mut Rng) -> Outcome {
    match rng.below(lost) {
        _ if draws && rng.below(3) == 0 => Outcome::D,
        0 => Outcome::P,
        _ => Outcome::N,
    }
}

/// The position of a game that a component is; `None` for a nim-heap.
fn of_game(component: &Component) -> Option<&Position> {
    match component {
        Component::Position(position) => Some(position),
        _ => None,
    }
}
