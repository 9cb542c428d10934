//! `listing`: prints the metadata that a shop asks for, in the book's language.

use super::book::{SourceArgs, read};
use super::flags::{BookFlags, SettingFlags};
use super::{
    Choice, Failure, FailureContext, MessageArgs, Messages, finished_run, one_of, page_count,
    usage_error, with_stdout,
};
use press::book::Listing;
use std::io::Write as _;
use std::path::PathBuf;
use sudoku_press::run::{Group, Layers, Origin, SettingText, Settings};

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
    /// A finished run's folder. Its settings are used unless a flag overrides them. Or catalogues,
    /// with the flags of their book
    #[arg(required = true, value_name = "FOLDER|CATALOG")]
    catalogs: Vec<PathBuf>,

    /// Form of the answer
    #[arg(long, value_parser = one_of(FORMATS), default_value = "txt")]
    format: ListingFormat,

    #[command(flatten)]
    source: SourceArgs,

    #[command(flatten)]
    _book: SettingFlags<BookFlags>,

    #[command(flatten)]
    _messages: MessageArgs,
}

/// Prints the listing. Without the user's texts, the numbers of pages are those of the run's own
/// book; for any other book they are omitted.
pub fn run(
    args: Args,
    layers: &Layers,
    settings: &Settings,
    messages: &Messages,
) -> Result<(), Failure> {
    let catalogs = &args.catalogs[..];
    let (mut book, sections, _) =
        read(catalogs, &args.source, settings, "nothing is written", messages)?;
    let run = finished_run(catalogs)?;
    let left_blank = run.as_ref().map_or(0, |run| book.leave_blank(run.own_parts()));
    let layout = book.lay_out(&sections).usage_error()?;
    let listings = layout.volumes.iter().map(|volume| Listing::new(volume, book.trim));
    let mut listings: Vec<Listing> = listings
        .collect::<Result<_, _>>()
        .map_err(|e| usage_error(format!("{e:#}; use a shorter --title or --subtitle")))?;
    if let Some(run) = run.filter(|_| left_blank > 0) {
        let is_of_book = |text: &SettingText| {
            text.origin == Origin::Flag && text.setting.group != Group::Messages
        };
        let same = args.source.column.column.is_none()
            && args.source.ladder.is_none()
            && !layers.iter().any(is_of_book);
        let volumes = if same { run.volumes() } else { Vec::new() };
        for (i, listing) in listings.iter_mut().enumerate() {
            listing.pages = volumes.get(i).map(|path| page_count(path)).transpose()?;
        }
        if !same {
            messages.info("the numbers of pages are left out: expected the texts of the book (--text), found none");
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
