//! `archive`: queries or updates the archive of everything ever printed. `run` uses the archive
//! without this module.

use super::answer::AnswerRows;
use super::terminal::raw_stdout;
use super::{
    AnswerOutput, DuplicateArgs, ExitCode, Failure, FailureContext, InputArgs, InputItem, LockArgs,
    confirm, eprint_line, locks, terminal, usage_error, with_stdout,
};
use ::jobs::{Manifest, RunError};
use archive::{
    Archive, ArchiveError, ConflictPolicy, FOUND_HEADER, ImportedKeys, InsertOptions,
    RestoreSummary, RunDescription, counted_runs, exported_keys, found_fields, named_runs,
};
use clap::{Args as ClapArgs, Subcommand};
use files::Overwrite;
use grid::Key;
use make::Dedup;
use std::io::{self, BufReader, BufWriter, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tables::{
    ColumnHead, DuplicateSearch, FieldValue, FilePlace, InputError, PlacedGrid, TableFormat,
    ValidRows, compress,
};

/// The maximum number of puzzles in one look-up.
const MAX_LOOKUP_KEYS: usize = 1 << 16;

/// Arguments of `archive`.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  sudoku-press archive create printed.archive
  sudoku-press archive copy printed.archive backup.archive
  sudoku-press archive copy printed.archive postgres://user@host/database

An archive is one of
  printed.archive                 a SQLite file, for the programs of one computer
  postgres://user@host/database   a PostgreSQL database, for several computers; the password comes
                                  from PGPASSWORD or PGPASSFILE")]
pub struct Args {
    #[command(subcommand)]
    command: ArchiveCommand,
}

#[derive(Subcommand, Debug)]
enum ArchiveCommand {
    /// Create an empty archive
    Create(PositionalArchive),
    /// List the runs, and count their puzzles
    Stats(PositionalArchive),
    /// Read every page and count every key
    Check(PositionalArchive),
    /// Copy an archive safely, even while a run writes to it, also to another kind of archive: TO,
    /// or FROM TO
    Copy {
        /// The archive, unless --archive names it, and the copy: a file or
        /// postgres://HOST/DATABASE; one that exists is not replaced
        #[arg(required = true, num_args = 1..=2, value_name = "NAME")]
        names: Vec<PathBuf>,

        /// The archive
        #[arg(long, value_name = "NAME")]
        archive: Option<PathBuf>,
    },
    /// Replace the archive by a copy
    Restore {
        /// The copy. It is checked first, and not changed
        from: PathBuf,

        #[command(flatten)]
        at: ArchiveArg,

        /// Replace the archive even if it has runs that the copy lacks, or is some other file
        #[arg(long)]
        force: bool,

        #[command(flatten)]
        locks: LockArgs,
    },
    /// Write all keys as CSV to standard output
    Export(PositionalArchive),
    /// Add the puzzles of catalogues and other puzzle files, or the keys of an exported archive
    Import {
        #[command(flatten)]
        at: ArchiveArg,

        #[command(flatten)]
        input: InputArgs,

        #[command(flatten)]
        duplicates: DuplicateArgs,

        #[command(flatten)]
        locks: LockArgs,
    },
    /// Remove a run and its puzzles: they may be printed again
    Forget {
        /// The run's name, 16 hexadecimal digits; `archive stats` lists the names
        run: String,

        #[command(flatten)]
        at: ArchiveArg,

        #[command(flatten)]
        locks: LockArgs,
    },
    /// Find the run and row in which each puzzle, or an equivalent one, was printed
    Find {
        #[command(flatten)]
        at: ArchiveArg,

        #[command(flatten)]
        input: InputArgs,
    },
}

#[derive(ClapArgs, Debug)]
struct ArchiveArg {
    /// The archive: a file, or postgres://HOST/DATABASE
    #[arg(long, value_name = "NAME")]
    archive: PathBuf,
}

/// The archive as a positional argument or a flag, for commands without another positional
/// argument.
#[derive(ClapArgs, Debug)]
#[group(required = true, multiple = false)]
struct PositionalArchive {
    /// The archive: a file, or postgres://HOST/DATABASE
    #[arg(value_name = "NAME")]
    name: Option<PathBuf>,

    /// The archive
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,
}

impl PositionalArchive {
    fn path(&self) -> &Path {
        self.name.as_ref().or(self.archive.as_ref()).expect("one of them is required")
    }

    fn open(&self) -> Result<Archive, Failure> {
        Ok(Archive::open_to_read(self.path())?)
    }
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        ArchiveCommand::Create(at) => Archive::create(at.path())?,
        ArchiveCommand::Stats(at) => {
            let stats = at.open()?.stats()?;
            let bytes = stats.bytes;
            with_stdout(|out| {
                writeln!(out, "{stats}, {bytes} bytes")?;
                stats.runs.iter().try_for_each(|run| writeln!(out, "{run}"))
            })?;
        }
        ArchiveCommand::Check(at) => {
            let stats = at.open()?.check()?;
            with_stdout(|out| writeln!(out, "sound: {stats}"))?;
        }
        ArchiveCommand::Copy { names, archive } => {
            let (from, to) = match (archive, names.as_slice()) {
                (Some(from), [to]) => (from, to),
                (None, [from, to]) => (from.clone(), to),
                (Some(_), _) => {
                    return Err(usage_error(
                        "expected one name beside --archive, that of the copy, found two",
                    ));
                }
                (None, _) => {
                    let message =
                        "expected two names, FROM and TO, or --archive FROM, found one name";
                    return Err(usage_error(message));
                }
            };
            let stats = Archive::open_to_read(&from)?.copy(to)?;
            eprint_line(format_args!("copied {stats}"));
        }
        ArchiveCommand::Restore { from, at, force, locks } => {
            restore(&at.archive, &from, force.into(), locks)?;
        }
        ArchiveCommand::Export(at) => {
            let mut out = BufWriter::with_capacity(1 << 16, raw_stdout());
            at.open()?.export(&mut out, Path::new("standard output"))?;
        }
        ArchiveCommand::Import { at, mut input, duplicates, locks } => {
            input.name_catalogs()?;
            let mut archive = locks.archive(&at.archive)?;
            import(&mut archive, &input.each_file(), duplicates)?;
        }
        ArchiveCommand::Forget { run, at, locks } => {
            let gone = locks.archive(&at.archive)?.forget(&run)?;
            eprint_line(format_args!("{gone} puzzles may be printed again"));
        }
        ArchiveCommand::Find { at, mut input } => {
            input.name_catalogs()?;
            find(&Archive::open_to_read(&at.archive)?, &input)?;
        }
    }
    Ok(())
}

