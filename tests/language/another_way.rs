//! The same clause, said in another way, is the same clause: it has the same options and the same values, and where it
//! does not mention the heap it makes the same ruleset.
//!
//! Covered is every kind of clause: `turn`, `take`, `take … then split`, `take … then maybe split`, `split` with each likeness
//! and each way to say into how many heaps, `divide`, `octal` and `hex` with written and with computed digits, the moves
//! of another game by its name, options, and `becomes`.

use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use grundy::session::report::PrintedValues;
use grundy_engine::game::{Component, Game, Meter, Position, Ruleset, Value};

use crate::common::Played;
use crate::common::dice::{Dice, tries};
use crate::common::games::{fast, told};

/// A clause with a hole `@` for each of its expressions.
struct Clause {
    text: &'static str,
    exprs: Vec<String>,
    /// Definitions of what it mentions.
    before: &'static str,
    /// Does it rewrite boards, and not move in a heap?
    is_on_boards: bool,
    /// The same moves with every option written out, if that is short.
    options: Option<String>,
}

/// A game X that has the same moves.
struct Way {
    name: &'static str,
    definitions: String,
    /// Does the clause say the same about every heap, so that the ruleset must be the same?
    is_independent: bool,
}

impl Clause {
    fn said(&self, exprs: &[&str]) -> String {
        let mut text = self.text.to_owned();
        for expr in exprs {
            text = text.replacen('@', expr, 1);
        }
        text
    }

    /// Positions to compare.
    fn starts(&self) -> Vec<Value> {
        match self.is_on_boards {
            true => ["xx", "xxx", "x-xx", "xxxxx", "xxx/xxx", "xx/-x"].map(Value::text).into(),
            false => (0..=9).map(Value::Integer).collect(),
        }
    }

    fn plain(&self) -> String {
        self.said(&self.exprs.iter().map(String::as_str).collect::<Vec<_>>())
    }

    /// The clause with something else in place of one expression.
    fn with(&self, place: usize, instead: &str) -> String {
        let mut exprs: Vec<&str> = self.exprs.iter().map(String::as_str).collect();
        exprs[place] = instead;
        self.said(&exprs)
    }
}

/// Random clauses of every kind.
fn clauses(dice: &mut Dice) -> Vec<Clause> {
    let low = 2 + dice.below(3);
    let high = low + dice.below(3);
    let (bare, set) = (format!("{low}..{high}"), format!("{{{low}..{high}}}"));
    let listed = format!("<1, {low}, {}>", high + 2);
    let endless = format!("{low}..");
    let clause = |text, exprs: &[&String]| {
        let exprs = exprs.iter().map(|expr| (*expr).clone()).collect();
        Clause { text, exprs, before: "", is_on_boards: false, options: None }
    };
    let codes = ["0.77", "0.137", "4.3", "0.07", "0.6"];
    let code = format!("\"{}\"", dice.pick(&codes));
    let mut all = vec![
        Clause { options: Some(format!("(n-k) for k in {bare}")), ..clause("take @", &[&set]) },
        Clause { options: Some(format!("(n-k) for k in {listed}")), ..clause("take @", &[&listed]) },
        clause("take @ then split", &[&listed]),
        clause("take @ then split unequal", &[&set]),
        clause("take @ then split equal into @", &[&listed, &bare]),
        clause("take @ then maybe split", &[&set]),
        clause("take @ then maybe split into @", &[&listed, &bare]),
        clause("take @ then maybe split unequal into @", &[&set, &set]),
        clause("take @ then split into @", &[&set, &endless]),
        Clause { options: Some("(i) + (n-i) for i in 1..n/2".into()), ..clause("split", &[]) },
        Clause { options: Some("(i) + (n-i) for i in 1..(n-1)/2".into()), ..clause("split unequal", &[]) },
        Clause { options: Some("(i) + (i) for i in 1..n if 2*i == n".into()), ..clause("split equal", &[]) },
        clause("split into @", &[&low.to_string()]),
        clause("split into @", &[&bare]),
        clause("split into @", &[&set]),
        clause("split into @", &[&endless]),
        clause("split unequal into @", &[&bare]),
        clause("split equal into @", &[&endless]),
        Clause { options: Some(format!("(n/d) for d in {bare} if n > 0")), ..clause("divide by @", &[&bare]) },
        clause("divide by @", &[&set]),
        clause("divide by @", &[&format!("<{endless}>")]),
        Clause { options: Some("(a) for a in 0..n-1".into()), ..clause("turn 2 coins", &[]) },
        Clause {
            options: Some("*0 | (a) for a in 0..n-1 | (a) + (b) for a in 0..n-1, b in a+1..n-1".into()),
            ..clause("turn @ coins", &[&"1..3".to_owned()])
        },
        clause("turn @ coins", &[&format!("{{{low}..{}}}", low + 1)]),
        clause("turn @ consecutive coins", &[&listed]),
        clause("turn any coins at most @ apart", &[&low.to_string()]),
        clause("octal(@)", &[&code]),
        clause("hex(@)", &[&"\"0.3F\"".to_owned()]),
        clause("octal 0.137", &[]),
        clause("hex 0.B", &[]),
        clause(".77", &[]),
        clause("Kayles", &[]),
        Clause { before: "game Z = take <2> | split into 3", ..clause("Z", &[]) },
        Clause { before: "let Z = take <2> | split into 3", ..clause("Z", &[]) },
        Clause { before: "game Z(n) = (n-2) if n > 3", ..clause("Z", &[]) },
    ];
    for (option, exprs) in [("(n-@)", vec![low.to_string()]), ("(n-k) for k in @", vec![bare])] {
        all.push(Clause { text: option, exprs, before: "", is_on_boards: false, options: None });
    }
    let dominoes = "(replace(n, i, \"--\")) for i in 0..length(n)-2 if n[i..i+1] == \"xx\"";
    let patterns =
        [("@ becomes @", Some(dominoes)), ("@ becomes @ across or down", None), ("@ becomes @ either way", None)];
    for (text, options) in patterns {
        let exprs = ["\"xx\"".to_owned(), "\"--\"".to_owned()];
        let clause = clause(text, &exprs.each_ref());
        all.push(Clause { is_on_boards: true, options: options.map(str::to_owned), ..clause });
    }
    all
}

