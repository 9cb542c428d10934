//! A single grid as SVG, with digits as outlines.

use super::{PlacedDigit, SingleGrid, thousandths};
use crate::draw::canvas::Rgb;
use crate::draw::grid::GridStyle;
use crate::page::{Colour, DrawOp};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use words::escape_markup;

/// The class names of givens and of other digits.
const CLASSES: [&str; 2] = ["given", "found"];

impl SingleGrid<'_> {
    /// Returns the text of the file. The ground is transparent unless the look has colours.
    pub fn svg(&self) -> String {
        let (side, grid) = (self.look.side, self.look.grid());
        let outer = thousandths(grid.outer());
        let (ground, inks) = self.look.colours();
        let mut out = String::with_capacity(1 << 14);
        // Writing to a string never fails.
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{side}pt\" height=\"{side}pt\" \
             viewBox=\"0 0 {outer} {outer}\" role=\"img\">\n<title>{}</title>\n",
            escape_markup(self.title)
        );
        let digits = self.digits();
        outlines(&mut out, &digits, grid.digit_size());
        if let Some(ground) = ground {
            let fill = Colour::hex(ground);
            let _ = writeln!(out, "<rect width=\"{outer}\" height=\"{outer}\" fill=\"{fill}\"/>");
        }
        cells(&mut out, grid);
        self.ruling(&mut out, inks[0]);
        for placed in digits {
            let (class, digit, (x, y)) = (placed.class(), placed.digit, placed.pen);
            let fill = match placed.colour(inks) {
                [0, 0, 0] => String::new(),
                colour => format!(" fill=\"{}\"", Colour::hex(colour)),
            };
            let _ = writeln!(
                out,
                "<use class=\"{class}\" xlink:href=\"#{class}-{digit}\" x=\"{x:.2}\" y=\"{y:.2}\"{fill}/>"
            );
        }
        out.push_str("</svg>\n");
        out
    }

    /// Draws the shades, then the thin lines, then the bold ones above them.
    fn ruling(&self, out: &mut String, ink: Rgb) {
        let mut lines = LinePath::default();
        for mark in self.look.marks() {
            match mark {
                DrawOp::Box {
                    corner: (x, y),
                    size: (width, height),
                    colour: Colour::Grey(grey),
                } => {
                    let fill = Colour::hex(self.look.tint(grey));
                    let [x, y, width, height] = [x, y, width, height].map(thousandths);
                    let _ = writeln!(
                        out,
                        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
                         fill=\"{fill}\"/>"
                    );
                }
                DrawOp::Dotted { dot, marks } => {
                    for mark in &marks {
                        lines.push(mark);
                    }
                    lines.draw(
                        out,
                        ink,
                        &format!(" stroke-dasharray=\"{:.3} {:.3}\"", dot.0, dot.1),
                    );
                }
                DrawOp::Path { .. } => {
                    lines.draw(out, ink, "");
                    let (frame, radius, width) = self.look.grid().rounded_frame();
                    let [radius, width] = [radius, width].map(thousandths);
                    let _ = writeln!(
                        out,
                        "<rect fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" x=\"{}\" y=\"{}\" \
                         width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
                        Colour::hex(ink),
                        thousandths(frame.left),
                        thousandths(frame.top),
                        thousandths(frame.width),
                        thousandths(frame.height)
                    );
                }
                line => {
                    if !lines.has_width(&line) {
                        lines.draw(out, ink, "");
                    }
                    lines.push(&line);
                }
            }
        }
        lines.draw(out, ink, "");
    }
}

impl PlacedDigit {
    /// Returns the name of its class.
    fn class(&self) -> &'static str {
        CLASSES[usize::from(!self.is_given)]
    }
}

/// Lines of one width that become one path.
#[derive(Default)]
struct LinePath {
    width: f64,
    path: String,
}

impl LinePath {
    /// Returns true if the line has the width of the others.
    fn has_width(&self, line: &DrawOp) -> bool {
        matches!(line, DrawOp::Line { width, .. } if *width == self.width)
    }

    fn push(&mut self, line: &DrawOp) {
        let DrawOp::Line { from, to, width } = line else { return };
        self.width = *width;
        let [x, y] = [from.0, from.1].map(thousandths);
        let _ = if from.0 == to.0 {
            write!(self.path, "M{x} {y}V{}", thousandths(to.1))
        } else {
            write!(self.path, "M{x} {y}H{}", thousandths(to.0))
        };
    }

    /// Draws the lines, if there are any, with further attributes.
    fn draw(&mut self, out: &mut String, ink: Rgb, more: &str) {
        let path = std::mem::take(&mut self.path);
        if path.is_empty() {
            return;
        }
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{more} d=\"{path}\"/>",
            Colour::hex(ink),
            thousandths(self.width)
        );
    }
}

/// Defines each digit once, at this type size. Repeated in every cell, they would make the file
/// four times as long.
fn outlines(out: &mut String, digits: &[PlacedDigit], size: f64) {
    let mut used = BTreeMap::new();
    for placed in digits {
        used.insert((!placed.is_given, placed.digit), placed);
    }
    out.push_str("<defs>\n");
    for placed in used.values() {
        let (class, digit) = (placed.class(), placed.digit);
        if let Some(path) = placed.face.svg_path(placed.sign, size) {
            let _ = writeln!(out, "<path id=\"{class}-{digit}\" d=\"{path}\"/>");
        }
    }
    out.push_str("</defs>\n");
}

/// Adds a square for each cell, so that a drawing program can fill it.
fn cells(out: &mut String, grid: GridStyle) {
    out.push_str("<g fill=\"none\">\n");
    for cell in 0..grid.shape.cell_count() {
        let name = grid.shape.cell_name(cell);
        let (x, y) = grid.cell_corner((0.0, 0.0), cell);
        let [x, y] = [x, y].map(thousandths);
        let side = grid.cell;
        let _ = writeln!(
            out,
            "<rect class=\"cell\" data-cell=\"{name}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" \
             height=\"{side}\"/>"
        );
    }
    out.push_str("</g>\n");
}
