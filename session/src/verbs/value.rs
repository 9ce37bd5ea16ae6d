//! An expression as a statement, and `print`.

use std::fmt;
use std::sync::Arc;

use grundy_engine::game::{Set, Value};
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::error::{Error, Notice, SemanticError};
use crate::lang::names::Definition;
use crate::lang::session::{Reply, Session};
use crate::lang::{evaluate, lower};
use crate::show::document::{Block, Document, Line, Piece, PrintOutput, Role};
use crate::show::lists::LongList;
use crate::show::phrase::{muted_words, paragraph, piece, plain, sum, thousands};
use crate::show::report::Showable;
use crate::show::rows::{RowField, Rows, columns, typed as field};
use crate::show::told::told;
use crate::syntax::ast::{self, BinaryOperator, ExprKind};
use crate::verbs::equality::{self, ToldApart};
use crate::verbs::position;
use crate::verbs::position::winner::nimber_star;

/// The value of an expression; that of a position comes with its Grundy value. In JSON the value itself is written beside
/// its object.
#[derive(Clone, Debug)]
pub struct ShownValue {
    pub value: Value,
    pub nimber: Option<Nimber>,
    /// What tells two positions apart that were compared.
    pub apart: Option<ToldApart>,
}

impl ShownValue {
    /// A value of which nothing more is said.
    pub fn of(value: Value) -> ShownValue {
        ShownValue { value, nimber: None, apart: None }
    }
}

impl Serialize for ShownValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Head<'a> {
            grundy: Option<Nimber>,
            kind: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            apart: Option<&'a ToldApart>,
        }
        Head { grundy: self.nimber, kind: json_kind(&self.value), apart: self.apart.as_ref() }.serialize(serializer)
    }
}

fn json_kind(value: &Value) -> &'static str {
    match value {
        Value::None => "none",
        Value::Bool(_) => "bool",
        Value::Integer(_) => "integer",
        Value::Text(_) => "text",
        Value::Tuple(_) => "tuple",
        Value::List(_) => "list",
        Value::Set(_) => "set",
        Value::Outcome(_) => "outcome",
        Value::Grundy(_) | Value::Infinity => "grundy",
        Value::Side(_) => "side",
        Value::Position(_) => "position",
        Value::Game(_) => "game",
    }
}

/// `print`: the values that are printed, in order. In JSON they are written beside its object.
#[derive(Clone, Debug)]
pub struct PrintedValues(pub Vec<Value>);

impl Serialize for PrintedValues {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_map(Some(0))?.end()
    }
}

/// Answers a statement that is only an expression.
pub(crate) fn show_value(session: &mut Session, expr: &ast::Expr) -> Result<Reply, Error> {
    refuse_number_in_sum(session, expr)?;
    refuse_bare_game(session, expr)?;
    refuse_change(session, expr)?;
    let value = evaluate::value(&mut session.names, &mut session.solver, expr)?;
    let nimber = match &value {
        Value::Position(sum) => Some(position::value(session, sum, expr.span)?),
        _ => None,
    };
    let apart = equality::told_apart(session, expr, &value)?;
    let notices = power_notice(session, expr).into_iter().chain(division_notice(session, expr)?).collect();
    // Parts of the expression are evaluated again for the notices, with the last answer that it was written about.
    session.set_ans(value.clone());
    Ok(Reply { notices, ..Reply::report(ShownValue { value, nimber, apart }) })
}

pub(crate) fn print(session: &mut Session, things: &[ast::Expr]) -> Result<Reply, Error> {
    let mut values = Vec::new();
    let printed = things_printed(things);
    let regrouped = lower::with_ranges_that_follow(&mut session.names, printed, &|_| false)?;
    for thing in regrouped.as_deref().unwrap_or(printed) {
        refuse_bare_game(session, thing)?;
        values.push(evaluate::value(&mut session.names, &mut session.solver, thing)?);
    }
    Ok(Reply::report(PrintedValues(values)))
}

/// Refuses the bare name of a game, such as `Kayles`: most likely one of its positions is meant.
fn refuse_bare_game(session: &mut Session, expr: &ast::Expr) -> Result<(), Error> {
    if !lower::is_bare_game(&mut session.names, expr)? {
        return Ok(());
    }
    let game = session.names.subject_game(expr)?;
    Err(lower::missing_position(&session.names, &game, expr))
}

/// Refuses `row[0] = 5`, which would only compare.
fn refuse_change(session: &Session, expr: &ast::Expr) -> Result<(), Error> {
    let ExprKind::Binary { operator: BinaryOperator::Equal, left, right } = &expr.kind else { return Ok(()) };
    let ExprKind::Index { base, index } = &left.kind else { return Ok(()) };
    let text = |span| session.names.text(span).trim().to_owned();
    let sign = text(left.span.between(right.span));
    let (ExprKind::Name(name), "=", [index]) = (&base.kind, &*sign, &index[..]) else { return Ok(()) };
    let Some(Definition::Value(Value::List(_) | Value::Text(_), _)) = session.names.own(name) else { return Ok(()) };
    let kind = SemanticError::NotChanged { name: name.clone(), index: text(index.span), value: text(right.span) };
    Err(Error::new(kind, expr.span))
}

