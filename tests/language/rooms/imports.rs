//! Which modules of a package use which others, by `use` or by a path in the code. A re-exported name (`pub use`) is
//! followed to the module that it comes from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The path of a module from the root of its package, name by name.
pub type Module = Vec<String>;

/// A path that a module uses, the name it has there, and whether it is re-exported (`pub use`).
struct Use {
    path: String,
    name: String,
    is_handed_on: bool,
}

/// The modules of a package with the uses in them.
pub struct Imports {
    uses: BTreeMap<Module, Vec<Use>>,
    /// The modules in a `mod.rs` or `lib.rs`. What such a module re-exports does not count as used by it.
    folders: BTreeSet<Module>,
}

impl Imports {
    /// The imports of the files below `root`, which are given with their code.
    pub fn of(root: &Path, files: &[(PathBuf, String)]) -> Imports {
        let modules: Vec<(Module, &str)> =
            files.iter().filter_map(|(file, code)| Some((module(root, file)?, &**code))).collect();
        let known: BTreeSet<&Module> = modules.iter().map(|(module, _)| module).collect();
        let uses = modules.iter().map(|(module, code)| (module.clone(), uses(module, code, &known))).collect();
        let is_folder = |file: &Path| file.file_name().is_some_and(|name| name == "mod.rs" || name == "lib.rs");
        let folders = files.iter().filter(|(file, _)| is_folder(file)).filter_map(|(file, _)| module(root, file));
        Imports { uses, folders: folders.collect() }
    }

    /// For each module the other modules that it uses.
    pub fn edges(&self) -> BTreeMap<&Module, BTreeSet<Module>> {
        let mut edges = BTreeMap::new();
        for (module, uses) in &self.uses {
            let own = uses.iter().filter(|used| !(used.is_handed_on && self.folders.contains(module)));
            let mut used: BTreeSet<Module> = own.filter_map(|used| self.lead(module, &used.path, 0)).collect();
            used.remove(module);
            edges.insert(module, used);
        }
        edges
    }

    /// The module that a path leads to, seen from the module `from`. `depth` is the number of re-exports followed so
    /// far.
    fn lead(&self, from: &Module, path: &str, depth: usize) -> Option<Module> {
        const DEEPEST: usize = 8;
        let mut names = path.split("::").peekable();
        let mut module = match *names.peek()? {
            "crate" => Module::new(),
            _ => from.clone(),
        };
        while let Some(name) = names.next_if(|name| ["crate", "self", "super"].contains(name)) {
            if name == "super" {
                module.pop();
            }
        }
        while let Some(name) = names.peek() {
            let inner = [&module[..], &[(*name).to_owned()]].concat();
            if !self.uses.contains_key(&inner) {
                break;
            }
            module = inner;
            names.next();
        }
        let handed_on = names.next().filter(|_| depth < DEEPEST).and_then(|name| {
            let used = self.uses.get(&module)?.iter().find(|used| used.name == name && used.path != path)?;
            self.lead(&module, &used.path, depth + 1)
        });
        // The root has nothing of its own: what it hands on is of another package.
        handed_on.or_else(|| (self.uses.contains_key(&module) && !module.is_empty()).then_some(module))
    }
}

/// The module that a file holds; `None` for a file outside `root`.
fn module(root: &Path, file: &Path) -> Option<Module> {
    let inside = file.strip_prefix(root).ok()?.with_extension("");
    let mut names: Module = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if names.last().is_some_and(|name| ["mod", "lib", "main"].contains(&&**name)) {
        names.pop();
    }
    Some(names)
}

