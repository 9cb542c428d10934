//! `export`: writes one file for each puzzle and each answer of catalogues, and tables of the file
//! names for data merge; or a workbook.

use super::choice::output_path;
use super::exported::{self, ExportKind, ExportOptions, NamePattern, OnlyGrids};
use super::input::{named_catalogs, rows_failure};
use super::{
    ColumnArgs, DuplicateArgs, Failure, FailureContext, catalogs, counted, eprint_line,
    finished_run, judge_first, notes, one_of, usage_error,
};
use ::jobs::{Job, Origin, Preset as _, Settings, SourceRun};
use ::preflight::Trim;
use ::proof::isolation::ForeignFile;
use book::{Language, Template};
use clap::value_parser;
use files::output;
use page::{Face, Palette, SingleGridLook, SingleGridStyle};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tables::GridFormat;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Drawings and pictures have the digits as outlines: no font is needed to print them.

Examples:
    sudoku-press export svg out/catalog.csv --out pictures
    sudoku-press generate --count 20 --format txt | sudoku-press export svg --out pictures
    sudoku-press export pdf out --out pictures --size 80
    sudoku-press export eps out --out answers --only answers --template own.toml
    sudoku-press export png out/catalog.csv --out web --palette harbour --resolution 150
    sudoku-press export text more.csv --out texts --format sdk --force
    sudoku-press export xlsx out/catalog.csv --out sheets --pictures
    sudoku-press export json out/catalog.csv --out feed --first-day 2027-01-01")]
pub struct Args {
    /// Content of the files
    #[arg(value_enum, ignore_case = true, value_name = "KIND")]
    kind: ExportKind,

    /// A finished run's folder, for its puzzles and their days, if any. Or catalogues: CSV or any
    /// other file of puzzles, as for `solve`; - is standard input
    #[arg(default_value = "-", value_name = "FOLDER|CATALOG")]
    catalogs: Vec<PathBuf>,

    #[command(flatten)]
    column: ColumnArgs,

    /// Folder for the files and the tables of their names: data.csv, and data-indesign.csv for
    /// drawings
    #[arg(long, short, value_name = "FOLDER", value_parser = output_path())]
    out: PathBuf,

    /// Names of the files: text with {id}, {number}, {date}, {level}, {band}, {size} or {page} (of
    /// the book of a run), such as {date}-{level} [default: {id}, or {number} without ids; {date}
    /// for a run with days, and for json with --first-day]
    #[arg(long, value_name = "TEXT")]
    name: Option<NamePattern>,

    /// Side length of the grid in millimetres, 10 to 400, for svg, pdf, eps, png and pictures
    /// [default: 76.9, or three quarters of the shorter side of --page]
    #[arg(long, value_name = "MM", value_parser = parse_side)]
    size: Option<f64>,

    /// Page for pdf, with the grid in its middle: letter, a4 or another size [default: as large as
    /// the grid]
    #[arg(long, value_name = "SIZE")]
    page: Option<Trim>,

    /// Write the puzzles or the answers alone [default: both]
    #[arg(long, value_enum, ignore_case = true, value_name = "GRIDS")]
    only: Option<OnlyGrids>,

    /// Design whose lines, digits and shades drawings have: a built-in one (see `template list`) or
    /// a file [default: that of the run]
    #[arg(long, value_name = "NAME|FILE")]
    template: Option<String>,

    /// Font for the digits of drawings; a second one is for the digits that an answer adds
    /// [default: that of the design]
    #[arg(long, value_name = "FILE,...", value_delimiter = ',')]
    font: Vec<PathBuf>,

    /// Colours for svg, pdf, png and pictures, those of covers: harbour, sun, forest, apricot,
    /// brick, sky, dusk, lime, lagoon, rose, plum, linen, coffee, mint, slate, lilac or black
    /// [default: black]
    #[arg(long, value_name = "NAME", value_parser = parse_palette)]
    palette: Option<&'static Palette>,

    /// Dots per inch, for png and pictures [default: 300]
    #[arg(long, value_name = "DPI", value_parser = value_parser!(u16).range(36..=2400))]
    resolution: Option<u16>,

    /// Form of text [default: txt]
    #[arg(long, value_parser = one_of(GridFormat::TABLE))]
    format: Option<GridFormat>,

