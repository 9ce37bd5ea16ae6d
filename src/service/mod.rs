//! What every front end of the language needs and none should have by itself: a session with its signal, the measure of
//! memory and the guard of files; what becomes of a statement and of the requests of the session; completion, help and
//! diagnosis for editors; answers in several forms at once. It has no terminal, no prompt and no threads of its own, and
//! runs in a web page as well.
//!
//! A program that only wants answers calls [`Service::run`]. A front end with more to say, such as the prompt, implements
//! [`FrontEnd`].

mod bundle;
mod cells;
mod completion;
mod file_names;
pub mod files;
mod front_end;
mod guard;
mod inspection;
mod state;
#[cfg(not(target_family = "wasm"))]
pub mod unfinished_files;

pub use bundle::{BoundedText, Bundle, bundle, object, object_with_numbers};
pub use cells::{Heard, LineSource, Nobody, Sink, words_beginning_with};
pub use completion::complete;
pub use file_names::{Offer, OfferKind};
pub use front_end::{FileContent, Flow, FrontEnd, file_format, row_writer};
pub use grundy_engine::solve::CountingAllocator;
pub use guard::{Author, FileAccess, FileGuard, Output, WriteTarget, absolute};
pub use inspection::{Diagnosis, Replacement};
pub use state::{STACK, Service};
