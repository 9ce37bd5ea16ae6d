//! Subsets of a ground set, as a space for the search.

use std::ops::{ControlFlow, Range};

use super::grid::GridRules;
use super::grid_moves::{GridMoves, MOST_FORMS};
use super::guard::{Guard, Index};
use super::packed::{PackedAction, PackedGuard, members, set};
use super::rules::SetRules;
use super::symmetry::Symmetries;
use crate::game::Binding;
use crate::search::{Knowledge, Listing, Packs, Space};
use crate::solve::plane::{Plane, Planes};
use crate::solve::rectangle::Rectangle;
use crate::solve::{Budget, Solved};

/// How subsets with the same value are brought into one form.
#[derive(Clone, Debug)]
enum NormalForm<P> {
    Grid { rectangle: Rectangle<P>, turns: [bool; 8] },
    Images { twins: Vec<(P, Vec<P>)>, permutations: Vec<Permutation<P>> },
}

/// A permutation of the ground set: for each group of so many members and each set of these, its image.
#[derive(Clone, Debug)]
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
#[derive(Clone, Debug)]
pub struct Subsets<P> {
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
    /// The subsets that were asked about and are not connected. All others are components.
    unconnected: Vec<P>,
    /// The places of a token.
    places: P,
    /// The indices of the moves from each place.
    from: Vec<Vec<u32>>,
    /// The bit of each member of the ground set.
    bits: Vec<Index>,
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

    /// Visits the component of the token: there are no moves in others. If it has none either, it is left out.
    fn part_of_token(&self, left: P, mut visit: impl FnMut(P)) {
        let place = left & self.places;
        if place.is_empty() {
            return;
        }
        let part = self.component(place.first(), left);
        if self.has_moves(part) {
            visit(part);
        }
    }

    /// The form of a component; `None` if a symmetry shows that its value is 0 in normal play.
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
                let part = without_twins(twins, part);
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

    /// The least image of a component, which has the same options in any play.
    pub fn least_image(&self, part: P) -> P {
        match &self.forms {
            NormalForm::Grid { rectangle, turns } => {
                let (by, width, height) = rectangle.corner(part);
                least_turned(rectangle, turns, part.down(by), width, height).0
            }
            NormalForm::Images { twins, permutations } => {
                let part = without_twins(twins, part);
                permutations.iter().map(|permutation| permutation.image(part)).fold(part, P::min)
            }
        }
    }

