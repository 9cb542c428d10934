//! `export`: a file each for the puzzles and answers of catalogues, and a table of their names for
//! data merge.

use super::answer::counted;
use super::choice::{FORMS, one_of};
use super::failure::{Code, Failure};
use super::input::{finished_run, puzzle_files, with_parts};
use super::messages::notice;
use clap::{Subcommand, value_parser};
use jiff::civil::Date;
use std::path::PathBuf;
use sudoku_press::book::{Palette, SingleLook};
use sudoku_press::run::{self, Export, ExportOrder, Naming, date};
use sudoku_press::table::format::Form;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Drawings with the digits as outlines: no font is needed to print them
    #[command(after_help = "\
Examples:
    sudoku-press export svg out/catalog.csv --out pictures
    sudoku-press generate --count 20 --format txt | sudoku-press export svg --out pictures")]
    Svg {
        #[command(flatten)]
        common: Common,

        #[command(flatten)]
        look: LookArgs,
    },
    /// A page for each grid, as large as the grid
    #[command(after_help = "\
Examples:
    sudoku-press export pdf out/catalog.csv --out pictures --size 80")]
    Pdf {
        #[command(flatten)]
        common: Common,

        #[command(flatten)]
        look: LookArgs,
    },
    /// A PNG picture for each grid
    #[command(after_help = "\
Examples:
    sudoku-press export png out/catalog.csv --out pictures --resolution 600
    sudoku-press export png out/catalog.csv --out web --palette harbour --resolution 150")]
    Png {
        #[command(flatten)]
        common: Common,

        #[command(flatten)]
        look: LookArgs,

        /// Dots per inch
        #[arg(long, value_name = "DPI", default_value_t = 300, value_parser = value_parser!(u16).range(36..=2400))]
        resolution: u16,
    },
    /// Text files
    #[command(after_help = "\
Examples:
    sudoku-press export text out/catalog.csv --out texts --format sdk
    sudoku-press export text more.csv --out texts --format sdk --force")]
    Text {
        #[command(flatten)]
        common: Common,

        /// Form of the text
        #[arg(long, value_parser = one_of(FORMS), default_value = "txt")]
        format: Form,
    },
    /// An object for each puzzle; with --first-day an object for each day, named by date, with
    /// yesterday's solution instead of today's
    #[command(after_help = "\
Examples:
    sudoku-press export json out/catalog.csv --out objects
    sudoku-press export json out/catalog.csv --out feed --first-day 2027-01-01")]
    Json {
        #[command(flatten)]
        common: Common,
    },
}

#[derive(clap::Args, Debug)]
struct Common {
    /// The folder of a finished run, for its puzzles with their days if they have some; or catalogues: CSV or
    /// any other file of puzzles, as for `solve`; - is standard input
    #[arg(default_value = "-", value_name = "FOLDER|CATALOG")]
    catalogs: Vec<PathBuf>,

    /// Folder for the files and data.csv, the table of their names
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,

    /// Names of the files: text with {id}, {number}, {date}, {level} or {band}, such as {date}-{level}
    /// [default: {id}, or {number} without ids; {date} for json with --first-day]
    #[arg(long, value_name = "TEXT")]
    name: Option<Naming>,

    /// The day of the first puzzle; each has the day after that of the one before [default: that of the run]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date)]
    first_day: Option<Date>,

    /// Write into a folder that is not empty: files of the same names are replaced, all others stay
    #[arg(long)]
    force: bool,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

#[derive(clap::Args, Debug)]
struct LookArgs {
    /// Side length of the grid in millimetres, 10 to 400 [default: 76.9]
    #[arg(long, value_name = "MM", value_parser = side)]
    size: Option<f64>,

    /// Colours, those of covers: harbour, forest, brick, dusk, lagoon, plum, coffee or slate [default: black]
    #[arg(long, value_name = "NAME", value_parser = palette)]
    palette: Option<&'static Palette>,
}

/// The most dots on a side of a picture: about 250 MB while it is drawn.
const MOST_DOTS: usize = 8_000;

/// Millimetres as points.
fn side(text: &str) -> Result<f64, String> {
    let side = text.parse().ok().filter(|mm| (10.0..=400.0).contains(mm));
    let wrong = || format!("expected millimetres from 10 to 400, found {text:?}");
    side.map(|mm: f64| mm / 25.4 * 72.0).ok_or_else(wrong)
}

fn palette(text: &str) -> Result<&'static Palette, String> {
    let names: Vec<_> = Palette::all().iter().map(|palette| &*palette.name).collect();
    let named = Palette::all().iter().find(|palette| palette.name == text);
    named.ok_or_else(|| format!("expected {}, found {text:?}", names.join(", ")))
}

impl LookArgs {
    fn look(&self) -> SingleLook {
        let usual = SingleLook::default();
        SingleLook { side: self.size.unwrap_or(usual.side), palette: self.palette }
    }
}

pub fn run(args: Args) -> Result<(), Failure> {
    let usual = SingleLook::default();
    let (args, form, look) = match args.what {
        What::Svg { common, look } => (common, Export::Svg, look.look()),
        What::Pdf { common, look } => (common, Export::Pdf, look.look()),
        What::Png { common, look, resolution } => {
            let (look, resolution) = (look.look(), resolution.into());
            let dots = look.dots(resolution);
            if dots > MOST_DOTS {
                let words = format!(
                    "--size and --resolution: expected at most {MOST_DOTS} dots on a side, found {dots}"
                );
                return Err(Failure::say(Code::Usage, words));
            }
            (common, Export::Png(resolution), look)
        }
        What::Text { common, format } => (common, Export::Text(format), usual),
        What::Json { common } => (common, Export::Json, usual),
    };
    let run = finished_run(&args.catalogs)?;
    let of_run = run.as_ref().and_then(|run| run.manifest().settings.first_day());
    let first_day = args.first_day.or(of_run);
    let files = match run {
        Some(run) => puzzle_files(&[run.catalog()]),
        None => puzzle_files(&with_parts(&args.catalogs)?),
    };
    let naming = match (args.name, form, first_day) {
        (Some(naming), _, None) if naming.has_date() => {
            let words = "--name: {date} needs --first-day, which is missing";
            return Err(Failure::say(Code::Usage, words));
        }
        (Some(_), Export::Json, Some(_)) => {
            let words = "--name: the objects of days are named by date, without --name";
            return Err(Failure::say(Code::Usage, words));
        }
        (Some(naming), ..) => naming,
        (None, Export::Json, Some(_)) => Naming::by_date(),
        (None, ..) => Naming::default(),
    };
    let order = ExportOrder { form, naming, first_day, look };
    let puzzles = run::export(files, &order, &args.out, args.force.into())?;
    if !args.quiet {
        let puzzles = counted(puzzles as u64, "puzzle", "puzzles");
        let out = args.out.display();
        notice(format_args!("{out}: {puzzles} and their answers, data.csv"));
    }
    Ok(())
}
