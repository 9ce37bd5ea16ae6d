//! `… to "file.csv"`: writes a report in the format that the extension of the file stands for.

use std::io::{self, BufWriter, Write};

use crate::show::certificate::{self, CERTIFICATE, ROCQ, WHOLE};
use crate::show::code::CodeLanguage;
use crate::show::document::{Block, Document, Figure, GameTree, Style};
use crate::show::exact_json::{LargeNumbers, Lines};
use crate::show::json::{self, Asked};
use crate::show::plain_table::{self, PlainTable};
use crate::show::question_bank::{anki, gift, moodle};
use crate::show::report::{Report, Showable};
use crate::show::rocq_library;
use crate::show::row_format::RowFormat;
use crate::show::svg::{self, Filling, Placement};
use crate::show::terminal::{self, Painter};
use crate::show::tree::dot;
use crate::show::visible::{Escapes, VisibleWriter};
use crate::show::{html, markdown, tex};

/// The extensions of all formats. A new one also needs an arm in `write_format`, and one in `works` unless it can
/// hold every report.
pub const FORMATS: [&str; 16] = [
    CERTIFICATE,
    "cpp",
    "csv",
    "dot",
    "gift",
    "html",
    "json",
    "jsonl",
    "md",
    "py",
    "rs",
    "svg",
    "tex",
    "txt",
    ROCQ,
    "xml",
];
/// The format of the b-files of the OEIS: lines of the form `n value`. Such files are recognised by the form of their
/// names, since their extension is `.txt`; this name stands in the place of an extension.
pub const B_FILE: &str = "bfile";
/// The format of worksheets as cards of Anki, which are recognised by the end of their names, `cards.txt`: all other files
/// that end in `.txt` hold what the screen shows.
pub const CARDS: &str = "cards.txt";

/// The format of a file with this name, which is without its folder: the extension in small letters, [`B_FILE`] for
/// the b-files of the OEIS, [`CARDS`] for worksheets as cards, [`WHOLE`] for theorems with their library, or empty if the name has no
/// extension.
pub fn format(report: &Report, name: &str) -> String {
    let name = name.to_lowercase();

    match name.rsplit_once('.') {
        Some(_) if is_b_file(&name) && report.is_sequence() => B_FILE.to_owned(),
        Some(_) if name.ends_with(WHOLE) && works(report, WHOLE) => WHOLE.to_owned(),
        Some(_) if name.ends_with(CARDS) && works(report, CARDS) => CARDS.to_owned(),
        Some((stem, extension)) if !stem.is_empty() => extension.to_owned(),
        _ => String::new(),
    }
}

/// Whether a report consists of rows, so that it can be written in formats for other programs.
pub fn has_rows(report: &Report) -> bool {
    report.rows().is_some()
}

/// Checks whether the report can be written as a file with this extension, without writing anything. The extension
/// may have its dot, and capitals.
///
/// # Errors
/// The extensions that work for this report, if this one does not.
pub fn check(report: &Report, extension: &str) -> Result<(), Vec<&'static str>> {
    let wanted = plain(extension);
    let known: Vec<&str> = FORMATS.into_iter().filter(|known| works(report, known)).collect();
    let by_name = [B_FILE, CARDS, WHOLE].into_iter().any(|named| wanted == named && works(report, named));
    let is_known = by_name || known.contains(&wanted.as_str());
    if is_known { Ok(()) } else { Err(known) }
}

/// Writes the report as a file with this extension, piece by piece: a long one is never held as a whole. Whatever the
/// format, no hidden character is written as it is.
///
/// # Errors
/// The errors of `out`, and `InvalidInput` for an extension that [`check`] refuses.
pub fn write(report: &Report, extension: &str, out: &mut dyn io::Write) -> io::Result<()> {
    let extension = plain(extension);
    let mut out = VisibleWriter::new(out, escapes(&extension));
    let no_such_format = || Err(io::Error::new(io::ErrorKind::InvalidInput, "no such format"));
    write_format(report, &extension, &mut out).unwrap_or_else(no_such_format)?;
    out.finish()
}

/// How files with this extension write hidden characters.
fn escapes(extension: &str) -> Escapes {
    match extension {
        "json" | "jsonl" => Escapes::Json,
        CARDS => Escapes::Tabbed,
        _ => Escapes::Text,
    }
}

/// An extension as it is compared: without a dot, in small letters.
fn plain(extension: &str) -> String {
    extension.trim_start_matches('.').to_lowercase()
}

