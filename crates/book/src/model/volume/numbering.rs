//! The printed numbers of puzzles and of volumes.

use crate::model::BookOptions;
use crate::model::volume::VolumeChapter;
use std::ops::Range;

/// The printed numbers of a volume and of its puzzles.
#[derive(Clone, Debug)]
pub struct PrintedNumbers {
    /// The number of the volume: in its series, or from 1.
    pub volume: usize,
    /// The number of the volume, if it is printed: in a series, or if there are several volumes.
    pub printed_volume: Option<usize>,
    /// The number of the first puzzle.
    pub first: usize,
    /// The number of the last puzzle.
    pub last: usize,
    /// The number of the first puzzle of the first volume, and the number of puzzles in earlier
    /// volumes.
    origin: (usize, usize),
    /// The puzzles of each sheet of a class.
    sheets: Vec<Range<usize>>,
}

/// Returns the number of the volume at this position, from 1.
pub fn volume_number(options: &BookOptions, place: usize) -> usize {
    match options.volume_number {
        Some(first) => usize::from(first.get()) + place - 1,
        None => place,
    }
}

impl PrintedNumbers {
    /// Numbers a volume at this position among all volumes, with these puzzles of the book.
    pub(crate) fn new(
        options: &BookOptions,
        place: (usize, usize),
        range: &Range<usize>,
        sections: &[VolumeChapter],
    ) -> Self {
        let volume = volume_number(options, place.0);
        let is_printed = place.1 > 1 || options.volume_number.is_some();
        let first = options.first();
        let sheets = sections.iter().filter(|chapter| chapter.kind.is_sheet());
        let mut numbering = Self {
            volume,
            printed_volume: if is_printed { Some(volume) } else { None },
            first: 0,
            last: 0,
            origin: (first, range.start),
            sheets: sheets.map(|chapter| chapter.puzzles.clone()).collect(),
        };
        (numbering.first, numbering.last) = numbering.numbers(0..range.len());
        numbering
    }

    /// Returns the printed number of a puzzle. Each sheet of a class repeats the numbers of the
    /// first one.
    pub(crate) fn number(&self, puzzle: usize) -> usize {
        let (first, before) = self.origin;
        match self.sheets.iter().find(|puzzles| puzzles.contains(&puzzle)) {
            Some(sheet) => first + puzzle - sheet.start,
            None => first + before + puzzle,
        }
    }

    /// Returns the printed numbers of the first and the last puzzle of a range.
    pub(crate) fn numbers(&self, puzzles: Range<usize>) -> (usize, usize) {
        (self.number(puzzles.start), self.number(puzzles.end - 1))
    }
}