/// Other ways to say a clause.
fn ways(clause: &Clause) -> Vec<Way> {
    let said = clause.plain();
    let mut ways = Vec::new();
    let holds = if clause.is_on_boards { "length(n) >= 0" } else { "n >= 0" };
    let is_option = clause.text.starts_with('(');
    let is_game = matches!(clause.text, "Kayles" | "Z");
    let mut way = |name, definitions: String, is_independent| {
        let definitions = format!("{}\n{definitions}", clause.before);
        ways.push(Way { name, definitions, is_independent });
    };
    // What follows `for` in the clause itself can only be followed by more of that.
    let (joint, names_heap) =
        (if said.contains(" for ") { "," } else { " for" }, said.contains('n') && said.contains('('));
    let names_heap = names_heap && !said.contains("octal") && !said.contains("then");
    way("the heap is named", format!("game X(n) = {said}"), true);
    way("a condition that holds", format!("game X = {said} if true"), true);
    way("a condition on a name", format!("let k9 = 3\ngame X = {said} if k9 > 2"), true);
    way("one turn", format!("game X = {said}{joint} j in 4..4"), true);
    way("one turn with a condition", format!("game X = {said}{joint} j in [4, 5] if j > 4"), true);
    way("several turns", format!("game X = {said}{joint} i in 1..2, j in i..2"), true);
    way("one turn of two", format!("game X = {said}{joint} (i, j) in [(1, 2)]"), true);
    way("a condition on the heap that holds", format!("game X = {said} if {holds}"), false);
    way("one turn that mentions the heap", format!("game X = {said}{joint} j in [n]"), false);
    way("a condition on a turn", format!("game X = {said}{joint} j in [n] if j == n"), false);
    way("a game that is never over", format!("game X over if not ({holds}) = {said}"), false);
    way("a game of all heaps", format!("game X where {holds} = {said}"), false);
    way("said twice", format!("game X = {said} | {said}"), true);
    way("beside what no case allows", format!("game X = {said} | take <1> if false"), true);
    way("beside no turn", format!("game X = take <j> for j in 2..1 | {said}"), true);
    way("borrowed", format!("game Y = {said}\ngame X = Y"), true);
    way("borrowed from a borrower", format!("game W = {said}\ngame Y = W\ngame X = Y"), true);
    way("borrowed twice", format!("game Y = {said}\ngame X = Y | Y"), true);
    way("borrowed under a condition", format!("game Y = {said}\ngame X = Y if true"), true);
    way("borrowed in one turn", format!("game Y = {said}\ngame X = Y for j in 1..1"), true);
    way("borrowed under a condition on the heap", format!("game Y = {said}\ngame X = Y if {holds}"), false);
    way("defined later", format!("game X = Y\ngame Y = {said}"), true);
    if !is_option && !is_game && clause.text != ".77" {
        way("a value", format!("let X = {said}"), true);
        way("the value of a function", format!("let F(k9) = {said} if k9 > 2\nlet X = F(3)"), true);
        // A game that is only a value lends moves of heaps, and not those on boards and in rows of coins.
        if !clause.is_on_boards && !clause.text.starts_with("turn") {
            way("moves of a value", format!("let Y = {said}\ngame X = Y"), true);
            way("moves of a value under a condition", format!("let Y = {said}\ngame X = Y if true"), true);
        }
    }
    if !names_heap {
        way("the heap has another name", format!("game X(h) = {said}"), true);
        let holds = holds.replace('n', "h").replace("leh", "len");
        way("the heap has another name, and a condition", format!("game X(h) = {said} if {holds}"), false);
    }
    if !names_heap && !is_option && !is_game && clause.text != ".77" {
        way("a parameter called n", format!("let F(n) = {said} if n > 2\nlet X = F(3)"), true);
    }
    for (place, expr) in clause.exprs.iter().enumerate() {
        let is_code = expr.starts_with('"');
        let takes_sets = !is_code && expr.parse::<u64>().is_err();
        let is_bare = takes_sets && !expr.starts_with(['{', '<']);
        let with = |instead: &str| clause.with(place, instead);
        way("a name", format!("let k9 = {expr}\ngame X = {}", with("k9")), true);
        way("brackets", format!("game X = {}", with(&format!("({expr})"))), true);
        way("a function of it", format!("let f(x) = x\ngame X = {}", with(&format!("f({expr})"))), true);
        way("a choice", format!("game X = {}", with(&format!("(if 1 < 2 then {expr} else {expr})"))), true);
        way("a name under a condition", format!("let k9 = {expr}\ngame X = {} if 1 < 2", with("k9")), true);
        let element = if is_bare { format!("<{expr}>") } else { expr.clone() };
        if !is_code {
            let choice = format!("(if n >= 0 then {expr} else {expr})");
            way("a choice by the heap", format!("game X = {}", with(&choice)), false);
        }
        if !is_code && !clause.text.contains(" for ") {
            way("a variable", format!("game X = {} for j in [{element}]", with("j")), true);
        }
        if !is_option {
            way("a parameter", format!("let F(k9) = {}\nlet X = F({expr})", with("k9")), true);
            way(
                "a parameter and a turn",
                format!("let F(k9) = {}{joint} j in 1..1\nlet X = F({expr})", with("k9")),
                true,
            );
            way("a parameter called n in an expression", format!("let F(n) = {}\nlet X = F({expr})", with("n")), true);
        }
        if takes_sets {
            way("a set with brackets", format!("game X = {}", with(&element)), true);
            way("a set of the set", format!("game X = {}", with(&format!("<{element}>"))), true);
        }
        // Of endless sets, only a range says into how many heaps to split.
        if takes_sets && !expr.ends_with("..") && !expr.ends_with("..>") {
            way("except nothing", format!("game X = {}", with(&format!("{element} except {{}}"))), true);
            way("except another", format!("game X = {}", with(&format!("{element} except {{99}}"))), true);
            way("a set of all its members", format!("game X = {}", with(&format!("<i for i in {expr}>"))), true);
        }
    }
    if let Some(options) = &clause.options {
        way("options", format!("game X(n) = {options}"), false);
    }
    ways
}

