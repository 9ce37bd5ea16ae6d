//! An analysis of rules that rewrite boards: which symbols matter, what each may become, whether play ends, and which
//! symmetries the rules have.
//!
//! The symbols that matter are numbered by small codes. A symbol that is in no pattern and in no condition on blocks
//! has no code, since no move can ever touch it. But if a pattern contains `?`, which any cell of the board matches,
//! all such symbols share one more code, `existing`: only the existence of these cells matters.

use crate::sorting;
use std::collections::BTreeMap;

use crate::game::{Board, LibertyRule, Rewrite};

/// A cell of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PatternCell {
    pub row: usize,
    pub column: usize,
    /// The code that must be there; `None` for `?`, which any cell of the board matches.
    pub from: Option<u8>,
    /// The code that is there after the move; `None` for a symbol without a code, and for `?`, under which nothing
    /// changes.
    pub to: Option<u8>,
}

/// A pattern with its replacement, in one of the directions in which the rule may be applied.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodedPattern {
    pub width: usize,
    pub height: usize,
    pub cells: Vec<PatternCell>,
}

/// A transformation of boards: first reflected in the diagonal if `transposed`, then top to bottom if `flipped`, then
/// left to right if `mirrored`; at last each code is replaced by the one in `codes`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symmetry {
    pub transposed: bool,
    pub flipped: bool,
    pub mirrored: bool,
    pub codes: Vec<u8>,
}

/// The liberty rule that each block of `stone` must touch a cell whose code is in `free`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CodedLibertyRule {
    pub stone: u8,
    pub free: Vec<u8>,
}

/// Rules with codes in the place of symbols. Only symbols in a pattern or in a condition on blocks have a code: no move
/// touches any other.
#[derive(Clone, Debug)]
pub struct CodedRules {
    codes: BTreeMap<char, u8>,
    /// How many codes there are, `existing` included.
    pub count: usize,
    /// The code of cells whose symbol is in no pattern, if a pattern contains `?`; it is the last code.
    pub existing: Option<u8>,
    pub patterns: Vec<CodedPattern>,
    /// What blocks of stones on every board must touch. With such rules the patterns alone do not determine the
    /// parts of a board: see the file `liberties`.
    pub liberty_rules: Vec<CodedLibertyRule>,
    /// `reach[a][b]` tells whether a cell with code a may hold code b after some moves, or after none.
    pub reach: Vec<Vec<bool>>,
    /// The transformations that map the set of patterns and the conditions to themselves, the identity first.
    pub symmetries: Vec<Symmetry>,
}

impl CodedRules {
    /// If there are more symbols than this, permutations of symbols are not tried as symmetries.
    const EXCHANGED: usize = 5;

    /// `None` if there would be more than `most` codes, or if play is not known to end.
    pub fn of(rewrites: &[&Rewrite], liberty_rules: &[LibertyRule], most: usize) -> Option<CodedRules> {
        if !ends(rewrites) {
            return None;
        }
        let mut codes = BTreeMap::new();
        let asked = liberty_rules.iter().flat_map(|rule| rule.stones.iter().chain(&rule.free));
        let named = rewrites.iter().flat_map(|rewrite| rewrite.from.cells.iter()).chain(asked);
        for symbol in named.filter(|symbol| **symbol != Rewrite::ANY) {
            let next = u8::try_from(codes.len()).ok()?;
            codes.entry(*symbol).or_insert(next);
        }
        let has_any = rewrites.iter().any(|rewrite| rewrite.from.cells.contains(&Rewrite::ANY));
        let count = codes.len() + usize::from(has_any);
        if count > most {
            return None;
        }
        let existing = if has_any { Some(u8::try_from(codes.len()).ok()?) } else { None };
        let images = rewrites.iter().flat_map(|rewrite| rewrite.images());
        let mut patterns: Vec<CodedPattern> = images.map(|(from, to)| coded(from, to, &codes, existing)).collect();
        sorting::sort(&mut patterns);
        patterns.dedup();
        let reach = reach(&patterns, count);
        let liberty_rules = coded_liberty_rules(liberty_rules, &codes);
        let mut symmetries = symmetries(&patterns, codes.len(), count);
        symmetries.retain(|symmetry| symmetry.keeps(&liberty_rules));
        Some(CodedRules { codes, count, existing, patterns, liberty_rules, reach, symmetries })
    }

    /// Does no cell ever change to another code, `existing` aside? Then a move that is possible later is possible now.
    pub fn is_direct(&self) -> bool {
        let is_existing = |code: usize| self.existing.map(usize::from) == Some(code);
        (0..self.count).all(|from| (0..self.count).all(|to| from == to || !self.reach[from][to] || is_existing(to)))
    }

    /// The code of a symbol; `None` if cells with it may be treated as outside of the board.
    pub fn code(&self, symbol: char) -> Option<u8> {
        self.codes.get(&symbol).copied().or(self.existing)
    }

