//! The last step: final parts, the archive, the manifest. Also the operations on a finished folder.

use super::keys::{self, KeyFile, SLICES};
use super::merge::name;
use super::part;
use super::rounds::{Assignment, SlotRank};
use super::{
    Part, PartManifest, ShardedRun, ShardedSpec, StepOptions, exists, first_mismatch, json,
    read_json, shell_word, write_small,
};
use crate::run::make::{Catalog, end};
use crate::run::record::{check_counts, sums};
use crate::run::{CHECKSUMS, CatalogEncoding, IoContext as _, MANIFEST, RunError};
use engine::human::ladder::{Ladder, Rung};
use engine::make::batch::{MadePuzzle, RejectionCounts, SlotReissuer};
use engine::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use store::archive::Archive;
use store::files::output::{self, AtomicFile, FileRecord, Overwrite};
use store::table::compress::Codec;
use store::table::{TableFormat, csv_row, csv_rows};

/// The description of a finished sharded run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardsManifest {
    #[serde(flatten)]
    spec: ShardedSpec,
    /// True if the puzzles of an archive were excluded.
    pub archive: bool,
    /// Number of puzzles, by level.
    pub counts: BTreeMap<u8, u64>,
    /// A sentence for each level with too few puzzles.
    pub short: Vec<String>,
    /// The final parts, in order.
    pub files: Vec<FileRecord>,
}

/// The record of a rebuilt final part.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct FinalPartRecord {
    patch: String,
    file: FileRecord,
}

/// Number of patched rows that are made together.
const BLOCK: usize = 4096;
/// Number of keys that are added to the archive together.
const KEYS: usize = 1 << 20;

/// A finished sharded run: one catalogue in several files.
#[derive(Debug)]
pub struct FinishedShards {
    /// The run.
    pub parts: ShardedRun,
    /// Its manifest.
    pub manifest: ShardsManifest,
}

impl ShardedRun {
    /// Makes the final parts of a range. For bands, the whole band belongs to the range that has
    /// its first part. Complete parts stay.
    ///
    /// # Errors
    /// [`RunError`] if the run is not settled, or a made part is missing or damaged.
    pub fn finish_range(
        &self,
        range: Range<usize>,
        options: &StepOptions<'_>,
    ) -> Result<(), RunError> {
        let (_, assignment, hash) = self.patch()?;
        self.finals(range, &assignment, &hash, options).map(drop)
    }

