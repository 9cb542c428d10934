//! The content of a volume page by page. `parts` assigns the pages and draws them; this module
//! counts them.

use crate::model::part::PartName;
use std::ops::Range;

/// One page and its content. Puzzles are counted from 0 within the volume. A book may have millions
/// of pages in hundreds of volumes, so a slot takes only 20 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PageSlot {
    pub part: PartName,
    subject: u32,
    nth: u32,
    puzzles: (u32, u32),
}

impl PageSlot {
    /// Creates a page without puzzles. `nth` is its index among the pages of the part; 0 where
    /// pages differ by their puzzles alone.
    pub const fn new(part: PartName, nth: usize) -> Self {
        Self { part, subject: 0, nth: nth as u32, puzzles: (0, 0) }
    }

    /// Sets the index of the chapter, or of the text of the user.
    pub const fn with_subject(self, subject: usize) -> Self {
        Self { subject: subject as u32, ..self }
    }

    /// Sets the puzzles.
    pub const fn with_puzzles(self, puzzles: Range<usize>) -> Self {
        Self { puzzles: (puzzles.start as u32, puzzles.end as u32), ..self }
    }

    /// Returns the index of the chapter of the puzzles, or of the text of the user.
    pub const fn subject(&self) -> usize {
        self.subject as usize
    }

    /// Returns the index among the pages of the part, where pages differ by it.
    pub const fn nth(&self) -> usize {
        self.nth as usize
    }

    /// Returns the puzzles.
    pub const fn puzzles(&self) -> Range<usize> {
        self.puzzles.0 as usize..self.puzzles.1 as usize
    }
}

/// The content of a volume, page by page.
#[derive(Clone, Debug, PartialEq)]
pub struct Pagination {
    pub pages: Vec<PageSlot>,
    /// Number of pages before page 1.
    pub front: usize,
    puzzle_pages: PageNumbers,
    answer_pages: PageNumbers,
}

/// The pages of a part, in order: for each the number of the first puzzle after the page, and the
/// page number. The page number is 0 for puzzles that are not in this file. Empty if the volume
/// lacks the part.
type PageNumbers = Vec<(u32, u32)>;

impl Pagination {
    /// Numbers these pages. The first `front` pages come before page 1.
    pub fn new(mut pages: Vec<PageSlot>, front: usize) -> Self {
        pages.shrink_to_fit();
        let puzzle_pages = page_numbers(&pages, front, PartName::Puzzles);
        let answer_pages = page_numbers(&pages, front, PartName::Answers);
        Self { front, puzzle_pages, answer_pages, pages }
    }

    /// Takes the page numbers of puzzles from the pagination of another file.
    pub fn with_puzzle_pages_of(self, puzzles: &Self) -> Self {
        Self { puzzle_pages: puzzles.puzzle_pages.clone(), ..self }
    }

    /// Returns the folio of the page with this index: roman before page 1.
    pub fn folio(&self, index: usize) -> String {
        if index < self.front { roman(index + 1) } else { (index - self.front + 1).to_string() }
    }

    /// Returns the page number of a puzzle; `None` if the volume has no puzzles.
    pub fn puzzle_page(&self, puzzle: usize) -> Option<usize> {
        page_of(&self.puzzle_pages, puzzle)
    }

    /// Returns the number of the page with the answer of a puzzle; `None` if there is none.
    pub fn answer_page(&self, puzzle: usize) -> Option<usize> {
        page_of(&self.answer_pages, puzzle).filter(|page| *page > 0)
    }
}

/// Returns the pages of a part. The first `front` pages come before page 1.
fn page_numbers(pages: &[PageSlot], front: usize, part: PartName) -> PageNumbers {
    let mut numbers = PageNumbers::new();
    let mut until = 0;
    for (index, slot) in pages.iter().enumerate().filter(|(_, slot)| slot.part == part) {
        let (first, end) = slot.puzzles;
        // Puzzles before the page may be in another file.
        if first > until {
            numbers.push((first, 0));
            until = first;
        }
        if end > until {
            numbers.push((end, (index + 1 - front) as u32));
            until = end;
        }
    }
    numbers.shrink_to_fit();
    numbers
}

/// Returns the page number of a puzzle.
fn page_of(numbers: &PageNumbers, puzzle: usize) -> Option<usize> {
    let page = numbers.partition_point(|(end, _)| *end as usize <= puzzle);
    numbers.get(page).map(|(_, number)| *number as usize)
}

/// Formats a page number below 400 in lower-case roman figures: `iv`.
fn roman(number: usize) -> String {
    const TENS: [&str; 10] = ["", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    "c".repeat(number / 100) + TENS[number / 10 % 10] + ONES[number % 10]
}
