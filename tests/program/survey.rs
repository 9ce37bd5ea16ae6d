//! `survey`: the rows are the same on any number of threads, and rows that were written stay when an error, a
//! time-out or a signal ends it.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::files::{folder, run};
use crate::{err, grundy, out};

/// A survey of positions of two heaps, in which some cells are errors.
const WIDE: &str = "game W(a, b) = (a-i, b) for i in 1..a | (a, b-i) for i in 1..b | (a-i, b-i) for i in 1..min(a, b)
survey a, b, grundy W(a, b), [a, b], 100 / (a - 3) as q for a in 0..14, b in a..25 if (a + b) % 3 != 0 to \"rows.csv\"";

fn rows(script: &str, arguments: &[&str]) -> (String, String) {
    let folder = folder(&[("a.cgt", script)]);
    let ran = run(&folder, &[arguments, &["a.cgt"]].concat());
    (fs::read_to_string(folder.path().join("rows.csv")).unwrap_or_default(), err(&ran))
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let (one, said) = rows(WIDE, &["--threads", "1"]);
    assert!(one.starts_with("a,b,\"grundy W(a, b)\",\"[a, b]\",q\n0,1,1,\"[0, 1]\",error: "), "{one}");
    assert!(one.ends_with("\n14,24,5,\"[14, 24]\",9\n") && one.lines().count() == 191, "{one}");
    assert_eq!(said, "note: 65 cells have no value and say why: look for `error:`.\n");
    for threads in ["2", "3", "16"] {
        assert_eq!(rows(WIDE, &["--threads", threads]), (one.clone(), said.clone()), "{threads}");
    }
    assert_eq!(rows(WIDE, &[]).0, one);
}

/// Each thread has a share of the memory. A row that needs more is answered again with all of it.
#[test]
fn memory_changes_no_row() {
    let script = "survey n, length([k for k in 1..n * 40000]), n * n for n in 1..30 to \"rows.csv\"";
    let (one, _) = rows(script, &["--threads", "1", "--memory", "30M"]);
    assert!(one.contains("\n3,120000,9\n") && one.contains("\n30,\"error: this would need "), "{one}");
    for threads in ["2", "5"] {
        assert_eq!(rows(script, &["--threads", threads, "--memory", "30M"]).0, one, "{threads}");
    }
}

/// In a session, a search for a period goes on where the last one ended, and finds a proof sooner where many values
/// are known. In a survey, each row begins anew.
#[test]
fn a_row_does_not_depend_on_those_before_it() {
    let script =
        "survey n, proved Kayles to 100 as p, grundy Kayles(n * 1000) as g, proved Kayles as q for n in 0..3\n";
    for threads in ["1", "3"] {
        let folder = folder(&[("a.cgt", &script.replace('\n', " to \"rows.csv\"\nproved Kayles to 100"))]);
        let before = out(&run(&folder, &["--threads", threads, "-e", "grundy Kayles(5000)", "a.cgt"]).success());
        assert!(before.ends_with("true\n"), "{before}");
        let found = fs::read_to_string(folder.path().join("rows.csv")).unwrap();
        assert_eq!(found, "n,p,g,q\n0,false,0,true\n1,false,1,true\n2,false,1,true\n3,false,4,true\n", "{threads}");
    }
}

#[test]
fn every_format_has_the_rows() {
    for (name, expected) in [
        ("a.csv", "n,text\n1,\"a\"\"b, c\"\n"),
        ("a.jsonl", "{\"n\":1,\"text\":\"a\\\"b, c\"}\n"),
        ("a.md", "| n | text |\n| --- | --- |\n| 1 | a\"b, c |\n"),
    ] {
        let folder = folder(&[(name, "old")]);
        let code = format!("survey n, \"a\\\"b, c\" as text for n in 1..1 to \"{name}\"");
        assert_eq!(out(&run(&folder, &["-e", &code]).success()), "");
        assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), expected);
    }
    let folder = tempdir().unwrap();
    let ran = run(&folder, &["-e", "survey n for n in 1..3 to \"a.png\""]).code(1);
    assert!(err(&ran).contains("the extensions that work are .csv, .jsonl, .md"), "{}", err(&ran));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    let ran = run(&folder, &["-e", "survey n for n in 1..3 to \"no/a.csv\""]).code(1);
    assert!(err(&ran).contains("no/a.csv: there is no such folder"), "{}", err(&ran));
}

