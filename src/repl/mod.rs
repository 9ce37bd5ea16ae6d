//! The prompt.

mod completion;
mod enter;
mod highlight;
mod history;
mod line;
mod paste;
mod preview;

use std::path::PathBuf;

use etcetera::BaseStrategy;
use rustyline::error::ReadlineError;
use rustyline::history::FileHistory;
use rustyline::{CompletionType, Config, Editor, EventHandler, KeyCode, KeyEvent, Modifiers};

use crate::door::{Door, Ending, Flow};
use enter::Enter;
use line::Line;
use preview::Preview;

const PROMPT: &str = "> ";

/// Reads and runs until the user leaves with `quit` or Ctrl-D.
pub fn run(door: &mut Door) -> Flow {
    door.settings.interactive = true;
    door.watch.keep_session();
    let mut editor = match editor(door) {
        Ok(editor) => editor,
        // Without an editor lines can still be read one by one.
        Err(_) => return door.standard_input(),
    };
    if !door.settings.quiet {
        banner(door);
    }
    run_init(door);
    let path = history::path();
    history::load(&mut editor, path.as_deref());
    loop {
        if let Some(line) = editor.helper_mut() {
            line.known = door.session.known();
        }
        change_places(&mut editor, door);
        let read = editor.readline(PROMPT);
        if let (Err(ReadlineError::Interrupted), Some(preview)) =
            (&read, editor.helper().and_then(|l| l.preview.as_ref()))
        {
            preview.wipe();
        }
        change_places(&mut editor, door);
        match read {
            Ok(text) => {
                if !text.trim().is_empty() {
                    history::remember(&mut editor, path.as_deref(), text.trim_end());
                    door.typed.push(text.trim_end().to_owned());
                }
                if entered(door, &text) == Flow::Quit {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            // Ctrl-D, or the terminal is gone.
            Err(_) => break,
        }
    }
    // Mistakes made at a prompt are no failure of the program.
    door.ending = Ending::Fine;
    Flow::On
}

/// Runs what was typed or pasted.
fn entered(door: &mut Door, text: &str) -> Flow {
    match text.trim() {
        "exit" | "exit()" | "quit()" | ":q" | ":quit" => return Flow::Quit,
        "?" => return door.whole("<prompt>", "help"),
        _ => {}
    }
    let inputs = paste::inputs(text);
    let statements = door.session.read("<prompt>", &inputs);
    for statement in statements {
        match door.statement(statement) {
            Flow::Quit => return Flow::Quit,
            Flow::On => {}
            // The statements behind one that was interrupted or went wrong meant its answer.
            Flow::Stop => break,
        }
    }
    Flow::On
}

fn editor(door: &Door) -> rustyline::Result<Editor<Line, FileHistory>> {
    let color = if door.settings.color_out { rustyline::ColorMode::Forced } else { rustyline::ColorMode::Disabled };
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .color_mode(color)
        .max_history_size(10_000)?
        .history_ignore_dups(true)?
        .bracketed_paste(true)
        .build();
    let mut editor = Editor::with_config(config)?;
    // Without colours it would look like an answer.
    let preview = door.settings.color_out.then(|| Preview::new(door));
    editor.set_helper(Some(Line::new(preview)));
    let enter = KeyEvent(KeyCode::Enter, Modifiers::NONE);
    editor.bind_sequence(enter, EventHandler::Conditional(Box::new(Enter)));
    Ok(editor)
}

fn change_places(editor: &mut Editor<Line, FileHistory>, door: &mut Door) {
    if let Some(preview) = editor.helper_mut().and_then(|line| line.preview.as_mut()) {
        preview.change_places(door);
    }
}

fn banner(door: &mut Door) {
    door.line(&format!("grundy {} · impartial games", env!("CARGO_PKG_VERSION")));
    door.line("Try  game S = take <1,2,3>  and then  winner S(3)+S(4)+S(5)");
    door.line("Type help for the words, games for the library, Ctrl-D to leave.");
}

/// Runs the user's own beginning, if there is one.
fn run_init(door: &mut Door) {
    let Some(path) = config_folder().map(|folder| folder.join("grundy/init.cgt")) else { return };
    if path.is_file() {
        door.file(&path);
    }
}

fn config_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir())
}
