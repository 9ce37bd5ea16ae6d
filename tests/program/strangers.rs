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

/// A link may have the name of a file of data, and lead to another file in the same folder.
#[cfg(unix)]
#[test]
fn only_data_is_read_as_data() {
    use std::os::unix::fs::symlink;
    let folder = folder(&[("keys.json", "7"), ("numbers.csv", "7"), ("a.cgt", "")]);
    for (link, file) in [("x.csv", "keys.json"), ("y.txt", "keys.json"), ("z.csv", "numbers.csv"), ("w.txt", "z.csv")] {
        symlink(file, folder.path().join(link)).unwrap();
    }
    for (named, is_read) in
        [("x.csv", false), ("y.txt", false), ("z.csv", true), ("w.txt", true), ("numbers.csv", true)]
    {
        let code = format!("let e = read \"{named}\"; print e");
        let piped = grundy().current_dir(folder.path()).write_stdin(code.clone()).assert();
        let said = (out(&piped), err(&piped));
        fs::write(folder.path().join("a.cgt"), &code).unwrap();
        let checked = err(&run(&folder, &["--check", "a.cgt"]));
        if is_read {
            assert_eq!((said.0.as_str(), checked.as_str()), ("[7]\n", ""), "{named}: {}", said.1);
        } else {
            assert!(said.1.starts_with("error[E0605]") && said.1.contains("behind all links"), "{named}: {}", said.1);
            assert!(checked.starts_with("error[E0605]"), "{named}: {checked}");
        }
        // What is typed may use any file.
        assert_eq!(out(&run(&folder, &["-e", &code]).success()), "[7]\n", "{named}");
    }
}

/// The formats that SECURITY.md names are those of the program.
#[test]
fn the_formats_are_named() {
    let listed = |mut names: Vec<String>, and: &str| {
        let last = names.pop().unwrap();
        format!("{} {and} {last}", names.join(", "))
    };
    let quoted = |extensions: &[&str]| extensions.iter().map(|extension| format!("`.{extension}`")).collect();
    let written = listed(quoted(&grundy::show::file::FORMATS), "and");
    let data = listed(quoted(&grundy::session::Separator::EXTENSIONS.map(|(extension, _)| extension)), "or");
    let page = fs::read_to_string("SECURITY.md").unwrap();
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for promise in [
        format!("writes answers only into {written} files"),
        format!("only from regular files whose names end in {data},"),
    ] {
        assert!(page.contains(&promise), "SECURITY.md should say: {promise}");
    }
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
    // A program of somebody's own is no file of its kind, and a function that was written here is.
    let own = folder.path().join("own.py");
    fs::write(&own, "import os\n").unwrap();
    says("period S to \"own.py\"");
    let ran = run(&folder, &["a.cgt"]).code(1);
    assert!(err(&ran).starts_with("error[E0607]"), "{}", err(&ran));
    assert_eq!(fs::read_to_string(&own).unwrap(), "import os\n");
    says("period S to \"new.py\"\ngrundy S to \"new.py\"");
    run(&folder, &["a.cgt"]).success();
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

/// Signs that steer a terminal (among them OSC 52, which sets the clipboard), turn the direction of a text, end lines
/// unseen, or have no width.
const HOSTILE: &str = "\u{1b}]0;x\u{7}\u{1b}]52;c;eA==\u{7}\u{9b}31m\u{7f}\r\u{8}\u{202e}\u{2066}\u{200f}\u{2028}\u{2029}\u{200b}\u{200d}x\u{feff}\u{2060}\u{ad}\u{e0041}";

/// The first sign of a text that may not stand there.
fn raw(text: &str) -> Option<char> {
    text.chars().find(|c| c.is_control() && *c != '\n' || !c.is_ascii() && HOSTILE.contains(*c))
}

#[test]
fn nothing_from_outside_is_painted_raw() {
    let folder = folder(&[(
        "a.cgt",
        &format!(
            "let t = \"{HOSTILE}\"\nprint t\nt\nshow t\nprint t + 1 # {HOSTILE}\nload \"{HOSTILE}.cgt\"\nsave \"../{HOSTILE}\"\nhistory\n{HOSTILE}\n"
        ),
    )]);
    for arguments in [
        &["--keep-going", "a.cgt"][..],
        &["--json", "--keep-going", "a.cgt"],
        &["--check", "a.cgt"],
        &["--echo", "--keep-going", "a.cgt"],
        &["--keep-going", "--format", "csv", "a.cgt"],
    ] {
        let ran = run(&folder, arguments).code(1);
        for text in [out(&ran), err(&ran)] {
            assert_eq!(raw(&text), None, "{arguments:?}: {text:?}");
        }
        assert!(err(&ran).contains("\\u{1b}") || err(&ran).contains("\\u001b"), "{arguments:?}: {}", err(&ran));
    }
    let ran = run(&folder, &["a.cgt", "--html", "page.html", "--keep-going"]).code(1);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert_eq!(raw(&page.replace('\u{e9}', "e")), None, "{}", err(&ran));
    let ran = run(&folder, &[&format!("--{HOSTILE}")]).code(2);
    assert_eq!(raw(&err(&ran)), None, "{:?}", err(&ran));
}

/// Data that was read, and names of files, in every format, on the standard output and in files.
#[test]
fn nothing_from_outside_is_written_raw() {
    let folder = folder(&[("data.csv", &format!("\"{HOSTILE}\",=1+1\n"))]);
    let begin = "let d = read \"data.csv\"; game B = \"\u{9b}\" becomes \".\"; game S = take <1,2>";
    let hidden = |text: &str| text.contains("\\u{1b}") || text.contains("\\u001b") || text.contains("textbackslash");
    for format in ["csv", "jsonl", "md"] {
        for asked in ["d[0]", "d", "survey d[0][n] as x for n in 0..1"] {
            let ran = run(&folder, &["--format", format, "-e", begin, "-e", asked]).success();
            assert_eq!(raw(&out(&ran)), None, "{format}: {asked}: {:?}", out(&ran));
            assert!(hidden(&out(&ran)), "{format}: {asked}: {}", out(&ran));
        }
    }
    let sheet = format!("worksheet S to \"{HOSTILE}");
    let mut written = 0;
    for extension in grundy::show::file::FORMATS {
        let to = |asked: &str| format!("{asked} to \"x.{extension}\"");
        for asked in [
            to("survey d[0][n] as x for n in 0..1"),
            to("tree B(\"\u{9b}\")"),
            to("explain B(\"\u{9b}\")"),
            to("table B [\"\u{9b}\"]"),
            format!("{sheet}.{extension}\""),
        ] {
            let files = folder.path();
            names(files)
                .iter()
                .filter(|name| *name != "data.csv")
                .for_each(|name| fs::remove_file(files.join(name)).unwrap());
            let ran = run(&folder, &["-e", begin, "-e", &asked]);
            assert_eq!(raw(&err(&ran)), None, "{asked:?}");
            for name in names(files).iter().filter(|name| *name != "data.csv") {
                let text = fs::read_to_string(files.join(name)).unwrap();
                assert_eq!(raw(&text), None, "{asked:?}: {text:?}");
                written += 1;
            }
        }
    }
    assert!(written > 20, "{written}");
    // Data stays data: what a spreadsheet takes for a formula is written as it was read.
    let ran = run(&folder, &["--format", "csv", "-e", begin, "-e", "d[0]"]).success();
    assert!(out(&ran).ends_with("\n=1+1\n"), "{}", out(&ran));
}
