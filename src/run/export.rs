//! Single puzzles as files: a drawing or a text of each puzzle and of its answer, and `data.csv`, the
//! table of their names for data merge. Not how a grid is drawn.

use super::RunError;
use super::error::At as _;
use crate::book::svg;
use crate::files::{Existing, Folder};
use crate::grid::Grid;
use crate::puzzle::Puzzle;
use crate::table::format::{Form, Writer, write_record};
use crate::table::{InputError, PuzzleFile, Records};
use std::collections::HashMap;
use std::io;
use std::path::Path;

/// What the files hold.
#[derive(Clone, Copy, Debug)]
pub enum Export {
    /// Drawings, with the digits as outlines.
    Svg,
    /// Text.
    Text(Form),
}

impl Export {
    /// The end of a file's name, and the table's columns of names. A program that merges data places
    /// the picture that is named in a column that begins with @.
    fn names(self) -> (&'static str, [&'static str; 2]) {
        let files = ["puzzle_file", "answer_file"];
        match self {
            Self::Svg => ("svg", ["@puzzle", "@answer"]),
            Self::Text(Form::Line | Form::Rows) => ("txt", files),
            Self::Text(Form::Sdm) => ("sdm", files),
            Self::Text(Form::Sdk) => ("sdk", files),
            Self::Text(Form::Boxed) => ("ss", files),
            Self::Text(Form::Csv) => ("csv", files),
        }
    }

    /// The files of a puzzle and its answer.
    fn files(self, id: &str, puzzle: &Puzzle) -> [Vec<u8>; 2] {
        let Self::Text(form) = self else {
            let svg = |title: &str, answer| svg(title, puzzle, answer).into_bytes();
            return [svg(id, false), svg(&format!("{id}, answer"), true)];
        };
        [*puzzle.givens(), Grid::from(*puzzle.solution())].map(|grid| {
            let mut text = Vec::new();
            let written = Writer::new(form).write(&mut text, &grid, None);
            written.expect("memory takes everything");
            text
        })
    }
}

/// Writes the files of all puzzles into a folder, which appears or changes as a whole. Files are named
/// by the column `id`, or by number.
///
/// Answers the number of puzzles.
///
/// # Errors
/// When puzzles cannot be read or state what is not true, when an `id` cannot name a file or comes
/// twice, and when the folder cannot be written.
pub fn export(
    files: Vec<PuzzleFile>,
    export: Export,
    out: &Path,
    existing: Existing,
) -> Result<usize, RunError> {
    let mut folder = Folder::create(out, existing).map_err(|e| unwritten(e, out))?;
    let (ending, [puzzle, answer]) = export.names();
    let mut table = Vec::new();
    let header = ["id", "level", "level_name", "clues", puzzle, answer];
    write_record(&mut table, header).writing(out)?;
    let mut places = HashMap::new();
    for record in Records::new(files) {
        let (place, record) = record?;
        let id = record.id.clone();
        let id = id.unwrap_or_else(|| format!("{:06}", places.len() + 1));
        let why = match places.get(&id.to_lowercase()) {
            _ if !is_file_name(&id) => {
                format!("expected letters, digits, - and _ for the name of a file, found {id:?}")
            }
            Some(before) => {
                format!("expected a new id, found {id}, which is the id of {before} too")
            }
            None => String::new(),
        };
        if !why.is_empty() {
            return Err(RunError::Id { place, why });
        }
        let level = record.judged_level().map_err(|e| place.wrong(&e))?;
        let puzzle = &record.puzzle;
        let names = [format!("{id}.{ending}"), format!("{id}-answer.{ending}")];
        for (name, bytes) in names.iter().zip(export.files(&id, puzzle)) {
            folder.write(name, &bytes).writing(&out.join(name))?;
        }
        let number = level.number().to_string();
        let clues = puzzle.givens_count().to_string();
        let fields = [&*id, &*number, level.name(), &*clues, &*names[0], &*names[1]];
        write_record(&mut table, fields).writing(out)?;
        places.insert(id.to_lowercase(), place);
    }
    if places.is_empty() {
        return Err(InputError::Empty.into());
    }
    folder.write("data.csv", &table).writing(out)?;
    folder.commit().map_err(|e| unwritten(e, out))?;
    Ok(places.len())
}

fn unwritten(e: io::Error, out: &Path) -> RunError {
    let why = match e.kind() {
        io::ErrorKind::DirectoryNotEmpty => {
            "is not empty; --force writes into it, --out names another folder".to_owned()
        }
        io::ErrorKind::NotADirectory => "is not a folder".to_owned(),
        io::ErrorKind::AlreadyExists => format!("was not changed: {e}"),
        _ => return RunError::Write(out.to_owned(), e),
    };
    let folder = out.to_owned();
    RunError::Folder { folder, why }
}

/// Whether this can be the name of a file on every system.
fn is_file_name(id: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    id.chars().all(fits) && !id.starts_with('.') && id.len() <= 100
}
