//! A chess knight that only goes towards the corner, as a game of one's own: its values on a small board, who wins with
//! a heap beside it, in misère play, and where a move is made in each of two games at once.
//!
//! cargo run --release -p grundy-engine --example knight

use std::error::Error;
use std::sync::Arc;

use grundy_engine::{Amounts, Compound, Ends, Impartial, Moves, MovesIn, Options, OwnGame, Situation, Solver, Sum};

struct Knight;

impl Impartial for Knight {
    /// Column and row, from 0.
    type Position = (i32, i32);

    fn options(&self, &(x, y): &(i32, i32), options: &mut Options<(i32, i32)>) {
        for (right, up) in [(-2, -1), (-1, -2), (1, -2), (-2, 1)] {
            if x + right >= 0 && y + up >= 0 {
                options.position((x + right, y + up));
            }
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let (knight, nim) = (OwnGame::new("Knight", Knight), Moves::take(Amounts::any()).game("Nim")?);
    let mut solver = Solver::default();
    for y in (0..8).rev() {
        for x in 0..8 {
            print!("{} ", solver.value(&knight.position((x, y))?)?);
        }
        println!();
    }
    let sum = knight.position((6, 3))? + knight.position((2, 7))? + nim.heap(2);
    println!("{sum}: value {}, outcome {:?}.", solver.value(&sum)?, solver.outcome(&sum)?);
    if let Some(made) = solver.winning_move(&sum)? {
        println!("A winning move: {} to {}.", made.from, made.to);
    }
    println!("In misère play: {:?}.", solver.outcome(Situation::misere(&sum))?);
    let parts = [knight.position((6, 3))?, nim.heap(2)].map(Arc::new);
    let at_once = Sum::position(Compound { moves_in: MovesIn::All, ends: Ends::Unmovable }.position(parts));
    println!("{at_once}: {:?}.", solver.outcome(&at_once)?);
    Ok(())
}
