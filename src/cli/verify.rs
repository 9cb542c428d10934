//! `verify`: checks puzzles, catalogues, books and finished runs from scratch. This module parses
//! the arguments, prints the findings and writes the proof sheet; the library does the checks.

use super::choice::output_path;
use super::leaks::LeakSearch;
use super::preflight::PrinterArgs;
use super::progress::Progress;
use super::terminal::eprint_painted;
use super::{
    Colors, ColumnArgs, ExitCode, Failure, FailureContext, ForeignInputs, Messages, ReportFormat,
    SizeArgs, one_of, printable, usage_error, with_stdout,
};
use ::jobs::{FoundSheet, RunError, Setting};
use ::proof::isolation::is_foreign_pdf;
use ::proof::sheet;
use ::proof::verify::{Proof, RowCallback};
use archive::Archive;
use clap::value_parser;
use files::Overwrite;
use files::fs_path::is_dir;
use files::output::AtomicFile;
use make::Dedup;
use std::io::Write as _;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Every puzzle of a list or a catalogue is checked: legal, one solution, all columns correct. No two
puzzles may be equivalent, in one file or in all files and runs together. For a table from
elsewhere, the last line names the columns that were not checked. If such a column has the name of
one of ours and may state our levels, the result is not OK unless all of its values are right.
Numbers may have other forms than ours, as programs save them: 1 for 1.0. The first five problems of
each kind are printed and the others counted; --format jsonl has all of them.

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
entered for this run.

--against compares data sets: each puzzle of the paths counts once, as an exact repeat of one of
the others, as an equivalent puzzle, or as one with an equivalent solution grid or stated answer.
The first five of each are printed with both places. Any of them is a leak, and the exit code is 1;
so it is if a row without exactly one solution could not be judged, or a row could not be read.

If the printer is known, from the run or from --printer, books and covers must also keep its rules,
as `preflight` checks them. --sheet writes a page for the browser that shows every finding and every
page.

Examples:
    sudoku-press verify out --sheet out/proof.html
    sudoku-press verify foreign.pdf --printer kdp --sheet foreign.html
    sudoku-press verify puzzles.txt --allow-duplicates
    sudoku-press verify train.parquet --against valid.parquet test.parquet
    sudoku-press verify train.csv --column question --against test.csv")]
pub struct Args {
    /// Puzzles and catalogues in any format that is read, books and covers (PDF; all volumes
    /// together) or the folders of finished runs; - is standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    #[command(flatten)]
    column: ColumnArgs,