    /// Embed a picture of each puzzle and of its answer, for xlsx
    #[arg(long)]
    pictures: bool,

    #[command(flatten)]
    duplicates: DuplicateArgs,

    /// Write into a folder that is not empty: files with the same names are replaced, all others
    /// stay
    #[arg(long)]
    force: bool,
}

/// The maximum number of dots on a side of a picture. Such a picture takes about 250 MB while it is
/// drawn.
const MAX_DOTS: usize = 8_000;

/// The usual side of a grid, as a share of the shorter side of its page.
const PAGE_SHARE: f64 = 0.75;
const MM_PER_POINT: f64 = 25.4 / 72.0;

/// Parses millimetres and returns points.
fn parse_side(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(mm) if (10.0..=400.0).contains(&mm) => Ok(mm / MM_PER_POINT),
        _ => Err(format!("expected millimetres from 10 to 400, found {text:?}")),
    }
}

fn parse_palette(text: &str) -> Result<&'static Palette, String> {
    let names: Vec<_> = Palette::all().iter().map(|palette| &*palette.name).collect();
    Palette::named(text).ok_or_else(|| format!("expected {}, found {text:?}", names.join(", ")))
}

/// Reads a font that the user has named.
fn read_face(path: &Path) -> Result<Face, Failure> {
    judge_first(&ForeignFile::Face(path.to_owned()))?;
    let bytes = output::read(path).read_context(path)?;
    Face::parse(bytes).map_err(|e| usage_error(format!("--font {}: {e}", path.display())))
}

impl Args {
    /// Returns the look of drawings. Fails if a flag is for another kind of file.
    fn look(&self, run: Option<&SourceRun>) -> Result<SingleGridLook, Failure> {
        let kind = self.kind;
        let has_pixels = kind == ExportKind::Png || self.pictures;
        let has_colours = has_pixels || matches!(kind, ExportKind::Svg | ExportKind::Pdf);
        let is_drawn = has_colours || kind == ExportKind::Eps;
        let flags = [
            (self.page.is_some() && kind != ExportKind::Pdf, "--page is for pdf"),
            (self.pictures && kind != ExportKind::Xlsx, "--pictures is for xlsx"),
            (self.size.is_some() && !is_drawn, "--size is for svg, pdf, eps, png and --pictures"),
            (
                self.palette.is_some() && !has_colours,
                "--palette is for svg, pdf, png and --pictures",
            ),
            (self.resolution.is_some() && !has_pixels, "--resolution is for png and --pictures"),
            (
                self.name.is_some() && kind == ExportKind::Xlsx,
                "--name is for files of each puzzle; a workbook has all puzzles",
            ),
            (self.format.is_some() && kind != ExportKind::Text, "--format is for text"),
            (
                self.only.is_some() && kind == ExportKind::Json,
                "--only is for drawings, text and workbooks",
            ),
            (
                self.template.is_some() && !is_drawn && !has_pixels,
                "--template is for svg, pdf, eps, png and --pictures",
            ),
            (
                !self.font.is_empty() && !is_drawn && !has_pixels,
                "--font is for svg, pdf, eps, png and --pictures",
            ),
        ];
        if let Some((_, message)) = flags.into_iter().find(|(is_wrong, _)| *is_wrong) {
            return Err(usage_error(message));
        }
        let page = self.page.map(|page| (page.width(), page.height()));
        let shorter = page.map(|(width, height)| width.min(height));
        let usual = match shorter {
            Some(shorter) => PAGE_SHARE * shorter,
            None => SingleGridLook::default().side,
        };
        let side = self.size.unwrap_or(usual);
        if let (Some(trim), Some(shorter)) = (self.page, shorter)
            && side > shorter
        {
            let message = format!(
                "--page {trim}: expected a page that holds a grid of {:.0} mm, found a side of \
                 {:.0} mm; --size makes the grid smaller",
                side * MM_PER_POINT,
                shorter * MM_PER_POINT
            );
            return Err(usage_error(message));
        }
        let style = self.style(run)?;
        let look =
            SingleGridLook { side, style, palette: self.palette, page, ..Default::default() };
        let dots = look.dots(self.resolution());
        if has_pixels && dots > MAX_DOTS {
            let message = format!(
                "--size and --resolution: expected at most {MAX_DOTS} dots on a side, found {dots}"
            );
            return Err(usage_error(message));
        }
        Ok(look)
    }

