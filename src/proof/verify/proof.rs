//! The proof of catalogues, books and runs that are named together: each by itself, and what they say of
//! each other.

use super::against::against;
use super::archived::archived;
use super::book::{self, Volume};
use super::catalog::{Catalog, Demands, Known, catalog};
use super::error::{ProofError, Unread as _};
use super::finding::Finding;
use super::run::RunFiles;
use super::told;
use super::volumes;
use crate::archive::Archive;
use crate::batch::Dedup;
use crate::files::{self, is_object, names, output};
use crate::run::archived_name;
use crate::shards::Finished;
use crate::table::Rows;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Everything that was proved, and what is wrong with it.
#[derive(Debug)]
pub struct Proof {
    threads: usize,
    dedup: Option<Dedup>,
    archive: Option<Archive>,
    /// What is wrong, in the order in which it was found.
    pub findings: Vec<Finding>,
    /// Files in the folders of runs that no manifest lists, and that are no harm.
    pub others: Vec<PathBuf>,
    /// How much was read.
    pub totals: Totals,
}

/// What was read of a run, or of files that are named together.
#[derive(Debug, Default)]
pub struct Read {
    /// The files of the run; `None` of other files.
    pub run: Option<RunFiles>,
    /// Each catalogue with its rows.
    pub catalogs: Vec<(Arc<str>, Vec<Known>)>,
    /// Each volume with its puzzles.
    pub volumes: Vec<(Arc<str>, Volume)>,
    /// Files of one page without puzzles, which may be covers.
    pub covers: Vec<(Arc<str>, Volume)>,
    /// Number of puzzles that the archive should have of this run and has not; `None` without an archive.
    pub unarchived: Option<usize>,
}

/// How much was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Totals {
    /// Finished runs.
    pub runs: u64,
    /// Files of these runs.
    pub files: u64,
    /// Catalogues.
    pub catalogs: u64,
    /// Their puzzles.
    pub rows: u64,
    /// Volumes of books.
    pub volumes: u64,
    /// Their pages.
    pub pages: u64,
    /// The puzzles on these pages.
    pub printed: u64,
    /// Covers that were held against their volumes.
    pub covers: u64,
}

fn name(path: &Path) -> Arc<str> {
    path.display().to_string().into()
}

/// A PDF by its name or its first bytes: one that is damaged is still no catalogue. Pipes and devices are
/// refused: what is read here could not be read again.
pub(in crate::proof) fn is_pdf(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    files::at(path)?.open(path)?.take(1024).read_to_end(&mut begin)?;
    let ending = path.extension();
    let named = ending.is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
    Ok(named || begin.windows(5).any(|w| w == b"%PDF-"))
}

impl Proof {
    /// Begins a proof on a number of threads; 0 is one for each core. `dedup` says when two puzzles of
    /// a catalogue count as the same, where its run's manifest does not; `archive` must have every
    /// puzzle of the runs.
    pub fn new(threads: usize, dedup: Option<Dedup>, archive: Option<Archive>) -> Self {
        Self {
            threads,
            dedup,
            archive,
            findings: Vec::new(),
            others: Vec::new(),
            totals: Totals::default(),
        }
    }

