//! A chess knight that only goes towards the corner, as a game of one's own: its values on a small board, and who wins
//! with three of them on one board.
//!
//! cargo run --release -p grundy-engine --example knight

use std::error::Error;

use grundy_engine::{Impartial, Options, Search};

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
    let mut search = Search::new(Knight);
    for y in (0..8).rev() {
        for x in 0..8 {
            print!("{} ", search.value(&(x, y))?);
        }
        println!();
    }
    let knights = [(6, 3), (2, 7), (5, 5)];
    let total = search.sum_value(&knights)?;
    println!(
        "Knights at {knights:?}: value {total}, the {} player wins.",
        if total.is_zero() { "second" } else { "first" }
    );
    Ok(())
}
