//! A proposal is tried before it is shown. The corrected statement is read, and run beside the session, with little
//! memory and little patience. What it runs into and can correct is corrected as well, so that the proposal needs no
//! other; one that leads to no answer is left out, and its advice given in words.

use std::sync::Arc;

use grundy_engine::game::EvalErrorKind;
use grundy_engine::solve::{Limits, Signal, SolveError};

use super::Session;
use crate::error::{Error, Fix, Hint, Kind, Meaning, Syntax, codes};
use crate::source::{Source, SourceId, Span};
use crate::syntax;
use crate::syntax::ast::{Statement, StatementKind};

/// Corrections of one statement that are made one after the other.
const STEPS: usize = 6;
/// Ways that are followed from one step.
const BREADTH: usize = 2;
/// Trials of one statement, all together.
const TRIALS: usize = 25;
/// Bytes of a statement beyond which nothing is tried.
const LONGEST: usize = 4_000;
/// How often a trial may ask whether to go on.
const PATIENCE: u64 = 200;
/// Bytes a trial may take for tables.
const MEMORY: u64 = 2_000_000;

/// What can be tried of a proposal.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Trial {
    /// Only whether it can be read: what stands before it in its text has not been run yet.
    Read,
    Run,
}

impl Session {
    /// The same errors, each with a proposal that holds or with advice in words, as long as it may go on. Proposals are run,
    /// so that those of a long text take a while.
    pub(super) fn settle_reading(
        &self,
        read: &mut [(Span, Result<Statement, Error>)],
        mut meter: impl FnMut() -> bool,
    ) {
        let trial = if read.len() == 1 { Trial::Run } else { Trial::Read };
        for (place, result) in read {
            if let Err(error) = result {
                if !meter() {
                    return;
                }
                self.settle(error, *place, trial);
            }
        }
    }

    /// The same error of a statement that was run.
    pub(super) fn settled(&self, mut error: Error, statement: Span) -> Error {
        self.settle(&mut error, statement, Trial::Run);
        error
    }

    fn settle(&self, error: &mut Error, statement: Span, trial: Trial) {
        let hint = error.hint();
        let own = hint.as_ref().and_then(|hint| hint.replacement.clone());
        // What the error itself corrects, where that leads to an answer at once.
        let direct = own.as_ref().filter(|fix| self.followed((*fix).clone(), statement, trial).as_ref() == Some(*fix));
        if is_of_words(error)
            && let Some((corrected, steps)) = self.rephrased(self.names.sources.slice(statement), trial)
            && !self.is_corrected_as_well(error, direct, statement, (&corrected, steps))
        {
            let advice = hint.map(|hint| hint.text).filter(|advice| advice.contains(&format!("`{corrected}`")));
            let fix = difference(statement, self.names.sources.slice(statement), &corrected);
            let text = advice.unwrap_or_else(|| "write it like this".to_owned());
            error.advice = Some(Box::new(Hint { text, replacement: Some(fix) }));
            return;
        }
        let is_direct = direct.is_some();
        let (Some(hint), Some(fix)) = (hint, own) else { return };
        let fix = if is_direct { Some(fix) } else { self.followed(fix, statement, trial) };
        let hint = match fix {
            Some(fix) => Hint { text: hint.text, replacement: Some(fix) },
            None => Hint { text: in_words(error, hint.text), replacement: None },
        };
        error.advice = Some(Box::new(hint));
    }

    /// Whether the error's own correction is shown rather than the statement in other words, which took so many further
    /// corrections: it changes less, and says why. Brackets around something may mean anything.
    fn is_corrected_as_well(
        &self,
        error: &Error,
        direct: Option<&Fix>,
        statement: Span,
        (rephrased, steps): (&str, usize),
    ) -> bool {
        let Some((place, new)) = direct else { return false };
        let Some(place) = within(*place, statement) else { return false };
        let is_sure = steps > 0 && !matches!(&*error.kind, Kind::Syntax(Syntax::OptionBrackets { .. }));
        replaced(self.names.sources.slice(statement), place, new)
            .is_some_and(|own| is_sure || self.mean_the_same(&own, rephrased))
    }

