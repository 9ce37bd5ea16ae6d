//! Coin-turning games: a move turns a coin of a row from heads to tails, and with it coins to its left. A row is the sum of its
//! heads, since two heads at one place cancel: so a position is a single head, at a place from 0 on, and an option of it are the
//! other coins that are turned (J. H. Conway and H. W. Lenstra; Winning Ways, chapter 14).
//!
//! Here are the forms of the clauses that say which coins may be turned, and what recognises them in a rule, however it was
//! written.

use super::{Amounts, At, Binding, Builtin, Clause, Expr, GameRef, Operator, Rule, Set, Step, Term};

/// The coins that may be turned with the one at the place in the slot `head`: how many, and from which place on.
#[derive(Clone, Debug)]
pub struct TurnedCoins {
    /// The slot of the place.
    pub head: usize,
    /// The coins may be so far apart; `None` for any distance.
    pub apart: Option<Expr>,
    /// Where the clause was written.
    pub at: At,
}

/// Coins that a move turns, in each case of the steps: one at each place, in each case of the steps inside.
#[derive(Clone, Debug)]
pub struct TurnedPlaces {
    /// The loops of the clause.
    pub steps: Vec<Step>,
    /// The loops over the coins of one move.
    pub inside: Vec<Step>,
    /// The places.
    pub places: Vec<Expr>,
}

impl TurnedCoins {
    /// Exactly so many others, whose places are put into these slots, the rightmost first.
    pub fn chosen(&self, slots: &[usize]) -> TurnedPlaces {
        let mut end = self.slot(self.head);
        let mut steps = Vec::new();
        for (index, slot) in slots.iter().enumerate() {
            let start = self.plus(self.first(), slots.len() - 1 - index);
            let source = self.range(start, self.less_one(end));
            steps.push(Step::For { slot: *slot, source });
            end = self.slot(*slot);
        }
        TurnedPlaces { steps, inside: Vec::new(), places: slots.iter().rev().map(|slot| self.slot(*slot)).collect() }
    }

    /// Any others, if the number of all coins is in this set. The first slot holds the bits of the chosen ones.
    pub fn subsets(&self, counts: Expr, slots: [usize; 2]) -> TurnedPlaces {
        let [chosen, bit] = slots;
        let length = self.longest();
        let all = self.binary(Operator::Power, self.number(2), length.clone());
        let source = self.range(self.number(0), self.less_one(all));
        let popcount = self.expr(Term::Builtin(Builtin::Popcount, vec![self.slot(chosen)]));
        let wanted = self.binary(Operator::In, self.plus(popcount, 1), counts);
        let is_one = self.expr(Term::Builtin(Builtin::Bit, vec![self.slot(chosen), self.slot(bit)]));
        let is_one = self.binary(Operator::Equal, is_one, self.number(1));
        let inside = vec![
            Step::For { slot: bit, source: self.range(self.number(0), self.less_one(length)) },
            Step::Test(is_one),
        ];
        let place = match self.apart {
            None => self.slot(bit),
            Some(_) => self.binary(Operator::Add, self.first(), self.slot(bit)),
        };
        TurnedPlaces {
            steps: vec![Step::For { slot: chosen, source }, Step::Test(wanted)],
            inside,
            places: vec![place],
        }
    }

    /// Consecutive coins, so many as one of this set. The first slot holds their number.
    pub fn run(&self, counts: Expr, slots: [usize; 2]) -> TurnedPlaces {
        let [count, place] = slots;
        let greatest = Box::new(self.plus(self.longest(), 1));
        let source = self.expr(Term::Between { set: Box::new(counts), least: 1, greatest });
        let first = self.binary(Operator::Subtract, self.plus(self.slot(self.head), 1), self.slot(count));
        let inside = Step::For { slot: place, source: self.range(first, self.less_one(self.slot(self.head))) };
        let steps = vec![Step::For { slot: count, source }];
        TurnedPlaces { steps, inside: vec![inside], places: vec![self.slot(place)] }
    }

    /// How many coins before the head may be turned.
    fn longest(&self) -> Expr {
        match self.apart {
            None => self.slot(self.head),
            Some(_) => self.binary(Operator::Subtract, self.slot(self.head), self.first()),
        }
    }

    /// The first place of a coin that may be turned.
    fn first(&self) -> Expr {
        match &self.apart {
            None => self.number(0),
            Some(apart) => {
                let far = self.binary(Operator::Subtract, self.slot(self.head), apart.clone());
                self.expr(Term::Builtin(Builtin::Max, vec![self.number(0), far]))
            }
        }
    }

