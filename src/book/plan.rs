//! Which part of a volume stands on which page, by counting alone. Not where on the page.
//!
//! ```text
//! i title   ii imprint   iii how to play   iv levels   | 1 opener  2.. puzzles  (blank)
//!                                                      | opener  puzzles ...  (blank)
//!                                                      | answers ...  (blank, if the count is odd)
//! ```
//! Openers and the first page of answers are right-hand pages, so there is never more than one
//! blank page in a row.

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

impl Plan {
    /// Plans a volume with sections of these sizes.
    pub fn new(
        parts: &Parts,
        sections: &[usize],
        puzzles_a_page: usize,
        answers_a_page: usize,
    ) -> Self {
        let mut pages = vec![Part::Title, Part::Imprint];
        if parts.how_to_play {
            pages.push(Part::HowToPlay);
        }
        if parts.levels {
            pages.push(Part::Levels);
        }
        to_recto(&mut pages);
        let front = pages.len();

        let mut puzzle_pages = Vec::new();
        let mut next = 0;
        for (section, &len) in sections.iter().enumerate() {
            if parts.openers {
                to_recto(&mut pages);
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

        to_recto(&mut pages);
        let answers_page = pages.len() - front + 1;
        for first in (0..next).step_by(answers_a_page) {
            let puzzles = first..next.min(first + answers_a_page);
            pages.push(Part::Answers { puzzles });
        }
        to_recto(&mut pages);
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

    /// The page number of a puzzle.
    pub fn puzzle_page(&self, puzzle: usize) -> usize {
        self.puzzle_pages[puzzle]
    }

    /// The page number of its answer.
    pub fn answer_page(&self, puzzle: usize) -> usize {
        self.answers_page + puzzle / self.answers_a_page
    }
}

/// Makes the next page a right-hand one.
fn to_recto(pages: &mut Vec<Part>) {
    if !pages.len().is_multiple_of(2) {
        pages.push(Part::Blank);
    }
}
