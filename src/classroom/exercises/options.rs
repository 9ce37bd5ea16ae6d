//! The options after the game in `quiz`, `exam` and `worksheet`: the level, the number of questions and of sheets,
//! the seed.

use crate::error::{Error, SemanticError};
use crate::source::Span;
use crate::syntax::ast::{Difficulty, ExerciseKind, ExercisePart, Exercises};

/// The most questions of a quiz, of an exam or of a sheet.
const MOST_QUESTIONS: u64 = 100;
/// The most questions on all sheets together.
const MOST_ON_SHEETS: u64 = 5_000;
/// The number of questions of a quiz or an exam, unless one is given.
pub const QUESTIONS: usize = 8;
/// The number of questions of a sheet, unless one is given.
const QUESTIONS_OF_A_SHEET: usize = 6;

/// The options of a statement; `level` and `seed` are `None` if they are not given.
#[derive(Clone, Copy, Debug)]
pub struct ExerciseOptions {
    pub level: Option<Difficulty>,
    pub questions: usize,
    pub sheets: usize,
    pub seed: Option<u64>,
}

impl ExerciseOptions {
    /// Reads the options. `game` is the name of the game, for errors.
    ///
    /// # Errors
    /// An option that is given twice, is out of range, or does not belong to this kind of statement.
    pub fn of(exercises: &Exercises, game: &str) -> Result<ExerciseOptions, Error> {
        let kind = exercises.kind;
        let wrong = |written: String, limit: u64, why: &'static str, at: Span| {
            Error::new(
                SemanticError::ExercisePart { verb: kind.word(), game: game.to_owned(), written, limit, why },
                at,
            )
        };
        if let Some(path) = exercises.to.as_ref().filter(|_| kind == ExerciseKind::Quiz) {
            return Err(wrong(path.text.clone(), 0, "file", path.span));
        }
        let (mut level, mut questions, mut sheets, mut seed) = (None, None, None, None);
        for (part, at) in &exercises.parts {
            let written = written(*part);
            let twice = match *part {
                ExercisePart::Level(said) => level.replace(said).is_some(),
                ExercisePart::Seed(said) => seed.replace(said).is_some(),
                ExercisePart::Number(said) if kind == ExerciseKind::Quiz => seed.replace(said).is_some(),
                ExercisePart::Number(_) if kind == ExerciseKind::Exam => return Err(wrong(written, 0, "bare", *at)),
                ExercisePart::Questions(said) | ExercisePart::Number(said) => {
                    questions.replace(counted(said, MOST_QUESTIONS, *at, &written, &wrong)?).is_some()
                }
                ExercisePart::Sheets(_) if kind != ExerciseKind::Worksheet => {
                    return Err(wrong(written, 0, "sheets", *at));
                }
                ExercisePart::Sheets(said) => {
                    sheets.replace((counted(said, MOST_ON_SHEETS, *at, &written, &wrong)?, *at)).is_some()
                }
            };
            if twice {
                return Err(wrong(written, 0, "twice", *at));
            }
        }
        let usual = if kind == ExerciseKind::Worksheet { QUESTIONS_OF_A_SHEET } else { QUESTIONS };
        let questions = questions.unwrap_or(usual);
        let most = MOST_ON_SHEETS / questions as u64;
        if let Some((many, at)) = sheets.filter(|(sheets, _)| *sheets as u64 > most) {
            return Err(wrong(format!("for {many}"), most, "many", at));
        }
        Ok(ExerciseOptions { level, questions, sheets: sheets.map_or(1, |(sheets, _)| sheets), seed })
    }
}

/// Checks that a number is from 1 to `most`.
fn counted(
    said: u64,
    most: u64,
    at: Span,
    written: &str,
    wrong: &dyn Fn(String, u64, &'static str, Span) -> Error,
) -> Result<usize, Error> {
    match usize::try_from(said) {
        Ok(0) => Err(wrong(written.to_owned(), 0, "zero", at)),
        Ok(number) if said <= most => Ok(number),
        _ => Err(wrong(written.to_owned(), most, "many", at)),
    }
}

/// The option as it is typed.
fn written(part: ExercisePart) -> String {
    match part {
        ExercisePart::Level(level) => level.word().to_owned(),
        ExercisePart::Questions(number) => format!("{number} questions"),
        ExercisePart::Sheets(number) => format!("for {number}"),
        ExercisePart::Seed(number) => format!("seed {number}"),
        ExercisePart::Number(number) => number.to_string(),
    }
}
