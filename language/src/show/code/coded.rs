//! Expressions of a rule as expressions of a language for programs. The least and the greatest number that each may be are
//! known, so that nothing overflows in 64 bits, and no divisor is 0.

use grundy_engine::game::{Builtin, Expr, Operator, Set, System, Term, Value};

use crate::error::Uncoded;
use crate::show::code::language::CodeLanguage;
use crate::show::code::writer::Writer;

/// An expression, and what it may be.
#[derive(Clone, Debug)]
pub(super) struct Coded {
    pub text: String,
    pub low: i128,
    pub high: i128,
    /// Whether it needs no brackets as an operand.
    pub is_atom: bool,
    /// What it is never above, of a variable of a loop.
    pub most: Vec<String>,
}

/// No number of a program is farther from 0.
const FARTHEST: i128 = 1 << 62;
/// Functions that call each other more deeply are not told.
const DEEPEST: usize = 8;

impl Coded {
    pub fn atom(text: impl Into<String>, low: i128, high: i128) -> Coded {
        Coded { is_atom: true, ..Coded::compound(text.into(), low, high) }
    }

    /// An expression with operators in it.
    pub fn compound(text: String, low: i128, high: i128) -> Coded {
        Coded { text, low, high, is_atom: false, most: Vec::new() }
    }

    pub fn number(number: i128) -> Coded {
        Coded { is_atom: number >= 0, ..Coded::compound(number.to_string(), number, number) }
    }

    pub fn operand(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }

    /// As the end of a range: sums and products bind more tightly than what stands around it, and nothing else does.
    pub fn bound(&self) -> String {
        let is_arithmetic = !self.text.contains(['?', '&', '|', '^', '<', '>']) && !self.text.contains("if ");
        if is_arithmetic { self.text.clone() } else { self.operand() }
    }

    /// Two operands with a sign between them.
    pub fn joined(&self, sign: &str, other: &Coded, low: i128, high: i128) -> Coded {
        Coded::compound(format!("{} {sign} {}", self.operand(), other.operand()), low, high)
    }
}

/// Reads the expressions of a rule.
pub(super) struct Expressions<'a> {
    pub system: &'a System,
    /// What stands in the slots; `None` where nothing does yet.
    pub slots: Vec<Option<Coded>>,
    /// How many functions call each other here.
    depth: usize,
}

