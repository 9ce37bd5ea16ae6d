//! Subsets of a ground set, as a space for the search.

use std::fmt::Debug;
use std::ops::ControlFlow;

use super::grid::GridRules;
use super::guard::{Guard, Index};
use super::rules::SetRules;
use super::symmetry::Symmetries;
use crate::search::{Decider, Knowledge, Listing, Space};
use crate::solve::plane::{Plane, Planes};
use crate::solve::rectangle::Rectangle;
use crate::solve::{Budget, Solved};

/// A condition on a subset, on bits.
#[derive(Debug)]
enum PackedGuard<P> {
    /// At least so many of these are there.
    AtLeast(P, usize),
    /// Fewer than so many of these are there.
    Fewer(P, usize),
    All(Vec<PackedGuard<P>>),
    Any(Vec<PackedGuard<P>>),
}

fn set<P: Plane>(members: &[Index]) -> P {
    members.iter().fold(P::default(), |set, member| set | P::cell(usize::from(*member)))
}

/// The members of a set.
fn members<P: Plane>(mut set: P) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let member = (!set.is_empty()).then(|| set.first())?;
        set = set.without(P::cell(member));
        Some(member)
    })
}

impl<P: Plane> PackedGuard<P> {
    fn of(guard: &Guard) -> PackedGuard<P> {
        match guard {
            Guard::Known(true) => PackedGuard::All(Vec::new()),
            Guard::Known(false) => PackedGuard::Any(Vec::new()),
            Guard::There(member) => PackedGuard::AtLeast(set(&[*member]), 1),
            Guard::Absent(member) => PackedGuard::Fewer(set(&[*member]), 1),
            Guard::AtLeast(members, least) => PackedGuard::AtLeast(set(members), *least),
            Guard::Fewer(members, least) => PackedGuard::Fewer(set(members), *least),
            Guard::All(several) => PackedGuard::All(several.iter().map(PackedGuard::of).collect()),
            Guard::Any(several) => PackedGuard::Any(several.iter().map(PackedGuard::of).collect()),
        }
    }

    fn holds(&self, left: P) -> bool {
        match self {
            PackedGuard::AtLeast(members, 1) => !(left & *members).is_empty(),
            PackedGuard::Fewer(members, 1) => (left & *members).is_empty(),
            PackedGuard::AtLeast(members, least) => (left & *members).count() >= *least,
            PackedGuard::Fewer(members, least) => (left & *members).count() < *least,
            PackedGuard::All(several) => several.iter().all(|one| one.holds(left)),
            PackedGuard::Any(several) => several.iter().any(|one| one.holds(left)),
        }
    }
}

/// A move.
#[derive(Debug)]
struct PackedAction<P> {
    needs: P,
    also: Vec<PackedGuard<P>>,
    removes: P,
    /// All members on which it depends whether the move is possible.
    looks_at: P,
}

impl<P: Plane> PackedAction<P> {
    #[inline(always)]
    fn is_possible(&self, left: P) -> bool {
        left & self.needs == self.needs && self.also.iter().all(|condition| condition.holds(left))
    }
}

/// The moves of one form on a grid.
#[derive(Debug)]
struct PackedForm<P> {
    /// The first cells of all moves.
    fits: P,
    /// The other cells that a move needs, as distances from the first.
    needs: Vec<usize>,
    /// For each cell the index of the move that begins there.
    moves: Vec<u32>,
}

/// The most forms of moves on a grid.
const MOST_FORMS: usize = 8;

impl<P: Plane> PackedForm<P> {
    /// The first cells of the moves for which all needed cells are there.
    #[inline(always)]
    fn firsts(&self, left: P) -> P {
        self.needs.iter().fold(left & self.fits, |firsts, by| firsts & left.down(*by))
    }
}

/// The neighbours at one distance, in both directions.
#[derive(Debug)]
struct Shift<P> {
    by: usize,
    /// The cells that have such a neighbour with a greater number, and with a lesser one.
    up: P,
    down: P,
}

impl<P: Plane> Shift<P> {
    /// The neighbours of some cells in both directions.
    #[inline(always)]
    fn both(&self, cells: P) -> [P; 2] {
        [(cells & self.up).up(self.by), (cells & self.down).down(self.by)]
    }

