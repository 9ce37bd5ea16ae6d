//! Loops over numbers, compiled: sums, counts and lists over the cases of a comprehension, and the conditions of claims.
//!
//! The innermost loop is run for many turns at once where its body has no loops of its own. Values are passed on as they
//! come. A turn in which code gives up is left to the caller.

use std::sync::Arc;

use super::compile;
use super::form::{Bailout, Code, LoopCode, LoopSource, StepCode, Ticker};
use super::lanes::{LaneError, Lanes, Passing, WIDTH};
use super::reads::{read_by, slots_read};
use super::run_many::LaneInterpreter;
use super::run_one::{LoopEnd, each};
use crate::game::{CompiledLoop, Expr, Function, LoopCompiler, Meter, Numbers, Progression, Step, Value};

/// Compiles loops over numbers for the evaluator.
pub struct Loops;

impl LoopCompiler for Loops {
    fn compile(
        &self,
        functions: &Arc<[Function]>,
        slot: usize,
        steps: &[Step],
        body: &Expr,
        frame: &[Value],
        meter: &Meter,
    ) -> Option<CompiledLoop> {
        let ticker = Arc::new(Ticker::new(meter.clone()));
        let compiled = compile::lone_loop(functions, &ticker, slot, steps, body, frame)?;
        let gives_truths = compiled.gives_truths;
        let mut found = NumberLoop::new(slot, compiled, frame, &ticker)?;
        Some(CompiledLoop { gives_truths, run: Box::new(move |frame, turns, to| found.run(frame, turns, to)) })
    }
}

/// A loop ready to run, whose body is a number or a condition.
struct NumberLoop {
    slot: usize,
    /// The slots that are read and not set by the loop, and whether each holds a condition.
    inputs: Vec<(usize, bool)>,
    /// The steps between the variable and the innermost one.
    outer: Vec<StepCode>,
    inner: InnerLoop,
    frame: Vec<i64>,
    room: Room,
}

/// The innermost loop.
struct InnerLoop {
    /// The further variable that runs through numbers, if it is not the first: its slot, start, end and step.
    run: Option<(usize, [Code; 3])>,
    /// The steps that are taken turn by turn.
    steps: Vec<StepCode>,
    body: Code,
    /// The slots that lanes need, if the turns can be run many at once: the tests then are all of the steps.
    lanes: Option<Vec<usize>>,
    ticker: Arc<Ticker>,
}

/// What running needs.
struct Room {
    interpreter: LaneInterpreter,
    /// Values that have not been passed on.
    values: Vec<i64>,
    /// How many turns of the innermost loop may follow before a turn of the first one is given up.
    left: usize,
}

/// Fewer turns than this are run one by one: the lanes take some time to begin.
const FEW: usize = 12;

/// A turn with more turns inside than this is left to the caller, which runs the loops inside and tells how far it is.
const LONG: usize = 1 << 20;

impl NumberLoop {
    fn new(slot: usize, code: LoopCode, frame: &[Value], ticker: &Arc<Ticker>) -> Option<NumberLoop> {
        let LoopCode { steps, body, slots, constants, .. } = code;
        let mut read = read_by(&steps, &body)?;
        read.remove(&slot);
        let inputs = read.into_iter().map(|slot| Some((slot, matches!(frame.get(slot)?, Value::Bool(_)))));
        let inputs = inputs.collect::<Option<Vec<_>>>()?;
        let (outer, inner) = InnerLoop::cut(slot, steps, body, ticker);
        let mut numbers = vec![0; slots];
        numbers.extend(constants);
        let room = Room { interpreter: LaneInterpreter::new(slots), values: Vec::with_capacity(WIDTH), left: 0 };
        Some(NumberLoop { slot, inputs, outer, inner, frame: numbers, room })
    }

    /// Sets the variables that the loop reads; `None` if they are of other kinds than they were.
    fn load(&mut self, frame: &[Value]) -> Option<()> {
        for (slot, is_truth) in &self.inputs {
            self.frame[*slot] = match &frame[*slot] {
                Value::Integer(n) if !is_truth => i64::try_from(*n).ok()?,
                Value::Bool(truth) if *is_truth => i64::from(*truth),
                _ => return None,
            };
        }
        Some(())
    }

    /// One turn of a loop with further loops inside.
    fn turn(&mut self, to: &mut dyn Numbers) -> Result<(), Bailout> {
        let (inner, room) = (&self.inner, &mut self.room);
        let ended = each(&self.outer, &mut self.frame, &mut |frame| inner.case(frame, room, to));
        ended.map_err(|_| Bailout)?;
        self.room.flush(to)
    }

    /// As [`CompiledLoop::run`].
    fn run(&mut self, frame: &[Value], turns: Progression, to: &mut dyn Numbers) -> usize {
        if self.load(frame).is_none() {
            return 0;
        }
        if self.inner.run.is_none() && self.outer.is_empty() {
            return self.inner.turns(self.slot, turns, &mut self.frame, &mut self.room, to);
        }
        let mut n = turns.start;
        for done in 0..turns.count {
            self.frame[self.slot] = n;
            self.room.left = LONG;
            to.mark();
            if self.turn(to).is_err() {
                self.room.values.clear();
                to.back();
                return done;
            }
            n = n.wrapping_add(turns.step);
        }
        turns.count
    }
}

