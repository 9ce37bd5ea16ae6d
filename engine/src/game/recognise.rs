//! Recognises heap games among rules of one heap: those whose clauses depend on the heap only as the normal form of heap
//! games can say. So `game S(n) = (n-1) | (n-2) | (n-3)` and `take <1,2,3>` become the same ruleset.
//!
//! A clause is read case by case: the variables and conditions that are the same for every heap are evaluated, and what
//! is left must be one of a few forms, such as `n-k` for k in a set.

use crate::sorting;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::evaluate::shapes;
use super::heap::whole_shapes;
use super::linear::{Linear, NumberTest, ordered};
use super::{
    Amounts, At, Binding, Builtin, Clause, EvalError, EvalErrorKind, Evaluator, Expr, Function, GameRef, Halt,
    HeapRules, Likeness, MemoTables, Meter, Operator, Rule, RuleOracle, Set, Shape, Step, Term, Value, Visited,
};

/// The slot that holds n, the size of the heap.
const HEAP: usize = 0;

/// The most turns of loops over written options; a longer loop is left to the evaluator.
const MOST_WRITTEN: usize = 1 << 16;

/// The most heaps that a split may name, unless it allows any number.
pub const MOST_PARTS: u32 = 64;

/// The heap rules of each clause of a rule, which is the one with this index in its system; `None` if it is not seen to be
/// one of a heap game. If it is `asked` about, what never ends is given up early, as where its options are listed.
///
/// # Errors
/// A fault of an expression that is the same for every heap; an amount, a divisor or a number of parts that is too
/// small; `Halted`.
pub fn recognised(
    rule: &Rule,
    index: usize,
    functions: &Arc<[Function]>,
    meter: &Meter,
    asked: bool,
) -> Result<Option<Vec<HeapRules>>, EvalError> {
    let binds = rule.clauses.iter().any(|clause| clause.binding != Binding::Free);
    if rule.arity != 1 || rule.domain.is_some() || rule.representative.is_some() || binds {
        return Ok(None);
    }
    let is_guarded = match &rule.over {
        None => false,
        Some(over) if is_empty_heap(over) => true,
        Some(_) => return Ok(None),
    };
    let without_guards =
        |clause: &Clause| -> Vec<Step> { clause.steps.iter().filter(|step| !is_guard(step)).cloned().collect() };
    let steps: Vec<Vec<Step>> = rule.clauses.iter().map(without_guards).collect();
    let mut oracle = RuleOracle::new(meter.clone());
    let memo_tables = MemoTables::empty(functions);
    let evaluator = Evaluator::new(functions, &[], &memo_tables, &mut oracle);
    let mut evaluator = if asked { evaluator.in_rule() } else { evaluator };
    let mut frame = rule.frame(&[Value::Integer(0)]);
    let clauses = rule.clauses.iter().zip(&steps).map(|(clause, steps)| {
        let reader = ClauseReader { index, is_guarded: is_guarded || steps.len() < clause.steps.len(), meter };
        reader.clause(steps, &clause.option, &mut evaluator, &mut frame)
    });
    clauses.collect()
}

/// The moves of all these clauses.
///
/// # Errors
/// As [`Amounts::all`].
pub fn joined(clauses: &[HeapRules]) -> Result<HeapRules, EvalError> {
    let all = clauses.iter().flat_map(|rules| &rules.clauses);
    let taken = all.map(|clause| (clause.shape, clause.amounts.clone())).collect();
    let divisors = clauses.iter().map(|rules| rules.divisors.clone()).collect();
    HeapRules::new(taken, Amounts::all(divisors)?)
}

/// Reads the clauses of one rule.
struct ClauseReader<'m> {
    /// The index of the rule.
    index: usize,
    /// Is it said that an empty heap has no moves? Otherwise a division would take the heap 0 to itself, which is an
    /// error that the written rule reports.
    is_guarded: bool,
    meter: &'m Meter,
}

