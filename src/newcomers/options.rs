//! Rules that list their options in another notation: `n-1, n-2`, `a-1 or b-1`, `n-1 if n is odd else n-2`,
//! `mex{G(n-1), G(n-2)}`, `0.77`.

use super::expression::FormulaTree;
use super::formula::whole;
use super::known::Known;
use super::lexemes::{Lexeme, LexemeKind, behind_group, longest, split};
use super::translate::translated;

/// The clauses of a rule that lists its options; `None` if it does not.
pub fn clauses(given: &[Lexeme], name: &str, parameters: &[String], known: &dyn Known) -> Option<Vec<String>> {
    if let Some(code) = code(given) {
        return Some(vec![code]);
    }
    let given = without_frame(given);
    let own = ["n".to_owned()];
    let coordinates = if parameters.is_empty() { &own[..] } else { parameters };
    if let Some(clauses) = recurrence(given, name, coordinates, known) {
        return Some(clauses);
    }
    let parts = parts(given, coordinates.len());
    let trees: Vec<FormulaTree> =
        parts.iter().map(|part| translated(whole(part, known)?, known)).collect::<Option<_>>()?;
    if parameters.is_empty()
        && let Some(divisors) = divisors(&trees)
    {
        return Some(vec![format!("divide by <{}>", divisors.join(", "))]);
    }
    let found: Option<Vec<Vec<String>>> = trees.into_iter().map(|tree| option(tree, name, coordinates)).collect();
    found.map(|found| found.concat()).filter(|clauses| !clauses.is_empty())
}

/// `octal code 0.77`, `0.137`
fn code(given: &[Lexeme]) -> Option<String> {
    let (mut codes, others): (Vec<_>, Vec<_>) = given.iter().partition(|lexeme| lexeme.kind == LexemeKind::Code);
    let digits = codes.pop().filter(|_| codes.is_empty())?;
    let is_only =
        others.iter().all(|lexeme| matches!(lexeme.low.as_str(), "octal" | "code" | "game" | "the" | "with" | "of"));
    is_only.then(|| format!("octal {}", digits.text))
}

/// What stands inside braces round everything, and behind `n becomes` or `replace n by`.
fn without_frame(mut given: &[Lexeme]) -> &[Lexeme] {
    while let [rest @ .., end] = given
        && end.text == ";"
    {
        given = rest;
    }
    if given.first().is_some_and(|first| first.text == "{") && behind_group(given, 0) == Some(given.len()) {
        given = without_frame(&given[1..given.len() - 1]);
    }
    let words: Vec<&str> = given.iter().take(4).map(|lexeme| lexeme.low.as_str()).collect();
    let frame = match words[..] {
        ["n" | "it" | "heap" | "number", "becomes" | "->" | "=>", ..] => 2,
        ["replace" | "reduce" | "change" | "turn", ref rest @ ..] => match rest {
            ["n" | "it" | "heap" | "number", "by" | "with" | "to" | "into", ..] => 3,
            ["the", "n" | "it" | "heap" | "number", "by" | "with" | "to" | "into"] => 4,
            _ => 0,
        },
        _ => 0,
    };
    &given[frame..]
}

/// The options, which stand between `or`, `|`, `;` and commas.
fn parts(given: &[Lexeme], arity: usize) -> Vec<&[Lexeme]> {
    let joins = |at: usize| match given[at].text.as_str() {
        "|" | "||" | ";" => true,
        "," => arity == 1 || at > 0 && given[at - 1].text == ")",
        _ => longest("or", given, at).is_some(),
    };
    let mut parts = split(given, joins);
    parts.retain(|part| !part.is_empty());
    parts
}

/// `n/2, n/3`
fn divisors(trees: &[FormulaTree]) -> Option<Vec<String>> {
    let divisor = |tree: &FormulaTree| match tree {
        FormulaTree::Infix("/", left, right) if **left == FormulaTree::name("n") => match &**right {
            FormulaTree::Number(number) => Some(number.clone()),
            _ => None,
        },
        _ => None,
    };
    trees.iter().map(divisor).collect()
}

