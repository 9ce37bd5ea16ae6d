//! Builds the trees of `quiz`, `exam` and `worksheet`.

use pest::iterators::{Pair, Pairs};

use super::expression::saturated_number;
use super::grammar::Rule;
use super::reader::{Built, Reader, take};
use crate::source::Span;
use crate::syntax::ast::{Difficulty, ExerciseKind, ExercisePart, Exercises, StatementKind};

impl Reader<'_> {
    pub(super) fn exercises(&self, verb: &str, mut inner: Pairs<Rule>) -> Built<StatementKind> {
        let kind = match verb {
            "quiz" => ExerciseKind::Quiz,
            "exam" => ExerciseKind::Exam,
            _ => ExerciseKind::Worksheet,
        };
        let game = take(&mut inner, Rule::game_term).map(|pair| self.game_term(pair)).transpose()?;
        let mut parts = Vec::new();
        while let Some(pair) = take(&mut inner, Rule::exercise_part) {
            parts.push(self.exercise_part(pair)?);
        }
        Ok(StatementKind::Exercises(Exercises { kind, game, parts, to: self.to(&mut inner)? }))
    }

    fn exercise_part(&self, pair: Pair<Rule>) -> Built<(ExercisePart, Span)> {
        let span = self.span(&pair);
        let part = self.first(pair)?;
        let rule = part.as_rule();
        if rule == Rule::w_level {
            let level = Difficulty::ALL.into_iter().find(|level| level.word() == part.as_str());
            return Ok((ExercisePart::Level(level.ok_or_else(|| self.internal_error())?), span));
        }
        let digits = match rule {
            Rule::number => Some(part),
            _ => part.into_inner().find(|pair| pair.as_rule() == Rule::number),
        };
        let number = digits.map_or(u64::MAX, |digits| saturated_number(&digits));
        let part = match rule {
            Rule::how_many => ExercisePart::Questions(number),
            Rule::for_sheets => ExercisePart::Sheets(number),
            Rule::seed => ExercisePart::Seed(number),
            _ => ExercisePart::Number(number),
        };
        Ok((part, span))
    }
}
