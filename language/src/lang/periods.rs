//! Questions about whole games: period, preperiod, saltus, exceptions, proved. A session's own solver continues a search where
//! the last one ended. In expressions the answer must not depend on what was asked before: there each search begins with an
//! empty solver, and the reports are cached.

use std::sync::Arc;

use grundy_engine::game::{
    AskedGame, EvalErrorKind, Game, HeapRules, LARGEST_COORDINATE, Position, RuleClause, Ruleset, Set, Sum, Value,
    only_strips,
};
use grundy_engine::nim::{Nimber, Period, lcm};
use grundy_engine::solve::{
    CanContinue, Effort, NeedsEnd, PeriodFinding, Proof, Published, SolveError, Solver, Theorem, published,
};
use serde::Serialize;
use serde::ser::Serializer;

use crate::lang::names::Names;
use crate::show::certificate::Work;
use crate::show::json;

/// `period S`.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    pub game: Arc<Game>,
    /// Seen and proved are different things; the solver decides between them.
    #[serde(flatten, serialize_with = "found")]
    pub finding: PeriodFinding,
    /// Whether the search could go on.
    #[serde(rename = "farther")]
    pub can_continue: CanContinue,
    /// The heaps below the preperiod whose values differ from what the repetition would give, with their values: the
    /// first 12,000,000 of them, of which an answer as data has the first 10,000.
    #[serde(serialize_with = "first_exceptions")]
    pub exceptions: Vec<(u64, Nimber)>,
    /// How many such heaps there are.
    pub exception_count: u64,
    /// Where the question is about all kinds of heaps of a game at once, the period of each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<KindPeriod>,
    /// What is published where nothing is proved here.
    pub published: Option<Published>,
    /// The values of the first heaps, for `explain period`.
    pub sample: Vec<Nimber>,
    /// The rule as data; `None` if it has no such form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Vec<RuleClause>>,
    /// By which checker the period can be proved to others; `None` if that was not looked for, or there is none.
    #[serde(skip)]
    pub checker: Option<ProofChecker>,
}

/// How others can prove a period: a checker of `proof/`, with what it is told, and what it costs.
#[derive(Clone, Debug)]
pub struct ProofChecker {
    /// The lemma that applies, as it is called in Rocq.
    pub lemma: String,
    /// The heaps that are looked at.
    pub heaps: u64,
    pub work: Work,
}

/// The period of the positions that have all coordinates but one in common.
#[derive(Clone, Debug, Serialize)]
pub struct KindPeriod {
    /// Such a position, with the name of the coordinate that varies.
    pub position: String,
    pub period: u64,
    pub preperiod: u64,
}

/// A period as other programs read it.
fn found<S: Serializer>(finding: &PeriodFinding, to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Found {
        finding: &'static str,
        period: Option<u64>,
        preperiod: Option<u64>,
        saltus: Option<u64>,
        checked: u64,
        theorem: Option<Theorem>,
    }
    let period = finding.period();
    let found = Found {
        finding: match finding {
            PeriodFinding::Proved(_) => "proved",
            PeriodFinding::Seen { .. } => "seen",
            PeriodFinding::None { .. } => "none",
        },
        period: period.map(|period| period.period),
        preperiod: period.map(|period| period.preperiod),
        saltus: period.map(|period| period.saltus),
        checked: finding.checked(),
        theorem: finding.proof().map(|proof| proof.theorem),
    };
    found.serialize(to)
}

/// The most exceptional heaps that are kept, as many as a list may have.
const EXCEPTIONS: usize = 12_000_000;
/// The most that an answer as data has.
const EXCEPTIONS_AS_DATA: usize = 10_000;

fn first_exceptions<S: Serializer>(all: &[(u64, Nimber)], to: S) -> Result<S::Ok, S::Error> {
    json::exceptions(&all[..all.len().min(EXCEPTIONS_AS_DATA)], to)
}

/// Heaps of a written rule that are looked at; no theorem can prove anything about them.
const WRITTEN: u64 = 2_000;
/// Steps of work for these heaps: about a second.
const EFFORT: u64 = 200_000_000;
/// A report has the values of the heaps up to this one, for the explanation.
const SAMPLE: u64 = 200;