/// Refuses `winner S(3)+2`, where the verb took the position only and a number is left over.
fn refuse_number_in_sum(session: &Session, expr: &ast::Expr) -> Result<(), Error> {
    let ExprKind::Binary { operator: BinaryOperator::Add, left, right } = &expr.kind else { return Ok(()) };
    let asked = left.question();
    if !asked.is_some_and(|asked| matches!(asked.verb, "winner" | "outcome" | "options" | "moves")) {
        return Ok(());
    }
    let found = session.names.text(right.span).trim().to_owned();
    let game = first_game(left).map(str::to_owned);
    Err(Error::new(SemanticError::NotAPosition { found, kind: "a number", game, typed: None }, right.span))
}

/// A notice, given once a session, that `a^b` is a power and not a nim-sum.
fn power_notice(session: &mut Session, expr: &ast::Expr) -> Option<Notice> {
    let ExprKind::Binary { operator: BinaryOperator::Power, left, right } = &expr.kind else { return None };
    let (ExprKind::Integer(a), ExprKind::Integer(b)) = (&left.kind, &right.kind) else { return None };
    if session.power_noted || *a == 10 || *a == 2 {
        return None;
    }
    session.power_noted = true;
    let text = told!("`^` is a power; the nim-sum `{a} xor {b}` is {sum}", a = *a, b = *b, sum = a ^ b);
    Some(Notice::new(text, Some(expr.span), false))
}

/// A notice, given once a session, that `/` is rounded down.
pub(crate) fn division_notice(session: &mut Session, expr: &ast::Expr) -> Result<Option<Notice>, Error> {
    if session.division_noted {
        return Ok(None);
    }
    let Some((left, right)) = quotient(expr) else { return Ok(None) };
    let mut number = |expr| match evaluate::value(&mut session.names, &mut session.solver, expr)? {
        Value::Integer(number) => Ok(number),
        _ => Ok(0),
    };
    let (a, b): (i128, i128) = (number(left)?, number(right)?);
    // Who writes `div` knows.
    let says_so = !session.names.text(left.span.between(right.span)).contains('/');
    if b == 0 || says_so || a.checked_rem(b).is_none_or(|rest| rest == 0) {
        return Ok(None);
    }
    session.division_noted = true;
    let text = told!("`/` is rounded down: {a}/{b} is {quotient}", a, b, quotient = a.div_euclid(b));
    Ok(Some(Notice::new(text, Some(left.span.to(right.span)), false)))
}

/// The name of the game of the first position in a question.
fn first_game(expr: &ast::Expr) -> Option<&str> {
    match &expr.bare().kind {
        ExprKind::Ask(asked) => first_game(&asked.subject),
        ExprKind::Binary { left, .. } => first_game(left),
        _ => expr.bare().applied().and_then(ast::Expr::as_name),
    }
}

/// The first quotient in an expression that only calculates.
fn quotient(expr: &ast::Expr) -> Option<(&ast::Expr, &ast::Expr)> {
    match &expr.kind {
        ExprKind::Group(inner) | ExprKind::Unary { operand: inner, .. } => quotient(inner),
        ExprKind::Binary { operator: BinaryOperator::Divide, left, right } if calculates(left) && calculates(right) => {
            Some((left, right))
        }
        ExprKind::Binary { left, right, .. } => quotient(left).or_else(|| quotient(right)),
        _ => None,
    }
}

/// Whether an expression is made of numbers, names and signs only, so that it can be calculated once more.
fn calculates(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Integer(_) | ExprKind::Name(_) => true,
        ExprKind::Group(inner) | ExprKind::Unary { operand: inner, .. } => calculates(inner),
        ExprKind::Binary { left, right, .. } => calculates(left) && calculates(right),
        _ => false,
    }
}

/// What is printed: in `print("S(5) =", 1)` the members of the tuple, since another language writes brackets there.
fn things_printed(things: &[ast::Expr]) -> &[ast::Expr] {
    match things {
        [ast::Expr { kind: ExprKind::Tuple(members), .. }]
            if members.iter().any(|member| matches!(member.kind, ExprKind::Text(_))) =>
        {
            members
        }
        _ => things,
    }
}

/// Of a longer list, tuple or set, an expression shows this many members and says how many there are. `print` shows
/// all.
const MEMBERS: usize = 1000;

impl Showable for ShownValue {
    fn kind(&self) -> &'static str {
        "value"
    }

    fn document(&self) -> Document {
        value(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(&self.value))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("value", LongList::Value(&self.value)))
    }

    fn spelled(&self) -> Option<&Value> {
        Some(&self.value)
    }

    fn is_copied(&self) -> bool {
        true
    }
}

/// What `print` prints.
impl Showable for PrintedValues {
    fn kind(&self) -> &'static str {
        "print"
    }

    /// The output of `print`: texts without their quotes, all other values as typed, with blanks between them.
    fn document(&self) -> Document {
        Document { blocks: vec![Block::Output(PrintOutput(Arc::new(Printed(self.0.to_vec()))))] }
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Values(&self.0)))
    }

    fn informs(&self) -> bool {
        true
    }

    fn is_copied(&self) -> bool {
        true
    }
}

