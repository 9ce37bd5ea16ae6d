//! Cuts a line into words, numbers, texts and signs, in any language. Its signs are made plain first: quotation marks and
//! brackets of other keyboards, full-width letters, commands of LaTeX. What is said stays the same.

use std::borrow::Cow;

use super::words::{LONGEST, first_unspaced, is_known, is_unspaced, meaning};
use crate::syntax::words::find;
use crate::syntax::{in_a_line, narrow, spelling};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LexemeKind {
    Word,
    /// A number without a point; its text is written as this language writes it.
    Number,
    /// The code of an octal game, such as `0.77`.
    Code,
    /// A text in quotation marks; its lexeme holds what is inside.
    Text,
    /// The name of a file, such as `a.csv`.
    File,
    Sign,
}

#[derive(Clone, Debug)]
pub struct Lexeme {
    pub kind: LexemeKind,
    pub text: String,
    /// The text in small letters.
    pub low: String,
    /// Whether no blank stands before it.
    pub is_glued: bool,
}

/// Two lexemes are the same wherever blanks stand.
impl PartialEq for Lexeme {
    fn eq(&self, other: &Lexeme) -> bool {
        self.kind == other.kind && self.text == other.text
    }
}

impl Lexeme {
    pub fn word(text: &str) -> Lexeme {
        Lexeme { kind: LexemeKind::Word, ..Lexeme::sign(text) }
    }

    /// A sign without a blank before it.
    pub fn sign(text: &str) -> Lexeme {
        Lexeme { kind: LexemeKind::Sign, text: text.to_owned(), low: text.to_owned(), is_glued: true }
    }
}

/// Signs of several characters, the longest first.
const SIGNS: [&str; 28] = [
    "!!", ">>", "%/%", "===", "(+)", "...", "..", "==", "!=", "<=", ">=", "=<", "<>", ":=", "->", "=>", "<-", "**",
    "++", "&&", "||", "^^", "<<", "//", "%%", "+=", "::", "/=",
];

/// The endings of names that are those of files.
const EXTENSIONS: [&str; 14] =
    ["cpp", "csv", "svg", "tex", "dot", "json", "jsonl", "md", "py", "rs", "txt", "cgt", "html", "xml"];

/// What is left out at the end of English words: `who's`, `you'll`.
const CONTRACTIONS: [&str; 6] = ["'s", "'re", "'d", "'ll", "'m", "'ve"];

/// The lexemes of a line; `None` if it has a text without its end.
pub fn lexemes(line: &str) -> Option<Vec<Lexeme>> {
    #[cfg(test)]
    crate::syntax::work::count(crate::syntax::work::Work::Lexemes);
    let mut lexemes: Vec<Lexeme> = Vec::new();
    let mut rest = line;
    while let Some(first) = rest.chars().next() {
        if first.is_whitespace() {
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let before = line[..line.len() - rest.len()].chars().next_back();
        let is_glued = before.is_some_and(|before| !before.is_whitespace());
        let (kind, length, text) = next(rest, first, lexemes.last())?;
        let low = text.to_lowercase();
        lexemes.push(Lexeme { kind, text, low, is_glued });
        rest = &rest[length..];
    }
    Some(lexemes)
}

/// The kind of the next lexeme, how many bytes it takes, and its text.
fn next(rest: &str, first: char, last: Option<&Lexeme>) -> Option<(LexemeKind, usize, String)> {
    if first == '"' || first == '\'' && rest[1..].find('\'').is_some_and(|end| end > 0) {
        let end = rest[1..].find(first)?;
        return Some((LexemeKind::Text, end + 2, rest[1..=end].to_owned()));
    }
    if is_unspaced(first) {
        let word = first_unspaced(rest);
        return Some((LexemeKind::Word, word.len(), word.to_owned()));
    }
    if let Some(length) = file(rest) {
        return Some((LexemeKind::File, length, rest[..length].to_owned()));
    }
    let follows_number = last.is_some_and(|last| last.kind == LexemeKind::Number);
    if first.is_ascii_digit() || first == '.' && !follows_number && starts_code(rest) {
        return Some(number(rest));
    }
    // `3x4`
    let sizes = rest
        .strip_prefix(['x', '×'])
        .filter(|_| follows_number)
        .map(|rest| rest.trim_start_matches(|c: char| c.is_ascii_digit()));
    if sizes.is_some_and(|behind| {
        behind.len() + first.len_utf8() < rest.len() && !behind.starts_with(char::is_alphanumeric)
    }) {
        return Some((LexemeKind::Word, first.len_utf8(), "x".to_owned()));
    }
    if first.is_alphabetic() || first == '_' {
        return Some(word(rest));
    }
    let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign)).map_or(first.len_utf8(), |sign| sign.len());
    let text = if &rest[..sign] == "..." { ".." } else { &rest[..sign] };
    // Further points of an ellipsis belong to it.
    let points = if text == ".." { rest.bytes().take_while(|byte| *byte == b'.').count() } else { sign };
    Some((LexemeKind::Sign, points, text.to_owned()))
}

