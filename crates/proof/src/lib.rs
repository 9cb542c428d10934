//! Finished files, proved again from nothing: owns the proof of rows, pages and whole runs, the
//! isolation of foreign files, and the proof sheet. Makes no puzzle and mends nothing.
//!
//! `readback` reads the pages of a book, `verify` compares catalogues, books and runs with their
//! expected content, `leaks` compares data sets with each other, `appearance` checks what a reader
//! sees, and `sheet` shows everything to an editor on one page. `isolation` judges foreign files in
//! a child process.
//!
//! ```
//! use sudoku_press_proof::verify::Proof;
//!
//! let threads = 0; // one for each core
//! let mut proof = Proof::new(threads, None, None);
//! proof.makes_again = true;
//! let missing = proof.prove(&["no/such/folder".into()]);
//! assert!(missing.is_err() || proof.verdict().is_some());
//! ```

mod appearance;
pub mod isolation;
pub mod leaks;
pub mod readback;
pub mod sheet;
pub mod verify;