    fn expr(&self, term: Term) -> Expr {
        Expr { term, at: self.at }
    }

    fn slot(&self, slot: usize) -> Expr {
        self.expr(Term::Slot(slot))
    }

    fn number(&self, number: i128) -> Expr {
        Expr::of(number, self.at)
    }

    fn binary(&self, operator: Operator, left: Expr, right: Expr) -> Expr {
        self.expr(Term::Binary(operator, Box::new(left), Box::new(right)))
    }

    fn range(&self, start: Expr, end: Expr) -> Expr {
        self.expr(Term::Range { start: Box::new(start), end: Some(Box::new(end)), step: None })
    }

    fn less_one(&self, expr: Expr) -> Expr {
        self.binary(Operator::Subtract, expr, self.number(1))
    }

    fn plus(&self, expr: Expr, more: usize) -> Expr {
        match (expr.number(), i128::try_from(more)) {
            (_, Ok(0) | Err(_)) => expr,
            (Some(number), Ok(more)) => self.number(number + more),
            (_, Ok(more)) => self.binary(Operator::Add, expr, self.number(more)),
        }
    }
}

/// A coin-turning game, as far as its moves are of the forms above.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinRule {
    /// The ways to turn coins.
    pub ways: Vec<CoinWay>,
}

/// A way to turn coins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CoinWay {
    /// The first place whose coin may be the rightmost that is turned.
    pub from: u64,
    /// The first place of a coin that may be turned with it.
    pub leftmost: u64,
    /// How many coins may be turned, that one included: a list, or all but a list.
    pub counts: Amounts,
    /// Do they stand side by side?
    pub is_run: bool,
    /// How far apart they may be; `None` for any distance.
    pub apart: Option<u64>,
}

/// The slot that holds the place.
const HEAD: usize = 0;

/// The first place of the row of coins that the rule with this index turns, if all its moves turn coins of a row. Where each turns
/// exactly two, the head walks to the left, which a heap says as well.
pub fn row_of_coins(rule: &Rule, index: usize) -> Option<u64> {
    let first = first_place(rule)?;
    let mut leftmost = None;
    let mut is_walk = true;
    for clause in &rule.clauses {
        let (place, counts) = match way(clause, index, first) {
            Some(way) => (way.leftmost, Some(way.counts)),
            None if turns_listed(clause, index) => (first, None),
            None => return None,
        };
        is_walk &= counts == Some(Amounts::finite(vec![2]));
        leftmost = leftmost.min(Some(place)).or(Some(place));
    }
    leftmost.filter(|_| !is_walk)
}

/// The first place of the row, if a rule has the form of a coin-turning game but for its clauses.
fn first_place(rule: &Rule) -> Option<u64> {
    let is_free = rule.clauses.iter().all(|clause| clause.binding == Binding::Free);
    if rule.arity != 1 || !is_free || rule.over.is_some() || rule.representative.is_some() {
        return None;
    }
    rule.domain.as_ref().map_or(Some(0), least)
}

/// Whether a clause turns the coins at the places of a set, of which the head is one.
fn turns_listed(clause: &Clause, index: usize) -> bool {
    let Some((inside, place)) = turned_list(&clause.option, index) else { return false };
    let [Step::For { slot, source: set }, Step::Test(other)] = inside else { return false };
    let is_head = |expr: &Expr| expr.term == Term::Slot(HEAD);
    let is_other = matches!(&other.term, Term::Binary(Operator::Unequal, one, head) if one.term == Term::Slot(*slot) && is_head(head));
    let has_head = |step: &Step| match step {
        Step::Test(test) => {
            matches!(&test.term, Term::Binary(Operator::In, head, of) if is_head(head) && of.term == set.term)
        }
        _ => false,
    };
    is_other && place.term == Term::Slot(*slot) && clause.steps.iter().any(has_head)
}

impl CoinRule {
    /// The rule with this index in its system as a coin-turning game, if all its moves are of these forms.
    pub fn of(rule: &Rule, index: usize) -> Option<CoinRule> {
        let first = first_place(rule)?;
        let mut ways: Vec<CoinWay> = Vec::new();
        for clause in &rule.clauses {
            let way = way(clause, index, first)?;
            let form = |way: &CoinWay| (way.from, way.leftmost, way.is_run, way.apart);
            let same = |known: &&mut CoinWay| form(known) == form(&way);
            match ways.iter_mut().find(same) {
                Some(known) => known.counts = known.counts.union(&way.counts).ok()?,
                None => ways.push(way),
            }
        }
        let is_listed = |way: &CoinWay| !matches!(way.counts, Amounts::Described(_));
        ways.iter().all(is_listed).then_some(CoinRule { ways })
    }

