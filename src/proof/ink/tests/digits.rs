//! Digits, and text outside of grids.

use super::super::Judge;
use super::{Digit, Sheet, USUAL, block, digit, hold, stroke};
use crate::grid::Cell;
use crate::proof::readback::Pdf;

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
        (
            "without size, in a font that is not in the file",
            |s| (s.first.font, s.first.size) = ("H", 0.0),
            "found the 5 in r1c1 turned, mirrored or slanted, expected a digit that is upright",
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
            "standing on a line",
            |s| (s.first.size, s.first.off) = (24.0, (0.0, -0.1)),
            "found the 5 in r1c1 100 % dark where the paper is 100 % dark, expected a digit that is seen",
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

/// In a drawn step small digits are candidates: they may be anywhere in a cell.
#[test]
fn candidates_of_a_drawn_step_are_not_judged() {
    let small = Digit { size: 7.0, off: (-0.3, 0.3), ..USUAL };
    let over = digit((1, 3), '4', &small);
    let sheet = Sheet { over, ..Sheet::new() };
    let judged = |is_step: bool| {
        let pdf = Pdf::open(&sheet.bytes()).unwrap();
        let (mut page, drawing) = pdf.read(0).unwrap();
        page.grids[0].is_step = is_step;
        page.grids[0].grid[Cell::ALL[2]] = None;
        Judge::default().page(&drawing, &page).len()
    };
    assert_eq!(judged(true), 0);
    assert!(judged(false) > 0);
}
