//! Corrections that must be worked out: the case of `codes.txt` whose help introduces the corrected text (empty for
//! the help without a case), and the text.

/// A game where a position is needed.
pub fn missing_position(
    game: &str,
    arity: usize,
    on_boards: bool,
    example: Option<&str>,
) -> Option<(&'static str, String)> {
    Some(match (arity, example) {
        (_, Some(example)) => (if on_boards { "board" } else { "" }, example.to_owned()),
        _ if on_boards => ("board", heap(game, "board(3, 4)")),
        (1, _) => ("heap", heap(game, "5")),
        _ => ("", filled_up(game, &[], arity)),
    })
}

/// Something else where a position is needed; `game` is the game of the position beside it, if there is one. A number
/// stays as it was `typed`, although its value is known.
pub fn not_a_position(
    found: &str,
    kind: &str,
    game: Option<&str>,
    typed: Option<&str>,
) -> Option<(&'static str, String)> {
    match (kind, game) {
        ("a number", _) if !found.chars().all(|c| c.is_ascii_digit()) => None,
        ("a number", Some(game)) => Some(("heap", heap(game, found))),
        ("a number", None) => typed.map(|typed| {
            let is_plain = typed.trim_matches(['(', ')', ' ']) == found;
            ("number", format!("*{}", if is_plain { found } else { typed }))
        }),
        ("a tuple" | "a list", _) => Some(("heaps", format!("Nim[{}]", found.trim_matches(|c| "()[]".contains(c))))),
        _ => None,
    }
}

/// A list of heaps of a game with several coordinates.
pub fn heap_list(game: &str, wanted: usize, found: &[String]) -> Option<(&'static str, String)> {
    if found.len() >= wanted { coordinates(game, wanted, found, false) } else { None }
}

/// The position of a game with these coordinates. A game of several words is put in brackets.
fn heap(game: &str, coordinates: &str) -> String {
    if game.contains(' ') { format!("({game})({coordinates})") } else { format!("{game}({coordinates})") }
}

/// A position with the coordinates that were found, and with example values for the others of the `wanted`
/// coordinates.
fn filled_up(game: &str, found: &[String], wanted: usize) -> String {
    let missing = (found.len()..wanted).map(|n| (n + 2).to_string());
    heap(game, &found.iter().cloned().chain(missing).collect::<Vec<_>>().join(", "))
}

/// The correction of a position with the wrong number of coordinates: `S(3,4)` becomes `S[3, 4]`, `W(1,2,3,4)`
/// becomes `W(1, 2) + W(3, 4)`, and `W(3)` gets one more coordinate as an example.
pub fn coordinates(game: &str, wanted: usize, found: &[String], on_boards: bool) -> Option<(&'static str, String)> {
    if on_boards && found.len() == 2 {
        return Some(("board", heap(game, &format!("board({})", found.join(", ")))));
    }
    if found.is_empty() {
        return None;
    }
    if wanted == 1 && found.len() > 1 {
        return Some(("heaps", format!("{game}[{}]", found.join(", "))));
    }
    if found.len() < wanted {
        return Some(("example", filled_up(game, found, wanted)));
    }
    if wanted == 0 || !found.len().is_multiple_of(wanted) {
        return None;
    }
    let positions: Vec<String> = found.chunks(wanted).map(|chunk| heap(game, &chunk.join(", "))).collect();
    Some((if positions.len() == 1 { "one" } else { "several" }, positions.join(" + ")))
}
