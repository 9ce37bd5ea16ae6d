//! `--present`: a lesson step by step at a terminal. A key shows the next answer, and any statement can be typed between.

mod keyboard;
mod stage;

use std::cell::RefCell;
use std::io::{self, IsTerminal, Write};
use std::rc::Rc;
use std::sync::Arc;

use super::history::PastInputs;
use super::keys::PromptState;
use super::{Conversation, Shared, editor, read, run_inputs};
use crate::cli::RunArguments;
use crate::host::{ExitStatus, Host, Saved, is_dumb_by_name, width};
use crate::service::{Flow, FrontEnd};
use crate::show::document::Style;
use crate::show::fit;
use crate::show::terminal::Painter;
use crate::show::told::told;
use crate::syntax::ast::Statement;
use crate::syntax::transcript::PROMPT_SOURCE;
use keyboard::{KeyPress, Keyboard};
use stage::{SeenPart, Stage};

/// What the keys do, as `?` shows it.
const KEYS: [(&str, &str); 12] = [
    ("Space, Enter, Right, n", "the answer, then the next step"),
    ("Left, Backspace, p", "back; nothing is run a second time"),
    ("r, Down", "the answer bit by bit: by rows, a nim-sum by columns"),
    ("Page Up, Page Down", "look through what is longer than the screen"),
    ("12 Enter", "to step 12; what stands before it is run"),
    ("Tab, Shift-Tab", "to the next heading, to the one before"),
    ("Home", "to the beginning"),
    ("b", "an empty screen, until the next key"),
    (":", "type a statement; the lesson goes on behind it"),
    ("Ctrl-C", "stop what is computed"),
    ("?", "these keys"),
    ("q, Ctrl-D", "leave the lesson"),
];

/// Whether a lesson can be presented: on Unix, at a terminal that is not dumb.
pub fn can_present() -> bool {
    cfg!(unix) && io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb_by_name()
}

/// Presents the scripts of the command line as a lesson, until the user leaves it.
pub fn present(host: &mut Host, run: &RunArguments) -> Flow {
    let Some(steps) = host.lesson_steps(run) else { return Flow::Stop };
    if steps.is_empty() {
        host.line("This lesson is empty.");
        return Flow::On;
    }
    host.watch.keep_session();
    host.settings.pager = None;
    let state = Arc::new(PromptState::new());
    let prepared = editor(host, &state, &PastInputs::default())
        .map_err(|error| error.to_string())
        .and_then(|editor| Ok((editor, Keyboard::new(&host.watch).map_err(|error| error.to_string())?)));
    let (editor, keyboard) = match prepared {
        Ok((editor, keyboard)) => (Rc::new(RefCell::new(editor)), keyboard),
        Err(problem) => {
            host.remark(told!("the terminal cannot be used: {problem}", problem = problem.to_string()));
            return Flow::Stop;
        }
    };
    host.lines = Some(Box::new(Conversation::new(host, &editor, &state)));
    let mut view = LessonView {
        host,
        run,
        saved: Saved::scripts(run),
        stage: Stage::new(steps),
        keyboard,
        editor,
        state,
        note: None,
        number: String::new(),
    };
    let shown = view.show();
    view.keyboard.leave();
    host.lines = None;
    // An error may be just what a lesson shows, so it does not make the program fail.
    host.exit_status = ExitStatus::Success;
    match shown {
        Ok(()) => Flow::On,
        Err(error) => {
            host.remark(told!("the terminal cannot be used: {problem}", problem = error.to_string()));
            Flow::Stop
        }
    }
}

/// A lesson that is being presented.
struct LessonView<'h> {
    host: &'h mut Host,
    run: &'h RunArguments,
    /// The scripts as they were when the lesson was read.
    saved: Saved,
    stage: Stage,
    keyboard: Keyboard,
    editor: Shared,
    state: Arc<PromptState>,
    /// What the bottom line says until the next key.
    note: Option<String>,
    /// The number of a step that is being typed.
    number: String,
}

