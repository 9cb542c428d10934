//! `verify`: checks catalogues, books and finished runs from scratch. This module parses the
//! arguments and prints the findings; the library does the checks.

use super::{
    ANSWERS, Choice, Colors, ColumnArgs, ExitCode, Failure, ForeignInputs, one_of, printable,
    usage_error, with_flags, with_stdout,
};
use clap::value_parser;
use engine::make::batch::Dedup;
use std::path::PathBuf;
use store::archive::Archive;
use store::files::fs_path::is_dir;
use store::table::AnswerFormat;
use sudoku_press::check::verify::Proof;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every catalogue row is checked: one solution, all columns correct. No two puzzles may be
equivalent, in one catalogue or in all catalogues and runs together. For a table from elsewhere,
the last line names the columns that were not checked. If such a column has the name of one of
ours and may state our levels, the result is not OK unless all of its values are right. Numbers
may have other forms than ours, as programs save them: 1 for 1.0. The first five problems of each
kind are printed and the others counted; --format jsonl has all of them.

In a book, every grid is read from the PDF. Each digit must be visible and have the outline of
that digit, each line must be there with its weight, each puzzle must have one solution, and its
answer must be that solution. No two puzzles of all books may be equivalent. The numbers of
puzzles and answers must rise from page to page, page numbers must count up, and answers must come
after their puzzles, unless a text names their page. The last line says what was not checked. A
book named together with its catalogue must have each of its puzzles once.

For a run, all of this is checked, and its files against the manifest. Its books, answers,
booklets and covers are rebuilt from its settings and its catalogue and compared; each page that
differs is named. A file that another program has saved again may differ if its pages look the
same. Your own files that the run used are found beside it by their checksums; without them, the
last line says what was not checked. With an archive, every puzzle of the run must be in it,
entered for this run.")]
pub struct Args {
    /// Catalogues (CSV), books and covers (PDF; all volumes together) or the folders of finished
    /// runs
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    column: ColumnArgs,

    /// Rule for duplicates, in a catalogue, a book or several [default: class; for a
    /// run, as its manifest says]
    #[arg(long, value_parser = one_of(Dedup::TABLE), conflicts_with = "archive")]
    dedup: Option<Dedup>,

    /// Archive that must have every puzzle of the runs
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,

    /// Form of the findings
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: AnswerFormat,

    /// Print problems only
    #[arg(long, short)]
    quiet: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

const FORMATS: &[Choice<AnswerFormat>] = &[ANSWERS[0], ANSWERS[2]];

impl Args {
    /// Returns the paths that the command reads, and its threads.
    pub fn foreign_inputs(&self) -> ForeignInputs {
        let paths = self.paths.iter().chain(&self.archive).cloned().collect();
        ForeignInputs { paths, threads: self.threads.unwrap_or(0).into() }
    }
}

pub fn run(args: Args) -> Result<(), Failure> {
    if args.archive.is_some() && !args.paths.iter().any(|path| is_dir(path).unwrap_or(false)) {
        let message =
            "--archive: expected the folder of a finished run among the paths, found none";
        return Err(usage_error(message));
    }
    args.column.check_paths(&args.paths)?;
    let archive = args.archive.as_deref().map(Archive::open_to_read);
    let threads = args.threads.unwrap_or(0).into();
    let mut proof = Proof::new(threads, args.dedup, archive.transpose()?);
    proof.makes_again = true;
    proof.column = args.column.column;
    proof.prove(&args.paths)?;
    for finding in &mut proof.findings {
        finding.found = with_flags(&finding.found);
    }
    let note = super::notes(args.quiet);
    proof.notes.iter().for_each(|message| note(message));
    with_stdout(|out| match args.format {
        AnswerFormat::Jsonl => proof.write_json(out, args.quiet),
        _ => {
            proof.write_text(out, args.quiet)?;
            match proof.verdict() {
                None if !args.quiet => {
                    let ok = Colors::for_stdout().verdict(true, "OK:");
                    out.write_painted(&format!("{ok} {}\n", printable(&proof.summary())))
                }
                _ => Ok(()),
            }
        }
    })?;
    match proof.verdict() {
        None => Ok(()),
        Some(message) => Err(Failure::msg(ExitCode::Failure, message)),
    }
}
