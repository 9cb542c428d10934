//! Figures of runs: a text for each, which the archive keeps and does not read. They are no part of what was
//! printed: an archive without them is whole.

use super::{Archive, ArchiveError};
use rusqlite::OptionalExtension as _;

/// Made when it is first needed: archives of earlier versions have no such table.
const TABLE: &str = "CREATE TABLE IF NOT EXISTS figures (
    run TEXT PRIMARY KEY, -- the name of the run
    counts TEXT NOT NULL  -- JSON
) STRICT, WITHOUT ROWID";

impl Archive {
    /// Keeps the figures of a run under its name.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn keep_figures(&mut self, run: &str, counts: &str) -> Result<(), ArchiveError> {
        self.change(|db, _| {
            db.execute_batch(TABLE)?;
            db.execute("INSERT OR REPLACE INTO figures VALUES (?1, ?2)", (run, counts))?;
            Ok(((), true))
        })
    }

    /// The figures of the last runs that were entered before this one, or of the last of all if the archive
    /// does not have this one; at most `most`, the newest first. Runs without figures are left out.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn figures_before(&self, run: &str, most: usize) -> Result<Vec<String>, ArchiveError> {
        let read = || {
            let there = "SELECT 1 FROM sqlite_schema WHERE name = 'figures'";
            if self.db.query_row(there, [], |_| Ok(())).optional()?.is_none() {
                return Ok(Vec::new());
            }
            let query = "SELECT counts FROM figures JOIN run ON run.name = figures.run
                 WHERE run.id < coalesce((SELECT id FROM run WHERE name = ?1), 9223372036854775807)
                 ORDER BY run.id DESC LIMIT ?2";
            let mut query = self.db.prepare(query)?;
            let counts = query.query_map((run, most as i64), |row| row.get(0))?;
            counts.collect::<rusqlite::Result<Vec<_>>>()
        };
        let counts = read().map_err(|e| self.of(e))?;
        self.unchanged()?;
        Ok(counts)
    }
}
