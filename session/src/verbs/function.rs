//! `grundy S to "s.cpp"`, `period S to "s.rs"`, `values S 0..1000 to "s.py"`: a function in a language for programs that gives the
//! values of a game, by a proved period if there is one.

use std::ops::ControlFlow;
use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Ruleset, Set, Value, only_strips};
use grundy_engine::nim::Period;
use grundy_engine::solve::{Effort, Proof, SolveError, Solver, Theorem};
use serde::Serialize;

use crate::error::{Error, SemanticError, Uncoded};
use crate::lang::evaluate;
use crate::lang::lower::{self, Slice};
use crate::lang::session::{Reply, Session};
use crate::show::code::{self, CodeLanguage, CodeSource, GameCode, LISTED, NotCoded};
use crate::show::document::Document;
use crate::show::phrase::{code as typed, plain};
use crate::show::report::Showable;
use crate::source::Span;
use crate::syntax::ast::{Ask, Expr, ExprKind};
use crate::syntax::forms::Bounds;
use crate::verbs::period::proof::theorem_name;
use crate::verbs::period::reach;

/// The questions whose answer can be a function.
const ANSWERS: [&str; 4] = ["grundy", "period", "pattern", "values"];
/// A period along the coordinate of a written rule is looked for with so little work that nobody waits for it.
const ALONG: Effort = Effort { heaps: 10_000, steps: 100_000_000 };
/// The coordinates up to here are looked at to see whether play ends, and in which order.
const LOOKED_AT: i128 = 12;

/// The language of the function that is asked for, if one is. The page has none: it is to stay below its bound.
pub(crate) fn language(asked: &Ask) -> Option<CodeLanguage> {
    let is_there = !cfg!(target_family = "wasm");
    let is_of_a_game = is_there && ANSWERS.contains(&asked.verb) && asked.subject.question().is_none();
    asked.to.as_ref().filter(|_| is_of_a_game).and_then(|file| CodeLanguage::of(&file.text))
}

/// A function, as an answer.
#[derive(Clone, Debug, Serialize)]
struct GameFunction {
    #[serde(skip)]
    code: GameCode,
}

impl Showable for GameFunction {
    fn kind(&self) -> &'static str {
        "function"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        document.drawing(self.code.text.lines().map(|line| vec![plain(""), typed(line)]).collect());
        document
    }

    fn code(&self) -> Option<&GameCode> {
        Some(&self.code)
    }

    fn is_copied(&self) -> bool {
        true
    }
}

/// Answers with a function in this language.
pub(crate) fn function(session: &mut Session, asked: &Ask, language: CodeLanguage) -> Result<Reply, Error> {
    let file = asked.to.as_ref().map_or(asked.subject.span, |file| file.span);
    if asked.misere {
        return Err(refused((Uncoded::Misere, 0), file));
    }
    let Bounds { game: subject, ranges, .. } = asked.subject.bounds();
    let ranges = if ranges.is_empty() { &asked.ranges[..] } else { ranges };
    let slice = lower::slice(&mut session.names, subject, ranges, &|_| false)?;
    let at = slice.game.span;
    let subject = session.names.text(subject.span).trim().to_owned();
    let game = the_game(session, &slice, file)?;
    let (wanted, place) = wanted(session, asked.verb, &slice, &game, file)?;
    // What a range says is in the bound.
    let subject = if wanted.is_empty() { subject } else { game.name.to_string() };
    let recurrence = code::code(&game, &subject, &CodeSource::Recurrence { wanted }, language);
    if let Err(refusal @ (why, _)) = recurrence
        && (why != Uncoded::Bound && !matches!(game.ruleset, Ruleset::Heap(_)))
    {
        return Err(refused(refusal, file));
    }
    let proof = session.solved(at, |solver| proof(solver, &game))?;
    let proved = match proof {
        Some(proof) => {
            let theorem = theorem_name(proof.theorem).template;
            session.solved(at, |solver| source(solver, &game, &proof, theorem))?
        }
        None => None,
    };
    let code = match proved {
        Some(source) => code::code(&game, &subject, &source, language),
        None => {
            let is_in_order = session.solved(at, |solver| comes_after_its_options(solver, &game))?;
            if is_in_order { recurrence } else { Err((Uncoded::Order, 0)) }
        }
    };
    let place = |why| if why == Uncoded::Bound { place } else { file };
    let code = code.map_err(|refusal| refused(refusal, place(refusal.0)))?;
    Ok(Reply::report(GameFunction { code }))
}

fn refused((why, most): NotCoded, at: Span) -> Error {
    Error::new(SemanticError::NoCode { why, most }, at)
}

