//! The verification of catalogues, books and runs that are named together, each alone and against
//! the others.

use super::catalog::row::CatalogRow;
use super::catalog::{RunExpectations, VerifiedCatalog, catalog};
use super::cross_check::against;
use super::cross_check::archive::archived;
use super::cross_check::duplicates::{DuplicateIndex, printed_twice};
use super::error::ProofError;
use super::finding::{Finding, UnverifiedFile, counted, path_text};
use super::run::RunFiles;
use super::volume::{self, PrintedVolume};
use crate::run::shards::{FinishedShards, shell_word};
use crate::run::{
    BookMemory, FileKind, IoContext as _, MadeBook, Manifest, PROOF_SHEET, SheetStanding,
    SourceRun, sheet_standing,
};
use engine::make::batch::Dedup;
use serde::Serialize;
use std::collections::BTreeSet;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use store::archive::Archive;
use store::files::{fs_path, output};
use store::table::{RowReader, quoted};

/// A callback for each row of a catalogue.
pub type RowObserver<'a> = &'a mut dyn FnMut(&CatalogRow);

/// The state and the result of a verification.
#[derive(Debug, Default)]
pub struct Proof {
    pub(super) threads: usize,
    dedup: Option<Dedup>,
    /// The archive that must have every puzzle of the runs.
    pub archive: Option<Archive>,
    /// True if the books of runs are rebuilt and compared with their files.
    pub makes_again: bool,
    /// The puzzle column of catalogues that belong to no run, if the user named one.
    pub column: Option<String>,
    /// The findings, in order.
    pub findings: Vec<Finding>,
    /// Harmless files in the folders of runs that no manifest lists.
    pub others: Vec<PathBuf>,
    /// The files that could not be verified, with reasons.
    pub unjudged: Vec<UnverifiedFile>,
    /// The unverified columns of catalogues with their files, in words.
    pub strange_columns: Vec<String>,
    /// A sentence with the file for each of these columns that may state our levels or ratings.
    pub unproved: Vec<String>,
    /// Notes about what was read, such as lines that were skipped.
    pub notes: Vec<String>,
    /// The totals of what was read.
    pub totals: Totals,
    /// Files of runs that equal their rebuilt version.
    pub(super) proved: BTreeSet<Arc<str>>,
    /// The puzzles of all inputs; `None` for a single input.
    pub(super) inputs: Option<DuplicateIndex>,
}

/// The content of a run, or of files that are named together.
#[derive(Debug, Default)]
pub struct VerifiedInput {
    /// The files of the run; `None` for other files.
    pub run: Option<RunFiles>,
    /// Each catalogue with its rows, if there are books to compare with.
    pub catalogs: Vec<(Arc<str>, Vec<CatalogRow>)>,
    /// Each volume with its puzzles.
    pub volumes: Vec<PrintedVolume>,
    /// The number of puzzles of this run that the archive lacks; `None` without an archive.
    pub unarchived: Option<usize>,
    /// The name of the run in the archive, if the archive was queried.
    pub archived_as: Option<String>,
    /// True if a file of the run differs from the manifest.
    pub is_damaged: bool,
    /// The number of puzzles that another catalogue or run has, or that are printed twice.
    pub duplicates: u64,
}

/// The totals of what was read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
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
    /// Files of runs that equal their rebuilt version.
    pub same: u64,
    /// The number of these files that another program saved again, with the same drawing.
    pub saved_again: u64,
}

/// Returns the last component of a path.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Returns true for a PDF, by its extension or its first bytes. A damaged PDF is not a catalogue.
/// Fails for pipes and devices, because they cannot be read twice.
pub(crate) fn is_pdf(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    output::open(path)?.take(1024).read_to_end(&mut begin)?;
    let ending = path.extension();
    let named = ending.is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
    Ok(named || begin.windows(5).any(|w| w == b"%PDF-"))
}

