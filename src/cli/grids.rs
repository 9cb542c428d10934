//! Grids as answers: in any of the forms of puzzles, or with fields beside them for programs.

use super::fields::Fields;
use clap::ValueEnum;
use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::grid::Grid;
use sudoku_press::table::format::{Form, Writer};

/// What the user typed after `--format`.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum GridFormat {
    /// 81 characters a line, . for blanks
    Txt,
    /// 81 characters a line, 0 for blanks
    Sdm,
    /// A table with a header; what was read stands there too
    Csv,
    /// The same, a JSON object a line
    Jsonl,
    /// Nine lines of nine, with an empty line between puzzles
    Rows,
    /// The same, each under [Puzzle]
    Sdk,
    /// Nine lines of nine with lines drawn between the blocks
    Ss,
}

/// Where grids go.
pub enum Grids {
    Form(Writer),
    Fields(Fields, &'static [&'static str]),
}

impl GridFormat {
    /// Begins to write; tables have these columns.
    pub fn begin(
        self,
        out: &mut impl Write,
        columns: &'static [&'static str],
    ) -> io::Result<Grids> {
        let form = match self {
            Self::Txt => Form::Line,
            Self::Sdm => Form::Sdm,
            Self::Rows => Form::Rows,
            Self::Sdk => Form::Sdk,
            Self::Ss => Form::Boxed,
            Self::Csv => {
                Fields::Csv.begin(out, columns)?;
                return Ok(Grids::Fields(Fields::Csv, columns));
            }
            Self::Jsonl => return Ok(Grids::Fields(Fields::Jsonl, columns)),
        };
        let writer = Writer::new(form);
        writer.begin(out)?;
        Ok(Grids::Form(writer))
    }
}

impl Grids {
    /// Writes a grid with a note, or what stands for it in each column.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        grid: &Grid,
        note: Option<&str>,
        values: impl FnOnce() -> Vec<Value>,
    ) -> io::Result<()> {
        match self {
            Self::Form(writer) => writer.write(out, grid, note),
            Self::Fields(fields, columns) => fields.row(out, columns, values()),
        }
    }
}
