//! Solver, proof and score, judged by the slow solvers.

use sudoku_press::grid::Grid;
use sudoku_press::score::{Level, Score};
use sudoku_press::solver::{self, dfs, mrv};

/// The worked example of the paper: 22 givens, a row with none, 263,734 searches.
#[test]
fn worked_example_of_the_paper_scores_4_7_level_5() {
    let score = Score {
        givens: 22,
        row_col_min: 0,
        searches: 263_734,
    };
    assert_eq!(score.items(), [5, 5, 4]);
    assert_eq!(score.total(), "4.7");
    assert_eq!(score.level(), Level::Evil);
}

#[test]
fn three_solvers_agree_on_an_easy_puzzle() {
    let line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let grid: Grid = line.parse().unwrap();
    let [fast] = solver::solutions(&grid, 5)[..] else {
        panic!("not unique")
    };
    assert_eq!(dfs::search(&grid, dfs::Limits::NONE).solutions, [fast]);
    assert_eq!(mrv::search(&grid, 5).solutions, [fast]);
    assert!(!solver::has_other(
        &grid,
        sudoku_press::grid::Cell::at(0, 0),
        sudoku_press::grid::Digit::new(5).unwrap()
    ));
}
