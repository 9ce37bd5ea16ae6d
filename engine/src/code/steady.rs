//! Code that depends on one large number in a simple way: from some number on it is the same for all numbers with the same
//! remainder, or it is that number plus something that is.

use super::form::Code;
use super::total::{self, SlotRange, union};
use crate::game::{Builtin, Operator};
use crate::nim::lcm;

/// What code is where the large number is at least `from`, and has the same remainder by `modulus`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SteadyCode {
    pub form: SteadyForm,
    pub from: i128,
    pub modulus: i128,
}

/// The values lie in an interval.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SteadyForm {
    /// It does not depend on the large number.
    Same(SlotRange),
    /// It is the large number plus what does not depend on it.
    Beside(SlotRange),
}

use SteadyForm::{Beside, Same};

impl SteadyCode {
    pub fn same(range: SlotRange) -> SteadyCode {
        SteadyCode { form: Same(range), from: 0, modulus: 1 }
    }

    pub fn large() -> SteadyCode {
        SteadyCode { form: Beside((0, 0)), from: 0, modulus: 1 }
    }

    /// Where both are steady, with another form.
    fn and(self, other: SteadyCode, form: SteadyForm) -> Option<SteadyCode> {
        let modulus = lcm(self.modulus, other.modulus)?;
        Some(SteadyCode { form, from: self.from.max(other.from), modulus })
    }

    fn from(self, from: i128) -> SteadyCode {
        SteadyCode { from: self.from.max(from), ..self }
    }

    fn range(self) -> Option<SlotRange> {
        if let Same(range) = self.form { Some(range) } else { None }
    }
}

/// How code depends on the large number, where each slot is as given; `None` if it is not known to be steady, or not to
/// have a value everywhere. Slots that code sets itself are written into `slots`.
pub fn steady(code: &Code, slots: &mut [SteadyCode]) -> Option<SteadyCode> {
    /// Far below where 64 bits end.
    const MOST: i128 = 1 << 61;
    depends(code, slots).filter(|found| {
        let (Same((low, high)) | Beside((low, high))) = found.form;
        low >= -MOST && high <= MOST && found.from <= MOST
    })
}

fn depends(code: &Code, slots: &mut [SteadyCode]) -> Option<SteadyCode> {
    let truth = |found: SteadyCode| SteadyCode { form: Same((0, 1)), ..found };
    match code {
        Code::Constant(n) => Some(SteadyCode::same(((*n).into(), (*n).into()))),
        Code::Slot(slot) => slots.get(*slot).copied(),
        Code::Negate(one) => {
            let found = steady(one, slots)?;
            let (low, high) = found.range()?;
            Some(SteadyCode { form: Same((-high, -low)), ..found })
        }
        Code::Not(one) => steady(one, slots).filter(|found| found.range().is_some()).map(truth),
        Code::And(two) | Code::Or(two) => {
            let (one, other) = (steady(&two[0], slots)?, steady(&two[1], slots)?);
            one.range().and(other.range())?;
            one.and(other, Same((0, 1)))
        }
        Code::If(three) => {
            let condition = steady(&three[0], slots)?;
            condition.range()?;
            let (one, other) = (steady(&three[1], slots)?, steady(&three[2], slots)?);
            let form = match (one.form, other.form) {
                (Same(a), Same(b)) => Same(union(a, b)),
                (Beside(a), Beside(b)) => Beside(union(a, b)),
                _ => return None,
            };
            one.and(other, form)?.and(condition, form)
        }
        Code::Binary(operator, two) => {
            let (one, other) = (steady(&two[0], slots)?, steady(&two[1], slots)?);
            binary(*operator, one, other)
        }
        Code::Apply(function @ (Builtin::Min | Builtin::Max), arguments) => {
            let all = arguments.iter().map(|one| steady(one, slots)).collect::<Option<Vec<_>>>()?;
            all.into_iter().map(Some).reduce(|one, other| extreme(*function, one?, other?)).flatten()
        }
        Code::Apply(function, arguments) => {
            let all = arguments.iter().map(|one| steady(one, slots)).collect::<Option<Vec<_>>>()?;
            if let ([SteadyCode { form: Beside(_), .. }], Builtin::Even | Builtin::Odd) = (&all[..], function) {
                return truth(all[0]).and(SteadyCode { modulus: 2, ..SteadyCode::same((0, 1)) }, Same((0, 1)));
            }
            let ranges = all.iter().map(|one| one.range()).collect::<Option<Vec<_>>>()?;
            let form = Same(total::applied(*function, &ranges)?);
            all.into_iter()
                .try_fold(SteadyCode::same((0, 0)), |sum, one| sum.and(one, form))
                .map(|sum| SteadyCode { form, ..sum })
        }
        Code::Let(first, arguments, body) => {
            for (index, argument) in arguments.iter().enumerate() {
                let found = steady(argument, slots)?;
                *slots.get_mut(first + index)? = found;
            }
            steady(body, slots)
        }
        Code::InList(list, one) => {
            let found = steady(one, slots)?;
            Some(match found.form {
                Same(_) => truth(found),
                Beside((low, _)) => {
                    let last = list.last().map_or(0, |last| i128::from(*last));
                    truth(found).from(last - low + 1)
                }
            })
        }
        Code::Member(..) | Code::Cell(..) | Code::Fold(..) | Code::Board(_) => None,
    }
}

