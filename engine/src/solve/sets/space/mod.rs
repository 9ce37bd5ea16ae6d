//! Subsets of a ground set, as a space for the search.

mod answers;
mod build;
mod components;
mod last_forms;
mod moves;
mod normal_form;

use std::ops::ControlFlow;

use self::last_forms::LastForms;
use self::normal_form::{NormalForm, least_turned, without_twins};
use super::grid_moves::GridMoves;
use super::guard::Index;
use super::packed::{PackedAction, PackedGuard};
use crate::ledger::FastPath;
use crate::search::{Knowledge, Listing, Packs, Space};
use crate::solve::plane::{Plane, Planes};
use crate::solve::{Budget, Solved};

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
    /// The members with which no move has to do.
    idle: P,
    /// A buffer for the images of the subset whose options are listed.
    images: Vec<P>,
    /// The forms of the components that were met last.
    last_forms: LastForms<P>,
}

impl<P: Plane> Subsets<P> {
    /// The form of a component; `None` if a symmetry shows that its value is 0 in normal play.
    #[inline(always)]
    fn form(&self, part: P) -> Option<P> {
        match &self.forms {
            NormalForm::Grid { rectangle, turns, .. } => {
                let (by, width, height) = rectangle.corner(part);
                let cornered = part.down(by);
                let (least, kept_by) = least_turned(rectangle, turns, cornered, width, height);
                let is_null =
                    (kept_by & 0b1101_0110 != 0) && self.is_answered_by_turn(cornered, kept_by, width, height);
                if is_null { None } else { Some(least) }
            }
            NormalForm::Images { twins, permutations, .. } => {
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

    /// Puts the images of a subset into a buffer, if from them the forms of what moves leave can be had: the image of that
    /// is the image of the subset without that of what is removed. Twins have no such images, and where moves add members
    /// there is more to it.
    fn note_images(&self, part: P, images: &mut Vec<P>) {
        images.clear();
        if let NormalForm::Images { twins, permutations, removed } = &self.forms
            && twins.is_empty()
            && self.places.is_empty()
            && !removed.is_empty()
            && !FastPath::ImagesOfRemoved.is_off()
        {
            images.extend(permutations.iter().map(|permutation| permutation.image(part)));
        }
    }

    /// As [`Subsets::form`], for a component that is all that a move leaves of a subset with these images.
    #[inline(always)]
    fn form_after(&self, left: P, action: usize, images: &[P]) -> Option<P> {
        let NormalForm::Images { permutations, removed, .. } = &self.forms else { return self.form(left) };
        if images.is_empty() {
            return self.form(left);
        }
        let mut least = left;
        for ((before, removed), permutation) in images.iter().zip(&removed[action]).zip(permutations) {
            let image = before.without(*removed);
            if image == left && permutation.is_involution && self.is_answered(left, |set| permutation.image(set)) {
                return None;
            }
            least = least.min(image);
        }
        Some(least)
    }

    /// The least image of a component, which has the same options in any play.
    pub fn least_image(&self, part: P) -> P {
        match &self.forms {
            NormalForm::Grid { rectangle, turns, .. } => {
                let (by, width, height) = rectangle.corner(part);
                least_turned(rectangle, turns, part.down(by), width, height).0
            }
            NormalForm::Images { twins, permutations, .. } => {
                let part = without_twins(twins, part);
                permutations.iter().map(|permutation| permutation.image(part)).fold(part, P::min)
            }
        }
    }

    /// A subset by its members, without those with which no move has to do.
    fn subset(&self, members: &[Index]) -> P {
        let bit = |member: &Index| P::cell(self.bits[usize::from(*member)].into());
        members.iter().fold(P::default(), |left, member| left | bit(member)).without(self.idle)
    }
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
        let mut images = std::mem::take(&mut self.images);
        let mut forms = std::mem::take(&mut self.last_forms);
        self.note_images(*part, &mut images);
        self.each_action(*part, |index, action| {
            if self.is_slow {
                going = budget.check();
                if going.is_err() {
                    return ControlFlow::Break(());
                }
            }
            self.each_component_after(*part, is_connected, action, |component| {
                if component.count() == 1 {
                    listing.add_known(u64::from(self.alone[component.first()]));
                } else {
                    let is_whole = component == part.without(action.removes);
                    let form = if is_whole && !images.is_empty() {
                        self.form_after(component, index, &images)
                    } else {
                        forms.form(component, || self.form(component))
                    };
                    form.into_iter().for_each(|form| listing.add([form]));
                }
            });
            listing.end_option()
        });
        (self.images, self.last_forms) = (images, forms);
        going.map(|()| None)
    }

    #[inline(always)]
    fn size(&self, [part]: &Planes<P, 1>) -> u64 {
        part.count() as u64
    }

    #[inline(always)]
    fn is_valued(&self) -> bool {
        self.is_valued
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
