//! Where a blank stands between two tokens of a line.

use crate::syntax::token::{Token, TokenKind};
use crate::syntax::words::{self, Group};

/// Whether a bracket behind a name belongs to it, as in `S (3)`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Adjacent {
    /// It does, and stands beside it.
    Settled,
    /// It stays as it was written, where that makes a difference.
    AsWritten,
}

/// For each token of a statement, whether a blank stands before it.
pub struct Blanks(Vec<bool>);

impl Blanks {
    pub fn of(text: &str, tokens: &[Token], adjacent: Adjacent) -> Blanks {
        let places: Vec<usize> = (0..tokens.len()).filter(|&index| tokens[index].kind != TokenKind::Comment).collect();
        let mut end = 0;
        let words: Vec<TokenWord> = places
            .iter()
            .map(|&place| {
                let Token { kind, range } = &tokens[place];
                let apart = end < range.start;
                end = range.end;
                TokenWord { text: &text[range.clone()], kind: *kind, apart, spacing: Spacing::Plain }
            })
            .collect();
        let words = with_spacing(words);
        let mut blanks = vec![false; tokens.len()];
        for (index, pair) in words.windows(2).enumerate() {
            if let ([left, right], Some(&place)) = (pair, places.get(index + 1)) {
                blanks[place] = stands_between(left, right, adjacent);
            }
        }
        Blanks(blanks)
    }

    pub fn stands_before(&self, index: usize) -> bool {
        self.0.get(index).is_some_and(|blank| *blank)
    }
}

struct TokenWord<'t> {
    text: &'t str,
    kind: TokenKind,
    /// Whether something stands between it and the token before.
    apart: bool,
    spacing: Spacing,
}

/// What decides about the blanks around some tokens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Spacing {
    Plain,
    /// A sign before a value, as in `-3` and `*2`.
    Unary,
    /// An operator, or a comma, without blanks, as in `0..n-1` and `<1,2>`.
    Tight,
}

impl TokenWord<'_> {
    fn is_value(&self) -> bool {
        match self.kind {
            TokenKind::Name | TokenKind::Number | TokenKind::Text | TokenKind::Close => true,
            TokenKind::Keyword => {
                self.text == "any" || words::find(self.text).is_some_and(|word| word.group == Group::Constant)
            }
            _ => false,
        }
    }

    fn is_arithmetic(&self) -> bool {
        self.kind == TokenKind::Operator && matches!(self.text, "+" | "-" | "*" | "/" | "%" | "^")
    }

    fn is_sign(&self) -> bool {
        self.kind == TokenKind::Operator && matches!(self.text, "+" | "-" | "*")
    }
}

/// What is known of a bracket, and of the operands between two words, while it is read.
#[derive(Default)]
struct Bracket {
    /// The token that opens it.
    begin: usize,
    /// The operators since the last word that is no part of an arithmetic expression, and whether a `..` is among them.
    operators: Vec<usize>,
    has_range: bool,
    commas: Vec<usize>,
    /// Whether a member is no number.
    has_other_members: bool,
}

fn with_spacing(mut words: Vec<TokenWord>) -> Vec<TokenWord> {
    let mut brackets = vec![Bracket::default()];
    for index in 0..words.len() {
        let (before, here) = (index.checked_sub(1).map(|before| &words[before]), &words[index]);
        let is_first = before.is_none_or(|before| !before.is_value());
        let depth = brackets.len();
        let Some(bracket) = brackets.last_mut() else { break };
        let may_stand_in_numbers = matches!(here.kind, TokenKind::Number | TokenKind::Separator | TokenKind::Close);
        bracket.has_other_members |= !may_stand_in_numbers;
        match here.kind {
            TokenKind::Open => brackets.push(Bracket { begin: index, ..Bracket::default() }),
            TokenKind::Close => {
                close(&mut words, bracket);
                if depth > 1 {
                    brackets.pop();
                }
            }
            TokenKind::Operator if here.text == ".." => bracket.has_range = true,
            TokenKind::Operator if is_first && here.is_sign() => words[index].spacing = Spacing::Unary,
            TokenKind::Operator if here.is_arithmetic() => {
                let is_apart = here.apart || words.get(index + 1).is_some_and(|next| next.apart);
                bracket.operators.push(index);
                let is_loose = is_apart || depth == 1 && matches!(words[index].text, "+" | "-");
                words[index].spacing = if is_loose { Spacing::Plain } else { Spacing::Tight };
            }
            TokenKind::Separator => {
                end_operands(&mut words, bracket);
                bracket.commas.push(index);
            }
            _ if here.is_value() && is_first => {}
            _ => end_operands(&mut words, bracket),
        }
    }
    for bracket in &mut brackets {
        end_operands(&mut words, bracket);
    }
    words
}

/// Operators in the bounds of a range stand without blanks.
fn end_operands(words: &mut [TokenWord], bracket: &mut Bracket) {
    let operators = std::mem::take(&mut bracket.operators);
    if std::mem::take(&mut bracket.has_range) {
        operators.into_iter().for_each(|index| words[index].spacing = Spacing::Tight);
    }
}

/// The numbers of a set in `<` and `>` stand without blanks; in other brackets the first comma decides for all.
fn close(words: &mut [TokenWord], bracket: &mut Bracket) {
    end_operands(words, bracket);
    let first_is_apart = bracket.commas.first().and_then(|&comma| words.get(comma + 1)).is_some_and(|next| next.apart);
    let is_set_of_numbers = words[bracket.begin].text == "<" && !bracket.has_other_members;
    if is_set_of_numbers || !first_is_apart {
        bracket.commas.iter().for_each(|&comma| words[comma].spacing = Spacing::Tight);
    }
}

fn stands_between(left: &TokenWord, right: &TokenWord, adjacent: Adjacent) -> bool {
    use TokenKind::{Close, Error, Keyword, Name, Open, Operator, Separator, Verb};
    match (left.kind, right.kind) {
        (Error, _) | (_, Error) => left.text == "->" || right.text == "->" || right.apart,
        (_, Separator | Close) | (Open, _) => false,
        (Separator, _) => left.spacing != Spacing::Tight,
        (Operator, _) if left.spacing == Spacing::Unary => right.spacing == Spacing::Unary && left.text == right.text,
        (Operator, _) if left.text == ".." => {
            let is_word = matches!(right.kind, Keyword | Verb) && !right.is_value();
            is_word || right.kind == Operator && right.spacing != Spacing::Unary
        }
        (Operator, _) if left.spacing == Spacing::Tight => right.spacing == Spacing::Unary && left.text == right.text,
        (Operator, _) => true,
        (_, Operator) if right.spacing == Spacing::Unary => true,
        (_, Operator) => right.text != ".." && right.spacing != Spacing::Tight,
        (_, Open) if right.text == "<" => true,
        // `of` calls nothing: `all of (A + B), C`.
        (Name, Open) if right.text == "(" => right.apart && (adjacent == Adjacent::AsWritten || left.text == "of"),
        (Keyword, Open) if !left.is_value() => !matches!(left.text, "sum" | "octal" | "hex"),
        (Verb, Open) if right.text != "(" => true,
        (_, Open) => right.apart,
        _ => true,
    }
}