impl ClauseReader<'_> {
    fn clause<'e>(
        &self,
        steps: &'e [Step],
        option: &'e Expr,
        evaluator: &mut Evaluator<'e>,
        frame: &mut [Value],
    ) -> Result<Option<HeapRules>, EvalError> {
        let steps = self.without_implied(steps, option, evaluator, frame);
        let is_fixed = |step: &&Step| step.part().is_none_or(|part| !depends(part, &[HEAP]));
        let fixed = steps.iter().take_while(is_fixed).count();
        // A loop at the end is first read as a whole, since it may be long or endless.
        if fixed == steps.len() && matches!(steps.last(), Some(Step::For { .. })) {
            let found = self.cases(steps, fixed - 1, option, evaluator, frame)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        self.cases(steps, fixed, option, evaluator, frame)
    }

    /// The steps without the conditions at their end that say of an option that is one heap no more than that it is one: `k <= n`
    /// behind `(n-k)`.
    fn without_implied<'e>(
        &self,
        steps: &'e [Step],
        option: &'e Expr,
        evaluator: &mut Evaluator<'e>,
        frame: &mut [Value],
    ) -> &'e [Step] {
        let Term::Position(GameRef::Local(index), heaps) = &option.term else { return steps };
        let ([heap], true) = (&heaps[..], *index == self.index) else { return steps };
        let bound = steps.iter().filter_map(|step| if let Step::For { slot, .. } = step { Some(*slot) } else { None });
        let unbound = bound.chain([HEAP]).collect();
        let mut case = Case { reader: self, evaluator, frame, unbound };
        let Ok(heap) = case.linear(heap) else { return steps };
        let mut rest = steps;
        while let Some((Step::Test(condition), before)) = rest.split_last()
            && let Term::Binary(operator, left, right) = &condition.term
            && let Some((less, greater, apart)) = ordered(*operator, left, right)
            && case.is_implied(less, greater, apart, &heap)
        {
            rest = before;
        }
        rest
    }

    /// The moves of an option in all cases of the first `fixed` steps, which are the same for every heap.
    fn cases<'e>(
        &self,
        steps: &'e [Step],
        fixed: usize,
        option: &'e Expr,
        evaluator: &mut Evaluator<'e>,
        frame: &mut [Value],
    ) -> Result<Option<HeapRules>, EvalError> {
        let (fixed, rest) = steps.split_at(fixed);
        let mut turns = if rest.iter().any(names_amounts) { Set::LARGEST } else { MOST_WRITTEN };
        let mut found = FoundMoves::default();
        let flow = each_case(fixed, evaluator, frame, &mut turns, &mut |evaluator, frame| {
            let mut case = Case { reader: self, evaluator, frame, unbound: vec![HEAP] };
            match case.read(rest, option) {
                Ok(moves) => found.add(moves, self.meter)?,
                Err(Unread::Otherwise) => return Ok(ControlFlow::Break(())),
                Err(Unread::Fault(fault)) => return Err(fault),
            }
            Ok(ControlFlow::Continue(()))
        })?;
        if flow.is_break() { Ok(None) } else { found.rules().map(Some) }
    }
}

/// Visits the cases of some steps, in so many turns of their loops at most: then it breaks off.
fn each_case<'e>(
    steps: &'e [Step],
    evaluator: &mut Evaluator<'e>,
    frame: &mut [Value],
    turns: &mut usize,
    visit: &mut CaseVisitor<'_, 'e>,
) -> Visited {
    let Some((step, rest)) = steps.split_first() else { return visit(evaluator, frame) };
    evaluator.each(std::slice::from_ref(step), frame, &mut |evaluator, frame| {
        let Some(left) = turns.checked_sub(1) else { return Ok(ControlFlow::Break(())) };
        *turns = left;
        each_case(rest, evaluator, frame, turns, visit)
    })
}

