//! Completion of file names, and what completion offers.

use std::fs;
use std::path::Path;

use grundy_engine::sorting::sort;

use crate::show::visible;

/// What the text before the cursor could become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    /// What is written instead.
    pub text: String,
    /// What is chosen: a name of the language, or that of a file.
    pub name: String,
    /// A line about it; `None` for a file.
    pub about: Option<String>,
    pub kind: OfferKind,
}

/// What is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    Game,
    Function,
    /// A number, a set or another value.
    Value,
    /// A word of the language, or a topic of its help.
    Word,
    File,
}

impl OfferKind {
    /// Its name, for programs that show it beside the offer.
    pub fn name(self) -> &'static str {
        match self {
            OfferKind::Game => "game",
            OfferKind::Function => "function",
            OfferKind::Value => "value",
            OfferKind::Word => "word",
            OfferKind::File => "file",
        }
    }
}

/// Words that a file name follows.
const BEFORE: [&str; 4] = ["load", "save", "read", "to"];

/// The beginning of the file name that is being typed, if one is: behind an open quote after `load`, `save`, `read` or `to`.
pub fn path(before: &str) -> Option<&str> {
    let (head, path) = before.rsplit_once('"')?;
    let opened = before.matches('"').count() % 2 == 1;
    let last = head.trim_end().rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    (opened && !path.contains('\n') && BEFORE.contains(&last)).then_some(path)
}

/// Where the last part of the path begins, and what it could become. If only one file fits, the closing quote is
/// added, unless it is there already. `at` is the place of the cursor, and `may_list` tells whether the files in a folder may
/// be named.
pub fn complete(path: &str, at: usize, is_closed: bool, may_list: &dyn Fn(&Path) -> bool) -> (usize, Vec<Offer>) {
    let (folder, begun) = path.rsplit_once('/').map_or(("", path), |(folder, begun)| (folder, begun));
    let place = match (path.starts_with('/'), folder) {
        (true, "") => Path::new("/"),
        (_, "") => Path::new("."),
        (_, folder) => Path::new(folder),
    };
    if !may_list(place) {
        return (at, Vec::new());
    }
    let mut names: Vec<(String, bool)> = fs::read_dir(place)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path().is_dir()))
        .filter(|(name, _)| name.starts_with(begun) && (begun.starts_with('.') || !name.starts_with('.')))
        // An editor writes what it inserts to the terminal as it is.
        .filter(|(name, _)| visible::text(name) == *name)
        .collect();
    sort(&mut names);
    let is_only = names.len() == 1;
    let offer = |(name, is_folder): (String, bool)| {
        let name = if is_folder { format!("{name}/") } else { name };
        let quote = if is_only && !is_folder && !is_closed { "\"" } else { "" };
        Offer { text: format!("{name}{quote}"), name, about: None, kind: OfferKind::File }
    };
    (at - begun.len(), names.into_iter().map(offer).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_known_by_what_stands_before_it() {
        for (before, expected) in [
            ("load \"ex", Some("ex")),
            ("let g = read \"gr", Some("gr")),
            ("values S 0..9 to \"", Some("")),
            ("print \"a", None),
            ("load \"a\" ", None),
        ] {
            assert_eq!(path(before), expected, "{before}");
        }
    }

    #[test]
    fn a_file_alone_is_closed() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["lesson.cgt", "letter.txt", ".hidden", "lesson\u{1b}]0;x"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        fs::create_dir(folder.path().join("more")).unwrap();
        let found = |name: &str, is_closed| {
            let path = format!("{}/{name}", folder.path().to_string_lossy());
            let (start, found) = complete(&path, path.len(), is_closed, &|_| true);
            assert_eq!(start, path.len() - name.len());
            found.into_iter().map(|offer| offer.text).collect::<Vec<_>>()
        };
        assert_eq!(found("les", false), ["lesson.cgt\""]);
        assert_eq!(found("les", true), ["lesson.cgt"]);
        assert_eq!(found("le", false), ["lesson.cgt", "letter.txt"]);
        assert_eq!(found("m", false), ["more/"]);
        assert_eq!(found("", false), ["lesson.cgt", "letter.txt", "more/"]);
        assert!(found("x", false).is_empty());
        assert!(complete("les", 3, false, &|_| false).1.is_empty());
    }
}
