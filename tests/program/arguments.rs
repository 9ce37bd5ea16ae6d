//! The command line: options, exit codes, what goes to which stream, and colours.

use crate::{err, eval, grundy, out};

#[test]
fn exit_codes_tell_how_it_went() {
    for (arguments, code) in [
        (&["-e", "winner Nim(3)"][..], 0),
        (&["-e", "assert grundy Nim(3) == 3"], 0),
        (&["-e", "check grundy Nim(n) == n for n in 0..9"], 0),
        (&["-e", "winner Foo(3)"], 1),
        (&["-e", "winner Nim(3"], 1),
        (&["-e", "assert grundy Nim(3) == 4"], 1),
        (&["-e", "check grundy Nim(n) == 3 for n in 0..9"], 1),
        (&["no_such_file.cgt"], 1),
        (&["--no-such-option"], 2),
        (&["--color", "sometimes"], 2),
        (&["--timeout", "soon"], 2),
        (&["--memory", "much"], 2),
        (&["--threads", "0"], 2),
        (&["--let", "k"], 2),
        (&["--let", "=5"], 2),
        (&["--let", "k="], 2),
        (&["--let", "k=5+", "-e", "print 7"], 1),
        (&["--let", "k=5; print 6", "-e", "print 7"], 1),
        (&["--let", "5=k", "-e", "print 7"], 1),
        (&["completions", "no-such-shell"], 2),
        (&["--version"], 0),
        (&["--help"], 0),
    ] {
        let ran = grundy().args(arguments).assert();
        assert_eq!(ran.get_output().status.code(), Some(code), "{arguments:?}: {}", err(&ran));
    }
}

#[test]
fn names_are_defined_before_anything_runs() {
    let asked = ["--json", "-e", "print k + f(2)", "--let", "k=5", "--let", "f(n)=n*k"];
    assert_eq!(
        out(&grundy().args(asked).assert().success()),
        "{\"line\":1,\"statement\":\"print k + f(2)\",\"type\":\"print\",\"values\":[15]}\n"
    );
    let asked = ["--let", "heaps=[3, 4, 5]", "-e", "winner Nim[heaps]"];
    assert!(out(&grundy().args(asked).assert().success()).starts_with("First"), "the nim-sum is 2");
    let ran = grundy().args(["--let", "k=5; print 6", "-e", "print k"]).assert().code(1);
    assert!(out(&ran).is_empty() && err(&ran).contains("a second statement"), "{}", err(&ran));
    let ran = grundy().args(["--let", "k=5 +", "-e", "print k"]).assert().code(1);
    assert!(err(&ran).contains("<--let>:1:"), "{}", err(&ran));
}

#[test]
fn a_failed_check_goes_on_and_ends_with_1() {
    let ran = grundy().args(["-e", "check grundy Nim(n) == 3 for n in 0..9; print 7"]).assert().code(1);
    assert!(out(&ran).ends_with("7\n"), "{}", out(&ran));
}

#[test]
fn answers_and_errors_have_their_own_streams() {
    let ran = grundy().args(["-e", "print 7", "-e", "winner Foo(3)", "-e", "print 8"]).assert().code(1);
    assert_eq!(out(&ran), "7\n");
    assert!(err(&ran).starts_with("error[E0201]: no game is called Foo\n"), "{}", err(&ran));
}

#[test]
fn several_pieces_of_code_share_a_session() {
    let ran = grundy().args(["-e", "game S = take <1,2,3>", "-e", "print grundy S(5)"]).assert().success();
    assert_eq!(out(&ran), "1\n");
    assert_eq!(err(&ran), "");
}

#[test]
fn errors_can_be_passed_over() {
    let code = ["-e", "print 1; winner Foo(3); print 2"];
    assert_eq!(out(&grundy().args(code).assert().code(1)), "1\n");
    assert_eq!(out(&grundy().arg("--keep-going").args(code).assert().code(1)), "1\n2\n");
    let unreadable = ["-e", "print 1\nprint )\nprint 2"];
    assert_eq!(out(&grundy().args(unreadable).assert().code(1)), "", "nothing runs of what cannot be read");
    assert_eq!(out(&grundy().arg("--keep-going").args(unreadable).assert().code(1)), "1\n2\n");
}

#[test]
fn check_says_every_error_and_runs_nothing() {
    let code = "print 1\nwinner Foo(3)\ngame S = take <1,2\nassert grundy Bar(2) == 1\nprint )\n";
    let ran = grundy().args(["--check", "-e", code]).assert().code(1);
    assert_eq!(out(&ran), "");
    let text = err(&ran);
    for (code, line) in [("E0201", 2), ("E0103", 3), ("E0201", 4), ("E01", 5)] {
        assert!(text.contains(&format!("error[{code}")) && text.contains(&format!("<code>:{line}:")), "{line}: {text}");
    }
    let fine = grundy().args(["--check", "-e", "print 1; game S = take <1>; winner S(3)"]).assert().success();
    assert_eq!((out(&fine), err(&fine)), (String::new(), String::new()));
}

