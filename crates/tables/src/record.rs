//! Turns rows into checked puzzles. A puzzle must have exactly one solution, and a solution in the
//! row must be this one. In catalogues of this program the level must be valid, too; foreign tables
//! have levels of their own. `verify` checks the other columns.

use super::catalog_columns::RATED_AS;
use super::column::parse_whole;
use super::format::error::{ReadError, RowPosition, excerpt};
use super::row::TableRow;
use captions::PuzzleTitle;
use explainer::{AnyRating, RatedForm};
use grid::{AnyPuzzle, GridShape, Level, Puzzle, Score};
use human::{Ladder, Rung};

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

impl TryFrom<&TableRow> for PuzzleRecord {
    type Error = ReadError;

    fn try_from(row: &TableRow) -> Result<Self, ReadError> {
        let puzzle = AnyPuzzle::prove(row.grid()?)
            .map_err(|e| row.error_at(RowPosition::Field("puzzle"), e.to_string()))?;
        if puzzle.is_complete() {
            let reason = "expected a puzzle, found a complete grid with nothing to solve; remove it, or \
                       name the file of the puzzles";
            return Err(row.error_at(RowPosition::Field("puzzle"), reason.to_owned()));
        }
        row.check_solutions(&puzzle.solution())?;
        let is_of_catalog = row.is_of_catalog();
        let ladder = row.get("ladder").and_then(|name| name.parse().ok());
        let mut record = Self {
            line: row.line,
            puzzle,
            level: None,
            ladder,
            band: None,
            rated_as: match row.get(RATED_AS) {
                Some(name) => name.parse().unwrap_or_default(),
                None if ladder.is_some() => RatedForm::Given,
                None => RatedForm::default(),
            },
            id: match row.id() {
                Err(_) if !is_of_catalog => None,
                id => id?.map(str::to_owned),
            },
            title: row.title()?,
        };
        // Levels and bands of foreign tables are ignored.
        if is_of_catalog {
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
    if let Some(found) = parse_small(text).and_then(rung) {
        return Ok(Some(found));
    }
    let found = excerpt(text, 80);
    let reason = format!("expected a {name} from 1 to {most}, found {found:?}");
    Err(row.error_at(RowPosition::Field(name), reason))
}

/// Returns the integer of a field, if it is below 256.
fn parse_small(text: &str) -> Option<u8> {
    parse_whole(text)?.try_into().ok()
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

    /// Computes the level of the published ladder. Takes up to a few milliseconds.
    ///
    /// # Errors
    /// If the row has another level.
    fn checked_level(&self, puzzle: &Puzzle) -> Result<Level, ReadError> {
        let level = Level::of(puzzle);
        match self.level {
            Some(stated) if stated != level => {
                let score = Score::of(puzzle);
                let reason = format!(
                    "expected level {} ({} givens, {} in the emptiest row or column, {} searches: total {}), \
                     found level {}",
                    level.number(),
                    score.givens,
                    score.row_col_min,
                    score.searches,
                    score.total(),
                    stated.number()
                );
                Err(ReadError::at(self.line, RowPosition::Field("level"), reason))
            }
            _ => Ok(level),
        }
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
        if let Some(puzzle) = self.puzzle.classic()
            && self.ladder_for(ladder) == Ladder::Published
        {
            return Ok((self.checked_level(puzzle)?.into(), None));
        }
        let reason = match AnyRating::from_puzzle(&self.puzzle, self.rated_as) {
            Err(e) => e.to_string(),
            Ok(rating) => match self.band {
                Some(stated) if stated != rating.rung() => format!(
                    "expected band {} (rating {}), found band {}",
                    rating.rung().number(),
                    rating.er(),
                    stated.number()
                ),
                _ => return Ok((rating.rung(), Some(rating))),
            },
        };
        Err(ReadError::at(self.line, RowPosition::Field("band"), reason))
    }
}
