//! The search for the value of a position that looks only at what decides. It asks "is v the value of this part?" and
//! stops as soon as that is known. It keeps its own stack and does not recurse.
//!
//! A part has the value v if no option has value v and each smaller value is that of some option. An option may
//! consist of several parts. The smaller ones are then valued; the largest is only asked whether it has the value
//! that is left. What is learned, such as "the value is not 2", is kept in a table. J. Lemoine and S. Viennot, "Nimbers
//! are inevitable", Theoretical Computer Science 462, 2012; P. Beling and M. Rogalski, "On pruning search trees of
//! impartial games", Artificial Intelligence 283, 2020.
//!
//! Who wins is the question "is the value 0?": a position is lost if no option is lost. This holds in misère play too,
//! where only positions without moves are decided otherwise, by the space.

use std::borrow::Borrow;
use std::hash::Hash;

use rustc_hash::FxHashMap;

use super::Knowledge;
use super::growth::{GrowthWatch, LONGEST_GROWTH, growth_along};
use super::key::TableKey;
use super::space::{Listing, PartedOption, Space, Values};
use super::table::KnowledgeTable;
use super::team::Membership;
use crate::ledger::FastPath;
use crate::limits::{Budget, SolveError, Solved};
use crate::nim::Outcome;

/// The answer to a question about a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The part has this value, whether or not it was the one in question.
    Value(u64),
    /// The value in question is not the value of the part.
    RuledOut,
}

/// A question about a part, on the stack. Its options are in [`Decider::options`], up to those of the next query.
#[derive(Debug)]
struct Query<P> {
    part: P,
    knowledge: Knowledge,
    /// `Some(v)` asks whether v is the value of the part; `None` asks for the value.
    question: Option<u64>,
    /// The search looks for an option of this value.
    target: u64,
    /// The index of the option that is looked at; those before it do not have the value `target`.
    cursor: usize,
    /// Is it certain that no option has the value in question? Then smaller values are looked for.
    no_option_has_value: bool,
    /// The values that some option is known to have.
    option_values: Values,
    /// Where its options begin in [`Decider::options`], and where their parts begin in [`Decider::parts`].
    options: usize,
    parts: usize,
    /// The number of this query, as counted by [`Decider::opened`].
    number: u64,
}

/// What a query does next: it asks a question about another part, or it ends with its answer.
enum QueryStep<P> {
    Ask(P, Option<u64>, Knowledge),
    Answer(Answer),
}

/// What searches through one space have found, with the lists that they reuse.
#[derive(Debug)]
pub struct Decider<P> {
    /// Values stand apart from what is only ruled out: they are asked for far more often, and are few enough to stay in a cache
    /// of the processor. Of positions that are not words of bits, among them all sums in misère play, all stands with the values.
    values: KnowledgeTable<P>,
    ruled_out: KnowledgeTable<P>,
    stack: Vec<Query<P>>,
    /// The parts on the stack, where play need not end.
    open: FxHashMap<P, ()>,
    options: Vec<PartedOption>,
    parts: Vec<P>,
    /// Looks whether positions grow during this question.
    watch: Option<GrowthWatch>,
    /// How many queries have been opened.
    opened: u64,
    /// The search is given up when `opened` exceeds this.
    max_opened: u64,
    /// How many options were listed, each as often as that was done.
    looked: u64,
    /// The place among the threads that search together.
    team: Option<Membership>,
    /// May what threads share not grow any more during this question?
    is_cramped: bool,
}

impl<P> Default for Decider<P> {
    fn default() -> Self {
        Decider {
            values: KnowledgeTable::default(),
            ruled_out: KnowledgeTable::default(),
            stack: Vec::new(),
            open: FxHashMap::default(),
            watch: None,
            options: Vec::new(),
            parts: Vec::new(),
            opened: 0,
            max_opened: u64::MAX,
            looked: 0,
            team: None,
            is_cramped: false,
        }
    }
}

impl<P> Query<P> {
    /// Sets the target to the next value, from `from` on, of which it is not known that some option has it, and
    /// starts again at the first option. A value that is ruled out for the part is skipped too: since all smaller
    /// values are values of options, some option must have it. Returns the answer if the target has reached the value
    /// in question.
    fn set_next_target(&mut self, from: u64) -> Option<Answer> {
        self.target = from;
        while self.option_values.contains(self.target) || self.knowledge.rules_out(self.target) {
            self.target += 1;
        }
        self.cursor = self.options;
        match self.question {
            Some(value) if self.target >= value => Some(Answer::Value(value)),
            _ => None,
        }
    }
}

