//! `--live`: a script is put into the web page that runs the language itself.

use std::fs;

use crate::{err, grundy};
use tempfile::tempdir;

const PAGE: &str = "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>grundy</title>\n";

#[test]
fn a_script_is_put_into_the_page_as_it_stands() {
    let folder = tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("grundy.html"), PAGE).unwrap();
    fs::write(at("a.cgt"), "## Who & what\ngame S = take <1,2>\r\nprint \"</script>\"\n").unwrap();
    let run = |more: &[&str]| {
        let arguments = ["a.cgt", "-e", "winner S(4)", "--let", "k=5", "--html", "out.html", "--live=grundy.html"];
        grundy().current_dir(folder.path()).args(arguments).args(more).assert().success();
        fs::read_to_string(at("out.html")).unwrap()
    };
    let script = "let k=5\n\n## Who &amp; what\ngame S = take &lt;1,2>\nprint &quot;&lt;/script>&quot;\n\nwinner S(4)";
    let live = format!("<meta charset=\"utf-8\">\n<meta name=\"grundy-script\" content=\"{script}\">");
    assert_eq!(run(&[]), PAGE.replace("<meta charset=\"utf-8\">", &live));
    let hidden = format!("{live}\n<meta name=\"grundy-answers\" content=\"hide\">");
    assert_eq!(run(&["--hide-answers"]), PAGE.replace("<meta charset=\"utf-8\">", &hidden));
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
