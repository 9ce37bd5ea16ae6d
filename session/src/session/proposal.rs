//! Tests proposed corrections before they are shown. A proposal is a corrected statement that comes with an error.
//! It is parsed and run in a trial session beside the real one, with little memory and few steps. If that gives an
//! error with a correction of its own, this is made as well, so that what is shown really runs. A proposal that
//! leads to no answer is left out, and its advice is given in words.

use std::cell::RefCell;
use std::sync::Arc;

use grundy_engine::game::EvalErrorKind;
use grundy_engine::solve::{Limits, Signal, SolveError};

use crate::error::{Error, Fix, Hint, Kind, SemanticError, and_listed, codes, or_listed};
use crate::lang::advice;
use crate::lang::names::Definition;
use crate::lang::session::Session;
use crate::newcomers;
use crate::session::kept::{is_other_compound, keeps, reads_commas};
use crate::show::report::Report;
use crate::show::told::{Line, Tellable, Told, quoted, told};
use crate::show::{Painter, Style, paint};
use crate::source::{Source, SourceId, Span, Text};
use crate::syntax::ast::Statement;
use crate::syntax::{self, TokenKind, in_house_form};
use crate::verbs::definitions;

/// The most corrections that are made to one statement, one after the other.
const STEPS: usize = 6;
/// The most rephrasings that are tried at each step.
const BREADTH: usize = 2;
/// The most trials for one statement.
const TRIALS: usize = 25;
/// Nothing is tried with a statement of more bytes.
pub(super) const LONGEST: usize = 4_000;
/// A trial is stopped after this many checks of its budget. No time is measured, so the result is always
/// the same.
pub(super) const MOST_CHECKS: u64 = 200;
/// Bytes a trial may take for tables.
const MEMORY: u64 = 2_000_000;
/// How advice begins that only tells how a rule is written.
const USAGE: [&str; 3] = ["write `game NAME", "write `take SET", "type `help`"];
/// The most words of a line that are named because they are not understood.
const MOST_NAMED: usize = 3;
/// The most statements that are tried of those that a line may mean.
pub(super) const MEANINGS: usize = 12;
/// The most characters that are shown of the answer to each.
const ANSWER: usize = 60;

/// The most rows of a bar that are written out.
const MOST_ROWS: usize = 12;

/// The games of a session by name, for the reader of newcomers' lines.
pub(super) struct KnownGames<'s>(pub &'s Session);

impl newcomers::Known for KnownGames<'_> {
    fn game(&self, name: &str) -> Option<String> {
        let capital = name.chars().next().map(|first| {
            first.to_uppercase().chain(name.chars().skip(1).flat_map(char::to_lowercase)).collect::<String>()
        });
        [Some(name.to_owned()), capital, Some(name.to_uppercase()), Some(name.to_lowercase())]
            .into_iter()
            .flatten()
            .find(|name| self.0.names.names_a_game(name))
    }

    fn own_games(&self) -> Vec<String> {
        let games = self.0.names.all_own().filter(|(_, definition)| matches!(definition, Definition::Game(_)));
        games.map(|(name, _)| name.to_owned()).collect()
    }

    fn similar_games(&self, name: &str) -> Vec<String> {
        let mut similar = self.0.names.similar(name);
        similar.retain(|name| self.0.names.names_a_game(name));
        similar
    }

    fn sized(&self, game: &str, rows: &str, columns: &str) -> Option<String> {
        let example = self.0.names.begun_with(game)?;
        let inside = example.strip_prefix(game)?.strip_prefix('(')?.strip_suffix(')')?;
        // A bar of chocolate has rows of one length.
        let lengths = inside.strip_prefix('[').and_then(|inside| inside.strip_suffix(']'));
        let lengths: Vec<&str> = lengths.unwrap_or_default().split(", ").collect();
        let is_bar = lengths.len() > 1 && lengths.iter().all(|length| *length == lengths[0]);
        let is_pair = inside.split(", ").filter_map(|size| size.parse::<u32>().ok()).count() == 2;
        match rows.parse::<usize>().ok()? {
            _ if inside.starts_with("board(") => Some(format!("board({rows}, {columns})")),
            rows @ 1..=MOST_ROWS if is_bar => Some(format!("[{}]", vec![columns; rows].join(", "))),
            rows if is_pair && inside.matches(',').count() == 1 => Some(format!("{rows}, {columns}")),
            _ => None,
        }
    }

    fn is_defined(&self, name: &str) -> bool {
        self.0.names.own(name).is_some()
    }
}

