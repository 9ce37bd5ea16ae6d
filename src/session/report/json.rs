//! What a derive cannot say about the JSON of reports. The names of the members are part of the language: other programs
//! read them.

use grundy_engine::game::{Component, Sum, Value};
use grundy_engine::nim::{Nimber, Outcome, Period, Side};
use grundy_engine::solve::Theorem;
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::dialogues::{AfterExercise, Answer, Level, PlayHint, Player, Question};
use super::{Check, DefinedAs, Finding, Move};

/// A pair as an object whose two members have these names.
struct Pair<'a, A, B>([&'static str; 2], &'a (A, B));

impl<A: Serialize, B: Serialize> Serialize for Pair<'_, A, B> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Pair([first, second], pair) = self;
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry(first, &pair.0)?;
        object.serialize_entry(second, &pair.1)?;
        object.end()
    }
}

/// Functions that write lists of pairs, whose members have these names.
macro_rules! lists_of_pairs {
    ($($list:ident: $first:literal, $second:literal;)*) => {
        $(pub fn $list<S: Serializer, A: Serialize, B: Serialize>(pairs: &[(A, B)], to: S) -> Result<S::Ok, S::Error> {
            to.collect_seq(pairs.iter().map(|pair| Pair([$first, $second], pair)))
        })*
    };
}

lists_of_pairs! {
    exceptions: "n", "value";
    facts: "name", "content";
    words: "word", "line";
    lessons: "title", "done";
    coordinates: "name", "fixed";
}

/// Functions that write an object with one member of this name.
macro_rules! objects_of_one {
    ($($object:ident: $name:literal;)*) => {
        $(pub fn $object<S: Serializer>(member: &impl Serialize, to: S) -> Result<S::Ok, S::Error> {
            to.collect_map([($name, member)])
        })*
    };
}

objects_of_one! {
    definitions: "definitions";
    help: "task";
    play: "move";
    up_to: "last";
}

/// The groups of words in the overview of `help`.
pub fn groups<S: Serializer>(groups: &[(String, Vec<(String, String)>)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Group<'a> {
        title: &'a str,
        #[serde(serialize_with = "words")]
        words: &'a [(String, String)],
    }
    to.collect_seq(groups.iter().map(|(title, words)| Group { title, words }))
}

/// The counterexample of a check: the variables are the members.
struct Case<'a>(&'a [(String, Value)]);

impl Serialize for Case<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// An outcome, and who wins by it.
pub fn with_winner<S: Serializer>(outcome: &Outcome, to: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Both {
        outcome: Outcome,
        winner: Side,
    }
    Both { outcome: *outcome, winner: outcome.winner() }.serialize(to)
}

/// The kind of what was defined, and its value.
pub fn defined<S: Serializer>(defined: &DefinedAs, to: S) -> Result<S::Ok, S::Error> {
    let (what, value) = match defined {
        DefinedAs::Game => ("game", None),
        DefinedAs::Function => ("function", None),
        DefinedAs::Value(value) => ("value", Some(value)),
    };
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("what", what)?;
    object.serialize_entry("value", &value)?;
    object.end()
}

impl Serialize for Check {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_map(None)?;
        match self {
            Check::Holds { cases, scope } => {
                object.serialize_entry("holds", &true)?;
                object.serialize_entry("cases", cases)?;
                object.serialize_entry("scope", scope)?;
            }
            Check::Fails { case, held, sides, explanation } => {
                object.serialize_entry("holds", &false)?;
                object.serialize_entry("case", &Case(case))?;
                object.serialize_entry("held", held)?;
                object.serialize_entry("sides", sides)?;
                object.serialize_entry("explanation", explanation)?;
            }
        }
        object.end()
    }
}

/// Of a proved period only where it begins and how long it is.
pub fn length_and_start<S: Serializer>(period: &Period, to: S) -> Result<S::Ok, S::Error> {
    to.collect_map([("period", period.period), ("preperiod", period.preperiod)])
}

impl Serialize for Finding {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Found {
            finding: &'static str,
            period: Option<u64>,
            preperiod: Option<u64>,
            saltus: Option<u64>,
            checked: u64,
            theorem: Option<Theorem>,
        }
        let (finding, checked, theorem) = match *self {
            Finding::Proved { theorem, checked, .. } => ("proved", checked, Some(theorem)),
            Finding::Seen { checked, .. } => ("seen", checked, None),
            Finding::NoneSeen { checked } => ("none", checked, None),
        };
        let period = self.period();
        let found = Found {
            finding,
            period: period.map(|period| period.period),
            preperiod: period.map(|period| period.preperiod),
            saltus: period.map(|period| period.saltus),
            checked,
            theorem,
        };
        found.serialize(serializer)
    }
}

/// Who begins, and the position at the start; null after the first turn.
pub fn begin<S: Serializer>(opening: &Option<(Player, Sum)>, to: S) -> Result<S::Ok, S::Error> {
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("begins", &opening.as_ref().map(|opening| opening.0))?;
    object.serialize_entry("start", &opening.as_ref().map(|opening| &opening.1))?;
    object.end()
}

/// The seed of a quiz that begins.
pub fn seed<S: Serializer>(opening: &Option<(String, u64)>, to: S) -> Result<S::Ok, S::Error> {
    opening.as_ref().map(|opening| opening.1).serialize(to)
}

/// A hint tells no more than its stage.
impl Serialize for PlayHint {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(serde::Serialize)]
        struct Told<'a> {
            stage: u8,
            position: &'a Sum,
            value: Option<Nimber>,
            can_win: bool,
            from: Option<&'a Component>,
            r#move: Option<&'a Move>,
        }
        let winning = self.winning.as_ref();
        let told = Told {
            stage: self.stage,
            position: &self.position,
            value: self.value,
            can_win: winning.is_some(),
            from: winning.filter(|_| self.stage > 1).map(|winning| &winning.from),
            r#move: winning.filter(|_| self.stage > 2),
        };
        told.serialize(serializer)
    }
}

impl Serialize for Level {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (level, seed) = match *self {
            Level::Hard => ("hard", None),
            Level::Easy { seed } => ("easy", Some(seed)),
        };
        let mut object = serializer.serialize_map(Some(2))?;
        object.serialize_entry("level", level)?;
        object.serialize_entry("seed", &seed)?;
        object.end()
    }
}

impl Serialize for Answer {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Answer::Value(value) => value.serialize(serializer),
            Answer::Winner(outcome) => outcome.winner().serialize(serializer),
            Answer::Move(Some(made)) => made.serialize(serializer),
            Answer::Move(None) => serializer.serialize_str("none"),
            Answer::Skipped => serializer.serialize_none(),
        }
    }
}

/// The questions of a quiz with their answers.
pub fn questions<S: Serializer>(questions: &[(Question, Answer)], to: S) -> Result<S::Ok, S::Error> {
    #[derive(serde::Serialize)]
    struct Answered<'a> {
        #[serde(flatten)]
        question: &'a Question,
        truth: &'a Answer,
    }
    to.collect_seq(questions.iter().map(|(question, truth)| Answered { question, truth }))
}

/// What follows an exercise of the tour.
pub fn next<S: Serializer>(next: &AfterExercise, to: S) -> Result<S::Ok, S::Error> {
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

/// A lesson counted from 1.
pub fn from_one<S: Serializer>(index: &usize, to: S) -> Result<S::Ok, S::Error> {
    (index + 1).serialize(to)
}
