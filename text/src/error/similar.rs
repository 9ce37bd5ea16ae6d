//! "Did you mean …?": known words that are near to one that is not known.

use grundy_engine::sorting::sort_by;

/// Up to three of the known words that resemble `wanted`, the nearest first. Their likeness (Jaro–Winkler, from 0 to
/// 1, regardless of case) exceeds `least`. If some differ from `wanted` only in case, only these are returned;
/// otherwise, if some are at most two typing mistakes away, only these.
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
    sort_by(&mut near, |a, b| b.0.total_cmp(&a.0));
    near.dedup_by(|a, b| a.1 == b.1);
    near.into_iter().take(MOST).map(|(_, word)| word).collect()
}

/// The known word nearest to `wanted`, if at most `most` letters are wrong, missing, superfluous or swapped with a
/// neighbour. `wanted` is compared in lower case.
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
