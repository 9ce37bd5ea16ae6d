//! Round numbers for axes.

use grundy_engine::nim::gcd;

/// The least of 1, 2, 5, 10, 20, 50, … with which a span has at most `most` steps.
pub fn step(span: u64, most: usize) -> u64 {
    let wanted = span.div_ceil(most.max(1) as u64).max(1);
    let mut power: u64 = 1;
    loop {
        for factor in [1, 2, 5] {
            match power.checked_mul(factor) {
                Some(step) if step >= wanted => return step,
                Some(_) => {}
                None => return wanted,
            }
        }
        power = power.saturating_mul(10);
    }
}

/// The multiples of a step from `low` to `high`.
pub fn multiples(low: u64, high: u64, step: u64) -> impl Iterator<Item = u64> {
    let step = step.max(1);
    let first = low.div_ceil(step).checked_mul(step);
    std::iter::successors(first, move |tick| tick.checked_add(step)).take_while(move |tick| *tick <= high)
}

/// The greatest common divisor of the differences between neighbouring numbers; 1 if there is no difference.
pub fn common_step(numbers: impl Iterator<Item = u64> + Clone) -> u64 {
    let mut common = 0;
    for (one, next) in numbers.clone().zip(numbers.skip(1)) {
        common = gcd(common, one.abs_diff(next));
        if common == 1 {
            break;
        }
    }
    common.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        for (span, most, expected) in
            [(0, 5, 1), (10, 10, 1), (11, 10, 2), (200, 10, 20), (200, 9, 50), (1_000_000, 7, 200_000)]
        {
            assert_eq!(step(span, most), expected, "{span} in {most}");
        }
        assert!(step(u64::MAX, 3) >= u64::MAX / 3);
    }

    #[test]
    fn ticks_lie_inside() {
        assert_eq!(multiples(5, 45, 10).collect::<Vec<_>>(), [10, 20, 30, 40]);
        assert_eq!(multiples(0, 0, 1).collect::<Vec<_>>(), [0]);
        assert_eq!(multiples(u64::MAX, u64::MAX, 2).count(), 0);
    }

    #[test]
    fn the_common_step_divides_every_gap() {
        assert_eq!(common_step([0, 1, 2].into_iter()), 1);
        assert_eq!(common_step([3, 9, 13].into_iter()), 2);
        assert_eq!(common_step([5].into_iter()), 1);
        assert_eq!(common_step([].into_iter()), 1);
    }
}
