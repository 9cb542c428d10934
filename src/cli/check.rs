//! `check`: whether a puzzle keeps the rules, whether it is solved, how many solutions it has. Not
//! how hard it is.

use super::answer::{OutputArgs, Verdict, answer, counted};
use super::failure::{Failure, OrFail};
use super::fields::Fields;
use super::input::{Asked, InputArgs};
use clap::ValueEnum;
use serde_json::{Value, json};
use std::fmt;
use std::io::Write as _;
use sudoku_press::grid::{Cell, Conflict, Grid, Solution};
use sudoku_press::solver;

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Answer only for puzzles with which something is wrong
    #[arg(long, short)]
    quiet: bool,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = FormatArg::Txt)]
    format: FormatArg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    /// A sentence for each puzzle
    Txt,
    /// A table: file, line, puzzle, legal, solved, solutions (2 for several), conflicts
    Csv,
    /// The same, a JSON object a line
    Jsonl,
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

/// What is to be said of a grid.
enum Finding {
    /// Digits break the rules: every pair that does.
    Illegal(Vec<Conflict>),
    /// Full, and nothing is wrong.
    Solved,
    NoSolution,
    OneSolution,
    /// Two solutions, as evidence.
    Several([Solution; 2]),
}

impl Finding {
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

    fn values(&self, asked: &Asked, fields: Fields) -> Vec<Value> {
        let solutions = match self {
            Self::Illegal(_) | Self::NoSolution => 0,
            Self::Solved | Self::OneSolution => 1,
            Self::Several(_) => 2,
        };
        let conflicts: Vec<Value> = match self {
            Self::Illegal(conflicts) => conflicts.iter().map(|c| value(c, fields)).collect(),
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

fn value(conflict: &Conflict, fields: Fields) -> Value {
    match fields {
        Fields::Csv => conflict.to_string().into(),
        Fields::Jsonl => json!({
            "house": conflict.house.to_string(),
            "digit": conflict.digit.get(),
            "cells": conflict.cells.map(|cell| cell.to_string()),
        }),
    }
}

/// For people.
impl fmt::Display for Finding {
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
    let fields = match args.format {
        FormatArg::Txt => None,
        FormatArg::Csv => Some(Fields::Csv),
        FormatArg::Jsonl => Some(Fields::Jsonl),
    };
    if let Some(fields) = fields {
        fields.begin(&mut out, &COLUMNS).or_unwritten(&out.path())?;
    }
    let work = |asked: &Asked| Finding::of(&asked.grid);
    answer(
        &args.input,
        out,
        "with something wrong",
        work,
        |out, asked, finding: Finding| {
            let verdict = finding.verdict();
            if args.quiet && verdict == Verdict::Fine {
                return Ok(verdict);
            }
            match fields {
                Some(fields) => fields.row(out, &COLUMNS, finding.values(asked, fields))?,
                None => {
                    let givens = counted(asked.grid.filled_count() as u64, "digit", "digits");
                    writeln!(out, "{}: {givens}, {finding}", asked.place)?;
                }
            }
            Ok(verdict)
        },
    )
}
