//! `book`: makes a PDF from catalogues of this program or from other files of puzzles.

use super::choice::output_path;
use super::input::{named_catalogs, rows_failure};
use super::job::input_files;
use super::run;
use super::{
    CliObserver, ColumnArgs, DuplicateArgs, Failure, FailureContext, LockArgs, Messages, SizeArgs,
    counted, finished_run, judge_book_files_first, one_of, signals, usage_error,
};
use ::jobs::{BookOutput, BookPlan, BookRecord, BookSource, Interrupt, Job, Sections, Settings};
use book::{PuzzleOrder, Section};
use grid::GridShape;
use human::Ladder;
use make::Dedup;
use std::path::{Path, PathBuf};
use words::Problem;

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press book out --lang es --title 'Días de lluvia' --out spanish.pdf
    sudoku-press book more.csv --out sampler.pdf --template large-print --title 'Large Print'
    sudoku-press book --job sampler.pdf --title 'Larger Print' --force
    sudoku-press generate --count 50 --format txt | sudoku-press book - --printer kdp")]
pub struct Args {
    /// A finished run's folder. Its puzzles and settings are used unless a flag overrides them. Or
    /// catalogues: CSV or any other file of puzzles, as for `solve`; their solutions must be
    /// correct, and in catalogues of this program also their levels; - is standard input
    #[arg(required_unless_present = "job", value_name = "FOLDER|CATALOG")]
    pub catalogs: Vec<PathBuf>,

    /// Settings to begin with: a finished book of a file, which also names the puzzles and the file
    /// to write; or as for `run` a name from `job list`, a file, or the folder of a finished run.
    /// Flags win over them
    #[arg(long, value_name = "BOOK.pdf|NAME|FILE|FOLDER")]
    pub job: Option<PathBuf>,

    /// File to write; several volumes are numbered [default: book.pdf, or that of --job]
    #[arg(long, short, value_name = "FILE.pdf", value_parser = output_path())]
    out: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    pub force: bool,

    #[command(flatten)]
    pub locks: LockArgs,

    #[command(flatten)]
    pub source: SourceArgs,
}

/// Flags that select the puzzles of a book, in addition to the paths.
#[derive(clap::Args, Debug, Default)]
pub struct SourceArgs {
    #[command(flatten)]
    pub column: ColumnArgs,

    #[command(flatten)]
    pub size: SizeArgs,

    /// Ladder of the sections: human rates every puzzle, whatever it was made for [default: that of
    /// the catalogue]
    #[arg(long, value_parser = one_of(Ladder::TABLE))]
    pub ladder: Option<Ladder>,

    #[command(flatten)]
    pub duplicates: DuplicateArgs,
}

pub fn run(
    mut args: Args,
    job: &Job,
    settings: &Settings,
    messages: &Messages,
) -> Result<(), Failure> {
    args.take_over(job, false)?;
    let out = args.out("book.pdf")?;
    let resume_hint = "volumes that are finished stay";
    let (book, sections, interrupt) =
        read(&args.catalogs, &args.source, settings, resume_hint, messages)?;
    let layout = book.lay_out(&sections).usage_error()?;
    run::confirm_volumes(settings, layout.volumes.len())?;
    let mut observer = CliObserver::new(messages).with_book(&book);
    let source = args.source(job)?;
    let output = args.output(&out, &source, &interrupt);
    let written = args.locks.wait(|| Ok(book.write_volumes(&layout, output, &mut observer)?))?;
    note_kept(&written.kept(), messages);
    let pressed = written.finish()?;
    for (path, _) in &pressed {
        messages.file_written(path, path.display());
    }
    observer.print_pages();
    let volumes = pressed.iter().take(layout.volumes.len());
    Ok(book.inspect(volumes.map(|(path, _)| (path.as_path(), None)), &mut observer)?)
}

/// Names the files of a book before that stay beside the new one.
pub fn note_kept(kept: &[PathBuf], messages: &Messages) {
    for path in kept {
        messages.info(format_args!("{} is of the book before; --force removes it", path.display()));
    }
}

/// The files of the book or of the covers whose record a command continues.
#[derive(Default)]
pub struct EarlierBook {
    /// The volumes of the book.
    pub volumes: Vec<PathBuf>,
    /// The height in pixels of the pictures beside the covers.
    pub picture_height: Option<u16>,
}

