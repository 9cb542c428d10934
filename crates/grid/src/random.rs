//! Random numbers that are the same on every machine and with every version of the crates around
//! us: the bytes of a seed depend on them.
//!
//! The numbers are those of ChaCha with 8 rounds, which the crate `chacha20` computes. All that is
//! made of them is here: a key from a seed, numbers below a bound, and shuffled slices.

use chacha20::ChaCha8Rng;
use rand::{Rng as _, SeedableRng as _, TryRng};
use std::convert::Infallible;
use std::ops::RangeInclusive;

/// A random stream.
#[derive(Debug)]
pub struct Rng(ChaCha8Rng);

impl Rng {
    /// Creates a stream of a seed. Streams with other numbers are independent.
    #[inline]
    pub fn new(seed: u64, stream: u64) -> Self {
        let mut rng = ChaCha8Rng::from_seed(key(seed));
        rng.set_stream(stream);
        Self(rng)
    }

    /// Draws a number below a bound.
    ///
    /// Multiplies 32 random bits by the bound; the upper half of the product is the number. If the
    /// lower half is so large that further bits could carry over, it adds 32 of them. What bias is
    /// left is below 2^-32.
    ///
    /// # Panics
    /// If the bound is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        assert!(bound > 0, "no number is below 0");
        let (number, rest) = product(self.0.next_u32(), bound);
        if rest <= bound.wrapping_neg() {
            return number;
        }
        let (further, _) = product(self.0.next_u32(), bound);
        number + u32::from(rest.checked_add(further).is_none())
    }

    /// Draws a number of a range that is not empty and not all of `u32`.
    #[inline]
    pub fn within(&mut self, range: RangeInclusive<u32>) -> u32 {
        range.start() + self.below(range.end() - range.start() + 1)
    }

    /// Draws true or false: the highest of 32 random bits.
    #[inline]
    pub fn draw_bool(&mut self) -> bool {
        self.0.next_u32() >> 31 != 0
    }

    /// Puts a slice into random order.
    #[inline]
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.draw(items, items.len());
    }

    /// Draws so many items, or all, without repeating any. Moves them to the end of the slice, in
    /// random order, and returns them.
    ///
    /// Exchanges each item of the end with a random one up to itself (Fisher and Yates). One number
    /// below a product of several bounds serves as a number below each.
    #[inline]
    pub fn draw<'a, T>(&mut self, items: &'a mut [T], count: usize) -> &'a mut [T] {
        let first = items.len().saturating_sub(count);
        let mut joined = JoinedNumbers::default();
        // The item at place 0 has no choice.
        for place in first.max(1)..items.len() {
            if joined.left == 0 {
                joined = JoinedNumbers::draw(place as u32 + 1, self);
            }
            items.swap(place, joined.next(place as u32 + 1));
        }
        &mut items[first..]
    }
}

/// A number below the product of some bounds, from which a number below each is taken.
#[derive(Default)]
struct JoinedNumbers {
    number: u32,
    /// The count of numbers that are left.
    left: u32,
}

impl JoinedNumbers {
    /// The product of the bounds from 2 on, with their count: most slices are short.
    const FROM_TWO: (u32, u32) = Self::bounds(2);

    /// Returns the largest product `first * (first + 1) * ..` that fits 32 bits, and the number of
    /// its factors.
    #[inline]
    const fn bounds(first: u32) -> (u32, u32) {
        let (mut product, mut next) = (first, first + 1);
        while let Some(larger) = product.checked_mul(next) {
            (product, next) = (larger, next + 1);
        }
        (product, next - first)
    }

    #[inline]
    fn draw(first: u32, rng: &mut Rng) -> Self {
        let (product, left) = if first == 2 { Self::FROM_TWO } else { Self::bounds(first) };
        Self { number: rng.below(product), left }
    }

    #[inline]
    fn next(&mut self, bound: u32) -> usize {
        let number = self.number % bound;
        self.number /= bound;
        self.left -= 1;
        number as usize
    }
}

/// Returns the upper and the lower half of a product.
#[inline]
fn product(a: u32, b: u32) -> (u32, u32) {
    let product = u64::from(a) * u64::from(b);
    ((product >> 32) as u32, product as u32)
}

