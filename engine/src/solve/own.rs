//! Values of positions of games that are defined in Rust ([`crate::Impartial`]). Where a value is wanted, those of all positions
//! that are reached are found; who wins is searched by what decides. Both know positions by their numbers. Where play comes back,
//! the question goes on to the room `draws`.

use std::sync::Arc;

use super::by_ruleset::ByRuleset;
use super::{Budget, SolveError, Solved};
use crate::game::{Game, Options, OwnRules, Position, Ruleset};
use crate::nim::{Mex, Nimber};
use crate::search::{Decider, Knowledge, Listing, Look, Space, TableKey, Walk, walk};

/// What is known of all such games.
#[derive(Debug, Default)]
pub struct OwnGames {
    pub games: ByRuleset<OwnSearch>,
    /// How many positions a search may open before it is given up with `SolveError::Positions`; `None` means no limit.
    pub position_limit: Option<u64>,
}

impl OwnGames {
    /// So many positions are looked at before a search for the winner, to see whether play may come back: it is worth less than that
    /// search.
    pub const FEW: u64 = 1_000;
}

/// What is known of one game.
#[derive(Debug)]
pub struct OwnSearch {
    positions: OwnPositions,
    decider: Decider<OwnPart>,
}

/// The positions of a game, with their values as far as they are known.
#[derive(Debug)]
struct OwnPositions {
    game: Arc<Game>,
    rules: OwnRules,
    /// By number: 2 more than the value of a position, or one of [`UNKNOWN`] and [`OPEN`].
    values: Vec<u64>,
    /// How much work each may be, by number.
    works: Vec<u64>,
    options: Options<u64>,
}

const UNKNOWN: u64 = 0;
const OPEN: u64 = 1;

impl OwnGames {
    fn game(&mut self, position: &Position) -> Option<(&mut OwnSearch, u64)> {
        let (Ruleset::Own(rules), number) = (&position.game.ruleset, position.own_number()?) else { return None };
        let known = self.games.get(&position.game.ruleset, |_| {
            let (game, rules) = (position.game.clone(), rules.clone());
            let positions =
                OwnPositions { game, rules, values: Vec::new(), works: Vec::new(), options: Options::default() };
            Some(OwnSearch { positions, decider: Decider::default() })
        });
        known.map(|known| (known, number))
    }

    /// The value of a position; `None` if it is not one of these games.
    pub fn value(&mut self, position: &Position, budget: &Budget) -> Option<Solved<Nimber>> {
        let limit = self.position_limit;
        let (OwnSearch { positions, .. }, number) = self.game(position)?;
        if let Some(known) = positions.value(number) {
            return Some(Ok(known));
        }
        let walked = walk(&mut OwnValues { positions, missing: Vec::new(), limit, budget }, number, budget);
        Some(walked.and_then(|()| positions.value(number).ok_or(SolveError::Internal("a position has no value"))))
    }

    /// Is this the value of a position? `None` if it is not one of these games. This is decided sooner than the value is found.
    pub fn has_value(&mut self, position: &Position, value: Nimber, budget: &Budget) -> Option<Solved<bool>> {
        let limit = self.position_limit;
        let (OwnSearch { positions, decider }, number) = self.game(position)?;
        decider.limit(limit);
        if let Err(halt) = positions.rules.works(&mut positions.works, budget.meter()) {
            return Some(Err(halt.into()));
        }
        Some(decider.has_value(positions, vec![OwnPart(number)], value.0, budget))
    }

    /// Begins a question.
    pub fn begin(&mut self) {
        self.games.all_mut().for_each(|game| game.decider.begin());
    }
}

impl OwnPositions {
    fn state(&self, number: u64) -> u64 {
        usize::try_from(number).ok().and_then(|number| self.values.get(number)).copied().unwrap_or(UNKNOWN)
    }

    fn value(&self, number: u64) -> Option<Nimber> {
        self.state(number).checked_sub(OPEN + 1).map(Nimber)
    }

    fn set(&mut self, number: u64, state: u64, budget: &Budget) -> Solved<()> {
        let number = usize::try_from(number).map_err(|_| SolveError::Overflow)?;
        while self.values.len() <= number {
            budget.meter().push(&mut self.values, UNKNOWN)?;
        }
        self.values[number] = state;
        Ok(())
    }
}

