//! The tables of `docs/json.md`, and what is made from them: the schema of all answers, and the types for TypeScript and Python.

use serde_json::{Map, Value as Json, json};

/// The largest whole number that no program rounds.
const LARGEST: i64 = (1 << 53) - 1;

/// What the field of an answer may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Atom {
    Named(String),
    Literal(String),
    /// An array of what has this name.
    List(String),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: String,
    pub is_optional: bool,
    /// How many arrays are around each other.
    pub lists: usize,
    pub types: Vec<Atom>,
    said: String,
    /// The section in which its row stands, from which others may take it.
    pub origin: String,
}

/// An object, or with `alias` another name for something.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its heading; of an object inside of another the path to it, as `explanation.derivations.options`.
    pub name: String,
    /// Whether it is an answer, and not a part of one.
    pub is_kind: bool,
    pub fields: Vec<Field>,
    pub alias: Option<Vec<Atom>>,
    said: String,
}

fn types(written: &str) -> Vec<Atom> {
    let atom = |word: &str| match (word.strip_prefix('"'), word.strip_suffix("[]")) {
        (Some(text), _) => Atom::Literal(text.trim_end_matches('"').to_owned()),
        (_, Some(name)) => Atom::List(name.to_owned()),
        _ => Atom::Named(word.to_owned()),
    };
    written.split(" or ").flat_map(|part| part.split(", ")).map(atom).collect()
}

fn literals(types: &[Atom]) -> Vec<&str> {
    types.iter().filter_map(|one| if let Atom::Literal(text) = one { Some(text.as_str()) } else { None }).collect()
}

fn section(name: &str, is_kind: bool) -> Section {
    Section { name: name.to_owned(), is_kind, fields: Vec::new(), alias: None, said: String::new() }
}

/// All that the page describes, in its order. A section may take over the fields of another: "It has the fields of [period]".
pub fn sections(page: &str) -> Vec<Section> {
    let mut found: Vec<Section> = Vec::new();
    let (mut part, mut heading, mut every) = ("", "", section("", false));
    for line in page.lines() {
        if let Some(title) = line.strip_prefix("# ") {
            part = title;
        } else if let Some(title) = line.strip_prefix("## ") {
            heading = title;
            if part != "Answers as JSON" {
                found.push(section(title, part != "Shapes"));
            }
        } else if let Some((_, link)) = line.split_once("It has the fields of [") {
            let from = &link[..link.find(']').unwrap()];
            let fields = found.iter().find(|section| section.name == from).unwrap().fields.clone();
            found.last_mut().unwrap().fields = fields;
        } else if let Some(row) = line.strip_prefix("| `") {
            let [path, written, said] = row.trim_end_matches(" |").splitn(3, " | ").collect::<Vec<_>>()[..] else {
                panic!("{line}")
            };
            let path = path.trim_end_matches('`');
            match heading {
                "Types" => {
                    found.push(Section { alias: Some(types(written)), said: said.to_owned(), ..section(path, false) })
                }
                "Every answer" => every.add(path, types(written), said),
                _ => {
                    // What is inside of an object stands below it.
                    let parents = path
                        .replace("[]", "")
                        .rsplit_once('.')
                        .map_or_else(String::new, |(parents, _)| format!(".{parents}"));
                    let mut types = types(written);
                    if let Some(object) = types.iter_mut().find(|one| **one == Atom::Named("object".to_owned())) {
                        let inside = format!("{heading}.{}", path.replace("[]", "").trim_end_matches('?'));
                        *object = Atom::Named(inside.clone());
                        found.push(section(&inside, false));
                    }
                    let owner = format!("{heading}{parents}");
                    let owner =
                        found.iter_mut().find(|section| section.name == owner).unwrap_or_else(|| panic!("{line}"));
                    owner.add(path.rsplit('.').next().unwrap(), types, said);
                }
            }
        }
    }
    for kind in found.iter_mut().filter(|section| section.is_kind) {
        let name = kind.name.clone();
        for field in &every.fields {
            if kind.fields.iter().all(|own| own.name != field.name) {
                let types = if field.name == "type" { vec![Atom::Literal(name.clone())] } else { field.types.clone() };
                kind.fields.push(Field { types, ..field.clone() });
            }
        }
    }
    found
}

impl Section {
    /// Whether an object has all fields that must be there, and no others.
    pub fn describes(&self, object: &Json) -> bool {
        let knows = |name: &String| self.fields.iter().any(|field| field.name == *name || field.name == "NAME");
        let has = |field: &Field| field.is_optional || field.name == "NAME" || object.get(&field.name).is_some();
        self.fields.iter().all(has) && object.as_object().is_some_and(|object| object.keys().all(knows))
    }

