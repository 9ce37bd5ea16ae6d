//! What stands in brackets: the members of a list, a set or a call, and what they run over, `{k^2 : k in 1..9, k > 3}`.

use super::super::expression::FormulaTree;
use super::super::lexemes::LexemeKind;
use super::{Formula, NOT};

impl Formula<'_> {
    /// What stands in brackets that open here, between commas or semicolons.
    pub(super) fn in_brackets(&mut self) -> Option<Vec<FormulaTree>> {
        let close = match self.text(0) {
            "(" => ")",
            "[" => "]",
            "{" => "}",
            _ => return None,
        };
        self.at += 1;
        let mut members = Vec::new();
        while !self.takes(close) {
            // An ellipsis continues what is before it.
            if self.text(0) == ".." && self.text(1) == "," {
                self.at += 2;
                let to = self.expression()?;
                let from = match members.pop()? {
                    from @ FormulaTree::Number(_) if members.is_empty() => from,
                    last @ FormulaTree::Number(_) => first_of_run(&mut members, &last)?,
                    _ => return None,
                };
                members = vec![FormulaTree::Range(from.into(), Some(to.into()), None)];
                continue;
            }
            let member = self.expression()?;
            members.push(self.cases('(', member)?);
            if !self.takes(",") && !self.takes(";") && self.text(0) != close {
                return None;
            }
        }
        Some(members)
    }

    /// What a `for` behind a member makes of it, or `:` and `|` in books: `{k^2 : k in 1..9, k > 3}`.
    pub(super) fn cases(&mut self, opens: char, body: FormulaTree) -> Option<FormulaTree> {
        let is_chain = matches!(self.text(2), "<" | "<=") && matches!(self.text(4), "<" | "<=");
        let is_book = matches!(self.text(0), ":" | "|") && self.begins_case(1)
            || matches!(self.text(0), ":" | "|" | ",") && is_chain;
        if !self.takes("for") && !is_book {
            return Some(body);
        }
        self.at += usize::from(is_book);
        let mut cases = vec![self.case()?];
        while self.text(0) == "," && self.begins_case(1) || self.text(0) == "for" {
            self.at += 1;
            cases.push(self.case()?);
        }
        let has_condition = self.takes("if") || self.takes("where") || self.takes("when") || is_book && self.takes(",");
        let condition = if has_condition { Some(self.operators(1)?) } else { None };
        // `d || n` says in books that one number divides another.
        if matches!(&condition, Some(FormulaTree::Infix("or", left, _)) if matches!(**left, FormulaTree::Name(_))) {
            return None;
        }
        Some(FormulaTree::each_of(opens, body, cases, condition))
    }

    fn begins_case(&self, ahead: usize) -> bool {
        matches!(self.text(ahead + 1), "in" | "<-" | "from")
    }

    /// A variable and what it runs over: `k in 1..9`, `k <- [1..9]`, `k = 1..9`, `k from 1 to 9`, `1 <= k <= 9`.
    pub fn case(&mut self) -> Option<(String, FormulaTree)> {
        let begin = self.at;
        let variable = self.text(0).to_owned();
        self.at += 1;
        if self.takes("in") || self.takes("=") || self.takes("<-") {
            return Some((variable, self.operators(1)?));
        }
        if self.takes("from") {
            let from = self.operators(NOT + 2)?;
            if matches!(from, FormulaTree::Range(..)) {
                return Some((variable, from));
            }
            let to = self.takes("to").then(|| self.operators(NOT + 2))??;
            return Some((variable, FormulaTree::range(from, to)));
        }
        self.at = begin;
        let from = self.operators(NOT + 2)?;
        let from = if self.bound()? { from } else { FormulaTree::infix("+", from, FormulaTree::number(1)) };
        let variable = self.lexemes.get(self.at).filter(|name| name.kind == LexemeKind::Word)?.text.clone();
        self.at += 1;
        let is_last = self.bound()?;
        let to = self.operators(NOT + 2)?;
        let to = if is_last { to } else { FormulaTree::infix("-", to, FormulaTree::number(1)) };
        Some((variable, FormulaTree::range(from, to)))
    }

    /// Takes `<` or `<=`, and tells whether it was the second.
    fn bound(&mut self) -> Option<bool> {
        let includes = self.takes("<=");
        (includes || self.takes("<")).then_some(includes)
    }

    /// A list, a set, a tuple, or an expression in brackets.
    pub(super) fn bracketed(&mut self) -> Option<FormulaTree> {
        let opens = self.text(0).chars().next().filter(|opens| matches!(opens, '(' | '[' | '{'))?;
        if opens == '{'
            && let Some(set) = self.attempt(Self::builder)
        {
            return Some(set);
        }
        let mut members = self.in_brackets()?;
        if let [FormulaTree::Each { opens: own, .. }] = &mut members[..] {
            *own = opens;
        }
        match &members[..] {
            [FormulaTree::Each { .. }] => members.pop(),
            [_] if opens == '(' => members.pop(),
            _ => Some(FormulaTree::Listed(opens, members)),
        }
    }

    /// `{n : C, n < 20}`, `{n in A : C}`, `{n : 0 <= n <= 20, C}`, `{n <= 20 : C}`
    fn builder(&mut self) -> Option<FormulaTree> {
        let variable = self.text(1).to_owned();
        self.at += 1;
        let mut source = None;
        if self.text(1) == "in" {
            self.at += 2;
            if !self.takes("nat") && !self.takes("N") {
                source = Some(self.operators(NOT + 2)?);
            }
        } else if matches!(self.text(1), "<" | "<=") {
            source = Some(self.upper_bound(&variable)?);
        } else {
            self.at += 1;
        }
        if variable.len() != 1 || !(self.takes(":") || self.takes("|")) {
            return None;
        }
        let mut conditions = Vec::new();
        while !self.takes("}") {
            let bounded = |formula: &mut Self| formula.case().filter(|(name, _)| *name == variable).map(|case| case.1);
            let is_open = source.is_none();
            let bound = self.attempt(|formula| is_open.then(|| bounded(formula))?);
            match bound.or_else(|| self.attempt(|formula| is_open.then(|| formula.upper_bound(&variable))?)) {
                Some(range) => source = Some(range),
                None => conditions.push(self.operators(2)?),
            }
            let _ = self.takes(",") || self.takes("and");
        }
        let condition = conditions.into_iter().reduce(|left, right| FormulaTree::infix("and", left, right));
        let body = FormulaTree::name(&variable);
        Some(FormulaTree::each('{', body, variable, source?, condition))
    }

    /// `n < 20`: the numbers below a bound.
    fn upper_bound(&mut self, variable: &str) -> Option<FormulaTree> {
        let is_last = self.takes(variable).then(|| self.bound())??;
        let FormulaTree::Number(end) = self.operators(NOT + 2)? else { return None };
        let to = end.parse::<u64>().ok()?.checked_sub(u64::from(!is_last))?;
        Some(FormulaTree::range(FormulaTree::number(0), FormulaTree::number(to)))
    }
}

/// The first of numbers that grow by one, the last of which is given.
fn first_of_run(members: &mut [FormulaTree], last: &FormulaTree) -> Option<FormulaTree> {
    let value = |tree: &FormulaTree| match tree {
        FormulaTree::Number(number) => number.parse::<u64>().ok(),
        _ => None,
    };
    let first = members.first()?.clone();
    let all: Vec<u64> = members.iter().chain([last]).map(value).collect::<Option<_>>()?;
    all.windows(2).all(|pair| pair[0] + 1 == pair[1]).then_some(first)
}
