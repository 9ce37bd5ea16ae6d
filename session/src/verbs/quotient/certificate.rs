//! `quotient … to "q.v"` and `to "q.cert"`: the misère quotient of all heaps of a game, as others can check it.

use grundy_engine::game::RuleClause;
use grundy_engine::nim::Period;
use grundy_engine::solve::QuotientTables;
use serde_json::{Value as Json, json};

use crate::error::Uncertified;
use crate::show::certificate::{Certificate, Refused, RuleBounds, Work, in_words, rocq_list, rocq_rule};
use crate::verbs::quotient::data::QuotientReport;

/// The check of more elements would take too long: it compares every two of them beside every third.
pub(crate) const MOST_ELEMENTS: usize = 200;

/// What a report claims.
struct ClaimedQuotient<'a> {
    rule: &'a [RuleClause],
    tables: &'a QuotientTables,
    period: Period,
}

impl QuotientReport {
    fn claimed(&self) -> Option<ClaimedQuotient<'_>> {
        let ([heaps], Some(tables)) = (&self.heaps[..], &self.tables) else { return None };
        let period = Period { preperiod: tables.period.preperiod.max(1), ..tables.period };
        Some(ClaimedQuotient { rule: heaps.rule.as_deref()?, tables, period })
    }
}

impl ClaimedQuotient<'_> {
    /// The elements of the heaps up to the end of the period, which begins with the heap 1 or later.
    fn elements(&self) -> Vec<u16> {
        let QuotientTables { elements, period, .. } = self.tables;
        let later = elements.get(period.preperiod.try_into().unwrap_or(usize::MAX)).filter(|_| period.preperiod == 0);
        elements.iter().chain(later).copied().collect()
    }

    /// The work of a check: the elements of the options, products of three elements, and the kinds of sums with a heap more.
    fn work(&self, bounds: RuleBounds) -> Work {
        let QuotientTables { products, winning, elements, .. } = self.tables;
        let order = products.len() as u64;
        let heaps = u64::from(bounds.parts.max(1)) * (self.period.preperiod + self.period.period) + bounds.largest;
        let kinds = winning.iter().map(Vec::len).sum::<usize>() as u64;
        let sums = kinds.saturating_mul(elements.len() as u64);
        let Work { rocq, python } = bounds.work(heaps);
        Work { rocq: rocq.saturating_add(order.pow(3)).saturating_add(sums), python: python.saturating_add(sums) }
    }
}

impl Certificate for QuotientReport {
    fn refused(&self, is_rocq: bool) -> Option<Refused> {
        let [heaps] = &self.heaps[..] else { return Some((Uncertified::Quotient, 0)) };
        if !self.proved {
            return Some((Uncertified::Quotient, 0));
        }
        let bounds = heaps.rule.as_ref().and_then(|rule| RuleBounds::of(rule)).filter(|bounds| bounds.sizes.are_any());
        let Some(bounds) = bounds else { return Some((Uncertified::Rule, 0)) };
        let is_checked = self.claimed().is_some_and(|claimed| !claimed.work(bounds).is_too_much(is_rocq));
        (!is_checked).then_some((Uncertified::Elements, self.order as u64))
    }

    fn offered_as(&self) -> Option<String> {
        self.heaps.first().map(|heaps| format!("misere {}", heaps.game.name))
    }

    fn said(&self) -> Vec<String> {
        let Some(ClaimedQuotient { rule, period: Period { preperiod, period, .. }, tables }) = self.claimed() else {
            return Vec::new();
        };
        let name = self.heaps.first().map_or_else(String::new, |heaps| heaps.game.name.to_string());
        let n = tables.products.len();
        vec![
            format!("{name}: {}.", in_words(rule)),
            format!("The misère quotient of all heaps has {n} element{}.", if n == 1 { "" } else { "s" }),
            format!("The heaps n and n + {period} have the same element, for all n from {preperiod} on."),
        ]
    }

    fn data(&self) -> Json {
        let Some(claimed) = self.claimed() else { return Json::Null };
        json!({
            "claim": "quotient", "game": self.heaps.first().map(|heaps| &heaps.game.name), "rule": claimed.rule,
            "preperiod": claimed.period.preperiod, "period": claimed.period.period, "elements": claimed.elements(),
            "lost": claimed.tables.lost, "products": claimed.tables.products,
        })
    }

    fn theorem(&self) -> String {
        let Some(claimed) = self.claimed() else { return String::new() };
        let QuotientTables { products, lost, winning, sums, .. } = claimed.tables;
        let rows = |rows: Vec<String>| format!("[{}]", rows.join(";\n    "));
        let sets = |sets: &Vec<Vec<u64>>| rocq_list(sets.iter().map(|set| bits(set)));
        format!(
            "Definition the_rule : rule := {rule}.\n\
             Definition the_quotient : certificate := {{|\n  \
               order := {order}; from := {from}; period := {period};\n  \
               products := {products}%N;\n  \
               lost_elements := {lost}%N;\n  \
               elements := {elements}%N;\n  \
               closure := {closure}%N |}}.\n\
             Theorem claim : is_quotient the_rule the_quotient.\n\
             Proof. apply (is_quotient_right _ _ {sums}); vm_cast_no_check (eq_refl true). Qed.\n",
            rule = rocq_rule(claimed.rule),
            order = products.len(),
            from = claimed.period.preperiod,
            period = claimed.period.period,
            products = rows(products.iter().map(rocq_list).collect()),
            lost = bits(&set_of(lost, products.len())),
            elements = rocq_list(claimed.elements()),
            closure = rows(winning.iter().map(sets).collect()),
            sums = rocq_list(sums.iter().map(rocq_list)),
        )
    }
}

/// A bit for each of these elements.
fn set_of(elements: &[u16], order: usize) -> Vec<u64> {
    let mut set = vec![0; order.div_ceil(64)];
    for element in elements {
        set[usize::from(*element) / 64] |= 1 << (element % 64);
    }
    set
}

/// The bits as a number that Rocq reads.
fn bits(words: &[u64]) -> String {
    let digits: String = words.iter().rev().map(|word| format!("{word:016x}")).collect();
    format!("0x{:0>1}", digits.trim_start_matches('0'))
}
