//! `run`, the main job: puzzles, catalogue, book and manifest, in a folder of their own.

use super::failure::{Code, Failure, OrFail};
use super::keep::{KeepArgs, Keeper, Keys};
use super::make::{self, MakeArgs};
use super::pieces::{self, Pieces};
use super::press::{BookArgs, Design, Pressed, Sections};
use super::progress::{MessageArgs, Progress};
use super::settings::{self, PROGRAM};
use super::stop::Stop;
use super::watch::WatchArgs;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use sudoku_press::archive::Archive;
use sudoku_press::batch::{Plan, Shortfall};
use sudoku_press::canon::Canonical;
use sudoku_press::catalog::{Format, Reader, Writer};
use sudoku_press::generate::FullGrid;
use sudoku_press::key::Key;
use sudoku_press::lock::Lock;
use sudoku_press::output::{self, MANIFEST, Pending, SUMS};
use sudoku_press::seed::Seed;

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
    keep: KeepArgs,

    #[command(flatten)]
    messages: MessageArgs,

    #[command(flatten)]
    watch: WatchArgs,
}

/// All that decides the bytes of the files, but for the seed.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Settings {
    /// Puzzles wanted, by level.
    quotas: BTreeMap<u8, u64>,
    grid: String,
    las_vegas_digits: Option<usize>,
    symmetry: String,
    dedup: String,
    variants: u64,
    attempts: u32,
    template: String,
    template_sha256: String,
    trim: String,
    title: Option<String>,
    author: Option<String>,
    /// What was printed before was refused.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    archive: bool,
    // Not written when nobody asked: a manifest without them is one without a printer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    printer: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    printer_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    paper: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    volumes: Option<usize>,
}

type Manifest = output::Manifest<Settings>;

/// The lock on a run's folder.
const LOCK: &str = ".lock";

/// Makes a run, unless it is there.
pub fn run(mut args: Args) -> Result<(), Failure> {
    args.watch.begin();
    args.out = args.make.night.dated(&args.out);
    let design = args.book.design()?;
    let plan = args.make.plan(Seed(0));
    plan.check().or_usage()?;
    design.check(&plan.quotas)?;
    let mut settings = Settings::of(&plan, &design);
    settings.archive = args.keep.archive.is_some();
    // Without a lock: a finished run needs none, and may lie where nothing can be written.
    if let Some(old) = finished(&args)? {
        return stands(&old, &settings, &args);
    }
    let keeper = args.keep.open(&plan)?;
    fs::create_dir_all(&args.out).or_unwritten(&args.out)?;
    let _lock = args.keep.locks.take(&args.out.join(LOCK), &args.out)?;
    // Whoever had the lock may have finished this very run.
    if let Some(old) = finished(&args)? {
        drop(keeper);
        return stands(&old, &settings, &args);
    }
    make(&args, design, settings, keeper.as_ref())
}

/// The finished run in the folder, unless it is to be replaced.
fn finished(args: &Args) -> Result<Option<Manifest>, Failure> {
    if args.force {
        return Ok(None);
    }
    Manifest::read(&args.out).map_err(|e| unknown_run(&args.out, &e))
}

