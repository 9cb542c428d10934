//! Adds the outline and the links of the screen edition: from each puzzle to its answer and back,
//! and from each line of the contents to its page.

use super::{broken, real};
use crate::book::draw::PuzzleCodeStyle;
use crate::book::model::{Point, Volume, VolumeChapter};
use crate::book::parts::{answer_words_area, codes, contents_lines, entries, previous_answers};
use lopdf::{Dictionary, Document, Object, ObjectId, dictionary};
use std::io;
use std::ops::Range;

/// Enlargement of the area of a link on each side, in points, so that it is easy to tap.
const LINK_PADDING: f64 = 3.0;

/// Space shown above a destination, in points.
const SPACE_ABOVE: f64 = 12.0;

/// Adds the outline and the links to a document.
pub(super) fn add(
    document: &mut Document,
    catalog: &mut Dictionary,
    volume: &Volume,
    pages: &[ObjectId],
) -> io::Result<()> {
    let screen = ScreenEdition { volume, pages };
    for (index, &page) in pages.iter().enumerate() {
        let links = [screen.links(index), screen.address_links(index)].concat();
        if !links.is_empty() {
            // Inside the page instead of separate objects, because lopdf does not compress the
            // cross-reference table.
            document.get_dictionary_mut(page).map_err(broken)?.set("Annots", links);
        }
    }

    let root = document.new_object_id();
    let entries = add_level(document, root, screen.outline());
    let mut outlines = dictionary! { "Type" => "Outlines", "Count" => entries.len() as i64 };
    if let (Some(&first), Some(&last)) = (entries.first(), entries.last()) {
        outlines.set("First", first);
        outlines.set("Last", last);
    }
    document.set_object(root, outlines);
    catalog.set("Outlines", root);
    catalog.set("PageMode", "UseOutlines");
    catalog.set("ViewerPreferences", dictionary! { "DisplayDocTitle" => true });
    Ok(())
}

/// Returns a larger area around this one, which is easier to tap.
fn padded((x, y): Point, (width, height): Point) -> (Point, Point) {
    let size = (width + 2.0 * LINK_PADDING, height + 2.0 * LINK_PADDING);
    ((x - LINK_PADDING, y - LINK_PADDING), size)
}

/// Adds one level of the outline, with all entries closed. Returns its entries.
fn add_level(
    document: &mut Document,
    parent: ObjectId,
    entries: Vec<OutlineEntry>,
) -> Vec<ObjectId> {
    let ids: Vec<ObjectId> = entries.iter().map(|_| document.new_object_id()).collect();
    for (i, OutlineEntry { title, destination, children }) in entries.into_iter().enumerate() {
        let mut item = dictionary! {
            "Title" => lopdf::text_string(&title),
            "Parent" => parent,
            "Dest" => destination,
        };
        if i > 0 {
            item.set("Prev", ids[i - 1]);
        }
        if let Some(&next) = ids.get(i + 1) {
            item.set("Next", next);
        }
        let children = add_level(document, ids[i], children);
        if let (Some(&first), Some(&last)) = (children.first(), children.last()) {
            item.set("First", first);
            item.set("Last", last);
            item.set("Count", -(children.len() as i64));
        }
        document.set_object(ids[i], item);
    }
    ids
}

/// An entry of the outline.
struct OutlineEntry {
    title: String,
    destination: Object,
    children: Vec<OutlineEntry>,
}

/// A volume with the objects of its pages.
struct ScreenEdition<'a> {
    volume: &'a Volume,
    pages: &'a [ObjectId],
}

