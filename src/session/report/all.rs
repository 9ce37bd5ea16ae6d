//! The answer to one statement, whatever it was.

use grundy_engine::game::Value;
use serde::Serialize;

use super::calculation::{MexOf, NimSum};
use super::dialogues::{PlayReport, TourReport};
use super::exercises::{Exam, QuizReport, Worksheet};
use super::json;
use super::patterns::Pattern;
use super::pictures::{Plot, Tree};
use super::position::{Explanation, Grundy, JudgedMove, Moves, OptionList, OutcomeReport, Winner};
use super::subject::{
    About, Check, Defined, Forgotten, GameList, Help, PeriodExplanation, PeriodReport, ShownDefinition, Wrote,
};
use super::survey::{SurveyTable, Surveyed};
use super::tables::{Grid, HeatMap, ShownValue, Solved, Table, Values};

/// The answer to one statement.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Report {
    /// A definition was made.
    Defined(Defined),
    Forgotten(Forgotten),
    Winner(Winner),
    Grundy(Grundy),
    Outcome(OutcomeReport),
    Moves(Moves),
    Options(OptionList),
    Table(Table),
    Grid(Grid),
    Values(Values),
    /// `losing`, `winning`
    Positions(Solved),
    /// `plot` of one coordinate.
    Plot(Plot),
    /// `plot` of two coordinates.
    Heat(HeatMap),
    Tree(Tree),
    /// `pattern`
    Pattern(Pattern),
    Period(PeriodReport),
    /// `explain period S`
    PeriodExplanation(PeriodExplanation),
    /// `Nim(6) -> Nim(5)`
    Judged(JudgedMove),
    /// `explain 27 xor 17`
    NimSum(NimSum),
    /// `explain mex {0, 1, 4}`
    Mex(MexOf),
    Check(Check),
    Survey(SurveyTable),
    /// `survey … to "FILE"`
    Surveyed(Surveyed),
    /// `print`: the values that are printed, in order.
    #[serde(rename = "print")]
    Printed(#[serde(skip)] Vec<Value>),
    /// A bare expression; for a position its Grundy value is shown too.
    Value(ShownValue),
    /// `games`: those of the library and the user's own.
    Games(GameList),
    /// `show`
    #[serde(serialize_with = "json::definitions")]
    Definitions(Vec<ShownDefinition>),
    About(About),
    Help(Help),
    /// A report of `play`.
    Play(PlayReport),
    /// A report of a quiz, or of an exam before its end.
    Quiz(QuizReport),
    /// An exam with its marks, after its end.
    Exam(Exam),
    Worksheet(Worksheet),
    /// A report of the tour.
    Tour(TourReport),
    /// A file was written. The host, which writes files, makes this report.
    Wrote(Wrote),
    /// Untagged, since an `Explanation` writes its type itself: it stands in other reports as well.
    #[serde(untagged)]
    Explanation(Explanation),
}
