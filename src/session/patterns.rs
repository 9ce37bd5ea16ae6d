//! `pattern`: the laws that values follow, as lines of the language. What is looked at is gathered here; the laws are the
//! engine's, and their words are written in `formula`.

use std::sync::Arc;

use grundy_engine::game::{Game, Position, Ruleset, Value};
use grundy_engine::laws::{Evidence, Formula, Law, LawKind, laws};
use grundy_engine::nim::Period;
use grundy_engine::solve::{Effort, PeriodFinding, SolveError, Theorem};

use super::formula::{self, Named};
use super::report::{Axis, FoundLaw, LookedAt, Pattern, PatternOf, Report};
use super::{Reply, Session, errors};
use crate::error::{Error, Kind, Meaning};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind};

/// Without a range, a coordinate runs up to this, and each of two up to that.
const LAST: u64 = 200;
const LAST_OF_TWO: u64 = 30;
/// At most so many positions are looked at.
const MOST: u128 = 10_000;
/// Steps of rules and sets for them: about a second; and so many that more of them can be asked for.
const EFFORT: u64 = 200_000_000;
const LITTLE: u64 = 2_000_000;
/// How far the line goes that checks a law further: where values are cheap, where they are dear, and of two coordinates.
const FAR: i128 = 10_000;
const NEAR: i128 = 400;
const FAR_OF_TWO: i128 = 60;
/// Periods up to this are written out; of longer ones it is said that values come again.
const WRITTEN: u64 = 40;

/// A claim about a place: what is claimed of, how its variables are called, and how far to check it.
pub(super) struct Claimed {
    /// The value at a place, such as `grundy Nim(n)`.
    pub value: String,
    pub variables: Vec<String>,
    /// What follows the ranges, such as ` if a <= b`.
    pub condition: String,
    /// Up to here it is checked further; `None` where it cannot be.
    pub far: Option<i128>,
}

impl Session {
    pub(super) fn pattern(
        &mut self,
        subject: &ast::Expr,
        ranges: &[ast::Expr],
        span: Span,
    ) -> Result<Reply, Error> {
        let written = self.names.text(subject.span).trim().to_owned();
        let pattern = match self.names.subject_game(subject) {
            Ok(game) => self.pattern_of_game(game, subject, ranges, span)?,
            // A name may stand for a list.
            Err(error) if !is_no_game(&error) => return Err(error),
            Err(_) => self.pattern_of_members(subject, ranges)?,
        };
        Ok(Reply::report(Report::Pattern(Pattern { subject: written, ..pattern })))
    }

    fn pattern_of_game(
        &mut self,
        game: Arc<Game>,
        subject: &ast::Expr,
        ranges: &[ast::Expr],
        span: Span,
    ) -> Result<Pattern, Error> {
        let at = subject.span;
        self.as_many_ranges(&game, ranges, span)?;
        let last = if game.ruleset.arity() == 1 { LAST } else { LAST_OF_TWO };
        let axes = self.axes(&game, ranges, last)?;
        let running: Vec<usize> = (0..axes.len()).filter(|axis| axes[*axis].members.len() != 1).collect();
        if running.len() > 2 {
            let kind = Meaning::FixCoordinates { game: game.name.to_string(), running: running.len() };
            return Err(Error::new(kind, ranges.last().map_or(at, |range| range.span)));
        }
        let count = running.iter().fold(1, |count: u128, axis| count.saturating_mul(axes[*axis].members.len() as u128));
        if count > MOST {
            let place = ranges.last().map_or(at, |range| range.span);
            return Err(Error::new(Meaning::TooMany { what: "values", count, limit: MOST }, place));
        }
        let places = places(&axes, &running).map_err(|wrong| errors::range_wanted(&wrong, at))?;
        let (cells, is_cheap) = self.cells(&game, &axes, &running, places, at)?;
        let evidence = match running.len() {
            2 => Evidence::field(false, cells),
            _ => Evidence::line(false, cells.into_iter().map(|(place, value)| (place[0], value))),
        };
        let claimed = self.claimed(&game, subject, &axes, &running, is_cheap);
        let mut found = self.laws_of_game(&evidence, &claimed, at)?;
        if axes.len() == 1 {
            self.prove(&game, ranges.is_empty(), &evidence, &claimed, &mut found, at)?;
        }
        Ok(Pattern {
            subject: String::new(),
            of: PatternOf::Values,
            values: evidence.len(),
            ranges: looked_at(&evidence, &claimed.variables),
            laws: found.into_iter().map(|(_, law)| law).collect(),
        })
    }

