//! Makes a complete run in its folder: puzzles, catalogue, book and manifest.

use super::archive_session::{ArchiveEntry, ArchiveSession, COUNTING};
use super::catalog_job::{CatalogJob, CatalogSummary, PreviousRun};
use super::edited_rows::EditedRows;
use super::existing_run::{self, RemainingWork};
use super::format::{CatalogEncoding, CatalogForm};
use super::locked_folder::LockedFolder;
use super::staging::StagingDir;
use crate::record::{DataCard, LICENCE, sums};
use crate::{
    BookOutput, BookPlan, FileKind, Identity, IoContext as _, JobRecord, Manifest, Observer,
    Options, Preset as _, RunError, RunOutcome, RunSpec, Sections, Settings, SourceRun,
    retry_while_locked,
};
use archive::{Archive, ArchiveError, ReplacedRuns, SeriesNumbers};
use book::Template;
use files::output::{self, AtomicFile, FileRecord};
use files::{Overwrite, fs_path};
use make::{Seed, Shortfall};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::io;
use std::path::Path;
use tables::{DataPackage, PuzzleFile, PuzzleRecord};
use words::{Problem, clause, setting};

impl RunSpec {
    /// Makes a run in a folder, or accepts the run that is there. The same job and seed make the
    /// same bytes on any machine. An interrupted run is resumed. A finished run is kept, or
    /// replaced if [`Options::replace`] is set; the old run is removed only when the new one is
    /// complete.
    ///
    /// # Errors
    /// [`RunError`]. A finished run in the folder is then unchanged, and a pending one can be
    /// resumed.
    pub fn make(
        &self,
        folder: &Path,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<RunOutcome, RunError> {
        self.check()?;
        // A finished run is checked without a lock, because its folder may be read-only.
        if !StagingDir::is_committed(folder)? {
            let old = SourceRun::open(folder)?.map(|run| run.manifest);
            if let Some(old) = &old
                && RemainingWork::find(folder, old, self, options)? == RemainingWork::Nothing
            {
                return existing_run::accept(folder, old.clone(), self, options, observer);
            }
            let refused = existing_run::refuse_foreign(folder, old.as_ref(), self);
            // The files may be those of a run that another command moves to their places.
            let is_same = SourceRun::open(folder)?.map(|run| run.manifest) == old;
            if is_same && !StagingDir::is_committed(folder)? {
                refused?;
            }
        }
        self.create_archive()?;
        // A run that waits for the folder must not hold the archive meanwhile.
        let (mut session, locked) = retry_while_locked(observer, || {
            let session = ArchiveSession::open_optional(self.archive(), options)?;
            Ok((session, LockedFolder::new(folder, options)?))
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
            && RemainingWork::find(folder, old, self, options)? == RemainingWork::Nothing
        {
            drop(session);
            return existing_run::accept(folder, old.clone(), self, options, observer);
        }
        existing_run::refuse_foreign(folder, old.as_ref(), self)?;
        let staging = &StagingDir::in_folder(folder);
        let was_begun = staging.pending_run().read_context(folder)?.is_some();
        loop {
            let archive = self.archive().zip(session.as_ref());
            let continued = match (&old, &session) {
                (Some(old), Some(session)) => {
                    session.continued_run(old, self, options.seed.unwrap_or(Seed(old.seed)))?
                }
                _ => None,
            };
            let (continued, staged) = (continued.as_deref(), Some(staging));
            let making =
                CatalogJob { plan: &self.plan, options, archive, continued, staging: staged };
            let made =
                RunJob { folder, spec: self, old: old.as_ref(), staging, making }.make(observer);
            match &made {
                Ok(_) => {}
                Err(RunError::Refused { refused, .. }) => {
                    staging.note_refusal(self.settings(), refused)?;
                }
                Err(RunError::NoPuzzles(_)) => staging.sweep(),
                Err(e) if e.is_refusal() && !was_begun => staging.sweep(),
                Err(_) => staging.remove_staged(),
            }
            let Err(RunError::Conflict { why, .. }) = made else {
                if made.is_err() {
                    locked.remove_unused();
                }
                return made;
            };
            observer.on_conflict(&why);
            session = ArchiveSession::open_optional(self.archive(), options)?;
        }
    }
}

impl RunSpec {
    /// Creates the archive and its folder if the job names one of its own, unless an earlier run or
    /// another process has created it.
    fn create_archive(&self) -> Result<(), RunError> {
        let is_created = self.settings.archive.is_created;
        let Some(name) = self.archive().filter(|_| is_created) else { return Ok(()) };
        if let Some(folder) = name.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs_path::create_dir(folder).write_context(folder)?;
        }
        match Archive::create(name) {
            Err(ArchiveError::Exists(_)) => Ok(()),
            created => Ok(created?),
        }
    }

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

/// The settings that decide the order of the puzzles.
const ORDERING: [&str; 6] = ["template", "turns", "first-day", "order", "course", "sheets"];

/// The identifier of a puzzle, if it has one, and its givens.
type IdAndGivens = (Option<Box<str>>, String);

/// Returns the identifiers and the givens of the puzzles of files.
fn ids_and_puzzles(files: Vec<PuzzleFile>) -> Result<Vec<IdAndGivens>, RunError> {
    let mut rows = Vec::new();
    for record in PuzzleRecord::read(files) {
        let (_, record) = record?;
        rows.push((record.id.map(Into::into), record.puzzle.givens().to_string()));
    }
    Ok(rows)
}

/// Compares the puzzles of the run with those of the one that it replaces, and says what changed.
fn compare_puzzles(
    old: &Manifest,
    settings: &Settings,
    observer: &mut dyn Observer,
) -> PreviousRun {
    let names = old.changed_puzzles(settings, None);
    if !names.is_empty() {
        let names = names.join(", ");
        observer.on_other_puzzles(&names);
    }
    PreviousRun { seed: old.seed, same_puzzles: names.is_empty() }
}

/// One attempt to make a run. A conflict in the archive starts another attempt.
struct RunJob<'a> {
    folder: &'a Path,
    spec: &'a RunSpec,
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
        let mut book = Cow::Borrowed(&self.spec.book);
        let mut settings = self.spec.settings();
        let is_next = settings.book.continues_series;
        let replaced = self.old.map(|old| compare_puzzles(old, &settings, observer));
        let identity = self.making.identify(self.folder, replaced, observer)?;
        let series = settings.series().map(|series| series.into_owned());
        let (own, later) = (self.name_before(&settings), &settings.archive.replaced_later.clone());
        let replaced = ReplacedRuns { own: own.as_deref(), later };
        if is_next && let (Some(series), Some((_, session))) = (&series, self.making.archive) {
            let count = self.spec.plan.quotas.iter().map(|(_, count)| count).sum();
            let wanted = SeriesNumbers { replaced, ..SeriesNumbers::next(series, count) };
            let first = session.archive().first_number(&identity.name(), &wanted)?;
            settings.book.begin_at(first);
            book.to_mut().settings = settings.book.clone();
        }
        let kept = self.kept_catalog(&identity, &settings, &book)?;
        if kept.is_none() {
            self.refuse_unmakable(&settings)?;
        }
        self.making.begin(&identity, observer)?;
        let catalog = match kept {
            Some(name) => self.keep_catalog(&name)?,
            None => {
                let made = self.make_catalog(&identity, &settings, &book, observer)?;
                self.refuse_edited(&made.files)?;
                made
            }
        };
        if !catalog.is_old {
            self.note_kept_puzzles(&settings, observer)?;
        }
        if catalog.is_old {
            let again = if self.spec.is_data() { "files are written" } else { "book is made" };
            let seed = identity.seed().to_string();
            observer.note(clause!("the puzzles stay (seed {}); the {} again", seed, again));
        }
        self.note_replacements(&settings, observer);
        let columns = settings.columns().map_err(Problem::new)?;
        let licence = book.options().copyright_page.licence.as_deref();
        let (files, format) = (&catalog.files, settings.table_format());
        let package = DataPackage { files, format, columns: &columns, licence }.text();
        let StagedCatalog { mut files, made, is_old } = catalog;
        files.push(self.write(DataPackage::NAME, &package)?);
        if let Some(shares) = &settings.split {
            let (seed, counts) = (identity.seed().0, &made.split_counts);
            let (settings, columns) = (&settings, &columns);
            let card = DataCard { settings, shares, seed, columns, counts, licence };
            files.push(self.write(DataCard::NAME, &card.text())?);
        }
        if !self.spec.is_data() {
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
        self.write(Manifest::CHECKSUMS, &sums(&files))?;
        let manifest = Manifest {
            format: Manifest::FORMAT,
            job: JobRecord::new(&settings),
            program: Manifest::PROGRAM.to_owned(),
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
        let numbers = series.as_deref().map(|series| SeriesNumbers {
            next: is_next,
            replaced,
            ..manifest.in_series(series)
        });
        let mut entry = ArchiveEntry::of_run(&identity, &manifest, self.folder, night, numbers);
        entry.continued = self.making.continued;
        if !self.spec.is_data() && !book.has_catalog_order() {
            entry.label.first_number = None;
        }
        match self.making.archive {
            Some((_, session)) if is_old => {
                session.set_label(&identity.name(), &entry.label)?;
                if let Some(numbers) = &entry.numbers {
                    session.archive().set_numbers(&identity.name(), numbers)?;
                }
            }
            _ => self.making.enter(&entry, made.keys)?,
        }
        self.note_shared_numbers(&entry, observer)?;
        self.staging.commit(self.folder)?;
        if self.old.is_some() {
            note_older_editions(self.folder, &manifest, observer)?;
        }
        Ok(RunOutcome::Made { manifest, has_old_puzzles: is_old, short: made.short })
    }

    /// Returns the name of the run before if it is of the same volume: not of another night, nor of
    /// another number in the series.
    fn name_before(&self, settings: &Settings) -> Option<String> {
        let old = self.old?;
        let volume = |settings: &Settings| settings.book.imprint.volume_number;
        let is_same =
            self.making.options.night.is_none() && volume(&old.settings) == volume(settings);
        is_same.then(|| old.run_name())
    }

    /// Names the other runs of the series that have some of its numbers. Says nothing if the run
    /// before shared its numbers already: whoever gives each volume the numbers from 1 wants that.
    fn note_shared_numbers(
        &self,
        entry: &ArchiveEntry<'_>,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let (Some(old), Some(numbers), Some((_, session))) =
            (self.old, &entry.numbers, self.making.archive)
        else {
            return Ok(());
        };
        let archive = session.archive();
        let own = [entry.run.name(), old.run_name()];
        let others_with = |numbers: &SeriesNumbers<'_>| {
            let mut runs = archive.runs_sharing(&own[0], numbers)?;
            runs.retain(|run| !own.contains(run));
            Ok::<_, ArchiveError>(runs)
        };
        if !others_with(&old.in_series(numbers.series))?.is_empty() {
            return Ok(());
        }
        let labels = archive.labels()?;
        let next = archive.first_number("", &SeriesNumbers::next(numbers.series, 1))?;
        for other in others_with(numbers)? {
            let place = labels.get(&other).map_or(other, |label| label.place.clone());
            observer.note(clause!(
                "some of the numbers {} to {} are also those of puzzles in {}; {} begins behind \
                 all of them",
                numbers.first,
                numbers.last,
                place,
                setting("first-number").to(next),
            ));
        }
        Ok(())
    }

    /// Says how many puzzles of the run before are in this one, which has more or fewer of them.
    fn note_kept_puzzles(
        &self,
        settings: &Settings,
        observer: &mut dyn Observer,
    ) -> Result<(), RunError> {
        let Some(old) = self.old else { return Ok(()) };
        let changed = settings.changed_puzzle_settings(&old.settings);
        if changed.is_empty() || !changed.iter().all(|name| COUNTING.contains(name)) {
            return Ok(());
        }
        for file in old.files_of(FileKind::Catalog) {
            if !matches!(file.difference(self.folder), Ok(None)) {
                return Ok(());
            }
        }
        let staged = settings.catalogs().into_iter().map(|name| self.staging.path(&name));
        let before = SourceRun { folder: self.folder.to_owned(), manifest: old.clone() }.puzzles();
        let (before, mut now) = (ids_and_puzzles(before)?, BTreeSet::new());
        now.extend(ids_and_puzzles(staged.map(PuzzleFile::plain).collect())?);
        let all = before.len();
        let others: Vec<_> = before.into_iter().filter(|row| !now.contains(row)).collect();
        let stay = all - others.len();
        observer.note(clause!(
            "{} of {} puzzles stay, with their identifiers, and {} are added; printed numbers may \
             be others",
            stay,
            all,
            now.len() - stay,
        ));
        Ok(())
    }

    /// Names the puzzles that are others than in the run before, and those that are the first ones
    /// of their places again.
    fn note_replacements(&self, settings: &Settings, observer: &mut dyn Observer) {
        let another = &settings.counts.another;
        let old = self.old.map(|old| &old.settings.counts.another[..]).unwrap_or_default();
        let changed = another.strip_prefix(old).or_else(|| old.strip_prefix(&another[..]));
        let ids: BTreeSet<&String> = match changed {
            Some(changed) => changed.iter().collect(),
            None => another.iter().chain(old).collect(),
        };
        let (mut replaced, mut restored) = (Vec::new(), Vec::new());
        for id in ids {
            let list = if another.contains(id) { &mut replaced } else { &mut restored };
            list.push(id.as_str());
        }
        if !replaced.is_empty() {
            observer.note(clause!("another puzzle in place of {}", replaced.join(", ")));
        }
        if !restored.is_empty() {
            observer.note(clause!("the first puzzle is back in place of {}", restored.join(", ")));
        }
    }

    /// Makes the puzzles and their catalogue.
    fn make_catalog(
        &self,
        identity: &Identity,
        settings: &Settings,
        book: &BookPlan,
        observer: &mut dyn Observer,
    ) -> Result<StagedCatalog, RunError> {
        let names = settings.catalogs();
        let mut outs = Vec::new();
        for name in &names {
            let path = self.staging.path(name);
            outs.push(AtomicFile::create(&path).write_context(&path)?);
        }
        let path = self.staging.path(&names[0]);
        let plan = &self.spec.plan;
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

    /// Fails if the puzzles must be made and the archive is missing that says which ones.
    fn refuse_unmakable(&self, settings: &Settings) -> Result<(), RunError> {
        if !settings.archive.is_used() || self.making.archive.is_some() {
            return Ok(());
        }
        if self.making.options.replace < Overwrite::Always
            && let Some(file) = self.edited_catalog()?
        {
            let path = self.folder.join(&file.name);
            let rows = " (the archive of the run must be named to know the rows)".to_owned();
            return Err(RunError::Edited { path, rows });
        }
        Ok(settings.archive.require()?)
    }

    /// Returns the first catalogue of the run before that was edited since.
    fn edited_catalog(&self) -> Result<Option<FileRecord>, RunError> {
        for file in self.old.iter().flat_map(|old| old.files_of(FileKind::Catalog)) {
            let path = self.folder.join(&file.name);
            let difference = file.difference(self.folder).read_context(&path)?;
            if difference.is_some_and(|difference| existing_run::is_edited(file, &difference)) {
                return Ok(Some(file.clone()));
            }
        }
        Ok(None)
    }

    /// Fails if a person has edited the catalogue that these files replace, and names the rows.
    fn refuse_edited(&self, made: &[FileRecord]) -> Result<(), RunError> {
        if self.making.options.replace == Overwrite::Always {
            return Ok(());
        }
        let Some(file) = self.edited_catalog()? else { return Ok(()) };
        let (path, again) = (self.folder.join(&file.name), self.staging.path(&file.name));
        let mut rows = String::new();
        // A run with other settings has other rows.
        if made.contains(&file) {
            rows = EditedRows::find(&path, &again, &[]).in_words();
        }
        Err(RunError::Edited { path, rows })
    }

    /// Returns the name of the catalogue of the run before if this run has the same one; `None` if
    /// it has another catalogue or splits, if the file was changed, or if the archive must learn of
    /// the run.
    fn kept_catalog(
        &self,
        identity: &Identity,
        settings: &Settings,
        book: &BookPlan,
    ) -> Result<Option<String>, RunError> {
        let Some(old) = self.old else { return Ok(None) };
        if Identity::of_settings(&old.settings, Seed(old.seed)) != *identity
            || !old.short.is_empty()
            || old.settings.counts.another != settings.counts.another
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
        let Some(file) = old.files.iter().find(|file| file.name == name) else { return Ok(None) };
        let path = self.folder.join(&name);
        let is_intact = file.difference(self.folder).read_context(&path)?.is_none();
        Ok(is_intact.then_some(name))
    }

    /// Copies the catalogue of the run before.
    fn keep_catalog(&self, name: &str) -> Result<StagedCatalog, RunError> {
        let (from, to) = (self.folder.join(name), self.staging.path(name));
        let mut source = output::open(&from).read_context(&from)?;
        let mut copy = AtomicFile::create(&to).write_context(&to)?;
        io::copy(&mut source, &mut copy).write_context(&to)?;
        let file = copy.commit().write_context(&to)?;
        let counts = self.old.map(|old| old.counts.clone()).unwrap_or_default();
        let made = CatalogSummary { counts, ..CatalogSummary::default() };
        Ok(StagedCatalog { files: vec![file], made, is_old: true })
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
        let ladder = self.spec.plan.ladder();
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
        let mut sections = Sections::new(book.options());
        let (overwrite, interrupt) = (Overwrite::Always, &self.making.options.interrupt);
        for record in PuzzleRecord::read(catalogs) {
            interrupt.check()?;
            let (place, record) = record?;
            sections.push_record(&place, &record)?;
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

/// Names the books, covers and exports in the folder that show the puzzles of the run before.
fn note_older_editions(
    folder: &Path,
    manifest: &Manifest,
    observer: &mut dyn Observer,
) -> Result<(), RunError> {
    let older = manifest.older_editions(folder).read_context(folder)?;
    if !older.is_empty() {
        let older = older.join(", ");
        let remedy = "make them again, or remove them";
        observer.note(clause!("made of the puzzles before: {}; {}", older, remedy));
    }
    Ok(())
}