/// What is wrong with a question about a game, if anything: the number of coordinates, or one out of range.
pub fn misfit(asked: &AskedGame) -> Option<EvalErrorKind> {
    let others: &[Value] = asked.line.as_ref().map_or(&[], |(_, others)| others);
    let (wanted, found) = (asked.game.ruleset.arity(), others.len() + 1);
    if wanted != found {
        return Some(EvalErrorKind::Arity { name: asked.game.name.to_string(), wanted, found });
    }
    let negative = others.iter().find_map(|other| match other {
        Value::Integer(n) if !(0..=LARGEST_COORDINATE).contains(n) => Some(*n),
        _ => None,
    });
    negative.map(|value| EvalErrorKind::Coordinate { game: asked.game.name.to_string(), value })
}

/// The same question, about all kinds of heaps of a game if the conditions of its rule say what all coordinates but one may be. Each of
/// these then has a set as its value.
pub fn of_all_kinds(asked: AskedGame, solver: &Solver) -> AskedGame {
    /// The most kinds that are asked about at once.
    const KINDS: usize = 64;
    if asked.line.is_some() || asked.game.ruleset.arity() < 2 {
        return asked;
    }
    let listed = asked.game.listed_coordinates(solver.budget().meter());
    let mut free = (0..listed.len()).filter(|place| listed[*place].is_none());
    let (Some(along), None) = (free.next(), free.next()) else { return asked };
    let others: Vec<Arc<[Value]>> = listed.into_iter().flatten().collect();
    if others.iter().fold(1, |count: usize, values| count.saturating_mul(values.len())) > KINDS {
        return asked;
    }
    let set = |values| Value::Set(Arc::new(Set::Finite(values)));
    AskedGame { line: Some((along, others.into_iter().map(set).collect())), ..asked }
}

/// All ways to choose a member of each set, and the other values as they are.
fn chosen(others: &[Value]) -> Vec<Vec<Value>> {
    others.iter().fold(vec![Vec::new()], |chosen, other| {
        let one = std::slice::from_ref(other);
        let members = match other {
            Value::Set(set) => {
                if let Set::Finite(members) = &**set {
                    members
                } else {
                    one
                }
            }
            _ => one,
        };
        let with = |before: &Vec<Value>, member: &Value| before.iter().cloned().chain([member.clone()]).collect();
        chosen.iter().flat_map(|before| members.iter().map(|member| with(before, member)).collect::<Vec<_>>()).collect()
    })
}

/// A sequence of positions numbered from 0: the heaps of a game, or the positions along one coordinate. If it is about several kinds
/// of heaps, a number stands for one of each.
pub struct PositionSequence {
    /// The game as it is named in reports.
    shown: Arc<Game>,
    game: Arc<Game>,
    /// The coordinate that runs; `None` if it is the only one.
    along: Option<usize>,
    /// For each kind, the values of the others.
    kinds: Vec<Vec<Value>>,
}

impl PositionSequence {
    /// The sequence that a question is about. Along one coordinate a game may be a heap game, whose period can be
    /// proved.
    pub fn of(names: &mut Names, asked: &AskedGame) -> PositionSequence {
        let game = asked.game.clone();
        let heaps =
            |game: Arc<Game>| PositionSequence { shown: game.clone(), game, along: None, kinds: vec![Vec::new()] };
        let Some((along, others)) = &asked.line else {
            // Strips of one symbol are heaps.
            return heaps(only_strips(&game.ruleset).unwrap_or(game));
        };
        let kinds = chosen(others);
        if let [_] = kinds[..]
            && let Some(found) = game.heaps_along(*along, others, &names.meter)
        {
            return heaps(found);
        }
        let shown = match &kinds[..] {
            [others] => Arc::new(Game::new(&*line_name(&game, *along, others, "n"), game.ruleset.clone())),
            _ => game.clone(),
        };
        PositionSequence { shown, game, along: Some(*along), kinds }
    }

    /// The game whose own table of values theorems look at; `None` if the sequence is only a part of the game.
    pub fn heaps(&self) -> Option<&Game> {
        if self.along.is_none() { Some(&self.game) } else { None }
    }

