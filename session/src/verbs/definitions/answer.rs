//! Answers about definitions and names: confirmations of `game` and other definitions, `forget`, `games`, `show` and
//! `about`; and the line that says which file was written.

use std::borrow::Cow;

use grundy_engine::game::Value;
use grundy_engine::nim::Nimber;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::error::clipped;
use crate::show::certificate::how_to_check;
use crate::show::document::{Document, Line, Role};
use crate::show::json;
use crate::show::phrase::{
    code, first_of, listing, muted, muted_words, name, paragraph, piece, plain, titled, with_code,
};
use crate::show::report::Showable;
use crate::show::told::{Tellable, Told, told};
use crate::syntax::words;

/// A definition that was made.
#[derive(Clone, Debug, Serialize)]
pub struct Defined {
    pub name: String,
    #[serde(flatten, serialize_with = "defined_as")]
    pub what: DefinedAs,
    /// What the name meant before, if anything: the new definition hides it.
    pub replaced: Option<Replaced>,
}

#[derive(Clone, Debug)]
pub enum DefinedAs {
    Game,
    /// A value, computed when it was written.
    Value(Value),
    Function,
}

/// The kind of what was defined, and its value.
fn defined_as<S: Serializer>(defined: &DefinedAs, to: S) -> Result<S::Ok, S::Error> {
    let (what, value) = match defined {
        DefinedAs::Game => ("game", None),
        DefinedAs::Function => ("function", None),
        DefinedAs::Value(value) => ("value", Some(value)),
    };
    let mut object = to.serialize_map(Some(2))?;
    object.serialize_entry("what", what)?;
    object.serialize_entry("value", &value)?;
    object.end()
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Replaced {
    /// An earlier definition of the user's.
    Own,
    /// A game of the library.
    Library,
    /// A function, a family or an outcome of the language.
    Builtin,
    /// A question, which is asked as before where something follows that it can ask about.
    Question,
}

/// A line of `games`.
#[derive(Clone, Debug, Serialize)]
pub struct GameLine {
    pub name: String,
    /// The rule in words, or as it was written.
    pub line: Cow<'static, str>,
}

/// `show`: the user's definitions, or one of them.
#[derive(Clone, Debug, Serialize)]
pub struct ShownDefinitions {
    pub definitions: Vec<ShownDefinition>,
}

/// A definition as `show` prints it.
#[derive(Clone, Debug, Serialize)]
pub struct ShownDefinition {
    pub name: String,
    /// The source text.
    pub source: String,
    /// For a game, the engine that answers it and why.
    pub engine: Option<&'static str>,
}

/// `about Kayles`: what the library says of a game.
#[derive(Clone, Debug, Serialize)]
pub struct About {
    pub name: String,
    /// The one line of `games`.
    #[serde(rename = "summary")]
    pub line: &'static str,
    /// Paragraphs: rules, history.
    pub text: Vec<String>,
    /// Name and content of further lines: code, values, period, source.
    #[serde(serialize_with = "json::facts")]
    pub facts: Vec<(String, String)>,
    /// The definition as written in the library.
    pub source: String,
    pub sample: Vec<Nimber>,
}

/// The names that were forgotten. Those in `restored` have the definition of the library again.
#[derive(Clone, Debug, Serialize)]
pub struct Forgotten {
    pub names: Vec<String>,
    pub restored: Vec<String>,
}

/// `games`: those of the library and the user's own.
#[derive(Clone, Debug, Serialize)]
pub struct GameList {
    pub own: Vec<GameLine>,
    pub library: Vec<GameLine>,
}

/// A file was written.
#[derive(Clone, Debug, Serialize)]
pub struct Wrote {
    pub path: String,
}

/// A confirmation shows at most this many characters of a value. Of a list or tuple with more members it shows their
/// number.
const LONGEST_VALUE: usize = 60;

impl Showable for Defined {
    fn kind(&self) -> &'static str {
        "defined"
    }

    fn document(&self) -> Document {
        defined(self)
    }

    fn informs(&self) -> bool {
        true
    }

    fn only_confirms(&self) -> bool {
        true
    }
}

impl Showable for Forgotten {
    fn kind(&self) -> &'static str {
        "forgotten"
    }

    fn document(&self) -> Document {
        forgotten(self)
    }
}

impl Showable for Wrote {
    fn kind(&self) -> &'static str {
        "wrote"
    }

    fn document(&self) -> Document {
        wrote(self)
    }
}

