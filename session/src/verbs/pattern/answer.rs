//! The laws that `pattern` found, written in the language.

use grundy_engine::game::Value;
use grundy_engine::laws::LawKind;
use grundy_engine::solve::Theorem;
use serde::Serialize;

use crate::show::document::{Document, Line};
use crate::show::phrase::{code, muted_words, paragraph, plain, thousands};
use crate::show::report::{AnswerValue, Showable};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::period::proof::theorem_name;

/// What was looked at, and the laws that were found, the simplest first.
#[derive(Clone, Debug, Serialize)]
pub struct Pattern {
    /// What was asked about, as written.
    pub subject: String,
    pub of: PatternOf,
    /// How many values were looked at.
    pub values: usize,
    /// The variables, and the numbers that each was given.
    pub ranges: Vec<LookedAt>,
    pub laws: Vec<FoundLaw>,
}

/// What a law is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PatternOf {
    /// The values of a game, or of an expression.
    Values,
    /// The P-positions of a game, if no law was found for its values.
    Losing,
    /// Which numbers are in a set, or in a list that rises.
    Members,
    /// The members of a list, counted from 0.
    List,
}

/// A variable and the least and the largest number it was given.
#[derive(Clone, Debug, Serialize)]
pub struct LookedAt {
    pub name: String,
    pub first: i128,
    pub last: i128,
    /// The last number with a position, if positions end soon.
    #[serde(skip)]
    pub end: Option<i128>,
}

/// A law in the language.
#[derive(Clone, Debug, Serialize)]
pub struct FoundLaw {
    pub of: PatternOf,
    pub kind: LawKind,
    /// What is claimed: an equation, or the formula for a member of a list.
    pub claim: String,
    /// The formula for a value, if the claim says that a value is what the formula gives.
    #[serde(skip)]
    pub formula: Option<String>,
    /// The line that defines the function in the claim.
    pub definition: Option<String>,
    /// It holds where every variable is at least this.
    pub from: i128,
    /// How many values agree with it.
    pub fits: usize,
    /// How many values beyond those that were asked agree with it as well.
    pub later: usize,
    /// How many numbers in it were chosen so that it fits the values.
    pub free: usize,
    /// What proves it, if anything does.
    pub theorem: Option<Theorem>,
    /// A line to type that checks it for more values, or that continues a list.
    pub line: Option<String>,
    /// What comes next, for lists and sets.
    pub next: Vec<i128>,
}

/// If there are fewer values and no law is found, the answer says that more values would help.
const FEW: usize = 40;
impl Showable for Pattern {
    fn kind(&self) -> &'static str {
        "pattern"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let Some(first) = self.laws.first() else {
            no_law(&mut document, self);
            return document;
        };
        if self.of == PatternOf::Values && first.of == PatternOf::Losing {
            paragraph(&mut document, told!("The values follow no law that was tried, but the P-positions do."));
        }
        for (index, law) in self.laws.iter().enumerate() {
            if index > 0 {
                document.blank();
                let is_other = law.of == PatternOf::Losing && first.of != PatternOf::Losing;
                document.line(if is_other { told!("The P-positions:") } else { told!("Also:") });
            }
            add_law(&mut document, law, self);
        }
        document
    }

    /// The formula of the first law, or what is claimed where it is none.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let text = |law: &FoundLaw| Value::text(law.formula.as_ref().unwrap_or(&law.claim));
        Some((1, Box::new(move || self.laws.first().map_or(Value::None, text))))
    }
}

/// Says that no law was found, and what was tried.
fn no_law(document: &mut Document, report: &Pattern) {
    let n = thousands(report.values as u128);
    paragraph(
        document,
        match &report.ranges[..] {
            _ if report.values == 0 => told!("**No law was found** where there are no values."),
            [] => told!("**No law was found** in {n} value[s].", n),
            runs => told!("**No law was found** in {n} value[s], {runs}.", n, runs = ranges(runs, i128::MIN)),
        },
    );
    if report.values < FEW {
        paragraph(
            document,
            told!(
                "A law needs at least three values for each number in it that was chosen to fit: with more values, more can be \
                 found."
            ),
        );
    }
    let tried = match report.ranges.len() {
        2 => told!(
            "Tried: functions of one number that the coordinates make, such as a xor b, a + b or the smaller of them; sums of \
             what each coordinate gives; Nimhoff games; conditions such as remainders and the golden ratio."
        ),
        _ => told!(
            "Tried: periods, with a rise and without; roots, powers and multiples of known numbers; binary digits; conditions \
             such as squares, primes and remainders; recurrences on halves and thirds, on the values before, of take-away games \
             and of restricted Nim."
        ),
    };
    paragraph(document, muted_words(tried));
}

/// "n = 0 to 200", where each number is at least this.
pub(super) fn ranges(runs: &[LookedAt], least: i128) -> Line {
    let run = |LookedAt { name, first, last, .. }: &LookedAt| {
        told!("{name} = {first} to {last}", name, first = (*first).max(least), last = *last).into_line()
    };
    runs.iter().map(run).collect::<Vec<_>>().join(&plain(", "))
}

/// Adds one law with its status.
fn add_law(document: &mut Document, law: &FoundLaw, report: &Pattern) {
    let claim = &law.claim;
    let claim = match law.of {
        PatternOf::List => told!("Member n, counted from 0, is **{claim}**", claim),
        PatternOf::Members => told!("The members are the numbers n with **{claim}**", claim),
        PatternOf::Values | PatternOf::Losing => told!("**{claim}**", claim),
    };
    // A line to be typed is never broken.
    let typed = |line: &str| vec![plain("  "), code(line)];
    paragraph(document, if law.definition.is_some() { told!("{claim}, where", claim) } else { claim });
    document.drawing(law.definition.iter().map(|line| typed(line)).collect());
    paragraph(document, status(law, report));
    if !law.next.is_empty() {
        let list = law.next.iter().map(i128::to_string).collect::<Vec<_>>().join(", ");
        paragraph(document, told!("The next would be {list}.", list));
    }
    if let Some(line) = &law.line {
        let goes_on = matches!(law.of, PatternOf::List | PatternOf::Members);
        document.line(muted_words(if goes_on { told!("How it goes on:") } else { told!("To check it further:") }));
        document.drawing(vec![typed(line)]);
    }
}

