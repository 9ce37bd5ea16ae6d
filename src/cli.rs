//! The command line: its options, and how their values are read.

mod generated;

pub use generated::{MAN_PAGE, Shell};

use grundy_engine::sorting::sort_by_key;
use std::borrow::Cow;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, CommandFactory, FromArgMatches, Parser, Subcommand, ValueEnum};

use crate::show::language::known::Language;
use crate::show::theme::Theme;
use crate::show::visible;

/// The headings over the options in the help.
const LESSONS: &str = "Lessons and pages";
const ANSWERS: &str = "Answers";
const LIMITS: &str = "Limits and files";

const EXAMPLES: &str = "\
Examples:
  grundy                                   open the prompt; tour begins its lessons
  grundy -e 'winner Nim(3) + Nim(5)'       answer one question
  grundy lesson.cgt --watch                run a script again whenever it is saved
  grundy lesson.cgt --html lesson.html     make a page of it
  grundy class lesson.cgt                  let a class work through it
  grundy --explain E0302                   explain an error

At the prompt, type `help` for the words of the language and `games` for the games of the library.";

/// A small language, a prompt and a script runner for impartial games.
///
/// Without a file, it opens the prompt, or runs what it reads from standard input.
#[derive(Debug, Parser)]
#[command(
    name = "grundy",
    version,
    max_term_width = 100,
    after_help = EXAMPLES
)]
pub struct Cli {
    #[command(flatten)]
    pub run: RunArguments,
    #[command(subcommand)]
    pub command: Option<Command>,
}

impl Cli {
    /// Reads the command line. If it is wrong, this reports the error and ends the program.
    pub fn read() -> Cli {
        Cli::of(Cli::command().try_get_matches().unwrap_or_else(|error| refuse(&error)))
    }

    fn of(mut matches: ArgMatches) -> Cli {
        let mut scripts = in_order(&matches, "files", |file: &PathBuf| ScriptArgument::File(file.clone()));
        scripts.extend(in_order(&matches, "code", |code: &String| ScriptArgument::Code(code.clone())));
        sort_by_key(&mut scripts, |(place, _)| *place);
        let before = said(&matches);
        let command = matches.subcommand_name().map(str::to_owned);
        let mut cli = Cli::from_arg_matches_mut(&mut matches).unwrap_or_else(|error| refuse(&error));
        cli.run.scripts = scripts.into_iter().map(|(_, script)| script).collect();
        if let Some(command) = command {
            let behind = cli.command.as_ref().and_then(Command::limits);
            cli.run.limits = together(&before, cli.run.limits, behind).unwrap_or_else(|option| {
                let words = format!("--{option} does not go with `grundy {command}`, or is said twice");
                refuse(&Cli::command().error(ErrorKind::ArgumentConflict, words))
            });
        }
        cli
    }
}

/// The options that the command line says before a command.
fn said(matches: &ArgMatches) -> Vec<String> {
    let ids = matches.ids().filter(|id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine));
    // A group of options is no option.
    ids.map(|id| id.to_string()).filter(|id| !id.chars().any(char::is_uppercase)).collect()
}

/// The limits that stand before a command and behind it.
///
/// # Errors
/// An option that does not go with the command, or stands in both places.
fn together(
    before: &[String],
    limits: LimitArguments,
    behind: Option<&LimitArguments>,
) -> Result<LimitArguments, String> {
    let is_twice = |option: &str| match (option, behind) {
        ("timeout", Some(behind)) => behind.timeout.is_some(),
        ("memory", Some(behind)) => behind.memory.is_some(),
        ("safe", Some(behind)) => behind.safe,
        _ => true,
    };
    match (before.iter().find(|option| is_twice(option)), behind) {
        (Some(option), _) => Err(option.clone()),
        (None, None) => Ok(limits),
        (None, Some(behind)) => Ok(LimitArguments {
            timeout: limits.timeout.or(behind.timeout),
            memory: limits.memory.or(behind.memory),
            safe: limits.safe || behind.safe,
        }),
    }
}