/// What was tried for one wrong statement: no text is run twice.
pub(super) struct Trials<'s> {
    pub session: &'s Session,
    ran: RefCell<Vec<(String, Ran)>>,
}

/// The reports of the statements of a text, or the error of one with the source of the text it is about.
type Ran = Result<Vec<Report>, (SourceId, Error)>;

impl Trials<'_> {
    pub fn of(session: &Session) -> Trials<'_> {
        Trials { session, ran: RefCell::default() }
    }

    /// What a text leads to in a session beside this one.
    fn ran<T>(&self, text: &str, look: impl FnOnce(&Ran) -> T) -> T {
        let mut ran = self.ran.borrow_mut();
        let at = ran.iter().position(|(other, _)| other == text).unwrap_or_else(|| {
            ran.push((text.to_owned(), tried(&mut beside(self.session), text)));
            ran.len() - 1
        });
        look(&ran[at].1)
    }

    pub fn runs(&self, text: &str) -> bool {
        self.ran(text, Result::is_ok)
    }

    /// The answer to a statement; empty if it has none, or not soon.
    fn answer(&self, text: &str) -> String {
        let style = Style { width: ANSWER, ascii: false };
        let shown = |report: &Report| {
            paint(&report.clone().in_language(self.session.language).document(), &style, Painter::Plain)
        };
        self.ran(text, |ran| ran.iter().flatten().map(shown).collect())
    }
}

/// What a line means that is no statement.
pub(super) struct Understood {
    pub statement: String,
    /// How many corrections it took besides.
    steps: usize,
    /// The statement and the others that may be meant as well, each with its answer; empty if there are no others.
    readings: Vec<(String, String)>,
}

/// The error of a statement that was run, with its proposals tested.
pub(crate) fn with_tested_advice(session: &Session, mut error: Error, statement: Span) -> Error {
    test_advice(session, &mut error, statement, false);
    error
}

/// Tests the proposals for an error, and puts the best one that works, or advice in words, into the error. What is
/// proposed is in the house form, so that people learn it. `is_part`: others stand on its line.
pub(super) fn test_advice(session: &Session, error: &mut Error, statement: Span, is_part: bool) {
    choose_advice(&Trials::of(session), error, statement, is_part);
    let Some(Hint { text, replacement: Some((place, new)) }) = error.hint() else { return };
    let typed = session.names.sources.piece(statement);
    let corrected = replaced(typed, place, &new);
    let house = corrected.as_deref().and_then(in_house_form).filter(|house| corrected.as_ref() != Some(house));
    if let Some(house) = house {
        error.advice = Some(Box::new(Hint { text, replacement: Some(difference(typed, &house)) }));
    }
}

