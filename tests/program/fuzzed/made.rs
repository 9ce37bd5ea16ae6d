//! Inputs put together from parts that fit each other, so that more of them mean something: boards, graphs, surveys,
//! and the prose and directives of pages. Some of their sizes are at or near limits.

use super::inputs::{Inputs, NUMBERS};

const CELLS: [&str; 3] = [".", "X", "O"];
const RARE_CELLS: [&str; 5] = ["#", "?", "漢", "-", "+"];
const PATTERNS: [&str; 5] = ["", "across or down", "in any direction", "either way", "in any direction either way"];
const BOARD_GAMES: [&str; 6] = ["Made", "Cram", "Clobber", "Flip", "NoGo", "Notakto"];
/// What stands between the pattern of a board and the next clause.
const CONDITIONS: [&str; 4] = ["", " if length(n) > 2", " if \"X\" in n", " if count(n, \".\") % 2 == 0"];
const GRAPHS: [&str; 7] = ["path", "cycle", "grid", "complete", "star", "petersen", "hypercube"];
const GRAPH_GAMES: [&str; 5] = ["NodeKayles", "ArcKayles", "Grim", "Geography", "Walk"];
const QUESTIONS: [&str; 8] = ["winner", "grundy", "outcome", "moves", "options", "explain", "tree", "outcome misere"];
const COLUMNS: [&str; 12] = [
    "n",
    "grundy Nim(n)",
    "outcome Kayles(n)",
    "winner Cram(board(2, n))",
    "grundy misere Nim(n)",
    "length(path(n))",
    "[0..n]",
    "n*\"X\"",
    "board(n, n)",
    "k / n",
    "{n, k, n xor k}",
    "grundy take <1..n>(k)",
];
const FILES: [&str; 8] = ["x.csv", "x.jsonl", "x.md", "x.svg", "x.html", "x.dot", "x.tex", "x"];
/// What stands in a line of prose.
const PROSE: [&str; 20] = [
    "# A title",
    "## A heading",
    "---",
    "*emphasis* and **strong**",
    "`winner Nim(3)`",
    "- a list\n## - of two",
    "1. first\n## 2. second",
    "> a quotation",
    "| a | b |\n## | --- | --- |\n## | 1 | 2 |",
    "$n \\bmod 4$",
    "$$\\sum_{k=1}^{n} \\frac{k}{2}$$",
    "$\\left( \\sqrt[3]{x^{2^{2}}}$",
    "\\$5 and $ alone",
    "![a picture](x.svg)",
    "![none](none.png)",
    "[a link](x.csv)",
    "[a link](https://example.org/?a=b&c=<d>)",
    "<script>alert(1)</script> &amp; &#0;",
    "```grundy\n## winner Nim(3)\n## ```",
    "",
];
const SETTINGS: [&str; 8] = ["answer", "code", "lines", "points", "lang", "echo", "marks", "nothing"];
const STATES: [&str; 12] = ["hide", "show", "true", "no", "zh", "ar", "en-GB", "1.5", "0", "-1", "", "\u{202e}x"];
/// Statements for a page to show.
const SHOWN: [&str; 8] = [
    "winner Nim(3) + Kayles(4)",
    "table Nim 0..5",
    "plot Kayles 0..20",
    "tree Nim(3)",
    "explain Cram(board(2, 3))",
    "worksheet Kayles easy 2 questions seed 1",
    "assert 1 == 1",
    "winner Nim(",
];

/// An input of one of these kinds.
pub fn made(inputs: &mut Inputs) -> String {
    match inputs.below(5) {
        0 => board(inputs),
        1 => graph(inputs),
        2 => survey(inputs),
        3 => prose(inputs),
        _ => directive(inputs),
    }
}

/// Mostly a small number, seldom one at a limit: with these a statement often runs until its time is over.
fn size(inputs: &mut Inputs) -> String {
    if inputs.below(24) == 0 { inputs.one_of(&NUMBERS).to_owned() } else { inputs.below(7).to_string() }
}

/// As many as `make` is asked for, up to `most`.
fn several(inputs: &mut Inputs, most: usize, make: fn(&mut Inputs) -> String) -> Vec<String> {
    let count = 1 + inputs.below(most);
    (0..count).map(|_| make(inputs)).collect()
}

