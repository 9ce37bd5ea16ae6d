//! Wrong inputs that were recorded, each with what stands above it: those of strangers, of proposals, of `tests/one_meaning.txt`,
//! and of `tests/reading/unseen.tsv`.

use std::fs;
use std::path::Path;

use super::files;

/// A line, and what stands above it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Input {
    pub above: Vec<String>,
    pub line: String,
}

impl Input {
    pub fn lines(&self) -> Vec<String> {
        self.above.iter().chain([&self.line]).cloned().collect()
    }
}

/// A row of `tests/proposals/*.txt`: a wrong input, with what stands behind the arrow.
pub struct Proposed {
    pub place: String,
    pub input: Input,
    pub wanted: String,
}

pub fn proposals() -> Vec<Proposed> {
    let mut rows = Vec::new();
    for file in files(Path::new("tests/proposals"), "txt") {
        let mut above: Vec<String> = Vec::new();
        let mut was_row = false;
        for (number, line) in fs::read_to_string(&file).unwrap().lines().enumerate() {
            if let Some(input) = line.strip_prefix("@ ") {
                if std::mem::take(&mut was_row) {
                    above.clear();
                }
                above.push(input.to_owned());
            } else if let Some((wrong, wanted)) = line.split_once(" ⟶ ") {
                was_row = true;
                let input = Input { above: above.clone(), line: wrong.to_owned() };
                rows.push(Proposed { place: format!("{file}:{}", number + 1), input, wanted: wanted.to_owned() });
            }
        }
    }
    rows
}

/// A line of strangers that was written before the tables were looked at.
pub struct Meant {
    /// When it was written and first measured.
    pub half: String,
    pub habit: String,
    pub input: Input,
    pub meant: Vec<String>,
}

pub fn unseen() -> Vec<Meant> {
    let meant = |row: &str| {
        let [half, habit, above, line, meant] = row.split('\t').collect::<Vec<_>>()[..] else { panic!("{row}") };
        let above = if above.is_empty() { Vec::new() } else { vec![above.to_owned()] };
        Meant {
            half: half.to_owned(),
            habit: habit.to_owned(),
            input: Input { above, line: line.to_owned() },
            meant: meant.split(" <or> ").map(str::to_owned).collect(),
        }
    };
    let rows = fs::read_to_string("tests/reading/unseen.tsv").unwrap();
    rows.lines().filter(|row| !row.starts_with('#')).map(meant).collect()
}

/// What strangers have typed.
pub fn strangers() -> Vec<Input> {
    let games = ["game S = take <1,2,3>", "game T = take <1,2>"].map(str::to_owned).to_vec();
    let mut inputs = Vec::new();
    for file in files(Path::new("tests/strangers"), "tsv") {
        let text = fs::read_to_string(file).unwrap();
        let typed = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split('\t').next());
        inputs.extend(typed.map(|line| Input { above: games.clone(), line: line.to_owned() }));
    }
    inputs
}

/// All of them.
pub fn recorded() -> Vec<Input> {
    let mut inputs = strangers();
    inputs.extend(proposals().into_iter().map(|row| row.input));
    let sessions = fs::read_to_string("tests/one_meaning.txt").unwrap();
    for row in sessions.lines().filter_map(|row| row.split(" ⇒ ").next()).filter(|row| !row.starts_with('#')) {
        let mut above: Vec<String> = row.split(" · ").map(str::to_owned).collect();
        inputs.extend(above.pop().map(|line| Input { above, line }));
    }
    inputs.extend(unseen().into_iter().filter(|meant| meant.half == "now").map(|meant| meant.input));
    inputs.sort();
    inputs.dedup();
    inputs.retain(|input| !input.line.trim().is_empty());
    inputs
}
