//! `winner`, `grundy` and `outcome`: the answer in a sentence or two.

use std::slice::from_ref;

use grundy_engine::nim::{Outcome, Side};

use crate::show::document::{Document, Line, Role, ShownPosition};
use crate::show::phrase::{counted, muted, nimber, plain, sum, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::verbs::position::board::{self, move_in, picture};
use crate::verbs::position::data::{
    Element, Grundy, OutcomeReport, ValuedSummand, Winner, component_count, values_joined,
};

impl Showable for Winner {
    fn kind(&self) -> &'static str {
        "winner"
    }

    fn document(&self) -> Document {
        winner(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "outcome", "winner", "nim_sum"], from_ref(self)))
    }

    fn picture(&self) -> Option<ShownPosition> {
        picture(&self.sum, self.winning.as_ref())
    }
}

impl Showable for Grundy {
    fn kind(&self) -> &'static str {
        "grundy"
    }

    fn document(&self) -> Document {
        grundy(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value"], from_ref(self)))
    }
}

impl Showable for OutcomeReport {
    fn kind(&self) -> &'static str {
        "outcome"
    }

    fn document(&self) -> Document {
        outcome(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "misere", "outcome"], from_ref(self)))
    }
}

fn winner(report: &Winner) -> Document {
    let mut document = Document::default();
    if let Some(compound) = &report.compound {
        compound.write(&mut document, &who(report), report.starts);
    } else if report.misere {
        misere(&mut document, report);
    } else {
        normal(&mut document, report);
    }
    if let Some(winning) = &report.winning {
        document.line(vec![plain("Winning move: "), move_in(&report.sum, Role::Good, winning), plain(".")]);
    }
    board::draw_winning(&mut document, &report.sum, report.winning.as_ref());
    document
}

fn normal(document: &mut Document, report: &Winner) {
    let mut line = vec![verdict(format!("{}:", who(report))), plain(" ")];
    line.extend(reason(report));
    if let Some(starts) = report.starts {
        line.push(plain(format!(", and player {starts} starts")));
    }
    line.push(plain("."));
    document.line(line);
    if report.value.is_none() {
        document.line(vec![muted("Found by search, without the Grundy value, which would take longer.")]);
    }
    if report.outcome == Outcome::P && component_count(&report.terms) > 1 {
        document.line(vec![muted("Every move has an answer that makes it 0 again.")]);
    }
}

/// "First player wins", or "Player 2 wins" if the statement says which player starts.
fn who(report: &Winner) -> String {
    match (report.starts, report.side()) {
        (_, None) => "Draw".to_string(),
        (Some(starts), Some(Side::First)) => format!("Player {starts} wins"),
        (Some(starts), Some(Side::Second)) => format!("Player {} wins", if starts == 1 { 2 } else { 1 }),
        (None, Some(Side::First)) => "First player wins".to_string(),
        (None, Some(Side::Second)) => "Second player wins".to_string(),
    }
}

fn reason(report: &Winner) -> Line {
    let Some(value) = report.value else {
        let why = match report.outcome {
            Outcome::N => "there is a move after which the other player loses",
            Outcome::P => "every move has an answer that wins",
            Outcome::D => "neither player can win",
        };
        return vec![plain(why)];
    };
    if report.terms.is_empty() {
        return vec![plain("there is no move left")];
    }
    let mut line = if component_count(&report.terms) == 1 {
        vec![plain("the Grundy value of "), sum(&report.sum), plain(" is "), nimber(value)]
    } else {
        equation(&report.terms, value)
    };
    if !value.is_zero() {
        line.push(plain(", which is not 0"));
    }
    line
}

/// `3 ⊕ 0 ⊕ 1 = 2`
fn equation(terms: &[ValuedSummand], value: grundy_engine::nim::Nimber) -> Line {
    let mut line = values_joined(terms);
    line.extend([plain(" = "), nimber(value)]);
    line
}

