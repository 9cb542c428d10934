//! Tests that need the engine alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_engine as engine;

mod puzzles {
    mod closures; // closures of the human ladder against a slow judge
    mod grids; // grids, solvers, proof, score, transforms, the canonical form
    mod make;
    mod mini; // small puzzles // no duplicates, the bounds of levels, puzzles issued again
}

// Tests of other crates use some of these, and not all.
#[allow(dead_code)]
mod support {
    pub mod plain_canon;
    pub mod puzzles;
    pub mod reference;
    pub mod slow_closure;
}
