//! Transcripts in Markdown: what the tests expect the program to say. A failure shows the difference; with
//! `REWRITE=1` the files are rewritten instead.
//!
//! A block fenced as ```grundy holds a session, and one fenced as ```console what a shell shows. Lines that begin with
//! a prompt are typed, those that begin with `. ` continue the same statement, and the others are the answers.

use std::path::Path;

use snapbox::assert::Action;
use snapbox::data::DataFormat;
use snapbox::{Assert, Data, IntoData};

const FENCES: [(&str, &[&str]); 2] =
    [("```grundy", &["> ", "play> ", "quiz> ", "exam> ", "tour> "]), ("```console", &["$ "])];

/// A block of a transcript, and the heading it stands under.
pub struct Block {
    pub fence: &'static str,
    pub heading: String,
    pub lines: Vec<String>,
}

impl Block {
    /// The inputs of the block, as they are typed.
    pub fn inputs(&self) -> Vec<String> {
        let prompts = FENCES.iter().find(|(fence, _)| *fence == self.fence).map_or(&[][..], |(_, prompts)| prompts);
        let mut inputs: Vec<String> = Vec::new();
        for line in &self.lines {
            // Some editors remove the blank after a prompt, so the prompt alone is an empty input.
            let is_empty = prompts.iter().any(|prompt| prompt.trim_end() == line);
            if let Some(first) = prompts.iter().find_map(|prompt| line.strip_prefix(prompt)) {
                inputs.push(first.to_owned());
            } else if is_empty {
                inputs.push(String::new());
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
    let mut block: Option<Block> = None;
    for line in text.lines() {
        match &mut block {
            None => {
                heading = line.strip_prefix("## ").unwrap_or(heading);
                let fence = FENCES.iter().find(|(fence, _)| line.trim() == *fence);
                block = fence.map(|(fence, _)| Block { fence, heading: heading.to_owned(), lines: Vec::new() });
            }
            Some(_) if line.trim() == "```" => blocks.extend(block.take()),
            Some(block) => block.lines.push(line.to_owned()),
        }
    }
    blocks
}

/// Whatever answers the inputs of a block: a session, or the whole program.
pub trait Partner {
    fn prompt(&self) -> String;
    fn answer(&mut self, input: &str) -> String;
}

/// The text with the answers in each block replaced by those of the block's own partner. A block without a partner
/// stays as it is.
pub fn played<'a>(text: &str, partner: impl Fn(&Block) -> Option<Box<dyn Partner + 'a>>) -> String {
    let mut blocks = blocks(text).into_iter();
    let mut out = String::new();
    let mut is_inside = false;
    for line in text.lines() {
        if is_inside && line.trim() != "```" {
            continue;
        }
        out.push_str(line);
        out.push('\n');
        is_inside = FENCES.iter().any(|(fence, _)| line.trim() == *fence);
        if is_inside && let Some(block) = blocks.next() {
            match partner(&block) {
                Some(mut partner) => block.inputs().iter().for_each(|input| {
                    let mut lines = input.split('\n');
                    out.push_str(format!("{}{}", partner.prompt(), lines.next().unwrap_or_default()).trim_end());
                    lines.for_each(|line| out.push_str(&format!("\n. {line}")));
                    out.push('\n');
                    out.push_str(&partner.answer(input));
                }),
                None => block.lines.iter().for_each(|line| out.push_str(&format!("{line}\n"))),
            }
        }
    }
    out
}

/// Compares files with what is said now, or rewrites them if the environment variable `REWRITE` is set.
pub fn check(files: &[(String, String)]) {
    let action = if std::env::var_os("REWRITE").is_some() { Action::Overwrite } else { Action::Verify };
    let mut wrong = String::new();
    for (file, said) in files {
        let written = Data::read_from(Path::new(file), Some(DataFormat::Text)).raw();
        let said = said.as_str().into_data();
        if let Err(differs) = Assert::new().action(action).try_eq(Some(&"what the program says"), said, written) {
            wrong.push_str(&differs.to_string());
        }
    }
    assert!(wrong.is_empty(), "REWRITE=1 puts what the program says into the files\n{wrong}");
}
