//! The rooms within `solve`: each of its folders, and each file beside them. They use each other in one order, as the
//! rooms of a package do; a method or a table of the `Solver` counts as used where the room that gives it is another.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::imports::Imports;
use super::{code_of, program_files};

/// Each room with the others that it uses, which stand before it in this list.
const ROOMS: &[(&str, &[&str])] = &[
    ("by_ruleset", &[]),
    ("checks", &[]),
    ("filled", &[]),
    ("interned", &[]),
    ("open", &[]),
    ("plane", &[]),
    ("rectangle", &["plane"]),
    ("simpler", &[]),
    ("theorem", &[]),
    ("heap", &["filled", "theorem"]),
    ("heaps", &["heap", "interned"]),
    ("own", &["by_ruleset"]),
    ("written", &["by_ruleset", "filled", "heap", "heaps", "interned", "theorem"]),
    ("forms", &[]),
    ("sets", &["by_ruleset", "filled", "forms", "plane", "rectangle"]),
    ("boards", &["by_ruleset", "plane", "rectangle", "sets"]),
    ("situation", &[]),
    ("binding", &["by_ruleset", "sets", "situation"]),
    ("draws", &["written"]),
    ("remoteness", &["draws", "situation"]),
    ("misere", &["binding", "boards", "draws", "filled", "forms", "heap", "sets", "situation", "written"]),
    ("compound", &["binding", "draws", "remoteness", "situation"]),
];

/// The hall, where the rooms meet: these files give the `Solver` the methods that choose a room, or ask several, and may use
/// all rooms. A room may call such a method.
const HALL: &[&str] = &[
    "answer",
    "boxes",
    "checked",
    "loopy_moves",
    "moves",
    "periods",
    "products",
    "reduced",
    "searches",
    "solver",
    "verdict",
];

/// What a room may name of the hall: the `Solver`, and functions of sums and positions that know no room.
const KNOWN_OF_THE_HALL: &[&str] = &["moves", "solver", "verdict"];

const FOLDER: &str = "engine/src/solve";

/// The place of a file in `solve`: the folder it is in, or the file itself.
pub fn room_of(file: &Path) -> Option<String> {
    let inside = file.strip_prefix(FOLDER).ok()?;
    let first = inside.components().next()?.as_os_str().to_string_lossy().trim_end_matches(".rs").to_owned();
    Some(first).filter(|first| first != "mod")
}

fn files() -> Vec<(PathBuf, String)> {
    let files = program_files().into_iter().filter(|file| file.starts_with("engine/src"));
    files.map(|file| (file.clone(), code_of(&file))).collect()
}

