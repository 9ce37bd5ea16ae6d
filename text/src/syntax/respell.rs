//! Words and signs as other keyboards, LaTeX and capital letters spell them. A statement that cannot be read as it
//! stands is read once more in the language's own spelling. Nothing moves: each spelling takes as many bytes as what
//! it replaces, with blanks, so that all places stay right.

use std::ops::Range;

use super::lenient::Leniency;
use super::letters::{
    digit_of, foreign_text, grouped_digits, is_letter, is_name_part, is_superscript, quoted_length, run,
};
use super::scan;
use super::spellings::{narrow, spelling};
use super::words;
use crate::source::Text;

/// A longer statement is not respelt.
const LONGEST: usize = 2_000;
/// The most words in capital letters that are tried one by one.
const WORDS: usize = 4;

/// A statement as the language spells it, as long as it was, and what was replaced.
pub(super) struct Respelt {
    pub text: String,
    pub lenient: Vec<Leniency>,
}

/// The ways in which a statement may be respelt, the surest first. It stands in `original`, and what stands between its tokens
/// and belongs to others is blank in `piece`.
pub(super) fn respellings(piece: &str, original: Text) -> Vec<Respelt> {
    if piece.len() > LONGEST {
        return Vec::new();
    }
    let mut speller = Speller { piece, at: 0, out: String::new(), replaced: Vec::new() };
    speller.run();
    let Speller { out, replaced, .. } = speller;
    let capitals = capitals(&out);
    let mut choices: Vec<Vec<Range<usize>>> = Vec::new();
    if !replaced.is_empty() {
        choices.push(Vec::new());
    }
    if capitals.len() > 1 {
        choices.extend(capitals.iter().take(WORDS).map(|word| vec![word.clone()]));
    }
    if !capitals.is_empty() {
        choices.push(capitals);
    }
    let respelt = |lowered: Vec<Range<usize>>| {
        let mut piece = out.clone();
        let mut lenient: Vec<Leniency> = replaced.iter().map(|(range, own)| at(original, range, own)).collect();
        for word in lowered {
            let low = piece[word.clone()].to_ascii_lowercase();
            lenient.push(at(original, &word, &low));
            piece.replace_range(word, &low);
        }
        Respelt { text: piece, lenient }
    };
    choices.into_iter().map(respelt).collect()
}

fn at(original: Text, range: &Range<usize>, house: &str) -> Leniency {
    Leniency::new(original.span(range.clone()), house)
}

/// The words of the language that are written with capital letters.
fn capitals(piece: &str) -> Vec<Range<usize>> {
    let is_capital = |word: &str| {
        let low = word.to_ascii_lowercase();
        low != word && (words::is_keyword(&low) || words::is_contextual(&low))
    };
    if !piece.split(|c| !is_name_part(c)).any(is_capital) {
        return Vec::new();
    }
    scan::tokens(piece).into_iter().map(|token| token.range).filter(|range| is_capital(&piece[range.clone()])).collect()
}

/// Respells the signs of a statement.
struct Speller<'t> {
    piece: &'t str,
    at: usize,
    /// As long as what has been read of the piece.
    out: String,
    /// What was replaced, and by what.
    replaced: Vec<(Range<usize>, String)>,
}

impl<'t> Speller<'t> {
    fn run(&mut self) {
        while let Some(c) = self.rest().chars().next() {
            let length = match c {
                '"' => quoted_length(self.rest()).unwrap_or_else(|length| length),
                '#' => self.rest().find('\n').unwrap_or(self.rest().len()),
                _ if self.respells(c) => continue,
                _ if is_letter(c) => run(self.rest(), is_name_part),
                _ => c.len_utf8(),
            };
            self.out.push_str(&self.rest()[..length]);
            self.at += length;
        }
        self.end();
    }

