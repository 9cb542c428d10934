//! Drawn grids: any size, frame, spacing, label and answer. A drawing is its puzzle or an error, never another puzzle.

use super::drawn::{judged, line, random_drawing, read};
use crate::support::puzzles::{PUZZLE, SOLUTION};

#[test]
fn drawing_is_its_puzzle_or_an_error() {
    let (mut right, mut read_right) = (0, 0);
    // The last ones have labels that do not stand above their columns, and a row of four `x`.
    for seed in (0..4_000).chain([32_602, 34_033]) {
        let (drawing, text, is_wrong) = random_drawing(seed);
        let found = read(&text);
        let is_drawn = |(puzzle, _): &(String, _)| *puzzle == drawing.line();
        if is_wrong && drawing.has_empty_column() && found.iter().all(is_drawn) {
            // Beside an empty column, a gap may be in its place.
        } else if is_wrong {
            assert_eq!(found, [], "seed {seed}: the frame shows other blocks\n{text}");
        }
        if is_wrong {
            continue;
        }
        right += 1;
        read_right += usize::from(!found.is_empty());
        for (puzzle, answer) in found {
            assert_eq!(puzzle, drawing.line(), "seed {seed}\n{text}");
            let solution = line(&drawing.solution);
            assert!(answer.is_none_or(|answer| answer == solution), "seed {seed}\n{text}");
        }
    }
    assert!(read_right * 10 > right * 7, "{read_right} of {right}");
}

/// A solution of blocks with three rows and two columns, with blanks.
const TALL: [&str; 6] = ["12.456", "34.612", "5.1234", "61234.", "2345.1", ".56123"];

fn transposed(rows: &[&str; 6]) -> Vec<String> {
    let column = |at: usize| rows.iter().map(|row| &row[at..=at]).collect();
    (0..6).map(column).collect()
}

/// Draws rows of six cells with a bar or an empty field before each block, and a line below each.
fn framed(rows: &[String], block: [usize; 2], between: &str, bar: &str, rule: &str) -> String {
    let mut text = String::new();
    for (at, row) in rows.iter().enumerate() {
        if at > 0 && at % block[0] == 0 {
            text += &format!("{rule}\n");
        }
        for (column, cell) in row.chars().enumerate() {
            if column > 0 {
                text += if column % block[1] == 0 { bar } else { between };
            }
            text.push(cell);
        }
        text.push('\n');
    }
    text
}

#[test]
fn frame_of_turned_blocks_is_refused_with_remedy() {
    let styles = [
        (" ", " | ", "----+-----+----"),
        ("", "|", "--+--+--"),
        ("", "│", "──┼──┼──"),
        (",", ",,", ",,,,,,,"),
        (";", ";;", ""),
        ("\t", "\t\t", "\t\t\t\t\t\t\t"),
        (" | ", " || ", "=== === ==="),
    ];
    let tall = TALL.map(str::to_owned);
    let wide = transposed(&TALL);
    for (between, bar, rule) in styles {
        let text = framed(&tall, [3, 2], between, bar, rule);
        let (puzzles, errors) = judged(&text);
        assert!(puzzles.is_empty() && errors.len() == 1, "{text}: {puzzles:?} {errors:?}");
        let words = "f:1:1: expected a frame of blocks with 2 rows and 3 columns, as every 6x6 has \
                     here, found blocks with 3 rows and 2 columns; exchange rows and columns";
        assert!(errors[0].starts_with(words), "{text}: {errors:?}");
        // The remedy.
        let text = framed(&wide, [2, 3], between, bar, rule);
        assert_eq!(judged(&text), (vec![(wide.concat(), None)], Vec::new()), "{text}");
    }
}

#[test]
fn frame_of_irregular_blocks_is_refused() {
    // Bars stand in other places in each row.
    let (bars, cells) = ([3, 4, 2, 5, 3, 6, 4, 1, 5], "..3.5.7.9");
    let mut text = String::new();
    for at in bars {
        text += &format!("|{}|{}|\n", &cells[..at], &cells[at..]);
    }
    let (puzzles, errors) = judged(&text);
    assert!(puzzles.is_empty() && errors.len() == 1, "{errors:?}");
    assert!(errors[0].contains("irregular blocks are not supported"), "{errors:?}");
}

