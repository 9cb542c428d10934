//! Eight lanes in registers of 128 bits.

use super::PACKED_BYTES;
// A register has sixteen bits for each lane; a mask has all bits of its lanes.
use std::arch::aarch64::{uint16x8_t as Register, uint16x8_t as LaneMask, *};

/// The number of lanes in a register.
const LANE_COUNT: usize = 8;

/// A mask in the form that [`pack`] needs: the bytes of its lanes.
type NeonPacking = uint8x16_t;

macro_rules! with_instructions {
    ($($item:item)*) => { $(
        #[target_feature(enable = "neon")]
        #[inline]
        $item
    )* };
}

with_instructions! {
    fn all(set: u16) -> Register { vdupq_n_u16(set) }
    fn or(a: Register, b: Register) -> Register { vorrq_u16(a, b) }
    fn and(a: Register, b: Register) -> Register { vandq_u16(a, b) }
    fn without(a: Register, b: Register) -> Register { vbicq_u16(a, b) }
    fn add(a: Register, b: Register) -> Register { vaddq_u16(a, b) }
    fn sub(a: Register, b: Register) -> Register { vsubq_u16(a, b) }
    fn mul(a: Register, b: Register) -> Register { vmulq_u16(a, b) }
    /// Counts the bits of each set.
    fn size(a: Register) -> Register { vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u16(a))) }
    /// Adds all lanes.
    fn sum(a: Register) -> u64 { u64::from(vaddlvq_u16(a)) }
    /// Returns the mask of the first lanes.
    fn first(count: usize) -> LaneMask { vcgtq_u16(all(count as u16), load(&[0, 1, 2, 3, 4, 5, 6, 7])) }
    /// Returns the lanes that have a bit.
    fn some(a: Register) -> LaneMask { vtstq_u16(a, a) }
    fn equal(a: Register, b: Register) -> LaneMask { vceqq_u16(a, b) }
    fn either(a: LaneMask, b: LaneMask) -> LaneMask { or(a, b) }
    fn both(a: LaneMask, b: LaneMask) -> LaneMask { and(a, b) }
    fn but(a: LaneMask, b: LaneMask) -> LaneMask { without(a, b) }
    fn is_empty(mask: LaneMask) -> bool { vmaxvq_u16(mask) == 0 }
    fn count(mask: LaneMask) -> usize { usize::from(vaddvq_u16(and(mask, all(1)))) }
    /// Takes the lanes of the mask from `a`, the others from `b`.
    fn select(mask: LaneMask, a: Register, b: Register) -> Register { vbslq_u16(mask, a, b) }

    fn load(lanes: &[u16; LANE_COUNT]) -> Register {
        // SAFETY: the array has the size of a register and needs no alignment.
        unsafe { vld1q_u16(lanes.as_ptr()) }
    }

    fn packing(mask: LaneMask) -> NeonPacking {
        // A bit for each lane.
        let lanes = vaddvq_u16(and(mask, load(&[1, 2, 4, 8, 16, 32, 64, 128])));
        // SAFETY: the array has 16 bytes and needs no alignment.
        unsafe { vld1q_u8(PACKED_BYTES[usize::from(lanes)].as_ptr()) }
    }

    /// Writes the lanes of a mask side by side. The lanes behind them are undefined.
    fn pack(place: &mut [u16; LANE_COUNT], packing: &NeonPacking, a: Register) {
        let lanes = vqtbl1q_u8(vreinterpretq_u8_u16(a), *packing);
        // SAFETY: as in `load`.
        unsafe { vst1q_u16(place.as_mut_ptr(), vreinterpretq_u16_u8(lanes)) }
    }
}

#[path = "counter.rs"]
mod counter;
pub(super) use counter::searches;
