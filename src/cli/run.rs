//! `run`, the main job: puzzles, catalogue, book and manifest, in a folder of their own.

use super::stop;
use super::{
    BookArgs, Choice, Code, CoverArgs, Failure, Follower, GOES_ON, LockArgs, MakeArgs, MessageArgs,
    Messages, OrFail as _, WatchArgs, one_of, proof, usage,
};
use clap::builder::PossibleValuesParser;
use clap::{Args as ClapArgs, value_parser};
use jiff::civil::Date;
use serde_json::json;
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use sudoku_press::book::date;
use sudoku_press::check::sheet;
use sudoku_press::human::grade::RatedAs;
use sudoku_press::make::batch::Plan;
use sudoku_press::make::seed::Seed;
use sudoku_press::run::shards::shell_word;
use sudoku_press::run::{
    self, BookPlan, CoverSettings, Identity, MANIFEST, Manifest, Order, Outcome, SHEET,
};
use sudoku_press::store::archive::Archive;
use sudoku_press::store::files::fs_path::exists;
use sudoku_press::store::files::output::sweep_then_exists;
use sudoku_press::store::table::CatalogColumns;
use sudoku_press::store::table::compress::Codec;

#[derive(ClapArgs, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press run --count 40 --levels 1-3 --title \"Rainy Days\" --printer kdp --trim 6x9
    sudoku-press run --job nightly.toml --date 2026-11-20")]
pub struct Args {
    /// Folder for the catalogue, the book and the manifest; {date} becomes the night's date
    #[arg(long, short, value_name = "FOLDER", default_value = "out")]
    out: PathBuf,

    /// Replace a finished run when the new one is complete; without --seed its seed is kept
    #[arg(long)]
    force: bool,

    /// Write the proof sheet proof.html into the folder, when the run is complete
    #[arg(long)]
    proof: bool,

    /// Make the cover of each volume too: cover.pdf, or cover-01.pdf and so on
    #[arg(long)]
    cover: bool,

    #[command(flatten)]
    make: MakeArgs,

    /// Number of days, for a design with a day for each puzzle
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "total", "quota"])]
    #[arg(value_parser = value_parser!(u64).range(1..=100_000), help_heading = "Book")]
    days: Option<u64>,

    /// Day of the last puzzle: with --first-day 2027-01-01 --last-day 2027-12-31 a whole year
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = date, requires = "first_day")]
    #[arg(conflicts_with_all = ["days", "count", "total", "quota"], help_heading = "Book")]
    last_day: Option<Date>,

    /// Number of pages of the book, in all its volumes: as many puzzles as they hold are made
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=5_000), help_heading = "Book")]
    #[arg(conflicts_with_all = ["days", "last_day", "count", "total", "quota"])]
    pages: Option<u16>,

    #[command(flatten)]
    book: BookArgs,

    #[command(flatten)]
    on_cover: Option<CoverArgs>,

    #[command(flatten)]
    pub night: NightArgs,
}

/// Flags that `run` and `generate` share.
#[derive(ClapArgs, Debug)]
pub struct NightArgs {
    /// Compress the catalogue; the same bytes come out on any machine
    #[arg(long, value_parser = one_of(CODECS), default_value = "none")]
    pub compress: Compress,

    /// Columns of the catalogue, in this order, such as puzzle,solution,level; or public, for a
    /// catalogue that is sold: all but seed, slot and reissue, with which the run can be made again
    /// [default: all]
    #[arg(long, value_name = "NAME,...|public", value_delimiter = ',')]
    #[arg(value_parser = column_names(), hide_possible_values = true, ignore_case = true)]
    columns: Vec<String>,

    /// File of settings, named as the flags are; flags and SUDOKU_PRESS_* win over it
    #[arg(long, value_name = "FILE.toml")]
    job: Option<PathBuf>,

    #[command(flatten)]
    pub archive: ArchiveArgs,

    #[command(flatten)]
    pub messages: MessageArgs,

