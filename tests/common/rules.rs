//! Random rules written in the language, for comparisons of the engines.

use grundy_engine::game::Value;

use super::dice::Dice;

/// Random heap games, each in two forms: as clauses such as `take`, and with every option written out. The second
/// form has a second coordinate that never changes, so that it is not recognised as a heap game and the heap engines
/// do not serve it.
pub struct HeapRules(pub Dice);

impl HeapRules {
    /// The games G(n) and D(n, z).
    pub fn rules(&mut self) -> String {
        let clauses: Vec<(String, String)> = (0..=self.0.below(3)).map(|_| self.clause()).collect();
        let (heaps, options): (Vec<String>, Vec<String>) = clauses.into_iter().unzip();
        format!("game G = {}\ngame D(n, z) = {}", heaps.join(" | "), options.join(" | "))
    }

    fn clause(&mut self) -> (String, String) {
        let amounts = match self.0.below(7) {
            0 => "any".to_owned(),
            1 => "squares".to_owned(),
            2 => format!("any except <{}>", self.amounts()),
            3 => "powers(2)".to_owned(),
            4 => format!("<{}..>", 1 + self.0.below(30)),
            _ => format!("<{}>", self.amounts()),
        };
        let takes = match amounts.as_str() {
            "any" => "k in 1..n if k > 0".to_owned(),
            other => format!("k in 1..n if k in ({})", other.replace("any", "<1..>")),
        };
        let two = "(i, z) + (n-k-i, z)";
        match self.0.below(13) {
            0 => (format!("take {amounts} then split"), format!("{two} for i in 1..n, {takes} and i <= (n-k)/2")),
            1 => (format!("take {amounts} then maybe split"), format!("{two} for i in 0..n, {takes} and i <= (n-k)/2")),
            2 => (format!("take {amounts} then split unequal"), format!("{two} for i in 1..n, {takes} and 2*i < n-k")),
            3 => (format!("take {amounts} then split equal"), format!("{two} for i in 1..n, {takes} and 2*i == n-k")),
            4 => {
                let by = 2 + self.0.below(5);
                (format!("divide by <{by}>"), format!("(n/{by}, z) if n > 0"))
            }
            5 => ("split".to_owned(), "(i, z) + (n-i, z) for i in 1..n/2".to_owned()),
            6 => ("split unequal".to_owned(), "(i, z) + (n-i, z) for i in 1..n if 2*i < n".to_owned()),
            7 => (
                "split into 3".to_owned(),
                "(i, z) + (j, z) + (n-i-j, z) for i in 1..n/3, j in i..n/2 if i + 2*j <= n".to_owned(),
            ),
            8 => (
                format!("take {amounts} then split into 3"),
                format!("(i, z) + (j, z) + (n-k-i-j, z) for i in 1..n/3, j in i..n/2, {takes} and i + 2*j <= n-k"),
            ),
            _ => (format!("take {amounts}"), format!("(n-k, z) for {takes}")),
        }
    }

    fn amounts(&mut self) -> String {
        let amounts: Vec<String> = (0..=self.0.below(4)).map(|_| (1 + self.0.below(12)).to_string()).collect();
        amounts.join(", ")
    }
}

/// Random written rules over one to three numbers. Most options are smaller in the lexicographic order; some rules
/// have cycles or divide by zero.
pub struct WrittenRules {
    dice: Dice,
    pub arity: usize,
}

const NAMES: [&str; 3] = ["a", "b", "c"];

impl WrittenRules {
    pub fn new(dice: Dice) -> WrittenRules {
        WrittenRules { dice, arity: 1 }
    }

