//! Builds the trees of expressions. The grammar yields operands and operators in a flat row. They are combined by
//! precedence with two stacks (Dijkstra's shunting-yard algorithm) and without recursion, so that a long row does not
//! use up the call stack.

use pest::iterators::{Pair, Pairs};

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOperator, Brackets, Clause, Expr, ExprKind, UnaryOperator};
use crate::syntax::print;
use crate::told::told;

/// How the sign ∞ is spelled.
const INFINITY: &str = "infinity";

/// An operator that waits for its right operand.
struct Pending {
    sign: Sign,
    span: Span,
}

#[derive(Clone, Copy)]
enum Sign {
    Prefix(UnaryOperator),
    Infix(BinaryOperator),
    Range,
    Step,
}

impl Sign {
    /// Its precedence: the larger, the more tightly it binds.
    fn strength(self) -> u8 {
        use BinaryOperator as B;
        match self {
            Sign::Infix(B::Or) => 1,
            Sign::Infix(B::And) => 2,
            Sign::Prefix(UnaryOperator::Not) => 3,
            Sign::Infix(operator) if operator.is_comparison() => 4,
            Sign::Infix(B::Except) => 5,
            Sign::Step => 6,
            Sign::Range => 7,
            Sign::Infix(B::Add | B::Subtract | B::Xor | B::Join) => 8,
            Sign::Infix(B::Multiply | B::Divide | B::Remainder) => 9,
            Sign::Prefix(_) => 10,
            // Only the power is left.
            Sign::Infix(_) => 11,
        }
    }

    fn is_comparison(self) -> bool {
        self.strength() == 4
    }

    /// Whether it associates to the right: `a^b^c` is `a^(b^c)`.
    fn is_right(self) -> bool {
        matches!(self, Sign::Infix(BinaryOperator::Power))
    }
}

/// `-A`, `*K`. A power binds more tightly: `*2^3` is a nim-heap of size 8. But `*3 ^ *5` joins two nim-heaps.
fn prefixed(operator: UnaryOperator, sign: Span, operand: Expr) -> Expr {
    let span = sign.to(operand.span);
    let unary = |operand: Expr| ExprKind::Unary { operator, operand: Box::new(operand) };
    let kind = match operand.kind {
        ExprKind::Binary { operator: power @ BinaryOperator::Power, left, right }
            if operator == UnaryOperator::Star && is_nimber(&right) =>
        {
            let star = Expr { span: sign.to(left.span), kind: unary(*left) };
            ExprKind::Binary { operator: power, left: Box::new(star), right }
        }
        kind => unary(Expr { kind, span: operand.span }),
    };
    Expr { kind, span }
}

/// Is this `*K` or `grundy P`, or does a chain of `^` begin with one of these?
fn is_nimber(expr: &Expr) -> bool {
    match &expr.bare().kind {
        ExprKind::Unary { operator: UnaryOperator::Star, .. } => true,
        ExprKind::Ask(question) => question.verb == "grundy",
        ExprKind::Binary { operator: BinaryOperator::Power, left, .. } => is_nimber(left),
        _ => false,
    }
}

/// What stands between brackets.
enum Inside {
    Members(Vec<Expr>),
    Comprehension(Expr),
}

/// The stacks of operands and of operators that wait for theirs, while one expression is read.
#[derive(Default)]
struct OperandRow {
    operands: Vec<Expr>,
    pending: Vec<Pending>,
}

