//! What every front end of the language needs and none should have by itself: a session with its signal, the measure of
//! memory and the guard of files; what becomes of a statement and of the requests of the session; completion, help and
//! diagnosis for editors; answers in several forms at once; and the one door for other programs, with its requests and their
//! clock. It has no terminal and no prompt, and runs in a web page as well.
//!
//! A program that only wants answers calls [`Service::run`]. A front end with more to say, such as the prompt, implements
//! [`FrontEnd`].

#[cfg(not(target_family = "wasm"))]
pub mod budget;
mod bundle;
mod cells;
mod clock;
mod completion;
#[cfg(not(target_family = "wasm"))]
pub mod door;
mod faults;
mod file_names;
pub mod files;
mod front_end;
mod guard;
mod inspection;
#[cfg(test)]
mod made_faults;
#[cfg(not(target_family = "wasm"))]
pub mod messages;
mod room;
mod state;
#[cfg(not(target_family = "wasm"))]
pub mod unfinished_files;

pub use bundle::{BoundedText, Bundle, bundle, object, object_with_numbers};
pub use cells::{Heard, LineSource, Nobody, Sink, words_beginning_with};
pub use clock::Clock;
pub use completion::complete;
pub use faults::{Fault, Standing, guarded};
pub use file_names::{Offer, OfferKind};
pub use front_end::{FileContent, Flow, FrontEnd, file_format, row_writer};
pub use grundy_engine::solve::CountingAllocator;
pub use guard::{Author, FileAccess, FileGuard, Output, Writable, WriteTarget, absolute};
pub use inspection::{Diagnosis, Replacement};
#[cfg(test)]
pub use made_faults::{READ, make_faulty};
pub use room::OutputRoom;
pub use state::{STACK, Service};
