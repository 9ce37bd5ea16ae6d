//! Rules over texts and lists: resolved code agrees with the definition, on rules from a generator.

use std::sync::Arc;

use grundy_engine::game::{Position, Value};
use grundy_engine::solve::{Limits, Signal, SolveError, Solver};

use crate::common::dice::Dice;
use crate::common::games::{game, told};

/// Rules over texts and lists: most of them make the board smaller or less, some run in circles or leave it.
struct Boards(Dice);

impl Boards {
    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.0.below(choices.len() as u64) as usize]
    }

    fn condition(&mut self, text: bool) -> &'static str {
        if text {
            self.pick(&[
                "s[i] == \"+\"",
                "s[i] != s[i-1]",
                "s[i..i+1] == \"++\"",
                "s[i..i+1] in <\"+-\", \"-+\">",
                "s[0..i-1] != s[i..]",
                "\"-\" ++ s[i] != \"--\"",
                "\"+-\" in s",
                "s[i] not in [\"-\"]",
                "count(s, \"+\") > i",
                "has(s, i)",
                "all(s[j] == \"+\" for j in 0..i)",
                "some(s[j] == \"-\" for j in indices(s) if j != i)",
                "(if i == 0 then s else s[1..]) != s[i..]",
            ])
        } else {
            self.pick(&[
                "s[i] > 0",
                "s[i] != s[i-1]",
                "s[i..i+1] != [1, 1]",
                "i in s",
                "s[i] not in s[i+1..]",
                "sum(s) > 2*i",
                "max(s) == s[i]",
                "min(s) < s[i]",
                "nimsum(s) != i",
                "count(s, s[i]) == 1",
                "has(s, i)",
                "length(s[i..]) > s[i]",
                "s[i] in near[i % 4]",
                "some(p[0] == i or p[1] == s[i] for p in pairs)",
                "some(s[j] > i for j in indices(s))",
                "s[i] == (if even(i) then s else near[0])[0]",
            ])
        }
    }

    fn board(&mut self, text: bool) -> &'static str {
        if text {
            self.pick(&[
                "replace(s, i, \"--\")",
                "replace(s, i, \"-\")",
                "remove(s, i)",
                "s[0..i-1]",
                "s[i+1..]",
                "s[0..i-1] ++ s[i+1..]",
                "if even(i) then s[i+1..] else remove(s, 0)",
                "reverse(remove(s, i))",
                "sort(replace(s, i, \"-\"))",
                "insert(s[i+1..], 0, \"-\")",
                "replace(replace(s, i, \"-\"), i+1, \"+\")",
                "s[i+1..] ++ s[i]",
                "remove(insert(s, i, \"+-\"), 0)",
            ])
        } else {
            self.pick(&[
                "replace(s, i, s[i]-1)",
                "replace(replace(s, i, s[i]-1), i-1, s[i-1]+1)",
                "remove(s, i)",
                "sort(remove(s, i))",
                "[x for x in s if x != s[i]]",
                "[if j == i then 0 else s[j] for j in 0..length(s)-1]",
                "[min(x, i) for x in s]",
                "s[i+1..] ++ [s[i]]",
                "s[0..i-1] ++ s[i+1..]",
                "reverse(s[i+1..])",
                "insert(remove(s, i), 0, 0)",
                "[s[i]-1, i]",
                "replace(s, i, 100*s[i]-100)",
                "[x for x in near[s[i]]]",
            ])
        }
    }

    fn rules(&mut self, text: bool) -> String {
        let clauses: Vec<String> = (0..1 + self.0.below(2))
            .map(|_| {
                let mut option = format!("({})", self.board(text));
                match self.0.below(8) {
                    0 => option = format!("{option} + ({})", self.board(text)),
                    1 => option = format!("{option} + *{}", self.0.below(4)),
                    2 => option = format!("{option} + Pile(i)"),
                    3 => option = format!("Pair({}, i)", self.board(text)),
                    4 => option = format!("2*{option} + Pair({}, 2)", self.board(text)),
                    _ => {}
                }
                let (one, other) = (self.condition(text), self.condition(text));
                match self.0.below(4) {
                    0 => format!("{option} for i in 0..length(s)-1"),
                    1 => format!("{option} for i in 0..length(s)-2 if {one} or {other}"),
                    2 => format!("{option} for i in 1..length(s)-2 if not ({one}) and {other}"),
                    _ => format!("{option} for i in 1..length(s)-1 if {one}"),
                }
            })
            .collect();
        let domain = self.pick(&["", "", "", "where length(s) < 7", "where length(s) == 0 or has(s, 0)"]);
        let over = self.pick(&["", "", "over if length(s) < 2", "over if length(s) > 1 and s[0] == s[1]"]);
        let has = if text { "s[i] == \"+\"" } else { "s[i] % 2 == 1 or length(s) > 3" };
        format!(
            "let near = [[1, 2], [0], [3], [2, 5]]\nlet pairs = [(0, 1), (2, 0), (3, 3)]\n\
             let has(s, i) = {has}\ngame Pile = take <1, 2, 4>\n\
             game Pair(s, n) = (s[1..], n) if length(s) > 0 | (s, n-1)\n\
             game G(s) {domain} {over} = {}",
            clauses.join(" | ")
        )
    }

    fn start(&mut self, text: bool) -> Value {
        let length = self.0.below(7);
        if text {
            let board: String = (0..length).map(|_| if self.0.below(4) == 0 { '-' } else { '+' }).collect();
            return Value::text(&board);
        }
        Value::list((0..length).map(|_| Value::Integer(self.0.below(5).into())).collect())
    }
}

