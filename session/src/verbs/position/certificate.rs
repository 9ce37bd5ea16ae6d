//! `winner … to "w.v"` and `to "w.cert"`: who wins, as others can check it. Of a sum of heaps that is its nim-sum, of all other
//! positions a strategy.

use std::sync::Arc;

use grundy_engine::game::{Amounts, Component, Game, HeapRules, RuleClause, Ruleset, Sum};
use grundy_engine::nim::{Convention, GrundyValue, Outcome, Period};
use grundy_engine::solve::{SolveError, Solver};
use serde_json::{Value as Json, json};

use crate::error::Uncertified;
use crate::lang::questions::strategy::Strategy;
use crate::show::certificate::{Certificate, Refused, RuleBounds, in_words, rocq_list, rocq_rule};
use crate::verbs::period::certificate::{CheckedPeriod, checked_period};
use crate::verbs::position::data::Winner;

/// A sum of heaps: the rules with their games, and each heap with the number of its rule.
pub(crate) struct Heaps {
    games: Vec<Arc<Game>>,
    rules: Vec<Vec<RuleClause>>,
    heaps: Vec<(usize, u64)>,
}

impl Heaps {
    /// `None` if a summand is no heap of a rule that is told as data, or if they are too many.
    fn of(sum: &Sum) -> Option<Heaps> {
        const MOST: u64 = 1_000;
        let mut found = Heaps { games: Vec::new(), rules: Vec::new(), heaps: Vec::new() };
        for part in &sum.parts {
            let (game, heap) = match &part.component {
                Component::Star(size) => (nim()?, *size),
                Component::Position(position) => (Arc::clone(&position.game), position.heap()?),
            };
            let rule = game.ruleset.as_data()?;
            let index = found.rules.iter().position(|known| *known == rule).unwrap_or(found.rules.len());
            if index == found.rules.len() {
                found.games.push(game);
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

/// The game of `*k`.
fn nim() -> Option<Arc<Game>> {
    let rules = HeapRules::taking(Amounts::any()).ok()?;
    Some(Arc::new(Game::new("Nim", Ruleset::Heap(Arc::new(rules)))))
}

/// For each rule of the sum its period, if it is proved, and a heap is so large that Rocq could not compute its value otherwise.
pub(super) fn periods(solver: &mut Solver, sum: &Sum) -> Result<Vec<Option<CheckedPeriod>>, SolveError> {
    let Some(heaps) = Heaps::of(sum) else { return Ok(Vec::new()) };
    let games = heaps.games.iter().zip(&heaps.rules).enumerate();
    games
        .map(|(index, (game, rule))| match RuleBounds::of(rule) {
            Some(bounds) if bounds.work(heaps.largest(index)).is_too_much(true) => checked_period(solver, game),
            _ => Ok(None),
        })
        .collect()
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

    fn period(&self, rule: usize) -> Option<&CheckedPeriod> {
        self.periods.get(rule)?.as_ref()
    }

    /// The periods by which the values of large heaps are told, if there are such heaps.
    fn periods(&self) -> Option<Vec<Option<Period>>> {
        let periods = self.periods.iter().map(|period| period.as_ref().map(|checked| checked.period));
        self.periods.iter().any(Option::is_some).then(|| periods.collect())
    }

    /// The theorem where heaps are as large as only binary numbers are, with a proof for each rule with such a heap.
    fn theorem_of_large(&self, heaps: &Heaps, lost: &str, value: u64) -> String {
        let rules = 0..heaps.rules.len();
        let said = rules.clone().map(|rule| match self.period(rule).map(|checked| checked.period) {
            Some(Period { preperiod, period, saltus }) => format!("Course {preperiod} {period} {saltus}"),
            None => "Course 0 0 0".to_owned(),
        });
        let said = rocq_list(said);
        let proofs = rules.map(|rule| match self.period(rule) {
            Some(checked) => {
                format!("apply {}. {}", if checked.is_flat() { "flat" } else { "risen" }, checked.proof())
            }
            None => "apply unknown.".to_owned(),
        });
        let proofs: String = proofs.map(|proof| format!("  constructor. {{ {proof} }}\n")).collect();
        let (all, pairs) = (
            rocq_list(heaps.rules.iter().map(|rule| rocq_rule(rule))),
            rocq_list(heaps.heaps.iter().map(|(rule, heap)| format!("({rule}, {heap}%N)"))),
        );
        let lemma = if value == 0 { format!("lost_large _ {said}") } else { format!("won_large _ {said} _ {value}") };
        format!(
            "Definition the_rules : list rule := {all}.\n\
             Theorem claim : {lost} (option_among the_rules) (large {pairs}).\n\
             Proof.\n  apply ({lemma}); [| vm_cast_no_check (eq_refl (Some {value}%N))].\n{proofs}  constructor.\nQed.\n"
        )
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
            let Some(bounds) = RuleBounds::of(rule) else { return Some((Uncertified::Rule, 0)) };
            let period = self.period(index);
            let largest = period.map_or_else(|| heaps.largest(index), CheckedPeriod::heaps);
            let proof = period.is_some_and(|period| period.checker.work.is_too_much(is_rocq));
            if proof || bounds.work(largest).is_too_much(is_rocq) {
                return Some((Uncertified::large(is_rocq && self.refused(false).is_none()), heaps.largest(index)));
            }
        }
        None
    }

    fn said(&self) -> Vec<String> {
        let heaps = self.heaps();
        let rules = heaps.iter().flat_map(|heaps| heaps.games.iter().zip(&heaps.rules));
        let mut said: Vec<String> = rules.map(|(game, rule)| format!("{}: {}.", game.name, in_words(rule))).collect();
        let wins = if self.position.outcome == Outcome::P { "loses" } else { "wins" };
        let misere = if self.position.convention.is_misere() { ", in misère play" } else { "" };
        said.push(format!("In {} the player to move {wins}{misere}.", self.position.sum));
        said
    }

    fn data(&self) -> Json {
        match self.proof() {
            Some(Proof::Heaps(heaps)) => {
                let mut data = json!({
                    "claim": "winner", "position": self.position.sum, "rules": heaps.rules, "sum": heaps.heaps,
                    "nim_sum": self.nim_sum(),
                });
                if let Some(periods) = self.periods() {
                    data["periods"] = json!(periods);
                }
                data
            }
            Some(Proof::Strategy(Strategy { positions, moves, lost })) => json!({
                "claim": "strategy", "misere": self.position.convention.is_misere(),
                "winner": if self.position.outcome == Outcome::P { "second" } else { "first" },
                "positions": positions, "moves": moves, "lost": lost,
            }),
            None => Json::Null,
        }
    }

    fn theorem(&self) -> String {
        let Some(all) = self.heaps() else { return String::new() };
        let value = self.nim_sum().unwrap_or_default();
        let lost = if value == 0 { "lost" } else { "won" };
        if self.periods().is_some() {
            return self.theorem_of_large(&all, lost, value);
        }
        let Heaps { rules, heaps, .. } = all;
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