/// Shows what is wrong with the command line, or the help that it asks for, and ends the program.
fn refuse(error: &clap::Error) -> ! {
    let text = error.render().to_string();
    match visible::lines(&text) {
        Cow::Borrowed(_) => error.exit(),
        // The name of a file can be taken for an option, and may hold anything.
        Cow::Owned(shown) => {
            eprint!("{shown}");
            std::process::exit(error.exit_code())
        }
    }
}

/// The values of an argument with their places on the command line.
fn in_order<T: Clone + Send + Sync + 'static>(
    matches: &ArgMatches,
    name: &str,
    argument: impl Fn(&T) -> ScriptArgument,
) -> Vec<(usize, ScriptArgument)> {
    let places = matches.indices_of(name).into_iter().flatten();
    places.zip(matches.get_many::<T>(name).into_iter().flatten().map(argument)).collect()
}

/// A script or a piece of code, as the command line gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScriptArgument {
    File(PathBuf),
    Code(String),
}

#[derive(Debug, Args)]
pub struct RunArguments {
    /// Scripts to run, one after the other; `-` is standard input
    files: Vec<PathBuf>,
    /// Run this code (may be given several times)
    #[arg(short = 'e', long = "eval", value_name = "CODE")]
    code: Vec<String>,
    /// Define a name before anything runs, for example --let k=5 (may be given several times)
    #[arg(long = "let", value_name = "NAME=VALUE", value_parser = definition)]
    pub definitions: Vec<String>,
    /// Scripts and code in the order of the command line.
    #[arg(skip)]
    pub scripts: Vec<ScriptArgument>,
    /// Stay at the prompt afterwards
    #[arg(short, long)]
    pub interactive: bool,
    /// Report every mistake that shows without running the scripts, and run nothing
    #[arg(long)]
    pub check: bool,
    /// With --check: write the house form into the scripts, where they use lenient forms such as `take 1, 2`
    #[arg(long, requires = "check", conflicts_with = "safe")]
    pub fix: bool,
    /// Explain an error by its code, such as E0302, or a word of the language, and run nothing
    #[arg(long, value_name = "CODE", conflicts_with_all = ["check", "json", "interactive", "html", "echo", "present"])]
    pub explain: Option<String>,
    /// Run the scripts again whenever they are saved, until Ctrl-C
    #[arg(long, conflicts_with_all = ["interactive", "frames"])]
    pub watch: bool,
    /// Go on after an error
    #[arg(long)]
    pub keep_going: bool,
    /// Run the inputs of a transcript: the lines that begin with `> `, and the lines that continue them
    #[arg(long)]
    pub transcript: bool,
    /// Write the scripts as a web page with prose (lines that begin with ##), statements and answers
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "json", "interactive"], help_heading = LESSONS)]
    pub html: Option<PathBuf>,
    /// In the page, leave room to write the answers
    #[arg(long, requires = "html", help_heading = LESSONS)]
    pub hide_answers: bool,
    /// Make slides of the page: a heading or `## ---` begins one, and a key or a click shows the next answer
    #[arg(long, requires = "html", help_heading = LESSONS)]
    pub slides: bool,
    /// Write a page in which the statements can be changed and run, with the grundy.html beside this program or the one named
    #[arg(long, requires = "html", conflicts_with = "slides", value_name = "PAGE", num_args = 0..=1, require_equals = true, help_heading = LESSONS)]
    pub live: Option<Option<PathBuf>>,
    /// Show a lesson: prose (lines that begin with ##), statements and answers, as they would look at the prompt
    #[arg(long, conflicts_with_all = ["html", "check", "json", "format"], help_heading = LESSONS)]
    pub echo: bool,
    /// Give a lesson at the terminal, step by step
    #[arg(long, conflicts_with_all = ["echo", "html", "check", "json", "format", "interactive", "transcript"], help_heading = LESSONS)]
    pub present: bool,
    /// Answer with one JSON object per line
    #[arg(long, help_heading = ANSWERS)]
    pub json: bool,
    /// With --json: read requests from standard input, one a line, as {"id":1,"text":"winner Nim(3)"}; docs/json.md describes them
    #[arg(long, requires = "json", conflicts_with_all = ["check", "interactive", "transcript"], help_heading = ANSWERS)]
    pub frames: bool,
    /// Write only the rows of answers, in this format; whatever has no rows goes to the standard error
    #[arg(long, value_name = "FORMAT", conflicts_with_all = ["json", "html", "check", "interactive"], help_heading = ANSWERS)]
    pub format: Option<Format>,
    /// Use colours
    #[arg(long, value_name = "WHEN", default_value = "auto", help_heading = ANSWERS)]
    pub color: When,
    /// Tell answers in this language, not in that of the locale (LC_ALL, LC_MESSAGES, LANG)
    #[arg(long, value_name = "LANGUAGE", value_parser = languages(), help_heading = ANSWERS)]
    pub lang: Option<Language>,
    /// Use the colours for a ground of this kind, or no colours but bold letters (mono)
    #[arg(long, value_name = "THEME", value_parser = themes(), help_heading = ANSWERS)]
    pub theme: Option<Theme>,
    /// Do not show the banner at the prompt
    #[arg(short, long, help_heading = ANSWERS)]
    pub quiet: bool,
    /// Write xor and -> instead of ⊕ and →
    #[arg(long, help_heading = ANSWERS)]
    pub ascii: bool,
    #[command(flatten)]
    pub limits: LimitArguments,
    /// Use so many threads for the rows of a survey, and for one long computation; without it, all cores
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=1024), help_heading = LIMITS)]
    pub threads: Option<u16>,
    /// Let scripts read and write any file; otherwise they use those below their own folder and the current one
    #[arg(long, conflicts_with = "safe", help_heading = LIMITS)]
    pub allow_files: bool,
}

