//! `preflight`: checks a finished PDF, ours or any other, against a printer's rules. `run`, `book` and
//! `cover` check what they made in the same way. No file is changed.

use super::failure::{Code, Failure, OrFail};
use super::shelf;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use sudoku_press::print::preflight::{self, Report};
use sudoku_press::print::{CoverSheet, Printer, Spine, Terms, Trim};

const EXAMPLES: &str = "\
Examples:
  sudoku-press preflight book.pdf --printer kdp --trim 6x9
  sudoku-press preflight cover.pdf --printer kdp --trim 6x9 --paper cream --cover 200";

/// What the user typed.
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
    let (printer, _) = shelf::find::<Printer>(&args.printer)?;
    let terms = printer.terms(args.trim, args.paper.as_deref()).or_usage()?;
    let cover = args
        .cover
        .map(|pages| CoverSheet::new(&terms, pages, args.spine));
    let cover = cover.transpose().or_usage()?;
    let report = inspect(&args.file, &terms, cover.as_ref())?;
    let said = table(&mut io::stdout().lock(), &report, &args.file, &terms);
    said.or_unwritten(Path::new("standard output"))?;
    verdict(&report, &args.file, &terms)
}

/// Checks a cover that was just made; findings go to standard error.
pub fn made(file: &Path, terms: &Terms, cover: Option<&CoverSheet>) -> Result<(), Failure> {
    let report = inspect(file, terms, cover)?;
    tell(&report, file, terms);
    verdict(&report, file, terms)
}

/// Prints the findings about a file on standard error, if there are any.
pub fn tell(report: &Report, file: &Path, terms: &Terms) {
    if !report.findings.is_empty() {
        let _ = table(&mut io::stderr().lock(), report, file, terms);
    }
}

fn inspect(file: &Path, terms: &Terms, cover: Option<&CoverSheet>) -> Result<Report, Failure> {
    let bytes = fs::read(file).or_unread(file)?;
    let report = match cover {
        None => preflight::inspect(&bytes, terms),
        Some(cover) => preflight::inspect_cover(&bytes, terms, cover),
    };
    report.or_unread(file)
}

fn verdict(report: &Report, file: &Path, terms: &Terms) -> Result<(), Failure> {
    let refusals = report.refusals();
    if refusals == 0 {
        return Ok(());
    }
    let plural = if refusals == 1 { "" } else { "s" };
    let words = format!(
        "{}: {} would refuse this file: {refusals} finding{plural}",
        file.display(),
        terms.printer()
    );
    Err(Failure::say(Code::No, words))
}

/// The findings, a line each, and why some of them are no more than advice.
fn table(out: &mut impl Write, report: &Report, file: &Path, terms: &Terms) -> io::Result<()> {
    let printer = terms.printer();
    let plural = if report.pages == 1 { "" } else { "s" };
    writeln!(
        out,
        "{}: {} page{plural}, for {printer} at {} on paper {}",
        file.display(),
        report.pages,
        terms.trim(),
        terms.paper()
    )?;
    if report.findings.is_empty() {
        return writeln!(out, "ok for {printer}");
    }
    let places: Vec<String> = report.findings.iter().map(|f| ranges(&f.pages)).collect();
    let width = places.iter().map(String::len).max().unwrap_or(0).max(5);
    writeln!(
        out,
        "{:12}  {:7}  {:width$}  what",
        "rule", "weight", "pages"
    )?;
    for (finding, pages) in report.findings.iter().zip(places) {
        let weight = match finding.unsettled {
            None => "refusal",
            Some(_) => "advice",
        };
        writeln!(
            out,
            "{:12}  {weight:7}  {pages:width$}  {}",
            finding.rule, finding.what
        )?;
    }
    for finding in &report.findings {
        if let Some(why) = &finding.unsettled {
            writeln!(
                out,
                "{} is advice, because the printer's figure is unsettled: {why}",
                finding.rule
            )?;
        }
    }
    if report.refusals() == 0 {
        writeln!(out, "ok for {printer}, with advice")?;
    }
    Ok(())
}

/// `1-4, 9, 12-300`; of many ranges the first, and how many pages they are.
fn ranges(pages: &[usize]) -> String {
    const MOST: usize = 6;
    if pages.is_empty() {
        return "file".to_owned();
    }
    let mut ranges: Vec<(usize, usize)> = Vec::new();
    for &page in pages {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == page => *last = page,
            _ => ranges.push((page, page)),
        }
    }
    let shown = ranges
        .iter()
        .take(MOST)
        .map(|&(first, last)| match last - first {
            0 => first.to_string(),
            _ => format!("{first}-{last}"),
        });
    let shown = shown.collect::<Vec<_>>().join(", ");
    if ranges.len() > MOST {
        format!("{shown}, ... ({} pages)", pages.len())
    } else {
        shown
    }
}
