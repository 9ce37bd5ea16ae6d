//! A place for each vertex of a graph, so that distances in the picture are those in the graph, as far as can be. Stress is
//! made smaller step by step (Gansner, Koren and North, Graph drawing by stress majorization, 2004), from several beginnings.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::f64::consts::TAU;

/// Steps from each beginning. Each takes time that grows with the square of the number of vertices.
const ROUNDS: usize = 400;
const BEGINNINGS: u32 = 5;

type Place = (f64, f64);

thread_local! {
    /// The graph that was laid out last, and its places: a game is drawn again and again, and each of its parts, on one graph.
    static LAST: RefCell<(Vec<Vec<usize>>, Vec<Place>)> = RefCell::default();
}

/// The places; neighbours are about 1 apart, and the least coordinates are 0. `near` lists the neighbours of each vertex.
pub fn places(near: &[Vec<usize>]) -> Vec<Place> {
    LAST.with_borrow_mut(|(known, places)| {
        if known != near {
            (*known, *places) = (near.to_vec(), laid_out(near));
        }
        places.clone()
    })
}

fn laid_out(near: &[Vec<usize>]) -> Vec<Place> {
    let far: Vec<Vec<f64>> = (0..near.len()).map(|vertex| distances(near, vertex)).collect();
    let tries = (0..BEGINNINGS).map(|turn| settled(&far, begun(near.len(), turn)));
    let best = tries.min_by(|(one, _), (other, _)| one.total_cmp(other)).map(|(_, places)| places).unwrap_or_default();
    let least = |axis: fn(&Place) -> f64| best.iter().map(axis).fold(f64::INFINITY, f64::min);
    let (left, top) = (least(|place| place.0), least(|place| place.1));
    best.iter().map(|(x, y)| (x - left, y - top)).collect()
}

/// How far each vertex is; those that cannot be reached are farther than all others.
fn distances(near: &[Vec<usize>], from: usize) -> Vec<f64> {
    let mut far: Vec<Option<f64>> = vec![None; near.len()];
    far[from] = Some(0.0);
    let mut queue = VecDeque::from([(from, 0.0)]);
    let mut farthest = 0.0;
    while let Some((vertex, distance)) = queue.pop_front() {
        farthest = distance;
        for other in &near[vertex] {
            if far[*other].is_none() {
                far[*other] = Some(distance + 1.0);
                queue.push_back((*other, distance + 1.0));
            }
        }
    }
    far.into_iter().map(|distance| distance.unwrap_or(farthest + 1.0)).collect()
}

/// Places to begin with, the same at each time.
fn begun(count: usize, turn: u32) -> Vec<Place> {
    let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    let radius = number(count).sqrt();
    let step = 2 * usize::try_from(turn).unwrap_or_default() + 1;
    let place = |vertex: usize| {
        let angle = TAU * number(step * vertex % count) / number(count) + f64::from(turn);
        let reach = radius * if turn % 2 == 1 { 0.5 + number(vertex % 3) / 4.0 } else { 1.0 };
        (reach * angle.cos(), reach * angle.sin())
    };
    (0..count).map(place).collect()
}

/// The stress that is left, and the places.
fn settled(far: &[Vec<f64>], mut places: Vec<Place>) -> (f64, Vec<Place>) {
    let mut stress = 0.0;
    for _ in 0..ROUNDS {
        stress = 0.0;
        for one in 0..places.len() {
            let here = places[one];
            let (mut sum, mut weights) = ((0.0, 0.0), 0.0);
            for (two, other) in places.iter().enumerate().filter(|(two, _)| *two != one) {
                let wanted = far[one][two];
                let (x, y) = (here.0 - other.0, here.1 - other.1);
                let is = x.hypot(y).max(1e-6);
                let weight = wanted.powi(-2);
                stress += weight * (is - wanted).powi(2);
                sum.0 += weight * (other.0 + wanted * x / is);
                sum.1 += weight * (other.1 + wanted * y / is);
                weights += weight;
            }
            if weights > 0.0 {
                places[one] = (sum.0 / weights, sum.1 / weights);
            }
        }
    }
    (stress, places)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance between two places.
    fn apart(places: &[Place], one: usize, two: usize) -> f64 {
        (places[one].0 - places[two].0).hypot(places[one].1 - places[two].1)
    }

    #[test]
    fn a_path_is_straight_and_a_circle_is_round() {
        let path: Vec<Vec<usize>> = (0..6_usize)
            .map(|n| [n.checked_sub(1), (n < 5).then_some(n + 1)].into_iter().flatten().collect())
            .collect();
        let drawn = places(&path);
        assert!((apart(&drawn, 0, 5) - 5.0).abs() < 0.1, "{drawn:?}");
        let circle: Vec<Vec<usize>> = (0..8).map(|n| vec![(n + 7) % 8, (n + 1) % 8]).collect();
        let drawn = places(&circle);
        let sides: Vec<f64> = (0..8).map(|n| apart(&drawn, n, (n + 1) % 8)).collect();
        assert!(sides.iter().all(|side| (side - sides[0]).abs() < 0.05), "{sides:?}");
        assert!(drawn.iter().all(|(x, y)| *x >= 0.0 && *y >= 0.0));
    }

    #[test]
    fn parts_stand_apart_and_small_graphs_have_places() {
        let drawn = places(&[vec![1], vec![0], vec![3], vec![2]]);
        assert!(apart(&drawn, 0, 2) > 0.8 && apart(&drawn, 0, 1) > 0.5, "{drawn:?}");
        assert_eq!(places(&[vec![]]), [(0.0, 0.0)]);
        assert_eq!(places(&[]), []);
    }
}