fn make(
    args: &Args,
    mut design: Design,
    settings: Settings,
    keeper: Option<&Keeper>,
) -> Result<(), Failure> {
    let old = Manifest::read(&args.out).ok().flatten();
    // All that decides what the run makes: with another archive it would be another run's pieces.
    let entry = |seed| settings::entry("run", &settings, seed);
    let identity = |seed| -> Result<String, Failure> {
        let entry = entry(seed);
        let state = keeper.map_or(Ok(String::new()), |keeper| keeper.state(&entry))?;
        Ok(format!("{}{state}", entry.name()))
    };
    let unfinished = || Pieces::seed_of(&args.out, |seed| identity(seed).unwrap_or_default());
    let seed = make::seed_or_draw(args.make.seed().or_else(unfinished))?;
    let entry = entry(seed);
    let mut pieces = Pieces::of(&args.out, identity(seed)?, seed);
    design.imprint.edition = Some(format!("Seed {seed}"));
    let plan = args.make.plan(seed);
    let mut batch = args.make.batch(plan.clone())?;
    if let Some(keeper) = keeper {
        batch = keeper.refuse(batch, &entry)?;
    }
    let stop = Stop::listen(batch.stopper());
    let path = args.out.join("catalog.csv");
    let file = Pending::create(&path).or_unwritten(&path)?;

    args.messages.say(format_args!("seed {seed}"));
    let progress = args.messages.progress();
    let mut catalog = Writer::new(file, Format::Csv).or_unwritten(&path)?;
    let mut keys = Keys::new(keeper);
    let (tally, short) =
        make::make_all(batch, &plan, Some(&mut pieces), &stop, &progress, |entry| {
            keys.note(entry)?;
            catalog.write(entry).or_unwritten(&path)
        })?;
    let file = catalog.finish().or_unwritten(&path)?;

    stop.check(make::GOES_ON)?;
    // Only now is there something better than the old run.
    discard(&args.out, old.as_ref())?;
    let mut files = vec![file.commit().or_unwritten(&path)?];
    let pressed = press(&design, &path, &progress)?;
    design.preflight(&pressed)?;
    files.extend(pressed.files.iter().map(|(_, record)| record.clone()));

    output::write_sums(&args.out, &files).or_unwritten(&args.out.join(SUMS))?;
    // Before the manifest: a crash in between leaves a run that is made again, with the same puzzles,
    // because its own are not refused. The other way round its puzzles could be printed twice.
    stop.check(make::GOES_ON)?;
    keys.enter(&entry)?;
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
    pieces::sweep(&args.out);
    args.messages.say(tally);
    for file in &manifest.files {
        let path = args.out.join(&file.name);
        args.messages
            .say(format_args!("{} ({})", path.display(), size(file.size)));
    }
    make::all_made(&short)
}

/// Reads the catalogue back, proving each puzzle again, and presses the book.
fn press(design: &Design, catalog: &Path, progress: &Progress) -> Result<Pressed, Failure> {
    let file = File::open(catalog).or_unread(catalog)?;
    let mut sections = Sections::default();
    for record in Reader::new(BufReader::new(file)).or_unread(catalog)? {
        let record = record.or_unread(catalog)?;
        let level = record.level.expect("the column was written a moment ago");
        sections.push(level, record.puzzle);
    }
    let sections = sections.into_vec();
    if sections.is_empty() {
        return Ok(Pressed::default());
    }
    design.press(&sections, &catalog.with_file_name("book.pdf"), progress)
}

/// Removes a finished run that is to be replaced.
fn discard(folder: &Path, old: Option<&Manifest>) -> Result<(), Failure> {
    let books = old
        .into_iter()
        .flat_map(|old| &old.files)
        .map(|file| file.name.as_str());
    for name in [MANIFEST, SUMS].into_iter().chain(books) {
        let path = folder.join(name);
        match fs::remove_file(&path) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e).or_unwritten(&path),
            _ => {}
        }
    }
    Ok(())
}

/// A finished run stands for the same command; for any other it is in the way.
fn stands(old: &Manifest, settings: &Settings, args: &Args) -> Result<(), Failure> {
    let folder = args.out.display();
    let other_seed = args.make.seed().is_some_and(|seed| seed.0 != old.seed);
    let mut differences = settings.differences(&old.settings);
    if other_seed {
        differences.push("seed".to_owned());
    }
    if old.program != PROGRAM {
        differences.push(format!("version ({})", old.program));
    }
    if !differences.is_empty() {
        let words = format!(
            "{folder} holds a finished run with other settings ({}); --force replaces it, --out names another folder",
            differences.join(", ")
        );
        return Err(Failure::say(Code::Usage, words));
    }
    if let Some((name, damage)) = old.damaged(&args.out).or_unread(&args.out)? {
        let words = format!("{folder} holds this run, but {name} {damage}; --force makes it again");
        return Err(Failure::say(Code::No, words));
    }
    // What a crash right after the manifest has left; but not what a run that replaces this works on.
    if let Ok(_lock) = Lock::take(&args.out.join(LOCK), "") {
        pieces::sweep(&args.out);
    }
    if let Some(archive) = &args.keep.archive {
        settle(archive, old, args)?;
    }
    args.messages.say(format_args!(
        "{folder} holds this run, seed {}: nothing to do",
        old.seed
    ));
    make::all_made(&old.short)
}

