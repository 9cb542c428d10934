//! `proof`: makes the proof sheet of runs, books and catalogues. `run --proof` makes one beside the
//! run.

use super::choice::output_path;
use super::preflight::PrinterArgs;
use super::terminal::eprint_painted;
use super::{Colors, ColumnArgs, ExitCode, Failure, FailureContext, ForeignInputs};
use clap::value_parser;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use store::archive::Archive;
use store::files::fs_path::is_dir;
use store::files::output::{AtomicFile, Overwrite, sweep_then_exists};
use sudoku_press::check::sheet::{self, ProofSheet, SheetRequest};
use sudoku_press::run::{FoundSheet, PROOF_SHEET, RunError};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press proof out
    sudoku-press proof nights/2026-11-20 --against nights/2026-11-19 --archive printed.archive
    sudoku-press proof foreign.pdf --printer kdp --out foreign.html")]
pub struct Args {
    /// Folders of finished runs, sharded ones too, books (PDF), covers (PDF of one page) or
    /// catalogues (CSV)
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// An earlier run, book or catalogue to compare with
    #[arg(long, value_name = "OLD")]
    against: Option<PathBuf>,

    /// File to write [default: proof.html, in the folder of the run if there is one folder alone]
    #[arg(long, short, value_name = "FILE.html", value_parser = output_path())]
    out: Option<PathBuf>,

    /// Replace the file if it exists
    #[arg(long)]
    force: bool,

    /// Archive that must contain every puzzle of the runs; the sheet also compares with its latest
    /// runs
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,

    #[command(flatten)]
    column: ColumnArgs,

    #[command(flatten)]
    terms: PrinterArgs,

    /// Print errors only
    #[arg(long, short)]
    quiet: bool,

    /// Threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
}

impl Args {
    /// Returns the paths that the command reads, and its threads.
    pub fn foreign_inputs(&self) -> ForeignInputs {
        let paths = self.paths.iter().chain(&self.against).chain(&self.archive);
        let threads = self.threads.unwrap_or(0).into();
        ForeignInputs { paths: paths.cloned().collect(), threads }
    }
}

/// Writes the sheet. Exit code 1 if it contains a problem.
pub fn run(args: Args) -> Result<(), Failure> {
    let all: Vec<_> = args.paths.iter().chain(&args.against).cloned().collect();
    args.column.check_paths(&all)?;
    let out = match (args.out, &args.paths[..]) {
        (Some(out), _) => out,
        (None, [run]) if is_dir(run).read_context(run)? => run.join(PROOF_SHEET),
        (None, _) => PROOF_SHEET.into(),
    };
    let is_place_of_run = matches!(&args.paths[..], [run] if out == run.join(PROOF_SHEET));
    let overwrite = overwrite_for(&out, args.force, is_place_of_run)?;
    let is_pdf = |path: &&PathBuf| path.extension().is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
    let terms = args.terms.read(args.paths.iter().find(is_pdf).map(|path| &**path))?;
    let sheet = sheet::make(SheetRequest {
        paths: args.paths,
        against: args.against,
        archive: args.archive.as_deref().map(Archive::open_to_read).transpose()?,
        terms,
        column: args.column.column,
        threads: args.threads.unwrap_or(0).into(),
    })?;
    write(&sheet, &out, overwrite)?;
    let note = super::notes(args.quiet);
    sheet.notes.iter().for_each(|message| note(message));
    if !args.quiet {
        let fine = sheet.problems.is_none();
        eprint_painted(&(Colors::for_stderr().verdict(fine, out.display()) + "\n"));
    }
    verdict(&sheet, &out)
}

/// Returns the policy for the file of a new sheet. A sheet of this program in the folder of its run
/// is replaced, because it belongs to the run; so is a file without content.
pub fn overwrite_for(
    path: &Path,
    force: bool,
    is_place_of_run: bool,
) -> Result<Overwrite, Failure> {
    if force || !sweep_then_exists(path).read_context(path)? {
        return Ok(force.into());
    }
    match FoundSheet::read(path).read_context(path)? {
        FoundSheet::Nothing => Ok(Overwrite::Always),
        FoundSheet::Own(_) if is_place_of_run => Ok(Overwrite::Always),
        FoundSheet::Own(_) | FoundSheet::Foreign => Err(RunError::Exists(path.to_owned()).into()),
    }
}

pub fn write(sheet: &ProofSheet, path: &Path, overwrite: Overwrite) -> Result<(), Failure> {
    let mut file = AtomicFile::create_with(path, overwrite).write_context(path)?;
    file.write_all(sheet.html.as_bytes()).write_context(path)?;
    file.commit().map(drop).write_context(path)
}

/// Returns a failure that describes the problems on the sheet, if there are any.
pub fn verdict(sheet: &ProofSheet, path: &Path) -> Result<(), Failure> {
    match &sheet.problems {
        None => Ok(()),
        Some(message) => {
            Err(Failure::msg(ExitCode::Failure, format!("{}: {message}", path.display())))
        }
    }
}
