//! Makes a complete run in its folder: puzzles, catalogue, book and manifest.

use super::error::{At as _, Reading as _, RunError};
use super::finished;
use super::identity::Identity;
use super::ledger::Ledger;
use super::making::Making;
use super::manifest::{Manifest, SUMS, sums};
use super::press::{BookPlan, Sections};
use super::settings::Settings;
use super::watch::{Interrupt, Note, Observer};
use super::workshop::{Unfinished, Workshop};
use super::{LOCK, Options, Order, Outcome, PROGRAM, lock};
use crate::batch::{Dedup, PlanError, Shortfall};
use crate::files::output::{Existing, FileRecord, Pending};
use crate::grade::Rater;
use crate::ladder::Ladder;
use crate::seed::Seed;
use crate::table::{self, Columns, Format, PACKAGE, PuzzleFile, Records, Writer, compress};
use std::borrow::Cow;
use std::fs;
use std::io::{self, Write as _};
use std::num::NonZeroU32;
use std::path::Path;

/// Makes a run in a folder, or finds it there. The same order and seed make the same bytes on any
/// machine. An interrupted run is resumed. A finished run is kept, or replaced if [`Options::replace`] is
/// set; the old run is removed only when the new one is complete.
///
/// # Errors
/// [`RunError`]. A finished run in the folder is then unchanged, and an unfinished one can be resumed.
pub fn make(
    folder: &Path,
    order: &Order,
    options: &Options,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Outcome, RunError> {
    order.check()?;
    // A finished run is checked without a lock, because its folder may be read-only.
    if !options.replace
        && !Workshop::is_decided(folder)?
        && let Some(old) = finished::find(folder)?
    {
        return finished::keep(folder, old, order, options);
    }
    let open = || order.archive.as_deref().map(|path| Ledger::open(path, options)).transpose();
    let mut ledger = open()?;
    fs::create_dir_all(folder).map_err(|e| RunError::Write(folder.to_owned(), e))?;
    let _lock = lock(&folder.join(LOCK), folder, options)?;
    if Workshop::put_in_place(folder)? {
        observer.tells(&Note::PutInPlace);
    }
    // The previous holder of the lock may have finished this run.
    let old = finished::find(folder)?;
    if let Some(old) = &old
        && !options.replace
    {
        drop(ledger);
        return finished::keep(folder, old.clone(), order, options);
    }
    finished::refuse_foreign(folder, old.as_ref(), order)?;
    loop {
        let job = Job {
            folder,
            order,
            options,
            ledger: ledger.as_ref(),
            old: old.as_ref(),
            workshop: Workshop::in_folder(folder),
            interrupt,
        };
        let made = job.make(observer);
        match &made {
            Ok(_) | Err(RunError::Refused(_)) => {}
            Err(RunError::Nothing(_)) => job.workshop.sweep(),
            Err(_) => job.workshop.remove_staged(),
        }
        let Err(RunError::Overtaken { why, .. }) = made else {
            return made;
        };
        observer.tells(&Note::Overtaken(why));
        ledger = open()?;
    }
}

impl Order {
    /// Checks, before any puzzle is made, that the puzzles, the book and its covers can be made. Returns the
    /// number of volumes.
    ///
    /// # Errors
    /// The first setting that is wrong, or why there is no such book.
    pub fn check(&self) -> Result<usize, RunError> {
        self.plan.check()?;
        if self.archive.is_some() && self.plan.dedup == Dedup::Exact {
            return Err(PlanError::KnownNeedsClass.into());
        }
        if self.goes_on {
            self.archive.as_ref().ok_or(RunError::NoSeries("archive"))?;
            self.book.imprint.series.as_ref().ok_or(RunError::NoSeries("series"))?;
        }
        let layout = self.book.try_out(&self.plan.quotas)?;
        self.book.covers(&layout)?;
        Ok(layout.volumes.len())
    }
}

impl Order {
    /// The same order, whose puzzles are counted from this number.
    pub(super) fn numbered(&self, first: u64) -> Self {
        let mut order = self.clone();
        let number = u32::try_from(first).ok().and_then(NonZeroU32::new);
        order.book.imprint.first_number = number.filter(|number| number.get() > 1);
        order
    }
}

struct Job<'a> {
    folder: &'a Path,
    order: &'a Order,
    options: &'a Options,
    ledger: Option<&'a Ledger>,
    /// The finished run to be replaced, if there is one.
    old: Option<&'a Manifest>,
    workshop: Workshop,
    interrupt: &'a Interrupt,
}

