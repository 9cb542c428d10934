//! `archive`: queries or updates the archive of everything ever printed. Not how `run` uses it.

use super::locks;
use super::{
    Code, DuplicateArgs, Failure, InputArgs, Item, LockArgs, OrFail, Out, notice, print, usage,
};
use clap::{Args as ClapArgs, Subcommand};
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use sudoku_press::run::{PROGRAM, RunError};
use sudoku_press::store::archive::{
    Archive, FOUND_HEADER, InsertSummary, RepeatedKey, RunDescription, StagedKeys, StagedPlace,
    exported_keys, found_fields,
};
use sudoku_press::store::table::format::{escape_formula, write_record};
use sudoku_press::store::table::{
    EarlierPuzzle, FilePlace, InputError, PlacedGrid, WrongRows, compress, refuse_duplicates,
};
use sudoku_press::sudoku::key::Key;

/// Puzzles that are looked up together.
const TOGETHER: usize = 1 << 16;

/// What the user typed.
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
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Create an empty archive
    Create(Named),
    /// List the runs, and count their puzzles
    Stats(Named),
    /// Read every page and count every key
    Check(Named),
    /// Copy an archive safely, also while a run writes to it, and to another kind of archive: TO, or FROM TO
    Copy {
        /// The archive, unless --archive names it, and the copy: a file or
        /// postgres://HOST/DATABASE; one that exists is not replaced
        #[arg(required = true, num_args = 1..=2, value_name = "NAME")]
        names: Vec<PathBuf>,

        /// The archive
        #[arg(long, value_name = "NAME")]
        archive: Option<PathBuf>,
    },
    /// Put a copy in the place of the archive
    Restore {
        /// The copy. It is checked first, and not changed
        from: PathBuf,

        #[command(flatten)]
        at: At,

        #[command(flatten)]
        locks: LockArgs,
    },
    /// Write all keys as CSV to standard output
    Export(Named),
    /// Enter the puzzles of catalogues and other files of puzzles, or the keys of an exported archive
    Import {
        #[command(flatten)]
        at: At,

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
        at: At,

        #[command(flatten)]
        locks: LockArgs,
    },
    /// Find the run and row in which each puzzle, or an equivalent one, was printed
    Find {
        #[command(flatten)]
        at: At,

        #[command(flatten)]
        input: InputArgs,
    },
}

#[derive(ClapArgs, Debug)]
struct At {
    /// The archive: a file, or postgres://HOST/DATABASE
    #[arg(long, value_name = "NAME")]
    archive: PathBuf,
}

/// The archive of a command that needs no other name.
#[derive(ClapArgs, Debug)]
#[group(required = true, multiple = false)]
struct Named {
    /// The archive: a file, or postgres://HOST/DATABASE
    #[arg(value_name = "NAME")]
    name: Option<PathBuf>,

    /// The archive
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,
}

impl Named {
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
        Command::Create(at) => Archive::create(at.path())?,
        Command::Stats(at) => {
            let stats = at.open()?.stats()?;
            let bytes = stats.bytes;
            print(|out| {
                writeln!(out, "{stats}, {bytes} bytes")?;
                stats.runs.iter().try_for_each(|run| writeln!(out, "{run}"))
            })?;
        }
        Command::Check(at) => {
            let stats = at.open()?.check()?;
            print(|out| writeln!(out, "sound: {stats}"))?;
        }
        Command::Copy { names, archive } => {
            let (from, to) = match (archive, names.as_slice()) {
                (Some(from), [to]) => (from, to),
                (None, [from, to]) => (from.clone(), to),
                (Some(_), _) => {
                    return Err(usage(
                        "expected one name beside --archive, that of the copy, found two",
                    ));
                }
                (None, _) => {
                    let words =
                        "expected two names, FROM and TO, or --archive FROM, found one name";
                    return Err(usage(words));
                }
            };
            let stats = Archive::open_to_read(&from)?.copy(to)?;
            notice(format_args!("copied {stats}"));
        }
        Command::Restore { from, at, locks } => {
            let restore = || Ok(Archive::restore(&at.archive, &from, &locks::holder())?);
            let stats = locks.wait(restore)?;
            notice(format_args!("restored {stats}"));
        }
        Command::Export(at) => {
            let mut out = Out::stdout();
            let path = out.path();
            at.open()?.export(&mut out, &path)?;
        }
        Command::Import { at, input, duplicates, locks } => {
            let mut archive = locks.archive(&at.archive)?;
            import(&mut archive, &input.each_file(), duplicates)?;
        }
        Command::Forget { run, at, locks } => {
            let gone = locks.archive(&at.archive)?.forget(&run)?;
            notice(format_args!("{gone} puzzles may be printed again"));
        }
        Command::Find { at, input } => find(&Archive::open_to_read(&at.archive)?, &input)?,
    }
    Ok(())
}