    #[command(flatten)]
    pub watch: WatchArgs,
}

/// The word for all columns without those that make the run again.
const PUBLIC: &str = "public";

fn column_names() -> PossibleValuesParser {
    let names = CatalogColumns::new(Some(RatedAs::Canonical), true).names();
    PossibleValuesParser::new(names.into_iter().chain([PUBLIC]))
}

impl NightArgs {
    /// The columns of the catalogue of a plan; `None` for all.
    pub fn columns(&self, plan: &Plan) -> Result<Option<CatalogColumns>, Failure> {
        let all = CatalogColumns::for_plan(plan);
        let names: Vec<_> = self.columns.iter().map(|name| name.to_lowercase()).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        match names[..] {
            [] => Ok(None),
            [PUBLIC] => Ok(Some(all.public())),
            _ if names.contains(&PUBLIC) => {
                Err(usage("--columns: expected names, or public alone, found both"))
            }
            _ => all.select(&names).map(Some).map_err(|why| usage(format!("--columns: {why}"))),
        }
    }
}

/// How a catalogue is compressed, if it is.
type Compress = Option<Codec>;

const CODECS: &[Choice<Compress>] = &[
    ("none", "As it is", None),
    ("gzip", ".gz, which everything reads", Some(Codec::Gzip)),
    ("zstd", ".zst, as small, in a tenth of the time", Some(Codec::Zstd)),
];

/// Flags of the archive, for commands that make puzzles.
#[derive(ClapArgs, Debug)]
#[command(next_help_heading = "Archive")]
pub struct ArchiveArgs {
    /// Archive of printed puzzles: the run avoids everything in it and adds its own. A file (`archive
    /// create` begins one), or for several computers postgres://HOST/DATABASE
    #[arg(long, value_name = "NAME")]
    pub archive: Option<PathBuf>,

    /// Make a run once more that the archive has already and the folder does not hold
    #[arg(long, requires = "archive")]
    pub again: bool,

    #[command(flatten)]
    pub locks: LockArgs,
}

/// Makes a run, unless it is there.
pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    make(args, &mut false, messages)
}

/// Makes a run, unless it is there. Then `was_there` becomes true, whatever else goes wrong.
pub fn make(args: Args, was_there: &mut bool, messages: &Messages) -> Result<(), Failure> {
    let night = args.make.night();
    let out = night.dated(&args.out);
    let archive = &args.night.archive;
    let mut options = args.make.options(&night, args.force, archive.again)?;
    let order = args.order()?;
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&order.plan, seed).name());
    }
    let before = args.make.is_nightly().then(|| night.unfinished_before(&args.out));
    for (date, folder) in before.into_iter().flatten() {
        let folder = folder.display();
        let words =
            format!("{folder} is unfinished; the same command with --date {date} finishes it");
        messages.say("warning", words, json!({ "date": date.to_string() }));
    }
    let sheet = out.join(SHEET);
    let manifest = out.join(MANIFEST);
    let is_finished = exists(&manifest).or_unread(&manifest)?;
    if args.proof && !is_finished {
        proof::refuse(&sheet, args.force.into())?;
    }
    if args.force || !is_finished {
        args.book.agree(order.check()?)?;
    }
    options.interrupt = stop::listen(GOES_ON, messages);
    let mut follower =
        Follower::new(&args.night.messages, messages).of_book(&order.book, args.book.show_layout);
    follower.waiting(archive.locks.patience());
    let make = || Ok(run::make(&out, &order, &options, &mut follower)?);
    let outcome = archive.locks.wait(make)?;
    match outcome {
        Outcome::Made { manifest, short } => {
            follower.tell_levels();
            tell_files(&out, &manifest, messages);
            follower.tell_pages();
            args.tell_difference(follower.pages(), messages);
            args.prove(&out, &sheet, messages)?;
            all_made(&short)?;
            let spine = follower.spine().filter(|_| !args.cover);
            tell_next(if spine.is_some() { "cover" } else { "proof" }, &out, messages);
            Ok(())
        }
        Outcome::Unchanged { manifest, entered } => {
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
                args.prove(&out, &sheet, messages)?;
            }
            all_made(&manifest.short)
        }
    }
}

