//! Flags that decide how the book looks, and the plan of the book.

use super::failure::{Failure, OrFail};
use super::printer::PrinterArgs;
use clap::Args;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::path::PathBuf;
use sudoku_press::book::{Face, Imprint, Language, Manuscript, Template};
use sudoku_press::files::output;
use sudoku_press::print::Trim;
use sudoku_press::run::{BookPlan, date, find};

/// What the user typed.
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

    /// Author, for the title page [default: none]
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,

    /// A line for the copyright page, such as "First edition 2026" [default: none]
    #[arg(long, value_name = "TEXT")]
    edition: Option<String>,

    /// Language of the book: de, en, es, fr, ja, zh, or a file
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

    #[command(flatten)]
    printer: PrinterArgs,
}

fn part_and_file(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((part, file)) if !part.is_empty() && !file.is_empty() => {
            Ok((part.to_owned(), file.into()))
        }
        _ => Err(format!(
            "expected a part and a file, such as about=me.md, found {text:?}"
        )),
    }
}

/// The size of pages when neither the user nor the design names one.
const DEFAULT_TRIM: &str = "8.5x11";

impl BookArgs {
    /// Reads the design, the language, fonts and texts, and asks the printer for its rules.
    pub fn plan(&self) -> Result<BookPlan, Failure> {
        let (template, template_text) = find::<Template>(&self.template).or_usage()?;
        let mut files = BTreeMap::new();
        let (language, text) = find::<Language>(&self.lang).or_usage()?;
        if self.lang != "en" {
            files.insert(language.code().to_owned(), output::sha256(text.as_bytes()));
        }
        let mut fonts = Vec::new();
        for path in &self.font {
            let named = || format!("font {}", path.display());
            let bytes = output::read(path).or_usage_in(named())?;
            let hash = output::sha256(&bytes);
            let face = Face::read(bytes).or_usage_in(named())?;
            files.insert(face.name().to_owned(), hash);
            fonts.push(face);
        }
        let mut texts = BTreeMap::new();
        for (part, path) in &self.text {
            let text =
                output::read_to_string(path).or_usage_in(format!("text {}", path.display()))?;
            let read =
                Manuscript::parse(&text, &language).or_usage_in(path.display().to_string())?;
            files.insert(format!("text {part}"), output::sha256(text.as_bytes()));
            texts.insert(part.clone(), read);
        }
        let default = || DEFAULT_TRIM.parse().expect("it is a size");
        let trim = self.trim.or(template.trim()).unwrap_or_else(default);
        let (terms, printer_text) = self.printer.terms(trim)?;
        Ok(BookPlan {
            template,
            template_text,
            trim,
            imprint: Imprint {
                language,
                fonts,
                title: self.title.clone(),
                author: self.author.clone(),
                edition: self.edition.clone(),
                seed: None,
                parts: self.parts.clone(),
                texts,
                first_day: self.first_day,
            },
            terms,
            printer_text,
            volumes: self.printer.volumes(),
            files,
        })
    }

    /// Whether the user wants an account of how the book came out.
    pub fn explains(&self) -> bool {
        self.printer.explain
    }
}
