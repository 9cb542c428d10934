//! Tests that need the store and the engine alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_tables as tables;

mod files {
    mod drawings; // drawn grids: frames, headings, answers; a drawing is its puzzle or an error
    mod drawn; // random drawings, and what is read of them
    mod formats; // puzzles as text: every format read and written, wrong lines, random bytes
    mod mutations; // damaged drawings, and tables in any shape
    mod structures; // values of a cell, answers under any name, structures of JSON, files that are named
}

// Tests of other crates use the rest.
#[allow(dead_code)]
#[path = "../../../make/tests/it/support"]
mod support {
    pub mod puzzles;
}
