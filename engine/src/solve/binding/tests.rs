//! Sets, values, outcomes and moves against a search that knows no theory: it plays sums out, with who must move where.

use std::ops::ControlFlow;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::dice::{Dice, often, tries};
use crate::game::{
    At, Binding, Clause, Component, Expr, Game, GameRef, Position, Rule, Ruleset, Step, Sum, Summand, System, Term,
    Value,
};
use crate::nim::{GrundyValue, Nimber, Outcome};
use crate::solve::{Limits, Situation, SolveError, Solver};

/// The options of each vertex: the vertices that are left, and what the move obliges the players to do next.
type Options = Vec<Vec<(Vec<usize>, Binding)>>;

fn random_options(dice: &mut Dice, vertices: usize) -> Options {
    let mut options: Options = Vec::new();
    for vertex in 0..vertices {
        let count = if vertex == 0 { 0 } else { dice.below(4) };
        let option = |dice: &mut Dice| {
            let parts = [1, 1, 1, 2, 0][dice.small::<usize>(5)];
            let binding = [Binding::Free, Binding::Free, Binding::Again, Binding::Reply][dice.small::<usize>(4)];
            ((0..parts).map(|_| dice.small(vertex as u64)).collect(), binding)
        };
        options.push((0..count).map(|_| option(dice)).collect());
    }
    options
}

/// The rule with these options, written as a clause for each binding.
fn game(options: &Options) -> Arc<Game> {
    let expr = |term| Expr { term, at: At::default() };
    let clause = |binding| {
        let of_vertex = |options: &Vec<(Vec<usize>, Binding)>| {
            let of_binding = options.iter().filter(|option| option.1 == binding);
            let number = |vertex: &usize| Value::Integer(*vertex as i128);
            Value::list(of_binding.map(|option| Value::list(option.0.iter().map(number).collect())).collect())
        };
        let lists = Value::list(options.iter().map(of_vertex).collect());
        let source = expr(Term::Index(Box::new(expr(Term::Constant(lists))), Box::new(expr(Term::Slot(0)))));
        let part = expr(Term::Position(GameRef::Local(0), vec![expr(Term::Slot(2))]));
        let parts = vec![Step::For { slot: 2, source: expr(Term::Slot(1)) }];
        let option = expr(Term::Sum(Box::new(expr(Term::ListOf(parts, Box::new(part))))));
        Clause { steps: vec![Step::For { slot: 1, source }], option, binding }
    };
    let rule = Rule {
        name: "V".into(),
        coordinates: Arc::new(["v".into()]),
        arity: 1,
        family: 0,
        slots: 3,
        signed: Arc::new([]),
        domain: None,
        over: None,
        representative: None,
        ends: false,
        factors: Arc::default(),
        clauses: [Binding::Free, Binding::Again, Binding::Reply].map(clause).to_vec(),
    };
    Arc::new(Game::new("V", Ruleset::Written(Arc::new(System::new(vec![rule], Arc::new([]))), 0)))
}

/// Who wins, found by playing out sums. Numbers from `STAR` on are nim-heaps.
struct Player<'a> {
    options: &'a Options,
    known: FxHashMap<(Vec<usize>, Option<Vec<usize>>), bool>,
}

const STAR: usize = 100;

impl Player<'_> {
    fn moves(&self, vertex: usize) -> Vec<(Vec<usize>, Binding)> {
        match vertex.checked_sub(STAR) {
            Some(size) => (0..size).map(|smaller| (vec![STAR + smaller], Binding::Free)).collect(),
            None => self.options[vertex].clone(),
        }
    }

    /// Does the player to move win, who must move in `bound` if it is there?
    fn wins(&mut self, mut rest: Vec<usize>, mut bound: Option<Vec<usize>>) -> bool {
        rest.sort_unstable();
        bound.iter_mut().for_each(|bound| bound.sort_unstable());
        let key = (rest.clone(), bound.clone());
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let movable = bound.clone().unwrap_or_else(|| rest.clone());
        let beside = if bound.is_some() { rest } else { Vec::new() };
        let mut wins = false;
        for (index, vertex) in movable.iter().enumerate() {
            let others: Vec<usize> = [&movable[..index], &movable[index + 1..], &beside].concat();
            for (left, binding) in self.moves(*vertex) {
                wins |= match binding {
                    Binding::Free => !self.wins([&others[..], &left].concat(), None),
                    Binding::Again => self.wins([&others[..], &left].concat(), None),
                    Binding::Reply => !self.wins(others.clone(), Some(left)),
                };
            }
        }
        self.known.insert(key, wins);
        wins
    }
}

fn sum(game: &Arc<Game>, vertices: &[usize]) -> Sum {
    let part = |vertex: &usize| {
        let position = |v| Position::at(game, v);
        let component = match vertex.checked_sub(STAR) {
            Some(size) => Component::Star(size as u64),
            None => Component::Position(position(*vertex as i128)),
        };
        Summand { copies: 1, component }
    };
    Sum { parts: vertices.iter().map(part).collect() }
}

