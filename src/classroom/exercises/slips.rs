//! The typical mistake that explains a wrong number, if there is one.

use grundy_engine::game::{Component, Sum};
use grundy_engine::nim::Nimber;

use crate::classroom::data::exercises::{Question, Slip, Task};

impl Slip {
    /// The mistake that leads to this wrong number; `None` if none is known.
    pub(crate) fn of(question: &Question, given: u64) -> Option<Slip> {
        match &question.task {
            Task::Mex { numbers } if numbers.contains(&given) => Some(Slip::Member),
            Task::Mex { .. } => Some(Slip::Gap),
            Task::NimSum { numbers } => (numbers.iter().sum::<u64>() == given).then_some(Slip::PlainSum),
            Task::Value { position } => of_value(question, position, given),
            _ => None,
        }
    }
}

/// The mistake behind a wrong Grundy value.
fn of_value(question: &Question, position: &Sum, given: u64) -> Option<Slip> {
    let (terms, values) = (&question.solution.terms, &question.solution.values);
    let sizes: Vec<u64> = position
        .parts
        .iter()
        .filter_map(|part| match &part.component {
            Component::Position(position) => position.heap(),
            Component::Star(size) => Some(*size),
        })
        .collect();
    if terms.len() > 1 {
        let plain: u64 = terms.iter().map(|term| term.value.0).sum();
        let of_sizes = sizes.iter().fold(0, |sum, size| sum ^ size);
        return match given {
            given if given == plain => Some(Slip::PlainSum),
            given if given == of_sizes && sizes.len() == terms.len() => Some(Slip::Sizes),
            _ => None,
        };
    }
    if sizes.first() == Some(&given) {
        return Some(Slip::Size);
    }
    let xor: Nimber = values.iter().copied().collect();
    (xor == Nimber(given)).then_some(Slip::XorOfOptions)
}
