//! The genus of a game: its Grundy value, and its misère values beside copies of *2.
//!
//! J. H. Conway, On Numbers and Games, 1976, chapter 12; Winning Ways, chapter 13.

use std::fmt;

use crate::nim::{Nimber, Outcome, mex};
use crate::solve::{Budget, Solved};

/// g^γ0γ1γ2…: g is the Grundy value, γk the misère Grundy value of the game beside k copies of *2. From some k on these values
/// alternate between two, of which each is the other ⊕ 2.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Genus {
    /// The Grundy value, in normal play.
    pub value: Nimber,
    /// γ0, γ1, …: at least two. The last two repeat for ever.
    pub misere: Vec<Nimber>,
}

/// How a game behaves in misère play beside tame games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tameness {
    /// As a sum of nim-heaps.
    Tame,
    /// All options are tame, and the normal value is 0 or 1, the misère value larger.
    Restive,
    /// All options are tame, and the misère value is 0 or 1, the normal value larger.
    Restless,
    /// In none of these ways.
    Wild,
}

impl Genus {
    /// The genus of a nim-heap: 0^120, 1^031, and n^n(n ⊕ 2).
    pub fn nim_heap(size: u64) -> Genus {
        let misere: &[u64] = match size {
            0 => &[1, 2, 0],
            1 => &[0, 3, 1],
            size => &[size, size ^ 2],
        };
        Genus { value: Nimber(size), misere: misere.iter().copied().map(Nimber).collect() }
    }

    /// The misère value beside `copies` copies of *2.
    pub fn beside(&self, copies: usize) -> Nimber {
        let last = self.misere.len() - 1;
        if copies <= last { self.misere[copies] } else { self.misere[last - (copies - last) % 2] }
    }

    /// The outcome in misère play: that of a game with the misère value 0 is P.
    pub fn outcome(&self) -> Outcome {
        if self.misere[0].is_zero() { Outcome::P } else { Outcome::N }
    }

    /// The normal and the misère value.
    pub(super) fn values(&self) -> (u64, u64) {
        (self.value.0, self.misere[0].0)
    }

    /// The genus of a game from those of its options, of which there is at least one.
    ///
    /// A game beside k + 1 copies of *2 has the options of the game beside these, and the game beside k copies and *0 or *1, with
    /// the values γk and γk ⊕ 1. Where the values of all options alternate from some k on, and γ has alternated twice, the same
    /// values are excluded two copies later, and γ alternates for ever; that happens within two more copies.
    pub(super) fn of_options(options: &[(&Genus, Tameness)], budget: &Budget) -> Solved<Genus> {
        let value = mex(options.iter().map(|(genus, _)| genus.value));
        let settled = options.iter().map(|(genus, _)| genus.misere.len() - 2).max().unwrap_or(0);
        let mut misere = vec![mex(options.iter().map(|(genus, _)| genus.beside(0)))];
        loop {
            budget.meter().spend(options.len())?;
            let last = misere[misere.len() - 1];
            let of_options = options.iter().map(|(genus, _)| genus.beside(misere.len()));
            misere.push(mex(of_options.chain([last, Nimber(last.0 ^ 1)])));
            if misere.len() > settled + 2 && alternates(&misere[misere.len() - 3..]) {
                break;
            }
        }
        while misere.len() > 2 && alternates(&misere[misere.len() - 3..]) {
            misere.pop();
        }
        Ok(Genus { value, misere })
    }
}

/// Are of these three values the first two each other ⊕ 2, and the last one the first?
fn alternates(values: &[Nimber]) -> bool {
    values[0].0 ^ 2 == values[1].0 && values[0] == values[2]
}

impl Tameness {
    /// The kind of a game in canonical form, from its genus, the genera and kinds of its options, and for each option the normal and
    /// misère values of the tame options of that.
    ///
    /// It is tame if its values are those of a sum of nim-heaps, its tame options alone give them, and each other option has a tame
    /// option with the same normal value, and one with the same misère value.
    pub(super) fn of(genus: &Genus, options: &[(&Genus, Tameness)], replies: &[Vec<(u64, u64)>]) -> Tameness {
        let values @ (normal, misere) = genus.values();
        let tame = || options.iter().filter(|(_, kind)| *kind == Tameness::Tame).map(|(genus, _)| genus);
        let is_answered = |(option, replies): (&(&Genus, Tameness), &Vec<(u64, u64)>)| {
            option.1 == Tameness::Tame
                || replies.iter().any(|reply| reply.0 == normal) && replies.iter().any(|reply| reply.1 == misere)
        };
        let is_like_nim = matches!(values, (0, 1) | (1, 0)) || normal == misere;
        if is_like_nim
            && mex(tame().map(|option| option.value)).0 == normal
            && mex(tame().map(|option| option.misere[0])).0 == misere
            && options.iter().zip(replies).all(is_answered)
        {
            return Tameness::Tame;
        }
        match values {
            _ if tame().count() < options.len() => Tameness::Wild,
            (0 | 1, 2..) => Tameness::Restive,
            (2.., 0 | 1) => Tameness::Restless,
            _ => Tameness::Wild,
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Tameness::Tame => "tame",
            Tameness::Restive => "restive",
            Tameness::Restless => "restless",
            Tameness::Wild => "wild",
        }
    }
}

/// `2^1420`; where a value has several digits, `12^(12 14)`.
impl fmt::Display for Genus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits: Vec<String> = self.misere.iter().map(ToString::to_string).collect();
        match self.misere.iter().all(|value| value.0 < 10) {
            true => write!(f, "{}^{}", self.value, digits.concat()),
            false => write!(f, "{}^({})", self.value, digits.join(" ")),
        }
    }
}
