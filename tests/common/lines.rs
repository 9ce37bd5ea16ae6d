//! Random lines as a user might type them, some of them wrong.

use super::dice::Dice;

/// A random line; the same for the same dice.
pub fn statement(dice: &mut Dice) -> String {
    let name = ["A", "B", "C", "D", "E"][dice.below(5) as usize];
    let (k, n) = (1 + dice.below(9), dice.below(40));
    match dice.below(16) {
        0 => format!("game {name} = take <{k},{}>", k + 1 + dice.below(9)),
        1 => format!("game {name}(a, b) = (a-i, b) for i in 1..{k} | (a, b-1) | (a-{k}, b-{k})"),
        2 => format!("game {name}(n) = (n-1) | (n-{k}) if n % {k} == 0"),
        3 => format!("game {name} = take <{k}> then maybe split"),
        4 => format!("let x{k} = {n}*{k}"),
        5 => format!("let f(n) = n*{k} + {n}"),
        6 => format!("x{k} + {n}"),
        7 => format!("f({n})"),
        8 => format!("grundy (take <{k},{}>)({n})", n + 2),
        9 => format!("winner {name}({n}) + {name}({k})"),
        10 => format!("grundy {name}({k}, {})", n % 12),
        11 => format!("winner misere {name}({n})"),
        12 => format!("[i*{k} for i in 1..{n}]"),
        13 => format!("game {name} = take <{k}"),
        14 => format!("forget {name}"),
        _ => format!("grundy {name}({n})"),
    }
}
