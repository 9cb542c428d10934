//! 16 lanes in registers of 256 bits.

use super::PACKED_BYTES;
// A register has sixteen bits for each lane; a mask has all bits of its lanes.
use std::arch::x86_64::{__m256i as Register, __m256i as LaneMask, *};

/// The number of lanes in a register.
const LANE_COUNT: usize = 16;

/// A mask in the form that [`pack`] needs: the order of the bytes of each half of a register, and
/// the number of lanes in the first half.
type Avx2Packing = ([__m128i; 2], usize);

/// Returns true if this processor has the instructions. The standard library caches the answer.
pub(super) fn is_supported() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
}

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn all(set: u16) -> Register { _mm256_set1_epi16(set.cast_signed()) }
    fn or(a: Register, b: Register) -> Register { _mm256_or_si256(a, b) }
    fn and(a: Register, b: Register) -> Register { _mm256_and_si256(a, b) }
    fn without(a: Register, b: Register) -> Register { _mm256_andnot_si256(b, a) }
    fn add(a: Register, b: Register) -> Register { _mm256_add_epi16(a, b) }
    fn sub(a: Register, b: Register) -> Register { _mm256_sub_epi16(a, b) }
    fn mul(a: Register, b: Register) -> Register { _mm256_mullo_epi16(a, b) }

    /// Counts the bits of each set of up to nine: looks up each four bits in a table, and adds.
    fn size(a: Register) -> Register {
        let of_four = _mm256_set1_epi64x(0x0302_0201_0201_0100);
        let of_four = _mm256_add_epi8(of_four, _mm256_set_epi64x(0x0101_0101_0101_0101, 0, 0x0101_0101_0101_0101, 0));
        let low = _mm256_shuffle_epi8(of_four, and(a, all(0x0f0f)));
        let high = _mm256_shuffle_epi8(of_four, and(_mm256_srli_epi16::<4>(a), all(0x0f0f)));
        _mm256_maddubs_epi16(_mm256_add_epi8(low, high), all(0x0101))
    }

    /// Adds all lanes, each below 32,768.
    fn sum(a: Register) -> u64 {
        let eight = _mm256_madd_epi16(a, all(1));
        let four = _mm_add_epi32(_mm256_castsi256_si128(eight), _mm256_extracti128_si256::<1>(eight));
        let two = _mm_add_epi32(four, _mm_shuffle_epi32::<0b01_00_11_10>(four));
        let one = _mm_add_epi32(two, _mm_shuffle_epi32::<0b10_11_00_01>(two));
        u64::from(_mm_cvtsi128_si32(one).cast_unsigned())
    }

    /// Returns the mask of the first lanes.
    fn first(count: usize) -> LaneMask {
        let places = _mm256_set_epi16(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
        _mm256_cmpgt_epi16(all(count as u16), places)
    }

    /// Returns the lanes that have a bit.
    fn some(a: Register) -> LaneMask { but(all(u16::MAX), equal(a, all(0))) }
    fn equal(a: Register, b: Register) -> LaneMask { _mm256_cmpeq_epi16(a, b) }
    fn either(a: LaneMask, b: LaneMask) -> LaneMask { or(a, b) }
    fn both(a: LaneMask, b: LaneMask) -> LaneMask { and(a, b) }
    fn but(a: LaneMask, b: LaneMask) -> LaneMask { without(a, b) }
    fn is_empty(mask: LaneMask) -> bool { _mm256_testz_si256(mask, mask) != 0 }
    fn count(mask: LaneMask) -> usize { _mm256_movemask_epi8(mask).count_ones() as usize / 2 }

    /// Takes the lanes of the mask from `a`, the others from `b`.
    fn select(mask: LaneMask, a: Register, b: Register) -> Register { _mm256_blendv_epi8(b, a, mask) }
    fn load(lanes: &[u16; LANE_COUNT]) -> Register {
        // SAFETY: the array has the size of a register and needs no alignment.
        unsafe { _mm256_loadu_si256(lanes.as_ptr().cast()) }
    }

    fn packing(mask: LaneMask) -> Avx2Packing {
        // A bit for each lane: the lanes of the first half, then those of the second.
        let halves = _mm256_permute4x64_epi64::<0b10_00>(_mm256_packs_epi16(mask, all(0)));
        let lanes = _mm_movemask_epi8(_mm256_castsi256_si128(halves)).cast_unsigned();
        let bytes = |half: u32| {
            let bytes = &PACKED_BYTES[half as usize & 0xff];
            // SAFETY: the array has 16 bytes and needs no alignment.
            unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
        };
        ([bytes(lanes), bytes(lanes >> 8)], (lanes & 0xff).count_ones() as usize)
    }

    /// Writes the lanes of a mask side by side. The lanes behind them are undefined.
    fn pack(place: &mut [u16; LANE_COUNT], packing: &Avx2Packing, a: Register) {
        let ([first, second], middle) = *packing;
        let first = _mm_shuffle_epi8(_mm256_castsi256_si128(a), first);
        let second = _mm_shuffle_epi8(_mm256_extracti128_si256::<1>(a), second);
        // SAFETY: the slices have 16 bytes and need no alignment.
        unsafe {
            _mm_storeu_si128(place[..8].as_mut_ptr().cast(), first);
            _mm_storeu_si128(place[middle..][..8].as_mut_ptr().cast(), second);
        }
    }
}

#[expect(clippy::duplicate_mod, reason = "it is compiled for each kind of registers")]
#[path = "counter.rs"]
mod counter;
pub(super) use counter::searches;
