//! `listing`: prints the metadata that a shop asks for, in the book's language.

use super::book::{SourceArgs, read};
use super::flags::LISTING_WORDS;
use super::run::path_word;
use super::{
    Choice, Failure, FailureContext, Messages, finished_run, one_of, page_count, usage_error,
    with_stdout,
};
use ::jobs::{Job, Settings};
use book::Listing;
use std::io::Write as _;
use std::path::PathBuf;

#[derive(Clone, Copy, Debug)]
enum ListingFormat {
    Text,
    Jsonl,
}

const FORMATS: &[Choice<ListingFormat>] = &[
    ("txt", "Text to copy from", ListingFormat::Text),
    ("jsonl", "One JSON object per volume, each on one line", ListingFormat::Jsonl),
];

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press listing rainy-days
    sudoku-press listing rainy-days --lang es --title 'Días de lluvia' --format jsonl")]
pub struct Args {
    /// A finished run's folder, with the book that the listing describes, or a file of puzzles
    #[arg(id = "catalogs", value_name = "FOLDER|FILE")]
    folder: PathBuf,

    /// Form of the answer
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: ListingFormat,
}

/// Prints the listing. If texts of the user are missing, the numbers of pages are those of the
/// run's own book, or unknown for a translation.
pub fn run(args: Args, job: &Job, settings: &Settings, messages: &Messages) -> Result<(), Failure> {
    let folder = std::slice::from_ref(&args.folder);
    let run = finished_run(folder)?;
    if run.is_none() {
        let file = path_word(&args.folder);
        messages.info(format_args!(
            "the figures are those of the book that `sudoku-press book {file}` makes; for another \
             design or printer, name the folder of a run"
        ));
    }
    let (mut book, sections, _) =
        read(folder, &SourceArgs::default(), settings, "nothing is written", messages)?;
    let own_parts = run.as_ref().map(|run| run.own_parts());
    let left_blank = own_parts.map_or(0, |parts| book.leave_blank(parts));
    let layout = book.lay_out(&sections).usage_error()?;
    let mut listings = Vec::new();
    for volume in &layout.volumes {
        let listing = Listing::new(volume, book.trim);
        let shorter = "use a shorter --title or --subtitle";
        listings.push(listing.map_err(|e| usage_error(format!("{e:#}; {shorter}")))?);
    }
    if let Some(run) = &run
        && let Some((own, new)) = run.other_title(&settings.book.imprint)
    {
        let folder = path_word(&args.folder);
        messages.info(format_args!(
            "the book in {folder} has the title {own}, and this listing {new}: shops refuse a book whose title \
             differs; make it with the same --title"
        ));
    }
    if let Some(run) = run.filter(|_| left_blank > 0) {
        let is_translated = LISTING_WORDS.iter().any(|name| job.is_set(name));
        let files = if is_translated { Vec::new() } else { run.volumes() };
        for (i, listing) in listings.iter_mut().enumerate() {
            listing.pages = files.get(i).map(|path| page_count(path)).transpose()?;
        }
        if is_translated {
            messages.info("the numbers of pages are left out: the texts of the book are missing");
        }
    }
    with_stdout(|out| match args.format {
        ListingFormat::Jsonl => listings.iter().try_for_each(|listing| {
            serde_json::to_writer(&mut *out, listing)?;
            writeln!(out)
        }),
        ListingFormat::Text => {
            let texts: Vec<_> = listings.iter().map(Listing::to_string).collect();
            write!(out, "{}", texts.join("\n----\n\n"))
        }
    })
}
