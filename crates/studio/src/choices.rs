//! Choices that know each other. Another printer has other papers and sizes, another design other
//! numbers of puzzles: what cannot stay is taken back, and the answer names it.

use super::StudioState;
use super::book_job::{BookJob, BookPuzzles, BookValues, FieldProblem, is_of_making, wrong_values};
use super::words::WindowWords;
use book::{Language, Template};
use human::Rung;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use jobs::{Job, MadeBook, Origin, Preset as _, Setting, SettingText, Settings};
use preflight::Printer;
use serde::Deserialize;
use serde_json::{Value, json};

/// The settings that another printer or another size may take back.
const OF_PRINTER: [&str; 8] =
    ["paper", "trim", "spine", "tabs", "pdfx", "palette", "cover-picture", "back"];
/// The settings that another design may take back, beside the numbers.
const OF_DESIGN: [&str; 7] =
    ["per-page", "turns", "order", "openers", "answers", "first-day", "parts"];
/// The number of digits of a year.
const YEAR_DIGITS: usize = 4;
/// The orders about single puzzles. Those that do not fit other numbers are taken back.
const ORDERS: [&str; 2] = [Setting::ANOTHER, "swap"];
/// The maximum number of settings that one choice takes back.
const MAX_STEPS: usize = 12;

/// A choice in the form.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FormChoice {
    book: String,
    /// The settings before the choice.
    values: BookValues,
    /// The setting that was chosen, and its text; an empty text takes it back.
    setting: String,
    text: String,
    /// An order about a puzzle, which is added to the setting; the text is then empty.
    #[serde(default)]
    order: String,
    /// The puzzles to deal out to the levels; the text is then empty.
    #[serde(default)]
    deal: Option<Deal>,
    /// The settings that the chosen printer had in this book before another one was chosen; an
    /// empty text is a setting that it did not have.
    #[serde(default)]
    had: BookValues,
}

/// Puzzles that are dealt out to levels.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    total: u64,
    shape: DealShape,
    /// The puzzles of each level of the ladder from which `Same` takes its shares; those of the
    /// book if it is empty.
    #[serde(default)]
    shares: Vec<u64>,
}

/// The shares of the levels.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum DealShape {
    /// The present shares.
    Same,
    /// Equal ones for the levels that have puzzles.
    Even,
    /// Most for the easiest of three levels, or for the first stage of a book of several sizes.
    Easy,
    /// Four hard levels, or most for the last stage of a book of several sizes.
    Hard,
}

impl Deal {
    /// Sets the numbers of puzzles of the levels of a book.
    fn apply(&self, job: &BookJob, values: &mut BookValues) {
        let BookPuzzles::Run(spec, _) = &job.source else { return };
        if !job.has_free_levels() {
            values.retain(|name, _| !Setting::COUNTS.contains(&name.as_str()));
            values.insert("total".to_owned(), self.total.to_string());
            return;
        }
        let (rungs, mut shares): (Vec<Rung>, Vec<u64>) = job.level_counts().into_iter().unzip();
        let stages = rungs.len() as u64;
        match self.shape {
            DealShape::Same if self.shares.len() == shares.len() => shares.clone_from(&self.shares),
            DealShape::Same => {}
            DealShape::Even => shares.iter_mut().for_each(|share| *share = (*share).min(1)),
            DealShape::Easy if spec.plan.has_small_sizes() => shares = (1..=stages).rev().collect(),
            DealShape::Hard if spec.plan.has_small_sizes() => shares = (1..=stages).collect(),
            DealShape::Easy => shares = vec![5, 3, 2],
            // The hardest level of seven is for few.
            DealShape::Hard => shares = [vec![0; rungs.len() / 2 - 1], vec![2, 3, 3, 2]].concat(),
        }
        let dealt = rungs.iter().zip(Settings::share_in_proportion(&shares, self.total));
        let rows = dealt.filter(|(_, count)| *count > 0);
        let quotas: Vec<_> = rows.map(|(rung, count)| format!("{}={count}", rung.key())).collect();
        values.retain(|name, _| !Setting::COUNTS.contains(&name.as_str()));
        values.insert("quota".to_owned(), quotas.join(","));
    }
}

