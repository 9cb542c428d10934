//! `series`: makes all volumes of a series in all languages, each as a run in a folder of its own.

use super::choice::output_path;
use super::run::ForceTarget;
use super::{
    ExitCode, Failure, FailureContext, Messages, page_count, run, usage_error, with_stdout,
};
use ::jobs::{Edition, SeriesRecord, SettingText, Settings, SourceRun};
use files::{Overwrite, UserText, fs_path};
use make::Seed;
use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};

const SERIES: &str = "\
A value that differs by language is a table: title = { en = \"Drizzle\", es = \"Llovizna\" }. An ISBN is of
one volume in one language: isbn = { en = \"978-...\", es = \"978-...\" } in each [[volume]].

Examples:
    sudoku-press series rainy-days.toml";

#[derive(clap::Args, Debug)]
#[command(after_help = SERIES)]
pub struct Args {
    /// File of the series: languages, settings of all volumes, a table for each volume
    #[arg(value_name = "FILE.toml")]
    file: PathBuf,

    /// Folder for the folders of the volumes [default: the file's name without .toml]
    #[arg(long, short, value_name = "FOLDER", value_parser = output_path())]
    out: Option<PathBuf>,

    /// Make other puzzles for volumes whose settings of puzzles have changed, and delete removed
    /// volumes
    ///
    /// A removed volume has the line `removed = true` in the file. Without --force puzzles
    /// removed volumes stay, and changed ones are named and stay as they are. Books whose other
    /// settings have changed are made again with the same puzzles.
    #[arg(long, value_name = "WHAT", num_args = 0..=1, default_missing_value = "book")]
    force: Option<ForceTarget>,
}

/// Makes the series. All volumes are checked before the first is made. A volume that is refused
/// does not keep the others from being made: numbers are given in the order of making. A volume
/// with too few puzzles counts as finished. A failure of the system ends the work.
pub fn run(args: Args, messages: &Messages) -> Result<(), Failure> {
    let replace = args.force.map_or(Overwrite::Derived, Overwrite::from);
    let mut series = SeriesJob::read(args.file, args.out, messages.are_quiet())?;
    for edition in series.editions.iter().filter(|edition| !edition.is_removed) {
        run::run_spec(&series.settings(edition, None)?)?.check()?;
    }
    fs_path::refuse_planted_link(&series.folder).write_context(&series.folder)?;
    let mut refused = RefusedVolumes::default();
    series.refuse_new_titles(&mut refused);
    let mut changed = series.changed_volumes()?;
    if replace < Overwrite::Always {
        series.refuse_other_puzzles(std::mem::take(&mut changed), &mut refused);
    }
    if series.editions.iter().any(|edition| !refused.states.contains_key(&edition.name)) {
        series.record.write(&series.folder)?;
    }
    let (mut seed, mut report, mut failures) = (None, Vec::new(), Vec::new());
    for edition in &series.editions {
        if edition.is_removed {
            report.push(series.remove(edition, replace)?);
            continue;
        }
        let mut settings = series.settings(edition, seed.filter(|_| !edition.is_first))?;
        // What is made again later gives its numbers back now.
        changed.retain(|volume| volume.folder != settings.work.out);
        settings.archive.replaced_later = changed.iter().map(|volume| volume.run.clone()).collect();
        messages.configure(&settings);
        let folder = run::tonight(&settings).dated(&settings.work.out);
        if let Some(state) = refused.states.get(&edition.name) {
            report.push(report_line(&folder, state, None)?);
            continue;
        }
        edition.job.notes().iter().for_each(|note| messages.info(note));
        let mut was_there = false;
        let made = run::make(&settings, replace, &mut was_there, messages);
        let finished = SourceRun::open(&folder)?;
        seed = finished.as_ref().map(|run| run.manifest.seed);
        let state = match (&made, was_there) {
            (Err(e), _) if e.code == ExitCode::Short => "short",
            (Err(_), _) => "not made",
            (Ok(()), true) => "was there",
            (Ok(()), false) => "made",
        };
        let found = finished.as_ref().filter(|_| state != "not made");
        report.push(report_line(&folder, state, found)?);
        let Err(failure) = made else { continue };
        let is_of_volume = state == "short" || is_refusal(failure.code);
        if state != "short" && edition.is_first {
            // Its editions in other languages have no puzzles.
            refused.states.insert(edition.name.clone(), "not made");
        }
        failures.push(failure);
        if !is_of_volume {
            break;
        }
    }
    let left = series.editions.len() - report.len();
    if left > 0 {
        report.push(format!("{left} more were not begun; run the same command again to continue"));
    }
    report.extend(series.untabled());
    with_stdout(|out| report.iter().try_for_each(|line| writeln!(out, "{line}")))?;
    end(refused.reasons, failures)
}

/// A finished volume, in one language, that would get other puzzles.
struct ChangedVolume {
    /// The name of the volume.
    name: String,
    folder: PathBuf,
    /// The name of the run that it holds.
    run: String,
    /// The words in which it is refused.
    why: String,
}

/// The volumes that are not made, and why.
#[derive(Default)]
struct RefusedVolumes {
    /// The word of the report about each, by name.
    states: BTreeMap<String, &'static str>,
    reasons: Vec<String>,
}

/// Returns the failure that has all reasons, if there are any.
fn end(mut reasons: Vec<String>, mut failures: Vec<Failure>) -> Result<(), Failure> {
    let Some(last) = failures.pop() else {
        let all = reasons.join("\n");
        return if reasons.is_empty() { Ok(()) } else { Err(usage_error(all)) };
    };
    if last.is_interrupted() || reasons.is_empty() && failures.is_empty() {
        return Err(last);
    }
    let code = last.code;
    failures.push(last);
    reasons.extend(failures.iter().filter_map(Failure::describe).map(|(message, _)| message));
    Err(Failure::msg(code, reasons.join("\n")))
}

/// Returns true for the failure of one volume, which is no failure of the system or the archive.
fn is_refusal(code: ExitCode) -> bool {
    matches!(code, ExitCode::Failure | ExitCode::Usage | ExitCode::NoPuzzles | ExitCode::InArchive)
}

/// Returns a line of the report.
fn report_line(folder: &Path, state: &str, run: Option<&SourceRun>) -> Result<String, Failure> {
    let begin = format!("{:<9}  {}", state, folder.display());
    let Some(run) = run else {
        return Ok(begin);
    };
    let pages: Vec<_> =
        run.volumes().iter().map(|path| page_count(path)).collect::<Result<_, _>>()?;
    let (first, last) = run.manifest.numbers();
    Ok(format!("{begin}: puzzles {first} to {last}, {} pages", pages.iter().sum::<usize>()))
}

/// A series as its file orders it.
struct SeriesJob {
    file: PathBuf,
    folder: PathBuf,
    editions: Vec<Edition>,
    record: SeriesRecord,
    /// The names of volumes that were not in the record.
    added: Vec<String>,
    /// Number and name of volumes that were begun and have no table.
    untabled: Vec<(usize, String)>,
    quiet: bool,
}

impl SeriesJob {
    fn read(file: PathBuf, out: Option<PathBuf>, quiet: bool) -> Result<Self, Failure> {
        let text = UserText::read(&file).read_context(&file)?;
        let folder = out.unwrap_or_else(|| file.with_extension(""));
        if folder == file {
            let message =
                format!("{}: expected a name that ends in .toml, or --out", file.display());
            return Err(usage_error(message));
        }
        let shown = file.display().to_string();
        // The folder of each volume is a setting, so it must be UTF-8.
        let at = folder.to_str().ok_or_else(|| {
            let found = folder.display();
            usage_error(format!(
                "expected a folder whose name is UTF-8, found {found}; --out names another"
            ))
        })?;
        let mut record = SeriesRecord::read(&folder)?;
        let read = record.parse_series(&shown, &text).usage_error()?;
        record.forget_unmade(&folder, &read.names)?;
        let is_new = |name: &&String| record.number_of(name).is_none();
        let added = read.names.iter().filter(is_new).cloned().collect();
        let untabled = record.others(&read.names);
        let editions = read.editions(at, &mut record).usage_error()?;
        let series = Self { file, folder, editions, record, added, untabled, quiet };
        series.check_editions()?;
        Ok(series)
    }

    /// Fails if two volumes or languages share an ISBN.
    fn check_editions(&self) -> Result<(), Failure> {
        let mut taken: BTreeMap<(&str, String), String> = BTreeMap::new();
        let mut other = |name, value, of: &str| {
            taken.insert((name, value), of.to_owned()).filter(|other| other != of)
        };
        for edition in self.editions.iter().filter(|edition| !edition.is_removed) {
            let value = |name| edition.job.text(name).unwrap_or_default();
            let out = value("out");
            if value("first-number") == "next" && !edition.job.is_set("series") {
                return Err(usage_error(format!(
                    "{}: expected the name of the series, under which its numbers continue, found none; \
                     write series = \"...\" below [all]",
                    self.file.display()
                )));
            }
            let Some(found) = edition.job.get("isbn") else { continue };
            let origin = &found.origin;
            for isbn in value("isbn").split(',') {
                let digits = isbn.chars().filter(char::is_ascii_alphanumeric).collect();
                if let Some(other) = other("isbn", digits, &out) {
                    return Err(usage_error(format!(
                        "{origin}: expected an ISBN for each edition, found {isbn} for {other} and for \
                         {out}; write isbn into each [[volume]], and isbn = {{ en = \"...\", es = \"...\" }} \
                         for its languages"
                    )));
                }
            }
        }
        Ok(())
    }

    /// Returns true if the table of a volume says that it was removed.
    fn is_removed(&self, name: &str) -> bool {
        self.editions.iter().any(|edition| edition.name == name && edition.is_removed)
    }

    /// Refuses new volumes that may be volumes without a table under another title, and frees their
    /// numbers. No volume loses its puzzles by a new title.
    fn refuse_new_titles(&mut self, refused: &mut RefusedVolumes) {
        let mut added = self.added.clone();
        added.retain(|name| !self.is_removed(name));
        let [new, ..] = &added[..] else { return };
        let [(_, lost), ..] = &self.untabled[..] else { return };
        let (file, line) = (self.file.display(), SettingText::line("name", lost));
        let all_new: Vec<_> = added.iter().map(|name| format!("{name:?}")).collect();
        let mut all_lost = Vec::new();
        for (number, name) in &self.untabled {
            let place = self.folder.join(SeriesRecord::folder_name(*number));
            all_lost.push(format!("{name:?} ({})", place.display()));
        }
        refused.reasons.push(format!(
            "{file}: new volumes ({}), while no table has the name of {}; if {new:?} is a new title of \
             {lost:?}, write {line} beside it; if it is another volume, keep a [[volume]] with {line} and \
             removed = true",
            all_new.join(", "),
            all_lost.join(", "),
        ));
        for name in added {
            self.record.forget(&name);
            refused.states.insert(name, "refused");
        }
    }

    /// Returns the lines of the report about volumes that are there and have no table.
    fn untabled(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (number, name) in &self.untabled {
            let folder = self.folder.join(SeriesRecord::folder_name(*number));
            lines.push(format!(
                "{:<9}  {}: {name:?} has no table in {}; a [[volume]] with {} and removed = true, and \
                 `{}`, delete its files",
                "was there",
                folder.display(),
                self.file.display(),
                SettingText::line("name", name),
                self.force_puzzles(),
            ));
        }
        lines
    }

    /// Returns the command that may replace puzzles and delete removed volumes.
    fn force_puzzles(&self) -> String {
        let mut command = format!("sudoku-press series {}", run::path_word(&self.file));
        if self.folder != self.file.with_extension("") {
            command += &format!(" --out {}", run::path_word(&self.folder));
        }
        command + " --force puzzles"
    }

    /// Returns the finished volumes that would get other puzzles.
    fn changed_volumes(&self) -> Result<Vec<ChangedVolume>, Failure> {
        let mut changed = Vec::new();
        for edition in self.editions.iter().filter(|edition| !edition.is_removed) {
            let settings = self.settings(edition, None)?;
            let folder = run::tonight(&settings).dated(&settings.work.out);
            let Some(run) = SourceRun::open(&folder)? else { continue };
            let seed = settings.work.seed_number();
            let wanted = run::run_spec(&settings)?.settings();
            let names = edition.words(&run.manifest.changed_puzzles(&wanted, seed));
            if names.is_empty() {
                continue;
            }
            let mut why = format!(
                "{} holds a finished run with other puzzles ({})",
                folder.display(),
                names.join(", ")
            );
            if names.contains(&"another") {
                let replaced = run.manifest.settings.counts.another.join(",");
                let line = SettingText::line("another", &replaced);
                why += &format!("; {line} in its [[volume]] keeps those that were replaced");
            }
            let (name, run) = (edition.name.clone(), run.manifest.run_name());
            changed.push(ChangedVolume { name, folder: settings.work.out, run, why });
        }
        Ok(changed)
    }

    /// Refuses the finished volumes that would get other puzzles, and names all of them.
    fn refuse_other_puzzles(&self, changed: Vec<ChangedVolume>, refused: &mut RefusedVolumes) {
        if changed.is_empty() {
            return;
        }
        for volume in changed {
            refused.reasons.push(volume.why);
            refused.states.insert(volume.name, "refused");
        }
        let command = self.force_puzzles();
        refused.reasons.push(format!("`{command}` makes other puzzles in their place"));
    }

    /// Deletes the files of a volume that was removed from the series, if that is allowed. Returns
    /// the line of the report.
    fn remove(&self, edition: &Edition, replace: Overwrite) -> Result<String, Failure> {
        let settings = self.settings(edition, None)?;
        let folder = run::tonight(&settings).dated(&settings.work.out);
        let shown = folder.display();
        let Some(run) = SourceRun::open(&folder)? else {
            return Ok(format!("{:<9}  {shown}", "removed"));
        };
        if replace < Overwrite::Always {
            let command = self.force_puzzles();
            return Ok(format!(
                "{:<9}  {shown}: removed from the series; `{command}` deletes its files",
                "was there"
            ));
        }
        run.delete()?;
        Ok(format!("{:<9}  {shown}: its files are deleted", "removed"))
    }

    /// Returns the settings of an edition; `seed` is the seed of the first language.
    fn settings(&self, edition: &Edition, seed: Option<u64>) -> Result<Settings, Failure> {
        let mut settings = edition.job.settings().usage_error()?;
        if let Some(seed) = seed {
            settings.work.set_seed(Seed(seed));
            settings.archive.again = true;
        }
        settings.archive.is_created =
            settings.archive.name == Some(self.folder.join("series.archive"));
        settings.messages.quiet = self.quiet;
        Ok(settings)
    }
}
