//! Rules of any shape: every faster way to a value agrees with the definition, on rules from a generator.

mod common;

use std::rc::Rc;
use std::sync::Arc;

use common::Played;
use common::dice::Dice;
use grundy::game::{Game, Position, Value};
use grundy::session::report::Report;
use grundy::solve::{Limits, Signal, Solver, Stop};

/// The game of this name after some definitions.
fn game(definitions: &str, position: &str) -> Rc<Game> {
    let mut played = Played::new();
    let mut found = None;
    for statement in played.session.read("<test>", &format!("{definitions}\nprint {position}")) {
        let statement = statement.unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        let reply = played.session.run(&statement).unwrap_or_else(|error| panic!("{definitions}\n{error:?}"));
        if let Some(Report::Printed(values)) = reply.report
            && let [Value::Position(sum)] = &values[..]
            && let grundy::game::Component::Position(position) = &sum.parts[0].component
        {
            found = Some(position.game.clone());
        }
    }
    found.unwrap_or_else(|| panic!("no position: {definitions}"))
}

fn position(game: &Rc<Game>, coordinates: &[i128]) -> Position {
    Position { game: game.clone(), coordinates: coordinates.iter().map(|n| Value::Integer(*n)).collect() }
}

fn fast() -> Solver {
    Solver::new(Limits::default(), Arc::new(Signal::default()))
}

fn plain() -> Solver {
    Solver::by_definition(Limits::default(), Arc::new(Signal::default()))
}

