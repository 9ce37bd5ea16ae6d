//! What a line means that is no statement. Everything in it that is certain is collected: games, positions, numbers,
//! ranges, files, and words of the tables. From these, statements are built that use all of it. Whether one of them is
//! right is not decided here: `session::proposal` runs them.
//!
//! A word that is not understood means silence, and so do negations and words of order: a wrong proposal is worse than
//! none.

mod amounts;
mod around;
mod claims;
mod collect;
mod definitions;
mod expression;
mod formula;
mod frames;
mod lexemes;
mod notation;
mod options;
mod rules;
mod topics;
mod translate;
mod words;

use crate::syntax::words::is_keyword;
pub use around::without_comment;
pub use frames::MOST_READINGS;
use lexemes::{Lexeme, LexemeKind};
pub use words::{Known, is_function};

/// A line of more bytes is not read. What people say about a game in their own words is shorter, and what is read in many ways
/// must not be long.
const LONGEST: usize = 600;

/// What a line may mean.
#[derive(Debug, Default)]
pub struct Reading {
    /// Statements that use all that it contains, the surest first.
    pub statements: Vec<String>,
    /// Whether they are readings of one sentence, each of which may be meant; otherwise the first that runs is.
    pub may_differ: bool,
    /// Whether they translate words; otherwise all words are this language's own, and only their order or signs differ.
    pub is_translated: bool,
    /// The words that were not understood in a question or a rule that is understood otherwise.
    pub unknown: Vec<String>,
    /// What is said about a notion that it names and that is missing here.
    pub missing: Option<&'static str>,
}

/// The topic of `help` that these words are about, if the tables tell.
pub fn topic(words: &str) -> Option<&'static str> {
    topics::topic(&short(words)?)
}

/// What is said about a notion that these words name and that is missing here.
pub fn missing(words: &str) -> Option<&'static str> {
    topics::missing(&short(words)?)
}

/// What is said of a line that asks for a library of another language: `import math`, `from sage.all import *`.
pub fn about_import(line: &str) -> Option<&'static str> {
    let begins = |word: &str| line.trim_start().get(..word.len()).is_some_and(|first| first.eq_ignore_ascii_case(word));
    let lexemes = ["import ", "from ", "include ", "using "].into_iter().any(begins).then(|| short(line))??;
    let names_file = lexemes.iter().any(|lexeme| matches!(lexeme.kind, LexemeKind::File | LexemeKind::Text));
    topics::missing(&lexemes).filter(|_| !names_file)
}

/// Whether a statement of another language only declares what needs no word here: an import, a variable, a type.
pub fn declares(statement: &str) -> bool {
    let begins = words::starts_with("declares", statement.trim_start()).is_some();
    begins || about_import(statement).is_some() || statement.contains(" :: ")
}

/// The lexemes of words that are not too long.
fn short(words: &str) -> Option<Vec<Lexeme>> {
    if words.len() > LONGEST { None } else { lexemes::lexemes(&lexemes::plain(words)) }
}

/// A line with digits in place of its numbers in words, in any of the languages: `take 2 from 25`. `None` if it has none.
pub fn in_digits(line: &str) -> Option<String> {
    let lexemes = short(line)?;
    let digits = collect::with_digits(&lexemes);
    (digits != lexemes).then(|| lexemes::written(&digits))
}

/// A statement that was spoken: its numbers in digits, `equals` as a sign, `zero to nine` as a range, `S of n` as a position.
fn spoken(lexemes: &[Lexeme], known: &dyn Known) -> String {
    let mut written: Vec<Lexeme> = Vec::new();
    let digits = collect::with_digits(lexemes);
    for (at, lexeme) in digits.iter().enumerate() {
        let before = at.checked_sub(1).map(|before| &digits[before]);
        let is_name = |lexeme: &Lexeme| lexeme.kind == LexemeKind::Word && lexeme.text.len() == 1;
        let follows_number = before.is_some_and(|before| before.text.ends_with(|digit: char| digit.is_ascii_digit()));
        let of_game =
            before.is_some_and(|before| before.low == "of") && at > 1 && known.game(&digits[at - 2].text).is_some();
        match lexeme.low.as_str() {
            "equals" | "equal" => written.push(Lexeme::word("=")),
            "to" | "through" if follows_number => written.push(Lexeme::sign("..")),
            "of" if before.is_some_and(|before| known.game(&before.text).is_some()) => {}
            _ if of_game && (is_name(lexeme) || lexeme.text.starts_with(|digit: char| digit.is_ascii_digit())) => {
                written.extend([Lexeme::sign("("), Lexeme { is_glued: true, ..lexeme.clone() }, Lexeme::sign(")")]);
            }
            _ => {
                let is_glued = lexeme.is_glued || written.last().is_some_and(|last| last.text == "..");
                let game = known.game(&lexeme.text).filter(|_| at > 1);
                written.push(Lexeme { is_glued, text: game.unwrap_or_else(|| lexeme.text.clone()), ..lexeme.clone() });
            }
        }
    }
    lexemes::written(&written)
}