    /// The symbol of each code, without `existing`.
    pub fn symbols(&self) -> Vec<char> {
        let mut symbols = vec![Rewrite::ANY; self.codes.len()];
        self.codes.iter().for_each(|(symbol, code)| symbols[usize::from(*code)] = *symbol);
        symbols
    }

    /// Does a cell with this code never change?
    pub fn is_fixed(&self, code: usize) -> bool {
        (0..self.count).all(|other| !self.reach[code][other] || other == code)
            && self
                .patterns
                .iter()
                .flat_map(|pattern| &pattern.cells)
                .all(|cell| cell.from.map(usize::from) != Some(code) || cell.to == cell.from)
    }
}

fn coded(from: &Board, to: &Board, codes: &BTreeMap<char, u8>, existing: Option<u8>) -> CodedPattern {
    let cell = |(cell, (from_symbol, to_symbol)): (usize, (&char, &char))| PatternCell {
        row: cell / from.width,
        column: cell % from.width,
        from: codes.get(from_symbol).copied(),
        to: if *from_symbol == Rewrite::ANY { None } else { codes.get(to_symbol).copied().or(existing) },
    };
    let cells = from.cells.iter().zip(&*to.cells).enumerate().map(cell).collect();
    CodedPattern { width: from.width, height: from.height(), cells }
}

/// The conditions on blocks for each stone, sorted and without repeats.
fn coded_liberty_rules(liberty_rules: &[LibertyRule], codes: &BTreeMap<char, u8>) -> Vec<CodedLibertyRule> {
    let all = liberty_rules.iter().flat_map(|rule| {
        let mut free: Vec<u8> = rule.free.iter().filter_map(|free| codes.get(free).copied()).collect();
        sorting::sort(&mut free);
        free.dedup();
        let stones = rule.stones.iter().filter_map(|stone| codes.get(stone).copied());
        stones.map(move |stone| CodedLibertyRule { stone, free: free.clone() }).collect::<Vec<_>>()
    });
    let mut all: Vec<CodedLibertyRule> = all.collect();
    sorting::sort(&mut all);
    all.dedup();
    all
}

/// The reflexive and transitive closure of the changes that the patterns make: see [`CodedRules::reach`].
fn reach(patterns: &[CodedPattern], count: usize) -> Vec<Vec<bool>> {
    let mut reach = vec![vec![false; count]; count];
    (0..count).for_each(|code| reach[code][code] = true);
    for cell in patterns.iter().flat_map(|pattern| &pattern.cells) {
        if let (Some(from), Some(to)) = (cell.from, cell.to) {
            reach[usize::from(from)][usize::from(to)] = true;
        }
    }
    for between in 0..count {
        let farther = reach[between].clone();
        for reached in reach.iter_mut().filter(|reached| reached[between]) {
            reached.iter_mut().zip(&farther).for_each(|(reached, farther)| *reached |= farther);
        }
    }
    reach
}

/// Are there weights of the symbols such that every move decreases the weight of the board? Then play ends. The
/// perceptron algorithm looks for them: it adds the changes of a move that does not yet decrease the weight. It finds
/// weights if there are any, unless that takes too many turns.
fn ends(rewrites: &[&Rewrite]) -> bool {
    const TURNS: usize = 2_000;
    let mut changes: Vec<BTreeMap<char, i64>> = Vec::new();
    for rewrite in rewrites {
        let mut change = BTreeMap::new();
        rewrite.from.cells.iter().for_each(|symbol| *change.entry(*symbol).or_default() += 1);
        rewrite.to.cells.iter().for_each(|symbol| *change.entry(*symbol).or_default() -= 1);
        change.retain(|_, count| *count != 0);
        changes.push(change);
    }
    let mut weights: BTreeMap<char, i64> = BTreeMap::new();
    let lowered = |weights: &BTreeMap<char, i64>, change: &BTreeMap<char, i64>| -> i64 {
        change
            .iter()
            .map(|(symbol, count)| count.saturating_mul(*weights.get(symbol).unwrap_or(&0)))
            .fold(0, i64::saturating_add)
    };
    for _ in 0..TURNS {
        let Some(heavy) = changes.iter().find(|change| lowered(&weights, change) <= 0) else { return true };
        for (symbol, count) in heavy {
            let weight = weights.entry(*symbol).or_default();
            *weight = weight.saturating_add(*count);
        }
    }
    false
}

fn symmetries(patterns: &[CodedPattern], live: usize, count: usize) -> Vec<Symmetry> {
    let exchanges = if live <= CodedRules::EXCHANGED { permutations(live) } else { vec![(0..live).collect()] };
    let mut symmetries = Vec::new();
    for codes in exchanges {
        // The code `existing` is mapped to itself.
        let all = codes.iter().copied().chain(live..count).map_while(|code| u8::try_from(code).ok());
        let codes: Vec<u8> = all.collect();
        for turn in 0..8 {
            let (transposed, flipped, mirrored) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
            let symmetry = Symmetry { transposed, flipped, mirrored, codes: codes.clone() };
            let mut images: Vec<CodedPattern> = patterns.iter().map(|pattern| symmetry.of(pattern)).collect();
            sorting::sort(&mut images);
            if images == patterns {
                symmetries.push(symmetry);
            }
        }
    }
    symmetries
}

