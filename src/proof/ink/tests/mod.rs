//! A page with one grid whose ink is changed: each line says what is changed and all that must be found.

mod digits;
mod lines;

use super::Judge;
use crate::book::Face;
use crate::print::pdf::tests::{same, written};
use crate::print::pdf::{Matrix, Outline};
use crate::proof::readback::Pdf;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The left and lower edge of the grid, and the side of a cell, in points. The page has 220 by 240.
const EDGE: f64 = 20.0;
const CELL: f64 = 20.0;

/// Source Serif 4, whose digits are of our faces.
const FONT: &[u8] = include_bytes!("../../../../templates/fonts/SourceSerif4-Regular.ttf");

/// A digit as it is shown: what lies beside the usual is changed.
struct Digit {
    /// The operators before it.
    state: &'static str,
    font: &'static str,
    /// The string that is shown; the digit itself if it is empty.
    code: &'static str,
    size: f64,
    /// The matrix of its type without the size, and the distance of its ink from the middle of the cell, in cells.
    turn: [f64; 4],
    off: (f64, f64),
}

const USUAL: Digit = Digit {
    state: "",
    font: "F",
    code: "",
    size: 14.0,
    turn: [1.0, 0.0, 0.0, 1.0],
    off: (0.0, 0.0),
};

/// The page: what is painted below the grid, its lines, its first digit (a 5 in r1c1), and what is painted over it.
struct Sheet {
    below: String,
    lines: Vec<String>,
    first: Digit,
    over: String,
    /// The direction of the grid in quarter turns against the clock.
    quarter: usize,
    /// More entries of the dictionary of the page.
    page: &'static str,
}

/// The lower left corner of a cell, by row and column from 1.
fn corner(row: usize, column: usize) -> (f64, f64) {
    (EDGE + CELL * (column as f64 - 1.0), EDGE + CELL * (9.0 - row as f64))
}

/// A filled rectangle inside of a cell, whose corner is 0, 0 and whose side is 1.
fn block((row, column): (usize, usize), [x, y, w, h]: [f64; 4]) -> String {
    let (left, bottom) = corner(row, column);
    format!("{} {} {} {} re f\n", left + CELL * x, bottom + CELL * y, CELL * w, CELL * h)
}

/// A stroke of a point from point to point of a cell.
fn stroke((row, column): (usize, usize), [x, y, to_x, to_y]: [f64; 4]) -> String {
    let (left, bottom) = corner(row, column);
    let at = |x: f64, y: f64| format!("{} {}", left + CELL * x, bottom + CELL * y);
    format!("{} m {} l S\n", at(x, y), at(to_x, to_y))
}

fn digit((row, column): (usize, usize), character: char, how: &Digit) -> String {
    let em = f64::from(Face::SERIF.metrics().units_per_em);
    let outline = Outline::of(em, |pen| Face::SERIF.draw(character, pen)).unwrap();
    let [a, b, c, d] = how.turn.map(|n| n * how.size);
    let (dx, dy) = Matrix([a, b, c, d, 0.0, 0.0]).apply(outline.bounds.middle());
    let (left, bottom) = corner(row, column);
    let x = left + CELL * (0.5 + how.off.0) - dx;
    let y = bottom + CELL * (0.5 + how.off.1) - dy;
    let code = if how.code.is_empty() { character.to_string() } else { how.code.to_owned() };
    let (state, font) = (how.state, how.font);
    format!("q {state} BT /{font} 1 Tf {a} {b} {c} {d} {x:.4} {y:.4} Tm ({code}) Tj ET Q\n")
}

impl Sheet {
    fn new() -> Self {
        let side = EDGE + 9.0 * CELL;
        let lines = (0..10).flat_map(|i| {
            let at = EDGE + CELL * f64::from(i);
            [format!("{EDGE} {at} m {side} {at} l S"), format!("{at} {EDGE} m {at} {side} l S")]
        });
        Self {
            below: String::new(),
            lines: lines.collect(),
            first: USUAL,
            over: String::new(),
            quarter: 0,
            page: "",
        }
    }

    fn bytes(&self) -> Vec<u8> {
        // About the middle of the page.
        let turn = ["1 0 0 1 0 0", "0 1 -1 0 230 10", "-1 0 0 -1 220 240", "0 -1 1 0 -10 230"];
        let turn = turn[self.quarter];
        let mut content =
            format!("{turn} cm {}\n0 g 0 G 1 w\n{}\n", self.below, self.lines.join("\n"));
        for (at, character) in PUZZLE.chars().enumerate().filter(|(_, c)| *c != '.') {
            let how = if at == 0 { &self.first } else { &USUAL };
            content += &digit((at / 9 + 1, at % 9 + 1), character, how);
        }
        content += "BT /F 12 Tf 20 210 Td (7) Tj ET\n";
        content += &self.over;
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /Contents 4 0 R {} /Resources << /Font << /F 5 0 R /G 6 0 R /H 11 0 R >> \
             /ExtGState << /Half << /ca .5 >> /Faint << /ca .2 >> /Lines << /CA .5 >> /Thin << /CA .05 >> /Whole << /CA 1 >> /Blend << /BM /Multiply >> >> \
             /XObject << /Picture 10 0 R >> >> >>",
            self.page
        );
        let codes =
            "1 beginbfchar <33> <0035> endbfchar 2 beginbfchar <01> <0035> <20> <0035> endbfchar";
        let objects: [(u32, &str, &[u8]); 11] = [
            (1, "<< /Type /Catalog /Pages 2 0 R >>", b""),
            (2, "<< /Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 220 240] >>", b""),
            (3, &page, b""),
            (4, "<< >>", content.as_bytes()),
            (
                5,
                "<< /Type /Font /Subtype /TrueType /BaseFont /F /Encoding /WinAnsiEncoding /FontDescriptor 7 0 R >>",
                b"",
            ),
            (
                6,
                "<< /Type /Font /Subtype /TrueType /BaseFont /G /Encoding << /BaseEncoding /WinAnsiEncoding /Differences [1 /uni4E00 2 /uni4E01] >> /ToUnicode 9 0 R /FontDescriptor 7 0 R >>",
                b"",
            ),
            (7, "<< /Type /FontDescriptor /FontFile2 8 0 R >>", b""),
            (8, "<< >>", FONT),
            (9, "<< >>", codes.as_bytes()),
            (
                10,
                "<< /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 >>",
                b"\x80",
            ),
            (11, "<< /Type /Font /Subtype /Type1 /BaseFont /H >>", b""),
        ];
        written(&objects, "")
    }

    /// What is found: `found, expected`, one line each.
    fn found(&self) -> String {
        let pdf = Pdf::open(&self.bytes()).unwrap();
        let (page, drawing) = pdf.read(0).unwrap();
        if page.grids.is_empty() {
            return "no grid".to_owned();
        }
        let wrong = Judge::default().page(&drawing, &page);
        let said =
            wrong.iter().map(|wrong| format!("{}, expected {}", wrong.found, wrong.expected));
        said.collect::<Vec<_>>().join("\n")
    }
}

/// A name, a change of the page, and all that must be found, a line each.
type Case = (&'static str, fn(&mut Sheet), &'static str);

fn hold(cases: &[Case]) {
    same(cases.iter().map(|(what, change, expected)| {
        let mut sheet = Sheet::new();
        change(&mut sheet);
        (format!("{what:?}"), expected.to_string(), sheet.found())
    }));
}
