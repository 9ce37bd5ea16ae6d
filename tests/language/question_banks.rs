//! Worksheets as question banks for Moodle and as cards for Anki, read back by other parsers: as many questions as on paper, with
//! the same right answers. Those that can be chosen and no others are right by the language itself.

use grundy::session::report::{Answer, Question, Report, Task, Worksheet};
use grundy::show::file;
use grundy_engine::nim::Outcome;

use crate::common::talk::{Talk, left_by};

/// Games of all kinds of positions: heaps, several numbers, texts with quotation marks and boards, lists and graphs, play that
/// need not end, and moves that bind.
const GAMES: [(&str, &str); 10] = [
    ("S", "game S = take <1,2,3>"),
    ("Kayles", ""),
    ("Wythoff", ""),
    ("Cram", ""),
    ("Row", "game Row(s) = (replace(s, i, \"--\")) for i in 0..length(s)-2 if s[i..i+1] == \"++\""),
    ("NodeKayles", ""),
    ("Tilde", "game Tilde = \"~~\" becomes \"#=\" | \"{:\" becomes \"}#\""),
    ("take <5,7>", ""),
    (
        "Walk",
        "game Walk(v) = (w) for w in [[1], [0, 2], [], [0, 4], [3, 2], [6], [5, 3], [2, 3, 6], [0, 1], [8, 5]][v]",
    ),
    ("G", "game G(n) = (n-1) again | (n-2) | (n-4) reply"),
];

/// A question as another program reads it.
#[derive(Debug, PartialEq)]
struct Read {
    name: String,
    text: String,
    feedback: String,
    asked: Asked,
}

#[derive(Debug, PartialEq)]
enum Asked {
    Number(String),
    /// What can be chosen, each with whether it is right.
    Choices(Vec<(String, bool)>),
    Texts(Vec<String>),
}

/// Visits worksheets about all these games.
fn each_worksheet(mut visit: impl FnMut(&mut Talk, &Report, &Worksheet)) {
    for (game, definition) in GAMES {
        for level in ["easy", "medium", "hard"] {
            for seed in 1..=2 {
                let mut talk = Talk::new();
                talk.says(definition);
                let report = talk.reports(&format!("worksheet {game} {level} 10 questions for 2 sheets seed {seed}"));
                visit(&mut talk, &report, report.get::<Worksheet>().unwrap());
            }
        }
    }
}

fn written(report: &Report, name: &str) -> String {
    let format = file::format(report, name);
    file::check(report, &format).unwrap();
    let mut bytes = Vec::new();
    file::write(report, &format, &mut bytes).unwrap();
    String::from_utf8(bytes).unwrap()
}

fn questions(sheets: &Worksheet) -> Vec<&Question> {
    sheets.sheets.iter().flat_map(|sheet| &sheet.questions).collect()
}

/// The questions of a text in GIFT, as <https://docs.moodle.org/en/GIFT_format> describes it: questions are divided by blank
/// lines; `\` before one of `~=#{}:` takes its meaning from it; the answer stands in braces.
fn gift(text: &str) -> Vec<Read> {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    blocks.filter(|block| !block.starts_with("$CATEGORY: ")).map(gift_question).collect()
}

/// A sign, and whether it is meant as a sign of GIFT.
type Sign = (char, bool);

fn signs(text: &str) -> Vec<Sign> {
    let mut signs = Vec::new();
    let mut rest = text.chars();
    while let Some(sign) = rest.next() {
        match sign {
            '\\' => {
                let escaped = rest.next().unwrap();
                assert!("~=#{}:\\".contains(escaped), "\\{escaped} in {text}");
                signs.push((escaped, false));
            }
            sign => signs.push((sign, "~=#{}:".contains(sign))),
        }
    }
    signs
}

fn plain(signs: &[Sign]) -> String {
    assert!(signs.iter().all(|(_, means)| !means), "{signs:?}");
    signs.iter().map(|(sign, _)| sign).collect::<String>().trim().to_owned()
}

/// Where these signs of GIFT stand next to each other.
fn find(signs: &[Sign], sought: &str) -> Option<usize> {
    let sought: Vec<Sign> = sought.chars().map(|sign| (sign, true)).collect();
    signs.windows(sought.len()).position(|window| window == sought)
}

