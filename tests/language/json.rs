//! `docs/json.md` names every kind of answer with its fields and their types. From its tables are made the schema, and the types for
//! TypeScript and Python; `REWRITE=1 cargo test --test language json::` writes them anew. Every answer that is heard in the documents,
//! the examples and the recorded dialogues is held against the schema, and every field is seen in one of them.
//!
//! `transcripts` tests that the examples of the page are what the program says.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};

use grundy::service::{Author, Heard, Nobody, Service, object, object_with_numbers};
use grundy::session::Session;
use grundy::show;
use grundy_engine::solve::Limits;
use serde_json::{Value as Json, json};

use crate::answer_types::{Atom, Section, python, schema, sections, typescript};
use crate::common::played::Told;
use crate::common::{Played, files};
use crate::transcripts::HEARD;

const PAGE: &str = "docs/json.md";
const SCHEMA: &str = "docs/answers.schema.json";
const MORE: &str = "tests/transcripts/json.md";
const TYPESCRIPT: &str = "web/package/answers.d.ts";
const PYTHON: &str = "python/python/grundy/data.py";

#[test]
fn what_is_made_from_the_page_is_up_to_date() {
    let sections = sections(&fs::read_to_string(PAGE).unwrap());
    for (file, text) in [(SCHEMA, schema(&sections)), (TYPESCRIPT, typescript(&sections)), (PYTHON, python(&sections))]
    {
        if std::env::var_os("REWRITE").is_some() {
            fs::write(file, &text).unwrap();
        }
        assert!(fs::read_to_string(file).is_ok_and(|found| found == text), "{file} is not what {PAGE} says");
    }
}

/// What was told, as JSON. An answer of more than a megabyte is left out.
pub fn objects(session: &Session, told: &[Told]) -> Vec<Json> {
    let one = |told: &Told| match told {
        Told::Answer(report) => object(report, 1 << 20).map(|object| serde_json::from_str(&object).unwrap()),
        Told::Notice(notice) => Some(show::json::notice(notice, session.sources())),
        Told::Error(wrong) => Some(show::json::error(wrong, session.sources())),
    };
    told.iter().filter_map(one).collect()
}

/// The schema, and what it has been held against.
struct Held {
    sections: Vec<Section>,
    schemas: Schemas,
    kinds: Vec<(String, SchemaIndex)>,
    /// The fields that were there, each with the section in which its row stands.
    seen: BTreeSet<(String, String)>,
    wrong: Vec<String>,
    heard: usize,
}

impl Held {
    fn new() -> Held {
        let sections = sections(&fs::read_to_string(PAGE).unwrap());
        let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
        compiler.add_resource(SCHEMA, serde_json::from_str(&fs::read_to_string(SCHEMA).unwrap()).unwrap()).unwrap();
        let mut compiled = |kind: &str| compiler.compile(&format!("{SCHEMA}#/$defs/{kind}"), &mut schemas).unwrap();
        let kinds = sections.iter().filter(|section| section.is_kind);
        let kinds = kinds.map(|section| (section.name.clone(), compiled(&section.name))).collect();
        Held { sections, schemas, kinds, seen: BTreeSet::new(), wrong: Vec::new(), heard: 0 }
    }

    fn hear(&mut self, answer: &Json) {
        self.heard += 1;
        let kind = answer["type"].as_str().unwrap_or_default();
        let Some((_, schema)) = self.kinds.iter().find(|(name, _)| name == kind) else {
            return self.wrong.push(format!("{answer} has a type without a section in {PAGE}"));
        };
        match self.schemas.validate(answer, *schema) {
            Ok(()) => self.see(kind, answer),
            Err(error) => self.wrong.push(format!("{answer:.300}\n{error:#}")),
        }
    }

