//! Compiles the parts of rules that work on texts, lists and couples.

use crate::sorting;
use std::sync::Arc;

use super::{Compiler, board_op, chosen, numbers_in};
use crate::code::couples;
use crate::code::flat::{FlatCoordinates, Kind};
use crate::code::form::{BoardCode, BoardCoordinate, BoardOp, Code, LoopSource, NewMembers, OptionCode, StepCode};
use crate::code::frame_slice::FrameSlice;
use crate::game::{Builtin, Expr, GameRef, Meter, Operator, Term, Value};

/// The kinds whose members lie in the frame.
const BOARDS: [Kind; 4] = [Kind::Text, Kind::List, Kind::Tuple, Kind::Couples];

impl Compiler<'_> {
    /// The members of all constants of a rule, at most: they are copied into every frame.
    const CONSTANTS: usize = 512;

    /// A constant text, list or tuple, which is added to those at the end of the frame.
    pub fn constant(&mut self, value: &Value) -> Option<(Code, Kind)> {
        let (members, kind) = match value {
            Value::Text(text) if text.is_ascii() => (text.bytes().map(i64::from).collect(), Kind::Text),
            Value::List(members) if matches!(members.first(), Some(Value::Tuple(_))) => {
                (couples_in(members)?, Kind::Couples)
            }
            Value::List(members) => (numbers_in(members)?, Kind::List),
            Value::Tuple(members) => (numbers_in(members)?, Kind::Tuple),
            _ => return None,
        };
        if self.constants.len() + members.len() > Self::CONSTANTS {
            return None;
        }
        self.constants.splice(0..0, members.iter().copied());
        let slice = FrameSlice {
            before_end: u32::try_from(self.constants.len()).ok()?,
            length: u32::try_from(members.len()).ok()?,
        };
        Some((Code::Constant(slice.encode()), kind))
    }

    /// The code of an expression of one of these kinds; `None` if it is of another kind.
    fn board_operand(&mut self, expr: &Expr, kinds: &[Kind]) -> Option<(Code, Kind)> {
        let before = self.constants.len();
        let found = self.laid(expr).filter(|(_, kind)| kinds.contains(kind));
        if found.is_none() {
            // Rules over numbers are compiled only if there are no constants in the frame, so unused ones must not
            // stay.
            self.constants.drain(..self.constants.len() - before);
        }
        found
    }

    /// `h[i]`: a number, a couple, or a text of one character.
    pub fn member(&mut self, base: &Expr, index: &Expr) -> Option<(Code, Kind)> {
        if let Some(rows) = base.listed() {
            let (rows, kind) = self.rows(rows)?;
            return Some((Code::Member(rows, Box::new(self.number(index)?)), kind));
        }
        let (base, kind) = self.board_operand(base, &[&BOARDS[..], &[Kind::Couple]].concat())?;
        if kind == Kind::Couple {
            return match index.term {
                Term::Constant(Value::Integer(0)) => Some((board_op(BoardOp::First(base)), Kind::Number)),
                Term::Constant(Value::Integer(1)) => Some((board_op(BoardOp::Second(base)), Kind::Number)),
                _ => None,
            };
        }
        let index = self.number(index)?;
        Some(match kind {
            Kind::Text => (board_op(BoardOp::Character(base, index)), Kind::Text),
            list => (board_op(BoardOp::Member(base, index)), list.member()?),
        })
    }

    pub fn slice(&mut self, base: &Expr, start: &Expr, end: Option<&Expr>) -> Option<(Code, Kind)> {
        let (base, kind) = self.board_operand(base, &[Kind::Text, Kind::List, Kind::Couples])?;
        let start = self.number(start)?;
        let end = match end {
            Some(end) => Some(self.number(end)?),
            None => None,
        };
        Some((board_op(BoardOp::Part(base, start, end)), kind))
    }

    /// `s[i] == "x"`: compared as numbers.
    pub fn same_character(&mut self, operator: Operator, a: &Expr, b: &Expr) -> Option<Code> {
        if !matches!(operator, Operator::Equal | Operator::Unequal) {
            return None;
        }
        let characters = [self.character(a)?, self.character(b)?];
        Some(Code::Binary(operator, Box::new(characters)))
    }

    /// A single character as a number.
    fn character(&mut self, expr: &Expr) -> Option<Code> {
        match &expr.term {
            Term::Constant(Value::Text(text)) => match text.as_bytes() {
                [byte] => Some(Code::Constant(i64::from(*byte))),
                _ => None,
            },
            Term::Index(base, index) => {
                let (base, _) = self.board_operand(base, &[Kind::Text])?;
                Some(board_op(BoardOp::Member(base, self.number(index)?)))
            }
            _ => None,
        }
    }

    /// `length`, `sum`, `min`, `max` or `nimsum` of the members of a list; `None` for other functions.
    pub fn over_members(&mut self, function: Builtin, list: &Expr) -> Option<(Code, Kind)> {
        if function == Builtin::Length {
            let length = match self.length(list) {
                Some(length) => length,
                None => board_op(BoardOp::Length(self.board_operand(list, &BOARDS)?.0)),
            };
            return Some((length, Kind::Number));
        }
        if !matches!(function, Builtin::Sum | Builtin::Min | Builtin::Max | Builtin::Nimsum) {
            return None;
        }
        let (list, _) = self.board_operand(list, &[Kind::List, Kind::Tuple])?;
        let slot = self.slot(Kind::Number);
        let steps = vec![self.run_through(slot, LoopSource::Members(list))];
        Some((Code::Fold(function, steps, Box::new(Code::Slot(slot))), Kind::Number))
    }

    /// `count(h, x)`
    pub fn count(&mut self, arguments: &[Expr]) -> Option<(Code, Kind)> {
        let [collection, wanted] = arguments else { return None };
        let (collection, kind) = self.board_operand(collection, &BOARDS)?;
        let wanted = match kind {
            Kind::Text => self.character(wanted)?,
            _ => self.member_for(kind, wanted)?,
        };
        Some((self.equal_members(Builtin::Count, LoopSource::Members(collection), wanted), Kind::Number))
    }

    /// Whether any number of a source equals this one (`Builtin::Some`), or how many do (`Builtin::Count`).
    fn equal_members(&mut self, function: Builtin, source: LoopSource, wanted: Code) -> Code {
        let (slot, known) = (self.slot(Kind::Number), self.slot(Kind::Number));
        let steps = vec![self.run_through(slot, source)];
        let same = Code::Binary(Operator::Equal, Box::new([Code::Slot(slot), Code::Slot(known)]));
        Code::Let(known, vec![wanted], Box::new(Code::Fold(function, steps, Box::new(same))))
    }

    /// `x in h`
    pub fn in_board(&mut self, member: &Expr, collection: &Expr) -> Option<Code> {
        if let Some(constants) = constants(collection) {
            return self.in_constants(member, &constants);
        }
        if let Term::List(members) | Term::Set(members) = &collection.term
            && members.iter().all(|member| matches!(member.term, Term::Tuple(_) | Term::Constant(Value::Tuple(_))))
        {
            return self.one_of_couples(member, members);
        }
        let (collection, kind) = self.board_operand(collection, &[&BOARDS[..], &[Kind::Couple]].concat())?;
        if kind == Kind::Couple {
            return self.in_couple(member, collection);
        }
        if kind == Kind::Text {
            let part = self.of_kind(member, Kind::Text)?;
            return Some(board_op(BoardOp::Occurs(part, collection)));
        }
        let member = self.member_for(kind, member)?;
        Some(self.equal_members(Builtin::Some, LoopSource::Members(collection), member))
    }

    /// The code of an expression as a member of a list of this kind: a number or a couple.
    fn member_for(&mut self, kind: Kind, expr: &Expr) -> Option<Code> {
        match kind.member()? {
            Kind::Couple => self.couple(expr),
            _ => self.number(expr),
        }
    }

    /// The code of a tuple of two numbers, as a couple.
    pub fn couple(&mut self, expr: &Expr) -> Option<Code> {
        match &expr.term {
            Term::Constant(constant) => couples::of_value(constant).map(Code::Constant),
            _ => self.of_kind(expr, Kind::Couple),
        }
    }

    /// `c in [(a, b), (b, a)]`
    fn one_of_couples(&mut self, member: &Expr, couples: &[Expr]) -> Option<Code> {
        let member = self.couple(member)?;
        let members = couples.iter().map(|couple| self.couple(couple)).collect::<Option<_>>()?;
        let source = chosen(members, false);
        Some(self.equal_members(Builtin::Some, source, member))
    }

    /// `v in (a, b)`
    fn in_couple(&mut self, member: &Expr, couple: Code) -> Option<Code> {
        let (known, both) = (self.slot(Kind::Number), self.slot(Kind::Couple));
        let is = |half: Code| Code::Binary(Operator::Equal, Box::new([Code::Slot(known), half]));
        let halves = [board_op(BoardOp::First(Code::Slot(both))), board_op(BoardOp::Second(Code::Slot(both)))];
        Some(Code::Let(known, vec![self.number(member)?, couple], Box::new(Code::Or(Box::new(halves.map(is))))))
    }

    /// Is a couple, text, list or tuple one of these constants?
    fn in_constants(&mut self, member: &Expr, constants: &[Value]) -> Option<Code> {
        if constants.iter().all(|constant| couples::of_value(constant).is_some())
            && let Some(couple) = self.couple(member)
        {
            let mut listed: Vec<i64> = constants.iter().filter_map(couples::of_value).collect();
            sorting::sort(&mut listed);
            return Some(Code::InList(listed.into(), Box::new(couple)));
        }
        let (member, kind) = self.board_operand(member, &BOARDS)?;
        let known = self.slot(kind);
        let same = constants.iter().map(|constant| {
            let (constant, _) = self.constant(constant).filter(|(_, other)| *other == kind)?;
            Some(board_op(BoardOp::Same(Code::Slot(known), constant)))
        });
        let same = same.collect::<Option<Vec<Code>>>()?;
        let one_of_them = same.into_iter().reduce(|before, same| Code::Or(Box::new([before, same])))?;
        Some(Code::Let(known, vec![member], Box::new(one_of_them)))
    }

    /// Places constants, all of one kind, in the frame; the encoded slices that tell where each lies.
    fn rows(&mut self, rows: &[Value]) -> Option<(Arc<[i64]>, Kind)> {
        let rows: Vec<(Code, Kind)> = rows.iter().map(|row| self.constant(row)).collect::<Option<_>>()?;
        let kind = rows.first()?.1;
        let encoded = rows.into_iter().map(|row| match row {
            (Code::Constant(encoded), same) if same == kind => Some(encoded),
            _ => None,
        });
        Some((encoded.collect::<Option<_>>()?, kind))
    }

    /// A source that involves texts, lists or couples: constants of one kind, the indices of a list, connected parts,
    /// or the members of a list or couple. With the kind of its members.
    pub fn board_source(&mut self, source: &Expr) -> Option<(LoopSource, Kind)> {
        if let Some(rows) = source.listed() {
            let (rows, kind) = self.rows(rows)?;
            return Some((LoopSource::List(rows), kind));
        }
        if let Term::Builtin(Builtin::Indices, arguments) = &source.term {
            let length = board_op(BoardOp::Length(self.board_operand(arguments.first()?, &BOARDS)?.0));
            let end = Code::Binary(Operator::Subtract, Box::new([length, Code::Constant(1)]));
            return Some((LoopSource::Range { start: Code::Constant(0), end, step: Code::Constant(1) }, Kind::Number));
        }
        if let Some((parts, kind)) = self.parts(source) {
            return Some((LoopSource::Parts(Box::new(parts)), kind));
        }
        let (list, kind) = self.board_operand(source, &[Kind::List, Kind::Tuple, Kind::Couples, Kind::Couple])?;
        if kind == Kind::Couple {
            let members = vec![board_op(BoardOp::First(list.clone())), board_op(BoardOp::Second(list))];
            let source = chosen(members, false);
            return Some((source, Kind::Number));
        }
        Some((LoopSource::Members(list), kind.member()?))
    }

    /// The source for a constant list of tuples of two numbers.
    pub fn couples_source(&mut self, source: &Expr) -> Option<LoopSource> {
        let members: Option<Arc<[i64]>> = match &source.term {
            Term::Constant(Value::List(members)) => members.iter().map(couples::of_value).collect(),
            Term::List(members) => members.iter().map(|member| fixed(&self.couple(member)?)).collect(),
            _ => None,
        };
        members.map(LoopSource::List)
    }

    /// An option that is a single position, with coordinates of any kind.
    pub fn position_option(&mut self, game: &GameRef, coordinates: &[Expr]) -> Option<OptionCode> {
        let mut compiled = Vec::new();
        for coordinate in coordinates {
            let code = if self.is_built(coordinate) { None } else { self.code(coordinate) };
            compiled.push(match code {
                Some((code, Kind::Number)) => BoardCoordinate::Number(code),
                Some((code, kind @ (Kind::Text | Kind::List | Kind::Couples))) => {
                    BoardCoordinate::Board(kind, BoardCode::Copy(code))
                }
                Some((_, Kind::Truth | Kind::Tuple | Kind::Couple)) => return None,
                None => {
                    let (built, kind) = self.board_code(coordinate)?;
                    BoardCoordinate::Board(kind, built)
                }
            });
        }
        if compiled.iter().any(|coordinate| matches!(coordinate, BoardCoordinate::Board(..))) {
            let (memo, rule) = self.rule_of(game)?;
            return Some(OptionCode::Board { memo, rule, coordinates: compiled });
        }
        let number = |coordinate| match coordinate {
            BoardCoordinate::Number(code) => Some(code),
            BoardCoordinate::Board(..) => None,
        };
        self.position(game, compiled.into_iter().map(number).collect::<Option<_>>()?)
    }

    /// Is an expression certain to be a text or a list that has to be built, if it can be compiled?
    pub(super) fn is_built(&self, expr: &Expr) -> bool {
        is_built(expr, &mut |function| self.gives_built().get(function).is_some_and(|gives| *gives))
    }

    /// For each function, whether [`Compiler::is_built`] is true of its body.
    fn gives_built(&self) -> &[bool] {
        self.gives_built.get_or_init(|| {
            let mut gives = vec![false; self.functions.len()];
            // What a function gives may follow from what one gives that it calls.
            for _ in 0..self.functions.len() {
                let mut known = |called: usize| gives.get(called).is_some_and(|gives| *gives);
                let again = self.functions.iter().map(|function| is_built(&function.body, &mut known)).collect();
                let before = std::mem::replace(&mut gives, again);
                if before == gives {
                    break;
                }
            }
            gives
        })
    }

    /// The code of an expression. What turns out to be a text or a list that has to be built is laid into the frame.
    pub(super) fn laid(&mut self, expr: &Expr) -> Option<(Code, Kind)> {
        match self.code(expr) {
            None if self.builds => self.built(expr),
            found => found,
        }
    }

    /// A text or a list that is built in the frame, in slots of its own.
    pub(super) fn built(&mut self, expr: &Expr) -> Option<(Code, Kind)> {
        let (built, kind) = self.board_code(expr)?;
        let built = self.decided(built);
        let buffer_slot = self.slots;
        self.slots += FlatCoordinates::LONGEST;
        Some((board_op(BoardOp::Built(built, buffer_slot)), kind))
    }

    /// A text or a list that has to be built. That is done for one position at a time, with others inside it.
    pub(super) fn board_code(&mut self, expr: &Expr) -> Option<(BoardCode, Kind)> {
        let builds = std::mem::replace(&mut self.builds, true);
        let built = self.board_code_inside(expr);
        self.builds = builds;
        built
    }

    fn board_code_inside(&mut self, expr: &Expr) -> Option<(BoardCode, Kind)> {
        self.count_term()?;
        if !self.is_built(expr)
            && let Some((code, kind @ (Kind::Text | Kind::List | Kind::Couples))) = self.code(expr)
        {
            return Some((BoardCode::Copy(code), kind));
        }
        Some(match &expr.term {
            Term::List(members) => {
                let is_tuple = |member: &Expr| matches!(member.term, Term::Tuple(_) | Term::Constant(Value::Tuple(_)));
                let kind = if members.iter().any(is_tuple) { Kind::Couples } else { Kind::List };
                let members = members.iter().map(|member| self.member_for(kind, member)).collect::<Option<_>>()?;
                (BoardCode::List(members), kind)
            }
            Term::ListOf(steps, member) => {
                let steps = self.steps(steps)?;
                let (member, kind) = match self.code(member)? {
                    (number, Kind::Number) => (number, Kind::List),
                    (couple, Kind::Couple) => (couple, Kind::Couples),
                    _ => return None,
                };
                (BoardCode::Each(steps, member), kind)
            }
            Term::Binary(Operator::Join, a, b) => {
                let ((a, kind), (b, other)) = (self.board_code(a)?, self.board_code(b)?);
                (kind == other).then_some((BoardCode::Joined(Box::new([a, b])), kind))?
            }
            Term::If(condition, then, otherwise) => {
                let condition = self.truth(condition)?;
                let ((then, kind), (otherwise, other)) = (self.board_code(then)?, self.board_code(otherwise)?);
                (kind == other).then_some((BoardCode::If(condition, Box::new([then, otherwise])), kind))?
            }
            Term::Builtin(function @ (Builtin::Min | Builtin::Max), forms) => self.extreme(*function, forms)?,
            Term::Builtin(function, arguments) => self.rearranged(*function, arguments)?,
            // Substitute the arguments where possible and none would be built more than once.
            Term::Call(function, arguments) => match self.callable(*function, arguments)?.body.with(arguments) {
                Some(body) if !arguments.iter().any(|argument| self.is_built(argument)) => self.board_code(&body)?,
                _ => {
                    let (first, arguments, (body, kind)) =
                        self.inlined(*function, arguments, &mut |this, body| this.board_code(body))?;
                    (BoardCode::Let(first, arguments, Box::new(body)), kind)
                }
            },
            Term::Fold(function, steps, body) => {
                let steps = self.steps(steps)?;
                let (body, kind) = self.board_code(body)?;
                (extreme(*function, vec![(steps, body)])?, kind)
            }
            _ => return None,
        })
    }

    /// `min` or `max` of texts or lists, as in `min([f(h) for …])` and `min(s, reverse(s))`.
    fn extreme(&mut self, function: Builtin, forms: &[Expr]) -> Option<(BoardCode, Kind)> {
        let forms = match forms {
            [one] => std::slice::from_ref(one),
            several => several,
        };
        let mut cases = Vec::new();
        let mut given = None;
        for form in forms {
            let alone = forms.len() == 1;
            let each: Vec<(Vec<StepCode>, &Expr)> = match &form.term {
                Term::ListOf(steps, body) if alone => vec![(self.steps(steps)?, body)],
                Term::List(members) if alone => members.iter().map(|member| (Vec::new(), member)).collect(),
                _ if alone => return None,
                _ => vec![(Vec::new(), form)],
            };
            for (steps, body) in each {
                let (built, kind) = self.board_code(body)?;
                if given.replace(kind).is_some_and(|before| before != kind) {
                    return None;
                }
                cases.push((steps, built));
            }
        }
        Some((extreme(function, cases)?, given?))
    }

    fn rearranged(&mut self, function: Builtin, arguments: &[Expr]) -> Option<(BoardCode, Kind)> {
        let (old, others) = arguments.split_first()?;
        if !is_rearranging(function) {
            return None;
        }
        let (old, kind) = self.board_code(old)?;
        let old = Box::new(old);
        let built = match (function, others) {
            (Builtin::Sort, []) => BoardCode::Sorted(old),
            (Builtin::Reverse, []) => BoardCode::Reversed(old),
            (Builtin::Remove, [index]) => BoardCode::Removed(old, self.number(index)?),
            (Builtin::Replace, [index, new]) => BoardCode::Replaced(old, self.number(index)?, self.put_in(new, kind)?),
            (Builtin::Insert, [index, new]) => BoardCode::Inserted(old, self.number(index)?, self.put_in(new, kind)?),
            _ => return None,
        };
        Some((built, kind))
    }

    /// What `replace` or `insert` puts into a text or a list of this kind.
    fn put_in(&mut self, expr: &Expr, kind: Kind) -> Option<NewMembers> {
        if kind != Kind::Text {
            return self.member_for(kind, expr).map(NewMembers::Number);
        }
        let (built, kind) = self.board_code(expr)?;
        (kind == Kind::Text).then(|| NewMembers::Text(Box::new(built)))
    }
}

