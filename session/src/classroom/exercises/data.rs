//! The questions of exercises, and the reports of quizzes, exams and worksheets.

use grundy_engine::game::{Position, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Nimber, Outcome};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::classroom::play::data::{Choice, Choices, Refusal};
use crate::verbs::position::data::{Analysis, ValuedSummand};

/// The number of questions of a quiz or an exam, unless one is given.
pub const QUESTIONS: usize = 8;

/// What a question asks for.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "task", rename_all = "snake_case")]
pub enum Task {
    /// The Grundy value of the position.
    Value { position: Sum },
    /// The least number that is not among these.
    Mex { numbers: Vec<u64> },
    /// Who wins the position, or where `draws` whether it is a draw.
    Winner {
        position: Sum,
        #[serde(rename = "misere")]
        convention: Convention,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        draws: bool,
    },
    /// A winning move, where `draws` one that keeps a draw if none wins, or that there is none.
    Move {
        position: Sum,
        #[serde(skip_serializing_if = "std::ops::Not::not")]
        draws: bool,
    },
    /// The nim-sum of these numbers.
    NimSum { numbers: Vec<u64> },
    /// A row of the table: the values of the options, their mex, the outcome.
    Row { position: Sum },
    /// Whether it is true that the position has this outcome, and which of these is its value.
    Claim { position: Sum, outcome: Outcome, values: Vec<Nimber> },
    /// The one heap, counted from 0, whose value is wrong here.
    WrongValue { game: String, values: Vec<Nimber> },
    /// The least heap that makes a lost position with the others.
    LastHeap { game: String, position: Sum },
    /// The period of these values, which are those of consecutive heaps from the heap `from` on.
    Period { game: String, from: u64, values: Vec<Nimber> },
}

impl Task {
    /// Is it about misère play?
    pub fn convention(&self) -> Convention {
        match self {
            Task::Winner { convention, .. } => *convention,
            _ => Convention::Normal,
        }
    }

    /// The position that is asked about, if there is one.
    pub fn position(&self) -> Option<&Sum> {
        match self {
            Task::Winner { position, .. }
            | Task::Move { position, .. }
            | Task::Value { position }
            | Task::Row { position }
            | Task::LastHeap { position, .. }
            | Task::Claim { position, .. } => Some(position),
            Task::Mex { .. } | Task::NimSum { .. } | Task::WrongValue { .. } | Task::Period { .. } => None,
        }
    }

    /// The compound that is asked about.
    pub fn compound(&self) -> Option<&Position> {
        self.position().and_then(Sum::as_compound)
    }

    /// How many hints there are.
    pub fn hints(&self) -> u8 {
        if self.convention().is_misere() && self.compound().is_none() { 1 } else { 2 }
    }

    /// Whether more than one answer is left after a wrong one, so that another try makes sense.
    pub fn can_be_tried_again(&self) -> bool {
        !matches!(self, Task::Winner { draws: false, .. })
    }

    /// The points for a right answer, which follow the work: a side that may be guessed is worth 1, and so is one step. In misère
    /// play a side has to be searched for.
    pub fn points(&self) -> u32 {
        match self {
            Task::Mex { .. } | Task::Winner { convention: Convention::Normal, .. } => 1,
            Task::NimSum { numbers } if numbers.len() > 2 => 2,
            Task::NimSum { .. } => 1,
            Task::Value { position } if position.parts.iter().map(|part| part.copies).sum::<u64>() > 1 => 3,
            Task::Value { .. } => 2,
            Task::Winner { .. } | Task::Claim { .. } => 2,
            Task::Move { .. }
            | Task::Row { .. }
            | Task::WrongValue { .. }
            | Task::LastHeap { .. }
            | Task::Period { .. } => 3,
        }
    }
}

#[derive(Clone, Debug, Serialize)]
pub struct Question {
    /// From 1.
    pub number: usize,
    /// The number of questions.
    pub of: usize,
    pub points: u32,
    #[serde(flatten)]
    pub task: Task,
    #[serde(skip)]
    pub solution: Solution,
}

/// The right answer to a question, and what explains it.
#[derive(Clone, Debug, Default)]
pub struct Solution {
    pub truth: Answer,
    /// What is known of the position, if the question is about one.
    pub found: Option<Analysis>,
    /// The first options, if the position is a single component.
    pub options: Vec<Sum>,
    /// The values of all its options, sorted and without repeats; for `Task::WrongValue` those of the wrong heap.
    pub values: Vec<Nimber>,
    /// A winning move, or else one that keeps a draw, if the question is about a position that has one.
    pub winning: Option<Choice>,
    /// In misère play, the positions below it that the next player loses, the nearest to the end first; `None` in normal play.
    pub lost: Option<Vec<Sum>>,
    /// Moves of the position, if one is asked for, each with whether it is a right answer.
    pub moves: Vec<(Choice, bool)>,
}

