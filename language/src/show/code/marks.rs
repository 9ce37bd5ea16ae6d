//! The lines that mark the values of all options of a position.

use grundy_engine::game::{
    Amounts, Builtin, Expr, GameRef, HeapRules, Likeness, Meter, Operator, Set, Shape, Step, System, Term, Value,
};

use crate::error::Uncoded;
use crate::show::code::coded::{Coded, Expressions, greater, lesser, root};
use crate::show::code::language::CodeLanguage;
use crate::show::code::writer::{CodeWritten, Writer};

/// The most numbers that are listed in a file.
pub const LISTED: u64 = 10_000;

/// What the lines cost.
pub(super) struct Marks {
    /// About how many options all positions have.
    pub work: u64,
}

/// The amounts up to a number.
pub(super) fn listed(amounts: &Amounts, last: u64) -> Result<Vec<u64>, Uncoded> {
    amounts.up_to(last, &Meter::default()).map_err(|_| Uncoded::Rule)
}

/// The options of all heaps from 0 to a bound.
pub(super) fn of_heaps(writer: &mut Writer, rules: &HeapRules, last: u64) -> Result<Marks, Uncoded> {
    let mut work: u64 = 0;
    for clause in &rules.clauses {
        let count = match &clause.amounts {
            Amounts::AllBut(_) => last / 2,
            amounts => listed(amounts, last)?.len() as u64,
        };
        if count > LISTED && !matches!(clause.amounts, Amounts::AllBut(_)) {
            return Err(Uncoded::Rule);
        }
        // In about how many ways an amount leaves so many heaps.
        let ways = match (clause.shape.likeness, clause.shape.least) {
            (Likeness::Equal, _) | (_, 0 | 1) => 1,
            (_, parts) => {
                (1..u64::from(parts)).fold(1, |ways: u64, part| ways.saturating_mul(last) / (part * (part + 1)))
            }
        };
        work = work.saturating_add(count.saturating_mul(ways.max(1)).saturating_mul(last) / 2);
    }
    writer.positions(&["n"], &[last], &mut |writer| {
        let mut clauses = rules.clauses.iter().peekable();
        while let Some(clause) = clauses.next() {
            let none = Shape::exactly(0, Likeness::Any);
            let is_any = |clause: &&grundy_engine::game::HeapClause| clause.shape == Shape::exactly(1, Likeness::Any);
            let is_whole = clause.shape == none
                && clauses.next_if(|next| is_any(next) && next.amounts == clause.amounts).is_some();
            amounts(writer, &clause.amounts, clause.shape.least, last, &mut |writer, rest| match is_whole {
                true => writer.when(&format!("{rest} >= 0"), &mut |writer| {
                    let value = writer.found(rest);
                    writer.lead(&value);
                    Ok(())
                }),
                false => shaped(writer, rest, clause.shape),
            })?;
        }
        quotients(writer, &rules.divisors)
    })?;
    Ok(Marks { work })
}

/// For each amount, what it leaves.
fn amounts(
    writer: &mut Writer,
    amounts: &Amounts,
    parts: u32,
    last: u64,
    inside: &mut dyn FnMut(&mut Writer, &str) -> CodeWritten,
) -> CodeWritten {
    // Whoever takes nothing leaves two heaps or more.
    let least = if parts < 2 { 1 } else { 0 };
    let (single, from) = match amounts {
        Amounts::AllBut(gaps) => {
            let from = gaps.last().map_or(0, |gap| gap + 1).max(least);
            ((least..from).filter(|amount| gaps.binary_search(amount).is_err()).collect(), Some(from))
        }
        amounts => (listed(amounts, last)?.into_iter().filter(|amount| *amount >= least).collect::<Vec<_>>(), None),
    };
    match &single[..] {
        [] => {}
        [0] => inside(writer, "n")?,
        [one] => inside(writer, &format!("n - {one}"))?,
        several => writer.each_of("take", several, &mut |writer| inside(writer, "n - take"))?,
    }
    match from {
        Some(from) => writer.each("take", [&from.to_string(), "n"], 1, &mut |writer| inside(writer, "n - take")),
        None => Ok(()),
    }
}

