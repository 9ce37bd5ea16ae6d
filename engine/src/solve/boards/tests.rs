//! Compares values and outcomes of boards with the definition, on random rules and boards, and checks parts and normal
//! forms directly.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use super::coded::CodedRules;
use super::layout::Layout;
use super::packed::{MOST_CODES, Sides};
use super::search::search_of;
use super::split::CodedBoard;
use crate::dice::{Dice, is_full, often, tries};
use crate::game::{Board, Component, Directions, Game, LibertyRule, Meter, Position, Rewrite, Turned, strips};
use crate::nim::{Nimber, Outcome};
use crate::search::Searcher;
use crate::solve::plane::{Plane, Planes, WidePlane};
use crate::solve::{Budget, Limits, MovesFound, SolveError, Solver};
use crate::{CountingAllocator, Sum};

impl Dice {
    fn one_of<T: Copy>(&mut self, among: &[T]) -> T {
        among[self.small::<usize>(among.len() as u64)]
    }

    fn cells(&mut self, width: usize, height: usize, symbols: &[char]) -> String {
        let rows = (0..height).map(|_| (0..width).map(|_| self.one_of(symbols)).collect::<String>());
        rows.collect::<Vec<_>>().join("/")
    }

    /// A random clause with up to four symbols, often with `?`; `None` if it is not a valid one.
    fn rewrite(&mut self) -> Option<Rewrite> {
        let (width, height) = self.one_of(&[(1, 1), (2, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)]);
        let symbols: &[char] = self.one_of(&[&['.'][..], &['.', '.', '.', 'X'], &['X', 'O'], &['.', 'X', 'O', '#']]);
        let symbols_after: &[char] = self.one_of(&[&['#'][..], &['#', '#', '.', 'X', 'O']]);
        let mut from = self.cells(width, height, symbols).into_bytes();
        let mut to = self.cells(width, height, symbols_after).into_bytes();
        for cell in 0..from.len() {
            match self.below(8) {
                0 if from[cell] != b'/' => (from[cell], to[cell]) = (b'?', b'?'),
                1 => to[cell] = from[cell],
                _ => {}
            }
        }
        let directions = Directions {
            turned: self.one_of(&[Turned::AsWritten, Turned::Down, Turned::All]),
            mirrored: self.below(2) == 0,
        };
        Rewrite::new(std::str::from_utf8(&from).ok()?, std::str::from_utf8(&to).ok()?, directions).ok()
    }

    /// Random rules under which play is known to end.
    fn rules(&mut self) -> (Vec<Rewrite>, CodedRules) {
        loop {
            let rewrites: Vec<Rewrite> = (0..=self.below(3)).filter_map(|_| self.rewrite()).collect();
            let rules = CodedRules::of(&rewrites.iter().collect::<Vec<_>>(), &[], MOST_CODES);
            if let Some(rules) = rules.filter(|_| !rewrites.is_empty()) {
                return (rewrites, rules);
            }
        }
    }

    /// A random board. About every third one is its own image when it is reflected or rotated by 180°.
    fn board(&mut self, most: usize) -> String {
        let [width, height] = [(); 2].map(|()| 1 + self.small::<usize>(most as u64));
        let height = height.min(most * 3 / width).max(1);
        let symbols: &[char] = self.one_of(&[&['.', '.', '.', '#'][..], &['X', 'O'], &['.', '.', 'X', 'O', '#']]);
        let text = self.cells(width, height, symbols);
        let mirrored = |row: &str| row.chars().rev().collect::<String>();
        match self.below(6) {
            0 => text.split('/').map(|row| format!("{row}{}", mirrored(row))).collect::<Vec<_>>().join("/"),
            1 => format!("{text}/{}", mirrored(&text)),
            _ => text,
        }
    }
}

/// Three solvers for a board game: one is asked for values, one for outcomes, and one computes by the definition.
struct ThreeWays {
    solver: Solver,
    asked_first: Solver,
    definition: Solver,
}

/// How many boards were compared, how many of them are won, and how many have values above 2.
#[derive(Debug, Default)]
struct ComparedBoards {
    boards: usize,
    won: usize,
    large: usize,
}

impl ThreeWays {
    fn new() -> ThreeWays {
        let solver = || Solver::new(limits(), Arc::default());
        ThreeWays {
            solver: solver(),
            asked_first: solver(),
            definition: Solver::definition_only(limits(), Arc::default()),
        }
    }

