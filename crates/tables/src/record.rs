//! Turns rows into checked puzzles. A puzzle must have exactly one solution, and a solution in the
//! row must be this one. [`ProvedRow`] has all faults of a row, for `verify`, which also checks the
//! other columns. A [`PuzzleRecord`] is a row without faults. In catalogues of this program its
//! level must be valid, too; foreign tables have levels of their own.

use super::catalog_columns::CatalogColumns;
use super::format::error::{ReadError, RowPosition};
use super::format::field;
use super::header::{SOLUTION, TableHeader};
use super::row::TableRow;
use captions::PuzzleTitle;
use explainer::{AnyRating, RatedForm};
use grid::{AnyGrid, AnyPuzzle, GridShape, Level, PuzzleError, Score};
use human::{Ladder, Rung};
use serde::{Deserialize, Serialize};
use words::{Clause, clause, excerpt};

/// A row with a checked puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// The line at which the row begins, counted from 1; in Parquet the number of the row.
    pub line: u64,
    /// The puzzle.
    pub puzzle: AnyPuzzle,
    /// The level in the row of a catalogue of this program, if any. It is not compared with the
    /// puzzle: see [`PuzzleRecord::checked_rung`].
    pub level: Option<Level>,
    /// The ladder in the row, if any.
    pub ladder: Option<Ladder>,
    /// The band or the level of a small size in the row of a catalogue of this program, if its
    /// ladder is the human one. It is not compared with the puzzle: see
    /// [`PuzzleRecord::checked_rung`].
    pub band: Option<Rung>,
    /// The form of the puzzle that is rated, as the row states it. Catalogues that do not state it
    /// rate the puzzle as given.
    pub rated_as: RatedForm,
    /// The field `id`, if any.
    pub id: Option<String>,
    /// The title and the date, if any.
    pub title: PuzzleTitle,
}

/// The kind of a fault.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FaultKind {
    /// The puzzle stands in an earlier row, too.
    Same,
    /// The puzzle stands in an earlier row, relabelled or moved.
    Moved,
    /// The puzzle has more than one solution.
    Ambiguous,
    /// The puzzle has no solution.
    Unsolvable,
    /// The row is wrong in another way.
    Wrong,
}

/// A fault of a field.
#[derive(Debug)]
pub struct FieldFault {
    /// The kind.
    pub kind: FaultKind,
    /// The fault as a sentence, with its place.
    pub error: ReadError,
    /// The wrong content in words.
    pub found: String,
    /// The right content; empty if it cannot be known.
    pub expected: String,
}

impl From<ReadError> for FieldFault {
    fn from(error: ReadError) -> Self {
        let found = match &error {
            ReadError::Row(fault) => match fault.at {
                RowPosition::InField(_, character) => {
                    format!("character {character}: {}", fault.reason)
                }
                _ => fault.reason.to_string(),
            },
            ReadError::Io(e) => e.to_string(),
        };
        Self { kind: FaultKind::Wrong, error, found, expected: String::new() }
    }
}

/// A row whose puzzle, solutions, identifier and title were judged.
#[derive(Debug)]
pub struct ProvedRow {
    /// The puzzle; `None` unless it has exactly one solution.
    pub puzzle: Option<AnyPuzzle>,
    /// The field `id`, if any.
    pub id: Option<String>,
    /// The title and the date, if any.
    pub title: PuzzleTitle,
    /// All faults, in the order of the fields above.
    pub faults: Vec<FieldFault>,
}

impl TableRow {
    /// Proves the puzzle of the row, and judges what the row states beside it. The columns that
    /// follow from the puzzle are not compared.
    pub fn prove(&self) -> ProvedRow {
        let mut faults = Vec::new();
        let puzzle = prove_puzzle(self).map_err(|fault| faults.push(fault)).ok();
        if let Some(puzzle) = &puzzle {
            faults.extend(complete_fault(self, puzzle));
            faults.extend(solution_faults(self, &puzzle.solution()));
        }
        let id = match self.id() {
            Ok(id) => id.map(str::to_owned),
            Err(error) => {
                // A foreign id may have any length.
                faults.extend(self.is_of_catalog().then(|| error.into()));
                None
            }
        };
        let title = self.title().map_err(|error| faults.push(error.into())).unwrap_or_default();
        ProvedRow { puzzle, id, title, faults }
    }
}

