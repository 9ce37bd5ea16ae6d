//! The components of a sum with their values, as data and as words.

use grundy_engine::game::Component;
use grundy_engine::nim::Nimber;
use serde::Serialize;

use crate::show::document::{Line, Role};
use crate::show::phrase::{NAMED, piece, plain, thousands};

/// How many components there are, copies counted.
pub fn component_count(terms: &[Term]) -> u128 {
    terms.iter().map(|term| u128::from(term.copies)).sum()
}

/// `3 ⊕ 0 ⊕ 1`: the values of the summands. If there are few, copies are written one by one; if there are very many,
/// the middle is left out.
pub fn values_joined(terms: &[Term]) -> Line {
    let written: Vec<String> = match terms {
        _ if component_count(terms) <= NAMED as u128 => {
            terms.iter().flat_map(|term| (0..term.copies).map(|_| term.value.to_string())).collect()
        }
        // A sum may have millions of terms.
        [first @ .., last] if terms.len() > NAMED => {
            let first = first[..NAMED - 2].iter().map(copies_of_value);
            first.chain(["…".to_owned(), copies_of_value(last)]).collect()
        }
        _ => terms.iter().map(copies_of_value).collect(),
    };
    let mut line = Line::new();
    for (index, value) in written.into_iter().enumerate() {
        if index > 0 {
            line.push(plain(" ⊕ "));
        }
        line.push(piece(Role::Nimber, value));
    }
    line
}

fn copies_of_value(term: &Term) -> String {
    match term.copies {
        1 => term.value.to_string(),
        copies => format!("{} ({} times)", term.value, thousands(u128::from(copies))),
    }
}

/// A summand with its value.
#[derive(Clone, Debug, Serialize)]
pub struct Term {
    pub copies: u64,
    #[serde(rename = "position")]
    pub component: Component,
    /// The value of one copy.
    pub value: Nimber,
}