/// A line, cut into lexemes.
struct CutLine<'l> {
    lexemes: Vec<Lexeme>,
    /// The same with misspelt words mended.
    mended: Vec<Lexeme>,
    /// What was typed, without blanks and in small letters.
    typed: String,
    is_question: bool,
    known: &'l dyn Known,
}

/// A way to write lexemes as the ways of reading expect them, with a line that nothing else makes readable.
#[derive(Clone, Copy)]
struct Mending {
    mend: fn(Vec<Lexeme>, &dyn Known) -> Vec<Lexeme>,
    #[cfg_attr(not(test), expect(dead_code))]
    example: &'static str,
}

const MENDINGS: [Mending; 6] = [
    Mending {
        mend: |lexemes, _| lexemes::with_spoken_signs(lexemes),
        example: "winner S open bracket 5 close bracket",
    },
    Mending { mend: with_joined_names, example: "who wins node kayles of 5" },
    Mending { mend: with_subscripts, example: "who wins S_5" },
    Mending { mend: |lexemes, _| with_spoken_codes(lexemes), example: "period of octal 0 77" },
    Mending { mend: with_rows, example: "values of S 0-20" },
    Mending { mend: |lexemes, _| without_equals(lexemes), example: "=MAX(3, 4)" },
];

/// A way to read a line, with one that no other way reads so.
#[derive(Clone, Copy)]
struct Way {
    read: fn(&CutLine) -> Option<Reading>,
    #[cfg_attr(not(test), expect(dead_code))]
    example: &'static str,
}

/// The notations, in the order in which they are tried: the first that reads the line counts.
const NOTATIONS: [Way; 8] = [
    Way {
        read: |line| certain(claims::collected(&line.mended, line.known)?),
        example: "how many n up to 40 are prime",
    },
    Way { read: definition, example: "define R as take 1 or 3" },
    Way { read: request, example: "what is a nimber" },
    Way { read: |line| line.noted(notation::printed), example: "print(grundy(S(5)))" },
    Way { read: |line| line.noted(notation::looped), example: "for n in range(5): print(grundy(S(n)))" },
    Way { read: |line| line.noted(claims::claimed), example: "for all n up to 50: S(n) == n mod 4" },
    Way { read: |line| line.noted(notation::timed), example: "timeit('winner S(5)')" },
    Way { read: |line| line.noted(notation::expression), example: "reduce(xor, [3, 5])" },
];

/// What a line in any notation may mean besides, as words.
const WORDS: [Way; 2] = [
    Way { read: |line| Some(sentence(&line.mended, line.is_question, line.known)), example: "who wins S(5)" },
    Way { read: |line| said_so(line), example: "let x equal five" },
];

fn certain(statements: Vec<String>) -> Option<Reading> {
    Some(Reading { statements, is_translated: true, ..Reading::default() }).filter(|read| !read.statements.is_empty())
}

/// What was spoken may be a statement, but for its numbers.
fn said_so(line: &CutLine) -> Option<Reading> {
    let statement = spoken(&line.lexemes, line.known);
    let differs = bare(&statement).to_lowercase() != line.typed;
    differs.then(|| Reading { statements: vec![statement], ..Reading::default() })
}

impl CutLine<'_> {
    /// What a notation makes of the line, or of the line with misspelt words mended.
    fn noted(&self, read: fn(&[Lexeme], &dyn Known) -> Option<Vec<String>>) -> Option<Reading> {
        [&self.lexemes, &self.mended].into_iter().find_map(|lexemes| certain(read(lexemes, self.known)?))
    }
}

