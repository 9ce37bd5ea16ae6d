//! Ctrl-C at random moments, at a real terminal: the prompt is back at once, and the session is whole, that is, it
//! answers as a session without Ctrl-C. A failure names the kind of statement (`kinds`).

mod kinds;

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::common::Played;
use crate::common::clock::HANGS;
use crate::common::dice::Dice;
use crate::common::person::{CTRL_C, ENTER, HAS_READ, Person, READING};
use kinds::{DEFINITIONS, KINDS, Kind};

/// Bounds of the time from Ctrl-C to the prompt, for every kind of statement: for the median, and for the longest.
const USUAL: Duration = Duration::from_millis(200);
const ALWAYS: Duration = Duration::from_millis(500);

/// A session at a terminal, after the definitions.
struct Sitting {
    person: Person,
    dice: Dice,
}

/// How an interruption went.
struct Heard {
    took: Duration,
    /// The processor time of the program from Ctrl-C on, which a busy machine does not prolong.
    work: Duration,
    /// The statement had ended, or was refused, before Ctrl-C came.
    was_over: bool,
}

impl Sitting {
    fn new(home: &Path, kinds: &[&Kind], members: u32, seed: u64) -> Sitting {
        for (name, text) in kinds::FILES {
            // Only the files that are used are written. `again.cgt` loads `many.cgt`.
            if *name == "many.cgt" || kinds.iter().any(|kind| kind.statement.contains(name)) {
                fs::write(home.join(name), text()).unwrap();
            }
        }
        fs::write(home.join("definitions.cgt"), definitions(members)).unwrap();
        let mut person = Person::new(home, &["--color", "always"]);
        person.types("load \"definitions.cgt\"");
        person.types(ENTER);
        person.sees(READING);
        person.goes_on();
        let mut dice = Dice::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        (0..16).for_each(|_| _ = dice.below(2));
        Sitting { person, dice }
    }

    /// Types a statement, and Ctrl-C at a random moment before `latest` milliseconds are over.
    fn interrupts(&mut self, kind: &Kind, latest: u64) -> Heard {
        let wait = Duration::from_millis(10 + self.dice.below(latest - 10));
        if kind.only_typed {
            for key in kind.statement.chars() {
                self.person.types(key.encode_utf8(&mut [0; 4]));
                std::thread::sleep(Duration::from_millis(3));
            }
        } else {
            self.person.types(kind.statement);
            self.person.types(ENTER);
            self.person.sees(HAS_READ);
        }
        let before = self.person.waits_for(READING, wait);
        let (begun, work) = (Instant::now(), self.person.work());
        self.person.types(CTRL_C);
        let seen = self.person.waits_for(READING, HANGS);
        let took = begun.elapsed();
        let Some(seen) = seen else {
            panic!("{}: no prompt {took:?} after Ctrl-C: {}", kind.name, shortened(&self.person.rest()));
        };
        if !seen.contains("E0501") {
            // The statement may have ended before Ctrl-C came, which then makes one more prompt. This wait for a
            // text that never comes reads that prompt.
            self.person.waits_for("nothing more", Duration::from_millis(300));
            self.person.unseen.clear();
        }
        Heard { took, work: self.person.work().saturating_sub(work), was_over: before.is_some() }
    }

    /// Types a question and returns the answer.
    fn answer(&mut self, question: &str) -> String {
        self.person.types(question);
        self.person.types(ENTER);
        // The editor first shows the question key by key: that is skipped.
        self.person.sees(HAS_READ);
        plain(&self.person.sees(READING))
    }

    /// Asserts that the session answers as one without Ctrl-C.
    fn is_whole(&mut self, kind: &Kind, undisturbed: &mut Played) {
        for question in ["print 6*7", kind.afterwards] {
            let expected = undisturbed.answer(question);
            assert_eq!(self.answer(question), expected.trim_end(), "{question}, after {}", kind.name);
        }
    }
}

fn definitions(members: u32) -> String {
    DEFINITIONS.replace("MEMBERS", &members.to_string())
}

/// A session without Ctrl-C, for comparison.
fn undisturbed(members: u32) -> Played {
    let mut played = Played::new();
    played.script("definitions.cgt", &definitions(members)).unwrap();
    played
}

/// The beginning and the end of a long text, and how long it is.
fn shortened(text: &str) -> String {
    let (first, last) = (text.floor_char_boundary(200), text.ceil_char_boundary(text.len().saturating_sub(200)));
    format!("{} … {} ({} bytes)", &text[..first], &text[last.max(first)..], text.len())
}

