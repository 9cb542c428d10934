//! `book`: a PDF from catalogues, ours or others'.

use super::failure::{Code, Failure};
use super::input::each_record;
use super::press::{BookArgs, Sections};
use super::progress::MessageArgs;
use super::stop::Stop;
use std::path::PathBuf;
use sudoku_press::book::Section;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press book out/catalog.csv --out sampler.pdf --template large-print --title 'Large Print'
    sudoku-press generate --count 50 --format txt | sudoku-press book - --printer kdp")]
pub struct Args {
    /// Catalogues: CSV or any other file of puzzles, as for `solve`; `solution` and `level`, where there
    /// are such columns, must be true; - is standard input
    #[arg(required = true, value_name = "CATALOG")]
    catalogs: Vec<PathBuf>,

    /// File to write; several volumes are numbered [default: book.pdf or cover.pdf]
    #[arg(long, short, value_name = "FILE.pdf")]
    out: Option<PathBuf>,

    #[command(flatten)]
    pub book: BookArgs,

    #[command(flatten)]
    pub messages: MessageArgs,
}

/// Makes the book.
pub fn run(args: Args) -> Result<(), Failure> {
    let out = args.out("book.pdf")?;
    let design = args.book.design()?;
    let stop = Stop::listen("volumes that are finished stay", || ());
    let sections = args.sections(&stop)?;
    let pressed = design.press(&sections, &out, &args.messages.progress(), &stop)?;
    for (path, _) in &pressed.files {
        args.messages.say(path.display());
    }
    args.messages.say(format_args!("{} pages", pressed.pages));
    design.preflight(&pressed)
}

impl Args {
    /// The file to write, or the usual one. One that is not called a PDF is refused.
    pub fn out(&self, usual: &str) -> Result<PathBuf, Failure> {
        let out = self.out.clone().unwrap_or_else(|| usual.into());
        if out
            .extension()
            .is_some_and(|e| e.eq_ignore_ascii_case("pdf"))
        {
            return Ok(out);
        }
        let words = format!("--out {} does not end in .pdf", out.display());
        Err(Failure::say(Code::Usage, words))
    }

    /// The puzzles of the catalogues, by level. Each is proved and scored from nothing: what a
    /// catalogue states must be true.
    pub fn sections(&self, stop: &Stop) -> Result<Vec<Section>, Failure> {
        let mut sections = Sections::default();
        each_record(&self.catalogs, |record, _| {
            stop.check()?;
            sections.push(record.judged_level()?, record.puzzle);
            Ok(())
        })?;
        Ok(sections.into_vec())
    }
}
