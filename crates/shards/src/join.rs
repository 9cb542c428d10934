//! Joins the parts of a run into one catalogue with the bytes of one machine.
//!
//! ```text
//!   keys of all parts ──► first_round ──► the slots that lost
//!   their next puzzles, the keys again ──► resolve ──► the puzzle of each slot
//!   rows of all parts, new rows ──► catalogue
//!   keys of all parts, new keys ──► archive, and only then the catalogue gets its name
//! ```

use super::keys::{self, KeyFile};
use super::merge::{Merge, SortedItems};
use super::part::PartManifest;
use super::rounds::{self, Assignment, KeyOracle, RequestedKey, SlotRank};
use super::rows::LevelRows;
use super::{ShardedRun, check_plan};
use archive::KeyRow;
use files::fs_path;
use files::output::AtomicFile;
use grid::Key;
use human::Ladder;
use jobs::{
    ArchiveSession, CatalogEncoding, CatalogFiles, IoContext as _, Observer, Options, RunError,
    Setting,
};
use make::{Shortfall, SlotReissuer};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use words::{Problem, clause, setting};

/// Maximum number of reissued slots. Each needs about 200 bytes of memory.
const MAX_REISSUED_SLOTS: usize = 10_000_000;

/// A catalogue that was joined from parts.
#[derive(Debug)]
pub struct JoinedCatalog {
    /// Its files: one, or one for each split.
    pub paths: Vec<PathBuf>,
    /// Number of its puzzles.
    pub puzzles: u64,
    /// Number of the puzzles that were made again, because they were duplicates.
    pub reissued: u64,
    /// The levels that have fewer puzzles than their quotas.
    pub short: Vec<Shortfall>,
}

/// The files of a catalogue that is being joined.
struct JoinOutput {
    paths: Vec<PathBuf>,
    catalog: CatalogFiles<AtomicFile>,
}

/// The keys of slots that hold a puzzle.
type HeldKeys<'a> = SortedItems<'a, (Key, SlotRank), RunError>;

/// The parts of a run that are being joined.
struct Join<'a> {
    run: &'a ShardedRun,
    parts: Vec<(usize, PartManifest)>,
    session: Option<&'a ArchiveSession>,
    /// The number of this run in the archive, if the archive has it.
    own: Option<i64>,
    maker: SlotReissuer,
    options: &'a Options,
}

/// The numbers of catalogue rows, for the archive.
struct RowNumbers {
    /// For each level, the number of rows before it.
    before: Vec<u64>,
    /// For each band, the row of each slot; empty on the published ladder.
    of_bands: Vec<Vec<u64>>,
}

impl RowNumbers {
    /// Returns the row of a slot, from 1.
    fn row(&self, rank: SlotRank) -> i64 {
        let row = match self.of_bands.get(rank.level()) {
            None => self.before[rank.level()] + rank.number(),
            Some(rows) => rows[rank.number() as usize],
        };
        (row + 1).cast_signed()
    }
}

impl ShardedRun {
    /// Joins all parts into one catalogue, and adds its puzzles to the archive. Duplicates are
    /// replaced as on one machine. The catalogue is in the folder of the run, or in the file `out`,
    /// whose name decides its format.
    ///
    /// # Errors
    /// [`RunError`] that names the first missing or damaged part; if too many slots have lost; if
    /// `out` exists and `options` do not replace it.
    pub fn join(
        &self,
        out: Option<&Path>,
        archive: Option<&Path>,
        options: &Options,
        observer: &mut dyn Observer,
    ) -> Result<JoinedCatalog, RunError> {
        if let (None, Some(name)) = (archive, &self.launch.archive) {
            let archive = setting("archive").to(name);
            let why = clause!("was begun with an archive: expected {}, found none", archive);
            return Err(RunError::folder(&self.folder, why));
        }
        check_plan(&self.plan, archive.is_some())?;
        let session = ArchiveSession::open_optional(archive, options)?;
        if let Some((archive, session)) = archive.zip(session.as_ref()) {
            self.refuse_printed(archive, session, out, options)?;
        }
        loop {
            match Join::new(self, session.as_ref(), options)?.run(out) {
                Err(RunError::Conflict { why, .. }) => observer.on_conflict(&why),
                joined => return joined,
            }
        }
    }

