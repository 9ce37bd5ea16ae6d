//! Expressions in the notation of books and of other languages, as trees that are written in this language.

use std::fmt;

/// An expression. What a reader of one notation made of it is the same for all.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    Number(String),
    Text(String),
    Name(String),
    /// `*5`
    Star(Box<Tree>),
    /// `-x`, `not c`
    Prefix(&'static str, Box<Tree>),
    Infix(&'static str, Box<Tree>, Box<Tree>),
    /// A name with what stands in the brackets behind it, `(` or `[`: a call or a position.
    Call(String, char, Vec<Tree>),
    /// `S.grundy(5)`, `h.length`
    Member(Box<Tree>, String, Vec<Tree>),
    /// Members in brackets: `[` for a list, `{` for a set, `(` for a tuple.
    Listed(char, Vec<Tree>),
    /// From a number to another, by steps.
    Range(Box<Tree>, Option<Box<Tree>>, Option<Box<Tree>>),
    /// `[x for a in b if c]`; the bracket is `(` for one without brackets, inside a call.
    Each {
        opens: char,
        body: Box<Tree>,
        variable: String,
        source: Box<Tree>,
        condition: Option<Box<Tree>>,
    },
    If {
        condition: Box<Tree>,
        then: Box<Tree>,
        otherwise: Box<Tree>,
    },
    /// A question for a value: `grundy S(5)`.
    Ask(&'static str, Box<Tree>),
    /// A function without a name.
    Lambda(Vec<String>, Box<Tree>),
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
        "+" | "-" | "++" => 8,
        "*" | "/" | "%" => 9,
        "^" => 11,
        _ => return None,
    })
}

/// How tightly `not` and a sign before a number bind.
pub const NOT: u8 = 3;
pub const MINUS: u8 = 10;
const TIGHTEST: u8 = 12;

impl Tree {
    pub fn infix(operator: &'static str, left: Tree, right: Tree) -> Tree {
        Tree::Infix(operator, Box::new(left), Box::new(right))
    }

    pub fn call(name: &str, arguments: Vec<Tree>) -> Tree {
        Tree::Call(name.to_owned(), '(', arguments)
    }

    pub fn name(name: &str) -> Tree {
        Tree::Name(name.to_owned())
    }

    fn binds(&self) -> u8 {
        match self {
            Tree::Infix(operator, ..) => binding(operator).unwrap_or(0),
            Tree::Prefix("not", _) => NOT,
            Tree::Prefix(..) => MINUS,
            Tree::If { .. } | Tree::Lambda(..) => 0,
            Tree::Range(..) => 6,
            // A question takes the sum behind it.
            Tree::Ask(..) => 7,
            _ => TIGHTEST,
        }
    }

    /// The parts, in their order.
    pub fn children(&self) -> Vec<&Tree> {
        match self {
            Tree::Number(_) | Tree::Text(_) | Tree::Name(_) => Vec::new(),
            Tree::Star(inner) | Tree::Prefix(_, inner) | Tree::Ask(_, inner) | Tree::Lambda(_, inner) => vec![inner],
            Tree::Infix(_, left, right) => vec![left, right],
            Tree::Call(_, _, parts) | Tree::Listed(_, parts) => parts.iter().collect(),
            Tree::Member(of, _, parts) => std::iter::once(&**of).chain(parts).collect(),
            Tree::Range(from, to, step) => std::iter::once(from).chain(to).chain(step).map(|part| &**part).collect(),
            Tree::Each { body, source, condition, .. } => {
                [body, source].into_iter().chain(condition).map(|part| &**part).collect()
            }
            Tree::If { condition, then, otherwise } => vec![condition, then, otherwise],
        }
    }

    /// Whether a variable stands in it that nothing inside binds.
    pub fn mentions(&self, name: &str) -> bool {
        match self {
            Tree::Name(own) => own == name,
            Tree::Each { variable, source, .. } if variable == name => source.mentions(name),
            Tree::Lambda(names, _) if names.iter().any(|own| own == name) => false,
            _ => self.children().into_iter().any(|child| child.mentions(name)),
        }
    }