impl Reader<'_> {
    pub(super) fn expression(&self, pair: Pair<Rule>) -> Built<Expr> {
        let mut row = OperandRow::default();
        let mut inner = pair.into_inner().peekable();
        while let Some(pair) = inner.next() {
            let span = self.span(&pair);
            match pair.as_rule() {
                Rule::from_zero => {
                    let at = span.beginning();
                    let is_apart = self.written(self.view.place(0..span.start())).ends_with([' ', ',', '[', '(']);
                    self.note(at, if is_apart { "0" } else { " 0" });
                    row.operands.push(Expr { kind: ExprKind::Integer(0), span: at });
                }
                Rule::primary => row.operands.push(self.primary(self.first(pair)?)?),
                Rule::prefix => row.pending.push(Pending { sign: self.prefix(self.first(pair)?)?, span }),
                Rule::dots => {
                    self.push(&mut row, Pending { sign: Sign::Range, span })?;
                    let has_end =
                        inner.peek().is_some_and(|next| matches!(next.as_rule(), Rule::primary | Rule::prefix));
                    if !has_end {
                        self.endless(&mut row)?;
                    }
                }
                _ => {
                    let sign = self.infix(self.first(pair)?)?;
                    self.push(&mut row, Pending { sign, span })?;
                }
            }
        }
        while !row.pending.is_empty() {
            self.reduce(&mut row)?;
        }
        row.operands.pop().ok_or_else(|| self.internal_error())
    }

    /// Pushes a new operator, after the waiting ones that bind at least as tightly have taken their operands.
    fn push(&self, row: &mut OperandRow, new: Pending) -> Built<()> {
        while let Some(top) = row.pending.last() {
            if top.sign.is_comparison() && new.sign.is_comparison() {
                if self.written(top.span) == "=" && self.written(new.span) == "=" {
                    return self.equate(row, new);
                }
                let middle = self.written(top.span.between(new.span)).trim();
                let before = new.span.beginning();
                let error =
                    Error::new(SyntaxError::ChainedComparison, new.span).with(top.span, told!("first comparison"));
                let text = told!("join two comparisons with `and`");
                return Err(Box::new(error.correct(text, before, format!("and {middle} "))));
            }
            let (old, fresh) = (top.sign.strength(), new.sign.strength());
            if old < fresh || old == fresh && new.sign.is_right() {
                break;
            }
            self.reduce(row)?;
        }
        row.pending.push(new);
        Ok(())
    }

    /// `a = b = c`, as in books: all are equal.
    fn equate(&self, row: &mut OperandRow, new: Pending) -> Built<()> {
        let middle = row.operands.last().cloned().ok_or_else(|| self.internal_error())?;
        let blank = if middle.span.between(new.span).is_empty() { " " } else { "" };
        let house = format!("{blank}and {} ==", print::expression(&middle));
        self.lenient
            .borrow_mut()
            .iter_mut()
            .filter(|form| form.span == new.span)
            .for_each(|form| form.house.clone_from(&house));
        self.reduce(row)?;
        row.operands.push(middle);
        row.pending.extend([Pending { sign: Sign::Infix(BinaryOperator::And), span: new.span }, new]);
        Ok(())
    }

    /// `1..` with nothing after it.
    fn endless(&self, row: &mut OperandRow) -> Built<()> {
        let (Some(dots), Some(start)) = (row.pending.pop(), row.operands.pop()) else {
            return Err(self.internal_error());
        };
        let span = start.span.to(dots.span);
        row.operands.push(Expr::range_of(start, None, None, span));
        Ok(())
    }

    /// Combines the last waiting operator with its operands.
    fn reduce(&self, row: &mut OperandRow) -> Built<()> {
        let (Some(pending), Some(right)) = (row.pending.pop(), row.operands.pop()) else {
            return Err(self.internal_error());
        };
        if let Sign::Prefix(operator) = pending.sign {
            row.operands.push(prefixed(operator, pending.span, right));
            return Ok(());
        }
        let left = row.operands.pop().ok_or_else(|| self.internal_error())?;
        let span = left.span.to(right.span);
        let (left, right) = (Box::new(left), Box::new(right));
        let kind = match pending.sign {
            Sign::Infix(operator) => ExprKind::Binary { operator, left, right },
            Sign::Step => match left.kind {
                ExprKind::Range { start, end, step: None } => ExprKind::Range { start, end, step: Some(right) },
                _ => {
                    let kind = SyntaxError::Unexpected { found: told!("`step`"), expected: told!("a range before it") };
                    return Err(Box::new(Error::new(kind, pending.span)));
                }
            },
            _ => ExprKind::Range { start: left, end: Some(right), step: None },
        };
        row.operands.push(Expr { kind, span });
        Ok(())
    }

    fn prefix(&self, pair: Pair<Rule>) -> Built<Sign> {
        Ok(Sign::Prefix(match pair.as_rule() {
            Rule::k_not => UnaryOperator::Not,
            Rule::minus => UnaryOperator::Negate,
            Rule::star => UnaryOperator::Star,
            _ => return Err(self.internal_error()),
        }))
    }

    fn infix(&self, pair: Pair<Rule>) -> Built<Sign> {
        let sign = match (pair.as_rule(), pair.as_str().trim_end()) {
            (Rule::k_step, _) => return Ok(Sign::Step),
            // With any number of blanks between the two words.
            (Rule::not_in, _) => "not in",
            (Rule::w_mod, _) => "%",
            (Rule::w_div, _) => "/",
            (_, "\u{3}") => "==",
            (_, "⊕") => "xor",
            (_, "≠") => "!=",
            (_, "≤") => "<=",
            (_, "≥") => ">=",
            (_, sign) => sign,
        };
        let row = BinaryOperator::SIGNS.iter().find(|row| row.1 == sign);
        row.map(|row| Sign::Infix(row.0)).ok_or_else(|| self.internal_error())
    }

    fn primary(&self, pair: Pair<Rule>) -> Built<Expr> {
        match pair.as_rule() {
            Rule::postfix | Rule::older => self.postfix(pair),
            Rule::conditional => self.conditional(pair),
            Rule::value_verb | Rule::game_value => self.value(pair),
            Rule::list_value => self.list_value(pair),
            Rule::equality => self.equality(pair),
            Rule::code_value => self.ruleset(pair),
            Rule::at_once => self.played(pair),
            _ => Err(self.internal_error()),
        }
    }

    /// `if … then … else …`. Where another `if` follows an `else`, the grammar yields the whole chain as one flat
    /// row.
    fn conditional(&self, pair: Pair<Rule>) -> Built<Expr> {
        let end = self.span(&pair);
        let mut parts = Vec::new();
        let mut start = end;
        for pair in pair.into_inner() {
            match pair.as_rule() {
                Rule::k_if => start = self.span(&pair),
                Rule::expression => parts.push((self.expression(pair)?, start)),
                _ => {}
            }
        }
        let (mut otherwise, _) = parts.pop().ok_or_else(|| self.internal_error())?;
        while let (Some((then, _)), Some((condition, start))) = (parts.pop(), parts.pop()) {
            let span = start.to(end);
            let (condition, then) = (Box::new(condition), Box::new(then));
            otherwise = Expr { kind: ExprKind::If { condition, then, otherwise: Box::new(otherwise) }, span };
        }
        Ok(otherwise)
    }

    /// A question inside an expression, as a value.
    fn value(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = self.next(&mut inner)?;
        let verb = self.verb(&word)?;
        let misere = self.misere(&mut inner, verb, span)?;
        let subject = self.subject(self.next(&mut inner)?)?;
        Ok(self.question(verb, misere, self.bounded(subject, &mut inner)?, span))
    }

    /// `equal misere S(3), S(4)`, which compares the canonical forms of two positions; without `misere` it is `==`.
    fn equality(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        self.next(&mut inner)?; // `equal`
        let misere = take(&mut inner, Rule::misere).is_some();
        let left = self.positions(self.next(&mut inner)?)?;
        let comma = self.span(&self.next(&mut inner)?);
        let right = self.positions(self.next(&mut inner)?)?;
        let verb = if misere { "form misere " } else { "" };
        self.note(span.before(left.span), format!("({verb}"));
        self.note(comma, format!(" == {}", verb.trim_end()));
        self.note(span.behind(right.span), ")");
        let form = |position: Expr| match (misere, position.span) {
            (true, at) => self.question("form", misere, position, at),
            (false, _) => position,
        };
        let (left, right) = (Box::new(form(left)), Box::new(form(right)));
        let kind = ExprKind::Binary { operator: BinaryOperator::Equal, left, right };
        Ok(Expr { kind: ExprKind::Group(Box::new(Expr { kind, span })), span })
    }

    /// The game of a question, wrapped in `Bounded` if ranges or a bound follow, such as `to 1000` or `for 30s`.
    pub(super) fn bounded(&self, game: Expr, inner: &mut Pairs<Rule>) -> Built<Expr> {
        let (game, mut ranges) = self.slice(game, inner, false)?;
        ranges.extend(take(inner, Rule::range).map(|range| self.expression(range)).transpose()?);
        if let Some(last) = ranges.last() {
            let span = game.span.to(last.span);
            return Ok(Expr {
                kind: ExprKind::Bounded { game: Box::new(game), ranges, heaps: None, seconds: None },
                span,
            });
        }
        let Some(bound) = take(inner, Rule::bound) else { return Ok(game) };
        let span = game.span.to(self.span(&bound));
        let limit = bound.into_inner().last().ok_or_else(|| self.internal_error())?;
        let (mut heaps, mut seconds) = (None, None);
        if limit.as_rule() == Rule::expression {
            heaps = Some(Box::new(self.expression(limit)?));
        } else {
            let span = self.span(&limit);
            let number = limit.as_str().trim_end_matches('s').parse().map(ExprKind::Integer);
            let kind =
                number.map_err(|_| Box::new(Error::new(SyntaxError::NumberTooLarge { is_counted: false }, span)))?;
            seconds = Some(Box::new(Expr { kind, span }));
        }
        Ok(Expr { kind: ExprKind::Bounded { game: Box::new(game), ranges, heaps, seconds }, span })
    }

    /// The sum of positions after a verb.
    pub(super) fn positions(&self, pair: Pair<Rule>) -> Built<Expr> {
        let mut sum: Option<Expr> = None;
        for pair in pair.into_inner().filter(|pair| pair.as_rule() == Rule::position) {
            let position = self.position(pair)?;
            sum = Some(match sum {
                None => position,
                Some(left) => binary(BinaryOperator::Add, left, position),
            });
        }
        sum.ok_or_else(|| self.internal_error())
    }

    /// One summand, such as `S(3)`, `*2` or `start`, with a number of copies in front of it if there is one.
    fn position(&self, pair: Pair<Rule>) -> Built<Expr> {
        let mut factors: Vec<Expr> = Vec::new();
        let mut next = Some(pair);
        while let Some(pair) = next.take() {
            let mut stars = Vec::new();
            let mut factor: Option<Expr> = None;
            for pair in pair.into_inner() {
                match (pair.as_rule(), factor.take()) {
                    // After a factor, `*` multiplies, and does not make a nim-heap.
                    (Rule::star, Some(done)) => factors.push(starred(&mut stars, done)),
                    (Rule::star, None) => stars.push(self.span(&pair)),
                    (Rule::position, _) => next = Some(pair),
                    (_, Some(base)) => factor = Some(self.suffix(base, pair)?),
                    (_, None) => factor = Some(self.atom(pair)?),
                }
            }
            factors.extend(factor.map(|last| starred(&mut stars, last)));
        }
        let product = factors.into_iter().reduce(|left, right| binary(BinaryOperator::Multiply, left, right));
        product.ok_or_else(|| self.internal_error())
    }

    pub(super) fn game_term(&self, pair: Pair<Rule>) -> Built<Expr> {
        if pair.as_rule() == Rule::of_cases {
            return self.of_cases(pair);
        }
        let pair = self.first(pair)?;
        match pair.as_rule() {
            Rule::ruleset => self.ruleset(pair),
            _ => self.postfix(pair),
        }
    }

    /// `S(a) + S(b) for a in 0..9, b in a..9`
    fn of_cases(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let body = Box::new(self.played(self.next(&mut inner)?)?);
        let qualifiers = self.qualifiers(self.next(&mut inner)?)?;
        Ok(Expr { kind: ExprKind::Comprehension { brackets: Brackets::Bare, body, qualifiers }, span })
    }

    pub(super) fn postfix(&self, pair: Pair<Rule>) -> Built<Expr> {
        let mut inner = pair.into_inner();
        let mut base = self.atom(self.next(&mut inner)?)?;
        for suffix in inner {
            base = self.suffix(base, suffix)?;
        }
        Ok(base)
    }

    /// An operand with `(…)` or `[…]` after it: a call, a sum or an index.
    fn suffix(&self, base: Expr, pair: Pair<Rule>) -> Built<Expr> {
        let span = base.span.to(self.span(&pair));
        if pair.as_rule() == Rule::call {
            let arguments = self.members(pair, Brackets::Bare)?;
            return Ok(Expr { kind: ExprKind::Call { callee: Box::new(base), arguments }, span });
        }
        if matches!(&base.kind, ExprKind::Name(name) if name == "sum") {
            let inside = self.span(&pair);
            let mut members = self.members(pair, Brackets::Bare)?;
            let summed = match members.pop() {
                Some(only) if members.is_empty() => only,
                last => {
                    members.extend(last);
                    Expr { kind: ExprKind::List(members), span: inside }
                }
            };
            return Ok(Expr { kind: ExprKind::Sum(Box::new(summed)), span });
        }
        let index = self.members(pair, Brackets::List)?;
        Ok(Expr { kind: ExprKind::Index { base: Box::new(base), index }, span })
    }

    /// What stands between brackets. If it is a comprehension, these are its brackets.
    fn inside(&self, pair: Pair<Rule>, brackets: Brackets) -> Built<Inside> {
        // The brackets of `<…>` are pairs themselves, those of `{…}` are not.
        let Some(members) = pair.into_inner().find(|pair| pair.as_rule() == Rule::members) else {
            return Ok(Inside::Members(Vec::new()));
        };
        let span = self.span(&members);
        let mut parts = Vec::new();
        let mut open_dots = None;
        for pair in members.into_inner() {
            match pair.as_rule() {
                Rule::ellipsis => {
                    open_dots = Some(self.span(&pair));
                    continue;
                }
                Rule::expression => {
                    let part = self.expression(pair)?;
                    match open_dots.take() {
                        Some(dots) => self.continue_to(&mut parts, dots, Some(&part))?,
                        None => parts.push(part),
                    }
                    continue;
                }
                Rule::ruleset_value => {
                    parts.push(self.ruleset(pair)?);
                    continue;
                }
                Rule::code_member => {
                    parts.push(self.code_member(pair)?);
                    continue;
                }
                _ => {}
            }
            let body = Box::new(parts.pop().ok_or_else(|| self.internal_error())?);
            let qualifiers = match pair.as_rule() {
                Rule::generators => self.generators(&body, pair)?,
                _ => self.qualifiers(pair)?,
            };
            return Ok(Inside::Comprehension(Expr {
                kind: ExprKind::Comprehension { brackets, body, qualifiers },
                span,
            }));
        }
        let Some(dots) = open_dots else { return Ok(Inside::Members(parts)) };
        if let Some(body) = self.each_member(&parts, dots, brackets) {
            return Ok(Inside::Comprehension(body));
        }
        self.continue_to(&mut parts, dots, None)?;
        Ok(Inside::Members(parts))
    }

    /// The members between brackets; a comprehension is a single member.
    fn members(&self, pair: Pair<Rule>, brackets: Brackets) -> Built<Vec<Expr>> {
        Ok(match self.inside(pair, brackets)? {
            Inside::Members(members) => members,
            Inside::Comprehension(only) => vec![only],
        })
    }

    /// `octal 0.77 | take <1>` or `octal 0.77 == g`: what follows the code tells which.
    fn code_member(&self, pair: Pair<Rule>) -> Built<Expr> {
        let is_rule = pair.clone().into_inner().any(|part| part.as_rule() == Rule::bar);
        if is_rule { self.ruleset(pair) } else { self.expression(pair) }
    }

    fn atom(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let kind = match pair.as_rule() {
            Rule::number => self.number(&pair)?,
            Rule::text => self.text(&pair)?,
            Rule::name => ExprKind::Name(self.written(span).to_owned()),
            Rule::infinity => ExprKind::Name(INFINITY.to_owned()),
            Rule::older => return self.postfix(pair),
            Rule::older_answer => {
                let number: String = pair.as_str().chars().filter(char::is_ascii_digit).collect();
                ExprKind::Name(format!("out_{}", number.parse().unwrap_or(usize::MAX)))
            }
            Rule::constant => match pair.as_str().trim_end() {
                "any" => ExprKind::Any,
                "true" => ExprKind::Bool(true),
                "false" => ExprKind::Bool(false),
                "first" => ExprKind::Side(true),
                _ => ExprKind::Side(false),
            },
            Rule::group => return self.group(pair),
            Rule::game_by_code => self.game_by_code(pair)?,
            Rule::set => self.brackets(pair, Brackets::Set)?,
            Rule::list => self.brackets(pair, Brackets::List)?,
            Rule::mex_of => self.mex(pair)?,
            Rule::absolute => {
                let mut inner = pair.into_inner().filter(|part| part.as_rule() == Rule::expression);
                let argument = self.expression(inner.next().ok_or_else(|| self.internal_error())?)?;
                self.note(span.before(argument.span), "abs(");
                self.note(span.behind(argument.span), ")");
                return Ok(Expr::call(Expr::of_name("abs", span.beginning()), vec![argument], span));
            }
            _ => return Err(self.internal_error()),
        };
        Ok(Expr { kind, span })
    }

    fn brackets(&self, pair: Pair<Rule>, brackets: Brackets) -> Built<ExprKind> {
        Ok(match self.inside(pair, brackets)? {
            Inside::Comprehension(only) => only.kind,
            Inside::Members(members) if brackets == Brackets::Set => ExprKind::Set(members),
            Inside::Members(members) => ExprKind::List(members),
        })
    }

    /// `mex <0,1,4>`, `∞{0,2}`: a call without its brackets.
    fn mex(&self, pair: Pair<Rule>) -> Built<ExprKind> {
        let mut inner = pair.into_inner();
        let word = self.next(&mut inner)?;
        let name = word.as_str().to_lowercase();
        if name != word.as_str() {
            self.note(self.span(&word), &*name);
        }
        let name = if name == "∞" { INFINITY.to_owned() } else { name };
        let callee = Expr { kind: ExprKind::Name(name), span: self.span(&word) };
        let argument = self.atom(self.next(&mut inner)?)?;
        Ok(ExprKind::Call { callee: Box::new(callee), arguments: vec![argument] })
    }

    fn group(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut members = Vec::new();
        for pair in pair.into_inner() {
            let member = match pair.as_rule() {
                Rule::ruleset => self.ruleset(pair)?,
                Rule::rewriting => {
                    let from = members.pop().ok_or_else(|| self.internal_error())?;
                    self.rewriting(from, pair)?
                }
                Rule::alternatives => {
                    let first = members.pop().ok_or_else(|| self.internal_error())?;
                    self.alternatives(first, pair)?
                }
                _ => self.expression(pair)?,
            };
            members.push(member);
        }
        let kind = match members.pop() {
            Some(only) if members.is_empty() => ExprKind::Group(Box::new(only)),
            last => {
                members.extend(last);
                ExprKind::Tuple(members)
            }
        };
        Ok(Expr { kind, span })
    }

    /// `octal 0.77` before the brackets of a position.
    fn game_by_code(&self, pair: Pair<Rule>) -> Built<ExprKind> {
        let span = self.span(&pair);
        let kind = self.ruleset_move(pair)?;
        let rule = ast::Rule { clauses: vec![Clause { kind, binding: None, qualifiers: Vec::new(), span }] };
        Ok(ExprKind::Group(Box::new(Expr { kind: ExprKind::Ruleset(Box::new(rule)), span })))
    }

    pub(super) fn number(&self, pair: &Pair<Rule>) -> Built<ExprKind> {
        match whole_number(pair.as_str()) {
            Some(number) => Ok(ExprKind::Integer(number)),
            None => Err(Box::new(Error::new(SyntaxError::NumberTooLarge { is_counted: false }, self.span(pair)))),
        }
    }

    pub(super) fn text(&self, pair: &Pair<Rule>) -> Built<ExprKind> {
        let written = pair.as_str();
        let mut text = String::new();
        let mut letters = written.char_indices().skip(1).peekable();
        while let Some((at, c)) = letters.next() {
            // The closing quotation mark is the last letter.
            if letters.peek().is_none() {
                break;
            }
            if c != '\\' {
                text.push(c);
                continue;
            }
            match letters.next() {
                Some((_, 'n')) => text.push('\n'),
                Some((_, escaped @ ('"' | '\\'))) => text.push(escaped),
                Some((end, escape)) => {
                    let start = self.span(pair).start();
                    let span = self.view.place(start + at..start + end + escape.len_utf8());
                    return Err(Box::new(Error::new(SyntaxError::Escape { escape }, span)));
                }
                None => return Err(self.internal_error()),
            }
        }
        Ok(ExprKind::Text(text))
    }
}

/// A number in decimal, or in hexadecimal after `0x`; `None` if it does not fit into 128 bits.
pub(super) fn whole_number(text: &str) -> Option<i128> {
    let digits: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
    match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hexadecimal) => i128::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok(),
    }
}

/// A number of any size, such as a seed. Those that do not fit into 64 bits are read as the largest that does.
fn binary(operator: BinaryOperator, left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    Expr { kind: ExprKind::Binary { operator, left: Box::new(left), right: Box::new(right) }, span }
}

/// A factor with all the stars in front of it, as in `**2`: each makes a nim-heap of what follows.
fn starred(stars: &mut Vec<Span>, factor: Expr) -> Expr {
    stars.drain(..).rev().fold(factor, |inner, star| {
        let span = star.to(inner.span);
        Expr { kind: ExprKind::Unary { operator: UnaryOperator::Star, operand: Box::new(inner) }, span }
    })
}