fn binary(operator: Operator, one: SteadyCode, other: SteadyCode) -> Option<SteadyCode> {
    let is_comparison = matches!(
        operator,
        Operator::Equal
            | Operator::Unequal
            | Operator::Less
            | Operator::LessOrEqual
            | Operator::Greater
            | Operator::GreaterOrEqual
    );
    let join = |a: SlotRange, b: SlotRange| total::binary(operator, a, b);
    match (operator, one.form, other.form) {
        (_, Same(a), Same(b)) => one.and(other, Same(join(a, b)?)),
        (Operator::Add, Beside(a), Same(b)) | (Operator::Add, Same(a), Beside(b)) => {
            one.and(other, Beside(join(a, b)?))
        }
        (Operator::Subtract, Beside(a), Same(b)) => one.and(other, Beside(join(a, b)?)),
        (Operator::Subtract, Beside(a), Beside(b)) => one.and(other, Same(join(a, b)?)),
        (Operator::Remainder, Beside(_), Same((m, same))) if m == same && m >= 1 => {
            one.and(SteadyCode { modulus: m, ..other }, Same((0, m - 1)))?.and(other, Same((0, m - 1)))
        }
        // The larger side is the same one from some number on.
        (_, Beside((low, _)), Same((_, high))) | (_, Same((_, high)), Beside((low, _))) if is_comparison => {
            Some(one.and(other, Same((0, 1)))?.from(high - low + 1))
        }
        (_, Beside(_), Beside(_)) if is_comparison => one.and(other, Same((0, 1))),
        _ => None,
    }
}

fn extreme(function: Builtin, one: SteadyCode, other: SteadyCode) -> Option<SteadyCode> {
    let chosen = |a: SlotRange, b: SlotRange| total::applied(function, &[a, b]);
    match (one.form, other.form) {
        (Same(a), Same(b)) => one.and(other, Same(chosen(a, b)?)),
        (Beside(a), Beside(b)) => one.and(other, Beside(chosen(a, b)?)),
        (Beside(beside), Same(same)) | (Same(same), Beside(beside)) => {
            let form = if function == Builtin::Min { Same(same) } else { Beside(beside) };
            Some(one.and(other, form)?.from(same.1 - beside.0))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is found to be steady is so, where a slow look compares numbers with the same remainder.
    #[test]
    fn steady_code_is_the_same_for_all_large_numbers() {
        let join = |operator, a: Code, b: Code| Code::Binary(operator, Box::new([a, b]));
        let (x, t) = (|| Code::Slot(0), || Code::Slot(1));
        let apply = |function, arguments: Vec<Code>| Code::Apply(function, arguments);
        let lowered = || join(Operator::Subtract, x(), Code::Constant(3));
        let codes = [
            apply(Builtin::Max, vec![lowered(), t()]),
            apply(Builtin::Min, vec![lowered(), t(), Code::Constant(4)]),
            join(Operator::Greater, x(), join(Operator::Multiply, t(), t())),
            join(Operator::Equal, lowered(), t()),
            join(Operator::Remainder, join(Operator::Add, x(), t()), Code::Constant(6)),
            apply(Builtin::Even, vec![lowered()]),
            Code::If(Box::new([apply(Builtin::Odd, vec![x()]), lowered(), join(Operator::Subtract, x(), t())])),
            Code::InList(std::sync::Arc::new([1, 5, 17]), Box::new(lowered())),
            Code::Not(Box::new(join(Operator::LessOrEqual, x(), t()))),
        ];
        for code in &codes {
            let found = steady(code, &mut [SteadyCode::large(), SteadyCode::same((0, 5))]).unwrap();
            let modulus = i64::try_from(found.modulus).unwrap();
            for x in i64::try_from(found.from).unwrap()..60 {
                for t in 0..=5 {
                    let value = |x| i128::from(code.value(&mut [x, t]).unwrap());
                    match found.form {
                        Same((low, high)) => {
                            assert!((low..=high).contains(&value(x)), "{code:?} {x} {t}");
                            assert_eq!(value(x), value(x + modulus), "{code:?} {x} {t}");
                        }
                        Beside((low, high)) => {
                            let added = value(x) - i128::from(x);
                            assert!((low..=high).contains(&added), "{code:?} {x} {t}");
                            assert_eq!(value(x + modulus), value(x) + i128::from(modulus), "{code:?} {x} {t}");
                        }
                    }
                }
            }
        }
        for code in [
            join(Operator::Divide, x(), Code::Constant(2)),
            join(Operator::Multiply, x(), t()),
            join(Operator::Remainder, Code::Constant(7), t()),
            Code::Negate(Box::new(x())),
        ] {
            assert_eq!(steady(&code, &mut [SteadyCode::large(), SteadyCode::same((0, 5))]), None, "{code:?}");
        }
    }
}
