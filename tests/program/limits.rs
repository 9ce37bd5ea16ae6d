//! Too much input, too large numbers, and statements that are stopped by `--timeout`, `--memory` or Ctrl-C.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::common::clock::HANGS;
use crate::common::dice::tries;
use crate::{err, eval, grundy, out};

#[test]
fn a_million_brackets_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for (index, bracket) in
        ["(", "[", "{", "if ", "-", "not ", "<", "Nim(", "sum[", "time ", "((1)+"].iter().enumerate()
    {
        // A million of the first bracket, and of the others so many that no stack would hold them either.
        let many = if index == 0 { 1_000_000 } else { tries(200_000).max(60_000) };
        let text = format!("print {}\n", bracket.repeat(many));
        // Files and pipes take turns, since the same reader is behind both.
        let ran = if index % 2 == 0 {
            let path = folder.path().join("long.cgt");
            std::fs::write(&path, &text).unwrap();
            grundy().arg(&path).assert().code(1)
        } else {
            grundy().write_stdin(text).assert().code(1)
        };
        assert!(err(&ran).starts_with("error[E01") && err(&ran).len() < 10_000, "{bracket}: {:.300}", err(&ran));
    }
}

/// Nesting and chains of calls up to their limits. Each is run by the program, on the stack that it has.
#[test]
fn what_is_as_deep_as_allowed_fits_the_stack() {
    let nested = |open: &str, inner: &str, close: &str| {
        format!("print length(text({}{inner}{}))\n", open.repeat(250), close.repeat(250))
    };
    let mut scripts = vec![
        nested("(1+", "1", ")"),
        nested("[", "1", "]"),
        nested("{", "1", "}"),
        nested("[", "Nim(3)", "]"),
        format!("game G(n) = (n-1) if {}n > 0{}\nvalues G 0..5\n", "(".repeat(240), ")".repeat(240)),
    ];
    // The bodies of functions that call each other 3,990 deep, `@` being the function before: those that need most.
    for body in ["[@(n)][0]", "sum[@(n) for k in 0..0]"] {
        let functions = (1..3_990).map(|i| format!("let f{i}(n) = {}\n", body.replace('@', &format!("f{}", i - 1))));
        scripts.push(format!("let f0(n) = n\n{}print f3989(1)\n", functions.collect::<String>()));
    }
    // Many heaps side by side are no deep expression.
    let heaps = vec!["n-1"; 20_000].join(",");
    scripts.push(format!("game T(k)(n) = take <1..k>\ngame R(n) = T(k)[{heaps}] for k in 1..n\nwinner R(3)\n"));
    for script in scripts {
        let ran = grundy().write_stdin(script.clone()).assert();
        assert!(ran.get_output().status.success(), "{:.60}…: {:.300}", script, err(&ran));
    }
}

#[test]
fn long_texts_are_read_at_once() {
    let members: Vec<String> = (0..40_000).map(|n| n.to_string()).collect();
    let text = format!("print length([{}])\n", members.join(",\n"));
    assert_eq!(out(&grundy().write_stdin(text).assert().success()), "40000\n");
    let many = "print 1\n".repeat(5_000);
    assert_eq!(out(&grundy().write_stdin(many).assert().success()).lines().count(), 5_000);
}

/// Only the end of the input ends this statement, and the text before is not looked through again with every line.
#[test]
fn a_statement_of_many_lines_is_read_at_once() {
    for line in ["2 *\n\n\n\n\n", "print 2**\n\n\n", "\n\n\n+\n"] {
        let text = format!("print 1 +\n{}", line.repeat(1_000));
        let ran = grundy().args(["--keep-going"]).write_stdin(text).assert().code(1);
        assert!(err(&ran).starts_with("error[E01") && err(&ran).len() < 10_000_000, "{:.300}", err(&ran));
    }
}

