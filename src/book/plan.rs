//! Which part of a volume stands on which page, by counting alone. Not where on the page.
//!
//! ```text
//! i title   ii imprint   iii how to play   iv levels   | 1 opener  2.. puzzles  (blank)
//!                                                      | opener  puzzles ...  (blank)
//!                                                      | answers ...  (blank, if the count is odd)
//! ```
//! Openers and the first page of answers are right-hand pages, so there is never more than one
//! blank page in a row, or two at the end where a printer wants the last page blank. A book that is
//! not bound has no right-hand pages, and no blank ones.

use super::template::Parts;
use super::text;
use std::ops::Range;

/// What stands on a page. Puzzles are counted from 0 within the volume.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Part {
    Title,
    Imprint,
    HowToPlay,
    Levels,
    Blank,
    Opener {
        section: usize,
    },
    Puzzles {
        section: usize,
        puzzles: Range<usize>,
    },
    Answers {
        puzzles: Range<usize>,
    },
}

/// The parts of a volume, page by page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Plan {
    pub parts: Vec<Part>,
    /// How many pages come before page 1.
    front: usize,
    /// The page number of each puzzle.
    puzzle_pages: Vec<usize>,
    /// The page number of the first page of answers.
    answers_page: usize,
    answers_a_page: usize,
}

/// What the binding asks of the order of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    /// Pages have backs: openers and answers begin on right-hand pages.
    pub leaves: bool,
    /// The number of pages is even.
    pub even: bool,
    /// The last page is blank.
    pub last_blank: bool,
}

impl Binding {
    /// What suits every printer that has not said otherwise.
    pub const USUAL: Self = Self {
        leaves: true,
        even: true,
        last_blank: false,
    };

    /// Makes the next page a right-hand one.
    fn to_recto(self, pages: &mut Vec<Part>) {
        if self.leaves && !pages.len().is_multiple_of(2) {
            pages.push(Part::Blank);
        }
    }

    /// Fills the last leaf.
    fn close(self, pages: &mut Vec<Part>) {
        if self.even && !pages.len().is_multiple_of(2) {
            pages.push(Part::Blank);
        }
        if self.last_blank && pages.last() != Some(&Part::Blank) {
            pages.push(Part::Blank);
            if self.even {
                pages.push(Part::Blank);
            }
        }
    }
}

impl Plan {
    /// Plans a volume with sections of these sizes.
    pub fn new(
        parts: &Parts,
        sections: &[usize],
        puzzles_a_page: usize,
        answers_a_page: usize,
        binding: Binding,
    ) -> Self {
        let mut pages = vec![Part::Title, Part::Imprint];
        if parts.how_to_play {
            pages.push(Part::HowToPlay);
        }
        if parts.levels {
            pages.push(Part::Levels);
        }
        binding.to_recto(&mut pages);
        let front = pages.len();

        let mut puzzle_pages = Vec::new();
        let mut next = 0;
        for (section, &len) in sections.iter().enumerate() {
            if parts.openers {
                binding.to_recto(&mut pages);
                pages.push(Part::Opener { section });
            }
            let end = next + len;
            while next < end {
                let puzzles = next..end.min(next + puzzles_a_page);
                next = puzzles.end;
                puzzle_pages.resize(next, pages.len() - front + 1);
                pages.push(Part::Puzzles { section, puzzles });
            }
        }

        binding.to_recto(&mut pages);
        let answers_page = pages.len() - front + 1;
        for first in (0..next).step_by(answers_a_page) {
            let puzzles = first..next.min(first + answers_a_page);
            pages.push(Part::Answers { puzzles });
        }
        binding.close(&mut pages);
        Self {
            parts: pages,
            front,
            puzzle_pages,
            answers_page,
            answers_a_page,
        }
    }

    /// What the reader calls the page with this index.
    pub fn folio(&self, index: usize) -> String {
        if index < self.front {
            text::roman(index + 1)
        } else {
            (index - self.front + 1).to_string()
        }
    }

    /// How many pages come before page 1.
    pub fn front(&self) -> usize {
        self.front
    }

    /// The index of the page with this number.
    pub fn index_of(&self, number: usize) -> usize {
        self.front + number - 1
    }

    /// The page number of a puzzle.
    pub fn puzzle_page(&self, puzzle: usize) -> usize {
        self.puzzle_pages[puzzle]
    }

    /// The page number of its answer.
    pub fn answer_page(&self, puzzle: usize) -> usize {
        self.answers_page + puzzle / self.answers_a_page
    }
}
