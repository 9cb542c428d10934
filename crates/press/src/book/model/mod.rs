//! A book before it has pages: design, settings, puzzles in print order, volumes, and the drawing
//! operations of a page.
//!
//! Start reading in `volume`. `options` is the input of a book, `design` its look, and `setup` the
//! measured arrangement that all pages share. `page` defines pages and drawing operations.

pub(in crate::book) mod calendar;
pub(in crate::book) mod deck;
pub(in crate::book) mod design;
pub(in crate::book) mod email;
pub(in crate::book) mod error;
pub(in crate::book) mod insight;
pub(in crate::book) mod isbn;
pub(in crate::book) mod lesson_examples;
pub(in crate::book) mod look;
pub(in crate::book) mod minutes;
pub(in crate::book) mod options;
pub(in crate::book) mod page;
pub(in crate::book) mod setup;
pub(in crate::book) mod showcase;
pub(in crate::book) mod volume;

pub(in crate::book) use calendar::{date_of, weekday};
pub(in crate::book) use deck::{PuzzleSequence, numbered};
pub use design::Template;
pub(in crate::book) use design::{
    AnswerPlace, BookDesign, PageHead, PuzzleGrouping, PuzzleLabel, RunningTextPlace, in_turn,
};
pub use email::EmailAddress;
pub use error::{CoverError, LayoutError};
pub(in crate::book) use insight::Lesson;
pub use insight::{Insight, TechniqueUse};
pub use isbn::Isbn;
pub use look::{CoverDesign, CoverLook, Scene};
pub use minutes::{minutes, typical_minutes};
pub use options::{
    Answers, BookOptions, CopyrightPage, Openers, PuzzleCodePlace, PuzzleOrder, PuzzlesPerPage,
    Section, date, text,
};
pub use page::{
    Colour, DrawOp, FigureMood, FormContent, Page, PathPaint, Point, Rotation, SharedForm,
};
pub use setup::PageSetup;
pub(in crate::book) use setup::{
    GridLayout, LiveArea, OVERHANG, PuzzleList, PuzzlePage, TypesetText,
};
pub(in crate::book) use volume::{ChapterKind, VolumeChapter, VolumeDates, volume_number};
pub use volume::{PrintedNumbers, Volume, VolumeTitles};