type CaseVisitor<'v, 'e> = dyn FnMut(&mut Evaluator<'e>, &mut [Value]) -> Visited + 'v;

/// The moves of a clause in one case.
enum CaseMoves {
    /// Take an amount of a set, and leave the rest in one of these shapes.
    Take(Vec<Shape>, Set),
    /// Divide by a number of a set.
    Divide(Set),
}

/// The moves of a clause in the cases read so far.
#[derive(Default)]
struct FoundMoves {
    taken: BTreeMap<Vec<Shape>, JoinedSets>,
    divisors: JoinedSets,
}

/// Sets that are to be joined.
#[derive(Default)]
struct JoinedSets {
    /// The members of those that are listed.
    listed: Vec<Value>,
    others: Vec<Set>,
}

impl FoundMoves {
    fn add(&mut self, moves: CaseMoves, meter: &Meter) -> Result<(), Halt> {
        let (sets, set) = match moves {
            CaseMoves::Take(shapes, set) => (self.taken.entry(shapes).or_default(), set),
            CaseMoves::Divide(set) => (&mut self.divisors, set),
        };
        match set {
            Set::Finite(members) => meter.extend(&mut sets.listed, &members),
            other => meter.push(&mut sets.others, other),
        }
    }

    fn rules(self) -> Result<HeapRules, EvalError> {
        let mut moves = Vec::new();
        for (shapes, sets) in self.taken {
            let amounts = sets.joined()?;
            moves.extend(shapes.into_iter().map(|shape| (shape, amounts.clone())));
        }
        HeapRules::new(moves, self.divisors.joined()?)
    }
}

impl JoinedSets {
    fn joined(mut self) -> Result<Amounts, EvalError> {
        self.others.push(Set::finite(self.listed));
        Amounts::from_set(&Set::union(self.others))
    }
}

/// Why a case was not read.
enum Unread {
    /// It has another form than those of heap games.
    Otherwise,
    /// An expression in it is wrong.
    Fault(EvalError),
}

impl From<EvalError> for Unread {
    fn from(fault: EvalError) -> Unread {
        Unread::Fault(fault)
    }
}

/// One case of a clause: the slots of its fixed steps have their values in the frame.
struct Case<'c, 'e> {
    reader: &'c ClauseReader<'c>,
    evaluator: &'c mut Evaluator<'e>,
    frame: &'c mut [Value],
    /// The slots bound so far that depend on the heap, and that of the heap itself. Slots inside an expression that
    /// were not bound before it are its own.
    unbound: Vec<usize>,
}

impl<'e> Case<'_, 'e> {
    fn read(&mut self, steps: &'e [Step], option: &'e Expr) -> Result<CaseMoves, Unread> {
        if let Term::Heaps(GameRef::Local(index), heaps) = &option.term {
            return if *index == self.reader.index { self.heaps(steps, heaps) } else { Err(Unread::Otherwise) };
        }
        let mut heaps = Vec::new();
        self.summands(option, &mut heaps)?;
        match (steps, &heaps[..]) {
            ([], [heap]) => match divided(heap) {
                Some(divisor) => {
                    let divisor = self.number(divisor)?;
                    self.divided_by(Set::finite(vec![Value::Integer(divisor)]))
                }
                None => {
                    let amount = self.linear(heap)?.taken_beside(&[]).filter(|amount| *amount >= 1);
                    Ok(CaseMoves::Take(whole_shapes(), alone(amount.ok_or(Unread::Otherwise)?)))
                }
            },
            ([Step::For { slot, source }], [heap]) => self.one_heap(*slot, source, heap),
            ([Step::For { slot, source }], [a, b]) => self.two_heaps(*slot, source, a, b),
            _ => Err(Unread::Otherwise),
        }
    }

    /// Collects the heaps of an option that is a sum of heaps of the same game.
    fn summands<'o>(&self, option: &'o Expr, heaps: &mut Vec<&'o Expr>) -> Result<(), Unread> {
        match &option.term {
            Term::Binary(Operator::Add, left, right) => {
                self.summands(left, heaps)?;
                self.summands(right, heaps)
            }
            Term::Position(GameRef::Local(index), coordinates) if *index == self.reader.index => {
                heaps.extend(coordinates.first());
                Ok(())
            }
            _ => Err(Unread::Otherwise),
        }
    }

    /// A division by the members of a set that a rule has written out.
    fn divided_by(&self, set: Set) -> Result<CaseMoves, Unread> {
        let is_allowed = set.least(self.reader.meter)?.is_none_or(|least| least >= 2);
        if self.reader.is_guarded && is_allowed { Ok(CaseMoves::Divide(set)) } else { Err(Unread::Otherwise) }
    }

    /// A loop over k with the single heap n−k−c or n/k.
    fn one_heap(&mut self, slot: usize, source: &'e Expr, heap: &'e Expr) -> Result<CaseMoves, Unread> {
        let is_quotient = |divisor: &Expr| divisor.term == Term::Slot(slot);
        match (&source.term, divided(heap)) {
            (Term::Divisors { set, heap }, Some(divisor)) if is_heap(heap) && is_quotient(divisor) => {
                Ok(CaseMoves::Divide(self.checked_set(set, 2)?))
            }
            (_, Some(divisor)) if is_quotient(divisor) => {
                let set = self.set(source)?;
                self.divided_by(set)
            }
            (Term::Between { set, least, greatest }, None) if is_heap(greatest) => {
                let set = self.checked_set(set, *least)?;
                self.unbound.push(slot);
                let is_rest = self.linear(heap)?.taken_beside(&[slot]) == Some(0);
                if is_rest { Ok(CaseMoves::Take(whole_shapes(), set)) } else { Err(Unread::Otherwise) }
            }
            (_, None) => self.taking(slot, source, heap),
            _ => Err(Unread::Otherwise),
        }
    }

    /// Is one expression less than another by at least `apart` wherever a heap is at least 0?
    fn is_implied(&mut self, less: &'e Expr, greater: &'e Expr, apart: i128, heap: &Linear) -> bool {
        let (Ok(less), Ok(greater)) = (self.linear(less), self.linear(greater)) else { return false };
        let beyond = greater.less(less).and_then(|gap| gap.less(heap.clone()));
        beyond.and_then(|beyond| beyond.number()).is_some_and(|beyond| beyond >= apart)
    }

    /// The end of a range `a..min(b, n)`, where n is as much as is there: b, if it is the same for every heap.
    fn end_beside_heap(&mut self, slot: usize, source: &'e Expr, heap: &'e Expr) -> Result<Option<Set>, Unread> {
        let Term::Range { start, end: Some(end), step: None } = &source.term else { return Ok(None) };
        let Term::Builtin(Builtin::Min, ends) = &end.term else { return Ok(None) };
        self.unbound.push(slot);
        let left = self.linear(heap);
        let mut least: Option<i128> = None;
        let mut is_read = left.is_ok();
        for end in ends {
            if !depends(end, &self.unbound) {
                let number = self.number(end)?;
                least = Some(least.map_or(number, |least| least.min(number)));
            } else if let Ok(left) = &left {
                // The end is as large as the variable or larger wherever the heap that is left is at least 0.
                let gap =
                    self.linear(end).ok().and_then(|end| end.less(Linear { variables: vec![(slot, 1)], constant: 0 }));
                let beyond = gap.and_then(|gap| gap.less(left.clone())?.number());
                is_read = is_read && beyond.is_some_and(|beyond| beyond >= 0);
            }
        }
        self.unbound.pop();
        let start = self.number(start)?;
        Ok(least.filter(|_| is_read).map(|end| Set::range(start, Some(end), 1)))
    }

    /// A loop over i, from a number or from n−b up to n−a, with the single heap i+c: what is left is named, and not what is taken.
    fn leaving(&mut self, slot: usize, source: &'e Expr, heap: &'e Expr) -> Option<Set> {
        let Term::Range { start, end: Some(end), step: None } = &source.term else { return None };
        self.unbound.push(slot);
        let left = self.linear(heap).ok();
        self.unbound.pop();
        let variable = |slot| Linear { variables: vec![(slot, 1)], constant: 0 };
        let more = left?.less(variable(slot))?.number()?;
        let taken = |left: Linear| variable(HEAP).less(left)?.number()?.checked_sub(more);
        let least = taken(self.linear(end).ok()?).filter(|least| *least >= 1)?;
        let start = self.linear(start).ok()?;
        let most = match start.number() {
            Some(start) if start.checked_add(more)? <= 0 => None,
            Some(_) => return None,
            None => Some(taken(start)?),
        };
        Some(Set::range(least, most, 1))
    }

    /// A loop over k with the single heap n−k−c.
    fn taking(&mut self, slot: usize, source: &'e Expr, heap: &'e Expr) -> Result<CaseMoves, Unread> {
        if let Some(set) = self.leaving(slot, source, heap) {
            return Ok(CaseMoves::Take(whole_shapes(), set));
        }
        let beside_heap = self.end_beside_heap(slot, source, heap)?;
        if beside_heap.is_none() && depends(source, &self.unbound) {
            let (start, end, halved) = self.run(source)?;
            self.unbound.push(slot);
            let beside = self.linear(heap)?.taken_beside(&[slot]).ok_or(Unread::Otherwise)?;
            return taking_run(start, &end, halved, beside).ok_or(Unread::Otherwise);
        }
        let set = match beside_heap {
            Some(set) => set,
            None => self.set(source)?,
        };
        self.unbound.push(slot);
        let beside = self.linear(heap)?.taken_beside(&[slot]).ok_or(Unread::Otherwise)?;
        let least = set.least(self.reader.meter)?;
        let taken = shifted(set, i128::from(beside)).ok_or(Unread::Otherwise)?;
        let takes = least.is_none_or(|least| least.checked_add(i128::from(beside)).is_some_and(|least| least >= 1));
        if takes { Ok(CaseMoves::Take(whole_shapes(), taken)) } else { Err(Unread::Otherwise) }
    }

    /// A loop over i with the two heaps i and n−c−i, in any order.
    fn two_heaps(&mut self, slot: usize, source: &'e Expr, a: &'e Expr, b: &'e Expr) -> Result<CaseMoves, Unread> {
        let (start, end, halved) = self.run(source)?;
        self.unbound.push(slot);
        let (a, b) = (self.linear(a)?, self.linear(b)?);
        splitting(slot, (start, &end, halved), &a, &b).ok_or(Unread::Otherwise)
    }

    /// The heaps that a split leaves, after something was taken or not.
    fn heaps(&mut self, steps: &'e [Step], heaps: &'e Expr) -> Result<CaseMoves, Unread> {
        let Some((Step::For { slot, source }, before)) = steps.split_last() else { return Err(Unread::Otherwise) };
        let taken = match before {
            [] => None,
            [Step::For { slot, source: Expr { term: Term::Between { set, least, greatest }, .. } }]
                if is_heap(greatest) =>
            {
                let set = self.checked_set(set, *least)?;
                self.unbound.push(*slot);
                Some((*slot, set))
            }
            _ => return Err(Unread::Otherwise),
        };
        let (rest, shapes) = match &source.term {
            Term::Ways(rest, shape) => (rest, vec![*shape]),
            Term::WaysInto { rest, into, likeness } => (rest, self.shapes(into, *likeness)?),
            _ => return Err(Unread::Otherwise),
        };
        let rest = self.linear(rest)?;
        let amounts = match taken {
            Some((amount, set)) => (rest.taken_beside(&[amount]) == Some(0)).then_some(set),
            None => rest.taken_beside(&[]).map(alone),
        };
        match amounts {
            Some(amounts) if heaps.term == Term::Slot(*slot) => Ok(CaseMoves::Take(shapes, amounts)),
            _ => Err(Unread::Otherwise),
        }
    }

    fn shapes(&mut self, into: &'e Expr, likeness: Likeness) -> Result<Vec<Shape>, Unread> {
        let value = self.value(into)?;
        let mut shapes = shapes(&value, likeness, self.reader.meter).map_err(|kind| EvalError::new(kind, into.at))?;
        if shapes.iter().any(|shape| shape.least > MOST_PARTS) {
            return Err(Unread::Otherwise);
        }
        sorting::sort(&mut shapes);
        shapes.dedup();
        Ok(shapes)
    }

    /// The value of an expression that is the same for every heap.
    fn value(&mut self, expr: &'e Expr) -> Result<Value, Unread> {
        if depends(expr, &self.unbound) {
            return Err(Unread::Otherwise);
        }
        Ok(self.evaluator.value(expr, self.frame)?)
    }

    fn number(&mut self, expr: &'e Expr) -> Result<i128, Unread> {
        self.value(expr)?.as_integer().ok_or(Unread::Otherwise)
    }

    fn set(&mut self, expr: &'e Expr) -> Result<Set, Unread> {
        let set = match self.value(expr)? {
            Value::Set(set) => (*set).clone(),
            Value::List(members) => Set::finite(members.to_vec()),
            _ => return Err(Unread::Otherwise),
        };
        let is_number = |member: &Value| matches!(member, Value::Integer(_));
        let has_others = matches!(&set, Set::Finite(members) if !members.iter().all(is_number));
        if has_others { Err(Unread::Otherwise) } else { Ok(set) }
    }

    /// The set of a clause that says what is taken or divided by.
    fn checked_set(&mut self, expr: &'e Expr, least: i128) -> Result<Set, Unread> {
        let set = self.set(expr)?;
        match set.least(self.reader.meter)? {
            Some(divisor) if least == 2 && divisor < 2 => fault(EvalErrorKind::HeapDivisor { divisor }, expr.at),
            Some(amount) if amount < least => fault(EvalErrorKind::Amount { amount }, expr.at),
            _ => Ok(set),
        }
    }

    /// Reads a range `a..n+b` or `a..(n+b)/d`: returns a, n+b and d.
    fn run(&mut self, source: &'e Expr) -> Result<(i128, Linear, Option<i128>), Unread> {
        let Term::Range { start, end: Some(end), step: None } = &source.term else { return Err(Unread::Otherwise) };
        let start = self.number(start)?;
        let (end, halved) = match &end.term {
            Term::Binary(Operator::Divide, whole, divisor) => (self.linear(whole)?, Some(self.number(divisor)?)),
            _ => (self.linear(end)?, None),
        };
        if end.variables == [(HEAP, 1)] { Ok((start, end, halved)) } else { Err(Unread::Otherwise) }
    }

    fn linear(&mut self, expr: &'e Expr) -> Result<Linear, Unread> {
        let mut known = |part: &'e Expr| {
            if depends(part, &self.unbound) { Ok(None) } else { self.number(part).map(Some) }
        };
        Linear::of(expr, &mut known)?.ok_or(Unread::Otherwise)
    }
}

