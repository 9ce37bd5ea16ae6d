//! `period … to "k.v"` and `to "k.cert"`: by which checker of `proof/` others can prove a period, and what it is told.

use grundy_engine::game::{Game, RuleClause, Sizes};
use grundy_engine::nim::{Nimber, Period};
use grundy_engine::solve::{Effort, PeriodFinding, Proof, SolveError, Solver, Theorem};
use rustc_hash::FxHashMap;
use serde_json::{Value as Json, json};

use crate::error::Uncertified;
use crate::lang::periods::{PeriodReport, ProofChecker};
use crate::show::certificate::{Certificate, Refused, RuleBounds, WORK_OF_PYTHON, Work, can_say, in_words, rocq_rule};
use crate::verbs::period::words::PeriodAnswer;

/// A period that is proved, and by which checker others can prove it.
#[derive(Clone, Debug)]
pub struct CheckedPeriod {
    pub period: Period,
    pub checker: ProofChecker,
}

impl CheckedPeriod {
    /// The values of so many heaps tell those of all.
    pub fn heaps(&self) -> u64 {
        self.period.preperiod.saturating_add(self.period.period)
    }

    /// Does the theorem say that the values repeat, not that they rise?
    pub fn is_flat(&self) -> bool {
        self.checker.lemma.contains("check_right")
    }

    /// The proof in Rocq.
    pub fn proof(&self) -> String {
        let Period { preperiod, period, saltus } = self.period;
        let from_zero = match self.is_flat() {
            true => format!("(from_zero_flat _ {period})"),
            false => format!("(from_zero _ {period} {saltus})"),
        };
        let zero = match preperiod {
            0 => format!("apply {from_zero}; [| vm_cast_no_check (eq_refl (Some {saltus}%N))]. "),
            _ => String::new(),
        };
        format!("{zero}apply {}. vm_cast_no_check (eq_refl true).", self.checker.lemma)
    }
}

/// The period of a game, if it is proved, and others can prove it.
///
/// # Errors
/// An interruption.
pub(crate) fn checked_period(solver: &mut Solver, game: &Game) -> Result<Option<CheckedPeriod>, SolveError> {
    let Some(PeriodFinding::Proved(Proof { period, theorem, .. })) = solver.period_within(game, Effort::USUAL)? else {
        return Ok(None);
    };
    let Some(rule) = game.ruleset.as_data() else { return Ok(None) };
    let checker = checker_of(solver, game, &rule, period, theorem)?;
    Ok(checker.map(|checker| CheckedPeriod { period, checker }))
}

/// The checker for a period that is proved; `None` where no checker has its theorem.
///
/// # Errors
/// An interruption, while values are looked at.
pub(crate) fn checker(
    solver: &mut Solver,
    game: &Game,
    report: &PeriodReport,
) -> Result<Option<ProofChecker>, SolveError> {
    match (&report.rule, report.finding.proof()) {
        (Some(rule), Some(proof)) => checker_of(solver, game, rule, proof.period, proof.theorem),
        _ => Ok(None),
    }
}

