//! Proof of finished files: `readback` reads the pages of a book, `verify` compares catalogues,
//! books and runs with what they must be, `appearance` judges what is seen, `sheet` shows an editor
//! all of it on a page.

#[cfg(feature = "run")]
mod appearance;
pub mod readback;
#[cfg(feature = "run")]
pub mod sheet;
#[cfg(feature = "run")]
pub mod verify;
