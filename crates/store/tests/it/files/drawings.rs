//! Drawn grids: any size, frame, spacing, label and answer. A drawing is its puzzle or an error, never another puzzle.

use crate::support::puzzles::{PUZZLE, SOLUTION};
use store::table::RowReader;

/// Random numbers of a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A puzzle and its solution, row by row; 0 is an empty cell.
struct Drawing {
    side: usize,
    puzzle: Vec<usize>,
    solution: Vec<usize>,
}

impl Drawing {
    fn random(dice: &mut Dice) -> Self {
        let (side, block_rows) = dice.one(&[(9, 3), (9, 3), (6, 2), (6, 2), (4, 2)]);
        let block_columns = side / block_rows;
        let mut digits: Vec<usize> = (1..=side).collect();
        for at in (1..side).rev() {
            digits.swap(at, dice.below(at + 1));
        }
        let shift = dice.below(side);
        let digit = |cell: usize| {
            let (row, column) = (cell / side, cell % side);
            digits[(row % block_rows * block_columns + row / block_rows + column + shift) % side]
        };
        let solution: Vec<usize> = (0..side * side).map(digit).collect();
        let share = 2 + dice.below(6);
        let mut puzzle = solution.clone();
        for cell in &mut puzzle {
            if dice.below(10) < share {
                *cell = 0;
            }
        }
        puzzle[dice.below(side * side)] = 0;
        Self { side, puzzle, solution }
    }

    fn line(&self) -> String {
        line(&self.puzzle)
    }
}

fn line(cells: &[usize]) -> String {
    cells.iter().map(|cell| if *cell == 0 { ".".to_owned() } else { cell.to_string() }).collect()
}

/// The places of lines between rows or columns.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Frame {
    None,
    Right,
    /// Sides of other blocks.
    Wrong,
    /// Other places in each row.
    Irregular,
}

/// An empty column between the fields of a row.
const FIELD_BARS: [&str; 4] = [",,", ";;", "\t\t", " &  & "];

/// The number of rows or columns after which there are lines.
fn places(frame: Frame, side: usize, block: usize, row: usize, dice: &mut Dice) -> Vec<usize> {
    match frame {
        Frame::None => Vec::new(),
        Frame::Right => (1..side).filter(|at| at % block == 0).collect(),
        Frame::Wrong if side == 6 => (1..side).filter(|at| at % (5 - block) == 0).collect(),
        Frame::Wrong => vec![1 + side / 2 - side % 2 * dice.below(1)],
        Frame::Irregular => vec![1 + row % (side - 1)],
    }
}

struct Style {
    blank: &'static str,
    between: &'static str,
    bar: &'static str,
    rule: &'static str,
    outer: &'static str,
    row_labels: &'static str,
    column_labels: &'static str,
    is_stripped: bool,
    space: &'static str,
    end: &'static str,
}

fn label(kind: &str, at: usize) -> String {
    match kind {
        "" => String::new(),
        "A" => char::from(b'A' + at as u8).to_string(),
        "a" => char::from(b'a' + at as u8).to_string(),
        "1" => (at + 1).to_string(),
        "0" => at.to_string(),
        "1." => format!("{}.", at + 1),
        kind => format!("{kind}{}", at + 1),
    }
}

/// Draws the cells. Returns the text, and the frame that it shows.
fn draw(drawing: &Drawing, cells: &[usize], style: &Style, frames: [Frame; 2]) -> String {
    let side = drawing.side;
    let block_rows = if side == 9 { 3 } else { 2 };
    let mut still = Dice(7);
    let width = (0..side).map(|at| label(style.row_labels, at).len()).max().unwrap_or(0);
    // A label is a field of its own in a row of fields.
    let behind = if style.between.contains([',', ';', '\t', '&']) { style.between } else { " " };
    let lead = |text: &str| match width {
        0 => String::new(),
        _ if behind != " " => format!("{text}{behind}"),
        _ => format!("{text:<width$} "),
    };
    let mut lines = Vec::new();
    let across = places(frames[0], side, block_rows, 0, &mut still);
    for row in 0..side {
        let down = places(frames[1], side, side / block_rows, row, &mut still);
        let join = |cell: &dyn Fn(usize) -> String| {
            let mut text = style.outer.to_owned();
            for column in 0..side {
                text += &cell(column);
                if down.contains(&(column + 1)) {
                    text += style.bar;
                } else if column + 1 < side {
                    text += style.between;
                }
            }
            text + style.outer.trim_end_matches(' ')
        };
        if row == 0 && !style.column_labels.is_empty() {
            let names = join(&|column| label(style.column_labels, column));
            lines.push(lead("") + &names.replace(['|', '│', '║'], " "));
        }
        let digits = join(&|column| match cells[row * side + column] {
            0 => style.blank.to_owned(),
            digit => digit.to_string(),
        });
        lines.push(lead(&label(style.row_labels, row)) + &digits);
        if across.contains(&(row + 1)) {
            let length = lines[lines.len() - 1].chars().count();
            lines.push(match style.rule {
                "" => String::new(),
                "+-" => lead("") + &"-".repeat(length.saturating_sub(width + 1).max(3)),
                rule => rule.repeat(length.max(3)),
            });
        }
    }
    let mut text = String::new();
    for line in lines {
        let line = if style.is_stripped { line.trim_end() } else { &line };
        text += &line.replace(' ', style.space);
        text += style.end;
    }
    text
}

