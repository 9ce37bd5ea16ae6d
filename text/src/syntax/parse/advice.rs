//! Errors for statements that the grammar rejects. pest says only where it stopped and which rules it expected there.
//! From this and the tokens, this file finds out what was probably meant.

use pest::error::{Error as PestError, ErrorVariant, InputLocation};

use super::reader::Rule;
use super::rule_names::{expected, keywords, rule_name};
use crate::error::{Error, SyntaxError, nearest};
use crate::syntax::token::TokenKind;
use crate::syntax::view::View;
use crate::syntax::words::AsksAbout;
use crate::syntax::{check, definitions, habits, words};
use crate::told::told;

/// The error for a statement that the grammar rejects.
pub(super) fn explain(view: &View, error: &PestError<Rule>) -> Error {
    let offset = match error.location {
        InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset + view.start(),
    };
    let at = view.tokens.iter().position(|token| token.range.end > offset).unwrap_or(view.tokens.len());
    let expected = match &error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.as_slice(),
        ErrorVariant::CustomError { .. } => &[],
    };
    // Every line that begins with a name could be a definition.
    let only_defines = |rule: &Rule| matches!(rule, Rule::define | Rule::parameters | Rule::list_mark);
    let expected: Vec<Rule> = expected.iter().filter(|rule| view.defines() || !only_defines(rule)).copied().collect();
    let failure = Failure { view, at, expected: &expected };
    ADVICE.iter().find_map(|advice| advice(&failure)).unwrap_or_else(|| failure.plain())
}

/// Where parsing stopped, and what could have stood there.
struct Failure<'v> {
    view: &'v View<'v>,
    /// The token that did not fit; the number of tokens at the end.
    at: usize,
    expected: &'v [Rule],
}

/// Mistakes of beginners, which are looked for in this order: the surest first.
const ADVICE: &[fn(&Failure) -> Option<Error>] = &[
    |failure| failure.reserved(),
    |failure| failure.reserved_defined(),
    |failure| failure.rule_alone(),
    |failure| check::path_without_quotes(failure.view, failure.at),
    |failure| failure.file_last(),
    |failure| habits::of_failure(failure.view, failure.at),
    |failure| failure.one_too_many(),
    |failure| failure.missing_define(),
    |failure| failure.empty_rule(),
    |failure| failure.for_without_in(),
    |failure| failure.equals(),
    |failure| failure.decimal(),
    |failure| failure.take_numbers(),
    |failure| failure.numbers_as_rule(),
    |failure| failure.join_clauses(),
    |failure| failure.misspelt(),
    |failure| failure.heap_brackets(),
    |failure| failure.positions_comma(),
    |failure| failure.incomplete_if(),
    |failure| failure.statement_inside(),
];

