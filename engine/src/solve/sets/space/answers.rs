//! Subsets whose value is 0 because each move can be answered by its image (the strategy of Tweedledum and Tweedledee).

use super::Subsets;
use super::normal_form::NormalForm;
use crate::solve::plane::Plane;
use crate::solve::sets::grid_moves::PackedForm;
use crate::solve::sets::packed::members;

impl<P: Plane> Subsets<P> {
    /// Has a subset that equals its own image the value 0, because each move can be answered by its image? It has if the
    /// symmetry is its own inverse, and if no move that may become possible removes a member on which it depends whether
    /// its image is possible: that can then be made, and leaves a subset that equals its own image again. Where the rule
    /// says how a subset parts, all on which a move depends and all that it removes must besides lie in one part, since a move
    /// is made in one part only; and only parts without moves may be left out ([`Subsets::has_answers`]).
    pub(super) fn is_answered(&self, part: P, image: impl Fn(P) -> P) -> bool {
        self.has_answers && (0..self.actions.len()).all(|action| !self.meets_its_image(action, part, &image))
    }

    /// As [`Subsets::is_answered`], for some turns of a part in the corner of the grid.
    pub(super) fn is_answered_by_turn(&self, part: P, turns: u8, width: usize, height: usize) -> bool {
        let (true, NormalForm::Grid { rectangle, conflicts, .. }) = (self.has_answers, &self.forms) else {
            return false;
        };
        // A quarter turn is not its own inverse.
        let mut inverse = (1..8usize).filter(|turn| turns >> turn & 1 == 1 && !matches!(turn, 3 | 5));
        inverse.any(|turn| {
            let image = |set| rectangle.turned(set, turn, width, height);
            let Some(grid) = &self.grid else { return self.is_answered(part, image) };
            let place = (turn * rectangle.rows + height - 1) * rectangle.stride + width - 1;
            let conflicts = conflicts.at(place, 8 * rectangle.rows * rectangle.stride, || {
                let row = (0..width).fold(P::default(), |row, cell| row | P::cell(cell));
                let all = (0..height).fold(P::default(), |all, from| all | row.up(from * rectangle.stride));
                let all_of =
                    |form| self.conflicts(form, all, all, &image).fold(P::default(), |all, one| all | P::cell(one));
                grid.forms.iter().map(all_of).collect()
            });
            let mut forms = grid.forms.iter().zip(conflicts);
            forms.all(|(form, conflicts)| self.conflicts(form, part, *conflicts, &image).next().is_none())
        })
    }

    /// The first cells, among some, of the moves of a form that meet their image.
    #[inline(always)]
    fn conflicts(
        &self,
        form: &PackedForm<P>,
        part: P,
        among: P,
        image: &impl Fn(P) -> P,
    ) -> impl Iterator<Item = usize> {
        let firsts = members(form.firsts(part) & among);
        firsts.filter(move |first| self.meets_its_image(form.moves[*first] as usize, part, image))
    }

    /// Is a move possible, as far as its needs go, that removes what its image depends on?
    #[inline(always)]
    fn meets_its_image(&self, action: usize, part: P, image: &impl Fn(P) -> P) -> bool {
        let action = &self.actions[action];
        part & action.needs == action.needs && !(part & action.removes & image(part & action.looks_at)).is_empty()
    }
}
