//! Assigns the parts of a volume to pages, by counting only. `layout` places them on the page.
//!
//! ```text
//! i half title  (ii)  iii title  iv copyright  v contents  vi how to play  vii levels  (viii)
//! 1 opener  2.. puzzles  (blank)  opener  puzzles ...  (blank)
//! answers ...  about  (blank, if the count is odd)
//! ```
//! Pages before the puzzles have roman numbers. Titles, contents, openers and the first page of answers
//! are right-hand pages. There is therefore at most one blank page in a row, or two at the end if a
//! printer wants the last page blank. An unbound book has no right-hand pages and no blank pages.

use crate::book::design::PartName;
use std::ops::Range;

/// The content of a page. Puzzles are counted from 0 within the volume.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) enum PageKind {
    HalfTitle,
    Title,
    Copyright,
    Contents,
    /// The rules; their second page has the example, or its steps.
    HowToPlay {
        second: bool,
    },
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
    Progress {
        puzzles: Range<usize>,
    },
    Notes,
    /// A page that explains a technique: the lesson with this index.
    Technique {
        lesson: usize,
    },
    Hints {
        puzzles: Range<usize>,
    },
    Times {
        puzzles: Range<usize>,
    },
    Practice {
        dots: bool,
    },
    AlsoBy,
    /// A page of a text of the user.
    Text {
        text: usize,
        page: usize,
    },
}

/// The content of a volume, page by page.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Pagination {
    pub pages: Vec<PageKind>,
    /// Number of pages before page 1.
    front: usize,
    /// The page number of each puzzle.
    puzzle_pages: Vec<usize>,
    /// The page number of each answer; empty if the volume has none.
    answer_pages: Vec<usize>,
}

/// The requirements of the binding for the order of pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::book) struct Binding {
    /// Whether pages are printed on both sides of leaves: openers and answers then begin on right-hand
    /// pages.
    pub leaves: bool,
    /// Whether the number of pages must be even.
    pub even: bool,
    /// Whether the last page must be blank.
    pub last_blank: bool,
}

impl Binding {
    /// The default for books without a printer's requirements.
    pub const USUAL: Self = Self { leaves: true, even: true, last_blank: false };
    /// Unbound single sheets.
    pub const NONE: Self = Self { leaves: false, even: false, last_blank: false };

    /// Adds a blank page if needed, so that the next page is a right-hand page.
    fn to_recto(self, pages: &mut Vec<PageKind>) {
        if self.leaves && !pages.len().is_multiple_of(2) {
            pages.push(PageKind::Blank);
        }
    }

    /// Adds blank pages at the end as required.
    fn close(self, pages: &mut Vec<PageKind>) {
        if self.even && !pages.len().is_multiple_of(2) {
            pages.push(PageKind::Blank);
        }
        if self.last_blank && pages.last() != Some(&PageKind::Blank) {
            pages.push(PageKind::Blank);
            if self.even {
                pages.push(PageKind::Blank);
            }
        }
    }
}

/// The input of a pagination.
pub(in crate::book) struct VolumeParts<'a> {
    /// The parts in order; a text of the user by its index and number of pages.
    pub parts: &'a [ListedPart],
    /// Number of pages of the rules.
    pub rules_pages: usize,
    /// Whether each section begins with an opener.
    pub openers: bool,
    /// Number of puzzles in each section.
    pub sections: &'a [usize],
    pub puzzles_a_page: usize,
    pub answers_a_page: usize,
    /// Whether the answers of each section begin a page.
    pub answers_by_section: bool,
    pub progress_a_page: usize,
    pub hints_a_page: usize,
    pub times_a_page: usize,
    /// Number of techniques that are explained.
    pub techniques: usize,
    /// Pages for notes are added at the end until the volume has so many pages.
    pub at_least: usize,
    pub binding: Binding,
}

/// A part of the volume.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) enum ListedPart {
    Builtin(PartName),
    /// A text of the user: its index and its number of pages.
    Text(usize, usize),
}