/// Replaces an archive by a copy. Asks the user before runs are lost.
fn restore(
    archive: &Path,
    from: &Path,
    overwrite: Overwrite,
    locks: LockArgs,
) -> Result<(), Failure> {
    let restored = match try_restore(archive, from, overwrite, locks)? {
        Err(loss) if may_lose(&loss)? => {
            try_restore(archive, from, Overwrite::Always, locks)?.map_err(Failure::from)?
        }
        restored => restored.map_err(Failure::from)?,
    };
    eprint_line(format_args!("restored {}", restored.stats));
    match restored.lost {
        None => eprint_line(
            "the runs of the replaced file could not be read; repeat those that were entered after the copy was made",
        ),
        Some(lost) if !lost.is_empty() => {
            let (count, last) = (counted_runs(&lost), named_runs(&lost));
            eprint_line(format_args!("lost {count} of the replaced archive: {last}"));
        }
        Some(_) => {}
    }
    Ok(())
}

/// Replaces an archive by a copy. Only the loss of runs is an inner error.
fn try_restore(
    archive: &Path,
    from: &Path,
    overwrite: Overwrite,
    locks: LockArgs,
) -> Result<Result<RestoreSummary, ArchiveError>, Failure> {
    locks.wait(|| match Archive::restore(archive, from, &locks::holder(), overwrite) {
        Err(loss @ ArchiveError::LosesRuns { .. }) => Ok(Err(loss)),
        Err(ArchiveError::Foreign(path)) if path == from => Err(foreign_copy(path)),
        restored => Ok(Ok(restored?)),
    })
}

