//! Answers as HTML: documents become paragraphs and tables; plots, heat maps and trees become pictures. The HTML is
//! well-formed XML too.

mod elements;
mod page;
mod prose;
mod worksheet;
use grundy_engine::game::Board;

pub use elements::line;
use elements::{element, element_line};
pub use page::{Form, Head, NEXT_SLIDE, PAGE_CSS, page};
pub use prose::{GoesOn, Prose, RULE, pictures};
pub use worksheet::worksheet;

use crate::show::certificate;
use crate::show::document::{Block, Boards, Document, Figure, Line, Piece, PositionPicture, PrintOutput, Style};
use crate::show::markup::{Attributes, Markup, in_address};
use crate::show::phrase::width;
use crate::show::report::Report;
use crate::show::svg::{Filling, Placement};
use crate::show::told::told;
use crate::show::{svg, terminal};

/// So wide that the browser breaks paragraphs, and not the layout.
const STYLE: Style = Style { width: 1_000, ascii: false };
/// The fewest and the most lines to write on, if their number follows from the answer.
const FEWEST_LINES: usize = 2;
const MOST_LINES: usize = 9;

/// The HTML of an answer, or of the room for it, which has `lines` lines if that is given. `pictures` counts the
/// pictures of the page.
pub fn answer(
    document: &Document,
    caption: &str,
    (filling, lines): (Filling, Option<usize>),
    pictures: &mut usize,
) -> String {
    match (filling, lines) {
        (Filling::Blank, Some(lines)) => ruled_lines(lines),
        (Filling::Blank, None) if !document.blocks.iter().any(has_room) => ruled_lines(line_count(document)),
        _ => {
            let mut blocks = Blocks { markup: Markup::default(), caption, filling, pictures };
            document.blocks.iter().for_each(|block| blocks.put(block));
            blocks.markup.finish()
        }
    }
}

/// A link to what others can check of an answer, as a file; empty if there is nothing.
pub fn certificate(report: &Report) -> String {
    let Some((name, text)) = report.certificate().and_then(certificate::offered) else { return String::new() };
    let address = format!("data:application/json,{}", in_address(&text));
    let mut markup = Markup::default();
    markup.open("p", &[("class", &"certificate")]);
    let said = report.language().words(told!("A proof that others can check, as a file: {name}", name = &name));
    markup.element("a", &[("download", &name), ("href", &address)], &said.to_string());
    markup.close_line();
    markup.finish()
}

/// Whether a block has room for the answer itself: a table without values, axes without points.
fn has_room(block: &Block) -> bool {
    match block {
        Block::Table(table) => table.caption.is_some(),
        Block::CrossTable(_) | Block::Sequence(_) | Block::Figure(_) | Block::Exercises(_) => true,
        _ => false,
    }
}

/// Adds the output of `print`, which keeps its blanks and lines.
fn output(markup: &mut Markup, output: &PrintOutput) {
    markup.open("pre", &[("class", &"printed")]);
    for text in output.lines() {
        line(markup, &text);
        markup.end_line();
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

/// The blocks of an answer as HTML.
struct Blocks<'a> {
    markup: Markup,
    /// The statement, as the caption of tables that have no caption of their own.
    caption: &'a str,
    filling: Filling,
    /// How many pictures the page has.
    pictures: &'a mut usize,
}

impl Blocks<'_> {
    fn put(&mut self, block: &Block) {
        let (markup, filling) = (&mut self.markup, self.filling);
        match block {
            Block::Line(text) => paragraph(markup, text),
            Block::Drawing(lines) => drawing(markup, lines),
            Block::Paragraph(_) | Block::Drawings(_) | Block::Pieces(_) | Block::SideBySide(_) => {
                drawing(markup, &terminal::lines(block, &STYLE));
            }
            Block::Picture(PositionPicture::Boards(drawn)) => boards(markup, drawn),
            Block::Picture(drawn) => {
                *self.pictures += 1;
                let place = Placement::Page(*self.pictures);
                position_picture(markup, &svg::picture(drawn, "The position", place, filling));
            }
            Block::Listing(listed) => listing(markup, &listed.entries),
            Block::Table(table) => elements::columns(markup, table, self.caption, filling),
            Block::CrossTable(table) => elements::cross_table(markup, table, filling),
            Block::Sequence(values) => elements::sequence(markup, values, filling),
            Block::Figure(shown) => {
                *self.pictures += 1;
                figure(markup, shown, Placement::Page(*self.pictures), filling);
            }
            Block::Exercises(exercises) => worksheet::sheet(markup, exercises, filling),
            Block::Worksheets(worksheets) => {
                worksheets.sheets.iter().for_each(|exercises| worksheet::sheet(markup, exercises, filling));
            }
            Block::Output(text) => output(markup, text),
            Block::Blank => {
                markup.element("div", &[("class", &"gap")], "");
                markup.end_line();
            }
        }
    }
}

/// A picture with its title.
fn figure(markup: &mut Markup, figure: &Figure, place: Placement, filling: Filling) {
    let (kind, title) = match (figure, filling) {
        (Figure::Plot(plot), _) => ("plot", &plot.title),
        (Figure::Heat(table), _) => ("field", &table.title),
        (Figure::Tree(tree), Filling::Full) => ("tree", &tree.title),
        (Figure::Tree(tree), Filling::Blank) => ("tree", &tree.short_title),
    };
    let picture = svg::figure(figure, place, filling);
    markup.open_line("figure", &[("class", &kind)]);
    element_line(markup, "figcaption", &[], title);
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
}

/// The picture of a position. What a move takes is marked if answers are shown.
fn position_picture(markup: &mut Markup, picture: &svg::Svg) {
    markup.open_line("figure", &[("class", &"position-picture")]);
    markup.put(&picture.text);
    markup.close_line();
}

fn paragraph(markup: &mut Markup, text: &Line) {
    if width(text) == 0 {
        return;
    }
    element_line(markup, "p", &[], text);
}

/// Adds lines that keep their blanks; a single line is a paragraph.
fn drawing(markup: &mut Markup, lines: &[Line]) {
    if let [] | [_] = lines {
        return lines.iter().for_each(|text| paragraph(markup, text));
    }
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
        &[("class", &"scroll boards"), ("tabindex", &0), ("role", &"img"), ("aria-label", &drawn.alt_text())],
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
        Block::Blank => 0,
        Block::Picture(PositionPicture::Boards(boards)) => boards.before.height(),
        Block::Listing(listing) => listing.entries.len(),
        Block::Table(table) => table.rows.count,
        Block::Output(_) => MOST_LINES,
        other => terminal::lines(other, &STYLE).len(),
    });
    count.sum::<usize>().clamp(FEWEST_LINES, MOST_LINES)
}

/// Ruled lines to write on, as a block of its own; nothing for no lines.
pub fn ruled_lines(lines: usize) -> String {
    if lines == 0 {
        return String::new();
    }
    let mut markup = Markup::default();
    elements::put_ruled_lines(&mut markup, lines);
    markup.end_line();
    markup.finish()
}
