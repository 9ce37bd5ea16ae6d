//! The names of documents: addresses of files.

use std::path::{Path, PathBuf};

use crate::show::markup::in_address;

/// The file of an address such as `file:///home/ann/a%20b.cgt`; `None` for what is no file.
pub fn path_of(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    let path = &rest[rest.find('/')?..];
    let mut bytes = Vec::new();
    let mut left = path.bytes();
    while let Some(byte) = left.next() {
        let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
        bytes.push(match byte {
            b'%' => u8::try_from(digit(left.next())? * 16 + digit(left.next())?).ok()?,
            byte => byte,
        });
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/c:/lessons` on some systems.
    let has_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if has_drive { &path[1..] } else { &path }))
}

/// The address of a file.
pub fn uri_of(path: &Path) -> String {
    let path = path.to_string_lossy().replace('\\', "/");
    format!("{}{}", if path.starts_with('/') { "file://" } else { "file:///" }, in_address(path.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_files() {
        for (uri, path) in [("file:///home/a%20b/%C3%A9.cgt", "/home/a b/é.cgt"), ("file:///x", "/x")] {
            assert_eq!(path_of(uri).unwrap(), Path::new(path));
            assert_eq!(uri_of(Path::new(path)), uri);
        }
        assert_eq!(path_of("file:///c%3A/x.cgt").unwrap(), Path::new("c:/x.cgt"));
        for wrong in ["untitled:Untitled-1", "file:///%zz", "file:///%", "file://"] {
            assert_eq!(path_of(wrong), None, "{wrong}");
        }
    }
}