/// Errors are compared by their kind: which cycle is found first may differ.
fn told(result: Result<grundy::nim::Nimber, Stop>) -> String {
    match result {
        Ok(value) => value.to_string(),
        Err(Stop::Fault { fault, position }) => format!("{:?} at {position:?}", fault.kind),
        Err(Stop::Cycle(_)) => "cycle".to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

/// Compares all positions of a box, the largest first, so that a search has something to do.
fn compare(definitions: &str, game: &Rc<Game>, sizes: &[i128]) -> usize {
    let (mut fast, mut swept, mut plain) = (fast(), fast(), plain());
    let highest: Vec<i128> = sizes.iter().map(|size| size - 1).collect();
    swept.expect(&position(game, &highest)).unwrap();
    let count: i128 = sizes.iter().product();
    let mut compared = 0;
    for index in (0..count).rev() {
        let mut rest = index;
        let coordinates: Vec<i128> = sizes
            .iter()
            .map(|size| {
                let n = rest % size;
                rest /= size;
                n
            })
            .collect();
        let position = position(game, &coordinates);
        if !plain.is_admitted(&position).unwrap_or(true) {
            continue;
        }
        let expected = told(plain.position_value(&position));
        assert_eq!(told(fast.position_value(&position)), expected, "{position} of\n{definitions}");
        assert_eq!(told(swept.position_value(&position)), expected, "swept {position} of\n{definitions}");
        compared += 1;
    }
    compared
}

/// Random rules: most go down in the lexicographic order, some run in circles or divide by zero.
struct Generator {
    dice: Dice,
    arity: usize,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl Generator {
    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.dice.below(choices.len() as u64) as usize]
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.dice.below(self.arity as u64) as usize]
    }

    /// A tuple in which the coordinate `lowered` became `to`, and those behind it something.
    fn option(&mut self, lowered: usize, to: &str) -> String {
        let members: Vec<String> = (0..self.arity)
            .map(|index| {
                let name = NAMES[index];
                match index.cmp(&lowered) {
                    std::cmp::Ordering::Less => name.to_owned(),
                    std::cmp::Ordering::Equal => to.to_owned(),
                    std::cmp::Ordering::Greater => {
                        let choices = [
                            "$",
                            "$",
                            "$",
                            "$-1",
                            "min($, a)",
                            "max($, 2)-2",
                            "5",
                            "(2*$) % 7",
                            "$ xor 1",
                            "a-$",
                            "$/2",
                        ];
                        self.pick(&choices).replace('$', name)
                    }
                }
            })
            .collect();
        format!("({})", members.join(", "))
    }

    fn condition(&mut self) -> String {
        let (x, y) = (self.name(), self.name());
        let choices = [
            "even(X)",
            "X % 3 != 1",
            "popcount(X) <= 2",
            "gcd(X, Y) != 2",
            "X > 1 and Y < 9",
            "not (X == Y)",
            "X >= Y or odd(X)",
            "f(X) < 3",
            "X in [1, 2, 4, 7, 8]",
            "Y notin",
            "bit(X, 1) == 0 or Y > 2",
            "isqrt(X) * isqrt(X) != X",
            "if X > 3 then Y > 1 else Y < 5",
            "some(w == Y for w in 1..X)",
        ];
        let chosen = self.pick(&choices);
        if chosen == "Y notin" { format!("{y} not in <3, 5>") } else { chosen.replace('X', x).replace('Y', y) }
    }

    fn clause(&mut self) -> String {
        let lowered = self.dice.below(self.arity as u64) as usize;
        let name = NAMES[lowered];
        let other = self.name();
        let (to, tail) = match self.dice.below(14) {
            0 | 1 => (format!("{name}-k"), format!("for k in 1..{name}")),
            2 => (format!("{name}-k"), format!("for k in 1..min({name}, {other})")),
            3 => (format!("{name}-k"), "for k in <1, 3, 4>".to_owned()),
            4 => ("i".to_owned(), format!("for i in 0..{name}-1")),
            5 => (format!("{name}-k*{other}"), format!("for k in 1..{name}/{other} if {other} > 0")),
            6 => (format!("{name}-1"), String::new()),
            7 => (format!("{name}-2"), String::new()),
            8 => (format!("{name}/2"), format!("if {name} > 0")),
            9 => (format!("{name}-k"), format!("for k in 1..{name} if k % 2 == 1 and k != {other}")),
            10 => (format!("{name}-k-j"), format!("for k in 1..{name}/2, j in 0..k if j < {other}")),
            11 => ("w".to_owned(), format!("for w in rows[{name}] if {name} < 9")),
            12 => (format!("{name}-k"), format!("for k in 1..{name} step 3")),
            _ => (format!("steps[{name} % 4] + {name} - 4"), String::new()),
        };
        let mut option = self.option(lowered, &to);
        match self.dice.below(12) {
            0 => option = format!("{option} + {}", self.option(lowered, &format!("{name}-1"))),
            1 => option = format!("{option} + *{}", self.dice.below(4)),
            2 => option = format!("{}*{option}", self.dice.below(4)),
            3 => option = format!("{option} + Foreign({})", self.name()),
            4 => option = format!("{option} + Pile({})", self.name()),
            5 => option = format!("sum[{option} for s in 1..{}]", self.dice.below(4)),
            _ => {}
        }
        let guard = if tail.contains("if") || self.dice.below(3) > 0 { String::new() } else { self.condition() };
        let guard = if guard.is_empty() { guard } else { format!("if {guard}") };
        format!("{option} {tail} {guard}")
    }

    fn rules(&mut self) -> String {
        self.arity = 1 + self.dice.below(3) as usize;
        let parameters = NAMES[..self.arity].join(", ");
        let domain = match self.dice.below(4) {
            0 if self.arity > 1 => "where a >= b".to_owned(),
            1 => format!("where {}", self.condition().replace("w ==", "1 ==")),
            _ => String::new(),
        };
        let over = if self.dice.below(3) == 0 { format!("over if {}", self.condition()) } else { String::new() };
        let count = 1 + self.dice.below(3);
        let clauses: Vec<String> = (0..count).map(|_| self.clause()).collect();
        format!(
            "let rows = [[], [0], [0, 1], [1], [0, 2, 3], [4], [5, 1], [6, 0], [7]]\n\
             let steps = [3, 1, 2, 0]\nlet f(x) = (x * x + 1) % 5\n\
             game Foreign(n) = (n-1) | (n-2) | (n/2) if n > 4 and odd(n)\ngame Pile = take <1, 2, 4>\n\
             game G({parameters}) {domain} {over} = {}",
            clauses.join(" | ")
        )
    }
}

#[test]
fn every_way_agrees_with_the_definition_on_random_rules() {
    let mut generator = Generator { dice: Dice::new(0x9e37_79b9_7f4a_7c15), arity: 1 };
    let mut compared = 0;
    for _ in 0..250 {
        let definitions = generator.rules();
        let sizes: &[i128] = match generator.arity {
            1 => &[300],
            2 => &[19, 18],
            _ => &[8, 7, 9],
        };
        // Any position will do to get at the game; most rules admit one of these.
        let Some(game) = admitted(&definitions, generator.arity) else { continue };
        compared += compare(&definitions, &game, sizes);
    }
    assert!(compared > 10_000, "only {compared} positions compared");
}

