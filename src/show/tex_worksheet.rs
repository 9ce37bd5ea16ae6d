//! Worksheets as a whole LaTeX document, which needs only packages that every distribution has.

use std::fmt::Write;

use crate::show::document::{ExerciseSheet, ExerciseText, Line, Worksheets};
use crate::show::phrase::{points_text, sheet_title};
use crate::show::tex_text::escaped;

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

pub fn tex(worksheets: &Worksheets) -> String {
    let mut text = HEAD.to_owned();
    for sheet in &worksheets.sheets {
        put_sheet(&mut text, sheet);
    }
    text.push_str("\\section*{Answers}\n");
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
