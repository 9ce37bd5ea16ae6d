//! The steps of the proofs that `explain period` shows, and the names and sources of the theorems. The texts are the
//! blocks of `proofs.txt`.

use std::sync::LazyLock;

use grundy_engine::game::{Amounts, Likeness, Ruleset};
use grundy_engine::nim::Period;
use grundy_engine::solve::{PeriodFinding, Theorem};

use crate::lang::periods::PeriodReport;
use crate::show::document::Line;
use crate::show::told::{Tellable, Told, told};
use crate::source::blocks::{DataBlock, blocks};

static BLOCKS: LazyLock<Vec<DataBlock>> = LazyLock::new(|| blocks(include_str!("proofs.txt")));

fn block(name: &str) -> Option<&'static DataBlock> {
    BLOCKS.iter().find(|block| block.head().0 == name)
}

/// The name of a theorem, as it is shown.
pub fn theorem_name(theorem: Theorem) -> Told {
    Told::new(block(theorem.section()).map_or("", |block| block.head().1), Vec::new())
}

/// The publication a theorem comes from, and the section of `docs/proofs.md` that proves the form used here.
pub fn source(theorem: Theorem) -> Told {
    let form = told!("The form used here: docs/proofs.md, “{section}”.", section = theorem.section());
    let source = block(theorem.section()).map_or("", |block| block.get("source"));
    Told::new(source, vec![("form", form.into_line())])
}

/// The steps of the argument in order, with the numbers of the game filled in.
pub fn steps(report: &PeriodReport) -> Vec<Told> {
    let numbers = ProofNumbers::of(&report.game.ruleset);
    let placeholders = placeholders(&report.finding, &numbers);
    let lines =
        proof_blocks(&report.finding, &numbers).into_iter().filter_map(block).flat_map(|block| &block.lines()[1..]);
    lines.map(|(_, step)| Told::new(step, placeholders.clone())).collect()
}

/// The names of the blocks of `proofs.txt` that make up the argument, in order.
fn proof_blocks(finding: &PeriodFinding, numbers: &ProofNumbers) -> Vec<&'static str> {
    let theorem = match finding {
        PeriodFinding::Proved(proof) => proof.theorem,
        PeriodFinding::Seen { .. } => return vec!["seen"],
        PeriodFinding::None { .. } => return vec!["none seen"],
    };
    match theorem {
        Theorem::FiniteSubtraction => match numbers.largest {
            Some(1) => vec!["window of one", "equal windows"],
            Some(_) => vec!["window", "equal windows"],
            None => vec!["window of some length", "equal windows"],
        },
        Theorem::ConsecutiveAmounts => vec!["formula"],
        Theorem::CofiniteSubtraction => match numbers.largest_gap {
            Some(0) => vec!["any amount", "rises"],
            Some(_) => vec!["states", "rises"],
            None => vec!["states of some amounts", "rises"],
        },
        Theorem::GuySmith | Theorem::BoundedSplits => {
            let bounds = if numbers.largest.and(numbers.heaps).is_some() { "splits" } else { "bounded splits" };
            let room = match (numbers.likeness, numbers.largest, numbers.heaps) {
                (Likeness::Any, Some(_), Some(..=2)) => {
                    let is_enough = needed(finding, numbers) <= u128::from(finding.checked()) + 1;
                    is_enough.then_some("room for two heaps")
                }
                (Likeness::Any, ..) => Some("room for heaps"),
                (Likeness::Equal, ..) => Some("room for equal heaps"),
                (Likeness::Unequal | Likeness::NotAllEqual, ..) => Some("room for unequal heaps"),
            };
            [bounds, "options"].into_iter().chain(room).chain(["step by step"]).collect()
        }
        Theorem::ArithmeticHexadecimal => vec!["certificate", "rises"],
        Theorem::AlongCoordinate => vec!["windows along a coordinate"],
        Theorem::SplitSystem => vec!["splits along a coordinate", "step by step"],
        Theorem::Literature => vec!["literature"],
    }
}

