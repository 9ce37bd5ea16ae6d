//! Misère play of one position with a large number: the values in which a position without moves has 1 and any other the mex of its
//! options follow the same rule where the number is large, and so repeat for the same reason.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::values::{HeapKind, SystemRule, SystemValues};
use super::{games_of, large_number, usable};
use crate::game::{Component, Mover, Position, Ruleset, Summand, Value};
use crate::ledger::FastPath;
use crate::nim::{Mex, Nimber};
use crate::solve::heap::Repeat;
use crate::solve::written::memos::WrittenGames;
use crate::solve::{Budget, Solved};

/// The misère values of small positions, by the number of their rule and their coordinates; `None` for one on the way.
type SmallValues = FxHashMap<(usize, Arc<[Value]>), Option<u64>>;

impl WrittenGames {
    /// Play from small positions is followed so far.
    const LONGEST: u32 = 1_000;

    /// The misère value of a position with one large coordinate, 0 if it is lost, if it is proved that these repeat along it.
    ///
    /// # Errors
    /// An interruption.
    pub fn far_misere(&mut self, position: &Position, budget: &mut Budget) -> Solved<Option<Nimber>> {
        let Ruleset::Written(system, index) = &position.game.ruleset else { return Ok(None) };
        let Some((axis, large)) = large_number(position).filter(|(_, large)| *large >= Self::FAR) else {
            return Ok(None);
        };
        // The page has none of this: it is to stay below its bound.
        if self.definition_only
            || system.has_representatives()
            || system.binds()
            || cfg!(target_family = "wasm")
            || FastPath::FarMisere.is_off()
        {
            return Ok(None);
        }
        let Some(start) = HeapKind::of(*index, axis, &position.coordinates) else { return Ok(None) };
        let memo = self.memo_in_use(system);
        let mover = Arc::clone(&self.memos[memo].mover);
        let Some(rule) = SystemRule::read(&mover, &start).filter(leaves_one) else { return Ok(None) };
        budget.check()?;
        let (kinds, from) = (games_of(&rule, &mover), rule.from);
        let mut values = SystemValues::new(start, Some(rule));
        let mut small = SmallValues::default();
        while values.len() < from {
            let number = values.len() as i128;
            let column = kinds.iter().map(|(kind, _)| {
                let coordinates = kind.with(number);
                match mover.admits(kind.rule, &coordinates) {
                    Ok(true) => misere_value(&mover, kind.rule, &coordinates, &mut small, Self::LONGEST).map(Some),
                    Ok(false) => Some(None),
                    Err(_) => None,
                }
            });
            let Some(column) = column.collect::<Option<Vec<_>>>() else { return Ok(None) };
            budget.check()?;
            values.push(&column)?;
        }
        values.note_lent(Some(Repeat { from: 0, shift: 1 }));
        let most = Self::LOOKED_AT / kinds.len();
        while values.repeats.is_none() && values.len() < most && values.work < Self::WORK {
            if usable(values.extend(values.next_attempt(), budget))?.is_none() {
                return Ok(None);
            }
            values.repeats = values.repeat(budget)?;
        }
        let found = values.repeats.and_then(|_| values.value(large, 0));
        self.counts.far += u64::from(found.is_some());
        Ok(found)
    }
}

/// Does every move of a large number leave one position of these rules, and is there always a move?
fn leaves_one(rule: &SystemRule) -> bool {
    let has_moves = rule.moves.iter().flatten().flatten().all(|options| !options.is_empty());
    let is_one = rule.options().all(|option| {
        option.pair.is_none() && option.equal.is_none() && option.fixed.is_empty() && option.columns.len() == 1
    });
    has_moves && is_one && rule.lent.is_empty()
}

/// The misère value of a small position, from all below it. `None` where a move leaves anything but one position of these rules, where
/// play comes back, or where it is long.
fn misere_value(
    mover: &Mover,
    rule: usize,
    coordinates: &Arc<[Value]>,
    known: &mut SmallValues,
    depth: u32,
) -> Option<Nimber> {
    let key = (rule, coordinates.clone());
    if let Some(known) = known.get(&key) {
        return known.map(Nimber);
    }
    known.insert(key.clone(), None);
    let depth = depth.checked_sub(1)?;
    let mut options = Vec::new();
    let mut is_plain = true;
    let listed = mover.each_sum(rule, coordinates, &mut |option| {
        match &option.parts[..] {
            [Summand { copies: 1, component: Component::Position(position) }] => options.push(position.clone()),
            _ => is_plain = false,
        }
        Ok(if is_plain { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    let mut mex = Mex::default();
    if options.is_empty() {
        mex.insert(Nimber::ZERO);
    }
    for option in &options {
        let Ruleset::Written(system, rule) = &option.game.ruleset else { return None };
        if **system != **mover.system() {
            return None;
        }
        mex.insert(misere_value(mover, *rule, &option.coordinates, known, depth)?);
    }
    let value = (listed.is_ok() && is_plain).then(|| mex.value())?;
    known.insert(key, Some(value.0));
    Some(value)
}
