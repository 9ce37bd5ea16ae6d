//! How the terminal takes keys: one by one while a lesson is presented.

use std::io;
use std::os::fd::AsFd;
use std::time::Duration;

use nix::errno::Errno;
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::termios::{LocalFlags, SetArg, SpecialCharacterIndices, Termios, tcgetattr, tcsetattr};

/// How a terminal was found.
pub type FoundMode = libc::termios;

pub fn found() -> io::Result<FoundMode> {
    Ok(tcgetattr(io::stdin())?.into())
}

/// Keys come one by one and are not shown. Ctrl-C goes on to be a signal, so that it stops what is computed.
pub fn keys_at_once(found: &FoundMode) -> io::Result<()> {
    /// What a key is set to that should be none.
    const NONE: u8 = 0;
    let mut mode = Termios::from(*found);
    mode.local_flags.remove(LocalFlags::ICANON | LocalFlags::ECHO);
    let keys = &mut mode.control_chars;
    keys[SpecialCharacterIndices::VMIN as usize] = 1;
    keys[SpecialCharacterIndices::VTIME as usize] = 0;
    // Ctrl-Z leaves the screen first, and nothing ends the program without that.
    keys[SpecialCharacterIndices::VSUSP as usize] = NONE;
    keys[SpecialCharacterIndices::VQUIT as usize] = NONE;
    Ok(tcsetattr(io::stdin(), SetArg::TCSADRAIN, &mode)?)
}

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
        // A signal, such as that the size has changed.
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
