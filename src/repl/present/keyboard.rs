//! The terminal while a lesson is presented: its second screen, and keys as they are pressed. However the program ends,
//! the terminal is left as it was found.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::host::Watch;
use mode::FoundMode;

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
        watch.on_exit(move || leave(&found, &is_ours));
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

/// The mode of the terminal: while a lesson is presented, keys are read one by one.
#[cfg(unix)]
mod mode {
    use std::io;
    use std::os::fd::AsFd;
    use std::time::Duration;

    use nix::errno::Errno;
    use nix::libc;
    use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
    use nix::sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr};

    /// The mode in which the terminal was found.
    pub type FoundMode = libc::termios;

    /// The mode that the terminal is in now.
    pub fn found() -> io::Result<FoundMode> {
        Ok(tcgetattr(io::stdin())?.into())
    }

    /// Keys come one by one and are not shown. Ctrl-C goes on to be a signal, so that it stops what is computed.
    pub fn keys_at_once(found: &FoundMode) -> io::Result<()> {
        /// The value that disables a control key.
        const NONE: u8 = 0;
        let mut mode = Termios::from(*found);
        mode.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
        let keys = &mut mode.control_chars;
        keys[SpecialCharacterIndices::VMIN as usize] = 1;
        keys[SpecialCharacterIndices::VTIME as usize] = 0;
        // Ctrl-Z and Ctrl-\ send no signals now, since the second screen must be left first.
        keys[SpecialCharacterIndices::VSUSP as usize] = NONE;
        keys[SpecialCharacterIndices::VQUIT as usize] = NONE;
        Ok(tcsetattr(io::stdin(), SetArg::TCSADRAIN, &mode)?)
    }

    /// Restores the mode in which the terminal was found.
    pub fn put_back(found: &FoundMode) {
        // A terminal that cannot be set is gone.
        let _ = tcsetattr(io::stdin(), SetArg::TCSADRAIN, &Termios::from(*found));
    }

    /// The next byte, if one comes within this time. No more than that is read: the prompt reads the rest.
    pub fn byte(time: Duration) -> io::Result<Option<u8>> {
        let input = io::stdin();
        let mut asked = [PollFd::new(input.as_fd(), PollFlags::POLLIN)];
        let time = PollTimeout::try_from(time).unwrap_or(PollTimeout::ZERO);
        match poll(&mut asked, time) {
            // Time is up, or a signal came, for example because the size of the screen has changed.
            Ok(0) | Err(Errno::EINTR) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(error.into()),
        }
        let mut byte = [0];
        match nix::unistd::read(&input, &mut byte) {
            Ok(1) => Ok(Some(byte[0])),
            Ok(_) => Err(io::ErrorKind::UnexpectedEof.into()),
            Err(Errno::EINTR | Errno::EAGAIN) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }
}

/// The same where keys cannot be read one by one: no lesson is presented there.
#[cfg(not(unix))]
mod mode {
    /// There is never a mode to restore.
    pub use std::convert::Infallible as FoundMode;
    use std::io;
    use std::time::Duration;

    pub fn found() -> io::Result<FoundMode> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub fn keys_at_once(_: &FoundMode) -> io::Result<()> {
        Ok(())
    }

    pub fn put_back(_: &FoundMode) {}

    pub fn byte(_: Duration) -> io::Result<Option<u8>> {
        Err(io::ErrorKind::Unsupported.into())
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
