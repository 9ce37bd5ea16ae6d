//! What parameters may be: domains that coordinates and arguments state.

use crate::common::Played;
use crate::common::dice::Dice;
use crate::common::games::{compare, game};

/// A rule drawn at random. `{a}` and `{b}` stand for the coordinates, and each option is `<X;Y>`.
fn drawn(dice: &mut Dice) -> String {
    let clauses = [
        "<{a}-k;{b}> for k in 1..3",
        "<{a};{b}-k> for k in 1..2",
        "<{a}-1;{b}-1>",
        "<k;{b}> + <{a};k> for k in {a}+1..{b}-1",
        "<{a}-1;{b}> + <{a}-1;{b}-2>",
        "<min({a}, {b})-1;{b}>",
        "<{a}/2;{b}> if {a} > 0",
        "*2 if {b} == -1",
        "<{b}-2;{b}-1> if {a} > {b}",
    ];
    let mut chosen: Vec<&str> = Vec::new();
    for _ in 0..1 + dice.below(3) {
        chosen.push(dice.pick(&clauses));
    }
    chosen.join(" | ")
}

/// The rule with these texts for its coordinates, and options that are larger by so much in each of them.
fn written(rule: &str, (a, b): (&str, &str), more: &str) -> String {
    let option = rule.replace('<', "(").replace(';', &format!("{more}, ")).replace('>', &format!("{more})"));
    // The signs of conditions were taken for those of options.
    let option = option.replace(&format!("{{a}} {more}) 0"), "{a} > 0").replace(&format!("{{b}} {more}) 0"), "{b} > 0");
    option.replace(&format!("{{a}} {more}) {{b}}"), "{a} > {b}").replace("{a}", a).replace("{b}", b)
}

#[test]
fn coordinates_below_0_are_as_right_as_shifted_ones() {
    let mut dice = Dice::new(36);
    let mut nonzero = 0;
    for _ in 0..40 {
        let rule = drawn(&mut dice);
        let mut played = Played::new();
        let own = format!("game G(a in -1.., b in -1..8) = {}", written(&rule, ("a", "b"), ""));
        let shifted = format!("game H(a, b) where b <= 9 = {}", written(&rule, ("(a-1)", "(b-1)"), "+1"));
        let told = played.answer(&format!("{own}\n{shifted}"));
        assert!(!told.contains("error"), "{told}");
        let mut both_loop = false;
        for (question, (a, b)) in
            [("grundy", (6, 8)), ("outcome", (6, 8)), ("winner", (6, 8)), ("outcome misere", (1, 3))]
        {
            let own = format!("print [{question} G(a, b) for a in -1..{a}, b in -1..{b}]");
            let other = format!("print [{question} H(a+1, b+1) for a in -1..{a}, b in -1..{b}]");
            // A note may follow the first line.
            let told = [own, other].map(|asked| played.answer(&asked).lines().next().unwrap().to_owned());
            let is_loop = told.iter().all(|told| told.starts_with("error[E0420]") || told.starts_with("error[E0423]"));
            both_loop |= is_loop;
            assert!(is_loop || (told[0].starts_with('[') && told[0] == told[1]), "{rule}: {question}\n{told:?}");
            nonzero += if is_loop { 0 } else { told[0].matches(['1', '2', '3', 'N']).count() };
        }
        if both_loop {
            continue;
        }
        // A table asks for a whole box of positions at once.
        let told = played.answer("losing G -1..6, -1..8");
        let shifted = played.answer("losing H 0..7, 0..9");
        assert_eq!(told.lines().next(), shifted.lines().next(), "{own}");
    }
    assert!(nonzero > 2_000, "{nonzero}");
}

#[test]
fn a_stated_domain_is_a_condition() {
    let rule = "(a-1, b) | (a, b-k) for k in 1..2 | (a-1, b+1)";
    let own = format!("game G(a in 0..9, b in 2..7) = {rule}");
    assert!(compare(&own, &game(&own, "G(5, 5)"), &[12, 9]) > 50);
    let mut played = Played::new();
    played.answer(&own);
    played.answer(&format!("game W(a, b) where a <= 9 and b >= 2 and b <= 7 = {rule}"));
    let held = "assert grundy G(a, b) == grundy W(a, b) and winner misere G(a, b) == winner misere W(a, b)";
    assert_eq!(played.answer(&format!("{held} for a in 0..9, b in 2..7")), "");
    // What is lent keeps its domain.
    played.answer("game L(x in -2.., y in -1..3) = G if x > 20 | (x-1, y) | (x, y-1)\ngame B(p, q) = L");
    assert_eq!(played.answer("print grundy L(-1, -1), grundy L(0, -1)"), "1 0\n");
    assert!(played.answer("moves B(2, 9)").contains("no move"));
}

