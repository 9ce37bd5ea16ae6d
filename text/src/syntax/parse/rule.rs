//! Builds the trees of rules and their clauses, codes among them. It also reports options without the brackets that they need.

use pest::iterators::{Pair, Pairs};

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SyntaxError};
use crate::source::{Span, Text};
use crate::syntax::Leniency;
use crate::syntax::ast::{
    self, BinaryOperator, Binding, Clause, ClauseKind, Code, Digit, Directions, Expr, ExprKind, Likeness, Name,
    Qualifier, Split, Then, UnaryOperator,
};
use crate::syntax::habits::COMMENT;
use crate::told::told;

/// `again` or `reply`, if it stands there.
fn binding(pair: Option<Pair<Rule>>) -> Option<Binding> {
    let is_again = pair?.as_str() == Binding::Again.word();
    Some(if is_again { Binding::Again } else { Binding::Reply })
}

impl Reader<'_> {
    /// The rule of a game with these coordinates.
    pub(super) fn rule(&self, pair: Pair<Rule>, coordinates: &[&str]) -> Built<ast::Rule> {
        let clauses = pair.into_inner().filter(|pair| pair.as_rule() == Rule::clause);
        let clauses = clauses.map(|pair| self.clause(pair, coordinates)).collect::<Built<_>>()?;
        Ok(ast::Rule { clauses })
    }

    /// A rule where the name of a game could stand, with or without qualifiers.
    pub(super) fn ruleset(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut clauses: Vec<Clause> = Vec::new();
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::bar => {}
                Rule::clause => clauses.push(self.clause(pair, &["n"])?),
                Rule::binds => {
                    let behind = self.span(&pair);
                    if let Some(clause) = clauses.last_mut() {
                        clause.span = clause.span.to(behind);
                        clause.binding = binding(Some(pair));
                    }
                }
                Rule::qualifiers => {
                    let behind = self.span(&pair);
                    let qualifiers = self.qualifiers(pair)?;
                    if let Some(clause) = clauses.last_mut().filter(|_| !qualifiers.is_empty()) {
                        clause.span = clause.span.to(behind);
                        clause.qualifiers = qualifiers;
                    }
                }
                rule => {
                    let span = self.span(&pair);
                    // The code before a bar has been parsed as a value.
                    let pair = if rule == Rule::primary { self.first(self.first(pair)?)? } else { pair };
                    clauses.push(Clause {
                        kind: self.ruleset_move(pair)?,
                        binding: None,
                        qualifiers: Vec::new(),
                        span,
                    });
                }
            }
        }
        Ok(Expr { kind: ExprKind::Ruleset(Box::new(ast::Rule { clauses })), span })
    }

    /// `(S | Apples)`: the first clause has been parsed as an expression.
    pub(super) fn alternatives(&self, first: Expr, rest: Pair<Rule>) -> Built<Expr> {
        let span = first.span.to(self.span(&rest));
        let first_span = first.span;
        let kind = self.option(first, &["n"])?;
        let first = Clause { kind, binding: None, qualifiers: Vec::new(), span: first_span };
        let mut rule = self.rule(rest, &["n"])?;
        rule.clauses.insert(0, first);
        Ok(Expr { kind: ExprKind::Ruleset(Box::new(rule)), span })
    }

    /// The rule whose first option has been parsed as an expression.
    pub(super) fn begun_rule(&self, first: Expr, rest: Pair<Rule>, coordinates: &[&str]) -> Built<ast::Rule> {
        let mut inner = rest.clone().into_inner();
        let becomes = take(&mut inner, Rule::becomes);
        let binds = take(&mut inner, Rule::binds);
        let mut span = becomes.iter().chain(&binds).fold(first.span, |span, behind| span.to(self.span(behind)));
        let kind = match becomes {
            Some(becomes) => self.becomes(first, becomes)?,
            None => self.option(first, coordinates)?,
        };
        let qualifiers = self.next(&mut inner)?;
        if !qualifiers.as_str().is_empty() {
            span = span.to(self.span(&qualifiers));
        }
        let first = Clause { kind, binding: binding(binds), qualifiers: self.qualifiers(qualifiers)?, span };
        let mut rule = self.rule(rest, coordinates)?;
        rule.clauses.insert(0, first);
        Ok(rule)
    }

    fn clause(&self, pair: Pair<Rule>, coordinates: &[&str]) -> Built<Clause> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let mut inside = self.next(&mut inner)?.into_inner();
        let pair = self.next(&mut inside)?;
        let binding = binding(take(&mut inner, Rule::binds));
        let qualifiers = self.qualifiers(self.next(&mut inner)?)?;
        let kind = match (pair.as_rule(), inside.next()) {
            (Rule::expression, Some(becomes)) => self.becomes(self.expression(pair)?, becomes)?,
            (Rule::expression, None) => self.option(self.expression(pair)?, coordinates)?,
            _ => self.ruleset_move(pair)?,
        };
        Ok(Clause { kind, binding, qualifiers, span })
    }

    /// `becomes TEXT` and its directions, after the pattern `from`.
    fn becomes(&self, from: Expr, pair: Pair<Rule>) -> Built<ClauseKind> {
        let mut directions = Directions::default();
        let mut inner = pair.into_inner();
        self.next(&mut inner)?; // `becomes`
        let to = self.expression(self.next(&mut inner)?)?;
        for said in inner {
            match said.as_rule() {
                Rule::across_or_down => directions.across_or_down = true,
                Rule::in_any_direction => directions.in_any_direction = true,
                _ => directions.either_way = true,
            }
        }
        Ok(ClauseKind::Becomes { from, to, directions })
    }

    /// `let g = TEXT becomes TEXT | …`: the first pattern has been parsed as an expression.
    pub(super) fn rewriting(&self, from: Expr, pair: Pair<Rule>) -> Built<Expr> {
        let span = from.span.to(self.span(&pair));
        let mut inner = pair.into_inner();
        let becomes = self.next(&mut inner)?;
        let qualifiers = self.next(&mut inner)?;
        let written = if qualifiers.as_str().is_empty() { self.span(&becomes) } else { self.span(&qualifiers) };
        let span_of_first = from.span.to(written);
        let kind = self.becomes(from, becomes)?;
        let mut clauses =
            vec![Clause { kind, binding: None, qualifiers: self.qualifiers(qualifiers)?, span: span_of_first }];
        for clause in inner.filter(|pair| pair.as_rule() == Rule::clause) {
            clauses.push(self.clause(clause, &["n"])?);
        }
        Ok(Expr { kind: ExprKind::Ruleset(Box::new(ast::Rule { clauses })), span })
    }

    pub(super) fn ruleset_move(&self, pair: Pair<Rule>) -> Built<ClauseKind> {
        let rule = pair.as_rule();
        let span = self.span(&pair);
        if rule == Rule::bare_code {
            return Ok(ClauseKind::Code(code(pair.as_str(), false, span, Some(self.view.original.piece(span)))?));
        }
        if rule == Rule::split {
            return Ok(ClauseKind::Split(self.split(pair)?));
        }
        if rule == Rule::turn {
            return self.turn(pair);
        }
        let mut inner = pair.into_inner();
        let keyword = self.next(&mut inner)?;
        match rule {
            Rule::take | Rule::take_list => self.take(inner),
            Rule::divide | Rule::divide_list => self.divide(inner),
            Rule::code_of => {
                let hexadecimal = keyword.as_rule() == Rule::k_hex;
                Ok(ClauseKind::CodeOf { hexadecimal, text: self.expression(self.next(&mut inner)?)? })
            }
            Rule::coded | Rule::game_by_code => {
                let digits = self.next(&mut inner)?;
                let hexadecimal = keyword.as_rule() == Rule::k_hex;
                let place = self.span(&digits);
                let mut code = code(digits.as_str(), hexadecimal, place, Some(self.view.original.piece(place)))?;
                code.span = span;
                self.note_repeated(&digits, keyword.as_str());
                Ok(ClauseKind::Code(code))
            }
            _ => Err(self.internal_error()),
        }
    }

    /// Says of `octal 0.77(3)` that the digits in brackets repeat, since they might be a heap.
    fn note_repeated(&self, digits: &Pair<Rule>, keyword: &str) {
        let Some((code, repeated)) = digits.as_str().strip_suffix(')').and_then(|text| text.split_once('(')) else {
            return;
        };
        let is_heap = repeated.bytes().all(|byte| byte.is_ascii_digit());
        if !is_heap || code.ends_with('.') {
            return;
        }
        let note = told!(
            "`{digits}` is the code {code}{repeated}{repeated}{repeated}…; a heap stands behind brackets: `({keyword} {code})({repeated})`",
            digits = digits.as_str(),
            code,
            repeated,
            keyword
        );
        let (span, house) = (self.span(digits), digits.as_str().to_owned());
        self.lenient.borrow_mut().push(Leniency { span, house, note: Some(note) });
    }

    fn take(&self, mut inner: Pairs<Rule>) -> Built<ClauseKind> {
        let amounts = self.amounts(self.next(&mut inner)?)?;
        let from = take(&mut inner, Rule::from).map(|pair| self.names(pair)).unwrap_or_default();
        let onto = take(&mut inner, Rule::onto).and_then(|pair| self.names(pair).pop());
        let then = take(&mut inner, Rule::then).map(|pair| self.then(pair)).transpose()?;
        Ok(ClauseKind::Take { amounts, from, onto, then })
    }

    /// The amounts of a clause, as a set: where one is meant, it needs no brackets.
    ///
    /// # Errors
    /// What is written there is no amount.
    fn amounts(&self, pair: Pair<Rule>) -> Built<Expr> {
        let mut inner = pair.into_inner().filter(|pair| pair.as_rule() != Rule::k_or);
        let mut first = self.next_of(&mut inner)?;
        let whole = self.span(&first);
        let bound = if first.as_rule() == Rule::amount_bound {
            let is_least = first.as_str().trim_end().ends_with("least");
            first = self.next_of(&mut inner)?;
            Some(is_least)
        } else {
            None
        };
        let mut members = vec![self.expression(first)?];
        for pair in inner {
            members.push(self.expression(pair)?);
        }
        if let [amounts] = &members[..]
            && bound.is_none()
            && !self.is_bare(amounts)?
        {
            return Ok(members.remove(0));
        }
        let mut flat = Vec::new();
        members.into_iter().for_each(|member| flatten(member, &mut flat));
        // Longer names may be words, as in `take one or two` and `take at most half`.
        let is_word = |member: &Expr| matches!(&member.kind, ExprKind::Name(name) if name.chars().count() > 2);
        if flat.iter().any(is_word) {
            return Err(self.take_numbers(flat.iter().fold(whole, |span, member| span.to(member.span))));
        }
        let mut house: Vec<&str> = flat.iter().map(|member| self.written(member.span)).collect();
        let span = flat.iter().fold(whole, |span, member| span.to(member.span));
        if let Some(is_least) = bound {
            let ([amount], [written]) = (&flat[..], &house[..]) else { return Err(self.take_numbers(span)) };
            let bounded = if is_least { format!("<{written}..>") } else { format!("<1..{written}>") };
            self.note(span, bounded);
            house.clear();
            flat = vec![Expr::bounded(is_least, amount.clone(), span)];
        }
        let set = Expr::set(flat, span);
        if !house.is_empty() {
            self.note(span, format!("<{}>", house.join(", ")));
        }
        Ok(set)
    }

    fn next_of<'i>(&self, pairs: &mut impl Iterator<Item = Pair<'i, Rule>>) -> Built<Pair<'i, Rule>> {
        pairs.next().ok_or_else(|| self.internal_error())
    }

    fn take_numbers(&self, span: Span) -> Box<Error> {
        let fix = (span, format!("<{}>", self.written(span).replace(" or ", ", ").replace(" and ", ", ")));
        Box::new(Error::new(SyntaxError::TakeNumbers { fix }, span))
    }

    /// Whether amounts are numbers or ranges without the brackets of a set.
    ///
    /// # Errors
    /// They can be no amounts, as in `take -1` or `take 1 and 2`.
    fn is_bare(&self, amounts: &Expr) -> Built<bool> {
        if let Some(at) = self.written(amounts.span).find(" --") {
            let start = amounts.span.start() + at + 1;
            let span = self.view.place(start..start + 2);
            return Err(Box::new(Error::new(SyntaxError::Foreign { found: "--".into(), instead: COMMENT }, span)));
        }
        match &amounts.kind {
            ExprKind::Integer(_) | ExprKind::Range { .. } | ExprKind::Tuple(_) => Ok(true),
            ExprKind::Binary { operator: BinaryOperator::And | BinaryOperator::Power, .. } | ExprKind::Unary { .. } => {
                Err(self.take_numbers(amounts.span))
            }
            ExprKind::Binary { operator, .. } => Ok(is_of_numbers(*operator)),
            _ => Ok(false),
        }
    }

    fn then(&self, pair: Pair<Rule>) -> Built<Then> {
        let mut inner = pair.into_inner();
        self.next(&mut inner)?; // `then`
        let maybe = take(&mut inner, Rule::k_maybe).is_some();
        Ok(Then { maybe, split: self.split(self.next(&mut inner)?)? })
    }

    fn split(&self, pair: Pair<Rule>) -> Built<Split> {
        let span = self.span(&pair);
        let mut split = Split { likeness: Likeness::Any, into: None, span };
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::likeness if pair.as_str().trim_end() == "equal" => split.likeness = Likeness::Equal,
                Rule::likeness => split.likeness = Likeness::Unequal,
                Rule::into => split.into = Some(self.split_parts(self.last_expression(pair)?)),
                _ => {}
            }
        }
        Ok(split)
    }

    /// `split into 2 or 3`
    pub(super) fn split_parts(&self, parts: Expr) -> Expr {
        if !matches!(parts.kind, ExprKind::Binary { operator: BinaryOperator::Or, .. }) {
            return parts;
        }
        let span = parts.span;
        let mut flat = Vec::new();
        flatten(parts, &mut flat);
        let set = Expr { kind: ExprKind::Set(flat), span };
        if let ExprKind::Set(members) = &set.kind {
            let members: Vec<&str> = members.iter().map(|member| self.written(member.span)).collect();
            self.note(span, format!("<{}>", members.join(", ")));
        }
        set
    }

    fn divide(&self, mut inner: Pairs<Rule>) -> Built<ClauseKind> {
        let coordinate = take(&mut inner, Rule::name).map(|pair| self.name(&pair));
        self.next(&mut inner)?; // `by`
        Ok(ClauseKind::Divide { coordinate, by: self.amounts(self.next(&mut inner)?)? })
    }

    /// A clause that is an expression: a game's name stands for its moves, anything else must look like a position.
    fn option(&self, option: Expr, coordinates: &[&str]) -> Built<ClauseKind> {
        if let ExprKind::Set(_) | ExprKind::Range { .. } | ExprKind::Comprehension { .. } | ExprKind::Any = option.kind
        {
            let written = self.written(option.span);
            let fix = match option.kind {
                ExprKind::Range { .. } => format!("take <{written}>"),
                _ => format!("take {written}"),
            };
            return Err(Box::new(Error::new(SyntaxError::SetAsRule { fix: Some((option.span, fix)) }, option.span)));
        }
        if let ExprKind::Binary { operator: BinaryOperator::Multiply, left, right } = &option.kind
            && let (ExprKind::Name(game), Some(count)) = (&left.kind, right.number())
            && !coordinates.contains(&game.as_str())
        {
            let kind = SyntaxError::CopiesOfGame { game: game.clone(), count: count.to_string() };
            return Err(Box::new(Error::new(kind, option.span)));
        }
        if let Some(bare) = bare_number(&option, coordinates) {
            let fix = (bare, format!("({})", self.written(bare)));
            return Err(Box::new(Error::new(SyntaxError::OptionBrackets { fix }, bare)));
        }
        Ok(match option.kind {
            ExprKind::Name(text) => ClauseKind::Moves(Name { text, span: option.span }),
            _ => ClauseKind::Option(option),
        })
    }

    pub(super) fn qualifiers(&self, pair: Pair<Rule>) -> Built<Vec<Qualifier>> {
        let mut qualifiers = Vec::new();
        for part in pair.into_inner() {
            if part.as_rule() == Rule::if_part {
                qualifiers.push(Qualifier::If(self.last_expression(part)?));
                continue;
            }
            for binding in part.into_inner().filter(|pair| pair.as_rule() == Rule::binding) {
                let mut inner = binding.into_inner();
                let bound = self.next(&mut inner)?;
                let names = self.bound_names(bound);
                self.next(&mut inner)?; // `in`
                let source = self.expression(self.next(&mut inner)?)?;
                let source = match inner.next() {
                    Some(more) => {
                        let advice =
                            told!("behind the range stands `if` and a condition, or `for` and another variable");
                        self.over_more_ranges(source, more, advice)?
                    }
                    None => source,
                };
                qualifiers.push(Qualifier::For { names, source });
            }
        }
        Ok(qualifiers)
    }

    /// `n`, `(u, v)` or `[u, v]` behind `for`.
    pub(super) fn bound_names(&self, bound: Pair<Rule>) -> Vec<Name> {
        if bound.as_rule() == Rule::unpacked { self.names(bound) } else { vec![self.name(&bound)] }
    }

    fn names(&self, pair: Pair<Rule>) -> Vec<Name> {
        pair.into_inner().filter(|pair| pair.as_rule() == Rule::name).map(|pair| self.name(&pair)).collect()
    }
}

