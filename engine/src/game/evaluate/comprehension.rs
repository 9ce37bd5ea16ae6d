//! The members of an endless comprehension. They are found up to a limit, since the least value for each k never
//! decreases.

use super::Evaluator;
use crate::game::set::sort_numbers;
use crate::game::{EndlessComprehension, EvalError, EvalErrorKind, MemoTables, Meter, RuleOracle, Set, Value};

impl EndlessComprehension {
    /// After more consecutive k than this without a larger least value, the comprehension is regarded as not growing.
    const MOST_STEPS_WITHOUT_GROWTH: u32 = 1 << 20;

    pub(in crate::game) fn up_to(&self, limit: i128, meter: &Meter) -> Result<Vec<i128>, EvalError> {
        let mut found = Vec::new();
        let mut oracle = RuleOracle::new(self.meter.clone());
        let memo_tables = MemoTables::empty(&self.functions);
        let mut evaluator = Evaluator::new(&self.functions, &[], &memo_tables, &mut oracle);
        let mut frame = self.frame.clone();
        let mut variable = self.start;
        let mut earlier: Option<i128> = None;
        let mut without_growth = 0;
        loop {
            evaluator.tick(&self.body)?;
            frame[self.slot] = Value::Integer(variable);
            let batch = evaluator.batch(&mut frame, &self.steps, &self.body)?;
            let least = match batch.iter().min() {
                Some(least) => Some(*least),
                // No case passed the conditions. The value that the body would have still tells whether the limit is
                // passed.
                None => evaluator.untested(&mut frame, &self.steps, &self.body),
            };
            for n in batch.into_iter().filter(|n| *n <= limit) {
                meter.push(&mut found, n)?;
            }
            if let Some(least) = least {
                if let Some(earlier) = earlier.filter(|earlier| least < *earlier) {
                    return Err(EvalError::new(EvalErrorKind::NotGrowing { earlier, later: least }, self.body.at));
                }
                without_growth = if earlier == Some(least) { without_growth + 1 } else { 0 };
                earlier = Some(least);
                if least > limit {
                    break;
                }
            } else {
                without_growth += 1;
            }
            if without_growth > Self::MOST_STEPS_WITHOUT_GROWTH {
                let least = earlier.unwrap_or(0);
                return Err(EvalError::new(EvalErrorKind::NotGrowing { earlier: least, later: least }, self.body.at));
            }
            if found.len() > Set::LARGEST {
                return Err(EvalError::new(EvalErrorKind::TooLarge { limit: Set::LARGEST }, self.body.at));
            }
            match variable.checked_add(self.step) {
                Some(next) => variable = next,
                None => break,
            }
        }
        sort_numbers(&mut found, meter)?;
        Ok(found)
    }
}