/// The rest in this shape.
fn shaped(writer: &mut Writer, rest: &str, shape: Shape) -> CodeWritten {
    let (parts, divided) = (shape.least, writer.divided());
    let whole = if rest.contains(' ') { format!("({rest})") } else { rest.to_owned() };
    let equal = |writer: &mut Writer, parts: &str, is_odd: Option<bool>| {
        writer.when(&format!("{rest} >= {parts}{}{whole} % {parts} == 0", writer.and()), &mut |writer| {
            let heap = writer.found(&format!("{whole} {divided} {parts}"));
            let value = match (is_odd, writer.language) {
                (Some(true), _) => heap,
                (Some(false), _) => "0".to_owned(),
                (None, CodeLanguage::Cpp) => format!("{parts} % 2 == 1 ? {heap} : 0"),
                (None, CodeLanguage::Python) => format!("{heap} if {parts} % 2 == 1 else 0"),
                (None, CodeLanguage::Rust) => format!("if {parts} % 2 == 1 {{ {heap} }} else {{ 0 }}"),
            };
            writer.lead(&value);
            Ok(())
        })
    };
    match (shape.likeness, shape.most) {
        (Likeness::Equal, Some(_)) => equal(writer, &parts.to_string(), Some(parts % 2 == 1)),
        (Likeness::Equal, None) => {
            writer.each("parts", [&parts.to_string(), rest], 1, &mut |writer| equal(writer, "parts", None))
        }
        (_, None) => Err(Uncoded::Rule),
        (_, Some(0)) => writer.when(&format!("{rest} == 0"), &mut |writer| {
            writer.lead("0");
            Ok(())
        }),
        (_, Some(1)) => writer.when(&format!("{rest} >= 1"), &mut |writer| {
            let value = writer.found(rest);
            writer.lead(&value);
            Ok(())
        }),
        (likeness, Some(_)) => split(writer, rest, likeness, parts, &mut Vec::new()),
    }
}

/// The rest in so many more heaps, none of which is smaller than the last of those before.
fn split(writer: &mut Writer, rest: &str, likeness: Likeness, parts: u32, before: &mut Vec<String>) -> CodeWritten {
    let divided = writer.divided();
    let left = before.iter().fold(rest.to_owned(), |left, heap| format!("{left} - {heap}"));
    if parts == 1 {
        let condition = match (likeness, before.first()) {
            (Likeness::NotAllEqual, Some(first)) => format!("{left} != {first}"),
            _ => String::new(),
        };
        return writer.when(&condition, &mut |writer| {
            let heaps: Vec<String> = before.iter().chain([&left]).map(|heap| writer.found(heap)).collect();
            writer.lead(&heaps.join(" ^ "));
            Ok(())
        });
    }
    let is_unequal = likeness == Likeness::Unequal;
    let step = if is_unequal { " + 1" } else { "" };
    let first = before.last().map_or("1".to_owned(), |last| format!("{last}{step}"));
    // Of two that are unequal the first is less than the half.
    let last = match (is_unequal, left.contains(' ')) {
        (true, _) => format!("({left} - 1) {divided} {parts}"),
        (false, true) => format!("({left}) {divided} {parts}"),
        (false, false) => format!("{left} {divided} {parts}"),
    };
    let name = ["i", "j", "k", "l", "m"].get(before.len()).ok_or(Uncoded::Rule)?;
    writer.each(name, [&first, &last], 1, &mut |writer| {
        before.push((*name).to_owned());
        let wrote = split(writer, rest, likeness, parts - 1, before);
        before.pop();
        wrote
    })
}

/// The quotients by these divisors.
fn quotients(writer: &mut Writer, divisors: &Amounts) -> CodeWritten {
    match divisors {
        Amounts::Finite(divisors) if divisors.is_empty() => Ok(()),
        Amounts::Finite(divisors) => writer.when("n >= 1", &mut |writer| {
            writer.each_of("divisor", divisors, &mut |writer| {
                let value = writer.found(&format!("n {} divisor", writer.divided()));
                writer.lead(&value);
                Ok(())
            })
        }),
        _ => Err(Uncoded::Rule),
    }
}

