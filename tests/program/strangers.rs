//! What scripts that may come from strangers can do with files (SECURITY.md): a failure here is a hole.

use std::fs;
use std::path::Path;

use crate::files::{folder, names, run};
use crate::{err, grundy, out};

const DEFINED: &str = "game S = take <1,2>\n";

/// Every file below a folder, with its contents.
fn everything(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for name in names(folder) {
        let path = folder.join(&name);
        if path.is_symlink() {
            continue;
        }
        match path.is_dir() {
            true => found.extend(everything(&path)),
            false => found.push((path.to_string_lossy().into_owned(), fs::read(&path).unwrap())),
        }
    }
    found.sort();
    found
}

#[test]
fn a_script_stays_below_its_folder_and_the_current_one() {
    let folder =
        folder(&[("net/a.cgt", ""), ("here/x", ""), ("here/.git/x", ""), ("other/b.cgt", "let b = 3"), ("z", "")]);
    let absolute = folder.path().join("other/b.cgt").to_string_lossy().into_owned();
    let before = everything(folder.path());
    for statement in [
        "save \"../x.cgt\"",
        "save \"../other/new.cgt\"",
        "save \"../other/b.cgt\"",
        &format!("save \"{absolute}\""),
        "values S 0..3 to \"../x.csv\"",
        "plot S 0..3 to \"../x.svg\"",
        "tree S(2) to \"../no/such/x.svg\"",
        "explain S(2) to \"../net/../x.txt\"",
        "table S 0..3 to \".x.md\"",
        "table S 0..3 to \".git/x.md\"",
        "save \"../net/.x.cgt\"",
        "save \"x.sh\"",
        "save \"x\"",
        "load \"../../other/b.cgt\"",
        "let e = read \"../other/e.csv\"",
        "let e = read \".git/e.csv\"",
        "let e = read \"/etc/e.txt\"",
        "load \"/etc/passwd\"",
        "load \"/etc/there-is-no-such-file\"",
        "load \"../x\"",
        "load \"x\"",
        "load \".git/x\"",
        &format!("load \"{absolute}\""),
        "time load \"../other/b.cgt\"",
    ] {
        fs::write(folder.path().join("net/a.cgt"), format!("{DEFINED}{statement}\n")).unwrap();
        let script = ["../net/a.cgt"];
        for arguments in [&script[..], &["-e", "load \"../net/a.cgt\""]] {
            let ran = grundy().current_dir(folder.path().join("here")).args(arguments).assert().code(1);
            assert!(err(&ran).starts_with("error[E0605]"), "{arguments:?}: {statement}: {}", err(&ran));
        }
        let ran = grundy().current_dir(folder.path().join("here")).args(["--check", "../net/a.cgt"]).assert();
        assert!(err(&ran.code(1)).starts_with("error[E0605]"), "--check: {statement}");
    }
    fs::write(folder.path().join("net/a.cgt"), "").unwrap();
    assert_eq!(everything(folder.path()), before);
}

#[test]
fn a_script_uses_what_is_around_it() {
    let folder = folder(&[
        ("net/a.cgt", "load \"b.cgt\"\nsave \"s.cgt\"\nsave \"../net/t.cgt\"\nvalues S 0..3 to \"v.CSV\""),
        ("net/b.cgt", "load \"sub/c.cgt\"\nload \"here.cgt\""),
        ("net/sub/c.cgt", DEFINED),
        ("here/here.cgt", "let x = 1"),
    ]);
    for _ in 0..2 {
        let ran = grundy().current_dir(folder.path().join("here")).arg("../net/a.cgt").assert().success();
        assert_eq!((out(&ran), err(&ran)), (String::new(), String::new()));
    }
    assert_eq!(names(&folder.path().join("here")), ["here.cgt", "s.cgt", "v.CSV"]);
    assert!(folder.path().join("net/t.cgt").is_file());
}

