//! Files: scripts, `load`, `read`, `save` and `to "FILE"`.

use std::fs;
use std::path::Path;

use crate::{err, grundy, out};
use assert_cmd::assert::Assert;
use tempfile::{TempDir, tempdir};

/// A folder with these files.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub fn run(folder: &TempDir, arguments: &[&str]) -> Assert {
    grundy().current_dir(folder.path()).args(arguments).assert()
}

#[test]
fn scripts_run_one_after_the_other() {
    let folder = folder(&[("a.cgt", "#!/usr/bin/env grundy\ngame S = take <1,2>\n"), ("b.cgt", "print grundy S(5)")]);
    assert_eq!(out(&run(&folder, &["a.cgt", "b.cgt"]).success()), "2\n");
    let piped = grundy().current_dir(folder.path()).args(["a.cgt", "-"]).write_stdin("print grundy S(4)").assert();
    assert_eq!(out(&piped.success()), "1\n");
    assert_eq!(out(&run(&folder, &["-e", "print 3", "a.cgt", "b.cgt"]).success()), "3\n2\n");
}

#[test]
fn line_ends_and_marks_of_other_systems_are_read() {
    let folder = folder(&[("a.cgt", "\u{feff}game S = take <1,2>\r\nprint grundy S(5)\r\n")]);
    let ran = run(&folder, &["a.cgt"]);
    assert_eq!((out(&ran), err(&ran)), ("2\n".to_owned(), String::new()));
}

#[test]
fn what_is_no_script_is_said_in_words() {
    let folder = folder(&[("kayles.cgt", ""), ("sub/x", "")]);
    fs::write(folder.path().join("bytes.cgt"), b"print 1\nprint \"\xff\"\n").unwrap();
    for (name, expected) in [
        ("kaylse.cgt", "did you mean kayles.cgt?"),
        ("zzz", "there is no such file"),
        ("sub", "this is a directory"),
        ("bytes.cgt", "line 2 is not UTF-8 text"),
    ] {
        for arguments in [&[name][..], &["--check", name], &["-e", &format!("load \"{name}\"")]] {
            let ran = run(&folder, arguments).code(1);
            assert!(err(&ran).contains(expected), "{arguments:?}: {}", err(&ran));
            assert_eq!(out(&ran), "");
        }
    }
}

#[test]
fn a_file_is_loaded_from_beside_the_one_that_says_so() {
    let files = [
        ("top.cgt", "load \"sub/games.cgt\"\nprint grundy S(4)"),
        ("sub/games.cgt", "load \"more.cgt\""),
        ("sub/more.cgt", "game S = take <1,2>"),
    ];
    assert_eq!(out(&run(&folder(&files), &["top.cgt"]).success()), "1\n");
    run(&folder(&files), &["--check", "top.cgt"]).success();
}

/// Behind a file that defines a word which can ask, it is a name, as if the definition stood in the text.
#[test]
fn a_loaded_file_makes_names_of_words_that_ask() {
    let folder = folder(&[
        ("top.cgt", "load \"inner.cgt\"\nassert value(3) == 4\nprint [moves(k) for k in 1..2], value (5)"),
        ("inner.cgt", "load \"more.cgt\"\nlet moves(n) = value(n)"),
        ("more.cgt", "let value(n) = n + 1"),
    ]);
    assert_eq!(out(&run(&folder, &["top.cgt"]).success()), "[2, 3] 6\n");
    run(&folder, &["--check", "top.cgt"]).success();
}

#[test]
fn a_missing_file_is_named_with_those_like_it() {
    let folder =
        folder(&[("top.cgt", "load \"sub/a.cgt\""), ("sub/a.cgt", "load \"gamse.cgt\""), ("sub/games.cgt", "")]);
    let ran = run(&folder, &["top.cgt"]).code(1);
    assert!(err(&ran).contains("did you mean games.cgt?"), "{}", err(&ran));
}

