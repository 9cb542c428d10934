//! `transform`: an equivalent puzzle of every puzzle, by a transform that is drawn or named part by
//! part.

use super::answer::{OutputArgs, Verdict, answer};
use super::failure::{Code, Failure, OrFail};
use super::grids::GridFormat;
use super::input::{Asked, InputArgs};
use super::make::seed_or_draw;
use clap::builder::{StringValueParser, TypedValueParser};
use sudoku_press::grid::Digit;
use sudoku_press::seed::Seed;
use sudoku_press::transform::Transform;

/// What the user typed.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without any part, each puzzle gets a transform of its own, drawn from the seed. The parts apply in
this order: transpose, rows, columns, relabel, then the swaps in the order bands, stacks, digits.

What --show prints after a puzzle are parts that make the same of the same puzzle again; with
--undo before them they make the first puzzle of the second. `--relabel 123456789` changes nothing:
with --format, it only writes puzzles in another form.")]
pub struct Args {
    #[command(flatten)]
    input: InputArgs,

    #[command(flatten)]
    output: OutputArgs,

    /// Draw a transform for each puzzle from this seed [default: drawn, and printed]
    #[arg(long, value_name = "N", conflicts_with_all = PARTS)]
    seed: Option<u64>,

    /// Do the opposite: undo the transform
    #[arg(long)]
    undo: bool,

    /// Add to each puzzle which transform it was
    #[arg(long)]
    show: bool,

    /// Form of the answers
    #[arg(long, value_enum, default_value_t = GridFormat::Txt)]
    format: GridFormat,

    /// Say nothing but errors
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

/// A transform, named part by part.
#[derive(clap::Args, Debug)]
#[command(next_help_heading = "Parts of a transform")]
struct Parts {
    /// Make rows of columns
    #[arg(long)]
    transpose: bool,

    /// Where the rows come from, top to bottom: 312645978 puts row 3 first
    #[arg(long, value_name = "ROWS", value_parser = lines_parser("rows", "band"))]
    rows: Option<Lines>,

    /// Where the columns come from, left to right
    #[arg(long, value_name = "COLUMNS", value_parser = lines_parser("columns", "stack"))]
    columns: Option<Lines>,

    /// New names of the digits 1 to 9: 912345678 makes 9 of 1, 1 of 2, and so on
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
/// Two things of several, counted from 0.
type Pair = [usize; 2];

const STRAIGHT: Lines = [0, 1, 2, 3, 4, 5, 6, 7, 8];

/// Each of 1 to 9 once.
fn nine(text: &str) -> Result<[u8; 9], String> {
    let mut sorted: Vec<u8> = text.bytes().collect();
    sorted.sort_unstable();
    match (text.as_bytes().try_into(), sorted == b"123456789") {
        (Ok(nine), true) => Ok(<[u8; 9]>::map(nine, |b| b - b'1')),
        _ => Err("each of 1 to 9 must stand there once, as in 312645978".to_owned()),
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
                "the three {lines} of a {group} must stay together: 123, 456 and 789, each in any \
                 order"
            )),
        }
    })
}

fn pair_parser(most: usize) -> impl TypedValueParser<Value = Pair> {
    StringValueParser::new().try_map(move |text| {
        let number = |part: &str| part.trim().parse().ok().filter(|n| (1..=most).contains(n));
        let pair = text.split_once(',');
        match pair.and_then(|(a, b)| Some([number(a)?, number(b)?])) {
            Some(pair) => Ok(pair.map(|n| n - 1)),
            None => Err(format!(
                "two numbers from 1 to {most} must stand there, as in 1,3"
            )),
        }
    })
}

impl Parts {
    /// The transform that they name, if they name any.
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
            "--undo needs --seed or the parts of the transform that is to be undone",
        ));
    }
    let mut out = args.output.open()?;
    if named.is_none() && !args.quiet {
        super::messages::notice(format_args!("seed {seed}"));
    }
    let undo = args.undo;
    let work = move |asked: &Asked| {
        let drawn = || Transform::random(&mut seed.numbered(asked.number));
        let transform = named.unwrap_or_else(drawn);
        let transform = if undo { transform.inverse() } else { transform };
        (transform.grid(&asked.grid), transform)
    };
    let grids = args.format.begin(&mut out, &COLUMNS);
    let mut grids = grids.or_unwritten(&out.path())?;
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
