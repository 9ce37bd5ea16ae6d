//! `grundy._grundy`, what the Python package `grundy` is built on: sessions, and what an editor asks of a text. All that
//! a user of Python sees is in `python/grundy`, which alone calls this module.

mod place;
mod session;
mod worker;

use pyo3::prelude::*;

use grundy::error::Error;
use grundy::service::CountingAllocator;
use grundy::source::{CountedPlaces, Span, Text};
use grundy::syntax::ast::Statement;
use grundy::syntax::{self, Completeness, TokenKind};

/// What is allocated is counted, so that the limit on memory holds for lists, texts and documents as well as for tables.
/// Python has its own allocator.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The tokens of a text, each as its first character, the one behind its last, and its kind.
#[pyfunction]
fn tokens(py: Python<'_>, text: &str) -> Vec<(usize, usize, &'static str)> {
    py.detach(|| {
        let places = CountedPlaces::in_characters(text);
        let tokens = syntax::tokens(text).into_iter();
        tokens.map(|token| (places.at(token.range.start), places.at(token.range.end), name(token.kind))).collect()
    })
}

fn name(kind: TokenKind) -> &'static str {
    match kind {
        TokenKind::Keyword => "keyword",
        TokenKind::Verb => "verb",
        TokenKind::Name => "name",
        TokenKind::Number => "number",
        TokenKind::Text => "text",
        TokenKind::Operator => "operator",
        TokenKind::Open | TokenKind::Close => "bracket",
        TokenKind::Separator => "separator",
        TokenKind::Raw => "raw",
        TokenKind::Comment => "comment",
        TokenKind::Error => "error",
    }
}

/// `None` if nothing is open at the end of a text; otherwise the column, from 0, at which its next line is to be aligned.
#[pyfunction]
fn unfinished(py: Python<'_>, text: &str) -> Option<usize> {
    match py.detach(|| syntax::complete(text)) {
        Completeness::Complete => None,
        Completeness::Incomplete { indent } => Some(indent),
    }
}

/// The statements of a text, each as it is written, with `"game"` or `"let"` and the name if it defines one, and
/// otherwise two empty texts. Only statements that can be read define anything.
#[pyfunction]
fn statements(py: Python<'_>, text: &str) -> Vec<(String, &'static str, String)> {
    let whole = Text::new(Span::NOWHERE.source(), text);
    let defined = |(place, statement): (Span, Result<Statement, Error>)| {
        let name =
            statement.as_ref().ok().and_then(Statement::defined).map_or_else(String::new, |name| name.text.clone());
        let kind = match statement.as_ref().map(Statement::game) {
            _ if name.is_empty() => "",
            Ok(Some(_)) => "game",
            _ => "let",
        };
        (whole.at(place).to_owned(), kind, name)
    };
    // Without the lock of the interpreter: a long text is read for seconds.
    py.detach(|| {
        syntax::parse_while(whole.source(), text, Vec::new(), |_, _| Ok(())).into_iter().map(defined).collect()
    })
}

#[pymodule]
fn _grundy(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<session::Session>()?;
    module.add_function(wrap_pyfunction!(tokens, module)?)?;
    module.add_function(wrap_pyfunction!(unfinished, module)?)?;
    module.add_function(wrap_pyfunction!(statements, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