    /// The value of a board, on which all three agree; `None` if the definition takes too long.
    fn value(&mut self, board: &Sum, said: &str, compared: &mut ComparedBoards) -> Option<Nimber> {
        let definition = &mut self.definition;
        let found = definition.budget().clone().within(400_000, || definition.value(board));
        let value = found.ok().flatten()?;
        compared.boards += 1;
        compared.won += usize::from(value != Nimber::ZERO);
        compared.large += usize::from(value.0 > 2);
        assert_eq!(self.asked_first.outcome(board), Ok(Outcome::of(value)), "{said}");
        assert_eq!(self.solver.value(board), Ok(value), "{said}");
        Some(value)
    }
}

fn limits() -> Limits {
    Limits { memory: 1 << 26 }
}

fn coded(rules: &CodedRules, text: &str) -> CodedBoard {
    let board = Board::read(text).unwrap();
    CodedBoard { width: board.width, codes: board.cells.iter().map(|symbol| rules.code(*symbol)).collect() }
}

#[test]
fn random_rules_have_the_values_of_the_definition() {
    let mut dice = Dice::new(0x1234_5678_9abc_def1);
    let mut compared = ComparedBoards::default();
    for _ in 0..tries(400) {
        let (rewrites, _) = dice.rules();
        let game = Game::rewriting("G", rewrites.clone());
        let mut ways = ThreeWays::new();
        for _ in 0..6 {
            let text = dice.board(4);
            let board = game.board(&text);
            let said = format!("{text} of {rewrites:?}");
            let Some(value) = ways.value(&board, &said, &mut compared) else { continue };
            let beside = board.clone() + Sum::star(value) + game.board(&text) + game.board(&text);
            assert_eq!(ways.asked_first.outcome(&beside), Ok(Outcome::P), "{said}");
            let other = dice.below(4);
            let beside = Sum::star(Nimber(other)) + board;
            assert_eq!(ways.asked_first.outcome(&beside), Ok(Outcome::of(Nimber(value.0 ^ other))), "{said}");
        }
    }
    assert!(compared.boards > often(1_500) && compared.won > often(300) && compared.large > often(15), "{compared:?}");
}

#[test]
fn boards_whose_blocks_must_breathe_have_the_values_of_the_definition() {
    let mut dice = Dice::new(0xfeed_beef_1234_5677);
    let mut compared = ComparedBoards::default();
    for round in 0..tries(240) {
        // In every second round each move places a single stone: only such boards are split into parts.
        let put =
            |stone: &str| Rewrite::new(".", stone, Directions { turned: Turned::AsWritten, mirrored: false }).unwrap();
        let rewrites = match round % 4 {
            0 => vec![put("X"), put("O")],
            1 => dice.rules().0,
            2 => vec![put("X"), put("O"), put("#")],
            _ => dice.rules().0.into_iter().chain([put("X")]).collect(),
        };
        let asked: &[(&str, &str)] = dice.one_of(&[
            &[("XO", ".")][..],
            &[("X", ".")],
            &[("X", "."), ("O", ".")],
            &[("O", ".#")],
            &[("X", "#"), ("O", ".")],
            &[("XO#", ".")],
        ]);
        let liberty_rules: Vec<LibertyRule> =
            asked.iter().map(|(stones, free)| LibertyRule::new(stones, free)).collect();
        let game = Game::rewriting_where("G", rewrites.clone(), &liberty_rules);
        let mut ways = ThreeWays::new();
        for _ in 0..12 {
            // Long rows are included, since blocks in a single row are shortened to one stone.
            let text = match dice.below(3) {
                0 => {
                    let long = 9 + dice.small::<usize>(4);
                    dice.cells(long, 1, &['.', 'X', 'X', 'O', 'O', '#'])
                }
                _ => dice.board(4),
            };
            let position = Position::on_board(&game, &text);
            if ways.definition.is_admitted(&position) != Ok(true) {
                continue;
            }
            ways.value(&game.board(&text), &format!("{text} of {rewrites:?} with {asked:?}"), &mut compared);
        }
    }
    assert!(compared.boards > often(780) && compared.won > often(300) && compared.large > often(30), "{compared:?}");
}

