//! The game before ranges, in one form for all questions and for their values: `Z 0..20, 3` and `Z(n, 3) 0..20`.

use std::sync::Arc;

use grundy_engine::game::{Game, Ruleset, Set, Value, rewrites_where};

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::definition::{coordinates, defined_game, is_game};
use crate::lang::names::Names;
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, Brackets, ExprKind};

/// Without a range, a coordinate of a table or of a list runs from 0 up to this.
pub const LAST: u64 = 20;

/// A game before ranges. Ranges run through all of its coordinates, or of `Z(n, 3)` through those that are named and
/// have no number.
pub struct Slice<'e> {
    pub game: &'e ast::Expr,
    /// The game as it was typed, with its brackets.
    subject: &'e ast::Expr,
    /// For each coordinate the number that is given for it; `None` for those that run, and altogether if none is given.
    given: Option<Vec<Option<&'e ast::Expr>>>,
    /// The ranges that were typed.
    typed: &'e [ast::Expr],
}

/// Takes the game before these ranges apart. In `Z(n, 3)` the coordinates run whose names mean nothing or, if there is
/// one range and one name, that name. `is_variable` says which names are variables.
///
/// # Errors
/// A mistake in the library.
pub fn slice<'e>(
    names: &mut Names,
    subject: &'e ast::Expr,
    typed: &'e [ast::Expr],
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Slice<'e>, Error> {
    let whole = Slice { game: subject, subject, given: None, typed };
    if let ([], Some((game, ranges))) = (typed, with_ranges(names, subject, is_variable)?) {
        return Ok(Slice { game, subject, given: Some(ranges.iter().map(Some).collect()), typed });
    }
    let ExprKind::Call { callee, arguments } = &subject.kind else { return Ok(whole) };
    let ExprKind::Name(game) = &callee.kind else { return Ok(whole) };
    let is_known = !is_variable(game) && is_game(names, game)?;
    let mut named = Vec::new();
    let mut open = Vec::new();
    for (index, argument) in arguments.iter().enumerate() {
        let ExprKind::Name(name) = &argument.kind else { continue };
        if named.contains(&name) {
            return Ok(whole);
        }
        named.push(name);
        if names.is_free(name, is_variable)? {
            open.push(index);
        }
    }
    if open.is_empty() && is_known && typed.len() == 1 && named.len() == 1 {
        open.extend(arguments.iter().position(|argument| matches!(argument.kind, ExprKind::Name(_))));
    }
    if open.is_empty() {
        return Ok(whole);
    }
    let given = arguments.iter().enumerate().map(|(index, argument)| (!open.contains(&index)).then_some(argument));
    Ok(Slice { game: callee, subject, given: Some(given.collect()), typed })
}

/// The game of `G(1..10, 3)` and its coordinates, of which some run through numbers: many positions.
fn with_ranges<'e>(
    names: &mut Names,
    subject: &'e ast::Expr,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Option<(&'e ast::Expr, &'e [ast::Expr])>, Error> {
    let (callee, arguments) = match &subject.bare().kind {
        ExprKind::Call { callee, arguments } if arguments.iter().any(|one| is_range(names, one, is_variable)) => {
            (&**callee, arguments)
        }
        _ => return Ok(None),
    };
    let is_game = match &callee.kind {
        ExprKind::Name(name) if is_variable(name) => false,
        ExprKind::Name(name) => match names.value_of(name) {
            Some(value) => matches!(value, Value::Game(_)),
            None => {
                is_game(names, name)? && coordinates(&*defined_game(names, name, callee.span)?).len() == arguments.len()
            }
        },
        _ => true,
    };
    Ok(is_game.then_some((callee, arguments)))
}

/// Is this a range, and not a list of numbers, which may be a coordinate?
fn is_range(names: &Names, expr: &ast::Expr, is_variable: &dyn Fn(&str) -> bool) -> bool {
    match &expr.bare().kind {
        ExprKind::Range { .. } => true,
        ExprKind::Set(members) => matches!(&members[..], [only] if is_range(names, only, is_variable)),
        ExprKind::Name(name) if !is_variable(name) => match names.value_of(name) {
            Some(Value::Set(set)) => matches!(**set, Set::Range { .. }),
            _ => false,
        },
        _ => false,
    }
}

