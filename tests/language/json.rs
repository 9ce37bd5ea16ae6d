//! `docs/json.md` names every field of every kind of answer, and no other. Its tables are compared with the JSON in
//! its own examples and in `tests/transcripts/json.md`. `transcripts` tests that these examples are what the program
//! says.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use grundy::service::{Author, Heard, Nobody, Service, object, object_with_numbers};
use grundy_engine::solve::Limits;
use serde_json::Value as Json;

const PAGE: &str = "docs/json.md";
const MORE: &str = "tests/transcripts/json.md";
/// The heading of the section with the fields that every answer has.
const EVERY: &str = "Every answer";

/// The fields of a section, each with the section that its row links to for the fields inside it.
type Fields = BTreeMap<String, Option<String>>;

/// The tables of the page, by heading. A section may take over the fields of another: "It has the fields of [period]".
fn tables(page: &str) -> BTreeMap<String, Fields> {
    let mut tables: BTreeMap<String, Fields> = BTreeMap::new();
    let mut heading = String::new();
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            heading = title.to_owned();
            tables.insert(heading.clone(), Fields::new());
        } else if let Some((field, said)) = line.strip_prefix("| `").and_then(|line| line.split_once("` | ")) {
            let links: Vec<String> =
                said.split("](#").skip(1).map(|link| link[..link.find(')').unwrap()].into()).collect();
            tables.get_mut(&heading).unwrap().insert(field.to_owned(), links.last().cloned());
        } else if let Some((_, link)) = line.split_once("It has the fields of [") {
            let fields = tables[&link[..link.find(']').unwrap()]].clone();
            tables.insert(heading.clone(), fields);
        }
    }
    tables
}

/// The fields that the examples use, each with its section, and what is wrong with them.
struct Seen<'t> {
    tables: &'t BTreeMap<String, Fields>,
    fields: BTreeSet<(String, String)>,
    wrong: Vec<String>,
}

impl Seen<'_> {
    /// Looks at the members of an object. `path` is where it stands inside the section, with a `.` at its end.
    fn object(&mut self, object: &Json, section: &str, path: &str) {
        for (name, member) in object.as_object().unwrap() {
            let is_common = path.is_empty() && self.tables[EVERY].contains_key(name);
            let place = match (is_common, path) {
                (true, _) if !self.tables[section].contains_key(name) => EVERY,
                _ => section,
            };
            // The members of a counterexample are named after its variables, so the page calls them all `NAME`.
            let name = if path == "case." { "NAME" } else { name };
            self.member(member, place, &format!("{path}{name}"));
        }
    }

    fn member(&mut self, member: &Json, section: &str, path: &str) {
        let fields = &self.tables[section];
        let Some(more) = fields.get(path) else {
            // A list has a row of its own only if there is more to say of its members.
            let inner = format!("{path}[]");
            let members = member.as_array().filter(|_| fields.keys().any(|field| field.starts_with(&inner)));
            let Some(members) = members else {
                return self.wrong.push(format!("{section}: {path} is not documented"));
            };
            if fields.contains_key(&inner) {
                self.fields.insert((section.to_owned(), inner.clone()));
            }
            return members.iter().for_each(|member| self.member(member, section, &inner));
        };
        self.fields.insert((section.to_owned(), path.to_owned()));
        match member {
            Json::Object(_) => match more.clone() {
                Some(more) => self.object(member, &self.shape(&more, member), ""),
                None => self.object(member, section, &format!("{path}.")),
            },
            Json::Array(members) if members.iter().any(Json::is_object) => {
                self.wrong.push(format!("{section}: {path} has objects, and nothing is said of them"));
            }
            _ => {}
        }
    }

    /// The section that describes an object, where several fit the field: a move that was made has `by` (who made
    /// it), a choice in a game has `after`, and a move of a list has neither.
    fn shape(&self, named: &str, object: &Json) -> String {
        let has = |name| object.get(name).is_some();
        match (has("by"), has("after"), has("to")) {
            (true, ..) => "played".to_owned(),
            (_, true, _) => "choice".to_owned(),
            (_, _, true) => "move".to_owned(),
            _ => named.to_owned(),
        }
    }
}

