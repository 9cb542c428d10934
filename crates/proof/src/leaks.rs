//! Leaks between data sets: puzzles of one that another has, as they are, in disguise, or with an
//! answer that is the same in disguise.
//!
//! ```text
//! other files ─► PuzzleKeys: class of the solution grid, class of the puzzle, givens ─► sorted
//! files ───────► PuzzleKeys of each row ─► three look-ups, the closest first ─► FoundLeak
//! ```
//!
//! Equivalent puzzles have equivalent solutions, so one sorted list answers all three questions.
//! It takes 40 bytes for each puzzle of the other files. An answer that a row states is compared
//! too if it is not the solution; a row without exactly one solution is an [`UnjudgedRow`].

use grid::{AnyGrid, AnyPuzzle, Key, PuzzleError};
use make::{StartError, Workers};
use std::collections::HashSet;
use std::sync::Arc;
use tables::{FilePlace, InputError, PlacedGrid, PuzzleFile};
use words::clause;

words::named! {
    /// The ways in which a puzzle repeats one of another file, the closest first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
    pub enum LeakKind {
        /// The same givens
        Repeat = "repeat",
        /// An equivalent puzzle
        Class = "class",
        /// An equivalent solution grid
        Solution = "solution",
        /// An equivalent answer, which one of the rows states and which is not its solution
        Answer = "answer",
    }
}

words::named! {
    /// The reasons why a row has no solution grid that can be compared.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum UnjudgedReason {
        /// A digit occurs twice in a house
        Illegal = "illegal",
        /// There is no solution
        Unsolvable = "unsolvable",
        /// There are several solutions
        Ambiguous = "ambiguous",
        /// The stated answer is no complete and legal grid
        Answer = "answer",
    }
}

