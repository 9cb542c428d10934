//! Drawn grids: nine lines of nine cells, in any frame, with captions between them. `grid_row`
//! reads a row.
//!
//! Nothing marks the start of a grid, so rows are counted, and every line that is not allowed
//! inside a grid ends it. A grid with fewer than nine rows is one error; its rows never become part
//! of the next grid.

use super::aligned::read_aligned;
use super::candidates::CandidateGrid;
use super::cell_field::parse_cell;
use super::cells::{self, LineReading, NineCells, is_comment};
use super::damaged_row::{self, is_damaged_row, resembles_row, sheet_problem};
use super::empty_rows::check_drawing;
use super::error::{ReadError, RowPosition};
use super::grid_row::{self, BlankStyle, GridRow};
use super::tokens::{EMPTY, Line, LineToken, SPACED};
use super::{FoundCells, FoundPuzzle, JudgedText};
use grid::{AnyGrid, Cell, DigitSet, Grid};

/// Minimum length of a line that may hold a whole puzzle, and a whole one of a small size.
const MIN_LINE: usize = 54;
const MIN_SMALL_LINE: usize = 16;
/// Maximum number of rows in a block of rows in which spaces are blanks.
const MAX_SPACED_ROWS: usize = 900;
/// Maximum number of rows of a grid, with rows before it without cells and borders of nine dashes.
const MAX_GRID_LINES: usize = 27;

/// Parses a line of exactly 81 cells. This is the fast path: almost all lines are of this form.
pub(super) fn parse_plain_line(bytes: &[u8]) -> Option<AnyGrid> {
    if bytes.len() != Cell::COUNT {
        return None;
    }
    std::str::from_utf8(bytes).ok()?.parse().map(AnyGrid::Classic).ok()
}

/// Reads a line that holds whole puzzles, or a damaged one.
pub(super) fn read_puzzles(line: &[u8]) -> LineReading {
    if line.len() < MIN_SMALL_LINE {
        return LineReading::Other;
    }
    let text = cells::normalize(line);
    let trimmed = text.trim();
    if trimmed.is_empty() || is_comment(trimmed) || grid_row::is_empty_row(&text) {
        return LineReading::Other;
    }
    if text.len() < MIN_LINE { cells::read_small_line(&text) } else { cells::read_line(&text) }
}

pub(super) fn row_error(line: u64, (column, reason): cells::CellError) -> ReadError {
    ReadError::at(line, RowPosition::Character(column), reason)
}

/// Reads drawn grids between captions.
pub(super) fn grids(lines: &[Line<'_>]) -> JudgedText {
    let (last_caption, found) = (None, JudgedText::default());
    let mut reader = GridReader { lines, last_caption, has_top: false, is_ignored: false, found };
    let mut at = 0;
    while at < lines.len() {
        at = reader.read_at(at);
    }
    reader.found
}

struct GridReader<'a> {
    lines: &'a [Line<'a>],
    /// The index of the last caption. A caption directly before a grid means that another caption
    /// may separate it from the next grid.
    last_caption: Option<usize>,
    /// True if a border stands above the next row.
    has_top: bool,
    /// True if the next grid is ignored.
    is_ignored: bool,
    found: JudgedText,
}

/// A row of a grid, and the index of its line.
#[derive(Clone, Copy)]
struct PlacedRow {
    at: usize,
    row: GridRow,
}

/// The rows of a grid so far.
#[derive(Default)]
struct OpenGrid {
    rows: Vec<PlacedRow>,
    /// Number of rows between two empty lines, 1 or 3. `None` before the first empty line.
    paragraph: Option<usize>,
    /// Number of rows since the last empty line.
    since_gap: usize,
    /// True if a caption stands directly before the grid.
    is_titled: bool,
}

impl OpenGrid {
    /// Returns true if some row shows blanks as dashes.
    fn has_dashes(&self) -> bool {
        self.rows
            .iter()
            .any(|placed| matches!(placed.row, GridRow::Cells { blanks: BlankStyle::Dashes, .. }))
    }

    /// Returns true if some row shows blanks as signs, so that a line without any is a gap.
    fn shows_blanks(&self) -> bool {
        self.rows.iter().any(|placed| placed.row.shows_blanks())
    }

