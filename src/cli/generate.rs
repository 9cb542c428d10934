//! `generate`: makes only the catalogue, in a file or on standard output.

use super::run::{JobArgs, options, tonight};
use super::shards;
use super::signals::{self, NOTHING_KEPT_HINT};
use super::terminal::raw_stdout;
use super::{
    CONTINUE_HINT, CliObserver, Failure, LockArgs, Messages, check_shortfall, usage_error,
};
use std::path::{Path, PathBuf};
use store::table::TableFormat;
use sudoku_press::run::{self, CatalogSpec, Identity, Layers, Settings};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press generate --quota 1=500,5=200 --seed 7 --out puzzles.csv
    sudoku-press generate --levels 4 --count 1000000 --compress zstd --out hard.csv.zst")]
pub struct Args {
    /// Replace a file that exists when the new one is complete
    ///
    /// A run that the archive has already is made again.
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    _job: JobArgs,
}

/// Makes the catalogue, or parts of it.
pub fn run(
    args: &Args,
    layers: &Layers,
    settings: &Settings,
    messages: &Messages,
) -> Result<(), Failure> {
    let Settings { job, archive, parts, .. } = settings;
    let night = tonight(settings);
    let out: Option<PathBuf> = layers.is_set("out").then(|| night.dated(&job.out));
    if let Some(out) = &out {
        let here = Path::new(".").join(out);
        messages.check_outputs(|path| Path::new(".").join(path) == here)?;
    }
    let mut options = options(settings, &night, args.force.into())?;
    let order = CatalogSpec::from_settings(settings)?;
    if let Some(seed) = options.seed {
        messages.set_run_id(Identity::of(&order.plan, seed).name());
    }
    if let Some(folder) = &parts.into {
        if settings.book.imprint.puzzle_link.is_some() {
            return Err(usage_error(
                "--puzzle-link: expected no --into, whose parts are compared by all their columns; \
                 leave it out, and give it to `book` or `export`",
            ));
        }
        if order.columns.is_some() {
            return Err(usage_error(
                "--columns: expected no --into, whose parts are compared by all their columns",
            ));
        }
        if !matches!(settings.catalog_format, TableFormat::Csv | TableFormat::Parquet) {
            return Err(usage_error("--into makes CSV or Parquet; --out makes other formats"));
        }
        let folder = night.dated(folder);
        return shards::generate(settings, &folder, &order, &options, messages);
    }
    let file = out.as_deref().filter(|path| *path != Path::new("-"));
    let resume_hint = file.map_or(NOTHING_KEPT_HINT, |_| CONTINUE_HINT);
    let mut observer = CliObserver::new(messages);
    if job.seed.is_none() && !order.has_seed_column() {
        observer.print_seed_even_if_quiet();
    }
    options.interrupt = signals::install(resume_hint, messages);
    let short = LockArgs::new(archive).wait(|| {
        Ok(match file {
            Some(path) => run::make_catalog(path, &order, &options, &mut observer)?,
            None => run::stream_catalog(raw_stdout(), &order, &options, &mut observer)?,
        })
    })?;
    observer.print_levels();
    check_shortfall(&short)
}
