//! Grids as answers: in any form of puzzles, or with fields beside them for programs.

use super::answer::Out;
use super::failure::{Failure, OrFail};
use super::table_output::{TableFormat, TableOutput};
use clap::ValueEnum;
use serde_json::Value;
use std::io::{self, Write};
use sudoku_press::grid::Grid;
use sudoku_press::table::format::{Form, Writer};

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum GridFormat {
    /// 81 characters a line, . for blanks
    Txt,
    /// 81 characters a line, 0 for blanks
    Sdm,
    /// A table with a header; it has the puzzle that was read, too
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
pub enum GridOutput {
    Form(Writer),
    Table(TableOutput),
}

impl GridFormat {
    /// Begins to write; tables have these columns.
    pub fn begin(self, out: &mut Out, columns: &[&'static str]) -> Result<GridOutput, Failure> {
        let form = match self {
            Self::Txt => Form::Line,
            Self::Sdm => Form::Sdm,
            Self::Rows => Form::Rows,
            Self::Sdk => Form::Sdk,
            Self::Ss => Form::Boxed,
            Self::Csv => return TableFormat::Csv.begin(out, columns).map(GridOutput::Table),
            Self::Jsonl => {
                return TableFormat::Jsonl
                    .begin(out, columns)
                    .map(GridOutput::Table);
            }
        };
        let writer = Writer::new(form);
        writer.begin(out).or_unwritten(&out.path())?;
        Ok(GridOutput::Form(writer))
    }
}

impl GridOutput {
    /// Writes a grid with a note, or a value for each column.
    pub fn write(
        &mut self,
        out: &mut impl Write,
        grid: &Grid,
        note: Option<&str>,
        values: impl FnOnce() -> Vec<Value>,
    ) -> io::Result<()> {
        match self {
            Self::Form(writer) => writer.write(out, grid, note),
            Self::Table(table) => table.row(out, |_| Ok(()), values),
        }
    }
}
