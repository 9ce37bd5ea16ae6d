//! Names, lists, numbers, durations and amounts of memory as a message shows them.

use crate::told::{Line, Tellable, Told, told};

/// The text, cut after 60 characters so that it does not fill the line.
pub fn short(found: &str) -> String {
    clipped(found, 60)
}

/// The text; if it has more than `longest` characters, its beginning and `…`.
pub fn clipped(text: &str, longest: usize) -> String {
    match text.char_indices().nth(longest) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// "a", "a and b", "a, b and c"
pub fn and_listed(names: &[String]) -> Line {
    match names {
        [several @ .., last] if !several.is_empty() => {
            told!("{list} and {last}", list = several.join(", "), last).into_line()
        }
        _ => names.concat().into_line(),
    }
}

/// "a", "a or b", "a, b or c"
pub fn or_listed(names: &[String]) -> Line {
    match names {
        [several @ .., last] if !several.is_empty() => {
            told!("{list} or {last}", list = several.join(", "), last).into_line()
        }
        _ => names.concat().into_line(),
    }
}

/// "a, b", "a, b and 12 more": the first of some names.
pub fn first_listed(names: &[String], most: usize) -> Line {
    let (named, others) = names.split_at(most.min(names.len()));
    match others.len() {
        0 => named.join(", ").into_line(),
        n => told!("{list} and {n} more", list = named.join(", "), n = thousands(n as u64)).into_line(),
    }
}

/// "1 coordinate", "2 coordinates".
pub fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

/// "A → B → A"; if more than `most` steps stand before the last one, only the first `most` of them and the last.
pub fn in_a_row(steps: &[String], most: usize) -> String {
    let steps: Vec<String> = steps.iter().map(|step| short(step)).collect();
    match steps.split_last() {
        Some((last, before)) if before.len() > most => format!("{} → … → {last}", before[..most].join(" → ")),
        _ => steps.join(" → "),
    }
}

/// The name of a kind of value as it reads after "is" or "between".
pub fn kind_name_in_sentence(kind: &'static str) -> &'static str {
    if kind == "true or false" { "a truth value" } else { kind }
}

/// The number with its digits in groups of three: `1,234,567`.
pub fn thousands(number: impl Into<u128>) -> String {
    let digits = number.into().to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A duration rounded to one unit, such as `about 2 minutes`.
pub(super) fn duration(nanoseconds: u128) -> Told {
    const YEAR: f64 = 31_556_952.0;
    type Unit = (f64, fn(String) -> Told);
    const UNITS: [Unit; 5] = [
        (1.0, |n| told!("about {n} second[s]", n)),
        (60.0, |n| told!("about {n} minute[s]", n)),
        (3600.0, |n| told!("about {n} hour[s]", n)),
        (86_400.0, |n| told!("about {n} day[s]", n)),
        (YEAR, |n| told!("about {n} year[s]", n)),
    ];
    let seconds = nanoseconds as f64 / 1e9;
    let (length, unit) = UNITS.into_iter().rev().find(|(length, _)| seconds >= *length).unwrap_or(UNITS[0]);
    match (seconds / length).round() {
        _ if seconds >= 1000.0 * YEAR => told!("more than a thousand years"),
        0.0 => told!("less than a second"),
        count => unit(count.to_string()),
    }
}

/// A number of bytes in decimal units, such as `12.3 MB`.
pub fn bytes(count: u128) -> String {
    const UNITS: [&str; 7] = ["bytes", "KB", "MB", "GB", "TB", "PB", "EB"];
    let mut scaled = count as f64;
    let mut unit = 0;
    while scaled >= 1000.0 && unit + 1 < UNITS.len() {
        scaled /= 1000.0;
        unit += 1;
    }
    if unit == 0 { format!("{count} bytes") } else { format!("{scaled:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        let cases = [(0u128, "0"), (999, "999"), (1000, "1,000"), (1_000_001, "1,000,001")];
        for (number, expected) in cases {
            assert_eq!(thousands(number), expected);
        }
        assert_eq!(thousands(u128::MAX), "340,282,366,920,938,463,463,374,607,431,768,211,455");
    }

    #[test]
    fn durations_and_bytes_are_rounded() {
        let second = 1_000_000_000;
        for (nanoseconds, expected) in [
            (0, "less than a second"),
            (second, "about 1 second"),
            (90 * second, "about 2 minutes"),
            (86_400 * 20 * second, "about 20 days"),
            (u128::MAX, "more than a thousand years"),
        ] {
            assert_eq!(duration(nanoseconds).to_string(), expected);
        }
        for (count, expected) in [(999, "999 bytes"), (12_340_000, "12.3 MB"), (u128::from(u64::MAX), "18.4 EB")] {
            assert_eq!(bytes(count), expected);
        }
    }
}
