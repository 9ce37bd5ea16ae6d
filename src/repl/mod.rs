//! The interactive prompt: an editor (rustyline) reads statements, also pasted ones that come line by line or in a transcript,
//! and the host runs them.

mod helper;
mod history;
mod keys;
mod present;

pub use present::{can_present, present};

use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use etcetera::BaseStrategy;
use rustyline::error::ReadlineError;
use rustyline::history::MemHistory;
use rustyline::{CompletionType, Config, Editor, Event, EventHandler, KeyCode, KeyEvent, Modifiers};
use unicode_width::UnicodeWidthStr;

use crate::error::Notice;
use crate::host::{Corrections, ExitStatus, Host, Watch, width};
use crate::service::{FileAccess, Flow, FrontEnd, LineSource, guarded};
use crate::session;
use crate::show::told::told;
use crate::source::{SourceId, Span};
use crate::syntax::transcript::{self, PROMPT, PROMPT_SOURCE};
use crate::syntax::{continues, parse, statements};
use helper::{Preview, PromptHelper};
use history::{Arrow, PastInputs, Store};
use keys::{Enter, PromptEntry, PromptState};

/// Milliseconds after which Esc is a key of its own, and not the beginning of the code of another.
const ESCAPE_ALONE: u16 = 100;

/// The editor, shared by the prompt and its dialogues, since it holds what was typed ahead.
type Shared = Rc<RefCell<Editor<PromptHelper, MemHistory>>>;

/// Reads and runs until the user leaves with `quit` or Ctrl-D.
pub fn run(host: &mut Host) -> Flow {
    host.settings.interactive = true;
    host.settings.corrections = Corrections::at_prompt();
    host.watch.keep_session();
    let (state, entries) = (Arc::new(PromptState::new()), PastInputs::default());
    let editor = match editor(host, &state, &entries) {
        Ok(editor) => Rc::new(RefCell::new(editor)),
        // Without an editor lines can still be read one by one.
        Err(_) => return host.standard_input(),
    };
    host.lines = Some(Box::new(Conversation::new(host, &editor, &state)));
    if !host.settings.quiet {
        banner(host);
    }
    run_init(host);
    host.take_author_of_input();
    // With `--safe` no file is touched that the command line does not name.
    let history = history::path().filter(|_| host.settings.file_access != FileAccess::None);
    host.keep_tour_in(history.as_ref().map(|history| history.with_file_name("tour")));
    let store = Store::at(history);
    let remark = history::load(&mut editor.borrow_mut(), &store, &entries);
    if let Some(remark) = remark {
        host.remark(&remark);
    }
    let mut entered = Entered::default();
    loop {
        propose(host, &state);
        let read = read(host, &mut editor.borrow_mut(), &state);
        match read {
            Ok(line) => {
                let entry = PromptEntry::new(&line, state.paste().as_ref());
                let text = entry.text.trim_end();
                if !text.is_empty() {
                    history::remember(&mut editor.borrow_mut(), &store, text, &entries);
                    host.prompt_inputs.push(text.to_owned());
                }
                let is_in_a_row = !line.contains(['\n', '\t']) && PROMPT.len() + line.width() < width();
                host.typed_last = is_in_a_row.then(|| line.clone());
                let standing = host.service.standing();
                let ran = guarded(|| run_inputs(host, &entered.joined(entry.inputs.into_owned())));
                if ran.unwrap_or_else(|fault| host.broken(standing, fault, Span::NOWHERE)) == Flow::Quit {
                    break;
                }
            }
            Err(ReadlineError::Interrupted) => {}
            // Ctrl-D, or the terminal is gone.
            Err(_) => break,
        }
    }
    // Errors at a prompt do not make the program fail.
    host.exit_status = ExitStatus::Success;
    host.lines = None;
    Flow::On
}

/// Lets the correction of the last input stand in the next one. How to use it is said the first time.
fn propose(host: &mut Host, state: &PromptState) {
    // Lines that were typed ahead are not meant for a proposal.
    let mut proposal = host.proposal.take();
    if let Some(statement) = proposal.take_if(|_| is_typed_ahead()) {
        host.notice(&Notice::reading(&statement));
    }
    if proposal.is_some() && state.is_first_proposal() {
        host.remark(told!("the corrected line is in the next input: Enter runs it, Esc clears it"));
    }
    state.propose(proposal);
}