#[test]
fn a_heap_that_is_too_large_is_refused_before_anything_is_taken() {
    let ran = eval("game X = take squares; grundy X(10^18)").code(1);
    assert!(err(&ran).starts_with("error[E0503]") && err(&ran).contains("memory"), "{}", err(&ran));
    assert_eq!(out(&eval("print grundy Nim(2^63-1)").success()), "9223372036854775807\n");
    for code in ["grundy Nim(2^63)", "grundy Nim(10^30)", "print Nim(-1)"] {
        assert!(err(&eval(code).code(1)).starts_with("error[E"), "{code}");
    }
}

#[test]
fn numbers_end_at_128_bits() {
    assert_eq!(out(&eval("print 2^126 - 1 + 2^126").success()), format!("{}\n", i128::MAX));
    for code in [
        "print 2^127",
        "print 10^39",
        "print 170141183460469231731687303715884105728",
        "print 2^126*2",
        "print 2^(10^9)",
    ] {
        let ran = eval(code).code(1);
        assert!(err(&ran).starts_with("error[E"), "{code}: {}", err(&ran));
    }
}

#[test]
fn endless_things_want_an_end() {
    for code in ["print [n for n in 0..]", "values Nim 0..", "print length(squares)", "print sum(n for n in 0..)"] {
        let ran = grundy().args(["--timeout", "20s", "-e", code]).assert().code(1);
        assert!(err(&ran).starts_with("error[E") && !err(&ran).contains("E0502"), "{code}: {}", err(&ran));
    }
}

#[test]
fn the_time_limit_ends_a_statement() {
    for code in [
        "check grundy Nim(n) == n for n in 0..10^15, m in 0..0",
        "grundy GrundysGame(10^9)",
        "print sum(n for n in 0..10^15, m in 0..0)",
        "print length([n for n in 0..10^15, m in 0..0 if n < 0])",
        "grundy D(10^15)",
        "print f(50, 1)",
    ] {
        let begin = Instant::now();
        let ran = grundy()
            .args(["--timeout", "300ms", "--memory", "20G", "-e", "game S = take <1,2,3>"])
            .args(["-e", "game D(n) = (n-k) for k in 1..n if k*k % 7 != 3"])
            .args(["-e", "let f(n, m) = if n < 2 then n else f(n-1, 2*m) + f(n-2, 2*m+1)", "-e", code])
            .assert()
            .code(1);
        let text = err(&ran);
        assert!(text.contains("E0502") || text.contains("E0503") || text.contains("E0506"), "{code}: {text}");
        println!("{code}: {:?}", begin.elapsed());
    }
}

/// The time limit of a `load` is that of the whole file.
#[test]
fn the_time_limit_ends_a_file_of_many_statements() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("many.cgt"), "print 1\n".repeat(400_000)).unwrap();
    for extra in [&[][..], &["--keep-going"]] {
        let begin = Instant::now();
        let ran = grundy()
            .current_dir(folder.path())
            .args(["--timeout", "300ms", "-e", "load \"many.cgt\"", "-e", "print 2"])
            .args(extra)
            .assert()
            .code(1);
        println!("{:?}", begin.elapsed());
        let said = err(&ran);
        assert!(said.starts_with("error[E0502]") && said.matches("error[").count() == 1, "{said}");
        assert!(out(&ran).lines().count() < 399_999);
        assert_eq!(out(&ran).ends_with("2\n"), !extra.is_empty());
    }
}

#[test]
fn the_memory_limit_holds() {
    let ran = grundy().args(["--memory", "1M", "-e", "grundy GrundysGame(10^7)"]).assert().code(1);
    assert!(err(&ran).starts_with("error[E0503]"), "{}", err(&ran));
    let ran = grundy().args(["--memory", "1M", "-e", "print [n for n in 0..10^7][3]"]).assert();
    assert!(ran.get_output().status.code().is_some_and(|code| code < 2), "{}", err(&ran));
}

