//! Whether a word that can ask is a verb or a name where it stands, as `moves` is in `moves S(5)` and in `let moves = 5`.

use super::Scanner;
use crate::syntax::letters::{is_letter, is_name_part, run};
use crate::syntax::token::{TokenKind, kind_of_word};
use crate::syntax::words::{self, AsksAbout};

/// How far ahead a `for` is looked for that gives the word a meaning, in bytes.
const FAR: usize = 500;

/// What stands behind a word.
#[derive(Clone, Copy, PartialEq)]
enum Behind {
    /// Something to ask about, which could not stand behind a name.
    Subject,
    /// A sign with which a value begins, or which stands between two.
    Either,
    /// Nothing that a question could be about.
    Nothing,
}

impl<'t> Scanner<'t> {
    /// What kind of token this word is that can ask. A name that was defined wins where both could be meant.
    pub(super) fn kind_of_asking(&mut self, word: &'static str) -> TokenKind {
        let asks = kind_of_word(word);
        let touching = &self.rest()[word.len()..];
        let behind = touching.trim_start_matches([' ', '\t']);
        let before = self.before();
        let begins = self.last.is_none() || before == "time";
        if begins && word == "help" {
            return asks;
        }
        if matches!(before, "forget" | ",") && self.word_at(self.first) == "forget" {
            self.taken.retain(|taken| *taken != word);
        }
        if matches!(before, "let" | "game") || begins && defines(word, touching) || self.is_defined_by_bracket() {
            if !self.taken.contains(&word) {
                self.taken.push(word);
            }
            return TokenKind::Name;
        }
        // A heading. What stands behind `same as` is a value.
        if before == "as" && self.last.is_some_and(|last| last == 0 || self.word_at(last - 1) != "same") {
            return TokenKind::Name;
        }
        if !self.value || matches!(before, "split" | "into") {
            return asks;
        }
        let follows = self.behind(behind);
        let is_constant = asks == TokenKind::Keyword && word != "step" && !word.ends_with("equal");
        let is_gone_through = before == "for" || matches!(before, "," | "|") && !is_constant && begins_with_in(behind);
        if is_gone_through || self.is_bound_by_bracket() {
            self.own.push(word);
            return TokenKind::Name;
        }
        let is_name = match follows {
            Behind::Subject => false,
            _ if self.taken.contains(&word) || self.own.contains(&word) || self.is_bound_ahead(word) => true,
            Behind::Either => false,
            Behind::Nothing => !begins && !is_constant,
        };
        if is_name { TokenKind::Name } else { asks }
    }

    /// The word before this one in the statement.
    fn before(&self) -> &'t str {
        self.last.map_or("", |last| self.word_at(last))
    }

    fn word_at(&self, index: usize) -> &'t str {
        self.tokens.get(index).map_or("", |token| &self.text[token.range.clone()])
    }

    /// Whether this is a parameter of a definition, inside the brackets behind the name that it makes, or one of the names in
    /// `for (a, b) in …`.
    fn is_bound_by_bracket(&self) -> bool {
        let Some(opened) = self.open.last().map(|opened| opened.token) else { return false };
        if !matches!(self.before(), "(" | ",") || opened == self.first {
            return false;
        }
        let is_head = match self.word_at(self.first) {
            "let" | "game" => opened == self.first + 2,
            _ => opened == self.first + 1 && defines("", &self.text[self.tokens[opened].range.start..]),
        };
        is_head || self.word_at(opened - 1) == "for"
    }

    /// Whether this is one of the names in `(a, b) = (1, 2)`.
    fn is_defined_by_bracket(&self) -> bool {
        let Some(opened) = self.open.last().map(|opened| opened.token) else { return false };
        let is_first = opened == self.first || opened == self.first + 1 && self.word_at(self.first) == "let";
        is_first && matches!(self.before(), "(" | ",") && defines("", &self.text[self.tokens[opened].range.start..])
    }

    /// Whether a `for` behind this word makes it a name, as in `[2*time for time in 1..3]`.
    fn is_bound_ahead(&self, word: &str) -> bool {
        let rest = &self.rest()[word.len()..];
        let statement = if self.non_angle_open > 0 { rest } else { rest.split('\n').next().unwrap_or_default() };
        let near = &statement[..statement.floor_char_boundary(FAR)];
        near.match_indices(word).any(|(at, _)| {
            let (before, behind) =
                (near[..at].trim_end(), near[at + word.len()..].trim_start().trim_start_matches(')'));
            before.trim_end_matches('(').trim_end().ends_with("for")
                || before.ends_with([',', '|']) && begins_with_in(behind)
        })
    }

    /// What begins here.
    fn behind(&self, text: &str) -> Behind {
        let text = if self.non_angle_open > 0 { text.trim_start() } else { text };
        let Some(c) = text.chars().next() else { return Behind::Nothing };
        if is_letter(c) {
            let word = &text[..run(text, is_name_part)];
            return match word {
                "not" if begins_with_in(&text[word.len()..]) => Behind::Nothing,
                "misere" | words::ACCENTED | "not" | "any" | "true" | "false" => Behind::Subject,
                "if" | "as" => Behind::Either,
                "step" => Behind::Nothing,
                _ if words::begins_clause(word) => Behind::Subject,
                _ if words::is_contextual(word) => Behind::Either,
                _ if words::is_reserved(word) => Behind::Nothing,
                _ => Behind::Subject,
            };
        }
        match c {
            '"' | '∞' => Behind::Subject,
            '.' if !text.starts_with("..") => Behind::Subject,
            _ if c.is_ascii_digit() => Behind::Subject,
            '<' if text.starts_with("<=") => Behind::Nothing,
            '(' | '[' | '{' | '<' | '-' | '*' => Behind::Either,
            _ => Behind::Nothing,
        }
    }
}

/// Whether `in` follows, or `<-`.
fn begins_with_in(text: &str) -> bool {
    let text = text.trim_start();
    &text[..run(text, is_name_part)] == "in" || text.starts_with("<-")
}

/// Whether a definition of a word goes on like this: ` = 5`, `(a, b) = a + b`, `[] = …`. `winner = S(5)` is a question with a sign
/// too many.
fn defines(word: &str, behind: &str) -> bool {
    let is_simple = |c: char| is_name_part(c) || matches!(c, ' ' | ',');
    let after = match behind.split_at_checked(1) {
        Some(("(", names)) => {
            let near = &names[..names.floor_char_boundary(FAR)];
            names[run(near, is_simple)..].strip_prefix(')')
        }
        Some(("[", rest)) => rest.strip_prefix(']'),
        _ => Some(behind),
    };
    let after = after.unwrap_or_default().trim_start_matches([' ', '\t']);
    let Some(value) = after.strip_prefix('=').filter(|value| !value.starts_with('=')) else {
        return after.starts_with(":=");
    };
    let value = value.trim_start();
    let name = run(value, is_name_part);
    let asks = words::asks_about(word) == Some(AsksAbout::Position)
        && value.starts_with(char::is_uppercase)
        && value[name..].starts_with('(');
    !asks && !matches!(word, "check" | "assert")
}
