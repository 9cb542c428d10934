//! `verify`: catalogues, books and finished runs, proved again from nothing. Which files are what,
//! and how findings are said; not the proof, which the library has.

use super::answer::counted;
use super::failure::{Code, Failure, OrFail};
use clap::{ValueEnum, value_parser};
use serde_json::json;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use sudoku_press::archive::Archive;
use sudoku_press::batch::Dedup;
use sudoku_press::proof::verify::{self, Catalog, Demands, Finding, Known, Place, Run, Volume};
use sudoku_press::table::Rows;

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

/// Everything that is proved, and what was found.
struct Proof {
    threads: usize,
    dedup: Option<Dedup>,
    archive: Option<Archive>,
    catalogs: Vec<(Arc<str>, Vec<Known>)>,
    volumes: Vec<(Arc<str>, Volume)>,
    findings: Vec<Finding>,
    totals: Totals,
}

#[derive(Default)]
struct Totals {
    runs: u64,
    files: u64,
    catalogs: u64,
    rows: u64,
    volumes: u64,
    pages: u64,
    printed: u64,
}

/// Proves what is named.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.archive.is_some() && !args.paths.iter().any(|path| path.is_dir()) {
        let words = "--archive is for the folders of finished runs, and none is named";
        return Err(Failure::say(Code::Usage, words));
    }
    let archive = args.archive.as_deref().map(Archive::open_to_read);
    let mut proof = Proof {
        threads: args.threads.unwrap_or(0).into(),
        dedup: args.dedup.map(|dedup| match dedup {
            DedupArg::Class => Dedup::Class,
            DedupArg::Exact => Dedup::Exact,
        }),
        archive: archive.transpose()?,
        catalogs: Vec::new(),
        volumes: Vec::new(),
        findings: Vec::new(),
        totals: Totals::default(),
    };
    for path in args.paths.iter().filter(|path| path.is_dir()) {
        proof.run(path)?;
    }
    for path in args.paths.iter().filter(|path| !path.is_dir()) {
        if is_pdf(path).or_unread(path)? {
            proof.volume(path)?;
        } else {
            proof.catalog(path, None)?;
        }
    }
    proof.compare();
    proof.say(&args)
}

/// A PDF by its name or its first bytes: one that is damaged is still no catalogue.
fn is_pdf(path: &Path) -> io::Result<bool> {
    let mut begin = Vec::new();
    io::Read::read_to_end(&mut io::Read::take(File::open(path)?, 1024), &mut begin)?;
    let named = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("pdf"));
    Ok(named || begin.windows(5).any(|w| w == b"%PDF-"))
}

fn name(path: &Path) -> Arc<str> {
    path.display().to_string().into()
}

impl Proof {
    fn run(&mut self, folder: &Path) -> Result<(), Failure> {
        let run = match Run::open(folder) {
            Ok(run) => run,
            Err(finding) => {
                self.findings.push(finding);
                return Ok(());
            }
        };
        self.totals.runs += 1;
        self.totals.files += run.files as u64;
        self.findings.extend(run.findings.iter().cloned());
        // What was named before is no part of this run.
        let (catalogs, volumes) = (self.catalogs.len(), self.volumes.len());
        for path in run.catalogs.iter().filter(|path| path.is_file()) {
            self.catalog(path, Some(&run))?;
        }
        for path in run.volumes.iter().filter(|path| path.is_file()) {
            self.volume(path)?;
        }
        let catalogs = self.catalogs.split_off(catalogs);
        self.archived(folder, &run, &catalogs)?;
        let volumes = self.volumes.split_off(volumes);
        if !volumes.is_empty() && !catalogs.is_empty() {
            self.findings.extend(verify::against(&catalogs, &volumes));
        }
        Ok(())
    }

    /// A run against the archive, if there is to be one.
    fn archived(
        &mut self,
        folder: &Path,
        run: &Run,
        catalogs: &[(Arc<str>, Vec<Known>)],
    ) -> Result<(), Failure> {
        let Some(archive) = &self.archive else {
            return Ok(());
        };
        match super::finished::entry_of(folder) {
            Ok(Some(entry)) => {
                for (file, rows) in catalogs {
                    let findings = verify::archived(file, rows, archive, &entry.name())?;
                    self.findings.extend(findings);
                }
            }
            Ok(None) => {}
            Err(e) => self.findings.push(Finding {
                file: run.name.clone(),
                place: Place::Whole,
                puzzle: String::new(),
                wrong: format!("nobody can tell which run this is ({e})"),
                right: "the settings of a run".to_owned(),
            }),
        }
        Ok(())
    }

