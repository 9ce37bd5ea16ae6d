//! Templates of rulesets: rules that mention variables of the expression around them. They become games when these
//! variables have values.

use grundy_engine::game::Value;

use crate::lang::names::Names;
use crate::source::Span;
use crate::syntax::ast;

/// A rule that mentions variables, kept as it was written.
#[derive(Clone, Debug)]
pub struct RulesetTemplate {
    pub rule: ast::Rule,
    pub span: Span,
    /// The names of the variables, each once.
    pub variables: Vec<String>,
    /// Where they are mentioned, in order: the place, and the index in `variables`.
    pub places: Vec<(Span, usize)>,
}

impl RulesetTemplate {
    /// The rule as it would be typed with these values in place of the variables.
    pub fn written(&self, names: &Names, values: &[Value]) -> String {
        let mut text = String::new();
        let mut from = self.span.start;
        for (place, variable) in &self.places {
            text.push_str(names.text(Span { start: from, end: place.start, ..self.span }));
            text.push_str(&values[*variable].brief());
            from = place.end;
        }
        text.push_str(names.text(Span { start: from, ..self.span }));
        text
    }
}