    /// Adds a row, in the place of one of the same name that was taken over.
    fn add(&mut self, written: &str, types: Vec<Atom>, said: &str) {
        let name = written.replace("[]", "").trim_end_matches('?').to_owned();
        self.fields.retain(|field| field.name != name);
        let (is_optional, lists) = (written.ends_with('?'), written.matches("[]").count());
        self.fields.push(Field { name, is_optional, lists, types, said: said.to_owned(), origin: self.name.clone() });
    }
}

/// A part of a text in Markdown without links.
fn plain(said: &str) -> String {
    let mut parts = said.split("](#");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push_str(part.split_once(')').unwrap().1);
    }
    plain.replace('[', "").replace("\\|", "|")
}

pub fn schema(sections: &[Section]) -> String {
    let named = |name: &str| match name {
        "text" => json!({"type": "string"}),
        "bool" => json!({"type": "boolean"}),
        "null" | "number" => json!({"type": name}),
        _ => json!({"$ref": format!("#/$defs/{name}")}),
    };
    let any = |types: &[Atom]| {
        let literals = literals(types);
        let of_one = |one: &Atom| match one {
            Atom::Literal(_) => None,
            Atom::Named(name) => Some(named(name)),
            Atom::List(name) => Some(json!({"type": "array", "items": named(name)})),
        };
        let mut all: Vec<Json> = types.iter().filter_map(of_one).collect();
        match literals[..] {
            [] => {}
            [one] => all.insert(0, json!({"const": one})),
            _ => all.insert(0, json!({"enum": literals})),
        }
        if all.len() == 1 { all.remove(0) } else { json!({"anyOf": all}) }
    };
    let mut defs = Map::new();
    defs.insert("integer".into(), json!({
        "description": "A whole number. Beyond 2^53 - 1, where many programs would round it, it is a text of its digits.",
        "anyOf": [{"type": "integer", "minimum": -LARGEST, "maximum": LARGEST}, {"type": "string", "pattern": "^-?[1-9][0-9]{15,}$"}],
    }));
    defs.insert("any_value".into(), json!({
        "description": "Any value of the language. A position, a game and a set without an end are texts, and so is a whole number beyond 2^53 - 1.",
        "anyOf": [
            {"type": "integer", "minimum": -LARGEST, "maximum": LARGEST},
            {"type": ["string", "boolean", "null"]},
            {"type": "array", "items": {"$ref": "#/$defs/any_value"}},
        ],
    }));
    for section in sections {
        if let Some(types) = &section.alias {
            let mut definition = any(types);
            definition["description"] = plain(&section.said).into();
            defs.insert(section.name.clone(), definition);
            continue;
        }
        let (mut properties, mut required, mut others) = (Map::new(), Vec::new(), json!(false));
        for field in &section.fields {
            let of_one = any(&field.types);
            let mut property = (0..field.lists).fold(of_one, |of_one, _| json!({"type": "array", "items": of_one}));
            property["description"] = plain(&field.said).into();
            if field.name == "NAME" {
                others = property;
                continue;
            }
            if !field.is_optional {
                required.push(field.name.as_str());
            }
            properties.insert(field.name.clone(), property);
        }
        let object =
            json!({"type": "object", "properties": properties, "required": required, "additionalProperties": others});
        defs.insert(section.name.clone(), object);
    }
    let kinds = sections
        .iter()
        .filter(|section| section.is_kind)
        .map(|section| json!({"$ref": format!("#/$defs/{}", section.name)}));
    // A definition a line.
    let definitions: Vec<String> = defs.iter().map(|(name, schema)| format!("    \"{name}\": {schema}")).collect();
    format!(
        "{{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"title\": \"Answers of grundy\",\n  \"description\": \"Made from docs/json.md. A kind of answer has the definition of which its member `type` is the name.\",\n  \"anyOf\": {},\n  \"$defs\": {{\n{}\n  }}\n}}\n",
        kinds.collect::<Json>(),
        definitions.join(",\n")
    )
}

/// `winning_set` as `WinningSet`; the types of kinds of answers end with `Answer`.
fn type_name(sections: &[Section], name: &str) -> String {
    let words = name.split(['_', '.']).map(|word| word[..1].to_uppercase() + &word[1..]);
    let is_kind = sections.iter().any(|section| section.is_kind && section.name == name);
    words.collect::<String>() + if is_kind { "Answer" } else { "" }
}

