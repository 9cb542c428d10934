//! The paper's number of searches, 16 or 32 ways at once, for x86-64 processors since 2013 (Intel) and
//! 2015 (AMD). The result is that of the walk in [`searches`](super::searches).
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

mod avx2;
mod avx512;

use super::open_rows::OpenRow;

/// A way of counting: the rows, of which there is at least one, and the cap.
pub(super) type Count = fn(&[OpenRow], u64) -> u64;

/// The ways of counting that this processor has, the fastest first.
pub(super) fn detected() -> impl Iterator<Item = Count> {
    let with_512: Count = |rows, cap| {
        // SAFETY: it is only given away where the processor has the instructions; so below.
        unsafe { avx512::searches(rows, cap) }
    };
    let with_256: Count = |rows, cap| unsafe { avx2::searches(rows, cap) };
    let with_512 = avx512::detected().then_some(with_512);
    with_512.into_iter().chain(avx2::detected().then_some(with_256))
}
