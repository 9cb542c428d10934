//! Positions with candidates, as people write them, made into JSON lines with `puzzle` and `candidates`:
//!
//! * 729 characters: for each cell nine, a candidate's digit in its place, `.` or `0` for the others;
//! * nine lines of nine groups of digits, with or without borders and bars.
//!
//! A cell with one candidate is a digit if no other cell of its houses has it.

use super::cells;
use crate::sudoku::grid::{Cell, Digit, DigitSet, Grid};
use serde_json::json;
use std::io::{self, BufRead as _, BufReader, Cursor, Read};

/// A file is looked at up to here to find out what it is.
const LOOK: u64 = 1 << 16;
/// Positions are read up to here.
const MOST: u64 = 1 << 26;

/// By cell: its candidates.
type Marks = [DigitSet; Cell::COUNT];

/// Nine characters a cell: a candidate's digit in its place, or a dot.
pub fn marks_line(marks: impl Fn(Cell) -> DigitSet) -> String {
    let mark = |cell, digit: Digit| match marks(cell).contains(digit) {
        true => char::from(b'0' + digit.get()),
        false => '.',
    };
    Cell::ALL.into_iter().flat_map(|cell| Digit::ALL.map(|digit| mark(cell, digit))).collect()
}

/// Reads the form of [`marks_line`]; a zero is a dot.
///
/// # Errors
/// What was expected, and what was found.
pub fn marks_of_line(line: &str) -> Result<[DigitSet; Cell::COUNT], String> {
    let mut marks = [DigitSet::EMPTY; Cell::COUNT];
    let found = line.chars().count();
    if found != 9 * Cell::COUNT {
        return Err(format!("expected 729 characters of candidates, found {found}"));
    }
    for (i, c) in line.chars().enumerate() {
        let digit = Digit::ALL[i % 9];
        match c {
            '.' | '0' => {}
            _ if c.to_digit(10) == Some(digit.get().into()) => _ = marks[i / 9].insert(digit),
            _ => {
                let cell = Cell::ALL[i / 9];
                return Err(format!(
                    "expected {digit}, 0 or a dot in its place, found {c:?} ({cell})"
                ));
            }
        }
    }
    Ok(marks)
}

/// Whether a stream has positions with candidates; then as JSON lines, each in the line where the position begins, and
/// `problem` in the place of what cannot be read. Else the stream as it is.
pub(in crate::store::table) fn translated(
    input: impl Read + Send + 'static,
) -> io::Result<(bool, Box<dyn Read + Send>)> {
    let mut input = BufReader::new(input);
    let mut head = Vec::new();
    // A row of single digits may belong to a grid with candidates: look on.
    let has_marks = loop {
        let before = head.len();
        (&mut input).take(LOOK - before as u64).read_until(b'\n', &mut head)?;
        let line = String::from_utf8_lossy(&head[before..]);
        match Line::of(&line) {
            _ if head.len() == before => break false,
            Line::Row(groups) if groups.iter().any(|group| group.len() > 1) => break true,
            Line::Nothing | Line::Row(_) => {}
            Line::Marks => break true,
            Line::Other => break false,
        }
    };
    let all = Cursor::new(head).chain(input);
    if !has_marks {
        return Ok((false, Box::new(all)));
    }
    let mut text = Vec::new();
    all.take(MOST).read_to_end(&mut text)?;
    Ok((true, Box::new(Cursor::new(json_lines(&String::from_utf8_lossy(&text))))))
}

/// What a line is.
enum Line<'a> {
    /// Empty, a comment or a border.
    Nothing,
    /// 729 characters.
    Marks,
    /// A row of nine groups of digits.
    Row(Vec<&'a str>),
    Other,
}

impl<'a> Line<'a> {
    fn of(line: &'a str) -> Self {
        let line = line.trim();
        let groups = line.split(|c: char| c.is_whitespace() || cells::is_bar(c));
        let groups: Vec<&str> = groups.filter(|group| !group.is_empty()).collect();
        let digits = |group: &&str| group.bytes().all(|b| b.is_ascii_digit() && b != b'0');
        match line {
            _ if line.is_empty() || line.starts_with('#') || cells::is_drawn(line) => Self::Nothing,
            _ if line.len() == 9 * Cell::COUNT => Self::Marks,
            _ if groups.len() == 9 && groups.iter().all(digits) => Self::Row(groups),
            _ => Self::Other,
        }
    }
}

fn json_lines(text: &str) -> String {
    let (mut out, mut written, mut rows) = (String::new(), 0, Vec::new());
    let mut put = |line: usize, position: Result<Marks, String>| {
        out.extend(std::iter::repeat_n('\n', line - written));
        written = line + 1;
        let value = match position {
            Ok(marks) => json!({
                "puzzle": digits(&marks).to_string(),
                "candidates": marks_line(|cell| marks[cell.index()]),
            }),
            Err(problem) => json!({ "puzzle": Grid::EMPTY.to_string(), "unread": problem }),
        };
        out += &format!("{value}\n");
    };
    for (number, line) in text.lines().enumerate() {
        let position = match Line::of(line) {
            Line::Nothing => continue,
            Line::Row(groups) => {
                rows.push((number, groups));
                None
            }
            Line::Marks => Some(marks_of_line(line.trim())),
            Line::Other => {
                let kinds = "729 characters, or nine groups of digits";
                Some(Err(format!("expected candidates ({kinds}), found another line")))
            }
        };
        if let Some((first, _)) = rows.first()
            && (position.is_some() || rows.len() == 9)
        {
            put(*first, of_rows(&rows));
            rows.clear();
        }
        position.into_iter().for_each(|position| put(number, position));
    }
    rows.first().into_iter().for_each(|(first, _)| put(*first, of_rows(&rows)));
    out
}

fn of_rows(rows: &[(usize, Vec<&str>)]) -> Result<Marks, String> {
    if rows.len() < 9 {
        let found = rows.len();
        return Err(format!("expected nine rows of candidates from here on, found {found}"));
    }
    let mut marks = [DigitSet::EMPTY; Cell::COUNT];
    let groups = rows.iter().flat_map(|(_, groups)| groups);
    for ((cell, set), group) in Cell::ALL.into_iter().zip(&mut marks).zip(groups) {
        for digit in group.bytes().filter_map(|b| Digit::new(b - b'0')) {
            if !set.insert(digit) {
                return Err(format!("expected each digit once in a cell, found {group} ({cell})"));
            }
        }
    }
    Ok(marks)
}

/// The digits of a position: a cell with one mark is filled if no other of its houses has it.
fn digits(marks: &Marks) -> Grid {
    let mut digits = Grid::EMPTY;
    for cell in Cell::ALL {
        let mut own = marks[cell.index()];
        let free = |digit| cell.peers().iter().all(|peer| !marks[peer.index()].contains(digit));
        digits[cell] = own.next().filter(|&digit| own.is_empty() && free(digit));
    }
    digits
}