fn starts_code(rest: &str) -> bool {
    rest[1..].starts_with(|digit: char| digit.is_ascii_digit())
}

/// How long the name of a file is that a text begins with.
fn file(rest: &str) -> Option<usize> {
    let length =
        rest.find(|letter: char| !(letter.is_alphanumeric() || "./_-~".contains(letter))).unwrap_or(rest.len());
    let name = rest[..length].trim_end_matches('.');
    let (stem, extension) = name.rsplit_once('.')?;
    (!stem.is_empty() && !stem.ends_with('.') && EXTENSIONS.contains(&extension)).then_some(name.len())
}

/// A number at the beginning of a text: `12`, `0x1F`, `0b101`, `1e6`, `1,000,000`, or a code such as `0.77` or `0.(30)`.
fn number(rest: &str) -> (LexemeKind, usize, String) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let whole = digits(rest);
    let behind = &rest[whole..];
    for (prefix, base) in [("0x", 16), ("0b", 2), ("0o", 8)] {
        let Some(digits) = rest.strip_prefix(prefix) else { continue };
        let length = digits.chars().take_while(|digit| digit.is_digit(base)).count();
        if let Ok(value) = u64::from_str_radix(&digits[..length], base) {
            return (LexemeKind::Number, 2 + length, value.to_string());
        }
    }
    // The letter O is a zero behind a digit.
    let run = &rest[..rest.bytes().take_while(u8::is_ascii_alphanumeric).count()];
    if run.trim_end_matches(['O', 'o']).len() == whole && run.len() > whole {
        return (LexemeKind::Number, run.len(), run.replace(['O', 'o'], "0"));
    }
    let is_code = behind.starts_with('.') && behind[1..].starts_with(|next: char| next.is_ascii_digit() || next == '(');
    if is_code {
        let length = behind[1..].bytes().take_while(|byte| byte.is_ascii_digit() || b"()!=?".contains(byte)).count();
        let code = rest[..whole + 1 + length].trim_end_matches(['?', '!', '=']);
        let unclosed = code.matches(')').count() > code.matches('(').count();
        let code = if unclosed { code.trim_end_matches(')') } else { code };
        return (LexemeKind::Code, code.len(), code.to_owned());
    }
    if let Some(power) = behind.strip_prefix('e') {
        let length = digits(power);
        if length > 0 && !power[length..].starts_with(|next: char| next.is_alphanumeric()) {
            let factor = if &rest[..whole] == "1" { String::new() } else { format!("{}*", &rest[..whole]) };
            return (LexemeKind::Number, whole + 1 + length, format!("{factor}10^{}", &power[..length]));
        }
    }
    // Groups of three digits may also be members of a list, unless the first begins with 0.
    let is_grouped = whole <= 3 && behind.starts_with(",0") || behind.starts_with(" 000");
    let mut length = whole;
    while is_grouped && rest[length..].starts_with([',', ' ']) && digits(&rest[length + 1..]) == 3 {
        length += 4;
    }
    (LexemeKind::Number, length, rest[..length].replace([',', ' '], ""))
}

