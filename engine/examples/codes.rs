//! A sweep: all octal codes of two digits, and which of them have a period that is proved.
//!
//! cargo run --release -p grundy-engine --example codes

use std::error::Error;

use grundy_engine::{Effort, Moves, PeriodFinding, Solver};

fn main() -> Result<(), Box<dyn Error>> {
    let mut proved = 0;
    for code in (0..64).map(|digits| format!("0.{digits:02o}")) {
        let game = Moves::octal(&code)?.game(&code)?;
        // A new solver for each code, so that no table is kept longer than it is needed.
        match Solver::default().period_within(&game, Effort { heaps: 10_000, ..Effort::USUAL })? {
            Some(PeriodFinding::Proved(proof)) => {
                proved += 1;
                let period = proof.period;
                println!(
                    "{code}  period {:>4} from {:>4} on, saltus {}",
                    period.period, period.preperiod, period.saltus
                );
            }
            _ => println!("{code}  no period found"),
        }
    }
    println!("{proved} of 64 proved.");
    Ok(())
}
