//! Helpers that write names, values and lists inside a message.

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

/// "a", "a and b", "a, b and c"; `last_word` is the "and" or "or" before the last.
pub fn listed(names: &[String], last_word: &str) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [several @ .., last] => format!("{} {last_word} {last}", several.join(", ")),
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
