//! Sharded runs: `generate --into`, the join of the parts into one catalogue, the status of a run,
//! and scripts for schedulers.

use super::choice::{output_path, refuse_other_ending};
use super::{
    CONTINUE_HINT, Choice, CliObserver, ExitCode, Failure, LockArgs, Messages, check_shortfall,
    one_of, usage_error, with_stdout,
};
use super::{locks, signals};
use ::jobs::{CatalogSpec, Observer, Options, Settings};
use ::shards::{JoinedCatalog, LaunchInfo, ShardedRun};
use clap::value_parser;
use make::Seed;
use serde_json::json;
use std::env;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tables::TableFormat;
use words::{Clause, shell_word};

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
    sbatch --array=$(sudoku-press shards status big --missing) generate.sbatch")]
    Status(StatusArgs),
    /// Join the parts into one catalogue, and replace the puzzles that come twice
    #[command(after_help = "\
Examples:
    sudoku-press shards join big
    sudoku-press shards join big --archive printed.archive --out big.csv.zst")]
    Join(JoinArgs),
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

#[derive(clap::Args, Debug)]
struct JoinArgs {
    /// Folder of a sharded run
    #[arg(value_name = "DIR")]
    folder: PathBuf,

    /// File to write, CSV, which is compressed if its name ends in .gz or .zst, or Parquet
    /// (.parquet) [default: catalog in DIR, in the form of the parts]
    #[arg(long, short, value_name = "FILE", value_parser = output_path())]
    out: Option<PathBuf>,

    /// Replace the file that --out names if it exists, and join a run that the archive has already
    #[arg(long)]
    force: bool,

    /// Archive of everything ever printed, which receives the puzzles (`archive --help` has the
    /// kinds)
    #[arg(long, value_name = "NAME")]
    archive: Option<PathBuf>,

    #[command(flatten)]
    locks: LockArgs,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
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
}

/// Makes the parts of a shard; or without `--shard` all parts, and joins them.
pub fn generate(
    settings: &Settings,
    folder: &Path,
    spec: &CatalogSpec,
    options: &Options,
    messages: &Messages,
) -> Result<(), Failure> {
    let shard = settings.parts.shard;
    let begun = ShardedRun::open(folder)?;
    let seed = match (options.seed, begun) {
        (Some(seed), _) => seed,
        (None, Some(begun)) => begun.identity.seed(),
        (None, None) if shard.is_some() => {
            return Err(usage_error("--shard: expected the seed of the run (--seed), found none"));
        }
        (None, None) => Seed::draw().map_err(anyhow::Error::from)?,
    };
    let launch = LaunchInfo {
        shards: shard.map(|shard| shard.all),
        command: reusable_command_line(),
        archive: spec.archive.as_ref().map(|path| path.display().to_string()),
        split: spec.split.as_ref().map(ToString::to_string),
    };
    let split = launch.split.clone();
    let parts = ShardedRun::begin(folder, spec, seed, launch, options.again)?;
    if parts.launch.split != split {
        let begun = parts.launch.split.as_deref().unwrap_or("none");
        let found = split.as_deref().unwrap_or("none");
        return Err(usage_error(format!(
            "--split: expected {begun}, with which {} was begun, found {found}",
            folder.display()
        )));
    }
    if is_joined(&parts, messages)? {
        return Ok(());
    }
    let interrupt = signals::install(CONTINUE_HINT, messages);
    let options = Options { interrupt, ..options.clone() };
    let mut observer = CliObserver::new(messages);
    let range = match shard {
        Some(shard) => parts.of_shard(shard.number, shard.all),
        None => 0..parts.all.len(),
    };
    parts.make(range, &options, &mut observer)?;
    messages.print_levels();
    if shard.is_some() {
        return Ok(());
    }
    let locks = LockArgs::new(settings);
    let joined =
        locks.wait(|| Ok(parts.join(None, spec.archive.as_deref(), &options, &mut observer)?))?;
    print_joined(&joined, messages)
}

/// Returns true, and says so, if the folder of a run has its catalogue.
fn is_joined(parts: &ShardedRun, messages: &Messages) -> Result<bool, Failure> {
    let is_joined = parts.is_joined()?;
    if is_joined {
        let (paths, seed) = (parts.catalog_paths()?, parts.identity.seed());
        let holder = if paths.len() == 1 { &paths[0] } else { &parts.folder };
        let message = format!("{} holds this run, seed {seed}: nothing to do", holder.display());
        messages.event("message", message, json!({ "seed": seed.0 }));
    }
    Ok(is_joined)
}