/// What may be used, whoever asks.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct LimitArguments {
    /// Stop a statement after this time, for example 10s, 500ms or 2m; an answer of a server, and the form of a script, too
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = LIMITS)]
    pub timeout: Option<Duration>,
    /// Use at most this much memory, for example 500M or 4G; without it, 1G
    #[arg(long, value_name = "SIZE", value_parser = size, help_heading = LIMITS)]
    memory: Option<u64>,
    /// Let no statement read or write a file
    #[arg(long, help_heading = LIMITS)]
    pub safe: bool,
}

impl LimitArguments {
    /// Bytes that may be used.
    pub fn memory(&self) -> u64 {
        self.memory.unwrap_or(1_000_000_000)
    }
}

impl RunArguments {
    /// The scripts and code of the command line, or standard input if it names none.
    pub fn scripts_or_input(&self) -> Cow<'_, [ScriptArgument]> {
        match &self.scripts[..] {
            [] => vec![ScriptArgument::File("-".into())].into(),
            scripts => scripts.into(),
        }
    }

    /// The files of scripts, without standard input.
    pub fn script_files(&self) -> impl Iterator<Item = &PathBuf> {
        self.scripts.iter().filter_map(|script| match script {
            ScriptArgument::File(file) if file != Path::new("-") => Some(file),
            _ => None,
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum When {
    Auto,
    Always,
    Never,
}

/// The rows of answers, for other programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Comma-separated values, with headings
    Csv,
    /// A JSON object for each row
    Jsonl,
    /// A number and a value on each line, as the b-files of the OEIS
    Bfile,
    /// A table in Markdown
    Md,
}

impl Format {
    /// Its name on the command line.
    pub fn word(self) -> &'static str {
        match self {
            Format::Csv => "csv",
            Format::Jsonl => "jsonl",
            Format::Bfile => "bfile",
            Format::Md => "md",
        }
    }

    /// Whether a table in it begins with headings.
    pub fn has_headings(self) -> bool {
        matches!(self, Format::Csv | Format::Md)
    }
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Print the completion script for a shell
    Completions { shell: Shell },
    /// Print the manual page
    Man,
    /// Serve an editor, by the Language Server Protocol over standard input and output
    Lsp {
        /// Taken for granted: many editors say it
        #[arg(long, hide = true)]
        stdio: bool,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Serve a language model, by the Model Context Protocol over standard input and output; no file is read or written
    Mcp {
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Let a class work through a lesson: serve it to the browsers of the room, and the teacher a table of what they reach, until Ctrl-C
    Class {
        /// A script with a quiz, an exam or a game
        lesson: PathBuf,
        /// The port at which it is served
        #[arg(long, value_name = "NUMBER", default_value_t = 4040)]
        port: u16,
        /// The address of this machine at which it is served, where it is in several networks
        #[arg(long, value_name = "IP")]
        address: Option<IpAddr>,
        /// The seed of each quiz and exam without one; without this, always the same for the same lesson
        #[arg(long, value_name = "NUMBER")]
        seed: Option<u32>,
        /// The page that web/build makes; without it, the grundy.html beside this program
        #[arg(long, value_name = "PAGE")]
        page: Option<PathBuf>,
        #[command(flatten)]
        limits: LimitArguments,
    },
    /// Write scripts in even form: only blanks and indentation change
    Fmt {
        /// The scripts; without any, and for `-`, standard input, whose form is printed
        files: Vec<PathBuf>,
        /// Write nothing, and print what would change; the exit status is 1 if something would
        #[arg(long)]
        check: bool,
        #[command(flatten)]
        limits: LimitArguments,
    },
}

impl Command {
    /// The limits that stand behind it; `None` if it needs none.
    fn limits(&self) -> Option<&LimitArguments> {
        match self {
            Command::Completions { .. } | Command::Man => None,
            Command::Lsp { limits, .. }
            | Command::Mcp { limits }
            | Command::Class { limits, .. }
            | Command::Fmt { limits, .. } => Some(limits),
        }
    }
}

fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::NAMES).map(|name| Theme::named(&name).unwrap_or_default())
}

fn languages() -> impl TypedValueParser<Value = Language> {
    PossibleValuesParser::new(Language::all().map(Language::code))
        .map(|code| Language::with_code(&code).unwrap_or_default())
}

/// Checks for the form `NAME=VALUE`. Errors in its parts are reported when the definition is made.
fn definition(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => Ok(text.to_owned()),
        _ => Err("a name, `=` and a value are expected: for example --let k=5".to_owned()),
    }
}