/// A loaded script may use what is below its own folder, not below the folder of the script that loads it.
#[test]
fn a_loaded_script_has_its_own_folder() {
    let folder = folder(&[
        ("net/top.cgt", "load \"sub/a.cgt\""),
        ("net/sub/a.cgt", "load \"../b.cgt\""),
        ("net/b.cgt", "let b = 1"),
        ("here/x", ""),
    ]);
    let ran = grundy().current_dir(folder.path().join("here")).arg("../net/top.cgt").assert().code(1);
    assert!(err(&ran).starts_with("error[E0605]"), "{}", err(&ran));
    // Run from the folder above, all the files are below the current folder.
    run(&folder, &["net/top.cgt"]).success();
}

#[cfg(unix)]
#[test]
fn links_lead_no_script_out_of_its_folder() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("net/a.cgt", ""), ("out/data.csv", "precious"), ("out/b.cgt", "let b = 1")]);
    let net = folder.path().join("net");
    symlink("../out", net.join("way")).unwrap();
    symlink("../out/data.csv", net.join("link.csv")).unwrap();
    symlink("../out/b.cgt", net.join("link.cgt")).unwrap();
    symlink("../out/new.csv", net.join("dangling.csv")).unwrap();
    symlink("a.cgt", net.join("kind.csv")).unwrap();
    let before = everything(folder.path());
    for (statement, code) in [
        ("values Nim 0..3 to \"way/new.csv\"", "E0605"),
        ("values Nim 0..3 to \"way/data.csv\"", "E0605"),
        ("values Nim 0..3 to \"link.csv\"", "E0605"),
        ("values Nim 0..3 to \"dangling.csv\"", "E0601"),
        ("values Nim 0..3 to \"kind.csv\"", "E0607"),
        ("save \"link.cgt\"", "E0605"),
        ("load \"link.cgt\"", "E0605"),
        ("load \"way/b.cgt\"", "E0605"),
    ] {
        let ran = grundy().current_dir(&net).arg("-").write_stdin(statement).assert().code(1);
        assert!(err(&ran).starts_with(&format!("error[{code}]")), "{statement}: {}", err(&ran));
    }
    assert_eq!(everything(folder.path()), before);
}

#[test]
fn a_script_replaces_only_files_of_its_kind() {
    let lesson = "# my lesson\nlet x = 1\n";
    let folder = folder(&[
        ("lesson.cgt", lesson),
        ("a.cgt", ""),
        ("old.csv", "n,value\n"),
        ("shebang.cgt", "#!/usr/bin/env grundy\n"),
    ]);
    let says = |text: &str| fs::write(folder.path().join("a.cgt"), format!("{DEFINED}{text}")).unwrap();
    for name in ["lesson.cgt", "a.cgt", "shebang.cgt"] {
        says(&format!("save \"{name}\""));
        let ran = run(&folder, &["a.cgt"]).code(1);
        assert!(err(&ran).starts_with("error[E0607]"), "{name}: {}", err(&ran));
    }
    assert_eq!(fs::read_to_string(folder.path().join("lesson.cgt")).unwrap(), lesson);
    says("save \"new.cgt\"\nsave \"new.cgt\"\nvalues S 0..3 to \"old.csv\"");
    run(&folder, &["a.cgt"]).success();
    assert!(fs::read_to_string(folder.path().join("old.csv")).unwrap().ends_with("3,0\n"));
    // What a user types may replace any file but the scripts that are being run.
    run(&folder, &["-e", DEFINED, "-e", "save \"lesson.cgt\""]).success();
    assert_ne!(fs::read_to_string(folder.path().join("lesson.cgt")).unwrap(), lesson);
    let ran = run(&folder, &["-e", "load \"shebang.cgt\"", "-e", "save \"shebang.cgt\""]).code(1);
    assert!(err(&ran).contains("one of the scripts being run"), "{}", err(&ran));
}