impl Failure<'_> {
    fn word(&self, index: usize) -> &str {
        self.view.word(index)
    }

    fn kind(&self, index: usize) -> Option<TokenKind> {
        self.view.kind(index)
    }

    fn expects(&self, rule: Rule) -> bool {
        self.expected.contains(&rule)
    }

    /// The general error, for want of a better one: what was found, and what was expected.
    fn plain(&self) -> Error {
        // `who wins S(5)`
        let are_words = self.at == 1 && self.kind(0) == Some(TokenKind::Name);
        if are_words && matches!(self.kind(1), Some(TokenKind::Name | TokenKind::Verb)) {
            return Error::new(SyntaxError::NoSuchBeginning { word: self.word(0).to_owned() }, self.view.span(0));
        }
        let expected = expected(self.expected, self.at);
        let span = self.view.span(self.at);
        let word = self.word(self.at);
        let found = match self.kind(self.at) {
            None => return self.with_usage(Error::new(SyntaxError::UnexpectedEnd { expected }, span)),
            Some(TokenKind::Name) => told!("the name `{x}`", x = word),
            Some(TokenKind::Number) => told!("the number `{x}`", x = word),
            Some(TokenKind::Text) => told!("a text"),
            Some(TokenKind::Keyword | TokenKind::Verb) => told!("the word `{x}`", x = word),
            Some(_) => told!("`{x}`", x = word),
        };
        self.with_usage(Error::new(SyntaxError::Unexpected { found, expected }, span))
    }

    /// Adds how the first word of the statement is used or, in the definition of a game, the last clause begun.
    fn with_usage(&self, error: Error) -> Error {
        let word = self.word(0);
        let words = |from: usize, to: usize| (from..to).rev().map(|index| self.word(index)).filter(|_| word == "game");
        let clause = words(1, self.at.min(self.view.tokens.len())).find(|word| words::begins_clause(word));
        let rewrites = || words(1, self.view.tokens.len()).find(|word| *word == "becomes");
        let known = match clause.or_else(rewrites) {
            Some(clause) => words::find(clause),
            None => words::find(word).filter(|_| words::is_keyword(word)),
        };
        match known {
            Some(known) => error.advise(told!("write `{usage}`", usage = known.usage())),
            None => error,
        }
    }

    /// `let take = 5`, `game W(a, by) = …`
    fn reserved(&self) -> Option<Error> {
        let word = self.word(self.at);
        let wants_name = self.expects(Rule::name) && !self.expects(Rule::number) && !self.expects(Rule::k_by);
        if !wants_name || !words::is_reserved(word) {
            return None;
        }
        let error = Error::new(SyntaxError::Reserved { word: word.to_owned() }, self.view.span(self.at));
        let is_name = self.at != 1 || self.view.is_define(2) || matches!(self.word(2), "(" | "[");
        Some(match word {
            _ if is_name => error,
            "misere" | "misère" => error.advise(told!("`misere` stands in the question, as in `winner misere S(5)`")),
            _ => error.advise(told!("a definition is `{word} NAME = …`", word = self.word(0))),
        })
    }

    /// `from = 4`, `then(n) = n*n`
    fn reserved_defined(&self) -> Option<Error> {
        let closes = (2..self.view.tokens.len()).find(|&index| self.word(index) == ")");
        let define = if self.word(1) == "(" { closes? + 1 } else { 1 };
        let word = self.word(0);
        let is_reserved = words::is_reserved(word) && !self.view.defines() && self.view.is_define(define);
        is_reserved.then(|| Error::new(SyntaxError::Reserved { word: word.to_owned() }, self.view.span(0)))
    }

    /// `take <1,2>` as a statement.
    fn rule_alone(&self) -> Option<Error> {
        // A code may begin a position, so the grammar stops only after it.
        let is_code = matches!(self.word(0), "octal" | "hex") && self.view.tokens.len() == 2;
        let is_read = self.at == 0 || self.at >= self.view.tokens.len();
        let is_rule = (is_read || is_code) && words::begins_clause(self.word(0));
        let is_rule = is_rule || self.word(self.at) == "becomes" && self.kind(0) == Some(TokenKind::Text);
        if !is_rule {
            return None;
        }
        let error = Error::new(SyntaxError::RuleAlone, self.view.span(0));
        let from = (1..self.view.tokens.len()).find(|&index| self.word(index) == "from");
        match from.map(|from| self.word(from + 1)).filter(|game| !game.is_empty()) {
            Some(game) => {
                Some(error.advise(told!("`moves {game}(5)` shows the moves, and `play {game}(5)` makes them", game)))
            }
            None => Some(error),
        }
    }

    /// `survey n to "rows.csv" for n in 0..9`
    fn file_last(&self) -> Option<Error> {
        let goes_on = matches!(self.word(self.at), "for" | "if") && self.at > 2 && self.word(self.at - 2) == "to";
        if self.word(0) != "survey" || !goes_on {
            return None;
        }
        let (file, rest) = (self.at - 2, self.view.tokens.len() - 1);
        let moved = format!("{} {}", self.view.written(self.at, rest + 1), self.view.written(file, self.at));
        Some(self.plain().correct(told!("`to` stands at the end"), self.view.spans(file, rest), moved))
    }

    /// `game S take <1,2>`
    fn missing_define(&self) -> Option<Error> {
        let has_define = self.view.define().is_some();
        if !self.view.defines() || has_define || !self.expects(Rule::define) || self.at >= self.view.tokens.len() {
            return None;
        }
        let span = self.view.span(self.at);
        // `let sg[100]` is the size of a list, and no list.
        if self.word(self.at) == "[" && self.view.span(self.at - 1).end() == span.start() {
            return None;
        }
        let last = self.view.tokens.len() - 1;
        let fix = match self.word(self.at) {
            // `let f(n) { 2*n }`
            "{" if self.word(last) == "}" && self.at + 1 < last => {
                (self.view.spans(self.at, last), format!("= {}", self.view.written(self.at + 1, last)))
            }
            "==" | "->" | "is" | "be" => (span, "=".to_owned()),
            _ => (span.beginning(), "= ".to_owned()),
        };
        Some(Error::new(SyntaxError::MissingDefine { fix }, span))
    }

    /// `game S =`
    fn empty_rule(&self) -> Option<Error> {
        let is_empty = self.at >= self.view.tokens.len() && matches!(self.word(self.at - 1), "=" | ":=" | "|");
        if self.word(0) != "game" || !is_empty {
            return None;
        }
        let game = self.word(1).to_owned();
        Some(Error::new(SyntaxError::EmptyRule { game }, self.view.span(self.at - 1)))
    }

    /// `for k 1..3`, `for k = 1..3`
    fn for_without_in(&self) -> Option<Error> {
        if !self.expects(Rule::k_in) || self.at < 2 || self.kind(self.at - 1) != Some(TokenKind::Name) {
            return None;
        }
        if !matches!(self.word(self.at - 2), "for" | ",") {
            return None;
        }
        let span = self.view.span(self.at);
        let fix = match self.word(self.at) {
            "|" => match self.kind(self.at + 1) {
                Some(TokenKind::Name | TokenKind::Number) => {
                    let of = self.view.spans(self.at - 1, self.at + 1).behind(self.view.span(self.at - 1));
                    Some((of, format!(" in divisors({})", self.word(self.at + 1))))
                }
                _ => None,
            },
            _ if matches!(self.kind(self.at), None | Some(TokenKind::Close)) => None,
            // `for n = 5` is about one number.
            "=" | ":="
                if self.kind(self.at + 1) == Some(TokenKind::Number)
                    && matches!(self.kind(self.at + 2), None | Some(TokenKind::Close)) =>
            {
                let number = self.word(self.at + 1);
                Some((self.view.spans(self.at, self.at + 1), format!("in {{{number}}}")))
            }
            "=" | ":=" | "from" | "of" | "over" => Some((span, "in".to_owned())),
            // `F(n-1)` behind a comma is another member, and no range.
            "(" | "[" if self.view.span(self.at - 1).end() == span.start() => None,
            _ => Some((span.beginning(), "in ".to_owned())),
        };
        Some(Error::new(SyntaxError::ForWithoutIn { fix }, span))
    }

    /// `assert grundy S(3) = 3`; in `over if n = 0 = …` the first of the two is meant.
    fn equals(&self) -> Option<Error> {
        if self.word(self.at) != "=" || self.at == 0 || self.view.defines() && self.at < 2 {
            return None;
        }
        let twice = [self.at.saturating_sub(1), self.at]
            .into_iter()
            .find(|&index| self.word(index) == "=" && self.word(index + 1) == "=");
        if let Some(first) = twice {
            let (found, expected) = (told!("another `=`"), told!("a value"));
            let error = Error::new(SyntaxError::Unexpected { found, expected }, self.view.span(first + 1));
            let only = self.view.spans(first, first + 1);
            return Some(error.correct(told!("write `=` once to define, and `==` to compare"), only, "="));
        }
        let earlier = |word: &str| (0..self.at).find(|&index| self.word(index) == word);
        let condition = earlier("where").or_else(|| earlier("over"));
        let first = condition.and_then(|from| (from..self.at).find(|&index| self.word(index) == "="));
        let at = first.filter(|_| self.word(0) == "game").unwrap_or(self.at);
        Some(Error::new(SyntaxError::EqualsForComparison, self.view.span(at)))
    }

    /// `take <1,2>>`
    fn one_too_many(&self) -> Option<Error> {
        let last = self.view.tokens.len().checked_sub(1)?;
        let behind = self.kind(last.saturating_sub(1)) == Some(TokenKind::Close);
        let is_extra = self.at > last && self.word(last) == ">" && behind;
        is_extra.then(|| Error::new(SyntaxError::Unopened { close: '>', expected: None }, self.view.span(last)))
    }

    fn decimal(&self) -> Option<Error> {
        let is_decimal = self.kind(self.at) == Some(TokenKind::Number) && self.word(self.at).contains('.');
        is_decimal.then(|| Error::new(SyntaxError::Decimal, self.view.span(self.at)))
    }

    /// `take 1,2,3`, `take 1, 2 or 3`, `take up to 3`, `take at most 3`
    fn take_numbers(&self) -> Option<Error> {
        let take = (0..self.at).rev().find(|&index| self.word(index) == "take")?;
        let first = take + 1;
        let bound = match (self.word(first), self.word(first + 1)) {
            ("up", "to") | ("at", "least" | "most") => Some(first + 2),
            ("<=", _) => Some(first + 1),
            _ => None,
        };
        if let Some(bound) = bound {
            let last = if self.kind(bound).is_some() { bound } else { bound - 1 };
            let end = if last == bound { self.word(bound) } else { "3" };
            let numbers = if self.word(first + 1) == "least" { format!("<{end}..>") } else { format!("<1..{end}>") };
            let span = self.view.spans(first, last);
            return Some(Error::new(SyntaxError::TakeNumbers { fix: (span, numbers) }, span));
        }
        let is_closed = self.at == self.view.tokens.len() && self.word(self.at - 1) == ">";
        let goes_on = matches!(self.word(self.at), "," | "to") || self.is_number() || is_closed;
        if self.kind(first) != Some(TokenKind::Number) || !goes_on {
            return None;
        }
        let belongs = |&index: &usize| {
            self.kind(index) == Some(TokenKind::Number) || matches!(self.word(index), "," | ".." | "or" | "and" | "to")
        };
        let last = (first..self.view.tokens.len()).take_while(belongs).last()?;
        let mut numbers = String::new();
        for index in first..=last {
            match self.word(index) {
                word @ ("," | ".." | "to") => numbers.push_str(if word == "to" { ".." } else { word }),
                "or" | "and" if numbers.ends_with(',') => {}
                "or" | "and" => numbers.push(','),
                word if self.kind(index - 1) == Some(TokenKind::Number) => numbers.extend([",", word]),
                word => numbers.push_str(word),
            }
        }
        // In `take 1,2>` the closing bracket is there already.
        let end = if self.word(last + 1) == ">" { last + 1 } else { last };
        let fix = (self.view.spans(first, end), format!("<{}>", numbers.trim_end_matches(',')));
        Some(Error::new(SyntaxError::TakeNumbers { fix }, self.view.spans(first, last)))
    }

    fn is_number(&self) -> bool {
        self.kind(self.at) == Some(TokenKind::Number)
    }

    /// `game S = 1,2,3`
    fn numbers_as_rule(&self) -> Option<Error> {
        let first = (1..self.at).find(|&index| self.view.is_define(index))? + 1;
        let is_list =
            (first..self.at).all(|index| self.kind(index) == Some(TokenKind::Number) || self.word(index) == "..");
        if self.word(0) != "game" || self.word(self.at) != "," || !is_list {
            return None;
        }
        let belongs =
            |&index: &usize| self.kind(index) == Some(TokenKind::Number) || matches!(self.word(index), "," | "..");
        let last = (first..self.view.tokens.len()).take_while(belongs).last()?;
        let span = self.view.spans(first, last);
        let fix = Some((span, format!("take <{}>", self.view.at(span))));
        Some(Error::new(SyntaxError::SetAsRule { fix }, span))
    }

    /// `take <1> or take <2>`, `take <1>, split`
    fn join_clauses(&self) -> Option<Error> {
        let join = [self.at, self.at.saturating_sub(1)].into_iter().find(|&index| {
            matches!(self.word(index), "or" | "and" | ",") && words::begins_clause(self.word(index + 1))
        })?;
        let span = self.view.span(join);
        let sign = if self.word(join) == "," { " |" } else { "|" };
        Some(Error::new(SyntaxError::JoinClauses { fix: (span, sign.to_owned()) }, span))
    }

    /// `wnner S(3)`, `game S = tak <1,2>`, `split eqal`
    fn misspelt(&self) -> Option<Error> {
        if let Some(error) = self.number_and_name() {
            return Some(error);
        }
        let verbs = || words::WORDS.iter().map(|word| word.word).filter(|word| may_begin_statement(word));
        if self.at >= 1 && self.kind(0) == Some(TokenKind::Name) && !is_sign(self.kind(1)) {
            let found = meant(self.word(0), verbs());
            // `lets play S(5)` defines nothing.
            let found = found.filter(|found| !matches!(*found, "let" | "game") || self.view.define().is_some());
            if let Some(found) = found {
                return Some(self.misspelling(0, found));
            }
        }
        let clause =
            (1..self.at.min(self.view.tokens.len())).rev().find(|&index| matches!(self.word(index), "=" | "|"));
        if let Some(start) = clause.map(|sign| sign + 1).filter(|&start| self.kind(start) == Some(TokenKind::Name))
            && self.word(0) == "game"
            && let Some(found) = meant(self.word(start), words::CLAUSE_WORDS.iter().copied())
        {
            return Some(self.misspelling(start, found));
        }
        // Without `game`, only what stands behind the word tells that it begins a clause.
        let start = definitions::head(self.view, 0).map_or(0, |define| define + 1);
        if let Some(found) = self.misspelt_take(start) {
            return Some(self.misspelling(start, found));
        }
        // `winner al of S(3), S(4)`
        if self.word(self.at) == "of"
            && self.at > 1
            && self.kind(self.at - 1) == Some(TokenKind::Name)
            && let Some(found) = meant(self.word(self.at - 1), ["all", "some", "one"])
        {
            return Some(self.misspelling(self.at - 1, found));
        }
        // `(n-1) agin`
        let is_behind_option = self.at > 0 && matches!(self.word(self.at - 1), ")" | ">" | "}");
        if is_behind_option
            && self.view.define().is_some()
            && let Some(found) = meant(self.word(self.at), ["again", "reply"])
        {
            return Some(self.misspelling(self.at, found));
        }
        let keywords: Vec<String> = self.expected.iter().flat_map(|rule| keywords(*rule)).collect();
        if self.kind(self.at) == Some(TokenKind::Name)
            && let Some(found) = meant(self.word(self.at), keywords.iter().map(String::as_str))
        {
            return Some(self.misspelling(self.at, found));
        }
        None
    }

    /// `S = tkae 1,2`, `tkae <1,2>`: the word that a name before numbers is meant as.
    fn misspelt_take(&self, start: usize) -> Option<&'static str> {
        let has_numbers = match self.kind(start + 1) {
            Some(TokenKind::Number) => true,
            _ => matches!(self.word(start + 1), "<" | "{") && self.kind(start + 2) == Some(TokenKind::Number),
        };
        if !has_numbers || self.kind(start) != Some(TokenKind::Name) || self.at <= start {
            return None;
        }
        let word = self.word(start);
        meant(word, ["take"]).filter(|found| found.chars().next() == word.chars().next())
    }

    /// `3 + 2 n`
    fn number_and_name(&self) -> Option<Error> {
        let apart = self.at > 0
            && self.kind(self.at) == Some(TokenKind::Name)
            && self.kind(self.at - 1) == Some(TokenKind::Number);
        if !apart || !self.view.word(self.at + 1).is_empty() && !is_sign(self.kind(self.at + 1)) {
            return None;
        }
        let kind = SyntaxError::MissingTimes { number: self.word(self.at - 1).into(), name: self.word(self.at).into() };
        Some(Error::new(kind, self.view.spans(self.at - 1, self.at)))
    }

    fn misspelling(&self, index: usize, similar: &str) -> Error {
        let kind = SyntaxError::Misspelt { word: self.word(index).to_owned(), similar: similar.to_owned() };
        Error::new(kind, self.view.span(index))
    }

    /// `winner S 3`
    fn heap_brackets(&self) -> Option<Error> {
        if let Some(error) = self.other_brackets() {
            return Some(error);
        }
        // `game R = remove 1` names no position.
        let is_clause = self.at > 1 && matches!(self.word(self.at - 2), "=" | ":=" | "|");
        let is_behind_name = self.at > 0 && self.kind(self.at - 1) == Some(TokenKind::Name) && !is_clause;
        if !is_behind_name || !self.is_number() || self.expects(Rule::heading) {
            return None;
        }
        let is_number = |index: &usize| self.kind(*index) == Some(TokenKind::Number);
        let last = (self.at..self.view.tokens.len()).take_while(is_number).last()?;
        Some(Error::new(SyntaxError::HeapBrackets, self.view.spans(self.at, last)))
    }

    /// `winner S{3,4}`, `winner S<3>`
    fn other_brackets(&self) -> Option<Error> {
        let opens = |index: usize| matches!(self.word(index), "{" | "<");
        let begins = |index: usize| self.kind(index) == Some(TokenKind::Name) && opens(index + 1);
        let name = (0..self.at).rev().find(|&index| begins(index))?;
        if self.view.defines() || !may_begin_statement(self.word(0)) {
            return None;
        }
        let inside = |index: &usize| self.kind(*index) == Some(TokenKind::Number) || self.word(*index) == ",";
        let last = (name + 2..self.view.tokens.len()).take_while(inside).last()?;
        if !matches!(self.word(last + 1), "}" | ">") {
            return None;
        }
        Some(Error::new(SyntaxError::HeapBrackets, self.view.spans(name + 1, last + 1)))
    }

    /// `winner S(3), S(4)`
    fn positions_comma(&self) -> Option<Error> {
        if words::asks_about(self.word(0)) != Some(AsksAbout::Position) || self.word(self.at) != "," {
            return None;
        }
        Some(Error::new(SyntaxError::PositionsComma, self.view.span(self.at)))
    }

    /// `if n < 2 n else 3`, `if n < 2 then n`
    fn incomplete_if(&self) -> Option<Error> {
        let missing = if self.expects(Rule::k_then) && self.open_ifs() {
            "then"
        } else if self.expects(Rule::k_else) {
            "else"
        } else {
            return None;
        };
        Some(Error::new(SyntaxError::IncompleteIf { missing }, self.view.span(self.at)))
    }

    /// Whether an `if` before this place has no `then` yet.
    fn open_ifs(&self) -> bool {
        let count = |word: &str| (0..self.at).filter(|&index| self.word(index) == word).count();
        count("if") > count("then")
    }

    /// `1 + table S`
    fn statement_inside(&self) -> Option<Error> {
        let word = self.word(self.at);
        let inside = self.at > 0 && self.expects_value() && may_begin_statement(word);
        inside.then(|| Error::new(SyntaxError::StatementInside { word: word.to_owned() }, self.view.span(self.at)))
    }

    fn expects_value(&self) -> bool {
        self.expected.iter().any(|rule| rule_name(*rule) == Some("a value"))
    }
}