/// A question about `G(1..10, 3)` as one that asks it of each position: `values winner G 1..10, 3`, with this verb.
///
/// # Errors
/// A mistake in the library.
pub fn of_each(
    names: &mut Names,
    asked: &ast::Ask,
    verb: &'static str,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Option<ast::Ask>, Error> {
    let found = with_ranges(names, &asked.subject, is_variable)?.filter(|_| asked.starts.is_none());
    Ok(found.map(|(game, ranges)| {
        let question = ast::Ask { subject: game.clone(), to: None, ..asked.clone() };
        let subject = ast::Expr::asking(question, asked.subject.span);
        ast::Ask { ranges: ranges.to_vec(), to: asked.to.clone(), ..ast::Ask::about(verb, subject) }
    }))
}

impl Slice<'_> {
    /// Is this a game alone, without a number or a range?
    pub fn is_bare(&self) -> bool {
        self.given.is_none() && self.typed.is_empty()
    }

    /// Is it without a range?
    pub fn has_no_range(&self) -> bool {
        self.typed.is_empty()
    }

    /// How many coordinates have no number, if some have one.
    pub fn running(&self) -> Option<usize> {
        self.given.as_ref().map(|given| given.iter().filter(|given| given.is_none()).count())
    }

    /// The only coordinate of several that has no number, and the numbers of the others.
    pub fn line(&self) -> Option<(usize, Vec<ast::Expr>)> {
        let given = self.given.as_ref().filter(|given| given.len() > 1 && self.running() == Some(1))?;
        let along = given.iter().position(Option::is_none)?;
        Some((along, given.iter().flatten().map(|given| (*given).clone()).collect()))
    }

    /// A range or a number for each coordinate of the game; if the game is `None`, it is one of heaps that is not known
    /// yet. Without ranges a coordinate runs up to the first of `last` if it is the only one, and else up to the second;
    /// of a game alone the first two run, and the others are 0.
    ///
    /// # Errors
    /// There are more ranges than coordinates, or fewer.
    pub fn ranges(
        &self,
        names: &Names,
        question: &'static str,
        game: Option<&Game>,
        last: [u64; 2],
    ) -> Result<Vec<ast::Expr>, Error> {
        let arity = game.map_or(1, |game| game.ruleset.arity());
        let given = match (&self.given, game) {
            (Some(given), Some(game)) if given.len() != arity => {
                return Err(self.other_coordinates(names, game, given));
            }
            (Some(given), _) => given.clone(),
            (None, _) => vec![None; arity],
        };
        let running = given.iter().filter(|given| given.is_none()).count();
        self.as_many_ranges(names, question, game, running)?;
        let last = i128::from(if running == 1 { last[0] } else { last[1] });
        let at = self.game.span;
        let mut typed = self.typed.iter();
        let range = |(index, given): (usize, Option<&ast::Expr>)| match given.or_else(|| typed.next()) {
            Some(expr) => expr.clone(),
            None if index > 1 && self.is_bare() => *number(0, at),
            None => up_to(last, at),
        };
        let coordinates: Vec<ast::Expr> = given.into_iter().enumerate().map(range).collect();
        // A family gives games of heaps; what a variable stands for is not known.
        let is_signed =
            |index| game.map_or(matches!(self.game.kind, ExprKind::Name(_)), |game| game.ruleset.states(index));
        for (index, range) in coordinates.iter().enumerate() {
            if !is_signed(index) {
                no_dash(range)?;
            }
        }
        Ok(coordinates)
    }

    /// The error for a game before brackets with more or fewer coordinates than it has.
    fn other_coordinates(&self, names: &Names, game: &Game, given: &[Option<&ast::Expr>]) -> Error {
        let coordinates = (0..game.ruleset.arity()).map(|index| coordinate(game, index).to_string()).collect();
        let written = |given: &Option<&ast::Expr>| given.map_or("n", |given| names.text(given.span).trim());
        let found = given.iter().map(|given| written(given).to_owned()).collect();
        let kind =
            SemanticError::Coordinates { game: game.name.to_string(), names: coordinates, found, on_boards: false };
        Error::new(kind, self.game.span)
    }

    /// An error unless there are so many ranges, or none at all. Games on boards need ranges.
    fn as_many_ranges(
        &self,
        names: &Names,
        question: &'static str,
        game: Option<&Game>,
        wanted: usize,
    ) -> Result<(), Error> {
        let (ranges, at) = (self.typed, self.game.span);
        let [first, ..] = ranges else {
            return game.map_or(Ok(()), |game| no_boards(question, game, at));
        };
        if ranges.len() == wanted {
            return Ok(());
        }
        let surplus = ranges.get(wanted);
        let place = surplus.map_or(at, |range| range.span);
        let surplus = surplus.map(|range| names.text(range.span).trim().to_owned());
        let written = names.text(at).trim().to_owned();
        let (fits, other) = self.that_fit(names, question, game, wanted);
        let kind = SemanticError::Ranges { question, game: written, wanted, found: ranges.len(), surplus, fits, other };
        let error = Error::new(kind, place);
        // `0..1,000` is one range, with a comma between thousands.
        let all = ranges.last().map_or(first.span, |last| first.span.to(last.span));
        let written = names.text(all).trim().to_owned();
        let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
        let is_one_by_one = !ranges.iter().any(|range| runs(names, range, &|_| false));
        Err(match wanted {
            1 if written.split(',').skip(1).all(is_group) => {
                error.correct(told!("a number has no commas"), all, written.replace(',', ""))
            }
            1 if is_one_by_one => {
                error.correct(told!("numbers one by one stand in a list"), all, format!("[{written}]"))
            }
            _ => error,
        })
    }

    /// What was typed with as many ranges as the game wants; a second form if there is one.
    fn that_fit(&self, names: &Names, question: &str, game: Option<&Game>, wanted: usize) -> (String, Option<String>) {
        let text = |expr: &ast::Expr| names.text(expr.span).trim().to_owned();
        let typed: Vec<String> = self.typed.iter().map(text).collect();
        let row = |game: &str, ranges: &[String]| format!("{question} {game} {}", ranges.join(", "));
        if typed.len() > wanted {
            let is_whole = self.given.as_ref().is_some_and(|given| given.len() == typed.len());
            let whole = is_whole.then(|| row(&text(self.game), &typed));
            return (row(&text(self.subject), &typed[..wanted]), whole);
        }
        let more = vec!["0..8".to_owned(); wanted - typed.len()];
        let fixed = game.filter(|_| self.given.is_none()).map(|game| {
            let mut arguments: Vec<String> =
                (0..typed.len()).map(|index| coordinate(game, index).to_string()).collect();
            arguments.resize(wanted, "3".to_owned());
            row(&format!("{}({})", text(self.game), arguments.join(", ")), &typed)
        });
        (row(&text(self.subject), &[typed, more].concat()), fixed)
    }

    /// The error for more than two coordinates that run, at the last range that was typed.
    pub fn too_many_run(&self, game: &Game, running: usize) -> Error {
        let last = self.typed.last();
        let kind = SemanticError::FixCoordinates { game: game.name.to_string(), running, is_typed: last.is_some() };
        Error::new(kind, last.map_or(self.game.span, |range| range.span))
    }
}