/// A random drawing: its puzzle, the text, and true if its frame is no frame of the puzzle.
fn random_drawing(seed: u64) -> (Drawing, String, bool) {
    let mut dice = Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    dice.below(2);
    let drawing = Drawing::random(&mut dice);
    let between = dice.one(&["", " ", " ", " ", "  ", "   ", ",", ";", "\t", " & ", " | ", "|"]);
    let has_fields = between.contains([',', ';', '\t', '&']);
    let has_boxes = between.contains('|');
    let blank = match dice.below(4) {
        0 if has_fields => "",
        0 => " ",
        1 => dice.one(&["0", "_", "*", "x", "-"]),
        _ => ".",
    };
    let bar = if has_fields {
        let empty = FIELD_BARS.into_iter().find(|bar| bar.starts_with(between));
        dice.one(&[between, empty.unwrap()])
    } else if has_boxes {
        dice.one(&["║", "||"])
    } else {
        dice.one(&["|", " | ", " │ ", "|"])
    };
    // A gap of spaces is a frame only between cells with spaces.
    let is_gap = !has_fields && between == " " && blank != " " && dice.is(4);
    let mut style = Style {
        blank,
        between,
        bar: if is_gap { "   " } else { bar },
        rule: dice.one(&["", "-", "=", "─", "+-"]),
        outer: if has_fields || is_gap { "" } else { dice.one(&["", "| ", "|"]) },
        row_labels: dice.one(&["", "", "", "R", "r", "A", "a", "1", "1.", "Z", "0"]),
        column_labels: dice.one(&["", "", "", "C", "A", "1", "S"]),
        is_stripped: dice.is(2),
        space: if dice.is(8) { "\u{a0}" } else { " " },
        end: if dice.is(4) { "\r\n" } else { "\n" },
    };
    let kinds = [Frame::None, Frame::Right, Frame::Right, Frame::Wrong, Frame::Irregular];
    let mut frames = [dice.one(&kinds[..4]), dice.one(&kinds)];
    if has_fields {
        style.rule = "";
        // Tabs at the end of a line are fields.
        style.is_stripped = false;
        // Without an empty column there is no frame.
        if style.bar == between {
            frames[1] = Frame::None;
        }
    }
    if (has_boxes || is_gap) && frames[1] == Frame::Irregular {
        frames[1] = Frame::Right;
    }
    let mut text = draw(&drawing, &drawing.puzzle, &style, frames);
    if dice.is(3) {
        text = format!("Puzzle 1{}{text}", style.end);
    }
    if dice.is(3) {
        text += style.end;
        text += dice.one(&["", "Solution 1\n", "Answer:\n\n"]);
        text += &draw(&drawing, &drawing.solution, &style, frames);
    }
    if dice.is(8) {
        text = text.replace('5', "\u{ff15}").replace('1', "\u{ff11}");
    }
    let is_wrong = frames.iter().any(|frame| matches!(frame, Frame::Wrong | Frame::Irregular));
    (drawing, text, is_wrong)
}

/// The puzzles that are read, each with its answer; the errors are left out.
fn read(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for row in RowReader::new(text.as_bytes()).flatten() {
        // A complete grid is no puzzle, and refused.
        if let Ok(grid) = row.grid()
            && !grid.is_full()
        {
            found.push((grid.to_string(), row.get("solution").map(str::to_owned)));
        }
    }
    found
}

#[test]
fn drawing_is_its_puzzle_or_an_error() {
    let (mut right, mut read_right) = (0, 0);
    for seed in 0..6_000 {
        let (drawing, text, is_wrong) = random_drawing(seed);
        let found = read(&text);
        if is_wrong {
            assert_eq!(found, [], "seed {seed}: the frame shows other blocks\n{text}");
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
    assert!(read_right * 10 > right * 8, "{read_right} of {right}");
}

/// The puzzles, each with its stated answer, and the errors.
fn judged(text: &str) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let errors = RowReader::new(text.as_bytes()).filter_map(Result::err);
    (read(text), errors.map(|error| error.in_file("f")).collect())
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
