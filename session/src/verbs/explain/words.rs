//! `explain`: how the value of a position is derived, so that the reader can do the next one by hand.

use grundy_engine::nim::{GrundyValue, Nimber};
use grundy_engine::solve::Move;

use crate::show::document::{Document, Line, Role, ShownPosition};
use crate::show::phrase::{
    indented, muted_words, name, nimber, paragraph, piece, plain, sentences, thousands, titled, value_set, width,
};
use crate::show::report::Showable;
use crate::show::rows::{RowField, Rows, json};
use crate::show::told::{Tellable, Told, told};
use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation, Reached, Refutation};
use crate::verbs::explain::parts::{binary_columns, bit_length, odd_columns, reply_lines};
use crate::verbs::explain::{any_value, misere};
use crate::verbs::position::board::{self, free_move, move_in, picture};
use crate::verbs::position::compound::ByComponents;
use crate::verbs::position::data::{ValuedSummand, component_count, values_joined};
use crate::verbs::position::moves::rest;
use crate::verbs::position::winner::{value_piece, who, winning_move};

/// A derivation shows at most this many options.
const OPTIONS: usize = 24;
/// At most this many components are derived. Of the others, only the values are shown, in the nim-sum.
const DERIVATIONS: usize = 8;

impl Showable for Explanation {
    fn kind(&self) -> &'static str {
        "explanation"
    }

    fn document(&self) -> Document {
        if !self.position.is_usual() {
            return any_value::document(self);
        }
        if let Some(compound) = &self.position.compound {
            return at_once(self, compound);
        }
        let mut document = value(self);
        match self.nimber() {
            Some(value) => advise(&mut document, self, value),
            None => misere::explain(&mut document, self),
        }
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        self.position.is_usual().then(|| rows(self).in_part())
    }

    fn picture(&self) -> Option<ShownPosition> {
        let winning = if let Advice::Play(winning) = &self.advice { Some(winning) } else { None };
        self.position.is_usual().then(|| picture(&self.position.sum, winning)).flatten()
    }
}

impl Explanation {
    /// The value, if it is a nimber.
    fn nimber(&self) -> Option<Nimber> {
        self.position.value.as_ref()?.nimber()
    }

    /// The summands with their values, which are nimbers.
    fn nimbers(&self) -> Vec<ValuedSummand> {
        let nimber = |term: &ValuedSummand<GrundyValue>| {
            let (copies, component) = (term.copies, term.component.clone());
            term.value.nimber().map(|value| ValuedSummand { copies, component, value })
        };
        self.position.terms.iter().filter_map(nimber).collect()
    }
}

/// Who wins positions that are played at once, by which move, and the theorem that decides.
fn at_once(report: &Explanation, compound: &ByComponents) -> Document {
    let mut document = Document::default();
    compound.write(&mut document, who(report.position.outcome, None), None);
    if let Advice::Play(winning) = &report.advice {
        document.line(winning_move(&report.position.sum, winning));
    }
    paragraph(&mut document, compound.theorem());
    document
}

/// The derivation of the value, without who wins and how. It is empty in misère play.
pub fn value(report: &Explanation) -> Document {
    let mut document = Document::default();
    let Some(value) = report.nimber() else { return document };
    if report.position.terms.is_empty() {
        document.line(told!("**Nothing is left to move**: the nim-sum of no heaps is 0."));
    }
    for derivation in report.derivations.iter().take(DERIVATIONS) {
        derive(&mut document, derivation);
        document.blank();
    }
    if report.derivations.len() > DERIVATIONS {
        let n = thousands((report.derivations.len() - DERIVATIONS) as u128);
        document.line(muted_words(told!("… and {n} more components; their values are listed below.", n)));
        document.blank();
    }
    if component_count(&report.position.terms) > 1 {
        add_up(&mut document, &report.nimbers(), value);
    }
    document
}

