//! Games in which every move rewrites a board: building their rules, and recognising such rules.

use std::sync::Arc;

use super::liberties::{self, LibertyRule};
use super::{
    At, Binding, Clause, Expr, Game, GameRef, Moves, Original, OriginalHeaps, Position, Rewrite, Rule, Ruleset, Step,
    Sum, System, Term,
};

/// The slot that holds the board, the only coordinate.
const BOARD: usize = 0;

impl Game {
    /// The game whose moves are to apply one of these rules to a board. The name is shown and never compared.
    pub fn rewriting(name: &str, rewrites: Vec<Rewrite>) -> Arc<Game> {
        Game::rewriting_where(name, rewrites, &[])
    }

    /// As [`Game::rewriting`], where all positions must satisfy these conditions on blocks of stones.
    pub fn rewriting_where(name: &str, rewrites: Vec<Rewrite>, liberty_rules: &[LibertyRule]) -> Arc<Game> {
        let expr = |term| Expr { term, at: At::default() };
        let slots = 1 + rewrites.len();
        let clause = |(slot, rewrite): (usize, Rewrite)| {
            let board = Box::new(expr(Term::Slot(BOARD)));
            let source = expr(Term::Rewritten(Arc::new(rewrite), board));
            let option = expr(Term::Position(GameRef::Local(0), vec![expr(Term::Slot(slot))]));
            Clause { steps: vec![Step::For { slot, source }], option, binding: Binding::Free }
        };
        let clauses = (1..).zip(rewrites).map(clause).collect();
        let coordinates = Arc::new([Arc::from("board")]);
        let asked = liberty_rules.iter().map(|rule| rule.condition(BOARD));
        let domain = asked.reduce(|one, other| expr(Term::And(Box::new(one), Box::new(other))));
        let rule = Rule {
            name: name.into(),
            coordinates,
            arity: 1,
            family: 0,
            slots,
            signed: Arc::new([]),
            domain,
            over: None,
            representative: None,
            ends: false,
            factors: Arc::default(),
            clauses,
        };
        let system = Arc::new(System::new(vec![rule], Arc::new([])));
        Arc::new(Game::new(name, Ruleset::Written(system, 0)))
    }

    /// A board of such a game, as a text: rows are joined by `/`.
    pub fn board(self: &Arc<Game>, text: &str) -> Sum {
        Sum::position(Position::on_board(self, text))
    }
}

/// The rewriting rules of a game, if it consists of nothing else.
pub fn rewrites(system: &System, rule: usize) -> Option<Vec<&Rewrite>> {
    rewrites_where(system, rule).filter(|(_, liberty_rules)| liberty_rules.is_empty()).map(|(rewrites, _)| rewrites)
}

/// The rewriting rules of a game and its conditions on blocks of stones, if it consists of nothing else.
pub fn rewrites_where(system: &System, rule: usize) -> Option<(Vec<&Rewrite>, Vec<LibertyRule>)> {
    let Rule { arity: 1, domain, over: None, clauses, .. } = &system.rules[rule] else { return None };
    let liberty_rules = domain.as_ref().map_or(Some(Vec::new()), |domain| liberties::rules_in(domain, BOARD))?;
    let rewrites = clauses.iter().map(|clause| {
        let [Step::For { slot, source }] = &clause.steps[..] else { return None };
        let Term::Rewritten(rewrite, board) = &source.term else { return None };
        let Term::Position(GameRef::Local(to), coordinates) = &clause.option.term else { return None };
        let is_left = matches!(&coordinates[..], [left] if left.term == Term::Slot(*slot));
        (board.term == Term::Slot(BOARD) && *to == rule && is_left && *slot != BOARD).then_some(&**rewrite)
    });
    let rewrites = rewrites.collect::<Option<Vec<_>>>().filter(|rewrites| !rewrites.is_empty())?;
    Some((rewrites, liberty_rules))
}