    /// Returns the rows. Dashes are a row if they stand for blanks in other rows.
    fn counted(&self) -> Vec<PlacedRow> {
        let dashes = self.has_dashes();
        self.rows.iter().copied().filter(|placed| placed.row.counts(dashes)).collect()
    }

    /// Returns true if there is a row that consists of more than spaces and dashes.
    fn is_under_way(&self) -> bool {
        self.rows
            .iter()
            .any(|placed| !matches!(placed.row, GridRow::Dashes { .. } | GridRow::Empty))
    }

    /// Returns true if an error of this grid was already reported.
    fn is_lost(&self) -> bool {
        self.rows.iter().any(|placed| placed.row == GridRow::Invalid)
    }

    /// Returns true if the only row is the head of a Markdown table.
    fn is_empty_head(&self) -> bool {
        let [PlacedRow { row, .. }] = self.rows[..] else { return false };
        matches!(row, GridRow::Cells { cells, .. } if cells == [None; 9])
    }

    /// Returns true if the only row numbers the columns from 1 to 9.
    fn is_column_numbers(&self) -> bool {
        let [PlacedRow { row, .. }] = self.rows[..] else { return false };
        row.cells().iter().zip(1..).all(|(cell, n)| cell.is_some_and(|digit| digit.get() == n))
    }

    /// Adds an empty line, which is allowed after every row or after every third row. Returns false
    /// if it ends the grid.
    fn push_gap(&mut self) -> bool {
        let length = self.since_gap;
        if length == 0 {
            return true;
        }
        let count = self.counted().len();
        let is_right = matches!(length, 1 | 3) && self.paragraph.is_none_or(|p| p == length);
        if count >= 9 || !is_right || !self.is_under_way() || !count.is_multiple_of(length) {
            return false;
        }
        (self.paragraph, self.since_gap) = (Some(length), 0);
        true
    }

    /// Returns true if the last nine rows may be a grid. A row without cells below it may be an
    /// empty line.
    fn may_end(&self) -> bool {
        let rows = self.counted();
        rows.len() >= 9 && is_free_of_conflicts(&rows[rows.len() - 9..])
    }

    /// Adds a row. Returns the rows of the grid if it is complete.
    ///
    /// The first rows without cells may be empty lines between two grids. As few of them as
    /// possible belong to the grid, as long as no digit comes twice in a house.
    fn push(&mut self, at: usize, row: GridRow) -> Option<Vec<PlacedRow>> {
        // Where blanks have signs, a line without any is no row.
        if row.shows_blanks() && self.rows.iter().all(|placed| placed.row == GridRow::Empty) {
            *self = Self { is_titled: self.is_titled, ..Self::default() };
        }
        self.rows.push(PlacedRow { at, row });
        self.since_gap += usize::from(row.counts(true));
        let rows = self.counted();
        let spaces = self.rows.iter().take_while(|placed| placed.row == GridRow::Empty).count();
        if rows.len() != spaces + 9 {
            return None;
        }
        let mut starts = (spaces - spaces.min(8)..=spaces).rev();
        let legal = starts.find(|start| is_free_of_conflicts(&rows[*start..*start + 9]));
        let start = legal.unwrap_or(spaces);
        Some(rows[start..start + 9].to_vec())
    }
}

/// Returns true if no digit comes twice in a house.
fn is_free_of_conflicts(rows: &[PlacedRow]) -> bool {
    Grid::new(std::array::from_fn(|i| rows[i / 9].row.cells()[i % 9])).conflicts().next().is_none()
}

