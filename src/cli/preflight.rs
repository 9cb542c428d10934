//! `preflight`: checks a finished PDF, of this program or any other, against a printer's rules or
//! PDF/X. `run`, `book` and `cover` check their output in the same way. No file is changed.

use super::spine::exclude_spines;
use super::{
    Colors, ExitCode, Failure, FailureContext, ForeignInputs, ReportFormat, SpineArgs, one_of,
    terminal, usage_error, with_stdout,
};
use ::jobs::Preset as _;
use ::preflight::{CoverSheet, Pdfx, PreflightReport, PrintSpec, Printer, Spine, Trim};
use files::output;
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  sudoku-press preflight book.pdf --printer kdp
  sudoku-press preflight cover.pdf --printer kdp --trim 6x9 --paper cream --cover 200
  sudoku-press preflight book.pdf --pdfx 1a

Any PDF, also one that has nothing to do with Sudoku:
  sudoku-press preflight brochure.pdf --pdfx 4 --format jsonl";

#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES, mut_args = exclude_spines)]
pub struct Args {
    /// Finished PDF: the pages of a book, or with --cover its cover
    #[arg(value_name = "FILE.pdf")]
    file: PathBuf,

    #[command(flatten)]
    terms: PrinterArgs,

    /// Standard of PDF/X to check, each requirement by itself, in a PDF of any program
    #[arg(long, value_name = "STANDARD", value_parser = one_of(Pdfx::TABLE))]
    pdfx: Option<Pdfx>,

    /// The file is the cover of a book with this number of pages
    #[arg(long, value_name = "PAGES", requires = "printer")]
    cover: Option<usize>,

    /// Width of the cover's spine, such as 12.4mm or 0.49in [default: from the thickness of the
    /// paper]
    #[arg(long, value_name = "WIDTH", requires = "cover")]
    spine: Option<Spine>,

    #[command(flatten)]
    measure: SpineArgs,

    /// Form of the findings
    #[arg(long, value_parser = one_of(ReportFormat::TABLE), default_value = "txt")]
    format: ReportFormat,
}

/// Flags that select a printer, its paper and a trim size.
#[derive(clap::Args, Debug)]
pub struct PrinterArgs {
    /// Printer whose rules to check: kdp, ingram, lulu, bod, office, screen, eink, or a printer
    /// file; `verify` knows that of a run
    #[arg(long, value_name = "NAME|FILE")]
    printer: Option<String>,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm [default: that of the PDF]
    #[arg(long, value_name = "SIZE", requires = "printer")]
    trim: Option<Trim>,

    /// Name of the paper in the printer's list: white, cream, ... [default: the printer's first]
    #[arg(long, value_name = "NAME", requires = "printer")]
    paper: Option<String>,
}

impl PrinterArgs {
    /// Returns the requirements of the printer, if one is named. Without `--trim`, the pages of the
    /// file give the trim size.
    pub fn read(&self, book: Option<&Path>) -> Result<Option<PrintSpec>, Failure> {
        let Some(printer) = &self.printer else { return Ok(None) };
        let (printer, _) = Printer::find(printer).usage_error()?;
        let trim = match (self.trim, book) {
            (Some(trim), _) => trim,
            (None, Some(path)) => {
                let size = preflight::page_size(&output::read(path).read_context(path)?);
                let trim = printer.matching_trim(&size.read_context(path)?);
                trim.map_err(|e| {
                    usage_error(format!("{}: {e:#}; name the size with --trim", path.display()))
                })?
            }
            (None, None) => return Err(usage_error("expected --trim with --printer, found none")),
        };
        printer.terms(trim, self.paper.as_deref()).map(Some).usage_error()
    }
}

/// Checks the file and prints the findings on standard output. Exit code 1 if the printer would
/// refuse the file, or it does not conform to the standard. A finding that depends on an
/// unconfirmed figure is only advice.
pub fn run(args: Args) -> Result<(), Failure> {
    // The size of a cover does not determine the trim size of its book.
    let terms = args.terms.read(Some(&*args.file).filter(|_| args.cover.is_none()))?;
    if terms.is_none() && args.pdfx.is_none() {
        return Err(usage_error("expected --printer or --pdfx, found neither"));
    }
    let bytes = output::read(&args.file).read_context(&args.file)?;
    let colors = Colors::for_stdout();
    let mut reports = Vec::new();
    if let Some(pdfx) = args.pdfx {
        reports.push(preflight::conformance(&bytes, pdfx).read_context(&args.file)?);
    }
    if let Some(terms) = terms {
        let report = match args.cover {
            None => preflight::inspect(&bytes, &terms),
            Some(pages) => preflight::inspect_cover(&bytes, &terms, &args.sheet(&terms, pages)?),
        };
        reports.push(report.read_context(&args.file)?);
    }
    for report in &reports {
        let text = match args.format {
            ReportFormat::Jsonl => report.json(&args.file),
            _ => colors.with_verdicts(&report.text(&args.file)),
        };
        with_stdout(|out| out.write_painted(&text))?;
    }
    let refusals: Vec<_> = reports.iter().filter_map(|r| r.refusal(&args.file)).collect();
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(Failure::msg(ExitCode::Failure, refusals.join("; ")))
    }
}

impl Args {
    /// Returns the files that the command reads, and its threads.
    pub fn foreign_inputs(&self) -> ForeignInputs {
        let paths = [&self.file].into_iter().chain(self.measure.template_path());
        ForeignInputs { paths: paths.cloned().collect(), threads: 1 }
    }

    /// Returns the sheet of a cover for this number of pages.
    fn sheet(&self, terms: &PrintSpec, pages: usize) -> Result<CoverSheet, Failure> {
        let template = self.measure.template()?;
        let measured = match self.spine {
            None => self.measure.width(template.as_ref(), terms.trim(), Some(terms), pages)?,
            spine => spine,
        };
        let sheet = CoverSheet::new(terms, pages, measured).usage_error()?;
        match template {
            Some(template) => sheet.on(&template).map_err(|e| self.measure.template_error(e)),
            None => Ok(sheet),
        }
    }
}

/// Prints the findings about a file that is being made on standard error, if there are any. The
/// file is not in its folder yet, so only its name is told.
pub fn eprint_findings(report: &PreflightReport, file: &Path) {
    if !report.findings.is_empty() {
        terminal::eprint(report.text(file.file_name().map_or(file, Path::new)));
    }
}