/// The game X after these definitions.
fn game(definitions: &str, position: &Value) -> Result<Arc<Game>, String> {
    let mut played = Played::new();
    for statement in played.session.read("<test>", &format!("{definitions}\nprint X({})", position.brief())) {
        let reply = statement.and_then(|statement| played.session.run(&statement));
        let reply = reply.map_err(|wrong| played.shown(Err(wrong)).0)?;
        if let Some(PrintedValues(values)) = reply.answer()
            && let [Value::Position(sum)] = &values[..]
            && let Component::Position(position) = &sum.parts[0].component
        {
            return Ok(position.game.clone());
        }
    }
    Err("no position".to_owned())
}

/// What a game says about a position: its value and its options, without empty heaps.
fn told_of(game: &Arc<Game>, start: Value) -> String {
    let position = Position { game: game.clone(), coordinates: Arc::new([start]) };
    let mut options = BTreeSet::new();
    let visited = position.each_option(&Meter::default(), &mut |option| {
        let mut heaps = Vec::new();
        for part in &option.parts {
            let Component::Position(position) = &part.component else { continue };
            let empty = position.coordinates[0] == Value::Integer(0);
            heaps.extend(std::iter::repeat_n(
                position.coordinates.clone(),
                if empty { 0 } else { part.copies as usize },
            ));
        }
        heaps.sort();
        options.insert(format!("{heaps:?}"));
        Ok(ControlFlow::Continue(()))
    });
    format!("value {}, {options:?} {:?}", told(fast().position_value(&position)), visited.err())
}

