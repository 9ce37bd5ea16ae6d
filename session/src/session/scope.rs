//! Corrections in the scope of their line: what stands above it in the text has defined there what it would if it was run. So a
//! text of several statements is corrected as the same lines one by one.

use crate::error::{Error, Fix, Hint, Kind, SemanticError};
use crate::lang::advice;
use crate::lang::session::Session;
use crate::newcomers;
use crate::session::kept::reads_commas;
use crate::session::proposal::{
    KnownGames, LONGEST, MEANINGS, MOST_CHECKS, Trials, beside, difference, is_closed, is_of_words, replaced,
    test_advice, tried, understood, written_like_this,
};
use crate::source::{Source, Span};
use crate::syntax::ast::Statement;
use crate::syntax::{self, directive, in_house_form};

/// The most statements of a line that are corrected together.
const MOST_TOGETHER: usize = 8;
/// A statement that defines nothing is stopped earlier where it only stands above another.
const FEW_CHECKS: u64 = 20;
/// Verbs that are not tried where they only stand above another statement: they take long, or begin what goes on.
const NOT_TRIED: [&str; 9] = ["check", "assert", "survey", "load", "save", "quiz", "exam", "worksheet", "tour"];

/// A text as it was read: each statement or error with its place.
type ReadText = [(Span, Result<Statement, Error>)];

/// Tests the proposals of the errors in a text that was read, each in its scope: what stands above it in the text has defined
/// there what it would if it was run. Each error keeps a proposal that works, or advice in words. Trials of a long text take a
/// while; they end when `meter` returns false.
pub(crate) fn test_advice_of_reading(session: &Session, read: &mut ReadText, mut meter: impl FnMut() -> bool) {
    let Some(last) = read.iter().rposition(|(_, result)| result.is_err()) else { return };
    let mut scope = beside(session);
    let mut rest = &mut read[..=last];
    while !rest.is_empty() {
        let (line, below) = rest.split_at_mut(length_of_line(session, rest));
        rest = below;
        let mut whole = whole_line(&scope, line);
        let is_part = line.len() > 1;
        for (place, result) in line {
            match result {
                Ok(statement) => _ = enter(&mut scope, statement),
                Err(error) => {
                    if !meter() {
                        return;
                    }
                    match whole.take() {
                        Some(fix) => error.advice = Some(Box::new(written_like_this(fix))),
                        None => test_advice(&scope, error, *place, is_part),
                    }
                    enter_corrected(&mut scope, error, *place);
                }
            }
        }
    }
}

/// The number of statements on the first line of a text.
fn length_of_line(session: &Session, read: &ReadText) -> usize {
    let is_next = |pair: &&[(Span, Result<Statement, Error>)]| {
        let both = session.names.sources.slice(pair[0].0.to(pair[1].0));
        let between = both.len() - pair[1].0.range().len();
        !both[pair[0].0.range().len()..between].contains('\n')
    };
    1 + read.windows(2).take_while(is_next).count()
}

/// The errors of statements that were checked and not run, each with the index of its statement, with their proposals tested in their
/// scope, and those that show as soon as a statement is tried there.
pub(crate) fn errors_in_scope(
    session: &Session,
    statements: &[&Statement],
    checked: Vec<(usize, Error)>,
) -> Vec<Error> {
    let mut scope = beside(session);
    let mut found = Vec::new();
    let mut checked = checked.into_iter().peekable();
    let mut stopped = None;
    for (index, statement) in statements.iter().enumerate() {
        if let Err(stop) = session.solver.budget().check() {
            stopped = Some(Error::stopped(stop, statement.span));
            break;
        }
        let own = found.len();
        while let Some((_, error)) = checked.next_if(|(of, _)| *of == index) {
            let error = advice::advised(&scope.names, error, statement);
            found.push(advice::out_of_library(&scope.names, error));
        }
        if found.len() == own {
            found.extend(tried_in_scope(&mut scope, statement));
        } else {
            found[own..].iter_mut().for_each(|error| test_advice(&scope, error, statement.span, false));
            _ = enter(&mut scope, statement);
        }
    }
    found.extend(checked.map(|(_, error)| error));
    // That not all was looked at is said last, and once.
    if !found.last().is_some_and(Error::is_stopped) {
        found.extend(stopped);
    }
    found
}

