//! Adds to an error what the definitions and the statement can tell about it: where a name was defined, and a corrected
//! line. Which move of a rule leads in a circle is told in `circles`.

use grundy_engine::game::EvalErrorKind;
use grundy_engine::solve::SolveError;

use crate::error::{Error, Hint, Kind, SemanticError, Wanted, nearest};
use crate::lang::names::{Definition, Names};
use crate::lang::{circles, comparisons, library};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast::{Expr, LetDefinition, Statement};
use crate::syntax::parts;
use crate::syntax::words::WORDS;

/// The same error at the place where a game of the library was asked about, if it is in the rule of that game: its lines
/// are not the user's.
pub fn out_of_library(names: &Names, mut error: Error) -> Error {
    let game = |span: Span| {
        let name = &names.sources.get(span.source())?.name;
        Some(name.strip_prefix("<library: ")?.trim_end_matches('>').to_owned())
    };
    let Some(name) = game(error.span).filter(|_| error.stop().is_none()) else { return error };
    let Some(asked) = error.related.iter().position(|(span, _)| game(*span).is_none()) else { return error };
    error.span = error.related.remove(asked).0;
    error.related.retain(|(span, _)| game(*span).is_none());
    if is_about_a_graph(&error) {
        return error;
    }
    let replacement = error.advice.take().and_then(|advice| advice.replacement);
    error.advice =
        Some(Box::new(Hint::new(told!("type `about {name}` to see what its positions are", name), replacement)));
    error
}

/// Is the graph wrong that a user has given to a game? Then the help of the error itself tells more.
fn is_about_a_graph(error: &Error) -> bool {
    let Kind::Semantic(SemanticError::Fault { kind, .. }) = &*error.kind else { return false };
    matches!(**kind, EvalErrorKind::OneWayEdge { .. } | EvalErrorKind::NoVertex { beside: Some(_), .. })
}

/// The same error, with advice if the definitions or the statement explain more about it.
pub fn advised(names: &Names, error: Error, statement: &Statement) -> Error {
    if error.advice.is_some() {
        return error;
    }
    let Kind::Semantic(kind) = &*error.kind else { return error };
    match kind {
        SemanticError::Unknown { similar, wanted: Wanted::Anything, .. } if similar.is_empty() => {
            unknown_value(error, statement)
        }
        SemanticError::Unknown { similar, .. } => {
            let similar = similar.clone();
            defined_here(names, error, &similar)
        }
        SemanticError::Coordinates { game: name, .. } | SemanticError::HeapList { game: name, .. } => {
            let name = name.clone();
            defined_here(names, error, &[name])
        }
        SemanticError::WrongKind { name, .. } if library::entry(name).is_some() && names.own(name).is_some() => {
            let text = told!("{name} is your own definition here, which hides the game of the library: `forget {name}` brings that back", name);
            error.advise(text)
        }
        SemanticError::WrongKind { found: Wanted::Function, .. } => of_function(names, error, statement),
        SemanticError::Arguments { function, .. } if function == "[ ]" => error.advise(
            told!("a list is asked for one member, `L[i]`, and a member of that for one of its own, `L[i][j]`; heaps side by side are `S[a, b]`"),
        ),
        SemanticError::Arguments { function, .. } => {
            let name = function.clone();
            match names.own(&name) {
                Some(_) => defined_here(names, error, &[name]),
                None => error.advise(told!("type `help {name}` to see how to call it", name)),
            }
        }
        SemanticError::Stopped { stop, .. } => match &**stop {
            SolveError::Cycle(path) => {
                let path = path.clone();
                circles::way_back(names, error, path)
            }
            SolveError::Grows { path, .. } => {
                let path = path.clone();
                circles::circle(names, error, &path)
            }
            SolveError::Fault { fault, position: Some(_) }
                if matches!(*fault.kind, EvalErrorKind::Divisor { .. }) =>
            {
                divisor(names, error)
            }
            _ => error,
        },
        SemanticError::Fault { kind, at: None }
            if matches!(**kind, EvalErrorKind::Mismatch { operation: "==", .. }) =>
        {
            comparisons::compared(names, error, statement)
        }
        SemanticError::Fault { kind, at: None }
            if matches!(**kind, EvalErrorKind::Overflow) && names.text(statement.span).contains('^') =>
        {
            error.advise(told!("`^` is a power; write the nim-sum of numbers as `3 xor 5 xor 7`"))
        }
        SemanticError::Fault { kind, at: None }
            if matches!(**kind, EvalErrorKind::Mismatch { operation: "+", .. }) =>
        {
            brackets(names, error, statement)
        }
        _ => error,
    }
}

