//! The verification of catalogues, books and runs that are named together, each alone and against
//! the others.

use super::catalog::row::CatalogRow;
use super::catalog::{RunExpectations, VerifiedCatalog, catalog};
use super::cross_check::archive::archived;
use super::cross_check::duplicates::{DuplicateIndex, printed_twice};
use super::cross_check::{SeparateAnswers, against};
use super::error::ProofError;
use super::finding::{Finding, UnverifiedFile, counted, path_text};
use super::inputs::{
    STDIN, VerifiedBook, covers_in, file_name, files_of_run, is_pdf, manifest_bytes, split_covers,
    split_folders, verified_books,
};
use super::levels::LevelFigures;
use super::run::RunFiles;
use super::volume::{self, PrintedVolume};
use archive::Archive;
use files::FileSums;
use files::output::{self, FileRecord};
use grid::GridShape;
use human::Rung;
use jobs::{FileKind, FoundSheet, IoContext as _, MadeBook, Manifest, SourceRun};
use make::Dedup;
use preflight::PrintSpec;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};
use tables::{PuzzleSheets, RowReader, Split, SplitShares};
use words::{Clause, clause, quote_names, shell_path};

/// The number of times that a folder is judged while another command renews it.
const MAX_JUDGEMENTS: u32 = 3;

/// The state and the result of a verification.
#[derive(Debug, Default)]
pub struct Proof {
    pub(super) threads: usize,
    dedup: Option<Dedup>,
    /// True if duplicates in files that belong to no run are not looked for.
    pub allows_duplicates: bool,
    /// The archive that must have every puzzle of the runs.
    pub archive: Option<Archive>,
    /// True if the books of runs are rebuilt and compared with their files.
    pub makes_again: bool,
    /// The puzzle column of catalogues that belong to no run, if the user named one.
    pub column: Option<String>,
    /// The size of all puzzles of these catalogues, if the user named one.
    pub size: Option<GridShape>,
    /// The printer that replaces the one of the runs, or the printer of other files.
    pub terms: Option<PrintSpec>,
    /// The proof sheet that the caller writes, for which what is read is kept.
    pub sheet: Option<PathBuf>,
    /// The function that is called after each row of a catalogue.
    pub on_row: RowCallback,
    /// The findings, in order.
    pub findings: Vec<Finding>,
    /// Findings that are only advice.
    pub advice: Vec<Finding>,
    /// Harmless files in the folders of runs that no manifest lists.
    pub others: Vec<PathBuf>,
    /// The files that could not be verified, with reasons.
    pub unjudged: Vec<UnverifiedFile>,
    /// A sentence with the file for each of these columns that may state our levels or ratings.
    pub unproved: Vec<String>,
    /// Notes about what was read, such as lines that were skipped.
    pub notes: Vec<Clause>,
    /// The totals of what was read.
    pub totals: Totals,
    /// The runs and files that were read, in order, if a sheet needs them.
    pub read: Vec<VerifiedInput>,
    /// The printers for which books were inspected, each with its conditions.
    pub(super) judges: BTreeSet<String>,
    /// Files of runs that equal their rebuilt version.
    pub(super) proved: BTreeSet<Arc<str>>,
    /// The puzzles of all inputs; `None` for a single input.
    pub(super) inputs: Option<DuplicateIndex>,
    /// The figures of the input that is read, if they are kept.
    pub(super) levels: Option<LevelFigures>,
}

/// A function that is called after each row of a catalogue. The default does nothing.
pub struct RowCallback(pub Box<dyn FnMut() + Send>);

impl Default for RowCallback {
    fn default() -> Self {
        Self(Box::new(|| ()))
    }
}

impl fmt::Debug for RowCallback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RowCallback")
    }
}

/// A run, or files that are named together, after its verification.
#[derive(Debug, Default)]
pub struct VerifiedInput {
    /// The name of the run, or the names of the files.
    pub name: String,
    /// The folders that findings may name.
    pub paths: Vec<PathBuf>,
    /// The manifest of the run; `None` for other files.
    pub manifest: Option<Manifest>,
    /// The volumes and covers.
    pub books: Vec<VerifiedBook>,
    /// The figures of the puzzles in catalogues.
    pub levels: LevelFigures,
    /// All files that were judged, as they were before.
    pub judged: Vec<FileRecord>,
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

impl Proof {
    /// Creates a proof. `threads` 0 means one for each core. `dedup` applies to catalogues without
    /// a manifest. `archive` must contain every puzzle of the runs.
    pub fn new(threads: usize, dedup: Option<Dedup>, archive: Option<Archive>) -> Self {
        Self { threads, dedup, archive, ..Self::default() }
    }

