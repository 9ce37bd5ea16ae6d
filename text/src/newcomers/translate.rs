//! Translates expressions of other notations: functions, constants and methods of other languages become what this
//! language has for them.

use super::expression::FormulaTree;
use super::formula::{in_words, value_verb, whole};
use super::lexemes::lexemes;
use super::words::{CALLS, Known, meaning};
use crate::syntax::words::{AsksAbout, Group, asks_about, find};

/// The same expression in this language; `None` if something in it has no counterpart.
pub fn translated(tree: FormulaTree, known: &dyn Known) -> Option<FormulaTree> {
    let tree = in_terms(tree, known)?;
    match tree.with_parts(&mut |part| translated(part, known))? {
        FormulaTree::Name(name) => Some(constant(&name)),
        FormulaTree::Infix(sign, left, right) => infix(sign, *left, *right, known),
        // In Python and C, 0 is false.
        FormulaTree::Prefix("not", of) if is_number(&of) => {
            Some(FormulaTree::Infix("==", of, FormulaTree::number(0).into()))
        }
        FormulaTree::If { condition, then, otherwise }
            if is_number(&condition) && !matches!(*condition, FormulaTree::Number(_)) =>
        {
            Some(FormulaTree::choice(FormulaTree::infix("!=", *condition, FormulaTree::number(0)), *then, *otherwise))
        }
        // A function that is mapped is named without its arguments.
        FormulaTree::Call(name, opens, parts) => call(&name, opens, parts, known),
        FormulaTree::Member(of, name, parts) => member(*of, &name, parts, known),
        tree => Some(tree),
    }
}

/// A function or a method of another language in terms of this one's, if the table tells: `b % a == 0` for `a.divides(b)`.
fn in_terms(tree: FormulaTree, known: &dyn Known) -> Option<FormulaTree> {
    let (name, parts) = match &tree {
        FormulaTree::Call(name, '(', parts) if !is_own(name, known) => (name, parts.clone()),
        FormulaTree::Member(of, name, parts) => (name, std::iter::once(&**of).chain(parts).cloned().collect()),
        _ => return Some(tree),
    };
    let kind = CALLS.get(parts.len());
    // CGSuite's `Grid` is no graph.
    let spelt = [name.clone(), name.to_lowercase(), in_words(name)];
    let terms = kind.and_then(|kind| spelt.iter().find_map(|name| meaning(kind, name)));
    match terms {
        Some(terms) => whole(&lexemes(terms)?, known)?.filled(&parts),
        None => Some(tree),
    }
}

/// Whether a name is that of a game, or was defined in the session: then it means nothing else.
fn is_own(name: &str, known: &dyn Known) -> bool {
    known.game(name).as_deref() == Some(name) || known.is_defined(name)
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

/// Whether an expression is surely a number.
fn is_number(tree: &FormulaTree) -> bool {
    match tree {
        FormulaTree::Number(_)
        | FormulaTree::Ask("grundy", _)
        | FormulaTree::Infix("+" | "-" | "*" | "/" | "%" | "xor" | "^" | "**", ..) => true,
        FormulaTree::Call(name, ..) => name == "bitand" || name == "bitor",
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
        // The class of a position as a text, or in other letters.
        "==" | "!=" if matches!(left, FormulaTree::Ask("outcome" | "winner", _)) => {
            let class = match right {
                FormulaTree::Text(class) | FormulaTree::Name(class) => class,
                other => return Some(FormulaTree::infix(sign, left, other)),
            };
            let low = class.to_lowercase();
            let class = match low.as_str() {
                "p" | "n" => low.to_uppercase(),
                "first" | "second" => low,
                _ => class,
            };
            FormulaTree::infix(sign, left, FormulaTree::Name(class))
        }
        // C joins the bits of numbers so.
        "and" | "or" if is_number(&left) && is_number(&right) => {
            FormulaTree::call(if sign == "and" { "bitand" } else { "bitor" }, vec![left, right])
        }
        "xor" | "^" if is_left && is_right => FormulaTree::infix("+", left, right),
        "^" if asks(&left) && asks(&right) => FormulaTree::infix("xor", left, right),
        "**" => power(left, right),
        // C moves the bits of a number.
        "<<" => FormulaTree::infix("*", left, power(FormulaTree::number(2), right)),
        ">>" => FormulaTree::infix("/", left, power(FormulaTree::number(2), right)),
        "+" if is_listed(&left) && is_listed(&right) => FormulaTree::infix("++", left, right),
        // A position stands for its class, or for its value.
        "in" | "==" if is_left && matches!(&right, FormulaTree::Name(class) if class == "P" || class == "N") => {
            FormulaTree::infix("==", FormulaTree::Ask("outcome", Box::new(left)), right)
        }
        "==" | "!=" | "<" | "<=" | ">" | ">=" if is_left && !is_right => FormulaTree::infix(sign, value(left), right),
        _ => FormulaTree::infix(sign, left, right),
    })
}

