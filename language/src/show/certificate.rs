//! `… to "k.v"` and `… to "k.cert"`: what can be checked without the program, as a theorem for Rocq and as JSON. `proof/` has
//! the library that such a theorem uses, and the checker of the other.

use std::io;

use grundy_engine::game::{RuleClause, Sizes, Taken};
use serde_json::Value as Json;

use crate::error::Uncertified;
use crate::show::exact_json::{self, LargeNumbers, Lines};
use crate::show::rocq_library;

/// The extension of theorems for Rocq.
pub const ROCQ: &str = "v";
/// Theorems that stand behind the library itself, recognised by the end of their names.
pub const WHOLE: &str = "_whole.v";
/// The extension of certificates for the checker in Python.
pub const CERTIFICATE: &str = "cert";

/// An answer that others can check.
pub trait Certificate {
    /// Why there is no such file for this answer; `None` if there is one.
    fn refused(&self, is_rocq: bool) -> Option<Refused>;

    /// What is claimed, in sentences.
    fn said(&self) -> Vec<String>;

    /// The claim as data.
    fn data(&self) -> Json;

    /// Definitions, and a theorem `claim` with its proof.
    fn theorem(&self) -> String;

    /// The name of the file as which a page offers it, without extension; `None` if no page does.
    fn offered_as(&self) -> Option<String> {
        None
    }
}

/// Why an answer has no certificate, and where it is too large, how many heaps or elements a check would have to look at.
pub type Refused = (Uncertified, u64);

/// How a file with this extension is checked, as the user would type it; `None` for all other files.
pub fn how_to_check(path: &str) -> Option<String> {
    match path.rsplit_once('.')?.1 {
        _ if path.ends_with(WHOLE) => Some(format!("coqc {path}")),
        ROCQ => Some(format!("coqc -Q proof Grundy {path}")),
        CERTIFICATE => Some(format!("python3 proof/check_certificate.py {path}")),
        _ => None,
    }
}

/// Whether what is to be checked by others can be: of files of all other kinds nothing is asked.
pub fn certifiable(answer: Option<&dyn Certificate>, extension: &str, name: &str) -> Result<(), Refused> {
    let is_rocq = extension == ROCQ || extension == WHOLE;
    let Some(certificate) = answer.filter(|_| is_rocq || extension == CERTIFICATE) else { return Ok(()) };
    if is_rocq && !is_module(name) {
        return Err((Uncertified::Name, 0));
    }
    certificate.refused(is_rocq).map_or(Ok(()), Err)
}

/// Is this the name of a file that Rocq compiles? Such a name is a module there.
fn is_module(name: &str) -> bool {
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    stem.starts_with(|first: char| first.is_ascii_alphabetic())
        && stem.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Writes the theorem, behind the library or with a line that names it.
pub fn write_rocq(certificate: &dyn Certificate, is_whole: bool, out: &mut dyn io::Write) -> io::Result<()> {
    // Rocq reads quotation marks and nested comments.
    let said = certificate.said().join("\n   ").replace('"', "'").replace("(*", "( *").replace("*)", "* )");
    let (how, library) = match is_whole {
        true => ("The claim and its proof stand at the end, behind the library.", rocq_library::text()),
        false => ("How this is checked: proof/README.md.", "From Grundy Require Import All.\n".to_owned()),
    };
    write!(out, "(* {said}\n   {how} *)\n{library}{}Print Assumptions claim.\n", certificate.theorem())
}

/// Writes the claim as JSON.
pub fn write_data(certificate: &dyn Certificate, out: &mut dyn io::Write) -> io::Result<()> {
    let mut data = certificate.data();
    data["said"] = certificate.said().into();
    exact_json::write(&data, Lines::One, LargeNumbers::AsTexts, out)?;
    out.write_all(b"\n")
}

/// The file that a page offers: its name, and what it holds.
pub fn offered(certificate: &dyn Certificate) -> Option<(String, Vec<u8>)> {
    let name = certificate.offered_as().filter(|_| certificate.refused(false).is_none())?;
    let mut text = Vec::new();
    write_data(certificate, &mut text).ok()?;
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    Some((format!("{}.{CERTIFICATE}", name.chars().map(plain).collect::<String>()), text))
}

/// Can a certificate say this rule?
pub fn can_say(rule: &[RuleClause]) -> bool {
    /// The most heaps that a move leaves, and if they must be unequal. The checkers list all ways to leave them.
    const MOST: (u32, u32) = (6, 2);
    let most = |sizes| if sizes == Sizes::Unequal { MOST.1 } else { MOST.0 };
    rule.iter().all(|clause| clause.parts.iter().all(|parts| *parts <= most(clause.sizes)))
}

/// The work that each of the two does in a minute or two.
const WORK_OF_ROCQ: u64 = 10_000_000;
pub const WORK_OF_PYTHON: u64 = 2_500_000_000;

/// The work of each of the two, in pairs of heaps.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    pub rocq: u64,
    pub python: u64,
}

