//! What numbers in compiled code mean, and the coordinates of a position as such numbers.

#![expect(
    clippy::cast_possible_truncation,
    reason = "a text or a list in flat form has few members, each a byte or a number"
)]

use std::sync::Arc;

use super::couples;
use crate::game::Value;

/// What a number in compiled code means. The members of texts, lists and tuples lie in the frame, and the number
/// encodes where (see `frame_slice`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Number,
    Truth,
    /// A text of characters of one byte each.
    Text,
    /// A list of numbers.
    List,
    /// A constant tuple of numbers.
    Tuple,
    /// A tuple of two small numbers, encoded as one number (see `couples`).
    Couple,
    /// A list of couples.
    Couples,
}

impl Kind {
    /// Do its members lie in the frame?
    pub fn is_board(self) -> bool {
        !matches!(self, Kind::Number | Kind::Truth | Kind::Couple)
    }

    /// The kind of the members of a list or a tuple; `None` for other kinds.
    pub fn member(self) -> Option<Kind> {
        match self {
            Kind::List | Kind::Tuple => Some(Kind::Number),
            Kind::Couples => Some(Kind::Couple),
            _ => None,
        }
    }
}

/// The coordinates of a position in flat form: for each its kind, with the number itself or the number of members; and
/// the members of all texts and lists, one after the other.
#[derive(Debug, Default)]
pub struct FlatCoordinates {
    pub coordinates: Vec<(Kind, i64)>,
    pub members: Vec<i64>,
}

impl FlatCoordinates {
    /// Texts and lists with more members do not lie in the frame.
    pub const LONGEST: usize = 127;

    /// `None` if a coordinate is neither a 64-bit number nor a text or list that could be packed.
    pub fn of(coordinates: &[Value]) -> Option<FlatCoordinates> {
        let number = |value: &Value| i64::try_from(value.as_integer()?).ok();
        let mut flat = FlatCoordinates::default();
        for coordinate in coordinates {
            let start = flat.members.len();
            match coordinate {
                Value::Text(text) if text.is_ascii() && text.len() <= FlatCoordinates::LONGEST => {
                    flat.members.extend(text.bytes().map(i64::from));
                    flat.add_members(Kind::Text, start);
                }
                Value::List(members) if members.len() <= FlatCoordinates::LONGEST => {
                    let kind = match members.first() {
                        Some(Value::Tuple(_)) => Kind::Couples,
                        _ => Kind::List,
                    };
                    for member in members.iter() {
                        flat.members.push(match kind {
                            Kind::Couples => couples::of_value(member)?,
                            _ => number(member)?,
                        });
                    }
                    flat.add_members(kind, start);
                }
                other => flat.add_number(number(other)?),
            }
        }
        Some(flat)
    }

    pub fn clear(&mut self) {
        self.coordinates.clear();
        self.members.clear();
    }

    pub fn add_number(&mut self, n: i64) {
        self.coordinates.push((Kind::Number, n));
    }

    /// Adds a coordinate, a text or a list, whose members were already added from `start` on.
    pub fn add_members(&mut self, kind: Kind, start: usize) {
        self.coordinates.push((kind, (self.members.len() - start) as i64));
    }

    pub fn kinds(&self) -> Vec<Kind> {
        self.coordinates.iter().map(|(kind, _)| *kind).collect()
    }

    pub fn is_of(&self, kinds: &[Kind]) -> bool {
        self.coordinates.iter().map(|(kind, _)| kind).eq(kinds)
    }

    pub fn values(&self) -> Arc<[Value]> {
        let mut members = self.members.iter();
        let value = |(kind, n): &(Kind, i64)| match kind {
            Kind::Number => Value::Integer((*n).into()),
            Kind::Text => {
                let text: String = members.by_ref().take(*n as usize).map(|byte| char::from(*byte as u8)).collect();
                Value::Text(text.into())
            }
            Kind::Couples => {
                Value::list(members.by_ref().take(*n as usize).map(|couple| couples::value(*couple)).collect())
            }
            _ => Value::list(members.by_ref().take(*n as usize).map(|n| Value::Integer((*n).into())).collect()),
        };
        self.coordinates.iter().map(value).collect()
    }
}
