//! Sharded runs: `generate --into`, the steps of `shards` that merge the parts into one catalogue,
//! the status of a run, and scripts for schedulers.

use super::choice::output_path;
use super::flags::args_of_settings;
use super::{
    CONTINUE_HINT, Choice, CliObserver, ExitCode, Failure, LockArgs, LoggingArgs, MessageArgs,
    Messages, check_shortfall, one_of, usage_error, with_stdout,
};
use super::{locks, signals};
use clap::value_parser;
use engine::make::seed::Seed;
use serde_json::json;
use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use store::archive::Archive;
use sudoku_press::run::shards::{
    self, BucketManifest, FinishedShards, LaunchInfo, ShardedRun, StepOptions, shell_word,
};
use sudoku_press::run::{CatalogSpec, Options, PartSettings, Settings, ShardChoice, parse_shard};

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: ShardsCommand,
}

#[derive(clap::Subcommand, Debug)]
enum ShardsCommand {
    /// Show what is missing in a sharded run
    #[command(after_help = "\
Examples:
    sudoku-press shards status big
    sbatch --array=$(sudoku-press shards status big --missing --shards 64) generate.sbatch")]
    Status(StatusArgs),
    /// Find the duplicates, a slice of the keys at a time
    #[command(after_help = "\
Examples:
    sudoku-press shards merge big
    sudoku-press shards merge big --slice 17/256 --archive printed.archive")]
    Merge {
        /// Slice of the keys to merge, such as 0/1 or 17/256, or auto/256 if Slurm sets the number.
        /// The number of slices is a power of two up to 4096; a slice needs 24 bytes of memory for
        /// each of its keys
        #[arg(long, value_name = "I/N", default_value = "0/1", value_parser = parse_slice)]
        slice: (usize, usize),

        #[command(flatten)]
        archive: StepArchiveArgs,

        #[command(flatten)]
        step: StepArgs,
    },
    /// Replace the duplicates, until there are none
    Settle {
        #[command(flatten)]
        archive: StepArchiveArgs,

        #[command(flatten)]
        step: StepArgs,
    },
    /// Put the run together: final parts, archive, manifest. With --shard only the final parts of
    /// one shard; run `finish` again without it to complete the run
    Finish {
        #[command(flatten)]
        shard: ShardArgs,

        #[command(flatten)]
        archive: StepArchiveArgs,

        #[command(flatten)]
        step: StepArgs,
    },
    /// Write a finished run as one catalogue
    Join {
        /// File to write; it is compressed if its name ends in .gz or .zst, and Parquet if the
        /// parts are
        #[arg(long, short, value_name = "FILE", value_parser = output_path())]
        out: PathBuf,

        /// Replace the file if it exists
        #[arg(long)]
        force: bool,

        #[command(flatten)]
        step: StepArgs,
    },
    /// Print scheduler scripts for sharded runs, or list the schedulers
    Engines {
        /// Name of the scheduler
        #[arg(value_parser = one_of(ENGINES))]
        name: Option<&'static str>,
    },
}

const ENGINES: &[Choice<&str>] = &[
    ("slurm", "A script for Slurm: sh slurm.sh", include_str!("../../templates/engines/slurm.sh")),
    (
        "snakemake",
        "A Snakefile for one machine, clusters and clouds",
        include_str!("../../templates/engines/Snakefile"),
    ),
    (
        "slurm-status",
        "A script that tells Snakemake how a job of Slurm is",
        include_str!("../../templates/engines/slurm-status.sh"),
    ),
];

/// Flags that every step after `generate --into` takes.
#[derive(clap::Args, Debug)]
struct StepArgs {
    /// Folder of a sharded run
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    #[command(flatten)]
    _messages: MessageArgs,

    #[command(flatten)]
    _watch: LoggingArgs,
}

/// Flags of a step that reads the archive.
#[derive(clap::Args, Debug)]
struct StepArchiveArgs {
    /// Archive of everything ever printed, the same in each step (`archive --help` has the kinds)
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,

    #[command(flatten)]
    locks: LockArgs,
}

#[derive(clap::Args, Debug)]
struct StatusArgs {
    /// Folder of a sharded run
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// Print only the shards with missing parts, in the form that Slurm's --array takes: 3,17-19
    #[arg(long)]
    missing: bool,

    /// Read every file, and list those that have changed
    #[arg(long)]
    check: bool,

