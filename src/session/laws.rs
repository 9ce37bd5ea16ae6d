//! Laws found by the engine, written in the language: what is claimed, and the line that checks it further.

use grundy_engine::laws::{Evidence, Formula, Law, laws};
use grundy_engine::solve::Theorem;

use super::Session;
use super::formula::{self, LawNames};
use super::report::{FoundLaw, LookedAt, PatternOf};
use crate::error::Error;
use crate::source::Span;

/// What a law is claimed of, what its variables are called, and how far to check it.
pub(super) struct Claimed {
    /// What the law is about, such as `grundy Nim(n)`: the left side of the claim.
    pub value: String,
    pub variables: Vec<String>,
    /// The condition behind the ranges if there are places without a position, such as ` if a <= b`.
    pub condition: String,
    /// The line that checks it goes at least up to this number.
    pub far: i128,
}

impl Claimed {
    /// A claim in one variable, without a condition.
    pub fn of(value: String, variable: &str, far: i128) -> Claimed {
        Claimed { value, variables: vec![variable.to_owned()], condition: String::new(), far }
    }
}

/// A law that holds for the values that were looked at.
pub(super) struct SeenLaw {
    pub law: Law,
    pub of: PatternOf,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// The claim, if it is not made from the law's formula.
    pub claim: Option<String>,
}

impl Session {
    /// The laws that the engine finds in the evidence.
    pub(super) fn laws_of(&mut self, evidence: &Evidence, of: PatternOf, at: Span) -> Result<Vec<SeenLaw>, Error> {
        let budget = self.solver.budget().clone();
        let found = laws(evidence, &|| budget.check().is_ok());
        self.solved(at, |_| budget.check())?;
        Ok(found.into_iter().map(|law| SeenLaw { law, of, theorem: None, claim: None }).collect())
    }

    /// The laws, written in the language.
    pub(super) fn found_laws(&self, seen: Vec<SeenLaw>, evidence: &Evidence, claimed: &Claimed) -> Vec<FoundLaw> {
        let function = self.free_name(&claimed.variables);
        seen.into_iter().map(|law| found_law(law, evidence, claimed, &function)).collect()
    }

    /// An unused name for a function.
    fn free_name(&self, variables: &[String]) -> String {
        let numbered = (1..).map(|number: u64| format!("f{number}"));
        let mut names = ["f", "g", "h"].into_iter().map(str::to_owned).chain(numbered);
        names.find(|name| self.names.get(name).is_none() && !variables.contains(name)).unwrap_or_default()
    }
}

/// The least and the largest number of each variable in the evidence.
pub(super) fn looked_at(evidence: &Evidence, variables: &[String]) -> Vec<LookedAt> {
    let run = |(index, name): (usize, &String)| {
        let numbers = || evidence.cells().map(move |(place, _)| place[index]);
        Some(LookedAt { name: name.clone(), first: numbers().min()?, last: numbers().max()? })
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
