//! Loops over numbers, which run compiled where that is possible. What cannot be compiled is evaluated turn by turn, and
//! so is every turn in which compiled code gives up: it has no places, and the evaluator tells what is wrong.

use super::compiled::{CompiledLoop, KnownLoop, Progression, Run};
use super::gathered::{Gathered, Gathering};
use super::{Evaluated, Evaluator, Flow};
use crate::game::{EvalError, EvalErrorKind, Expr, Set, Step, TICK, Term, Value};

/// A loop with fewer turns until now is not compiled: that would take longer.
const WARM: u64 = 48;

/// A loop whose compiled code has given up this often, without many turns in between, is left to the evaluator.
const PATIENCE: u32 = 16;

impl<'a> Evaluator<'a> {
    /// Gathers the values of a body in all cases of the steps. `Break` if one of them ends the loop.
    pub(super) fn gather(
        &mut self,
        steps: &'a [Step],
        body: &'a Expr,
        frame: &mut [Value],
        gathered: &mut Gathered,
    ) -> Evaluated<Flow> {
        let Some((step, rest)) = steps.split_first() else { return self.gather_one(body, frame, gathered) };
        if let (Step::For { slot, source }, Some(_)) = (step, self.compiler)
            && let Some(run) = self.numbers(source, gathered.gathering, frame)?
        {
            return self.gather_run(*slot, source, run, (rest, body), frame, gathered);
        }
        // Tests may end an endless loop.
        let tests = rest.iter().take_while(|step| matches!(step, Step::Test(_))).count();
        let (now, rest) = steps.split_at(1 + tests);
        self.each(now, frame, &mut |this, frame| this.gather(rest, body, frame, gathered))
    }

    /// As [`Evaluator::run`], also for a range in braces. A list of more members than a list may have is refused
    /// where the set stands.
    fn numbers(&mut self, source: &'a Expr, gathering: Gathering, frame: &mut [Value]) -> Evaluated<Option<Run>> {
        let (range, set) = match &source.term {
            Term::Set(members) if members.len() == 1 => (&members[0], None),
            Term::Constant(Value::Set(set)) => (source, Some(set)),
            _ => return self.run(source, frame),
        };
        let run = match set.map(|set| &**set) {
            Some(Set::Range { start, end: Some(end), step }) => Some((*start, *end, *step)),
            Some(_) => None,
            None => self.run(range, frame)?,
        };
        let is_listed =
            |(first, last, step): &Run| Set::range(*first, Some(*last), *step).size_bound() <= Set::LARGEST as u128;
        Ok(run.filter(|run| gathering != Gathering::List || is_listed(run)))
    }

    /// As [`Evaluator::gather`], for one case.
    fn gather_one(&mut self, body: &'a Expr, frame: &mut [Value], gathered: &mut Gathered) -> Evaluated<Flow> {
        match gathered.gathering {
            Gathering::All(wanted) if self.truth(body, frame)? != wanted => return Ok(Flow::Break(())),
            Gathering::All(_) => {}
            Gathering::Held | Gathering::First => {
                let value = self.value(body, frame)?;
                return Ok(gathered.flow_after(value));
            }
            Gathering::List if gathered.members() >= Self::LONGEST => {
                return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Self::LONGEST }, body.at));
            }
            _ => {
                let mut value = self.value(body, frame)?;
                if gathered.gathering.compares() {
                    value = self.worth(value).map_err(body.here())?;
                }
                gathered.add_value(value).map_err(|fault| fault.placed(body.at))?;
            }
        }
        Ok(Flow::Continue(()))
    }

    /// As [`Evaluator::gather`], where the first step is a variable that runs through numbers.
    pub(super) fn gather_run(
        &mut self,
        slot: usize,
        source: &'a Expr,
        run: Run,
        inner: (&'a [Step], &'a Expr),
        frame: &mut [Value],
        gathered: &mut Gathered,
    ) -> Evaluated<Flow> {
        let key = std::ptr::from_ref(source);
        // One that is given up stays there: it is not changed any more.
        let is_given_up = self.loops.get(&key).is_some_and(|known| known.is_given_up);
        let mut known = if is_given_up { None } else { Some(self.loops.remove(&key).unwrap_or_default()) };
        let mut limit = self.turn_limit(run);
        let mut patience = if limit.is_none() { PATIENCE } else { 0 };
        let mut next = Some(run.0);
        let mut flow = Flow::Continue(());
        while flow.is_continue()
            && let Some(n) = next.filter(|n| *n <= run.1)
        {
            if patience > 0
                && let Some(known) = &mut known
                && let Some(turns) = Progression::of((n, run.1, run.2))
                && let Some(compiled) = self.compiled(known, slot, turns, inner, frame, gathered.gathering)
            {
                let count = turns.count.min(TICK as usize);
                gathered.truths = compiled.gives_truths;
                let done = (compiled.run)(frame, Progression { count, ..turns }, gathered);
                self.ticks(done, source)?;
                next = n.checked_add(run.2.saturating_mul(done as i128));
                patience = if done > count / 8 { PATIENCE } else { patience - 1 };
                if done > 0 {
                    continue;
                }
            }
            if let Some(known) = &mut known {
                known.turns += 1;
                patience = if known.is_given_up { 0 } else { patience };
            }
            self.turn(source, &mut limit)?;
            frame[slot] = Value::Integer(n);
            flow = self.gather(inner.0, inner.1, frame, gathered)?;
            next = n.checked_add(run.2);
        }
        known.and_then(|known| self.loops.insert(key, known));
        Ok(flow)
    }

    /// The compiled loop, if there is one or it is worth while to compile it.
    fn compiled<'k>(
        &self,
        known: &'k mut KnownLoop,
        slot: usize,
        turns: Progression,
        (steps, body): (&[Step], &Expr),
        frame: &[Value],
        gathering: Gathering,
    ) -> Option<&'k mut CompiledLoop> {
        if known.compiled.is_none() && !known.is_given_up && known.turns.saturating_add(turns.count as u64) >= WARM {
            let compiled = self.compiler?.compile(self.functions, slot, steps, body, frame, self.oracle.meter());
            known.compiled = compiled.filter(|compiled| gathering.takes(compiled.gives_truths));
            known.is_given_up = known.compiled.is_none();
        }
        known.compiled.as_mut()
    }
}