    /// Fails if the archive has the run, and neither the begin of this one was compared with an
    /// archive nor is the entry one of this catalogue.
    fn refuse_printed(
        &self,
        archive: &Path,
        session: &ArchiveSession,
        out: Option<&Path>,
        options: &Options,
    ) -> Result<(), RunError> {
        let is_known = self.launch.archive.is_some() || options.again;
        if is_known || session.archive().number_of(&self.spec.run)?.is_none() {
            return Ok(());
        }
        let own = self.catalog_paths()?;
        let place = out.or(own.first().map(PathBuf::as_path)).unwrap_or(&self.folder);
        if session.has_entry_of(&self.identity, place)? {
            return Ok(());
        }
        Err(RunError::in_archive(archive, &self.spec.run, self.identity.seed(), place))
    }

    /// Begins the files of the catalogue.
    fn begin_catalog(&self, out: Option<&Path>, options: &Options) -> Result<JoinOutput, RunError> {
        let split = self.split()?;
        let columns = self.columns();
        let Some(path) = out else {
            let paths = self.catalog_paths()?;
            let mut files = Vec::new();
            for path in &paths {
                files.push(AtomicFile::create_shared(path).write_context(path)?);
            }
            let catalog = self.form.begin(files, columns, split, &self.identity);
            return Ok(JoinOutput { catalog: catalog.write_context(&paths[0])?, paths });
        };
        if let Some(shares) = split {
            let split = setting("split").to(shares);
            let wrong = clause!("expected none, found one for a run with {}", split);
            let remedy = "leave it out: the files of the splits are written into the run's folder";
            return Err(Problem::new(wrong).with_setting("out").remedy(remedy).into());
        }
        let Some(encoding) = CatalogEncoding::from_name(&path.to_string_lossy()) else {
            let expected = "the name of a CSV file, because this program was built without the \
                 feature parquet";
            return Err(Problem::expected(expected, path.display()).with_setting("out").into());
        };
        let parts = self.made_folder();
        let names = fs_path::entry_names(&parts).read_context(&parts)?;
        for name in names {
            Setting::refuse_input_as_output([&*parts.join(name)], path)?;
        }
        let file = AtomicFile::create_with(path, options.replace).write_context(path)?;
        let catalog = encoding.begin(vec![file], columns, None, &self.identity);
        Ok(JoinOutput { paths: vec![path.to_owned()], catalog: catalog.write_context(path)? })
    }
}

impl<'a> Join<'a> {
    fn new(
        run: &'a ShardedRun,
        session: Option<&'a ArchiveSession>,
        options: &'a Options,
    ) -> Result<Self, RunError> {
        let own = match session {
            Some(session) => session.archive().number_of(&run.spec.run)?,
            None => None,
        };
        let parts = run.complete_parts()?;
        let maker = SlotReissuer::new(run.plan.clone(), run.identity.seed(), options.threads)?;
        Ok(Self { run, parts, session, own, maker, options })
    }

    fn run(mut self, out: Option<&Path>) -> Result<JoinedCatalog, RunError> {
        let run = self.run;
        let JoinOutput { paths, mut catalog } = run.begin_catalog(out, self.options)?;
        let path = &paths[0];
        let assignment = self.assign()?;
        let (mut counts, mut short) = (Vec::new(), Vec::new());
        for (level, &(rung, quota)) in run.plan.quotas.iter().enumerate() {
            let count = assignment.end(level).min(quota);
            counts.push(count);
            if count < quota {
                short.push(run.plan.shortfall(rung, count));
            }
        }
        let puzzles = counts.iter().sum();
        if puzzles == 0 && !short.is_empty() {
            return Err(RunError::NoPuzzles(short));
        }
        let numbers =
            self.write(&assignment, &counts, |row| catalog.write_csv_row(row).write_context(path))?;
        let files = catalog.end().write_context(path)?;
        self.enter(path, &assignment, &numbers)?;
        for (file, path) in files.into_iter().zip(&paths) {
            file.commit().write_context(path)?;
        }
        AtomicFile::sweep_dir(&run.folder);
        AtomicFile::sweep_dir(&run.made_folder());
        let reissued = assignment.patches.values().filter(|(reissue, _)| *reissue > 0).count();
        Ok(JoinedCatalog { paths, puzzles, reissued: reissued as u64, short })
    }

