//! Whole solutions, step by step: the puzzle, its steps in frames, and the solution. Each frame is
//! a drawing with a few words.

use explain::{PathEnd, PathStep, SolvePath};
use grid::{Cell, Digit, Grid, House, Puzzle};
use human::{Reason, StepKind, Technique};
use std::ops::Range;

/// The maximum number of digits that a frame places.
const MAX_JOINED: usize = 6;
/// The number of cells by which the middle of a frame may move to a change of the technique.
const MAX_SHIFT: usize = 2;

/// The fewest and the most frames that show a solution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FrameCounts {
    least: usize,
    most: usize,
}

impl FrameCounts {
    /// Counts the frames of a path: the puzzle, the steps and the solution.
    pub fn of_steps(steps: &[PathStep]) -> Self {
        let mut counts = Self { least: 2, most: 2 };
        for run in frame_runs(steps) {
            counts.least += run.steps.len().div_ceil(MAX_JOINED);
            counts.most += run.steps.len();
        }
        counts
    }

    /// Returns the smallest number of frames that fills pages of this size, or as many frames as
    /// there can be.
    pub fn filling(self, on_page: usize) -> usize {
        self.least.next_multiple_of(on_page).min(self.most)
    }
}

/// A puzzle whose solution a volume shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlannedWalkthrough {
    /// The puzzle, counted from 0 within the volume.
    pub puzzle: usize,
    pub counts: FrameCounts,
}

/// The solution of a puzzle in frames.
#[derive(Clone, Debug, PartialEq)]
pub struct Walkthrough {
    pub planned: PlannedWalkthrough,
    pub givens: Grid,
    pub frames: Vec<WalkthroughFrame>,
}

/// A drawing of a walkthrough.
#[derive(Clone, Debug, PartialEq)]
pub struct WalkthroughFrame {
    /// The number of its first step, from 1.
    pub first: usize,
    pub content: FrameContent,
}

/// The content of a frame.
#[derive(Clone, Debug, PartialEq)]
pub enum FrameContent {
    /// The givens.
    Puzzle,
    /// Steps that place a digit each, because only one place or only one digit is left.
    Singles(Vec<PathStep>),
    /// Another step, or the first of its kind.
    Step(Box<PathStep>),
    Solution {
        solution: Grid,
        /// The number of steps, or `None` if no technique finds the rest.
        steps: Option<usize>,
    },
}

/// Steps of a path beside each other: singles that share frames, or one step with its own frame.
struct FrameRun {
    steps: Range<usize>,
    is_shared: bool,
}

/// Returns the runs of a path. The first single of each kind has its own frame, which shows how to
/// find it.
fn frame_runs(steps: &[PathStep]) -> Vec<FrameRun> {
    let mut known = vec![StepKind::Technique(Technique::LastCell)];
    let mut runs: Vec<FrameRun> = Vec::new();
    for (place, told) in steps.iter().enumerate() {
        let is_shared = is_single(told) && known.contains(&told.kind());
        match runs.last_mut() {
            Some(run) if is_shared && run.is_shared => run.steps.end += 1,
            _ => runs.push(FrameRun { steps: place..place + 1, is_shared }),
        }
        if is_single(told) {
            known.push(told.kind());
        }
    }
    runs
}

impl Walkthrough {
    /// Walks the path of a puzzle. Runs of singles are split until there are `count` frames.
    pub fn new(planned: PlannedWalkthrough, count: usize, puzzle: &Puzzle) -> Self {
        let path = SolvePath::from_grid(puzzle.givens());
        let steps = if path.end == PathEnd::Complete { Some(path.steps.len()) } else { None };
        let mut walkthrough = Self { planned, givens: *puzzle.givens(), frames: Vec::new() };
        walkthrough.add(0, FrameContent::Puzzle);
        for FrameRun { steps: run, is_shared } in frame_runs(&path.steps) {
            let (first, run) = (run.start + 1, &path.steps[run]);
            if is_shared {
                walkthrough.add_singles(first, run);
            } else {
                walkthrough.add(first, FrameContent::Step(Box::new(run[0].clone())));
            }
        }
        let solution = Grid::from(*puzzle.solution());
        walkthrough.add(path.steps.len() + 1, FrameContent::Solution { solution, steps });
        while walkthrough.frames.len() < count && walkthrough.split_longest() {}
        walkthrough
    }

    fn add(&mut self, first: usize, content: FrameContent) {
        self.frames.push(WalkthroughFrame { first, content });
    }

    /// Adds a run of singles in frames of nearly the same size.
    fn add_singles(&mut self, mut first: usize, singles: &[PathStep]) {
        let count = singles.len().div_ceil(MAX_JOINED);
        for joined in singles.chunks(singles.len().div_ceil(count)) {
            self.add(first, FrameContent::Singles(joined.to_vec()));
            first += joined.len();
        }
    }

    /// Splits the first of the frames with the most singles. Returns false if none has two.
    fn split_longest(&mut self) -> bool {
        let mut longest = (0, 1);
        for (place, frame) in self.frames.iter().enumerate() {
            let count = frame.singles().len();
            if count > longest.1 {
                longest = (place, count);
            }
        }
        let (place, count) = longest;
        if count < 2 {
            return false;
        }
        let frame = &mut self.frames[place];
        let FrameContent::Singles(steps) = &mut frame.content else { return false };
        let at = split_place(steps);
        let content = FrameContent::Singles(steps.split_off(at));
        let first = frame.first + at;
        self.frames.insert(place + 1, WalkthroughFrame { first, content });
        true
    }
}

