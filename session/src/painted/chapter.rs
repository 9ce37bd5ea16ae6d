//! Tests of [`crate::show::chapter`] on answers of the verbs.

use crate::show::chapter::*;
use crate::show::document::Document;
use crate::show::document::Style;
use crate::show::terminal::{Painter, paint};
use crate::verbs::definitions::help::TOPICS;
use crate::verbs::samples::assert_text;

fn shown(markdown: &str, width: usize) -> String {
    let mut document = Document::default();
    chapter(&mut document, markdown);
    paint(&document, &Style { width, ascii: false }, Painter::Plain)
}

#[test]
fn paragraphs_lists_tables_and_blocks() {
    let markdown = "## Title\n\nSome *words* and `code`\nin [a line](x.md).\n\n- one\n- two and three\n\n\
                    | a | b |\n| --- | --- |\n| `x \\| y` | what it is |\n\n```grundy\n> 2 + 2\n4\n```\n";
    assert_text(
        &shown(markdown, 30),
        "Title\n\nSome words and code in a line.\n\n- one\n- two and three\n\n  x | y  what it is\n\n  > 2 + 2\n  4\n",
    );
    assert_text(&shown("- some words that are long\n", 16), "- some words\n  that are long\n");
}

#[test]
fn no_chapter_shows_the_marks_of_markdown_or_breaks_a_word() {
    for topic in TOPICS.iter() {
        for width in [40, 80, 120] {
            let text = shown(topic.chapter().unwrap(), width);
            // Code blocks are indented; their lines are shown as they are.
            let prose = text.lines().filter(|line| !line.starts_with("  ")).collect::<Vec<_>>().join(" ");
            // Signs keep the marks around them, without which they would be read as punctuation.
            let marked: Vec<&str> = prose.split('`').skip(1).step_by(2).collect();
            assert!(
                ["**", "]("].iter().all(|mark| !prose.contains(mark)) && marked.iter().all(|code| is_of_signs(code)),
                "{} at {width}: {text}",
                topic.name
            );
            for line in text.lines() {
                let is_word = !line.trim().contains(' ');
                assert!(is_word || line.chars().count() <= width, "{} at {width}: {line}", topic.name);
            }
        }
    }
}