#[test]
fn a_room_of_solve_uses_only_the_rooms_it_may() {
    let mut wrong = Vec::new();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (room, other) in uses(&files()) {
        if !HALL.contains(&&*room) && !KNOWN_OF_THE_HALL.contains(&&*other) {
            used.entry(room).or_default().extend([other]);
        }
    }
    for (room, others) in &used {
        let allowed = ROOMS.iter().find(|(name, _)| name == room).map_or(&[][..], |(_, allowed)| allowed);
        let foreign = others.iter().filter(|other| !allowed.contains(&&***other));
        wrong.extend(foreign.map(|other| format!("{room} may not use {other}")));
        let idle = allowed.iter().filter(|other| !others.contains(**other));
        wrong.extend(idle.map(|other| format!("{room} does not use {other}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_file_of_solve_is_in_a_room_or_the_hall() {
    let found: BTreeSet<String> = files().iter().filter_map(|(file, _)| room_of(file)).collect();
    let listed = ROOMS.iter().map(|(name, _)| *name).chain(HALL.iter().copied()).map(str::to_owned);
    assert_eq!(found, listed.collect());
}

#[test]
fn the_rooms_of_solve_have_no_circle() {
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        for used in *allowed {
            let above = ROOMS[..index].iter().any(|(name, _)| name == used);
            assert!(above, "{room} uses {used}, which does not stand above it");
        }
    }
}

/// The pairs of a room or a file of the hall, and another that it uses.
fn uses(files: &[(PathBuf, String)]) -> BTreeSet<(String, String)> {
    let mut pairs = BTreeSet::new();
    let imports = Imports::of(Path::new("engine/src"), files);
    for (module, used) in imports.edges() {
        for other in used {
            if let ([first, room, ..], [second, other, ..]) = (&module[..], &other[..])
                && (first, second) == (&"solve".to_owned(), first)
            {
                pairs.insert((room.clone(), other.clone()));
            }
        }
    }
    let methods = methods_of_the_solver(files);
    for (room, code) in files.iter().filter_map(|(file, code)| Some((room_of(file)?, code))) {
        for name in asked_of_the_solver(code) {
            let table = ROOMS.iter().find(|(room, _)| *room == name).map(|(room, _)| (*room).to_owned());
            let giver = methods.get(&name).cloned().or(table).filter(|giver| !HALL.contains(&&**giver));
            pairs.extend(giver.map(|giver| (room.clone(), giver)));
        }
    }
    pairs.retain(|(room, other)| room != other);
    pairs
}

/// The room that gives the `Solver` each of its methods.
fn methods_of_the_solver(files: &[(PathBuf, String)]) -> BTreeMap<String, String> {
    let mut methods = BTreeMap::new();
    for (room, code) in files.iter().filter_map(|(file, code)| Some((room_of(file)?, code))) {
        for line in blocks_of_the_solver(code).iter().flat_map(|block| block.lines()) {
            let signature = line.strip_prefix("    ").filter(|line| !line.starts_with(' '));
            let name = signature.and_then(|line| line.split_once("fn ")).map(|(_, rest)| leading_word(rest));
            methods.extend(name.map(|name| (name.to_owned(), room.clone())));
        }
    }
    methods
}

/// The methods and fields of a `Solver` that the code asks for.
fn asked_of_the_solver(code: &str) -> BTreeSet<String> {
    let own = blocks_of_the_solver(code).concat().replace("self", "solver");
    let mut asked = BTreeSet::new();
    for text in [own.as_str(), code] {
        let text: String = text.split_whitespace().collect::<Vec<_>>().join(" ").replace(" .", ".");
        for (at, _) in text.match_indices("solver.") {
            let is_whole = !text[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
            let name = leading_word(&text[at + "solver.".len()..]);
            asked.extend(Some(name).filter(|_| is_whole).map(str::to_owned));
        }
    }
    asked
}

/// The text of each `impl Solver`.
fn blocks_of_the_solver(code: &str) -> Vec<&str> {
    let begun = code.match_indices("\nimpl Solver {\n");
    begun.map(|(at, _)| code[at + 1..].split("\n}").next().unwrap()).collect()
}

fn leading_word(text: &str) -> &str {
    text.split(|character: char| !character.is_alphanumeric() && character != '_').next().unwrap()
}

#[test]
fn a_method_of_the_solver_is_seen_where_it_is_called() {
    let file = |name: &str, code: &str| (Path::new(FOLDER).join(name), code.to_owned());
    let files = [
        file(
            "heap/mod.rs",
            "use crate::solve::solver::Solver;\nimpl Solver {\n    pub(super) fn size(&mut self) {}\n}\n",
        ),
        file("boards/mod.rs", "struct Board;\nfn board(solver: &Solver) {\n    solver\n        .size()\n}\n"),
        file(
            "sets/mod.rs",
            "use crate::solve::boards::Board;\n\nimpl Solver {\n    fn of(&self) { self.misere.size() }\n}\n",
        ),
        file("solver.rs", "struct Solver;\n"),
        file("mod.rs", ""),
    ];
    let expected = [("boards", "heap"), ("heap", "solver"), ("sets", "boards"), ("sets", "misere")];
    let expected = expected.map(|(room, other)| (room.to_owned(), other.to_owned()));
    assert_eq!(uses(&files), BTreeSet::from(expected));
}
