//! The links of the screen edition, from each puzzle to its answer and back, and its outline. `pdf`
//! encodes them.

use crate::book::model::page::Point;
use crate::book::model::volume::Volume;
use crate::book::parts::entries;
use std::ops::Range;

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
    let leaf = &volume.pagination.pages[index];
    let other = match leaf.part {
        "puzzles" => "answers",
        "answers" => "puzzles",
        _ => return Vec::new(),
    };
    let link = |puzzle| {
        let (_, (x, y), (width, height)) = caption(volume, leaf.part, puzzle)?;
        let (page, (_, top), _) = caption(volume, other, puzzle)?;
        Some(Link {
            corner: (x - AROUND, y - AROUND),
            size: (width + 2.0 * AROUND, height + 2.0 * AROUND),
            to: Destination { page, top },
        })
    };
    leaf.puzzles().filter_map(link).collect()
}

/// The outline of a volume: its parts, its levels, and their puzzles in groups of ten.
pub(in crate::book) fn outline(volume: &Volume) -> Vec<OutlineEntry> {
    let place = |page| Destination { page, top: 0.0 };
    let title =
        OutlineEntry { title: volume.titles.full.clone(), to: place(0), children: Vec::new() };
    let parts = entries(volume).into_iter().map(|part| {
        let leaf = &volume.pagination.pages[part.page];
        let children = match leaf.part {
            "(opener)" | "puzzles" => tens(volume, volume.sections[leaf.of()].puzzles.clone()),
            _ => Vec::new(),
        };
        OutlineEntry { title: part.title, to: place(part.page), children }
    });
    [title].into_iter().chain(parts).collect()
}

/// Groups puzzles by tens of their numbers.
fn tens(volume: &Volume, puzzles: Range<usize>) -> Vec<OutlineEntry> {
    let begins = |n: &usize| *n == puzzles.start || volume.numbering.number(*n) % 10 == 1;
    let first: Vec<usize> = puzzles.clone().filter(begins).collect();
    let ends = first.iter().skip(1).copied().chain([puzzles.end]);
    let group = |(&from, until): (&usize, usize)| {
        let (low, high) = volume.numbering.numbers(from..until);
        let (page, (_, top), _) = caption(volume, "puzzles", from)?;
        Some(OutlineEntry {
            title: volume.setup.language.puzzles(low, high),
            to: Destination { page, top },
            children: Vec::new(),
        })
    };
    first.iter().zip(ends).filter_map(group).collect()
}

/// The index of the page of a puzzle or of its answer, and the top left corner, width and height of the caption
/// there; `None` without such pages.
fn caption(volume: &Volume, part: &str, puzzle: usize) -> Option<(usize, Point, Point)> {
    let (index, place) = volume.pagination.place(part, puzzle)?;
    let (grids, gap) = match part {
        "puzzles" => (&volume.setup.puzzle_page.grids, volume.setup.design.keys.puzzle.caption_gap),
        _ => (volume.setup.answer_page.as_ref()?, volume.setup.design.keys.answers.caption_gap),
    };
    let (x, y) = grids.corners[place];
    let corner = (volume.live_left(index) + x, volume.setup.area.top + y - grids.caption);
    Some((index, corner, (grids.grid.outer(), grids.caption - gap)))
}