fn misere(document: &mut Document, report: &Winner) {
    let starts = report.starts.map_or(String::new(), |starts| format!(", and player {starts} starts"));
    let rule = " in misère play, where the player who makes the last move loses";
    document.line(vec![verdict(who(report)), plain(format!("{rule}{starts}."))]);
    let why = match (report.outcome, &report.winning, &report.element) {
        (Outcome::N, None, _) => "There is no move: the other player made the last one.".to_owned(),
        (_, _, Some(element)) => in_quotient(element),
        _ => "Found by search: in misère play the nim-sum does not decide.".to_owned(),
    };
    document.line(vec![muted(why)]);
}

/// In which part of the misère quotient a position is.
pub fn in_quotient(element: &Element) -> String {
    let Element { order, product, lost, .. } = element;
    let place = if *lost { "in P, so that it is lost for the player to move" } else { "not in P" };
    format!(
        "In the misère quotient, which has {}, its element {product} is {place}.",
        counted(*order as u128, "element", "elements")
    )
}

fn grundy(report: &Grundy) -> Document {
    let mut document = Document::default();
    if report.misere {
        let value = report.value;
        document.line(vec![
            verdict("Misère value "),
            nimber(value),
            plain(": beside "),
            nimber_star(value),
            plain(", and no other nim-heap, "),
            sum(&report.sum),
            plain(" is lost for the player to move in misère play."),
        ]);
        document.line(vec![muted("Misère values do not add: they do not decide other sums.")]);
        return document;
    }
    let mut line = vec![verdict("Grundy value "), nimber(report.value), plain(": ")];
    match component_count(&report.terms) {
        0 => line.push(plain("there is no move left")),
        1 => line.extend([sum(&report.sum), plain(" = "), nimber_star(report.value)]),
        _ => line.extend(equation(&report.terms, report.value)),
    }
    line.push(plain("."));
    document.line(line);
    document
}

/// `*3`, the nim-heap of that value.
pub fn nimber_star(value: grundy_engine::nim::Nimber) -> crate::show::document::Piece {
    crate::show::phrase::piece(Role::Nimber, format!("*{value}"))
}

