//! The language for a web page. JavaScript writes a question into [`room`], calls [`ask`], and reads the answer where that
//! says, [`told`] bytes long. Both are JSON. Nothing is asked of JavaScript: there are no imports.

mod editor;
mod notebook;
mod play;
mod told;

use std::cell::RefCell;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use notebook::Notebook;

/// What can be asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Question {
    /// All words of the language, with a line about each.
    Words,
    /// How a text looks: its tokens, and where its statements begin.
    Look { text: String },
    /// Markdown as HTML.
    Prose { text: String },
    /// Takes a text in, whose statements are answered by `next`.
    Begin { text: String },
    /// Answers the next statement.
    Next,
    /// A line of the dialogue that goes on, and how long the user has thought about it, in seconds. A tagged question holds no
    /// numbers, where numbers of any length may be read.
    Say { line: String, seconds: String },
    /// What the session knows, for completion.
    Known,
}

#[derive(Default)]
struct Page {
    question: Vec<u8>,
    answer: Vec<u8>,
    notebook: Notebook,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// Where a question of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.question.clear();
        page.question.resize(bytes, 0);
        page.question.as_mut_ptr()
    })
}

/// Answers the question; where the answer stands.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    PAGE.with_borrow_mut(|page| {
        let question = std::mem::take(&mut page.question);
        let answer = match serde_json::from_slice(&question) {
            Ok(question) => answered(&mut page.notebook, question),
            Err(error) => json!({"failed": error.to_string()}),
        };
        page.answer = answer.to_string().into_bytes();
        page.answer.as_ptr()
    })
}

/// The bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn told() -> usize {
    PAGE.with_borrow(|page| page.answer.len())
}

fn answered(notebook: &mut Notebook, question: Question) -> Json {
    match question {
        Question::Words => editor::words(),
        Question::Look { text } => editor::look(&text),
        Question::Prose { text } => grundy::render::page::prose(&text).into(),
        Question::Begin { text } => notebook.begin(&text),
        Question::Next => notebook.next(),
        Question::Say { line, seconds } => notebook.say(&line, seconds.parse().unwrap_or_default()),
        Question::Known => notebook.known(),
    }
}
