//! `grundy lsp`: the server for editors, driven as an editor drives it.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;
use wait4::{ResUse, Wait4};

use crate::common::program::program;
use crate::files::folder;

/// An editor with one document, in a folder of its own.
pub struct Editor {
    /// Until it has ended.
    child: Option<Child>,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    requests: u64,
    notes: Vec<Value>,
    folder: TempDir,
}

impl Editor {
    pub fn new(files: &[(&str, &str)], encodings: &[&str]) -> Editor {
        Editor::limited(files, encodings, &[])
    }

    /// An editor that starts the server with these arguments.
    fn limited(files: &[(&str, &str)], encodings: &[&str], arguments: &[&str]) -> Editor {
        Editor::started(files, encodings, arguments, Value::Null)
    }

    /// An editor that has these settings, too.
    fn started(files: &[(&str, &str)], encodings: &[&str], arguments: &[&str], settings: Value) -> Editor {
        let folder = folder(files);
        let mut command = Command::new(program());
        command.arg("lsp").args(arguments).current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let (input, output) = (child.stdin.take().unwrap(), BufReader::new(child.stdout.take().unwrap()));
        let child = Some(child);
        let mut editor = Editor { child, input, output, requests: 0, notes: Vec::new(), folder };
        let general = json!({"positionEncodings": encodings});
        let answer =
            editor.ask("initialize", json!({"capabilities": {"general": general}, "initializationOptions": settings}));
        assert_eq!(answer["serverInfo"]["name"], "grundy");
        editor
    }

    /// An editor that has opened this text.
    fn with(text: &str) -> Editor {
        let mut editor = Editor::new(&[("a.cgt", text)], &["utf-16"]);
        editor.open("a.cgt", text);
        editor
    }

    fn uri(&self, file: &str) -> String {
        format!("file://{}", self.folder.path().join(file).display())
    }

    fn send(&mut self, message: &Value) {
        self.send_bytes(message.to_string().as_bytes());
    }

    fn send_bytes(&mut self, body: &[u8]) {
        write!(self.input, "Content-Length: {}\r\n\r\n", body.len()).unwrap();
        self.input.write_all(body).unwrap();
        self.input.flush().unwrap();
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server has ended");
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.strip_prefix("Content-Length: ") {
                length = value.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        serde_json::from_slice(&body).unwrap()
    }

    /// The result of a request, or its error.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        self.hear(&id.into())
    }

    /// Asks for the hints of the whole document under this name.
    fn ask_hints(&mut self, id: &str) {
        let params = json!({
            "textDocument": {"uri": self.uri("a.cgt")},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": 99, "character": 0}},
        });
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": "textDocument/inlayHint", "params": params}));
    }

