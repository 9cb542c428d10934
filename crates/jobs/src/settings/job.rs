//! A job: every setting that somebody gave, in the words given, with its origin. It is laid in
//! layers: flags, the environment, a job file or a series or the job of a finished run. A stronger
//! layer wins, and removes what its settings exclude from weaker ones. Below them are the defaults.
//!
//! ```text
//! flags ─────────────┐
//! variables ─────────┤
//! job file, series ──┼─► Job ─► Settings ─► RunSpec
//! finished run ──────┘    └───► manifest.json, `job`
//! ```

use super::Settings;
use super::levels::{is_small_size, names_small_size};
use super::row::{Group, Setting};
use super::value::SettingValue as _;
use human::Ladder;
use jiff::Timestamp;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt;
use std::num::NonZeroU16;
use words::{Clause, NamedSetting, Problem, clause, setting};

/// The origin of a value, the strongest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A flag.
    Flag,
    /// The variable of this name.
    Environment(String),
    /// A file: its name and the line.
    File(String),
    /// Nobody has set the value.
    Default,
}

impl From<&Origin> for Clause {
    fn from(origin: &Origin) -> Self {
        origin.to_string().into()
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag => f.write_str("flag"),
            Self::Environment(name) => write!(f, "environment, {name}"),
            Self::File(place) => f.write_str(place),
            Self::Default => f.write_str("default"),
        }
    }
}

/// The value of a setting as text, and its origin.
#[derive(Clone, Debug)]
pub struct SettingText {
    /// The setting.
    pub setting: &'static Setting,
    /// The value: one text, or of a list several.
    pub texts: Vec<OsString>,
    /// The origin of the value.
    pub origin: Origin,
}

impl SettingText {
    /// A value from a text; of a list, with commas between the values.
    pub fn new(setting: &'static Setting, text: &str, origin: Origin) -> Self {
        Self { setting, texts: setting.split(text), origin }
    }

    /// Returns the value as one text; `None` if it has characters that are no text.
    pub fn text(&self) -> Option<String> {
        self.texts.join(",".as_ref()).into_string().ok()
    }

    /// Returns the setting with its value, as messages name it.
    pub(super) fn named(&self) -> NamedSetting {
        setting(self.setting.name).to(self.text().unwrap_or_default())
    }

    /// Returns true unless the setting is a switch that is off.
    fn is_on(&self) -> bool {
        !self.setting.kind.is_switch() || bool::read_all(&self.texts) == Ok(true)
    }

    /// Returns the problem of a value that the setting cannot have. An empty one was meant to take
    /// the value back.
    fn wrong_value(&self, wrong: Clause) -> Problem {
        let problem = self.problem(wrong);
        if self.texts.iter().any(|text| !text.to_string_lossy().trim().is_empty()) {
            return problem;
        }
        let unset = setting(Setting::UNSET).to(self.setting.name);
        problem.remedy(clause!("{} brings back the default", unset))
    }

    /// Returns the problem of this value. A flag is a place by itself.
    fn problem(&self, wrong: impl Into<Clause>) -> Problem {
        let problem = Problem::new(wrong).with_setting(self.setting.name);
        match &self.origin {
            Origin::Flag | Origin::Default => problem,
            origin => problem.at(origin),
        }
    }
}

/// Every setting that somebody gave, in the words given, from the strongest origin of each.
#[derive(Clone, Debug, Default)]
pub struct Job {
    texts: BTreeMap<&'static str, SettingText>,
    /// The settings that no weaker layer sets, each with the origin that says so.
    unset: BTreeMap<&'static str, Origin>,
    /// The finished run whose job this one continues.
    finished: Option<FinishedFacts>,
    notes: Vec<Clause>,
}

/// The facts of a finished run that no setting names, and without which its bytes are others.
#[derive(Clone, Copy, Debug, Default)]
pub struct FinishedFacts {
    /// The date that its PDF/X files state.
    pub dated: Option<Timestamp>,
    /// True if the puzzles of an archive were excluded from it.
    pub has_archive: bool,
    /// The number of its replaced puzzles. They come first in the setting `another`.
    pub replaced: usize,
}

