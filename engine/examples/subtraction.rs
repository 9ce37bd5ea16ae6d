//! The values of a subtraction game up to heap 10,000,000, and how often each value occurs.
//!
//! cargo run --release -p grundy-engine --example subtraction

use std::error::Error;

use grundy_engine::{Moves, Solver};

const LAST: u64 = 10_000_000;

fn main() -> Result<(), Box<dyn Error>> {
    let game = Moves::take([3, 5, 17, 40]).game("Take")?;
    let values = Solver::default().values(&game, 0..=LAST)?;
    let most = values.iter().max().map_or(0, |most| most.0);
    for value in 0..=most {
        let count = values.iter().filter(|other| other.0 == value).count();
        println!("{count:>8} heaps of 0 to {LAST} have value {value}");
    }
    Ok(())
}