fn choose_advice(trials: &Trials, error: &mut Error, statement: Span, is_part: bool) {
    let session = trials.session;
    if let Some(said) = newcomers::about_import(session.names.sources.slice(statement)) {
        error.advice = Some(Box::new(Hint::new(Told::from(said), None)));
        return;
    }
    let hint = error.hint();
    if is_part && !is_closed(session.names.sources.slice(statement)) {
        // Another language has `;` inside brackets: this is half of what was meant.
        if let Some(hint) = hint.filter(|hint| hint.replacement.is_some()) {
            let text = in_words(error, hint.text, None);
            error.advice = Some(Box::new(Hint::new(text, None)));
        }
        return;
    }
    let own = hint.as_ref().and_then(|hint| hint.replacement.clone());
    // The error's own correction, if it leads to an answer without others.
    let completed = own.clone().and_then(|fix| completed_fix(trials, error, fix, statement));
    let direct = own.as_ref().filter(|fix| completed.as_ref() == Some(*fix));
    let text = session.names.sources.slice(statement);
    if is_of_words(error)
        && let Some(Understood { statement: corrected, steps, readings }) = understood(trials, text, error)
        && (!readings.is_empty() || !is_corrected_as_well(session, direct, statement, (&corrected, steps)))
    {
        let offer = (!readings.is_empty()).then(|| offered(&readings));
        let advice = hint.filter(|advice| advice.text().contains(&format!("`{corrected}`")));
        let fix = difference(session.names.sources.piece(statement), &corrected);
        let proposal = written_like_this(fix);
        // Whether a comma parts two heaps or the digits of one, only the user can say.
        let replacement = proposal.replacement.filter(|_| !reads_commas(text, &corrected));
        let text = offer.map(Tellable::into_line).or(advice.map(|advice| advice.text)).unwrap_or(proposal.text);
        error.advice = Some(Box::new(Hint { text, replacement }));
        return;
    }
    // Advice that the error has itself says more, unless it is only an example or how a definition is written.
    let is_rule = text.starts_with("game ");
    let is_example = hint
        .as_ref()
        .is_some_and(|hint| codes::example(error.code()).map(Tellable::into_line).as_ref() == Some(&hint.text));
    let is_usage =
        |hint: &Hint| USAGE.iter().any(|usage| hint.text().starts_with(usage)) || is_example && may_be_in_words(text);
    let has_words = hint.as_ref().is_some_and(|hint| (is_rule || hint.replacement.is_none()) && !is_usage(hint));
    let doubt = if has_words { None } else { not_understood(session, text, error) };
    let (Some(hint), Some(fix)) = (hint, own) else {
        if let Some(doubt) = doubt {
            error.advice = Some(Box::new(Hint::new(doubt, None)));
        }
        return;
    };
    // Advice for another statement that does not help may not be given in words either.
    let refused = (!statement.contains(fix.0)).then(|| fix.1.clone());
    let hint = match completed {
        Some(fix) => Hint { text: hint.text, replacement: Some(fix) },
        None => {
            let text = doubt.map_or_else(|| in_words(error, hint.text, refused.as_deref()), Tellable::into_line);
            Hint::new(text, None)
        }
    };
    error.advice = Some(Box::new(hint));
}

/// Whether a line looks like words, and not like a formula or a command of a shell.
fn may_be_in_words(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && !text.contains(['[', '{', '<', '=', '|', '^', '&', '"', '#'])
}

/// The words of a line, or the notion in it, because of which nothing is proposed; `None` if there are none.
fn not_understood(session: &Session, text: &str, error: &Error) -> Option<Told> {
    if !is_of_words(error) || !may_be_a_sentence(error) {
        return None;
    }
    let reading = newcomers::read(text, &KnownGames(session));
    let mut unknown = reading.unknown;
    unknown.dedup();
    let words: Vec<String> = unknown.iter().take(MOST_NAMED).map(|word| format!("`{word}`")).collect();
    match words.len() {
        0 => reading.missing.map(Told::from),
        n => Some(told!("{words} [n:is|are] not understood; say it in other words", words = and_listed(&words), n)),
    }
}

/// Whether the error's own correction, `direct`, is shown rather than the rephrased statement, which took
/// `steps` further corrections. It changes less and says why, so it is preferred if there were any such steps
/// or if both mean the same.
fn is_corrected_as_well(
    session: &Session,
    direct: Option<&Fix>,
    statement: Span,
    (rephrased, steps): (&str, usize),
) -> bool {
    let Some((place, new)) = direct else { return false };
    replaced(session.names.sources.piece(statement), *place, new)
        .is_some_and(|own| steps > 0 || own == rephrased || mean_the_same(session, &own, rephrased))
}

/// Whether two statements differ only in how they are written, or define the same game.
fn mean_the_same(session: &Session, one: &str, other: &str) -> bool {
    let read = |text: &str| match &mut syntax::parse(SourceId(u32::MAX), text)[..] {
        [Ok(statement)] => Some(statement.clone()),
        _ => None,
    };
    let (Some(one), Some(other)) = (read(one), read(other)) else { return false };
    if syntax::print::statement(&one) == syntax::print::statement(&other) {
        return true;
    }
    let ruleset = |statement: &Statement| {
        let game = statement.game()?;
        let mut beside = beside(session);
        definitions::define_game(&mut beside, game).ok()?;
        let made = crate::lang::lower::game(&mut beside.names, &game.name.text, game.name.span).ok()?;
        Some((game.name.text.clone(), made.ruleset.clone()))
    };
    ruleset(&one).is_some_and(|one| ruleset(&other) == Some(one))
}

