//! Pictures written to files, and scripts as pages to hand out (`--html`), also in the web page that runs the language itself
//! (`--live`).

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::assert::Assert;
use roxmltree::{Document, ParsingOptions};
use tempfile::{TempDir, tempdir};

use crate::common::files;
use crate::{err, grundy, out};

fn run(folder: &TempDir, arguments: &[&str]) -> Assert {
    grundy().current_dir(folder.path()).args(arguments).assert()
}

/// A folder in which this script is called `lesson.cgt`.
fn lesson(text: &str) -> TempDir {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("lesson.cgt"), text).unwrap();
    folder
}

fn written(folder: &TempDir, name: &str) -> String {
    fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The page, which is well-formed.
fn page(folder: &TempDir) -> String {
    let page = written(folder, "page.html");
    read(&page);
    page
}

fn read(page: &str) -> Document<'_> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(page, options).unwrap_or_else(|error| panic!("{error}:\n{page}"))
}

const S: &str = "game S = take <1,2,3>\n";

#[test]
fn pictures_are_written_into_files() {
    let folder = tempdir().unwrap();
    for (code, file, begins, holds) in [
        ("plot S 0..200", "a.svg", "<svg ", "Grundy values of S, n = 0 to 200"),
        ("plot Wythoff 0..60, 0..60", "b.svg", "<svg ", "Grundy values of Wythoff(a, b)"),
        ("moves NodeKayles([0, 1, 2])", "f.svg", "<svg ", "The move takes 0, 1, 2."),
        ("moves NodeKayles([0, 2, 4, 5, 7])", "g.svg", "<svg ", "A graph with the vertices 0, 2, 4, 5, 7."),
        ("tree S(5)", "c.SVG", "<svg ", "The game below S(5): 6 positions, 12 moves, 2 P-positions"),
        ("tree S(5)", "d.dot", "digraph \"S(5)\" {", "p4 -> p5 [label=\"−1\"];"),
        ("plot S 0..2", "e.csv", "n,value\n0,0\n1,1\n2,2\n", ""),
    ] {
        let ran = run(&folder, &["-e", S, "-e", &format!("{code} to \"{file}\"")]).success();
        assert_eq!((out(&ran), err(&ran)), (String::new(), String::new()), "{code}");
        let text = written(&folder, file);
        assert!(text.starts_with(begins) && text.contains(holds), "{code}:\n{text}");
        if begins == "<svg " {
            read(&text);
        }
    }
}

