//! Arguments that name files of puzzles.

use super::{
    ExitCode, Failure, FailureContext, judge_first, one_of, printable, read_packed_table,
    usage_error,
};
use ::jobs::{RunError, SourceRun};
use ::proof::isolation::{ForeignFile, JudgementError};
use ::proof::readback::Pdf;
use book::text;
use clap::{Args, value_parser};
use files::fs_path::{is_dir, is_file};
use files::output;
use grid::GridShape;
use make::{OrderedMap, Workers};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::{InputError, NoteSink, PlacedGrid, PuzzleFile};
use words::{shell_path, shell_word};

#[derive(Args, Clone, Debug)]
pub struct InputArgs {
    /// Files of puzzles: lines with 81 cells, drawn grids of nine lines, candidates, CSV or JSON
    /// with `puzzle`, also in .gz or .zst, Excel workbooks, Parquet, or the folder of a finished
    /// run; - is standard input
    /// [default: standard input]
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,

    #[command(flatten)]
    pub column: ColumnArgs,

    #[command(flatten)]
    pub size: SizeArgs,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Print results and errors only
    #[arg(long, short)]
    pub quiet: bool,

    /// True if grids of candidates are positions of a player, not puzzles.
    #[arg(skip)]
    pub has_positions: bool,
}

/// The flag that names the column of the puzzles, for every command that reads tables.
#[derive(Args, Clone, Debug, Default)]
pub struct ColumnArgs {
    /// Column or key of the puzzles in CSV, workbooks, JSON and Parquet, in any case [default:
    /// puzzle, or the only one that has another usual name, such as quizzes]
    #[arg(long, value_name = "NAME", value_parser = text)]
    pub column: Option<String>,
}

/// The flag that limits the size of grids, for commands that read puzzles.
#[derive(Args, Clone, Debug, Default)]
pub struct SizeArgs {
    /// Size of all puzzles, 4, 6 or 9; others are errors [default: each line tells its size]
    #[arg(long, value_name = "N", value_parser = one_of(GridShape::TABLE), hide_possible_values = true)]
    pub size: Option<GridShape>,
}

impl SizeArgs {
    /// Returns these files, in which grids of another size are errors.
    pub fn limit(&self, files: Vec<PuzzleFile>) -> Vec<PuzzleFile> {
        files.into_iter().map(|file| file.with_size(self.size)).collect()
    }
}

impl ColumnArgs {
    /// Returns these files, set to read the column that the user has named.
    pub fn name_in(&self, files: Vec<PuzzleFile>) -> Vec<PuzzleFile> {
        files.into_iter().map(|file| file.with_column(self.column.clone())).collect()
    }

    /// Fails if a column is named but all paths are folders of runs, whose columns are known.
    pub fn check_paths(&self, paths: &[PathBuf]) -> Result<(), Failure> {
        let are_runs = paths.iter().all(|path| is_dir(path).unwrap_or(false));
        self.refuse_known(are_runs.then(|| "folders of runs".to_owned()))
    }

    /// Fails if a column is named for the folder of a run, whose columns are known.
    pub fn check_for(&self, run: Option<&SourceRun>) -> Result<(), Failure> {
        self.refuse_known(run.map(|run| format!("the run {}", run.folder.display())))
    }

    fn refuse_known(&self, found: Option<String>) -> Result<(), Failure> {
        match (&self.column, found) {
            (Some(column), Some(found)) => Err(usage_error(format!(
                "--column {column}: expected a table of others, found {found}, whose columns are known"
            ))),
            _ => Ok(()),
        }
    }
}

/// A puzzle that was read, or the error in its place.
pub type InputItem = Result<PlacedGrid, InputError>;

impl InputArgs {
    /// Returns true if the line number alone does not identify a puzzle.
    pub fn has_several_files(&self) -> bool {
        self.files.len() > 1
    }

    /// Returns arguments for each file alone.
    pub fn each_file(&self) -> Vec<Self> {
        let one = |files| Self { files, ..self.clone() };
        match &self.files[..] {
            [] => vec![one(Vec::new())],
            files => files.iter().map(|file| one(vec![file.clone()])).collect(),
        }
    }

    /// Returns the files that the user named.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.files.iter().map(PathBuf::as_path)
    }

    /// Returns the only file, if it is not standard input.
    pub fn path(&self) -> Option<&Path> {
        match &self.files[..] {
            [file] if !is_stdin(file) => Some(file),
            _ => None,
        }
    }

    /// Runs `work` on the puzzles of all files on many threads, and returns the results in order. A
    /// file that cannot be read is an item among the others.
    pub fn par_map<A: Send + 'static>(
        &self,
        work: impl Fn(InputItem) -> A + Send + Sync + 'static,
    ) -> Result<OrderedMap<A>, Failure> {
        if !self.quiet && self.reads_stdin() && io::stdin().is_terminal() {
            super::messages::eprint_line("type or paste puzzles, one a line; end with Ctrl-D");
        }
        let blocks = PlacedGrid::read(self.puzzle_files(&notes(self.quiet)));
        let threads = self.threads.unwrap_or(0).into();
        let workers = Workers::start(threads).map_err(anyhow::Error::from)?;
        Ok(workers.map_ordered(Workers::MAX_FILE_BLOCKS, blocks, work))
    }
}

impl InputArgs {
    /// Replaces the folder of each finished run by its catalogue.
    pub fn name_catalogs(&mut self) -> Result<(), Failure> {
        self.files = named_catalogs(&self.files)?;
        Ok(())
    }

