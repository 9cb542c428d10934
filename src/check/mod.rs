//! Checks finished files. `readback` reads the pages of a book, `verify` compares catalogues, books
//! and runs with their expected content, `leaks` compares data sets with each other, `appearance`
//! checks what a reader sees, and `sheet` shows everything to an editor on one page. `isolation`
//! judges foreign files in a child process.

mod appearance;
pub mod isolation;
pub mod leaks;
pub mod readback;
pub mod sheet;
pub mod verify;
