//! Laws of the engine as lines of the language: what is claimed, and the line that checks it further.

use grundy_engine::laws::{Evidence, Formula, Law, laws};
use grundy_engine::solve::Theorem;

use super::Session;
use super::formula::{self, LawNames};
use super::report::{FoundLaw, LookedAt, PatternOf};
use crate::error::Error;
use crate::source::Span;

/// Whose law is claimed, how its variables are called, and how far to check it.
pub(super) struct Claimed {
    /// The value at a place, such as `grundy Nim(n)`.
    pub value: String,
    pub variables: Vec<String>,
    /// What follows the ranges where places are missing, such as ` if a <= b`.
    pub condition: String,
    /// It is checked at least up to here.
    pub far: i128,
}

impl Claimed {
    /// Of one variable.
    pub fn of(value: String, variable: &str, far: i128) -> Claimed {
        Claimed { value, variables: vec![variable.to_owned()], condition: String::new(), far }
    }
}

/// A law that was seen.
pub(super) struct SeenLaw {
    pub law: Law,
    pub of: PatternOf,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// What is claimed, where that is no formula.
    pub claim: Option<String>,
}

impl Session {
    /// What the engine finds.
    pub(super) fn laws_of(&mut self, evidence: &Evidence, of: PatternOf, at: Span) -> Result<Vec<SeenLaw>, Error> {
        let budget = self.solver.budget().clone();
        let found = laws(evidence, &|| budget.check().is_ok());
        self.solved(at, |_| budget.check())?;
        Ok(found.into_iter().map(|law| SeenLaw { law, of, theorem: None, claim: None }).collect())
    }

    /// The laws in the language.
    pub(super) fn told(&self, seen: Vec<SeenLaw>, evidence: &Evidence, claimed: &Claimed) -> Vec<FoundLaw> {
        let function = self.free_name(&claimed.variables);
        seen.into_iter().map(|law| told(law, evidence, claimed, &function)).collect()
    }

    /// A name for a function that nothing has yet.
    fn free_name(&self, variables: &[String]) -> String {
        let numbered = (1..).map(|number: u64| format!("f{number}"));
        let mut names = ["f", "g", "h"].into_iter().map(str::to_owned).chain(numbered);
        names.find(|name| self.names.get(name).is_none() && !variables.contains(name)).unwrap_or_default()
    }
}

/// What runs, from where to where.
pub(super) fn looked_at(evidence: &Evidence, variables: &[String]) -> Vec<LookedAt> {
    let run = |(index, name): (usize, &String)| {
        let numbers = || evidence.cells().map(move |(place, _)| place[index]);
        Some(LookedAt { name: name.clone(), first: numbers().min()?, last: numbers().max()? })
    };
    variables.iter().take(2).enumerate().filter_map(run).collect()
}

/// A law with its claim and the line that checks it.
fn told(seen: SeenLaw, evidence: &Evidence, claimed: &Claimed, function: &str) -> FoundLaw {
    let SeenLaw { law, of, theorem, claim } = seen;
    let named = LawNames { coordinates: &claimed.variables, function };
    let parameter = LawNames { coordinates: &["n".to_owned()], function };
    let definition =
        law.function.as_ref().map(|body| format!("let {function}(n) = {}", formula::text(body, &parameter)));
    let claim = claim.unwrap_or_else(|| match (of, &law.formula) {
        (PatternOf::List | PatternOf::Members, formula) => formula::text(formula, &named),
        (PatternOf::Losing, formula) => {
            format!("({} == 0) == {}", claimed.value, formula::in_brackets(formula, &named))
        }
        // Two comparisons in a row are not read, and a choice would take what stands behind it.
        (PatternOf::Values, formula) if evidence.truths || matches!(formula, Formula::If(_)) => {
            format!("{} == {}", claimed.value, formula::in_brackets(formula, &named))
        }
        (PatternOf::Values, formula) => format!("{} == {}", claimed.value, formula::text(formula, &named)),
    });
    FoundLaw {
        of,
        kind: law.kind,
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
    let condition = if wanted > inside as i128 { claimed.condition.as_str() } else { "" };
    let far = claimed.far.max(runs.iter().map(|run| run.last).max()?.saturating_mul(2));
    let ranges: Vec<String> = runs.iter().map(|run| format!("{} in {}..{far}", run.name, first(run))).collect();
    Some(format!("check {claim} for {}{condition}", ranges.join(", ")))
}

/// What comes next in a list or a set.
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