fn definition(line: &CutLine) -> Option<Reading> {
    let definitions::Definitions { statements, unknown } = definitions::definitions(&line.lexemes, line.known)?;
    Some(Reading { statements, is_translated: true, unknown: foreign(unknown), ..Reading::default() })
}

/// A game of the name that help is asked about is meant first.
fn request(line: &CutLine) -> Option<Reading> {
    let request = topics::request(&line.lexemes)?;
    let mut statements = sentence(&line.mended, line.is_question, line.known).statements;
    statements.push(request);
    certain(statements)
}

/// Reads a line that is no statement.
pub fn read(line: &str, known: &dyn Known) -> Reading {
    read_so(line, known, &MENDINGS, &NOTATIONS, &WORDS)
}

fn read_so(line: &str, known: &dyn Known, mendings: &[Mending], notations: &[Way], words: &[Way]) -> Reading {
    if line.len() > LONGEST {
        return Reading::default();
    }
    let typed = line;
    let line = lexemes::plain(line);
    let (line, is_question) = trimmed(&line);
    // What plain signs change in a text is no correction.
    let typed = bare(if typed.contains('"') { line } else { trimmed(typed).0 });
    let statement = around::without_comment(line);
    let statement = around::behind_label(statement).unwrap_or(statement);
    if statement.is_empty() {
        return Reading::default();
    }
    let command = around::as_command(statement);
    let statement = command.as_deref().unwrap_or(statement);
    if statement != line {
        let (timed, asked) = statement.strip_prefix("time ").map_or(("", statement), |asked| ("time ", asked));
        let mut reading = read_so(asked, known, mendings, notations, words);
        reading.statements.insert(0, asked.to_owned());
        reading.statements.iter_mut().for_each(|statement| statement.insert_str(0, timed));
        return reading;
    }
    let Some(lexemes) = lexemes::lexemes(line) else { return Reading::default() };
    let lexemes = mendings.iter().fold(lexemes, |lexemes, mending| (mending.mend)(lexemes, known));
    if !lexemes::is_balanced(&lexemes) || cuts_a_game(&lexemes, known) {
        return Reading::default();
    }
    let line = CutLine { mended: respelt(&lexemes, known), lexemes, typed: typed.to_lowercase(), is_question, known };
    // A definition that cannot be understood is no sentence.
    let mut is_unclear = false;
    let noted = notations.iter().find_map(|way| {
        let mut read = (way.read)(&line)?;
        is_unclear = read.statements.is_empty();
        read.statements.retain(|statement| bare(statement) != typed);
        Some(read)
    });
    let is_noted = noted.as_ref().is_some_and(|read| !read.statements.is_empty());
    let mut reading = Reading { is_translated: is_noted, ..noted.unwrap_or_default() };
    for said in words.iter().skip(usize::from(is_unclear)).filter_map(|way| (way.read)(&line)) {
        reading.statements.extend(said.statements);
        reading.is_translated |= said.is_translated;
        if reading.unknown.is_empty() {
            reading.unknown = said.unknown;
        }
    }
    Reading { may_differ: !is_noted, missing: topics::missing(&line.lexemes), ..reading }
}

/// The formula of a spreadsheet without the sign that it begins with.
fn without_equals(mut lexemes: Vec<Lexeme>) -> Vec<Lexeme> {
    let begins = lexemes.len() > 1 && lexemes[0].text == "=";
    lexemes.drain(..usize::from(begins));
    lexemes
}

