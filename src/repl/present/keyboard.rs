//! The terminal while a lesson is presented: its second screen, and keys as they are pressed. However the program ends,
//! the terminal is left as it was found.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::mode::{self, FoundMode};
use crate::host::Watch;

/// A key that was pressed, or why there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPress {
    Char(char),
    Enter,
    Erase,
    Tab,
    BackTab,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    Escape,
    /// Ctrl-Z
    Suspend,
    /// A key without a meaning.
    Other,
    /// No key was pressed for a moment.
    Nothing,
    /// The terminal is gone.
    Gone,
}

/// Switches to the terminal's second screen, and hides the cursor.
const ENTER: &str = "\x1b[?1049h\x1b[?25l";
/// Switches back to the first screen, where the cursor is shown and long lines are wrapped.
const LEAVE: &str = "\x1b[?7h\x1b[?25h\x1b[?1049l";
/// How long a key is waited for, before the size of the screen is looked at again.
const MOMENT: Duration = Duration::from_millis(200);
/// How long the next byte of a key's code is waited for.
const AT_ONCE: Duration = Duration::from_millis(50);

/// The terminal while a lesson is presented: the mode in which it was found, and whether that has been changed.
pub struct Keyboard {
    found: FoundMode,
    is_ours: Arc<AtomicBool>,
}

impl Keyboard {
    /// Notes the mode of the terminal, and sees to it that the mode is restored however the program ends.
    ///
    /// # Errors
    /// If the mode cannot be read.
    pub fn new(watch: &Watch) -> io::Result<Keyboard> {
        let keyboard = Keyboard { found: mode::found()?, is_ours: Arc::new(AtomicBool::new(false)) };
        let (found, is_ours) = (keyboard.found, keyboard.is_ours.clone());
        watch.before_it_ends(move || leave(&found, &is_ours));
        let (is_ours, usual) = (keyboard.is_ours.clone(), std::panic::take_hook());
        std::panic::set_hook(Box::new(move |panic| {
            leave(&found, &is_ours);
            usual(panic);
        }));
        Ok(keyboard)
    }

    /// Switches to the second screen, with keys read one by one.
    ///
    /// # Errors
    /// If the mode cannot be set, or the terminal cannot be written to.
    pub fn enter(&self) -> io::Result<()> {
        self.is_ours.store(true, Ordering::SeqCst);
        mode::keys_at_once(&self.found)?;
        let mut out = io::stdout().lock();
        out.write_all(ENTER.as_bytes()).and_then(|()| out.flush())
    }

    /// Goes back to the first screen and the mode that was found.
    pub fn leave(&self) {
        leave(&self.found, &self.is_ours);
    }

    /// The next key.
    pub fn key(&self) -> KeyPress {
        match mode::byte(MOMENT) {
            Ok(Some(byte)) => key(byte, || mode::byte(AT_ONCE).ok().flatten()),
            Ok(None) => KeyPress::Nothing,
            Err(_) => KeyPress::Gone,
        }
    }
}

impl Drop for Keyboard {
    fn drop(&mut self) {
        self.leave();
    }
}

fn leave(found: &FoundMode, is_ours: &AtomicBool) {
    if is_ours.swap(false, Ordering::SeqCst) {
        let mut out = io::stdout().lock();
        // If either fails, the terminal is gone.
        let _ = out.write_all(LEAVE.as_bytes()).and_then(|()| out.flush());
        mode::put_back(found);
    }
}

/// The key whose code begins with this byte; `more` reads the bytes behind it.
fn key(first: u8, mut more: impl FnMut() -> Option<u8>) -> KeyPress {
    match first {
        b'\r' | b'\n' => KeyPress::Enter,
        b'\t' => KeyPress::Tab,
        8 | 127 => KeyPress::Erase,
        0x1a => KeyPress::Suspend,
        // Ctrl-D, as at the prompt.
        4 => KeyPress::Gone,
        0x1b => match more() {
            Some(b'[' | b'O') => {
                let mut code = Vec::new();
                while let Some(byte) = more() {
                    code.push(byte);
                    if (0x40..=0x7e).contains(&byte) {
                        break;
                    }
                }
                match &code[..] {
                    b"A" => KeyPress::Up,
                    b"B" => KeyPress::Down,
                    b"C" => KeyPress::Right,
                    b"D" => KeyPress::Left,
                    b"H" | b"1~" | b"7~" => KeyPress::Home,
                    b"Z" => KeyPress::BackTab,
                    b"5~" => KeyPress::PageUp,
                    b"6~" => KeyPress::PageDown,
                    _ => KeyPress::Other,
                }
            }
            Some(_) => KeyPress::Other,
            None => KeyPress::Escape,
        },
        sign @ b' '..=b'~' => KeyPress::Char(char::from(sign)),
        _ => KeyPress::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read_from_their_bytes() {
        for (bytes, expected) in [
            (&b" "[..], KeyPress::Char(' ')),
            (b"\n", KeyPress::Enter),
            (b"\x7f", KeyPress::Erase),
            (b"\x1b", KeyPress::Escape),
            (b"\x1b[A", KeyPress::Up),
            (b"\x1bOC", KeyPress::Right),
            (b"\x1b[6~", KeyPress::PageDown),
            (b"\x1b[1;5C", KeyPress::Other),
            (b"\x1b[Z", KeyPress::BackTab),
            (b"\xc3", KeyPress::Other),
            (b"\x1a", KeyPress::Suspend),
        ] {
            let mut rest = bytes[1..].iter().copied();
            assert_eq!(key(bytes[0], || rest.next()), expected, "{bytes:?}");
            assert_eq!(rest.next(), None, "{bytes:?}");
        }
    }
}