/// A finished run that the archive has not, because the archive is an older copy, is entered.
fn settle(archive: &Path, old: &Manifest, args: &Args) -> Result<(), Failure> {
    let entry = settings::entry("run", &old.settings, Seed(old.seed));
    if Archive::open_to_read(archive)?
        .number_of(&entry.name())?
        .is_some()
    {
        return Ok(());
    }
    let keeper = Keeper::open(archive, &args.keep.locks)?;
    let path = args.out.join("catalog.csv");
    let mut keys = Vec::new();
    let file = File::open(&path).or_unread(&path)?;
    for record in Reader::new(BufReader::new(file)).or_unread(&path)? {
        let puzzle = record.or_unread(&path)?.puzzle;
        keys.push(Key::of_class(&Canonical::of(&puzzle)));
    }
    keeper.enter(&entry, &keys)?;
    let (folder, archive) = (args.out.display(), archive.display());
    args.messages
        .say(format_args!("{folder} was not in {archive}, and is now"));
    Ok(())
}

fn unknown_run(folder: &Path, e: &io::Error) -> Failure {
    let words = format!(
        "{} cannot be read as the manifest of a run ({e}); --force replaces it, --out names another folder",
        folder.join(MANIFEST).display()
    );
    Failure::say(Code::Usage, words)
}

/// For people: `1.2 MB`.
fn size(bytes: u64) -> String {
    match bytes {
        ..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

impl Settings {
    fn of(plan: &Plan, design: &Design) -> Self {
        let (terms, text) = (design.order.terms.as_ref(), design.order.text.as_ref());
        Self {
            quotas: plan
                .quotas
                .iter()
                .map(|&(level, n)| (level.number(), n))
                .collect(),
            grid: plan.grid.name().to_owned(),
            las_vegas_digits: match plan.grid {
                FullGrid::LasVegas { digits } => Some(digits),
                FullGrid::Shuffled | FullGrid::Pattern => None,
            },
            symmetry: plan.symmetry.name().to_owned(),
            dedup: plan.dedup.name().to_owned(),
            variants: plan.variants,
            attempts: plan.attempts,
            template: design.template.name().to_owned(),
            template_sha256: output::sha256(design.template_text.as_bytes()),
            trim: design.trim.to_string(),
            title: design.imprint.title.clone(),
            author: design.imprint.author.clone(),
            archive: false,
            printer: terms.map(|terms| terms.printer().to_owned()),
            printer_sha256: text.map(|text| output::sha256(text.as_bytes())),
            paper: terms.map(|terms| terms.paper().to_owned()),
            volumes: design.order.volumes,
        }
    }

    /// The names of the settings that are not the same.
    fn differences(&self, other: &Self) -> Vec<String> {
        let fields = |settings: &Self| match serde_json::to_value(settings) {
            Ok(serde_json::Value::Object(fields)) => fields,
            _ => unreachable!("settings are a struct of plain values"),
        };
        // A field may be absent from either side.
        let (own, other) = (fields(self), fields(other));
        let names: BTreeSet<&String> = own.keys().chain(other.keys()).collect();
        names
            .into_iter()
            .filter(|name| own.get(*name) != other.get(*name))
            .cloned()
            .collect()
    }
}
