//! `run`, the main job: puzzles, catalogue, book and manifest, in a folder of their own.

use super::flags::{RunFlags, SettingFlags};
use super::{
    Code, Failure, Follower, GOES_ON, LockArgs, Messages, OrFail as _, confirmed, locks, proof,
    stop, terminal, usage,
};
use clap::Args as ClapArgs;
use jiff::Timestamp;
use serde_json::json;
use std::io::{self, IsTerminal as _};
use std::path::{Path, PathBuf};
use sudoku_press::check::sheet;
use sudoku_press::make::seed::Seed;
use sudoku_press::run::shards::shell_word;
use sudoku_press::run::{
    self, Identity, Interrupt, MANIFEST, Manifest, Night, Options, PROOF_SHEET, RunOutcome,
    RunSpec, SeedChoice, Settings,
};
use sudoku_press::store::archive::Archive;
use sudoku_press::store::files::fs_path::exists;
use sudoku_press::store::files::output::sweep_then_exists;

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press run --count 40 --levels 1-3 --title \"Rainy Days\" --printer kdp --trim 6x9
    sudoku-press run --job nightly.toml --date 2026-11-20")]
pub struct Args {
    #[command(flatten)]
    _settings: SettingFlags<RunFlags>,

    /// Replace a finished run when the new one is complete; without --seed its seed is kept
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    _job: JobArgs,
}

/// The flag of commands that read a job file.
#[derive(ClapArgs, Debug)]
pub struct JobArgs {
    /// File of settings, named as the flags are; flags and SUDOKU_PRESS_* win over it
    #[arg(long, value_name = "FILE.toml")]
    job: Option<PathBuf>,
}

/// Makes a run, unless it is there.
pub fn run(args: &Args, settings: &Settings, messages: &Messages) -> Result<(), Failure> {
    make(settings, args.force, &mut false, messages)
}

/// Returns the order of these settings.
pub fn order(settings: &Settings) -> Result<RunSpec, Failure> {
    let mut settings = settings.clone();
    if settings.book.may_be_pdfx() {
        settings.book.imprint.dated = source_date()?;
    }
    Ok(RunSpec::from_settings(&settings)?)
}

/// Makes a run, unless it is there. Then `was_there` becomes true, whatever else goes wrong. With `force`
/// a finished run is replaced.
pub fn make(
    settings: &Settings,
    force: bool,
    was_there: &mut bool,
    messages: &Messages,
) -> Result<(), Failure> {
    let Settings { job, archive, .. } = settings;
    let night = tonight(settings);
    let out = night.dated(&job.out);
    let mut options = options(settings, &night, force)?;
    let order = order(settings)?;
    let locks = LockArgs::new(archive);
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&order.plan, seed).name());
    }
    let before = (job.seed == Some(SeedChoice::FromDate)).then(|| night.pending_before(&job.out));
    for (date, folder) in before.into_iter().flatten() {
        let folder = folder.display();
        let words =
            format!("{folder} is unfinished; the same command with --date {date} finishes it");
        messages.say("warning", words, json!({ "date": date.to_string() }));
    }
    let sheet = out.join(PROOF_SHEET);
    let manifest = out.join(MANIFEST);
    let is_finished = exists(&manifest).or_unread(&manifest)?;
    if job.proof && !is_finished {
        proof::refuse(&sheet, force.into())?;
    }
    if force || !is_finished {
        agree(settings, order.check()?)?;
    }
    options.interrupt = stop::listen(GOES_ON, messages);
    let mut follower =
        Follower::new(&settings.messages, messages).of_book(&order.book, job.show_layout);
    follower.waiting(locks.patience());
    let make = || Ok(run::make(&out, &order, &options, &mut follower)?);
    let outcome = locks.wait(make)?;
    match outcome {
        RunOutcome::Made { manifest, short } => {
            follower.tell_levels();
            tell_files(&out, &manifest, messages);
            follower.tell_pages();
            tell_difference(settings, follower.pages(), messages);
            prove(settings, force, &out, messages)?;
            all_made(&short)?;
            let spine = follower.spine().filter(|_| order.book.cover.is_none());
            tell_next(if spine.is_some() { "cover" } else { "proof" }, &out, messages);
            Ok(())
        }
        RunOutcome::Unchanged { manifest, entered } => {
            *was_there = true;
            let (folder, seed) = (out.display(), manifest.seed);
            messages.set_run_id(Identity::of(&order.plan, Seed(seed)).name());
            if entered && let Some(archive) = &order.archive {
                let archive = archive.display();
                messages.note(format_args!("{folder} was entered in {archive}, which lacked it"));
            }
            let words = format!("{folder} holds this run, seed {seed}: nothing to do");
            messages.say("message", words, json!({ "seed": seed }));
            if !sweep_then_exists(&sheet).or_unread(&sheet)? {
                prove(settings, force, &out, messages)?;
            }
            all_made(&manifest.short)
        }
    }
}

