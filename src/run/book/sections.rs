//! Reads puzzles from files into the sections of a book, one for each level or band.

use crate::run::{Interrupt, RunError};
use engine::human::any_rating::AnyRating;
use engine::human::grade::Rater;
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::Dedup;
use engine::sudoku::any_puzzle::AnyPuzzle;
use engine::sudoku::puzzle_link::PuzzleLink;
use press::book::{BookOptions, PuzzleOrder, Section};
use std::collections::BTreeMap;
use std::sync::Arc;
use store::table::{DuplicateSearch, InputError, PuzzleFile, UnreadColumns, ValidRecords};

/// The options of reading puzzles for a book.
#[derive(Clone, Copy, Debug, Default)]
pub struct SectionSettings {
    /// The ladder of the sections; `None` for that of the first puzzle.
    pub ladder: Option<Ladder>,
    /// The rule for duplicates; `None` allows duplicates.
    pub dedup: Option<Dedup>,
    /// The order of the puzzles.
    pub order: PuzzleOrder,
    /// True if the book needs the ids of the puzzles.
    pub has_ids: bool,
}

impl SectionSettings {
    /// Returns the options for a book with these settings, with this ladder and this rule for
    /// duplicates.
    pub fn for_book(imprint: &BookOptions, ladder: Option<Ladder>, dedup: Option<Dedup>) -> Self {
        let has_ids = imprint.puzzle_link.as_ref().is_some_and(PuzzleLink::has_id);
        Self { ladder, dedup, order: imprint.order.unwrap_or_default(), has_ids }
    }
}

/// Puzzles by level or band, in input order.
#[derive(Default)]
pub struct Sections {
    by_rung: BTreeMap<Rung, Section>,
    /// The order of the book.
    order: PuzzleOrder,
    /// True if the book needs the ids of the puzzles.
    has_ids: bool,
    /// Number of puzzles.
    count: u32,
}

impl Sections {
    /// Returns empty sections of a book with these settings.
    pub fn new(imprint: &BookOptions) -> Self {
        let SectionSettings { order, has_ids, .. } = SectionSettings::for_book(imprint, None, None);
        Self { order, has_ids, ..Self::default() }
    }

    /// Reads the puzzles of files, proves and scores each of them, and checks the solution, the
    /// level and the band that a file states. Also returns the columns that were not read.
    ///
    /// # Errors
    /// [`RunError`] if a puzzle cannot be read or is a duplicate, if there is no puzzle, or if the
    /// work is interrupted.
    pub fn read(
        files: Vec<PuzzleFile>,
        settings: SectionSettings,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Section>, UnreadColumns), RunError> {
        let SectionSettings { mut ladder, dedup, order, has_ids } = settings;
        let mut sections = Self { order, has_ids, ..Self::default() };
        let mut rater = Rater::new();
        let mut duplicates = DuplicateSearch::new(dedup);
        let mut records = ValidRecords::new(files);
        while let Some(record) = records.next() {
            let (place, record) = record?;
            interrupt.check()?;
            if duplicates.push(&record.puzzle, &place) {
                continue;
            }
            let ladder = *ladder.get_or_insert(record.ladder.unwrap_or_default());
            match record.checked_rung(Some(ladder), &mut rater) {
                Ok((rung, rating)) => {
                    sections.push(rung, record.puzzle, rating, record.id.as_deref());
                    if let Some(section) = sections.by_rung.get_mut(&rung)
                        && !record.title.is_empty()
                    {
                        section.name_last(record.title);
                    }
                }
                Err(e) => records.add_invalid(&place.row_error(&e)),
            }
        }
        duplicates.end()?;
        match sections.into_vec() {
            none if none.is_empty() => Err(InputError::Empty.into()),
            sections => Ok((sections, records.unread_columns().clone())),
        }
    }

    /// Adds a puzzle to its level or band. `rating` is set if all puzzles are rated. The layout
    /// refuses a book that needs a missing id.
    pub fn push(
        &mut self,
        rung: Rung,
        puzzle: AnyPuzzle,
        rating: Option<AnyRating>,
        id: Option<&str>,
    ) {
        let none: [AnyPuzzle; 0] = [];
        let section = self.by_rung.entry(rung).or_insert_with(|| Section::new(rung, none));
        // Small sizes have no times, so a book needs no ratings of theirs.
        section.push(&puzzle, rating.and_then(|rating| rating.classic().copied()));
        if self.order == PuzzleOrder::Given {
            Arc::make_mut(&mut section.places).push(self.count);
        }
        if self.has_ids {
            Arc::make_mut(&mut section.ids).push(id.unwrap_or_default().into());
        }
        self.count += 1;
    }

    /// Returns the sections that have puzzles, easiest first. Rated puzzles are sorted by expected
    /// time, unless the book keeps the input order.
    pub fn into_vec(self) -> Vec<Section> {
        let mut sections: Vec<_> = self.by_rung.into_values().collect();
        if self.order == PuzzleOrder::Level {
            sections.iter_mut().for_each(Section::sort_by_time);
        }
        sections
    }
}
