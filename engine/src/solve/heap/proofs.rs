//! Tests: proved periods predict the values, and what only looks periodic is not called proved.

use std::sync::Arc;

use super::agreement::{all_but, code, defined, digits, finite, rules, take};
use super::{ENGINES, Effort, HeapTable, PeriodFinding, Proof};
use crate::CountingAllocator;
use crate::dice::{Dice, often, stride, tries};
use crate::game::{Amounts, Family, HeapRules, Likeness, Set};
use crate::nim::{Nimber, Period};
use crate::solve::{Budget, Cost, SolveError, Theorem};

/// The proof found among the first `heaps` heaps, if there is one. Asserts that the period predicts at least twice
/// as many values as were compared, up to 3,000.
fn proved(rules: &HeapRules, heaps: u64) -> Option<Proof> {
    let mut table = HeapTable::new(Arc::new(rules.clone()));
    let budget = Budget::default();
    let effort = Effort { heaps, steps: u64::MAX };
    let PeriodFinding::Proved(proof) = table.period(effort, &budget).unwrap() else { return None };
    let Period { preperiod, period, saltus } = proof.period;
    let to = (2 * proof.checked + 3 * period).min(3000);
    for (heap, value) in defined(rules, to).into_iter().enumerate() {
        assert_eq!(table.value(heap as u64, &budget), Ok(Nimber(value)), "heap {heap} of {rules:?}, {proof:?}");
    }
    if preperiod > 0 {
        let (before, after) = (table.get(preperiod - 1).unwrap().0, table.get(preperiod - 1 + period).unwrap().0);
        assert_ne!(before + saltus, after, "{proof:?} begins earlier: {rules:?}");
    }
    Some(proof)
}

#[test]
fn finite_sets_are_proved_periodic() {
    let mut dice = Dice::new(1966);
    for _ in 0..tries(300) {
        let most = 1 + dice.below(5);
        let amounts = dice.amounts(most, 20);
        let proof = proved(&take(Amounts::finite(amounts.clone())), 1_000_000);
        assert_eq!(proof.map(|proof| proof.theorem), Some(Theorem::FiniteSubtraction), "{amounts:?}");
    }
    let mut uneven = Dice::new(4);
    for _ in 0..tries(200) {
        let clauses = [(0, 0), (1, 1), (0, 1)]
            .map(|(least, most)| (least, Some(most), Likeness::Any, Amounts::finite(uneven.amounts(3, 12))));
        assert!(proved(&rules(&clauses, &[]), 1_000_000).is_some(), "{clauses:?}");
    }
}

#[test]
fn cofinite_sets_are_proved_arithmetic() {
    let mut dice = Dice::new(2013);
    for _ in 0..tries(300) {
        let most = 1 + dice.below(6);
        let except = dice.amounts(most, 15);
        let proof = proved(&take(all_but(&except)), 100_000);
        assert_eq!(proof.map(|proof| proof.theorem), Some(Theorem::CofiniteSubtraction), "all but {except:?}");
    }
    for _ in 0..tries(200) {
        let clauses = [(0, 0), (1, 1), (0, 1)].map(|(least, most)| {
            let list = dice.amounts(3, 9);
            let amounts = if dice.below(2) == 0 { all_but(&list) } else { Amounts::finite(list) };
            (least, Some(most), Likeness::Any, amounts)
        });
        proved(&rules(&clauses, &[]), 100_000);
    }
    let nim = proved(&take(Amounts::any()), 1000).unwrap();
    assert_eq!(nim.period, Period { preperiod: 0, period: 1, saltus: 1 });
}

fn period(preperiod: u64, period: u64) -> Period {
    Period { preperiod, period, saltus: 0 }
}