fn value(ShownValue { value, nimber, apart }: &ShownValue) -> Document {
    let mut document = Document::default();
    document.line(match (value, nimber) {
        (Value::Position(position), Some(nimber)) => vec![sum(position), plain(" = "), nimber_star(*nimber)],
        _ => shown(value),
    });
    if let Some(apart) = apart {
        paragraph(&mut document, apart.line());
    }
    document
}

fn shown(value: &Value) -> Line {
    let (open, members, close) = match value {
        Value::List(members) => ("[", members, "]"),
        Value::Tuple(members) => ("(", members, ")"),
        Value::Set(set) => match &**set {
            Set::Finite(members) => ("{", members, "}"),
            _ => return vec![typed(value)],
        },
        _ => return vec![typed(value)],
    };
    if members.len() <= MEMBERS {
        return vec![typed(value)];
    }
    let first: Vec<String> = members[..MEMBERS].iter().map(Value::to_string).collect();
    let all = thousands(members.len() as u128);
    [vec![plain(format!("{open}{}, …{close}", first.join(", ")))], muted_words(told!(" ({n} members)", n = all))]
        .concat()
}

/// A value as it would be typed.
pub fn typed(value: &Value) -> Piece {
    let role = match value {
        Value::Integer(_) => Role::Number,
        Value::Text(_) => Role::Code,
        Value::Grundy(_) | Value::Infinity => Role::Nimber,
        Value::Position(_) | Value::Game(_) => Role::Name,
        Value::None | Value::Bool(_) | Value::Outcome(_) | Value::Side(_) => Role::Verdict,
        Value::Tuple(_) | Value::List(_) | Value::Set(_) => Role::Plain,
    };
    piece(role, value)
}

/// The values of a `print` statement. `Display` writes them as `print` does.
struct Printed(Vec<Value>);

impl fmt::Display for Printed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, value) in self.0.iter().enumerate() {
            f.write_str(if index > 0 { " " } else { "" })?;
            match value {
                Value::Text(text) => f.write_str(text)?,
                other => other.fmt(f)?,
            }
        }
        Ok(())
    }
}

/// A row for each member of a list or a set, a column for each member of a tuple or list in it.
fn rows(value: &Value) -> Rows<'_> {
    let members = match value {
        Value::List(members) => members,
        Value::Set(set) => match &**set {
            Set::Finite(members) => &members[..],
            _ => std::slice::from_ref(value),
        },
        other => std::slice::from_ref(other),
    };
    let width = members.iter().map(|member| columns(member).len()).max().unwrap_or(1).max(1);
    let named: Vec<String> = (1..=width).map(|column| format!("value{column}")).collect();
    let headings: Vec<&str> = if width == 1 { vec!["value"] } else { named.iter().map(String::as_str).collect() };
    Rows::new(
        &headings,
        members.iter().map(move |member| {
            let fields = columns(member);
            (0..width).map(move |column| fields.get(column).map_or(RowField::Null, field))
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, sum};
    use grundy_engine::nim::{Outcome, Side};

    #[test]
    fn a_position_shows_its_nimber_and_anything_else_itself() {
        let number = |n| Value::Integer(n);
        let cases = [
            (Value::position(sum(&[5])), Some(Nimber(1)), "S(5) = *1\n"),
            (Value::position(sum(&[5, 2])), Some(Nimber(3)), "S(5) + S(2) = *3\n"),
            (Value::position(sum(&[5])), None, "S(5)\n"),
            (number(i128::MIN), None, "-170141183460469231731687303715884105728\n"),
            (Value::Bool(true), None, "true\n"),
            (Value::Outcome(Outcome::P), None, "P\n"),
            (Value::Side(Side::First), None, "first\n"),
            (Value::text("a\"b"), None, "\"a\\\"b\"\n"),
            (Value::list(vec![number(1), Value::text("x")]), None, "[1, \"x\"]\n"),
            (Value::Set(Set::finite(vec![number(2), number(1)]).into()), None, "{1, 2}\n"),
        ];
        for (value, nimber, expected) in cases {
            assert_text(&shown(&Report::new(ShownValue { value, nimber, apart: None }), 80), expected);
        }
    }

    #[test]
    fn very_many_members_are_counted() {
        let value = Value::list((0..5000).map(Value::Integer).collect());
        let text = shown(&Report::new(ShownValue::of(value)), 80);
        assert!(text.ends_with("998, 999, …] (5,000 members)\n"), "{}", &text[text.len() - 60..]);
    }

    #[test]
    fn print_takes_the_quotes_off_and_breaks_lines() {
        let values =
            vec![Value::text("n is"), Value::Integer(3), Value::text("now\nnext"), Value::list(vec![Value::text("q")])];
        assert_text(&shown(&Report::new(PrintedValues(values)), 80), "n is 3 now\nnext [\"q\"]\n");
        assert_text(&shown(&Report::new(PrintedValues(Vec::new())), 80), "\n");
    }
}