impl ScreenEdition<'_> {
    /// Returns the links of a page: from lines of the contents to their pages, from puzzles to
    /// their answers, and back.
    fn links(&self, index: usize) -> Vec<Object> {
        let slot = &self.volume.pagination.pages[index];
        let lead = |(corner, size), part, puzzle| {
            let (page, (_, top), _) = self.area(part, puzzle)?;
            let (corner, size) = padded(corner, size);
            Some(self.link(corner, size, ("Dest", self.destination(page, top))))
        };
        let to_answer = |puzzle| {
            let (_, corner, size) = self.area("puzzles", puzzle)?;
            lead((corner, size), "answers", puzzle)
        };
        let to_puzzle = |puzzle| {
            let (_, corner, size) = self.area("answers", puzzle)?;
            lead((corner, size), "puzzles", puzzle)
        };
        match slot.part {
            "contents" => {
                let lines = contents_lines(self.volume, index).into_iter();
                lines
                    .map(|line| self.link(line.corner, line.size, ("Dest", self.top_of(line.page))))
                    .collect()
            }
            "puzzles" => {
                let left = self.volume.live_left(index);
                let grids = self.volume.puzzle_grids(slot);
                let corners = grids.on_page((left, self.volume.setup.area.top));
                let words = corners.zip(slot.puzzles()).filter_map(|((x, y), puzzle)| {
                    let corner = (x, y + grids.grid.outer());
                    lead(answer_words_area(self.volume, left, corner, puzzle)?, "answers", puzzle)
                });
                let before = previous_answers(self.volume, slot, left).into_iter();
                let back = before.filter_map(|(_, puzzle)| to_puzzle(puzzle));
                slot.puzzles().filter_map(to_answer).chain(words).chain(back).collect()
            }
            "answers" => slot.puzzles().filter_map(to_puzzle).collect(),
            _ => Vec::new(),
        }
    }

    /// Returns the links of a page to the web addresses of its puzzles: the grid of each puzzle,
    /// and each QR code.
    fn address_links(&self, index: usize) -> Vec<Object> {
        let (volume, slot) = (self.volume, &self.volume.pagination.pages[index]);
        let grids = match slot.part {
            "puzzles" => volume.puzzle_grids(slot),
            "answers" => match &volume.setup.answer_page {
                Some(grids) => grids,
                None => return Vec::new(),
            },
            _ => return Vec::new(),
        };
        let pen = (volume.live_left(index), volume.setup.area.top);
        let links = grids.on_page(pen).zip(slot.puzzles()).flat_map(|(corner, puzzle)| {
            let side = grids.grid.outer();
            let grid = (slot.part == "puzzles").then_some((corner, side));
            let code = codes::corner(volume, slot.part, corner);
            let code = code.map(|corner| (corner, PuzzleCodeStyle::SIDE));
            let address = volume.puzzle_address(puzzle);
            [grid, code].into_iter().flatten().filter_map(move |(corner, side)| {
                let uri = Object::string_literal(address.clone()?);
                let action = dictionary! { "S" => "URI", "URI" => uri };
                Some(self.link(corner, (side, side), ("A", action.into())))
            })
        });
        links.collect()
    }

    /// Returns the annotation of an area, given by its top left corner, measured from the top left
    /// of the page, and its size. The last argument is the entry that says where the link leads.
    fn link(
        &self,
        (left, y): Point,
        (width, height): Point,
        (key, target): (&str, Object),
    ) -> Object {
        let top = self.volume.setup.area.height - y;
        let (right, bottom) = (left + width, top - height);
        let mut link = dictionary! {
            "Type" => "Annot",
            "Subtype" => "Link",
            "Rect" => [left, bottom, right, top].map(real).to_vec(),
            "Border" => vec![0.into(), 0.into(), 0.into()],
            // PDF/A requires annotations that are printed, even those without ink.
            "F" => 4,
        };
        link.set(key, target);
        link.into()
    }

    /// Returns the outline: the parts, the levels with their puzzles in groups of ten, and the
    /// answers of each level.
    fn outline(&self) -> Vec<OutlineEntry> {
        let entry = |title, page, children| {
            let destination = self.top_of(page);
            OutlineEntry { title, destination, children }
        };
        let parts = entries(self.volume).into_iter().map(|part| {
            let slot = &self.volume.pagination.pages[part.page];
            let children = match slot.part {
                "(opener)" | "puzzles" => {
                    self.tens(self.volume.chapters[slot.subject()].puzzles.clone())
                }
                "answers" => self.answers_by_chapter(),
                _ => Vec::new(),
            };
            entry(part.title, part.page, children)
        });
        let title = entry(self.volume.titles.full.clone(), 0, Vec::new());
        [title].into_iter().chain(parts).collect()
    }

    /// Groups puzzles by tens of their numbers.
    fn tens(&self, puzzles: Range<usize>) -> Vec<OutlineEntry> {
        let numbering = &self.volume.numbering;
        let starts = |n: &usize| *n == puzzles.start || numbering.number(*n) % 10 == 1;
        let starts: Vec<usize> = puzzles.clone().filter(starts).collect();
        let ends = starts.iter().skip(1).copied().chain([puzzles.end]);
        let group = |(&start, end): (&usize, usize)| {
            let (first, last) = numbering.numbers(start..end);
            self.entry(self.volume.setup.language.puzzles(first, last), "puzzles", start)
        };
        starts.iter().zip(ends).filter_map(group).collect()
    }

    /// Returns an entry for the answers of each chapter, if there are several with names.
    fn answers_by_chapter(&self) -> Vec<OutlineEntry> {
        let chapters = self.volume.chapters.iter().enumerate();
        let entry = |(index, chapter): (usize, &VolumeChapter)| {
            self.entry(self.volume.chapter_name(index)?, "answers", chapter.puzzles.start)
        };
        let entries: Vec<OutlineEntry> = chapters.filter_map(entry).collect();
        if entries.len() > 1 { entries } else { Vec::new() }
    }

    /// Returns an entry that leads to a puzzle or to its answer; `None` without such a page.
    fn entry(&self, title: String, part: &str, puzzle: usize) -> Option<OutlineEntry> {
        let (page, (_, top), _) = self.area(part, puzzle)?;
        Some(OutlineEntry { title, destination: self.destination(page, top), children: Vec::new() })
    }

    /// Returns the destination of a whole page.
    fn top_of(&self, page: usize) -> Object {
        self.destination(page, 0.0)
    }

    /// Returns a destination at the current zoom. The window then starts a little above the point
    /// at this distance from the top of the page.
    fn destination(&self, page: usize, top: f64) -> Object {
        let height = self.volume.setup.area.height;
        let top = real((height - top + SPACE_ABOVE).min(height));
        Object::Array(vec![self.pages[page].into(), "XYZ".into(), Object::Null, top, Object::Null])
    }

    /// Returns the index of the page of a puzzle or of its answer, and the top left corner, width
    /// and height of its link there: the caption of a puzzle, but a whole answer, which is small;
    /// `None` without such a page.
    fn area(&self, part: &str, puzzle: usize) -> Option<(usize, Point, Point)> {
        let (volume, setup) = (self.volume, &self.volume.setup);
        let Some((index, place)) = volume.pagination.locate(part, puzzle) else {
            return (part == "answers").then(|| self.next_page_answer(puzzle))?;
        };
        let (grids, height) = match part {
            "puzzles" => {
                let grids = volume.puzzle_grids(&volume.pagination.pages[index]);
                (grids, grids.caption - setup.design.keys.puzzle.caption_gap)
            }
            _ => {
                let grids = setup.answer_page.as_ref()?;
                (grids, grids.caption + grids.grid.outer())
            }
        };
        let (x, y) = grids.corners[place];
        let corner = (volume.live_left(index) + x, setup.area.top + y - grids.caption);
        Some((index, corner, (grids.grid.outer(), height)))
    }

    /// Returns the same for an answer below the puzzles of the page after its own.
    fn next_page_answer(&self, puzzle: usize) -> Option<(usize, Point, Point)> {
        let volume = self.volume;
        let index = volume.pagination.locate("puzzles", puzzle)?.0 + 1;
        let grids = &volume.setup.puzzle_page.last.as_ref()?.grids;
        let slot = volume.pagination.pages.get(index).filter(|slot| slot.part == "puzzles")?;
        let answers = previous_answers(volume, slot, volume.live_left(index));
        let ((x, y), _) = answers.into_iter().find(|(_, other)| *other == puzzle)?;
        let (side, caption) = (grids.grid.outer(), grids.caption);
        Some((index, (x, y - caption), (side, caption + side)))
    }
}
