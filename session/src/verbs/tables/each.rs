//! `table remoteness K 0..7, 0..7`: another question about each position of a game, as the columns of a survey.

use grundy_engine::game::Value;

use crate::error::Error;
use crate::lang::lower::{LAST, coordinate};
use crate::lang::session::Session;
use crate::source::Span;
use crate::syntax::ast::{Ask, Expr, Instruction, Name, Qualifier};
use crate::syntax::occurrences;
use crate::verbs::tables::cases::bound;
use crate::verbs::tables::{self, MOST_ROWS, Sliced};

/// An expression and its heading.
type Column = (Expr, Option<Name>);

/// So many answers stand side by side, where two coordinates run: they are numbers or letters.
const SIDE_BY_SIDE: usize = 12;

/// The verbs with longer answers, and how many of these fit on a page.
const LONG: &[(&str, usize)] =
    &[("winner", 8), ("moves", 0), ("options", 0), ("form", 0), ("genus", 0), ("quotient", 0), ("explain", 0)];

/// The survey that a table of a question stands for: a row for each position, or a row and a column for the coordinates that run.
pub(crate) fn survey(session: &mut Session, asked: &Ask, of_each: &Ask) -> Result<Instruction, Error> {
    let at = of_each.subject.span;
    let told = |subject: Expr| Expr::asking(Ask { subject, ..of_each.clone() }, at);
    if let Some((body, qualifiers)) = of_each.subject.cases() {
        let names = qualifiers.iter().flat_map(bound);
        let variables = names.map(|name| column(Expr::of_name(&name.text, at), &name.text));
        let columns = variables.chain([column(told(body.clone()), of_each.verb)]).collect();
        return Ok(survey_of(columns, qualifiers.to_vec(), asked));
    }
    let Sliced { game, ranges, slice } = tables::sliced(session, asked, [LAST; 2])?;
    let (positions, runs) = tables::boxed(session, game.clone(), &ranges, at, MOST_ROWS)?;
    let callee = slice.game.clone();
    let callee = if callee.rule().is_some() { callee.in_brackets() } else { callee };
    let mut running: Vec<usize> = (0..runs.len()).filter(|index| runs[*index]).collect();
    if running.is_empty() {
        // A single position is a row of one.
        running.push(runs.len() - 1);
    }
    let most = LONG.iter().find(|row| row.0 == of_each.verb).map_or(SIDE_BY_SIDE, |row| row.1);
    let across = match running[..] {
        [_, right] if asked.to.is_none() && positions.axes[right].len() <= most => running.pop(),
        _ => None,
    };
    let names: Vec<String> = (0..runs.len()).map(|index| unused(&coordinate(&game, index), &callee, &ranges)).collect();
    let answer = |member: Option<&Value>| {
        let argument = |(index, range): (usize, &Expr)| match member {
            Some(member) if Some(index) == across => written(member, range.span),
            _ if running.contains(&index) => Expr::of_name(&names[index], range.span),
            _ => range.clone(),
        };
        let arguments = ranges.iter().enumerate().map(argument).collect();
        told(Expr::call(callee.clone(), arguments, at))
    };
    let heading = |index: usize| match across {
        Some(right) => format!("{}\\{}", coordinate(&game, index), coordinate(&game, right)),
        None => coordinate(&game, index).to_string(),
    };
    let mut columns: Vec<Column> =
        running.iter().map(|index| column(Expr::of_name(&names[*index], at), &heading(*index))).collect();
    match across {
        None => columns.push(column(answer(None), of_each.verb)),
        Some(right) => columns
            .extend(positions.axes[right].iter().map(|member| column(answer(Some(&member)), &member.to_string()))),
    }
    let qualifier = |index: &usize| {
        let source = match runs[*index] {
            true => ranges[*index].clone(),
            false => Expr::list(vec![ranges[*index].clone()], ranges[*index].span),
        };
        Qualifier::For { names: vec![Name { text: names[*index].clone(), span: source.span }], source }
    };
    Ok(survey_of(columns, running.iter().map(qualifier).collect(), asked))
}

fn survey_of(columns: Vec<Column>, qualifiers: Vec<Qualifier>, asked: &Ask) -> Instruction {
    let (parts, headings) = columns.into_iter().unzip();
    Instruction { verb: "survey", parts, headings, qualifiers, file: asked.to.clone(), ..Instruction::default() }
}

/// A variable that these expressions do not use.
fn unused(name: &str, game: &Expr, ranges: &[Expr]) -> String {
    let is_used = ranges.iter().chain([game]).any(|other| occurrences::mentions(other, name));
    if is_used { unused(&format!("{name}'"), game, ranges) } else { name.to_owned() }
}

fn column(expr: Expr, heading: &str) -> Column {
    let span = expr.span;
    (expr, Some(Name { text: heading.to_owned(), span }))
}

/// A value of a coordinate as it is written.
fn written(value: &Value, span: Span) -> Expr {
    match value {
        Value::Integer(number) => Expr::of_number(*number, span),
        Value::List(members) => Expr::list(members.iter().map(|member| written(member, span)).collect(), span),
        Value::Text(text) => Expr::of_text(text.to_string(), span),
        // Nothing else is a coordinate.
        other => Expr::of_text(other.to_string(), span),
    }
}
