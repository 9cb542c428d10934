//! Opens a file of puzzles: one reader of rows, or one for each sheet of a workbook. A sheet of
//! solutions is compared with the puzzles before it, and a sheet without puzzles is left out.

use super::format::error::{ReadError, RowPosition};
#[cfg(feature = "parquet")]
use super::parquet;
use super::row::Ready;
use super::row_reader::{Input, RowReader};
use super::spreadsheet::{self, SheetTable, WorkbookText};
use files::output::{open, open_any};
use grid::AnyGrid;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;
use words::{Clause, clause, excerpt, quote_names};

/// The maximum number of characters of the name of a sheet in a message.
const MAX_NAME_CHARS: usize = 40;

/// An open file of puzzles.
pub struct PuzzleSheets {
    /// The readers of its rows, in order. All files except workbooks have one.
    pub sheets: Vec<PuzzleSheet>,
    /// Sentences about the sheets that are not read, or not as puzzles.
    pub notes: Vec<Clause>,
}

/// The rows of a sheet, or of a file without sheets.
pub struct PuzzleSheet {
    /// The name of the sheet, if the workbook has several.
    pub name: Option<String>,
    /// The rows.
    pub rows: RowReader<Input>,
}

impl PuzzleSheets {
    /// Opens a file, a pipe or a device. Parquet and Excel workbooks must be regular files. A
    /// workbook is read whole: its memory grows with its size. `column` is the column of the
    /// puzzles, if the user named it.
    ///
    /// # Errors
    /// If it cannot be opened, or is a damaged workbook.
    pub fn open(path: &Path, column: Option<&str>) -> io::Result<Self> {
        Self::from_file(open_any(path)?, column)
    }

    /// Opens a file of a run, which must be a regular file. Never waits for a pipe.
    ///
    /// # Errors
    /// If it cannot be opened.
    pub fn open_plain(path: &Path, column: Option<&str>) -> io::Result<Self> {
        Self::from_file(open(path)?, column)
    }

    /// Returns a stream as a file.
    pub fn from_input(input: Input, column: Option<&str>) -> Self {
        Self::from_rows(RowReader::new(input), column)
    }

    fn from_file(mut file: File, column: Option<&str>) -> io::Result<Self> {
        // Parquet and workbooks are read from their ends, so a pipe is neither.
        if !file.metadata()?.is_file() {
            return Ok(Self::from_input(Box::new(file), column));
        }
        #[cfg(feature = "parquet")]
        if parquet::is_parquet(&mut file)? {
            return Ok(Self::from_rows(RowReader::from_parquet(file)?, column));
        }
        match spreadsheet::read_sheets(&mut file)? {
            Some(workbook) => Ok(Self::from_workbook(workbook, column)),
            None => Ok(Self::from_input(Box::new(file), column)),
        }
    }

    fn from_rows(rows: RowReader<Input>, column: Option<&str>) -> Self {
        let rows = rows.with_column(column.map(str::to_owned));
        Self { sheets: vec![PuzzleSheet { name: None, rows }], notes: Vec::new() }
    }

    /// Opens the visible sheets of a workbook, and names the hidden ones with grids.
    pub(super) fn from_workbook(workbook: WorkbookText, column: Option<&str>) -> Self {
        let (hidden, visible): (Vec<_>, Vec<_>) =
            workbook.sheets.into_iter().partition(|sheet| sheet.is_hidden);
        let mut opened = Self::from_sheets(&visible, column);
        let mut unread = Vec::new();
        for sheet in hidden {
            if SheetContent::read(&sheet, column).has_puzzles {
                unread.push(excerpt(&sheet.name, MAX_NAME_CHARS));
            }
        }
        if !unread.is_empty() {
            let template = if unread.len() == 1 {
                "did not read the hidden sheet {}, which has grids; unhide it"
            } else {
                "did not read the hidden sheets {}, which have grids; unhide them"
            };
            opened.notes.push(Clause::fill(template, [quote_names(&unread)]));
        }
        opened
    }

    /// Opens the sheets that have puzzles; the first sheet if none has.
    fn from_sheets(sheets: &[SheetTable], column: Option<&str>) -> Self {
        if let [sheet] = sheets {
            return Self::from_rows(RowReader::from_text(&sheet.text), column);
        }
        let mut opened = Self { sheets: Vec::new(), notes: Vec::new() };
        let (mut unsolved, mut without, mut solved) =
            (UnsolvedPuzzles::default(), Vec::new(), Vec::new());
        let mut contents: Vec<SheetContent> =
            sheets.iter().map(|sheet| SheetContent::read(sheet, column)).collect();
        let puzzles: Vec<SheetPuzzle> =
            contents.iter().flat_map(|content| content.puzzles.clone()).collect();
        for (sheet, content) in sheets.iter().zip(&mut contents) {
            let name = excerpt(&sheet.name, MAX_NAME_CHARS);
            let rows = if !content.has_puzzles {
                without.push(name);
                continue;
            } else if content.has_solutions_alone() && !puzzles.is_empty() {
                let wrong = unsolved.compare(std::mem::take(content), &puzzles);
                if wrong.is_empty() {
                    solved.push(name);
                    continue;
                }
                RowReader::from_ready(wrong)
            } else {
                unsolved.puzzles.append(&mut content.puzzles);
                RowReader::from_text(&sheet.text).with_column(column.map(str::to_owned))
            };
            opened.sheets.push(PuzzleSheet { name: Some(name), rows });
        }
        if opened.sheets.is_empty() {
            return Self::from_rows(RowReader::from_text(&sheets[0].text), column);
        }
        let notes = [
            ("found no puzzles in the sheet {}", "found no puzzles in the sheets {}", without),
            (
                "took the solutions from the sheet {}",
                "took the solutions from the sheets {}",
                solved,
            ),
        ];
        for (one, several, names) in notes {
            let template = if names.len() == 1 { one } else { several };
            if !names.is_empty() {
                opened.notes.push(Clause::fill(template, [quote_names(&names)]));
            }
        }
        opened
    }
}