/// A word at the beginning of a text, without what English leaves of the word behind it.
fn word(rest: &str) -> (LexemeKind, usize, String) {
    let is_part = |letter: char| (letter.is_alphanumeric() || letter == '_') && !is_unspaced(letter);
    let run = |text: &str| text.find(|letter: char| !is_part(letter)).unwrap_or(text.len());
    let mut length = run(rest);
    if let Some(behind) = rest[length..].strip_prefix('\'') {
        let more = run(behind);
        let end = length + 1 + more;
        let is_called = behind[more..].starts_with('(');
        if CONTRACTIONS.contains(&&rest[length..end]) && !is_called {
            return (LexemeKind::Word, end, rest[..length].to_owned());
        }
        // French leaves out the end of short words: `l'arbre` is two words, but `jusqu'à` is one.
        if more > 0 && length > 1 && &rest[..length] != "qu" {
            length = end;
        } else if more > 0 {
            return (LexemeKind::Word, length + 1, rest[..length].to_owned());
        }
    }
    (LexemeKind::Word, length, with_latin_letters(&rest[..length]))
}

/// A word in which Cyrillic letters that look like Latin ones stand between Latin letters, with Latin letters only.
fn with_latin_letters(word: &str) -> String {
    const ALIKE: &str = "асеорхуАВЕКМНОРСТХ";
    const LATIN: &str = "aceopxyABEKMHOPCTX";
    if !word.contains(|letter: char| letter.is_ascii_alphabetic()) {
        return word.to_owned();
    }
    let latin = |letter| ALIKE.chars().position(|alike| alike == letter).and_then(|at| LATIN.chars().nth(at));
    word.chars().map(|letter| latin(letter).unwrap_or(letter)).collect()
}

/// The longest phrase of a kind that begins at a lexeme: what it is called here, and how many lexemes it takes.
pub fn longest(kind: &'static str, lexemes: &[Lexeme], at: usize) -> Option<(&'static str, usize)> {
    let mut phrase = String::new();
    let mut found = None;
    let mut words = 0;
    for (length, lexeme) in lexemes[at.min(lexemes.len())..].iter().enumerate() {
        // A hyphen is a blank.
        let is_hyphen = lexeme.text == "-" && length > 0 && lexeme.is_glued;
        if !is_hyphen {
            if lexeme.kind == LexemeKind::Text || lexeme.kind == LexemeKind::File || !is_known(&lexeme.low) {
                break;
            }
            if words > 0 {
                phrase.push(' ');
            }
            phrase.push_str(&lexeme.low);
            words += 1;
            found = meaning(kind, &phrase).map(|meaning| (meaning, length + 1)).or(found);
        }
        if words == LONGEST {
            break;
        }
    }
    found
}