/// Nine rows of fields, each after its label, with a line behind some rows.
fn labelled(grid: &str, between: &str, blank: &str, line_after: &[usize], line: &str) -> String {
    let names: Vec<String> = (1..=9).map(|at| format!("C{at}")).collect();
    let mut text = format!("{between}{}\n", names.join(between));
    for at in 0..9 {
        let cells = grid[9 * at..][..9].chars().map(|c| c.to_string().replace('.', blank));
        let cells: Vec<String> = cells.collect();
        text += &format!("R{}{between}{}\n", at + 1, cells.join(between));
        if line_after.contains(&(at + 1)) {
            text += &format!("{line}\n");
        }
    }
    text
}

#[test]
fn empty_line_in_labelled_sheet_moves_no_row() {
    for (grid, between) in [(PUZZLE, ","), (PUZZLE, ";"), (PUZZLE, "\t")] {
        for blank in ["", ".", "0"] {
            for line in [String::new(), between.repeat(9)] {
                let right = vec![(grid.to_owned(), None)];
                for bands in [&[][..], &[3, 6]] {
                    let text = labelled(grid, between, blank, bands, &line);
                    assert_eq!(judged(&text), (right.clone(), Vec::new()), "{text}");
                }
                for at in [1, 2, 4, 5, 7, 8] {
                    let text = labelled(grid, between, blank, &[at], &line);
                    let (puzzles, errors) = judged(&text);
                    let is_right = puzzles == right && errors.is_empty();
                    assert!(
                        is_right || puzzles.is_empty() && errors.len() == 1,
                        "{text}: {puzzles:?}"
                    );
                }
            }
        }
    }
}

#[test]
fn answers_below_and_beside_belong_to_their_puzzle() {
    let [puzzle, solution] = [PUZZLE, SOLUTION]
        .map(|line| (0..9).map(|at| line[9 * at..][..9].to_owned()).collect::<Vec<_>>());
    let expected = (vec![(PUZZLE.to_owned(), Some(SOLUTION.to_owned()))], Vec::new());
    let below = format!("Puzzle\n{}\nSolution\n{}\n", puzzle.join("\n"), solution.join("\n"));
    assert_eq!(judged(&below), expected);
    let beside: Vec<_> = puzzle.iter().zip(&solution).map(|(a, b)| format!("{a}   {b}")).collect();
    assert_eq!(judged(&beside.join("\n")), expected);
}

#[test]
fn label_without_cells_is_a_row() {
    // The last row has no digit, and an empty line stands behind another row.
    let grid = format!("{}.........", &PUZZLE[..72]);
    for between in [",", ";", "\t"] {
        for line in [String::new(), between.repeat(9)] {
            let text = labelled(&grid, between, "", &[], &line);
            assert_eq!(judged(&text), (vec![(grid.clone(), None)], Vec::new()), "{text}");
            for at in 1..9 {
                let text = labelled(&grid, between, "", &[at], &line);
                let (puzzles, errors) = judged(&text);
                assert!(puzzles.is_empty() && errors.len() == 1, "{text}: {puzzles:?} {errors:?}");
                assert!(!errors[0].contains("found none"), "{errors:?}");
                assert!(errors[0].contains("remove"), "{errors:?}");
            }
        }
    }
}

/// Rows of fields.
fn fields(grid: &str, between: &str, blank: &str) -> Vec<String> {
    let rows = (0..9).map(|at| &grid[9 * at..][..9]);
    let cell = |c: char| c.to_string().replace('.', blank);
    rows.map(|row| row.chars().map(cell).collect::<Vec<_>>().join(between)).collect()
}

#[test]
fn number_before_barred_row_is_no_cell() {
    // Blanks at the edges, and as signs or as spaces.
    for grid in [PUZZLE.to_owned(), PUZZLE.chars().rev().collect()] {
        for names in ["123456789", "ABCDEFGHI", ""] {
            for blank in [".", "0", "_", " "] {
                let mut text = String::new();
                if !names.is_empty() {
                    let names: Vec<_> = names.chars().map(|c| c.to_string()).collect();
                    text += &format!("  | {}\n", names.join(" | "));
                }
                for (row, number) in fields(&grid, " | ", blank).iter().zip(1..) {
                    text += &format!("{number} | {row}\n");
                }
                assert_eq!(judged(&text), (vec![(grid.clone(), None)], Vec::new()), "{text}");
                // Two bars behind the number: it is the puzzle or an error.
                let doubled = text
                    .lines()
                    .map(|line| line.replacen('|', "| |", 1) + "\n")
                    .collect::<String>();
                let (puzzles, errors) = judged(&doubled);
                assert!(puzzles.iter().all(|(line, _)| *line == grid), "{doubled}: {puzzles:?}");
                assert!(puzzles.len() == 1 || !errors.is_empty(), "{doubled}");
            }
        }
    }
}

