//! `solve`: prints the solution of every puzzle, or that it has none or several, with the evidence.

use super::answer::answer;
use super::{
    AnswerArgs, AnswerFormat, AnswerOutput, Choice, Failure, answers, counted, one_of, usage_error,
};
use clap::value_parser;
use grid::mini::MiniGrid;
use grid::{AnyGrid, Engine, EngineResult, Grid, SearchLimits};
use std::io::{self, Write as _};
use std::time::{Duration, Instant};
use tables::columns;
use tables::{Column, FieldValue, PlacedGrid};

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
    #[arg(long, value_parser = one_of(&answers()), default_value = "txt")]
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

/// A puzzle and what the solver found.
struct SolvedGrid {
    grid: AnyGrid,
    found: FoundSolutions,
    /// The time, if anyone wants it.
    time: Duration,
}

/// The result of a solver.
struct FoundSolutions {
    /// The first two solutions.
    first: [Option<AnyGrid>; 2],
    count: usize,
    /// True if there may be more.
    is_lower_bound: bool,
    given_up: bool,
    nodes: u64,
    tried: u64,
    /// The answer as text.
    text: String,
}

impl From<EngineResult> for FoundSolutions {
    fn from(found: EngineResult) -> Self {
        Self {
            first: found.first.map(|solution| Some(Grid::from(solution?).into())),
            count: found.count,
            is_lower_bound: found.is_lower_bound,
            given_up: found.given_up,
            nodes: found.nodes,
            tried: found.tried,
            text: found.to_string(),
        }
    }
}

impl FoundSolutions {
    /// Solves a small grid, for which all engines are one plain search.
    fn from_mini(grid: &MiniGrid, limit: usize) -> Self {
        let all = grid.solutions(limit as u64);
        let first = [0, 1].map(|at| Some(AnyGrid::Mini(*all.get(at)?)));
        let text = match &all[..] {
            [] => "no solution".to_owned(),
            [one] => one.to_string(),
            [one, other, ..] => format!("more than one solution, for example {one} and {other}"),
        };
        let (count, is_lower_bound) = (all.len(), all.len() == limit);
        Self { first, count, is_lower_bound, given_up: false, nodes: 0, tried: 0, text }
    }
}

type SolvedValue = fn(&SolvedGrid) -> FieldValue;

/// Returns the columns of an answer.
fn solved_columns(has_stats: bool) -> Vec<Column<SolvedValue>> {
    use FieldValue::{Truth, Whole};
    let mut all = columns! { SolvedValue;
        "puzzle" => |solved| solved.grid.into(),
        "solution" => |solved| solved.found.first[0].into(),
        "other_solution" => |solved| solved.found.first[1].into(),
        "solutions" => |solved| Whole(solved.found.count as u64),
        "or_more" => |solved| Truth(solved.found.is_lower_bound),
    };
    if has_stats {
        all.extend(columns! { SolvedValue;
            "nodes" => |solved| Whole(solved.found.nodes),
            "tried" => |solved| Whole(solved.found.tried),
            "microseconds" => |solved| Whole(solved.time.as_micros() as u64),
        });
    }
    all
}

impl SolvedGrid {
    /// Writes the answer as text. The figures are a comment after the solution, so that the line is
    /// still a valid puzzle.
    fn write_text(&self, out: &mut AnswerOutput, has_stats: bool) -> io::Result<()> {
        let found = &self.found;
        write!(out, "{}", found.text)?;
        if found.first[0].is_none()
            && !found.given_up
            && let Some(conflict) = self.grid.conflict_text().split("; ").next()
            && !conflict.is_empty()
        {
            write!(out, ": {conflict}")?;
        }
        if has_stats {
            let nodes = counted(found.nodes, "node", "nodes");
            let tried = counted(found.tried, "digit", "digits");
            let time = self.time.as_secs_f64() * 1e6;
            write!(out, "  # {nodes}, {tried} tried, {time:.1} us")?;
        }
        writeln!(out)
    }
}

pub fn run(mut args: Args) -> Result<(), Failure> {
    args.answers.input.name_catalogs()?;
    if args.give_up.is_some() && args.engine != Engine::Dfs {
        return Err(usage_error("--give-up is for --engine dfs only"));
    }
    let columns = solved_columns(args.stats);
    let heads = columns.iter().map(Column::head).collect();
    let (out, mut rows) = args.answers.begin(args.format, heads)?;
    let engine = args.engine;
    let limits = SearchLimits {
        solutions: args.count_limit as usize,
        searches: args.give_up.unwrap_or(u64::MAX),
    };
    let work = move |asked: &PlacedGrid| {
        let begin = args.stats.then(Instant::now);
        let found = match &asked.grid {
            AnyGrid::Classic(grid) => engine.solve(grid, limits).into(),
            AnyGrid::Mini(grid) => FoundSolutions::from_mini(grid, limits.solutions),
        };
        let time = begin.map_or(Duration::ZERO, |begin| begin.elapsed());
        SolvedGrid { grid: asked.grid, found, time }
    };
    let wrong = "not shown to have exactly one solution";
    answer(&args.answers, out, wrong, work, |out, _, solved| {
        match &mut rows {
            None => solved.write_text(out, args.stats)?,
            Some(rows) => rows.write(out, columns.iter().map(|column| (column.value)(&solved)))?,
        }
        // With --count-limit 1 the solver does not look for a second solution.
        Ok((solved.found.count == 1 && !solved.found.given_up).into())
    })
}
