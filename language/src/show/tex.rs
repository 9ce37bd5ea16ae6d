//! Answers for LaTeX: tables with booktabs, plots with pgfplots, trees with TikZ. A file is a part of a document, for
//! `\input`, and says at its beginning which packages it needs.

use std::fmt::Write as _;
use std::io::{self, Write};

use grundy_engine::nim::{GrundyValue, Outcome};
use grundy_engine::sorting::sort;

use crate::show::document::{
    Align, CrossTable, ExerciseSheet, ExerciseText, Figure, GameTree, Line, LinePlot, Node, Worksheets,
};
use crate::show::lists::Axis;
use crate::show::phrase::{answers_title, points_text, sheet_title, text_of};
use crate::show::plain_table::PlainTable;
use crate::show::scale::{self, SquareKind, Squares};
use crate::show::svg::{LabelRoom, Layout, lay_out, passage, shares};
use crate::show::tree::{NodeNames, amounts, names, without_loops};
use crate::show::visible;

/// A table of more rows than this can be broken over pages.
const ROWS_OF_A_PAGE: usize = 45;
/// The most points of a plot, and the most squares in a row of a heat map: TeX has little memory.
pub const MOST_POINTS: usize = 2_000;
pub const MOST_SQUARES: usize = 60;
/// The colours of squares from which play may never end, and of loony ones.
const INFINITE: &str = "orange!50";
const LOONY: &str = "violet!40";
/// An axis of a heat map has about this many labels.
const TICKS: usize = 8;

/// Writes a figure.
///
/// # Errors
/// The errors of `out`.
pub fn figure(figure: &Figure, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(
        match figure {
            Figure::Plot(plot) => line_plot(plot).into_bytes(),
            Figure::Heat(table) => heat_map(table).into_bytes(),
            Figure::Tree(tree) => game_tree(tree).into_bytes(),
        }
        .as_slice(),
    )
}

/// Writes a table row by row, since there may be very many rows.
///
/// # Errors
/// The errors of `out`.
pub fn table(table: PlainTable, out: &mut dyn Write) -> io::Result<()> {
    let sides: String = table.headings.iter().map(|(_, side)| if *side == Align::Right { 'r' } else { 'l' }).collect();
    let headings: Vec<String> = table.headings.iter().map(|(heading, _)| escaped(heading)).collect();
    let headings = headings.join(" & ");
    let mut rows = table.rows.map(|row| {
        let cells = row.iter().map(|cell| match cell.is_lost {
            // Brackets directly after the `\\` of a row would be read as a length.
            true => format!("\\textbf{{{}}}", escaped(&cell.text)),
            false => escaped(&cell.text),
        });
        format!("{} \\\\\n", cells.collect::<Vec<_>>().join(" & "))
    });
    let first: Vec<String> = rows.by_ref().take(ROWS_OF_A_PAGE + 1).collect();
    let is_long = first.len() > ROWS_OF_A_PAGE;
    let (kind, packages) =
        if is_long { ("longtable", "\\usepackage{booktabs,longtable}") } else { ("tabular", "\\usepackage{booktabs}") };
    writeln!(out, "% {packages}\n\\begin{{{kind}}}{{{sides}}}\n\\toprule\n{headings} \\\\\n\\midrule")?;
    if is_long {
        out.write_all(b"\\endhead\n\\bottomrule\n\\endfoot\n")?;
    }
    for row in first.into_iter().chain(rows) {
        out.write_all(guarded(&row).as_bytes())?;
    }
    if !is_long {
        out.write_all(b"\\bottomrule\n")?;
    }
    writeln!(out, "\\end{{{kind}}}")
}

/// Protects a row that begins with `[` or `*`, which TeX would read as an argument of the `\\` above it.
fn guarded(row: &str) -> String {
    if row.starts_with(['[', '*']) { format!("{{}}{row}") } else { row.to_owned() }
}

