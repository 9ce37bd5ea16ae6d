//! `#|` lines in a notebook: what they say of the statement below them.

use std::ops::Range;

use grundy::error::Error;
use grundy::render::handout;
use grundy::source::{SourceId, Span};
use grundy::syntax::directive::{Directives, MARK};
use serde_json::{Value as Json, json};

/// The `#|` lines above a statement.
#[derive(Default)]
pub struct Above {
    directives: Directives,
    /// What is wrong with them.
    pub wrong: Vec<Error>,
    /// Where the first begins.
    start: Option<usize>,
}

/// Those above each statement of a text.
pub fn above_each(text: &str, extents: &[Range<usize>], source: SourceId) -> Vec<Above> {
    let mut end = 0;
    let each = extents.iter().map(|extent| {
        let above = Above::of(text, end..extent.start, source);
        end = extent.end;
        above
    });
    each.collect()
}

/// Where statements stand that are hidden, each with its `#|` lines.
pub fn hidden(text: &str, extents: &[Range<usize>]) -> Vec<Range<usize>> {
    let above = above_each(text, extents, Span::NOWHERE.source);
    let hidden = above.iter().zip(extents).filter(|(above, _)| above.directives.code == Some(false));
    hidden.map(|(above, extent)| above.start.unwrap_or(extent.start)..extent.end).collect()
}

impl Above {
    fn of(text: &str, between: Range<usize>, source: SourceId) -> Above {
        let mut above = Above::default();
        // What stands beside the statement before says nothing of this one.
        let mut is_beside = between.start > 0;
        let mut begin = between.start;
        for whole in text.get(between).unwrap_or_default().split_inclusive('\n') {
            let (line, start) = (whole.trim(), begin + whole.len() - whole.trim_start().len());
            begin += whole.len();
            if line.starts_with(MARK) && !is_beside {
                above.start.get_or_insert(start);
                let added = above.directives.add(line, Span::new(source, start, start + line.len()));
                above.wrong.extend(added.err());
            }
            is_beside = false;
        }
        above
    }

    /// How the page shows the answer; nothing where it is shown as usual.
    pub fn looks(&self) -> Json {
        let Directives { answer, lines, half_points, .. } = &self.directives;
        let hides = *answer == Some(false);
        let points = half_points.map(handout::points);
        if hides || points.is_some() { json!({"hides": hides, "lines": lines, "points": points}) } else { Json::Null }
    }
}