fn engine(game: &Game) -> &'static str {
    fast().engine(&game.ruleset)
}

/// How a way differs from the clause as it was said first; `None` if it does not.
fn difference(plain: &Arc<Game>, way: &Way, starts: &[Value]) -> Option<String> {
    let told = || {
        let game = match game(&way.definitions, &starts[0]) {
            Ok(game) => game,
            Err(error) => return Some(error),
        };
        if way.is_independent && matches!(plain.ruleset, Ruleset::Heap(_)) && game.ruleset != plain.ruleset {
            return Some(format!("another ruleset: {}", engine(&game)));
        }
        let differs = |start: &&Value| told_of(plain, (*start).clone()) != told_of(&game, (*start).clone());
        let start = starts.iter().find(differs)?;
        Some(format!("of {start}: {}\n    {}", told_of(plain, start.clone()), told_of(&game, start.clone())))
    };
    told().map(|told| format!("{}: {}\n  {told}", way.name, way.definitions))
}

#[test]
fn a_clause_said_in_another_way_is_the_same_clause() {
    let mut dice = Dice::new(7);
    let mut wrong = Vec::new();
    for _ in 0..tries(2) {
        for clause in clauses(&mut dice) {
            let starts = clause.starts();
            let plain = game(&format!("{}\ngame X = {}", clause.before, clause.plain()), &starts[0]).unwrap();
            wrong.extend(ways(&clause).iter().filter_map(|way| difference(&plain, way, &starts)));
        }
    }
    assert!(wrong.is_empty(), "{} ways differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn clauses_in_another_order_have_the_same_moves() {
    let mut dice = Dice::new(11);
    let mut wrong = Vec::new();
    let clauses = clauses(&mut dice);
    for (one, other) in clauses.iter().zip(clauses[1..].iter().chain(&clauses[..1])) {
        let before = if one.before.is_empty() { other.before } else { one.before };
        if !one.before.is_empty() && !other.before.is_empty() || one.is_on_boards != other.is_on_boards {
            continue;
        }
        let starts = one.starts();
        let (one, other) = (one.plain(), other.plain());
        let plain = game(&format!("{before}\ngame X = {one} | {other}"), &starts[0]).unwrap();
        let turned = Way {
            name: "another order",
            definitions: format!("{before}\ngame X = {other} | {one}"),
            is_independent: true,
        };
        wrong.extend(difference(&plain, &turned, &starts));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_parameter_hides_the_heap_whatever_it_is_called() {
    let rules = [
        "take <@>",
        "take <1, 3, @> then maybe split",
        "take <j> for j in 1..@",
        "take <1, 2> if @ > 2",
        "octal 0.77 if @ > 2",
        "octal(\"0.\" ++ text(@))",
        "divide by <@>",
        "split into @",
        "split into @.. | take <1>",
        "take <1> | (take <@>)(2)",
        "take <1> | Kayles if @ > 2",
    ];
    let mut wrong = Vec::new();
    for rule in rules {
        for argument in ["2", "3"] {
            let called = |name: &str| {
                let definitions = format!("let F({name}) = {}\nlet X = F({argument})", rule.replace('@', name));
                game(&definitions, &Value::Integer(0))
            };
            match (called("k"), called("n")) {
                (Ok(one), Ok(other)) if one.ruleset == other.ruleset => {}
                (one, other) => wrong.push(format!("{rule}: {one:?}\n{other:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let mut played = Played::new();
    assert_eq!(played.answer("print [grundy (take <n>)(5) for n in 1..6]"), "[1, 0, 1, 1, 1, 0]\n");
    let told = played.answer("game G(a, n) = (take <n>)(a)");
    assert!(told.contains("E0415"), "{told}");
    // The heap of a game that does not name it is not a parameter.
    assert_eq!(played.answer("game G = (take <n>)(n-1)\nprint grundy G(1)"), "G is a game\n1\n");
}

#[test]
fn a_family_whose_parameter_changes_is_a_game_with_a_coordinate_more() {
    let families = [
        ("game F(k)(n) = take <1..k>", "game O(k, n) = take <1..k> from n"),
        (
            "game F(k)(n) = take <k, n/2> if k < n | divide by <k+2>",
            "game O(k, n) = take <k, n/2> from n if k < n | divide n by <k+2>",
        ),
        ("let F(n) = take <n, 2*n+1>", "game O(k, h) = take <k, 2*k+1> from h"),
        ("game F(k)(n) = take <k> | split", "game O(k, n) = take <k> from n | (k, i) + (k, n-i) for i in 1..n/2"),
        (
            "game F(k)(n) = take <1..k> then split equal into k+2 | octal 0.3 if k > 2",
            "game O(k, n) = sum[(k, (n-j)/(k+2)) for i in 1..k+2] for j in 1..k if n > j and (n-j) % (k+2) == 0 \
             | (k, n-1) if n > 0 and k > 2",
        ),
    ];
    let rules = ["F(k)(n-1)", "F(k)(n-1) | (k-1, n)", "F(j)(n-j) + (k, n-j) for j in 1..n", "f(k, n)"];
    for (family, one) in families {
        for rule in rules {
            let values = |definition: &str, rule: &str, option: &str| {
                let mut played = Played::new();
                played.answer(&format!("{definition}\nlet f(k, n) = {option}\ngame A(k, n) = {rule}"));
                played.answer("print [grundy A(k, n) for k in 0..5, n in 0..9]")
            };
            let wanted = values(one, &rule.replace("F(k)(", "O(k, ").replace("F(j)(", "O(j, "), "O(k, n-1)");
            assert!(wanted.starts_with("[0, "), "{wanted}");
            assert_eq!(values(family, rule, "F(k)(n-1)"), wanted, "{family}: {rule}");
        }
    }
    // Heaps side by side.
    let mut played = Played::new();
    played.answer(
        "let F(k) = take <1..k>\ngame A(n) = F(k)[n-k, k] for k in 1..n\ngame B(n) = F(k)(n-k) + F(k)(k) for k in 1..n",
    );
    assert_eq!(played.answer("print values A 0..12 == values B 0..12, values A 0..4"), "true [0, 0, 1, 0, 1]\n");
    for (heaps, same) in [
        ("F(k)[1..n]", "sum[F(k)(h) for h in 1..n]"),
        ("F(k)[h for h in 1..n if h != k]", "sum[F(k)(h) for h in 1..n if h != k]"),
        ("F(k)[1..k, 2]", "sum[F(k)(h) for h in 1..k] + F(k)(2)"),
        ("F(k)[heaps]", "F(k)(3) + F(k)(5)"),
        ("F(k)[]", "*0"),
        ("F(k)[part], part in partitions(n)", "sum[F(k)(h) for h in part], part in partitions(n)"),
    ] {
        let mut played = Played::new();
        played.answer("let F(k) = take <1..k>\nlet heaps = [3, 5]");
        let rule = |rule: &str| match rule.split_once(", part in") {
            Some((option, source)) => format!("{option} for k in 1..n, part in{source}"),
            None => format!("{rule} for k in 1..n"),
        };
        played.answer(&format!("game A(n) = {}\ngame B(n) = {}", rule(heaps), rule(same)));
        let told = played.answer("print values A 0..9 == values B 0..9");
        assert_eq!(told, "true\n", "{heaps}");
    }
    let mut played = Played::new();
    played.answer("game F(k)(n) = take <1..k>\ngame A(k, n) = F(k-3)(n)\ngame H(k)(n) = take <k> | Kayles");
    // A parameter may be below 0: there is a move to a game that is over.
    assert_eq!(played.answer("print grundy A(1, 4), grundy A(5, 4)"), "1 0\n");
    assert!(played.answer("moves A(5, 4)").contains("A(5, 4) → F(2)(4)"));
    let told = played.answer("game B(k, n) = H(k)(n-1)");
    assert!(told.contains("E0415") && told.contains("H(k)"), "{told}");
    assert!(played.answer("game B(k, n) = F(k, 2)(n-1)").contains("E0303"));
}

#[test]
fn a_lender_sees_no_variable_of_the_game_that_borrows() {
    let lenders = ["take <k>", "take <k> if n > 3", "(n-k)", "split into k", "divide by <k>", "octal 0.7 if k == 2"];
    for lender in lenders {
        let script = format!(
            "let k = 5\ngame H = {lender}\nlet F(k) = take <k> | H\ngame G = take <2> | H\n\
             assert grundy (F(2))(i) == grundy G(i) for i in 0..12"
        );
        Played::new().script("<test>", &script).unwrap_or_else(|error| panic!("{lender}: {error}"));
    }
}
