//! The end: final parts, the archive, the manifest; and what can be done with a finished folder.

use super::keys::{self, KeyFile, SLICES};
use super::merge::name;
use super::part;
use super::rounds::{Place, Settled};
use super::{Made, Part, Parts, Spec, Work, exists, read_json, write_json};
use crate::human::ladder::Rung;
use crate::make::batch::{Maker, Misses};
use crate::run::form::end;
use crate::run::{At as _, Form, MANIFEST, PROGRAM, RunError};
use crate::store::archive::{Archive, Run};
use crate::store::files;
use crate::store::files::output::{self, Existing, FileRecord, Pending};
use crate::store::table::compress::Codec;
use crate::store::table::{CsvRows, Format, csv_row};
use crate::sudoku::key::Key;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// The description of a finished sharded run.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Manifest {
    #[serde(flatten)]
    spec: Spec,
    /// Whether the puzzles of an archive were excluded.
    pub archive: bool,
    /// Number of puzzles, by level.
    pub counts: BTreeMap<u8, u64>,
    /// For each level with too few puzzles, a sentence that says so.
    pub short: Vec<String>,
    /// The final parts, in order.
    pub files: Vec<FileRecord>,
}

/// What is known of a final part that was written again.
#[derive(PartialEq, Eq, Serialize, Deserialize)]
struct Patched {
    patch: String,
    file: FileRecord,
}

/// Patched rows that are made together.
const BLOCK: usize = 4096;
/// Keys that are entered together.
const KEYS: usize = 1 << 20;

/// A finished sharded run: one catalogue in several files.
#[derive(Debug)]
pub struct Finished {
    /// The run.
    pub parts: Parts,
    /// Its manifest.
    pub manifest: Manifest,
}

impl Parts {
    /// Makes the final parts of a range. Those that are there and whole stay.
    ///
    /// # Errors
    /// When the run is not settled, or a made part is missing or damaged.
    pub fn finish_range(&self, range: Range<usize>, work: &Work<'_>) -> Result<(), RunError> {
        let (_, settled, hash) = self.patch()?;
        let whole = self.whole()?.into_iter().filter(|(index, _)| range.contains(index));
        self.finals(whole, &settled, &hash, work).map(drop)
    }

    /// Makes all final parts, or finds them whole, enters the puzzles into the archive, and writes the manifest.
    ///
    /// # Errors
    /// As [`Parts::finish_range`], and when the archive has changed since the run was settled.
    pub fn finish(
        &self,
        archive: Option<(&mut Archive, &str)>,
        work: &Work<'_>,
    ) -> Result<Manifest, RunError> {
        let (patch, settled, hash) = self.patch()?;
        let folder = self.folder.display();
        let state =
            archive.as_ref().map(|(archive, _)| archive.state(&self.spec.run)).transpose()?;
        if state.is_some() != patch.archive.is_some() {
            let why = match state {
                None => "was settled with an archive: expected --archive, found none",
                Some(_) => "was settled without an archive; `shards settle` with --archive is next",
            };
            return Err(RunError::folder(&self.folder, why));
        }
        if state != patch.archive && !exists(&self.path(MANIFEST))? {
            let why = format!("{folder}: the archive has changed since");
            let then = format!("`shards settle {folder}` is next");
            return Err(RunError::Overtaken { why, then });
        }
        let files = self.finals(self.whole()?.into_iter(), &settled, &hash, work)?;
        let kept = |(level, &(rung, quota)): (usize, &(Rung, u64))| {
            (rung, quota, settled.cuts[level].unwrap_or(quota))
        };
        let kept: Vec<_> = self.plan.quotas.iter().enumerate().map(kept).collect();
        let short = kept.iter().filter(|(_, wanted, made)| made < wanted);
        let short = short
            .map(|&(rung, _, made)| self.plan.shortfall(rung, made, Misses::default()).to_string());
        let manifest = Manifest {
            spec: self.spec.clone(),
            archive: state.is_some(),
            counts: kept.iter().map(|(rung, _, made)| (rung.number(), *made)).collect(),
            short: short.collect(),
            files,
        };
        work.interrupt.check()?;
        if let Some((archive, now)) = archive {
            let counts: Vec<u64> = kept.iter().map(|(.., made)| *made).collect();
            let run = Run {
                kind: "generate".to_owned(),
                program: PROGRAM.to_owned(),
                seed: Some(self.identity.seed().0),
                settings: self.identity.json().to_owned(),
            };
            let entered = archive.enter_sorted(&run, now, self.keys(&settled, counts)?, KEYS);
            entered.map_err(|e| match e {
                RunError::Archive(e) if e.is_overtaken() => RunError::Overtaken {
                    why: e.to_string(),
                    then: format!(
                        "`shards settle {folder}` and `shards finish {folder}` with --archive are next"
                    ),
                },
                e => e,
            })?;
        }
        write_json(&self.path(MANIFEST), &manifest)?;
        for name in ["", "made", "merge"] {
            output::sweep_all(&self.path(name));
        }
        Ok(manifest)
    }

