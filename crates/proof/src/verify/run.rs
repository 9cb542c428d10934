//! Compares the files of a finished run with its manifest, and the manifest with its catalogue. The
//! contents of catalogues and books are verified elsewhere.

use super::catalog::RunExpectations;
use super::error::{ProofError, error_text};
use super::finding::{Finding, path_text};
use files::UserText;
use files::fs_path::{entry_names, metadata_opt, symlink_metadata_opt};
use files::output::{self, AtomicFile, FileDifference, FileRecord};
use human::{Ladder, Rung};
use jobs::{BookDraft, FileKind, FoundSheet, IoContext as _, Manifest, SourceRun};
use make::{Dedup, Seed};
use std::collections::{BTreeMap, HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::{DataPackage, Split, SplitShares};

/// Returns true if the levels of a run may take turns in rounds that are alike, so that the times
/// of a level do not rise. [`Proof`](super::proof::Proof) compares the order of such a run when it
/// rebuilds the books.
fn is_dealt(folder: &Path, manifest: &Manifest) -> bool {
    let source = SourceRun { folder: folder.to_owned(), manifest: manifest.clone() };
    match source.book_plan(false) {
        Ok(plan) => plan.turn_order(manifest.settings.ladder).is_even(),
        // The design is missing.
        Err(_) => manifest.settings.ladder == Ladder::Human,
    }
}

impl RunExpectations {
    /// Returns what a run expects of its catalogue.
    fn from_manifest(folder: &Path, manifest: &Manifest) -> Self {
        let settings = &manifest.settings;
        let puzzles = &settings.puzzles;
        let mut constants = vec![("grid", puzzles.grid.name().to_owned())];
        if puzzles.has_ratings() {
            constants.push(("ladder", settings.ladder.name().to_owned()));
        }
        let left_out = settings.run_values(Seed(manifest.seed));
        for (left, _) in left_out.iter() {
            constants.retain(|(name, _)| name != left);
        }
        let has_columns = settings.table_format().has_columns();
        Self {
            seed: Some(manifest.seed),
            // Each split has some of the slots.
            slots: !is_dealt(folder, manifest) && settings.split.is_none(),
            columns: if has_columns { Some(settings.columns().unwrap_or_default()) } else { None },
            left_out: Some(left_out),
            constants,
            plan: Some(puzzles.clone()),
            levels: false,
            size: None,
        }
    }
}

/// A file that is this many times larger than its record, and a megabyte more, is not read.
const MAX_GROWTH: u64 = 16;

/// A run with its files.
#[derive(Debug)]
pub struct RunFiles {
    /// The manifest's path, for findings.
    pub name: Arc<str>,
    /// The content of the manifest.
    pub manifest: Manifest,
    /// The deduplication mode.
    pub dedup: Dedup,
    /// The expectations for the catalogue.
    pub expectations: RunExpectations,
    folder: PathBuf,
    /// Other files in the folder, which the manifest does not list.
    pub others: Vec<PathBuf>,
    /// The findings about the files.
    pub findings: Vec<Finding>,
}

impl RunFiles {
    /// Reads the manifest of a folder and compares the folder's files with it. The inner error is a
    /// finding: the folder has no manifest of a run, so nothing else is known.
    ///
    /// # Errors
    /// When the system cannot read a file.
    pub fn open(folder: &Path) -> Result<Result<Self, Finding>, ProofError> {
        let path = folder.join(Manifest::FILE);
        let name = path_text(&path);
        let manifest = match Manifest::open(folder)? {
            Ok(Some(manifest)) => manifest,
            Ok(None) => {
                let expected = "the folder of a finished run";
                return Ok(Err(Finding::whole(&name, "no manifest", expected)));
            }
            Err(e) => {
                let found = error_text(&path, e)?;
                return Ok(Err(Finding::whole(&name, found, "the manifest of a run")));
            }
        };
        let columns = manifest.settings.columns();
        let mut run = Self {
            dedup: manifest.settings.puzzles.dedup(),
            expectations: RunExpectations::from_manifest(folder, &manifest),
            folder: folder.to_owned(),
            others: Vec::new(),
            findings: Vec::new(),
            manifest,
            name,
        };
        if let Err(why) = columns {
            run.findings.push(Finding::whole(
                &run.name,
                why.to_string(),
                "the columns of the catalogue",
            ));
        }
        for file in &run.manifest.files {
            run.findings.extend(damage(folder, file, &run.name)?);
        }
        run.job(folder);
        run.package(folder)?;
        run.sums(folder)?;
        run.unlisted_files(folder)?;
        run.older_editions(folder)?;
        if [FileKind::Catalog, FileKind::Volume].iter().all(|kind| run.files(*kind).is_empty()) {
            let found = "neither a catalogue nor a book is listed";
            run.findings.push(Finding::whole(&run.name, found, "catalog.csv"));
        }
        Ok(Ok(run))
    }

    /// Returns the run's files of one kind, in order.
    pub fn files(&self, kind: FileKind) -> Vec<PathBuf> {
        self.manifest.files_of(kind).map(|file| self.folder.join(&file.name)).collect()
    }

    /// Returns the paths of regular files of one kind, without those that have far outgrown their
    /// records: a finding names the size, and nothing of the run can be in them.
    pub fn readable_files(&self, kind: FileKind) -> Result<Vec<PathBuf>, ProofError> {
        let mut paths = Vec::new();
        for file in self.manifest.files_of(kind) {
            let path = self.folder.join(&file.name);
            let most = file.size.saturating_mul(MAX_GROWTH).saturating_add(UserText::MAX_BYTES);
            let about = metadata_opt(&path).read_context(&path)?;
            if about.is_some_and(|about| about.is_file() && about.len() <= most) {
                paths.push(path);
            }
        }
        Ok(paths)
    }

    /// Compares the job with what was made of it. A job that makes no run is found where the books
    /// are made again.
    fn job(&mut self, folder: &Path) {
        let source = SourceRun { folder: folder.to_owned(), manifest: self.manifest.clone() };
        let names = source.differing_settings().unwrap_or_default();
        if !names.is_empty() {
            let found = format!("the job and what was made of it differ ({})", names.join(", "));
            self.findings.push(Finding::whole(&self.name, found, "the same settings of both"));
        }
    }

    /// Checks the description of the catalogue.
    fn package(&mut self, folder: &Path) -> Result<(), ProofError> {
        let has_columns = self.manifest.settings.table_format().has_columns();
        for package in self.manifest.files_of(FileKind::Package) {
            let path = folder.join(&package.name);
            let file = path_text(&path);
            let text = match UserText::read(&path) {
                Ok(text) => text,
                // A missing or irregular file is a finding already.
                Err(e) if e.kind() == io::ErrorKind::NotFound => String::new(),
                Err(e) => error_text(&path, e).map(|_| String::new())?,
            };
            for catalog in self.manifest.files_of(FileKind::Catalog) {
                let columns = self.manifest.settings.columns().unwrap_or_default();
                let columns = Some(&columns).filter(|_| has_columns);
                if let Some((found, expected)) = DataPackage::mismatch(&text, catalog, columns) {
                    self.findings.push(Finding::whole(&file, found, expected));
                }
            }
        }
        Ok(())
    }

    /// Checks the list of checksums: one line for each file of the manifest, and no other.
    fn sums(&mut self, folder: &Path) -> Result<(), ProofError> {
        let path = folder.join(Manifest::CHECKSUMS);
        let file = path_text(&path);
        if symlink_metadata_opt(&path).read_context(&path)?.is_some_and(|about| !about.is_file()) {
            self.findings.push(irregular(&file));
            return Ok(());
        }
        let text = match output::read_to_string(&path) {
            Ok(text) => text,
            Err(e) => {
                let found = match e.kind() {
                    io::ErrorKind::NotFound => e.to_string(),
                    _ => error_text(&path, e)?,
                };
                self.findings.push(Finding::whole(&file, found, "a list of checksums"));
                return Ok(());
            }
        };
        let mut stated = HashMap::new();
        let listed: HashSet<_> = self.manifest.files.iter().map(|file| &*file.name).collect();
        for line in text.lines() {
            let (sum, name) = line.split_once("  ").unwrap_or(("", line));
            let found = if !listed.contains(name) {
                format!("a line for {name:?}, which the manifest does not list")
            } else if stated.insert(name, sum).is_some() {
                format!("another line for {name}")
            } else {
                continue;
            };
            self.findings.push(Finding::whole(&file, found, "no such line"));
        }
        for FileRecord { name, sha256, .. } in &self.manifest.files {
            let found = match stated.get(&**name) {
                Some(sum) if sum == sha256 => continue,
                Some(sum) => format!("{name}: SHA-256 {sum}"),
                None => format!("no line for {name}"),
            };
            self.findings.push(Finding::whole(&file, found, format!("{sha256}  {name}")));
        }
        Ok(())
    }

    /// Finds unlisted files in the folder. A file named like one of a run would be mistaken for it.
    fn unlisted_files(&mut self, folder: &Path) -> Result<(), ProofError> {
        let mut names: Vec<_> = entry_names(folder)
            .read_context(folder)?
            .into_iter()
            .filter(|name| {
                !self.manifest.lists(name)
                    && ![SourceRun::LOCK, FoundSheet::FILE, BookDraft::FILE, BookDraft::VERSIONS]
                        .contains(&name.as_str())
            })
            // Files left by a crash or a failed removal disappear with the next command.
            .filter(|name| !name.starts_with(".sudoku-press"))
            .filter(|name| !AtomicFile::is_working_name(name))
            .collect();
        names.sort_unstable();
        for name in names {
            let path = folder.join(&name);
            if !self.manifest.is_mistakable(&name) {
                self.others.push(path);
                continue;
            }
            let file = path_text(&path);
            let found = "a file with the name of a run's, which the manifest does not list";
            self.findings.push(Finding::whole(&file, found, "no such file"));
        }
        Ok(())
    }

    /// Finds books, covers and exports in the folder that show the puzzles of the run before.
    fn older_editions(&mut self, folder: &Path) -> Result<(), ProofError> {
        for name in self.manifest.older_editions(folder).read_context(folder)? {
            let path = folder.join(name);
            self.others.retain(|other| *other != path);
            let file = path_text(&path);
            let expected = "the puzzles of this run; make it again, or move it to another folder";
            self.findings.push(Finding::whole(&file, "made of the puzzles before", expected));
        }
        Ok(())
    }

    /// Returns the shares of the splits and the split of a catalogue, if the run has splits.
    pub fn split_in(&self, path: &Path) -> Option<(&SplitShares, Split)> {
        let shares = self.manifest.settings.split.as_ref()?;
        let name = path.file_name()?.to_str()?;
        Some((shares, Split::named(name.split('.').next()?)?))
    }

    /// Compares the counts of the manifest with those of its catalogue.
    pub fn counts(&self, counted: &BTreeMap<Rung, u64>) -> Vec<Finding> {
        let mut findings = Vec::new();
        let manifest = &self.manifest;
        let ladder = manifest.settings.ladder;
        for rung in ladder.all_rungs() {
            let level = rung.key();
            let found = counted.get(&rung).copied().unwrap_or(0);
            let stated = manifest.counts.get(&level).copied().unwrap_or(0);
            if stated != found {
                findings.push(self.count_finding(&level, stated, "are counted", found));
            }
            let wanted = &manifest.settings.puzzles;
            let quota = wanted.quota(rung);
            if quota != stated && manifest.short.is_empty() && !wanted.quotas.is_empty() {
                findings.push(self.count_finding(&level, stated, "without a reason", quota));
            }
        }
        for (level, stated) in &manifest.counts {
            if ladder.rung_with_key(level).is_none() {
                findings.push(self.count_finding(level, *stated, "are counted", 0));
            }
        }
        findings
    }

    /// Returns the finding about a wrong number of puzzles of a level.
    fn count_finding(&self, level: &str, stated: u64, how: &str, expected: u64) -> Finding {
        let found = match how {
            "are counted" => format!("level {level}: {stated} puzzles are counted"),
            how => format!("level {level}: {stated} puzzles, {how}"),
        };
        Finding::whole(&self.name, found, expected.to_string())
    }
}

/// Returns the finding about a listed name that is no regular file.
fn irregular(file: &Arc<str>) -> Finding {
    Finding::whole(file, "a link or a folder", "the file itself")
}

/// Returns how a file differs from its record in the manifest.
pub(super) fn damage(
    folder: &Path,
    record: &FileRecord,
    manifest: &Arc<str>,
) -> Result<Option<Finding>, ProofError> {
    let path = folder.join(&record.name);
    let file = path_text(&path);
    Ok(match record.difference(folder) {
        Ok(None) => None,
        Ok(Some(FileDifference::Missing)) => {
            let found = format!("{} is missing", record.name);
            Some(Finding::whole(manifest, found, "every file of the run"))
        }
        Ok(Some(FileDifference::Irregular)) => Some(irregular(&file)),
        Ok(Some(FileDifference::Size(found))) => {
            let expected = format!("{} bytes, as the manifest has it", record.size);
            Some(Finding::whole(&file, format!("{found} bytes"), expected))
        }
        Ok(Some(FileDifference::Sha256(found))) => {
            Some(Finding::whole(&file, format!("SHA-256 {found}"), &*record.sha256))
        }
        Err(e) => {
            let found = format!("{} cannot be read: {}", record.name, error_text(&path, e)?);
            Some(Finding::whole(manifest, found, "every file of the run"))
        }
    })
}
