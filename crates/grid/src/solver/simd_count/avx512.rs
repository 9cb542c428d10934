//! 32 lanes in registers of 512 bits, with the instructions for sixteen bits (BITALG, VBMI2): Intel
//! since 2019, AMD since 2022.

// A register has sixteen bits for each lane; a mask has a bit for each lane.
use std::arch::x86_64::{__m512i as Register, __mmask32 as LaneMask, *};

/// The number of lanes in a register.
const LANE_COUNT: usize = 32;

/// Returns true if this processor has the instructions. The standard library caches the answer.
pub(super) fn is_supported() -> bool {
    !cfg!(no_avx512)
        && is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
}

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512bitalg,avx512vbmi2,popcnt,bmi1")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn all(set: u16) -> Register { _mm512_set1_epi16(set.cast_signed()) }
    fn or(a: Register, b: Register) -> Register { _mm512_or_si512(a, b) }
    fn and(a: Register, b: Register) -> Register { _mm512_and_si512(a, b) }
    fn without(a: Register, b: Register) -> Register { _mm512_andnot_si512(b, a) }
    fn add(a: Register, b: Register) -> Register { _mm512_add_epi16(a, b) }
    fn sub(a: Register, b: Register) -> Register { _mm512_sub_epi16(a, b) }
    fn mul(a: Register, b: Register) -> Register { _mm512_mullo_epi16(a, b) }

    /// Counts the bits of each set of up to nine.
    fn size(a: Register) -> Register { _mm512_popcnt_epi16(a) }

    /// Adds all lanes, each below 32,768.
    fn sum(a: Register) -> u64 {
        u64::from(_mm512_reduce_add_epi32(_mm512_madd_epi16(a, all(1))).cast_unsigned())
    }

    /// Returns the mask of the first lanes.
    fn first(count: usize) -> LaneMask { ((1_u64 << count) - 1) as u32 }

    /// Returns the lanes that have a bit.
    fn some(a: Register) -> LaneMask { _mm512_test_epi16_mask(a, a) }
    fn equal(a: Register, b: Register) -> LaneMask { _mm512_cmpeq_epi16_mask(a, b) }
    fn either(a: LaneMask, b: LaneMask) -> LaneMask { a | b }
    fn both(a: LaneMask, b: LaneMask) -> LaneMask { a & b }
    fn but(a: LaneMask, b: LaneMask) -> LaneMask { a & !b }
    fn is_empty(mask: LaneMask) -> bool { mask == 0 }
    fn count(mask: LaneMask) -> usize { mask.count_ones() as usize }

    /// Takes the lanes of the mask from `a`, the others from `b`.
    fn select(mask: LaneMask, a: Register, b: Register) -> Register { _mm512_mask_mov_epi16(b, mask, a) }
    fn load(lanes: &[u16; LANE_COUNT]) -> Register {
        // SAFETY: the array has the size of a register and needs no alignment.
        unsafe { _mm512_loadu_epi16(lanes.as_ptr().cast()) }
    }

    fn packing(mask: LaneMask) -> LaneMask { mask }

    /// Writes the lanes of a mask side by side. The lanes behind them are undefined.
    fn pack(place: &mut [u16; LANE_COUNT], packing: &LaneMask, a: Register) {
        // SAFETY: as in `load`.
        unsafe {
            _mm512_storeu_epi16(place.as_mut_ptr().cast(), _mm512_maskz_compress_epi16(*packing, a))
        };
    }
}

#[expect(clippy::duplicate_mod, reason = "it is compiled for each kind of registers")]
#[path = "counter.rs"]
mod counter;
pub(super) use counter::searches;
