//! What pupils say for a player and for a heap.

use grundy_engine::nim::Outcome;

const PLACES: [&str; 10] =
    ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];
const HEAPS: [&str; 8] = ["heap", "pile", "row", "stack", "column", "game", "component", "summand"];

/// `first`, `the second player`, `N`, `P-position`, `player 1`. A number alone could be anything.
pub(crate) fn side(line: &str) -> Option<Outcome> {
    let filling = ["the", "player", "wins", "win", "position", "it", "is", "a", "an", "to", "move", "in", "misere"];
    let said: Vec<&str> = line
        .split(|c: char| c.is_whitespace() || c == '-')
        .filter(|word| !word.is_empty() && !filling.contains(word))
        .collect();
    match said[..] {
        ["first" | "1st" | "n" | "next"] => Some(Outcome::N),
        ["second" | "2nd" | "p" | "previous"] => Some(Outcome::P),
        ["1"] if line.contains("player") => Some(Outcome::N),
        ["2"] if line.contains("player") => Some(Outcome::P),
        _ => None,
    }
}

/// Which of so many heaps a text names by its place, from 0 on: `second`, `the 2nd heap`, `heap 2`, `the last one`.
pub(super) fn heap_place(text: &str, count: usize) -> Option<usize> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split_whitespace().filter(|word| !["the", "one", "number"].contains(word)).collect();
    let place = match words[..] {
        ["last"] => count,
        ["last", heap] if HEAPS.contains(&heap) => count,
        [heap, number] if HEAPS.contains(&heap) => number.trim_start_matches('#').parse().ok()?,
        [place] => ordinal(place)?,
        [place, heap] if HEAPS.contains(&heap) => ordinal(place)?,
        _ => return None,
    };
    place.checked_sub(1).filter(|place| *place < count)
}

/// `second`, `2nd`
fn ordinal(word: &str) -> Option<usize> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|end| word.strip_suffix(end)?.parse().ok());
    digits.or_else(|| PLACES.iter().position(|place| *place == word).map(|place| place + 1))
}

#[cfg(test)]
mod tests {
    use super::heap_place;

    #[test]
    fn heaps_are_named_by_their_places() {
        for (text, expected) in [
            ("second", Some(1)),
            ("the first heap", Some(0)),
            ("heap 2", Some(1)),
            ("pile #3", Some(2)),
            ("the 2nd pile", Some(1)),
            ("the last one", Some(2)),
            ("heap 4", None),
            ("heap 0", None),
            ("5", None),
            ("S(5)", None),
        ] {
            assert_eq!(heap_place(text, 3), expected, "{text}");
        }
    }
}