impl Solution {
    /// The summands of the position with their values, where these decide.
    pub fn terms(&self) -> &[ValuedSummand<GrundyValue>] {
        let found = self.found.as_ref().filter(|_| self.of_any_value().is_none());
        found.map_or(&[], |found| &found.terms)
    }

    /// What is known of a position whose value need not be a nimber or is not asked for: play may never end, moves bind, or positions are
    /// played at once.
    pub fn of_any_value(&self) -> Option<&Analysis> {
        self.found.as_ref().filter(|found| !found.is_usual() || found.compound.is_some())
    }

    /// Is the position a draw?
    pub fn is_draw(&self) -> bool {
        self.found.as_ref().is_some_and(|found| found.outcome == Outcome::D)
    }
}

/// An answer to a question: the right one, or one that was given.
#[derive(Clone, Debug, Default)]
pub enum Answer {
    /// A value, a nim-sum, a heap, a period.
    Number(u64),
    Winner(Outcome),
    /// `None`: there is no winning move.
    Move(Option<Choice>),
    /// The values of the options without repeats, sorted; their mex; the outcome.
    Row {
        values: Vec<Nimber>,
        mex: Nimber,
        outcome: Outcome,
    },
    /// Whether the claim is true, and the index of its reason: of the right value among those that are offered.
    Claim {
        holds: bool,
        reason: usize,
    },
    /// Nothing was answered.
    #[default]
    Skipped,
}

impl Answer {
    /// The letter that names a reason of a claim, from `a` for the index 0.
    pub fn letter(reason: usize) -> char {
        ('a'..='z').nth(reason).unwrap_or('?')
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Number(number) => to.serialize_u64(*number),
            Answer::Winner(Outcome::D) => to.serialize_str("draw"),
            Answer::Winner(outcome) => outcome.winner().serialize(to),
            Answer::Move(Some(made)) => made.serialize(to),
            Answer::Move(None) => to.serialize_str("none"),
            Answer::Row { values, mex, outcome } => {
                let mut object = to.serialize_map(Some(3))?;
                object.serialize_entry("values", values)?;
                object.serialize_entry("mex", mex)?;
                object.serialize_entry("outcome", outcome)?;
                object.end()
            }
            Answer::Claim { holds, reason } => {
                let mut object = to.serialize_map(Some(2))?;
                object.serialize_entry("holds", holds)?;
                object.serialize_entry("reason", &Answer::letter(*reason))?;
                object.end()
            }
            Answer::Skipped => to.serialize_none(),
        }
    }
}

/// What the questions were drawn from. The same setup draws the same questions again.
#[derive(Clone, Debug, Serialize)]
pub struct Setup {
    pub game: String,
    pub seed: u64,
    /// `None` if the questions begin easy and end hard.
    pub level: Option<&'static str>,
    /// How many questions were asked for.
    #[serde(skip)]
    pub wanted: usize,
    /// Whether it is an exam: no hints, and all marks at the end.
    pub exam: bool,
    /// The graphs that its rule names, as lines of text: definitions, and the neighbours of each vertex.
    #[serde(skip)]
    pub graphs: String,
}

/// A report of a quiz or an exam.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum QuizReport {
    /// All questions with their answers, for output such as a page that cannot run a dialogue.
    Sheet(Sheet),
    /// A question; with the first, what it was drawn from.
    Question {
        #[serde(flatten)]
        question: Question,
        #[serde(flatten, serialize_with = "seed")]
        opening: Option<Setup>,
    },
    Graded(Box<Graded>),
    /// A wrong answer that can be followed by another, with the next hint.
    Again(Box<Retry>),
    /// A hint; `stage` counts from 1.
    Hint {
        stage: u8,
        question: Question,
    },
    /// There are no more hints, or none in an exam.
    NoHint {
        exam: bool,
    },
    /// An answer in an exam.
    Noted,
    /// The line is not an answer to this question, and does not count.
    Unread {
        #[serde(rename = "typed")]
        line: String,
        #[serde(flatten)]
        question: Question,
    },
    /// The line names a move that the rules do not allow, or it fits several moves; it does not count. `choices`
    /// lists the moves, in an exam only if the line fits several.
    Illegal {
        #[serde(rename = "typed")]
        line: String,
        why: Refusal,
        #[serde(flatten)]
        choices: Option<Choices>,
    },
    Help {
        #[serde(flatten)]
        question: Question,
        exam: bool,
    },
    /// The score so far.
    Score(Score),
    Over(Score),
    /// Left before the end.
    Left(Score),
}

