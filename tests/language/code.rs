//! Functions in other languages: what `to "s.cpp"`, `.rs` and `.py` writes is compiled without a warning, and gives the values that the
//! program gives. A compiler that is not there is named.

use std::fs;
use std::path::Path;
use std::process::Command;

use grundy::service::file_format;
use grundy::show::file;
use grundy::source::Span;

use crate::common::dice::is_full;
use crate::common::talk::Talk;

/// Games whose own rules these are.
const DEFINITIONS: &[&str] = &[
    "game Small = take <1,3,4>",
    "game Wide = take <3..10>",
    "game Cofinite = take any except {2, 5}",
    "game Thirds = take <2,3> then split into 3 | take 1",
    "game Rises = hex 0.8F",
    "let half(n) = (n + 1) / 2",
    "game Cases(n) = (n - k) for k in <1, 3..half(n) step 2> if n % 3 != k % 3 | (isqrt(n / 2 + 1)) if n > 4 | (n/2) + (n/3) if n > 0",
    "game Turns(n) = (abs(n/2 - 5)) if n > 9 and not (n % 7 in {1, 4}) | (if odd(n) then n - 1 else n / 2) if n > 0 | (n - gcd(n, 12)) if n > 0",
    "game Stairs(a, b) where a <= b = (a - 1, b) | (a, b - k) for k in 1..b - a",
    "game Corner(a, b) = (a - k, b) for k in 1..2 | (a - 1, b - 1) | (b, a - b) if a > b and b > 0 | (a, b - 3)",
];

/// Games, how many numbers are a position, and how far they are asked: about 10,000 values, and without `FULL` a tenth. In Python a
/// table that has loops inside goes less far.
const GAMES: &[(&str, usize, u64, u64)] = &[
    ("Kayles", 1, 9999, 9999),
    ("Nim", 1, 9999, 9999),
    ("LaskersNim", 1, 9999, 9999),
    ("DawsonsKayles", 1, 9999, 9999),
    ("TakeThree", 1, 9999, 9999),
    ("Small", 1, 9999, 9999),
    ("Wide", 1, 9999, 9999),
    ("Cofinite", 1, 9999, 9999),
    ("Rises", 1, 9999, 9999),
    ("TakeAPrime", 1, 9999, 9999),
    ("SubtractSquare", 1, 9999, 9999),
    ("TakePowerOfTwo", 1, 9999, 9999),
    ("GrundysGame", 1, 9999, 1500),
    ("FairShares", 1, 9999, 1500),
    ("AtMostHalf", 1, 9999, 1500),
    ("Mark", 1, 9999, 9999),
    ("DivideBy236", 1, 9999, 9999),
    ("TowerBreakers", 1, 9999, 1500),
    ("Prim", 1, 9999, 800),
    ("Cases", 1, 9999, 1500),
    ("Turns", 1, 9999, 9999),
    ("Thirds", 1, 300, 120),
    ("Wythoff", 2, 99, 40),
    ("Stairs", 2, 99, 60),
    ("Corner", 2, 99, 99),
];

struct Tried {
    name: String,
    text: String,
    /// The arguments with the values.
    rows: Vec<Vec<u64>>,
}

/// The functions of all games in each language, with the values that they must give.
fn functions() -> [Vec<Tried>; 3] {
    let mut talk = Talk::new();
    DEFINITIONS.iter().for_each(|line| talk.says(line));
    let mut functions = [Vec::new(), Vec::new(), Vec::new()];
    for (game, numbers, last, few) in GAMES {
        let last = match numbers {
            _ if is_full() => *last,
            1 => (last / 10).max(100),
            _ => last / 3,
        };
        let range = |last: u64| vec![format!("0..{last}"); *numbers].join(", ");
        let csv = written(&talk.reports(&format!("values {game} {}", range(last))), "csv");
        let columns = csv.lines().next().unwrap().split(',').position(|heading| heading == "value").unwrap() + 1;
        let row = |row: &str| row.split(',').take(columns).map(str::parse).collect::<Result<Vec<u64>, _>>();
        let rows = csv.lines().skip(1).map(row);
        // A row without a value is no position.
        let all: Vec<Vec<u64>> = rows.filter_map(Result::ok).collect();
        assert!(all.len() > 100, "{game}");
        for (extension, functions) in ["cpp", "rs", "py"].iter().zip(&mut functions) {
            let most = if *extension == "py" { last.min(*few) } else { last };
            let reaches = if *numbers == 1 { most } else { last };
            let file = format!("f.{extension}");
            let report = talk.reports(&format!("values {game} {} to \"{file}\"", range(reaches)));
            let format = file_format(&report, &file, Span::NOWHERE).unwrap();
            let text = written(&report, &format);
            let heads = ["inline std::uint64_t ", "pub fn ", "\ndef "];
            let behind = heads.iter().find_map(|head| text.split_once(head)).unwrap().1;
            let name = behind.split('(').next().unwrap().to_owned();
            let rows = all.iter().filter(|row| row[0] <= most).cloned().collect();
            functions.push(Tried { name, text, rows });
        }
    }
    functions
}