    /// The cells of which these are the neighbours in both directions.
    #[inline(always)]
    fn back(&self, [up, down]: [P; 2]) -> P {
        (up.down(self.by) & self.up) | (down.up(self.by) & self.down)
    }
}

/// What is computed on a grid for all cells at once.
#[derive(Debug)]
struct GridMoves<P> {
    forms: Vec<PackedForm<P>>,
    near: Vec<Shift<P>>,
}

impl<P: Plane> GridMoves<P> {
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer moves")]
    fn of(grid: &GridRules) -> Self {
        let form = |form: &super::grid::GridForm| {
            let mut moves = vec![0; P::CELLS];
            form.moves.iter().for_each(|(first, action)| moves[usize::from(*first)] = *action as u32);
            PackedForm {
                fits: form.moves.iter().fold(P::default(), |fits, (first, _)| fits | P::cell((*first).into())),
                needs: form.needs.iter().map(|needs| usize::from(*needs)).filter(|needs| *needs > 0).collect(),
                moves,
            }
        };
        let (rows, columns) = (grid.rows as i64, grid.stride as i64);
        let from = |row: i64, column: i64| {
            let is_held = |cell: &i64| {
                let (row, column) = (cell / columns + row, cell % columns + column);
                (0..rows).contains(&row) && (0..columns).contains(&column)
            };
            (0..rows * columns).filter(is_held).fold(P::default(), |from, cell| from | P::cell(cell as usize))
        };
        // The relation is symmetric: each distance stands for its opposite as well.
        let near = grid.near.iter().filter(|(row, column)| (*row, *column) > (0, 0));
        let near = near.map(|(row, column)| {
            let by = (row * columns + column).unsigned_abs() as usize;
            Shift { by, up: from(*row, *column), down: from(-row, -column) }
        });
        GridMoves { forms: grid.forms.iter().map(form).collect(), near: near.collect() }
    }

    /// The neighbours of some cells.
    #[inline(always)]
    fn near(&self, cells: P) -> P {
        self.near.iter().fold(P::default(), |near, shift| {
            let [up, down] = shift.both(cells);
            near | up | down
        })
    }

    /// The members that change nothing in a game of pairs, see [`Subsets::is_of_pairs`]. One whose neighbours all have
    /// another neighbour that is theirs alone, a leaf, may be left out. For no move takes such a leaf and leaves its
    /// neighbour; and instead of a pair with the member in question, that of the same neighbour and its leaf may be taken:
    /// both leave the other single one without neighbours. So the same values are left, move by move. Of several leaves
    /// of one member, one is kept.
    #[inline(always)]
    fn idle_members(&self, left: P) -> P {
        let (mut once, mut twice) = (P::default(), P::default());
        for met in self.near.iter().flat_map(|shift| shift.both(left)).map(|met| met & left) {
            twice = twice | (once & met);
            once = once | met;
        }
        let leaves = once.without(twice);
        if leaves.is_empty() {
            return leaves;
        }
        let (mut stars, mut idle) = (P::default(), P::default());
        for shift in &self.near {
            let [up, down] = shift.both(leaves).map(|met| met & left);
            idle = idle | shift.back([up & stars, down & (stars | up)]);
            stars = stars | up | down;
        }
        // Two leaves of each other are a part by themselves, of which nothing is left out.
        idle = idle & leaves.without(stars);
        idle | twice.without(self.near(left.without(stars)))
    }
}

/// How subsets with the same value are brought into one form.
#[derive(Debug)]
enum NormalForm<P> {
    Grid { rectangle: Rectangle<P>, turns: [bool; 8] },
    Images { twins: Vec<(P, Vec<P>)>, permutations: Vec<Permutation<P>> },
}

/// A permutation of the ground set: for each group of so many members and each set of these, its image.
#[derive(Debug)]
struct Permutation<P> {
    images: Vec<P>,
    is_involution: bool,
}

impl<P: Plane> Permutation<P> {
    /// The members of a group.
    const GROUP: usize = 4;
    /// The most permutations: the images of all must fit into a cache of the processor.
    const MOST: usize = (2 << 20) / (P::CELLS / Self::GROUP * (1 << Self::GROUP) * size_of::<P>());