    /// The result or the error of the request of this name.
    fn hear(&mut self, id: &Value) -> Value {
        loop {
            let message = self.read();
            if message["id"] == *id {
                return message.get("result").or_else(|| message.get("error")).unwrap().clone();
            }
            self.notes.push(message);
        }
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}));
    }

    pub fn open(&mut self, file: &str, text: &str) {
        let document = json!({"uri": self.uri(file), "languageId": "grundy", "version": 1, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": document}));
    }

    pub fn change(&mut self, changes: Value) {
        let document = json!({"uri": self.uri("a.cgt"), "version": 2});
        self.tell("textDocument/didChange", json!({"textDocument": document, "contentChanges": changes}));
    }

    /// The next mistakes that are shown.
    pub fn mistakes(&mut self) -> Vec<Value> {
        loop {
            let message = if self.notes.is_empty() { self.read() } else { self.notes.remove(0) };
            if message["method"] == "textDocument/publishDiagnostics" {
                return message["params"]["diagnostics"].as_array().unwrap().clone();
            }
        }
    }

    /// A request about the document at a place.
    pub fn at(&mut self, method: &str, line: usize, character: usize) -> Value {
        self.at_with(method, line, character, json!({}))
    }

    fn at_with(&mut self, method: &str, line: usize, character: usize, more: Value) -> Value {
        let mut params = json!({
            "textDocument": {"uri": self.uri("a.cgt")},
            "position": {"line": line, "character": character},
            "range": {"start": {"line": 0, "character": 0}, "end": {"line": line, "character": character}},
        });
        params.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        self.ask(&format!("textDocument/{method}"), params)
    }

    fn rename(&mut self, line: usize, character: usize, new: &str) -> Value {
        self.at_with("rename", line, character, json!({"newName": new}))
    }

    pub fn end(self) -> i32 {
        self.ended().status.code().unwrap()
    }

    /// How the server ended, and what it used.
    fn ended(mut self) -> ResUse {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.tell("exit", Value::Null);
        self.child.take().unwrap().wait4().unwrap()
    }
}

impl Drop for Editor {
    fn drop(&mut self) {
        let Some(child) = &mut self.child else { return };
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// The text after some edits, which do not overlap.
fn edited(text: &str, edits: &Value) -> String {
    let begin_of =
        |line: u64| text.split_inclusive('\n').take(usize::try_from(line).unwrap()).map(str::len).sum::<usize>();
    let byte = |place: &Value| {
        let begin = begin_of(place["line"].as_u64().unwrap());
        let mut left = place["character"].as_u64().unwrap();
        let behind = text[begin..].chars().take_while(|character| {
            let goes_on = left > 0;
            left = left.saturating_sub(character.len_utf16() as u64);
            goes_on
        });
        begin + behind.map(char::len_utf8).sum::<usize>()
    };
    let mut edits: Vec<(usize, usize, &str)> = edits
        .as_array()
        .unwrap()
        .iter()
        .map(|edit| (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]), edit["newText"].as_str().unwrap()))
        .collect();
    edits.sort_unstable();
    let mut new = text.to_owned();
    for (start, end, text) in edits.into_iter().rev() {
        new.replace_range(start..end, text);
    }
    new
}

fn message(answer: &Value) -> &str {
    answer["message"].as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn mistakes_are_shown_with_their_corrections() {
    let text = "game S = take <1,2,3>\n# é𝄞\nprint \"é𝄞\"; winer S(3)\nwinner T(3)\n";
    let mut editor = Editor::with(text);
    let mistakes = editor.mistakes();
    let codes: Vec<&str> = mistakes.iter().map(|mistake| mistake["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["E0128", "E0201"]);
    let start = json!({"line": 2, "character": 13});
    assert_eq!(mistakes[0]["range"], json!({"start": start, "end": {"line": 2, "character": 18}}));
    assert!(message(&mistakes[0]).starts_with("unknown word `winer`: did you mean `winner`?"), "{mistakes:?}");
    let actions = editor.at("codeAction", 2, 0);
    let action = &actions[0];
    assert_eq!((&action["kind"], &action["isPreferred"]), (&json!("quickfix"), &json!(true)));
    let uri = editor.uri("a.cgt");
    assert_eq!(edited(text, &action["edit"]["changes"][&uri]), text.replace("winer", "winner"));
    // The mistake goes with its correction.
    editor.change(json!([{"range": mistakes[0]["range"], "text": "winner"}]));
    assert_eq!(editor.mistakes().len(), 1);
    assert_eq!(editor.end(), 0);
}

#[test]
fn lenient_forms_are_noted_and_can_be_rewritten() {
    let text = "game S = take 1, 2\nwinner S(3)\n";
    let mut editor = Editor::with(text);
    let mistakes = editor.mistakes();
    assert_eq!(mistakes.iter().map(|note| note["severity"].as_u64().unwrap()).collect::<Vec<_>>(), [3]);
    let actions = editor.at("codeAction", 0, 0);
    let uri = editor.uri("a.cgt");
    assert_eq!(actions[0]["kind"], "source.fixAll");
    assert_eq!(edited(text, &actions[0]["edit"]["changes"][&uri]), "game S = take <1, 2>\nwinner S(3)\n");
}

#[test]
fn mistakes_of_a_loaded_file_stand_at_its_load() {
    let files = [("sub/b.cgt", "game B = take <1>\nwinner take\n"), ("a.cgt", "")];
    let mut editor = Editor::new(&files, &[]);
    editor.open("a.cgt", "print 1\nload \"sub/b.cgt\"\nwinner B(3)\n");
    let mistakes = editor.mistakes();
    assert_eq!(mistakes.len(), 1, "{mistakes:?}");
    assert_eq!(mistakes[0]["range"]["start"], json!({"line": 1, "character": 5}));
    let there = &mistakes[0]["relatedInformation"][0]["location"];
    assert!(there["uri"].as_str().unwrap().ends_with("sub/b.cgt"), "{there}");
    assert_eq!(there["range"]["start"]["line"], 1);
    // The definition is in the other file.
    let definition = editor.at("definition", 2, 7);
    assert!(definition["uri"].as_str().unwrap().ends_with("sub/b.cgt"), "{definition}");
    assert_eq!(definition["range"]["start"], json!({"line": 0, "character": 5}));
}

#[test]
fn a_foreign_file_stays_unread() {
    let outside = folder(&[("secret.txt", "password = hunter2\n")]);
    let secret = outside.path().join("secret.txt");
    let text = format!("load \"{}\"\nwinner password(3)\n", secret.display());
    let mut editor = Editor::new(&[("a.cgt", "")], &[]);
    editor.open("a.cgt", &text);
    let mistakes = editor.mistakes();
    assert!(!mistakes.is_empty());
    assert!(!format!("{mistakes:?}").contains("hunter2"), "{mistakes:?}");
    assert_eq!(editor.at("definition", 1, 9), Value::Null);
    for answer in [editor.at("hover", 1, 9), editor.at("inlayHint", 9, 0), editor.at("completion", 1, 9)] {
        assert!(!answer.to_string().contains("hunter2"), "{answer}");
    }
}

#[test]
fn words_are_completed_and_explained() {
    let mut editor = Editor::with("game Mine = take <1,2>\nlet k = 3\nwinner M\nwi");
    let labels = |answer: &Value| -> Vec<String> {
        answer.as_array().unwrap().iter().map(|item| item["label"].as_str().unwrap().to_owned()).collect()
    };
    assert!(labels(&editor.at("completion", 2, 8)).contains(&"Mine".to_owned()));
    let items = editor.at("completion", 3, 2);
    assert_eq!(labels(&items), ["winner", "winning"]);
    assert_eq!(items[0]["textEdit"]["range"]["start"], json!({"line": 3, "character": 0}));
    let hover = |editor: &mut Editor, line, character| {
        editor.at("hover", line, character)["contents"]["value"].as_str().unwrap_or_default().to_owned()
    };
    let own = hover(&mut editor, 0, 6);
    assert!(own.contains("game Mine = take <1,2>") && own.contains("0 1 2 0 1 2"), "{own}");
    assert!(hover(&mut editor, 2, 2).contains("Who wins"));
    assert!(hover(&mut editor, 1, 4).contains("let k = 3"));
    // A place between two words, and one beyond the end.
    assert_eq!(hover(&mut editor, 0, 200), hover(&mut editor, 0, 22));
    assert_eq!(editor.at("hover", 99, 0), editor.at("hover", 3, 2));
}

#[test]
fn names_are_found_and_renamed_by_their_meaning() {
    let text = "game S(a, b) = take any from a | (a-k, b) for k in 1..a\nlet a = 3\nprint a, grundy S(a, 4)\nlet f(k) = [k for k in 1..k]\ngame H = take <1> if n > 2\n";
    let mut editor = Editor::with(text);
    let lines = |answer: &Value| -> Vec<(u64, u64)> {
        let place = |found: &Value| {
            let start = &found["range"]["start"];
            (start["line"].as_u64().unwrap(), start["character"].as_u64().unwrap())
        };
        answer.as_array().unwrap().iter().map(place).collect()
    };
    let global_a = vec![(1, 4), (2, 6), (2, 18)];
    assert_eq!(lines(&editor.at("references", 2, 6)), global_a);
    assert_eq!(lines(&editor.at("documentHighlight", 1, 4)), global_a);
    assert_eq!(lines(&editor.at("references", 0, 7)), [(0, 7), (0, 29), (0, 34), (0, 54)]);
    assert_eq!(editor.at("definition", 2, 17)["range"]["start"], json!({"line": 0, "character": 5}));
    assert_eq!(editor.at("definition", 0, 54)["range"]["start"], json!({"line": 0, "character": 7}));

    let uri = editor.uri("a.cgt");
    let renamed = |editor: &mut Editor, line, character, new: &str| {
        edited(text, &editor.rename(line, character, new)["changes"][&uri])
    };
    assert!(renamed(&mut editor, 1, 4, "heap").ends_with(
        "let heap = 3\nprint heap, grundy S(heap, 4)\nlet f(k) = [k for k in 1..k]\ngame H = take <1> if n > 2\n"
    ));
    assert!(renamed(&mut editor, 3, 6, "m").contains("let f(m) = [k for k in 1..m]"));
    assert!(renamed(&mut editor, 3, 12, "m").contains("let f(k) = [m for m in 1..k]"));
    assert!(renamed(&mut editor, 0, 47, "m").contains("(a-m, b) for m in 1..a"));

    for (line, character, new, reason) in [
        (1, 4, "winner", "is a word of the language"),
        (1, 4, "2x", "is not a name"),
        (1, 4, "a b", "is not a name"),
        (1, 4, "", "is not a name"),
        (1, 4, "f", "is defined in this text already"),
        (1, 4, "Kayles", "is predefined"),
        (1, 4, "max", "is predefined"),
        // A variable of this name would catch it.
        (0, 7, "k", "would stand for something else"),
        (0, 7, "b", "would stand for something else"),
        (4, 21, "m", "is the heap of a game without parameters"),
        (2, 0, "m", "no name stands here"),
    ] {
        let answer = editor.rename(line, character, new);
        assert!(message(&answer).contains(reason), "{line}:{character} {new}: {answer}");
    }
    assert_eq!(editor.at("prepareRename", 1, 4)["placeholder"], "a");
}

#[test]
fn a_global_name_is_not_caught_by_a_variable() {
    let mut editor = Editor::with("let c = 3\nprint [c + k for k in 1..3]\nprint d\n");
    assert!(message(&editor.rename(0, 4, "k")).contains("would stand for something else"));
    // `d` is defined nowhere here, but perhaps by the one who loads this.
    assert!(message(&editor.rename(0, 4, "d")).contains("would stand for something else"));
}

#[test]
fn questions_are_answered_behind_them() {
    let mut editor = Editor::with(
        "game S = take <1,2,3>\nwinner S(5)\nprint 2+2\ngame S = take <1,2>\nwinner S(3)\nwinner Nowhere(3)\nwinner Wythoff(10^7,10^7+5)\nprint ans\ntable S 0..5 to \"t.csv\"\n",
    );
    let hints = editor.at("inlayHint", 99, 0);
    let hints: Vec<(u64, &str)> = hints
        .as_array()
        .unwrap()
        .iter()
        .map(|hint| (hint["position"]["line"].as_u64().unwrap(), hint["label"].as_str().unwrap()))
        .collect();
    let expected = ["First player wins: the Grundy value of S(5) is 1, which is not 0.", "4"];
    assert_eq!(hints[..2], [(1, expected[0]), (2, expected[1])]);
    // The second definition holds from there on.
    assert!(hints[2].0 == 4 && hints[2].1.starts_with("Second player wins"), "{hints:?}");
    assert!(hints.iter().all(|(line, _)| [1, 2, 4, 6].contains(line)), "{hints:?}");
    assert!(!editor.folder.path().join("t.csv").exists());
}

#[test]
fn an_edit_ends_answers_and_the_next_ones_come() {
    let mut editor = Editor::with(&long_questions(40));
    let begun = Instant::now();
    editor.ask_hints("hints");
    std::thread::sleep(Duration::from_millis(600));
    editor.change(json!([{"text": "print 2+2\n"}]));
    assert_eq!(editor.hear(&json!("hints"))["code"], OUT_OF_DATE);
    let hints = editor.at("inlayHint", 9, 0);
    assert_eq!(hints[0]["label"], "4");
    assert!(begun.elapsed() < Duration::from_secs(8), "{:?}", begun.elapsed());
}

/// A place far along a line is found as soon as an early one: this took a minute and more.
#[test]
fn a_long_line_is_coloured_and_brought_into_form_at_once() {
    let text = format!("print [{}]\n", ["nnn"; 44_000].join(","));
    let mut editor = Editor::with(&text.replace(',', ", "));
    let tokens = editor.at("semanticTokens/full", 0, 0)["data"].as_array().unwrap().len();
    assert_eq!(tokens, 5 * 44_001);
    assert_eq!(editor.at("formatting", 0, 0), json!([]));
    let used = editor.ended().rusage;
    let worked = used.utime + used.stime;
    assert!(worked < Duration::from_secs(10), "{worked:?}");
}

/// The codes of requests that nobody wants any more.
const CANCELLED: i64 = -32800;
const OUT_OF_DATE: i64 = -32801;

/// Something that takes longer than it may.
fn endless(k: usize) -> String {
    format!("sum(n for n in 1..10^15 if n % 10^9 == {k})")
}

fn long_questions(count: usize) -> String {
    (0..count).map(|k| format!("print {}\n", endless(k))).collect()
}

/// A program may write everything that it has to say, and read the answers later.
#[test]
fn messages_that_come_at_once_are_all_answered() {
    let file = json!({"uri": "file:///a.cgt"});
    let end = json!({"line": 9, "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let document = json!({"uri": "file:///a.cgt", "languageId": "grundy", "version": 1, "text": "print 2+2\n"});
    let messages = [
        json!({"id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"method": "initialized", "params": {}}),
        json!({"method": "textDocument/didOpen", "params": {"textDocument": document}}),
        json!({"id": 2, "method": "textDocument/inlayHint", "params": {"textDocument": file, "range": range}}),
        json!({"id": 3, "method": "shutdown"}),
        json!({"method": "exit"}),
    ];
    let framed = |message: &Value| {
        let mut body = message.clone();
        body["jsonrpc"] = "2.0".into();
        let body = body.to_string();
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    };
    let input: String = messages.iter().map(framed).collect();
    let ran = crate::grundy().arg("lsp").write_stdin(input).assert().success();
    let said = crate::out(&ran);
    assert!(said.contains(r#""label":"4""#) && said.contains(r#""id":3"#) && !said.contains("error"), "{said}");
}

#[test]
fn a_request_is_cancelled_by_its_name() {
    let mut editor = Editor::with(&format!("print 2+2\n{}", long_questions(30)));
    editor.ask_hints("first");
    editor.ask_hints("second");
    editor.ask_hints("third");
    for id in [json!("nothing"), json!(1), json!("second")] {
        editor.tell("$/cancelRequest", json!({ "id": id }));
    }
    assert_eq!(editor.hear(&json!("first"))[0]["label"], "4", "that of another does not end it");
    assert_eq!(editor.hear(&json!("second"))["code"], CANCELLED, "while it waits");
    std::thread::sleep(Duration::from_millis(100));
    editor.tell("$/cancelRequest", json!({"id": "third"}));
    assert_eq!(editor.hear(&json!("third"))["code"], CANCELLED, "while it is answered");
    assert_eq!(editor.end(), 0);
}

/// All that a file which is loaded does is done but that it writes.
#[test]
fn an_editor_only_looks() {
    let loaded = "game S = take <1,2>\nvalues S 0..5 to \"v.csv\"\nsave \"s.cgt\"\nsurvey n for n in 1..3 to \"rows.csv\"\n\
                  plot S 0..9 to \"p.svg\"\nlet k = 7\n";
    let files = [("loaded.cgt", loaded), ("a.cgt", "")];
    let mut editor = Editor::new(&files, &[]);
    editor.open("a.cgt", "load \"loaded.cgt\"\nprint k\ntable S 0..5 to \"t.csv\"\nprint grundy S(4)\nwin");
    let codes: Vec<Value> = editor.mistakes().iter().map(|mistake| mistake["code"].clone()).collect();
    assert_eq!(codes, ["E0201"], "that it writes is no mistake");
    for line in 0..5 {
        for method in ["hover", "definition", "completion", "references", "documentHighlight", "codeAction"] {
            editor.at(method, line, 3);
        }
    }
    let hints = editor.at("inlayHint", 9, 0);
    let labels: Vec<&str> = hints.as_array().unwrap().iter().map(|hint| hint["label"].as_str().unwrap()).collect();
    assert_eq!(labels, ["7", "1"]);
    assert_eq!(crate::files::names(editor.folder.path()), ["a.cgt", "loaded.cgt"]);
}

/// A file counts from the folder of its document, whatever the folder of the server.
#[test]
fn a_document_elsewhere_loads_what_is_beside_it() {
    let mut editor = Editor::new(&[("sub/loaded.cgt", "let k = 7\n"), ("sub/a.cgt", "")], &[]);
    let (text, uri) = ("load \"loaded.cgt\"\nprint k\n", editor.uri("sub/a.cgt"));
    editor.open("sub/a.cgt", text);
    assert_eq!(editor.mistakes(), Vec::<Value>::new());
    let end = json!({"line": 9, "character": 0});
    let range = json!({"start": {"line": 0, "character": 0}, "end": end});
    let hints = editor.ask("textDocument/inlayHint", json!({"textDocument": {"uri": uri}, "range": range}));
    assert_eq!(hints[0]["label"], "7");
}

#[test]
fn what_cannot_be_defined_has_no_earlier_meaning() {
    let mut editor =
        Editor::with(&format!("let x = 1\nprint x\nlet x = {}\nprint x\nlet x = 3\nprint x\n", endless(7)));
    let hints = editor.at("inlayHint", 99, 0);
    let lines: Vec<_> =
        hints.as_array().unwrap().iter().map(|hint| hint["position"]["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [1, 5], "{hints}");
}

/// The processor time of a program.
fn processor_time(process: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let numbers: Vec<&str> = stat.rsplit(") ").next().unwrap().split(' ').collect();
    // Hundredths of a second, by the program itself and by the system for it.
    Duration::from_millis(10 * (numbers[11].parse::<u64>().unwrap() + numbers[12].parse::<u64>().unwrap()))
}

#[test]
fn an_answer_has_one_time_for_all_it_needs() {
    let definitions: String = (0..120).map(|k| format!("let x{k} = {}\n", endless(k))).collect();
    let mut editor = Editor::with(&format!("{definitions}print x119\n"));
    editor.mistakes();
    let before = processor_time(editor.child.as_ref().unwrap().id());
    assert_eq!(editor.at("hover", 120, 7), Value::Null);
    let taken = processor_time(editor.child.as_ref().unwrap().id()) - before;
    assert!(taken < Duration::from_secs(5), "{taken:?}, and each definition may take 0.3 s");
}

/// As editors say them: under the name of the server, with `null` for what nobody has set.
#[test]
fn answers_use_no_more_than_the_settings_say() {
    let text = "let L = [n for n in 1..10^5]\nprint length(L)\nprint 2 + 2\n";
    let mut editor = Editor::with(text);
    assert_eq!(editor.mistakes(), [] as [Value; 0]);
    let mut hints = |settings: Value| {
        editor.tell("workspace/didChangeConfiguration", json!({"settings": settings}));
        editor.ask_hints("hints");
        let hints = editor.hear(&json!("hints"));
        let shown = editor.notes.drain(..).filter(|note| note["method"] == "window/showMessage");
        let said = shown.map(|note| note["params"]["message"].as_str().unwrap().to_owned());
        let said: Vec<String> = said.collect();
        (hints.as_array().map(Vec::len), said.join("\n"))
    };
    let all = (Some(2), String::new());
    assert_eq!(hints(Value::Null), all);
    assert_eq!(hints(json!({"grundy": {"program": "grundy", "seconds": null, "memory": null}})), all);
    assert_eq!(hints(json!({"grundy": {"seconds": 0}})), (Some(0), String::new()));
    assert_eq!(hints(json!({"seconds": 1e9, "memory": 1u64 << 60, "files": "write"})), all);
    assert_eq!(hints(json!({"grundy": {"memory": 1000}})), (Some(1), String::new()));
    let wrong = "The settings of grundy are not taken: its `memory` is not a number of bytes";
    assert_eq!(hints(json!({"grundy": {}})), all);
    assert_eq!(hints(json!({"grundy": {"memory": "all"}})), (Some(2), wrong.to_owned()));
    // At its beginning an editor may say them, too.
    let file = [("a.cgt", "let d = read \"b.csv\"\n"), ("b.csv", "1\n")];
    for (files, count) in [("none", 1), ("read", 0)] {
        let mut editor = Editor::started(&file, &[], &[], json!({"grundy": {"files": files}}));
        editor.open("a.cgt", file[0].1);
        assert_eq!(editor.mistakes().len(), count, "{files}");
    }
}

#[test]
fn open_documents_share_the_memory() {
    const LIMIT: u64 = 150_000_000;
    let mut editor = Editor::limited(&[("a.cgt", "")], &[], &["--memory", &LIMIT.to_string()]);
    let peak = crate::common::program::Peak::of(editor.child.as_ref().unwrap().id());
    for k in 0..6 {
        let (file, text) = (format!("{k}.cgt"), "let L = [[n, n] for n in 0..5*10^5]\nprint length(L)\n");
        editor.open(&file, text);
        let params = json!({"textDocument": {"uri": editor.uri(&file)}, "position": {"line": 1, "character": 14}});
        editor.ask("textDocument/hover", params);
    }
    assert_eq!(editor.end(), 0);
    let bytes = peak.bytes();
    assert!(bytes < LIMIT + 60_000_000, "{bytes} bytes");
}

#[test]
fn no_more_text_is_open_than_has_room() {
    let mut editor = Editor::new(&[("a.cgt", "")], &[]);
    let long = "print 1 # long\n".repeat(2_000_000);
    for file in ["1.cgt", "2.cgt"] {
        editor.open(file, &long);
        assert!(message(&editor.mistakes()[0]).contains("longer than 4 MB"));
    }
    editor.open("3.cgt", &long);
    assert!(message(&editor.mistakes()[0]).contains("64 MB of text are open"));
    let position = json!({"line": 0, "character": 0});
    let hover =
        editor.ask("textDocument/hover", json!({"textDocument": {"uri": editor.uri("3.cgt")}, "position": position}));
    assert!(message(&hover).contains("is not open"));
    assert_eq!(editor.end(), 0);
}

#[test]
fn a_document_has_an_outline_and_an_even_form() {
    let text = "## a\n## b\ngame S=take <1>\n| take <2>\nlet k = 3 # é\nlet f(x) = x\nwrong  (\n";
    let mut editor = Editor::with(text);
    let symbols = editor.at("documentSymbol", 0, 0);
    let found: Vec<(&str, u64)> = symbols
        .as_array()
        .unwrap()
        .iter()
        .map(|symbol| (symbol["name"].as_str().unwrap(), symbol["kind"].as_u64().unwrap()))
        .collect();
    assert_eq!(found, [("S", 5), ("k", 14), ("f", 12)]);
    let folds = editor.at("foldingRange", 0, 0);
    assert_eq!(folds, json!([{"startLine": 2, "endLine": 3}, {"startLine": 0, "endLine": 1, "kind": "comment"}]));
    let form = "## a\n## b\ngame S = take <1>\n       | take <2>\nlet k = 3  # é\nlet f(x) = x\nwrong  (\n";
    let edits = editor.at("formatting", 0, 0);
    assert_eq!(edited(text, &edits), form);
    let tokens = editor.at("semanticTokens/full", 0, 0)["data"].as_array().unwrap().len();
    assert!(tokens > 50 && tokens.is_multiple_of(5));
}

#[test]
fn what_is_malformed_gets_an_error_and_the_server_lives() {
    let mut editor = Editor::with("print 1\n");
    // What is said of documents may come before it.
    let refused = |editor: &mut Editor| loop {
        let answer = editor.read();
        if answer.get("error").is_some() {
            break answer;
        }
    };
    editor.send_bytes(b"{\"jsonrpc\": ");
    let answer = refused(&mut editor);
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(-32700)));
    for (method, params, code) in [
        ("textDocument/none", json!({"textDocument": {"uri": editor.uri("a.cgt")}}), -32601),
        ("nothing", json!({}), -32601),
        ("textDocument/hover", json!({}), -32602),
        ("textDocument/hover", json!({"textDocument": {"uri": "file:///other.cgt"}}), -32602),
        ("initialize", json!({}), -32600),
        ("textDocument/rename", json!({"textDocument": {"uri": editor.uri("a.cgt")}}), -32602),
    ] {
        assert_eq!(editor.ask(method, params)["code"], code, "{method}");
    }
    editor.send(&json!([1, 2]));
    assert_eq!(refused(&mut editor)["error"]["code"], -32600);
    // Edits beyond the end, and out of order.
    editor.change(json!([
        {"range": {"start": {"line": 90, "character": 7}, "end": {"line": 3, "character": 1}}, "text": "print 2\n"},
        {"range": {"start": {"line": 0, "character": 99}, "end": {"line": 0, "character": 2}}, "text": ""},
    ]));
    assert_eq!(editor.mistakes(), Vec::<Value>::new());
    assert_eq!(editor.at("documentSymbol", 0, 0), json!([]));
    assert_eq!(editor.end(), 0);
}

#[test]
fn an_editor_that_goes_without_a_word_ends_the_server() {
    let mut editor = Editor::with("print 1\n");
    editor.tell("exit", Value::Null);
    assert_eq!(editor.child.as_mut().unwrap().wait().unwrap().code(), Some(1));
}

#[test]
fn long_and_broken_texts_are_borne() {
    let mut editor = Editor::new(&[("a.cgt", "")], &["utf-8"]);
    editor.open("a.cgt", &"winner (\n".repeat(3000));
    assert!(!editor.mistakes().is_empty());
    editor.change(json!([{"text": "print 1 # long\n".repeat(700_000)}]));
    let mistakes = editor.mistakes();
    assert!(message(&mistakes[0]).contains("longer than 4 MB"), "{mistakes:?}");
    for method in ["documentSymbol", "formatting", "foldingRange", "codeAction", "inlayHint", "semanticTokens/full"] {
        assert!(!editor.at(method, 0, 0).is_null(), "{method}");
    }
    assert!(Path::new(editor.folder.path()).exists());
    editor.change(json!([{"text": "winer Nim(3)\n"}]));
    assert_eq!(editor.mistakes().len(), 1);
    assert_eq!(editor.end(), 0);
}