/// The seed of a quiz that begins; null after the first question.
fn seed<S: Serializer>(opening: &Option<Setup>, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(Some(1))?;
    object.serialize_entry("seed", &opening.as_ref().map(|setup| setup.seed))?;
    object.end()
}

/// Questions with their answers, as a page shows them.
#[derive(Clone, Debug, Serialize)]
pub struct Sheet {
    /// From 1.
    pub number: usize,
    pub game: String,
    pub seed: u64,
    /// As in `Setup`; empty on a worksheet, where the graphs stand with the rule.
    #[serde(skip)]
    pub graphs: String,
    #[serde(serialize_with = "questions")]
    pub questions: Vec<Question>,
}

/// The questions with their answers.
fn questions<S: Serializer>(questions: &[Question], to: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Answered<'a> {
        #[serde(flatten)]
        question: &'a Question,
        truth: &'a Answer,
    }
    to.collect_seq(questions.iter().map(|question| Answered { question, truth: &question.solution.truth }))
}

/// Sheets to be printed: each has its own numbers.
#[derive(Clone, Debug, Serialize)]
pub struct Worksheet {
    #[serde(flatten)]
    pub setup: Setup,
    /// The definition of the game, after those of what it names.
    pub rule: String,
    pub sheets: Vec<Sheet>,
}

/// An answer with the truth beside it.
#[derive(Clone, Debug, Serialize)]
pub struct Graded {
    pub question: Question,
    pub given: Answer,
    pub right: bool,
    pub truth: Answer,
    /// The points it earned: half of those for the question if there was a hint.
    pub points: f64,
    /// The mistake that explains a wrong number, if one is known.
    pub slip: Option<Slip>,
}

/// A wrong answer after which the user may try again.
#[derive(Clone, Debug, Serialize)]
pub struct Retry {
    pub question: Question,
    pub given: Answer,
    pub slip: Option<Slip>,
    /// Which hint is given with it.
    pub stage: u8,
}

/// Mistakes that are often made with values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Slip {
    /// The values were added as numbers.
    PlainSum,
    /// The nim-sum of the sizes of the heaps, not of their values.
    Sizes,
    /// The size of the heap, not its value.
    Size,
    /// The nim-sum of the values of the options, not their mex.
    XorOfOptions,
    /// A member of the set, which its mex never is.
    Member,
    /// A number that is missing, and not the least.
    Gap,
}

#[derive(Clone, Debug, Serialize)]
pub struct Score {
    #[serde(flatten)]
    pub setup: Setup,
    pub right: usize,
    /// How many of these were right only after a hint.
    pub helped: usize,
    pub asked: usize,
    pub of: usize,
    pub points: f64,
    /// The points for the questions that were answered or skipped so far.
    pub most: u32,
    /// The questions that were answered wrongly or not at all.
    pub wrong: Vec<Task>,
}

/// An exam that is over.
#[derive(Clone, Debug, Serialize)]
pub struct Exam {
    #[serde(flatten)]
    pub setup: Setup,
    pub right: usize,
    pub of: usize,
    pub points: f64,
    pub most: u32,
    /// How long it took.
    pub seconds: f64,
    pub questions: Vec<Marked>,
}

/// A question with its answer.
#[derive(Clone, Debug, Serialize)]
pub struct Marked {
    #[serde(flatten)]
    pub question: Question,
    /// As it was typed.
    pub typed: Option<String>,
    pub given: Answer,
    pub truth: Answer,
    pub right: bool,
    #[serde(skip)]
    pub helped: bool,
    /// The points it earned, out of those for the question.
    pub mark: f64,
    pub seconds: f64,
}

impl Marked {
    pub fn unanswered(question: &Question) -> Marked {
        let (question, truth) = (question.clone(), question.solution.truth.clone());
        let given = Answer::Skipped;
        Marked { question, typed: None, given, truth, right: false, helped: false, mark: 0.0, seconds: 0.0 }
    }

    pub fn graded(self, slip: Option<Slip>) -> Graded {
        let Marked { question, given, truth, right, mark: points, .. } = self;
        Graded { question, given, right, truth, points, slip }
    }
}

impl Setup {
    /// The statement that draws the same questions again.
    pub fn statement(&self) -> String {
        let verb = if self.exam { "exam" } else { "quiz" };
        let level = self.level.map(|level| format!(" {level}")).unwrap_or_default();
        let count = if self.wanted == QUESTIONS { String::new() } else { format!(" {} questions", self.wanted) };
        format!("{verb} {}{level}{count} seed {}", self.game, self.seed)
    }
}
