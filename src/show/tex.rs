//! Answers for LaTeX: tables with booktabs, plots with pgfplots, trees with TikZ. A file is a part of a document, for
//! `\input`, and says at its beginning which packages it needs.

use grundy_engine::sorting::sort;
use std::fmt::Write as _;
use std::io::{self, Write};

use crate::show::document::{Align, CrossTable, Figure, LinePlot};
use crate::show::lists::Axis;
use crate::show::phrase::text_of;
use crate::show::plain_table::PlainTable;
use crate::show::squares::{self, Squares};
use crate::show::tex_text::escaped;
use crate::show::tex_tree;

/// A table of more rows than this can be broken over pages.
const ROWS_OF_A_PAGE: usize = 45;
/// The most points of a plot, and the most squares in a row of a heat map: TeX has little memory.
const MOST_POINTS: usize = 2_000;
const MOST_SQUARES: usize = 60;
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
            Figure::Tree(tree) => tex_tree::tree(tree).into_bytes(),
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
    let valued: Vec<(u64, u64)> = plot.entries.iter().filter_map(|(heap, value)| Some((heap, value?.0))).collect();
    let together = valued.len().div_ceil(MOST_POINTS / 2);
    let shown: Vec<(u64, u64)> = match valued.len() {
        0..=MOST_POINTS => valued,
        _ => valued.chunks(together).flat_map(ends).collect(),
    };
    let points = |is_lost: bool| {
        let belongs = move |point: &&(u64, u64)| (point.1 == 0) == is_lost;
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
    text.push_str("\\end{axis}\n\\end{tikzpicture}\n");
    text
}

/// The first point with the smallest value and the first with the largest.
fn ends(neighbours: &[(u64, u64)]) -> Vec<(u64, u64)> {
    let least = neighbours.iter().min_by_key(|(_, value)| *value);
    let most = neighbours.iter().rev().max_by_key(|(_, value)| *value);
    let mut ends: Vec<(u64, u64)> = least.into_iter().chain(most).copied().collect();
    sort(&mut ends);
    ends.dedup();
    ends
}

/// `plot W 0..60, 0..60`: a square for each position, or for several neighbours, black for a P-position.
fn heat_map(table: &CrossTable) -> String {
    let title = escaped(&text_of(&table.title));
    let mut text = format!(
        "% \\usepackage{{pgfplots}}\n% \\pgfplotsset{{compat=1.16}}\n\\begin{{tikzpicture}}\n\\begin{{axis}}[\
         title={{{title}}}, xlabel={{{}}}, ylabel={{{}}}, y dir=reverse, axis equal image, enlargelimits=false, {}, {}]\n",
        escaped(&table.right.name),
        escaped(&table.down.name),
        ticks('x', &table.right),
        ticks('y', &table.down)
    );
    let squares = Squares::of(table, MOST_SQUARES, MOST_SQUARES);
    let places = (0..squares.rows).flat_map(|row| (0..squares.columns).map(move |column| (column, row)));
    for (column, row) in places {
        let Some(square) = squares.get(column, row) else { continue };
        let share = u128::from(square.mean().unwrap_or(0)) * 40 / u128::from(squares.highest.max(1));
        let color = if square.has_p { "black".to_owned() } else { format!("black!{share}") };
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
    let places = squares::ticks(axis, axis.members.len().div_ceil(TICKS));
    let members = places.iter().map(|place| axis.members.get(*place).map_or(String::new(), ToString::to_string));
    let members: Vec<String> = members.map(|member| format!("{{{}}}", escaped(&member))).collect();
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    format!("{letter}tick={{{}}}, {letter}ticklabels={{{}}}", places.join(","), members.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::file;
    use crate::show::report::Report;
    use crate::verbs::samples::{field as sample_field, plot as sample_plot, tree as sample_tree};
    use crate::verbs::tables::data::HeatMap;

    fn written(report: &Report) -> String {
        let mut bytes = Vec::new();
        file::write(report, "tex", &mut bytes).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_grid_has_the_columns_of_the_screen() {
        let text = written(&Report::new(sample_field(1, 2)));
        let expected = "% \\usepackage{booktabs}\n\\begin{tabular}{rrrr}\n\\toprule\na\\textbackslash{}b & 0 & 1 & 2 \\\\\n\\midrule\n\
                        0 & \\textbf{[0]} & 1 & 2 \\\\\n1 & 1 & \\textbf{[0]} & 3 \\\\\n\\bottomrule\n\\end{tabular}\n";
        assert_eq!(text, expected);
        let long = written(&Report::new(sample_field(60, 2)));
        assert!(long.contains("\\begin{longtable}") && long.matches(" \\\\\n").count() == 62, "{long}");
    }

    #[test]
    fn pictures_hold_every_position_and_are_not_too_large_for_tex() {
        let text = written(&Report::new(sample_tree(3)));
        assert_eq!((text.matches("\\node").count(), text.matches("\\draw").count()), (4, 6), "{text}");
        assert!(text.contains("{S(3)\\\\3}") && text.contains("{S(0)\\\\0 $\\cdot$ P}"), "{text}");
        let text = written(&Report::new(sample_plot(0..=100_000, |n| Some(n % 4))));
        assert!(text.matches("\n(").count() <= 2 * MOST_POINTS, "{}", text.len());
        let text = written(&Report::new(sample_plot(0..=7, |n| Some(n % 4))));
        assert_eq!(text.matches("\n(").count(), 8, "{text}");
        let text = written(&Report::new(HeatMap(sample_field(200, 99))));
        let squares = text.matches("\\fill").count();
        assert!((1..=MOST_SQUARES * MOST_SQUARES).contains(&squares), "{squares}");
    }
}
