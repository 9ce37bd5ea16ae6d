//! How much a move takes, in plain words, from which heaps, and when: `one or two stones from a, or up to half of b if n is even`.

use super::collect::{number, numbers, range};
use super::formula::whole;
use super::lexemes::{Lexeme, LexemeKind, longest, written};
use super::translate::translated;
use super::words::{Known, is_known, meaning};

/// How much a clause takes, and from which coordinates.
#[derive(Clone, Debug)]
pub struct Amount {
    pub set: String,
    pub from: String,
    /// `except`, `then` and `if`, behind the amount.
    pub condition: String,
}

/// A reader of the amounts of a clause.
pub struct Amounts<'l> {
    body: &'l [Lexeme],
    parameters: &'l [String],
    known: &'l dyn Known,
    at: usize,
    said: SaidAmounts,
    pub found: Vec<Amount>,
    /// These are what another amount excepts, so that nothing is excepted from them: read once more inside each other,
    /// the words would take exponential time.
    is_excepted: bool,
}

/// What was said since the last `from`.
#[derive(Default)]
struct SaidAmounts {
    sets: Vec<String>,
    /// Single numbers, which become one set.
    numbers: Vec<String>,
    /// Whether half of the heap may be taken besides.
    takes_half: bool,
    /// Whether the whole heap may be taken besides.
    takes_all: bool,
    /// The amounts before the last `from`, for a `from` without amounts of its own.
    last: Vec<String>,
    behind: String,
    /// Where the last family of numbers ends.
    behind_set: usize,
    /// Whether the same number is taken from both heaps.
    says_same: bool,
}

impl<'l> Amounts<'l> {
    pub fn of(body: &'l [Lexeme], parameters: &'l [String], known: &'l dyn Known) -> Amounts<'l> {
        Amounts { body, parameters, known, at: 0, said: SaidAmounts::default(), found: Vec::new(), is_excepted: false }
    }

    fn text(&self, ahead: usize) -> &'l str {
        self.body.get(self.at + ahead).map_or("", |lexeme| &lexeme.low)
    }

    fn longest(&self, kind: &'static str) -> Option<(&'static str, usize)> {
        longest(kind, self.body, self.at)
    }

    fn is_parameter(&self, at: usize) -> bool {
        self.body.get(at).is_some_and(|lexeme| self.parameters.contains(&lexeme.text))
    }

    /// A number, a coordinate, or `n` with a number at this place, and the index behind it.
    fn bound(&self, at: usize) -> Option<(String, usize)> {
        let text = |ahead: usize| self.body.get(at + ahead).map_or("", |lexeme| lexeme.low.as_str());
        if text(0) == "n" && self.parameters.is_empty() {
            // `n/2`, `n over two`
            let sign = |at| match text(1) {
                sign @ ("/" | "-") => Some((sign, 1)),
                _ => longest("operator", self.body, at).filter(|(sign, _)| matches!(*sign, "/" | "-")),
            };
            let less = sign(at + 1).and_then(|(sign, length)| Some((sign, number(self.body, at + 1 + length)?)));
            return match less {
                Some((sign, (number, end))) => Some((format!("n{sign}{number}"), end)),
                None => Some(("n".to_owned(), at + 1)),
            };
        }
        number(self.body, at)
    }

    /// The last number that `up to 4` or `less than 4` at this place allows, and the index behind it. The number that was typed may
    /// be left out only with a word that excludes it.
    fn up_to(&self, at: usize) -> Option<(String, usize)> {
        ["upto", "below"].into_iter().find_map(|kind| {
            let (_, length) = longest(kind, self.body, at)?;
            let (bound, end) = self.bound(at + length)?;
            let words = &self.body[at..at + length];
            let excludes = words.iter().any(|word| matches!(word.low.as_str(), "than" | "below" | "under"));
            let last = match bound.parse::<u64>() {
                _ if kind == "upto" => bound,
                Ok(number @ 2..) if excludes => (number - 1).to_string(),
                _ => format!("{bound}-1"),
            };
            Some((last, end))
        })
    }

