//! `winner`, `grundy` and `outcome`: the answer in a sentence or two.

use std::slice::from_ref;

use grundy_engine::game::{Binding, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome, WinningSet};
use grundy_engine::solve::Move;

use crate::show::certificate::Certificate;
use crate::show::document::{Document, Line, Piece, Role, ShownPosition};
use crate::show::phrase::{first_of, nimber, paragraph, piece, plain, short_sum, sum, thousands, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::show::told::{Tellable, Told, told};
use crate::verbs::position::board::{self, free_move, is_one, move_in, picture};
use crate::verbs::position::compound::and_starts;
use crate::verbs::position::data::{
    Analysis, Element, ValuedSummand, WayBack, Winner, columns, component_count, times, values_joined,
};

impl Showable for Winner {
    fn kind(&self) -> &'static str {
        "winner"
    }

    fn document(&self) -> Document {
        winner(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(columns(self.kind()), from_ref(self)))
    }

    fn picture(&self) -> Option<ShownPosition> {
        let is_usual = self.position.is_usual();
        is_usual.then(|| picture(&self.position.sum, self.best.as_ref())).flatten()
    }

    fn certificate(&self) -> Option<&dyn Certificate> {
        Some(self)
    }
}

impl Showable for Analysis {
    fn kind(&self) -> &'static str {
        if self.wants_value { "grundy" } else { "outcome" }
    }

    fn document(&self) -> Document {
        if self.wants_value { grundy(self) } else { outcome(self) }
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(columns(self.kind()), from_ref(self)))
    }
}

/// The sentences about values that need not be nimbers are longer than a line.
fn say(document: &mut Document, report: &Analysis, line: impl Tellable) {
    if report.is_usual() { document.line(line) } else { paragraph(document, line) }
}

fn winner(report: &Winner) -> Document {
    let mut document = Document::default();
    let Winner { position, best, .. } = report;
    if let Some(compound) = &position.compound {
        compound.write(&mut document, who(position.outcome, report.starts), report.starts);
        if let Some(best) = best {
            document.line(winning_move(&position.sum, best));
        }
        return document;
    }
    say(&mut document, position, verdict_of(position, report.starts));
    if !position.is_usual() {
        if let Some(best) = best {
            paragraph(&mut document, best_move(position, best));
        }
        never_ends(&mut document, position);
        return document;
    }
    if position.convention.is_misere() {
        let why = match (position.outcome, best, &report.element) {
            (Outcome::N, None, _) => told!("There is no move: the other player made the last one."),
            (_, _, Some(element)) => in_quotient(element),
            _ => told!("Found by search: in misère play the nim-sum does not decide."),
        };
        document.line(why.looks(Role::Muted));
    } else if position.value.is_none() {
        document.line(told!("Found by search, without the Grundy value, which would take longer.").looks(Role::Muted));
    } else if position.outcome == Outcome::P && component_count(&position.terms) > 1 {
        document.line(told!("Every move has an answer that makes it 0 again.").looks(Role::Muted));
    }
    if let Some(best) = best {
        document.line(winning_move(&position.sum, best));
    }
    board::draw_winning(&mut document, &position.sum, best.as_ref());
    document
}

/// "Winning move: S(5) → S(4)."
pub(crate) fn winning_move(position: &Sum, best: &Move) -> Told {
    told!("Winning move: {step}.", step = move_in(position, Role::Good, best))
}

/// Who wins, and why: "First player wins: 3 ⊕ 0 = 3, which is not 0."
pub(crate) fn verdict_of(report: &Analysis, starts: Option<u8>) -> Told {
    let who = who(report.outcome, starts);
    if report.convention.is_misere() {
        let rule = told!("**{who}** in misère play, where the player who makes the last move loses", who);
        return told!("{why}.", why = and_starts(rule, starts));
    }
    told!("**{who}:** {why}.", who, why = and_starts(reason(report), starts))
}

/// "First player wins", or "Player 2 wins" if the statement says which player starts.
pub(crate) fn who(outcome: Outcome, starts: Option<u8>) -> Told {
    match (outcome, starts) {
        (Outcome::D, _) => told!("Draw"),
        (Outcome::N, Some(player)) => told!("Player {player} wins", player),
        (Outcome::P, Some(player)) => told!("Player {player} wins", player = if player == 1 { 2 } else { 1u8 }),
        (Outcome::N, None) => told!("First player wins"),
        (Outcome::P, None) => told!("Second player wins"),
    }
}

