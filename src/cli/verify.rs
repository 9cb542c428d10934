//! `verify`: catalogues, books and finished runs, proved again from nothing. Which files are what,
//! and how findings are said; not the proof, which the library has.

use super::answer::counted;
use super::failure::{Code, Failure, OrFail};
use clap::{ValueEnum, value_parser};
use serde_json::json;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use sudoku_press::archive::Archive;
use sudoku_press::batch::Dedup;
use sudoku_press::proof::verify::{Finding, Place, Proof, Totals};

/// What the user typed.
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

    /// Say nothing when all is true
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

/// Proves what is named.
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
    say(&proof, &args)
}

fn say(proof: &Proof, args: &Args) -> Result<(), Failure> {
    let stdout = Path::new("standard output");
    let mut out = BufWriter::new(io::stdout().lock());
    let found = proof.findings.len();
    let written = (|| {
        for finding in &proof.findings {
            match args.format {
                FormatArg::Txt => writeln!(out, "{finding}")?,
                FormatArg::Jsonl => writeln!(out, "{}", object(finding))?,
            }
        }
        for other in proof.others.iter().filter(|_| !args.quiet) {
            let (path, words) = (other.display(), "is not listed in the manifest");
            match args.format {
                FormatArg::Txt => writeln!(out, "note: {path} {words}")?,
                FormatArg::Jsonl => {
                    let note = json!({ "kind": "note", "file": path.to_string(), "text": words });
                    writeln!(out, "{note}")?;
                }
            }
        }
        match args.format {
            FormatArg::Txt if found == 0 && !args.quiet => {
                writeln!(out, "ok: {}", in_words(&proof.totals))?;
            }
            FormatArg::Jsonl if !args.quiet => writeln!(out, "{}", totals(&proof.totals, found))?,
            _ => {}
        }
        out.flush()
    })();
    written.or_unwritten(stdout)?;
    if found == 0 {
        return Ok(());
    }
    let problems = counted(found as u64, "problem", "problems");
    let words = format!("{problems} in {}", in_words(&proof.totals));
    Err(Failure::say(Code::No, words))
}

/// `1 run of 5 files, 100 puzzles in 1 catalogue`.
fn in_words(totals: &Totals) -> String {
    let mut parts = Vec::new();
    if totals.runs > 0 {
        let files = counted(totals.files, "file", "files");
        parts.push(format!(
            "{} of {files}",
            counted(totals.runs, "run", "runs")
        ));
    }
    if totals.catalogs > 0 {
        let rows = counted(totals.rows, "puzzle", "puzzles");
        let catalogs = counted(totals.catalogs, "catalogue", "catalogues");
        parts.push(format!("{rows} in {catalogs}"));
    }
    if totals.volumes > 0 {
        let printed = counted(totals.printed, "puzzle", "puzzles");
        let pages = counted(totals.pages, "page", "pages");
        let volumes = counted(totals.volumes, "volume", "volumes");
        parts.push(format!("{printed} on {pages} of {volumes}"));
    }
    match parts.is_empty() {
        true => "what was named".to_owned(),
        false => parts.join(", "),
    }
}

fn totals(totals: &Totals, findings: usize) -> serde_json::Value {
    json!({
        "kind": "summary", "true": findings == 0, "findings": findings,
        "runs": totals.runs, "files": totals.files, "catalogs": totals.catalogs, "rows": totals.rows,
        "volumes": totals.volumes, "pages": totals.pages, "printed": totals.printed,
    })
}

fn object(finding: &Finding) -> serde_json::Value {
    let mut object = json!({ "kind": "finding", "file": &*finding.file });
    match &finding.place {
        Place::Whole => {}
        Place::Line { line, column } => {
            object["line"] = (*line).into();
            object["column"] = (*column).into();
        }
        Place::Page { sheet, folio } => {
            object["sheet"] = (*sheet).into();
            object["page"] = folio.clone().into();
        }
    }
    object["puzzle"] = finding.puzzle.clone().into();
    object["wrong"] = finding.wrong.clone().into();
    object["right"] = finding.right.clone().into();
    object
}
