//! Rules in plain words: `remove one or two stones`, `split a heap into two unequal parts`. A small grammar of
//! clauses: each begins with a move, and what stands behind it says how much, from where, and when.

use super::amounts::{Amount, Amounts, nothing};
use super::collect::{number, numbers, range};
use super::formula::Formula;
use super::lexemes::{Lexeme, LexemeKind, longest};
use super::translate::translated;
use super::words::{Known, meaning};

/// A rule as it was understood.
#[derive(Debug, Default)]
pub struct RuleInWords {
    /// The clauses of the language.
    pub clauses: Vec<String>,
    /// The words that were not understood.
    pub unknown: Vec<String>,
}

/// A move, and the lexemes behind it up to the next.
struct MoveInWords<'l> {
    is_what: &'static str,
    /// The word for it.
    verb: &'l str,
    body: &'l [Lexeme],
}

/// Reads a rule that names a move; `None` if it names none. What stands before `otherwise`, or begins with a condition, is a rule of
/// its own: `if n is even take 1, otherwise take 2`.
pub fn rule(given: &[Lexeme], parameters: &[String], known: &dyn Known) -> Option<RuleInWords> {
    let is_condition = |at: usize| longest("condition", given, at).is_some() && given[at].low != "where";
    let begins = is_condition(0);
    let breaks = |at: usize| longest("otherwise", given, at).is_some() || begins && at > 0 && is_condition(at);
    let Some(first) =
        (0..given.len()).find(|at| breaks(*at)).filter(|_| moves(given).len() > 1).or(begins.then_some(given.len()))
    else {
        return simple(given, parameters, known);
    };
    let ends = |from: usize| (from + 1..given.len()).find(|at| breaks(*at)).unwrap_or(given.len());
    let (mut rule, mut from, mut end) = (RuleInWords::default(), 0, first);
    let mut before: Option<String> = None;
    while from < given.len() {
        let mut part = &given[from..end];
        let is_otherwise = longest("otherwise", part, 0);
        part = &part[is_otherwise.map_or(0, |(_, length)| length)..];
        let mut condition = is_otherwise.and(before.as_ref()).map(|before| format!(" if not ({before})"));
        if let Some((_, length)) = longest("condition", part, 0) {
            let mut formula = Formula::in_words(&part[length..], known);
            before = Some(translated(formula.condition()?, known)?.to_string());
            part = &part[length + formula.at..];
            condition = before.as_ref().map(|condition| format!(" if {condition}"));
        }
        let read = simple(part, parameters, known)?;
        rule.unknown.extend(read.unknown);
        rule.clauses.extend(read.clauses.into_iter().map(|clause| clause + condition.as_deref().unwrap_or_default()));
        (from, end) = (end, ends(end));
    }
    Some(rule)
}

/// Reads a rule without such parts.
fn simple(given: &[Lexeme], parameters: &[String], known: &dyn Known) -> Option<RuleInWords> {
    let moves = moves(given);
    let first = moves.first()?.0;
    let mut rule = RuleInWords::default();
    // A rule that breaks off is not understood.
    let last = given.len() - 1;
    if ["from", "or", "and"].iter().any(|kind| longest(kind, given, last).is_some()) || given[last].text == "|" {
        rule.unknown.push(given[last].text.clone());
    }
    // In Japanese the verb stands at the end.
    if let [(at, length, is_what)] = moves[..]
        && at > 0
        && at + length == given.len()
    {
        MoveInWords { is_what, verb: &given[at].low, body: &given[..at] }.read(parameters, known, &mut rule);
        return Some(rule);
    }
    let mut at = 0;
    while at < first {
        let nothing = nothing(given, at);
        match known.game(&given[at].text) {
            Some(game) if game == given[at].text => rule.clauses.push(game),
            // `one takes`
            _ if given[at].low == "one" => {}
            _ if nothing > 0 => at += nothing - 1,
            _ => rule.unknown.push(given[at].text.clone()),
        }
        at += 1;
    }
    for (index, (at, length, is_what)) in moves.iter().enumerate() {
        let end = moves.get(index + 1).map_or(given.len(), |next| next.0);
        let clause = MoveInWords { is_what, verb: &given[*at].low, body: &given[at + length..end] };
        clause.read(parameters, known, &mut rule);
    }
    Some(rule)
}

/// Where the moves stand in a rule, how many lexemes each takes, and what they are called here.
fn moves(given: &[Lexeme]) -> Vec<(usize, usize, &'static str)> {
    let mut moves = Vec::new();
    let mut at = 0;
    while at < given.len() {
        // `a number that divides n`
        if let Some((_, length)) = longest("family", given, at).filter(|(_, length)| *length > 1) {
            at += length;
            continue;
        }
        match longest("move", given, at) {
            // `into halves` is no move.
            None => at += longest("shape", given, at).map_or(1, |(_, length)| length),
            Some((is_what, length)) => {
                moves.push((at, length, is_what));
                at += length;
            }
        }
    }
    moves
}

