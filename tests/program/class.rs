//! `grundy class`: what browsers of a room may ask for, and what is refused.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::common::program::program;
use crate::{err, grundy};

/// A page as short as one can be, in letters of 16 bits as the real one.
const PAGE: &str = "<html><head><meta content=\"default-src 'none'; base-uri 'none'\"></head></html>";
const LESSON: &str = "game S = take <1,2,3>\nquiz S easy 2 questions # <b> & \"\n";
const DEVICE: &str = "00112233445566778899aabbccddeeff";
/// A machine may pause; this is only to end at all.
const PATIENCE: Duration = Duration::from_secs(60);

struct Class {
    child: Child,
    port: u16,
    secret: String,
    activity: String,
    _folder: TempDir,
}

fn folder(lesson: &str) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, page) in [("page.html", PAGE), ("page-de.html", &PAGE.replace("<html", "<html lang=\"de\""))] {
        let bytes: Vec<u8> = page.encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(folder.path().join(name), bytes).unwrap();
    }
    fs::write(folder.path().join("lesson.cgt"), lesson).unwrap();
    folder
}

impl Class {
    fn new() -> Class {
        Class::with(&[])
    }

    fn with(more: &[&str]) -> Class {
        Class::of(LESSON, more)
    }

    fn of(lesson: &str, more: &[&str]) -> Class {
        let folder = folder(lesson);
        let mut command = Command::new(program());
        command.current_dir(folder.path()).stdout(Stdio::piped());
        command
            .args(["class", "lesson.cgt", "--page", "page.html", "--port", "0", "--address", "127.0.0.1"])
            .args(more);
        let mut child = command.spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        let teacher = lines.find(|line| line.contains("teacher#")).unwrap();
        let (address, secret) = teacher.rsplit_once('#').unwrap();
        let port = address.split([':', '/']).find_map(|part| part.parse().ok()).unwrap();
        let mut class = Class { child, port, secret: secret.to_owned(), activity: String::new(), _folder: folder };
        let page = class.page("/");
        let (_, behind) = page.split_once("name=\"grundy-activity\" content=\"").unwrap();
        class.activity = behind.split('"').next().unwrap().to_owned();
        class
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Says some bytes; all that comes back until the connection is closed.
    fn said(&self, bytes: &[u8]) -> Vec<u8> {
        let mut stream = self.stream();
        // What is refused early is not read to its end.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        answer
    }

    /// The status of the answer to a request, and its body.
    fn ask(&self, request: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let head = format!("{request}\r\nhost: x\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
        parted(&self.said(&[head.as_bytes(), body].concat()))
    }

    fn post(&self, path: &str, what: &Value) -> (u16, Value) {
        let head = format!("POST {path} HTTP/1.1\r\ncontent-type: application/json");
        let (status, body) = self.ask(&head, what.to_string().as_bytes());
        (status, serde_json::from_slice(&body).unwrap_or_default())
    }

    fn page(&self, path: &str) -> String {
        self.page_in("en-GB,en;q=0.9,de;q=0.8", path)
    }

    /// The page as a browser gets it that speaks these languages.
    fn page_in(&self, languages: &str, path: &str) -> String {
        let (status, body) = self.ask(&format!("GET {path} HTTP/1.1\r\naccept-language: {languages}"), b"");
        assert_eq!(status, 200);
        let units: Vec<u16> = body.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        String::from_utf16(&units).unwrap()
    }

    fn reached(&self, device: &str, code: &str) -> (u16, Value) {
        self.post("/reached", &json!({"activity": self.activity, "device": device, "code": code, "seen": 0}))
    }

    fn table(&self, seen: u64) -> Value {
        let (status, table) = self.post("/table", &json!({"secret": self.secret, "seen": seen}));
        assert_eq!(status, 200);
        table
    }
}

impl Drop for Class {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn parted(answer: &[u8]) -> (u16, Vec<u8>) {
    let end = answer.windows(4).position(|part| part == b"\r\n\r\n").unwrap_or(answer.len());
    let head = String::from_utf8_lossy(&answer[..end]);
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or_default();
    (status, answer.get(end + 4..).unwrap_or_default().to_vec())
}

#[test]
fn the_lesson_is_in_the_page_and_only_that_page_may_ask() {
    let class = Class::new();
    let page = class.page("/");
    assert!(
        page.contains("content=\"game S = take &lt;1,2,3>\nquiz S easy 2 questions # &lt;b> &amp; &quot;\n\""),
        "{page}"
    );
    assert!(page.contains("default-src 'none'; connect-src 'self'; base-uri 'none'"), "{page}");
    assert!(page.contains("name=\"grundy-class\" content=\"student\"") && !page.contains(&class.secret));
    let teacher = class.page("/teacher");
    assert!(teacher.contains("name=\"grundy-class\" content=\"teacher\"") && !teacher.contains(&class.secret));
    // The same lesson asks the same questions when it is served again; another seed is another activity.
    let again = Class::new();
    assert_eq!((again.page("/"), again.activity == class.activity), (page, true));
    assert_ne!(again.secret, class.secret);
    assert_ne!(Class::with(&["--seed", "3"]).activity, class.activity);
}

#[test]
fn a_browser_gets_the_page_in_its_language_and_all_that_of_the_lesson() {
    let is_german = |page: String| page.starts_with("<html lang=\"de\"") && page.contains("grundy-activity");
    let class = Class::new();
    for (languages, german) in
        [("de-AT,de;q=0.9,en;q=0.8", true), ("fr,de;q=0.5", true), ("en,de", false), ("es", false)]
    {
        assert_eq!(["/", "/teacher"].map(|path| is_german(class.page_in(languages, path))), [german; 2], "{languages}");
    }
    let german = Class::of(&format!("#| lang: de\n{LESSON}"), &[]);
    assert!(is_german(german.page_in("zh", "/")));
    // There is no Spanish page.
    let spanish = Class::of(&format!("#| lang: es\n{LESSON}"), &[]);
    assert!(!is_german(spanish.page_in("de", "/")));
}

#[test]
fn what_students_reach_stands_in_the_table_and_what_the_teacher_says_reaches_them() {
    let class = Class::new();
    let other = DEVICE.replace('0', "7");
    let (status, first) = class.reached(DEVICE, "AAAA-1");
    assert_eq!((status, &first["conduct"]), (200, &json!({"paused": false, "part": null, "answers": false})));
    class.reached(&other, "AAAA-1");
    let table = class.table(0);
    let rows = table["rows"].as_array().unwrap();
    // Two of one code, and so of one name, are two. The table does not tell by which number a device writes.
    assert_eq!((rows.len(), table["here"].as_array().unwrap().len()), (2, 2), "{table}");
    assert!(rows[0]["id"] != rows[1]["id"] && !table.to_string().contains(DEVICE));
    // Only what is later is told.
    class.reached(DEVICE, "BBBB-2");
    let later = class.table(table["version"].as_u64().unwrap());
    assert_eq!(later["rows"], json!([{"id": rows[0]["id"], "code": "BBBB-2"}]));
    // A version of another server knows nothing.
    assert_eq!(class.table(u64::MAX)["rows"].as_array().unwrap().len(), 2);
    // Who waits for news hears it at once.
    let conduct = json!({"paused": true, "part": 4, "answers": false});
    let waiting = json!({"activity": class.activity, "device": DEVICE, "code": "BBBB-2", "seen": first["version"]});
    std::thread::scope(|scope| {
        let heard = scope.spawn(|| class.post("/reached", &waiting));
        class.post("/table", &json!({"secret": class.secret, "seen": 0, "conduct": conduct}));
        assert_eq!(heard.join().unwrap().1["conduct"], conduct);
    });
}

#[test]
fn what_is_not_said_by_the_page_is_refused_in_a_sentence() {
    let class = Class::new();
    let good = json!({"activity": class.activity, "device": DEVICE, "code": "AAAA", "seen": 0});
    let with = |key: &str, value: Value| {
        let mut bad = good.clone();
        bad[key] = value;
        bad
    };
    for (bad, status, why) in [
        (with("activity", json!("0123456789abcdef")), 409, "another lesson"),
        (with("device", json!("")), 409, "its number"),
        (with("device", json!("zz")), 409, "its number"),
        (with("device", json!("0".repeat(65))), 409, "its number"),
        (with("code", json!("<script>alert(1)</script>")), 409, "not the code"),
        (with("code", json!("A".repeat(4_001))), 409, "not the code"),
        (with("code", json!(7)), 400, "not what the page"),
        (with("seen", json!(-1)), 400, "not what the page"),
        (json!([]), 400, "not what the page"),
    ] {
        let (said, answer) = class.post("/reached", &bad);
        assert!(said == status && answer["problem"].as_str().unwrap().contains(why), "{bad}: {said} {answer}");
    }
    for secret in ["", "0123456789abcdef0123456789abcdef", "é"] {
        let (status, answer) = class.post(
            "/table",
            &json!({"secret": secret, "seen": 0, "conduct": {"paused": true, "part": null, "answers": true}}),
        );
        assert!(status == 403 && answer["problem"].as_str().unwrap().contains("the program has printed"), "{answer}");
    }
    assert_eq!(class.table(0)["conduct"]["paused"], false);
    assert_eq!(class.table(0)["rows"], json!([]));
    // A form of another site cannot say this kind of text.
    let (status, _) = class.ask("POST /reached HTTP/1.1\r\ncontent-type: text/plain", good.to_string().as_bytes());
    assert_eq!(status, 415);
}

#[test]
fn no_address_names_a_file_and_nothing_long_or_broken_is_read() {
    let class = Class::new();
    for path in [
        "/lesson.cgt",
        "/../lesson.cgt",
        "/%2e%2e/lesson.cgt",
        "//etc/passwd",
        "/teacher/",
        "/?x",
        "/table",
        "/reached",
    ] {
        let (status, body) = class.ask(&format!("GET {path} HTTP/1.1"), b"");
        // What stands behind a question mark is nothing to the page.
        assert_eq!(status, if path == "/?x" { 200 } else { 404 }, "{path}");
        assert!(path == "/?x" || body.starts_with(b"{\"problem\""), "{path}");
    }
    // Ten megabytes are refused before they are sent, whether they say their length or not.
    let head = "POST /reached HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n";
    let (status, _) = parted(&class.said(format!("{head}content-length: 10000000\r\n\r\n").as_bytes()));
    assert_eq!(status, 413);
    let chunk = format!("{:x}\r\n{}\r\n", 9_000, "x".repeat(9_000));
    let (status, _) =
        parted(&class.said(format!("{head}transfer-encoding: chunked\r\n\r\n{chunk}{chunk}{chunk}").as_bytes()));
    assert_eq!(status, 413);
    for broken in [
        "",
        "\r\n\r\n",
        "GET",
        "GET / HTTP/9\r\n\r\n",
        "POST /reached HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        "\u{0}\u{1}\u{2}\r\n\r\n",
    ] {
        let mut stream = class.stream();
        stream.write_all(broken.as_bytes()).unwrap();
        drop(stream);
    }
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "x".repeat(100_000));
    assert!(matches!(parted(&class.said(long.as_bytes())).0, 0 | 414 | 431), "a long address is refused");
    // A device that says nothing takes nobody's place.
    let silent: Vec<TcpStream> = (0..100).map(|_| class.stream()).collect();
    assert_eq!(class.reached(DEVICE, "AAAA").0, 200);
    drop(silent);
}

#[test]
fn a_class_has_bounds() {
    let class = Class::new();
    let refused = (0..1_001).find(|device| class.reached(&format!("{device:032x}"), "A").0 != 200);
    assert_eq!(refused, Some(1_000));
    // Who is in it already stays.
    assert_eq!(class.reached(&format!("{:032x}", 5), "B").0, 200);
}

#[test]
fn what_keeps_a_class_from_beginning_is_said() {
    let good = folder(LESSON);
    let run = |folder: &TempDir, arguments: &[&str]| {
        let ran = grundy().current_dir(folder.path()).arg("class").args(arguments).assert().code(1);
        err(&ran)
    };
    assert!(run(&good, &["none.cgt", "--page", "page.html"]).contains("there is no such file"));
    let said = run(&good, &["lesson.cgt", "--page", "none.html"]);
    assert!(said.contains("there is no such file; web/build makes that page, and --page FOLDER/grundy.html"), "{said}");
    assert!(run(&folder("quiz S easy\nwinnr\n"), &["lesson.cgt", "--page", "page.html"]).contains("S"));
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let said = run(&good, &["lesson.cgt", "--page", "page.html", "--address", "127.0.0.1", "--port", &port]);
    assert!(
        said.contains(&format!("nobody can be served at port {port}")) && said.contains("--port names another"),
        "{said}"
    );
}
