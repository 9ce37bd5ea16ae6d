//! What others check without the program: `proof/examples/` holds what `proof/examples.cgt` writes. Whether it is accepted, and what
//! is changed in it is not, `.ci/run` sees by Rocq and by Python. `REWRITE=1 cargo test --test language certificates` writes the
//! examples anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use grundy::service::file_format;
use grundy::show::file;
use grundy::source::Span;

use crate::common::talk::Talk;

#[test]
fn the_examples_are_what_the_program_writes() {
    let folder = Path::new("proof/examples");
    let mut talk = Talk::new();
    let mut names = BTreeSet::new();
    for statement in fs::read_to_string("proof/examples.cgt").unwrap().lines() {
        let Some((_, name)) = statement.trim_end_matches('"').split_once(" to \"") else {
            talk.says(statement);
            continue;
        };
        let report = talk.reports(statement);
        let format = file_format(&report, name, Span::NOWHERE).unwrap();
        let mut bytes = Vec::new();
        file::write(&report, &format, &mut bytes).unwrap();
        let path = folder.join(name);
        if std::env::var_os("REWRITE").is_some() {
            fs::write(&path, &bytes).unwrap();
        }
        let kept = fs::read(&path).unwrap_or_default();
        assert!(kept == bytes, "{name}: REWRITE=1 cargo test --test language certificates writes it");
        names.insert(name.to_owned());
    }
    let kept = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let kept: BTreeSet<String> = kept.filter(|name| name.ends_with(".v") || name.ends_with(".cert")).collect();
    assert_eq!(kept, names, "no other files");
    let library = fs::read_to_string("proof/_CoqProject").unwrap();
    let listed: BTreeSet<&str> = library.lines().filter(|line| line.ends_with(".v")).collect();
    for file in crate::common::files(Path::new("proof"), "v") {
        let name = file.strip_prefix("proof/").unwrap();
        assert!(listed.contains(name) || name.contains('/'), "{name} is not compiled");
    }
}

#[test]
fn what_is_only_seen_or_misnamed_has_no_certificate() {
    let mut talk = Talk::new();
    let refused = |talk: &mut Talk, statement: &str, name: &str| {
        file_format(&talk.reports(statement), name, Span::NOWHERE).unwrap_err().code()
    };
    // Its theorem is proved on paper only.
    talk.says("game W(a, b) = (a-i, b) for i in 1..min(a, 2) | (a, b-j) for j in 1..min(b, 2)");
    for (statement, name) in [
        ("period Wythoff(3, n)", "row.v"),
        ("period W(3, n)", "windows.v"),
        ("period SubtractSquare to 2000", "squares.cert"),
        ("period take {1..1500}", "long.cert"),
        ("quotient octal 0.07 to 10", "quotient.v"),
        ("quotient Kayles, octal 0.75", "both.cert"),
        ("winner Chomp([2, 2])", "chomp_whole.v"),
        ("check grundy Kayles(n) > 0 for n in 1..100", "tried.cert"),
        ("period Kayles", "my-kayles.v"),
        ("period Kayles", "1.v"),
        ("period Kayles", ".v"),
    ] {
        let wanted = if name == ".v" { "E0602" } else { "E0618" };
        assert_eq!(refused(&mut talk, statement, name), wanted, "{statement} {name}");
    }
    assert_eq!(refused(&mut talk, "values Kayles 0..9", "kayles.v"), "E0602");
}
