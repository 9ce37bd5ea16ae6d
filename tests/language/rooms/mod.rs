//! The rooms (the top-level modules of all packages, see ARCHITECTURE.md) use only the rooms they may, no files use
//! each other in a circle, and only some rooms touch the outside. A failure names the file and what it uses.

mod imports;
mod solve;
mod traits;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may use, all of which stand before it in this list: first those of the package
/// `grundy-engine`.
const ROOMS: &[(&str, &[&str])] = &[
    ("sorting", &[]),
    ("ledger", &[]),
    ("nim", &[]),
    ("laws", &["sorting", "nim"]),
    ("meter", &[]),
    ("game", &["sorting", "nim", "meter"]),
    ("code", &["sorting", "ledger", "nim", "game"]),
    ("limits", &["nim", "meter", "game"]),
    ("search", &["sorting", "ledger", "nim", "game", "limits"]),
    ("solve", &["sorting", "ledger", "nim", "game", "code", "limits", "search"]),
    ("impartial", &["nim", "limits", "search"]),
    ("serialize", &["nim", "game", "solve"]),
    ("source", &["game"]),
    ("told", &["nim"]),
    ("error", &["sorting", "source", "told", "game", "solve"]),
    ("syntax", &["sorting", "source", "told", "error"]),
    ("newcomers", &["sorting", "source", "error", "syntax"]),
    ("show", &["sorting", "source", "told", "error", "nim", "game", "syntax"]),
    ("lang", &["sorting", "source", "nim", "game", "code", "solve", "error", "syntax", "show"]),
    ("verbs", &["sorting", "source", "nim", "laws", "game", "solve", "error", "syntax", "newcomers", "show", "lang"]),
    (
        "classroom",
        &["sorting", "source", "nim", "game", "solve", "error", "syntax", "newcomers", "show", "lang", "verbs"],
    ),
    (
        "session",
        &[
            "sorting",
            "source",
            "nim",
            "game",
            "solve",
            "error",
            "syntax",
            "newcomers",
            "show",
            "lang",
            "verbs",
            "classroom",
        ],
    ),
    ("service", &["sorting", "error", "session", "syntax", "show", "source", "solve"]),
    ("cli", &["sorting", "session", "syntax", "show", "source"]),
    ("host", &["sorting", "cli", "service", "error", "session", "syntax", "show", "source", "solve"]),
    ("servers", &["host", "service", "error", "session", "syntax", "show", "source", "solve"]),
    ("repl", &["cli", "host", "service", "error", "session", "syntax", "show", "source", "solve"]),
    ("main", &["cli", "host", "servers", "repl", "service", "session", "solve", "syntax", "show", "source"]),
];

/// The source folders of the packages, each of which may use those before it.
const SOURCES: [&str; 5] = ["engine/src", "text/src", "language/src", "session/src", "src"];