impl Args {
    /// Everything that defines the run except its seed.
    pub fn order(&self) -> Result<Order, Failure> {
        let cover = match &self.on_cover {
            None => CoverSettings { is_wanted: self.cover, ..CoverSettings::default() },
            Some(flags) if self.cover => flags.settings(),
            Some(_) => {
                let words = "--spine, --back, --palette and other flags of covers are for --cover, which is missing";
                return Err(usage(words));
            }
        };
        let mut book = self.book.plan_with(cover)?;
        if !book.imprint.course.is_empty() && self.pages.or(self.days.map(|_| 1)).is_some() {
            return Err(usage("--course: expected --count, found --pages or --days"));
        }
        let count = match self.pages {
            Some(pages) => Some(self.make.count_for(pages.into(), &book)?),
            None => self.days(&book)?,
        };
        if book.imprint.fill_pages && book.imprint.fill_to.is_none() {
            book.imprint.fill_to = self.pages.and_then(NonZeroU16::new);
        }
        let plan = self.make.plan(Some(&book), count, self.book.as_many_as_fit)?;
        Ok(Order {
            columns: self.night.columns(&plan)?,
            plan,
            book,
            compress: self.night.compress,
            archive: self.night.archive.archive.clone(),
            goes_on: self.book.goes_on(),
        })
    }

    /// Tells how far the number of pages is from the one that was asked for.
    fn tell_difference(&self, found: usize, messages: &Messages) {
        let Some(asked) = self.pages.map(usize::from).filter(|asked| *asked != found) else {
            return;
        };
        let far = found.abs_diff(asked);
        let words = match found > asked {
            true => format!(
                "more than --pages {asked}: pages of techniques, hints and times depend on the puzzles; \
                 --pages {} comes nearer",
                asked.saturating_sub(far)
            ),
            false if self.book.fills_pages() => format!(
                "fewer than --pages {asked}: only a book of one volume is filled with pages for notes"
            ),
            false => format!(
                "fewer than --pages {asked}: no number of puzzles makes as many; --fill-pages adds pages \
                 for notes"
            ),
        };
        messages.note(format_args!("the book has {found} pages, {far} {words}"));
    }

    /// The number of days that were asked for.
    fn days(&self, book: &BookPlan) -> Result<Option<u64>, Failure> {
        let refuse = |words| Err(usage(words));
        if self.days.or(self.last_day.map(|_| 1)).is_some() && !book.template.has_days() {
            let name = book.template.name();
            return refuse(format!(
                "--days and --last-day: expected a design with a day for each puzzle, such as daily, \
                 found {name}"
            ));
        }
        let (Some(first), Some(last)) = (book.imprint.first_day, self.last_day) else {
            return Ok(self.days);
        };
        match u64::try_from((last - first).get_days()) {
            Ok(days) => Ok(Some(days + 1)),
            Err(_) => refuse(format!("--last-day: expected {first} or later, found {last}")),
        }
    }

    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.make.night().dated(&self.out)
    }

    /// Makes the proof sheet of the finished run, if it is asked for.
    fn prove(&self, out: &Path, sheet: &Path, messages: &Messages) -> Result<(), Failure> {
        if !self.proof {
            return Ok(());
        }
        let archive = self.night.archive.archive.as_deref().map(Archive::open_to_read);
        let made = sheet::make(sheet::Order {
            paths: vec![out.to_owned()],
            archive: archive.transpose()?,
            threads: self.make.threads(),
            ..sheet::Order::default()
        })?;
        proof::write(&made, sheet, self.force.into())?;
        messages.file(sheet, sheet.display());
        proof::verdict(&made, sheet)
    }
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
