//! Fuzzes the engines with random rules of heaps, of numbers, and of texts and lists: every strategy agrees with
//! the definition, and so do proved periods and misère play.
#![no_main]
#![allow(dead_code)]

#[path = "../../tests/common/dice.rs"]
mod dice;
#[path = "../../tests/common/games.rs"]
mod games;
#[path = "../../tests/common/played.rs"]
mod played;
#[path = "../../tests/common/rules.rs"]
mod rules;

use dice::Dice;
use grundy_engine::CountingAllocator;
use libfuzzer_sys::fuzz_target;
use rules::{Boards, HeapRules, WrittenRules};

/// The limits of memory hold for what this counts.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fuzz_target!(|bytes: &[u8]| {
    let Some((kind, bytes)) = bytes.split_first() else { return };
    let dice = Dice::of(bytes);
    match kind % 6 {
        0 => games::compare_heaps(&HeapRules(dice).rules(), 40),
        4 => _ = games::compare_period(&HeapRules(dice).rules(), 400),
        5 => {
            let mut rules = HeapRules(dice);
            games::compare_misere(&rules.rules(), &mut rules.0, 6);
        }
        1 | 2 => {
            let mut rules = WrittenRules::new(dice);
            let definitions = rules.rules();
            let sizes = [&[60][..], &[9, 8], &[5, 4, 6]][rules.arity - 1];
            if let Some(game) = games::admitted(&definitions, rules.arity) {
                games::compare(&definitions, &game, sizes);
            }
        }
        _ => _ = games::compare_boards(&mut Boards(dice), bytes.len() % 2 == 0, 6),
    }
});
