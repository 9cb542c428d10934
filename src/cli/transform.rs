//! `transform`: converts every puzzle into an equivalent one, by a random transform, by given
//! parts, or into its canonical form.

use super::answer::answer;
use super::{AnswerArgs, AnswerFormat, ExitCode, Failure, Verdict, grids, one_of, seed_or_draw};
use engine::make::seed::Seed;
use engine::sudoku::canon::Canonical;
use engine::sudoku::grid::{Digit, Grid};
use engine::sudoku::puzzle::Puzzle;
use engine::sudoku::transform::{Transform, parts};
use store::columns;
use store::table::format::{GridFormat, GridWriter};
use store::table::{Column, FieldValue, PlacedGrid};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without any part, each puzzle gets a transform of its own, drawn from the seed. The parts apply in
this order: transpose, rows, columns, relabel, then the swaps of bands, stacks and digits.

--show prints the parts after each puzzle: the same parts make the same puzzle again, and with
--undo they turn the new puzzle back into the old one. `--relabel 123456789` changes nothing; with
--format it converts a file to another form.

The canonical form is the row-minlex form: of all puzzles that are equivalent, with blanks as 0,
the one whose 81 characters make the smallest number. Two puzzles are equivalent exactly when their
forms are equal.

Examples:
    sudoku-press transform puzzles.txt --seed 7 --show
    sudoku-press transform catalog.csv --relabel 123456789 --format sdk --out puzzles.sdk
    sudoku-press transform puzzles.txt --canonical | sort | uniq -d    # those that occur again")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Draw a transform for each puzzle from this seed [default: drawn, and printed]
    #[arg(long, value_name = "N", conflicts_with = "Parts")]
    seed: Option<u64>,

    /// Answer with the canonical form, which is the same for equivalent puzzles
    #[arg(long, conflicts_with_all = ["seed", "undo", "show", "Parts"])]
    canonical: bool,

    /// Apply the inverse transform
    #[arg(long)]
    undo: bool,

    /// Add the transform to each puzzle
    #[arg(long)]
    show: bool,

    /// Form of the answers
    #[arg(long, value_parser = one_of(&grids()), default_value = "txt")]
    format: AnswerFormat,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    parts: Option<Parts>,
}

/// The parts of a transform.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Parts of a transform")]
struct Parts {
    /// Transpose: rows become columns
    #[arg(long)]
    transpose: bool,

    /// Order of the rows, top to bottom: 312645978 puts row 3 first
    #[arg(long, value_name = "ROWS", value_parser = parts::parse_rows)]
    rows: Option<[u8; 9]>,

    /// Order of the columns, left to right
    #[arg(long, value_name = "COLUMNS", value_parser = parts::parse_columns)]
    columns: Option<[u8; 9]>,

    /// New names of the digits 1 to 9: with 912345678, 1 becomes 9, 2 becomes 1, and so on
    #[arg(long, value_name = "DIGITS", value_parser = parts::parse_labels)]
    relabel: Option<[Digit; 9]>,

    /// Exchange two bands (three rows of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = parts::parse_pair::<3>)]
    swap_bands: Vec<[usize; 2]>,

    /// Exchange two stacks (three columns of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = parts::parse_pair::<3>)]
    swap_stacks: Vec<[usize; 2]>,

    /// Exchange two digits everywhere
    #[arg(long, value_name = "A,B", value_parser = parts::parse_pair::<9>)]
    swap_digits: Vec<[usize; 2]>,
}

impl Parts {
    /// Returns the transform that the parts define.
    fn transform(&self) -> Option<Transform> {
        let (_, rows, columns, labels) = Transform::IDENTITY.parts();
        let mut transform = Transform::new(
            self.transpose,
            self.rows.unwrap_or(rows),
            self.columns.unwrap_or(columns),
            self.relabel.unwrap_or(labels),
        )?;
        for &pair in &self.swap_bands {
            transform = transform.swap_bands(pair);
        }
        for &pair in &self.swap_stacks {
            transform = transform.swap_stacks(pair);
        }
        for &pair in &self.swap_digits {
            transform = transform.swap_digits(pair);
        }
        Some(transform)
    }
}