/// The game that is asked about. Strips of one symbol are heaps, and so may be the positions along one coordinate.
fn the_game(session: &mut Session, slice: &Slice, file: Span) -> Result<Arc<Game>, Error> {
    let game = session.names.subject_game(slice.game)?;
    let Some((along, written)) = slice.line() else { return Ok(only_strips(&game.ruleset).unwrap_or(game)) };
    let mut others = Vec::new();
    for other in &written {
        others.push(evaluate::value(&mut session.names, &mut session.solver, other)?);
    }
    let found = game.heaps_along(along, &others, &session.names.meter);
    found.ok_or_else(|| refused((Uncoded::Rule, 0), file))
}

/// How far the function is to go in each coordinate, if that is said, and where.
fn wanted(
    session: &mut Session,
    verb: &'static str,
    slice: &Slice,
    game: &Game,
    file: Span,
) -> Result<(Vec<u64>, Span), Error> {
    if slice.is_bare() || slice.line().is_some() {
        return Ok((Vec::new(), file));
    }
    let ranges = slice.ranges(&session.names, verb, Some(game), [0; 2])?;
    let end = |session: &mut Session, range: &Expr| match &range.kind {
        ExprKind::Range { end: None, .. } => Ok(u64::MAX),
        ExprKind::Range { end: Some(end), .. } => reach(session, end),
        _ => reach(session, range),
    };
    let wanted = ranges.iter().map(|range| end(session, range)).collect::<Result<_, Error>>()?;
    Ok((wanted, ranges.last().map_or(file, |range| range.span)))
}

/// The period of the values, if it is proved.
fn proof(solver: &mut Solver, game: &Arc<Game>) -> Result<Option<Proof>, SolveError> {
    match &game.ruleset {
        Ruleset::Heap(_) => Ok(solver.period_within(game, Effort::USUAL)?.and_then(|found| found.proof())),
        // Where some numbers are no positions, a table tells them apart.
        Ruleset::Written(system, index) if system.rules[*index].arity == 1 && system.rules[*index].domain.is_none() => {
            solver.period_along(&Position::at(game, 0), 0, ALONG)
        }
        _ => Ok(None),
    }
}

/// The closed form that a proof gives; `None` if its table would be too long.
fn source<'a>(
    solver: &mut Solver,
    game: &Arc<Game>,
    proof: &Proof,
    theorem: &'a str,
) -> Result<Option<CodeSource<'a>>, SolveError> {
    let period @ Period { preperiod, period: length, saltus } = proof.period;
    if let (Theorem::ConsecutiveAmounts, Ruleset::Heap(rules)) = (proof.theorem, &game.ruleset)
        && let Some(amounts) = rules.subtraction_set()
        && let Some((least, most)) = ends(&amounts.to_set())
    {
        return Ok(Some(CodeSource::Consecutive { least, most, theorem }));
    }
    let count = preperiod.saturating_add(length);
    // A value that rises faster than its heap might have more than 64 bits.
    if count > LISTED || saltus > length {
        return Ok(None);
    }
    let values = match &game.ruleset {
        Ruleset::Heap(_) => solver.values(game, 0..=count - 1)?,
        _ => (0..count).map(|n| solver.position_value(&Position::at(game, n))).collect::<Result<_, _>>()?,
    };
    Ok(Some(CodeSource::Period { period, values, theorem }))
}

/// The least and the greatest of consecutive numbers.
fn ends(set: &Set) -> Option<(u64, u64)> {
    let number = |number: i128| u64::try_from(number).ok().filter(|number| *number < 1 << 62);
    match set {
        Set::Range { start, end: Some(end), step: 1 } => Some((number(*start)?, number(*end)?)),
        Set::Finite(members) => {
            let (first, last) = (members.first()?.as_integer()?, members.last()?.as_integer()?);
            (last - first + 1 == members.len() as i128).then_some((number(first)?, number(last)?))
        }
        _ => None,
    }
}

/// Does play end, and does each position of the first ones come after its options in the order of a table? A function looks at
/// the same for each option.
fn comes_after_its_options(solver: &mut Solver, game: &Arc<Game>) -> Result<bool, SolveError> {
    let Ruleset::Written(..) = &game.ruleset else { return Ok(true) };
    let arity = game.ruleset.arity();
    let second = if arity == 1 { 0 } else { LOOKED_AT };
    let mut is_in_order = true;
    for (a, b) in (0..=LOOKED_AT).flat_map(|a| (0..=second).map(move |b| (a, b))) {
        let coordinates: Arc<[Value]> = [a, b][..arity.min(2)].iter().map(|n| Value::Integer(*n)).collect();
        let position = Position { game: game.clone(), coordinates };
        if !solver.is_admitted(&position)? {
            continue;
        }
        solver.position_value(&position)?;
        let meter = solver.budget().meter().clone();
        let visited = position.each_option(&meter, &mut |option| {
            is_in_order &= option.parts.iter().all(|part| match &part.component {
                Component::Position(option) => option.coordinates < position.coordinates,
                Component::Star(_) => false,
            });
            Ok(ControlFlow::Continue(()))
        });
        // What is wrong in the rule was told by the value.
        if visited.is_err() || !is_in_order {
            return Ok(false);
        }
    }
    Ok(true)
}