/// The clauses of an option: one, or two where it depends on a condition.
fn option(tree: FormulaTree, name: &str, coordinates: &[String]) -> Option<Vec<String>> {
    match tree {
        FormulaTree::If { condition, then, otherwise } => {
            let then = option(*then, name, coordinates)?;
            let otherwise = option(*otherwise, name, coordinates)?;
            let with = |clauses: Vec<String>, condition: String| {
                clauses.into_iter().map(move |clause| format!("{clause} if {condition}"))
            };
            let negation = FormulaTree::Prefix("not", condition.clone()).to_string();
            Some(with(then, condition.to_string()).chain(with(otherwise, negation)).collect())
        }
        FormulaTree::Each { opens: '(' | '[' | '{', body, variable, source, condition } => {
            let [clause] = &option(*body, name, coordinates)?[..] else { return None };
            let condition = condition.map_or(String::new(), |condition| format!(" if {condition}"));
            Some(vec![format!("{clause} for {variable} in {source}{condition}")])
        }
        tree => Some(vec![position(tree, name, coordinates)?]),
    }
}

/// An option as this language writes it: a position of the same game, in brackets.
fn position(tree: FormulaTree, name: &str, coordinates: &[String]) -> Option<String> {
    match tree {
        FormulaTree::Call(called, _, parts) if called == name && parts.len() == coordinates.len() => {
            Some(FormulaTree::Listed('(', parts).to_string())
        }
        FormulaTree::Infix("xor" | "+", left, right) if calls(&left, name) && calls(&right, name) => {
            let sides = [position(*left, name, coordinates)?, position(*right, name, coordinates)?];
            Some(sides.join(" + "))
        }
        FormulaTree::Listed('(' | '[', parts) if parts.len() == coordinates.len() && coordinates.len() > 1 => {
            Some(FormulaTree::Listed('(', parts).to_string())
        }
        FormulaTree::Listed(..) | FormulaTree::Call(..) | FormulaTree::Text(_) | FormulaTree::Range(..) => None,
        // One coordinate changes, and the others stay as they are.
        tree if matches!(tree, FormulaTree::Infix("+" | "-" | "*" | "/" | "%" | "^", ..)) => {
            let mut mentioned = coordinates.iter().filter(|coordinate| tree.mentions(coordinate));
            let (changed, None) = (mentioned.next()?, mentioned.next()) else { return None };
            let parts =
                coordinates.iter().map(|own| if own == changed { tree.clone() } else { FormulaTree::name(own) });
            Some(FormulaTree::Listed('(', parts.collect()).to_string())
        }
        _ => None,
    }
}

fn calls(tree: &FormulaTree, name: &str) -> bool {
    match tree {
        FormulaTree::Call(called, ..) => called == name,
        FormulaTree::Infix("xor" | "+", left, right) => calls(left, name) && calls(right, name),
        _ => false,
    }
}

/// `mex{G(n-1), G(n-2)}`: the options of `G(n)`.
fn recurrence(given: &[Lexeme], name: &str, coordinates: &[String], known: &dyn Known) -> Option<Vec<String>> {
    let FormulaTree::Prefix("mex ", set) = translated(whole(given, known)?, known)? else { return None };
    let members = match *set {
        FormulaTree::Listed('{', members) => members,
        each @ FormulaTree::Each { .. } => vec![each],
        _ => return None,
    };
    let called = |member: &FormulaTree| match member {
        FormulaTree::Each { body, .. } => calls(body, name),
        other => calls(other, name),
    };
    if members.is_empty() || !members.iter().all(called) {
        return None;
    }
    let found: Option<Vec<Vec<String>>> = members.into_iter().map(|member| option(member, name, coordinates)).collect();
    Some(found?.concat())
}
