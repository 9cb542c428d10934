//! Lines of the grid, and what is neither line nor digit.

use super::{Sheet, block, hold, stroke};

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
