//! A path that is being drawn, and the straight lines that it leaves. Not curves: no grid has any.

use super::geometry::{Marks, Point, Segment};

/// A filled rectangle is a line if it is no thicker, and much longer than thick.
const LINE_MOST: f64 = 8.0;
/// How much longer.
const LINE_LONG: f64 = 4.0;

/// A path, ring by ring.
#[derive(Default)]
pub(super) struct Path {
    rings: Vec<Vec<Point>>,
}

impl Path {
    /// A part of the path begins.
    pub fn begin(&mut self, at: Point) {
        self.rings.push(vec![at]);
    }

    /// A straight side; of a curve, its ends.
    pub fn go_on(&mut self, at: Point) {
        match self.rings.last_mut() {
            Some(ring) => ring.push(at),
            None => self.begin(at),
        }
    }

    /// Back to where the part began.
    pub fn close(&mut self) {
        if let Some(ring) = self.rings.last_mut()
            && let Some(&first) = ring.first()
        {
            ring.push(first);
        }
    }

    /// A part with all its corners.
    pub fn ring(&mut self, corners: &[Point]) {
        self.rings.push(corners.to_vec());
    }

    /// Drawn by nobody.
    pub fn forget(&mut self) {
        self.rings.clear();
    }

    /// Outlined: every side is a line.
    pub fn stroke(&mut self, marks: &mut Marks) {
        for ring in self.rings.drain(..) {
            for ends in ring.windows(2) {
                if let &[from, to] = ends {
                    marks.segments.push(Segment { from, to });
                }
            }
        }
    }

    /// A filled rectangle may be meant as a line.
    pub fn fill(&mut self, marks: &mut Marks) {
        for ring in self.rings.drain(..) {
            if ring.len() > 5 {
                continue;
            }
            let (mut low, mut high) = ((f64::MAX, f64::MAX), (f64::MIN, f64::MIN));
            for (x, y) in ring {
                low = (low.0.min(x), low.1.min(y));
                high = (high.0.max(x), high.1.max(y));
            }
            let (width, height) = (high.0 - low.0, high.1 - low.1);
            let middle = ((low.0 + high.0) / 2.0, (low.1 + high.1) / 2.0);
            if width <= LINE_MOST && height > LINE_LONG * width {
                let (from, to) = ((middle.0, low.1), (middle.0, high.1));
                marks.segments.push(Segment { from, to });
            } else if height <= LINE_MOST && width > LINE_LONG * height {
                let (from, to) = ((low.0, middle.1), (high.0, middle.1));
                marks.segments.push(Segment { from, to });
            }
        }
    }
}