impl GridReader<'_> {
    /// Reads what begins at a line, and returns the index of the line after it.
    fn read_at(&mut self, at: usize) -> usize {
        match self.lines[at].token {
            LineToken::Blank | LineToken::Comment => {}
            LineToken::PuzzleHeading => (self.has_top, self.is_ignored) = (false, false),
            LineToken::StateHeading => (self.has_top, self.is_ignored) = (false, true),
            LineToken::Border => self.has_top = true,
            LineToken::Refused(reason) => {
                self.add_error(ReadError::in_line(self.lines[at].number, reason));
            }
            LineToken::Text if self.row_at(at, &OpenGrid::default()).is_none() => {
                self.read_caption(at);
            }
            LineToken::Text | LineToken::Cells(_) => {
                let lines = &self.lines[at..];
                let spaces = lines.iter().take_while(|line| line.token == EMPTY).count();
                return match lines.get(spaces) {
                    // At most eight rows of a grid have no cells.
                    _ if spaces > 8 => at + spaces - 8,
                    Some(line) if line.token == SPACED => self.read_spaced(at),
                    _ => self.read_grid(at),
                };
            }
        }
        at + 1
    }

    fn add_error(&mut self, error: ReadError) {
        self.found.rows.push(Err(error));
    }

    /// Skips a line that is no row, unless it has a part of a puzzle.
    fn read_caption(&mut self, at: usize) {
        let Line { number, text, .. } = &self.lines[at];
        (self.has_top, self.is_ignored) = (false, false);
        if let Some(reason) = cells::find_damaged_run(text) {
            return self.add_error(row_error(*number, reason));
        }
        self.last_caption = Some(at);
        // A line without letters and digits is punctuation.
        if text.contains(char::is_alphanumeric) {
            self.found.skipped.add(*number, text);
        }
    }

    /// Returns a line as a row of a grid. A label may stand before a row, or a rating after the
    /// last one. Returns `None` if the line is a caption.
    fn row_at(&self, at: usize, grid: &OpenGrid) -> Option<GridRow> {
        let Line { text, token, .. } = &self.lines[at];
        if let LineToken::Cells(row) = token {
            // Spaces are blanks in all rows of a grid, or in none.
            return Some(if *row == GridRow::Spaced { GridRow::Invalid } else { *row });
        }
        let is_under_way = grid.is_under_way();
        if let Some(cells) = cells::find_row_cells(text, is_under_way) {
            return Some(GridRow::Cells { cells, blanks: BlankStyle::Signs });
        }
        if grid.counted().len() == 8
            && let Some(row) = grid_row::read_with_tail(text)
        {
            return Some(row);
        }
        // An invalid row still counts as a row, so that the rows after it stay in their grid. Text
        // that does not resemble a row ends the grid, unless no caption stood before this grid.
        let is_row = if is_under_way {
            !grid.is_titled || sheet_problem(text).is_some() || resembles_row(text)
        } else {
            is_damaged_row(text)
        };
        is_row.then_some(GridRow::Invalid)
    }

    /// Reads a grid, and returns the index of the line after it.
    fn read_grid(&mut self, first: usize) -> usize {
        // The first line needs no caption above it.
        let is_titled = self.last_caption == first.checked_sub(1);
        let mut grid = OpenGrid { is_titled, ..OpenGrid::default() };
        let mut paragraph_start = first;
        let mut at = first;
        while let Some(line) = self.lines.get(at) {
            if grid.is_empty_head() && grid_row::is_head_separator(line.text.trim()) {
                // The empty head of a Markdown table is no row.
                if !std::mem::replace(&mut self.has_top, true) {
                    grid = OpenGrid::default();
                }
                at += 1;
                continue;
            }
            match line.token {
                LineToken::Blank if grid.push_gap() => paragraph_start = at + 1,
                EMPTY if grid.shows_blanks() => {
                    if !grid.push_gap() {
                        break;
                    }
                    paragraph_start = at + 1;
                }
                LineToken::Border if self.push_border(&mut grid) => {
                    if grid.since_gap == 0 {
                        paragraph_start = at + 1;
                    }
                }
                LineToken::Cells(_) | LineToken::Text => {
                    let Some(row) = self.row_at(at, &grid) else { break };
                    if row == GridRow::Empty && grid.may_end() || grid.rows.len() >= MAX_GRID_LINES
                    {
                        break;
                    }
                    // No empty line follows the rows of this paragraph: they begin another grid.
                    if grid.paragraph == Some(grid.since_gap) {
                        grid.rows.retain(|placed| placed.at < paragraph_start);
                        at = paragraph_start;
                        break;
                    }
                    if row == GridRow::Invalid && !grid.is_lost() && !self.is_ignored {
                        let reason = damaged_row::row_error(&line.text);
                        self.add_error(row_error(line.number, reason));
                    }
                    if let Some(rows) = grid.push(at, row) {
                        self.finish(&grid, &rows);
                        return rows[8].at + 1;
                    }
                }
                _ => break,
            }
            at += 1;
        }
        self.end_grid(&grid);
        at
    }

    /// Adds a border to a grid. It is allowed above the first row, between bands, or between all
    /// rows from the first row on. Returns false if it ends the grid.
    fn push_border(&mut self, grid: &mut OpenGrid) -> bool {
        match grid.counted().len() {
            0 => self.has_top = true,
            // Column numbers above the border.
            1 if !self.has_top && grid.is_column_numbers() => {
                *grid = OpenGrid::default();
                self.has_top = true;
            }
            1 => grid.paragraph = Some(1),
            2..9 if grid.paragraph == Some(1) => {}
            3 | 6 => {}
            _ => return false,
        }
        if grid.paragraph == Some(1) {
            grid.since_gap = 0;
        }
        true
    }

    /// Ends a grid whose ninth row was not reached: rows without cells stand before the others,
    /// borders of dashes were rows, or it is an error.
    fn end_grid(&mut self, grid: &OpenGrid) {
        let counted = grid.counted();
        if counted.len() >= 9 {
            self.finish(grid, &counted[counted.len() - 9..]);
        } else if grid.has_dashes() && grid.rows.len() == 9 {
            self.finish(grid, &grid.rows);
        } else {
            let first = grid.rows.iter().find(|placed| placed.row.counts(true));
            let is_told = grid.is_lost() || self.is_ignored;
            if let Some(first) = first.filter(|_| grid.is_under_way() && !is_told) {
                let line = self.lines[first.at].number;
                self.add_error(too_few_rows(line, counted.len()));
            }
            (self.has_top, self.is_ignored) = (false, false);
        }
    }

    /// Reports the grid of these nine rows, unless it is lost.
    fn finish(&mut self, grid: &OpenGrid, rows: &[PlacedRow]) {
        self.has_top = false;
        let is_ignored = std::mem::take(&mut self.is_ignored);
        if is_ignored || !grid.is_under_way() || grid.is_lost() {
            return;
        }
        let at: Vec<usize> = rows.iter().map(|placed| placed.at).collect();
        let line = self.lines[rows[0].at].number;
        let grid = found_grid(|row| rows[row].row.cells());
        if let Err(error) = check_drawing(self.lines, &at, &grid) {
            return self.add_error(error);
        }
        if rows.iter().any(|placed| placed.row.shows_blanks())
            && let Some(row) = rows.iter().find(|placed| placed.row.has_empty_places())
        {
            let reason = "expected a sign for each blank, as in other rows of the grid, found a row \
                          with empty places; write them as dots";
            return self.add_error(ReadError::in_line(self.lines[row.at].number, reason));
        }
        if at.iter().any(|at| !self.has_signs(*at)) && self.has_more_rows(at[8]) {
            let reason = "expected nine rows, found one without cells among them and another row \
                          below; remove the row without cells, or write its blanks as dots";
            return self.add_error(ReadError::in_line(line, reason));
        }
        self.found.rows.push(match candidates_of(rows) {
            Some(Ok(marks)) => Ok(FoundPuzzle { line, cells: FoundCells::Position(marks) }),
            Some(Err(at)) => {
                let reason =
                    "expected nine groups of candidates, as in the other rows, found cells";
                Err(ReadError::in_line(self.lines[at].number, reason))
            }
            None => Ok(FoundPuzzle::new(line, grid)),
        });
    }

    fn has_signs(&self, at: usize) -> bool {
        self.lines[at].text.contains(|c: char| !c.is_whitespace() && parse_cell(c).is_some())
    }

    /// Returns true if the rows directly below a grid are not those of whole grids.
    fn has_more_rows(&self, last: usize) -> bool {
        let below = self.lines[last + 1..].iter();
        let (mut rows, mut cells) = (0_usize, 0_usize);
        for line in below {
            if !matches!(line.token, LineToken::Cells(row) if row.counts(true)) {
                break;
            }
            rows += 1;
            if line.token != EMPTY {
                cells = rows;
            }
        }
        !cells.is_multiple_of(9)
    }

    /// Reads a block of rows in which spaces are blanks. Returns the index of the line after it.
    fn read_spaced(&mut self, first: usize) -> usize {
        // A number stands alone above a grid whose rows have all of their cells.
        let numbers = self.lines[first..].iter().take(4).take_while(|line| line.is_number_or_gap());
        let numbers = numbers.count();
        let below = &self.lines[first + numbers..];
        let next = below.iter().find(|line| line.token != LineToken::Border);
        if (1..=3).contains(&numbers) && next.is_some_and(Line::is_whole_row) {
            self.skip_numbers(first..first + numbers);
            return first + numbers;
        }
        let mut rows: Vec<usize> = Vec::new();
        let mut next = first;
        while let Some(line) = self.lines.get(next) {
            let is_gap = line.token == LineToken::Blank;
            let is_second_gap = is_gap && self.lines[next - 1].token == LineToken::Blank;
            match line.token {
                _ if is_second_gap || rows.len() > MAX_SPACED_ROWS => break,
                LineToken::Blank => rows.push(next),
                LineToken::Cells(row) if row.can_be_spaced() => rows.push(next),
                LineToken::Border => {}
                _ => break,
            }
            next += 1;
        }
        while rows.pop_if(|at| self.lines[*at].token == LineToken::Blank).is_some() {}
        self.has_top = false;
        if !std::mem::take(&mut self.is_ignored) {
            self.end_spaced(&rows);
        }
        next
    }

    fn skip_numbers(&mut self, lines: impl Iterator<Item = usize>) {
        for line in lines.map(|at| &self.lines[at]) {
            if line.token != LineToken::Blank {
                self.found.skipped.add(line.number, &line.text);
            }
        }
    }

    /// Reports the grids of a block in which spaces are blanks. Each of them has nine rows, and may
    /// have a number above it.
    fn end_spaced(&mut self, rows: &[usize]) {
        let lines = self.lines;
        // A page number, or a number between other lines.
        if rows.len() < 3 && rows.iter().all(|at| lines[*at].is_lone_number()) {
            return self.skip_numbers(rows.iter().copied());
        }
        let mut filled = rows.to_vec();
        filled.retain(|at| lines[*at].token != LineToken::Blank);
        // An empty line is a row of blanks if it completes a grid.
        if filled.len() < 9 && rows.len() == 9 {
            return self.finish_spaced(rows);
        }
        let has_numbers = filled.len().is_multiple_of(10)
            && filled.chunks(10).all(|rows| lines[rows[0]].is_lone_number());
        if filled.len().is_multiple_of(9) {
            filled.chunks(9).for_each(|rows| self.finish_spaced(rows));
        } else if has_numbers {
            self.skip_numbers(filled.iter().copied().step_by(10));
            filled.chunks(10).for_each(|rows| self.finish_spaced(&rows[1..]));
        } else {
            self.add_error(too_few_rows(lines[filled[0]].number, filled.len()));
        }
    }

    /// Reports the grid of nine rows in which spaces are blanks.
    fn finish_spaced(&mut self, rows: &[usize]) {
        let texts: [&str; 9] = std::array::from_fn(|row| self.lines[rows[row]].text.trim_end());
        let line = self.lines[rows[0]].number;
        self.found.rows.push(match read_aligned(&texts) {
            Some(cells) if are_numbers(&cells) => {
                let reason = "expected digits with spaces for blanks, found the numbers 1 to 9 in \
                              the first column; remove them if they count the rows, or write \
                              blanks as dots";
                Err(ReadError::in_line(line, reason))
            }
            Some(cells) => {
                let grid = found_grid(|row| cells[row]);
                check_drawing(self.lines, rows, &grid).map(|()| FoundPuzzle::new(line, grid))
            }
            None => {
                let reason = "expected digits in nine columns, with spaces for blanks, found other \
                              columns; write blanks as dots";
                Err(ReadError::in_line(line, reason))
            }
        });
    }
}