impl MoveInWords<'_> {
    fn read(&self, parameters: &[String], known: &dyn Known, rule: &mut RuleInWords) {
        match self.is_what {
            "then split" | "then maybe split" => {
                match rule.clauses.last_mut() {
                    Some(last) => last.push_str(&format!(" {}", self.is_what)),
                    None => rule.unknown.push(self.is_what.to_owned()),
                }
                self.is_empty_but_for(rule);
            }
            "halve" => {
                rule.clauses.push("divide by <2>".to_owned());
                self.is_empty_but_for(rule);
            }
            "split" if !self.is_divided() => self.split(rule),
            "turn" => self.turn(rule),
            _ => self.amounts(parameters, known, rule),
        }
    }

    /// Whether a heap is divided by a number, and not into heaps.
    fn is_divided(&self) -> bool {
        let divides = ["divi", "teil", "дели", "раздели"].iter().any(|stem| self.verb.starts_with(stem));
        let starts_with_number = number(self.body, 0).is_some();
        divides && (starts_with_number || self.body.iter().any(is_by))
    }

    /// Notes the words that carry something although nothing is expected.
    fn is_empty_but_for(&self, rule: &mut RuleInWords) {
        let mut at = 0;
        while at < self.body.len() {
            at = self.behind_nothing(at, rule);
        }
    }

    /// The index behind what says nothing. A word that says something is noted.
    fn behind_nothing(&self, at: usize, rule: &mut RuleInWords) -> usize {
        let nothing = nothing(self.body, at);
        if nothing == 0 {
            rule.unknown.push(self.body[at].text.clone());
        }
        at + nothing.max(1)
    }

    /// `split a heap into three equal parts`
    fn split(&self, rule: &mut RuleInWords) {
        let (mut shape, mut parts, mut at) = ("", Vec::new(), 0);
        while at < self.body.len() {
            let shaped = longest("shape", self.body, at).filter(|found| matches!(found.0, "equal" | "unequal"));
            if let Some((found, length)) = shaped {
                shape = found;
                at += length;
            } else if let Some((found, end)) = numbers(self.body, at) {
                parts.extend(found);
                at = end;
            } else {
                at = self.behind_nothing(at, rule);
            }
        }
        let into = match &parts[..] {
            [] => String::new(),
            [two] if two == "2" => String::new(),
            [one] => format!(" into {one}"),
            _ => format!(" into <{}>", parts.join(", ")),
        };
        rule.clauses.push(format!("split{into} {shape}").trim_end().to_owned());
    }

    /// `flip one or two coins`, `turn 2 coins at most 3 apart`
    fn turn(&self, rule: &mut RuleInWords) {
        let (mut counts, mut at) = (Vec::new(), 0);
        while at < self.body.len() {
            let listed = range(self.body, at)
                .map(|(from, to, end)| (vec![if from == "0" { "1".to_owned() } else { from }, to], end))
                .or_else(|| numbers(self.body, at));
            at = match listed {
                Some((found, end)) => {
                    counts.push(found);
                    end
                }
                None => self.behind_nothing(at, rule),
            };
        }
        let is_apart = |lexeme: &Lexeme| matches!(lexeme.low.as_str(), "apart" | "distance");
        let apart = if self.body.iter().any(is_apart) { counts.pop() } else { None };
        let count = match counts.pop().unwrap_or_default().as_slice() {
            [one] => one.clone(),
            [first, .., last] => format!("{first}..{last}"),
            [] => return rule.unknown.push("how many".to_owned()),
        };
        let apart = apart.and_then(|apart| Some(format!(" at most {} apart", apart.last()?))).unwrap_or_default();
        rule.clauses.push(format!("turn {count} coins{apart}"));
        rule.unknown.extend(counts.concat());
    }

    /// `take one or two stones from a or three from b if n is even`
    fn amounts(&self, parameters: &[String], known: &dyn Known, rule: &mut RuleInWords) {
        // `by half of it or a third of it`
        let fraction = |lexeme: &Lexeme| match meaning("fraction", &lexeme.low).filter(|_| self.is_what == "divide") {
            Some(parts) => Lexeme { kind: LexemeKind::Number, ..Lexeme::sign(parts) },
            None => lexeme.clone(),
        };
        let body: Vec<Lexeme> = self.body.iter().map(fraction).collect();
        let mut amounts = Amounts::of(&body, parameters, known);
        amounts.read(&mut rule.unknown);
        if amounts.found.is_empty() {
            rule.unknown.push("how many".to_owned());
        }
        let what = if matches!(self.is_what, "divide" | "split") { "divide by" } else { "take" };
        for amount in &amounts.found {
            let Amount { set, from, condition } = amount;
            rule.clauses.push(format!("{what} {set}{from}{condition}"));
        }
    }
}

fn is_by(lexeme: &Lexeme) -> bool {
    meaning("by", &lexeme.low).is_some()
}

/// Whether a rule in words may begin with this lexeme.
pub fn begins_rule(given: &[Lexeme]) -> bool {
    longest("move", given, 0).is_some()
}

/// Whether a word is a move of a rule.
pub fn is_move(word: &str) -> bool {
    meaning("move", word).is_some()
}