impl<'a> Expressions<'a> {
    pub fn new(system: &'a System, slots: Vec<Option<Coded>>) -> Expressions<'a> {
        Expressions { system, slots, depth: 0 }
    }

    pub fn set(&mut self, slot: usize, coded: Coded) {
        if slot >= self.slots.len() {
            self.slots.resize(slot + 1, None);
        }
        self.slots[slot] = Some(coded);
    }

    /// The expression, which is a number or a condition.
    pub fn coded(&mut self, writer: &mut Writer, expr: &Expr) -> Result<Coded, Uncoded> {
        let coded = match &expr.term {
            Term::Constant(Value::Integer(number)) => Coded::number(*number),
            Term::Constant(Value::Bool(holds)) => {
                let text = match (writer.language, holds) {
                    (CodeLanguage::Python, true) => "True",
                    (CodeLanguage::Python, false) => "False",
                    (_, true) => "true",
                    (_, false) => "false",
                };
                Coded::atom(text, 0, 1)
            }
            Term::Constant(Value::Text(_)) | Term::Rewritten(..) => return Err(Uncoded::Board),
            Term::Slot(slot) => self.slots.get(*slot).cloned().flatten().ok_or(Uncoded::Rule)?,
            Term::Negate(of) => {
                let of = self.coded(writer, of)?;
                Coded::compound(format!("-{}", of.operand()), -of.high, -of.low)
            }
            Term::Not(of) => {
                let of = self.coded(writer, of)?.operand();
                let sign = if writer.language == CodeLanguage::Python { "not " } else { "!" };
                Coded::compound(format!("{sign}{of}"), 0, 1)
            }
            Term::And(one, other) | Term::Or(one, other) => {
                let sign = match (writer.language, &expr.term) {
                    (CodeLanguage::Python, Term::And(..)) => "and",
                    (CodeLanguage::Python, _) => "or",
                    (_, Term::And(..)) => "&&",
                    _ => "||",
                };
                let (one, other) = (self.coded(writer, one)?, self.coded(writer, other)?);
                one.joined(sign, &other, 0, 1)
            }
            Term::If(condition, then, otherwise) => self.choice(writer, [condition, then, otherwise])?,
            Term::Binary(operator, left, right) => self.binary(writer, *operator, left, right)?,
            Term::Builtin(function, arguments) => self.builtin(writer, *function, arguments)?,
            Term::Call(function, arguments) => self.call(writer, *function, arguments)?,
            _ => return Err(Uncoded::Rule),
        };
        if coded.low < -FARTHEST || coded.high > FARTHEST { Err(Uncoded::Large) } else { Ok(coded) }
    }

    fn choice(&mut self, writer: &mut Writer, parts: [&Expr; 3]) -> Result<Coded, Uncoded> {
        let [condition, then, otherwise] =
            [self.coded(writer, parts[0])?, self.coded(writer, parts[1])?, self.coded(writer, parts[2])?];
        let text = match writer.language {
            CodeLanguage::Cpp => format!("{} ? {} : {}", condition.operand(), then.operand(), otherwise.operand()),
            CodeLanguage::Python => {
                format!("{} if {} else {}", then.operand(), condition.operand(), otherwise.operand())
            }
            CodeLanguage::Rust => format!("if {} {{ {} }} else {{ {} }}", condition.text, then.text, otherwise.text),
        };
        Ok(Coded::compound(text, then.low.min(otherwise.low), then.high.max(otherwise.high)))
    }

    fn binary(&mut self, writer: &mut Writer, operator: Operator, left: &Expr, right: &Expr) -> Result<Coded, Uncoded> {
        if let Operator::In | Operator::NotIn = operator {
            return self.member(writer, left, right, operator == Operator::In);
        }
        let (a, b) = (self.coded(writer, left)?, self.coded(writer, right)?);
        let compared = |sign: &str| a.joined(sign, &b, 0, 1);
        Ok(match operator {
            Operator::Add => a.joined("+", &b, a.low + b.low, a.high + b.high),
            Operator::Subtract => {
                let low = if b.most.contains(&a.text) { 0 } else { a.low - b.high };
                a.joined("-", &b, low, a.high - b.low)
            }
            Operator::Multiply => product(&a, &b),
            Operator::Divide | Operator::Remainder if b.low < 1 => return Err(Uncoded::Rule),
            Operator::Divide => {
                // Dividing by less, a number comes to lie farther from 0.
                let by = |number: i128| [number.div_euclid(b.low), number.div_euclid(b.high)];
                let (low, high) = (by(a.low).into_iter().min().unwrap_or(0), by(a.high).into_iter().max().unwrap_or(0));
                divided(writer, "div", writer.divided(), &a, &b, low, high)
            }
            Operator::Remainder => divided(writer, "rem", "%", &a, &b, 0, b.high - 1),
            Operator::Power => {
                let (Coded { low: exponent @ 1..=6, high, .. }, true) = (&b, a.low >= 0) else {
                    return Err(Uncoded::Rule);
                };
                if exponent != high {
                    return Err(Uncoded::Rule);
                }
                let mut power = a.clone();
                for _ in 1..*exponent {
                    power = product(&power, &a);
                    if power.high > FARTHEST {
                        return Err(Uncoded::Large);
                    }
                }
                power
            }
            Operator::Xor if a.low < 0 || b.low < 0 => return Err(Uncoded::Rule),
            Operator::Xor => a.joined("^", &b, 0, bits(a.high.max(b.high))),
            Operator::Equal => compared("=="),
            Operator::Unequal => compared("!="),
            Operator::Less => compared("<"),
            Operator::LessOrEqual => compared("<="),
            Operator::Greater => compared(">"),
            Operator::GreaterOrEqual => compared(">="),
            Operator::Join | Operator::In | Operator::NotIn => return Err(Uncoded::Rule),
        })
    }

    /// Whether a number is one of some.
    fn member(&mut self, writer: &mut Writer, number: &Expr, of: &Expr, is_in: bool) -> Result<Coded, Uncoded> {
        /// More are not told one by one.
        const MOST: usize = 16;
        let number = self.coded(writer, number)?;
        let (either, both) = match writer.language {
            CodeLanguage::Python => (" or ", " and "),
            _ => (" || ", " && "),
        };
        let one = |member: &Coded| format!("{} == {}", number.operand(), member.operand());
        let text = match &of.term {
            Term::Constant(Value::Set(set)) => match &**set {
                Set::Finite(members) if members.len() <= MOST => {
                    let members =
                        members.iter().map(|member| member.as_integer().map(Coded::number).ok_or(Uncoded::Rule));
                    members.map(|member| Ok(one(&member?))).collect::<Result<Vec<_>, Uncoded>>()?.join(either)
                }
                Set::Range { start, end, step: 1 } => {
                    let end = end.map(|end| format!("{both}{} <= {end}", number.operand())).unwrap_or_default();
                    format!("{} >= {start}{end}", number.operand())
                }
                _ => return Err(Uncoded::Rule),
            },
            Term::Set(members) | Term::List(members) if members.len() <= MOST => {
                let members = members.iter().map(|member| self.coded(writer, member)).collect::<Result<Vec<_>, _>>()?;
                members.iter().map(one).collect::<Vec<_>>().join(either)
            }
            Term::Range { start, end, step: None } => {
                let start = self.coded(writer, start)?.operand();
                let end = end.as_ref().map(|end| self.coded(writer, end)).transpose()?;
                let end = end.map(|end| format!("{both}{} <= {}", number.operand(), end.operand())).unwrap_or_default();
                format!("{} >= {start}{end}", number.operand())
            }
            _ => return Err(Uncoded::Rule),
        };
        let text = match (is_in, writer.language) {
            (true, _) => text,
            (false, CodeLanguage::Python) => format!("not ({text})"),
            (false, _) => format!("!({text})"),
        };
        Ok(Coded::compound(text, 0, 1))
    }

    fn builtin(&mut self, writer: &mut Writer, function: Builtin, arguments: &[Expr]) -> Result<Coded, Uncoded> {
        let arguments =
            arguments.iter().map(|argument| self.coded(writer, argument)).collect::<Result<Vec<_>, Uncoded>>()?;
        let first = arguments.first().ok_or(Uncoded::Rule)?.clone();
        let language = writer.language;
        let folded = |of_two: fn(CodeLanguage, &Coded, &Coded) -> Coded| {
            arguments[1..].iter().fold(first.clone(), |one, other| of_two(language, &one, other))
        };
        let is_natural = arguments.iter().all(|argument| argument.low >= 0);
        let of_two = || arguments.get(1).cloned().ok_or(Uncoded::Rule);
        Ok(match function {
            Builtin::Min => {
                let most = arguments.iter().map(|argument| argument.text.clone()).collect();
                Coded { most, ..folded(lesser) }
            }
            Builtin::Max => folded(greater),
            Builtin::Abs if is_natural => first,
            Builtin::Abs => {
                let text = match language {
                    CodeLanguage::Cpp => format!("({0} < 0 ? -{0} : {0})", first.operand()),
                    CodeLanguage::Python => format!("abs({})", first.text),
                    CodeLanguage::Rust => format!("{}.abs()", typed(&first)),
                };
                Coded::atom(text, 0, first.high.max(-first.low))
            }
            Builtin::Even | Builtin::Odd => {
                let two = Coded::number(2);
                let wanted = i128::from(function == Builtin::Odd);
                divided(writer, "rem", "%", &first, &two, 0, 1).joined("==", &Coded::number(wanted), 0, 1)
            }
            _ if !is_natural => return Err(Uncoded::Rule),
            Builtin::Gcd if arguments.len() == 2 => {
                let other = of_two()?;
                let text = helper(writer, "gcd", &[&first, &other]);
                Coded::atom(text, 0, first.high.max(other.high))
            }
            Builtin::Isqrt => root(writer, &first),
            Builtin::Bitand => first.joined("&", &of_two()?, 0, first.high),
            Builtin::Bitor => first.joined("|", &of_two()?, 0, bits(first.high.max(of_two()?.high))),
            Builtin::Lowbit => {
                let text = format!("{0} & -{0}", first.operand());
                Coded::compound(text, 0, first.high)
            }
            _ => return Err(Uncoded::Rule),
        })
    }

    /// What a function of the user gives: its body, with the arguments in place of its parameters.
    fn call(&mut self, writer: &mut Writer, function: usize, arguments: &[Expr]) -> Result<Coded, Uncoded> {
        let system = self.system;
        let called = system.functions.get(function).filter(|called| called.domains.is_empty()).ok_or(Uncoded::Rule)?;
        let given = arguments.iter().map(|argument| self.coded(writer, argument).map(Some));
        let slots = given.collect::<Result<Vec<_>, Uncoded>>()?;
        if self.depth == DEEPEST {
            return Err(Uncoded::Rule);
        }
        let mut inside = Expressions { system, slots, depth: self.depth + 1 };
        inside.coded(writer, &called.body)
    }
}

fn product(a: &Coded, b: &Coded) -> Coded {
    let ends = [a.low, a.high].map(|one| [b.low, b.high].map(|other| one.saturating_mul(other)));
    let ends = ends.as_flattened();
    let (low, high) = (ends.iter().min().copied().unwrap_or(0), ends.iter().max().copied().unwrap_or(0));
    a.joined("*", b, low, high)
}

/// A quotient rounded down, or a remainder from 0 on: other languages round towards 0.
fn divided(writer: &mut Writer, name: &'static str, sign: &str, a: &Coded, b: &Coded, low: i128, high: i128) -> Coded {
    match a.low < 0 && writer.language != CodeLanguage::Python {
        true => Coded::atom(helper(writer, name, &[a, b]), low, high),
        false => a.joined(sign, b, low, high),
    }
}

/// The call of a helper.
fn helper(writer: &mut Writer, name: &'static str, arguments: &[&Coded]) -> String {
    let listed = arguments.iter().map(|argument| argument.text.as_str()).collect::<Vec<_>>().join(", ");
    if writer.language == CodeLanguage::Python {
        writer.helpers.insert("import");
        return format!("math.{name}({listed})");
    }
    writer.helpers.insert(name);
    format!("{}_{name}({listed})", writer.name)
}

/// The greatest number whose square is not above a natural number.
pub(super) fn root(writer: &mut Writer, of: &Coded) -> Coded {
    Coded::atom(helper(writer, "isqrt", &[of]), 0, of.high.isqrt())
}

pub(super) fn lesser(language: CodeLanguage, one: &Coded, other: &Coded) -> Coded {
    Coded { most: vec![one.text.clone(), other.text.clone()], ..of_two(language, "min", one, other, i128::min) }
}

pub(super) fn greater(language: CodeLanguage, one: &Coded, other: &Coded) -> Coded {
    of_two(language, "max", one, other, i128::max)
}

fn of_two(language: CodeLanguage, name: &str, one: &Coded, other: &Coded, chosen: fn(i128, i128) -> i128) -> Coded {
    let text = match language {
        CodeLanguage::Cpp => format!("std::{name}<std::int64_t>({}, {})", one.text, other.text),
        CodeLanguage::Python => format!("{name}({}, {})", one.text, other.text),
        CodeLanguage::Rust => format!("{}.{name}({})", typed(one), other.text),
    };
    Coded::atom(text, chosen(one.low, other.low), chosen(one.high, other.high))
}

/// An operand whose type Rust has to know.
fn typed(coded: &Coded) -> String {
    match coded.text.parse::<i128>() {
        Ok(0..) => format!("{}_i64", coded.text),
        Ok(_) => format!("({}_i64)", coded.text),
        Err(_) => coded.operand(),
    }
}

/// The greatest number with as many binary digits.
fn bits(number: i128) -> i128 {
    number
        .checked_add(1)
        .and_then(|next| u128::try_from(next).ok()?.checked_next_power_of_two())
        .map_or(FARTHEST + 1, |power| i128::try_from(power).unwrap_or(FARTHEST + 1) - 1)
}
