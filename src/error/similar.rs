//! "Did you mean …?": known words that are near to one that is not known.

/// Up to three of some known words that look like this one, the nearest first. Their likeness is from 0 to 1, and at least so
/// much. A word that differs only in capital letters is meant, and nothing else; and where a word has at most two wrong
/// letters, no word that has more.
pub fn similar<W: AsRef<str>>(wanted: &str, known: impl IntoIterator<Item = W>, least: f64) -> Vec<String> {
    const MOST: usize = 3;
    let lower = wanted.to_lowercase();
    let mut near: Vec<(f64, String)> = Vec::new();
    for word in known {
        let word = word.as_ref();
        let likeness = strsim::jaro_winkler(&lower, &word.to_lowercase());
        if likeness > least || word.eq_ignore_ascii_case(wanted) {
            near.push((likeness, word.to_owned()));
        }
    }
    if near.iter().any(|(_, word)| word.eq_ignore_ascii_case(wanted)) {
        near.retain(|(_, word)| word.eq_ignore_ascii_case(wanted));
    }
    let is_typing_mistake = |word: &str| strsim::osa_distance(&lower, &word.to_lowercase()) <= 2;
    if near.iter().any(|(_, word)| is_typing_mistake(word)) {
        near.retain(|(_, word)| is_typing_mistake(word));
    }
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(MOST).map(|(_, word)| word).collect()
}

/// The nearest of some known words, if at most so many letters are wrong, missing, too many or in the other order.
pub fn nearest<'w>(wanted: &str, known: impl IntoIterator<Item = &'w str>, most: usize) -> Option<&'w str> {
    let lower = wanted.to_lowercase();
    let near = known.into_iter().map(|word| (strsim::osa_distance(&lower, word), word));
    near.min_by_key(|(distance, _)| *distance).filter(|(distance, _)| *distance <= most).map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found() {
        let known = ["winner", "winners", "wonder", "take", "Take"];
        assert_eq!(similar("winer", known, 0.85), ["winner", "winners"]);
        assert_eq!(similar("TAKE", known, 0.85), ["take", "Take"]);
        assert_eq!(similar("wxnnerses", known, 0.85), ["winners"]);
        assert_eq!(similar("box_shape", ["box_shapes", "box_shadows"], 0.85), ["box_shapes"]);
        assert!(similar("x", known, 0.85).is_empty());
        assert_eq!((nearest("tkae", known, 1), nearest("Winer", known, 2)), (Some("take"), Some("winner")));
        assert_eq!(nearest("tk", known, 1), None);
    }
}
