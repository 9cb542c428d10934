//! A finished run in the target folder. The same order leaves it unchanged; another order is an
//! error unless it replaces the run.

use super::archive_session::ArchiveSession;
use super::staging::StagingDir;
use crate::run::{
    CHECKSUMS, FileKind, Identity, IoContext as _, LOCK, MANIFEST, Manifest, Observer, Options,
    RunError, RunOutcome, RunSpec, retry_while_locked,
};
use engine::make::seed::Seed;
use engine::sudoku::canon::Canonical;
use engine::sudoku::key::Key;
use press::text::problem::{clause, setting};
use std::fs;
use std::path::Path;
use store::archive::Archive;
use store::files::lock::Lock;
use store::table::{PuzzleFile, PuzzleRecords};

/// Fails if the folder holds files that the run would replace and that the manifest of its finished
/// run does not list.
pub(super) fn refuse_foreign(
    folder: &Path,
    old: Option<&Manifest>,
    order: &RunSpec,
) -> Result<(), RunError> {
    let covers = order.book.cover.is_some();
    let replaced = |name: &str| match FileKind::of(name) {
        None => [MANIFEST, CHECKSUMS].contains(&name),
        Some(kind) => covers || kind != FileKind::Cover,
    };
    let ours = |name: &str| old.is_some_and(|old| old.lists(name));
    let entries = fs::read_dir(folder).write_context(folder)?;
    let mut foreign = Vec::new();
    for entry in entries {
        let entry = entry.read_context(folder)?;
        let Ok(name) = entry.file_name().into_string() else { continue };
        let plain = entry.file_type().read_context(folder)?.is_file();
        if replaced(&name) && !(plain && ours(&name)) {
            foreign.push(name);
        }
    }
    if foreign.is_empty() {
        return Ok(());
    }
    foreign.sort_unstable();
    Err(RunError::foreign(folder, &foreign))
}

/// Accepts a finished run if it was made from the same order and is undamaged, and fails otherwise.
pub(super) fn accept(
    folder: &Path,
    old: Manifest,
    order: &RunSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<RunOutcome, RunError> {
    let names = old.differences(&order.settings(), options.seed);
    if !names.is_empty() {
        let why = clause!(
            "holds a finished run with other settings ({}); --force replaces it, {} names another folder",
            names.join(", "),
            setting("out"),
        );
        return Err(RunError::folder(folder, why));
    }
    for file in &old.files {
        if let Some(difference) = file.difference(folder).read_context(&folder.join(&file.name))? {
            let (folder, name) = (folder.display(), &file.name);
            return Err(RunError::Rejected(format!(
                "{folder} holds this run, but {name} {difference}; --force makes it again"
            )));
        }
    }
    // Remove the staging folder that a crash may have left, unless another command is replacing
    // this run.
    if let Ok(_lock) = Lock::acquire(&folder.join(LOCK), "") {
        StagingDir::in_folder(folder).sweep();
    }
    let entered = match order.archive() {
        None => false,
        Some(archive) => enter_if_missing((folder, archive), &old, order, options, observer)?,
    };
    Ok(RunOutcome::Unchanged { manifest: old, entered })
}

/// Adds a finished run to the archive if it is missing there, for example because the archive was
/// restored from an older copy. Returns true if the run was added.
fn enter_if_missing(
    (folder, archive): (&Path, &Path),
    old: &Manifest,
    order: &RunSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<bool, RunError> {
    let run = Identity::of(&order.plan, Seed(old.seed));
    if Archive::open_to_read(archive)?.number_of(&run.name())?.is_some() {
        Archive::sweep(archive);
        return Ok(false);
    }
    let session = retry_while_locked(observer, || ArchiveSession::open(archive, options))?;
    let path = folder.join(old.settings.catalog());
    let mut keys = Vec::new();
    let catalog = PuzzleFile::plain(path).in_run(old.settings.run_values(Seed(old.seed)));
    for record in PuzzleRecords::new(vec![catalog]) {
        let (_, record) = record?;
        keys.push(Key::of_class(&Canonical::of(&record.puzzle)));
    }
    let numbers = old.in_series(false);
    session.enter("run", &run, &keys, numbers, options)?;
    Ok(true)
}