#[test]
fn files_that_load_each_other_are_an_error() {
    let folder = folder(&[("a.cgt", "load \"b.cgt\""), ("b.cgt", "load \"./a.cgt\""), ("c.cgt", "load \"c.cgt\"")]);
    for arguments in [&["a.cgt"][..], &["c.cgt"], &["--check", "a.cgt"], &["--check", "c.cgt"]] {
        let ran = run(&folder, arguments).code(1);
        assert!(err(&ran).contains("error[E0603]"), "{arguments:?}: {}", err(&ran));
    }
}

#[test]
fn check_follows_what_is_loaded() {
    let folder = folder(&[
        ("top.cgt", "load \"games.cgt\"\nload \"games.cgt\"\nprint grundy S(4)\nprint grundy Foo(3)"),
        ("games.cgt", "game S = take <1,2>\nprint )\nprint grundy Bar(1)"),
    ]);
    let ran = run(&folder, &["--check", "top.cgt"]).code(1);
    let text = err(&ran);
    for place in ["top.cgt:4:", "games.cgt:2:", "games.cgt:3:"] {
        assert_eq!(text.matches(place).count(), 1, "{place}: {text}");
    }
}

#[test]
fn an_error_in_a_loaded_file_ends_the_script() {
    let folder = folder(&[("top.cgt", "load \"a.cgt\"\nprint 3"), ("a.cgt", "print 1\nwinner Foo(3)\nprint 2")]);
    assert_eq!(out(&run(&folder, &["top.cgt"]).code(1)), "1\n");
    assert_eq!(out(&run(&folder, &["--keep-going", "top.cgt"]).code(1)), "1\n2\n3\n");
}

#[test]
fn what_is_saved_gives_the_same_session_again() {
    let folder = folder(&[]);
    run(&folder, &["-e", "game S = take <1,2>; let k = 4; let f(n) = n + k; save \"mine.cgt\""]).success();
    assert_eq!(out(&run(&folder, &["mine.cgt", "-e", "print 0"]).success()), "0\n");
    let again = run(&folder, &["-e", "load \"mine.cgt\"; print grundy S(5), f(3)"]);
    assert_eq!(out(&again.success()), "2 7\n");
}

#[test]
fn answers_go_into_files_of_each_kind() {
    let folder = folder(&[]);
    for (name, expected) in [
        ("v.csv", "n,value\n0,0\n1,1\n2,2\n3,0\n"),
        ("v.md", "| n | value |\n| --- | --- |\n| 0 | 0 |\n| 1 | 1 |\n| 2 | 2 |\n| 3 | 0 |\n"),
        ("v.txt", "0 1 2 0\n"),
    ] {
        let ran = run(&folder, &["-e", &format!("game S = take <1,2>; values S 0..3 to \"{name}\"")]).success();
        assert_eq!(out(&ran), "", "{name}");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), expected, "{name}");
    }
    run(&folder, &["-e", "table Nim 0..3 to \"t.json\"; explain Nim(3) to \"e.md\""]).success();
    let table = fs::read_to_string(folder.path().join("t.json")).unwrap();
    let table: serde_json::Value = serde_json::from_str(&table).unwrap();
    assert_eq!(table["type"], "table");
    assert!(!fs::read_to_string(folder.path().join("e.md")).unwrap().is_empty());
}

#[test]
fn a_kind_of_file_that_is_not_known_is_refused() {
    let folder = folder(&[]);
    for name in ["v.xls", "v", ".csv"] {
        let ran = run(&folder, &["-e", &format!("values Nim 0..3 to \"{name}\"")]).code(1);
        assert!(err(&ran).contains("error[E0602]"), "{name}: {}", err(&ran));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let folder = folder(&[("a.cgt", "print 1")]);
    let ran = run(&folder, &["a.cgt", "--html", "/dev/full"]).code(1);
    assert!(err(&ran).contains("the disk is full"), "{}", err(&ran));
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let ran = std::process::Command::new(env!("CARGO_BIN_EXE_grundy")).args(["-e", "print 1"]).stdout(full).output();
    let ran = ran.unwrap();
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("cannot write the answers"), "{ran:?}");
}