/// As [`Compiler::is_built`]. `gives_built`: is what this function gives certain to be built?
fn is_built(expr: &Expr, gives_built: &mut dyn FnMut(usize) -> bool) -> bool {
    match &expr.term {
        Term::List(_) | Term::ListOf(..) | Term::Binary(Operator::Join, ..) => true,
        Term::Builtin(function, _) => is_rearranging(*function),
        Term::If(_, then, otherwise) => is_built(then, gives_built) || is_built(otherwise, gives_built),
        Term::Call(function, _) => gives_built(*function),
        _ => false,
    }
}

/// Does a function make a text or a list of another one?
fn is_rearranging(function: Builtin) -> bool {
    matches!(function, Builtin::Sort | Builtin::Reverse | Builtin::Replace | Builtin::Remove | Builtin::Insert)
}

/// The least or the greatest of some cases.
fn extreme(function: Builtin, cases: Vec<(Vec<StepCode>, BoardCode)>) -> Option<BoardCode> {
    let greatest = match function {
        Builtin::Min => false,
        Builtin::Max => true,
        _ => return None,
    };
    Some(BoardCode::Extreme { greatest, cases })
}

/// The number or couple that code gives for every position, if it is constant.
fn fixed(code: &Code) -> Option<i64> {
    match code {
        Code::Constant(n) => Some(*n),
        Code::Negate(n) => fixed(n)?.checked_neg(),
        Code::Board(op) => match &**op {
            BoardOp::Couple(one, other) => couples::couple(fixed(one)?, fixed(other)?),
            _ => None,
        },
        _ => None,
    }
}

/// The members of a list of tuples as couples; `None` unless all numbers are from 0 to 15.
fn couples_in(members: &[Value]) -> Option<Arc<[i64]>> {
    let couple = |member: &Value| couples::of_value(member).filter(|couple| couples::is_ordered(*couple));
    members.iter().map(couple).collect()
}

/// The members of a constant collection, if there are at most `FEW`.
fn constants(collection: &Expr) -> Option<Vec<Value>> {
    const FEW: usize = 16;
    let members = match &collection.term {
        Term::Constant(Value::Set(set)) if set.size_bound() <= FEW as u128 => set.members(&Meter::default()).ok()?,
        Term::Constant(Value::List(members) | Value::Tuple(members)) => members.to_vec(),
        Term::Set(members) | Term::List(members) => {
            let constant = |member: &Expr| match &member.term {
                Term::Constant(value) => Some(value.clone()),
                _ => None,
            };
            members.iter().map(constant).collect::<Option<_>>()?
        }
        _ => return None,
    };
    (members.len() <= FEW).then_some(members)
}