impl InnerLoop {
    /// Cuts the steps of a loop at the innermost variable that runs through numbers.
    fn cut(slot: usize, mut steps: Vec<StepCode>, body: Code, ticker: &Arc<Ticker>) -> (Vec<StepCode>, InnerLoop) {
        let ticker = ticker.clone();
        let last = steps.iter().rposition(|step| matches!(step, StepCode::For { .. }));
        let (outer, run, tests) = match last {
            None => (Vec::new(), None, steps),
            Some(last) => {
                let tests = steps.split_off(last + 1);
                match steps.pop() {
                    Some(StepCode::For { slot, source: LoopSource::Range { start, end, step }, .. }) => {
                        (steps, Some((slot, [start, end, step])), tests)
                    }
                    other => {
                        steps.extend(other);
                        steps.extend(tests);
                        let inner = InnerLoop { run: None, steps: Vec::new(), body, lanes: None, ticker };
                        return (steps, inner);
                    }
                }
            }
        };
        let slot = run.as_ref().map_or(slot, |(slot, _)| *slot);
        let codes: Vec<Code> = tests.iter().filter_map(StepCode::test).chain([&body]).cloned().collect();
        let lanes = codes.iter().all(Code::is_flat).then(|| slots_read(&codes)).flatten().map(|read| {
            let others = read.into_iter().filter(|read| *read != slot);
            others.collect()
        });
        (outer, InnerLoop { run, steps: tests, body, lanes, ticker })
    }

    /// All cases of the innermost loop in one case of the others.
    fn case(&self, frame: &mut [i64], room: &mut Room, to: &mut dyn Numbers) -> Result<(), LoopEnd> {
        let Some((slot, [start, end, step])) = &self.run else {
            room.values.push(self.body.value(frame)?);
            return if room.values.len() < WIDTH { Ok(()) } else { Ok(room.flush(to)?) };
        };
        let turns = Progression::between(start.value(frame)?, end.value(frame)?, step.value(frame)?).ok_or(Bailout)?;
        room.left = room.left.checked_sub(turns.count).ok_or(Bailout)?;
        self.ticker.tick(u32::try_from(turns.count).map_err(|_| Bailout)?)?;
        if self.turns(*slot, turns, frame, room, to) < turns.count { Err(LoopEnd::Bailout) } else { Ok(()) }
    }

    /// Runs turns of the innermost loop: how many were completed.
    fn turns(
        &self,
        slot: usize,
        turns: Progression,
        frame: &mut [i64],
        room: &mut Room,
        to: &mut dyn Numbers,
    ) -> usize {
        let mut done = 0;
        while done < turns.count {
            let count = (turns.count - done).min(WIDTH);
            let piece = Progression { start: turns.start + turns.step * done as i64, count, ..turns };
            let is_run = count >= FEW
                && self.lanes.as_ref().is_some_and(|read| self.many(read, slot, piece, frame, room, to).is_ok());
            let run = if is_run { count } else { self.one_by_one(slot, piece, frame, room, to) };
            done += run;
            if run < count {
                return done;
            }
        }
        done
    }

    /// Runs at most [`WIDTH`] turns at once.
    fn many(
        &self,
        read: &[usize],
        slot: usize,
        turns: Progression,
        frame: &[i64],
        room: &mut Room,
        to: &mut dyn Numbers,
    ) -> Result<(), LaneError> {
        room.flush(to)?;
        let lanes = &mut room.interpreter;
        for slot in read {
            lanes.set(*slot, Lanes::same(frame[*slot]));
        }
        lanes.set(slot, Lanes::Line { start: turns.start, step: turns.step });
        lanes.count = turns.count;
        let passing = lanes.passing(self.steps.iter().filter_map(StepCode::test))?;
        if let Passing::None = passing {
            return Ok(());
        }
        let values = lanes.value(&self.body, passing.mask())?;
        let values = lanes.written(values)?;
        let count = turns.count;
        let added = match passing.mask() {
            None => to.add(&values[..count]),
            Some(mask) => {
                let kept = values[..count].iter().zip(&mask[..count]).filter(|(_, counts)| **counts != 0);
                room.values.extend(kept.map(|(value, _)| *value));
                let added = to.add(&room.values);
                room.values.clear();
                added
            }
        };
        lanes.done(Lanes::Column(values));
        if let Passing::Some(mask) = passing {
            lanes.done(Lanes::Column(mask));
        }
        added.map_err(|_| LaneError::Bailout)
    }

    /// Runs turns one by one: how many were completed.
    fn one_by_one(
        &self,
        slot: usize,
        turns: Progression,
        frame: &mut [i64],
        room: &mut Room,
        to: &mut dyn Numbers,
    ) -> usize {
        let mut n = turns.start;
        for done in 0..turns.count {
            frame[slot] = n;
            if self.one(frame, room, to).is_err() {
                return done;
            }
            n = n.wrapping_add(turns.step);
        }
        turns.count
    }

    /// The value of the body in one turn, if there is one. Inside of other loops it is passed on with many others; else at
    /// once, since the turn counts as completed then.
    fn one(&self, frame: &mut [i64], room: &mut Room, to: &mut dyn Numbers) -> Result<(), Bailout> {
        for test in self.steps.iter().filter_map(StepCode::test) {
            if !test.holds(frame)? {
                return Ok(());
            }
        }
        room.values.push(self.body.value(frame)?);
        if self.run.is_some() && room.values.len() < WIDTH { Ok(()) } else { room.flush(to) }
    }
}

impl Room {
    /// Passes on all values.
    fn flush(&mut self, to: &mut dyn Numbers) -> Result<(), Bailout> {
        if self.values.is_empty() {
            return Ok(());
        }
        let added = to.add(&self.values);
        self.values.clear();
        added.map_err(|_| Bailout)
    }
}
