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

/// Is it prime? The test of Miller and Rabin, with the first 40 primes as bases. For n below 3.3·10^24 the first 13
/// of them make it exact (J. Sorenson and J. Webster, Strong pseudoprimes to twelve prime bases, Mathematics of
/// Computation 86 (2017)); beyond, no composite number of this type is known that passes.
pub fn is_prime(n: i128) -> bool {
    const SMALL: [u128; 40] = [
        2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107,
        109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173,
    ];
    if n < 2 {
        return false;
    }
    let n = n as u128;
    for p in SMALL {
        if n.is_multiple_of(p) {
            return n == p;
        }
    }
    let twos = (n - 1).trailing_zeros();
    let odd = (n - 1) >> twos;
    SMALL.iter().all(|base| {
        let mut power = power(*base % n, odd, 1, |a, b| product_modulo(a, b, n));
        if power == 1 || power == n - 1 {
            return true;
        }
        for _ in 1..twos {
            power = product_modulo(power, power, n);
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
