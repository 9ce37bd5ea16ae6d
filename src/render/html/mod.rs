//! Answers as HTML: documents become paragraphs and tables; plots, heat maps and trees become pictures. The HTML is
//! well-formed XML too.

mod formula;
mod page;
mod prose;
mod sheet;
mod tables;
mod text;
mod worksheet;

use grundy_engine::game::{Board, Value};
pub use page::{Form, Head, NEXT_SLIDE, page};
pub use prose::{Prose, RULE, pictures};
pub use text::line;
use text::{element, element_line};
pub use worksheet::worksheet;

use super::document::{Block, Boards, Document, Line, LongText, Piece, Style};
use super::markup::{Attributes, Markup};
use super::phrase::{plain, width};
use super::svg::{self, Filling, Placement};
use super::{board, expression, heat, play, plot, report, tour, tree};
use crate::session::report::{PlayReport, QuizReport, Report, TourReport};

/// So wide that the browser breaks paragraphs, and not the layout.
const STYLE: Style = Style { width: 1_000, ascii: false };
/// The most lines of a drawing, or rows of a table, that a page shows.
const MOST_PRINTED: usize = 10_000;
/// The fewest and the most lines to write on, if their number follows from the answer.
const FEWEST_LINES: usize = 2;
const MOST_LINES: usize = 9;

/// The HTML of an answer, or of the room for it, which has `lines` lines if that is given. `pictures` counts the
/// pictures of the page.
pub fn answer(
    report: &Report,
    caption: &str,
    (filling, lines): (Filling, Option<usize>),
    pictures: &mut usize,
) -> String {
    let filling = if is_never_hidden(report) { Filling::Full } else { filling };
    if let (Filling::Blank, Some(lines)) = (filling, lines) {
        return ruled_lines(lines);
    }
    let mut markup = Markup::default();
    let table = tables::of(report, filling);
    if let Some(figure) = figure(report, filling, pictures) {
        markup.put(&figure);
    } else if let Some(table) = table {
        markup.put(&table);
    } else {
        text_answer(&mut markup, report, caption, filling);
    }
    markup.finish()
}

/// Whether a report is information and not the answer to a question, so that a page without answers shows it too.
pub fn is_never_hidden(report: &Report) -> bool {
    matches!(
        report,
        Report::Printed(_)
            | Report::About(_)
            | Report::Help(_)
            | Report::Games { .. }
            | Report::Definitions(_)
            | Report::Defined(_)
    )
}

/// A report of a dialogue on a page where the reader can type: all its words, as in a terminal.
pub fn dialogue(report: &Report) -> String {
    let mut markup = Markup::default();
    blocks(&mut markup, &report::document(report, &STYLE), "");
    markup.finish()
}

/// Adds a report that is neither a picture nor a table, mostly as in a terminal. Questions and dialogues are printed
/// differently, since nobody can type on a printed page, and the output of `print` keeps its blanks.
fn text_answer(markup: &mut Markup, report: &Report, caption: &str, filling: Filling) {
    match report {
        Report::Quiz(QuizReport::Sheet(questions)) => sheet::sheet(markup, questions, filling),
        Report::Worksheet(report) => {
            report.sheets.iter().for_each(|questions| sheet::sheet(markup, questions, filling));
        }
        Report::Play(PlayReport::Turn(turn)) => blocks(markup, &play::printed(turn, &STYLE), caption),
        Report::Tour(TourReport::Page(page)) => blocks(markup, &tour::printed(page, &STYLE), caption),
        Report::Printed(values) => printed(markup, values),
        _ => {
            let document = report::document(report, &STYLE);
            match filling {
                Filling::Full => blocks(markup, &document, caption),
                Filling::Blank => markup.put(&ruled_lines(line_count(&document))),
            }
        }
    }
}

/// Adds the output of `print`, which keeps its blanks and lines.
fn printed(markup: &mut Markup, values: &[Value]) {
    markup.open("pre", &[("class", &"printed")]);
    for block in &expression::printed(values, &STYLE).blocks {
        let lines = match block {
            Block::Drawing(lines) => lines.clone(),
            Block::LongText(text) => lines_of(text),
            _ => continue,
        };
        lines.iter().for_each(|text| {
            line(markup, text);
            markup.end_line();
        });
    }
    markup.close_line();
}

/// Adds a listing, whose texts the browser breaks.
fn listing(markup: &mut Markup, entries: &[(Piece, Line)]) {
    markup.open_line("dl", &[("class", &"listing")]);
    for (name, text) in entries {
        element(markup, "dt", &[], &vec![name.clone()]);
        element_line(markup, "dd", &[], text);
    }
    markup.close_line();
}

