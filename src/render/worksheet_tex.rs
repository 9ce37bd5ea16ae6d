//! Worksheets as a whole LaTeX document, which needs only packages that every distribution has.

use std::fmt::Write;

use super::document::Line;
use super::exercise::QuestionText;
use super::tex_text::escaped;
use super::worksheet::{answer_lines, made_by, of, points_text, solved, title};
use crate::session::report::{Question, Sheet, Worksheet};

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

pub fn tex(report: &Worksheet) -> String {
    let mut text = HEAD.to_owned();
    for sheet in &report.sheets {
        put_sheet(&mut text, report, sheet);
    }
    text.push_str("\\section*{Answers}\n");
    for sheet in &report.sheets {
        put(&mut text, format_args!("\\subsection*{{{}}}\n\\begin{{enumerate}}\n", title(sheet)));
        for question in &sheet.questions {
            put(&mut text, format_args!("\\item {}\n", line(&solved(question))));
        }
        text.push_str("\\end{enumerate}\n");
    }
    put(
        &mut text,
        format_args!("\\bigskip{{\\small Made with \\texttt{{{}}}.}}\n\\end{{document}}\n", escaped(&made_by(report))),
    );
    text
}

/// Writing to a `String` cannot fail.
fn put(text: &mut String, arguments: std::fmt::Arguments) {
    let _ = text.write_fmt(arguments);
}

fn put_sheet(text: &mut String, report: &Worksheet, sheet: &Sheet) {
    put(text, format_args!("\\section*{{{}: {}}}\n", title(sheet), line(&of(report, sheet))));
    for rule in report.rule.lines() {
        put(text, format_args!("\\texttt{{{}}}\\\\\n", escaped(rule)));
    }
    put(
        text,
        format_args!(
            "\\bigskip\nName \\hrulefill\\quad Date \\rule{{30mm}}{{0.4pt}}\\quad Points \\rule{{12mm}}{{0.4pt}} / {}\n\n\\begin{{enumerate}}\n",
            sheet.points()
        ),
    );
    sheet.questions.iter().for_each(|question| put_question(text, question));
    text.push_str("\\end{enumerate}\n\\newpage\n");
}

fn put_question(text: &mut String, question: &Question) {
    let exercise = QuestionText::of(question);
    put(text, format_args!("\\item {} \\emph{{({})}}\n", line(&exercise.text), points_text(question)));
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
    (0..answer_lines(&question.task)).for_each(|_| text.push_str("\\room{}\n"));
}

fn line(line: &Line) -> String {
    line.iter().map(|piece| escaped(&piece.text)).collect()
}