/// `plot S 0..200`, with P-positions as a series of their own. If there are very many values, only the smallest and
/// the largest of neighbouring ones are drawn.
fn line_plot(plot: &LinePlot) -> String {
    let valued: Vec<(i64, u64)> = plot.valued().collect();
    let together = valued.len().div_ceil(MOST_POINTS / 2);
    let shown: Vec<(i64, u64)> = match valued.len() {
        0..=MOST_POINTS => valued,
        _ => valued.chunks(together).flat_map(ends).collect(),
    };
    let points = |is_lost: bool| {
        let belongs = move |point: &&(i64, u64)| (point.1 == 0) == is_lost;
        shown.iter().filter(belongs).map(|(heap, value)| format!("({heap},{value})"))
    };
    let mut text = format!(
        "% \\usepackage{{pgfplots}}\n% \\pgfplotsset{{compat=1.16}}\n\\begin{{tikzpicture}}\n\\begin{{axis}}[width=\\linewidth, \
         height=0.5\\linewidth, title={{{}}}, xlabel={{{}}}, ymin=0, enlarge y limits={{upper, value=0.05}}, scaled ticks=false]\n",
        escaped(&text_of(&plot.title)),
        escaped(&plot.running)
    );
    for (is_lost, look) in
        [(false, "only marks, mark=o, mark size=1.2pt"), (true, "only marks, mark=*, mark size=1.6pt")]
    {
        let points: Vec<String> = points(is_lost).collect();
        if !points.is_empty() {
            let _ = writeln!(text, "\\addplot[{look}] coordinates {{\n{}\n}};", points.join("\n"));
        }
    }
    let above = shown.iter().map(|point| point.1).max().unwrap_or(0) + 1;
    for other in plot.others.0.iter().take(MOST_POINTS) {
        let sign = if other.value == GrundyValue::Loony { "L" } else { "$\\infty$" };
        let _ = writeln!(text, "\\node[font=\\scriptsize] at (axis cs:{},{above}) {{{sign}}};", other.n);
    }
    text.push_str("\\end{axis}\n\\end{tikzpicture}\n");
    if !plot.others.is_empty() {
        let _ = writeln!(text, "% {}", plot.language.words_of(plot.others.meaning(&plot.running, false)));
    }
    text
}

/// The first point with the smallest value and the first with the largest.
fn ends(neighbours: &[(i64, u64)]) -> Vec<(i64, u64)> {
    let least = neighbours.iter().min_by_key(|(_, value)| *value);
    let most = neighbours.iter().rev().max_by_key(|(_, value)| *value);
    let mut ends: Vec<(i64, u64)> = least.into_iter().chain(most).copied().collect();
    sort(&mut ends);
    ends.dedup();
    ends
}

/// `plot W 0..60, 0..60`: a square for each position, or for several neighbours, black for a P-position.
fn heat_map(table: &CrossTable) -> String {
    let squares = Squares::of(table, MOST_SQUARES, MOST_SQUARES);
    let mut title = text_of(&table.title);
    for other in squares.others() {
        let color = if other == SquareKind::Loony { LOONY } else { INFINITE };
        let (color, meaning) =
            (color.split('!').next(), other.sign(false).map(|(_, meaning)| table.language.words(meaning)));
        title.extend([", ", color.unwrap_or_default(), ": ", meaning.as_deref().unwrap_or_default()]);
    }
    let title = escaped(&title);
    let mut text = format!(
        "% \\usepackage{{pgfplots}}\n% \\pgfplotsset{{compat=1.16}}\n\\begin{{tikzpicture}}\n\\begin{{axis}}[\
         title={{{title}}}, xlabel={{{}}}, ylabel={{{}}}, y dir=reverse, axis equal image, enlargelimits=false, {}, {}]\n",
        escaped(&table.right.name),
        escaped(&table.down.name),
        ticks('x', &table.right),
        ticks('y', &table.down)
    );
    let places = (0..squares.rows).flat_map(|row| (0..squares.columns).map(move |column| (column, row)));
    for (column, row) in places {
        let Some(shown) = squares.get(column, row) else { continue };
        let color = match shown {
            SquareKind::Lost => "black".to_owned(),
            SquareKind::Infinite => INFINITE.to_owned(),
            SquareKind::Loony => LOONY.to_owned(),
            SquareKind::Mean(mean) => format!("black!{}", u128::from(mean) * 40 / u128::from(squares.highest.max(1))),
        };
        let corner = |index: usize| format!("{}", (index * squares.side) as f64 - 0.5);
        let _ = writeln!(
            text,
            "\\fill[{color}] (axis cs:{},{}) rectangle (axis cs:{},{});",
            corner(column),
            corner(row),
            corner(column + 1),
            corner(row + 1)
        );
    }
    // pgfplots does not count filled areas for the limits of its axes, so an invisible plot marks the corners.
    let far = |count: usize| (count * squares.side) as f64 - 0.5;
    let (wide, high) = (far(squares.columns), far(squares.rows));
    let _ = writeln!(text, "\\addplot[draw=none] coordinates {{(-0.5,-0.5) ({wide},{high})}};");
    text.push_str("\\end{axis}\n\\end{tikzpicture}\n");
    text
}