/// Members in brackets. A question among them with fewer ranges than its game has coordinates takes those that follow it
/// as ranges: `max(values W 0..20, 3)`. `None` if there is no such question.
///
/// # Errors
/// A mistake in the library.
pub fn with_ranges_that_follow(
    names: &mut Names,
    members: &[ast::Expr],
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<Option<Vec<ast::Expr>>, Error> {
    if members.len() < 2 || members.iter().all(|member| member.slice().is_none()) {
        return Ok(None);
    }
    let mut taken = Vec::with_capacity(members.len());
    let mut rest = members;
    while let [member, others @ ..] = rest {
        let mut member = member.clone();
        let missing = missing_ranges(names, &member, is_variable)?.min(others.len());
        let (following, others) = others.split_at(missing);
        if let (Some(ranges), Some(last)) = (member.ranges_mut(), following.last()) {
            ranges.extend_from_slice(following);
            member.span = member.span.to(last.span);
        }
        taken.push(member);
        rest = others;
    }
    Ok((taken.len() < members.len()).then_some(taken))
}

/// How many ranges a question lacks that has some.
fn missing_ranges(names: &mut Names, question: &ast::Expr, is_variable: &dyn Fn(&str) -> bool) -> Result<usize, Error> {
    let Some((game, ranges)) = question.slice() else { return Ok(0) };
    let slice = slice(names, game, ranges, is_variable)?;
    let wanted = match (slice.running(), &slice.game.kind) {
        (Some(running), _) => running,
        (None, ExprKind::Name(name)) if !is_variable(name) && is_game(names, name)? => {
            coordinates(&*defined_game(names, name, slice.game.span)?).len()
        }
        _ => 1,
    };
    Ok(wanted.saturating_sub(ranges.len()))
}

/// Is this something to run through, and not a number? `is_variable` says which names are variables.
pub fn runs(names: &Names, range: &ast::Expr, is_variable: &dyn Fn(&str) -> bool) -> bool {
    match &range.kind {
        ExprKind::Range { .. } | ExprKind::Set(_) | ExprKind::List(_) => true,
        ExprKind::Ask(question) => question.is_list(),
        ExprKind::Comprehension { brackets, .. } => *brackets != Brackets::Bare,
        ExprKind::Binary { operator: BinaryOperator::Except | BinaryOperator::Join, left: part, .. }
        | ExprKind::If { then: part, .. }
        | ExprKind::Group(part) => runs(names, part, is_variable),
        ExprKind::Index { index, .. } => matches!(index[..], [ast::Expr { kind: ExprKind::Range { .. }, .. }]),
        ExprKind::Name(name) => {
            !is_variable(name) && matches!(names.value_of(name), Some(Value::Set(_) | Value::List(_)))
        }
        _ => false,
    }
}

/// Is it seen before anything is evaluated that this has no members? `is_variable` says which names are variables.
pub fn is_seen_empty(names: &Names, range: &ast::Expr, is_variable: &dyn Fn(&str) -> bool) -> bool {
    match &range.bare().kind {
        ExprKind::Set(members) | ExprKind::List(members) => members.is_empty(),
        ExprKind::Range { start, end: Some(end), .. } => {
            matches!((start.number(), end.number()), (Some(start), Some(end)) if end < start)
        }
        ExprKind::Name(name) if !is_variable(name) => match names.value_of(name) {
            Some(Value::List(members)) => members.is_empty(),
            Some(Value::Set(set)) => !set.is_endless() && set.size_bound() == 0,
            _ => false,
        },
        _ => false,
    }
}

/// The error for a range such as `5..0`. It proposes the range upwards, if both ends are written.
pub fn empty_range(names: &Names, range: &ast::Expr) -> Error {
    let written = |span: Span| names.text(span).trim().to_owned();
    let error = Error::new(SemanticError::EmptyRange { range: written(range.span) }, range.span);
    match &range.kind {
        ExprKind::Range { start, end: Some(end), step: None } => {
            let upwards = format!("{}..{}", written(end.span), written(start.span));
            error.correct(told!("a range goes upwards"), range.span, upwards)
        }
        _ => error,
    }
}

/// An error if the range was written as `0-10`.
fn no_dash(range: &ast::Expr) -> Result<(), Error> {
    let ExprKind::Binary { operator: BinaryOperator::Subtract, left, right } = &range.kind else { return Ok(()) };
    match (left.number(), right.number()) {
        (Some(low), Some(high)) if low < high => {
            let error = errors::range_wanted(&Value::Integer(low - high), range.span);
            Err(error.correct(told!("a range has two dots"), range.span, format!("{low}..{high}")))
        }
        _ => Ok(()),
    }
}

/// `0..last`
fn up_to(last: i128, span: Span) -> ast::Expr {
    ast::Expr::range_of(ast::Expr::of_number(0, span), Some(ast::Expr::of_number(last, span)), None, span)
}

fn number(n: i128, span: Span) -> Box<ast::Expr> {
    Box::new(ast::Expr::of_number(n, span))
}

/// The name of a coordinate.
pub fn coordinate(game: &Game, index: usize) -> Arc<str> {
    match &game.ruleset {
        Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => "n".into(),
        Ruleset::Written(system, rule) => system.rules[*rule].coordinates[index].clone(),
    }
}

/// An error if the positions of the game are boards: these do not form a row of heaps.
pub fn no_boards(question: &'static str, game: &Game, at: Span) -> Result<(), Error> {
    if !rewrites_boards(game) {
        return Ok(());
    }
    Err(Error::new(SemanticError::OnlyHeaps { question, game: game.name.to_string(), arity: 0 }, at))
}

/// Whether the rule of the game does nothing but rewrite boards.
pub fn rewrites_boards(game: &Game) -> bool {
    matches!(&game.ruleset, Ruleset::Written(system, index) if rewrites_where(system, *index).is_some())
}
