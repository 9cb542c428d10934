//! A book before it has pages: design, settings, puzzles in print order, volumes.
//!
//! Start reading in `volume`. `options` is the input of a book, `design` its look, and `setup` the
//! measured arrangement that all pages share.

pub(crate) mod child_hints;
pub(crate) mod design;
pub(crate) mod email;
pub(crate) mod error;
pub(crate) mod insight;
pub(crate) mod isbn;
pub(crate) mod lesson_examples;
pub(crate) mod look;
pub(crate) mod options;
pub(crate) mod part;
pub(crate) mod puzzle_hint;
pub(crate) mod puzzle_swap;
pub(crate) mod rules_example;
pub(crate) mod sequence;
pub(crate) mod setup;
pub(crate) mod showcase;
pub(crate) mod symbols;
pub(crate) mod turn_order;
pub(crate) mod volume;
pub(crate) mod walkthrough;

pub(crate) use child_hints::{ChildHouseKind, SoughtDigit, easy_cell};
pub use design::Template;
pub(crate) use design::{
    AnswerPlace, BookDesign, PageHead, PuzzleGrouping, PuzzleLabel, RunningTextPlace,
};
pub use email::EmailAddress;
pub use error::LayoutError;
pub(crate) use error::shortened;
pub(crate) use insight::Lesson;
pub use insight::{Insight, MinuteRange, TechniqueUse};
pub use isbn::Isbn;
pub use look::CoverDesign;
pub(crate) use options::date_of;
pub use options::{
    Answers, BookOptions, CopyrightPage, Openers, PlacedTitle, PuzzleCodePlace, PuzzleOrder,
    PuzzlesPerPage, Section, date, text,
};
pub(crate) use part::PartName;
pub(crate) use puzzle_hint::{HintTexts, NextStep, PuzzleHint};
pub use puzzle_swap::PuzzleSwap;
pub use rules_example::{RulesExample, RulesExamples};
pub(crate) use sequence::{PuzzleSequence, numbered};
pub use setup::PageSetup;
pub(crate) use setup::{
    AnswerPages, GridLayout, GridRoom, HintTable, ListWords, LiveArea, OVERHANG, PuzzleKinds,
    PuzzleList, PuzzlePages, TypesetText,
};
pub use symbols::PuzzleSymbols;
pub use turn_order::TurnOrder;
pub(crate) use volume::{BEFORE_DATE, ChapterKind, VolumeChapter, VolumeDates, volume_number};
pub use volume::{PlacedPuzzle, PrintedNumbers, PrintedPuzzle, Volume, VolumePlace, VolumeTitles};