/// A list of what stands in brackets or is counted out.
fn listed(opens: char, tree: FormulaTree) -> FormulaTree {
    match tree {
        FormulaTree::Listed('[' | '{' | '(', members) => FormulaTree::Listed(opens, members),
        FormulaTree::Each { body, cases, condition, .. } => FormulaTree::Each { opens, body, cases, condition },
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
    if is_own(name, known) {
        return Some(FormulaTree::Call(name.to_owned(), opens, parts));
    }
    let low = name.to_lowercase();
    let parts = without_ends(parts);
    let count = parts.len();
    if meaning("verb", &low) == Some("mex") {
        return Some(mex(parts, known));
    }
    if let Some(verb) = value_verb(name).filter(|_| opens == '(') {
        return asked(verb, parts, known);
    }
    let as_misere = in_words(name).strip_prefix("misere ").and_then(value_verb).and_then(misere);
    if let Some(verb) = as_misere.filter(|_| opens == '(') {
        return asked(verb, parts, known);
    }
    if opens == '('
        && let Some(asked) = asked_of_game(&in_words(name), &parts, known)
    {
        return Some(asked);
    }
    // Books call the function of Grundy values G, and that of outcomes o.
    let is_of_position = matches!(&parts[..], [part] if is_position(part, known));
    match name {
        "G" | "g" | "SG" if is_of_position => return asked("grundy", parts, known),
        "o" if is_of_position => return asked("outcome", parts, known),
        _ => {}
    }
    if opens == '[' {
        return Some(FormulaTree::Call(name.to_owned(), opens, parts));
    }
    let said = in_words(name);
    let is_nimsum = meaning("verb", &said) == Some("nimsum");
    let mut parts = parts;
    // What the table calls it, else its own words.
    let called = meaning("name", &low).or_else(|| meaning("name", &said)).filter(|called| *called != "library");
    Some(match (called.unwrap_or(&said), count) {
        (_, 2..) if is_nimsum => parts.into_iter().reduce(|left, right| FormulaTree::infix("xor", left, right))?,
        (_, 1) if is_nimsum => FormulaTree::call("nimsum", parts),
        ("reduce", 2 | 3) => folded(parts)?,
        ("filter", 2) => filtered(parts)?,
        ("range" | "xrange" | "srange", 1..=3) => python_range(parts)?,
        ("seq", 2 | 3) => {
            let step = match if count == 3 { parts.pop() } else { None } {
                Some(FormulaTree::Infix("==", name, step)) if *name == FormulaTree::name("by") => Some(step),
                step => step.map(Box::new),
            };
            let to = parts.pop().map(Box::new);
            FormulaTree::Listed('[', vec![FormulaTree::Range(parts.pop()?.into(), to, step)])
        }
        // `sorted(row, reverse=True)`
        ("sort", 2) => match parts.pop()? {
            FormulaTree::Infix("==", name, value) if *name == FormulaTree::name("reverse") => match *value {
                FormulaTree::Name(is_reversed) if is_reversed == "true" => {
                    FormulaTree::call("reverse", vec![FormulaTree::call("sort", parts)])
                }
                _ => FormulaTree::call("sort", parts),
            },
            _ => return None,
        },
        // `all(\\n -> n < 5) [0..4]`, `std::any_of(h.begin(), h.end(), [](int x) { … })`
        (all @ ("all" | "some"), 2) => FormulaTree::call(all, vec![of_each(parts)?]),
        ("count" | "count if", 2) if !is_number(&parts[1]) => {
            FormulaTree::call("count", vec![unlisted(filtered(parts)?)])
        }
        // `sum(1 for n in row if odd(n))`
        ("sum", 1) => match parts.pop()? {
            FormulaTree::Each { opens, body, cases, condition } if *body == FormulaTree::number(1) => {
                let body = FormulaTree::name(&cases.last()?.0).into();
                FormulaTree::call("count", vec![FormulaTree::Each { opens, body, cases, condition }])
            }
            summed => FormulaTree::call("sum", vec![summed]),
        },
        ("list" | "tuple", 1) => listed('[', parts.pop()?),
        ("set" | "frozenset", 1) => listed('{', parts.pop()?),
        ("c", _) if name == "c" => FormulaTree::Listed('[', parts),
        ("octal" | "from octal" | "octal game" | "take and break" | "heap game", 1) => match parts.pop()? {
            FormulaTree::Text(code) => FormulaTree::Rule(format!("octal {code}")),
            _ => return None,
        },
        ("subtraction" | "subtraction game" | "game" | "take", 1..) => {
            let members = if let [FormulaTree::Listed(_, members)] = &parts[..] { members } else { &parts };
            let amounts: Vec<String> = members.iter().map(FormulaTree::to_string).collect();
            let is_set = |member: &FormulaTree| matches!(member, FormulaTree::Number(_) | FormulaTree::Range(..));
            members.iter().all(is_set).then(|| FormulaTree::Rule(format!("take <{}>", amounts.join(", "))))?
        }
        ("floor" | "int" | "trunc" | "integer" | "zz", 1) => {
            parts.pop().filter(|part| !matches!(part, FormulaTree::Text(_)))?
        }
        ("map" | "of each", 2) => {
            let (second, first) = (parts.pop()?, parts.pop()?);
            if called == Some("map") { mapped(first, second, known)? } else { mapped(second, first, known)? }
        }
        // Haskell: the first of what is listed.
        ("grid", 1) => match parts.pop()? {
            FormulaTree::Listed(_, sizes) => FormulaTree::call("grid", sizes),
            _ => return None,
        },
        ("head", 1) => match parts.pop()? {
            each @ FormulaTree::Each { .. } => FormulaTree::call("first", vec![unlisted(each)]),
            _ => return None,
        },
        ("sum", 2..) if !matches!(parts[0], FormulaTree::Each { .. }) => {
            FormulaTree::call("sum", vec![FormulaTree::Listed('[', parts)])
        }
        _ => {
            // Functions of spreadsheets are written in capitals.
            let is_capital = name.len() > 1 && name.chars().all(|letter| letter.is_ascii_uppercase() || letter == '_');
            let written = called.unwrap_or(if is_capital || is_function(&low) { &low } else { name });
            FormulaTree::call(written, parts)
        }
    })
}

/// Whether this language has a function of that name.
fn is_function(name: &str) -> bool {
    find(name).is_some_and(|word| matches!(word.group, Group::Function | Group::Family))
}

/// A power, which `^` is only where a number is written on one side.
fn power(base: FormulaTree, exponent: FormulaTree) -> FormulaTree {
    match [&base, &exponent].iter().any(|side| matches!(side, FormulaTree::Number(_))) {
        true => FormulaTree::infix("^", base, exponent),
        false => FormulaTree::Call("pow".to_owned(), '(', vec![base, exponent]),
    }
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
fn filtered(parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    match of_each(parts)? {
        FormulaTree::Each { body, cases, .. } => {
            let variable = FormulaTree::name(&cases.first()?.0);
            Some(FormulaTree::each_of('[', variable, cases, Some(*body)))
        }
        _ => None,
    }
}

/// What a function that is true or false says of each member of a list; C and Haskell name it before the list or behind it.
fn of_each(mut parts: Vec<FormulaTree>) -> Option<FormulaTree> {
    let (mut list, mut test) = (parts.pop()?, parts.pop()?);
    if matches!(list, FormulaTree::Lambda(..)) {
        std::mem::swap(&mut list, &mut test);
    }
    let (variable, condition) = match test {
        FormulaTree::Lambda(names, body) => (names.into_iter().next()?, *body),
        FormulaTree::Name(test) => ("x".to_owned(), FormulaTree::call(&test, vec![FormulaTree::name("x")])),
        _ => return None,
    };
    // Haskell's `[4, 8..40]` goes by steps.
    let list = match list {
        FormulaTree::Listed('[', members) => match &members[..] {
            [FormulaTree::Number(first), FormulaTree::Range(second, Some(to), None)] => {
                let FormulaTree::Number(second) = &**second else { return None };
                let step = second.parse::<u64>().ok()?.checked_sub(first.parse().ok()?)?;
                let from = FormulaTree::number(first);
                FormulaTree::Range(from.into(), Some(to.clone()), Some(FormulaTree::number(step).into()))
            }
            _ => FormulaTree::Listed('[', members),
        },
        list => listed('[', list),
    };
    Some(FormulaTree::each('(', condition, variable, list, None))
}

/// Members without the brackets round them, as they stand inside a call.
fn unlisted(tree: FormulaTree) -> FormulaTree {
    match tree {
        FormulaTree::Each { body, cases, condition, .. } => FormulaTree::Each { opens: '(', body, cases, condition },
        tree => tree,
    }
}

/// The arguments with a list in the place of its two ends: C's `h.begin(), h.end()`.
fn without_ends(mut parts: Vec<FormulaTree>) -> Vec<FormulaTree> {
    if let [FormulaTree::Call(begin, '(', first), FormulaTree::Call(end, '(', last), ..] = &parts[..]
        && begin == "begin"
        && end == "end"
        && first == last
        && let [list] = &first[..]
    {
        let list = list.clone();
        parts.splice(..2, [list]);
    }
    parts
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

/// A question with `misere` behind its verb.
fn misere(verb: &str) -> Option<&'static str> {
    let verbs = ["winner misere", "outcome misere", "grundy misere", "moves misere"];
    verbs.into_iter().find(|own| own.strip_suffix(" misere") == Some(verb))
}

/// A question about a game: `S.period()`, `values(S, 0, 20)`, `table(Wythoff, 0, 5, 0, 5)`.
fn asked_of_game(said: &str, parts: &[FormulaTree], known: &dyn Known) -> Option<FormulaTree> {
    let verb = meaning("verb", said)?;
    if let ("plot" | "values" | "table", [FormulaTree::Each { body, cases, condition: None, .. }]) = (verb, parts)
        && let FormulaTree::Ask("grundy", position) = &**body
        && let FormulaTree::Call(game, '(', heaps) = &**position
        && let [(variable, range @ FormulaTree::Range(..))] = &cases[..]
        && heaps[..] == [FormulaTree::name(variable)]
    {
        return Some(FormulaTree::AskMany(verb, vec![FormulaTree::name(game), range.clone()]));
    }
    let (game, rest) = parts.split_first()?;
    let is_game = match game {
        FormulaTree::Name(name) => known.game(name).as_deref() == Some(name),
        FormulaTree::Rule(_) => true,
        _ => false,
    };
    match (verb, rest) {
        _ if !is_game => None,
        ("period", [FormulaTree::Number(to)]) => {
            Some(FormulaTree::Ask("period", FormulaTree::Rule(format!("{game} to {to}")).into()))
        }
        ("values" | "table" | "losing" | "winning" | "plot" | "pattern", _) => {
            let rows = rows(rest)?;
            Some(FormulaTree::AskMany(verb, std::iter::once(game.clone()).chain(rows).collect()))
        }
        (_, []) if asks_about(verb) == Some(AsksAbout::Game) => Some(FormulaTree::Ask(verb, game.clone().into())),
        _ => None,
    }
}

/// The rows that the arguments of a call name: `20`, `0, 20`, `0..20`, `0, 5, 0, 5`.
fn rows(parts: &[FormulaTree]) -> Option<Vec<FormulaTree>> {
    let is_number = |part: &FormulaTree| matches!(part, FormulaTree::Number(_));
    match parts {
        [to] if is_number(to) => Some(vec![FormulaTree::range(FormulaTree::number(0), to.clone())]),
        [FormulaTree::Listed('[' | '(', members)] => rows(members),
        // R: `plot(S, xlim = c(0, 50))`
        [FormulaTree::Infix("==", name, limits)] if **name == FormulaTree::name("xlim") => {
            rows(std::slice::from_ref(limits))
        }
        _ if parts.iter().all(is_number) && parts.len().is_multiple_of(2) => {
            Some(parts.chunks(2).map(|ends| FormulaTree::range(ends[0].clone(), ends[1].clone())).collect())
        }
        _ => parts.iter().all(|part| matches!(part, FormulaTree::Range(..))).then(|| parts.to_vec()),
    }
}

/// `grundy(S(5))`, `grundy(S, 5)`, `grundy(S(3), S(4))`, `grundy(S, 0..20)`
pub fn asked(verb: &'static str, parts: Vec<FormulaTree>, known: &dyn Known) -> Option<FormulaTree> {
    if let [FormulaTree::Name(game), heaps @ ..] = &parts[..]
        && known.game(game).as_deref() == Some(game)
        && !heaps.is_empty()
    {
        let position = match heaps {
            [FormulaTree::Range(..)] if verb == "grundy" => return Some(FormulaTree::AskMany("values", parts)),
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
    let asks = meaning("verb", &in_words(name)).and_then(asks_about).is_some();
    if asks || value_verb(name).is_some() || in_words(name).starts_with("misere ") {
        return call(name, '(', std::iter::once(of).chain(parts).collect(), known);
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
    let low = name.to_lowercase();
    if let FormulaTree::Call(bin, '(', of) = &of
        && (bin.as_str(), name) == ("bin", "count")
    {
        return Some(FormulaTree::call("popcount", of.clone()));
    }
    if meaning("verb", &in_words(name)) == Some("nimsum") && parts.len() == 1 {
        return Some(FormulaTree::infix("xor", of, parts.into_iter().next()?));
    }
    // A function of this language, written as a method: `h.sort()`.
    let called = meaning("name", &low).unwrap_or(&low);
    let is_called = matches!(called, "begin" | "end" | "list" | "map" | "filter") || is_function(called);
    let parts = std::iter::once(of).chain(parts).collect();
    if is_called { call(called, '(', parts, known) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session with these names, none of them a game.
    struct Defines(&'static [&'static str]);

    impl Known for Defines {
        fn game(&self, _: &str) -> Option<String> {
            None
        }

        fn own_games(&self) -> Vec<String> {
            Vec::new()
        }

        fn similar_games(&self, _: &str) -> Vec<String> {
            Vec::new()
        }

        fn is_defined(&self, name: &str) -> bool {
            self.0.contains(&name)
        }
    }

    fn read(line: &str, known: &dyn Known) -> Option<String> {
        translated(whole(&lexemes(line)?, known)?, known).map(|tree| tree.to_string())
    }

    #[test]
    fn a_function_that_the_user_defined_means_nothing_else() {
        let line = "std.mod(7, 3)";
        assert_eq!(read(line, &Defines(&[])).as_deref(), Some("7 % 3"));
        assert_eq!(read(line, &Defines(&["mod"])).as_deref(), Some("mod(7, 3)"));
    }
}
