//! The settings of a book as the page sends them: a name and a text each. They become a job, a job
//! file and a command line.

use super::StudioOptions;
use super::names::{REMOVED, is_file_name};
use book::{Language, Template};
use files::{FileSums, fs_path};
use human::Rung;
use jiff::Timestamp;
use jobs::{
    BookDraft, BookPlan, BookSource, Job, Origin, OwnPuzzles, Preset as _, RefusedFile, RunError,
    RunSpec, Sections, Setting, SettingText, Settings,
};
use make::{PlanError, Seed};
use preflight::{Printer, Rule, Trim};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use words::{Clause, Problem, ValueError, clause, shell_word};

/// The setting that the studio writes into each draft itself.
const OUT: &str = "out";
/// The setting that names the file with the puzzles of all books of a class or of a series. It has
/// no field: the studio writes it into the drafts of books that are begun together.
pub(super) const ARCHIVE: &str = "archive";
/// The ending of the name of an archive.
pub(super) const ARCHIVE_ENDING: &str = ".archive";

/// The setting whose value the studio estimates where nobody knows it.
const SPINE: &str = "spine";
/// The width of a spine that is only a first look.
const ESTIMATE: &str = "estimate";

/// The texts of settings, by name.
pub(super) type BookValues = BTreeMap<String, String>;

/// A book that can be made.
pub(super) struct BookJob {
    /// The name of its folder.
    pub book: String,
    pub source: BookPuzzles,
    /// The settings in the order of the list.
    texts: Vec<(&'static str, String)>,
}

/// The source of the puzzles of a book.
pub(super) enum BookPuzzles {
    /// They are made.
    Run(Box<RunSpec>, Seed),
    /// They are in a file that the user has brought.
    File(Box<FileBook>),
}

impl BookPuzzles {
    /// Reads the files that settings name. `puzzles` is the file of the puzzles, if they are not
    /// made.
    fn read(
        job: &Job,
        puzzles: Option<OwnPuzzles>,
        seed: Seed,
        dated: Option<Timestamp>,
    ) -> Result<Self, FieldProblem> {
        let mut settings = job.settings()?;
        if settings.book.may_be_pdfx() {
            settings.book.imprint.dated = dated;
        }
        let Some(puzzles) = puzzles else {
            let seed = settings.work.seed_number().unwrap_or(seed);
            return Ok(Self::Run(Box::new(RunSpec::from_settings(&settings)?), seed));
        };
        let plan = BookPlan::from_settings(&settings.book)?;
        let ladder = job.is_set("ladder").then_some(settings.ladder);
        let sections = Sections::for_book(&plan, ladder, puzzles.dedup);
        Ok(Self::File(Box::new(FileBook {
            puzzles: puzzles.path,
            sections,
            plan,
            given: job.clone(),
        })))
    }

    /// Checks that a run can make the book.
    fn checked(self) -> Result<Self, FieldProblem> {
        if let Self::Run(spec, _) = &self {
            spec.check()?;
        }
        Ok(self)
    }
}

/// A book of the puzzles of a file.
pub(super) struct FileBook {
    /// The path of the puzzles.
    pub puzzles: PathBuf,
    pub sections: Sections,
    pub plan: BookPlan,
    given: Job,
}

impl FileBook {
    /// Describes the puzzles in these files and the job of the book.
    ///
    /// # Errors
    /// The errors of [`BookSource::new`].
    pub fn source(&self, paths: &[PathBuf]) -> Result<BookSource, RunError> {
        let reading = self.sections.reading();
        Ok(BookSource { reading, ..BookSource::new(paths, self.given.clone())? })
    }
}

/// A problem with a job, at a field of the form.
#[derive(Clone, Debug)]
pub(super) struct FieldProblem {
    /// The setting that causes it; empty if that is not known.
    pub setting: Box<str>,
    /// The problem. It does not name that setting, which stands beside it.
    pub problem: Problem,
}

impl FieldProblem {
    /// Returns the problem of a setting.
    pub fn of_setting(setting: &str, message: impl Into<Clause>) -> Self {
        Self { setting: setting.into(), problem: Problem::new(message) }
    }