    /// Whether two statements are the same but for how they are written, or define the same game.
    fn mean_the_same(&self, one: &str, other: &str) -> bool {
        let read = |text: &str| match &mut syntax::parse(SourceId(u32::MAX), text)[..] {
            [Ok(statement)] => Some(statement.clone()),
            _ => None,
        };
        let (Some(one), Some(other)) = (read(one), read(other)) else { return false };
        if syntax::print::statement(&one) == syntax::print::statement(&other) {
            return true;
        }
        let ruleset = |statement: &Statement| {
            let StatementKind::Game(game) = &statement.kind else { return None };
            let mut beside = self.beside();
            beside.define_game(game).ok()?;
            let made = super::lower::game(&mut beside.names, &game.name.text, game.name.span).ok()?;
            Some((game.name.text.clone(), made.ruleset.clone()))
        };
        ruleset(&one).is_some_and(|one| ruleset(&other) == Some(one))
    }

    /// The statement without the phrases that are called otherwise here, if it leads to an answer then, and how many
    /// further corrections that takes.
    fn rephrased(&self, text: &str, trial: Trial) -> Option<(String, usize)> {
        if text.len() > LONGEST {
            return None;
        }
        let mut trials = TRIALS;
        let found = syntax::rewritten(text);
        found.into_iter().find_map(|candidate| self.led_on(candidate, STEPS, trial, &mut trials))
    }

    /// Where a text leads when what is wrong in it is corrected, phrases before all else, and after how many steps.
    fn led_on(&self, text: String, depth: usize, trial: Trial, trials: &mut usize) -> Option<(String, usize)> {
        *trials = trials.checked_sub(1)?;
        let Err((source, error)) = self.beside_for(trial).tried(&text, trial) else {
            return Some((text, STEPS - depth));
        };
        let depth = depth.checked_sub(1)?;
        let corrected = correction(&error, source).and_then(|(place, new)| replaced(&text, place, &new));
        let phrases = syntax::rewritten(&text).into_iter().take(BREADTH);
        phrases.chain(corrected).find_map(|next| self.led_on(next, depth, trial, trials))
    }

    fn beside_for(&self, trial: Trial) -> Session {
        match trial {
            Trial::Read => Session::new(Limits { memory: MEMORY }, Arc::default()),
            Trial::Run => self.beside(),
        }
    }

    /// The correction that leads to an answer, if this one does.
    fn followed(&self, fix: Fix, statement: Span, trial: Trial) -> Option<Fix> {
        let text = self.names.sources.slice(statement);
        if text.len() > LONGEST {
            return None;
        }
        let mut beside = self.beside_for(trial);
        let Some(shifted) = within(fix.0, statement) else {
            return self.mended_elsewhere(&mut beside, &fix, text).then_some(fix);
        };
        let mut corrected = replaced(text, shifted, &fix.1)?;
        for step in 0..STEPS {
            let Err((source, error)) = beside.tried(&corrected, trial) else {
                return Some(if step == 0 { fix } else { difference(statement, text, &corrected) });
            };
            let (place, new) = correction(&error, source)?;
            corrected = replaced(&corrected, place, &new)?;
        }
        None
    }

    /// A correction of an earlier definition: with it, the statement has an answer.
    fn mended_elsewhere(&self, beside: &mut Session, fix: &Fix, statement: &str) -> bool {
        let Some(source) = self.names.sources.get(fix.0.source) else { return false };
        if source.text.len() > LONGEST {
            return false;
        }
        let places = syntax::statements(&source.text);
        let Some(place) =
            places.into_iter().find(|place| place.start <= fix.0.range().start && fix.0.range().end <= place.end)
        else {
            return false;
        };
        let shifted = Span { start: fix.0.start - place.start as u32, end: fix.0.end - place.start as u32, ..fix.0 };
        let Some(definition) = replaced(&source.text[place], shifted, &fix.1) else { return false };
        beside.tried(&definition, Trial::Run).is_ok() && beside.tried(statement, Trial::Run).is_ok()
    }

    /// A session with the same names, in which little can be computed. What happens there is forgotten.
    fn beside(&self) -> Session {
        let mut beside = Session::new(Limits { memory: MEMORY }, Arc::new(Signal::patient(PATIENCE)));
        let meter = beside.solver.budget().meter().clone();
        beside.names = self.names.beside(meter);
        beside.power_noted = self.power_noted;
        beside.texts = self.texts;
        beside
    }

    /// Whether a text can be read and run; the error, and the text it is about.
    fn tried(&mut self, text: &str, trial: Trial) -> Result<(), (SourceId, Error)> {
        let source = self.names.sources.add(Source::new("<proposal>", text));
        for statement in syntax::parse(source, text) {
            let statement = statement.map_err(|error| (source, error))?;
            if trial == Trial::Read {
                continue;
            }
            self.run_untried(&statement).map(|_| ()).or_else(held).map_err(|error| (source, error))?;
            self.probed(&statement).map_err(|error| (source, error))?;
        }
        Ok(())
    }

