//! The messages of the protocol: JSON objects, each behind a head that tells its length in bytes.

use std::io::{self, BufRead, Read, Write};

/// The longest line of a head.
const LONGEST_LINE: u64 = 1 << 12;

/// Reads the bytes of the next message; `None` at the end. One of more than `most` bytes is passed over, and the error says
/// so, or what else is wrong.
pub fn read(input: &mut impl BufRead, most: u64) -> Option<Result<Vec<u8>, String>> {
    let length = match head(input) {
        Ok(length) => length?,
        Err(problem) => return Some(Err(problem)),
    };
    if length > most {
        io::copy(&mut input.take(length), &mut io::sink()).ok()?;
        return Some(Err(format!("a message of {length} bytes is too long")));
    }
    let mut body = Vec::new();
    let read = input.take(length).read_to_end(&mut body).ok()?;
    (read as u64 == length).then_some(Ok(body))
}

/// Reads a head, and returns the length that it tells; `None` at the end.
fn head(input: &mut impl BufRead) -> Result<Option<u64>, String> {
    let mut length = None;
    let mut is_begun = false;
    loop {
        let mut line = Vec::new();
        match input.take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return Ok(None),
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim();
        if line.is_empty() {
            match length {
                Some(length) => return Ok(Some(length)),
                None if is_begun => return Err("a head without Content-Length".to_owned()),
                // Blank lines between two messages.
                None => continue,
            }
        }
        is_begun = true;
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().ok();
        }
    }
}

/// Writes a message. A client that has gone hears nothing more.
///
/// # Errors
/// Those of the output.
pub fn write(output: &mut impl Write, body: &str) -> io::Result<()> {
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut input = io::Cursor::new(text.as_bytes().to_vec());
        let found = std::iter::from_fn(|| read(&mut input, 9));
        let text = |read| match read {
            Ok(body) => String::from_utf8(body).unwrap(),
            Err(problem) => format!("! {problem}"),
        };
        found.map(text).collect()
    }

    #[test]
    fn messages_follow_each_other() {
        let text =
            "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: x\r\n\r\nnull\r\nContent-Length: 9\n\n[1]";
        assert_eq!(all(text), ["{}", "null"]);
        let long = "Content-Length: 10\r\n\r\n[1, 2, 34]Content-Length: 2\r\n\r\n{}";
        assert_eq!(all(long), ["! a message of 10 bytes is too long", "{}"]);
        assert_eq!(all("Length: 3\r\n\r\nContent-Length: 2\r\n\r\n{}"), ["! a head without Content-Length", "{}"]);
    }
}