impl<P: TableKey + Ord> Decider<P> {
    /// Play that may not end is looked for growing positions once in so many queries.
    const GROWTH: u64 = 1 << 16;

    /// How many parts are in the table, and how many options were listed.
    pub fn counts(&self) -> (usize, u64) {
        (self.values.count() + self.ruled_out.count(), self.looked)
    }

    /// Limits how many more queries may be opened; `None` means no limit.
    pub fn limit(&mut self, more: Option<u64>) {
        self.max_opened = more.map_or(u64::MAX, |more| self.opened.saturating_add(more));
    }

    /// Begins a new question of the solver: there may be memory again.
    pub fn begin(&mut self) {
        self.values.begin();
        self.ruled_out.begin();
        self.is_cramped = false;
    }

    /// Lets several threads search from now on: they share what is known. Returns false if there is not enough memory.
    pub(super) fn share(&mut self, budget: &Budget) -> bool {
        self.values.is_shared() || self.values.share(budget) && self.ruled_out.share(budget)
    }

    /// Gives room to what is shared, or notes that there is none.
    pub(super) fn make_room(&mut self, budget: &Budget) {
        self.is_cramped |= !(self.values.share(budget) && self.ruled_out.share(budget));
    }

    /// A decider for another thread, which shares what is known with this one.
    pub(super) fn another(&self) -> Decider<P> {
        Decider {
            values: self.values.another(),
            ruled_out: self.ruled_out.another(),
            is_cramped: self.is_cramped,
            ..Decider::default()
        }
    }

    /// Takes a place among threads that search together, or leaves it.
    pub(super) fn join(&mut self, team: Option<Membership>) {
        self.team = team;
    }

    /// Adds to the count of options what another thread has listed.
    pub(super) fn add_looked(&mut self, looked: u64) {
        self.looked += looked;
    }

    /// What earlier questions have found of a part.
    pub fn found<Q: Hash + Eq + ?Sized>(&self, part: &Q) -> Knowledge
    where
        P: Borrow<Q>,
    {
        self.values.get(part)
    }

    /// Is this the value of a sum of parts?
    ///
    /// # Errors
    /// As [`Decider::answer`].
    pub fn has_value<S: Space<Part = P>>(
        &mut self,
        space: &mut S,
        parts: Vec<P>,
        value: u64,
        budget: &Budget,
    ) -> Solved<bool> {
        let sum = largest_apart(parts, |part| space.size(part));
        sum_has_value(sum, value, &mut |part, question| self.answer(space, part, question, budget))
    }

    /// Who wins a part: the player who moves loses if its value is 0.
    ///
    /// # Errors
    /// As [`Decider::answer`].
    pub fn outcome<S: Space<Part = P>>(&mut self, space: &mut S, part: &P, budget: &Budget) -> Solved<Outcome> {
        let answer = self.answer(space, part, Some(0), budget)?;
        Ok(if answer == Answer::Value(0) { Outcome::P } else { Outcome::N })
    }

    /// Answers a question about a part: `Some(v)` asks whether v is its value; `None` asks for the value.
    ///
    /// # Errors
    /// `SolveError::Cycle` and `SolveError::Grows` if play need not end, `SolveError::Positions` if the limit on
    /// queries is reached, and the errors of the space and of the budget. What was found until then is kept.
    pub fn answer<S: Space<Part = P>>(
        &mut self,
        space: &mut S,
        part: &P,
        question: Option<u64>,
        budget: &Budget,
    ) -> Solved<Answer> {
        let answer = self.search(space, part, question, budget);
        let answer = answer.map_err(|stop| stop.or_growth(|| self.growth(space)).among(self.opened, budget.used()));
        self.stack.clear();
        self.open.clear();
        self.watch = None;
        self.options.clear();
        self.parts.clear();
        answer
    }