/// Prints the number of puzzles and of duplicates. Fails if a level is short.
fn print_joined(joined: &JoinedCatalog, messages: &Messages) -> Result<(), Failure> {
    let JoinedCatalog { paths, puzzles, reissued, short } = joined;
    let message = format!(
        "{puzzles} puzzles, {reissued} of which were made again, because they were duplicates"
    );
    messages.event("message", message, json!({ "puzzles": puzzles, "reissued": reissued }));
    paths.iter().for_each(|path| messages.file_written(path, path.display()));
    check_shortfall(short)
}

/// Returns the command line for a shell, without flags that differ by shard. `None` if it contains
/// a secret, or would draw another seed tomorrow.
fn reusable_command_line() -> Option<String> {
    const FLAGS_OF_SHARD: [&str; 2] = ["--shard", "--threads"];
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

/// Opens the sharded run that the user named.
fn open_sharded_run(folder: &Path) -> Result<ShardedRun, Failure> {
    let none = || {
        let message = "expected the folder of a sharded run (generate --into), found no run.json";
        usage_error(format!("{}: {message}", folder.display()))
    };
    ShardedRun::open(folder)?.ok_or_else(none)
}

/// Joins the parts of a run, prints its status, or prints a script.
pub fn run(args: &Args, messages: &Messages) -> Result<(), Failure> {
    match &args.command {
        ShardsCommand::Status(args) => print_status(args),
        ShardsCommand::Join(args) => join(args, messages),
        ShardsCommand::Engines { name: Some(text) } => with_stdout(|out| write!(out, "{text}")),
        ShardsCommand::Engines { name: None } => with_stdout(|out| {
            ENGINES.iter().try_for_each(|(name, about, _)| writeln!(out, "{name:<12} {about}"))
        }),
    }
}

/// An observer of a join, which has no puzzles to show.
struct JoinObserver<'a>(&'a Messages);

impl Observer for JoinObserver<'_> {
    fn note(&mut self, words: Clause) {
        self.0.info(words);
    }
}

fn join(args: &JoinArgs, messages: &Messages) -> Result<(), Failure> {
    let parts = open_sharded_run(&args.folder)?;
    messages.set_run_id(parts.identity.name());
    if args.out.is_none() && is_joined(&parts, messages)? {
        return Ok(());
    }
    let options = Options {
        seed: None,
        night: None,
        threads: args.threads.unwrap_or(0).into(),
        replace: args.force.into(),
        again: args.force,
        holder: locks::holder(),
        now: locks::now,
        interrupt: signals::install(CONTINUE_HINT, messages),
    };
    let (out, archive) = (args.out.as_deref(), args.archive.as_deref());
    if let Some(out) = out {
        refuse_other_ending(out, &[TableFormat::Csv, TableFormat::Parquet])?;
    }
    let mut observer = JoinObserver(messages);
    let joined = args.locks.wait(|| Ok(parts.join(out, archive, &options, &mut observer)?))?;
    print_joined(&joined, messages)
}

fn print_status(args: &StatusArgs) -> Result<(), Failure> {
    let run = open_sharded_run(&args.folder)?;
    let progress = run.progress(args.check)?;
    if args.missing {
        let lacking: Vec<usize> = progress.lacking().collect();
        return with_stdout(|out| match lacking[..] {
            [] => Ok(()),
            _ => writeln!(out, "{}", numbers(&run, &lacking)),
        });
    }
    with_stdout(|out| {
        writeln!(out, "run {}, seed {}", run.identity.name(), run.identity.seed())?;
        let (made, of) = (progress.made, run.all.len());
        match progress.puzzles {
            0 => writeln!(out, "made: {made} of {of} parts")?,
            puzzles => writeln!(out, "made: {made} of {of} parts, {puzzles} puzzles")?,
        }
        for (indices, what) in [(&progress.missing, "missing"), (&progress.lost, "lost")] {
            if !indices.is_empty() {
                let of = match run.launch.shards {
                    Some(shards) => format!("of {shards} shards"),
                    None => "of the parts".to_owned(),
                };
                writeln!(out, "{what}: {} parts; {} {of}", indices.len(), numbers(&run, indices))?;
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

/// Formats the shards of these parts, or the parts themselves if the run has no shards.
fn numbers(run: &ShardedRun, parts: &[usize]) -> String {
    match run.launch.shards {
        Some(shards) => {
            let by_shard = run.by_shard(shards);
            format_ranges(parts.iter().map(|index| by_shard[*index]).collect())
        }
        None => format_ranges(parts.iter().map(|index| *index as u64).collect()),
    }
}

/// Formats numbers as ranges, such as `3,17-19`.
fn format_ranges(mut numbers: Vec<u64>) -> String {
    numbers.sort_unstable();
    numbers.dedup();
    let range = |run: &[u64]| match run {
        [one] => one.to_string(),
        run => format!("{}-{}", run[0], run[run.len() - 1]),
    };
    let runs: Vec<_> = numbers.chunk_by(|a, b| a + 1 == *b).map(range).collect();
    runs.join(",")
}
