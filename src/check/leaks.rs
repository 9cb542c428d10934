//! Leaks between data sets: puzzles of one that another has, as they are, in disguise, or with an
//! answer that is the same in disguise.
//!
//! ```text
//! other files ─► PuzzleKeys: class of the solution grid, class of the puzzle, givens ─► sorted
//! files ───────► PuzzleKeys of each row ─► three look-ups, the closest first ─► FoundLeak
//! ```
//!
//! Equivalent puzzles have equivalent solutions, so one sorted list answers all three questions.
//! It takes 40 bytes for each puzzle of the other files.

use engine::make::ordered_map::{MAX_FILE_BLOCKS, StartError, Workers};
use engine::sudoku::any_puzzle::{AnyGrid, AnyPuzzle};
use engine::sudoku::key::Key;
use std::sync::Arc;
use store::table::{FilePlace, FirstFew, GridBlocks, InputError, PuzzleFile};

engine::named! {
    /// The ways in which a puzzle repeats one of another file, the closest first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum LeakKind {
        /// The same givens
        Repeat = "repeat",
        /// An equivalent puzzle
        Class = "class",
        /// An equivalent solution grid
        Solution = "solution",
    }
}

impl LeakKind {
    /// Returns the sentence about a puzzle that repeats the one of a place.
    pub fn sentence(self, other: &FilePlace) -> String {
        match self {
            Self::Repeat => format!("the puzzle of {other} again"),
            Self::Class => format!("a puzzle equivalent to that of {other}"),
            Self::Solution => format!("a solution grid equivalent to that of {other}"),
        }
    }
}

/// The keys by which puzzles of two files are compared, in the order of their look-ups.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PuzzleKeys {
    /// The class of the solution grid. Givens without exactly one solution have their own class.
    solution: Key,
    /// The class of the puzzle among the puzzles of one solution grid.
    class: u64,
    /// The givens among the puzzles of one class.
    givens: u64,
}

impl PuzzleKeys {
    fn from_givens(givens: &AnyGrid) -> Self {
        let own = givens.key();
        let (solution, class) = if let Ok(puzzle) = AnyPuzzle::prove(*givens) {
            (puzzle.solution_key(), puzzle.class_key())
        } else {
            let class = givens.class_key_of_givens().unwrap_or(own);
            (class, class)
        };
        Self { solution, class: first_half(class), givens: first_half(own) }
    }
}

fn first_half(key: Key) -> u64 {
    (u128::from_be_bytes(key.0) >> 64) as u64
}

/// The bits of the line in a [`PackedPlace`].
const LINE_BITS: u32 = 48;

/// The number of a file, and the line in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct PackedPlace(u64);

/// The puzzles of files, to find them again in others.
pub struct LeakIndex {
    entries: Vec<(PuzzleKeys, PackedPlace)>,
    files: Vec<Arc<str>>,
}

/// A puzzle that another file has.
#[derive(Clone, Debug)]
pub struct FoundLeak {
    /// The way in which it repeats the other one.
    pub kind: LeakKind,
    /// Its place.
    pub place: FilePlace,
    /// The place of the other one.
    pub other: FilePlace,
}

/// The result of a comparison.
#[derive(Debug, Default)]
pub struct LeakReport {
    /// The number of puzzles that were compared.
    pub puzzles: u64,
    /// The leaks of each kind: the first few, and the number of all. Each puzzle counts once, as
    /// the closest kind.
    pub found: [FirstFew<FoundLeak>; LeakKind::ALL.len()],
}

impl LeakReport {
    /// Returns the number of puzzles that leak.
    pub fn count(&self) -> u64 {
        self.found.iter().map(FirstFew::count).sum()
    }
}

impl LeakIndex {
    /// Reads the puzzles of files. Rows that cannot be read go to `refuse`.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn read(
        files: Vec<PuzzleFile>,
        threads: usize,
        mut refuse: impl FnMut(InputError),
    ) -> Result<Self, StartError> {
        let mut index = Self { entries: Vec::new(), files: Vec::new() };
        let rows = Workers::start(threads)?.map_ordered(
            MAX_FILE_BLOCKS,
            GridBlocks::new(files),
            |row: Result<_, InputError>| {
                row.map(|placed| (PuzzleKeys::from_givens(&placed.grid), placed.place))
            },
        );
        for row in rows {
            match row {
                Ok((keys, place)) => {
                    let place = index.pack(&place);
                    index.entries.push((keys, place));
                }
                Err(error) => refuse(error),
            }
        }
        index.entries.sort_unstable();
        Ok(index)
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns true if there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn pack(&mut self, place: &FilePlace) -> PackedPlace {
        if !self.files.last().is_some_and(|last| Arc::ptr_eq(last, &place.file)) {
            self.files.push(place.file.clone());
        }
        let file = self.files.len() as u64 - 1;
        PackedPlace(file << LINE_BITS | place.line.min((1 << LINE_BITS) - 1))
    }

    fn place(&self, PackedPlace(packed): PackedPlace) -> FilePlace {
        let file = self.files[(packed >> LINE_BITS) as usize].clone();
        FilePlace { file, line: packed & ((1 << LINE_BITS) - 1) }
    }

    /// Returns the closest repetition of a puzzle, and the first place that has it.
    fn find(&self, keys: &PuzzleKeys) -> Option<(LeakKind, FilePlace)> {
        let least = PuzzleKeys { class: 0, givens: 0, ..*keys };
        let of_class = PuzzleKeys { givens: 0, ..*keys };
        for (kind, begin) in
            [(LeakKind::Repeat, *keys), (LeakKind::Class, of_class), (LeakKind::Solution, least)]
        {
            let at = self.entries.partition_point(|(other, _)| *other < begin);
            let Some((other, place)) = self.entries.get(at) else { continue };
            let is_found = match kind {
                LeakKind::Repeat => other == keys,
                LeakKind::Class => (other.solution, other.class) == (keys.solution, keys.class),
                LeakKind::Solution => other.solution == keys.solution,
            };
            if is_found {
                return Some((kind, self.place(*place)));
            }
        }
        None
    }

    /// Compares the puzzles of files with those of the index. Rows that cannot be read go to
    /// `refuse`.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn compare(
        self,
        files: Vec<PuzzleFile>,
        threads: usize,
        mut refuse: impl FnMut(InputError),
    ) -> Result<LeakReport, StartError> {
        let mut report = LeakReport::default();
        let rows = Workers::start(threads)?.map_ordered(
            MAX_FILE_BLOCKS,
            GridBlocks::new(files),
            move |row: Result<_, InputError>| {
                row.map(|placed| {
                    let keys = PuzzleKeys::from_givens(&placed.grid);
                    let (kind, other) = self.find(&keys)?;
                    Some(FoundLeak { kind, place: placed.place, other })
                })
            },
        );
        for row in rows {
            match row {
                Ok(leak) => {
                    report.puzzles += 1;
                    if let Some(leak) = leak {
                        report.found[leak.kind as usize].push(|| leak);
                    }
                }
                Err(error) => refuse(error),
            }
        }
        Ok(report)
    }
}
