//! What an editor asks the language about a document: completion, the word under the pointer, and the answers of its
//! questions.

use serde_json::{Value, json};

use super::document::OpenDocument;
use super::open_text;
use super::sessions::Sessions;
use crate::service::{Heard, Offer, Service, bundle};
use crate::session::{KnownNameKind, known_names};
use crate::show::report::Report;
use crate::syntax::ast::Statement;
use crate::syntax::occurrences::{NameMeaning, Occurrence, occurrences};
use crate::syntax::{Token, TokenKind, is_unfinished, statements, tokens};

/// The longest answer that is shown under the pointer, in bytes.
const LONGEST_HOVER: usize = 4000;
/// The longest hint behind a statement, in characters.
const LONGEST_HINT: usize = 72;
/// The values that are shown of a game.
const VALUES: usize = 20;

pub fn completion(document: &OpenDocument, sessions: &mut Sessions, service: &Service, place: usize) -> Vec<Value> {
    // What stands in other statements decides nothing.
    let whole = document.text().to_owned();
    let begin = statement_begin(&whole, place);
    // What could not be defined in time is not offered.
    let (defined, _) = sessions.at(document, whole.len(), service);
    let (range, offers) = defined.service.complete(&whole[begin..], place - begin);
    let range = document.open.range(range.start + begin..range.end + begin);
    let item = |offer: &Offer| {
        let mut item =
            json!({"label": offer.name, "filterText": offer.text, "textEdit": {"range": range, "newText": offer.text}});
        if let Some(about) = &offer.about {
            item["detail"] = about.as_str().into();
        }
        item
    };
    offers.iter().map(item).collect()
}

/// Where the statement at this place begins.
fn statement_begin(text: &str, place: usize) -> usize {
    let found = statements(text).into_iter().rfind(|range| range.start <= place);
    let begin = found.map_or(0, |range| range.start);
    // Behind a finished statement a new line begins another one.
    let line = text[..place].rfind('\n').map_or(0, |end| end + 1);
    if line > begin && !is_unfinished(&text[begin..line]) { line } else { begin }
}

/// What can be said of the word at a place: a definition with its first values, a game of the library, help on a word.
pub fn hover(document: &OpenDocument, sessions: &mut Sessions, service: &Service, place: usize) -> Value {
    let text = document.text().to_owned();
    let is_at = |token: &Token| token.range.start <= place && place <= token.range.end;
    let is_word = |token: &Token| !matches!(token.kind, TokenKind::Comment | TokenKind::Text);
    let found = tokens(&text).into_iter().filter(is_at);
    let Some(token) = found.filter(is_word).max_by_key(|token| token.kind == TokenKind::Name) else {
        return Value::Null;
    };
    let word = &text[token.range.clone()];
    let is_here = |found: &Occurrence| found.span.range() == token.range;
    if document.statements().flat_map(occurrences).any(|found| is_here(&found) && !found.meaning.is_global()) {
        return Value::Null;
    }
    let statement = document.statements().map(|statement| statement.whole.range()).find(|range| range.contains(&place));
    let end = statement.map_or(place, |range| range.end);
    let defines = |found: Occurrence| found.name == word && found.meaning == NameMeaning::Defined;
    let (defined, is_whole) = sessions.at(document, end, service);
    // A name may mean something else before all is defined.
    if !is_whole && document.statements().flat_map(occurrences).any(defines) {
        return Value::Null;
    }
    let Some(report) = defined.service.inspect(word, 0) else { return Value::Null };
    let mut said = vec![shown(&report)];
    let is_own_game = known_names(&defined.service.session)
        .iter()
        .any(|known| known.name == word && known.own && known.kind == KnownNameKind::Game);
    if is_own_game {
        let question = format!("values {word} 0..{VALUES}");
        defined.run(&question, &mut |heard| {
            if let Heard::Answer { report, .. } = heard {
                said.push(shown(report));
            }
        });
    }
    let value = format!("```text\n{}\n```", said.join("\n"));
    json!({"contents": {"kind": "markdown", "value": value}, "range": document.open.range(token.range)})
}

fn shown(report: &Report) -> String {
    bundle(report, "", LONGEST_HOVER).plain.trim_end().to_owned()
}

/// The answers of the questions in a range, behind them. What takes too long, or is an error, has none.
pub fn inlay_hints(document: &OpenDocument, sessions: &mut Sessions, service: &Service, range: &Value) -> Vec<Value> {
    let (start, end) = (document.open.byte(&range["start"]), document.open.byte(&range["end"]));
    let is_asked = |statement: &&Statement| {
        let place = statement.whole.range();
        place.start <= end && start <= place.end && is_question(statement) && !mentions_last_answer(statement)
    };
    let asked: Vec<std::ops::Range<usize>> =
        document.statements().filter(is_asked).map(|statement| statement.whole.range()).collect();
    let mut hints = Vec::new();
    for place in asked {
        let Some(text) = document.text().get(place.clone()) else { continue };
        let (defined, is_whole) = sessions.at(document, place.start, service);
        if !is_whole {
            break;
        }
        let mut line = None;
        defined.run(text, &mut |heard| {
            if let Heard::Answer { report, .. } = heard {
                line.get_or_insert_with(|| first_line(report));
            }
        });
        if service.clock().is_over() {
            break;
        }
        if let Some(line) = line.filter(|line| !line.is_empty()) {
            hints.push(json!({"position": open_text::place(document.open.at(place.end), document.open.counting()), "label": line, "paddingLeft": true}));
        }
    }
    hints
}

fn first_line(report: &Report) -> String {
    let plain = bundle(report, "", LONGEST_HOVER).plain;
    let line = plain.lines().next().unwrap_or_default();
    let short: String = line.chars().take(LONGEST_HINT).collect();
    if short.len() < line.len() { format!("{short}…") } else { short }
}

/// Whether a statement has an answer of few words, and writes no file.
fn is_question(statement: &Statement) -> bool {
    let has_few_words = match statement.expression() {
        Some(expr) => expr.question().is_none_or(|question| !LONG.contains(&question.verb)),
        None => matches!(statement.verb(), "check" | "assert" | "->" | "print"),
    };
    has_few_words && statement.to().is_none()
}

/// Questions whose answers have many words.
const LONG: &[&str] = &["explain", "table", "values", "losing", "winning", "plot", "pattern", "tree"];

/// Whether a statement mentions `ans` or `out 3`, which the statements before it decide.
fn mentions_last_answer(statement: &Statement) -> bool {
    occurrences(statement).iter().any(|found| found.name == "ans" || found.name.starts_with("out_"))
}
