//! The options of positions. A [`Mover`] decides which positions of written rules exist, whose options are
//! expressions, and lists these options.

use std::cell::RefCell;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::value::{expected, members_of};
use super::{
    At, Binding, Builtin, Component, EvalError, EvalErrorKind, Evaluator, Expr, Function, Game, LARGEST_COORDINATE,
    MemoTables, Meter, Operator, Position, Rule, RuleOracle, Ruleset, Step, Sum, Summand, System, Term, Value, Visited,
};

/// A condition behind `where` that does not hold for a position.
#[derive(Clone, Debug, Default)]
pub struct Violated {
    /// Where it was written.
    pub at: At,
    /// The coordinate, by index, of which it states what this may be.
    pub stated: Option<usize>,
    /// If it speaks of all members of something, the first ones for which it does not hold.
    pub members: Vec<Value>,
}

impl Game {
    /// For each coordinate of a written rule the values that it may have, if a condition such as `pass in 0..1` lists finitely many.
    pub fn listed_coordinates(&self, meter: &Meter) -> Vec<Option<Arc<[Value]>>> {
        match &self.ruleset {
            Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => vec![None],
            Ruleset::Written(system, index) => system.rules[*index].listed(&Mover::new(system.clone(), meter.clone())),
        }
    }

    /// Do the conditions of a written rule bound each coordinate, by the values that it may have or by a number, as `v < 10^6`? Then
    /// the game has finitely many positions.
    pub fn is_bounded(&self, meter: &Meter) -> bool {
        let Ruleset::Written(system, index) = &self.ruleset else { return false };
        let (rule, mover) = (&system.rules[*index], Mover::new(system.clone(), meter.clone()));
        let bounded: Vec<usize> = rule.conditions().into_iter().filter_map(|read| rule.bounded(read, &mover)).collect();
        (0..rule.arity).all(|place| bounded.contains(&place))
    }
}

