//! Laws found by the engine, written in the language: what is claimed, and the line that checks it further.

use std::collections::BTreeSet;

use grundy_engine::laws::{Evidence, Formula, Law, laws};
use grundy_engine::solve::Theorem;

use crate::error::Error;
use crate::lang::session::Session;
use crate::source::Span;
use crate::verbs::pattern::answer::{FoundLaw, LookedAt, PatternOf};
use crate::verbs::pattern::formula::{self, LawNames};

/// Steps of work for finding values beyond those in which laws were found. It is too little to be noticed.
pub(crate) const LATER_EFFORT: u64 = 5_000_000;

/// What a law is claimed of, what its variables are called, and how far to check it.
pub(crate) struct Claimed {
    /// What the law is about, such as `grundy Nim(n)`: the left side of the claim.
    pub value: String,
    pub variables: Vec<String>,
    /// The condition behind the ranges if there are places without a position, such as ` if a <= b`.
    pub condition: String,
    /// The line that checks it goes at least up to this number.
    pub far: i128,
    /// Where the positions end, if the line would go farther.
    pub ends: Ends,
}

/// Where the positions of a game end.
#[derive(Default)]
pub(crate) struct Ends {
    /// For each variable the last number with a position; `None` if there are more.
    pub last: Vec<Option<i128>>,
    /// Whether there are other places without a position up to there.
    pub has_gaps: bool,
}

impl Ends {
    /// The last number of a variable, by index.
    pub fn of(&self, variable: usize) -> Option<i128> {
        self.last.get(variable).copied().flatten()
    }
}

impl Claimed {
    /// A claim in one variable, without a condition.
    pub fn of(value: String, variable: &str, far: i128) -> Claimed {
        Claimed { value, variables: vec![variable.to_owned()], condition: String::new(), far, ends: Ends::default() }
    }

    /// How far the line goes that checks a law of these numbers.
    pub fn farthest(&self, runs: &[LookedAt]) -> i128 {
        runs.iter().map(|run| run.last.saturating_mul(2)).fold(self.far, i128::max)
    }
}

/// A law that holds for the values that were looked at.
pub(crate) struct SeenLaw {
    pub law: Law,
    pub of: PatternOf,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// The claim, if it is not made from the law's formula.
    pub claim: Option<String>,
}

impl SeenLaw {
    /// Whether the law, which was read from `evidence`, also gives values that were found later.
    pub fn goes_on(&self, evidence: &Evidence, later: &Evidence) -> bool {
        match self.of {
            PatternOf::Losing => self.law.goes_on(&evidence.zeros(), &later.zeros()),
            _ => self.law.goes_on(evidence, later),
        }
    }
}

/// The laws that the engine finds in the evidence.
pub(crate) fn laws_of(
    session: &mut Session,
    evidence: &Evidence,
    of: PatternOf,
    at: Span,
) -> Result<Vec<SeenLaw>, Error> {
    let budget = session.solver.budget().clone();
    let found = laws(evidence, &|| budget.check().is_ok());
    session.solved(at, |_| budget.check())?;
    Ok(found.into_iter().map(|law| SeenLaw { law, of, theorem: None, claim: None }).collect())
}

/// The laws, written in the language.
pub(crate) fn found_laws(
    session: &Session,
    seen: Vec<SeenLaw>,
    evidence: &Evidence,
    claimed: &Claimed,
) -> Vec<FoundLaw> {
    let function = free_name(session, &claimed.variables);
    seen.into_iter().map(|law| found_law(law, evidence, claimed, &function)).collect()
}

/// An unused name for a function.
fn free_name(session: &Session, variables: &[String]) -> String {
    let numbered = (1..).map(|number: u64| format!("f{number}"));
    let mut names = ["f", "g", "h"].into_iter().map(str::to_owned).chain(numbered);
    names.find(|name| session.names.get(name).is_none() && !variables.contains(name)).unwrap_or_default()
}

/// The numbers that follow those of one coordinate of the evidence, at the same distance from each other: the first,
/// and the distance. `None` if the distances differ.
pub(crate) fn continuation(evidence: &Evidence, coordinate: usize) -> Option<(i128, i128)> {
    let numbers: BTreeSet<i128> = evidence.cells().map(|(place, _)| place[coordinate]).collect();
    let (last, before) = (*numbers.last()?, *numbers.iter().nth_back(1)?);
    let step = last - before;
    let is_even = numbers.iter().zip(numbers.iter().skip(1)).all(|(a, b)| b - a == step);
    is_even.then_some((last.checked_add(step)?, step))
}