    /// The values at these places, those near the corner first, as far as about a second reaches; and whether they came
    /// at little cost. Where there is no position there is no value.
    fn cells(
        &mut self,
        game: &Arc<Game>,
        axes: &[Axis],
        running: &[usize],
        places: Vec<[i128; 2]>,
        at: Span,
    ) -> Result<(Vec<([i128; 2], i128)>, bool), Error> {
        let mut coordinates: Vec<Value> =
            axes.iter().map(|axis| axis.members.first().cloned().unwrap_or(Value::Integer(0))).collect();
        let mut cells = Vec::with_capacity(places.len());
        let mut next = places.iter().peekable();
        let is_done = self.solved(at, |solver| {
            let mut some = |effort: u64| {
                solver.budget().clone().within(effort, || {
                    while let Some(place) = next.peek() {
                        for (axis, number) in running.iter().zip(place.iter()) {
                            coordinates[*axis] = Value::Integer(*number);
                        }
                        let position = Position { game: game.clone(), coordinates: coordinates[..].into() };
                        if solver.is_admitted(&position)? {
                            cells.push((**place, i128::from(solver.position_value(&position)?.0)));
                        }
                        next.next();
                    }
                    Ok::<(), SolveError>(())
                })
            };
            let is_cheap = some(LITTLE)?.is_some();
            Ok(is_cheap || some(EFFORT)?.is_none_or(|()| false))
        })?;
        if let (Some(first), 2) = (next.peek(), running.len()) {
            // Of a square that is not whole, the last lines are left out.
            let side = first[0].max(first[1]);
            cells.retain(|(place, _)| place[0].max(place[1]) < side);
        }
        Ok((cells, is_done))
    }

    /// How the value of a position of a game is claimed.
    fn claimed(
        &self,
        game: &Game,
        subject: &ast::Expr,
        axes: &[Axis],
        running: &[usize],
        is_cheap: bool,
    ) -> Claimed {
        let arguments = axes.iter().enumerate().map(|(index, axis)| match axis.members.first() {
            Some(fixed) if !running.contains(&index) => fixed.to_string(),
            _ => axis.name.to_string(),
        });
        let arguments = arguments.collect::<Vec<_>>().join(", ");
        let text = self.names.text(subject.span).trim();
        let name = match &subject.kind {
            ExprKind::Name(_) | ExprKind::Group(_) => text.to_owned(),
            _ => format!("({text})"),
        };
        let is_whole = running.len() == axes.len();
        let condition = match &game.ruleset {
            Ruleset::Explicit(system, index) if is_whole => system.rules[*index].domain.as_ref().map(|domain| domain.at),
            _ => None,
        };
        let is_heap = matches!(game.ruleset, Ruleset::Heap(_));
        let far = match running.len() {
            2 => FAR_OF_TWO,
            _ if is_heap || is_cheap => FAR,
            _ => NEAR,
        };
        Claimed {
            value: format!("grundy {name}({arguments})"),
            variables: running.iter().map(|index| axes[*index].name.to_string()).collect(),
            condition: condition
                .map(|at| format!(" if {}", self.names.text(at.into()).trim()))
                .unwrap_or_default(),
            far: Some(far),
        }
    }

    /// The laws of the values; and of the P-positions, where those of the values are none or have exceptions.
    fn laws_of_game(
        &mut self,
        evidence: &Evidence,
        claimed: &Claimed,
        at: Span,
    ) -> Result<Vec<(Law, FoundLaw)>, Error> {
        let mut found = self.laws_of(evidence, PatternOf::Values, claimed, at)?;
        let least = evidence.cells().map(|(place, _)| place[0]).min();
        if found.iter().all(|(law, _)| evidence.coordinates == 2 && Some(law.from) != least) {
            found.truncate(2);
            let losing = self.laws_of(&evidence.zeros(), PatternOf::Losing, claimed, at)?;
            found.extend(losing.into_iter().take(1));
        }
        Ok(found)
    }

    /// What the engine finds, in the language.
    pub(super) fn laws_of(
        &mut self,
        evidence: &Evidence,
        of: PatternOf,
        claimed: &Claimed,
        at: Span,
    ) -> Result<Vec<(Law, FoundLaw)>, Error> {
        let budget = self.solver.budget().clone();
        let found = laws(evidence, &|| budget.check().is_ok());
        self.solved(at, |_| budget.check())?;
        let function = self.free_name(&claimed.variables);
        Ok(found.into_iter().map(|law| said(law, evidence, of, claimed, &function)).collect())
    }

