//! Benchmark of positions that are sets: of vertices, squares, divisors, edges. Each row runs the program on a script and,
//! where there is one, its rival: a program in C++ from `textbook/`, built with `g++`, or `igsolve` (Beling), if they can be
//! had. Times are those of the processor for the whole process, the best of some runs, which alternate.
//!
//! `cargo bench --bench sets`, with `-- long` for what takes more than some seconds, and a word to select rows.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use wait4::Wait4;

/// A row: its name, what is asked, the rival with its arguments, the most that the time may be of the rival's, or in seconds
/// without one, and whether it takes long.
struct Row {
    name: &'static str,
    script: &'static str,
    rival: Rival,
    wanted: f64,
    is_long: bool,
}

enum Rival {
    /// A program of `textbook/`.
    Textbook(&'static [&'static str]),
    Igsolve(&'static [&'static str]),
    /// The same game said as a board.
    Board(&'static str),
    None,
}

const fn row(name: &'static str, script: &'static str, rival: Rival, wanted: f64, is_long: bool) -> Row {
    Row { name, script, rival, wanted, is_long }
}

const QUEENS: &str = "game Queens(left) = ([w for w in left if w[0] != v[0] and w[1] != v[1] and abs(w[0] - v[0]) != \
                      abs(w[1] - v[1])]) for v in left\n";

const ROWS: &[Row] = &[
    row(
        "Arc Kayles 5 x 5",
        "let arc_graph = grid(5, 5)\ngrundy ArcKayles([0..24])",
        Rival::Board("grundy Cram(board(5, 5))"),
        1.5,
        false,
    ),
    row(
        "Arc Kayles 4 x 9",
        "let arc_graph = grid(4, 9)\ngrundy ArcKayles([0..35])",
        Rival::Board("grundy Cram(board(4, 9))"),
        1.5,
        false,
    ),
    row(
        "Node Kayles 6 x 6",
        "let kayles_graph = grid(6, 6)\ngrundy NodeKayles([0..35])",
        Rival::Textbook(&["graph", "node", "6", "6"]),
        1.5,
        false,
    ),
    row(
        "Node Kayles 6 x 7",
        "let kayles_graph = grid(6, 7)\ngrundy NodeKayles([0..41])",
        Rival::Textbook(&["graph", "node", "6", "7"]),
        1.5,
        false,
    ),
    row(
        "Grim 4 x 5",
        "let grim_graph = grid(4, 5)\ngrundy Grim([0..19])",
        Rival::Textbook(&["graph", "grim", "4", "5"]),
        1.5,
        false,
    ),
    row(
        "Grim 5 x 5",
        "let grim_graph = grid(5, 5)\ngrundy Grim([0..24])",
        Rival::Textbook(&["graph", "grim", "5", "5"]),
        1.5,
        true,
    ),
    row("Chomp 10 x 10", "grundy Chomp([10 for r in 1..10])", Rival::Igsolve(&["chomp", "10", "10"]), 1.0, false),
    row("Chomp 11 x 11", "grundy Chomp([11 for r in 1..11])", Rival::Igsolve(&["chomp", "11", "11"]), 1.0, false),
    row("Chomp 12 x 12", "grundy Chomp([12 for r in 1..12])", Rival::Igsolve(&["chomp", "12", "12"]), 1.0, true),
    row("Cram 4 x 7", "grundy Cram(board(4, 7))", Rival::Igsolve(&["cram", "4", "7"]), 1.0, false),
    row("Cram 5 x 7", "grundy Cram(board(5, 7))", Rival::Igsolve(&["cram", "5", "7"]), 1.0, false),
    row("Cram 4 x 9", "grundy Cram(board(4, 9))", Rival::Igsolve(&["cram", "4", "9"]), 1.0, false),
    row("Cram 3 x 14", "grundy Cram(board(3, 14))", Rival::Igsolve(&["cram", "3", "14"]), 1.0, true),
    row("Cram 4 x 11", "grundy Cram(board(4, 11))", Rival::Igsolve(&["cram", "4", "11"]), 1.0, true),
    row(
        "queens 8 x 8",
        "grundy Queens([(r, c) for r in 1..8, c in 1..8])",
        Rival::Textbook(&["queens", "8"]),
        1.5,
        false,
    ),
    row(
        "queens 9 x 9",
        "grundy Queens([(r, c) for r in 1..9, c in 1..9])",
        Rival::Textbook(&["queens", "9"]),
        1.5,
        true,
    ),
    row(
        "Geography 5 x 5, outcome",
        "let geography_graph = grid(5, 5)\noutcome Geography([0])",
        Rival::Textbook(&["graph", "geo", "5", "5"]),
        1.5,
        false,
    ),
    row(
        "Geography 7 x 7, outcome",
        "let geography_graph = grid(7, 7)\noutcome Geography([0])",
        Rival::Textbook(&["graph", "geo", "7", "7"]),
        1.5,
        false,
    ),
    row(
        "X and O, equal ones apart",
        "game Apart(board) where not (\"XX\" in board or \"OO\" in board) = \".\" becomes \"X\" | \".\" becomes \"O\"\n\
         grundy Apart(\".........................\")",
        Rival::None,
        1.0,
        false,
    ),
    row("subset take-away, n = 6", "outcome SubsetTakeaway([1..62])", Rival::None, 20.0, false),
    row("divisors of 5400", "grundy PosetGame([d for d in 2..5400 if 5400 % d == 0])", Rival::None, 0.9, false),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    let long = arguments.iter().any(|argument| argument == "long");
    let word = arguments.iter().find(|argument| *argument != "long");
    let textbook = build();
    let folder = tempfile::tempdir().expect("a folder");
    println!("{:26} {:>10} {:>10} {:>7}   wanted", "", "here", "rival", "ratio");
    for row in ROWS.iter().filter(|row| long || !row.is_long) {
        if word.is_some_and(|word| !row.name.contains(word.as_str())) {
            continue;
        }
        run(row, textbook.as_deref(), folder.path());
    }
}

