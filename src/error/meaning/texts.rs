//! Names and values inside a message.

/// What was found, cut where it would fill the line.
pub fn short(found: &str) -> String {
    const LONGEST: usize = 60;
    match found.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.to_owned(),
    }
}

/// "a", "a and b", "a, b and c"
pub fn listed(names: &[String], last_word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [several @ .., last] => format!("{} {last_word} {last}", several.join(", ")),
    }
}