/// Whether this report can be written in this format, without the work of writing it.
pub fn works(report: &Report, extension: &str) -> bool {
    match extension {
        "csv" | "jsonl" => report.rows().is_some(),
        B_FILE => report.terms().is_some(),
        "dot" => tree(&report.document()).is_some(),
        "html" | "gift" | "xml" | CARDS => report.document().worksheets().is_some(),
        "tex" => {
            let document = report.document();
            document.worksheets().is_some() || document.figure().is_some() || table(&document, &**report).is_some()
        }
        "svg" => report.document().figure().is_some() || report.picture().is_some(),
        ROCQ | CERTIFICATE => report.certificate().is_some(),
        WHOLE => rocq_library::is_there() && report.certificate().is_some(),
        _ => CodeLanguage::of(&format!(".{extension}"))
            .is_none_or(|language| report.code().is_some_and(|code| code.language == language)),
    }
}

/// Writes the report in this format. `None` if it cannot be written so; then nothing is written.
fn write_format(report: &Report, extension: &str, out: &mut dyn io::Write) -> Option<io::Result<()>> {
    Some(match extension {
        "csv" => RowFormat::Csv.write(report.rows()?, out),
        "jsonl" => RowFormat::JsonLines.write(report.rows()?, out),
        ROCQ | WHOLE => certificate::write_rocq(report.certificate()?, extension == WHOLE, out),
        CERTIFICATE => certificate::write_data(report.certificate()?, out),
        B_FILE => {
            let mut out = BufWriter::new(out);
            let mut terms = report.terms()?;
            terms.try_for_each(|(index, value)| writeln!(out, "{index} {value}")).and_then(|()| out.flush())
        }
        "dot" => out.write_all(dot(tree(&report.document())?).as_bytes()),
        "json" => json::write(report, Asked::default(), Lines::Many, LargeNumbers::AsTexts, out)
            .and_then(|()| out.write_all(b"\n")),
        "html" => out.write_all(html::worksheet(report.document().worksheets()?).as_bytes()),
        "gift" => out.write_all(gift::gift(report.document().worksheets()?).as_bytes()),
        "xml" => out.write_all(moodle::xml(report.document().worksheets()?).as_bytes()),
        CARDS => out.write_all(anki::cards(report.document().worksheets()?).as_bytes()),
        "md" => write_markdown(&**report, out),
        "svg" => {
            let picture = match report.document().figure() {
                Some(figure) => svg::figure(figure, Placement::File, Filling::Full),
                None => svg::position(&report.picture()?, Placement::File, Filling::Full),
            };
            out.write_all(picture.text.as_bytes())
        }
        "tex" => {
            let document = report.document();
            match (document.worksheets(), document.figure()) {
                (Some(worksheets), _) => out.write_all(tex::worksheets(worksheets).as_bytes()),
                (_, Some(figure)) => tex::figure(figure, out),
                _ => tex::table(table(&document, &**report)?, out),
            }
        }
        "txt" => screen(&report.document(), out),
        "cpp" | "py" | "rs" => out.write_all(report.code()?.text.as_bytes()),
        _ => return None,
    })
}

/// The tree of a document that is one.
fn tree(document: &Document) -> Option<&GameTree> {
    document.figure().and_then(|figure| if let Figure::Tree(tree) = figure { Some(tree) } else { None })
}

/// The table that a document is, or else that of the rows of the answer.
fn table<'a>(document: &'a Document, answer: &'a dyn Showable) -> Option<PlainTable<'a>> {
    plain_table::of_document(document).or_else(|| answer.rows().map(plain_table::of_rows))
}

/// What is not a table, and has no rows that say as much, is written as the screen shows it.
fn write_markdown(answer: &dyn Showable, out: &mut dyn io::Write) -> io::Result<()> {
    let document = answer.document();
    if let Some(worksheets) = document.worksheets() {
        return out.write_all(markdown::worksheets(worksheets).as_bytes());
    }
    let cross_table = document.blocks.iter().find_map(|block| match block {
        Block::CrossTable(table) => Some(plain_table::of_cross_table(table)),
        _ => None,
    });
    match (cross_table, answer.rows()) {
        (Some(table), _) => markdown::table(table, out),
        (None, Some(rows)) if rows.are_whole && document.figure().is_none() => RowFormat::Markdown.write(rows, out),
        _ => markdown::verbatim(|out| screen(&document, out), out),
    }
}

fn screen(document: &Document, out: &mut dyn io::Write) -> io::Result<()> {
    terminal::write(document, &Style::default(), Painter::Plain, out)
}

/// Whether a file has the name of a b-file of the OEIS, such as `b002186.txt`.
fn is_b_file(name: &str) -> bool {
    let digits = name.strip_prefix('b').and_then(|name| name.strip_suffix(".txt"));
    digits.is_some_and(|digits| digits.len() >= 6 && digits.bytes().all(|digit| digit.is_ascii_digit()))
}
