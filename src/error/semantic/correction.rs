//! Corrections for semantic errors: the text that should stand in the place of the error, where the error
//! determines it.

use super::kind::{SemanticError, Wanted};

/// The sets of numbers that have a name.
const FAMILIES: [&str; 7] = ["squares", "primes", "evens", "odds", "triangulars", "fibonaccis", "factorials"];

/// The case of `codes.txt` whose help introduces the correction (empty for the help without a case), and the
/// corrected text.
pub fn correction(error: &SemanticError) -> Option<(&'static str, String)> {
    Some(match error {
        SemanticError::Unknown { similar, .. }
        | SemanticError::NothingAbout { similar, .. }
        | SemanticError::NoHelp { similar, .. } => {
            let [one] = &similar[..] else { return None };
            ("similar", one.clone())
        }
        SemanticError::WrongKind { name, wanted: Wanted::Value, found: Wanted::Function } => match &name[..] {
            "all" => ("all", "any".to_owned()),
            "odd" | "even" | "prime" | "square" => ("family", format!("{name}s")),
            _ => return None,
        },
        SemanticError::WrongKind { name, wanted: Wanted::Game, found: Wanted::Value }
            if FAMILIES.contains(&name.as_str()) =>
        {
            ("numbers", format!("take {name}"))
        }
        SemanticError::MissingPosition { game, on_boards: true, .. } => ("board", heap(game, "board(3, 4)")),
        SemanticError::MissingPosition { game, arity: 1, .. } => ("heap", heap(game, "5")),
        SemanticError::MissingPosition { game, arity, .. } => ("", filled_up(game, &[], *arity)),
        SemanticError::Coordinates { game, found, on_boards: true, .. } if found.len() == 2 => {
            ("board", heap(game, &format!("board({})", found.join(", "))))
        }
        SemanticError::Coordinates { game, names, found, .. } => return coordinates(game, names.len(), found),
        SemanticError::HeapList { game, wanted, found } if found.len() >= *wanted => {
            return coordinates(game, *wanted, found);
        }
        SemanticError::NoLevel { similar: Some(similar), .. } => ("similar", similar.clone()),
        SemanticError::CalledRelation { function } => ("called", function.clone()),
        SemanticError::PowerOfValues => ("", "xor".to_owned()),
        SemanticError::NotAPosition { found, kind: "a number", game } if found.chars().all(|c| c.is_ascii_digit()) => {
            match game {
                Some(game) => ("heap", heap(game, found)),
                None => ("number", format!("*{found}")),
            }
        }
        SemanticError::NotAPosition { found, kind: "a tuple" | "a list", .. } => {
            ("heaps", format!("Nim[{}]", found.trim_matches(|c| "()[]".contains(c))))
        }
        SemanticError::NotAGame { game: Some(game), .. } => ("position", game.clone()),
        SemanticError::OptionBrackets { option } => ("", format!("({option})")),
        SemanticError::FixCoordinates { running: 3, .. } => ("three", "3".to_owned()),
        _ => return None,
    })
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
fn coordinates(game: &str, wanted: usize, found: &[String]) -> Option<(&'static str, String)> {
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
