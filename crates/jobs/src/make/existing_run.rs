//! A finished run in the target folder. The same job leaves it unchanged. Another job makes the
//! least that it needs: the book with the same puzzles, or everything.

use super::archive_session::{ArchiveEntry, ArchiveSession};
use super::staging::StagingDir;
use crate::{
    FileKind, Identity, IoContext as _, Manifest, Observer, Options, RunError, RunOutcome, RunSpec,
    Setting, SourceRun, retry_while_locked,
};
use archive::{Archive, KeyRow};
use files::Overwrite;
use files::lock::Lock;
use files::output::{FileDifference, FileRecord};
use make::Seed;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use tables::PuzzleRecord;
use words::{Clause, clause, setting};

/// Fails if the folder holds files that the run would replace and that the manifest of its finished
/// run does not list.
pub(super) fn refuse_foreign(
    folder: &Path,
    old: Option<&Manifest>,
    spec: &RunSpec,
) -> Result<(), RunError> {
    let entries = match fs::read_dir(folder) {
        // What else is wrong with the folder is said where it is made.
        Err(e) if matches!(e.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(());
        }
        entries => entries.write_context(folder)?,
    };
    let mut foreign = Vec::new();
    for entry in entries {
        let entry = entry.read_context(folder)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let plain = entry.file_type().read_context(folder)?.is_file();
        let is_listed = match old {
            Some(old) => old.lists(&name),
            None => false,
        };
        if is_replaced(&name, spec) && !(plain && is_listed) {
            foreign.push(name);
        }
    }
    if foreign.is_empty() {
        return Ok(());
    }
    foreign.sort_unstable();
    Err(RunError::foreign(folder, &foreign))
}

/// Returns true for the name of a file that the run would replace.
fn is_replaced(name: &str, spec: &RunSpec) -> bool {
    let Some(kind) = FileKind::of(name) else {
        return [Manifest::FILE, Manifest::CHECKSUMS].contains(&name);
    };
    if spec.is_data() {
        return match kind {
            FileKind::Catalog => spec.catalogs().iter().any(|own| own == name),
            FileKind::Package | FileKind::Licence => true,
            FileKind::Card => spec.has_splits(),
            _ => false,
        };
    }
    !FileKind::is_of_data_alone(name) && (spec.book.cover.is_some() || kind != FileKind::Cover)
}

/// The work that is left where a finished run lies in the folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RemainingWork {
    /// No work is left: the run was made from the same job and is undamaged.
    Nothing,
    /// The run is made again. Its puzzles stay the same.
    SamePuzzles,
    /// Other puzzles are made.
    OtherPuzzles,
}

impl RemainingWork {
    /// Compares a finished run with the job.
    ///
    /// # Errors
    /// [`RunError`] if the run is in the way: the options do not allow to replace that much.
    pub(super) fn find(
        folder: &Path,
        old: &Manifest,
        spec: &RunSpec,
        options: &Options,
    ) -> Result<Self, RunError> {
        let wanted = spec.settings();
        let puzzles = old.changed_puzzles(&wanted, options.seed);
        if !puzzles.is_empty() {
            if options.replace == Overwrite::Always {
                return Ok(Self::OtherPuzzles);
            }
            let remedy = "--force puzzles replaces them";
            return Err(in_the_way(folder, "other puzzles", &puzzles, remedy));
        }
        let names = old.differences(&wanted, options.seed);
        if !names.is_empty() {
            if options.replace > Overwrite::Never {
                return Ok(Self::SamePuzzles);
            }
            let begin = if spec.is_data() {
                "--force writes it again, with"
            } else {
                "--force makes its book again, with"
            };
            let remedy = if names.contains(&Setting::ANOTHER) {
                clause!("{} other puzzles only where {} names them", begin, setting("another"))
            } else {
                clause!("{} the same puzzles", begin)
            };
            return Err(in_the_way(folder, "other settings", &names, remedy));
        }
        for file in &old.files {
            let path = folder.join(&file.name);
            let Some(difference) = file.difference(folder).read_context(&path)? else { continue };
            // The puzzles are made again before the rows that were edited are known.
            if options.replace > Overwrite::Never || is_edited(file, &difference) {
                return Ok(Self::SamePuzzles);
            }
            let (folder, name) = (folder.display(), &file.name);
            return Err(RunError::Rejected(format!(
                "{folder} holds this run, but {name} {difference}; --force makes it again"
            )));
        }
        // Another version of the program may draw other pages.
        let is_older = old.program != Manifest::PROGRAM && options.replace > Overwrite::Never;
        Ok(if is_older { Self::SamePuzzles } else { Self::Nothing })
    }
}

/// Returns true if a file of a run is a catalogue that was edited since it was made.
pub(super) fn is_edited(file: &FileRecord, difference: &FileDifference) -> bool {
    FileKind::of(&file.name) == Some(FileKind::Catalog)
        && matches!(difference, FileDifference::Size(_) | FileDifference::Sha256(_))
}

/// Returns the error of a finished run in the way, which differs in these settings.
fn in_the_way(folder: &Path, what: &str, names: &[&str], remedy: impl Into<Clause>) -> RunError {
    let names = names.join(", ");
    let why = format!("holds a finished run with {what} ({names})");
    let out = setting("out");
    RunError::folder(folder, clause!("{}; {}, {} names another folder", why, remedy, out))
}

/// Accepts a finished run that was made from the same job and is undamaged.
pub(super) fn accept(
    folder: &Path,
    old: Manifest,
    spec: &RunSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<RunOutcome, RunError> {
    // Remove the staging folder that a crash may have left, unless another command is replacing
    // this run.
    if let Ok(_lock) = Lock::acquire(&folder.join(SourceRun::LOCK), "") {
        StagingDir::in_folder(folder).sweep();
    }
    let entered = match spec.archive() {
        None => false,
        Some(archive) => enter_if_missing((folder, archive), &old, spec, options, observer)?,
    };
    Ok(RunOutcome::Unchanged { manifest: old, entered })
}

/// Adds a finished run to the archive if it is missing there, for example because the archive was
/// restored from an older copy. Returns true if the run was added.
fn enter_if_missing(
    (folder, archive): (&Path, &Path),
    old: &Manifest,
    spec: &RunSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<bool, RunError> {
    let run = Identity::of(&spec.plan, Seed(old.seed));
    let known = Archive::open_to_read(archive)?;
    let has_run = known.number_of(&run.name())?.is_some();
    let mut keys = Vec::new();
    // An archive that has the run may lack puzzles that have replaced others since.
    if !has_run || !old.settings.counts.another.is_empty() {
        let source = SourceRun { folder: folder.to_owned(), manifest: old.clone() };
        for record in PuzzleRecord::read(source.puzzles()) {
            let (_, record) = record?;
            keys.push(record.puzzle.class_key());
        }
    }
    if has_run && known.owners(&keys)?.iter().all(Option::is_some) {
        Archive::sweep(archive);
        return Ok(false);
    }
    drop(known);
    let session = retry_while_locked(observer, || ArchiveSession::open(archive, options))?;
    let series = old.settings.series();
    let numbers = series.as_deref().map(|series| old.in_series(series));
    let mut entry = ArchiveEntry::of_run(&run, old, folder, options.night, numbers);
    if !spec.is_data() && !spec.book.has_catalog_order() {
        entry.label.first_number = None;
    }
    let rows = keys.into_iter().zip(1..).map(|(key, row)| KeyRow { key, row });
    session.enter_catalog(&entry, rows.collect(), options)?;
    Ok(true)
}