    /// Verifies folders of finished runs, each alone, and then books and catalogues, also against
    /// each other. If another command renews a folder meanwhile, everything is judged again.
    ///
    /// # Errors
    /// [`ProofError`].
    pub fn prove(&mut self, paths: &[PathBuf]) -> Result<(), ProofError> {
        let (folders, mut files) = split_folders(paths)?;
        // A cover in the folder of a run is judged with it.
        for folder in &folders {
            let covers = covers_in(folder)?;
            files.retain(|path| !covers.contains(path));
        }
        let has_stdin = files.iter().any(|path| path == Path::new(STDIN));
        let mut before = manifest_bytes(&folders)?;
        for judgement in 1.. {
            let judged = self.judge(paths, &folders, &files);
            let after = manifest_bytes(&folders)?;
            let renewed = (0..folders.len()).find(|&at| before[at] != after[at]);
            let Some(at) = renewed else { return judged };
            // Standard input cannot be read twice.
            if judgement == MAX_JUDGEMENTS || has_stdin {
                return Err(ProofError::Renewed(folders[at].clone()));
            }
            before = after;
            self.forget();
        }
        Ok(())
    }

    /// Removes the results, and keeps what the caller has set.
    fn forget(&mut self) {
        let before = std::mem::take(self);
        *self = Self {
            threads: before.threads,
            dedup: before.dedup,
            allows_duplicates: before.allows_duplicates,
            archive: before.archive,
            makes_again: before.makes_again,
            column: before.column,
            size: before.size,
            terms: before.terms,
            sheet: before.sheet,
            on_row: before.on_row,
            ..Self::default()
        };
    }

    /// Judges these paths once, which are these folders and files.
    fn judge(
        &mut self,
        paths: &[PathBuf],
        folders: &[PathBuf],
        files: &[PathBuf],
    ) -> Result<(), ProofError> {
        self.inputs = None;
        if paths.len() > 1 && !self.allows_duplicates {
            self.inputs = Some(DuplicateIndex::new(self.dedup.unwrap_or(Dedup::Class)));
        }
        for folder in folders {
            let judged = self.records(&files_of_run(folder)?)?;
            self.begin_input();
            let mut input = self.run(folder)?;
            input.paths.push(folder.clone());
            self.keep_input(input, judged);
        }
        if !files.is_empty() {
            let judged = self.records(files)?;
            self.begin_input();
            let input = self.files(files)?;
            self.keep_input(input, judged);
        }
        Ok(())
    }

    fn begin_input(&mut self) {
        self.levels = self.sheet.as_ref().map(|_| LevelFigures::default());
    }

    fn keep_input(&mut self, mut input: VerifiedInput, judged: Vec<FileRecord>) {
        if let Some(levels) = self.levels.take() {
            input.levels = levels;
            input.judged = judged;
            self.read.push(input);
        }
    }

    /// Returns the records of files, each once, if they are kept. They are read before the
    /// judgement, so that a file which changes meanwhile has another sum than its record.
    fn records(&self, paths: &[PathBuf]) -> Result<Vec<FileRecord>, ProofError> {
        let mut records = Vec::new();
        for path in paths.iter().filter(|path| self.sheet.is_some() && *path != Path::new(STDIN)) {
            let record = FileRecord::read(path).read_context(path)?;
            if !records.contains(&record) {
                records.push(record);
            }
        }
        Ok(records)
    }

    /// Compares the proof sheet in the folder of a sound run with its files.
    fn judge_sheet(&mut self, folder: &Path, manifest: Manifest) -> Result<(), ProofError> {
        let path = folder.join(FoundSheet::FILE);
        let file = path_text(&path);
        let made = MadeBook::Run(Box::new(manifest));
        let sheet = match FoundSheet::read(&path).read_context(&path)? {
            FoundSheet::Nothing => return Ok(()),
            FoundSheet::Foreign => {
                self.others.push(path);
                return Ok(());
            }
            FoundSheet::Own(sheet) => sheet,
        };
        if !sheet.judges(folder, &made, &FileSums::default()).read_context(&path)? {
            let [folder, sheet] = [folder, &path].map(shell_path);
            let command = format!("sudoku-press verify {folder} --sheet {sheet}");
            let expected = format!("those of this run; `{command}` makes a sheet of them");
            self.findings.push(Finding::whole(&file, "judges other files", expected));
        } else if let Some(problems) = sheet.problems {
            let problems = problems.to_string();
            self.notes.push(clause!("{} names problems: {}", file.to_string(), problems));
        }
        Ok(())
    }