    /// The keys of all puzzles in order, each with its row in the catalogue.
    fn keys<'a>(
        &'a self,
        settled: &'a Settled,
        counts: Vec<u64>,
    ) -> Result<impl Iterator<Item = Result<(Key, i64), RunError>> + 'a, RunError> {
        let merged = self.merged()?;
        self.undamaged(&merged)?;
        let buckets = merged.len();
        let row = move |place: Place| {
            let before: u64 = counts[..place.level()].iter().sum();
            (before + place.number() + 1).cast_signed()
        };
        let mut patched: BTreeMap<usize, Vec<(Key, Place)>> = BTreeMap::new();
        for (place, (_, key)) in &settled.patches {
            patched.entry(keys::slice_of(key)).or_default().push((*key, *place));
        }
        let stays = |place: Place| !settled.is_cut(place) && !settled.patches.contains_key(&place);
        let mut open: Option<(usize, KeyFile)> = None;
        let mut of_slice = move |slice: usize| {
            let bucket = slice * buckets / SLICES;
            let path = self.path(&format!("{}.held", name(bucket, buckets)));
            let file = match open.take_if(|(of, _)| *of == bucket) {
                Some((_, file)) => file,
                None => KeyFile::open(&path, &self.spec.run, keys::OF_PLAN).reading(&path)?,
            };
            let held = open.insert((bucket, file)).1.slices(slice..slice + 1).reading(&path)?;
            let held = held.map(|(key, place)| (key, Place(place)));
            let mut all: Vec<_> = held.filter(|(_, place)| stays(*place)).collect();
            all.extend(patched.remove(&slice).into_iter().flatten());
            all.sort_unstable();
            Ok(all)
        };
        Ok((0..SLICES).flat_map(move |slice| {
            let (keys, error) = match of_slice(slice) {
                Ok(keys) => (keys, None),
                Err(e) => (Vec::new(), Some(Err(e))),
            };
            let keys: Vec<_> = keys.into_iter().map(|(key, place)| Ok((key, row(place)))).collect();
            keys.into_iter().chain(error)
        }))
    }

    fn finals(
        &self,
        made: impl Iterator<Item = (usize, Made)>,
        settled: &Settled,
        hash: &str,
        work: &Work<'_>,
    ) -> Result<Vec<FileRecord>, RunError> {
        let maker = Maker::new(self.plan.clone(), self.identity.seed(), work.threads)?;
        let again = Again { parts: self, hash, maker, work };
        let mut files = Vec::new();
        for (index, made) in made {
            work.interrupt.check()?;
            let part = &self.all[index];
            let end = settled.cuts[part.level].unwrap_or(u64::MAX);
            let rows = made.rows.min(end.saturating_sub(part.first));
            if rows == 0 {
                continue;
            }
            let slots = self.place(part, 0)..self.place(part, rows);
            let patched = settled.patches.range(slots).filter(|(_, (reissue, _))| *reissue > 0);
            let patched: Vec<_> = patched.map(|(place, patch)| (*place, *patch)).collect();
            files.push(match patched.is_empty() && rows == made.rows {
                true => self.same(index, &made)?,
                false => again.part(index, &made, rows, &patched)?,
            });
        }
        Ok(files)
    }

    /// Fails if the catalogue of a made part has changed.
    fn sound(&self, index: usize, made: &Made) -> Result<PathBuf, RunError> {
        let folder = self.path("made");
        match made.catalog.difference(&folder).reading(&folder)? {
            None => Ok(folder.join(&made.catalog.name)),
            Some(difference) => {
                Err(self.wrong(index, &format!("{difference} ({})", made.catalog.name)))
            }
        }
    }

    /// A final part that is the made one: a second name of the same file, or a copy.
    fn same(&self, index: usize, made: &Made) -> Result<FileRecord, RunError> {
        let to = self.path(&made.catalog.name);
        if made.catalog.difference(&self.folder).reading(&to)?.is_some() {
            let from = self.sound(index, made)?;
            files::at(&to).and_then(|place| place.copy(&from, &to)).writing(&to)?;
        }
        Ok(made.catalog.clone())
    }
}

