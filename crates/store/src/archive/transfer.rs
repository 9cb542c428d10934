//! Copies from one kind of archive to another. Runs keep their order, names, times, rows and notes.

use super::backend::{ArchiveBackend, ArchiveStats, ConflictPolicy, InsertOptions};
use super::sqlite::Sqlite;
use super::{Archive, ArchiveError, server, server_url};
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
        let fill = |to: &mut dyn ArchiveBackend| fill(&*self.0, to);
        match server_url(to)? {
            None => self.0.copy_file(to).unwrap_or_else(|| Sqlite::create_full(to, fill)),
            Some(url) => server::create_full(url, fill),
        }
    }
}

fn fill(from: &dyn ArchiveBackend, to: &mut dyn ArchiveBackend) -> Result<(), ArchiveError> {
    let all = from.runs()?;
    let mut runs = all.as_slice();
    while !runs.is_empty() {
        let mut puzzles = 0;
        let fits = runs.iter().take_while(|(_, run)| {
            puzzles += run.puzzles;
            puzzles <= MAX_KEYS_TOGETHER
        });
        let (together, later) = runs.split_at(fits.count().max(1));
        let mut keys: HashMap<i64, Vec<_>> =
            together.iter().map(|(number, _)| (*number, Vec::new())).collect();
        from.for_each_key(&mut |key, run, row| {
            keys.get_mut(&run).into_iter().for_each(|keys| keys.push((key, row)));
            Ok(())
        })?;
        for (number, run) in together {
            let keys = keys.remove(number).unwrap_or_default();
            let (found, expected) = (keys.len() as u64, run.puzzles);
            if found != expected {
                let words = format!("run {} has {found} keys, expected {expected}", run.name);
                return Err(ArchiveError::Damaged(from.name().to_owned(), words));
            }
            let (run, block) = (|| run.clone(), expected as usize);
            let how = InsertOptions {
                run: &run,
                block,
                numbers: None,
                on_conflict: ConflictPolicy::Abort,
            };
            to.insert_run(&mut keys.into_iter().map(Ok), &how)?;
        }
        runs = later;
    }
    from.notes("")?.iter().try_for_each(|note| to.put_note(note))
}
