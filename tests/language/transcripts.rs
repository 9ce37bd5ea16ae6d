//! Every transcript in the documents, in `tests/errors`, in `tests/dialogues` and in `tests/transcripts` is what the
//! program says. A failure shows the difference.
//!
//! `REWRITE=1 cargo test --test language transcripts` writes what the program says into the files.

use std::cell::RefCell;
use std::fs;
use std::path::Path;
use std::process;
use std::sync::LazyLock;

use assert_cmd::Command;

use grundy::syntax::words::WORDS;
use serde_json::Value as Json;

use crate::common::files;
use crate::common::program::program;
use crate::common::talk::Talk;
use crate::common::transcript::{Block, Partner, blocks, check, played};
use crate::errors::Corrections;
use crate::json::objects;
use crate::languages::{Listener, Missing};

/// Errors that only the whole program can make, since they are about files.
pub const ABOUT_FILES: &str = "tests/errors/files.md";
/// The files whose `console` blocks are run in a shell.
const SHELLS: [&str; 5] =
    ["docs/reference.md", "docs/teaching.md", "docs/json.md", "docs/survey.md", "tests/transcripts/json.md"];

/// What is heard where all sessions are played, once for all tests that listen.
#[derive(Default)]
pub struct Heard {
    /// Each file as the program would write it.
    files: Vec<(String, String)>,
    pub english: Missing,
    pub corrections: Corrections,
    /// All that was answered, as JSON.
    pub answers: Vec<Json>,
}

pub static HEARD: LazyLock<Heard> = LazyLock::new(|| {
    let heard = RefCell::new(Heard::default());
    let partner = |file: &str, block: &Block| match (file, block.fence) {
        (ABOUT_FILES, _) => Some(Box::new(InAFolder::new()) as Box<dyn Partner>),
        (file, "```console") if SHELLS.contains(&file) => cfg!(unix).then(|| Box::new(Shell) as Box<dyn Partner>),
        (_, "```console") => None,
        (file, _) => {
            let mut talk = Talk::new();
            if file.starts_with("docs/zh/") {
                talk.says("#| lang: zh");
            }
            let listener = Listener::new();
            Some(Box::new(InEachLanguage { talk, listener, typed: Vec::new(), heard: &heard }) as Box<dyn Partner>)
        }
    };
    let folders = ["docs", "docs/zh", "tests/transcripts", "tests/errors", "tests/dialogues"];
    let listed = folders.iter().flat_map(|folder| files(Path::new(folder), "md"));
    let now = |file: String| {
        let said = played(&fs::read_to_string(&file).unwrap(), |block| partner(&file, block));
        (file, said)
    };
    let files = ["README.md", "CONTRIBUTING.md"].map(str::to_owned).into_iter().chain(listed).map(now).collect();
    Heard { files, ..heard.into_inner() }
});

/// A session whose answers are shown in each language as well, and whose corrections are made.
struct InEachLanguage<'a> {
    talk: Talk,
    listener: Listener,
    /// The statements so far.
    typed: Vec<String>,
    heard: &'a RefCell<Heard>,
}

impl Partner for InEachLanguage<'_> {
    fn prompt(&self) -> String {
        self.talk.prompt()
    }

    fn answer(&mut self, input: &str) -> String {
        let before = self.talk.dialogue.is_none().then(|| self.talk.played.session.anew());
        self.listener.listen(&mut self.talk, input);
        let mut heard = self.heard.borrow_mut();
        heard.english.append(&mut self.listener.missing);
        heard.answers.append(&mut objects(&self.talk.played.session, &self.talk.told));
        if let Some(before) = before {
            self.typed.push(input.to_owned());
            heard.corrections.hear(&before, &self.talk, &self.typed);
        }
        self.talk.heard.clone()
    }
}

#[test]
fn every_transcript_is_what_the_program_says() {
    check(&HEARD.files);
    let asked = SHELLS.iter().flat_map(|file| blocks(&fs::read_to_string(file).unwrap()));
    assert!(asked.filter(|block| block.fence == "```console").flat_map(|block| block.inputs()).count() > 20);
}

/// What the documents do not show in a session: these use files, an editor, a shell or a clock, or have long answers.
const NOT_TYPED: [&str; 12] =
    ["read", "load", "save", "edit", "time", "history", "help", "quit", "tour", "games", "quiz", "exam"];