    /// Verifies books and catalogues, and compares them with each other. The rest of a book's pages
    /// is not verified, because only its run defines it.
    fn files(&mut self, paths: &[PathBuf]) -> Result<VerifiedInput, ProofError> {
        let mut pdfs = Vec::new();
        for path in paths {
            if is_pdf(path).read_context(path)? {
                pdfs.push(path.clone());
            }
        }
        let has_books = !pdfs.is_empty();
        let (covers, volumes) = split_covers(pdfs)?;
        let (mut printed, mut catalogs) = (Vec::new(), Vec::new());
        for path in paths {
            if volumes.contains(path) {
                printed.push(self.volume(path, volume::any_volume)?);
            } else if !covers.contains(path) {
                let opened = open_rows(path, self.column.as_deref())?;
                // Sheets of one workbook are compared with each other like files.
                if opened.sheets.len() > 1 && !self.allows_duplicates && self.inputs.is_none() {
                    self.inputs = Some(DuplicateIndex::new(self.dedup.unwrap_or(Dedup::Class)));
                }
                let name = file_of(path);
                self.notes.extend(
                    opened
                        .notes
                        .iter()
                        .map(|note| clause!("{}: {}", name.to_string(), note.clone())),
                );
                for sheet in opened.sheets {
                    let file = sheet.name_in(&name);
                    catalogs.push(self.catalog(path, (file, sheet.rows), None, has_books)?);
                }
            }
        }
        let split = SplitVolumes::new(&printed);
        if split.books.is_empty() {
            for volume in &split.others {
                self.findings.extend(missing_puzzles(volume, !catalogs.is_empty()));
            }
        }
        let books = &split.books;
        let others = split.others.iter();
        let apart = others.map(|volume| SeparateAnswers { volume, books: books.clone() });
        self.cross_check(&catalogs, books, &apart.collect::<Vec<_>>(), self.dedup);
        for volume in &printed {
            let why = if !volume.puzzles.is_empty() || !volume.answers.is_empty() {
                format!("words and pictures; found {}", grids_in_words(volume))
            } else if volume.drawn > 0 {
                "the digits are drawings".to_owned()
            } else {
                "it has no grid with a number".to_owned()
            };
            self.unjudged.push(UnverifiedFile { file: volume.file.clone(), why });
        }
        let names: Vec<_> = paths.iter().map(|path| file_name(path)).collect();
        self.find_unlisted_beside(&volumes)?;
        let books = verified_books(volumes, covers);
        let mut judged = books.clone();
        judged.retain(|book| !split.has_answers_of_books(&path_text(&book.path)));
        self.inspect_files(&judged)?;
        let parents = paths.iter().filter_map(|path| path.parent()).map(Path::to_owned);
        let (name, paths) = (names.join(", "), parents.collect());
        Ok(VerifiedInput { name, paths, books, ..VerifiedInput::default() })
    }

    /// Verifies the folder of a finished run.
    fn run(&mut self, folder: &Path) -> Result<VerifiedInput, ProofError> {
        let before = self.findings.len();
        let run = match RunFiles::open(folder)? {
            Ok(run) => run,
            Err(finding) => {
                self.findings.push(finding);
                let name = "a folder without a finished run".to_owned();
                return Ok(VerifiedInput { name, ..VerifiedInput::default() });
            }
        };
        self.totals.runs += 1;
        self.totals.files += run.manifest.files.len() as u64;
        if let Some(inputs) = &mut self.inputs {
            inputs.begin_run(run.manifest.edition_name(), folder.display().to_string());
        }
        self.findings.extend(run.findings.iter().cloned());
        self.others.extend(run.others.iter().cloned());
        let short = run.manifest.short.iter().map(|why| Finding::whole(&run.name, why, ""));
        self.advice.extend(short);
        let mut catalogs = Vec::new();
        let mut counted = CountedRun { files: &run, counts: BTreeMap::new() };
        let listed = run.files(FileKind::Catalog);
        for path in &run.readable_files(FileKind::Catalog)? {
            // A data set has no book, and no archive, to compare its rows with.
            let keeps = run.manifest.settings.split.is_none();
            // A catalogue of a run has one sheet of puzzles.
            for sheet in open_rows(path, None)?.sheets {
                let file = sheet.name_in(&file_of(path));
                let opened = (file, sheet.rows);
                catalogs.push(self.catalog(path, opened, Some(&mut counted), keeps)?);
            }
        }
        // Of a catalogue that is missing there is a finding.
        if catalogs.len() == listed.len() {
            self.findings.extend(run.counts(&counted.counts));
        }
        if let Some(archive) = &self.archive {
            let name = run.manifest.run_name();
            for (file, rows) in &catalogs {
                self.findings.extend(archived(file, rows, archive, &name)?);
            }
        }
        let volumes = run.readable_files(FileKind::Volume)?;
        self.printed(folder, &run, &catalogs, &volumes)?;
        let books = verified_books(volumes, covers_in(folder)?);
        self.inspect_run(&run, &books)?;
        let RunFiles { manifest, .. } = run;
        let sheet = folder.join(FoundSheet::FILE);
        if self.findings.len() == before && self.sheet.as_ref() != Some(&sheet) {
            self.judge_sheet(folder, manifest.clone())?;
        }
        let name = format!("run {}", manifest.run_name());
        let manifest = Some(manifest);
        Ok(VerifiedInput { name, manifest, books, ..VerifiedInput::default() })
    }

