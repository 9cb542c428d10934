//! The archive as a run uses it: excludes puzzles that other runs have printed, and records the run
//! when it is complete.

use crate::{Identity, Manifest, Options, RunError, RunSpec};
use archive::{
    Archive, ArchiveError, InsertOptions, KeyRow, RunDescription, RunLabel, SeriesNumbers,
};
use grid::Key;
use jiff::civil::Date;
use make::{Batch, LookupError, Seed};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use words::Problem;

/// The settings that say how many puzzles a run has.
pub(super) const COUNTING: [&str; 3] = ["quota", "variants", "sheets"];

/// A finished run that is entered into an archive.
pub struct ArchiveEntry<'a> {
    /// The run, as the archive describes it.
    pub run: RunDescription,
    /// The name under which the archive lists it.
    pub label: RunLabel,
    /// The numbers of its puzzles in a series, if any.
    pub numbers: Option<SeriesNumbers<'a>>,
    /// The name of the run that it continues, if any.
    pub continued: Option<&'a str>,
}

impl<'a> ArchiveEntry<'a> {
    /// Returns the entry of a run in this folder.
    pub fn of_run(
        identity: &Identity,
        manifest: &Manifest,
        folder: &Path,
        night: Option<Date>,
        numbers: Option<SeriesNumbers<'a>>,
    ) -> Self {
        let mut entry = Self::of_catalog(identity.archived("run"), folder, night);
        entry.label.title.clone_from(&manifest.settings.book.imprint.title);
        entry.label.first_number = match manifest.settings.book.imprint.sheets {
            Some(_) => None,
            None => Some(manifest.settings.first()),
        };
        entry.numbers = numbers;
        entry
    }

    /// Returns the entry of a catalogue in this place, without a book.
    pub fn of_catalog(run: RunDescription, place: &Path, night: Option<Date>) -> Self {
        let label = RunLabel {
            date: night.map(|night| night.to_string()),
            title: None,
            place: place.display().to_string(),
            first_number: Some(1),
        };
        Self { run, label, numbers: None, continued: None }
    }
}

/// A run that is ordered for a night.
pub(super) struct NightOrder<'a> {
    pub identity: &'a Identity,
    pub night: Date,
    /// Its folder or file.
    pub place: &'a Path,
}

/// An archive opened for writing.
pub struct ArchiveSession {
    archive: Arc<Mutex<Archive>>,
}

impl ArchiveSession {
    /// Opens and locks an archive. No other process can write to it until this value is dropped.
    pub fn open(path: &Path, options: &Options) -> Result<Self, RunError> {
        let archive = Archive::open(path, &options.holder).map_err(|e| match e {
            ArchiveError::Locked(by) => RunError::Locked { path: path.to_owned(), by },
            e => e.into(),
        })?;
        let archive = Arc::new(Mutex::new(archive));
        Ok(Self { archive })
    }

    /// Opens an archive to look puzzles up, without a lock.
    pub fn open_to_read(path: &Path) -> Result<Self, RunError> {
        Ok(Self { archive: Arc::new(Mutex::new(Archive::open_to_read(path)?)) })
    }

    /// Opens the archive like [`ArchiveSession::open`], if there is one.
    pub fn open_optional(path: Option<&Path>, options: &Options) -> Result<Option<Self>, RunError> {
        path.map(|path| Self::open(path, options)).transpose()
    }

    /// Returns the archive, locked for this thread.
    pub fn archive(&self) -> MutexGuard<'_, Archive> {
        // A panic elsewhere cannot leave the archive half changed, so a poisoned lock is usable.
        self.archive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the name of the run that a new one continues: the run before in its folder, if it
    /// has another number of the same puzzles. Those that stay are printed by no other run.
    pub fn continued_run(
        &self,
        old: &Manifest,
        spec: &RunSpec,
        seed: Seed,
    ) -> Result<Option<String>, RunError> {
        let changed = spec.settings().changed_puzzle_settings(&old.settings);
        if seed.0 != old.seed || !changed.iter().all(|name| COUNTING.contains(name)) {
            return Ok(None);
        }
        let (before, name) = (old.run_name(), Identity::of(&spec.plan, seed).name());
        let archive = self.archive();
        // The puzzles of a run that the archive has stay as they were.
        let is_new = archive.number_of(&name)?.is_none() && archive.number_of(&before)?.is_some();
        Ok(is_new.then_some(before))
    }

    /// Returns the numbers of a run and of those that it continues.
    fn own_numbers(&self, name: &str, continued: Option<&str>) -> Result<Vec<i64>, RunError> {
        let mut own = self.archive().own_numbers(name)?;
        if let Some(before) = continued {
            own.extend(self.archive().own_numbers(before)?);
        }
        Ok(own)
    }

    /// Makes a batch exclude the puzzles that other runs have printed.
    pub fn exclude_printed(
        &self,
        batch: Batch,
        name: &str,
        continued: Option<&str>,
    ) -> Result<Batch, RunError> {
        let own = self.own_numbers(name, continued)?;
        let archive = self.archive.clone();
        let known = move |keys: &[Key]| {
            let archive = archive.lock().unwrap_or_else(PoisonError::into_inner);
            archive.owned_by_others(keys, &own).map_err(|e| LookupError(e.into()))
        };
        Ok(batch.excluding(known))
    }

