//! The content of a volume page by page, by counting only: `parts` assigns it and draws it.

use std::ops::Range;

/// A page: of which part it is, and what it shows. Puzzles are counted from 0 within the volume.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Leaf {
    /// The name of the part in its table.
    pub part: &'static str,
    /// The section of the puzzles, or the text of the user.
    pub of: usize,
    /// The place of the page among those of the part, from 0.
    pub nth: usize,
    pub puzzles: Range<usize>,
}

impl Leaf {
    /// A page of a part without puzzles.
    pub const fn new(part: &'static str, nth: usize) -> Self {
        Self { part, of: 0, nth, puzzles: 0..0 }
    }
}

/// The content of a volume, page by page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Pagination {
    pub pages: Vec<Leaf>,
    /// Number of pages before page 1.
    pub front: usize,
    /// The page number of each puzzle; empty if the volume has none.
    puzzle_pages: Vec<usize>,
    /// The page number of each answer; empty if the volume has none.
    answer_pages: Vec<usize>,
}

impl Pagination {
    /// Numbers these pages; the first `front` of them come before page 1.
    pub fn new(pages: Vec<Leaf>, front: usize) -> Self {
        let numbers = |part: &str| {
            let mut numbers = Vec::new();
            for (index, leaf) in pages.iter().enumerate().filter(|(_, leaf)| leaf.part == part) {
                // What is before may be on other pages.
                numbers.resize(leaf.puzzles.start.max(numbers.len()), 0);
                numbers.resize(leaf.puzzles.end, index + 1 - front);
            }
            numbers
        };
        Self { front, puzzle_pages: numbers("puzzles"), answer_pages: numbers("answers"), pages }
    }

    /// The same pages, which refer to the puzzles of another file.
    pub fn about(self, puzzles: &Self) -> Self {
        Self { puzzle_pages: puzzles.puzzle_pages.clone(), ..self }
    }

    /// The folio of the page with this index.
    pub fn folio(&self, index: usize) -> String {
        if index < self.front { roman(index + 1) } else { (index - self.front + 1).to_string() }
    }

    /// The page number of a puzzle; `None` without puzzles.
    pub fn puzzle_page(&self, puzzle: usize) -> Option<usize> {
        self.puzzle_pages.get(puzzle).copied()
    }

    /// The number of the page of answers with that of a puzzle; `None` if there is none.
    pub fn answer_page(&self, puzzle: usize) -> Option<usize> {
        self.answer_pages.get(puzzle).copied().filter(|page| *page > 0)
    }

    /// The index of the page of a part, `puzzles` or `answers`, with this puzzle, and the puzzle's place on it.
    pub fn place(&self, part: &str, puzzle: usize) -> Option<(usize, usize)> {
        let numbers = if part == "puzzles" { &self.puzzle_pages } else { &self.answer_pages };
        let index = (self.front + numbers.get(puzzle)?).checked_sub(1)?;
        // Answers in a file of their own have their puzzles in another one.
        let own = |leaf: &&Leaf| leaf.part == part && leaf.puzzles.contains(&puzzle);
        let leaf = self.pages.get(index).filter(own)?;
        Some((index, puzzle - leaf.puzzles.start))
    }
}

/// A page number of the front matter: `iv`.
fn roman(number: usize) -> String {
    const TENS: [&str; 10] = ["", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    "c".repeat(number / 100) + TENS[number / 10 % 10] + ONES[number % 10]
}
