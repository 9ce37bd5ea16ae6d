//! Products of games: by the Tartan theorem their values are nim-products. Held against the definition, which plays the moves of
//! the product and knows no theorem.

use crate::common::Played;
use crate::common::dice::{Dice, often, tries};
use crate::common::games::{compare, game};

/// Rules of one coordinate whose moves leave heaps of the same game.
fn factor(dice: &mut Dice, name: &str) -> String {
    let (k, m) = (1 + dice.below(3), 1 + dice.below(4));
    let rule = match dice.below(12) {
        0 => format!("game {name} = take <{k}, {}>", k + m),
        1 => format!("game {name} = take any"),
        2 => format!("game {name} = octal 0.{k}{m}"),
        3 => format!("game {name} = split | take {k}"),
        4 => format!("game {name} = divide by {}", k + 1),
        5 => format!("game {name}(n) = *0 | (a) for a in 0..n-{k}"),
        6 => format!("game {name}(n) = (a) + (b) for a in 0..n-1, b in 0..a-{k}"),
        7 => format!("game {name}(n) = sum[(j) for j in i..n-1] for i in {k}..n"),
        8 => format!("game {name}(x) = (x-{k}) if x % {} != 0 | sum[(x-1), (x-{m})]", m + 1),
        9 => format!("let half{name}(n) = n / 2\ngame {name}(n) = (half{name}(n)) + (n-1) if n > 0 | (n-{m})"),
        10 => format!("game {name}(n) where n % {} != {k} = (n-1) | (n-{m}) + (n-{k})", k + 1),
        _ => format!("game {name}(n) over if n < {k} = (n-1) | (n-{m}) for i in 0..1"),
    };
    rule + "\n"
}

#[test]
fn the_values_of_products_are_those_of_the_definition() {
    let mut dice = Dice::new(391);
    let mut compared = 0;
    for _ in 0..tries(60) {
        let definitions = format!("{}{}game P = A * B\n", factor(&mut dice, "A"), factor(&mut dice, "B"));
        compared += compare(&definitions, &game(&definitions, "P(0, 0)"), &[8, 7]);
    }
    for _ in 0..tries(8) {
        let factors = ["A", "B", "C"].map(|name| factor(&mut dice, name)).concat();
        let definitions = format!("{factors}game P = A * B * C\n");
        compared += compare(&definitions, &game(&definitions, "P(0, 0, 0)"), &[4, 4, 3]);
    }
    assert!(compared > often(2_500), "{compared}");
}

#[test]
fn a_product_is_asked_about_as_any_other_game() {
    let mut played = Played::new();
    let mut said = |line: &str| played.answer(line);
    assert_eq!(said("game Patch = MockTurtles * Ruler"), "Patch is a game\n");
    assert!(said("grundy Patch(2, 3)").contains("Grundy value 4"));
    assert!(said("explain Patch(1, 2)").contains("It is the nim-product of 2, the value of MockTurtles(1), and of 2"));
    assert!(said("show Patch").contains("Tartan theorem"));
    assert!(
        said("check grundy Patch(a, b) == nimproduct(grundy MockTurtles(a), grundy Ruler(b)) for a in 0..9, b in 0..9")
            .contains("Holds")
    );
    assert!(said("moves Patch(1, 1)").contains("Patch(1, 1) → *0"));
    assert!(said("losing Patch 0..1, 0..1").contains("(0, 0) (1, 0)"));
    // The theorem is one of normal play: here the search of the rule answers.
    assert!(said("winner misere Patch(1, 1)").contains("Found by search"));
    assert_eq!(said("game Again = Patch * Nim"), "Again is a game\n");
    assert!(said("grundy Again(1, 2, 2)").contains("Grundy value 1:"));
    // The theorem is one of play that ends: of a factor that may come back the definition answers, as of the same rule written out.
    said("game W(v) = (w) for w in [[1], [0, 2], []][v]");
    said("game Loops = W * Nim");
    said("game Written(v, n) = (w, n) + (v, m) + (w, m) for w in [[1], [0, 2], []][v], m in 0..n-1");
    for place in ["(0, 0)", "(1, 1)", "(0, 2)", "(1, 3)"] {
        // An outcome or an error, and not how play comes back.
        let [product, written] = ["Loops", "Written"].map(|game| said(&format!("outcome {game}{place}")));
        assert_eq!(product.split(':').next(), written.split(':').next(), "{place}");
    }
    assert!(said("game Binds = Nim * TopEntails").contains("E0350"));
    // A redefined factor changes the product.
    said("game F = take 1");
    said("game G = F * F");
    assert!(said("grundy G(2, 1)").contains("value 0"));
    said("game F = take <1,2>");
    assert!(said("grundy G(2, 1)").contains("value 2"));
}
