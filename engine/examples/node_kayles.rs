//! Node Kayles as a game of one's own: a move removes a vertex of a graph with its neighbours. The rules are all that is
//! written here; parts, the table of what is known, and misère play come with the solver.
//!
//! cargo run --release -p grundy-engine --example node_kayles

use std::error::Error;

use grundy_engine::{Impartial, Options, Outcome, OwnGame, Situation, Solver};

/// For each vertex, the set of its neighbours and itself.
struct NodeKayles(Vec<u64>);

impl Impartial for NodeKayles {
    /// The vertices that are left, a bit for each.
    type Position = u64;

    fn options(&self, left: &u64, options: &mut Options<u64>) {
        let vertices = (0..self.0.len()).filter(|vertex| left >> vertex & 1 == 1);
        vertices.for_each(|vertex| options.sum(self.parts(left & !self.0[vertex])));
    }

    fn work(&self, left: &u64) -> u64 {
        left.count_ones().into()
    }
}

impl NodeKayles {
    fn grid(rows: usize, columns: usize) -> NodeKayles {
        let near = |a: usize, b: usize| (a / columns).abs_diff(b / columns) + (a % columns).abs_diff(b % columns) <= 1;
        let cells = || 0..rows * columns;
        NodeKayles(cells().map(|a| cells().filter(|b| near(a, *b)).map(|b| 1 << b).sum()).collect())
    }

    /// The connected parts of what is left: play in one does not touch the others.
    fn parts(&self, mut left: u64) -> Vec<u64> {
        let mut parts = Vec::new();
        while left != 0 {
            let mut part = left & left.wrapping_neg();
            loop {
                let near =
                    (0..self.0.len()).filter(|vertex| part >> vertex & 1 == 1).fold(0, |near, v| near | self.0[v]);
                if near & left == part {
                    break;
                }
                part = near & left;
            }
            left &= !part;
            parts.push(part);
        }
        parts
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    for (rows, columns) in [(2, 5), (3, 4), (3, 5), (4, 5)] {
        let all = (1 << (rows * columns)) - 1;
        let game = OwnGame::new("Node Kayles", NodeKayles::grid(rows, columns));
        let (start, mut solver) = (game.position(all)?, Solver::default());
        let value = solver.value(&start)?;
        let wins = |outcome| if outcome == Outcome::N { "first" } else { "second" };
        let (normal, misere) = (solver.outcome(&start)?, solver.outcome(Situation::misere(&start))?);
        println!("{rows} x {columns}: value {value}, {} player; misère {} player.", wins(normal), wins(misere));
    }
    Ok(())
}
