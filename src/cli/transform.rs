//! `transform`: converts lists of puzzles into other formats, with all their columns, and puzzles
//! into equivalent ones: by a random transform, by given parts, or into their canonical form.

use super::answer::answer_into;
use super::list::{KeptRow, ListLayout, ListRow, ListWriter, check_format};
use super::puzzle_facts::{FactColumn, FilterArgs, FilterVerdict, PuzzleFilter, prove_facts};
use super::{
    AnswerArgs, AnswerFormat, Failure, FailureContext, Verdict, counted, eprint_line, lists, notes,
    one_of, seed_or_draw, usage_error,
};
use crate::cli::transform_parts;
use explainer::RatedForm;
use grid::{AnyTransform, Digit, GridShape, Transform};
use make::Seed;
use tables::{
    CatalogColumns, ColumnHead, FieldValue, GridFormat, ListColumns, PlacedGrid, TableFormat,
};
use words::quote_names;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Without a transform, the puzzles stay as they are, and a table keeps all columns of the files, in
order: the columns of several files, or the keys of objects of JSON, are joined. A column of numbers
stays one. Columns without a name, and later ones of the same name, get a number. A filter computes
levels and ratings from the puzzles, whatever the columns of a file say.

With --random or --seed, each puzzle gets a transform of its own, drawn from the seed. The parts
apply in this order: transpose, rows, columns, relabel, then the swaps of bands, stacks and digits.
A table then has the new puzzles and solutions, and the columns source and transform. It leaves out
the columns that a transform changes, such as the level and the rating.

--show prints the parts after each puzzle: the same parts make the same puzzle again, and with
--undo they turn the new puzzle back into the old one.

The canonical form is the row-minlex form: of all puzzles that are equivalent, with blanks as 0,
the one whose 81 characters make the smallest number. Two puzzles are equivalent exactly when their
forms are equal. A table has the form in the column canonical.

Examples:
    sudoku-press transform rainy-days --out rainy-days.xlsx
    sudoku-press transform catalog.csv --columns id,puzzle,level --format jsonl
    sudoku-press transform catalog.csv --needs swordfish --add load --by load --out swordfish.xlsx
    sudoku-press transform puzzles.txt --seed 7 --show
    sudoku-press transform puzzles.txt --canonical | sort | uniq -d    # those that occur again")]
pub struct Args {
    #[command(flatten)]
    answers: AnswerArgs,

    /// Columns of the table, in this order [default: all]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    columns: Vec<String>,

    /// Columns to compute from each puzzle, such as er, load, symmetry or canonical; a column of
    /// this name is computed again
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    add: Vec<String>,

    /// Sort by these columns, numbers as numbers; all rows are kept in memory
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    by: Vec<String>,

    /// Sort from the largest to the smallest
    #[arg(long, requires = "by")]
    descending: bool,

    /// Draw a transform for each puzzle
    #[arg(long, conflicts_with = "Parts")]
    random: bool,

    /// Draw a transform for each puzzle from this seed [default: drawn, and printed]
    #[arg(long, value_name = "N", conflicts_with = "Parts")]
    seed: Option<u64>,

    /// Answer with the canonical form, which is the same for equivalent puzzles
    #[arg(long, conflicts_with_all = ["random", "seed", "undo", "show", "Parts"])]
    canonical: bool,

    /// Apply the inverse transform
    #[arg(long)]
    undo: bool,

    /// Add the transform to each puzzle
    #[arg(long)]
    show: bool,

    /// Form of the output [default: that of the name of the file, or txt; csv with --columns or
    /// --add]
    #[arg(long, value_parser = one_of(&lists()))]
    format: Option<AnswerFormat>,

    #[command(flatten)]
    filter: FilterArgs,

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
    #[arg(long, value_name = "ROWS", value_parser = transform_parts::parse_rows)]
    row_order: Option<[u8; 9]>,

    /// Order of the columns, left to right
    #[arg(long, value_name = "COLUMNS", value_parser = transform_parts::parse_columns)]
    column_order: Option<[u8; 9]>,

    /// New names of the digits 1 to 9: with 912345678, 1 becomes 9, 2 becomes 1, and so on
    #[arg(long, value_name = "DIGITS", value_parser = transform_parts::parse_labels)]
    relabel: Option<[Digit; 9]>,

    /// Exchange two bands (three rows of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = transform_parts::parse_pair::<3>)]
    swap_bands: Vec<[usize; 2]>,

