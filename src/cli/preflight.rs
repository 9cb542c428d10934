//! `preflight`: checks a finished PDF, ours or any other, against a printer's rules. `run`, `book` and
//! `cover` check what they made in the same way. No file is changed.

use super::answer::print;
use super::failure::{Code, Failure, OrFail};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use sudoku_press::files::output;
use sudoku_press::print::preflight::{self, Report};
use sudoku_press::print::{CoverSheet, Printer, Spine, Terms, Trim};
use sudoku_press::run::find;

const EXAMPLES: &str = "\
Examples:
  sudoku-press preflight book.pdf --printer kdp --trim 6x9
  sudoku-press preflight cover.pdf --printer kdp --trim 6x9 --paper cream --cover 200";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Finished PDF: the pages of a book, or with --cover its cover
    #[arg(value_name = "FILE.pdf")]
    file: PathBuf,

    /// Printer whose rules to check: kdp, ingram, lulu, bod, office, screen, or a printer file
    #[arg(long, value_name = "NAME|FILE")]
    printer: String,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm
    #[arg(long, value_name = "SIZE")]
    trim: Trim,

    /// Name of the paper in the printer's list: white, cream, ... [default: the printer's first]
    #[arg(long, value_name = "NAME")]
    paper: Option<String>,

    /// The file is the cover of a book with this number of pages
    #[arg(long, value_name = "PAGES")]
    cover: Option<usize>,

    /// Width of the cover's spine, such as 12.4mm or 0.49in [default: from the thickness of the paper]
    #[arg(long, value_name = "WIDTH", requires = "cover")]
    spine: Option<Spine>,
}

/// Checks the file and prints the findings on standard output; code 1 if the printer would refuse it. A
/// finding that rests on an unsettled figure is advice, and no reason to refuse.
pub fn run(args: Args) -> Result<(), Failure> {
    let (printer, _) = find::<Printer>(&args.printer).or_usage()?;
    let terms = printer.terms(args.trim, args.paper.as_deref()).or_usage()?;
    let cover = args.cover.map(|pages| CoverSheet::new(&terms, pages, args.spine));
    let cover = cover.transpose().or_usage()?;
    let bytes = output::read(&args.file).or_unread(&args.file)?;
    let report = match cover {
        None => preflight::inspect(&bytes, &terms),
        Some(cover) => preflight::inspect_cover(&bytes, &terms, &cover),
    };
    let report = report.or_unread(&args.file)?;
    print(|out| write!(out, "{}", report.text(&args.file, &terms)))?;
    match report.refusal(&args.file, &terms) {
        None => Ok(()),
        Some(words) => Err(Failure::say(Code::No, words)),
    }
}

/// Prints the findings about a file on standard error, if there are any.
pub fn tell(report: &Report, file: &Path, terms: &Terms) {
    if !report.findings.is_empty() {
        let _ = write!(io::stderr().lock(), "{}", report.text(file, terms));
    }
}