fn checker_of(
    solver: &mut Solver,
    game: &Game,
    rule: &[RuleClause],
    period: Period,
    theorem: Theorem,
) -> Result<Option<ProofChecker>, SolveError> {
    if theorem == Theorem::Literature {
        let work = Work { rocq: 0, python: 0 };
        return Ok(Some(ProofChecker { lemma: "lasker_right".to_owned(), heaps: 0, work }));
    }
    let Some(bounds) = RuleBounds::of(rule).filter(|bounds| theorem.lemma().is_some() && has_theorem(*bounds)) else {
        return Ok(None);
    };
    let period = Period { preperiod: period.preperiod.max(1), ..period };
    if bounds.is_endless {
        return rising(solver, game, bounds, period);
    }
    if period.saltus > 0 {
        let heaps = breaking_enough(bounds, period);
        return Ok(Some(ProofChecker { lemma: "rising_right".to_owned(), heaps, work: bounds.work(heaps) }));
    }
    let heaps = far_enough(bounds, rule, period);
    let work = bounds.work(heaps);
    let lemma = if bounds.sizes.are_any() { "check_right" } else { "sized_check_right" };
    let is_sparse = bounds.sizes.are_any() && bounds.parts <= 2 && heaps > 200 && work.python <= WORK_OF_PYTHON;
    if !is_sparse {
        return Ok(Some(ProofChecker { lemma: lemma.to_owned(), heaps, work }));
    }
    let (mask, rare) = best_mask(&solver.values(game, 0..=heaps)?);
    let clauses = rule.iter().filter(|clause| clause.parts.contains(&2)).count() as u64;
    let work = Work { rocq: heaps.saturating_mul(rare * clauses) / 2 + heaps, ..work };
    Ok(Some(ProofChecker { lemma: format!("(sparse_check_right {mask})"), heaps, work }))
}

/// The mask of the sparse space that leaves the fewest heaps even, and how many these are. Any mask is right.
fn best_mask(values: &[Nimber]) -> (u64, u64) {
    /// The masks have at most so many bits.
    const BITS: u32 = 12;
    let mut count: FxHashMap<u64, u64> = FxHashMap::default();
    for value in values {
        *count.entry(value.0).or_default() += 1;
    }
    let bits = (u64::BITS - count.keys().max().map_or(0, |most| most.leading_zeros())).clamp(1, BITS);
    let even = |mask: u64| {
        count.iter().filter(|(value, _)| (*value & mask).count_ones().is_multiple_of(2)).map(|(_, count)| count).sum()
    };
    (1..1 << bits).map(|mask| (even(mask), mask)).min().map_or((1, 0), |(rare, mask)| (mask, rare))
}

/// Has a theorem of `proof/` such rules: not both large amounts, or equal or unequal heaps, and more heaps than it is about?
fn has_theorem(bounds: RuleBounds) -> bool {
    match (bounds.is_endless, bounds.sizes) {
        (true, Sizes::Any) => bounds.parts == 1 && bounds.large_leave_one,
        (true, _) => false,
        (false, Sizes::Any) => true,
        (false, _) => bounds.parts <= 2,
    }
}

/// How many heaps a proof looks at, where amounts have an end: docs/proofs.md, bounded splits.
fn far_enough(bounds: RuleBounds, rule: &[RuleClause], Period { preperiod, period, .. }: Period) -> u64 {
    if bounds.sizes.are_any() {
        let parts = u64::from(bounds.parts.max(1));
        return parts.saturating_mul(preperiod.saturating_add(period)).saturating_add(bounds.largest);
    }
    // An odd period is seen as its double, where heaps must be equal.
    let is_doubled = period % 2 == 1 && rule.iter().any(|clause| clause.sizes == Sizes::Equal);
    let period = period.saturating_mul(if is_doubled { 2 } else { 1 });
    preperiod.saturating_mul(2).saturating_add(period.saturating_mul(3)).saturating_add(bounds.largest)
}

/// How many heaps are looked at where values rise, and amounts have an end. The checkers begin with the half, and it may be enough.
fn breaking_enough(bounds: RuleBounds, Period { preperiod, period, .. }: Period) -> u64 {
    let few = preperiod.saturating_add(period.saturating_mul(2));
    few.max(preperiod.saturating_mul(3).saturating_add(bounds.largest)).saturating_mul(2)
}

