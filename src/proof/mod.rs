//! Proof from nothing: `readback` reads finished pages, `verify` holds them against what they should be.

pub mod readback;
#[cfg(feature = "run")]
pub mod verify;
