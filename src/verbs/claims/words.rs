//! `check`: whether the claim holds and for which cases that is known, or the case in which it fails.

use grundy_engine::nim::Period;
use unicode_width::UnicodeWidthStr;

use crate::show::document::{Document, Role};
use crate::show::phrase::paragraph;
use crate::show::phrase::{code, counted, piece, plain, thousands, verdict};
use crate::show::report::Showable;
use crate::verbs::claims::data::{Check, Scope, Sides};
use crate::verbs::explain::words::explanation;

impl Showable for Check {
    fn kind(&self) -> &'static str {
        "check"
    }

    fn document(&self) -> Document {
        check(self)
    }

    fn fails(&self) -> bool {
        matches!(self, Check::Fails { .. })
    }
}

fn check(report: &Check) -> Document {
    let mut document = Document::default();
    match report {
        Check::Holds { cases, scope } => {
            document.line(vec![piece(Role::Good, holds(*cases, scope)), plain(more(*cases, scope))])
        }
        Check::Fails { case, held, sides, explanation: why } => {
            let variables: Vec<String> = case.iter().map(|(name, value)| format!("{name} = {value}")).collect();
            let place = if variables.is_empty() {
                "Does not hold".to_string()
            } else {
                format!("Fails for {}", variables.join(", "))
            };
            let before = if *held == 0 {
                String::new()
            } else {
                format!(", after {} in which it holds", counted(*held, "case", "cases"))
            };
            let end = if sides.is_some() { ":" } else { "." };
            paragraph(&mut document, vec![piece(Role::Bad, place), plain(format!("{before}{end}"))]);
            if let Some(sides) = sides {
                show_sides(&mut document, sides);
            }
            if let Some(why) = why {
                document.blank();
                document.append(explanation(why));
            }
        }
    }
    document
}

fn holds(cases: u128, scope: &Scope) -> String {
    match scope {
        Scope::All if cases == 0 => "Holds".to_string(),
        Scope::All if cases == 1 => "Holds in the only case".to_string(),
        Scope::All => format!("Holds for all {} cases", thousands(cases)),
        Scope::UpTo(last) => format!("Holds up to {last}"),
        Scope::Proved { .. } => "Proved for every case".to_string(),
    }
}

fn more(cases: u128, scope: &Scope) -> String {
    match scope {
        Scope::All if cases == 0 => ": there is no case to try.".to_string(),
        Scope::All => ".".to_string(),
        Scope::UpTo(_) => format!(", in {}. Nothing is known beyond that.", counted(cases, "case", "cases")),
        Scope::Proved { period: Period { preperiod, period, .. } } => format!(
            ": everything here repeats with period {period} from n = {preperiod} on, so {} all of them.",
            if cases == 1 { "1 case decides".to_string() } else { format!("{} cases decide", thousands(cases)) }
        ),
    }
}

/// Adds both sides of the comparison that fails, as written and with their values. A side that was written as a value
/// needs no line.
fn show_sides(document: &mut Document, sides: &Sides) {
    let widest = sides.left.width().max(sides.right.width());
    let side = |text: &str, value: &grundy_engine::game::Value| {
        let padding = " ".repeat(widest - text.width());
        vec![plain("  "), code(text), plain(format!("{padding} = ")), verdict(value)]
    };
    let not = vec![plain(format!("  {} {} {} is false.", sides.left_value, sides.operator, sides.right_value))];
    let both = [(&sides.left, &sides.left_value), (&sides.right, &sides.right_value)];
    let written_out = both.iter().filter(|(text, value)| **text != value.to_string());
    document.drawing(written_out.map(|(text, value)| side(text, value)).chain([not]).collect());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::explain::data::Advice;
    use crate::verbs::samples::{assert_text, explanation, shown, step};
    use grundy_engine::game::Value;

    fn checked(cases: u128, scope: Scope) -> String {
        shown(&Report::new(Check::Holds { cases, scope }), 100)
    }

    #[test]
    fn how_far_it_holds() {
        let period = Period { preperiod: 71, period: 12, saltus: 0 };
        let cases = [
            (1_000_001, Scope::All, "Holds for all 1,000,001 cases.\n"),
            (1, Scope::All, "Holds in the only case.\n"),
            (0, Scope::All, "Holds: there is no case to try.\n"),
            (
                5001,
                Scope::UpTo(Value::Integer(5000)),
                "Holds up to 5000, in 5,001 cases. Nothing is known beyond that.\n",
            ),
            (
                83,
                Scope::Proved { period },
                "Proved for every case: everything here repeats with period 12 from n = 71 on, so 83 cases decide all of them.\n",
            ),
        ];
        for (count, scope, expected) in cases {
            assert_text(&checked(count, scope), expected);
        }
    }

    #[test]
    fn a_counterexample_with_both_sides_and_why() {
        let sides = Sides {
            left: "grundy S(n)".into(),
            left_value: Value::Integer(1),
            operator: "==",
            right: "n".into(),
            right_value: Value::Integer(5),
        };
        let case = vec![("n".to_string(), Value::Integer(5)), ("k".to_string(), Value::Integer(1))];
        let why = Some(Box::new(explanation(&[5], Advice::Play(step(5, 4, 1)))));
        let text = shown(&Report::new(Check::Fails { case, held: 5, sides: Some(sides), explanation: why }), 80);
        let expected = "Fails for n = 5, k = 1, after 5 cases in which it holds:
  grundy S(n) = 1
  n           = 5
  1 == 5 is false.

The value of S(5)
";
        assert!(text.starts_with(expected), "{text}");
        let bare = Check::Fails { case: Vec::new(), held: 0, sides: None, explanation: None };
        assert_text(&shown(&Report::new(bare), 80), "Does not hold.\n");
    }
}