/// Returns true for a printer whose books are sold: they have a whole cover.
pub(super) fn is_of_shop(printer: &str) -> bool {
    match Printer::builtin(printer) {
        Some(printer) => !printer.takes_front_alone(),
        None => !printer.is_empty(),
    }
}

/// Returns the settings of a book after a choice.
pub(super) fn chosen(
    state: &StudioState,
    book: &str,
    values: BookValues,
    setting: &str,
    text: &str,
) -> BookValues {
    let (book, setting, text) = (book.to_owned(), setting.to_owned(), text.to_owned());
    let (order, deal, had) = (String::new(), None, BookValues::new());
    settle(state, &FormChoice { book, values, setting, text, order, deal, had })
}

/// Keeps the puzzles of each level of a book, whose settings were others before. Another size of
/// the pages would deal them anew.
pub(super) fn keep_levels(
    state: &StudioState,
    book: &str,
    before: &BookValues,
    values: &mut BookValues,
) {
    let read = |values: &BookValues| {
        let job = BookJob::read(book, values, state.seed_of(book), &state.options).ok()?;
        let BookPuzzles::Run(spec, _) = job.source else { return None };
        Some(spec)
    };
    if let (Some(old), Some(new)) = (read(before), read(values))
        && let Some(quota) = new.kept_quota(&old.plan)
    {
        values.retain(|name, _| !Setting::COUNTS.contains(&name.as_str()));
        values.insert("quota".to_owned(), quota);
    }
}

/// Returns the settings after a choice, and the names of the others that it has changed; or why an
/// order about a puzzle is refused.
pub(super) fn choose(state: &StudioState, choice: &FormChoice, words: WindowWords) -> Value {
    if !choice.order.is_empty() {
        return add_order(state, choice, words);
    }
    let values = match &choice.deal {
        Some(deal) => dealt(state, choice, deal),
        None => settle(state, choice),
    };
    let names = Setting::all().map(|setting| setting.name);
    let mut changed: Vec<&str> = Vec::new();
    for name in names.filter(|name| choice.deal.is_some() || *name != choice.setting) {
        if values.get(name) != choice.values.get(name) && !changed.contains(&name) {
            changed.push(name);
        }
    }
    json!({ "values": values, "changed": changed })
}

/// Adds an order about a puzzle to its setting, unless the book cannot be made with it.
fn add_order(state: &StudioState, choice: &FormChoice, words: WindowWords) -> Value {
    let (mut values, name) = (choice.values.clone(), choice.setting.as_str());
    push_order(values.entry(name.to_owned()).or_default(), &choice.order);
    let mut right = values.clone();
    take_wrong(state, &mut right);
    let problems = read(state, choice, &right).err().unwrap_or_default();
    let is_kept = values.get(name).is_none_or(|text| right.get(name) == Some(text));
    match problems.iter().find(|problem| *problem.setting == *name) {
        None if is_kept => json!({ "values": values, "changed": [name] }),
        Some(problem) => json!({ "refused": words.describe(&problem.problem) }),
        None => json!({ "refused": words.text("puzzle.number", &[]) }),
    }
}

/// Adds an order to the text of a setting.
fn push_order(text: &mut String, order: &str) {
    if !text.is_empty() {
        text.push(',');
    }
    text.push_str(order);
}

fn read(
    state: &StudioState,
    choice: &FormChoice,
    values: &BookValues,
) -> Result<BookJob, Vec<FieldProblem>> {
    BookJob::read(&choice.book, values, state.seed_of(&choice.book), &state.options)
}

/// Returns the settings after the puzzles are dealt out to the levels.
fn dealt(state: &StudioState, choice: &FormChoice, deal: &Deal) -> BookValues {
    let mut values = choice.values.clone();
    if let Some(job) = job_of_levels(state, &choice.book, &values) {
        deal.apply(&job, &mut values);
        // Other puzzles have the numbers now.
        values.remove("swap");
        let wrong = take_wrong(state, &mut values);
        mend_all(state, choice, &mut values);
        values.extend(wrong);
    }
    values
}