/// What final parts are made with whose rows are not all those of the made ones.
struct Again<'a> {
    parts: &'a Parts,
    /// A hash of the outcome of all rounds.
    hash: &'a str,
    maker: Maker,
    work: &'a Work<'a>,
}

impl Again<'_> {
    /// A final part with rows of slots that were issued again, or with fewer rows.
    fn part(
        &self,
        index: usize,
        made: &Made,
        rows: u64,
        patched: &[(Place, (u32, Key))],
    ) -> Result<FileRecord, RunError> {
        let Self { parts, hash, maker, work } = self;
        let part = &parts.all[index];
        let about = parts.path(&format!("made/{}-final.json", part.name()));
        let path = parts.path(&made.catalog.name);
        if let Some(Patched { patch, file }) = read_json(&about)?
            && patch == *hash
            && file.difference(&parts.folder).reading(&path)?.is_none()
        {
            return Ok(file);
        }
        let columns = parts.columns();
        let mut again = patched.chunks(BLOCK).flat_map(|block| {
            let slot = |(place, (reissue, _)): &(Place, (u32, Key))| (parts.slot(*place), *reissue);
            let slots: Vec<_> = block.iter().map(slot).collect();
            let stop = || work.interrupt.is_stopped();
            let row =
                |issued: crate::make::batch::Issued| (issued.key, csv_row(&columns, &issued.entry));
            let made = maker.make(&slots, stop, row);
            block.iter().zip(made).map(|((place, (_, key)), row)| (*place, *key, row))
        });
        let mut next = again.next();
        let from = parts.sound(index, made)?;
        let mut made_rows = CsvRows::open(&from).reading(&from)?;
        // A file that the made part shares its bytes with is not written through.
        let file = Pending::shared(&path);
        let mut out = file.and_then(|file| parts.catalog(file, parts.form)).writing(&path)?;
        let mut line = String::new();
        for row in 0..rows {
            if !made_rows.next(&mut line).reading(&from)? {
                return Err(parts.wrong(index, "has fewer rows than its manifest says"));
            }
            let place = parts.place(part, row);
            let Some((_, key, again_made)) = next.take_if(|(patched, ..)| *patched == place) else {
                out.write_csv_row(&line).writing(&path)?;
                continue;
            };
            work.interrupt.check()?;
            match again_made {
                Some((made, text)) if made == key => {
                    out.write_csv_row(text.trim_end()).writing(&path)?
                }
                _ => {
                    let folder = parts.folder.display();
                    let words = format!(
                        "{folder}: patch.keys has another key for a puzzle of part {} than the puzzle; \
                         `shards settle {folder}` makes it again",
                        part.name()
                    );
                    return Err(RunError::Refused(words));
                }
            }
            next = again.next();
        }
        let file = end(out).and_then(Pending::commit);
        let file = file.writing(&path)?;
        write_json(&about, &Patched { patch: (*hash).to_owned(), file: file.clone() })?;
        Ok(file)
    }
}

