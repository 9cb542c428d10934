//! The content of a volume page by page, by counting only: `parts` assigns it and draws it.

use std::ops::Range;

/// A page: of which part it is, and what it shows. Puzzles are counted from 0 within the volume. A book may have millions
/// of pages, in hundreds of volumes: one takes 32 bytes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct PageSlot {
    /// The name of the part in its table.
    pub part: &'static str,
    subject: u32,
    nth: u32,
    puzzles: (u32, u32),
}

impl PageSlot {
    /// A page of a part without puzzles, at this place among those of the part, from 0; where pages differ by their
    /// puzzles alone that does not matter.
    pub const fn new(part: &'static str, nth: usize) -> Self {
        Self { part, subject: 0, nth: nth as u32, puzzles: (0, 0) }
    }

    /// The page with this section, or with this text of the user.
    pub const fn with_subject(self, subject: usize) -> Self {
        Self { subject: subject as u32, ..self }
    }

    /// The page with these puzzles.
    pub const fn with_puzzles(self, puzzles: Range<usize>) -> Self {
        Self { puzzles: (puzzles.start as u32, puzzles.end as u32), ..self }
    }

    /// The section of the puzzles, or the text of the user.
    pub const fn subject(&self) -> usize {
        self.subject as usize
    }

    /// The place of the page among those of the part, from 0, where pages differ by it.
    pub const fn nth(&self) -> usize {
        self.nth as usize
    }

    /// The puzzles.
    pub const fn puzzles(&self) -> Range<usize> {
        self.puzzles.0 as usize..self.puzzles.1 as usize
    }
}

/// The content of a volume, page by page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Pagination {
    pub pages: Vec<PageSlot>,
    /// Number of pages before page 1.
    pub front: usize,
    puzzle_pages: PageNumbers,
    answer_pages: PageNumbers,
}

/// The pages of a part: for each the number of the puzzle behind its last one, and its page number; 0 for puzzles that are
/// not in this volume's file. Empty if the volume does not have the part.
type PageNumbers = Vec<(u32, u32)>;

impl Pagination {
    /// Numbers these pages; the first `front` of them come before page 1.
    pub fn new(mut pages: Vec<PageSlot>, front: usize) -> Self {
        pages.shrink_to_fit();
        let numbers = |part: &str| {
            let mut numbers = PageNumbers::new();
            for (index, slot) in pages.iter().enumerate().filter(|(_, slot)| slot.part == part) {
                let (first, end) = slot.puzzles;
                let until = numbers.last().map_or(0, |last| last.0);
                // What is before may be on other pages.
                if first > until {
                    numbers.push((first, 0));
                }
                if end > until {
                    numbers.push((end, (index + 1 - front) as u32));
                }
            }
            numbers.shrink_to_fit();
            numbers
        };
        Self { front, puzzle_pages: numbers("puzzles"), answer_pages: numbers("answers"), pages }
    }

    /// The same pages, which refer to the puzzles of another file.
    pub fn with_puzzle_pages_of(self, puzzles: &Self) -> Self {
        Self { puzzle_pages: puzzles.puzzle_pages.clone(), ..self }
    }

    /// The folio of the page with this index.
    pub fn folio(&self, index: usize) -> String {
        if index < self.front { roman(index + 1) } else { (index - self.front + 1).to_string() }
    }

    /// The page number of a puzzle; `None` without puzzles.
    pub fn puzzle_page(&self, puzzle: usize) -> Option<usize> {
        page_of(&self.puzzle_pages, puzzle)
    }

    /// The number of the page of answers with that of a puzzle; `None` if there is none.
    pub fn answer_page(&self, puzzle: usize) -> Option<usize> {
        page_of(&self.answer_pages, puzzle).filter(|page| *page > 0)
    }

    /// The index of the page of a part, `puzzles` or `answers`, with this puzzle, and the puzzle's place on it.
    pub fn locate(&self, part: &str, puzzle: usize) -> Option<(usize, usize)> {
        let numbers = if part == "puzzles" { &self.puzzle_pages } else { &self.answer_pages };
        let index = (self.front + page_of(numbers, puzzle)?).checked_sub(1)?;
        // Answers in a file of their own have their puzzles in another one.
        let own = |slot: &&PageSlot| slot.part == part && slot.puzzles().contains(&puzzle);
        let slot = self.pages.get(index).filter(own)?;
        Some((index, puzzle - slot.puzzles().start))
    }
}

/// The page number of a puzzle.
fn page_of(numbers: &PageNumbers, puzzle: usize) -> Option<usize> {
    let page = numbers.partition_point(|(end, _)| *end as usize <= puzzle);
    numbers.get(page).map(|(_, number)| *number as usize)
}

/// A page number of the front matter: `iv`.
fn roman(number: usize) -> String {
    const TENS: [&str; 10] = ["", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    "c".repeat(number / 100) + TENS[number / 10 % 10] + ONES[number % 10]
}