/// Returns true if the first column counts the rows.
fn are_numbers(rows: &[NineCells; 9]) -> bool {
    rows.iter().zip(1..).all(|(cells, number)| cells[0].is_some_and(|cell| cell.get() == number))
}

fn found_grid(row: impl Fn(usize) -> NineCells) -> AnyGrid {
    Grid::new(std::array::from_fn(|i| row(i / 9)[i % 9])).into()
}

fn too_few_rows(line: u64, found: usize) -> ReadError {
    let reason = format!("expected 9 rows in the grid that begins here, found {found}");
    ReadError::in_line(line, reason)
}

/// Collects the candidates of nine rows. Returns `None` if no row has candidates, and the line of a
/// row without candidates as the error.
fn candidates_of(rows: &[PlacedRow]) -> Option<Result<Box<CandidateGrid>, usize>> {
    rows.iter().find(|placed| matches!(placed.row, GridRow::Candidates(_)))?;
    let mut marks = Box::new([DigitSet::EMPTY; 81]);
    for (placed, nine) in rows.iter().zip(marks.chunks_mut(9)) {
        match &placed.row {
            GridRow::Candidates(row) => nine.copy_from_slice(row),
            GridRow::Cells { cells, blanks: BlankStyle::None } => {
                for (set, digit) in nine.iter_mut().zip(cells.iter().flatten()) {
                    set.insert(*digit);
                }
            }
            _ => return Some(Err(placed.at)),
        }
    }
    Some(Ok(marks))
}

