//! Flags that decide how the book looks, and the plan of the book.

use super::choice::technique;
use super::levels::turn;
use super::{Choice, Failure, OrFail, PDFX, confirmed, one_of, terminal, usage};
use clap::{Args, value_parser};
use jiff::Timestamp;
use std::io::{self, IsTerminal as _};
use std::num::NonZeroU32;
use sudoku_press::book::Imprint;
use sudoku_press::human::course::Course;
use sudoku_press::printers::{Pdfx, Terms};
use sudoku_press::run::{BookFiles, BookPlan, BookSettings, CoverSettings};
use sudoku_press::sudoku::named::is_same_name;

#[derive(Args, Debug)]
#[command(next_help_heading = "Book")]
pub struct BookArgs {
    #[command(flatten)]
    files: BookFiles,

    /// Number of the first puzzle; with --archive, next goes on where the series ended [default: 1]
    #[arg(long, value_name = "N|next", value_parser = first_number)]
    first_number: Option<FirstNumber>,

    /// Write a second PDF of each volume, booklet.pdf: two pages on each side of a sheet, in the order in
    /// which the sheets are folded and stapled, with a cover of its own
    #[arg(long, value_parser = one_of(IMPOSE))]
    impose: Option<()>,

    /// Levels or bands that take turns; with a date on each puzzle seven, from Monday: 1,1,2,3,3,4,5
    /// [default: the design's]
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',', value_parser = turn)]
    turns: Option<Vec<u8>>,

    /// A course: a chapter for each of these techniques, such as naked-pair,x-wing, or for those of bands, such as
    /// bands 3-4, with a page about it and puzzles that need it and nothing harder; --count is the number of puzzles
    /// of a chapter [default: 6]
    #[arg(long, value_name = "TECHNIQUE,...|bands A-B", num_args = 1..=2)]
    course: Vec<String>,

    /// Where levels take turns and the puzzles do not come out even, leave out those that are over
    #[arg(long)]
    pub as_many_as_fit: bool,

    /// Make more than 20 volumes without asking
    #[arg(long)]
    yes: bool,

    /// Standard of PDF/X that the files follow [default: the printer's, if it has one]
    #[arg(long, value_name = "STANDARD", value_parser = one_of(PDFX), help_heading = "Printer")]
    pdfx: Option<Pdfx>,

    /// Number of volumes [default: as few as the page limit allows]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000), help_heading = "Printer")]
    volumes: Option<u16>,

    /// Print how the layout was found: pages, gutter, cells, volumes, and the rules behind them
    #[arg(long, help_heading = "Printer")]
    pub show_layout: bool,

    // With the copyright page, which has a heading of its own, behind all others.
    #[command(flatten)]
    imprint: Imprint,
}

const IMPOSE: &[Choice<()>] = &[("booklet", "Folded in the middle, stapled there", ())];

/// What the first puzzle of a book is counted as; `None` for the number after the last one of the series.
type FirstNumber = Option<NonZeroU32>;

/// Reads the value of `--course`.
fn parse_course(text: &str) -> Result<Course, Failure> {
    text.parse().map_err(|wrong: String| {
        let unknown = || text.split(',').find_map(|name| technique(name.trim()).err());
        let is_of_bands = text.to_lowercase().starts_with("bands");
        let why = if is_of_bands { wrong } else { unknown().unwrap_or(wrong) };
        usage(format!("--course: {why}"))
    })
}

fn first_number(text: &str) -> Result<FirstNumber, String> {
    if is_same_name(text, "next") {
        return Ok(None);
    }
    let number = text.parse::<NonZeroU32>().ok().filter(|number| number.get() < 1_000_000);
    let wrong = || format!("expected a number from 1 to 999999, or next, found {text:?}");
    number.map(Some).ok_or_else(wrong)
}

/// The date of `SOURCE_DATE_EPOCH`, if it is set: the date that PDF/X files state, which must not be
/// that of the clock.
fn source_date() -> Result<Option<Timestamp>, Failure> {
    let Some(text) = std::env::var_os("SOURCE_DATE_EPOCH") else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let seconds = text.parse::<u32>().ok().map(i64::from);
    let date = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    let wrong = || {
        let words = "expected seconds since 1970";
        usage(format!("SOURCE_DATE_EPOCH: {words}, found {text:?}"))
    };
    date.map(Some).ok_or_else(wrong)
}

impl BookArgs {
    /// Reads the design, the language, fonts and texts, and asks the printer for its rules.
    pub fn plan(&self) -> Result<BookPlan, Failure> {
        self.plan_with(CoverSettings::default())
    }

    /// The same with these covers.
    pub fn plan_with(&self, cover: CoverSettings) -> Result<BookPlan, Failure> {
        let course = match &self.course[..] {
            [] => Course::default(),
            words => parse_course(&words.join(" "))?,
        };
        let settings = BookSettings {
            files: self.files.clone(),
            imprint: Imprint {
                course,
                first_number: self.first_number.flatten(),
                pdfx: self.pdfx,
                ..self.imprint.clone()
            },
            turns: self.turns.clone(),
            booklet: self.impose.is_some(),
            volumes: self.volumes.map(usize::from),
            cover,
        };
        let mut plan = BookPlan::from_settings(&settings).or_usage()?;
        if self.pdfx.or(plan.terms.as_ref().and_then(Terms::pdfx)).is_some() {
            plan.imprint.dated = source_date()?;
        }
        Ok(plan)
    }

    /// Returns true if pages for notes are added.
    pub fn fills_pages(&self) -> bool {
        self.imprint.fill_pages
    }

    /// Whether the numbers go on where the series ended.
    pub fn goes_on(&self) -> bool {
        self.first_number == Some(None)
    }

    /// Asks whether all these volumes are wanted, if they are more than 20 and no flag says so.
    pub fn agree(&self, volumes: usize) -> Result<(), Failure> {
        const MANY: usize = 20;
        if volumes <= MANY || self.yes || self.volumes.is_some() {
            return Ok(());
        }
        let asks = io::stdin().is_terminal() && terminal::shows_errors();
        if asks && confirmed(&format!("The book has at least {volumes} volumes. Make them?"))? {
            return Ok(());
        }
        let words = format!(
            "expected at most {MANY} volumes, found at least {volumes}; use fewer puzzles, or --yes to make them"
        );
        Err(usage(words))
    }
}