impl Position {
    /// Visits every option, in the order in which one would write the moves: clause by clause, the smallest amount
    /// first. The same one may come more than once.
    ///
    /// # Errors
    /// A fault of the rule or of the visitor; `Stopped`.
    pub fn each_option(&self, meter: &Meter, visit: &mut dyn FnMut(Arc<Sum>) -> Visited) -> Visited {
        match &self.game.ruleset {
            Ruleset::Heap(_) => {
                let Some(heap) = self.heap() else { return Ok(ControlFlow::Continue(())) };
                let mut made = |heaps: &[u64]| visit(Arc::new(self.heaps(heaps)));
                for clause in self.game.heap_clauses() {
                    if clause.each_move(heap, meter, &mut made)?.is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Ruleset::Written(system, index) => {
                Mover::new(system.clone(), meter.clone()).each_sum(*index, &self.coordinates, visit)
            }
            Ruleset::Compound(rule) => self.each_choice(*rule, meter, visit),
            Ruleset::Own(rules) => self.each_own_option(rules, meter, visit),
        }
    }

    /// Are the coordinates those of a position: no number below 0, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or a number beyond 2^63−1; `Stopped`.
    pub fn is_admitted(&self, meter: &Meter) -> Result<bool, EvalError> {
        match &self.game.ruleset {
            Ruleset::Heap(_) => match &*self.coordinates {
                [Value::Integer(value)] if *value > LARGEST_COORDINATE => {
                    let kind = EvalErrorKind::Coordinate { game: self.game.name.to_string(), value: *value };
                    Err(EvalError::without_place(kind))
                }
                [Value::Integer(n)] => Ok(*n >= 0),
                _ => Ok(false),
            },
            Ruleset::Written(system, index) => {
                Mover::new(system.clone(), meter.clone()).admits(*index, &self.coordinates)
            }
            Ruleset::Compound(_) => Ok(true),
            Ruleset::Own(_) => Ok(self.is_own()),
        }
    }

    /// May the coordinate with this index be a number below 0?
    pub fn may_be_below_zero(&self, coordinate: usize) -> bool {
        match &self.game.ruleset {
            Ruleset::Heap(_) | Ruleset::Compound(_) | Ruleset::Own(_) => false,
            Ruleset::Written(system, index) => system.rules[*index].signed.contains(&coordinate),
        }
    }

    /// The first coordinate, by index, that is a number below 0 and may not be.
    pub fn below_zero(&self) -> Option<usize> {
        let mut coordinates = self.coordinates.iter().enumerate();
        let found =
            coordinates.find(|(index, value)| matches!(value, Value::Integer(..0)) && !self.may_be_below_zero(*index));
        found.map(|(index, _)| index)
    }

    /// The first condition on the coordinates that does not hold. `None` if all hold, and for a heap.
    ///
    /// # Errors
    /// As [`Position::is_admitted`].
    pub fn violated(&self, meter: &Meter) -> Result<Option<Violated>, EvalError> {
        let Ruleset::Written(system, index) = &self.game.ruleset else { return Ok(None) };
        let mover = Mover::new(system.clone(), meter.clone());
        let rule = &system.rules[*index];
        let below = |place: &usize| matches!(&self.coordinates[*place], Value::Integer(n) if *n < 0);
        for condition in rule.conditions() {
            let stated = rule.stated(condition);
            // Where no number may be below 0, the condition need not say so.
            let is_below = stated.is_some_and(|place| below(&place) && !rule.signed.contains(&place));
            if is_below || !mover.holds(rule, condition, &self.coordinates)? {
                let members = mover.violating_members(rule, condition, &self.coordinates)?;
                return Ok(Some(Violated { at: condition.at, stated, members }));
            }
        }
        Ok(None)
    }

    /// The sum of these heaps of the same game. Without heaps it is the empty heap, so that a move is shown as S(3) →
    /// S(0).
    pub fn heaps(&self, heaps: &[u64]) -> Sum {
        let heaps = if heaps.is_empty() { &[0] } else { heaps };
        Sum { parts: heaps.iter().flat_map(|heap| self.game.heap(*heap).parts).collect() }
    }
}

impl System {
    /// The system of these rules, which may refer to each other by index, and call these functions.
    pub fn new(rules: Vec<Rule>, functions: Arc<[Function]>) -> System {
        let mut hasher = DefaultHasher::new();
        (&rules, &functions).hash(&mut hasher);
        let binds = super::binding_rules::bind(&rules, &functions);
        let parameters = super::parameters::parameters(&rules, &functions);
        System { fingerprint: hasher.finish(), binds, parameters, rules, functions }
    }

    /// The coordinates, by index, that no move changes: the same for all rules.
    pub(crate) fn parameters(&self) -> &[usize] {
        &self.parameters
    }

    /// Does a move of these rules, or of the games that they name, bind the players?
    pub fn binds(&self) -> bool {
        self.binds
    }

    /// A hash of the rules and functions: equal systems have equal fingerprints.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }
}

thread_local! {
    /// The contents of systems that wait to be dropped; `None` while this thread is not dropping a system.
    static WAITING: RefCell<Option<Vec<SystemParts>>> = const { RefCell::new(None) };
}

type SystemParts = (Vec<Rule>, Arc<[Function]>);

/// Rules hold the games they name, these games hold their rules, and so on. Such a chain may be long, so it is
/// dropped one system after the other, without recursion.
impl Drop for System {
    fn drop(&mut self) {
        if self.rules.is_empty() {
            return;
        }
        let parts = (std::mem::take(&mut self.rules), std::mem::replace(&mut self.functions, Arc::new([])));
        let waits = WAITING.try_with(|waiting| match &mut *waiting.borrow_mut() {
            Some(waiting) => {
                waiting.push(parts);
                true
            }
            none => {
                *none = Some(vec![parts]);
                false
            }
        });
        if waits != Ok(false) {
            return;
        }
        let next = || WAITING.with(|waiting| waiting.borrow_mut().as_mut().and_then(Vec::pop));
        while let Some(parts) = next() {
            drop(parts);
        }
        WAITING.with(|waiting| waiting.take());
    }
}

impl Hash for System {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.fingerprint);
    }
}