/// `values f 0..9`, `table f 0..9` of a function of one number: the list or the table of what it gives.
fn of_function(names: &Names, error: Error, statement: &Statement) -> Error {
    let Some(asked) = statement.question().filter(|asked| asked.subject.span == error.span && asked.to.is_none())
    else {
        return error;
    };
    let name = names.text(error.span);
    let Some(Definition::Function(function)) = names.own(name) else { return error };
    let ([parameter], [range]) = (function.parameters.as_deref().unwrap_or_default(), &asked.ranges[..]) else {
        return error;
    };
    let (heap, range) = (&parameter.text, names.text(range.span));
    match asked.verb {
        "values" => error.advise(told!(
            "what a function gives is listed so: `[{name}({heap}) for {heap} in {range}]`",
            name,
            heap,
            range
        )),
        "table" => {
            let written = format!("survey {heap}, {name}({heap}) for {heap} in {range}");
            error.correct(told!("the table of a function is written like this"), statement.span, written)
        }
        _ => error,
    }
}

/// Shows where the user defined these names.
fn defined_here(names: &Names, mut error: Error, of: &[String]) -> Error {
    for name in of {
        let span = match names.own(name) {
            Some(Definition::Game(game)) => game.header(),
            Some(Definition::Value(_, written) | Definition::Function(written)) => written.header(),
            None => continue,
        };
        error = error.with(span, told!("{name} is defined here", name));
    }
    error
}

/// A divisor below 1 in a rule: advises a condition that excludes it, in the words of the rule.
fn divisor(names: &Names, error: Error) -> Error {
    let divisor = names.text(error.span).trim().trim_matches(['(', ')']).to_owned();
    if divisor.is_empty() || divisor.chars().all(|c| c.is_ascii_digit()) {
        return error;
    }
    error.advise(told!("add a condition to the move, which is tested first: `if {divisor} > 0`", divisor))
}

/// `grundy S(3) + f(2)`, where the verb took the whole sum as its subject: proposes brackets around the
/// question.
fn brackets(names: &Names, error: Error, statement: &Statement) -> Error {
    let Some((verb, left)) = parts::sum_of_verb(statement, error.span) else { return error };
    let place = verb.to(left);
    let written = names.text(place).to_owned();
    error.correct(told!("put the question in brackets to add a number to its answer"), place, format!("({written})"))
}

/// An unknown name: in a `let` it may be meant as a parameter, in a claim or a survey as a variable.
fn unknown_value(error: Error, statement: &Statement) -> Error {
    let Kind::Semantic(SemanticError::Unknown { name, .. }) = &*error.kind else { return error };
    let name = name.clone();
    let is_alone = statement.expression().is_some_and(|expr| expr.as_name().is_some());
    let verb = nearest(&name, WORDS.iter().map(|word| word.word), if name.len() < 5 { 0 } else { 1 });
    if let Some(verb) = verb.filter(|_| is_alone) {
        return error.advise(told!("did you mean `{verb}`? `help {verb}` shows how it is used", verb));
    }
    let inside =
        |expr: &Expr| expr.span.source() == error.span.source() && expr.span.range().contains(&error.span.start());
    let is_variable = name != "ans" && name.chars().next().is_some_and(char::is_lowercase);
    if let Some(LetDefinition { name: defined, parameters: None, body, .. }) = statement.definition() {
        let is_parameter = is_variable && body.as_name().is_none() && inside(body);
        let end = defined.span.ending();
        let advice = told!("a function of {name} is", name = &name);
        return if is_parameter { error.correct(advice, end, format!("({name})")) } else { error };
    }
    let Some(instruction) =
        statement.instruction().filter(|instruction| is_variable && instruction.qualifiers.is_empty())
    else {
        return error;
    };
    match instruction.verb {
        "check" | "assert" if instruction.parts.iter().any(inside) => {
            let end = instruction.parts.last().map_or(error.span, |part| part.span).ending();
            error.correct(
                told!("say which values of {name} to check", name = &name),
                end,
                format!(" for {name} in 0..100"),
            )
        }
        "survey" => {
            let last = instruction.parts.len().saturating_sub(1);
            let end = instruction.column(last).unwrap_or(error.span).ending();
            error.correct(told!("say which values {name} takes", name = &name), end, format!(" for {name} in 0..20"))
        }
        _ => error,
    }
}
