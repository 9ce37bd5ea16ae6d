//! `plot S 0..200`: the values of the positions along one or two coordinates, as a figure.

use std::sync::Arc;

use grundy_engine::game::{Game, Value};
use grundy_engine::nim::{Convention, Nimber};
use serde::Serialize;

use crate::error::Error;
use crate::lang::lower::{coordinate, no_boards};
use crate::lang::session::{Reply, Session};
use crate::show::document::{Block, Document, Figure, Line, LinePlot, Other, Others, Role};
use crate::show::json;
use crate::show::language::known::Language;
use crate::show::lists::{Entries, LongList};
use crate::show::phrase::{name, thousands};
use crate::show::report::{AnswerValue, OF_A_LIST, Showable};
use crate::show::rows::{RowField, Rows, of_entries};
use crate::show::told::{Tellable, told};
use crate::syntax::ast::Ask;
use crate::verbs::tables;
use crate::verbs::tables::answer::{Coordinates, HeatMap, line_subject, running};

/// `plot S 0..200`: one coordinate runs.
#[derive(Clone, Debug, Serialize)]
pub struct Plot {
    pub game: Arc<Game>,
    /// The names of the coordinates, with the value of those that are fixed; `None` for the one that runs.
    #[serde(serialize_with = "json::coordinates")]
    pub coordinates: Coordinates,
    /// What the coordinate runs through, in order, with the values; `None` where there is no such position.
    #[serde(skip)]
    pub entries: Entries,
    /// Those whose values are no numbers.
    #[serde(skip_serializing_if = "Others::is_empty")]
    pub others: Others,
}

/// Without a range, one coordinate runs up to the first of these, and each of two up to the second.
const LAST: [u64; 2] = [200, 60];

pub(crate) fn plot(session: &mut Session, asked: &Ask) -> Result<Reply, Error> {
    let at = asked.subject.span;
    let sliced = tables::sliced(session, asked, LAST)?;
    no_boards("plot", &sliced.game, at)?;
    let boxed = tables::in_plane(session, sliced, at)?;
    let values = session.solved(at, |solver| solver.values_of_box(&boxed.positions, Convention::Normal))?;
    let game = boxed.positions.game.clone();
    let line = match &boxed.positions.axes[..] {
        [run] => Ok((vec![(coordinate(&game, 0), None)], Entries::new(run.clone(), values))),
        _ => {
            let grid = tables::grid(&boxed, Convention::Normal, values)?;
            grid.line().ok_or(grid)
        }
    };
    Ok(match line {
        Ok((coordinates, entries)) => {
            let others = Others(entries.others().map(|(n, value)| Other { n, value }).collect());
            Reply::report(Plot { game, coordinates, entries, others })
        }
        Err(grid) => Reply::report(HeatMap(grid)),
    })
}

impl Showable for Plot {
    fn kind(&self) -> &'static str {
        "plot"
    }

    fn document(&self) -> Document {
        let running = running(&self.coordinates).to_owned();
        let plot = LinePlot {
            language: Language::ENGLISH,
            title: title(self),
            running,
            entries: self.entries.clone(),
            others: self.others.clone(),
        };
        Document { blocks: vec![Block::Figure(Figure::Plot(plot))] }
    }

    /// The points.
    fn value(&self) -> Option<AnswerValue<'_>> {
        let points = move || {
            let mut others = self.others.0.iter().peekable();
            let point = move |(n, value): (i64, Option<Nimber>)| {
                let other = others.next_if(|other| other.n == n).map(|other| Value::from(other.value.clone()));
                let value = other.or_else(|| Some(Value::Integer(value?.0.into())));
                Value::Tuple([Value::Integer(n.into()), value.unwrap_or(Value::None)].into())
            };
            self.entries.iter().map(point).collect()
        };
        let size = self.entries.len().saturating_mul(OF_A_LIST + 2);
        Some((size, Box::new(move || Value::list(points()))))
    }

    fn rows(&self) -> Option<Rows<'_>> {
        if self.others.is_empty() {
            return Some(of_entries(&self.entries));
        }
        let mut others = self.others.0.iter().peekable();
        let rows = self.entries.iter().map(move |(n, value)| {
            let other = others.next_if(|other| other.n == n);
            let value = other.map_or(value.into(), |other| RowField::Text(other.value.to_string().into()));
            [RowField::Integer(n.into()), value]
        });
        Some(Rows::new(&["n", "value"], rows))
    }

    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        Some(("values", LongList::Entries(&self.entries)))
    }
}

/// What is shown, and of which positions.
fn title(report: &Plot) -> Line {
    let x = name(line_subject(&report.game, &report.coordinates));
    let title = if let (Some((first, _)), Some((last, _))) = (report.entries.first(), report.entries.last()) {
        let running = running(&report.coordinates);
        let shown = |n: i64| format!("{}{}", if n < 0 { "-" } else { "" }, thousands(n.unsigned_abs()));
        let (low, high) = (shown(first), shown(last));
        match low == high {
            true => told!("**Grundy values of **{x}, {running} = {low}", x, running, low),
            false => told!("**Grundy values of **{x}, {running} = {low} to {high}", x, running, low, high),
        }
    } else {
        told!("**Grundy values of **{x}", x)
    };
    title.strong(Role::Heading).into_line()
}
