//! The named library: every entry's `Values:` line is what the program says.

use crate::common::Played;
use grundy::session::library::{Entry, entries};

#[test]
fn the_values_of_every_entry_come_out() {
    let mut wrong = Vec::new();
    let mut checked = 0;
    for entry in entries() {
        let Some(values) = entry.fact("Values") else {
            wrong.push(format!("{} has no values", entry.name));
            continue;
        };
        for claim in claims(entry, &values) {
            checked += 1;
            if let Err(error) = Played::new().script(entry.name, &claim) {
                wrong.push(error);
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {checked} are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Either the values from heap 0 on, or `POSITION = VALUE; …`.
fn claims(entry: &Entry, values: &str) -> Vec<String> {
    if values.contains('=') {
        let pairs = values.split(';').filter_map(|pair| pair.rsplit_once('='));
        return pairs
            .map(|(position, value)| format!("assert grundy {} == {}", position.trim(), value.trim()))
            .collect();
    }
    let numbers = values.split_whitespace().map(str::parse::<u64>).collect::<Result<Vec<_>, _>>();
    let numbers = numbers.unwrap_or_else(|_| panic!("{}: {values}", entry.name));
    vec![format!("assert [grundy {}(n) for n in 0..{}] == {numbers:?}", entry.name, numbers.len() - 1)]
}
