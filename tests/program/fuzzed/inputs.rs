//! Random inputs: bytes, words and signs, what is made of fitting parts, and statements from the documents and tests,
//! most of them with mistakes made in them.

use std::fs;
use std::path::Path;

use grundy::source::SourceId;
use grundy::syntax::words::WORDS;
use grundy::syntax::{parse, statements, tokens, transcript};

use super::made::made;
use crate::common::dice::Dice;

/// Folders with statements: scripts, transcripts, and what newcomers type.
const FOLDERS: [&str; 8] = [
    "docs",
    "examples",
    "language/src/library",
    "tests/cases",
    "tests/errors",
    "tests/dialogues",
    "tests/transcripts",
    "tests/proposals",
];

/// Numbers at or near limits of the program and of machine words, and some small ones.
pub const NUMBERS: [&str; 26] = [
    "0",
    "1",
    "2",
    "3",
    "5",
    "7",
    "12",
    "63",
    "64",
    "65",
    "127",
    "128",
    "1000",
    "65536",
    "10^6",
    "10^9",
    "10^18",
    "2^31",
    "2^63",
    "2^64",
    "2^126",
    "2^127",
    "-1",
    "-2^127",
    "9223372036854775807",
    "170141183460469231731687303715884105727",
];

/// Names that the statements use, so that words thrown together mean something now and then.
const NAMES: [&str; 24] = [
    "S",
    "T",
    "G",
    "W",
    "A",
    "B",
    "n",
    "a",
    "b",
    "k",
    "i",
    "s",
    "h",
    "f",
    "x",
    "ans",
    "Nim",
    "Kayles",
    "Wythoff",
    "Chomp",
    "GrundysGame",
    "DawsonsKayles",
    "Sylver",
    "P",
];

const TEXTS: [&str; 8] =
    ["\"\"", "\"+-+-\"", "\"XX.O\"", "\"é€😀\"", "\"a\\nb\\\"c\"", "\"x.csv\"", "\"x.svg\"", "\"x"];

const PAIRS: [(&str, &str); 7] =
    [("(", ")"), ("[", "]"), ("{", "}"), ("<", ">"), ("-", ""), ("not ", ""), ("if 1 == 1 then ", " else 0")];

/// Characters that often cause trouble: control characters, bidirectional marks, wide ones, combining ones.
const ODD: [char; 20] = [
    '\u{0}', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{202e}', '\u{2066}', '\u{200d}', '\u{feff}', '\u{fffd}', '⊕',
    '≤', '≠', 'è', '\u{300}', '漢', '😀', '\r', '\t', '\n',
];

/// Makes inputs; the same for the same seed.
pub struct Inputs {
    dice: Dice,
    said: Vec<String>,
    /// Those of them that can be read.
    right: Vec<String>,
    /// Signs of other keyboards.
    foreign: Vec<char>,
}

