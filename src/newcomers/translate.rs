//! Translates expressions of other notations: functions, constants and methods of other languages become what this
//! language has for them.

use super::expression::Tree;
use super::formula::value_verb;
use super::known::Known;
use super::plain::instead;
use super::words::meaning;

/// The same expression in this language; `None` if something in it has no counterpart.
pub fn translated(tree: Tree, known: &dyn Known) -> Option<Tree> {
    let inner = |tree: Box<Tree>| translated(*tree, known).map(Box::new);
    let all = |trees: Vec<Tree>| trees.into_iter().map(|tree| translated(tree, known)).collect::<Option<Vec<_>>>();
    let maybe = |tree: Option<Box<Tree>>| match tree {
        Some(tree) => translated(*tree, known).map(|tree| Some(Box::new(tree))),
        None => Some(None),
    };
    Some(match tree {
        Tree::Number(_) | Tree::Text(_) => tree,
        Tree::Name(name) => constant(&name),
        Tree::Star(of) => Tree::Star(inner(of)?),
        Tree::Prefix(sign, of) => Tree::Prefix(sign, inner(of)?),
        Tree::Ask(verb, of) => Tree::Ask(verb, inner(of)?),
        Tree::Infix(sign, left, right) => infix(sign, *inner(left)?, *inner(right)?, known),
        // A function that is mapped is named without its arguments.
        Tree::Call(name, opens, parts) => call(&name, opens, all(parts)?, known)?,
        Tree::Member(of, name, parts) => member(*inner(of)?, &name, all(parts)?, known)?,
        Tree::Listed(opens, parts) => Tree::Listed(opens, all(parts)?),
        Tree::Range(from, to, step) => Tree::Range(inner(from)?, maybe(to)?, maybe(step)?),
        Tree::Each { opens, body, variable, source, condition } => {
            Tree::Each { opens, body: inner(body)?, variable, source: inner(source)?, condition: maybe(condition)? }
        }
        Tree::If { condition, then, otherwise } => {
            Tree::If { condition: inner(condition)?, then: inner(then)?, otherwise: inner(otherwise)? }
        }
        Tree::Lambda(names, body) => Tree::Lambda(names, inner(body)?),
    })
}

fn constant(name: &str) -> Tree {
    match name {
        "None" | "null" | "nil" | "NULL" | "undefined" => Tree::name("none"),
        _ => Tree::name(instead("name", name).unwrap_or(name)),
    }
}

/// Whether an expression is a position, or a sum of positions.
pub fn is_position(tree: &Tree, known: &dyn Known) -> bool {
    match tree {
        Tree::Call(name, ..) => known.game(name).as_deref() == Some(name),
        Tree::Star(_) => true,
        Tree::Infix("+", left, right) => is_position(left, known) && is_position(right, known),
        _ => false,
    }
}