fn written(report: &grundy::show::report::Report, format: &str) -> String {
    let mut bytes = Vec::new();
    file::write(report, format, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

/// The calls of all functions, one on a line, and what they must print.
fn calls(functions: &[Tried], call: impl Fn(&str, &str) -> String) -> (String, Vec<u64>) {
    let mut text = String::new();
    let mut expected = Vec::new();
    for Tried { name, rows, .. } in functions {
        for row in rows {
            let (value, arguments) = row.split_last().unwrap();
            let arguments: Vec<String> = arguments.iter().map(u64::to_string).collect();
            text += &call(name, &arguments.join(", "));
            expected.push(*value);
        }
    }
    (text, expected)
}

/// Runs a program in a folder; `None` where there is no such program. It must say nothing on the standard error.
fn ran(program: &str, arguments: &[&str], folder: &Path) -> Option<String> {
    let Ok(output) = Command::new(program).args(arguments).current_dir(folder).output() else {
        eprintln!("\n!! NOT TRIED: functions of games, since there is no {program} here");
        return None;
    };
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.is_empty(), "{program} {arguments:?}: {said}");
    Some(String::from_utf8(output.stdout).unwrap())
}

fn compare(printed: &str, expected: &[u64], functions: &[Tried]) {
    let printed: Vec<u64> = printed.split_whitespace().map(|value| value.parse().unwrap()).collect();
    assert_eq!(printed.len(), expected.len());
    let rows = functions.iter().flat_map(|tried| tried.rows.iter().map(|row| (&tried.name, row)));
    for ((name, row), (printed, expected)) in rows.zip(printed.iter().zip(expected)) {
        assert_eq!(printed, expected, "{name}{row:?}");
    }
}

#[test]
fn functions_in_other_languages_give_the_values() {
    let [cpp, rust, python] = functions();
    in_cpp(&cpp);
    in_rust(&rust);
    in_python(&python);
}

fn in_cpp(functions: &[Tried]) {
    let folder = tempfile::tempdir().unwrap();
    let (calls, expected) = calls(functions, |name, arguments| {
        format!(
            "{{{name}_, {}}},\n",
            if arguments.contains(',') { arguments.to_owned() } else { format!("{arguments}, 0") }
        )
    });
    let texts: String = functions.iter().map(|tried| tried.text.as_str()).collect();
    let joined = |tried: &Tried| match tried.rows[0].len() {
        2 => format!("std::uint64_t {0}_(std::uint64_t n, std::uint64_t) {{ return {0}(n); }}\n", tried.name),
        _ => format!("std::uint64_t {0}_(std::uint64_t a, std::uint64_t b) {{ return {0}(a, b); }}\n", tried.name),
    };
    let joined: String = functions.iter().map(joined).collect();
    let main = format!(
        "#include <cstdio>\n{texts}{joined}struct Call {{ std::uint64_t (*f)(std::uint64_t, std::uint64_t); unsigned a, b; }};\n\
         static const Call calls[] = {{\n{calls}}};\nint main() {{\n\
         for (const Call& call : calls) std::printf(\"%llu\\n\", static_cast<unsigned long long>(call.f(call.a, call.b)));\n}}\n"
    );
    fs::write(folder.path().join("main.cpp"), main).unwrap();
    if ran("g++", &["-std=c++17", "-O1", "-Wall", "-Wextra", "-o", "main", "main.cpp"], folder.path()).is_some() {
        compare(&ran(folder.path().join("main").to_str().unwrap(), &[], folder.path()).unwrap(), &expected, functions);
    }
}

fn in_rust(functions: &[Tried]) {
    let folder = tempfile::tempdir().unwrap();
    let (calls, expected) = calls(functions, |name, arguments| {
        format!(
            "({name}_, {}),\n",
            if arguments.contains(',') { arguments.to_owned() } else { format!("{arguments}, 0") }
        )
    });
    let texts: String = functions.iter().map(|tried| tried.text.as_str()).collect();
    let joined = |tried: &Tried| match tried.rows[0].len() {
        2 => format!("fn {0}_(n: u64, _: u64) -> u64 {{ {0}(n) }}\n", tried.name),
        _ => format!("fn {0}_(a: u64, b: u64) -> u64 {{ {0}(a, b) }}\n", tried.name),
    };
    let joined: String = functions.iter().map(joined).collect();
    let main = format!(
        "{texts}{joined}type Call = (fn(u64, u64) -> u64, u64, u64);\nstatic CALLS: &[Call] = &[\n{calls}];\n\
         fn main() {{ for (f, a, b) in CALLS {{ println!(\"{{}}\", f(*a, *b)); }} }}\n"
    );
    fs::write(folder.path().join("main.rs"), main).unwrap();
    if ran("rustc", &["--edition=2021", "-O", "-o", "main", "main.rs"], folder.path()).is_some() {
        compare(&ran(folder.path().join("main").to_str().unwrap(), &[], folder.path()).unwrap(), &expected, functions);
    }
}

fn in_python(functions: &[Tried]) {
    let folder = tempfile::tempdir().unwrap();
    let (calls, expected) = calls(functions, |name, arguments| format!("    ({name}, {arguments}),\n"));
    let texts: String = functions.iter().map(|tried| tried.text.as_str()).collect();
    let main = format!("{texts}\nfor f, *arguments in (\n{calls}):\n    print(f(*arguments))\n");
    fs::write(folder.path().join("main.py"), main).unwrap();
    if let Some(printed) = ran("python3", &["-W", "error", "main.py"], folder.path()) {
        compare(&printed, &expected, functions);
    }
}