#[test]
fn check_reads_standard_input_too() {
    for arguments in [&["--check"][..], &["--check", "-"]] {
        let ran = grundy().args(arguments).write_stdin("print 1\nwinner Foo(3)\n").assert().code(1);
        assert_eq!(out(&ran), "");
        assert!(err(&ran).contains("<stdin>:2:8"), "{}", err(&ran));
    }
}

#[test]
fn an_error_in_a_pipe_stands_in_the_line_it_came_in() {
    let code = "let x = 1\nprint [x,\n  x]\n\n# a remark\nwinner Foo(3)\nprint (x +\n  y)\n";
    let ran = grundy().arg("--keep-going").write_stdin(code).assert().code(1);
    let text = err(&ran);
    for expected in ["<stdin>:6:8", "6 | winner Foo(3)", "<stdin>:8:3"] {
        assert!(text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn json_is_one_object_a_line_whatever_is_asked() {
    let code = "game S = take <1,2>\nlet x = 3\nwinner S(3)\nmoves S(4)\noptions S(2)\ntable S 0..3\nvalues S 0..5\n\
                outcome S(2)\ngrundy S(4)\nexplain S(3)+S(4)\nexplain period S\nperiod Kayles\nprint 1, \"a\"\n[1, 2]\n\
                check grundy S(n) == n % 3 for n in 0..9\ncheck grundy S(n) == n for n in 0..9\ngames\nshow S\n\
                about Kayles\nhelp\nhelp take\ntime grundy S(9)\nhistory\nforget S\n2^3\nNim(3)";
    let ran = grundy().args(["--json", "-e", code]).assert().code(1);
    let text = out(&ran);
    for line in text.lines() {
        let value: serde_json::Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(value["type"].is_string(), "{line}");
    }
    assert_eq!(text.lines().count(), code.lines().count() + 1, "`time` says two things\n{text}\n{}", err(&ran));
    let wrong = grundy().args(["--json", "-e", "print 1 +\n  )"]).assert().code(1);
    assert_eq!(out(&wrong), "");
    let error: serde_json::Value = serde_json::from_str(err(&wrong).trim()).unwrap();
    assert_eq!((&error["type"], &error["line"]), (&"error".into(), &2.into()));
}

#[test]
fn colours_are_for_those_who_want_them() {
    let code = ["-e", "winner Nim(3)", "-e", "winner Foo(3)"];
    let colored = |text: String| text.contains('\x1b');
    for (arguments, variables, expected) in [
        (&[][..], &[][..], false),
        (&["--color", "always"], &[], true),
        (&["--color=always"], &[("NO_COLOR", "1")], true),
        (&["--color", "never"], &[("CLICOLOR_FORCE", "1")], false),
        (&[], &[("CLICOLOR_FORCE", "1")], true),
        (&[], &[("CLICOLOR_FORCE", "0")], false),
        (&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "1")], false),
        (&[], &[("CLICOLOR_FORCE", "1"), ("NO_COLOR", "")], true),
    ] {
        let ran = grundy().args(arguments).args(code).envs(variables.iter().copied()).assert().code(1);
        assert_eq!(colored(out(&ran)), expected, "stdout of {arguments:?} {variables:?}");
        assert_eq!(colored(err(&ran)), expected, "stderr of {arguments:?} {variables:?}");
    }
}

#[test]
fn signs_of_the_books_only_where_they_can_be_shown() {
    let ask = "winner Nim(3)+Nim(5)";
    assert!(out(&eval(ask)).contains("3 ⊕ 5"));
    let plain = grundy().args(["--ascii", "-e", ask]).assert().success();
    assert!(out(&plain).is_ascii() && out(&plain).contains("3 xor 5"), "{}", out(&plain));
    let old = grundy().args(["-e", ask]).env("LANG", "C").assert().success();
    assert!(out(&old).is_ascii(), "{}", out(&old));
}

#[test]
fn completions_and_the_manual_page_are_written() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let ran = grundy().args(["completions", shell]).assert().success();
        assert!(out(&ran).contains("keep-going"), "{shell}");
    }
    let page = out(&grundy().arg("man").assert().success());
    assert!(page.contains(".TH") && page.contains("timeout"), "{page}");
}

#[test]
fn a_file_named_like_a_command_is_a_file() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("man"), "print 7").unwrap();
    let ran = grundy().current_dir(folder.path()).arg("./man").assert().success();
    assert_eq!(out(&ran), "7\n");
}

#[test]
fn scripts_and_code_run_in_the_order_of_the_command_line() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["a", "b"] {
        std::fs::write(folder.path().join(format!("{name}.cgt")), format!("print \"{name}\"")).unwrap();
    }
    let run = grundy()
        .current_dir(folder.path())
        .args(["a.cgt", "-e", "print 1", "b.cgt", "-q", "-e", "print 2", "a.cgt"])
        .assert()
        .code(0);
    assert_eq!(out(&run), "a\n1\nb\n2\na\n");
}