/// Returns the failure of a file that was named as the copy of an archive and is none. Nobody wants
/// an archive in its place.
fn foreign_copy(path: PathBuf) -> Failure {
    let message = format!(
        "{}: expected a copy of an archive, found another file; name the file of the copy",
        path.display()
    );
    Failure::msg(ExitCode::from_archive_error(&ArchiveError::Foreign(path)), message)
}

/// Asks on a terminal for consent to a loss of runs.
fn may_lose(loss: &ArchiveError) -> Result<bool, Failure> {
    if !io::stdin().is_terminal() || !terminal::is_stderr_terminal() {
        return Ok(false);
    }
    eprint_line(loss);
    confirm("Replace the archive, and lose what the copy lacks?")
}

/// A key of an input file, and its line.
struct KeyToImport {
    key: Key,
    line: u64,
    /// The key of the givens; `None` for an exported archive.
    givens: Option<Key>,
}

/// Returns the next key, or `None` at the end.
type NextKey = Box<dyn FnMut() -> Result<Option<KeyToImport>, Failure>>;

/// Inserts the puzzles of files, or the keys of exported archives. All files are read before the
/// first is inserted.
fn import(
    archive: &mut Archive,
    inputs: &[InputArgs],
    duplicates: DuplicateArgs,
) -> Result<(), Failure> {
    let dedup = if duplicates.allow_duplicates { None } else { Some(Dedup::Class) };
    let mut search = DuplicateSearch::new(dedup);
    let mut files = Vec::with_capacity(inputs.len());
    for input in inputs {
        files.push(read_keys(input, &mut search)?);
    }
    search.end().map_err(RunError::from)?;
    let options = InsertOptions { on_conflict: ConflictPolicy::Skip, ..InsertOptions::default() };
    for (input, keys) in inputs.iter().zip(files) {
        let run = import_run(input, &keys.sha256()).entered(&locks::now());
        let count = keys.count();
        let rows = keys.into_sorted();
        let inserted = archive
            .insert(&run, &options, || Ok::<_, ArchiveError>(rows.iter().copied().map(Ok)))?;
        let (name, new) = (display_name(input), inserted.new);
        let known = count - new;
        eprint_line(format_args!(
            "{name}: {new} puzzles are new, {known} were already in the archive"
        ));
    }
    Ok(())
}

/// Reads the keys of a file.
fn read_keys(input: &InputArgs, search: &mut DuplicateSearch) -> Result<ImportedKeys, Failure> {
    let file: Arc<str> = display_name(input).into();
    let mut next = open_keys(input)?;
    let mut keys = ImportedKeys::default();
    while let Some(KeyToImport { key, line, givens }) = next()? {
        search.push_read(key, givens, &FilePlace { file: file.clone(), line });
        keys.push(key);
    }
    if keys.count() == 0 {
        let words = format!("{file}: expected puzzles, found none");
        return Err(Failure::msg(ExitCode::Failure, words));
    }
    Ok(keys)
}

/// Returns the name of an input in messages.
fn display_name(input: &InputArgs) -> String {
    input.path().map_or("standard input".into(), |path| path.display().to_string())
}

/// Returns the description of an import. `keys_sha256` is the SHA-256 of the imported keys.
fn import_run(input: &InputArgs, keys_sha256: &str) -> RunDescription {
    let file = display_name(input);
    RunDescription {
        kind: "import".into(),
        program: Manifest::PROGRAM.into(),
        seed: None,
        settings: serde_json::json!({ "file": file, "keys_sha256": keys_sha256 }).to_string(),
    }
}

