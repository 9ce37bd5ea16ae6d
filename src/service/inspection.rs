//! What an editor asks about a text: the mistakes that show without running it, and what the word at a place is.

use std::ops::Range;

use grundy_engine::sorting::sort_by_key;

use super::state::Service;
use crate::error::Error;
use crate::session;
use crate::show::report::Report;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast::Statement;
use crate::syntax::{tokens, words};

/// A mistake in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnosis {
    /// Its place, in bytes.
    pub place: Range<usize>,
    /// The code, such as `E0201`, which `help` explains.
    pub code: &'static str,
    pub message: String,
    /// A few words about the place; empty if there is nothing more to say.
    pub label: String,
    /// What to do about it.
    pub help: Option<String>,
    pub fix: Option<Replacement>,
    /// Other places in the text that have to do with it, each with a few words.
    pub related: Vec<(Range<usize>, String)>,
}

/// A correction: what is to stand in this place instead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    pub place: Range<usize>,
    pub text: String,
}

impl Service {
    /// The mistakes in a text that show without running it, in the order of their places. Nothing is defined. If it is
    /// stopped, that is the last of them.
    pub fn diagnose(&mut self, text: &str) -> Vec<Diagnosis> {
        self.mistakes(text, |error, source, _| Diagnosis::of(error, source))
    }

    /// The same, each as it is told of the text.
    pub fn mistakes<T>(&mut self, text: &str, tell: impl Fn(&Error, SourceId, &Sources) -> T) -> Vec<T> {
        if let Err(stop) = self.clock().begin() {
            let stopped = Error::stopped(stop, Span::NOWHERE);
            return vec![tell(&stopped, SourceId::default(), self.session.sources())];
        }
        let read = self.session.read_long("<text>", text, 0);
        let (source, _guard) = (read.source(), read.guard());
        let (mut statements, mut errors): (Vec<Statement>, Vec<Error>) = Default::default();
        for statement in read {
            match statement {
                Ok(statement) => statements.push(statement),
                Err(error) => errors.push(error),
            }
        }
        errors.extend(session::check(&mut self.session, &statements));
        self.clock().end();
        sort_by_key(&mut errors, |error| (error.is_stopped(), error.span.start()));
        errors.iter().map(|error| tell(error, source, self.session.sources())).collect()
    }
}

impl Diagnosis {
    fn of(error: &Error, source: SourceId) -> Diagnosis {
        let place = |span: Span| (span.source() == source).then(|| span.range());
        let hint = error.hint();
        let fix = hint.as_ref().and_then(|hint| hint.replacement.as_ref());
        Diagnosis {
            place: place(error.span).unwrap_or_default(),
            code: error.code(),
            message: error.to_string(),
            label: error.label(),
            help: hint.as_ref().map(|hint| hint.text()),
            fix: fix.and_then(|(span, text)| Some(Replacement { place: place(*span)?, text: text.clone() })),
            related: error.related_texts().filter_map(|(span, words)| Some((place(span)?, words))).collect(),
        }
    }
}

impl Service {
    /// What can be said of the word at this place: a definition of the user's, a game of the library, or help on a word of
    /// the language; `None` for anything else. Nothing is run but that question.
    pub fn inspect(&mut self, text: &str, place: usize) -> Option<Report> {
        let is_at = |range: &std::ops::Range<usize>| range.start <= place && place <= range.end;
        let at: Vec<&str> =
            tokens(text).into_iter().filter(|token| is_at(&token.range)).map(|token| &text[token.range]).collect();
        let known = session::known_names(&self.session);
        let question = at.into_iter().rev().find_map(|word| match known.iter().find(|known| known.name == word) {
            Some(known) if known.own => Some(format!("show {word}")),
            Some(_) => Some(format!("about {word}")),
            None => words::find(word).map(|_| format!("help {word}")),
        })?;
        let statement = self.session.read("<inspect>", &question).into_iter().next()?.ok()?;
        self.clock().begin().ok()?;
        let ran = self.session.run(&statement);
        self.clock().end();
        ran.ok()?.report
    }
}
