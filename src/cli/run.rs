//! `run`, the main command: makes puzzles, catalogue, book and manifest in a folder of their own.

use super::{
    CONTINUE_HINT, CliObserver, ExitCode, Failure, FailureContext as _, LockArgs, Messages,
    confirm, judge_book_files_first, locks, signals, terminal, usage_error,
};
use ::jobs::{
    FileKind, FoundSheet, Identity, Interrupt, Job, Manifest, Night, Options, RunOutcome, RunSpec,
    Settings, SourceRun,
};
use clap::Args as ClapArgs;
use files::Overwrite;
use files::fs_path::{exists, is_dir};
use files::output::AtomicFile;
use jiff::Timestamp;
use make::Seed;
use serde_json::json;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use words::shell_path;

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press run --count 40 --levels 1-3 --title \"Rainy Days\" --printer kdp --trim 6x9
    sudoku-press run --job out --title \"Calm Days\" --force
    sudoku-press run --job nightly.toml --date 2026-11-20")]
pub struct Args {
    /// Make the book of a finished run again when its settings have changed; its puzzles stay
    ///
    /// `--force puzzles` makes other puzzles in their place, with the same seed unless --seed
    /// names another. A run that the archive has and the folder has not is made again. The old
    /// files stay until the new ones are complete.
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "book")]
    force: Option<ForceTarget>,

    #[command(flatten)]
    job: JobArgs,
}

/// The part of a finished run that `--force` replaces.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
pub enum ForceTarget {
    /// The book and its covers
    Book,
    /// The puzzles too
    Puzzles,
}

impl From<ForceTarget> for Overwrite {
    fn from(forced: ForceTarget) -> Self {
        match forced {
            ForceTarget::Book => Self::Derived,
            ForceTarget::Puzzles => Self::Always,
        }
    }
}

/// The flag of commands that read a job file.
#[derive(ClapArgs, Debug)]
pub struct JobArgs {
    /// Settings to begin with: a name from `job list`, a file, or the folder of a finished run;
    /// flags and SUDOKU_PRESS_* win over them
    #[arg(long, value_name = "NAME|FILE|FOLDER")]
    pub job: Option<PathBuf>,
}

/// Makes a run, unless it exists.
pub fn run(args: &Args, settings: &Settings, messages: &Messages) -> Result<(), Failure> {
    let mut settings = settings.clone();
    if let Some(archive) = args.job.job.as_deref().and_then(Job::builtin_archive) {
        settings.archive.is_created = settings.archive.name == Some(archive);
    }
    let job = args.job.job.as_deref().filter(|job| !Job::is_builtin(job));
    let source = numbered_run(job, &tonight(&settings).dated(&settings.work.out))?;
    settings.name_replaced_puzzles(source.as_ref(), None)?;
    let replace = args.force.map_or(Overwrite::Never, Overwrite::from);
    make(&settings, replace, &mut false, messages)
}

/// Opens the finished run whose numbers a user may type: that of the job, or else the one in the
/// output.
pub fn numbered_run(job: Option<&Path>, out: &Path) -> Result<Option<SourceRun>, Failure> {
    for folder in job.into_iter().chain([out]) {
        if is_dir(folder).read_context(folder)?
            && let Some(run) = SourceRun::open(folder)?
        {
            return Ok(Some(run));
        }
    }
    Ok(None)
}

/// Returns the specification of a run with these settings.
pub fn run_spec(settings: &Settings) -> Result<RunSpec, Failure> {
    judge_book_files_first(settings)?;
    let mut settings = settings.clone();
    // Without a date of the environment, that of the run on which the settings lie stays.
    if settings.book.may_be_pdfx()
        && let Some(date) = source_date()?
    {
        settings.book.imprint.dated = Some(date);
    }
    Ok(RunSpec::from_settings(&settings)?)
}

