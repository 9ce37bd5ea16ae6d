//! Definitions as people write them: `define R as take 1 or 3`, `x := 7`, `def f(n): return n + 1`, `f <- function(n) n`,
//! `sei x = 5`, `R is the game where you can take 2 or 3 stones`.

use super::collect::{number, numbers, set_behind};
use super::expression::FormulaTree;
use super::formula::{Formula, whole};
use super::lexemes::{Lexeme, LexemeKind, behind_group, longest};
use super::options;
use super::rules;
use super::translate::translated;
use super::words::{Known, meaning};
use crate::syntax::words::is_keyword;

/// What a definition may mean, and the words of it that were not understood.
#[derive(Debug, Default)]
pub struct Definitions {
    pub statements: Vec<String>,
    pub unknown: Vec<String>,
}

/// What stands before the right side.
struct Heading<'l> {
    name: &'l str,
    parameters: Vec<String>,
    /// Whether a word such as `game` says what is defined.
    is_game: bool,
    /// Whether a type of C stands before the name, where `^` is the nim-sum.
    is_typed: bool,
    /// Whether `[]` behind the name says that its members have an order.
    is_list: bool,
    right: &'l [Lexeme],
}

/// Reads a definition; `None` if the line is none.
pub fn definitions(given: &[Lexeme], known: &dyn Known) -> Option<Definitions> {
    let certain = |statements| Some(Definitions { statements, unknown: Vec::new() });
    let given = &named_first(given);
    let head = head(given, known)?;
    let Heading { name, parameters, .. } = &head;
    let heading = if parameters.is_empty() { (*name).to_owned() } else { format!("{name}({})", parameters.join(", ")) };
    // `S = Game(take=[1, 3])`
    let named = whole(head.right, known).and_then(|tree| translated(tree, known));
    if let Some(FormulaTree::Rule(rule)) = named {
        return certain(vec![format!("game {heading} = {rule}")]);
    }
    let is_rule = rules::begins_rule(head.right) || head.right.iter().any(|lexeme| rules::is_move(&lexeme.low));
    let is_capital = name.starts_with(char::is_uppercase);
    if is_rule && (head.is_game || is_capital || rules::begins_rule(head.right)) {
        let rule = rules::rule(head.right, parameters, known)?;
        let rewritten = rule.clauses.join(" | ");
        if !rule.unknown.is_empty() {
            return Some(Definitions { unknown: rule.unknown, ..Definitions::default() });
        }
        return certain(vec![format!("game {heading} = {rewritten}")]);
    }
    let mentions = |word: &dyn Fn(&Lexeme) -> bool| head.right.iter().any(word);
    let names_itself = mentions(&|lexeme| lexeme.text == head.name);
    let says_mex = mentions(&|lexeme| meaning("verb", &lexeme.low) == Some("mex"));
    // `R(n) -> R(n-1), R(n-4)`, `W(a, b) -> {(a-k, b) : 1 <= k <= a}`, `def V(a, b): return [(a-1, b), (a, b-1)]`, `def V(n): return [n-1, n-2]`
    let text = |at: usize| head.right.get(at).map_or("", |lexeme| lexeme.text.as_str());
    let has_arrow = given.iter().any(|lexeme| lexeme.text == "->");
    let lists_pairs =
        parameters.len() > 1 && matches!(text(0), "{" | "[") && text(1) == "(" && (is_capital || has_arrow)
            || is_capital && !parameters.is_empty() && text(0) == "[";
    let lists_options = !parameters.is_empty() && has_arrow && (names_itself || text(0) == "(") || lists_pairs;
    if (head.is_game || lists_options || says_mex && (is_capital || names_itself))
        && let Some(clauses) = options::clauses(head.right, name, parameters, known)
    {
        // A move that changes nothing is none.
        let stays = format!("({})", parameters.join(", "));
        let moves = !clauses.contains(&stays);
        return certain(moves.then(|| format!("game {heading} = {}", clauses.join(" | "))).into_iter().collect());
    }
    if let Some(code) = options::code(head.right).filter(|_| head.right.len() > 1 && !is_rule) {
        return certain(vec![format!("game {name} = {code}")]);
    }
    if head.is_game
        && let Some((amounts, end)) = set_behind(head.right, 0)
        && end == head.right.len()
    {
        return certain(vec![format!("game {heading} = take <{}>", amounts.join(", "))]);
    }
    if let [other] = head.right
        && head.is_game
        && let Some(other) = known.game(&other.text)
    {
        return certain(vec![format!("game {name} = {other}")]);
    }
    certain(value(&head, known).into_iter().collect())
}