#[test]
fn without_a_row_an_old_file_stays() {
    let folder = folder(&[("a.csv", "old")]);
    run(&folder, &["-e", "survey n for n in 3 to \"a.csv\""]).code(1);
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).unwrap(), "old");
    run(&folder, &["-e", "survey n for n in 1..3 if n > 3 to \"a.csv\""]).success();
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).unwrap(), "n\n");
}

#[test]
fn a_fault_of_the_loop_leaves_the_rows_before_it() {
    let folder = tempdir().unwrap();
    let code = "survey a, b for a in 1..3, b in [1..4 - 6 / (3 - a)] to \"a.csv\"";
    let ran = run(&folder, &["-e", code]).code(1);
    assert_eq!(fs::read_to_string(folder.path().join("a.csv")).unwrap(), "a,b\n1,1\n");
    assert!(err(&ran).starts_with("note: the first row is in a.csv\nerror["), "{}", err(&ran));
    let ran = run(&folder, &["-e", "survey n for n in 1..3 if n to \"a.csv\""]).code(1);
    assert!(err(&ran).contains("true or false is needed here"), "{}", err(&ran));
}

/// When a row fails, other threads are already at work on later rows: those must not be written.
#[test]
fn no_row_stands_behind_one_that_is_missing() {
    let expected: String = ["n\n".to_owned()].into_iter().chain((1..700).map(|n| format!("{n}\n"))).collect();
    let script = "survey n for n in 1..5000 if (if n == 700 then 5 else f(n)) to \"rows.csv\"";
    let script = format!("let f(n) = sum(k for k in 1..200) > n % 7\n{script}");
    for threads in ["1", "2", "7"] {
        let (found, said) = rows(&script, &["--threads", threads]);
        assert_eq!(found, expected, "{threads}");
        assert!(said.starts_with("note: the first 699 rows are in rows.csv\nerror[E0323]"), "{said}");
    }
}

/// The second row comes soon, the third never.
const ENDLESS: &str = "survey n, all(k > 0 for k in 1..10^(7 * n - 7)) for n in 1..9 to \"rows.csv\"";

/// The rows that are there, each of them whole.
fn is_begun(text: &str) -> bool {
    ["n,v\n1,true\n", "n,v\n1,true\n2,true\n"].contains(&&*text.replace("all(k > 0 for k in 1..10^(7 * n - 7))", "v"))
}

#[test]
fn the_rows_so_far_outlast_a_time_out() {
    let (rows, said) = rows(ENDLESS, &["--timeout", "1s"]);
    assert!(is_begun(&rows), "{rows}");
    assert!(said.contains("in rows.csv\nerror[E0502]: the time is up"), "{said}");
    let ran =
        grundy().args(["--timeout", "1s", "-e", ENDLESS.strip_suffix(" to \"rows.csv\"").unwrap()]).assert().code(1);
    assert!(out(&ran).contains("\n 1   true\n") && err(&ran).contains("E0502"), "{}{}", out(&ran), err(&ran));
}

