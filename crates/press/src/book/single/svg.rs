//! A single grid as SVG, with digits as outlines.

use super::{DIGIT, FACES, GRID, Rgb, SIDE, SingleGrid, character};
use crate::book::model::Point;
use crate::text::markup::{escape_markup, hex_colour};
use engine::sudoku::grid::{Cell, Digit};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The outlines of the nine digits in both faces.
static DIGITS: LazyLock<[[Option<String>; 9]; 2]> = LazyLock::new(|| {
    FACES.map(|face| Digit::ALL.map(|digit| face.svg_path(character(digit), DIGIT)))
});

/// The class names of givens and of other digits.
const CLASSES: [&str; 2] = ["given", "found"];

impl SingleGrid<'_> {
    /// Returns the text of the file. The ground is transparent unless the look has colours.
    pub fn svg(&self) -> String {
        let side = self.look.side;
        let (ground, inks) = self.look.colours();
        let mut out = String::with_capacity(1 << 14);
        // Writing to a string never fails.
        let _ = write!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             width=\"{side}pt\" height=\"{side}pt\" \
             viewBox=\"0 0 {SIDE} {SIDE}\" role=\"img\">\n<title>{}</title>\n",
            escape_markup(self.title)
        );
        let digits = self.digits();
        outlines(&mut out, &digits);
        if let Some(ground) = ground {
            let fill = hex_colour(ground);
            let _ = writeln!(out, "<rect width=\"{SIDE}\" height=\"{SIDE}\" fill=\"{fill}\"/>");
        }
        cells(&mut out);
        lines(&mut out, inks[0]);
        for (digit, face, (x, y)) in digits {
            let class = CLASSES[face];
            let fill = match inks[face] {
                [0, 0, 0] => String::new(),
                colour => format!(" fill=\"{}\"", hex_colour(colour)),
            };
            let _ = writeln!(
                out,
                "<use class=\"{class}\" xlink:href=\"#{class}-{digit}\" x=\"{x:.2}\" y=\"{y:.2}\"{fill}/>"
            );
        }
        out.push_str("</svg>\n");
        out
    }
}

/// Defines each digit once. Repeated in every cell, they would make the file four times as long.
fn outlines(out: &mut String, digits: &[(Digit, usize, Point)]) {
    let used: BTreeSet<_> = digits.iter().map(|(digit, face, _)| (*face, *digit)).collect();
    out.push_str("<defs>\n");
    for (face, digit) in used {
        if let Some(path) = &DIGITS[face][digit.index()] {
            let class = CLASSES[face];
            let _ = writeln!(out, "<path id=\"{class}-{digit}\" d=\"{path}\"/>");
        }
    }
    out.push_str("</defs>\n");
}

/// Adds a square for each cell, so that a drawing program can fill it.
fn cells(out: &mut String) {
    out.push_str("<g fill=\"none\">\n");
    for cell in Cell::ALL {
        let (x, y) = GRID.cell_corner((0.0, 0.0), cell);
        let side = GRID.cell;
        let _ = writeln!(
            out,
            "<rect class=\"cell\" data-cell=\"{cell}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" \
             height=\"{side}\"/>"
        );
    }
    out.push_str("</g>\n");
}

/// Draws the thin lines, then the bold ones above them.
fn lines(out: &mut String, ink: Rgb) {
    for width in [GRID.thin, GRID.block] {
        let mut path = String::new();
        for (from, to, _) in GRID.lines().filter(|(.., own)| *own == width) {
            let _ = if from.0 == to.0 {
                write!(path, "M{} {}V{}", from.0, from.1, to.1)
            } else {
                write!(path, "M{} {}H{}", from.0, from.1, to.0)
            };
        }
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" d=\"{path}\"/>",
            hex_colour(ink)
        );
    }
}