/// The status of a law: proved, and by what, or only seen, and how far.
fn status(law: &FoundLaw, report: &Pattern) -> Told {
    if let Some(theorem) = law.theorem {
        let proved = match theorem {
            Theorem::Literature => told!("Proved in the literature (Winning Ways, chapter 4)"),
            theorem => told!("Proved: {theorem}", theorem = theorem_name(theorem)),
        };
        return match law.from {
            ..=0 => told!("{proved}.", proved),
            from => told!("{proved}, from n = {n} on.", proved, n = from),
        };
    }
    let runs = &report.ranges[..];
    let (n, first) = (thousands(law.fits as u128), runs.iter().map(|run| run.first).min().unwrap_or(0));
    let is_later = law.from > first;
    let fits = if is_later { told!("it fits {n} values", n) } else { told!("it fits all {n} values", n) };
    let fits = match runs {
        [] => fits,
        [_] if is_later => fits,
        runs => told!("{fits}, {runs}", fits, runs = ranges(runs, i128::MIN)),
    };
    let from = law.from;
    let fits = match runs {
        _ if !is_later => fits,
        [_, _] => told!("{fits}, from {from} on in both coordinates", fits, from),
        [run] => told!("{fits}, from {name} = {from} on", fits, name = &run.name, from),
        _ => told!("{fits}, from n = {from} on", fits, from),
    };
    match law.later {
        0 => told!("Seen, not proved: {fits}.", fits),
        1 => told!("Seen, not proved: {fits}, and the next one.", fits),
        n => told!("Seen, not proved: {fits}, and the next {n}.", fits, n = thousands(n as u128)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown};

    fn law(of: PatternOf, from: i128, fits: usize, theorem: Option<Theorem>) -> FoundLaw {
        FoundLaw {
            formula: None,
            of,
            kind: LawKind::Repeats,
            claim: "grundy S(n) == n % 4".into(),
            definition: None,
            from,
            fits,
            later: 0,
            free: 1,
            theorem,
            line: Some("check grundy S(n) == n % 4 for n in 0..10000".into()),
            next: Vec::new(),
        }
    }

    fn text(of: PatternOf, values: usize, laws: Vec<FoundLaw>) -> String {
        let ranges = vec![LookedAt { name: "n".into(), first: 0, last: values as i128 - 1, end: None }];
        shown(&Report::new(Pattern { subject: "S".into(), of, values, ranges, laws }), 80)
    }

    #[test]
    fn seen_is_never_called_proved() {
        let seen = text(PatternOf::Values, 201, vec![law(PatternOf::Values, 0, 201, None)]);
        let expected = "grundy S(n) == n % 4
Seen, not proved: it fits all 201 values, n = 0 to 200.
To check it further:
  check grundy S(n) == n % 4 for n in 0..10000
";
        assert_text(&seen, expected);
        let later = text(PatternOf::Values, 201, vec![law(PatternOf::Values, 2, 199, None)]);
        assert!(later.contains("\nSeen, not proved: it fits 199 values, from n = 2 on.\n"), "{later}");
        let proved = law(PatternOf::Values, 71, 1, Some(Theorem::GuySmith));
        let proved = text(PatternOf::Values, 201, vec![proved]);
        assert!(proved.contains("\nProved: Guy–Smith periodicity theorem, from n = 71 on.\n"), "{proved}");
        assert!(!proved.contains("Seen"), "{proved}");
    }

    #[test]
    fn several_laws_those_of_p_positions_and_none() {
        let both = vec![law(PatternOf::Values, 0, 50, None), law(PatternOf::Losing, 0, 50, None)];
        assert!(text(PatternOf::Values, 50, both).contains("\n\nThe P-positions:\ngrundy S(n)"));
        let losing = text(PatternOf::Values, 50, vec![law(PatternOf::Losing, 0, 50, None)]);
        assert!(losing.starts_with("The values follow no law that was tried, but the P-positions do.\n"), "{losing}");
        let few = text(PatternOf::Values, 5, Vec::new());
        assert!(few.starts_with("No law was found in 5 values, n = 0 to 4.\nA law needs at least three"), "{few}");
        assert!(!text(PatternOf::Values, 500, Vec::new()).contains("A law needs"));
    }

    #[test]
    fn a_list_goes_on() {
        let list = FoundLaw {
            formula: None,
            claim: "f(n)".into(),
            definition: Some("let f(n) = if n < 2 then 1 else f(n - 1) + f(n - 2)".into()),
            line: Some("[f(n) for n in 0..15]".into()),
            next: vec![13, 21, 34],
            ..law(PatternOf::List, 0, 6, None)
        };
        let report =
            Pattern { subject: "L".into(), of: PatternOf::List, values: 6, ranges: Vec::new(), laws: vec![list] };
        let expected = "Member n, counted from 0, is f(n), where
  let f(n) = if n < 2 then 1 else f(n - 1) + f(n - 2)
Seen, not proved: it fits all 6 values.
The next would be 13, 21, 34.
How it goes on:
  [f(n) for n in 0..15]
";
        assert_text(&shown(&Report::new(report), 80), expected);
    }
}
