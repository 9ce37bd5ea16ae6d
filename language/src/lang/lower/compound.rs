//! Lowers positions that are played at once: `all of S(3), S(4)`.

use grundy_engine::game::{At, Compound, Ends, Expr, MovesIn, Operator, Term, Value};

use crate::error::{Error, SemanticError};
use crate::lang::lower::lowerer::{Context, Lowerer};
use crate::lang::lower::ruleset::missing_position;
use crate::source::Span;
use crate::syntax::ast::{self, AtOnce, AtOnceEnd, BinaryOperator, ExprKind, MovesInWord};

impl Lowerer<'_> {
    /// The compound, or the sum that is meant by a move in one of its components.
    pub(crate) fn compound(&mut self, written: &AtOnce, span: Span) -> Result<Expr, Error> {
        let at = At::from(span);
        let is_several = written.parts.iter().any(may_be_several);
        if written.parts.len() < 2 && !is_several && written.moves_in != MovesInWord::Pass {
            return Err(Error::new(SemanticError::CompoundOfOne, span));
        }
        let rule = rule(written, span)?;
        let mut parts = Vec::new();
        for part in &written.parts {
            parts.push(match &part.kind {
                // In round brackets stands one component; in a rule it may be a position of its own game.
                ExprKind::Group(_) | ExprKind::Tuple(_) => {
                    let one = match self.context {
                        Context::Rule { .. } => self.option(part)?,
                        _ => self.value(part)?,
                    };
                    let list = Expr { term: Term::List(vec![one]), at };
                    Expr { term: Term::Sum(Box::new(list)), at }
                }
                ExprKind::Integer(number) => {
                    let (found, typed) = (number.to_string(), Some(self.names.text(part.span).to_owned()));
                    let kind = SemanticError::NotAPosition { found, kind: "a number", game: None, typed };
                    return Err(Error::new(kind, part.span));
                }
                _ => self.value(part)?,
            });
            if let Some(Expr { term: Term::Constant(Value::Game(game)), .. }) = parts.last() {
                return Err(missing_position(self.names, game, part));
            }
        }
        let is_sum =
            rule.moves_in == MovesIn::Exactly(1) && rule.ends != Ends::Short && !written.parts.iter().any(is_list);
        let add = |sum, part| Expr { term: Term::Binary(Operator::Add, Box::new(sum), Box::new(part)), at };
        // A pass is one in the whole sum.
        if is_sum || rule.moves_in == MovesIn::Pass && !written.parts.iter().any(is_list) {
            parts = parts.into_iter().reduce(add).into_iter().collect();
        }
        if !is_sum {
            return Ok(Expr { term: Term::Compound(rule, parts), at });
        }
        parts.pop().ok_or_else(|| Error::new(SemanticError::CompoundOfOne, span))
    }
}

/// Does this stand for any number of positions, by its form: `T[1, 2, 3]`, `[P, Q]`, `[P for …]`, `k * P`, or the name of one?
fn may_be_several(part: &ast::Expr) -> bool {
    is_list(part)
        || matches!(part.kind, ExprKind::Index { .. } | ExprKind::Name(_))
        || matches!(part.kind, ExprKind::Binary { operator: BinaryOperator::Multiply, .. })
}

/// How many positions this stands for; `None` if its form does not tell.
fn written_components(part: &ast::Expr) -> Option<usize> {
    match &part.kind {
        ExprKind::Binary { operator: BinaryOperator::Multiply, left, right } => {
            usize::try_from(left.number()?).ok()?.checked_mul(written_components(right)?)
        }
        ExprKind::Index { index, .. } => index.iter().all(|heap| heap.number().is_some()).then_some(index.len()),
        ExprKind::List(members) if !members.is_empty() => Some(members.len()),
        ExprKind::Name(_) | ExprKind::List(_) | ExprKind::Comprehension { .. } => None,
        _ => Some(1),
    }
}

fn is_list(part: &ast::Expr) -> bool {
    matches!(part.kind, ExprKind::List(_) | ExprKind::Comprehension { .. })
}

/// The rule of a compound.
fn rule(written: &AtOnce, at: Span) -> Result<Compound, Error> {
    let components = written.parts.iter().map(written_components).sum::<Option<usize>>();
    let moves_in = match written.moves_in {
        MovesInWord::All => MovesIn::All,
        MovesInWord::Some => MovesIn::Some,
        MovesInWord::One => MovesIn::Exactly(1),
        MovesInWord::Pass => MovesIn::Pass,
        MovesInWord::Number(count) => match usize::try_from(count) {
            Ok(count) if count > 0 && components.is_none_or(|components| count <= components) => {
                MovesIn::Exactly(count)
            }
            _ => {
                let components = components.unwrap_or(written.parts.len());
                return Err(Error::new(SemanticError::CompoundOfFew { count, components }, at));
            }
        },
    };
    let ends = match written.end {
        None => Ends::Unmovable,
        Some(AtOnceEnd::Short) => Ends::Short,
        Some(AtOnceEnd::Long) => Ends::Long,
    };
    Ok(Compound { moves_in, ends })
}
