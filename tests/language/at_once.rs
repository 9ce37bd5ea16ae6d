//! Positions that are played at once, against a search that knows the rule of the games and nothing else: who wins, which moves there are,
//! and whole games against the machine.

use std::collections::HashMap;

use grundy::session::dialogue::Dialogue;
use grundy::session::report::letters;
use grundy::session::{Reply, Request};
use serde_json::Value as Json;

use crate::common::Played;
use crate::common::dice::{Dice, often, tries};
use crate::common::talk::Talk;

/// A heap of a game.
type Heap = (&'static str, u32);
/// A position that may be a sum: its heaps, without empty ones, in order.
type Component = Vec<Heap>;

/// The games, in the language.
const GAMES: &str = "game S = take <1,2,3>; game E = take <2,3>";
const NAMES: [&str; 4] = ["Nim", "S", "E", "Kayles"];
const RULES: [&str; 10] =
    ["all", "long all", "short all", "some", "short some", "2", "long 2", "short 2", "long some", "short 1"];

/// How positions are played at once.
#[derive(Clone, Copy, Debug)]
struct Rule {
    words: &'static str,
    misere: bool,
}

/// What a move leaves of a heap.
fn options_of_heap((game, size): Heap) -> Vec<Component> {
    let take = |amounts: std::ops::RangeInclusive<u32>| {
        amounts.filter(|amount| *amount <= size).map(|amount| vec![(game, size - amount)]).collect::<Vec<_>>()
    };
    match game {
        "Nim" => take(1..=size),
        "S" => take(1..=3),
        "E" => take(2..=3),
        _ => {
            let left = |rest: u32| (0..=rest / 2).map(move |part| vec![(game, part), (game, rest - part)]);
            (1..=2.min(size)).flat_map(|taken| left(size - taken)).collect()
        }
    }
}

fn options(component: &Component) -> Vec<Component> {
    let mut found: Vec<Component> = Vec::new();
    for (index, heap) in component.iter().enumerate() {
        for left in options_of_heap(*heap) {
            let mut option = component.clone();
            option.splice(index..=index, left);
            found.push(tidy(option));
        }
    }
    found.sort();
    found.dedup();
    found
}

fn tidy(mut component: Component) -> Component {
    component.retain(|(_, size)| *size > 0);
    component.sort_unstable();
    component
}

impl Rule {
    /// The positions after a move, and in which components it was made.
    fn after(self, before: &[Component]) -> Vec<Vec<Component>> {
        let options: Vec<Vec<Component>> = before.iter().map(options).collect();
        let live = options.iter().filter(|options| !options.is_empty()).count();
        let words: Vec<&str> = self.words.split(' ').collect();
        let (end, count) = if let [end, count] = words[..] { (end, count) } else { ("", words[0]) };
        if end == "short" && live < before.len() {
            return Vec::new();
        }
        let mut found: Vec<(Vec<Component>, usize)> = vec![(Vec::new(), 0)];
        for (component, options) in before.iter().zip(&options) {
            let mut next = Vec::new();
            for (left, made) in &found {
                next.push(([&left[..], std::slice::from_ref(component)].concat(), *made));
                next.extend(
                    options.iter().map(|option| ([&left[..], std::slice::from_ref(option)].concat(), made + 1)),
                );
            }
            found = next;
        }
        let fits = |made: usize| match (count, end) {
            ("all", "long") => made > 0 && made == live,
            ("all", _) => made == before.len(),
            ("some", _) => made > 0,
            (_, "long") => made > 0 && made == live.min(2),
            (count, _) => Ok(made) == count.parse(),
        };
        found.into_iter().filter(|(_, made)| fits(*made)).map(|(left, _)| left).collect()
    }

    /// Does the player to move lose?
    fn is_lost(self, position: &[Component], known: &mut HashMap<Vec<Component>, bool>) -> bool {
        let mut key = position.to_vec();
        key.sort();
        if let Some(found) = known.get(&key) {
            return *found;
        }
        let after = self.after(position);
        let lost = match after.is_empty() {
            true => !self.misere,
            false => !after.iter().any(|option| self.is_lost(option, known)),
        };
        known.insert(key, lost);
        lost
    }
}

fn text(component: &Component) -> String {
    let heaps: Vec<String> = component.iter().map(|(game, size)| format!("{game}({size})")).collect();
    if heaps.is_empty() { "Nim(0)".to_owned() } else { heaps.join(" + ") }
}

fn joined(position: &[Component]) -> String {
    position.iter().map(text).collect::<Vec<_>>().join(", ")
}

/// The components of `long all of Nim(2) + 2*S(1), Nim(0)`.
fn read(position: &str) -> Vec<Component> {
    let (_, components) = position.split_once(" of ").unwrap();
    components.split(", ").map(component).collect()
}

fn component(text: &str) -> Component {
    let heaps = text.split(" + ").flat_map(|heap| {
        let (copies, heap) = heap.split_once('*').unwrap_or(("1", heap));
        let (game, size) = heap.trim_end_matches(')').split_once('(').unwrap();
        let game = NAMES.iter().find(|name| **name == game).unwrap();
        vec![(*game, size.parse().unwrap()); copies.parse().unwrap()]
    });
    tidy(heaps.collect())
}

fn random_components(dice: &mut Dice) -> Vec<Component> {
    let count = 2 + dice.below(2);
    let most = if count == 3 { 4 } else { 7 };
    let mut one = || {
        let heap = |dice: &mut Dice| (NAMES[dice.below(4) as usize], (dice.below(most + 1)).max(dice.below(2)) as u32);
        let second = if dice.below(5) == 0 { vec![heap(dice)] } else { Vec::new() };
        [vec![heap(dice)], second.into_iter().filter(|(_, size)| *size < 3).collect()].concat()
    };
    (0..count).map(|_| tidy(one())).collect()
}

/// A game under way.
struct Game {
    played: Played,
    dialogue: Option<Dialogue>,
}

impl Game {
    fn new() -> Game {
        let mut played = Played::new();
        played.script("<games>", GAMES).unwrap();
        Game { played, dialogue: None }
    }

    /// The last answer to a line, as data.
    fn says(&mut self, line: &str) -> Json {
        self.all(line).pop().unwrap()
    }

    /// All answers to a line.
    fn all(&mut self, line: &str) -> Vec<Json> {
        let replies: Vec<Reply> = match self.dialogue.take() {
            None => {
                let read = self.played.session.read("<prompt>", line);
                read.into_iter().map(|statement| self.played.session.run(&statement.unwrap()).unwrap()).collect()
            }
            Some(mut dialogue) => {
                let turn = self.played.session.step(&mut dialogue, line);
                self.dialogue = (!turn.over).then_some(dialogue);
                turn.said.into_iter().map(Result::unwrap).collect()
            }
        };
        let answer = |reply: Reply| {
            if let Some(Request::Dialogue(dialogue)) = reply.request {
                self.dialogue = Some(*dialogue);
            }
            reply.report.unwrap().object().unwrap()
        };
        replies.into_iter().map(answer).collect()
    }
}

/// A line that makes this move: its letters, what it leaves of each position, or from what to what.
fn line(dice: &mut Dice, before: &[Component], after: &[Component], answer: &Json) -> String {
    if dice.below(3) == 0 && !answer["more"].as_bool().unwrap() {
        let moves = answer["moves"].as_array().unwrap();
        // Of moves that leave the same positions, in whatever order, one is listed.
        let left = |made: &Json| sorted(vec![read(made["after"].as_str().unwrap())]);
        let place = moves.iter().position(|made| left(made) == sorted(vec![after.to_vec()])).unwrap();
        return letters(place);
    }
    if dice.below(2) == 0 {
        return joined(after);
    }
    let changed = before.iter().zip(after).filter(|(before, after)| before != after);
    changed.map(|(before, after)| format!("{} -> {}", text(before), text(after))).collect::<Vec<_>>().join(", ")
}

fn sorted(mut positions: Vec<Vec<Component>>) -> Vec<Vec<Component>> {
    positions.iter_mut().for_each(|position| position.sort());
    positions.sort();
    positions.dedup();
    positions
}

/// The user makes a winning move where there is one, and any move elsewhere; the machine must play by the rule, win what it can, and tell
/// the moves and their outcomes.
#[test]
fn whole_games_are_played_and_judged_by_the_rule() {
    let mut dice = Dice::new(0x0a11_1966);
    let (mut games, mut made, mut won) = (0, 0, 0);
    for round in 0..tries(540) {
        let rule = Rule { words: RULES[round % RULES.len()], misere: dice.below(2) == 0 };
        let start = random_components(&mut dice);
        let side = dice.pick(&["", " second"]);
        let play = if rule.misere { "misere " } else { "" };
        let asked = format!("play {play}{} of {}{side}", rule.words, joined(&start));
        let mut known = HashMap::new();
        let mut game = Game::new();
        let mut answer = game.says(&asked);
        let (mut position, mut user_moves) = (start, side.is_empty());
        let mut told = 0;
        loop {
            let moved = if answer["event"] == "over" { &answer["moves"] } else { &answer["moved"] };
            let moved = moved.as_array().unwrap();
            let new = if answer["event"] == "over" { moved.len() - told } else { moved.len() };
            for played in &moved[moved.len() - new..] {
                let after = read(played["after"].as_str().unwrap());
                let legal =
                    rule.after(&position).into_iter().any(|option| sorted(vec![option]) == sorted(vec![after.clone()]));
                assert!(legal, "{asked}: from {position:?} to {after:?}");
                let was_lost = rule.is_lost(&position, &mut known);
                let is_lost = rule.is_lost(&after, &mut known);
                assert_eq!(played["outcome"], if is_lost { "P" } else { "N" }, "{asked}: {played}");
                assert_eq!(played["better"].is_null(), was_lost || is_lost, "{asked}: {played}");
                assert!(user_moves || was_lost || is_lost, "{asked}: the machine gives a win away at {position:?}");
                told += 1;
                user_moves = !user_moves;
                position = after;
                made += 1;
            }
            if answer["event"] == "over" {
                break;
            }
            assert_eq!(read(answer["position"].as_str().unwrap()), position, "{asked}");
            let after = rule.after(&position);
            if !answer["more"].as_bool().unwrap() {
                let told = answer["moves"].as_array().unwrap();
                let told = told.iter().map(|made| read(made["after"].as_str().unwrap())).collect();
                assert_eq!(sorted(told), sorted(after.clone()), "{asked}: {position:?}");
            }
            let winning: Vec<_> = after.iter().filter(|option| rule.is_lost(option, &mut known)).collect();
            let chosen = match winning.is_empty() {
                true => after[dice.below(after.len() as u64) as usize].clone(),
                false => winning[dice.below(winning.len() as u64) as usize].clone(),
            };
            let typed = line(&mut dice, &position, &chosen, &answer);
            answer = game.says(&typed);
            assert!(
                answer["event"] == "turn" || answer["event"] == "over",
                "{asked}: {typed} at {position:?}: {answer}"
            );
        }
        assert!(rule.after(&position).is_empty(), "{asked} ends at {position:?}");
        let loser_moves = rule.misere != user_moves;
        assert_eq!(answer["winner"], if loser_moves { "machine" } else { "you" }, "{asked}");
        won += usize::from(!loser_moves);
        games += 1;
    }
    assert!(games == tries(540) && made > often(900) && won > often(200), "{games} games, {made} moves, {won} won");
}

/// What is left of each component: now and then a move in it, now and then something else.
fn random_left(dice: &mut Dice, before: &[Component]) -> Vec<Component> {
    let left = |component: &Component| match dice.below(4) {
        0 => component.clone(),
        1 => random_components(dice)[0].clone(),
        _ => {
            let options = options(component);
            let at = dice.below(options.len().max(1) as u64) as usize;
            options.get(at).unwrap_or(component).clone()
        }
    };
    before.iter().map(left).collect()
}

#[test]
fn moves_are_judged_by_the_rule() {
    let mut dice = Dice::new(0x1966_0a11);
    let (mut wins, mut losses, mut refused) = (0, 0, 0);
    let mut game = Game::new();
    for round in 0..tries(1_500) {
        let rule = Rule { words: RULES[round % RULES.len()], misere: false };
        let start = random_components(&mut dice);
        let after = rule.after(&start);
        let left = match after.is_empty() || dice.below(3) == 0 {
            true => random_left(&mut dice, &start),
            false => after[dice.below(after.len() as u64) as usize].clone(),
        };
        let words = if dice.below(2) == 0 { format!("{} of ", rule.words) } else { String::new() };
        // An empty heap is one of the game that was played there.
        let shown = |(before, left): (&Component, &Component)| match before[..] {
            [(game, _)] if left.is_empty() => format!("{game}(0)"),
            _ => text(left),
        };
        let shown: Vec<String> = start.iter().zip(&left).map(shown).collect();
        let asked = format!("{} of {} -> {words}{}", rule.words, joined(&start), shown.join(", "));
        let told = game.says(&asked);
        let mut known = HashMap::new();
        if !after.contains(&left) {
            assert!(told["move"].is_null(), "{asked}: {told}");
            refused += 1;
            continue;
        }
        let (was_lost, is_lost) = (rule.is_lost(&start, &mut known), rule.is_lost(&left, &mut known));
        assert_eq!(told["move"]["outcome"] == "P", is_lost, "{asked}: {told}");
        let moved = |made: &Json| read(made["to"].as_str().unwrap());
        assert_eq!(sorted(vec![moved(&told["move"])]), sorted(vec![left.clone()]), "{asked}: {told}");
        assert_eq!(told["answer"].is_null(), is_lost, "{asked}: {told}");
        assert_eq!(told["better"].is_null(), was_lost || is_lost, "{asked}: {told}");
        for (from, made) in [(&start, &told["better"]), (&left, &told["answer"])] {
            if !made.is_null() {
                let better = moved(made);
                assert!(rule.after(from).contains(&better) && rule.is_lost(&better, &mut known), "{asked}: {told}");
            }
        }
        if is_lost { wins += 1 } else { losses += 1 }
    }
    assert!(wins > often(200) && losses > often(200) && refused > often(200), "{wins}, {losses}, {refused}");
}

/// The questions of quizzes are those that the search answers in the same way; right answers get their points, wrong ones do not.
#[test]
fn quizzes_are_answered_by_the_rule() {
    let mut dice = Dice::new(39);
    let (mut moves, mut lost, mut misere) = (0, 0, 0);
    for round in 0..tries(60) {
        let rule = Rule { words: RULES[round % RULES.len()], misere: false };
        let start = random_components(&mut dice);
        let level = dice.pick(&["easy ", "medium ", "hard ", ""]);
        let asked = format!("quiz {} of {} {level}seed {round}", rule.words, joined(&start));
        if start.iter().any(|component| options(component).is_empty()) {
            continue;
        }
        let mut game = Game::new();
        let mut question = game.says(&asked);
        while question["event"] == "question" {
            let position = read(question["position"].as_str().unwrap());
            let rule = Rule { misere: question["misere"] == true, ..rule };
            let mut known = HashMap::new();
            let is_lost = rule.is_lost(&position, &mut known);
            let after = rule.after(&position);
            assert!(!after.is_empty(), "{asked}: {question}");
            let right = dice.below(2) == 0;
            let answer = match question["task"].as_str() {
                Some("winner") => if is_lost == right { "second" } else { "first" }.to_owned(),
                _ => {
                    moves += 1;
                    let fitting: Vec<_> =
                        after.iter().filter(|option| rule.is_lost(option, &mut known) == right).collect();
                    match fitting.is_empty() {
                        true => "none".to_owned(),
                        false => joined(fitting[dice.below(fitting.len() as u64) as usize]),
                    }
                }
            };
            let is_right = if answer == "none" { is_lost } else { right };
            (lost, misere) = (lost + usize::from(is_lost), misere + usize::from(rule.misere));
            let mut told = game.all(&answer);
            let is_over = is_right || question["task"] == "winner";
            assert_eq!(told[0]["event"], if is_over { "graded" } else { "again" }, "{asked}: {answer}: {told:?}");
            if is_over {
                assert_eq!(told[0]["right"], is_right, "{asked}: {answer}: {told:?}");
            } else {
                told = game.all("skip");
            }
            question = told.pop().unwrap();
        }
    }
    assert!(moves > often(50) && lost > often(50) && misere > often(20), "{moves}, {lost}, {misere}");
}

/// Many positions, of which far more than 2^64 combinations are reached: the search is too large, and nothing is counted wrong.
#[test]
fn questions_about_many_positions() {
    let many = vec!["Kayles(8)"; 20].join(", ");
    for rule in ["all", "some", "3"] {
        let mut talk = Talk::new();
        talk.says(&format!("quiz {rule} of {many}"));
        assert!(!talk.heard.is_empty(), "{rule}");
    }
}

/// A list of heaps is its heaps, written or behind a name; in round brackets it is one position.
#[test]
fn a_list_of_heaps_is_its_heaps() {
    let mut played = Played::new();
    played.script("<test>", "game T = take 1\nlet h = [1, 1]\nlet l = [T(1), T(1)]").unwrap();
    for (short, long) in [
        ("some of T[1,2,3]", "some of T(1), T(2), T(3)"),
        ("all of 2*Nim(1)", "all of Nim(1), Nim(1)"),
        ("all of Nim[h]", "all of Nim(1), Nim(1)"),
        ("all of 2*Nim[h], T(2)", "all of Nim(1), Nim(1), Nim(1), Nim(1), T(2)"),
        ("long all of l", "long all of T(1), T(1)"),
        ("2 of [T(n) for n in 1..4]", "2 of T(1), T(2), T(3), T(4)"),
        ("all of 2*(T(1) + T(2))", "all of (T(1) + T(2)), (T(1) + T(2))"),
        ("each of T[1,3]", "all of T(1), T(3)"),
        ("both of T(1), T(3)", "all of T(1), T(3)"),
    ] {
        for verb in ["winner", "winner misere", "moves", "explain"] {
            let [short, long] = [short, long].map(|asked| played.answer(&format!("{verb} {asked}")));
            assert!(short == long && !long.contains("error"), "{verb}: {short} {long}");
        }
    }
    for (asked, told) in [
        ("winner some of T[1,2,3]", "First player wins"),
        ("winner all of (T[1,2,3]), T(5)", "First player wins"),
        ("remoteness all of Nim[1,1]", "Remoteness 1"),
        ("winner all of [T(4)]", "Second player wins"),
        ("winner 2 of []", "Second player wins"),
        ("winner all of (T[1,2,3])", "E0346"),
        ("winner 5 of 3*T(1), T(2)", "E0346"),
        ("[winner 4 of T[1,2,3]]", "E0346"),
        ("winner 3 of [T(1), T(2)]", "E0346"),
        ("winner all of T(3)", "E0346"),
        ("winner any of T(3), T(4)", "E0158"),
    ] {
        let answer = played.answer(asked);
        assert!(answer.contains(told) && !answer.contains("T(1) + T(1)"), "{asked}: {answer}");
    }
}

/// Positions are added up, and not multiplied, where each move is made in one of them.
#[test]
fn four_marbles_are_valued_one_by_one() {
    let mut played = Played::new();
    played.script("<test>", "game M(r, c) = (r-1, c) | (r, c-1) | (r-1, c-1)").unwrap();
    let answer = played.answer("winner short one of M(20, 20), M(19, 20), M(18, 20), M(20, 11)");
    assert!(answer.contains("foreclosed values"), "{answer}");
}