    /// Does a move turn more than two coins? With two at most, the options are no more than the places.
    pub fn turns_many(&self) -> bool {
        self.ways.iter().any(|way| match &way.counts {
            Amounts::Finite(counts) => counts.last().is_some_and(|most| *most > 2),
            _ => true,
        })
    }

    /// Has a head at this place more than so many options?
    pub fn has_more_options(&self, place: u64, limit: u64) -> bool {
        let mut found: u64 = 0;
        for way in self.ways.iter().filter(|way| way.from <= place) {
            let leftmost = way.apart.map_or(0, |apart| place.saturating_sub(apart)).max(way.leftmost);
            let coins = place.saturating_sub(leftmost);
            // The number of choices of 0, 1, 2, … of the coins; of a run there is one each.
            let (mut others, mut choices) = (0, 1_u64);
            while others <= coins && choices > 0 && found <= limit {
                let is_counted = way.counts.contains(others + 1).unwrap_or(false);
                found = found.saturating_add(if is_counted { choices } else { 0 });
                let larger = u128::from(choices) * u128::from(coins - others) / u128::from(others + 1);
                choices = if way.is_run { 1 } else { u64::try_from(larger).unwrap_or(u64::MAX) };
                others += 1;
                if matches!(&way.counts, Amounts::Finite(counts) if counts.last().is_none_or(|most| *most <= others)) {
                    break;
                }
            }
        }
        found > limit
    }
}

/// The way to turn coins that a clause of the rule with this index says.
fn way(clause: &Clause, index: usize, first: u64) -> Option<CoinWay> {
    let mut from = 0;
    let mut steps = Vec::new();
    for step in &clause.steps {
        match step {
            Step::Test(condition) if let Some(place) = least(condition) => from = from.max(place),
            step => steps.push(step),
        }
    }
    if let Some((inside, place)) = turned_list(&clause.option, index) {
        if let Some(from_here) = run_from(&steps, inside, place) {
            let from = from.max(from_here);
            return Some(CoinWay {
                from,
                leftmost: first.max(from_here),
                counts: Amounts::any(),
                is_run: true,
                apart: None,
            });
        }
        let (slots, counts, is_run) = match (&steps[..], inside) {
            ([Step::For { slot, source }], [Step::For { slot: place, .. }]) => match &source.term {
                Term::Between { set, .. } => ([*slot, *place], set, true),
                _ => return None,
            },
            ([Step::For { slot, .. }, Step::Test(test)], [Step::For { slot: bit, .. }, Step::Test(_)]) => {
                match &test.term {
                    Term::Binary(Operator::In, _, set) => ([*slot, *bit], set, false),
                    _ => return None,
                }
            }
            _ => return None,
        };
        let set = counts.set()?;
        let apart = steps.iter().find_map(|step| apart_in(step.part()?));
        let coins = TurnedCoins {
            head: HEAD,
            apart: apart.map(|apart| Expr::of(i128::from(apart), At::default())),
            at: At::default(),
        };
        let made = if is_run { coins.run((**counts).clone(), slots) } else { coins.subsets((**counts).clone(), slots) };
        let is_it = made.steps.iter().eq(steps.iter().copied()) && made.inside == *inside && made.places[0] == *place;
        return is_it.then_some(CoinWay { from, leftmost: first, counts: amounts(set)?, is_run, apart });
    }
    let places = chosen_places(&clause.option, index)?;
    let (leftmost, apart) = chosen_from(&steps, &places)?;
    let counts = Amounts::finite(vec![u64::try_from(places.len()).ok()? + 1]);
    // Without another coin it does not matter from where on they may be turned: all such ways are one.
    let leftmost = if places.is_empty() { first } else { first.max(leftmost) };
    Some(CoinWay { from, leftmost, counts, is_run: false, apart })
}

fn amounts(set: &Set) -> Option<Amounts> {
    match set {
        Set::Finite(members) => {
            let numbers = members.iter().map(|member| u64::try_from(member.as_integer()?).ok());
            Some(Amounts::finite(numbers.collect::<Option<_>>()?))
        }
        _ => Amounts::from_set(set).ok(),
    }
}

/// The steps and the place of `sum[(place) for …]`.
fn turned_list(option: &Expr, index: usize) -> Option<(&[Step], &Expr)> {
    let Term::Sum(list) = &option.term else { return None };
    let Term::ListOf(steps, body) = &list.term else { return None };
    match &body.term {
        Term::Position(GameRef::Local(own), coordinates) if *own == index => Some((steps, coordinates.first()?)),
        _ => None,
    }
}

