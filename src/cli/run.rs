//! `run`, the main job: puzzles, catalogue, book and manifest, in a folder of their own.

use super::failure::{Failure, OrFail};
use super::finished::{self, Again, LOCK, Manifest};
use super::keep::{KeepArgs, Keeper};
use super::make::MakeArgs;
use super::pack::PackArgs;
use super::pieces::Place;
use super::press::{BookArgs, Design, Pressed, Sections};
use super::progress::{MessageArgs, Progress};
use super::settings::{PROGRAM, Settings};
use super::stop::Stop;
use super::watch::{self, WatchArgs};
use super::work::{self, Work};
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use sudoku_press::batch::Shortfall;
use sudoku_press::files::output::{self, FileRecord, MANIFEST, Pending, SUMS};
use sudoku_press::seed::Seed;
use sudoku_press::table::compress;
use sudoku_press::table::{self, Columns, Format, PACKAGE, Records, Writer};

/// What the user typed.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Folder for the catalogue, the book and the manifest; {date} becomes the night's date
    #[arg(long, short, value_name = "FOLDER", default_value = "out")]
    out: PathBuf,

    /// Replace a finished run
    #[arg(long)]
    force: bool,

    /// File of settings, named as the flags are; flags and SUDOKU_PRESS_* win over it
    #[arg(long, value_name = "FILE.toml")]
    pub job: Option<PathBuf>,

    #[command(flatten)]
    make: MakeArgs,

    #[command(flatten)]
    book: BookArgs,

    #[command(flatten)]
    pack: PackArgs,

    #[command(flatten)]
    keep: KeepArgs,

    #[command(flatten)]
    messages: MessageArgs,

    #[command(flatten)]
    watch: WatchArgs,
}

/// Makes a run, unless it is there.
pub fn run(mut args: Args) -> Result<(), Failure> {
    args.watch.begin();
    args.out = args.make.night.dated(&args.out);
    let design = args.book.design()?;
    let plan = args.make.plan(Seed(0), &design.template.turns());
    plan.check().or_usage()?;
    design.check(&plan.quotas)?;
    let mut settings = Settings::of(&plan, &design);
    settings.archive = args.keep.archive.is_some();
    settings.compress = args.pack.codec().map(|codec| codec.name().to_owned());
    if let Some(seed) = args.make.seed() {
        watch::is_run(&settings.entry(seed));
    }
    let again = Again {
        folder: &args.out,
        settings: &settings,
        seed: args.make.seed(),
        archive: args.keep.archive.as_deref(),
        locks: &args.keep.locks,
        messages: &args.messages,
    };
    let finished = || match args.force {
        true => Ok(None),
        false => finished::find(&args.out),
    };
    // Without a lock: a finished run needs none, and may lie where nothing can be written.
    if let Some(old) = finished()? {
        return again.stands(&old);
    }
    let keeper = args.keep.open(&plan)?;
    fs::create_dir_all(&args.out).or_unwritten(&args.out)?;
    let _lock = args.keep.locks.take(&args.out.join(LOCK), &args.out)?;
    // Whoever had the lock may have finished this very run.
    if let Some(old) = finished()? {
        drop(keeper);
        return again.stands(&old);
    }
    make(&args, design, settings, keeper.as_ref())
}

fn make(
    args: &Args,
    mut design: Design,
    settings: Settings,
    keeper: Option<&Keeper>,
) -> Result<(), Failure> {
    let old = Manifest::read(&args.out).ok().flatten();
    let place = Place::in_folder(&args.out);
    let run = |seed| settings.entry(seed);
    let turns = design.template.turns();
    let mut work = Work::begin(&args.make, &turns, keeper, Some(place.clone()), run)?;
    let seed = work.seed;
    design.imprint.seed = Some(seed.0);
    let path = args.out.join(settings.catalog());
    let file = Pending::create(&path).or_unwritten(&path)?;
    let file = compress::Writer::new(file, args.pack.codec()).or_unwritten(&path)?;

    args.messages.say(format_args!("seed {seed}"));
    let progress = args.messages.progress();
    let mut catalog = Writer::new(file, Format::Csv).or_unwritten(&path)?;
    let order = design.template.in_turn(design.imprint.first_day);
    let (tally, short) = work.make_all(&progress, order, |entry| {
        catalog.write(entry).or_unwritten(&path)
    })?;
    let file = catalog.finish().and_then(compress::Writer::finish);
    let file = file.or_unwritten(&path)?;

    work.check()?;
    // Only now is there something better than the old run.
    finished::discard(&args.out, old.as_ref())?;
    let file = file.commit().or_unwritten(&path)?;
    let package = describe(&args.out, &file)?;
    let mut files = vec![file, package];
    let pressed = press(&design, &path, &progress, &work.stop);
    work.check()?;
    let pressed = pressed?;
    design.preflight(&pressed)?;
    files.extend(pressed.files.iter().map(|(_, record)| record.clone()));

    output::write_sums(&args.out, &files).or_unwritten(&args.out.join(SUMS))?;
    // Before the manifest: a crash in between leaves a run that is made again, with the same puzzles,
    // because its own are not refused. The other way round its puzzles could be printed twice.
    work.check()?;
    work.enter()?;
    let manifest = Manifest {
        program: PROGRAM.to_owned(),
        settings,
        seed: seed.0,
        counts: tally.counts(),
        short: short.iter().map(Shortfall::to_string).collect(),
        files,
    };
    manifest
        .write(&args.out)
        .or_unwritten(&args.out.join(MANIFEST))?;
    place.sweep();
    args.messages.say(tally);
    for file in &manifest.files {
        let path = args.out.join(&file.name);
        args.messages
            .say(format_args!("{} ({})", path.display(), size(file.size)));
    }
    work::all_made(&short)
}

/// Writes what the catalogue is for other programs.
fn describe(folder: &Path, catalog: &FileRecord) -> Result<FileRecord, Failure> {
    let path = folder.join(PACKAGE);
    let mut file = Pending::create(&path).or_unwritten(&path)?;
    let package = table::package(catalog, &Columns::default());
    file.write_all(package.as_bytes()).or_unwritten(&path)?;
    file.commit().or_unwritten(&path)
}

/// Reads the catalogue back, proving each puzzle again, and presses the book.
fn press(
    design: &Design,
    catalog: &Path,
    progress: &Progress,
    stop: &Stop,
) -> Result<Pressed, Failure> {
    let mut sections = Sections::default();
    for record in Records::open(catalog).or_unread(catalog)? {
        stop.check()?;
        let record = record.or_unread(catalog)?;
        let level = record.level.expect("the column was written a moment ago");
        sections.push(level, record.puzzle);
    }
    let sections = sections.into_vec();
    if sections.is_empty() {
        return Ok(Pressed::default());
    }
    let target = catalog.with_file_name("book.pdf");
    design.press(&sections, &target, progress, stop)
}

/// For people: `1.2 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
