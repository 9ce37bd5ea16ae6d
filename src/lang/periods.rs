//! Questions about whole games: period, preperiod, saltus, exceptions, proved. A session's own solver continues a search where
//! the last one ended. In expressions the answer must not depend on what was asked before: there each search begins with an
//! empty solver, and the reports are cached.

use std::sync::Arc;

use grundy_engine::game::{AskedGame, EvalErrorKind, Game, LARGEST_COORDINATE, Position, Value, only_strips};
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{
    CanContinue, Effort, PeriodFinding, Proof, Published, SolveError, Solver, Theorem, published,
};
use serde::Serialize;
use serde::ser::Serializer;

use crate::lang::lower;
use crate::lang::names::Names;
use crate::show::json;

/// `period S`.
#[derive(Clone, Debug, Serialize)]
pub struct PeriodReport {
    pub game: Arc<Game>,
    #[serde(flatten)]
    pub finding: Finding,
    /// Whether the search could go on.
    #[serde(rename = "farther")]
    pub can_continue: CanContinue,
    /// The heaps below the preperiod whose values differ from what the repetition would give, with their values: the
    /// first 10,000 of them.
    #[serde(serialize_with = "json::exceptions")]
    pub exceptions: Vec<(u64, Nimber)>,
    /// How many such heaps there are.
    pub exception_count: u64,
    /// What is published where nothing is proved here.
    pub published: Option<Published>,
    /// The values of the first heaps, for `explain period`.
    pub sample: Vec<Nimber>,
}

/// The period of a game's values, as far as it is known. *Seen* in the values and *proved* by a theorem are
/// different things; the solver decides between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    Proved {
        period: Period,
        theorem: Theorem,
        /// All values up to this heap were computed and compared.
        checked: u64,
    },
    Seen {
        period: Period,
        /// The values up to this heap were compared; nothing is known beyond.
        checked: u64,
    },
    /// The values up to the heap `checked` show no period.
    NoneSeen { checked: u64 },
}

impl Finding {
    /// The period, seen or proved.
    pub fn period(&self) -> Option<Period> {
        match self {
            Finding::Proved { period, .. } | Finding::Seen { period, .. } => Some(*period),
            Finding::NoneSeen { .. } => None,
        }
    }
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Found {
            finding: &'static str,
            period: Option<u64>,
            preperiod: Option<u64>,
            saltus: Option<u64>,
            checked: u64,
            theorem: Option<Theorem>,
        }
        let (finding, checked, theorem) = match *self {
            Finding::Proved { theorem, checked, .. } => ("proved", checked, Some(theorem)),
            Finding::Seen { checked, .. } => ("seen", checked, None),
            Finding::NoneSeen { checked } => ("none", checked, None),
        };
        let period = self.period();
        let found = Found {
            finding,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            checked,
            theorem,
        };
        found.serialize(serializer)
    }
}

/// The most exceptional heaps that are listed.
const EXCEPTIONS: usize = 10_000;
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

/// A sequence of positions numbered from 0: the heaps of a game, or the positions along one coordinate.
pub struct PositionSequence {
    /// The game as it is named in reports.
    shown: Arc<Game>,
    game: Arc<Game>,
    /// The coordinate that runs, and the values of the others; `None` if it is the only one.
    line: Option<(usize, Vec<Value>)>,
}

impl PositionSequence {
    /// The sequence that a question is about. Along one coordinate a game may be a heap game, whose period can be
    /// proved.
    pub fn of(names: &mut Names, asked: &AskedGame) -> PositionSequence {
        let game = asked.game.clone();
        let Some((along, others)) = &asked.line else {
            // Strips of one symbol are heaps.
            let game = only_strips(&game.ruleset).unwrap_or(game);
            return PositionSequence { shown: game.clone(), game, line: None };
        };
        if let Some(heaps) = lower::heap_game_along(names, &game, *along, others) {
            return PositionSequence { shown: heaps.clone(), game: heaps, line: None };
        }
        let mut coordinates: Vec<String> = others.iter().map(Value::brief).collect();
        coordinates.insert(*along, "n".to_owned());
        let name = format!("{}({})", game.name, coordinates.join(", "));
        let shown = Arc::new(Game::new(&*name, game.ruleset.clone()));
        PositionSequence { shown, game, line: asked.line.clone() }
    }

