//! `generate`: the catalogue alone, to a file or standard output.

use super::failure::{Code, Failure, OrFail};
use super::keep::KeepArgs;
use super::make::MakeArgs;
use super::pack::PackArgs;
use super::pieces::Place;
use super::progress::MessageArgs;
use super::settings::{PROGRAM, PlanSettings};
use super::watch::{self, WatchArgs};
use super::work::{self, Work};
use clap::ValueEnum;
use std::io::{self, Write};
use std::iter;
use std::path::{Path, PathBuf};
use sudoku_press::archive::Archive;
use sudoku_press::batch::Shortfall;
use sudoku_press::files::lock::Lock;
use sudoku_press::files::output::Pending;
use sudoku_press::seed::Seed;
use sudoku_press::table::compress::{self, Codec};
use sudoku_press::table::{Format, Writer};

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File to write; {date} becomes the night's date [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Write over a file that exists
    #[arg(long)]
    force: bool,

    /// Form of the catalogue
    #[arg(long, value_enum, default_value_t = FormatArg::Csv)]
    format: FormatArg,

    /// CSV as Excel likes it: with a byte order mark, and carriage returns before line feeds
    #[arg(long)]
    excel: bool,

    #[command(flatten)]
    pack: PackArgs,

    /// File of settings, named as the flags are; flags and SUDOKU_PRESS_* win over it
    #[arg(long, value_name = "FILE.toml")]
    pub job: Option<PathBuf>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    keep: KeepArgs,

    #[command(flatten)]
    messages: MessageArgs,

    #[command(flatten)]
    watch: WatchArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// All columns, with a header
    Csv,
    /// All columns, a JSON object a line
    Jsonl,
    /// The puzzles alone, a line each, 0 for blanks
    Sdm,
    /// The puzzles alone, a line each, . for blanks
    Txt,
    /// All columns with their types, in a program that was built with --features parquet
    Parquet,
}

impl Args {
    fn format(&self) -> Result<Format, Failure> {
        match (self.format, self.excel) {
            (FormatArg::Csv, false) => Ok(Format::Csv),
            (FormatArg::Csv, true) => Ok(Format::ExcelCsv),
            (_, true) => Err(Failure::say(
                Code::Usage,
                "--excel is for --format csv only",
            )),
            (FormatArg::Jsonl, _) => Ok(Format::Jsonl),
            (FormatArg::Sdm, _) => Ok(Format::Sdm),
            (FormatArg::Txt, _) => Ok(Format::Txt),
            (FormatArg::Parquet, _) if self.pack.codec().is_some() => Err(Failure::say(
                Code::Usage,
                "--compress is for text: Parquet is compressed by itself",
            )),
            #[cfg(feature = "parquet")]
            (FormatArg::Parquet, _) => Ok(Format::Parquet),
            #[cfg(not(feature = "parquet"))]
            (FormatArg::Parquet, _) => Err(Failure::say(
                Code::Usage,
                "this program was built without Parquet; cargo install --path . --features parquet \
                 builds one that has it",
            )),
        }
    }

    /// A file must be what its name says: everybody's readers go by the name.
    fn named(&self, path: &Path) -> Result<(), Failure> {
        let (named, wanted) = (Codec::of_path(path), self.pack.codec());
        if named == wanted {
            return Ok(());
        }
        let path = path.display();
        let words = match (wanted, named) {
            (Some(codec), _) => {
                let (name, ending) = (codec.name(), codec.ending());
                format!("--out {path} does not end in .{ending}, as --compress {name} has it")
            }
            (None, named) => {
                let name = named.map_or("none", Codec::name);
                format!(
                    "--out {path} is the name of a compressed file: --compress {name} makes one"
                )
            }
        };
        Err(Failure::say(Code::Usage, words))
    }
}

/// Makes the catalogue.
pub fn run(mut args: Args) -> Result<(), Failure> {
    args.watch.begin();
    args.out = args.out.map(|out| args.make.night.dated(&out));
    args.format()?;
    if let Some(seed) = args.make.seed() {
        watch::is_run(&PlanSettings::of(&args.make.plan(seed, &[])).entry(seed));
    }
    let short = match args.out.as_deref().filter(|path| *path != Path::new("-")) {
        None => {
            let stdout = || Ok(io::stdout());
            into(
                &args,
                Path::new("standard output"),
                None,
                stdout,
                |_| Ok(()),
            )?
        }
        Some(path) => into_file(&args, path)?,
    };
    work::all_made(&short)
}

/// A file that appears whole, after pieces beside it.
fn into_file(args: &Args, path: &Path) -> Result<Vec<Shortfall>, Failure> {
    args.named(path)?;
    let place = Place::beside(path);
    let lock = Lock::beside(path);
    let stands = || !args.force && path.exists();
    // Whoever has the lock may be finishing this very file.
    let mut held = None;
    if !stands() {
        held = Some(args.keep.locks.take(&lock, path)?);
    }
    if stands() {
        // What a crash right after the last rename has left.
        if held.is_some() || Lock::take(&lock, "").is_ok() {
            place.sweep();
        }
        if let Some(archive) = &args.keep.archive {
            Archive::sweep(archive);
        }
        let words = format!("{} exists; --force writes over it", path.display());
        return Err(Failure::say(Code::Usage, words));
    }
    let file = || Pending::create(path).or_unwritten(path);
    let short = into(args, path, Some(place.clone()), file, |file| {
        file.commit().map(drop).or_unwritten(path)
    })?;
    place.sweep();
    Ok(short)
}

fn into<W: Write + Send>(
    args: &Args,
    path: &Path,
    place: Option<Place>,
    begin: impl FnOnce() -> Result<W, Failure>,
    finish: impl FnOnce(W) -> Result<(), Failure>,
) -> Result<Vec<Shortfall>, Failure> {
    let plan = args.make.plan(Seed(0), &[]);
    let keeper = args.keep.open(&plan)?;
    let settings = PlanSettings::of(&plan);
    let mut work = Work::begin(&args.make, &[], keeper.as_ref(), place, |seed| {
        settings.entry(seed)
    })?;
    args.messages.say(format_args!("seed {}", work.seed));
    let out = compress::Writer::new(begin()?, args.pack.codec()).or_unwritten(path)?;
    let mut catalog = Writer::new(out, args.format()?).or_unwritten(path)?;
    catalog.describe("program", PROGRAM);
    catalog.describe("settings", &settings.entry(work.seed).settings);
    catalog.describe("seed", &work.seed.to_string());
    let progress = args.messages.progress();
    let (tally, short) = work.make_all(&progress, iter::empty(), |entry| {
        catalog.write(entry).or_unwritten(path)
    })?;
    let out = catalog.finish().and_then(compress::Writer::finish);
    let out = out.or_unwritten(path)?;
    // First the archive: a crash in between must not leave what may be printed again.
    work.enter()?;
    finish(out)?;
    args.messages.say(tally);
    Ok(short)
}