#[test]
fn a_format_that_a_picture_does_not_have_is_refused_with_those_it_has() {
    let folder = tempdir().unwrap();
    for (code, known) in [
        ("plot S 0..9 to \"a.dot\"", ".csv, .json, .jsonl, .md, .svg, .tex"),
        ("tree S(5) to \"a.png\"", ".dot, .json, .md, .svg, .tex"),
        ("values S 0..9 to \"a.svg\"", ".csv, .json, .jsonl, .md, .tex"),
    ] {
        let ran = run(&folder, &["-e", S, "-e", code]).code(1);
        assert!(err(&ran).contains("E0602") && err(&ran).contains(known), "{code}: {}", err(&ran));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_tree_that_is_too_large_for_a_file_says_what_fits() {
    let folder = tempdir().unwrap();
    run(&folder, &["-e", S, "-e", "tree S(1000) to \"a.svg\""]).success();
    let ran = run(&folder, &["-e", S, "-e", "tree S(100000) to \"b.svg\""]).code(1);
    assert!(err(&ran).contains("2000 positions") && err(&ran).contains("S(1999)"), "{}", err(&ran));
    assert!(!folder.path().join("b.svg").exists());
}

#[test]
fn a_script_becomes_a_page() {
    let text = format!("#!/usr/bin/env grundy\n# mine\n\n## # Title\n## Prose & more.\n{S}winner S(5) # beside\n");
    let folder = lesson(&text);
    let ran = run(&folder, &["lesson.cgt", "--html", "page.html"]).success();
    assert_eq!((out(&ran), err(&ran)), (String::new(), String::new()));
    let page = page(&folder);
    for part in ["<title>Title</title>", "Prose &amp; more.", "First player wins", "S(5) → S(4)", "# beside"] {
        assert!(page.contains(part), "{part} in\n{page}");
    }
    assert!(!page.contains("mine"), "{page}");
    let shown = run(&folder, &["lesson.cgt", "--html", "-"]).success();
    assert_eq!(out(&shown), page);
    let piped = grundy().args(["--html", "-"]).write_stdin(text).assert().success();
    assert_eq!(out(&piped), page);
}

#[test]
fn answers_can_be_left_out() {
    let folder = lesson(&format!("{S}winner S(5)\nassert grundy S(7) == 3\ntable S 0..3\nplot S 0..9\ntree S(3)\n"));
    run(&folder, &["lesson.cgt", "--html", "page.html", "--hide-answers"]).success();
    let page = page(&folder);
    for answer in ["First player", "== 3", "mex{", "P-position</", "class=\"on-lost\""] {
        assert!(!page.contains(answer), "{answer} in\n{page}");
    }
    assert!(page.contains("Room for the answer") && page.matches("<svg").count() == 2, "{page}");
    run(&folder, &["lesson.cgt", "--hide-answers"]).code(2);
    run(&folder, &["lesson.cgt", "--html", "page.html", "--json"]).code(2);
}

#[test]
fn a_quiz_a_help_and_what_is_printed_are_whole_in_a_page() {
    let script = "quiz S seed 1\nabout Kayles\nhelp take\nprint \"a    b\", grundy S(3)\nplay S(7)\ntour\n";
    let folder = lesson(&format!("{S}{script}"));
    run(&folder, &["lesson.cgt", "--html", "page.html"]).success();
    let whole = page(&folder);
    assert_eq!(whole.matches("<li>").count(), 8, "all questions: {whole}");
    assert_eq!(whole.matches("class=\"truth\"").count(), 8, "each with its answer: {whole}");
    let source = "<dd>R. K. Guy and C. A. B. Smith, The G-values of various games, 1956; OEIS A002186</dd>";
    for part in [source, "Moves that take", "a    b 3", "Lesson 1 of 12"] {
        assert!(whole.contains(part), "{part} in\n{whole}");
    }
    // A page does not ask for what can only be typed at the prompt, and shows no backticks around code.
    for part in ["Type a move", "Type next", "skip", "`"] {
        assert!(!whole.contains(part), "{part} in\n{whole}");
    }
    run(&folder, &["lesson.cgt", "--html", "page.html", "--hide-answers"]).success();
    let blank = page(&folder);
    assert_eq!(blank.matches("Room for the answer").count(), 8, "{blank}");
    assert!(!blank.contains("class=\"truth\""), "{blank}");
    // `--hide-answers` hides solutions, but never information.
    for part in ["What is the Grundy value of", "a    b 3", "12 from n = 71", "Moves that take", source] {
        assert!(blank.contains(part), "{part} in\n{blank}");
    }
}

#[test]
fn a_tree_of_sums_is_no_wider_than_a_reader_can_follow() {
    let folder = tempdir().unwrap();
    run(&folder, &["-e", "tree Kayles(10) to \"a.svg\"", "-e", "tree Kayles(12) to \"b.svg\""]).success();
    for (name, most) in [("a.svg", 1_500.0), ("b.svg", 3_000.0)] {
        let picture = written(&folder, name);
        let read = read(&picture);
        let width: f64 = read.root_element().attribute("width").unwrap().parse().unwrap();
        assert!(width < most, "{name} is {width} wide");
        assert!(picture.contains(">[1,2]</text>") && picture.contains("means Kayles("), "{name}");
    }
    run(&folder, &["-e", "tree Nim(2)+Kayles(3) to \"c.svg\""]).success();
    assert!(written(&folder, "c.svg").contains(">K[1,1]+N[2]</text>"), "{}", written(&folder, "c.svg"));
}

#[test]
fn what_goes_wrong_stands_in_the_page_and_the_program_ends_as_the_script_does() {
    for (wrong, ends) in [
        ("winner T(4)", "The script stopped here."),
        ("winner (4", "Nothing was run"),
        ("assert grundy S(5) == 2", "The script stopped here."),
    ] {
        for arguments in
            [&["lesson.cgt", "--html", "page.html"][..], &["--html", "page.html", "--hide-answers", "lesson.cgt"]]
        {
            let folder = lesson(&format!("## # A\n{S}{wrong}\n"));
            let ran = run(&folder, arguments).code(1);
            assert!(err(&ran).contains("error"), "{wrong}: {}", err(&ran));
            let page = page(&folder);
            assert!(page.contains("This went wrong") && page.contains("error") && page.contains(ends), "{page}");
            assert!(page.contains(">A</h1>"), "{page}");
        }
    }
    let folder = lesson(&format!("{S}check grundy S(5) == 2\nwinner T(1)\nwinner S(9)\n"));
    run(&folder, &["lesson.cgt", "--html", "page.html", "--keep-going"]).code(1);
    let page = page(&folder);
    assert!(
        page.contains("Does not hold") && page.contains("This went wrong") && page.contains("S(9) → S(8)"),
        "{page}"
    );
}

#[test]
fn a_page_that_cannot_be_written_says_so() {
    let folder = lesson(S);
    let ran = run(&folder, &["lesson.cgt", "--html", "no/such/page.html"]).code(1);
    assert!(err(&ran).contains("no/such/page.html"), "{}", err(&ran));
    let ran = run(&folder, &["missing.cgt", "--html", "page.html"]).code(1);
    assert!(err(&ran).contains("there is no such file"), "{}", err(&ran));
}

#[test]
fn a_page_carries_out_what_a_script_asks_for() {
    let folder = lesson(
        "load \"rules.cgt\"\nplot S 0..9 to \"a.svg\"\nvalues S 0..9 to \"a.csv\"\nplay S(3)\nquit\nwinner S(1)\n",
    );
    fs::write(folder.path().join("rules.cgt"), format!("{S}grundy S(6)\n")).unwrap();
    run(&folder, &["lesson.cgt", "--html", "page.html"]).success();
    let page = page(&folder);
    assert!(page.contains("Grundy value ") && page.contains("<svg"), "{page}");
    assert!(!page.contains("Winning move"), "nothing runs after `quit`: {page}");
    assert!(written(&folder, "a.svg").starts_with("<svg") && written(&folder, "a.csv").starts_with("n,value"));
}

#[test]
fn every_example_is_a_page() {
    let folder = tempdir().unwrap();
    for path in files(Path::new("examples"), "cgt").into_iter().map(PathBuf::from) {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let full = fs::canonicalize(&path).unwrap();
        for extra in [&[][..], &["--hide-answers"]] {
            let mut arguments = vec![full.to_str().unwrap(), "--html", "page.html"];
            arguments.extend(extra);
            run(&folder, &arguments).success();
            let text = page(&folder);
            let page = read(&text);
            let headings = page.descendants().filter(|node| node.has_tag_name("h1")).count();
            assert_eq!(headings, 1, "{name}");
            // A script of nothing but assertions may show no statement when answers are hidden.
            let shows = page.descendants().any(|node| node.attribute("class") == Some("statement"));
            assert!(shows || !extra.is_empty(), "{name}");
        }
    }
    assert!(Path::new("examples/lesson.cgt").exists());
}

#[test]
fn directives_say_what_is_hidden() {
    let text = format!(
        "#| lang: de\n{S}#| answer: show\nwinner S(5)\n#| answer: hide\n#| lines: 4\nwinner S(6)\n\
         #| code: hide\n#| points: 2\nwinner S(7)\nassert grundy S(9) == 1\n#| answer: show\nassert grundy S(10) == 2\n"
    );
    let folder = lesson(&text);
    for (arguments, shown, lines) in [(&[][..], [true, false, true], 4), (&["--hide-answers"], [true, false, false], 6)]
    {
        let all: Vec<&str> = ["lesson.cgt", "--html", "page.html"].iter().chain(arguments).copied().collect();
        assert_eq!(err(&run(&folder, &all).success()), "");
        let page = page(&folder);
        let moves = ["S(5) → S(4)", "S(6) → S(4)", "S(7) → S(4)"];
        assert_eq!(moves.map(|part| page.contains(part)), shown, "{page}");
        assert_eq!(page.matches("<span></span>").count(), lines, "{page}");
        assert!(page.contains("<html lang=\"de\">") && page.contains("2 points in all"), "{page}");
        let text: String =
            read(&page).descendants().filter(|node| node.is_text()).filter_map(|node| node.text()).collect();
        let claims = ["S(9)", "S(10)"].map(|claim| text.contains(claim));
        assert_eq!(claims, [arguments.is_empty(), true], "{page}");
        assert!(!page.contains("#|"), "{page}");
    }
    // Outside of pages, directives are comments.
    run(&folder, &["lesson.cgt"]).success();
    run(&folder, &["--check", "lesson.cgt"]).success();
}

#[test]
fn what_a_page_cannot_show_is_said_with_its_place_and_stays_as_it_was_written() {
    let lines = [
        ("#| anwser: hide", "1:4", "there is no directive anwser"),
        ("## a ![b](nothing.png)", "1:6", "nothing.png: there is no such file"),
        ("## a ![b](text.png)", "1:6", "not a picture in PNG"),
        ("## a ![b](large.png)", "1:6", "more than 5 MB"),
        ("## a ![b](http://x.y/z.png)", "1:6", "loads nothing from elsewhere"),
        ("## a ![b](../x.png)", "1:6", "outside the folder"),
        ("## a $\\foo$ b", "1:7", "unknown command"),
        ("## | a |\n## | --- |\n## | $$x^$$ |", "3:10", "reached end of input"),
    ];
    for (line, place, words) in lines {
        let folder = lesson(&format!("{line}\n{S}winner S(5)\n"));
        fs::write(folder.path().join("text.png"), "no picture").unwrap();
        fs::write(folder.path().join("large.png"), vec![0; (5 << 20) + 1]).unwrap();
        let ran = run(&folder, &["lesson.cgt", "--html", "page.html"]).code(1);
        let said = err(&ran);
        assert!(said.contains(&format!("lesson.cgt:{place}")) && said.contains(words), "{line}: {said}");
        let page = page(&folder);
        let written = line.rsplit("## ").next().unwrap().trim_matches(['|', ' ']);
        let written = written.strip_prefix("a ").unwrap_or(written).trim_end_matches(" b");
        assert!(page.contains(written) && page.contains("S(5) → S(4)"), "{written} in {page}");
    }
}

#[test]
fn a_wrong_directive_is_found_before_the_lesson_too() {
    let wrong = [
        ("#| anwser: hide\nwinner Nim(5)\n", "1:4", "there is no directive anwser"),
        ("winner Nim(5) #| answer: hide\n", "1:15", "directive"),
        ("#| answer: hide\nprint 5\n", "1:1", "print"),
        ("winner Nim(5)\n#| answer: hide\n", "2:1", "directive"),
    ];
    for (text, place, words) in wrong {
        let folder = tempdir().unwrap();
        fs::write(folder.path().join("lesson.cgt"), text).unwrap();
        for arguments in [&["--check", "lesson.cgt"][..], &["--echo", "lesson.cgt"]] {
            let said = err(&run(&folder, arguments).code(1));
            assert!(
                said.contains(&format!("lesson.cgt:{place}")) && said.contains(words),
                "{arguments:?} {text}: {said}"
            );
        }
        fs::write(folder.path().join("main.cgt"), "load \"lesson.cgt\"\n").unwrap();
        assert!(err(&run(&folder, &["--check", "main.cgt"]).code(1)).contains(words), "{text}");
    }
}

#[test]
fn pictures_of_every_kind_are_put_into_the_page() {
    let kinds: [(&str, &[u8], &str); 5] = [
        ("a.png", b"\x89PNG\r\n\x1a\n..", "data:image/png;base64,iVBORw0KGgouLg=="),
        ("a.jpg", b"\xff\xd8\xff\xe0", "data:image/jpeg;base64,/9j/4A=="),
        ("a.gif", b"GIF89a..", "data:image/gif;base64,R0lGODlhLi4="),
        ("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>", "data:image/svg+xml;base64,PHN2Zy"),
        ("a b.webp", b"RIFF\0\0\0\0WEBPVP8 ", "data:image/webp;base64,UklGRgAAAABXRUJQVlA4IA=="),
    ];
    let prose: String = kinds.iter().map(|(name, ..)| format!("## ![of {name}](<{name}>)\n")).collect();
    let folder = tempdir().unwrap();
    fs::create_dir(folder.path().join("sub")).unwrap();
    fs::write(folder.path().join("sub/lesson.cgt"), prose).unwrap();
    for (name, bytes, _) in kinds {
        fs::write(folder.path().join("sub").join(name), bytes).unwrap();
    }
    // They are looked for beside the script.
    assert_eq!(err(&run(&folder, &["sub/lesson.cgt", "--html", "page.html"]).success()), "");
    let page = page(&folder);
    for (name, _, address) in kinds {
        assert!(page.contains(address) && page.contains(&format!("alt=\"of {name}\"")), "{name} in {page}");
    }
}

#[test]
fn slides_are_one_file_that_runs_only_its_own_script() {
    let folder = lesson(&format!("## # A\n## text\n## ---\n## more\n{S}winner S(5)\n## ## B\nwinner S(6)\n"));
    run(&folder, &["lesson.cgt", "--html", "page.html", "--slides"]).success();
    let slides = page(&folder);
    assert_eq!(slides.matches("<section class=\"slide\">").count(), 3, "{slides}");
    assert_eq!(slides.matches("<script>").count(), 1);
    for part in ["S(5) → S(4)", "S(6) → S(4)", "break-after: page", "ArrowRight", "touchend"] {
        assert!(slides.contains(part), "{part} in {slides}");
    }
    for part in ["src=\"http", "url(", "@import", "fetch(", "XMLHttp"] {
        assert!(!slides.contains(part), "{part} in {slides}");
    }
    run(&folder, &["lesson.cgt", "--slides"]).code(2);
}

/// Statements whose answers are written for LaTeX, with all the characters that are special to it.
const FOR_LATEX: [&str; 9] = [
    "plot S 0..40",
    "plot S 0..5000",
    "plot Wythoff 10..30, 5..25",
    "tree S(9)",
    "tree Kayles(9)",
    "table S 0..60",
    "table Wythoff 0..8, 0..8",
    "moves Nim[3, 4]",
    "losing x_1 0..9",
];

#[test]
fn what_is_written_for_latex_is_a_part_of_a_document() {
    let folder = tempdir().unwrap();
    let mut document = String::from(
        "\\documentclass{article}\n\\usepackage{booktabs,longtable,tikz,pgfplots}\n\\pgfplotsset{compat=1.16}\n\\begin{document}\n",
    );
    for (index, statement) in FOR_LATEX.iter().enumerate() {
        let code = format!("{S}game x_1(a_1) = take <1,2> from a_1\n{statement} to \"part{index}.tex\"");
        assert_eq!(err(&run(&folder, &["-e", &code]).success()), "", "{statement}");
        let part = written(&folder, &format!("part{index}.tex"));
        let opened: Vec<&str> = part.matches("\\begin{").collect();
        assert!(part.starts_with("% \\usepackage{") && part.matches("\\end{").count() == opened.len(), "{part}");
        let depth = part.replace("\\{", "").replace("\\}", "");
        assert_eq!(depth.matches('{').count(), depth.matches('}').count(), "{part}");
        document.push_str(&format!("\\input{{part{index}.tex}}\\par\n"));
    }
    document.push_str("\\end{document}\n");
    fs::write(folder.path().join("all.tex"), document).unwrap();
    let mut command = std::process::Command::new("pdflatex");
    command.args(["-interaction=nonstopmode", "-halt-on-error", "all.tex"]).current_dir(folder.path());
    match command.output() {
        Ok(ran) => assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stdout)),
        Err(_) => eprintln!("pdflatex is not installed: that LaTeX takes these files was not tried"),
    }
}