/// The positions whose values are looked for.
struct OwnValues<'a> {
    positions: &'a mut OwnPositions,
    missing: Vec<u64>,
    limit: Option<u64>,
    budget: &'a Budget,
}

impl Walk for OwnValues<'_> {
    type Node = u64;
    type Found = Nimber;
    /// The options, once they were listed.
    type Held = Option<Box<Options<u64>>>;

    fn known(&mut self, number: &u64) -> Option<Nimber> {
        self.positions.value(*number)
    }

    fn open<'a>(&mut self, number: &u64, _: impl Iterator<Item = &'a u64>) -> Solved<bool> {
        self.positions.set(*number, OPEN, self.budget).map(|()| true)
    }

    fn look(&mut self, number: &u64, held: &mut Self::Held) -> Solved<Look<Self>> {
        let options = match held {
            Some(options) => options,
            None => {
                let options = held.insert(Box::default());
                self.positions.rules.options(*number, options, self.budget.meter())?;
                options
            }
        };
        for part in options.parts() {
            match self.positions.state(*part) {
                UNKNOWN => self.budget.meter().push(&mut self.missing, *part)?,
                OPEN => return Ok(Look::Back(*part)),
                _ => {}
            }
        }
        if !self.missing.is_empty() {
            return Ok(Look::Missing);
        }
        let mut mex = Mex::default();
        for option in options.each() {
            mex.insert(option.iter().filter_map(|part| self.positions.value(*part)).collect());
        }
        Ok(Look::Found(mex.value()))
    }

    fn missing(&mut self) -> &mut Vec<u64> {
        &mut self.missing
    }

    fn close(&mut self, number: &u64, found: Nimber) -> Solved<()> {
        self.positions.set(*number, found.0 + OPEN + 1, self.budget)
    }

    fn abandon(&mut self, number: &u64) {
        if let Some(state) = usize::try_from(*number).ok().and_then(|number| self.positions.values.get_mut(number)) {
            *state = UNKNOWN;
        }
    }

    fn check(&self, _turns: u64, opened: u64) -> Solved<()> {
        match self.limit {
            Some(limit) if opened >= limit => Err(SolveError::Positions { limit }),
            _ => Ok(()),
        }
    }

    fn count(&self) -> u64 {
        self.positions.values.len() as u64
    }

    fn position(&self, number: &u64) -> Position {
        Position::at(&self.positions.game, *number)
    }
}

/// The number of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct OwnPart(u64);

impl TableKey for OwnPart {
    fn any() -> OwnPart {
        OwnPart(u64::MAX)
    }
}

impl Space for OwnPositions {
    type Part = OwnPart;

    const ENDS: bool = false;

    fn expand(&mut self, part: &OwnPart, listing: &mut Listing<OwnPart>, budget: &Budget) -> Solved<Option<Knowledge>> {
        let OwnPositions { rules, options, works, .. } = self;
        rules.options(part.0, options, budget.meter())?;
        rules.works(works, budget.meter())?;
        for option in options.each() {
            // Where play may never end two equal parts do not cancel.
            option.iter().for_each(|part| listing.add_apart(OwnPart(*part)));
            if listing.end_option().is_break() {
                break;
            }
        }
        Ok(None)
    }

    fn known(&self, part: &OwnPart) -> Knowledge {
        self.value(part.0).map_or(Knowledge::NOTHING, |value| Knowledge::of_value(value.0))
    }

    fn size(&self, part: &OwnPart) -> u64 {
        usize::try_from(part.0).ok().and_then(|number| self.works.get(number)).copied().unwrap_or(1)
    }