    fn search<S: Space<Part = P>>(
        &mut self,
        space: &mut S,
        part: &P,
        question: Option<u64>,
        budget: &Budget,
    ) -> Solved<Answer> {
        let knowledge = known(space, [&self.values, &self.ruled_out], part);
        let mut answer = match (knowledge.value(), question) {
            (Some(value), _) => return Ok(Answer::Value(value)),
            (None, Some(value)) if knowledge.rules_out(value) => return Ok(Answer::RuledOut),
            _ => self.push_query(space, part, question, knowledge, budget)?,
        };
        loop {
            if let Some(known) = answer {
                self.pop_query::<S>(known, budget);
                if self.stack.is_empty() {
                    return Ok(known);
                }
                self.receive_answer(known);
            }
            answer = match self.next_step(space) {
                QueryStep::Ask(part, question, knowledge) => {
                    self.push_query(space, &part, question, knowledge, budget)?
                }
                QueryStep::Answer(known) => Some(known),
            };
        }
    }

    /// Puts a query with its options on the stack. Returns the answer if it is known at once.
    fn push_query<S: Space<Part = P>>(
        &mut self,
        space: &mut S,
        part: &P,
        question: Option<u64>,
        knowledge: Knowledge,
        budget: &Budget,
    ) -> Solved<Option<Answer>> {
        self.opened += 1;
        budget.check()?;
        if self.opened > self.max_opened {
            return Err(SolveError::Positions { limit: self.max_opened });
        }
        if self.opened.is_multiple_of(1 << 12) {
            budget.progress(self.counts().0 as u64, 0)?;
        }
        self.enter(part)?;
        if !S::ENDS {
            self.note_open(space, part, budget)?;
        }
        let (options, parts) = (self.options.len(), self.parts.len());
        let mut query = Query {
            part: part.clone(),
            knowledge,
            question,
            target: question.unwrap_or(0),
            cursor: options,
            no_option_has_value: false,
            option_values: Values::default(),
            options,
            parts,
            number: self.opened,
        };
        let answer = self.expand(space, &mut query, budget);
        budget.meter().push(&mut self.stack, query)?;
        answer
    }

    /// Tells the other threads that this one searches a part; or stops, when one of them has the answer or when what they
    /// share has to grow.
    fn enter(&self, part: &P) -> Solved<()> {
        if let Some(team) = team_of::<P>(&self.team) {
            if team.is_over() || !self.is_cramped && (self.values.is_crowded() || self.ruled_out.is_crowded()) {
                return Err(SolveError::Positions { limit: self.opened });
            }
            team.enter(part);
        }
        Ok(())
    }

    /// Notes that a part is on the stack. It may not be there already, since play could then go round for ever.
    fn note_open<S: Space<Part = P>>(&mut self, space: &S, part: &P, budget: &Budget) -> Solved<()> {
        if self.open.contains_key(part) {
            let path = self.stack.iter().map(|query| &query.part).skip_while(|open| *open != part).chain([part]);
            return Err(SolveError::Cycle(path.filter_map(|part| space.position(part)).collect()));
        }
        if self.stack.len() > LONGEST_GROWTH && self.opened.is_multiple_of(Self::GROWTH) {
            self.growth(space).map_or(Ok(()), Err)?;
        }
        self.watch.get_or_insert_with(|| GrowthWatch::new(budget)).look(budget, || space.position(part))?;
        budget.meter().insert(&mut self.open, part.clone(), ())?;
        Ok(())
    }

    /// As [`growth_along`], for the parts on the stack.
    fn growth<S: Space<Part = P>>(&self, space: &S) -> Option<SolveError> {
        if S::ENDS {
            return None;
        }
        let measure = |query: &&Query<P>| space.extent(&query.part);
        growth_along(self.stack.iter(), measure, |query| space.position(&query.part))
    }

    /// Lists the options of a query. Returns the answer if they decide it.
    fn expand<S: Space<Part = P>>(
        &mut self,
        space: &mut S,
        query: &mut Query<P>,
        budget: &Budget,
    ) -> Solved<Option<Answer>> {
        let mut listing = Listing {
            table: &self.values,
            options: &mut self.options,
            parts: &mut self.parts,
            first: query.parts,
            known: 0,
            cost: 0,
            question: query.question,
            values: Values::default(),
            found: false,
            looked: 0,
            halt: None,
            meter: budget.meter(),
        };
        let settled = space.expand(&query.part, &mut listing, budget);
        let Listing { values, found, looked, halt, .. } = listing;
        self.looked += looked;
        halt.map_or(Ok(()), |halt| Err(SolveError::from(halt)))?;
        if let Some(known) = settled? {
            query.knowledge = query.knowledge.and(known);
            return match (known.value(), query.question) {
                (Some(value), _) => Ok(Some(Answer::Value(value))),
                (None, Some(value)) if known.rules_out(value) => Ok(Some(Answer::RuledOut)),
                _ => Err(SolveError::Internal("a space has settled another question")),
            };
        }
        query.option_values = values;
        if found {
            return Ok(Some(Answer::RuledOut));
        }
        self.put_in_order(space, query.options);
        // A value is at most the number of options.
        let most = (self.options.len() - query.options + query.option_values.count()) as u64;
        Ok(match query.question {
            Some(value) if value > most => Some(Answer::RuledOut),
            Some(_) => None,
            None => query.set_next_target(0),
        })
    }

