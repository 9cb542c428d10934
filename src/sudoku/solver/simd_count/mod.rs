//! The paper's number of searches, 8, 16 or 32 ways at once: for every processor with 64 bits of ARM, and for
//! x86-64 since 2013 (Intel) and 2015 (AMD). The result is that of the walk in [`searches`](super::searches).
//!
//! A way is a filling of the rows above. Registers hold many ways, sixteen bits each: a register for
//! the digits that each column has, and one for those of each block of the band. Ways arrive at a
//! row together:
//!
//! * their fillings of the row's first cells are counted by the formulas of the plain walk;
//! * then the row is filled: digits that have one place in the row, and cells that have one digit,
//!   settle most ways. In each other way a cell is chosen, and the way goes on as two: with the
//!   cell's lowest digit, and without it;
//! * filled ways wait at the next row until a register is full. The deepest row with a full register
//!   is first, so that few wait; rows with fewer come last, from the top.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

use super::open_rows::OpenRow;

/// A way of counting: the rows, of which there is at least one, and the cap.
pub(super) type CountFn = fn(&[OpenRow], u64) -> u64;

/// For eight ways, a bit for each, the bytes of those that stay; then of the first.
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

/// The ways of counting that this processor has, the fastest first.
#[cfg(target_arch = "x86_64")]
pub(super) fn supported_counters() -> impl Iterator<Item = CountFn> {
    let with_512: CountFn = |rows, cap| {
        // SAFETY: it is only given away where the processor has the instructions; so below.
        unsafe { avx512::searches(rows, cap) }
    };
    let with_256: CountFn = |rows, cap| unsafe { avx2::searches(rows, cap) };
    let with_512 = avx512::is_supported().then_some(with_512);
    with_512.into_iter().chain(avx2::is_supported().then_some(with_256))
}

/// The ways of counting that this processor has.
#[cfg(target_arch = "aarch64")]
pub(super) fn supported_counters() -> impl Iterator<Item = CountFn> {
    // SAFETY: NEON is a part of these processors.
    let with_128: CountFn = |rows, cap| unsafe { neon::searches(rows, cap) };
    std::iter::once(with_128)
}
