//! The built-in functions of the language, applied to values.

use std::borrow::Cow;
use std::cell::RefCell;
use std::fmt::{self, Write};
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::endless::cost_of_prime;
use super::evaluate::gathered;
use super::number_functions::of_numbers;
use super::operators::count;
use super::value::{integer, letters, members_of, place, truth};
use super::worth::Judge;
use super::{Builtin, EvalErrorKind, Family, Halt, Meter, Set, Sum, Value, graphs, liberties, order, repeated};
use crate::nim::{GrundyValue, Nimber};
use crate::sorting;

impl Builtin {
    /// The result of the function for these arguments, whose number has been checked.
    ///
    /// # Errors
    /// An argument of a kind or size it does not take; a result beyond 128 bits; `Halted`.
    pub fn apply(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        if let Some(found) = self.of_range(arguments) {
            return found;
        }
        match self {
            Builtin::Min | Builtin::Max | Builtin::Gcd | Builtin::Lcm | Builtin::Nimsum | Builtin::Mex => {
                gathered(self, &spread(arguments, meter)?, meter)
            }
            Builtin::Infinity => self.infinite(arguments, meter),
            Builtin::First => first(&arguments[0], meter),
            Builtin::Text => match &arguments[0] {
                text @ Value::Text(_) => Ok(text.clone()),
                other => Ok(Value::Text(written(other, meter)?.into())),
            },
            Builtin::Partitions | Builtin::Subsets | Builtin::Columns => self.arranged(arguments, meter),
            Builtin::Board => repeated::board(arguments, meter),
            Builtin::Breathes => liberties::breathes(arguments, meter),
            Builtin::Length | Builtin::Sum | Builtin::Product | Builtin::Count | Builtin::All | Builtin::Some => {
                self.over_members(arguments, meter)
            }
            Builtin::Sort
            | Builtin::Reverse
            | Builtin::Indices
            | Builtin::Replace
            | Builtin::Remove
            | Builtin::Insert => self.rearranged(arguments, meter),
            Builtin::Nimproduct | Builtin::Nimpower | Builtin::Niminverse | Builtin::Nimsqrt => {
                meter.spend(64)?;
                self.in_the_field(arguments)
            }
            Builtin::Parts => {
                graphs::components_of_graph(&arguments[0], graphs::checked_graph(&arguments[1], meter)?, meter)
            }
            _ => self.of_a_number(arguments, meter),
        }
    }

