//! Lowers `parts(cells, near)`, the connected parts of a list, where `near` is a function of two arguments or a
//! graph.

use std::sync::Arc;

use grundy_engine::game::{At, EvalError, EvalErrorKind, Expr, Term, Value, checked_graph};

use crate::error::{Error, SemanticError};
use crate::lang::errors;
use crate::lang::lower::lowerer::Lowerer;
use crate::lang::names::{Definition, Meant};
use crate::show::told::told;
use crate::source::Span;
use crate::syntax::ast;

impl Lowerer<'_> {
    /// The function of two arguments that `near` names; `None` if it is a value, such as a graph.
    ///
    /// # Errors
    /// It names a function that is built in or has another number of arguments, or it calls one.
    pub(crate) fn relation(&mut self, near: &ast::Expr) -> Result<Option<Arc<ast::LetDefinition>>, Error> {
        let wrong = |function: &str, takes: usize| SemanticError::NoRelation { function: function.to_owned(), takes };
        let near = near.bare();
        let name = match (near.as_name(), near.called()) {
            (Some(name), _) if self.variable(name).is_none() && self.names.binding(name).is_none() => name,
            (_, Some((callee, arguments @ [_, _]))) => return self.called(callee, arguments, near.span),
            _ => return Ok(None),
        };
        match self.meant(name)? {
            Some(Meant::Defined(Definition::Function(definition))) => {
                match definition.parameters.as_deref().unwrap_or_default().len() {
                    2 => Ok(Some(definition)),
                    takes => Err(Error::new(wrong(name, takes), near.span)),
                }
            }
            Some(Meant::Builtin(builtin)) => Err(Error::new(wrong(name, builtin.arity().0), near.span)),
            _ => Ok(None),
        }
    }

    /// The error for `near(a, b)` in place of `near`, where the arguments are names without a meaning; otherwise
    /// `None`.
    fn called(
        &mut self,
        callee: &ast::Expr,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Result<Option<Arc<ast::LetDefinition>>, Error> {
        let Some(function) = callee.as_name() else { return Ok(None) };
        let Some(Meant::Defined(Definition::Function(_))) = self.meant(function)? else { return Ok(None) };
        for argument in arguments {
            let Some(name) = argument.as_name() else { return Ok(None) };
            if self.variable(name).is_some() || self.names.binding(name).is_some() || self.meant(name)?.is_some() {
                return Ok(None);
            }
        }
        Err(Error::new(SemanticError::CalledRelation { function: function.to_owned() }, span))
    }

    /// Checks a list that is known before the rule is used, and that `near` stands for.
    ///
    /// # Errors
    /// It is no graph, or has an edge in one direction only.
    pub(crate) fn check_graph(&mut self, near: &ast::Expr, graph: &Expr) -> Result<(), Error> {
        let Term::Constant(graph @ Value::List(_)) = &graph.term else { return Ok(()) };
        let Err(kind) = checked_graph(graph, &self.names.meter) else { return Ok(()) };
        let fault = |kind| errors::fault(EvalError::new(kind, At::from(near.span)), near.span);
        let (vertex, missing) = match kind {
            EvalErrorKind::OneWayEdge { vertex, neighbour } => (Some(neighbour), Some(vertex)),
            EvalErrorKind::NoVertex { beside, .. } => (beside, None),
            _ => (None, None),
        };
        let Some(written) = self.written(near) else { return Err(fault(kind)) };
        Err(match vertex.and_then(|vertex| Some((row(&written, vertex)?, vertex))) {
            Some((row, n)) => fault(kind).with(
                row,
                match missing {
                    Some(missing) => told!("the neighbours of {n}, without {missing}", n, missing),
                    None => told!("the neighbours of {n}", n),
                },
            ),
            None => fault(kind).with(written.span, told!("the graph")),
        })
    }

    /// The expression that a graph was defined by, if it has a name.
    fn written(&mut self, graph: &ast::Expr) -> Option<ast::Expr> {
        match self.meant(graph.as_name()?) {
            Ok(Some(Meant::Defined(Definition::Value(_, definition)))) => Some(definition.body.clone()),
            _ => None,
        }
    }

    /// The connected parts of the list `cells`, where the function `near` says which members are neighbours.
    pub(crate) fn connected(
        &mut self,
        cells: &ast::Expr,
        near: &Arc<ast::LetDefinition>,
        place: Span,
        span: Span,
    ) -> Result<Expr, Error> {
        self.functions.note_expensive();
        let cells = self.boxed(cells)?;
        let function = self.function(near, place);
        self.functions.called(function);
        self.with_scope(|this| {
            let (slot, other) = (this.nameless(), this.nameless());
            let member = |slot| Expr { term: Term::Slot(slot), at: At::from(place) };
            let call = Term::Call(function, vec![member(slot), member(other)]);
            let near = Box::new(Expr { term: call, at: At::from(place) });
            Ok(Expr { term: Term::Connected { cells, slot, near }, at: At::from(span) })
        })
    }
}

/// Where the list of a vertex is written in a list of lists.
fn row(graph: &ast::Expr, vertex: usize) -> Option<Span> {
    let rows = graph.list_members()?;
    rows.get(vertex).filter(|_| rows.iter().all(|row| row.list_members().is_some())).map(|row| row.span)
}
