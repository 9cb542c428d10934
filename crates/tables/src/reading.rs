//! The content of a file of puzzles, for a user who decides what to do with it: sound puzzles,
//! faults with their places, and what is not read. The sound puzzles can be written as a table.

use super::duplicates::{FirstPlaces, duplicate_key};
use super::format::SkippedLines;
use super::format::candidates::CandidateCount;
use super::format::error::{ReadError, RowError};
use super::header::{ColumnUse, TableHeader, UnreadColumns};
use super::list_columns::ListColumns;
use super::puzzle_files::FilePlace;
use super::puzzle_sheets::{PuzzleSheet, PuzzleSheets};
use super::record::{FaultKind, FieldFault, PuzzleRecord};
use super::row::TableRow;
use super::write::{TableFormat, TableWriter};
use grid::{AnyGrid, AnyPuzzle, PuzzleError};
use human::Ladder;
use make::Dedup;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::Arc;
use words::{Clause, FirstFew};

/// The maximum number of faults with their places.
const MAX_FAULTS: usize = 100;

/// The maximum number of columns that a user can name, and of the bytes of the name of each.
const MAX_COLUMNS: usize = 100;
const MAX_NAME_BYTES: usize = 200;

/// What a user says of a file of puzzles.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadingChoices {
    /// The cells of grids that are read in place of those in the file, row by row, each by the
    /// place of its row: `SHEET:LINE`.
    pub corrected: BTreeMap<String, String>,
    /// The columns that the user names, as the file calls them.
    pub columns: BTreeMap<ColumnUse, String>,
}

impl ReadingChoices {
    /// Returns true if the user says nothing.
    pub fn is_empty(&self) -> bool {
        self.corrected.is_empty() && self.columns.is_empty()
    }
}

/// A row whose puzzle cannot be printed, or comes twice.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RowFault {
    /// The place of the row: the sheet, if the file is a workbook with several, and the line.
    pub place: FilePlace,
    /// The kind.
    pub kind: FaultKind,
    /// The place of the earlier row that has the same puzzle.
    pub earlier: Option<FilePlace>,
    /// The reason; empty for a puzzle that comes twice.
    pub reason: Clause,
    /// The grid of a puzzle without exactly one solution: its cells row by row, a dot for an empty
    /// one.
    pub grid: Option<String>,
    /// The cells of the grid that are in doubt, by their places from 0: digits that break the
    /// rules, or cells in which two solutions differ.
    pub doubtful: Vec<usize>,
}

impl RowFault {
    /// Returns the same fault with the grid of its row, if the fault is one of solutions.
    fn with_grid(mut self, grid: Option<AnyGrid>) -> Self {
        let is_of_solutions = matches!(self.kind, FaultKind::Ambiguous | FaultKind::Unsolvable);
        if let Some(grid) = grid.filter(|_| is_of_solutions) {
            self.grid = Some(grid.to_string());
            self.doubtful = doubtful_cells(&grid);
        }
        self
    }
}

/// Returns the cells whose digits break the rules, or in which two solutions differ.
fn doubtful_cells(grid: &AnyGrid) -> Vec<usize> {
    if let Err(PuzzleError::TwoSolutions(both)) = AnyPuzzle::prove(*grid) {
        return both[0].differences(&both[1]).collect();
    }
    let breaks_rules = |(cell, digit): (usize, u8)| {
        let mut pair = AnyGrid::empty(grid.shape());
        pair.set(cell, Some(digit));
        grid.filled().any(|(other, same)| {
            let mut pair = pair;
            pair.set(other, Some(same));
            other != cell && pair.has_conflict()
        })
    };
    grid.filled().filter(|given| breaks_rules(*given)).map(|(cell, _)| cell).collect()
}

/// The content of a file of puzzles.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PuzzleReading {
    /// The number of sound puzzles, each counted once.
    pub puzzles: u64,
    /// The number of these that have a title or a date.
    pub titles: u64,
    /// The number of faults of each kind.
    pub counts: BTreeMap<FaultKind, u64>,
    /// The first faults.
    pub faults: Vec<RowFault>,
    /// The lines that belong to no puzzle.
    pub skipped: Option<SkippedLines>,
    /// Sentences about grids of candidates, and about the sheets that are not read, or not as
    /// puzzles.
    pub notes: Vec<Clause>,
    /// The columns that are not read.
    pub unread: UnreadColumns,
    /// The names of the columns of the first table, as the file has them.
    pub columns: Vec<String>,
    /// Those of them that are used.
    used: BTreeMap<ColumnUse, String>,
}