    /// Returns the message with its causes.
    pub fn message(&self) -> Clause {
        RunError::describe(&self.problem)
    }

    /// Returns a problem that no field causes.
    pub fn without_field(message: impl Into<Clause>) -> Self {
        Self::of_setting("", message)
    }
}

impl From<Problem> for FieldProblem {
    fn from(problem: Problem) -> Self {
        let Some(field) = problem.setting_name().and_then(Setting::find) else {
            return Self { setting: Box::default(), problem };
        };
        let setting = field.name.into();
        match (&problem.setting, &problem.place) {
            (Some(named), None) => {
                let place = named.value.clone();
                Self {
                    setting,
                    problem: Problem {
                        setting: None,
                        place: place.map(|place| Box::new(place.into())),
                        ..problem
                    },
                }
            }
            _ => Self { setting, problem },
        }
    }
}

impl From<RunError> for FieldProblem {
    fn from(error: RunError) -> Self {
        match (error.problem(), &error) {
            (Some(problem), _) => problem.clone().into(),
            (None, RunError::Plan(plan)) => Self::of_setting(setting_of_plan(plan), plan),
            (None, RunError::Refused { refused, .. }) => {
                Self::of_setting(setting_of_refusal(refused), refused.what.clone())
            }
            (None, _) => Self::without_field(RunError::describe(&error)),
        }
    }
}

/// Returns the setting that causes an error of a plan; empty if that is not known.
fn setting_of_plan(error: &PlanError) -> &'static str {
    match error {
        PlanError::NeverNeeded(_) | PlanError::NeededAndNot(_) | PlanError::BeyondBand { .. } => {
            "needs"
        }
        PlanError::RatedBeyond { .. } => "er",
        PlanError::OutOfReach { .. } => "levels",
        PlanError::RungTwice(_) | PlanError::TwoLadders => "quota",
        PlanError::OfClassicSize(setting) => setting,
        _ => "",
    }
}

/// Returns the setting that most often mends a finding of this rule.
pub(super) fn setting_of_rule(rule: Rule) -> &'static str {
    match rule {
        Rule::PageCount | Rule::LastPage | Rule::Blank => "quota",
        Rule::PageSize | Rule::SafeArea | Rule::Type | Rule::Line => "trim",
        Rule::Fonts | Rule::Glyphs => "font",
        Rule::Colour | Rule::Grey | Rule::TotalInk => "palette",
        Rule::Spine => SPINE,
        Rule::Images => "cover-picture",
        Rule::Pdfx => "pdfx",
        _ => "printer",
    }
}

/// Returns the setting that most often mends a file that a printer would refuse.
pub(super) fn setting_of_refusal(refused: &RefusedFile) -> &'static str {
    for rule in Rule::ALL {
        if rule.name() == refused.rule {
            return setting_of_rule(rule);
        }
    }
    "printer"
}

/// Returns true if the form has a field for the setting.
pub(super) fn has_field(setting: &Setting) -> bool {
    // A secret does not belong into a file that others see.
    let other = ["secret", "date", "timezone"];
    let is_for_run = setting.is_of("run") && !setting.group.is_of_archive();
    let is_own = setting.name == OUT || is_of_work(setting);
    is_for_run && !is_own && !other.contains(&setting.name)
}

/// Returns true for a setting that says how puzzles are made. A book of the puzzles of a file has
/// no such setting.
pub(super) fn is_of_making(setting: &Setting) -> bool {
    let is_of_puzzles = setting.group.is_of_puzzles();
    let is_count = ["pages", "last-day", "course", "compress", "columns"];
    let is_known = ["seed", "ladder"].contains(&setting.name);
    (is_of_puzzles || is_count.contains(&setting.name)) && !is_known
}

/// Returns true for a setting that changes no file of the book. A draft keeps it for the command
/// line, and the studio does not use it.
fn is_of_work(setting: &Setting) -> bool {
    setting.group.is_of_messages() || ["threads", Setting::UNSET].contains(&setting.name)
}

