//! Ground sets whose members are cells of a grid, with rules that are the same everywhere on it. Subsets that differ
//! only by a translation then have the same value, and often those that differ by a reflection or a rotation.

use std::collections::BTreeMap;

use super::guard::{Guard, Index};
use super::rules::{Action, Parting, SetRules};
use crate::game::{Binding, Value};
use crate::ledger::FastPath;
use crate::sorting;

/// A rule for the subsets of the cells of a rectangle, which are numbered row by row.
#[derive(Debug)]
pub struct GridRules {
    /// The rule for all cells of the rectangle.
    pub rules: SetRules,
    /// The cell of each member of the ground set.
    pub cells: Vec<Index>,
    pub stride: usize,
    pub rows: usize,
    /// The moves by their forms: those of one form can be made wherever the cells that they need are there.
    pub forms: Vec<GridForm>,
    /// The distances of neighbours, as rows and columns.
    pub near: Vec<Cell>,
    /// Whether each reflection and rotation keeps the rule. The index has bit 0 for transposed, bit 1 for flipped, bit 2
    /// for mirrored.
    pub turns: [bool; 8],
}

/// The moves of one form.
#[derive(Debug)]
pub struct GridForm {
    /// The cells that a move needs, as distances from the first of them.
    pub needs: Vec<Index>,
    /// For each move its first cell, and its index among all moves.
    pub moves: Vec<(Index, usize)>,
}

/// A row and a column, or the distance of two cells.
pub type Cell = (i64, i64);

/// The members of the ground set, by cell.
type CellPlaces = BTreeMap<Cell, Index>;

/// A move relative to its first needed cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct MoveForm {
    needs: Vec<Cell>,
    /// What kind of condition there is beside: whether it is `AtLeast`, and how many.
    also: Option<(bool, usize)>,
}

/// The cells that a move has to do with, relative to its first needed cell, where the grid has all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct MoveReach {
    removes: Vec<Cell>,
    also: Vec<Cell>,
}

impl GridRules {
    /// The most cells of a rectangle, as a multiple of the members of the ground set.
    const SPARSEST: usize = 4;

    /// The rule on a grid, if the members of the ground set are cells of one and the rule is the same everywhere.
    pub fn of(rules: &SetRules, ground: &[Value], most: usize) -> Option<GridRules> {
        FastPath::Grids.on()?;
        if !rules.places.is_empty()
            || rules.parting.as_ref().is_some_and(|parting| !is_even(&parting.kept, rules.count))
        {
            return None;
        }
        if let Some(cells) = ground.iter().map(pair).collect::<Option<Vec<Cell>>>() {
            return Self::on(rules, &cells, most);
        }
        let numbers: Vec<i64> = ground
            .iter()
            .map(|member| member.as_integer().and_then(|n| i64::try_from(n).ok()))
            .collect::<Option<_>>()?;
        let beyond = numbers.iter().max()?.checked_add(1)?;
        if *numbers.iter().min()? < 0 || beyond > most as i64 {
            return None;
        }
        // The width is the distance of some neighbours, or the grid has a single row.
        let near = rules.near();
        let mut widths: Vec<i64> = near
            .iter()
            .zip(&numbers)
            .flat_map(|(others, here)| {
                others.iter().map(|other| (numbers[usize::from(*other)] - *here).abs()).collect::<Vec<i64>>()
            })
            .filter(|width| *width > 1)
            .chain([beyond])
            .collect();
        sorting::sort(&mut widths);
        widths.dedup();
        widths.into_iter().find_map(|width| {
            let cells: Vec<Cell> = numbers.iter().map(|n| (n / width, n % width)).collect();
            Self::on(rules, &cells, most)
        })
    }

    fn on(rules: &SetRules, cells: &[Cell], most: usize) -> Option<GridRules> {
        let (top, left) = (cells.iter().map(|cell| cell.0).min()?, cells.iter().map(|cell| cell.1).min()?);
        let (bottom, right) = (cells.iter().map(|cell| cell.0).max()?, cells.iter().map(|cell| cell.1).max()?);
        let side = |from: i64, to: i64| usize::try_from(to.checked_sub(from)?.checked_add(1)?).ok();
        let (rows, columns) = (side(top, bottom)?, side(left, right)?);
        let area = rows.checked_mul(columns).filter(|area| *area <= most && *area <= Self::SPARSEST * cells.len())?;
        // Rows run along the shorter side: moves near the middle cell by number are then near the middle of the grid.
        let is_wide = columns > rows;
        let cell = |cell: &Cell| if is_wide { (cell.1 - left, cell.0 - top) } else { (cell.0 - top, cell.1 - left) };
        let cells: Vec<Cell> = cells.iter().map(cell).collect();
        let (rows, columns) = if is_wide { (columns, rows) } else { (rows, columns) };
        let places: CellPlaces = cells.iter().copied().zip(0..).collect();
        if places.len() < cells.len() {
            return None;
        }
        let forms = forms(rules, &cells, &places)?;
        let near = near_offsets(rules, &cells, &places)?;
        let (stride, rows) = if columns <= 8 && rows <= 8 && most >= 64 { (8, 8) } else { (columns, rows) };
        debug_assert!(area <= stride * rows);
        let numbers = cells.iter().map(|cell| cell_index(*cell, stride, rows)).collect::<Option<Vec<Index>>>()?;
        let kept = rules.parting.as_ref().map(|parting| &parting.kept);
        Some(Self::everywhere(&forms, near, kept, numbers, stride, rows))
    }

