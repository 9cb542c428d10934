//! Flags that decide how the book looks, and the plan of the book.

use super::answer::confirmed;
use super::choice::{Choice, PDFX, one_of};
use super::failure::{Code, Failure, OrFail};
use super::terminal;
use clap::{Args, value_parser};
use jiff::Timestamp;
use jiff::civil::Date;
use std::io::{self, IsTerminal as _};
use std::num::{NonZeroU16, NonZeroU32};
use std::path::PathBuf;
use std::str::FromStr;
use sudoku_press::book::{Answers, Colophon, Imprint, Isbn};
use sudoku_press::printers::{Pdfx, Terms, Trim};
use sudoku_press::run::{BookFiles, BookPlan, date};

#[derive(Args, Debug)]
#[command(next_help_heading = "Book")]
pub struct BookArgs {
    /// Design of the book: a built-in one (see `template list`) or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "classic")]
    template: String,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm [default: the template's]
    #[arg(long, value_name = "SIZE")]
    trim: Option<Trim>,

    /// Title of the book [default: the template's]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Subtitle; {count} in it becomes the number of puzzles [default: the template's]
    #[arg(long, value_name = "TEXT")]
    subtitle: Option<String>,

    /// Series that the book belongs to [default: none]
    #[arg(long, value_name = "TEXT")]
    series: Option<String>,

    /// Number of the book in its series, or of its first volume [default: none, several volumes count
    /// from 1]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=9_999))]
    volume_number: Option<u16>,

    /// Number of the first puzzle; with --archive, next goes on where the series ended [default: 1]
    #[arg(long, value_name = "N|next")]
    first_number: Option<FirstNumber>,

    /// Author, for the title page [default: none]
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,

    /// Other titles by the author, for the part also-by, which comes last without --parts: "Drizzle; Downpour"
    /// [default: none]
    #[arg(long, value_name = "TITLES")]
    also_by: Option<String>,

    /// A line for the copyright page, such as "First edition 2026" [default: none]
    #[arg(long, value_name = "TEXT")]
    edition: Option<String>,

    /// Language of the book: de, en, en-US, es, fr, it, ja, nl, pl, pt-BR, zh, or a file; ko and zh-TW
    /// with a --font of yours
    #[arg(long, value_name = "CODE|FILE", default_value = "en")]
    lang: String,

    /// Font for the title, and for characters that the design's faces lack: a .ttf, .otf or .ttc
    /// file; up to three
    #[arg(long, value_name = "FILE", value_delimiter = ',')]
    font: Vec<PathBuf>,

    /// Parts of the book, in order: title,copyright,puzzles,answers [default: the template's]
    #[arg(long, value_name = "PART,...", value_delimiter = ',')]
    parts: Option<Vec<String>>,

    /// Text of a part, plain or with a little Markdown: about=me.md, how-to-play=rules.md
    #[arg(long, value_name = "PART=FILE", value_delimiter = ',', value_parser = part_and_file)]
    text: Vec<(String, PathBuf)>,

    /// Day of the first puzzle, for a template with a date on each [default: none, weeks are counted]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    first_day: Option<Date>,

    /// Where the answers are; several sheets have theirs at the end, a page for each [default: the
    /// template's]
    #[arg(long, value_parser = one_of(Answers::TABLE))]
    answers: Option<Answers>,

    /// Number of sheets with the same puzzles, each sheet with other disguises of them, so that neighbours
    /// cannot copy
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(2..=1_000))]
    sheets: Option<u16>,

    /// Write a second PDF of each volume, booklet.pdf: two pages on each side of a sheet, in the order in
    /// which the sheets are folded and stapled
    #[arg(long, value_parser = one_of(IMPOSE))]
    impose: Option<()>,

    /// Levels or bands that take turns; with a date on each puzzle seven, from Monday: 1,1,2,3,3,4,5
    /// [default: the template's]
    #[arg(long, value_name = "LEVEL,...", value_delimiter = ',')]
    turns: Option<Vec<u8>>,

    /// Where levels take turns and the puzzles do not come out even, leave out those that are over
    #[arg(long)]
    pub as_many_as_fit: bool,

    /// Make more than 20 volumes without asking
    #[arg(long)]
    yes: bool,

    #[command(flatten)]
    colophon: ColophonArgs,

    #[command(flatten)]
    printer: PrinterArgs,
}

const IMPOSE: &[Choice<()>] = &[("booklet", "Folded in the middle, stapled there", ())];

/// Flags of the copyright page.
#[derive(Args, Debug)]
#[command(next_help_heading = "Copyright page")]
struct ColophonArgs {
    /// ISBN, with its hyphens; one for each volume. Where the printer wants it, the cover has its barcode
    /// [default: none]
    #[arg(long, value_name = "ISBN,...", value_delimiter = ',')]
    isbn: Vec<Isbn>,

    /// Publisher [default: none]
    #[arg(long, value_name = "TEXT")]
    publisher: Option<String>,

    /// Year and holder of the rights, such as "© 2027 A. Author"; a sentence that reserves all rights
    /// follows [default: none]
    #[arg(long, value_name = "TEXT")]
    copyright: Option<String>,

    /// Who has done what, such as "Cover: A. Painter" [default: none]
    #[arg(long, value_name = "TEXT")]
    credits: Option<String>,

    /// Website of the publisher or the author [default: none]
    #[arg(long, value_name = "TEXT")]
    website: Option<String>,

    /// Say that the book was made with sudoku-press
    #[arg(long)]
    made_with: bool,
}

