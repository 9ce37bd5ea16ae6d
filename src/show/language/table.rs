//! The table of a language: pairs of lines, the English sentence and that of the language. `{name}` stands for a part that is
//! the same in both, such as a position, `{name*}` for one that is in the table itself, and `{name!}` for code. `[s]` may be
//! missing in the English sentence.

use std::cell::RefCell;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;
use unicode_width::UnicodeWidthStr;

use super::pieces::{role_at, slice};
use super::sentence::{Sentence, is_told};
use crate::show::document::{Line, Piece, Role};
use crate::show::phrase::{piece, plain, text_of, width};
use crate::show::told;

static CHINESE: LazyLock<SentenceTable> = LazyLock::new(|| {
    let seldom = if cfg!(target_family = "wasm") { "" } else { include_str!("zh/seldom.txt") };
    SentenceTable::read(
        include_str!("zh.txt"),
        &[
            include_str!("zh/answers.txt"),
            include_str!("zh/dialogues.txt"),
            include_str!("zh/errors.txt"),
            include_str!("zh/page.txt"),
            seldom,
        ],
    )
});

pub fn chinese() -> &'static SentenceTable {
    &CHINESE
}

/// The most bytes of a text that is translated: longer ones are lists.
const LONGEST: usize = 4_000;
/// So many parts of a line are looked up.
const MOST_PARTS: usize = 2_000;

/// The sentences of a language.
#[derive(Debug)]
pub struct SentenceTable {
    /// Sentences by the English ones, whose parts the answers name.
    sentences: FxHashMap<&'static str, &'static str>,
    /// Sentences without parts.
    fixed: FxHashMap<String, String>,
    patterns: Vec<Sentence>,
}

impl SentenceTable {
    /// Reads a table, whose first row that fits counts. Blank lines, and those that begin with `# `, are remarks.
    fn read(sentences: &'static str, texts: &[&str]) -> SentenceTable {
        let is_row = |line: &&str| !line.is_empty() && !line.starts_with("# ");
        let mut lines = sentences.lines().filter(is_row);
        let sentences = std::iter::from_fn(|| lines.next().zip(lines.next())).collect();
        let mut table = SentenceTable { sentences, fixed: FxHashMap::default(), patterns: Vec::new() };
        let mut lines = texts.iter().flat_map(|text| text.lines()).filter(is_row);
        while let (Some(english), Some(translated)) = (lines.next(), lines.next()) {
            table.add(english, translated);
            // The last sentence of a line may be without its stop, which whoever shows it adds.
            if let Some((english, translated)) = english.strip_suffix('.').zip(translated.strip_suffix('。'))
                && !english.ends_with('}')
            {
                table.add(english, translated);
            }
        }
        table
    }

    fn add(&mut self, english: &str, translated: &str) {
        match Sentence::read(english, translated) {
            Some(pattern) => self.patterns.push(pattern),
            None => _ = self.fixed.entry(english.to_owned()).or_insert_with(|| translated.to_owned()),
        }
    }

    /// A text in this language, sentence by sentence; `None` if the table does not have all of them.
    pub fn text(&self, english: &str) -> Option<String> {
        let line = vec![plain(english)];
        Some(text_of(&self.line(&line)?))
    }

    /// A line in this language, whose parts keep their roles; `None` if the table does not have all of its sentences.
    pub fn line(&self, english: &Line) -> Option<Line> {
        let text = text_of(english);
        if told::is_told(english) {
            return exact(english, self);
        }
        if text.len() > LONGEST {
            return None;
        }
        if !is_told(&text) {
            return Some(english.clone());
        }
        let reading = ToldLine { table: self, text: &text, line: english, found: RefCell::default() };
        let (from, to) = (text.len() - text.trim_start().len(), text.trim_end().len());
        let mut told = slice(english, 0, from);
        told.append(&mut reading.between(from, to)?);
        told.append(&mut slice(english, to, text.len()));
        Some(told)
    }

    /// The sentence of this language for an English one with named parts. What has no words but in code is the same in
    /// each language.
    pub fn sentence(&self, template: &'static str) -> Option<&'static str> {
        let no_code = template.split('`').step_by(2);
        let mut no_parts = no_code.flat_map(|text| text.split(['{', '}']).step_by(2));
        let has_words = no_parts.any(|text| text.contains(char::is_alphabetic));
        self.sentences.get(template).copied().or_else(|| (!has_words).then_some(template))
    }

    /// The English sentences, for tests.
    #[cfg(test)]
    pub fn patterns(&self) -> &[Sentence] {
        &self.patterns
    }
}

/// A line in the language of a table, where each sentence is found by the English one; `None` if the table is without one of them.
///
/// Behind a wide sign there is no blank, and columns, which two blanks part, begin where they did.
fn exact(english: &[Piece], table: &SentenceTable) -> Option<Line> {
    let (mut told, mut at) = (Line::new(), 0);
    while let Some(piece) = english.get(at) {
        at += match &piece.told {
            Some(sentence) => {
                told.extend(sentence.filled(table.sentence(sentence.template)?, |part| exact(part, table))?);
                sentence.pieces
            }
            None => {
                same(&mut told, &english[..at], piece, table);
                1
            }
        };
    }
    Some(told)
}

/// Adds a piece that is no sentence with parts, behind what stands before it in English.
fn same(told: &mut Line, english: &[Piece], piece: &Piece, table: &SentenceTable) {
    let text = piece.text.trim_start_matches(' ');
    let blanks = piece.text.len() - text.len();
    if blanks > 1 {
        while let Some(last) = told.last_mut() {
            last.text.truncate(last.text.trim_end_matches(' ').len());
            if !last.text.is_empty() {
                break;
            }
            told.pop();
        }
        let room = (width(english) + blanks).saturating_sub(width(told));
        told.push(plain(" ".repeat(room.max(1))));
    } else if blanks == 1 && !told.last().is_some_and(|last| last.text.ends_with(WIDE)) {
        told.push(plain(" "));
    }
    let other = Piece { text: text.to_owned(), ..piece.clone() };
    let is_code = matches!(piece.role, Role::Name | Role::Code);
    let line = vec![other];
    let found = if is_code { None } else { table.line(&line) };
    told.extend(found.unwrap_or(line));
}

/// Signs that need no blank behind them.
const WIDE: [char; 7] = ['。', '：', '；', '，', '！', '？', '）'];

/// A line that is being told.
struct ToldLine<'t> {
    table: &'t SentenceTable,
    text: &'t str,
    line: &'t Line,
    /// What the parts between two places are in the language, as far as it was looked for.
    found: RefCell<FxHashMap<(usize, usize), Option<Line>>>,
}

