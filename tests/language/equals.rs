//! Equals for equals: where `let a = E` stands, `a` and `(E)` mean the same. Programs are drawn at random, and a part of each is
//! replaced by a name, a call of a function, a member of a list, a branch of `if` or a name that a file has defined. The answer is the same, or
//! one of the two texts is asked what it means.

use std::collections::BTreeMap;

use crate::common::Played;
use crate::common::dice::{Dice, tries};
use crate::proposals::answered;

/// What every program may use.
const DEFINED: &str = "game S = take <1..3>\n\
    let two = 2\n\
    let five = 5\n\
    let p = S(2)\n\
    let q = Kayles(3) + *4\n\
    let numbers = [3, 0, 5]\n\
    let places = [S(6), *2, Nim(1)]\n\
    let h(n) = grundy S(n)\n\
    let k(two) = grundy S(3) + two\n\
    let at(n) = Kayles(n) + S(n)\n\
    let more(x) = x + x\n\
    let pick(c, x, y) = if c then x else y\n\
    game Z(a, b) = take any from a | take any from b\n\
    numbers\n\
    p\n";

/// Forms by kind. A capital letter in braces is a part: a number, a truth value, a list of numbers, a position, positions in a list,
/// or a set. `$` binds a variable in the parts behind it, which is a number.
const NUMBERS: &[&str] = &[
    "{N} + {N}",
    "{N} - {N}",
    "{N} * {N}",
    "{N} / {N}",
    "{N} % {N}",
    "{N} ^ {N}",
    "{N}^2",
    "2^{N}",
    "{N} xor {N}",
    "{N} ⊕ {N}",
    "{P} ^ {P}",
    "{P} xor {N}",
    "-{N}",
    "grundy {P}",
    "grundy {P} + {N}",
    "grundy {P} + {P}",
    "grundy {P} ^ grundy {P}",
    "grundy S({N})",
    "max({N}, {N})",
    "min({P}, {N})",
    "max({S})",
    "max({Q})",
    "mex {{N}, {N}}",
    "mex {{P}, {P}}",
    "mex {{N}, 0} ^ {N}",
    "mex({L})",
    "nimsum({L})",
    "nimsum({Q})",
    "sum({L})",
    "sum($ {N} for $ in {L})",
    "max($ {P} for $ in {L})",
    "count({L}, {N})",
    "count({Q}, {P})",
    "count({Q}, {N})",
    "count($ {T} for $ in {L})",
    "length({L})",
    "length({S})",
    "{L}[{N}]",
    "abs({N})",
    "pow({N}, {N})",
    "gcd({N}, {N})",
    "h({N})",
    "k({N})",
    "more({N})",
    "pick({T}, {N}, {N})",
    "if {T} then {N} else {N}",
    "|{N} - {N}|",
    "sum($ {N} | $ <- {L})",
    "length({Q})",
    "count({Q})",
    "nimsum(grundy S(0..min(9, abs({N}))))",
    "length(table S 0..min(5, abs({N})))",
    "(table grundy S 0..3)[{N}][1]",
    "(table Z 0..1, {L})[0][{N}]",
    "(plot S 0..4)[{N}][1]",
    "length(tree S(min(5, abs({N}))))",
];
const TRUTHS: &[&str] = &[
    "{N} == {N}",
    "{N} != {N}",
    "{N} < {N}",
    "{N} >= {N}",
    "{P} == {P}",
    "{P} == {N}",
    "{P} < {P}",
    "{P} > {N}",
    "{N} in {L}",
    "{N} in {S}",
    "{N} in {Q}",
    "{P} in {Q}",
    "{P} not in {Q}",
    "{P} in {L}",
    "{P} in {S}",
    "{L} == {L}",
    "{Q} == {Q}",
    "{Q} == {L}",
    "{S} == {S}",
    "{L} < {L}",
    "{T} == {T}",
    "not {T}",
    "{T} and {T}",
    "{T} or {T}",
    "even({N})",
    "all($ {T} for $ in {L})",
    "some($ {T} for $ in {L})",
    "winner {P} == first",
    "outcome {P} == P",
    "equal {P}, {P}",
    "if {T} then {T} else {T}",
];
const LISTS: &[&str] = &[
    "[{N}, {N}]",
    "[{N}]",
    "[$ {N} for $ in {L}]",
    "[$ {N} for $ in 0..3]",
    "[$ $ for $ in {L} if {T}]",
    "{L} ++ {L}",
    "sort({L})",
    "sort({S})",
    "reverse({L})",
    "values S 0..4",
    "(values Z 1, {L})",
    "values grundy S 0..min(9, abs({N}))",
    "losing Z(0..4, min(4, abs({N})))",
    "grundy Z(1..3, min(4, abs({N})))",
    "[$ {N} | $ <- {L}]",
    "[$ $ | $ <- {L}, {T}]",
    "min(4, abs({N})) * [{N}]",
    "[$ $[1] for $ in (table grundy Z 1, {L})]",
    "[$ grundy $ for $ in {Q}]",
    "if {T} then {L} else {L}",
];
const POSITION_LISTS: &[&str] = &[
    "[{P}, {P}]",
    "[$ {P} for $ in {L}]",
    "[$ {P} | $ <- {L}]",
    "{Q} ++ {Q}",
    "sort({Q})",
    "reverse({Q})",
    "if {T} then {Q} else {Q}",
    "min(4, abs({N})) * [{P}]",
    "options S(min(9, abs({N})))",
    "moves S(min(9, abs({N}))) + *2",
    "tree S(min(4, abs({N})))",
];
const SETS: &[&str] = &[
    "{{N}, {N}}",
    "{{P}, {P}}",
    "{{P}, {N}}",
    "<{N}, {N}>",
    "{$ {N} for $ in {L}}",
    "{$ {P} for $ in {L}}",
    "{S} except {S}",
    "{{S}, {N}}",
    "0..3",
];
const POSITIONS: &[&str] = &[
    "S({N})",
    "Nim({N})",
    "*{N}",
    "{P} + {P}",
    "{N}*{P}",
    "2*{P}",
    "S[{L}]",
    "{Q}[{N}]",
    "sum[{Q}]",
    "at({N})",
    "more({P})",
    "pick({T}, {P}, {P})",
    "if {T} then {P} else {P}",
];