/// Proves the puzzle of a row. Digits that break the rules say more than that there is no solution.
fn prove_puzzle(row: &TableRow) -> Result<AnyPuzzle, FieldFault> {
    let expected = "a puzzle with one solution".to_owned();
    let grid = match row.grid() {
        Ok(grid) => grid,
        Err(error) if row.get("puzzle").is_none() => return Err(error.into()),
        Err(error) => return Err(FieldFault { expected, ..error.into() }),
    };
    AnyPuzzle::prove(grid).map_err(|error| {
        let kind = match error {
            PuzzleError::NoSolution => FaultKind::Unsolvable,
            PuzzleError::TwoSolutions(_) => FaultKind::Ambiguous,
        };
        let conflicts = grid.conflict_text();
        let reason =
            if conflicts.is_empty() { error.to_string() } else { format!("illegal: {conflicts}") };
        let error = row.error_at(RowPosition::Field("puzzle"), reason);
        FieldFault { kind, expected, ..error.into() }
    })
}

/// Returns the fault of a grid without empty cells.
fn complete_fault(row: &TableRow, puzzle: &AnyPuzzle) -> Option<FieldFault> {
    if !puzzle.is_complete() {
        return None;
    }
    let reason = "expected a puzzle, found a complete grid with nothing to solve; remove it, or \
                  name the file of the puzzles";
    let error = row.error_at(RowPosition::Field("puzzle"), reason);
    let found = "a complete grid, with nothing to solve".to_owned();
    Some(FieldFault { found, expected: "a puzzle".to_owned(), ..error.into() })
}

/// Compares the solutions that the row states with the right one. Returns a fault for each that
/// is no grid, or another grid.
fn solution_faults(row: &TableRow, right: &AnyGrid) -> Vec<FieldFault> {
    let mut faults = Vec::new();
    for (name, text) in row.solutions() {
        let (at, reason) = match field::parse_grid(text) {
            Ok(stated) if stated == *right => continue,
            Ok(_) => {
                let is_named = TableHeader::names_solutions(name);
                let template = if is_named {
                    "expected the solution of the puzzle, {}, found another"
                } else {
                    "expected the solution of the puzzle, {}, found another; delete the column if \
                     it holds something else"
                };
                let reason = Clause::fill(template, [right.to_string().into()]);
                (RowPosition::Field(SOLUTION), reason)
            }
            Err((at, reason)) => (RowPosition::InField(SOLUTION, at), reason),
        };
        let error = ReadError::at(row.line, at, reason).in_column(name);
        let remedy = if field::is_rounded(text) {
            "; a spreadsheet has rounded it: delete the column"
        } else {
            ""
        };
        let found = format!("{text} is stated{remedy}");
        faults.push(FieldFault { found, expected: right.to_string(), ..error.into() });
    }
    faults
}

impl TryFrom<&TableRow> for PuzzleRecord {
    type Error = ReadError;

    fn try_from(row: &TableRow) -> Result<Self, ReadError> {
        Self::prove(row).map_err(|fault| fault.error)
    }
}

