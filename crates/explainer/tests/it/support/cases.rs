//! Puzzles whose path and rating are known.

use grid::Puzzle;

/// A puzzle with what the original says of it.
pub struct Case {
    pub puzzle: Puzzle,
    /// ER, EP and ED.
    pub ratings: [&'static str; 3],
    pub steps: Vec<&'static str>,
}

/// Puzzles of our own, of which every technique that occurs in 1,500 of them is needed by some; measured with
/// the unmodified Sudoku Explainer 1.2.1.
pub fn cases() -> Vec<Case> {
    read(include_str!("../../data/rating-paths.tsv"))
}

pub fn read(file: &'static str) -> Vec<Case> {
    let case = |line: &'static str| {
        let [_, puzzle, ratings, steps] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        Case {
            puzzle: Puzzle::prove(puzzle.parse().unwrap()).unwrap(),
            ratings: ratings.split('/').collect::<Vec<_>>().try_into().unwrap(),
            steps: steps.split(';').collect(),
        }
    };
    file.lines().skip(1).map(case).collect()
}