impl Showable for GameList {
    fn kind(&self) -> &'static str {
        "games"
    }

    fn document(&self) -> Document {
        games(self)
    }

    fn informs(&self) -> bool {
        true
    }
}

impl Showable for ShownDefinitions {
    fn kind(&self) -> &'static str {
        "definitions"
    }

    fn document(&self) -> Document {
        definitions(&self.definitions)
    }

    fn informs(&self) -> bool {
        true
    }
}

impl Showable for About {
    fn kind(&self) -> &'static str {
        "about"
    }

    fn document(&self) -> Document {
        about(self)
    }

    fn stays_english(&self) -> bool {
        true
    }

    fn informs(&self) -> bool {
        true
    }
}

fn defined(report: &Defined) -> Document {
    let mut document = Document::default();
    let x = name(&report.name);
    let found = match (&report.what, report.replaced) {
        (DefinedAs::Value(value), Some(Replaced::Own)) => told!("{x} = {value}, redefined", x, value = short(value)),
        (DefinedAs::Value(value), _) => told!("{x} = {value}", x, value = short(value)),
        (_, Some(Replaced::Own)) => told!("{x} has been redefined", x),
        (DefinedAs::Game, _) => told!("{x} is a game", x),
        (DefinedAs::Function, _) => told!("{x} is a function", x),
    };
    let typed = format!("forget {}", report.name);
    let told = match report.replaced {
        None | Some(Replaced::Own) => found,
        Some(Replaced::Library) => told!("{found}, in place of the library’s; {typed} brings that back", found, typed),
        Some(Replaced::Builtin) => {
            told!("{found}, in place of the language’s own; {typed} brings that back", found, typed)
        }
        Some(Replaced::Question) => {
            let example = words::find(&report.name).and_then(|word| word.example().rsplit("; ").next());
            told!("{found} ({typed} still asks)", found, typed = example.unwrap_or_default())
        }
    };
    document.line(muted_words(told));
    document
}

fn short(value: &Value) -> Line {
    let members = match value {
        Value::List(members) | Value::Tuple(members) if members.len() > LONGEST_VALUE => Some(members.len()),
        _ => None,
    };
    if let Some(n) = members {
        return told!("{list} of {n} members", list = Told::from(value.kind()), n).into_line();
    }
    clipped(&value.to_string(), LONGEST_VALUE).into_line()
}

fn forgotten(Forgotten { names, restored }: &Forgotten) -> Document {
    let mut document = Document::default();
    let gone: Vec<&String> = names.iter().filter(|name| !restored.contains(name)).collect();
    if !gone.is_empty() {
        paragraph(&mut document, muted_words(told!("Forgotten: {list}.", list = name(first_of(&gone, 20, ", ")))));
    }
    if !restored.is_empty() {
        let list = name(first_of(restored, 20, ", "));
        paragraph(&mut document, muted_words(told!("Back to the library’s own: {list}.", list)));
    }
    if gone.is_empty() && restored.is_empty() {
        document.line(muted_words(told!("There is nothing to forget.")));
    }
    document
}

fn wrote(Wrote { path }: &Wrote) -> Document {
    let mut document = Document::default();
    document.line(told!("Wrote **{path}**.", path).looks(Role::Muted).strong(Role::Plain));
    if let Some(command) = how_to_check(path) {
        document.line(told!("To check it without this program: `{command}`.", command).looks(Role::Muted));
    }
    document
}

fn games(GameList { own, library }: &GameList) -> Document {
    let mut document = Document::default();
    let groups = [(told!("Your games"), own), (told!("Games of the library"), library)];
    for (title, lines) in groups.into_iter().filter(|(_, lines)| !lines.is_empty()) {
        document.line(titled(title));
        listing(&mut document, Role::Name, lines.iter().map(|game| (&game.name, game.line.clone())));
    }
    match library.first() {
        Some(game) => document.line(muted_words(told!("To read about a game, type `about {name}`", name = &game.name))),
        None if own.is_empty() => document.line(muted_words(told!("No games are defined."))),
        None => {}
    }
    document
}

fn definitions(shown: &[ShownDefinition]) -> Document {
    let mut document = Document::default();
    if shown.is_empty() {
        document.line(muted_words(told!("Nothing is defined.")));
    }
    for definition in shown {
        document.drawing(source(&definition.source));
        if let Some(engine) = definition.engine {
            let told = told!("answered by: {engine}", engine = Told::from(engine));
            document.line([vec![muted("# ")], muted_words(told)].concat());
        }
    }
    document
}

