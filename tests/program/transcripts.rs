//! Sessions at a real terminal, as `tests/terminal/*.md` record them: what is typed behind `> `, what the program writes below
//! it, and `> ⏎ LINE` where the corrected line stands in the input and Enter runs it. `REWRITE=1` records them anew.

use std::fs;
use std::path::Path;

use tempfile::tempdir;

use crate::common::files;
use crate::common::person::{CTRL_D, ENTER, HAS_READ, Person, READING};

const ACCEPTS: &str = "⏎ ";

/// Types the lines of a recorded session at a terminal, and returns the session as it is now.
fn played(recorded: &str) -> String {
    let home = tempdir().unwrap();
    let mut person = Person::new(home.path(), &["-q"]);
    let mut text = String::new();
    for typed in recorded.lines().filter_map(|line| line.strip_prefix("> ")) {
        match typed.strip_prefix(ACCEPTS) {
            Some(corrected) => _ = person.sees(&format!("> {corrected}")),
            None => person.types(typed),
        }
        person.types(ENTER);
        let seen = person.sees(READING);
        // A line that goes on has no answer yet, and is written with the next one.
        let answer = seen.rsplit_once(HAS_READ).map_or("", |(_, answer)| answer).replace('\r', "");
        text.push_str(&format!("> {typed}\n{}", answer.trim_start_matches('\n')));
    }
    person.types("\x1b");
    person.types(CTRL_D);
    text
}

#[test]
fn sessions_at_a_terminal_are_as_recorded() {
    let mut wrong = Vec::new();
    for file in files(Path::new("tests/terminal"), "md") {
        let recorded = fs::read_to_string(&file).unwrap();
        let mut now = String::new();
        for (index, part) in recorded.split("```terminal\n").enumerate() {
            if index == 0 {
                now.push_str(part);
                continue;
            }
            let (session, behind) = part.split_once("```\n").unwrap();
            now.push_str(&format!("```terminal\n{}```\n{behind}", played(session)));
        }
        if now == recorded {
            continue;
        }
        if std::env::var_os("REWRITE").is_some() {
            fs::write(&file, &now).unwrap();
        }
        let differs = now.lines().zip(recorded.lines()).position(|(now, recorded)| now != recorded);
        let at = differs.unwrap_or_else(|| now.lines().count().min(recorded.lines().count()));
        let line = |text: &str| text.lines().nth(at).unwrap_or_default().to_owned();
        wrong.push(format!("{file}:{}: {:?} instead of {:?}", at + 1, line(&now), line(&recorded)));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The picture of the README: what a terminal shows, in colours. The last line waits for Enter. `REWRITE=1` makes it anew.
#[test]
fn the_picture_of_the_prompt_is_what_a_terminal_shows() {
    const FILE: &str = "docs/pictures/prompt.svg";
    const LINES: [&str; 4] = ["game S = take <1,2,3>", "winner S(3) + S(4) + S(5)", "moves S(5)", "winer Kayles 7"];
    const ABOVE: &str = "\x1b[1A";
    // What was drawn last: the editor clears the line first.
    let drawn = |seen: &str| seen.rsplit_once("\x1b[K").unwrap().1.to_owned();
    let home = tempdir().unwrap();
    let mut person = Person::with_pager(home.path(), &["-q", "--color=always", "--theme=dark"], "cat");
    let mut shown = String::new();
    for line in LINES {
        person.types(line);
        person.types(ENTER);
        shown.push_str(drawn(&person.sees(HAS_READ)).split('\r').next().unwrap());
        shown.push_str(&person.sees(READING).replace('\r', ""));
    }
    person.types("winner Nim[3, 4, 5]");
    shown.push_str(&drawn(&person.sees(ABOVE)).replace('\r', ""));
    let dark = anstyle_svg::Term::new().bg_color(anstyle::RgbColor(24, 26, 32).into());
    let picture = dark.fg_color(anstyle::RgbColor(226, 228, 233).into()).render_svg(&shown);
    if std::env::var_os("REWRITE").is_some() {
        fs::write(FILE, &picture).unwrap();
    }
    assert!(fs::read_to_string(FILE).is_ok_and(|recorded| recorded == picture), "REWRITE=1 makes {FILE} anew: {shown}");
}
