//! Builds the trees of clauses that turn coins: `turn 1..3 coins`, `turn <n, n-1>`.

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule};
use crate::error::{Error, SyntaxError};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, ClauseKind, CoinTurn, Expr};

impl Reader<'_> {
    /// How many coins are turned, or which ones.
    ///
    /// # Errors
    /// Neither is said, or it is not said that coins are meant.
    pub(super) fn turn(&self, pair: Pair<Rule>) -> Built<ClauseKind> {
        let span = self.span(&pair);
        let (mut count, mut bound, mut coins, mut consecutive, mut apart) = (None, None, None, false, None);
        for pair in pair.into_inner() {
            let here = self.span(&pair);
            match pair.as_rule() {
                Rule::open_count => {
                    let number = self.first(pair)?;
                    let start = Expr { kind: self.number(&number)?, span: self.span(&number) };
                    count = Some(Expr::range_of(start, None, None, here));
                }
                Rule::any_count => {
                    self.note(here, "any");
                    count = Some(Expr::any(here));
                }
                Rule::amount_bound => bound = Some(here),
                Rule::expression => count = Some(self.expression(pair)?),
                Rule::w_consecutive => {
                    if pair.as_str() != CoinTurn::CONSECUTIVE {
                        self.note(here, CoinTurn::CONSECUTIVE);
                    }
                    consecutive = true;
                }
                Rule::w_coins => coins = Some(here),
                Rule::apart => {
                    let distance = pair.into_inner().find(|pair| pair.as_rule() == Rule::expression);
                    apart = distance.map(|distance| self.expression(distance)).transpose()?;
                }
                _ => {}
            }
        }
        let written = self.written(span).trim_end();
        let Some(mut count) = count else { return Err(self.unturned(span, written.replacen("turn", "turn any", 1))) };
        if coins.is_none() {
            if count.is_set() && !consecutive && apart.is_none() && bound.is_none() {
                return Ok(ClauseKind::Turn(CoinTurn::Places(count)));
            }
            return Err(self.unturned(span, format!("{written} coins")));
        }
        if let Some(bound) = bound {
            count = self.up_to(bound, count);
        }
        if matches!(count.operation(), Some((BinaryOperator::Or, ..))) {
            count = self.split_parts(count);
        }
        Ok(ClauseKind::Turn(CoinTurn::Coins { count, consecutive, apart }))
    }

    /// `up to 3`, `at most 3`, `at least 3`
    fn up_to(&self, bound: Span, limit: Expr) -> Expr {
        let (span, written) = (bound.to(limit.span), self.written(limit.span));
        let is_least = self.written(bound).trim_end().ends_with("least");
        self.note(span, if is_least { format!("<{written}..>") } else { format!("1..{written}") });
        let range = Expr::bounded(is_least, limit, span);
        if is_least { Expr::set(vec![range], span) } else { range }
    }

    fn unturned(&self, span: Span, house: String) -> Box<Error> {
        Box::new(Error::new(SyntaxError::UnturnedCoins { fix: (span, house) }, span))
    }
}