impl Pagination {
    /// Computes the pagination of a volume.
    pub fn new(outline: &VolumeParts) -> Self {
        let mut plan = Self {
            pages: Vec::new(),
            front: 0,
            puzzle_pages: Vec::new(),
            answer_pages: Vec::new(),
        };
        let count = [outline.sections.iter().sum()];
        let pages = &mut plan.pages;
        // Page 1 is the first with puzzles, or, in a book without them, with what is about them.
        let is = |part: &ListedPart, name: &dyn Fn(&PartName) -> bool| match part {
            ListedPart::Builtin(part) => name(part),
            ListedPart::Text(..) => false,
        };
        let first =
            |name: &dyn Fn(&PartName) -> bool| outline.parts.iter().position(|part| is(part, name));
        let first = first(&|part| *part == PartName::Puzzles).or(first(&PartName::is_body));
        for (place, part) in outline.parts.iter().enumerate() {
            let name = match part {
                ListedPart::Text(text, len) => {
                    let text = *text;
                    pages.extend((0..*len).map(|page| PageKind::Text { text, page }));
                    continue;
                }
                ListedPart::Builtin(name) => name,
            };
            use PartName as P;
            if matches!(
                name,
                P::HalfTitle
                    | P::Title
                    | P::Contents
                    | P::Puzzles
                    | P::Answers
                    | P::Techniques
                    | P::Hints
            ) || Some(place) == first
            {
                outline.binding.to_recto(pages);
            }
            if Some(place) == first {
                plan.front = pages.len();
            }
            match name {
                P::HalfTitle => pages.push(PageKind::HalfTitle),
                P::Title => pages.push(PageKind::Title),
                P::Copyright => pages.push(PageKind::Copyright),
                P::Contents => pages.push(PageKind::Contents),
                P::HowToPlay => {
                    let second = (0..outline.rules_pages).map(|page| page > 0);
                    pages.extend(second.map(|second| PageKind::HowToPlay { second }));
                }
                P::Levels => pages.push(PageKind::Levels),
                P::Notes => pages.push(PageKind::Notes),
                P::Progress => {
                    let ranges = in_pages(&count, outline.progress_a_page);
                    pages.extend(ranges.map(|puzzles| PageKind::Progress { puzzles }));
                }
                P::Answers => {
                    plan.answer_pages = answers(pages, plan.front, outline);
                }
                P::Puzzles => plan.puzzle_pages = puzzles(pages, outline),
                P::Techniques => {
                    pages.extend(
                        (0..outline.techniques).map(|lesson| PageKind::Technique { lesson }),
                    );
                }
                P::Hints => {
                    let ranges = in_pages(&count, outline.hints_a_page);
                    pages.extend(ranges.map(|puzzles| PageKind::Hints { puzzles }));
                }
                P::Times => {
                    let ranges = in_pages(&count, outline.times_a_page);
                    pages.extend(ranges.map(|puzzles| PageKind::Times { puzzles }));
                }
                P::Practice => pages.push(PageKind::Practice { dots: false }),
                P::PracticeDots => pages.push(PageKind::Practice { dots: true }),
                P::AlsoBy => pages.push(PageKind::AlsoBy),
                // These parts have pages only if the user has supplied a text.
                P::About | P::Own(_) => {}
            }
        }
        pages.extend((pages.len()..outline.at_least).map(|_| PageKind::Notes));
        outline.binding.close(pages);
        plan
    }

    /// The folio of the page with this index.
    pub fn folio(&self, index: usize) -> String {
        if index < self.front { roman(index + 1) } else { (index - self.front + 1).to_string() }
    }

    /// Number of pages before page 1.
    pub fn front(&self) -> usize {
        self.front
    }

    /// The index of the page with this number.
    pub fn index_of(&self, number: usize) -> usize {
        self.front + number - 1
    }

    /// The page number of a puzzle; `None` without puzzles.
    pub fn puzzle_page(&self, puzzle: usize) -> Option<usize> {
        self.puzzle_pages.get(puzzle).copied()
    }

    /// Whether there are pages with puzzles.
    pub fn has_puzzles(&self) -> bool {
        !self.puzzle_pages.is_empty()
    }

    /// The page number of a puzzle's answer; `None` without answer pages.
    pub fn answer_page(&self, puzzle: usize) -> Option<usize> {
        self.answer_pages.get(puzzle).copied()
    }

    /// The pagination of a file with the answers alone. They refer to the pages of the volume.
    pub fn of_answers(&self, outline: &VolumeParts) -> Self {
        let mut pages = Vec::new();
        let answer_pages = answers(&mut pages, 0, outline);
        Self { pages, front: 0, puzzle_pages: self.puzzle_pages.clone(), answer_pages }
    }
}

/// The ranges of puzzles on pages of this size; each group begins a page.
fn in_pages(groups: &[usize], size: usize) -> impl Iterator<Item = Range<usize>> {
    let starts = groups.iter().scan(0, |next, &len| {
        let start = *next;
        *next += len;
        Some(start..*next)
    });
    starts.flat_map(move |group| {
        let first = group.clone().step_by(size);
        first.map(move |first| first..group.end.min(first + size))
    })
}

/// Adds the pages of answers; returns the page number of each answer.
fn answers(pages: &mut Vec<PageKind>, front: usize, outline: &VolumeParts) -> Vec<usize> {
    let count = [outline.sections.iter().sum()];
    let groups = if outline.answers_by_section { outline.sections } else { &count };
    let mut numbers = Vec::new();
    for puzzles in in_pages(groups, outline.answers_a_page) {
        numbers.resize(puzzles.end, pages.len() - front + 1);
        pages.push(PageKind::Answers { puzzles });
    }
    numbers
}

/// Adds the pages of all sections; returns the page number of each puzzle.
fn puzzles(pages: &mut Vec<PageKind>, outline: &VolumeParts) -> Vec<usize> {
    let front = pages.len();
    let mut numbers = Vec::new();
    let mut next = 0;
    for (section, &len) in outline.sections.iter().enumerate() {
        if outline.openers {
            outline.binding.to_recto(pages);
            pages.push(PageKind::Opener { section });
        }
        let end = next + len;
        while next < end {
            let puzzles = next..end.min(next + outline.puzzles_a_page);
            next = puzzles.end;
            numbers.resize(next, pages.len() - front + 1);
            pages.push(PageKind::Puzzles { section, puzzles });
        }
    }
    numbers
}

/// A page number of the front matter: `iv`.
fn roman(number: usize) -> String {
    const TENS: [&str; 10] = ["", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc"];
    const ONES: [&str; 10] = ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"];
    "c".repeat(number / 100) + TENS[number / 10 % 10] + ONES[number % 10]
}
