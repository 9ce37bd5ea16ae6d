//! The pages of the tour, and the answers to what is typed.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::classroom;
use crate::show::document::{Document, Line, Role};
use crate::show::json;
use crate::show::phrase::{code, indented, muted_words, paragraph, plain, short_line, titled};
use crate::show::report::Showable;
use crate::show::told::{Tellable, Told, told};

/// A report of the tour.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum TourReport {
    Page(Page),
    /// An exercise is solved; what comes next.
    Solved {
        #[serde(rename = "text")]
        praise: &'static str,
        #[serde(flatten, serialize_with = "what_follows")]
        next: AfterExercise,
    },
    /// The line did not solve the exercise: a reply to it, and after several tries the solution.
    Again {
        #[serde(rename = "text")]
        word: &'static str,
        solution: Option<&'static str>,
    },
    /// The line did something else, which is not a mistake; the exercise is still this.
    Aside {
        #[serde(rename = "exercise")]
        ask: &'static str,
    },
    Hint {
        #[serde(rename = "text")]
        hint: &'static str,
        solution: Option<&'static str>,
    },
    /// All lessons: the title, and whether its exercises are solved.
    Contents {
        #[serde(serialize_with = "json::lessons")]
        lessons: Vec<(&'static str, bool)>,
        #[serde(rename = "lesson", serialize_with = "json::from_one")]
        at: usize,
    },
    NoSuchLesson {
        of: usize,
    },
    Help,
    /// Left at this lesson, to be resumed.
    Left {
        #[serde(rename = "lesson")]
        number: usize,
    },
    /// The line names a move, but the rules do not allow it.
    NotAMove {
        #[serde(rename = "typed")]
        line: String,
        #[serde(rename = "text")]
        hint: &'static str,
        solution: Option<&'static str>,
    },
    /// The tour is over: there is no further lesson.
    End,
}

/// A page of the tour.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// From 1.
    #[serde(rename = "lesson")]
    pub number: usize,
    pub of: usize,
    pub title: &'static str,
    /// Paragraphs are separated by blank lines; indented lines are shown as they are; `code` is in backticks.
    pub text: &'static str,
    /// The exercise at hand; `None` if all are solved.
    #[serde(rename = "exercise")]
    pub ask: Option<&'static str>,
    /// Whether the tour goes on here after it was left.
    #[serde(skip)]
    pub resumed: bool,
}