    fn reads_stdin(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| is_stdin(file))
    }

    /// Returns true if all files can be read twice: they are regular files.
    pub fn can_reread(&self) -> bool {
        !self.reads_stdin() && self.files.iter().all(|file| is_file(file).unwrap_or(false))
    }

    /// Returns the files, which report skipped lines to `notes`.
    pub fn puzzle_files(&self, notes: &NoteSink) -> Vec<PuzzleFile> {
        let stdin = [PathBuf::from("-")];
        let files = if self.files.is_empty() { &stdin[..] } else { &self.files };
        let files = files.iter().map(|file| puzzle_file(file, notes));
        let files = if self.has_positions {
            files.map(PuzzleFile::with_positions).collect()
        } else {
            files.collect()
        };
        self.size.limit(self.column.name_in(files))
    }
}

/// Returns the paths with the catalogues of finished runs in place of their folders.
pub fn named_catalogs(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if is_dir(path).unwrap_or(false)
            && let Some(run) = SourceRun::open(path)?
        {
            files.extend(run.catalogs());
        } else {
            files.push(path.clone());
        }
    }
    Ok(files)
}

/// Returns the files of paths, which report skipped lines to `notes`. The folder of a finished run
/// stands for its catalogues, whose columns are known; `column` is that of the others.
pub fn input_files(
    paths: &[PathBuf],
    column: &ColumnArgs,
    notes: &NoteSink,
) -> Result<Vec<PuzzleFile>, Failure> {
    let mut files = Vec::new();
    for path in paths {
        if is_dir(path).unwrap_or(false)
            && let Some(run) = SourceRun::open(path)?
        {
            files.extend(run.puzzles());
        } else {
            files.extend(column.name_in(vec![puzzle_file(path, notes)]));
        }
    }
    Ok(files)
}

/// Returns the failure of a product of files of others. If rows are wrong, it tells how to leave
/// out those without exactly one solution.
pub fn rows_failure(error: RunError, paths: &[PathBuf], column: &ColumnArgs) -> Failure {
    let words = match &error {
        RunError::Input(InputError::Row(words)) => words.to_string(),
        _ => return error.into(),
    };
    // A header that cannot be read and a puzzle that comes twice have remedies of their own.
    if ["expected a column", "expected one column", "--allow-duplicates"]
        .iter()
        .any(|other| words.contains(other))
    {
        return error.into();
    }
    let mut command = "sudoku-press transform".to_owned();
    for path in paths {
        command += &format!(" {}", shell_path(path));
    }
    if let Some(column) = &column.column {
        command += &format!(" --column {}", shell_word(column));
    }
    Failure::msg(
        ExitCode::Failure,
        format_args!(
            "{words}\nmend these rows, or leave out those without exactly one solution: \
             `{command} --add canonical --out sound.csv` writes the others"
        ),
    )
}

fn is_stdin(file: &Path) -> bool {
    file == Path::new("-")
}

/// Returns the finished run, if the only path is the folder of one.
pub fn finished_run(paths: &[impl AsRef<Path>]) -> Result<Option<SourceRun>, Failure> {
    let mut runs = Vec::new();
    for folder in paths.iter().map(AsRef::as_ref) {
        if !is_dir(folder).read_context(folder)? {
            continue;
        }
        let none = || {
            let message = "expected a catalogue or the folder of a finished run, found a folder without \
                         manifest.json";
            usage_error(format!("{}: {message}", folder.display()))
        };
        runs.push(SourceRun::open(folder)?.ok_or_else(none)?);
    }
    if runs.len() > 1 || runs.len() < paths.len() && !runs.is_empty() {
        let message = "expected the folder of one run alone, found more paths; beside others name its \
                     catalogue";
        let catalogs = runs[0].catalogs();
        return Err(usage_error(format!("{message} {}", catalogs[0].display())));
    }
    Ok(runs.pop())
}

/// Returns the catalogue of a finished run, or the files that the user named. Files of a run must
/// be regular files: a pipe or a device is an error and is never waited for.
pub fn catalogs(run: Option<&SourceRun>, paths: &[PathBuf], notes: &NoteSink) -> Vec<PuzzleFile> {
    match run {
        Some(run) => run.puzzles(),
        None => paths.iter().map(|path| puzzle_file(path, notes)).collect(),
    }
}

/// Returns a sink that prints notes about the input on standard error, unless `is_quiet`.
pub fn notes(is_quiet: bool) -> NoteSink {
    Arc::new(move |message| {
        if !is_quiet {
            super::messages::eprint_line(format_args!(
                "sudoku-press: note: {}",
                printable(&message.to_string())
            ));
        }
    })
}

/// The message about a file that ended the child process which read it.
struct FailedInput(String);

impl io::Read for FailedInput {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::InvalidData, self.0.clone()))
    }
}

/// Opens a file that reports skipped lines to `notes`; `-` is standard input.
fn puzzle_file(path: &Path, notes: &NoteSink) -> PuzzleFile {
    let file = if is_stdin(path) {
        PuzzleFile::stream("standard input", Box::new(io::stdin()))
    } else {
        match read_packed_table(path) {
            Ok(Some(workbook)) => PuzzleFile::workbook(path.to_owned(), workbook),
            Ok(None) => PuzzleFile::at(path.to_owned()),
            Err(error) => {
                let why = match error {
                    JudgementError::Ended { end, .. } => end.to_string(),
                    error => error.to_string(),
                };
                PuzzleFile::stream(&path.display().to_string(), Box::new(FailedInput(why)))
            }
        }
    };
    file.with_notes(notes.clone())
}

/// Returns the number of pages of a PDF.
pub fn page_count(path: &Path) -> Result<usize, Failure> {
    judge_first(&ForeignFile::Template(path.to_owned()))?;
    let bytes = output::read(path).read_context(path)?;
    Pdf::open(&bytes).read_context(path).map(|pdf| pdf.page_count())
}