fn may_begin_statement(word: &str) -> bool {
    words::is_verb(word) || matches!(word, "game" | "let")
}

/// Whether this token is a sign, or the end: then the word before it has been parsed as a value.
fn is_sign(kind: Option<TokenKind>) -> bool {
    use TokenKind::{Close, Open, Operator, Separator};
    matches!(kind, None | Some(Operator | Open | Close | Separator))
}

/// The nearest of some words, if it is near enough to be meant.
fn meant<'w>(word: &str, candidates: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    if habits::has_own_meaning(word) {
        return None;
    }
    if word.chars().count() != 4 {
        return nearest(word, candidates, if word.chars().count() < 4 { 1 } else { 2 });
    }
    // A word of four letters may have one mistake, or lack two letters that are neither the first nor the last:
    // `wner`.
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let shortened = candidates.iter().copied().filter(|candidate| leaves_out_inside(word, candidate));
    nearest(word, candidates.iter().copied(), 1).or_else(|| nearest(word, shortened, 2))
}

/// Whether `word` is `whole` without some of its inner letters.
fn leaves_out_inside(word: &str, whole: &str) -> bool {
    let mut letters = whole.chars();
    let is_inside = word.chars().all(|letter| letters.any(|other| other == letter));
    is_inside && word.chars().next() == whole.chars().next() && word.chars().last() == whole.chars().last()
}
