//! `engines`: files with which schedulers run the steps of a run in parts.

use super::answer::print;
use super::choice::{Choice, one_of};
use std::io::Write as _;

#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand, Debug)]
enum Command {
    /// List the engines
    List,
    /// Print the file of an engine, to be changed and kept
    Show {
        /// Name of the engine
        #[arg(value_parser = one_of(ENGINES))]
        name: &'static str,
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
    (
        "kubernetes",
        "Jobs for Kubernetes; checked, never run by us",
        include_str!("../../templates/engines/kubernetes.yaml"),
    ),
    (
        "aws-batch",
        "A script for AWS Batch; checked, never run by us",
        include_str!("../../templates/engines/aws-batch.sh"),
    ),
];

pub fn run(args: &Args) -> Result<(), super::failure::Failure> {
    print(|out| match &args.command {
        Command::List => {
            ENGINES.iter().try_for_each(|(name, about, _)| writeln!(out, "{name:<12} {about}"))
        }
        Command::Show { name } => write!(out, "{name}"),
    })
}