/// The parts of a board in normal form, each with an odd number of copies.
fn parts<P: Plane, const N: usize>(layout: &Layout<P, N>, board: &CodedBoard) -> BTreeSet<Planes<P, N>> {
    let mut parts = BTreeSet::new();
    layout.each_part(&layout.pack(board.width, &board.codes), &mut Vec::new(), |part| {
        if !parts.remove(&part) {
            parts.insert(part);
        }
    });
    parts
}

#[test]
fn parts_found_by_bits_are_those_found_cell_by_cell() {
    let mut dice = Dice::new(77);
    let mut several = 0;
    for _ in 0..tries(3_000) {
        let (rewrites, rules) = dice.rules();
        let board = coded(&rules, &dice.board(4));
        let layout = Layout::<u64, 8>::new(&rules, 8, 8);
        let single = board.parts(&rules, 64, &Meter::default()).unwrap().unwrap();
        several += usize::from(single.len() > 1);
        let mut together = BTreeSet::new();
        for part in &single {
            for found in parts(&layout, part) {
                if !together.remove(&found) {
                    together.insert(found);
                }
            }
        }
        assert_eq!(parts(&layout, &board), together, "{board:?} of {rewrites:?}");
        for found in &together {
            assert_eq!(layout.normal(*found), Some(*found), "{rewrites:?}");
        }
    }
    assert!(several > often(400), "{several}");
}

#[test]
fn a_board_and_its_images_have_the_same_parts() {
    let mut dice = Dice::new(4242);
    let mut images = 0;
    for _ in 0..tries(2_000) {
        let (rewrites, rules) = dice.rules();
        let board = coded(&rules, &dice.board(4));
        let layout = Layout::<u64, 8>::new(&rules, 8, 8);
        let long = Layout::<u128, 8>::new(&rules, 9, 9);
        for symmetry in &rules.symmetries {
            let image = board.changed(symmetry);
            assert_eq!(parts(&layout, &board), parts(&layout, &image), "{board:?} {symmetry:?} of {rewrites:?}");
            assert_eq!(parts(&long, &board), parts(&long, &image), "{board:?} {symmetry:?} of {rewrites:?}");
            images += 1;
        }
    }
    assert!(images > often(5_000), "{images}");
}

#[test]
fn words_of_all_widths_give_the_same_values() {
    let mut dice = Dice::new(99);
    let budget = Budget::new(limits(), Arc::default());
    for _ in 0..tries(150) {
        let (rewrites, rules) = dice.rules();
        let mut narrow = search_of(Layout::<u64, 8>::new(&rules, 8, 8));
        let mut tall = search_of(Layout::<u64, 8>::new(&rules, 5, 12));
        let mut long = search_of(Layout::<u128, 8>::new(&rules, 11, 11));
        let mut wide = search_of(Layout::<WidePlane<16>, 8>::new(&rules, 30, 34));
        for _ in 0..3 {
            let board = coded(&rules, &dice.cells(4, 3, &['.', '.', 'X', 'O', '#']));
            let value = narrow.value(&board, &budget).unwrap();
            assert_eq!(tall.value(&board, &budget), Ok(value), "{board:?} of {rewrites:?}");
            assert_eq!(long.value(&board, &budget), Ok(value), "{board:?} of {rewrites:?}");
            assert_eq!(wide.value(&board, &budget), Ok(value), "{board:?} of {rewrites:?}");
        }
    }
}

#[test]
fn any_number_of_threads_finds_the_same_values() {
    let mut dice = Dice::new(2026);
    let alone = Budget::new(limits(), Arc::default());
    let mut looked = 0;
    for round in 0..tries(400) {
        let (rewrites, rules) = dice.rules();
        let threads = dice.one_of(&[2, 3, 17]);
        // With little memory, what they share is full soon and may not grow.
        let budget = Budget::new(Limits { memory: dice.one_of(&[3_000_000, 1 << 28]) }, Arc::default());
        budget.set_threads(threads);
        let mut one = search_of(Layout::<u64, 8>::new(&rules, 8, 8));
        let mut several = search_of(Layout::<u64, 8>::new(&rules, 8, 8)).together();
        let mut wide = search_of(Layout::<WidePlane<16>, 8>::new(&rules, 30, 34)).together();
        for _ in 0..3 {
            let board = coded(&rules, &dice.cells(4, 4, &['.', '.', 'X', 'O', '#']));
            let value = one.value(&board, &alone).unwrap();
            assert_eq!(several.value(&board, &budget), Ok(value), "{round}: {board:?} of {rewrites:?}");
            assert_eq!(several.has_value(&board, value, &budget), Ok(true), "{round}: {board:?} of {rewrites:?}");
            assert_eq!(wide.has_value(&board, value + 1, &budget), Ok(false), "{round}: {board:?} of {rewrites:?}");
        }
        looked += several.counts().1;
    }
    // A few of the boards take most of the work.
    assert!(looked > if is_full() { 30_000 } else { 500 }, "{looked}");
}

