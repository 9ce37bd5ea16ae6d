//! `losing` and `winning`: how many P-positions or N-positions there are in a range, and the first of them.

use grundy_engine::nim::Outcome;

use crate::show::document::{Block, Document, Line, Role};
use crate::show::lists::LongList;
use crate::show::phrase::{capital, code, counted, muted, piece, plain, thousands, verdict};
use crate::show::report::{Showable, Terms};
use crate::show::rows::{Rows, columns, typed};
use crate::verbs::tables::data::Solved;

/// At most this many positions are shown.
const SHOWN: usize = 200;

impl Showable for Solved {
    fn kind(&self) -> &'static str {
        "positions"
    }

    fn document(&self) -> Document {
        positions(self)
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(rows(self))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("positions", LongList::Values(&self.positions)))
    }

    fn is_sequence(&self) -> bool {
        true
    }

    fn terms(&self) -> Option<Terms<'_>> {
        let terms = (1_u64..).zip(self.positions.iter().map(ToString::to_string));
        (self.coordinates.len() == 1).then(|| Box::new(terms) as Terms)
    }
}

fn positions(report: &Solved) -> Document {
    let mut document = Document::default();
    document.line(summary(report));
    let role = if report.outcome == Outcome::P { Role::Good } else { Role::Name };
    document.blocks.push(Block::Pieces(report.positions.iter().take(SHOWN).map(|found| piece(role, found)).collect()));
    let more = report.positions.len().saturating_sub(SHOWN);
    if more > 0 {
        let all = [
            muted(format!("… and {} more; ", thousands(more as u128))),
            code("to \"FILE\""),
            muted(" writes all of them."),
        ];
        document.line(all.into());
    }
    document
}

/// "6 of 21 positions are P-positions: the player to move loses."
fn summary(report: &Solved) -> Line {
    let (one, many, fate) = match report.outcome {
        Outcome::P => ("is a P-position", "are P-positions", "loses"),
        Outcome::N => ("is an N-position", "are N-positions", "wins"),
    };
    let play = if report.misere { "in misère play " } else { "" };
    let total = counted(u128::from(report.looked_at), "position", "positions");
    let claim = |text: String| verdict(capital(&format!("{play}{text}")));
    let found = match (report.count, report.looked_at) {
        (_, 0) => return vec![verdict("No positions"), plain(": the ranges have none.")],
        (0, 1) => return vec![claim(format!("the only position {}", one.replacen("is", "is not", 1))), plain(".")],
        (0, _) => return vec![claim(format!("none of {total} {one}")), plain(".")],
        (1, _) => format!("1 of {total} {one}"),
        (count, _) => format!("{} of {total} {many}", thousands(u128::from(count))),
    };
    vec![claim(found), plain(format!(": the player to move {fate}."))]
}

/// One row for each position, with a column for each coordinate.
fn rows(report: &Solved) -> Rows<'_> {
    let headings: Vec<&str> = report.coordinates.iter().map(|name| &**name).collect();
    let is_one = headings.len() == 1;
    Rows::new(
        &headings,
        report.positions.iter().map(move |position| {
            let fields = if is_one { std::slice::from_ref(position) } else { columns(position) };
            fields.iter().map(typed)
        }),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_text, shown, shown_ascii, subtraction};
    use grundy_engine::game::Value;

    fn solved(positions: Vec<Value>, looked_at: u64, misere: bool) -> Report {
        let (outcome, count) = (Outcome::P, positions.len() as u64);
        let coordinates = vec!["n".into()];
        let positions = positions.into();
        Report::new(Solved { game: subtraction(), misere, outcome, looked_at, count, coordinates, positions })
    }

    #[test]
    fn positions_are_counted_and_never_broken() {
        let heaps = [0, 4, 8].map(Value::Integer).to_vec();
        assert_text(
            &shown(&solved(heaps, 12, false), 80),
            "3 of 12 positions are P-positions: the player to move loses.\n0 4 8\n",
        );
        let pairs = (0..9).map(|n| Value::Tuple([Value::Integer(n), Value::Integer(n)].into())).collect();
        let text = shown(&solved(pairs, 81, true), 30);
        assert!(text.ends_with("\n(0, 0) (1, 1) (2, 2) (3, 3)\n(4, 4) (5, 5) (6, 6) (7, 7)\n(8, 8)\n"), "{text}");
        assert!(text.starts_with("In misère play 9 of 81 positions"), "{text}");
    }

    #[test]
    fn none_and_many() {
        let first = |report: &Report| shown(report, 80).lines().next().map(str::to_owned);
        assert_eq!(first(&solved(Vec::new(), 0, false)).as_deref(), Some("No positions: the ranges have none."));
        assert_eq!(first(&solved(Vec::new(), 1, false)).as_deref(), Some("The only position is not a P-position."));
        assert_eq!(first(&solved(Vec::new(), 9, false)).as_deref(), Some("None of 9 positions is a P-position."));
        let many = (0..1300).map(Value::Integer).collect();
        let text = shown_ascii(&solved(many, 5200, false));
        assert!(text.ends_with("... and 1,100 more; to \"FILE\" writes all of them.\n"), "{text}");
    }
}