/// The names of the coordinates of a rule, with what they may be.
fn coordinates(arity: usize, bounds: &[u64], named: &dyn Fn(&str) -> String) -> Vec<Option<Coded>> {
    let names: &[&str] = if arity == 1 { &["n"] } else { &["a", "b"] };
    let coded = |(name, last): (&&str, &u64)| Some(Coded::atom(named(name), 0, i128::from(*last)));
    names.iter().zip(bounds).map(coded).collect()
}

/// The condition under which the arguments of the function are a position.
pub(super) fn domain(
    language: CodeLanguage,
    name: &str,
    system: &System,
    index: usize,
    bounds: &[u64],
) -> Result<String, Uncoded> {
    let rule = &system.rules[index];
    let signed = |name: &str| match language {
        CodeLanguage::Cpp => format!("static_cast<std::int64_t>({name})"),
        CodeLanguage::Python => name.to_owned(),
        CodeLanguage::Rust => format!("(({name}) as i64)"),
    };
    let mut read = Expressions::new(system, coordinates(rule.arity, bounds, &signed));
    let mut writer = Writer::new(language, name.to_owned());
    let Some(domain) = &rule.domain else { return Ok(String::new()) };
    let coded = read.coded(&mut writer, domain)?;
    // A helper of the condition alone would be missing.
    if writer.helpers.is_empty() { Ok(coded.text) } else { Err(Uncoded::Rule) }
}

/// The options of a written rule, from all coordinates 0 to the bounds.
pub(super) fn of_rule(writer: &mut Writer, system: &System, index: usize, bounds: &[u64]) -> Result<Marks, Uncoded> {
    let rule = &system.rules[index];
    let names: &[&str] = if rule.arity == 1 { &["n"] } else { &["a", "b"] };
    let slots = coordinates(rule.arity, bounds, &str::to_owned);
    let mut lines = RuleLines { system, index, bounds, read: Expressions::new(system, slots), loops: 0, deepest: 0 };
    writer.positions(names, bounds, &mut |writer| {
        let mut conditions = Vec::new();
        for (expr, holds) in [(&rule.domain, true), (&rule.over, false)] {
            if let Some(expr) = expr {
                let coded = lines.read.coded(writer, expr)?;
                let not = if writer.language == CodeLanguage::Python { "not " } else { "!" };
                conditions.push(if holds { coded } else { Coded::atom(format!("{not}({})", coded.text), 0, 1) });
            }
        }
        let condition = all(writer, &conditions);
        writer.when(&condition, &mut |writer| {
            rule.clauses.iter().try_for_each(|clause| {
                lines.steps(writer, &clause.steps, &mut |lines, writer| lines.option(writer, &clause.option))
            })
        })
    })?;
    let cells = bounds.iter().fold(1, |cells: u64, last| cells.saturating_mul(last + 1));
    let longest = bounds.iter().max().copied().unwrap_or(1);
    Ok(Marks { work: (0..lines.deepest).fold(cells, |work, _| work.saturating_mul(longest / 2 + 1)) })
}

/// Writes the lines of one rule.
struct RuleLines<'a> {
    system: &'a System,
    index: usize,
    bounds: &'a [u64],
    read: Expressions<'a>,
    /// How many loops are around this line, and the most that there were.
    loops: usize,
    deepest: usize,
}

type InsideSteps<'a, 'b> = &'b mut dyn FnMut(&mut RuleLines<'a>, &mut Writer) -> CodeWritten;
type InsideMembers<'a, 'b> = &'b mut dyn FnMut(&mut RuleLines<'a>, &mut Writer, Coded) -> CodeWritten;

impl<'a> RuleLines<'a> {
    /// Loops and conditions, and what is inside them all.
    fn steps(&mut self, writer: &mut Writer, steps: &[Step], inside: InsideSteps<'a, '_>) -> CodeWritten {
        match steps {
            [] => inside(self, writer),
            [Step::For { slot, source }, steps @ ..] => {
                self.members(writer, source, None, &mut |lines, writer, member| {
                    lines.read.set(*slot, member);
                    lines.steps(writer, steps, inside)
                })
            }
            [Step::Test(condition), steps @ ..] => {
                let condition = self.read.coded(writer, condition)?;
                writer.when(&condition.text, &mut |writer| self.steps(writer, steps, inside))
            }
            [Step::Unpack { .. }, ..] => Err(Uncoded::Rule),
        }
    }

