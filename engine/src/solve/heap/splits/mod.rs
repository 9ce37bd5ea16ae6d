//! Rules that split a heap in two. A few options give a guess of the mex; one fast sweep over all other pairs shows
//! whether an option has that value. If one has, the guess is wrong and the next value is tried.

mod pairs;

pub(in crate::solve) use self::pairs::{PairMex, PairRun, Reversed};
use super::cells::{HeapValues, ValueCells};
use super::engine::{Engine, EngineKind};
use super::naive::{Definition, ListedClause};
use super::narrow::Narrow;
use crate::game::{HeapRules, Likeness};
use crate::ledger::FastPath;
use crate::solve::{Budget, Solved};

pub(super) const KIND: EngineKind = EngineKind {
    name: "splits",
    why: "a move leaves at most two heaps: some pairs of heaps give a first value, and all other pairs test it",
    fits: |rules| Splits::new(rules).map(|engine| Box::new(engine) as Box<dyn Engine>),
};

pub(super) struct Splits {
    /// Has the lists of amounts, and takes over when values become wider than two bytes.
    definition: Definition,
    bytes: Reversed<u8>,
    shorts: Reversed<u16>,
    pairs: PairMex,
    work: u64,
}

/// The pairs (a, rest − a) for a from 1 to `top`.
#[derive(Clone, Copy)]
struct Rest {
    rest: usize,
    top: usize,
}

impl Splits {
    pub fn new(rules: &HeapRules) -> Option<Splits> {
        FastPath::Pairs.on()?;
        let definition = Definition::new(rules);
        let mut splits = definition.clauses.iter().filter_map(|clause| clause.leaves.split).peekable();
        if !rules.divisors.is_empty() || splits.peek().is_none() || !splits.all(|split| split.is_in_two()) {
            return None;
        }
        Some(Splits {
            definition,
            bytes: Reversed::default(),
            shorts: Reversed::default(),
            pairs: PairMex::default(),
            work: 0,
        })
    }

    /// The value of the next heap.
    fn value<T: Narrow>(&mut self, cells: &[T], reversed: &Reversed<T>, rests: &mut Vec<Rest>) -> u64 {
        self.pairs.begin();
        begin(&self.definition.clauses, cells, rests, |value| self.pairs.mark(value.short()));
        let run = |Rest { rest, top }: &Rest| PairRun {
            one: &cells[1..=*top],
            other: reversed.below(*rest, 1, *top),
            beside: T::default(),
        };
        let runs: Vec<PairRun<T>> = rests.iter().map(run).collect();
        self.pairs.value(&runs)
    }
}

/// Marks the values of the options that leave one heap, none, or two equal ones, and collects the rests that are
/// left in pairs.
fn begin<T: Narrow>(clauses: &[ListedClause], cells: &[T], rests: &mut Vec<Rest>, mut mark: impl FnMut(T)) {
    let heap = cells.len();
    rests.clear();
    for ListedClause { amounts, leaves, .. } in clauses {
        for amount in amounts.up_to(heap) {
            let rest = heap - amount;
            if (rest == 0 && leaves.none) || (rest > 0 && rest < heap && leaves.one) {
                mark(cells[rest]);
            }
            let Some(split) = leaves.split else { continue };
            let top = match split.likeness {
                Likeness::Equal if rest >= 2 && rest.is_multiple_of(2) => {
                    mark(T::default());
                    0
                }
                Likeness::Equal => 0,
                Likeness::Any => rest / 2,
                Likeness::Unequal | Likeness::NotAllEqual => rest.saturating_sub(1) / 2,
            };
            if top > 0 {
                rests.push(Rest { rest, top });
            }
        }
    }
}

impl Engine for Splits {
    fn extend(&mut self, values: &mut HeapValues, to: usize, budget: &Budget) -> Solved<()> {
        self.definition.list(to.saturating_sub(1), budget)?;
        let mut rests = Vec::new();
        let mut unasked = 0;
        let (mut bytes, mut shorts) = (std::mem::take(&mut self.bytes), std::mem::take(&mut self.shorts));
        let mut extend = || {
            while values.len() < to {
                let heap = values.len();
                let value = match values.cells() {
                    ValueCells::Bytes(cells) => {
                        bytes.follow(cells, to, budget)?;
                        self.value(cells, &bytes, &mut rests)
                    }
                    ValueCells::Shorts(cells) => {
                        bytes = Reversed::default();
                        shorts.follow(cells, to, budget)?;
                        self.value(cells, &shorts, &mut rests)
                    }
                    ValueCells::Words(_) | ValueCells::Longs(_) | ValueCells::Halved(_) => break,
                };
                values.push(value, budget)?;
                let steps = (64 + rests.len() * (heap / 16 + self.pairs.looked_at())) as u64;
                self.work += steps;
                unasked += steps;
                if unasked > 1 << 16 {
                    budget.check()?;
                    unasked = 0;
                }
            }
            Ok(())
        };
        let ended: Solved<()> = extend();
        (self.bytes, self.shorts) = (bytes, shorts);
        ended?;
        self.definition.extend(values, to, budget)
    }

    fn work(&self) -> u64 {
        self.work + self.definition.work()
    }
}