#[test]
fn published_periods_are_proved() {
    let facts = [
        ("0.77", period(71, 12)),
        ("0.07", period(53, 34)),
        ("0.137", period(52, 34)),
        ("0.4", period(54, 34)),
        ("0.45", period(498, 20)),
        ("0.156", period(3479, 349)),
        ("0.356", period(7315, 142)),
        ("0.644", period(3256, 442)),
        ("0.165", period(5181, 1550)),
    ];
    for (name, expected) in facts {
        let mut table = HeapTable::new(Arc::new(code(&digits(name))));
        let found = table.period(Effort::ENDLESS, &Budget::default()).unwrap();
        let PeriodFinding::Proved(proof) = found else { panic!("{name}: {found:?}") };
        assert_eq!((proof.period, proof.theorem), (expected, Theorem::GuySmith), "{name}");
    }
}

#[test]
fn proofs_of_octal_games_foretell_the_values() {
    let mut dice = Dice::new(1956);
    let mut proofs = 0;
    for digits in (0..512).step_by(stride()) {
        let code = code(&[if dice.below(2) == 0 { 0 } else { 4 }, digits / 64, digits / 8 % 8, digits % 8]);
        proofs += u32::from(proved(&code, 400).is_some());
    }
    assert!(proofs > often(250), "only {proofs} proofs");
}

#[test]
fn proofs_of_constrained_and_of_hexadecimal_games_foretell_the_values() {
    let mut dice = Dice::new(1989);
    let (mut proofs, mut extended) = (0, 0);
    for _ in 0..tries(400) {
        let mut clauses = Vec::new();
        for (least, most, likeness) in
            [(2, 2, Likeness::Equal), (2, 2, Likeness::Unequal), (0, 1, Likeness::Any), (3, 3, Likeness::Any)]
        {
            if dice.below(3) > 0 && (most < 3 || dice.below(4) == 0) {
                clauses.push((least, Some(most), likeness, Amounts::finite(dice.amounts(2, 4))));
            }
        }
        let Some(proof) = proved(&rules(&clauses, &[]), 200) else { continue };
        proofs += 1;
        let finite = [Theorem::FiniteSubtraction, Theorem::GuySmith];
        let splits = clauses.iter().any(|(_, most, likeness, _)| *likeness != Likeness::Any || *most == Some(3));
        let has_amounts = |clause: &(u32, Option<u32>, Likeness, Amounts)| !clause.3.is_empty();
        if splits && clauses.iter().all(has_amounts) {
            assert!(!finite.contains(&proof.theorem), "{proof:?} is the published theorem for {clauses:?}");
            extended += u32::from(proof.theorem == Theorem::BoundedSplits);
        }
    }
    assert!(proofs > often(100) && extended > often(50), "only {proofs} proofs, {extended} by our extension");
}

#[test]
fn what_looks_periodic_is_not_called_proved() {
    let factorials = take(Amounts::from_set(&Set::Family(Family::Factorials)).unwrap());
    let one = (0, Some(1), Likeness::Any, finite(&[1]));
    let budget = Budget::default();
    let mut table = HeapTable::new(Arc::new(factorials));
    let heaps = |heaps| Effort { heaps, steps: u64::MAX };
    let seen = table.period(heaps(5000), &budget).unwrap();
    assert_eq!(seen, PeriodFinding::Seen { period: period(0, 25), checked: 4999 });
    assert_eq!(table.value(5050, &budget), Ok(Nimber(4)));

    let equal = rules(&[(2, None, Likeness::Equal, finite(&[1]))], &[]);
    let found = HeapTable::new(Arc::new(equal)).period(heaps(2000), &budget).unwrap();
    assert!(!matches!(found, PeriodFinding::Proved(_)), "{found:?}");
    let lasker = rules(&[(0, Some(1), Likeness::Any, Amounts::any()), (2, Some(2), Likeness::Any, finite(&[0]))], &[]);
    let found = HeapTable::new(Arc::new(lasker)).period(heaps(2000), &budget).unwrap();
    let PeriodFinding::Proved(proof) = found else { panic!("{found:?}") };
    let lasker = Period { preperiod: 1, period: 4, saltus: 4 };
    assert_eq!((proof.period, proof.theorem), (lasker, Theorem::Literature));
    let three = rules(&[one, (3, Some(3), Likeness::Unequal, finite(&[0]))], &[]);
    assert!(!HeapTable::new(Arc::new(three)).is_provable());
}