/// The text without colours, progress lines and the carriage returns of a terminal.
fn plain(text: &str) -> String {
    let lines: Vec<&str> = text.split("\r\x1b[K").filter(|line| !line.starts_with('…')).collect();
    let mut plain = String::new();
    let mut is_sequence = false;
    for c in lines.concat().chars().filter(|c| *c != '\r') {
        match c {
            '\x1b' => is_sequence = true,
            _ if is_sequence => is_sequence = !c.is_ascii_alphabetic(),
            _ => plain.push(c),
        }
    }
    plain.trim().to_owned()
}

/// Some of the kinds. The times are printed and not asserted, since the machine may be busy.
#[test]
fn ctrl_c_at_any_moment_leaves_the_session_whole() {
    let home = tempfile::tempdir().unwrap();
    let members = 100_000;
    let is_quick = |kind: &&Kind| !kind.statement.contains("load") || kind.statement.contains("many.cgt");
    let kinds: Vec<&Kind> = KINDS.iter().filter(is_quick).skip(2).step_by(KINDS.len() / 9).collect();
    let (mut sitting, mut undisturbed) = (Sitting::new(home.path(), &kinds, members, 11), undisturbed(members));
    let begun = Instant::now();
    for kind in kinds {
        let heard = sitting.interrupts(kind, 500);
        println!("{}: back after {:?}, {:?} of work", kind.name, heard.took, heard.work);
        sitting.is_whole(kind, &mut undisturbed);
    }
    println!("{:?}", begun.elapsed());
}

/// On Ctrl-C a terminal throws away pending output, but wakes no thread that waits for room to write. The program
/// must not stay blocked in such a write.
#[test]
fn an_answer_that_is_read_never_stands_still_after_ctrl_c() {
    let home = tempfile::tempdir().unwrap();
    let kind = KINDS.iter().find(|kind| kind.name == "values, a long answer").unwrap();
    let mut sitting = Sitting::new(home.path(), &[kind], 1000, 21);
    for _ in 0..8 {
        assert!(!sitting.interrupts(kind, 400).was_over);
    }
}

/// All kinds, with the times asserted: `cargo test --release --test program ctrl_c -- --ignored --nocapture`.
/// `ROUNDS=8` goes through all kinds eight times, `SEED=2` chooses other moments, and `ONLY=WORD` picks the kinds
/// with a word in their name.
#[test]
#[ignore = "ten minutes; see CONTRIBUTING.md"]
fn the_prompt_is_back_at_once() {
    let number = |name: &str, default| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default);
    let members = 3_000_000;
    let mut found: Vec<Vec<Heard>> = KINDS.iter().map(|_| Vec::new()).collect();
    let only = std::env::var("ONLY").unwrap_or_default();
    let all: Vec<&Kind> = KINDS.iter().collect();
    for round in 0..number("ROUNDS", 5) {
        let home = tempfile::tempdir().unwrap();
        let (mut sitting, mut undisturbed) =
            (Sitting::new(home.path(), &all, members, number("SEED", 1) + round), undisturbed(members));
        for (kind, found) in KINDS.iter().zip(&mut found).filter(|(kind, _)| kind.name.contains(&only)) {
            let heard = sitting.interrupts(kind, 1500);
            println!("{}: {:?} ({:?}) {}", kind.name, heard.took, heard.work, if heard.was_over { "over" } else { "" });
            sitting.is_whole(kind, &mut undisturbed);
            found.push(heard);
        }
    }
    told(&found);
}

/// Prints the table of `docs/limits.md`, and asserts the bounds `USUAL` and `ALWAYS`.
fn told(found: &[Vec<Heard>]) {
    let mut slow = Vec::new();
    println!("| statement | interrupted | median | worst | worst in processor time |\n| --- | --- | --- | --- | --- |");
    for (kind, all) in KINDS.iter().zip(found) {
        let mut times: Vec<Duration> = all.iter().filter(|heard| !heard.was_over).map(|heard| heard.took).collect();
        times.sort();
        let Some(worst) = times.last() else {
            println!("| {} | 0 | | | |", kind.name);
            continue;
        };
        let median = times[times.len() / 2];
        let work = all.iter().map(|heard| heard.work).max().unwrap_or_default();
        let ms = |time: &Duration| format!("{} ms", time.as_millis());
        println!("| {} | {} | {} | {} | {} |", kind.name, times.len(), ms(&median), ms(worst), ms(&work));
        if median > USUAL || *worst > ALWAYS {
            slow.push(kind.name);
        }
    }
    let all = found.iter().flatten();
    println!(
        "{} interruptions, {} of them after the end",
        all.clone().count(),
        all.filter(|heard| heard.was_over).count()
    );
    assert!(slow.is_empty(), "too late: {}", slow.join(", "));
}
