//! Series of books: which numbers the puzzles of a run have in them. A run has the same numbers in the
//! editions of a series in other languages, whose series have other names.

use super::{Archive, ArchiveError};
use rusqlite::OptionalExtension as _;

/// Made when it is first needed: archives of earlier versions have no such table.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS series (
    run TEXT NOT NULL,       -- the name of the run
    name TEXT NOT NULL,      -- the name of the series
    first INTEGER NOT NULL,  -- the number of the run's first puzzle
    last INTEGER NOT NULL,
    PRIMARY KEY (run, name)
) STRICT, WITHOUT ROWID";

impl Archive {
    /// Keeps the numbers that the puzzles of a run have in a series.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_numbers(
        &mut self,
        run: &str,
        series: &str,
        (first, last): (u64, u64),
    ) -> Result<(), ArchiveError> {
        self.change(|db, _| {
            db.execute_batch(TABLE)?;
            let row = (run, series, first as i64, last as i64);
            db.execute("INSERT OR REPLACE INTO series VALUES (?1, ?2, ?3, ?4)", row)?;
            Ok(((), true))
        })
    }

    /// The number of the first puzzle of a run of a series: the number that it has already, in this series or in
    /// an edition in another language, or else the number after the last of the series. Runs that were
    /// forgotten do not count.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn first_number(&self, run: &str, series: &str) -> Result<u64, ArchiveError> {
        let read = || {
            let there = "SELECT 1 FROM sqlite_schema WHERE name = 'series'";
            if self.db.query_row(there, [], |_| Ok(())).optional()?.is_none() {
                return Ok(1);
            }
            let query = "SELECT coalesce(
                (SELECT first FROM series WHERE run = ?1 AND run IN (SELECT name FROM run)
                 ORDER BY name = ?2 DESC LIMIT 1),
                (SELECT max(last) + 1 FROM series WHERE name = ?2 AND run IN (SELECT name FROM run)),
                1)";
            self.db.query_row(query, (run, series), |row| row.get::<_, i64>(0))
        };
        let first = read().map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(first.unsigned_abs())
    }
}
