//! Translates expressions of other notations: functions, constants and methods of other languages become what this
//! language has for them.

use super::expression::FormulaTree;
use super::formula::{in_words, value_verb};
use super::words::{Known, meaning};

/// The same expression in this language; `None` if something in it has no counterpart.
pub fn translated(tree: FormulaTree, known: &dyn Known) -> Option<FormulaTree> {
    let inner = |tree: Box<FormulaTree>| translated(*tree, known).map(Box::new);
    let all =
        |trees: Vec<FormulaTree>| trees.into_iter().map(|tree| translated(tree, known)).collect::<Option<Vec<_>>>();
    let maybe = |tree: Option<Box<FormulaTree>>| match tree {
        Some(tree) => translated(*tree, known).map(|tree| Some(Box::new(tree))),
        None => Some(None),
    };
    Some(match tree {
        FormulaTree::Number(_) | FormulaTree::Text(_) | FormulaTree::Rule(_) | FormulaTree::AskMany(..) => tree,
        FormulaTree::Name(name) => constant(&name),
        FormulaTree::Star(of) => FormulaTree::Star(inner(of)?),
        FormulaTree::Prefix(sign, of) => FormulaTree::Prefix(sign, inner(of)?),
        FormulaTree::Ask(verb, of) => FormulaTree::Ask(verb, inner(of)?),
        FormulaTree::Infix(sign, left, right) => infix(sign, *inner(left)?, *inner(right)?, known)?,
        // A function that is mapped is named without its arguments.
        FormulaTree::Call(name, opens, parts) => call(&name, opens, all(parts)?, known)?,
        FormulaTree::Member(of, name, parts) => member(*inner(of)?, &name, all(parts)?, known)?,
        FormulaTree::Listed(opens, parts) => FormulaTree::Listed(opens, all(parts)?),
        FormulaTree::Range(from, to, step) => FormulaTree::Range(inner(from)?, maybe(to)?, maybe(step)?),
        FormulaTree::Each { opens, body, variable, source, condition } => FormulaTree::Each {
            opens,
            body: inner(body)?,
            variable,
            source: inner(source)?,
            condition: maybe(condition)?,
        },
        FormulaTree::If { condition, then, otherwise } => {
            FormulaTree::If { condition: inner(condition)?, then: inner(then)?, otherwise: inner(otherwise)? }
        }
        FormulaTree::Lambda(names, body) => FormulaTree::Lambda(names, inner(body)?),
    })
}

fn constant(name: &str) -> FormulaTree {
    match name {
        "None" | "null" | "nil" | "NULL" | "undefined" => FormulaTree::name("none"),
        "True" | "TRUE" | "False" | "FALSE" => FormulaTree::name(&name.to_lowercase()),
        _ => FormulaTree::name(meaning("name", name).unwrap_or(name)),
    }
}

/// Whether an expression is a position, or a sum of positions.
pub fn is_position(tree: &FormulaTree, known: &dyn Known) -> bool {
    match tree {
        FormulaTree::Call(name, ..) => known.game(name).as_deref() == Some(name),
        FormulaTree::Star(_) => true,
        FormulaTree::Infix("+", left, right) => is_position(left, known) && is_position(right, known),
        _ => false,
    }
}