impl Proof {
    /// Creates a proof. `threads` 0 means one for each core. `dedup` applies to catalogues without
    /// a manifest. `archive` must contain every puzzle of the runs.
    pub fn new(threads: usize, dedup: Option<Dedup>, archive: Option<Archive>) -> Self {
        Self { threads, dedup, archive, ..Self::default() }
    }

    /// Prepares to compare the puzzles of several paths with each other.
    pub fn expect(&mut self, paths: &[PathBuf]) {
        let dedup = self.dedup.unwrap_or(Dedup::Class);
        self.inputs = (paths.len() > 1).then(|| DuplicateIndex::new(dedup));
    }

    /// Verifies folders of finished runs, each alone, and then books and catalogues, also against
    /// each other.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn prove(&mut self, paths: &[PathBuf]) -> Result<(), ProofError> {
        self.expect(paths);
        let (folders, files) = split_folders(paths)?;
        for folder in &folders {
            match FinishedShards::open(folder)? {
                Some(finished) => drop(self.parts(folder, &finished, &mut |_| {})?),
                None => {
                    let before = self.findings.len();
                    let read = self.run(folder, &mut |_| {})?;
                    let is_sound = self.findings.len() == before;
                    if let Some(run) = read.run.filter(|_| is_sound) {
                        self.judge_sheet(folder, run.manifest)?;
                    }
                }
            }
        }
        self.files(&files, &mut |_| {}).map(drop)
    }

    /// Compares the proof sheet in the folder of a sound run with its files.
    fn judge_sheet(&mut self, folder: &Path, manifest: Manifest) -> Result<(), ProofError> {
        let path = folder.join(PROOF_SHEET);
        let file = path_text(&path);
        let made = MadeBook::Run(Box::new(manifest));
        match sheet_standing(folder, &made, &BookMemory::default()).read_context(&path)? {
            SheetStanding::Missing => {}
            SheetStanding::Foreign => self.others.push(path),
            SheetStanding::OfOtherFiles => {
                let command = format!("sudoku-press proof {}", shell_word(&path_text(folder)));
                let expected = format!("those of this run; `{command}` makes a sheet of them");
                self.findings.push(Finding::whole(&file, "judges other files", expected));
            }
            SheetStanding::OfTheseFiles(record) => {
                let note = |problems| format!("{file} names problems: {problems}");
                self.notes.extend(record.problems.map(note));
            }
        }
        Ok(())
    }

    /// Verifies books and catalogues, and compares them with each other. The rest of a book's pages
    /// is not verified, because only its run defines it. Calls `each` for every row.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn files(
        &mut self,
        paths: &[PathBuf],
        each: RowObserver<'_>,
    ) -> Result<VerifiedInput, ProofError> {
        let mut read = VerifiedInput::default();
        let kinds: Vec<bool> =
            paths.iter().map(|path| is_pdf(path).read_context(path)).collect::<Result<_, _>>()?;
        let has_books = kinds.contains(&true);
        for (path, is_pdf) in paths.iter().zip(kinds) {
            if is_pdf {
                read.volumes.push(self.volume(path, volume::any_volume)?);
            } else {
                read.catalogs.push(self.catalog(path, None, has_books, each)?);
            }
        }
        let (books, others): (Vec<_>, Vec<_>) =
            read.volumes.iter().partition(|volume| !volume.puzzles.is_empty());
        let nothing = books.is_empty();
        for volume in &others {
            let file = &volume.file;
            // A book without puzzles lacks some, unless a file with puzzles is named with it.
            let is_of_answers =
                !volume.answers.is_empty() && file_name(Path::new(&**file)).contains("answers");
            let has_puzzles = is_of_answers && !read.catalogs.is_empty();
            if volume.pages > 0 && volume.drawn == 0 && nothing && !has_puzzles {
                let found = match volume.grids {
                    0 => "found no grid of 9 by 9 cells".to_owned(),
                    n => format!("found no puzzle in {}", counted(n as u64, "grid", "grids")),
                };
                let expected = if volume.answers.is_empty() {
                    "puzzles whose lines are drawn, not pictures of them"
                } else {
                    "some, or a book or a catalogue with the puzzles named with these answers"
                };
                self.findings.push(Finding::whole(file, found, expected));
            }
        }
        read.duplicates =
            self.cross_check(&read.catalogs, &books, &others, self.dedup.unwrap_or(Dedup::Class));
        for volume in &read.volumes {
            let why = match volume.puzzles.is_empty() && volume.answers.is_empty() {
                true if volume.drawn > 0 => "the digits are drawings".to_owned(),
                true => "it has no grid with a number".to_owned(),
                false => format!("words and pictures; found {}", grids_in_words(volume)),
            };
            self.unjudged.push(UnverifiedFile { file: volume.file.clone(), why });
        }
        Ok(read)
    }

    /// Verifies the folder of a finished run. Calls `each` for every row.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn run(
        &mut self,
        folder: &Path,
        each: RowObserver<'_>,
    ) -> Result<VerifiedInput, ProofError> {
        let mut read = VerifiedInput::default();
        let run = match RunFiles::open(folder)? {
            Ok(run) => run,
            Err(finding) => {
                self.findings.push(finding);
                return Ok(read);
            }
        };
        self.totals.runs += 1;
        self.totals.files += run.manifest.files.len() as u64;
        if let Some(inputs) = &mut self.inputs {
            inputs.begin_run(run.manifest.run_name());
        }
        read.is_damaged = !run.findings.is_empty();
        self.findings.extend(run.findings.iter().cloned());
        self.others.extend(run.others.iter().cloned());
        for path in &regular_files(&run.files(FileKind::Catalog))? {
            read.catalogs.push(self.catalog(path, Some(&run), true, each)?);
        }
        let apart = run.files(FileKind::Answers);
        for path in &regular_files(run.files(FileKind::Volume).iter().chain(&apart))? {
            read.volumes.push(self.volume(path, volume::volume)?);
        }
        for path in &regular_files(&run.files(FileKind::Booklet))? {
            let bytes = output::read(path).read_context(path)?;
            let booklet = volume::volume(&path_text(path), &bytes, self.threads)?;
            self.findings.extend(booklet.findings);
        }
        if let Some(archive) = &self.archive {
            let name = run.manifest.run_name();
            let before = self.findings.len();
            for (file, rows) in &read.catalogs {
                self.findings.extend(archived(file, rows, archive, &name)?);
            }
            read.unarchived = Some(self.findings.len() - before);
            read.archived_as = Some(name);
        }
        self.rebuild(folder, &run, &read.catalogs)?;
        let is_apart = |file: &Arc<str>| apart.iter().any(|path| path_text(path) == *file);
        let (answers, books): (Vec<_>, Vec<_>) =
            read.volumes.iter().partition(|volume| is_apart(&volume.file));
        // A book without puzzles is fine if the run rebuilds it: answers alone, or practice.
        let (books, without): (Vec<_>, Vec<_>) =
            books.into_iter().partition(|book| !book.puzzles.is_empty());
        for book in without.iter().filter(|book| !self.proved.contains(&book.file)) {
            let expected = "the puzzles that the manifest promises";
            self.findings.push(Finding::whole(
                &book.file,
                "found no puzzle with a number",
                expected,
            ));
        }
        read.duplicates =
            self.cross_check(&read.catalogs, &books, &answers, self.dedup.unwrap_or(run.dedup));
        read.run = Some(run);
        Ok(read)
    }

    /// Compares books with the catalogues beside them, or else with each other. Returns the number
    /// of duplicates so far.
    fn cross_check(
        &mut self,
        catalogs: &[(Arc<str>, Vec<CatalogRow>)],
        books: &[&PrintedVolume],
        answers: &[&PrintedVolume],
        dedup: Dedup,
    ) -> u64 {
        let twice = if catalogs.is_empty() { printed_twice(books, dedup) } else { Vec::new() };
        let count = self.inputs.as_mut().map_or(0, DuplicateIndex::take_count) + twice.len() as u64;
        self.findings.extend(twice);
        self.findings.extend(against(catalogs, books, answers));
        count
    }

    fn catalog(
        &mut self,
        path: &Path,
        run: Option<&RunFiles>,
        keeps: bool,
        each: RowObserver<'_>,
    ) -> Result<(Arc<str>, Vec<CatalogRow>), ProofError> {
        let file = path_text(path);
        let dedup = self.dedup.or(run.map(|run| run.dedup));
        let none = RunExpectations::default();
        let column = self.column.clone().filter(|_| run.is_none());
        let rows = RowReader::open_plain(path).read_context(path)?.with_column(column);
        self.notes.extend(rows.note().map(|note| format!("{file}: {note}")));
        let (mut known, mut count) = (Vec::new(), 0);
        if let Some(inputs) = self.inputs.as_mut().filter(|_| run.is_none()) {
            inputs.begin_catalog(SourceRun::of_catalog(path).map(|run| run.manifest.run_name()));
        }
        let catalog: VerifiedCatalog = catalog(
            &file,
            rows,
            dedup.unwrap_or(Dedup::Class),
            run.map_or(&none, |run| &run.expectations),
            self.threads,
            |row| {
                count += 1;
                each(&row);
                if let Some(inputs) = &mut self.inputs {
                    inputs.push(&file, &row);
                }
                known.extend(keeps.then_some(row));
                Ok(())
            },
        )?;
        if let Some(run) = run {
            self.findings.extend(run.counts(&catalog));
        }
        let sentences = catalog.unproved.iter().map(|sentence| format!("{file}: {sentence}"));
        self.unproved.extend(sentences);
        if !catalog.unjudged.is_empty() {
            let word = if catalog.unjudged.len() == 1 { "column" } else { "columns" };
            let why = format!("the {word} {}", quoted(&catalog.unjudged));
            self.strange_columns.push(format!("{why} of {}", file_name(path)));
            self.unjudged.push(UnverifiedFile { file: file.clone(), why });
        }
        self.totals.catalogs += 1;
        self.totals.rows += count;
        self.notes.extend(catalog.skipped.map(|skipped| format!("{file}: {skipped}")));
        self.findings.extend(catalog.findings);
        self.findings.extend(self.inputs.as_mut().map(DuplicateIndex::end).unwrap_or_default());
        Ok((file, known))
    }

    /// Verifies a volume.
    fn volume(
        &mut self,
        path: &Path,
        judge: impl Fn(&Arc<str>, &[u8], usize) -> Result<PrintedVolume, ProofError>,
    ) -> Result<PrintedVolume, ProofError> {
        let bytes = output::read(path).read_context(path)?;
        let mut volume = judge(&path_text(path), &bytes, self.threads)?;
        self.totals.volumes += 1;
        self.totals.pages += volume.pages as u64;
        self.totals.printed += volume.puzzles.len() as u64;
        let findings = std::mem::take(&mut volume.findings);
        self.findings.extend(findings);
        Ok(volume)
    }
}

/// Splits paths into folders and other paths.
pub(crate) fn split_folders(paths: &[PathBuf]) -> Result<(Vec<PathBuf>, Vec<PathBuf>), ProofError> {
    let (mut folders, mut files) = (Vec::new(), Vec::new());
    for path in paths {
        let is_folder = fs_path::is_dir(path).read_context(path)?;
        if is_folder { &mut folders } else { &mut files }.push(path.clone());
    }
    Ok((folders, files))
}

/// Returns the paths that lead to regular files.
pub(crate) fn regular_files<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<Vec<PathBuf>, ProofError> {
    let mut plain = Vec::new();
    for path in paths {
        if fs_path::metadata_opt(path).read_context(path)?.is_some_and(|about| about.is_file()) {
            plain.push(path.clone());
        }
    }
    Ok(plain)
}

/// Returns a text such as `122 grids, 2 without a number`.
fn grids_in_words(volume: &PrintedVolume) -> String {
    let all = counted(volume.grids as u64, "grid", "grids");
    match volume.unnumbered {
        _ if volume.by_place => format!("{all} without numbers, known by their places"),
        0 => all,
        left => format!("{all}, {left} without a number"),
    }
}
