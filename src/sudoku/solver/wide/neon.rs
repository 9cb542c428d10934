//! Eight ways in registers of 128 bits.

use super::BYTES;
use std::arch::aarch64::*;

/// Sixteen bits for each way.
type Lanes = uint16x8_t;
/// Some of the ways, all bits of each.
type Mask = uint16x8_t;
/// The number of ways in a register.
const WAYS: usize = 8;

/// What [`pack`] needs of a mask: the bytes of its ways.
type Packing = uint8x16_t;

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "neon")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn all(set: u16) -> Lanes { vdupq_n_u16(set) }
    fn or(a: Lanes, b: Lanes) -> Lanes { vorrq_u16(a, b) }
    fn and(a: Lanes, b: Lanes) -> Lanes { vandq_u16(a, b) }
    fn without(a: Lanes, b: Lanes) -> Lanes { vbicq_u16(a, b) }
    fn add(a: Lanes, b: Lanes) -> Lanes { vaddq_u16(a, b) }
    fn sub(a: Lanes, b: Lanes) -> Lanes { vsubq_u16(a, b) }
    fn mul(a: Lanes, b: Lanes) -> Lanes { vmulq_u16(a, b) }
    /// The number of bits of each set.
    fn size(a: Lanes) -> Lanes { vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a))) }
    /// The sum over all ways.
    fn sum(a: Lanes) -> u64 { u64::from(vaddlvq_u16(a)) }
    /// The first ways.
    fn first(count: usize) -> Mask { vcgtq_u16(all(count as u16), load(&[0, 1, 2, 3, 4, 5, 6, 7])) }
    /// The ways that have a bit.
    fn some(a: Lanes) -> Mask { vtstq_u16(a, a) }
    fn equal(a: Lanes, b: Lanes) -> Mask { vceqq_u16(a, b) }
    fn either(a: Mask, b: Mask) -> Mask { or(a, b) }
    fn both(a: Mask, b: Mask) -> Mask { and(a, b) }
    fn but(a: Mask, b: Mask) -> Mask { without(a, b) }
    fn is_empty(mask: Mask) -> bool { vmaxvq_u16(mask) == 0 }
    fn count(mask: Mask) -> usize { usize::from(vaddvq_u16(and(mask, all(1)))) }
    /// The first where the mask has a way, the second elsewhere.
    fn select(mask: Mask, a: Lanes, b: Lanes) -> Lanes { vbslq_u16(mask, a, b) }

    fn load(ways: &[u16; WAYS]) -> Lanes {
        // SAFETY: the array has the size of a register, which may begin anywhere.
        unsafe { vld1q_u16(ways.as_ptr()) }
    }

    fn packing(mask: Mask) -> Packing {
        // A bit for each way.
        let ways = vaddvq_u16(and(mask, load(&[1, 2, 4, 8, 16, 32, 64, 128])));
        // SAFETY: the array has 16 bytes, which may begin anywhere.
        unsafe { vld1q_u8(BYTES[usize::from(ways)].as_ptr()) }
    }

    /// Writes the ways of a mask, one after the other. What follows them is not defined.
    fn pack(place: &mut [u16; WAYS], packing: &Packing, a: Lanes) {
        let ways = vqtbl1q_u8(vreinterpretq_u8_u16(a), *packing);
        // SAFETY: as in `load`.
        unsafe { vst1q_u16(place.as_mut_ptr(), vreinterpretq_u16_u8(ways)) }
    }
}

#[path = "ways.rs"]
mod ways;
pub(super) use ways::searches;
