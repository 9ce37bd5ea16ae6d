//! `#|` lines in a notebook: what they say of the statement below them.

use std::ops::Range;

use grundy::error::Error;
use grundy::show::handout;
use grundy::source::{SourceId, Span, Text};
use grundy::syntax;
use grundy::syntax::ast::Statement;
use grundy::syntax::directive::{Directives, MARK};
use serde_json::{Value as Json, json};

/// The `#|` lines above a statement.
#[derive(Default)]
pub struct StatementDirectives {
    directives: Directives,
    /// What is wrong with them.
    pub wrong: Vec<Error>,
    /// Where the first begins.
    start: Option<usize>,
}

/// The `#|` lines above each statement of a text.
pub fn above_each(text: &str, extents: &[Range<usize>], source: SourceId) -> Vec<StatementDirectives> {
    let mut end = 0;
    let each = extents.iter().map(|extent| {
        let above = StatementDirectives::of(text, end..extent.start, source);
        end = extent.end;
        above
    });
    each.collect()
}

/// The ranges of hidden statements, each with its `#|` lines.
pub fn hidden(text: &str, extents: &[Range<usize>]) -> Vec<Range<usize>> {
    let above = above_each(text, extents, Span::NOWHERE.source());
    let hidden = above.iter().zip(extents).filter(|(above, _)| above.directives.code == Some(false));
    hidden.map(|(above, extent)| above.start.unwrap_or(extent.start)..extent.end).collect()
}

/// What the `#|` lines say of a script as a whole: the language of its prose, the form for results, and the points of all its questions.
pub fn of_script(text: &str) -> Json {
    let extents = syntax::statements(text);
    let mut above = above_each(text, &extents, Span::NOWHERE.source());
    let end = extents.last().map_or(0, |last| last.end);
    above.push(StatementDirectives::of(text, end..text.len(), Span::NOWHERE.source()));
    let lang = above.iter().rev().find_map(|above| above.directives.lang.as_deref());
    // Directives behind the last statement give no points.
    let halves =
        above.iter().take(extents.len()).filter_map(|above| above.directives.half_points).fold(0, u32::saturating_add);
    let send = above.iter().rev().find_map(|above| above.directives.send.as_deref());
    json!({"lang": lang, "send": send, "points": (halves > 0).then(|| handout::points(halves))})
}

impl StatementDirectives {
    fn of(text: &str, between: Range<usize>, source: SourceId) -> StatementDirectives {
        let mut above = StatementDirectives::default();
        let script = Text::new(source, text);
        // A `#|` line beside the statement before does not belong to this one.
        let mut is_beside = between.start > 0;
        let mut begin = between.start;
        for whole in text.get(between).unwrap_or_default().split_inclusive('\n') {
            let (line, start) = (whole.trim(), begin + whole.len() - whole.trim_start().len());
            begin += whole.len();
            if line.starts_with(MARK) && !is_beside {
                above.start.get_or_insert(start);
                let added = above.directives.add(script.piece(script.span(start..start + line.len())));
                above.wrong.extend(added.err());
            }
            is_beside = false;
        }
        above
    }

    /// These lines above this statement, which they may not fit.
    pub fn above(mut self, statement: Option<&Statement>) -> StatementDirectives {
        self.wrong.extend(statement.and_then(|read| self.directives.fault_above(read)));
        self
    }

    /// How the page shows the answer. `hides` is null if no directive says so.
    pub fn looks(&self) -> Json {
        let Directives { answer, lines, half_points, slide, .. } = &self.directives;
        let hides = answer.map(|is_shown| !is_shown);
        let slide = slide.as_ref().map(|slide| json!({"name": slide.name, "first": slide.first, "last": slide.last}));
        json!({"hides": hides, "lines": lines, "points": half_points.map(handout::points), "slide": slide})
    }
}