    /// Adds a finished run to the archive, with the keys of its rows.
    pub fn enter_catalog(
        &self,
        entry: &ArchiveEntry<'_>,
        mut rows: Vec<KeyRow>,
        options: &Options,
    ) -> Result<(), RunError> {
        rows.sort_unstable();
        // Variants have one key, with the row of the first.
        rows.dedup_by_key(|row| row.key);
        self.retain_missing(&mut rows, entry)?;
        self.enter(entry, options, || Ok(rows.iter().copied().map(Ok)))
    }

    /// Removes the puzzles that the archive has of runs that a run continues.
    fn retain_missing(
        &self,
        rows: &mut Vec<KeyRow>,
        entry: &ArchiveEntry<'_>,
    ) -> Result<(), RunError> {
        let name = entry.run.name();
        let mut before = self.own_numbers(&name, entry.continued)?;
        let own = self.archive().number_of(&name)?;
        before.retain(|number| Some(*number) != own);
        if before.is_empty() {
            return Ok(());
        }
        let keys: Vec<_> = rows.iter().map(|row| row.key).collect();
        let owners = self.archive().owners(&keys)?;
        let mut owners = owners.into_iter();
        rows.retain(|_| !owners.next().flatten().is_some_and(|owner| before.contains(&owner)));
        Ok(())
    }

    /// Adds a catalogue in this place to the archive. `keys` returns the keys of its puzzles in
    /// ascending order.
    ///
    /// # Errors
    /// [`RunError`] if the archive has one of them, or cannot be written.
    pub fn enter_joined<I: Iterator<Item = Result<KeyRow, RunError>>>(
        &self,
        identity: &Identity,
        place: &Path,
        options: &Options,
        keys: impl Fn() -> Result<I, RunError>,
    ) -> Result<(), RunError> {
        let entry = ArchiveEntry::of_catalog(identity.archived("generate"), place, None);
        self.enter(&entry, options, keys)
    }

    /// Adds a finished run to the archive. `keys` returns the keys of its puzzles in ascending
    /// order.
    fn enter<I: Iterator<Item = Result<KeyRow, RunError>>>(
        &self,
        entry: &ArchiveEntry<'_>,
        options: &Options,
        keys: impl Fn() -> Result<I, RunError>,
    ) -> Result<(), RunError> {
        let ArchiveEntry { run, label, numbers, continued } = entry;
        let label = if self.is_edition(&run.name(), label)? { None } else { Some(label) };
        let (numbers, continued) = (*numbers, *continued);
        let insert = InsertOptions { numbers, label, continued, ..InsertOptions::default() };
        let mut archive = self.archive();
        match archive.insert(&run.entered(&(options.now)()), &insert, keys) {
            Ok(_) => Ok(()),
            Err(e) => Err(insert_error(e, archive.is_shared())),
        }
    }

    /// Labels a run, unless this is an edition of it.
    pub(super) fn set_label(&self, run: &str, label: &RunLabel) -> Result<(), RunError> {
        if !self.is_edition(run, label)? {
            self.archive().set_label(run, label)?;
        }
        Ok(())
    }

    /// Returns true if the archive knows the run by another folder, which still holds it. The label
    /// stays that of the first edition.
    fn is_edition(&self, run: &str, label: &RunLabel) -> Result<bool, RunError> {
        let labels = self.archive().labels()?;
        let Some(first) = labels.get(run).filter(|first| first.place != label.place) else {
            return Ok(false);
        };
        let found = Manifest::read(Path::new(&first.place));
        Ok(matches!(found, Ok(Some(manifest)) if manifest.run_name() == run))
    }

    /// Returns true if the archive has the run as one of this place: its folder or file.
    pub fn has_entry_of(&self, run: &Identity, place: &Path) -> Result<bool, RunError> {
        let labels = self.archive().labels()?;
        let label = labels.get(&run.name());
        Ok(label.is_some_and(|label| label.place == place.display().to_string()))
    }

    /// Fails if another run was made for this night in this place: the settings have changed since.
    pub(super) fn refuse_other_night(
        &self,
        archive: &Path,
        order: &NightOrder<'_>,
    ) -> Result<(), RunError> {
        let (date, place) = (order.night.to_string(), order.place.display().to_string());
        let own = order.identity.name();
        let labels = self.archive().labels()?;
        if labels.contains_key(&own) {
            return Ok(());
        }
        let other = labels
            .iter()
            .find(|(_, label)| label.date.as_ref() == Some(&date) && label.place == place);
        let Some((other, _)) = other else { return Ok(()) };
        let runs = self.archive().runs()?;
        let changed = match runs.into_iter().find(|run| run.name == *other) {
            Some(run) => order.identity.differences(&run.settings).join(", "),
            None => String::new(),
        };
        let wrong = format!(
            "{} has other puzzles of {date} in {place} (run {other}); the run that would be made, \
             {own}, has other settings ({changed})",
            archive.display()
        );
        let remedy = "use the settings of that night, or --force puzzles to make other puzzles";
        Err(RunError::InArchive(Problem::new(wrong).remedy(remedy)))
    }
}

/// Converts the error of a run that another host's run has overtaken: a new run succeeds.
fn insert_error(error: RunError, is_shared: bool) -> RunError {
    match error {
        RunError::Archive(e) if e.is_overtaken() && is_shared => {
            let then = "the same command makes others in their place".to_owned();
            RunError::Conflict { why: e.to_string(), then }
        }
        error => error,
    }
}

/// Recovers the archive's own error from the error of a batch.
impl From<LookupError> for RunError {
    fn from(error: LookupError) -> Self {
        match error.0.downcast::<ArchiveError>() {
            Ok(error) => Self::Archive(*error),
            Err(error) => Self::Read("the archive".into(), error),
        }
    }
}