/// A limit on the size of files stands in for a full disk. Half a row would be a row with another number.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_rows_and_counts_them() {
    let program = crate::common::program::program().canonicalize().unwrap();
    for (threads, extension) in [("1", "csv"), ("3", "csv"), ("2", "jsonl"), ("2", "md")] {
        let folder = tempdir().unwrap();
        let survey = format!("survey n, 10^9 + n as v for n in 1..3000 to \"rows.{extension}\"");
        let script = format!("ulimit -f 8; exec '{}' --threads {threads} -e '{survey}'", program.display());
        let ran = std::process::Command::new("bash").args(["-c", &script]).current_dir(folder.path()).output().unwrap();
        assert_eq!(ran.status.code(), Some(1), "{ran:?}");
        let text = fs::read_to_string(folder.path().join(format!("rows.{extension}"))).unwrap();
        assert!(text.ends_with('\n') && text.len() > 1000, "{threads} {extension}: {text}");
        let is_row = |line: &&str| line.contains("10000");
        let rows: Vec<&str> = text.lines().filter(is_row).collect();
        for (index, row) in rows.iter().enumerate() {
            let n = index + 1;
            let whole = match extension {
                "csv" => format!("{n},{}", 1_000_000_000 + n),
                "jsonl" => format!("{{\"n\":{n},\"v\":{}}}", 1_000_000_000 + n),
                _ => format!("| {n} | {} |", 1_000_000_000 + n),
            };
            assert_eq!(*row, whole, "{threads}");
        }
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert!(said.starts_with(&format!("note: the first {} rows are in", rows.len())), "{}: {said}", rows.len());
        assert!(said.contains("error[E0601]"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn the_rows_so_far_outlast_signals() {
    use std::process::Stdio;
    use std::time::Instant;

    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    use crate::common::clock::HANGS;

    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGKILL] {
        let folder = folder(&[("a.cgt", ENDLESS)]);
        let path = folder.path().join("rows.csv");
        let mut command = std::process::Command::new(crate::common::program::program());
        let mut program = command.current_dir(folder.path()).arg("a.cgt").stderr(Stdio::piped()).spawn().unwrap();
        let begun = Instant::now();
        while !fs::read_to_string(&path).is_ok_and(|text| is_begun(&text)) {
            assert!(begun.elapsed() < HANGS, "no row has come");
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        kill(Pid::from_raw(program.id().try_into().unwrap()), signal).unwrap();
        let ended = program.wait().unwrap();
        assert_eq!(ended.code(), (signal == Signal::SIGINT).then_some(130));
        assert!(is_begun(&fs::read_to_string(&path).unwrap()), "{signal}");
        let names: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(names.len(), 2, "{names:?}");
    }
}

#[test]
fn a_table_on_the_screen_says_what_it_leaves_out() {
    let said = out(&grundy().args(["-e", "survey n for n in 0..100000"]).assert().success());
    assert!(said.contains("   19\n     …\n 99995\n"), "{said}");
    assert!(said.contains("There are more rows than these 100,000. to \"survey.csv\" at the end"), "{said}");
    let json = out(&grundy().args(["--json", "-e", "survey n, n / (n - 1) as q for n in 1..2"]).assert().success());
    let read: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(read["rows"], serde_json::json!([[1, "error: division by zero"], [2, 2]]));
    assert_eq!((&read["failed"], &read["columns"][1]), (&1.into(), &"q".into()));
}

/// The first block in `docs/survey.md` that is fenced with this language and contains `word`.
#[cfg(unix)]
fn block(language: &str, word: &str) -> String {
    let page = fs::read_to_string("docs/survey.md").unwrap();
    let fence = format!("\n```{language}\n");
    let blocks = page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap());
    blocks.into_iter().find(|block| block.contains(word)).unwrap().to_owned()
}

/// Runs a shell script in which `grundy` is the tested program.
#[cfg(unix)]
fn shell(folder: &Path, script: &str, variables: &[(&str, &str)]) {
    let program = crate::common::program::program().canonicalize().unwrap();
    let path = format!("{}:{}", program.parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = std::process::Command::new("bash");
    command.args(["-e", "-c", script]).current_dir(folder).env("PATH", path).envs(variables.iter().copied());
    let ran = command.output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// The rows of the page's survey, run in one part.
#[cfg(unix)]
fn whole(script: &str) -> String {
    let folder = folder(&[("survey.cgt", script)]);
    run(&folder, &["--let", "parts=1", "--let", "part=0", "survey.cgt"]).success();
    fs::read_to_string(folder.path().join("rows.csv")).unwrap()
}

#[cfg(unix)]
#[test]
fn parts_of_gnu_parallel_are_the_whole() {
    let is_there = std::process::Command::new("parallel").arg("--version").output();
    let is_gnu = is_there.is_ok_and(|said| String::from_utf8_lossy(&said.stdout).starts_with("GNU parallel"));
    if !is_gnu {
        assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "GNU parallel is wanted here");
        eprintln!("there is no GNU parallel here: its recipe was not tried");
        return;
    }
    let script = block("cgt", "parts");
    let folder = folder(&[("survey.cgt", &script)]);
    shell(folder.path(), &block("sh", "parallel"), &[("HOME", &folder.path().to_string_lossy())]);
    shell(folder.path(), &block("sh", "tail"), &[]);
    let joined = fs::read_to_string(folder.path().join("all.csv")).unwrap();
    assert_eq!(joined, whole(&script));
    assert_eq!(joined.lines().count(), 1 + 50 * 49 / 2);
    assert!((0..8).all(|part| folder.path().join(format!("part{part}/rows.csv")).is_file()));
}

#[cfg(unix)]
#[test]
fn parts_of_a_job_array_are_the_whole() {
    let script = block("cgt", "parts");
    let folder = folder(&[("survey.cgt", &script)]);
    for part in ["0", "1", "2"] {
        let variables = [("SLURM_ARRAY_TASK_ID", part), ("SLURM_ARRAY_TASK_COUNT", "3"), ("SLURM_CPUS_PER_TASK", "2")];
        shell(folder.path(), &block("bash", "SLURM"), &variables);
    }
    shell(folder.path(), &block("sh", "tail"), &[]);
    assert_eq!(fs::read_to_string(folder.path().join("all.csv")).unwrap(), whole(&script));
}