/// The least and the largest number of each variable in the evidence.
pub(crate) fn looked_at(evidence: &Evidence, variables: &[String]) -> Vec<LookedAt> {
    let run = |(index, name): (usize, &String)| {
        let numbers = || evidence.cells().map(move |(place, _)| place[index]);
        Some(LookedAt { name: name.clone(), first: numbers().min()?, last: numbers().max()?, end: None })
    };
    variables.iter().take(2).enumerate().filter_map(run).collect()
}

/// A law with its claim and the line that checks it.
fn found_law(seen: SeenLaw, evidence: &Evidence, claimed: &Claimed, function: &str) -> FoundLaw {
    let SeenLaw { law, of, theorem, claim } = seen;
    let named = LawNames { coordinates: &claimed.variables, function };
    let parameter = LawNames { coordinates: &["n".to_owned()], function };
    let definition =
        law.function.as_ref().map(|body| format!("let {function}(n) = {}", formula::text(body, &parameter)));
    let is_value = claim.is_none() && matches!(of, PatternOf::Values | PatternOf::List);
    let claim = claim.unwrap_or_else(|| match (of, &law.formula) {
        (PatternOf::List | PatternOf::Members, formula) => formula::text(formula, &named),
        (PatternOf::Losing, formula) => {
            format!("({} == 0) == {}", claimed.value, formula::in_brackets(formula, &named))
        }
        // Comparisons cannot be chained, and an `if` would take in what stands behind it.
        (PatternOf::Values, formula) if evidence.truths || matches!(formula, Formula::If(_)) => {
            format!("{} == {}", claimed.value, formula::in_brackets(formula, &named))
        }
        (PatternOf::Values, formula) => format!("{} == {}", claimed.value, formula::text(formula, &named)),
    });
    FoundLaw {
        of,
        kind: law.kind,
        formula: is_value.then(|| formula::text(&law.formula, &named)),
        line: line(&law, evidence, of, claimed, &claim),
        claim,
        definition,
        from: law.from,
        fits: law.fits,
        free: law.free,
        theorem,
        next: next(&law, evidence, of),
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
    let runs = looked_at(evidence, &claimed.variables);
    let first = |run: &LookedAt| law.from.max(run.first);
    let wanted = runs.iter().map(|run| (run.last - first(run) + 1).max(0)).product::<i128>();
    let inside = evidence.cells().filter(|(place, _)| runs.iter().zip(place).all(|(run, n)| *n >= first(run))).count();
    let has_gaps = wanted > inside as i128 || claimed.ends.has_gaps;
    let condition = if has_gaps { claimed.condition.as_str() } else { "" };
    let far = claimed.farthest(&runs);
    let range = |(coordinate, run): (usize, &LookedAt)| {
        let from = first(run);
        let is_open = has_gaps && !condition.is_empty();
        let far = claimed.ends.of(coordinate).filter(|_| !is_open).unwrap_or(far);
        // Gaps may be those of a range with a step.
        let step = continuation(evidence, coordinate).map_or(1, |(_, step)| step);
        if !has_gaps || step == 1 {
            return format!("{} in {from}..{far}", run.name);
        }
        let from = from + (run.first - from).rem_euclid(step);
        format!("{} in {from}..{far} step {step}", run.name)
    };
    let ranges: Vec<String> = runs.iter().enumerate().map(range).collect();
    Some(format!("check {claim} for {}{condition}", ranges.join(", ")))
}

/// The next members of a list or a set, if the law continues.
fn next(law: &Law, evidence: &Evidence, of: PatternOf) -> Vec<i128> {
    const SHOWN: usize = 3;
    const FARTHEST: usize = 2_000;
    match of {
        PatternOf::List if !evidence.truths => law.continued(evidence, SHOWN),
        PatternOf::Members => {
            let last = evidence.ends().map_or(0, |(_, last)| last[0]);
            let truths = law.continued(evidence, FARTHEST);
            (last + 1..).zip(truths).filter(|(_, truth)| *truth == 1).map(|(n, _)| n).take(SHOWN).collect()
        }
        _ => Vec::new(),
    }
}
