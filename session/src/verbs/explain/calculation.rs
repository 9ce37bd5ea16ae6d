//! `explain 27 xor 17`, `explain mex {0, 1, 4}`: a calculation step by step.

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::Nimber;
use grundy_engine::solve::SolveError;
use grundy_engine::sorting::sort;
use serde::Serialize;

use crate::error::Error;
use crate::lang::evaluate;
use crate::lang::lower::caret::is_mex;
use crate::lang::session::Session;
use crate::show::document::{Document, Line, Role};
use crate::show::phrase::{muted_words, nimber, paragraph, plain, sentences, text_of, titled, value_set};
use crate::show::report::{Report, Showable};
use crate::show::told::{Tellable, told};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Expr};
use crate::verbs::explain::parts::{columns_of, odd_columns};
use crate::verbs::position;

/// A nim-sum of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct NimSum {
    pub summands: Vec<Nimber>,
    pub value: Nimber,
}

/// The mex of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct MexOf {
    /// In order, each once.
    pub members: Vec<Nimber>,
    /// Whether the set may have members besides these.
    pub more: bool,
    pub value: Nimber,
}

/// The most members of a long range that are shown.
const MOST_SHOWN: usize = 1_000;

/// Explains a nim-sum or a mex step by step; `None` for any other expression.
///
/// # Errors
/// Those of evaluating the expression.
pub(crate) fn calculation(session: &mut Session, expr: &Expr) -> Result<Option<Report>, Error> {
    if !is_mex(expr) && xored(expr).is_none() {
        return Ok(None);
    }
    let value = evaluate::value(&mut session.names, &mut session.solver, expr)?;
    let report = match expr.called() {
        None if xored(expr).is_some() => {
            let mut operands = Vec::new();
            summands(expr, &mut operands);
            let mut values = Vec::new();
            for operand in operands {
                let value = evaluate::value(&mut session.names, &mut session.solver, operand)?;
                values.push(number_of(session, &value, operand.span)?);
            }
            Report::new(NimSum { summands: values, value: number_of(session, &value, expr.span)? })
        }
        Some((_, [members])) => {
            let found = evaluate::value(&mut session.names, &mut session.solver, members)?;
            let least = number_of(session, &value, expr.span)?;
            let (members, more) = shown_members(session, &found, least, members.span)?;
            Report::new(MexOf { members, more, value: least })
        }
        _ => return Ok(None),
    };
    session.set_ans(value);
    Ok(Some(report))
}

/// The members of a set or a list, sorted and without repeats, and whether there may be more. Of a long or
/// endless set only the numbers below its mex are given, at most `MOST_SHOWN`.
fn shown_members(session: &mut Session, found: &Value, least: Nimber, at: Span) -> Result<(Vec<Nimber>, bool), Error> {
    let members: &[Value] = match found {
        Value::List(members) => members,
        Value::Set(set) => match &**set {
            Set::Finite(members) => members,
            Set::Range { start: first @ 0.., end: Some(end), step } if *end < MOST_SHOWN as i128 => {
                let inside = (*first..=*end).step_by(usize::try_from(*step).unwrap_or(MOST_SHOWN));
                return Ok((inside.filter_map(|number| u64::try_from(number).ok()).map(Nimber).collect(), false));
            }
            _ => return Ok(((0..least.0).take(MOST_SHOWN).map(Nimber).collect(), true)),
        },
        _ => &[],
    };
    let mut numbers = members.iter().map(|member| number_of(session, member, at)).collect::<Result<Vec<_>, _>>()?;
    sort(&mut numbers);
    numbers.dedup();
    Ok((numbers, false))
}

fn number_of(session: &mut Session, value: &Value, at: Span) -> Result<Nimber, Error> {
    let number = match value {
        Value::Integer(number) => u64::try_from(*number).ok(),
        Value::Position(sum) => return position::value(session, sum, at),
        _ => None,
    };
    session.solved(at, |_| number.map(Nimber).ok_or(SolveError::Overflow))
}

/// Both sides of an `xor`.
fn xored(expr: &Expr) -> Option<(&Expr, &Expr)> {
    expr.operation().filter(|operation| operation.0 == BinaryOperator::Xor).map(|(_, left, right)| (left, right))
}

/// The operands of a chain of `xor`, from left to right.
fn summands<'e>(mut expr: &'e Expr, found: &mut Vec<&'e Expr>) {
    while let Some((left, right)) = xored(expr) {
        found.push(right);
        expr = left;
    }
    found.push(expr);
    found.reverse();
}

/// If the mex is at most this, each number below it has a line of its own; otherwise the middle ones are left out.
const LISTED: usize = 8;
/// At most this many summands are written in the last line, or members above the mex.
const JOINED: usize = 12;
/// The last sentence repeats the set only if its text has at most this many bytes.
const SHORT: usize = 50;

