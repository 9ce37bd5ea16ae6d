//! Calls of functions that the user defined: answers are memoised, and a long chain of calls needs no deep stack.
//!
//! Recursion goes only [`DEEP`] calls down. The call that would go further is deferred, and the error `Deferred`
//! unwinds all calls around it. The deferred call is answered first, from the depth where the chain began. Then the
//! calls that were unwound are begun again, and find its answer and those of all calls inside it in the memo tables.

use rustc_hash::FxHashMap;

use super::{Call, Calls, Deferred, Evaluated, Evaluator};
use crate::game::memo_tables::MemoKey;
use crate::game::{ArgumentDomain, At, EvalError, EvalErrorKind, Expr, Function, Memoise, Value};

/// Calls nested deeper than this in one chain are deferred.
const DEEP: usize = 100;

/// Bytes of answers that are kept of each function with [`Memoise::Bounded`].
const BOUND: u64 = 8 << 20;

/// Where a call stands, for messages.
#[derive(Clone, Copy)]
struct Site<'s> {
    /// The call; for one that was deferred, the first call of its chain.
    expr: &'s Expr,
    /// The place of each argument.
    place: &'s dyn Fn(usize) -> At,
}

impl Site<'_> {
    /// The places of the arguments of this function, if a message can name them.
    fn places(self, function: &Function) -> Vec<At> {
        let arity = if function.domains.is_empty() { 0 } else { function.arity };
        (0..arity).map(self.place).collect()
    }
}

impl<'a> Evaluator<'a> {
    /// How deeply calls of functions may be nested, about, including calls that were deferred.
    const LONGEST_CHAIN: usize = 2_000_000;

    pub(super) fn call(
        &mut self,
        function: usize,
        arguments: &'a [Expr],
        expr: &'a Expr,
        frame: &mut [Value],
    ) -> Evaluated<Value> {
        let site = Site { expr, place: &|argument: usize| arguments[argument].at };
        let arguments = self.values(arguments, frame)?;
        match self.functions[function].memoise {
            Memoise::Never => self.enter(function, arguments, site),
            Memoise::Bounded if !self.oracle.has_room(0) => self.enter(function, arguments, site),
            memoise => {
                let Some(key) = MemoKey::of(&arguments) else { return self.enter(function, arguments, site) };
                let call = Call { function, arguments: key };
                match self.memo_tables.get(function, &call.arguments) {
                    Some(answer) => Ok(answer),
                    None if memoise == Memoise::Bounded => self.memoise_bounded(call, arguments, site),
                    None => self.memoise_always(call, arguments, site),
                }
            }
        }
    }

    /// Evaluates a call of a function with [`Memoise::Bounded`], and keeps the answer if there is room: without it
    /// only time is lost.
    fn memoise_bounded(&mut self, call: Call, arguments: Vec<Value>, site: Site) -> Evaluated<Value> {
        let answer = self.enter(call.function, arguments, site)?;
        let cost = call.arguments.cost(&answer);
        if self.memo_tables.bytes_of(call.function) + cost <= BOUND && self.oracle.has_room(cost) {
            self.keep(call, &answer, site.expr)?;
        }
        Ok(answer)
    }

    /// Evaluates a call of a function with [`Memoise::Always`], one that calls itself, or defers the call.
    fn memoise_always(&mut self, call: Call, arguments: Vec<Value>, site: Site) -> Evaluated<Value> {
        let Some(base) = self.calls.base else { return self.chain(call, site) };
        if self.depth >= base + DEEP {
            let places = site.places(&self.functions[call.function]);
            self.calls.deferred = Some(Deferred { call, places });
            return Err(EvalError::new(EvalErrorKind::Deferred, site.expr.at));
        }
        let answer = self.enter(call.function, arguments, site);
        match &answer {
            Ok(answer) => self.keep(call, answer, site.expr)?,
            Err(fault) if *fault.kind == EvalErrorKind::Deferred => self.calls.unwound.push(call),
            Err(_) => {}
        }
        answer
    }

    /// Answers the first call of a chain, and before it the calls for which it waits.
    fn chain(&mut self, first: Call, site: Site) -> Evaluated<Value> {
        self.calls.base = Some(self.depth);
        let answer = self.answer_waiting(first, site);
        self.calls = Calls::default();
        answer
    }

