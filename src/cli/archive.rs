//! `archive`: queries or updates the archive of everything ever printed. Not how `run` uses it.

use super::failure::{Code, Failure, OrFail};
use super::input::{InputArgs, Item};
use super::locks::{self, LockArgs};
use super::messages::notice;
use clap::{Args as ClapArgs, Subcommand};
use std::fs;
use std::io::{self, BufRead, BufReader, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use sudoku_press::archive::{Archive, Run, RunRow};
use sudoku_press::canon::Canonical;
use sudoku_press::key::Key;
use sudoku_press::parallel;
use sudoku_press::table::compress;

/// What the user typed.
#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
  sudoku-press archive create --archive printed.archive
  sudoku-press archive copy --archive printed.archive backup.archive")]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Create an empty archive
    Create(At),
    /// List the runs, and count their puzzles
    Stats(At),
    /// Read every page and count every key
    Check(At),
    /// Copy the archive safely, also while a run writes to it
    Copy(Copy),
    /// Put a copy in the place of the archive
    Restore(Restore),
    /// Write all keys as CSV to standard output
    Export(At),
    /// Enter the puzzles of catalogues and other files of puzzles, or the keys of an exported archive
    Import(Import),
    /// Remove a run and its puzzles: they may be printed again
    Forget(Forget),
    /// Find the run and row in which each puzzle, or an equivalent one, was printed
    Find(Find),
}

#[derive(ClapArgs, Debug)]
struct At {
    /// The archive
    #[arg(long, value_name = "FILE")]
    archive: PathBuf,
}

#[derive(ClapArgs, Debug)]
struct Copy {
    /// The copy; a file that exists is not replaced
    to: PathBuf,

    #[command(flatten)]
    at: At,
}

#[derive(ClapArgs, Debug)]
struct Restore {
    /// The copy. It is checked first, and not changed
    from: PathBuf,

    #[command(flatten)]
    at: At,

    #[command(flatten)]
    locks: LockArgs,
}

#[derive(ClapArgs, Debug)]
struct Import {
    #[command(flatten)]
    at: At,

    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    locks: LockArgs,
}

#[derive(ClapArgs, Debug)]
struct Forget {
    /// The run's name, 16 hexadecimal digits; `archive stats` lists the names
    run: String,

    #[command(flatten)]
    at: At,

    #[command(flatten)]
    locks: LockArgs,
}

#[derive(ClapArgs, Debug)]
struct Find {
    #[command(flatten)]
    at: At,

    #[command(flatten)]
    input: InputArgs,
}

/// Runs the command.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Create(at) => Ok(Archive::create(&at.archive)?),
        Command::Stats(at) => stats(&at.archive),
        Command::Check(at) => check(&at.archive),
        Command::Copy(copy) => self::copy(&copy),
        Command::Restore(restore) => self::restore(&restore),
        Command::Export(at) => export(&at.archive),
        Command::Import(import) => self::import(&import),
        Command::Forget(forget) => self::forget(&forget),
        Command::Find(find) => self::find(&find),
    }
}