/// The amounts in `1 or 2`, `(1, 2)`.
fn flatten(amounts: Expr, into: &mut Vec<Expr>) {
    match amounts.kind {
        ExprKind::Binary { operator: BinaryOperator::Or, left, right } => {
            flatten(*left, into);
            flatten(*right, into);
        }
        ExprKind::Tuple(members) => into.extend(members),
        _ => into.push(amounts),
    }
}

/// Whether the result of an operator is a number, or the operator was written between amounts, as in `take 1 or 2`.
fn is_of_numbers(operator: BinaryOperator) -> bool {
    use BinaryOperator as B;
    matches!(operator, B::Or | B::And | B::Add | B::Subtract | B::Multiply | B::Divide | B::Remainder | B::Power)
}

/// The place of a summand of an option that can only be a number, such as `n-1`, and so needs brackets to be a heap.
/// Of several, it is the last one.
fn bare_number(option: &Expr, coordinates: &[&str]) -> Option<Span> {
    let mut option = option;
    loop {
        match &option.kind {
            ExprKind::Binary { operator: BinaryOperator::Add, left, right } => {
                if bare_number_alone(right, coordinates) {
                    return Some(right.span);
                }
                option = left;
            }
            _ => return bare_number_alone(option, coordinates).then_some(option.span),
        }
    }
}