/// Two jobs are equal if they have the same words.
impl PartialEq for Job {
    fn eq(&self, other: &Self) -> bool {
        self.words().eq(other.words())
    }
}

impl Job {
    /// Adds a value to a layer. It is dropped if the setting has a value.
    ///
    /// # Errors
    /// [`Problem`] for a value that the setting cannot have.
    pub fn add(&mut self, text: SettingText) -> Result<(), Problem> {
        let SettingText { setting, texts, origin } = &text;
        if setting.is_added
            && let Some(stronger) = self.texts.get_mut(setting.name)
        {
            setting.check(texts).map_err(|problem| text.wrong_value(problem))?;
            stronger.texts.splice(0..0, text.texts);
            return Ok(());
        }
        if self.is_set(setting.name) {
            return Ok(());
        }
        // An empty list of a job file takes the value back.
        let is_of_file = matches!(origin, Origin::File(_));
        if setting.is_list && is_of_file && texts.iter().all(|text| text.is_empty()) {
            self.unset.insert(setting.name, origin.clone());
            return Ok(());
        }
        setting.check(texts).map_err(|problem| text.wrong_value(problem))?;
        if setting.name == Setting::UNSET {
            for name in texts {
                if let Some(row) = name.to_str().and_then(Setting::find_typed) {
                    self.unset.entry(row.name).or_insert_with(|| origin.clone());
                }
            }
            return Ok(());
        }
        self.texts.insert(setting.name, text);
        Ok(())
    }

    fn words(&self) -> impl Iterator<Item = (&'static str, &[OsString])> {
        self.iter().map(|text| (text.setting.name, &text.texts[..]))
    }

    /// Returns true if a layer brings the setting back to its default.
    pub fn is_unset(&self, name: &str) -> bool {
        self.unset.contains_key(name)
    }

    /// Returns true if a finished run is continued.
    pub fn continues_run(&self) -> bool {
        self.finished.is_some()
    }

    /// Returns the number of replaced puzzles that are those of a finished run.
    pub(super) fn replaced_before(&self) -> usize {
        self.finished.map_or(0, |finished| finished.replaced)
    }

    /// Continues the job of a finished run.
    pub fn continue_run(&mut self, facts: FinishedFacts) {
        self.finished = Some(facts);
    }

    /// Replaces a value by the one that several layers have together.
    pub(super) fn merge(&mut self, replaced: &[&str], merged: SettingText, note: Clause) {
        self.texts.retain(|name, _| !replaced.contains(name));
        self.texts.insert(merged.setting.name, merged);
        self.notes.push(note);
    }

    /// Tells the user what laying over has changed.
    pub fn note(&mut self, note: Clause) {
        self.notes.push(note);
    }

    /// Returns what laying over has changed, a sentence each.
    pub fn notes(&self) -> &[Clause] {
        &self.notes
    }

    /// Returns true if the setting has a value.
    pub fn is_set(&self, name: &str) -> bool {
        self.texts.contains_key(name)
    }

    /// Returns the value of a setting.
    pub fn get(&self, name: &str) -> Option<&SettingText> {
        self.texts.get(name)
    }

    /// Returns the value of a setting as one text.
    pub fn text(&self, name: &str) -> Option<String> {
        self.get(name)?.text()
    }

    /// Returns the values that exclude this setting.
    pub fn rivals(&self, setting: &Setting) -> impl Iterator<Item = &SettingText> {
        let others = self.texts.values().filter(|other| other.is_on());
        others.filter(move |other| setting.is_excluded_by(other.setting))
    }

    /// Returns the values, by name.
    pub fn iter(&self) -> impl Iterator<Item = &SettingText> {
        self.texts.values()
    }

    /// Adds the texts of parts that a value of this job does not name to it.
    pub fn add_parts(&mut self, parts: SettingText) -> Result<(), Problem> {
        match self.texts.get_mut(parts.setting.name) {
            Some(own) => own.texts.extend(parts.texts),
            None => self.overlay(vec![parts])?,
        }
        Ok(())
    }