/// A limit on the size of files stands in for a full disk, which a test cannot have.
#[cfg(unix)]
#[test]
fn what_cannot_be_written_whole_leaves_the_old_file_whole() {
    let folder = folder(&[("old.txt", "precious")]);
    let program = env!("CARGO_BIN_EXE_grundy");
    // Files are limited to one block. The shell ignores SIGXFSZ, so that the program gets an error instead of the
    // signal.
    let script = format!("trap '' XFSZ; ulimit -f 1; exec '{program}' -e 'values Nim 0..20000 to \"old.txt\"'");
    let ran = std::process::Command::new("sh").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
    assert_eq!(ran.status.code(), Some(1), "{ran:?}");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert!(said.contains("the old file is unchanged"), "{said}");
    assert_eq!(fs::read_to_string(folder.path().join("old.txt")).unwrap(), "precious");
    assert_eq!(names(folder.path()), ["old.txt"]);
}

#[cfg(unix)]
#[test]
fn a_folder_that_may_not_be_written_to_stays_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("locked/old.cgt", "# precious")]);
    let locked = folder.path().join("locked");
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o555)).unwrap();
    let superuser = fs::write(locked.join("probe"), "").is_ok();
    let code = ["-e", "game S = take <1>", "-e", "save \"locked/old.cgt\""];
    if !superuser {
        let ran = run(&folder, &code).code(1);
        assert!(err(&ran).contains("permission denied; the old file is unchanged"), "{}", err(&ran));
        assert_eq!(fs::read_to_string(locked.join("old.cgt")).unwrap(), "# precious");
    }
    fs::set_permissions(&locked, fs::Permissions::from_mode(0o755)).unwrap();
    run(&folder, &code).success();
    assert_eq!(
        fs::read_to_string(locked.join("old.cgt")).unwrap(),
        "#!/usr/bin/env grundy\n# saved by grundy\ngame S = take <1>\n"
    );
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = folder(&[("real.cgt", "# old")]);
    std::os::unix::fs::symlink("real.cgt", folder.path().join("link.cgt")).unwrap();
    run(&folder, &["-e", "game S = take <1>; save \"link.cgt\""]).success();
    assert!(folder.path().join("link.cgt").is_symlink());
    assert_eq!(
        fs::read_to_string(folder.path().join("real.cgt")).unwrap(),
        "#!/usr/bin/env grundy\n# saved by grundy\ngame S = take <1>\n"
    );
}

/// What is in a folder, sorted.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Devices and pipes would make a session wait or run for ever, so only regular files are loaded and written.
#[cfg(unix)]
#[test]
fn only_regular_files_are_loaded_and_written() {
    let folder = folder(&[]);
    pipe(&folder.path().join("pipe.csv"));
    for code in [
        "load \"pipe.csv\"",
        "load \"/dev/zero\"",
        "save \"pipe.csv\"",
        "save \"/dev/tty\"",
        "save \"/dev/null\"",
        "values Nim 0..3 to \"pipe.csv\"",
    ] {
        let ran = grundy().current_dir(folder.path()).args(["-e", code]).assert().code(1);
        assert!(err(&ran).contains("this is a device or a pipe, not a file"), "{code}: {}", err(&ran));
    }
    assert_eq!(names(folder.path()), ["pipe.csv"]);
    // The command line may name a pipe, as a shell does for `<(…)`.
    let script = format!("'{}' <(echo print 7)", env!("CARGO_BIN_EXE_grundy"));
    let ran = std::process::Command::new("bash").args(["-c", &script]).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&ran.stdout), "7\n");
}

