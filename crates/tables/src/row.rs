//! A row of a file. Its values are not checked.

use super::column::parse_whole;
use super::format::candidates::{self, CandidateGrid};
use super::format::cells::{LinePuzzle, is_formula, text_problem};
use super::format::error::{ReadError, RowPosition};
use super::format::{FoundCells, FoundPuzzle, field, frame};
use super::header::{PUZZLE, SOLUTION, TableHeader};
use super::title::parse_title;
use captions::PuzzleTitle;
use csv::StringRecord;
use grid::{AnyGrid, DigitSet, GridShape};
use jiff::civil::Date;
use std::collections::VecDeque;
use std::sync::{Arc, LazyLock};
use words::{Clause, clause, excerpt};

/// Maximum length of an id in bytes. The ids of a file are kept in memory.
const MAX_ID_BYTES: usize = 255;

/// Minimum number of cells in a solution, if its column is known by an alias alone.
const MIN_SOLUTION_CHARS: usize = 41;

/// The columns of a row that was a grid of candidates.
static CANDIDATE_NAMES: LazyLock<Arc<TableHeader>> =
    LazyLock::new(|| two_columns(["puzzle", "candidates"]));

/// Returns true if a text looks like a solution, right or wrong.
fn looks_like_solution(text: &str) -> bool {
    let cells = text.chars().filter(|c| c.is_ascii_digit() || "._*xX-".contains(*c)).count();
    cells >= MIN_SOLUTION_CHARS || field::is_rounded(text) || text.parse::<AnyGrid>().is_ok()
}