impl Rule {
    /// The conditions of `where`, each that was written apart.
    pub fn conditions(&self) -> Vec<&Expr> {
        let mut found = Vec::new();
        let mut rest = self.domain.as_ref();
        while let Some(expr) = rest {
            rest = match &expr.term {
                Term::And(before, last) if expr.at.is_empty() => {
                    found.push(&**last);
                    Some(before)
                }
                _ => {
                    found.push(expr);
                    None
                }
            };
        }
        found.reverse();
        found
    }

    /// Does a condition say what the coordinate with this index may be?
    pub fn states(&self, coordinate: usize) -> bool {
        self.conditions().into_iter().any(|condition| self.stated(condition) == Some(coordinate))
    }

    /// The coordinate of which a condition says that it is a member of something.
    fn stated(&self, condition: &Expr) -> Option<usize> {
        match &condition.term {
            Term::Binary(Operator::In, coordinate, _) => match coordinate.term {
                Term::Slot(slot) if slot < self.arity => Some(slot),
                _ => None,
            },
            _ => None,
        }
    }

    /// The coordinate that a condition keeps in a finite set or below a number, which is the same for all positions.
    fn bounded(&self, condition: &Expr, mover: &Mover) -> Option<usize> {
        let (small, large) = match &condition.term {
            Term::Binary(Operator::In, _, set) => {
                let of = self.stated(condition).filter(|_| is_closed(set))?;
                let is_finite = match mover.value(set, &mut []).ok()? {
                    Value::Set(set) => !set.is_endless(),
                    Value::List(_) => true,
                    _ => false,
                };
                return Some(of).filter(|_| is_finite);
            }
            Term::Binary(Operator::Less | Operator::LessOrEqual, small, large) => (small, large),
            Term::Binary(Operator::Greater | Operator::GreaterOrEqual, large, small) => (small, large),
            _ => return None,
        };
        match small.term {
            Term::Slot(slot) if slot < self.arity && is_closed(large) => Some(slot),
            _ => None,
        }
    }

    /// For each coordinate the values that it may have, if a condition lists finitely many.
    fn listed(&self, mover: &Mover) -> Vec<Option<Arc<[Value]>>> {
        let mut listed = vec![None; self.arity];
        for condition in self.conditions() {
            if let (Some(place), Term::Binary(_, _, set)) = (self.stated(condition), &condition.term)
                && let Ok(set) = mover.value(set, &mut [])
            {
                listed[place] = members_of(&set, &mover.meter).ok().map(|members| members.into());
            }
        }
        listed
    }

    /// The frame in which the expressions of the rule are evaluated for a position.
    pub(crate) fn frame(&self, coordinates: &[Value]) -> Vec<Value> {
        let mut frame = Vec::with_capacity(self.slots);
        frame.extend_from_slice(coordinates);
        frame.resize(self.slots.max(self.arity), Value::Bool(false));
        frame
    }
}

/// Does an expression name no variable?
fn is_closed(expr: &Expr) -> bool {
    let mut closed = !matches!(expr.term, Term::Slot(_));
    expr.each_part(&mut |part| closed = closed && is_closed(part));
    closed
}

/// An option as it is written.
pub(super) struct WrittenOption {
    /// The index of its first part that is not a position of its game.
    pub outside: Option<usize>,
    /// What the move obliges the players to do next.
    pub binding: Binding,
    /// Where it was written.
    pub at: At,
}

type WrittenOptionVisitor<'v> = dyn FnMut(&[Summand], WrittenOption) -> Visited + 'v;

/// Lists the options of the positions of a system.
#[derive(Clone, Debug)]
pub struct Mover {
    system: Arc<System>,
    games: Vec<Arc<Game>>,
    /// The memoised answers of the functions.
    memo_tables: MemoTables,
    meter: Meter,
    /// Does `where` hold for all options if it holds for the position?
    inherits_domain: bool,
}

impl Mover {
    /// The answers of functions are forgotten before the next position if they hold more bytes than this.
    const ANSWERS: u64 = 1 << 25;