    /// As [`Builtin::apply`], but may use the arguments up: `replace` changes a list in place if nothing else shares
    /// it.
    pub(super) fn consume(self, arguments: &mut [Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        if let (Builtin::Replace, [list @ Value::List(_), index, new]) = (self, &mut *arguments)
            && let Value::List(mut members) = std::mem::replace(list, Value::Bool(false))
        {
            let index = place(index, members.len())?;
            if Arc::get_mut(&mut members).is_none() {
                meter.charge_copy(members.len())?;
                meter.spend(members.len())?;
            }
            Arc::make_mut(&mut members)[index] = new.clone();
            return Ok(Value::List(members));
        }
        self.apply(arguments, meter)
    }

    fn of_a_number(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        let n = integer(&arguments[0])?;
        let other = arguments.get(1).map_or(Ok(n), integer)?;
        if self == Builtin::Prime {
            meter.spend(cost_of_prime(n))?;
        }
        match (self, of_numbers(self, n, other)) {
            (_, Some(truth)) if self.is_test() => Ok(Value::Bool(truth != 0)),
            (_, Some(number)) => Ok(Value::Integer(number)),
            (Builtin::Abs, None) => Err(EvalErrorKind::Overflow),
            (Builtin::Divisors, None) => Ok(Value::Set(Arc::new(divisor_set(n, meter)?))),
            (Builtin::Powers, None) if n < 2 => Err(self.wrong("needs a base of at least 2")),
            (Builtin::Powers, None) => Ok(Value::Set(Arc::new(Set::Family(Family::Powers(n))))),
            (Builtin::Bit, None) => Err(self.wrong("needs numbers ≥ 0")),
            (Builtin::Isqrt | Builtin::Popcount | Builtin::Lowbit, None) => Err(self.wrong("needs a number ≥ 0")),
            (_, None) => Err(self.wrong("does not take a number")),
        }
    }

    /// ∞ with these nimbers.
    fn infinite(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        let members = spread(arguments, meter)?;
        let mut nimbers = meter.with_room(members.len())?;
        for member in members.iter() {
            meter.spend(1)?;
            nimbers.push(self.nimber(integer(member)?)?);
        }
        Ok(GrundyValue::infinite(nimbers).into())
    }

    fn over_members(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        if let (Builtin::Length, Value::Text(text)) = (self, &arguments[0]) {
            meter.spend(text.len() / Meter::BYTES)?;
            return Ok(Value::Integer(text.chars().count() as i128));
        }
        if let (Builtin::Count, [Value::Text(text), Value::Text(part)]) = (self, arguments) {
            meter.spend(text.len() / Meter::BYTES)?;
            return Ok(Value::Integer(if part.is_empty() { 0 } else { text.matches(&**part).count() as i128 }));
        }
        if let (Builtin::Length, Value::Set(set)) = (self, &arguments[0])
            && let Set::Range { end: Some(_), .. } = &**set
        {
            return i128::try_from(set.size_bound()).map(Value::Integer).map_err(|_| EvalErrorKind::Overflow);
        }
        let members = members_of(&arguments[0], meter)?;
        match (self, arguments.get(1)) {
            (Builtin::Length, _) => Ok(Value::Integer(members.len() as i128)),
            (Builtin::Count, Some(wanted)) => {
                // Who knows the values of positions asks about them before.
                let as_written = |sum: &Sum| Ok(Value::position(sum.clone()));
                count(&members, wanted, &Judge { worth: &as_written, meter, plain: &RefCell::default() })
            }
            (Builtin::Count | Builtin::Sum | Builtin::Product, _) => gathered(self, &members, meter),
            _ => {
                let mut decided = self == Builtin::All;
                for member in members.iter() {
                    meter.spend(1)?;
                    let truth = truth(member)?;
                    decided = if self == Builtin::All { decided && truth } else { decided || truth };
                }
                Ok(Value::Bool(decided))
            }
        }
    }

    fn rearranged(self, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        if let Value::Text(text) = &arguments[0] {
            return self.text_rearranged(text, &arguments[1..], meter);
        }
        let length = members_of(&arguments[0], meter)?.len();
        if self == Builtin::Indices {
            return indices(length, meter);
        }
        // The index is checked before anything is copied.
        let at = match self {
            Builtin::Replace | Builtin::Remove => place(&arguments[1], length)?,
            Builtin::Insert => place(&arguments[1], length + 1)?,
            _ => 0,
        };
        let mut list = meter.with_room(length + 1)?;
        meter.extend(&mut list, &members_of(&arguments[0], meter)?)?;
        match self {
            Builtin::Sort => order::sort(&mut list, meter)?,
            Builtin::Reverse => list.reverse(),
            Builtin::Replace => list[at] = arguments[2].clone(),
            Builtin::Remove => {
                list.remove(at);
            }
            _ => list.insert(at, arguments[2].clone()),
        }
        Ok(meter.list_of(list)?)
    }

    fn text_rearranged(self, text: &str, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        if let (Builtin::Replace, [Value::Text(part), new]) = (self, arguments) {
            let new = letters(new)?;
            return self.with_parts_replaced(text, part, new, meter);
        }
        if text.is_ascii() && matches!(self, Builtin::Replace | Builtin::Remove | Builtin::Insert) {
            return self.spliced(text, arguments, meter);
        }
        if self == Builtin::Sort {
            return sorted_letters(text, meter);
        }
        let mut characters: Vec<char> = meter.collected(text.chars())?;
        let length = characters.len();
        match self {
            Builtin::Reverse => characters.reverse(),
            Builtin::Indices => return indices(length, meter),
            Builtin::Replace => {
                let new: Vec<char> = meter.collected(letters(&arguments[1])?.chars())?;
                let from = place(&arguments[0], length + 1)?;
                if from + new.len() > length {
                    return Err(beyond(from + new.len() - 1, length));
                }
                characters.splice(from..from + new.len(), new);
            }
            Builtin::Remove => {
                characters.remove(place(&arguments[0], length)?);
            }
            _ => {
                let from = place(&arguments[0], length + 1)?;
                let new: Vec<char> = meter.collected(letters(&arguments[1])?.chars())?;
                if length + new.len() > Set::LARGEST {
                    return Err(EvalErrorKind::TooLarge { limit: Set::LARGEST });
                }
                characters.splice(from..from, new);
            }
        }
        meter.room(8 * characters.len())?;
        Ok(Value::Text(characters.into_iter().collect::<String>().into()))
    }

    /// `replace`, `remove` and `insert` at a place of a text of single-byte characters: the common case of boards.
    fn spliced(self, text: &str, arguments: &[Value], meter: &Meter) -> Result<Value, EvalErrorKind> {
        let from = |places| place(&arguments[0], places);
        let (from, gone, new) = match self {
            Builtin::Remove => (from(text.len())?, 1, ""),
            Builtin::Insert => (from(text.len() + 1)?, 0, letters(&arguments[1])?),
            _ => {
                let new = letters(&arguments[1])?;
                (from(text.len() + 1)?, new.chars().count(), new)
            }
        };
        if from + gone > text.len() {
            return Err(beyond(from + gone - 1, text.len()));
        }
        if text.len() - gone + new.chars().count() > Set::LARGEST {
            return Err(EvalErrorKind::TooLarge { limit: Set::LARGEST });
        }
        meter.spend((text.len() + new.len()) / Meter::BYTES)?;
        meter.room(text.len() + new.len())?;
        Ok(Value::Text([&text[..from], new, &text[from + gone..]].concat().into()))
    }

    /// `replace("++-+", "++", "--")`: every occurrence of a part in a text is replaced.
    fn with_parts_replaced(self, text: &str, part: &str, new: &str, meter: &Meter) -> Result<Value, EvalErrorKind> {
        if part.is_empty() {
            return Err(self.wrong("needs a part of at least one letter to replace"));
        }
        meter.spend(text.len() / Meter::BYTES)?;
        let parts = text.matches(part).count();
        let length = (text.len() - parts * part.len()).saturating_add(parts.saturating_mul(new.len()));
        if length > Set::LARGEST {
            return Err(EvalErrorKind::TooLarge { limit: Set::LARGEST });
        }
        meter.room(2 * length)?;
        meter.spend(length / Meter::BYTES)?;
        Ok(Value::Text(text.replace(part, new).into()))
    }

    /// The functions on the field of nimbers.
    fn in_the_field(self, arguments: &[Value]) -> Result<Value, EvalErrorKind> {
        let a = self.nimber(integer(&arguments[0])?)?;
        let result = match self {
            Builtin::Nimproduct => a.product(self.nimber(integer(&arguments[1])?)?),
            Builtin::Nimpower => a.power(self.nimber(integer(&arguments[1])?)?.0),
            Builtin::Niminverse => a.inverse().ok_or_else(|| self.wrong("has no answer for 0"))?,
            _ => a.square_root(),
        };
        Ok(Value::Integer(i128::from(result.0)))
    }

    pub(super) fn nimber(self, n: i128) -> Result<Nimber, EvalErrorKind> {
        u64::try_from(n).map(Nimber).map_err(|_| self.wrong("needs nimbers: numbers from 0 to 2^64-1"))
    }

    pub(super) fn wrong(self, why: &'static str) -> EvalErrorKind {
        EvalErrorKind::WrongArgument { function: self.name(), why }
    }
}

/// The characters of a text in ascending order. They are counted, since texts have few different ones.
fn sorted_letters(text: &str, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let different = text.len().min(char::MAX as usize);
    meter.room(text.len() + 2 * different * size_of::<(char, usize)>())?;
    let mut counts: FxHashMap<char, usize> = FxHashMap::default();
    for letter in text.chars() {
        meter.spend(1)?;
        *counts.entry(letter).or_default() += 1;
    }
    let mut counts: Vec<(char, usize)> = counts.into_iter().collect();
    sorting::sort_by_key(&mut counts, |counted| counted.0);
    let mut sorted = String::with_capacity(text.len());
    for (letter, count) in counts {
        meter.spend(count)?;
        sorted.extend(std::iter::repeat_n(letter, count));
    }
    Ok(Value::Text(sorted.into()))
}

/// `0, 1, …`, so many.
fn indices(length: usize, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let indices = meter.collected((0..length).map(|i| Value::Integer(i as i128)))?;
    Ok(meter.list_of(indices)?)
}

fn beyond(index: usize, length: usize) -> EvalErrorKind {
    EvalErrorKind::Index { index: index as i128, length }
}

/// The operands of a function of any number of arguments: the members of a single list, set or text, or the arguments
/// themselves.
fn spread<'v>(arguments: &'v [Value], meter: &Meter) -> Result<Cow<'v, [Value]>, EvalErrorKind> {
    match arguments {
        [Value::Integer(_)] => Ok(Cow::Borrowed(arguments)),
        [one] => members_of(one, meter),
        several => Ok(Cow::Borrowed(several)),
    }
}