    /// Makes all final parts that are missing, adds the puzzles to the archive, and writes the
    /// manifest.
    ///
    /// # Errors
    /// [`RunError`] like [`ShardedRun::finish_range`], and if the archive has changed since the run
    /// was settled.
    pub fn finish(
        &self,
        archive: Option<(&mut Archive, &str)>,
        options: &StepOptions<'_>,
    ) -> Result<ShardsManifest, RunError> {
        let (patch, assignment, hash) = self.patch()?;
        let folder = self.folder.display();
        let state =
            archive.as_ref().map(|(archive, _)| archive.state(&self.spec.run)).transpose()?;
        if state.is_some() != patch.archive.is_some() {
            let why = match state {
                None => "was settled with an archive: expected the setting `archive`, found none"
                    .to_owned(),
                Some(_) => {
                    format!("was settled without an archive; {} is next", self.step("settle", ""))
                }
            };
            return Err(RunError::folder(&self.folder, why));
        }
        if state != patch.archive && !exists(&self.path(MANIFEST))? {
            let why = format!("{folder}: the archive has changed since");
            let then = format!("{} is next", self.step("settle", ""));
            return Err(RunError::Conflict { why, then });
        }
        let files = self.finals(0..self.all.len(), &assignment, &hash, options)?;
        let kept = |(level, &(rung, quota)): (usize, &(Rung, u64))| {
            (rung, quota, assignment.cuts[level].unwrap_or(quota))
        };
        let kept: Vec<_> = self.plan.quotas.iter().enumerate().map(kept).collect();
        let short = kept.iter().filter(|(_, wanted, made)| made < wanted);
        let short = short.map(|&(rung, _, made)| {
            self.plan.shortfall(rung, made, RejectionCounts::default()).to_string()
        });
        let manifest = ShardsManifest {
            spec: self.spec.clone(),
            archive: state.is_some(),
            counts: kept.iter().map(|(rung, _, made)| (rung.number(), *made)).collect(),
            short: short.collect(),
            files,
        };
        options.interrupt.check()?;
        if let Some((archive, now)) = archive {
            let counts: Vec<u64> = kept.iter().map(|(.., made)| *made).collect();
            let rows = self.rows(&counts, &manifest.files)?;
            let run = self.identity.archived("generate");
            let entered = archive.insert_sorted_run(&run, now, self.keys(&assignment, rows)?, KEYS);
            entered.map_err(|e| match e {
                RunError::Archive(e) if e.is_overtaken() => RunError::Conflict {
                    why: e.to_string(),
                    then: format!(
                        "{} and {} are next",
                        self.step("settle", ""),
                        self.step("finish", "")
                    ),
                },
                e => e,
            })?;
        }
        write_small(&self.path(CHECKSUMS), sums(&manifest.files).as_bytes())?;
        write_small(&self.path(MANIFEST), &json(&manifest))?;
        for name in ["", "made", "merge"] {
            output::sweep_dir(&self.path(name));
        }
        Ok(manifest)
    }

    /// Returns the catalogue row of each slot, from 1. `counts` has the number of puzzles of each
    /// level.
    fn rows(
        &self,
        counts: &[u64],
        files: &[FileRecord],
    ) -> Result<impl Fn(SlotRank) -> i64 + use<>, RunError> {
        let before = (0..counts.len()).map(|level| counts[..level].iter().sum());
        let before: Vec<u64> = before.collect();
        let by_band = match self.plan.ladder() {
            Ladder::Published => Vec::new(),
            Ladder::Human => self.rows_by_band(counts, files)?,
        };
        Ok(move |rank: SlotRank| {
            let row = match by_band.get(rank.level()) {
                None => before[rank.level()] + rank.number(),
                Some(rows) => rows.get(rank.number() as usize).copied().unwrap_or_default(),
            };
            (row + 1).cast_signed()
        })
    }