#[test]
fn the_documents_show_every_word_of_the_language() {
    let read = |name: &str| fs::read_to_string(format!("docs/{name}.md")).unwrap();
    let reference = read("reference");
    let told: String = reference.split('`').skip(1).step_by(2).collect::<Vec<_>>().join("\n");
    let texts = ["tutorial", "teaching", "reference", "theory"].map(read);
    let typed =
        texts.iter().flat_map(|text| blocks(text)).flat_map(|block| block.inputs()).collect::<Vec<_>>().join("\n");
    let is_sign = |c: char| !c.is_alphanumeric() && c != '_';
    let has = |text: &str, word: &str| match word.contains(is_sign) {
        true => text.contains(word),
        false => text.split(is_sign).any(|part| part == word),
    };
    let is_shown = |word: &str| has(&told, word) && (has(&typed, word) || NOT_TYPED.contains(&word));
    let missing: Vec<&str> = WORDS.iter().map(|word| word.word).filter(|word| !is_shown(word)).collect();
    assert!(missing.is_empty(), "not in docs/reference.md, or without an example in the documents: {missing:?}");
}

#[test]
fn no_answer_of_a_dialogue_is_wider_than_the_screen() {
    for file in files(Path::new("tests/dialogues"), "md") {
        for line in fs::read_to_string(file).unwrap().lines().filter(|line| !line.contains("> ")) {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
}

/// The program, asked by a shell.
struct Shell;

impl Partner for Shell {
    fn prompt(&self) -> String {
        "$ ".to_owned()
    }

    fn answer(&mut self, input: &str) -> String {
        let call = format!("grundy() {{ '{}' \"$@\"; }}; {input}", program().display());
        told(process::Command::new("sh").arg("-c").arg(call).output().unwrap())
    }
}

/// The program, in a folder with the files that `files.md` names.
struct InAFolder(tempfile::TempDir);

impl InAFolder {
    fn new() -> InAFolder {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &[u8]| fs::write(folder.path().join(name), text).unwrap();
        put("games.cgt", b"game S = take <1,2,3>\n");
        put("circle.cgt", b"load \"circle.cgt\"\n");
        put("bytes.cgt", b"print 1\nprint \"\xff\"\n");
        put("steals.cgt", b"load \"/etc/passwd\"\n");
        put("leaves.cgt", b"save \"../start.cgt\"\n");
        put("hides.cgt", b"values Nim 0..9 to \".hidden.csv\"\n");
        put("plants.cgt", b"save \"start.sh\"\n");
        put("replaces.cgt", b"save \"games.cgt\"\n");
        put("open.csv", b"1,2\n3,\"four\n");
        put("close.csv", b"\"one\"two\n");
        put("close.txt", b"# two words\n\"one\"two\n");
        put("large.csv", b"1,170141183460469231731687303715884105728\n");
        put("heap.png", b"\x89PNG\r\n\x1a\n");
        put("letter.txt", b"Dear reader,\nthis is (private\n");
        for n in 1..=70 {
            put(&format!("{n}.cgt"), format!("load \"{}.cgt\"\n", n + 1).as_bytes());
        }
        fs::create_dir(folder.path().join("folder")).unwrap();
        InAFolder(folder)
    }
}

impl Partner for InAFolder {
    fn prompt(&self) -> String {
        "> ".to_owned()
    }

    fn answer(&mut self, input: &str) -> String {
        // Some inputs begin with an option of the program, followed by the statement.
        const OPTIONS: [(&str, &[&str]); 2] = [("--safe ", &["--safe"]), ("--html ", &["--html", "page.html"])];
        let given = OPTIONS.iter().find_map(|(begin, option)| Some((*option, input.strip_prefix(begin)?)));
        let (option, code) = given.unwrap_or((&[], input));
        let mut command = Command::new(program());
        command.current_dir(self.0.path()).args(option).args(["--color", "never", "-e", code]).env("LANG", "C.UTF-8");
        told(command.output().unwrap())
    }
}

fn told(output: process::Output) -> String {
    String::from_utf8(output.stdout).unwrap() + &String::from_utf8(output.stderr).unwrap()
}