/// The error of a statement that is tried in its scope, if it is certain. What fails as it should is no mistake.
fn tried_in_scope(scope: &mut Session, statement: &Statement) -> Option<Error> {
    let is_tried = !scope.lacks_names && statement.untimed().defined().is_none();
    let is_certain = |error: &Error| is_tried && is_of_words(error) && !is_about_answers(error);
    let mut error = enter(scope, statement).err().filter(is_certain)?;
    let text = &scope.names.sources.get(statement.whole.source())?.text;
    if directive::expects_failure(text, statement.whole.start()) {
        return None;
    }
    test_advice(scope, &mut error, statement.span, false);
    Some(error)
}

/// Whether an error is about earlier answers. What will have been answered is not known before a text is run.
pub(crate) fn is_about_answers(error: &Error) -> bool {
    match &*error.kind {
        Kind::Semantic(SemanticError::Unknown { name, .. }) => name == "ans",
        Kind::Semantic(SemanticError::NoAnswer { .. }) => true,
        _ => false,
    }
}

/// Runs a statement in a scope, for what it defines there. No file is read, so that what it defines is not known.
fn enter(scope: &mut Session, statement: &Statement) -> Result<(), Error> {
    let statement = statement.untimed();
    scope.lacks_names |= statement.loaded().is_some();
    if NOT_TRIED.contains(&statement.verb()) {
        return Ok(());
    }
    let is_definition = statement.defined().is_some();
    scope.solver.budget().allow(if is_definition { MOST_CHECKS } else { FEW_CHECKS });
    scope.solver.begin();
    let ran = scope.run_untried(statement);
    scope.lacks_names |=
        is_definition && ran.as_ref().map_or_else(|error| error.stop().is_some(), |reply| reply.request.is_some());
    ran.map(|_| ())
}

/// The same for what a wrong definition is corrected to, since it is mended first.
fn enter_corrected(scope: &mut Session, error: &Error, place: Span) {
    let Some(Hint { replacement: Some((at, new)), .. }) = error.hint() else { return };
    if !place.contains(at) {
        return;
    }
    if let Some(corrected) = replaced(scope.names.sources.piece(place), at, &new) {
        let source = scope.names.sources.add(Source::new("<proposal>", corrected.as_str()));
        let statements = syntax::parse(source, &corrected);
        statements.iter().flatten().for_each(|statement| _ = enter(scope, statement));
        // Of a question nothing is kept but its answer. With each text that is kept, all further trials take longer.
        if statements.iter().flatten().all(|statement| statement.question().is_some()) {
            scope.names.sources.remove(source);
        }
    }
}

/// The correction of a line of several statements, all of which are understood, each after those before it.
fn whole_line(session: &Session, read: &ReadText) -> Option<Fix> {
    let [(first, _), .., (last, _)] = read else { return None };
    let place = first.to(*last);
    let text = session.names.sources.slice(place);
    let is_right = read.iter().all(|(_, result)| result.is_ok());
    if is_right || read.len() > MOST_TOGETHER || text.len() > LONGEST || text.contains('\n') {
        return None;
    }
    // Another language has `;` inside brackets, or before `end`.
    let read_at_once = || {
        let reading = newcomers::read(text, &KnownGames(session));
        let trials = Trials::of(session);
        reading.statements.into_iter().take(MEANINGS).find(|statement| trials.runs(statement))
    };
    let ends = matches!(session.names.sources.slice(*last), "end" | "od" | "fi");
    let are_closed = !ends && read.iter().all(|(place, _)| is_closed(session.names.sources.slice(*place)));
    let one_by_one = if are_closed { corrected_one_by_one(session, read) } else { None };
    let corrected = one_by_one.or_else(read_at_once)?;
    Some(difference(session.names.sources.piece(place), &in_house_form(&corrected).unwrap_or(corrected)))
}

/// The statements of a line, each corrected after those before it.
fn corrected_one_by_one(session: &Session, read: &ReadText) -> Option<String> {
    let mut trial = beside(session);
    let mut statements = Vec::new();
    for (place, result) in read {
        let written = newcomers::without_comment(session.names.sources.slice(*place));
        if written.is_empty() || result.is_err() && newcomers::declares(written) {
            continue;
        }
        let wrong = match result {
            Ok(_) => tried(&mut beside(&trial), written).err().map(|(_, error)| error),
            Err(error) => Some(error.clone()),
        };
        let statement = match wrong {
            None => written.to_owned(),
            Some(error) => understood(&Trials::of(&trial), written, &error)
                .map(|understood| understood.statement)
                .filter(|statement| !reads_commas(written, statement))?,
        };
        tried(&mut trial, &statement).ok()?;
        statements.push(statement);
    }
    Some(statements.join("; "))
}