    fn rest(&self) -> &'t str {
        &self.piece[self.at..]
    }

    /// Whether something was replaced here.
    fn respells(&mut self, c: char) -> bool {
        if c.is_ascii_digit() {
            return self.number();
        }
        if self.quoted() {
            return true;
        }
        if c == '\\' {
            return self.command();
        }
        if is_superscript(c) {
            let length = run(self.rest(), is_superscript);
            let exponent: String = self.rest()[..length].chars().filter_map(digit_of).collect();
            self.replace(length, &format!("^{exponent}"));
            return true;
        }
        if matches!(c, '…') || self.rest().starts_with("...") {
            return self.dots();
        }
        // The sign of the symmetric difference is a letter, and shorter than `⊕`.
        if c == 'Δ' && self.rest()['Δ'.len_utf8()..].starts_with(' ') {
            self.replace('Δ'.len_utf8() + 1, "⊕");
            // There is no room for the blank behind it, which belongs to the house form.
            if let Some((_, house)) = self.replaced.last_mut() {
                house.push(' ');
            }
            return true;
        }
        if c == '–' && !self.is_between_numbers(c.len_utf8()) {
            self.replace(c.len_utf8(), "-");
            return true;
        }
        let wide = self.wide();
        if wide > 0 {
            let own: String = self.rest()[..wide].chars().filter_map(narrow).collect();
            self.replace(wide, &own);
            return true;
        }
        let mut buffer = [0; 4];
        let full_width = narrow(c).map(|c| &*c.encode_utf8(&mut buffer));
        match spelling("read", &self.rest()[..c.len_utf8()]).or(full_width) {
            Some(own) => {
                self.replace(c.len_utf8(), own);
                true
            }
            None => false,
        }
    }

    /// Puts `own` and blanks in the place of so many bytes.
    fn replace(&mut self, length: usize, own: &str) {
        let is_word = own.starts_with(is_letter) && self.out.ends_with(is_name_part);
        let spaced = if is_word { format!(" {own}") } else { own.to_owned() };
        // What would not fit stays as it is.
        let own = if spaced.len() <= length { &spaced } else { &self.piece[self.at..self.at + length] };
        // Behind a shorter sign the blanks keep it apart from the next, as in `n×*n`.
        let next = self.piece[self.at + length..].chars().next();
        let is_apart =
            own.len() < length && own.chars().next_back().zip(next).is_some_and(|(own, next)| join(own, next));
        self.replaced.push((self.at..self.at + length, format!("{own}{}", if is_apart { " " } else { "" })));
        self.out.push_str(own);
        self.out.extend(std::iter::repeat_n(' ', length - own.len()));
        self.at += length;
    }

    /// `1,000,000`, if that cannot be a list.
    fn number(&mut self) -> bool {
        let follows_number = self.out.ends_with(|c: char| is_name_part(c) || c == '.') && !self.out.ends_with("..");
        match grouped_digits(self.rest()).filter(|_| !follows_number) {
            Some(length) => {
                let parts = self.rest()[..length].split(|c: char| !c.is_ascii_digit());
                let own = parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().join("_");
                self.replace(length, &own);
                true
            }
            None => {
                let length = run(self.rest(), is_name_part);
                self.out.push_str(&self.piece[self.at..self.at + length]);
                self.at += length;
                true
            }
        }
    }

    /// A text in the quotation marks of another keyboard. The blanks stand outside it.
    fn quoted(&mut self) -> bool {
        let Some(length) = foreign_text(self.rest()) else { return false };
        let mut inside = self.rest()[..length].chars();
        let (Some(open), Some(close)) = (inside.next(), inside.next_back()) else { return false };
        let text = inside.as_str();
        if text.contains('"') {
            return false;
        }
        let from = self.at;
        self.out.extend(std::iter::repeat_n(' ', open.len_utf8() - 1));
        self.out.push_str(&format!("\"{text}\""));
        self.out.extend(std::iter::repeat_n(' ', close.len_utf8() - 1));
        self.at = from + length;
        self.replaced.push((from..self.at, format!("\"{text}\"")));
        true
    }

    /// `\oplus`, `\{`, `\mathrm{mex}`
    fn command(&mut self) -> bool {
        let letters = run(&self.rest()[1..], |c| c.is_ascii_alphabetic());
        let next = self.rest()[1..].chars().next().map_or(0, char::len_utf8);
        let length = 1 + if letters > 0 { letters } else { next };
        let command = self.rest()[..length].to_owned();
        if matches!(&*command, "\\mathrm" | "\\operatorname" | "\\text" | "\\mathit")
            && let Some(inside) = self.rest()[length..].strip_prefix('{')
            && let Some(end) = inside.find('}')
            && inside[..end].chars().all(|c| c.is_ascii_alphabetic())
        {
            let word = inside[..end].to_owned();
            self.replace(length + end + 2, &word);
            return true;
        }
        match spelling("read", &command).or((command == "\\ ").then_some("")) {
            Some(own) => {
                self.replace(length, own);
                true
            }
            None => false,
        }
    }

    /// `1...9`, `0......k`
    fn dots(&mut self) -> bool {
        let length = run(self.rest(), |c| matches!(c, '.' | '…'));
        let before = self.out.trim_end().ends_with(|c: char| is_name_part(c) || matches!(c, ')' | ']'));
        let after = self.rest()[length..].trim_start().starts_with(|c: char| is_name_part(c) || c == '(');
        if before && after {
            self.replace(length, "..");
        }
        before && after
    }

    /// `1–3` may be a range or a difference.
    fn is_between_numbers(&self, length: usize) -> bool {
        self.out.ends_with(|c: char| c.is_ascii_digit())
            && self.rest()[length..].starts_with(|c: char| c.is_ascii_digit())
    }

    /// The bytes of a row of full-width letters and digits.
    fn wide(&self) -> usize {
        run(self.rest(), |c| narrow(c).is_some_and(|c| c.is_ascii_alphanumeric()))
    }

    /// Leaves out what ends a sentence, and the dollars around a formula.
    fn end(&mut self) {
        let formula = self.out.trim();
        if formula.len() > 2 && formula.starts_with('$') && formula.ends_with('$') {
            let marks = |c: char| c == '$' || c.is_whitespace();
            let (first, last) =
                (self.out.len() - self.out.trim_start_matches(marks).len(), self.out.trim_end_matches(marks).len());
            if first < last {
                self.blank(0..first);
                self.blank(last..self.out.len());
            }
        }
        let kept = self.out.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '?' | '。')).len();
        let kept = match self.out[..kept].strip_suffix('.') {
            Some(sentence) if !sentence.ends_with('.') => sentence.len(),
            _ => kept,
        };
        if kept > 0 && kept < self.out.trim_end().len() {
            self.blank(kept..self.out.len());
        }
    }

    /// Puts blanks in the place of what was read there.
    fn blank(&mut self, mut range: Range<usize>) {
        let overlaps = |earlier: &Range<usize>| earlier.start < range.start && earlier.end > range.start;
        range.start =
            self.replaced.iter().map(|(earlier, _)| earlier).find(|e| overlaps(e)).map_or(range.start, |e| e.end);
        self.out.replace_range(range.clone(), &" ".repeat(range.len()));
        self.replaced.retain(|(earlier, _)| earlier.start < range.start || earlier.end > range.end);
        self.replaced.push((range, String::new()));
    }
}

