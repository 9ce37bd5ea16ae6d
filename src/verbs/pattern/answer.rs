//! The laws that `pattern` found, written in the language.

use grundy_engine::game::Value;
use grundy_engine::laws::LawKind;
use grundy_engine::solve::Theorem;
use serde::Serialize;

use crate::show::document::{Document, Line};
use crate::show::phrase::{code, counted, muted, paragraph, plain, thousands, verdict};
use crate::show::report::{AnswerValue, Showable};
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
const TRIED: &str = "Tried: periods, with a rise and without; roots, powers and multiples of known numbers; binary \
    digits; conditions such as squares, primes and remainders; recurrences on halves and thirds, on the values before, and of take-away games.";
const TRIED_OF_TWO: &str = "Tried: functions of one number that the coordinates make, such as a xor b, a + b or the \
    smaller of them; sums of what each coordinate gives; Nimhoff games; conditions such as remainders and the golden ratio.";

impl Showable for Pattern {
    fn kind(&self) -> &'static str {
        "pattern"
    }

    fn document(&self) -> Document {
        pattern(self)
    }

    /// The formula of the first law, or what is claimed where it is none.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let text = |law: &FoundLaw| Value::text(law.formula.as_ref().unwrap_or(&law.claim));
        Some((1, Box::new(move || self.laws.first().map_or(Value::None, text))))
    }
}

fn pattern(report: &Pattern) -> Document {
    let mut document = Document::default();
    let Some(first) = report.laws.first() else {
        no_law(&mut document, report);
        return document;
    };
    if report.of == PatternOf::Values && first.of == PatternOf::Losing {
        paragraph(&mut document, vec![plain("The values follow no law that was tried, but the P-positions do.")]);
    }
    for (index, law) in report.laws.iter().enumerate() {
        if index > 0 {
            document.blank();
            let also =
                if law.of == PatternOf::Losing && first.of != PatternOf::Losing { "The P-positions:" } else { "Also:" };
            document.line(vec![plain(also)]);
        }
        add_law(&mut document, law, report);
    }
    document
}

/// Says that no law was found, and what was tried.
fn no_law(document: &mut Document, report: &Pattern) {
    let looked = match (&report.ranges[..], report.values) {
        (_, 0) => "where there are no values".to_owned(),
        (_, count) => format!("in {}{}", counted(count as u128, "value", "values"), ranges(report)),
    };
    paragraph(document, vec![verdict("No law was found"), plain(format!(" {looked}."))]);
    if report.values < FEW {
        let more = "A law needs at least three values for each number in it that was chosen to fit: with more values, more \
            can be found.";
        paragraph(document, vec![plain(more)]);
    }
    let tried = if report.ranges.len() == 2 { TRIED_OF_TWO } else { TRIED };
    paragraph(document, vec![muted(tried)]);
}

fn ranges(report: &Pattern) -> String {
    let runs: Vec<String> =
        report.ranges.iter().map(|run| format!("{} = {} to {}", run.name, run.first, run.last)).collect();
    if runs.is_empty() { String::new() } else { format!(", {}", runs.join(", ")) }
}

/// Adds one law with its status.
fn add_law(document: &mut Document, law: &FoundLaw, report: &Pattern) {
    let mut claim: Line = match law.of {
        PatternOf::List => vec![plain("Member n, counted from 0, is "), verdict(&law.claim)],
        PatternOf::Members => vec![plain("The members are the numbers n with "), verdict(&law.claim)],
        PatternOf::Values | PatternOf::Losing => vec![verdict(&law.claim)],
    };
    // A line to be typed is never broken.
    let typed = |line: &str| vec![plain("  "), code(line)];
    if law.definition.is_some() {
        claim.push(plain(", where"));
    }
    paragraph(document, claim);
    document.drawing(law.definition.iter().map(|line| typed(line)).collect());
    paragraph(document, vec![plain(status(law, report))]);
    if !law.next.is_empty() {
        let next: Vec<String> = law.next.iter().map(i128::to_string).collect();
        paragraph(document, vec![plain(format!("The next would be {}.", next.join(", ")))]);
    }
    if let Some(line) = &law.line {
        let goes_on = matches!(law.of, PatternOf::List | PatternOf::Members);
        document.line(vec![muted(if goes_on { "How it goes on:" } else { "To check it further:" })]);
        document.drawing(vec![typed(line)]);
    }
}

/// The status of a law: proved, and by what, or only seen, and how far.
fn status(law: &FoundLaw, report: &Pattern) -> String {
    let proved = match law.theorem {
        Some(Theorem::Literature) => Some("Proved in the literature (Winning Ways, chapter 4)".to_owned()),
        Some(theorem) => Some(format!("Proved: {}", theorem_name(theorem))),
        None => None,
    };
    let first = report.ranges.iter().map(|run| run.first).min().unwrap_or(0);
    if let Some(proved) = proved {
        let from = if law.from > 0 { format!(", from n = {} on", law.from) } else { String::new() };
        return format!("{proved}{from}.");
    }
    let fits = law.fits as u128;
    let several = report.ranges.len() == 2;
    let from = match (law.from > first, &report.ranges[..]) {
        (false, _) => String::new(),
        (true, [_, _]) => format!(", from {} on in both coordinates", law.from),
        (true, [run]) => format!(", from {} = {} on", run.name, law.from),
        (true, _) => format!(", from n = {} on", law.from),
    };
    let all = if law.from > first { thousands(fits) } else { format!("all {}", thousands(fits)) };
    let runs = if several || law.from <= first { ranges(report) } else { String::new() };
    let later = match law.later {
        0 => String::new(),
        1 => ", and the next one".to_owned(),
        several => format!(", and the next {}", thousands(several as u128)),
    };
    format!("Seen, not proved: it fits {all} values{runs}{from}{later}.")
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
