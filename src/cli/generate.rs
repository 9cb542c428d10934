//! `generate`: the catalogue alone, to a file or standard output.

use super::failure::{Code, Failure};
use super::follow::Follower;
use super::make::MakeArgs;
use super::messages::{MessageArgs, Messages, WatchArgs};
use super::pack::PackArgs;
use super::run::{ArchiveArgs, all_made};
use super::stop::{GOES_ON, NOTHING_KEPT, Stop};
use clap::ValueEnum;
use std::io;
use std::path::{Path, PathBuf};
use sudoku_press::run::{self, CatalogOrder, Identity};
use sudoku_press::table::Format;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press generate --quota 1=500,5=200 --seed 7 --out puzzles.csv
    sudoku-press generate --levels 4 --count 1000000 --compress zstd --out hard.csv.zst")]
pub struct Args {
    /// File to write; {date} becomes the night's date [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Replace a file that exists when the new one is complete
    #[arg(long)]
    force: bool,

    /// Form of the catalogue
    #[arg(long, value_enum, default_value_t = FormatArg::Csv)]
    format: FormatArg,

    /// CSV for Excel: with a byte order mark, and line ends of carriage return and line feed
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
    archive: ArchiveArgs,

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
                "--compress is for text; Parquet has a compression of its own",
            )),
            #[cfg(feature = "parquet")]
            (FormatArg::Parquet, _) => Ok(Format::Parquet),
            #[cfg(not(feature = "parquet"))]
            (FormatArg::Parquet, _) => Err(Failure::say(
                Code::Usage,
                "this program was built without Parquet; cargo install --path . --features parquet \
                 builds one with it",
            )),
        }
    }
}

pub fn run(mut args: Args, messages: &Messages) -> Result<(), Failure> {
    messages.watch(&args.watch);
    messages.obey(&args.messages);
    let night = args.make.night();
    args.out = args.out.map(|out| night.dated(&out));
    let how = args.make.how(&night, args.force, args.archive.again)?;
    let order = CatalogOrder {
        plan: args.make.plan(&[])?,
        format: args.format()?,
        compress: args.pack.codec(),
        archive: args.archive.archive.clone(),
    };
    if let Some(seed) = how.seed {
        messages.set_run_id(Identity::of(&order.plan, seed).name());
    }
    let file = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let then = file.map_or(NOTHING_KEPT, |_| GOES_ON);
    let stop = Stop::listen(then, messages);
    let mut follower = Follower::new(&args.messages, messages);
    let short = args.archive.locks.wait(|| {
        let made = match file {
            Some(path) => run::make_catalog(path, &order, &how, &stop.interrupt, &mut follower),
            None => run::stream_catalog(io::stdout(), &order, &how, &stop.interrupt, &mut follower),
        };
        made.map_err(|e| stop.ended(e))
    })?;
    follower.tell_levels();
    all_made(&short)
}