/// Does the value of an expression depend on one of these slots, or on the games of its own system?
fn depends(expr: &Expr, unbound: &[usize]) -> bool {
    let mut found = match &expr.term {
        Term::Slot(slot) => unbound.contains(slot),
        Term::Position(GameRef::Local(_), _) | Term::Heaps(GameRef::Local(_), _) => true,
        Term::Admitted(..) | Term::Exists(_) | Term::Ask { .. } | Term::AskGame { .. } | Term::Made { .. } => true,
        _ => false,
    };
    expr.each_part(&mut |part| found = found || depends(part, unbound));
    found
}

fn fault<T>(kind: EvalErrorKind, at: At) -> Result<T, Unread> {
    Err(Unread::Fault(EvalError::new(kind, at)))
}

/// Does the step run through the amounts or the ways that a clause names?
fn names_amounts(step: &Step) -> bool {
    let named = |term: &Term| {
        matches!(term, Term::Between { .. } | Term::Divisors { .. } | Term::Ways(..) | Term::WaysInto { .. })
    };
    matches!(step, Step::For { source, .. } if named(&source.term))
}

/// A loop over k from `start` to `end`, or to a part of that, with the single heap n−k−c, where c is `beside`.
fn taking_run(start: i128, end: &Linear, halved: Option<i128>, beside: u64) -> Option<CaseMoves> {
    let first = start.checked_add(i128::from(beside))?;
    (first >= 1 && halved.is_none()).then_some(())?;
    let amounts = Set::range(first, None, 1);
    // With e the constant of the end, k ≤ n+e: the amount k+c is at most n−short, where short = −e−c, and never more
    // than n. If short ≤ 0 this does not restrict the amount; if short = 1, at least one must stay.
    match end.constant.checked_neg()?.checked_sub(i128::from(beside))? {
        short if short <= 0 => Some(CaseMoves::Take(whole_shapes(), amounts)),
        1 => Some(CaseMoves::Take(vec![Shape::exactly(1, Likeness::Any)], amounts)),
        _ => None,
    }
}