fn infix(sign: &'static str, left: FormulaTree, right: FormulaTree, known: &dyn Known) -> Option<FormulaTree> {
    let (is_left, is_right) = (is_position(&left, known), is_position(&right, known));
    let asks = |tree: &FormulaTree| matches!(tree, FormulaTree::Ask("grundy", _) | FormulaTree::Infix("xor", ..));
    let is_listed = |tree: &FormulaTree| matches!(tree, FormulaTree::Listed('[', _) | FormulaTree::Text(_));
    let value = |tree: FormulaTree| FormulaTree::Ask("grundy", Box::new(tree));
    let is_set =
        |tree: &FormulaTree| matches!(tree, FormulaTree::Listed('{', _) | FormulaTree::Each { opens: '{', .. });
    Some(match sign {
        // Of two sets this would be a difference, and what the other is, is not known.
        "-" if is_set(&left) || is_set(&right) => return None,
        // The class of a position as a text.
        "==" | "!=" if matches!(left, FormulaTree::Ask("outcome" | "winner", _)) => match right {
            FormulaTree::Text(class) => FormulaTree::Infix(sign, left.into(), FormulaTree::Name(class).into()),
            right => FormulaTree::infix(sign, left, right),
        },
        "xor" | "^" if is_left && is_right => FormulaTree::infix("+", left, right),
        "^" if asks(&left) && asks(&right) => FormulaTree::infix("xor", left, right),
        "**" => power(left, right),
        "+" if is_listed(&left) && is_listed(&right) => FormulaTree::infix("++", left, right),
        // A position stands for its class, or for its value.
        "in" | "==" if is_left && matches!(&right, FormulaTree::Name(class) if class == "P" || class == "N") => {
            FormulaTree::infix("==", FormulaTree::Ask("outcome", Box::new(left)), right)
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" if is_left && !is_right => FormulaTree::infix(sign, value(left), right),
        "==" | "!=" | "<" | "<=" | ">" | ">=" if is_right && !is_left => FormulaTree::infix(sign, left, value(right)),
        _ => FormulaTree::infix(sign, left, right),
    })
}

/// A list of what stands in brackets or is counted out.
fn listed(opens: char, tree: FormulaTree) -> FormulaTree {
    match tree {
        FormulaTree::Listed('[' | '{' | '(', members) => FormulaTree::Listed(opens, members),
        FormulaTree::Each { body, variable, source, condition, .. } => {
            FormulaTree::Each { opens, body, variable, source, condition }
        }
        range @ FormulaTree::Range(..) => FormulaTree::Listed(opens, vec![range]),
        other => other,
    }
}

/// A number less one.
fn less_one(tree: FormulaTree) -> FormulaTree {
    match tree {
        FormulaTree::Number(number) if number.parse::<u64>().is_ok_and(|value| value > 0) => {
            FormulaTree::number(number.parse::<u64>().map_or(0, |value| value - 1))
        }
        FormulaTree::Infix("+", left, right) if *right == FormulaTree::number(1) => *left,
        other => FormulaTree::infix("-", other, FormulaTree::number(1)),
    }
}

/// `range(5)`, `range(0, 10, 2)`: the end does not belong to it.
fn python_range(mut parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    let step = if parts.len() == 3 { parts.pop().map(Box::new) } else { None };
    let end = less_one(parts.pop()?);
    let from = parts.pop().unwrap_or_else(|| FormulaTree::number(0));
    parts.is_empty().then(|| FormulaTree::Range(from.into(), Some(end.into()), step))
}

fn call(name: &str, opens: char, parts: Vec<FormulaTree>, known: &dyn Known) -> Option<FormulaTree> {
    if known.game(name).as_deref() == Some(name) {
        return Some(FormulaTree::Call(name.to_owned(), opens, parts));
    }
    let low = name.to_lowercase();
    let count = parts.len();
    if meaning("verb", &low) == Some("mex") {
        return Some(mex(parts, known));
    }
    if let Some(verb) = value_verb(name).filter(|_| opens == '(') {
        return asked(verb, parts, known);
    }
    // Books call the function of Grundy values G.
    let is_of_position = matches!(&parts[..], [part] if is_position(part, known));
    if matches!(name, "G" | "g" | "SG") && is_of_position {
        return asked("grundy", parts, known);
    }
    if opens == '[' {
        return Some(FormulaTree::Call(name.to_owned(), opens, parts));
    }
    let said = in_words(name);
    let is_nimsum = meaning("verb", &said) == Some("nimsum");
    let mut parts = parts;
    // What the table calls it, else its own words.
    let called = meaning("name", &low).or_else(|| meaning("name", &said));
    Some(match (called.unwrap_or(&said), count) {
        (_, 2..) if is_nimsum => parts.into_iter().reduce(|left, right| FormulaTree::infix("xor", left, right))?,
        (_, 1) if is_nimsum => FormulaTree::call("nimsum", parts),
        ("reduce", 2 | 3) => folded(parts)?,
        ("filter", 2) => filtered(parts)?,
        ("range" | "xrange" | "srange", 1..=3) => python_range(parts)?,
        // Of heaps, the nim-sum is the value of their sum.
        ("nimsum", 1) if matches!(&parts[0], FormulaTree::Each { body, .. } if is_position(body, known)) => {
            FormulaTree::Ask("grundy", FormulaTree::call("sum", parts).into())
        }
        // `len(losing(S, range(101)))`
        ("losing" | "winning" | "values", 2) => match (&parts[0], &parts[1]) {
            (FormulaTree::Name(game), FormulaTree::Range(..)) if known.game(game).as_ref() == Some(game) => {
                FormulaTree::AskMany(meaning("verb", &said)?, parts)
            }
            _ => return None,
        },
        ("seq", 2 | 3) => {
            let step = match if count == 3 { parts.pop() } else { None } {
                Some(FormulaTree::Infix("==", name, step)) if *name == FormulaTree::name("by") => Some(step),
                Some(FormulaTree::Infix(..)) => return None,
                step => step.map(Box::new),
            };
            let to = parts.pop().map(Box::new);
            FormulaTree::Listed('[', vec![FormulaTree::Range(parts.pop()?.into(), to, step)])
        }
        ("list" | "tuple", 1) => listed('[', parts.pop()?),
        ("set" | "frozenset", 1) => listed('{', parts.pop()?),
        ("c", _) if name == "c" => FormulaTree::Listed('[', parts),
        ("octal" | "from octal" | "octal game" | "take and break", 1) => match parts.pop()? {
            FormulaTree::Text(code) => FormulaTree::Rule(format!("octal {code}")),
            _ => return None,
        },
        ("petersen graph", 0) => FormulaTree::call("petersen", vec![FormulaTree::number(5), FormulaTree::number(2)]),
        ("subtraction" | "subtraction game", 1) => FormulaTree::Rule(format!("take {}", listed('{', parts.pop()?))),
        ("floor" | "int" | "trunc" | "integer" | "zz", 1) => {
            parts.pop().filter(|part| !matches!(part, FormulaTree::Text(_)))?
        }
        ("pow", 2) | ("power", 2) => {
            let [base, exponent] = <[FormulaTree; 2]>::try_from(parts).ok()?;
            power(base, exponent)
        }
        ("mod", 2) => two("%", parts)?,
        ("quotient", 2) => two("/", parts)?,
        ("if" | "ifelse" | "iif" | "wenn" | "si" | "se" | "если", 3) => {
            let (otherwise, then) = (parts.pop()?, parts.pop()?);
            FormulaTree::choice(parts.pop()?, then, otherwise)
        }
        ("map", 2) | ("sapply", 2) | ("lapply", 2) => {
            let (second, first) = (parts.pop()?, parts.pop()?);
            if low == "map" { mapped(first, second, known)? } else { mapped(second, first, known)? }
        }
        // Sage: `sum(k^2, k, 1, 10)`
        ("sum" | "product", 4) => {
            let [body, variable, from, to] = <[FormulaTree; 4]>::try_from(parts).ok()?;
            let FormulaTree::Name(variable) = variable else { return None };
            let each = FormulaTree::each('(', body, variable, FormulaTree::range(from, to), None);
            FormulaTree::call(&low, vec![each])
        }
        ("sum", 2..) if !matches!(parts[0], FormulaTree::Each { .. }) => {
            FormulaTree::call("sum", vec![FormulaTree::Listed('[', parts)])
        }
        _ => {
            // Functions of spreadsheets are written in capitals.
            let is_capital = name.len() > 1 && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
            let written = called.unwrap_or(if is_capital { &low } else { name });
            FormulaTree::call(written, parts)
        }
    })
}

/// A power, which `^` is only where a number is written on one side.
fn power(base: FormulaTree, exponent: FormulaTree) -> FormulaTree {
    match [&base, &exponent].iter().any(|side| matches!(side, FormulaTree::Number(_))) {
        true => FormulaTree::infix("^", base, exponent),
        false => FormulaTree::Call("pow".to_owned(), '(', vec![base, exponent]),
    }
}

fn two(sign: &'static str, parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    let [left, right] = <[FormulaTree; 2]>::try_from(parts).ok()?;
    Some(FormulaTree::infix(sign, left, right))
}

/// `reduce(xor, list)`, `foldr (+) 0 list`
fn folded(mut parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    let FormulaTree::Name(of) = parts.remove(0) else { return None };
    // The neutral value says nothing; Haskell names it before the list, and Python behind it.
    let is_neutral = |part: &FormulaTree| *part == FormulaTree::number(if of == "*" { 1 } else { 0 });
    if parts.len() == 2 {
        parts.remove(parts.iter().position(is_neutral)?);
    }
    let function = match of.as_str() {
        "+" | "add" => "sum",
        "*" | "mul" => "product",
        "max" | "min" => &of,
        _ if meaning("verb", &in_words(&of)) == Some("nimsum") => "nimsum",
        _ => return None,
    };
    Some(FormulaTree::call(function, parts))
}

/// The members of a list for which a function is true.
fn filtered(mut parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    let (list, test) = (parts.pop()?, parts.pop()?);
    let (variable, condition) = match test {
        FormulaTree::Lambda(names, body) => (names.into_iter().next()?, *body),
        FormulaTree::Name(test) => ("x".to_owned(), FormulaTree::call(&test, vec![FormulaTree::name("x")])),
        _ => return None,
    };
    Some(FormulaTree::each('[', FormulaTree::name(&variable), variable, listed('[', list), Some(condition)))
}

/// A function for each member of a list.
fn mapped(function: FormulaTree, list: FormulaTree, known: &dyn Known) -> Option<FormulaTree> {
    let (variable, body) = match function {
        FormulaTree::Lambda(names, body) => (names.into_iter().next()?, *body),
        FormulaTree::Name(name) => {
            let variable = "x".to_owned();
            let body = call(&name, '(', vec![FormulaTree::name(&variable)], known);
            let asked = value_verb(&name).map(|verb| FormulaTree::Ask(verb, Box::new(FormulaTree::name(&variable))));
            (variable, asked.or(body)?)
        }
        _ => return None,
    };
    Some(FormulaTree::each('[', body, variable, list, None))
}

fn mex(mut parts: Vec<FormulaTree>, known: &dyn Known) -> FormulaTree {
    let set = match &parts[..] {
        // The mex of a position is a way to ask for its value.
        [FormulaTree::Call(game, ..)] if known.game(game).is_some() => return FormulaTree::call("mex", parts),
        [FormulaTree::Name(_)] => return FormulaTree::call("mex", parts),
        [FormulaTree::Listed('[' | '{' | '(', _) | FormulaTree::Each { .. }] => listed('{', parts.remove(0)),
        _ => FormulaTree::Listed('{', parts),
    };
    FormulaTree::Prefix("mex ", Box::new(set))
}

/// `grundy(S(5))`, `grundy(S, 5)`, `grundy(S(3), S(4))`
pub fn asked(verb: &'static str, parts: Vec<FormulaTree>, known: &dyn Known) -> Option<FormulaTree> {
    if let [FormulaTree::Name(game), heaps @ ..] = &parts[..]
        && known.game(game).as_deref() == Some(game)
        && !heaps.is_empty()
    {
        let position = match heaps {
            [FormulaTree::Listed('[', members)] => FormulaTree::Call(game.clone(), '[', members.clone()),
            _ => FormulaTree::call(game, heaps.to_vec()),
        };
        return Some(FormulaTree::Ask(verb, position.into()));
    }
    let is_sum = parts.iter().all(|part| is_position(part, known) || parts.len() == 1 && is_open(part));
    let sum = parts.into_iter().reduce(|left, right| FormulaTree::infix("+", left, right))?;
    is_sum.then(|| FormulaTree::Ask(verb, sum.into()))
}

/// Whether a variable or a call may stand for a position.
fn is_open(tree: &FormulaTree) -> bool {
    matches!(tree, FormulaTree::Name(_) | FormulaTree::Call(..))
}

/// `S.grundy(5)`, `S(5).grundy()`, `h.length`
fn member(of: FormulaTree, name: &str, parts: Vec<FormulaTree>, known: &dyn Known) -> Option<FormulaTree> {
    if let Some(verb) = value_verb(name) {
        return asked(verb, std::iter::once(of).chain(parts).collect(), known);
    }
    // Haskell: one function behind the other, `grundy . S`.
    if let FormulaTree::Name(outer) = &of
        && known.game(name).as_deref() == Some(name)
        && parts.is_empty()
    {
        let position = FormulaTree::call(name, vec![FormulaTree::name("x")]);
        let body = call(outer, '(', vec![position], known)?;
        return Some(FormulaTree::Lambda(vec!["x".to_owned()], body.into()));
    }
    if meaning("verb", name.trim_matches('_')) == Some("nimsum") && parts.len() == 1 {
        return Some(FormulaTree::infix("xor", of, parts.into_iter().next()?));
    }
    // What only changes how a list is held.
    if matches!(name, "ToList" | "toList" | "tolist" | "to_list" | "ToSet" | "Sort" | "sort" | "copy")
        && parts.is_empty()
    {
        return Some(of);
    }
    // `k.is_square()`
    if let Some(test) = name.strip_prefix("is_").filter(|test| matches!(*test, "square" | "prime" | "even" | "odd")) {
        return Some(FormulaTree::call(test, vec![of]));
    }
    let is_length = matches!(name, "length" | "size" | "len" | "count") && parts.is_empty();
    is_length.then(|| FormulaTree::call("length", vec![of]))
}