    /// Number of shards [default: the number that was named first]
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..=1_000_000))]
    shards: Option<u64>,
}

/// The flags that select the shard of this machine.
#[derive(Debug)]
struct ShardArgs(PartSettings);

args_of_settings! { ShardArgs, ["shard", "shards"], |settings| Self(settings.parts) }

/// The variable in which Slurm passes the number of a task.
const TASK_VARIABLE: &str = "SLURM_ARRAY_TASK_ID";

/// Returns the number of the shard and the number of shards; `None` for all.
fn chosen_shard(parts: &PartSettings) -> Result<Option<(u64, u64)>, Failure> {
    match (parts.shard, parts.shards) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(usage_error("--shards is for --shard auto, which is missing")),
        (Some(ShardChoice::One(one, all)), None) => Ok(Some((one, all))),
        (Some(ShardChoice::One(..)), Some(_)) => Err(usage_error(
            "--shard names the number of shards itself: --shards is for --shard auto",
        )),
        (Some(ShardChoice::Auto), None) => Err(usage_error(
            "--shard auto: expected the number of shards (--shards), found none; Slurm tells the \
             number of tasks that it starts now, which may be fewer",
        )),
        (Some(ShardChoice::Auto), Some(all)) => scheduler_task(all).map(Some),
    }
}

/// Returns the number of this task, of `all`, from Slurm's variable.
fn scheduler_task(all: u64) -> Result<(u64, u64), Failure> {
    let number = env::var(TASK_VARIABLE).map_err(|_| {
        usage_error(format!("--shard auto: expected the variable {TASK_VARIABLE}, found none"))
    })?;
    let wrong = || {
        let last = all - 1;
        usage_error(format!(
            "--shard auto: expected {TASK_VARIABLE} from 0 to {last}, found {number:?}"
        ))
    };
    let known = number.parse::<u64>().ok().filter(|number| *number < all);
    known.map(|number| (number, all)).ok_or_else(wrong)
}

/// Makes the parts of a shard; or without `--shard` all parts, and then the whole run up to its
/// manifest.
pub fn generate(
    settings: &Settings,
    folder: &Path,
    order: &CatalogSpec,
    options: &Options,
    messages: &Messages,
) -> Result<(), Failure> {
    let shard = chosen_shard(&settings.parts)?;
    let begun = ShardedRun::open(folder)?;
    let seed = match (options.seed, begun) {
        (Some(seed), _) => seed,
        (None, Some(begun)) => begun.identity.seed(),
        (None, None) if shard.is_some() => {
            return Err(usage_error("--shard: expected the seed of the run (--seed), found none"));
        }
        (None, None) => Seed::draw().map_err(anyhow::Error::from)?,
    };
    let part = settings.parts.part.unwrap_or_else(|| shards::part_of(&order.plan));
    let mut parts = ShardedRun::begin(folder, order, part, seed, options.again)?;
    if let Ok(Some(finished)) = FinishedShards::open(folder)
        && finished.is_whole()?
    {
        let message =
            format!("{} holds this run, seed {}: nothing to do", folder.display(), seed.0);
        messages.event("message", message, json!({ "seed": seed.0 }));
        // A shard whose parts exist is done, even if the run is short of puzzles.
        return shard.map_or_else(|| check_shortfall(&finished.manifest.short), |_| Ok(()));
    }
    let interrupt = &signals::install(CONTINUE_HINT, messages);
    let work = StepOptions { threads: options.threads, interrupt };
    let mut observer = CliObserver::new(messages);
    let archive = order.archive.as_ref().map(|path| path.display().to_string());
    parts.remember(LaunchInfo {
        shards: shard.map(|(_, all)| all),
        command: reusable_command_line(),
        archive,
    })?;
    let all = 0..parts.all.len();
    let range = shard.map_or(all, |(one, all)| parts.of_shard(one, all));
    parts.make(range, &work, &mut observer)?;
    observer.print_levels();
    if shard.is_some() {
        return Ok(());
    }
    let path = order.archive.as_deref();
    loop {
        let buckets = parts.buckets(settings.parts.memory.map_or(1_000_000_000, |memory| memory.0));
        let archive = path.map(Archive::open_to_read).transpose()?;
        for bucket in 0..buckets {
            parts.merge(bucket, buckets, archive.as_ref(), &work)?;
        }
        note_replaced(parts.settle(archive.as_ref(), &work)?.again, messages);
        drop(archive);
        let finished = finish(&parts, path, &LockArgs::new(&settings.archive), &work, messages);
        if !finished.as_ref().is_err_and(Failure::is_overtaken) {
            return finished;
        }
        messages.info("another run was entered meanwhile: its puzzles are excluded now");
    }
}

