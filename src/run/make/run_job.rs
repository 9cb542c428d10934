//! Makes a complete run in its folder: puzzles, catalogue, book and manifest.

use super::archive_session::{ArchiveEntry, ArchiveSession};
use super::catalog_job::{CatalogJob, CatalogSummary, PreviousRun};
use super::existing_run::{self, RemainingWork};
use super::format::{CatalogEncoding, CatalogForm};
use super::staging::StagingDir;
use crate::run::record::{DataCard, LICENCE, sums};
use crate::run::{
    BookOutput, BookPlan, CHECKSUMS, Identity, IoContext as _, JobRecord, LOCK, Manifest, Observer,
    Options, PROGRAM, Preset as _, RunError, RunOutcome, RunSpec, Sections, Settings, SourceRun,
    lock, retry_while_locked,
};
use engine::human::grade::Rater;
use engine::human::ladder::Ladder;
use engine::make::batch::Shortfall;
use engine::make::seed::Seed;
use press::book::Template;
use press::text::problem::{Problem, clause, setting};
use std::borrow::Cow;
use std::path::Path;
use std::{fs, io};
use store::files::fs_path;
use store::files::lock::Lock;
use store::files::output::{self, AtomicFile, FileRecord, Overwrite};
use store::table::{self, PACKAGE, PuzzleFile, PuzzleRecords};