impl Job<'_> {
    fn make(&self, observer: &mut dyn Observer) -> Result<Outcome, RunError> {
        let Order { plan, book, compress, .. } = self.order;
        let mut settings = Settings::of(self.order);
        let identity = Identity::of(plan, self.seed(&settings, observer)?);
        let name = self.name_in_archive(&identity, &settings)?;
        let mut order = Cow::Borrowed(self.order);
        let series = book.imprint.series.as_deref().zip(self.ledger);
        if let Some((series, ledger)) = series.filter(|_| self.order.goes_on) {
            order = Cow::Owned(self.order.numbered(ledger.first_number(&name, series)?));
            settings = Settings::of(&order);
        }
        if let Some(seed) = self.workshop.begin(&identity)? {
            observer.tells(&Note::UnfinishedRemoved(seed));
        }

        let path = self.workshop.path(&settings.catalog());
        let file = Pending::create(&path).writing(&path)?;
        let file = compress::Writer::new(file, *compress).writing(&path)?;
        let columns = Columns::of(plan);
        let catalog = Writer::with_columns(file, Format::Csv, columns.clone());
        let mut catalog = catalog.writing(&path)?;
        let making = Making {
            plan,
            identity: &identity,
            threads: self.options.threads,
            ledger: self.ledger.map(|ledger| (ledger, name.as_str())),
            workshop: Some(&self.workshop),
            interrupt: self.interrupt,
        };
        let turns = book.template.in_turn(plan.ladder(), book.imprint.first_day);
        let made = making.make(turns, observer, |entry| catalog.write(entry).writing(&path))?;
        let file = catalog.finish().and_then(compress::Writer::finish);
        let file = file.and_then(Pending::commit).writing(&path)?;

        let mut files = vec![self.write(PACKAGE, &table::package(&file, &columns))?];
        files.insert(0, file);
        files.extend(self.press(&order.book, &path, observer)?);
        self.write(SUMS, &sums(&files))?;
        let manifest = Manifest {
            program: PROGRAM.to_owned(),
            settings,
            seed: identity.seed().0,
            counts: made.counts,
            short: made.short.iter().map(Shortfall::to_string).collect(),
            files,
        };
        let staged = self.workshop.folder();
        manifest.write(staged).writing(staged)?;
        self.interrupt.check()?;
        // Update the archive first. After a crash in between, the run is made again with the same
        // puzzles, because a run's own puzzles are not excluded. In the other order they could be
        // printed twice.
        if let Some(ledger) = self.ledger {
            let puzzles = (made.keys.as_slice(), &made.figures);
            let numbers = manifest.in_series(self.order.goes_on);
            ledger.enter("run", &identity, &name, puzzles, numbers, self.options)?;
        }
        self.workshop.decide(self.folder)?;
        Ok(Outcome::Made { manifest, short: made.short })
    }

    /// The given seed, otherwise that of the run to be replaced, otherwise that of the unfinished run,
    /// otherwise a random one.
    fn seed(&self, settings: &Settings, observer: &mut dyn Observer) -> Result<Seed, RunError> {
        if let Some(old) = self.old {
            let names = settings.differences(&old.settings, &old.program);
            let names = Settings::of_puzzles(&names);
            if !names.is_empty() {
                observer.tells(&Note::OtherPuzzles(names));
            }
        }
        if let Some(seed) = self.options.seed {
            return Ok(seed);
        }
        if let Some(old) = self.old {
            observer.tells(&Note::SeedKept(old.seed));
            return Ok(Seed(old.seed));
        }
        match self.unfinished()? {
            Some(unfinished)
                if Identity::of(&self.order.plan, Seed(unfinished.seed)).name()
                    == unfinished.run =>
            {
                Ok(Seed(unfinished.seed))
            }
            _ => Seed::draw().map_err(RunError::Seed),
        }
    }

    /// The run's name in the archive. Fails if the archive contains the run but this folder holds no
    /// finished or unfinished part of it.
    fn name_in_archive(&self, run: &Identity, settings: &Settings) -> Result<String, RunError> {
        let (Some(ledger), Some(archive)) = (self.ledger, &self.order.archive) else {
            return Ok(run.name());
        };
        let Some(name) = ledger.name_of(run)? else {
            return Ok(run.name());
        };
        let finished = self.old.is_some_and(|old| {
            let names = settings.differences(&old.settings, &old.program);
            old.seed == run.seed().0 && Settings::of_puzzles(&names).is_empty()
        });
        let unfinished = self.unfinished()?.is_some_and(|unfinished| unfinished.run == run.name());
        if finished || unfinished || self.options.again {
            return Ok(name);
        }
        Err(RunError::InArchive {
            archive: archive.clone(),
            run: name,
            seed: run.seed().0,
            target: self.folder.to_owned(),
        })
    }

    fn unfinished(&self) -> Result<Option<Unfinished>, RunError> {
        self.workshop.unfinished().reading(self.folder)
    }

    /// Writes a small file of the run.
    fn write(&self, name: &str, text: &str) -> Result<FileRecord, RunError> {
        let path = self.workshop.path(name);
        let mut file = Pending::create(&path).writing(&path)?;
        file.write_all(text.as_bytes()).writing(&path)?;
        file.commit().writing(&path)
    }

    /// Reads the catalogue back, checks each puzzle again, and makes the book.
    fn press(
        &self,
        book: &BookPlan,
        catalog: &Path,
        observer: &mut dyn Observer,
    ) -> Result<Vec<FileRecord>, RunError> {
        let mut sections = Sections::default();
        let mut rater = Rater::new();
        for record in Records::new(vec![PuzzleFile::plain(catalog.to_owned())]) {
            self.interrupt.check()?;
            let (place, record) = record?;
            let (rung, rating) = match (record.ladder, record.level) {
                (Some(Ladder::Human), _) => {
                    record.judged(None, &mut rater).map_err(|e| place.wrong(&e))?
                }
                (_, Some(level)) => (level.into(), None),
                (_, None) => Err(io::Error::from(io::ErrorKind::InvalidData)).reading(catalog)?,
            };
            sections.push(rung, record.puzzle, rating);
        }
        let sections = sections.into_vec();
        if sections.is_empty() {
            return Ok(Vec::new());
        }
        let layout = book.lay_out(&sections)?;
        let target = self.workshop.path("book.pdf");
        let pressed = book.press(&layout, &target, Existing::Replace, self.interrupt, observer)?;
        let volumes = pressed.iter().take(layout.volumes.len());
        book.inspect(volumes.map(|(path, _)| (path.as_path(), None)), observer)?;
        let covers = book.covers(&layout)?;
        let target = self.workshop.path("cover.pdf");
        let wrapped = book.press_covers(&covers, &target, Existing::Replace, self.interrupt)?;
        observer.covered(&covers);
        let sheets = covers.iter().map(|cover| Some(cover.sheet()));
        book.inspect(wrapped.iter().map(|(path, _)| path.as_path()).zip(sheets), observer)?;
        Ok(pressed.into_iter().chain(wrapped).map(|(_, record)| record).collect())
    }
}
