//! Tests that need the rating alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_explainer as explainer;

mod examples; // what the examples print

// Tests of other crates use the rest.
#[allow(dead_code)]
mod support {
    pub mod cases;
}
