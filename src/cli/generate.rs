//! `generate`: the catalogue alone, to a file or standard output.

use super::failure::{Code, Failure, OrFail};
use super::make::{self, MakeArgs};
use super::progress::MessageArgs;
use clap::ValueEnum;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoku_press::batch::Shortfall;
use sudoku_press::catalog::{Format, Writer};
use sudoku_press::output::Pending;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File to write [default: standard output]
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
    make: MakeArgs,

    #[command(flatten)]
    messages: MessageArgs,
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
pub fn run(args: Args) -> Result<(), Failure> {
    let format = args.format()?;
    let stdout = Path::new("standard output");
    let short = match args.out.as_deref().filter(|path| *path != Path::new("-")) {
        None => into(&args, format, io::stdout().lock(), stdout)?.1,
        Some(path) if path.exists() && !args.force => {
            let words = format!("{} exists; --force writes over it", path.display());
            return Err(Failure::say(Code::Usage, words));
        }
        Some(path) => {
            let file = Pending::create(path).or_unwritten(path)?;
            let (file, short) = into(&args, format, file, path)?;
            file.commit().or_unwritten(path)?;
            short
        }
    };
    make::all_made(&short)
}

fn into<W: Write>(
    args: &Args,
    format: Format,
    out: W,
    path: &Path,
) -> Result<(W, Vec<Shortfall>), Failure> {
    let seed = make::seed_or_draw(args.make.seed())?;
    let plan = args.make.plan(seed);
    let quotas = plan.quotas.clone();
    let batch = args.make.batch(plan)?;
    args.messages.say(format_args!("seed {seed}"));
    let mut catalog = Writer::new(out, format).or_unwritten(path)?;
    let progress = args.messages.progress();
    let (tally, short) = make::make_all(batch, &quotas, &progress, |entry| {
        catalog.write(entry).or_unwritten(path)
    })?;
    let out = catalog.finish().or_unwritten(path)?;
    args.messages.say(tally);
    Ok((out, short))
}