/// Whether a single summand can only be a number.
fn bare_number_alone(term: &Expr, coordinates: &[&str]) -> bool {
    let mut term = term;
    loop {
        match &term.kind {
            ExprKind::Integer(_) | ExprKind::Bool(_) | ExprKind::Side(_) | ExprKind::Text(_) | ExprKind::List(_) => {
                return true;
            }
            ExprKind::Unary { operator, .. } => return *operator != UnaryOperator::Star,
            ExprKind::Binary { operator: BinaryOperator::Multiply, right, .. } => term = right,
            ExprKind::Binary { operator, .. } => return *operator != BinaryOperator::Add,
            ExprKind::Name(name) => return coordinates.contains(&name.as_str()),
            _ => return false,
        }
    }
}

/// The code with these digits. If they stand in a text, this is `digits`, so that an error can point at one of them;
/// otherwise they were computed.
///
/// # Errors
/// If a character is not a digit of such a code, or the point is missing or misplaced.
pub fn code(text: &str, hexadecimal: bool, span: Span, digits: Option<Text>) -> Built<Code> {
    let mut code = Code { hexadecimal, digits: Vec::new(), repeated: 0, span };
    let mut repeats_from = None;
    for (index, c) in text.char_indices() {
        match c {
            '.' if code.digits.len() > 1 => return Err(no_point(text, span)),
            '.' if code.digits.is_empty() => code.digits.push(Digit { value: 0, likeness: Likeness::Any }),
            '(' => repeats_from = Some(code.digits.len()),
            '.' | ')' => {}
            _ if digit(&mut code, c).is_some() => {}
            _ => {
                let place = digits.map_or(span, |text| text.span(index..index + c.len_utf8()));
                return Err(Box::new(Error::new(SyntaxError::CodeDigit { digit: c, hexadecimal }, place)));
            }
        }
    }
    if !text.contains('.') {
        return Err(no_point(text, span));
    }
    code.repeated = repeats_from.map_or(0, |from| code.digits.len() - from);
    Ok(code)
}

fn no_point(text: &str, span: Span) -> Box<Error> {
    Box::new(Error::new(SyntaxError::CodePoint { text: text.to_owned() }, span))
}

/// Adds a character to a code: a digit, or a sign such as `!` that sets the likeness of the last digit; `None` if it
/// is neither.
fn digit(code: &mut Code, c: char) -> Option<()> {
    let likeness = match c {
        '!' => Likeness::Unequal,
        '=' => Likeness::Equal,
        '?' => Likeness::NotAllEqual,
        _ => {
            let value = c.to_digit(if code.hexadecimal { 16 } else { 8 })?;
            code.digits.push(Digit { value: value as u8, likeness: Likeness::Any });
            return Some(());
        }
    };
    let last = code.digits.last_mut().filter(|digit| digit.likeness == Likeness::Any)?;
    last.likeness = likeness;
    Some(())
}
