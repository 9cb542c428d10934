//! Where the screen edition leads: from each puzzle to its answer and back, and its outline. Not how
//! a file says so.

use super::Volume;
use super::arrange::caption_height;
use crate::book::draw::Type;
use crate::book::page::Point;
use crate::book::plan::Part;

/// Around what is pressed, so much more, in points: a finger is not a pin.
const AROUND: f64 = 3.0;

/// A place in the volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct Place {
    /// The index of its page.
    pub page: usize,
    /// How far below the page's top edge.
    pub top: f64,
}

/// A part of a page that leads to another place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct Link {
    /// The top left corner.
    pub corner: Point,
    /// Width and height.
    pub size: Point,
    /// Where it leads.
    pub to: Place,
}

/// A line of the outline.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct Entry {
    pub title: String,
    pub to: Place,
    pub children: Vec<Entry>,
}

impl Volume {
    /// The links of the page with this index: the caption of each puzzle and of each answer.
    pub(in crate::book) fn links(&self, index: usize) -> Vec<Link> {
        let strip = |(x, y): Point, width: f64, height: f64, to: Place| Link {
            corner: (x - AROUND, y - AROUND),
            size: (width + 2.0 * AROUND, height + 2.0 * AROUND),
            to,
        };
        match &self.plan.parts[index] {
            Part::Puzzles { puzzles, .. } => {
                let (width, height) = (self.puzzle_page.grid.outer(), self.puzzle_caption());
                let link = |n| {
                    let answer = self.answer_place(n)?;
                    Some(strip(self.puzzle_corner(n), width, height, answer))
                };
                puzzles.clone().filter_map(link).collect()
            }
            Part::Answers { puzzles } => {
                let (width, height) = (self.answer_grid().outer(), self.answer_caption());
                let link = |n| {
                    let corner = self.answer_corner(n)?;
                    Some(strip(corner, width, height, self.puzzle_place(n)))
                };
                puzzles.clone().filter_map(link).collect()
            }
            _ => Vec::new(),
        }
    }

    /// What the outline of the volume says: its parts, its levels, their puzzles by tens.
    pub(in crate::book) fn outline(&self) -> Vec<Entry> {
        let place = |page| Place { page, top: 0.0 };
        let title = Entry {
            title: self.full_title(),
            to: place(0),
            children: Vec::new(),
        };
        let parts = self.entries().into_iter().map(|part| Entry {
            title: part.title,
            to: place(part.page),
            children: match &self.plan.parts[part.page] {
                Part::Opener { section } | Part::Puzzles { section, .. } => {
                    let span = &self.sections[*section];
                    self.tens(span.start, span.start + span.len)
                }
                _ => Vec::new(),
            },
        });
        [title].into_iter().chain(parts).collect()
    }

    /// The puzzles of a section by the tens of their numbers.
    fn tens(&self, start: usize, end: usize) -> Vec<Entry> {
        let first = (start..end).filter(|&n| n == start || self.number(n) % 10 == 1);
        let first: Vec<usize> = first.collect();
        let ends = first.iter().skip(1).copied().chain([end]);
        let groups = first.iter().zip(ends);
        groups
            .map(|(&from, until)| {
                let (low, high) = self.numbers(from..until);
                Entry {
                    title: self.language.puzzles(low, high),
                    to: self.puzzle_place(from),
                    children: Vec::new(),
                }
            })
            .collect()
    }

    fn puzzle_caption(&self) -> f64 {
        caption_height(&self.design)
    }

    fn answer_caption(&self) -> f64 {
        Type::new(self.figures().strong, self.design.answers.number).cap()
    }

    fn puzzle_place(&self, puzzle: usize) -> Place {
        let (_, top) = self.puzzle_corner(puzzle);
        let page = self.plan.index_of(self.plan.puzzle_page(puzzle));
        Place { page, top }
    }

    fn answer_place(&self, puzzle: usize) -> Option<Place> {
        let (_, top) = self.answer_corner(puzzle)?;
        let page = self.plan.index_of(self.plan.answer_page(puzzle)?);
        Some(Place { page, top })
    }

    /// The top left corner of a puzzle's caption on its page.
    fn puzzle_corner(&self, puzzle: usize) -> Point {
        let index = self.plan.index_of(self.plan.puzzle_page(puzzle));
        let first = match &self.plan.parts[index] {
            Part::Puzzles { puzzles, .. } => puzzles.start,
            _ => puzzle,
        };
        let (x, y) = self.puzzle_page.corner(puzzle - first);
        let above = self.design.puzzle.caption_gap + self.puzzle_caption();
        (self.live_left(index) + x, self.sheet.top + y - above)
    }

    /// The top left corner of an answer's caption on its page, if answers have pages.
    fn answer_corner(&self, puzzle: usize) -> Option<Point> {
        let page = self.answer_page.as_ref()?;
        let index = self.plan.index_of(self.plan.answer_page(puzzle)?);
        let (x, y) = page.corner(puzzle % page.len());
        let above = self.design.answers.caption_gap + self.answer_caption();
        Some((self.live_left(index) + x, self.sheet.top + y - above))
    }
}