/// Returns the values of a job file, without those that the studio decides itself.
///
/// # Errors
/// The first line that is no setting, so that nobody saves a draft over a file with a mistake.
pub(super) fn values(file: &str, text: &str) -> Result<BookValues, FieldProblem> {
    let mut values = BookValues::new();
    for found in Job::parse(file, text) {
        let found = found?;
        let name = found.setting.name;
        let mut text = found.text().unwrap_or_default();
        if name == SPINE {
            text = text.replace(',', "; ");
        }
        if name != OUT && (name, &*text) != (SPINE, ESTIMATE) {
            values.insert(name.to_owned(), text);
        }
    }
    Ok(values)
}

/// Returns the values with the widths of the spine in the unit of the book where they have none.
/// If the cover needs a width that neither the user nor the printer names, returns them with an
/// estimate. Nobody types the estimate, so the form does not show it.
fn with_spine(values: &BookValues) -> BookValues {
    let mut values = values.clone();
    let unit = if is_in_inches(&values) { "in" } else { "mm" };
    if let Some(widths) = values.get_mut(SPINE) {
        *widths = spine_list(widths, unit);
    }
    let has_cover = values.get("cover").is_some_and(|text| text == "true");
    if has_cover && !values.contains_key(SPINE) && !knows_spine(&values) {
        values.insert(SPINE.to_owned(), ESTIMATE.to_owned());
    }
    values
}

/// Returns the widths of spines as a job file lists them, from those that somebody has typed. A
/// semicolon stands between two of them, or a comma after a unit. A comma after a digit is a
/// decimal sign.
fn spine_list(typed: &str, unit: &str) -> String {
    let mut widths = String::new();
    let mut before = None;
    for sign in typed.chars() {
        let is_decimal = sign == ',' && before.is_some_and(|sign: char| sign.is_ascii_digit());
        widths.push(match sign {
            ',' if is_decimal => '.',
            ',' | '；' | '，' => ';',
            sign => sign,
        });
        before = Some(sign);
    }
    let complete: Vec<_> = widths.split(';').map(|width| with_unit(width, unit)).collect();
    complete.join(",")
}

/// Returns a width with a unit, which is this one for a bare number.
fn with_unit(width: &str, unit: &str) -> String {
    let width = width.trim();
    if width.parse::<f64>().is_ok() { format!("{width}{unit}") } else { width.to_owned() }
}

/// Returns true if the size of a book is in inches. The sizes of a printer are in one unit.
fn is_in_inches(values: &BookValues) -> bool {
    let trim = values.get("trim").and_then(|trim| trim.parse().ok());
    let printer = values.get("printer").and_then(|name| Printer::builtin(name));
    let usual = printer.and_then(|printer| printer.trims().next());
    trim.or(usual).is_some_and(Trim::is_in_inches)
}

/// Returns true if the printer of a book names the thickness of its paper. A problem with the
/// printer, the paper or the size has its own message.
pub(super) fn knows_spine(values: &BookValues) -> bool {
    let Some(printer) = values.get("printer") else { return false };
    let Some(printer) = Printer::builtin(printer) else { return true };
    let paper = values.get("paper").map(String::as_str);
    let Some(trim) = printer.trims().next() else { return true };
    printer.terms(trim, paper).map_or(true, |terms| terms.knows_spine())
}

/// Returns true for the name of a visible folder, whatever letters it has. Rules for new names do
/// not apply to a folder that is there. The folder of removed books is none.
pub(super) fn is_found(folder: &Path, name: &str) -> bool {
    let separators: &[char] = if cfg!(windows) { &['/', '\\', ':', '\0'] } else { &['/', '\0'] };
    let is_one_name = !name.is_empty() && !name.contains(separators) && name != REMOVED;
    is_one_name && !name.starts_with('.') && is_plain_folder(&folder.join(name))
}

/// Returns true for a folder that is no symlink.
pub(super) fn is_plain_folder(path: &Path) -> bool {
    matches!(fs_path::symlink_metadata_opt(path), Ok(Some(about)) if about.is_dir())
}