/// The values of the placeholders in braces, by name. `proofs.txt` says what each of them means.
fn placeholders(finding: &PeriodFinding, numbers: &ProofNumbers) -> Vec<(&'static str, Line)> {
    let Period { preperiod: e, period: p, saltus: s } =
        finding.period().unwrap_or(Period { preperiod: 0, period: 0, saltus: 0 });
    let largest = numbers.largest.unwrap_or_default();
    let gap = numbers.largest_gap.unwrap_or_default();
    let end = e.saturating_add(largest).saturating_sub(1);
    let values = [
        ("e", e),
        ("p", p),
        ("s", s),
        ("checked", finding.checked()),
        ("largest", largest),
        ("end", end),
        ("gap", gap),
        ("heaps", numbers.heaps.unwrap_or_default().into()),
        ("later", e.saturating_add(p)),
        ("later_end", end.saturating_add(p)),
        ("above", gap.saturating_add(1)),
        ("first", first(finding)),
    ];
    let needed = ("needed", needed(finding, numbers).into_line());
    values.map(|(name, number)| (name, number.into_line())).into_iter().chain([needed]).collect()
}

/// The heap from which on the values repeat, but at least 1: the theorem of Guy and Smith needs e ≥ 1, because the
/// heaps that a move leaves are not empty.
fn first(finding: &PeriodFinding) -> u64 {
    finding.period().map_or(1, |period| period.preperiod.max(1))
}

/// How many values the theorem of Guy and Smith needs: 2e + 2p + k, where k is the largest amount that a move takes.
fn needed(finding: &PeriodFinding, numbers: &ProofNumbers) -> u128 {
    let period = finding.period().map_or(0, |period| period.period);
    2 * u128::from(first(finding)) + 2 * u128::from(period) + u128::from(numbers.largest.unwrap_or_default())
}

/// The numbers of a ruleset that the proofs name. All are `None` for rulesets other than heap games.
struct ProofNumbers {
    /// The largest amount that a move takes; `None` if there is no bound.
    largest: Option<u64>,
    /// The largest amount that may not be taken; `None` unless all but finitely many amounts may be taken.
    largest_gap: Option<u64>,
    /// The most heaps that a move leaves; `None` if there is no bound.
    heaps: Option<u32>,
    /// What the rules ask of the sizes of these heaps: the first of the clauses' likenesses that is not `Any`.
    likeness: Likeness,
}

impl ProofNumbers {
    fn of(ruleset: &Ruleset) -> ProofNumbers {
        let Ruleset::Heap(rules) = ruleset else {
            return ProofNumbers { largest: None, largest_gap: None, heaps: None, likeness: Likeness::Any };
        };
        let largest = |amounts: &Amounts| match amounts {
            Amounts::Finite(members) => members.last().copied(),
            _ => None,
        };
        let shapes = || rules.clauses.iter().map(|clause| clause.shape);
        // If one clause has no bound, the game has none.
        let all = rules.clauses.iter().map(|clause| largest(&clause.amounts)).collect::<Option<Vec<u64>>>();
        let heaps = shapes().map(|shape| shape.most).collect::<Option<Vec<u32>>>();
        ProofNumbers {
            largest: all.and_then(|all| all.into_iter().max()),
            largest_gap: match rules.subtraction_set() {
                Some(Amounts::AllBut(gaps)) => gaps.last().copied(),
                _ => None,
            },
            heaps: heaps.and_then(|heaps| heaps.into_iter().max()),
            likeness: shapes().map(|shape| shape.likeness).find(|l| *l != Likeness::Any).unwrap_or(Likeness::Any),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::blocks::wrong_lines;

    #[test]
    fn every_line_is_read_and_every_theorem_has_its_texts() {
        assert_eq!(wrong_lines(include_str!("proofs.txt"), &["source", "step"]), Vec::<&str>::new());
        for theorem in Theorem::ALL {
            assert!(!theorem_name(theorem).template.is_empty() && !source(theorem).template.is_empty(), "{theorem:?}");
        }
    }
}
