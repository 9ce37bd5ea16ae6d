//! Definitions without `game` and `let`, whose body decides what they define, and recurrences as lectures write them:
//! `G(n) = mex{G(n-1), G(n-2)}` is the game with these options.

use std::ops::Range;

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SyntaxError, or_listed};
use crate::source::Span;
use crate::syntax::ast::{
    self, BinaryOperator, Clause, ClauseKind, Expr, ExprKind, GameDefinition, LetDefinition, Name, Qualifier,
    StatedDomain, StatementKind, UnaryOperator,
};
use crate::syntax::lenient::Leniency;
use crate::syntax::print;
use crate::told::{Tellable, told};

/// Characters of the options that the note on a recurrence names.
const LONGEST: usize = 100;

impl Reader<'_> {
    pub(super) fn bare_definition(&self, pair: Pair<Rule>, span: Span) -> Built<StatementKind> {
        let mut inner = pair.into_inner();
        let name = self.name(&self.next(&mut inner)?);
        let (parameters, stated) = self.parameters(&mut inner)?;
        let list_mark = take(&mut inner, Rule::list_mark).map(|mark| self.span(&mark));
        self.next(&mut inner)?; // `=`
        let body = self.next(&mut inner)?;
        let start = span.beginning();
        if body.as_rule() == Rule::rule_body {
            self.no_list(list_mark)?;
            let coordinates = coordinates(parameters.as_deref());
            let rule = self.rule(body, &coordinates)?;
            self.note(start, "game ");
            return Ok(StatementKind::Game(of_rule(name, (parameters, stated), rule, span)));
        }
        let mut body = match body.as_rule() {
            Rule::read_value => self.data(body, parameters.is_some())?,
            Rule::question_value => self.question_value(body)?,
            _ => self.expression(body)?,
        };
        if let Some(more) = take(&mut inner, Rule::more_ranges) {
            body = self.with_more_ranges(body, more)?;
        }
        if let Some(rest) = inner.next() {
            self.no_list(list_mark)?;
            let rule = self.begun_rule(body, rest, &coordinates(parameters.as_deref()))?;
            self.note(start, "game ");
            return Ok(StatementKind::Game(of_rule(name, (parameters, stated), rule, span)));
        }
        if let Some(rule) = self.recurrence(&name, parameters.as_deref(), &body)? {
            let game = of_rule(name, (parameters, stated), rule, span);
            self.note_recurrence(&game, span);
            return Ok(StatementKind::Game(game));
        }
        self.note(start, "let ");
        if let Some(mark) = list_mark {
            self.note(mark, "");
            body = self.in_order(body);
        }
        Ok(StatementKind::Let(LetDefinition { name, parameters, stated, body, span, house: None }))
    }

    /// An error for `[]` behind the name of a game.
    fn no_list(&self, mark: Option<Span>) -> Built<()> {
        let Some(span) = mark else { return Ok(()) };
        let kind = SyntaxError::Unexpected { found: told!("`[`"), expected: told!("`=`") };
        Err(Box::new(
            Error::new(kind, span).advise(told!("`[]` behind a name says that it is a list, and this is a rule")),
        ))
    }

    /// `picks[] = {5, 1, 4}`: the braces hold a list, as in C.
    fn in_order(&self, body: Expr) -> Expr {
        let ExprKind::Set(members) = body.kind else { return body };
        let Range { start, end } = body.span.range();
        self.note(self.view.place(start..start + 1), "[");
        self.note(self.view.place(end - 1..end), "]");
        Expr { kind: ExprKind::List(members), span: body.span }
    }

    /// The rule of the game with the options in `mex{…}`, if each is written with the name that is being defined.
    ///
    /// # Errors
    /// An option that is not smaller than the position.
    pub(super) fn recurrence(&self, name: &Name, parameters: Option<&[Name]>, body: &Expr) -> Built<Option<ast::Rule>> {
        let (Some(parameters), Some(members)) = (parameters, mex_members(body)) else { return Ok(None) };
        let own = Own { name: &name.text, parameters };
        let mut clauses = Vec::new();
        for member in members {
            let Some(clause) = own.clause(member) else { return Ok(None) };
            clauses.push(clause);
        }
        if !clauses.iter().any(|(_, is_own)| *is_own) {
            return Ok(None);
        }
        if let Some(span) = members.iter().find_map(|member| own.not_smaller(member)) {
            let option = self.written(span).to_owned();
            return Err(Box::new(Error::new(SyntaxError::NotSmaller { option }, span)));
        }
        Ok(Some(ast::Rule { clauses: clauses.into_iter().map(|(clause, _)| clause).collect() }))
    }

    /// The game of a recurrence as the language writes it, with the options as they were written.
    fn recurrence_as_game(&self, game: &GameDefinition) -> String {
        let clauses: Vec<String> = game.rule.clauses.iter().map(|clause| self.as_clause(clause)).collect();
        let parameters = print::parameters(&game.parameters, &game.stated);
        format!("game {}{parameters} = {}", game.name.text, clauses.join(" | "))
    }

    fn as_clause(&self, clause: &Clause) -> String {
        let ClauseKind::Option(option) = &clause.kind else { return print::clause(clause) };
        if clause.qualifiers.is_empty() && clause.binding.is_none() {
            return self.as_option(option);
        }
        let qualifiers = self.written(clause.span.behind(option.span)).trim_start();
        // Where dots stood, nothing is written.
        let is_written = ["for", "if"].into_iter().any(|word| qualifiers.starts_with(word));
        if is_written { format!("{} {qualifiers}", self.as_option(option)) } else { print::clause(clause) }
    }

    fn as_option(&self, option: &Expr) -> String {
        match &option.kind {
            ExprKind::Group(inner) => format!("({})", self.written(inner.span)),
            ExprKind::Tuple(members) => {
                let members: Vec<&str> = members.iter().map(|member| self.written(member.span)).collect();
                format!("({})", members.join(", "))
            }
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
                format!("{} + {}", self.as_option(left), self.as_option(right))
            }
            _ => print::expression(option),
        }
    }

    /// Notes that a recurrence defines a game, and says its options.
    fn note_recurrence(&self, game: &GameDefinition, span: Span) {
        let name = &game.name.text;
        let position = coordinates(game.parameters.as_deref()).join(", ");
        let option = |clause: &Clause| match &clause.kind {
            ClauseKind::Option(Expr { kind: ExprKind::Group(inner), .. }) if clause.qualifiers.is_empty() => {
                self.written(inner.span).to_owned()
            }
            _ => self.as_clause(clause),
        };
        let options: Vec<String> = game.rule.clauses.iter().map(option).collect();
        let options = match options.iter().map(String::len).sum::<usize>() {
            ..=LONGEST => or_listed(&options),
            _ => told!("the positions in the braces").into_line(),
        };
        let note = Some(told!("{name} is a game: from {position} one moves to {options}", name, position, options));
        self.lenient.borrow_mut().push(Leniency { span, house: self.recurrence_as_game(game), note });
    }
}