impl UnjudgedReason {
    /// Returns the reason as a clause.
    pub const fn clause(self) -> &'static str {
        match self {
            Self::Illegal => "a digit occurs twice in a row, column or block",
            Self::Unsolvable => "the puzzle has no solution",
            Self::Ambiguous => "the puzzle has more than one solution",
            Self::Answer => "its answer is no complete and legal grid",
        }
    }

    fn from_error(givens: &AnyGrid, error: &PuzzleError<AnyGrid>) -> Self {
        if givens.has_conflict() {
            Self::Illegal
        } else if matches!(error, PuzzleError::TwoSolutions(_)) {
            Self::Ambiguous
        } else {
            Self::Unsolvable
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
    /// Creates keys that only look-ups of solution grids find.
    const fn from_answer(solution: Key) -> Self {
        Self { solution, class: u64::MAX, givens: u64::MAX }
    }

    /// Returns true for [`Self::from_answer`].
    const fn is_answer(&self) -> bool {
        self.class == u64::MAX && self.givens == u64::MAX
    }
}

/// A row as it is compared.
struct ComparedRow {
    keys: PuzzleKeys,
    /// The classes of the answers that the row states, other than its solution.
    answers: Vec<Key>,
    unjudged: Option<UnjudgedReason>,
}

impl ComparedRow {
    fn from_grid(placed: &PlacedGrid) -> Self {
        let own = placed.grid.key();
        let proved = AnyPuzzle::prove(placed.grid);
        let (solution, class) = if let Ok(puzzle) = &proved {
            (puzzle.solution_key(), puzzle.class_key())
        } else {
            let class = placed.grid.class_key_of_givens().unwrap_or(own);
            (class, class)
        };
        let keys = PuzzleKeys { solution, class: first_half(class), givens: first_half(own) };
        let error = proved.as_ref().err();
        let unjudged = error.map(|error| UnjudgedReason::from_error(&placed.grid, error));
        let mut row = Self { keys, answers: Vec::new(), unjudged };
        let right = proved.ok().map(|puzzle| puzzle.solution());
        for stated in placed.row.stated_answers() {
            if stated.is_some() && stated == right {
                continue;
            }
            match stated.filter(AnyGrid::is_full).map(AnyPuzzle::prove) {
                Some(Ok(answer)) => row.answers.push(answer.solution_key()),
                _ => row.unjudged = row.unjudged.or(Some(UnjudgedReason::Answer)),
            }
        }
        row
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
    /// The number of puzzles; `entries` also has stated answers.
    rows: u64,
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
    /// True if an equivalent puzzle of an earlier row leaks. Each puzzle counts once.
    pub is_counted: bool,
}

/// A row without a solution grid that can be compared.
#[derive(Clone, Debug)]
pub struct UnjudgedRow {
    /// Its place.
    pub place: FilePlace,
    /// The reason.
    pub reason: UnjudgedReason,
}

/// The receiver of the results of a comparison, in the order of the rows.
pub trait LeakObserver {
    /// A row was read.
    fn on_row(&mut self);
    /// A row leaks.
    fn on_leak(&mut self, leak: FoundLeak);
    /// A row could not be judged, and may leak all the same.
    fn on_unjudged(&mut self, row: UnjudgedRow);
    /// A row or a file could not be read.
    fn on_unread(&mut self, error: InputError);
}

/// Works on the rows of files, each file to its end. A file without rows is an error.
fn each_row<T: Send + 'static>(
    files: Vec<PuzzleFile>,
    threads: usize,
    work: impl Fn(PlacedGrid) -> T + Clone + Send + Sync + 'static,
    mut take: impl FnMut(Result<T, InputError>),
) -> Result<(), StartError> {
    for file in files {
        let name = file.name().clone();
        let work = work.clone();
        let mut rows = Workers::start(threads)?
            .map_ordered(
                Workers::MAX_FILE_BLOCKS,
                PlacedGrid::read(vec![file]),
                move |row: Result<_, _>| row.map(&work),
            )
            .peekable();
        if rows.peek().is_none() {
            take(Err(InputError::Row(clause!(
                "{}: expected puzzles, found none",
                name.to_string()
            ))));
        }
        rows.for_each(&mut take);
    }
    Ok(())
}

impl LeakIndex {
    /// Reads the puzzles of files.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn read(
        files: Vec<PuzzleFile>,
        threads: usize,
        observer: &mut impl LeakObserver,
    ) -> Result<Self, StartError> {
        let mut index = Self { entries: Vec::new(), files: Vec::new(), rows: 0 };
        let work = |placed: PlacedGrid| (ComparedRow::from_grid(&placed), placed.place);
        each_row(files, threads, work, |row| match row {
            Ok((row, place)) => {
                index.add(&row, &place);
                observer.on_row();
                if let Some(reason) = row.unjudged {
                    observer.on_unjudged(UnjudgedRow { place, reason });
                }
            }
            Err(error) => observer.on_unread(error),
        })?;
        index.entries.sort_unstable();
        Ok(index)
    }

    /// Returns the number of puzzles.
    pub fn len(&self) -> u64 {
        self.rows
    }

    /// Returns true if there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a puzzle and its stated answers.
    fn add(&mut self, row: &ComparedRow, place: &FilePlace) {
        self.rows += 1;
        let place = self.pack(place);
        self.entries.push((row.keys, place));
        for &answer in &row.answers {
            self.entries.push((PuzzleKeys::from_answer(answer), place));
        }
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

    /// Returns the closest repetition of a row, and the first place that has it.
    fn find(&self, row: &ComparedRow) -> Option<(LeakKind, FilePlace)> {
        let keys = &row.keys;
        let of_class = PuzzleKeys { givens: 0, ..*keys };
        for (kind, begin) in [(LeakKind::Repeat, *keys), (LeakKind::Class, of_class)] {
            let Some((other, place)) = self.first_from(begin) else { continue };
            let is_class = (other.solution, other.class) == (keys.solution, keys.class);
            if other == *keys || kind == LeakKind::Class && is_class {
                return Some((kind, self.place(place)));
            }
        }
        if let Some((other, place)) = self.first_of_solution(keys.solution) {
            let kind = if other.is_answer() { LeakKind::Answer } else { LeakKind::Solution };
            return Some((kind, self.place(place)));
        }
        let mut answers = row.answers.iter();
        let (_, place) = answers.find_map(|answer| self.first_of_solution(*answer))?;
        Some((LeakKind::Answer, self.place(place)))
    }

    /// Returns the first entry that is not below `begin`.
    fn first_from(&self, begin: PuzzleKeys) -> Option<(PuzzleKeys, PackedPlace)> {
        let at = self.entries.partition_point(|(other, _)| *other < begin);
        self.entries.get(at).copied()
    }

    /// Returns the first entry with a solution grid or an answer of this class. Those of puzzles
    /// precede stated answers.
    fn first_of_solution(&self, solution: Key) -> Option<(PuzzleKeys, PackedPlace)> {
        let found = self.first_from(PuzzleKeys { solution, class: 0, givens: 0 })?;
        Some(found).filter(|(other, _)| other.solution == solution)
    }

    /// Compares the puzzles of files with those of the index, and returns their number.
    ///
    /// # Errors
    /// When threads cannot be started.
    pub fn compare(
        self,
        files: Vec<PuzzleFile>,
        threads: usize,
        observer: &mut impl LeakObserver,
    ) -> Result<u64, StartError> {
        let index = Arc::new(self);
        let (mut puzzles, mut leaking) = (0, HashSet::new());
        let work = move |placed: PlacedGrid| {
            let row = ComparedRow::from_grid(&placed);
            let found = index.find(&row);
            (row, placed.place, found)
        };
        each_row(files, threads, work, |row| match row {
            Ok((row, place, found)) => {
                puzzles += 1;
                observer.on_row();
                if let Some((kind, other)) = found {
                    let is_counted = !leaking.insert((row.keys.solution, row.keys.class));
                    let place = place.clone();
                    observer.on_leak(FoundLeak { kind, place, other, is_counted });
                }
                if let Some(reason) = row.unjudged {
                    observer.on_unjudged(UnjudgedRow { place, reason });
                }
            }
            Err(error) => observer.on_unread(error),
        })?;
        Ok(puzzles)
    }
}