/// A loop over i with the heaps i and n−c−i; `run` says from where to where.
fn splitting(slot: usize, run: (i128, &Linear, Option<i128>), a: &Linear, b: &Linear) -> Option<CaseMoves> {
    let (part, rest) = if a.is_just(slot) { (a, b) } else { (b, a) };
    if !part.is_just(slot) {
        return None;
    }
    let taken = rest.taken_beside(&[slot])?;
    let (start, end, halved) = run;
    (0..=1).contains(&start).then_some(())?;
    // The heap i goes up to (n-c) - short, or up to half of that.
    let short = end.constant.checked_neg()?.checked_sub(i128::from(taken))?;
    let mut shapes = match (halved, short) {
        (Some(2), 1) => vec![Shape::exactly(2, Likeness::Unequal)],
        (Some(2), 0) | (None, 0 | 1) => vec![Shape::exactly(2, Likeness::Any)],
        _ => return None,
    };
    let empty = start == 0 || (halved.is_none() && short == 0);
    let whole_rest = start == 0 || short == 0;
    if empty && whole_rest {
        shapes.push(Shape::exactly(1, Likeness::Any));
        if start == 0 && short == 0 {
            shapes.push(Shape::exactly(0, Likeness::Any));
        }
        // Taking nothing and leaving the heap whole would be a move that changes nothing.
        (taken >= 1).then_some(())?;
    }
    Some(CaseMoves::Take(shapes, alone(taken)))
}