    fn position(&self, part: &OwnPart) -> Option<Position> {
        Some(Position::at(&self.game, part.0))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use super::*;
    use crate::dice::{Dice, often, tries};
    use crate::game::{Amounts, Compound, Ends, Impartial, Moves, MovesIn, OwnGame, Sum};
    use crate::limits::{Limits, Signal};
    use crate::nim::{Convention, Outcome};
    use crate::solve::{Length, Situation, Solver};

    /// For each position its options, each a sum of positions.
    struct Listed(Vec<Vec<Vec<u8>>>);

    impl Impartial for Listed {
        type Position = u8;

        fn options(&self, position: &u8, options: &mut Options<u8>) {
            self.0[usize::from(*position)].iter().for_each(|option| options.sum(option.iter().copied()));
        }

        fn work(&self, position: &u8) -> u64 {
            u64::from(*position % 5)
        }
    }

    impl Listed {
        /// Options with smaller numbers; or where play need not end, single ones with any.
        fn random(dice: &mut Dice, ends: bool) -> Listed {
            let positions = 2 + dice.below(5);
            let mut options = |at: u64| -> Vec<Vec<u8>> {
                let count = if at == 0 { 0 } else { dice.below(5) };
                let below = |ends, at: u64| if ends { [at, at.div_ceil(2)] } else { [positions, 0] };
                let mut option = || {
                    let count = if ends { dice.small(3) } else { 1 };
                    let parts = below(ends, at).into_iter().take(count);
                    parts.map(|below| dice.small(below)).collect()
                };
                (0..count).map(|_| option()).collect()
            };
            Listed((0..positions).map(&mut options).collect())
        }
    }

    /// What is played, as the rules of play say it.
    #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
    enum Played {
        Own(u8),
        Heap(u8),
        Sum(Vec<Played>),
        All(Vec<Played>),
        Some(Vec<Played>),
    }

    /// What the moves leave.
    fn options(of: &Played, game: &[Vec<Vec<u8>>]) -> Vec<Played> {
        match of {
            Played::Own(at) => {
                let left = |option: &Vec<u8>| match option[..] {
                    [only] => Played::Own(only),
                    _ => Played::Sum(option.iter().map(|at| Played::Own(*at)).collect()),
                };
                game[usize::from(*at)].iter().map(left).collect()
            }
            Played::Heap(size) => (0..*size).map(Played::Heap).collect(),
            Played::Sum(parts) => choices(parts, game, &|moved| moved == 1).into_iter().map(Played::Sum).collect(),
            Played::All(parts) => {
                choices(parts, game, &|moved| moved == parts.len()).into_iter().map(Played::All).collect()
            }
            Played::Some(parts) => choices(parts, game, &|moved| moved > 0).into_iter().map(Played::Some).collect(),
        }
    }

    /// All ways to move in so many of the parts as may be.
    fn choices(parts: &[Played], game: &[Vec<Vec<u8>>], may: &dyn Fn(usize) -> bool) -> Vec<Vec<Played>> {
        let mut made = vec![(0, Vec::new())];
        for part in parts {
            let left = options(part, game);
            let more = |(moved, before): &(usize, Vec<Played>)| {
                let with = |part: &Played| [&before[..], std::slice::from_ref(part)].concat();
                let moves = left.iter().map(|left| (moved + 1, with(left)));
                moves.chain([(*moved, with(part))]).collect::<Vec<_>>()
            };
            made = made.iter().flat_map(more).collect();
        }
        made.into_iter().filter(|(moved, _)| may(*moved)).map(|(_, left)| left).collect()
    }

    /// Who wins, in normal and in misère play: positions are marked until no more can be. `None` if too many are reached.
    fn outcomes(start: &Played, game: &[Vec<Vec<u8>>]) -> Option<[Outcome; 2]> {
        let (mut numbers, mut met) = (BTreeMap::from([(start.clone(), 0)]), vec![start.clone()]);
        let mut moves: Vec<Vec<usize>> = Vec::new();
        while let Some(next) = met.get(moves.len()).cloned() {
            if met.len() > 1_000 {
                return None;
            }
            let mut number = |option: Played| {
                let known = *numbers.entry(option.clone()).or_insert(met.len());
                met.extend((known == met.len()).then_some(option));
                known
            };
            moves.push(options(&next, game).into_iter().map(&mut number).collect());
        }
        Some([false, true].map(|misere| {
            let mut known: Vec<Option<Outcome>> = vec![None; moves.len()];
            loop {
                let before = known.clone();
                for (position, options) in moves.iter().enumerate() {
                    known[position] = match options.is_empty() {
                        true if misere => Some(Outcome::N),
                        _ if options.iter().any(|option| known[*option] == Some(Outcome::P)) => Some(Outcome::N),
                        _ if options.iter().all(|option| known[*option] == Some(Outcome::N)) => Some(Outcome::P),
                        _ => None,
                    };
                }
                if known == before {
                    return known[0].unwrap_or(Outcome::D);
                }
            }
        }))
    }

    fn sum(of: &Played, own: &OwnGame<Listed>, nim: &Arc<Game>) -> Sum {
        let parts = |parts: &[Played]| parts.iter().map(|part| Arc::new(sum(part, own, nim))).collect::<Vec<_>>();
        let at_once = |moves_in, of: &[Played]| Compound { moves_in, ends: Ends::Unmovable }.position(parts(of));
        match of {
            Played::Own(at) => own.position(*at).unwrap(),
            Played::Heap(size) => nim.heap(u64::from(*size)),
            Played::Sum(of) => parts(of).iter().fold(Sum::default(), |total, part| total.plus(part)),
            Played::All(of) => Sum::position(at_once(MovesIn::All, of)),
            Played::Some(of) => Sum::position(at_once(MovesIn::Some, of)),
        }
    }

    fn random(dice: &mut Dice, positions: u64, depth: u32) -> Played {
        let parts = |dice: &mut Dice| (0..1 + dice.below(2)).map(|_| random(dice, positions, depth - 1)).collect();
        match dice.below(if depth == 0 { 4 } else { 9 }) {
            0 => Played::Heap(dice.small(3)),
            1..=3 => Played::Own(dice.small(positions)),
            4 | 5 => Played::Sum(parts(dice)),
            6 => Played::All(parts(dice)),
            _ => Played::Some(parts(dice)),
        }
    }

    #[test]
    fn games_of_ones_own_are_won_in_sums_and_compounds_as_by_the_rules_of_play() {
        let (mut dice, nim) = (Dice::new(59), Moves::take(Amounts::any()).game("Nim").unwrap());
        let (mut tried, mut compounds) = (0, 0);
        for _ in 0..tries(400) {
            let game = Listed::random(&mut dice, true);
            let own = OwnGame::new("Own", Listed(game.0.clone()));
            let (mut solver, mut valued) = (Solver::default(), Solver::default());
            for _ in 0..6 {
                let played = random(&mut dice, game.0.len() as u64, 2);
                let Some([normal, misere]) = outcomes(&played, &game.0) else { continue };
                let sum = sum(&played, &own, &nim);
                let case = format!("{sum} of {:?}", game.0);
                assert_eq!(solver.outcome(&sum), Ok(normal), "{case}");
                assert_eq!(solver.outcome(Situation::misere(&sum)), Ok(misere), "misère {case}");
                let value = valued.value(&sum).unwrap();
                let beside = Played::Sum(vec![played, Played::Heap(u8::try_from(value.0).unwrap())]);
                assert!(outcomes(&beside, &game.0).is_none_or(|found| found[0] == Outcome::P), "{case}: {value}");
                let [winning, in_misere] = [Convention::Normal, Convention::Misere].map(|convention| {
                    let found = solver.moves(Situation::of(&sum, convention), usize::MAX).unwrap();
                    found.winning > 0
                });
                assert_eq!(
                    (winning, in_misere),
                    (normal == Outcome::N, misere == Outcome::N && !is_over(&sum)),
                    "{case}"
                );
                (tried, compounds) = (tried + 1, compounds + usize::from(case.contains(" of Own")));
            }
        }
        assert!(tried > often(1_500) && compounds > often(200), "{tried}, {compounds}");
    }

    fn is_over(sum: &Sum) -> bool {
        Solver::default().moves(sum, 0).unwrap().total == 0
    }

    /// One or two pins of a row, which may part it.
    struct Kayles;

    impl Impartial for Kayles {
        type Position = u64;

        fn options(&self, row: &u64, options: &mut Options<u64>) {
            for rest in [row.checked_sub(1), row.checked_sub(2)].into_iter().flatten() {
                (0..=rest / 2).for_each(|left| options.sum([left, rest - left]));
            }
        }
    }

    #[test]
    fn a_game_of_ones_own_is_the_same_as_its_rule() {
        let (own, rule) = (OwnGame::new("Own", Kayles), Moves::octal("0.77").unwrap().game("Kayles").unwrap());
        let (mut solver, mut known) = (Solver::default(), Solver::default());
        for (a, b) in (0..12).flat_map(|a| (0..6).map(move |b| (a, b))) {
            let mine = own.position(a).unwrap() + own.position(b).unwrap() + rule.heap(3);
            let theirs = rule.heap(a) + rule.heap(b) + rule.heap(3);
            assert_eq!(solver.value(&mine), known.value(&theirs), "{mine}");
            assert_eq!(solver.outcome(&mine), known.outcome(&theirs), "{mine}");
            let [mine, theirs] = [mine, theirs].map(|sum| Situation::misere(&sum));
            assert_eq!(solver.outcome(mine), known.outcome(theirs), "misère {a}, {b}");
        }
        let values: Vec<_> = (0..40).map(|row| solver.value(&own.position(row).unwrap()).unwrap()).collect();
        assert_eq!(values, known.values(&rule, 0..=39).unwrap());
    }

    #[test]
    fn where_play_of_ones_own_game_may_never_end_there_are_draws() {
        let (mut dice, nim) = (Dice::new(60), Moves::take(Amounts::any()).game("Nim").unwrap());
        let (mut draws, mut decided) = (0, 0);
        for _ in 0..tries(400) {
            let game = Listed::random(&mut dice, false);
            let own = OwnGame::new("Own", Listed(game.0.clone()));
            let mut solver = Solver::default();
            for _ in 0..6 {
                let parts = [
                    Played::Own(dice.small(game.0.len() as u64)),
                    Played::Own(dice.small(2)),
                    Played::Heap(dice.small(3)),
                ];
                let played = Played::Sum(parts[..1 + dice.small::<usize>(3)].to_vec());
                let Some([normal, misere]) = outcomes(&played, &game.0) else { continue };
                let sum = sum(&played, &own, &nim);
                let case = format!("{sum} of {:?}", game.0);
                assert_eq!(solver.outcome(&sum), Ok(normal), "{case}");
                assert_eq!(solver.outcome(Situation::misere(&sum)), Ok(misere), "misère {case}");
                match solver.game_length(Length::Remoteness, &sum, Convention::Normal) {
                    Ok(found) => assert_eq!(found.outcome, normal, "{case}"),
                    Err(stop) => {
                        assert!(matches!(stop, SolveError::Endless(_)) && normal == Outcome::D, "{case}: {stop}")
                    }
                }
                *(if normal == Outcome::D { &mut draws } else { &mut decided }) += 1;
            }
        }
        assert!(draws > often(200) && decided > often(800), "{draws}, {decided}");
    }

    /// A chain of any length.
    struct Chain;

    impl Impartial for Chain {
        type Position = u64;

        fn options(&self, place: &u64, options: &mut Options<u64>) {
            place.checked_sub(1).into_iter().for_each(|next| options.position(next));
        }
    }

    #[test]
    fn a_long_game_needs_no_stack_and_limits_hold() {
        let chain = OwnGame::new("Chain", Chain);
        let at = |place| chain.position(place).unwrap();
        assert_eq!(Solver::default().value(&at(1_000_001)), Ok(Nimber(1)));
        assert_eq!(Solver::default().outcome(at(1_000_000)), Ok(Outcome::P));
        let signal = Arc::new(Signal::default());
        let mut solver = Solver::new(Limits::default(), signal.clone());
        signal.interrupt();
        assert_eq!(solver.value(&at(9)), Err(SolveError::Interrupted));
        signal.reset();
        assert_eq!(solver.value(&at(9)), Ok(Nimber(1)));
        let chain = OwnGame::new("Chain", Chain);
        let mut small = Solver::new(Limits { memory: 1 << 18 }, Arc::default());
        let refused = small.value(&chain.position(1_000_000).unwrap());
        assert!(matches!(refused, Err(SolveError::Memory { .. })), "{refused:?}");
    }

    /// One move leads to more positions than any list holds.
    struct Many;

    impl Impartial for Many {
        type Position = u64;

        fn options(&self, place: &u64, options: &mut Options<u64>) {
            let mut next = *place;
            while !options.is_stopped() {
                next += 1;
                options.position(next);
            }
        }
    }

    #[test]
    fn the_options_of_one_position_are_within_the_limits() {
        let many = OwnGame::new("Many", Many);
        let start = many.position(0).unwrap();
        let refused = Solver::new(Limits { memory: 1 << 22 }, Arc::default()).value(&start);
        assert!(matches!(refused, Err(SolveError::Memory { .. })), "{refused:?}");
        let mut hurried = Solver::new(Limits::default(), Arc::new(Signal::stopping_after(50)));
        assert_eq!(hurried.outcome(&start), Err(SolveError::TimedOut));
    }
}