    /// Returns the keys of all puzzles in order, each with its row in the catalogue.
    fn keys<'a>(
        &'a self,
        assignment: &'a Assignment,
        row: impl Fn(SlotRank) -> i64 + 'a,
    ) -> Result<impl Iterator<Item = Result<(Key, i64), RunError>> + 'a, RunError> {
        let merged = self.merged()?;
        self.undamaged(&merged)?;
        let buckets = merged.len();
        let mut patched: BTreeMap<usize, Vec<(Key, SlotRank)>> = BTreeMap::new();
        for (rank, (_, key)) in &assignment.patches {
            patched.entry(keys::slice_of(key)).or_default().push((*key, *rank));
        }
        let stays =
            |rank: SlotRank| !assignment.is_cut(rank) && !assignment.patches.contains_key(&rank);
        let mut open: Option<(usize, KeyFile)> = None;
        let mut of_slice = move |slice: usize| {
            let bucket = slice * buckets / SLICES;
            let path = self.path(&format!("{}.held", name(bucket, buckets)));
            let file = match open.take_if(|(of, _)| *of == bucket) {
                Some((_, file)) => file,
                None => KeyFile::open(&path, &self.spec.run, keys::OF_PLAN).read_context(&path)?,
            };
            let held =
                open.insert((bucket, file)).1.slices(slice..slice + 1).read_context(&path)?;
            let held = held.map(|(key, rank)| Ok((key, self.checked_rank(rank, &path)?)));
            let mut all = held.collect::<Result<Vec<_>, RunError>>()?;
            all.retain(|(_, rank)| stays(*rank));
            all.extend(patched.remove(&slice).into_iter().flatten());
            all.sort_unstable();
            Ok(all)
        };
        Ok((0..SLICES).flat_map(move |slice| {
            let (keys, error) = match of_slice(slice) {
                Ok(keys) => (keys, None),
                Err(e) => (Vec::new(), Some(Err(e))),
            };
            let keys: Vec<_> = keys.into_iter().map(|(key, rank)| Ok((key, row(rank)))).collect();
            keys.into_iter().chain(error)
        }))
    }

    /// Reads the manifest of the finished run. `None` if the run is not finished or the manifest
    /// belongs to another run.
    ///
    /// # Errors
    /// [`RunError`] if the manifest cannot be read.
    pub(super) fn manifest(&self) -> Result<Option<ShardsManifest>, RunError> {
        let manifest: Option<ShardsManifest> = read_json(&self.path(MANIFEST))?;
        Ok(manifest.filter(|ShardsManifest { spec, counts, files, .. }| {
            let mut names = self.all.iter().map(|part| part.file(self.form));
            *spec == self.spec
                && check_counts(counts).is_ok()
                && files.iter().all(|file| names.any(|name| name == file.name))
        }))
    }

    /// Makes the final parts of a range, and returns them in order.
    fn finals(
        &self,
        range: Range<usize>,
        assignment: &Assignment,
        hash: &str,
        options: &StepOptions<'_>,
    ) -> Result<Vec<FileRecord>, RunError> {
        let maker = SlotReissuer::new(self.plan.clone(), self.identity.seed(), options.threads)?;
        let again = PartRebuilder { parts: self, assignment, hash, maker, options };
        let (made, mut files) = (self.complete_parts()?, Vec::new());
        if self.plan.ladder() == Ladder::Human {
            let level = |(index, _): &(usize, PartManifest)| self.all[*index].level;
            for made in made.chunk_by(|a, b| level(a) == level(b)) {
                if range.contains(&made[0].0) {
                    files.extend(again.band(made)?);
                }
            }
            return Ok(files);
        }
        for (index, made) in made.iter().filter(|(index, _)| range.contains(index)) {
            options.interrupt.check()?;
            let part = &self.all[*index];
            let rows = made.rows.min(assignment.end(part.level).saturating_sub(part.first));
            if rows == 0 {
                continue;
            }
            let patched = again.patched(self.rank(part, 0)..self.rank(part, rows));
            files.push(if patched.is_empty() && rows == made.rows {
                self.same(*index, made)?
            } else {
                again.part(*index, made, rows, &patched)?
            });
        }
        Ok(files)
    }

    /// Returns the path of the record of a rebuilt final part.
    fn about(&self, part: &Part) -> PathBuf {
        self.path(&format!("made/{}-final.json", part.name()))
    }

    /// Returns the final part that was rebuilt for this assignment, if it is complete.
    pub(super) fn cached_final(
        &self,
        part: &Part,
        hash: &str,
    ) -> Result<Option<FileRecord>, RunError> {
        let written: Option<FinalPartRecord> = read_json(&self.about(part))?;
        let Some(FinalPartRecord { file, .. }) = written.filter(|written| written.patch == hash)
        else {
            return Ok(None);
        };
        let is_whole =
            file.name == part.file(self.form) && first_mismatch(&self.folder, [&file])?.is_none();
        Ok(is_whole.then_some(file))
    }

    /// Completes a final part and records the assignment it was rebuilt for.
    pub(super) fn write(
        &self,
        part: &Part,
        hash: &str,
        out: Catalog<AtomicFile>,
    ) -> Result<FileRecord, RunError> {
        let path = self.path(&part.file(self.form));
        let file = end(out).and_then(AtomicFile::commit).write_context(&path)?;
        let patched = FinalPartRecord { patch: hash.to_owned(), file };
        write_small(&self.about(part), &json(&patched))?;
        Ok(patched.file)
    }

    /// Returns the path of the catalogue of a made part. Fails if the catalogue has changed.
    pub(super) fn verified_part(
        &self,
        index: usize,
        made: &PartManifest,
    ) -> Result<PathBuf, RunError> {
        let folder = self.path("made");
        match made.catalog.difference(&folder).read_context(&folder)? {
            None => Ok(folder.join(&made.catalog.name)),
            Some(difference) => {
                Err(self.wrong(index, &format!("{difference} ({})", made.catalog.name)))
            }
        }
    }

    /// Creates a final part from an identical made part, as a hard link or a copy.
    fn same(&self, index: usize, made: &PartManifest) -> Result<FileRecord, RunError> {
        let to = self.path(&made.catalog.name);
        if first_mismatch(&self.folder, [&made.catalog])?.is_some() {
            let from = self.verified_part(index, made)?;
            output::link_or_copy(&from, &to).write_context(&to)?;
        }
        Ok(made.catalog.clone())
    }
}