const PAGE: &str = "\u{feff}<!DOCTYPE html>\n<head>\n<title>grundy ∞</title>\n";

#[test]
fn a_script_is_put_into_the_page_as_it_stands() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    // The page has 16 bits for each letter.
    fs::write(at("grundy.html"), PAGE.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()).unwrap();
    fs::write(at("a.cgt"), "## Who & what\ngame S = take <1,2>\r\nprint \"</script>\"\n").unwrap();
    let run = |more: &[&str]| {
        let arguments = ["a.cgt", "-e", "winner S(4)", "--let", "k=5", "--html", "out.html", "--live=grundy.html"];
        grundy().current_dir(folder.path()).args(arguments).args(more).assert().success();
        let page = fs::read(at("out.html")).unwrap();
        let units: Vec<u16> = page.as_chunks().0.iter().map(|&unit| u16::from_le_bytes(unit)).collect();
        String::from_utf16(&units).unwrap()
    };
    let script = "let k=5\n\n## Who &amp; what\ngame S = take &lt;1,2>\nprint &quot;&lt;/script>&quot;\n\nwinner S(4)";
    let live = format!("<head>\n<meta name=\"grundy-script\" content=\"{script}\">");
    assert_eq!(run(&[]), PAGE.replace("<head>", &live));
    let hidden = format!("{live}\n<meta name=\"grundy-answers\" content=\"hide\">");
    assert_eq!(run(&["--hide-answers"]), PAGE.replace("<head>", &hidden));
}

#[test]
fn where_the_page_is_missing_it_is_said_how_to_get_it() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("other.html"), "<html></html>").unwrap();
    for (live, problem) in [
        ("--live=none.html", "there is no such file"),
        ("--live=other.html", "this is not the page that web/build makes"),
        ("--live=.", "directory"),
    ] {
        let arguments = ["-e", "1", "--html", "out.html", live];
        let ran = grundy().current_dir(folder.path()).args(arguments).assert().code(1);
        let said = err(&ran);
        assert!(said.contains(problem) && said.contains("web/build makes that page"), "{said}");
        assert!(!folder.path().join("out.html").exists());
    }
    grundy().args(["-e", "1", "--live"]).assert().code(2);
}
