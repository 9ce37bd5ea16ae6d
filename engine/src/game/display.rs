//! Writes values, sets and positions as they are typed in the language.

use std::fmt::{self, Write};

use super::{Component, Family, Game, Position, Ruleset, Set, Sum, Summand, Value};

impl fmt::Display for Value {
    /// As it would be typed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::None => f.write_str("none"),
            Value::Bool(truth) => truth.fmt(f),
            Value::Integer(number) => number.fmt(f),
            Value::Text(text) => write_quoted(f, text),
            Value::Tuple(members) => write_members(f, "(", members, ")"),
            Value::List(members) => write_members(f, "[", members, "]"),
            Value::Set(set) => set.fmt(f),
            Value::Outcome(outcome) => outcome.fmt(f),
            Value::Grundy(value) => value.fmt(f),
            Value::Infinity => f.write_str("infinity"),
            Value::Side(side) => side.fmt(f),
            // What holds commas itself stands in brackets among others.
            Value::Position(sum) if f.alternate() && sum.is_compound() => write!(f, "({sum})"),
            Value::Position(sum) => sum.fmt(f),
            // The name of a game may be its rule; one of several parts needs brackets.
            Value::Game(game) if [" | ", " for ", " if "].iter().any(|part| game.name.contains(part)) => {
                write!(f, "({game})")
            }
            Value::Game(game) => game.fmt(f),
        }
    }
}

fn write_quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => f.write_str("\\\"")?,
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            other => write!(f, "{other}")?,
        }
    }
    f.write_str("\"")
}

/// Members between brackets, separated by commas.
fn write_members(f: &mut fmt::Formatter<'_>, open: &str, members: &[impl fmt::Display], close: &str) -> fmt::Result {
    f.write_str(open)?;
    write_separated(f, members, ", ")?;
    f.write_str(close)
}

fn write_separated(f: &mut fmt::Formatter<'_>, members: &[impl fmt::Display], separator: &str) -> fmt::Result {
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            f.write_str(separator)?;
        }
        write!(f, "{member:#}")?;
    }
    Ok(())
}

impl fmt::Display for Set {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Set::Finite(members) => write_members(f, "{", members, "}"),
            Set::Range { start, end, step } => {
                write!(f, "{{{start}..")?;
                if let Some(end) = end {
                    write!(f, "{end}")?;
                }
                if *step != 1 {
                    write!(f, " step {step}")?;
                }
                f.write_str("}")
            }
            Set::Family(family) => family.fmt(f),
            Set::Comprehension(_) | Set::Sequence(_) => {
                f.write_str("{")?;
                for member in self.first_members(6) {
                    write!(f, "{member}, ")?;
                }
                f.write_str("…}")
            }
            Set::Union(parts) => write_members(f, "{", parts, "}"),
            Set::Except(pair) => write!(f, "{} except {}", pair.0, pair.1),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Family::Squares => "squares",
            Family::Primes => "primes",
            Family::Evens => "evens",
            Family::Odds => "odds",
            Family::Triangulars => "triangulars",
            Family::Fibonaccis => "fibonaccis",
            Family::Factorials => "factorials",
            Family::Powers(base) => return write!(f, "powers({base})"),
        })
    }
}

/// Its name.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)
    }
}

/// Can this name of a game be followed by coordinates: is it a word, a code such as `octal 0.77`, or in brackets?
fn is_word(name: &str) -> bool {
    let code = name.strip_prefix("octal ").or_else(|| name.strip_prefix("hex "));
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '.') || !c.is_ascii();
    code.unwrap_or(name).chars().all(plain) || name.starts_with('(') && name.ends_with(')')
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Ruleset::Compound(rule) = &self.game.ruleset {
            write!(f, "{rule} ")?;
            return if self.coordinates.is_empty() {
                f.write_str("[]")
            } else {
                write_separated(f, &self.coordinates, ", ")
            };
        }
        // The name of a game may be its rule, which needs brackets.
        if is_word(&self.game.name) {
            self.game.fmt(f)?
        } else {
            write!(f, "({})", self.game)?
        }
        if let Some(own) = self.own_text() {
            return f.write_str(&own);
        }
        let family = match &self.game.ruleset {
            Ruleset::Written(system, rule) => system.rules.get(*rule).map_or(0, |rule| rule.family),
            _ => 0,
        };
        let (chosen, heap) = self.coordinates.split_at(family.min(self.coordinates.len()));
        if !chosen.is_empty() {
            write_members(f, "(", chosen, ")")?;
        }
        write_members(f, "(", heap, ")")
    }
}

impl fmt::Display for Component {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Component::Position(position) => position.fmt(f),
            Component::Star(k) => write!(f, "*{k}"),
        }
    }
}

impl fmt::Display for Summand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.copies != 1 {
            write!(f, "{}*", self.copies)?;
        }
        if self.copies != 1 && matches!(self.component, Component::Star(_)) {
            f.write_str(" ")?;
        }
        match self.component.is_compound() {
            true => write!(f, "({})", self.component),
            false => self.component.fmt(f),
        }
    }
}

impl fmt::Display for Sum {
    /// As it would be typed. The sum without parts is `*0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.parts.is_empty() {
            return f.write_str("*0");
        }
        if self.is_compound() {
            return self.parts[0].component.fmt(f);
        }
        write_separated(f, &self.parts, " + ")
    }
}

/// The beginning of a text, which may be too long to be written out: lists that share their parts can stand for more
/// members than fit into memory.
pub(super) fn brief(shown: &impl fmt::Display) -> String {
    const LONGEST: usize = 10_000;
    struct Beginning(String);

    impl Write for Beginning {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            if self.0.len() > LONGEST {
                return Err(fmt::Error);
            }
            self.0.extend(text.chars().take(LONGEST));
            Ok(())
        }
    }

    let mut beginning = Beginning(String::new());
    // `write!` fails where the text is cut off, which is intended.
    let _ = write!(beginning, "{shown}");
    beginning.0
}