/// The first member of a list, a tuple or a text, and the least of a set.
fn first(value: &Value, meter: &Meter) -> Result<Value, EvalErrorKind> {
    let none = || EvalErrorKind::NoneFound;
    match value {
        Value::Set(set) if !matches!(&**set, Set::Finite(_)) => {
            let least = set.least(meter).map_err(|fault| *fault.kind)?;
            least.map(Value::Integer).ok_or_else(none)
        }
        Value::Text(text) => {
            let letter = text.chars().next().ok_or_else(none)?;
            Ok(Value::text(letter.encode_utf8(&mut [0; 4])))
        }
        other => members_of(other, meter)?.first().cloned().ok_or_else(none),
    }
}

/// A value as it would be typed. `Halt::Memory` if there is no room for the text.
fn written(value: &Value, meter: &Meter) -> Result<String, Halt> {
    let mut text = MeteredText { text: String::new(), meter, halted: None };
    // `write!` fails only when the text was halted, and then `halted` has the reason.
    let _ = write!(text, "{value}");
    text.halted.map_or(Ok(text.text), Err)
}

struct MeteredText<'m> {
    text: String,
    meter: &'m Meter,
    halted: Option<Halt>,
}

impl fmt::Write for MeteredText<'_> {
    fn write_str(&mut self, piece: &str) -> fmt::Result {
        let length = self.text.len() + piece.len();
        let room = match length > self.text.capacity() {
            // The text is copied as it grows, and once more into the value.
            true => self.meter.room(4 * length),
            false => Ok(()),
        };
        self.halted = room.and_then(|()| self.meter.spend(1)).err();
        self.text.push_str(piece);
        if self.halted.is_some() { Err(fmt::Error) } else { Ok(()) }
    }
}

