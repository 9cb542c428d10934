//! Reads puzzles from files into the sections of a book, one for each level or band.

use super::plan::BookPlan;
use crate::{Interrupt, RunError, SourceOptions};
use book::{BookOptions, PlacedTitle, PuzzleOrder, Section};
use captions::PuzzleLink;
use explainer::AnyRating;
use grid::AnyPuzzle;
use human::{Ladder, Rung};
use make::Dedup;
use std::collections::BTreeMap;
use std::sync::Arc;
use tables::{DuplicateSearch, FilePlace, InputError, PuzzleFile, PuzzleRecord, ValidRows};
use words::Clause;

/// The options of reading puzzles for a book.
#[derive(Clone, Copy, Debug, Default)]
pub struct SectionSettings {
    /// The ladder of the sections; `None` for that of the first puzzle.
    pub ladder: Option<Ladder>,
    /// The rule for duplicates; `None` allows duplicates.
    pub dedup: Option<Dedup>,
    /// The order of puzzles without titles and dates.
    pub order: PuzzleOrder,
    /// The order of puzzles of which some have a title or a date.
    pub titled_order: PuzzleOrder,
    /// True if the book needs the ids of the puzzles.
    pub has_ids: bool,
    /// True if the pages of the book have dates. In a column of dates, any other text is refused.
    pub has_days: bool,
}

impl SectionSettings {
    /// Returns the options for a book, with this ladder and this rule for duplicates.
    pub fn for_book(book: &BookPlan, ladder: Option<Ladder>, dedup: Option<Dedup>) -> Self {
        let titled_order = book.options().puzzle_order(true);
        let has_days = book.template.has_dates();
        Self { ladder, dedup, titled_order, has_days, ..Self::for_made(book.options()) }
    }

    /// Returns the options for made puzzles, which have no titles.
    fn for_made(imprint: &BookOptions) -> Self {
        let order = imprint.puzzle_order(false);
        let has_ids = imprint.puzzle_link.as_ref().is_some_and(PuzzleLink::has_id);
        Self { order, titled_order: order, has_ids, ..Self::default() }
    }
}

/// Puzzles by level or band, in input order.
#[derive(Clone, Debug, Default)]
pub struct Sections {
    by_rung: BTreeMap<Rung, Section>,
    settings: SectionSettings,
    /// Number of puzzles.
    count: u32,
}

impl Sections {
    /// Returns empty sections of a book with these settings, for puzzles without titles.
    pub fn new(imprint: &BookOptions) -> Self {
        Self { settings: SectionSettings::for_made(imprint), ..Self::default() }
    }

    /// Returns empty sections of a book, with this ladder and this rule for duplicates.
    pub fn for_book(book: &BookPlan, ladder: Option<Ladder>, dedup: Option<Dedup>) -> Self {
        Self { settings: SectionSettings::for_book(book, ladder, dedup), ..Self::default() }
    }

    /// Returns true if a puzzle may come twice.
    pub fn allows_duplicates(&self) -> bool {
        self.settings.dedup.is_none()
    }

    /// Returns the way in which the puzzles are read, for the record of their book.
    pub fn reading(&self) -> SourceOptions {
        SourceOptions {
            ladder: self.settings.ladder.map(|ladder| ladder.name().to_owned()),
            allows_duplicates: self.allows_duplicates(),
            ..SourceOptions::default()
        }
    }

    /// Keeps the ids of the puzzles, also if the book does not need them.
    #[must_use]
    pub fn with_ids(mut self) -> Self {
        self.settings.has_ids = true;
        self
    }

    /// Reads the puzzles of files, proves and scores each of them, and checks the solution, the
    /// level and the band that a file states. Also returns the columns that were not read.
    ///
    /// # Errors
    /// [`RunError`] if a puzzle cannot be read or is a duplicate, if there is no puzzle, or if the
    /// work is interrupted.
    pub fn read(
        &self,
        files: Vec<PuzzleFile>,
        interrupt: &Interrupt,
    ) -> Result<(Vec<Section>, Option<Clause>), RunError> {
        let SectionSettings { mut ladder, dedup, has_days, .. } = self.settings;
        let mut sections = Self { settings: self.settings, ..Self::default() };
        let mut duplicates = DuplicateSearch::new(dedup);
        let files = files.into_iter().map(|file| file.for_book(has_days));
        let mut records = ValidRows::records(files.collect());
        while let Some(record) = records.next() {
            let (place, record) = record?;
            interrupt.check()?;
            if duplicates.push(&record.puzzle, &place) {
                continue;
            }
            let ladder = *ladder.get_or_insert(record.ladder.unwrap_or_default());
            match record.checked_rung(Some(ladder)) {
                Ok((rung, rating)) => {
                    sections.push(rung, record.puzzle, rating, record.id.as_deref());
                    if let Some(section) = sections.by_rung.get_mut(&rung)
                        && !record.title.is_empty()
                    {
                        let place = place.to_string();
                        section.name_last(PlacedTitle { title: record.title, place });
                    }
                }
                Err(e) => records.add_invalid(&place.row_error(&e)),
            }
        }
        duplicates.end()?;
        match sections.into_vec() {
            none if none.is_empty() => Err(InputError::Empty.into()),
            sections => Ok((sections, records.note())),
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
        let SectionSettings { order, titled_order, has_ids, .. } = self.settings;
        if [order, titled_order].contains(&PuzzleOrder::Given) {
            Arc::make_mut(&mut section.places).push(self.count);
        }
        if has_ids {
            Arc::make_mut(&mut section.ids).push(id.unwrap_or_default().into());
        }
        self.count += 1;
    }

    /// Adds the puzzle of a row of our own catalogue, on the level that the row states. A band is
    /// rated again.
    ///
    /// # Errors
    /// [`InputError`] if the row states another band.
    pub fn push_record(
        &mut self,
        place: &FilePlace,
        record: &PuzzleRecord,
    ) -> Result<(), RunError> {
        let (rung, rating) = match (record.ladder, record.level) {
            (None | Some(Ladder::Published), Some(level)) => (level.into(), None),
            _ => record.checked_rung(None).map_err(|e| place.row_error(&e))?,
        };
        self.push(rung, record.puzzle, rating, record.id.as_deref());
        Ok(())
    }

    /// Returns the sections that have puzzles, easiest first. Rated puzzles are sorted by expected
    /// time, unless the book keeps the input order.
    pub fn into_vec(self) -> Vec<Section> {
        let SectionSettings { order, titled_order, .. } = self.settings;
        let mut sections: Vec<_> = self.by_rung.into_values().collect();
        let has_titles = sections.iter().any(Section::has_titles);
        if (if has_titles { titled_order } else { order }) == PuzzleOrder::Level {
            for section in &mut sections {
                section.places = Arc::default();
                section.sort_by_time();
            }
        }
        sections
    }
}
