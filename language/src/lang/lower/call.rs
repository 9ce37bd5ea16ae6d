//! What brackets mean behind a name or an expression: `f(x)` calls a function, `S(3)` is a position and `S[3, 4]` a sum of
//! heaps, `h[i]` is a member and `h[a..b]` a part of a list or a text.

use grundy_engine::game::{At, Builtin, Expr, Game, GameRef, Operator, Ruleset, Term, Value};

use crate::error::{Error, SemanticError, Wanted};
use crate::lang::comparisons::is_number;
use crate::lang::lower::constants::constant;
use crate::lang::lower::definition::{coordinates, is_game, is_on_boards};
use crate::lang::lower::expr::own_heaps;
use crate::lang::lower::game;
use crate::lang::lower::lowerer::{Context, Lowerer, literal};
use crate::lang::lower::ruleset::missing_position;
use crate::lang::names::{Definition, Meant};
use crate::source::Span;
use crate::syntax::ast::{self, Ask, BinaryOperator, Brackets, ExprKind};

impl Lowerer<'_> {
    pub(crate) fn call(&mut self, callee: &ast::Expr, arguments: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        let no_function = |name: &str| {
            let kind =
                SemanticError::WrongKind { name: name.to_owned(), wanted: Wanted::Function, found: Wanted::Value };
            Error::new(kind, callee.span)
        };
        let name = match &callee.kind {
            ExprKind::Name(name) => name,
            // Without arguments `first` is the first player; with arguments it is the function.
            ExprKind::Side(true) => return self.builtin(Builtin::First, arguments, span),
            ExprKind::Group(inner) => match &inner.kind {
                ExprKind::Name(_) | ExprKind::Group(_) => return self.call(inner, arguments, span),
                _ => return self.position_of(inner, arguments, span),
            },
            ExprKind::Call { .. } | ExprKind::Index { .. } => return self.position_of(callee, arguments, span),
            _ => return Err(no_function(self.names.text(callee.span))),
        };
        if self.variable(name).is_some() || self.names.bound_game(name).is_some() {
            return self.position_of(callee, arguments, span);
        }
        match self.meant(name)? {
            Some(Meant::Defined(Definition::Game(definition))) => {
                let names = coordinates(&definition);
                let coordinates = self.coordinates(name, &names, arguments, span)?;
                let game = self.game_named(name, callee.span)?;
                Ok(Expr { term: Term::Position(game, coordinates), at: At::from(span) })
            }
            Some(Meant::Defined(Definition::Function(definition))) => {
                let wanted = definition.parameters.as_ref().map_or(0, Vec::len);
                self.counted(name, (wanted, wanted), arguments, span)?;
                let lowered = self.values(arguments)?;
                if let Some(value) = self.known(name, callee, arguments, &lowered, span) {
                    return Ok(literal(value, span));
                }
                let function = self.function(&definition, callee.span);
                self.functions.called(function);
                Ok(Expr { term: Term::Call(function, lowered), at: At::from(span) })
            }
            Some(Meant::Builtin(builtin)) => self.builtin(builtin, arguments, span),
            Some(Meant::Defined(Definition::Value(Value::Set(_), _))) => self.taking(callee, arguments, span),
            Some(Meant::Constant(_) | Meant::Defined(Definition::Value(..))) => Err(no_function(name)),
            None => match self.in_another_case(name, arguments, span) {
                Some(called) => called,
                None => Err(self.unknown(name, Wanted::Game, callee.span)),
            },
        }
    }

    /// `Mex(0, 1)`, `Grundy(g)`: a function or a question of the language in another case, where no such name is defined.
    fn in_another_case(&mut self, name: &str, arguments: &[ast::Expr], span: Span) -> Option<Result<Expr, Error>> {
        let word = name.to_lowercase();
        if self.names.is_function_of_language(&word) {
            let function = ast::Expr { kind: ExprKind::Name(word), span };
            return Some(self.call(&function, arguments, span));
        }
        let verb = *["winner", "grundy", "outcome"].iter().find(|verb| **verb == word)?;
        let [position] = arguments else { return None };
        if is_number(self.names, position) && own_heaps(self.names, position).is_none() {
            return None;
        }
        let term = self.question(&Ask::about(verb, position.clone()), span);
        Some(term.map(|term| Expr { term, at: At::from(span) }))
    }

    /// `picks(15)`, where `picks` is a set: the game that takes these numbers.
    fn taking(&mut self, amounts: &ast::Expr, arguments: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        let kind = ast::ClauseKind::Take { amounts: amounts.clone(), from: Vec::new(), onto: None, then: None };
        let clause = ast::Clause { kind, binding: None, qualifiers: Vec::new(), span: amounts.span };
        let rule = Box::new(ast::Rule { clauses: vec![clause] });
        let game = ast::Expr { kind: ExprKind::Ruleset(rule), span: amounts.span };
        self.position_of(&game, arguments, span)
    }

    /// `G(5)`, where G is an expression that stands for a game.
    fn position_of(&mut self, game: &ast::Expr, arguments: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        if let Some(position) = self.position_in_family(game, arguments, span)? {
            return Ok(position);
        }
        let game = self.game_value(game)?;
        let coordinates = match &game {
            GameRef::Known(game) => {
                let names = match &game.ruleset {
                    Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => vec!["n".to_owned()],
                    Ruleset::Written(system, rule) => {
                        system.rules[*rule].coordinates.iter().map(|name| name.to_string()).collect()
                    }
                };
                self.coordinates(&game.name, &names, arguments, span)?
            }
            _ => self.values(arguments)?,
        };
        Ok(Expr { term: Term::Position(game, coordinates), at: At::from(span) })
    }

    fn builtin(&mut self, builtin: Builtin, arguments: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        // What is listed by a `for` is one argument, a list.
        self.counted(builtin.name(), builtin.arity(), arguments, span)?;
        if let (Builtin::Floor | Builtin::Ceil, [quotient]) = (builtin, arguments) {
            return self.rounded(builtin, quotient, span);
        }
        if let [ast::Expr { kind: ExprKind::Comprehension { brackets: Brackets::Bare, body, qualifiers }, .. }] =
            arguments
        {
            let (steps, body) = self.comprehension(body, qualifiers)?;
            return Ok(Expr { term: Term::Fold(builtin, steps, body), at: At::from(span) });
        }
        if let (Builtin::Parts, [cells, near]) = (builtin, arguments)
            && let Some(relation) = self.relation(near)?
        {
            return self.connected(cells, &relation, near.span, span);
        }
        if let (Builtin::Pow, [base, exponent]) = (builtin, arguments) {
            let power = Term::Binary(Operator::Power, self.operand(base)?, self.operand(exponent)?);
            return Ok(Expr { term: power, at: At::from(span) });
        }
        if let (Builtin::Map | Builtin::Filter, [function, list]) = (builtin, arguments) {
            return self.value(&of_each(function, list, builtin == Builtin::Filter, span));
        }
        let lowered = self.values(arguments)?;
        if let (Builtin::Parts, [_, near], [_, graph]) = (builtin, arguments, &lowered[..]) {
            self.check_graph(near, graph)?;
        }
        if let Some((argument, game)) = arguments.iter().zip(&lowered).find_map(a_game) {
            return Err(missing_position(self.names, game, argument));
        }
        Ok(Expr { term: Term::Builtin(builtin, lowered), at: At::from(span) })
    }

    /// `floor(a/b)` is a/b, since that is rounded down, and another number divided by 1; `ceil(a/b)` is -(-a/b). In any other place
    /// a quotient is rounded down before this function sees it, and a name does not tell that it was one: that is asked.
    fn rounded(&mut self, function: Builtin, number: &ast::Expr, span: Span) -> Result<Expr, Error> {
        let (at, is_up) = (At::from(span), function == Builtin::Ceil);
        let integer = |number| Box::new(Expr::of(number, at));
        let negative =
            |number: Box<Expr>| Box::new(Expr { term: Term::Binary(Operator::Multiply, integer(-1), number), at });
        let (above, below) = match &number.kind {
            ExprKind::Group(inner) => return self.rounded(function, inner, span),
            ExprKind::Binary { operator: BinaryOperator::Divide, left, right } if !divides(left) && !divides(right) => {
                (self.operand(left)?, self.operand(right)?)
            }
            _ if is_up || divides(number) => {
                let kind = SemanticError::NotOneQuotient { function: function.name() };
                return Err(Error::new(kind, number.span));
            }
            _ => (self.operand(number)?, integer(1)),
        };
        let divided = |above| Box::new(Expr { term: Term::Binary(Operator::Divide, above, below), at });
        Ok(if is_up { *negative(divided(negative(above))) } else { *divided(above) })
    }

    /// What a function of the language gives in a rule for constant arguments, such as a graph, which the engines then
    /// know; `None` elsewhere. What is wrong with the arguments is reported when the call is evaluated.
    fn known(
        &mut self,
        name: &str,
        callee: &ast::Expr,
        arguments: &[ast::Expr],
        lowered: &[Expr],
        span: Span,
    ) -> Option<Value> {
        let is_known = matches!(self.context, Context::Rule { .. })
            && self.names.is_function_of_language(name)
            && lowered.iter().all(|argument| matches!(argument.term, Term::Constant(_)));
        let call = || ExprKind::Call { callee: Box::new(callee.clone()), arguments: arguments.to_vec() };
        is_known.then(|| constant(self.names, &ast::Expr { kind: call(), span }).ok()).flatten()
    }

    /// An error unless the number of arguments is from `least` to `most`.
    fn counted(
        &self,
        function: &str,
        (least, most): (usize, usize),
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<(), Error> {
        let found = arguments.len();
        if (least..=most).contains(&found) {
            return Ok(());
        }
        Err(Error::new(SemanticError::Arguments { function: function.to_owned(), least, most, found }, span))
    }

    /// Lowers the arguments of a game, which has coordinates with these names.
    pub(crate) fn coordinates(
        &mut self,
        game: &str,
        names: &[String],
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Vec<Expr>, Error> {
        // A single tuple, as in `W((1,2))`, gives the coordinates.
        if let [ast::Expr { kind: ExprKind::Tuple(members), .. }] = arguments
            && members.len() == names.len()
        {
            return self.values(members);
        }
        if arguments.len() != names.len() {
            let found = arguments.iter().map(|argument| self.names.text(argument.span).to_owned()).collect();
            let on_boards = match self.meant(game)? {
                Some(Meant::Defined(Definition::Game(definition))) => is_on_boards(&definition),
                _ => false,
            };
            let kind = SemanticError::Coordinates { game: game.to_owned(), names: names.to_vec(), found, on_boards };
            return Err(Error::new(kind, span));
        }
        self.values(arguments)
    }

    /// The game of this name: a reference within the system that is being lowered, or a game that is made by itself.
    pub(crate) fn game_named(&mut self, name: &str, span: Span) -> Result<GameRef, Error> {
        if let Context::Rule { system, .. } = &self.context
            && let Some(index) = system.iter().position(|member| member == name)
        {
            return Ok(GameRef::Local(index));
        }
        game::game(self.names, name, span).map(GameRef::Known)
    }

    pub(crate) fn index(&mut self, base: &ast::Expr, index: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        if let ExprKind::Name(name) = &base.kind
            && self.variable(name).is_none()
            && is_game(self.names, name)?
        {
            self.one_heap_each(name, index, span)?;
            let game = self.game_named(name, base.span)?;
            let heaps = self.heap_list(index, span)?;
            return Ok(Expr { term: Term::Heaps(game, Box::new(heaps)), at: At::from(span) });
        }
        let stands_for_a_game = match &base.kind {
            ExprKind::Group(inner) => matches!(inner.kind, ExprKind::Ruleset(_)),
            ExprKind::Name(name) => self.variable(name).is_none() && self.names.bound_game(name).is_some(),
            _ => self.gives_a_game(base)?,
        };
        if stands_for_a_game {
            if let Some(heaps) = self.heaps_in_family(base, index, span)? {
                return Ok(heaps);
            }
            let game = self.game_value(base)?;
            let heaps = self.heap_list(index, span)?;
            return Ok(Expr { term: Term::Heaps(game, Box::new(heaps)), at: At::from(span) });
        }
        if let ExprKind::Name(name) = &base.kind
            && name.eq_ignore_ascii_case("mex")
            && matches!(self.meant(name)?, None | Some(Meant::Builtin(_)))
        {
            // `Mex[0, 1]`
            return self.builtin(Builtin::Mex, index, span);
        }
        let base = self.boxed(base)?;
        let [index] = index else {
            let kind = SemanticError::Arguments { function: "[ ]".to_owned(), least: 1, most: 1, found: index.len() };
            return Err(Error::new(kind, span));
        };
        let term = match &index.kind {
            ExprKind::Range { start, end, step: None } => {
                let end = end.as_deref().map(|end| self.boxed(end)).transpose()?;
                Term::Slice(base, self.boxed(start)?, end)
            }
            _ => Term::Index(base, self.boxed(index)?),
        };
        Ok(Expr { term, at: At::from(span) })
    }

    /// Is this the call of a function whose value is the game of a rule?
    pub(crate) fn gives_a_game(&mut self, call: &ast::Expr) -> Result<bool, Error> {
        let Some(name) = call.called().and_then(|(function, _)| function.as_name()) else { return Ok(false) };
        let Some(Meant::Defined(Definition::Function(function))) = self.meant(name)? else { return Ok(false) };
        Ok(function.body.rule().is_some())
    }

    /// An error for `W[…]` where the game has several coordinates, since each member is one heap.
    fn one_heap_each(&mut self, game: &str, heaps: &[ast::Expr], span: Span) -> Result<(), Error> {
        let Some(Meant::Defined(Definition::Game(definition))) = self.meant(game)? else { return Ok(()) };
        let wanted = coordinates(&definition).len();
        if wanted == 1 {
            return Ok(());
        }
        let found = heaps.iter().map(|heap| self.names.text(heap.span).trim().to_owned()).collect();
        Err(Error::new(SemanticError::HeapList { game: game.to_owned(), wanted, found }, span))
    }

    /// Lowers what stands in the brackets of `S[…]`: a list of heaps, or the heaps one by one.
    pub(crate) fn heap_list(&mut self, index: &[ast::Expr], span: Span) -> Result<Expr, Error> {
        match index {
            [one] => self.members(one),
            several => self.list(several, span),
        }
    }
}

/// Is there a quotient in what is calculated?
fn divides(expr: &ast::Expr) -> bool {
    match &expr.kind {
        ExprKind::Group(inner) | ExprKind::Unary { operand: inner, .. } => divides(inner),
        ExprKind::Binary { operator, left, right } => {
            *operator == BinaryOperator::Divide || divides(left) || divides(right)
        }
        _ => false,
    }
}

/// `map(f, list)` as `[f(member) for member in list]`, `filter(f, list)` as `[member for member in list if f(member)]`.
fn of_each(function: &ast::Expr, list: &ast::Expr, is_filter: bool, span: Span) -> ast::Expr {
    // No typed name has a blank.
    let name = ast::Name { text: "the member".to_owned(), span: list.span };
    let here = |kind| ast::Expr { kind, span };
    let member = here(ExprKind::Name(name.text.clone()));
    let called = here(ExprKind::Call { callee: Box::new(function.clone()), arguments: vec![member.clone()] });
    let mut qualifiers = vec![ast::Qualifier::For { names: vec![name], source: list.clone() }];
    let body = match is_filter {
        true => {
            qualifiers.push(ast::Qualifier::If(called));
            member
        }
        false => called,
    };
    here(ExprKind::Comprehension { brackets: Brackets::List, body: Box::new(body), qualifiers })
}

/// The argument, with the game it was lowered to, if it is a game.
fn a_game<'a>((argument, lowered): (&'a ast::Expr, &'a Expr)) -> Option<(&'a ast::Expr, &'a Game)> {
    if let Term::Constant(Value::Game(game)) = &lowered.term { Some((argument, game)) } else { None }
}