/// Returns the place nearest to the middle of some singles, if possible where their kind changes.
fn split_place(steps: &[PathStep]) -> usize {
    let places = 1..steps.len();
    places.min_by_key(|place| split_rank(steps, *place)).unwrap_or_default()
}

/// Ranks a place at which singles may be split; smaller is better.
fn split_rank(steps: &[PathStep], place: usize) -> usize {
    let distance = place.abs_diff(steps.len() / 2);
    if steps[place - 1].kind() == steps[place].kind() { distance + MAX_SHIFT } else { distance }
}

impl WalkthroughFrame {
    /// Returns the singles that share the frame.
    pub fn singles(&self) -> &[PathStep] {
        match &self.content {
            FrameContent::Singles(steps) => steps,
            _ => &[],
        }
    }

    /// Returns the number of the last step.
    pub fn last(&self) -> usize {
        self.first + self.singles().len().max(1) - 1
    }
}

/// Returns the digits that steps place.
pub fn placements(steps: &[PathStep]) -> Vec<(Cell, Digit)> {
    steps.iter().filter_map(|told| told.step.placement).collect()
}

/// Returns the house in which a step leaves a digit one place.
pub fn ruling_house(told: &PathStep) -> Option<House> {
    match told.step.reason {
        Reason::OnePlace { house } => Some(house),
        _ => None,
    }
}

/// Returns true if a step places a digit because only one place or one digit is left.
fn is_single(told: &PathStep) -> bool {
    matches!(told.step.reason, Reason::OnePlace { .. } | Reason::OneCandidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLES: [&str; 3] = [
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
        "...521..36.4.....15.2.4.8...8...2....2.4.8.6....3...2...9.7.1.62.....9.57..986...",
        // The path of this one ends before the solution.
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    ];

    /// The grid after a frame.
    fn after(walkthrough: &Walkthrough, frame: &WalkthroughFrame) -> Grid {
        let (mut grid, placed) = match &frame.content {
            FrameContent::Puzzle => return walkthrough.givens,
            FrameContent::Singles(steps) => (*steps[0].before.grid(), placements(steps)),
            FrameContent::Step(told) => {
                (*told.before.grid(), told.step.placement.into_iter().collect())
            }
            FrameContent::Solution { solution, .. } => (*solution, Vec::new()),
        };
        placed.into_iter().for_each(|(cell, digit)| grid[cell] = Some(digit));
        grid
    }

    #[test]
    fn frames_lead_from_the_puzzle_to_its_solution() {
        for (line, is_complete) in PUZZLES.into_iter().zip([true, true, false]) {
            let puzzle = Puzzle::prove(line.parse().unwrap()).unwrap();
            let counts = FrameCounts::of_steps(&SolvePath::from_grid(puzzle.givens()).steps);
            let planned = PlannedWalkthrough { puzzle: 0, counts };
            for on_page in [1, 4, 9, 1000] {
                let count = counts.filling(on_page);
                assert!(count.is_multiple_of(on_page) || count == counts.most, "{line}");
                let walkthrough = Walkthrough::new(planned, count, &puzzle);
                let frames = &walkthrough.frames;
                assert_eq!(frames.len(), count, "{line}");
                assert_eq!(frames[0].content, FrameContent::Puzzle, "{line}");
                let last = after(&walkthrough, &frames[count - 1]);
                assert_eq!(last, Grid::from(*puzzle.solution()), "{line}");
                if is_complete {
                    assert_eq!(last, after(&walkthrough, &frames[count - 2]), "{line}");
                }
                // Each frame begins with the step after the last one of the frame before it.
                for pair in frames.windows(2) {
                    assert_eq!(pair[0].last() + 1, pair[1].first, "{line}");
                    assert!(pair[1].singles().len() <= MAX_JOINED, "{line}");
                }
            }
        }
    }

    /// The drawings of the first two kinds of singles show one step each.
    #[test]
    fn first_single_of_each_kind_has_its_own_frame() {
        let puzzle = Puzzle::prove(PUZZLES[0].parse().unwrap()).unwrap();
        let planned = PlannedWalkthrough { puzzle: 0, counts: FrameCounts::default() };
        let walkthrough = Walkthrough::new(planned, 0, &puzzle);
        let FrameContent::Step(told) = &walkthrough.frames[1].content else {
            panic!("the first step is alone");
        };
        assert!(is_single(told));
        let path = SolvePath::from_grid(puzzle.givens());
        let joined: usize = walkthrough.frames.iter().map(|frame| frame.singles().len()).sum();
        let kinds: std::collections::BTreeSet<_> =
            path.steps.iter().filter(|told| is_single(told)).map(PathStep::kind).collect();
        let last_cell = StepKind::Technique(Technique::LastCell);
        let alone = kinds.iter().filter(|kind| **kind != last_cell).count();
        assert_eq!(joined + alone, path.steps.len());
    }
}
