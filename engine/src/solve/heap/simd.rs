//! The inner loops over many heaps at once, in plain Rust and with the vector instructions AVX2 and AVX-512. Only
//! this file of the engine has unsafe code: loads and stores, and calls of functions that need features of the CPU,
//! which are made only after the features were detected.
//!
//! The bytes in these loops are *halves* of values, as the sparse space stores them (`sparse/halved.rs`). Where
//! other engines use the loops, a byte is a whole value.

use super::narrow::Narrow;
use super::sparse::PAD;
use crate::ledger::FastPath;

/// 64 consecutive halves of an array, from the index `place` on, each combined with the half `with` by a nim-sum.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub place: usize,
    pub with: u8,
}

/// Heaps in a block.
pub(super) const BLOCK: usize = 64;

/// For each of 64 heaps a set of halves: the half x is bit `x % 64` of word `[x / 64][heap]`.
pub(super) type BitSets = [[u64; 64]; 4];

/// The pairs of heaps that make up a rest, which are searched for one nim-sum of halves.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairSweep {
    pub rest: usize,
    /// The smaller heaps: from `from` up to, but not including, `to`.
    pub from: usize,
    pub to: usize,
    pub sum: u8,
    /// Whether two equal heaps do not count.
    pub unequal: bool,
}

/// The instructions to use. Only [`Simd::available`] and [`Simd::plain`] make a value, so this CPU has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Simd(Instructions);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Instructions {
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Simd {
    /// The instructions that every CPU has.
    pub fn plain() -> Simd {
        Simd(Instructions::Plain)
    }

    /// All sets of instructions that this CPU has, the fastest last.
    pub fn available() -> Vec<Simd> {
        #[cfg(not(target_arch = "x86_64"))]
        return vec![Simd::plain()];
        #[cfg(target_arch = "x86_64")]
        {
            let mut found = vec![Simd::plain()];
            if is_x86_feature_detected!("avx2") {
                found.push(Simd(Instructions::Avx2));
            }
            let wanted = [
                is_x86_feature_detected!("avx512f"),
                is_x86_feature_detected!("avx512bw"),
                is_x86_feature_detected!("avx512vl"),
                is_x86_feature_detected!("avx512vbmi"),
            ];
            if wanted.iter().all(|has| *has) {
                found.push(Simd(Instructions::Avx512));
            }
            found
        }
    }

    /// The fastest instructions that this CPU has.
    pub fn best() -> Simd {
        Simd::available().pop().filter(|_| !FastPath::VectorInstructions.is_off()).unwrap_or(Simd::plain())
    }

    /// [`Narrow::find`] with these instructions: where the first step begins in which a pair has this nim-sum.
    pub fn find<T: Narrow>(self, smaller: &[T], larger: &[T], sum: T) -> Option<usize> {
        match self.0 {
            Instructions::Plain => T::find(smaller, larger, sum),
            // SAFETY: the field is private, and only `available` makes these, after it asked the processor.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::find_avx2(smaller, larger, sum) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::find_avx512(smaller, larger, sum) },
        }
    }

    /// Is there a pair of two common or two rare heaps with this sum? Bit n of `rare` says that heap n is rare.
    pub fn contains_pair(self, halves: &[u8], rare: &[u64], sweep: PairSweep) -> bool {
        match self.0 {
            Instructions::Plain => contains_pair(halves, rare, sweep),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 | Instructions::Avx512 => unsafe { x86::contains_pair_avx2(halves, rare, sweep) },
        }
    }

    /// Adds the halves of all windows to the sets, in the first `words` words of each. Larger halves are left out.
    pub fn mark(self, words: usize, halves: &[u8], windows: &[Window], sets: &mut BitSets) {
        match words {
            1 => self.mark_in::<1>(halves, windows, sets),
            2 => self.mark_in::<2>(halves, windows, sets),
            3 => self.mark_in::<3>(halves, windows, sets),
            _ => self.mark_in::<4>(halves, windows, sets),
        }
    }

    fn mark_in<const W: usize>(self, halves: &[u8], windows: &[Window], sets: &mut BitSets) {
        match self.0 {
            Instructions::Plain => mark_plain::<W>(halves, windows, sets),
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => unsafe { x86::mark_avx2::<W>(halves, windows, sets) },
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => unsafe { x86::mark_avx512::<W>(halves, windows, sets) },
        }
    }
}

#[inline(always)]
fn contains_pair(halves: &[u8], rare: &[u64], sweep: PairSweep) -> bool {
    (sweep.from..sweep.to).step_by(64).any(|at| {
        // The larger heaps, the smallest of them first.
        let first = PAD + sweep.rest - at - 63;
        let mut hits = hits(sixty_four(halves, PAD + at), sixty_four(halves, first), sweep.sum);
        if sweep.to - at < 64 {
            hits &= (1 << (sweep.to - at)) - 1;
        }
        hits != 0 && any_allowed(rare, sweep, at, hits)
    })
}