    /// Exchange two stacks (three columns of blocks), 1 to 3
    #[arg(long, value_name = "A,B", value_parser = transform_parts::parse_pair::<3>)]
    swap_stacks: Vec<[usize; 2]>,

    /// Exchange two digits everywhere
    #[arg(long, value_name = "A,B", value_parser = transform_parts::parse_pair::<9>)]
    swap_digits: Vec<[usize; 2]>,
}

impl Parts {
    /// Returns the transform that the parts define.
    fn transform(&self) -> Option<Transform> {
        let (_, rows, columns, labels) = Transform::IDENTITY.parts();
        let mut transform = Transform::new(
            self.transpose,
            self.row_order.unwrap_or(rows),
            self.column_order.unwrap_or(columns),
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

/// The change of each puzzle.
#[derive(Clone, Copy)]
enum PuzzleChange {
    None,
    Canonical,
    /// The same transform for all puzzles.
    Named(Transform),
    /// A transform for each puzzle, drawn from this seed.
    Random(Seed),
}

impl PuzzleChange {
    /// Returns true if puzzles are moved or relabelled.
    const fn is_transform(self) -> bool {
        matches!(self, Self::Named(_) | Self::Random(_))
    }

    /// Returns the transform of a puzzle, counted from 0.
    ///
    /// # Errors
    /// A sentence if the transform is for another size.
    fn transform(self, number: u64, shape: GridShape) -> Result<Option<AnyTransform>, String> {
        match self {
            Self::None | Self::Canonical => Ok(None),
            Self::Named(transform) if shape == GridShape::Nine => {
                Ok(Some(AnyTransform::Classic(transform)))
            }
            Self::Named(_) => Err(format!(
                "expected a puzzle of 9x9, whose parts the flags name, found one of {}; --random \
                 and --canonical change all sizes",
                shape.label()
            )),
            Self::Random(seed) => {
                Ok(Some(AnyTransform::random(shape, &mut seed.stream_at(number))))
            }
        }
    }
}

/// Endings of files that people expect to be no lines of puzzles.
const OTHER_ENDINGS: [&str; 7] = ["json", "ndjson", "xls", "ods", "tsv", "gz", "zst"];

impl Args {
    /// Returns the change of each puzzle, and draws the seed if there is none.
    fn change(&self) -> Result<PuzzleChange, Failure> {
        if self.canonical {
            return Ok(PuzzleChange::Canonical);
        }
        if let Some(transform) = self.parts.as_ref().and_then(Parts::transform) {
            return Ok(PuzzleChange::Named(transform));
        }
        if self.undo && self.seed.is_none() {
            return Err(usage_error(
                "expected --seed or the parts of the transform with --undo, found neither",
            ));
        }
        if self.random || self.seed.is_some() {
            return Ok(PuzzleChange::Random(seed_or_draw(self.seed.map(Seed))?));
        }
        if self.show {
            return Err(usage_error(
                "expected --random, --seed or the parts of a transform with --show, found none",
            ));
        }
        Ok(PuzzleChange::None)
    }

    /// Returns the format of the output: the one that the user names, or that of the file's name.
    fn format(&self) -> Result<AnswerFormat, Failure> {
        let out = self.answers.file();
        let ending = out.and_then(|path| path.extension()?.to_str());
        let choices = lists();
        let named = choices.iter().find(|(name, ..)| Some(*name) == ending);
        if let Some(ending) = ending.filter(|ending| OTHER_ENDINGS.contains(ending))
            && self.format.is_none()
        {
            return Err(usage_error(format!(
                "--out: expected the ending of a format, such as .csv, .jsonl or .xlsx, found .{ending}; \
                 --format names one"
            )));
        }
        let is_for_tables = !self.columns.is_empty() || !self.add.is_empty();
        let usual = if is_for_tables {
            AnswerFormat::Table(TableFormat::Csv)
        } else {
            AnswerFormat::Text(GridFormat::Line)
        };
        let format = self.format.or(named.map(|named| named.2)).unwrap_or(usual);
        check_format(format, out.is_some())?;
        // A sorted list of puzzles alone may have a key that is computed.
        let lacks_columns = !self.columns.is_empty() || is_for_tables && self.by.is_empty();
        if matches!(format, AnswerFormat::Text(_)) && lacks_columns {
            return Err(usage_error(
                "--format: expected a table such as csv with --columns or --add, found a format of \
                 puzzles alone",
            ));
        }
        Ok(format)
    }

    /// Creates the layout of the output for these columns of the input.
    fn layout(&self, input: ListColumns, work: &ListWork) -> Result<ListLayout, Failure> {
        let is_transformed = work.change.is_transform();
        let mut added: Vec<_> = work.added.iter().map(FactColumn::head).collect();
        if is_transformed {
            added.extend(["source", "transform"].map(ColumnHead::foreign));
        }
        let mut layout = ListLayout::new(input, added)?;
        if is_transformed {
            let left_out = layout.leave_out_changed();
            if !left_out.is_empty() && !self.answers.input.quiet {
                let names = quote_names(&left_out);
                eprint_line(format_args!("left out {names}, which a transform changes"));
            }
        }
        layout.check_keys(&self.by)?;
        if !self.columns.is_empty() {
            layout.choose(&self.columns)?;
        }
        Ok(layout)
    }
}

/// The work on each puzzle.
#[derive(Clone)]
struct ListWork {
    change: PuzzleChange,
    undo: bool,
    is_table: bool,
    /// The columns that the user chose; all if there are none.
    columns: Vec<String>,
    filter: Option<PuzzleFilter>,
    added: Vec<FactColumn>,
    rated_as: RatedForm,
}

/// The result of the work on a puzzle.
enum WorkedRow {
    Made(ListRow),
    /// The filter has left the puzzle out.
    LeftOut,
    /// The filter cannot judge the puzzle, which has no rating.
    Unrated,
    /// The reason why there is no row.
    Wrong(String),
}

/// The numbers of puzzles that the filter has judged.
#[derive(Default)]
struct FilterCounts {
    kept: u64,
    left_out: u64,
    unrated: u64,
}

impl FilterCounts {
    /// Counts a puzzle, and returns its row if it has one.
    fn count(&mut self, worked: WorkedRow) -> Result<ListRow, Verdict> {
        match worked {
            WorkedRow::Made(row) => {
                self.kept += 1;
                return Ok(row);
            }
            WorkedRow::LeftOut => self.left_out += 1,
            WorkedRow::Unrated => self.unrated += 1,
            WorkedRow::Wrong(reason) => return Err(Verdict::Refused(reason)),
        }
        Err(Verdict::Fine)
    }

    /// Says how many puzzles passed the filter.
    fn report(&self) {
        let all = self.kept + self.left_out + self.unrated;
        let mut words = format!("kept {} of {}", self.kept, counted(all, "puzzle", "puzzles"));
        if self.unrated > 0 {
            words += &format!("; {} without a rating were left out", self.unrated);
        }
        eprint_line(words);
    }
}

impl ListWork {
    /// Works on a row that was read.
    fn make(&self, asked: &PlacedGrid) -> WorkedRow {
        self.try_make(asked).unwrap_or_else(WorkedRow::Wrong)
    }

    fn try_make(&self, asked: &PlacedGrid) -> Result<WorkedRow, String> {
        if self.is_table {
            asked.row.check_width()?;
            asked.row.check_formulas(&self.columns)?;
        }
        if let Some(filter) = &self.filter {
            match filter.judge(&prove_facts(asked.grid, self.rated_as)?) {
                FilterVerdict::Kept => {}
                FilterVerdict::LeftOut => return Ok(WorkedRow::LeftOut),
                FilterVerdict::Unrated => return Ok(WorkedRow::Unrated),
            }
        }
        let mut transform = self.change.transform(asked.number, asked.grid.shape())?;
        if self.undo {
            transform = transform.map(AnyTransform::inverse);
        }
        let mut grid = asked.grid;
        if let Some(transform) = &transform {
            grid = transform.grid(&grid).expect("it was made for the shape");
        }
        let mut added = Vec::new();
        let is_canonical = matches!(self.change, PuzzleChange::Canonical);
        if is_canonical || !self.added.is_empty() {
            let facts = prove_facts(grid, self.rated_as).map_err(|e| self.missing_facts(&e))?;
            added.extend(self.added.iter().map(|column| column.value(&facts)));
            if is_canonical {
                grid = *facts.canonical();
            }
        }
        if let Some(transform) = &transform {
            added.push(asked.grid.into());
            added.push(FieldValue::Text(transform.to_string()));
        }
        Ok(WorkedRow::Made(ListRow { grid, transform, added }))
    }

    /// Returns the reason why a puzzle has no row, for a puzzle that is not proved.
    fn missing_facts(&self, reason: &str) -> String {
        match self.change {
            PuzzleChange::Canonical => format!("no canonical form: {reason}"),
            _ => reason.to_owned(),
        }
    }
}

pub fn run(mut args: Args) -> Result<(), Failure> {
    args.answers.input.name_catalogs()?;
    let format = args.format()?;
    let is_table = matches!(format, AnswerFormat::Table(_));
    let change = args.change()?;
    // Text does not have the transform, so nobody could repeat it without a seed that was drawn.
    let is_lost = args.seed.is_none() && !args.show && !is_table;
    if let PuzzleChange::Random(seed) = change
        && (!args.answers.input.quiet || is_lost)
    {
        eprint_line(format_args!("seed {seed}"));
    }
    let rated_as = args.filter.rated_as;
    let mut names = args.add.clone();
    if args.canonical && !names.iter().any(|name| name == "canonical") {
        names.push("canonical".to_owned());
    }
    if rated_as == RatedForm::Canonical
        && names.iter().any(|name| is_rating(name))
        && !names.iter().any(|name| name == CatalogColumns::RATED_AS)
    {
        names.push(CatalogColumns::RATED_AS.to_owned());
    }
    let added = FactColumn::select(&names, rated_as)?;
    let filter = args.filter.filter()?;
    let (undo, columns) = (args.undo, args.columns.clone());
    let work = ListWork { change, undo, is_table, columns, filter, added, rated_as };
    let needs_columns = is_table || !args.by.is_empty();
    let layout = if !needs_columns {
        args.layout(ListColumns::default(), &work)?
    } else if args.answers.input.can_reread() {
        let files = args.answers.input.puzzle_files(&notes(true));
        args.layout(ListColumns::survey(files).map_err(|e| args.answers.refuse_unread(e))?, &work)?
    } else {
        return write_kept(&args, format, &work, None);
    };
    if args.by.is_empty() {
        write_streamed(&args, format, work, layout)
    } else {
        write_kept(&args, format, &work, Some(layout))
    }
}

/// Returns true for a column whose values depend on the form that was rated. Without the column
/// that names it, the form is the puzzle as given.
fn is_rating(name: &str) -> bool {
    CatalogColumns::of_ratings().iter().any(|column| column.name == name)
}

/// The puzzles without a row in the output, for the last message.
const WRONG: &str = "that could not be transformed";

/// Writes each row as soon as its puzzle is done.
fn write_streamed(
    args: &Args,
    format: AnswerFormat,
    work: ListWork,
    layout: ListLayout,
) -> Result<(), Failure> {
    let mut out = args.answers.open()?;
    let path = out.path();
    let mut writer = ListWriter::begin(&mut out, format, args.show, layout).write_context(&path)?;
    let (mut counts, is_filtered) = (FilterCounts::default(), work.filter.is_some());
    let make = move |asked: &PlacedGrid| work.make(asked);
    let stats = answer_into(&args.answers, &mut out, make, |out, asked, worked| {
        match counts.count(worked) {
            Ok(made) => writer.write(out, &asked.row, &made).map(|()| Verdict::Fine),
            Err(verdict) => Ok(verdict),
        }
    })?;
    writer.finish(&mut out).write_context(&path)?;
    if is_filtered && !args.answers.input.quiet {
        counts.report();
    }
    stats.end(out, WRONG)
}

/// Keeps all rows in memory before it writes them. Without a layout, the rows decide which columns
/// there are.
fn write_kept(
    args: &Args,
    format: AnswerFormat,
    work: &ListWork,
    layout: Option<ListLayout>,
) -> Result<(), Failure> {
    let mut out = args.answers.open()?;
    let path = out.path();
    let (mut rows, mut columns) = (Vec::new(), ListColumns::default());
    let mut counts = FilterCounts::default();
    let on_thread = work.clone();
    let make = move |asked: &PlacedGrid| on_thread.make(asked);
    let stats = answer_into(&args.answers, &mut out, make, |_, asked, worked| {
        if layout.is_none() {
            columns.add(&asked.row);
        }
        match counts.count(worked) {
            Ok(made) => rows.push(KeptRow { source: asked.row.clone(), made }),
            Err(verdict) => return Ok(verdict),
        }
        Ok(Verdict::Fine)
    })?;
    let mut layout = match layout {
        Some(layout) => layout,
        None => args.layout(columns, work)?,
    };
    layout.sort(&mut rows, &args.by, args.descending)?;
    let mut writer = ListWriter::begin(&mut out, format, args.show, layout).write_context(&path)?;
    for row in &rows {
        writer.write(&mut out, &row.source, &row.made).write_context(&path)?;
    }
    writer.finish(&mut out).write_context(&path)?;
    if work.filter.is_some() && !args.answers.input.quiet {
        counts.report();
    }
    stats.end(out, WRONG)
}
