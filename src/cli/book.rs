//! `book`: a PDF from catalogues, ours or others'.

use super::choice::one_of;
use super::failure::{Code, Failure, OrFail};
use super::follow::Follower;
use super::input::puzzle_files;
use super::ladder::LADDERS;
use super::messages::{MessageArgs, Messages};
use super::press::BookArgs;
use super::stop::Stop;
use std::path::PathBuf;
use sudoku_press::book::Section;
use sudoku_press::files::output::Existing;
use sudoku_press::ladder::Ladder;
use sudoku_press::run::Sections;

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

    /// Ladder of the sections: human rates every puzzle, whatever it was made for [default: that of the
    /// catalogue]
    #[arg(long, value_parser = one_of(LADDERS))]
    ladder: Option<Ladder>,

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
    let (existing, interrupt) = (args.existing(), &stop.interrupt);
    let pressed = book.press(&layout, &out, existing, interrupt, &mut follower);
    let pressed = pressed.map_err(|e| stop.ended(e))?;
    for (path, _) in &pressed {
        messages.file(path, path.display());
    }
    follower.tell_pages();
    let volumes = pressed.iter().map(|(path, _)| (path.as_path(), None));
    Ok(book.inspect(volumes, &mut follower)?)
}

impl Args {
    /// What happens to a file that is there.
    pub fn existing(&self) -> Existing {
        self.force.into()
    }

    /// The file to write, or the usual one. One that is not called a PDF is refused.
    pub fn out(&self, usual: &str) -> Result<PathBuf, Failure> {
        let out = self.out.clone().unwrap_or_else(|| usual.into());
        let wrong = || format!("--out {} does not end in .pdf", out.display());
        match out.extension() {
            Some(ending) if ending.eq_ignore_ascii_case("pdf") => Ok(out),
            _ => Err(Failure::say(Code::Usage, wrong())),
        }
    }

    /// The puzzles of the catalogues, by level or band.
    pub fn sections(&self, stop: &Stop) -> Result<Vec<Section>, Failure> {
        let files = puzzle_files(&self.catalogs);
        let read = Sections::read(files, self.ladder, &stop.interrupt);
        read.map_err(|e| stop.ended(e))
    }
}