/// The lexemes with games of several words as one: `Dawson's Kayles`, `node kayles`, `Grundy's game`.
fn with_joined_names(mut lexemes: Vec<Lexeme>, known: &dyn Known) -> Vec<Lexeme> {
    let is_capital = |word: &Lexeme| word.text.starts_with(|first: char| first.is_ascii_uppercase());
    let is_word = |word: &Lexeme| word.kind == LexemeKind::Word && word.text.is_ascii();
    let capital = |word: &Lexeme| word.text[..1].to_uppercase() + &word.text[1..];
    let named = |at: usize, words: &[Lexeme]| {
        let begins = !words::is_known(&words[0].low) || is_capital(&words[0]) && (at > 0 || is_capital(&words[1]));
        if !begins || !words.iter().all(is_word) || is_keyword(&words[0].text) {
            return None;
        }
        let behind: String = words[1..].iter().map(capital).collect();
        let names = ["s", ""].map(|end| format!("{}{end}{behind}", capital(&words[0])));
        names.into_iter().find(|name| known.game(name).as_ref() == Some(name))
    };
    for at in 0..lexemes.len() {
        let found = [3, 2].into_iter().find_map(|length| Some((length, named(at, lexemes.get(at..at + length)?)?)));
        if let Some((length, name)) = found {
            lexemes.splice(at..at + length, [Lexeme { is_glued: false, ..Lexeme::word(&name) }]);
        }
    }
    lexemes
}

/// The lexemes with heaps that are written as subscripts, or only glued to their game, in brackets: `S_5`, `S_{5}`, `S5`.
fn with_subscripts(lexemes: Vec<Lexeme>, known: &dyn Known) -> Vec<Lexeme> {
    let mut found: Vec<Lexeme> = Vec::new();
    for lexeme in lexemes {
        // `G_S(n)`, the value in the game S
        if let Some(("G" | "g" | "SG" | "Gr", game)) = lexeme.text.rsplit_once('_')
            && known.game(game).as_deref() == Some(game)
        {
            found.extend([
                Lexeme { is_glued: false, ..Lexeme::word("grundy") },
                Lexeme { is_glued: false, ..Lexeme::word(game) },
            ]);
            continue;
        }
        // `S_n`
        let name = match lexeme.text.rsplit_once('_') {
            Some((name, heap)) if heap.len() == 1 => name,
            _ => lexeme.text.trim_end_matches(|digit: char| digit.is_ascii_digit()),
        };
        let (game, heap) = (name.trim_end_matches('_'), lexeme.text[name.len()..].trim_start_matches('_'));
        let is_heap = !heap.is_empty() && known.game(game).is_some() && known.game(&lexeme.text).is_none();
        let subscript = Some((game, heap)).filter(|_| is_heap && lexeme.kind == LexemeKind::Word);
        match subscript {
            Some((game, heap)) => {
                let is_number = heap.starts_with(|digit: char| digit.is_ascii_digit());
                let kind = if is_number { LexemeKind::Number } else { LexemeKind::Word };
                let number = Lexeme { kind, ..Lexeme::sign(heap) };
                found.extend([Lexeme::word(game), Lexeme::sign("("), number, Lexeme::sign(")")]);
            }
            None => found.push(lexeme),
        }
    }
    found
}

/// The lexemes with rows of heaps that have a line between their ends, as ranges: `S 0-20`.
fn with_rows(mut lexemes: Vec<Lexeme>, known: &dyn Known) -> Vec<Lexeme> {
    for at in 2..lexemes.len().saturating_sub(1) {
        let [game, from, line, to] = &lexemes[at - 2..at + 2] else { continue };
        let ends = [from, to].map(|end| end.text.parse::<u64>().ok().filter(|_| end.kind == LexemeKind::Number));
        let is_row = line.text == "-" && line.is_glued && to.is_glued && known.game(&game.text).is_some();
        if is_row && ends[0].is_some() && ends[0] < ends[1] {
            lexemes[at] = Lexeme::sign("..");
        }
    }
    lexemes
}