/// A text with the parts that were drawn for it.
struct Drawn {
    pieces: Vec<Piece>,
    /// The variables that are bound around it.
    bound: Vec<String>,
}

enum Piece {
    Text(String),
    Part(Drawn),
}

impl Drawn {
    /// An expression of this kind, with so many levels below it.
    fn new(kind: char, depth: u32, bound: &[String], dice: &mut Dice) -> Drawn {
        let form = match depth {
            0 => Drawn::leaf(kind, bound, dice),
            _ => {
                let forms = match kind {
                    'N' => NUMBERS,
                    'T' => TRUTHS,
                    'L' => LISTS,
                    'Q' => POSITION_LISTS,
                    'S' => SETS,
                    _ => POSITIONS,
                };
                dice.pick(forms).to_owned()
            }
        };
        let mut drawn = Drawn { pieces: Vec::new(), bound: bound.to_vec() };
        let mut inside = bound.to_vec();
        let variable = ["i", "j", "m", "u", "v", "w"][bound.len().min(5)].to_owned();
        let form = match form.contains('$') {
            true => {
                // The list through which the variable runs does not know it.
                inside.push(variable.clone());
                form.replacen("$ ", "", 1).replace('$', &variable)
            }
            false => form,
        };
        let mut rest = &form[..];
        while let Some(at) = rest.find(|c: char| "NTLQSP".contains(c)).filter(|_| depth > 0) {
            let (before, after) = rest.split_at(at);
            let is_part = before.ends_with('{') && after[1..].starts_with('}');
            if !is_part {
                drawn.pieces.push(Piece::Text(rest[..=at].to_owned()));
                rest = &rest[at + 1..];
                continue;
            }
            let before = &before[..before.len() - 1];
            drawn.pieces.push(Piece::Text(before.to_owned()));
            let binds = |part: &str| part.contains(" for ") || part.contains(" | ");
            let is_source = before.ends_with("<- ") || before.rsplit_once(" in ").is_some_and(|(part, _)| binds(part));
            let bound = if is_source { bound } else { &inside };
            // Some parts are short, so that a text is not all depth.
            let depth = if dice.below(3) == 0 { 0 } else { depth - 1 };
            let kind = after.chars().next().unwrap();
            drawn.pieces.push(Piece::Part(Drawn::new(kind, depth, bound, dice)));
            rest = &after[2..];
        }
        drawn.pieces.push(Piece::Text(rest.to_owned()));
        drawn
    }