/// A key of an input, and where it is.
struct KeyToImport {
    key: Key,
    line: u64,
    /// The key of the givens; `None` of an exported archive.
    givens: Option<Key>,
}

/// Gives one key after the other, and `None` at the end.
type NextKey = Box<dyn FnMut() -> Result<Option<KeyToImport>, Failure>>;

/// Enters the puzzles of files, or the keys of exported archives. Unless duplicates are allowed, all files are read
/// before one is entered.
fn import(
    archive: &mut Archive,
    inputs: &[InputArgs],
    duplicates: DuplicateArgs,
) -> Result<(), Failure> {
    let now = locks::now();
    if duplicates.allow_duplicates {
        for input in inputs {
            let (mut keys, mut count) = (keys_of(input)?, 0);
            let next = || match keys()? {
                None if count == 0 => Err(without_puzzle(input)),
                read => {
                    count += 1;
                    Ok(read.map(|read| read.key))
                }
            };
            let entered = archive.import(&now, next, |sum| imported(input, sum))?;
            tell(input, entered);
        }
        return Ok(());
    }
    let mut staging = StagedKeys::new()?;
    for input in inputs {
        staging.begin_file();
        let mut keys = keys_of(input)?;
        while let Some(KeyToImport { key, line, givens }) = keys()? {
            staging.push(key, line, givens)?;
        }
        if staging.is_file_empty() {
            return Err(without_puzzle(input));
        }
    }
    refuse_repeated(inputs, &staging)?;
    for (file, input) in inputs.iter().enumerate() {
        let entered = staging.insert(file, archive, &now, |sum| imported(input, sum))?;
        tell(input, entered);
    }
    Ok(())
}

/// Refuses puzzles that come twice among the files.
fn refuse_repeated(inputs: &[InputArgs], staging: &StagedKeys) -> Result<(), Failure> {
    let (repeated, count) = staging.repeated()?;
    let place =
        |at: StagedPlace| FilePlace { file: name_of(&inputs[at.file]).into(), line: at.line };
    let mut found = WrongRows::default();
    found.count_hidden(count - repeated.len() as u64);
    for RepeatedKey { place: at, first, is_moved } in repeated {
        let earlier = EarlierPuzzle { place: place(first), is_same: !is_moved };
        found.push(|| earlier.describe_at(&place(at)));
    }
    Ok(refuse_duplicates(found).map_err(RunError::from)?)
}

/// The name of a file in messages.
fn name_of(input: &InputArgs) -> String {
    input.path().map_or("standard input".into(), |path| path.display().to_string())
}

fn without_puzzle(input: &InputArgs) -> Failure {
    Failure::say(Code::No, format!("{}: expected puzzles, found none", name_of(input)))
}

/// The run of the puzzles of a file whose keys have this SHA-256.
fn imported(input: &InputArgs, keys_sha256: &str) -> RunDescription {
    let file = name_of(input);
    RunDescription {
        kind: "import".into(),
        program: PROGRAM.into(),
        seed: None,
        settings: serde_json::json!({ "file": file, "keys_sha256": keys_sha256 }).to_string(),
    }
}

fn tell(input: &InputArgs, entered: InsertSummary) {
    let (name, new, known) = (name_of(input), entered.new, entered.own + entered.others);
    notice(format_args!("{name}: {new} puzzles are new, {known} were already in the archive"));
}