#[test]
fn a_room_uses_only_the_rooms_it_may() {
    let mut wrong = Vec::new();
    for file in program_files() {
        let room = room_of(&file);
        let allowed = ROOMS.iter().find(|(name, _)| *name == room);
        let Some((_, allowed)) = allowed else {
            wrong.push(format!("{} belongs to no room of the table", file.display()));
            continue;
        };
        for used in rooms_used_by(&fs::read_to_string(&file).unwrap()) {
            if used != room && !allowed.contains(&used.as_str()) {
                wrong.push(format!("{room} may not use {used} ({})", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_table_has_no_circle() {
    for (index, (room, allowed)) in ROOMS.iter().enumerate() {
        for used in *allowed {
            let above = ROOMS[..index].iter().any(|(name, _)| name == used);
            assert!(above, "{room} uses {used}, which does not stand above it");
        }
    }
}

#[test]
fn no_files_of_a_package_use_each_other_in_a_circle() {
    let mut wrong = Vec::new();
    for root in SOURCES.map(Path::new) {
        let files = program_files().into_iter().filter(|file| file.starts_with(root));
        let read: Vec<(PathBuf, String)> = files.map(|file| (file.clone(), code_of(&file))).collect();
        let imports = imports::Imports::of(root, &read);
        let edges = imports.edges();
        for knot in imports::knots(&edges) {
            wrong.push(format!("{}: {} files use each other", root.display(), knot.len()));
            for module in &knot {
                let used = edges[module].iter().filter(|used| knot.contains(used));
                let used: Vec<String> = used.map(|used| used.join("/")).collect();
                wrong.push(format!("    {} uses {}", module.join("/"), used.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_name_stands_for_one_type_of_a_package() {
    let mut wrong = Vec::new();
    for root in SOURCES.map(Path::new) {
        let mut types: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
        for file in program_files().into_iter().filter(|file| file.starts_with(root)) {
            for name in code_of(&file).lines().filter_map(defined_type) {
                types.entry(name).or_default().push(file.clone());
            }
        }
        types.retain(|_, files| files.len() > 1);
        wrong.extend(types.into_iter().map(|(name, files)| format!("{name} is defined in {files:?}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The type that an unindented line defines. Types inside a trait or an implementation are indented, and do not count.
fn defined_type(line: &str) -> Option<String> {
    const PUBLIC: [&str; 2] = ["pub(super) ", "pub "];
    let line = PUBLIC.iter().find_map(|public| line.strip_prefix(public)).unwrap_or(line);
    let line = line.strip_prefix("pub(crate) ").unwrap_or(line);
    let rest = ["struct ", "enum ", "trait ", "type "].iter().find_map(|word| line.strip_prefix(word))?;
    Some(rest.chars().take_while(|c| c.is_alphanumeric()).collect())
}

/// The compiler counts nothing as unused that a package offers to the others.
#[test]
fn what_a_package_offers_is_used() {
    /// Tests of other packages read files with it.
    const FOR_TESTS: [&str; 1] = ["wrong_lines"];
    let code: Vec<(PathBuf, String)> = program_files().into_iter().map(|file| (file.clone(), code_of(&file))).collect();
    let beside = ["web/engine/src", "python/src"].iter().flat_map(|folder| rust_files(Path::new(folder)));
    let beside: Vec<String> = beside.map(|file| code_of(&file)).collect();
    let mut count: BTreeMap<&str, usize> = BTreeMap::new();
    let texts = code.iter().map(|(_, code)| code).chain(&beside);
    for word in texts.flat_map(|code| code.split(|c: char| !c.is_alphanumeric() && c != '_')) {
        *count.entry(word).or_default() += 1;
    }
    let inner = code.iter().filter(|(file, _)| file.starts_with("text/src") || file.starts_with("language/src"));
    let offered = inner.flat_map(|(file, code)| code.lines().filter_map(public_name).map(move |name| (name, file)));
    let unused: Vec<_> = offered.filter(|(name, _)| count[name] < 2 && !FOR_TESTS.contains(name)).collect();
    assert!(unused.is_empty(), "{unused:?}");
}

/// What a line makes public.
fn public_name(line: &str) -> Option<&str> {
    let rest = line.trim_start().strip_prefix("pub ")?;
    let rest = rest.strip_prefix("const fn").map_or(rest, |_| &rest["const ".len()..]);
    let kinds = ["fn ", "struct ", "enum ", "trait ", "type ", "const ", "static "];
    let rest = kinds.iter().find_map(|kind| rest.strip_prefix(kind))?;
    rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()
}

#[test]
fn only_the_door_touches_the_outside() {
    const OUTSIDE: [&str; 6] = ["std::fs", "std::env", "std::process", "println!", "eprintln!", "std::time"];
    let mut wrong = Vec::new();
    for file in program_files() {
        if ["main", "host", "servers", "repl", "cli", "service", "lib"].contains(&room_of(&file).as_str()) {
            continue;
        }
        let text = fs::read_to_string(&file).unwrap();
        let code: Vec<&str> = code_lines(&text).collect();
        for word in OUTSIDE {
            if code.iter().any(|line| line.contains(word)) {
                wrong.push(format!("{} uses {word}", file.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every room that is named in a path, outside of the file's tests, which may use any room.
fn rooms_used_by(text: &str) -> BTreeSet<String> {
    const ROOTS: [&str; 3] = ["crate::", "grundy_engine::", "grundy::"];
    let mut rooms = BTreeSet::new();
    for line in code_lines(text) {
        for (start, root) in ROOTS.iter().flat_map(|root| line.match_indices(root)) {
            let rest = &line[start + root.len()..];
            rooms.insert(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    rooms.remove("");
    rooms
}

/// The code of a file without comments and tests.
fn code_of(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    let lines: Vec<&str> = code_lines(&text).map(|line| line.split(" // ").next().unwrap()).collect();
    lines.join("\n")
}

/// The lines of a file up to its tests, without comment lines.
fn code_lines(text: &str) -> impl Iterator<Item = &str> {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    text[..end].lines().filter(|line| !line.trim_start().starts_with("//"))
}

fn room_of(file: &Path) -> String {
    let inside = SOURCES.iter().find_map(|folder| file.strip_prefix(folder).ok()).unwrap();
    let first = inside.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
    match first.trim_end_matches(".rs") {
        "lib" => "main".to_owned(),
        other => other.to_owned(),
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// The source files of all packages, without those of tests, which may use any room.
pub fn program_files() -> Vec<PathBuf> {
    let files: Vec<PathBuf> = SOURCES.iter().flat_map(|folder| rust_files(Path::new(folder))).collect();
    let mut tests = BTreeSet::new();
    for file in &files {
        let text = fs::read_to_string(file).unwrap();
        for (start, marker) in text.match_indices("#[cfg(test)]\nmod ") {
            let name: String =
                text[start + marker.len()..].chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
            let folder = match file.file_name().unwrap().to_str().unwrap() {
                "mod.rs" | "lib.rs" => file.parent().unwrap().to_owned(),
                _ => file.with_extension(""),
            };
            tests.insert(folder.join(format!("{name}.rs")));
            tests.insert(folder.join(name));
        }
    }
    files.into_iter().filter(|file| !file.ancestors().any(|inside| tests.contains(inside))).collect()
}