    fn name(&mut self) -> &'static str {
        NAMES[self.dice.below(self.arity as u64) as usize]
    }

    /// An option in which the coordinate `lowered` becomes `to`. Those before it stay, and those after it become
    /// anything.
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
                        self.dice.pick(&choices).replace('$', name)
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
        let chosen = self.dice.pick(&choices);
        if chosen == "Y notin" { format!("{y} not in <3, 5>") } else { chosen.replace('X', x).replace('Y', y) }
    }

    fn clause(&mut self) -> String {
        let lowered = self.dice.below(self.arity as u64) as usize;
        let name = NAMES[lowered];
        let other = self.name();
        let (to, tail) = match self.dice.below(19) {
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
            13 => (format!("{name}-k"), format!("for k in 1..min({name}, 3)")),
            14 => (format!("{name}-k"), format!("for k in 2..min(4, {other}+1, 7) step 2 if k != {other}")),
            15 => (format!("{name}-k*k"), format!("for k in 1..isqrt({name})")),
            16 => (format!("{name}-2^k"), format!("for k in 0..{}", self.dice.below(5))),
            17 => (format!("{name} xor k"), format!("for k in 1..{name} if {name} xor k < {name}")),
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

    pub fn rules(&mut self) -> String {
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

/// Random rules over one to three numbers whose moves add the same differences everywhere: by single steps, along lines,
/// and under conditions.
pub struct Differences(pub Dice);

impl Differences {
    /// A game G, and how many coordinates it has.
    pub fn rule(&mut self) -> (String, usize) {
        let arity = 1 + self.0.below(3) as usize;
        let names = &NAMES[..arity];
        let order = self.0.below(4);
        let clauses: Vec<String> = (0..=self.0.below(3)).map(|_| self.clause(names, order)).collect();
        let domain = if self.0.below(4) == 0 { format!("where {}", self.condition(names)) } else { String::new() };
        let over = if self.0.below(4) == 0 { format!("over if {}", self.condition(names)) } else { String::new() };
        (format!("game G({}) {domain} {over} = {}", names.join(", "), clauses.join(" | ")), arity)
    }

    /// A difference that goes down: in the first coordinate that it changes, in the last one, or in the sum.
    fn difference(&mut self, arity: usize, order: u64) -> Vec<i64> {
        loop {
            let part: Vec<i64> = (0..arity).map(|_| self.0.below(6) as i64 - 3).collect();
            let goes_down = match order {
                0 | 1 => part.iter().find(|n| **n != 0).is_some_and(|n| *n < 0),
                2 => part.iter().rfind(|n| **n != 0).is_some_and(|n| *n < 0),
                _ => part.iter().sum::<i64>() < 0,
            };
            if goes_down && part.iter().all(|n| *n < 2 || arity > 1) {
                return part;
            }
        }
    }

    fn clause(&mut self, names: &[&str], order: u64) -> String {
        let part = self.difference(names.len(), order);
        let times = |by: &str, more: &[i64]| {
            let one = |((name, n), more): ((&&str, &i64), &i64)| format!("{name} + {n}*{by} + {more}");
            names.iter().zip(&part).zip(more).map(one).collect::<Vec<_>>().join(", ")
        };
        let none = vec![0; names.len()];
        let more = if self.0.below(4) == 0 { self.difference(names.len(), order) } else { none.clone() };
        let lowered = part.iter().position(|n| *n < 0).map_or(names[0], |place| names[place]);
        // As much that a line may be as long as the box only at its first turns, or only later.
        let far: Vec<i64> = more.iter().map(|n| n * (1 + 3 * self.0.below(4) as i64)).collect();
        let choice = self.0.below(14);
        let (option, steps) = match choice {
            0..=3 => (times("1", &more), String::new()),
            4 => (times("k", &far), format!("for k in 1..{lowered}")),
            5 => {
                (times("k", &none), format!("for k in {}..{lowered} step {}", self.0.below(4) + 1, self.0.below(3) + 1))
            }
            6 => (times("k", &none), format!("for k in 1..min({lowered}, {})", 2 + self.0.below(80))),
            7 => (times("k", &none), format!("for k in 1..{lowered}/2")),
            8 => (times("k", &none), "for k in <1, 4, 5>".to_owned()),
            9 => (times("k", &none), format!("for k in 1..{lowered}-{}", self.0.below(3))),
            10 => (times("(k*j)", &none), "for j in 1..2, k in [1, 2, 5]".to_owned()),
            11 => {
                let others: Vec<&str> = names.iter().map(|name| if *name == lowered { "i" } else { name }).collect();
                (others.join(", "), format!("for i in {}..{lowered}-{}", self.0.below(3), 1 + self.0.below(3)))
            }
            12 => (times("k", &none), format!("for k in 1..{lowered} if k % 3 != {}", self.0.below(3))),
            _ => (times("k", &none), format!("for k in 1..{lowered} if k in squares")),
        };
        let guard =
            if choice < 12 && self.0.below(3) == 0 { format!(" if {}", self.condition(names)) } else { String::new() };
        format!("({option}) {steps}{guard}")
    }

    fn condition(&mut self, names: &[&str]) -> String {
        let (x, y) = (self.0.pick(names), self.0.pick(names));
        let choices =
            ["even(X)", "X % 3 != 1", "X > 2", "X >= Y", "(X + 2*Y) % 5 < 3", "X / 2 != Y or odd(X)", "X != 4"];
        self.0.pick(&choices).replace('X', x).replace('Y', y)
    }
}

/// Random rules over a text or a list. Most moves make it shorter or smaller; some rules have cycles or use places
/// outside of it.
pub struct Boards(pub Dice);

impl Boards {
    fn condition(&mut self, text: bool) -> &'static str {
        if text {
            self.0.pick(&[
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
            self.0.pick(&[
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
            self.0.pick(&[
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
            self.0.pick(&[
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

    pub fn rules(&mut self, text: bool) -> String {
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
        let domain = self.0.pick(&["", "", "", "where length(s) < 7", "where length(s) == 0 or has(s, 0)"]);
        let over = self.0.pick(&["", "", "over if length(s) < 2", "over if length(s) > 1 and s[0] == s[1]"]);
        let has = if text { "s[i] == \"+\"" } else { "s[i] % 2 == 1 or length(s) > 3" };
        format!(
            "let near = [[1, 2], [0], [3], [2, 5]]\nlet pairs = [(0, 1), (2, 0), (3, 3)]\n\
             let has(s, i) = {has}\ngame Pile = take <1, 2, 4>\n\
             game Pair(s, n) = (s[1..], n) if length(s) > 0 | (s, n-1)\n\
             game G(s) {domain} {over} = {}",
            clauses.join(" | ")
        )
    }

    pub fn start(&mut self, text: bool) -> Value {
        let length = self.0.below(7);
        if text {
            let board: String = (0..length).map(|_| if self.0.below(4) == 0 { '-' } else { '+' }).collect();
            return Value::text(&board);
        }
        Value::list((0..length).map(|_| Value::Integer(self.0.below(5).into())).collect())
    }
}
