//! `undo`, which takes back the last definition, and `edit`, for which the host opens the text of one.

use crate::error::{Error, Notice, SemanticError};
use crate::lang::session::{Reply, Request, Session};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::verbs::definitions::data::{Forgotten, ShownDefinitions};

impl Session {
    /// Takes back the last definition, or the last `forget`: what it replaced is there again.
    pub(crate) fn undo(&mut self, span: Span) -> Result<Reply, Error> {
        let Some(step) = self.names.undo_log.take() else {
            return Err(Error::new(SemanticError::NothingToUndo, span));
        };
        let (mut gone, mut back) = (Vec::new(), Vec::new());
        for (name, earlier) in step {
            match earlier {
                Some(earlier) => {
                    let definition = earlier.definition.clone();
                    self.names.put(&name, earlier);
                    back.push(self.shown(name, &definition));
                }
                None => {
                    self.names.forget(&name);
                    gone.push(name);
                }
            }
        }
        if back.is_empty() {
            let restored = gone.iter().filter(|name| self.replaced(name).is_some()).cloned().collect();
            return Ok(Reply::report(Forgotten { names: gone, restored }));
        }
        let names: Vec<&str> = back.iter().map(|shown| shown.name.as_str()).collect();
        let (are, they) = if names.len() == 1 { ("is", "it") } else { ("are", "they") };
        let text =
            format!("{} {are} again what {they} {} before", names.join(", "), if are == "is" { "was" } else { "were" });
        let notice = Notice { text, span: None, everywhere: false };
        Ok(Reply { notices: vec![notice], ..Reply::report(ShownDefinitions { definitions: back }) })
    }

    /// Asks the host to open the text of a definition, one of the user's or of the library's.
    pub(crate) fn edit(&mut self, name: &Name) -> Result<Reply, Error> {
        let reply = self.show(Some(name))?;
        let Some(ShownDefinitions { definitions: shown }) = reply.answer() else {
            return Err(Error::new(
                SemanticError::NothingToForget { name: name.text.clone(), library: true },
                name.span,
            ));
        };
        let text = shown.iter().map(|shown| shown.source.as_str()).collect::<Vec<_>>().join("\n");
        Ok(Reply::request(Request::Edit { name: name.text.clone(), text, span: name.span }))
    }
}
