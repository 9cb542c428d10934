//! `solve`: the solution of every puzzle, or that it has none or several, with the evidence.

use super::answer::{Out, OutputArgs, Verdict, answer, counted};
use super::failure::{Code, Failure};
use super::input::InputArgs;
use super::table_output::TableFormat;
use clap::{ValueEnum, value_parser};
use std::io::{self, Write};
use std::time::{Duration, Instant};
use sudoku_press::grid::{Grid, Solution};
use sudoku_press::solver::{self, dfs, mrv};
use sudoku_press::table::PlacedGrid;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
The answer is the solution, 81 digits, or that there is none or more than one. CSV and JSON lines have
puzzle, solution, other_solution, solutions (their number) and or_more (there may be more).

Examples:
    sudoku-press solve puzzles.sdk
    sudoku-press solve catalog.csv --format csv --out solved.csv")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Solver
    #[arg(long, value_enum, default_value_t = Engine::Fast)]
    engine: Engine,

    /// Maximum number of solutions to look for: 2 proves uniqueness, 1 takes the first solution
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = value_parser!(u64).range(1..=1_000_000))]
    count_limit: u64,

    /// With --engine dfs: maximum number of digits to try on a puzzle [default: no maximum]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    give_up: Option<u64>,

    /// Add the numbers of positions and of digits tried, and the time
    #[arg(long)]
    stats: bool,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = TableFormat::Txt)]
    format: TableFormat,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Engine {
    /// All digits at once on bit boards
    Fast,
    /// Depth first in reading order, slow: the paper's solver, which defines `searches`
    Dfs,
    /// The cell with the fewest candidates first
    Mrv,
}

/// What a solver found, and what it took.
struct Solved {
    count: usize,
    /// The first two.
    solutions: [Option<Solution>; 2],
    nodes: u64,
    tried: u64,
    time: Duration,
    /// The search ended before it found all solutions.
    given_up: bool,
}

impl Engine {
    /// Positions and digits are counted as each solver has them: `dfs` tries nine digits at each cell;
    /// the others try candidates only, each of which leads to another position.
    fn solve(self, grid: &Grid, limit: usize, give_up: u64) -> Solved {
        let begin = Instant::now();
        let mut given_up = false;
        let first_two = |found: &[Solution]| [found.first().copied(), found.get(1).copied()];
        let (count, solutions, nodes, tried) = match self {
            Self::Fast => {
                let found = solver::search(grid, limit);
                let tried = found.nodes.saturating_sub(1);
                (found.count, found.first, found.nodes, tried)
            }
            Self::Dfs => {
                let limits = dfs::Limits {
                    solutions: limit,
                    searches: give_up,
                };
                let found = dfs::search(grid, limits);
                given_up = found.searches >= give_up;
                let solutions = first_two(&found.solutions);
                let tried = found.searches;
                (found.solutions.len(), solutions, tried / 9, tried)
            }
            Self::Mrv => {
                let found = mrv::search(grid, limit);
                let solutions = first_two(&found.solutions);
                (
                    found.solutions.len(),
                    solutions,
                    found.nodes + 1,
                    found.nodes,
                )
            }
        };
        Solved {
            count,
            solutions,
            nodes,
            tried,
            time: begin.elapsed(),
            given_up,
        }
    }
}

/// Solves.
pub fn run(args: Args) -> Result<(), Failure> {
    if args.give_up.is_some() && !matches!(args.engine, Engine::Dfs) {
        return Err(Failure::say(
            Code::Usage,
            "--give-up is for --engine dfs only",
        ));
    }
    let mut out = args.output.open()?;
    let limit = args.count_limit as usize;
    let mut columns = vec![
        "puzzle",
        "solution",
        "other_solution",
        "solutions",
        "or_more",
    ];
    if args.stats {
        columns.extend(["nodes", "tried", "microseconds"]);
    }
    let table = args.format.begin(&mut out, &columns)?;
    let engine = args.engine;
    let give_up = args.give_up.unwrap_or(u64::MAX);
    let work = move |asked: &PlacedGrid| engine.solve(&asked.grid, limit, give_up);
    answer(
        &args.input,
        out,
        "not shown to have exactly one solution",
        work,
        |out, asked, found: Solved| {
            let text = |out: &mut Out| {
                found.write(out, &asked.grid, limit)?;
                if args.stats {
                    found.write_stats(out)?;
                }
                writeln!(out)
            };
            let values = || {
                let line = |s: Option<Solution>| s.map(|s| s.to_string()).into();
                let mut values = vec![
                    asked.grid.to_string().into(),
                    line(found.solutions[0]),
                    line(found.solutions[1]),
                    found.count.into(),
                    (found.count == limit || found.given_up).into(),
                ];
                if args.stats {
                    let time = found.time.as_micros() as u64;
                    values.extend([found.nodes.into(), found.tried.into(), time.into()]);
                }
                values
            };
            table.row(out, text, values)?;
            // With --count-limit 1 nothing is said about a second solution.
            let fine = found.count == 1 && !found.given_up;
            Ok(if fine { Verdict::Fine } else { Verdict::Wrong })
        },
    )
}

impl Solved {
    fn write(&self, out: &mut impl Write, grid: &Grid, limit: usize) -> io::Result<()> {
        match self.solutions {
            [_, None] if self.given_up => {
                write!(out, "not known: given up after {} digits tried", self.tried)?;
            }
            [None, _] => {
                write!(out, "no solution")?;
                if let Some(conflict) = grid.conflicts().next() {
                    write!(out, ": {conflict}")?;
                }
            }
            [Some(only), None] => write!(out, "{only}")?,
            [Some(a), Some(b)] => {
                let open_end = self.count == limit || self.given_up;
                let or_more = if open_end { " or more" } else { "" };
                write!(out, "{}{or_more} solutions: {a} {b}", self.count)?;
            }
        }
        Ok(())
    }

    /// As a note behind the solution, so that the line can still be read as one.
    fn write_stats(&self, out: &mut impl Write) -> io::Result<()> {
        let nodes = counted(self.nodes, "node", "nodes");
        let tried = counted(self.tried, "digit", "digits");
        let time = self.time.as_secs_f64() * 1e6;
        write!(out, "  # {nodes}, {tried} tried, {time:.1} us")
    }
}