impl PuzzleReading {
    /// Reads all puzzles of a file, and proves each.
    ///
    /// # Errors
    /// If the file cannot be read to its end.
    pub fn read(path: &Path, choices: &ReadingChoices) -> io::Result<Self> {
        let (mut reading, mut faults) = (Self::default(), FirstFew::new(MAX_FAULTS));
        let opened = open_sheets(path, choices)?;
        let mut judge = RowJudge::new(Some(Dedup::Class), choices);
        for PuzzleSheet { name, mut rows } in opened.sheets {
            judge.begin_sheet(name);
            let mut unread = None;
            for row in rows.by_ref() {
                let original = row.as_ref().ok().and_then(TableRow::header).cloned();
                let row = judge.correct(row);
                let grid = row.as_ref().ok().and_then(|row| row.grid().ok());
                if let (Some(original), Ok(Some(header)), None) =
                    (original, row.as_ref().map(TableRow::header), &unread)
                {
                    unread = Some(header.unread_columns());
                    reading.used = header.used_columns(original.names());
                }
                match judge.judge(row)? {
                    Ok(row) => {
                        reading.puzzles += 1;
                        reading.titles +=
                            u64::from(row.title().is_ok_and(|title| !title.is_empty()));
                    }
                    Err(fault) => {
                        *reading.counts.entry(fault.kind).or_default() += 1;
                        faults.push(|| fault.with_grid(grid));
                    }
                }
            }
            reading.unread.extend(unread.unwrap_or_default());
            if reading.columns.is_empty() {
                let short = rows.column_names().iter().filter(|name| name.len() <= MAX_NAME_BYTES);
                reading.columns = short.take(MAX_COLUMNS).cloned().collect();
            }
            if let Some(skipped) = rows.skipped() {
                reading.skipped.get_or_insert_default().append(skipped.clone());
            }
            reading.notes.extend(rows.candidates().map(CandidateCount::sentence));
        }
        reading.faults = faults.take().0;
        reading.notes.extend(opened.notes);
        Ok(reading)
    }

    /// Returns the sound puzzles of a file as a CSV table with all columns of the file. `dedup` is
    /// the rule by which later puzzles are left out as duplicates; `None` keeps them. The columns
    /// that the user names have our names.
    ///
    /// # Errors
    /// If the file cannot be read to its end.
    pub fn sound_table(
        path: &Path,
        dedup: Option<Dedup>,
        choices: &ReadingChoices,
    ) -> io::Result<Vec<u8>> {
        let mut columns = ListColumns::default();
        let mut judge = RowJudge::new(None, choices);
        for sheet in open_sheets(path, choices)?.sheets {
            let rows = sheet.rows.map(|row| judge.correct(row));
            rows.flatten().filter(|row| row.grid().is_ok()).for_each(|row| columns.add(&row));
        }
        let heads = (0..columns.columns().len()).map(|index| columns.head(index)).collect();
        let mut table = TableWriter::new(Vec::new(), TableFormat::Csv, heads)?;
        let mut judge = RowJudge::new(dedup, choices);
        for sheet in open_sheets(path, choices)?.sheets {
            judge.begin_sheet(sheet.name);
            for row in sheet.rows {
                let row = judge.correct(row);
                if let Ok(row) = judge.judge(row)? {
                    table.write(columns.values(&row).into_iter())?;
                }
            }
        }
        table.finish()
    }

    /// Returns the uses of columns that a user can name, each with the column that has it, if any.
    pub fn column_uses(&self) -> impl Iterator<Item = (&'static str, Option<&String>)> {
        ColumnUse::ALL.into_iter().map(|role| (role.name(), self.used.get(&role)))
    }

    /// Returns true if the file has rows that no book can print.
    pub fn has_wrong_rows(&self) -> bool {
        self.counts.keys().any(|kind| !matches!(kind, FaultKind::Same | FaultKind::Moved))
    }
}

