//! Judges a grid without its digits, once for all pages that draw the same lines and areas at the
//! same place.

use super::{CellShades, GridIssues, GridRegion};
use crate::readback::Lattice;
use pdf_reader::PageObject;
use std::rc::Rc;

/// The maximum number of frames that are kept, and of path segments of a frame.
const MAX_FRAMES: usize = 64;
const MAX_FRAME_SEGMENTS: usize = 2000;

/// The lines and areas of a grid: all that their judgement depends on, and the judgement.
pub(super) struct GridFrame {
    lattice: Lattice,
    quarter: u8,
    marks: Vec<PageObject>,
    /// The positions of the `marks` that draw more than lines of the grid.
    inner: Vec<usize>,
    /// The background of each cell.
    pub shades: CellShades,
    pub issues: GridIssues,
}

impl GridFrame {
    /// Judges the lines and areas of a grid.
    fn new(place: &mut GridRegion) -> Self {
        place.split_lines();
        let shades = place.shades();
        let mut issues = GridIssues::default();
        place.check_gaps(&mut issues);
        place.check_lines(&shades, &mut issues);
        place.check_foreign_marks(&shades, &mut issues);
        let is_inner = |at: &usize| place.inner.binary_search(&place.others[*at]).is_ok();
        let inner = (0..place.others.len()).filter(is_inner).collect();
        let (lattice, quarter, marks) = (place.lattice, place.quarter, Vec::new());
        Self { lattice, quarter, marks, inner, shades, issues }
    }

    /// Returns true if a grid has the same lines and areas at the same place, to the last bit.
    fn is_of(&self, place: &GridRegion) -> bool {
        let mut pairs = self.marks.iter().zip(&place.others);
        self.lattice == place.lattice
            && self.quarter == place.quarter
            && self.marks.len() == place.others.len()
            && pairs.all(|(mark, &index)| mark.is_same_path(place.object(index)))
    }
}

/// The frames on the last pages.
#[derive(Default)]
pub struct KnownFrames(Vec<Rc<GridFrame>>);

impl KnownFrames {
    /// Judges the lines and areas of a grid, unless they were judged before.
    pub(super) fn judge(&mut self, place: &mut GridRegion) -> Rc<GridFrame> {
        place.drawing.charge(place.others.len());
        if let Some(known) = self.0.iter().find(|frame| frame.is_of(place)) {
            place.inner = known.inner.iter().map(|&at| place.others[at]).collect();
            return Rc::clone(known);
        }
        let mut frame = GridFrame::new(place);
        let marks = place.others.iter().map(|&index| place.object(index));
        let segments: usize = marks.clone().map(|mark| 1 + mark.kind.segments()).sum();
        let is_kept = !place.drawing.is_exhausted() && segments <= MAX_FRAME_SEGMENTS;
        if is_kept {
            frame.marks = marks.cloned().collect();
            self.0.truncate(MAX_FRAMES - 1);
            self.0.insert(0, Rc::new(frame));
            return Rc::clone(&self.0[0]);
        }
        Rc::new(frame)
    }
}
