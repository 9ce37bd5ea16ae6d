//! Heaps as rows of stones. What a move takes is marked, and the heaps that it leaves stand apart.

use crate::show::document::{StoneRow, StoneRows};
use crate::show::svg::drawing::{
    Anchor, Filling, LETTER, LOST, MUTED, PAPER, Picture, Placement, Svg, TEXT, heading_width, width_of,
};

/// Between two stones.
const STONE: f64 = 20.0;
const RADIUS: f64 = 7.5;
const MARGIN: f64 = 12.0;
const ROW: f64 = 26.0;
/// Between the heaps that a move leaves.
const GAP: f64 = 10.0;

/// What becomes of stones beside each other.
#[derive(Clone, Copy, PartialEq)]
enum Fate {
    Left,
    Taken,
}

pub fn heaps(drawn: &StoneRows, heading: &str, place: Placement, filling: Filling) -> Svg {
    let top = MARGIN + place.title_height();
    let names = drawn.0.iter().map(|row| width_of(&row.name)).fold(0.0, f64::max) + MARGIN;
    let groups: Vec<Vec<(usize, Fate)>> = drawn.0.iter().map(|row| groups(row, filling == Filling::Full)).collect();
    let width = groups.iter().map(|groups| extent(groups)).fold(0.0, f64::max);
    let room = MARGIN + names + width + STONE + width_of("40");
    let height = top + ROW * drawn.0.len() as f64;
    let size = (room.max(heading_width(heading, place)), height + MARGIN / 2.0);
    let mut picture = Picture::new(place, size, heading, &drawn.alt_text(filling == Filling::Full));
    picture.heading(place, (MARGIN, MARGIN + 4.0), heading);
    for (index, (row, groups)) in drawn.0.iter().zip(&groups).enumerate() {
        let middle = top + ROW * (index as f64 + 0.5);
        let baseline = middle + LETTER / 3.0;
        picture.text((MARGIN, baseline), Anchor::Start, MUTED, &row.name);
        let mut x = MARGIN + names + STONE / 2.0;
        for (stones, fate) in groups {
            for _ in 0..*stones {
                picture.circle((x, middle), RADIUS, if *fate == Fate::Taken { LOST } else { TEXT });
                if *fate == Fate::Taken {
                    picture.circle((x, middle), RADIUS - 2.0, PAPER);
                }
                x += STONE;
            }
            x += GAP;
        }
        picture.text((x, baseline), Anchor::Middle, TEXT, &row.stones.to_string());
    }
    picture.finish()
}

/// Stones beside each other with the same fate: the first heap that is left, what is taken, and the other heaps.
fn groups(row: &StoneRow, shows_move: bool) -> Vec<(usize, Fate)> {
    let Some(left) = row.left.as_ref().filter(|_| shows_move) else { return vec![(row.stones, Fate::Left)] };
    let mut groups: Vec<(usize, Fate)> = left.iter().map(|stones| (*stones, Fate::Left)).collect();
    groups.insert(groups.len().min(1), (row.taken(), Fate::Taken));
    groups.retain(|(stones, _)| *stones > 0);
    groups
}

fn extent(groups: &[(usize, Fate)]) -> f64 {
    groups.iter().map(|(stones, _)| *stones as f64 * STONE + GAP).sum()
}