    /// The rule of a board on which moves only free or fill cells of one kind: each move by the cells that it needs and
    /// those that it removes, as rows and columns. `None` if two moves differ only in what they remove.
    pub fn of_patterns(patterns: &[(Vec<Cell>, Vec<Cell>)], stride: usize, rows: usize) -> Option<GridRules> {
        let mut forms: BTreeMap<MoveForm, MoveReach> = BTreeMap::new();
        for (needs, removes) in patterns {
            let first = needs.iter().min()?;
            let moved = |cells: &[Cell]| offsets(*first, cells.iter().copied());
            let reach = MoveReach { removes: moved(removes), also: Vec::new() };
            let known = forms.insert(MoveForm { needs: moved(needs), also: None }, reach.clone());
            if known.is_some_and(|known| known != reach) {
                return None;
            }
        }
        let cells = (0..Index::try_from(stride * rows).ok()?).collect();
        Some(Self::everywhere(&forms, Vec::new(), None, cells, stride, rows))
    }

    /// The rule with moves of these forms wherever the rectangle has the cells that they need. `kept`: the condition on
    /// parts, if the rule says by the neighbours at the distances `near` how a subset parts.
    fn everywhere(
        forms: &BTreeMap<MoveForm, MoveReach>,
        near: Vec<Cell>,
        kept: Option<&Guard>,
        cells: Vec<Index>,
        stride: usize,
        rows: usize,
    ) -> GridRules {
        let turns = std::array::from_fn(|turn| {
            let turned = |offset: &Cell| turned(*offset, turn);
            let images: BTreeMap<MoveForm, MoveReach> =
                forms.iter().map(|(form, reach)| normal(form, reach, &turned)).collect();
            let mut near_images: Vec<Cell> = near.iter().map(turned).collect();
            sorting::sort(&mut near_images);
            images == *forms && near_images == near
        });
        let all: Vec<(Index, Cell)> = (0..rows)
            .flat_map(|row| (0..stride).map(move |column| (row as i64, column as i64)))
            .filter_map(|cell| Some((cell_index(cell, stride, rows)?, cell)))
            .collect();
        let at = |anchor: Cell, offsets: &[Cell]| -> Vec<Index> {
            let cells = offsets.iter().map(|offset| (anchor.0 + offset.0, anchor.1 + offset.1));
            cells.filter_map(|cell| cell_index(cell, stride, rows)).collect()
        };
        let (mut actions, mut grid_forms) = (Vec::new(), Vec::new());
        for (form, reach) in forms {
            let mut moves = Vec::new();
            let mut distances = Vec::new();
            for (first, anchor) in &all {
                let needs = at(*anchor, &form.needs);
                if needs.len() < form.needs.len() {
                    continue;
                }
                moves.push((*first, actions.len()));
                distances = needs.iter().map(|cell| cell - first).collect();
                let members = at(*anchor, &reach.also);
                let also = match form.also {
                    Some((true, least)) => vec![Guard::AtLeast(members, least)],
                    Some((false, least)) => vec![Guard::Fewer(members, least)],
                    None => Vec::new(),
                };
                actions.push(Action {
                    needs,
                    also,
                    removes: at(*anchor, &reach.removes),
                    adds: Vec::new(),
                    binding: Binding::Free,
                });
            }
            grid_forms.push(GridForm { needs: distances, moves });
        }
        let parting = kept.map(|kept| Parting {
            near: all.iter().map(|(_, cell)| at(*cell, &near)).collect(),
            kept: match kept {
                Guard::AtLeast(_, least) => Guard::AtLeast(all.iter().map(|(index, _)| *index).collect(), *least),
                other => other.clone(),
            },
        });
        let near = if parting.is_some() { near } else { action_offsets(forms) };
        let rules = SetRules { count: all.len(), actions, parting, places: 0..0 };
        GridRules { rules, cells, stride, rows, forms: grid_forms, near, turns }
    }
}

/// The number of a cell of a rectangle.
fn cell_index(cell: Cell, stride: usize, rows: usize) -> Option<Index> {
    let (row, column) = (usize::try_from(cell.0).ok()?, usize::try_from(cell.1).ok()?);
    if row < rows && column < stride { Index::try_from(row * stride + column).ok() } else { None }
}

/// Does a condition treat all members of the ground set alike?
fn is_even(guard: &Guard, count: usize) -> bool {
    match guard {
        Guard::Known(_) => true,
        Guard::AtLeast(members, _) => members.len() == count,
        _ => false,
    }
}

fn pair(value: &Value) -> Option<Cell> {
    let (Value::Tuple(members) | Value::List(members)) = value else { return None };
    let [row, column] = &members[..] else { return None };
    let number = |value: &Value| i32::try_from(value.as_integer()?).ok().map(i64::from);
    Some((number(row)?, number(column)?))
}

