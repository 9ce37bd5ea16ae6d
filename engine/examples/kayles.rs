//! The period of Kayles, the theorem that proves it, the values of one period, and the value of a heap of 10^18.
//!
//! cargo run --release -p grundy-engine --example kayles

use std::error::Error;

use grundy_engine::{Moves, PeriodFinding, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let kayles = Moves::octal("0.77")?.game("Kayles")?;
    let mut solver = Solver::default();
    let Some(PeriodFinding::Proved(proof)) = solver.period(&kayles)? else {
        return Err("the period is not proved".into());
    };
    let (period, preperiod) = (proof.period.period, proof.period.preperiod);
    println!("From heap {preperiod} on, the values repeat every {period} heaps: {:?}.", proof.theorem);
    let values = solver.values(&kayles, preperiod..=preperiod + period - 1)?;
    println!("One period: {}", values.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "));
    println!("Kayles(10^18) has value {}.", solver.value(&kayles.heap(1_000_000_000_000_000_000))?);
    Ok(())
}