/// What a statement means that is not one of the language. Where its words are the language's own, its signs are
/// mended first.
pub(super) fn understood(trials: &Trials, text: &str, error: &Error) -> Option<Understood> {
    let mended = || {
        let (statement, steps) = rephrased(trials, text)?;
        Some(Understood { statement, steps, readings: Vec::new() })
    };
    if !may_be_a_sentence(error) {
        return mended();
    }
    let reading = newcomers::read(text, &KnownGames(trials.session));
    let is_translated = reading.is_translated;
    let meant = || meant(trials, text, reading);
    if is_translated { meant().or_else(mended) } else { mended().or_else(meant) }
}

/// The first of the statements that runs, and up to two others whose answers differ from its own.
fn meant(trials: &Trials, text: &str, reading: newcomers::Reading) -> Option<Understood> {
    let runs = |statement: &String| !is_other_compound(text, statement) && trials.runs(statement);
    let mut readings: Vec<(String, String)> = Vec::new();
    let differs = reading.may_differ;
    let most = if differs { MEANINGS } else { 1 };
    for statement in reading.statements.into_iter().take(MEANINGS).filter(runs).take(most) {
        let answer = if differs { trials.answer(&statement) } else { String::new() };
        // What is answered alike is meant alike, and so is what is defined.
        if readings.iter().all(|(_, other)| *other != answer) {
            readings.push((statement, answer));
        }
    }
    let statement = readings.first()?.0.clone();
    if !(2..=newcomers::MOST_READINGS).contains(&readings.len()) {
        readings.clear();
    }
    let is_doubtful = readings.is_empty() && reads_commas(text, &statement);
    (!is_doubtful).then_some(Understood { statement, steps: 0, readings })
}

/// The statement with a newcomer's phrases replaced by words of the language, if it leads to an answer then,
/// and how many further corrections that takes.
fn rephrased(trials: &Trials, text: &str) -> Option<(String, usize)> {
    if text.len() > LONGEST {
        return None;
    }
    let mut search = Search { trials, typed: text, left: TRIALS, breadth: BREADTH, may_lose: false };
    syntax::rewritten(text).into_iter().find_map(|found| search.until_it_runs(found, STEPS))
}

/// A search for what a statement is to be corrected to, depth first.
struct Search<'s> {
    trials: &'s Trials<'s>,
    typed: &'s str,
    /// How many more texts are tried.
    left: usize,
    /// How many rephrasings of each are tried before the correction of its error.
    breadth: usize,
    /// Whether what is found may lose something of what was typed: the error says itself what stands in its place.
    may_lose: bool,
}

impl Search<'_> {
    /// Corrects a text until it runs, at most `depth` times: the text that runs, and the number of corrections.
    fn until_it_runs(&mut self, text: String, depth: usize) -> Option<(String, usize)> {
        self.left = self.left.checked_sub(1)?;
        let Some((source, error)) = self.trials.ran(&text, |ran| ran.as_ref().err().cloned()) else {
            return Some((text, STEPS - depth)).filter(|(text, _)| self.may_lose || keeps(self.typed, text));
        };
        let depth = depth.checked_sub(1)?;
        let corrected =
            correction(&error, source).and_then(|(place, new)| replaced(Text::new(source, &text), place, &new));
        // A heap as an example takes the place of none that was typed.
        let is_example = matches!(&*error.kind, Kind::Semantic(SemanticError::MissingPosition { .. }));
        let corrected = corrected.filter(|_| !is_example || !self.typed.contains(|sign: char| sign.is_ascii_digit()));
        let phrases = if self.breadth > 0 { syntax::rewritten(&text) } else { Vec::new() };
        phrases.into_iter().take(self.breadth).chain(corrected).find_map(|next| self.until_it_runs(next, depth))
    }
}