fn reason(report: &Analysis) -> Line {
    let Some(value) = &report.value else {
        return match report.outcome {
            Outcome::N => told!("there is a move after which the other player loses"),
            _ => told!("every move has an answer that wins"),
        }
        .into_line();
    };
    let is_single = if report.is_usual() { component_count(&report.terms) == 1 } else { is_one(&report.sum) };
    let (position, v) = (sum(&report.sum), value_piece(value));
    let found = match value {
        _ if report.terms.is_empty() && report.is_usual() => return told!("there is no move left").into_line(),
        _ if !is_single => equation(report, value),
        GrundyValue::Loony => told!("{x} is {v}", x = position, v).into_line(),
        GrundyValue::Nimber(_) => told!("the Grundy value of {x} is {v}", x = position, v).into_line(),
        GrundyValue::Infinite(_) => told!("the value of {x} is {v}", x = position, v).into_line(),
    };
    match (value, report.outcome) {
        (GrundyValue::Infinite(_), Outcome::N) => told!("{sum}, where 0 is in the braces", sum = found).into_line(),
        (GrundyValue::Infinite(_), _) => told!("{sum}, where 0 is not in the braces", sum = found).into_line(),
        (GrundyValue::Nimber(_), Outcome::N) => told!("{sum}, which is not 0", sum = found).into_line(),
        _ => found,
    }
}

/// `3 ⊕ 0 ⊕ 1 = 2`, `∞{0} + 2 = ∞{2}`.
fn equation(report: &Analysis, value: &GrundyValue) -> Line {
    let mut line = Line::new();
    if report.is_usual() {
        line = values_joined(&report.terms);
    } else {
        let sign = if value.nimber().is_some() { " ⊕ " } else { " + " };
        for (index, ValuedSummand { copies, value, .. }) in report.terms.iter().enumerate() {
            line.extend((index > 0).then(|| plain(sign)));
            match *copies {
                1 => line.push(value_piece(value)),
                copies => line.extend(times(value_piece(value), copies).into_line()),
            }
        }
    }
    line.extend([plain(" = "), value_piece(value)]);
    line
}

/// "Winning move: W(1) → W(2), after which play ends within 3 moves."
pub(crate) fn best_move(report: &Analysis, best: &Move) -> Told {
    let step = after_move(best, free_move(&best.from, &best.to, is_one(&report.sum)).looks(Role::Good));
    if best.wins() { told!("Winning move: {step}.", step) } else { told!("Move that keeps the draw: {step}.", step) }
}

/// A move, and what becomes of play after it: "S(5) → S(4), after which play ends within 3 moves".
fn after_move(best: &Move, step: Told) -> Line {
    match (best.binding, best.remoteness) {
        (Binding::Again, _) => told!("{step}, after which the same player moves again", step),
        (Binding::Reply, _) if best.to.parts.is_empty() => {
            told!("{step}, where the other player must reply and cannot", step)
        }
        (Binding::Reply, _) => told!("{step}, where the other player must reply in {x}", step, x = short_sum(&best.to)),
        (Binding::Free, Some(0)) => told!("{step}, which ends play", step),
        (Binding::Free, Some(moves)) => {
            told!("{step}, after which play ends within {n} move[s]", step, n = thousands(u128::from(moves)))
        }
        (Binding::Free, None) => return step.into_line(),
    }
    .into_line()
}

/// "Play may never end: W(0) → W(1) → W(0)."
pub(crate) fn never_ends(document: &mut Document, report: &Analysis) {
    if let Some(way_back) = &report.way_back {
        way_back.tell(document);
    }
}

impl WayBack {
    /// "Play may never end: W(0) → W(1) → W(0)."
    pub(crate) fn tell(&self, document: &mut Document) {
        let way = crate::error::way_of_play(&self.way);
        match self.grows {
            true => paragraph(document, told!("The first positions decide. Later ones grow: {way}.", way)),
            false => paragraph(document, told!("Play may never end: {way}.", way)),
        }
        if let Some(help) = &self.help {
            paragraph(document, told!("If it should end, {help}.", help = help.clone()));
        }
    }
}

/// `{0, 2}`, `all but {1}`, `all`.
pub(crate) fn winning_set(set: &WinningSet) -> Told {
    /// So many nimbers are written.
    const WRITTEN: usize = 40;
    let (all_but, nimbers) = set.listed();
    let list = format!("{{{}}}", first_of(nimbers, WRITTEN, ", "));
    match (all_but, nimbers) {
        (true, []) => told!("all"),
        (true, _) => told!("all but {list}", list),
        (false, _) => told!("{list}", list),
    }
    .looks(Role::Nimber)
}

/// A value in the look of its kind.
pub(crate) fn value_piece(value: &GrundyValue) -> Piece {
    match value {
        GrundyValue::Nimber(number) => nimber(*number),
        other => piece(Role::Nimber, other),
    }
}

/// In which part of the misère quotient a position is.
pub fn in_quotient(element: &Element) -> Told {
    let (n, product) = (thousands(element.order as u128), &element.product);
    match element.lost {
        true => told!(
            "In the misère quotient, which has {n} element[s], its element {product} is in P, so that it is lost for the player to move.",
            n,
            product
        ),
        false => {
            told!("In the misère quotient, which has {n} element[s], its element {product} is not in P.", n, product)
        }
    }
}

