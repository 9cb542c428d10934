//! Flags that decide how the book looks, and pressing it: sections in, PDF files out.

use super::failure::{Code, Failure, OrFail};
use super::preflight;
use super::printer::{self, Order, PrinterArgs};
use super::progress::Progress;
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use sudoku_press::book::{self, Imprint, Layout, Section, Template, Trim, Volume};
use sudoku_press::output::{FileRecord, Pending};
use sudoku_press::puzzle::Puzzle;
use sudoku_press::score::Level;

/// What the user typed.
#[derive(Args, Debug)]
#[command(next_help_heading = "Book")]
pub struct BookArgs {
    /// Design of the book: a built-in one (see `template list`) or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "classic")]
    template: String,

    /// Size of the page: a4, letter, 6x9, 8.5x11, or any WxHin or WxHmm
    #[arg(long, value_name = "SIZE", default_value = "8.5x11")]
    trim: Trim,

    /// Title of the book [default: the template's]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,

    /// Author, for the title page [default: none]
    #[arg(long, value_name = "TEXT")]
    author: Option<String>,

    #[command(flatten)]
    printer: PrinterArgs,
}

/// What the program needs to press a book.
pub struct Design {
    pub template: Template,
    /// The template's text, which decides how the book looks.
    pub template_text: String,
    pub trim: Trim,
    pub imprint: Imprint,
    pub order: Order,
}

impl BookArgs {
    /// Reads the template.
    pub fn design(&self) -> Result<Design, Failure> {
        let (template, template_text) = find_template(&self.template)?;
        Ok(Design {
            template,
            template_text,
            trim: self.trim,
            imprint: Imprint {
                title: self.title.clone(),
                author: self.author.clone(),
                edition: None,
            },
            order: self.printer.order(self.trim)?,
        })
    }
}

/// A built-in design by its name, or a file, with its text.
pub fn find_template(name: &str) -> Result<(Template, String), Failure> {
    if let Some((_, text)) = Template::BUILTIN
        .iter()
        .find(|(builtin, _)| *builtin == name)
    {
        let template = Template::parse(text).expect("the tests parse every built-in template");
        return Ok((template, (*text).to_owned()));
    }
    let text = match fs::read_to_string(name) {
        Ok(text) => text,
        Err(e) => {
            let names: Vec<_> = Template::BUILTIN.iter().map(|(name, _)| *name).collect();
            let words = format!(
                "template {name:?} is neither a built-in design ({}) nor a file that can be read ({e})",
                names.join(", ")
            );
            return Err(Failure::say(Code::Usage, words));
        }
    };
    let template = Template::parse(&text).or_usage_in(format!("template {name}"))?;
    Ok((template, text))
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

    /// Writes a book beside `target`: under its name, or numbered when it needs several volumes.
    pub fn press(
        &self,
        sections: &[Section],
        target: &Path,
        progress: &Progress,
    ) -> Result<Pressed, Failure> {
        let layout = self.lay_out(sections)?;
        if self.order.explain {
            printer::explain(&layout, self.order.terms.as_ref(), self.trim)?;
        }
        let volumes = layout.volumes;
        let pages = volumes.iter().map(Volume::page_count).sum();
        let mut bar = progress.pages(pages as u64);
        let mut files = Vec::new();
        for (i, volume) in volumes.iter().enumerate() {
            let path = volume_path(target, i + 1, volumes.len());
            let mut file = Pending::create(&path).or_unwritten(&path)?;
            book::write(volume, &mut file, &mut || bar.step()).or_unwritten(&path)?;
            files.push((path.clone(), file.commit().or_unwritten(&path)?));
        }
        Ok(Pressed { files, pages })
    }

    /// Looks at a finished book with the eyes of the printer, if one is named.
    pub fn preflight(&self, pressed: &Pressed) -> Result<(), Failure> {
        let files = || pressed.files.iter().map(|(path, _)| path.as_path());
        self.order
            .terms
            .as_ref()
            .map_or(Ok(()), |terms| preflight::made(files(), terms))
    }
}

/// What was pressed.
#[derive(Default)]
pub struct Pressed {
    pub files: Vec<(PathBuf, FileRecord)>,
    pub pages: usize,
}

/// `book.pdf`, or `book-01.pdf` and so on.
fn volume_path(target: &Path, number: usize, of: usize) -> PathBuf {
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