/// Reads the book whose levels the form shows: a wrong value or a problem of another field does not
/// hinder them.
pub(super) fn job_of_levels(
    state: &StudioState,
    book: &str,
    values: &BookValues,
) -> Option<BookJob> {
    let read =
        |values: &BookValues| BookJob::read(book, values, state.seed_of(book), &state.options);
    let mut right = values.clone();
    take_wrong(state, &mut right);
    read(&right).or_else(|_| read(&values_of_levels(right))).ok()
}

/// Returns the settings from which the levels of a book follow.
fn values_of_levels(mut values: BookValues) -> BookValues {
    values.retain(|name, _| {
        let is_of_levels = ["ladder", "template"].contains(&name.as_str());
        let is_of_making = || Setting::find(name).is_some_and(is_of_making);
        is_of_levels || !ORDERS.contains(&name.as_str()) && is_of_making()
    });
    values
}

/// Removes the values that no book could have, and returns them.
fn take_wrong(state: &StudioState, values: &mut BookValues) -> BookValues {
    let wrong = wrong_values(values, &state.options.folder);
    wrong.into_iter().filter_map(|name| values.remove_entry(&name)).collect()
}

fn settle(state: &StudioState, choice: &FormChoice) -> BookValues {
    let mut values = choice.values.clone();
    values.remove(&choice.setting);
    // Wrong values stay as they are, and do not hinder the others.
    let mut wrong = take_wrong(state, &mut values);
    values.insert(choice.setting.clone(), choice.text.clone());
    if choice.text.is_empty() {
        values.remove(&choice.setting);
    } else {
        let name = choice.setting.as_str();
        if [Printer::FLAG, Language::FLAG, Template::FLAG].contains(&name)
            || Setting::COUNTS.contains(&name)
        {
            // The language of a finished book is known, also where nobody has named it.
            let folder = state.options.folder.join(&choice.book);
            let is_finished = matches!(MadeBook::find(&folder), Ok(Some(_)));
            let mut earlier = values.clone();
            earlier.remove(name);
            earlier.extend(choice.values.get_key_value(name).map(|(k, v)| (k.clone(), v.clone())));
            values = laid_over(earlier, name, &choice.text, is_finished);
        }
        take_back_excluded(&mut values, &choice.setting);
        take_back_excluded(&mut wrong, &choice.setting);
    }
    if choice.setting == "names" && !choice.text.is_empty() {
        // There is a sheet for each name.
        values.remove("sheets");
    }
    if choice.setting == "author" {
        follow_author(&mut values, &choice.values, &choice.text);
        if !choice.values.contains_key("author") {
            add_copyright(&mut values, state.options.dated);
        }
    }
    mend_all(state, choice, &mut values);
    if let Some(earlier) = with_earlier(state, choice, &values) {
        values = earlier;
    }
    values.extend(wrong);
    values
}

/// Returns the settings with those that the chosen printer had before, if a book can have them all.
fn with_earlier(
    state: &StudioState,
    choice: &FormChoice,
    values: &BookValues,
) -> Option<BookValues> {
    let mut earlier = values.clone();
    earlier.extend(choice.had.clone());
    earlier.retain(|_, text| !text.is_empty());
    let seed = state.seed_of(&choice.book);
    let can_be = BookJob::read(&choice.book, &earlier, seed, &state.options).is_ok();
    (can_be && !choice.had.is_empty()).then_some(earlier)
}

/// Lays a choice over the settings before it, as a flag is laid over the job of a run.
fn laid_over(mut values: BookValues, name: &str, text: &str, is_finished: bool) -> BookValues {
    let Some(setting) = Setting::find(name) else { return values };
    let mut earlier = Vec::new();
    for (name, text) in &values {
        if let Some(setting) = Setting::find(name) {
            earlier.push(SettingText::new(setting, text, Origin::File(String::new())));
        }
    }
    let mut job = Job::default();
    if is_finished {
        job.continue_run(Default::default());
    }
    let choice = SettingText::new(setting, text, Origin::Flag);
    // The settings are looked at alone before and after.
    if job.add(choice).is_err() || job.overlay(earlier).is_err() {
        values.insert(name.to_owned(), text.to_owned());
        return values;
    }
    let texts = job.iter().filter_map(|text| Some((text.setting.name.to_owned(), text.text()?)));
    texts.collect()
}