/// Whether keys wait that were pressed before the editor reads.
#[cfg(unix)]
fn is_typed_ahead() -> bool {
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use std::os::fd::AsFd;
    let input = std::io::stdin();
    poll(&mut [PollFd::new(input.as_fd(), PollFlags::POLLIN)], PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
}

#[cfg(not(unix))]
fn is_typed_ahead() -> bool {
    false
}

/// Reads a statement. Meanwhile the editor holds the session, to preview answers.
fn read(
    host: &mut Host,
    editor: &mut Editor<PromptHelper, MemHistory>,
    state: &PromptState,
) -> rustyline::Result<String> {
    if let Some(line) = editor.helper_mut() {
        line.known = session::known_names(&host.service.session);
    }
    let standing = host.service.standing();
    swap_session(editor, host);
    let read = guarded(|| read_line(editor, PROMPT, state, &host.watch));
    let (read, fault) = read.map_or_else(|fault| (Err(ReadlineError::Interrupted), Some(fault)), |read| (read, None));
    if let (Err(ReadlineError::Interrupted), Some(preview)) = (&read, editor.helper().and_then(|l| l.preview.as_ref()))
    {
        preview.clear();
    }
    swap_session(editor, host);
    if let Some(fault) = fault {
        host.broken(standing, fault, Span::NOWHERE);
    }
    read
}

/// Reads a line. After Ctrl-Z and `fg` the line is there again as it was left.
fn read_line(
    editor: &mut Editor<PromptHelper, MemHistory>,
    prompt: &str,
    state: &PromptState,
    watch: &Watch,
) -> rustyline::Result<String> {
    // A dialogue has no proposals.
    let mut left = (if state.in_dialogue() { None } else { state.proposal() }.unwrap_or_default(), String::new());
    loop {
        state.begin();
        let read = editor.readline_with_initial(prompt, (&left.0, &left.1));
        // An earlier Ctrl-C is over once a line was read. If Enter ended the line, its handler has forgotten it
        // already.
        if read.is_err() || !state.is_entered() {
            watch.forget_stop();
        }
        let text = read?;
        let Some(at) = state.take_stop() else { return Ok(text) };
        keys::suspend();
        let (before, behind) = text.split_at_checked(at).unwrap_or((&text, ""));
        left = (before.to_owned(), behind.to_owned());
    }
}

/// Runs what was typed or pasted.
fn run_inputs(host: &mut Host, text: &str) -> Flow {
    match text.trim() {
        "exit" | "exit()" | "quit()" | ":q" | ":quit" => return Flow::Quit,
        "?" => return host.run_text(PROMPT_SOURCE, "help"),
        _ => {}
    }
    let statements = host.service.session.read(PROMPT_SOURCE, text);
    match host.all(statements) {
        Flow::Quit => Flow::Quit,
        // The statements behind one that was interrupted or went wrong rely on its answer.
        Flow::On | Flow::Stop => Flow::On,
    }
}

fn editor(
    host: &Host,
    state: &Arc<PromptState>,
    entries: &PastInputs,
) -> rustyline::Result<Editor<PromptHelper, MemHistory>> {
    let color = if host.settings.color_out { rustyline::ColorMode::Forced } else { rustyline::ColorMode::Disabled };
    let config = Config::builder()
        .completion_type(CompletionType::List)
        .color_mode(color)
        .max_history_size(10_000)?
        .history_ignore_dups(true)?
        .bracketed_paste(true)
        .keyseq_timeout(Some(ESCAPE_ALONE))
        .build();
    let kept = MemHistory::with_config(&config);
    let mut editor = Editor::with_history(config, kept)?;
    // Without colours a preview would look like an answer.
    let preview = host.settings.color_out.then(|| Preview::new(host));
    editor.set_helper(Some(PromptHelper::new(
        preview,
        state.clone(),
        host.settings.file_access != FileAccess::None,
        host.settings.theme,
    )));
    // Lines that were typed while something ran end in line feeds (Ctrl-J).
    for key in [KeyEvent(KeyCode::Enter, Modifiers::NONE), KeyEvent(KeyCode::Char('J'), Modifiers::CTRL)] {
        editor.bind_sequence(
            key,
            EventHandler::Conditional(Box::new(Enter { state: state.clone(), watch: host.watch.clone() })),
        );
    }
    let stop = EventHandler::Conditional(Box::new(keys::Suspend { state: state.clone() }));
    editor.bind_sequence(KeyEvent(KeyCode::Char('Z'), Modifiers::CTRL), stop);
    for (code, up) in [(KeyCode::Up, true), (KeyCode::Down, false)] {
        let arrow = Arrow { up, entries: entries.clone(), state: state.clone() };
        editor.bind_sequence(KeyEvent(code, Modifiers::NONE), EventHandler::Conditional(Box::new(arrow)));
    }
    editor
        .bind_sequence(Event::Any, EventHandler::Conditional(Box::new(keys::BesideProposal { state: state.clone() })));
    Ok(editor)
}

/// The lines of a terminal for the dialogues of a script, where there is no prompt.
pub fn lines(host: &Host) -> Option<Box<dyn LineSource>> {
    let state = Arc::new(PromptState::new());
    let editor = Rc::new(RefCell::new(editor(host, &state, &PastInputs::default()).ok()?));
    Some(Box::new(Conversation::new(host, &editor, &state)))
}

/// The lines of a dialogue at the prompt, with a history of their own.
struct Conversation {
    editor: Shared,
    state: Arc<PromptState>,
    history: MemHistory,
    watch: Watch,
}

impl LineSource for Conversation {
    fn next_line(&mut self, prompt: &str, words: &'static [&'static str]) -> Option<String> {
        let mut editor = self.editor.borrow_mut();
        std::mem::swap(editor.history_mut(), &mut self.history);
        self.begin(&mut editor, Some(words));
        let line = read_line(&mut editor, prompt, &self.state, &self.watch).ok();
        if let Some(line) = &line {
            let _ = editor.add_history_entry(line.as_str());
        }
        self.begin(&mut editor, None);
        std::mem::swap(editor.history_mut(), &mut self.history);
        line
    }
}

