//! The language for a web page, as WebAssembly. JavaScript writes a question to the address that [`room`] returns,
//! calls [`ask`], and reads the answer at the address that this returns; it is [`answer_len`] bytes long. Both are
//! JSON. All that the module imports is a clock.

mod clock;
mod directives;
mod editor;
mod messages;
mod notebook;
mod play;

use std::cell::RefCell;

use serde::Deserialize;
use serde_json::{Value as Json, json};

use grundy::service::CountingAllocator;
use grundy::show::Language;
use notebook::Notebook;

/// What is allocated is counted, so that the limit on memory holds for lists, texts and documents as well as for tables.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// A question: what is asked (`ask`), of which cell, and with which text, where these are needed.
///
/// - `words`: all words of the language, with a line about each.
/// - `look`: the tokens of a text, and where its statements begin and end.
/// - `reads`: whether a text consists of right statements.
/// - `script`: what the `#|` lines say of a script as a whole.
/// - `learn`: takes in the table of a language, before anything is told in it. The answer is its code and its own name.
/// - `told`: a text of the page in the language with the code `cell`.
/// - `speak`: tells answers in the language with the code `text` from now on.
/// - `prose`: Markdown as HTML.
/// - `begin`: takes in the text of a cell, whose statements `next` then answers.
/// - `next`: answers the next statement of a cell.
/// - `say`: answers a line typed in the dialogue of a cell; `elapsed` are the seconds since that has begun, if another page was told it.
/// - `resume`: goes on with the tour from a place that an earlier visit has kept.
/// - `serve`: begins a new session for a program: every answer comes as data, which is a text of JSON, the session uses `memory` bytes at most, and if it is
///   `safe`, no file is read or written.
/// - `allow`: what is asked from now on may take so many `seconds`; without a number, any time.
/// - `gallery`: the games of the library, with a position each.
/// - `known`: what the session knows, for completion.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Question {
    ask: String,
    cell: String,
    text: String,
    elapsed: Option<f64>,
    memory: u64,
    safe: bool,
    seconds: Option<f64>,
}

/// The buffers for questions and answers, and the notebook.
#[derive(Default)]
struct Page {
    question: Vec<u8>,
    answer: Vec<u8>,
    notebook: Notebook,
}

thread_local! {
    static PAGE: RefCell<Page> = RefCell::default();
}

/// The address to which a question of this many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    PAGE.with_borrow_mut(|page| {
        page.question.clear();
        page.question.resize(bytes, 0);
        page.question.as_mut_ptr()
    })
}

/// Answers the question. Returns the address of the answer.
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

/// The length of the answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_len() -> usize {
    PAGE.with_borrow(|page| page.answer.len())
}

fn answered(notebook: &mut Notebook, question: Question) -> Json {
    let Question { ask, cell, text, elapsed, memory, safe, seconds } = question;
    match ask.as_str() {
        "words" => editor::words(),
        "look" => editor::look(&text),
        "reads" => editor::reads(&text).into(),
        "script" => directives::of_script(&text),
        "learn" => {
            Language::learn(text).map(|language| [language.code(), language.name()]).into_iter().flatten().collect()
        }
        "told" => Language::with_code(&cell).unwrap_or_default().sentence(&text).unwrap_or(&text).into(),
        "speak" => notebook.speak(&text),
        "prose" => grundy::show::handout::prose_html(&text).into(),
        "begin" => notebook.begin(cell, &text),
        "next" => notebook.next(&cell),
        "say" => notebook.say(&cell, &text, elapsed),
        "resume" => notebook.resume(text),
        "known" => notebook.known(),
        "gallery" => grundy::session::gallery()
            .map(|[name, line, rules, play]| json!({"name": name, "line": line, "rules": rules, "play": play}))
            .collect(),
        "serve" => {
            *notebook = Notebook::serving(memory, safe);
            Json::Null
        }
        "allow" => {
            notebook.allow(seconds);
            Json::Null
        }
        _ => json!({"failed": ask}),
    }
}
