//! An answer of any kind, and what it knows of itself. Whoever shows it or writes it asks here, and never which answer it is.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use grundy_engine::game::Value;
use serde::Serialize;
use serde_json::Value as Json;

use crate::show::certificate::Certificate;
use crate::show::code::GameCode;
use crate::show::document::{Block, Document, ShownPosition};
use crate::show::exact_json::{self, LargeNumbers};
use crate::show::language::known::Language;
use crate::show::lists::LongList;
use crate::show::rows::Rows;
use crate::show::told::{Tellable, told};

/// An answer, and what every answer can do beside showing itself.
trait AnyAnswer: Showable + Any {
    fn as_any(&self) -> &dyn Any;

    fn members(&self, large: LargeNumbers) -> serde_json::Result<Json>;
}

impl<T: Showable + Serialize + Any> AnyAnswer for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn members(&self, large: LargeNumbers) -> serde_json::Result<Json> {
        exact_json::value(self, large)
    }
}

/// By its kind alone: all members of all answers would be a good part of a small program.
impl fmt::Debug for dyn AnyAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind())
    }
}

/// The answer to one statement, of whatever kind it is, and the language in which it is told. A clone shares the answer.
#[derive(Clone, Debug)]
pub struct Report {
    answer: Arc<dyn AnyAnswer>,
    language: Language,
}

impl Report {
    pub fn new(answer: impl Showable + Serialize + Any) -> Report {
        Report { answer: Arc::new(answer), language: Language::ENGLISH }
    }

    /// The same answer, told in this language.
    pub fn in_language(self, language: Language) -> Report {
        Report { language, ..self }
    }

    /// The language in which it is told.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Its words, tables and figures, in its language.
    pub fn document(&self) -> Document {
        let own = self.answer.told_in(self.language);
        let answer = own.as_deref().unwrap_or(&*self.answer);
        let mut document = answer.document();
        if self.language != Language::ENGLISH && answer.stays_english() {
            document.blocks.insert(0, Block::Line(told!("Some of this is in English only.").into_line()));
        }
        self.language.document(document)
    }

    /// The same on a page where nobody can type.
    pub fn on_page(&self) -> Document {
        let own = self.answer.told_in(self.language);
        self.language.document(own.as_deref().unwrap_or(&*self.answer).on_page())
    }

    /// The answer, if it is of this kind.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.answer.as_any().downcast_ref()
    }

    /// Its object in JSON with the member `type`, but without what is written beside it: its list and its text.
    ///
    /// # Errors
    /// A number or a text cannot be written as JSON.
    pub fn object(&self) -> serde_json::Result<Json> {
        self.object_with(LargeNumbers::AsTexts)
    }

    /// The same, with large numbers written so.
    ///
    /// # Errors
    /// As for [`Report::object`].
    pub fn object_with(&self, large: LargeNumbers) -> serde_json::Result<Json> {
        let mut object = self.answer.members(large)?;
        object["type"] = self.kind().into();
        Ok(object)
    }

    /// Whether it is a figure, which a page shows even where it is written into a file.
    pub fn is_figure(&self) -> bool {
        self.answer.document().figure().is_some()
    }
}

impl<T: Showable + Serialize + fmt::Debug + Any> From<T> for Report {
    fn from(answer: T) -> Report {
        Report::new(answer)
    }
}

impl std::ops::Deref for Report {
    type Target = dyn Showable;

    fn deref(&self) -> &(dyn Showable + 'static) {
        &*self.answer
    }
}

/// How many values an answer has in it as a value, and how that is made.
pub type AnswerValue<'a> = (usize, Box<dyn FnOnce() -> Value + 'a>);

/// A list within a list takes the place of as many values beside its members, while the outer one is built and then
/// becomes what is kept: twice in that one, and its own head.
pub const OF_A_LIST: usize = 3;

/// The terms of a sequence, each after its index.
pub type Terms<'a> = Box<dyn Iterator<Item = (i64, String)> + 'a>;

/// The answer to a statement. Each kind says in a file of its own what it says in words and what its rows are.
pub trait Showable {
    /// The member `type` of its object in JSON, by which other programs know which answer it is.
    fn kind(&self) -> &'static str;

    /// Its words, tables and figures.
    fn document(&self) -> Document;

    /// The same on a page where nobody can type.
    fn on_page(&self) -> Document {
        self.document()
    }

    /// The same answer with its own texts in a language, such as a chapter; `None` if it has none but sentences.
    fn told_in(&self, _: Language) -> Option<Box<dyn Showable>> {
        None
    }

    /// Whether a long part of it is told in English only.
    fn stays_english(&self) -> bool {
        false
    }

    /// Its rows for other programs; `None` if it does not consist of rows.
    fn rows(&self) -> Option<Rows<'_>> {
        None
    }

    /// The list that its object in JSON ends with, after the name of the list.
    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
        None
    }

    /// What it is in an expression, and as `ans`; `None` if it has no value, or if its verb remembers it.
    fn value(&self) -> Option<AnswerValue<'_>> {
        None
    }

    /// The value that the member `text` of its object in JSON spells. It may be long.
    fn spelled(&self) -> Option<&Value> {
        None
    }

    /// Whether it is a sequence, for a b-file of the OEIS.
    fn is_sequence(&self) -> bool {
        false
    }

    /// The terms of the sequence; `None` if one is missing, or has no value.
    fn terms(&self) -> Option<Terms<'_>> {
        None
    }

    /// The picture of the position that it is about, or of the winning move it names; `None` if they are on no board and no graph.
    fn picture(&self) -> Option<ShownPosition> {
        None
    }

    /// What others can check of it, if there is such a thing; `None` for answers of other kinds.
    fn certificate(&self) -> Option<&dyn Certificate> {
        None
    }

    /// The function in a language for programs that it is; `None` for all other answers.
    fn code(&self) -> Option<&GameCode> {
        None
    }

    /// Whether it does not answer a question, but informs, so that a page without answers shows it too.
    fn informs(&self) -> bool {
        false
    }

    /// Whether it is said in a dialogue, in which the reader types.
    fn is_dialogue(&self) -> bool {
        false
    }

    /// Whether it only confirms what was done, which is told at a prompt and not in a script.
    fn only_confirms(&self) -> bool {
        false
    }

    /// Whether it says that something does not hold, so that a script fails.
    fn fails(&self) -> bool {
        false
    }

    /// Whether its lines are never wrapped, so that they can be copied as they are.
    fn is_copied(&self) -> bool {
        false
    }
}