/// What comes after an exercise that was solved.
#[derive(Clone, Debug)]
pub enum AfterExercise {
    /// One more exercise on the same page.
    Ask(&'static str),
    /// The next lesson, with its number and title.
    Lesson(usize, &'static str),
    End,
}

/// The JSON of what comes after an exercise: two members, of which at least one is null.
fn what_follows<S: Serializer>(next: &AfterExercise, to: S) -> Result<S::Ok, S::Error> {
    let (exercise, lesson) = match next {
        AfterExercise::Ask(ask) => (Some(*ask), None),
        AfterExercise::Lesson(number, _) => (None, Some(*number)),
        AfterExercise::End => (None, None),
    };
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("exercise", &exercise)?;
    object.serialize_entry("next_lesson", &lesson)?;
    object.end()
}

impl Showable for TourReport {
    fn kind(&self) -> &'static str {
        "tour"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        match self {
            TourReport::Page(page) => {
                show(&mut document, page);
                if page.number == 1 {
                    let words = told!(
                        "(Type `next` or `back` to turn the page, `hint` for help, `quit` to leave; `tour` brings you back here.)"
                    );
                    paragraph(&mut document, words);
                }
            }
            TourReport::Solved { praise, next } => solved(&mut document, praise, next),
            TourReport::Again { word, solution } => {
                paragraph(&mut document, told!("**Not yet.** {slip}", slip = Told::from(*word)).strong(Role::Warning));
                tell(&mut document, *solution);
            }
            TourReport::NotAMove { line, hint, solution } => {
                let (typed, hint) = (code(short_line(line)), Told::from(*hint));
                let refusal = told!("**Not yet.** {typed} is not a legal move. {hint}", typed, hint);
                paragraph(&mut document, refusal.strong(Role::Warning));
                tell(&mut document, *solution);
            }
            TourReport::Aside { ask } => {
                paragraph(&mut document, told!("**Still to do:** {ask}", ask = Told::from(*ask)).strong(Role::Muted));
            }
            TourReport::Hint { hint, solution } => {
                paragraph(&mut document, Told::from(*hint));
                tell(&mut document, *solution);
            }
            TourReport::Contents { lessons, at } => contents(&mut document, lessons, *at),
            TourReport::NoSuchLesson { of } => {
                paragraph(
                    &mut document,
                    told!("There are lessons 1 to {of}. In the tour, `lessons` lists them.", of = *of),
                );
            }
            TourReport::Help => {
                classroom::help(&mut document, "tour");
                indented(&mut document, 2, told!("Anything else runs as at the prompt: try whatever you like."));
            }
            TourReport::Left { number } => {
                let left = told!("You left the tour at lesson {n}. Type `tour` to go on from there.", n = *number);
                paragraph(&mut document, left);
            }
            TourReport::End => end(&mut document),
        }
        document
    }

    fn on_page(&self) -> Document {
        match self {
            TourReport::Page(page) => printed(page),
            _ => self.document(),
        }
    }

    fn informs(&self) -> bool {
        true
    }

    fn is_dialogue(&self) -> bool {
        true
    }
}

fn show(document: &mut Document, page: &Page) {
    document.blank();
    if page.resumed {
        let n = page.number;
        paragraph(document, told!("Welcome back: the tour goes on with lesson {n}. `tour again` begins anew.", n));
        document.blank();
    }
    let Page { number, of, title, .. } = page;
    document.line(titled(told!("Lesson {n} of {of}: {title}", n = *number, of = *of, title = Told::from(*title))));
    for part in page.text.split("\n\n") {
        document.blank();
        if part.starts_with(' ') {
            document.drawing(part.lines().map(drawn).collect());
        } else {
            paragraph(document, Told::from(part));
        }
    }
    document.blank();
    match page.ask {
        Some(ask) => exercise(document, ask),
        None => paragraph(document, told!("You have solved this one. Type `next` to go on.")),
    }
}

/// A line of a drawing.
fn drawn(line: &'static str) -> Line {
    let words = line.trim_start();
    [plain(&line[..line.len() - words.len()]).into_line(), Told::from(words).into_line()].concat()
}

/// A lesson as a printed page shows it, on which nobody can type.
fn printed(page: &Page) -> Document {
    let mut document = Document::default();
    show(&mut document, page);
    paragraph(&mut document, told!("(Type `tour` at the prompt to work through all the lessons.)"));
    document
}

fn exercise(document: &mut Document, ask: &'static str) {
    paragraph(document, told!("**Your turn:** {ask}", ask = Told::from(ask)));
}

fn solved(document: &mut Document, praise: &'static str, next: &AfterExercise) {
    paragraph(document, told!("**Right.** {praise}", praise = Told::from(praise)).strong(Role::Good));
    match next {
        AfterExercise::Ask(ask) => {
            document.blank();
            exercise(document, ask);
        }
        AfterExercise::Lesson(number, title) => {
            let title = Told::from(*title);
            paragraph(document, told!("Press Enter to go on to lesson {n}: {title}", n = *number, title));
        }
        AfterExercise::End => paragraph(document, told!("That was the last lesson. Press Enter to end the tour.")),
    }
}

fn tell(document: &mut Document, solution: Option<&str>) {
    if let Some(solution) = solution {
        paragraph(document, told!("You can type `{solution}`.", solution));
    }
}

fn contents(document: &mut Document, lessons: &[(&'static str, bool)], at: usize) {
    let lines = lessons.iter().enumerate().map(|(index, (title, done))| {
        let mark = if *done { told!("done").looks(Role::Good).into_line() } else { vec![plain("    ")] };
        let role = if index == at { Role::Verdict } else { Role::Plain };
        let mut line = vec![plain(format!("  {:>2}  ", index + 1))];
        line.extend([mark, vec![plain("  ")], Told::from(*title).looks(role).into_line()].concat());
        if index == at {
            line.push(plain("  "));
            line.extend(muted_words(told!("<- here")));
        }
        line
    });
    document.drawing(lines.collect());
    paragraph(document, told!("Type `lesson 4` to go to lesson 4."));
}

fn end(document: &mut Document) {
    document.line(told!("**You have finished the tour.**"));
    let rest = told!(
        "Now play a game: `play Nim(3)+Nim(4)+Nim(5)`. Test yourself: `quiz Kayles`. Look around: `games`, `about Kayles`, \
         `help`. And define a game of your own that nobody has studied yet."
    );
    paragraph(document, rest);
}
