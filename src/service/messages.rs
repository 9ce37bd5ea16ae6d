//! What other programs send: objects in JSON, none of them longer or larger than it may be.

use std::io::{BufRead, Read};

use serde_json::Value as Json;

use super::files::too_long;

/// The most members of a message, those of lists and objects in it counted: each may take a hundred bytes, and one place that an
/// editor replaces has seven.
const MOST_MEMBERS: usize = 200_000;

/// The next line that is not blank; `None` at the end of the input. One of more than `most` bytes is passed over, and the error
/// says so.
pub fn line(input: &mut impl BufRead, most: u64) -> Option<Result<Vec<u8>, String>> {
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(most + 1).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return None,
            Ok(_) if bytes.len() as u64 > most && !bytes.ends_with(b"\n") => {
                input.skip_until(b'\n').ok()?;
                return Some(Err(too_long("this line", most)));
            }
            Ok(_) if bytes.trim_ascii().is_empty() => {}
            Ok(_) => return Some(Ok(bytes)),
        }
    }
}

/// The JSON in these bytes.
///
/// # Errors
/// They are none, or it has more members than a message may have.
pub fn json(bytes: &[u8]) -> Result<Json, String> {
    if members(bytes) > MOST_MEMBERS {
        return Err(format!("it has more than {MOST_MEMBERS} members"));
    }
    serde_json::from_slice(bytes).map_err(|error| format!("it is not JSON ({error})"))
}

/// How many members there are at most: each begins at a bracket or behind a comma, outside of texts.
fn members(bytes: &[u8]) -> usize {
    let (mut is_text, mut is_escaped) = (false, false);
    let begins = bytes.iter().filter(|byte| {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' if is_text => is_escaped = true,
            b'"' => is_text = !is_text,
            _ => {}
        }
        !is_text && matches!(byte, b'[' | b'{' | b',')
    });
    begins.count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let mut input = &b"\n  \nab\nabcd\nabcde\nabcdefgh\nx"[..];
        let mut lines = Vec::new();
        while let Some(line) = line(&mut input, 5) {
            lines.push(line.map(|line| String::from_utf8(line).unwrap()));
        }
        let long = Err("this line has more than 0 MB".to_owned());
        assert_eq!(lines, [Ok("ab\n".into()), Ok("abcd\n".into()), Ok("abcde\n".into()), long, Ok("x".into())]);
    }

    #[test]
    fn members_are_counted_outside_of_texts() {
        for (text, count) in [("", 0), ("7", 0), ("\"[,{\\\",[\"", 0), ("[1,2,{\"a\":[]}]", 5), ("\"a\\\\\",[", 2)] {
            assert_eq!(members(text.as_bytes()), count, "{text}");
        }
        let many = |count: usize| format!("[{}0]", "0,".repeat(count - 1));
        assert!(json(many(MOST_MEMBERS).as_bytes()).is_ok());
        assert!(json(many(MOST_MEMBERS + 1).as_bytes()).is_err_and(|problem| problem.contains("members")));
    }
}