/// Rebuilds final parts that contain reissued rows.
pub(super) struct PartRebuilder<'a> {
    pub parts: &'a ShardedRun,
    pub assignment: &'a Assignment,
    /// The hash of the assignment.
    pub hash: &'a str,
    maker: SlotReissuer,
    pub options: &'a StepOptions<'a>,
}

/// A reissued slot with its reissue and its key.
type ReissuedSlot = (SlotRank, (u32, Key));

impl PartRebuilder<'_> {
    /// Returns the reissued slots of a range.
    pub fn patched(&self, slots: Range<SlotRank>) -> Vec<ReissuedSlot> {
        let patched = self.assignment.patches.range(slots).filter(|(_, (reissue, _))| *reissue > 0);
        patched.map(|(rank, patch)| (*rank, *patch)).collect()
    }

    /// Makes the puzzles of reissued slots, and returns the result of `take` for each.
    pub fn made<'a, T: Send + 'a>(
        &'a self,
        patched: &'a [ReissuedSlot],
        take: impl Fn(&MadePuzzle) -> T + Sync + Copy + 'a,
    ) -> impl Iterator<Item = Result<(SlotRank, T), RunError>> + 'a {
        let Self { parts, maker, options, .. } = self;
        patched.chunks(BLOCK).flat_map(move |block| {
            let slot = |(rank, (reissue, _)): &ReissuedSlot| (parts.slot(*rank), *reissue);
            let slots: Vec<_> = block.iter().map(slot).collect();
            let stop = || options.interrupt.is_stopped();
            let made = maker.make(&slots, stop, |made| (made.key, take(&made)));
            block.iter().zip(made).map(|(&(rank, (_, key)), made)| {
                options.interrupt.check()?;
                match made {
                    Some((made, taken)) if made == key => Ok((rank, taken)),
                    _ => Err(parts.refused(format_args!(
                        "patch.keys has another key for puzzle {} than the puzzle; {} makes it again",
                        parts.slot(rank),
                        parts.step("settle", "")
                    ))),
                }
            })
        })
    }

    /// Makes a final part with reissued rows or with fewer rows.
    fn part(
        &self,
        index: usize,
        made: &PartManifest,
        rows: u64,
        patched: &[ReissuedSlot],
    ) -> Result<FileRecord, RunError> {
        let Self { parts, hash, options, .. } = self;
        let part = &parts.all[index];
        if let Some(file) = parts.cached_final(part, hash)? {
            return Ok(file);
        }
        let path = parts.path(&made.catalog.name);
        let columns = parts.columns();
        let mut again = self.made(patched, |issued| csv_row(&columns, &issued.entry, 0));
        let mut next = again.next().transpose()?;
        let from = parts.verified_part(index, made)?;
        let mut made_rows = csv_rows(&from).read_context(&from)?;
        let mut out = parts.catalog(&path)?;
        for row in 0..rows {
            options.interrupt.check()?;
            let Some(line) = made_rows.next().transpose().read_context(&from)? else {
                return Err(parts.wrong(index, "has fewer rows than its manifest says"));
            };
            let rank = parts.rank(part, row);
            match next.take_if(|(patched, _)| *patched == rank) {
                None => out.write_csv_row(&line).write_context(&path)?,
                Some((_, text)) => {
                    out.write_csv_row(text.trim_end()).write_context(&path)?;
                    next = again.next().transpose()?;
                }
            }
        }
        parts.write(part, hash, out)
    }
}

