//! Lists that are answers, and lists that go on: `values S 0..50` and `losing S 0..200` as values, and dots as in books:
//! `1, 2, ...`, `1, 3, ..., 9`, `f(picks[0]), f(picks[1]), ...`.

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{Ask, Brackets, Expr, ExprKind, Name, Qualifier, Statement};
use crate::syntax::print;
use crate::told::{Told, told};

impl Reader<'_> {
    pub(super) fn list_value(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let verb = self.verb(&self.next(&mut inner)?)?;
        let of_each = take(&mut inner, Rule::of_each);
        let misere = self.misere(&mut inner, verb, span)?;
        let game = self.list_game(self.next(&mut inner)?)?;
        let typed = take(&mut inner, Rule::range).map(|range| self.expression(range)).transpose()?;
        let (subject, ranges) = match typed {
            None if verb != "pattern" => list_as_range(game),
            typed => (game, typed.into_iter().collect()),
        };
        let subject = self.of_each(of_each, subject)?;
        Ok(Expr::asking(Ask { misere, ranges, ..Ask::about(verb, subject) }, span))
    }

    /// The subject of `values` or `table`, if another question is asked about each position.
    pub(super) fn of_each(&self, verb: Option<Pair<Rule>>, subject: Expr) -> Built<Expr> {
        let Some(pair) = verb else { return Ok(subject) };
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let verb = self.verb(&self.next(&mut inner)?)?;
        let misere = self.misere(&mut inner, verb, span)?;
        let whole = span.to(subject.span);
        Ok(self.question(verb, misere, subject, whole))
    }

    fn list_game(&self, pair: Pair<Rule>) -> Built<Expr> {
        let inner = self.first(pair.clone())?;
        match inner.as_rule() {
            Rule::ruleset_bare => self.ruleset(inner),
            Rule::postfix => self.postfix(inner),
            _ => self.postfix(pair),
        }
    }

    /// `table W 0..5, 0..5`, `pattern S` or a survey, as the whole value of a name. A survey is read as the list of its rows.
    pub(super) fn question_value(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let kind = self.statement_kind(self.first(pair)?, span)?;
        let asked = Statement { kind, span, whole: span, lenient: Vec::new() };
        if let Some(file) = asked.to() {
            let kind = SyntaxError::Unexpected { found: told!("`to`"), expected: told!("the end of the statement") };
            let error = Error::new(kind, file.span);
            return Err(Box::new(error.advise(told!(
                "a value is not written into a file: ask the question on a line of its own, with `to`"
            ))));
        }
        let survey = match (asked.expression(), asked.instruction()) {
            (Some(question), _) => return Ok(question.clone()),
            (None, survey) => survey.cloned().ok_or_else(|| self.internal_error())?,
        };
        Ok(survey.into_rows(span))
    }

    /// The value of a definition, such as `values Z 0..20`, with the ranges behind it.
    pub(super) fn with_more_ranges(&self, value: Expr, more: Pair<Rule>) -> Built<Expr> {
        self.over_more_ranges(value, more, told!("a list stands in brackets: `[1, 2, 3]`"))
    }

    /// A question with the ranges behind it, or this advice where they stand behind something else.
    pub(super) fn over_more_ranges(&self, mut value: Expr, more: Pair<Rule>, advice: Told) -> Built<Expr> {
        let place = self.span(&more);
        let Some(ranges) = value.ranges_mut() else {
            let kind = SyntaxError::Unexpected { found: told!("`,`"), expected: told!("the end of the statement") };
            let comma = self.view.place(place.start()..place.start() + 1);
            return Err(Box::new(Error::new(kind, comma).advise(advice)));
        };
        for range in more.into_inner() {
            ranges.push(self.expression(range)?);
        }
        value.span = value.span.to(place);
        Ok(value)
    }
}

/// The game of a question, and a list behind it that was read as its index: `values S [0, 1, 4]`.
pub(super) fn list_as_range(game: Expr) -> (Expr, Vec<Expr>) {
    let ExprKind::Index { base, index } = game.kind else { return (game, Vec::new()) };
    let span = game.span.behind(base.span);
    let kind = match <[Expr; 1]>::try_from(index) {
        Ok([Expr { kind: kind @ ExprKind::Comprehension { .. }, .. }]) => kind,
        Ok(one) => ExprKind::List(one.into()),
        Err(several) => ExprKind::List(several),
    };
    (*base, vec![Expr { kind, span }])
}