#[test]
fn the_page_names_every_field_there_is_and_no_other() {
    let page = fs::read_to_string(PAGE).unwrap();
    let tables = tables(&page);
    let mut seen = Seen { tables: &tables, fields: BTreeSet::new(), wrong: Vec::new() };
    let more = fs::read_to_string(MORE).unwrap();
    for line in page.lines().chain(more.lines()).filter(|line| line.starts_with('{')) {
        let answer: Json = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        let kind = answer["type"].as_str().unwrap();
        match tables.contains_key(kind) {
            true => seen.object(&answer, kind, ""),
            false => seen.wrong.push(format!("{kind} is not documented")),
        }
    }
    // Fields that a section takes from another need be seen in one of them only.
    let is_seen = |section: &str, field: &str| {
        let mut same = tables.iter().filter(|(_, fields)| **fields == tables[section]);
        same.any(|(other, _)| seen.fields.contains(&(other.clone(), field.to_owned())))
    };
    let documented =
        tables.iter().flat_map(|(section, fields)| fields.keys().map(|field| (section.clone(), field.clone())));
    let never: Vec<(String, String)> = documented.filter(|(section, field)| !is_seen(section, field)).collect();
    assert!(seen.wrong.is_empty() && never.is_empty(), "{:#?}\nnever seen: {never:#?}", seen.wrong);
}

/// Questions whose answers have large numbers in every place that numbers have.
const LARGE: &str =
    "let x = 2^60; print 2^53 + 1, [2^70, (3, -2^60)], {2^64..}, \"text\"; 2^126 - 1 + 2^126; -2^53; grundy Nim(2^60)
winner Nim(2^60) + Nim(2^61); moves Nim(2^60) + Nim(1); explain Nim(2^60) + Nim(3); survey n, 2^52*n for n in 0..3
check n < 2^60 for n in {2^60, 3}; values Nim 2^60..2^60+2; winning Nim 2^60..2^60+2; form Nim(2^60); sum(2^60..2^60+2)
winner misere Nim(2^60) + Nim(2); table Nim 2^60..2^60+3; let f(n) = n + 2^60; print f(1)";

/// The data with a text in the place of each number that a floating-point number of 64 bits does not tell from its neighbours.
fn as_texts(data: &Json, found: &mut usize) -> Json {
    match data {
        Json::Number(number) if number.as_i128().is_some_and(|number| number.unsigned_abs() >= 1 << 53) => {
            *found += 1;
            number.to_string().into()
        }
        Json::Array(members) => members.iter().map(|member| as_texts(member, found)).collect(),
        Json::Object(members) => members
            .iter()
            .map(|(name, member)| (name.clone(), as_texts(member, found)))
            .collect::<serde_json::Map<_, _>>()
            .into(),
        other => other.clone(),
    }
}

#[test]
fn no_answer_has_a_number_that_other_programs_would_round() {
    let (mut service, mut answers, mut found) = (Service::new(Limits::default()), 0, 0);
    let mut hear = |heard: Heard| {
        let Heard::Answer { report, statement } = heard else { panic!("not answered") };
        answers += 1;
        let read = |text: Option<String>| serde_json::from_str::<Json>(&text.unwrap()).unwrap();
        let (shown, whole) = (read(object(report, 1 << 20)), read(object_with_numbers(report, 1 << 20)));
        assert_eq!(as_texts(&whole, &mut found), shown, "{statement}");
        assert_eq!(as_texts(&report.object().unwrap(), &mut 0), report.object().unwrap(), "{statement}");
    };
    service.run(LARGE, Author::in_current_folder(), Limits::default(), &mut hear, &mut Nobody);
    assert!(answers == 18 && found > 40, "{answers} answers, {found} large numbers");
}

#[test]
fn every_kind_of_answer_has_a_section() {
    let tables = tables(&fs::read_to_string(PAGE).unwrap());
    let mut kinds = 0;
    for file in crate::rooms::program_files() {
        let text = fs::read_to_string(&file).unwrap();
        for (_, answer) in text.split("impl Showable for ").skip(1).map(|answer| answer.split_once('{').unwrap()) {
            let kind = answer.split_once("fn kind(&self) -> &'static str {").unwrap().1.split('"').nth(1).unwrap();
            assert!(tables.contains_key(kind), "{kind} ({}) has no section in {PAGE}", file.display());
            kinds += 1;
        }
    }
    assert!(kinds >= 36, "{kinds}");
}