/// Compares the outcome of a sum, its moves and the winning one with play.
fn compare(solver: &mut Solver, game: &Arc<Game>, player: &mut Player, rest: &[usize], bound: Option<&[usize]>) {
    let asked = Situation { rest: sum(game, rest), bound: bound.map(|bound| sum(game, bound)), ..Situation::default() };
    let wins = player.wins(rest.to_vec(), bound.map(<[usize]>::to_vec));
    let shown = || format!("{rest:?} {bound:?} of {:?}", player.options);
    assert_eq!(solver.outcome(&asked).unwrap() == Outcome::N, wins, "{}", shown());
    let moves = solver.moves(&asked, 100).unwrap();
    assert_eq!(moves.winning > 0, wins, "{}", shown());
    assert_eq!(solver.best_move(&asked).unwrap().is_some(), wins, "{}", shown());
    for made in moves.all() {
        let next = solver.outcome(asked.after(made.part, &made.to, made.binding)).unwrap() == Outcome::N;
        let won = if made.binding == Binding::Again { next } else { !next };
        assert_eq!(made.wins(), won, "{}", shown());
    }
}

#[test]
fn sums_of_random_games_are_those_that_play_wins() {
    const VERTICES: usize = 7;
    let mut dice = Dice::new(0x2b1d_0039);
    let (mut loony, mut wins) = (0, 0);
    for round in 0..tries(1_200) {
        let options = random_options(&mut dice, VERTICES);
        let game = game(&options);
        let mut solver = Solver::new(Limits::default(), Arc::default());
        let mut player = Player { options: &options, known: FxHashMap::default() };
        let value = |solver: &mut Solver, v| solver.bound_value(&sum(&game, &[v])).unwrap();
        for v in 0..VERTICES {
            compare(&mut solver, &game, &mut player, &[v], None);
            match value(&mut solver, v) {
                // A value is a claim about all sums: beside the nim-heap of its size the position is lost.
                GrundyValue::Nimber(Nimber(n)) => {
                    for size in 0..5 {
                        assert_eq!(player.wins(vec![v, STAR + size], None), size as u64 != n);
                    }
                }
                other => {
                    assert_eq!(other, GrundyValue::Loony);
                    loony += 1;
                }
            }
            for size in 0..4usize {
                let set = solver.winning_set(&sum(&game, &[v]).parts[0].component).unwrap();
                let has = set.has(&Nimber(size as u64).into());
                wins += usize::from(has);
                assert_eq!(has, player.wins(vec![STAR + size], Some(vec![v])));
            }
        }
        let mut some = |count: usize| (0..count).map(|_| dice.small(VERTICES as u64)).collect::<Vec<usize>>();
        for (rest, bound) in [(2, 0), (2, 0), (3, 0), (3, 0), (1, 1), (2, 1), (1, 2), (2, 2)] {
            let (mut rest, bound) = (some(rest), some(bound));
            if round % 2 == 0 {
                rest.push(STAR + round % 4);
            }
            compare(&mut solver, &game, &mut player, &rest, (!bound.is_empty()).then_some(&bound));
        }
    }
    // Neither kind is rare, so that the comparison says something.
    assert!(loony > often(500) && wins > often(5_000), "{loony} loony, {wins} wins");
}

#[test]
fn questions_of_other_theories_refuse() {
    let options =
        vec![vec![], vec![(vec![0], Binding::Again)], vec![(vec![1], Binding::Free), (vec![0], Binding::Reply)]];
    let game = game(&options);
    let mut solver = Solver::new(Limits::default(), Arc::default());
    let whole = sum(&game, &[2]);
    let is_refused = |error: Option<SolveError>| assert!(matches!(error, Some(SolveError::Binds(_))), "{error:?}");
    is_refused(solver.misere_outcome(&whole).err());
    is_refused(solver.best_move(Situation::misere(&whole)).err());
    is_refused(solver.moves(Situation::misere(&whole), 3).err());
    is_refused(solver.valued_moves(&whole, 3).err());
    is_refused(solver.decided_moves(&whole, 3).err());
    is_refused(solver.options(&whole).err());
    let Component::Position(position) = &whole.parts[0].component else { unreachable!("a position") };
    is_refused(solver.each_option(position, &mut |_| ControlFlow::Continue(())).err());
    let valued = solver.each_valued_option(position, &mut |_, _| ControlFlow::Continue(()));
    assert!(matches!(valued, Err(SolveError::Loony(_))), "{valued:?}");
}

#[test]
fn a_turn_that_never_ends_is_told_from_play_that_never_ends() {
    let error = |binding| {
        let options = vec![vec![(vec![1], Binding::Again)], vec![(vec![0], binding)]];
        let game = game(&options);
        let mut solver = Solver::new(Limits::default(), Arc::default());
        solver.bound_value(&sum(&game, &[0])).unwrap_err()
    };
    assert!(matches!(error(Binding::Again), SolveError::EndlessTurn(path) if path.len() == 3));
    assert!(matches!(error(Binding::Free), SolveError::Cycle(path) if path.len() == 3));
    assert!(matches!(error(Binding::Reply), SolveError::Cycle(_)));
}

#[test]
fn a_long_chain_needs_no_deep_stack() {
    let options = (0..100_000).map(|v: usize| match v.checked_sub(1) {
        None => Vec::new(),
        Some(less) => vec![(vec![less], [Binding::Free, Binding::Again, Binding::Reply][v % 3])],
    });
    let game = game(&options.collect());
    let mut solver = Solver::new(Limits::default(), Arc::default());
    assert!(solver.bound_value(&sum(&game, &[99_999])).is_ok());
}