/// Returns the night that these settings mean now. A run asks once, because midnight may pass while it
/// works.
pub fn tonight(settings: &Settings) -> Night {
    settings.job.night(Timestamp::now())
}

/// Returns how a run with these settings is made.
pub fn options(settings: &Settings, night: &Night, replace: bool) -> Result<Options, Failure> {
    Ok(Options {
        seed: settings.job.seed(night)?,
        threads: settings.job.thread_count(),
        replace,
        again: settings.archive.again,
        holder: locks::holder(),
        now: locks::now,
        interrupt: Interrupt::default(),
    })
}

/// Tells how far the number of pages is from the number that was ordered.
fn tell_difference(settings: &Settings, found: usize, messages: &Messages) {
    let pages = settings.counts.pages.map(usize::from);
    let Some(asked) = pages.filter(|asked| *asked != found) else {
        return;
    };
    let far = found.abs_diff(asked);
    let words = match found > asked {
        true => format!(
            "more than --pages {asked}: pages of techniques, hints and times depend on the puzzles; \
             --pages {} comes nearer",
            asked.saturating_sub(far)
        ),
        false if settings.book.imprint.fill_pages => format!(
            "fewer than --pages {asked}: only a book of one volume is filled with pages for notes"
        ),
        false => format!(
            "fewer than --pages {asked}: no number of puzzles makes as many; --fill-pages adds pages \
             for notes"
        ),
    };
    messages.note(format_args!("the book has {found} pages, {far} {words}"));
}

/// Makes the proof sheet of the finished run, if it is wanted.
fn prove(settings: &Settings, force: bool, out: &Path, messages: &Messages) -> Result<(), Failure> {
    if !settings.job.proof {
        return Ok(());
    }
    let sheet = out.join(PROOF_SHEET);
    let archive = settings.archive.name.as_deref().map(Archive::open_to_read);
    let made = sheet::make(sheet::SheetRequest {
        paths: vec![out.to_owned()],
        archive: archive.transpose()?,
        threads: settings.job.thread_count(),
        ..sheet::SheetRequest::default()
    })?;
    proof::write(&made, &sheet, force.into())?;
    messages.file(&sheet, sheet.display());
    proof::verdict(&made, &sheet)
}

/// Returns the user's seed, or draws one.
pub fn seed_or_draw(given: Option<Seed>) -> Result<Seed, Failure> {
    let draw = || Seed::draw().map_err(anyhow::Error::from);
    Ok(given.map_or_else(draw, Ok)?)
}

/// Asks the user for consent to more than 20 volumes, unless a setting gives it.
pub fn agree(settings: &Settings, volumes: usize) -> Result<(), Failure> {
    const MANY: usize = 20;
    if volumes <= MANY || settings.job.yes || settings.book.volumes.is_some() {
        return Ok(());
    }
    let asks = io::stdin().is_terminal() && terminal::shows_errors();
    if asks && confirmed(&format!("The book has at least {volumes} volumes. Make them?"))? {
        return Ok(());
    }
    Err(usage(format!(
        "expected at most {MANY} volumes, found at least {volumes}; use fewer puzzles, or --yes to \
         make them"
    )))
}

/// Returns the date of `SOURCE_DATE_EPOCH`, if it is set: the date that PDF/X files state, which must
/// not depend on the clock.
pub fn source_date() -> Result<Option<Timestamp>, Failure> {
    let Some(text) = std::env::var_os("SOURCE_DATE_EPOCH") else {
        return Ok(None);
    };
    let text = text.to_string_lossy();
    let seconds = text.parse::<u32>().ok().map(i64::from);
    let date = seconds.and_then(|seconds| Timestamp::from_second(seconds).ok());
    let wrong = || {
        let words = "expected seconds since 1970";
        usage(format!("SOURCE_DATE_EPOCH: {words}, found {text:?}"))
    };
    date.map(Some).ok_or_else(wrong)
}

fn tell_files(folder: &Path, manifest: &Manifest, messages: &Messages) {
    for file in &manifest.files {
        let path = folder.join(&file.name);
        let words = format!("{} ({})", path.display(), size(file.size));
        let fields = json!({ "path": path.display().to_string(), "bytes": file.size });
        messages.say("file", words, fields);
    }
}

/// Tells the next command to type.
fn tell_next(command: &str, folder: &Path, messages: &Messages) {
    let next = format!("sudoku-press {command} {}", shell_word(&folder.display().to_string()));
    messages.say("next", format_args!("next: {next}"), json!({ "command": next }));
}

/// Code 3 and the sentences, when a level could not be filled.
pub fn all_made(short: &[impl ToString]) -> Result<(), Failure> {
    if short.is_empty() {
        return Ok(());
    }
    let sentences: Vec<_> = short.iter().map(ToString::to_string).collect();
    Err(Failure::say(Code::Short, sentences.join("; ")))
}

/// For people: `1.2 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
