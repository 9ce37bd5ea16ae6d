//! Builds the trees of statements, but for their rules and expressions.

use pest::iterators::{Pair, Pairs};

use super::expression::whole_number;
use super::lists::list_as_range;
use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, Habit, SemanticError, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{
    self, Ask, AtOnce, AtOnceEnd, ClauseKind, DataPart, Difficulty, Expr, ExprKind, FileName, GameDefinition,
    Instruction, LetDefinition, MovesInWord, Name, OptionWord, Qualifier, StatedDomain, Statement, StatementKind,
    UnaryOperator,
};
use crate::syntax::lenient::Leniency;
use crate::syntax::view::View;
use crate::syntax::words;
use crate::told::told;

/// `help WORD`: the word is whatever stands there. `help()` is a call in other languages, and `help []` asks about the
/// brackets.
pub(super) fn help(view: &View) -> Statement {
    let asked = Some(view.word(1)).filter(|word| !word.is_empty());
    let is_call = matches!(asked, Some("()" | "[]")) && view.span(0).end() == view.span(1).start();
    let lenient = if is_call { vec![Leniency::new(view.span(1), "")] } else { Vec::new() };
    let asked = asked.filter(|_| !is_call);
    let span = view.spans(0, view.tokens.len() - 1);
    let instruction = Instruction { verb: "help", topic: asked.map(str::to_owned), ..Instruction::default() };
    Statement { kind: StatementKind::Instruction(instruction), span, whole: span, lenient }
}