    /// A game that can be defined may still lead to itself, or name something that is not defined: so a question about
    /// one position is asked.
    fn probed(&mut self, statement: &Statement) -> Result<(), Error> {
        let StatementKind::Game(game) = &statement.kind else { return Ok(()) };
        if game.parameters.as_ref().is_some_and(|names| names.len() != 1) {
            return Ok(());
        }
        let text = format!("outcome {}(6)", game.name.text);
        let source = self.names.sources.add(Source::new("<proposal>", text.as_str()));
        for question in syntax::parse(source, &text).into_iter().flatten() {
            let Err(error) = self.run_untried(&question) else { continue };
            let is_unknown = matches!(&*error.kind, Kind::Meaning(Meaning::Unknown { .. }));
            let replacement = error.hint().and_then(|hint| hint.replacement);
            if is_unknown || replacement.is_some_and(|(at, _)| at.source == statement.span.source) {
                return Err(error);
            }
        }
        Ok(())
    }
}

/// A question that takes long, or a claim that is false, was understood.
fn held(error: Error) -> Result<(), Error> {
    let is_held = match &*error.kind {
        Kind::Meaning(Meaning::AssertFailed { .. }) => true,
        Kind::Meaning(Meaning::Stopped { stop, .. }) => {
            matches!(**stop, SolveError::Interrupted | SolveError::TimedOut | SolveError::Memory { .. })
        }
        Kind::Meaning(Meaning::Fault { kind, .. }) => matches!(**kind, EvalErrorKind::Stopped),
        _ => false,
    };
    if is_held { Ok(()) } else { Err(error) }
}

/// Whether other words could help: what was understood and takes too long, or is false, is said as it was meant.
fn is_of_words(error: &Error) -> bool {
    match &*error.kind {
        Kind::Syntax(_) => true,
        Kind::Meaning(Meaning::Fault { kind, .. }) => {
            matches!(
                **kind,
                EvalErrorKind::Mismatch { .. } | EvalErrorKind::Expected { .. } | EvalErrorKind::Index { .. }
            )
        }
        Kind::Meaning(
            Meaning::Stopped { .. }
            | Meaning::TooMany { .. }
            | Meaning::TreeTooLarge { .. }
            | Meaning::File { .. }
            | Meaning::AssertFailed { .. },
        ) => false,
        Kind::Meaning(_) => true,
    }
}

/// What an error met on the way says to write in its text, if it corrects and does not only give an example.
fn correction(error: &Error, source: SourceId) -> Option<Fix> {
    match &*error.kind {
        Kind::Meaning(Meaning::Coordinates { names, found, .. }) if found.len() < names.len() => return None,
        Kind::Meaning(Meaning::Unknown { similar, .. }) if similar.is_empty() => return None,
        _ => {}
    }
    error.hint()?.replacement.filter(|(place, _)| place.source == source)
}

/// A place counted from the start of the statement it lies in.
fn within(place: Span, statement: Span) -> Option<Span> {
    let is_inside = place.source == statement.source && statement.start <= place.start && place.end <= statement.end;
    is_inside.then(|| Span { start: place.start - statement.start, end: place.end - statement.start, ..place })
}

/// A text with another in the place of a part.
fn replaced(text: &str, place: Span, new: &str) -> Option<String> {
    let range = place.range();
    text.get(range.clone())?;
    let mut corrected = text.to_owned();
    corrected.replace_range(range, new);
    (corrected != text).then_some(corrected)
}

/// What turns a statement into another: the part between what both begin and end with.
fn difference(statement: Span, old: &str, new: &str) -> Fix {
    let begin: usize = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let (old_rest, new_rest) = (&old[begin..], &new[begin..]);
    let ends = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let end: usize = ends.map(|(c, _)| c.len_utf8()).sum();
    let place =
        Span { start: statement.start + begin as u32, end: statement.start + (old.len() - end) as u32, ..statement };
    (place, new_rest[..new_rest.len() - end].to_owned())
}

/// What is said where the corrected line is not shown.
fn in_words(error: &Error, text: String) -> String {
    let code = error.code();
    // What names a word or a sign of the language says enough.
    if text.contains('`') {
        return text;
    }
    match codes::explain(code).filter(|explanation| !explanation.right.is_empty()) {
        Some(explanation) => format!("write for example `{}`; `help {code}` says more", explanation.right),
        None => text,
    }
}