/// Spreads a seed over the 256 bits of a key: eight numbers of the generator PCG32, whose state is
/// the seed.
#[inline]
fn key(seed: u64) -> [u8; 32] {
    let (mut key, mut state) = ([0; 32], seed);
    for word in key.chunks_exact_mut(4) {
        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(0xA176_54E4_6FBE_17F3);
        let mixed = ((state >> 18 ^ state) >> 27) as u32;
        word.copy_from_slice(&mixed.rotate_right((state >> 59) as u32).to_le_bytes());
    }
    key
}

/// The traits of `rand` for the same stream.
impl TryRng for Rng {
    type Error = Infallible;

    #[inline]
    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        self.0.try_next_u32()
    }

    #[inline]
    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        self.0.try_next_u64()
    }

    #[inline]
    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use rand::seq::SliceRandom as _;

    /// The first block of the published test vector of ChaCha with 8 rounds, for a key and a stream
    /// of zeros.
    #[test]
    fn core_is_chacha_with_eight_rounds() {
        const BLOCK: &str = "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e\
                             984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42";
        let mut rng = Rng(ChaCha8Rng::from_seed([0; 32]));
        let mut block = String::new();
        for _ in 0..16 {
            for byte in rng.next_u32().to_le_bytes() {
                block += &format!("{byte:02x}");
            }
        }
        assert_eq!(block, BLOCK);
    }

    /// The first two numbers of the seed 0 come from another program, written from the definition
    /// of PCG32.
    #[test]
    fn seed_becomes_the_key_of_pcg32() {
        assert_eq!(key(0)[..8], [0xec, 0xf2, 0x73, 0xf9, 0x81, 0xb5, 0xcd, 0x45]);
        for seed in (0..1_000).chain([u64::MAX, 1 << 63, 42_424_242_424_242]) {
            let mut judge = ChaCha8Rng::seed_from_u64(seed);
            judge.set_stream(seed / 3);
            let mut ours = Rng::new(seed, seed / 3);
            assert!((0..20).all(|_| ours.next_u64() == judge.next_u64()), "{seed}");
        }
    }

    #[test]
    fn numbers_are_those_of_rand() {
        let (mut ours, mut judge) = (Rng::new(1, 2), Rng::new(1, 2));
        let large = (0..32).flat_map(|bit| [1 << bit, u32::MAX >> bit, u32::MAX - (1 << bit)]);
        let bounds: Vec<u32> = (1..200).chain(large).collect();
        for _ in 0..200 {
            for &bound in bounds.iter().filter(|bound| **bound > 0) {
                assert_eq!(ours.below(bound), judge.random_range(0..bound), "{bound}");
                let (low, high) = (bound / 3, bound - bound / 4);
                assert_eq!(ours.within(low..=high), judge.random_range(low..=high), "{bound}");
                let index = judge.random_range(0..bound as usize);
                assert_eq!(ours.below(bound) as usize, index, "{bound}");
                assert_eq!(ours.draw_bool(), judge.random::<bool>());
            }
        }
    }

    /// The second draw is rare with small bounds, so the largest bounds make it often.
    #[test]
    fn large_bounds_draw_twice() {
        let twice = (0..1_000_u64).filter(|&stream| {
            let (mut rng, mut once) = (Rng::new(3, stream), Rng::new(3, stream));
            rng.below(0xC000_0001);
            once.next_u32();
            rng.next_u32() != once.next_u32()
        });
        assert!((600..900).contains(&twice.count()), "about three of four");
    }

    #[test]
    fn slices_are_shuffled_like_those_of_rand() {
        let (mut ours, mut judge) = (Rng::new(7, 0), Rng::new(7, 0));
        for length in (0..300).chain([1_000, 70_000]) {
            let mut expected: Vec<usize> = (0..length).collect();
            let mut items = expected.clone();
            ours.shuffle(&mut items);
            expected.shuffle(&mut judge);
            assert_eq!(items, expected, "{length}");
            for count in [0, 1, 2, 11, length / 2, length, length + 1] {
                let drawn = ours.draw(&mut items, count);
                let (judged, _) = expected.partial_shuffle(&mut judge, count);
                assert_eq!(drawn, judged, "{count} of {length}");
            }
            assert_eq!(items, expected, "{length}");
        }
    }

    /// Both orders of two cards and all of three come equally often.
    #[test]
    fn every_order_is_equally_likely() {
        let mut rng = Rng::new(11, 0);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..60_000 {
            let mut cards = [1, 2, 3];
            rng.shuffle(&mut cards);
            *counts.entry(cards).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        assert!(counts.values().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }
}