/// The values of a run for columns that its catalogue leaves out.
pub type RunValues = Arc<Vec<(&'static str, String)>>;

/// A row of a file. Its values are not checked.
#[derive(Clone, Debug)]
pub struct TableRow {
    /// The line at which the row begins, counted from 1; in Parquet, which has no lines, the number
    /// of the row.
    pub line: u64,
    data: RowData,
    /// The values of the row's run for missing columns; `None` for a row outside a run.
    run: Option<RunValues>,
}

#[derive(Clone, Debug)]
enum RowData {
    /// A bare grid, outside a table.
    Grid(AnyGrid),
    /// The fields of a table.
    Fields(Arc<TableHeader>, StringRecord),
}

impl From<FoundPuzzle> for TableRow {
    fn from(FoundPuzzle { line, cells }: FoundPuzzle) -> Self {
        match cells {
            FoundCells::Puzzle(puzzle) => Self::from_puzzle(line, puzzle),
            FoundCells::Position(marks) => Self::from_candidates(line, &marks),
        }
    }
}

impl TableRow {
    pub(super) fn from_grid(line: u64, grid: AnyGrid) -> Self {
        let data = RowData::Grid(grid);
        Self { line, data, run: None }
    }

    /// Creates a row of a table. The header learns which columns hold solutions.
    pub(super) fn from_fields(
        line: u64,
        header: &mut Arc<TableHeader>,
        fields: StringRecord,
    ) -> Self {
        TableHeader::find_solutions(header, &fields);
        Self::with_header(line, header.clone(), fields)
    }

    fn with_header(line: u64, header: Arc<TableHeader>, fields: StringRecord) -> Self {
        let data = RowData::Fields(header, fields);
        Self { line, data, run: None }
    }

    /// Returns the same row as a row of a run. `values` are the run's values for missing columns.
    #[must_use]
    pub fn in_run(self, values: RunValues) -> Self {
        Self { run: Some(values), ..self }
    }

    /// Returns the same row with other cells of its puzzle, which may be wrong.
    pub(super) fn with_cells(self, cells: &str) -> Self {
        static NAMES: LazyLock<Arc<TableHeader>> =
            LazyLock::new(|| Arc::new(TableHeader::with_puzzle(vec!["puzzle".into()], Some(0))));
        let (header, fields) = match &self.data {
            RowData::Grid(_) => (NAMES.clone(), [cells].iter().collect()),
            RowData::Fields(header, fields) => {
                let puzzle = header.find(PUZZLE);
                let texts = fields.iter().enumerate();
                let texts = texts.map(|(at, text)| if Some(at) == puzzle { cells } else { text });
                (header.clone(), texts.collect())
            }
        };
        Self { data: RowData::Fields(header, fields), ..self }
    }

    /// Returns the same row below other names of its columns.
    pub(super) fn below(self, header: Arc<TableHeader>) -> Self {
        match self.data {
            RowData::Fields(_, fields) => Self { data: RowData::Fields(header, fields), ..self },
            RowData::Grid(_) => self,
        }
    }

    /// Returns true if the row belongs to a catalogue of this program: to a run, or to a table that
    /// has all columns.
    pub fn is_of_catalog(&self) -> bool {
        self.run.is_some() || self.header().is_some_and(TableHeader::is_catalog)
    }

    /// Creates a row from a puzzle, with its solution if the line has both.
    pub(super) fn from_puzzle(line: u64, (puzzle, solution): LinePuzzle) -> Self {
        static NAMES: LazyLock<Arc<TableHeader>> =
            LazyLock::new(|| two_columns(["puzzle", "solution"]));
        let Some(solution) = solution else { return Self::from_grid(line, puzzle) };
        let fields = [puzzle.to_string(), solution.to_string()].iter().collect();
        Self::with_header(line, NAMES.clone(), fields)
    }

    /// Creates a row from a position with candidates: fields `puzzle` and `candidates` (729
    /// characters).
    pub(super) fn from_candidates(line: u64, marks: &[DigitSet; 81]) -> Self {
        let candidates = candidates::candidates_to_line(|cell| marks[cell.index()]);
        let fields = [candidates::placed_digits(marks).to_string(), candidates].iter().collect();
        Self::with_header(line, CANDIDATE_NAMES.clone(), fields)
    }

    /// Parses candidates as 729 characters: by cell, each digit in its place, or a dot or a zero.
    ///
    /// # Errors
    /// A sentence that names what was expected and what was found.
    pub fn parse_candidates(text: &str) -> Result<[DigitSet; 81], String> {
        candidates::candidates_from_line(text)
    }

    /// Returns the candidates of a row that was no table, but a grid of candidates.
    pub(super) fn drawn_candidates(&self) -> Option<CandidateGrid> {
        let (header, fields) = self.fields()?;
        if !Arc::ptr_eq(header, &CANDIDATE_NAMES) {
            return None;
        }
        candidates::candidates_from_line(fields.get(1)?).ok()
    }

    /// Fails if a solution of the row has blocks that no puzzle of this size has.
    ///
    /// # Errors
    /// With the blocks, and a remedy.
    pub(super) fn check_blocks(&self) -> Result<(), ReadError> {
        // Only the blocks of 6 x 6 cells may be turned.
        if self.field(PUZZLE).is_none_or(|text| text.trim().len() != GridShape::Six.cell_count()) {
            return Ok(());
        }
        for (name, text) in self.solutions() {
            let Ok(solution) = field::parse_grid(text) else { continue };
            frame::check_blocks(&solution).map_err(|reason| {
                ReadError::at(self.line, RowPosition::Field(SOLUTION), reason).in_column(name)
            })?;
        }
        Ok(())
    }

    /// Returns the column names, or `None` for a bare grid.
    pub fn header(&self) -> Option<&TableHeader> {
        self.fields().map(|(header, _)| &**header)
    }

    /// Returns the header of a table, and the fields of this row as they are in the file.
    pub(super) fn fields(&self) -> Option<(&Arc<TableHeader>, &StringRecord)> {
        match &self.data {
            RowData::Grid(_) => None,
            RowData::Fields(header, fields) => Some((header, fields)),
        }
    }

    /// Fails if the row has a value in a field that has no column.
    ///
    /// # Errors
    /// With the numbers of fields.
    pub fn check_width(&self) -> Result<(), String> {
        let Some((header, fields)) = self.fields() else { return Ok(()) };
        let expected = header.names().len();
        if fields.iter().skip(expected).all(|field| field.trim().is_empty()) {
            return Ok(());
        }
        let found = fields.len();
        Err(format!(
            "expected {expected} fields, found {found}; put a field with a separator in quotation \
             marks"
        ))
    }

    /// Fails if one of these columns has a formula without a value; of all, if there are none.
    ///
    /// # Errors
    /// With the name of the column and a remedy.
    pub fn check_formulas(&self, columns: &[String]) -> Result<(), String> {
        let Some((header, fields)) = self.fields() else { return Ok(()) };
        for (at, text) in fields.iter().enumerate().filter(|(_, text)| is_formula(text)) {
            let name = header.name(at).unwrap_or_default();
            let is_chosen = |column: &String| column.to_lowercase() == name.to_lowercase();
            if columns.is_empty() || columns.iter().any(is_chosen) {
                let reason = text_problem(text).unwrap_or_default();
                return Err(format!("column `{}`: {reason}", excerpt(name, 80)));
            }
        }
        Ok(())
    }

    /// Returns the fields with commas between them, without quoting.
    #[cfg(feature = "parquet")]
    pub(super) fn to_csv_line(&self) -> String {
        match &self.data {
            RowData::Grid(grid) => grid.to_string(),
            RowData::Fields(_, fields) => fields.iter().collect::<Vec<_>>().join(","),
        }
    }

    fn field(&self, name: &str) -> Option<&str> {
        let (header, fields) = self.fields()?;
        fields.get(header.find(name)?)
    }

    /// Returns true if the file has a column of this name.
    pub fn has(&self, name: &str) -> bool {
        self.header().and_then(|header| header.find(name)).is_some()
    }

    /// Returns the trimmed text of a field. If the catalogue of a run does not have the column,
    /// returns the run's value. Returns `None` if the column or the field is missing, or the field
    /// is empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let column = self.header().and_then(|header| header.find(name));
        let text = match (column, &self.data, &self.run) {
            (Some(at), RowData::Fields(_, fields), _) => fields.get(at)?,
            (_, _, Some(values)) => &values.iter().find(|(column, _)| *column == name)?.1,
            _ => return None,
        };
        Some(text.trim()).filter(|text| !text.is_empty())
    }

    /// Returns the integer in a field, if the field has one.
    pub fn number(&self, name: &str) -> Option<u64> {
        parse_whole(self.get(name)?)
    }

    /// Iterates over the solutions that the row states: the name of the column and the trimmed
    /// text. A column with an alias of `solution` may hold something else, which is left out.
    pub fn solutions(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut found = Vec::new();
        if let RowData::Fields(header, fields) = &self.data {
            for &at in &header.solutions {
                let text = fields.get(at).unwrap_or_default().trim();
                let is_one = header.is_called_solution(at) || looks_like_solution(text);
                if !text.is_empty() && is_one {
                    found.extend(header.name(at).map(|name| (name, text)));
                }
            }
        }
        found.into_iter()
    }

    /// Iterates over [`Self::solutions`] as grids; `None` for one that is no grid.
    pub fn stated_answers(&self) -> impl Iterator<Item = Option<AnyGrid>> {
        self.solutions().map(|(_, text)| field::parse_grid(text).ok())
    }

    /// Returns the trimmed field `id`, if any.
    ///
    /// # Errors
    /// If the id is longer than 255 bytes.
    pub fn id(&self) -> Result<Option<&str>, ReadError> {
        match self.get("id") {
            Some(id) if id.len() > MAX_ID_BYTES => {
                let found = id.len();
                let reason =
                    format!("expected an id of at most {MAX_ID_BYTES} bytes, found one of {found}");
                Err(self.error_at(RowPosition::Field("id"), reason))
            }
            id => Ok(id),
        }
    }

    /// Returns the title and the date of the puzzle.
    ///
    /// # Errors
    /// If a field is a formula without a value, an error of a spreadsheet, a day that the calendar
    /// does not have, or too long.
    pub fn title(&self) -> Result<PuzzleTitle, ReadError> {
        let RowData::Fields(header, _) = &self.data else { return Ok(PuzzleTitle::default()) };
        let words = self.title_field(header.title, "title")?.unwrap_or_default();
        let date = self.title_field(header.date, "date")?.unwrap_or_default();
        Ok(PuzzleTitle { words, date })
    }

    /// Returns the title in a column of titles or dates, if any. `name` is our name of the column.
    fn title_field(
        &self,
        column: Option<usize>,
        name: &'static str,
    ) -> Result<Option<String>, ReadError> {
        let (Some((_, fields)), Some(at)) = (self.fields(), column) else { return Ok(None) };
        parse_title(fields.get(at).unwrap_or_default())
            .map_err(|reason| self.title_error(column, name, reason))
    }

    /// Returns the names of columns of titles and dates, with their fields that are neither.
    pub(super) fn dropped_titles(&self) -> Vec<(&str, &str)> {
        let Some((header, fields)) = self.fields() else { return Vec::new() };
        let mut dropped = Vec::new();
        for at in [header.title, header.date].into_iter().flatten() {
            let text = fields.get(at).unwrap_or_default().trim();
            if !text.is_empty() && parse_title(text) == Ok(None) {
                dropped.push((header.name(at).unwrap_or_default(), text));
            }
        }
        dropped
    }

    /// Returns the title or date in a column of titles or dates, by its index; empty if there is
    /// none.
    pub fn title_at(&self, at: usize) -> String {
        self.title_field(Some(at), "title").ok().flatten().unwrap_or_default()
    }

    /// Creates an error in a column of titles or dates.
    fn title_error(&self, column: Option<usize>, name: &'static str, reason: Clause) -> ReadError {
        let in_file = column.and_then(|at| self.header()?.name(at)).unwrap_or(name);
        ReadError::at(self.line, RowPosition::Field(name), reason).in_column(in_file)
    }

    /// Fails if the column of dates has something else than a day of the calendar. An empty field
    /// is no date.
    ///
    /// # Errors
    /// With the value, and a date as an example.
    pub(super) fn check_date(&self) -> Result<(), ReadError> {
        let Some((header, fields)) = self.fields() else { return Ok(()) };
        let found = header.date.and_then(|at| fields.get(at)).unwrap_or_default().trim();
        let date = self.title_field(header.date, "date")?;
        if found.is_empty() || date.is_some_and(|date| date.parse::<Date>().is_ok()) {
            return Ok(());
        }
        let found = excerpt(found, 80);
        let found = Clause::quoted(&found);
        let form = "2027-03-05";
        let reason = clause!("expected a date, found {}; write it in the form {}", found, form);
        Err(self.title_error(header.date, "date", reason))
    }

    /// Returns the cells of the puzzle, which may break the rules of Sudoku.
    ///
    /// # Errors
    /// If the field `puzzle` does not consist of 81, 36 or 16 cells.
    pub fn grid(&self) -> Result<AnyGrid, ReadError> {
        match &self.data {
            RowData::Grid(grid) => Ok(*grid),
            RowData::Fields(..) => {
                let text = self.field(PUZZLE).unwrap_or_default();
                if text.trim().is_empty() {
                    let parts = [Some("expected a puzzle, found none".into()), self.note()];
                    let reason = Clause::join("{}; {}", parts.into_iter().flatten());
                    let reason = reason.unwrap_or_default();
                    return Err(self.error_at(RowPosition::Field(PUZZLE), reason));
                }
                field::parse_grid(text)
                    .map_err(|(at, reason)| self.error_at(RowPosition::InField(PUZZLE, at), reason))
            }
        }
    }

    /// Returns true if the field of the puzzle looks like a grid, right or wrong.
    pub(super) fn may_have_grid(&self) -> bool {
        self.field(PUZZLE).is_some_and(looks_like_solution)
    }

    /// Returns a remedy for a row that has a total or a note in place of a puzzle: one or two of
    /// its fields are filled, with words.
    fn note(&self) -> Option<Clause> {
        let RowData::Fields(_, fields) = &self.data else { return None };
        let texts: Vec<&str> =
            fields.iter().map(str::trim).filter(|text| !text.is_empty()).collect();
        let words = texts.iter().find(|text| text.contains(char::is_alphabetic))?;
        if texts.len() > 2 {
            return None;
        }
        let words = Clause::quoted(&excerpt(words, 40));
        Some(clause!("the row has {}: delete it if it is a total or a note", words))
    }

    /// Creates an error in this row. It has the column name of the file; a bare grid has no
    /// columns.
    pub(super) fn error_at(&self, at: RowPosition, reason: impl Into<Clause>) -> ReadError {
        let Some(header) = self.header() else {
            return ReadError::at(self.line, RowPosition::Row, reason);
        };
        let error = ReadError::at(self.line, at, reason);
        match header.find(at.column()).and_then(|column| header.name(column)) {
            Some(name) => error.in_column(name),
            None => error,
        }
    }

    /// Returns the approximate size in memory, in bytes.
    pub fn size(&self) -> usize {
        match &self.data {
            RowData::Grid(_) => size_of::<Self>(),
            RowData::Fields(_, fields) => {
                fields.as_slice().len() + fields.len() * size_of::<usize>()
            }
        }
    }
}

fn two_columns(names: [&str; 2]) -> Arc<TableHeader> {
    Arc::new(TableHeader::with_puzzle(names.map(str::to_owned).into(), Some(0)))
}

/// Rows that were read but not yet yielded.
pub(super) type Ready = VecDeque<Result<TableRow, ReadError>>;
