//! Puzzles that come twice, also relabelled or moved, in one file or in several. Each is reported
//! with the place of the first one. Takes 31 to 35 bytes of memory per puzzle.

use super::puzzle_files::{FilePlace, InputError};
use grid::{AnyPuzzle, Key, KeyMap};
use make::Dedup;
use std::sync::Arc;
use words::{Clause, FirstFew, clause};

/// Returns the key by which a rule compares a puzzle. Takes about two microseconds.
pub(super) fn duplicate_key(puzzle: &AnyPuzzle, dedup: Dedup) -> Key {
    match dedup {
        Dedup::Class => puzzle.class_key(),
        Dedup::Exact => puzzle.givens().key(),
    }
}

/// An earlier puzzle of which another one is a duplicate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EarlierPuzzle {
    /// The place of the earlier puzzle.
    pub place: FilePlace,
    /// True if the givens are identical or unknown; otherwise the puzzle was relabelled or moved.
    pub is_same: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct StoredPlace {
    file: u32,
    line: u32,
    /// The first bytes of the key of the givens, which tell a moved puzzle from an identical one;
    /// 0 if the givens are unknown.
    givens: u32,
}

/// The places of the puzzles that were the first of their kind.
#[derive(Debug, Default)]
pub struct FirstPlaces {
    files: Vec<Arc<str>>,
    places: KeyMap<StoredPlace>,
}

impl FirstPlaces {
    /// Returns the earlier puzzle with the same key. If there is none, stores this one. `givens` is
    /// the key of the givens, if they are known.
    pub fn insert(
        &mut self,
        key: Key,
        givens: Option<Key>,
        place: &FilePlace,
    ) -> Option<EarlierPuzzle> {
        match self.files.last() {
            Some(last) if Arc::ptr_eq(last, &place.file) => {}
            _ => self.files.push(place.file.clone()),
        }
        let givens = givens.map_or(0, |Key([a, b, c, d, ..])| u32::from_be_bytes([a, b, c, d]));
        let file = (self.files.len() - 1) as u32;
        let line = u32::try_from(place.line).unwrap_or(u32::MAX);
        let first = self.places.insert(key, StoredPlace { file, line, givens })?;
        let earlier =
            FilePlace { file: self.files[first.file as usize].clone(), line: first.line.into() };
        let is_same = first.givens == givens || first.givens == 0 || givens == 0;
        Some(EarlierPuzzle { place: earlier, is_same })
    }
}

impl EarlierPuzzle {
    /// Names the duplicate at this place: `b.csv:7: expected each puzzle once, found that of
    /// a.txt:3 again (relabelled or moved)`.
    pub fn describe_at(&self, place: &FilePlace) -> Clause {
        let template = if self.is_same {
            "{}: expected each puzzle once, found that of {} again"
        } else {
            "{}: expected each puzzle once, found that of {} again (relabelled or moved)"
        };
        Clause::fill(template, [place.to_string().into(), self.place.to_string().into()])
    }
}

/// A search for duplicates among the puzzles of all files of a command.
pub struct DuplicateSearch {
    /// The rule by which two puzzles count as the same; `None` if duplicates are allowed.
    dedup: Option<Dedup>,
    first: FirstPlaces,
    found: FirstFew<Clause>,
}

impl DuplicateSearch {
    /// Starts a search by this rule; `None` allows duplicates.
    pub fn new(dedup: Option<Dedup>) -> Self {
        Self { dedup, first: FirstPlaces::default(), found: FirstFew::default() }
    }

    /// Adds a puzzle. Returns true if the puzzles will be refused, so that further work is useless.
    pub fn push(&mut self, puzzle: &AnyPuzzle, place: &FilePlace) -> bool {
        if let Some(dedup) = self.dedup {
            self.push_key(duplicate_key(puzzle, dedup), Some(puzzle.givens().key()), place);
        }
        self.found.count() > 0
    }

    /// Adds the key of a class that comes from a file. It is hashed again, so that nobody can
    /// choose keys that make the search slow.
    pub fn push_read(&mut self, class: Key, givens: Option<Key>, place: &FilePlace) {
        if self.dedup.is_some() {
            self.push_key(Key::of_bytes(&class.0), givens, place);
        }
    }

    fn push_key(&mut self, key: Key, givens: Option<Key>, place: &FilePlace) {
        if let Some(earlier) = self.first.insert(key, givens, place) {
            self.found.push(|| earlier.describe_at(place));
        }
    }

    /// Ends the search.
    ///
    /// # Errors
    /// [`InputError::Row`] if duplicates were found. It names the first few.
    pub fn end(mut self) -> Result<(), InputError> {
        let remedy = if self.found.count() == 1 { "remove one" } else { "remove them" };
        match self.found.take_text() {
            None => Ok(()),
            Some(words) => {
                let wrong = clause!("{}; {}, or use --allow-duplicates", words, remedy);
                Err(InputError::Row(wrong))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_five_duplicates_are_named() {
        let place = |line| FilePlace { file: "a".into(), line };
        let refused = |count| {
            let mut search = DuplicateSearch::new(Some(Dedup::Exact));
            for line in 0..count {
                let earlier = EarlierPuzzle { place: place(line), is_same: line == 0 };
                search.found.push(|| earlier.describe_at(&place(line + 10)));
            }
            search.end().map_err(|e| e.to_string())
        };
        assert_eq!(refused(0), Ok(()));
        let one = "a:10: expected each puzzle once, found that of a:0 again; remove one, or use \
                   --allow-duplicates";
        assert_eq!(refused(1).unwrap_err(), one);
        let five = refused(5).unwrap_err();
        assert_eq!(five.lines().count(), 5);
        let last = "a:14: expected each puzzle once, found that of a:4 again (relabelled or moved); \
                    remove them, or use --allow-duplicates";
        assert_eq!(five.lines().last(), Some(last));
        for (count, last) in [(6, "and 1 more row; remove"), (9, "and 4 more rows; remove")] {
            let words = refused(count).unwrap_err();
            assert_eq!(words.lines().count(), 6);
            assert!(words.lines().last().unwrap().starts_with(last), "{words}");
        }
    }
}
