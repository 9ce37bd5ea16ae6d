//! `pattern`: laws that values follow as far as they were seen.

pub(crate) mod answer;
pub(crate) mod beyond;
pub(crate) mod laws;
pub(crate) mod lists;

use std::collections::BTreeSet;
use std::sync::Arc;

use grundy_engine::game::{Game, OriginalHeaps, Position, Ruleset, Value, only_strips};
use grundy_engine::laws::{Evidence, Formula, LONGEST_PERIOD, Law, LawKind};
use grundy_engine::nim::Period;
use grundy_engine::solve::{Effort, Proof, SolveError, Solver};
use grundy_engine::sorting::sort_by_key;

use crate::error::{Error, Kind, SemanticError};
use crate::lang::errors;
use crate::lang::lower::{self, Slice};
use crate::lang::session::{Reply, Session};
use crate::show::lists::Axis;
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::pattern::answer::{LookedAt, Pattern, PatternOf};
use crate::verbs::pattern::laws::{Claimed, Ends, LATER_EFFORT, SeenLaw, continuation, looked_at};
use crate::verbs::tables;

/// Without a range, one coordinate runs up to the first of these, and each of two up to the second.
const LAST: [u64; 2] = [200, 30];
/// The most positions that are looked at.
const MOST: u128 = 10_000;
/// Steps of work for finding the values: about a second.
const EFFORT: u64 = 200_000_000;
/// If this many steps suffice, values count as cheap.
const LITTLE: u64 = 50_000;
/// Laws found in the first values of a heap game are then compared with later values, as far as this effort
/// reaches. It is too small to be noticed.
const LATER: Effort = Effort { heaps: 10_000, steps: 100_000_000 };
/// The last of these values for a game with a written rule.
pub(crate) const LATER_WRITTEN: u64 = 2_000;
/// How far the line that is proposed checks a law in one coordinate, if values are cheap to find.
const FAR: i128 = 10_000;
/// The same, if values are not cheap to find.
const NEAR: i128 = 400;
/// The same for a law in two coordinates.
const FAR_OF_TWO: i128 = 60;
/// Periods up to this are written out. For a longer period P the law is v(n + P) = v(n), plus the saltus.
const WRITTEN: u64 = 40;

/// A place, and the value there.
type Seen = ([i128; 2], i128);

/// What is asked about: a game, its coordinates, and the indices of those that run (that have other than one
/// member).
struct AskedPattern {
    game: Arc<Game>,
    axes: Vec<Axis>,
    running: Vec<usize>,
    at: Span,
}

pub(crate) fn pattern(session: &mut Session, subject: &ast::Expr, ranges: &[ast::Expr]) -> Result<Reply, Error> {
    let written = session.names.text(subject.span).trim().to_owned();
    let slice = lower::slice(&mut session.names, subject, ranges, &|_| false)?;
    let pattern = match session.names.subject_game(slice.game) {
        // Strips of one symbol are heaps.
        Ok(game) => pattern_of_game(session, only_strips(&game.ruleset).unwrap_or(game), &slice)?,
        Err(error) if is_meant_as_game(subject, &error) => return Err(error),
        Err(_) => lists::pattern(session, subject, ranges)?,
    };
    Ok(Reply::report(Pattern { subject: written, ..pattern }))
}

fn pattern_of_game(session: &mut Session, game: Arc<Game>, slice: &Slice) -> Result<Pattern, Error> {
    let at = slice.game.span;
    let ranges = slice.ranges(&session.names, "pattern", Some(&game), LAST)?;
    let (positions, runs) = tables::boxed(session, game.clone(), &ranges, at, MOST)?;
    let axes = tables::axes(&positions, &runs);
    let running: Vec<usize> = (0..axes.len()).filter(|axis| axes[*axis].members.len() != 1).collect();
    let place = ranges.last().map_or(at, |range| range.span);
    if running.len() > 2 {
        return Err(slice.too_many_run(&game, running.len()));
    }
    let count = running.iter().fold(1, |count: u128, axis| count.saturating_mul(axes[*axis].members.len() as u128));
    if count > MOST {
        return Err(Error::new(SemanticError::TooMany { what: "values", count, limit: MOST }, place));
    }
    let asked = AskedPattern { game, axes, running, at };
    let places = places(&asked).map_err(|wrong| errors::range_wanted(&wrong, place))?;
    let mut search = PatternSearch { session, asked };
    let (mut cells, is_cheap) = search.seen(&places, LITTLE)?;
    if !is_cheap {
        (cells, _) = search.seen(&places, EFFORT)?;
    }
    let claimed = search.claimed(slice.game, is_cheap);
    search.found(cells, claimed, slice.has_no_range())
}