    fn of(image: &[Index]) -> Self {
        let mut images = Vec::new();
        for first in (0..image.len()).step_by(Self::GROUP) {
            for bits in 0..1usize << Self::GROUP {
                let group = (first..image.len()).take(Self::GROUP).filter(|member| bits >> (member - first) & 1 == 1);
                images.push(group.fold(P::default(), |set, member| set | P::cell(usize::from(image[member]))));
            }
        }
        let is_involution = (0..).zip(image).all(|(member, one)| image[usize::from(*one)] == member);
        Permutation { images, is_involution }
    }

    #[inline(always)]
    fn image(&self, mut set: P) -> P {
        let mut image = P::default();
        for group in self.images.chunks_exact(1 << Self::GROUP) {
            image = image | group[(set.low() & 15) as usize];
            set = set.down(Self::GROUP);
        }
        image
    }
}

/// The subsets of one ground set.
#[derive(Debug)]
struct Subsets<P> {
    actions: Vec<PackedAction<P>>,
    /// The neighbours of each member.
    near: Vec<P>,
    /// Components of which it does not hold are left out.
    kept: Option<PackedGuard<P>>,
    /// Does the rule say how a subset parts? Then only what a move has left is cut.
    is_parted: bool,
    /// Is there a move from the subset of this member alone?
    alone: Vec<bool>,
    forms: NormalForm<P>,
    grid: Option<GridMoves<P>>,
    /// Does each move take two neighbours, can any two neighbours be taken, and is no part with moves left out?
    is_of_pairs: bool,
    /// May a move be answered by its image, see [`Subsets::is_answered`]?
    has_answers: bool,
    /// Is every part valued? That is best where values are large and positions do not part: many questions would be asked
    /// about each.
    is_valued: bool,
    /// May it take long to list the options of a part?
    is_slow: bool,
    /// The subset that was asked about, if it is not connected. All others are components.
    unconnected: Option<P>,
}

impl<P: Plane> Subsets<P> {
    /// The component of a member.
    #[inline(always)]
    fn component(&self, first: usize, within: P) -> P {
        self.component_with(first, within, within)
    }

    /// The component of a member, or the whole set as soon as all of `edge` are found to be in it.
    #[inline(always)]
    fn component_with(&self, first: usize, within: P, edge: P) -> P {
        let mut component = P::cell(first);
        if let Some(grid) = &self.grid {
            loop {
                let grown = component | (grid.near(component) & within);
                if edge.without(grown).is_empty() {
                    return within;
                }
                if grown == component {
                    return component;
                }
                component = grown;
            }
        }
        let mut open = component;
        while !open.is_empty() {
            let member = open.first();
            open = open.without(P::cell(member));
            let near = self.near[member] & within.without(component);
            component = component | near;
            open = open | near;
            if edge.without(component).is_empty() {
                return within;
            }
        }
        component
    }

    /// Visits the components of what a move has left of a connected set. `edge`: the neighbours of what was removed.
    #[inline(always)]
    fn each_part(&self, mut left: P, edge: P, mut visit: impl FnMut(P)) {
        let mut edge = edge & left;
        while !left.is_empty() {
            let first = if edge.is_empty() { left.first() } else { edge.first() };
            let part = self.component_with(first, left, edge);
            left = left.without(part);
            edge = edge.without(part);
            if self.kept.as_ref().is_none_or(|kept| kept.holds(part)) {
                visit(part);
            }
        }
    }

    /// The form of a component; `None` if a symmetry shows that its value is 0.
    #[inline(always)]
    fn form(&self, part: P) -> Option<P> {
        match &self.forms {
            NormalForm::Grid { rectangle, turns } => {
                let (by, width, height) = rectangle.corner(part);
                let cornered = part.down(by);
                let (least, kept_by) = least_turned(rectangle, turns, cornered, width, height);
                let is_null =
                    (kept_by & 0b1101_0110 != 0) && self.is_answered_by_turn(cornered, kept_by, width, height);
                if is_null { None } else { Some(least) }
            }
            NormalForm::Images { twins, permutations } => {
                let mut part = part;
                for (class, firsts) in twins {
                    part = part.without(*class) | firsts[(part & *class).count()];
                }
                let mut least = part;
                for permutation in permutations {
                    let image = permutation.image(part);
                    if image == part
                        && permutation.is_involution
                        && self.is_answered(part, |set| permutation.image(set))
                    {
                        return None;
                    }
                    least = least.min(image);
                }
                Some(least)
            }
        }
    }