/// Makes a correction and those that its trials ask for: all of them as one, or `None` if they lead to no
/// answer.
fn completed_fix(trials: &Trials, error: &Error, fix: Fix, statement: Span) -> Option<Fix> {
    let session = trials.session;
    let typed = session.names.sources.piece(statement);
    let text = typed.as_str();
    if text.len() > LONGEST {
        return None;
    }
    if !statement.contains(fix.0) {
        return mended_elsewhere(session, &mut beside(session), &fix, text).then_some(fix);
    }
    let may_lose = says_what_it_replaces(error);
    let mut search = Search { trials, typed: text, left: TRIALS, breadth: 0, may_lose };
    let (corrected, steps) = search.until_it_runs(replaced(typed, fix.0, &fix.1)?, STEPS)?;
    Some(if steps == 0 { fix } else { difference(typed, &corrected) })
}

/// Whether a correction of an earlier definition, outside the statement, makes the statement run.
fn mended_elsewhere(session: &Session, beside: &mut Session, fix: &Fix, statement: &str) -> bool {
    let Some(source) = session.names.sources.get(fix.0.source()) else { return false };
    if source.text.len() > LONGEST {
        return false;
    }
    let text = Text::new(fix.0.source(), &source.text);
    let mut places = syntax::statements(&source.text).into_iter().map(|place| text.span(place));
    let Some(written) = places.find(|place| place.contains(fix.0)).map(|place| text.piece(place)) else {
        return false;
    };
    let Some(definition) = replaced(written, fix.0, &fix.1).filter(|new| keeps(written.as_str(), new)) else {
        return false;
    };
    tried(beside, &definition).is_ok() && tried(beside, statement).is_ok() && !has_circle(beside, &definition)
}

/// Whether play from a small position of the game that this text defines may never end.
fn has_circle(session: &mut Session, definition: &str) -> bool {
    let defined = syntax::parse(SourceId(u32::MAX), definition);
    let Some(Ok(statement)) = defined.first() else { return false };
    let Some(game) = statement.game() else { return false };
    let count = game.parameters.as_ref().map_or(1, Vec::len);
    // Different numbers, since most circles are where one coordinate is 0 and another is not.
    let coordinates = |rising: bool| (0..count).map(move |index| if rising { 2 + index } else { 1 + count - index });
    [true, false].into_iter().any(|rising| {
        let listed: Vec<String> = coordinates(rising).map(|number| number.to_string()).collect();
        let question = format!("outcome {}({})", game.name.text, listed.join(", "));
        let asked = tried(session, &question);
        session.solver.take_loop_met().is_some() || asked.is_err_and(|(_, error)| never_ends(&error))
    })
}

/// A trial session with the same names, little memory and few steps. What happens in it is forgotten.
pub(super) fn beside(session: &Session) -> Session {
    let signal = Arc::new(Signal::stopping_after(MOST_CHECKS));
    let mut beside = Session::with_verbs(Limits { memory: MEMORY }, signal, session.verbs);
    let meter = beside.solver.budget().meter().clone();
    beside.names = session.names.beside(meter);
    beside.power_noted = session.power_noted;
    beside.division_noted = session.division_noted;
    beside.lacks_names = session.lacks_names;
    beside.sweep_sources_at = session.sweep_sources_at;
    beside
}

/// Parses and runs a text.
pub(super) fn tried(session: &mut Session, text: &str) -> Ran {
    let source = session.names.sources.add(Source::new("<proposal>", text));
    let mut reports = Vec::new();
    for statement in syntax::parse(source, text) {
        let statement = statement.map_err(|error| (source, error))?;
        match session.run_untried(&statement) {
            Ok(reply) => reports.extend(reply.report),
            Err(error) => accept_understood(session, error).map_err(|error| (source, error))?,
        }
        probed(session, &statement).map_err(|error| (source, error))?;
    }
    Ok(reports)
}

/// Asks a question about one position of a game that was defined: its play may never end, or it may name something
/// that is not defined.
fn probed(session: &mut Session, statement: &Statement) -> Result<(), Error> {
    let Some(game) = statement.game() else { return Ok(()) };
    if game.parameters.as_ref().is_some_and(|names| names.len() != 1) {
        return Ok(());
    }
    let text = format!("outcome {}(6)", game.name.text);
    let source = session.names.sources.add(Source::new("<proposal>", text.as_str()));
    for question in syntax::parse(source, &text).into_iter().flatten() {
        let asked = session.run_untried(&question);
        if let Some(stop) = session.solver.take_loop_met() {
            let error = Error::stopped(stop, question.span);
            return Err(advice::advised(&session.names, error, &question));
        }
        let Err(error) = asked else { continue };
        let is_unknown = matches!(&*error.kind, Kind::Semantic(SemanticError::Unknown { .. }));
        let replacement = error.hint().and_then(|hint| hint.replacement);
        if is_unknown || never_ends(&error) || replacement.is_some_and(|(at, _)| at.source() == statement.span.source())
        {
            return Err(error);
        }
    }
    Ok(())
}