    /// Verifies the printed files of a run: volumes, answers and booklets.
    fn printed(
        &mut self,
        folder: &Path,
        run: &RunFiles,
        catalogs: &[(Arc<str>, Vec<CatalogRow>)],
        volumes: &[PathBuf],
    ) -> Result<(), ProofError> {
        let (mut books, mut answers) = (Vec::new(), Vec::new());
        for path in volumes {
            books.push(self.volume(path, volume::volume)?);
        }
        for path in &run.readable_files(FileKind::Answers)? {
            answers.push(self.volume(path, volume::volume)?);
        }
        for path in &run.readable_files(FileKind::Booklet)? {
            let bytes = output::read(path).read_context(path)?;
            let booklet = volume::volume(&path_text(path), &bytes, self.threads)?;
            self.findings.extend(booklet.findings);
        }
        self.rebuild(folder, run, catalogs)?;
        // A book without puzzles is fine if the run rebuilds it: answers alone, or practice.
        let split = SplitVolumes::new(&books);
        for book in split.others.iter().filter(|book| !self.proved.contains(&book.file)) {
            let expected = "the puzzles that the manifest promises";
            let found = "found no puzzle with a number";
            self.findings.push(Finding::whole(&book.file, found, expected));
        }
        let mut apart = Vec::new();
        for volume in &answers {
            let of_file = FileKind::volume_of_answers(&file_name(Path::new(&*volume.file)));
            let mut books = split.books.clone();
            books.retain(|book| of_file == Some(file_name(Path::new(&*book.file))));
            apart.push(SeparateAnswers { volume, books });
        }
        self.cross_check(catalogs, &split.books, &apart, self.dedup.or(Some(run.dedup)));
        Ok(())
    }

    /// Compares books with the catalogues beside them, or else with each other.
    fn cross_check(
        &mut self,
        catalogs: &[(Arc<str>, Vec<CatalogRow>)],
        books: &[&PrintedVolume],
        answers: &[SeparateAnswers],
        dedup: Option<Dedup>,
    ) {
        if catalogs.is_empty() && !self.allows_duplicates {
            let dedup = dedup.unwrap_or(Dedup::Class);
            self.findings.extend(printed_twice(books, dedup));
        }
        self.findings.extend(against(catalogs, books, answers));
    }

    fn catalog(
        &mut self,
        path: &Path,
        (file, rows): (Arc<str>, RowReader<Box<dyn Read + Send>>),
        counted: Option<&mut CountedRun>,
        keeps: bool,
    ) -> Result<(Arc<str>, Vec<CatalogRow>), ProofError> {
        let run = counted.as_ref().map(|counted| counted.files);
        let dedup = match run {
            None if self.allows_duplicates => None,
            None => Some(self.dedup.unwrap_or(Dedup::Class)),
            Some(run) => Some(self.dedup.unwrap_or(run.dedup)),
        };
        let none = RunExpectations {
            levels: self.sheet.is_some(),
            size: self.size,
            ..RunExpectations::default()
        };
        let expectations = match run {
            Some(run) => &run.expectations,
            None => &none,
        };
        let (mut known, mut count) = (Vec::new(), 0);
        if let Some(inputs) = self.inputs.as_mut().filter(|_| run.is_none()) {
            inputs
                .begin_catalog(SourceRun::of_catalog(path).map(|run| run.manifest.edition_name()));
        }
        let split = run.and_then(|run| run.split_in(path));
        let mut misplaced = Vec::new();
        let catalog = catalog(&file, rows, dedup, expectations, self.threads, |row| {
            count += 1;
            (self.on_row.0)();
            if let Some(levels) = &mut self.levels {
                levels.count(&row);
            }
            if let Some(inputs) = &mut self.inputs {
                inputs.push(&file, &row);
            }
            if let Some((shares, own)) = split {
                misplaced.extend(wrong_split(&file, &row, shares, own));
            }
            if keeps {
                known.push(row);
            }
            Ok(())
        })?;
        self.findings.extend(misplaced);
        if let Some(counted) = counted {
            counted.add(&catalog.rungs);
        }
        self.totals.rows += count;
        self.add_catalog(&file, catalog);
        Ok((file, known))
    }

