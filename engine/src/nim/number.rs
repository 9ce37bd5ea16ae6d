//! Functions of whole numbers: common divisors and multiples, squares, primes, powers.

use std::ops::Rem;

/// The greatest common divisor of two numbers ≥ 0; that of 0 and 0 is 0.
pub fn gcd<N: Copy + Default + PartialEq + Rem<Output = N>>(mut a: N, mut b: N) -> N {
    while b != N::default() {
        (a, b) = (b, a % b);
    }
    a
}

/// The least common multiple of two numbers ≥ 0; 0 if one of them is 0. `None` beyond 128 bits.
pub fn lcm(a: i128, b: i128) -> Option<i128> {
    match gcd(a, b) {
        0 => Some(0),
        divisor => (a / divisor).checked_mul(b),
    }
}

/// Is it the square of a whole number?
pub fn is_square(n: i128) -> bool {
    n >= 0 && n.isqrt().pow(2) == n
}

/// The first 40 primes.
const FIRST_PRIMES: [u64; 40] = [
    2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
    113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173,
];

/// Is it prime? The test of Miller and Rabin, with the first primes as bases. It is exact with 4 of them below
/// 3,215,031,751 (C. Pomerance, J. L. Selfridge and S. S. Wagstaff, The pseudoprimes to 25·10^9, Mathematics of
/// Computation 35 (1980)), and with 13 below 3.3·10^24 (J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime
/// bases, Mathematics of Computation 86 (2017)). Beyond, no composite number of this type is known that passes with 40.
pub fn is_prime(n: i128) -> bool {
    let Ok(n) = u128::try_from(n) else { return false };
    let divisor = match u64::try_from(n) {
        Ok(n) => FIRST_PRIMES.into_iter().find(|p| n.is_multiple_of(*p)),
        Err(_) => FIRST_PRIMES.into_iter().find(|p| n.is_multiple_of(u128::from(*p))),
    };
    match divisor {
        Some(p) => n == u128::from(p),
        // The next prime is 179.
        None if n < 179 * 179 => n > 1,
        None if n < 3_215_031_751 => has_no_witness(n, &FIRST_PRIMES[..4], |a, b| {
            #[expect(clippy::cast_possible_truncation, reason = "both are below n, which has 32 bits")]
            let product = (a as u64) * (b as u64);
            #[expect(clippy::cast_possible_truncation, reason = "n has 32 bits")]
            let remainder = product % (n as u64);
            remainder.into()
        }),
        None => {
            let bases = if n < 3 * 10u128.pow(24) { 13 } else { FIRST_PRIMES.len() };
            has_no_witness(n, &FIRST_PRIMES[..bases], |a, b| product_modulo(a, b, n))
        }
    }
}

/// Is an odd number found prime with each of these bases? `product` multiplies modulo this number.
fn has_no_witness(n: u128, bases: &[u64], product: impl Fn(u128, u128) -> u128) -> bool {
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    bases.iter().all(|base| {
        let mut power = power(u128::from(*base) % n, odd, 1, &product);
        if power == 1 || power == n - 1 {
            return true;
        }
        for _ in 1..twos {
            power = product(power, power);
            if power == n - 1 {
                return true;
            }
        }
        false
    })
}

/// `factor` to the power `exponent`, by repeated squaring; `one` is the power 0.
pub(super) fn power<N: Copy>(factor: N, mut exponent: u128, one: N, product: impl Fn(N, N) -> N) -> N {
    let (mut result, mut square) = (one, factor);
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = product(result, square);
        }
        square = product(square, square);
        exponent >>= 1;
    }
    result
}

/// a·b mod m for m below 2^127, by doubling where the product would not fit.
fn product_modulo(mut a: u128, mut b: u128, modulus: u128) -> u128 {
    if let Some(product) = a.checked_mul(b) {
        return product % modulus;
    }
    let mut result = 0;
    while b > 0 {
        if b & 1 == 1 {
            result = (result + a) % modulus;
        }
        a = (a << 1) % modulus;
        b >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn primes_are_those_of_the_sieve() {
        const END: usize = 300_000;
        let mut is_composite = vec![false; END];
        for n in 2..END {
            if !is_composite[n] {
                (n * n..END).step_by(n).for_each(|multiple| is_composite[multiple] = true);
            }
            assert_eq!(is_prime(n as i128), !is_composite[n], "{n}");
        }
        assert!([i128::MIN, -7, 0, 1].iter().all(|n| !is_prime(*n)));
    }

    #[test]
    fn what_passes_with_a_few_bases_is_not_called_prime() {
        // The least composite numbers that pass with the first 4, 6, 8, 11, 12 and 13 primes as bases.
        for n in [
            3_215_031_751,
            3_474_749_660_383,
            341_550_071_728_321,
            3_825_123_056_546_413_051,
            318_665_857_834_031_151_167_461,
            3_317_044_064_679_887_385_961_981,
        ] {
            assert!(!is_prime(n), "{n}");
        }
        for n in [4_294_967_291, 18_446_744_073_709_551_557, i128::MAX] {
            assert!(is_prime(n), "{n}");
        }
        let has_divisor = |n: i128| (2..65_537).any(|divisor| n % divisor == 0);
        for n in (3_215_031_600..3_215_031_900).chain(4_294_967_200..4_294_967_400) {
            assert_eq!(is_prime(n), !has_divisor(n), "{n}");
        }
    }
}