/// The divisors of n, from 1 to n; none for 0.
#[expect(clippy::cast_possible_truncation, reason = "n is at most 2^50")]
fn divisor_set(n: i128, meter: &Meter) -> Result<Set, EvalErrorKind> {
    if n < 0 {
        return Err(EvalErrorKind::WrongArgument { function: "divisors", why: "needs a number ≥ 0" });
    }
    if n > MOST_DIVIDED {
        return Err(EvalErrorKind::WrongArgument { function: "divisors", why: "takes numbers up to 2^50" });
    }
    if n == 0 {
        return Ok(Set::finite(Vec::new()));
    }
    let all = divisors(n as u64, meter)?.into_iter().map(|divisor| Value::Integer(divisor.into()));
    Ok(Set::finite_metered(all.collect(), meter)?)
}

/// The divisors of larger numbers are not looked for.
pub const MOST_DIVIDED: i128 = 1 << 50;

/// The divisors of a number from 1 on, in no order.
pub fn divisors(n: u64, meter: &Meter) -> Result<Vec<u64>, Halt> {
    let mut all = vec![1];
    for (prime, power) in factors(n, meter)? {
        let before = all.len();
        for at in 0..before * power as usize {
            all.push(all[at] * prime);
        }
    }
    Ok(all)
}

