//! Who wins a sum of different games, and how.
//!
//! cargo run --release -p grundy-engine --example sum

use std::error::Error;

use grundy_engine::{Moves, Outcome, Sequence, Situation, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let nim = Moves::take(1..).game("Nim")?;
    let kayles = Moves::octal("0.77")?.game("Kayles")?;
    let grundy = Moves::split().unequal().game("Grundy")?;
    let squares = Moves::take(Sequence::new(|k| (k + 1).checked_mul(k + 1))).game("Squares")?;
    let position = nim.heap(9) + kayles.heap(12) + grundy.heap(50) + squares.heap(1000);

    let mut solver = Solver::default();
    println!("{position} has value {}.", solver.value(&position)?);
    match solver.outcome(&position)? {
        Outcome::N => println!("The first player wins:"),
        Outcome::P => println!("The second player wins."),
        Outcome::D => println!("Neither player can win."),
    }
    for winning in &solver.moves(&position, 5)?.winners {
        println!("  {} to {}", winning.from, winning.to);
    }
    println!("In misère play the outcome is {}.", solver.outcome(Situation::misere(&(nim.heap(9) + kayles.heap(12))))?);
    Ok(())
}