impl PuzzleSheet {
    /// Returns the name of the sheet in messages, with that of its file.
    pub fn name_in(&self, file: &Arc<str>) -> Arc<str> {
        match &self.name {
            Some(sheet) => format!("{file}, sheet {sheet}").into(),
            None => file.clone(),
        }
    }
}

/// The content of a sheet.
#[derive(Default)]
struct SheetContent {
    /// True if the sheet has grids, or what may be a damaged grid.
    has_puzzles: bool,
    /// The grids with empty cells.
    puzzles: Vec<SheetPuzzle>,
    /// The complete grids, each with its row.
    solutions: Vec<(u64, AnyGrid)>,
    /// The errors of other rows.
    wrong: Vec<ReadError>,
}

impl SheetContent {
    fn read(sheet: &SheetTable, column: Option<&str>) -> Self {
        let name: Arc<str> = excerpt(&sheet.name, MAX_NAME_CHARS).into();
        let mut content = Self::default();
        let mut rows = RowReader::from_text(&sheet.text).with_column(column.map(str::to_owned));
        let mut has_unread_rows = false;
        for row in rows.by_ref() {
            let row = match row {
                Ok(row) => row,
                Err(error) => {
                    has_unread_rows = true;
                    content.wrong.push(error);
                    continue;
                }
            };
            match row.grid() {
                Ok(grid) if grid.is_full() => content.solutions.push((row.line, grid)),
                Ok(grid) => {
                    let (sheet, line) = (name.clone(), row.line);
                    content.puzzles.push(SheetPuzzle { sheet, line, grid });
                }
                Err(error) => {
                    content.has_puzzles |= row.may_have_grid();
                    content.wrong.push(error);
                }
            }
        }
        // A sheet of another table lacks the column that the user named.
        let may_be_damaged = column.is_none() && has_unread_rows && rows.has_found();
        let has_grids = !content.puzzles.is_empty() || !content.solutions.is_empty();
        content.has_puzzles |= has_grids || may_be_damaged;
        content
    }

    fn has_solutions_alone(&self) -> bool {
        self.puzzles.is_empty() && !self.solutions.is_empty()
    }
}

/// A puzzle of a workbook.
#[derive(Clone)]
struct SheetPuzzle {
    sheet: Arc<str>,
    line: u64,
    grid: AnyGrid,
}

impl SheetPuzzle {
    fn clause(&self) -> Clause {
        clause!("the puzzle in the sheet `{}`, row {}", self.sheet.to_string(), self.line)
    }
}

/// The puzzles of a workbook that no sheet has solved yet, in order.
#[derive(Default)]
struct UnsolvedPuzzles {
    puzzles: Vec<SheetPuzzle>,
}

impl UnsolvedPuzzles {
    /// Compares the solutions of a sheet with the puzzles, in order, from the first puzzle that the
    /// first solution solves. Removes these puzzles. Returns the errors: `all` are the puzzles of
    /// the workbook, one of which a solution at a wrong place may solve.
    fn compare(&mut self, content: SheetContent, all: &[SheetPuzzle]) -> Ready {
        let first = content.solutions.first().and_then(|(_, solution)| {
            self.puzzles.iter().position(|puzzle| solution.solves(&puzzle.grid))
        });
        let mut wrong = Ready::from_iter(content.wrong.into_iter().map(Err));
        let first = first.unwrap_or(0);
        let end = self.puzzles.len().min(first + content.solutions.len());
        let mut puzzles = self.puzzles.drain(first..end);
        let mut is_first_error = true;
        for (line, solution) in &content.solutions {
            let expected = puzzles.next();
            if expected.as_ref().is_some_and(|puzzle| solution.solves(&puzzle.grid)) {
                continue;
            }
            // A search for each wrong solution would take the square of their number.
            let other = if std::mem::take(&mut is_first_error) {
                all.iter().find(|puzzle| solution.solves(&puzzle.grid))
            } else {
                None
            };
            let reason = match (&expected, other) {
                (_, Some(other)) => clause!(
                    "expected solutions behind their puzzles and in their order, found that of {} \
                     at another place; move the sheet or its solutions",
                    other.clause(),
                ),
                (Some(puzzle), None) => {
                    clause!("expected the solution of {}, found another grid", puzzle.clause())
                }
                (None, None) => {
                    "expected as many solutions as puzzles in the sheets before, found more".into()
                }
            };
            wrong.push_back(Err(ReadError::at(*line, RowPosition::Row, reason)));
            if other.is_some() {
                break;
            }
        }
        wrong
    }
}