#[test]
fn a_stop_reaches_all_threads() {
    let signal = Arc::new(crate::Signal::default());
    let mut solver = Solver::new(Limits::default(), signal.clone());
    solver.use_threads(3);
    let stopping = std::thread::spawn({
        let signal = signal.clone();
        move || {
            std::thread::sleep(std::time::Duration::from_millis(300));
            signal.interrupt();
        }
    });
    assert_eq!(solver.value(&cram().board(&empty(7, 7))), Err(SolveError::Interrupted));
    stopping.join().unwrap();
    signal.reset();
    assert_eq!(solver.value(&cram().board(&empty(4, 5))), Ok(Nimber(2)));
}

fn cram() -> Arc<Game> {
    let directions = Directions { turned: Turned::Down, mirrored: false };
    Game::rewriting("Cram", vec![Rewrite::new("..", "##", directions).unwrap()])
}

fn empty(width: usize, height: usize) -> String {
    vec![".".repeat(width); height].join("/")
}

/// Schneider, Das Spiel Juvavum, 2009; Lemoine and Viennot, 2012.
#[test]
fn cram_has_the_values_of_the_literature() {
    let game = cram();
    let mut solver = Solver::default();
    for (width, height, value) in
        [(3, 3, 0), (3, 5, 1), (4, 5, 2), (5, 5, 0), (4, 7, 3), (3, 6, 4), (3, 7, 1), (3, 8, 3), (5, 6, 2)]
    {
        assert_eq!(solver.value(&game.board(&empty(width, height))), Ok(Nimber(value)), "{width} × {height}");
        assert_eq!(solver.value(&game.board(&empty(height, width))), Ok(Nimber(value)), "{height} × {width}");
    }
}

#[test]
fn less_is_remembered_where_memory_is_short() {
    let game = cram();
    let board = game.board(&empty(4, 5));
    for memory in [40_000, 100_000, 1_000_000] {
        let before = CountingAllocator::in_use();
        let mut solver = Solver::new(Limits { memory }, Arc::default());
        assert_eq!(solver.value(&board), Ok(Nimber(2)), "{memory}");
        let (known, looked) = solver.board_counts();
        let kept = (CountingAllocator::in_use() - before) as u64;
        assert!(kept <= memory + 100_000 && known as u64 * 16 < memory && looked > 500, "{kept}, {known}, {looked}");
    }
    let signal = Arc::new(crate::Signal::default());
    let mut solver = Solver::new(Limits::default(), signal.clone());
    signal.interrupt();
    assert_eq!(solver.value(&game.board(&empty(7, 7))), Err(SolveError::Interrupted));
    signal.reset();
    assert_eq!(solver.value(&board), Ok(Nimber(2)));
}

#[test]
fn large_boards_of_small_parts_are_parts() {
    let game = cram();
    let row = "..#...#....#".repeat(40);
    let mut solver = Solver::default();
    // *1, *1 and *0, forty times each.
    assert_eq!(solver.value(&game.board(&row)), Ok(Nimber(0)));
    assert_eq!(solver.value(&game.board(&format!("..#{row}"))), Ok(Nimber(1)));
    assert!(Sides::of(40, 40).is_none() && Sides::of(1, 1024).is_some());
    let wall = format!("{}/{}", "..#".repeat(700), "###".repeat(700));
    assert_eq!(solver.outcome(game.board(&wall)), Ok(Outcome::P));
}

/// The outcome in misère play, computed from all options.
fn misere(game: &Arc<Game>, text: &str, known: &mut HashMap<String, Outcome>) -> Outcome {
    if let Some(outcome) = known.get(text) {
        return *outcome;
    }
    let mut options = BTreeSet::new();
    let Component::Position(position) = &game.board(text).parts[0].component else {
        panic!("{text} is not a position")
    };
    let listed = Budget::default().each_option(position, &mut |option| {
        if let Component::Position(left) = &option.parts[0].component {
            options.extend(left.board().map(str::to_owned));
        }
        Ok(ControlFlow::Continue(()))
    });
    listed.unwrap();
    let is_won = options.is_empty() || options.iter().any(|option| misere(game, option, known) == Outcome::P);
    let outcome = if is_won { Outcome::N } else { Outcome::P };
    known.insert(text.to_owned(), outcome);
    outcome
}

