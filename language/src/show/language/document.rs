//! A document in another language: its lines, the headings of its tables, the titles of its figures, and its exercises.

use super::known::Language;
use super::table::SentenceTable;
use crate::show::document::{
    Block, Caption, ColumnTable, CrossTable, Document, ExerciseSheet, ExerciseText, Expected, Figure, GameTree, Line,
    LinePlot, Listing, Long, Paragraph,
};

impl Language {
    /// The document in this language. Lines that the table does not have stay English.
    pub fn document(self, document: Document) -> Document {
        let Some(table) = self.table() else { return document };
        Document { blocks: document.blocks.into_iter().map(|block| told(block, self, table)).collect() }
    }
}

/// A line in the language of the table, or else as it is.
fn line(english: Line, table: &SentenceTable) -> Line {
    table.line(&english).unwrap_or(english)
}

fn told(block: Block, language: Language, table: &'static SentenceTable) -> Block {
    match block {
        Block::Line(english) => Block::Line(line(english, table)),
        Block::Paragraph(paragraph) => Block::Paragraph(paragraph_in(paragraph, table)),
        Block::Table(columns) => Block::Table(table_in(columns, table)),
        Block::CrossTable(cross) => Block::CrossTable(cross_in(cross, language, table)),
        Block::Sequence(mut sequence) => {
            sequence.title = line(sequence.title, table);
            Block::Sequence(sequence)
        }
        Block::Figure(figure) => Block::Figure(figure_in(figure, language, table)),
        Block::Listing(Listing { entries, has_long_names }) => {
            let entries = entries.into_iter().map(|(name, text)| (name, line(text, table))).collect();
            Block::Listing(Listing { entries, has_long_names })
        }
        Block::Drawing(lines) => Block::Drawing(lines.into_iter().map(|text| line(text, table)).collect()),
        Block::Drawings(drawings) => {
            let told = |lines: Vec<Line>| lines.into_iter().map(|text| line(text, table)).collect();
            Block::Drawings(drawings.into_iter().map(told).collect())
        }
        Block::SideBySide(lines) => Block::SideBySide(lines.into_iter().map(|text| line(text, table)).collect()),
        Block::Exercises(sheet) => Block::Exercises(sheet_in(sheet, language, table)),
        Block::Worksheets(mut worksheets) => {
            worksheets.language = language;
            let sheets = worksheets.sheets.into_iter();
            worksheets.sheets = sheets.map(|sheet| sheet_in(sheet, language, table)).collect();
            Block::Worksheets(worksheets)
        }
        kept => kept,
    }
}

fn paragraph_in(Paragraph { head, text, indent, is_kept }: Paragraph, table: &SentenceTable) -> Paragraph {
    let (head, text) = table.line(&head).zip(table.line(&text)).unwrap_or((head, text));
    Paragraph { head, text, indent, is_kept }
}

fn table_in(ColumnTable { caption, columns, rows }: ColumnTable, table: &'static SentenceTable) -> ColumnTable {
    let caption = caption.map(|Caption { on_page, elsewhere }| Caption {
        on_page: line(on_page, table),
        elsewhere: elsewhere.map(|elsewhere| line(elsewhere, table)),
    });
    let columns = columns.into_iter().map(|(heading, align)| (line(heading, table), align)).collect();
    let make = rows.make.clone();
    let rows = Long::new(rows.count, move |index| make(index).into_iter().map(|cell| line(cell, table)).collect());
    ColumnTable { caption, columns, rows }
}

fn figure_in(figure: Figure, language: Language, table: &SentenceTable) -> Figure {
    let line = |english| line(english, table);
    match figure {
        Figure::Plot(plot) => Figure::Plot(LinePlot { language, title: line(plot.title), ..plot }),
        Figure::Heat(heat) => Figure::Heat(cross_in(heat, language, table)),
        Figure::Tree(tree) => {
            let (title, short_title) = (line(tree.title), line(tree.short_title));
            Figure::Tree(GameTree { language, title, short_title, ..tree })
        }
    }
}

fn cross_in(cross: CrossTable, language: Language, table: &SentenceTable) -> CrossTable {
    CrossTable { language, title: line(cross.title, table), marked: line(cross.marked, table), ..cross }
}

fn sheet_in(mut sheet: ExerciseSheet, language: Language, table: &SentenceTable) -> ExerciseSheet {
    sheet.language = language;
    sheet.subject = line(sheet.subject, table);
    sheet.exercises = sheet.exercises.into_iter().map(|exercise| exercise_in(exercise, language, table)).collect();
    sheet
}

fn exercise_in(mut exercise: ExerciseText, language: Language, table: &SentenceTable) -> ExerciseText {
    exercise.language = language;
    for english in [
        &mut exercise.text,
        &mut exercise.answer_format,
        &mut exercise.answer,
        &mut exercise.reason,
        &mut exercise.solution,
    ] {
        *english = line(std::mem::take(english), table);
    }
    exercise.choices = exercise.choices.into_iter().map(|choice| line(choice, table)).collect();
    if let Expected::Choice(choices) = &mut exercise.expected {
        for (choice, _) in choices {
            *choice = line(std::mem::take(choice), table);
        }
    }
    exercise
}
