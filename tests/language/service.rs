//! A program that only wants answers: texts are run by a `Service`, without a terminal, a prompt or threads. (The limit on
//! memory is tested where allocations are counted, in `tests/alone`.)

use std::path::Path;
use std::time::Duration;

use grundy::service::{Author, Bundle, FileAccess, Flow, Heard, LineSource, Service, bundle};
use grundy::show::{Painter, error};
use grundy_engine::solve::Limits;

/// The lines of a dialogue.
struct Lines(Vec<&'static str>);

impl LineSource for Lines {
    fn next_line(&mut self, _: &str, _: &'static [&'static str]) -> Option<String> {
        (!self.0.is_empty()).then(|| self.0.remove(0).to_owned())
    }
}

/// What a text says, line by line, and whether the run goes on.
fn run_as(service: &mut Service, author: Author, text: &str, lines: &[&'static str]) -> (String, Flow) {
    let mut heard = String::new();
    let mut sink = |said: Heard| match said {
        Heard::Answer { report, .. } => heard.push_str(&bundle(report, "", 10_000).plain),
        Heard::Error { error, sources } => heard.push_str(&error::error(error, sources, Painter::Plain)),
        Heard::Notice { notice, sources } => heard.push_str(&error::notice(notice, sources, Painter::Plain)),
        Heard::Lines(text) => heard.push_str(text),
        Heard::Took(_) => heard.push_str("took\n"),
        Heard::Wrote(path) => heard.push_str(&format!("wrote {path}\n")),
    };
    let flow = service.run(text, author, Limits::default(), &mut sink, &mut Lines(lines.to_vec()));
    (heard, flow)
}

fn run(service: &mut Service, text: &str) -> String {
    run_as(service, Author::in_current_folder(), text, &[]).0
}

#[test]
fn texts_are_answered_statement_by_statement() {
    let mut service = Service::new(Limits::default());
    assert_eq!(run(&mut service, "game S = take <1,2,3>\nprint grundy S(5)\nprint 2 + 2"), "S is a game\n1\n4\n");
    assert_eq!(run(&mut service, "print grundy S(6)"), "2\n");
    let (said, flow) = run_as(&mut service, Author::User, "print 1; quit; print 2", &[]);
    assert_eq!((said.as_str(), flow), ("1\n", Flow::Quit));
    assert_eq!(run(&mut service, "time print 3"), "3\ntook\n");
    let table = run(&mut service, "survey n, n * n as q for n in 1..2");
    assert!(table.contains("2   4"), "{table}");
    let (said, _) = run_as(&mut service, Author::User, "play Nim(1) + Nim(2)", &["what", "quit"]);
    assert!(said.contains("Nim(1) + Nim(2)"), "{said}");
}

#[test]
fn an_error_ends_a_text_and_not_the_session() {
    let mut service = Service::new(Limits::default());
    let (said, flow) = run_as(&mut service, Author::User, "let k = 3\nprint k\nwinner Foo(3)\nprint 5", &[]);
    assert!(said.starts_with("k = 3\n3\nerror[E0201]") && !said.ends_with("5\n"), "{said}");
    assert_eq!(flow, Flow::Stop);
    assert_eq!(run(&mut service, "print k"), "3\n");
}

#[test]
fn a_foreign_file_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name);
    std::fs::write(place("secret"), "root:hunter2\n").unwrap();
    std::fs::write(place("data.json"), "7\n").unwrap();
    std::fs::create_dir(place("mine")).unwrap();
    std::fs::write(place("mine/a.cgt"), "let a = 7\n").unwrap();
    let mut service = Service::new(Limits::default());
    let mine = || Author::Script(place("mine").canonicalize().unwrap());
    for (statement, code) in [
        (format!("load \"{}\"", place("secret").display()), "E0605"),
        (format!("let d = read \"{}\"", place("data.json").display()), "E0611"),
        (format!("let d = read \"{}\"", place("x.csv").display()), "E0605"),
        (format!("save \"{}\"", place("new.cgt").display()), "E0605"),
        (format!("values Nim 0..3 to \"{}\"", place("new.csv").display()), "E0605"),
        (format!("survey n for n in 1..2 to \"{}\"", place("new.csv").display()), "E0605"),
    ] {
        let (said, flow) = run_as(&mut service, mine(), &statement, &[]);
        let is_refused = said.starts_with(&format!("error[{code}]")) && flow == Flow::Stop;
        assert!(is_refused && !said.contains("hunter2"), "{statement}: {said}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    // What is below the folder of the author may be used.
    let below = |name: &str| place("mine").join(name).display().to_string();
    let text = format!(
        "load \"{}\"; values Nim 0..a to \"{}\"; survey n, 1 / (n-1) as q for n in 1..3 to \"{}\"",
        below("a.cgt"),
        below("v.csv"),
        below("rows.csv")
    );
    let (said, flow) = run_as(&mut service, mine(), &text, &[]);
    assert!(said.contains("a = 7\nwrote ") && said.contains("Wrote 3 rows to"), "{said}");
    assert_eq!(flow, Flow::On);
    let rows = std::fs::read_to_string(Path::new(&below("rows.csv"))).unwrap();
    assert_eq!(rows, "n,q\n1,error: division by zero\n2,1\n3,0\n");
}

#[test]
fn a_time_out_is_over_with_the_next_question() {
    let mut service = Service::new(Limits::default());
    for _ in 0..2 {
        let clock = service.clock().clone();
        let (said, flow) = clock.within(Some(Duration::from_millis(50)), || {
            run_as(&mut service, Author::User, "print sum(n for n in 1..10^12); print 1", &[])
        });
        assert!(said.starts_with("error[E0502]"), "{said}");
        assert_eq!((said.contains("\n1\n"), flow), (false, Flow::Stop));
        assert_eq!(run(&mut service, "print 40 + 2"), "42\n");
    }
    // One that comes when nothing is computed is forgotten.
    service.clock().time_out();
    assert_eq!(run(&mut service, "print 40 + 2"), "42\n");
    // Another thread may say so as well.
    let clock = service.clock().clone();
    let stopper = std::thread::spawn(move || {
        while clock.computing().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        clock.stop();
    });
    assert!(run(&mut service, "print sum(n for n in 1..10^12)").starts_with("error[E0501]"));
    stopper.join().unwrap();
    assert_eq!(run(&mut service, "print 40 + 2"), "42\n");
}

/// Who only looks reads what a text loads, and writes nothing, whatever the text says.
#[test]
fn nothing_is_written_by_who_only_looks() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let loaded = format!("values Nim 0..3 to \"{}\"\nlet k = 7\n", place("v.csv"));
    std::fs::write(place("a.cgt"), loaded).unwrap();
    let mut service = Service::new(Limits::default());
    service.guard.access = FileAccess::ReadOnly;
    for text in [
        format!("load \"{}\"", place("a.cgt")),
        format!("save \"{}\"", place("s.cgt")),
        format!("values Nim 0..3 to \"{}\"", place("v.csv")),
        format!("survey n for n in 1..2 to \"{}\"", place("rows.csv")),
        format!("exam Nim 2 questions to \"{}\"", place("marks.csv")),
        format!("plot Nim 0..9 to \"{}\"", place("p.svg")),
    ] {
        for author in [Author::User, Author::Script(folder.path().to_owned())] {
            let (said, _) = run_as(&mut service, author, &text, &["1", "quit"]);
            assert!(said.contains("error["), "{text}: {said}");
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    // What stands behind it is run by who goes on after errors.
    let text = format!("load \"{}\"", place("a.cgt"));
    service.run_part(&text, Author::User, true, &mut |_| {}, &mut Lines(Vec::new()));
    assert_eq!(run(&mut service, "print k"), "7\n");
}

/// Two sessions of one program have its memory together.
#[test]
fn a_service_beside_another_knows_nothing_of_it() {
    let mut service = Service::new(Limits::default());
    run(&mut service, "let k = 5");
    let mut other = service.beside();
    assert!(run(&mut other, "print k").starts_with("error[E0201]"));
    run(&mut other, "let k = 6");
    assert_eq!((run(&mut service, "print k"), run(&mut other, "print k")), ("5\n".to_owned(), "6\n".to_owned()));
}

#[test]
fn an_unfinished_text_is_an_error() {
    let mut service = Service::new(Limits::default());
    for text in ["game S = take <1,", "print (1 +", "print \"a"] {
        let (said, flow) = run_as(&mut service, Author::User, text, &[]);
        assert!(said.starts_with("error[E01"), "{text}: {said}");
        assert_eq!(flow, Flow::Stop);
    }
    assert_eq!(run(&mut service, "print 1"), "1\n");
}

#[test]
fn a_text_is_completed() {
    let mut service = Service::new(Limits::default());
    run(&mut service, "game Counting = take <1,2,3>");
    let completed = |text: &str, place| {
        let (range, offers) = service.complete(text, place);
        (range, offers.into_iter().map(|offer| offer.text).collect::<Vec<_>>())
    };
    assert_eq!(completed("winne", 5), (0..5, vec!["winner".to_owned()]));
    assert_eq!(completed("winner Count + Nim(3)", 12), (7..12, vec!["Counting".to_owned()]));
    // Somewhere inside of a letter, or behind the end.
    assert_eq!(completed("é", 1).1, [""; 0]);
    assert_eq!(completed("é", 99).1, [""; 0]);
    // A script is not told which files there are elsewhere.
    assert_eq!(completed("load \"/et", 9).1, [""; 0]);
    assert!(completed("load \"READ", 10).1.contains(&"README.md\"".to_owned()));
}

#[test]
fn a_word_is_inspected() {
    let mut service = Service::new(Limits::default());
    run(&mut service, "let twice(n) = 2 * n");
    let mut about = |text: &str, place| service.inspect(text, place).map(|report| bundle(&report, "", 1000).plain);
    assert!(about("winner Kayles(3)", 2).unwrap().contains("winner"));
    assert!(about("winner Kayles(3)", 9).unwrap().contains("Kayles"));
    assert!(about("print twice(3)", 7).unwrap().contains("twice(n) = 2 * n"));
    assert_eq!(about("print 34", 7), None);
    assert_eq!(about("", 5), None);
}

#[test]
fn mistakes_are_diagnosed_and_nothing_is_run() {
    let mut service = Service::new(Limits::default());
    let text = "let k = 3\nwiner Nim(3)\nprint Foo(k)\n";
    let found = service.diagnose(text);
    let codes: Vec<&str> = found.iter().map(|diagnosis| diagnosis.code).collect();
    assert_eq!(found.len(), 2, "{codes:?}");
    let fix = found[0].fix.as_ref().unwrap();
    assert_eq!((&text[fix.place.clone()], fix.text.as_str()), ("winer", "winner"));
    assert_eq!((&text[found[1].place.clone()], found[1].code), ("Foo", "E0201"));
    assert!(run(&mut service, "print k").starts_with("error"), "`k` was defined");
    assert_eq!(service.diagnose("print 1"), []);
}

#[test]
fn answers_are_bundled_within_a_bound() {
    let mut service = Service::new(Limits::default());
    let mut bundled = |text: &str, bound| -> Bundle {
        let mut last = None;
        let mut sink = |said: Heard| {
            if let Heard::Answer { report, statement } = said {
                last = Some(bundle(report, statement, bound));
            }
        };
        service.run(text, Author::User, Limits::default(), &mut sink, &mut Lines(Vec::new()));
        last.unwrap()
    };
    let short = bundled("values Nim 0..3", 10_000);
    assert_eq!(short.plain, "0 1 2 3\n");
    assert_eq!(short.rows.as_deref(), Some("n,value\n0,0\n1,1\n2,2\n3,3\n"));
    assert!(short.html.contains('3') && short.json.unwrap().contains("\"values\""));
    assert_eq!((short.svg, short.is_cut), (None, false));
    let picture = bundled("plot Nim 0..9", 100_000);
    assert!(picture.svg.is_some_and(|svg| svg.contains("<svg")));
    let long = bundled("values Nim 0..100000", 1000);
    assert!(long.is_cut && long.plain.len() < 1100 && long.plain.ends_with("left out here)\n"), "{}", long.plain);
    assert!(long.html.starts_with("<pre>") && long.html.len() < 2000);
    assert_eq!(long.json, None);
    let rows = long.rows.unwrap();
    assert!(rows.len() <= 1000 && rows.ends_with('\n') && rows.starts_with("n,value\n0,0\n"), "{rows}");
}

/// Long texts do not fill the memory of a session that is asked again and again.
#[test]
fn texts_that_were_run_are_forgotten() {
    let limits = Limits { memory: 20_000_000 };
    let mut service = Service::new(limits);
    let text = format!("print 1{}", " ".repeat(400_000));
    for _ in 0..100 {
        let mut heard = 0;
        let mut sink = |said: Heard| heard += i32::from(matches!(said, Heard::Answer { .. }));
        let flow = service.run(&text, Author::User, limits, &mut sink, &mut Lines(Vec::new()));
        assert_eq!((heard, flow), (1, Flow::On));
    }
}