/// What the first puzzle of a book is counted as.
#[derive(Clone, Copy, Debug)]
enum FirstNumber {
    Number(NonZeroU32),
    Next,
}

impl FromStr for FirstNumber {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "next" {
            return Ok(Self::Next);
        }
        let number = text.parse::<NonZeroU32>().ok().filter(|number| number.get() < 1_000_000);
        let wrong = || format!("expected a number from 1 to 999999, or next, found {text:?}");
        number.map(Self::Number).ok_or_else(wrong)
    }
}

fn part_and_file(text: &str) -> Result<(String, PathBuf), String> {
    let pair = text.split_once('=').filter(|pair| !pair.0.is_empty() && !pair.1.is_empty());
    let pair = pair.map(|(part, file)| (part.to_owned(), file.into()));
    pair.ok_or_else(|| format!("expected a part and a file, such as about=me.md, found {text:?}"))
}

#[derive(Args, Debug)]
#[command(next_help_heading = "Printer")]
struct PrinterArgs {
    /// Printer whose rules the book follows: kdp, ingram, lulu, bod, office, screen, or a printer file
    /// (see `printer list`) [default: none, with margins that suit all of them]
    #[arg(long, value_name = "NAME|FILE")]
    printer: Option<String>,

    /// Name of the paper in the printer's list: white, cream, ... [default: the printer's first]
    #[arg(long, value_name = "NAME", requires = "printer")]
    paper: Option<String>,

    /// Standard of PDF/X that the files follow [default: the printer's, if it has one]
    #[arg(long, value_name = "STANDARD", value_parser = one_of(PDFX))]
    pdfx: Option<Pdfx>,

    /// Number of volumes [default: as few as the page limit allows]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1000))]
    volumes: Option<u16>,

    /// Fill a book that is too thin for the printer with pages for notes
    #[arg(long)]
    fill_pages: bool,

    /// Print how the layout was found: pages, gutter, cells, volumes, and the rules behind them
    #[arg(long)]
    explain: bool,
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
        Failure::say(Code::Usage, format!("SOURCE_DATE_EPOCH: {words}, found {text:?}"))
    };
    date.map(Some).ok_or_else(wrong)
}

impl BookArgs {
    /// Reads the design, the language, fonts and texts, and asks the printer for its rules.
    pub fn plan(&self) -> Result<BookPlan, Failure> {
        let files = BookFiles {
            template: &self.template,
            language: &self.lang,
            fonts: &self.font,
            texts: &self.text,
            printer: self.printer.printer.as_deref(),
            paper: self.printer.paper.as_deref(),
            trim: self.trim,
        };
        let mut plan = files.read().or_usage()?;
        if self.first_day.is_some() && !plan.template.has_days() {
            let name = plan.template.name();
            let words = format!(
                "--first-day: expected a template with a day for each puzzle, such as daily, found {name}"
            );
            return Err(Failure::say(Code::Usage, words));
        }
        let none = self.sheets.map(|_| Vec::new());
        if let Some(turns) = self.turns.clone().or(none) {
            plan.template = plan.template.with_turns(turns).or_usage()?;
        }
        plan.booklet = self.impose.is_some();
        plan.volumes = self.printer.volumes.map(usize::from);
        let of_page = &self.colophon;
        plan.imprint = Imprint {
            title: self.title.clone(),
            subtitle: self.subtitle.clone(),
            series: self.series.clone(),
            volume_number: self.volume_number.and_then(NonZeroU16::new),
            first_number: match self.first_number {
                Some(FirstNumber::Number(number)) => Some(number),
                _ => None,
            },
            author: self.author.clone(),
            also_by: self.also_by.clone(),
            edition: self.edition.clone(),
            colophon: Colophon {
                isbn: of_page.isbn.clone(),
                publisher: of_page.publisher.clone(),
                copyright: of_page.copyright.clone(),
                credits: of_page.credits.clone(),
                website: of_page.website.clone(),
                made_with: of_page.made_with,
            },
            parts: self.parts.clone(),
            first_day: self.first_day,
            answers: self.answers,
            sheets: self.sheets.and_then(NonZeroU16::new),
            pdfx: self.printer.pdfx,
            fill_pages: self.printer.fill_pages,
            ..plan.imprint
        };
        let asked = plan.imprint.pdfx;
        if asked.or(plan.terms.as_ref().and_then(Terms::pdfx)).is_some() {
            plan.imprint.dated = source_date()?;
        }
        Ok(plan)
    }

    /// Whether the numbers go on where the series ended.
    pub fn goes_on(&self) -> bool {
        matches!(self.first_number, Some(FirstNumber::Next))
    }

    /// Asks whether so many volumes are wanted, if they are more than 20 and no flag says so.
    pub fn agree(&self, volumes: usize) -> Result<(), Failure> {
        const MANY: usize = 20;
        if volumes <= MANY || self.yes || self.printer.volumes.is_some() {
            return Ok(());
        }
        let asks = io::stdin().is_terminal() && terminal::shows_errors();
        if asks && confirmed(&format!("The book has at least {volumes} volumes. Make them?"))? {
            return Ok(());
        }
        let words = format!(
            "expected at most {MANY} volumes, found at least {volumes}; use fewer puzzles, or --yes for so many"
        );
        Err(Failure::say(Code::Usage, words))
    }

    /// Whether the user wants an account of how the book came out.
    pub fn explains(&self) -> bool {
        self.printer.explain
    }
}