    /// Returns the error of a part whose keys cannot be used.
    fn unsound(&self, index: usize, why: io::Error) -> RunError {
        self.run.wrong(index, &format!("has no sound keys ({why})"))
    }

    fn open_keys(&self, index: usize, made: &PartManifest) -> Result<KeyFile, RunError> {
        let (folder, buffer_bytes) = (self.run.made_folder(), keys::buffer_bytes(self.parts.len()));
        KeyFile::open(&folder, &self.run.spec.run, &made.keys, made.rows, buffer_bytes)
            .map_err(|e| self.unsound(index, e))
    }

    /// Returns the keys of all slots at reissue 0, sorted by key and then by slot.
    fn keys(&self) -> Result<Merge<'_, (Key, SlotRank), RunError>, RunError> {
        let mut sources = Vec::with_capacity(self.parts.len());
        for (index, made) in &self.parts {
            let part = &self.run.all[*index];
            let keys = self.open_keys(*index, made)?.map(move |record| {
                let (key, slot) = record.map_err(|e| self.unsound(*index, e))?;
                Ok((key, part.rank(slot)))
            });
            sources.push(Box::new(keys) as HeldKeys<'_>);
        }
        Merge::new(sources)
    }

    /// Returns true for each key that another run in the archive has.
    fn printed(&self, keys: &[Key]) -> Result<Vec<bool>, RunError> {
        self.options.interrupt.check()?;
        match self.session {
            Some(session) if !keys.is_empty() => {
                Ok(session.archive().owned_by_others(keys, self.own.as_slice())?)
            }
            _ => Ok(vec![false; keys.len()]),
        }
    }

    /// Returns for each key the smallest slot that has it at reissue 0, if any.
    fn first_slots(&self, mut keys: Vec<Key>) -> Result<HashMap<Key, SlotRank>, RunError> {
        keys.sort_unstable();
        keys.dedup();
        let mut first = HashMap::new();
        for (index, made) in &self.parts {
            self.options.interrupt.check()?;
            let mut file = self.open_keys(*index, made)?;
            for key in &keys {
                if let Some(slot) = file.find(key).map_err(|e| self.unsound(*index, e))? {
                    first.entry(*key).or_insert(self.run.all[*index].rank(slot));
                }
            }
        }
        Ok(first)
    }

    /// Fails if more slots have lost than can be reissued.
    fn check_loser_count(&self, losers: usize) -> Result<(), RunError> {
        if losers <= MAX_REISSUED_SLOTS {
            return Ok(());
        }
        Err(self.run.refused(format_args!(
            "expected at most {MAX_REISSUED_SLOTS} duplicates, found more; either the archive has \
             this seed's puzzles already, and another seed makes others; or the settings allow few \
             puzzles, as cyclic grids do"
        )))
    }

    /// Gives each slot its puzzle.
    fn assign(&mut self) -> Result<Assignment, RunError> {
        let mut lost = Vec::new();
        rounds::first_round(
            self.keys()?,
            |keys| self.printed(keys),
            |rank| {
                lost.push(rank);
                self.check_loser_count(lost.len())
            },
        )?;
        let plan = &self.run.plan;
        let quotas: Vec<u64> = plan.quotas.iter().map(|(_, quota)| *quota).collect();
        let mut cuts = vec![None; quotas.len()];
        for (index, made) in self.parts.iter().filter(|(_, made)| made.cut) {
            let part = &self.run.all[*index];
            cuts[part.level] = Some(part.first + made.rows);
        }
        let attempts = plan.attempts;
        rounds::resolve(self, lost, &quotas, cuts, attempts)
    }