/// The definition with its name first, which was said last: `a game where you take 1 or 2, call it T`.
fn named_first(given: &[Lexeme]) -> Vec<Lexeme> {
    let courtesy = |at: usize| longest("courtesy", given, at).map(|(_, length)| at + length);
    let begin = std::iter::successors(Some(0), |at| courtesy(*at)).last().unwrap_or(0);
    let behind = |at: &usize| courtesy(*at) == Some(given.len()) && *at > begin;
    let stop = (begin..given.len()).find(behind).unwrap_or(given.len());
    let given = &given[begin..stop];
    let ends = (1..=5.min(given.len())).rev().find_map(|length| {
        let at = given.len() - length;
        let (_, said) = longest("naming", given, at).filter(|(_, said)| said + 1 == length)?;
        Some((at, at + said))
    });
    let Some((end, name)) = ends.filter(|(end, _)| *end > 1) else { return given.to_vec() };
    let mut from = 0;
    while let Some((_, length)) = longest("define", given, from).filter(|_| !rules::begins_rule(&given[from..])) {
        from += length;
    }
    [&[Lexeme::word("game"), given[name].clone(), Lexeme::word("=")], &given[from.min(end)..end]].concat()
}

/// The name, the parameters and the right side of a definition.
fn head<'l>(given: &'l [Lexeme], known: &dyn Known) -> Option<Heading<'l>> {
    let (mut at, mut is_game, mut is_said) = (0, false, false);
    let mut is_typed = false;
    loop {
        let word = longest("define", given, at).or_else(|| {
            let word = given.get(at).filter(|word| word.kind == LexemeKind::Word)?;
            // `consider the subtraction game G`
            let is_kind = meaning("subtraction", &word.low) == Some("game");
            let is_joint = word.low == "one" || meaning("aside", &word.low).is_some();
            (is_kind || is_said && is_joint).then_some(("", 1))
        });
        // A single letter that stands before a sign is the name.
        let is_name = given.get(at + 1).is_some_and(|next| matches!(next.text.as_str(), "=" | ":=" | "[" | "(" | "."));
        let Some((what, length)) = word.filter(|_| !is_name) else { break };
        is_game |= what == "game";
        is_typed |= what == "type";
        is_said = true;
        at += length;
    }
    if let Some(length) = container(&given[at..]) {
        (is_typed, is_said) = (true, true);
        at += length;
    }
    let is_count = number(given, at).is_some() && given.get(at + 1).is_some_and(|next| next.kind == LexemeKind::Word);
    let named = given.get(at).filter(|name| name.kind == LexemeKind::Word && is_latin(&name.text) && !is_count)?;
    // `a game where you take 1 or 3` has no name.
    let is_nameless = is_game && begins_rule_part(&named.text);
    let name = if is_nameless { "G" } else { &named.text };
    at += usize::from(!is_nameless);
    let is_list = given.get(at).is_some_and(|next| next.text == "[") || at > 2 && holds_list(&given[..at - 1]);
    let (parameters, end) = parameters(given, at, is_said);
    at = end;
    let right = behind_sign(given, at, is_said, !parameters.is_empty(), is_game, known)?;
    let right = without_domain(right.strip_prefix(&[Lexeme::word("return")]).unwrap_or(right));
    // `S = lambda n: [n-1, n-2]`
    let (parameters, right) = match right {
        [lambda, name, colon, body @ ..] if lambda.low == "lambda" && colon.text == ":" && parameters.is_empty() => {
            (vec![name.text.clone()], body)
        }
        _ => (parameters, right),
    };
    // `S = {1, 2} subtraction game`
    let is_kind = |lexeme: &&Lexeme| meaning("subtraction", &lexeme.low).is_some();
    let kind = right.iter().rev().take_while(is_kind).count();
    let is_of_kind = kind > 1 && right[right.len() - kind..].iter().any(|word| word.low == "game");
    let right = if is_of_kind { &right[..right.len() - kind] } else { right };
    is_game |= is_of_kind;
    (!right.is_empty()).then_some(Heading { name, parameters, is_game, is_typed, is_list, right })
}