    /// Adds the result of a catalogue.
    fn add_catalog(&mut self, file: &Arc<str>, catalog: VerifiedCatalog) {
        let sentences = catalog.unproved.iter().map(|sentence| format!("{file}: {sentence}"));
        self.unproved.extend(sentences);
        if !catalog.unjudged.is_empty() {
            let word = if catalog.unjudged.len() == 1 { "column" } else { "columns" };
            let why = format!("the {word} {}", quote_names(&catalog.unjudged));
            self.unjudged.push(UnverifiedFile { file: file.clone(), why });
        }
        self.totals.catalogs += 1;
        self.notes.extend(
            catalog.notes.into_iter().map(|note| clause!("{}: {}", file.to_string(), note)),
        );
        self.findings.extend(catalog.findings);
        self.findings.extend(self.inputs.as_mut().map(DuplicateIndex::end).unwrap_or_default());
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

/// Volumes with puzzles, and other ones.
struct SplitVolumes<'a> {
    books: Vec<&'a PrintedVolume>,
    others: Vec<&'a PrintedVolume>,
}

impl<'a> SplitVolumes<'a> {
    fn new(volumes: &'a [PrintedVolume]) -> Self {
        let (books, others) = volumes.iter().partition(|volume| !volume.puzzles.is_empty());
        Self { books, others }
    }

    /// Returns true if a file has only the answers to books that are named with it. Readers print
    /// such a file themselves, so no rule of the printer holds for it.
    fn has_answers_of_books(&self, file: &Arc<str>) -> bool {
        let mut others = self.others.iter();
        !self.books.is_empty()
            && others.any(|volume| volume.file == *file && !volume.answers.is_empty())
    }
}

/// A run, and the number of puzzles of each level or band in its catalogues so far.
struct CountedRun<'a> {
    files: &'a RunFiles,
    counts: BTreeMap<Rung, u64>,
}

impl CountedRun<'_> {
    /// Adds the puzzles of a catalogue.
    fn add(&mut self, rungs: &BTreeMap<Rung, u64>) {
        for (rung, count) in rungs {
            *self.counts.entry(*rung).or_default() += count;
        }
    }
}

/// Returns the finding about a puzzle whose solution grid belongs to another split.
fn wrong_split(
    file: &Arc<str>,
    row: &CatalogRow,
    shares: &SplitShares,
    own: Split,
) -> Option<Finding> {
    let right = shares.split(&row.proved.as_ref()?.puzzle);
    if right == own {
        return None;
    }
    let found = format!("a puzzle of the split {right}, by its solution grid");
    let expected = format!("puzzles of the split {own}");
    Some(Finding::in_row(file, row.line, "puzzle", found, expected).about_puzzle(&row.id))
}

/// Returns the name of a file of puzzles, or of standard input, in findings.
fn file_of(path: &Path) -> Arc<str> {
    if path == Path::new(STDIN) { "standard input".into() } else { path_text(path) }
}

/// Opens a file of puzzles or standard input.
fn open_rows(path: &Path, column: Option<&str>) -> Result<PuzzleSheets, ProofError> {
    if path == Path::new(STDIN) {
        return Ok(PuzzleSheets::from_input(Box::new(io::stdin()), column));
    }
    Ok(PuzzleSheets::open_plain(path, column).read_context(path)?)
}

/// Returns the finding about a volume that lacks puzzles, unless a file with puzzles is named with
/// it.
fn missing_puzzles(volume: &PrintedVolume, has_catalog: bool) -> Option<Finding> {
    let is_of_answers =
        !volume.answers.is_empty() && file_name(Path::new(&*volume.file)).contains("answers");
    if volume.pages == 0 || volume.drawn > 0 || is_of_answers && has_catalog {
        return None;
    }
    let found = match volume.grids {
        0 => "found no grid of 9 by 9, 6 by 6 or 4 by 4 cells".to_owned(),
        n => format!("found no puzzle in {}", counted(n as u64, "grid", "grids")),
    };
    let expected = if volume.answers.is_empty() {
        "puzzles whose lines are drawn, not pictures of them"
    } else {
        "some, or a book or a catalogue with the puzzles named with these answers"
    };
    Some(Finding::whole(&volume.file, found, expected))
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