    /// Returns the settings of messages, as far as they are right. They decide the form in which
    /// all errors are told.
    pub fn message_settings(&self) -> Settings {
        let mut settings = Settings::default();
        let texts = self.iter().filter(|text| text.setting.group == Group::Messages);
        // A wrong value leaves the default.
        texts.for_each(|text| drop(text.setting.set(&mut settings, &text.texts)));
        settings
    }

    /// Returns true if a size other than 9 x 9 is named. Small sizes have one ladder.
    fn has_small_size(&self) -> bool {
        let size = self.text("size").unwrap_or_default();
        let quotas = self.text("quota").unwrap_or_default();
        is_small_size(&size) || names_small_size(&quotas)
    }

    /// Returns the ladder of the levels: the one that is given, or that of the sizes.
    pub(super) fn ladder(&self) -> Ladder {
        let mut settings = Settings::default();
        if self.has_small_size() {
            settings.ladder = Ladder::Human;
        }
        if let Some(text) = self.get("ladder") {
            // A wrong value is reported with the others.
            drop(text.setting.set(&mut settings, &text.texts));
        }
        settings.ladder
    }

    /// Returns the typed settings.
    ///
    /// # Errors
    /// [`Problem`] for a setting that another one of its layer excludes, that lacks the one
    /// that it needs, or that does not go with another one.
    pub fn settings(&self) -> Result<Settings, Problem> {
        let mut settings = Settings { ladder: self.ladder(), ..Settings::default() };
        if let Some(FinishedFacts { dated, has_archive, .. }) = self.finished {
            settings.book.imprint.dated = dated;
            settings.archive.was_used = has_archive;
        }
        for (name, origin) in &self.unset {
            if let Some(text) = self.get(name).filter(|text| text.origin == *origin) {
                let unset = setting(Setting::UNSET).to(*name);
                return Err(text.problem(clause!("cannot be used with {}; leave one out", unset)));
            }
        }
        self.refuse_swap_in_class()?;
        // A setting comes after those on which its meaning depends.
        for row in Setting::all() {
            let Some(text) = self.get(row.name) else { continue };
            if let Some(rival) = self.rivals(row).next().filter(|_| text.is_on()) {
                let (name, origin) = (rival.setting.name, &rival.origin);
                let beside = match origin {
                    Origin::Flag | Origin::Default => String::new(),
                    origin => format!(" ({origin})"),
                };
                let rival = setting(name);
                return Err(text.problem(clause!(
                    "cannot be used with {}{}; leave one out",
                    rival,
                    beside
                )));
            }
            if let Some(needed) = row.needs
                && text.is_on()
                && !self.is_set(needed)
            {
                let needed = setting(needed);
                return Err(text.problem(clause!("expected {} too, found none", needed)));
            }
            row.set(&mut settings, &text.texts).map_err(|problem| text.problem(problem))?;
        }
        if settings.book.imprint.fill_pages {
            settings.book.imprint.fill_to = settings.counts.pages.and_then(NonZeroU16::new);
        }
        settings.count_sheets()?;
        settings.given = self.clone();
        Ok(settings)
    }

    /// Fails if puzzles of a class change their places, because each sheet has their numbers.
    fn refuse_swap_in_class(&self) -> Result<(), Problem> {
        let Some(swap) = self.get("swap") else { return Ok(()) };
        let is_of_class =
            |text: &&SettingText| text.setting.name == "sheets" || text.texts.len() > 1;
        let found = ["sheets", "names"].into_iter().filter_map(|name| self.get(name));
        let class: Vec<&SettingText> = found.filter(is_of_class).collect();
        let Some(first) = class.first() else { return Ok(()) };
        let named = first.named();
        let wrong = clause!("expected puzzles that are printed once, found a class, {}", named);
        let names: Vec<&str> = class.iter().map(|text| text.setting.name).collect();
        let remedy = if class.iter().any(|text| text.origin == swap.origin) {
            clause!("leave one out")
        } else if swap.origin == Origin::Flag {
            clause!("{} makes one sheet", setting(Setting::UNSET).to(names.join(",")))
        } else {
            clause!("{} keeps the class", setting(Setting::UNSET).to("swap"))
        };
        Err(swap.problem(wrong).remedy(remedy))
    }
}