    fn leaf(kind: char, bound: &[String], dice: &mut Dice) -> String {
        if kind == 'N' && !bound.is_empty() && dice.below(2) == 0 {
            return bound[dice.below(bound.len() as u64) as usize].clone();
        }
        let leaves: &[&str] = match kind {
            'N' => &["0", "1", "2", "3", "4", "7", "two", "five", "grundy p", "h(3)", "(2)", "ans"],
            'T' => &["true", "false", "two == 2", "p == q"],
            'L' => &["numbers", "[1, 2]", "[]", "[two]", "out 1"],
            'Q' => &["places", "[p, q]", "[S(3), S(7)]"],
            'S' => &["{1, 2}", "{p, q}", "{S(3), S(7), *1}", "1..two"],
            _ => &["S(3)", "S(7)", "p", "q", "*2", "Nim(5)", "at(4)", "out 2"],
        };
        dice.pick(leaves).to_owned()
    }

    /// All parts, this one first.
    fn parts(&self) -> Vec<&Drawn> {
        let inner = self.pieces.iter().filter_map(|piece| match piece {
            Piece::Part(part) => Some(part.parts()),
            Piece::Text(_) => None,
        });
        std::iter::once(self).chain(inner.flatten()).collect()
    }

    /// The text, with another text in place of one part. Some parts stand in brackets.
    fn text(&self, replaced: Option<(&Drawn, &str)>) -> String {
        if let Some((part, text)) = replaced
            && std::ptr::eq(part, self)
        {
            return text.to_owned();
        }
        let pieces = self.pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Part(part) => part.text(replaced),
        });
        pieces.collect()
    }
}

/// The ways to say a part in other words, each with what it defines before, where it uses the variables around it only in the
/// arguments of a function.
fn other_words(part: &Drawn, way: u64) -> (String, String) {
    let text = part.text(None);
    let given = part.bound.join(", ");
    match way {
        0 if part.bound.is_empty() => (format!("let a = {text}"), "a".to_owned()),
        1 if part.bound.is_empty() => (format!("let a(z) = {text}"), "a(0)".to_owned()),
        2 if part.bound.is_empty() => (format!("let a = [7, ({text})]"), "a[1]".to_owned()),
        3 if part.bound.is_empty() => (format!("FILE let a = {text}"), "a".to_owned()),
        0 | 1 | 3 => (format!("let a({given}) = {text}"), format!("a({given})")),
        4 => ("let a(x) = x".to_owned(), format!("a(({text}))")),
        5 => (String::new(), format!("(if two == 2 then ({text}) else 0)")),
        6 => (String::new(), format!("first(a for a in [({text})])")),
        7 => (String::new(), format!("[({text}), 1][0]")),
        // One sign, or a call, needs no brackets.
        _ if part.pieces.len() == 1 && text.chars().all(char::is_alphanumeric) => (String::new(), text),
        _ => (String::new(), format!("(({text}))")),
    }
}

/// The errors by which a text is asked what it means. A range that is written without members is one of them.
const ASKING: &[&str] = &["E0102", "E0304", "E0315", "E0316", "E0323", "E0324"];

/// The faults that are not met where a condition that does not need them is tested first.
const FAULTS: &[&str] = &["E0325", "E0326", "E0327"];

#[derive(Default)]
struct Counts {
    same: u64,
    both_wrong: u64,
    /// By the code of the error, of what was written and of its other words.
    asked: BTreeMap<(String, bool), (u64, String)>,
}

/// The answer to a statement, or the code of its error.
fn told(played: &mut Played, text: &str) -> Result<String, String> {
    match answered(played, text) {
        // What a note says of the form, as that `/` is rounded down, is no answer.
        (told, None) => Ok(told.split("note: ").next().unwrap_or_default().to_owned()),
        (_, Some((_, error))) => Err(error.code().to_owned()),
    }
}