#[cfg(unix)]
pub fn pipe(path: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_file_that_is_read_only_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder(&[("old.csv", "precious"), ("old.cgt", "#!\n# saved by grundy\n"), ("page.html", "precious")]);
    for name in ["old.csv", "old.cgt", "page.html"] {
        fs::set_permissions(folder.path().join(name), fs::Permissions::from_mode(0o444)).unwrap();
    }
    for arguments in [
        &["-e", "values Nim 0..3 to \"old.csv\""][..],
        &["-e", "save \"old.cgt\""],
        &["-e", "print 1", "--html", "page.html"],
    ] {
        let ran = run(&folder, arguments).code(1);
        let said = err(&ran);
        assert!(said.contains("this file is read-only; the old file is unchanged"), "{arguments:?}: {said}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("old.csv")).unwrap(), "precious");
    assert_eq!(names(folder.path()), ["old.cgt", "old.csv", "page.html"]);
}

#[cfg(unix)]
#[test]
fn a_link_to_nothing_is_not_followed() {
    let folder = folder(&[]);
    std::os::unix::fs::symlink("nowhere.csv", folder.path().join("link.csv")).unwrap();
    let ran = run(&folder, &["-e", "values Nim 0..3 to \"link.csv\""]).code(1);
    assert!(err(&ran).contains("a link to a file that does not exist"), "{}", err(&ran));
    assert_eq!(names(folder.path()), ["link.csv"]);
}

/// Other users cannot read an unfinished file, and it is removed when a signal ends the program.
#[cfg(unix)]
#[test]
fn a_program_that_is_ended_leaves_no_part_of_a_file() {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::ExitStatusExt;
    let mut seen = Vec::new();
    for (signal, number) in [("TERM", 15), ("INT", 2), ("HUP", 1), ("XCPU", 24)] {
        for _ in 0..5 {
            let folder = folder(&[]);
            let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_grundy"));
            let code = ["-e", "values Nim 0..2000000 to \"big.csv\""];
            let mut child = command.args(code).current_dir(folder.path()).spawn().unwrap();
            let part = loop {
                let part = names(folder.path()).into_iter().find(|name| name.ends_with(".part"));
                if part.is_some() || child.try_wait().unwrap().is_some() {
                    break part;
                }
            };
            // The program may have renamed the file meanwhile.
            let mode =
                part.and_then(|part| fs::metadata(folder.path().join(part)).ok()).map(|part| part.permissions().mode());
            let sent =
                std::process::Command::new("kill").args([&format!("-{signal}"), &child.id().to_string()]).status();
            let status = child.wait().unwrap();
            let left = names(folder.path());
            assert!(left.iter().all(|name| name == "big.csv"), "{left:?}");
            let Some(mode) = mode else { continue };
            assert_eq!(mode & 0o077, 0, "others may read it: {mode:o}");
            if sent.unwrap().success() && !status.success() {
                assert!(status.signal() == Some(number) || status.code() == Some(130), "{status}");
                seen.push(signal);
                break;
            }
        }
    }
    assert!(!seen.is_empty(), "no program was ended while it wrote");
    assert!(seen.contains(&"HUP") || seen.len() < 2, "{seen:?}");
}

#[test]
fn files_that_load_others_again_and_again_come_to_an_end() {
    let twice: Vec<(String, String)> =
        (0..40).map(|n| (format!("{n}.cgt"), format!("load \"{}.cgt\"\n", n + 1).repeat(2))).collect();
    let deep: Vec<(String, String)> =
        (0..70).map(|n| (format!("deep{n}.cgt"), format!("load \"deep{}.cgt\"\n", n + 1))).collect();
    let mut files: Vec<(&str, &str)> = twice.iter().chain(&deep).map(|(name, text)| (&name[..], &text[..])).collect();
    files.extend([("40.cgt", "let x = 1"), ("deep70.cgt", "let x = 1")]);
    let folder = folder(&files);
    for (name, expected) in [("0.cgt", "more than 10,000 files"), ("deep0.cgt", "more than 64 files")] {
        let ran = run(&folder, &[name]).code(1);
        assert!(err(&ran).starts_with("error[E0608]") && err(&ran).contains(expected), "{name}: {}", err(&ran));
    }
    let ran = run(&folder, &["-e", "load \"deep0.cgt\""]).code(1);
    assert!(err(&ran).contains("more than 64 files"), "{}", err(&ran));
    // Each statement of the command line counts anew.
    run(&folder, &["-e", "load \"39.cgt\"", "-e", "load \"39.cgt\""]).success();
}

#[test]
fn a_script_that_is_too_long_is_refused() {
    let folder = folder(&[("a.cgt", "load \"long.cgt\"")]);
    fs::write(folder.path().join("long.cgt"), vec![b'#'; (64 << 20) + 1]).unwrap();
    let ran = run(&folder, &["a.cgt"]).code(1);
    assert!(err(&ran).starts_with("error[E0608]"), "{}", err(&ran));
    let ran = run(&folder, &["long.cgt"]).code(1);
    assert!(err(&ran).contains("more than 64 MB"), "{}", err(&ran));
}

#[test]
fn data_is_read_beside_the_script_that_names_it() {
    let graph = "1,2\r\n2,3\n\n\"a, \"\"b\"\"\",-7\n5\n";
    let script = "let edges = read \"graph.csv\"\nprint edges\nlet seen = [v for (n, v) in read_values]\nprint seen\n";
    let sub = format!("let read_values = read \"b.txt\"\n{script}");
    let folder = folder(&[
        ("sub/graph.csv", graph),
        ("sub/b.txt", "# values\n0 0\n1\t1\n2 2\n"),
        ("sub/a.cgt", &sub),
        ("c.cgt", "load \"sub/a.cgt\"\n"),
    ]);
    let expected = "[[1, 2], [2, 3], [\"a, \\\"b\\\"\", -7], 5]\n[0, 1, 2]\n";
    for arguments in [&["sub/a.cgt"][..], &["c.cgt"], &["-e", "load \"sub/a.cgt\""]] {
        assert_eq!(out(&run(&folder, arguments).success()), expected, "{arguments:?}");
    }
    assert_eq!(out(&run(&folder, &["--let", "k=read \"sub/b.txt\"", "-e", "print k[1]"]).success()), "[1, 1]\n");
    // The saved script does not need the data file.
    run(&folder, &["-e", "let k = read \"sub/b.txt\"", "-e", "save \"d.cgt\""]).success();
    fs::remove_file(folder.path().join("sub/b.txt")).unwrap();
    assert_eq!(out(&run(&folder, &["d.cgt", "-e", "print k"]).success()), "[[0, 0], [1, 1], [2, 2]]\n");
    let checked = run(&folder, &["--check", "sub/a.cgt"]);
    assert_eq!(err(&checked.success()), "");
    let missing = run(&folder, &["-e", "let k = read \"sub/graf.csv\""]).code(1);
    assert!(err(&missing).contains("did you mean sub/graph.csv?"), "{}", err(&missing));
}

#[test]
fn lenient_forms_are_told_and_written_in_the_house_form() {
    let lenient =
        "# my game\nS = take 1, 2 or 3   # three\nn1 = 4, n2 = 3\nprint Mex{0, 1} = 2\nwinner S(\nWinner S(5)?\n";
    let house = "# my game\ngame S = take <1, 2, 3>   # three\nlet n1 = 4; let n2 = 3\nprint mex{0, 1} == 2\nwinner S(\nwinner S(5)\n";
    let folder = folder(&[("a.cgt", lenient), ("b.cgt", "load \"a.cgt\"\n"), ("house.cgt", "game S = take <1>\n")]);
    let checked = run(&folder, &["--check", "b.cgt"]).code(1);
    let told = err(&checked);
    assert!(told.contains("in the house form this is `game S = take <1, 2, 3>`"), "{told}");
    assert!(told.contains("in the house form this is `winner S(5)`"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("a.cgt")).unwrap(), lenient);
    let fixed = run(&folder, &["--check", "--fix", "a.cgt", "house.cgt"]).code(1);
    assert_eq!(fs::read_to_string(folder.path().join("a.cgt")).unwrap(), house, "{}", err(&fixed));
    assert!(err(&fixed).contains("a.cgt is now in the house form"), "{}", err(&fixed));
    // What is wrong is still said, and what is written in the house form is not.
    assert!(err(&fixed).contains("never closed") && !err(&fixed).contains("this is"), "{}", err(&fixed));
    fs::write(folder.path().join("t.txt"), "> x = 3\n3\n").unwrap();
    let transcript = run(&folder, &["--check", "--fix", "t.txt"]).code(1);
    assert!(err(&transcript).contains("a transcript stays as it was typed"), "{}", err(&transcript));
    for wrong in [&["--fix", "a.cgt"][..], &["--check", "--fix", "--safe", "a.cgt"]] {
        run(&folder, wrong).code(2);
    }
}

#[test]
fn headings_of_data_are_said_and_columns_have_names() {
    let folder = folder(&[("x.csv", "heap,value\n3,5\n4,6\n"), ("edges.csv", "a,b\nb,c\n"), ("n.txt", "1 2\n")]);
    let read = |what: &str| run(&folder, &["-e", &format!("let x = read {what}; print x")]);
    let rows = read("\"x.csv\"").success();
    assert_eq!(out(&rows), "[[3, 5], [4, 6]]\n");
    assert!(err(&rows).contains("is taken as headings: \"heap\", \"value\""), "{}", err(&rows));
    assert_eq!(out(&read("\"x.csv\" headings").success()), "[\"heap\", \"value\"]\n");
    assert_eq!(out(&read("\"x.csv\" column \"value\"").success()), "[5, 6]\n");
    // Texts above texts are data, unless they are asked for as headings.
    let edges = read("\"edges.csv\"").success();
    assert_eq!((out(&edges), err(&edges)), ("[[\"a\", \"b\"], [\"b\", \"c\"]]\n".into(), String::new()));
    assert_eq!(out(&read("\"edges.csv\" column \"b\"").success()), "[\"c\"]\n");
    for (wrong, said) in [
        ("\"x.csv\" column \"valu\"", "did you mean `column \"value\"`?"),
        ("\"x.csv\" column \"foo\"", "the columns are \"heap\", \"value\""),
        ("\"n.txt\" headings", "its first line is no line of headings"),
        ("\"x.csv\" column", "error[E0101]"),
    ] {
        let ran = read(wrong).code(1);
        assert!(err(&ran).contains(said), "{wrong}: {}", err(&ran));
    }
    run(&folder, &["-e", "let x = read \"x.csv\" column \"value\"; save \"s.cgt\""]).success();
    assert_eq!(out(&run(&folder, &["s.cgt", "-e", "print x"]).success()), "[5, 6]\n");
}

#[test]
fn data_counts_as_memory_and_has_the_time_of_its_statement() {
    let long = "1,2,3,4,5,6,7,8\n".repeat(100_000);
    let folder = folder(&[("long.csv", &long)]);
    let read = "let k = read \"long.csv\"";
    assert_eq!(out(&run(&folder, &["-e", read, "-e", "print length(k)"]).success()), "100000\n");
    let small = run(&folder, &["--memory", "10M", "-e", read]).code(1);
    assert!(err(&small).contains("E0503"), "{}", err(&small));
    let short = run(&folder, &["--timeout", "1ms", "-e", read]).code(1);
    assert!(err(&short).contains("E0502"), "{}", err(&short));
}