impl Inputs {
    pub fn new(seed: u64) -> Inputs {
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..16).for_each(|_| _ = dice.below(2));
        let said = said();
        let reads = |text: &&String| parse(SourceId(0), text).iter().all(Result::is_ok);
        let right = said.iter().filter(reads).cloned().collect();
        let signs = include_str!("../../../text/src/syntax/spellings.txt").chars().filter(|sign| !sign.is_ascii());
        Inputs { dice, said, right, foreign: signs.chain(ODD).collect() }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.dice.below(limit.max(1) as u64) as usize
    }

    /// The next input. One that might use files outside the current folder is replaced by another.
    pub fn next(&mut self) -> Vec<u8> {
        loop {
            let input = match self.below(13) {
                0 => self.bytes(),
                1 | 2 => self.words().into_bytes(),
                3 => self.any_statement().into_bytes(),
                4 => made(self).into_bytes(),
                12 => self.foreign().into_bytes(),
                5 => {
                    let made = made(self);
                    self.mistaken(&made).into_bytes()
                }
                _ => {
                    let said = self.any_statement();
                    self.mistaken(&said).into_bytes()
                }
            };
            if !leaves_the_folder(&input) {
                return input;
            }
        }
    }

    pub fn one_of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    fn any_statement(&mut self) -> String {
        let at = self.below(self.said.len());
        self.said[at].clone()
    }

    /// A statement that can be read, with one sign of another keyboard put in anywhere.
    pub fn foreign(&mut self) -> String {
        let (at, sign) = (self.below(self.right.len()), self.below(self.foreign.len()));
        let mut text = self.right[at].clone();
        let place = self.below(text.len() + 1);
        text.insert(text.floor_char_boundary(place), self.foreign[sign]);
        text
    }

    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(60);
        let kind = self.below(3);
        let mut bytes = Vec::new();
        for _ in 0..length {
            match kind {
                0 => bytes.push(self.below(256) as u8),
                1 => bytes.push(32 + self.below(95) as u8),
                _ => bytes.extend(self.letter().to_string().into_bytes()),
            }
        }
        bytes
    }

    fn letter(&mut self) -> char {
        match self.below(3) {
            0 => ODD[self.below(ODD.len())],
            1 => char::from(32 + self.below(95) as u8),
            _ => char::from_u32(self.below(0x11_0000) as u32).unwrap_or('?'),
        }
    }

    fn words(&mut self) -> String {
        let count = 1 + self.below(16);
        let words: Vec<&str> = (0..count).map(|_| self.word()).collect();
        words.join(if self.below(4) == 0 { "" } else { " " })
    }

    fn word(&mut self) -> &'static str {
        match self.below(8) {
            0 | 1 => self.one_of(&NAMES),
            2 => self.one_of(&NUMBERS),
            3 if self.below(2) == 0 => self.one_of(&TEXTS),
            _ => WORDS[self.below(WORDS.len())].word,
        }
    }

    /// The text with a few mistakes in it.
    fn mistaken(&mut self, text: &str) -> String {
        let mut parts = parts(text);
        for _ in 0..1 + self.below(4) {
            self.mistake(&mut parts);
        }
        parts.concat()
    }

    fn mistake(&mut self, parts: &mut Vec<String>) {
        let (at, other) = (self.below(parts.len()), self.below(parts.len()));
        if parts.is_empty() {
            return parts.push(self.word().to_owned());
        }
        match self.below(10) {
            0 => _ = parts.remove(at),
            1 => parts.swap(at, other),
            2 => {
                let times = [1, 2, 3, 40, 400][self.below(5)];
                let (first, last) = (at.min(other), at.max(other).min(at.min(other) + 12));
                let again = vec![parts[first..=last].concat(); times];
                parts.splice(last..last, again);
            }
            3 => parts.insert(at, format!(" {} ", self.one_of(&NUMBERS))),
            4 => match parts.iter().rposition(|part| part.starts_with(|c: char| c.is_ascii_digit())) {
                Some(number) => parts[number] = self.one_of(&NUMBERS).to_owned(),
                None => parts.truncate(at),
            },
            5 => {
                let depth = [1, 1, 2, 5, 70, 700][self.below(6)];
                let (open, close) = PAIRS[self.below(PAIRS.len())];
                parts[at] = format!("{}{}{}", open.repeat(depth), parts[at], close.repeat(depth));
            }
            6 => parts.insert(at, format!(" {} ", self.word())),
            7 => {
                let (tail, keep) = (self::parts(&self.any_statement()), self.below(8));
                parts.truncate(at);
                parts.extend(tail.into_iter().skip(keep));
            }
            8 => parts[at] = self.word().to_owned(),
            _ => {
                let letter = self.letter();
                let mut letters: Vec<char> = parts[at].chars().collect();
                let place = self.below(letters.len() + 1);
                letters.insert(place, letter);
                parts[at] = letters.into_iter().collect();
            }
        }
        parts.truncate(4000);
    }
}

/// The tokens of a text, and what stands between them.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut end = 0;
    for token in tokens(text) {
        parts.push(text[end..token.range.start].to_owned());
        parts.push(text[token.range.clone()].to_owned());
        end = token.range.end;
    }
    parts.push(text[end..].to_owned());
    parts.retain(|part| !part.is_empty());
    parts
}

fn leaves_the_folder(input: &[u8]) -> bool {
    ["\"/", "../", "/.", "\"~", "\"\\"].iter().any(|way| input.windows(way.len()).any(|here| here == way.as_bytes()))
}

/// Every statement of the documents, the examples, the library and the tests, once.
fn said() -> Vec<String> {
    let mut texts: Vec<String> = WORDS.iter().map(|word| word.example().to_owned()).collect();
    for folder in FOLDERS {
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        texts.extend(files.iter().filter(|file| file.is_file()).map(|file| script(file)));
    }
    let mut said: Vec<String> = texts
        .iter()
        .flat_map(|text| statements(text).into_iter().map(|place| text[place].to_owned()))
        .filter(|statement| statement.len() < 1000)
        .collect();
    said.sort();
    said.dedup();
    said
}

/// The inputs in a file: a script, the prompts of a transcript, or a list of proposals.
fn script(file: &Path) -> String {
    let text = fs::read_to_string(file).unwrap();
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("cgt") => text,
        Some("md") => transcript::inputs(&text),
        Some("txt") => text.replace("@ ", "").replace('⟶', "\n"),
        _ => String::new(),
    }
}
