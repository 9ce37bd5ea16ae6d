//! Tables, sequences, periods, and what is known about games and words.

use grundy_engine::nim::{Nimber, Outcome, Period};
use serde_json::{Value as Json, json};

use super::long::Long;
use super::{count, nimbers, value};
use crate::session::report::{
    About, Axis, Cell, Definition, Farther, Finding, GameLine, Grid, Help, PeriodReport, Row, Table, Theorem, Values,
};

pub fn table(report: &Table) -> Long<impl Iterator<Item = Json> + Clone> {
    let head = json!({"type": "table", "game": report.game.name.to_string(), "misere": report.misere});
    Long { head, name: "rows", list: report.rows.iter().map(row) }
}

fn row(row: &Row) -> Json {
    json!({
        "n": row.heap,
        "options": nimbers(&row.options),
        "total": count(row.total),
        "distinct": nimbers(&row.distinct),
        "value": row.value.map(|value| value.0),
        "outcome": row.outcome.as_ref().map(Outcome::to_string),
    })
}

/// A table or a picture of two coordinates; `kind` says which.
pub fn grid(kind: &str, report: &Grid) -> Long<impl Iterator<Item = Json> + Clone> {
    let axis = |axis: &Axis| {
        let members: Json = axis.members.iter().map(value).collect();
        json!({"name": axis.name.to_string(), "members": members})
    };
    let cell = |cell: &Option<Cell>| {
        cell.map(|cell| json!({"value": cell.value.map(|value| value.0), "outcome": cell.outcome.to_string()}))
    };
    let columns = report.axes.get(report.right).map_or(1, |axis| axis.members.len().max(1));
    let head = json!({
        "type": kind,
        "game": report.game.name.to_string(),
        "misere": report.misere,
        "axes": report.axes.iter().map(axis).collect::<Json>(),
        "down": report.down,
        "right": report.right,
    });
    let rows = report.cells.rows(columns).map(move |row| Json::from_iter(row.map(|shown| cell(&shown))));
    Long { head, name: "rows", list: rows }
}

pub fn values(report: &Values) -> Long<impl Iterator<Item = Json> + Clone> {
    let head = json!({"type": "values", "game": report.game.name.to_string()});
    Long { head, name: "values", list: report.entries.iter().map(entry) }
}

/// A number, and the value there.
pub fn entry((n, value): (u64, Option<Nimber>)) -> Json {
    json!({"n": n, "value": value.map(|value| value.0)})
}

pub fn period(kind: &str, report: &PeriodReport) -> Json {
    let (standing, found, checked, theorem) = match &report.finding {
        Finding::Proved { period, theorem, checked } => ("proved", Some(*period), *checked, Some(*theorem)),
        Finding::Seen { period, checked } => ("seen", Some(*period), *checked, None),
        Finding::NoneSeen { checked } => ("none", None, *checked, None),
    };
    let exceptions = report.exceptions.iter().map(|(heap, value)| json!({"n": heap, "value": value.0}));
    json!({
        "type": kind,
        "game": report.game.name.to_string(),
        "finding": standing,
        "period": found.map(|Period { period, .. }| period),
        "preperiod": found.map(|Period { preperiod, .. }| preperiod),
        "saltus": found.map(|Period { saltus, .. }| saltus),
        "checked": checked,
        "theorem": theorem.map(theorem_key),
        "exceptions": exceptions.collect::<Json>(),
        "exception_count": report.exception_count,
        "farther": match report.farther {
            Farther::Again => "again",
            Farther::Memory => "memory",
            Farther::No => "no",
        },
        "open": report.open,
        "sample": nimbers(&report.sample),
    })
}

fn theorem_key(theorem: Theorem) -> &'static str {
    match theorem {
        Theorem::FiniteSubtraction => "finite_subtraction",
        Theorem::CofiniteSubtraction => "cofinite_subtraction",
        Theorem::GuySmith => "guy_smith",
        Theorem::BoundedSplits => "bounded_splits",
        Theorem::ArithmeticHexadecimal => "arithmetic_hexadecimal",
        Theorem::Literature => "literature",
    }
}

pub fn games(lines: &[GameLine]) -> Json {
    lines.iter().map(|game| json!({"name": game.name, "line": game.line})).collect()
}

pub fn definitions(shown: &[Definition]) -> Json {
    let one = |shown: &Definition| json!({"name": shown.name, "source": shown.source, "engine": shown.engine});
    json!({"type": "definitions", "definitions": shown.iter().map(one).collect::<Json>()})
}

pub fn about(about: &About) -> Json {
    let facts = about.facts.iter().map(|(name, content)| json!({"name": name, "content": content}));
    json!({
        "type": "about",
        "name": about.name,
        "line": about.line,
        "text": about.text,
        "facts": facts.collect::<Json>(),
        "source": about.source,
        "sample": nimbers(&about.sample),
    })
}

pub fn help(help: &Help) -> Json {
    let entries = help
        .entries
        .iter()
        .map(|entry| json!({"word": entry.word, "usage": entry.usage, "line": entry.line, "example": entry.example}));
    let groups = help.groups.iter().map(|(title, words)| {
        let words = words.iter().map(|(word, line)| json!({"word": word, "line": line}));
        json!({"title": title, "words": words.collect::<Json>()})
    });
    let mut told = json!({"type": "help", "entries": entries.collect::<Json>(), "groups": groups.collect::<Json>()});
    if let Some(chapter) = &help.chapter {
        told["chapter"] = json!(chapter);
    }
    told
}