    pub fn read(&mut self, unknown: &mut Vec<String>) {
        while self.at < self.body.len() {
            let from = self.from();
            // A rule of a single heap says nothing of several.
            if from.is_none() && self.names_every_heap() {
                unknown.push(self.body[self.at].text.clone());
                self.at += 1;
                continue;
            }
            let taken = from
                .or_else(|| self.behind())
                .or_else(|| self.limited())
                .or_else(|| self.named())
                .or_else(|| self.set())
                .or_else(|| self.numbers())
                .or_else(|| self.nothing());
            match taken {
                Some(end) => self.at = end,
                None => {
                    unknown.push(self.body[self.at].text.clone());
                    self.at += 1;
                }
            }
        }
        // Whether half of an odd heap may be taken is not said, unless other amounts are left for it.
        if self.said.takes_half && !self.said.numbers.is_empty() && self.parameters.is_empty() {
            self.said.numbers.push("n/2".to_owned());
        }
        match self.said.takes_all {
            // Who may take all may take less, unless amounts are named.
            true if self.said.numbers.is_empty() && self.said.sets.is_empty() => self.said.sets.push("any".to_owned()),
            true => self.said.numbers.push("n".to_owned()),
            false => {}
        }
        self.finish("");
    }

    /// `each heap`, `both of the piles`
    fn names_every_heap(&self) -> bool {
        self.longest("shape").is_some_and(|(every, length)| every == "every" && self.is_heap(self.at + length))
    }

    fn is_heap(&self, at: usize) -> bool {
        self.body.get(at).is_some_and(|lexeme| meaning("heaps", &lexeme.low).is_some())
    }

    /// Makes amounts of what was read since the last `from`.
    fn finish(&mut self, from: &str) {
        if !self.said.numbers.is_empty() {
            self.said.sets.push(format!("<{}>", self.said.numbers.join(", ")));
            self.said.numbers.clear();
        }
        if self.said.sets.is_empty() && !from.is_empty() {
            self.said.sets.clone_from(&self.said.last);
        }
        let condition = std::mem::take(&mut self.said.behind);
        let amount = |set: &String| Amount { set: set.clone(), from: from.to_owned(), condition: condition.clone() };
        self.found.extend(self.said.sets.iter().map(amount));
        self.said.last = std::mem::take(&mut self.said.sets);
    }

    /// `from a and b`
    fn from(&mut self) -> Option<usize> {
        let from = self.longest("from").map(|(_, length)| length);
        // `from one of the heaps`, `of one heap`
        let length = from.or((self.text(0) == "of").then_some(1))?;
        if let Some((_, more)) = longest("shape", self.body, self.at + length).filter(|one| one.0 == "one") {
            let heaps = if self.parameters.len() > 1 { self.parameters } else { &[] };
            heaps.iter().for_each(|heap| self.finish(&format!(" from {heap}")));
            return Some(self.at + length + more);
        }
        // `the same number from both heaps`, `2 from both`
        let is_both = self.parameters.len() == 2 && longest("both", self.body, self.at + length).is_some();
        if is_both && (self.said.says_same || !self.said.sets.iter().any(|set| set == "any")) {
            self.finish(&format!(" from {}", self.parameters.join(" and ")));
            let end = self.at + length + 1;
            return Some(end + usize::from(self.is_heap(end)));
        }
        if from.is_none() || !self.is_parameter(self.at + length) {
            return None;
        }
        let mut end = self.at + length;
        let mut names = vec![self.body[end].text.as_str()];
        end += 1;
        while self.body.get(end).is_some_and(|lexeme| lexeme.low == "and") && self.is_parameter(end + 1) {
            names.push(&self.body[end + 1].text);
            end += 2;
        }
        let from = format!(" from {}", names.join(" and "));
        self.finish(&from);
        Some(end)
    }

    /// `except 2`, `if n is even`: takes all that follows.
    fn behind(&mut self) -> Option<usize> {
        let excepts = match (self.text(0), self.text(1)) {
            ("except" | "without", _) => 1,
            // `but never from an even heap` excepts no amount.
            ("but", "not" | "never") if number(self.body, self.at + 2).is_some() => 2,
            _ => 0,
        };
        let rest = &self.body[self.at + excepts.max(1)..];
        match self.text(0) {
            _ if excepts > 0 && !self.is_excepted => {
                let mut inner = Amounts { is_excepted: true, ..Amounts::of(rest, &[], self.known) };
                let mut unknown = Vec::new();
                inner.read(&mut unknown);
                let [amount] = &inner.found[..] else { return None };
                // What is excepted only under a condition cannot be said so.
                if !unknown.is_empty() || !amount.condition.is_empty() {
                    return None;
                }
                self.said.behind = format!(" except {}", amount.set);
                Some(self.body.len())
            }
            "if" | "when" | "while" | "where" => {
                let condition = format!(" if {}", translated(whole(rest, self.known)?, self.known)?);
                self.said.behind.push_str(&condition);
                Some(self.body.len())
            }
            _ => None,
        }
    }

