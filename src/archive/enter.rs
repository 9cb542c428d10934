//! What changes an archive: puzzles are entered, runs are forgotten.
//!
//! Keys are random numbers, so that every entry lands on another page of the tree. What helps is to
//! sort the keys, to enter as many as there are in one transaction, and to let them gather in a
//! small table until there are enough of them for every page of the large one.

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

/// So many keys are recent at the most, in an archive of so many.
fn most_recent(all: u64) -> u64 {
    (all / 8).max(1 << 18)
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
            let entered = insert_sorted(db, filters, run, when, &sorted)?;
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
            let settled = db.execute("DELETE FROM seen WHERE run = ?1", [id])?;
            let recent = db.execute("DELETE FROM recent WHERE run = ?1", [id])?;
            set_recent(db, count_recent(db)?.saturating_sub(recent as u64))?;
            db.execute("DELETE FROM run WHERE id = ?1", [id])?;
            Ok(((settled + recent) as u64, true))
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
        let load = || Filters::load(&self.db).map_err(|e| self.of(e));
        let mut filters = filters.map_or_else(load, Ok)?;
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
            let _ = self.filters.set(filters);
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
    sorted: &[(Key, i64)],
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
    let all = count_all(db)?;
    let mut recent = count_recent(db)?;
    let mut entered = Entered::default();
    let mut was_there = |whose: i64| match whose == id {
        true => entered.own += 1,
        false => entered.others += 1,
    };
    let mut whose_settled = db.prepare("SELECT run FROM seen WHERE key = ?1")?;
    let mut new = 0;
    if sorted.len() as u64 > most_recent(all) {
        // Enough for every page: straight to where they will stay.
        if recent > 0 {
            settle(db, filters, all)?;
            recent = 0;
        }
        let mut insert = db.prepare("INSERT OR IGNORE INTO seen VALUES (?1, ?2, ?3)")?;
        for (key, row) in sorted {
            if insert.execute((key.0, id, row))? == 1 {
                new += 1;
            } else {
                was_there(whose_settled.query_row([key.0], |row| row.get(0))?);
            }
        }
        let keys = sorted.iter().map(|(key, _)| Ok(*key));
        filters.seen.widen(db, all + new, all + new, keys)?;
    } else {
        let mut insert = db.prepare("INSERT OR IGNORE INTO recent VALUES (?1, ?2, ?3)")?;
        let mut whose_recent = db.prepare("SELECT run FROM recent WHERE key = ?1")?;
        for (key, row) in sorted {
            if filters.seen.may_have(key)
                && let Some(run) = whose_settled
                    .query_row([key.0], |row| row.get(0))
                    .optional()?
            {
                was_there(run);
            } else if insert.execute((key.0, id, row))? == 1 {
                new += 1;
            } else {
                was_there(whose_recent.query_row([key.0], |row| row.get(0))?);
            }
        }
        recent += new;
        let most = most_recent(all + new);
        if recent > most {
            settle(db, filters, all + new)?;
            recent = 0;
        } else if new > 0 {
            let keys = sorted.iter().map(|(key, _)| Ok(*key));
            filters.recent.widen(db, recent, most / 2, keys)?;
        }
    }
    entered.new = new;
    set_recent(db, recent)?;
    let count = "UPDATE run SET puzzles = puzzles + ?1 WHERE id = ?2";
    db.execute(count, (new as i64, id))?;
    Ok(entered)
}

/// Moves what is recent to the other keys, which are then so many.
fn settle(db: &Connection, filters: &mut Filters, all: u64) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO seen SELECT key, run, row FROM recent ORDER BY key",
        [],
    )?;
    let mut recent = db.prepare("SELECT key FROM recent")?;
    let keys = recent.query_map([], |row| row.get(0).map(Key))?;
    filters.seen.widen(db, all, all, keys)?;
    db.execute("DELETE FROM recent", [])?;
    filters.recent.clear(db)
}

fn count_all(db: &Connection) -> rusqlite::Result<u64> {
    let all = "SELECT coalesce(sum(puzzles), 0) FROM run";
    db.query_row(all, [], |row| row.get::<_, i64>(0))
        .map(i64::unsigned_abs)
}

/// How many keys are recent, as `about` has it: counting would take a look at every page.
pub(super) fn count_recent(db: &Connection) -> rusqlite::Result<u64> {
    let recent = "SELECT CAST(value AS INTEGER) FROM about WHERE name = 'recent'";
    db.query_row(recent, [], |row| row.get::<_, i64>(0))
        .map(i64::unsigned_abs)
}

fn set_recent(db: &Connection, n: u64) -> rusqlite::Result<()> {
    let set = "UPDATE about SET value = ?1 WHERE name = 'recent'";
    db.execute(set, [n.to_string()]).map(drop)
}
