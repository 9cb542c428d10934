//! `export`: a file each for the puzzles and answers of catalogues, and a table of their names for
//! data merge.

use super::answer::counted;
use super::choice::{FORMS, one_of};
use super::failure::Failure;
use super::input::puzzle_files;
use super::messages::notice;
use clap::Subcommand;
use std::path::PathBuf;
use sudoku_press::run::{self, Export};
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
    sudoku-press generate --count 20 --format txt | sudoku-press export svg - --out pictures")]
    Svg {
        #[command(flatten)]
        common: Common,
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
}

#[derive(clap::Args, Debug)]
struct Common {
    /// Catalogues: CSV or any other file of puzzles, as for `solve`; - is standard input. Files are
    /// named by the column `id`, or by number
    #[arg(required = true, value_name = "CATALOG")]
    catalogs: Vec<PathBuf>,

    /// Folder for the files and data.csv, the table of their names
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,

    /// Write into a folder that is not empty: files of the same names are replaced, all others stay
    #[arg(long)]
    force: bool,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: Args) -> Result<(), Failure> {
    let (args, export) = match args.what {
        What::Svg { common } => (common, Export::Svg),
        What::Text { common, format } => (common, Export::Text(format)),
    };
    let files = puzzle_files(&args.catalogs);
    let puzzles = run::export(files, export, &args.out, args.force.into())?;
    if !args.quiet {
        let puzzles = counted(puzzles as u64, "puzzle", "puzzles");
        let out = args.out.display();
        notice(format_args!("{out}: {puzzles} and their answers, data.csv"));
    }
    Ok(())
}
