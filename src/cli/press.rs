//! Flags that decide how the book looks, and pressing it: sections in, PDF files out.

use super::failure::{Failure, OrFail};
use super::night::date;
use super::preflight;
use super::printer::{self, Order, PrinterArgs};
use super::progress::Progress;
use super::shelf;
use super::stop::Stop;
use clap::Args;
use jiff::civil::Date;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use sudoku_press::book::{
    self, Face, Imprint, Language, Layout, Manuscript, Section, Template, Volume,
};
use sudoku_press::files::output::{self, FileRecord, Pending};
use sudoku_press::print::Trim;
use sudoku_press::puzzle::Puzzle;
use sudoku_press::score::Level;

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
            "{text:?} is not a part and a file, such as about=me.md"
        )),
    }
}

/// The size of pages where neither the user nor the design has one.
const USUAL_TRIM: &str = "8.5x11";

/// What the program needs to press a book.
pub struct Design {
    pub template: Template,
    /// The template's text, which decides how the book looks.
    pub template_text: String,
    pub trim: Trim,
    pub imprint: Imprint,
    pub order: Order,
    /// What else decides how the book looks: names, and the SHA-256 of what they name.
    pub files: BTreeMap<String, String>,
}

impl BookArgs {
    /// Reads the template.
    pub fn design(&self) -> Result<Design, Failure> {
        let (template, template_text) = shelf::find::<Template>(&self.template)?;
        let mut files = BTreeMap::new();
        let (language, text) = shelf::find::<Language>(&self.lang)?;
        if self.lang != "en" {
            files.insert(language.code().to_owned(), output::sha256(text.as_bytes()));
        }
        let mut fonts = Vec::new();
        for path in &self.font {
            let named = || format!("font {}", path.display());
            let bytes = fs::read(path).or_usage_in(named())?;
            let hash = output::sha256(&bytes);
            let face = Face::read(bytes).or_usage_in(named())?;
            files.insert(face.name().to_owned(), hash);
            fonts.push(face);
        }
        let mut texts = BTreeMap::new();
        for (part, path) in &self.text {
            let text = fs::read_to_string(path).or_unread(path)?;
            let read =
                Manuscript::parse(&text, &language).or_usage_in(path.display().to_string())?;
            files.insert(format!("text {part}"), output::sha256(text.as_bytes()));
            texts.insert(part.clone(), read);
        }
        let usual = || USUAL_TRIM.parse().expect("it is a size");
        let trim = self.trim.or(template.trim()).unwrap_or_else(usual);
        Ok(Design {
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
            order: self.printer.order(trim)?,
            files,
        })
    }
}

impl Design {
    /// Refuses what no book of so many puzzles could be made of, before there is a puzzle.
    pub fn check(&self, quotas: &[(Level, u64)]) -> Result<(), Failure> {
        const SPECIMEN: &str =
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
        /// Beyond, one puzzle more makes no difference but to the number of volumes.
        const MOST: u64 = 20_000;
        let givens = SPECIMEN.parse().expect("the specimen has 81 cells");
        let puzzle = Puzzle::prove(givens).expect("the specimen has one solution");
        let section = |&(level, n): &(Level, u64)| Section {
            level,
            puzzles: vec![puzzle; n.min(MOST) as usize],
        };
        let sections: Vec<_> = quotas.iter().map(section).collect();
        self.lay_out(&sections).map(drop)
    }

    fn lay_out(&self, sections: &[Section]) -> Result<Layout, Failure> {
        let (template, imprint, order) = (&self.template, &self.imprint, &self.order);
        let (terms, volumes) = (order.terms.as_ref(), order.volumes);
        book::lay_out(template, self.trim, imprint, sections, terms, volumes).or_usage()
    }

    /// Decides what stands on which page of which volume, and explains it if that is wanted.
    pub fn laid_out(&self, sections: &[Section]) -> Result<Layout, Failure> {
        let layout = self.lay_out(sections)?;
        if self.order.explain {
            printer::explain(&layout, self.order.terms.as_ref(), self.trim)?;
        }
        Ok(layout)
    }

    /// Writes a book beside `target`: under its name, or numbered when it needs several volumes. Ends
    /// early, with the signal's code, when a signal comes.
    pub fn press(
        &self,
        sections: &[Section],
        target: &Path,
        progress: &Progress,
        stop: &Stop,
    ) -> Result<Pressed, Failure> {
        let volumes = self.laid_out(sections)?.volumes;
        let pages = volumes.iter().map(Volume::page_count).sum();
        let mut bar = progress.pages(pages as u64);
        let mut files = Vec::new();
        for (i, volume) in volumes.iter().enumerate() {
            let path = volume_path(target, i + 1, volumes.len());
            let mut file = Pending::create(&path).or_unwritten(&path)?;
            let mut page_done = || {
                bar.step();
                match stop.now() {
                    true => Err(io::ErrorKind::Interrupted.into()),
                    false => Ok(()),
                }
            };
            let written = book::write(volume, &mut file, &mut page_done);
            stop.check()?;
            written.or_unwritten(&path)?;
            files.push((path.clone(), file.commit().or_unwritten(&path)?));
        }
        Ok(Pressed { files, pages })
    }

    /// Looks at a finished book with the eyes of the printer, if one is named.
    pub fn preflight(&self, pressed: &Pressed) -> Result<(), Failure> {
        let Some(terms) = &self.order.terms else {
            return Ok(());
        };
        let mut files = pressed.files.iter();
        files.try_for_each(|(path, _)| preflight::made(path, terms, None))
    }
}

/// What was pressed.
#[derive(Default)]
pub struct Pressed {
    pub files: Vec<(PathBuf, FileRecord)>,
    pub pages: usize,
}

/// `book.pdf`, or `book-01.pdf` and so on.
pub fn volume_path(target: &Path, number: usize, of: usize) -> PathBuf {
    if of == 1 {
        return target.to_owned();
    }
    let stem = target.file_stem().unwrap_or_default().to_string_lossy();
    let digits = of.to_string().len().max(2);
    target.with_file_name(format!("{stem}-{number:0digits$}.pdf"))
}

/// Puzzles by level, in the order in which they come.
#[derive(Default)]
pub struct Sections([Vec<Puzzle>; 5]);

impl Sections {
    pub fn push(&mut self, level: Level, puzzle: Puzzle) {
        self.0[level.index()].push(puzzle);
    }

    /// The sections that have puzzles, easiest first.
    pub fn into_vec(self) -> Vec<Section> {
        let sections = Level::ALL.into_iter().zip(self.0);
        sections
            .filter(|(_, puzzles)| !puzzles.is_empty())
            .map(|(level, puzzles)| Section { level, puzzles })
            .collect()
    }
}
