//! The language for a web page. JavaScript writes a question into [`room`], calls [`ask`], and reads the answer where that
//! says, [`told`] bytes long. Both are JSON. Nothing is asked of JavaScript: there are no imports.

mod directives;
mod editor;
mod notebook;
mod play;
mod told;

use std::cell::RefCell;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use notebook::Notebook;

/// What is asked, and of which cell, with a text where one belongs to it. A clock shows seconds.
///
/// - `words`: all words of the language, with a line about each.
/// - `look`: how a text looks, its tokens, and where its statements begin.
/// - `script`: what the `#|` lines say of a script as a whole.
/// - `prose`: Markdown as HTML.
/// - `begin`: takes the text of a cell in, whose statements are answered by `next`.
/// - `next`: answers the next statement of a cell.
/// - `say`: a line of the dialogue that goes on in a cell.
/// - `resume`: the place in the tour that an earlier visit told.
/// - `known`: what the session knows, for completion.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Question {
    ask: String,
    cell: String,
    text: String,
    clock: String,
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
    let Question { ask, cell, text, clock } = question;
    let clock = clock.parse().unwrap_or_default();
    match ask.as_str() {
        "words" => editor::words(),
        "look" => editor::look(&text),
        "script" => directives::of_script(&text),
        "prose" => grundy::render::page::prose(&text).into(),
        "begin" => notebook.begin(cell, &text),
        "next" => notebook.next(&cell, clock),
        "say" => notebook.say(&cell, &text, clock),
        "resume" => notebook.resume(text),
        "known" => notebook.known(),
        _ => json!({"failed": ask}),
    }
}