impl Reader<'_> {
    pub(super) fn statement(&self, pair: Pair<Rule>) -> Built<Statement> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let first = self.next(&mut inner)?;
        let kind = match first.as_rule() {
            Rule::at_once => self.move_at_once(first, self.next(&mut inner)?)?,
            _ => match (self.statement_kind(first, span)?, inner.next()) {
                (StatementKind::Expression(from), Some(made)) => a_move(from, self.last_expression(made)?),
                (kind, _) => kind,
            },
        };
        Ok(Statement { kind, span, whole: span, lenient: Vec::new() })
    }

    pub(super) fn statement_kind(&self, pair: Pair<Rule>, span: Span) -> Built<StatementKind> {
        let rule = pair.as_rule();
        if rule == Rule::expression {
            return Ok(StatementKind::Expression(self.expression(pair)?));
        }
        let asks = |question| StatementKind::Expression(Expr::asking(question, span));
        if rule == Rule::ask {
            return self.ask(pair.into_inner(), span).map(asks);
        }
        if rule == Rule::bare_definition {
            return self.bare_definition(pair, span);
        }
        let mut inner = pair.into_inner();
        // The verb itself.
        let verb = inner.next();
        let word = verb.as_ref().map_or("", |verb| verb.as_str().trim_end());
        let of_each = take(&mut inner, Rule::of_each);
        let misere = self.misere(&mut inner, word, span)?;
        Ok(match rule {
            Rule::game_definition => StatementKind::Game(self.game(inner, span)?),
            Rule::game_family => StatementKind::Let(self.family(inner, span)?),
            Rule::let_definition => StatementKind::Let(self.definition(inner, span)?),
            Rule::explain => asks(self.explained(word, misere, inner)?),
            Rule::table | Rule::values | Rule::listed | Rule::plot | Rule::pattern => {
                asks(self.row(word, misere, of_each, inner)?)
            }
            _ => StatementKind::Instruction(self.instruction(word, misere, inner)?),
        })
    }

    /// A verb that has no value, with all that stands behind it.
    fn instruction(&self, word: &str, misere: bool, inner: Pairs<Rule>) -> Built<Instruction> {
        let mut instruction = Instruction { verb: self.word(word)?, misere, ..Instruction::default() };
        for pair in inner {
            match pair.as_rule() {
                Rule::expression => instruction.parts.push(self.expression(pair)?),
                Rule::at_once | Rule::positions | Rule::game_term => instruction.parts.push(self.subject(pair)?),
                Rule::column => {
                    let (expr, heading) = self.column(pair)?;
                    instruction.parts.push(expr);
                    instruction.headings.push(heading);
                }
                Rule::qualifiers => instruction.qualifiers = self.qualifiers(pair)?,
                Rule::name => instruction.names.push(self.name(&pair)),
                Rule::text => instruction.file = Some(self.path(pair)?),
                Rule::to => instruction.file = Some(self.file_behind_to(pair)?),
                Rule::statement => instruction.timed = Some(Box::new(self.statement(pair)?)),
                Rule::EOI => {}
                _ => instruction.words.push((self.option_word(instruction.verb, pair.clone())?, self.span(&pair))),
            }
        }
        Ok(instruction)
    }

    fn game(&self, mut inner: Pairs<Rule>, span: Span) -> Built<GameDefinition> {
        let name = self.name(&self.next(&mut inner)?);
        let (parameters, stated) = self.parameters(&mut inner)?;
        let mut optional = |rule| take(&mut inner, rule).map(|pair| self.last_expression(pair)).transpose();
        // `same as` may stand before, between or after `where` and `over if`.
        let first = optional(Rule::same)?;
        let domain = optional(Rule::domain)?;
        let second = optional(Rule::same)?;
        let (mut over, mut won) = (None, None);
        while let Some(pair) = take(&mut inner, Rule::over) {
            let is_won = pair.clone().into_inner().any(|part| part.as_rule() == Rule::w_won);
            *(if is_won { &mut won } else { &mut over }) = Some(self.last_expression(pair)?);
        }
        let mut optional = |rule| take(&mut inner, rule).map(|pair| self.last_expression(pair)).transpose();
        let representative = first.or(second).or(optional(Rule::same)?);
        let ends = take(&mut inner, Rule::ends).is_some();
        self.next(&mut inner)?; // `=`
        let coordinates: Vec<&str> = match &parameters {
            Some(names) => names.iter().map(|name| name.text.as_str()).collect(),
            None => vec!["n"],
        };
        let mut rule = self.rule(self.next(&mut inner)?, &coordinates)?;
        let parameters = parameters.or_else(|| self.named_after(&name, &mut rule));
        if let Some(condition) = won {
            rule = with_won_end(rule, condition);
        }
        Ok(GameDefinition { name, parameters, stated, domain, over, representative, ends, rule, span, house: None })
    }

    /// `game Q = Wythoff(a, b)`, another name for Wythoff: the coordinates of Q.
    fn named_after(&self, name: &Name, rule: &mut ast::Rule) -> Option<Vec<Name>> {
        let [clause] = &mut rule.clauses[..] else { return None };
        let ClauseKind::Option(Expr { kind: ExprKind::Call { callee, arguments }, .. }) = &clause.kind else {
            return None;
        };
        let ExprKind::Name(game) = &callee.kind else { return None };
        let named = |argument: &Expr| match &argument.kind {
            ExprKind::Name(text) => Some(Name { text: text.clone(), span: argument.span }),
            _ => None,
        };
        let names: Vec<Name> = arguments.iter().map(named).collect::<Option<_>>()?;
        if names.len() < 2 || !clause.qualifiers.is_empty() || clause.binding.is_some() {
            return None;
        }
        let written: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        self.note(name.span, format!("{}({})", name.text, written.join(", ")));
        self.note(clause.span, game.clone());
        clause.kind = ClauseKind::Moves(Name { text: game.clone(), span: callee.span });
        Some(names)
    }

    /// `game Upto(k)(n) = take <1..k>`
    fn family(&self, mut inner: Pairs<Rule>, span: Span) -> Built<LetDefinition> {
        let name = self.name(&self.next(&mut inner)?);
        let (parameters, stated) = self.parameters(&mut inner)?;
        let mark = self.next(&mut inner)?;
        let mark_span = self.span(&mark);
        let heap = self.first(mark)?;
        if self.written(self.span(&heap)) != "n" {
            let (found, expected) = (told!("the name `{x}`", x = self.written(self.span(&heap))), told!("`n`"));
            let error = Error::new(SyntaxError::Unexpected { found, expected }, self.span(&heap));
            return Err(Box::new(error.advise(told!("the heap of a rule with parameters is called n"))));
        }
        self.next(&mut inner)?; // `=`
        let body = self.next(&mut inner)?;
        let place = self.span(&body);
        let body = Expr { kind: ExprKind::Ruleset(Box::new(self.rule(body, &["n"])?)), span: place };
        if !body.begins_with_option() {
            self.note(self.view.place(span.start()..span.start() + 4), "let");
            self.note(mark_span, "");
        }
        Ok(LetDefinition { name, parameters, stated, body, span, house: None })
    }

    fn definition(&self, mut inner: Pairs<Rule>, span: Span) -> Built<LetDefinition> {
        let name = self.name(&self.next(&mut inner)?);
        let (parameters, stated) = self.parameters(&mut inner)?;
        self.next(&mut inner)?; // `=`
        let body = self.next(&mut inner)?;
        let body = match body.as_rule() {
            Rule::ruleset => self.ruleset(body)?,
            Rule::read_value => self.data(body, parameters.is_some())?,
            Rule::question_value => self.question_value(body)?,
            _ => {
                let value = self.expression(body)?;
                match inner.next() {
                    Some(more) if more.as_rule() == Rule::more_ranges => self.with_more_ranges(value, more)?,
                    Some(rewriting) => self.rewriting(value, rewriting)?,
                    None => value,
                }
            }
        };
        Ok(LetDefinition { name, parameters, stated, body, span, house: None })
    }

    /// `read "graph.csv"`, `read "rows.csv" headings`, `read "rows.csv" column "heap"`
    pub(super) fn data(&self, pair: Pair<Rule>, is_function: bool) -> Built<Expr> {
        let span = self.span(&pair);
        if is_function {
            return Err(Box::new(Error::new(SyntaxError::ReadInside, span)));
        }
        let mut inner = pair.into_inner().filter(|pair| pair.as_rule() != Rule::read_word);
        let path = self.path(inner.next().ok_or_else(|| self.internal_error())?)?;
        let part = match inner.next() {
            None => DataPart::Rows,
            Some(part) if part.as_rule() == Rule::w_headings => DataPart::Headings,
            Some(part) => {
                let name = part.into_inner().last().ok_or_else(|| self.internal_error())?;
                DataPart::Column(self.path(name)?.text)
            }
        };
        Ok(Expr { kind: ExprKind::Read(path, part), span })
    }

    /// The parameters of a game or a function, if it has any, and what some of them may be.
    pub(super) fn parameters(&self, inner: &mut Pairs<Rule>) -> Built<(Option<Vec<Name>>, Vec<StatedDomain>)> {
        let Some(pair) = take(inner, Rule::parameters) else { return Ok((None, Vec::new())) };
        let (mut parameters, mut stated) = (Vec::new(), Vec::new());
        for pair in pair.into_inner() {
            let mut inner = pair.into_inner();
            let parameter = self.name(&self.next(&mut inner)?);
            if let Some(set) = inner.last() {
                stated.push(StatedDomain { parameter: parameter.clone(), set: self.expression(set)? });
            }
            parameters.push(parameter);
        }
        Ok((Some(parameters), stated))
    }

    fn ask(&self, mut inner: Pairs<Rule>, span: Span) -> Built<Ask> {
        let verb = self.verb(&self.next(&mut inner)?)?;
        let misere = self.misere(&mut inner, verb, span)?;
        let subject = match inner.peek() {
            Some(part) if part.as_rule() == Rule::quotient_part => self.quotient_parts(&mut inner)?,
            _ => {
                let subject = self.subject(self.next(&mut inner)?)?;
                self.bounded(subject, &mut inner)?
            }
        };
        let starts = take(&mut inner, Rule::starts).map(|pair| self.starts(pair, verb, subject.span)).transpose()?;
        let to = self.to(&mut inner)?;
        Ok(Ask { misere, starts, to, ..Ask::about(verb, subject) })
    }

    /// `Kayles, Nim to 4` behind `quotient`: several parts make a list.
    fn quotient_parts(&self, inner: &mut Pairs<Rule>) -> Built<Expr> {
        let mut parts = Vec::new();
        while let Some(part) = take(inner, Rule::quotient_part) {
            let mut inner = part.into_inner();
            let game = self.game_term(self.next(&mut inner)?)?;
            parts.push(self.bounded(game, &mut inner)?);
        }
        if let [_] = &parts[..] {
            return parts.pop().ok_or_else(|| self.internal_error());
        }
        let ends = parts.first().zip(parts.last());
        let span = ends.map(|(first, last)| first.span.to(last.span)).ok_or_else(|| self.internal_error())?;
        Ok(Expr::list(parts, span))
    }

    /// What a question is about: a sum of positions, or positions that are played at once.
    pub(super) fn played(&self, pair: Pair<Rule>) -> Built<Expr> {
        if pair.as_rule() == Rule::positions {
            return self.positions(pair);
        }
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let end = take(&mut inner, Rule::at_once_end).map(|pair| match pair.as_str() {
            "short" => AtOnceEnd::Short,
            _ => AtOnceEnd::Long,
        });
        let moves_in = self.moves_in(self.next(&mut inner)?)?;
        let parts = inner.filter(|pair| pair.as_rule() == Rule::positions);
        let parts = parts.map(|pair| self.positions(pair)).collect::<Built<Vec<_>>>()?;
        Ok(Expr { kind: ExprKind::AtOnce(AtOnce { end, moves_in, parts }), span })
    }

    /// `all of Nim(3), Nim(4) -> all of Nim(1), Nim(2)`. What is left is played by the same rule where no words say how.
    fn move_at_once(&self, from: Pair<Rule>, made: Pair<Rule>) -> Built<StatementKind> {
        let (from, span) = (self.played(from)?, self.span(&made));
        let left = self.first(made.clone())?;
        let to = match &from.kind {
            ExprKind::AtOnce(rule) if left.as_rule() != Rule::at_once => {
                let parts = made.into_inner().map(|pair| self.positions(pair)).collect::<Built<_>>()?;
                Expr { kind: ExprKind::AtOnce(AtOnce { parts, ..rule.clone() }), span }
            }
            _ => self.played(left)?,
        };
        Ok(a_move(from, to))
    }

    /// `all of`, `2 of`
    fn moves_in(&self, pair: Pair<Rule>) -> Built<MovesInWord> {
        let amount = self.next(&mut pair.into_inner())?;
        if amount.as_str() == "any" {
            return Err(Box::new(Error::new(SyntaxError::AnyOf, self.span(&amount))));
        }
        if amount.as_rule() == Rule::moves_in_each {
            self.note(self.span(&amount), "all");
            return Ok(MovesInWord::All);
        }
        if amount.as_rule() == Rule::one_pass {
            return Ok(MovesInWord::Pass);
        }
        Ok(match amount.as_str() {
            "all" => MovesInWord::All,
            "some" => MovesInWord::Some,
            "one" => MovesInWord::One,
            _ => MovesInWord::Number(self.count(&amount)?),
        })
    }

    /// What a verb asks about: positions or a game.
    pub(super) fn subject(&self, pair: Pair<Rule>) -> Built<Expr> {
        match pair.as_rule() {
            Rule::positions | Rule::at_once => self.played(pair),
            Rule::game_term => self.game_term(pair),
            Rule::ruleset_bare => self.ruleset(pair),
            _ => self.postfix(pair),
        }
    }

    /// Whether `misere` stands behind a verb.
    ///
    /// # Errors
    /// The question has no answer for misère play.
    pub(super) fn misere(&self, inner: &mut Pairs<Rule>, word: &str, span: Span) -> Built<bool> {
        let is_said = take(inner, Rule::misere).is_some();
        match words::find(word) {
            Some(verb) if is_said && !verb.answers_misere() => {
                Err(Box::new(Error::new(SemanticError::NotInMisere { verb: verb.word }, span)))
            }
            _ => Ok(is_said),
        }
    }

    /// The number in `if player 2 starts`, which only `winner` asks for.
    fn starts(&self, pair: Pair<Rule>, verb: &str, subject: Span) -> Built<u8> {
        let span = self.span(&pair);
        if verb != "winner" {
            let word = self.written(span).trim().to_owned();
            let habit = Habit::Filler { word };
            return Err(Box::new(Error::new(
                SyntaxError::Habit { habit, fix: Some((span.behind(subject), String::new())) },
                span,
            )));
        }
        let number =
            pair.into_inner().find(|pair| pair.as_rule() == Rule::number).ok_or_else(|| self.internal_error())?;
        match whole_number(number.as_str()) {
            Some(1) => Ok(1),
            Some(2) => Ok(2),
            _ => {
                let (found, expected) =
                    (told!("the number `{x}`", x = number.as_str()), told!("{a} or {b}", a = 1u8, b = 2u8));
                let kind = SyntaxError::Unexpected { found, expected };
                Err(Box::new(Error::new(kind, self.span(&number)).advise(told!("there are two players, 1 and 2"))))
            }
        }
    }

    pub(super) fn verb(&self, pair: &Pair<Rule>) -> Built<&'static str> {
        let word = self.written(self.span(pair)).trim_end();
        self.word(if word == "value" { "grundy" } else { word })
    }

    /// A word that asks, as it stands in the table of words.
    fn word(&self, verb: &str) -> Built<&'static str> {
        words::find(verb).map(|found| found.word).ok_or_else(|| self.internal_error())
    }

    /// `explain`: a position, a question about a period or a calculation; a file.
    fn explained(&self, verb: &str, misere: bool, mut inner: Pairs<Rule>) -> Built<Ask> {
        let pair = self.next(&mut inner)?;
        let subject = match pair.as_rule() {
            Rule::explain_period => self.explained_period(misere, pair)?,
            Rule::expression => self.expression(pair)?,
            _ => self.played(pair)?,
        };
        let to = self.to(&mut inner)?;
        Ok(Ask { misere, to, ..Ask::about(self.word(verb)?, subject) })
    }

    /// `period GAME` behind `explain`.
    fn explained_period(&self, misere: bool, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        self.next(&mut inner)?; // `period`
        if misere || take(&mut inner, Rule::misere).is_some() {
            return Err(Box::new(Error::new(SemanticError::NotInMisere { verb: "explain period" }, span)));
        }
        let game = self.game_term(self.next(&mut inner)?)?;
        Ok(self.question("period", misere, self.bounded(game, &mut inner)?, span))
    }

    /// A question inside an expression.
    pub(super) fn question(&self, verb: &'static str, misere: bool, subject: Expr, span: Span) -> Expr {
        Expr::asking(Ask { misere, ..Ask::about(verb, subject) }, span)
    }

    /// `table`, `values`, `losing`, `winning`, `plot` and `pattern`: a game, ranges, a file.
    fn row(&self, verb: &str, misere: bool, of_each: Option<Pair<Rule>>, mut inner: Pairs<Rule>) -> Built<Ask> {
        let game = self.game_term(self.next(&mut inner)?)?;
        // A pattern is also looked for in the members of a list: `pattern rows[2]`.
        let (subject, ranges) = self.slice(game, &mut inner, verb != "pattern")?;
        let subject = self.of_each(of_each, subject)?;
        Ok(Ask { misere, ranges, to: self.to(&mut inner)?, ..Ask::about(self.word(verb)?, subject) })
    }

    /// The game of a question and its ranges. Before a comma, and alone if `is_range`, an index is the first of them.
    pub(super) fn slice(&self, game: Expr, inner: &mut Pairs<Rule>, is_range: bool) -> Built<(Expr, Vec<Expr>)> {
        let Some(typed) = take(inner, Rule::ranges) else {
            return Ok(if is_range { list_as_range(game) } else { (game, Vec::new()) });
        };
        let span = self.span(&typed);
        let (game, mut ranges) = match typed.as_str().starts_with(',') {
            true => list_as_range(game),
            false => (game, Vec::new()),
        };
        if typed.as_str().starts_with(',') && ranges.is_empty() {
            let kind = SyntaxError::Unexpected { found: told!("`,`"), expected: told!("a range") };
            return Err(Box::new(Error::new(kind, self.view.place(span.start()..span.start() + 1))));
        }
        for range in typed.into_inner() {
            ranges.push(self.expression(range)?);
        }
        Ok((game, ranges))
    }

    /// A column of a survey, and the name behind its `as`.
    fn column(&self, pair: Pair<Rule>) -> Built<(Expr, Option<Name>)> {
        let mut parts = pair.into_inner();
        let value = self.next(&mut parts)?;
        let expr = match value.as_rule() {
            Rule::ruleset_value => self.ruleset(value)?,
            _ => self.expression(value)?,
        };
        Ok((expr, parts.last().map(|pair| self.name(&pair))))
    }

    pub(super) fn to(&self, inner: &mut Pairs<Rule>) -> Built<Option<FileName>> {
        take(inner, Rule::to).map(|pair| self.file_behind_to(pair)).transpose()
    }

    fn file_behind_to(&self, pair: Pair<Rule>) -> Built<FileName> {
        self.path(pair.into_inner().last().ok_or_else(|| self.internal_error())?)
    }

    fn path(&self, pair: Pair<Rule>) -> Built<FileName> {
        let span = self.span(&pair);
        match self.text(&pair)? {
            ExprKind::Text(text) => Ok(FileName { text, span }),
            _ => Err(self.internal_error()),
        }
    }

    pub(super) fn name(&self, pair: &Pair<Rule>) -> Name {
        let span = self.span(pair);
        Name { text: self.written(span).to_owned(), span }
    }

    /// The expression at the end of a pair, after its keywords.
    pub(super) fn last_expression(&self, pair: Pair<Rule>) -> Built<Expr> {
        self.expression(pair.into_inner().last().ok_or_else(|| self.internal_error())?)
    }
}