/// What is asked about, and who computes the values.
struct PatternSearch<'s> {
    session: &'s mut Session,
    asked: AskedPattern,
}

impl PatternSearch<'_> {
    /// The laws of the values, written in the language. For one coordinate that runs without a range, they are compared
    /// with the proved period.
    fn found(&mut self, cells: Vec<Seen>, mut claimed: Claimed, has_no_range: bool) -> Result<Pattern, Error> {
        let is_whole_line = has_no_range && self.asked.running.len() == 1;
        let (proof, last) = if self.asked.running.len() == 1 { self.later()? } else { (None, 0) };
        let LawsOfGame { evidence, mut laws, later } = self.laws_beyond(cells, last, is_whole_line)?;
        if let Some(proof) = proof.filter(|_| is_whole_line) {
            self.prove(proof, &evidence, &claimed, &mut laws)?;
        }
        claimed.later = later;
        let asked = &self.asked;
        claimed.ends = self.session.solved(asked.at, |solver| asked.ends(solver, &evidence, &claimed))?;
        let ranges = looked_at(&evidence, &claimed.variables).into_iter().enumerate();
        Ok(Pattern {
            subject: String::new(),
            of: PatternOf::Values,
            values: evidence.len(),
            ranges: ranges.map(|(index, run)| LookedAt { end: claimed.ends.of(index), ..run }).collect(),
            laws: laws::found_laws(self.session, laws, &evidence, &claimed),
        })
    }

    /// The laws of the values that later values confirm, which are looked for up to `last`. Along a whole line these count as
    /// well.
    fn laws_beyond(&mut self, mut cells: Vec<Seen>, last: i128, is_whole_line: bool) -> Result<LawsOfGame, Error> {
        let mut evidence = self.asked.evidence(&cells);
        let mut laws = self.laws_of_game(&evidence)?;
        let mut later = if laws.is_empty() { Vec::new() } else { self.seen_later(&evidence, last)? };
        confirm(&self.asked, &evidence, &later, &mut laws);
        if is_whole_line && !later.is_empty() {
            cells.append(&mut later);
            laws.iter_mut().for_each(|seen| seen.law.fits += cells.len() - evidence.len());
            evidence = self.asked.evidence(&cells);
            if laws.is_empty() {
                laws = self.laws_of_game(&evidence)?;
                later = self.seen_later(&evidence, 0)?;
                confirm(&self.asked, &evidence, &later, &mut laws);
            }
        }
        Ok(LawsOfGame { evidence, laws, later: later.len() })
    }

    /// Values beyond those of the evidence, as far as they are cheap to find: up to `last`, or half as many again.
    /// An error of the rule ends them.
    fn seen_later(&mut self, evidence: &Evidence, last: i128) -> Result<Vec<Seen>, Error> {
        let places = self.asked.places_beyond(evidence, last);
        let mut cells = Vec::new();
        let asked = &self.asked;
        let seen = self.session.solved(asked.at, |solver| asked.see(solver, &places, LATER_EFFORT, &mut cells));
        match seen {
            Err(error) if error.is_stopped() || error.is_internal() => Err(error),
            _ => Ok(cells),
        }
    }

    /// The values at these places as far as `effort` steps of work reach, and whether they reached all places.
    fn seen(&mut self, places: &[[i128; 2]], effort: u64) -> Result<(Vec<Seen>, bool), Error> {
        let mut cells = Vec::with_capacity(places.len());
        let asked = &self.asked;
        let is_done = self.session.solved(asked.at, |solver| asked.see(solver, places, effort, &mut cells))?;
        Ok((cells, is_done))
    }

    /// How a law of the game is claimed: its left side, its variables, and how far to check it.
    fn claimed(&self, subject: &ast::Expr, is_cheap: bool) -> Claimed {
        let AskedPattern { game, axes, running, .. } = &self.asked;
        let text = self.session.names.text(subject.span).trim();
        let is_in_brackets = subject.bare().span != subject.span;
        let name = if subject.as_name().is_some() || is_in_brackets { text.to_owned() } else { format!("({text})") };
        let domain = match &game.ruleset {
            Ruleset::Written(system, index) if running.len() == axes.len() => system.rules[*index].conditions(),
            _ => Vec::new(),
        };
        let domain: Vec<&str> =
            domain.iter().map(|condition| self.session.names.text(condition.at.into()).trim()).collect();
        let is_heap = matches!(game.ruleset, Ruleset::Heap(_));
        let far = match running.len() {
            2 => FAR_OF_TWO,
            _ if is_heap || is_cheap => FAR,
            _ => NEAR,
        };
        Claimed {
            condition: if domain.is_empty() { String::new() } else { format!(" if {}", domain.join(" and ")) },
            far,
            ..self.asked.claimed(&name)
        }
    }

    /// The laws of the values. If no law is found, or if all laws in two coordinates have exceptions at the edge,
    /// those of the P-positions are added.
    fn laws_of_game(&mut self, evidence: &Evidence) -> Result<Vec<SeenLaw>, Error> {
        let at = self.asked.at;
        let mut found = laws::laws_of(self.session, evidence, PatternOf::Values, at)?;
        let least = evidence.cells().map(|(place, _)| place[0]).min();
        if found.iter().all(|seen| evidence.coordinates == 2 && Some(seen.law.from) != least) {
            found.truncate(2);
            let losing = laws::laws_of(self.session, &evidence.zeros(), PatternOf::Losing, at)?;
            found.extend(losing.into_iter().take(1));
        }
        Ok(found)
    }

    /// The proved period of a game of one coordinate, if there is one, and up to where its values are cheap to
    /// find.
    fn later(&mut self) -> Result<(Option<Proof>, i128), Error> {
        let asked = &self.asked;
        if let Ruleset::Written(..) = asked.game.ruleset {
            let start = asked.position(&[0, 0]);
            let proof = self.session.solved(asked.at, |solver| solver.period_along(&start, asked.running[0], LATER))?;
            return Ok((proof, LATER_WRITTEN.into()));
        }
        let found = self.session.solved(asked.at, |solver| solver.period_within(&asked.game, LATER))?;
        let proof = found.and_then(|found| found.proof());
        let last = match found {
            _ if proof.is_some() => LATER.heaps,
            found => found.map_or(LATER_WRITTEN, |found| found.checked()),
        };
        Ok((proof, i128::from(last.min(LATER.heaps))))
    }

    /// Marks the laws that follow from a proved period as proved. If no law follows from it, the period itself is
    /// added as one.
    fn prove(
        &mut self,
        proof: Proof,
        evidence: &Evidence,
        claimed: &Claimed,
        laws: &mut Vec<SeenLaw>,
    ) -> Result<(), Error> {
        for seen in laws.iter_mut().filter(|seen| is_decided(&seen.law, &proof.period, evidence)) {
            seen.theorem = Some(proof.theorem);
        }
        if laws.iter().all(|seen| seen.theorem.is_none()) {
            laws.retain(|seen| seen.of == PatternOf::Values);
            laws.insert(0, self.proved(proof, claimed)?);
        }
        Ok(())
    }

    /// The period of a game as a law: written out if it is short, otherwise as an equation between values one
    /// period apart.
    fn proved(&mut self, Proof { period, theorem, .. }: Proof, claimed: &Claimed) -> Result<SeenLaw, Error> {
        let first = i128::from(period.preperiod);
        if period.period <= WRITTEN {
            let last = first + 4 * i128::from(period.period.max(8));
            let places: Vec<[i128; 2]> = (first..=last).map(|n| [n, 0]).collect();
            let (cells, _) = self.seen(&places, u64::MAX)?;
            let laws = laws::laws_of(self.session, &self.asked.evidence(&cells), PatternOf::Values, self.asked.at)?;
            let whole = laws.into_iter().find(|seen| seen.law.kind == LawKind::Repeats && seen.law.from == first);
            if let Some(seen) = whole {
                return Ok(SeenLaw { theorem: Some(theorem), ..seen });
            }
        }
        let again = self.asked.valued(&claimed.game, period.period);
        let rise = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
        let claim = format!("{again} == {}{rise}", claimed.value);
        let formula = Formula::Coordinate(0);
        let law = Law { kind: LawKind::Repeats, formula, function: None, from: first, free: 0, fits: 0 };
        Ok(SeenLaw { law, of: PatternOf::Values, theorem: Some(theorem), claim: Some(claim) })
    }
}

