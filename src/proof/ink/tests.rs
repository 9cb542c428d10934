//! A page with one grid whose ink is changed: each line says what is changed and all that must be found.

use super::Judge;
use crate::book::Face;
use crate::print::pdf::tests::written;
use crate::print::pdf::{Matrix, Outline};
use crate::proof::readback::Pdf;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The left and lower edge of the grid, and the side of a cell, in points. The page has 220 by 240.
const EDGE: f64 = 20.0;
const CELL: f64 = 20.0;

/// Source Serif 4, whose digits are of our faces.
const FONT: &[u8] = include_bytes!("../../../templates/fonts/SourceSerif4-Regular.ttf");

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

fn hold(cases: &[(&str, fn(&mut Sheet), &str)]) {
    let mut wrong = String::new();
    for (what, change, expected) in cases {
        let mut sheet = Sheet::new();
        change(&mut sheet);
        let found = sheet.found();
        if found != *expected {
            wrong += &format!("{what:?}: expected\n{expected}\nfound\n{found}\n\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_digit_is_whole_upright_and_in_the_middle_of_its_cell() {
    hold(&[
        ("nothing", |_| {}, ""),
        ("a little to the right", |s| s.first.off = (0.149, 0.0), ""),
        (
            "to the right",
            |s| s.first.off = (0.16, 0.0),
            "found the 5 in r1c1 0.16 cells from its middle, expected a digit in the middle of its cell",
        ),
        (
            "to the left",
            |s| s.first.off = (-0.16, 0.0),
            "found the 5 in r1c1 0.16 cells from its middle, expected a digit in the middle of its cell",
        ),
        (
            "down",
            |s| s.first.off = (0.0, -0.16),
            "found the 5 in r1c1 0.16 cells from its middle, expected a digit in the middle of its cell",
        ),
        ("a little aslant", |s| s.first.off = (0.1, 0.1), ""),
        (
            "aslant",
            |s| s.first.off = (0.11, 0.11),
            "found the 5 in r1c1 0.16 cells from its middle, expected a digit in the middle of its cell",
        ),
        ("small", |s| s.first.size = 7.8, ""),
        (
            "too small",
            |s| s.first.size = 7.2,
            "found the 5 in r1c1 0.24 cells high, expected a digit that fits its cell",
        ),
        ("large", |s| s.first.size = 28.0, ""),
        (
            "too large",
            |s| s.first.size = 30.0,
            "found the 5 in r1c1 0.99 cells high, expected a digit that fits its cell\nfound the 5 in r1c1 100 % dark where the paper is 100 % dark, expected a digit that is seen",
        ),
        ("a little turned", |s| s.first.turn = [1.0, 0.045, 0.0, 1.0], ""),
        (
            "turned",
            |s| s.first.turn = [1.0, 0.055, 0.0, 1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
        ),
        (
            "turned back",
            |s| s.first.turn = [1.0, -0.055, 0.0, 1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
        ),
        ("in italics", |s| s.first.turn = [1.0, 0.0, 0.39, 1.0], ""),
        (
            "slanted",
            |s| s.first.turn = [1.0, 0.0, 0.41, 1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
        ),
        (
            "slanted back",
            |s| s.first.turn = [1.0, 0.0, -0.41, 1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
        ),
        (
            "mirrored",
            |s| s.first.turn = [-1.0, 0.0, 0.0, 1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright\nfound the ink of 5 in r1c1, where the text has no digit, expected the digit of the text in each cell",
        ),
        (
            "on its head",
            |s| s.first.turn = [1.0, 0.0, 0.0, -1.0],
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
        ),
    ]);
}

#[test]
fn a_digit_is_seen() {
    hold(&[
        (
            "white",
            |s| s.first.state = "1 g",
            "found the 5 in r1c1 0 % dark where the paper is 0 % dark, expected a digit that is seen",
        ),
        ("light grey", |s| s.first.state = ".7 g", ""),
        (
            "too light",
            |s| s.first.state = ".76 g",
            "found the 5 in r1c1 24 % dark where the paper is 0 % dark, expected a digit that is seen",
        ),
        ("half through", |s| s.first.state = "/Half gs", ""),
        (
            "hardly there",
            |s| s.first.state = "/Faint gs",
            "found the 5 in r1c1 20 % dark where the paper is 0 % dark, expected a digit that is seen",
        ),
        (
            "grey and half through",
            |s| s.first.state = ".6 g /Half gs",
            "found the 5 in r1c1 20 % dark where the paper is 0 % dark, expected a digit that is seen",
        ),
        ("in a font that is not in the file", |s| s.first.font = "H", ""),
        (
            "in such a font, covered in the middle",
            |s| {
                s.first.font = "H";
                s.over = "1 g ".to_owned() + &block((1, 1), [0.4, 0.4, 0.2, 0.2]);
            },
            "found the 5 in r1c1 covered or cut off, expected a digit that is seen",
        ),
        (
            "in such a font, covered at its edge",
            |s| {
                s.first.font = "H";
                s.over = "1 g ".to_owned() + &block((1, 1), [0.6, 0.6, 0.1, 0.1]);
            },
            "",
        ),
        (
            "in such a font, cut off",
            |s| (s.first.font, s.first.state) = ("H", "20 180 m 40 180 l 20 188 l W n"),
            "found the 5 in r1c1 covered or cut off, expected a digit that is seen",
        ),
        (
            "no digit, and not in the font",
            |s| s.over = "BT /G 14 Tf 66 186 Td (\\002) Tj ET".into(),
            "",
        ),
        (
            "blended",
            |s| s.first.state = "/Blend gs",
            "found the 5 in r1c1 blended with what lies under it, or masked, expected a digit that is seen",
        ),
        (
            "hidden",
            |s| s.first.state = "3 Tr",
            "found text that is not drawn, expected text that is seen",
        ),
        ("on grey", |s| s.below = ".6 g ".to_owned() + &block((1, 1), [0.0, 0.0, 1.0, 1.0]), ""),
        (
            "on dark grey",
            |s| s.below = ".2 g ".to_owned() + &block((1, 1), [0.0, 0.0, 1.0, 1.0]),
            "found the 5 in r1c1 100 % dark where the paper is 80 % dark, expected a digit that is seen",
        ),
        (
            "white on black",
            |s| {
                s.below = "0 g ".to_owned() + &block((1, 1), [0.0, 0.0, 1.0, 1.0]);
                s.first.state = "1 g";
            },
            "found no line that is seen at r1c2 (and 1 more such place), expected ten whole lines in each direction",
        ),
        (
            "on a picture",
            |s| s.below = "q 20 0 0 20 20 180 cm /Picture Do Q".to_owned(),
            "found the 5 in r1c1 on a picture or a pattern, expected a digit that is seen\nfound a picture or a pattern in r1c1, expected cells with a plain background\nfound a mark in r1c1 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "half covered",
            |s| s.over = "1 g ".to_owned() + &block((1, 1), [0.5, 0.1, 0.4, 0.8]),
            "found the 5 in r1c1 covered or cut off: 45 % of it is seen, expected a digit that is seen",
        ),
        (
            "hardly covered",
            |s| s.over = "1 g ".to_owned() + &block((1, 1), [0.5, 0.1, 0.4, 0.15]),
            "",
        ),
        (
            "covered by a circle of lines",
            |s| s.over = "1 G 4 w ".to_owned() + &stroke((1, 1), [0.2, 0.5, 0.8, 0.5]),
            "found the 5 in r1c1 covered or cut off: 66 % of it is seen, expected a digit that is seen",
        ),
        (
            "cut off",
            |s| s.first.state = "20 180 10 20 re W n",
            "found the 5 in r1c1 covered or cut off: 45 % of it is seen, expected a digit that is seen",
        ),
        (
            "cut off by a little",
            |s| s.first.state = "20 180 12.3 20 re W n",
            "found the 5 in r1c1 covered or cut off: 82 % of it is seen, expected a digit that is seen",
        ),
        (
            "cut off aslant",
            |s| s.first.state = "20 180 m 40 180 l 20 200 l W n",
            "found the 5 in r1c1 covered or cut off: 41 % of it is seen, expected a digit that is seen",
        ),
        (
            "of another outline",
            |s| (s.first.font, s.first.code) = ("G", "3"),
            "the font G draws 3 for the 5 in r1c1, expected a font that draws the digit of the text",
        ),
        (
            "of no outline",
            |s| (s.first.font, s.first.code) = ("G", " "),
            "found no ink for a 5, expected a digit that is seen\nfound the ink of no digit in r1c1, where the text has 5, expected the digit of the text in each cell",
        ),
        (
            "not in the font",
            |s| (s.first.font, s.first.code) = ("G", "\\001"),
            "the font G has no 5, expected a digit of the font\nfound the ink of no digit in r1c1, where the text has 5, expected the digit of the text in each cell",
        ),
    ]);
}

#[test]
fn the_lines_are_whole_and_nothing_else_is_there() {
    hold(&[
        (
            "a line with a gap",
            |s| s.lines[6] = "20 80 m 112 80 l S 118 80 m 200 80 l S".into(),
            "no grid",
        ),
        (
            "a line with a small gap",
            |s| s.lines[6] = "20 80 m 100 80 l S 101 80 m 200 80 l S".into(),
            "no grid",
        ),
        ("a line that ends early", |s| s.lines[6] = "20 80 m 170 80 l S".into(), "no grid"),
        ("a line in pieces", |s| s.lines[6] = "20 80 m 110 80 l S 110 80 m 200 80 l S".into(), ""),
        ("a light line", |s| s.lines[6] = ".9 G 20 80 m 200 80 l S 0 G".into(), ""),
        (
            "a line that is too light",
            |s| s.lines[6] = ".93 G 20 80 m 200 80 l S 0 G".into(),
            "found no line that is seen at r6c1 (and 8 more such places), expected ten whole lines in each direction",
        ),
        ("a line beside its place", |s| s.lines[6] = "20 82 m 200 82 l S".into(), ""),
        ("a filled line", |s| s.lines[6] = "20 79.5 180 1 re f".into(), ""),
        (
            "a covered line",
            |s| s.over = "1 g 100 79 10 2 re f".into(),
            "found no line that is seen at r6c5, expected ten whole lines in each direction",
        ),
        ("a line that is a little covered", |s| s.over = "1 g 100 79 4 2 re f".into(), ""),
        (
            "a white line over it",
            |s| s.over = "1 G 2 w 100 80 m 120 80 l S".into(),
            "found no line that is seen at r6c5, expected ten whole lines in each direction",
        ),
        (
            "a grey cell",
            |s| s.below = ".6 g ".to_owned() + &block((1, 3), [0.0, 0.0, 1.0, 1.0]),
            "",
        ),
        (
            "a dark cell",
            |s| s.below = ".5 g ".to_owned() + &block((1, 3), [0.0, 0.0, 1.0, 1.0]),
            "found r1c3 darker than others by 0.50, expected cells that are not covered",
        ),
        (
            "a picture in a cell",
            |s| s.below = "q 20 0 0 20 60 180 cm /Picture Do Q".to_owned(),
            "found a picture or a pattern in r1c3, expected cells with a plain background\nfound a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("a background", |s| s.below = ".9 g 10 10 200 200 re f".into(), ""),
        ("a background that ends in a cell", |s| s.below = ".9 g 10 10 60 60 re f".into(), ""),
        ("a background that is hardly seen", |s| s.below = ".97 g 10 10 60 60 re f".into(), ""),
        (
            "a stroke in a cell",
            |s| s.over = stroke((1, 3), [0.3, 0.3, 0.7, 0.7]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a stroke across cells",
            |s| s.over = stroke((5, 3), [0.3, 0.3, 2.7, 0.3]),
            "found a mark in r5c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a stroke through all",
            |s| s.over = "20 20 m 200 200 l S".into(),
            "found a mark in r9c1 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a block in a cell",
            |s| s.over = block((1, 3), [0.3, 0.3, 0.4, 0.4]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("a dot", |s| s.over = block((1, 3), [0.4, 0.4, 0.11, 0.11]), ""),
        (
            "a larger dot",
            |s| s.over = block((1, 3), [0.4, 0.4, 0.13, 0.13]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a block in the corner of a cell",
            |s| s.over = block((1, 3), [0.0, 0.0, 0.3, 0.3]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a letter",
            |s| s.over = "BT /F 14 Tf 66 186 Td (x) Tj ET".into(),
            "found 'x' in r1c3, expected digits, and pencil marks that are smaller than a digit",
        ),
        ("a pencil mark", |s| s.over = "BT /F 6 Tf 66 186 Td (x) Tj ET".into(), ""),
        ("a letter without ink", |s| s.over = "BT /F 14 Tf 66 186 Td ( ) Tj ET".into(), ""),
    ]);
}

#[test]
fn what_is_outside_of_grids_is_seen_too() {
    hold(&[
        (
            "white text",
            |s| s.over = "1 g BT /F 12 Tf 50 210 Td (Easy) Tj ET".into(),
            "found text that begins with 'E' 0 % dark where the paper is 0 % dark, expected text that is seen",
        ),
        (
            "hidden text",
            |s| s.over = "3 Tr BT /F 12 Tf 50 210 Td (Easy) Tj ET".into(),
            "found text that is not drawn, expected text that is seen",
        ),
        (
            "covered text",
            |s| s.over = "BT /F 12 Tf 50 210 Td (Easy) Tj ET 1 g 50 200 20 20 re f".into(),
            "found text that begins with 'E' covered or cut off: 0 % of it is seen, expected text that is seen",
        ),
        (
            "a digit of another outline",
            |s| s.over = "BT /G 12 Tf 50 210 Td (3) Tj ET".into(),
            "the font G draws 3 for 5, expected a font that draws the digit of the text",
        ),
        (
            "an annotation",
            |s| s.page = "/Annots [<< /Subtype /Square >>]",
            "found an annotation (Square), which may cover the page, expected links alone",
        ),
        ("a link", |s| s.page = "/Annots [<< /Subtype /Link >>]", ""),
        (
            "a turned page",
            |s| s.page = "/Rotate 90",
            "viewers turn the page by 90 degrees, expected grids that are upright",
        ),
        ("a page that is not turned", |s| s.page = "/Rotate 360", ""),
    ]);
}

/// Grey that hides no digit, at the upper left of cells, so that the rest of the cell shows what lies below it.
fn pale((row, column): (usize, usize), place: [f64; 4]) -> String {
    ".9 g ".to_owned() + &block((row, column), place)
}

/// A black panel that is no rectangle, and over it white for the grid.
fn panel([left, bottom, right, top]: [f64; 4]) -> String {
    format!(
        "{left} {bottom} m {right} {bottom} l {right} {top} l {left} {top} {left} {top} {left} {bottom} c f 1 g 20 20 180 180 re f"
    )
}

#[test]
fn areas_are_lines_of_the_grid_whole_cells_or_strangers() {
    hold(&[
        ("a filled upright line", |s| s.over = "79.5 20 1 180 re f".into(), ""),
        ("a filled line of two cells", |s| s.over = "40 79 40 2 re f".into(), ""),
        ("a thick filled line", |s| s.over = "20 77.7 180 4.6 re f".into(), ""),
        (
            "a filled line that is too thick",
            |s| s.over = "20 77.5 180 5 re f".into(),
            "found a mark in r7c1 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a filled line beside its place",
            |s| s.over = "20 82 180 1 re f".into(),
            "found r6c2 darker than others by 1.00 (and 5 more such places), expected cells that are not covered\nfound no line that is seen at r6c1 (and 17 more such places), expected ten whole lines in each direction",
        ),
        (
            "a filled line in the cells",
            |s| s.over = "20 83 180 1 re f".into(),
            "found a mark in r6c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a filled upright line in the cells",
            |s| s.over = "83 20 1 180 re f".into(),
            "found a mark in r5c4 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a filled upright line across one",
            |s| s.over = "88 70 1 20 re f".into(),
            "found a mark in r7c4 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("a piece of a filled upright line", |s| s.over = "78 83 4 14 re f".into(), ""),
        ("a piece of a filled line", |s| s.over = "83 78 14 4 re f".into(), ""),
        (
            "a square on an upright line",
            |s| s.over = "78 88 4 4 re f".into(),
            "found a mark in r6c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a square on a line",
            |s| s.over = "88 78 4 4 re f".into(),
            "found a mark in r7c4 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a square in the corner of the grid",
            |s| s.over = "20 20 3 3 re f".into(),
            "found a mark in r9c1 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("white on a round black panel", |s| s.below = panel([10.0, 10.0, 210.0, 210.0]), ""),
        (
            "white on a panel of the size of the grid",
            |s| s.below = panel([20.0, 20.0, 200.0, 200.0]),
            "",
        ),
        (
            "white on a panel that begins in the grid",
            |s| s.below = panel([30.0, 10.0, 210.0, 210.0]),
            "found a mark in r5c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "white on a panel that ends in the grid",
            |s| s.below = panel([10.0, 10.0, 190.0, 210.0]),
            "found a mark in r5c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "white on a panel that begins above",
            |s| s.below = panel([10.0, 30.0, 210.0, 210.0]),
            "found a mark in r5c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "white on a panel that ends below",
            |s| s.below = panel([10.0, 10.0, 210.0, 190.0]),
            "found a mark in r5c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a picture beside white paint",
            |s| s.over = "1 g q 4 0 0 4 68 188 cm /Picture Do Q".into(),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a stroke that leaves the grid",
            |s| s.over = "66 186 m 74 194 l 74 215 l 5 215 l S".into(),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("a square on a crossing", |s| s.over = "78 78 4 4 re f".into(), ""),
        ("nine cells", |s| s.below = ".9 g 20 20 60 60 re f".into(), ""),
        ("nine cells with a rim", |s| s.below = ".9 g 22 22 56 56 re f".into(), ""),
        ("cells and what is outside", |s| s.below = ".9 g 5 5 75 75 re f".into(), ""),
        ("all cells", |s| s.below = ".9 g 20 20 180 180 re f".into(), ""),
        (
            "a triangle",
            |s| s.below = ".9 g 60 180 m 60 200 l 80 200 l f".into(),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "the left of a cell",
            |s| s.below = pale((1, 3), [0.0, 0.0, 0.5, 1.0]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "the upper half of a cell",
            |s| s.below = pale((1, 3), [0.0, 0.5, 1.0, 0.5]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a band through a cell",
            |s| s.below = pale((1, 3), [0.0, 0.3, 1.0, 0.4]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "an upright band through a cell",
            |s| s.below = pale((1, 3), [0.3, 0.0, 0.4, 1.0]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "the upper left of a cell",
            |s| s.below = pale((1, 3), [0.0, 0.5, 0.5, 0.5]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "hardly seen",
            |s| s.below = ".97 g ".to_owned() + &block((1, 3), [0.0, 0.5, 0.5, 0.5]),
            "",
        ),
        (
            "hardly there",
            |s| {
                s.below =
                    "q /Faint gs .9 g ".to_owned() + &block((1, 3), [0.0, 0.5, 0.5, 0.5]) + "Q"
            },
            "",
        ),
        ("a line without length", |s| s.over = "66 190 m 66 190 l S".into(), ""),
        ("an empty area", |s| s.over = "66 190 0 0 re f".into(), ""),
        (
            "a thin upright stroke",
            |s| s.over = stroke((1, 3), [0.5, 0.2, 0.5, 0.8]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a stroke that begins on a line",
            |s| s.over = stroke((1, 3), [0.5, 0.0, 0.5, 0.4]),
            "found a mark in r1c3 that is neither, expected nothing in a grid but lines and digits",
        ),
        (
            "a stroke in the last cell",
            |s| s.over = stroke((5, 5), [0.05, 0.05, 0.5, 0.5]),
            "found a mark in r5c5 that is neither, expected nothing in a grid but lines and digits",
        ),
        ("a picture on a crossing", |s| s.over = "q 2 0 0 2 79 79 cm /Picture Do Q".into(), ""),
    ]);
}

#[test]
fn lines_that_stand_for_one_and_lines_that_cover_it() {
    hold(&[
        // White, and beside it a thin line of its own.
        (
            "a line beside a white one",
            |s| s.lines[6] = "1 G 20 80 m 200 80 l S 0 G .4 w 20 81.5 m 200 81.5 l S 1 w".into(),
            "",
        ),
        (
            "an upright line beside a white one",
            |s| s.lines[7] = "1 G 80 20 m 80 200 l S 0 G .4 w 78.6 20 m 78.6 200 l S 1 w".into(),
            "",
        ),
        (
            "a line half through",
            |s| s.lines[6] = "/Lines gs 20 80 m 200 80 l S /Whole gs".into(),
            "",
        ),
        (
            "a line that is hardly there",
            |s| s.lines[6] = "/Thin gs 20 80 m 200 80 l S /Whole gs".into(),
            "found no line that is seen at r6c1 (and 8 more such places), expected ten whole lines in each direction",
        ),
        ("a wide line", |s| s.lines[6] = "5 w 20 80 m 200 80 l S 1 w".into(), ""),
        (
            "a wider line",
            |s| s.lines[6] = "7 w 20 80 m 200 80 l S 1 w".into(),
            "found r6c2 darker than others by 1.00 (and 5 more such places), expected cells that are not covered\nfound no line that is seen at r6c1 (and 17 more such places), expected ten whole lines in each direction",
        ),
        (
            "a white line first",
            |s| s.lines[6] = "1 G 20 80 m 200 80 l S 0 G 20 80 m 200 80 l S".into(),
            "",
        ),
        (
            "a white line last",
            |s| s.lines[6] = "20 80 m 200 80 l S 1 G 20 80 m 200 80 l S 0 G".into(),
            "found no line that is seen at r6c1 (and 8 more such places), expected ten whole lines in each direction",
        ),
        (
            "a white upright line last",
            |s| s.over = "1 G 80 20 m 80 200 l S".into(),
            "found no line that is seen at r9c4 (and 8 more such places), expected ten whole lines in each direction",
        ),
        (
            "a white line over one side",
            |s| s.over = "1 G 2 w 80 100 m 80 120 l S".into(),
            "found no line that is seen at r5c4, expected ten whole lines in each direction",
        ),
        ("a white block over a crossing", |s| s.over = "1 g 76 76 8 8 re f".into(), ""),
        (
            "a white block over an upright side",
            |s| s.over = "1 g 79 102 2 16 re f".into(),
            "found no line that is seen at r5c4, expected ten whole lines in each direction",
        ),
        ("white under a side", |s| s.below = "1 g 79 102 2 16 re f".into(), ""),
        (
            "a clipped line",
            |s| s.lines[6] = "q 20 70 100 20 re W n 20 80 m 200 80 l S Q".into(),
            "found no line that is seen at r6c6 (and 3 more such places), expected ten whole lines in each direction",
        ),
        (
            "a line that is clipped aslant",
            |s| s.lines[6] = "q 20 70 m 120 70 l 140 90 l 20 90 l W n 20 80 m 200 80 l S Q".into(),
            "found no line that is seen at r6c6 (and 3 more such places), expected ten whole lines in each direction",
        ),
        ("a slanted line", |s| s.lines[6] = "20 79.9 m 200 80.05 l S".into(), ""),
        ("grey between grey cells", |s| s.below = ".9 g 20 20 180 180 re f".into(), ""),
        (
            "a line as light as its cells",
            |s| {
                s.below = ".9 g 20 20 180 180 re f".into();
                s.lines[6] = ".9 G 20 80 m 200 80 l S 0 G".into();
            },
            "found no line that is seen at r6c1 (and 8 more such places), expected ten whole lines in each direction",
        ),
        (
            "a line as light as the cells above it",
            |s| {
                s.below = ".9 g 20 80 180 20 re f".into();
                s.lines[6] = ".9 G 20 80 m 200 80 l S 0 G".into();
            },
            "found no line that is seen at r6c1 (and 8 more such places), expected ten whole lines in each direction",
        ),
    ]);
}

/// The same digits on a page that viewers turn, with grids that are turned as well.
#[test]
fn a_grid_in_each_direction_is_judged_like_an_upright_one() {
    for quarter in 0..4 {
        for (over, expected) in [
            (String::new(), None),
            (block((1, 3), [0.3, 0.3, 0.4, 0.4]), Some("found a mark in r1c3 that is neither")),
            (
                "1 g ".to_owned() + &block((1, 1), [0.5, 0.1, 0.4, 0.8]),
                Some("found the 5 in r1c1 covered"),
            ),
            ("1 G 2 w 80 100 m 80 120 l S".to_owned(), Some("found no line that is seen at r5c")),
            ("1 G 2 w 100 80 m 120 80 l S".to_owned(), Some("found no line that is seen at r6c5")),
        ] {
            let mut sheet = Sheet::new();
            sheet.over = over;
            sheet.quarter = quarter;
            let found = sheet.found();
            match expected {
                None => assert_eq!(found, "", "{quarter}"),
                Some(begins) => assert!(found.starts_with(begins), "{quarter}: {begins}: {found}"),
            }
        }
    }
}
