//! Worksheets as an HTML document to print: each sheet on a page of its own, the answers after all of them.

use grundy_engine::game::Board;

use crate::show::document::{ExerciseSheet, ExerciseText, Line, Worksheets};
use crate::show::html::elements::{element, element_line, line, put_ruled_lines};
use crate::show::html::page::begun;
use crate::show::markup::Markup;
use crate::show::phrase::{answers_title, code, filled_in, points_text, sheet_title};
use crate::show::svg::Filling;
use crate::show::told::piece;
use crate::show::told::{Tellable, told};

const WORKSHEET_CSS: &str = include_str!("worksheet.css");

pub fn worksheet(worksheets: &Worksheets) -> String {
    let name = format!("{}: worksheets", worksheets.game);
    let mut markup = begun(worksheets.language.code(), &name, None, WORKSHEET_CSS);
    worksheets.sheets.iter().for_each(|sheet| put_sheet(&mut markup, sheet));
    answers(&mut markup, worksheets);
    markup.close_line();
    markup.open("footer", &[]);
    line(
        &mut markup,
        &worksheets.language.line(told!("Made with {code}.", code = code(&worksheets.made_by)).into_line()),
    );
    markup.close_line();
    markup.finish()
}

fn put_sheet(markup: &mut Markup, sheet: &ExerciseSheet) {
    markup.open_line("section", &[("class", &"sheet")]);
    markup.open("h1", &[]);
    markup.text(&format!("{}: ", sheet_title(sheet)));
    line(markup, &sheet.subject);
    markup.close_line();
    if !sheet.rule.is_empty() {
        markup.element("pre", &[("class", &"rule")], &sheet.rule);
        markup.end_line();
    }
    markup.open("p", &[("class", &"filled-in")]);
    for (word, class) in filled_in(sheet).iter().zip(["long", "short", "shortest"]) {
        markup.text(word);
        markup.element("span", &[("class", &class)], "");
    }
    markup.text(&format!("/ {}", sheet.points()));
    markup.close_line();
    markup.open_line("ol", &[("class", &"questions")]);
    sheet.exercises.iter().for_each(|exercise| put_numbered(markup, exercise));
    markup.close_line();
    markup.close_line();
}

fn put_numbered(markup: &mut Markup, exercise: &ExerciseText) {
    markup.open("li", &[]);
    put_exercise(markup, exercise, true);
    put_ruled_lines(markup, exercise.lines);
    markup.close_line();
}

/// Adds the text of a question, its values and its choices.
pub fn put_exercise(markup: &mut Markup, exercise: &ExerciseText, shows_points: bool) {
    put_words(markup, &exercise.text);
    if shows_points {
        markup.element(
            "span",
            &[("class", &"points")],
            &format!(" ({})", points_text(exercise).replace(' ', "\u{a0}")),
        );
    }
    for [heaps, values] in exercise.tables() {
        markup.open("table", &[("class", &"values")]);
        for row in [heaps, values] {
            markup.open("tr", &[]);
            for (column, cell) in row.iter().enumerate() {
                markup.element(if column == 0 { "th" } else { "td" }, &[], cell);
            }
            markup.close();
        }
        markup.close();
    }
    if !exercise.choices.is_empty() {
        markup.open("ol", &[("type", &"a"), ("class", &"choices")]);
        exercise.choices.iter().for_each(|choice| element(markup, "li", &[("class", &"choice")], choice));
        markup.close();
    }
}

/// Words in which each board is drawn where it is named.
fn put_words(markup: &mut Markup, words: &Line) {
    for said in words.chunk_by(|one, next| one.role == next.role) {
        let text: String = said.iter().map(|piece| piece.text.as_str()).collect();
        let mut rest = text.as_str();
        while let Some((before, board, behind)) = with_board(rest) {
            line(markup, &vec![piece(said[0].role, before)]);
            put_board(markup, &board, &rest[before.len()..rest.len() - behind.len()]);
            rest = behind;
        }
        line(markup, &vec![piece(said[0].role, rest)]);
    }
}

/// The first board of a text, `("../#.")`, with what stands before it and behind it.
fn with_board(text: &str) -> Option<(&str, Board, &str)> {
    let (before, from) = text.split_once("(\"")?;
    let (cells, behind) = from.split_once("\")")?;
    Some((before, Board::read(cells).ok()?, behind))
}

fn put_board(markup: &mut Markup, board: &Board, text: &str) {
    let columns = format!("--columns: {}", board.width);
    markup.open("span", &[("class", &"board"), ("style", &columns), ("role", &"img"), ("aria-label", &text)]);
    for cell in board.cells.iter() {
        match cell {
            '#' => markup.element("span", &[("class", &"covered")], ""),
            '.' => markup.element("span", &[], ""),
            other => markup.element("span", &[], &other.to_string()),
        }
    }
    markup.close();
}

fn answers(markup: &mut Markup, worksheets: &Worksheets) {
    markup.open_line("section", &[("class", &"key")]);
    markup.element("h1", &[], &answers_title(worksheets));
    markup.end_line();
    for sheet in &worksheets.sheets {
        markup.open_line("div", &[("class", &"solved")]);
        markup.element("h2", &[], &sheet_title(sheet));
        markup.end_line();
        markup.open_line("ol", &[]);
        sheet.exercises.iter().for_each(|exercise| element_line(markup, "li", &[], &exercise.solution));
        markup.close_line();
        markup.close_line();
    }
    markup.close_line();
}

pub fn sheet(markup: &mut Markup, sheet: &ExerciseSheet, filling: Filling) {
    element_line(markup, "p", &[], &sheet.subject);
    if !sheet.rule.is_empty() {
        markup.element("pre", &[("class", &"rule")], &sheet.rule);
        markup.end_line();
    }
    markup.open_line("ol", &[("class", &"questions")]);
    for exercise in &sheet.exercises {
        markup.open("li", &[]);
        put_exercise(markup, exercise, false);
        match filling {
            Filling::Full => element(markup, "div", &[("class", &"truth")], &exercise.answer),
            Filling::Blank => put_ruled_lines(markup, 1),
        }
        markup.close_line();
    }
    markup.close_line();
}