impl LessonView<'_> {
    /// Presents the lesson until the user leaves it.
    fn show(&mut self) -> io::Result<()> {
        self.keyboard.enter()?;
        let mut size = self.draw()?;
        loop {
            match self.keyboard.key() {
                KeyPress::Gone | KeyPress::Char('q') => return Ok(()),
                KeyPress::Nothing => {
                    if self.host.watch.is_stopping() {
                        self.host.watch.forget_stop();
                        self.note = Some("Nothing is computed now; q leaves the lesson".to_owned());
                    } else if self.saved.changed().is_some() {
                        self.read_again()?;
                    } else if size == screen() {
                        continue;
                    } else {
                        self.scroll_to_last();
                    }
                }
                key => {
                    self.note = None;
                    if self.press(key)? == Flow::Quit {
                        return Ok(());
                    }
                }
            }
            size = self.draw()?;
        }
    }

    /// Reads the lesson again after it was saved, and goes to the step that was shown, with everything before it run
    /// anew. If it cannot be read now, it goes on as it was.
    fn read_again(&mut self) -> io::Result<()> {
        self.saved = Saved::scripts(self.run);
        let before = self.host.service.restart();
        let mut steps = None;
        // What is said of wrong lines is not shown: it would be printed over the lesson.
        self.host.keep_answers(|host| {
            steps = host.lesson_steps(self.run);
            Flow::On
        });
        let Some(steps) = steps.filter(|steps| !steps.is_empty()) else {
            self.host.service.session = before;
            self.note = Some("What was saved cannot be read".to_owned());
            return Ok(());
        };
        let (at, seen) = (self.stage.at.min(steps.len() - 1), self.stage.seen);
        self.stage = Stage::new(steps);
        self.go(at)?;
        if seen != SeenPart::Nothing && self.answer(at)? {
            self.stage.seen = SeenPart::All;
            self.scroll_to_last();
        }
        self.note.get_or_insert_with(|| "The lesson was saved, and is read again".to_owned());
        Ok(())
    }

    /// Carries out a key.
    fn press(&mut self, key: KeyPress) -> io::Result<Flow> {
        let number = std::mem::take(&mut self.number);
        match key {
            KeyPress::Char(digit) if digit.is_ascii_digit() && number.len() < 6 => {
                self.number = format!("{number}{digit}")
            }
            KeyPress::Erase if !number.is_empty() => self.number = number[..number.len() - 1].to_owned(),
            KeyPress::Enter if !number.is_empty() => self.jump(&number)?,
            KeyPress::Escape => {}
            KeyPress::Char(' ' | 'n') | KeyPress::Enter | KeyPress::Right => self.forward(SeenPart::All)?,
            KeyPress::Char('r') | KeyPress::Down => {
                let seen = if let SeenPart::Pieces(count) = self.stage.seen { count } else { 0 };
                self.forward(SeenPart::Pieces(seen + 1))?;
            }
            KeyPress::Char('p') | KeyPress::Left | KeyPress::Erase => self.back(),
            KeyPress::PageDown => {
                let (layout, rows) = (self.lay_out(), rows());
                self.stage.page_on(&layout, rows);
            }
            KeyPress::PageUp => self.stage.top = self.stage.top.saturating_sub(rows().saturating_sub(1).max(1)),
            KeyPress::Up => self.stage.top = self.stage.top.saturating_sub(1),
            KeyPress::Tab => self.go_to_heading(true)?,
            KeyPress::BackTab => self.go_to_heading(false)?,
            KeyPress::Home => self.stage.go(0),
            KeyPress::Char('b' | '.') => return self.wait_at(&[]),
            KeyPress::Char('?' | 'h') => return self.wait_at(&self.keys()),
            KeyPress::Char(':') => return self.ask(),
            KeyPress::Suspend => {
                self.keyboard.leave();
                super::keys::suspend();
                self.keyboard.enter()?;
            }
            _ => self.note = Some("? shows the keys, : begins a statement".to_owned()),
        }
        Ok(Flow::On)
    }

    /// Shows more: the rest of what does not fit, the answer, the next step.
    fn forward(&mut self, seen: SeenPart) -> io::Result<()> {
        let (layout, rows) = (self.lay_out(), rows());
        if self.stage.page_on(&layout, rows) {
            return Ok(());
        }
        if !self.stage.has_more() {
            match self.stage.at + 1 < self.stage.steps.len() {
                true => self.arrive_at(self.stage.at + 1),
                false => self.note = Some("This is the end of the lesson; q leaves it".to_owned()),
            }
            return Ok(());
        }
        self.stage.typed_statements.clear();
        if self.stage.seen == SeenPart::Nothing {
            self.answer(self.stage.at)?;
        }
        let lines = self.stage.answer(self.stage.at, &self.style(), self.painter());
        self.stage.seen = match seen {
            SeenPart::Pieces(count) if count < stage::pieces(&lines) => seen,
            _ => SeenPart::All,
        };
        if lines.is_empty() {
            self.note = Some("Done, without an answer to show. Space goes on".to_owned());
        }
        let layout = self.lay_out();
        self.stage.show_last(&layout, rows);
        Ok(())
    }

    /// Hides the answer again, or goes to the step before, with its answer.
    fn back(&mut self) {
        if !self.stage.typed_statements.is_empty() {
            self.stage.typed_statements.clear();
        } else if self.stage.seen != SeenPart::Nothing {
            self.stage.seen = SeenPart::Nothing;
        } else if self.stage.at > 0 {
            let is_answered = self.stage.answers[self.stage.at - 1].is_some();
            self.stage.go(self.stage.at - 1);
            self.stage.seen = if is_answered { SeenPart::All } else { SeenPart::Nothing };
        }
        self.scroll_to_last();
    }

    /// Goes to the step with this number, from 1.
    fn jump(&mut self, number: &str) -> io::Result<()> {
        let count = self.stage.steps.len();
        match number.parse::<usize>() {
            Ok(number) if (1..=count).contains(&number) => self.go(number - 1),
            _ => {
                self.note = Some(format!("There are steps 1 to {count}"));
                Ok(())
            }
        }
    }

    fn go_to_heading(&mut self, forward: bool) -> io::Result<()> {
        match self.stage.heading(forward) {
            Some(step) => self.go(step),
            None => {
                let side = if forward { "behind" } else { "before" };
                self.note = Some(format!("There is no heading {side} this"));
                Ok(())
            }
        }
    }

    /// Goes to a step. The steps before it are run first, in their order, so that everything it uses is defined.
    fn go(&mut self, to: usize) -> io::Result<()> {
        for step in self.stage.at..to {
            let is_dialogue = self.stage.steps[step].statement.as_ref().is_some_and(begins_dialogue);
            if !is_dialogue && !self.answer(step)? {
                self.arrive_at(step);
                self.note = Some(format!("Stopped at step {}", step + 1));
                return Ok(());
            }
        }
        self.arrive_at(to);
        Ok(())
    }

    /// Shows a step from its prose on. A step without prose is shown below the steps before it.
    fn arrive_at(&mut self, step: usize) {
        self.stage.go(step);
        if !has_prose(&self.stage) {
            self.scroll_to_last();
        }
    }

    /// Runs the statement of a step, unless it was run before. Returns false if it was stopped.
    fn answer(&mut self, step: usize) -> io::Result<bool> {
        let is_known = self.stage.answers[step].is_some() && self.stage.stopped != Some(step);
        if is_known || self.stage.steps[step].statement.is_none() {
            return Ok(true);
        }
        if self.stage.steps[step].statement.as_ref().is_some_and(begins_dialogue) {
            self.keyboard.leave();
            self.host.run_step(&self.stage.steps[step]);
            self.stage.answers[step] = Some(Vec::new());
            self.keyboard.enter()?;
            return Ok(true);
        }
        self.wait_for_answer()?;
        let stage = &self.stage;
        let (said, _) = self.host.keep_answers(|host| host.run_step(&stage.steps[step]));
        self.stage.answers[step] = Some(said);
        let was_stopped = self.was_stopped();
        if was_stopped || self.stage.stopped == Some(step) {
            self.stage.stopped = was_stopped.then_some(step);
        }
        Ok(!was_stopped)
    }

    /// Was the last statement stopped with Ctrl-C?
    fn was_stopped(&mut self) -> bool {
        std::mem::take(&mut self.host.exit_status) == ExitStatus::Interrupted
    }

    /// Reads a statement in the bottom line, and runs it.
    fn ask(&mut self) -> io::Result<Flow> {
        let (_, last) = screen();
        write(&format!("\x1b[?7h\x1b[?25h\x1b[{last};1H\x1b[K"))?;
        let typed = read(self.host, &mut self.editor.borrow_mut(), &self.state);
        write("\x1b[?25l")?;
        let Some(text) = typed.ok().filter(|text| !text.trim().is_empty()) else { return Ok(Flow::On) };
        let _ = self.editor.borrow_mut().add_history_entry(text.as_str());
        self.host.prompt_inputs.push(text.trim_end().to_owned());
        let run = |host: &mut Host| run_inputs(host, &text);
        if self.host.service.session.read(PROMPT_SOURCE, &text).iter().any(begins_dialogue) {
            self.keyboard.leave();
            let flow = run(self.host);
            self.keyboard.enter()?;
            return Ok(flow);
        }
        self.wait_for_answer()?;
        let (said, flow) = self.host.keep_answers(run);
        self.was_stopped();
        self.stage.typed_statements.push((text.trim_end().to_owned(), said));
        let layout = self.lay_out();
        self.stage.show_last(&layout, rows());
        Ok(flow)
    }

    /// Shows these lines alone, until a key is pressed.
    fn wait_at(&mut self, lines: &[String]) -> io::Result<Flow> {
        loop {
            let size = screen();
            paint_screen(
                lines,
                &if lines.is_empty() { String::new() } else { self.bar("any key goes back to the lesson") },
            )?;
            loop {
                match self.keyboard.key() {
                    KeyPress::Nothing if size != screen() => break,
                    KeyPress::Nothing => self.host.watch.forget_stop(),
                    KeyPress::Gone => return Ok(Flow::Quit),
                    _ => return Ok(Flow::On),
                }
            }
        }
    }

    fn keys(&self) -> Vec<String> {
        let lines: String = KEYS.iter().map(|(key, what)| format!("  {key:<24}{what}\n")).collect();
        fit::text(&lines, width()).lines().map(str::to_owned).collect()
    }

    /// Says that something is computed, and leaves the bottom line to the progress that is shown.
    fn wait_for_answer(&self) -> io::Result<()> {
        let (_, last) = screen();
        write(&format!("\x1b[{last};1H\x1b[K… Ctrl-C stops\r"))
    }

    fn style(&self) -> Style {
        Style { width: width(), ..self.host.settings.style }
    }

    fn painter(&self) -> Painter {
        self.host.settings.painter_out()
    }

    fn lay_out(&self) -> stage::LaidOut {
        self.stage.lay_out(&self.style(), self.painter())
    }

    /// Scrolls again after the size of the screen or its content has changed.
    fn scroll_to_last(&mut self) {
        let layout = self.lay_out();
        self.stage.show_last(&layout, rows());
    }

    /// Draws the screen. Returns its columns and rows.
    fn draw(&self) -> io::Result<(usize, usize)> {
        let size = screen();
        let layout = self.lay_out();
        let shown = layout.lines.get(self.stage.top..).unwrap_or_default();
        let is_longer = shown.len() > rows();
        let next = match () {
            () if !self.number.is_empty() => format!("to step {}: Enter goes there", self.number),
            () if self.note.is_some() => self.note.clone().unwrap_or_default(),
            () if is_longer => "Space: more".to_owned(),
            () if self.stage.has_more() => "Space: the answer".to_owned(),
            () if self.stage.at + 1 < self.stage.steps.len() => "Space: on".to_owned(),
            () => "the end; q leaves".to_owned(),
        };
        paint_screen(&shown[..shown.len().min(rows())], &self.bar(&next))?;
        Ok(size)
    }

    /// The bottom line.
    fn bar(&self, text: &str) -> String {
        let place = format!(" {} of {}", self.stage.at + 1, self.stage.steps.len());
        let line = format!("{place}   {text}   ?: keys");
        let line: String = line.chars().take(width().saturating_sub(1)).collect();
        if self.host.settings.color_out { format!("\x1b[7m{line}\x1b[0m") } else { line }
    }
}

