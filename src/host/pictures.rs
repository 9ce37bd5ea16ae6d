//! Pictures that prose names, put into a page: `![a heap](heap.png)`.

use std::path::Path;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::Host;
use crate::error::{Error, SemanticError};
use crate::service::files::{ReadError, Readable, read_file, similar};
use crate::source::Span;

/// The most bytes of a picture.
const MAX_PICTURE_BYTES: u64 = 5 << 20;
/// The most bytes of all pictures of a page.
const MAX_BYTES_OF_ALL: u64 = 40 << 20;

impl Host {
    /// The picture that the prose at `span` names, as a `data:` address that holds it.
    pub(super) fn picture(&mut self, named: &str, span: Span) -> Result<String, Error> {
        let (folder, found) = self.service.guard.found(named);
        let problem = |problem: &str| {
            let similar = similar(Path::new(named), &folder);
            Error::new(SemanticError::Picture { path: named.to_owned(), problem: problem.to_owned(), similar }, span)
        };
        if named.is_empty() {
            return Err(Error::new(
                SemanticError::File { path: String::new(), problem: String::new(), similar: Vec::new() },
                span,
            ));
        }
        if named.contains("://") || named.starts_with("data:") {
            return Err(problem("a page loads nothing from elsewhere; save the picture beside the script"));
        }
        self.service.guard.may_read_picture(&found, named, span)?;
        let bytes =
            match read_file(&found, Readable::RegularFiles, MAX_PICTURE_BYTES, || self.watch.stop_reason().is_none()) {
                Ok(bytes) => bytes,
                Err(ReadError::TooLong(most)) => {
                    return Err(problem(&format!("this picture has more than {} MB", most >> 20)));
                }
                Err(other) => return Err(problem(&other.in_words())),
            };
        let Some(kind) = kind(&bytes) else {
            return Err(problem("this is not a picture in PNG, JPEG, GIF, SVG or WebP"));
        };
        self.picture_bytes += bytes.len() as u64;
        if self.picture_bytes > MAX_BYTES_OF_ALL {
            return Err(problem(&format!("the pictures of a page have more than {} MB", MAX_BYTES_OF_ALL >> 20)));
        }
        Ok(format!("data:image/{kind};base64,{}", STANDARD.encode(bytes)))
    }
}

/// The format of a picture, by its first bytes; `None` if it is not a known one.
fn kind(bytes: &[u8]) -> Option<&'static str> {
    const BEGINNINGS: [(&[u8], &str); 4] =
        [(b"\x89PNG\r\n\x1a\n", "png"), (b"\xff\xd8\xff", "jpeg"), (b"GIF87a", "gif"), (b"GIF89a", "gif")];
    if let Some((_, kind)) = BEGINNINGS.iter().find(|(begin, _)| bytes.starts_with(begin)) {
        return Some(kind);
    }
    if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
        return Some("webp");
    }
    let text = std::str::from_utf8(bytes).ok()?.trim_start_matches('\u{feff}').trim_start();
    let is_xml = ["<?xml", "<!--", "<!DOCTYPE svg"].iter().any(|begin| text.starts_with(begin));
    (text.starts_with("<svg") || is_xml && text.contains("<svg")).then_some("svg+xml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_known_by_its_beginning() {
        for (bytes, expected) in [
            (&b"\x89PNG\r\n\x1a\n\0"[..], Some("png")),
            (b"\xff\xd8\xff\xe0", Some("jpeg")),
            (b"GIF89a1", Some("gif")),
            (b"RIFF\0\0\0\0WEBPVP8 ", Some("webp")),
            (b"RIFF\0\0\0\0WAVE", None),
            (b"\xef\xbb\xbf<?xml version=\"1.0\"?>\n<svg/>", Some("svg+xml")),
            (b"<?xml version=\"1.0\"?><html/>", None),
            (b"<svg xmlns=\"http://www.w3.org/2000/svg\"/>", Some("svg+xml")),
            (b"", None),
            (b"GIF", None),
        ] {
            assert_eq!(kind(bytes), expected, "{bytes:?}");
        }
    }
}
