//! Proof of finished files: `readback` reads the pages of a book, `verify` compares catalogues, books
//! and runs with what they must be, `raster` the ink of a book with its text.

#[cfg(feature = "run")]
mod ink;
#[cfg(feature = "raster")]
mod raster;
pub mod readback;
#[cfg(feature = "run")]
pub mod verify;
