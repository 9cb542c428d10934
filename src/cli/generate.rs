//! `generate`: makes only the catalogue, in a file, on standard output, or in a folder with its
//! description, sums and licence.

use super::choice::refuse_other_ending;
use super::job::input_files;
use super::run::{
    JobArgs, is_file_of_run, note_unchanged, numbered_run, options, path_word, print_files,
    print_next, tonight,
};
use super::shards;
use super::signals::{self, NOTHING_KEPT_HINT};
use super::terminal::raw_stdout;
use super::{
    CONTINUE_HINT, CliObserver, Failure, FailureContext as _, LockArgs, Messages, check_shortfall,
    usage_error,
};
use ::jobs::{
    CatalogSpec, Identity, Job, Manifest, Origin, RunOutcome, RunSpec, Setting, Settings, SourceRun,
};
use files::Overwrite;
use files::fs_path::metadata_opt;
use serde_json::json;
use std::fs::Metadata;
use std::path::{Path, PathBuf};
use tables::{PuzzleFile, PuzzleIds, TableFormat};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press generate --quota 1=500,5=200 --seed 7 --out puzzles.csv
    sudoku-press generate --total 500 --columns public --licence CC-BY-4.0 --out delivery
    sudoku-press generate --job delivery --seed 8 --out second
    sudoku-press generate --levels 4 --count 1000000 --compress zstd --out hard.csv.zst")]
pub struct Args {
    /// Replace a file that exists, or write a finished folder again; its puzzles stay
    ///
    /// `--force puzzles` makes other puzzles in their place, and replaces an edited catalogue. A
    /// run that the archive contains is repeated. The old files stay until the new ones are
    /// complete.
    #[arg(long, value_name = "puzzles", value_parser = ["puzzles"])]
    force: Option<Option<String>>,

    #[command(flatten)]
    job: JobArgs,
}

impl Args {
    /// Returns the files that may be replaced.
    fn replacement(&self) -> Overwrite {
        match &self.force {
            None => Overwrite::Never,
            Some(None) => Overwrite::Derived,
            Some(Some(_)) => Overwrite::Always,
        }
    }
}

/// Makes the catalogue, or parts of it.
pub fn run(
    args: &Args,
    job: &Job,
    settings: &Settings,
    messages: &Messages,
) -> Result<(), Failure> {
    let mut settings = settings.clone();
    settings.is_data = true;
    let night = tonight(&settings);
    let out: Option<PathBuf> = job.is_set("out").then(|| night.dated(&settings.work.out));
    name_replaced_puzzles(args, &mut settings, out.as_deref())?;
    let settings = &settings;
    let Settings { work, archive, parts, .. } = settings;
    if let Some(out) = &out
        && parts.into.is_none()
        && is_folder(out)?
    {
        return make_delivery(args, settings, out, messages);
    }
    refuse_for_file(job, settings)?;
    if let Some(out) = &out {
        if !job.is_set("format") && parts.into.is_none() {
            refuse_other_ending(out, &[settings.catalog_format])?;
        }
        let here = Path::new(".").join(out);
        messages.check_outputs(|path| Path::new(".").join(path) == here)?;
        let named = args.job.job.iter().chain(&archive.name).map(PathBuf::as_path);
        Setting::refuse_input_as_output(job.iter().flat_map(input_files).chain(named), out)?;
    }
    archive.require().usage_error()?;
    let mut options = options(settings, &night, args.replacement())?;
    let spec = CatalogSpec::from_settings(settings)?;
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&spec.plan, seed).name());
    }
    if let Some(folder) = &parts.into {
        if settings.ids() != PuzzleIds::default() {
            return Err(usage_error(
                "--id-prefix and --first-number: expected no --into, whose parts count from 1",
            ));
        }
        if settings.book.imprint.puzzle_link.is_some() {
            return Err(usage_error(
                "--puzzle-link: expected no --into, whose parts are compared by all their columns; \
                 leave it out, and give it to `book` or `export`",
            ));
        }
        if spec.columns.is_some() {
            return Err(usage_error(
                "--columns: expected no --into, whose parts are compared by all their columns",
            ));
        }
        if !matches!(settings.catalog_format, TableFormat::Csv | TableFormat::Parquet) {
            return Err(usage_error("--into makes CSV or Parquet; --out makes other formats"));
        }
        let folder = night.dated(folder);
        return shards::generate(settings, &folder, &spec, &options, messages);
    }
    let file = out.as_deref().filter(|path| *path != Path::new("-"));
    let resume_hint = if file.is_some() { CONTINUE_HINT } else { NOTHING_KEPT_HINT };
    let mut observer = CliObserver::new(messages);
    if work.seed.is_none() && !spec.has_seed_column() {
        observer.always_prints_seed = true;
    }
    options.interrupt = signals::install(resume_hint, messages);
    let short = LockArgs::new(settings).wait(|| {
        Ok(match file {
            Some(path) => spec.make_file(path, &options, &mut observer)?,
            None => spec.stream(raw_stdout(), &options, &mut observer)?,
        })
    })?;
    messages.print_levels();
    check_shortfall(&short)
}