pub fn typescript(sections: &[Section]) -> String {
    let named = |name: &str| match name {
        "text" => "string".to_owned(),
        "bool" => "boolean".to_owned(),
        "null" | "number" => name.to_owned(),
        _ => type_name(sections, name),
    };
    let atom = |atom: &Atom| match atom {
        Atom::Named(name) => named(name),
        Atom::Literal(text) => format!("\"{text}\""),
        Atom::List(name) => named(name) + "[]",
    };
    let any = |types: &[Atom]| types.iter().map(atom).collect::<Vec<_>>().join(" | ");
    let mut text = "// Made from docs/json.md of the project.\n\n/** A whole number: beyond 2^53 - 1, which a `number` would round, it is a `bigint`. */\nexport type Integer = number | bigint;\n\n/** Any value of the language; a position, a game and a set without an end are texts. */\nexport type AnyValue = Integer | string | boolean | null | AnyValue[];\n".to_owned();
    for section in sections {
        let name = type_name(sections, &section.name);
        if let Some(types) = &section.alias {
            text += &format!("\n/** {} */\nexport type {name} = {};\n", plain(&section.said), any(types));
            continue;
        }
        text += &format!("\nexport interface {name} {{\n");
        for Field { name, is_optional, lists, types, said, .. } in &section.fields {
            let said = plain(said).replace("*/", "* /");
            let of_one = any(types);
            let of_one = if *lists > 0 && types.len() > 1 { format!("({of_one})") } else { of_one };
            let name = if name == "NAME" { "[name: string]" } else { name };
            let sign = if *is_optional { "?" } else { "" };
            text += &format!("  /** {said} */\n  {name}{sign}: {of_one}{};\n", "[]".repeat(*lists));
        }
        text += "}\n";
    }
    let kinds = sections
        .iter()
        .filter(|section| section.is_kind)
        .map(|section| format!("\n  | {}", type_name(sections, &section.name)));
    text + &format!(
        "\n/** An answer of any kind; its member `type` tells which. */\nexport type Answer ={};\n",
        kinds.collect::<String>()
    )
}

pub fn python(sections: &[Section]) -> String {
    let named = |name: &str| match name {
        "text" => "str".to_owned(),
        "integer" => "int".to_owned(),
        "number" => "float".to_owned(),
        "null" => "None".to_owned(),
        "any_value" => "Any".to_owned(),
        "bool" => "bool".to_owned(),
        _ => type_name(sections, name),
    };
    let any = |types: &[Atom]| {
        let of_one = |one: &Atom| match one {
            Atom::Literal(_) => None,
            Atom::Named(name) => Some(named(name)),
            Atom::List(name) => Some(format!("list[{}]", named(name))),
        };
        let mut all: Vec<String> = types.iter().filter_map(of_one).collect();
        let literals: Vec<String> = literals(types).iter().map(|text| format!("\"{text}\"")).collect();
        if !literals.is_empty() {
            all.insert(0, format!("Literal[{}]", literals.join(", ")));
        }
        all.join(" | ")
    };
    let mut text = "\"\"\"The data of answers, as types for mypy: `found: data.WinnerAnswer = session.ask(\"winner Kayles(5)\")`.\n\nMade from docs/json.md of the project, which says what each member means.\n\"\"\"\n\nfrom __future__ import annotations\n\nfrom typing import TYPE_CHECKING, Any, Literal, TypedDict, Union\n\nif TYPE_CHECKING:\n    from typing_extensions import NotRequired\n".to_owned();
    for section in sections {
        let name = type_name(sections, &section.name);
        match &section.alias {
            // What stands in a definition is evaluated, on Python 3.10 as well.
            Some(types) if literals(types).is_empty() => {
                text += &format!("\n{name} = Union[{}]\n", any(types).replace(" | ", ", "));
            }
            Some(types) => text += &format!("\n{name} = {}\n", any(types)),
            None if section.fields.iter().any(|field| field.name == "NAME") => {
                text += &format!("\n{name} = dict[str, Any]\n")
            }
            None => {
                text += &format!("\n{name} = TypedDict(\n    \"{name}\",\n    {{\n");
                for Field { name, is_optional, lists, types, .. } in &section.fields {
                    let listed = (0..*lists).fold(any(types), |of_one, _| format!("list[{of_one}]"));
                    let wanted = if *is_optional { format!("NotRequired[{listed}]") } else { listed };
                    text += &format!("        \"{name}\": {},\n", python_text(&wanted));
                }
                text += "    },\n)\n";
            }
        }
    }
    text
}

/// A text of Python.
fn python_text(text: &str) -> String {
    if text.contains('"') { format!("'{text}'") } else { format!("\"{text}\"") }
}