#[test]
fn far_heaps_are_answered_by_a_proof_or_refused_at_once() {
    let budget = Budget::default();
    let far = 10u64.pow(18);
    let before = CountingAllocator::in_use();
    let mut tables = [take(finite(&[1, 2, 3])), take(Amounts::any())].map(|rules| HeapTable::new(Arc::new(rules)));
    assert_eq!(tables[0].value(far, &budget), Ok(Nimber(far % 4)));
    assert_eq!(tables[1].value(far, &budget), Ok(Nimber(far)));
    assert_eq!(tables[1].value(u64::MAX, &budget), Ok(Nimber(u64::MAX)));
    assert!(CountingAllocator::in_use() - before < 10_000, "what is kept: 4 values of a period, and 1 of Nim");
    let squares = Amounts::from_set(&Set::Family(Family::Squares)).unwrap();
    let mut table = HeapTable::new(Arc::new(take(squares)));
    let stop = table.value(far, &budget).unwrap_err();
    let SolveError::Memory { needed, limit, cost: Some(Cost::Heaps { heaps, steps }) } = stop else {
        panic!("{stop:?}")
    };
    assert_eq!((needed, limit, heaps), (u128::from(far) + 1, 1 << 30, far + 1));
    // Each heap has a thousand million options, and not all need to be looked at.
    assert!((u128::from(far)..10u128.pow(28)).contains(&steps.unwrap()), "{steps:?}");
    drop((table, tables));
    assert_eq!(CountingAllocator::in_use(), before, "what a table leaves behind");
}

#[test]
fn a_search_for_a_period_ends_when_its_steps_are_spent() {
    // The search asks for few heaps at a time, which take few steps each.
    for (rules, engine) in
        [(take(Amounts::finite((1..=50_000).collect())), "sliding windows"), (code(&[0, 6]), "splits")]
    {
        let kind = ENGINES.iter().find(|kind| kind.name == engine).unwrap();
        let mut table = HeapTable::with_engine(Arc::new(rules), kind).unwrap();
        let effort = Effort { heaps: 20_000, steps: 5_000 };
        let found = table.period(effort, &Budget::default()).unwrap();
        assert!(table.known() < 1000, "{engine}: {found:?} after {} heaps", table.known());
    }
}

#[test]
fn hexadecimal_games_are_proved_arithmetic_or_periodic_or_only_seen() {
    let (mut arithmetic, mut periodic, mut seen) = (0, 0, 0);
    for digits in 0..256 {
        let digits = [0, digits / 16, digits % 16];
        if digits[1] < 8 && digits[2] < 8 {
            continue;
        }
        let rules = code(&digits);
        let effort = Effort { heaps: 400, steps: u64::MAX };
        let mut table = HeapTable::new(Arc::new(rules.clone()));
        let budget = Budget::default();
        match table.period(effort, &budget).unwrap() {
            PeriodFinding::Proved(proof) if proof.theorem == Theorem::ArithmeticHexadecimal => {
                arithmetic += 1;
                // Twenty periods beyond the values that the certificate was computed from.
                let to = proof.checked + 20 * proof.period.period + 1;
                for (heap, value) in defined(&rules, to).into_iter().enumerate() {
                    assert_eq!(table.value(heap as u64, &budget), Ok(Nimber(value)), "{heap} of {digits:?}");
                }
            }
            PeriodFinding::Proved(_) => periodic += 1,
            PeriodFinding::Seen { .. } => seen += 1,
            PeriodFinding::None { .. } => {}
        }
    }
    assert_eq!((arithmetic, periodic, seen), (67, 22, 4));
    let mut table = HeapTable::new(Arc::new(code(&digits("0.3F"))));
    let found = table.period(Effort { heaps: 600, steps: u64::MAX }, &Budget::default()).unwrap();
    let PeriodFinding::Seen { period, .. } = found else { panic!("{found:?}") };
    assert_eq!((period.period, period.saltus), (6, 3));
}