/// The pgfplots options for the labels of an axis: the indices of some members, and their texts.
fn ticks(letter: char, axis: &Axis) -> String {
    let places = scale::ticks(axis, axis.members.len().div_ceil(TICKS));
    let members = places.iter().map(|place| axis.members.get(*place).map_or(String::new(), ToString::to_string));
    let members: Vec<String> = members.map(|member| format!("{{{}}}", escaped(&member))).collect();
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    format!("{letter}tick={{{}}}, {letter}ticklabels={{{}}}", places.join(","), members.join(","))
}

/// A text in which no character has a meaning to TeX. Characters that its fonts lack are written as formulas.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in visible::text(text).chars() {
        match c {
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', c]),
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '<' | '>' | '|' => escaped.extend(['$', c, '$']),
            // So it is a straight quote in every font encoding, and babel does not read it as a shorthand.
            '"' => escaped.push_str("{\\ttfamily\\char34}"),
            // Two in a row would become a dash or another character.
            '-' | '`' | '\'' => escaped.extend(['{', c, '}']),
            '⊕' => escaped.push_str("$\\oplus$"),
            '→' => escaped.push_str("$\\to$"),
            '∞' => escaped.push_str("$\\infty$"),
            '≤' => escaped.push_str("$\\le$"),
            '≥' => escaped.push_str("$\\ge$"),
            '≠' => escaped.push_str("$\\ne$"),
            '·' => escaped.push_str("$\\cdot$"),
            '−' => escaped.push_str("$-$"),
            '…' => escaped.push_str("\\dots{}"),
            '\n' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// TeX points for a pixel of the layout.
const POINTS: f64 = 0.75;
/// The largest size of a tree, in TeX points: TeX cannot handle lengths above some 16,000 points.
const FARTHEST: f64 = 15_000.0;
/// The width of a character in a position, in pixels.
const ADVANCE: f64 = 8.0;
/// The same in the label of a move.
const LABEL_ADVANCE: f64 = 6.0;
/// The distance from one layer to the next, in pixels.
const HIGH: f64 = 80.0;
/// The same if moves have labels.
const HIGH_LABELLED: f64 = 96.0;
/// The height of a position, and of a label.
const POSITION_HIGH: f64 = 34.0;
const LABEL_HIGH: f64 = 12.0;
const BEGINNING: &str = "% \\usepackage{tikz}\n\\begin{tikzpicture}[position/.style={draw, rounded corners=2pt, align=center, \
                         inner sep=3pt, font=\\footnotesize}, lost/.style={position, fill=black!80, text=white}]\n";

fn game_tree(tree: &GameTree) -> String {
    let tree = &without_loops(tree);
    let NodeNames { names, meaning } = names(tree);
    let drawing = TikzTree::new(tree, &names);
    let mut text = BEGINNING.to_owned();
    for (index, (node, name)) in tree.nodes.iter().zip(&names).enumerate() {
        drawing.position(&mut text, index, node, name);
    }
    for (from, node) in tree.nodes.iter().enumerate() {
        (0..node.options.len()).for_each(|option| drawing.draw_move(&mut text, from, option));
    }
    text.push_str("\\end{tikzpicture}\n");
    if let Some(meaning) = meaning {
        let title = text_of(&tree.title);
        let _ = writeln!(text, "% {}. {}", title.replace('\n', " "), tree.language.words(meaning).replace('\n', " "));
    }
    text
}

struct TikzTree<'a> {
    tree: &'a GameTree,
    layout: Layout,
    /// The labels of the moves, which say what each takes.
    amounts: Vec<Vec<Option<String>>>,
    /// Where each label stands, as a share of the way to the next layer.
    shares: Vec<Vec<f64>>,
    /// The distance from one layer to the next, in pixels.
    high: f64,
    /// TeX points for a pixel. There are fewer if the tree would be too large for TeX.
    unit: f64,
}