    pub fn is_comparison(&self) -> bool {
        matches!(self, Tree::Infix("==" | "!=" | "<" | "<=" | ">" | ">=", ..))
    }

    /// Whether its value is true or false.
    pub fn is_condition(&self) -> bool {
        match self {
            Tree::Infix("and" | "or" | "in", ..) | Tree::Prefix("not", _) => true,
            Tree::Name(name) => name == "true" || name == "false",
            Tree::Call(name, ..) => matches!(name.as_str(), "even" | "odd" | "prime" | "square" | "all" | "some"),
            _ => self.is_comparison(),
        }
    }
}

/// Writes a part in brackets where it would bind less tightly than what is around it.
struct Bracketed<'t>(&'t Tree, u8);

impl fmt::Display for Bracketed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.binds() < self.1 { write!(f, "({})", self.0) } else { self.0.fmt(f) }
    }
}

fn listed(f: &mut fmt::Formatter<'_>, parts: &[Tree]) -> fmt::Result {
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

impl fmt::Display for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tree::Number(text) | Tree::Name(text) => f.write_str(text),
            Tree::Text(text) => write!(f, "\"{text}\""),
            Tree::Star(of) => write!(f, "*{}", Bracketed(of, TIGHTEST)),
            Tree::Prefix("not", of) => write!(f, "not {}", Bracketed(of, NOT)),
            Tree::Prefix(sign, of) => write!(f, "{sign}{}", Bracketed(of, MINUS)),
            Tree::Infix(sign, left, right) => {
                let binds = binding(sign).unwrap_or(0);
                let (left_least, mut right_least) = if *sign == "^" { (binds + 1, binds) } else { (binds, binds + 1) };
                if matches!(**right, Tree::Ask(..)) && binds <= 7 {
                    right_least = 0;
                }
                let blank = if *sign == "^" { "" } else { " " };
                write!(f, "{}{blank}{sign}{blank}{}", Bracketed(left, left_least), Bracketed(right, right_least))
            }
            Tree::Call(name, opens, parts) => {
                write!(f, "{name}{opens}")?;
                listed(f, parts)?;
                f.write_str(closing(*opens))
            }
            Tree::Member(of, name, parts) => {
                write!(f, "{of}.{name}(")?;
                listed(f, parts)?;
                f.write_str(")")
            }
            Tree::Listed(opens, parts) => {
                write!(f, "{opens}")?;
                listed(f, parts)?;
                f.write_str(closing(*opens))
            }
            Tree::Range(from, to, step) => {
                write!(f, "{}..", Bracketed(from, 7))?;
                if let Some(to) = to {
                    write!(f, "{}", Bracketed(to, 7))?;
                }
                step.as_ref().map_or(Ok(()), |step| write!(f, " step {}", Bracketed(step, 7)))
            }
            Tree::Each { opens, body, variable, source, condition } => {
                if *opens != '(' {
                    write!(f, "{opens}")?;
                }
                write!(f, "{body} for {variable} in {source}")?;
                if let Some(condition) = condition {
                    write!(f, " if {condition}")?;
                }
                if *opens != '(' { f.write_str(closing(*opens)) } else { Ok(()) }
            }
            Tree::If { condition, then, otherwise } => write!(f, "if {condition} then {then} else {otherwise}"),
            Tree::Ask(verb, of) => write!(f, "{verb} {of}"),
            Tree::Lambda(names, body) => write!(f, "({}) -> {body}", names.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_stand_where_they_are_needed() {
        let (n, one) = (Tree::name("n"), Tree::Number("1".to_owned()));
        let sum = Tree::infix("+", n.clone(), one.clone());
        let product = Tree::infix("*", sum.clone(), Tree::infix("-", n.clone(), sum.clone()));
        assert_eq!(product.to_string(), "(n + 1) * (n - (n + 1))");
        let power = Tree::infix("^", n.clone(), Tree::infix("^", one.clone(), n.clone()));
        assert_eq!(power.to_string(), "n^1^n");
        assert_eq!(Tree::Range(Box::new(one), Some(Box::new(sum)), None).to_string(), "1..n + 1");
    }
}