/// The set of one number.
fn alone(number: u64) -> Set {
    Set::finite(vec![Value::Integer(i128::from(number))])
}

/// The members of a set of numbers, each made larger by `shift`.
fn shifted(set: Set, shift: i128) -> Option<Set> {
    match set {
        set if shift == 0 => Some(set),
        // The end may be cut off at 128 bits: that lies beyond every heap.
        Set::Range { start, end, step } => {
            Some(Set::range(start.checked_add(shift)?, end.map(|end| end.saturating_add(shift)), step))
        }
        Set::Finite(members) => {
            let member = |member: &Value| Some(Value::Integer(member.as_integer()?.checked_add(shift)?));
            Some(Set::finite(members.iter().map(member).collect::<Option<_>>()?))
        }
        _ => None,
    }
}

/// The divisor d, if a heap is written `n/d`.
fn divided(heap: &Expr) -> Option<&Expr> {
    match &heap.term {
        Term::Binary(Operator::Divide, n, divisor) if is_heap(n) => Some(divisor),
        _ => None,
    }
}

fn is_heap(expr: &Expr) -> bool {
    expr.term == Term::Slot(HEAP)
}

/// Does this condition hold for the empty heap alone, as `n == 0` does?
fn is_empty_heap(condition: &Expr) -> bool {
    matches!(NumberTest::of(condition, HEAP), Some(NumberTest::Is(0) | NumberTest::AtMost(0)))
}

/// Does the step only leave out the empty heap, of which no clause of a heap game moves?
fn is_guard(step: &Step) -> bool {
    let Step::Test(condition) = step else { return false };
    matches!(NumberTest::of(condition, HEAP), Some(NumberTest::IsNot(0) | NumberTest::AtLeast(1)))
}

impl Linear {
    fn is_just(&self, slot: usize) -> bool {
        self.constant == 0 && self.variables == [(slot, 1)]
    }

    /// The number c ≥ 0, if this is n − c minus the variables in the slots `others`.
    fn taken_beside(&self, others: &[usize]) -> Option<u64> {
        let expected = self.variables.len() == 1 + others.len()
            && self.factor(HEAP) == 1
            && others.iter().all(|slot| self.factor(*slot) == -1);
        if expected { u64::try_from(self.constant.checked_neg()?).ok() } else { None }
    }
}
