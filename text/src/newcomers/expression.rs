//! Expressions in the notation of books and of other languages, as trees that are written in this language.

use std::fmt;

/// An expression. What a reader of one notation made of it is the same for all.
#[derive(Clone, Debug, PartialEq)]
pub enum FormulaTree {
    Number(String),
    Text(String),
    Name(String),
    /// `*5`
    Star(Box<FormulaTree>),
    /// `-x`, `not c`
    Prefix(&'static str, Box<FormulaTree>),
    Infix(&'static str, Box<FormulaTree>, Box<FormulaTree>),
    /// A name with what stands in the brackets behind it, `(` or `[`: a call or a position.
    Call(String, char, Vec<FormulaTree>),
    /// `S.grundy(5)`, `h.length`
    Member(Box<FormulaTree>, String, Vec<FormulaTree>),
    /// Members in brackets: `[` for a list, `{` for a set, `(` for a tuple.
    Listed(char, Vec<FormulaTree>),
    /// From a number to another, by steps.
    Range(Box<FormulaTree>, Option<Box<FormulaTree>>, Option<Box<FormulaTree>>),
    /// `[x for a in b, c in d if e]`; the bracket is `(` for one without brackets, inside a call.
    Each {
        opens: char,
        body: Box<FormulaTree>,
        /// Each variable with what it runs over.
        cases: Vec<(String, FormulaTree)>,
        condition: Option<Box<FormulaTree>>,
    },
    If {
        condition: Box<FormulaTree>,
        then: Box<FormulaTree>,
        otherwise: Box<FormulaTree>,
    },
    /// A question for a value: `grundy S(5)`.
    Ask(&'static str, Box<FormulaTree>),
    /// A question about many heaps, with its game and its rows: `losing S 0..9`.
    AskMany(&'static str, Vec<FormulaTree>),
    /// A rule without a name: `octal 0.77`, `take <1, 2>`.
    Rule(String),
    /// A function without a name.
    Lambda(Vec<String>, Box<FormulaTree>),
}

/// How tightly an operator binds, from 1; `None` for a sign that is none.
pub fn binding(operator: &str) -> Option<u8> {
    Some(match operator {
        "or" => 1,
        "and" => 2,
        "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" => 4,
        "except" => 5,
        ".." => 6,
        "xor" => 7,
        "<<" | ">>" => 7,
        "+" | "-" | "++" => 8,
        "*" | "/" | "%" => 9,
        "^" | "**" => 11,
        _ => return None,
    })
}

/// How tightly `not` and a sign before a number bind.
pub const NOT: u8 = 3;
pub const MINUS: u8 = 10;
/// How tightly a product binds.
pub const PRODUCT: u8 = 9;
const TIGHTEST: u8 = 12;

impl FormulaTree {
    pub fn infix(operator: &'static str, left: FormulaTree, right: FormulaTree) -> FormulaTree {
        FormulaTree::Infix(operator, Box::new(left), Box::new(right))
    }

    pub fn choice(condition: FormulaTree, then: FormulaTree, otherwise: FormulaTree) -> FormulaTree {
        FormulaTree::If { condition: condition.into(), then: then.into(), otherwise: otherwise.into() }
    }

    pub fn call(name: &str, arguments: Vec<FormulaTree>) -> FormulaTree {
        FormulaTree::Call(name.to_owned(), '(', arguments)
    }

    /// `[BODY for VARIABLE in SOURCE if CONDITION]`. Of a list that is only a range, the members are those of the range.
    pub fn each(
        opens: char,
        body: FormulaTree,
        variable: String,
        source: FormulaTree,
        condition: Option<FormulaTree>,
    ) -> FormulaTree {
        FormulaTree::each_of(opens, body, vec![(variable, source)], condition)
    }

    /// The same for several variables.
    pub fn each_of(
        opens: char,
        body: FormulaTree,
        cases: Vec<(String, FormulaTree)>,
        condition: Option<FormulaTree>,
    ) -> FormulaTree {
        let members = |source| match source {
            FormulaTree::Listed('{' | '[', mut members) if matches!(members[..], [FormulaTree::Range(..)]) => {
                members.swap_remove(0)
            }
            // What Python keeps in a tuple is a list here.
            FormulaTree::Listed('(', members) => FormulaTree::Listed('[', members),
            source => source,
        };
        let cases = cases.into_iter().map(|(variable, source)| (variable, members(source))).collect();
        FormulaTree::Each { opens, body: body.into(), cases, condition: condition.map(Box::new) }
    }

    /// The numbers from one to another.
    pub fn range(from: FormulaTree, to: FormulaTree) -> FormulaTree {
        FormulaTree::Range(from.into(), Some(to.into()), None)
    }

    pub fn number(number: impl ToString) -> FormulaTree {
        FormulaTree::Number(number.to_string())
    }

    pub fn name(name: &str) -> FormulaTree {
        FormulaTree::Name(name.to_owned())
    }

    fn binds(&self) -> u8 {
        match self {
            FormulaTree::Infix(operator, ..) => binding(operator).unwrap_or(0),
            FormulaTree::Prefix("not", _) => NOT,
            FormulaTree::Prefix(..) => MINUS,
            FormulaTree::If { .. } | FormulaTree::Lambda(..) => 0,
            FormulaTree::Range(..) => 6,
            // A question takes the sum behind it.
            FormulaTree::Ask(..) | FormulaTree::AskMany(..) => 7,
            _ => TIGHTEST,
        }
    }

    /// Whether it is arithmetic with numbers and names, which is written without blanks.
    fn is_short(&self) -> bool {
        match self {
            FormulaTree::Number(_) | FormulaTree::Name(_) => true,
            FormulaTree::Infix("+" | "-", left, right) => [left, right]
                .iter()
                .all(|side| side.is_short() && !matches!(***side, FormulaTree::Infix("*" | "/" | "^", ..))),
            FormulaTree::Infix("*" | "/" | "^", left, right) => left.is_short() && right.is_short(),
            _ => false,
        }
    }

    /// The parts, in their order.
    fn parts(&mut self) -> Vec<&mut FormulaTree> {
        match self {
            FormulaTree::Number(_) | FormulaTree::Text(_) | FormulaTree::Name(_) | FormulaTree::Rule(_) => Vec::new(),
            FormulaTree::Star(of)
            | FormulaTree::Prefix(_, of)
            | FormulaTree::Ask(_, of)
            | FormulaTree::Lambda(_, of) => {
                vec![of]
            }
            FormulaTree::Infix(_, left, right) => vec![left, right],
            FormulaTree::If { condition, then, otherwise } => vec![condition, then, otherwise],
            FormulaTree::Range(from, to, step) => {
                std::iter::once(from).chain(to).chain(step).map(|part| &mut **part).collect()
            }
            FormulaTree::Each { body, cases, condition, .. } => {
                let sources = cases.iter_mut().map(|(_, source)| source);
                std::iter::once(&mut **body).chain(sources).chain(condition.as_deref_mut()).collect()
            }
            FormulaTree::Call(_, _, parts) | FormulaTree::AskMany(_, parts) | FormulaTree::Listed(_, parts) => {
                parts.iter_mut().collect()
            }
            FormulaTree::Member(of, _, parts) => std::iter::once(&mut **of).chain(parts).collect(),
        }
    }

    /// Whether something holds for a part.
    fn has_part(&self, holds: impl Fn(&FormulaTree) -> bool) -> bool {
        self.clone().parts().into_iter().any(|part| holds(part))
    }

    /// The same expression with `change` made to each of its parts; `None` if that fails for one of them.
    pub fn with_parts(mut self, change: &mut dyn FnMut(FormulaTree) -> Option<FormulaTree>) -> Option<FormulaTree> {
        for part in self.parts() {
            *part = change(std::mem::replace(part, FormulaTree::number(0)))?;
        }
        Some(self)
    }

    /// The same expression with values in the place of the names `a`, `b`, `c` and `d`.
    pub fn filled(self, values: &[FormulaTree]) -> Option<FormulaTree> {
        let value = |name: &str| {
            let place = ["a", "b", "c", "d"].iter().position(|own| *own == name)?;
            values.get(place).cloned()
        };
        match self {
            FormulaTree::Name(name) => Some(value(&name).unwrap_or(FormulaTree::Name(name))),
            FormulaTree::Each { opens, body, cases, condition } => {
                let case = |(variable, source): (String, FormulaTree)| match value(&variable) {
                    Some(FormulaTree::Name(other)) => Some((other, source)),
                    Some(_) => None,
                    None => Some((variable, source)),
                };
                let cases = cases.into_iter().map(case).collect::<Option<_>>()?;
                FormulaTree::Each { opens, body, cases, condition }.with_parts(&mut |part| part.filled(values))
            }
            tree => tree.with_parts(&mut |part| part.filled(values)),
        }
    }

    /// Whether a variable stands in it that nothing inside binds.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            FormulaTree::Name(own) => own == name,
            FormulaTree::Each { cases, .. } if cases.iter().any(|(variable, _)| variable == name) => {
                cases.iter().any(|(_, source)| source.mentions(name))
            }
            _ => self.has_part(|part| part.mentions(name)),
        }
    }

    /// The same expression where `^` is the nim-sum, as in C; `None` where its operands are calculated, since it binds them
    /// otherwise there.
    pub fn with_xor(self) -> Option<FormulaTree> {
        match self {
            FormulaTree::Infix("^", left, right) => {
                let (left, right) = (left.with_xor()?, right.with_xor()?);
                let is_plain = |side: &FormulaTree| !matches!(side, FormulaTree::Infix(sign, ..) if *sign != "xor");
                (is_plain(&left) && is_plain(&right)).then(|| FormulaTree::infix("xor", left, right))
            }
            other => (!other.has_power()).then_some(other),
        }
    }

    fn has_power(&self) -> bool {
        matches!(self, FormulaTree::Infix("^", ..)) || self.has_part(FormulaTree::has_power)
    }

    pub fn is_comparison(&self) -> bool {
        matches!(self, FormulaTree::Infix("==" | "!=" | "<" | "<=" | ">" | ">=", ..))
    }

    /// Whether its value is true or false.
    pub fn is_condition(&self) -> bool {
        match self {
            FormulaTree::Infix("and" | "or" | "in", ..) | FormulaTree::Prefix("not", _) => true,
            FormulaTree::Name(name) => name == "true" || name == "false",
            FormulaTree::Call(name, ..) => {
                matches!(name.as_str(), "even" | "odd" | "prime" | "square" | "all" | "some")
            }
            _ => self.is_comparison(),
        }
    }
}

/// Writes a part in brackets where it would bind less tightly than what is around it.
struct Within<'t>(&'t FormulaTree, u8);

impl fmt::Display for Within<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.binds() < self.1 { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

fn listed(f: &mut fmt::Formatter<'_>, parts: &[FormulaTree]) -> fmt::Result {
    for (at, part) in parts.iter().enumerate() {
        write!(f, "{}{part}", if at > 0 { ", " } else { "" })?;
    }
    Ok(())
}

fn closing(opens: char) -> &'static str {
    match opens {
        '[' => "]",
        '{' => "}",
        _ => ")",
    }
}

impl fmt::Display for FormulaTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormulaTree::Number(text) | FormulaTree::Name(text) | FormulaTree::Rule(text) => f.write_str(text),
            FormulaTree::Text(text) => write!(f, "\"{text}\""),
            FormulaTree::Star(of) => write!(f, "*{}", Within(of, TIGHTEST)),
            FormulaTree::Prefix("not", of) => write!(f, "not {}", Within(of, NOT)),
            FormulaTree::Prefix(sign, of) => write!(f, "{sign}{}", Within(of, MINUS)),
            FormulaTree::Infix(sign, left, right) => {
                let binds = binding(sign).unwrap_or(0);
                let (left_least, mut right_least) = match *sign {
                    "^" => (binds + 1, binds),
                    // Comparisons are not chained.
                    _ if self.is_comparison() => (binds + 1, binds + 1),
                    _ => (binds, binds + 1),
                };
                if matches!(**right, FormulaTree::Ask(..)) && binds <= 7 {
                    right_least = 0;
                }
                let blank = if *sign == "^" || self.is_short() { "" } else { " " };
                write!(f, "{}{blank}{sign}{blank}{}", Within(left, left_least), Within(right, right_least))
            }
            FormulaTree::Call(name, opens, parts) => {
                write!(f, "{name}{opens}")?;
                listed(f, parts)?;
                f.write_str(closing(*opens))
            }
            // What is translated has no members.
            FormulaTree::Member(of, name, _) => write!(f, "{of}.{name}"),
            FormulaTree::Listed(opens, parts) => {
                write!(f, "{opens}")?;
                listed(f, parts)?;
                f.write_str(closing(*opens))
            }
            FormulaTree::Range(from, to, step) => {
                write!(f, "{}..", Within(from, 7))?;
                if let Some(to) = to {
                    write!(f, "{}", Within(to, 7))?;
                }
                step.as_ref().map_or(Ok(()), |step| write!(f, " step {}", Within(step, 7)))
            }
            FormulaTree::Each { opens, body, cases, condition } => {
                if *opens != '(' {
                    write!(f, "{opens}")?;
                }
                write!(f, "{body}")?;
                for (at, (variable, source)) in cases.iter().enumerate() {
                    write!(f, "{} {variable} in {source}", if at == 0 { " for" } else { "," })?;
                }
                if let Some(condition) = condition {
                    write!(f, " if {condition}")?;
                }
                if *opens != '(' { f.write_str(closing(*opens)) } else { Ok(()) }
            }
            FormulaTree::If { condition, then, otherwise } => write!(f, "if {condition} then {then} else {otherwise}"),
            FormulaTree::Ask(verb, of) => write!(f, "{verb} {of}"),
            FormulaTree::AskMany(verb, parts) => {
                f.write_str(verb)?;
                parts.iter().enumerate().try_for_each(|(at, part)| match part {
                    FormulaTree::Rule(rule) => write!(f, " ({rule})"),
                    part => write!(f, "{} {part}", if at > 1 { "," } else { "" }),
                })
            }
            FormulaTree::Lambda(names, body) => write!(f, "({}) -> {body}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_where_they_are_needed() {
        let (n, one) = (FormulaTree::name("n"), FormulaTree::Number("1".to_owned()));
        let sum = FormulaTree::infix("+", n.clone(), one.clone());
        let product = FormulaTree::infix("*", sum.clone(), FormulaTree::infix("-", n.clone(), sum.clone()));
        assert_eq!(product.to_string(), "(n+1)*(n-(n+1))");
        let power = FormulaTree::infix("^", n.clone(), FormulaTree::infix("^", one.clone(), n.clone()));
        assert_eq!(power.to_string(), "n^1^n");
        assert_eq!(FormulaTree::Range(Box::new(one), Some(Box::new(sum)), None).to_string(), "1..n+1");
    }
}