    /// Has a subset that equals its own image the value 0, because each move can be answered by its image (the strategy
    /// of Tweedledum and Tweedledee)? It has if the symmetry is its own inverse, and if no move that may become possible
    /// removes a member on which it depends whether its image is possible: that can then be made, and leaves a subset
    /// that equals its own image again. Where the rule says how a subset parts, all on which a move depends must
    /// besides lie in one part, and only parts without moves may be left out ([`Subsets::has_answers`]).
    fn is_answered(&self, part: P, image: impl Fn(P) -> P) -> bool {
        self.has_answers
            && self
                .actions
                .iter()
                .filter(|action| part & action.needs == action.needs)
                .all(|action| (part & action.removes & image(part & action.looks_at)).is_empty())
    }

    /// As [`Subsets::is_answered`], for some turns of a part in the corner.
    #[cold]
    fn is_answered_by_turn(&self, part: P, turns: u8, width: usize, height: usize) -> bool {
        let NormalForm::Grid { rectangle, .. } = &self.forms else { return false };
        // A quarter turn is not its own inverse.
        let inverse = (1..8usize).filter(|turn| turns >> turn & 1 == 1 && !matches!(turn, 3 | 5));
        inverse.into_iter().any(|turn| self.is_answered(part, |set| rectangle.turned(set, turn, width, height)))
    }
}

/// The least of the images of a set of cells in the corner under reflections and rotations, each in the corner again. And
/// for each of these, as bits, whether the image is the set itself.
#[inline(always)]
fn least_turned<P: Plane>(
    rectangle: &Rectangle<P>,
    turns: &[bool; 8],
    cells: P,
    width: usize,
    height: usize,
) -> (P, u8) {
    let (mut least, mut kept_by) = (cells, 0u8);
    let mut take = |turn: usize, image: P| {
        if turns[turn] {
            least = least.min(image);
            kept_by |= u8::from(image == cells) << turn;
        }
    };
    let mut take_mirrored = |transposed: usize, cells: P, width: usize, height: usize| {
        if transposed > 0 {
            take(1, cells);
        }
        take(transposed + 6, rectangle.half_turned(cells, width, height));
        if turns[transposed + 2] || turns[transposed + 4] {
            // The one that is found sooner, and its half turn.
            let (one, other) = if rectangle.stride == 8 || height <= width {
                (2, rectangle.flipped(cells, height))
            } else {
                (4, rectangle.mirrored(cells, width))
            };
            take(transposed + one, other);
            take(transposed + 6 - one, rectangle.half_turned(other, width, height));
        }
    };
    take_mirrored(0, cells, width, height);
    if (turns[1] || turns[3] || turns[5] || turns[7]) && height <= rectangle.stride && width <= rectangle.rows {
        take_mirrored(1, rectangle.transposed(cells, height), height, width);
    }
    (least, kept_by)
}

impl<P: Plane> Space for Subsets<P> {
    type Part = Planes<P, 1>;

    const ENDS: bool = true;