#[test]
fn texts_and_lists_agree_with_the_definition_on_random_rules() {
    let mut boards = Boards(Dice::new(0x5851_f42d_4c95_7f2d));
    let (mut resolved, mut known, mut wrong) = (0, 0, 0);
    for round in 0..400 {
        let text = round % 2 == 0;
        let definitions = boards.rules(text);
        let empty = if text { "G(\"\")" } else { "G([])" };
        let game = game(&definitions, empty);
        // Some grow for ever.
        let limits = Limits { memory: 1 << 20 };
        let mut fast = Solver::new(limits, Arc::new(Signal::default()));
        let mut plain = Solver::by_definition(limits, Arc::new(Signal::default()));
        resolved += usize::from(fast.engine(&game.ruleset).starts_with("texts and lists"));
        for _ in 0..12 {
            let start = Position { game: game.clone(), coordinates: [boards.start(text)].into() };
            if !plain.is_admitted(&start).unwrap_or(true) {
                continue;
            }
            let (found, expected) = (fast.position_value(&start), plain.position_value(&start));
            // What grows in a circle may fill the memory before it closes.
            let is_full =
                |told: &Result<_, SolveError>| matches!(told, Err(SolveError::Memory { .. } | SolveError::Grows(_)));
            if is_full(&expected) || (is_full(&found) && matches!(expected, Err(SolveError::Cycle(_)))) {
                continue;
            }
            let expected = told(expected);
            assert_eq!(told(found), expected, "{start} of\n{definitions}");
            if expected.parse::<u64>().is_ok() { known += 1 } else { wrong += 1 }
        }
    }
    assert!(resolved > 320 && known > 2_000 && wrong > 1_000, "{resolved} {known} {wrong}");
}

#[test]
fn the_boards_of_the_library_are_resolved() {
    let positions = [
        "Flip(\"++\")",
        "Cram(\"..\", 2)",
        "Clobber(\"XO\")",
        "Notakto(\".........\")",
        "NodeKayles([0, 1])",
        "Geography([0])",
        "Nimble([1, 2])",
        "SilverDollar([1, 3])",
        "StaircaseNim([1, 2])",
        "Chomp([2, 2])",
    ];
    for position in positions {
        let mut solver = Solver::new(Limits::default(), Arc::new(Signal::default()));
        let told = solver.engine(&game("", position).ruleset);
        assert!(told.starts_with("texts and lists"), "{position}: {told}");
    }
}