    /// Its rule, if it is one of heaps.
    fn rule(&self) -> Option<&HeapRules> {
        match &self.heaps()?.ruleset {
            Ruleset::Heap(rules) => Some(rules),
            _ => None,
        }
    }

    fn position(&self, kind: usize, heap: u64) -> Position {
        let Some(along) = self.along else { return Position::at(&self.game, heap) };
        let mut coordinates = self.kinds[kind].clone();
        coordinates.insert(along, Value::Integer(i128::from(heap)));
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }

    /// The proved periods of the kinds of a written rule, and that of all of them.
    fn proved(
        &self,
        solver: &mut Solver,
        effort: Effort,
    ) -> Result<Option<(PeriodFinding, Vec<KindPeriod>)>, SolveError> {
        let along = self.along.unwrap_or(0);
        let mut kinds = Vec::new();
        let mut all: Option<Proof> = None;
        for (kind, others) in self.kinds.iter().enumerate() {
            let Some(proof) = solver.period_along(&self.position(kind, 0), along, effort)? else { return Ok(None) };
            let Period { preperiod, period, .. } = proof.period;
            if self.kinds.len() > 1 {
                let position = line_name(&self.game, along, others, self.varying());
                kinds.push(KindPeriod { position, period, preperiod });
            }
            let before = all.unwrap_or(proof);
            let Some(common) = lcm(before.period.period.into(), period.into()).and_then(|p| u64::try_from(p).ok())
            else {
                return Ok(None);
            };
            let period = Period { preperiod: before.period.preperiod.max(preperiod), period: common, saltus: 0 };
            let theorem = if before.theorem == Theorem::SplitSystem { before.theorem } else { proof.theorem };
            all = Some(Proof { period, theorem, checked: before.checked.max(proof.checked) });
        }
        Ok(all.map(|proof| (PeriodFinding::Proved(proof), kinds)))
    }

    /// The name of the coordinate that runs.
    fn varying(&self) -> &str {
        match (&self.game.ruleset, self.along) {
            (Ruleset::Written(system, index), Some(along)) => &system.rules[*index].coordinates[along],
            _ => "n",
        }
    }

    /// The value of a position of the sequence; 0 if there is no such position.
    pub fn value(&self, solver: &mut Solver, kind: usize, heap: u64) -> Result<Nimber, SolveError> {
        let position = self.position(kind, heap);
        if !solver.is_admitted(&position)? {
            return Ok(Nimber::ZERO);
        }
        solver.position_value(&position).map_err(|stop| match stop {
            SolveError::Infinite(_) => {
                SolveError::Endless(Box::new((NeedsEnd::Period, Sum::position(position.clone()))))
            }
            other => other,
        })
    }

    /// The last position, at most this one, up to which all values are known, numbers or not; `None` if it is about several kinds, or
    /// there is none.
    pub fn valued_to(&self, solver: &mut Solver, last: u64) -> Option<u64> {
        /// Steps of work for that: less than a second.
        const STEPS: u64 = 1_000_000;
        let [_] = self.kinds[..] else { return None };
        let mut valued = None;
        // Whatever ends this ends only the search.
        let _ = solver.budget().clone().within(STEPS, || {
            for heap in 0..=last {
                let position = self.position(0, heap);
                if solver.is_admitted(&position)? {
                    solver.grundy_value(&Sum::position(position))?;
                }
                valued = Some(heap);
            }
            Ok(())
        });
        valued
    }
}

/// A position with a name in place of one coordinate, as `O(n, 1)`.
fn line_name(game: &Game, along: usize, others: &[Value], varying: &str) -> String {
    let mut coordinates: Vec<String> = others.iter().map(Value::brief).collect();
    coordinates.insert(along, varying.to_owned());
    format!("{}({})", game.name, coordinates.join(", "))
}

/// The steps of work for a search, `second` of them for each second that was asked for. Where only a heap was
/// given, there is no limit; where nothing was, the search takes a second.
fn steps(asked: &AskedGame, second: u64) -> u64 {
    match (asked.seconds, asked.heaps) {
        (Some(seconds), _) => seconds.saturating_mul(second),
        (None, Some(_)) => u64::MAX,
        (None, None) => second,
    }
}