impl FinishedShards {
    /// Opens the finished sharded run in a folder; `None` if the folder holds no sharded run.
    ///
    /// # Errors
    /// [`RunError`] if the folder holds a sharded run that is not finished or whose manifest has
    /// changed.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let Some(parts) = ShardedRun::open(folder)? else {
            return Ok(None);
        };
        let manifest = parts.manifest()?.ok_or_else(|| {
            let shown = folder.display();
            RunError::Rejected(format!(
                "{shown} holds a sharded run that is not finished, or whose manifest.json has changed; \
                 `shards status {shown}` tells what is missing"
            ))
        })?;
        Ok(Some(Self { parts, manifest }))
    }

    /// Returns true if every part has the size and the SHA-256 of the manifest.
    ///
    /// # Errors
    /// [`RunError`] if a part cannot be read.
    pub fn is_whole(&self) -> Result<bool, RunError> {
        Ok(first_mismatch(&self.parts.folder, &self.manifest.files)?.is_none())
    }

    /// Returns the paths of its parts, in order.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.manifest.files.iter().map(|file| self.parts.path(&file.name)).collect()
    }

    /// Returns its parts, each with its file.
    pub fn files(&self) -> impl Iterator<Item = (&Part, &FileRecord)> {
        let form = self.parts.form;
        let mut parts = self.parts.all.iter();
        self.manifest
            .files
            .iter()
            .filter_map(move |file| Some((parts.find(|part| part.file(form) == file.name)?, file)))
    }

    /// Writes all parts as one catalogue with the bytes of `generate --out`. CSV is compressed as
    /// the file ending says.
    ///
    /// # Errors
    /// [`RunError`] if a part has changed or the file cannot be written. Then there is no file.
    pub fn join(
        &self,
        out: &Path,
        overwrite: Overwrite,
        options: &StepOptions<'_>,
    ) -> Result<(), RunError> {
        let form = CatalogEncoding { codec: Codec::from_path(out), ..self.parts.form };
        let named = out.extension().is_some_and(|ending| ending == part::PARQUET);
        let parquet = form.format != TableFormat::Csv;
        if named != parquet {
            let (ending, found) = (if parquet { "ends" } else { "does not end" }, out.display());
            let words = format!(
                "the setting `out`: expected a name that {ending} in .parquet, found {found}"
            );
            return Err(RunError::Usage(words));
        }
        let ShardedRun { identity, .. } = &self.parts;
        let file = AtomicFile::create_with(out, overwrite).write_context(out)?;
        let mut file = form.begin(file, self.parts.columns(), identity).write_context(out)?;
        for record in &self.manifest.files {
            let folder = &self.parts.folder;
            let path = folder.join(&record.name);
            if let Some(damage) = first_mismatch(folder, [record])? {
                let folder = shell_word(&folder.display().to_string());
                let words = format!(
                    "{damage}; `sudoku-press shards status {folder} --check` names the command that \
                     mends it"
                );
                return Err(RunError::Rejected(words));
            }
            for row in csv_rows(&path).read_context(&path)? {
                options.interrupt.check()?;
                file.write_csv_row(&row.read_context(&path)?).write_context(out)?;
            }
        }
        let file = end(file).and_then(AtomicFile::commit);
        file.map(drop).write_context(out)
    }
}