/// The game G of some definitions, through a position it admits.
fn admitted(definitions: &str, arity: usize) -> Option<Rc<Game>> {
    let mut played = Played::new();
    played.script("<test>", definitions).unwrap_or_else(|error| panic!("{definitions}\n{error}"));
    let all = ["0", "1", "2", "3", "4", "5", "6"];
    let shown = |n: &str, m: &str| format!("G({})", [n, m, m][..arity].join(", "));
    let tries = all.iter().flat_map(|n| all.iter().map(move |m| shown(n, m)));
    for position in tries {
        if played.script("<test>", &format!("print {position}")).is_ok() {
            return Some(game(definitions, &position));
        }
    }
    None
}

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
            let expected = plain.position_value(&start);
            if matches!(expected, Err(Stop::Memory { .. } | Stop::Grows(_))) {
                continue;
            }
            let expected = told(expected);
            assert_eq!(told(fast.position_value(&start)), expected, "{start} of\n{definitions}");
            if expected.parse::<u64>().is_ok() { known += 1 } else { wrong += 1 }
        }
    }
    assert!(resolved > 320 && known > 2_000 && wrong > 1_000, "{resolved} {known} {wrong}");
}

const STRAIGHT: [(&str, &[i128]); 7] = [
    ("game G(a, b) = take any from a | take any from b | take any from a and b", &[23, 31]),
    ("game G(a, b) = (a-k, b) for k in 1..a | (a, b-k) for k in 1..b | (a-k, b-k) for k in 1..min(a, b)", &[31, 23]),
    ("game G(a, b) = (a-k, b-k) for k in 1..a | (a, b-j) for j in 1..b", &[12, 40]),
    ("game G(a, b) = take any from a", &[9, 9]),
    ("game G(a, b, c) = take any from a | take any from b and c | take any from a, b and c", &[9, 8, 7]),
    (
        "game G(a, b, c) = take any from a | take any from b | take any from c | take any from a and b | \
         take any from b and c | take any from a and c | take any from a and b and c",
        &[8, 7, 9],
    ),
    ("game G(a, b, c, d) = take any from a and d | take any from b | take any from c and a", &[5, 4, 5, 4]),
];

#[test]
fn straight_moves_agree_with_the_definition() {
    for (definitions, sizes) in STRAIGHT {
        let zeros = vec!["0"; sizes.len()].join(", ");
        let game = game(definitions, &format!("G({zeros})"));
        assert!(fast().engine(&game.ruleset).contains("line"), "{definitions}");
        compare(definitions, &game, sizes);
        // Upwards, so that the boxes grow.
        let (mut fast, mut plain) = (fast(), plain());
        for n in 0..sizes[0] {
            let mut coordinates = vec![n; sizes.len()];
            coordinates[0] = n / 2;
            let position = position(&game, &coordinates);
            assert_eq!(told(fast.position_value(&position)), told(plain.position_value(&position)), "{position}");
        }
    }
}

#[test]
fn options_along_lines_agree_with_the_definition() {
    let rules = [
        "(i, min(i, b)) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(i, max(b - i, 0)) for i in 0..a-1 | (a, b - 2*i) for i in 1..b",
        "(min(i, b), max(i - 1, 0)) for i in 0..min(a, b)-1 step 2",
        "(a - k*b, b) for k in 1..a if b > 0 | (a, b - k) for k in 1..b",
        "(a - i, b - i*j) for j in 0..2, i in 1..a",
        "(i, min(2*b - 3*i, b)) for i in 0..a-1 | (0, b - 1)",
        "(min(i, 4), min(b, 9 - i)) for i in 0..a-1 step 3 | (a - 1, i) for i in 0..b",
        "(max(a - i, i - 2), b) for i in 3..a-1 | (a, min(b - 1, i)) for i in 0..b-1",
        "(i, b + 1) for i in 0..a-1 | (a, i) for i in 0..b-1",
        "(max(i, 3), b) for i in 0..a-1",
    ];
    let mut compared = 0;
    for rule in rules {
        let definition = format!("game G(a, b) = {rule}");
        let game = game(&definition, "G(1, 1)");
        for sizes in [[23, 23], [40, 9], [5, 70]] {
            compared += compare(&definition, &game, &sizes);
        }
    }
    assert!(compared > 9_000, "{compared}");
}