impl Work {
    pub fn is_too_much(self, is_rocq: bool) -> bool {
        if is_rocq { self.rocq > WORK_OF_ROCQ } else { self.python > WORK_OF_PYTHON }
    }
}

/// What a rule says of all its moves.
#[derive(Clone, Copy, Debug)]
pub struct RuleBounds {
    /// The most that is taken, or the largest amount that is not "so much or more".
    pub largest: u64,
    /// May any large amount be taken? And may it leave nothing, or one heap?
    pub is_endless: bool,
    pub large_leave_none: bool,
    pub large_leave_one: bool,
    /// The most heaps that are left.
    pub parts: u32,
    pub sizes: Sizes,
}

impl RuleBounds {
    /// `None` of a rule that a certificate cannot say.
    pub fn of(rule: &[RuleClause]) -> Option<RuleBounds> {
        let amounts = rule.iter().map(|clause| match clause.taken {
            Taken::Just(amount) => amount,
            Taken::From(least) => least.saturating_sub(1),
        });
        let endless = || rule.iter().filter(|clause| matches!(clause.taken, Taken::From(_)));
        let bounds = RuleBounds {
            largest: amounts.max()?,
            is_endless: endless().next().is_some(),
            large_leave_none: endless().any(|clause| clause.parts.contains(&0)),
            large_leave_one: endless().any(|clause| clause.parts.contains(&1)),
            parts: rule.iter().flat_map(|clause| clause.parts.iter().copied()).max()?,
            sizes: rule.iter().map(|clause| clause.sizes).max()?,
        };
        can_say(rule).then_some(bounds)
    }

    /// The work of computing so many values from the definition.
    pub fn work(self, heaps: u64) -> Work {
        // In about how many ways so many heaps, or fewer, have this total.
        let ways = |parts: u32| (1..=u64::from(parts)).fold(1, |ways: u64, next| ways.saturating_mul(heaps) / next);
        let is_plain = !self.is_endless && self.parts <= 2;
        Work {
            rocq: ways(if is_plain && self.sizes.are_any() { 2 } else { self.parts.max(3) }),
            python: ways(2).saturating_mul(if is_plain { 1 } else { 100 }),
        }
    }
}

/// The rule in the words of the library for Rocq.
pub fn rocq_rule(rule: &[RuleClause]) -> String {
    let clause = |clause: &RuleClause| {
        let taken = match clause.taken {
            Taken::Just(amount) => format!("Just {amount}"),
            Taken::From(least) => format!("From {least}"),
        };
        let parts = clause.parts.iter().fold(0u64, |bits, parts| bits | 1 << parts);
        format!("Clause ({taken}) {parts} {:?}", clause.sizes)
    };
    format!("[{}]", rule.iter().map(clause).collect::<Vec<_>>().join("; "))
}

/// A list of numbers as Rocq reads it.
pub fn rocq_list<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    format!("[{}]", numbers.into_iter().map(|number| number.to_string()).collect::<Vec<_>>().join("; "))
}

/// The rule in words: "take 1 or 2, and leave 0, 1 or 2 heaps".
pub fn in_words(rule: &[RuleClause]) -> String {
    let mut said: Vec<String> = Vec::new();
    for group in rule.chunk_by(|one, next| one.parts == next.parts && one.sizes == next.sizes) {
        let amounts: Vec<String> = group.iter().map(|clause| amount(clause.taken)).collect();
        let sizes = match group[0].sizes {
            Sizes::Any => "",
            Sizes::Equal => "equal ",
            Sizes::Unequal => "unequal ",
        };
        said.push(format!("take {}, and leave {}", or(&amounts), heaps(&group[0].parts, sizes)));
    }
    said.join("; or ")
}

fn amount(taken: Taken) -> String {
    match taken {
        Taken::Just(0) => "nothing".to_owned(),
        Taken::Just(amount) => amount.to_string(),
        Taken::From(0) => "any number".to_owned(),
        Taken::From(least) => format!("{least} or more"),
    }
}

/// "at most 2 heaps", "2 equal heaps"
fn heaps(parts: &[u32], sizes: &str) -> String {
    let last = parts.last().copied().unwrap_or_default();
    let noun = if last == 1 { "heap" } else { "heaps" };
    match parts {
        [0] => "nothing".to_owned(),
        [0, ..] if parts.len() == last as usize + 1 => format!("at most {last} {sizes}{noun}"),
        _ => format!("{} {sizes}{noun}", or(parts)),
    }
}

/// "0, 1 or 2"
fn or<T: ToString>(items: &[T]) -> String {
    let mut items: Vec<String> = items.iter().map(T::to_string).collect();
    let last = items.pop().unwrap_or_default();
    if items.is_empty() { last } else { format!("{} or {last}", items.join(", ")) }
}
