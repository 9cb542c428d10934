//! `one`: prints a puzzle on the terminal, and its answer on request; or writes both to a PDF, one
//! page each.

use super::choice::output_path;
use super::{
    Colors, ExitCode, Failure, FailureContext, Messages, confirm, is_stdout_terminal, one_of,
    seed_or_draw, usage_error, with_stdout,
};
use ::jobs::{BookOutput, BookPlan, Interrupt, Setting, Settings};
use ::preflight::Trim;
use book::{Insight, MinuteRange, Section};
use clap::value_parser;
use explainer::{AnyRating, Rating};
use grid::{AnyGrid, AnyPuzzle, GridShape, Puzzle, Score};
use human::{Ladder, Rung, StepKind};
use make::{Batch, Entry, Plan, Seed, fewest_givens};
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
With --level, the puzzle is the first that `generate` makes of that level and seed. With --givens,
cells are emptied in reading order down to that number, so that the top is emptier than the bottom.
Few grids reach 22.

Examples:
    sudoku-press one --level 4
    sudoku-press one --ladder human --level 3 --pdf puzzle.pdf --trim letter
    sudoku-press one --givens 24 --seed 7 --answer")]
pub struct Args {
    /// Level, 1 (Beginner) to 5 (Evil), or with --ladder human 1 (Gentle) to 7 (Extreme), by
    /// number or name
    #[arg(long, value_name = "LEVEL", default_value = "2", value_parser = parse_any_level)]
    level: String,

    /// Ladder of difficulty
    #[arg(long, value_parser = one_of(Ladder::TABLE), default_value = "published", default_value_ifs(ladders_of_small_sizes()))]
    ladder: Ladder,

    /// Size of the grid; 4 and 6 have levels 1 to 2 and 1 to 3 of the human ladder
    #[arg(long, value_name = "N", value_parser = one_of(GridShape::TABLE), default_value = "9", conflicts_with = "givens")]
    size: GridShape,

    /// Write the puzzle into this file, a page for it and a page for its answer, instead of
    /// printing it
    #[arg(long, value_name = "FILE.pdf", value_parser = output_path())]
    pdf: Option<PathBuf>,

    /// Design of the pages: a built-in one, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "large-print", requires = "pdf")]
    template: String,

    /// Size of the pages: a4, letter, a5 or 8.5x14
    #[arg(long, value_name = "SIZE", default_value = "a4", requires = "pdf")]
    trim: Trim,

    /// Replace the file if it exists
    #[arg(long, requires = "pdf")]
    force: bool,

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
}

/// Returns the default ladder of each small size, as clap takes it: flag, value, default.
fn ladders_of_small_sizes() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let small = GridShape::TABLE.iter().filter(|(.., shape)| shape.mini().is_some());
    small.map(|(name, ..)| ("size", *name, Ladder::Human.name()))
}

/// Checks the name or number of a level of either ladder.
fn parse_any_level(text: &str) -> Result<String, words::Clause> {
    let on = |ladder| Setting::parse_level(text, ladder);
    on(Ladder::Published).or_else(|e| on(Ladder::Human).map_err(|_| e))?;
    Ok(text.to_owned())
}

/// Makes the puzzle and shows it.
pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    let seed = seed_or_draw(args.seed.map(Seed))?;
    let puzzle = match args.givens {
        Some(givens) => fewest_givens(givens.into(), args.tries, &mut seed.stream_at(0))
            .map(|puzzle| (AnyPuzzle::Classic(puzzle), None)),
        None => make_first(args.rung()?, seed)?,
    };
    let Some((puzzle, rating)) = puzzle else {
        return Err(Failure::msg(
            ExitCode::NoPuzzles,
            "no puzzle was found with this seed; try another --seed",
        ));
    };
    let colors = Colors::for_stdout();
    if !messages.are_quiet() {
        let described = match (rating, &puzzle) {
            (Some(AnyRating::Classic(rating)), AnyPuzzle::Classic(puzzle)) => {
                describe_rated(puzzle, &rating)
            }
            (None, AnyPuzzle::Classic(puzzle)) => Score::of(puzzle).to_string(),
            (Some(rating), _) => describe_small(&puzzle, &rating),
            (None, _) => String::new(),
        };
        super::messages::eprint_line(format_args!("{described}, seed {seed}"));
    }
    if let Some(path) = &args.pdf {
        args.write_pdf(path, puzzle)?;
        return args.check_givens_count(&puzzle);
    }
    // Givens are bold, other digits cyan.
    let givens = puzzle.givens();
    let drawn = |grid: &AnyGrid| {
        grid.to_ascii(|cell, sign| match (givens.digit(cell), grid.digit(cell)) {
            (Some(_), _) => colors.paint(1, sign),
            (None, Some(_)) => colors.paint(36, sign),
            _ => sign.to_string(),
        })
    };
    with_stdout(|out| out.write_painted(&drawn(&givens)))?;
    if args.answer
        || (io::stdin().is_terminal() && is_stdout_terminal() && confirm("Show the answer?")?)
    {
        let answer = puzzle.solution();
        with_stdout(|out| out.write_painted(&format!("\n{}", drawn(&answer))))?;
    }
    args.check_givens_count(&puzzle)
}

