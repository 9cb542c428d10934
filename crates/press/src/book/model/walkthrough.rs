//! Whole solutions, step by step: the steps of a puzzle in frames, each of which is a drawing with
//! a few words.

use crate::text::explain::{PathEnd, PathStep, SolvePath};
use engine::human::logic::Reason;
use engine::sudoku::grid::{Cell, Digit, Grid};
use engine::sudoku::puzzle::Puzzle;

/// The maximum number of digits that a frame places.
const MAX_JOINED: usize = 9;

/// A puzzle whose solution a volume shows, and the number of frames.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PlannedWalkthrough {
    /// The puzzle, counted from 0 within the volume.
    pub puzzle: usize,
    pub frames: usize,
}

/// The solution of a puzzle in frames.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Walkthrough {
    /// The puzzle, counted from 0 within the volume.
    pub puzzle: usize,
    pub givens: Grid,
    pub frames: Vec<WalkthroughFrame>,
}

/// A drawing of a walkthrough.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct WalkthroughFrame {
    /// The number of its first step, from 1.
    pub first: usize,
    pub content: FrameContent,
}

/// The content of a frame.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum FrameContent {
    /// Steps that place a digit each, because only one place or only one digit is left.
    Singles(Vec<PathStep>),
    /// Another step.
    Step(Box<PathStep>),
    /// The solution, of which no technique finds the rest.
    Rest(Grid),
}

/// The lengths of the runs of singles in a path, and the other steps between them.
#[derive(Default)]
pub(crate) struct FrameCounter {
    frames: usize,
    singles: usize,
}

impl FrameCounter {
    /// Counts a step.
    pub fn add(&mut self, told: &PathStep) {
        if is_single(told) {
            self.singles += 1;
        } else {
            self.end_run();
            self.frames += 1;
        }
    }

    fn end_run(&mut self) {
        self.frames += self.singles.div_ceil(MAX_JOINED);
        self.singles = 0;
    }

    /// Returns the number of frames. A path that does not solve its puzzle has one more.
    pub fn count(mut self, is_complete: bool) -> usize {
        self.end_run();
        self.frames + usize::from(!is_complete)
    }
}

impl Walkthrough {
    /// Walks the path of a puzzle.
    pub fn new(planned: PlannedWalkthrough, puzzle: &Puzzle) -> Self {
        let path = SolvePath::from_grid(puzzle.givens());
        let mut walkthrough =
            Self { puzzle: planned.puzzle, givens: *puzzle.givens(), frames: Vec::new() };
        let (mut first, mut singles) = (1, Vec::new());
        for told in path.steps {
            if is_single(&told) {
                singles.push(told);
                continue;
            }
            first = walkthrough.add_singles(first, &mut singles);
            walkthrough
                .frames
                .push(WalkthroughFrame { first, content: FrameContent::Step(Box::new(told)) });
            first += 1;
        }
        first = walkthrough.add_singles(first, &mut singles);
        if path.end != PathEnd::Complete {
            let content = FrameContent::Rest(Grid::from(*puzzle.solution()));
            walkthrough.frames.push(WalkthroughFrame { first, content });
        }
        walkthrough
    }

    /// Returns the puzzle and the number of frames.
    pub fn planned(&self) -> PlannedWalkthrough {
        PlannedWalkthrough { puzzle: self.puzzle, frames: self.frames.len() }
    }

    /// Adds a run of singles in frames of nearly the same size. Returns the number of the next
    /// step.
    fn add_singles(&mut self, mut first: usize, singles: &mut Vec<PathStep>) -> usize {
        let count = singles.len().div_ceil(MAX_JOINED);
        let size = singles.len().div_ceil(count.max(1)).max(1);
        for joined in singles.chunks(size) {
            let content = FrameContent::Singles(joined.to_vec());
            self.frames.push(WalkthroughFrame { first, content });
            first += joined.len();
        }
        singles.clear();
        first
    }
}

impl WalkthroughFrame {
    /// Returns the number of the last step.
    pub fn last(&self) -> usize {
        match &self.content {
            FrameContent::Singles(steps) => self.first + steps.len() - 1,
            FrameContent::Step(_) | FrameContent::Rest(_) => self.first,
        }
    }
}

/// Returns the digits that steps place.
pub(crate) fn placements(steps: &[PathStep]) -> Vec<(Cell, Digit)> {
    steps.iter().filter_map(|told| told.step.placement).collect()
}

/// Returns true if a step places a digit because only one place or one digit is left.
fn is_single(told: &PathStep) -> bool {
    matches!(told.step.reason, Reason::OnePlace { .. } | Reason::OneCandidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::human::ladder_path::LadderPath;
    use engine::human::logic::Position;

    const PUZZLES: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...",
        // The path of this one ends before the solution.
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ];

    /// The grid after a frame.
    fn after(frame: &WalkthroughFrame) -> Grid {
        let (mut grid, placed) = match &frame.content {
            FrameContent::Singles(steps) => (*steps[0].before.grid(), placements(steps)),
            FrameContent::Step(told) => {
                (*told.before.grid(), told.step.placement.into_iter().collect())
            }
            FrameContent::Rest(grid) => (*grid, Vec::new()),
        };
        placed.into_iter().for_each(|(cell, digit)| grid[cell] = Some(digit));
        grid
    }

    #[test]
    fn last_frame_of_a_walkthrough_is_the_solution() {
        for line in PUZZLES {
            let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
            let mut counter = FrameCounter::default();
            let mut path = LadderPath::new(Position::new(puzzle.givens()));
            path.by_ref().for_each(|told| counter.add(&told));
            let frames = counter.count(path.position().is_full());
            let walkthrough = Walkthrough::new(PlannedWalkthrough { puzzle: 0, frames }, &puzzle);
            assert_eq!(walkthrough.frames.len(), frames, "{line}");
            let last = walkthrough.frames.last().expect("a frame");
            assert_eq!(after(last), Grid::from(*puzzle.solution()), "{line}");
            // The steps of each frame follow those of the previous frame.
            for pair in walkthrough.frames.windows(2) {
                assert_eq!(pair[0].last() + 1, pair[1].first, "{line}");
            }
        }
    }
}
