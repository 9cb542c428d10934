//! A catalogue without book and manifest, written to a file or a stream.

use super::archive_session::{ArchiveEntry, ArchiveSession};
use super::catalog_job::CatalogJob;
use super::edited_rows::EditedRows;
use super::format::{CatalogEncoding, CatalogForm};
use super::staging::StagingDir;
use crate::{Identity, IoContext as _, Observer, Options, RunError, lock};
use archive::Archive;
use book::TurnOrder;
use files::Overwrite;
use files::fs_path::{self, resolve_target};
use files::lock::Lock;
use files::output::AtomicFile;
use make::{Plan, Seed, Shortfall};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tables::compress::Codec;
use tables::{CatalogColumns, SplitShares};
use words::{Problem, clause, setting};

/// Everything that defines a catalogue except its seed.
#[derive(Clone, Debug)]
pub struct CatalogSpec {
    /// The puzzles.
    pub plan: Plan,
    /// The format and the compression of its file, or of each of its parts.
    pub form: CatalogEncoding,
    /// Its columns; `None` for all columns of the plan. Parts always have all columns.
    pub columns: Option<CatalogColumns>,
    /// The splits of a catalogue that is joined from parts, each with a file of its own.
    pub split: Option<SplitShares>,
    /// The archive of printed puzzles: see [`crate::RunSpec::archive`].
    pub archive: Option<PathBuf>,
}