fn never_ends(error: &Error) -> bool {
    matches!(error.stop(), Some(SolveError::Cycle(_) | SolveError::Grows { .. }))
}

/// Whether all brackets of a text are closed.
pub(super) fn is_closed(text: &str) -> bool {
    let tokens = syntax::tokens(text);
    let count = |kind: TokenKind| tokens.iter().filter(|token| token.kind == kind).count();
    count(TokenKind::Open) == count(TokenKind::Close)
}

/// Advice that offers the statements that may be meant, each with the beginning of its answer.
fn offered(readings: &[(String, String)]) -> Told {
    let each = |(statement, answer): &(String, String)| {
        let line = answer.lines().next().unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        let shown: String = line.chars().take(ANSWER).collect();
        let more = if shown.len() < line.len() { "…" } else { "" };
        let house = in_house_form(statement).unwrap_or_else(|| statement.clone());
        if line.is_empty() { format!("`{house}`") } else { format!("`{house}` ({shown}{more})") }
    };
    let each: Vec<String> = readings.iter().map(each).collect();
    told!("it may mean {readings}", readings = or_listed(&each))
}

/// A proposal without a reason of its own.
pub(super) fn written_like_this(fix: Fix) -> Hint {
    Hint::new(told!("write it like this"), Some(fix))
}

/// Accepts an error of a statement that was understood: that it takes too long, asserts something false, takes back what only the session has, or names what a file
/// may define.
fn accept_understood(session: &Session, error: Error) -> Result<(), Error> {
    let is_understood = match &*error.kind {
        Kind::Semantic(SemanticError::Unknown { .. }) => session.lacks_names,
        Kind::Semantic(
            SemanticError::AssertFailed { .. } | SemanticError::AssertNotProved { .. } | SemanticError::NothingToUndo,
        ) => true,
        Kind::Semantic(SemanticError::Stopped { stop, .. }) => {
            matches!(**stop, SolveError::Interrupted | SolveError::TimedOut | SolveError::Memory { .. })
        }
        Kind::Semantic(SemanticError::Fault { kind, .. }) => matches!(**kind, EvalErrorKind::Stopped),
        _ => false,
    };
    if is_understood { Ok(()) } else { Err(error) }
}

/// Whether rephrasing could help. It cannot if the statement was understood and takes too long, gives too much or
/// is false.
pub(super) fn is_of_words(error: &Error) -> bool {
    match &*error.kind {
        Kind::Syntax(_) => true,
        Kind::Semantic(SemanticError::Fault { kind, .. }) => {
            matches!(
                **kind,
                EvalErrorKind::Mismatch { .. } | EvalErrorKind::Expected { .. } | EvalErrorKind::Index { .. }
            )
        }
        Kind::Semantic(
            SemanticError::Stopped { .. }
            | SemanticError::TooMany { .. }
            | SemanticError::TreeTooLarge { .. }
            | SemanticError::File { .. }
            | SemanticError::AssertFailed { .. }
            | SemanticError::AssertNotProved { .. },
        ) => false,
        Kind::Semantic(_) => true,
    }
}

/// Whether a line with this error may be no statement at all. An error that knows better what is wrong says so.
fn may_be_a_sentence(error: &Error) -> bool {
    let Kind::Semantic(kind) = &*error.kind else { return true };
    matches!(
        kind,
        SemanticError::Unknown { .. }
            | SemanticError::WrongKind { .. }
            | SemanticError::MissingPosition { .. }
            | SemanticError::Coordinates { .. }
            | SemanticError::HeapList { .. }
            | SemanticError::Arguments { .. }
            | SemanticError::NotAPosition { .. }
            | SemanticError::NotAGame { .. }
            | SemanticError::NothingToForget { .. }
            | SemanticError::NothingAbout { .. }
            | SemanticError::NoHelp { .. }
            | SemanticError::OptionBrackets { .. }
            | SemanticError::OptionCoordinates { .. }
            | SemanticError::Fault { .. }
    )
}