    /// A name for a function that nothing has yet.
    fn free_name(&self, variables: &[String]) -> String {
        let numbered = (1..).map(|number: u64| format!("f{number}"));
        let names = ["f", "g", "h"].into_iter().map(str::to_owned).chain(numbered);
        let is_free = |name: &String| self.names.get(name).is_none() && !variables.contains(name);
        names.into_iter().find(is_free).unwrap_or_default()
    }

    /// Says of laws that a proved period decides that they are proved, and tells that period where it is no law yet.
    fn prove(
        &mut self,
        game: &Arc<Game>,
        is_whole_game: bool,
        evidence: &Evidence,
        claimed: &Claimed,
        found: &mut Vec<(Law, FoundLaw)>,
        at: Span,
    ) -> Result<(), Error> {
        let effort = if is_whole_game { Effort::USUAL } else { Effort::GLANCE };
        let Some(PeriodFinding::Proved(proof)) = self.solved(at, |solver| solver.period_within(&game.ruleset, effort))?
        else {
            return Ok(());
        };
        let mut is_told = false;
        for (law, told) in &mut *found {
            if law.kind == LawKind::Repeats && is_decided(law, &proof.period, evidence) {
                told.theorem = Some(proof.theorem);
                is_told = true;
            }
        }
        if is_whole_game && !is_told {
            let told = self.proved(game, &proof.period, proof.theorem, claimed, at)?;
            found.retain(|(_, law)| law.of == PatternOf::Values);
            found.insert(0, told);
            found.truncate(2);
        }
        Ok(())
    }

    /// The period of a game as a law: written out where it is short, otherwise as what comes again.
    fn proved(
        &mut self,
        game: &Arc<Game>,
        period: &Period,
        theorem: Theorem,
        claimed: &Claimed,
        at: Span,
    ) -> Result<(Law, FoundLaw), Error> {
        let first = i128::from(period.preperiod);
        if period.period <= WRITTEN {
            let last = period.preperiod + 4 * period.period.max(8);
            let values = (period.preperiod..=last).map(|heap| {
                let value = self.solved(at, |solver| solver.heap_value(&game.ruleset, heap))?;
                Ok((i128::from(heap), i128::from(value.0)))
            });
            let evidence = Evidence::line(false, values.collect::<Result<Vec<_>, Error>>()?);
            let laws = self.laws_of(&evidence, PatternOf::Values, claimed, at)?;
            let whole = laws.into_iter().find(|(law, _)| law.kind == LawKind::Repeats && law.from == first);
            if let Some((law, told)) = whole {
                return Ok((law, FoundLaw { theorem: Some(theorem), ..told }));
            }
        }
        let variable = claimed.variables.first().map_or("n", String::as_str);
        let again = claimed.value.replace(&format!("({variable})"), &format!("({variable} + {})", period.period));
        let rise = if period.saltus == 0 { String::new() } else { format!(" + {}", period.saltus) };
        let claim = format!("{again} == {}{rise}", claimed.value);
        let law = Law {
            kind: LawKind::Repeats,
            formula: Formula::Number(0),
            function: None,
            from: first,
            free: 0,
            fits: usize::try_from(period.period).unwrap_or(usize::MAX),
        };
        let line = format!("check {claim} for {variable} in {first}..{}", first.saturating_add(FAR));
        let told = FoundLaw {
            of: PatternOf::Values,
            kind: law.kind,
            claim,
            definition: None,
            from: first,
            fits: law.fits,
            free: 0,
            theorem: Some(theorem),
            line: Some(line),
            next: Vec::new(),
        };
        Ok((law, told))
    }
}

/// Is it that something else than a game was named?
fn is_no_game(error: &Error) -> bool {
    matches!(&*error.kind, Kind::Meaning(Meaning::NotAGame { game: None, .. } | Meaning::NotA { .. }))
}

/// The numbers of the coordinates that run, the nearest to the corner first; one that is no number, if there is one.
fn places(axes: &[Axis], running: &[usize]) -> Result<Vec<[i128; 2]>, Value> {
    let numbers = |index: usize| -> Result<Vec<i128>, Value> {
        let Some(axis) = running.get(index) else { return Ok(vec![0]) };
        let number = |member: &Value| match member {
            Value::Integer(n) => Ok(*n),
            other => Err(other.clone()),
        };
        axes[*axis].members.iter().map(number).collect()
    };
    let (down, right) = (numbers(0)?, numbers(1)?);
    let mut places: Vec<[i128; 2]> = down.iter().flat_map(|a| right.iter().map(|b| [*a, *b])).collect();
    places.sort_by_key(|place| (place[0].max(place[1]), *place));
    Ok(places)
}

