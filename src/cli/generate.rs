//! `generate`: the catalogue alone, to a file or standard output.

use super::failure::{Code, Failure, OrFail};
use super::keep::{KeepArgs, Keys};
use super::make::{self, MakeArgs};
use super::progress::MessageArgs;
use super::settings::PlanSettings;
use super::stop::Stop;
use super::watch::WatchArgs;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoku_press::batch::Shortfall;
use sudoku_press::catalog::{Format, Writer};
use sudoku_press::output::Pending;
use sudoku_press::seed::Seed;

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
        }
    }
}

/// Makes the catalogue.
pub fn run(mut args: Args) -> Result<(), Failure> {
    args.watch.begin();
    args.out = args.out.map(|out| args.make.night.dated(&out));
    let format = args.format()?;
    let stdout = Path::new("standard output");
    let short = match args.out.as_deref().filter(|path| *path != Path::new("-")) {
        None => into(&args, format, io::stdout().lock(), stdout, |_| Ok(()))?,
        Some(path) if path.exists() && !args.force => {
            let words = format!("{} exists; --force writes over it", path.display());
            return Err(Failure::say(Code::Usage, words));
        }
        Some(path) => {
            let file = Pending::create(path).or_unwritten(path)?;
            into(&args, format, file, path, |file| {
                file.commit().map(drop).or_unwritten(path)
            })?
        }
    };
    make::all_made(&short)
}

fn into<W: Write>(
    args: &Args,
    format: Format,
    out: W,
    path: &Path,
    place: impl FnOnce(W) -> Result<(), Failure>,
) -> Result<Vec<Shortfall>, Failure> {
    let plan = args.make.plan(Seed(0));
    let keeper = args.keep.open(&plan)?;
    let seed = make::seed_or_draw(args.make.seed())?;
    let plan = args.make.plan(seed);
    let entry = PlanSettings::of(&plan).entry("generate", seed);
    let mut batch = args.make.batch(plan.clone())?;
    if let Some(keeper) = &keeper {
        batch = keeper.refuse(batch, &entry)?;
    }
    let stop = Stop::listen(batch.stopper());
    args.messages.say(format_args!("seed {seed}"));
    let mut catalog = Writer::new(out, format).or_unwritten(path)?;
    let mut keys = Keys::new(keeper.as_ref());
    let progress = args.messages.progress();
    let (tally, short) = make::make_all(batch, &plan, None, &stop, &progress, |entry| {
        keys.note(entry)?;
        catalog.write(entry).or_unwritten(path)
    })?;
    let out = catalog.finish().or_unwritten(path)?;
    // First the archive: a crash in between must not leave what may be printed again.
    keys.enter(&entry)?;
    place(out)?;
    args.messages.say(tally);
    Ok(short)
}