/// Whether two characters beside each other may belong to one word or sign.
fn join(left: char, right: char) -> bool {
    let is_sign = |c: char| "*+-/%=<>.!|&^:".contains(c);
    is_name_part(left) && is_name_part(right) || is_sign(left) && is_sign(right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::SourceId;

    fn respelt(text: &str) -> Vec<String> {
        let found = respellings(text, Text::new(SourceId(0), text));
        found.iter().for_each(|respelt| assert_eq!(respelt.text.len(), text.len(), "{text}"));
        found.into_iter().map(|respelt| respelt.text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    #[test]
    fn signs_of_other_keyboards_are_respelt() {
        for (text, expected) in [
            ("take ｛１，２、10｝", "take { 1 , 2 , 10}"),
            ("winner S（5）？", "winner S( 5)"),
            ("3 \\oplus 5", "3 ⊕ 5"),
            ("$\\operatorname{mex}\\{0, 1\\} = 2$", "mex { 0, 1} = 2"),
            ("a Δ b", "a ⊕b"),
            ("n – 1", "n - 1"),
            ("print “a – b”", "print \"a – b\""),
            ("S(1,000,000)", "S(1_000_000)"),
            ("S(5).", "S(5)"),
            ("0......k", "0.. k"),
        ] {
            assert_eq!(respelt(text).first().map(String::as_str), Some(expected), "{text}");
        }
        for text in ["1..", "1–3", "S(1,200)", "\"a × b\"", "a # × b", "{1, ...}"] {
            assert!(respelt(text).is_empty(), "{text}: {:?}", respelt(text));
        }
    }

    /// What the house form has in place of the sign is as far from the next as what is read.
    #[test]
    fn signs_stay_apart() {
        for (text, house) in
            [("n×*n", "* "), ("n×n", "*"), ("1..∈a", "in "), ("1 ∈ a", "in"), ("a−-b", "- "), ("2²3", "^2")]
        {
            let found = respellings(text, Text::new(SourceId(0), text));
            assert_eq!(found[0].lenient[0].house, house, "{text}");
        }
    }

    #[test]
    fn words_in_capitals_are_tried_one_by_one() {
        assert_eq!(respelt("Winner First(3) XOR 2").len(), 4);
        assert_eq!(respelt("3 XOR 5"), ["3 xor 5"]);
        assert_eq!(respelt("print \"XOR\""), [""; 0]);
    }
}