#[test]
fn what_is_typed_is_free_and_standard_input_is_a_script() {
    let folder = folder(&[("here/x", ""), ("b.cgt", "let b = 7")]);
    let here = folder.path().join("here");
    let typed = "load \"../b.cgt\"; save \"../c.cgt\"; values Nim 0..b to \"../d.csv\"; save \".e\"; print b";
    assert_eq!(out(&grundy().current_dir(&here).args(["-e", typed]).assert().success()), "7\n");
    assert_eq!(names(folder.path()), ["b.cgt", "c.cgt", "d.csv", "here"]);
    for arguments in [&[][..], &["-"], &["-i", "-q"], &["--html", "p.html"]] {
        let mut command = grundy();
        command.current_dir(&here).args(arguments).envs([("HOME", &here), ("XDG_STATE_HOME", &here)]);
        let ran = command.write_stdin("save \"../no.cgt\"\n").assert();
        assert!(err(&ran).contains("error[E0605]"), "{arguments:?}: {}", err(&ran));
    }
    assert_eq!(names(folder.path()), ["b.cgt", "c.cgt", "d.csv", "here"]);
}

#[test]
fn allow_files_lifts_it() {
    let text = "load \"../b.txt\"\nsave \"../c.sh\"\nvalues Nim 0..3 to \"../.d.csv\"\nsave \"../b.txt\"";
    let folder = folder(&[("here/a.cgt", text), ("b.txt", "let b = 7")]);
    let here = folder.path().join("here");
    grundy().current_dir(&here).args(["--allow-files", "a.cgt"]).assert().success();
    assert_eq!(names(folder.path()), [".d.csv", "b.txt", "c.sh", "here"]);
    grundy().args(["--allow-files", "--safe", "-e", "print 1"]).assert().code(2);
}

#[test]
fn safe_forbids_all_files() {
    let folder = folder(&[("a.cgt", "print 3\nload \"b.cgt\""), ("b.cgt", "let b = 7"), ("c.cgt", "print 4")]);
    for code in [
        "load \"b.cgt\"",
        "save \"new.cgt\"",
        "values Nim 0..3 to \"new.csv\"",
        "tree Nim(2) to \"n.svg\"",
        "time load \"b.cgt\"",
    ] {
        let ran = run(&folder, &["--safe", "-e", code]).code(1);
        assert!(err(&ran).starts_with("error[E0606]"), "{code}: {}", err(&ran));
        let piped = grundy().current_dir(folder.path()).args(["--safe", "--json"]).write_stdin(code).assert().code(1);
        assert!(err(&piped).contains("\"code\":\"E0606\""), "{code}: {}", err(&piped));
    }
    let ran = run(&folder, &["--safe", "a.cgt"]).code(1);
    assert_eq!(out(&ran), "3\n");
    assert!(err(&run(&folder, &["--safe", "--check", "a.cgt"]).code(1)).starts_with("error[E0606]"));
    // The command line itself names what may be used.
    run(&folder, &["--safe", "c.cgt", "--html", "page.html"]).success();
    assert_eq!(names(folder.path()), ["a.cgt", "b.cgt", "c.cgt", "page.html"]);
    // A safe prompt neither reads the user's start file nor writes a history.
    let home = tempfile::tempdir().unwrap();
    fs::create_dir_all(home.path().join("grundy")).unwrap();
    fs::write(home.path().join("grundy/init.cgt"), "print 77").unwrap();
    let mut command = grundy();
    command.envs([("HOME", home.path()), ("XDG_STATE_HOME", home.path()), ("XDG_CONFIG_HOME", home.path())]);
    let ran = command.args(["--safe", "-i", "-q"]).write_stdin("print 1\n").assert().success();
    assert_eq!(out(&ran), "1\n");
    assert_eq!(names(&home.path().join("grundy")), ["init.cgt"]);
}