    /// A mover for this system. Loops in the rules ask the meter whether to go on.
    pub fn new(system: Arc<System>, meter: Meter) -> Mover {
        let game = |(index, rule): (usize, &Rule)| {
            Arc::new(Game::new(rule.name.clone(), Ruleset::Written(system.clone(), index)))
        };
        let games = system.rules.iter().enumerate().map(game).collect();
        let memo_tables = MemoTables::empty(&system.functions);
        let inherits_domain = system.inherits_domain();
        Mover { system, games, memo_tables, meter, inherits_domain }
    }

    /// Visits the options of a position of the rule with this index as sums, repetitions included.
    ///
    /// # Errors
    /// A fault of the rule; `Stopped`.
    pub fn each_sum(&self, index: usize, coordinates: &[Value], visit: &mut dyn FnMut(Arc<Sum>) -> Visited) -> Visited {
        let mut wrapped = |parts: &[Summand]| visit(Arc::new(Sum { parts: parts.to_vec() }.without_empty_heaps()));
        self.each_option(index, coordinates, &mut wrapped)
    }

    /// The system itself.
    pub fn system(&self) -> &Arc<System> {
        &self.system
    }

    /// What its loops ask whether to go on.
    pub(crate) fn meter(&self) -> &Meter {
        &self.meter
    }

    /// Does `where` hold for all options if it holds for the position?
    pub(crate) fn inherits_domain(&self) -> bool {
        self.inherits_domain
    }

    /// The game of the rule with this index.
    pub fn game(&self, index: usize) -> &Arc<Game> {
        &self.games[index]
    }

    /// Forgets the answers of functions. An answer may be a position of one of the games, which then holds the system.
    pub fn forget_answers(&self) {
        self.memo_tables.clear();
    }

    /// Is this a position of the rule at all: no number below 0, and `where` holds?
    ///
    /// # Errors
    /// A fault of the condition, or a number beyond 2^63−1; `Stopped`.
    pub fn admits(&self, index: usize, coordinates: &[Value]) -> Result<bool, EvalError> {
        let rule = &self.system.rules[index];
        let mut oracle = RuleOracle::new(self.meter.clone());
        let mut evaluator = Evaluator::new(&self.system.functions, &self.games, &self.memo_tables, &mut oracle);
        evaluator.admits(rule, coordinates)
    }

    /// The value of an expression of a rule or of a function, in a frame.
    ///
    /// # Errors
    /// A fault of the expression; `Stopped`.
    pub(crate) fn value(&self, expr: &Expr, frame: &mut [Value]) -> Result<Value, EvalError> {
        let mut oracle = RuleOracle::new(self.meter.clone());
        Evaluator::new(&self.system.functions, &self.games, &self.memo_tables, &mut oracle).value(expr, frame)
    }

    /// Whether a condition of the rule holds for these coordinates.
    fn holds(&self, rule: &Rule, condition: &Expr, coordinates: &[Value]) -> Result<bool, EvalError> {
        let mut oracle = RuleOracle::new(self.meter.clone());
        let mut evaluator = Evaluator::new(&self.system.functions, &self.games, &self.memo_tables, &mut oracle);
        evaluator.truth(condition, &mut rule.frame(coordinates))
    }

    /// The first members for which a condition on all members does not hold, as `all(a < b for a in h, b in g)` is one;
    /// empty for other conditions.
    fn violating_members(&self, rule: &Rule, condition: &Expr, coordinates: &[Value]) -> Result<Vec<Value>, EvalError> {
        let mut oracle = RuleOracle::new(self.meter.clone());
        let mut evaluator = Evaluator::new(&self.system.functions, &self.games, &self.memo_tables, &mut oracle);
        let (mut frame, mut members, mut rest) = (rule.frame(coordinates), Vec::new(), condition);
        while let Term::Fold(Builtin::All, steps, body) = &rest.term {
            let _ = evaluator.each(steps, &mut frame, &mut |evaluator, frame| {
                if evaluator.truth(body, frame)? {
                    return Ok(ControlFlow::Continue(()));
                }
                let slots =
                    steps.iter().filter_map(|step| if let Step::For { slot, .. } = step { Some(*slot) } else { None });
                members.extend(slots.map(|slot| frame[slot].clone()));
                Ok(ControlFlow::Break(()))
            })?;
            rest = body;
        }
        Ok(members)
    }

