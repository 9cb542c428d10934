//! `transform`: an equivalent puzzle of every puzzle, by a transform that is drawn at random or given
//! part by part.

use super::answer::{OutputArgs, Verdict, answer};
use super::failure::{Code, Failure};
use super::grid_output::GridFormat;
use super::input::InputArgs;
use super::make::seed_or_draw;
use clap::builder::{StringValueParser, TypedValueParser};
use sudoku_press::grid::Digit;
use sudoku_press::seed::Seed;
use sudoku_press::table::PlacedGrid;
use sudoku_press::transform::Transform;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without any part, each puzzle gets a transform of its own, drawn from the seed. The parts apply in
this order: transpose, rows, columns, relabel, then the swaps of bands, stacks and digits.

--show prints the parts after each puzzle: the same parts make the same puzzle again, and with --undo
they turn the new puzzle back into the old one. `--relabel 123456789` changes nothing; with --format it
converts a file to another form.

Examples:
    sudoku-press transform puzzles.txt --seed 7 --show
    sudoku-press transform catalog.csv --relabel 123456789 --format sdk --out puzzles.sdk")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Draw a transform for each puzzle from this seed [default: drawn, and printed]
    #[arg(long, value_name = "N", conflicts_with_all = PARTS)]
    seed: Option<u64>,

    /// Apply the inverse transform
    #[arg(long)]
    undo: bool,

    /// Add the transform to each puzzle
    #[arg(long)]
    show: bool,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = GridFormat::Txt)]
    format: GridFormat,

    /// Print nothing but errors
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    parts: Parts,
}

const PARTS: [&str; 7] = [
    "transpose",
    "rows",
    "columns",
    "relabel",
    "swap_bands",
    "swap_stacks",
    "swap_digits",
];

/// The parts of a transform.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Parts of a transform")]
struct Parts {
    /// Transpose: rows become columns
    #[arg(long)]
    transpose: bool,

    /// Order of the rows, top to bottom: 312645978 puts row 3 first
    #[arg(long, value_name = "ROWS", value_parser = lines_parser("rows", "band"))]
    rows: Option<Lines>,

    /// Order of the columns, left to right
    #[arg(long, value_name = "COLUMNS", value_parser = lines_parser("columns", "stack"))]
    columns: Option<Lines>,

    /// New names of the digits 1 to 9: with 912345678, 1 becomes 9, 2 becomes 1, and so on
    #[arg(long, value_name = "DIGITS", value_parser = digits)]
    relabel: Option<Names>,

    /// Exchange two bands (three rows of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = pair_parser(3))]
    swap_bands: Vec<Pair>,

    /// Exchange two stacks (three columns of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = pair_parser(3))]
    swap_stacks: Vec<Pair>,

    /// Exchange two digits everywhere
    #[arg(long, value_name = "A,B", value_parser = pair_parser(9))]
    swap_digits: Vec<Pair>,
}

/// Nine places, each 0 to 8, that keep bands or stacks together.
type Lines = [u8; 9];
/// The new name of each digit.
type Names = [Digit; 9];
/// Two bands, stacks or digits, counted from 0.
type Pair = [usize; 2];

const STRAIGHT: Lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Each of 1 to 9 once.
fn nine(text: &str) -> Result<[u8; 9], String> {
    let mut sorted: Vec<u8> = text.bytes().collect();
    sorted.sort_unstable();
    match (text.as_bytes().try_into(), sorted == b"123456789") {
        (Ok(nine), true) => Ok(<[u8; 9]>::map(nine, |b| b - b'1')),
        _ => Err(format!(
            "expected each of 1 to 9 once, as in 312645978, found {text}"
        )),
    }
}

fn digits(text: &str) -> Result<Names, String> {
    Ok(nine(text)?.map(|index| Digit::ALL[usize::from(index)]))
}

fn lines_parser(lines: &'static str, group: &'static str) -> impl TypedValueParser<Value = Lines> {
    StringValueParser::new().try_map(move |text| {
        let nine = nine(&text)?;
        match Transform::new(false, nine, STRAIGHT, Digit::ALL) {
            Some(_) => Ok(nine),
            None => Err(format!(
                "expected the three {lines} of a {group} together: 123, 456 and 789, each in any order"
            )),
        }
    })
}

