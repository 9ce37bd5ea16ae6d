//! Where answers are written: standard output or the user's pager, piece by piece, as they are made.

use std::io::{self, Write};

use super::Watch;
use super::pager::Pager;

/// Bytes written between two looks at whether somebody wants no more.
const PIECE: usize = 4096;

/// How the writing of an answer ended.
#[derive(Debug)]
pub enum Written {
    Whole,
    /// Ctrl-C, or the pager was left: no more is wanted.
    Stopped,
    /// It cannot be written.
    Failed(io::Error),
}

/// Takes an answer in pieces of any size. It ends with a failure as soon as somebody wants no more.
pub struct Out<'a> {
    watch: &'a Watch,
    /// Shows what does not fit on the screen.
    pager: Pager,
    pending: Vec<u8>,
    stopped: bool,
}

impl Out<'_> {
    pub fn new(watch: &Watch, pager: Pager) -> Out<'_> {
        watch.calm();
        Out { watch, pager, pending: Vec::new(), stopped: false }
    }

    /// Writes an answer whole, or as far as it is wanted.
    pub fn say(mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> Written {
        let written = write(&mut self).and_then(|()| self.pass_on()).and_then(|()| self.pager.finish());
        match written {
            _ if self.stopped || self.pager.is_left() => Written::Stopped,
            Ok(()) => Written::Whole,
            Err(error) => Written::Failed(error),
        }
    }

    fn pass_on(&mut self) -> io::Result<()> {
        for piece in self.pending.chunks(PIECE) {
            if self.watch.is_stopping() {
                self.stopped = true;
                return Err(io::Error::other("no more is wanted"));
            }
            self.pager.write_all(piece)?;
        }
        self.pending.clear();
        Ok(())
    }
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= PIECE {
            self.pass_on()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on()
    }
}

/// What is written into a file: it ends with a failure when the work at hand should stop.
pub struct Stoppable<'a, W> {
    watch: &'a Watch,
    out: W,
    /// Bytes since the last look.
    passed: usize,
}

impl<'a, W: Write> Stoppable<'a, W> {
    pub fn new(watch: &'a Watch, out: W) -> Stoppable<'a, W> {
        Stoppable { watch, out, passed: 0 }
    }
}

impl<W: Write> Write for Stoppable<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.passed += bytes.len();
        if self.passed >= PIECE {
            self.passed = 0;
            if self.watch.stop().is_some() {
                return Err(io::Error::other("no more is wanted"));
            }
        }
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