impl Reader<'_> {
    /// Adds to numbers in equal steps those that the dots stand for, up to `end`.
    ///
    /// # Errors
    /// The numbers before the dots do not tell the step, or the end is not reached.
    pub(super) fn continue_to(&self, members: &mut Vec<Expr>, dots: Span, end: Option<&Expr>) -> Built<()> {
        let unclear = || Box::new(Error::new(SyntaxError::Ellipsis, dots));
        let numbers: Vec<i128> = members.iter().map(Expr::number).collect::<Option<_>>().ok_or_else(unclear)?;
        let (step, last) = match numbers[..] {
            [.., before, last] => (last.checked_sub(before).ok_or_else(unclear)?, last),
            [last] => (1, last),
            [] => return Err(unclear()),
        };
        let is_even = numbers.windows(2).all(|two| two[1].checked_sub(two[0]) == Some(step));
        let next = last.checked_add(step).filter(|_| is_even && step > 0).ok_or_else(unclear)?;
        let to = match end {
            Some(end) => Some(end.number().filter(|end| *end >= next && (end - next) % step == 0).ok_or_else(unclear)?),
            None => None,
        };
        let span = end.map_or(dots, |end| dots.to(end.span));
        let number = |number: i128| Expr::of_number(number, span);
        let step = (step > 1).then(|| number(step));
        let span = members.first().map_or(span, |first| first.span.to(span));
        let first = number(numbers.first().copied().unwrap_or(next));
        let range = Expr::range_of(first, to.map(number), step, span);
        self.note(span, print::expression(&range));
        *members = vec![range];
        Ok(())
    }

    /// `f(picks[0]), f(picks[1]), ...`: the same for each member of the list, if the members differ only in their places
    /// 0, 1, … of one list.
    pub(super) fn each_member(&self, members: &[Expr], dots: Span, brackets: Brackets) -> Option<Expr> {
        let [first, _, ..] = members else { return None };
        let list = list_of(first)?;
        let written = print::expression(first);
        let name = ["k", "i", "j", "m"]
            .into_iter()
            .find(|name| !written.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| word == *name))?;
        let mut bodies = members.iter().enumerate().map(|(place, member)| {
            let mut body = member.clone();
            replace_member(&mut body, &list, place as i128, name);
            body
        });
        let body = bodies.next()?;
        let text = print::expression(&body);
        if bodies.any(|other| print::expression(&other) != text) {
            return None;
        }
        let span = first.span.to(dots);
        let source = Expr::of_name(&list, span);
        let names = vec![Name { text: name.to_owned(), span }];
        self.note(span, format!("{text} for {name} in {list}"));
        let qualifiers = vec![Qualifier::For { names, source }];
        Some(Expr { kind: ExprKind::Comprehension { brackets, body: Box::new(body), qualifiers }, span })
    }
}

/// The parts of an expression that are looked through.
fn inner(expr: &mut Expr) -> Vec<&mut Expr> {
    match &mut expr.kind {
        ExprKind::Call { arguments: several, .. }
        | ExprKind::Index { index: several, .. }
        | ExprKind::Set(several)
        | ExprKind::List(several)
        | ExprKind::Tuple(several) => several.iter_mut().collect(),
        ExprKind::Binary { left, right, .. } => vec![left, right],
        ExprKind::Group(only) | ExprKind::Unary { operand: only, .. } => vec![only],
        _ => Vec::new(),
    }
}

/// The list whose member 0 an expression names.
fn list_of(expr: &Expr) -> Option<String> {
    if let Some(list) = member_of(expr, 0) {
        return Some(list.to_owned());
    }
    inner(&mut expr.clone()).into_iter().find_map(|part| list_of(part))
}

/// The list, if the expression is its member at this place.
fn member_of(expr: &Expr, place: i128) -> Option<&str> {
    match &expr.kind {
        ExprKind::Index { base, index } => match (&base.kind, &index[..]) {
            (ExprKind::Name(list), [only]) if only.number() == Some(place) => Some(list),
            _ => None,
        },
        _ => None,
    }
}

/// Puts a name in the place of a member of a list.
fn replace_member(expr: &mut Expr, list: &str, place: i128, name: &str) {
    if member_of(expr, place) == Some(list) {
        expr.kind = ExprKind::Name(name.to_owned());
        return;
    }
    inner(expr).into_iter().for_each(|part| replace_member(part, list, place, name));
}