/// The right side without the heaps that a book says it is for: `mex{…} for n >= 0`, `n + 1, n >= 0`.
fn without_domain(right: &[Lexeme]) -> &[Lexeme] {
    let begins = |lexeme: &Lexeme| lexeme.low == "for" || lexeme.text == ",";
    let Some(at) = right.iter().rposition(begins) else { return right };
    match right[at + 1..].strip_prefix(&[Lexeme::word("all")]).unwrap_or(&right[at + 1..]) {
        [name, sign, from]
            if name.text.len() == 1
                && matches!(sign.text.as_str(), ">=" | ">")
                && matches!(from.text.as_str(), "0" | "1") =>
        {
            &right[..at]
        }
        _ => right,
    }
}

/// Whether a word begins what is said of a game: `where you take 1 or 3`.
fn begins_rule_part(word: &str) -> bool {
    matches!(word, "with" | "where" | "in" | "that" | "if")
}

/// How many lexemes a container's type takes: `vector<int>`, `std::vector<int>`.
fn container(given: &[Lexeme]) -> Option<usize> {
    let text = |at: usize| given.get(at).map_or("", |lexeme| lexeme.text.as_str());
    let from = if text(0) == "std" && text(1) == "::" { 2 } else { 0 };
    let is_container =
        matches!(text(from), "vector" | "list" | "deque" | "List" | "ArrayList" | "set" | "unordered_set" | "multiset");
    (is_container && text(from + 1) == "<" && text(from + 3) == ">").then_some(from + 4)
}

/// Whether a container's type, which ends these lexemes, keeps its members in an order.
fn holds_list(given: &[Lexeme]) -> bool {
    let is_set = given.iter().any(|lexeme| matches!(lexeme.text.as_str(), "set" | "unordered_set" | "multiset"));
    given.last().is_some_and(|last| last.text == ">") && !is_set
}

fn is_latin(name: &str) -> bool {
    name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '_' | 'Α'..='ω'))
}

/// `(a, b)`, `(int n)`, `[]`, or `n` alone, and the index behind them.
fn parameters(given: &[Lexeme], at: usize, is_said: bool) -> (Vec<String>, usize) {
    let text = |at: usize| given.get(at).map_or("", |lexeme| lexeme.text.as_str());
    if text(at) == "[" && text(at + 1) == "]" {
        return (Vec::new(), at + 2);
    }
    // `let double n = …`, `near a b = …`, `f n | n < 2 = …`, `f of n`, `game W of a and b equals …`
    let of = longest("heaps of", given, at).filter(|_| is_said).map_or(0, |(_, length)| length);
    let is_letter = |at: &usize| text(*at).len() == 1 && text(*at).starts_with(|c: char| c.is_ascii_lowercase());
    let (mut applied, mut end) = (Vec::new(), at + of);
    while is_letter(&end) {
        applied.push(text(end).to_owned());
        end += 1 + usize::from(is_said && matches!(text(end + 1), "and" | ",") && is_letter(&(end + 2)));
    }
    let is_used = |name: &String| given[end.min(given.len())..].iter().any(|lexeme| lexeme.text == *name);
    let ends = of > 0 || matches!(text(end), "=" | "|");
    if !applied.is_empty() && ends && (is_said || applied.iter().any(is_used)) {
        return (applied, end);
    }
    // `dp[i] = …`
    let end = if matches!(text(at), "(" | "[") { behind_group(given, at) } else { None };
    let Some(end) = end else { return (Vec::new(), at) };
    let inside = &given[at + 1..end - 1];
    let names = inside.split(|lexeme| lexeme.text == ",").map(|part| match part {
        // Mathematica writes `f[n_]`.
        [name] | [_, name] if name.kind == LexemeKind::Word && is_latin(&name.text) => {
            Some(name.text.trim_end_matches('_').to_owned())
        }
        _ => None,
    });
    match names.collect::<Option<Vec<String>>>() {
        Some(names) if !names.is_empty() => (names, end),
        _ => (Vec::new(), at),
    }
}

