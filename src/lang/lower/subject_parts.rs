//! The subjects of questions about whole games, such as `period Kayles to 1000`, and of those along one coordinate
//! of a game, such as `period Up(n, 5)`.

use std::sync::Arc;

use grundy_engine::game::{Game, Original, OriginalHeaps, Value};

use crate::error::Error;
use crate::lang::lower::definition::coordinates;
use crate::lang::lower::game;
use crate::lang::names::{Definition, Meant, Names};
use crate::source::Span;
use crate::syntax::ast::{self, ExprKind, GameDefinition};

/// The parts of the subject of a question about a game.
pub struct SubjectParts<'e> {
    pub game: &'e ast::Expr,
    /// The index of the coordinate along which the question is asked, and the expressions of the others in their
    /// order; `None` if the question is about the heaps of the game.
    pub line: Option<(usize, Vec<&'e ast::Expr>)>,
    /// The last heap that is to be looked at.
    pub heaps: Option<&'e ast::Expr>,
    /// For about how many seconds to look.
    pub seconds: Option<&'e ast::Expr>,
}

/// Takes the subject of a question apart. If exactly one of several arguments of a game is a name without a meaning,
/// as `n` in `Up(n, 5)`, the question is asked along that coordinate. `is_variable` says which names are variables.
///
/// # Errors
/// A mistake in the library.
pub fn subject_parts<'e>(
    names: &mut Names,
    subject: &'e ast::Expr,
    is_variable: &dyn Fn(&str) -> bool,
) -> Result<SubjectParts<'e>, Error> {
    let mut parts = SubjectParts { game: subject, line: None, heaps: None, seconds: None };
    if let ExprKind::Bounded { game, heaps, seconds } = &subject.kind {
        parts = SubjectParts { game, line: None, heaps: heaps.as_deref(), seconds: seconds.as_deref() };
    }
    let ExprKind::Call { callee, arguments } = &parts.game.kind else { return Ok(parts) };
    let mut open = None;
    for (index, argument) in arguments.iter().enumerate() {
        if let ExprKind::Name(name) = &argument.kind {
            names.read_library(name)?;
            let is_open = !is_variable(name) && names.binding(name).is_none() && names.get(name).is_none();
            match open {
                None if is_open => open = Some(index),
                Some(_) if is_open => return Ok(parts),
                _ => {}
            }
        }
    }
    if let Some(along) = open.filter(|_| arguments.len() > 1) {
        let others = arguments.iter().enumerate().filter(|(index, _)| *index != along);
        parts.line = Some((along, others.map(|(_, argument)| argument).collect()));
        parts.game = callee;
    }
    Ok(parts)
}

/// The heap game that a game of several coordinates is along one of them, if the others have these values and no
/// move changes them. `None` unless this is seen in its definition: all its clauses take, split or divide.
pub fn heap_game_along(names: &mut Names, game: &Arc<Game>, along: usize, others: &[Value]) -> Option<Arc<Game>> {
    let Some(Meant::Defined(Definition::Game(definition))) = names.get(&game.name) else { return None };
    let mut all = coordinates(&definition);
    if all.len() != others.len() + 1 || along >= all.len() {
        return None;
    }
    let heap = all.remove(along);
    let mut shown: Vec<String> = others.iter().map(Value::brief).collect();
    shown.insert(along, "n".to_owned());
    let text = format!("{}({})", game.name, shown.join(", "));
    let parameter = ast::Name { text: heap, span: Span::NOWHERE };
    let alone = GameDefinition {
        name: ast::Name { text: text.clone(), span: Span::NOWHERE },
        parameters: Some(vec![parameter]),
        ..(*definition).clone()
    };
    let bindings = all.into_iter().zip(others.iter().cloned()).collect();
    let outer = std::mem::replace(&mut names.bindings, bindings);
    let made = game::alone_as_heaps(names, alone, Span::NOWHERE);
    names.bindings = outer;
    let original = Some(Original::new(game.clone(), OriginalHeaps::Along(along, others.to_vec())));
    made.ok()?.map(|made| Arc::new(Game { original, ..(*made).clone() }))
}