/// Makes a run in a folder, or accepts the run that is there. The same order and seed make the same
/// bytes on any machine. An interrupted run is resumed. A finished run is kept, or replaced if
/// [`Options::replace`] is set; the old run is removed only when the new one is complete.
///
/// # Errors
/// [`RunError`]. A finished run in the folder is then unchanged, and a pending one can be resumed.
pub fn make(
    folder: &Path,
    order: &RunSpec,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<RunOutcome, RunError> {
    order.check()?;
    // A finished run is checked without a lock, because its folder may be read-only.
    if !StagingDir::is_committed(folder)?
        && let Some(SourceRun { manifest: old, .. }) = SourceRun::open(folder)?
        && RemainingWork::find(folder, &old, order, options)? == RemainingWork::Nothing
    {
        return existing_run::accept(folder, old, order, options, observer);
    }
    let open = || ArchiveSession::open_optional(order.archive(), options);
    // A run that waits for the folder must not hold the archive meanwhile.
    let (mut session, _lock) = retry_while_locked(observer, || {
        let session = open()?;
        Ok((session, lock_folder(folder, options)?))
    })?;
    if StagingDir::complete_commit(folder)? {
        observer.note(
            "the run before was complete when it was stopped; its files are in their place now"
                .into(),
        );
    }
    // The previous holder of the lock may have finished this run.
    let old = SourceRun::open(folder)?.map(|run| run.manifest);
    if let Some(old) = &old
        && RemainingWork::find(folder, old, order, options)? == RemainingWork::Nothing
    {
        drop(session);
        return existing_run::accept(folder, old.clone(), order, options, observer);
    }
    existing_run::refuse_foreign(folder, old.as_ref(), order)?;
    let staging = &StagingDir::in_folder(folder);
    loop {
        let archive = order.archive().zip(session.as_ref());
        let making = CatalogJob {
            plan: &order.plan,
            options,
            archive,
            staging: Some(staging),
            force: if order.is_data() { "--force" } else { "--force puzzles" },
        };
        let made = RunJob { folder, order, old: old.as_ref(), staging, making }.make(observer);
        match &made {
            Ok(_) => {}
            Err(RunError::Refused { refused, .. }) => {
                staging.note_refusal(order.settings(), refused)?;
            }
            Err(RunError::NoPuzzles(_)) => staging.sweep(),
            Err(_) => staging.remove_staged(),
        }
        let Err(RunError::Conflict { why, .. }) = made else {
            return made;
        };
        observer.on_conflict(&why);
        session = open()?;
    }
}

impl RunSpec {
    /// Checks, before any puzzle is made, that the puzzles, the book and its covers can be made.
    /// Returns the number of volumes.
    ///
    /// # Errors
    /// [`RunError`] for the first invalid setting, or the reason why there is no such book.
    pub fn check(&self) -> Result<usize, RunError> {
        self.plan.check()?;
        if self.book.settings.continues_series {
            if self.is_data() && self.archive().is_none() {
                let wrong = clause!("expected {} too, found none", setting("archive"));
                return Err(Problem::new(wrong).with_setting_value("first-number", "next").into());
            }
            let is_missing = [
                ("archive", self.archive().is_none()),
                ("series", !self.is_data() && self.book.options().series.is_none()),
            ];
            if let Some((what, _)) = is_missing.into_iter().find(|(_, is_missing)| *is_missing) {
                let wrong = clause!(
                    "expected the archive and the name of the series ({}, {}), found no {}",
                    setting("archive"),
                    setting("series"),
                    what,
                );
                return Err(Problem::new(wrong).with_setting_value("first-number", "next").into());
            }
        }
        if self.is_data() {
            return Ok(0);
        }
        let layout = self.book.lay_out_sample(&self.plan.quotas)?;
        self.book.covers(&layout)?;
        Ok(self.book.least_volumes(&self.plan.quotas, layout.volumes.len()))
    }
}

/// The beginning of the note about changed puzzles.
pub const OTHER_PUZZLES: &str = "the new run has other puzzles";

/// The settings that decide the order of the puzzles.
const ORDERING: [&str; 6] = ["template", "turns", "first-day", "order", "course", "sheets"];

/// Compares the puzzles of the run with those of the one that it replaces, and says what changed.
fn compare_puzzles(
    old: &Manifest,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> PreviousRun {
    let names = old.changed_puzzles(settings, None);
    if !names.is_empty() {
        let names = names.join(", ");
        observer.note(format!("{OTHER_PUZZLES} than the one that it replaces: {names} changed"));
    }
    PreviousRun { seed: old.seed, same_puzzles: names.is_empty() }
}

/// One attempt to make a run. A conflict in the archive starts another attempt.
struct RunJob<'a> {
    folder: &'a Path,
    order: &'a RunSpec,
    /// The finished run that this one replaces, if any.
    old: Option<&'a Manifest>,
    staging: &'a StagingDir,
    making: CatalogJob<'a>,
}

/// The catalogue of a run in the staging folder.
struct StagedCatalog {
    files: Vec<FileRecord>,
    made: CatalogSummary,
    /// True if it is that of the run before, whose puzzles stay.
    is_old: bool,
}

impl RunJob<'_> {
    fn make(&self, observer: &mut dyn Observer) -> Result<RunOutcome, RunError> {
        let mut book = Cow::Borrowed(&self.order.book);
        let mut settings = self.order.settings();
        let is_next = settings.book.continues_series;
        let replaced = self.old.map(|old| compare_puzzles(old, &settings, observer));
        let identity = self.making.begin(self.folder, replaced, observer)?;
        let series = settings.series().map(|series| series.into_owned());
        if is_next && let (Some(series), Some((_, session))) = (&series, self.making.archive) {
            let first = session.archive().first_number(&identity.name(), series)?;
            settings.book.begin_at(first);
            book.to_mut().settings = settings.book.clone();
        }
        let catalog = match self.keep_catalog(&identity, &settings, &book)? {
            Some(kept) => kept,
            None => self.make_catalog(&identity, &settings, &book, observer)?,
        };
        if catalog.is_old {
            let again = if self.order.is_data() { "files are written" } else { "book is made" };
            let seed = identity.seed();
            observer.note(format!("the puzzles stay (seed {seed}); the {again} again"));
        }
        let columns = settings.columns().map_err(Problem::new)?;
        let licence = book.options().copyright_page.licence.as_deref();
        let package = table::package(&catalog.files, settings.table_format(), &columns, licence);
        let StagedCatalog { mut files, made, is_old } = catalog;
        files.push(self.write(PACKAGE, &package)?);
        if let Some(shares) = &settings.split {
            let (seed, counts) = (identity.seed().0, &made.split_counts);
            let (settings, columns) = (&settings, &columns);
            let card = DataCard { settings, shares, seed, columns, counts, licence };
            files.push(self.write(DataCard::NAME, &card.text())?);
        }
        if !self.order.is_data() {
            let own = settings.run_values(identity.seed());
            let paths = settings.catalogs().into_iter().map(|name| self.staging.path(&name));
            let puzzles = paths.map(|path| PuzzleFile::plain(path).in_run(own.clone())).collect();
            let written = self.write_book(&book, puzzles, observer);
            files.extend(written.map_err(|e| match e {
                // The book could be laid out before any puzzle was made.
                RunError::Layout(_) if !made.short.is_empty() => {
                    RunError::NoPuzzles(made.short.clone())
                }
                e => e,
            })?);
        } else if let Some(licence) = licence {
            files.push(self.write(LICENCE, &format!("{}\n", licence.trim()))?);
        }
        self.write(CHECKSUMS, &sums(&files))?;
        let manifest = Manifest {
            format: Manifest::FORMAT,
            job: JobRecord::new(&settings),
            program: PROGRAM.to_owned(),
            settings,
            seed: identity.seed().0,
            counts: made.counts.clone(),
            short: made.short.iter().map(Shortfall::to_string).collect(),
            files,
        };
        let staged = &self.staging.folder;
        manifest.write(staged).write_context(staged)?;
        self.making.options.interrupt.check()?;
        let night = self.making.options.night;
        let numbers = series.as_deref().map(|series| manifest.in_series(series, is_next));
        let entry = ArchiveEntry::of_run(&identity, &manifest, self.folder, night, numbers);
        match self.making.archive {
            Some((_, session)) if is_old => {
                session.archive().set_label(&identity.name(), &entry.label)?;
            }
            _ => self.making.enter(&entry, &made)?,
        }
        self.staging.commit(self.folder)?;
        Ok(RunOutcome::Made { manifest, has_old_puzzles: is_old, short: made.short })
    }

    /// Makes the puzzles and their catalogue.
    fn make_catalog(
        &self,
        identity: &Identity,
        settings: &Settings,
        book: &BookPlan,
        observer: &mut dyn Observer,
    ) -> Result<StagedCatalog, RunError> {
        if settings.archive.is_used && self.making.archive.is_none() {
            let wrong = "expected the archive of printed puzzles, with which the run was made; a \
                         manifest does not keep its name";
            return Err(Problem::new(wrong).with_setting("archive").into());
        }
        let names = settings.catalogs();
        let mut outs = Vec::new();
        for name in &names {
            let path = self.staging.path(name);
            outs.push(AtomicFile::create(&path).write_context(&path)?);
        }
        let path = self.staging.path(&names[0]);
        let plan = &self.order.plan;
        let turns = book.turn_order(plan.ladder());
        let format = settings.table_format();
        let encoding = CatalogEncoding { format, codec: settings.compress };
        let columns = settings.columns().map_err(Problem::new)?;
        let form = CatalogForm { encoding, columns, split: settings.split.clone() };
        let (made, outs) = self.making.write(identity, (outs, &path), form, turns, observer)?;
        let mut files = Vec::new();
        for out in outs {
            files.push(out.commit().write_context(&path)?);
        }
        Ok(StagedCatalog { files, made, is_old: false })
    }

    /// Copies the catalogue of the run before. Returns `None` if this run has another catalogue or
    /// splits, if the file was changed, or if the archive must learn of the run.
    fn keep_catalog(
        &self,
        identity: &Identity,
        settings: &Settings,
        book: &BookPlan,
    ) -> Result<Option<StagedCatalog>, RunError> {
        let Some(old) = self.old else { return Ok(None) };
        if Identity::of_settings(&old.settings, Seed(old.seed)) != *identity
            || !old.short.is_empty()
            || settings.split.is_some()
            || !self.has_same_catalog(old, settings, book)
        {
            return Ok(None);
        }
        if let Some((_, session)) = self.making.archive
            && session.archive().number_of(&identity.name())?.is_none()
        {
            return Ok(None);
        }
        let Some(name) = settings.catalogs().pop() else { return Ok(None) };
        let (from, to) = (self.folder.join(&name), self.staging.path(&name));
        let mut from = match output::open(&from) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
            opened => opened.read_context(&from)?,
        };
        let mut copy = AtomicFile::create(&to).write_context(&to)?;
        io::copy(&mut from, &mut copy).write_context(&to)?;
        let file = copy.commit().write_context(&to)?;
        if !old.files.contains(&file) {
            return Ok(None);
        }
        let made = CatalogSummary { counts: old.counts.clone(), ..CatalogSummary::default() };
        Ok(Some(StagedCatalog { files: vec![file], made, is_old: true }))
    }

    /// Returns true if the catalogue of this run has the columns, the numbers and the order of the
    /// run before.
    fn has_same_catalog(&self, old: &Manifest, settings: &Settings, book: &BookPlan) -> bool {
        let (Ok(old_columns), Ok(columns)) = (old.settings.columns(), settings.columns()) else {
            return false;
        };
        let (old_options, options) = (&old.settings.book.imprint, book.options());
        self.has_same_order(old, settings, book)
            && old_columns.names() == columns.names()
            && old_options.puzzle_link == options.puzzle_link
            && old_options.series == options.series
            && old.settings.ids() == settings.ids()
            && old.settings.catalogs() == settings.catalogs()
            && old.settings.first() == settings.first()
    }

    /// Returns true if the puzzles of this run are in the order of the run before.
    fn has_same_order(&self, old: &Manifest, settings: &Settings, book: &BookPlan) -> bool {
        let changed = settings.differences(&old.settings);
        if !changed.iter().any(|name| ORDERING.contains(name)) {
            return true;
        }
        // A built-in design without turns orders by levels, as any other one.
        let ladder = self.order.plan.ladder();
        let is_own = old.settings.book.user_files.iter().any(|file| file.setting == Template::FLAG);
        let old_design = Template::builtin(&old.settings.book.files.template).filter(|_| !is_own);
        changed.iter().all(|name| *name == "template" || !ORDERING.contains(name))
            && old_design.is_some_and(|design| design.turns(ladder).is_empty())
            && book.template.turns(ladder).is_empty()
    }

    /// Writes a small file of the run.
    fn write(&self, name: &str, text: &str) -> Result<FileRecord, RunError> {
        let path = self.staging.path(name);
        output::write(&path, text.as_bytes()).write_context(&path)
    }

    /// Reads the catalogue back, checks each puzzle again, and makes the book.
    fn write_book(
        &self,
        book: &BookPlan,
        catalogs: Vec<PuzzleFile>,
        observer: &mut dyn Observer,
    ) -> Result<Vec<FileRecord>, RunError> {
        let (mut sections, mut rater) = (Sections::new(book.options()), Rater::new());
        let (overwrite, interrupt) = (Overwrite::Always, &self.making.options.interrupt);
        for record in PuzzleRecords::new(catalogs) {
            interrupt.check()?;
            let (place, record) = record?;
            let (rung, rating) = match (record.ladder, record.level) {
                (None | Some(Ladder::Published), Some(level)) => (level.into(), None),
                _ => record.checked_rung(None, &mut rater).map_err(|e| place.row_error(&e))?,
            };
            sections.push(rung, record.puzzle, rating, record.id.as_deref());
        }
        let sections = sections.into_vec();
        if sections.is_empty() {
            return Ok(Vec::new());
        }
        let layout = book.lay_out(&sections)?;
        let target = self.staging.path("book.pdf");
        let output = BookOutput { target: &target, overwrite, interrupt, source: None };
        book.press(&layout, output, observer)
    }
}

/// Creates the folder of a run, unless it exists, and locks it. A folder that cannot be locked does
/// not stay.
fn lock_folder(folder: &Path, options: &Options) -> Result<Lock, RunError> {
    let is_new = !fs_path::exists(folder).write_context(folder)?;
    fs_path::create_dir(folder).map_err(|e| RunError::Write(folder.to_owned(), e))?;
    let locked = lock(&folder.join(LOCK), folder, options);
    if locked.is_err() && is_new {
        let _ = fs::remove_dir(folder);
    }
    locked
}
