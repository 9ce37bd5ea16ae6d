//! The rules by which positions are played at once: in how many of them a move is made, and when play is over.

use std::fmt;

/// In how many components a move is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MovesIn {
    /// In each one.
    All,
    /// In at least one.
    Some,
    /// In exactly so many, at least 1.
    Exactly(usize),
    /// In one of them, or in none: a pass, which one of the players may use, once. What is over cannot be passed.
    Pass,
}

/// When a compound is over. A component is over when it has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ends {
    /// When fewer components than a move needs are left.
    Unmovable,
    /// When one component is over.
    Short,
    /// When all components are over. If fewer are left than a move needs, it is made in all that are left.
    Long,
}

/// How a compound is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Compound {
    /// In how many components a move is made.
    pub moves_in: MovesIn,
    /// When it is over.
    pub ends: Ends,
}

impl Compound {
    /// Compounds stand at most so deep in each other: what looks through them is recursive.
    pub const DEEPEST: usize = 50;
    /// The most components.
    pub const MOST: usize = 100_000;

    /// The least and the greatest number of components in which a move is made, where so many of these are not over; `None` if
    /// there is no move.
    pub fn bounds(self, components: usize, live: usize) -> Option<(usize, usize)> {
        let is_over = self.ends == Ends::Short && live < components;
        let (least, most) = match (self.moves_in, self.ends) {
            (MovesIn::Some, _) => (1, live),
            (MovesIn::Pass, _) => (1, 1),
            (MovesIn::All, Ends::Long) => (live, live),
            (MovesIn::All, _) => (components, components),
            (MovesIn::Exactly(count), Ends::Long) => (count.min(live), count.min(live)),
            (MovesIn::Exactly(count), _) => (count, count),
        };
        (!is_over && live > 0 && least <= live).then_some((least, most))
    }

    /// How many moves there are of components with so many options each, at most 2^128 - 1.
    pub fn choices(self, sizes: &[usize]) -> u128 {
        let live = sizes.iter().filter(|size| **size > 0).count();
        let Some((least, most)) = self.bounds(sizes.len(), live) else { return 0 };
        // Of the components so far, how many moves there are in each number of them.
        let mut ways = vec![1_u128];
        for size in sizes {
            ways.push(0);
            for made in (1..ways.len()).rev() {
                ways[made] = ways[made].saturating_add(ways[made - 1].saturating_mul(*size as u128));
            }
            ways.truncate(most + 1);
        }
        let pass = u128::from(self.moves_in == MovesIn::Pass);
        ways[least..].iter().fold(pass, |sum, ways| sum.saturating_add(*ways))
    }

    /// The same rule for so many components: a move in that number of them is one in all, and one in all cannot be made any
    /// more when one is over.
    #[must_use]
    pub fn among(self, components: usize) -> Compound {
        let is_in_all = [MovesIn::All, MovesIn::Exactly(components)].contains(&self.moves_in);
        match self.ends {
            _ if !is_in_all => self,
            Ends::Unmovable => Compound { moves_in: MovesIn::All, ends: Ends::Short },
            ends => Compound { moves_in: MovesIn::All, ends },
        }
    }
}

/// `short all of`
impl fmt::Display for Compound {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str(match self.ends {
            Ends::Unmovable => "",
            Ends::Short => "short ",
            Ends::Long => "long ",
        })?;
        match self.moves_in {
            MovesIn::All => to.write_str("all of"),
            MovesIn::Some => to.write_str("some of"),
            MovesIn::Exactly(count) => write!(to, "{count} of"),
            MovesIn::Pass => to.write_str("one pass in"),
        }
    }
}