/// The index behind the bracket that closes the one at `open`; `None` if it is not closed.
pub fn behind_group(lexemes: &[Lexeme], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, lexeme) in lexemes.iter().enumerate().skip(open) {
        match lexeme.text.as_str() {
            "(" | "[" | "{" if lexeme.kind == LexemeKind::Sign => depth += 1,
            ")" | "]" | "}" if lexeme.kind == LexemeKind::Sign => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// The parts between the lexemes outside all brackets at which `parts` says so.
pub fn split(lexemes: &[Lexeme], parts: impl Fn(usize) -> bool) -> Vec<&[Lexeme]> {
    let (mut depth, mut next) = (0i32, 0);
    let is_between = |lexeme: &Lexeme| {
        next += 1;
        match lexeme.text.as_str() {
            "(" | "[" | "{" if lexeme.kind == LexemeKind::Sign => depth += 1,
            ")" | "]" | "}" if lexeme.kind == LexemeKind::Sign => depth -= 1,
            _ => {}
        }
        depth == 0 && parts(next - 1)
    };
    lexemes.split(is_between).collect()
}

/// Whether every bracket is closed by one of its kind.
pub fn is_balanced(lexemes: &[Lexeme]) -> bool {
    let mut open = Vec::new();
    let mut signs = lexemes.iter().filter(|lexeme| lexeme.kind == LexemeKind::Sign).map(|lexeme| lexeme.text.as_str());
    let closes = signs.all(|sign| match sign {
        "(" | "[" | "{" => {
            open.push(sign);
            true
        }
        ")" => open.pop() == Some("("),
        "]" => open.pop() == Some("["),
        "}" => open.pop() == Some("{"),
        _ => true,
    });
    closes && open.is_empty()
}

/// The lexemes as one text, with blanks only where they are needed.
pub fn written(lexemes: &[Lexeme]) -> String {
    let mut text = String::new();
    for (at, lexeme) in lexemes.iter().enumerate() {
        let follows_comma = at > 0 && lexemes[at - 1].text == ",";
        if at > 0 && (!lexeme.is_glued || follows_comma) && !text.ends_with(' ') {
            text.push(' ');
        }
        match lexeme.kind {
            LexemeKind::Text => text.push_str(&format!("\"{}\"", lexeme.text)),
            _ => text.push_str(&lexeme.text),
        }
    }
    text
}

/// The line with plain signs.
pub fn plain(line: &str) -> String {
    // How a point is set that belongs to a number.
    let line = &*line.replace("{\\cdot}", ".");
    let ends_line =
        line.match_indices("\\n").any(|(at, sign)| !line[at + sign.len()..].starts_with(char::is_alphabetic));
    let is_tex = line.contains('\\') && !ends_line || line.contains("^{");
    // Haskell writes a function so that stands between its arguments, and others what is a program.
    let is_quoted = line.matches('`').count().is_multiple_of(2);
    let mut text = String::with_capacity(line.len());
    // For each brace of LaTeX that is open, what closes it; `None` for a brace that is a bracket of the line's own.
    let mut groups: Vec<Option<&str>> = Vec::new();
    let line = with_guards(without_environments(line));
    let characters: Vec<char> = line.chars().map(|character| narrow(character).unwrap_or(character)).collect();
    let (mut at, mut applied) = (0, 0);
    // Whether the next brace opens a group of LaTeX, and what the group is written as.
    let mut group: Option<(&str, &str)> = None;
    while let Some(&character) = characters.get(at) {
        at += 1;
        let opens = group.take();
        match character {
            // Haskell opens brackets so that are closed at the end.
            '$' if text.ends_with(' ') && characters.get(at) == Some(&' ') => {
                text.push('(');
                applied += 1;
            }
            '$' if line.matches('$').count().is_multiple_of(2) => {}
            '`' if is_quoted => text.push(' '),
            '\\' if is_lambda(&characters[at..]) => text.push_str(" lambda "),
            '_' if is_tex && characters.get(at) == Some(&'{') => {
                text.push_str(" _ ");
                group = Some(("(", ")"));
            }
            '\\' if is_tex => {
                let end = at + characters[at..].iter().take_while(|letter| letter.is_ascii_alphabetic()).count();
                let name: String = characters[at - 1..end].iter().collect();
                if name == "\\verb" {
                    // What stands between two signs is written as it is.
                    at = end + 1;
                    if let Some(sign) = characters.get(end)
                        && let Some(length) = characters[at..].iter().position(|other| other == sign)
                    {
                        text.extend(&characters[at..at + length]);
                        at += length + 1;
                    }
                } else if end > at {
                    at = end;
                    group = command(&name, &mut text);
                    // `\mathcal{P}\text{-positions}` is one word.
                    if characters[at..].starts_with(&['{', '-']) {
                        text.truncate(text.trim_end().len());
                    }
                } else {
                    // An escaped brace is a bracket; `\,` and `\;` are blanks.
                    let escaped = characters.get(at).copied().unwrap_or(' ');
                    match escaped {
                        '{' | '}' | '_' | '%' | '$' => text.push(escaped),
                        _ => text.push(' '),
                    }
                    at += 1;
                }
            }
            '{' if let Some((open, close)) = opens => {
                text.push_str(open);
                groups.push(Some(close));
            }
            '{' => {
                text.push('{');
                groups.push(None);
            }
            '}' => {
                let closes = groups.pop().flatten().unwrap_or("}");
                text.push_str(closes);
                // What a fraction is divided by.
                group = (closes == NUMERATOR.1).then_some(("(", "))"));
            }
            _ => {
                let mut buffer = [0; 4];
                match in_a_line(character.encode_utf8(&mut buffer)) {
                    Some(own) if own.starts_with(char::is_alphabetic) => text.push_str(&format!(" {own} ")),
                    Some(own) => text.push_str(own),
                    None => text.push(character),
                }
                group = (is_tex && character == '^').then_some(("(", ")"));
            }
        }
    }
    text.push_str(&")".repeat(applied));
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace(". .", "..")
}

/// A line without what only sets a formula apart in LaTeX: `\[ … \]`, `\begin{align*} a &= b \end{align*}`.
fn without_environments(line: &str) -> Cow<'_, str> {
    let inside = line.strip_prefix("\\begin{").and_then(|line| line.split_once('}')?.1.rsplit_once("\\end{"));
    inside.map_or(Cow::Borrowed(line), |(inside, _)| Cow::Owned(inside.replace('&', " ")))
}

/// A line with the cases of LaTeX as Haskell writes them: `\begin{cases} 0 & n < 2 \\ n-1 & \text{else} \end{cases}` is
/// `| n < 2 = 0 | otherwise = n-1`.
fn with_guards(line: Cow<'_, str>) -> Cow<'_, str> {
    let Some((before, behind)) = line.split_once("\\begin{cases}") else { return line };
    let Some((inside, after)) = behind.split_once("\\end{cases}") else { return line };
    let guard = |row: &str| {
        let (value, condition) = row.split_once('&')?;
        let condition = condition.replace("\\text{", "{").replace(['{', '}'], " ");
        let condition = condition.trim().trim_start_matches("if ").trim_start_matches("for ");
        let condition = if matches!(condition, "else" | "otherwise") { "otherwise" } else { condition };
        Some(format!("| {condition} = {} ", value.trim().trim_end_matches(',')))
    };
    let rows = inside.split("\\\\").filter(|row| !row.trim().is_empty());
    let guards: Option<String> = rows.map(guard).collect();
    guards.map_or(line.clone(), |guards| Cow::Owned(format!("{before}{guards}{after}")))
}

/// Whether names and an arrow follow: `\x y -> …`.
fn is_lambda(behind: &[char]) -> bool {
    let names = behind.iter().take_while(|c| c.is_ascii_lowercase() || **c == ' ').count();
    names > 0 && behind[names..].starts_with(&['-', '>'])
}

/// The lexemes of a line that may have been spoken, with its signs written: `open bracket`, `comma`, `capital t`, `quote … unquote`.
pub fn with_spoken_signs(lexemes: Vec<Lexeme>) -> Vec<Lexeme> {
    let mut written = Vec::new();
    let mut at = 0;
    while at < lexemes.len() {
        let next = lexemes.get(at + 1).filter(|next| next.text.len() == 1);
        if let Some(letter) = next.filter(|_| lexemes[at].low == "capital") {
            written.push(Lexeme { is_glued: false, ..Lexeme::word(&letter.text.to_uppercase()) });
            at += 2;
            continue;
        }
        if let Some((file, end)) = spoken_file(&lexemes, at) {
            written.push(file);
            at = end;
            continue;
        }
        match longest("sign", &lexemes, at) {
            Some(("nothing" | "quote", length)) => at += length,
            // A pronoun that sounds like a game is one if its heap follows.
            Some((_, length)) if lexemes[at].low == "him" && !has_heap(&lexemes, at + length) => {
                written.extend_from_slice(&lexemes[at..at + length]);
                at += length;
            }
            Some((sign, length)) => {
                let kind = if sign.starts_with(char::is_alphabetic) { LexemeKind::Word } else { LexemeKind::Sign };
                written.push(Lexeme { kind, is_glued: sign == "(", ..Lexeme::sign(sign) });
                at += length;
            }
            None => {
                written.push(lexemes[at].clone());
                at += 1;
            }
        }
    }
    written
}

fn has_heap(lexemes: &[Lexeme], at: usize) -> bool {
    let is_heap =
        |next: &Lexeme| next.kind == LexemeKind::Number || next.text == "(" || meaning("number", &next.low).is_some();
    lexemes.get(at).is_some_and(is_heap) || longest("sign", lexemes, at).is_some_and(|(sign, _)| sign == "(")
}

/// The name of a file that was spoken, between `quote` and `unquote` or not: `table dot tex`, `lesson dot c g t`.
fn spoken_file(lexemes: &[Lexeme], at: usize) -> Option<(Lexeme, usize)> {
    let stem = lexemes[at..]
        .iter()
        .take_while(|lexeme| lexeme.low != "dot" && longest("sign", std::slice::from_ref(lexeme), 0).is_none());
    let is_quoted = at > 0 && lexemes[at - 1].low == "quote";
    let dot = at + stem.count();
    let follows_word = if is_quoted { dot > at } else { dot == at + 1 };
    lexemes.get(dot).filter(|dot| follows_word && dot.low == "dot")?;
    // `zero dot dot sixty`
    lexemes.get(dot + 1).filter(|next| next.low != "dot")?;
    let letters = lexemes[dot + 1..].iter().take_while(|letter| letter.text.len() == 1).count().max(1);
    let joined = |lexemes: &[Lexeme]| lexemes.iter().map(|lexeme| lexeme.text.as_str()).collect::<String>();
    let extension = joined(lexemes.get(dot + 1..dot + 1 + letters)?);
    let name = format!("{}.{extension}", joined(&lexemes[at..dot]));
    let file = Lexeme { kind: LexemeKind::File, is_glued: false, ..Lexeme::word(&name) };
    EXTENSIONS.contains(&extension.as_str()).then_some((file, dot + 1 + letters))
}

/// How what stands above the line of a fraction is written.
const NUMERATOR: (&str, &str) = ("((", ")/");

/// Writes a command of LaTeX, and says how the group behind it is written.
fn command(name: &str, text: &mut String) -> Option<(&'static str, &'static str)> {
    if name == "\\frac" {
        return Some(NUMERATOR);
    }
    if spelling("style", name).is_some() {
        text.push(' ');
        return Some(("", ""));
    }
    match in_a_line(name) {
        Some(own) => text.push_str(&format!(" {own} ")),
        // `\min`, `\gcd`
        None if find(&name[1..]).is_some() => text.push_str(&name[1..]),
        None => text.push_str(name),
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(line: &str) -> Vec<String> {
        lexemes(line).unwrap().into_iter().map(|lexeme| lexeme.text).collect()
    }

    #[test]
    fn lines_are_cut() {
        assert_eq!(cut("who's at S(1e6)?"), ["who", "at", "S", "(", "10^6", ")", "?"]);
        assert_eq!(cut("1,000,000 + 20,000 1,2,3 5 000"), ["1000000", "+", "20000", "1", ",", "2", ",", "3", "5000"]);
        assert_eq!(cut("S 从 0 到 20 的周期"), ["S", "从", "0", "到", "20", "的", "周期"]);
        assert_eq!(
            cut("to a.csv. 0.77 .5 0..5 octal 0.(30)"),
            ["to", "a.csv", ".", "0.77", ".5", "0", "..", "5", "octal", "0.(30)"]
        );
        assert_eq!(cut("l'arbre jusqu'à n-1 \"a b\" don't"), ["l", "arbre", "jusqu'à", "n", "-", "1", "a b", "don't"]);
        assert!(lexemes("print \"open").is_none());
    }

    #[test]
    fn groups_end() {
        let lexemes = lexemes("S([1, 2]) + 3").unwrap();
        assert_eq!((behind_group(&lexemes, 1), behind_group(&lexemes[..4], 1)), (Some(8), None));
        assert_eq!(written(&lexemes[1..8]), "([1, 2])");
    }

    #[test]
    fn signs_become_plain() {
        for (line, expected) in [
            ("plot S 0..10 to «a.svg»", "plot S 0..10 to \"a.svg\""),
            ("winner S（3）＋S（4）", "winner S(3)+S(4)"),
            ("$\\text{Mex}(\\{0, 2, 3\\})$", "Mex({0, 2, 3})"),
            ("$2^{10} \\cdot 3$", "2^(10) * 3"),
            ("$\\lfloor n/2 \\rfloor$", "( n/2 )"),
            ("¿quién gana S(7)?", "quién gana S(7)?"),
            ("2^{10} - 1", "2^(10) - 1"),
            ("{1, 2}", "{1, 2}"),
            ("𝒮(3) ⊕ 𝟓", "S(3) xor 5"),
        ] {
            assert_eq!(plain(line), expected, "{line}");
        }
    }
}