    /// Returns the parts of a level.
    fn parts_of_level(&self, level: usize) -> &[(usize, PartManifest)] {
        let begin = self.parts.partition_point(|(index, _)| self.run.all[*index].level < level);
        let end = self.parts.partition_point(|(index, _)| self.run.all[*index].level <= level);
        &self.parts[begin..end]
    }

    /// Passes all rows of the catalogue to `write`. Returns their numbers.
    fn write(
        &self,
        assignment: &Assignment,
        counts: &[u64],
        mut write: impl FnMut(&str) -> Result<(), RunError>,
    ) -> Result<RowNumbers, RunError> {
        let source = LevelRows::new(self.run, assignment, &self.maker, self.options);
        let is_numbered = self.session.is_some() && self.run.plan.ladder() == Ladder::Human;
        let mut numbers = RowNumbers { before: Vec::new(), of_bands: Vec::new() };
        let mut row = 0;
        for (level, &count) in counts.iter().enumerate() {
            let parts = self.parts_of_level(level);
            numbers.before.push(row);
            let mut of_band = vec![0; if is_numbered { count as usize } else { 0 }];
            for ranked in source.level(level, parts)? {
                self.options.interrupt.check()?;
                let ranked = ranked?;
                write(&ranked.text)?;
                if let Some(number) = of_band.get_mut(ranked.slot as usize) {
                    *number = row;
                }
                row += 1;
            }
            if is_numbered {
                numbers.of_bands.push(of_band);
            }
            let expected = numbers.before[level] + count;
            if row != expected {
                return Err(self.run.refused(format_args!(
                    "expected {expected} puzzles in the parts up to this level, found {row}"
                )));
            }
        }
        Ok(numbers)
    }

    /// Adds all puzzles to the archive. The catalogue gets its name afterwards: after a crash in
    /// between, the run is joined again with the same puzzles.
    fn enter(
        &self,
        path: &Path,
        assignment: &Assignment,
        numbers: &RowNumbers,
    ) -> Result<(), RunError> {
        let Some(session) = self.session else {
            return Ok(());
        };
        let identity = &self.run.identity;
        session.enter_joined(identity, path, self.options, || self.final_rows(assignment, numbers))
    }

    /// Returns the keys of all puzzles in ascending order, and their rows in the catalogue.
    fn final_rows<'b>(
        &'b self,
        assignment: &'b Assignment,
        numbers: &'b RowNumbers,
    ) -> Result<impl Iterator<Item = Result<KeyRow, RunError>> + use<'b>, RunError> {
        let held = self.keys()?.filter(|ask| match ask {
            Ok((_, rank)) => !assignment.is_cut(*rank) && !assignment.patches.contains_key(rank),
            Err(_) => true,
        });
        let mut patches: Vec<(Key, SlotRank)> =
            assignment.patches.iter().map(|(rank, (_, key))| (*key, *rank)).collect();
        patches.sort_unstable();
        let sources: Vec<HeldKeys<'b>> =
            vec![Box::new(held), Box::new(patches.into_iter().map(Ok))];
        Ok(Merge::new(sources)?.map(|held| {
            let (key, rank) = held?;
            self.options.interrupt.check()?;
            Ok(KeyRow { key, row: numbers.row(rank) })
        }))
    }
}

impl KeyOracle for Join<'_> {
    type Error = RunError;

    fn ask(&mut self, asks: &[(SlotRank, u32)]) -> Result<Vec<Option<RequestedKey>>, RunError> {
        let slots: Vec<_> =
            asks.iter().map(|&(rank, reissue)| (self.run.slot(rank), reissue)).collect();
        let stop = || self.options.interrupt.is_stopped();
        let made = self.maker.make(&slots, stop, |made| (made.key, made.failed_attempts()));
        self.options.interrupt.check()?;
        let keys: Vec<Key> = made.iter().flatten().map(|(key, _)| *key).collect();
        let mut printed = self.printed(&keys)?.into_iter();
        let first = self.first_slots(keys)?;
        let mut answers = Vec::with_capacity(made.len());
        for made in made {
            answers.push(made.map(|(key, failed)| RequestedKey {
                key,
                failed,
                is_printed: printed.next() == Some(true),
                first: first.get(&key).copied(),
            }));
        }
        Ok(answers)
    }
}