/// The lexemes with codes that were spoken in digits: `zero point three seven`, `octal 0 77`.
fn with_spoken_codes(mut lexemes: Vec<Lexeme>) -> Vec<Lexeme> {
    if let Some(octal) = lexemes.iter().position(|lexeme| lexeme.low == "octal")
        && lexemes.get(octal + 1).is_some_and(|zero| zero.text == "0")
    {
        let point = usize::from(lexemes.get(octal + 2).is_some_and(|point| point.text == ","));
        if let Some(digits) = lexemes.get(octal + 2 + point).filter(|digits| digits.kind == LexemeKind::Number) {
            let code =
                Lexeme { kind: LexemeKind::Code, is_glued: false, ..Lexeme::sign(&format!("0.{}", digits.text)) };
            lexemes.splice(octal + 1..octal + 3 + point, [code]);
        }
    }
    let digit = |lexeme: &Lexeme| words::meaning("number", &lexeme.low).filter(|digit| digit.len() == 1);
    while let Some(point) = lexemes.iter().position(|lexeme| matches!(lexeme.low.as_str(), "point" | "dot")) {
        let behind: String = lexemes[point + 1..].iter().map_while(digit).collect();
        let before = point.checked_sub(1).filter(|before| digit(&lexemes[*before]).is_some() && !behind.is_empty());
        let Some(before) = before else { break };
        let text = format!("{}.{behind}", digit(&lexemes[before]).unwrap_or_default());
        let code = Lexeme { kind: LexemeKind::Code, is_glued: false, ..Lexeme::sign(&text) };
        lexemes.splice(before..point + 1 + behind.len(), [code]);
    }
    lexemes
}

/// The words among these that are not this language's own: what is said of them helps.
fn foreign(unknown: Vec<String>) -> Vec<String> {
    let is_foreign = |word: &String| {
        word.chars().all(|letter| letter.is_alphanumeric() || letter == '\'') && !crate::syntax::words::is_keyword(word)
    };
    unknown.into_iter().filter(is_foreign).collect()
}

/// A line without the signs that end a sentence, and whether it asks.
fn trimmed(line: &str) -> (&str, bool) {
    let ends = |sign: char| matches!(sign, '?' | '!' | '.' | ';' | ',') || sign.is_whitespace();
    let text = line.trim_end_matches(ends);
    let behind = &line[text.len()..];
    // The points of a range without an end, and the sign of a factorial or a code, belong to the line.
    let is_factorial = behind == "!" && text.ends_with(|digit: char| digit.is_ascii_digit());
    let text = if behind.contains("..") || is_factorial { line } else { text };
    // `S(5) = ?`
    let text = if behind.contains('?') { text.trim_end_matches([' ', '=']) } else { text };
    (text, behind.contains('?'))
}