/// A rule that rewrites patterns, and a question about a board.
fn board(inputs: &mut Inputs) -> String {
    let clauses = several(inputs, 4, |inputs| {
        let from = pattern(inputs);
        let to = if inputs.below(6) == 0 { pattern(inputs) } else { from.replacen(['.', 'X', 'O', '+'], "#", 2) };
        let (ways, condition) = (inputs.one_of(&PATTERNS), inputs.one_of(&CONDITIONS));
        format!("{from} becomes {to} {ways}{condition}")
    });
    let (question, game) = (inputs.one_of(&QUESTIONS), inputs.one_of(&BOARD_GAMES));
    let positions =
        several(inputs, 2, position_of_cells).iter().map(|cells| format!("{game}({cells})")).collect::<Vec<_>>();
    format!("game Made = {}; {question} {}", clauses.join(" | "), positions.join(" + "))
}

/// A pattern as a text, or as so many times a text.
fn pattern(inputs: &mut Inputs) -> String {
    let cells = format!("\"{}\"", cells(inputs, 3));
    if inputs.below(8) == 0 { format!("{}*{cells}", size(inputs)) } else { cells }
}

fn position_of_cells(inputs: &mut Inputs) -> String {
    match inputs.below(4) {
        0 => format!("board({}, {})", size(inputs), size(inputs)),
        1 => format!("board({}, {}, \"{}\")", size(inputs), size(inputs), cells(inputs, 2)),
        2 => format!("{}*\"{}\"", size(inputs), cells(inputs, 5)),
        _ => format!("\"{}\"", cells(inputs, 6)),
    }
}

/// Rows of cells, mostly but not always of one length.
fn cells(inputs: &mut Inputs, most: usize) -> String {
    let (rows, columns) = (1 + inputs.below(most) / 2, 1 + inputs.below(most));
    let mut text = String::new();
    for at in 0..rows * columns {
        if at > 0 && (at % columns == 0) != (inputs.below(60) == 0) {
            text.push('/');
        }
        text += if inputs.below(12) == 0 { inputs.one_of(&RARE_CELLS) } else { inputs.one_of(&CELLS) };
    }
    text
}

/// A graph, by name or as its neighbours, and a question about a game on it or about its parts.
fn graph(inputs: &mut Inputs) -> String {
    let graph = match inputs.below(3) {
        0 => format!("[{}]", several(inputs, 7, neighbours).join(", ")),
        1 => format!("{}({}, {})", inputs.one_of(&GRAPHS), size(inputs), size(inputs)),
        _ => format!("{}({})", inputs.one_of(&GRAPHS), size(inputs)),
    };
    let vertices = if inputs.below(2) == 0 { format!("[0..{}]", size(inputs)) } else { neighbours(inputs) };
    let (question, game) = (inputs.one_of(&QUESTIONS), inputs.one_of(&GRAPH_GAMES));
    match inputs.below(4) {
        0 => format!("parts({vertices}, {graph})"),
        1 => format!("let edges = {graph}; game Walk(v) = (w) for w in edges[v]; {question} Walk({})", size(inputs)),
        _ => format!("let kayles_graph = {graph}; {question} {game}({vertices})"),
    }
}

fn neighbours(inputs: &mut Inputs) -> String {
    format!("[{}]", several(inputs, 4, size).join(", "))
}

/// A table of a row for each case, now and then into a file.
fn survey(inputs: &mut Inputs) -> String {
    let columns = several(inputs, 4, |inputs| {
        let column = inputs.one_of(&COLUMNS);
        if inputs.below(4) == 0 {
            format!("{column} as {}", inputs.one_of(&["value", "n", "survey", "漢"]))
        } else {
            column.to_owned()
        }
    });
    let condition = inputs.one_of(&["", "", " if n > k", " if 0", " if n % 2 == 1"]);
    let file = if inputs.below(3) == 0 { format!(" to \"{}\"", inputs.one_of(&FILES)) } else { String::new() };
    format!("survey {} for n in 0..{}, k in 1..{}{condition}{file}", columns.join(", "), size(inputs), size(inputs))
}

/// Lines of Markdown above a statement.
fn prose(inputs: &mut Inputs) -> String {
    let lines = several(inputs, 5, |inputs| format!("## {}\n", inputs.one_of(&PROSE)));
    lines.concat() + inputs.one_of(&SHOWN)
}

/// Lines that say how a page shows the statement below them.
fn directive(inputs: &mut Inputs) -> String {
    let lines = several(inputs, 3, |inputs| {
        let name = inputs.one_of(&SETTINGS);
        let value = if inputs.below(3) == 0 { size(inputs) } else { inputs.one_of(&STATES).to_owned() };
        format!("#| {name}: {value}\n")
    });
    lines.concat() + inputs.one_of(&SHOWN)
}