/// The checker of values that rise for ever, with the end of a stretch of values that shows it: all small values come again, and
/// the last ones are above the first.
fn rising(
    solver: &mut Solver,
    game: &Game,
    bounds: RuleBounds,
    period: Period,
) -> Result<Option<ProofChecker>, SolveError> {
    const MOST: u64 = 3_000;
    let Period { preperiod, period, saltus } = period;
    let gap = bounds.largest;
    let mut end = preperiod.saturating_add(period).saturating_add(gap).saturating_add(2);
    while end <= MOST {
        let values: Vec<u64> = solver.values(game, 0..=end - 1)?.into_iter().map(|value| value.0).collect();
        let most = |values: &[u64]| values.iter().copied().max().unwrap_or(0);
        // `end` is above all three.
        let (before, first, last) = [preperiod, preperiod + period, end - period]
            .map(|heap| usize::try_from(heap).unwrap_or(values.len()))
            .into();
        let again = &values[1..values.len() - usize::try_from(gap).unwrap_or(0)];
        let comes_again = |value: u64| value == 0 && bounds.large_leave_none || again.contains(&value);
        let is_high = values[last..].iter().all(|value| value + saltus > most(&values[1..first]));
        if is_high && (0..=saltus + most(&values[1..before])).all(comes_again) {
            let lemma = format!("(cofinite_right _ {gap} {end})");
            return Ok(Some(ProofChecker { lemma, heaps: end, work: bounds.work(end) }));
        }
        end *= 2;
    }
    Ok(None)
}

impl Certificate for PeriodAnswer {
    fn refused(&self, is_rocq: bool) -> Option<Refused> {
        let theorem = match self.0.finding {
            PeriodFinding::Proved(proof) => proof.theorem,
            PeriodFinding::Seen { .. } => return Some((Uncertified::Seen, 0)),
            PeriodFinding::None { .. } => return Some((Uncertified::NoPeriod, 0)),
        };
        let Some(checker) = &self.0.checker else {
            let is_said = self.0.rule.as_ref().is_some_and(|rule| can_say(rule));
            let is_rule = theorem.lemma().is_some() && !is_said;
            return Some((if is_rule { Uncertified::Rule } else { Uncertified::Paper }, 0));
        };
        let refusal = || (Uncertified::large(is_rocq && self.refused(false).is_none()), checker.heaps);
        checker.work.is_too_much(is_rocq).then(refusal)
    }

    fn offered_as(&self) -> Option<String> {
        Some(self.0.game.name.to_string())
    }

    fn said(&self) -> Vec<String> {
        let ClaimedPeriod { rule, period: Period { preperiod, period, saltus } } = claimed(&self.0);
        let rise = if saltus > 0 { format!(" + {saltus}") } else { String::new() };
        vec![
            format!("{}: {}.", self.0.game.name, in_words(rule)),
            format!("G(n + {period}) = G(n){rise} for all n from {preperiod} on."),
        ]
    }

    fn data(&self) -> Json {
        let ClaimedPeriod { rule, period: Period { preperiod, period, saltus } } = claimed(&self.0);
        json!({
            "claim": "period", "game": self.0.game.name, "rule": rule,
            "preperiod": preperiod, "period": period, "saltus": saltus, "values": self.0.sample,
        })
    }

    fn theorem(&self) -> String {
        let (Some(checker), ClaimedPeriod { rule, period: claimed }) = (&self.0.checker, claimed(&self.0)) else {
            return String::new();
        };
        let Period { preperiod, period, saltus } = claimed;
        let checked = CheckedPeriod { period: claimed, checker: checker.clone() };
        let risen = if checked.is_flat() { "g n".to_owned() } else { format!("(g n + {saltus})%N") };
        format!(
            "Definition the_rule : rule := {rule}.\n\
             Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, {preperiod} <= n -> g (n + {period}) = {risen}.\n\
             Proof. {proof} Qed.\n",
            rule = rocq_rule(rule),
            proof = checked.proof(),
        )
    }
}

/// What a report claims.
struct ClaimedPeriod<'a> {
    rule: &'a [RuleClause],
    period: Period,
}

fn claimed(report: &PeriodReport) -> ClaimedPeriod<'_> {
    let period = report.finding.period().unwrap_or(Period { preperiod: 0, period: 0, saltus: 0 });
    ClaimedPeriod { rule: report.rule.as_deref().unwrap_or_default(), period }
}