#[test]
fn what_has_no_value_says_why() {
    let cases: [(&str, &[i128], &str); 6] = [
        ("game G(a, b) = (b, a-1) | (a, b) if a == 3", &[3, 4], "cycle"),
        ("game G(n) = (n/2)", &[1 << 40], "cycle"),
        ("game G(a, b) = (a + 1, b)", &[1, 1], "Grows"),
        (
            "game G(a, b) = (a - 1, b) | (a / (b - 2), b) if a > 5000",
            &[9000, 2],
            "Divisor { divisor: 0 } at Some(Position",
        ),
        ("game G(n) = (n - 1) if n * n * n * n > 0", &[3_000_000_000], "Memory"),
        ("game G(n) = (n-1) | (n-1-n%2) if n > 7", &[1_000_000], "0"),
    ];
    for (definitions, coordinates, expected) in cases {
        let game = game(definitions, &format!("G({})", vec!["1"; coordinates.len()].join(", ")));
        let limits = Limits { memory: 100 << 20 };
        let mut solver = Solver::new(limits, Arc::new(Signal::default()));
        let said = told(solver.position_value(&position(&game, coordinates)));
        assert!(said.starts_with(expected), "{definitions}: {said}");
        // A solver that was stopped answers the next question.
        let end = vec![0; coordinates.len()];
        let _ = solver.position_value(&position(&game, &end));
    }
}

#[test]
fn wide_rules_in_sparse_boxes_agree_with_the_definition() {
    let cases: [(&str, &[i128]); 3] = [
        ("game G(n, most) = (n-k, 2*k) for k in 1..min(n, most)", &[170, 169]),
        (
            "game G(n, m) over if m == 9 = (n-k, (m+k*k) % 700) for k in <1, 2, 5> | (n-j, m) for j in 1..n step 7",
            &[400, 0],
        ),
        ("game G(a, b) over if min(a, b) == 0 = (a-k*b, b) for k in 1..a/b | (a, b-k*a) for k in 1..b/a", &[900, 891]),
    ];
    for (definitions, start) in cases {
        let game = game(definitions, "G(1, 1)");
        let start = position(&game, start);
        let expected = told(plain().position_value(&start));
        assert_eq!(told(fast().position_value(&start)), expected, "{definitions}");
    }
}

/// Loops that go on for years before they come to an option, wherever a rule can have one.
const ENDLESS: [(&str, &[i128]); 9] = [
    ("game G(n) = (n-1) for k in 1..n if k < 0", &[1 << 60]),
    ("game G(n) = (n-1) if some(k < 0 for k in 1..n)", &[1 << 60]),
    ("game G(n) = (n-1) for i in 1..9999, j in 1..9999, k in 1..9999, l in 1..9999 if i+j+k+l < 0", &[5]),
    ("game G(a, b) = (a-1, b) for k in 1..10^17 if k % 7 == 8 | (a, b-1)", &[60, 60]),
    ("game G(a, b) = (a-1, b) for i in 1..99999, j in 1..99999, k in 1..99999 if i+j+k < 0 | (a, b-1)", &[60, 60]),
    ("game G(n) where all(k > 0 for k in 1..n*10^16) = (n-1)", &[5]),
    ("game G(n) over if count(k > 0 for k in 1..10^17) == n = (n-1)", &[5]),
    ("game H(s, n) = (s, n-1) for k in 1..10^17 if k < 0\ngame G(n) = H([1, 2], n-1)", &[5]),
    ("game H(s, n) = (s, n-1)\ngame G(n) = H([k for k in 1..10^17 if k < 0], n-1)", &[5]),
];

#[test]
fn loops_without_options_can_be_interrupted() {
    for (definitions, coordinates) in ENDLESS {
        for by_definition in [false, true] {
            let zeros = vec!["0"; coordinates.len()].join(", ");
            let (game, signal) = (game(definitions, &format!("G({zeros})")), Arc::new(Signal::default()));
            let mut solver = match by_definition {
                true => Solver::by_definition(Limits::default(), signal.clone()),
                false => Solver::new(Limits::default(), signal.clone()),
            };
            let begun = std::time::Instant::now();
            let other = signal.clone();
            let waiting = std::thread::spawn(move || {
                std::thread::sleep(std::time::Duration::from_millis(200));
                other.interrupt();
            });
            let start = position(&game, coordinates);
            assert_eq!(solver.position_value(&start), Err(Stop::Interrupted), "{definitions}");
            assert!(begun.elapsed().as_secs() < 10, "{definitions}: {:?}", begun.elapsed());
            waiting.join().unwrap();
        }
    }
}

#[test]
fn a_search_can_be_interrupted() {
    let game = game("game G(a, b) = (a-1, b) | (a, b-1) if a % 3 != 1 | (a-1, b+1)", "G(1, 1)");
    let signal = Arc::new(Signal::default());
    let mut solver = Solver::new(Limits::default(), signal.clone());
    signal.interrupt();
    assert_eq!(solver.position_value(&position(&game, &[3000, 3000])), Err(Stop::Interrupted));
    signal.reset();
    assert!(solver.position_value(&position(&game, &[30, 30])).is_ok());
}
