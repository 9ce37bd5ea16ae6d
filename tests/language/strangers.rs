//! How often the program understands what strangers type: `tests/strangers/*.tsv` hold inputs, what was meant (`?` where
//! no proposal may be shown), and of what kind each is. An input is *right* if it, or the correction that the program
//! proposes, answers as what was meant; *wrong* if it or its correction answers something else; and otherwise
//! *silent*: the program says honestly that it does not understand. A wrong proposal is worse than none.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::common::clock::worked;
use crate::common::dice::tries;
use crate::proposals::{after, answered};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right,
    Silent,
    Wrong,
}

struct Input {
    typed: String,
    /// What was meant; `None` if nothing may be proposed.
    meant: Option<String>,
    kind: String,
}

/// The inputs of a file.
fn inputs(file: &str) -> Vec<Input> {
    let input = |line: &str| {
        let [typed, meant, kind] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("three columns: {line}") };
        let meant = (meant != "?").then(|| meant.to_owned());
        Input { typed: typed.to_owned(), meant, kind: kind.to_owned() }
    };
    fs::read_to_string(file).unwrap().lines().filter(|line| !line.starts_with('#')).map(input).collect()
}

/// The verdict on an input, and what it became.
fn verdict(input: &Input) -> (Verdict, String) {
    let before = ["game S = take <1,2,3>".to_owned(), "game T = take <1,2>".to_owned()];
    let (answer, wrong) = answered(&mut after(&before), &input.typed);
    let (answer, became) = match wrong {
        None if input.meant.is_none() => return (Verdict::Silent, String::new()),
        None => (answer, input.typed.clone()),
        Some((source, error)) => {
            let fix = error.hint().and_then(|hint| hint.replacement).filter(|fix| fix.0.source() == source);
            let Some((place, new)) = fix else { return (Verdict::Silent, String::new()) };
            let mut corrected = input.typed.clone();
            corrected.replace_range(place.range(), &new);
            let (answer, again) = answered(&mut after(&before), &corrected);
            if again.is_some() {
                return (Verdict::Wrong, corrected);
            }
            (answer, corrected)
        }
    };
    let Some(meant) = &input.meant else { return (Verdict::Wrong, became) };
    let (wanted, error) = answered(&mut after(&before), meant);
    if let Some((_, error)) = error {
        panic!("{meant} is wrong itself: {error}");
    }
    (if plain(&answer) == plain(&wanted) { Verdict::Right } else { Verdict::Wrong }, became)
}

/// An answer without what does not count: a set is written in either brackets, and the place of a note is not what is answered.
pub(crate) fn plain(answer: &str) -> String {
    let lines: Vec<&str> = answer.lines().collect();
    let is_carets =
        |at: usize| lines.get(at).is_some_and(|line| line.contains('^') && line.trim_matches([' ', '^']).is_empty());
    let said = (0..lines.len()).filter(|at| !is_carets(*at) && !is_carets(at + 1)).map(|at| lines[at]);
    let said = said.collect::<Vec<_>>().join("\n");
    said.replace(['{', '<'], "<").replace(['}', '>'], ">").replace(", ", ",")
}

/// Judges the inputs of a file, prints how many of each kind are right, silent and wrong, and lists those that are
/// not right. The least share that must be right, and the greatest that may be wrong, are in percent.
fn judged(file: &str, right: usize, wrong: usize) {
    let inputs = inputs(file);
    let mut counts: BTreeMap<(&str, Verdict), usize> = BTreeMap::new();
    let mut kinds: Vec<&str> = inputs.iter().map(|input| input.kind.as_str()).collect();
    let (mut known, mut total) = (0, [0; 3]);
    for input in &inputs {
        let (verdict, became) = verdict(input);
        *counts.entry((&input.kind, verdict)).or_default() += 1;
        let meant = input.meant.as_deref();
        if verdict == Verdict::Wrong || verdict == Verdict::Silent && meant.is_some() {
            println!("{verdict:?}\t{}\n\tmeant\t{}\n\tbecame\t{became}", input.typed, meant.unwrap_or("nothing"));
        }
        known += usize::from(meant.is_some());
        total[verdict as usize] += 1;
    }
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let [right, silent, wrong] = [Verdict::Right, Verdict::Silent, Verdict::Wrong]
            .map(|verdict| counts.get(&(kind, verdict)).copied().unwrap_or_default());
        println!("{kind:20} right {right}, silent {silent}, wrong {wrong}");
    }
    let [is_right, is_silent, is_wrong] = total;
    println!(
        "{file}: {known} with a meaning, {is_right} right; {} in all, {is_silent} silent, {is_wrong} wrong",
        inputs.len()
    );
    assert!(is_right * 100 >= right * known, "only {is_right} of {known} right");
    assert!(is_wrong * 100 <= wrong * inputs.len(), "{is_wrong} of {} wrong", inputs.len());
}