/// Opens a file of puzzles or an exported archive, and returns a reader of its keys.
fn open_keys(input: &InputArgs) -> Result<NextKey, Failure> {
    let exported = match input.path() {
        Some(path) => {
            let file = compress::DecompressingReader::open(path).read_context(path)?;
            exported_keys(BufReader::new(file)).map(|keys| (path.to_owned(), keys))
        }
        None => None,
    };
    if let Some((path, keys)) = exported {
        // The first line is the header.
        let mut keys = keys.zip(2..);
        return Ok(Box::new(move || {
            let Some((key, line)) = keys.next() else { return Ok(None) };
            Ok(Some(KeyToImport { key: key.read_context(&path)?, line, givens: None }))
        }));
    }
    let mut keys = ValidRows::new(input.par_map(parse_class_key)?);
    Ok(Box::new(move || keys.next().transpose().map_err(|e| Failure::new(ExitCode::Failure, e))))
}

/// Returns the key of a puzzle's equivalence class.
fn parse_class_key(item: InputItem) -> Result<KeyToImport, InputError> {
    let PlacedGrid { place, grid, .. } = item?;
    let wrong = |message: &str| InputError::Row(format!("{place}: expected {message}").into());
    if grid.is_full() {
        return Err(wrong("a puzzle, found a complete grid with nothing to solve"));
    }
    let least = grid.shape().min_givens();
    let none =
        || wrong(&format!("{least} givens or more and no digit twice in a house, found {grid}"));
    let key = grid.class_key_of_givens().ok_or_else(none)?;
    Ok(KeyToImport { key, line: place.line, givens: Some(grid.key()) })
}

/// Writes the answers as CSV, in the order of the puzzles. Exit code 1 if a puzzle was never
/// printed, a row was wrong, or there was no puzzle.
fn find(archive: &Archive, input: &InputArgs) -> Result<(), Failure> {
    let keys =
        input.par_map(|item| item.map(|asked| (asked.grid.class_key_of_givens(), asked.grid)))?;
    let mut keys = ValidRows::new(keys);
    let (mut count, mut missing) = (0_u64, 0_u64);
    let stdout = Path::new("standard output");
    let mut out = AnswerOutput::stdout();
    let columns = FOUND_HEADER.split(',').map(ColumnHead::foreign).collect();
    let mut rows = AnswerRows::begin(&mut out, TableFormat::Csv, columns).write_context(stdout)?;
    let mut last = None;
    while last.is_none() {
        let mut asked: Vec<(Option<Key>, _)> = Vec::new();
        while last.is_none() && asked.len() < MAX_LOOKUP_KEYS {
            match keys.next() {
                Some(Ok(answer)) => asked.push(answer),
                Some(Err(error)) => last = Some(Err(Failure::new(ExitCode::Failure, error))),
                None => last = Some(Ok(())),
            }
        }
        count += asked.len() as u64;
        let known: Vec<Key> = asked.iter().filter_map(|(key, _)| *key).collect();
        let mut found = archive.find(&known)?.into_iter();
        for (key, grid) in asked {
            let found = key.and_then(|_| found.next()?);
            missing += u64::from(found.is_none());
            let fields = found_fields(grid, found.as_ref());
            let values = fields.into_iter().map(FieldValue::Foreign);
            rows.write(&mut out, values).write_context(stdout)?;
        }
    }
    out.finish().write_context(stdout)?;
    last.unwrap_or(Ok(()))?;
    let message = match (count, missing) {
        (0, _) => "no puzzle was read".to_owned(),
        (_, 0) => return Ok(()),
        _ => format!("{missing} of the puzzles are not in the archive"),
    };
    Err(Failure::msg(ExitCode::Failure, message))
}