#[test]
fn the_manual_page_has_its_sections() {
    let run = grundy().arg("man").assert().code(0);
    for section in ["NAME", "SYNOPSIS", "OPTIONS", "EXAMPLES", "FILES", "ENVIRONMENT", "\"EXIT STATUS\""] {
        assert!(out(&run).contains(&format!(".SH {section}")), "{section}");
    }
    for said in ["init.cgt", "grundy/history", "GRUNDY_PAGER", "NO_COLOR", "130"] {
        assert!(out(&run).contains(said), "{said}");
    }
}

#[test]
fn a_format_leaves_only_rows_on_standard_output() {
    let script =
        "game S = take <1,2,3>\nprint \"said\"\nlosing S 0..8\ncheck grundy S(n) == n % 4 for n in 0..9\nmoves S(2)";
    let said = "said\nHolds for all 10 cases.\n";
    for (format, expected) in [
        ("csv", "n\n0\n4\n8\n\nfrom,to,binding,value,total,outcome,remoteness\nS(2),S(0),,0,0,P,\nS(2),S(1),,1,1,N,\n"),
        (
            "jsonl",
            "{\"n\":0}\n{\"n\":4}\n{\"n\":8}\n\
             {\"from\":\"S(2)\",\"to\":\"S(0)\",\"binding\":null,\"value\":0,\"total\":0,\"outcome\":\"P\",\"remoteness\":null}\n\
             {\"from\":\"S(2)\",\"to\":\"S(1)\",\"binding\":null,\"value\":1,\"total\":1,\"outcome\":\"N\",\"remoteness\":null}\n",
        ),
    ] {
        let ran = grundy().args(["--format", format]).write_stdin(script).assert().success();
        assert_eq!((out(&ran), err(&ran)), (expected.to_owned(), said.to_owned()), "{format}");
    }
    // Moves are not a sequence of numbers, so they have no b-file.
    let ran = grundy().args(["--format", "bfile"]).write_stdin(script).assert().code(1);
    assert_eq!(out(&ran), "1 0\n2 4\n3 8\n");
    assert!(err(&ran).contains("E0610"), "{}", err(&ran));
    // All moves are there, not only the first twenty.
    let ran = grundy().args(["--format", "csv", "-e", "moves Nim(100)"]).assert().success();
    assert_eq!(out(&ran).lines().count(), 101);
}

#[test]
fn objects_count_lines_whatever_comes_between() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cgt");
    std::fs::write(&path, "print 1; print 2\n\n# a\nprint 3\ntime print 4\nassert 1 == 1\n  print (5,\n 6)\n").unwrap();
    let ran = grundy().arg("--json").arg(&path).args(["-e", "\nprint 7"]).assert().success();
    let places: Vec<(u64, String)> = out(&ran)
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|object| (object["line"].as_u64().unwrap(), object["statement"].as_str().unwrap().to_owned()))
        .collect();
    let expected = [
        (1, "print 1"),
        (1, "print 2"),
        (4, "print 3"),
        (5, "print 4"),
        (5, "time print 4"),
        (7, "print (5,\n 6)"),
        (2, "print 7"),
    ];
    assert_eq!(places, expected.map(|(line, statement)| (line, statement.to_owned())));
}

#[test]
fn check_finds_what_a_page_could_not_show() {
    let folder = tempfile::tempdir().unwrap();
    let script =
        "## A formula $\\frac{1$ and ![a board](nothere.png)\nwinner Nim(3)\n## Good $x^2$, and $$\\foo{x}$$\n";
    std::fs::write(folder.path().join("a.cgt"), script).unwrap();
    let ran = grundy().current_dir(folder.path()).args(["--check", "a.cgt"]).assert().code(1);
    for place in ["a.cgt:1:14", "a.cgt:1:28", "a.cgt:3:22"] {
        assert!(err(&ran).contains(place), "{place}: {}", err(&ran));
    }
}

#[test]
fn answers_are_told_in_the_language_of_the_locale_or_of_the_option() {
    let answers = |locale: [(&str, &str); 2], options: &[&str], begins: &str| {
        let assert = grundy().args(options).args(["-e", "winner Nim(3)"]).envs(locale).assert().success();
        let said = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(said.starts_with(begins), "{locale:?} {options:?}: {said}");
    };
    answers([("LANG", "de_AT.UTF-8"), ("LC_ALL", "")], &[], "Der erste Spieler gewinnt: ");
    answers([("LANG", "de_DE.UTF-8"), ("LC_MESSAGES", "es_MX.UTF-8")], &[], "Gana el primer jugador: ");
    answers([("LANG", "de_DE.UTF-8"), ("LC_ALL", "C.UTF-8")], &[], "First player wins: ");
    answers([("LANG", "fr_FR.UTF-8"), ("LC_ALL", "")], &[], "First player wins: ");
    answers([("LANG", "de_DE.UTF-8"), ("LC_ALL", "")], &["--lang", "zh"], "先手必胜：");
}