    /// Puts the options from an index on in order, the least work first.
    fn put_in_order<S: Space<Part = P>>(&mut self, space: &S, from: usize) {
        let Self { options, parts, values, ruled_out, .. } = self;
        let ruled_out = if P::WORDS == 0 || FastPath::ValuesApart.is_off() { values } else { ruled_out };
        for option in &mut options[from..] {
            let parts = &mut parts[option.first..option.first + option.count];
            let work = parts.iter().map(|part| work_left(space.work(part), ruled_out.of(part)));
            option.cost = work.fold(option.cost, u64::saturating_add);
            put_largest_first(space, parts);
        }
        least_work_first(&mut options[from..]);
    }

    /// The next question that the query at the top of the stack depends on, or its answer.
    fn next_step<S: Space<Part = P>>(&mut self, space: &S) -> QueryStep<P> {
        let team = team_of::<P>(&self.team);
        let mut may_put_off = true;
        let Some(query) = self.stack.last_mut() else { return QueryStep::Answer(Answer::RuledOut) };
        loop {
            let Some(option) = self.options.get_mut(query.cursor) else {
                // No option has the value `target`.
                match query.question {
                    Some(_) if !query.no_option_has_value => {
                        query.no_option_has_value = true;
                        if let Some(answer) = query.set_next_target(0) {
                            return QueryStep::Answer(answer);
                        }
                        continue;
                    }
                    _ => return QueryStep::Answer(Answer::Value(query.target)),
                }
            };
            if option.count == 0 {
                if option.known != query.target {
                    query.cursor += 1;
                    continue;
                }
                query.option_values.insert(option.known);
                if query.question.is_some() && !query.no_option_has_value {
                    return QueryStep::Answer(Answer::RuledOut);
                }
                if let Some(answer) = query.set_next_target(query.target + 1) {
                    return QueryStep::Answer(answer);
                }
                continue;
            }
            let part = &self.parts[option.first + option.count - 1];
            let knowledge = known(space, [&self.values, &self.ruled_out], part);
            if let Some(value) = knowledge.value() {
                option.known ^= value;
                option.count -= 1;
                continue;
            }
            let wanted = query.target ^ option.known;
            let has_others = option.count > 1;
            let is_asked = has_others || !knowledge.rules_out(wanted);
            if let Some(team) = team
                && is_asked
                && std::mem::take(&mut may_put_off)
                && query.cursor > query.options
                && team.is_searched(part)
                && let Some(other) = unsearched(team, &self.options[query.cursor..], &self.parts)
            {
                self.options.swap(query.cursor, query.cursor + other);
                continue;
            }
            if has_others {
                return QueryStep::Ask(part.clone(), None, knowledge);
            }
            if is_asked {
                return QueryStep::Ask(
                    part.clone(),
                    Some(wanted).filter(|wanted| *wanted == 0 || !space.is_valued()),
                    knowledge,
                );
            }
            query.cursor += 1;
        }
    }

    /// Takes the last query off the stack and notes its answer in the table.
    fn pop_query<S: Space<Part = P>>(&mut self, answer: Answer, budget: &Budget) {
        let Some(mut query) = self.stack.pop() else { return };
        self.options.truncate(query.options);
        self.parts.truncate(query.parts);
        query.knowledge = match (answer, query.question) {
            (Answer::Value(value), _) => query.knowledge.and(Knowledge::of_value(value)),
            (Answer::RuledOut, Some(value)) => query.knowledge.without(value),
            (Answer::RuledOut, None) => query.knowledge,
        };
        if !S::ENDS {
            self.open.remove(&query.part);
        }
        if let Some(team) = team_of::<P>(&self.team) {
            team.leave(&query.part);
        }
        let has_value = P::WORDS == 0 || FastPath::ValuesApart.is_off() || query.knowledge.value().is_some();
        let table = if has_value { &mut self.values } else { &mut self.ruled_out };
        table.set(&query.part, query.knowledge, self.opened - query.number + 1, budget);
    }