impl Args {
    /// Takes over what the record of a book says beside its job: the puzzles and the way in which
    /// they are read, and the place of the book, or of its covers.
    pub fn take_over(&mut self, job: &Job, covers: bool) -> Result<EarlierBook, Failure> {
        let named = match &self.job {
            Some(path) => BookRecord::named(path)?,
            None => None,
        };
        let mut earlier = EarlierBook::default();
        if let Some((target, record)) = named {
            let (reading, own) = (&record.reading, &mut self.source);
            if self.catalogs.is_empty() {
                self.catalogs = record.find_puzzles(&target).usage_error()?;
                own.column.column = own.column.column.take().or(reading.column.clone());
                own.size.size =
                    own.size.size.or(reading.size.as_deref().and_then(GridShape::named));
                own.duplicates.allow_duplicates |= reading.allows_duplicates;
            }
            if !job.is_unset("ladder") {
                own.ladder = own.ladder.or(reading.ladder.as_deref().and_then(Ladder::named));
            }
            earlier.picture_height = record.picture_height;
            if record.is_of_covers == covers {
                self.out.get_or_insert(target);
            } else if covers {
                earlier.volumes = record.volumes(&target);
            }
        }
        if self.catalogs.is_empty() {
            let expected = "a finished run's folder or a file of puzzles";
            let problem = Problem::expected(expected, "none");
            return Err(usage_error(problem.remedy("name one before --job")));
        }
        Ok(earlier)
    }

    /// Describes the files of the puzzles and the job, and names the files of the settings.
    pub fn source(&self, job: &Job) -> Result<BookSource, Failure> {
        let catalogs = named_catalogs(&self.catalogs)?;
        let SourceArgs { column, size, ladder, duplicates } = &self.source;
        let mut source = BookSource::new(&catalogs, job.clone())?;
        source.reading.column = column.column.clone();
        source.reading.size = size.size.map(|size| size.name().to_owned());
        source.reading.ladder = ladder.map(|ladder| ladder.name().to_owned());
        source.reading.allows_duplicates = duplicates.allow_duplicates;
        source.inputs.extend(job.iter().flat_map(input_files).map(Path::to_owned));
        Ok(source)
    }

    /// Returns the place of the files, which have a record beside them.
    pub fn output<'a>(
        &self,
        target: &'a Path,
        source: &'a BookSource,
        interrupt: &'a Interrupt,
    ) -> BookOutput<'a> {
        BookOutput { target, overwrite: self.force.into(), interrupt, source: Some(source) }
    }

    /// Returns the path of the output, or `usual` without `--out`. Fails if the name does not end
    /// in `.pdf`.
    pub fn out(&self, usual: &str) -> Result<PathBuf, Failure> {
        let out = self.out.clone().unwrap_or_else(|| usual.into());
        let ending = out.extension().unwrap_or_default();
        if ending.eq_ignore_ascii_case("pdf") {
            return Ok(out);
        }
        let name = out.file_name().unwrap_or_default();
        let found = out.display();
        Err(if name.eq_ignore_ascii_case(".pdf") {
            usage_error(format_args!("--out: expected a name such as {usual}, found {found}"))
        } else {
            usage_error(format_args!("--out {found} does not end in .pdf"))
        })
    }
}

/// Reads the plan of a book, and the puzzles of its catalogues or its run by level or band.
/// `resume_hint` tells the user what an interrupted command leaves behind.
pub fn read(
    catalogs: &[PathBuf],
    source: &SourceArgs,
    settings: &Settings,
    resume_hint: &'static str,
    messages: &Messages,
) -> Result<(BookPlan, Vec<Section>, Interrupt), Failure> {
    if settings.book.continues_series {
        return Err(usage_error(
            "--first-number next is for `run` with --archive: expected a number",
        ));
    }
    let run = finished_run(catalogs)?;
    let mut own = settings.clone();
    // SOURCE_DATE_EPOCH replaces the date of the finished run.
    if own.book.may_be_pdfx()
        && let Some(date) = run::source_date()?
    {
        own.book.imprint.dated = Some(date);
    }
    judge_book_files_first(&own)?;
    let book = BookPlan::from_settings(&own.book).usage_error()?;
    if let Some(run) = &run {
        run.changed_files(&book).iter().for_each(|message| messages.info(message));
    }
    source.column.check_for(run.as_ref())?;
    // A book of sheets contains equivalent forms of each puzzle on purpose.
    let rule = source.duplicates.rule(run.as_ref(), catalogs);
    let has_sheets = book.options().sheets.is_some();
    let dedup = rule.map(|rule| if has_sheets { Dedup::Exact } else { rule });
    let files = super::catalogs(run.as_ref(), catalogs, &messages.notes());
    let files = source.size.limit(source.column.name_in(files));
    let interrupt = signals::install(resume_hint, messages);
    let sections = Sections::for_book(&book, source.ladder, dedup);
    let read = sections.read(files, &interrupt);
    let (mut sections, note) = match run {
        Some(_) => read?,
        None => read.map_err(|e| rows_failure(e, catalogs, &source.column))?,
    };
    note.into_iter().for_each(|message| messages.info(message));
    let options = book.options();
    if options.order.is_none() && options.order_of(&sections) == PuzzleOrder::Given {
        messages.info(
            "the puzzles have titles or dates, so they keep the order of their file; --order level \
             sorts them by level",
        );
    }
    let left = book.drop_surplus(&mut sections);
    if left > 0 {
        messages.info(format_args!(
            "{} left out: the levels of design {} take turns",
            counted(left as u64, "puzzle is", "puzzles are"),
            book.template.name()
        ));
    }
    Ok((book, sections, interrupt))
}