fn coordinates(parameters: Option<&[Name]>) -> Vec<&str> {
    parameters.map_or(vec!["n"], |names| names.iter().map(|name| name.text.as_str()).collect())
}

/// The game of this rule, with its coordinates and what some of them may be.
fn of_rule(
    name: Name,
    (parameters, stated): (Option<Vec<Name>>, Vec<StatedDomain>),
    rule: ast::Rule,
    span: Span,
) -> GameDefinition {
    GameDefinition {
        name,
        parameters,
        stated,
        domain: None,
        over: None,
        representative: None,
        ends: false,
        rule,
        span,
        house: None,
    }
}

/// What stands in the brackets behind `mex`, in any case.
fn mex_members(body: &Expr) -> Option<&[Expr]> {
    let is_mex = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(name) if name.eq_ignore_ascii_case("mex"));
    match &body.bare().kind {
        ExprKind::Index { base, index } if is_mex(base) => Some(index),
        ExprKind::Call { callee, arguments } if is_mex(callee) => match &arguments[..] {
            [Expr { kind: ExprKind::Set(members) | ExprKind::List(members), .. }] => Some(members),
            _ => Some(arguments),
        },
        _ => None,
    }
}

/// The game that a recurrence defines.
struct Own<'a> {
    name: &'a str,
    parameters: &'a [Name],
}