#[inline(always)]
fn sixty_four(halves: &[u8], place: usize) -> &[u8; 64] {
    const NOTHING: &[u8; 64] = &[0; 64];
    halves[place..].first_chunk().unwrap_or(NOTHING)
}

/// Does one of the pairs `hits` have two heaps of the same class, and two different ones where these are required?
fn any_allowed(rare: &[u64], sweep: PairSweep, at: usize, hits: u64) -> bool {
    let mut hits = hits;
    while hits != 0 {
        let a = at + hits.trailing_zeros() as usize;
        let b = sweep.rest - a;
        hits &= hits - 1;
        let same_class = (rare[a / 64] >> (a % 64) ^ rare[b / 64] >> (b % 64)) & 1 == 0;
        if same_class && !(sweep.unequal && a == b) {
            return true;
        }
    }
    false
}

/// Bit i: `smaller[i] ⊕ larger[63 − i] = sum`.
#[inline(always)]
fn hits(smaller: &[u8; 64], larger: &[u8; 64], sum: u8) -> u64 {
    const LOW: u64 = u64::from_le_bytes([0x7f; 8]);
    let sums = u64::from_le_bytes([sum; 8]);
    let (smaller, larger) = (smaller.as_chunks().0, larger.as_chunks().0);
    // The highest bit of each byte says whether the sum is another one.
    let others: [u64; 8] = std::array::from_fn(|word| {
        let differ = u64::from_le_bytes(smaller[word]) ^ u64::from_be_bytes(larger[7 - word]) ^ sums;
        (differ & LOW).wrapping_add(LOW) | differ | LOW
    });
    if others.iter().fold(u64::MAX, |all, word| all & word) == u64::MAX {
        return 0;
    }
    (0..8).fold(0, |hits, word| hits | lowest_bits(!others[word] >> 7) << (8 * word))
}

/// The lowest bits of eight bytes, of which no others are set, side by side.
#[inline(always)]
fn lowest_bits(bytes: u64) -> u64 {
    bytes.wrapping_mul(0x0102_0408_1020_4080) >> 56
}