    /// The game whose own table of values theorems look at; `None` if the sequence is only a part of the game.
    pub fn heaps(&self) -> Option<&Game> {
        if self.line.is_none() { Some(&self.game) } else { None }
    }

    fn position(&self, heap: u64) -> Position {
        let Some((along, others)) = &self.line else { return heap_position(&self.game, heap) };
        let mut coordinates = others.clone();
        coordinates.insert(*along, Value::Integer(i128::from(heap)));
        Position { game: self.game.clone(), coordinates: coordinates.into() }
    }

    /// The proved period of a sequence of positions of a written rule.
    fn proved(&self, solver: &mut Solver, effort: Effort) -> Result<Option<Finding>, SolveError> {
        let axis = self.line.as_ref().map_or(0, |(along, _)| *along);
        let proof = solver.period_along(&self.position(0), axis, effort)?;
        Ok(proof.map(|Proof { period, theorem, checked }| Finding::Proved { period, theorem, checked }))
    }

    /// The value of a position of the sequence; 0 if there is no such position.
    fn value(&self, solver: &mut Solver, heap: u64) -> Result<Nimber, SolveError> {
        let position = self.position(heap);
        if solver.is_admitted(&position)? { solver.position_value(&position) } else { Ok(Nimber::ZERO) }
    }
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
    let (finding, can_continue) = match found {
        Some((PeriodFinding::Proved(proof), can_continue)) => {
            (Finding::Proved { period: proof.period, theorem: proof.theorem, checked: proof.checked }, can_continue)
        }
        Some((PeriodFinding::Seen { period, checked }, can_continue)) => {
            (Finding::Seen { period, checked }, can_continue)
        }
        Some((PeriodFinding::None { checked }, can_continue)) => (Finding::NoneSeen { checked }, can_continue),
        None => match sequence.proved(solver, effort(asked))? {
            Some(proved) => (proved, CanContinue::No),
            None => (seen(solver, sequence, asked)?, CanContinue::No),
        },
    };
    let known = match &finding {
        Finding::Proved { checked, .. } | Finding::Seen { checked, .. } | Finding::NoneSeen { checked } => *checked,
    };
    let mut sample = Vec::new();
    for heap in 0..=SAMPLE.min(known) {
        sample.push(sequence.value(solver, heap)?);
    }
    let (exceptions, exception_count) = match finding.period() {
        Some(period) => exceptions(solver, sequence, &period)?,
        None => (Vec::new(), 0),
    };
    let published = match finding {
        Finding::Proved { .. } => None,
        _ => sequence.heaps().and_then(|game| published(&game.ruleset)),
    };
    let game = sequence.shown.clone();
    Ok(PeriodReport { game, finding, can_continue, exceptions, exception_count, published, sample })
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
    if let Some(misfit) = misfit(asked) {
        return Ok(Err(misfit));
    }
    let part = |report: &PeriodReport| part(report, question);
    match cache {
        None => period_report(names, solver, asked).map(|report| part(&report)),
        Some(cache) => cache.look(names, solver, asked, part),
    }
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
        return Ok(Value::Bool(matches!(report.finding, Finding::Proved { .. })));
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
        let own = sequence.value(solver, heap)?;
        let later = heap + (period.preperiod - heap).div_ceil(period.period) * period.period;
        let rise = (later - heap) / period.period * period.saltus;
        if sequence.value(solver, later)?.0 != own.0 + rise {
            found.push((heap, own));
        }
    }
    let count = found.len() as u64;
    Ok((found, count))
}