    /// Proves what is named: folders of finished runs, each by itself; then books and catalogues, and
    /// these against each other.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn prove(&mut self, paths: &[PathBuf]) -> Result<(), ProofError> {
        let (folders, files) = parted(paths)?;
        for folder in &folders {
            match Finished::open(folder)? {
                Some(finished) => self.parts(folder, &finished)?,
                None => drop(self.run(folder)?),
            }
        }
        self.files(&files).map(drop)
    }

    /// Proves books and catalogues, and these against each other.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn files(&mut self, paths: &[impl AsRef<Path>]) -> Result<Read, ProofError> {
        let mut read = Read::default();
        for path in paths.iter().map(AsRef::as_ref) {
            if is_pdf(path).of(path)? {
                self.volume(path, &mut read)?;
            } else {
                read.catalogs.push(self.catalog(path, None)?);
            }
        }
        self.compare(&read, None);
        for (volume, findings) in covers(&read) {
            match findings {
                Some(findings) => {
                    self.totals.covers += 1;
                    self.findings.extend(findings);
                }
                None => {
                    self.totals.volumes += 1;
                    self.totals.pages += volume.pages as u64;
                    self.findings.extend(volume.findings.iter().cloned());
                }
            }
        }
        Ok(read)
    }

    /// Proves the folder of a finished run.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn run(&mut self, folder: &Path) -> Result<Read, ProofError> {
        let mut read = Read::default();
        let run = match RunFiles::open(folder)? {
            Ok(run) => run,
            Err(finding) => {
                self.findings.push(finding);
                return Ok(read);
            }
        };
        self.totals.runs += 1;
        self.totals.files += run.manifest.files.len() as u64;
        self.findings.extend(run.findings.iter().cloned());
        self.others.extend(run.others.iter().cloned());
        for path in &plain(&run.catalogs)? {
            read.catalogs.push(self.catalog(path, Some(&run))?);
        }
        for path in &plain(run.volumes.iter().chain(&run.answers))? {
            self.volume(path, &mut read)?;
        }
        if let Some(archive) = &self.archive {
            let name = archived_name(archive, &run.manifest)?;
            let before = self.findings.len();
            for (file, rows) in &read.catalogs {
                self.findings.extend(archived(file, rows, archive, &name)?);
            }
            read.unarchived = Some(self.findings.len() - before);
        }
        self.compare(&read, Some(run.manifest.settings.first()));
        for (path, (book, volume)) in run.booklets.iter().zip(&read.volumes) {
            let bytes = output::read(path).of(path)?;
            let booklet = book::volume(&name(path), &bytes, self.threads)?;
            self.findings.extend(volumes::same(&name(path), &booklet, book, volume));
            self.findings.extend(booklet.findings);
        }
        // Covers are files of a run, or lie beside them.
        let is_pdf =
            |path: &&PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
        let pdfs = run.covers.iter().chain(run.others.iter().filter(is_pdf));
        for path in &plain(pdfs)? {
            let bytes = output::read(path).of(path)?;
            let volume = book::volume(&name(path), &bytes, self.threads)?;
            if volume.cover.is_some() {
                read.covers.push((name(path), volume));
            }
        }
        for findings in covers(&read).into_iter().filter_map(|(_, findings)| findings) {
            self.totals.covers += 1;
            self.findings.extend(findings);
        }
        read.run = Some(run);
        Ok(read)
    }

    /// Holds books against the catalogues that are named with them, and volumes against each other;
    /// `run` has the first numbers of a run whose volumes they all are.
    fn compare(&mut self, read: &Read, run: Option<volumes::First>) {
        let books = read.volumes.iter().filter(|(_, volume)| !volume.is_beside());
        self.findings.extend(volumes::together(&books.collect::<Vec<_>>(), run));
        self.findings.extend(match read.catalogs.is_empty() || read.volumes.is_empty() {
            false => against(&read.catalogs, &read.volumes),
            true => told::beside(&read.volumes),
        });
    }

    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The archive that must have every puzzle of the runs.
    pub fn archive(&self) -> Option<&Archive> {
        self.archive.as_ref()
    }

    fn catalog(
        &mut self,
        path: &Path,
        run: Option<&RunFiles>,
    ) -> Result<(Arc<str>, Vec<Known>), ProofError> {
        let file = name(path);
        let dedup = self.dedup.or(run.map(|run| run.dedup));
        let none = Demands::default();
        let rows = Rows::open_plain(path).of(path)?;
        let catalog: Catalog = catalog(
            &file,
            rows,
            dedup.unwrap_or(Dedup::Class),
            run.map_or(&none, |run| &run.demands),
            self.threads,
        )?;
        if let Some(run) = run {
            self.findings.extend(run.counts(&catalog));
        }
        self.totals.catalogs += 1;
        self.totals.rows += catalog.rows.len() as u64;
        self.findings.extend(catalog.findings);
        Ok((file, catalog.rows))
    }

    /// Proves a volume. A cover is kept apart.
    fn volume(&mut self, path: &Path, read: &mut Read) -> Result<(), ProofError> {
        let file = name(path);
        let bytes = output::read(path).of(path)?;
        let mut volume = book::volume(&file, &bytes, self.threads)?;
        if volume.cover.is_some() {
            read.covers.push((file, volume));
            return Ok(());
        }
        self.totals.volumes += 1;
        self.totals.pages += volume.pages as u64;
        self.totals.printed += volume.puzzles.len() as u64;
        self.findings.append(&mut volume.findings);
        read.volumes.push((file, volume));
        Ok(())
    }
}

/// Folders and objects, then all other paths.
pub(in crate::proof) fn parted(
    paths: &[PathBuf],
) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ProofError> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let is_folder = is_object(path) || names::is_folder(path).of(path)?;
        if is_folder { &mut folders } else { &mut files }.push(path.clone());
    }
    Ok((folders, files))
}

/// Those of the paths that lead to regular files.
pub(in crate::proof) fn plain<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<Vec<PathBuf>, ProofError> {
    let mut plain = Vec::new();
    for path in paths {
        if names::about(path).of(path)?.is_some_and(|about| about.is_file()) {
            plain.push(path.clone());
        }
    }
    Ok(plain)
}

/// The covers that were read, and what is wrong with each beside its volume: that with its place among
/// the volumes with puzzles, if there are as many covers, or the first. `None` if it is no cover.
fn covers(read: &Read) -> Vec<(&Volume, Option<Vec<Finding>>)> {
    let (books, others): (Vec<_>, Vec<_>) =
        read.volumes.iter().partition(|(_, volume)| !volume.puzzles.is_empty());
    let books = if books.is_empty() { others } else { books };
    let in_order = read.covers.len() == books.len();
    let judged = read.covers.iter().enumerate().map(|(i, (file, cover))| {
        let of = books.get(if in_order { i } else { 0 });
        let findings = of
            .zip(cover.cover.as_ref())
            .and_then(|((_, volume), page)| volumes::cover(file, page, volume));
        (cover, findings)
    });
    judged.collect()
}