/// Adds the derivation of one component: its options, their values, the mex.
fn derive(document: &mut Document, derivation: &Derivation) {
    let x = name(&derivation.component);
    document.line(told!("**The value of **{x}", x = x.clone()).strong(Role::Heading));
    board::draw(document, &derivation.component);
    if derivation.total == 0 {
        indented(document, 2, told!("There is no move from {x}, so its Grundy value is 0.", x));
        return;
    }
    document.drawing(option_lines(derivation));
    let least = derivation.value.nimber().unwrap_or_default();
    let all = derivation.reached.as_ref().map_or_else(String::new, |reached| values_of(reached, least));
    let v = nimber(least);
    let below = match least.0 {
        0 => told!("The least number that is not among them is {v}.", v = v.clone()),
        1 => told!("0 is among them, 1 is not."),
        2 => told!("0 and 1 are among them, 2 is not."),
        _ => told!("All of 0 to {last} are among them, {v} is not.", last = least.0 - 1, v = v.clone()),
    };
    let set = piece(Role::Nimber, &all);
    indented(document, 2, told!("Values that can be reached: {set}. {below}", set = set.clone(), below));
    indented(document, 2, told!("So the Grundy value of {x} is mex {set} = {v}.", x, set, v));
    if !derivation.factors.is_empty() {
        indented(document, 2, product(derivation));
    }
}

/// By the Tartan theorem: the values of the factors.
fn product(derivation: &Derivation) -> Told {
    let one = |factor: &ValuedSummand| {
        told!("{v}, the value of {x}", v = nimber(factor.value), x = name(&factor.component)).into_line()
    };
    let all = derivation
        .factors
        .iter()
        .map(one)
        .reduce(|before, last| told!("{before}, and of {last}", before, last).into_line());
    told!("It is the nim-product of {all} (Tartan theorem).", all = all.unwrap_or_default())
}

/// The set of values that the options have. If it is too large to list, the values below the mex, all of which are in
/// it, stand for it (for mex 0, the first values do).
fn values_of(reached: &Reached, least: Nimber) -> String {
    match least.0 {
        _ if !reached.more_values => value_set(&reached.values),
        0 => format!("{}, …}}", value_set(&reached.values).trim_end_matches(['…', ',', ' ', '}'])),
        value if reached.largest < least => format!("{{0..{}}}", value - 1),
        value => format!("{{0..{}, …}}", value - 1),
    }
}

fn option_lines(derivation: &Derivation) -> Vec<Line> {
    let shown = &derivation.options[..derivation.options.len().min(OPTIONS)];
    let arrow = |option: &DerivedOption| {
        let step = free_move(&derivation.component, &option.option, true).looks(Role::Name);
        [vec![plain("  ")], step.into_line()].concat()
    };
    let widest = shown.iter().map(|option| width(&arrow(option))).max().unwrap_or(0);
    let mut lines: Vec<Line> = shown
        .iter()
        .map(|option| {
            let mut line = arrow(option);
            line.push(plain(" ".repeat(widest - width(&line))));
            line.push(plain("   "));
            let mut v = vec![value_piece(&option.value)];
            if component_count(&option.terms) > 1 {
                v = [values_joined(&option.terms), vec![plain(" = ")], v].concat();
            }
            line.extend(told!("**value **{v}", v).strong(Role::Muted).into_line());
            line
        })
        .collect();
    lines.extend(rest(derivation.total, shown.len()));
    lines
}

fn add_up(document: &mut Document, terms: &[ValuedSummand], value: Nimber) {
    document.line(titled(told!("The nim-sum, in binary")));
    document.drawing(binary_columns(terms, value));
    odd_columns(document);
    document.blank();
}