    fn catalog(&mut self, path: &Path, run: Option<&Run>) -> Result<(), Failure> {
        let file = name(path);
        let dedup = self.dedup.or(run.map(|run| run.dedup));
        let none = Demands::default();
        let rows = Rows::open(path).or_unread(path)?;
        let catalog: Catalog = verify::catalog(
            &file,
            rows,
            dedup.unwrap_or(Dedup::Class),
            run.map_or(&none, |run| &run.demands),
            self.threads,
        )
        .map_err(anyhow::Error::from)?;
        if let Some(run) = run {
            self.findings.extend(run.counts(&catalog));
        }
        self.totals.catalogs += 1;
        self.totals.rows += catalog.rows.len() as u64;
        self.findings.extend(catalog.findings);
        self.catalogs.push((file, catalog.rows));
        Ok(())
    }

    fn volume(&mut self, path: &Path) -> Result<(), Failure> {
        let file = name(path);
        let bytes = fs::read(path).or_unread(path)?;
        let volume = verify::volume(&file, &bytes, self.threads);
        let mut volume = volume.map_err(anyhow::Error::from)?;
        self.totals.volumes += 1;
        self.totals.pages += volume.pages as u64;
        self.totals.printed += volume.puzzles.len() as u64;
        self.findings.append(&mut volume.findings);
        self.volumes.push((file, volume));
        Ok(())
    }

    /// Books and catalogues that were named together.
    fn compare(&mut self) {
        if !self.catalogs.is_empty() && !self.volumes.is_empty() {
            let findings = verify::against(&self.catalogs, &self.volumes);
            self.findings.extend(findings);
        }
    }

    fn say(&self, args: &Args) -> Result<(), Failure> {
        let stdout = Path::new("standard output");
        let mut out = BufWriter::new(io::stdout().lock());
        let found = self.findings.len();
        let written = (|| {
            for finding in &self.findings {
                match args.format {
                    FormatArg::Txt => writeln!(out, "{finding}")?,
                    FormatArg::Jsonl => writeln!(out, "{}", object(finding))?,
                }
            }
            match args.format {
                FormatArg::Txt if found == 0 && !args.quiet => {
                    writeln!(out, "all is true: {}", self.totals)?;
                }
                FormatArg::Jsonl if !args.quiet => writeln!(out, "{}", self.totals.object(found))?,
                _ => {}
            }
            out.flush()
        })();
        written.or_unwritten(stdout)?;
        if found == 0 {
            return Ok(());
        }
        let words = format!(
            "not true: {} in {}",
            counted(found as u64, "finding", "findings"),
            self.totals
        );
        Err(Failure::say(Code::No, words))
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut parts = Vec::new();
        if self.runs > 0 {
            let files = counted(self.files, "file", "files");
            parts.push(format!("{} of {files}", counted(self.runs, "run", "runs")));
        }
        if self.catalogs > 0 {
            let rows = counted(self.rows, "puzzle", "puzzles");
            let catalogs = counted(self.catalogs, "catalogue", "catalogues");
            parts.push(format!("{rows} in {catalogs}"));
        }
        if self.volumes > 0 {
            let printed = counted(self.printed, "puzzle", "puzzles");
            let pages = counted(self.pages, "page", "pages");
            let volumes = counted(self.volumes, "volume", "volumes");
            parts.push(format!("{printed} on {pages} of {volumes}"));
        }
        if parts.is_empty() {
            parts.push("nothing".into());
        }
        f.write_str(&parts.join(", "))
    }
}

impl Totals {
    fn object(&self, findings: usize) -> serde_json::Value {
        json!({
            "kind": "summary", "true": findings == 0, "findings": findings,
            "runs": self.runs, "files": self.files, "catalogs": self.catalogs, "rows": self.rows,
            "volumes": self.volumes, "pages": self.pages, "printed": self.printed,
        })
    }
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