/// The prime factors of a number, each with its exponent.
fn factors(mut n: u64, meter: &Meter) -> Result<Vec<(u64, u32)>, Halt> {
    let mut found = Vec::new();
    let mut prime = 2;
    while prime * prime <= n {
        meter.spend(1)?;
        let mut power = 0;
        while n.is_multiple_of(prime) {
            n /= prime;
            power += 1;
        }
        if power > 0 {
            found.push((prime, power));
        }
        prime += if prime == 2 { 1 } else { 2 };
    }
    if n > 1 {
        found.push((n, 1));
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(function: Builtin, arguments: &[Value]) -> String {
        function.apply(arguments, &Meter::default()).unwrap().to_string()
    }

    #[test]
    fn functions_of_numbers() {
        let cases: [(Builtin, &[i128], &str); 23] = [
            (Builtin::Min, &[3, 1, 2], "1"),
            (Builtin::Max, &[3, 1, 2], "3"),
            (Builtin::Abs, &[-5], "5"),
            (Builtin::Gcd, &[12, 18], "6"),
            (Builtin::Lcm, &[4, 6], "12"),
            (Builtin::Isqrt, &[99], "9"),
            (Builtin::Popcount, &[255], "8"),
            (Builtin::Bit, &[5, 0], "1"),
            (Builtin::Bit, &[5, 200], "0"),
            (Builtin::Even, &[-2], "true"),
            (Builtin::Odd, &[-3], "true"),
            (Builtin::Prime, &[(1 << 61) - 1], "true"),
            (Builtin::Prime, &[3_215_031_751], "false"),
            (Builtin::Square, &[1 << 40], "true"),
            (Builtin::Divisors, &[12], "{1, 2, 3, 4, 6, 12}"),
            (Builtin::Divisors, &[0], "{}"),
            (Builtin::Divisors, &[1], "{1}"),
            (Builtin::Divisors, &[36], "{1, 2, 3, 4, 6, 9, 12, 18, 36}"),
            (Builtin::Divisors, &[1 << 40 | 1], "{1, 257, 4278255361, 1099511627777}"),
            (Builtin::Mex, &[0, 1, 4, 6], "2"),
            (Builtin::Nimsum, &[3, 5], "6"),
            (Builtin::Nimproduct, &[2, 2], "3"),
            (Builtin::Nimproduct, &[4, 4], "6"),
        ];
        for (function, arguments, expected) in cases {
            let arguments: Vec<Value> = arguments.iter().map(|n| Value::Integer(*n)).collect();
            assert_eq!(applied(function, &arguments), expected, "{function:?}{arguments:?}");
        }
    }

    #[test]
    fn functions_of_lists_and_texts() {
        let list = Value::list([3, 1, 2].map(Value::Integer).to_vec());
        let cases: [(Builtin, Vec<Value>, &str); 12] = [
            (Builtin::Length, vec![list.clone()], "3"),
            (Builtin::Sum, vec![list.clone()], "6"),
            (Builtin::Sort, vec![list.clone()], "[1, 2, 3]"),
            (Builtin::Reverse, vec![list.clone()], "[2, 1, 3]"),
            (Builtin::Replace, vec![list.clone(), 1.into(), 9.into()], "[3, 9, 2]"),
            (Builtin::Remove, vec![list.clone(), 0.into()], "[1, 2]"),
            (Builtin::Insert, vec![list.clone(), 3.into(), 7.into()], "[3, 1, 2, 7]"),
            (Builtin::Count, vec![list.clone(), 1.into()], "1"),
            (Builtin::Indices, vec![Value::text("ab")], "[0, 1]"),
            (Builtin::Replace, vec![Value::text("++++"), 1.into(), Value::text("--")], "\"+--+\""),
            (Builtin::Replace, vec![Value::text("é+++"), 2.into(), Value::text("--")], "\"é+--\""),
            (Builtin::Count, vec![Value::text("a+b+"), Value::text("+")], "2"),
        ];
        for (function, arguments, expected) in cases {
            assert_eq!(applied(function, &arguments), expected, "{function:?}");
        }
        let beyond = Builtin::Replace.apply(&[Value::text("ab"), 1.into(), Value::text("xy")], &Meter::default());
        assert!(matches!(beyond, Err(EvalErrorKind::Index { .. })));
    }
}