/// Turns the numbers of puzzles that are replaced into identifiers, by the finished catalogue in a
/// folder or in the file that is made again.
fn name_replaced_puzzles(
    args: &Args,
    settings: &mut Settings,
    out: Option<&Path>,
) -> Result<(), Failure> {
    if settings.counts.another.is_empty() {
        return Ok(());
    }
    if settings.parts.into.is_some() {
        return Err(usage_error(
            "--another: expected no --into, whose parts are made without each other; make the \
             catalogue with --out",
        ));
    }
    let out = out.unwrap_or(Path::new("-"));
    let run = numbered_run(args.job.job.as_deref(), out)?;
    let file = metadata_opt(out).read_context(out)?.filter(Metadata::is_file);
    let file = file.map(|_| PuzzleFile::plain(out.to_owned()));
    Ok(settings.name_replaced_puzzles(run.as_ref(), file)?)
}

/// Returns true if `--out` names a folder: one that exists, or a free path that has no ending or
/// ends with a separator. An ending says that the output is a file.
fn is_folder(out: &Path) -> Result<bool, Failure> {
    if out == Path::new("-") {
        return Ok(false);
    }
    if let Some(about) = metadata_opt(out).read_context(out)? {
        return Ok(about.is_dir());
    }
    let ends_as_folder = out.to_string_lossy().ends_with(std::path::is_separator);
    Ok(ends_as_folder || out.extension().is_none())
}

/// Fails for a flag that a file alone has no place for.
fn refuse_for_file(job: &Job, settings: &Settings) -> Result<(), Failure> {
    let why = "expected a folder with --out, such as --out delivery, found";
    if let Some(licence) = job.get("licence")
        && licence.origin == Origin::Flag
    {
        return Err(usage_error(format!("--licence: {why} none that states it")));
    }
    if settings.split.is_some() && settings.parts.into.is_none() {
        return Err(usage_error(format!("--split: {why} none that has a file for each split")));
    }
    if settings.book.continues_series {
        return Err(usage_error(format!("--first-number next: {why} none that keeps the numbers")));
    }
    Ok(())
}

/// Makes a catalogue in a folder, with its description, sums and licence, unless it is there.
fn make_delivery(
    args: &Args,
    settings: &Settings,
    out: &Path,
    messages: &Messages,
) -> Result<(), Failure> {
    messages.check_outputs(|path| is_file_of_run(path, out))?;
    if let Some(run) = SourceRun::open(out)?
        && !run.manifest.settings.is_data
    {
        let folder = out.display();
        return Err(usage_error(format!(
            "--out {folder}: expected a folder for a catalogue, found the book of a run; name another one"
        )));
    }
    let mut options = options(settings, &tonight(settings), args.replacement())?;
    let spec = RunSpec::for_data(settings)?;
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&spec.plan, seed).name());
    }
    let locks = LockArgs::new(settings);
    options.interrupt = signals::install(CONTINUE_HINT, messages);
    let mut observer = CliObserver::new(messages);
    observer.deadline = Some(locks.deadline());
    match locks.wait(|| Ok(spec.make(out, &options, &mut observer)?))? {
        RunOutcome::Made { manifest, has_old_puzzles, short } => {
            if !has_old_puzzles {
                messages.print_levels();
            }
            print_files(out, &manifest, messages);
            print_repetition(out, &manifest, settings, messages);
            check_shortfall(&short)?;
            print_next(&format!("sudoku-press verify {}", path_word(out)), messages);
            Ok(())
        }
        RunOutcome::Unchanged { manifest, entered } => {
            note_unchanged(out, &spec, &manifest, entered, messages)
        }
    }
}

/// Prints the seed, and the command that makes the same files in another folder.
fn print_repetition(out: &Path, manifest: &Manifest, settings: &Settings, messages: &Messages) {
    let seed = manifest.seed;
    let mut copy = out.components().as_path().as_os_str().to_owned();
    copy.push("-again");
    let (folder, copy) = (path_word(out), path_word(Path::new(&copy)));
    let mut command = format!("sudoku-press generate --job {folder} --out {copy}");
    if let Some(archive) = &settings.archive.name {
        // The archive has the run already.
        command += &format!(" --archive {} --force", path_word(archive));
    }
    let message = format!("seed {seed}; the same files again: {command}");
    messages.event("message", message, json!({ "seed": seed }));
}