    /// `at most half`, `up to 4`, `at least 2`, `between 1 and 5`, `1 to 5`, `2 or more`, `multiples of 3`
    fn limited(&mut self) -> Option<usize> {
        if let Some((_, length)) = self.longest("amount").filter(|found| found.0 == "half") {
            match length {
                1 => self.said.takes_half = true,
                _ => self.said.sets.push("<1..n/2>".to_owned()),
            }
            return Some(self.at + length);
        }
        if let Some((from, to, end)) = range(self.body, self.at)
            && self.longest("upto").is_none()
            && self.longest("below").is_none()
        {
            self.said.sets.push(format!("<{from}..{to}>"));
            return Some(end);
        }
        if let Some((_, length)) = self.longest("atleast") {
            let (from, end) = self.bound(self.at + length)?;
            // `at least 2 and at most 5`
            let joint = longest("and", self.body, end).map_or(0, |(_, length)| length);
            let half = longest("amount", self.body, end + joint).filter(|(amount, _)| *amount == "half");
            let half = half.map(|(_, length)| ("n/2".to_owned(), end + joint + length));
            let (to, end) = half.or_else(|| self.up_to(end + joint)).unwrap_or((String::new(), end));
            self.said.sets.push(format!("<{from}..{to}>"));
            return Some(end);
        }
        if let Some((to, end)) = self.up_to(self.at) {
            self.said.sets.push(format!("<1..{to}>"));
            return Some(end);
        }
        // `from 1 up to n/2`
        let (from, end) = self.bound(self.at + self.longest("from").map_or(0, |(_, length)| length))?;
        if let Some((_, length)) = longest("to", self.body, end)
            && let Some((to, end)) = self.bound(end + length)
        {
            self.said.sets.push(format!("<{from}..{to}>"));
            return Some(end);
        }
        None
    }

    /// A family of numbers, or any number.
    fn named(&mut self) -> Option<usize> {
        if self.text(0).starts_with("multiple") && self.text(1) == "of" {
            let (of, end) = number(self.body, self.at + 2)?;
            let is_not = self.said.sets.pop().is_some_and(|set| set == "not");
            let sign = if is_not { "!=" } else { "==" };
            self.said.sets.push(format!("{{k for k in 1.. if k % {of} {sign} 0}}"));
            return Some(end);
        }
        if let Some((family, length)) = self.longest("family") {
            self.said.sets.retain(|set| set != "any");
            let end = self.at + length;
            // `a prime number that is odd`
            let joins = |lexeme: &Lexeme| {
                lexeme.text == "," || ["or", "and"].iter().any(|kind| meaning(kind, &lexeme.low).is_some())
            };
            if let Some(last) = self.said.sets.last_mut()
                && !self.body[self.said.behind_set..self.at].iter().any(joins)
            {
                *last = format!("{{k for k in 1.. if k in {last} and k in {family}}}");
                self.said.behind_set = end;
                return Some(end);
            }
            self.said.behind_set = end;
            // `an odd number below 8`
            if let Some((to, behind)) = self.up_to(end).filter(|_| !family.contains(' ')) {
                self.said.sets.push(format!("{{k for k in 1..{to} if k in {family}}}"));
                return Some(behind);
            }
            self.said.sets.push(family.to_owned());
            return Some(self.at + length);
        }
        let (any, length) = self.longest("amount")?;
        if any == "all" {
            self.said.takes_all = true;
            return Some(self.at + length);
        }
        if any != "same" && !self.said.sets.iter().any(|set| set == any) {
            self.said.sets.push(any.to_owned());
        } else if any == "same" {
            // The same number is taken from several heaps, which `from` names.
            let rest = self.body[self.at..].iter().filter(|lexeme| self.parameters.contains(&lexeme.text)).count();
            let is_both = (self.at..self.body.len()).any(|at| longest("both", self.body, at).is_some());
            self.said.says_same = is_both;
            self.said.sets.push((rest > 1 || is_both).then(|| "any".to_owned())?);
        }
        Some(self.at + length)
    }

