//! Questions whose answer is a list, as values: `values S 0..50`, `losing S 0..200`. Each is read as the list that it
//! stands for, `[grundy S(n) for n in 0..50]`.

use pest::iterators::Pair;

use super::reader::{Built, Reader, Rule, take};
use crate::error::{Error, SemanticError};
use crate::source::Span;
use crate::syntax::ast::{BinaryOperator, Brackets, Expr, ExprKind, Name, Qualifier, Verb};

/// Where no range is written: the last heap.
const LAST: i128 = 20;

impl Reader<'_> {
    pub(super) fn list_value(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let mut inner = pair.into_inner();
        let word = self.next(&mut inner)?.as_str().trim_end().to_owned();
        let misere = take(&mut inner, Rule::misere).is_some();
        if misere && word == "values" {
            return Err(Box::new(Error::new(SemanticError::NotInMisere { verb: "values" }, span)));
        }
        let game = self.next(&mut inner)?;
        let (game_text, game) = (game.as_str().to_owned(), self.list_game(game)?);
        let number = |number| Box::new(Expr { kind: ExprKind::Integer(number), span });
        let (range_text, start, end) = match take(&mut inner, Rule::list_range) {
            Some(range) => {
                let text = range.as_str().to_owned();
                let mut ends = range.into_inner();
                let start = self.postfix(self.next(&mut ends)?)?;
                (text, Box::new(start), Box::new(self.postfix(self.next(&mut ends)?)?))
            }
            None => (String::new(), number(0), number(LAST)),
        };
        let source = Expr { kind: ExprKind::Range { start, end: Some(end), step: None }, span };
        // A variable that hides no name of the question.
        let is_free = |name: &&str| !game_text.contains(*name) && !range_text.contains(*name);
        let heap = ["n", "m", "i", "j", "heap"].into_iter().find(is_free).unwrap_or("the heap");
        Ok(heaps(&word, misere, game, heap, source, span))
    }

    fn list_game(&self, pair: Pair<Rule>) -> Built<Expr> {
        let span = self.span(&pair);
        let inner = self.first(pair.clone())?;
        match inner.as_rule() {
            Rule::ruleset_bare => {
                let rule = self.ruleset(inner)?;
                Ok(Expr { kind: ExprKind::Group(Box::new(rule)), span })
            }
            _ => self.postfix(pair),
        }
    }
}

/// The values of the heaps of a range, or those heaps that are won by the second player, or by the first.
fn heaps(word: &str, misere: bool, game: Expr, heap: &str, source: Expr, span: Span) -> Expr {
    let name = || Expr { kind: ExprKind::Name(heap.to_owned()), span };
    let subject = Box::new(Expr { kind: ExprKind::Call { callee: Box::new(game), arguments: vec![name()] }, span });
    let ask = |verb| Expr { kind: ExprKind::Verb { verb, misere, subject: subject.clone() }, span };
    let each = Qualifier::For { names: vec![Name { text: heap.to_owned(), span }], source };
    let (body, qualifiers) = if word == "values" {
        (ask(Verb::Grundy), vec![each])
    } else {
        let side = Expr { kind: ExprKind::Side(word == "winning"), span };
        let (left, right) = (Box::new(ask(Verb::Winner)), Box::new(side));
        let won = Expr { kind: ExprKind::Binary { operator: BinaryOperator::Equal, left, right }, span };
        (name(), vec![each, Qualifier::If(won)])
    };
    let kind = ExprKind::Comprehension { brackets: Brackets::List, body: Box::new(body), qualifiers };
    Expr { kind, span }
}
