//! `archive`: ask or change the archive of everything ever printed. Not how `run` uses it.

use super::failure::{Code, Failure, OrFail};
use super::input::InputArgs;
use super::locks::{self, LockArgs};
use super::messages::notice;
use clap::{Args as ClapArgs, Subcommand};
use std::fs;
use std::io::{self, BufWriter, Read as _, Write};
use std::path::{Path, PathBuf};
use sudoku_press::archive::{Archive, Run, RunRow};
use sudoku_press::canon::Canonical;
use sudoku_press::files::lock::{Lock, LockError};
use sudoku_press::files::output;
use sudoku_press::key::Key;
use sudoku_press::parallel;
use sudoku_press::run::RunError;
use sudoku_press::table::compress;

/// What the user typed.
#[derive(ClapArgs, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Begin an empty archive
    Create(At),
    /// Say how many puzzles it has, and of which runs
    Stats(At),
    /// Read every page and count every key
    Check(At),
    /// Write all keys as CSV
    Export(At),
    /// Enter the puzzles of files: catalogues of any origin, or an exported archive
    Import(Import),
    /// Take a run out: its puzzles may be printed again
    Forget(Forget),
    /// Say of puzzles where they, in any of their disguises, were printed
    Find(Find),
}

#[derive(ClapArgs, Debug)]
struct At {
    /// The archive
    #[arg(long, value_name = "FILE")]
    archive: PathBuf,
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
    /// The run's name, 16 digits; `archive stats` lists them
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

/// Does it.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.command {
        Command::Create(at) => Ok(Archive::create(&at.archive)?),
        Command::Stats(at) => stats(&at.archive),
        Command::Check(at) => check(&at.archive),
        Command::Export(at) => export(&at.archive),
        Command::Import(import) => self::import(&import),
        Command::Forget(forget) => self::forget(&forget),
        Command::Find(find) => self::find(&find),
    }
}

fn open(path: &Path, locks: &LockArgs) -> Result<(Archive, Lock), Failure> {
    drop(Archive::open_to_read(path)?);
    let lock = locks.wait(|| {
        Lock::take(&Lock::beside(path), &locks::holder()).map_err(|e| match e {
            LockError::Held(by) => {
                let path = path.to_owned();
                RunError::Locked { path, by }.into()
            }
            LockError::Io(e) => RunError::Write(path.to_owned(), e).into(),
        })
    })?;
    Ok((Archive::open(path)?, lock))
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

fn import(import: &Import) -> Result<(), Failure> {
    let (mut archive, _lock) = open(&import.at.archive, &import.locks)?;
    for file in import.input.each_file() {
        let keys = match exported(file.path())? {
            Some(keys) => keys,
            None => keys_of(&file)?,
        };
        let bytes: Vec<u8> = keys.iter().flat_map(|key| key.0).collect();
        let about = serde_json::json!({
            "file": file.path().map_or("standard input".into(), |path| path.display().to_string()),
            "keys_sha256": output::sha256(&bytes),
        });
        let run = Run {
            kind: "import".into(),
            program: concat!("sudoku-press ", env!("CARGO_PKG_VERSION")).into(),
            seed: None,
            settings: about.to_string(),
        };
        let entered = archive.import(&run, &locks::now(), &keys)?;
        let known = entered.own + entered.others;
        let name = about["file"].as_str().unwrap_or_default();
        notice(format_args!(
            "{name}: {} puzzles are new, {known} were there",
            entered.new
        ));
    }
    Ok(())
}

/// The keys of an exported archive, if the file is one.
fn exported(path: Option<&Path>) -> Result<Option<Vec<Key>>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let mut begin = [0; HEADER.len()];
    let mut file = compress::Reader::open(path).or_unread(path)?;
    if file.read_exact(&mut begin).is_err() || begin != *HEADER.as_bytes() {
        return Ok(None);
    }
    let mut text = HEADER.to_owned();
    file.read_to_string(&mut text).or_unread(path)?;
    let keys = text.lines().zip(1..).skip(1).map(|(line, number)| {
        let key = line.split(',').next().and_then(Key::from_hex);
        key.ok_or_else(|| {
            let words = format!(
                "{}:{number}: the key has not 32 hexadecimal digits",
                path.display()
            );
            Failure::say(Code::No, words)
        })
    });
    keys.collect::<Result<_, _>>().map(Some)
}

/// The keys of the puzzles of a file. Nothing is solved: equivalent givens have the same class,
/// whether they are a puzzle or not.
fn keys_of(input: &InputArgs) -> Result<Vec<Key>, Failure> {
    let class = |item: super::input::Item| {
        item.and_then(|asked| {
            let class = Canonical::of_givens(&asked.grid);
            let key = class.map(|class| Key::of_class(&class));
            key.ok_or_else(|| format!("{} cannot be a puzzle", asked.grid))
        })
    };
    let keys = parallel::in_order(input.threads(), input.blocks(), class);
    let mut keys = keys.map_err(anyhow::Error::from)?;
    let mut all = Vec::new();
    while let Some(key) = keys.next(|| Ok::<(), Failure>(()))? {
        all.push(key.map_err(|words| Failure::say(Code::No, words))?);
    }
    Ok(all)
}

fn forget(forget: &Forget) -> Result<(), Failure> {
    let (mut archive, _lock) = open(&forget.at.archive, &forget.locks)?;
    let gone = archive.forget(&forget.run)?;
    notice(format_args!("{gone} puzzles may be printed again"));
    Ok(())
}

/// Answers in CSV, in the order of the puzzles; 1 when one of them was never printed.
fn find(find: &Find) -> Result<(), Failure> {
    let archive = Archive::open_to_read(&find.at.archive)?;
    let class = |item: super::input::Item| {
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
