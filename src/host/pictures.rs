//! Pictures that prose names, put into a page: `![a heap](heap.png)`. Each file is read once. Until the page is written,
//! its text holds only the numbers of the pictures.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rustc_hash::FxHashMap;

use crate::error::{Error, SemanticError};
use crate::service::files::{ReadError, Readable, read_file, similar};
use crate::service::{FileGuard, absolute};
use crate::source::Span;

/// The most bytes of a picture.
const MAX_PICTURE_BYTES: u64 = 5 << 20;
/// The most bytes of all pictures of a page.
const MAX_BYTES_OF_ALL: u64 = 40 << 20;

/// Bytes that are encoded at once: a multiple of three, so that only the last piece is filled up.
const PIECE: usize = 3 << 12;

/// The pictures that the prose of a page has named so far.
#[derive(Debug, Default)]
pub(super) struct Pictures {
    /// The number of each file that was read, or what is wrong with it.
    read: FxHashMap<PathBuf, Result<usize, String>>,
    kept: Vec<PictureFile>,
    /// The bytes of all pictures, each counted as often as it is shown.
    bytes: u64,
}

#[derive(Debug)]
struct PictureFile {
    kind: &'static str,
    length: u64,
    /// Empty if only errors are looked for.
    bytes: Vec<u8>,
}

/// How the files of pictures may be read.
pub(super) struct PictureReader<'a> {
    pub guard: &'a FileGuard,
    /// Whether a page is written; otherwise only errors are looked for.
    pub is_shown: bool,
    pub goes_on: &'a dyn Fn() -> bool,
}

/// Stands before the number of a picture in the text of a page. Prose cannot write this, since its `<` is escaped.
const NUMBERED: &str = "<img src=\"picture:";

impl Pictures {
    /// Writes a page, with each picture in the place of its number.
    pub(super) fn write(&self, page: &str, mut out: impl Write) -> io::Result<()> {
        let mut parts = page.split(NUMBERED);
        out.write_all(parts.next().unwrap_or_default().as_bytes())?;
        for part in parts {
            let number = part.split('"').next().unwrap_or_default();
            match number.parse().ok().and_then(|number: usize| self.kept.get(number)) {
                Some(picture) => {
                    write!(out, "<img src=\"data:image/{};base64,", picture.kind)?;
                    for piece in picture.bytes.chunks(PIECE) {
                        out.write_all(STANDARD.encode(piece).as_bytes())?;
                    }
                    out.write_all(&part.as_bytes()[number.len()..])?;
                }
                None => write!(out, "{NUMBERED}{part}")?,
            }
        }
        Ok(())
    }

    /// The picture that the prose at `span` names, as an address for [`Pictures::write`].
    ///
    /// # Errors
    /// The guard refuses the file, or it is not a picture that can be shown.
    pub(super) fn address(&mut self, named: &str, span: Span, reader: &PictureReader) -> Result<String, Error> {
        let (folder, found) = reader.guard.found(named);
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
        reader.guard.may_read_picture(&found, named, span)?;
        let number = self.number(&found, reader).map_err(|why| problem(&why))?;
        self.bytes += self.kept.get(number).map_or(0, |picture| picture.length);
        if self.bytes > MAX_BYTES_OF_ALL {
            return Err(problem(&format!("the pictures of a page have more than {} MB", MAX_BYTES_OF_ALL >> 20)));
        }
        Ok(format!("picture:{number}"))
    }

    /// The number of the picture in this file, which is read at the first call only.
    fn number(&mut self, file: &Path, reader: &PictureReader) -> Result<usize, String> {
        let path = absolute(file);
        if let Some(known) = self.read.get(&path) {
            return known.clone();
        }
        let read = reader.read(file).map(|picture| {
            self.kept.push(picture);
            self.kept.len() - 1
        });
        self.read.insert(path, read.clone());
        read
    }
}

impl PictureReader<'_> {
    fn read(&self, file: &Path) -> Result<PictureFile, String> {
        let mut bytes =
            read_file(file, Readable::RegularFiles, MAX_PICTURE_BYTES, self.goes_on).map_err(|error| match error {
                ReadError::TooLong(most) => format!("this picture has more than {} MB", most >> 20),
                other => other.in_words(),
            })?;
        let kind = kind(&bytes).ok_or("this is not a picture in PNG, JPEG, GIF, SVG or WebP")?;
        let length = bytes.len() as u64;
        if !self.is_shown {
            bytes = Vec::new();
        }
        Ok(PictureFile { kind, length, bytes })
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
    fn pictures_are_written_in_the_places_of_their_numbers() {
        let picture = |bytes: &[u8]| PictureFile { kind: "png", length: bytes.len() as u64, bytes: bytes.to_vec() };
        let pictures = Pictures { kept: vec![picture(b"abcd"), picture(b"")], ..Pictures::default() };
        let page = format!("a{NUMBERED}0\" alt=\"x\"/>b{NUMBERED}1\"/>{NUMBERED}0\"/>{NUMBERED}7\"/>");
        let mut written = Vec::new();
        pictures.write(&page, &mut written).unwrap();
        let expected = "a<img src=\"data:image/png;base64,YWJjZA==\" alt=\"x\"/>b<img src=\"data:image/png;base64,\"/>\
                        <img src=\"data:image/png;base64,YWJjZA==\"/><img src=\"picture:7\"/>";
        assert_eq!(String::from_utf8(written).unwrap(), expected);
    }

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