/// The heap game that is played on a board of one row, and the live symbol. `None` unless every rule replaces a run
/// of k live symbols by k other symbols. A maximal run of n live symbols, a strip, is then a heap of n: a move takes
/// k from it and leaves the rest in at most two heaps. On boards of several rows see [`only_strips`].
pub fn strips(ruleset: &Ruleset) -> Option<(Arc<Game>, char)> {
    let Ruleset::Written(system, rule) = ruleset else { return None };
    let rewrites = rewrites(system, *rule).filter(|_| !ruleset.binds())?;
    let live = *rewrites[0].from.cells.first()?;
    let lengths = rewrites.iter().map(|rewrite| {
        let is_live = |symbol: &char| *symbol == live;
        let dies =
            live != Rewrite::ANY && rewrite.from.cells.iter().all(is_live) && !rewrite.to.cells.iter().any(is_live);
        (dies && rewrite.from.height() == 1).then_some(rewrite.from.width as u64)
    });
    let lengths = lengths.collect::<Option<Vec<u64>>>()?;
    let game = Moves::take(lengths).leaving(0..=2).game(&system.rules[*rule].name).ok()?;
    Some((game, live))
}

/// The heap game of [`strips`], if no image of a rule is higher than a row: then every strip of any board is a heap.
pub fn only_strips(ruleset: &Ruleset) -> Option<Arc<Game>> {
    let Ruleset::Written(system, rule) = ruleset else { return None };
    let mut images = rewrites(system, *rule)?.into_iter().flat_map(Rewrite::images);
    images.all(|(from, _)| from.height() == 1).then_some(())?;
    let (heaps, live) = strips(ruleset)?;
    let board = Arc::new(Game::new(&*heaps.name, ruleset.clone()));
    Some(Arc::new(Game { original: Some(Original::new(board, OriginalHeaps::Strip(live))), ..(*heaps).clone() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Directions, Turned};
    use crate::{Limits, SolveError, Solver};

    fn game(rewrites: &[(&str, &str, Turned)]) -> Arc<Game> {
        let rewrite = |&(from, to, turned)| Rewrite::new(from, to, Directions { turned, mirrored: false }).unwrap();
        Game::rewriting("G", rewrites.iter().map(rewrite).collect())
    }

    fn values(game: &Arc<Game>, boards: &[&str]) -> Vec<u64> {
        let mut solver = Solver::definition_only(Limits::default(), Arc::default());
        boards.iter().map(|board| solver.value(&game.board(board)).unwrap().0).collect()
    }

    #[test]
    fn boards_have_the_values_of_the_literature() {
        let cram = game(&[("..", "##", Turned::Down)]);
        assert_eq!(values(&cram, &["", "#", "..", "../..", "..../....", "...", ".../.../..."]), [0, 0, 1, 0, 0, 1, 0]);
        let kayles = game(&[(".", "#", Turned::AsWritten), ("..", "##", Turned::AsWritten)]);
        assert_eq!(values(&kayles, &[".", "..", "...", "....", ".....", "......", "..#...."]), [1, 2, 3, 1, 4, 3, 3]);
        let clobber = game(&[("XO", ".X", Turned::All), ("OX", ".O", Turned::All)]);
        assert_eq!(values(&clobber, &["XO", "XOX", "XOXO", "XO/OX", "XX"]), [1, 1, 3, 0, 0]);
    }

    #[test]
    fn play_that_comes_back_has_no_number_and_boards_that_are_none_are_errors() {
        let mut solver = Solver::definition_only(Limits::default(), Arc::default());
        let back = game(&[("X.", ".X", Turned::All)]);
        assert!(matches!(solver.value(&back.board("X..")), Err(SolveError::Infinite(_))));
        let cram = game(&[("..", "##", Turned::Down)]);
        assert!(matches!(solver.value(&cram.board(".../..")), Err(SolveError::Fault { .. })));
    }

    #[test]
    fn only_rules_that_rewrite_and_nothing_else_are_such_rules() {
        let game = game(&[("..", "##", Turned::Down), (".", "#", Turned::All)]);
        let Ruleset::Written(system, _) = &game.ruleset else { panic!() };
        assert_eq!(rewrites(system, 0).map(|rewrites| rewrites.len()), Some(2));
        assert!(only_strips(&game.ruleset).is_none() && strips(&game.ruleset).is_some());
        let mut rule = system.rules[0].clone();
        rule.over = Some(Expr::of(false, At::default()));
        assert_eq!(rewrites(&System::new(vec![rule], Arc::new([])), 0), None);
    }
}