/// Draws so many programs; the differences that are no question.
fn differences(tries: u64, seed: u64) -> (Counts, Vec<String>) {
    let mut counts = Counts::default();
    let mut wrong = Vec::new();
    let mut dice = Dice::new(seed);
    let mut played = Played::new();
    for at in 0..tries {
        if at % 250 == 0 {
            played = Played::new();
            played.script("<before>", DEFINED).unwrap();
        }
        let kind = ['N', 'T', 'L', 'Q', 'S', 'P'][dice.below(6) as usize];
        let depth = 1 + dice.below(3) as u32;
        let drawn = Drawn::new(kind, depth, &[], &mut dice);
        let parts = drawn.parts();
        let part = parts[dice.below(parts.len() as u64) as usize];
        let (defined, words) = other_words(part, dice.below(9));
        let verb = match kind {
            'P' => dice.pick(&["print ", "grundy ", "winner ", "print grundy ", ""]),
            'N' => dice.pick(&["print ", ""]),
            _ => "print ",
        };
        let one = format!("{verb}{}", drawn.text(Some((part, &format!("({})", part.text(None))))));
        let other = format!("{verb}{}", drawn.text(Some((part, &words))));
        // The last answer is the same before both.
        let _ = told(&mut played, "five");
        let first = told(&mut played, &one);
        let _ = told(&mut played, "five");
        let definition = match defined.strip_prefix("FILE ") {
            Some(text) => played.script("defined.cgt", text).map_err(|_| "FILE".to_owned()),
            None => told(&mut played, &defined).map(drop),
        };
        let _ = told(&mut played, "five");
        let second = definition.clone().and_then(|()| told(&mut played, &other));
        let mut ask = |code: String, is_first| {
            let asked =
                counts.asked.entry((code, is_first)).or_insert_with(|| (0, format!("{one} | {defined} | {other}")));
            asked.0 += 1;
        };
        match (first, second) {
            // `*grundy A + B` and `*grundy A + [B][0]` are equal as games, but written differently.
            (Ok(_), Ok(_)) if one.contains("*grundy") => counts.same += 1,
            (Ok(one), Ok(other)) if one == other => counts.same += 1,
            (Err(_), Err(_)) => counts.both_wrong += 1,
            (Ok(_), Err(code)) if definition.is_err() => ask(format!("{code} in the definition"), false),
            (Ok(_), Err(code)) | (Err(code), Ok(_))
                if FAULTS.contains(&&code[..]) && [" if ", "<- "].iter().any(|word| one.contains(word)) =>
            {
                ask(code, true)
            }
            (Ok(_), Err(code)) if ASKING.contains(&&code[..]) => ask(code, false),
            (Err(code), Ok(_)) if ASKING.contains(&&code[..]) => ask(code, true),
            (first, second) => {
                wrong.push(format!("{one}\n  {first:?}\n{defined}\n{other}\n  {second:?}"));
            }
        }
    }
    (counts, wrong)
}

fn checked(tries: u64, seed: u64) {
    let (counts, wrong) = differences(tries, seed);
    println!("{} same, {} wrong both times, asked: {:#?}", counts.same, counts.both_wrong, counts.asked);
    assert!(counts.same > tries / 3, "only {} of {tries} have an answer", counts.same);
    let shown: Vec<_> = wrong.iter().take(20).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} of {tries}:\n{}", wrong.len(), shown.join("\n\n"));
}

#[test]
fn a_part_in_other_words_gives_the_same_answer() {
    checked(tries(2_000), 1);
}

/// `cargo test --release --test language a_million_parts -- --ignored --nocapture`, with `TRIES` and `SEED` for others.
#[test]
#[ignore = "takes long"]
fn a_million_parts_in_other_words_give_the_same_answers() {
    let number = |name: &str, other: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(other);
    checked(number("TRIES", 1_000_000), number("SEED", 7));
}

/// A position that is left out of a set leaves out the number that it is equal to, whether the set has an end or not.
#[test]
fn what_is_left_out_is_left_out_as_its_equal() {
    let mut played = Played::new();
    played.answer("game S = take <1,2,3,4>");
    for set in ["0..", "0..20", "primes", "evens"] {
        let line = format!(
            "check (n in (({set}) except {{S(a), b}})) == (n in ({set}) and n != b and not (S(a) == n)) \
             for n in 0..12, a in 0..7, b in 0..3"
        );
        assert_eq!(played.answer(&line).trim_end(), "Holds for all 416 cases.", "{line}");
    }
}