fn advise(document: &mut Document, report: &Explanation, value: Nimber) {
    match &report.advice {
        Advice::Play(winning) if component_count(&report.position.terms) > 1 => {
            change(document, report, value, winning)
        }
        Advice::Play(winning) => {
            let v = nimber(value);
            paragraph(
                document,
                told!(
                    "**First player wins:** the value is {v}, not 0, so 0 is among the values that can be reached.",
                    v
                ),
            );
            let step = move_in(&report.position.sum, Role::Good, winning);
            paragraph(
                document,
                told!("Play {step}. It leaves value 0, a P-position: every reply has a winning answer.", step),
            );
            board::draw_winning(document, &report.position.sum, Some(winning));
        }
        Advice::Lost { replies, total } => lost(document, report, replies, *total),
        Advice::Over => {
            paragraph(document, told!("**Second player wins:** there is no move to make."));
        }
    }
}

/// Which summand to change, to what, and why.
fn change(document: &mut Document, report: &Explanation, total: Nimber, winning: &Move) {
    paragraph(document, told!("**First player wins:** the nim-sum is {v}, not 0.", v = nimber(total)));
    let terms = report.nimbers();
    if let Some(term) = terms.iter().find(|term| term.component == winning.from) {
        why_this_summand(document, term, total);
    }
    let step = move_in(&report.position.sum, Role::Good, winning);
    let played = match winning.value.as_ref().and_then(GrundyValue::nimber) {
        Some(new) => told!(
            "Play {step}, which has value {v}. The nim-sum is then {sum} = 0, and every reply can be answered by a move that makes it 0 again.",
            step,
            v = nimber(new),
            sum = values_joined(&after(&terms, winning, new))
        ),
        None => told!("Play {step}, and every reply can be answered by a move that makes it 0 again.", step),
    };
    paragraph(document, played);
    board::draw_winning(document, &report.position.sum, Some(winning));
}

/// A summand that has a one in the highest column of the nim-sum becomes smaller, and the mex rule gives the move.
fn why_this_summand(document: &mut Document, term: &ValuedSummand, total: Nimber) {
    let (old, new) = (term.value, term.value ^ total);
    let line = sentences([
        told!("To make it 0, a summand of value v must become v ⊕ {n}.", n = nimber(total)),
        told!(
            "The highest 1 of the nim-sum, marked ^, is in the column for {place}.",
            place = thousands(1u64 << (bit_length(total) - 1))
        ),
        told!(
            "{x} has a 1 there too, so its value becomes smaller: {old} ⊕ {n} = {new}, and every smaller value can be reached, by the mex rule.",
            x = name(&term.component),
            old = nimber(old),
            n = nimber(total),
            new = nimber(new)
        ),
    ]);
    paragraph(document, line);
}

/// The summands after a move: one copy of the component that was moved in now has this value.
fn after(terms: &[ValuedSummand], step: &Move, value: Nimber) -> Vec<ValuedSummand> {
    let mut changed = false;
    let mut left = Vec::new();
    for term in terms {
        if changed || term.component != step.from {
            left.push(term.clone());
            continue;
        }
        changed = true;
        left.push(ValuedSummand { copies: 1, value, component: term.component.clone() });
        if term.copies > 1 {
            left.push(ValuedSummand { copies: term.copies - 1, ..term.clone() });
        }
    }
    left
}

fn lost(document: &mut Document, report: &Explanation, replies: &[Refutation], total: u128) {
    let why = if component_count(&report.position.terms) > 1 {
        told!(
            "**Second player wins:** the nim-sum is 0. Every move changes the value of one summand. The nim-sum is then not 0, and the other player can make it 0 again:"
        )
    } else {
        told!(
            "**Second player wins:** the value is 0. No option has value 0, so after every move the other player can move to value 0:"
        )
    };
    paragraph(document, why);
    board::draw_winning(document, &report.position.sum, None);
    document.drawing(reply_lines(&report.position.sum, replies, total));
}