/// The laws that values follow, and on how many values beyond the evidence they were tested.
struct LawsOfGame {
    evidence: Evidence,
    laws: Vec<SeenLaw>,
    later: usize,
}

impl AskedPattern {
    /// What a law is claimed of, with this name of the game.
    fn claimed(&self, name: &str) -> Claimed {
        let variables = self.running.iter().map(|index| self.axes[*index].name.to_string()).collect();
        Claimed { variables, game: name.to_owned(), ..Claimed::of(self.valued(name, 0), "n", FAR) }
    }

    /// The value at a place, or so much farther along what runs.
    fn valued(&self, name: &str, farther: u64) -> String {
        let strip = self.game.original.as_ref().and_then(|original| match original.heaps {
            OriginalHeaps::Strip(cell) => Some(format!(" * \"{cell}\"")),
            _ => None,
        });
        let argument = |(index, axis): (usize, &Axis)| match (axis.members.first(), farther, &strip) {
            (Some(fixed), ..) if !self.running.contains(&index) => fixed.to_string(),
            (_, 0, strip) => format!("{}{}", axis.name, strip.as_deref().unwrap_or_default()),
            (_, _, None) => format!("{} + {farther}", axis.name),
            (_, _, Some(strip)) => format!("({} + {farther}){strip}", axis.name),
        };
        let arguments: Vec<String> = self.axes.iter().enumerate().map(argument).collect();
        format!("grundy {name}({})", arguments.join(", "))
    }

