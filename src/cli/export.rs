//! `export`: a file each for the puzzles and answers of catalogues, and a table of their names for
//! data merge. Not how a grid is drawn.

use super::answer::counted;
use super::failure::{Code, Failure, OrFail};
use clap::{Subcommand, ValueEnum};
use std::collections::HashMap;
use std::fs;
use std::path::PathBuf;
use sudoku_press::book::svg;
use sudoku_press::files::Folder;
use sudoku_press::grid::Grid;
use sudoku_press::puzzle::Puzzle;
use sudoku_press::score::{Level, Score};
use sudoku_press::table::compress;
use sudoku_press::table::format::{Form, Writer, write_record};
use sudoku_press::table::{Row, Rows};

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand, Debug)]
enum What {
    /// Drawings with the digits as outlines: no font is needed to print them
    Svg {
        #[command(flatten)]
        common: Common,
    },
    /// Text files
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
    /// Catalogues: CSV with a column `puzzle`; files are named by the column `id`, or by number
    #[arg(required = true, value_name = "CATALOG")]
    catalogs: Vec<PathBuf>,

    /// Folder for the files and data.csv, the table of their names
    #[arg(long, short, value_name = "FOLDER")]
    out: PathBuf,

    /// Write into a folder that is not empty, over files of the same names
    #[arg(long)]
    force: bool,

    /// Say nothing but errors
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

impl TextForm {
    fn form(self) -> (Form, &'static str) {
        match self {
            Self::Txt => (Form::Line, "txt"),
            Self::Sdm => (Form::Sdm, "sdm"),
            Self::Rows => (Form::Rows, "txt"),
            Self::Sdk => (Form::Sdk, "sdk"),
            Self::Ss => (Form::Boxed, "ss"),
        }
    }
}

/// What a file holds.
#[derive(Clone, Copy)]
enum Kind {
    Svg,
    Text(Form, &'static str),
}

impl Kind {
    fn ending(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Text(_, ending) => ending,
        }
    }

    /// The table's columns of names. A program that merges data places the picture whose name
    /// stands in a column that begins with @.
    fn columns(self) -> [&'static str; 2] {
        match self {
            Self::Svg => ["@puzzle", "@answer"],
            Self::Text(..) => ["puzzle_file", "answer_file"],
        }
    }

    fn file(self, title: &str, puzzle: &Puzzle, answer: bool) -> Vec<u8> {
        let Self::Text(form, _) = self else {
            return svg(title, puzzle, answer).into_bytes();
        };
        let grid = match answer {
            true => Grid::from(*puzzle.solution()),
            false => *puzzle.givens(),
        };
        let mut out = Vec::new();
        let mut writer = Writer::new(form);
        writer
            .write(&mut out, &grid, None)
            .expect("memory takes everything");
        out
    }
}

/// Exports.
pub fn run(args: Args) -> Result<(), Failure> {
    match args.what {
        What::Svg { common } => export(&common, Kind::Svg),
        What::Text { common, format } => {
            let (form, ending) = format.form();
            export(&common, Kind::Text(form, ending))
        }
    }
}

fn export(args: &Common, kind: Kind) -> Result<(), Failure> {
    let out = &args.out;
    if !args.force && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some()) {
        let words = format!(
            "{} is not empty; --force writes into it, --out names another folder",
            out.display()
        );
        return Err(Failure::say(Code::Usage, words));
    }
    let mut folder = Folder::create(out).or_unwritten(out)?;
    let mut table = Vec::new();
    let [puzzle, answer] = kind.columns();
    let header = ["id", "level", "level_name", "clues", puzzle, answer];
    write_record(&mut table, header).or_unwritten(out)?;
    let mut names = HashMap::new();
    let mut number = 0u64;
    for path in &args.catalogs {
        let file = compress::Reader::open(path).or_unread(path)?;
        for row in Rows::new(file).or_unread(path)? {
            let row = row.or_unread(path)?;
            number += 1;
            let place = format!("{}:{}", path.display(), row.line);
            let wrong = |words: String| Failure::say(Code::No, format!("{place}: {words}"));
            let id = id(&row, number).map_err(wrong)?;
            if let Some(before) = names.insert(id.to_lowercase(), place.clone()) {
                return Err(wrong(format!("the id {id} stands at {before} too")));
            }
            let (puzzle, level) = read(&row).map_err(wrong)?;
            let files = [
                format!("{id}.{}", kind.ending()),
                format!("{id}-answer.{}", kind.ending()),
            ];
            for (name, answer) in files.iter().zip([false, true]) {
                let title = if answer {
                    format!("{id}, answer")
                } else {
                    id.clone()
                };
                let bytes = kind.file(&title, &puzzle, answer);
                folder.write(name, &bytes).or_unwritten(&out.join(name))?;
            }
            let [puzzle_file, answer_file] = files;
            let clues = puzzle.givens_count().to_string();
            let level_number = level.number().to_string();
            let fields = [
                &id,
                &level_number,
                level.name(),
                &clues,
                &puzzle_file,
                &answer_file,
            ];
            write_record(&mut table, fields).or_unwritten(out)?;
        }
    }
    if number == 0 {
        return Err(Failure::say(
            Code::No,
            "there is no puzzle in what was read",
        ));
    }
    folder.write("data.csv", &table).or_unwritten(out)?;
    folder.commit().or_unwritten(out)?;
    if !args.quiet {
        let puzzles = counted(number, "puzzle", "puzzles");
        super::messages::notice(format_args!(
            "{}: {puzzles} and as many answers, data.csv",
            out.display()
        ));
    }
    Ok(())
}

/// The name of a puzzle's files. It must be one on every system.
fn id(row: &Row, number: u64) -> Result<String, String> {
    let Some(id) = row.get("id") else {
        return Ok(format!("{number:06}"));
    };
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if id.chars().all(fits) && !id.starts_with('.') && id.len() <= 100 {
        Ok(id.to_owned())
    } else {
        Err(format!(
            "the id {id:?} cannot be the name of a file; letters, digits, - and _ would be right"
        ))
    }
}

/// The puzzle of a row, proved, and its level: the stated one, or its own.
fn read(row: &Row) -> Result<(Puzzle, Level), String> {
    let grid: Grid = row
        .get("puzzle")
        .unwrap_or("")
        .parse()
        .map_err(|e| format!("column puzzle: {e}"))?;
    let puzzle = Puzzle::prove(grid).map_err(|e| format!("column puzzle: {e}"))?;
    if let Some(stated) = row.get("solution")
        && stated.parse() != Ok(Grid::from(*puzzle.solution()))
    {
        let solution = puzzle.solution();
        return Err(format!(
            "column solution: this is not the puzzle's solution, which is {solution}"
        ));
    }
    let level = match row.get("level") {
        None => Score::of(&puzzle).level(),
        Some(text) => {
            let level = text.parse().ok().and_then(|n: u8| Level::try_from(n).ok());
            level.ok_or_else(|| format!("column level: {text:?} is not a level"))?
        }
    };
    Ok((puzzle, level))
}