/// One row for each option of each component.
fn rows(report: &Explanation) -> Rows<'_> {
    let rows = report.derivations.iter().flat_map(|derivation| {
        derivation.options.iter().map(move |option| {
            [json(&derivation.component), json(&derivation.value), json(&option.option), json(&option.value)]
                .map(RowField::Json)
        })
    });
    Rows::new(&["position", "value", "option", "option_value"], rows)
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::explain::data::{Advice, Derivation, DerivedOption, Explanation, Reached};
    use crate::verbs::position::data::{Analysis, ValuedSummand};
    use crate::verbs::samples::{
        analysis, assert_sample, assert_text, derivation, explanation, heap, reply, shown, step, terms,
    };
    use grundy_engine::nim::Nimber;

    fn explained(heaps: &[u64], advice: Advice) -> String {
        shown(&Report::new(explanation(heaps, advice)), 80)
    }

    #[test]
    fn a_lost_sum() {
        let replies = vec![reply(&[3, 7], (3, 2), (7, 6)), reply(&[3, 7], (3, 0), (7, 4))];
        assert_sample(&explained(&[3, 7], Advice::Lost { replies, total: 6 }), "explain: a lost sum");
    }

    #[test]
    fn the_end_of_a_game() {
        let heap = "The value of S(0)\n  There is no move from S(0), so its Grundy value is 0.\n\n";
        let end = "Second player wins: there is no move to make.\n";
        assert_text(&explained(&[0], Advice::Over), &format!("{heap}{end}"));
        let nothing = "Nothing is left to move: the nim-sum of no heaps is 0.\n";
        assert_text(&explained(&[], Advice::Over), &format!("{nothing}{end}"));
    }

    #[test]
    fn an_option_that_is_a_sum_shows_how_it_is_added_up() {
        let split = DerivedOption::new(crate::verbs::samples::sum(&[1, 2]), terms(&[1, 2]), Nimber(3));
        let derived = Derivation { options: vec![split], total: 40, ..derivation(5) };
        let report = Explanation { derivations: vec![derived], ..explanation(&[5], Advice::Play(step(5, 4, 1))) };
        let text = shown(&Report::new(report), 80);
        assert!(text.contains("  S(5) → S(1) + S(2)   value 1 ⊕ 2 = 3\n  … and 39 more\n"), "{text}");
    }

    #[test]
    fn more_values_than_can_be_listed() {
        for (value, largest, expected) in [
            (2000, 1999, "  So the Grundy value of S(5) is mex {0..1999} = 2000.\n"),
            (2000, 3000, "  So the Grundy value of S(5) is mex {0..1999, …} = 2000.\n"),
            (0, 3000, "  So the Grundy value of S(5) is mex {1..1000, …} = 0.\n"),
        ] {
            let values = (u64::from(value == 0)..=1000).map(Nimber).collect();
            let (value, largest) = (Nimber(value).into(), Nimber(largest));
            let reached = Some(Reached { values, largest, more_values: true });
            let derived = Derivation { value, reached, ..derivation(5) };
            let report = Explanation { derivations: vec![derived], ..explanation(&[5], Advice::Over) };
            let text = shown(&Report::new(report), 80);
            assert!(text.contains(expected), "{text}");
        }
    }

    #[test]
    fn copies_cancel_in_pairs() {
        let many = |copies| ValuedSummand { copies, component: heap(3), value: Nimber(3) };
        for (copies, value, expected) in [
            (1000, 0, "  1,000*S(3) (all cancel)   0   0 0\n"),
            (1001, 3, "  1,001*S(3) (one is left)   3   1 1\n"),
            (2, 0, "  S(3)      3   1 1\n  S(3)      3   1 1\n"),
        ] {
            let terms = vec![many(copies).of_any_kind()];
            let position = Analysis { terms, value: Some(Nimber(value).into()), ..analysis(&[3]) };
            let advice = if value == 0 { Advice::Over } else { Advice::Play(step(3, 0, value)) };
            let report = Explanation { position, ..explanation(&[3], advice) };
            let text = shown(&Report::new(report), 80);
            assert!(text.contains(expected), "{text}");
        }
    }
}