    /// A set in brackets: `<1, 2>`, `{1, 2}`, `{k for k in 1..5}`, or the name of one.
    fn set(&mut self) -> Option<usize> {
        let close = match self.text(0) {
            "<" => ">",
            "{" => "}",
            _ => return None,
        };
        let end = (self.at + 1..self.body.len()).find(|&end| self.body[end].text == close)?;
        let inside = &self.body[self.at + 1..end];
        let text = written(inside).replace(" or ", ", ");
        let has_cases = inside.iter().any(|lexeme| lexeme.text == "for");
        self.said.sets.push(if has_cases { format!("{{{text}}}") } else { format!("<{text}>") });
        Some(end + 1)
    }

    /// Numbers, and the things they count.
    fn numbers(&mut self) -> Option<usize> {
        // `a stone`
        let thing = longest("thing", self.body, self.at + 1).filter(|thing| thing.0 == "stone");
        if let Some((_, length)) = thing.filter(|_| matches!(self.text(0), "a" | "an")) {
            self.said.numbers.push("1".to_owned());
            return Some(self.at + 1 + length);
        }
        // `a divisor of n except n itself`
        if self.is_excepted && self.text(0) == "n" {
            self.said.numbers.push("n".to_owned());
            return Some(self.at + 1);
        }
        let (found, mut end) = numbers(self.body, self.at)?;
        // `take one heap`
        if self.is_heap(end) {
            return None;
        }
        let text = |at: usize| self.body.get(at).map_or("", |lexeme| lexeme.text.as_str());
        // An ellipsis, and perhaps where it ends: `1, 2, ..., 5`.
        let dots = end + usize::from(text(end) == ",");
        if text(dots) == ".." {
            let first = found.first()?;
            let step = step(&found)?;
            let (to, end) =
                number(self.body, dots + 1 + usize::from(text(dots + 1) == ",")).unwrap_or((String::new(), dots + 1));
            self.said.sets.push(format!("<{first}..{to}{step}>"));
            return Some(end);
        }
        self.said.numbers.extend(found);
        // Things may have a name that no table has, if they are many: `2 widgets`.
        let is_thing = |lexeme: &Lexeme| {
            lexeme.low.len() > 3 && lexeme.low.ends_with('s') && lexeme.low.is_ascii() && !is_known(&lexeme.low)
        };
        end += usize::from(self.body.get(end).is_some_and(|next| next.kind == LexemeKind::Word && is_thing(next)));
        Some(end)
    }

    fn nothing(&mut self) -> Option<usize> {
        if let Some((_, length)) = self.longest("shape").filter(|found| found.0 == "adjacent") {
            // Neighbours leave a gap in their row.
            self.said.behind = " then maybe split".to_owned();
            return Some(self.at + length);
        }
        let lexeme = &self.body[self.at];
        // `take 1 from 5` says nothing of which heap.
        if self.longest("from").is_some_and(|(_, length)| number(self.body, self.at + length).is_some()) {
            return None;
        }
        let is_heap = lexeme.low == "n" && self.parameters.is_empty();
        let length = nothing(self.body, self.at).max(usize::from(is_heap));
        (length > 0).then_some(self.at + length)
    }
}

/// The steps by which numbers grow, as they stand behind a range; `None` if they are not always the same.
fn step(numbers: &[String]) -> Option<String> {
    let values: Vec<u64> = numbers.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let steps: Vec<u64> = values.windows(2).map(|pair| pair[1].checked_sub(pair[0])).collect::<Option<_>>()?;
    match steps.first() {
        _ if steps.windows(2).any(|pair| pair[0] != pair[1]) || steps.contains(&0) => None,
        None | Some(1) => Some(String::new()),
        Some(step) => Some(format!(" step {step}")),
    }
}

/// How many words of a rule at a place say nothing: the things that are taken, the players, articles.
pub fn nothing(given: &[Lexeme], at: usize) -> usize {
    let is_sign = matches!(given[at].text.as_str(), "," | "." | ":" | ";" | "|");
    let found = longest("thing", given, at).or_else(|| longest("or", given, at));
    found.map_or(usize::from(is_sign), |(_, length)| length)
}