fn uses(module: &Module, code: &str, known: &BTreeSet<&Module>) -> Vec<Use> {
    let mut found = Vec::new();
    let mut rest = String::new();
    let mut statement: Option<String> = None;
    for line in code.lines() {
        let text = line.trim_start();
        let begins = text.starts_with("use ") || (text.starts_with("pub") && text.contains(" use "));
        match &mut statement {
            None if begins => statement = Some(text.to_owned()),
            // Where an item may be seen is no use of that room.
            None => match text.strip_prefix("pub(in ").and_then(|seen| seen.split_once(')')) {
                Some((_, item)) => rest.extend([item, "\n"]),
                None => rest.extend([line, "\n"]),
            },
            Some(begun) => begun.push_str(text),
        }
        if let Some(whole) = statement.take_if(|statement| statement.ends_with(';')) {
            let (before, tree) = whole.split_once("use ").unwrap();
            let paths = expanded(tree.trim_end_matches(';'));
            found.extend(paths.into_iter().map(|path| named(&path, before.starts_with("pub"))));
        }
    }
    let inner = |name: &str| known.contains(&[&module[..], &[name.to_owned()]].concat());
    for path in paths(&rest) {
        let first = path.split("::").next().unwrap();
        if ["crate", "self", "super"].contains(&first) || inner(first) {
            found.push(named(&path, false));
        }
    }
    // The other paths begin with the name of another crate.
    found.retain(|used| {
        let first = used.path.split("::").next().unwrap();
        ["crate", "self", "super"].contains(&first) || inner(first)
    });
    found
}

fn named(path: &str, is_handed_on: bool) -> Use {
    let (path, name) = path.split_once(" as ").unwrap_or((path, path.rsplit("::").next().unwrap()));
    Use { path: path.trim().to_owned(), name: name.trim().to_owned(), is_handed_on }
}

/// `a::{b, c::{d}}` as `a::b` and `a::c::d`.
fn expanded(tree: &str) -> Vec<String> {
    let Some((before, inner)) = tree.trim().split_once('{') else { return vec![tree.trim().to_owned()] };
    let inner = inner.trim_end().strip_suffix('}').unwrap();
    let mut members = vec![String::new()];
    let mut depth = 0;
    for character in inner.chars() {
        depth += i32::from(character == '{') - i32::from(character == '}');
        match character {
            ',' if depth == 0 => members.push(String::new()),
            _ => members.last_mut().unwrap().push(character),
        }
    }
    members.retain(|member| !member.trim().is_empty());
    members.iter().flat_map(|member| expanded(&format!("{before}{}", member.trim()))).collect()
}

/// All paths in the code: words with `::` in them.
fn paths(code: &str) -> Vec<String> {
    let in_path = |character: char| character.is_alphanumeric() || character == '_' || character == ':';
    let words = code.split(|character| !in_path(character)).map(|word| word.trim_matches(':'));
    words.filter(|word| word.contains("::")).map(ToOwned::to_owned).collect()
}

/// The knots of a graph: its strongly connected components of two or more nodes.
pub fn knots<'m>(edges: &BTreeMap<&'m Module, BTreeSet<Module>>) -> Vec<Vec<&'m Module>> {
    let reached: BTreeMap<&Module, BTreeSet<&Module>> = edges.keys().map(|from| (*from, reach(edges, from))).collect();
    let mut left: BTreeSet<&Module> = edges.keys().copied().collect();
    let mut knots = Vec::new();
    while let Some(first) = left.pop_first() {
        let mut knot: Vec<&Module> = left
            .iter()
            .copied()
            .filter(|other| reached[first].contains(other) && reached[other].contains(first))
            .collect();
        if !knot.is_empty() {
            left.retain(|other| !knot.contains(other));
            knot.insert(0, first);
            knots.push(knot);
        }
    }
    knots
}

fn reach<'e>(edges: &'e BTreeMap<&Module, BTreeSet<Module>>, from: &Module) -> BTreeSet<&'e Module> {
    let mut reached = BTreeSet::new();
    let mut waiting: Vec<&Module> = edges.get(from).into_iter().flatten().collect();
    while let Some(next) = waiting.pop() {
        if reached.insert(next) {
            waiting.extend(edges.get(next).into_iter().flatten());
        }
    }
    reached
}