fn mark_plain<const W: usize>(halves: &[u8], windows: &[Window], sets: &mut BitSets) {
    // A byte for each heap and half; they are packed into bits at the end.
    let mut flags = [[0u8; 256]; 64];
    for window in windows {
        for (half, flags) in sixty_four(halves, window.place).iter().zip(&mut flags) {
            flags[usize::from(half ^ window.with)] = 1;
        }
    }
    for (heap, flags) in flags.iter().enumerate() {
        for (words, flags) in sets.iter_mut().take(W).zip(flags.chunks_exact(64)) {
            let mut word = 0;
            for (index, eight) in flags.as_chunks::<8>().0.iter().enumerate() {
                word |= lowest_bits(u64::from_le_bytes(*eight)) << (8 * index);
            }
            words[heap] |= word;
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{BitSets, Narrow, PairSweep, Window, contains_pair, sixty_four};

    #[target_feature(enable = "avx2")]
    pub fn find_avx2<T: Narrow>(smaller: &[T], larger: &[T], sum: T) -> Option<usize> {
        T::find(smaller, larger, sum)
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vl")]
    pub fn find_avx512<T: Narrow>(smaller: &[T], larger: &[T], sum: T) -> Option<usize> {
        T::find(smaller, larger, sum)
    }

    #[target_feature(enable = "avx2")]
    pub fn contains_pair_avx2(halves: &[u8], rare: &[u64], sweep: PairSweep) -> bool {
        contains_pair(halves, rare, sweep)
    }

    #[target_feature(enable = "avx2")]
    pub fn mark_avx2<const W: usize>(halves: &[u8], windows: &[Window], sets: &mut BitSets) {
        let one = _mm256_set1_epi64x(1);
        // 16 heaps at a time, so that what is gathered stays in registers.
        for part in 0..4 {
            let mut words = [[_mm256_setzero_si256(); 4]; W];
            for window in windows {
                let sixteen = &sixty_four(halves, window.place)[16 * part..16 * part + 16];
                // SAFETY: 16 bytes are there.
                let bytes = unsafe { _mm_loadu_si128(sixteen.as_ptr().cast()) };
                let bytes = _mm_xor_si128(bytes, _mm_set1_epi8(window.with as i8));
                let fours = [
                    _mm256_cvtepu8_epi64(bytes),
                    _mm256_cvtepu8_epi64(_mm_srli_si128::<4>(bytes)),
                    _mm256_cvtepu8_epi64(_mm_srli_si128::<8>(bytes)),
                    _mm256_cvtepu8_epi64(_mm_srli_si128::<12>(bytes)),
                ];
                for (word, lower) in words.iter_mut().zip([0, 64, 128, 192]) {
                    for (word, four) in word.iter_mut().zip(fours) {
                        // A shift by 64 or more, or by less than 0, gives nothing.
                        let bit = _mm256_sllv_epi64(one, _mm256_sub_epi64(four, _mm256_set1_epi64x(lower)));
                        *word = _mm256_or_si256(*word, bit);
                    }
                }
            }
            for (set, word) in sets.iter_mut().zip(words) {
                for (set, word) in set[16 * part..16 * part + 16].chunks_exact_mut(4).zip(word) {
                    let mut four = [0u64; 4];
                    // SAFETY: there is room for 32 bytes.
                    unsafe { _mm256_storeu_si256(four.as_mut_ptr().cast(), word) };
                    set.iter_mut().zip(four).for_each(|(set, word)| *set |= word);
                }
            }
        }
    }

    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub fn mark_avx512<const W: usize>(halves: &[u8], windows: &[Window], sets: &mut BitSets) {
        let one = _mm512_set1_epi64(1);
        // Byte 8j of the result is byte 8g + j of 64, the others are zero.
        const LOWEST: u64 = 0x0101_0101_0101_0101;
        let spread = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
        for part in 0..2 {
            let mut words = [[_mm512_setzero_si512(); 4]; W];
            let places = [0, 1, 2, 3].map(|g| _mm512_add_epi64(spread, _mm512_set1_epi64(8 * (4 * part as i64 + g))));
            for window in windows {
                let bytes = sixty_four(halves, window.place);
                // SAFETY: 64 bytes are there.
                let bytes = unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) };
                let bytes = _mm512_xor_si512(bytes, _mm512_set1_epi8(window.with as i8));
                for (g, place) in places.into_iter().enumerate() {
                    let eight = _mm512_maskz_permutexvar_epi8(LOWEST, place, bytes);
                    for (word, lower) in words.iter_mut().zip([0, 64, 128, 192]) {
                        // A shift by 64 or more, or by less than 0, gives nothing.
                        let bit = _mm512_sllv_epi64(one, _mm512_sub_epi64(eight, _mm512_set1_epi64(lower)));
                        word[g] = _mm512_or_si512(word[g], bit);
                    }
                }
            }
            for (set, word) in sets.iter_mut().zip(words) {
                for (set, word) in set[32 * part..32 * part + 32].chunks_exact_mut(8).zip(word) {
                    let mut eight = [0u64; 8];
                    // SAFETY: there is room for 64 bytes.
                    unsafe { _mm512_storeu_si512(eight.as_mut_ptr().cast(), word) };
                    set.iter_mut().zip(eight).for_each(|(set, word)| *set |= word);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::{Dice, often, tries};

    fn halves(dice: &mut Dice, largest: u64) -> Vec<u8> {
        (0..3000).map(|_| dice.small(largest)).collect()
    }

    #[test]
    fn all_instructions_mark_what_a_loop_marks() {
        let mut dice = Dice::new(512);
        for words in 1..=4usize {
            let halves = halves(&mut dice, 256);
            let windows: Vec<Window> =
                (0..40).map(|_| Window { place: dice.small(2900), with: dice.small(256) }).collect();
            let mut expected: BitSets = [[0; 64]; 4];
            for window in &windows {
                for heap in 0..64 {
                    let half = usize::from(halves[window.place + heap] ^ window.with);
                    if half < 64 * words {
                        expected[half / 64][heap] |= 1 << (half % 64);
                    }
                }
            }
            for simd in Simd::available() {
                let mut sets: BitSets = [[0; 64]; 4];
                simd.mark(words, &halves, &windows, &mut sets);
                assert!(sets == expected, "{simd:?}, {words} words");
            }
        }
    }

    #[test]
    fn all_instructions_find_what_a_loop_finds() {
        let mut dice = Dice::new(2);
        let mut found = 0;
        for round in 0..tries(2000) {
            let halves = halves(&mut dice, if round % 2 == 0 { 30 } else { 256 });
            let rare: Vec<u64> = (0..40).map(|_| dice.below(u64::MAX) & dice.below(u64::MAX)).collect();
            let rest = 100 + dice.small::<usize>(2000);
            let from = 1 + dice.small::<usize>(40);
            let to = rest / 2 + 1 - dice.small::<usize>(3);
            let sum = if round % 3 == 0 { 0 } else { dice.small(256) };
            let from = if round % 3 == 0 { to - 2 } else { from };
            let sweep = PairSweep { rest, from, to, sum, unequal: round % 5 == 0 };
            let class = |heap: usize| rare[heap / 64] >> (heap % 64) & 1;
            let expected = (from..to).any(|a| {
                let b = rest - a;
                let sums = halves[PAD + a] ^ halves[PAD + b] == sum && class(a) == class(b);
                sums && !(sweep.unequal && a == b)
            });
            found += u32::from(expected);
            for simd in Simd::available() {
                assert_eq!(simd.contains_pair(&halves, &rare, sweep), expected, "{simd:?} {sweep:?}");
            }
        }
        assert!((often(200)..tries(1800)).contains(&found), "both answers occur: {found}");
    }
}
