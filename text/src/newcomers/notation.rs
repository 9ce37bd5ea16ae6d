//! Statements in the notation of books and of other languages: `print(f"{x}")`, `for n in range(5): …`, `S.values(20)`,
//! `∀ n ≤ 50: …`.

use super::collect::range;
use super::expression::FormulaTree;
use super::formula::{Formula, whole};
use super::lexemes::{Lexeme, LexemeKind, behind_group, lexemes, longest, split};
use super::translate::{self, translated};
use super::words::{Known, meaning};

type Readings = Option<Vec<String>>;

/// A line that is an expression.
pub fn expression(given: &[Lexeme], known: &dyn Known) -> Readings {
    // `set of n squared for n from one to five`
    let collects = longest("collect", given, 0).filter(|(what, _)| matches!(*what, "set" | "list"));
    if let Some((what, length)) = collects
        && let Some(FormulaTree::Each { body, cases, condition, .. }) = whole(&given[length..], known)
    {
        let opens = if what == "set" { '{' } else { '[' };
        let each = FormulaTree::Each { opens, body, cases, condition };
        return Some(vec![translated(each, known)?.to_string()]);
    }
    let tree = translated(whole(given, known)?, known)?;
    if let FormulaTree::Rule(rule) = tree {
        return Some(vec![format!("game G = {rule}")]);
    }
    // What `range(3)` gives is a list.
    let is_called = given.first().is_some_and(|first| first.kind == LexemeKind::Word);
    let tree = match tree {
        range @ FormulaTree::Range(..) if is_called => FormulaTree::Listed('[', vec![range]),
        FormulaTree::Each { opens: '(', ref body, .. } if matches!(**body, FormulaTree::Ask(..)) => return None,
        tree => tree,
    };
    let written = tree.to_string();
    // `Nim([3, 5])`
    let in_list = written.replace("([", "[").replace("])", "]");
    Some(vec![written, in_list])
}

/// `print(x)`, `printf("%d", x)`, `cout << x << endl`
pub fn printed(given: &[Lexeme], known: &dyn Known) -> Readings {
    if let Some(behind) = given.strip_prefix(&[Lexeme::word("if")]) {
        let mut formula = Formula::new(behind, known);
        let condition = translated(formula.expression()?, known)?;
        let _ = formula.takes("then") || formula.takes(":");
        let sides: Vec<&[Lexeme]> = behind[formula.at..].split(|lexeme| lexeme.low == "else").collect();
        let text = |side: &[Lexeme]| {
            let bare = without_braces(side);
            let [text] = &things(bare, known)?[..] else { return None };
            text.starts_with('"').then(|| text.clone())
        };
        let otherwise = sides.get(1).map_or(Some("\"\"".to_owned()), |side| text(side))?;
        let then = text(sides.first()?).filter(|_| sides.len() < 3)?;
        return Some(vec![format!("print if {condition} then {then} else {otherwise}")]);
    }
    Some(vec![format!("print {}", things(given, known)?.join(", "))])
}

/// What stands inside braces, before their last semicolon, or behind a colon.
fn without_braces(mut given: &[Lexeme]) -> &[Lexeme] {
    let is_frame = |lexeme: &Lexeme| matches!(lexeme.text.as_str(), "{" | "}" | ";" | ":" | "end" | "od");
    while let [first, rest @ ..] = given
        && is_frame(first)
    {
        given = rest;
    }
    while let [rest @ .., last] = given
        && is_frame(last)
    {
        given = rest;
    }
    given
}

/// The things that a command prints.
fn things(given: &[Lexeme], known: &dyn Known) -> Readings {
    let (_, length) = longest("prints", given, 0)?;
    let rest = &given[length..];
    let is_stream = rest.iter().any(|lexeme| lexeme.text == "<<") || given.iter().any(|lexeme| lexeme.text == "cout");
    let mut parts: Vec<&[Lexeme]> = if is_stream {
        rest.split(|lexeme| lexeme.text == "<<").collect()
    } else {
        let inner = rest.strip_suffix(&[Lexeme::sign(";")]).unwrap_or(rest);
        let opens = inner.first().is_some_and(|first| first.text == "(") && behind_group(inner, 0) == Some(inner.len());
        let inner = if opens { &inner[1..inner.len() - 1] } else { inner };
        split(inner, |at| inner[at] == Lexeme::sign(","))
    };
    let says_nothing = |part: &[Lexeme]| is_end(part) || is_stream && is_blank(part);
    parts.retain(|part| !says_nothing(part));
    // The first text of `printf` says how the values are written.
    let has_format =
        matches!(parts.first(), Some([format]) if format.kind == LexemeKind::Text && format.text.contains('%'));
    if has_format {
        parts.remove(0);
    }
    // What stands beside a number is one.
    let is_c = is_stream
        || has_format
        || parts.len() > 1 && parts.iter().all(|part| part.first().is_some_and(|first| first.kind != LexemeKind::Text));
    let written: Vec<String> = parts.into_iter().map(|part| printable(part, is_c, known)).collect::<Option<_>>()?;
    Some(written).filter(|written| !written.is_empty())
}

