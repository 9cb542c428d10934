//! Tests that need covers, books and preflight alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_cover as cover;

mod backs; // each layout of the back: true sizes, numbers of the book, texts of users
mod inks; // each palette and front: at most the ink that a printer takes
mod sweep; // each printer, design, trim, front and length of title: accepted by preflight

mod preflight {
    mod covers; // a bad cover for each rule; advice and refusals
}

// Tests of other crates use the rest.
#[allow(dead_code)]
mod support {
    #[path = "../../../../book/tests/it/support/books.rs"]
    pub mod books;
    pub mod covers;
    pub mod pdfs;
    pub mod pictures;
    pub mod preflight;
    #[path = "../../../../make/tests/it/support/puzzles.rs"]
    pub mod puzzles;
    pub mod readback;
    #[path = "../../../../make/tests/it/support/reference.rs"]
    pub mod reference;
}