impl Own<'_> {
    /// The clause for a member of `mex{…}`, and whether it names the game itself; `None` if it is no position.
    fn clause(&self, member: &Expr) -> Option<(Clause, bool)> {
        let (body, qualifiers) = match &member.kind {
            ExprKind::Comprehension { body, qualifiers, brackets: _ } => (&**body, qualifiers.clone()),
            _ => (member, Vec::<Qualifier>::new()),
        };
        let (option, is_own) = self.option(body)?;
        let span = qualifiers.iter().fold(body.span, |span, qualifier| match qualifier {
            Qualifier::For { source: last, .. } | Qualifier::If(last) => span.to(last.span),
        });
        Some((Clause { kind: ClauseKind::Option(option), binding: None, qualifiers, span }, is_own))
    }

    /// The position whose value an expression gives, as a rule writes it, and whether it names the game itself.
    fn option(&self, value: &Expr) -> Option<(Expr, bool)> {
        let span = value.span;
        let boxed = |expr: &Expr| self.option(expr).map(|(option, is_own)| (Box::new(option), is_own));
        let (kind, is_own) = match &value.kind {
            ExprKind::Call { callee, arguments } => match &callee.kind {
                ExprKind::Name(name) if name == self.name => (self.position(arguments)?, true),
                ExprKind::Name(name) if name.eq_ignore_ascii_case("grundy") => {
                    let [position] = &arguments[..] else { return None };
                    return self.option(position);
                }
                ExprKind::Name(name) if name.starts_with(char::is_uppercase) => (value.kind.clone(), false),
                // Only a game of a family is called again.
                ExprKind::Call { .. } => (value.kind.clone(), false),
                _ => return None,
            },
            // As books write `G_{n-1}` and programs `g[n-1]`.
            ExprKind::Index { base, index } if matches!(&base.kind, ExprKind::Name(name) if name == self.name) => {
                (self.position(index)?, true)
            }
            ExprKind::Ask(asked) if asked.verb == "grundy" && !asked.misere => return self.option(&asked.subject),
            ExprKind::Binary { operator: BinaryOperator::Xor | BinaryOperator::Power, left, right } => {
                let ((left, one), (right, other)) = (boxed(left)?, boxed(right)?);
                (ExprKind::Binary { operator: BinaryOperator::Add, left, right }, one || other)
            }
            ExprKind::If { condition, then, otherwise } => {
                let ((then, one), (otherwise, other)) = (boxed(then)?, boxed(otherwise)?);
                (ExprKind::If { condition: condition.clone(), then, otherwise }, one || other)
            }
            ExprKind::Group(inner) => return self.option(inner),
            ExprKind::Integer(_) => {
                (ExprKind::Unary { operator: UnaryOperator::Star, operand: Box::new(value.clone()) }, false)
            }
            _ => return None,
        };
        Some((Expr { kind, span }, is_own))
    }

    /// `(n-1)` for the arguments of `G(n-1)`.
    fn position(&self, arguments: &[Expr]) -> Option<ExprKind> {
        match arguments {
            [one] if self.parameters.len() == 1 => Some(ExprKind::Group(Box::new(one.clone()))),
            several if several.len() == self.parameters.len() => Some(ExprKind::Tuple(several.to_vec())),
            _ => None,
        }
    }

    /// The place of an option that is the position itself or a larger one.
    fn not_smaller(&self, member: &Expr) -> Option<Span> {
        let member = member.bare();
        match &member.kind {
            ExprKind::Comprehension { body, .. } => self.not_smaller(body),
            ExprKind::Binary { left, right, .. } => self.not_smaller(left).or_else(|| self.not_smaller(right)),
            ExprKind::Ask(asked) => self.not_smaller(&asked.subject),
            ExprKind::Call { callee, arguments } => {
                let is_own = matches!(&callee.kind, ExprKind::Name(name) if name == self.name);
                let stays =
                    arguments.iter().zip(self.parameters).all(|(argument, own)| is_at_least(argument, &own.text));
                (is_own && stays).then_some(member.span)
            }
            _ => None,
        }
    }
}

/// Whether this is `own` or `own + k`, as far as its form shows.
fn is_at_least(argument: &Expr, own: &str) -> bool {
    match &argument.bare().kind {
        ExprKind::Name(name) => name == own,
        ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
            is_at_least(left, own) && matches!(right.kind, ExprKind::Integer(_))
        }
        _ => false,
    }
}