#[cfg(test)]
mod tests {
    use super::super::lines::split_lines;
    use super::*;

    const PUZZLE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

    fn nine() -> Vec<String> {
        let rows = PUZZLE.as_bytes().chunks(9);
        rows.map(|row| String::from_utf8_lossy(row).into_owned()).collect()
    }

    /// The lines of the grids, or the errors, and the number of captions.
    fn found(text: &str) -> (Vec<Result<u64, String>>, u64) {
        let text = text.replace('N', &nine().join("\n"));
        let lines: Vec<_> = split_lines(text.as_bytes(), 1).map(Line::new).collect();
        let judged = grids(&lines);
        let line = |puzzle: FoundPuzzle| match puzzle.cells {
            FoundCells::Puzzle((grid, _)) if grid.to_string() == PUZZLE => puzzle.line,
            _ => 0,
        };
        let rows = judged.rows.into_iter().map(|row| row.map(line).map_err(|e| e.to_string()));
        (rows.collect(), judged.skipped.count)
    }

    #[test]
    fn grids_end_where_their_rows_are_complete() {
        let bands: Vec<_> = nine().chunks(3).map(|band| band.join("\n")).collect();
        for (text, lines, captions) in [
            ("N\nN", &[1, 10][..], 0),
            ("N\n\n\nN", &[1, 12], 0),
            ("Grid 1\nN\nGrid 2\nN", &[2, 12], 2),
            ("12\n\nN\n7\nN", &[3, 13], 2),
            ("# a\n[Puzzle]\nN\n[State]\nN", &[3], 0),
            ("+---+\nN\n+---+\nN", &[2, 12], 0),
            (&bands.join("\n---+---+---\n"), &[1], 0),
            (&bands.join("\n\n"), &[1], 0),
            (&nine().join("\n\n"), &[1], 0),
            (&nine().join("\n").replace('.', " "), &[1], 0),
        ] {
            let expected = lines.iter().copied().map(Ok).collect();
            assert_eq!(found(text), (expected, captions), "{text}");
        }
    }