impl CatalogSpec {
    /// Writes a catalogue to a file, which appears when it is complete. An interrupted catalogue is
    /// resumed. Returns the levels that have fewer puzzles than their quotas.
    ///
    /// # Errors
    /// [`RunError`]. An existing file is then unchanged, and the catalogue can be resumed.
    pub fn make_file(
        &self,
        path: &Path,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Shortfall>, RunError> {
        self.check_name(path)?;
        self.plan.check()?;
        let path = &resolve_target(path).write_context(path)?;
        let staging = StagingDir::beside(path);
        let overwrite = options.replace;
        let is_taken = || match overwrite {
            Overwrite::Never => AtomicFile::sweep_then_exists(path).write_context(path),
            _ => Ok(false),
        };
        let lock_file = Lock::path_beside(path);
        let lock = lock(&lock_file, path, &options.holder);
        // Another command may just have finished this file.
        if is_taken()? {
            // A crash after the final rename can leave the working folder.
            if lock.is_ok() {
                staging.sweep();
            }
            if let Some(archive) = &self.archive {
                Archive::sweep(archive);
            }
            return Err(RunError::Exists(path.clone()));
        }
        let _lock = lock?;
        let was_begun = staging.pending_run().read_context(path)?.is_some();
        loop {
            let open = || AtomicFile::create_with(path, overwrite).write_context(path);
            let judge = |file: &mut AtomicFile| self.refuse_edited(path, file, options);
            let finish = |file: AtomicFile| file.commit().map(drop).write_context(path);
            match self.make((path, Some(&staging)), options, observer, (open, judge, finish)) {
                Err(RunError::Conflict { why, .. }) => observer.on_conflict(&why),
                made => {
                    match &made {
                        Ok(_) | Err(RunError::NoPuzzles(_)) => staging.sweep(),
                        Err(e) if e.is_refusal() && !was_begun => staging.sweep(),
                        Err(_) => {}
                    }
                    return made;
                }
            }
        }
    }

    /// Writes a catalogue to a stream. An interrupted stream cannot be resumed.
    ///
    /// # Errors
    /// [`RunError`], like [`Self::make_file`].
    pub fn stream(
        &self,
        out: impl Write + Send,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<Vec<Shortfall>, RunError> {
        self.plan.check()?;
        let stdout = Path::new("standard output");
        let flush = |mut out: _| io::Write::flush(&mut out).write_context(stdout);
        self.make((stdout, None), options, observer, (|| Ok(out), |_: &mut _| Ok(()), flush))
    }
}

/// The most puzzles that are made again to find what a person has edited among them.
const MAX_COMPARED: u128 = 100_000;

impl CatalogSpec {
    /// Returns true if the catalogue has the seed in a column, so that the file tells how to make
    /// it again.
    pub fn has_seed_column(&self) -> bool {
        let is_chosen = match &self.columns {
            None => true,
            Some(columns) => columns.names().contains(&"seed"),
        };
        is_chosen && self.form.format.has_columns()
    }

    /// Checks that the ending of the file matches the compression, because readers go by the
    /// ending.
    fn check_name(&self, path: &Path) -> Result<(), RunError> {
        let (named, wanted) = (Codec::from_path(path), self.form.codec);
        if named == wanted {
            return Ok(());
        }
        let path = path.display();
        let out = setting("out").to(path);
        let problem = match (wanted, named) {
            (Some(codec), _) => {
                let ending = codec.extension();
                let wrong = clause!("expected a name that ends in .{}, found {}", ending, out);
                Problem::new(wrong).with_setting_value("compress", codec.name())
            }
            (None, Some(named)) => {
                let remedy = clause!("{} makes one", setting("compress").to(named.name()));
                Problem::new(clause!("{} is the name of a compressed file", out)).remedy(remedy)
            }
            (None, None) => return Ok(()),
        };
        Err(problem.into())
    }

    /// Returns the form of the catalogue.
    fn form(&self) -> CatalogForm {
        let columns = self.columns.clone().unwrap_or_else(|| CatalogColumns::for_plan(&self.plan));
        CatalogForm { encoding: self.form, columns, split: None }
    }

    /// Fails if the file that is replaced is the same catalogue, in which a person has edited rows.
    fn refuse_edited(
        &self,
        path: &Path,
        made: &mut AtomicFile,
        options: &Options,
    ) -> Result<(), RunError> {
        if options.replace != Overwrite::Derived || !fs_path::exists(path).read_context(path)? {
            return Ok(());
        }
        made.flush().write_context(path)?;
        let ids = self.form().columns.ids().cloned().unwrap_or_default();
        let replaced: Vec<String> = self.plan.another.iter().map(|slot| ids.id(*slot)).collect();
        let rows = EditedRows::find(path, made.working_path(), &replaced);
        if rows.is_edited_run() {
            // A file does not tell its settings: wishes, for example, change few rows.
            let rows = format!(", or made with other settings{}", rows.in_words());
            return Err(RunError::Edited { path: path.to_owned(), rows });
        }
        Ok(())
    }

    /// Fails if the file that is replaced is a catalogue of these settings with another seed, in
    /// which a person has edited rows. The catalogue of its seed is made for the comparison.
    fn refuse_edited_before(
        &self,
        target: &Path,
        identity: &Identity,
        making: &CatalogJob<'_>,
    ) -> Result<(), RunError> {
        let rows: u128 = self.plan.quotas.iter().map(|&(_, quota)| u128::from(quota)).sum();
        let seed = EditedRows::stated_seed(target).map(Seed);
        let Some(seed) = seed.filter(|seed| *seed != identity.seed() && rows <= MAX_COMPARED)
        else {
            return Ok(());
        };
        let again = CatalogJob { staging: None, ..*making };
        let out = AtomicFile::create_with(target, Overwrite::Always).write_context(target)?;
        let identity = Identity::of(&self.plan, seed);
        let outs = (vec![out], target);
        match again.write(&identity, outs, self.form(), TurnOrder::default(), &mut ()) {
            Ok((_, mut outs)) => {
                outs.iter_mut().try_for_each(|out| self.refuse_edited(target, out, making.options))
            }
            // The settings make no puzzles of that seed.
            Err(RunError::NoPuzzles(_)) => Ok(()),
            Err(e) => Err(e),
        }
    }

    fn make<W: Write + Send>(
        &self,
        (target, staging): (&Path, Option<&StagingDir>),
        options: &Options,
        observer: &mut dyn Observer,
        (open, judge, finish): (
            impl FnOnce() -> Result<W, RunError>,
            impl FnOnce(&mut W) -> Result<(), RunError>,
            impl FnOnce(W) -> Result<(), RunError>,
        ),
    ) -> Result<Vec<Shortfall>, RunError> {
        let session = ArchiveSession::open_optional(self.archive.as_deref(), options)?;
        let archive = self.archive.as_deref().zip(session.as_ref());
        let making = CatalogJob { plan: &self.plan, options, archive, continued: None, staging };
        let identity = making.identify(target, None, observer)?;
        if staging.is_some() && options.replace == Overwrite::Derived {
            self.refuse_edited_before(target, &identity, &making)?;
        }
        making.begin(&identity, observer)?;
        let outs = (vec![open()?], target);
        let (made, mut outs) =
            making.write(&identity, outs, self.form(), TurnOrder::default(), observer)?;
        outs.iter_mut().next().map_or(Ok(()), judge)?;
        let run = identity.archived("generate");
        let entry = ArchiveEntry::of_catalog(run, target, options.night);
        making.enter(&entry, made.keys)?;
        outs.pop().map_or(Ok(()), finish)?;
        Ok(made.short)
    }
}