/// `over won if CONDITION`: the only move is to *0, so that the player to move wins.
fn with_won_end(mut rule: ast::Rule, condition: Expr) -> ast::Rule {
    let span = condition.span;
    let expr = |kind| Expr { kind, span };
    let group = expr(ExprKind::Group(Box::new(condition.clone())));
    let not = expr(ExprKind::Unary { operator: UnaryOperator::Not, operand: Box::new(group) });
    for clause in &mut rule.clauses {
        clause.qualifiers.insert(0, Qualifier::If(not.clone()));
    }
    let zero = Box::new(expr(ExprKind::Integer(0)));
    let end = expr(ExprKind::Unary { operator: UnaryOperator::Star, operand: zero });
    let qualifiers = vec![Qualifier::If(condition)];
    rule.clauses.push(ast::Clause { kind: ClauseKind::Option(end), binding: None, qualifiers, span });
    rule
}

/// `FROM -> TO`
fn a_move(from: Expr, to: Expr) -> StatementKind {
    StatementKind::Instruction(Instruction { verb: "->", parts: vec![from, to], ..Instruction::default() })
}

impl Reader<'_> {
    /// A word behind the game of an instruction, such as `seed 7`.
    fn option_word(&self, verb: &str, pair: Pair<Rule>) -> Built<OptionWord> {
        let pair = if pair.as_rule() == Rule::exercise_part { self.first(pair)? } else { pair };
        let word = pair.as_str().trim_end();
        Ok(match pair.as_rule() {
            Rule::two => OptionWord::Two,
            Rule::side if word == "second" => OptionWord::Second,
            Rule::side => OptionWord::First,
            Rule::level => {
                let mut inner = pair.into_inner();
                take(&mut inner, Rule::play_level);
                let name = self.name(&self.next(&mut inner)?);
                let seed = inner.next().map(|pair| self.counted(pair, Rule::seed, &["seed #"])).transpose()?;
                OptionWord::Level { name, seed }
            }
            Rule::w_level => {
                let level = Difficulty::ALL.into_iter().find(|level| level.word() == word);
                OptionWord::Difficulty(level.ok_or_else(|| self.internal_error())?)
            }
            Rule::w_again => OptionWord::Lesson(1),
            Rule::for_sheets => OptionWord::Sheets(self.counted(pair, Rule::for_sheets, &[])?),
            Rule::seed => OptionWord::Seed(self.counted(pair, Rule::seed, &[])?),
            Rule::how_many => OptionWord::Questions(self.counted(pair, Rule::how_many, &[])?),
            _ if verb == "tour" => OptionWord::Lesson(self.counted(pair, Rule::lesson, &["lesson #"])?),
            Rule::for_number if verb == "worksheet" => {
                OptionWord::Questions(self.counted(pair, Rule::how_many, &["for # sheets", "# questions"])?)
            }
            _ => {
                let readings = if verb == "quiz" { ["seed #", "for #"] } else { ["# questions", "seed #"] };
                OptionWord::Questions(self.counted(pair, Rule::for_number, &readings)?)
            }
        })
    }

    /// The number in a part that says what it counts.
    ///
    /// # Errors
    /// If it is another part, which could have been meant in these ways, with `#` for the number.
    fn counted(&self, pair: Pair<Rule>, wanted: Rule, readings: &[&str]) -> Built<u64> {
        let (span, rule) = (self.span(&pair), pair.as_rule());
        let number = pair.clone().into_inner().find(|pair| pair.as_rule() == Rule::number).unwrap_or(pair);
        if rule != wanted {
            let readings = readings.iter().map(|reading| reading.replace('#', number.as_str().trim_end())).collect();
            let written = self.written(span).to_owned();
            return Err(Box::new(Error::new(SyntaxError::Uncounted { written, readings }, span)));
        }
        self.count(&number)
    }

    /// A number of 64 bits.
    fn count(&self, pair: &Pair<Rule>) -> Built<u64> {
        let number = whole_number(pair.as_str()).and_then(|number| u64::try_from(number).ok());
        number.ok_or_else(|| Box::new(Error::new(SyntaxError::NumberTooLarge { is_counted: true }, self.span(pair))))
    }
}
