//! Positions as those of simpler games: without the coordinates that no move changes, as the sum of what is played side by side, and as
//! what is left to a bound where every move raises the only number. So two heaps that are written as one position are two heaps, and a
//! heap beside the most that may be taken is a heap of its own game for each such number.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::game::{Component, Game, InList, Meter, PlayedApart, Position, Ruleset, Sum, Summand, Value};
use crate::ledger::FastPath;

/// The simpler games of a rule, by the values of the coordinates that no move changes; none where nothing is simpler.
#[derive(Debug, Default)]
pub struct SimplerGames(FxHashMap<Vec<Value>, Arc<[SimplerGame]>>);

/// A game that a part of the coordinates is a position of, and the number that is counted up to, if there is one.
#[derive(Debug)]
struct SimplerGame {
    played: PlayedApart,
    bound: Option<i128>,
}

/// The index of a member of a list, if it is one, and its coordinates in its own game.
type MemberPart = (Option<usize>, Arc<[Value]>);

/// A position of a simpler game, which a part of another one is.
#[derive(Clone, Debug)]
pub struct SimplerPosition {
    /// What is played.
    pub position: Position,
    games: Arc<[SimplerGame]>,
    index: usize,
    /// Of a list, which member it is.
    member: Option<usize>,
}

impl SimplerGames {
    /// So many games of a rule are kept. Questions about more are left to the rule as it is.
    const MOST: usize = 1 << 12;

    /// Lists with more members are left to the rule as it is.
    const MEMBERS: usize = 1 << 16;

    /// Positions of simpler games whose sum this position is; none if nothing simpler is seen.
    pub fn positions(&mut self, position: &Position, meter: &Meter) -> Vec<SimplerPosition> {
        let (values, played) = (position.parameters(), position.played());
        let are_heaps = match &played[..] {
            [Value::List(members)] => members.len() <= Self::MEMBERS && are_natural(members),
            numbers => are_natural(numbers),
        };
        if !are_heaps || self.0.len() >= Self::MOST && !self.0.contains_key(&values) {
            return Vec::new();
        }
        let games =
            self.0.entry(values).or_insert_with_key(|values| SimplerGame::all_of(&position.game, values, meter));
        let mut found = Vec::new();
        for (index, simpler) in games.iter().enumerate() {
            let Some(heaps) = simpler.coordinates(position) else { return Vec::new() };
            for (member, coordinates) in heaps {
                let position = Position { game: simpler.played.game.clone(), coordinates };
                found.push(SimplerPosition { position, games: games.clone(), index, member });
            }
        }
        found
    }
}

fn are_natural(numbers: &[Value]) -> bool {
    numbers.iter().all(|number| number.as_integer().is_some_and(|number| number >= 0))
}

impl SimplerGame {
    fn all_of(game: &Arc<Game>, values: &[Value], meter: &Meter) -> Arc<[SimplerGame]> {
        let Ruleset::Written(system, index) = &game.ruleset else { return Arc::default() };
        let parameters = system.parameters();
        let places: Vec<usize> =
            (0..system.rules[*index].arity).filter(|place| values.is_empty() || !parameters.contains(place)).collect();
        let without = if values.is_empty() { Some(game.clone()) } else { game.with_parameters(values, meter) };
        let Some(without) = without else { return Arc::default() };
        let apart = match without.summands(meter).filter(|_| !FastPath::Summands.is_off()) {
            Some(apart) => apart,
            None => vec![PlayedApart { places: (0..places.len()).collect(), game: without.clone(), in_list: None }],
        };
        let found: Vec<SimplerGame> = apart.into_iter().map(|played| SimplerGame::of(played, &places, meter)).collect();
        match &found[..] {
            [same] if same.bound.is_none() && same.played.in_list.is_none() && values.is_empty() => Arc::default(),
            _ => found.into(),
        }
    }

    /// `places` are those of the coordinates that moves may change.
    fn of(mut played: PlayedApart, places: &[usize], meter: &Meter) -> SimplerGame {
        played.places.iter_mut().for_each(|place| *place = places[*place]);
        match played.game.counted_down(meter).filter(|_| played.in_list.is_none()) {
            Some((bound, game)) => SimplerGame { played: PlayedApart { game, ..played }, bound: Some(bound) },
            None => SimplerGame { played, bound: None },
        }
    }

    /// The coordinates of each position of this game in a whole one, with the index of the member that it is of a list; `None`
    /// beyond the bound, and of another form.
    fn coordinates(&self, whole: &Position) -> Option<Vec<MemberPart>> {
        let mut own = self.played.places.iter().map(|place| whole.coordinates.get(*place));
        match (self.bound, self.played.in_list) {
            // Of a list only its members are played elsewhere: what becomes of a graph beside it was checked in the rule as it is.
            (None, None) if own.clone().any(|value| matches!(value, Some(Value::List(_)))) => None,
            (None, None) => Some(vec![(None, own.map(|value| value.cloned()).collect::<Option<_>>()?)]),
            (None, Some(_)) => {
                let Value::List(members) = own.next()?? else { return None };
                let heap = |(index, member): (usize, &Value)| (Some(index), Arc::from([member.clone()]));
                Some(members.iter().enumerate().map(heap).collect())
            }
            (Some(bound), _) => {
                let number = own.next()??.as_integer().filter(|number| *number <= bound)?;
                Some(vec![(None, Arc::new([Value::Integer(bound - number)]))])
            }
        }
    }
}

impl SimplerPosition {
    /// What a move leaves of a whole position, if it leaves this of the simpler one. `None` if that cannot be told.
    pub fn left(&self, whole: &Position, option: &Sum) -> Option<Sum> {
        let SimplerGame { played, bound } = self.games.get(self.index)?;
        if played.in_list == Some(InList::Elsewhere) {
            return None;
        }
        let is_own = |part: &Summand| match &part.component {
            Component::Position(own) => own.game.ruleset == played.game.ruleset,
            Component::Star(_) => false,
        };
        let (own, beside): (Vec<&Summand>, Vec<&Summand>) = option.parts.iter().partition(|part| is_own(part));
        let left = match (&own[..], &beside[..]) {
            ([Summand { component: Component::Position(own), copies: 1 }], _) => own.coordinates.clone(),
            // A heap of which nothing is left may be left out.
            ([], [] | [Summand { component: Component::Star(0), .. }]) if played.places.len() == 1 => {
                Arc::new([Value::Integer(0)])
            }
            _ => return None,
        };
        let mut coordinates = whole.coordinates.to_vec();
        for (place, value) in played.places.iter().zip(&*left) {
            coordinates[*place] = match (bound, self.member, coordinates.get(*place)?) {
                (Some(bound), ..) => Value::Integer(bound - value.as_integer()?),
                (None, Some(member), Value::List(members)) => {
                    let mut members = members.to_vec();
                    *members.get_mut(member)? = value.clone();
                    Value::List(members.into())
                }
                _ => value.clone(),
            };
        }
        let own = Sum::position(Position { game: whole.game.clone(), coordinates: coordinates.into() });
        Some(Sum { parts: own.parts.into_iter().chain(beside.into_iter().cloned()).collect() }.without_empty_heaps())
    }
}