    /// The loop of [`Evaluator::chain`].
    // The only mutable parts of a key are the meters of sets, which are neither compared nor hashed.
    #[allow(clippy::mutable_key_type)]
    fn answer_waiting(&mut self, first: Call, site: Site) -> Evaluated<Value> {
        let expr = site.expr;
        let mut above: Vec<Deferred> = Vec::new();
        let mut met: FxHashMap<Call, ()> = FxHashMap::default();
        let places = site.places(&self.functions[first.function]);
        let mut current = Deferred { call: first, places };
        loop {
            self.calls.unwound.clear();
            let Deferred { call, places } = &current;
            let site = Site { expr, place: &|argument: usize| places[argument] };
            let answered = self.enter(call.function, call.arguments.values(), site);
            let (fault, deferred) = match (answered, self.calls.deferred.take()) {
                (Ok(answer), _) => {
                    met.remove(call);
                    self.keep(current.call, &answer, expr)?;
                    match above.pop() {
                        Some(waiting) => current = waiting,
                        None => return Ok(answer),
                    }
                    continue;
                }
                (Err(fault), Some(deferred)) if *fault.kind == EvalErrorKind::Deferred => (fault, deferred),
                (Err(fault), _) => return Err(fault),
            };
            self.oracle.meter().insert(&mut met, call.clone(), ()).map_err(expr.here())?;
            self.calls.unwound.push(call.clone());
            if let Some(calls) = self.call_cycle(&deferred.call, &met) {
                return Err(EvalError::new(EvalErrorKind::CallCycle { calls }, fault.at));
            }
            let waiting = std::mem::replace(&mut current, deferred);
            self.oracle.meter().push(&mut above, waiting).map_err(expr.here())?;
            if above.len() * DEEP >= Self::LONGEST_CHAIN {
                return Err(EvalError::new(EvalErrorKind::TooDeep { limit: Self::LONGEST_CHAIN }, fault.at));
            }
        }
    }

    /// If the deferred call is among the calls that wait for it: the calls that lead from it back to itself, for a
    /// message.
    #[allow(clippy::mutable_key_type)] // As above.
    fn call_cycle(&self, deferred: &Call, met: &FxHashMap<Call, ()>) -> Option<Vec<String>> {
        let unwound = &self.calls.unwound;
        let called = |call: &Call| {
            let arguments: Vec<String> = call.arguments.values().iter().map(Value::to_string).collect();
            format!("{}({})", self.functions[call.function].name, arguments.join(", "))
        };
        match unwound.iter().position(|call| call == deferred) {
            Some(place) => Some(unwound[..=place].iter().rev().chain([deferred]).map(called).collect()),
            // Of the calls in between only the last ones are known.
            None if met.contains_key(deferred) => {
                let end = unwound.iter().take(2).rev().chain([deferred]).map(called);
                Some([called(deferred), "…".to_owned()].into_iter().chain(end).collect())
            }
            None => None,
        }
    }

    /// Evaluates the body of a function, after the domains of its parameters; `frame` holds the arguments.
    // The domains may call functions as well, even this one, so that they count as part of the body.
    fn enter(&mut self, function: usize, mut frame: Vec<Value>, site: Site) -> Evaluated<Value> {
        let functions = self.functions;
        let function = &functions[function];
        frame.resize(function.slots.max(function.arity), Value::Bool(false));
        if self.depth >= Self::DEEPEST {
            return Err(EvalError::new(EvalErrorKind::TooDeep { limit: Self::DEEPEST }, site.expr.at));
        }
        self.tick(site.expr)?;
        self.depth += 1;
        let in_domain = self.in_domain(function, &mut frame, site);
        let result = in_domain.and_then(|()| {
            let inside = self.value(&function.body, &mut frame);
            let at_call = |fault: EvalError| EvalError { at: site.expr.at, ..fault };
            if function.is_open { inside } else { inside.map_err(at_call) }
        });
        self.depth -= 1;
        result
    }

    /// A fault at an argument that lies outside the domain of its parameter.
    fn in_domain(&mut self, function: &'a Function, frame: &mut [Value], site: Site) -> Evaluated<()> {
        for ArgumentDomain { argument, written, condition } in &function.domains {
            let holds = match self.truth(condition, frame) {
                // The domain says of what kind an argument must be.
                Err(fault) if is_of_wrong_kind(&fault, condition) => false,
                holds => holds?,
            };
            if !holds {
                let (function, domain) = (function.name.to_string(), written.to_string());
                let kind = EvalErrorKind::OutsideParameter { function, value: frame[*argument].brief(), domain };
                return Err(EvalError::new(kind, (site.place)(*argument)));
            }
        }
        Ok(())
    }

    fn keep(&mut self, call: Call, answer: &Value, expr: &Expr) -> Evaluated<()> {
        let cost = call.arguments.cost(answer);
        let kept = self.memo_tables.keep(call.function, call.arguments, answer.clone(), cost, self.oracle.meter());
        kept.map_err(expr.here())
    }
}

/// Whether a condition such as `n in 0..` could not be asked, since the argument is no number.
fn is_of_wrong_kind(fault: &EvalError, condition: &Expr) -> bool {
    let is_kind = matches!(*fault.kind, EvalErrorKind::WrongMemberKind { .. });
    is_kind && (fault.at.start, fault.at.end) == (condition.at.start, condition.at.end)
}