/// A text without its blanks.
fn bare(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Reads a sentence whose misspelt words have been mended.
fn sentence(lexemes: &[Lexeme], is_question: bool, known: &dyn Known) -> Reading {
    let content = collect::collect(lexemes, known);
    if !content.unknown.is_empty() {
        // A line without a verb is not for this program.
        let asks = content.items.iter().any(|item| matches!(item, collect::Given::Verb(_)));
        let begins_as_here = lexemes.first().is_some_and(|first| crate::syntax::words::is_keyword(&first.text));
        let unknown = if asks && !begins_as_here { foreign(content.unknown) } else { Vec::new() };
        return Reading { unknown, ..Reading::default() };
    }
    let asks = matches!(
        lexemes.first().map_or("", |lexeme| lexeme.low.as_str()),
        "is" | "are" | "does" | "do" | "can" | "who" | "what" | "which" | "when" | "why" | "how"
    );
    let statements = frames::statements(&content, is_question || asks);
    Reading { statements, is_translated: content.is_translated, ..Reading::default() }
}

/// Whether a line is a game that is cut as a list is in another language, `S[1:5]`: the last of these heaps would not
/// belong to it, and whether their values or their sum is meant is not said.
fn cuts_a_game(lexemes: &[Lexeme], known: &dyn Known) -> bool {
    match lexemes {
        [game, opens, inside @ .., closes] if opens.text == "[" && closes.text == "]" => {
            known.game(&game.text).is_some() && inside.iter().any(|lexeme| lexeme.text == ":")
        }
        _ => false,
    }
}

/// The lexemes with misspelt words mended.
fn respelt(lexemes: &[Lexeme], known: &dyn Known) -> Vec<Lexeme> {
    let mended = |lexeme: &Lexeme| {
        let is_word = lexeme.kind == LexemeKind::Word && known.game(&lexeme.text).is_none();
        let word = words::respelt(&lexeme.text).map(str::to_owned);
        match word.or_else(|| words::respelt_game(&lexeme.text, known)).filter(|_| is_word) {
            Some(word) => Lexeme { low: word.to_lowercase(), text: word, ..lexeme.clone() },
            None => lexeme.clone(),
        }
    };
    lexemes.iter().map(mended).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The games `S` and `T`, and Nim and Kayles of the library.
    pub(super) struct Few;

    impl Known for Few {
        fn game(&self, name: &str) -> Option<String> {
            ["S", "T", "Nim", "Kayles", "NodeKayles"]
                .into_iter()
                .find(|game| game.eq_ignore_ascii_case(name))
                .map(str::to_owned)
        }

        fn own_games(&self) -> Vec<String> {
            vec!["S".to_owned(), "T".to_owned()]
        }

        fn similar_games(&self, _: &str) -> Vec<String> {
            Vec::new()
        }

        fn is_defined(&self, name: &str) -> bool {
            ["S", "T"].contains(&name)
        }
    }

    #[test]
    fn what_may_mean_two_things_has_both_readings() {
        let read = |line: &str| read(line, &Few).statements;
        assert_eq!(read("who wins with heaps of 3 and 4"), ["winner Nim[3, 4]", "winner S[3, 4]", "winner T[3, 4]"]);
        assert_eq!(read("who wins nim with heaps of 3 and 4"), ["winner Nim[3, 4]"]);
        assert!(read("who wins S(12,345)").contains(&"winner S(12345)".to_owned()));
        assert!(read("S from 0 to 9").contains(&"losing S 0..9".to_owned()));
    }

    fn first(line: &str) -> String {
        read(line, &Few).statements.first().cloned().unwrap_or_default()
    }

    #[test]
    fn all_of_a_line_is_used_or_nothing_is_said() {
        for (line, expected) in [
            ("who wins S with heaps of 3, 4 and 5?", "winner S(3, 4, 5)"),
            ("die ersten 20 Werte von S", "values S 0..19"),
            ("谁赢 S(5)？", "winner S(5)"),
            ("for n in range(5): print(grundy(S(n)))", "[grundy S(n) for n in 0..4]"),
            ("int a[] = {5, 1, 4};", "let a = [5, 1, 4]"),
            ("game R = n becomes n/2 or n/3", "game R = divide by <2, 3>"),
            ("are S(3) and T(5) equal", "S(3) == T(5)"),
            ("for which heaps does the second player win T", "losing T"),
            ("what is a nimber", "help grundy"),
            ("n ≡ the", ""),
            ("x /= 2", ""),
            ("7 /= 8", "7 != 8"),
            ("auto s = std::set<int>{1, 4};", "let s = {1, 4}"),
            ("who wins S(5) tomorrow", ""),
            ("who wins S(5) but not S(6)", ""),
        ] {
            assert_eq!(first(line), expected, "{line}");
        }
    }

    /// Each row of the lists has a line that is read otherwise without it.
    #[test]
    fn every_way_to_read_changes_something() {
        let mut idle = Vec::new();
        let [mendings, notations, words] = [MENDINGS.len(), NOTATIONS.len(), WORDS.len()];
        let mut check = |example: &str, (mending, notation, word): (usize, usize, usize)| {
            let without = read_so(
                example,
                &Few,
                &[&MENDINGS[..mending], &MENDINGS[(mending + 1).min(mendings)..]].concat(),
                &[&NOTATIONS[..notation], &NOTATIONS[(notation + 1).min(notations)..]].concat(),
                &[&WORDS[..word], &WORDS[(word + 1).min(words)..]].concat(),
            );
            if format!("{without:?}") == format!("{:?}", read(example, &Few)) {
                idle.push(format!("{example}: {without:?}"));
            }
        };
        MENDINGS.iter().enumerate().for_each(|(at, row)| check(row.example, (at, notations, words)));
        NOTATIONS.iter().enumerate().for_each(|(at, row)| check(row.example, (mendings, at, words)));
        WORDS.iter().enumerate().for_each(|(at, row)| check(row.example, (mendings, notations, at)));
        assert!(idle.is_empty(), "{}", idle.join("\n"));
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(read("who wins S(5) tomorrow", &Few).unknown, ["tomorrow"]);
        assert_eq!(read("game R = put 2 stones back", &Few).unknown, Vec::<String>::new());
        assert!(read("is S partizan", &Few).missing.is_some());
    }

    #[test]
    fn a_huge_line_is_left_alone() {
        assert!(read(&"who wins S(5) ".repeat(10_000), &Few).statements.is_empty());
    }
}
