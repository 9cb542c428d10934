//! Puzzles that come twice, also relabelled or moved, in one file or in several: each is told with the place of the
//! first. Takes 31 to 35 bytes of memory for each puzzle.

use super::files::{FilePlace, InputError};
use crate::make::batch::Dedup;
use crate::sudoku::canon::Canonical;
use crate::sudoku::grid::Grid;
use crate::sudoku::key::Key;
use crate::sudoku::key_map::KeyMap;
use crate::sudoku::puzzle::Puzzle;
use std::fmt;
use std::sync::Arc;

/// Duplicates that a refusal names; others are counted.
const MAX_NAMED: usize = 5;

/// The key of a puzzle among those that may be its duplicates.
#[derive(Clone, Copy, Debug)]
pub struct DuplicateKey {
    key: Key,
    /// The first bytes of the key of the givens: they tell a puzzle that was moved from one that is the same.
    givens: u32,
}

impl DuplicateKey {
    /// The key of a puzzle. Takes about two microseconds.
    pub fn of(puzzle: &Puzzle, dedup: Dedup) -> Self {
        match dedup {
            Dedup::Class => {
                Self::new(Key::of_class(&Canonical::of(puzzle)), Key::of(puzzle.givens()))
            }
            Dedup::Exact => Self::exact(puzzle.givens()),
        }
    }

    /// The key of the class of these givens, which are not solved; `None` if they cannot be a puzzle.
    pub fn of_givens(givens: &Grid) -> Option<Self> {
        Key::of_givens(givens).map(|class| Self::with_class(class, givens))
    }

    /// The key of givens whose class is known.
    pub fn with_class(class: Key, givens: &Grid) -> Self {
        Self::new(class, Key::of(givens))
    }

    /// The key that only identical givens have.
    pub fn exact(givens: &Grid) -> Self {
        let key = Key::of(givens);
        Self::new(key, key)
    }

    fn new(key: Key, givens: Key) -> Self {
        let [a, b, c, d, ..] = givens.0;
        Self { key, givens: u32::from_be_bytes([a, b, c, d]) }
    }
}

/// An earlier puzzle of which another one is a duplicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlierPuzzle {
    /// Where it is.
    pub place: FilePlace,
    /// Whether its givens are the same; otherwise it was relabelled or moved.
    pub is_same: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct StoredPlace {
    file: u32,
    line: u32,
    givens: u32,
}

/// The place of each puzzle that was first of its kind.
#[derive(Debug, Default)]
pub struct FirstPlaces {
    files: Vec<Arc<str>>,
    places: KeyMap<StoredPlace>,
}

impl FirstPlaces {
    /// Returns the puzzle of which this one is a duplicate; if there is none, keeps this one.
    pub fn insert(&mut self, key: DuplicateKey, place: &FilePlace) -> Option<EarlierPuzzle> {
        if !self.files.last().is_some_and(|last| Arc::ptr_eq(last, &place.file)) {
            self.files.push(place.file.clone());
        }
        let DuplicateKey { key, givens } = key;
        let file = (self.files.len() - 1) as u32;
        let line = u32::try_from(place.line).unwrap_or(u32::MAX);
        let first = self.places.insert(key, StoredPlace { file, line, givens })?;
        let file = self.files[first.file as usize].clone();
        let place = FilePlace { file, line: first.line.into() };
        Some(EarlierPuzzle { place, is_same: first.givens == givens })
    }
}

/// A puzzle that comes again: its place, and the earlier one.
struct NamedDuplicate(FilePlace, EarlierPuzzle);

/// `b.csv:7: expected each puzzle once, found that of a.txt:3 again (relabelled or moved)`.
impl fmt::Display for NamedDuplicate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(place, EarlierPuzzle { place: first, is_same }) = self;
        write!(f, "{place}: expected each puzzle once, found that of {first} again")?;
        if *is_same { Ok(()) } else { f.write_str(" (relabelled or moved)") }
    }
}

/// The duplicates among the puzzles of a command that refuses them.
#[derive(Default)]
pub struct Duplicates {
    named: Vec<NamedDuplicate>,
    count: usize,
}

impl Duplicates {
    /// Adds a duplicate.
    pub fn push(&mut self, place: FilePlace, earlier: EarlierPuzzle) {
        self.count += 1;
        if self.named.len() < MAX_NAMED {
            self.named.push(NamedDuplicate(place, earlier));
        }
    }

    /// Counts duplicates that are not named.
    pub fn count_others(&mut self, others: usize) {
        self.count += others;
    }

    /// Returns true if there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Refuses the puzzles if there are duplicates.
    ///
    /// # Errors
    /// [`InputError::Duplicates`], which names the first five and counts the others.
    pub fn refuse(self) -> Result<(), InputError> {
        if self.is_empty() {
            return Ok(());
        }
        let mut lines: Vec<_> = self.named.iter().map(ToString::to_string).collect();
        match self.count - self.named.len() {
            0 => {}
            1 => lines.push("1 more puzzle comes again".to_owned()),
            more => lines.push(format!("{more} more puzzles come again")),
        }
        let remedy = if self.count == 1 { "remove one" } else { "remove them" };
        let words = lines.join("\n");
        Err(InputError::Duplicates(format!(
            "{words}; {remedy}, or use the setting `allow-duplicates`"
        )))
    }
}

/// Looks for duplicates among the puzzles of all files of a command.
pub struct DuplicateSearch {
    /// When two puzzles count as the same; `None` if duplicates are allowed.
    dedup: Option<Dedup>,
    first: FirstPlaces,
    found: Duplicates,
}

impl DuplicateSearch {
    /// Begins a search by this rule; `None` allows duplicates.
    pub fn new(dedup: Option<Dedup>) -> Self {
        Self { dedup, first: FirstPlaces::default(), found: Duplicates::default() }
    }

    /// Adds a puzzle. Returns true if the puzzles will be refused, so that no more work is worth doing.
    pub fn push(&mut self, puzzle: &Puzzle, place: &FilePlace) -> bool {
        if let Some(dedup) = self.dedup
            && let Some(earlier) = self.first.insert(DuplicateKey::of(puzzle, dedup), place)
        {
            self.found.push(place.clone(), earlier);
        }
        !self.found.is_empty()
    }

    /// Ends the search.
    ///
    /// # Errors
    /// As [`Duplicates::refuse`].
    pub fn end(self) -> Result<(), InputError> {
        self.found.refuse()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_duplicates_are_named_and_the_others_counted() {
        let place = |line| FilePlace { file: "a".into(), line };
        let refused = |count| {
            let mut all = Duplicates::default();
            for line in 0..count {
                let earlier = EarlierPuzzle { place: place(line), is_same: line == 0 };
                all.push(place(line + 10), earlier);
            }
            all.refuse().map_err(|e| e.to_string())
        };
        assert_eq!(refused(0), Ok(()));
        let one = "a:10: expected each puzzle once, found that of a:0 again; remove one, or use the \
                   setting `allow-duplicates`";
        assert_eq!(refused(1).unwrap_err(), one);
        let five = refused(5).unwrap_err();
        assert_eq!(five.lines().count(), 5);
        let last = "a:14: expected each puzzle once, found that of a:4 again (relabelled or moved); \
                    remove them, or use the setting `allow-duplicates`";
        assert_eq!(five.lines().last(), Some(last));
        for (count, last) in [(6, "1 more puzzle comes"), (9, "4 more puzzles come")] {
            let words = refused(count).unwrap_err();
            assert_eq!(words.lines().count(), 6);
            assert!(words.lines().last().unwrap().starts_with(last), "{words}");
        }
    }
}