/// Takes back what must not be set beside a setting.
fn take_back_excluded(values: &mut BookValues, name: &str) {
    let Some(chosen) = Setting::find(name) else { return };
    values
        .retain(|other, _| Setting::find(other).is_none_or(|other| !other.is_excluded_by(chosen)));
}

/// Adds the line of the rights to the settings of a book that begins: year and author. It stays as
/// it is written there, so that the book is the same in another year.
pub(super) fn add_copyright(values: &mut BookValues, dated: Option<Timestamp>) {
    let printer = values.get("printer").map(String::as_str).unwrap_or_default();
    if !is_of_shop(printer) || values.contains_key("copyright") {
        return;
    }
    if let Some(author) = values.get("author") {
        let rights = rights_of_year(&year(dated).to_string(), author);
        values.insert("copyright".to_owned(), rights);
    }
}

/// Returns the time of now, or of the date that files state.
pub(super) fn time(dated: Option<Timestamp>) -> Timestamp {
    dated.unwrap_or_else(Timestamp::now)
}

/// Returns the year of that time.
pub(super) fn year(dated: Option<Timestamp>) -> i16 {
    time(dated).to_zoned(TimeZone::UTC).year()
}

/// Returns the line of the rights of an author.
fn rights_of_year(year: &str, author: &str) -> String {
    format!("© {year} {author}").trim().to_owned()
}

/// Changes the author in the line of the rights, if the line has the author before.
fn follow_author(values: &mut BookValues, before: &BookValues, author: &str) {
    let old = before.get("author").map(String::as_str).unwrap_or_default();
    let Some(line) = values.get_mut("copyright") else { return };
    let year = line.trim_start_matches('©').trim_start().get(..YEAR_DIGITS).unwrap_or_default();
    if *line == rights_of_year(year, old) {
        *line = rights_of_year(year, author);
    }
}

/// Mends the problems of a choice, as far as that is possible.
fn mend_all(state: &StudioState, choice: &FormChoice, values: &mut BookValues) {
    for _ in 0..MAX_STEPS {
        let Err(problems) = read(state, choice, values) else { break };
        let is_mended = problems.iter().any(|problem| {
            let name = &*problem.setting;
            if ORDERS.contains(&name) && name != choice.setting {
                keep_fitting(state, choice, values, name);
                return true;
            }
            mend(values, choice, name)
        });
        if !is_mended {
            break;
        }
    }
}

/// Keeps the orders of a setting that fit the book.
fn keep_fitting(state: &StudioState, choice: &FormChoice, values: &mut BookValues, name: &str) {
    let orders = values.remove(name).unwrap_or_default();
    for order in orders.split(',') {
        let kept = values.get(name).cloned();
        push_order(values.entry(name.to_owned()).or_default(), order);
        let problems = read(state, choice, values).err().unwrap_or_default();
        if problems.iter().any(|problem| *problem.setting == *name) {
            match kept {
                Some(kept) => values.insert(name.to_owned(), kept),
                None => values.remove(name),
            };
        }
    }
}

/// Mends the problem of a setting. Returns true if that was possible.
fn mend(values: &mut BookValues, choice: &FormChoice, setting: &str) -> bool {
    let name = choice.setting.as_str();
    let is_of_printer = ["printer", "paper", "trim"].contains(&name);
    let is_of_design = ["template", "course"].contains(&name);
    let may_go = (is_of_printer && OF_PRINTER.contains(&setting))
        || (is_of_design && (OF_DESIGN.contains(&setting) || setting == "trim"));
    let is_of_sizes =
        ["quota", "size"].contains(&name) && Setting::OF_CLASSIC_SIZE.contains(&setting);
    if (may_go || is_of_sizes) && values.remove(setting).is_some() {
        return true;
    }
    let is_of_counts =
        Setting::COUNTS.contains(&setting) || ["", "template", "turns"].contains(&setting);
    if !is_of_design || !is_of_counts {
        return false;
    }
    // The design has its own numbers.
    let before = values.len();
    values.retain(|name, _| name == "size" || !Setting::COUNTS.contains(&name.as_str()));
    values.len() < before
}
