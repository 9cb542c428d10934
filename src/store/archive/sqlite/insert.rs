//! Changes of an archive: inserting and removing runs.
//!
//! Keys are random, so that in a tree ordered by key each would land on another page. Instead, they
//! are sorted and appended as a segment. Small runs share a segment.

use super::filter::BloomFilters;
use super::notes::{self, RunNote, SERIES};
use super::{
    ArchiveBackend, ArchiveError, ArchiveReader as _, ArchiveStats, ArchivedRun, ConflictPolicy,
    InsertOptions, InsertSummary, KeyStream, Sqlite, data_version,
};
use crate::sudoku::key::Key;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};
use std::collections::HashMap;
use std::path::Path;

/// Returns the maximum number of keys in a segment that runs share, in an archive of `all` keys. An
/// existing key is searched in every segment.
fn max_in_segment(all: u64) -> u64 {
    (all / 64).max(1 << 18)
}

impl ArchiveBackend for Sqlite {
    fn is_shared(&self) -> bool {
        false
    }

    fn copy_file(&self, to: &Path) -> Option<Result<ArchiveStats, ArchiveError>> {
        Some(self.copy(to))
    }

    fn put_note(&mut self, note: &RunNote) -> Result<(), ArchiveError> {
        self.change(|db, _| Ok((notes::write(db, note)?, true)))
    }

    fn insert_run(
        &mut self,
        keys: KeyStream<'_>,
        how: &InsertOptions<'_>,
    ) -> Result<InsertSummary, ArchiveError> {
        let path = self.paths.typed.clone();
        self.change(|db, filters| {
            let id = insert_unnamed_run(db)?;
            let (mut of, mut new, mut found) = (0, 0, HashMap::new());
            loop {
                let block = Iterator::take(&mut *keys, how.block.max(1));
                let mut block = match block.collect::<Result<Vec<_>, _>>() {
                    Ok(block) if block.is_empty() => break,
                    Ok(block) => block,
                    Err(e) => return Ok((Err(e), false)),
                };
                of += block.len() as u64;
                new += insert_keys(db, filters, id, &mut block, &mut found)?;
            }
            filters.save(db)?;
            let run = (how.run)();
            let own = name_run(db, id, &run, new)?;
            // A key that comes twice is still owned by the unnamed run.
            let both = if own == id { &[own][..] } else { &[own, id] };
            let entered = InsertSummary {
                new,
                own: both.iter().filter_map(|id| found.remove(id)).sum(),
                others: found.into_values().sum(),
            };
            if entered.others > 0 && how.on_conflict == ConflictPolicy::Abort {
                let others = entered.others;
                return Ok((Err(ArchiveError::Taken { path, others, of }), false));
            }
            if let Some(numbers) = how.numbers {
                let free = numbers.ensure_free(&notes::read(db, SERIES)?, &run.name, &path);
                if let Err(e) = free {
                    return Ok((Err(e), false));
                }
                notes::write(db, &numbers.note(&run.name))?;
            }
            Ok((Ok(entered), true))
        })?
    }

    fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        let none = || ArchiveError::NoSuchRun(self.paths.typed.clone(), name.to_owned());
        let id = self.number_of(name)?.ok_or_else(none)?;
        self.change(|db, _| {
            let gone = db.execute("DELETE FROM seen WHERE run = ?1", [id])?;
            let count = "UPDATE segment SET keys = (SELECT count(*) FROM seen WHERE segment = id)";
            db.execute(count, [])?;
            db.execute("DELETE FROM run WHERE id = ?1", [id])?;
            Ok((gone as u64, true))
        })
    }
}

impl Sqlite {
    /// Runs `work` in one transaction, and commits if it returns true. Cached filters are read
    /// again if another connection has changed the file.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Connection, &mut BloomFilters) -> rusqlite::Result<(T, bool)>,
    ) -> Result<T, ArchiveError> {
        self.end_snapshot()?;
        // The filters are read again after an error, too.
        let filters = self.filters.take();
        let done = (|| {
            let immediate = TransactionBehavior::Immediate;
            let tx = self.db.transaction_with_behavior(immediate)?;
            let state = data_version(&tx)?;
            let mut filters = match filters {
                Some((of, filters)) if of == state => filters,
                _ => BloomFilters::open(&tx)?,
            };
            let (answer, keep) = work(&tx, &mut filters)?;
            if keep {
                tx.commit()?;
            }
            Ok((answer, keep.then_some((state, filters))))
        })();
        let (answer, filters) = done.map_err(|e| self.damage_error(e))?;
        if filters.is_some() {
            self.filters.replace(filters);
            // Moves the log into the file. A reader in the way only delays this.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let _ = self.db.query_row(checkpoint, [], |_| Ok(()));
        }
        Ok(answer)
    }
}

/// Inserts a run without a name, for [`name_run`], and returns its number.
fn insert_unnamed_run(db: &Connection) -> rusqlite::Result<i64> {
    db.execute("INSERT INTO run VALUES (NULL, '', '', '', NULL, '', '', 0)", [])?;
    Ok(db.last_insert_rowid())
}