    /// Data sets that must have no puzzle of the paths: not again, not an equivalent one, and none
    /// with an equivalent solution grid. Nothing else is checked then
    #[arg(long, value_name = "PATH", num_args = 1..,
        conflicts_with_all = ["dedup", "allow_duplicates", "archive", "sheet", "printer"])]
    against: Vec<PathBuf>,

    #[command(flatten)]
    size: SizeArgs,

    /// Rule for duplicates, in a catalogue, a book or several [default: class; for a
    /// run, as its manifest says]
    #[arg(long, value_parser = one_of(Dedup::TABLE), conflicts_with = "archive")]
    dedup: Option<Dedup>,

    /// Accept puzzles that occur twice; then the memory does not grow with their number
    #[arg(long, conflicts_with_all = ["dedup", "archive"])]
    allow_duplicates: bool,

    /// Archive that must have every puzzle of the runs
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,

    #[command(flatten)]
    terms: PrinterArgs,

    /// File for the proof sheet, a page for the browser with every finding and every page; that of
    /// a run is RUN/proof.html
    #[arg(long, value_name = "FILE.html", value_parser = output_path())]
    sheet: Option<PathBuf>,

    /// Replace the file of the sheet if it exists
    #[arg(long, requires = "sheet")]
    force: bool,

    /// Form of the findings
    #[arg(long, value_parser = one_of(ReportFormat::TABLE), default_value = "txt")]
    format: ReportFormat,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Args {
    /// Returns the paths that the command reads, and its threads.
    pub fn foreign_inputs(&self) -> ForeignInputs {
        let named = self.paths.iter().chain(&self.against).chain(&self.archive);
        let paths = named.cloned().collect();
        ForeignInputs { paths, threads: self.threads.unwrap_or(0).into() }
    }

    /// Returns the policy for the file of the sheet. Its name is that of no file of a book. A sheet
    /// of this program in the folder of its run is replaced, because it belongs to the run; so is a
    /// file without content.
    fn overwrite(&self, path: &Path) -> Result<Overwrite, Failure> {
        let ending = path.extension().unwrap_or_default();
        if !ending.eq_ignore_ascii_case("html") && !ending.eq_ignore_ascii_case("htm") {
            return Err(usage_error(format_args!(
                "--sheet: expected a name that ends in .html, found {}",
                path.display()
            )));
        }
        Setting::refuse_input_as_output(
            self.foreign_inputs().paths.iter().map(PathBuf::as_path),
            path,
        )?;
        if self.force || !AtomicFile::sweep_then_exists(path).read_context(path)? {
            return Ok(self.force.into());
        }
        let is_place_of_run =
            matches!(&self.paths[..], [run] if path == run.join(FoundSheet::FILE));
        match FoundSheet::read(path).read_context(path)? {
            FoundSheet::Nothing => Ok(Overwrite::Always),
            FoundSheet::Own(_) if is_place_of_run => Ok(Overwrite::Always),
            FoundSheet::Own(_) | FoundSheet::Foreign => {
                Err(RunError::Exists(path.to_owned()).into())
            }
        }
    }

    fn write_sheet(
        &self,
        proof: &Proof,
        path: &Path,
        overwrite: Overwrite,
        messages: &Messages,
    ) -> Result<(), Failure> {
        let made = sheet::make(proof)?;
        let mut file = AtomicFile::create_with(path, overwrite).write_context(path)?;
        file.write_all(made.html.as_bytes()).write_context(path)?;
        file.commit().map(drop).write_context(path)?;
        if !messages.are_quiet() {
            let is_fine = made.problems.is_none();
            let name = Colors::for_stderr().verdict(is_fine, path.display());
            eprint_painted(&(name + "\n"));
        }
        Ok(())
    }
}

pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    if args.archive.is_some() && !args.paths.iter().any(|path| is_dir(path).unwrap_or(false)) {
        let message =
            "--archive: expected the folder of a finished run among the paths, found none";
        return Err(usage_error(message));
    }
    let tables = [&args.paths[..], &args.against[..]].concat();
    args.column.check_paths(&tables)?;
    let is_quiet = messages.are_quiet();
    let progress = Progress::new(messages);
    if !args.against.is_empty() {
        let search = LeakSearch {
            paths: &args.paths,
            against: &args.against,
            column: &args.column,
            size: &args.size,
            progress: &progress,
            format: args.format,
            is_quiet,
            threads: args.threads.unwrap_or(0).into(),
        };
        return search.run();
    }
    let overwrite = match &args.sheet {
        Some(path) => args.overwrite(path)?,
        None => Overwrite::Never,
    };
    let book = args.paths.iter().find(|path| is_foreign_pdf(path));
    let archive = args.archive.as_deref().map(Archive::open_to_read);
    let threads = args.threads.unwrap_or(0).into();
    let mut proof = Proof::new(threads, args.dedup, archive.transpose()?);
    proof.makes_again = true;
    proof.allows_duplicates = args.allow_duplicates;
    proof.terms = args.terms.read(book.map(PathBuf::as_path))?;
    proof.column.clone_from(&args.column.column);
    proof.size = args.size.size;
    proof.sheet.clone_from(&args.sheet);
    let task = progress.open_task("Verified", "puzzles");
    proof.on_row = RowCallback(Box::new(move || task.step()));
    proof.prove(&args.paths)?;
    let note = messages.notes();
    proof.notes.iter().for_each(|message| note(message));
    if let Some(path) = &args.sheet {
        args.write_sheet(&proof, path, overwrite, messages)?;
    }
    with_stdout(|out| match args.format {
        ReportFormat::Jsonl => proof.write_json(out, is_quiet),
        _ => {
            proof.write_text(out, is_quiet)?;
            match proof.verdict() {
                None if !is_quiet => {
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