/// Returns true for a regular file in the folder of the studio or in that of a book, named by plain
/// names and reached without a symlink.
fn is_own_file(folder: &Path, name: &str) -> bool {
    let path = Path::new(name);
    let parts: Vec<_> = path.components().collect();
    let is_plain = match parts.last() {
        Some(Component::Normal(file)) => file.to_str().is_some_and(is_file_name),
        _ => false,
    };
    if !is_plain || parts.len() > 2 {
        return false;
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let is_in_folder = parent.is_none_or(|p| p.to_str().is_some_and(|p| is_found(folder, p)));
    let about = fs_path::symlink_metadata_opt(&folder.join(path));
    is_in_folder && matches!(about, Ok(Some(about)) if about.is_file())
}

impl BookJob {
    /// Reads the settings of a book. A book without the setting `seed` gets this one.
    ///
    /// # Errors
    /// All values that are wrong alone, or else the first problem of the whole.
    pub fn read(
        book: &str,
        values: &BookValues,
        seed: Seed,
        options: &StudioOptions,
    ) -> Result<Self, Vec<FieldProblem>> {
        let mut values = with_spine(values);
        values.retain(|name, text| name != OUT && !text.is_empty());
        values.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
        let AdmittedValues { job, texts, problems } = admit_all(&values, &options.folder);
        if !problems.is_empty() {
            return Err(problems);
        }
        let puzzles = own_puzzles(&options.folder.join(book)).map_err(|problem| vec![problem])?;
        let is_of_file = puzzles.is_some();
        let needless = texts.iter().map(|(name, _)| *name).find(|name| {
            is_of_file && Setting::all().any(|row| row.name == *name && is_of_making(row))
        });
        if let Some(name) = needless {
            let message = "the puzzles of this book are in a file; leave this out";
            return Err(vec![FieldProblem::of_setting(name, message)]);
        }
        let source = BookPuzzles::read(&job, puzzles, seed, options.dated);
        let source = source.and_then(BookPuzzles::checked).map_err(|problem| vec![problem])?;
        Ok(Self { book: book.to_owned(), source, texts })
    }

    /// Returns the job of a smaller book with the same shares of levels, and the ratio of both
    /// numbers of puzzles. The smaller book has about `puzzles` puzzles and no limit of pages.
    /// `None` for puzzles of a file.
    pub fn part(&self, puzzles: u64) -> Option<(Self, f64)> {
        let BookPuzzles::Run(spec, seed) = &self.source else { return None };
        let (mut part, all) = (spec.clone(), puzzle_count(spec));
        let step = spec.book.versions().max(spec.plan.variants);
        for (_, own) in &mut part.plan.quotas {
            let share = u128::from(*own) * u128::from(puzzles) / u128::from(all.max(1));
            *own = (share as u64).max(1).next_multiple_of(step);
        }
        part.plan.another.clear();
        part.book = part.book.without_page_limit();
        let scale = all as f64 / puzzle_count(&part) as f64;
        let source = BookPuzzles::Run(part, *seed);
        Some((Self { book: self.book.clone(), source, texts: self.texts.clone() }, scale))
    }

    /// Returns the plan of the book.
    pub fn plan(&self) -> &BookPlan {
        match &self.source {
            BookPuzzles::Run(spec, _) => &spec.book,
            BookPuzzles::File(file) => &file.plan,
        }
    }

    /// Returns the seed of the puzzles, if they are made.
    pub fn seed(&self) -> Option<Seed> {
        match &self.source {
            BookPuzzles::Run(_, seed) => Some(*seed),
            BookPuzzles::File(_) => None,
        }
    }

    /// Returns the name of the file of the puzzles, if they are not made.
    pub fn puzzle_file(&self) -> Option<String> {
        let BookPuzzles::File(file) = &self.source else { return None };
        Some(file.puzzles.file_name()?.to_string_lossy().into_owned())
    }

    /// Returns true if a book with these settings is the same for another printer: it has the seed
    /// and the archive of this one.
    pub fn is_edition_of(&self, other: &BookValues) -> bool {
        let has_same = ["seed", ARCHIVE].iter().all(|name| {
            let text = self.text(name);
            text.is_some() && text == other.get(*name)
        });
        has_same && self.text("printer") != other.get("printer")
    }

    /// Returns the settings with the seed, so that they make the same puzzles on any day.
    pub fn values(&self) -> BookValues {
        let texts = self.texts.iter().map(|(name, text)| ((*name).to_owned(), text.clone()));
        let mut values: BookValues = texts.collect();
        if let Some(seed) = self.seed() {
            values.entry("seed".to_owned()).or_insert_with(|| seed.to_string());
        }
        values
    }

    /// Returns the text of a setting that is set.
    fn text(&self, name: &str) -> Option<&String> {
        let (_, text) = self.texts.iter().find(|(known, _)| *known == name)?;
        Some(text)
    }

    /// Returns a row for each level of the ladder with its number of puzzles and its promise in a
    /// language, the number of versions that each puzzle has in a class, whether the rows can set
    /// numbers, and the levels from Monday to Sunday if each day has its own. It is null for
    /// puzzles of a file.
    pub fn levels(&self, language: &Language) -> Value {
        let BookPuzzles::Run(spec, _) = &self.source else { return Value::Null };
        let (ladder, versions) = (spec.plan.ladder(), spec.book.versions());
        let is_mixed = spec.plan.has_small_sizes();
        let mut rows = Vec::new();
        for (rung, count) in self.level_counts() {
            rows.push(json!({
                "key": rung.key(),
                "size": is_mixed.then(|| rung.shape().label()),
                "number": rung.number(),
                "name": rung.name(),
                "count": count / versions,
                "promise": language.level_promise(rung, None),
            }));
        }
        let template = &spec.book.template;
        let mut week = Vec::new();
        if template.has_days() {
            week.extend(template.turns(ladder).iter().map(|turn| turn.number()));
        }
        json!({
            "ladder": ladder.name(),
            "rows": rows,
            "versions": versions,
            "free": self.has_free_levels(),
            "week": week,
        })
    }

    /// Returns the levels of the rows, each with its number of puzzles: those of the ladder, or
    /// those that are ordered if there are small sizes. There is none for puzzles of a file.
    pub fn level_counts(&self) -> Vec<(Rung, u64)> {
        let BookPuzzles::Run(spec, _) = &self.source else { return Vec::new() };
        let quotas = &spec.plan.quotas;
        if spec.plan.has_small_sizes() {
            return quotas.clone();
        }
        let mut counts = Vec::new();
        for rung in spec.plan.ladder().rungs() {
            let quota = quotas.iter().find(|(known, _)| *known == rung);
            counts.push((rung, quota.map_or(0, |(_, count)| *count)));
        }
        counts
    }

    /// Returns true if levels can have any numbers of puzzles: no turns and no course give each
    /// puzzle its level.
    pub fn has_free_levels(&self) -> bool {
        let BookPuzzles::Run(spec, _) = &self.source else { return false };
        spec.book.template.turns(spec.plan.ladder()).is_empty() && self.text("course").is_none()
    }

    /// Returns the command that makes the same book in the folder of the studio.
    pub fn command(&self) -> String {
        let book = folder_word(&self.book);
        let BookPuzzles::File(file) = &self.source else {
            let flags = self.flags("run");
            let archive = self
                .text(ARCHIVE)
                .map_or_else(String::new, |text| format!(" --{ARCHIVE} {}", shell_word(text)));
            return format!(
                "sudoku-press run{flags} --out {book}\n\
                 sudoku-press verify {book}{archive} --sheet {book}/proof.html"
            );
        };
        let name = self.puzzle_file().unwrap_or_default();
        let puzzles = format!("{book}/{}", shell_word(&name));
        let ladder =
            self.text("ladder").map_or_else(String::new, |text| format!(" --ladder {text}"));
        let repeated = if file.sections.allows_duplicates() { " --allow-duplicates" } else { "" };
        let command = |name: &str| {
            let flags = self.flags(name);
            format!(
                "sudoku-press {name} {puzzles}{ladder}{repeated}{flags} --out {book}/{name}.pdf"
            )
        };
        match file.plan.cover {
            None => command("book"),
            Some(_) => format!("{}\n{}", command("book"), command("cover")),
        }
    }

    /// Returns the settings that a command has, as flags.
    fn flags(&self, command: &str) -> String {
        let mut flags = String::new();
        for (name, text) in &self.texts {
            let row = Setting::all().find(|row| row.name == *name && row.is_of(command));
            match (row.map(|row| row.kind.is_switch()), &**text) {
                (None, _) => {}
                (Some(true), "true") => flags += &format!(" --{name}"),
                (Some(true), _) => {}
                (Some(false), text) => flags += &format!(" --{name} {}", shell_word(text)),
            }
        }
        flags
    }
}

/// Returns the file of puzzles that the user has brought for a book, if any. The record of the
/// book names them; the name of a file alone says nothing.
///
/// # Errors
/// The problem of a record that cannot be read.
pub(super) fn own_puzzles(folder: &Path) -> Result<Option<OwnPuzzles>, FieldProblem> {
    Ok(OwnPuzzles::find(folder)?)
}

/// Returns the number of puzzles of a run.
pub(super) fn puzzle_count(spec: &RunSpec) -> u64 {
    spec.plan.quotas.iter().map(|(_, count)| count).sum()
}

/// Returns a folder as a word of a shell that is no flag.
fn folder_word(book: &str) -> String {
    if book.starts_with('-') {
        return shell_word(&format!("./{book}"));
    }
    shell_word(book)
}

/// Returns the book that a draft would make, also with settings that have no field. `folder` is
/// that of the studio, `book` that of the draft.
pub(super) fn wanted(values: &BookValues, folder: &Path, book: &Path) -> BookDraft {
    match read_wanted(values, folder, book) {
        Ok(wanted) => BookDraft::Wanted(Box::new(wanted)),
        Err(problem) => {
            let setting = Setting::find(&problem.setting);
            BookDraft::Wrong(setting.map_or(BookDraft::FILE, |setting| setting.name))
        }
    }
}

/// Returns the sums of the files that the values of a draft name, one after the other.
pub(super) fn draft_files(values: &BookValues, folder: &Path, sums: &FileSums) -> String {
    let mut key = String::new();
    for setting in Setting::all() {
        let Some(text) = values.get(setting.name) else { continue };
        for value in setting.split(text) {
            if let Some((_, file)) = setting.input_file(&value) {
                // A file that cannot be read is a problem that the draft tells.
                key += &sums.sha256(&folder.join(file)).unwrap_or_default();
            }
        }
    }
    key
}

fn read_wanted(values: &BookValues, folder: &Path, book: &Path) -> Result<Settings, FieldProblem> {
    let mut job = Job::default();
    let values = with_spine(values);
    for setting in Setting::all() {
        let text = values.get(setting.name).filter(|text| !text.is_empty());
        if let Some(text) = text.filter(|_| !is_of_work(setting)) {
            let mut value = SettingText::new(setting, text, Origin::Default);
            for text in &mut value.texts {
                join_folder(setting, text, folder);
            }
            job.add(value)?;
        }
    }
    Ok(match BookPuzzles::read(&job, own_puzzles(book)?, Seed(0), None)? {
        BookPuzzles::Run(spec, _) => spec.settings(),
        BookPuzzles::File(book) => book.source(&[])?.settings(&book.plan),
    })
}

/// Puts the folder of the studio before the name of a file in a value.
fn join_folder(setting: &Setting, text: &mut OsString, folder: &Path) {
    if let Some((part, file)) = setting.input_file(text) {
        let mut path = OsString::from(part);
        path.push(folder.join(file));
        *text = path;
    }
}

/// Returns the draft of these values, which is a job file. That of a book whose puzzles are in a
/// file says so, because no run makes it.
pub(super) fn job_text(book: &str, values: &BookValues, is_of_file: bool) -> String {
    let values = with_spine(values);
    let mut text = String::new();
    if is_of_file {
        text += "# A book of the studio. Its puzzles are in the file beside this one.\n\n"
    } else {
        text += &format!(
            "# A book of the studio. This makes the same book in a terminal, in the folder above:\n\
             #   sudoku-press run --job {}/{}\n\n",
            folder_word(book),
            BookDraft::FILE
        );
    }
    let mut names: Vec<&str> = Setting::all().map(|row| row.name).collect();
    let mut known = std::collections::BTreeSet::new();
    names.retain(|name| known.insert(*name));
    for name in names {
        if let Some(value) = values.get(name).filter(|value| !value.is_empty()) {
            text += &format!("{}\n", SettingText::line(name, value));
        }
    }
    if is_of_file { text } else { text + &SettingText::line("out", book) + "\n" }
}

/// The values of a book, each looked at alone.
struct AdmittedValues {
    job: Job,
    /// The settings in the order of the list.
    texts: Vec<(&'static str, String)>,
    problems: Vec<FieldProblem>,
}

fn admit_all(values: &BookValues, folder: &Path) -> AdmittedValues {
    let unknown = values.keys().filter(|name| !Setting::all().any(|row| row.name == **name));
    let mut problems: Vec<_> = unknown
        .map(|name| {
            FieldProblem::without_field(clause!("there is no setting `{}`", (*name).clone()))
        })
        .collect();
    let (mut job, mut texts) = (Job::default(), Vec::new());
    for setting in Setting::all() {
        // Some rows are of one command; the list may have a name twice.
        let is_first = texts.iter().all(|(name, _)| *name != setting.name);
        let is_used = is_first && !is_of_work(setting);
        let Some(text) = values.get(setting.name).filter(|_| is_used) else { continue };
        match admit(setting, text, folder) {
            Err(expected) => problems.push(FieldProblem::of_setting(setting.name, expected)),
            Ok(admitted) => match job.add(admitted) {
                Err(e) => problems.push(e.into()),
                Ok(()) => texts.push((setting.name, text.clone())),
            },
        }
    }
    AdmittedValues { job, texts, problems }
}

/// Returns the names of the values that no job could have. A draft keeps what it had before.
pub(super) fn wrong_values(values: &BookValues, folder: &Path) -> Vec<String> {
    let mut filled = with_spine(values);
    filled.retain(|name, text| {
        let has_field = Setting::find(name).is_some_and(has_field);
        has_field && !text.is_empty()
    });
    let AdmittedValues { problems, .. } = admit_all(&filled, folder);
    problems.into_iter().map(|problem| problem.setting.into()).collect()
}

/// Returns the archive of a class or a series, which lies beside the folders of its books, or what
/// was expected.
fn admit_archive(
    setting: &'static Setting,
    text: &str,
    folder: &Path,
) -> Result<SettingText, Clause> {
    if text.contains('/') || !text.ends_with(ARCHIVE_ENDING) {
        return Err(clause!(
            "expected an archive in the folder of the books, found {}; make this book on the \
             command line",
            Clause::quoted(text),
        ));
    }
    if !is_own_file(folder, text) {
        return Err(clause!(
            "expected the archive {} in the folder of the books, found no such file, or a link; \
             put the archive back",
            Clause::quoted(text),
        ));
    }
    let mut value = SettingText::new(setting, text, Origin::Default);
    value.texts = vec![folder.join(text).into_os_string()];
    Ok(value)
}

/// Returns a value as a run reads it, or what was expected. The page names no path: a design, a
/// printer or a language is a built-in one, and a file lies in the folder of the studio.
fn admit(setting: &'static Setting, text: &str, folder: &Path) -> Result<SettingText, Clause> {
    let name = setting.name;
    if name == ARCHIVE {
        return admit_archive(setting, text, folder);
    }
    if !has_field(setting) {
        return Err("the studio has no such setting; make this book on the command line".into());
    }
    let builtin = match name {
        "template" => Template::known_name(text).is_some(),
        "printer" => Printer::known_name(text).is_some(),
        "lang" => Language::known_name(text).is_some(),
        "palette" => !text.contains(['/', '\\']) && !text.ends_with(".toml"),
        "seed" => text != "from-date",
        _ => true,
    };
    if !builtin {
        let wanted = if name == "seed" { "a number" } else { "the name of a built-in one" };
        return Err(ValueError::quoted(wanted, text).into());
    }
    let mut value = SettingText::new(setting, text, Origin::Default);
    for text in &mut value.texts {
        if let Some((_, file)) = setting.input_file(text) {
            let file = file.to_str().unwrap_or_default();
            if !is_own_file(folder, file) {
                return Err(ValueError::quoted("a file in the folder of the studio", file).into());
            }
            join_folder(setting, text, folder);
        }
    }
    Ok(value)
}
