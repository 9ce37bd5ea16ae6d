//! The files that exams and worksheets write: answers and marks of an exam, and worksheets as pages, LaTeX and
//! Markdown.

use std::fs;
use std::process::Command;

use tempfile::tempdir;

use crate::grundy;

const SHEETS: &str = "game S = take <1,2,3>\nworksheet S 6 questions for 5 sheets seed 7 to";

#[test]
fn an_exam_is_kept_with_answers_times_and_marks() {
    let folder = tempdir().unwrap();
    let lines = "game S = take <1,2,3>\nexam S easy 3 questions seed 21 to \"anna.json\"\n99\nskip\n";
    // The end of the input ends the exam, too.
    grundy().current_dir(folder.path()).write_stdin(lines).assert().success();
    let exam: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.path().join("anna.json")).unwrap()).unwrap();
    let questions = exam["questions"].as_array().unwrap();
    assert_eq!((questions.len(), exam["of"].as_u64()), (3, Some(3)));
    assert!(exam["seconds"].is_number() && exam["points"].is_number() && exam["game"] == "S", "{exam}");
    assert_eq!(questions[0]["typed"], "99");
    for question in questions {
        assert!(question["seconds"].is_number() && !question["truth"].is_null(), "{question}");
        assert_eq!(question["right"].as_bool(), Some(false), "{question}");
    }
}

#[test]
fn nobody_answers_an_exam_that_cannot_be_kept() {
    let folder = tempdir().unwrap();
    for (file, code) in [("anna.doc", "E0602"), ("nowhere/anna.json", "E0601"), ("../anna.json", "E0605")] {
        let lines = format!("exam Nim 3 questions to \"{file}\"\n");
        let assert = grundy().current_dir(folder.path()).write_stdin(lines).assert().code(1);
        let output = assert.get_output();
        assert!(String::from_utf8_lossy(&output.stderr).contains(code), "{file}: {output:?}");
        assert!(output.stdout.is_empty(), "no question is asked: {output:?}");
    }
}

/// What the worksheet statement of these tests writes into a file of this name.
fn written(name: &str) -> String {
    let folder = tempdir().unwrap();
    grundy().current_dir(folder.path()).write_stdin(format!("{SHEETS} \"{name}\"\n")).assert().success().stderr("");
    fs::read_to_string(folder.path().join(name)).unwrap()
}

#[test]
fn worksheets_are_one_page_with_the_answers_behind_all_sheets() {
    let page = written("sheets.html");
    let read = roxmltree::Document::parse_with_options(
        &page,
        roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() },
    );
    let read = read.unwrap_or_else(|error| panic!("{error}: {page}"));
    let sections: Vec<_> = read.descendants().filter(|node| node.has_tag_name("section")).collect();
    assert_eq!(sections.len(), 6);
    let (key, sheets) = sections.split_last().unwrap();
    assert_eq!(key.attribute("class"), Some("key"));
    let text = |node: &roxmltree::Node| node.descendants().filter_map(|node| node.text()).collect::<String>();
    for (index, sheet) in sheets.iter().enumerate() {
        let said = text(sheet);
        assert!(said.contains(&format!("Sheet {}", index + 1)) && said.contains("Name"), "{said}");
        assert!(said.contains("\u{a0}points)") && said.contains("take <1,2,3>"), "{said}");
        assert!(sheets[..index].iter().all(|earlier| text(earlier) != said), "each has its own numbers");
        for told in ["wins.", "not 0:", "are in the values of its options"] {
            assert!(!said.contains(told), "a sheet tells an answer: {said}");
        }
    }
    assert_eq!(key.descendants().filter(|node| node.has_tag_name("ol")).count(), 5);
    assert!(page.contains("break-after: page") && page.contains("break-before: page"));
    assert!(page.contains("worksheet S 6 questions for 5 sheets seed 7"), "how they are made again");
    assert_eq!(page, written("sheets.html"), "the same seed gives the same sheets");
}

#[test]
fn worksheets_are_latex_and_markdown() {
    let markdown = written("sheets.md");
    assert_eq!(markdown.matches("\n# ").count() + 1, 6, "{markdown}");
    assert!(markdown.find("# Answers") > markdown.find("# Sheet 5"), "{markdown}");
    let tex = written("sheets.tex");
    assert_eq!(tex.matches("\\begin{enumerate}").count(), tex.matches("\\end{enumerate}").count());
    assert_eq!(tex.matches("\\newpage").count(), 5);
    let balance = tex.replace("\\{", "").replace("\\}", "");
    assert_eq!(balance.matches('{').count(), balance.matches('}').count(), "{tex}");
    // Where TeX is installed, it must be able to set the sheets.
    if Command::new("pdflatex").arg("--version").output().is_err() {
        return;
    }
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("sheets.tex"), &tex).unwrap();
    let set = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "sheets.tex"])
        .current_dir(folder.path())
        .output()
        .unwrap();
    assert!(set.status.success(), "{}", String::from_utf8_lossy(&set.stdout));
}
