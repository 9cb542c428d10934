//! `export`: a file each for the puzzles and answers of catalogues, and a table of their names for
//! data merge. Not how a grid is drawn.

use super::answer::counted;
use super::failure::{Code, Failure, OrFail};
use super::input::each_record;
use super::messages::notice;
use clap::{Subcommand, ValueEnum};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use sudoku_press::book::svg;
use sudoku_press::files::{Existing, Folder};
use sudoku_press::grid::Grid;
use sudoku_press::puzzle::Puzzle;
use sudoku_press::table::format::{Form, Writer, write_record};

/// What the user typed.
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
        #[arg(long, value_enum, default_value_t = TextForm::Txt)]
        format: TextForm,
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

#[derive(Clone, Copy, Debug, ValueEnum)]
enum TextForm {
    /// 81 characters, . for blanks
    Txt,
    /// 81 characters, 0 for blanks
    Sdm,
    /// Nine lines of nine
    Rows,
    /// The same under [Puzzle]
    Sdk,
    /// Nine lines of nine with lines drawn between the blocks
    Ss,
}

/// What a file holds.
#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Text(TextForm),
}

impl Kind {
    /// The end of a file's name, and the table's columns of names. A program that merges data places
    /// the picture that is named in a column that begins with @.
    fn names(self) -> (&'static str, [&'static str; 2]) {
        let files = ["puzzle_file", "answer_file"];
        match self {
            Self::Svg => ("svg", ["@puzzle", "@answer"]),
            Self::Text(TextForm::Txt | TextForm::Rows) => ("txt", files),
            Self::Text(TextForm::Sdm) => ("sdm", files),
            Self::Text(TextForm::Sdk) => ("sdk", files),
            Self::Text(TextForm::Ss) => ("ss", files),
        }
    }

    /// The files of a puzzle and its answer.
    fn files(self, id: &str, puzzle: &Puzzle) -> [Vec<u8>; 2] {
        let form = match self {
            Self::Svg => {
                let svg = |title: &str, answer| svg(title, puzzle, answer).into_bytes();
                return [svg(id, false), svg(&format!("{id}, answer"), true)];
            }
            Self::Text(TextForm::Txt) => Form::Line,
            Self::Text(TextForm::Sdm) => Form::Sdm,
            Self::Text(TextForm::Rows) => Form::Rows,
            Self::Text(TextForm::Sdk) => Form::Sdk,
            Self::Text(TextForm::Ss) => Form::Boxed,
        };
        [*puzzle.givens(), Grid::from(*puzzle.solution())].map(|grid| {
            let mut text = Vec::new();
            let written = Writer::new(form).write(&mut text, &grid, None);
            written.expect("memory takes everything");
            text
        })
    }
}

/// Exports.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Svg { common } => export(&common, Kind::Svg),
        What::Text { common, format } => export(&common, Kind::Text(format)),
    }
}

fn export(args: &Common, kind: Kind) -> Result<(), Failure> {
    let out = &args.out;
    let existing = match args.force {
        true => Existing::Replace,
        false => Existing::Refuse,
    };
    let mut folder = Folder::create(out, existing).map_err(|e| unwritten(e, out))?;
    let (ending, [puzzle, answer]) = kind.names();
    let mut table = Vec::new();
    let header = ["id", "level", "level_name", "clues", puzzle, answer];
    write_record(&mut table, header).or_unwritten(out)?;
    let mut places = HashMap::new();
    each_record(&args.catalogs, |record, place| {
        let id = record.id.clone();
        let id = id.unwrap_or_else(|| format!("{:06}", places.len() + 1));
        let wrong = |words| Failure::say(Code::No, format!("{place}: column `id`: {words}"));
        if !is_file_name(&id) {
            let words =
                format!("expected letters, digits, - and _ for the name of a file, found {id:?}");
            return Err(wrong(words).into());
        }
        if let Some(before) = places.get(&id.to_lowercase()) {
            return Err(wrong(format!(
                "expected a new id, found {id}, which is the id of {before} too"
            ))
            .into());
        }
        let (level, puzzle) = (record.judged_level()?, &record.puzzle);
        let names = [format!("{id}.{ending}"), format!("{id}-answer.{ending}")];
        for (name, bytes) in names.iter().zip(kind.files(&id, puzzle)) {
            folder.write(name, &bytes).or_unwritten(&out.join(name))?;
        }
        let (number, clues) = (
            level.number().to_string(),
            puzzle.givens_count().to_string(),
        );
        let fields = [
            &*id,
            &*number,
            level.name(),
            &*clues,
            &*names[0],
            &*names[1],
        ];
        write_record(&mut table, fields).or_unwritten(out)?;
        places.insert(id.to_lowercase(), place);
        Ok(())
    })?;
    folder.write("data.csv", &table).or_unwritten(out)?;
    folder.commit().map_err(|e| unwritten(e, out))?;
    if !args.quiet {
        let puzzles = counted(places.len() as u64, "puzzle", "puzzles");
        notice(format_args!(
            "{}: {puzzles} and their answers, data.csv",
            out.display()
        ));
    }
    Ok(())
}

fn unwritten(e: io::Error, out: &Path) -> Failure {
    let words = match e.kind() {
        io::ErrorKind::DirectoryNotEmpty => {
            "is not empty; --force writes into it, --out names another folder".to_owned()
        }
        io::ErrorKind::NotADirectory => "is not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => format!("was not changed: {e}"),
        _ => return Err::<(), _>(e).or_unwritten(out).unwrap_err(),
    };
    Failure::say(Code::Usage, format!("{} {words}", out.display()))
}

/// Whether this can be the name of a file on every system.
fn is_file_name(id: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    id.chars().all(fits) && !id.starts_with('.') && id.len() <= 100
}
