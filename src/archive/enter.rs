//! What changes an archive: puzzles are entered, runs are forgotten.
//!
//! Keys are random numbers, so that each would land on another page of a tree that is in their order.
//! They are sorted and appended as a segment instead; small runs share one.

use super::filter::Filters;
use super::{Archive, ArchiveError, Run};
use crate::key::Key;
use rusqlite::{Connection, OptionalExtension as _, TransactionBehavior};

/// What became of keys that were entered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entered {
    /// Were not there before.
    pub new: u64,
    /// Were there as this run's own.
    pub own: u64,
    /// Were there as another run's.
    pub others: u64,
}

/// So many keys a segment has at the most, or those of one run, in an archive of so many: a key that
/// is there is looked for in every segment.
fn most_in_segment(all: u64) -> u64 {
    (all / 64).max(1 << 18)
}

impl Archive {
    /// Enters all puzzles of a run, in catalogue order, or none of them. Entering a run again
    /// changes nothing.
    ///
    /// # Errors
    /// When one of them is another run's already, or the file cannot be written.
    pub fn enter(&mut self, run: &Run, when: &str, keys: &[Key]) -> Result<Entered, ArchiveError> {
        self.insert(run, when, keys, false)
    }

    /// Enters those puzzles that are not there yet.
    ///
    /// # Errors
    /// When the file cannot be written; then nothing was entered.
    pub fn import(&mut self, run: &Run, when: &str, keys: &[Key]) -> Result<Entered, ArchiveError> {
        self.insert(run, when, keys, true)
    }

    fn insert(
        &mut self,
        run: &Run,
        when: &str,
        keys: &[Key],
        skip: bool,
    ) -> Result<Entered, ArchiveError> {
        let mut sorted: Vec<(Key, i64)> = keys.iter().copied().zip(1..).collect();
        sorted.sort_unstable();
        let path = self.path.clone();
        let entered = self.change(|db, filters| {
            let entered = insert_sorted(db, filters, run, when, &mut sorted)?;
            Ok((entered, entered.others == 0 || skip))
        })?;
        if entered.others > 0 && !skip {
            let (others, of) = (entered.others, keys.len() as u64);
            return Err(ArchiveError::Taken { path, others, of });
        }
        Ok(entered)
    }

    /// Takes a run and its puzzles out: they may be printed again.
    ///
    /// # Errors
    /// When there is no such run, or the file cannot be written.
    pub fn forget(&mut self, name: &str) -> Result<u64, ArchiveError> {
        let Some(id) = self.number_of(name)? else {
            let path = self.path.clone();
            return Err(ArchiveError::NoSuchRun(path, name.to_owned()));
        };
        self.change(|db, _| {
            let gone = db.execute("DELETE FROM seen WHERE run = ?1", [id])?;
            let count = "UPDATE segment SET keys = (SELECT count(*) FROM seen WHERE segment = id)";
            db.execute(count, [])?;
            db.execute("DELETE FROM run WHERE id = ?1", [id])?;
            Ok((gone as u64, true))
        })
    }

    /// Does something in one transaction, and takes it back unless it answers true or fails.
    fn change<T>(
        &mut self,
        work: impl FnOnce(&Connection, &mut Filters) -> rusqlite::Result<(T, bool)>,
    ) -> Result<T, ArchiveError> {
        self.look_again()?;
        // What is half changed when something fails is read again.
        let filters = self.filters.take();
        let open = || Filters::open(&self.db).map_err(|e| self.of(e));
        let mut filters = filters.map_or_else(open, Ok)?;
        let path = &self.path;
        let done = (|| {
            let tx = self
                .db
                .transaction_with_behavior(TransactionBehavior::Immediate)?;
            let (answer, keep) = work(&tx, &mut filters)?;
            if keep {
                tx.commit()?;
            }
            Ok((answer, keep))
        })();
        let (answer, keep) = done.map_err(|e| ArchiveError::of(path, e))?;
        if keep {
            self.filters.replace(Some(filters));
            // The log goes into the file now; a reader that is in the way only puts it off.
            let checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)";
            let _ = self.db.query_row(checkpoint, [], |_| Ok(()));
        }
        Ok(answer)
    }
}

fn insert_sorted(
    db: &Connection,
    filters: &mut Filters,
    run: &Run,
    when: &str,
    sorted: &mut [(Key, i64)],
) -> rusqlite::Result<Entered> {
    let seed = run.seed.map(|seed| seed.to_string());
    db.execute(
        "INSERT OR IGNORE INTO run (name, kind, program, seed, settings, entered, puzzles)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        (
            run.name(),
            &run.kind,
            &run.program,
            seed,
            &run.settings,
            when,
        ),
    )?;
    let id: i64 = db.query_row("SELECT id FROM run WHERE name = ?1", [run.name()], |row| {
        row.get(0)
    })?;
    let (all, more) = (count_all(db)?, sorted.len() as u64);
    filters.widen(db, more, all)?;
    let segment = open_segment(db, more, all)?;
    let mut entered = Entered::default();
    // What is new moves to the front.
    let mut new = 0;
    let mut last = None;
    for i in 0..sorted.len() {
        let entry @ (key, _) = sorted[i];
        // Equal ones are neighbours.
        let there = match last {
            Some((last, whose)) if last == key => Some(whose),
            _ => filters.run_of(db, &key)?,
        };
        last = Some((key, there.unwrap_or(id)));
        match there {
            Some(whose) if whose == id => entered.own += 1,
            Some(_) => entered.others += 1,
            None => {
                filters.add(db, &key)?;
                sorted[new] = entry;
                new += 1;
            }
        }
    }
    entered.new = new as u64;
    append(db, segment, id, &sorted[..new])?;
    filters.save(db)?;
    let count = "UPDATE segment SET keys = keys + ?1 WHERE id = ?2";
    db.execute(count, (entered.new as i64, segment))?;
    let count = "UPDATE run SET puzzles = puzzles + ?1 WHERE id = ?2";
    db.execute(count, (entered.new as i64, id))?;
    Ok(entered)
}

/// The segment for so many keys more, in an archive of so many: the last, or a new one.
fn open_segment(db: &Connection, more: u64, all: u64) -> rusqlite::Result<i64> {
    let last = "SELECT id, keys, filter FROM segment ORDER BY id DESC LIMIT 1";
    let last = db.query_row(last, [], |row| {
        Ok((
            row.get(0)?,
            row.get::<_, i64>(1)?.unsigned_abs(),
            row.get::<_, String>(2)?,
        ))
    });
    if let Some((id, keys, filter)) = last.optional()?
        && filter == "recent"
        && (keys == 0 || keys + more <= most_in_segment(all))
    {
        return Ok(id);
    }
    db.execute(
        "INSERT INTO segment (keys, filter) VALUES (0, 'recent')",
        [],
    )?;
    Ok(db.last_insert_rowid())
}

/// Writes new keys and their rows.
fn append(db: &Connection, segment: i64, run: i64, new: &[(Key, i64)]) -> rusqlite::Result<()> {
    /// Rows in one statement: half the time of one each.
    const ROWS: usize = 256;
    let (most, rest) = new.as_chunks::<ROWS>();
    for (chunks, rows) in [(most.as_flattened(), ROWS), (rest, rest.len())] {
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

fn count_all(db: &Connection) -> rusqlite::Result<u64> {
    let all = "SELECT coalesce(sum(puzzles), 0) FROM run";
    db.query_row(all, [], |row| row.get::<_, i64>(0))
        .map(i64::unsigned_abs)
}
