//! Rules that list their options in another notation: `n-1, n-2`, `a-1 or b-1`, `n-1 if n is odd else n-2`.

use super::expression::FormulaTree;
use super::formula::whole;
use super::lexemes::{Lexeme, LexemeKind, behind_group, longest, split};
use super::translate::translated;
use super::words::{Known, meaning};

/// The clauses of a rule that lists its options; `None` if it does not.
pub fn clauses(given: &[Lexeme], name: &str, parameters: &[String], known: &dyn Known) -> Option<Vec<String>> {
    let own = ["n".to_owned()];
    let coordinates = if parameters.is_empty() { &own[..] } else { parameters };
    let given = with_bars(without_frame(given));
    let parts = parts(&given, coordinates.len());
    let tree = |part: &&[Lexeme]| {
        let part = without_frame(part);
        let is_bare = coordinates.len() > 1 && split(part, |at| part[at].text == ",").len() == coordinates.len();
        // `a-1, b` without its brackets
        let bracketed = || [&[Lexeme::sign("(")], part, &[Lexeme::sign(")")]].concat();
        translated(if is_bare { whole(&bracketed(), known)? } else { whole(part, known)? }, known)
    };
    let trees: Vec<FormulaTree> = parts.iter().map(tree).collect::<Option<_>>()?;
    if parameters.is_empty()
        && let Some(clauses) = with_divisors(&trees)
    {
        return Some(clauses);
    }
    let found: Option<Vec<Vec<String>>> = trees.into_iter().map(|tree| option(tree, name, coordinates)).collect();
    found.map(|found| found.concat()).filter(|clauses| !clauses.is_empty())
}

/// `octal code 0.77`, `octal octal 0.137`
pub fn code(given: &[Lexeme]) -> Option<String> {
    let (mut codes, others): (Vec<_>, Vec<_>) = given.iter().partition(|lexeme| lexeme.kind == LexemeKind::Code);
    let digits = codes.pop().filter(|_| codes.is_empty())?;
    let is_only = others.iter().all(|lexeme| meaning("octal", &lexeme.low).is_some());
    is_only.then(|| format!("octal {}", digits.text))
}

/// What stands inside braces round everything, and behind `n becomes` or `replace n by`.
fn without_frame(mut given: &[Lexeme]) -> &[Lexeme] {
    let is_closed = behind_group(given, 0) == Some(given.len());
    let is_framed = match given.first().map_or("", |first| &first.text) {
        "{" | "[" => is_closed,
        "(" => is_closed && split(&given[1..given.len() - 1], |at| given[at + 1].text == "|").len() > 1,
        "<" => given.iter().rposition(|lexeme| lexeme.text == ">") == Some(given.len() - 1),
        _ => false,
    };
    if is_framed {
        given = without_frame(&given[1..given.len() - 1]);
    }
    &given[longest("frame", given, 0).map_or(0, |(_, length)| length)..]
}

/// The lexemes with a bar between brackets that follow each other, and in the place of an `and` between brackets.
fn with_bars(given: &[Lexeme]) -> Vec<Lexeme> {
    let (mut barred, mut depth) = (Vec::new(), 0);
    for (at, lexeme) in given.iter().enumerate() {
        let next = given.get(at + 1).map_or("", |next| &next.text);
        let joins = lexeme.text == "&&" || lexeme.text == "&" || lexeme.low == "and";
        match lexeme.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        let is_outside = depth == 0 && at > 0;
        barred.push(match joins && is_outside && next == "(" && given[at - 1].text == ")" {
            true => Lexeme::sign("|"),
            false => lexeme.clone(),
        });
        if is_outside && lexeme.text == ")" && next == "(" {
            barred.push(Lexeme::sign("|"));
        }
    }
    barred
}

/// The options, which stand between `or`, `|`, `;` and commas.
fn parts(given: &[Lexeme], arity: usize) -> Vec<&[Lexeme]> {
    let is_bound = |at: usize| given.get(at).is_some_and(|sign| matches!(sign.text.as_str(), "<" | "<="));
    let joins = |at: usize| match given[at].text.as_str() {
        "|" | "||" | ";" | "++" => true,
        // Python joins lists so.
        "+" => at > 0 && given[at - 1].text == "]",
        // `(a-k, b), 1 <= k <= a`
        "," if is_bound(at + 2) && is_bound(at + 4) => false,
        "," => arity == 1 || at > 0 && given[at - 1].text == ")",
        _ => longest("or", given, at).is_some(),
    };
    let mut parts = split(given, joins);
    parts.retain(|part| !part.is_empty());
    parts
}

/// `n/2, n/3`, `n-1 or n/2`: a heap is divided as long as it is not empty, which the option `(n/2)` would not say.
fn with_divisors(trees: &[FormulaTree]) -> Option<Vec<String>> {
    let number = |tree: &FormulaTree, sign: &str| match tree {
        FormulaTree::Infix(other, left, right) if *other == sign && **left == FormulaTree::name("n") => {
            match &**right {
                FormulaTree::Number(number) => Some(number.clone()),
                _ => None,
            }
        }
        _ => None,
    };
    let all = |sign: &str| trees.iter().filter_map(|tree| number(tree, sign)).collect::<Vec<_>>();
    let (divisors, amounts) = (all("/"), all("-"));
    if divisors.is_empty() || divisors.len() + amounts.len() < trees.len() {
        return None;
    }
    let take = (!amounts.is_empty()).then(|| format!("take <{}>", amounts.join(", ")));
    Some(take.into_iter().chain([format!("divide by <{}>", divisors.join(", "))]).collect())
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
        FormulaTree::Each { opens: '(' | '[' | '{', body, cases, condition } => {
            let [clause] = &option(*body, name, coordinates)?[..] else { return None };
            let body = FormulaTree::Name(clause.clone()).into();
            Some(vec![FormulaTree::Each { opens: '(', body, cases, condition }.to_string()])
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
        FormulaTree::Listed('(' | '[', parts) if parts.len() == coordinates.len() && coordinates.len() > 1 => {
            Some(FormulaTree::Listed('(', parts).to_string())
        }
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