impl Conversation {
    fn new(host: &Host, editor: &Shared, state: &Arc<PromptState>) -> Conversation {
        let (editor, state) = (editor.clone(), state.clone());
        Conversation { editor, state, history: MemHistory::new(), watch: host.watch.clone() }
    }

    /// Sets the editor up for a dialogue with these words, or for the prompt again.
    fn begin(&self, editor: &mut Editor<PromptHelper, MemHistory>, words: Option<&'static [&'static str]>) {
        self.state.set_dialogue(words.is_some());
        if let Some(line) = editor.helper_mut() {
            line.words = words;
        }
    }
}

fn swap_session(editor: &mut Editor<PromptHelper, MemHistory>, host: &mut Host) {
    if let Some(preview) = editor.helper_mut().and_then(|line| line.preview.as_mut()) {
        preview.swap_session(host);
    }
}

fn banner(host: &mut Host) {
    let lines = [
        told!("grundy {version} · impartial games", version = env!("CARGO_PKG_VERSION")),
        told!("Try  `game S = take <1,2,3>`  and then  `winner S(3)+S(4)+S(5)`"),
        told!("Type `tour` for lessons, `help` for the words, `games` for the library, Ctrl-D to leave."),
    ];
    for told in lines {
        let line = host.service.session.language.words(told);
        host.line(crate::show::fit::text(&line, width()).trim_end());
    }
}

/// Runs the user's `init.cgt`, if there is one.
fn run_init(host: &mut Host) {
    let Some(path) = config_folder().map(|folder| folder.join("grundy/init.cgt")) else { return };
    if path.is_file() && host.settings.file_access != FileAccess::None {
        host.run_init_file(&path);
    }
}

fn config_folder() -> Option<PathBuf> {
    etcetera::choose_base_strategy().ok().map(|base| base.config_dir())
}

/// What later entries depend on.
#[derive(Default)]
struct Entered {
    /// The last statement.
    last: String,
}

impl Entered {
    /// What to run, with the statement before it if it continues that one: it cannot begin a statement, and both together can be
    /// parsed.
    fn joined(&mut self, text: String) -> String {
        // A terminal that does not tell of pastes gives the lines of a transcript one by one.
        let more = transcript::without_mark(&text).unwrap_or_else(|| text.clone());
        let first = more.lines().find(|line| !line.trim().is_empty());
        let whole = match first {
            Some(first) if continues(first) => format!("{}\n{more}", self.last),
            _ => String::new(),
        };
        let is_one = !self.last.is_empty() && !whole.is_empty() && {
            let read = parse(SourceId::default(), &whole);
            !read.is_empty() && read.iter().all(Result::is_ok)
        };
        let text = if is_one { whole } else { text };
        if let Some(place) = statements(&text).last() {
            self.last = text[place.clone()].to_owned();
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_begins_no_statement_goes_on_with_the_last_one() {
        let mut entered = Entered::default();
        for (entry, expected) in [
            ("print 1; game S = take <1>", "print 1; game S = take <1>"),
            ("  | take <2>", "game S = take <1>\n  | take <2>"),
            // As a transcript has it, of which the lines come one by one.
            ("game S = take <1>", "game S = take <1>"),
            (".   | take <2>", "game S = take <1>\n    | take <2>"),
            // It stays alone if the last statement cannot be continued with it.
            ("for", "for"),
            (". | for", ". | for"),
        ] {
            assert_eq!(entered.joined(entry.to_owned()), expected, "{entry}");
        }
    }
}
