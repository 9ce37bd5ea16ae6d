//! Transcripts in Markdown: a block fenced as ```grundy holds a session. Lines that begin with `> ` are typed, those
//! that begin with `. ` go on with the same statement, and the others are the answers.

use super::Played;

/// A block of a transcript, and the heading it stands under.
pub struct Block {
    pub heading: String,
    pub lines: Vec<String>,
}

impl Block {
    /// What is typed in it.
    pub fn inputs(&self) -> Vec<String> {
        let mut inputs: Vec<String> = Vec::new();
        for line in &self.lines {
            if let Some(first) = line.strip_prefix("> ") {
                inputs.push(first.to_owned());
            } else if let (Some(more), Some(input)) = (line.strip_prefix(". "), inputs.last_mut()) {
                input.push('\n');
                input.push_str(more);
            }
        }
        inputs
    }
}

/// The blocks of a text.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    let mut heading = "";
    let mut block: Option<Vec<String>> = None;
    for line in text.lines() {
        match &mut block {
            None if line.trim() == "```grundy" => block = Some(Vec::new()),
            None => heading = line.strip_prefix("## ").unwrap_or(heading),
            Some(lines) if line.trim() == "```" => {
                blocks.push(Block { heading: heading.to_owned(), lines: std::mem::take(lines) });
                block = None;
            }
            Some(lines) => lines.push(line.to_owned()),
        }
    }
    blocks
}

/// The text with every block played anew in a session of its own.
pub fn played(text: &str) -> String {
    played_by(text, |inputs| {
        let mut session = Played::new();
        inputs.iter().map(|input| session.answer(input)).collect()
    })
}

/// The text with every block played anew; `answers` gives the answer to each input.
pub fn played_by(text: &str, answers: impl Fn(&[String]) -> Vec<String>) -> String {
    let mut blocks = blocks(text).into_iter();
    let mut out = String::new();
    let mut is_inside = false;
    for line in text.lines() {
        if is_inside && line.trim() != "```" {
            continue;
        }
        is_inside = line.trim() == "```grundy";
        out.push_str(line);
        out.push('\n');
        if is_inside && let Some(block) = blocks.next() {
            let inputs = block.inputs();
            for (input, answer) in inputs.iter().zip(answers(&inputs)) {
                let marks = std::iter::once(">").chain(std::iter::repeat("."));
                marks.zip(input.split('\n')).for_each(|(mark, line)| out.push_str(&format!("{mark} {line}\n")));
                out.push_str(&answer);
            }
        }
    }
    out
}

pub fn first_difference(old: &str, new: &str) -> String {
    let lines = old.lines().zip(new.lines()).enumerate().find(|(_, (a, b))| a != b);
    match lines {
        Some((number, (old, new))) => format!("  line {}: says   {old}\n        should say {new}", number + 1),
        None => "  the number of lines differs".to_owned(),
    }
}
