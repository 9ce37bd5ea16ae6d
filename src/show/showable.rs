//! What an answer knows of itself. Whoever shows it or writes it asks here, and never which answer it is.

use grundy_engine::game::Value;

use crate::show::document::{Document, ShownBoards};
use crate::show::long_list::LongList;
use crate::show::rows::Rows;

/// The terms of a sequence, each after its index.
pub type Terms<'a> = Box<dyn Iterator<Item = (u64, String)> + 'a>;

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

    /// Its rows for other programs; `None` if it does not consist of rows.
    fn rows(&self) -> Option<Rows<'_>> {
        None
    }

    /// The list that its object in JSON ends with, after the name of the list.
    fn list(&self) -> Option<(&'static str, LongList<'_>)> {
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

    /// The picture of the position that it is about, or of the winning move it names; `None` if they are not on a board.
    fn boards(&self) -> Option<ShownBoards> {
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
