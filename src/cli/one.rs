//! `one`: a puzzle on the terminal, and its answer on request.

use super::{Code, ColorArgs, Failure, OrFail, confirmed, print, seed_or_draw, shows_output};
use clap::value_parser;
use std::io::{self, IsTerminal as _};
use sudoku_press::make::batch::{Batch, Plan};
use sudoku_press::make::generate::fewest_givens;
use sudoku_press::make::seed::Seed;
use sudoku_press::sudoku::grid::Grid;
use sudoku_press::sudoku::puzzle::Puzzle;
use sudoku_press::sudoku::score::{Level, Score};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
With --level, the puzzle is the first that `generate` makes of that level and seed. With --givens,
cells are emptied in reading order down to that number, so that the top is emptier than the bottom.
Few grids reach 22.

Examples:
    sudoku-press one --level 4
    sudoku-press one --givens 24 --seed 7 --answer")]
pub struct Args {
    /// Level, 1 (Beginner) to 5 (Evil)
    #[arg(long, value_name = "LEVEL", default_value_t = 2, value_parser = value_parser!(u8).range(1..=5))]
    level: u8,

    /// Number of givens, 22 to 30, instead of a level
    #[arg(long, value_name = "N", conflicts_with = "level", value_parser = value_parser!(u8).range(22..=30))]
    givens: Option<u8>,

    /// Print the answer without asking [default: ask, on a terminal]
    #[arg(long)]
    answer: bool,

    /// Seed; the same seed gives the same puzzle [default: drawn, and printed]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// Maximum number of full grids to try for --givens
    #[arg(long, value_name = "N", default_value_t = 20_000, requires = "givens", value_parser = value_parser!(u32).range(1..))]
    tries: u32,

    #[command(flatten)]
    color: ColorArgs,

    /// Print nothing but the puzzle, the answer and errors
    #[arg(long, short)]
    quiet: bool,
}

/// Makes the puzzle and shows it.
pub fn run(args: Args) -> Result<(), Failure> {
    let seed = seed_or_draw(args.seed.map(Seed))?;
    let puzzle = match args.givens {
        Some(givens) => fewest_givens(givens.into(), args.tries, &mut seed.numbered(0)),
        None => of_level(args.level, seed)?,
    };
    let Some(puzzle) = puzzle else {
        return Err(Failure::say(
            Code::Short,
            "no puzzle was found with this seed; try another --seed",
        ));
    };
    let colors = args.color.of_output();
    if !args.quiet {
        super::messages::notice(format_args!("{}, seed {seed}", Score::of(&puzzle)));
    }
    // Digits that are given are bold, others cyan.
    let drawn = |grid: &Grid| {
        grid.drawn(|cell, sign| match (puzzle.givens()[cell], grid[cell]) {
            (Some(_), _) => colors.paint(1, sign),
            (None, Some(_)) => colors.paint(36, sign),
            _ => sign.to_string(),
        })
    };
    print(|out| out.write_painted(&drawn(puzzle.givens())))?;
    if args.answer
        || (io::stdin().is_terminal() && shows_output() && confirmed("Show the answer?")?)
    {
        let answer = Grid::from(*puzzle.solution());
        print(|out| out.write_painted(&format!("\n{}", drawn(&answer))))?;
    }
    match args.givens {
        Some(givens) if puzzle.givens_count() > givens.into() => {
            let words = format!(
                "expected {givens} givens, found no grid with fewer than {1} in {0} tries",
                args.tries,
                puzzle.givens_count()
            );
            Err(Failure::say(Code::Short, words))
        }
        _ => Ok(()),
    }
}

fn of_level(level: u8, seed: Seed) -> Result<Option<Puzzle>, Failure> {
    let level = Level::try_from(level).or_usage()?;
    let mut batch = Batch::new(Plan::paper(vec![(level, 1)]), seed, 1).or_usage()?;
    let issued = batch.next().and_then(Result::ok);
    Ok(issued.map(|issued| issued.entry.puzzle))
}