/// How long to search for the period of a heap game: for some seconds, or up to a heap.
pub fn effort(asked: &AskedGame) -> Effort {
    let steps = steps(asked, Effort::USUAL.steps);
    // The bound on the heaps is exclusive.
    Effort { heaps: asked.heaps.map_or(u64::MAX, |last| last.saturating_add(1)), steps }
}

/// The report on how the values of a sequence repeat. `found` is what the solver found; it is `None` for written
/// rules, whose values are searched here. The error is why the solver stopped.
pub fn report(
    solver: &mut Solver,
    sequence: &PositionSequence,
    found: Option<(PeriodFinding, CanContinue)>,
    asked: &AskedGame,
) -> Result<PeriodReport, SolveError> {
    let mut kinds = Vec::new();
    let (finding, can_continue) = match found {
        Some(found) => found,
        None => match sequence.proved(solver, effort(asked))? {
            Some((proved, of_kinds)) => {
                kinds = of_kinds;
                (proved, CanContinue::No)
            }
            None => (seen(solver, sequence, asked)?, CanContinue::No),
        },
    };
    let mut sample = Vec::new();
    if sequence.kinds.len() == 1 {
        for heap in 0..=SAMPLE.min(finding.checked()) {
            sample.push(sequence.value(solver, 0, heap)?);
        }
    }
    let (exceptions, exception_count) = match finding.period() {
        Some(period) => exceptions(solver, sequence, &period)?,
        None => (Vec::new(), 0),
    };
    let published = match finding {
        PeriodFinding::Proved(_) => None,
        _ => sequence.heaps().and_then(|game| published(&game.ruleset)),
    };
    let game = sequence.shown.clone();
    let rule = sequence.rule().and_then(HeapRules::as_data);
    let checker = None;
    Ok(PeriodReport {
        game,
        finding,
        can_continue,
        exceptions,
        exception_count,
        kinds,
        published,
        sample,
        rule,
        checker,
    })
}

/// The answer to a question such as `period` or `saltus`, as a value, from the reports in the cache if there is one. The
/// outer error is why the solver stopped, the inner one a fault in the question.
pub fn answer(
    names: &mut Names,
    solver: &mut Solver,
    cache: Option<&mut PeriodCache>,
    asked: &AskedGame,
    question: &str,
) -> Result<Result<Value, EvalErrorKind>, SolveError> {
    let asked = &of_all_kinds(asked.clone(), solver);
    if let Some(misfit) = misfit(asked) {
        return Ok(Err(misfit));
    }
    let look = |report: &PeriodReport| (report.finding, part(report, question));
    let (finding, answer) = match cache {
        None => period_report(names, solver, asked).map(|report| look(&report))?,
        Some(cache) => cache.look(names, solver, asked, look)?,
    };
    if let (PeriodFinding::Seen { checked, .. }, true) = (finding, question != "proved") {
        names.caveats.period_is_seen(&asked.game, checked);
    }
    Ok(answer)
}

/// Searches for a period as long as was asked, and reports what is known.
pub fn period_report(names: &mut Names, solver: &mut Solver, asked: &AskedGame) -> Result<PeriodReport, SolveError> {
    let sequence = PositionSequence::of(names, asked);
    let found = match sequence.heaps() {
        Some(game) => solver.period_within(game, effort(asked))?.map(|found| (found, CanContinue::No)),
        None => None,
    };
    report(solver, &sequence, found, asked)
}

/// The part of a report that a question names, as a value; `none` if there is no period.
pub fn part(report: &PeriodReport, question: &str) -> Result<Value, EvalErrorKind> {
    let number = |n: u64| Value::Integer(i128::from(n));
    if question == "proved" {
        return Ok(Value::Bool(report.finding.proof().is_some()));
    }
    let Some(period) = report.finding.period() else { return Ok(Value::None) };
    Ok(match question {
        "preperiod" => number(period.preperiod),
        "saltus" => number(period.saltus),
        "exceptions" if report.exception_count > EXCEPTIONS as u64 => {
            return Err(EvalErrorKind::TooLarge { limit: EXCEPTIONS });
        }
        "exceptions" => Value::list(report.exceptions.iter().map(|(heap, _)| number(*heap)).collect()),
        _ => number(period.period),
    })
}

