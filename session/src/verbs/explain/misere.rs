//! `explain misere`: who wins in misère play, by which rule or search, and what follows for the player to move.

use grundy_engine::game::Sum;
use grundy_engine::nim::Outcome;
use grundy_engine::solve::{Move, Situation};

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Document, Line, Piece, Role};
use crate::show::phrase::{muted_words, name, nimber, paragraph, plain, sentences, thousands, width};
use crate::show::told::{Tellable, Told, told};
use crate::source::Span;
use crate::verbs::explain::data::{Advice, Explanation, MisereReason, QuotientPart, Refutation, TamePart, TameSum};
use crate::verbs::explain::parts::reply_lines;
use crate::verbs::position::board::{self, move_in};
use crate::verbs::position::data::{Analysis, Element};
use crate::verbs::position::winner::{in_quotient, who};
use crate::verbs::position::{self, remove_equal_moves};

/// Up to this many moves, each is shown with the reply that beats it.
const SMALL: usize = 12;
/// Of more moves than `SMALL`, only this many are shown.
const REPLIES: usize = 6;

pub(crate) fn explanation(session: &mut Session, position: Analysis, at: Span) -> Result<Explanation, Error> {
    let sum = &position.sum;
    let advice = match position::best_move(session, Situation::misere(sum), at)? {
        Some(winning) => Advice::Play(winning),
        None => lost(session, sum, position.outcome, at)?,
    };
    let misere_reason = match &advice {
        Advice::Over => None,
        advice => Some(reason(session, sum, advice, at)?),
    };
    Ok(Explanation { position, derivations: Vec::new(), advice, losing: None, misere_reason })
}

/// How it is known who wins: by a misère quotient or the rule for tame games, or else by a search.
fn reason(session: &mut Session, sum: &Sum, advice: &Advice, at: Span) -> Result<MisereReason, Error> {
    let after = match advice {
        Advice::Play(winning) => after(sum, winning),
        _ => Sum::default(),
    };
    if let Some(element) = position::element(session, sum, at)? {
        let after = match advice {
            Advice::Play(_) => position::element(session, &after, at)?,
            _ => None,
        };
        let parts = sum.parts.iter().zip(&element.summands).map(|(part, element)| QuotientPart {
            copies: part.copies,
            component: part.component.clone(),
            element: element.clone(),
        });
        return Ok(MisereReason::Quotient { parts: parts.collect(), after, element });
    }
    if let Some((parts, whole)) = session.solved(at, |solver| solver.tame(sum))? {
        let firm_after = match advice {
            Advice::Play(_) => session.solved(at, |solver| solver.tame(&after))?.map(|(_, left)| left.firm),
            _ => None,
        };
        let parts = sum.parts.iter().zip(&parts).map(|(part, tame)| TamePart {
            copies: part.copies,
            component: part.component.clone(),
            value: tame.value,
            firm: tame.firm,
        });
        let tame = TameSum { parts: parts.collect(), nim_sum: whole.value, firm: whole.firm, firm_after };
        return Ok(if whole.is_nim_heap { MisereReason::Nim(tame) } else { MisereReason::Tame(tame) });
    }
    let replies = match advice {
        Advice::Play(_) => {
            let (replies, total) = replies(session, &after, at)?;
            if replies.len() as u128 == total { replies } else { Vec::new() }
        }
        _ => Vec::new(),
    };
    Ok(MisereReason::Search { after, replies })
}

/// What to say where no move wins. Without any move the game is over, and in misère play the player to move has
/// won.
fn lost(session: &mut Session, sum: &Sum, outcome: Outcome, at: Span) -> Result<Advice, Error> {
    let (replies, total) = replies(session, sum, at)?;
    Ok(if total == 0 || outcome == Outcome::N { Advice::Over } else { Advice::Lost { replies, total } })
}

/// The moves of a lost position, each with the reply that beats it, and how many moves there are. Of many moves
/// only the first are given. Equal moves in equal summands count once.
fn replies(session: &mut Session, sum: &Sum, at: Span) -> Result<(Vec<Refutation>, u128), Error> {
    let most = SMALL.saturating_mul(sum.parts.len().max(1)).saturating_add(1);
    let mut found = session.solved(at, |solver| solver.moves(Situation::misere(sum), most))?;
    let repeated = remove_equal_moves(&mut found.losers, |tried| (&tried.from, &tried.to));
    let different = found.losers.len();
    let total = if different + repeated < most { different as u128 } else { found.total - repeated as u128 };
    let most = if total <= SMALL as u128 { SMALL } else { REPLIES };
    let mut replies = Vec::new();
    for tried in found.losers.iter().take(most) {
        let after = sum.after(tried.part, &tried.to);
        if let Some(answer) = position::best_move(session, Situation::misere(&after), at)? {
            replies.push(Refutation { tried: tried.clone(), after, answer });
        }
    }
    Ok((replies, total))
}

