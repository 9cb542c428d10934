//! Tests that need books and the engine alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_book as book;

mod snapshots; // the positions of all marks on a page of each kind

// Tests of other crates use the rest.
#[allow(dead_code)]
mod support {
    pub mod books;
    #[path = "../../../../make/tests/it/support/puzzles.rs"]
    pub mod puzzles;
    #[path = "../../../../make/tests/it/support/reference.rs"]
    pub mod reference;
}
