//! Pages of the tour, and what is said to what was typed.

use super::document::{Document, Line, Role, Style};
use super::listing::{indented, listing, paragraph};
use super::phrase::{code, heading, muted, piece, plain, verdict};
use crate::session::report::{AfterExercise, Page, TourReport};

pub fn tour(report: &TourReport, style: &Style) -> Document {
    let mut document = Document::new(style);
    match report {
        TourReport::Page(page) => show(&mut document, page),
        TourReport::Solved { praise, next } => solved(&mut document, praise, next),
        TourReport::Again { word, solution } => {
            paragraph(&mut document, [vec![piece(Role::Warning, "Not yet. ")], written(word)].concat());
            tell(&mut document, *solution);
        }
        TourReport::Aside { ask } => {
            paragraph(&mut document, [vec![muted("Still to do: ")], written(ask)].concat());
        }
        TourReport::Hint { hint, solution } => {
            paragraph(&mut document, written(hint));
            tell(&mut document, *solution);
        }
        TourReport::Contents { lessons, at } => contents(&mut document, lessons, *at),
        TourReport::NoSuchLesson { of } => {
            paragraph(&mut document, written(&format!("There are lessons 1 to {of}; `lessons` lists them.")));
        }
        TourReport::Help => help(&mut document),
        TourReport::Left { number } => {
            paragraph(&mut document, written(&format!("You are at lesson {number}; `tour` goes on from there.")));
        }
        TourReport::End => end(&mut document),
    }
    document
}

fn show(document: &mut Document, page: &Page) {
    document.blank();
    if page.resumed {
        document.line(vec![muted("Welcome back.")]);
    }
    document.line(vec![heading(format!("Lesson {} of {}: {}", page.number, page.of, page.title))]);
    for part in page.text.trim_matches('\n').split("\n\n") {
        document.blank();
        if part.starts_with(' ') {
            document.drawing(part.lines().map(written).collect());
        } else {
            paragraph(document, written(&part.replace('\n', " ")));
        }
    }
    document.blank();
    match page.ask {
        Some(ask) => exercise(document, ask),
        None => paragraph(document, written("You have solved this one; `next` goes on.")),
    }
    if page.number == 1 {
        paragraph(
            document,
            written("(`next` and `back` turn the pages, `hint` helps, `quit` leaves; `tour` comes back here.)"),
        );
    }
}

fn exercise(document: &mut Document, ask: &str) {
    paragraph(document, [vec![verdict("Your turn: ")], written(ask)].concat());
}

fn solved(document: &mut Document, praise: &str, next: &AfterExercise) {
    paragraph(document, [vec![piece(Role::Good, "Right. ")], written(praise)].concat());
    match next {
        AfterExercise::Ask(ask) => {
            document.blank();
            exercise(document, ask);
        }
        AfterExercise::Lesson(number, title) => {
            paragraph(document, written(&format!("Enter or `next` goes on to lesson {number}: {title}.")));
        }
        AfterExercise::End => paragraph(document, written("That was the last lesson; Enter or `next` ends the tour.")),
    }
}

fn tell(document: &mut Document, solution: Option<&str>) {
    if let Some(solution) = solution {
        paragraph(document, written(&format!("You can type `{solution}`.")));
    }
}

/// A text with what can be typed between backticks. They are kept, for those who see no colours.
pub fn written(text: &str) -> Line {
    let odd = |(index, part): (usize, &str)| if index % 2 == 1 { code(format!("`{part}`")) } else { plain(part) };
    text.split('`').enumerate().filter(|(_, part)| !part.is_empty()).map(odd).collect()
}

fn contents(document: &mut Document, lessons: &[(&str, bool)], at: usize) {
    let lines = lessons.iter().enumerate().map(|(index, (title, done))| {
        let mark = if *done { piece(Role::Good, "done") } else { plain("    ") };
        let role = if index == at { Role::Verdict } else { Role::Plain };
        let here = if index == at { "  <- here" } else { "" };
        vec![plain(format!("  {:>2}  ", index + 1)), mark, plain("  "), piece(role, title), muted(here)]
    });
    document.drawing(lines.collect());
    paragraph(document, written("`lesson 4` goes to lesson 4."));
}

fn help(document: &mut Document) {
    let entries = [
        ("next, skip", "the next lesson"),
        ("back", "the lesson before"),
        ("lessons", "all of them; lesson 4 goes there"),
        ("hint", "a hint; again for the solution"),
        ("quit", "leaves, as Ctrl-D does; tour comes back to this page"),
    ];
    listing(document, Role::Code, &entries);
    let rest = "Everything else is run as at the prompt: try what you like. Enter alone shows the page.";
    indented(document, 2, written(rest));
}

fn end(document: &mut Document) {
    document.line(vec![verdict("You have seen it all.")]);
    let rest = "Now play: `play Nim(3)+Nim(4)+Nim(5)`. Be asked: `quiz Kayles`. Look around: `games`, `about Kayles`, \
                `help`. And define a game of your own that nobody has looked at yet.";
    paragraph(document, written(rest));
}
