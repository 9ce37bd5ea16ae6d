//! `let f = pattern S`: the function of the law that was found.

use crate::error::{Error, SemanticError};
use crate::lang::session::Session;
use crate::show::told::{Told, told};
use crate::syntax::ast::{Ask, LetDefinition};
use crate::verbs::pattern;
use crate::verbs::pattern::answer::{FoundLaw, LookedAt, Pattern};
use crate::verbs::period::proof::theorem_name;

/// The statement that defines the function of the law which a pattern has, and what is known about the law.
///
/// # Errors
/// No law is one formula, or the pattern could not be looked for.
pub(super) fn function(
    session: &mut Session,
    definition: &LetDefinition,
    question: &Ask,
) -> Result<(String, Told), Error> {
    let reply = pattern::pattern(session, &question.subject, &question.ranges)?;
    let law = reply.answer::<Pattern>().and_then(|pattern| law_as_function(definition, pattern));
    law.ok_or_else(|| {
        let (found, span) = (session.names.text(definition.body.span).trim().to_owned(), definition.body.span);
        Error::new(SemanticError::NoPattern { found, kind: "a question", why: "formula" }, span)
    })
}

/// The function of the first law that is a formula, as a statement, and what is known about it.
fn law_as_function(definition: &LetDefinition, pattern: &Pattern) -> Option<(String, Told)> {
    let law = pattern.laws.first()?;
    let formula = law.formula.as_ref().filter(|_| law.definition.is_none())?;
    let name = &definition.name.text;
    let parameters: Vec<String> = match &pattern.ranges[..] {
        [] => vec![format!("n in {}..", law.from)],
        several => several.iter().map(|run| domain_of(run, law)).collect(),
    };
    let function = format!("let {name}({}) = {formula}", parameters.join(", "));
    let note = told!("{function}: {known}", function = &function, known = known(law, &pattern.subject));
    Some((function, note))
}

/// A parameter of a law, and the numbers that it may be.
fn domain_of(run: &LookedAt, law: &FoundLaw) -> String {
    let end = run.end.map_or(String::new(), |end| end.to_string());
    format!("{} in {}..{end}", run.name, law.from.max(run.first))
}

/// How far a law was seen, or what proves it.
fn known(law: &FoundLaw, subject: &str) -> Told {
    match law.theorem {
        Some(theorem) => told!("proved for {subject}: {theorem}", subject, theorem = theorem_name(theorem)),
        None => told!("seen in {n} values of {subject}, not proved", n = law.fits, subject),
    }
}