/// The slots of the places of an option that lists them; none for the option without coins.
fn chosen_places(option: &Expr, index: usize) -> Option<Vec<usize>> {
    let (mut rest, mut found) = (vec![option], Vec::new());
    while let Some(part) = rest.pop() {
        match &part.term {
            Term::Binary(Operator::Add, left, right) => rest.extend([&**right, &**left]),
            Term::Position(GameRef::Local(own), coordinates) if *own == index => match coordinates[..] {
                [Expr { term: Term::Slot(slot), .. }] => found.push(slot),
                _ => return None,
            },
            Term::Star(size) if size.number() == Some(0) => {}
            _ => return None,
        }
    }
    Some(found)
}

/// The place from which on coins may be turned, and how far apart they may be, if the steps choose a coin for each of these
/// slots, from right to left.
fn chosen_from(steps: &[&Step], places: &[usize]) -> Option<(u64, Option<u64>)> {
    if steps.len() != places.len() {
        return None;
    }
    let (leftmost, apart) = match steps.last() {
        None => (0, None),
        Some(Step::For { source: Expr { term: Term::Range { start, .. }, .. }, .. }) => match start.number() {
            Some(first) => (u64::try_from(first.max(0)).ok()?, None),
            None => (0, Some(distance(start)?)),
        },
        Some(_) => return None,
    };
    let mut before = HEAD;
    for (index, step) in steps.iter().enumerate() {
        let Step::For { slot, source } = step else { return None };
        let Term::Range { start, end: Some(end), step: None } = &source.term else { return None };
        let Term::Binary(Operator::Subtract, last, one) = &end.term else { return None };
        let is_left = last.term == Term::Slot(before) && one.number() == Some(1);
        if !is_left || !places.contains(slot) {
            return None;
        }
        // So many coins are chosen to the left of this one: a limit that leaves them their places says nothing more.
        let inner = i128::try_from(steps.len() - 1 - index).ok()?;
        let (start, more) = match &start.term {
            Term::Binary(Operator::Add, start, more) => (&**start, more.number()?),
            _ => (&**start, 0),
        };
        let is_harmless = match start.number() {
            Some(first) => first.checked_add(more)? <= inner + i128::from(leftmost),
            None => distance(start) == apart && more <= inner,
        };
        if !is_harmless {
            return None;
        }
        before = *slot;
    }
    Some((leftmost, apart))
}

/// The place `c` in `sum[(j) for j in i..n-1] for i in c..n`, which are the runs from there on.
fn run_from(steps: &[&Step], inside: &[Step], place: &Expr) -> Option<u64> {
    let ([Step::For { slot, source }], [Step::For { slot: inner, source: run }]) = (steps, inside) else { return None };
    let (Term::Range { start, end: Some(end), step: None }, Term::Range { start: first, end: Some(last), step: None }) =
        (&source.term, &run.term)
    else {
        return None;
    };
    let is_run = end.term == Term::Slot(HEAD)
        && first.term == Term::Slot(*slot)
        && place.term == Term::Slot(*inner)
        && matches!(&last.term, Term::Binary(Operator::Subtract, head, one)
            if head.term == Term::Slot(HEAD) && one.number() == Some(1));
    if is_run { u64::try_from(start.number()?).ok() } else { None }
}

/// The distance d in `max(0, n-d)` or `n-d`.
fn distance(place: &Expr) -> Option<u64> {
    match &place.term {
        Term::Builtin(Builtin::Max, operands) => match &operands[..] {
            [zero, far] if zero.number() == Some(0) => distance(far),
            _ => None,
        },
        Term::Binary(Operator::Subtract, head, far) if head.term == Term::Slot(HEAD) => {
            u64::try_from(far.number()?).ok()
        }
        _ => None,
    }
}

/// The distance in the bound of a loop.
fn apart_in(expr: &Expr) -> Option<u64> {
    let mut found = if matches!(expr.term, Term::Builtin(Builtin::Max, _)) { distance(expr) } else { None };
    expr.each_part(&mut |part| found = found.or_else(|| apart_in(part)));
    found
}

/// The least place that a condition allows, if it says nothing else.
fn least(condition: &Expr) -> Option<u64> {
    let Term::Binary(operator, left, right) = &condition.term else { return None };
    if left.term != Term::Slot(HEAD) {
        return None;
    }
    let number = u64::try_from(right.number()?).ok()?;
    match operator {
        Operator::GreaterOrEqual => Some(number),
        Operator::Greater => number.checked_add(1),
        Operator::Unequal if number == 0 => Some(1),
        _ => None,
    }
}