/// Writes to standard output.
fn to_stdout(
    write: impl FnOnce(&mut BufWriter<io::StdoutLock<'static>>) -> Result<(), Failure>,
) -> Result<(), Failure> {
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    write(&mut out)?;
    shown(out.flush())
}

fn shown(done: io::Result<()>) -> Result<(), Failure> {
    done.or_unwritten(Path::new("standard output"))
}

fn stats(path: &Path) -> Result<(), Failure> {
    let stats = Archive::open_to_read(path)?.stats()?;
    let bytes = fs::metadata(path).map_or(0, |about| about.len());
    to_stdout(|out| {
        let (puzzles, runs) = (stats.puzzles, stats.runs.len());
        shown(writeln!(
            out,
            "{puzzles} puzzles of {runs} runs, {bytes} bytes"
        ))?;
        for run in &stats.runs {
            let RunRow {
                name,
                kind,
                program,
                entered,
                puzzles,
                ..
            } = run;
            let seed = run.seed.as_deref().unwrap_or("-");
            let line = writeln!(
                out,
                "{name}  {entered}  {kind:<8}  {puzzles:>9} puzzles  seed {seed}  {program}"
            );
            shown(line)?;
        }
        Ok(())
    })
}

fn check(path: &Path) -> Result<(), Failure> {
    let stats = Archive::open_to_read(path)?.check()?;
    let (puzzles, runs) = (stats.puzzles, stats.runs.len());
    to_stdout(|out| shown(writeln!(out, "sound: {puzzles} puzzles of {runs} runs")))
}

/// The header of an exported archive.
const HEADER: &str = "key,run,row";

fn export(path: &Path) -> Result<(), Failure> {
    let archive = Archive::open_to_read(path)?;
    to_stdout(|out| {
        shown(writeln!(out, "{HEADER}"))?;
        archive.each(|key, run, row| shown(writeln!(out, "{key},{run},{row}")))
    })
}

fn copy(copy: &Copy) -> Result<(), Failure> {
    let stats = Archive::open_to_read(&copy.at.archive)?.copy(&copy.to)?;
    notice(format_args!(
        "copied {} puzzles of {} runs",
        stats.puzzles,
        stats.runs.len()
    ));
    Ok(())
}

fn restore(restore: &Restore) -> Result<(), Failure> {
    let (archive, from) = (&restore.at.archive, &restore.from);
    let stats = restore
        .locks
        .wait(|| Ok(Archive::restore(archive, from, &locks::holder())?))?;
    notice(format_args!(
        "restored {} puzzles of {} runs",
        stats.puzzles,
        stats.runs.len()
    ));
    Ok(())
}

fn import(import: &Import) -> Result<(), Failure> {
    let mut archive = import.locks.archive(&import.at.archive)?;
    for input in import.input.each_file() {
        let path = input.path();
        let name = path.map_or("standard input".into(), |path| path.display().to_string());
        let run = |keys_sha256: &str| Run {
            kind: "import".into(),
            program: concat!("sudoku-press ", env!("CARGO_PKG_VERSION")).into(),
            seed: None,
            settings: serde_json::json!({ "file": name, "keys_sha256": keys_sha256 }).to_string(),
        };
        let now = locks::now();
        let entered = match exported(path)? {
            Some(mut keys) => archive.import(&now, || keys.next().transpose(), run),
            None => {
                let keys = parallel::in_order(input.threads(), input.blocks(), class);
                let mut keys = keys.map_err(anyhow::Error::from)?;
                archive.import(
                    &now,
                    || match keys.next(|| Ok::<(), Failure>(()))? {
                        Some(Err(words)) => Err(Failure::say(Code::No, words)),
                        key => Ok(key.and_then(Result::ok)),
                    },
                    run,
                )
            }
        }?;
        let known = entered.own + entered.others;
        let new = entered.new;
        notice(format_args!(
            "{name}: {new} puzzles are new, {known} were already in the archive"
        ));
    }
    Ok(())
}

/// The key of a puzzle. Nothing is solved: equivalent givens have the same class, whatever their
/// solutions.
fn class(item: Item) -> Result<Key, String> {
    let grid = item?.grid;
    let class = Canonical::of_givens(&grid).map(|class| Key::of_class(&class));
    class.ok_or_else(|| format!("{grid} cannot be a puzzle"))
}

/// The keys of an exported archive, if the file is one.
fn exported(
    path: Option<&Path>,
) -> Result<Option<impl Iterator<Item = Result<Key, Failure>>>, Failure> {
    /// Bytes in a line: a key, a run, a row.
    const MAX_LINE: u64 = 256;
    let Some(path) = path else {
        return Ok(None);
    };
    let mut begin = Vec::new();
    let mut file = BufReader::new(compress::Reader::open(path).or_unread(path)?);
    let header = (&mut file).take(MAX_LINE).read_until(b'\n', &mut begin);
    if header.is_err() || begin.trim_ascii_end() != HEADER.as_bytes() {
        return Ok(None);
    }
    let path = path.to_owned();
    let mut number = 1;
    Ok(Some(std::iter::from_fn(move || {
        number += 1;
        let mut line = Vec::new();
        let read = (&mut file).take(MAX_LINE).read_until(b'\n', &mut line);
        match read.or_unread(&path) {
            Ok(0) => None,
            Err(e) => Some(Err(e)),
            Ok(_) => {
                let key = line.trim_ascii_end().split(|byte| *byte == b',').next();
                let key = key.and_then(|key| Key::from_hex(str::from_utf8(key).ok()?));
                Some(key.ok_or_else(|| {
                    let path = path.display();
                    let words = format!("{path}:{number}: expected a key of 32 hexadecimal digits");
                    Failure::say(Code::No, words)
                }))
            }
        }
    })))
}

fn forget(forget: &Forget) -> Result<(), Failure> {
    let gone = forget
        .locks
        .archive(&forget.at.archive)?
        .forget(&forget.run)?;
    notice(format_args!("{gone} puzzles may be printed again"));
    Ok(())
}

/// Answers in CSV, in the order of the puzzles; code 1 when one of them was never printed.
fn find(find: &Find) -> Result<(), Failure> {
    let archive = Archive::open_to_read(&find.at.archive)?;
    let class = |item: Item| {
        item.map(|asked| {
            (
                Canonical::of_givens(&asked.grid).map(|class| Key::of_class(&class)),
                asked.grid,
            )
        })
    };
    let input = &find.input;
    let keys = parallel::in_order(input.threads(), input.blocks(), class);
    let mut keys = keys.map_err(anyhow::Error::from)?;
    let mut missing = 0_u64;
    to_stdout(|out| {
        shown(writeln!(out, "puzzle,printed,run,row,kind,seed,entered"))?;
        while let Some(answer) = keys.next(|| shown(Ok(())))? {
            let (key, grid) = answer.map_err(|words| Failure::say(Code::No, words))?;
            let found = match key {
                Some(key) => archive.find(&key)?,
                None => None,
            };
            let line = match found {
                Some(found) => {
                    let RunRow {
                        name,
                        kind,
                        entered,
                        ..
                    } = &found.run;
                    let (row, seed) = (found.row, found.run.seed.as_deref().unwrap_or(""));
                    writeln!(out, "{grid},yes,{name},{row},{kind},{seed},{entered}")
                }
                None => {
                    missing += 1;
                    writeln!(out, "{grid},no,,,,,")
                }
            };
            shown(line)?;
        }
        Ok(())
    })?;
    match missing {
        0 => Ok(()),
        n => {
            let words = format!("{n} of the puzzles are not in the archive");
            Err(Failure::say(Code::No, words))
        }
    }
}