/// Returns the command line for a shell, without flags that differ by shard. `None` if it contains
/// a secret, or would draw another seed tomorrow.
fn reusable_command_line() -> Option<String> {
    const FLAGS_OF_SHARD: [&str; 3] = ["--shard", "--shards", "--threads"];
    let mut all = env::args_os().skip(1).map(|arg| arg.into_string().ok());
    let mut command = "sudoku-press".to_owned();
    while let Some(arg) = all.next() {
        let arg = arg?;
        let flag = arg.split('=').next().unwrap_or_default();
        if flag == "--secret" || arg.ends_with("from-date") {
            return None;
        }
        // Arguments are appended later, and `generate` has no positional argument.
        if arg == "--" {
            continue;
        }
        if FLAGS_OF_SHARD.contains(&flag) {
            if flag == arg {
                all.next();
            }
            continue;
        }
        command += " ";
        command += &shell_word(&arg);
    }
    Some(command)
}

fn note_replaced(again: u64, messages: &Messages) {
    let message = format_args!("{again} puzzles were made again, because they were duplicates");
    messages.event("message", message, json!({ "reissued": again }));
}

/// Makes the final parts and the manifest, and prints the number of puzzles.
fn finish(
    parts: &ShardedRun,
    archive: Option<&Path>,
    locks: &LockArgs,
    work: &StepOptions<'_>,
    messages: &Messages,
) -> Result<(), Failure> {
    let mut archive = archive.map(|path| locks.archive(path)).transpose()?;
    let now = locks::now();
    let archive = archive.as_mut().map(|archive| (archive, now.as_str()));
    let manifest = parts.finish(archive, work)?;
    let (puzzles, files) = (manifest.counts.values().sum::<u64>(), manifest.files.len());
    let message = format!("{puzzles} puzzles in {files} parts");
    messages.event("message", message, json!({ "puzzles": puzzles, "parts": files }));
    check_shortfall(&manifest.short)
}

/// Opens the sharded run that the user named.
fn open_sharded_run(folder: &Path) -> Result<ShardedRun, Failure> {
    let none = || {
        let message = "expected the folder of a sharded run (generate --into), found no run.json";
        usage_error(format!("{}: {message}", folder.display()))
    };
    ShardedRun::open(folder)?.ok_or_else(none)
}

fn parse_slice(text: &str) -> Result<(usize, usize), String> {
    let right = |(_, all): &(u64, u64)| all.is_power_of_two() && *all <= 4096;
    let from_scheduler = text
        .strip_prefix("auto/")
        .and_then(|all| Some(format!("{}/{all}", env::var(TASK_VARIABLE).ok()?)));
    let text = from_scheduler.as_deref().unwrap_or(text);
    let (one, all) = parse_shard(text).filter(right).ok_or_else(|| {
        format!(
            "expected a slice of the keys such as 0/1 or 17/256 (of a power of two up to 4096), or auto/256 in a \
             task of Slurm, found {text:?}"
        )
    })?;
    Ok((one as usize, all as usize))
}

impl StepArchiveArgs {
    fn open(&self) -> Result<Option<Archive>, Failure> {
        Ok(self.archive.as_deref().map(Archive::open_to_read).transpose()?)
    }
}