#[test]
fn note_below_a_sheet_is_no_row() {
    let mut rows = fields(PUZZLE, ",", "");
    rows.iter_mut().for_each(|row| *row += ",,note");
    let right = (vec![(PUZZLE.to_owned(), None)], Vec::new());
    // The candidates of a cell, which cannot be a row below these columns.
    for note in
        ["5,3,,,,,,,,", ",,5,6,1,,,,,", "5,,,,,,,,1,", ",,,,,\"2,5,7\",,,,,", "a,1,2,3,4,5,,,,"]
    {
        let text = format!("{}\n{note}\n", rows.join("\n"));
        assert_eq!(judged(&text), right, "{text}");
    }
    // It may be a row; the remedy is an empty row above it.
    for note in ["1,2,3,4,5,6,,,,", "8,,1,,5,,7,6,4,"] {
        let text = |gap: &str| format!("{}\n{gap}{note}\n", rows.join("\n"));
        let (puzzles, errors) = judged(&text(""));
        assert!(puzzles.is_empty() && errors[0].contains("leave an empty row"), "{errors:?}");
        assert_eq!(judged(&text(",,,,,,,,,,\n")), right);
    }
}

#[test]
fn remedies_of_refused_drawings_are_right() {
    let top = format!(".........{}", &PUZZLE[9..]);
    let lines = |grid: &str| fields(grid, "", ".").join("\n");
    for (grid, refused, words, mended) in [
        // A row without signs among rows with signs, and its dots.
        (
            top.clone(),
            lines(&top).replacen(".........", ",,,,,,,,", 1).replace('\n', "\n\n"),
            "expected",
            lines(&top),
        ),
        // Rows that belong to no grid, and an empty line.
        (
            PUZZLE.to_owned(),
            format!("53..7....\n{}\n", lines(PUZZLE)),
            "write an empty line or a title between grids, and remove other rows",
            lines(PUZZLE),
        ),
        // A place without a sign, and its dot.
        (
            PUZZLE.to_owned(),
            fields(PUZZLE, ";", ".").join("\n").replacen(".;.;.;.\n", ";;;\n", 1),
            "found an empty field beside others; write a dot",
            fields(PUZZLE, ";", ".").join("\n"),
        ),
    ] {
        let (puzzles, errors) = judged(&refused);
        assert!(puzzles.is_empty() && !errors.is_empty(), "{refused}: {puzzles:?}");
        assert!(errors.iter().any(|error| error.contains(words)), "{refused}: {errors:?}");
        assert_eq!(judged(&mended), (vec![(grid, None)], Vec::new()), "{mended}");
    }
}

#[test]
fn complete_grid_of_its_own_answers_nothing() {
    let [puzzle, solution] = [PUZZLE, SOLUTION].map(|grid| fields(grid, "", ".").join("\n"));
    let top = format!(".........{}", &PUZZLE[9..]);
    let other = fields(&top, "", ".").join("\n");
    let second = fields(&SOLUTION.replace('1', "x").replace('2', "1").replace('x', "2"), "", ".");
    // It solves neither of two puzzles.
    let text = [&puzzle, &other, &second.join("\n")].map(String::as_str).join("\n\n");
    assert_eq!(judged(&text), (vec![(PUZZLE.to_owned(), None), (top.clone(), None)], Vec::new()));
    // Answers of several puzzles, one of which is wrong.
    let text = [&puzzle, &other, &solution, &second.join("\n")].map(String::as_str).join("\n\n");
    let answers: Vec<_> = judged(&text).0.into_iter().map(|(_, answer)| answer).collect();
    assert!(answers[0].as_deref() == Some(SOLUTION) && answers[1].is_some(), "{answers:?}");
}