#[test]
fn what_is_not_a_script_is_not_quoted() {
    let secret = "hunter2";
    let folder = folder(&[
        ("notes.txt", "let x = 1\npassword hunter2 (\n"),
        ("words", "hunter2\n"),
        ("s.cgt", "load \"notes.txt\""),
        ("t.cgt", "load \"words\""),
        ("fine.txt", "let hunter2 = 5"),
    ]);
    for arguments in [
        &["-e", "load \"notes.txt\""][..],
        &["--json", "-e", "load \"notes.txt\""],
        &["--keep-going", "-e", "load \"notes.txt\""],
        &["--check", "-e", "load \"notes.txt\""],
    ] {
        let ran = run(&folder, arguments).code(1);
        assert!(err(&ran).contains("E0609") && err(&ran).contains("line 2"), "{arguments:?}: {}", err(&ran));
        assert!(!err(&ran).contains(secret), "{arguments:?}: {}", err(&ran));
    }
    for arguments in [&["s.cgt"][..], &["t.cgt"], &["--check", "s.cgt"], &["--check", "t.cgt"], &["--json", "t.cgt"]] {
        let ran = run(&folder, arguments).code(1);
        assert!(err(&ran).contains("E0605") && !err(&ran).contains(secret), "{arguments:?}: {}", err(&ran));
    }
    assert_eq!(out(&run(&folder, &["-e", "load \"fine.txt\"; print hunter2"]).success()), "5\n");
    // A file that the command line names is quoted, since the user wants to run it.
    assert!(err(&run(&folder, &["notes.txt"]).code(1)).contains(secret));
}

#[test]
fn a_page_replaces_no_script() {
    let script = "print 1\n";
    let folder = folder(&[
        ("lesson.cgt", script),
        ("noname", script),
        ("notes.md", "# mine"),
        ("lib", "let x = 1"),
        ("top", "load \"lib.cgt\""),
        ("lib.cgt", "let x = 1"),
    ]);
    let before = everything(folder.path());
    for arguments in [
        &["--html", "lesson.cgt"][..],
        &["lesson.cgt", "--html", "lesson.cgt"],
        &["lesson.cgt", "--html", "./lesson.cgt"],
        &["noname", "--html", "noname"],
        &["lesson.cgt", "--html", "notes.md"],
        &["lesson.cgt", "--html", "new.cgt"],
        &["-e", "load \"lib\"", "--html", "lib"],
        &["top", "--html", "lib.cgt"],
    ] {
        let ran = grundy().current_dir(folder.path()).args(arguments).write_stdin("").assert().code(1);
        assert!(err(&ran).starts_with("error[E0607]"), "{arguments:?}: {}", err(&ran));
        assert_eq!(out(&ran), "", "{arguments:?}");
    }
    assert_eq!(everything(folder.path()), before);
    let told = err(&run(&folder, &["lesson.cgt", "--html", "lesson.cgt"]).code(1));
    assert!(told.contains("grundy lesson.cgt --html lesson.html"), "{told}");
    for _ in 0..2 {
        run(&folder, &["lesson.cgt", "--html", "page.html"]).success();
        run(&folder, &["lesson.cgt", "--html", "page"]).success();
    }
}

#[test]
fn nothing_from_outside_is_painted_raw() {
    let hostile = "\u{1b}]0;x\u{7}\u{9b}31m\u{7f}\u{202e}\u{2066}\u{200f}";
    let folder = folder(&[(
        "a.cgt",
        &format!(
            "let t = \"{hostile}\"\nprint t\nt\nshow t\nprint t + 1 # {hostile}\nload \"{hostile}.cgt\"\nsave \"../{hostile}\"\nhistory\n{hostile}\n"
        ),
    )]);
    for arguments in [&["--keep-going", "a.cgt"][..], &["--json", "--keep-going", "a.cgt"], &["--check", "a.cgt"]] {
        let ran = run(&folder, arguments).code(1);
        for text in [out(&ran), err(&ran)] {
            let raw = text.chars().find(|c| c.is_control() && *c != '\n' || hostile.contains(*c) && !c.is_ascii());
            assert_eq!(raw, None, "{arguments:?}: {text:?}");
        }
        assert!(err(&ran).contains("\\u{1b}") || err(&ran).contains("\\u001b"), "{arguments:?}: {}", err(&ran));
    }
    let ran = run(&folder, &["a.cgt", "--html", "page.html", "--keep-going"]).code(1);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(!page.contains(['\u{1b}', '\u{9b}', '\u{7f}', '\u{202e}']), "{}", err(&ran));
}