impl ToldLine<'_> {
    /// What stands between two places: a row of the table, sentences, or columns.
    fn between(&self, from: usize, to: usize) -> Option<Line> {
        self.told(from, to)
            .or_else(|| self.sentences(from, to))
            .or_else(|| self.columns(from, to))
            .or_else(|| self.answer(from, to))
    }

    /// An answer, and behind a dot the reason.
    fn answer(&self, from: usize, to: usize) -> Option<Line> {
        const DOT: &str = " · ";
        let at = from + self.text[from..to].find(DOT)?;
        let reason = self.between(at + DOT.len(), to)?;
        let answer = self.between(from, at).unwrap_or_else(|| slice(self.line, from, at));
        Some([answer, slice(self.line, at, at + DOT.len()), reason].concat())
    }

    /// Sentence by sentence, from the last to the first. Between sentences of this language there is no blank.
    fn sentences(&self, from: usize, to: usize) -> Option<Line> {
        let blanks = self.text[from..to].match_indices(' ').map(|(at, _)| from + at);
        let mut ends: Vec<usize> = blanks.filter(|at| self.text[..*at].ends_with(['.', ':', '?', '!', ')'])).collect();
        ends.push(to);
        // What is told from a place on to the end.
        let mut told: Vec<(usize, Line)> = vec![(to + 1, Line::new())];
        let starts: Vec<usize> =
            [from].into_iter().chain(ends.iter().map(|end| end + 1)).filter(|start| *start < to).collect();
        for start in starts.into_iter().rev() {
            let whole = told.iter().find_map(|(next, rest)| Some(joined(self.told(start, next - 1)?, rest)));
            told.extend(whole.map(|line| (start, line)));
        }
        told.pop().filter(|(start, _)| *start == from).map(|(_, line)| line)
    }

    /// Column by column, which two blanks or more part. Each begins where it did, if there is room.
    fn columns(&self, start: usize, to: usize) -> Option<Line> {
        let mut told = Line::new();
        let mut from = start;
        while let Some(at) = self.text[from..to].find("  ") {
            let end = from + at;
            let next = to - self.text[end..to].trim_start().len();
            let mut column = self.between_columns(from, end)?;
            told.append(&mut column);
            let blanks = (self.text[start..next].width()).saturating_sub(width(&told)).max(1);
            told.push(plain(" ".repeat(blanks)));
            from = next;
        }
        if from == start {
            return None;
        }
        told.append(&mut self.between_columns(from, to)?);
        Some(told)
    }

    fn between_columns(&self, from: usize, to: usize) -> Option<Line> {
        self.told(from, to).or_else(|| self.sentences(from, to))
    }

    /// The text between two places, if a row of the table has it as a whole.
    fn told(&self, from: usize, to: usize) -> Option<Line> {
        if let Some(found) = self.found.borrow().get(&(from, to)) {
            return found.clone();
        }
        if self.found.borrow().len() >= MOST_PARTS {
            return None;
        }
        // A part that consists of itself is none.
        self.found.borrow_mut().insert((from, to), None);
        let told = self.looked_up(from, to);
        self.found.borrow_mut().insert((from, to), told.clone());
        told
    }

    fn looked_up(&self, from: usize, to: usize) -> Option<Line> {
        let (text, line) = (&self.text[from..to], slice(self.line, from, to));
        if !is_told(text) {
            return Some(line);
        }
        if let Some(fixed) = self.table.fixed.get(text) {
            return Some(vec![piece(role_at(&line, 0), fixed)]);
        }
        let part = |start: usize, end: usize| self.told(from + start, from + end);
        self.table.patterns.iter().find_map(|pattern| pattern.told(text, &line, &part))
    }
}

/// A sentence before others.
fn joined(mut first: Line, rest: &Line) -> Line {
    let ends_in_ascii = first.last().is_some_and(|piece| piece.text.ends_with(|letter: char| letter.is_ascii()));
    if !rest.is_empty() && ends_in_ascii {
        first.push(plain(" "));
    }
    first.extend(rest.iter().cloned());
    first
}