    /// Visits the components of what a move leaves of a subset.
    #[inline(always)]
    fn each_component_after(&self, part: P, is_connected: bool, action: &PackedAction<P>, visit: impl FnMut(P)) {
        if !self.places.is_empty() {
            return self.part_of_token(part.without(action.removes) | action.adds, visit);
        }
        let mut left = part.without(action.removes);
        if let (true, Some(grid)) = (self.is_of_pairs, &self.grid) {
            left = left.without(grid.idle_members(left));
        }
        let removed = part.without(left);
        let edge = if is_connected && removed.count() < 8 { self.edge(removed) } else { left };
        self.each_part(left, edge, visit);
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

/// Of each class of members that may be exchanged at will, the first ones stand for those that are there.
#[inline(always)]
fn without_twins<P: Plane>(twins: &[(P, Vec<P>)], part: P) -> P {
    twins.iter().fold(part, |part, (class, firsts)| part.without(*class) | firsts[(part & *class).count()])
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
        let is_connected = !self.unconnected.contains(part);
        let mut going = Ok(());
        self.each_action(*part, |action| {
            if self.is_slow {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            self.each_component_after(*part, is_connected, action, |component| {
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
        if !self.places.is_empty() {
            let place = left & self.places;
            let from = if place.is_empty() { &[][..] } else { &self.from[place.first()] };
            let actions = from.iter().map(|index| &self.actions[*index as usize]);
            let _ = actions.filter(|action| action.is_possible(left)).try_for_each(visit);
            return;
        }
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

impl<P: Plane> Packs<[Index]> for Subsets<P> {
    fn parts_of(&mut self, subset: &[Index]) -> Vec<Planes<P, 1>> {
        let left = self.subset(subset);
        if left.is_empty() {
            return Vec::new();
        }
        if self.is_parted {
            return self.parts_of(&[left][..]);
        }
        self.components_of(subset).into_iter().filter_map(|part| self.form(part)).map(|form| [form]).collect()
    }
}

impl<P: Plane> Packs<[P]> for Subsets<P> {
    /// The subsets need not be connected, if the rule says when a subset parts.
    fn parts_of(&mut self, subsets: &[P]) -> Vec<Planes<P, 1>> {
        self.unconnected.clear();
        let mut parts = Vec::new();
        for subset in subsets {
            let Some(form) = self.form(*subset) else { continue };
            if !self.is_connected(*subset) {
                self.unconnected.push(form);
            }
            parts.push([form]);
        }
        parts
    }
}

impl<P: Plane> Subsets<P> {
    /// A subset by its members.
    fn subset(&self, members: &[Index]) -> P {
        members.iter().fold(P::default(), |left, member| left | P::cell(self.bits[usize::from(*member)].into()))
    }

    /// The parts of a subset that is asked about: one, if the rule itself says when a subset parts.
    pub fn components_of(&self, members: &[Index]) -> Vec<P> {
        let left = self.subset(members);
        if self.is_parted {
            return if left.is_empty() { Vec::new() } else { vec![left] };
        }
        let mut parts = Vec::new();
        if self.places.is_empty() {
            self.each_part(left, left, |part| parts.push(part));
        } else {
            self.part_of_token(left, |part| parts.push(part));
        }
        parts
    }

    fn is_connected(&self, part: P) -> bool {
        self.component(part.first(), part) == part
    }

    /// For each move the components that it leaves of a component, or of a subset that was asked about.
    pub fn components_after_moves(&self, part: P) -> Vec<Vec<P>> {
        let is_connected = self.is_connected(part);
        let mut after = Vec::new();
        self.each_action(part, |action| {
            let mut components = Vec::new();
            self.each_component_after(part, is_connected, action, |component| components.push(component));
            after.push(components);
            ControlFlow::Continue(())
        });
        after
    }

    /// Brings moves with `again` to the front. `None` if the definition must answer: the rule says itself how a subset parts,
    /// there is a token, or the other player must reply.
    pub fn sort_binding_moves(&mut self) -> Option<()> {
        let must_reply = self.actions.iter().any(|action| action.binding == Binding::Reply);
        if self.is_parted || !self.places.is_empty() || self.grid.is_some() || must_reply {
            return None;
        }
        crate::sorting::sort_by_key(&mut self.actions, |action| action.binding != Binding::Again);
        Some(())
    }

    /// Visits the moves of a component: what each obliges the players to do next, and the least images of the components that
    /// it leaves.
    pub fn each_binding_move(&self, part: P, mut visit: impl FnMut(Binding, &[P]) -> ControlFlow<()>) {
        let mut components = Vec::new();
        self.each_action(part, |action| {
            components.clear();
            self.each_component_after(part, true, action, |component| components.push(self.least_image(component)));
            visit(action.binding, &components)
        });
    }

    /// Is there a move?
    pub fn has_moves(&self, part: P) -> bool {
        if part.count() == 1 {
            return self.alone[part.first()];
        }
        let mut has = false;
        self.each_action(part, |_| {
            has = true;
            ControlFlow::Break(())
        });
        has
    }
}

impl<P: Plane> NormalForm<P> {
    fn of(rules: &SetRules, grid: Option<&GridRules>) -> NormalForm<P> {
        if let Some(grid) = grid {
            return NormalForm::Grid { rectangle: Rectangle::new(grid.stride, grid.rows), turns: grid.turns };
        }
        let Symmetries { twins, permutations } = Symmetries::of(rules, Permutation::<P>::MOST);
        let firsts = |class: &Vec<Index>| (set(class), (0..=class.len()).map(|count| set(&class[..count])).collect());
        NormalForm::Images {
            twins: twins.iter().map(firsts).collect(),
            permutations: permutations.iter().map(|images| Permutation::of(images)).collect(),
        }
    }
}

impl<P: Plane> Subsets<P> {
    /// For each place of a token the indices of the moves from there.
    #[expect(clippy::cast_possible_truncation, reason = "there are fewer moves")]
    fn moves_from_places(actions: &[PackedAction<P>], places: &Range<Index>) -> Vec<Vec<u32>> {
        let mut from = vec![Vec::new(); places.end.into()];
        for place in places.clone().map(usize::from) {
            let moves = actions.iter().enumerate().filter(|(_, action)| !(action.needs & P::cell(place)).is_empty());
            from[place].extend(moves.map(|(index, _)| index as u32));
        }
        from
    }

    /// `grid`: the same rule on a grid, if it is one. `is_valued`: whether all subsets are valued that are met.
    pub fn of(rules: &SetRules, grid: Option<&GridRules>, is_valued: bool) -> Self {
        let packed = grid.map_or(rules, |grid| &grid.rules);
        let actions: Vec<PackedAction<P>> = packed.actions.iter().map(PackedAction::of).collect();
        let forms = NormalForm::of(rules, grid);
        let kept = packed.parting.as_ref().map(|parting| &parting.kept).filter(|kept| **kept != Guard::ALWAYS);
        let near: Vec<P> = packed.near().iter().map(|near| set(near)).collect();
        let is_possible = |member: usize| actions.iter().any(|action| action.is_possible(P::cell(member)));
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
        let from = Self::moves_from_places(&actions, &rules.places);
        Subsets {
            from,
            is_of_pairs: keeps_all && pairs == packed.near() && actions.iter().all(PackedAction::is_pair),
            is_valued,
            is_slow: P::CELLS > 64
                || matches!(&forms, NormalForm::Images { permutations, .. } if permutations.len() > 8),
            unconnected: Vec::new(),
            has_answers: keeps_all && rules.places.is_empty() && actions.iter().all(is_local),
            near,
            kept: kept.map(PackedGuard::of),
            is_parted: packed.parting.is_some(),
            alone,
            grid: grid.and_then(GridMoves::of),
            actions,
            forms,
            places: rules.places.clone().fold(P::default(), |places, place| places | P::cell(place.into())),
            bits: grid.map_or_else(|| (0..).take(rules.count).collect(), |grid| grid.cells.clone()),
        }
    }
}
