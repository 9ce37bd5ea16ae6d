//! `table` and `values` of games whose moves bind the players.

use std::sync::Arc;

use grundy_engine::game::{Component, Game, Position, Value};
use grundy_engine::nim::{Column, Nimber, Outcome};

use crate::error::Error;
use crate::lang::session::{Reply, Session};
use crate::show::document::Role;
use crate::show::document::{Align, Document, Long};
use crate::show::lists::Axis;
use crate::show::phrase::{heading, muted, piece, plain, verdict};
use crate::show::report::Showable;
use crate::show::rows::Rows;
use crate::source::Span;
use crate::syntax::ast;
use crate::verbs::binding::data::{BoundRow, BoundTable};
use crate::verbs::binding::refuse_misere_of;
use crate::verbs::binding::words::bound;
use crate::verbs::tables;

/// The table of a game whose moves bind; `None` where no move binds.
///
/// # Errors
/// Misère play is asked about; there are too many positions; why the solver stopped.
pub(crate) fn table(
    session: &mut Session,
    game: &Arc<Game>,
    ranges: &[ast::Expr],
    misere: bool,
    at: Span,
) -> Result<Option<Reply>, Error> {
    if !game.ruleset.binds() {
        return Ok(None);
    }
    refuse_misere_of(game, misere, at)?;
    let rows = tables::rows_of(session, game, ranges, at, |session, place| row(session, game, place, at))?;
    Ok(Some(Reply::report(BoundTable { game: game.clone(), rows })))
}

fn row(session: &mut Session, game: &Arc<Game>, coordinates: Vec<Value>, at: Span) -> Result<BoundRow, Error> {
    let position = Position { game: game.clone(), coordinates: coordinates.into() };
    let name = position.to_string();
    let mut row = BoundRow { position: name, value: None, outcome: None, set: None };
    if session.solved(at, |solver| solver.is_admitted(&position))? {
        let set = session.solved(at, |solver| solver.winning_set(&Component::Position(position)))?;
        row.value = Some(set.value());
        row.outcome = Some(set.value().outcome());
        row.set = Some(set);
    }
    Ok(row)
}

/// 0 for each P-position of these axes, 1 for each N-position, and `None` where there is no position, as
/// [`tables::all_cells`] gives them in misère play.
pub(crate) fn outcomes(session: &mut Session, game: &Arc<Game>, axes: &[Axis], at: Span) -> Result<Column, Error> {
    let goal = axes.iter().map(|axis| axis.members.len()).product();
    let mut cells = Column::default();
    for index in 0..goal {
        tables::count(session, index as u64, goal as u64, at)?;
        let row = row(session, game, tables::coordinates_of(axes, index), at)?;
        cells.push(row.outcome.map(|outcome| Nimber(u64::from(outcome == Outcome::N))));
    }
    Ok(cells)
}

impl Showable for BoundTable {
    fn kind(&self) -> &'static str {
        "bound_table"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        document.line(vec![verdict(&self.game.name)]);
        let headings = ["position", "value", "outcome", "who must move here wins beside *n for n in"];
        let columns = headings.map(|text| (vec![heading(text)], Align::Left)).to_vec();
        let lines = self.rows.iter().map(|row| {
            vec![
                vec![plain(&row.position)],
                vec![row.value.map_or_else(|| muted("-"), bound)],
                vec![row.outcome.map_or_else(|| muted("-"), plain)],
                row.set.iter().map(|set| piece(Role::Nimber, set)).collect(),
            ]
        });
        document.table(columns, Long::of(lines.collect()));
        document
    }

    fn rows(&self) -> Option<Rows<'_>> {
        Some(Rows::of(&["position", "value", "outcome"], &self.rows))
    }
}