/// Looks for a repetition in the values of a written rule, as far as the question says or about a second reaches.
fn seen(solver: &mut Solver, sequence: &PositionSequence, asked: &AskedGame) -> Result<Finding, SolveError> {
    let last = asked.heaps.unwrap_or(if asked.seconds.is_some() { u64::MAX } else { WRITTEN });
    let mut values = Vec::new();
    solver.budget().clone().within(steps(asked, EFFORT), || {
        for heap in 0..=last {
            values.push(sequence.value(solver, heap)?.0);
        }
        Ok(())
    })?;
    let count = values.len();
    let checked = (count as u64).saturating_sub(1);
    for period in 1..count / 3 {
        let Some(saltus) = values[count - 1].checked_sub(values[count - 1 - period]) else { continue };
        let agrees = |n: &usize| values[*n].checked_add(saltus) == Some(values[*n + period]);
        let preperiod = (0..count - period).rev().take_while(agrees).last().unwrap_or(count);
        // Many candidates may agree with the last values for a long way, so the work is counted.
        solver.budget().meter().spend(count - preperiod.min(count) + 1)?;
        // The values must repeat at least twice, and over at least half of what was looked at.
        if preperiod + 2 * period < count && preperiod < count / 2 {
            let period = Period { preperiod: preperiod as u64, period: period as u64, saltus };
            return Ok(Finding::Seen { period, checked });
        }
    }
    Ok(Finding::NoneSeen { checked })
}

/// A heap of a game of one coordinate.
pub(crate) fn heap_position(game: &Arc<Game>, heap: impl Into<i128>) -> Position {
    Position { game: game.clone(), coordinates: Arc::new([Value::Integer(heap.into())]) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::session::Session;
    use grundy_engine::solve::{Limits, Signal};

    /// A session in which the heap form of `S`, which is `take <1,2>`, is that of `take <1,2,3>`.
    fn with_a_wrong_form() -> Session {
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
        run(&mut session, "game S = take <1,2>; game T = take <1,2,3>; [S(1), T(1)]").unwrap();
        let made = |session: &mut Session, name: &str| session.names.made(name).unwrap().unwrap();
        let original = made(&mut session, "S").original.clone();
        let wrong = Game { original, ..(*made(&mut session, "T")).clone() };
        let now = session.names.now();
        session.names.games.keep("S", now, Ok(Arc::new(wrong)));
        session
    }

    fn run(session: &mut Session, text: &str) -> Result<(), crate::error::Error> {
        session.read("<test>", text).into_iter().try_for_each(|statement| session.run(&statement?).map(drop))
    }

    #[test]
    fn nothing_calls_a_wrong_form_proved() {
        for line in [
            "period S",
            "preperiod S",
            "proved S",
            "explain period S",
            "print period S",
            "period S to 1000",
            "pattern S",
            "check grundy S(n) == n % 4 for n in 0..",
            "check proved S",
            "check period S == 4 for k in 0..3",
            "let p = period S",
            "print [saltus S, exceptions S]",
            "let g = S; period g",
            "game B = S | take <7>; period B",
            "game B = S | take <7>; game C = B | take <9>; print proved C",
            "let g = S; let f(h) = (h | take <7>); period f(g)",
        ] {
            let mut session = with_a_wrong_form();
            let error = run(&mut session, line).expect_err(line);
            assert_eq!(error.code(), "E0901", "{line}");
        }
        run(&mut with_a_wrong_form(), "period T; proved T; pattern T; check grundy T(n) == n % 4 for n in 0..")
            .unwrap();
    }

    #[test]
    fn every_heap_form_keeps_what_was_written() {
        for (definitions, asked) in [
            ("", "octal 0.77"),
            ("", "take <1,2> then maybe split"),
            ("game G = take <1,2> | split", "G"),
            ("game G(n) = (n-1) | (n-2)", "G"),
            ("game G(a, b) = take <1,2> from a", "G(n, 3)"),
            ("game B = \"..\" becomes \"##\"", "B"),
            ("let T(k) = take <1..k>", "T(4)"),
            ("game K = take <1,2> then maybe split; game G = K | take <5>", "G"),
        ] {
            let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
            run(&mut session, definitions).unwrap();
            let statement = session.read("<test>", &format!("period {asked}")).remove(0).unwrap();
            let crate::syntax::ast::StatementKind::Ask(ask) = &statement.kind else { panic!() };
            let asked = crate::verbs::period::asked_game(&mut session, "period", &ask.subject).unwrap();
            let sequence = PositionSequence::of(&mut session.names, &asked);
            let original = sequence.heaps().unwrap().original.clone().unwrap();
            for heap in 0..9 {
                let value = session.solver.position_value(&original.position(heap)).unwrap();
                assert_eq!(sequence.value(&mut session.solver, heap).unwrap(), value, "{definitions} {heap}");
            }
        }
    }
}