impl StepArgs {
    /// Runs a step, and ends it in an orderly way if a signal arrives. The name of the archive is
    /// recorded for messages.
    fn step<T>(
        &self,
        archive: Option<&StepArchiveArgs>,
        messages: &Messages,
        step: impl FnOnce(&ShardedRun, &StepOptions<'_>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let mut parts = open_sharded_run(&self.folder)?;
        if let Some(archive) = archive.and_then(|archive| archive.archive.as_ref()) {
            let archive = Some(archive.display().to_string());
            parts.remember(LaunchInfo { archive, ..LaunchInfo::default() })?;
        }
        messages.set_run_id(parts.identity.name());
        let interrupt = &signals::install(CONTINUE_HINT, messages);
        step(&parts, &StepOptions { threads: self.threads.unwrap_or(0).into(), interrupt })
    }
}

/// Runs a step of a sharded run, or prints its status.
pub fn run(args: &Args, messages: &Messages) -> Result<(), Failure> {
    match &args.command {
        ShardsCommand::Status(args) => print_status(args),
        ShardsCommand::Merge { slice: (one, all), archive, step } => {
            step.step(None, messages, |parts, work| {
                let merged = parts.merge(*one, *all, archive.open()?.as_ref(), work)?;
                let BucketManifest { keys, losers, .. } = merged;
                let message = format!("slice {one}/{all}: {keys} keys, {losers} duplicates");
                messages.event("message", message, json!({ "keys": keys, "duplicates": losers }));
                Ok(())
            })
        }
        ShardsCommand::Settle { archive, step } => {
            step.step(Some(archive), messages, |parts, work| {
                note_replaced(parts.settle(archive.open()?.as_ref(), work)?.again, messages);
                Ok(())
            })
        }
        ShardsCommand::Finish { shard, archive, step } => {
            let shard = chosen_shard(&shard.0)?;
            if shard.is_some() && archive.archive.is_some() {
                return Err(usage_error("--archive is for the end, without --shard"));
            }
            step.step(Some(archive), messages, |parts, work| match shard {
                Some((one, all)) => Ok(parts.finish_range(parts.of_shard(one, all), work)?),
                None => finish(parts, archive.archive.as_deref(), &archive.locks, work, messages),
            })
        }
        ShardsCommand::Join { out, force, step } => step.step(None, messages, |_, work| {
            let finished = FinishedShards::open(&step.folder)?;
            let finished =
                finished.ok_or_else(|| usage_error("the folder has changed meanwhile"))?;
            finished.join(out, (*force).into(), work)?;
            messages.file_written(out, out.display());
            Ok(())
        }),
        ShardsCommand::Engines { name: Some(text) } => with_stdout(|out| write!(out, "{text}")),
        ShardsCommand::Engines { name: None } => with_stdout(|out| {
            ENGINES.iter().try_for_each(|(name, about, _)| writeln!(out, "{name:<12} {about}"))
        }),
    }
}

fn print_status(args: &StatusArgs) -> Result<(), Failure> {
    let parts = open_sharded_run(&args.folder)?;
    let shards = args.shards.or(parts.launch.shards);
    let progress = parts.progress(args.check)?;
    let by_shard = shards.map(|shards| parts.by_shard(shards));
    let lacking = |indices: &[usize]| match &by_shard {
        Some(by_shard) => format_ranges(indices.iter().map(|index| by_shard[*index])),
        None => format_ranges(indices.iter().map(|index| *index as u64)),
    };
    let all: Vec<usize> = progress.missing.iter().chain(&progress.lost).copied().collect();
    with_stdout(|out| {
        if args.missing {
            return if all.is_empty() { Ok(()) } else { writeln!(out, "{}", lacking(&all)) };
        }
        let identity = &parts.identity;
        writeln!(out, "run {}, seed {}", identity.name(), identity.seed())?;
        let (made, of) = (progress.made, parts.all.len());
        writeln!(out, "made: {made} of {of} parts, {} puzzles", progress.puzzles)?;
        for (indices, what) in [(&progress.missing, "missing"), (&progress.lost, "lost")] {
            if !indices.is_empty() {
                let of = shards.map_or_else(|| "of the parts".into(), |n| format!("of {n} shards"));
                writeln!(out, "{what}: {} parts; {} {of}", indices.len(), lacking(indices))?;
            }
        }
        if let Some(left) = progress.left {
            let minutes = left.as_secs().div_ceil(60);
            writeln!(out, "time left: {minutes} min at the current pace")?;
        }
        progress.changed.iter().try_for_each(|sentence| writeln!(out, "changed: {sentence}"))?;
        writeln!(out, "next: {}", progress.next)
    })?;
    match progress.changed.len() {
        0 => Ok(()),
        changed => Err(Failure::msg(
            ExitCode::Failure,
            format!("expected the files as they were made, found {changed} changed"),
        )),
    }
}

/// Formats numbers as ranges, such as `3,17-19`.
fn format_ranges(numbers: impl Iterator<Item = u64>) -> String {
    let mut numbers: Vec<u64> = numbers.collect();
    numbers.sort_unstable();
    numbers.dedup();
    let range = |run: &[u64]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    let runs: Vec<_> = numbers.chunk_by(|a, b| a + 1 == *b).map(range).collect();
    runs.join(",")
}
