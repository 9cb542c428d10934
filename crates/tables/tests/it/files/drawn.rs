//! Draws random puzzles as people paste them, and reads them.

use tables::RowReader;

/// Random numbers of a seed.
pub struct Dice(pub u64);

impl Dice {
    pub fn of_seed(seed: u64) -> Self {
        let mut dice = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        dice.below(2);
        dice
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    pub fn one<T: Clone>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())].clone()
    }

    pub fn is(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// A puzzle and its solution, row by row; 0 is an empty cell.
pub struct Drawing {
    pub side: usize,
    pub puzzle: Vec<usize>,
    pub solution: Vec<usize>,
}

impl Drawing {
    pub fn random_of(side: usize, dice: &mut Dice) -> Self {
        let block_rows = if side == 9 { 3 } else { 2 };
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
        // Rows and columns without digits, first of all at the edges.
        let middle = dice.below(side);
        let at = dice.one(&[0, side - 1, middle]);
        let is_empty_row = dice.is(6);
        let is_empty_column = dice.is(6);
        for (cell, digit) in puzzle.iter_mut().enumerate() {
            if is_empty_row && cell / side == at || is_empty_column && cell % side == at {
                *digit = 0;
            }
        }
        Self { side, puzzle, solution }
    }

    pub fn has_empty_column(&self) -> bool {
        let is_empty = |column: usize| {
            self.puzzle.iter().skip(column).step_by(self.side).all(|cell| *cell == 0)
        };
        (0..self.side).any(is_empty)
    }

    pub fn line(&self) -> String {
        line(&self.puzzle)
    }
}

pub fn line(cells: &[usize]) -> String {
    cells.iter().map(|cell| if *cell == 0 { ".".to_owned() } else { cell.to_string() }).collect()
}

/// The places of lines between rows or columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Frame {
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

pub struct Style {
    pub blank: &'static str,
    pub between: &'static str,
    pub bar: &'static str,
    pub rule: &'static str,
    pub outer: &'static str,
    /// What stands before and behind each row.
    pub around: [&'static str; 2],
    pub row_labels: &'static str,
    pub column_labels: &'static str,
    pub is_stripped: bool,
    pub space: &'static str,
    pub end: &'static str,
}

impl Style {
    /// Returns true if nothing separates the cells, so that a row with a lost cell is only shorter.
    pub fn has_loose_cells(&self) -> bool {
        !self.between.contains([',', ';', '\t', '&', '|'])
    }
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
pub fn draw(drawing: &Drawing, cells: &[usize], style: &Style, frames: [Frame; 2]) -> String {
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
        let [open, close] = style.around;
        lines.push(format!("{open}{}{digits}{close}", lead(&label(style.row_labels, row))));
        if across.contains(&(row + 1)) {
            let length = lines[lines.len() - 1].chars().count();
            lines.push(match style.rule {
                "" => String::new(),
                "fields" => lead("") + &style.between.repeat(side - 1 + down.len()),
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

/// A random style, and the lines between rows and between columns.
pub fn random_style(dice: &mut Dice) -> (Style, [Frame; 2]) {
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
        around: match between {
            " & " => dice.one(&[["", ""], ["", " \\\\"], ["", " \\\\ \\hline"]]),
            "" if dice.is(3) => dice.one(&[["\"", "\","], ["'", "'"], ["", "  # note"]]),
            "," => dice.one(&[["", ""], ["", ""], ["[", "],"], ["{", "}"]]),
            _ => ["", ""],
        },
        row_labels: dice.one(&["", "", "", "R", "r", "A", "a", "1", "1.", "Z", "0"]),
        column_labels: dice.one(&["", "", "", "C", "A", "1", "S"]),
        is_stripped: dice.is(2),
        space: if dice.is(8) { "\u{a0}" } else { " " },
        end: if dice.is(4) { "\r\n" } else { "\n" },
    };
    let kinds = [Frame::None, Frame::Right, Frame::Right, Frame::Wrong, Frame::Irregular];
    let mut frames = [dice.one(&kinds[..4]), dice.one(&kinds)];
    if has_fields {
        style.rule = dice.one(&["", "", "fields"]);
        // Tabs at the end of a line are fields.
        style.is_stripped = false;
        // Without an empty column there is no frame.
        if style.bar == between {
            frames[1] = Frame::None;
        }
    }
    // Without signs for blanks, an irregular gap may be a regular one.
    let is_hidden = has_boxes || is_gap || has_fields && blank.is_empty();
    if is_hidden && frames[1] == Frame::Irregular {
        frames[1] = Frame::Right;
    }
    (style, frames)
}

/// A random drawing: its puzzle, the text, and true if its frame is no frame of the puzzle.
pub fn random_drawing(seed: u64) -> (Drawing, String, bool) {
    let mut dice = Dice::of_seed(seed);
    let side = dice.one(&[9, 9, 6, 6, 4]);
    let drawing = Drawing::random_of(side, &mut dice);
    let (style, frames) = random_style(&mut dice);
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

/// Draws a puzzle without a frame of other blocks.
pub fn draw_plain(drawing: &Drawing, style: &Style, frames: [Frame; 2]) -> String {
    let right = frames.map(|frame| if frame == Frame::None { frame } else { Frame::Right });
    draw(drawing, &drawing.puzzle, style, right)
}

/// The puzzles that are read, each with its answer; the errors are left out.
pub fn read(text: &str) -> Vec<(String, Option<String>)> {
    let mut found = Vec::new();
    for row in RowReader::new(text.as_bytes()).flatten() {
        // A complete grid is no puzzle, and refused; so is a grid with a digit twice in a house.
        if let Ok(grid) = row.grid()
            && !grid.is_full()
            && !grid.has_conflict()
        {
            found.push((grid.to_string(), row.get("solution").map(str::to_owned)));
        }
    }
    found
}

/// The puzzles, each with its stated answer, and the errors.
pub fn judged(text: &str) -> (Vec<(String, Option<String>)>, Vec<String>) {
    let errors = RowReader::new(text.as_bytes()).filter_map(Result::err);
    (read(text), errors.map(|error| error.in_file("f").to_string()).collect())
}