fn source(text: &str) -> Vec<Line> {
    text.lines().map(|line| vec![code(line)]).collect()
}

fn about(report: &About) -> Document {
    let mut document = Document::default();
    let mut title = vec![piece(Role::Heading, &report.name)];
    if !report.line.is_empty() {
        title.push(plain(": "));
        title.extend(Told::from(report.line).into_line());
    }
    paragraph(&mut document, title);
    document.drawing(source(&report.source).into_iter().map(|line| [vec![plain("  ")], line].concat()).collect());
    for text in &report.text {
        document.blank();
        paragraph(&mut document, with_code(text));
    }
    let sample = first_of(&report.sample, report.sample.len(), " ");
    let mut facts: Vec<(&str, Line)> = report.facts.iter().map(|(key, fact)| (key.as_str(), with_code(fact))).collect();
    if !sample.is_empty() {
        facts.push(("values", with_code(&sample)));
    }
    if !facts.is_empty() {
        document.blank();
        listing(&mut document, Role::Heading, facts);
    }
    document
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::report::Report;
    use crate::verbs::samples::{assert_sample, assert_text, shown};

    fn game(name: &str, line: &str) -> GameLine {
        GameLine { name: name.into(), line: line.to_owned().into() }
    }

    #[test]
    fn a_definition_is_confirmed_in_a_line() {
        let list = Value::list((0..900).map(Value::Integer).collect());
        let cases = [
            (DefinedAs::Game, None, "S is a game\n"),
            (DefinedAs::Function, Some(Replaced::Own), "S has been redefined\n"),
            (DefinedAs::Value(Value::Integer(5)), None, "S = 5\n"),
            (DefinedAs::Value(list), None, "S = a list of 900 members\n"),
            (DefinedAs::Value(Value::text(&"x".repeat(90))), None, &format!("S = \"{}…\n", "x".repeat(59))),
            (
                DefinedAs::Game,
                Some(Replaced::Library),
                "S is a game, in place of the library’s; forget S brings that back\n",
            ),
        ];
        for (what, replaced, expected) in cases {
            assert_text(&shown(&Report::new(Defined { name: "S".into(), what, replaced }), 80), expected);
        }
    }

    #[test]
    fn forgetting_says_what_is_the_librarys_again() {
        let names = ["S", "Kayles"].map(String::from).to_vec();
        let report = Report::new(Forgotten { names, restored: vec!["Kayles".into()] });
        assert_text(&shown(&report, 80), "Forgotten: S.\nBack to the library’s own: Kayles.\n");
        let nothing = Report::new(Forgotten { names: Vec::new(), restored: Vec::new() });
        assert_text(&shown(&nothing, 80), "There is nothing to forget.\n");
    }

    #[test]
    fn games_in_two_columns() {
        let own = vec![game("S", "take <1,2,3>")];
        let library = vec![game("Nim", "take any number"), game("Kayles", "knock down one pin or two neighbours")];
        assert_sample(&shown(&Report::new(GameList { own, library }), 40), "definitions: games in two columns");
    }

    #[test]
    fn show_prints_what_can_be_typed_again() {
        let shown_definition = ShownDefinition {
            name: "S".into(),
            source: "game S = take <1,2,3> |\n         split".into(),
            engine: Some("splitting"),
        };
        let text = shown(&Report::new(ShownDefinitions { definitions: vec![shown_definition] }), 80);
        assert_text(&text, "game S = take <1,2,3> |\n         split\n# answered by: splitting\n");
    }

    #[test]
    fn about_a_game() {
        let about = About {
            name: "Kayles".into(),
            line: "take 1 or 2, then maybe split",
            text: vec!["A row of pins.".into(), "Dudeney, 1908.".into()],
            facts: vec![("code".into(), "0.77".into())],
            source: "game Kayles = take <1,2> then maybe split".into(),
            sample: [0, 1, 2, 3, 1].map(Nimber).to_vec(),
        };
        assert_sample(&shown(&Report::new(about), 80), "definitions: about a game");
    }

    #[test]
    fn a_written_file_is_named() {
        assert_text(&shown(&Report::new(Wrote { path: "values.csv".into() }), 80), "Wrote values.csv.\n");
    }
}