    fn evidence(&self, cells: &[Seen]) -> Evidence {
        let seen = match self.running.len() {
            2 => Evidence::field(false, cells.iter().copied()),
            _ => Evidence::line(false, cells.iter().map(|(place, value)| (place[0], *value))),
        };
        seen.of_rule(&self.game.ruleset.numbers())
    }

    fn position(&self, place: &[i128; 2]) -> Position {
        let first = |axis: &Axis| axis.members.first().cloned().unwrap_or(Value::Integer(0));
        let mut coordinates: Vec<Value> = self.axes.iter().map(first).collect();
        for (axis, number) in self.running.iter().zip(place) {
            coordinates[*axis] = Value::Integer(*number);
        }
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }

    /// Where the positions end, if the line that checks a law would go farther: looked for along each coordinate, and
    /// then in the box up to these ends.
    fn ends(&self, solver: &Solver, evidence: &Evidence, claimed: &Claimed) -> Result<Ends, SolveError> {
        let runs = looked_at(evidence, &claimed.variables);
        match &self.game.ruleset {
            Ruleset::Written(system, index) if !system.rules[*index].conditions().is_empty() => {}
            _ => return Ok(Ends::default()),
        }
        let far = claimed.farthest(&runs);
        let is_position = |place: &[i128; 2]| {
            solver.budget().check()?;
            // Where a condition fails, a check would fail as well.
            Ok::<_, SolveError>(self.position(place).is_admitted(solver.budget().meter()).unwrap_or(false))
        };
        let mut ends = Ends::default();
        let mut numbers = Vec::new();
        for (coordinate, run) in runs.iter().enumerate() {
            let step = continuation(evidence, coordinate).map_or(1, |(_, step)| step);
            // What is farther away is not looked for: the line ends there.
            let far = far.min(run.last + MOST as i128 * step);
            let mut place = [runs[0].first, runs.last().map_or(0, |run| run.first)];
            place[coordinate] = run.last + step;
            while place[coordinate] <= far && is_position(&place)? {
                place[coordinate] += step;
            }
            let end = place[coordinate] - step;
            ends.last.push((end + step <= far || far < claimed.farthest(&runs)).then_some(end));
            numbers.push((run.first..=end).step_by(step.unsigned_abs() as usize));
        }
        if let [down, right] = &numbers[..] {
            let is_small = down.clone().count() as u128 * right.clone().count() as u128 <= MOST;
            let mut places = down.clone().flat_map(|a| right.clone().map(move |b| [a, b]));
            ends.has_gaps =
                !is_small || places.try_fold(false, |gap, place| Ok::<_, SolveError>(gap || !is_position(&place)?))?;
        }
        if ends.has_gaps && claimed.condition.is_empty() {
            ends.last = runs.iter().map(|run| Some(run.last)).collect();
        }
        Ok(ends)
    }