/// A long run of heaps uses several threads, and gives the same answers or errors.
#[test]
fn the_limits_hold_for_any_number_of_threads() {
    let mut answers = Vec::new();
    for threads in ["1", "2", "5"] {
        let said = |limits: &[&str], code| {
            let game =
                ["--threads", threads, "--keep-going", "-e", "game G = octal 0.6", "-e", code, "-e", "print 1 + 1"];
            let ran = grundy().args(limits).args(game).assert();
            (out(&ran), err(&ran))
        };
        let (answered, stopped) = said(&["--timeout", "300ms", "--memory", "20G"], "grundy G(10^9)");
        assert!(answered == "2\n" && (stopped.contains("E0502") || stopped.contains("E0503")), "{stopped}");
        let (answered, refused) = said(&["--memory", "2M"], "grundy G(10^8)");
        assert!(answered == "2\n" && refused.starts_with("error[E0503]"), "{refused}");
        // There is room for the values, but not for a copy of them for each thread.
        answers.push(said(&["--memory", "1500K"], "print grundy G(800000), sum(grundy G(n) for n in 500000..800000)"));
    }
    assert!(answers[0].0.ends_with("\n2\n") && answers[0].1.is_empty(), "{answers:?}");
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_script_with_a_word() {
    let heaps = "grundy (octal 0.6)(10^9)";
    for code in ["check grundy Nim(n) == n for n in 0..10^15, m in 0..0", "grundy GrundysGame(10^9)", heaps] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
            .args(["--threads", "2", "--memory", "20G", "-e", "print 1", "-e", code, "-e", "print 2"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut first = String::new();
        output.read_line(&mut first).unwrap();
        assert_eq!(first, "1\n");
        std::thread::sleep(Duration::from_millis(300));
        let begin = Instant::now();
        interrupt(child.id());
        let code_of_end = child.wait().unwrap().code();
        println!("{code}: stopped in {:?}", begin.elapsed());
        assert!(begin.elapsed() < HANGS);
        assert_eq!(code_of_end, Some(130), "{code}");
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert!(said.contains("error[E0501]"), "{code}: {said}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_script_that_waits() {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_grundy")).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    use std::io::Write;
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"print 1\nprint Nim(\n").unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[cfg(unix)]
fn interrupt(process: u32) {
    let sent = Command::new("kill").args(["-INT", &process.to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Tries a test with longer and longer time limits, since even quick statements may be too slow for a short one on a
/// busy machine.
fn with_enough_time(is_quick: impl FnMut(&str) -> bool) {
    assert!(["200ms", "1s", "60s"].into_iter().any(is_quick));
}

/// A time-out inside a search of an endless set is reported as a time-out and not as Ctrl-C, and with `--keep-going`
/// the next statement is run.
#[test]
fn a_time_out_within_an_endless_set_is_a_time_out() {
    let code = "print 5 in {k for k in 1.. if all(m > 0 for m in 1..10^15)}";
    with_enough_time(|time| {
        let ran = grundy().args(["--timeout", time, "--keep-going", "-e", code, "-e", "print 1 + 1"]).assert().code(1);
        assert!(err(&ran).contains("error[E0502]") && !err(&ran).contains("E0501"), "{}", err(&ran));
        out(&ran) == "2\n"
    });
}

#[test]
fn more_memory_than_there_is_is_said_and_not_taken() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let code = ["grundy GrundysGame(10^13)", "print length([k for k in 0..10^6])"];
    let ran = grundy().args(["--memory", "900T", "--keep-going", "-e", code[0], "-e", code[1]]).assert().code(1);
    assert!(err(&ran).contains("note: `--memory` allows 900.0 TB, and this machine can spare"), "{}", err(&ran));
    assert!(err(&ran).contains("error[E0503]"), "{}", err(&ran));
    assert_eq!(out(&ran), "1000001\n");
}

#[cfg(unix)]
#[test]
fn ctrl_c_is_heard_within_a_single_step() {
    let list = "let big = [k*7919 % 10^7 for k in 0..2*10^6]";
    let mut child = Command::new(env!("CARGO_BIN_EXE_grundy"))
        .args(["-e", list, "-e", "print 1", "-e", "print sum(sort(big ++ [k])[0] for k in 1..10^6)"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert_eq!(first, "1\n");
    std::thread::sleep(Duration::from_millis(200));
    let begin = Instant::now();
    interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(begin.elapsed() < HANGS, "{:?}", begin.elapsed());
}

/// An answer is made while it is written, and that takes time as well.
#[test]
fn the_time_limit_ends_a_long_answer() {
    let code = ["values Nim 0..9999999", "print 2"];
    with_enough_time(|time| {
        let ran = grundy().args(["--timeout", time, "--keep-going", "-e", code[0], "-e", code[1]]).assert().code(1);
        assert!(err(&ran).starts_with("error[E0502]"), "{}", err(&ran));
        assert!(!out(&ran).contains("9999999"));
        out(&ran).ends_with("2\n")
    });
}

/// What is done beside the evaluator: each of these took gigabytes, minutes, or never ended.
#[test]
fn the_limits_hold_beside_the_evaluator() {
    let share = "let share(x, n) = if n == 0 then x else share([x, x], n-1); game G(l) = (l[0]) if length(l) > 1";
    for (statement, codes) in [
        ("game B = 10^5*\".\" becomes 10^5*\"#\" across or down", &[""][..]),
        ("game B = 10^7*\".\" becomes 10^7*\"#\" in any direction either way", &["E0503"]),
        ("let s = {share([0], 60)}", &["E0332", "E0502"]),
        ("print {(share([0], 60), 1), (share([0], 60), 2)}", &["E0332", "E0502"]),
        ("game Dom = \"..\" becomes \"##\"; winner Dom(12000000*\".\")", &["E0503"]),
        ("pattern [n*n for n in 0..10^6]", &["E0506"]),
        ("winner G(share([0], 60))", &["E0332", "E0502"]),
        ("print G(share([0], 60))", &["E0332", "E0502"]),
        ("print G(share([0], 60)) == G(share([1], 60))", &["E0332", "E0502"]),
        ("survey [k for k in 1..n] for n in 90000..10^9", &["E0503", "E0502"]),
        ("survey 10000*\"abcdefghij\" for n in 1..10^9", &["E0503", "E0502"]),
    ] {
        let ran = grundy()
            .args(["--timeout", "20s", "--memory", "100M", "-e", share, "-e", statement])
            .timeout(HANGS)
            .assert();
        let said = err(&ran);
        assert!(
            codes.iter().any(|code| said.contains(code) && code.is_empty() == said.is_empty()),
            "{statement}: {said}"
        );
    }
}

/// A folder with a script of so many lines of prose, each of which shows the same picture.
fn script_with_pictures(lines: usize) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("script.cgt"), "## ![x](big.png)\n".repeat(lines)).unwrap();
    std::fs::write(folder.path().join("big.png"), [&b"\x89PNG\r\n\x1a\n"[..], &[7; 4 << 20]].concat()).unwrap();
    folder
}

#[test]
fn a_picture_is_read_once_and_no_page_is_larger_than_its_pictures_may_be() {
    let folder = script_with_pictures(120);
    let ran = grundy().current_dir(&folder).args(["--html", "page.html", "script.cgt"]).assert().code(1);
    assert!(err(&ran).contains("the pictures of a page have more than 40 MB"), "{}", err(&ran));
    assert!(std::fs::metadata(folder.path().join("page.html")).unwrap().len() < 60 << 20);
    let ran = grundy().current_dir(&folder).args(["--check", "script.cgt"]).assert().code(1);
    assert!(err(&ran).contains("the pictures of a page have more than 40 MB"), "{}", err(&ran));
    let folder = script_with_pictures(3);
    grundy().current_dir(&folder).args(["--html", "page.html", "script.cgt"]).assert().code(0);
    let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert_eq!(page.matches("<img src=\"data:image/png;base64,iVBORw0KGgoHBwcH").count(), 3);
}

/// The time limit holds for prose, for errors and for a check as well.
#[test]
fn the_time_limit_ends_what_is_beside_statements() {
    let folder = tempfile::tempdir().unwrap();
    let formulas: String = (0..5000).map(|number| format!("$\\frac{{{number}}}$ ")).collect();
    let (check, page) = (&["--check"][..], &["--html", "page.html"][..]);
    for (name, text, modes) in [
        ("formulas.cgt", format!("## {formulas}\n"), &[check, page][..]),
        ("errors.cgt", (0..200_000).map(|number| format!("1 + + {number}\n")).collect(), &[check, page]),
        // A check computes no constant.
        ("constant.cgt", "let n = sum(a*b % 7 for a in 1..10^6 for b in 1..10^6)\n".to_owned(), &[page]),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
        for mode in modes {
            let ran = grundy().current_dir(&folder).args(["--timeout", "200ms"]).args(*mode).arg(name).assert().code(1);
            assert!(err(&ran).contains("error[E0502]"), "{name} {mode:?}");
        }
    }
}

/// Rows that are there when the time is up are shown, as far as that does not take long: here it would take minutes.
#[cfg(unix)]
#[test]
fn what_is_drawn_of_a_stopped_survey_has_a_time_as_well() {
    let columns: String = (0..300).map(|k| format!(", [k for k in 0..{}] as c{k}", k % 40)).collect();
    let statement = format!("survey n{columns} for n in 0..10^6");
    let arguments = ["--timeout", "500ms", "--memory", "4G", "--threads", "1", "-e", &statement];
    let (said, used) = measured(&arguments);
    assert!(said.contains("error[E0502]"), "{said:.300}");
    let taken = used.utime + used.stime;
    assert!(taken < std::time::Duration::from_secs(4), "{taken:?}");
}

/// What the program said on standard error in the end, and what it took.
#[cfg(unix)]
fn measured(arguments: &[&str]) -> (String, wait4::ResourceUsage) {
    use wait4::Wait4;
    let mut command = Command::new(env!("CARGO_BIN_EXE_grundy"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (said, child.wait4().unwrap().rusage)
}

/// A list of rows takes many times as much as the table it is made from. What it takes in the end is measured in
/// `tests/alone/memory.rs`: the peak of a child process begins with that of the process which started it.
#[test]
fn the_memory_limit_holds_for_a_table_that_becomes_a_value() {
    for table in ["Wythoff 0..1500, 0..1500", "misere Wythoff 0..1500, 0..1500"] {
        let code = format!("let t = table {table}");
        let ran = grundy().args(["--memory", "30000000", "-e", &code]).assert().code(1);
        assert!(err(&ran).starts_with("error[E0503]"), "{table}: {}", err(&ran));
    }
    eval("let t = table Wythoff 0..200, 0..200; assert length(t) == 201 and t[1][2] == 0").success();
}

/// Statements whose house form depends on names: each is looked at once, whatever stands in the others.
#[cfg(unix)]
#[test]
fn a_check_takes_as_long_as_the_script_and_no_longer_than_it_may() {
    let folder = tempfile::tempdir().unwrap();
    let script = |lines: usize| {
        let path = folder.path().join(format!("{lines}.cgt"));
        std::fs::write(&path, format!("game S = take <1,2>\n{}", "S(5) == 1\n".repeat(lines))).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let (few, many) = (script(4_000), script(16_000));
    let work = |script: &str| {
        let (said, used) = measured(&["--check", script]);
        assert!(said.starts_with("note: in the house form this is `grundy S(5) == 1`"), "{said:.300}");
        used.utime
    };
    let (less, more) = (work(&few), work(&many));
    assert!(more < 8 * less, "4,000 lines took {less:?}, 16,000 took {more:?}");
    let (said, _) = measured(&["--check", "--timeout", "50ms", &many]);
    assert!(said.matches("error[E0502]").count() == 1 && said.matches("note:").count() < 16_000, "{said:.300}");
}