/// A puzzle, and what became of it.
struct TransformedGrid {
    source: Grid,
    grid: Grid,
    transform: Transform,
}

type TransformedValue = fn(&TransformedGrid) -> FieldValue;

/// A puzzle, and its canonical form.
struct CanonicalGrid<'a> {
    source: &'a Grid,
    canonical: &'a Canonical,
}

type CanonicalValue = fn(&CanonicalGrid<'_>) -> FieldValue;

/// Returns the writer of puzzles as text.
fn grid_writer(format: AnswerFormat) -> GridWriter {
    match format {
        AnswerFormat::Text(form) => GridWriter::new(form),
        AnswerFormat::Table(_) => GridWriter::new(GridFormat::Line),
    }
}

pub fn run(mut args: Args) -> Result<(), Failure> {
    args.answers.input.is_quiet = args.quiet;
    if args.canonical {
        return write_canonical_forms(&args);
    }
    let named = args.parts.as_ref().and_then(Parts::transform);
    let seed = match named {
        Some(_) => Seed(0),
        None => seed_or_draw(args.seed.map(Seed))?,
    };
    if named.is_none() && args.undo && args.seed.is_none() {
        return Err(Failure::msg(
            ExitCode::Usage,
            "expected --seed or the parts of the transform with --undo, found neither",
        ));
    }
    let columns = columns! { TransformedValue;
        "puzzle" => |made| (&made.grid).into(),
        "source" => |made| (&made.source).into(),
        "transform" => |made| FieldValue::Text(made.transform.to_string()),
    };
    let heads = columns.iter().map(Column::head).collect();
    let (out, mut rows) = args.answers.begin(args.format, heads)?;
    // Text does not have the transform, so nobody could repeat it without a seed that was drawn.
    let is_lost = args.seed.is_none() && !args.show && rows.is_none();
    if named.is_none() && (!args.quiet || is_lost) {
        super::messages::eprint_line(format_args!("seed {seed}"));
    }
    let undo = args.undo;
    let work = move |asked: &PlacedGrid| {
        let drawn = || Transform::random(&mut seed.stream_at(asked.number));
        let forward = named.unwrap_or_else(drawn);
        let transform = if undo { forward.inverse() } else { forward };
        TransformedGrid { source: asked.grid, grid: transform.grid(&asked.grid), transform }
    };
    let mut grids = grid_writer(args.format);
    let wrong = "that could not be transformed";
    answer(&args.answers, out, wrong, work, |out, _, made| {
        let flags = args.show.then(|| made.transform.to_string());
        match &mut rows {
            None => grids.write(out, &made.grid, flags.as_deref())?,
            Some(rows) => rows.write(out, columns.iter().map(|column| (column.value)(&made)))?,
        }
        Ok(Verdict::Fine)
    })
}

/// Writes the canonical form of every puzzle. A grid without exactly one solution has none.
fn write_canonical_forms(args: &Args) -> Result<(), Failure> {
    let columns = columns! { CanonicalValue;
        "puzzle" => |found| found.source.into(),
        "canonical" => |found| found.canonical.grid().into(),
    };
    let heads = columns.iter().map(Column::head).collect();
    let (out, mut rows) = args.answers.begin(args.format, heads)?;
    let mut grids = grid_writer(args.format);
    let work = |asked: &PlacedGrid| Puzzle::prove(asked.grid).map(|puzzle| Canonical::of(&puzzle));
    answer(&args.answers, out, "without exactly one solution", work, |out, asked, found| {
        let canonical = match &found {
            Ok(canonical) => canonical,
            Err(e) => return Ok(Verdict::Refused(format!("no canonical form: {e}"))),
        };
        let row = CanonicalGrid { source: &asked.grid, canonical };
        match &mut rows {
            None => grids.write(out, canonical.grid(), None)?,
            Some(rows) => rows.write(out, columns.iter().map(|column| (column.value)(&row)))?,
        }
        Ok(Verdict::Fine)
    })
}
