//! Where answers are written: standard output or the user's pager, piece by piece, as they are made.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::pager::Pager;
use super::watch::Watch;

/// Bytes written between two checks for Ctrl-C and the time limit.
const PIECE: usize = 4096;

/// How the writing of an answer ended.
#[derive(Debug)]
pub enum Written {
    Whole,
    /// The user left the pager, and wants no more.
    Left,
    /// Ctrl-C.
    Interrupted,
    /// The time of the statement is up.
    Late,
    /// It cannot be written.
    Failed(io::Error),
}

/// Takes an answer in pieces of any size. After Ctrl-C, or when the time is up, writing fails.
pub struct Out<'a> {
    watch: &'a Watch,
    /// Shows what does not fit on the screen.
    pager: Pager,
    pending: Vec<u8>,
    /// Ctrl-C was pressed.
    stopped: bool,
    /// How long the answer may still take to make, if there is a limit. Time spent writing does not count.
    left: Option<Duration>,
    /// When work on the current piece began.
    begun: Instant,
    /// The time is up.
    late: bool,
}

impl Out<'_> {
    pub fn new(watch: &Watch, pager: Pager, left: Option<Duration>) -> Out<'_> {
        let (pending, begun) = (Vec::new(), Instant::now());
        Out { watch, pager, pending, stopped: false, left, begun, late: false }
    }

    /// Writes an answer, as a whole or up to where it is broken off.
    pub fn say(mut self, write: impl FnOnce(&mut Self) -> io::Result<()>) -> Written {
        let written = write(&mut self).and_then(|()| self.pass_on()).and_then(|()| self.pager.finish());
        if self.stopped || self.late {
            // What is printed next must begin a line. If this cannot be written, nothing else can.
            let _ = self.pager.end_line();
        }
        match written {
            // In a pager Ctrl-C is a key like others, and means that the user has seen enough.
            _ if self.pager.is_left() || self.stopped && self.pager.is_running() => Written::Left,
            _ if self.stopped => Written::Interrupted,
            Err(_) if self.late => Written::Late,
            Ok(()) => Written::Whole,
            Err(error) => Written::Failed(error),
        }
    }

    /// Writes what is pending, piece by piece.
    fn pass_on(&mut self) -> io::Result<()> {
        for piece in self.pending.chunks(PIECE) {
            if self.watch.is_stopping() {
                self.stopped = true;
                return Err(io::Error::other("no more is wanted"));
            }
            if !is_in_time(&mut self.left, self.begun) {
                self.late = true;
                return Err(io::Error::other("the time is up"));
            }
            let written = self.pager.write_all(piece);
            self.begun = Instant::now();
            written?;
        }
        self.pending.clear();
        Ok(())
    }
}

/// Subtracts from `left` the time since `begun`. Returns whether there was enough.
fn is_in_time(left: &mut Option<Duration>, begun: Instant) -> bool {
    let Some(before) = *left else { return true };
    let rest = before.checked_sub(begun.elapsed());
    *left = Some(rest.unwrap_or_default());
    rest.is_some()
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

/// Passes on what is written, with exactly one line end at its end.
pub struct Trimmed<'a> {
    out: &'a mut dyn Write,
    /// Line ends that are not yet passed on.
    ends: usize,
}

impl<'a> Trimmed<'a> {
    pub fn new(out: &'a mut dyn Write) -> Trimmed<'a> {
        Trimmed { out, ends: 0 }
    }

    /// Ends the last line.
    ///
    /// # Errors
    /// Those of the writer behind it.
    pub fn finish(self) -> io::Result<()> {
        self.out.write_all(b"\n")
    }
}

impl Write for Trimmed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = bytes.iter().rposition(|byte| *byte != b'\n').map_or(0, |last| last + 1);
        if length > 0 {
            (0..std::mem::take(&mut self.ends)).try_for_each(|_| self.out.write_all(b"\n"))?;
            self.out.write_all(&bytes[..length])?;
        }
        self.ends += bytes.len() - length;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_ends_with_one_line_end() {
        for (pieces, expected) in [
            (&["a\n", "\n", "\n", "b", "\n\n"][..], "a\n\n\nb\n"),
            (&["a\nb"], "a\nb\n"),
            (&[], "\n"),
            (&["\n\n"], "\n"),
        ] {
            let mut written = Vec::new();
            let mut out = Trimmed::new(&mut written);
            pieces.iter().for_each(|piece| out.write_all(piece.as_bytes()).unwrap());
            out.finish().unwrap();
            assert_eq!(String::from_utf8(written).unwrap(), expected, "{pieces:?}");
        }
    }
}