/// Makes a run, unless it exists. In that case `was_there` becomes true, even if a later step
/// fails. A finished run is replaced as far as `replace` allows.
pub fn make(
    settings: &Settings,
    replace: Overwrite,
    was_there: &mut bool,
    messages: &Messages,
) -> Result<(), Failure> {
    let work = &settings.work;
    let night = tonight(settings);
    let out = night.dated(&work.out);
    messages.check_outputs(|path| is_file_of_run(path, &out))?;
    let mut options = options(settings, &night, replace)?;
    let spec = run_spec(settings)?;
    let locks = LockArgs::new(settings);
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&spec.plan, seed).name());
    }
    if work.is_seeded_by_date() {
        name_other_nights(&night, settings, messages);
    }
    let manifest = out.join(Manifest::FILE);
    let is_finished = exists(&manifest).read_context(&manifest)?;
    if replace > Overwrite::Never || !is_finished {
        confirm_volumes(settings, spec.check()?)?;
    }
    options.interrupt = signals::install(CONTINUE_HINT, messages);
    let mut observer = CliObserver::new(messages).with_book(&spec.book);
    observer.deadline = Some(locks.deadline());
    let make = || Ok(spec.make(&out, &options, &mut observer)?);
    let outcome = locks.wait(make)?;
    match outcome {
        RunOutcome::Made { manifest, has_old_puzzles, short } => {
            if !has_old_puzzles {
                messages.print_levels();
            }
            print_files(&out, &manifest, messages);
            observer.print_pages();
            note_page_difference(settings, &spec, observer.pages(), messages);
            check_shortfall(&short)?;
            if observer.spine().is_some() && spec.book.cover.is_none() {
                print_next(&format!("sudoku-press cover {}", path_word(&out)), messages);
            } else {
                let sheet = path_word(&out.join(FoundSheet::FILE));
                let folder = path_word(&out);
                print_next(&format!("sudoku-press verify {folder} --sheet {sheet}"), messages);
            }
            Ok(())
        }
        RunOutcome::Unchanged { manifest, entered } => {
            *was_there = true;
            note_unchanged(&out, &spec, &manifest, entered, messages)
        }
    }
}

/// Names the nights before that are unfinished or were never begun, and if the clock tells the
/// date, a later night.
fn name_other_nights(night: &Night, settings: &Settings, messages: &Messages) {
    let work = &settings.work;
    for (nights, state, verb) in [
        (night.pending_before(&work.out), "is unfinished", "finishes"),
        (night.missing_before(&work.out), "was never begun", "makes"),
    ] {
        for (date, folder) in nights {
            let folder = folder.display();
            let message =
                format!("{folder} {state}; the same command with --date {date} {verb} it");
            messages.event("warning", message, json!({ "date": date.to_string() }));
        }
    }
    if work.date.is_none()
        && let Some(later) = night.later_night(&work.out)
    {
        let (later, date) = (later.display(), night.date);
        let message = format!(
            "{later} is of a later night than {date}: set the clock right, or name the night with --date"
        );
        messages.event("warning", message, json!({ "date": date.to_string() }));
    }
}

/// Says that the folder holds the run, and removes what a crash has left in it.
pub fn note_unchanged(
    out: &Path,
    spec: &RunSpec,
    manifest: &Manifest,
    entered: bool,
    messages: &Messages,
) -> Result<(), Failure> {
    let (folder, seed) = (out.display(), manifest.seed);
    messages.set_run_id(Identity::of(&spec.plan, Seed(seed)).name());
    if entered && let Some(archive) = spec.archive() {
        let archive = archive.display();
        messages.info(format_args!("{folder} was missing from {archive} and has been added"));
    }
    let message = format!("{folder} holds this run, seed {seed}: nothing to do");
    messages.event("message", message, json!({ "seed": seed }));
    AtomicFile::sweep_dir(out);
    check_shortfall(&manifest.short)
}

