//! The looks of an empty grid: plain, in a frame with round corners, with shaded blocks, with dotted lines.

use crate::book::draw::GridStyle;
use crate::book::draw::shapes::{flat, rounded};
use crate::book::model::design::GridLook;
use crate::book::model::page::{Colour, DrawOp, FormContent, PathPaint, Point};

/// The radius of round corners, in cells. A reader of the page finds a grid by its edges, which may lack so much.
const CORNER: f64 = 0.22;
/// The grey of shaded blocks, if the design does not say it.
const TINT: f64 = 0.92;
/// The number of dots at the side of a cell for each point of it, and their length as a part of the pitch.
const DOTS: f64 = 0.42;
const DOT: f64 = 0.4;

impl GridStyle {
    /// Draws the empty grid in a look; every other block has this grey, where 1 is white.
    pub fn in_look(self, look: GridLook, grey: f64) -> FormContent {
        let grey = if look == GridLook::Shaded { grey.min(TINT) } else { grey };
        let FormContent { width, height, marks: mut lines } = self.drawing();
        match look {
            GridLook::Plain | GridLook::Shaded => {}
            GridLook::Rounded => self.round(&mut lines),
            GridLook::Dotted => self.dot(&mut lines),
        }
        FormContent { width, height, marks: self.shades(grey).chain(lines).collect() }
    }

    /// The grey of every other block; nothing if that is white.
    fn shades(self, grey: f64) -> impl Iterator<Item = DrawOp> {
        let (edge, side) = (self.block / 2.0, 3.0 * self.cell);
        let blocks = (0..9_u8).filter(move |block| block % 2 == 1 && grey < 1.0);
        blocks.map(move |block| DrawOp::Box {
            corner: (edge + f64::from(block % 3) * side, edge + f64::from(block / 3) * side),
            size: (side, side),
            colour: Colour::Grey(grey),
        })
    }

    /// Replaces the frame by one with round corners.
    fn round(self, marks: &mut Vec<DrawOp>) {
        let (near, far) = (self.block / 2.0, self.outer() - self.block / 2.0);
        let is_edge = |at: f64| at == near || (at - far).abs() < 1e-6;
        let inside = |(x, y): Point| (x.clamp(near, far), y.clamp(near, far));
        marks.retain_mut(|mark| {
            let DrawOp::Line { from, to, .. } = mark else { return true };
            let is_frame = is_edge(if from.0 == to.0 { from.0 } else { from.1 });
            (*from, *to) = (inside(*from), inside(*to));
            !is_frame
        });
        let frame = rounded((near, near), (far - near, far - near), CORNER * self.cell);
        marks.push(DrawOp::Path { points: flat(&frame), paint: PathPaint::Outline(self.block) });
    }

    /// Dots the lines inside of blocks. The same number of dots fits each cell.
    fn dot(self, marks: &mut Vec<DrawOp>) {
        let pitch = self.cell / (self.cell * DOTS).round();
        let is_thin =
            |mark: &DrawOp| matches!(mark, DrawOp::Line { width, .. } if *width == self.thin);
        let dot = (DOT * pitch, pitch - DOT * pitch);
        let thin = marks.extract_if(.., |mark| is_thin(mark)).collect();
        marks.insert(0, DrawOp::Dotted { dot, marks: thin });
    }
}
