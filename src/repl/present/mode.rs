//! The mode of the terminal: while a lesson is presented, keys are read one by one.

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