fn infix(sign: &'static str, left: Tree, right: Tree, known: &dyn Known) -> Tree {
    let (is_left, is_right) = (is_position(&left, known), is_position(&right, known));
    let asks = |tree: &Tree| matches!(tree, Tree::Ask("grundy", _) | Tree::Infix("xor", ..));
    let is_listed = |tree: &Tree| matches!(tree, Tree::Listed('[', _) | Tree::Text(_));
    let value = |tree: Tree| Tree::Ask("grundy", Box::new(tree));
    match sign {
        "xor" | "^" if is_left && is_right => Tree::infix("+", left, right),
        "^" if asks(&left) && asks(&right) => Tree::infix("xor", left, right),
        "+" if is_listed(&left) && is_listed(&right) => Tree::infix("++", left, right),
        // A position stands for its class, or for its value.
        "in" | "==" if is_left && matches!(&right, Tree::Name(class) if class == "P" || class == "N") => {
            Tree::infix("==", Tree::Ask("outcome", Box::new(left)), right)
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" if is_left && !is_right => Tree::infix(sign, value(left), right),
        "==" | "!=" | "<" | "<=" | ">" | ">=" if is_right && !is_left => Tree::infix(sign, left, value(right)),
        _ => Tree::infix(sign, left, right),
    }
}

/// A list of what stands in brackets or is counted out.
fn listed(opens: char, tree: Tree) -> Tree {
    match tree {
        Tree::Listed('[' | '{' | '(', members) => Tree::Listed(opens, members),
        Tree::Each { body, variable, source, condition, .. } => Tree::Each { opens, body, variable, source, condition },
        range @ Tree::Range(..) => Tree::Listed(opens, vec![range]),
        other => other,
    }
}

/// A number less one.
fn less_one(tree: Tree) -> Tree {
    match tree {
        Tree::Number(number) => match number.parse::<u64>() {
            Ok(value) if value > 0 => Tree::Number((value - 1).to_string()),
            _ => Tree::infix("-", Tree::Number(number), Tree::Number("1".to_owned())),
        },
        Tree::Infix("+", left, right) if *right == Tree::Number("1".to_owned()) => *left,
        other => Tree::infix("-", other, Tree::Number("1".to_owned())),
    }
}

/// `range(5)`, `range(0, 10, 2)`: the end does not belong to it.
fn python_range(mut parts: Vec<Tree>) -> Option<Tree> {
    let step = if parts.len() == 3 { parts.pop().map(Box::new) } else { None };
    let end = less_one(parts.pop()?);
    let from = parts.pop().unwrap_or_else(|| Tree::Number("0".to_owned()));
    parts.is_empty().then(|| Tree::Range(from.into(), Some(end.into()), step))
}

fn call(name: &str, opens: char, parts: Vec<Tree>, known: &dyn Known) -> Option<Tree> {
    if known.game(name).as_deref() == Some(name) {
        return Some(Tree::Call(name.to_owned(), opens, parts));
    }
    let low = name.to_lowercase();
    let count = parts.len();
    if meaning("verb", &low) == Some("mex") {
        return Some(mex(parts));
    }
    if let Some(verb) = value_verb(name).filter(|_| opens == '(') {
        return asked(verb, parts, known);
    }
    if opens == '[' {
        return Some(Tree::Call(name.to_owned(), opens, parts));
    }
    let mut parts = parts;
    Some(match (low.as_str(), count) {
        ("xor" | "bitxor" | "bitwxor" | "nim_sum", 2..) => {
            parts.into_iter().reduce(|left, right| Tree::infix("xor", left, right))?
        }
        ("xor" | "nim_sum", 1) => Tree::call("nimsum", parts),
        ("reduce", 2) => match &parts[0] {
            Tree::Name(of) if of == "xor" => Tree::call("nimsum", parts.split_off(1)),
            _ => return None,
        },
        ("range", 1..=3) => python_range(parts)?,
        ("seq", 2) => {
            let to = parts.pop().map(Box::new);
            Tree::Listed('[', vec![Tree::Range(parts.pop()?.into(), to, None)])
        }
        ("list" | "tuple", 1) => listed('[', parts.pop()?),
        ("set" | "frozenset", 1) => listed('{', parts.pop()?),
        ("c", _) if name == "c" => Tree::Listed('[', parts),
        ("floor" | "int" | "trunc", 1) => parts.pop().filter(|part| !matches!(part, Tree::Text(_)))?,
        ("pow", 2) | ("power", 2) => two("^", parts)?,
        ("mod", 2) => two("%", parts)?,
        ("if" | "ifelse" | "iif", 3) => {
            let (otherwise, then) = (parts.pop()?, parts.pop()?);
            Tree::If { condition: parts.pop()?.into(), then: then.into(), otherwise: otherwise.into() }
        }
        ("map", 2) | ("sapply", 2) | ("lapply", 2) => {
            let (second, first) = (parts.pop()?, parts.pop()?);
            if low == "map" { mapped(first, second, known)? } else { mapped(second, first, known)? }
        }
        ("sum", 2..) if !matches!(parts[0], Tree::Each { .. }) => Tree::call("sum", vec![Tree::Listed('[', parts)]),
        _ => {
            let own = instead("name", name).or_else(|| instead("name", &low));
            // Functions of spreadsheets are written in capitals.
            let is_capital = name.len() > 1 && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
            let written = own.unwrap_or(if is_capital { &low } else { name });
            Tree::call(written, parts)
        }
    })
}

fn two(sign: &'static str, parts: Vec<Tree>) -> Option<Tree> {
    let [left, right] = <[Tree; 2]>::try_from(parts).ok()?;
    Some(Tree::infix(sign, left, right))
}

/// A function for each member of a list.
fn mapped(function: Tree, list: Tree, known: &dyn Known) -> Option<Tree> {
    let (variable, body) = match function {
        Tree::Lambda(names, body) => (names.into_iter().next()?, *body),
        Tree::Name(name) => {
            let variable = "x".to_owned();
            let body = call(&name, '(', vec![Tree::name(&variable)], known);
            let asked = value_verb(&name).map(|verb| Tree::Ask(verb, Box::new(Tree::name(&variable))));
            (variable, asked.or(body)?)
        }
        _ => return None,
    };
    Some(Tree::Each { opens: '[', body: body.into(), variable, source: list.into(), condition: None })
}

fn mex(mut parts: Vec<Tree>) -> Tree {
    let set = match &parts[..] {
        [Tree::Listed('[' | '{' | '(', _) | Tree::Each { .. }] => listed('{', parts.remove(0)),
        [Tree::Name(_)] => parts.remove(0),
        _ => Tree::Listed('{', parts),
    };
    match set {
        Tree::Name(_) => Tree::call("mex", vec![set]),
        _ => Tree::Prefix("mex ", Box::new(set)),
    }
}

/// `grundy(S(5))`, `grundy(S, 5)`, `grundy(S(3), S(4))`
fn asked(verb: &'static str, parts: Vec<Tree>, known: &dyn Known) -> Option<Tree> {
    if let [Tree::Name(game), heaps @ ..] = &parts[..]
        && known.game(game).as_deref() == Some(game)
        && !heaps.is_empty()
    {
        let position = match heaps {
            [Tree::Listed('[', members)] => Tree::Call(game.clone(), '[', members.clone()),
            _ => Tree::call(game, heaps.to_vec()),
        };
        return Some(Tree::Ask(verb, position.into()));
    }
    let is_sum = parts.iter().all(|part| is_position(part, known) || parts.len() == 1 && is_open(part));
    let sum = parts.into_iter().reduce(|left, right| Tree::infix("+", left, right))?;
    is_sum.then(|| Tree::Ask(verb, sum.into()))
}

/// Whether a variable or a call may stand for a position.
fn is_open(tree: &Tree) -> bool {
    matches!(tree, Tree::Name(_) | Tree::Call(..))
}

/// `S.grundy(5)`, `S(5).grundy()`, `h.length`
fn member(of: Tree, name: &str, parts: Vec<Tree>, known: &dyn Known) -> Option<Tree> {
    if let Some(verb) = value_verb(name) {
        return asked(verb, std::iter::once(of).chain(parts).collect(), known);
    }
    match name {
        "length" | "size" | "len" | "count" if parts.is_empty() => Some(Tree::call("length", vec![of])),
        _ => None,
    }
}
