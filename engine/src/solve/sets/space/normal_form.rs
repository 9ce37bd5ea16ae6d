//! How subsets with the same value are brought into one form.

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
    },
    Images {
        twins: Vec<(P, Vec<P>)>,
        permutations: Vec<Permutation<P>>,
        /// For each move the images of what it removes, under all permutations; empty where they are too many.
        removed: Vec<Vec<P>>,
    },
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
            return NormalForm::Grid { rectangle: Rectangle::new(grid.stride, grid.rows), turns: grid.turns };
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
