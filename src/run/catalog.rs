//! A catalogue without book and manifest, written to a file or a stream.

use super::error::{At as _, Reading as _, RunError};
use super::identity::Identity;
use super::ledger::Ledger;
use super::making::Making;
use super::watch::{Interrupt, Note, Observer};
use super::workshop::Workshop;
use super::{Options, lock};
use crate::archive::Archive;
use crate::batch::{Dedup, Plan, PlanError, Shortfall};
use crate::files::lock::Lock;
use crate::files::names::real_target;
use crate::files::output::{self, Existing, Pending};
use crate::seed::Seed;
use crate::table::compress::{self, Codec};
use crate::table::{Columns, Format, Writer};
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};

/// Everything that defines a catalogue except its seed.
#[derive(Clone, Debug)]
pub struct CatalogOrder {
    /// The puzzles.
    pub plan: Plan,
    /// The file format of the catalogue.
    pub format: Format,
    /// Compression of the catalogue; `None` writes it uncompressed.
    pub compress: Option<Codec>,
    /// The archive of printed puzzles: see [`super::Order::archive`].
    pub archive: Option<PathBuf>,
}

/// Writes a catalogue to a file, which appears when it is complete. An interrupted catalogue is
/// resumed. Returns the levels that have fewer puzzles than their quotas.
///
/// # Errors
/// [`RunError`]. An existing file is then unchanged, and the catalogue can be resumed.
pub fn make_catalog(
    path: &Path,
    order: &CatalogOrder,
    options: &Options,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Vec<Shortfall>, RunError> {
    order.check_name(path)?;
    order.check()?;
    let path = &real_target(path).writing(path)?;
    let workshop = Workshop::beside(path);
    let existing = match options.replace {
        true => Existing::Replace,
        false => Existing::Keep,
    };
    let is_taken = || match existing {
        Existing::Keep => output::is_taken(path).writing(path),
        Existing::Replace => Ok(false),
    };
    let lock_file = Lock::beside(path);
    if is_taken()? {
        // A crash after the final rename can leave the working folder.
        if let Ok(_lock) = Lock::take(&lock_file, "") {
            workshop.sweep();
        }
        if let Some(archive) = &order.archive {
            Archive::sweep(archive);
        }
        return Err(RunError::Exists(path.clone()));
    }
    let _lock = lock(&lock_file, path, options)?;
    // The previous holder of the lock may have finished this file.
    if is_taken()? {
        workshop.sweep();
        return Err(RunError::Exists(path.clone()));
    }
    loop {
        let open = || Pending::begin(path, existing).writing(path);
        let finish = |file: Pending| file.commit().map(drop).writing(path);
        match order.make(path, Some(&workshop), options, interrupt, observer, open, finish) {
            Err(RunError::Overtaken { why, .. }) => observer.tells(&Note::Overtaken(why)),
            made => {
                if matches!(made, Ok(_) | Err(RunError::Nothing(_))) {
                    workshop.sweep();
                }
                if made.is_ok() {
                    Workshop::sweep_0_1(path);
                }
                return made;
            }
        }
    }
}

/// Writes a catalogue to a stream. Nothing is kept when it is interrupted.
///
/// # Errors
/// As [`make_catalog`].
pub fn stream_catalog(
    out: impl Write + Send,
    order: &CatalogOrder,
    options: &Options,
    interrupt: &Interrupt,
    observer: &mut dyn Observer,
) -> Result<Vec<Shortfall>, RunError> {
    order.check()?;
    let stdout = Path::new("standard output");
    let flush = |mut out: _| io::Write::flush(&mut out).writing(stdout);
    order.make(stdout, None, options, interrupt, observer, || Ok(out), flush)
}

impl CatalogOrder {
    /// Checks that the name of a file tells how it is compressed: its readers go by the name.
    fn check_name(&self, path: &Path) -> Result<(), RunError> {
        let (named, wanted) = (Codec::of_path(path), self.compress);
        if named == wanted {
            return Ok(());
        }
        let path = path.display();
        Err(RunError::Name(match wanted {
            Some(codec) => format!(
                "--compress {}: expected a name that ends in .{}, found --out {path}",
                codec.name(),
                codec.ending()
            ),
            None => format!(
                "--out {path} is the name of a compressed file; --compress {} makes one",
                named.map_or("none", Codec::name)
            ),
        }))
    }

    fn check(&self) -> Result<(), RunError> {
        self.plan.check()?;
        if self.archive.is_some() && self.plan.dedup == Dedup::Exact {
            return Err(PlanError::KnownNeedsClass.into());
        }
        Ok(())
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the two ways to make a catalogue differ in all of them"
    )]
    fn make<W: Write + Send>(
        &self,
        target: &Path,
        workshop: Option<&Workshop>,
        options: &Options,
        interrupt: &Interrupt,
        observer: &mut dyn Observer,
        open: impl FnOnce() -> Result<W, RunError>,
        finish: impl FnOnce(W) -> Result<(), RunError>,
    ) -> Result<Vec<Shortfall>, RunError> {
        let ledger = self.archive.as_deref().map(|path| Ledger::open(path, options));
        let ledger = ledger.transpose()?;
        let unfinished = match workshop {
            Some(workshop) => workshop.unfinished().reading(workshop.folder())?,
            None => None,
        };
        let is_unfinished =
            |run: &Identity| unfinished.as_ref().is_some_and(|b| b.run == run.name());
        let resumed =
            unfinished.as_ref().map(|unfinished| Identity::of(&self.plan, Seed(unfinished.seed)));
        let seed = match (options.seed, resumed.filter(is_unfinished)) {
            (Some(seed), _) => seed,
            (None, Some(resumed)) => resumed.seed(),
            (None, None) => Seed::draw().map_err(RunError::Seed)?,
        };
        let identity = Identity::of(&self.plan, seed);
        let known = match &ledger {
            Some(ledger) => ledger.name_of(&identity)?,
            None => None,
        };
        if let (Some(run), Some(archive)) = (&known, &self.archive)
            && !is_unfinished(&identity)
            && !options.again
        {
            return Err(RunError::InArchive {
                archive: archive.clone(),
                run: run.clone(),
                seed: seed.0,
                target: target.to_owned(),
            });
        }
        if let Some(workshop) = workshop
            && let Some(seed) = workshop.begin(&identity)?
        {
            observer.tells(&Note::UnfinishedRemoved(seed));
        }
        let name = known.unwrap_or_else(|| identity.name());
        let out = compress::Writer::new(open()?, self.compress).writing(target)?;
        let catalog = Writer::with_columns(out, self.format, Columns::of(&self.plan));
        let mut catalog = catalog.writing(target)?;
        identity.describe(&mut catalog);
        let making = Making {
            plan: &self.plan,
            identity: &identity,
            threads: options.threads,
            ledger: ledger.as_ref().map(|ledger| (ledger, name.as_str())),
            workshop,
            interrupt,
        };
        let made =
            making.make(iter::empty(), observer, |entry| catalog.write(entry).writing(target))?;
        let out = catalog.finish().and_then(compress::Writer::finish);
        let out = out.writing(target)?;
        // Update the archive first: a crash in between must not leave printed puzzles that it does not
        // contain.
        if let Some(ledger) = &ledger {
            let puzzles = (made.keys.as_slice(), &made.figures);
            ledger.enter("generate", &identity, &name, puzzles, None, options)?;
        }
        finish(out)?;
        Ok(made.short)
    }
}
