//! The subsets of a ground set, made from its rule.

use std::ops::Range;

use super::Subsets;
use super::last_forms::LastForms;
use super::normal_form::NormalForm;
use crate::ledger::FastPath;
use crate::solve::plane::Plane;
use crate::solve::sets::grid::GridRules;
use crate::solve::sets::grid_moves::GridMoves;
use crate::solve::sets::guard::{Guard, Index};
use crate::solve::sets::packed::{PackedAction, PackedGuard, members, set};
use crate::solve::sets::rules::SetRules;

impl<P: Plane> Subsets<P> {
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
            let met = action.looks_at | action.removes;
            members(action.needs).any(|member| met.without(near[member] | P::cell(member)).is_empty())
        };
        let met = actions.iter().fold(P::default(), |met, action| met | action.looks_at | action.removes | action.adds);
        let is_idle = |member: &usize| near[*member].is_empty() && (met & P::cell(*member)).is_empty();
        let idle = if rules.places.is_empty() { (0..packed.count).filter(is_idle).collect() } else { Vec::new() };
        let idle = idle.into_iter().fold(P::default(), |idle, member| idle | P::cell(member));
        let from = Self::moves_from_places(&actions, &rules.places);
        Subsets {
            from,
            is_valued,
            is_slow: P::CELLS > 64
                || matches!(&forms, NormalForm::Images { permutations, .. } if permutations.len() > 8),
            unconnected: Vec::new(),
            has_answers: keeps_all
                && !FastPath::AnsweredByImages.is_off()
                && rules.places.is_empty()
                && actions.iter().all(is_local),
            near,
            kept: kept.map(PackedGuard::of),
            is_parted: packed.parting.is_some(),
            alone,
            grid: grid.and_then(GridMoves::of),
            actions,
            forms,
            places: rules.places.clone().fold(P::default(), |places, place| places | P::cell(place.into())),
            idle,
            images: Vec::new(),
            last_forms: LastForms::default(),
            bits: grid.map_or_else(|| (0..).take(rules.count).collect(), |grid| grid.cells.clone()),
        }
    }

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
}