    #[test]
    fn damaged_grid_is_one_error_and_spoils_no_other() {
        let short = nine()[1..].join("\n");
        let wrong = nine().join("\n").replacen('7', "?", 1);
        for (text, error) in [
            (format!("{short}\n\nN"), "line 1, column 1: expected 9 rows in the grid that"),
            (format!("{wrong}\nN"), "line 1, column 5: expected a digit or a blank"),
            (format!("{}\nN", wrong.replace('?', "7.")), "line 1, column 11: expected 81 cells in"),
        ] {
            let (rows, _) = found(&text);
            let lines = text.lines().count() as u64;
            assert!(rows[0].as_ref().unwrap_err().starts_with(error), "{text}: {rows:?}");
            assert_eq!(rows[1..], [Ok(lines)], "{text}");
        }
    }

    #[test]
    fn rows_without_cells_are_empty_lines_if_they_must() {
        let empty = ",,,,,,,,\n";
        let fields = |row: &String| row.replace("", ",")[1..18].replace('.', "");
        let rows: Vec<_> = nine()[1..].iter().map(fields).collect();
        let first_is_empty = format!("{empty}{}", rows.join("\n"));
        let text = format!("{}N\n{}{first_is_empty}\n{empty}", empty.repeat(9), empty.repeat(2));
        assert_eq!(found(&text).0, [Ok(10), Ok(0)]);
    }
}