    /// Returns the resolution of pictures, in dots per inch.
    fn resolution(&self) -> f64 {
        self.resolution.unwrap_or(300).into()
    }

    /// Returns the lines and faces of drawings.
    fn style(&self, run: Option<&SourceRun>) -> Result<SingleGridStyle, Failure> {
        let design = match (&self.template, run) {
            (Some(name), _) => Some(Template::find(name).usage_error()?.0),
            (None, Some(run)) => Some(run.design().usage_error()?),
            (None, None) => None,
        };
        let style = design.as_ref().map(Template::single_grid).unwrap_or_default();
        if self.font.len() > 2 {
            let found = self.font.len();
            return Err(usage_error(format!("--font: expected at most 2 files, found {found}")));
        }
        let mut faces = Vec::new();
        for path in &self.font {
            faces.push(read_face(path)?);
        }
        style.with_faces(&faces).map_err(|digit| {
            usage_error(format!("--font: expected fonts with the digits 1 to 9, found no {digit}"))
        })
    }
}

pub fn run(args: Args, job: &Job, settings: &Settings) -> Result<(), Failure> {
    let run = finished_run(&args.catalogs)?;
    let (look, resolution) = (args.look(run.as_ref())?, args.resolution());
    let language = Language::find(&settings.book.files.lang).usage_error()?.0;
    args.column.check_for(run.as_ref())?;
    let imprint = &settings.book.imprint;
    let (first_day, quiet) = (imprint.first_day, settings.messages.quiet);
    let is_named = job.get("first-day").is_some_and(|day| day.origin == Origin::Flag);
    let dedup = args.duplicates.rule(run.as_ref(), &args.catalogs);
    let files = catalogs(run.as_ref(), &args.catalogs, &notes(quiet));
    let files = args.column.name_in(files);
    let naming = match (args.name, args.kind, first_day) {
        (Some(naming), _, None) if naming.has_date() => {
            return Err(usage_error("--name: {date} needs --first-day, which is missing"));
        }
        (Some(_), ExportKind::Json, Some(_)) => {
            return Err(usage_error(
                "--name: the objects of days are named by date, without --name",
            ));
        }
        (Some(naming), ..) => naming,
        (None, ExportKind::Json, Some(_)) => NamePattern::by_date(),
        // A run with days has one puzzle for each day.
        (None, ..) if !is_named && first_day.is_some() => NamePattern::by_date(),
        (None, ..) => NamePattern::default(),
    };
    let pages = match &run {
        Some(run) if naming.has_page() => run.printed_pages()?,
        None if naming.has_page() => {
            return Err(usage_error(
                "--name: {page} needs the folder of a run, whose book has pages",
            ));
        }
        _ => BTreeMap::new(),
    };
    let printed = match &run {
        Some(run) => run.printed_order()?,
        None => Vec::new(),
    };
    let order = ExportOptions {
        printed,
        inputs: named_catalogs(&args.catalogs)?,
        kind: args.kind,
        text_format: args.format.unwrap_or(GridFormat::Line),
        resolution,
        has_pictures: args.pictures,
        only: args.only,
        naming,
        first_day,
        dedup,
        look,
        language,
        first_number: settings.first(),
        link: imprint.puzzle_link.clone(),
        symbols: imprint.symbols.clone(),
        pages,
    };
    let exported = exported::write(files, &order, &args.out, args.force.into());
    let exported = match run {
        Some(_) => exported?,
        None => exported.map_err(|e| rows_failure(e, &args.catalogs, &args.column))?,
    };
    if !quiet {
        exported.note.into_iter().for_each(eprint_line);
        let count = exported.puzzles as u64;
        let grids = match args.only {
            None => counted(count, "puzzle", "puzzles") + " and their answers",
            Some(OnlyGrids::Puzzles) => counted(count, "puzzle", "puzzles"),
            Some(OnlyGrids::Answers) => counted(count, "answer", "answers"),
        };
        let (out, tables) = (args.out.display(), exported.tables.join(", "));
        eprint_line(format_args!("{out}: {grids}, {tables}"));
        if exported.older > 0 {
            let files = counted(exported.older as u64, "file is", "files are");
            eprint_line(format_args!("note: {files} in {out} beside those of this export"));
        }
    }
    Ok(())
}