impl<'a> TikzTree<'a> {
    fn new(tree: &'a GameTree, names: &[String]) -> TikzTree<'a> {
        let widths: Vec<f64> = names.iter().map(|name| name.chars().count() as f64 * ADVANCE + 24.0).collect();
        let edges: Vec<Vec<usize>> = tree.nodes.iter().map(|node| node.options.clone()).collect();
        let amounts = amounts(tree);
        let layout = lay_out(&edges, &widths, passage(&amounts));
        let label_width = |amount: &str| amount.chars().count() as f64 * LABEL_ADVANCE;
        let high = if amounts.iter().flatten().any(Option::is_some) { HIGH_LABELLED } else { HIGH };
        let room = LabelRoom { height: high - POSITION_HIGH, label: LABEL_HIGH };
        let shares = shares(&layout, &edges, &amounts, label_width, room);
        let far = layout.width.max(layout.layer_count as f64 * high) * POINTS;
        let unit = if far > FARTHEST { POINTS * FARTHEST / far } else { POINTS };
        TikzTree { tree, layout, amounts, shares, high, unit }
    }

    /// The TikZ coordinates of a point: `x` pixels from the left, and `down` pixels below the middle of a layer.
    fn place(&self, x: f64, layer: usize, down: f64) -> String {
        let y = layer as f64 * self.high + down;
        format!("({:.1}pt,{:.1}pt)", x * self.unit, 0.0 - y * self.unit)
    }

    fn position(&self, text: &mut String, index: usize, node: &Node, name: &str) {
        let is_lost = node.outcome == Outcome::P && !node.is_above;
        let look = if is_lost { "lost" } else { "position" };
        let mark = if is_lost && node.value.is_some() { " $\\cdot$ P" } else { "" };
        let worth = if node.is_above { String::new() } else { escaped(&node.worth()) };
        let at = self.place(self.layout.x[index], self.layout.layer[index], 0.0);
        // Writing to a `String` cannot fail.
        let _ = writeln!(text, "\\node[{look}] (p{index}) at {at} {{{}\\\\{worth}{mark}}};", escaped(name));
    }

    /// Draws the line of a move with its label, which stands on the way to the next layer, or where the line passes
    /// that layer.
    fn draw_move(&self, text: &mut String, from: usize, option: usize) {
        let passages = &self.layout.passages[from][option];
        let place = if passages.is_empty() { self.shares[from][option] } else { 0.5 };
        let mut label = self.amounts[from][option].as_ref().map_or(String::new(), |amount| {
            let amount = escaped(amount);
            format!("node[pos={place}, fill=white, inner sep=1pt, font=\\scriptsize] {{{amount}}} ")
        });
        // The line is vertical at both ends, as in the SVG picture.
        let pull = (self.high - POSITION_HIGH) / 2.0 * self.unit;
        let bends = format!(" .. controls +(0pt,{:.1}pt) and +(0pt,{pull:.1}pt) .. ", 0.0 - pull);
        let mut way = format!("(p{from}.south){bends}");
        for (x, layer) in passages.iter().zip(self.layout.layer[from] + 1..) {
            let half = POSITION_HIGH / 2.0;
            let (above, below) = (self.place(*x, layer, -half), self.place(*x, layer, half));
            let label = std::mem::take(&mut label);
            let _ = write!(way, "{above} -- {label}{below}{bends}");
        }
        let _ = writeln!(text, "\\draw {way}{label}(p{}.north);", self.tree.nodes[from].options[option]);
    }
}

const HEAD: &str = r"\documentclass[11pt,a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage[margin=22mm]{geometry}
\usepackage{array}
\setlength{\parindent}{0pt}
\pagestyle{plain}
\newcommand{\room}[1]{\par\vspace{1ex}\dotfill\par}
\begin{document}
";

pub fn worksheets(worksheets: &Worksheets) -> String {
    let mut text = HEAD.to_owned();
    for sheet in &worksheets.sheets {
        put_sheet(&mut text, sheet);
    }
    put(&mut text, format_args!("\\section*{{{}}}\n", answers_title(worksheets)));
    for sheet in &worksheets.sheets {
        put(&mut text, format_args!("\\subsection*{{{}}}\n\\begin{{enumerate}}\n", sheet_title(sheet)));
        for exercise in &sheet.exercises {
            put(&mut text, format_args!("\\item {}\n", line(&exercise.solution)));
        }
        text.push_str("\\end{enumerate}\n");
    }
    put(
        &mut text,
        format_args!(
            "\\bigskip{{\\small Made with \\texttt{{{}}}.}}\n\\end{{document}}\n",
            escaped(&worksheets.made_by)
        ),
    );
    text
}

/// Writing to a `String` cannot fail.
fn put(text: &mut String, arguments: std::fmt::Arguments) {
    let _ = text.write_fmt(arguments);
}

fn put_sheet(text: &mut String, sheet: &ExerciseSheet) {
    put(text, format_args!("\\section*{{{}: {}}}\n", sheet_title(sheet), line(&sheet.subject)));
    for rule in sheet.rule.lines() {
        put(text, format_args!("\\texttt{{{}}}\\\\\n", escaped(rule)));
    }
    put(
        text,
        format_args!(
            "\\bigskip\nName \\hrulefill\\quad Date \\rule{{30mm}}{{0.4pt}}\\quad Points \\rule{{12mm}}{{0.4pt}} / {}\n\n\\begin{{enumerate}}\n",
            sheet.points()
        ),
    );
    sheet.exercises.iter().for_each(|exercise| put_exercise(text, exercise));
    text.push_str("\\end{enumerate}\n\\newpage\n");
}

fn put_exercise(text: &mut String, exercise: &ExerciseText) {
    put(text, format_args!("\\item {} \\emph{{({})}}\n", line(&exercise.text), points_text(exercise)));
    for [heaps, values] in exercise.tables() {
        let columns = "r".repeat(heaps.len().saturating_sub(1));
        put(
            text,
            format_args!(
                "\\par\\smallskip\\begin{{tabular}}{{l|{columns}}}\n{} \\\\ \\hline\n{} \\\\\n\\end{{tabular}}\n",
                heaps.join(" & "),
                values.join(" & ")
            ),
        );
    }
    let choices: Vec<String> = exercise.lettered().map(|(letter, of)| format!("{letter})~{}", line(of))).collect();
    if !choices.is_empty() {
        put(text, format_args!("\\par\\smallskip {}\n", choices.join("\\quad ")));
    }
    (0..exercise.lines).for_each(|_| text.push_str("\\room{}\n"));
}

fn line(line: &Line) -> String {
    line.iter().map(|piece| escaped(&piece.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sign_has_a_meaning_to_tex() {
        for (text, expected) in [
            ("a_1 & {b}", "a\\_1 \\& \\{b\\}"),
            ("\\input{x}", "\\textbackslash{}input\\{x\\}"),
            ("50% #1 $x$ ~^", "50\\% \\#1 \\$x\\$ \\textasciitilde{}\\textasciicircum{}"),
            ("S(3) → S(2) <1>", "S(3) $\\to$ S(2) $<$1$>$"),
            ("2 ⊕ 3 … ++--", "2 $\\oplus$ 3 \\dots{} ++{-}{-}"),
            ("a\nb", "a\\textbackslash{}u\\{a\\}b"),
        ] {
            assert_eq!(escaped(text), expected);
        }
    }
}