/// The picture of a plot, a heat map or a tree, with its title; `None` for other reports.
fn figure(report: &Report, filling: Filling, pictures: &mut usize) -> Option<String> {
    let (title, kind) = match report {
        Report::Plot(report) => (plot::title(report), "plot"),
        Report::Heat(report) => (heat::title(report), "field"),
        Report::Tree(report) => {
            let root = report.nodes.first()?;
            let title = match filling {
                Filling::Full => tree::title(report, root),
                Filling::Blank => tree::short_title(root),
            };
            (title, "tree")
        }
        _ => return None,
    };
    *pictures += 1;
    let picture = svg::svg(report, Placement::Page(*pictures), filling)?;
    let mut markup = Markup::default();
    markup.open_line("figure", &[("class", &kind)]);
    element_line(&mut markup, "figcaption", &[], &title);
    // A wide tree keeps most of its size, so that it can be read, and is scrolled.
    let natural = format!("--natural: calc(0.7 * {}px)", picture.width);
    let scrolled = "picture, scrolls sideways";
    markup.open_line(
        "div",
        &[("class", &"scroll"), ("tabindex", &0), ("role", &"group"), ("aria-label", &scrolled), ("style", &natural)],
    );
    markup.put(&picture.text);
    markup.close_line();
    markup.close_line();
    Some(markup.finish())
}

fn blocks(markup: &mut Markup, document: &Document, caption: &str) {
    for block in &document.blocks {
        match block {
            Block::Line(text) => paragraph(markup, text),
            // A paragraph that was laid out, and fitted on one line.
            Block::Drawing(lines) if lines.len() == 1 => paragraph(markup, &lines[0]),
            Block::Drawing(lines) => drawing(markup, lines),
            Block::Boards(drawn) => boards(markup, drawn),
            Block::Listing(entries) => listing(markup, entries),
            Block::Table { columns, rows } => {
                let caption = vec![plain(caption)];
                tables::table(markup, "", &tables::PageTable { caption, hidden: true, columns, rows });
            }
            Block::LongDrawing(lines) => {
                let shown: Vec<Line> = lines.iter().take(MOST_PRINTED).collect();
                drawing(markup, &shown);
            }
            Block::LongTable { columns, rows } => {
                let caption = vec![plain(caption)];
                let shown: Vec<Vec<Line>> = rows.iter().take(MOST_PRINTED).collect();
                tables::table(markup, "", &tables::PageTable { caption, hidden: true, columns, rows: &shown });
            }
            Block::LongText(text) => drawing(markup, &lines_of(text)),
            Block::Blank => {
                markup.element("div", &[("class", &"gap")], "");
                markup.end_line();
            }
        }
    }
}

fn lines_of(text: &LongText) -> Vec<Line> {
    text.0.to_string().split('\n').map(|line| vec![plain(line)]).collect()
}

fn paragraph(markup: &mut Markup, text: &Line) {
    if width(text) == 0 {
        return;
    }
    element_line(markup, "p", &[], text);
}

fn drawing(markup: &mut Markup, lines: &[Line]) {
    markup.open("div", &[("class", &"scroll"), ("tabindex", &0), ("role", &"group"), ("aria-label", &"aligned text")]);
    markup.open("pre", &[("class", &"drawing")]);
    for text in lines {
        line(markup, text);
        markup.end_line();
    }
    markup.close();
    markup.close_line();
}

/// Adds the cells of a board. If a move is shown, the board after it follows, with the changed cells marked.
fn boards(markup: &mut Markup, drawn: &Boards) {
    markup.open(
        "div",
        &[("class", &"scroll boards"), ("tabindex", &0), ("role", &"img"), ("aria-label", &board::alt_text(drawn))],
    );
    cells(markup, &drawn.before, |_| false);
    if let Some(after) = &drawn.after {
        markup.element("span", &[("class", &"muted")], "→");
        cells(markup, after, |cell| drawn.changes(cell));
    }
    markup.close_line();
}

fn cells(markup: &mut Markup, board: &Board, is_marked: impl Fn(usize) -> bool) {
    let columns = format!("--columns: {}", board.width);
    markup.open("div", &[("class", &"board"), ("style", &columns)]);
    for (index, cell) in board.cells.iter().enumerate() {
        let marked: Attributes = if is_marked(index) { &[("class", &"lost-cell")] } else { &[] };
        markup.element("span", marked, &cell.to_string());
    }
    markup.close();
}

/// How many lines to leave for an answer: about as many as it has.
fn line_count(document: &Document) -> usize {
    let count = document.blocks.iter().map(|block| match block {
        Block::Line(_) => 1,
        Block::Drawing(lines) => lines.len(),
        Block::Boards(boards) => boards.before.height(),
        Block::Listing(entries) => entries.len(),
        Block::Table { rows, .. } => rows.len(),
        Block::LongDrawing(lines) => lines.count,
        Block::LongTable { rows, .. } => rows.count,
        Block::LongText(_) => MOST_LINES,
        Block::Blank => 0,
    });
    count.sum::<usize>().clamp(FEWEST_LINES, MOST_LINES)
}

/// Ruled lines to write on, as a block of its own; nothing for no lines.
pub fn ruled_lines(lines: usize) -> String {
    if lines == 0 {
        return String::new();
    }
    let mut markup = Markup::default();
    text::put_ruled_lines(&mut markup, lines);
    markup.end_line();
    markup.finish()
}

#[cfg(test)]
mod tests;