/// Names a run that has received `new` keys. If a run of this name exists, it gets the keys.
/// Returns the number of the run with the name.
fn name_run(db: &Connection, id: i64, run: &ArchivedRun, new: u64) -> rusqlite::Result<i64> {
    let before = "SELECT id FROM run WHERE name = ?1";
    let before = db.query_row(before, [&run.name], |row| row.get(0)).optional()?;
    let Some(before) = before else {
        db.execute(
            "UPDATE run SET name = ?2, kind = ?3, program = ?4, seed = ?5, settings = ?6,
             entered = ?7 WHERE id = ?1",
            (id, &run.name, &run.kind, &run.program, &run.seed, &run.settings, &run.entered),
        )?;
        return Ok(id);
    };
    if new > 0 {
        db.execute("UPDATE seen SET run = ?2 WHERE run = ?1", [id, before])?;
        let count = "UPDATE run SET puzzles = puzzles + ?1 WHERE id = ?2";
        db.execute(count, (new as i64, before))?;
    }
    db.execute("DELETE FROM run WHERE id = ?1", [id])?;
    Ok(before)
}

/// Appends the keys that are new to the archive and returns their number. Counts the other keys by
/// run in `found`.
fn insert_keys(
    db: &Connection,
    filters: &mut BloomFilters,
    id: i64,
    keys: &mut [(Key, i64)],
    found: &mut HashMap<i64, u64>,
) -> rusqlite::Result<u64> {
    keys.sort_unstable();
    let (all, more) = (count_keys(db)?, keys.len() as u64);
    filters.reserve(db, more, all)?;
    let segment = open_segment(db, more, all)?;
    // New keys move to the front.
    let mut new = 0;
    let mut last = None;
    for i in 0..keys.len() {
        let entry @ (key, _) = keys[i];
        // Equal keys are neighbours.
        let there = match last {
            Some((last, whose)) if last == key => Some(whose),
            _ => filters.locate(db, &key)?.map(|(run, _)| run),
        };
        last = Some((key, there.unwrap_or(id)));
        match there {
            Some(whose) => *found.entry(whose).or_default() += 1,
            None => {
                filters.add(db, &key)?;
                keys[new] = entry;
                new += 1;
            }
        }
    }
    append(db, segment, id, &keys[..new])?;
    let count = "UPDATE segment SET keys = keys + ?1 WHERE id = ?2";
    db.execute(count, (new as i64, segment))?;
    let count = "UPDATE run SET puzzles = puzzles + ?1 WHERE id = ?2";
    db.execute(count, (new as i64, id))?;
    Ok(new as u64)
}

/// Returns the segment for `more` keys in an archive of `all` keys: the last one, or a new one.
fn open_segment(db: &Connection, more: u64, all: u64) -> rusqlite::Result<i64> {
    let last = "SELECT id, keys, filter FROM segment ORDER BY id DESC LIMIT 1";
    let last = db.query_row(last, [], |row| {
        Ok((row.get(0)?, row.get::<_, i64>(1)?.unsigned_abs(), row.get::<_, String>(2)?))
    });
    if let Some((id, keys, filter)) = last.optional()?
        && filter == "recent"
        && (keys == 0 || keys + more <= max_in_segment(all))
    {
        return Ok(id);
    }
    db.execute("INSERT INTO segment (keys, filter) VALUES (0, 'recent')", [])?;
    Ok(db.last_insert_rowid())
}

/// Inserts new keys and their rows.
fn append(db: &Connection, segment: i64, run: i64, new: &[(Key, i64)]) -> rusqlite::Result<()> {
    /// Number of rows per statement. This takes half the time of single rows.
    const ROWS: usize = 256;
    let (whole, rest) = new.as_chunks::<ROWS>();
    for (chunks, rows) in [(whole.as_flattened(), ROWS), (rest, rest.len())] {
        if chunks.is_empty() {
            continue;
        }
        let row = |i| format!("(?1, ?{}, ?2, ?{})", 2 * i + 3, 2 * i + 4);
        let values: Vec<_> = (0..rows).map(row).collect();
        let mut insert = db.prepare(&format!("INSERT INTO seen VALUES {}", values.join(", ")))?;
        insert.raw_bind_parameter(1, segment)?;
        insert.raw_bind_parameter(2, run)?;
        for chunk in chunks.chunks(rows) {
            for (i, (key, row)) in chunk.iter().enumerate() {
                insert.raw_bind_parameter(2 * i + 3, key.0)?;
                insert.raw_bind_parameter(2 * i + 4, row)?;
            }
            insert.raw_execute()?;
        }
    }
    Ok(())
}

fn count_keys(db: &Connection) -> rusqlite::Result<u64> {
    let all = "SELECT coalesce(sum(puzzles), 0) FROM run";
    db.query_row(all, [], |row| row.get::<_, i64>(0)).map(i64::unsigned_abs)
}