/// What stands behind the sign or the word that separates the sides.
fn behind_sign<'l>(
    given: &'l [Lexeme],
    mut at: usize,
    is_said: bool,
    has_parameters: bool,
    is_game: bool,
    known: &dyn Known,
) -> Option<&'l [Lexeme]> {
    let text = |at: usize| given.get(at).map_or("", |lexeme| lexeme.text.as_str());
    // A type: `k: int = 5`.
    if text(at) == ":" && text(at + 2) == "=" {
        at += 2;
    }
    match text(at) {
        "|" if has_parameters => return Some(&given[at..]),
        "=" | ":=" | "<-" => {
            let right = &given[at + 1..];
            return (right.first().is_none_or(|first| first.text != "=")).then_some(right);
        }
        // `game U, take 1 or 2`
        "," if is_game && given[at..].iter().any(|lexeme| rules::is_move(&lexeme.low)) => {
            return Some(&given[at + 1..]);
        }
        // `Sticks: each player takes 1 or 3`
        ":" if at == 1
            && given[0].text.starts_with(char::is_uppercase)
            && given.iter().any(|lexeme| rules::is_move(&lexeme.low)) =>
        {
            return Some(&given[at + 1..]);
        }
        ":" | "->" | "=>" if is_said || has_parameters || rules::begins_rule(&given[at + 1..]) => {
            return Some(&given[at + 1..]);
        }
        // C++: `Game G({1, 3})`
        "(" if is_game && matches!(text(at + 1), "{" | "[") && known.game(text(at - 1)).is_none() => {
            return Some(&given[at..]);
        }
        // `int f(int n) { … }`, `std::vector<int> heaps{3, 5}`
        "{" if is_said && (has_parameters || text(at.saturating_sub(2)) == ">") => return Some(&given[at..]),
        _ => {}
    }
    if let Some((_, length)) = longest("is", given, at) {
        let right = &given[at + length..];
        // `R is the game where you can take …`, `let R be the game take …`
        let mentions_game = right.iter().take(3).any(|lexeme| meaning("define", &lexeme.low) == Some("game"));
        let is_rule = right.iter().any(|lexeme| rules::is_move(&lexeme.low));
        let follows_position = given[..at].iter().any(|lexeme| lexeme.text == ")");
        let begins_rule = rules::begins_rule(right) && given[0].text.starts_with(char::is_uppercase)
            || follows_position && right.iter().any(|lexeme| lexeme.low == "mex");
        if !(is_said || begins_rule || mentions_game && is_rule && !follows_position) {
            return None;
        }
        return Some(right);
    }
    // `game R take 1 or 4`, `define a game called R where you take 1`
    let starts_rule = rules::begins_rule(&given[at.min(given.len())..]);
    let is_rule = is_game && (starts_rule || begins_rule_part(text(at)));
    (is_rule && known.game(text(at)).is_none()).then(|| &given[at..])
}

/// The definition of a value or of a function.
fn value(head: &Heading, known: &dyn Known) -> Option<String> {
    // `auto piles = std::vector<int>{3, 4, 5}`
    let (right, is_list) = match container(head.right) {
        Some(length) => (&head.right[length..], holds_list(&head.right[..length])),
        None => (head.right, head.is_list),
    };
    // `the list three one two`
    if let Some((_, length)) = longest("listing", right, 0)
        && let Some((members, end)) = numbers(right, length).filter(|(_, end)| *end == right.len())
    {
        return (end > 0).then(|| format!("let {} = [{}]", head.name, members.join(", ")));
    }
    let mut formula = Formula::new(right, known);
    let _ = formula.takes("return");
    let tree = formula.body()?;
    let _ = formula.takes(";");
    if formula.at < right.len() {
        return None;
    }
    let tree = if head.is_typed { tree.with_xor()? } else { tree };
    let (parameters, tree) = match translated(tree, known)? {
        FormulaTree::Lambda(names, body) if head.parameters.is_empty() => (names, *body),
        tree => (head.parameters.clone(), tree),
    };
    let tree = match tree {
        FormulaTree::Listed('{', members) if is_list => FormulaTree::Listed('[', members),
        // The braces of a function's body.
        FormulaTree::Listed('{', mut members) if members.len() == 1 && !parameters.is_empty() => members.remove(0),
        tree => tree,
    };
    // `winner = S(5)` is a question.
    let name = match is_keyword(head.name) {
        true if !head.is_typed => return None,
        _ => head.name.to_owned(),
    };
    let is_mex = matches!(tree, FormulaTree::Prefix("mex ", _));
    let heading = if parameters.is_empty() { name } else { format!("{name}({})", parameters.join(", ")) };
    match is_mex {
        // What is defined so without a word before it is a game, if its values are those of its options.
        true => Some(format!("{heading} = {tree}")),
        false => (!head.is_game).then(|| format!("let {heading} = {tree}")),
    }
}
