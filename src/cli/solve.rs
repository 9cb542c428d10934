//! `solve`: prints the solution of every puzzle, or that it has none or several, with the evidence.

use super::answer::answer;
use super::{ANSWERS, AnswerArgs, AnswerOutput, Choice, Failure, one_of, plural, usage_error};
use clap::value_parser;
use engine::sudoku::grid::Solution;
use engine::sudoku::solver::{Engine, EngineResult, dfs};
use serde_json::Value;
use std::io::Write;
use std::time::{Duration, Instant};
use store::table::{AnswerFormat, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
The answer is the solution, 81 digits, or that there is none or more than one. CSV and JSON lines
have puzzle, solution, other_solution, solutions (their number) and or_more (there may be more).

Examples:
    sudoku-press solve puzzles.sdk
    sudoku-press solve catalog.csv --format csv --out solved.csv")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Solver
    #[arg(long, value_parser = one_of(ENGINES), default_value = "fast")]
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
    #[arg(long, value_parser = one_of(ANSWERS), default_value = "txt")]
    format: AnswerFormat,
}

const ENGINES: &[Choice<Engine>] = &[
    ("fast", "All digits at once on bit boards", Engine::Fast),
    (
        "dfs",
        "Depth first in reading order, slow: the published solver, which defines `searches`",
        Engine::Dfs,
    ),
    ("mrv", "The cell with the fewest candidates first", Engine::Mrv),
];

pub fn run(args: Args) -> Result<(), Failure> {
    if args.give_up.is_some() && args.engine != Engine::Dfs {
        return Err(usage_error("--give-up is for --engine dfs only"));
    }
    let mut columns = vec!["puzzle", "solution", "other_solution", "solutions", "or_more"];
    if args.stats {
        columns.extend(["nodes", "tried", "microseconds"]);
    }
    let (out, answers) = args.answers.begin(args.format, &columns)?;
    let engine = args.engine;
    let limits = dfs::SearchLimits {
        solutions: args.count_limit as usize,
        searches: args.give_up.unwrap_or(u64::MAX),
    };
    let work = move |asked: &PlacedGrid| {
        let begin = args.stats.then(Instant::now);
        let found = engine.solve(&asked.grid, limits);
        (found, begin.map_or(Duration::ZERO, |begin| begin.elapsed()))
    };
    answer(
        &args.answers,
        out,
        "not shown to have exactly one solution",
        work,
        |out, asked, (found, time): (EngineResult, Duration)| {
            let text = |out: &mut AnswerOutput| {
                write!(out, "{found}")?;
                if found.first[0].is_none()
                    && !found.given_up
                    && let Some(conflict) = asked.grid.conflicts().next()
                {
                    write!(out, ": {conflict}")?;
                }
                if args.stats {
                    // The figures are a comment after the solution, so that the line is still a
                    // valid puzzle.
                    let nodes = plural(found.nodes, "node", "nodes");
                    let tried = plural(found.tried, "digit", "digits");
                    let time = time.as_secs_f64() * 1e6;
                    write!(out, "  # {nodes}, {tried} tried, {time:.1} us")?;
                }
                writeln!(out)
            };
            let values = || {
                let line = |s: Option<Solution>| s.map(|s| s.to_string()).into();
                let mut values: Vec<Value> = vec![
                    asked.grid.to_string().into(),
                    line(found.first[0]),
                    line(found.first[1]),
                    found.count.into(),
                    found.is_lower_bound.into(),
                ];
                if args.stats {
                    let time = time.as_micros() as u64;
                    values.extend([found.nodes.into(), found.tried.into(), time.into()]);
                }
                values
            };
            answers.write(out, text, values)?;
            // With --count-limit 1 the solver does not look for a second solution.
            Ok((found.count == 1 && !found.given_up).into())
        },
    )
}
