//! Drawn grids of four lines of four cells, or six of six, in any frame. They stand between grids
//! of nine lines and captions, which other readers read.

use super::cell_field::parse_field;
use super::cells::parse_cell;
use super::grid_row::{is_border, is_head_separator};
use super::tokens::Line;
use super::{FoundCells, FoundPuzzle, JudgedText};
use engine::sudoku::any_puzzle::{AnyGrid, GridShape};
use engine::sudoku::grid::Digit;

/// Reads the small grids of these lines, and all other lines with `read_others`.
pub(super) fn with_small_grids(
    lines: &[Line<'_>],
    read_others: impl Fn(&[Line<'_>]) -> JudgedText,
) -> JudgedText {
    let mut found = JudgedText::default();
    let (mut start, mut at) = (0, 0);
    while at < lines.len() {
        let Some(grid) = SmallGrid::begin(&lines[at..]) else {
            at += 1;
            continue;
        };
        // The border above belongs to the grid.
        let above = lines[start..at].iter().rev().take_while(|line| is_frame(line)).count();
        if at - above > start {
            found.append(read_others(&lines[start..at - above]));
        }
        let cells = FoundCells::Puzzle((grid.cells, None));
        found.rows.push(Ok(FoundPuzzle { line: lines[at].number, cells }));
        at += grid.line_count;
        at += lines[at..].iter().take_while(|line| is_frame(line)).count();
        start = at;
    }
    if start < lines.len() || found.rows.is_empty() {
        found.append(read_others(&lines[start..]));
    }
    found
}

/// A grid that begins at a line.
struct SmallGrid {
    cells: AnyGrid,
    /// The number of its lines, with borders inside.
    line_count: usize,
}

impl SmallGrid {
    /// Reads the grid that begins with the first line. Returns `None` if as many rows as the first
    /// one has cells do not follow, or more do.
    fn begin(lines: &[Line<'_>]) -> Option<Self> {
        let first = read_row(&lines.first()?.text)?;
        let shape = GridShape::with_cell_count(first.len() * first.len())?;
        let mut cells = Vec::new();
        let mut line_count = 0;
        for line in lines {
            match read_row(&line.text) {
                Some(row) if row.len() == shape.side() => cells.extend(row),
                None if is_frame(line) || line.text.trim().is_empty() => {}
                _ => break,
            }
            line_count += 1;
            if cells.len() == shape.cell_count() {
                break;
            }
        }
        // A fifth row of four cells belongs to something else.
        let next = lines.get(line_count).and_then(|line| read_row(&line.text));
        let ends = next.is_none_or(|row| row.len() != shape.side());
        let has_digits = cells.iter().flatten().count() > 1;
        let cells = AnyGrid::from_cells(&cells)?;
        if ends && has_digits { Some(Self { cells, line_count }) } else { None }
    }
}

/// Returns true if a line is a border of a grid.
fn is_frame(line: &Line<'_>) -> bool {
    let text = line.text.trim();
    !text.is_empty() && (is_border(text) || is_head_separator(text))
}

/// Reads a line of four or six cells: signs with spaces or bars between them, or fields, of which
/// an empty one is a blank.
fn read_row(text: &str) -> Option<Vec<Option<Digit>>> {
    let text = text.trim();
    let is_framed = text.contains(['|', '│', '║', '┃']);
    let row = if let Some(delimiter) = [',', ';', '\t'].into_iter().find(|c| text.contains(*c)) {
        text.split(delimiter).map(parse_field).collect()
    } else {
        let signs = text.chars().filter(|c| !c.is_whitespace() && !"|│║┃".contains(*c));
        signs.map(parse_cell).collect::<Option<Vec<_>>>()
    }?;
    let shape = GridShape::with_cell_count(row.len() * row.len())?;
    let has_cells = is_framed || row.iter().any(Option::is_some) || text.contains(['.', '_', '0']);
    let fits = row.iter().flatten().all(|digit| usize::from(digit.get()) <= shape.side());
    if shape.mini().is_some() && has_cells && fits { Some(row) } else { None }
}