impl Args {
    /// Returns the requested level or band.
    fn rung(&self) -> Result<Rung, Failure> {
        let level = Setting::parse_level(&self.level, self.ladder)
            .map_err(|e| usage_error(format!("--level: {e}")))?;
        if self.size != GridShape::Nine && self.ladder == Ladder::Published {
            return Err(usage_error(format!(
                "--size {}: expected 9 on the published ladder, whose paper fixes 9x9; leave out \
                 --ladder",
                self.size
            )));
        }
        let last = self.ladder.rungs_of_shape(self.size).count();
        let wrong = || usage_error(format!("--level: expected 1 to {last}, found {level}"));
        self.ladder.rung_of_shape(self.size, level).ok_or_else(wrong)
    }

    /// Fails if the puzzle has more givens than requested.
    fn check_givens_count(&self, puzzle: &AnyPuzzle) -> Result<(), Failure> {
        let (found, tries) = (puzzle.givens_count(), self.tries);
        match self.givens {
            Some(givens) if found > givens.into() => {
                let message = format!(
                    "expected {givens} givens, found no grid with fewer than {found} in {tries} tries"
                );
                Err(Failure::msg(ExitCode::Short, message))
            }
            _ => Ok(()),
        }
    }

    /// Writes a page with the puzzle and one with its answer, for an office printer.
    fn write_pdf(&self, path: &Path, puzzle: AnyPuzzle) -> Result<(), Failure> {
        Setting::refuse_input_as_output([Path::new(&self.template)], path)?;
        let parts = ["puzzles", "answers"].map(str::to_owned).to_vec();
        let mut settings = Settings::default().book;
        settings.files.template.clone_from(&self.template);
        settings.files.trim = Some(self.trim);
        settings.files.printer = Some("office".to_owned());
        settings.imprint.parts = Some(parts);
        let mut plan = BookPlan::from_settings(&settings).usage_error()?;
        plan.template = plan.template.for_single_sheets();
        let rung = match puzzle.classic().filter(|_| self.givens.is_some()) {
            Some(puzzle) => Score::of(puzzle).level().into(),
            None => self.rung()?,
        };
        let layout = plan.lay_out(&[Section::new(rung, vec![puzzle])]).usage_error()?;
        let (overwrite, interrupt) = (self.force.into(), &Interrupt::default());
        let output = BookOutput { target: path, overwrite, interrupt, source: None };
        plan.write_volumes(&layout, output, &mut ())?;
        Ok(())
    }
}

/// Describes a puzzle of the human ladder with the hardest step in its order: `27 givens, level 4
/// (Hard), naked-triple, rating 3.6, 8 to 20 minutes`.
fn describe_rated(puzzle: &Puzzle, rating: &Rating) -> String {
    let (givens, band) = (puzzle.givens_count(), rating.band);
    let (number, er) = (band.number(), rating.er);
    let hardest = Insight::new(puzzle).hardest().map_or("last-cell", StepKind::name);
    let MinuteRange { fewest, most } = MinuteRange::around(rating.seconds);
    let minutes = if fewest == most {
        format!("{most} minute{}", if most == 1 { "" } else { "s" })
    } else {
        format!("{fewest} to {most} minutes")
    };
    format!("{givens} givens, level {number} ({band}), {hardest}, rating {er}, {minutes}")
}

/// Describes a puzzle of a small size: `14 givens, 6x6 level 1 (Gentle), rating 1.2`.
fn describe_small(puzzle: &AnyPuzzle, rating: &AnyRating) -> String {
    let (givens, rung, er) = (puzzle.givens_count(), rating.rung(), rating.er());
    let (size, number) = (rung.shape().label(), rung.number());
    format!("{givens} givens, {size} level {number} ({rung}), rating {er}")
}

/// Makes the first puzzle of a level or band, with its rating if it is of a band.
fn make_first(rung: Rung, seed: Seed) -> Result<Option<(AnyPuzzle, Option<AnyRating>)>, Failure> {
    let plan = Plan { quotas: vec![(rung, 1)], ..Plan::new(Vec::<(Rung, u64)>::new()) };
    let mut batch = Batch::new(plan, seed, 1).usage_error()?;
    let made = batch.next().and_then(|item| item.ok()?.puzzle().ok());
    let rated =
        |entry: Entry| (entry.puzzle, entry.rating.filter(|_| rung.ladder() == Ladder::Human));
    Ok(made.map(|made| rated(made.entry)))
}