/// Whether the advice says itself that something else stands in the place of what was typed: `first` instead of 1.
fn says_what_it_replaces(error: &Error) -> bool {
    match &*error.kind {
        Kind::Semantic(SemanticError::CalledRelation { .. } | SemanticError::FixCoordinates { .. }) => true,
        Kind::Semantic(SemanticError::Fault { kind, .. }) => {
            matches!(**kind, EvalErrorKind::Mismatch { operation: "==", .. })
        }
        _ => false,
    }
}

/// The correction that an error in a trial makes to the text `source`, unless it is only an example.
fn correction(error: &Error, source: SourceId) -> Option<Fix> {
    match &*error.kind {
        Kind::Semantic(SemanticError::Coordinates { names, found, .. }) if found.len() < names.len() => return None,
        Kind::Semantic(SemanticError::Unknown { similar, .. }) if similar.is_empty() => return None,
        _ => {}
    }
    error.hint()?.replacement.filter(|(place, _)| place.source() == source)
}

/// The text with something else at a place in it; `None` if that changes nothing.
pub(super) fn replaced(text: Text, place: Span, new: &str) -> Option<String> {
    text.replaced(place, new).filter(|corrected| corrected != text.as_str())
}

/// The fix that turns a statement into another. What both begin and end with is left out of it.
pub(super) fn difference(statement: Text, new: &str) -> Fix {
    let old = statement.as_str();
    let begin: usize = old.chars().zip(new.chars()).take_while(|(a, b)| a == b).map(|(c, _)| c.len_utf8()).sum();
    let (old_rest, new_rest) = (&old[begin..], &new[begin..]);
    let ends = old_rest.chars().rev().zip(new_rest.chars().rev()).take_while(|(a, b)| a == b);
    let end: usize = ends.map(|(c, _)| c.len_utf8()).sum();
    (statement.span(begin..old.len() - end), new_rest[..new_rest.len() - end].to_owned())
}

/// The advice for an error whose correction is not shown. It does not quote the correction `refused`.
fn in_words(error: &Error, text: Line, refused: Option<&str>) -> Line {
    let said = quoted(&text);
    let is_refused = refused.is_some_and(|refused| said.contains(&format!("`{}`", refused.trim())));
    // Advice that quotes a word or a sign of the language says enough.
    if said.contains('`') && !is_refused {
        return text;
    }
    codes::example(error.code()).map_or(text, Tellable::into_line)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many texts are tried for a line.
    fn trials_of(session: &mut Session, line: &str) -> usize {
        let source = session.names.sources.add(Source::new("<prompt>", line));
        let read = syntax::parse(source, line).remove(0);
        let Err(mut error) = read.and_then(|statement| session.run_untried(&statement)) else {
            panic!("{line} is right")
        };
        let place = Text::new(source, line).whole();
        let trials = Trials::of(session);
        choose_advice(&trials, &mut error, place, false);
        trials.ran.into_inner().len()
    }

    #[test]
    fn a_wrong_word_is_tried_once_or_twice() {
        let mut session = crate::session::new(Limits::default(), Arc::new(Signal::default()));
        tried(&mut session, "game S = take <1,2,3>; game T = take <1,2>").unwrap();
        let trials = WRONG_WORDS.map(|line| (line, trials_of(&mut session, line)));
        assert!(trials.iter().all(|(_, trials)| (1..=2).contains(trials)), "{trials:?}");
        let all: usize = trials.iter().map(|(_, trials)| trials).sum();
        assert_eq!(all, 16, "{trials:?}");
    }

    const WRONG_WORDS: [&str; 14] = [
        "values S 0..2O",
        "who wins S(5)",
        "winer S(5)",
        "grundi S(5)",
        "game R = tak <1,2>",
        "lossing S 0..9",
        "let x == 5",
        "winner Kales(5)",
        "outcom S(3) + T(4)",
        "perod S",
        "plot Kayls 0..9",
        "losing S from 0 to 9",
        "winner S(3",
        "period of S",
    ];
}
