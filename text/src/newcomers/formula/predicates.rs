//! What is said of a value in words: `n is a multiple of 4`, `S(n) is a P-position`, `the second player wins S(n)`.

use super::super::expression::{FormulaTree, MINUS, PRODUCT};
use super::super::lexemes::longest;
use super::{Formula, NOT};

impl Formula<'_> {
    /// What is said of the left side, which has been read: `is even`, `is a P-position`, `divides 12`, `has Grundy value 2 in S`.
    pub fn predicate(&mut self, left: &FormulaTree) -> Option<FormulaTree> {
        while self.is_said && self.takes_phrase("aside").is_some() {}
        let is_said = self.takes_phrase("copula").is_some();
        let is_not = self.takes("not");
        if !is_said && !self.is_said && self.text(0) != "divides" {
            return None;
        }
        while self.takes_phrase("aside").is_some() {}
        let (subject, left) = (left.clone(), left.clone());
        let tree = match self.takes_phrase("predicate") {
            Some(class @ ("P" | "N")) => {
                let asked = match left {
                    FormulaTree::Ask("outcome", _) => left,
                    left => FormulaTree::Ask("outcome", self.position(left)?.into()),
                };
                FormulaTree::infix("==", asked, FormulaTree::name(class))
            }
            Some("multiple") => {
                let divisor = self.operators(MINUS)?;
                FormulaTree::infix("==", FormulaTree::infix("%", left, divisor), FormulaTree::number(0))
            }
            Some("divides") => {
                let multiple = self.operators(MINUS)?;
                FormulaTree::infix("==", FormulaTree::infix("%", multiple, left), FormulaTree::number(0))
            }
            Some("period") => {
                let (FormulaTree::Name(_), period) = (&left, self.operators(MINUS)?) else { return None };
                FormulaTree::infix("==", FormulaTree::Ask("period", left.into()), period)
            }
            Some(verb) => {
                let _ = self.takes("=") || self.takes("of");
                let value = self.operators(NOT + 2)?;
                FormulaTree::infix("==", FormulaTree::Ask(verb, self.position(left)?.into()), value)
            }
            None => match self.takes_phrase("family") {
                Some(family) => FormulaTree::infix("in", left, FormulaTree::Rule(family.to_owned())),
                None if is_said && self.is_said && !matches!(left, FormulaTree::Name(_)) => {
                    let (operator, length) = self.operator().unwrap_or(("==", 0));
                    self.at += length;
                    FormulaTree::infix(operator, left, self.operators(NOT + 2)?)
                }
                None => return None,
            },
        };
        self.subject = Some(subject);
        Some(if is_not { FormulaTree::Prefix("not", tree.into()) } else { tree })
    }

    /// The position that something is said of: it was named, or its game stands behind: `n … in S`.
    pub(super) fn position(&mut self, named: FormulaTree) -> Option<FormulaTree> {
        if !matches!(named, FormulaTree::Name(_) | FormulaTree::Number(_)) {
            return Some(named);
        }
        let at = self.behind_joints(self.at).filter(|at| *at > self.at)?;
        let game = self.known.game(&self.lexemes[at].text)?;
        self.at = at + 1;
        Some(FormulaTree::call(&game, vec![named]))
    }

    /// The game that stands at a place, or behind words that say nothing there: `of the game S`.
    pub(super) fn behind_joints(&self, at: usize) -> Option<usize> {
        let is_game = |at: &usize| self.known.game(&self.lexemes[*at].text).is_some();
        let is_joint =
            |at: &usize| longest("nothing", self.lexemes, *at).or(longest("thing", self.lexemes, *at)).is_some();
        let behind = (at..self.lexemes.len()).find(|at| is_game(at) || !is_joint(at))?;
        Some(behind).filter(is_game)
    }

    /// `the second player wins S(n)`, `S(n) …`: who wins.
    pub(super) fn won(&mut self) -> Option<FormulaTree> {
        let mut side = self.takes_phrase("side");
        while self.takes_phrase("aside").is_some() {}
        let verb = self.takes_phrase("wins")?;
        while self.takes_phrase("aside").is_some() {}
        side = side.or_else(|| self.takes_phrase("side"));
        let side = match (side?, verb) {
            ("first", "wins") | ("second", "loses") => "first",
            _ => "second",
        };
        self.at = self.behind_joints(self.at)?;
        let position = self.operators(PRODUCT - 1)?;
        let asked = FormulaTree::Ask("winner", position.into());
        Some(FormulaTree::infix("==", asked, FormulaTree::name(side)))
    }
}