    /// For each member of a set or a list, which may be bounded. A member may come twice: of the options only their values count.
    fn members(
        &mut self,
        writer: &mut Writer,
        source: &Expr,
        between: Option<(i128, Coded)>,
        inside: InsideMembers<'a, '_>,
    ) -> CodeWritten {
        match &source.term {
            Term::Members(source) => self.members(writer, source, between, inside),
            Term::Between { set, least, greatest } => {
                let greatest = self.read.coded(writer, greatest)?;
                self.members(writer, set, Some((*least, greatest)), inside)
            }
            Term::Range { start, end, step } => {
                let start = self.read.coded(writer, start)?;
                let end = end.as_ref().map(|end| self.read.coded(writer, end)).transpose()?;
                let step = step.as_ref().map(|step| self.read.coded(writer, step)).transpose()?;
                self.run(
                    writer,
                    start,
                    end,
                    step.map_or(1, |step| if step.low == step.high { step.low } else { 0 }),
                    between,
                    inside,
                )
            }
            Term::Constant(Value::Set(set)) => match &**set {
                Set::Range { start, end, step } => {
                    self.run(writer, Coded::number(*start), end.map(Coded::number), *step, between, inside)
                }
                Set::Finite(members) if members.len() <= 64 => members.iter().try_for_each(|member| {
                    let member = Coded::number(member.as_integer().ok_or(Uncoded::Rule)?);
                    self.one(writer, member, between.as_ref(), inside)
                }),
                _ => Err(Uncoded::Rule),
            },
            Term::Set(members) | Term::List(members) => members.iter().try_for_each(|member| match &member.term {
                Term::Range { .. }
                | Term::SetOf(..)
                | Term::Constant(Value::Set(_))
                | Term::Builtin(Builtin::Divisors, _) => self.members(writer, member, between.clone(), inside),
                _ => {
                    let member = self.read.coded(writer, member)?;
                    self.one(writer, member, between.as_ref(), inside)
                }
            }),
            Term::SetOf(steps, body) | Term::ListOf(steps, body) => self.steps(writer, steps, &mut |lines, writer| {
                let member = lines.read.coded(writer, body)?;
                lines.one(writer, member, between.as_ref(), inside)
            }),
            Term::Builtin(Builtin::Divisors, of) => {
                // Each divisor up to the root has another one beside it.
                let of = self.read.coded(writer, of.first().ok_or(Uncoded::Rule)?)?;
                let of = if of.low < 0 { greater(writer.language, &of, &Coded::number(0)) } else { of };
                let root = root(writer, &of);
                self.run(writer, Coded::number(1), Some(root), 1, None, &mut |lines, writer, member| {
                    let condition = format!("{} % {} == 0", of.operand(), member.text);
                    let quotient = format!("{} {} {}", of.operand(), writer.divided(), member.text);
                    let beside = Coded::compound(quotient, 1, of.high.max(1));
                    writer.when(&condition, &mut |writer| {
                        lines.one(writer, member.clone(), between.as_ref(), inside)?;
                        lines.one(writer, beside.clone(), between.as_ref(), inside)
                    })
                })
            }
            Term::Except(all, without) => self.members(writer, all, between, &mut |lines, writer, member| {
                let mut conditions = Vec::new();
                lines.members(
                    &mut Writer::new(writer.language, writer.name.clone()),
                    without,
                    None,
                    &mut |_, _, one| {
                        conditions.push(format!("{} != {}", member.operand(), one.operand()));
                        Ok(())
                    },
                )?;
                // Only numbers that are told one by one.
                if !matches!(&without.term, Term::Set(_) | Term::Constant(_)) || conditions.len() > 16 {
                    return Err(Uncoded::Rule);
                }
                writer.when(&conditions.join(writer.and()), &mut |writer| inside(lines, writer, member.clone()))
            }),
            _ => {
                let member = self.read.coded(writer, source)?;
                self.one(writer, member, between.as_ref(), inside)
            }
        }
    }

