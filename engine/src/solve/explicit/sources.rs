//! What may be taken from a heap, as something a variable runs through.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::code::{Code, Source};
use super::compile::{Compiler, numbers_in};
use crate::game::{Builtin, Expr, Set, Term, Value};

/// The members of a set from `least` to `greatest`.
pub(super) fn between(compiler: &mut Compiler, set: &Expr, least: i64, greatest: Code, shift: usize) -> Option<Source> {
    match &set.term {
        Term::Constant(Value::Set(set)) => constant(set, least, greatest),
        Term::Constant(Value::List(members)) => constant(&Set::finite(members.to_vec()), least, greatest),
        Term::Range { start, end, step: None } => {
            let start = Code::Apply(Builtin::Max, vec![compiler.number(start, shift)?, Code::Constant(least)]);
            let end = match end {
                Some(end) => Code::Apply(Builtin::Min, vec![compiler.number(end, shift)?, greatest]),
                None => greatest,
            };
            Some(Source::Range { start, end, step: Code::Constant(1) })
        }
        Term::Set(members) => match &members[..] {
            [one] if matches!(one.term, Term::Range { .. } | Term::Constant(Value::Set(_))) => {
                between(compiler, one, least, greatest, shift)
            }
            _ => {
                let members = compiler.numbers(members, shift)?;
                Some(match sorted(&members) {
                    Some(listed) => Source::UpTo(listed.iter().copied().filter(|n| *n >= least).collect(), greatest),
                    None => Source::Chosen { members, least, greatest },
                })
            }
        },
        _ => None,
    }
}

/// Constants in order, each once; `None` if one is none.
pub(super) fn sorted(members: &[Code]) -> Option<Arc<[i64]>> {
    let constant = |code: &Code| if let Code::Constant(n) = code { Some(*n) } else { None };
    let members: Option<BTreeSet<i64>> = members.iter().map(constant).collect();
    Some(members?.into_iter().collect())
}

fn constant(set: &Set, least: i64, greatest: Code) -> Option<Source> {
    match set {
        Set::Finite(members) => {
            let members = numbers_in(members)?;
            Some(Source::UpTo(members.iter().copied().filter(|member| *member >= least).collect(), greatest))
        }
        Set::Range { start, end, step } => {
            let (start, step) = (i64::try_from(*start).ok()?, i64::try_from(*step).ok()?);
            // The first member from `least` on.
            let missing = i128::from(least) - i128::from(start);
            let start = if missing <= 0 {
                start
            } else {
                let steps = i64::try_from(missing).ok()?.checked_add(step - 1)? / step;
                start.checked_add(steps.checked_mul(step)?)?
            };
            let end = match end {
                Some(end) => {
                    Code::Apply(Builtin::Min, vec![greatest, Code::Constant(i64::try_from(*end).unwrap_or(i64::MAX))])
                }
                None => greatest,
            };
            Some(Source::Range { start: Code::Constant(start), end, step: Code::Constant(step) })
        }
        _ => None,
    }
}
