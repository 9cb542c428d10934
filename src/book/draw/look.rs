//! The looks of an empty grid: plain, in a frame with round corners, with shaded blocks, with dotted lines.

use crate::book::draw::GridStyle;
use crate::book::draw::shapes::{flat, rounded};
use crate::book::model::design::GridLook;
use crate::book::model::page::{Drawing, Mark, Paint, Point};

/// The radius of round corners, in cells. A reader of the page finds a grid by its edges, which may lack so much.
const CORNER: f64 = 0.22;
/// The grey of shaded blocks, if the design does not say it.
const TINT: f64 = 0.92;
/// The number of dots at the side of a cell for each point of it, and their length as a part of the pitch.
const DOTS: f64 = 0.42;
const DOT: f64 = 0.4;

impl GridStyle {
    /// Draws the empty grid in a look; every other block has this grey, where 1 is white.
    pub fn in_look(self, look: GridLook, grey: f64) -> Drawing {
        let grey = if look == GridLook::Shaded { grey.min(TINT) } else { grey };
        let mut drawing = self.shaded(grey);
        match look {
            GridLook::Plain | GridLook::Shaded => {}
            GridLook::Rounded => self.round(&mut drawing.marks),
            GridLook::Dotted => self.dot(&mut drawing.marks),
        }
        drawing
    }

    /// Replaces the frame by one with round corners.
    fn round(self, marks: &mut Vec<Mark>) {
        let (near, far) = (self.block / 2.0, self.outer() - self.block / 2.0);
        let is_edge = |at: f64| at == near || (at - far).abs() < 1e-6;
        let inside = |(x, y): Point| (x.clamp(near, far), y.clamp(near, far));
        marks.retain_mut(|mark| {
            let Mark::Line { from, to, .. } = mark else { return true };
            let is_frame = is_edge(if from.0 == to.0 { from.0 } else { from.1 });
            (*from, *to) = (inside(*from), inside(*to));
            !is_frame
        });
        let frame = rounded((near, near), (far - near, far - near), CORNER * self.cell);
        let points = flat(&frame);
        marks.push(Mark::Path { points, paint: Paint::Outline(self.block) });
    }

    /// Dots the lines inside of blocks. The same number of dots fits each cell.
    fn dot(self, marks: &mut Vec<Mark>) {
        let pitch = self.cell / (self.cell * DOTS).round();
        let is_thin = |mark: &Mark| matches!(mark, Mark::Line { width, .. } if *width == self.thin);
        let at = marks.iter().position(is_thin).unwrap_or(0);
        let (thin, others) = std::mem::take(marks).into_iter().partition(is_thin);
        *marks = others;
        let dot = (DOT * pitch, pitch - DOT * pitch);
        marks.insert(at, Mark::Dotted { dot, marks: thin });
    }
}