    /// Uses an answer about the last part of the current option, for the query at the top of the stack.
    fn receive_answer(&mut self, answer: Answer) {
        let Some(query) = self.stack.last_mut() else { return };
        match (answer, self.options.get_mut(query.cursor)) {
            (Answer::Value(value), Some(option)) => {
                option.known ^= value;
                option.count -= 1;
                if option.count == 0 {
                    query.option_values.insert(option.known);
                }
            }
            _ => query.cursor += 1,
        }
    }
}

/// The value of a sum of parts, by a search that answers questions about one part.
pub(super) fn value_of_sum<P: Ord>(
    parts: Vec<P>,
    answer: &mut dyn FnMut(&P, Option<u64>) -> Solved<Answer>,
) -> Solved<u64> {
    without_pairs(parts).iter().try_fold(0, |sum, part| match answer(part, None)? {
        Answer::Value(value) => Ok(sum ^ value),
        Answer::RuledOut => Err(SolveError::Internal("a part has no value")),
    })
}

/// The largest part of a sum, which is only asked whether it has the value that is left, and the others, which are valued.
/// Equal parts are left out in pairs.
pub(super) fn largest_apart<P: Ord>(parts: Vec<P>, size: impl Fn(&P) -> u64) -> Option<(P, Vec<P>)> {
    let mut parts = without_pairs(parts);
    let largest = (0..parts.len()).max_by_key(|part| size(&parts[*part]))?;
    Some((parts.swap_remove(largest), parts))
}

/// Is this the value of a sum, given as by [`largest_apart`]?
pub(super) fn sum_has_value<P: Ord>(
    sum: Option<(P, Vec<P>)>,
    value: u64,
    answer: &mut dyn FnMut(&P, Option<u64>) -> Solved<Answer>,
) -> Solved<bool> {
    let Some((largest, others)) = sum else { return Ok(value == 0) };
    let left = value ^ value_of_sum(others, answer)?;
    Ok(answer(&largest, Some(left))? == Answer::Value(left))
}

#[inline(always)]
fn known<S: Space>(space: &S, tables: [&KnowledgeTable<S::Part>; 2], part: &S::Part) -> Knowledge {
    let add = |known: Knowledge, table: &KnowledgeTable<S::Part>| {
        if known.value().is_some() { known } else { known.and(table.of(part)) }
    };
    tables.into_iter().fold(space.known(part), add)
}

/// The parts of a sum without those that cancel: of equal ones, one is left if they are an odd number.
fn without_pairs<P: Ord>(mut parts: Vec<P>) -> Vec<P> {
    crate::sorting::sort(&mut parts);
    let mut left: Vec<P> = Vec::with_capacity(parts.len());
    for part in parts {
        match left.pop_if(|last| *last == part) {
            Some(_) => {}
            None => left.push(part),
        }
    }
    left
}

/// The other threads, where there can be some.
fn team_of<P: TableKey>(team: &Option<Membership>) -> Option<&Membership> {
    if P::WORDS == 0 || cfg!(target_family = "wasm") { None } else { team.as_ref() }
}

/// The next option whose next part no other thread searches, among the first few.
fn unsearched<P: TableKey>(team: &Membership, options: &[PartedOption], parts: &[P]) -> Option<usize> {
    let is_free =
        |option: &PartedOption| option.count > 0 && !team.is_searched(&parts[option.first + option.count - 1]);
    options.iter().take(Membership::AHEAD).position(is_free)
}

/// An estimate of the work to find a value: that for the part, and what was ruled out already.
fn work_left(work: u64, known: Knowledge) -> u64 {
    work.saturating_pow(2).saturating_mul(16) / (4 + known.ruled_out_count())
}

/// Of equal work, those that the space has listed first. It is a function of its own, so that all spaces share the sort.
fn least_work_first(options: &mut [PartedOption]) {
    options.sort_by_key(|option| option.cost);
}

/// Sorts parts, the largest first. They are few, so an insertion sort is enough.
fn put_largest_first<S: Space>(space: &S, parts: &mut [S::Part]) {
    let is_before = |one: &S::Part, other: &S::Part| (space.size(one), one) > (space.size(other), other);
    for end in 1..parts.len() {
        let mut at = end;
        while at > 0 && is_before(&parts[at], &parts[at - 1]) {
            parts.swap(at - 1, at);
            at -= 1;
        }
    }
}