/// `10s`, `500ms`, `2m`, `1h`; a number alone counts seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let (number, unit) = split(text);
    let number: f64 =
        number.parse().map_err(|_| format!("`{text}` is not a duration; write for example 10s, 500ms or 2m"))?;
    let seconds = match unit {
        "ms" => number / 1000.0,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(format!("`{unit}` is not a unit of time; use ms, s, m or h")),
    };
    Duration::try_from_secs_f64(seconds).map_err(|_| format!("`{text}` is not a possible duration"))
}

/// `500M`, `4G`, `1000000`: bytes, with decimal prefixes; `4GiB` with binary ones, which count in powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let (number, unit) = split(text);
    let number: f64 = number.parse().map_err(|_| format!("`{text}` is not a size; write for example 500M or 4G"))?;
    let upper = unit.to_ascii_uppercase();
    let without_bytes = upper.trim_end_matches('B');
    let prefix = without_bytes.trim_end_matches('I');
    let base = if prefix == without_bytes { 1000.0_f64 } else { 1024.0 };
    let power = match prefix {
        "" => 0,
        "K" => 1,
        "M" => 2,
        "G" => 3,
        "T" => 4,
        _ => return Err(format!("`{unit}` is not a unit of size; use K, M, G or T")),
    };
    let bytes = number * base.powi(power);
    if (0.0..1e18).contains(&bytes) {
        Ok(bytes as u64)
    } else {
        Err(format!("`{text}` is not a possible amount of memory"))
    }
}