/// The heaps below the preperiod whose values are not what the repetition would give: the first of them, and how many
/// there are.
fn exceptions(
    solver: &mut Solver,
    sequence: &PositionSequence,
    period: &Period,
) -> Result<(Vec<(u64, Nimber)>, u64), SolveError> {
    if let Some((table, budget)) = sequence.heaps().and_then(|game| solver.table(&game.ruleset)) {
        return table.exceptions(period, EXCEPTIONS, budget);
    }
    // Of a written rule only the first heaps were looked at, so there are few below the preperiod.
    let mut found = Vec::new();
    for heap in 0..period.preperiod {
        let later = heap + (period.preperiod - heap).div_ceil(period.period) * period.period;
        let rise = (later - heap) / period.period * period.saltus;
        for kind in 0..sequence.kinds.len() {
            let own = sequence.value(solver, kind, heap)?;
            if sequence.value(solver, kind, later)?.0 != own.0 + rise {
                found.push((heap, own));
                break;
            }
        }
    }
    let count = found.len() as u64;
    Ok((found, count))
}

/// Looks for a repetition in the values of a written rule, as far as the question says or about a second reaches.
fn seen(solver: &mut Solver, sequence: &PositionSequence, asked: &AskedGame) -> Result<PeriodFinding, SolveError> {
    let last = asked.heaps.unwrap_or(if asked.seconds.is_some() { u64::MAX } else { WRITTEN });
    let mut values = Vec::new();
    solver.budget().clone().within(steps(asked, EFFORT), || {
        for heap in 0..=last {
            let column = (0..sequence.kinds.len()).map(|kind| Ok(sequence.value(solver, kind, heap)?.0));
            values.push(column.collect::<Result<Vec<u64>, SolveError>>()?);
        }
        Ok(())
    })?;
    let count = values.len();
    let checked = (count as u64).saturating_sub(1);
    for period in 1..count / 3 {
        let (last, before) = (&values[count - 1], &values[count - 1 - period]);
        let Some(saltus) = last[0].checked_sub(before[0]) else { continue };
        let rises = |(here, later): (&u64, &u64)| here.checked_add(saltus) == Some(*later);
        let agrees = |n: &usize| values[*n].iter().zip(&values[*n + period]).all(rises);
        let preperiod = (0..count - period).rev().take_while(agrees).last().unwrap_or(count);
        // Many candidates may agree with the last values for a long way, so the work is counted.
        solver.budget().meter().spend(count - preperiod.min(count) + 1)?;
        // The values must repeat at least twice, and over at least half of what was looked at.
        if preperiod + 2 * period < count && preperiod < count / 2 {
            let period = Period { preperiod: preperiod as u64, period: period as u64, saltus };
            return Ok(PeriodFinding::Seen { period, checked });
        }
    }
    Ok(PeriodFinding::None { checked })
}

/// The reports of the last searches.
#[derive(Default)]
pub struct PeriodCache {
    /// The last `KEPT` reports, the oldest first.
    kept: Vec<(AskedGame, PeriodReport)>,
    /// Whether a search ended because the memory was full. Its report is not kept.
    pub ended_for_memory: bool,
}

impl PeriodCache {
    const KEPT: usize = 16;

    /// Looks at the report on a game, which is made if it is not kept.
    fn look<T>(
        &mut self,
        names: &mut Names,
        solver: &mut Solver,
        asked: &AskedGame,
        look: impl FnOnce(&PeriodReport) -> T,
    ) -> Result<T, SolveError> {
        if let Some((_, report)) = self.kept.iter().find(|(known, _)| known == asked) {
            return Ok(look(report));
        }
        // Resets the flag, so that below it tells about this search alone.
        solver.budget().was_refused();
        let report = solver.anew(|solver| period_report(names, solver, asked))?;
        let seen = look(&report);
        if solver.budget().was_refused() {
            self.ended_for_memory = true;
            return Ok(seen);
        }
        if self.kept.len() == Self::KEPT {
            self.kept.remove(0);
        }
        self.kept.push((asked.clone(), report));
        Ok(seen)
    }
}