#[test]
fn what_is_asked_outside_names_the_domain() {
    let mut played = Played::new();
    played.answer("game L(l in -1.., r in 0..10) = (l-1, r) | (l, r-1)\nlet f(n in 0..10, m in n..) = n*m");
    played.answer("game Upto(k in 1..9)(n) = take <1..k>");
    for (asked, place, condition) in [
        ("winner L(-2, 3)", "L(-2, 3)", "`l in -1..`"),
        ("grundy L(0, 11)", "L(0, 11)", "`r in 0..10`"),
        ("moves L(0, -1)", "L(0, -1)", "`r in 0..10`"),
        ("winner misere L(4, 99)", "L(4, 99)", "`r in 0..10`"),
        ("print f(11, 20)", "11", "`n in 0..10`"),
        ("[f(k, 3) for k in 2..5]", "3", "`m in n..`"),
        ("winner Upto(10)(5)", "10", "`k in 1..9`"),
    ] {
        let told = played.answer(asked);
        let carets = format!(" {} ", "^".repeat(place.len()));
        assert!(told.starts_with("error[E03") && told.contains(condition) && told.contains(&carets), "{asked}: {told}");
    }
    assert_eq!(played.answer("print f(10, 20), Upto(9)(5) == *5"), "200 true\n");
}

/// The call that leaves the domain is met at every depth of a chain, where some calls are put off.
#[test]
fn a_chain_of_calls_that_leaves_the_domain_names_the_argument() {
    let mut played = Played::new();
    let definition = "let down(n in 1..) = down(n-1)";
    played.answer(definition);
    for first in 1..=205 {
        let told = played.answer(&format!("print down({first})"));
        let place = format!("  {definition}\n  {}^^^ ", " ".repeat(definition.rfind("n-1").unwrap()));
        assert!(told.starts_with("error[E0341]") && told.contains(&place), "{first}: {told}");
    }
}

#[test]
fn a_rule_leads_to_no_heap_beyond_the_largest() {
    let mut played = Played::new();
    played.answer("game S = take <1,2>\nlet T(k) = take <1..k>");
    for (option, largest) in [("S(n*10^19)", 0), ("T(2)(10^19*n)", 0), ("S(n*(2^63-1))", 1), ("(n-1) + S(n*10^19)", 0)]
    {
        played.answer(&format!("game P(n) = {option}"));
        let told = played.answer(&format!("print [grundy P(k) for k in 0..{largest}]"));
        assert!(told.starts_with('['), "{option}: {told}");
        for asked in ["values P 0..3", "losing P 0..3", "winner misere P(2)", "grundy P(3)", "moves P(2)"] {
            let told = played.answer(asked);
            assert!(told.starts_with("error[E0333]"), "{option}, {asked}: {told}");
        }
    }
}

#[test]
fn they_are_written_as_they_were_read() {
    let mut played = Played::new();
    for (line, shown) in [
        ("game L(l in -1..,r in {0, 2, 5}) = (l-1, r)", "game L(l in -1..,r in {0, 2, 5}) = (l-1, r)"),
        ("f(n in 0..10) = n*n", "let f(n in 0..10) = n*n"),
        ("G(n in 0..20) = mex{G(n-1), G(n-2)}", "game G(n in 0..20) = (n-1) | (n-2)"),
        ("game U(k in 1..3)(n) = take <1..k>", "let U(k in 1..3) = take <1..k>"),
    ] {
        played.answer(line);
        let name = line.trim_start_matches("game ").split('(').next().unwrap();
        assert_eq!(played.answer(&format!("show {name}")).lines().next(), Some(shown));
    }
    assert!(played.answer("game L(l in -1..k) = (l-1)\nwinner L(3)").contains("nothing is called k"));
}

#[test]
fn a_move_that_changes_nothing_is_mended() {
    for (game, asked, mended) in [
        ("game F(n) ends = (n/2)", "winner F(3)", "game F(n) over if n == 0 ends = (n/2)"),
        ("game F(n in 0..9) ends = (n/2)", "winner F(3)", "game F(n in 0..9) over if n == 0 ends = (n/2)"),
        ("game E(a, b) ends = (a-k*b, b) for k in 1..a", "winner E(3, 0)", "(a-k*b, b) if b > 0 for k in 1..a"),
        ("game E(a, b) ends = (a-k*b, b) for k in 0..a", "winner E(3, 2)", "(a-k*b, b) if k > 0 for k in 0..a"),
        ("game V(a, b) ends = (a/2, b) | (a, b-1) if b > 0", "grundy V(3, 2)", "(a/2, b) if a > 0 | (a, b-1) if b > 0"),
        (
            "game V(a, b) ends = (a/2, b) if b > 0 or b == 0",
            "grundy V(3, 2)",
            "(a/2, b) if (b > 0 or b == 0) and a > 0",
        ),
    ] {
        let mut played = Played::new();
        played.answer(game);
        let told = played.answer(asked);
        assert!(told.starts_with("error[E0420]") && told.contains(mended), "{game}: {told}");
    }
    for (game, asked) in
        [("game D(n) ends = (n)", "winner D(3)"), ("game H(l in -1.., r) ends = (l/2, r)", "winner H(3, 1)")]
    {
        let mut played = Played::new();
        played.answer(game);
        let told = played.answer(asked);
        assert!(told.contains("a move must change something") && !told.contains("+++"), "{told}");
    }
}
