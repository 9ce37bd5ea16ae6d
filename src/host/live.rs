//! `--html FILE --live`: writes the scripts into a copy of the page `grundy.html`, which holds the whole language, so
//! that readers can change the statements and run them.

use std::path::{Path, PathBuf};

use super::Host;
use crate::cli::{RunArguments, ScriptArgument};
use crate::service::files::{self, Readable};
use crate::service::{Flow, FrontEnd};
use crate::source::Span;

/// The file name of the page that `web/build` makes.
const PAGE: &str = "grundy.html";
/// The script is inserted behind this text of the page.
const PLACE: &str = "<meta charset=\"utf-8\">";
/// The longest page, in bytes.
const MAX_PAGE_BYTES: u64 = 1 << 25;

impl Host {
    /// Writes the scripts of the command line into a copy of the page. They are not run here: the page runs them.
    pub fn hand_out_live(&mut self, run: &RunArguments, page: &Path, template: Option<&Path>) -> Flow {
        let script = match self.script(run) {
            Ok(script) => script,
            Err(flow) => return flow,
        };
        if let Err(error) = self.service.guard.may_write_page(page) {
            return self.report_error(&error);
        }
        let found = template.map_or_else(beside_the_program, Path::to_owned);
        let named = found.to_string_lossy().into_owned();
        let read =
            files::read_text(&found, Readable::RegularFiles, MAX_PAGE_BYTES, || true).map_err(|error| error.in_words());
        let written = read.and_then(|text| {
            let parts = text.split_once(PLACE).ok_or_else(|| "this is not the page that web/build makes".to_owned());
            let (before, behind) = parts?;
            Ok(format!("{before}{PLACE}{}{behind}", meta(&script, run.hide_answers)))
        });
        let whole = match written {
            Ok(whole) => whole,
            Err(problem) => {
                let problem =
                    format!("{problem}; web/build makes that page, and --live=FOLDER/{PAGE} says where it is");
                return self.file_error(&named, &problem, Span::NOWHERE);
            }
        };
        self.put_page(page, &whole)
    }

    /// All scripts and code of the command line, one below the other.
    fn script(&mut self, run: &RunArguments) -> Result<String, Flow> {
        let mut script = run.definitions.iter().map(|definition| format!("let {definition}\n")).collect::<String>();
        for argument in &*run.scripts_or_input() {
            let text = match argument {
                ScriptArgument::Code(code) => code.clone(),
                ScriptArgument::File(file) => {
                    let (name, read) = self.read_named(file);
                    read.map_err(|problem| self.file_error(&name, &problem, Span::NOWHERE))?
                }
            };
            if !script.is_empty() {
                script.push('\n');
            }
            script.push_str(text.trim_start_matches('\u{feff}'));
        }
        Ok(script)
    }
}

/// The page in the folder of the program.
fn beside_the_program() -> PathBuf {
    let program = std::env::current_exe().ok();
    program.and_then(|program| Some(program.parent()?.join(PAGE))).unwrap_or_else(|| PAGE.into())
}

/// The script as a `<meta>` element, where the page expects it.
fn meta(script: &str, hides_answers: bool) -> String {
    let mut written = String::from("\n<meta name=\"grundy-script\" content=\"");
    for letter in script.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '"' => written.push_str("&quot;"),
            '<' => written.push_str("&lt;"),
            // HTML does not keep these characters.
            '\r' | '\0' => {}
            letter => written.push(letter),
        }
    }
    written.push_str("\">");
    if hides_answers {
        written.push_str("\n<meta name=\"grundy-answers\" content=\"hide\">");
    }
    written
}