fn is_end(part: &[Lexeme]) -> bool {
    matches!(part, [.., end] if end.text == "endl") || matches!(part, [text] if text.text == "\\n")
}

/// A text of blanks between the things that a stream is given.
fn is_blank(part: &[Lexeme]) -> bool {
    matches!(part, [text] if text.kind == LexemeKind::Text && text.text.trim().is_empty())
}

/// One thing that is printed: an expression, or a text with some in braces. In C, `^` is the nim-sum.
fn printable(part: &[Lexeme], is_c: bool, known: &dyn Known) -> Option<String> {
    if let [f, text] = part
        && f.text == "f"
        && text.kind == LexemeKind::Text
    {
        return interpolated(&text.text, known);
    }
    let tree = whole(part, known)?;
    let tree = translated(if is_c { tree.with_xor()? } else { tree }, known)?;
    // C has no positions: what it prints is a value.
    let is_asked = is_c && translate::is_position(&tree, known);
    Some(if is_asked { format!("grundy {tree}") } else { tree.to_string() })
}

/// What a text shows that has expressions in braces: `value: {x}` is the text and the value.
fn interpolated(text: &str, known: &dyn Known) -> Option<String> {
    let mut shown = Vec::new();
    for (index, piece) in text.split(['{', '}']).enumerate() {
        let piece = piece.trim();
        match index % 2 {
            _ if piece.is_empty() => {}
            0 => shown.push(format!("\"{piece}\"")),
            _ => shown.push(printable(&lexemes(piece)?, false, known)?),
        }
    }
    (!shown.is_empty()).then(|| shown.join(", "))
}

/// `for n in range(5): print(x)`, `for (int n = 0; n < 5; n++) print(x);`
pub fn looped(given: &[Lexeme], known: &dyn Known) -> Readings {
    let mut formula = Formula::new(given.get(1..)?, known);
    let rest = formula.lexemes;
    Formula::new(given, known).takes("for").then_some(())?;
    let opens = formula.takes("(");
    let is_typed = rest.get(formula.at).is_some_and(|word| meaning("define", &word.low) == Some("type"));
    formula.at += usize::from(is_typed);
    let _ = formula.takes("let") || formula.takes("var");
    let variable = formula.lexemes.get(formula.at).filter(|name| name.kind == LexemeKind::Word)?.text.clone();
    formula.at += 1;
    let source = if formula.takes("in") {
        translated(formula.expression()?, known)?
    } else if let Some((from, to, end)) = range(rest, formula.at) {
        formula.at = end;
        let by = formula.takes("by") || formula.takes("step");
        let step = if by { Some(formula.expression()?.into()) } else { None };
        FormulaTree::Range(FormulaTree::Number(from).into(), Some(FormulaTree::Number(to).into()), step)
    } else {
        counted(&mut formula, &variable, known)?
    };
    let _ = opens && formula.takes(")");
    let _ = formula.takes("do");
    let body = without_braces(&rest[formula.at..]);
    if let Some(things) = things(body, known) {
        let body = if let [one] = &things[..] { one.clone() } else { format!("({})", things.join(", ")) };
        return Some(vec![format!("[{body} for {variable} in {source}]")]);
    }
    let body = translated(whole(body, known)?, known)?;
    Some(vec![match body.is_condition() {
        true => format!("check {body} for {variable} in {source}"),
        false => format!("[{body} for {variable} in {source}]"),
    }])
}

/// `n = 0; n < 5; n++`
fn counted(formula: &mut Formula, variable: &str, known: &dyn Known) -> Option<FormulaTree> {
    let from = formula.takes("=").then(|| formula.expression())??;
    let FormulaTree::Infix(sign, left, right) = formula.takes(";").then(|| formula.expression())?? else { return None };
    let is_bound = *left == FormulaTree::name(variable) && formula.takes(";");
    let counts = (formula.takes(variable) && formula.takes("++")) || (formula.takes("++") && formula.takes(variable));
    let to = match sign {
        _ if !is_bound || !counts => return None,
        "<" => FormulaTree::call("range", vec![from, *right]),
        "<=" => FormulaTree::Range(from.into(), Some(right), None),
        _ => return None,
    };
    translated(to, known)
}

/// `timeit("winner S(5)")`, `head(values(S), 10)`
pub fn timed(given: &[Lexeme], known: &dyn Known) -> Readings {
    let FormulaTree::Call(verb, '(', parts) = whole(given, known)? else { return None };
    // R: `head(values(S), 10)`
    if let ("head", [FormulaTree::Call(listed, '(', of), FormulaTree::Number(count)]) = (verb.as_str(), &parts[..]) {
        let [FormulaTree::Name(game)] = &of[..] else { return None };
        let is_asked = meaning("verb", listed) == Some("values") && known.game(game).as_ref() == Some(game);
        let last = count.parse::<u64>().ok()?.checked_sub(1).filter(|_| is_asked)?;
        return Some(vec![format!("values {game} 0..{last}")]);
    }
    match (verb.as_str(), &parts[..]) {
        ("timeit" | "time", [FormulaTree::Text(statement)]) => Some(vec![format!("time {statement}")]),
        _ => None,
    }
}