/// The distances of cells from another one, in order.
fn offsets(from: Cell, cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut offsets: Vec<Cell> = cells.map(|cell| (cell.0 - from.0, cell.1 - from.1)).collect();
    sorting::sort(&mut offsets);
    offsets
}

/// An offset after a reflection or rotation.
fn turned((row, column): Cell, turn: usize) -> Cell {
    let (row, column) = if turn & 1 != 0 { (column, row) } else { (row, column) };
    (if turn & 2 != 0 { -row } else { row }, if turn & 4 != 0 { -column } else { column })
}

/// The image of a form and of its reach, relative to the first needed cell of the image.
fn normal(form: &MoveForm, reach: &MoveReach, turned: &dyn Fn(&Cell) -> Cell) -> (MoveForm, MoveReach) {
    let first = form.needs.iter().map(turned).min().unwrap_or_default();
    let moved = |cells: &[Cell]| offsets(first, cells.iter().map(turned));
    (
        MoveForm { needs: moved(&form.needs), also: form.also },
        MoveReach { removes: moved(&reach.removes), also: moved(&reach.also) },
    )
}

/// The forms of all moves, if a move of each form can be made wherever the ground set has the cells that it needs.
fn forms(rules: &SetRules, cells: &[Cell], places: &CellPlaces) -> Option<BTreeMap<MoveForm, MoveReach>> {
    let mut forms: BTreeMap<MoveForm, MoveReach> = BTreeMap::new();
    let mut moves: Vec<(MoveForm, Cell, MoveReach)> = Vec::new();
    for action in &rules.actions {
        let also = match &action.also[..] {
            [] => (None, &[][..]),
            [Guard::AtLeast(members, least)] => (Some((true, *least)), &members[..]),
            [Guard::Fewer(members, least)] => (Some((false, *least)), &members[..]),
            [Guard::There(_) | Guard::Absent(_) | Guard::Known(_) | Guard::All(_) | Guard::Any(_)] | [_, ..] => {
                return None;
            }
        };
        let anchor = action.needs.iter().map(|member| cells[usize::from(*member)]).min()?;
        let moved = |members: &[Index]| offsets(anchor, members.iter().map(|member| cells[usize::from(*member)]));
        let form = MoveForm { needs: moved(&action.needs), also: also.0 };
        let reach = MoveReach { removes: moved(&action.removes), also: moved(also.1) };
        let whole = forms.entry(form.clone()).or_default();
        add(&mut whole.removes, &reach.removes);
        add(&mut whole.also, &reach.also);
        moves.push((form, anchor, reach));
    }
    let is_held = |anchor: Cell, offset: &Cell| places.contains_key(&(anchor.0 + offset.0, anchor.1 + offset.1));
    // Where the grid ends, a move has to do with fewer cells.
    for (form, anchor, reach) in &moves {
        let whole = &forms[form];
        let cut = |offsets: &[Cell]| -> Vec<Cell> {
            offsets.iter().filter(|offset| is_held(*anchor, offset)).copied().collect()
        };
        if cut(&whole.removes) != reach.removes || cut(&whole.also) != reach.also {
            return None;
        }
    }
    let count = forms
        .keys()
        .map(|form| cells.iter().filter(|anchor| form.needs.iter().all(|offset| is_held(**anchor, offset))).count());
    (count.sum::<usize>() == moves.len()).then_some(forms)
}

/// The distances of neighbours, if the same ones hold everywhere; none if the rule does not say how a subset parts.
fn near_offsets(rules: &SetRules, cells: &[Cell], places: &CellPlaces) -> Option<Vec<Cell>> {
    let Some(parting) = &rules.parting else { return Some(Vec::new()) };
    let near =
        |member: usize| offsets(cells[member], parting.near[member].iter().map(|other| cells[usize::from(*other)]));
    let mut whole = Vec::new();
    (0..cells.len()).for_each(|member| add(&mut whole, &near(member)));
    let is_same = |member: usize| {
        let here = cells[member];
        let held = whole.iter().filter(|offset: &&Cell| places.contains_key(&(here.0 + offset.0, here.1 + offset.1)));
        held.copied().collect::<Vec<_>>() == near(member)
    };
    (0..cells.len()).all(is_same).then_some(whole)
}

/// The distances of cells of which one is needed by a move that has to do with the other.
fn action_offsets(forms: &BTreeMap<MoveForm, MoveReach>) -> Vec<Cell> {
    let mut offsets = Vec::new();
    for (form, reach) in forms {
        let all = [&form.needs[..], &reach.removes, &reach.also].concat();
        for one in &form.needs {
            for other in all.iter().filter(|other| *other != one) {
                let offset = (other.0 - one.0, other.1 - one.1);
                add(&mut offsets, &[offset, (-offset.0, -offset.1)]);
            }
        }
    }
    offsets
}

fn add(all: &mut Vec<Cell>, more: &[Cell]) {
    all.extend(more);
    sorting::sort(all);
    all.dedup();
}
