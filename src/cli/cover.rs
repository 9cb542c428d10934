//! `cover`: makes the front, spine and back of the book that `book` makes from the same catalogues
//! and flags.

use super::observer::note_cover_advice;
use super::{
    CliObserver, Failure, FailureContext, Messages, SpineArgs, book, finished_run, page_count,
    usage_error,
};
use ::book::Volume;
use ::jobs::{BookPlan, Job, Settings, SourceRun};
use clap::value_parser;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  sudoku-press cover rainy-days
  sudoku-press cover rainy-days --lang es --title 'Días de lluvia' --out cover-es.pdf
  sudoku-press cover --job mine.pdf --back blurb.md
  sudoku-press cover catalog.csv --printer kdp --trim 6x9 --back blurb.md --out cover.pdf";

#[derive(clap::Args, Debug)]
#[group(skip)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    measure: SpineArgs,

    /// The finished book of this cover, one file per volume; the cover must have the same numbers
    /// of pages [default: the book of the run]
    #[arg(long, value_name = "FILE.pdf,...", value_delimiter = ',')]
    book: Vec<PathBuf>,

    /// Also write each front as a picture for shops, with this height in pixels
    ///
    /// cover.png stands beside cover.pdf. It has the shape of the front; shops such as Amazon
    /// prefer 1600 x 2560.
    #[arg(long, value_name = "PIXELS", value_parser = value_parser!(u16).range(160..=5_000), help_heading = "Cover")]
    png: Option<u16>,

    #[command(flatten)]
    pub inside: book::Args,
}

/// Lays out the book, and makes the cover of each volume. All covers are laid out before the first
/// is written, and all are written before the first is checked against the printer's rules.
pub fn run(
    mut args: Args,
    job: &Job,
    settings: &Settings,
    messages: &Messages,
) -> Result<(), Failure> {
    let earlier = args.inside.take_over(job, true)?;
    if args.book.is_empty() {
        args.book = earlier.volumes;
    }
    args.png = args.png.or(earlier.picture_height);
    let inside = &args.inside;
    let (out, resume_hint) = (inside.out("cover.pdf")?, "covers that are finished stay");
    let (book, sections, interrupt) =
        book::read(&inside.catalogs, &inside.source, settings, resume_hint, messages)?;
    let mut book = book.with_cover(&settings.book.cover).usage_error()?;
    let layout = book.lay_out(&sections).usage_error()?;
    check_same_book(&args, &book, &layout.volumes)?;
    let template = args.measure.template()?;
    if book.settings.cover.spines.is_empty() {
        // A template fits one number of pages, so its spine must fit all volumes.
        let of = if template.is_some() { &layout.volumes[..1] } else { &layout.volumes };
        let (template, spec) = (template.as_ref(), book.spec.as_ref());
        for volume in of {
            let width = args.measure.width(template, book.trim, spec, volume.page_count())?;
            book.settings.cover.add_computed_spine(width);
        }
    }
    let mut covers = book.covers(&layout).usage_error()?;
    if let Some(template) = &template {
        let placed: Result<_, _> = covers.into_iter().map(|cover| cover.on(template)).collect();
        covers = placed.map_err(|e| args.measure.template_error(e))?;
    }
    let mut fronts = Vec::new();
    let mut sizes = Vec::new();
    if let Some(height) = args.png {
        for cover in &covers {
            let (front, size) = cover.front_png(height.into()).usage_error()?;
            fronts.push(front);
            sizes.push(size);
        }
    }
    let mut source = inside.source(job)?;
    source.picture_height = args.png;
    source.inputs.extend(args.book.iter().chain(args.measure.template_path()).cloned());
    let output = inside.output(&out, &source, &interrupt);
    let written = inside.locks.wait(|| Ok(book.write_covers(&covers, &fronts, output)?))?;
    book::note_kept(&written.kept(), messages);
    let pressed = written.finish()?;
    for ((path, _), cover) in pressed.iter().zip(&covers) {
        messages.file_written(path, format_args!("{}: {}", path.display(), cover.measures()));
    }
    let pictures = pressed.iter().skip(covers.len());
    for ((path, _), (width, height)) in pictures.zip(sizes) {
        let ratio = height as f64 / width as f64;
        let message = format_args!("{}: {width} x {height} pixels, 1 : {ratio:.2}", path.display());
        messages.file_written(path, message);
    }
    note_cover_advice(&covers, messages);
    if let Some(note) = book.spine_note() {
        messages.info(note);
    }
    let sheets = covers.iter().map(|cover| Some(cover.sheet()));
    let files = pressed.iter().map(|(path, _)| path.as_path()).zip(sheets);
    let mut observer = CliObserver::new(messages).with_book(&book);
    Ok(book.inspect(files, &mut observer)?)
}

/// Fails if the number of pages differs from that of the book in `--book`, or of the run that made
/// the catalogue.
fn check_same_book(args: &Args, book: &BookPlan, volumes: &[Volume]) -> Result<(), Failure> {
    let named = finished_run(&args.inside.catalogs)?;
    let whole = named.is_none();
    let of_catalog = || args.inside.catalogs.iter().find_map(|path| SourceRun::of_catalog(path));
    let run = named.or_else(of_catalog).filter(|_| args.book.is_empty());
    if run.is_none() && args.book.is_empty() {
        return Ok(());
    }
    let files = run.as_ref().map_or_else(|| args.book.clone(), SourceRun::volumes);
    if let Some(run) = run.as_ref().filter(|_| files.is_empty()) {
        let folder = run.folder.display();
        return Err(usage_error(format!(
            "{folder}: expected a run with a book, found a catalogue alone; make its book with \
             `book`, and name the PDF with --book"
        )));
    }
    let pages: Vec<_> = files.iter().map(|path| page_count(path)).collect::<Result<_, _>>()?;
    let laid_out: Vec<_> = volumes.iter().map(Volume::page_count).collect();
    let wrong = if pages == laid_out {
        run.as_ref().and_then(|run| run.cover_mismatch(book, whole))
    } else {
        let list = |pages: &[usize]| {
            let pages: Vec<_> = pages.iter().map(usize::to_string).collect();
            pages.join(" and ")
        };
        let names: Vec<_> = files.iter().map(|path| path.display().to_string()).collect();
        let (names, expected, found) = (names.join(", "), list(&pages), list(&laid_out));
        Some(format!(
            "expected a cover for {expected} pages ({names}), found a layout of {found} pages"
        ))
    };
    let Some(wrong) = wrong else {
        return Ok(());
    };
    let remedy = match &run {
        Some(run) => {
            let folder = run.folder.display();
            format!(
                "`cover {folder}` uses all settings of that book; for another book of these puzzles, first make \
                 it (`book {folder}` with the same flags) and pass its file with --book"
            )
        }
        None => "give `cover` the flags of that book".to_owned(),
    };
    Err(usage_error(format!("{wrong}; {remedy}")))
}
