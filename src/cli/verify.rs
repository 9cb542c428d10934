//! `verify`: catalogues, books and finished runs, proved again from nothing. Which files are what,
//! and how findings are said; not the proof, which the library has.

use super::failure::{Code, Failure, OrFail};
use clap::{ValueEnum, value_parser};
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use sudoku_press::archive::Archive;
use sudoku_press::batch::Dedup;
use sudoku_press::proof::verify::Proof;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Of a catalogue every row is proved: one solution, and every column as it must be; no two puzzles
equivalent. Of a book every grid is read from the PDF, solved, and compared with the answer in the
back; every page number that something refers to is looked up. A book that is named together with
its catalogue is compared with it puzzle by puzzle. Of a run all of this, and its files against the
manifest; with an archive, every puzzle of the run must be there, entered for this run.")]
pub struct Args {
    /// Catalogues (CSV), books (PDF; all volumes together) or the folders of finished runs
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// When two puzzles of a catalogue are the same [default: class; for a run, as its manifest says]
    #[arg(long, value_enum, conflicts_with = "archive")]
    dedup: Option<DedupArg>,

    /// Archive that must have every puzzle of the runs
    #[arg(long, value_name = "FILE")]
    archive: Option<PathBuf>,

    /// Form of the findings
    #[arg(long, value_enum, default_value_t = FormatArg::Txt)]
    format: FormatArg,

    /// Print problems only
    #[arg(long, short)]
    quiet: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum DedupArg {
    /// When one is the other in disguise
    Class,
    /// Only digit for digit
    Exact,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormatArg {
    /// A sentence for each finding, and one at the end
    Txt,
    /// The same, a JSON object a line
    Jsonl,
}

pub fn run(args: Args) -> Result<(), Failure> {
    if args.archive.is_some() && !args.paths.iter().any(|path| path.is_dir()) {
        let words = "--archive: expected the folder of a finished run among the paths, found none";
        return Err(Failure::say(Code::Usage, words));
    }
    let archive = args.archive.as_deref().map(Archive::open_to_read);
    let dedup = args.dedup.map(|dedup| match dedup {
        DedupArg::Class => Dedup::Class,
        DedupArg::Exact => Dedup::Exact,
    });
    let threads = args.threads.unwrap_or(0).into();
    let mut proof = Proof::new(threads, dedup, archive.transpose()?);
    proof.prove(&args.paths)?;
    let mut out = BufWriter::new(io::stdout().lock());
    let written = match args.format {
        FormatArg::Txt => proof.write_text(&mut out, args.quiet),
        FormatArg::Jsonl => proof.write_json(&mut out, args.quiet),
    };
    let written = written.and_then(|()| out.flush());
    written.or_unwritten(Path::new("standard output"))?;
    match proof.verdict() {
        None => Ok(()),
        Some(words) => Err(Failure::say(Code::No, words)),
    }
}