/// Returns true if a run in this folder may write the file.
pub fn is_file_of_run(path: &Path, folder: &Path) -> bool {
    let path = Path::new(".").join(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_of_run = FileKind::of(&name).is_some()
        || [Manifest::FILE, Manifest::CHECKSUMS, FoundSheet::FILE].contains(&&*name);
    is_of_run && path.parent() == Some(&Path::new(".").join(folder))
}

/// Returns the date of the run by these settings and the clock. A run asks only once, because
/// midnight may pass while it works.
pub fn tonight(settings: &Settings) -> Night {
    settings.work.night(Timestamp::now())
}

/// Returns the options of a run with these settings.
pub fn options(settings: &Settings, night: &Night, replace: Overwrite) -> Result<Options, Failure> {
    Ok(Options {
        seed: settings.work.seed(night)?,
        night: settings.work.is_seeded_by_date().then_some(night.date),
        threads: settings.work.thread_count(),
        replace,
        again: replace > Overwrite::Never || settings.archive.again,
        holder: locks::holder(),
        now: locks::now,
        interrupt: Interrupt::default(),
    })
}

/// Prints the difference between the pages of the book and the requested number, if any.
fn note_page_difference(settings: &Settings, spec: &RunSpec, found: usize, messages: &Messages) {
    let pages = settings.counts.pages.map(usize::from);
    let Some(asked) = pages.filter(|asked| *asked != found) else {
        return;
    };
    let far = found.abs_diff(asked);
    let puzzles = spec.plan.quotas.iter().map(|(_, count)| count).sum();
    let must_be_even = !asked.is_multiple_of(2) && spec.book.has_even_pages(puzzles);
    let message = match found > asked {
        true => format!(
            "more than --pages {asked}: pages of techniques, hints and times depend on the puzzles; \
             --pages {} comes nearer",
            asked.saturating_sub(far)
        ),
        false if settings.book.imprint.fill_pages => format!(
            "fewer than --pages {asked}: only a book of one volume is filled with pages for notes"
        ),
        false if must_be_even => format!(
            "fewer than --pages {asked}: the number of pages must be even; --pages {} makes more",
            asked + 1
        ),
        false => format!(
            "fewer than --pages {asked}: no number of puzzles makes as many; --fill-pages adds pages \
             for notes"
        ),
    };
    messages.info(format_args!("the book has {found} pages, {far} {message}"));
}

/// Returns the user's seed, or draws one.
pub fn seed_or_draw(given: Option<Seed>) -> Result<Seed, Failure> {
    let draw = || Seed::draw().map_err(anyhow::Error::from);
    Ok(given.map_or_else(draw, Ok)?)
}

/// Asks the user for consent to more than 20 volumes, unless a setting gives it.
pub fn confirm_volumes(settings: &Settings, volumes: usize) -> Result<(), Failure> {
    const MAX_UNCONFIRMED: usize = 20;
    if volumes <= MAX_UNCONFIRMED || settings.book.volumes.is_some() {
        return Ok(());
    }
    let asks = io::stdin().is_terminal() && terminal::is_stderr_terminal();
    if asks && confirm(&format!("The book has at least {volumes} volumes. Make them?"))? {
        return Ok(());
    }
    Err(usage_error(format!(
        "expected at most {MAX_UNCONFIRMED} volumes, found at least {volumes}; use fewer puzzles, or \
         --volumes {volumes} to make them"
    )))
}

/// Returns the date of `SOURCE_DATE_EPOCH`, if it is set: the date that PDF/X files state, which
/// must not depend on the clock.
pub fn source_date() -> Result<Option<Timestamp>, Failure> {
    let Some(text) = std::env::var_os("SOURCE_DATE_EPOCH") else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let seconds = text.parse::<u32>().ok().map(i64::from);
    let date = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    let wrong = || {
        let message = "expected seconds since 1970";
        usage_error(format!("SOURCE_DATE_EPOCH: {message}, found {text:?}"))
    };
    date.map(Some).ok_or_else(wrong)
}

/// Prints the files of a run.
pub fn print_files(folder: &Path, manifest: &Manifest, messages: &Messages) {
    for file in &manifest.files {
        let path = folder.join(&file.name);
        let message = format!("{} ({})", path.display(), format_size(file.size));
        let fields = json!({ "path": path.display().to_string(), "bytes": file.size });
        messages.event("file", message, fields);
    }
}

/// Returns a path as a word of a command line.
pub fn path_word(path: &Path) -> String {
    shell_path(path)
}

/// Prints the next command for the user.
pub fn print_next(next: &str, messages: &Messages) {
    messages.event("next", format_args!("next: {next}"), json!({ "command": next }));
}

/// Fails with exit code 3 if a level has too few puzzles. `short` describes each such level.
pub fn check_shortfall(short: &[impl ToString]) -> Result<(), Failure> {
    if short.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = short.iter().map(ToString::to_string).collect();
    Err(Failure::msg(ExitCode::Short, sentences.join("; ")))
}

/// Formats a file size, such as `1.2 MB`.
fn format_size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