/// Does a period that is proved decide a law that repeats as well? Both repeat, and they agree for as long as both
/// periods together.
fn is_decided(law: &Law, period: &Period, evidence: &Evidence) -> bool {
    const LONGEST: i128 = 60;
    let Some((first, last)) = evidence.ends() else { return false };
    let start = law.from.max(i128::from(period.preperiod)).max(first[0]);
    let is_whole = evidence.len() as i128 == last[0] - first[0] + 1;
    is_whole && start.saturating_add(i128::from(period.period) + LONGEST) <= last[0]
}

/// What runs, from where to where.
pub(super) fn looked_at(evidence: &Evidence, variables: &[String]) -> Vec<LookedAt> {
    let ends = |index: usize| {
        let numbers = || evidence.cells().map(move |(place, _)| place[index]);
        Some((numbers().min()?, numbers().max()?))
    };
    let named = variables.iter().take(2).enumerate();
    named
        .filter_map(|(index, name)| {
            let (first, last) = ends(index)?;
            Some(LookedAt { name: name.clone(), first, last })
        })
        .collect()
}

/// A law with its claim and the line that checks it.
fn said(law: Law, evidence: &Evidence, of: PatternOf, claimed: &Claimed, function: &str) -> (Law, FoundLaw) {
    let named = Named { coordinates: &claimed.variables, function };
    let parameter = Named { coordinates: &["n".to_owned()], function };
    let definition =
        law.function.as_ref().map(|body| format!("let {function}(n) = {}", formula::text(body, &parameter)));
    let value = &claimed.value;
    let claim = match of {
        PatternOf::List => formula::text(&law.formula, &named),
        PatternOf::Values if evidence.truths => format!("{value} == {}", formula::in_brackets(&law.formula, &named)),
        PatternOf::Values => format!("{value} == {}", unless_if(&law.formula, &named)),
        PatternOf::Losing => format!("({value} == 0) == {}", formula::in_brackets(&law.formula, &named)),
        PatternOf::Members => formula::text(&law.formula, &named),
    };
    let line = line(&law, evidence, of, claimed, &claim);
    let told = FoundLaw {
        of,
        kind: law.kind,
        claim,
        definition,
        from: law.from,
        fits: law.fits,
        free: law.free,
        theorem: None,
        line,
        next: next(&law, evidence, of),
    };
    (law, told)
}

/// A formula behind `==`: a choice stands in brackets there.
fn unless_if(formula: &Formula, named: &Named) -> String {
    match formula {
        Formula::If(_) => formula::in_brackets(formula, named),
        other => formula::text(other, named),
    }
}

/// The line that checks a claim further, or that goes on with a list.
fn line(law: &Law, evidence: &Evidence, of: PatternOf, claimed: &Claimed, claim: &str) -> Option<String> {
    let (_, last) = evidence.ends()?;
    let variable = claimed.variables.first()?;
    match of {
        PatternOf::List => return Some(format!("[{claim} for {variable} in {}..{}]", law.from, last[0] + 10)),
        PatternOf::Members => {
            return Some(format!("[{variable} for {variable} in {}..{} if {claim}]", law.from, 2 * last[0] + 10));
        }
        PatternOf::Values | PatternOf::Losing => {}
    }
    let far = claimed.far?.max(2 * last[0].max(last[1]));
    let ranges = claimed.variables.iter().enumerate().map(|(index, name)| {
        let least = evidence.cells().map(|(place, _)| place[index]).min().unwrap_or(0);
        format!("{name} in {}..{far}", law.from.max(least))
    });
    Some(format!("check {claim} for {}{}", ranges.collect::<Vec<_>>().join(", "), claimed.condition))
}

/// What comes next in a list or a set.
fn next(law: &Law, evidence: &Evidence, of: PatternOf) -> Vec<i128> {
    const SHOWN: usize = 3;
    const FARTHEST: usize = 2_000;
    match of {
        PatternOf::List => law.continued(evidence, SHOWN),
        PatternOf::Members => {
            let last = evidence.ends().map_or(0, |(_, last)| last[0]);
            let truths = law.continued(evidence, FARTHEST);
            (last + 1..).zip(truths).filter(|(_, truth)| *truth == 1).map(|(n, _)| n).take(SHOWN).collect()
        }
        PatternOf::Values | PatternOf::Losing => Vec::new(),
    }
}
