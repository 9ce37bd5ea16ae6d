//! Tests of [`crate::show::tex`] on answers of the verbs.

use crate::show::file;
use crate::show::report::Report;
use crate::show::tex::*;
use crate::verbs::samples::{field as sample_field, plot as sample_plot, tree as sample_tree};
use crate::verbs::tables::answer::HeatMap;

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