    /// A single member, if it is within its bounds.
    fn one(
        &mut self,
        writer: &mut Writer,
        member: Coded,
        between: Option<&(i128, Coded)>,
        inside: InsideMembers<'a, '_>,
    ) -> CodeWritten {
        let mut conditions = Vec::new();
        if let Some((least, greatest)) = between {
            if member.low < *least {
                conditions.push(format!("{} >= {least}", member.operand()));
            }
            conditions.push(format!("{} <= {}", member.operand(), greatest.operand()));
        }
        writer.when(&conditions.join(writer.and()), &mut |writer| inside(self, writer, member.clone()))
    }

    /// Numbers in even steps.
    fn run(
        &mut self,
        writer: &mut Writer,
        start: Coded,
        end: Option<Coded>,
        step: i128,
        between: Option<(i128, Coded)>,
        inside: InsideMembers<'a, '_>,
    ) -> CodeWritten {
        let name = *["k", "l", "m", "i", "j"].get(self.loops).ok_or(Uncoded::Rule)?;
        let (start, end) = match (end, between) {
            (Some(end), None) => (start, end),
            (end, Some((least, greatest))) if step == 1 || start.low >= least => {
                let start =
                    if start.low >= least { start } else { greater(writer.language, &start, &Coded::number(least)) };
                (start, end.map_or(greatest.clone(), |end| lesser(writer.language, &end, &greatest)))
            }
            _ => return Err(Uncoded::Rule),
        };
        if step < 1 {
            return Err(Uncoded::Rule);
        }
        let high = end.high.max(start.low);
        self.loops += 1;
        self.deepest = self.deepest.max(self.loops);
        let wrote = writer.each(name, [&start.bound(), &end.bound()], step, &mut |writer| {
            let most = if end.most.is_empty() { vec![end.text.clone()] } else { end.most.clone() };
            inside(self, writer, Coded { most, ..Coded::atom(name, start.low, high) })
        });
        self.loops -= 1;
        wrote
    }

    /// An option: a position of this rule, or a sum of such.
    fn option(&mut self, writer: &mut Writer, option: &Expr) -> CodeWritten {
        let mut parts = Vec::new();
        self.summands(writer, option, &mut parts)?;
        let mut conditions = Vec::new();
        for (coordinate, last) in parts.iter().flat_map(|part| part.iter().zip(self.bounds)) {
            if coordinate.high > i128::from(*last) {
                return Err(Uncoded::Order);
            }
            if coordinate.low < 0 {
                conditions.push(Coded::atom(format!("{} >= 0", coordinate.bound()), 0, 1));
            }
        }
        if let Some(domain) = &self.system.rules[self.index].domain {
            for part in &parts {
                let slots = part
                    .iter()
                    .map(|coordinate| Some(Coded::atom(coordinate.operand(), coordinate.low, coordinate.high)));
                conditions.push(Expressions::new(self.system, slots.collect()).coded(writer, domain)?);
            }
        }
        writer.when(&all(writer, &conditions), &mut |writer| {
            let values: Vec<String> = parts
                .iter()
                .map(|part| writer.at(&part.iter().map(|coordinate| coordinate.text.clone()).collect::<Vec<_>>()))
                .collect();
            writer.lead(if values.is_empty() { "0".to_owned() } else { values.join(" ^ ") }.as_str());
            Ok(())
        })
    }

    /// The coordinates of the summands of an option.
    fn summands(&mut self, writer: &mut Writer, option: &Expr, parts: &mut Vec<Vec<Coded>>) -> CodeWritten {
        match &option.term {
            Term::Binary(Operator::Add, left, right) => {
                self.summands(writer, left, parts)?;
                self.summands(writer, right, parts)
            }
            Term::Position(GameRef::Local(index), coordinates) if *index == self.index => {
                let coded = coordinates.iter().map(|coordinate| self.read.coded(writer, coordinate));
                parts.push(coded.collect::<Result<_, Uncoded>>()?);
                Ok(())
            }
            Term::Constant(Value::Position(sum)) if sum.parts.is_empty() => Ok(()),
            Term::Position(..) => Err(Uncoded::Games),
            _ => Err(Uncoded::Rule),
        }
    }
}

/// All conditions; empty if there are none.
fn all(writer: &Writer, conditions: &[Coded]) -> String {
    match conditions {
        [one] => one.text.clone(),
        several => several.iter().map(Coded::operand).collect::<Vec<_>>().join(writer.and()),
    }
}