/// All permutations of the numbers below `count`, the identity first.
fn permutations(count: usize) -> Vec<Vec<usize>> {
    let mut orders = vec![Vec::new()];
    for _ in 0..count {
        let longer = orders.iter().flat_map(|order: &Vec<usize>| {
            (0..count).filter(|next| !order.contains(next)).map(|next| order.iter().copied().chain([next]).collect())
        });
        orders = longer.collect();
    }
    orders
}

impl Symmetry {
    /// Does it map the conditions on blocks to themselves?
    fn keeps(&self, liberty_rules: &[CodedLibertyRule]) -> bool {
        let code = |code: &u8| self.codes[usize::from(*code)];
        let mut images: Vec<CodedLibertyRule> = liberty_rules
            .iter()
            .map(|rule| {
                let mut free: Vec<u8> = rule.free.iter().map(code).collect();
                sorting::sort(&mut free);
                CodedLibertyRule { stone: code(&rule.stone), free }
            })
            .collect();
        sorting::sort(&mut images);
        images == liberty_rules
    }

    fn of(&self, pattern: &CodedPattern) -> CodedPattern {
        let (width, height) =
            if self.transposed { (pattern.height, pattern.width) } else { (pattern.width, pattern.height) };
        let code = |code: Option<u8>| code.map(|code| self.codes[usize::from(code)]);
        let cell = |cell: &PatternCell| {
            let (mut row, mut column) = if self.transposed { (cell.column, cell.row) } else { (cell.row, cell.column) };
            if self.flipped {
                row = height - 1 - row;
            }
            if self.mirrored {
                column = width - 1 - column;
            }
            PatternCell { row, column, from: code(cell.from), to: code(cell.to) }
        };
        let mut cells: Vec<PatternCell> = pattern.cells.iter().map(cell).collect();
        sorting::sort(&mut cells);
        CodedPattern { width, height, cells }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Directions, Turned};

    fn rewrite(from: &str, to: &str, turned: Turned) -> Rewrite {
        Rewrite::new(from, to, Directions { turned, mirrored: false }).unwrap()
    }

    fn coded(rewrites: &[Rewrite]) -> Option<CodedRules> {
        CodedRules::of(&rewrites.iter().collect::<Vec<_>>(), &[], 8)
    }

    #[test]
    fn only_symbols_of_patterns_matter() {
        let cram = coded(&[rewrite("..", "##", Turned::Down)]).unwrap();
        assert_eq!((cram.count, cram.code('.'), cram.code('#'), cram.code('x')), (1, Some(0), None, None));
        assert_eq!((cram.patterns.len(), cram.symmetries.len(), cram.is_fixed(0)), (2, 8, false));
        let wall = coded(&[rewrite(".#", "##", Turned::All)]).unwrap();
        assert!(
            wall.is_fixed(usize::from(wall.code('#').unwrap())) && !wall.is_fixed(usize::from(wall.code('.').unwrap()))
        );
        let hole = coded(&[rewrite("X?X", ".?.", Turned::AsWritten)]).unwrap();
        assert_eq!((hole.count, hole.code('.'), hole.symmetries.len()), (2, hole.existing, 4));
    }

    #[test]
    fn mirrorings_and_exchanges_are_found() {
        let clobber = coded(&[rewrite("XO", ".X", Turned::All), rewrite("OX", ".O", Turned::All)]).unwrap();
        assert_eq!((clobber.count, clobber.symmetries.len()), (2, 16));
        assert_eq!(coded(&[rewrite("XO", ".X", Turned::AsWritten)]).unwrap().symmetries.len(), 2);
        assert_eq!(coded(&[rewrite("++", "--", Turned::AsWritten)]).unwrap().symmetries.len(), 4);
        assert_eq!(coded(&[rewrite("../.A", "##/##", Turned::All)]).unwrap().symmetries.len(), 8);
        assert_eq!(coded(&[rewrite("AB./...", "###/###", Turned::All)]).unwrap().symmetries.len(), 4);
    }

    #[test]
    fn what_may_go_on_for_ever_is_left_to_the_definition() {
        assert!(coded(&[rewrite("X.", ".X", Turned::All)]).is_none());
        assert!(coded(&[rewrite("A", "B", Turned::All), rewrite("B", "A", Turned::All)]).is_none());
        assert!(coded(&[rewrite(".X.", "X.X", Turned::Down)]).is_some());
        let chain = ["A", "B", "C", "D", "E", "F"];
        let steps: Vec<Rewrite> = chain.windows(2).map(|pair| rewrite(pair[0], pair[1], Turned::AsWritten)).collect();
        assert!(coded(&steps).is_some());
        assert!(coded(&[rewrite("A", "B", Turned::All), rewrite("BB", "AC", Turned::All)]).is_some());
    }
}