#[test]
fn misere_play_is_that_of_all_options() {
    let mut dice = Dice::new(0x9e37_79b9_7f4a_7c15);
    let (mut boards, mut lost) = (0, 0);
    for _ in 0..tries(300) {
        let (rewrites, _) = dice.rules();
        let game = Game::rewriting("G", rewrites.clone());
        let mut solver = Solver::new(limits(), Arc::default());
        for _ in 0..4 {
            let text = dice.board(3);
            // A board with more cells has too many positions for the computation without parts.
            if text.len() > 14 {
                continue;
            }
            let expected = misere(&game, &text, &mut HashMap::new());
            boards += 1;
            lost += usize::from(expected == Outcome::P);
            let board = game.board(&text);
            assert_eq!(solver.misere_outcome(&board), Ok(expected), "{text} of {rewrites:?}");
            // The same if almost every sum is searched as a large one.
            let mut search = Solver::new(limits(), Arc::default());
            search.misere.small = dice.below(8);
            assert_eq!(search.misere_outcome(&board), Ok(expected), "{text} of {rewrites:?}");
            let moves = |found: MovesFound| (found.total, found.winning);
            let found = search.misere_moves(&board, 3).map(moves);
            assert_eq!(found, solver.misere_moves(&board, 3).map(moves), "{text} of {rewrites:?}");
            let winner = search.misere_winning_move(&board).unwrap();
            assert_eq!(winner.is_some(), expected == Outcome::N && found.unwrap().0 > 0, "{text} of {rewrites:?}");
            if let Some(made) = winner {
                assert_eq!(solver.misere_outcome(&made.to), Ok(Outcome::P), "{text} of {rewrites:?}");
            }
        }
    }
    assert!(boards > often(800) && lost > often(80), "{boards}, {lost}");
}

#[test]
fn strips_are_heaps() {
    let rewrite =
        |from: &str, to: &str, turned| Rewrite::new(from, to, Directions { turned, mirrored: false }).unwrap();
    let rules = [
        ("take one or two", vec![1, 2]),
        ("Treblecross is not", vec![]),
        ("Dawson", vec![2]),
        ("three", vec![1, 3, 4]),
    ];
    for (name, lengths) in rules {
        let all = |turned| {
            let clause = |length: &usize| rewrite(&"o".repeat(*length), &".".repeat(*length), turned);
            Game::rewriting(name, lengths.iter().map(clause).collect())
        };
        let (rows, both) = (all(Turned::AsWritten), all(Turned::Down));
        let mut definition = Solver::definition_only(limits(), Arc::default());
        let mut solver = Solver::new(limits(), Arc::default());
        for board in ["", "ooooo", "ooo.oooo..oo", "oooooo/oo.ooo", "o/o/o", "xoxoxxoo"] {
            for game in [&rows, &both] {
                let value = definition.value(&game.board(board)).unwrap();
                assert_eq!(solver.value(&game.board(board)), Ok(value), "{name} {board}");
                assert_eq!(solver.outcome(game.board(board)), Ok(Outcome::of(value)), "{name} {board}");
            }
        }
        assert_eq!(strips(&rows.ruleset).is_some(), !lengths.is_empty());
    }
    let kayles =
        Game::rewriting("K", vec![rewrite(".", "#", Turned::AsWritten), rewrite("..", "##", Turned::AsWritten)]);
    let (heaps, live) = strips(&kayles.ruleset).unwrap();
    assert_eq!((&heaps.ruleset, live), (&crate::Moves::octal("0.77").unwrap().game("").unwrap().ruleset, '.'));
    let mut solver = Solver::default();
    for n in 0..200 {
        let strip = kayles.board(&".".repeat(n));
        assert_eq!(solver.value(&strip), solver.heap_value(&heaps.ruleset, n as u64), "{n}");
    }
    let others =
        [rewrite("XO", ".X", Turned::All), rewrite("...", ".#.", Turned::All), rewrite("../..", "##/##", Turned::All)];
    assert!(others.into_iter().all(|rewrite| strips(&Game::rewriting("G", vec![rewrite]).ruleset).is_none()));
}