fn pair_parser(max: usize) -> impl TypedValueParser<Value = Pair> {
    StringValueParser::new().try_map(move |text| {
        let number = |part: &str| part.trim().parse().ok().filter(|n| (1..=max).contains(n));
        let pair = text.split_once(',');
        match pair.and_then(|(a, b)| Some([number(a)?, number(b)?])) {
            Some(pair) => Ok(pair.map(|n| n - 1)),
            None => Err(format!("expected two numbers from 1 to {max}, as in 1,3")),
        }
    })
}

impl Parts {
    /// The transform that the parts make; `None` without any part.
    fn transform(&self) -> Option<Transform> {
        let swaps = [&self.swap_bands, &self.swap_stacks, &self.swap_digits];
        let any = self.transpose
            || self.rows.is_some()
            || self.columns.is_some()
            || self.relabel.is_some()
            || swaps.iter().any(|pairs| !pairs.is_empty());
        if !any {
            return None;
        }
        let mut rows = self.rows.unwrap_or(STRAIGHT);
        let mut columns = self.columns.unwrap_or(STRAIGHT);
        let mut names = self.relabel.unwrap_or(Digit::ALL);
        for &pair in &self.swap_bands {
            swap_threes(&mut rows, pair);
        }
        for &pair in &self.swap_stacks {
            swap_threes(&mut columns, pair);
        }
        for &[a, b] in &self.swap_digits {
            let (a, b) = (Digit::ALL[a], Digit::ALL[b]);
            names = names.map(|name| match name {
                name if name == a => b,
                name if name == b => a,
                name => name,
            });
        }
        Transform::new(self.transpose, rows, columns, names)
    }
}

fn swap_threes(lines: &mut Lines, [a, b]: Pair) {
    for i in 0..3 {
        lines.swap(a * 3 + i, b * 3 + i);
    }
}

/// A transform as the parts that name it.
fn flags(transform: &Transform) -> String {
    let (transpose, rows, columns, names) = transform.parts();
    let mut flags = Vec::new();
    let text = |nine: [u8; 9]| nine.iter().map(u8::to_string).collect::<String>();
    if transpose {
        flags.push("--transpose".to_owned());
    }
    for (flag, lines) in [("--rows", rows), ("--columns", columns)] {
        if lines != STRAIGHT {
            flags.push(format!("{flag} {}", text(lines.map(|line| line + 1))));
        }
    }
    if names != Digit::ALL || flags.is_empty() {
        flags.push(format!("--relabel {}", text(names.map(Digit::get))));
    }
    flags.join(" ")
}

const COLUMNS: [&str; 3] = ["puzzle", "source", "transform"];

/// Transforms.
pub fn run(args: Args) -> Result<(), Failure> {
    let named = args.parts.transform();
    let seed = match named {
        Some(_) => Seed(0),
        None => seed_or_draw(args.seed.map(Seed))?,
    };
    if named.is_none() && args.undo && args.seed.is_none() {
        return Err(Failure::say(
            Code::Usage,
            "expected --seed or the parts of the transform with --undo, found neither",
        ));
    }
    let mut out = args.output.open()?;
    if named.is_none() && !args.quiet {
        super::messages::notice(format_args!("seed {seed}"));
    }
    let undo = args.undo;
    let work = move |asked: &PlacedGrid| {
        let drawn = || Transform::random(&mut seed.numbered(asked.number));
        let transform = named.unwrap_or_else(drawn);
        let transform = if undo { transform.inverse() } else { transform };
        (transform.grid(&asked.grid), transform)
    };
    let mut grids = args.format.begin(&mut out, &COLUMNS)?;
    answer(
        &args.input,
        out,
        "that could not be transformed",
        work,
        |out, asked, (grid, transform)| {
            let flags = flags(&transform);
            let note = args.show.then_some(&*flags);
            let values = || {
                let texts = [grid.to_string(), asked.grid.to_string(), flags.clone()];
                texts.map(Into::into).to_vec()
            };
            grids.write(out, &grid, note, values)?;
            Ok(Verdict::Fine)
        },
    )
}
