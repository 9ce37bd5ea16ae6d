//! The messages of the protocol: JSON objects, each behind a head that tells its length in bytes.

use std::io::{self, BufRead, Read, Write};

use serde_json::Value;

/// The longest message that is read. A longer one is passed over, and answered with an error.
const LONGEST: u64 = 1 << 27;
/// The longest line of a head.
const LONGEST_LINE: u64 = 1 << 12;

/// What has been read.
#[derive(Debug)]
pub enum Incoming {
    Message(Value),
    /// What is no message; the words say why.
    Malformed(String),
    /// There is no more.
    End,
}

/// Reads the next message.
pub fn read(input: &mut impl BufRead) -> Incoming {
    let length = match head(input) {
        Ok(Some(length)) => length,
        Ok(None) => return Incoming::End,
        Err(problem) => return Incoming::Malformed(problem),
    };
    if length > LONGEST {
        let passed = io::copy(&mut input.take(length), &mut io::sink());
        return match passed {
            Ok(_) => Incoming::Malformed(format!("a message of {length} bytes is too long")),
            Err(_) => Incoming::End,
        };
    }
    let mut body = Vec::new();
    match input.take(length).read_to_end(&mut body) {
        Ok(read) if read as u64 == length => match serde_json::from_slice(&body) {
            Ok(message) => Incoming::Message(message),
            Err(error) => Incoming::Malformed(error.to_string()),
        },
        _ => Incoming::End,
    }
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
pub fn write(output: &mut impl Write, message: &Value) -> io::Result<()> {
    let body = message.to_string();
    write!(output, "Content-Length: {}\r\n\r\n{body}", body.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<String> {
        let mut input = io::Cursor::new(text.as_bytes().to_vec());
        let mut found = Vec::new();
        loop {
            match read(&mut input) {
                Incoming::Message(message) => found.push(message.to_string()),
                Incoming::Malformed(problem) => found.push(format!("! {problem}")),
                Incoming::End => return found,
            }
        }
    }

    #[test]
    fn messages_follow_each_other() {
        let text =
            "Content-Length: 2\r\n\r\n{}content-length:4\r\nContent-Type: x\r\n\r\nnull\r\nContent-Length: 9\n\n[1]";
        assert_eq!(all(text), ["{}", "null"]);
        assert!(all("Content-Length: 3\r\n\r\n{a}Content-Length: 2\r\n\r\n{}")[0].starts_with("! key must be"));
        assert_eq!(all("Length: 3\r\n\r\nContent-Length: 2\r\n\r\n{}"), ["! a head without Content-Length", "{}"]);
    }
}
