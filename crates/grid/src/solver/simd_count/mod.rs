//! The paper's number of searches, counted for 8, 16 or 32 fillings at once: on every 64-bit ARM
//! processor, and on x86-64 since 2013 (Intel) and 2015 (AMD). The result is the same as that of
//! [`searches`](super::searches).
//!
//! A partial filling has all rows above filled. It takes one lane of sixteen bits in each of
//! several registers: one for the digits of each column, and one for the digits of each block of
//! the band. Partial fillings arrive at a row together:
//!
//! * The formulas of the plain search count the fillings of the row's first cells.
//! * Then the row is filled. Digits with one place in the row, and cells with one digit, settle
//!   most lanes. In each other lane a cell is chosen, and the filling splits in two: with the
//!   cell's lowest digit, and without it.
//! * Complete fillings wait at the next row until a register is full. The deepest row with a full
//!   register comes first, so that few fillings wait. At the end, rows with fewer fillings follow
//!   from the top.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use super::open_rows::OpenRow;

/// A function that counts searches in rows, of which there is at least one, up to a cap.
pub(super) type CountFn = fn(&[OpenRow], u64) -> u64;

/// For each mask of eight lanes, a bit each: the bytes of the lanes that stay, then those of the
/// first lane.
static PACKED_BYTES: [[u8; 16]; 256] = {
    let mut bytes = [[0; 16]; 256];
    const_for!(mask in 0..256 => {
        let mut at = 0;
        const_for!(way in 0..8 => {
            if mask >> way & 1 == 1 {
                (bytes[mask][at], bytes[mask][at + 1]) = (2 * way, 2 * way + 1);
                at += 2;
            }
        });
    });
    bytes
};

/// Returns the functions that this processor can run, the fastest first.
#[cfg(target_arch = "x86_64")]
pub(super) fn supported_counters() -> impl Iterator<Item = CountFn> {
    let counters: [(bool, CountFn); 2] = [
        // SAFETY: a function is returned only if the processor has its instructions.
        (avx512::is_supported(), |rows, cap| unsafe { avx512::searches(rows, cap) }),
        (avx2::is_supported(), |rows, cap| unsafe { avx2::searches(rows, cap) }),
    ];
    counters.into_iter().filter(|(is_supported, _)| *is_supported).map(|(_, counter)| counter)
}

/// Returns the functions that this processor can run.
#[cfg(target_arch = "aarch64")]
pub(super) fn supported_counters() -> impl Iterator<Item = CountFn> {
    // SAFETY: all these processors have NEON.
    std::iter::once::<CountFn>(|rows, cap| unsafe { neon::searches(rows, cap) })
}