    fn expand(
        &mut self,
        [part]: &Planes<P, 1>,
        listing: &mut Listing<Planes<P, 1>>,
        budget: &Budget,
    ) -> Solved<Option<Knowledge>> {
        let is_connected = self.unconnected != Some(*part);
        let mut going = Ok(());
        self.each_action(*part, |action| {
            if self.is_slow {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            let mut left = part.without(action.removes);
            if let (true, Some(grid)) = (self.is_of_pairs, &self.grid) {
                left = left.without(grid.idle_members(left));
            }
            let removed = part.without(left);
            let edge = if is_connected && removed.count() < 8 { self.edge(removed) } else { left };
            self.each_part(left, edge, |component| {
                if component.count() == 1 {
                    listing.add_known(u64::from(self.alone[component.first()]));
                } else if let Some(form) = self.form(component) {
                    listing.add([form]);
                }
            });
            listing.end_option()
        });
        going.map(|()| None)
    }

    #[inline(always)]
    fn work(&self, [part]: &Planes<P, 1>) -> u64 {
        self.move_count(*part) as u64
    }

    #[inline(always)]
    fn size(&self, [part]: &Planes<P, 1>) -> u64 {
        part.count() as u64
    }

    #[inline(always)]
    fn is_small(&self, [part]: &Planes<P, 1>) -> bool {
        self.is_valued || self.move_count(*part) <= 12
    }
}

impl<P: Plane> Subsets<P> {
    /// How many moves there are, or about as many.
    #[inline(always)]
    fn move_count(&self, left: P) -> usize {
        match &self.grid {
            Some(grid) => grid.forms.iter().map(|form| form.firsts(left).count()).sum(),
            None => left.count(),
        }
    }

    /// Visits the moves that are possible, until a visit breaks off.
    #[inline(always)]
    fn each_action(&self, left: P, mut visit: impl FnMut(&PackedAction<P>) -> ControlFlow<()>) {
        let Some(grid) = &self.grid else {
            let _ = self.actions.iter().filter(|action| action.is_possible(left)).try_for_each(visit);
            return;
        };
        // Moves in the middle come first: what they leave falls apart, so that more is known of it.
        let middle = left.last() / 2;
        let upper = (!P::default()).up(middle);
        let lower = !upper;
        let mut firsts = [P::default(); MOST_FORMS];
        for (firsts, form) in firsts.iter_mut().zip(&grid.forms) {
            *firsts = form.firsts(left);
        }
        loop {
            let mut is_over = true;
            for (half, is_upper) in [(upper, true), (lower, false)] {
                for (firsts, form) in firsts.iter_mut().zip(&grid.forms) {
                    let here = *firsts & half;
                    if here.is_empty() {
                        continue;
                    }
                    is_over = false;
                    let first = if is_upper { here.first() } else { here.last() };
                    *firsts = firsts.without(P::cell(first));
                    let action = &self.actions[form.moves[first] as usize];
                    if action.also.iter().all(|condition| condition.holds(left)) && visit(action).is_break() {
                        return;
                    }
                }
            }
            if is_over {
                return;
            }
        }
    }

    /// The neighbours of these members.
    #[inline(always)]
    fn edge(&self, removed: P) -> P {
        if let Some(grid) = &self.grid {
            return grid.near(removed);
        }
        members(removed).fold(P::default(), |edge, member| edge | self.near[member])
    }
}

/// A search over the subsets of one ground set, with all that it has found. They are given by the numbers of their members.
pub trait SetSearch: Debug + Send {
    /// The value of a subset.
    fn value(&mut self, members: &[Index], budget: &Budget) -> Solved<u64>;

    /// Is this the value of a subset?
    fn has_value(&mut self, members: &[Index], value: u64, budget: &Budget) -> Solved<bool>;

    /// Limits how many more positions may be opened; `None` means no limit.
    fn limit(&mut self, more: Option<u64>);

    /// Begins a new question.
    fn begin(&mut self);

