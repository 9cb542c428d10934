//! `generate`: the catalogue alone, to a file or standard output.

use super::run::NightArgs;
use super::shards::{self, PartsArgs};
use super::stop::{self, NOTHING_KEPT};
use super::terminal::own_output;
use super::{Failure, Follower, GOES_ON, MakeArgs, Messages, all_made, usage};
use clap::ValueEnum;
use std::path::{Path, PathBuf};
use sudoku_press::run::{self, CatalogOrder, Form, Identity};
use sudoku_press::store::table::TableFormat;

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
    #[arg(long, value_enum, ignore_case = true, default_value_t = CatalogFormat::Csv)]
    format: CatalogFormat,

    /// CSV for Excel: with a byte order mark, and line ends of carriage return and line feed
    #[arg(long)]
    excel: bool,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    night: NightArgs,

    #[command(flatten)]
    parts: PartsArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum CatalogFormat {
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
    fn format(&self) -> Result<TableFormat, Failure> {
        use CatalogFormat::{Csv, Jsonl, Parquet, Sdm, Txt};
        let words = match self.format {
            Csv if self.excel => return Ok(TableFormat::ExcelCsv),
            _ if self.excel => "--excel is for --format csv only",
            Csv => return Ok(TableFormat::Csv),
            Jsonl => return Ok(TableFormat::Jsonl),
            Sdm => return Ok(TableFormat::Sdm),
            Txt => return Ok(TableFormat::Txt),
            Parquet if self.night.compress.is_some() => {
                "--compress is for text; Parquet has a compression of its own"
            }
            #[cfg(feature = "parquet")]
            Parquet => return Ok(TableFormat::Parquet),
            #[cfg(not(feature = "parquet"))]
            Parquet => {
                "this program was built without Parquet; cargo install --path . --features parquet \
                 builds one with it"
            }
        };
        Err(usage(words))
    }
}

pub fn run(mut args: Args, messages: &Messages) -> Result<(), Failure> {
    let night = args.make.night();
    args.out = args.out.map(|out| night.dated(&out));
    let archive = &args.night.archive;
    let mut options = args.make.options(&night, args.force, archive.again)?;
    let plan = args.make.plan(None, None, false)?;
    let order = CatalogOrder {
        columns: args.night.columns(&plan)?,
        plan,
        form: Form { format: args.format()?, codec: args.night.compress },
        archive: archive.archive.clone(),
    };
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&order.plan, seed).name());
    }
    if order.columns.is_some() && matches!(order.form.format, TableFormat::Sdm | TableFormat::Txt) {
        return Err(usage(
            "--columns is for --format csv, jsonl and parquet: other forms have no columns",
        ));
    }
    if order.columns.is_some() && args.parts.into.is_some() {
        return Err(usage(
            "--columns: expected no --into, whose parts are compared by all their columns",
        ));
    }
    if let Some(folder) = &args.parts.into {
        if order.form.format != TableFormat::Csv && args.format != CatalogFormat::Parquet {
            return Err(usage("--into makes CSV or Parquet; --out makes other forms"));
        }
        let folder = night.dated(folder);
        return shards::generate(&args.parts, &folder, &order, &options, &args.night, messages);
    }
    args.parts.check_alone()?;
    let file = args.out.as_deref().filter(|path| *path != Path::new("-"));
    let then = file.map_or(NOTHING_KEPT, |_| GOES_ON);
    let mut follower = Follower::new(&args.night.messages, messages);
    options.interrupt = stop::listen(then, messages);
    let short = archive.locks.wait(|| {
        Ok(match file {
            Some(path) => run::make_catalog(path, &order, &options, &mut follower)?,
            None => run::stream_catalog(own_output(), &order, &options, &mut follower)?,
        })
    })?;
    follower.tell_levels();
    all_made(&short)
}
