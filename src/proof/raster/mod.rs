//! The raster proof: pages are drawn by an engine that is not ours, the cells of their grids are cut
//! out, and the ink in each is compared with the digit that the text has there.
//!
//! ```text
//! readback ─ grids and their lines ─┐
//! drawn: hayro ─ picture of a page ─┴─► cells: the ink of each cell ─► grid: is it this digit?
//!                                              digits: of a face at a size, or of the book ─┘
//! ```
//!
//! Our own faces are tried first. A book in another face is compared with itself: its 3 is what most
//! cells show where the text has 3, and must not look more like another digit of our faces.

mod cells;
mod digits;
mod drawn;
mod grid;
mod known;
mod mask;

use crate::parallel::{self, StartError};
use crate::proof::readback::PageGrid;
use drawn::Engine;
use grid::{Faces, Outcome, read};
use known::Known;
use std::sync::Arc;

/// Pages that one thread draws, one after another.
const BLOCK: usize = 16;

/// What is wrong with the ink of a grid.
#[derive(Debug)]
pub(in crate::proof) struct Wrong {
    /// The index of the page; `None` for the file as a whole.
    pub page: Option<usize>,
    /// The number of the puzzle, if the grid has one.
    pub number: Option<u64>,
    pub found: Found,
}

/// A sentence of what was found, and what was expected.
type Found = (String, String);

/// Some grids of a page: its index, and theirs.
type Job = (usize, Vec<usize>);

/// Compares the ink of all grids with their text. `pages` has the grids of each page. Takes 2 to 4
/// milliseconds a page. Memory: the file once more, and the picture of a page for each thread.
///
/// # Errors
/// When the threads cannot be started.
pub(in crate::proof) fn check(
    bytes: &[u8],
    pages: Vec<Vec<PageGrid>>,
    threads: usize,
) -> Result<Vec<Wrong>, StartError> {
    let count = pages.len();
    let engine = match Engine::open(bytes) {
        Ok(engine) if engine.page_count() == count => engine,
        other => {
            let drawn = |engine: Engine| format!("{} pages can be drawn", engine.page_count());
            let found = other.map_or_else(str::to_owned, drawn);
            let found = (found, format!("{count} pages that can be drawn"));
            return Ok(vec![Wrong { page: None, number: None, found }]);
        }
    };
    let work = Work { engine: Arc::new(engine), pages: Arc::new(pages), threads };
    let readable = |page: usize| {
        let grids = work.pages[page].iter().enumerate();
        let whole = grids
            .filter(|(_, grid)| grid.broken.is_none() && !grid.is_step)
            .map(|(index, _)| index);
        (page, whole.collect::<Vec<_>>())
    };
    let jobs = (0..count).map(readable).filter(|(_, grids)| !grids.is_empty());
    let (mut wrong, mut known, mut strange) = (Vec::new(), Known::default(), Vec::<Job>::new());
    work.run(jobs.collect(), Arc::default(), |page, index, outcome| match outcome {
        Outcome::Read { found, ours } => {
            known.met(ours);
            wrong.extend(found.map(|found| (page, Some(index), found)));
        }
        Outcome::Strange { size, digits } => {
            known.learn(page, size, digits);
            match strange.last_mut().filter(|(last, _)| *last == page) {
                Some((_, grids)) => grids.push(index),
                None => strange.push((page, vec![index])),
            }
        }
    })?;
    if !strange.is_empty() {
        wrong.extend(known.settle().into_iter().map(|(page, found)| (page, None, found)));
        work.run(strange, Arc::new(known), |page, index, outcome| {
            let found = match outcome {
                Outcome::Read { found, .. } => found,
                // Only a book with too many sizes of type has such a grid.
                Outcome::Strange { .. } => Some((
                    "the digits are of no face that is known".into(),
                    "one of the book".into(),
                )),
            };
            wrong.extend(found.map(|found| (page, Some(index), found)));
        })?;
        wrong.sort_by_key(|(page, ..)| *page);
    }
    let number = |page: usize, index: Option<usize>| work.pages[page][index?].number;
    let wrong = wrong.into_iter().map(|(page, index, found)| Wrong {
        page: Some(page),
        number: number(page, index),
        found,
    });
    Ok(wrong.collect())
}

/// What the threads share.
struct Work {
    engine: Arc<Engine>,
    pages: Arc<Vec<Vec<PageGrid>>>,
    threads: usize,
}

impl Work {
    /// Reads grids, and gives each outcome to `take`, in order, with its page and index.
    fn run(
        &self,
        jobs: Vec<Job>,
        known: Arc<Known>,
        mut take: impl FnMut(usize, usize, Outcome),
    ) -> Result<(), StartError> {
        let (engine, pages) = (self.engine.clone(), self.pages.clone());
        let blocks: Vec<_> = jobs.chunks(BLOCK).map(|jobs| vec![jobs.to_vec()]).collect();
        let draw = move |jobs: Vec<Job>| {
            let mut pen = engine.pen();
            let mut faces = Faces::new(&known);
            let mut outcomes = Vec::new();
            for (page, grids) in jobs {
                let drawn = pen.draw(page);
                for index in grids {
                    let grid = &pages[page][index];
                    let cut = drawn.and_then(|()| pen.cut(grid));
                    outcomes.push((page, index, read(cut.as_ref(), grid, &mut faces)));
                }
            }
            outcomes
        };
        let mut all = parallel::in_order(self.threads, blocks.into_iter(), draw)?;
        while let Ok(Some(outcomes)) = all.next(|| Ok::<(), ()>(())) {
            for (page, index, outcome) in outcomes {
                take(page, index, outcome);
            }
        }
        Ok(())
    }
}
