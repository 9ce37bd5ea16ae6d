//! `winner … to "w.v"` and `to "w.cert"`: who wins, as others can check it. Of a sum of heaps that is its nim-sum, of all other
//! positions a strategy.

use grundy_engine::game::{Component, RuleClause, Sizes, Sum, Taken};
use grundy_engine::nim::{Convention, GrundyValue, Outcome};
use serde_json::{Value as Json, json};

use crate::error::Uncertified;
use crate::lang::questions::strategy::Strategy;
use crate::show::certificate::{Certificate, Refused, RuleBounds, in_words, rocq_list, rocq_rule};
use crate::verbs::position::data::Winner;

/// A sum of heaps: the rules with the names of their games, and each heap with the number of its rule.
pub(crate) struct Heaps {
    names: Vec<String>,
    rules: Vec<Vec<RuleClause>>,
    heaps: Vec<(usize, u64)>,
}

impl Heaps {
    /// `None` if a summand is no heap of a rule that is told as data, or if they are too many.
    fn of(sum: &Sum) -> Option<Heaps> {
        const MOST: u64 = 1_000;
        let mut found = Heaps { names: Vec::new(), rules: Vec::new(), heaps: Vec::new() };
        for part in &sum.parts {
            let (name, rule, heap) = match &part.component {
                Component::Star(size) => ("Nim".to_owned(), nim(), *size),
                Component::Position(position) => {
                    (position.game.name.to_string(), position.game.ruleset.as_data()?, position.heap()?)
                }
            };
            let index = found.rules.iter().position(|known| *known == rule).unwrap_or(found.rules.len());
            if index == found.rules.len() {
                found.names.push(name);
                found.rules.push(rule);
            }
            let before = found.heaps.len() as u64;
            let copies = usize::try_from(part.copies).ok().filter(|_| before.saturating_add(part.copies) <= MOST)?;
            found.heaps.extend(std::iter::repeat_n((index, heap), copies));
        }
        Some(found)
    }

    /// The largest heap of a rule.
    fn largest(&self, rule: usize) -> u64 {
        self.heaps.iter().filter(|(of, _)| *of == rule).map(|(_, heap)| *heap).max().unwrap_or(0)
    }
}

/// The rule of `*k`.
fn nim() -> Vec<RuleClause> {
    vec![RuleClause { taken: Taken::From(1), parts: vec![0, 1], sizes: Sizes::Any }]
}

impl Winner {
    /// The heaps, if their nim-sum decides.
    pub(crate) fn heaps(&self) -> Option<Heaps> {
        let is_plain = self.position.is_usual() && self.position.convention == Convention::Normal;
        Heaps::of(&self.position.sum).filter(|_| is_plain && self.nim_sum().is_some())
    }

    fn proof(&self) -> Option<Proof<'_>> {
        let heaps = self.heaps().map(Proof::Heaps);
        heaps.or_else(|| self.strategy.as_ref().map(Proof::Strategy))
    }

    fn nim_sum(&self) -> Option<u64> {
        Some(self.position.value.as_ref().and_then(GrundyValue::nimber)?.0)
    }
}

/// What is said for others.
enum Proof<'a> {
    Heaps(Heaps),
    Strategy(&'a Strategy),
}

impl Certificate for Winner {
    fn refused(&self, is_rocq: bool) -> Option<Refused> {
        let heaps = match self.proof() {
            Some(Proof::Heaps(heaps)) => heaps,
            _ if is_rocq => return Some((Uncertified::Sum, 0)),
            Some(Proof::Strategy(_)) => return None,
            None if self.position.outcome == Outcome::D => return Some((Uncertified::Draw, 0)),
            None if self.position.sum.binds() => return Some((Uncertified::Binds, 0)),
            None => return Some((Uncertified::Strategy, 0)),
        };
        for (index, rule) in heaps.rules.iter().enumerate() {
            let largest = heaps.largest(index);
            match RuleBounds::of(rule) {
                None => return Some((Uncertified::Rule, 0)),
                Some(bounds) if bounds.work(largest).is_too_much(is_rocq) => {
                    return Some((Uncertified::large(is_rocq), largest));
                }
                Some(_) => {}
            }
        }
        None
    }

    fn said(&self) -> Vec<String> {
        let heaps = self.heaps();
        let rules = heaps.iter().flat_map(|heaps| heaps.names.iter().zip(&heaps.rules));
        let mut said: Vec<String> = rules.map(|(name, rule)| format!("{name}: {}.", in_words(rule))).collect();
        let wins = if self.position.outcome == Outcome::P { "loses" } else { "wins" };
        let misere = if self.position.convention.is_misere() { ", in misère play" } else { "" };
        said.push(format!("In {} the player to move {wins}{misere}.", self.position.sum));
        said
    }

    fn data(&self) -> Json {
        match self.proof() {
            Some(Proof::Heaps(heaps)) => json!({
                "claim": "winner", "position": self.position.sum, "rules": heaps.rules, "sum": heaps.heaps,
                "nim_sum": self.nim_sum(),
            }),
            Some(Proof::Strategy(Strategy { positions, moves, lost })) => json!({
                "claim": "strategy", "misere": self.position.convention.is_misere(),
                "winner": if self.position.outcome == Outcome::P { "second" } else { "first" },
                "positions": positions, "moves": moves, "lost": lost,
            }),
            None => Json::Null,
        }
    }

    fn theorem(&self) -> String {
        let Some(Heaps { rules, heaps, .. }) = self.heaps() else { return String::new() };
        let value = self.nim_sum().unwrap_or_default();
        let lost = if value == 0 { "lost" } else { "won" };
        let (rule, option, position, lemma) = match &rules[..] {
            [rule] => {
                let sizes = rocq_list(heaps.iter().map(|(_, heap)| heap));
                (format!("the_rule : rule := {}", rocq_rule(rule)), "option_of the_rule", sizes, "right")
            }
            _ => {
                let all = rocq_list(rules.iter().map(|rule| rocq_rule(rule)));
                let pairs = rocq_list(heaps.iter().map(|(rule, heap)| format!("({rule}, {heap})")));
                (format!("the_rules : list rule := {all}"), "option_among the_rules", pairs, "among")
            }
        };
        let lemma = if value == 0 { format!("lost_{lemma}") } else { format!("(won_{lemma} _ _ {value})") };
        format!(
            "Definition {rule}.\n\
             Theorem claim : {lost} ({option}) {position}.\n\
             Proof. apply {lemma}. vm_cast_no_check (eq_refl (Some {value}%N)). Qed.\n"
        )
    }
}