/// The keys of a file of puzzles, or those of an exported archive.
fn keys_of(input: &InputArgs) -> Result<NextKey, Failure> {
    let exported = match input.path() {
        Some(path) => {
            let file = compress::DecompressingReader::open(path).or_unread(path)?;
            exported_keys(BufReader::new(file)).map(|keys| (path.to_owned(), keys))
        }
        None => None,
    };
    if let Some((path, keys)) = exported {
        // The first line is the header.
        let mut keys = keys.zip(2..);
        return Ok(Box::new(move || {
            let Some((key, line)) = keys.next() else { return Ok(None) };
            Ok(Some(KeyToImport { key: key.or_unread(&path)?, line, givens: None }))
        }));
    }
    let mut keys = input.in_order(class)?;
    let mut wrong = WrongRows::default();
    Ok(Box::new(move || {
        while let Some(key) = keys.next(|| Ok::<_, Failure>(()))? {
            match key {
                Ok(key) => return Ok(Some(key)),
                Err(error) => wrong.add_error(error).map_err(|e| Failure::new(Code::No, e))?,
            }
        }
        wrong.take_error().map_or(Ok(None), |error| Err(Failure::new(Code::No, error)))
    }))
}

/// The key of a puzzle's class.
fn class(item: Item) -> Result<KeyToImport, InputError> {
    let PlacedGrid { place, grid, .. } = item?;
    let wrong = |words: &str| InputError::Row(format!("{place}: expected {words}"));
    if grid.filled_count() == 81 {
        return Err(wrong("a puzzle, found a complete grid with nothing to solve"));
    }
    let none = || wrong(&format!("17 givens or more and no digit twice in a house, found {grid}"));
    let key = Key::of_givens(&grid).ok_or_else(none)?;
    Ok(KeyToImport { key, line: place.line, givens: Some(Key::of(&grid)) })
}

/// Answers in CSV, in the order of the puzzles; code 1 when one of them was never printed, when a
/// row was wrong, or when there was no puzzle.
fn find(archive: &Archive, input: &InputArgs) -> Result<(), Failure> {
    let mut keys =
        input.in_order(|item| item.map(|asked| (Key::of_givens(&asked.grid), asked.grid)))?;
    let (mut count, mut missing) = (0_u64, 0_u64);
    let mut wrong = WrongRows::default();
    let stdout = Path::new("standard output");
    let mut out = Out::stdout();
    writeln!(out, "{FOUND_HEADER}").or_unwritten(stdout)?;
    let mut last = None;
    while last.is_none() {
        let mut asked: Vec<(Option<Key>, _)> = Vec::new();
        while last.is_none() && asked.len() < TOGETHER {
            match keys.next(|| Ok::<_, Failure>(()))? {
                Some(Ok(answer)) => asked.push(answer),
                Some(Err(error)) => {
                    if let Err(error) = wrong.add_error(error) {
                        last = Some(Err(Failure::new(Code::No, error)));
                    }
                }
                None => last = Some(Ok(())),
            }
        }
        count += asked.len() as u64;
        let known: Vec<Key> = asked.iter().filter_map(|(key, _)| *key).collect();
        let mut found = archive.find_all(&known)?.into_iter();
        for (key, grid) in asked {
            let found = key.and_then(|_| found.next()?);
            missing += u64::from(found.is_none());
            let fields = found_fields(grid, found.as_ref());
            let fields = fields.iter().map(|field| escape_formula(field));
            write_record(&mut out, fields).or_unwritten(stdout)?;
        }
    }
    out.finish().or_unwritten(stdout)?;
    last.unwrap_or(Ok(()))?;
    if let Some(error) = wrong.take_error() {
        return Err(Failure::say(Code::No, error));
    }
    let words = match (count, missing) {
        (0, _) => "no puzzle was read".to_owned(),
        (_, 0) => return Ok(()),
        _ => format!("{missing} of the puzzles are not in the archive"),
    };
    Err(Failure::say(Code::No, words))
}
