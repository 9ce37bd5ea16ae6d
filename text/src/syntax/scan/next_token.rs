//! Reads the next token: a word, a number, a text in quotes, a bracket or another sign.

use super::{OpenBracket, Scanner};
use crate::syntax::letters::{
    code_length, foreign_text, hexadecimal_length, is_letter, is_name_part, quoted_length, run,
};
use crate::syntax::token::{TokenKind, begins_game, kind_of_word};
use crate::syntax::words;

/// Operators, longest first.
const OPERATORS: &[&str] =
    &[":=", "==", "!=", "<=", ">=", "++", "..", "+", "-", "*", "/", "%", "^", "=", "|", "<", ">", "⊕", "≤", "≥", "≠"];

/// Signs of other languages, which are errors here and are answered with advice.
const FOREIGN: &[&str] = &["...", "…", "**", "&&", "||", "//", "=>", "->", "=<", "<>", "&", "!", "~"];

impl Scanner<'_> {
    pub(super) fn token(&mut self) {
        let Some(c) = self.rest().chars().next() else { return };
        match c {
            ',' => self.push(TokenKind::Separator, 1),
            ';' => {
                self.end_statement();
                self.push(TokenKind::Separator, 1);
                self.first = self.tokens.len();
                self.last = None;
                self.value = true;
            }
            '"' => self.quoted(),
            '(' | '[' | '{' => self.opening(),
            ')' | ']' | '}' => self.closing(),
            _ if is_letter(c) => self.named(),
            '∞' => self.push(TokenKind::Number, c.len_utf8()),
            _ if c.is_ascii_digit() || c == '.' && self.digit_at(1) => self.number(),
            _ => self.sign(c),
        }
    }

    fn named(&mut self) {
        let word = self.word();
        let starts_statement = self.last.is_none();
        let is_verb = starts_statement && words::is_contextual(word) && begins_game(&self.rest()[word.len()..]);
        let kind = match words::find(word).filter(|_| words::may_ask(word)) {
            Some(asking) => self.kind_of_asking(asking.word),
            None if is_verb => TokenKind::Verb,
            None => kind_of_word(word),
        };
        self.push(kind, word.len());
        self.value = match kind {
            TokenKind::Name => self.begins_set(word),
            _ => !matches!(word, "any" | "true" | "false" | "first" | "second"),
        };
        match word {
            "help" if kind == TokenKind::Verb && starts_statement => self.raw(),
            "octal" | "hex" => self.code_behind_word(),
            _ => {}
        }
    }

    /// Whether a `<` behind this name opens a set: behind `mex`, and behind the `turn` or `move` of a rule.
    fn begins_set(&self, name: &str) -> bool {
        let turns = || {
            let before = self.tokens.len().checked_sub(2).and_then(|index| self.tokens.get(index));
            let begins = before.is_some_and(|before| {
                let word = &self.text[before.range.clone()];
                before.kind == TokenKind::Verb || matches!(word, "=" | ":=" | "|" | "(" | "[" | "," | "misere")
            });
            let set = self.rest().split('\n').next().and_then(|line| line.split_once('>'));
            // Anything else compares a name.
            let compares = |members: &str| {
                let brackets = members.chars().try_fold(0_u32, |open, c| match c {
                    '(' => open.checked_add(1),
                    ')' => open.checked_sub(1),
                    _ => Some(open),
                });
                brackets != Some(0) || ["=", " and ", " or "].iter().any(|sign| members.contains(sign))
            };
            begins && set.is_some_and(|(members, _)| !compares(members))
        };
        (name == "mex" || matches!(name, "turn" | "move") && turns()) && self.rest().trim_start().starts_with('<')
    }

    /// The rest of the line after `help`: up to a comment or a `;`, unless that is what is asked about.
    fn raw(&mut self) {
        let line = self.rest().split('\n').next().unwrap_or_default();
        let begin = line.len() - line.trim_start().len();
        let asked = line.trim();
        let Some(first) = asked.chars().next() else { return };
        let behind = asked[first.len_utf8()..].find([';', '#']).map_or(asked.len(), |end| first.len_utf8() + end);
        self.at += begin;
        self.push(TokenKind::Raw, asked[..behind].trim_end().len());
    }

    fn code_behind_word(&mut self) {
        let begin = self.rest().len() - self.rest().trim_start_matches([' ', '\t']).len();
        let length = code_length(&self.rest()[begin..]);
        if length > 0 {
            self.at += begin;
            self.push(TokenKind::Number, length);
        }
    }

    fn number(&mut self) {
        let rest = self.rest();
        let digits = run(rest, |c| c.is_ascii_digit() || c == '_').max(hexadecimal_length(rest));
        let fraction = rest[digits..].starts_with('.') && rest[digits + 1..].starts_with(|c: char| c.is_ascii_digit());
        if fraction {
            return self.push(TokenKind::Number, code_length(rest));
        }
        let length = run(rest, is_name_part);
        let kind = if length > digits { TokenKind::Error } else { TokenKind::Number };
        self.push(kind, length);
    }

    fn quoted(&mut self) {
        match quoted_length(self.rest()) {
            Ok(length) => self.push(TokenKind::Text, length),
            Err(length) => self.push(TokenKind::Error, length),
        }
    }

    fn opening(&mut self) {
        self.open.push(OpenBracket { token: self.tokens.len(), comparison_close: None });
        self.non_angle_open += 1;
        self.push(TokenKind::Open, 1);
    }

    fn closing(&mut self) {
        while let Some(opened) = self.open.pop() {
            if &self.text[self.tokens[opened.token].range.clone()] != "<" {
                self.non_angle_open -= 1;
                break;
            }
            self.close_by_comparison(&opened);
        }
        self.push(TokenKind::Close, 1);
    }

    fn sign(&mut self, c: char) {
        let rest = self.rest();
        if c == '<' && self.value && !rest.starts_with("<=") {
            self.open.push(OpenBracket { token: self.tokens.len(), comparison_close: None });
            return self.push(TokenKind::Open, 1);
        }
        if c == '>' && (!rest.starts_with(">=") || rest.starts_with(">==")) {
            return self.greater();
        }
        if let Some(length) = foreign_text(rest) {
            return self.push(TokenKind::Error, length);
        }
        let foreign = FOREIGN.iter().find(|sign| rest.starts_with(**sign) && !rest.starts_with("!="));
        if let Some(sign) = foreign.filter(|sign| !(self.value && **sign == "<>")) {
            return self.push(TokenKind::Error, sign.len());
        }
        match OPERATORS.iter().find(|sign| rest.starts_with(**sign)) {
            Some(sign) => self.push(TokenKind::Operator, sign.len()),
            None => self.push(TokenKind::Error, c.len_utf8()),
        }
    }

    /// A `>` closes the innermost bracket if that is a `<`. Where a value follows on the same line, it is taken for a
    /// comparison, unless no later `>` closes the `<`.
    fn greater(&mut self) {
        let token = self.tokens.len();
        let compares = !self.value && self.value_follows(1);
        let kind = match self.open.last_mut() {
            Some(opened) if &self.text[self.tokens[opened.token].range.clone()] == "<" => {
                if compares {
                    opened.comparison_close.get_or_insert(token);
                    TokenKind::Operator
                } else {
                    self.open.pop();
                    TokenKind::Close
                }
            }
            _ => TokenKind::Operator,
        };
        self.push(kind, 1);
    }

    /// Whether a value begins after the next `skip` bytes, on the same line.
    fn value_follows(&self, skip: usize) -> bool {
        let rest = self.rest()[skip..].trim_start_matches([' ', '\t']);
        let Some(c) = rest.chars().next() else { return false };
        if is_letter(c) {
            let word = &rest[..run(rest, is_name_part)];
            return match word {
                "not" => !rest[3..].trim_start().starts_with("in"),
                "if" => false,
                "any" | "true" | "false" | "first" | "second" => true,
                _ => kind_of_word(word) != TokenKind::Keyword,
            };
        }
        c.is_ascii_digit() || matches!(c, '"' | '(' | '[' | '{' | '<' | '-' | '*') && !rest.starts_with("<=")
    }
}
