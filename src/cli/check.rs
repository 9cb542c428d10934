//! `check`: whether a puzzle is legal, whether it is solved, how many solutions it has. Not how hard
//! it is.

use super::answer::{Out, OutputArgs, Verdict, answer, counted};
use super::failure::Failure;
use super::input::InputArgs;
use super::table_output::TableFormat;
use serde_json::{Value, json};
use std::fmt;
use std::io::Write as _;
use sudoku_press::grid::{Cell, Conflict, Grid, Solution};
use sudoku_press::solver;
use sudoku_press::table::PlacedGrid;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
CSV and JSON lines have file, line, puzzle, legal, solved, solutions (2 for several) and conflicts.

Examples:
    sudoku-press check puzzles.sdm
    sudoku-press check --quiet --format csv catalog.csv --out wrong.csv")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Print only the puzzles that are illegal, unsolvable or ambiguous
    #[arg(long, short)]
    quiet: bool,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = TableFormat::Txt)]
    format: TableFormat,
}

const COLUMNS: [&str; 7] = [
    "file",
    "line",
    "puzzle",
    "legal",
    "solved",
    "solutions",
    "conflicts",
];

/// What is true of a grid.
enum Answer {
    /// Digits break the rules: every pair that does.
    Illegal(Vec<Conflict>),
    /// Full, and nothing is wrong.
    Solved,
    NoSolution,
    OneSolution,
    /// Two solutions, as evidence.
    Several([Solution; 2]),
}

impl Answer {
    fn of(grid: &Grid) -> Self {
        let conflicts: Vec<_> = grid.conflicts().collect();
        if !conflicts.is_empty() {
            return Self::Illegal(conflicts);
        }
        match solver::search(grid, 2).first {
            [None, _] => Self::NoSolution,
            [Some(a), Some(b)] => Self::Several([a, b]),
            [Some(_), None] if grid.empty().next().is_none() => Self::Solved,
            [Some(_), None] => Self::OneSolution,
        }
    }

    fn verdict(&self) -> Verdict {
        match self {
            Self::Solved | Self::OneSolution => Verdict::Fine,
            Self::Illegal(_) | Self::NoSolution | Self::Several(_) => Verdict::Wrong,
        }
    }

    fn values(&self, asked: &PlacedGrid, format: TableFormat) -> Vec<Value> {
        let solutions = match self {
            Self::Illegal(_) | Self::NoSolution => 0,
            Self::Solved | Self::OneSolution => 1,
            Self::Several(_) => 2,
        };
        let conflicts: Vec<Value> = match self {
            Self::Illegal(conflicts) => conflicts.iter().map(|c| value(c, format)).collect(),
            _ => Vec::new(),
        };
        vec![
            (*asked.place.file).into(),
            asked.place.line.into(),
            asked.grid.to_string().into(),
            (!matches!(self, Self::Illegal(_))).into(),
            matches!(self, Self::Solved).into(),
            solutions.into(),
            conflicts.into(),
        ]
    }
}

fn value(conflict: &Conflict, format: TableFormat) -> Value {
    match format {
        TableFormat::Txt | TableFormat::Csv => conflict.to_string().into(),
        TableFormat::Jsonl => json!({
            "house": conflict.house.to_string(),
            "digit": conflict.digit.get(),
            "cells": conflict.cells.map(|cell| cell.to_string()),
        }),
    }
}

/// For people.
impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Illegal(conflicts) => {
                f.write_str("illegal")?;
                for (i, conflict) in conflicts.iter().enumerate() {
                    write!(f, "{}{conflict}", if i == 0 { ": " } else { "; " })?;
                }
                Ok(())
            }
            Self::Solved => f.write_str("legal, solved"),
            Self::NoSolution => f.write_str("legal, no solution"),
            Self::OneSolution => f.write_str("legal, one solution"),
            Self::Several([a, b]) => {
                f.write_str("legal, several solutions")?;
                match Cell::ALL.into_iter().find(|&cell| a[cell] != b[cell]) {
                    Some(cell) => write!(f, ": {cell} can be {} or {}", a[cell], b[cell]),
                    None => Ok(()),
                }
            }
        }
    }
}

/// Checks.
pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = args.output.open()?;
    let table = args.format.begin(&mut out, &COLUMNS)?;
    let work = |asked: &PlacedGrid| Answer::of(&asked.grid);
    answer(
        &args.input,
        out,
        "with something wrong",
        work,
        |out, asked, answer: Answer| {
            let verdict = answer.verdict();
            if args.quiet && verdict == Verdict::Fine {
                return Ok(verdict);
            }
            let text = |out: &mut Out| {
                let digits = counted(asked.grid.filled_count() as u64, "digit", "digits");
                writeln!(out, "{}: {digits}, {answer}", asked.place)
            };
            table.row(out, text, || answer.values(asked, table.format))?;
            Ok(verdict)
        },
    )
}