#[test]
fn questions_are_understood() {
    judged("tests/strangers/questions.tsv", 92, 3);
}

#[test]
fn rules_are_understood() {
    judged("tests/strangers/rules.tsv", 92, 3);
}

#[test]
fn habits_are_understood() {
    judged("tests/strangers/habits.tsv", 95, 3);
}

#[test]
fn inputs_of_others_are_understood() {
    judged("tests/strangers/others.tsv", 92, 4);
}

#[test]
fn inputs_that_were_held_out_are_understood() {
    judged("tests/strangers/held_out.tsv", 75, 4);
}

#[test]
fn inputs_of_mixed_habits_are_understood() {
    judged("tests/strangers/mixed.tsv", 90, 3);
}

#[test]
fn inputs_of_many_trades_are_understood() {
    judged("tests/strangers/seen.tsv", 92, 3);
}

#[test]
fn unseen_inputs_of_many_trades_are_understood() {
    judged("tests/strangers/unseen.tsv", 75, 4);
}

#[test]
fn inputs_that_were_written_later_are_understood() {
    judged("tests/strangers/later.tsv", 90, 3);
}

#[test]
fn fresh_inputs_are_understood() {
    judged("tests/strangers/fresh.tsv", 88, 3);
}

#[test]
fn further_inputs_of_others_are_understood() {
    judged("tests/strangers/second.tsv", 70, 5);
}

/// Every file is judged.
#[test]
fn no_file_is_left_out() {
    assert_eq!(crate::common::files(Path::new("tests/strangers"), "tsv").len(), 11);
}

/// Words of strangers, said over and over: however a line can be read, it must not be read in ways whose number grows
/// with each word.
#[test]
fn repeated_words_are_read_in_a_moment() {
    let mut phrases = std::collections::BTreeSet::new();
    for file in crate::common::files(Path::new("tests/strangers"), "tsv") {
        for input in inputs(&file) {
            let words: Vec<&str> = input.typed.split(' ').collect();
            phrases.extend(
                (1..=3).flat_map(|count| words.windows(count).map(|phrase| phrase.join(" ")).collect::<Vec<_>>()),
            );
        }
    }
    let step = phrases.len() / tries(200);
    let mut played = after(&[]);
    for phrase in
        phrases.iter().step_by(step).chain(["any except", "divisors(n) except <n | "].map(str::to_owned).iter())
    {
        for begin in ["", "game X = take ", "take any "] {
            let line = format!("{begin}{}", format!("{phrase} ").repeat(500 / (phrase.len() + 1)));
            let begun = worked();
            played.session.read("<prompt>", &line);
            let took = worked() - begun;
            assert!(took.as_secs() < 3, "{took:?}: {line}");
        }
    }
}

/// What is open in each other, and closed with a mistake inside: nothing is read twice at each depth.
#[test]
fn nested_words_are_read_in_a_moment() {
    let mut played = after(&["game S = take <1,2,3>".to_owned()]);
    let nests = [
        ("n ≡ (", "1", ")"),
        ("[n ≡ ", "1", "]"),
        ("x ≡ {", "1", "}"),
        ("if a { ", "1", " } 2, 5 } 3"),
        ("a if b else {", "1", ", 2 )}"),
        ("{n : ", "n < 20", ", n >}"),
        ("lambda n: {", "n", "; )}"),
        ("mex {G(n-1), ", "1", ") }"),
        ("f(n) = {return ", "1", ", }"),
        ("take 1 or (", "2", ") except"),
        ("[x for x in ", "S", "(3) ]"),
        ("c ? (", "1", ") : : 2"),
        ("S.grundy(", "5", ").x)"),
    ];
    for (open, inside, close) in nests {
        for begin in ["", "check ", "game X = ", "f(n) = ", "print "] {
            let depth = 38.min(560 / (open.len() + close.len()));
            let line = format!("{begin}{}{inside}{}", open.repeat(depth), close.repeat(depth));
            let begun = worked();
            played.session.read("<prompt>", &line);
            let took = worked() - begun;
            assert!(took.as_secs() < 3, "{took:?}: {line}");
        }
    }
}