impl PuzzleRecord {
    /// Proves a row.
    ///
    /// # Errors
    /// The first fault of the row.
    pub(super) fn prove(row: &TableRow) -> Result<Self, FieldFault> {
        let ProvedRow { puzzle, id, title, faults } = row.prove();
        if let Some(fault) = faults.into_iter().next() {
            return Err(fault);
        }
        let puzzle = puzzle.expect("a row without a puzzle has a fault");
        let ladder = row.get("ladder").and_then(|name| name.parse().ok());
        let mut record = Self {
            line: row.line,
            puzzle,
            level: None,
            ladder,
            band: None,
            rated_as: match row.get(CatalogColumns::RATED_AS) {
                Some(name) => name.parse().unwrap_or_default(),
                None if ladder.is_some() => RatedForm::Given,
                None => RatedForm::default(),
            },
            id,
            title,
        };
        // Levels and bands of foreign tables are ignored.
        if row.is_of_catalog() {
            record.level = stated_rung(row, "level", Level::ALL.len(), |n| n.try_into().ok())?;
            if ladder == Some(Ladder::Human) {
                let shape = puzzle.shape();
                let rung = |number| Ladder::Human.rung_of_shape(shape, number);
                let most = Ladder::Human.rungs_of_shape(shape).count();
                record.band = stated_rung(row, "band", most, rung)?;
            }
        }
        Ok(record)
    }
}

/// Returns the level or the band in a column, if the row states one.
fn stated_rung<T>(
    row: &TableRow,
    name: &'static str,
    most: usize,
    rung: impl Fn(u8) -> Option<T>,
) -> Result<Option<T>, ReadError> {
    let Some(text) = row.get(name) else { return Ok(None) };
    if let Some(found) = row.number(name).and_then(|number| rung(number.try_into().ok()?)) {
        return Ok(Some(found));
    }
    let found = Clause::quoted(&excerpt(text, 80));
    let reason = clause!("expected a {} from 1 to {}, found {}", name, most, found);
    Err(row.error_at(RowPosition::Field(name), reason))
}

impl PuzzleRecord {
    /// Returns the level or band in the row, if any. It is not compared with the puzzle.
    pub fn rung(&self) -> Option<Rung> {
        self.band.or(self.level.map(Rung::from))
    }

    /// Returns the ladder by which the puzzle is judged: this one, or else the ladder of the row.
    /// Small sizes have the human ladder alone.
    fn ladder_for(&self, ladder: Option<Ladder>) -> Ladder {
        if self.puzzle.shape() != GridShape::Nine {
            return Ladder::Human;
        }
        ladder.or(self.ladder).unwrap_or_default()
    }

    /// Computes the level or the band from the puzzle, by this ladder or else by the ladder of the
    /// row. On the human ladder, returns the rating, too. Takes up to a few milliseconds.
    ///
    /// # Errors
    /// If the row has another level or band, or the puzzle cannot be rated.
    pub fn checked_rung(
        &self,
        ladder: Option<Ladder>,
    ) -> Result<(Rung, Option<AnyRating>), ReadError> {
        let error =
            |name, reason: Clause| ReadError::at(self.line, RowPosition::Field(name), reason);
        let is_published = self.ladder_for(ladder) == Ladder::Published;
        if let Some(puzzle) = self.puzzle.classic().filter(|_| is_published) {
            let level = Level::of(puzzle);
            let Some(stated) = self.level.filter(|stated| *stated != level) else {
                return Ok((level.into(), None));
            };
            let score = Score::of(puzzle);
            let reason = clause!(
                "expected level {} ({} givens, {} in the emptiest row or column, {} searches: total {}), \
                 found level {}",
                level.number(),
                score.givens,
                score.row_col_min,
                score.searches,
                score.total(),
                stated.number()
            );
            return Err(error("level", reason));
        }
        let rating = AnyRating::from_puzzle(&self.puzzle, self.rated_as)
            .map_err(|e| error("band", e.to_string().into()))?;
        let Some(stated) = self.band.filter(|stated| *stated != rating.rung()) else {
            return Ok((rating.rung(), Some(rating)));
        };
        let (right, er) = (rating.rung().number(), rating.er().to_string());
        let found = stated.number();
        let reason = clause!("expected band {} (rating {}), found band {}", right, er, found);
        Err(error("band", reason))
    }
}
