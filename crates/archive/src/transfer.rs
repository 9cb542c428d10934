//! Copies from one kind of archive to another. Runs keep their order, names, times, rows and notes.

use super::backend::{ArchiveBackend, ArchiveStats, InsertOptions};
use super::keys::KeyRow;
use super::sqlite::Sqlite;
use super::{Archive, ArchiveError, ArchivedRun, server, server_url};
use std::collections::HashMap;
use std::path::Path;

/// Maximum number of keys of several runs in memory. A larger run is copied alone.
const MAX_KEYS_TOGETHER: u64 = 1 << 22;

impl Archive {
    /// Creates an archive of any kind with the same runs, even while a run writes to this one. The
    /// copy is a snapshot of the present state, read again and checked. It appears under its name
    /// when it is complete.
    ///
    /// # Errors
    /// If there is an archive or a file of that name, this one is damaged, or the copy cannot be
    /// written.
    pub fn copy(&self, to: &Path) -> Result<ArchiveStats, ArchiveError> {
        if let Some(url) = server_url(to)? {
            return server::create(url, |to| fill(&*self.0, to));
        }
        match self.0.copy_file(to) {
            Some(copied) => copied,
            None => Sqlite::create(to, |to| fill(&*self.0, to)),
        }
    }
}

fn fill(from: &dyn ArchiveBackend, to: &mut dyn ArchiveBackend) -> Result<(), ArchiveError> {
    let all = from.runs()?;
    let mut runs = all.as_slice();
    while !runs.is_empty() {
        let (together, later) = runs.split_at(count_together(runs));
        copy_runs(from, together, to)?;
        runs = later;
    }
    from.notes("")?.iter().try_for_each(|note| to.put_note(note))
}

/// Returns how many of the first runs are copied together.
fn count_together(runs: &[(i64, ArchivedRun)]) -> usize {
    let mut puzzles = 0;
    let fits = runs.iter().take_while(|(_, run)| {
        puzzles += run.puzzles;
        puzzles <= MAX_KEYS_TOGETHER
    });
    fits.count().max(1)
}

fn copy_runs(
    from: &dyn ArchiveBackend,
    runs: &[(i64, ArchivedRun)],
    to: &mut dyn ArchiveBackend,
) -> Result<(), ArchiveError> {
    let mut rows: HashMap<i64, Vec<KeyRow>> = HashMap::new();
    for (number, _) in runs {
        rows.insert(*number, Vec::new());
    }
    from.for_each_key(&mut |key, run, row| {
        if let Some(rows) = rows.get_mut(&run) {
            rows.push(KeyRow { key, row });
        }
        Ok(())
    })?;
    for (number, run) in runs {
        let keys = rows.remove(number).unwrap_or_default();
        let (found, expected) = (keys.len() as u64, run.puzzles);
        if found != expected {
            let words = format!("run {} has {found} keys, expected {expected}", run.name);
            return Err(ArchiveError::Damaged(from.name().to_owned(), words));
        }
        to.insert(run, &mut keys.into_iter().map(Ok), &InsertOptions::default())?;
    }
    Ok(())
}