/// The whole position after a move.
fn after(sum: &Sum, step: &Move) -> Sum {
    match sum.parts.iter().position(|part| part.component == step.from) {
        Some(part) => sum.after(part, &step.to),
        None => sum.clone(),
    }
}

/// At most this many tame components are listed.
const LISTED: usize = 12;

pub fn explain(document: &mut Document, report: &Explanation) {
    let whole = &report.position.sum;
    let who = who(report.position.outcome, None);
    paragraph(document, told!("**{who}** in misère play: the player who makes the last move loses.", who));
    if matches!(report.advice, Advice::Over) {
        return paragraph(document, told!("There is no move: the other player made the last move and has lost."));
    }
    match &report.misere_reason {
        Some(MisereReason::Nim(sum)) => nim(document, sum),
        Some(MisereReason::Tame(sum)) => tame(document, sum),
        Some(MisereReason::Quotient { element, parts, .. }) => quotient(document, element, parts),
        _ => paragraph(document, told!("Found by search, because in misère play the nim-sum does not decide.")),
    }
    match &report.advice {
        Advice::Over => {}
        Advice::Play(winning) => {
            let step = move_in(whole, Role::Good, winning);
            let play = match &report.misere_reason {
                Some(MisereReason::Nim(TameSum { firm_after: Some(true), .. })) => {
                    told!("Play {step}, which leaves the nim-sum 0 and a heap of 2 or more.", step)
                }
                Some(MisereReason::Nim(TameSum { firm_after: Some(false), .. })) => {
                    told!("Play {step}, which leaves an odd number of heaps of 1.", step)
                }
                Some(MisereReason::Quotient { after: Some(after), .. }) => {
                    told!("Play {step}, which leaves {product}: an element of P.", step, product = &after.product)
                }
                Some(MisereReason::Search { replies, .. }) if !replies.is_empty() => {
                    told!("Play {step}. Every reply has a winning answer:", step)
                }
                _ => told!("Play {step}: every reply has a winning answer.", step),
            };
            paragraph(document, play);
            board::draw_winning(document, whole, Some(winning));
            if let Some(MisereReason::Search { after, replies }) = &report.misere_reason {
                document.drawing(reply_lines(after, replies, replies.len() as u128));
            }
        }
        Advice::Lost { replies, total } => {
            paragraph(document, told!("Every move has a winning answer:"));
            document.drawing(reply_lines(whole, replies, *total));
        }
    }
}

/// Adds Bouton's rule for misère Nim, and what it says here.
fn nim(document: &mut Document, sum: &TameSum) {
    if !sum.firm {
        let ones: u128 =
            sum.parts.iter().filter(|part| !part.value.is_zero()).map(|part| u128::from(part.copies)).sum();
        let left = told!("{n} heap[s] of 1 [is|are] left, and each move takes one.", n = thousands(ones));
        let last = match ones.is_multiple_of(2) {
            false => told!("Their number is odd, so the player to move makes the last move."),
            true => told!("Their number is even, so the other player makes the last move."),
        };
        return paragraph(document, sentences([left, last]));
    }
    let rule = told!(
        "This is Nim, and Nim's own rule decides (Bouton, 1901): while a heap of 2 or more is there, a position is lost if its nim-sum is 0, as in normal play; of heaps of 1 alone, an odd number is lost."
    );
    paragraph(document, rule);
    nim_sum_here(document, sum);
}

fn nim_sum_here(document: &mut Document, sum: &TameSum) {
    let mut line = Line::new();
    let values: u128 = sum.parts.iter().map(|part| u128::from(part.copies)).sum();
    if values > 1 && values <= LISTED as u128 {
        for (index, part) in sum.parts.iter().flat_map(|part| (0..part.copies).map(move |_| part)).enumerate() {
            line.extend((index > 0).then(|| plain(" ⊕ ")));
            line.push(nimber(part.value));
        }
        line.push(plain(" = "));
    }
    line.push(nimber(sum.nim_sum));
    paragraph(document, told!("Here the nim-sum is {sum}.", sum = line));
}

/// Adds the tame components, each with the nim-heaps that it behaves like.
fn tame(document: &mut Document, sum: &TameSum) {
    let rule = told!(
        "Every component is tame: in misère play it behaves beside the others as nim-heaps do (Conway, On Numbers and Games, chapter 12)."
    );
    paragraph(document, rule);
    let shown = |part: &TamePart| {
        let heaps = told!("as **{heaps}**", heaps = heaps(part));
        (name(&part.component), counted(heaps, part.copies))
    };
    beside(document, sum.parts.len(), sum.parts.iter().take(LISTED).map(shown).collect());
    let rule = match sum.firm {
        true => {
            told!("Nim's own rule decides: there is more than heaps of 1, so the position is lost if the nim-sum is 0.")
        }
        false => told!("Nim's own rule decides: of heaps of 1 alone, an odd number is lost, that is, the nim-sum 1."),
    };
    paragraph(document, rule);
    nim_sum_here(document, sum);
}

