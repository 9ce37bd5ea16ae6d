//! `genus` and `form`: the genus of a position and its canonical form, in misère play.

use grundy_engine::game::{Sum, Value};
use grundy_engine::nim::{Convention, Nimber};
use grundy_engine::solve::{MisereForm, Tameness};
use serde::Serialize;

use crate::error::Error;
use crate::lang::session::Session;
use crate::show::document::{Document, Role};
use crate::show::phrase::{muted_words, paragraph, piece, plain, sum, thousands};
use crate::show::report::Showable;
use crate::show::told::{Told, told};
use crate::source::Span;
use crate::verbs::position::AskedPosition;

/// `genus P`
#[derive(Clone, Debug, Serialize)]
pub struct GenusReport {
    #[serde(rename = "position")]
    pub sum: Sum,
    pub genus: String,
    /// The Grundy value.
    pub value: Nimber,
    /// The misère values beside 0, 1, 2, … copies of *2. The last two repeat for ever.
    pub misere_values: Vec<Nimber>,
    /// `"tame"`, `"restive"`, `"restless"` or `"wild"`.
    pub kind: &'static str,
}

/// `form P`, `form misere P`
#[derive(Clone, Debug, Serialize)]
pub struct FormReport {
    #[serde(rename = "position")]
    pub sum: Sum,
    #[serde(rename = "misere")]
    pub convention: Convention,
    /// `None` if it is too long to be written.
    pub form: Option<String>,
    /// How many moves its longest play has.
    pub birthday: u64,
    pub options: u64,
}

/// Answers `genus P`.
pub(crate) fn genus(session: &mut Session, asked: AskedPosition) -> Result<GenusReport, Error> {
    let AskedPosition { sum, at, .. } = asked;
    let form = misere_form(session, &sum, at)?;
    session.set_ans(Value::text(&form.genus.to_string()));
    Ok(GenusReport {
        sum,
        genus: form.genus.to_string(),
        value: form.genus.value,
        misere_values: form.genus.misere,
        kind: form.kind.name(),
    })
}

/// Answers `form P` and `form misere P`.
pub(crate) fn form(session: &mut Session, asked: AskedPosition) -> Result<FormReport, Error> {
    let AskedPosition { sum, convention, at, .. } = asked;
    if !convention.is_misere() {
        // In normal play the canonical form is the nim-heap of the Grundy value.
        let value = session.solved(at, |solver| solver.value(&sum))?;
        let form = format!("*{value}");
        session.set_ans(Value::text(&form));
        return Ok(FormReport { sum, convention, form: Some(form), birthday: value.0, options: value.0 });
    }
    let MisereForm { text, birthday, options, .. } = misere_form(session, &sum, at)?;
    session.set_ans(text.as_ref().map_or(Value::None, |text| Value::text(text)));
    Ok(FormReport { sum, convention, form: text.map(|text| text.to_string()), birthday, options })
}

fn misere_form(session: &mut Session, sum: &Sum, at: Span) -> Result<MisereForm, Error> {
    session.solved(at, |solver| solver.misere_form(sum))
}

/// What a kind of game means.
fn meaning(kind: &str) -> Told {
    match kind {
        _ if kind == Tameness::Tame.name() => {
            told!("Tame: in misère play it behaves beside tame games as a sum of nim-heaps.")
        }
        _ if kind == Tameness::Restive.name() => {
            told!(
                "Restive: not tame, but all its options are; its Grundy value is 0 or 1, and its misère value is larger."
            )
        }
        _ if kind == Tameness::Restless.name() => {
            told!(
                "Restless: not tame, but all its options are; its misère value is 0 or 1, and its Grundy value is larger."
            )
        }
        _ => told!("Wild: not tame, nor restive or restless."),
    }
}

impl Showable for GenusReport {
    fn kind(&self) -> &'static str {
        "genus"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let told = told!(
            "**Genus **{genus}: the Grundy value of {x} is {v}; in misère play its value is {m}, and beside 1, 2, … copies of *2 it \
             is {list}, …",
            genus = piece(Role::Nimber, &self.genus),
            x = sum(&self.sum),
            v = plain(self.value),
            m = plain(self.misere_values[0]),
            list = self.repeated()
        );
        paragraph(&mut document, told);
        paragraph(&mut document, meaning(self.kind));
        document
    }
}

impl GenusReport {
    /// The misère values beside copies of *2, with the last two once more.
    fn repeated(&self) -> String {
        let values = &self.misere_values;
        let again = &values[values.len() - 2..];
        let shown: Vec<String> = values[1..].iter().chain(again).map(ToString::to_string).collect();
        shown.join(", ")
    }
}

/// A longer form is not shown.
const SHOWN: usize = 2_000;

impl Showable for FormReport {
    fn kind(&self) -> &'static str {
        "form"
    }

    fn document(&self) -> Document {
        let mut document = Document::default();
        let title = match self.convention {
            Convention::Misere => told!("Canonical form in misère play"),
            Convention::Normal => told!("Canonical form"),
        };
        let n = thousands(u128::from(self.options));
        let told = match self.form.as_ref().filter(|form| form.len() <= SHOWN) {
            Some(form) => told!("**{title}**: {form}", title, form = piece(Role::Nimber, form)),
            None => told!("**{title}**: {n} option[s], too long to be shown", title, n = &n),
        };
        paragraph(&mut document, told);
        let birthday = thousands(u128::from(self.birthday));
        paragraph(
            &mut document,
            muted_words(told!("It has {n} option[s], and is born by day {birthday}.", n, birthday)),
        );
        document
    }
}
