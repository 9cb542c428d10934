//! A single grid as a PDF with one page of the size of the grid. Without a palette it is in
//! DeviceGray.

use super::{Shape, SingleGrid, thousandths};
use crate::draw::canvas::Rgb;
use crate::page::{Area, Point};
use crate::pdf::write_drawing;
use crate::typesetting::PathEl;
use std::fmt::Write as _;

impl SingleGrid<'_> {
    /// Returns the bytes of the file: PDF 1.4 without fonts, dates and metadata.
    pub fn pdf(&self) -> Vec<u8> {
        let side = self.look.side;
        let (width, height) = self.look.page.unwrap_or((side, side));
        let content = self.content(((width - side) / 2.0, (height - side) / 2.0));
        write_drawing((width, height), content).expect("memory takes everything")
    }

    /// Returns the operators that draw the grid with its lower left corner at this point.
    pub(super) fn content(&self, corner: Point) -> String {
        let grid = self.look.grid();
        let (scale, side) = (self.look.side / grid.outer(), thousandths(grid.outer()));
        let (ground, inks) = self.look.colours();
        // The grid has y downwards, PDF upwards.
        let (left, top) = (corner.0, corner.1 + self.look.side);
        let mut out = format!("{scale:.5} 0 0 {:.5} {left:.3} {top:.3} cm\n", -scale);
        if let Some(ground) = ground {
            let _ = writeln!(out, "{}0 0 {side} {side} re f", fill(ground));
        }
        let mut last = None;
        for shape in self.look.shapes() {
            let (Shape::Box { ink, .. } | Shape::Ring { ink, .. }) = shape;
            if last.replace(ink) != Some(ink) {
                out += &fill(ink);
            }
            match shape {
                Shape::Box { area: Area { left, top, width, height }, .. } => {
                    let [left, top, width, height] = [left, top, width, height].map(thousandths);
                    let _ = writeln!(out, "{left} {top} {width} {height} re f");
                }
                Shape::Ring { outline, .. } => {
                    path(&mut out, outline.into_iter());
                    out += "f*\n";
                }
            }
        }
        for digit in self.digits() {
            out += &fill(digit.colour(inks));
            path(&mut out, digit.outline(grid.digit_size()));
            out += "f\n";
        }
        out
    }
}

/// Adds the operators of a path.
fn path(out: &mut String, steps: impl Iterator<Item = PathEl>) {
    let mut at = (0.0, 0.0);
    for step in steps {
        let step = step.to_cubic(at);
        at = step.end_point();
        for (x, y) in step.points() {
            let _ = write!(out, "{x:.2} {y:.2} ");
        }
        let _ = writeln!(out, "{}", step.pdf_operator());
    }
}

/// Returns the operator that sets the fill colour.
fn fill(ink: Rgb) -> String {
    let [red, green, blue] = ink.map(|part| f64::from(part) / 255.0);
    if red == green && green == blue {
        format!("{red:.3} g\n")
    } else {
        format!("{red:.3} {green:.3} {blue:.3} rg\n")
    }
}