    /// Notes the fields of an object that this section describes.
    fn see(&mut self, section: &str, object: &Json) {
        let section = self.sections.iter().position(|one| one.name == section).unwrap();
        for (name, member) in object.as_object().unwrap() {
            let field = self.sections[section].fields.iter().find(|field| field.name == *name || field.name == "NAME");
            let field = field.unwrap().clone();
            self.seen.insert((field.origin.clone(), field.name.clone()));
            let mut members = vec![member];
            while let Some(member) = members.pop() {
                match member {
                    Json::Array(inner) => members.extend(inner),
                    Json::Object(_) => {
                        let named = field
                            .types
                            .iter()
                            .filter_map(|one| if let Atom::Named(name) = one { Some(name) } else { None });
                        let fits = |name: &&String| {
                            self.sections.iter().any(|one| one.name == **name && one.describes(member))
                        };
                        let shape = named.filter(|name| !name.is_empty()).find(fits).unwrap().clone();
                        self.see(&shape, member);
                    }
                    _ => {}
                }
            }
        }
    }
}

/// `OBJECTS=FILE cargo test --test language json:: -- --ignored` holds the answers to all statements of the repository against the schema,
/// as `tests/golden/compare --signature --objects FILE` writes them.
#[test]
#[ignore = "wants a file of answers"]
fn every_answer_of_a_file_is_as_the_schema_says() {
    let mut held = Held::new();
    let text = fs::read_to_string(std::env::var("OBJECTS").unwrap()).unwrap();
    text.lines().for_each(|line| held.hear(&serde_json::from_str(line).unwrap()));
    println!("{} answers are as the schema says", held.heard);
    assert!(held.heard > 5_000 && held.wrong.is_empty(), "{} of {}: {:#?}", held.wrong.len(), held.heard, held.wrong);
}

#[test]
fn every_answer_is_as_the_schema_says_and_every_field_is_seen() {
    let mut held = Held::new();
    for file in [PAGE, MORE] {
        let text = fs::read_to_string(file).unwrap();
        for line in text.lines().filter(|line| line.starts_with('{')) {
            held.hear(&serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")));
        }
    }
    // Only `grundy mcp` says it.
    held.hear(&json!({"type": "cut", "kind": "values"}));
    HEARD.answers.iter().for_each(|answer| held.hear(answer));
    for example in files(Path::new("examples"), "cgt") {
        let mut played = Played::new();
        for statement in played.session.read(&example, &fs::read_to_string(&example).unwrap()) {
            let told = Played::told(statement.and_then(|statement| played.session.run(&statement))).0;
            objects(&played.session, &told).iter().for_each(|answer| held.hear(answer));
        }
    }
    let fields = held.sections.iter().flat_map(|section| &section.fields);
    let never: BTreeSet<(String, String)> = fields.map(|field| (field.origin.clone(), field.name.clone())).collect();
    let never: Vec<_> = never.difference(&held.seen).filter(|(origin, _)| !origin.is_empty()).collect();
    assert!(held.heard > 1_500, "{}", held.heard);
    assert!(held.wrong.is_empty() && never.is_empty(), "{:#?}\nnever seen: {never:#?}", held.wrong);
}

#[test]
fn what_is_not_as_the_schema_says_is_found() {
    let right = json!({"type": "print", "values": [1, "9007199254740992", [true, null]]});
    let wrong = [
        json!({"type": "print", "values": [9007199254740992_i64]}),
        json!({"type": "print", "values": [1], "more": 1}),
        json!({"type": "print"}),
        json!({"type": "prints", "values": [1]}),
        json!({"type": "grundy", "position": "Nim(1)", "misere": false, "outcome": "X", "winner": "first", "value": 1}),
    ];
    let mut held = Held::new();
    held.hear(&right);
    assert_eq!(held.wrong, [""; 0]);
    wrong.iter().for_each(|answer| held.hear(answer));
    assert_eq!(held.wrong.len(), wrong.len(), "{:#?}", held.wrong);
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
    let sections = sections(&fs::read_to_string(PAGE).unwrap());
    let mut kinds = 0;
    for file in crate::rooms::program_files() {
        let text = fs::read_to_string(&file).unwrap();
        for (_, answer) in text.split("impl Showable for ").skip(1).map(|answer| answer.split_once('{').unwrap()) {
            let kind = answer.split_once("fn kind(&self) -> &'static str {").unwrap().1.split('"').nth(1).unwrap();
            assert!(
                sections.iter().any(|section| section.is_kind && section.name == kind),
                "{kind} ({}) has no section in {PAGE}",
                file.display()
            );
            kinds += 1;
        }
    }
    assert!(kinds >= 36, "{kinds}");
}
