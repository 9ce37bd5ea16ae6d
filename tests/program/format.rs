//! `grundy fmt`: what becomes of files.

use std::fs;
use std::io::Write;
use std::process::{Command, Stdio};

use crate::files::{folder, run};
use crate::{err, grundy, out};

const UNEVEN: &str = "## Nim\ngame S=take <1, 2>\nwinner S(3)+S(4) # who\n";
const EVEN: &str = "## Nim\ngame S = take <1,2>\nwinner S(3) + S(4)  # who\n";

#[test]
fn a_script_is_written_back_and_then_stays() {
    let folder = folder(&[("a.cgt", UNEVEN), ("sub/b.cgt", UNEVEN)]);
    let ran = run(&folder, &["fmt", "a.cgt", "sub/b.cgt"]).success();
    assert_eq!((out(&ran), err(&ran)), (String::new(), String::new()));
    for file in ["a.cgt", "sub/b.cgt"] {
        assert_eq!(fs::read_to_string(folder.path().join(file)).unwrap(), EVEN);
    }
    let written = || fs::metadata(folder.path().join("a.cgt")).unwrap().modified().unwrap();
    let before = written();
    run(&folder, &["fmt", "a.cgt"]).success();
    assert_eq!(written(), before);
}

#[test]
fn a_check_prints_what_would_change_and_writes_nothing() {
    let folder = folder(&[("a.cgt", UNEVEN), ("b.cgt", EVEN)]);
    let ran = run(&folder, &["fmt", "--check", "a.cgt", "b.cgt"]).code(1);
    let expected = "--- a.cgt\n+++ a.cgt (formatted)\n@@ -1,3 +1,3 @@\n ## Nim\n-game S=take <1, 2>\n-winner S(3)+S(4) # who\n\
                    +game S = take <1,2>\n+winner S(3) + S(4)  # who\n";
    assert_eq!(out(&ran), expected);
    assert_eq!(fs::read_to_string(folder.path().join("a.cgt")).unwrap(), UNEVEN);
    assert_eq!(out(&run(&folder, &["fmt", "--check", "b.cgt"]).success()), "");
    // `patch` makes of the diff what `fmt` writes.
    let long: String =
        (0..40).map(|k| if k % 9 == 4 { format!("print {k}+1\n") } else { format!("print {k}\n") }).collect();
    fs::write(folder.path().join("a.cgt"), format!("{long}print  1")).unwrap();
    fs::write(folder.path().join("c.cgt"), format!("{long}print  1")).unwrap();
    let diff = out(&run(&folder, &["fmt", "--check", "a.cgt"]).code(1));
    run(&folder, &["fmt", "c.cgt"]).success();
    if let Ok(mut patch) = Command::new("patch")
        .arg("a.cgt")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
    {
        patch.stdin.take().unwrap().write_all(diff.as_bytes()).unwrap();
        assert!(patch.wait().unwrap().success(), "{diff}");
        let text = |name| fs::read_to_string(folder.path().join(name)).unwrap();
        assert_eq!(text("a.cgt"), text("c.cgt"));
    }
    assert_eq!(diff.matches("@@ -").count(), 5, "{diff}");
}

#[test]
fn limits_hold_for_forms_too() {
    let long = "game S=take <1, 2>\n".repeat(200_000);
    let folder = folder(&[("long.cgt", &long), ("a.cgt", UNEVEN)]);
    for (limit, code) in [("--timeout=50ms", "E0502"), ("--memory=20M", "E0503")] {
        for arguments in [[limit, "fmt", "long.cgt"], ["fmt", "long.cgt", limit]] {
            let ran = run(&folder, &arguments).code(1);
            assert!(err(&ran).contains(code), "{arguments:?}: {:.300}", err(&ran));
        }
    }
    assert!(fs::read_to_string(folder.path().join("long.cgt")).unwrap() == long);
    // What nothing may write can still be asked for.
    let ran = run(&folder, &["--safe", "fmt", "a.cgt"]).code(1);
    assert!(err(&ran).contains("no file is written"), "{}", err(&ran));
    assert_eq!(fs::read_to_string(folder.path().join("a.cgt")).unwrap(), UNEVEN);
    run(&folder, &["fmt", "--check", "--safe", "a.cgt"])
        .code(1)
        .stdout(out(&run(&folder, &["fmt", "--check", "a.cgt"])));
}

#[test]
fn standard_input_is_printed() {
    for arguments in [&["fmt"][..], &["fmt", "-"]] {
        let ran = grundy().args(arguments).write_stdin(UNEVEN).assert().success();
        assert_eq!(out(&ran), EVEN);
    }
    let ran = grundy().args(["fmt", "--check"]).write_stdin(UNEVEN).assert().code(1);
    assert!(out(&ran).starts_with("--- <stdin>\n"), "{}", out(&ran));
    assert_eq!(out(&grundy().arg("fmt").write_stdin("").assert().success()), "");
}

#[test]
fn a_wrong_statement_stays_and_is_reported() {
    let folder = folder(&[("a.cgt", "print 1+1\n  take   take # x\nprint 2+2\n")]);
    let ran = run(&folder, &["fmt", "a.cgt"]).code(1);
    assert!(err(&ran).contains("a.cgt:2:10"), "{}", err(&ran));
    let text = fs::read_to_string(folder.path().join("a.cgt")).unwrap();
    assert_eq!(text, "print 1 + 1\n  take   take # x\nprint 2 + 2\n");
}

#[test]
fn line_ends_and_marks_of_other_systems_stay() {
    let folder = folder(&[("a.cgt", "\u{feff}game S=take <1>\r\n\r\n  print 1+1 # x\r\nprint 2")]);
    run(&folder, &["fmt", "a.cgt"]).success();
    let text = fs::read_to_string(folder.path().join("a.cgt")).unwrap();
    assert_eq!(text, "\u{feff}game S = take <1>\r\n\r\nprint 1 + 1  # x\r\nprint 2\r\n");
}

#[test]
fn what_cannot_be_formatted_is_said_and_stays() {
    let folder = folder(&[("sub/x", ""), ("t.cgt", "> print 1+1\n2\n"), ("kept.cgt", UNEVEN)]);
    fs::write(folder.path().join("bytes.cgt"), b"print \"\xff\"  +1\n").unwrap();
    let kept = folder.path().join("kept.cgt");
    let mut permissions = fs::metadata(&kept).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions).unwrap();
    for (name, expected) in [
        ("none.cgt", "there is no such file"),
        ("sub", "this is a directory"),
        ("bytes.cgt", "line 1 is not UTF-8 text"),
        ("t.cgt", "a transcript stays as it was typed"),
        ("kept.cgt", "read-only"),
    ] {
        let ran = run(&folder, &["fmt", name]).code(1);
        assert!(err(&ran).contains(expected), "{name}: {}", err(&ran));
    }
    assert_eq!(fs::read(folder.path().join("bytes.cgt")).unwrap(), b"print \"\xff\"  +1\n");
    assert_eq!(fs::read_to_string(&kept).unwrap(), UNEVEN);
}

#[cfg(unix)]
#[test]
fn a_link_goes_on_pointing_to_its_file() {
    let folder = folder(&[("a.cgt", UNEVEN)]);
    std::os::unix::fs::symlink("a.cgt", folder.path().join("link.cgt")).unwrap();
    run(&folder, &["fmt", "link.cgt"]).success();
    assert!(folder.path().join("link.cgt").is_symlink());
    assert_eq!(fs::read_to_string(folder.path().join("a.cgt")).unwrap(), EVEN);
}
