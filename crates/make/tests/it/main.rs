//! Tests that need grids, techniques and the generator alone; `tests/it` has those that drive the program.

// As other crates call it.
extern crate sudoku_press_make as make;

mod puzzles {
    mod closures; // closures of the human ladder against a slow judge
    mod grids; // grids, solvers, proof, score, transforms, the canonical form
    mod ladder_path; // paths in the order of the ladder, against a slow judge
    mod make; // no duplicates, the bounds of levels, puzzles issued again
    mod mini; // small puzzles
    mod needs; // what a puzzle needs, against a slow judge
    mod shape; // pictures, minimal puzzles, numbers of givens, symmetry, against slow judges
    mod shortest_way; // the shortest way through a puzzle, replayed by a slow judge
}

// Tests of other crates use the rest.
#[allow(dead_code)]
mod support {
    pub mod known;
    pub mod plain_canon;
    pub mod puzzles;
    pub mod reference;
    pub mod slow_closure;
}
