//! Lists that stand for others, and are read as these. A question whose answer is a list, such as `values S 0..50` or
//! `losing S 0..200`, is the list `[grundy S(n) for n in 0..50]`. A list may go on with dots, as in books: `1, 2, ...`,
//! `1, 3, ..., 9`, `f(picks[0]), f(picks[1]), ...`.

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SemanticError, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Brackets, Expr, ExprKind, Name, Qualifier, Verb};
use crate::syntax::print;

/// Where no range is written: the last heap.
const LAST: i128 = 20;

impl Reader<'_> {
    pub(super) fn list_value(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = self.next(&mut inner)?.as_str().trim_end().to_owned();
        let misere = take(&mut inner, Rule::misere).is_some();
        if misere && word == "values" {
            return Err(Box::new(Error::new(SemanticError::NotInMisere { verb: "values" }, span)));
        }
        let game = self.next(&mut inner)?;
        let (game_text, game) = (game.as_str().to_owned(), self.list_game(game)?);
        let number = |number| Box::new(Expr { kind: ExprKind::Integer(number), span });
        let (range_text, start, end) = match take(&mut inner, Rule::list_range) {
            Some(range) => {
                let text = range.as_str().to_owned();
                let mut ends = range.into_inner();
                let start = self.postfix(self.next(&mut ends)?)?;
                (text, Box::new(start), Box::new(self.postfix(self.next(&mut ends)?)?))
            }
            None => (String::new(), number(0), number(LAST)),
        };
        let source = Expr { kind: ExprKind::Range { start, end: Some(end), step: None }, span };
        // A variable that hides no name of the question.
        let is_free = |name: &&str| !game_text.contains(*name) && !range_text.contains(*name);
        let heap = ["n", "m", "i", "j", "heap"].into_iter().find(is_free).unwrap_or("the heap");
        Ok(heaps(&word, misere, game, heap, source, span))
    }

    fn list_game(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let inner = self.first(pair.clone())?;
        match inner.as_rule() {
            Rule::ruleset_bare => {
                let rule = self.ruleset(inner)?;
                Ok(Expr { kind: ExprKind::Group(Box::new(rule)), span })
            }
            _ => self.postfix(pair),
        }
    }
}

/// The values of the heaps of a range, or those heaps that are won by the second player, or by the first.
fn heaps(word: &str, misere: bool, game: Expr, heap: &str, source: Expr, span: Span) -> Expr {
    let name = || Expr { kind: ExprKind::Name(heap.to_owned()), span };
    let subject = Box::new(Expr { kind: ExprKind::Call { callee: Box::new(game), arguments: vec![name()] }, span });
    let ask = |verb| Expr { kind: ExprKind::Verb { verb, misere, subject: subject.clone() }, span };
    let each = Qualifier::For { names: vec![Name { text: heap.to_owned(), span }], source };
    let (body, qualifiers) = if word == "values" {
        (ask(Verb::Grundy), vec![each])
    } else {
        let side = Expr { kind: ExprKind::Side(word == "winning"), span };
        let (left, right) = (Box::new(ask(Verb::Winner)), Box::new(side));
        let won = Expr { kind: ExprKind::Binary { operator: BinaryOperator::Equal, left, right }, span };
        (name(), vec![each, Qualifier::If(won)])
    };
    let kind = ExprKind::Comprehension { brackets: Brackets::List, body: Box::new(body), qualifiers };
    Expr { kind, span }
}

impl Reader<'_> {
    /// Adds to numbers in equal steps those that the dots stand for, up to `end`.
    ///
    /// # Errors
    /// The numbers before the dots do not tell the step, or the end is not reached.
    pub(super) fn continue_to(&self, members: &mut Vec<Expr>, dots: Span, end: Option<&Expr>) -> Built<()> {
        let unclear = || Box::new(Error::new(SyntaxError::Ellipsis { fix: None }, dots));
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
        let number = |number: i128| Box::new(Expr { kind: ExprKind::Integer(number), span });
        let step = (step > 1).then(|| number(step));
        let span = members.first().map_or(span, |first| first.span.to(span));
        let first = number(numbers.first().copied().unwrap_or(next));
        let range = Expr { kind: ExprKind::Range { start: first, end: to.map(number), step }, span };
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
        let source = Expr { kind: ExprKind::Name(list.clone()), span };
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
