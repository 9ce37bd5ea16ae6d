//! An answer of any kind, as the rooms below and beside those that make answers know it.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value as Json;

use crate::show::showable::Showable;

/// An answer, and what every answer can do beside showing itself.
trait AnyAnswer: Showable + fmt::Debug + Any {
    fn as_any(&self) -> &dyn Any;

    fn members(&self) -> serde_json::Result<Json>;
}

impl<T: Showable + Serialize + fmt::Debug + Any> AnyAnswer for T {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn members(&self) -> serde_json::Result<Json> {
        serde_json::to_value(self)
    }
}

/// The answer to one statement, of whatever kind it is. A clone shares the answer.
#[derive(Clone, Debug)]
pub struct Report(Arc<dyn AnyAnswer>);

impl Report {
    pub fn new(answer: impl Showable + Serialize + fmt::Debug + Any) -> Report {
        Report(Arc::new(answer))
    }

    /// The answer, if it is of this kind.
    pub fn get<T: Any>(&self) -> Option<&T> {
        self.0.as_any().downcast_ref()
    }

    /// Its object in JSON with the member `type`, but without what is written beside it: its list and its text.
    ///
    /// # Errors
    /// A number or a text cannot be written as JSON.
    pub fn object(&self) -> serde_json::Result<Json> {
        let mut object = self.0.members()?;
        object["type"] = self.kind().into();
        Ok(object)
    }

    /// Whether it is a figure, which a page shows even where it is written into a file.
    pub fn is_figure(&self) -> bool {
        self.document().figure().is_some()
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
        &*self.0
    }
}