fn grundy(report: &Analysis) -> Document {
    let mut document = Document::default();
    let (Some(value), whole) = (&report.value, &report.sum) else { return document };
    if let (Convention::Misere, Some(value)) = (report.convention, value.nimber()) {
        document.line(told!(
            "**Misère value **{v}: beside {heap}, and no other nim-heap, {x} is lost for the player to move in misère play.",
            v = nimber(value),
            heap = nimber_star(value),
            x = sum(whole)
        ));
        let alone = told!("Misère values do not add: they do not decide other sums.");
        document.line(alone.looks(Role::Muted));
        return document;
    }
    let why = match (report.is_usual(), component_count(&report.terms), value.nimber()) {
        (true, 0, _) => told!("there is no move left").into_line(),
        (true, 1, Some(value)) => vec![sum(whole), plain(" = "), nimber_star(value)],
        (false, ..) if is_one(whole) => vec![sum(whole), plain(" = "), value_piece(value)],
        _ => equation(report, value),
    };
    let v = value_piece(value);
    let found = match value {
        GrundyValue::Loony => {
            told!("**Value **{v}: {why}. The player to move wins, whatever stands beside it.", v, why)
        }
        GrundyValue::Infinite(_) => told!("**Value **{v}: {why}.", v, why),
        GrundyValue::Nimber(_) => told!("**Grundy value **{v}: {why}.", v, why),
    };
    say(&mut document, report, found);
    never_ends(&mut document, report);
    document
}

/// `*3`, the nim-heap of that value.
pub fn nimber_star(value: Nimber) -> Piece {
    piece(Role::Nimber, format!("*{value}"))
}

fn outcome(report: &Analysis) -> Document {
    let mut document = Document::default();
    let who = match report.outcome {
        Outcome::N => told!("the player to move wins"),
        Outcome::P => told!("the player to move loses, and the previous player wins"),
        Outcome::D => told!("a draw, since neither player can win"),
    };
    let outcome = verdict(report.outcome);
    match report.convention {
        Convention::Misere => say(&mut document, report, told!("{outcome} in misère play: {who}.", outcome, who)),
        Convention::Normal => say(&mut document, report, told!("{outcome}: {who}.", outcome, who)),
    }
    never_ends(&mut document, report);
    document
}

#[cfg(test)]
mod tests {
    use crate::show::report::Report;
    use crate::verbs::position::data::{Analysis, ValuedSummand, Winner};
    use crate::verbs::samples::{analysis, assert_text, heap, shown, shown_ascii, terms, winner};
    use grundy_engine::game::{Component, Sum};
    use grundy_engine::nim::{Convention, Nimber, Outcome};

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
        let misere = |outcome| {
            let (value, terms) = (None, Vec::new());
            let position = Analysis { convention: Convention::Misere, value, terms, outcome, ..analysis(&[3, 4]) };
            Winner { position, ..winner(&[3, 4], Some((3, 1))) }
        };
        assert_text(
            &shown(&Report::new(misere(Outcome::N)), 80),
            "First player wins in misère play, where the player who makes the last move loses.
Found by search: in misère play the nim-sum does not decide.
Winning move: S(3) → S(1).
",
        );
        let lost = Winner { best: None, ..misere(Outcome::P) };
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
        let terms = copies.into_iter().map(ValuedSummand::of_any_kind).collect();
        let (value, outcome) = (Some(Nimber(1).into()), Outcome::N);
        let position = Analysis { terms, value, outcome, ..analysis(&[3, 2]) };
        let report = Winner { position, ..winner(&[3, 2], None) };
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
            let report = Analysis { wants_value: true, ..analysis(heaps) };
            assert_eq!(report.value, Some(Nimber(value).into()));
            assert_text(&shown(&Report::new(report), 80), expected);
        }
        let largest = Nimber(u64::MAX);
        let star = Component::Star(u64::MAX);
        let terms = vec![ValuedSummand { copies: 1, component: star.clone(), value: largest.into() }];
        let (sum, value) = (Sum::of(star), Some(largest.into()));
        let report = Analysis { sum, terms, value, wants_value: true, ..analysis(&[]) };
        let expected = "Grundy value 18446744073709551615: *18446744073709551615 = *18446744073709551615.\n";
        assert_text(&shown(&Report::new(report), 80), expected);
    }

    #[test]
    fn outcomes_in_words() {
        let report = |heaps: &[u64], convention| Report::new(Analysis { convention, ..analysis(heaps) });
        assert_text(&shown(&report(&[5], Convention::Normal), 80), "N: the player to move wins.\n");
        assert_text(
            &shown(&report(&[4], Convention::Normal), 80),
            "P: the player to move loses, and the previous player wins.\n",
        );
        assert_text(&shown(&report(&[5], Convention::Misere), 80), "N in misère play: the player to move wins.\n");
    }
}