fn has_prose(stage: &Stage) -> bool {
    !stage.steps[stage.at].prose.trim().is_empty()
}

/// Whether this is a dialogue, which needs the terminal for itself.
fn begins_dialogue(statement: &Result<Statement, crate::error::Error>) -> bool {
    statement.as_ref().is_ok_and(Statement::is_dialogue)
}

/// Columns and rows of the screen.
fn screen() -> (usize, usize) {
    const USUAL: (usize, usize) = (80, 24);
    let size = terminal_size::terminal_size();
    size.map_or(USUAL, |(columns, rows)| (usize::from(columns.0).max(1), usize::from(rows.0).max(2)))
}

/// Rows for the lesson, above the bottom line.
fn rows() -> usize {
    screen().1 - 1
}

/// Draws these lines from the top and the bottom line below. What is wider than the screen is cut off, and not broken by the
/// terminal, which would push the rest down.
fn paint_screen(lines: &[String], bar: &str) -> io::Result<()> {
    let mut text = "\x1b[?25l\x1b[?7l\x1b[H".to_owned();
    for line in lines {
        // The line is cleared first: clearing behind a line as wide as the screen would remove its last letter.
        text.push_str(&format!("\x1b[2K{line}\n"));
    }
    text.push_str(&format!("\x1b[J\x1b[{};1H{bar}", screen().1));
    write(&text)
}

fn write(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes()).and_then(|()| out.flush())
}