fn gift_question(block: &str) -> Read {
    let signs = signs(block);
    assert_eq!(find(&signs, "::"), Some(0), "{block}");
    let rest = &signs[2..];
    let end = find(rest, "::").unwrap();
    let (name, rest) = (plain(&rest[..end]), &rest[end + 2..]);
    let (open, close) = (find(rest, "{").unwrap(), find(rest, "}").unwrap());
    assert!(close + 1 == rest.len(), "nothing stands behind the answer: {block}");
    let text = plain(&rest[..open]).strip_prefix("[html]").unwrap().to_owned();
    let answers = &rest[open + 1..close];
    let at = find(answers, "####").unwrap();
    let feedback = plain(&answers[at + 4..]);
    let answers = &answers[..at];
    let first = answers.iter().position(|(sign, _)| !sign.is_whitespace()).unwrap();
    let answers = &answers[first..];
    let asked = match answers[0] {
        ('#', true) => Asked::Number(plain(&answers[1..])),
        _ => {
            let begins: Vec<usize> =
                (0..answers.len()).filter(|at| matches!(answers[*at], ('~' | '=', true))).collect();
            let ends = begins.iter().skip(1).copied().chain([answers.len()]);
            let read = begins.iter().zip(ends).map(|(begin, end)| {
                let (right, text) = (answers[*begin].0 == '=', plain(&answers[begin + 1..end]));
                assert!(!text.contains("->") && !text.starts_with('%'), "{text} means something");
                (text, right)
            });
            let read: Vec<(String, bool)> = read.collect();
            // Without a wrong answer it is a question for a text.
            match read.iter().all(|(_, right)| *right) {
                true => Asked::Texts(read.into_iter().map(|(text, _)| text).collect()),
                false => Asked::Choices(read),
            }
        }
    };
    Read { name, text, feedback, asked }
}

/// The questions of a file of Moodle's XML with their points.
fn xml(text: &str) -> Vec<(Read, String)> {
    let read = roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(read.root_element().has_tag_name("quiz"));
    let questions = read.root_element().children().filter(|node| node.has_tag_name("question"));
    questions.filter(|question| question.attribute("type") != Some("category")).map(xml_question).collect()
}

fn xml_question(node: roxmltree::Node) -> (Read, String) {
    let child = |name: &str| node.children().find(|child| child.has_tag_name(name)).unwrap();
    let text = |node: roxmltree::Node| {
        let text = node.children().find(|child| child.has_tag_name("text")).unwrap();
        text.text().unwrap_or_default().to_owned()
    };
    let answers: Vec<(String, bool)> = node
        .children()
        .filter(|child| child.has_tag_name("answer"))
        .map(|answer| (text(answer), answer.attribute("fraction") == Some("100")))
        .collect();
    let texts = || answers.iter().map(|(text, _)| text.clone()).collect::<Vec<_>>();
    let asked = match node.attribute("type").unwrap() {
        "numerical" => Asked::Number(texts().concat()),
        "shortanswer" => Asked::Texts(texts()),
        "multichoice" => {
            assert_eq!(child("single").text(), Some("true"));
            Asked::Choices(answers)
        }
        other => panic!("{other}"),
    };
    let [name, questiontext, feedback] = ["name", "questiontext", "generalfeedback"].map(|name| text(child(name)));
    (Read { name, text: questiontext, feedback, asked }, child("defaultgrade").text().unwrap().to_owned())
}

/// What a piece of HTML says. It is well-formed.
fn said(html: &str) -> String {
    let whole = format!("<p>{html}</p>");
    let read = roxmltree::Document::parse(&whole).unwrap_or_else(|error| panic!("{error}: {html}"));
    read.descendants().filter_map(|node| node.is_text().then(|| node.text())?).collect()
}

/// Whether the right answers are those of the language.
fn check(talk: &mut Talk, question: &Question, asked: &Asked) {
    let truth = &question.solution.truth;
    match (asked, truth) {
        (Asked::Number(read), Answer::Number(truth)) => assert_eq!(*read, truth.to_string()),
        (Asked::Texts(read), Answer::Row { values, mex, outcome }) => {
            assert!(read.len() >= 3);
            for row in read {
                let mut numbers: Vec<&str> =
                    row.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
                assert_eq!(numbers.pop().unwrap(), outcome.to_string());
                assert_eq!(numbers.pop().unwrap(), mex.to_string());
                assert_eq!(numbers, values.iter().map(ToString::to_string).collect::<Vec<_>>());
            }
        }
        (Asked::Choices(choices), truth) => check_choices(talk, question, choices, truth),
        other => panic!("{other:?}"),
    }
}

