//! What is done with a text, counted in tests.

use std::cell::Cell;

#[derive(Clone, Copy)]
pub enum Work {
    Scan,
    Parse,
    Lexemes,
}

thread_local! {
    pub static WORK: Cell<[usize; 3]> = const { Cell::new([0; 3]) };
}

pub fn count(work: Work) {
    let mut counts = WORK.get();
    counts[work as usize] += 1;
    WORK.set(counts);
}