/// The number at the beginning of a text, and the unit behind it.
fn split(text: &str) -> (&str, &str) {
    let text = text.trim();
    text.split_at(text.find(|c: char| c.is_alphabetic()).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        <Cli as clap::CommandFactory>::command().debug_assert();
    }

    #[test]
    fn scripts_and_code_keep_their_order() {
        let scripts = |arguments: &[&str]| {
            let arguments = ["grundy"].iter().chain(arguments);
            Cli::of(Cli::command().try_get_matches_from(arguments).unwrap()).run.scripts
        };
        let (file, code) =
            (|name: &str| ScriptArgument::File(name.into()), |code: &str| ScriptArgument::Code(code.into()));
        assert_eq!(
            scripts(&["a.cgt", "-e", "print 1", "b.cgt", "--json", "-e", "print 2", "-"]),
            [file("a.cgt"), code("print 1"), file("b.cgt"), code("print 2"), file("-")]
        );
        assert_eq!(scripts(&["-e", "1", "--", "-e"]), [code("1"), file("-e")]);
        assert!(scripts(&[]).is_empty());
    }

    #[test]
    fn limits_stand_before_a_command_or_behind_it() {
        let limits = |line: &str| {
            let arguments = ["grundy"].into_iter().chain(line.split(' '));
            let cli = Cli::of(Cli::command().try_get_matches_from(arguments).unwrap());
            (cli.run.limits.timeout, cli.run.limits.memory(), cli.run.limits.safe)
        };
        let expected = (Some(Duration::from_secs(5)), 300_000_000, true);
        for line in ["lsp --stdio", "mcp", "fmt a.cgt", "fmt --check a.cgt b.cgt"] {
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            for line in [
                format!("--timeout 5s --memory 300M --safe {line}"),
                format!("{line} --timeout 5s --memory 300M --safe"),
                format!("--timeout 5s {word} --memory 300M --safe {rest}"),
            ] {
                assert_eq!(limits(line.trim()), expected, "{line}");
            }
            assert_eq!(limits(line), (None, 1_000_000_000, false), "{line}");
        }
        // A file of such a name is one where it cannot be a command.
        let files =
            |line: &str| Cli::of(Cli::command().try_get_matches_from(line.split(' ')).unwrap()).run.scripts.len();
        assert_eq!(files("grundy a.cgt lsp"), 2);
        let said = |line: &str| {
            let matches = Cli::command().try_get_matches_from(line.split(' ')).unwrap();
            let command = Cli::from_arg_matches(&matches).unwrap().command.unwrap();
            together(&said(&matches), LimitArguments::default(), command.limits()).unwrap_err()
        };
        for (line, option) in [
            ("grundy --json lsp", "json"),
            ("grundy --safe lsp --safe", "safe"),
            ("grundy --timeout 1s fmt --timeout 2s", "timeout"),
            ("grundy --memory 1G man", "memory"),
            ("grundy -e 1 mcp", "code"),
            ("grundy --check --safe fmt", "check"),
        ] {
            assert_eq!(said(line), option, "{line}");
        }
    }

    #[test]
    fn times_and_sizes() {
        for (text, millis) in [("10s", 10_000), ("500ms", 500), ("2m", 120_000), ("3", 3_000), ("0.5s", 500)] {
            assert_eq!(duration(text).unwrap().as_millis(), millis, "{text}");
        }
        for (text, bytes) in [("1G", 1_000_000_000), ("500M", 500_000_000), ("64KB", 64_000), ("12", 12)] {
            assert_eq!(size(text).unwrap(), bytes, "{text}");
        }
        for (text, bytes) in
            [("1KiB", 1 << 10), ("64MiB", 64 << 20), ("0.5GiB", 1 << 29), ("4gib", 1 << 32), ("1TiB", 1 << 40)]
        {
            assert_eq!(size(text).unwrap(), bytes, "{text}");
        }
        for wrong in ["", "x", "5y", "-3s"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
        assert!(size("1e30").is_err());
    }
}
