//! Draws a single grid as SVG: lines, and digits as outlines.

use crate::book::typesetting::{Face, GlyphOutline};
use crate::grid::{Cell, Digit, Grid};
use crate::markup::escaped;
use crate::puzzle::Puzzle;
use std::fmt::Write as _;
use std::sync::LazyLock;

/// Side length of a cell, in points.
const CELL: f64 = 24.0;
/// Type size of a digit.
const DIGIT: f64 = 0.62 * CELL;
const THIN: f64 = 0.75;
const BLOCK: f64 = 2.0;
/// The faces of givens and of other digits.
const FACES: [Face; 2] = [Face::SANS_SEMIBOLD, Face::SANS];

/// The outlines of the nine digits in both faces.
static DIGITS: LazyLock<[[Option<GlyphOutline>; 9]; 2]> = LazyLock::new(|| {
    FACES.map(|face| Digit::ALL.map(|digit| face.outline(char::from(b'0' + digit.get()), DIGIT)))
});

/// Draws a puzzle, or its answer with the givens in bold. The title is for readers who cannot see the
/// drawing.
pub fn svg(title: &str, puzzle: &Puzzle, answer: bool) -> String {
    let side = 9.0 * CELL + BLOCK;
    let mut out = String::with_capacity(1 << 14);
    // Writing to a string cannot fail.
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
         width=\"{side}pt\" height=\"{side}pt\" \
         viewBox=\"0 0 {side} {side}\" role=\"img\">\n<title>{}</title>\n",
        escaped(title)
    );
    let shown = if answer { Grid::from(*puzzle.solution()) } else { *puzzle.givens() };
    outlines(&mut out, puzzle, &shown);
    cells(&mut out);
    lines(&mut out);
    for (cell, digit) in shown.filled() {
        let (class, face) = kind(puzzle, cell);
        let Some(outline) = &DIGITS[face][digit.index()] else {
            continue;
        };
        let (left, top) = corner(cell);
        let x = left + (CELL - outline.advance) / 2.0;
        let y = top + (CELL + FACES[face].cap_height() * DIGIT) / 2.0;
        let _ = writeln!(
            out,
            "<use class=\"{class}\" xlink:href=\"#{class}-{digit}\" x=\"{x:.2}\" y=\"{y:.2}\"/>"
        );
    }
    out.push_str("</svg>\n");
    out
}

/// The name and the face of the digit in a cell.
fn kind(puzzle: &Puzzle, cell: Cell) -> (&'static str, usize) {
    match puzzle.givens()[cell] {
        Some(_) => ("given", 0),
        None => ("found", 1),
    }
}

/// Defines each digit once. Repeated in every cell, they would make the file four times as long.
fn outlines(out: &mut String, puzzle: &Puzzle, shown: &Grid) {
    let mut used = [[false; 9]; 2];
    for (cell, digit) in shown.filled() {
        used[kind(puzzle, cell).1][digit.index()] = true;
    }
    out.push_str("<defs>\n");
    for (face, class) in ["given", "found"].into_iter().enumerate() {
        for digit in Digit::ALL {
            if used[face][digit.index()]
                && let Some(outline) = &DIGITS[face][digit.index()]
            {
                let path = &outline.path;
                let _ = writeln!(out, "<path id=\"{class}-{digit}\" d=\"{path}\"/>");
            }
        }
    }
    out.push_str("</defs>\n");
}

/// The top left corner of a cell.
fn corner(cell: Cell) -> (f64, f64) {
    let at = |i: usize| BLOCK / 2.0 + i as f64 * CELL;
    (at(cell.column()), at(cell.row()))
}

/// Adds a square for each cell, so that a drawing program can fill it.
fn cells(out: &mut String) {
    out.push_str("<g fill=\"none\">\n");
    for cell in Cell::ALL {
        let (x, y) = corner(cell);
        let _ = writeln!(
            out,
            "<rect class=\"cell\" data-cell=\"{cell}\" x=\"{x}\" y=\"{y}\" width=\"{CELL}\" \
             height=\"{CELL}\"/>"
        );
    }
    out.push_str("</g>\n");
}

/// Draws the thin lines, then the bold ones above them.
fn lines(out: &mut String) {
    let (from, to) = (BLOCK / 2.0, BLOCK / 2.0 + 9.0 * CELL);
    for (width, bold) in [(THIN, false), (BLOCK, true)] {
        // Bold lines extend to the outer edge, which makes the corners square.
        let over = if bold { BLOCK / 2.0 } else { 0.0 };
        let (from, to) = (from - over, to + over);
        let mut path = String::new();
        for i in (0..=9u8).filter(|i| (i % 3 == 0) == bold) {
            let at = BLOCK / 2.0 + f64::from(i) * CELL;
            let _ = write!(path, "M{at} {from}V{to}M{from} {at}H{to}");
        }
        let _ = writeln!(
            out,
            "<path fill=\"none\" stroke=\"#000\" stroke-width=\"{width}\" d=\"{path}\"/>"
        );
    }
}
