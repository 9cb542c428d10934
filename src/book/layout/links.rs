//! The links of the screen edition, from each puzzle to its answer and back, and its outline. `pdf`
//! encodes them.

use crate::book::arrange::caption_height;
use crate::book::draw::TextStyle;
use crate::book::layout::contents::entries;
use crate::book::page::Point;
use crate::book::pagination::PageKind;
use crate::book::volume::Volume;
/// Amount by which the area of a link is enlarged on each side, in points, so that it is easy to tap.
const AROUND: f64 = 3.0;

/// A place in the volume.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct Destination {
    /// The index of its page.
    pub page: usize,
    /// Distance from the top edge of the page.
    pub top: f64,
}

/// An area of a page that links to another place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::book) struct Link {
    /// The top left corner.
    pub corner: Point,
    /// Width and height.
    pub size: Point,
    /// The target of the link.
    pub to: Destination,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::book) struct OutlineEntry {
    pub title: String,
    pub to: Destination,
    pub children: Vec<OutlineEntry>,
}

/// The links of a page: the captions of its puzzles and answers.
pub(in crate::book) fn links(volume: &Volume, index: usize) -> Vec<Link> {
    let strip = |(x, y): Point, width: f64, height: f64, to: Destination| Link {
        corner: (x - AROUND, y - AROUND),
        size: (width + 2.0 * AROUND, height + 2.0 * AROUND),
        to,
    };
    match &volume.pagination.pages[index] {
        PageKind::Puzzles { puzzles, .. } => {
            let (width, height) = (volume.puzzle_page.grid.outer(), puzzle_caption(volume));
            let link = |n| {
                let answer = answer_place(volume, n)?;
                Some(strip(puzzle_corner(volume, n)?, width, height, answer))
            };
            puzzles.clone().filter_map(link).collect()
        }
        PageKind::Answers { puzzles } => {
            let (width, height) = (volume.answer_grid().outer(), answer_caption(volume));
            let link = |n| {
                let corner = answer_corner(volume, n)?;
                // Answers in a file of their own have their puzzles in another one.
                let to = puzzle_place(volume, n)?;
                let page = volume.pagination.pages.get(to.page);
                let is_here = matches!(page, Some(PageKind::Puzzles { .. }));
                is_here.then(|| strip(corner, width, height, to))
            };
            puzzles.clone().filter_map(link).collect()
        }
        _ => Vec::new(),
    }
}

/// The outline of a volume: its parts, its levels, and their puzzles in groups of ten.
pub(in crate::book) fn outline(volume: &Volume) -> Vec<OutlineEntry> {
    let place = |page| Destination { page, top: 0.0 };
    let title = OutlineEntry { title: volume.full_title(), to: place(0), children: Vec::new() };
    let parts = entries(volume).into_iter().map(|part| OutlineEntry {
        title: part.title,
        to: place(part.page),
        children: match &volume.pagination.pages[part.page] {
            PageKind::Opener { section } | PageKind::Puzzles { section, .. } => {
                let span = &volume.sections[*section];
                tens(volume, span.start, span.start + span.len)
            }
            _ => Vec::new(),
        },
    });
    [title].into_iter().chain(parts).collect()
}

/// Groups the puzzles of a section by tens of their numbers.
pub(super) fn tens(volume: &Volume, start: usize, end: usize) -> Vec<OutlineEntry> {
    let first = (start..end).filter(|&n| n == start || volume.number(n) % 10 == 1);
    let first: Vec<usize> = first.collect();
    let ends = first.iter().skip(1).copied().chain([end]);
    let groups = first.iter().zip(ends);
    groups
        .filter_map(|(&from, until)| {
            let (low, high) = volume.numbers(from..until);
            Some(OutlineEntry {
                title: volume.language.puzzles(low, high),
                to: puzzle_place(volume, from)?,
                children: Vec::new(),
            })
        })
        .collect()
}

pub(super) fn puzzle_caption(volume: &Volume) -> f64 {
    caption_height(&volume.design)
}

pub(super) fn answer_caption(volume: &Volume) -> f64 {
    TextStyle::new(volume.figures().strong, volume.design.answers.number).cap()
}

pub(super) fn puzzle_place(volume: &Volume, puzzle: usize) -> Option<Destination> {
    let (_, top) = puzzle_corner(volume, puzzle)?;
    let page = volume.pagination.index_of(volume.pagination.puzzle_page(puzzle)?);
    Some(Destination { page, top })
}

pub(super) fn answer_place(volume: &Volume, puzzle: usize) -> Option<Destination> {
    let (_, top) = answer_corner(volume, puzzle)?;
    let page = volume.pagination.index_of(volume.pagination.answer_page(puzzle)?);
    Some(Destination { page, top })
}

/// The top left corner of a puzzle's caption on its page; `None` without pages of puzzles.
pub(super) fn puzzle_corner(volume: &Volume, puzzle: usize) -> Option<Point> {
    let index = volume.pagination.index_of(volume.pagination.puzzle_page(puzzle)?);
    let first = match &volume.pagination.pages[index] {
        PageKind::Puzzles { puzzles, .. } => puzzles.start,
        _ => puzzle,
    };
    let (x, y) = volume.puzzle_page.corner(puzzle - first);
    let above = volume.design.puzzle.caption_gap + puzzle_caption(volume);
    Some((volume.live_left(index) + x, volume.area.top + y - above))
}

/// The top left corner of an answer's caption; `None` without answer pages.
pub(super) fn answer_corner(volume: &Volume, puzzle: usize) -> Option<Point> {
    let page = volume.answer_page.as_ref()?;
    let index = volume.pagination.index_of(volume.pagination.answer_page(puzzle)?);
    let first = match &volume.pagination.pages[index] {
        PageKind::Answers { puzzles } => puzzles.start,
        _ => puzzle,
    };
    let (x, y) = page.corner(puzzle - first);
    let above = volume.design.answers.caption_gap + answer_caption(volume);
    Some((volume.live_left(index) + x, volume.area.top + y - above))
}