impl Finished {
    /// The finished sharded run that a folder holds; `None` if it holds none.
    ///
    /// # Errors
    /// When it holds a sharded run that is not finished, or whose manifest has changed.
    pub fn open(folder: &Path) -> Result<Option<Self>, RunError> {
        let Some(parts) = Parts::open(folder)? else {
            return Ok(None);
        };
        let manifest = read_json::<Manifest>(&folder.join(MANIFEST))?;
        let manifest = manifest.filter(|manifest| manifest.spec == parts.spec).ok_or_else(|| {
            let shown = folder.display();
            RunError::Refused(format!(
                "{shown} holds a sharded run that is not finished; `shards status {shown}` tells what is missing"
            ))
        })?;
        let mut names = parts.all.iter().map(|part| part.file(parts.form));
        match manifest.files.iter().all(|file| names.any(|name| name == file.name)) {
            true => Ok(Some(Self { parts, manifest })),
            false => {
                let path = folder.join(MANIFEST).display().to_string();
                Err(RunError::Refused(format!("{path} lists a file that is no part of the run")))
            }
        }
    }

    /// Whether every part has the size and the SHA-256 of the manifest.
    ///
    /// # Errors
    /// When one cannot be read.
    pub fn is_whole(&self) -> Result<bool, RunError> {
        let folder = &self.parts.folder;
        for file in &self.manifest.files {
            if file.difference(folder).reading(folder)?.is_some() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The paths of its parts, in order.
    pub fn paths(&self) -> Vec<PathBuf> {
        self.manifest.files.iter().map(|file| self.parts.path(&file.name)).collect()
    }

    /// Its parts, each with its file.
    pub fn files(&self) -> impl Iterator<Item = (&Part, &FileRecord)> {
        let form = self.parts.form;
        let mut parts = self.parts.all.iter();
        self.manifest
            .files
            .iter()
            .filter_map(move |file| Some((parts.find(|part| part.file(form) == file.name)?, file)))
    }

    /// Writes all parts as one catalogue, compressed as its name says if it is CSV: the bytes of `generate --out`.
    ///
    /// # Errors
    /// When a part has changed, or the file cannot be written; then there is none.
    pub fn join(&self, out: &Path, existing: Existing, work: &Work<'_>) -> Result<(), RunError> {
        let form = Form { codec: Codec::of_path(out), ..self.parts.form };
        let named = out.extension().is_some_and(|ending| ending == part::PARQUET);
        let parquet = form.format != Format::Csv;
        if named != parquet {
            let (ending, found) = (if parquet { "ends" } else { "does not end" }, out.display());
            let words = format!("--out: expected a name that {ending} in .parquet, found {found}");
            return Err(RunError::Usage(words));
        }
        let file = Pending::begin(out, existing);
        let mut file = file.and_then(|file| self.parts.catalog(file, form)).writing(out)?;
        let mut row = String::new();
        for record in &self.manifest.files {
            let folder = &self.parts.folder;
            let path = folder.join(&record.name);
            if let Some(difference) = record.difference(folder).reading(&path)? {
                let (path, folder) = (path.display(), folder.display());
                let words = format!("{path} {difference}; `shards finish {folder}` makes it again");
                return Err(RunError::Refused(words));
            }
            let mut rows = CsvRows::open(&path).reading(&path)?;
            while rows.next(&mut row).reading(&path)? {
                work.interrupt.check()?;
                file.write_csv_row(&row).writing(out)?;
            }
        }
        let file = end(file).and_then(Pending::commit);
        file.map(drop).writing(out)
    }
}