    /// Adds the values at these places to `cells`, as far as `effort` steps of work reach: false if they do not reach
    /// all places. A place without a position is left out.
    fn see(
        &self,
        solver: &mut Solver,
        places: &[[i128; 2]],
        effort: u64,
        cells: &mut Vec<Seen>,
    ) -> Result<bool, SolveError> {
        let mut reached = 0;
        let seen = solver.budget().clone().within(effort, || {
            for place in places {
                let position = self.position(place);
                if solver.is_admitted(&position)? {
                    cells.push((*place, i128::from(solver.position_value(&position)?.0)));
                }
                reached += 1;
            }
            Ok(())
        });
        if let (Some(next), 2) = (places.get(reached), self.running.len()) {
            // Of a square that is incomplete, the last row and column are left out.
            cells.retain(|(place, _)| place[0].max(place[1]) < next[0].max(next[1]));
        }
        Ok(seen?.is_some())
    }

    /// The places beyond those of the evidence, those nearest to the corner first: up to `last`, or half as many
    /// again along each coordinate.
    fn places_beyond(&self, evidence: &Evidence, last: i128) -> Vec<[i128; 2]> {
        let seen = |coordinate: usize| evidence.cells().map(|(place, _)| place[coordinate]).collect::<BTreeSet<_>>();
        let numbers = |coordinate: usize| -> BTreeSet<i128> {
            let mut numbers = seen(coordinate);
            if let Some((next, step)) = continuation(evidence, coordinate) {
                let more = numbers.len().div_ceil(2).max(usize::try_from((last - next) / step + 1).unwrap_or(0));
                numbers.extend((0..more as i128).map(|turn| next + turn * step));
            }
            numbers
        };
        let is_new = |place: &[i128; 2]| evidence.at(*place).is_none();
        in_order(numbers(0), numbers(1)).into_iter().filter(is_new).take(MOST as usize).collect()
    }
}

/// Leaves out the laws that later values contradict.
fn confirm(asked: &AskedPattern, evidence: &Evidence, later: &[Seen], laws: &mut Vec<SeenLaw>) {
    let later = asked.evidence(later);
    laws.retain(|seen| seen.goes_on(evidence, &later));
}

/// Whether a game was meant, so that the error about the game is shown. If not, the subject may be a list or a set.
fn is_meant_as_game(subject: &ast::Expr, error: &Error) -> bool {
    let is_name = subject.as_name().is_some();
    match &*error.kind {
        Kind::Semantic(SemanticError::NotAGame { game: Some(_), .. }) => true,
        Kind::Semantic(SemanticError::WrongKind { .. } | SemanticError::NotAGame { .. }) if is_name => false,
        _ => is_name || subject.rule().is_some(),
    }
}

/// The places of the coordinates that run, those nearest to the corner first. The error is a member that is not a
/// number.
fn places(asked: &AskedPattern) -> Result<Vec<[i128; 2]>, Value> {
    let numbers = |index: usize| -> Result<Vec<i128>, Value> {
        let Some(axis) = asked.running.get(index) else { return Ok(vec![0]) };
        let number = |member: &Value| match member {
            Value::Integer(n) => Ok(*n),
            other => Err(other.clone()),
        };
        asked.axes[*axis].members.iter().map(number).collect()
    };
    Ok(in_order(numbers(0)?, numbers(1)?))
}

/// All places with these coordinates, those nearest to the corner first.
fn in_order(down: impl IntoIterator<Item = i128>, right: impl IntoIterator<Item = i128>) -> Vec<[i128; 2]> {
    let right: Vec<i128> = right.into_iter().collect();
    let mut places: Vec<[i128; 2]> = down.into_iter().flat_map(|a| right.iter().map(move |b| [a, *b])).collect();
    sort_by_key(&mut places, |place| (place[0].max(place[1]), *place));
    places
}

/// Whether a proved period decides a law that repeats as well. Let P be the period of the game and Q ≤
/// `LONGEST_PERIOD` that of the law L, and let the two agree on P + Q places. Then L(n + P) − L(n) is the saltus
/// for Q consecutive n. Since this difference repeats with period Q, it is the saltus for every n, so L agrees with
/// the game for ever.
fn is_decided(law: &Law, period: &Period, evidence: &Evidence) -> bool {
    let Some((first, last)) = evidence.ends() else { return false };
    let start = law.from.max(i128::from(period.preperiod)).max(first[0]);
    let is_whole = evidence.len() as i128 == last[0] - first[0] + 1;
    let end = start.saturating_add(i128::from(period.period) + LONGEST_PERIOD as i128);
    law.kind == LawKind::Repeats && is_whole && end <= last[0]
}
