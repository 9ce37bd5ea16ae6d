//! How subsets with the same value are brought into one form.

use std::cell::OnceCell;

use crate::solve::plane::Plane;
use crate::solve::rectangle::Rectangle;
use crate::solve::sets::grid::GridRules;
use crate::solve::sets::guard::Index;
use crate::solve::sets::packed::set;
use crate::solve::sets::rules::{Action, SetRules};
use crate::solve::sets::symmetry::Symmetries;

/// How subsets with the same value are brought into one form.
#[derive(Clone, Debug)]
pub enum NormalForm<P> {
    Grid {
        rectangle: Rectangle<P>,
        turns: [bool; 8],
        conflicts: TurnConflicts<P>,
    },
    Images {
        twins: Vec<(P, Vec<P>)>,
        permutations: Vec<Permutation<P>>,
        /// For each move the images of what it removes, under all permutations; empty where they are too many.
        removed: Vec<Vec<P>>,
    },
}

/// For each turn of a grid, and each width and height of a part in the corner: the moves that the turn may not answer, as
/// the first cells of those of each form. They are found when they are first asked for.
#[derive(Clone, Debug, Default)]
pub struct TurnConflicts<P>(OnceCell<Vec<OnceCell<Vec<P>>>>);

impl<P: Plane> TurnConflicts<P> {
    /// Those at a place, of so many places.
    pub fn at(&self, place: usize, count: usize, find: impl FnOnce() -> Vec<P>) -> &[P] {
        self.0.get_or_init(|| vec![OnceCell::new(); count])[place].get_or_init(find)
    }
}

/// A permutation of the ground set: for each group of so many members and each set of these, its image.
#[derive(Clone, Debug)]
pub struct Permutation<P> {
    images: Vec<P>,
    pub is_involution: bool,
}

impl<P: Plane> Permutation<P> {
    /// The members of a group.
    const GROUP: usize = 4;
    /// The most permutations: the images of all must fit into a cache of the processor.
    const MOST: usize = (2 << 20) / (P::CELLS / Self::GROUP * (1 << Self::GROUP) * size_of::<P>());

    /// The most images of what moves remove, for the same reason.
    const IMAGES: usize = (2 << 20) / size_of::<P>();

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
    pub fn image(&self, mut set: P) -> P {
        let mut image = P::default();
        for group in self.images.chunks_exact(1 << Self::GROUP) {
            image = image | group[(set.low() & 15) as usize];
            set = set.down(Self::GROUP);
        }
        image
    }
}

impl<P: Plane> NormalForm<P> {
    /// Forgets the images of what moves remove: the moves get other numbers.
    pub fn forget_removed(&mut self) {
        if let NormalForm::Images { removed, .. } = self {
            removed.clear();
        }
    }

    pub fn of(rules: &SetRules, grid: Option<&GridRules>) -> NormalForm<P> {
        if let Some(grid) = grid {
            let rectangle = Rectangle::new(grid.stride, grid.rows);
            return NormalForm::Grid { rectangle, turns: grid.turns, conflicts: TurnConflicts::default() };
        }
        let Symmetries { twins, permutations } = Symmetries::of(rules, Permutation::<P>::MOST);
        let firsts = |class: &Vec<Index>| (set(class), (0..=class.len()).map(|count| set(&class[..count])).collect());
        let permutations: Vec<Permutation<P>> = permutations.iter().map(|images| Permutation::of(images)).collect();
        let removed = |action: &Action| {
            let removed = set(&action.removes);
            permutations.iter().map(|permutation| permutation.image(removed)).collect()
        };
        let images = rules.actions.len() * permutations.len();
        let removed =
            if images > Permutation::<P>::IMAGES { Vec::new() } else { rules.actions.iter().map(removed).collect() };
        NormalForm::Images { twins: twins.iter().map(firsts).collect(), permutations, removed }
    }
}

/// Of each class of members that may be exchanged at will, the first ones stand for those that are there.
#[inline(always)]
pub fn without_twins<P: Plane>(twins: &[(P, Vec<P>)], part: P) -> P {
    twins.iter().fold(part, |part, (class, firsts)| part.without(*class) | firsts[(part & *class).count()])
}

/// The least of the images of a set of cells in the corner under reflections and rotations, each in the corner again. And
/// for each of these, as bits, whether the image is the set itself.
#[inline(always)]
pub fn least_turned<P: Plane>(
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
        if turns[transposed + 2] || turns[transposed + 4] {
            let [flipped, mirrored, half_turned] = rectangle.reflected(cells, width, height);
            take(transposed + 2, flipped);
            take(transposed + 4, mirrored);
            take(transposed + 6, half_turned);
        } else {
            take(transposed + 6, rectangle.half_turned(cells, width, height));
        }
    };
    take_mirrored(0, cells, width, height);
    if (turns[1] || turns[3] || turns[5] || turns[7]) && height <= rectangle.stride && width <= rectangle.rows {
        take_mirrored(1, rectangle.transposed(cells, height), height, width);
    }
    (least, kept_by)
}