    /// The coordinates of the representative of a position, the position that `same as` names for it. They need not be
    /// admitted. `None` if the rule has no `same as`.
    ///
    /// # Errors
    /// A fault of the rule, also if `same as` gives another number of coordinates; `Stopped`.
    pub fn representative(&self, index: usize, coordinates: &[Value]) -> Result<Option<Arc<[Value]>>, EvalError> {
        let rule = &self.system.rules[index];
        let Some(representative) = &rule.representative else { return Ok(None) };
        match self.value(representative, &mut rule.frame(coordinates))? {
            one if rule.arity == 1 => Ok(Some(Arc::new([one]))),
            Value::Tuple(members) if members.len() == rule.arity => Ok(Some(members)),
            other => {
                let kind = expected("a tuple of as many values as there are coordinates", &other);
                Err(EvalError::new(kind, representative.at))
            }
        }
    }

    /// Visits every option of a position, as the parts of a sum. The same option may come more than once.
    ///
    /// # Errors
    /// `EvalErrorKind::Binds` at a move that binds; a fault of the rule or of the visitor; `Stopped`.
    pub fn each_option(
        &self,
        index: usize,
        coordinates: &[Value],
        visit: &mut dyn FnMut(&[Summand]) -> Visited,
    ) -> Visited {
        self.each_written_option(index, coordinates, &mut |option, written| match written {
            WrittenOption { outside: Some(_), .. } => Ok(ControlFlow::Continue(())),
            WrittenOption { binding: Binding::Free, .. } => visit(option),
            WrittenOption { at, .. } => {
                let game = self.system.rules[index].name.to_string();
                Err(EvalError::new(EvalErrorKind::Binds { game }, at))
            }
        })
    }

    /// As [`Mover::each_option`], with what each move obliges the players to do next.
    ///
    /// # Errors
    /// A fault of the rule or of the visitor; `Stopped`.
    pub fn each_binding_option(
        &self,
        index: usize,
        coordinates: &[Value],
        visit: &mut dyn FnMut(&[Summand], Binding) -> Visited,
    ) -> Visited {
        self.each_written_option(index, coordinates, &mut |option, written| match written.outside {
            None => visit(option, written.binding),
            Some(_) => Ok(ControlFlow::Continue(())),
        })
    }

    /// As [`Mover::each_option`], with the options that are left out since a part lies outside its game.
    ///
    /// # Errors
    /// As [`Mover::each_option`].
    pub(super) fn each_written_option(
        &self,
        index: usize,
        coordinates: &[Value],
        visit: &mut WrittenOptionVisitor,
    ) -> Visited {
        // No budget counts the answers, so only a few are kept.
        if self.memo_tables.bytes() > Self::ANSWERS {
            self.memo_tables.clear();
        }
        let rule = &self.system.rules[index];
        let mut oracle = RuleOracle::new(self.meter.clone());
        let evaluator = Evaluator::new(&self.system.functions, &self.games, &self.memo_tables, &mut oracle);
        let mut evaluator = evaluator.in_rule();
        let mut frame = rule.frame(coordinates);
        if let Some(over) = &rule.over
            && evaluator.truth(over, &mut frame)?
        {
            return Ok(ControlFlow::Continue(()));
        }
        for clause in &rule.clauses {
            let flow = evaluator.each(&clause.steps, &mut frame, &mut |evaluator, frame| {
                evaluator.parts(&clause.option, frame, |option| {
                    let at = clause.option.at;
                    let outside = self.first_outside(option).map_err(|fault| fault.placed(at))?;
                    visit(option, WrittenOption { outside, binding: clause.binding, at })
                })?
            })?;
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The first part that is not a position of its game.
    fn first_outside(&self, parts: &[Summand]) -> Result<Option<usize>, EvalError> {
        for (place, part) in parts.iter().enumerate() {
            let Component::Position(position) = &part.component else { continue };
            let inside = match &position.game.ruleset {
                Ruleset::Written(system, index) if Arc::ptr_eq(system, &self.system) => {
                    self.inherits_domain || self.admits(*index, &position.coordinates)?
                }
                _ => position.is_admitted(&self.meter)?,
            };
            if !inside {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }
}