impl Showable for NimSum {
    fn kind(&self) -> &'static str {
        "nim_sum"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        document.line(titled(told!("The nim-sum, in binary")));
        document.drawing(columns_of(&self.summands, self.value));
        odd_columns(&mut document);
        let mut line = Line::new();
        for (index, summand) in self.summands.iter().take(JOINED).enumerate() {
            line.extend((index > 0).then(|| plain(" ⊕ ")));
            line.push(nimber(*summand));
        }
        line.extend((self.summands.len() > JOINED).then(|| plain(" ⊕ …")));
        line.extend([plain(" = "), nimber(self.value)]);
        let powers: Vec<String> = (0..u64::BITS)
            .rev()
            .map(|place| 1u64 << place)
            .filter(|bit| self.value.0 & bit > 0)
            .map(|b| b.to_string())
            .collect();
        line.extend((powers.len() > 1).then(|| plain(format!(" = {}", powers.join(" + ")))));
        paragraph(&mut document, told!("So {sum}.", sum = line));
        document
    }
}

impl Showable for MexOf {
    fn kind(&self) -> &'static str {
        "mex"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let written = value_set(&self.members);
        let set = match written.trim_matches(['{', '}']) {
            _ if !self.more => written.as_str().into_line(),
            "" => told!("the set").into_line(),
            members => format!("{{{members}, …}}").into_line(),
        };
        let is_short = text_of(&set).len() <= SHORT;
        let head = told!("**The mex**: the least number, from 0 on, that is not in {set}", set = set.clone());
        paragraph(&mut document, head.strong(Role::Heading));
        let least = self.value;
        document.drawing(steps(least));
        let v = nimber(least);
        let mut line =
            vec![if is_short { told!("So mex {set} = {v}.", set, v) } else { told!("So the mex is {v}.", v) }];
        let above: Vec<Nimber> = self.members.iter().copied().filter(|member| *member > least).collect();
        line.extend(match &above[..] {
            [] => None,
            [one] => Some(told!("The {v} above it does not count.", v = nimber(*one))),
            several if several.len() > JOINED => Some(told!("Whatever is above it does not count.")),
            several => Some(told!("What is above it, {set}, does not count.", set = value_set(several))),
        });
        paragraph(&mut document, sentences(line));
        document
    }
}

/// One number after the other, up to the one that is missing.
fn steps(least: Nimber) -> Vec<Line> {
    let wide = least.to_string().len().max(4);
    let step = |number: String, says: Line| [vec![plain(format!("  {number:>wide$}  "))], says].concat();
    let missing = step(least.to_string(), told!("**is not**").into_line());
    let inside = |number: u64| step(number.to_string(), muted_words(told!("is in it")));
    if least.0 <= LISTED as u64 {
        return (0..least.0).map(inside).chain([missing]).collect();
    }
    let between = step("…".to_owned(), muted_words(told!("and so on: all of them are")));
    vec![inside(0), inside(1), between, inside(least.0 - 1), missing]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verbs::samples::{assert_text, shown};

    fn explained_mex(members: &[u64], value: u64) -> String {
        let members = members.iter().map(|member| Nimber(*member)).collect();
        shown(&Report::new(MexOf { members, more: false, value: Nimber(value) }), 80)
    }

    #[test]
    fn a_nim_sum_of_numbers_has_its_columns() {
        let report = NimSum { summands: vec![Nimber(27), Nimber(17)], value: Nimber(10) };
        let text = shown(&Report::new(report), 80);
        assert!(text.contains("27   1 1 0 1 1\n"), "{text}");
        assert!(text.ends_with("So 27 ⊕ 17 = 10 = 8 + 2.\n"), "{text}");
        let many = NimSum { summands: vec![Nimber(1); 40], value: Nimber(0) };
        let text = shown(&Report::new(many), 80);
        assert!(text.contains("… and 25 more summands") && text.ends_with("⊕ … = 0.\n"), "{text}");
    }

    #[test]
    fn a_mex_is_found_step_by_step() {
        let expected = "The mex: the least number, from 0 on, that is not in {0, 1, 4}
     0  is in it
     1  is in it
     2  is not
So mex {0, 1, 4} = 2. The 4 above it does not count.
";
        assert_text(&explained_mex(&[0, 1, 4], 2), expected);
        assert!(explained_mex(&[], 0).ends_with("     0  is not\nSo mex {} = 0.\n"));
        assert!(explained_mex(&(0..100).collect::<Vec<u64>>(), 100).contains("     …  and so on: all of them are\n"));
        assert!(explained_mex(&[0, 3, 4], 1).contains("What is above it, {3, 4}, does not count."));
    }
}
