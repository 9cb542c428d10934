//! `book`: a PDF from catalogues, ours or others'.

use super::failure::{Code, Failure, OrFail};
use super::follow::Follower;
use super::input::puzzle_files;
use super::messages::{MessageArgs, Messages};
use super::press::BookArgs;
use super::stop::Stop;
use serde_json::json;
use std::path::PathBuf;
use sudoku_press::book::Section;
use sudoku_press::files::output::Existing;
use sudoku_press::run::Sections;
use sudoku_press::table::PlacedRecords;

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

    /// Replace files that exist
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    pub book: BookArgs,

    #[command(flatten)]
    pub messages: MessageArgs,
}

pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    messages.obey(&args.messages);
    let out = args.out("book.pdf")?;
    let book = args.book.plan()?;
    let stop = Stop::listen("volumes that are finished stay", messages);
    let layout = book.lay_out(&args.sections(&stop)?, None).or_usage()?;
    let mut follower = Follower::new(&args.messages, messages).of_book(&book, args.book.explains());
    let pressed = book.press(
        &layout,
        &out,
        args.existing(),
        &stop.interrupt,
        &mut follower,
    );
    let pressed = pressed.map_err(|e| stop.ended(e))?;
    for (path, _) in &pressed {
        messages.say(
            "file",
            path.display(),
            json!({ "path": path.display().to_string() }),
        );
    }
    let pages = follower.pages();
    messages.say(
        "book",
        format_args!("{pages} pages"),
        json!({ "pages": pages }),
    );
    let volumes = pressed.iter().map(|(path, _)| path.as_path());
    Ok(book.inspect(volumes, &mut follower)?)
}

impl Args {
    /// What happens to a file that is there.
    pub fn existing(&self) -> Existing {
        match self.force {
            true => Existing::Replace,
            false => Existing::Keep,
        }
    }

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
        for record in PlacedRecords::new(puzzle_files(&self.catalogs)) {
            let (place, record) = record?;
            stop.check()?;
            let level = record.judged_level().map_err(|e| place.wrong(&e))?;
            sections.push(level, record.puzzle);
        }
        Ok(sections.into_vec())
    }
}
