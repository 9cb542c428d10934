//! `job`: lists the built-in job files, and prints the effective settings as a job file or the
//! schema of job files.

use super::run::tonight;
use super::{AnswerOutput, Failure, FailureContext as _, with_stdout};
use ::jobs::{Job, Night, Origin, Setting, SettingText};
use human::Ladder;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
    sudoku-press job list
    sudoku-press job show large-print > mine.toml
    sudoku-press job show weekly.toml --origin
    sudoku-press job show rainy-days > rainy-days.toml
    sudoku-press job show --count 100 --template pocket > pocket.toml
    sudoku-press job schema > job.schema.json")]
pub struct Args {
    #[command(subcommand)]
    command: JobCommand,
}

#[derive(clap::Subcommand, Debug)]
enum JobCommand {
    /// List the built-in job files, from which books begin
    List,
    /// Print the settings that `run` would use with these flags, and every file and folder that it
    /// would read or write
    Show {
        /// Show where each setting comes from
        #[arg(long)]
        origin: bool,

        /// Settings to begin with: a name from `job list`, a file, or the folder of a finished run
        #[arg(value_name = "NAME|FILE|FOLDER")]
        job: Option<PathBuf>,
    },
    /// Print the JSON Schema of job files, which editors use to complete and check them
    Schema,
}

/// Prints the names of the built-in job files, each with its first line.
fn list() -> Result<(), Failure> {
    with_stdout(|out| {
        Job::BUILTIN.iter().try_for_each(|(name, text)| {
            let about = text.lines().next().unwrap_or_default().trim_start_matches("# ");
            writeln!(out, "{name:<12} {about}")
        })
    })
}

/// Prints the built-in job files, the effective settings in the form of a job file, or the schema.
pub fn run(args: &Args, job: &Job) -> Result<(), Failure> {
    let has_origins = match args.command {
        JobCommand::List => return list(),
        JobCommand::Schema => {
            return with_stdout(|out| writeln!(out, "{:#}", Setting::json_schema()));
        }
        JobCommand::Show { origin, .. } => origin,
    };
    let effective = job.settings().usage_error()?;
    let night = tonight(&effective);
    let mut settings: Vec<_> =
        Setting::all().filter(|row| row.is_of("run") || job.is_set(row.name)).collect();
    settings.sort_by_key(|setting| setting.name);
    settings.dedup_by_key(|setting| setting.name);
    with_stdout(|out| {
        settings.iter().try_for_each(|setting| {
            let has_other_ladder = !job.is_set("ladder") && effective.ladder != Ladder::default();
            let line = if setting.name == "ladder" && has_other_ladder {
                // It follows from the sizes.
                format!("# ladder = {}, that of small sizes", effective.ladder)
            } else {
                job_file_line(job, setting)
            };
            let origin = job.get(setting.name).map_or(&Origin::Default, |text| &text.origin);
            if has_origins { writeln!(out, "{line}  # {origin}") } else { writeln!(out, "{line}") }
        })?;
        print_paths(out, job, &night)
    })
}

/// Prints the files that the job reads and those that it writes, as comments.
fn print_paths(out: &mut AnswerOutput, job: &Job, night: &Night) -> io::Result<()> {
    let inputs = job.iter().flat_map(input_files).map(Path::to_owned).collect();
    let mut outputs: Vec<PathBuf> = Vec::new();
    for name in Setting::OUTPUTS
        .into_iter()
        .filter(|name| Setting::of_command("run").any(|s| s.name == *name))
    {
        match job.get(name) {
            Some(text) => outputs.extend(text.texts.iter().map(|text| night.dated(text.as_ref()))),
            None if name == "out" => outputs.push("out".into()),
            None => {}
        }
    }
    for (heading, paths) in [("reads", inputs), ("writes", outputs)] {
        // Quoted, so that no name can end the comment.
        let quoted: Vec<_> =
            paths.iter().map(|path| format!("{:?}", path.to_string_lossy())).collect();
        let paths = if quoted.is_empty() { "no file".to_owned() } else { quoted.join(", ") };
        writeln!(out, "# {heading}: {paths}")?;
    }
    Ok(())
}

/// Returns the files that a setting names for reading.
pub fn input_files(text: &SettingText) -> impl Iterator<Item = &Path> {
    text.texts.iter().filter_map(|value| Some(text.setting.input_file(value)?.1))
}

/// Returns a setting as a line of a job file, or as a comment if it has no value.
fn job_file_line(job: &Job, setting: &Setting) -> String {
    let name = setting.name;
    match (job.get(name), job.rivals(setting).next()) {
        // If the output is saved as a job file, this text must not become its secret.
        (Some(_), _) if name == "secret" => "# secret = not shown".to_owned(),
        (Some(text), _) => match text.text() {
            Some(text) => SettingText::line(name, &text),
            // In a job file, the converted name would be another file.
            None => format!("# {name} = not shown, it is not UTF-8"),
        },
        (None, Some(rival)) => format!("# {name} = none, {} is set", rival.setting.name),
        (None, None) => match (setting.default_text(), setting.usual) {
            (Some(text), _) => SettingText::line(name, text),
            (None, "") if setting.kind.is_switch() => SettingText::line(name, "false"),
            (None, "") => format!("# {name} = none"),
            (None, words) => format!("# {name} = {words}"),
        },
    }
}
