//! The table of a language: its sentences by the English ones, whose parts the answers name.

use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use super::known::Language;
use crate::show::document::{Line, Piece};
use crate::show::phrase::{plain, sentences, text_of, width};
use crate::show::told::{self, Tellable, Told};

/// The sentences of a language.
#[derive(Debug)]
pub struct SentenceTable {
    /// Sentences by the English ones.
    sentences: FxHashMap<&'static str, &'static str>,
}

/// The table of each language that has one and was asked for.
static TABLES: [OnceLock<SentenceTable>; Language::COUNT] = [const { OnceLock::new() }; Language::COUNT];

impl Language {
    /// The sentence of this language for an English one with named parts; `None` if there is none.
    pub fn sentence(self, english: &str) -> Option<&'static str> {
        self.table()?.sentences.get(english).copied()
    }

    /// A sentence in this language, as a text; the same if the table does not have it.
    pub fn words(self, told: Told) -> String {
        text_of(&self.line(told.into_line()))
    }

    /// Sentences in this language, as a text.
    pub fn words_of(self, told: Vec<Told>) -> String {
        text_of(&self.line(sentences(told)))
    }

    /// A line in this language; the same if the table does not have all of its sentences.
    pub fn line(self, english: Line) -> Line {
        self.table().and_then(|table| table.line(&english)).unwrap_or(english)
    }

    /// The sentences of this language; `None` for English, in which they are written, and on a page that does not have them.
    pub fn table(self) -> Option<&'static SentenceTable> {
        let table = self.of(&TABLES)?;
        match self.text() {
            "" => table.get(),
            text => Some(table.get_or_init(|| SentenceTable { sentences: rows(text).collect() })),
        }
    }

    /// Takes in the table of a language as a page has it: a line with the code of the language, all English sentences, and all of its own.
    /// Returns which one it is; `None` if it is none of them, or there already.
    pub fn learn(table: String) -> Option<Language> {
        let (code, table) = Box::leak(table.into_boxed_str()).split_once('\n')?;
        let language = Language::with_code(code)?;
        let lines: Vec<&'static str> = table.lines().collect();
        let (english, told) = lines.split_at(lines.len() / 2);
        let sentences = english.iter().copied().zip(told.iter().copied()).collect();
        language.of(&TABLES)?.set(SentenceTable { sentences }).ok()?;
        Some(language)
    }
}

impl SentenceTable {
    /// A line in this language, whose parts keep their roles; `None` if the table is without one of its sentences.
    ///
    /// Behind a wide sign there is no blank, and columns, which two blanks part, begin where they did.
    pub fn line(&self, english: &[Piece]) -> Option<Line> {
        if !told::is_told(english) {
            return Some(english.to_vec());
        }
        let (mut told, mut at) = (Line::new(), 0);
        while let Some(piece) = english.get(at) {
            at += match &piece.told {
                Some(sentence) => {
                    told.extend(sentence.filled(self.sentence(sentence.template)?, |part| self.line(part))?);
                    sentence.pieces
                }
                None => {
                    same(&mut told, &english[..at], piece);
                    1
                }
            };
        }
        Some(told)
    }

    /// The sentence of this language for an English one with named parts. What has no words but in code is the same in
    /// each language.
    fn sentence(&self, template: &'static str) -> Option<&'static str> {
        let no_code = template.split('`').step_by(2);
        let mut no_parts = no_code.flat_map(|text| text.split(['{', '}']).step_by(2));
        let has_words = no_parts.any(|text| text.contains(char::is_alphabetic));
        self.sentences.get(template).copied().or_else(|| (!has_words).then_some(template))
    }
}

/// The English sentences of a table with those of its language. Blank lines, and those that begin with `# `, are remarks.
pub(super) fn rows(text: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let mut lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with("# "));
    std::iter::from_fn(move || lines.next().zip(lines.next()))
}

/// Adds a piece that is no sentence with parts, behind what stands before it in English.
fn same(told: &mut Line, english: &[Piece], piece: &Piece) {
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
    told.push(Piece { text: text.to_owned(), ..piece.clone() });
}

/// Signs that need no blank behind them.
const WIDE: [char; 7] = ['。', '：', '；', '，', '！', '？', '）'];