/// Adds the components, each with its element, and what their product says.
fn quotient(document: &mut Document, element: &Element, parts: &[QuotientPart]) {
    let rule = told!(
        "Each heap has an element in the misère quotient, in which a sum is a product (Plambeck and Siegel, 2008)."
    );
    paragraph(document, rule);
    let shown = |part: &QuotientPart| {
        let element = told!("is **{element}**", element = &part.element);
        (name(&part.component), counted(element, part.copies))
    };
    beside(document, parts.len(), parts.iter().take(LISTED).map(shown).collect());
    paragraph(document, in_quotient(element));
}

/// Adds names with what is said of each, and how many more there are.
fn beside(document: &mut Document, count: usize, said: Vec<(Piece, Line)>) {
    let widest = said.iter().map(|(component, _)| width(std::slice::from_ref(component))).max().unwrap_or(0);
    let line = |(component, said): (Piece, Line)| {
        let padding = " ".repeat(widest - width(std::slice::from_ref(&component)));
        [vec![plain("  "), component, plain(padding)], said].concat()
    };
    let mut lines: Vec<Line> = said.into_iter().map(line).collect();
    lines.extend(crate::verbs::position::moves::rest(count as u128, lines.len()));
    document.drawing(lines);
}

/// What is said of a component, and how often it is there.
fn counted(said: Told, copies: u64) -> Line {
    let mut line = [vec![plain("  ")], said.looks(Role::Muted).strong(Role::Plain).into_line()].concat();
    if copies > 1 {
        line.push(plain("  "));
        line.extend(muted_words(told!("({n} times)", n = thousands(copies))));
    }
    line
}

/// The nim-heaps that a tame component behaves like. They have its value, and if it is firm, one of them is 2 or
/// more.
fn heaps(part: &TamePart) -> Told {
    match (part.firm, part.value.0) {
        (true, 0) => told!("*2 + *2"),
        (true, 1) => told!("*2 + *3"),
        (false, 0) => told!("nothing"),
        (_, value) => told!("*{value}", value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{analysis, assert_text, heap, shown, step};
    use grundy_engine::nim::{Convention, Nimber};

    fn report(advice: Advice, outcome: Outcome, reason: MisereReason) -> String {
        let (terms, misere_reason) = (Vec::new(), Some(reason));
        let position = Analysis { convention: Convention::Misere, value: None, terms, outcome, ..analysis(&[3]) };
        let explained = Explanation { position, derivations: Vec::new(), advice, losing: None, misere_reason };
        shown(&Report::new(explained), 80)
    }

    fn tame_sum(values: &[u64], firm: bool, firm_after: Option<bool>) -> TameSum {
        let part =
            |value: &u64| TamePart { copies: 1, component: heap(*value), value: Nimber(*value), firm: *value > 1 };
        let nim_sum = Nimber(values.iter().fold(0, |sum, value| sum ^ value));
        TameSum { parts: values.iter().map(part).collect(), nim_sum, firm, firm_after }
    }

    #[test]
    fn nim_is_told_by_its_own_rule() {
        let mut winning = step(3, 1, 3);
        (winning.value, winning.total) = (None, None);
        let nim = MisereReason::Nim(tame_sum(&[3, 1, 1], true, Some(false)));
        let text = report(Advice::Play(winning), Outcome::N, nim);
        let expected = "First player wins in misère play: the player who makes the last move loses.
This is Nim, and Nim's own rule decides (Bouton, 1901): while a heap of 2 or
more is there, a position is lost if its nim-sum is 0, as in normal play; of
heaps of 1 alone, an odd number is lost.
Here the nim-sum is 3 ⊕ 1 ⊕ 1 = 3.
Play S(3) → S(1), which leaves an odd number of heaps of 1.
";
        assert_text(&text, expected);
        let lost = Advice::Lost { replies: Vec::new(), total: 0 };
        let text = report(lost, Outcome::P, MisereReason::Nim(tame_sum(&[1, 1, 1], false, None)));
        assert!(text.contains("3 heaps of 1 are left, and each move takes one. Their number is odd, so the"), "{text}");
    }

    #[test]
    fn what_is_tame_names_the_heaps_it_behaves_like_and_what_is_not_shows_replies() {
        let lost = || Advice::Lost { replies: Vec::new(), total: 0 };
        let text = report(lost(), Outcome::P, MisereReason::Tame(tame_sum(&[2, 2], true, None)));
        assert!(text.contains("  S(2)  as *2\n") && text.contains("Here the nim-sum is 2 ⊕ 2 = 0."), "{text}");
        let winning = step(3, 1, 3);
        let reply = Refutation { tried: step(2, 1, 3), after: Sum::default(), answer: step(1, 0, 1) };
        let search = MisereReason::Search { after: crate::verbs::samples::sum(&[2]), replies: vec![reply] };
        let text = report(Advice::Play(winning), Outcome::N, search);
        assert!(text.contains("Every reply has a winning answer:\n  S(2) → S(1)"), "{text}");
    }
}