fn check_choices(talk: &mut Talk, question: &Question, choices: &[(String, bool)], truth: &Answer) {
    let right: Vec<String> = choices.iter().filter(|(_, right)| *right).map(|(text, _)| said(text)).collect();
    match (&question.task, truth) {
        (Task::Winner { draws, .. }, Answer::Winner(outcome)) => {
            let word = match outcome {
                Outcome::N => "first",
                Outcome::P => "second",
                Outcome::D => "draw",
            };
            assert_eq!((right, choices.len()), (vec![word.to_owned()], if *draws { 3 } else { 2 }));
        }
        (Task::Claim { values, .. }, Answer::Claim { holds, reason }) => {
            assert_eq!(right, [format!("{holds}: its value is {}", values[*reason])]);
            assert_eq!(choices.len(), 2 * values.len());
        }
        (Task::Move { position, .. }, truth) => {
            let (none, moves) = choices.split_last().unwrap();
            assert_eq!((said(&none.0).as_str(), none.1), ("none", matches!(truth, Answer::Move(None))));
            assert!(!right.is_empty());
            assert!(!moves.is_empty() && moves.len() <= 7, "{choices:?}");
            for (label, is_right) in moves {
                let label = said(label);
                let known = question.solution.moves.iter();
                let known = known.filter(|(made, _)| {
                    grundy::session::report::move_label(made, grundy::show::Language::ENGLISH) == label
                });
                for (made, _) in known {
                    talk.heard.clear();
                    talk.says(&format!("{position} -> {}", left_by(made)));
                    let good = [" wins: ", " wins.", " keeps the draw"].iter().any(|sign| talk.heard.contains(sign))
                        && ![" loses", "A winning move is"].iter().any(|sign| talk.heard.contains(sign));
                    assert_eq!(*is_right, good, "{position}: {label}: {}", talk.heard);
                }
            }
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn moodle_reads_the_questions_of_the_sheets_with_their_answers() {
    let (mut read, mut chosen) = (0, 0);
    each_worksheet(|talk, report, sheets| {
        let asked = questions(sheets);
        let from_gift = gift(&written(report, "quiz.gift"));
        let from_xml = xml(&written(report, "quiz.xml"));
        assert_eq!((from_gift.len(), from_xml.len()), (asked.len(), asked.len()));
        for ((question, gift), (xml, points)) in asked.iter().zip(&from_gift).zip(&from_xml) {
            assert_eq!(gift, xml, "both formats say the same");
            assert_eq!(*points, question.points.to_string());
            check(talk, question, &gift.asked);
            let text = said(&gift.text);
            assert!(!text.is_empty() && !gift.feedback.is_empty(), "{gift:?}");
            chosen += usize::from(matches!(gift.asked, Asked::Choices(_)));
            read += 1;
        }
        let names: std::collections::BTreeSet<&String> = from_gift.iter().map(|read| &read.name).collect();
        assert_eq!(names.len(), asked.len());
    });
    assert!(read >= 1_000 && chosen >= 300, "{read} questions, {chosen} with choices");
}

/// Anki takes a text as the crate `csv` does: fields in quotation marks, divided by tabs, after lines that begin with `#`.
#[test]
fn anki_reads_a_card_for_each_question() {
    each_worksheet(|_, report, sheets| {
        let text = written(report, "nim-cards.txt");
        assert!(text.starts_with("#separator:tab\n#html:true\n#columns:Front\tBack\n"), "{text}");
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(b'\t')
            .comment(Some(b'#'))
            .has_headers(false)
            .from_reader(text.as_bytes());
        let cards: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        let asked = questions(sheets);
        assert_eq!(cards.len(), asked.len());
        for (card, question) in cards.iter().zip(asked) {
            assert_eq!(card.len(), 2);
            let (front, back) = (said(&card[0]), said(&card[1]));
            let shown = match &question.solution.truth {
                Answer::Number(number) => number.to_string(),
                Answer::Winner(Outcome::N) => "first".to_owned(),
                Answer::Winner(Outcome::P) => "second".to_owned(),
                Answer::Winner(Outcome::D) => "draw".to_owned(),
                Answer::Move(None) => "none".to_owned(),
                Answer::Move(Some(made)) => grundy::session::report::move_label(made, grundy::show::Language::ENGLISH),
                Answer::Row { mex, outcome, .. } => format!(", {mex}, {outcome}"),
                Answer::Claim { holds, reason } => format!("{holds} {}", Answer::letter(*reason)),
                Answer::Skipped => panic!(),
            };
            let (answer, reason) = back.split_once(" · ").unwrap();
            assert!(answer.ends_with(&shown) && !reason.is_empty(), "{back}, {shown}");
            if let Some(position) = question.task.position() {
                assert!(front.contains(&position.to_string()), "{front}");
            }
        }
    });
}

/// Other files that end in `.txt` are what the screen shows, and other answers are no cards.
#[test]
fn only_a_worksheet_named_so_is_cards() {
    let mut talk = Talk::new();
    let sheets = talk.reports("worksheet Nim 2 questions seed 1");
    assert!(written(&sheets, "sheets.txt").starts_with("Sheet 1: 2 questions about Nim\n"));
    assert_eq!(written(&sheets, "Cards.TXT"), written(&sheets, "my cards.txt"));
    let values = talk.reports("values Nim 0..3");
    assert_eq!(written(&values, "cards.txt"), "0 1 2 3\n");
    for other in ["gift", "xml"] {
        assert_eq!(file::check(&values, other), Err(vec!["csv", "json", "jsonl", "md", "tex", "txt"]));
    }
}