    /// How many subsets are in the table, and how many options were looked at.
    fn counts(&self) -> (usize, u64);
}

/// The search over subsets as bits of one width.
#[derive(Debug)]
pub struct PackedSets<P> {
    space: Subsets<P>,
    decider: Decider<Planes<P, 1>>,
    /// The bit of each member of the ground set.
    bits: Vec<Index>,
}

impl<P: Plane> PackedSets<P> {
    /// `grid`: the same rule on a grid, if it is one. `is_valued`: whether all subsets are valued that are met.
    pub fn new(rules: &SetRules, grid: Option<&GridRules>, is_valued: bool) -> Self {
        let packed = grid.map_or(rules, |grid| &grid.rules);
        let action = |action: &super::rules::Action| PackedAction {
            needs: set(&action.needs),
            also: action.also.iter().map(PackedGuard::of).collect(),
            removes: set(&action.removes),
            looks_at: {
                let mut members = action.needs.clone();
                action.also.iter().for_each(|guard| guard.add_members(&mut members));
                set(&members)
            },
        };
        let actions: Vec<PackedAction<P>> = packed.actions.iter().map(action).collect();
        let is_possible = |member: usize| actions.iter().any(|action| action.is_possible(P::cell(member)));
        let forms = match grid {
            Some(grid) => NormalForm::Grid { rectangle: Rectangle::new(grid.stride, grid.rows), turns: grid.turns },
            None => {
                let Symmetries { twins, permutations } = Symmetries::of(rules, Permutation::<P>::MOST);
                let firsts =
                    |class: &Vec<Index>| (set(class), (0..=class.len()).map(|count| set(&class[..count])).collect());
                NormalForm::Images {
                    twins: twins.iter().map(firsts).collect(),
                    permutations: permutations.iter().map(|images| Permutation::of(images)).collect(),
                }
            }
        };
        let kept = packed.parting.as_ref().map(|parting| &parting.kept).filter(|kept| **kept != Guard::ALWAYS);
        let near: Vec<P> = packed.near().iter().map(|near| set(near)).collect();
        let alone: Vec<bool> = (0..packed.count).map(is_possible).collect();
        // Are only such parts left out that have no moves?
        let keeps_all = kept.is_none_or(|kept| {
            matches!(kept, Guard::AtLeast(members, 1..=2) if members.len() == packed.count) && !alone.contains(&true)
        });
        let is_local = |action: &PackedAction<P>| {
            let mut needs = members(action.needs);
            needs.any(|member| action.looks_at.without(near[member] | P::cell(member)).is_empty())
        };
        let pairs = SetRules { parting: None, ..packed.clone() }.near();
        let is_pair = |action: &PackedAction<P>| {
            action.needs.count() == 2 && action.needs == action.removes && action.also.is_empty()
        };
        let is_of_pairs = keeps_all && pairs == packed.near() && actions.iter().all(is_pair);
        let space = Subsets {
            is_of_pairs,
            is_valued,
            is_slow: P::CELLS > 64
                || matches!(&forms, NormalForm::Images { permutations, .. } if permutations.len() > 8),
            unconnected: None,
            has_answers: keeps_all && actions.iter().all(is_local),
            near,
            kept: kept.map(PackedGuard::of),
            is_parted: packed.parting.is_some(),
            alone,
            grid: grid.filter(|grid| grid.forms.len() <= MOST_FORMS).map(GridMoves::of),
            actions,
            forms,
        };
        let bits = match grid {
            Some(grid) => grid.cells.clone(),
            None => (0..).take(rules.count).collect(),
        };
        PackedSets { space, decider: Decider::default(), bits }
    }

    /// The independent parts of a subset, given by the numbers of its members.
    fn parts(&mut self, members: &[Index]) -> Vec<Planes<P, 1>> {
        let left =
            members.iter().fold(P::default(), |left, member| left | P::cell(self.bits[usize::from(*member)].into()));
        if left.is_empty() {
            return Vec::new();
        }
        if self.space.is_parted {
            let is_connected = self.space.component(left.first(), left) == left;
            let form = self.space.form(left);
            self.space.unconnected = if is_connected { None } else { form };
            return form.into_iter().map(|form| [form]).collect();
        }
        let mut parts = Vec::new();
        self.space.each_part(left, left, |part| parts.extend(self.space.form(part).map(|form| [form])));
        parts
    }
}

impl<P: Plane> SetSearch for PackedSets<P> {
    fn value(&mut self, members: &[Index], budget: &Budget) -> Solved<u64> {
        let parts = self.parts(members);
        self.decider.value(&mut self.space, parts, budget)
    }

    fn has_value(&mut self, members: &[Index], value: u64, budget: &Budget) -> Solved<bool> {
        let parts = self.parts(members);
        self.decider.has_value(&mut self.space, parts, value, budget)
    }

    fn limit(&mut self, more: Option<u64>) {
        self.decider.limit(more);
    }

    fn begin(&mut self) {
        self.decider.begin();
    }

    fn counts(&self) -> (usize, u64) {
        self.decider.counts()
    }
}
