//! `check`: whether a puzzle is legal, whether it is solved, how many solutions it has. Not how hard
//! it is.

use super::answer::{Out, OutputArgs, Verdict, answer, counted};
use super::failure::Failure;
use super::input::InputArgs;
use super::table_output::TableFormat;
use serde_json::{Value, json};
use std::io::Write as _;
use sudoku_press::grid::Conflict;
use sudoku_press::table::PlacedGrid;
use sudoku_press::validity::Validity;

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

fn values(asked: &PlacedGrid, validity: &Validity, format: TableFormat) -> Vec<Value> {
    let conflict = |conflict: &Conflict| match format {
        TableFormat::Txt | TableFormat::Csv => conflict.to_string().into(),
        TableFormat::Jsonl => json!({
            "house": conflict.house.to_string(),
            "digit": conflict.digit.get(),
            "cells": conflict.cells.map(|cell| cell.to_string()),
        }),
    };
    let conflicts: Vec<Value> = validity.conflicts().iter().map(conflict).collect();
    vec![
        (*asked.place.file).into(),
        asked.place.line.into(),
        asked.grid.to_string().into(),
        conflicts.is_empty().into(),
        (*validity == Validity::Solved).into(),
        validity.solutions().into(),
        conflicts.into(),
    ]
}

pub fn run(args: Args) -> Result<(), Failure> {
    let mut out = args.output.open()?;
    let table = args.format.begin(&mut out, &COLUMNS)?;
    let work = |asked: &PlacedGrid| Validity::of(&asked.grid);
    answer(
        &args.input,
        out,
        "with something wrong",
        work,
        |out, asked, validity: Validity| {
            let verdict = Verdict::from(validity.solutions() == 1);
            if args.quiet && verdict == Verdict::Fine {
                return Ok(verdict);
            }
            let text = |out: &mut Out| {
                let digits = counted(asked.grid.filled_count() as u64, "digit", "digits");
                writeln!(out, "{}: {digits}, {validity}", asked.place)
            };
            table.row(out, text, || values(asked, &validity, table.format))?;
            Ok(verdict)
        },
    )
}
