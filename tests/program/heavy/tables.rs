//! The measurements as tables in Markdown, for `docs/limits.md`.

use std::fmt::Write;

use super::Case;
use super::measure::Measured;
use super::statements::KINDS;

type Row<'a> = (&'a Case, &'a Measured, &'a Measured);

/// Three tables: by verb and kind, by verb, and the worst statements.
pub fn tables(cases: &[&Case], late: &[Measured], large: &[Measured]) -> String {
    let rows: Vec<Row<'_>> =
        cases.iter().zip(late).zip(large).map(|((case, late), large)| (*case, late, large)).collect();
    let mut out = String::new();
    matrix(&rows, &mut out);
    by_verb(&rows, &mut out);
    worst(&rows, &mut out);
    out
}

/// Verbs in the order of the cases.
fn verbs<'a>(rows: &[Row<'a>]) -> Vec<&'a str> {
    let mut verbs: Vec<&str> = Vec::new();
    for (case, ..) in rows {
        if !verbs.contains(&case.verb) {
            verbs.push(case.verb);
        }
    }
    verbs
}

fn matrix(rows: &[Row<'_>], out: &mut String) {
    let _ = write!(out, "\nLate in ms / peak in MB:\n\n| verb |");
    for kind in KINDS {
        let _ = write!(out, " {} |", kind.name);
    }
    let _ = writeln!(out, "\n| --- |{}", " ---: |".repeat(KINDS.len()));
    for verb in verbs(rows) {
        let cell = |name: &str| rows.iter().find(|(case, ..)| case.verb == verb && case.kind == name);
        if KINDS.iter().all(|kind| cell(kind.name).is_none()) {
            continue;
        }
        let _ = write!(out, "| {verb} |");
        for kind in KINDS {
            let _ = match cell(kind.name) {
                Some((_, late, large)) => write!(out, " {} / {} |", late.late.as_millis(), megabytes(large)),
                None => write!(out, " |"),
            };
        }
        out.push('\n');
    }
}

fn by_verb(rows: &[Row<'_>], out: &mut String) {
    let _ = writeln!(
        out,
        "\n| verb | statements | answered | time up | no room | refused | worst late, ms | worst peak, MB |"
    );
    let _ = writeln!(out, "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
    for verb in verbs(rows) {
        let own: Vec<&Row<'_>> = rows.iter().filter(|(case, ..)| case.verb == verb).collect();
        line(verb, &own, out);
    }
    line("all", &rows.iter().collect::<Vec<_>>(), out);
}

fn line(name: &str, rows: &[&Row<'_>], out: &mut String) {
    // Each statement was run twice, once for each of the two limits.
    let ends = || rows.iter().flat_map(|(_, late, large)| [late.error.as_str(), large.error.as_str()]);
    let count = |wanted: fn(&str) -> bool| ends().filter(|end| wanted(end)).count();
    let _ = writeln!(
        out,
        "| {name} | {} | {} | {} | {} | {} | {} | {} |",
        rows.len(),
        count(|end| end.is_empty()),
        count(|end| end == "E0502"),
        count(|end| end == "E0503"),
        count(|end| !end.is_empty() && end != "E0502" && end != "E0503"),
        rows.iter().map(|(_, late, _)| late.late.as_millis()).max().unwrap_or(0),
        rows.iter().map(|(_, _, large)| megabytes(large)).max().unwrap_or(0),
    );
}

fn worst(rows: &[Row<'_>], out: &mut String) {
    let mut late: Vec<&Row<'_>> = rows.iter().collect();
    late.sort_by_key(|(_, late, _)| std::cmp::Reverse(late.late));
    let _ = writeln!(out, "\nThe latest:");
    for (case, late, _) in late.iter().take(20) {
        let _ = writeln!(
            out,
            "{:5} ms {:?} {} ({}) {}",
            late.late.as_millis(),
            late.code,
            late.error,
            case.kind,
            case.statement
        );
    }
    let mut large: Vec<&Row<'_>> = rows.iter().collect();
    large.sort_by_key(|(_, _, large)| std::cmp::Reverse(large.peak));
    let _ = writeln!(out, "\nThe largest:");
    for (case, _, large) in large.iter().take(20) {
        let _ = writeln!(
            out,
            "{:5} MB {:?} {} ({}) {}",
            megabytes(large),
            large.code,
            large.error,
            case.kind,
            case.statement
        );
    }
}

fn megabytes(measured: &Measured) -> u64 {
    measured.peak / 1_000_000
}