fn open_sheets(path: &Path, choices: &ReadingChoices) -> io::Result<PuzzleSheets> {
    PuzzleSheets::open_plain(path, choices.columns.get(&ColumnUse::Puzzle).map(String::as_str))
}

/// The judge of the rows of a file.
struct RowJudge<'a> {
    choices: &'a ReadingChoices,
    /// The header of the last row, in the file and with the names that the user gives.
    header: Option<[Arc<TableHeader>; 2]>,
    dedup: Option<Dedup>,
    first: FirstPlaces,
    /// The sheet of the rows, in place of a file.
    sheet: Arc<str>,
    /// The ladder of the first puzzle, which is that of all.
    ladder: Option<Ladder>,
}

impl<'a> RowJudge<'a> {
    fn new(dedup: Option<Dedup>, choices: &'a ReadingChoices) -> Self {
        let (header, first, sheet, ladder) = Default::default();
        Self { choices, header, dedup, first, sheet, ladder }
    }

    /// Begins with the rows of a sheet; a file with one has no name for it.
    fn begin_sheet(&mut self, name: Option<String>) {
        self.sheet = name.unwrap_or_default().into();
    }

    /// Returns the place of a line of the sheet.
    fn place(&self, line: u64) -> FilePlace {
        FilePlace { file: self.sheet.clone(), line }
    }

    /// Puts corrected cells into a row, and names its columns.
    fn correct(&mut self, row: Result<TableRow, ReadError>) -> Result<TableRow, ReadError> {
        if self.choices.is_empty() {
            return row;
        }
        let mut row = row?;
        if let Some(cells) = self.choices.corrected.get(&self.place(row.line).to_string()) {
            row = row.with_cells(cells);
        }
        let header = row.fields().map(|(header, _)| header.clone());
        Ok(match header {
            Some(header) => row.below(self.rename(header)),
            None => row,
        })
    }

    /// Returns a header with the names that the user gives.
    fn rename(&mut self, header: Arc<TableHeader>) -> Arc<TableHeader> {
        let [_, renamed] = match self.header.take().filter(|[last, _]| Arc::ptr_eq(last, &header)) {
            Some(both) => self.header.insert(both),
            None => {
                let mut renamed = TableHeader::clone(&header);
                renamed.rename(&self.choices.columns);
                self.header.insert([header, Arc::new(renamed)])
            }
        };
        renamed.clone()
    }

    /// Returns the row of a sound puzzle, or the fault of the row.
    fn judge(
        &mut self,
        row: Result<TableRow, ReadError>,
    ) -> io::Result<Result<TableRow, RowFault>> {
        let row = match row {
            Ok(row) => row,
            Err(error) => return self.wrong(error, FaultKind::Wrong).map(Err),
        };
        let record = match PuzzleRecord::prove(&row) {
            Ok(record) => record,
            Err(FieldFault { kind, error, .. }) => return self.wrong(error, kind).map(Err),
        };
        let ladder = *self.ladder.get_or_insert(record.ladder.unwrap_or_default());
        if let Err(error) = record.checked_rung(Some(ladder)) {
            return self.wrong(error, FaultKind::Wrong).map(Err);
        }
        let Some(dedup) = self.dedup else { return Ok(Ok(row)) };
        let place = self.place(row.line);
        let (key, givens) = (duplicate_key(&record.puzzle, dedup), record.puzzle.givens().key());
        let Some(earlier) = self.first.insert(key, Some(givens), &place) else {
            return Ok(Ok(row));
        };
        Ok(Err(RowFault {
            place,
            kind: if earlier.is_same { FaultKind::Same } else { FaultKind::Moved },
            earlier: Some(earlier.place),
            reason: Clause::default(),
            grid: None,
            doubtful: Vec::new(),
        }))
    }

    /// Returns the fault of a row that cannot be read.
    ///
    /// # Errors
    /// If the input failed.
    fn wrong(&self, error: ReadError, kind: FaultKind) -> io::Result<RowFault> {
        match error {
            ReadError::Io(error) => Err(error),
            ReadError::Row(error) => {
                let RowError { line, reason, .. } = *error;
                let place = self.place(line);
                let (earlier, grid, doubtful) = Default::default();
                Ok(RowFault { place, kind, earlier, reason, grid, doubtful })
            }
        }
    }
}
