//! The looks of an empty grid: plain, with shaded blocks, with round corners, or with dotted lines.

use crate::book::draw::shapes::{flatten, rounded};
use crate::book::draw::{Area, GridStyle};
use crate::book::model::design::GridLook;
use crate::book::model::page::{Colour, DrawOp, FormContent, PathPaint, Point};

/// The radius of round corners, in cells. The page reader finds a grid by its edges and tolerates
/// gaps of this size.
const CORNER_RADIUS: f64 = 0.22;
/// The maximum lightness of shaded blocks, where 1 is white.
const BLOCK_TINT: f64 = 0.92;
/// The number of dots per point of the side of a cell, and the length of a dot as a fraction of the
/// pitch.
const DOTS_PER_POINT: f64 = 0.42;
const DOT_SHARE: f64 = 0.4;

impl GridStyle {
    /// Draws the empty grid in a look. Every other block has this grey, where 1 is white.
    pub fn in_look(self, look: GridLook, grey: f64) -> FormContent {
        let grey = if look == GridLook::Shaded { grey.min(BLOCK_TINT) } else { grey };
        let FormContent { width, height, marks: mut lines } = self.drawing();
        match look {
            GridLook::Plain | GridLook::Shaded => {}
            GridLook::Rounded => self.round_frame(&mut lines),
            GridLook::Dotted => self.dot_thin_lines(&mut lines),
        }
        FormContent { width, height, marks: self.block_shades(grey).chain(lines).collect() }
    }

    /// Returns the grey boxes of every other block, or nothing if they are white.
    fn block_shades(self, grey: f64) -> impl Iterator<Item = DrawOp> {
        let (edge, side) = (self.block / 2.0, 3.0 * self.cell);
        let blocks = (0..9_u8).filter(move |block| block % 2 == 1 && grey < 1.0);
        blocks.map(move |block| DrawOp::Box {
            corner: (edge + f64::from(block % 3) * side, edge + f64::from(block / 3) * side),
            size: (side, side),
            colour: Colour::Grey(grey),
        })
    }

    /// Replaces the frame by one with round corners.
    fn round_frame(self, marks: &mut Vec<DrawOp>) {
        let (near, far) = (self.block / 2.0, self.outer() - self.block / 2.0);
        let is_edge = |at: f64| at == near || (at - far).abs() < 1e-6;
        let inside = |(x, y): Point| (x.clamp(near, far), y.clamp(near, far));
        marks.retain_mut(|mark| {
            let DrawOp::Line { from, to, .. } = mark else { return true };
            let is_frame = is_edge(if from.0 == to.0 { from.0 } else { from.1 });
            (*from, *to) = (inside(*from), inside(*to));
            !is_frame
        });
        let side = far - near;
        let frame = Area { left: near, top: near, width: side, height: side };
        let frame = rounded(frame, CORNER_RADIUS * self.cell);
        marks.push(DrawOp::Path { points: flatten(&frame), paint: PathPaint::Outline(self.block) });
    }

    /// Dots the lines inside blocks. Each cell has the same number of dots.
    fn dot_thin_lines(self, marks: &mut Vec<DrawOp>) {
        let pitch = self.cell / (self.cell * DOTS_PER_POINT).round();
        let is_thin =
            |mark: &DrawOp| matches!(mark, DrawOp::Line { width, .. } if *width == self.thin);
        let dot = (DOT_SHARE * pitch, pitch - DOT_SHARE * pitch);
        let thin = marks.extract_if(.., |mark| is_thin(mark)).collect();
        marks.insert(0, DrawOp::Dotted { dot, marks: thin });
    }
}