fn run(row: &Row, textbook: Option<&Path>, folder: &Path) {
    let script = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, format!("{QUEENS}{text}\n")).expect("a script");
        let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
        command.arg(path);
        command
    };
    let here = || script("here.cgt", row.script);
    let rival = || match &row.rival {
        Rival::Textbook(words) => textbook.map(|folder| {
            let mut command = Command::new(folder.join(words[0]));
            command.args(&words[1..]);
            command
        }),
        Rival::Igsolve(words) => {
            let mut command = Command::new("igsolve");
            command.args(["--tt", "hash-map", words[0], "-r", words[1], "-c", words[2]]);
            Some(command)
        }
        Rival::Board(text) => Some(script("board.cgt", text)),
        Rival::None => None,
    };
    let (mut ours, mut theirs) = (f64::INFINITY, None::<f64>);
    for _ in 0..if row.is_long { 1 } else { 5 } {
        ours = ours.min(seconds(here()).expect("this program runs"));
        theirs = rival().and_then(seconds).map(|seconds| theirs.map_or(seconds, |best| best.min(seconds)));
    }
    let wanted = row.wanted;
    match theirs {
        Some(theirs) => {
            println!("{:26} {ours:8.3} s {theirs:8.3} s {:7.2}   <= {wanted} x", row.name, ours / theirs);
        }
        None if matches!(row.rival, Rival::None) => println!("{:26} {ours:8.3} s {:>18}   <= {wanted} s", row.name, ""),
        None => println!("{:26} {ours:8.3} s   the rival cannot be had", row.name),
    }
}

/// The processor time of a process in seconds; `None` if it cannot be run or fails.
fn seconds(mut command: Command) -> Option<f64> {
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()?;
    let ended = child.wait4().ok()?;
    ended.status.success().then(|| (ended.rusage.utime + ended.rusage.stime).as_secs_f64())
}

/// Builds the rivals in C++; `None` without a compiler.
fn build() -> Option<PathBuf> {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/textbook");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sets");
    std::fs::create_dir_all(&folder).ok()?;
    for program in ["graph", "queens"] {
        let source = sources.join(program).with_extension("cpp");
        let built =
            Command::new("g++").args(["-O2", "-std=c++17", "-o"]).arg(folder.join(program)).arg(source).status();
        if !built.is_ok_and(|status| status.success()) {
            println!("no g++: the programs in C++ are left out");
            return None;
        }
    }
    Some(folder)
}
