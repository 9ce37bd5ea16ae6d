//! Copies of the page `grundy.html`, which holds the whole language, with scripts in them: `--html FILE --live`, whose readers can change
//! the statements and run them, and the pages of a class.

use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use super::{ExitStatus, Host};
use crate::cli::RunArguments;
use crate::service::files::{self, Readable};
use crate::service::{Flow, FrontEnd};
use crate::show::Language;
use crate::source::Span;
use crate::syntax::directive;

/// The file name of the page that `web/build` makes.
const PAGE: &str = "grundy.html";
/// The script is inserted behind this text of the page.
const PLACE: &str = "<head>";
/// What the page may ask for: behind this more may be allowed.
const POLICY: &str = "default-src 'none';";
/// The longest page, in bytes.
const MAX_PAGE_BYTES: u64 = 1 << 25;
/// Seeds that are drawn are no larger, so that they can be typed.
const LARGEST_SEED: u64 = 9_999;

/// The page with a lesson in it, as students and as their teacher get it.
pub struct ClassPages {
    /// Which lesson with which questions this is: the same after a restart.
    pub activity: String,
    /// For readers of each language that has a page of its own, and behind them that for all others.
    pub pages: Vec<(Language, PagesOfRoles)>,
}

pub struct PagesOfRoles {
    pub student: Vec<u8>,
    pub teacher: Vec<u8>,
}

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
        let hides = run.hide_answers.then_some(("answers", "hide"));
        let metas: Vec<_> = [("script", &*script)].into_iter().chain(hides).collect();
        let own = directive::language(&script).and_then(Language::with_code).unwrap_or(self.service.session.language);
        let template = in_language(template, own).or_else(|| template.map(Path::to_owned));
        match self.template(template.as_deref(), "--live=FOLDER/", |page| inserted(page, PLACE, &written(&metas))) {
            Ok(whole) => self.put_page(page, &|_, out| out.write_all(&whole)),
            Err(flow) => flow,
        }
    }

    /// The pages of a class for this lesson, whose mistakes are told. Quizzes and exams without a seed get this one, or one that the lesson
    /// decides. `None` if there are mistakes, or there is no page.
    pub fn class_pages(&mut self, lesson: &Path, template: Option<&Path>, seed: Option<u32>) -> Option<ClassPages> {
        let mut script = None;
        self.with_text(lesson, |host, name, text| {
            host.check_text(name, text);
            script = (host.exit_status == ExitStatus::Success).then(|| text.trim_start_matches('\u{feff}').to_owned());
            Flow::On
        });
        let script = script?;
        let mark = |of: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            of(&mut hasher);
            hasher.finish()
        };
        let seed = seed.map_or_else(|| 1 + mark(&|hasher| script.hash(hasher)) % LARGEST_SEED, u64::from).to_string();
        let activity = format!("{:016x}", mark(&|hasher| (&script, &seed).hash(hasher)));
        let metas = [("script", &*script), ("seed", &seed), ("activity", &activity)];
        let of = |role: &str, page: &[u8]| {
            // Only these pages ask for something, and only where they came from.
            let asking = inserted(page, POLICY, " connect-src 'self';")?;
            inserted(&asking, PLACE, &written(&[&metas[..], &[("class", role)]].concat()))
        };
        let both = |page: &[u8]| Some(PagesOfRoles { student: of("student", page)?, teacher: of("teacher", page)? });
        // Of a lesson that says its language, that page alone.
        let said = directive::language(&script).and_then(Language::with_code);
        let own = |language| in_language(template, language).map(|page| (language, Some(page)));
        let mut wanted: Vec<_> =
            said.map_or_else(|| Language::all().filter_map(own).collect(), |said| own(said).into_iter().collect());
        if said.is_none() || wanted.is_empty() {
            wanted.push((Language::ENGLISH, template.map(Path::to_owned)));
        }
        let made = wanted
            .into_iter()
            .map(|(language, page)| Some((language, self.template(page.as_deref(), "--page FOLDER/", both).ok()?)));
        let pages = made.collect::<Option<_>>()?;
        Some(ClassPages { activity, pages })
    }

    /// What is made of the page: the one named, or else the one beside the program. `option` says where it is.
    fn template<T>(
        &mut self,
        named: Option<&Path>,
        option: &str,
        make: impl FnOnce(&[u8]) -> Option<T>,
    ) -> Result<T, Flow> {
        let found = named.map_or_else(beside_the_program, Path::to_owned);
        let read =
            files::read_file(&found, Readable::RegularFiles, MAX_PAGE_BYTES, || true).map_err(|error| error.in_words());
        let made =
            read.and_then(|page| make(&page).ok_or_else(|| "this is not the page that web/build makes".to_owned()));
        made.map_err(|problem| {
            let problem = format!("{problem}; web/build makes that page, and {option}{PAGE} says where it is");
            self.file_error(&found.to_string_lossy(), &problem, Span::NOWHERE)
        })
    }

    /// All scripts and code of the command line, one below the other.
    fn script(&mut self, run: &RunArguments) -> Result<String, Flow> {
        let mut script = run.definitions.iter().map(|definition| format!("let {definition}\n")).collect::<String>();
        let flow = self.each_script(run, |_, _, text, _| {
            if !script.is_empty() {
                script.push('\n');
            }
            script.push_str(text.trim_start_matches('\u{feff}'));
            Flow::On
        });
        if flow == Flow::On { Ok(script) } else { Err(flow) }
    }
}

/// The page that a language has of its own beside the one named, or beside the program.
fn in_language(named: Option<&Path>, language: Language) -> Option<PathBuf> {
    let page = named.map_or_else(beside_the_program, Path::to_owned);
    let name = format!("{}-{}.html", page.file_stem()?.to_str()?, language.code());
    Some(page.with_file_name(name)).filter(|page| page.is_file())
}

/// The page in the folder of the program.
fn beside_the_program() -> PathBuf {
    let program = std::env::current_exe().ok();
    program.and_then(|program| Some(program.parent()?.join(PAGE))).unwrap_or_else(|| PAGE.into())
}

/// The page with more behind a text of it. Each of its letters has 16 bits, so that the engine in it needs few.
fn inserted(page: &[u8], place: &str, more: &str) -> Option<Vec<u8>> {
    let bytes = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let place = bytes(place);
    let begin = page.windows(place.len()).step_by(2).position(|window| window == place)?;
    let (before, behind) = page.split_at(2 * begin + place.len());
    Some([before, &bytes(more), behind].concat())
}

/// Texts as `<meta>` elements with these names, where the page expects them.
fn written(metas: &[(&str, &str)]) -> String {
    let mut written = String::new();
    for (name, text) in metas {
        let _ = write!(written, "\n<meta name=\"grundy-{name}\" content=\"");
        for letter in text.chars() {
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
    }
    written
}