fn outcome(report: &OutcomeReport) -> Document {
    let mut document = Document::default();
    let play = if report.misere { " in misère play" } else { "" };
    let text = match report.outcome {
        Outcome::N => "the player to move wins",
        Outcome::P => "the player to move loses, and the previous player wins",
        Outcome::D => "neither player can win",
    };
    document.line(vec![verdict(report.outcome), plain(format!("{play}: {text}."))]);
    document
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::position::data::{Grundy, OutcomeReport, ValuedSummand, Winner};
    use crate::verbs::samples::{assert_text, heap, outcome, shown, shown_ascii, sum, terms, winner};
    use grundy_engine::game::{Component, Sum};
    use grundy_engine::nim::{Nimber, Outcome};

    #[test]
    fn one_sentence_and_a_winning_move() {
        type Case = (&'static [u64], Option<(u64, u64)>, &'static str);
        let cases: [Case; 5] = [
            (
                &[3, 4, 5],
                Some((3, 1)),
                "First player wins: 3 ⊕ 0 ⊕ 1 = 2, which is not 0.\nWinning move: S(3) → S(1).\n",
            ),
            (&[3, 3], None, "Second player wins: 3 ⊕ 3 = 0.\nEvery move has an answer that makes it 0 again.\n"),
            (
                &[5],
                Some((5, 4)),
                "First player wins: the Grundy value of S(5) is 1, which is not 0.\nWinning move: S(5) → S(4).\n",
            ),
            (&[4], None, "Second player wins: the Grundy value of S(4) is 0.\n"),
            (&[], None, "Second player wins: there is no move left.\n"),
        ];
        for (heaps, winning, expected) in cases {
            assert_text(&shown(&Report::new(winner(heaps, winning)), 80), expected);
        }
    }

    #[test]
    fn ascii_spells_the_signs() {
        let report = Report::new(winner(&[3, 4, 5], Some((3, 1))));
        assert_text(
            &shown_ascii(&report),
            "First player wins: 3 xor 0 xor 1 = 2, which is not 0.\nWinning move: S(3) -> S(1).\n",
        );
    }

    #[test]
    fn who_begins_is_named() {
        let cases: [(&[u64], u8, &str); 4] = [
            (&[3, 4], 2, "Player 2 wins: 3 ⊕ 0 = 3, which is not 0, and player 2 starts."),
            (&[3, 4], 1, "Player 1 wins: 3 ⊕ 0 = 3, which is not 0, and player 1 starts."),
            (&[3, 3], 2, "Player 1 wins: 3 ⊕ 3 = 0, and player 2 starts."),
            (&[3, 3], 1, "Player 2 wins: 3 ⊕ 3 = 0, and player 1 starts."),
        ];
        for (heaps, starts, expected) in cases {
            let report = Report::new(Winner { starts: Some(starts), ..winner(heaps, None) });
            assert_eq!(shown(&report, 80).lines().next(), Some(expected));
        }
    }

    #[test]
    fn misere_play_is_found_by_search() {
        let misere =
            |outcome| Winner { misere: true, value: None, terms: Vec::new(), outcome, ..winner(&[3, 4], Some((3, 1))) };
        assert_text(
            &shown(&Report::new(misere(Outcome::N)), 80),
            "First player wins in misère play, where the player who makes the last move loses.
Found by search: in misère play the nim-sum does not decide.
Winning move: S(3) → S(1).
",
        );
        let lost = Winner { winning: None, ..misere(Outcome::P) };
        let first = shown(&Report::new(lost), 80);
        assert!(first.starts_with("Second player wins in misère play,"), "{first}");
    }

    #[test]
    fn many_summands_and_many_copies_stay_on_a_line() {
        let heaps = vec![3; 200];
        let text = shown(&Report::new(winner(&heaps, None)), 80);
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(text.starts_with("Second player wins: 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ 3 ⊕ … ⊕ 3 = 0."), "{text}");
        let copies =
            vec![ValuedSummand { copies: 1_000_001, component: heap(3), value: Nimber(3) }, terms(&[2]).remove(0)];
        let report = Winner { terms: copies, value: Some(Nimber(1)), outcome: Outcome::N, ..winner(&[3, 2], None) };
        assert_text(
            &shown(&Report::new(report), 80),
            "First player wins: 3 (1,000,001 times) ⊕ 2 = 1, which is not 0.\n",
        );
    }

    #[test]
    fn grundy_values_with_those_of_the_summands() {
        let cases: [(&[u64], u64, &str); 3] = [
            (&[3, 4], 3, "Grundy value 3: 3 ⊕ 0 = 3.\n"),
            (&[5], 1, "Grundy value 1: S(5) = *1.\n"),
            (&[], 0, "Grundy value 0: there is no move left.\n"),
        ];
        for (heaps, value, expected) in cases {
            let report = Grundy { sum: sum(heaps), misere: false, terms: terms(heaps), value: Nimber(value) };
            assert_text(&shown(&Report::new(report), 80), expected);
        }
        let largest = Nimber(u64::MAX);
        let star = Component::Star(u64::MAX);
        let terms = vec![ValuedSummand { copies: 1, component: star.clone(), value: largest }];
        let report = Grundy { sum: Sum::of(star), misere: false, terms, value: largest };
        let expected = "Grundy value 18446744073709551615: *18446744073709551615 = *18446744073709551615.\n";
        assert_text(&shown(&Report::new(report), 80), expected);
    }

    #[test]
    fn outcomes_in_words() {
        let report =
            |heaps: &[u64], misere| Report::new(OutcomeReport { sum: sum(heaps), misere, outcome: outcome(heaps) });
        assert_text(&shown(&report(&[5], false), 80), "N: the player to move wins.\n");
        assert_text(&shown(&report(&[4], false), 80), "P: the player to move loses, and the previous player wins.\n");
        assert_text(&shown(&report(&[5], true), 80), "N in misère play: the player to move wins.\n");
    }
}
