//! The file of a series: the settings of all its volumes, a table for each volume, and the
//! languages. A volume is a list of settings, like a job file; their meaning is not known here.
//!
//! A volume is known by its name, never by the place of its table. The record of the series has the
//! number of each name, from which folder, number and turn follow. The seed follows from the name.

use super::{Origin, Setting, SettingText, SettingsSource, SpannedKey, word};
use crate::{Job, SeriesRecord};
use files::Checksum;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use toml::Value;
use words::{Problem, clause};

/// A volume of a series in one language.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of the volume.
    pub name: String,
    /// True if the puzzles are made for this edition. Other languages of the volume reuse the
    /// puzzles of the first.
    pub is_first: bool,
    /// True if the volume was removed from the series. Its number stays taken.
    pub is_removed: bool,
    /// Its job: the settings of the volume, laid over those of all volumes, and these over those
    /// that follow from its number.
    pub job: Job,
}

impl Edition {
    /// Returns the names of what differs in the words of the file, which gives the numbers of
    /// puzzles by one of four settings.
    pub fn words(&self, names: &[&'static str]) -> Vec<&'static str> {
        let given = Setting::NUMBERS.into_iter().find(|name| self.job.is_set(name));
        let mut words = Vec::new();
        for &name in names {
            let word = match (name, given) {
                // The same number of puzzles of each level.
                ("number of puzzles", Some("count")) if names.contains(&"levels") => continue,
                ("number of puzzles", Some(given)) => given,
                ("levels" | "puzzles of each level", Some("quota")) => "quota",
                (name, _) => name,
            };
            if !words.contains(&word) {
                words.push(word);
            }
        }
        words
    }
}

type Table = BTreeMap<SpannedKey, Value>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct SeriesFile {
    #[serde(default)]
    languages: Vec<String>,
    #[serde(default)]
    all: Table,
    #[serde(default)]
    in_turn: BTreeMap<SpannedKey, Vec<Value>>,
    volume: Vec<Table>,
}

/// A file of a series that was read.
pub struct Series<'a> {
    source: SettingsSource<'a>,
    file: SeriesFile,
    /// The names of its volumes, in the order of their tables.
    pub names: Vec<String>,
}

impl SeriesRecord {
    /// Reads the text of a file of this series.
    ///
    /// # Errors
    /// [`Problem`] for a text that is not TOML, and for a volume that cannot be told from others.
    pub fn parse_series<'a>(&self, file: &'a str, text: &'a str) -> Result<Series<'a>, Problem> {
        let source = SettingsSource { file, text, command: Some("run") };
        let file: SeriesFile = source.parse()?;
        let first = self.first_language(&file.languages);
        if let Some(first) = first.filter(|first| !file.languages.contains(first)) {
            let found = file.languages.join(", ");
            let wrong = format!(
                "expected {first} among the `languages`, because the volumes were made in it \
                 first, found {found}"
            );
            return Err(Problem::new(wrong).at(source.file.to_owned()));
        }
        let mut names: Vec<String> = Vec::new();
        for table in &file.volume {
            let (name, at) = source.name_of(table, first, &file.languages)?;
            if names.contains(&name) {
                let wrong = format!("two volumes have the name {name:?}");
                let remedy = "write another `name` below one [[volume]]; a title may come twice";
                return Err(Problem::new(wrong).at(&at).remedy(remedy));
            }
            names.push(name);
        }
        Ok(Series { source, file, names })
    }
}

impl Series<'_> {
    /// Returns the editions in the order in which they are made. Their folders and their archive
    /// are in `folder`. New volumes get numbers in the record.
    ///
    /// ```
    /// use sudoku_press_jobs::SeriesRecord;
    /// let text = "languages = ['en', 'es']\n[all]\nseed = 7\n[[volume]]\n\
    ///     title = { en = 'Rain', es = 'Lluvia' }\n";
    /// let mut record = SeriesRecord::default();
    /// let series = record.parse_series("rain.toml", text)?;
    /// let spanish = &series.editions("rain", &mut record)?[1];
    /// assert_eq!(spanish.job.text("title").as_deref(), Some("Lluvia"));
    /// assert_eq!(spanish.job.text("out").as_deref(), Some("rain/volume-01-es"));
    /// assert_eq!(spanish.name, "Rain");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Problem`] for the first invalid setting.
    pub fn editions(
        &self,
        folder: &str,
        record: &mut SeriesRecord,
    ) -> Result<Vec<Edition>, Problem> {
        let first = record.first_language(&self.file.languages).cloned();
        record.set_first_language(first.as_ref());
        let mut languages = vec![first.as_ref()];
        let others = self.file.languages.iter().filter(|code| first.as_ref() != Some(*code));
        languages.extend(others.map(Some));
        let numbers: Vec<usize> = self.names.iter().map(|name| record.number(name)).collect();
        self.check_seeds_in_turn(numbers.iter().copied().max().unwrap_or(0))?;
        let mut editions = Vec::new();
        for ((table, name), number) in self.file.volume.iter().zip(&self.names).zip(numbers) {
            let is_removed = self.source.is_removed(table)?;
            let volume = VolumeTable { table, name, number };
            for (place, &language) in languages.iter().enumerate() {
                let is_first = place == 0;
                let [own, of_all] = self.written(&volume, language)?;
                let mut job = Job::default();
                job.overlay(own)?;
                job.overlay(of_all)?;
                job.overlay(self.following(&volume, (folder, language, is_first), &job))?;
                let name = name.clone();
                editions.push(Edition { name, is_first, is_removed, job });
            }
        }
        Ok(editions)
    }

    /// Fails if the seeds in turn are fewer than the volumes, because two volumes with the same
    /// seed would be the same run.
    fn check_seeds_in_turn(&self, volumes: usize) -> Result<(), Problem> {
        let found = self.file.in_turn.iter().find(|(key, _)| key.get_ref() == "seed");
        match found {
            Some((key, list)) if list.len() < volumes => {
                let found = list.len();
                let expected = format_args!("a seed for each of {volumes} volumes, found {found}");
                Err(self.source.wrong_seed(key, expected))
            }
            _ => Ok(()),
        }
    }

    /// Returns the settings of a volume, and those of all volumes.
    fn written(
        &self,
        volume: &VolumeTable<'_>,
        language: Option<&String>,
    ) -> Result<[Vec<SettingText>; 2], Problem> {
        let (source, file) = (self.source, &self.file);
        let read = |key: &SpannedKey, value: &Value| {
            let languages = &file.languages;
            let value = of_language(value, language, languages)
                .map_err(|missing| source.missing_language(key, missing, languages))?;
            source.setting(key, value)
        };
        let (mut own, mut of_all) = (Vec::new(), Vec::new());
        for (key, value) in volume.table {
            if ![NAME, REMOVED].contains(&key.get_ref().as_str()) {
                own.push(read(key, value)?);
            }
        }
        for (key, value) in &file.all {
            of_all.push(match key.get_ref().as_str() {
                "seed" => read(key, &source.seed_of(key, value, volume.name)?)?,
                _ => read(key, value)?,
            });
        }
        for (key, list) in &file.in_turn {
            if let Some(value) = list.get((volume.number - 1) % list.len().max(1)) {
                of_all.push(read(key, value)?);
            }
        }
        Ok([own, of_all])
    }

    /// Returns the settings that follow from the number of a volume, and the usual ones. Only
    /// covers have colours.
    fn following(
        &self,
        volume: &VolumeTable<'_>,
        (folder, language, is_first): (&str, Option<&String>, bool),
        written: &Job,
    ) -> Vec<SettingText> {
        let ending = language.filter(|_| !is_first).map(|code| format!("-{code}"));
        let out = SeriesRecord::folder_name(volume.number) + &ending.unwrap_or_default();
        let mut settings = vec![
            ("out", format!("{folder}/{out}")),
            ("volume-number", volume.number.to_string()),
            ("first-number", "next".to_owned()),
            ("cover", "true".to_owned()),
            ("archive", format!("{folder}/series.archive")),
            ("lang", language.map_or("en", String::as_str).to_owned()),
        ];
        if written.text("cover").as_deref() != Some("false") {
            settings.push(("palette", "by-volume".to_owned()));
        }
        let origin = Origin::File(self.source.file.to_owned());
        let text = |(name, value): (&str, String)| {
            let setting = Setting::find(name).expect("a series has settings of runs");
            SettingText::new(setting, &value, origin.clone())
        };
        settings.into_iter().map(text).collect()
    }
}

/// The table of a volume, with its name and its number.
struct VolumeTable<'a> {
    table: &'a Table,
    name: &'a str,
    number: usize,
}

/// The key of the name by which a volume is known, if that is not its title.
const NAME: &str = "name";
/// The key of a volume that was removed from its series.
const REMOVED: &str = "removed";

impl SettingsSource<'_> {
    /// Returns true if the table of a volume says that it was removed.
    fn is_removed(&self, volume: &Table) -> Result<bool, Problem> {
        let Some((key, value)) = volume.iter().find(|(key, _)| key.get_ref() == REMOVED) else {
            return Ok(false);
        };
        value.as_bool().ok_or_else(|| {
            let wrong = "expected true or false for `removed`, found another value";
            Problem::new(wrong).at(&self.place(key.span().start))
        })
    }

    /// Returns the name of a volume and its place: the text of its `name`, or else of its title in
    /// the language in which the volumes were made first.
    fn name_of(
        &self,
        volume: &Table,
        first: Option<&String>,
        languages: &[String],
    ) -> Result<(String, Origin), Problem> {
        let find = |wanted| volume.iter().find(|(key, _)| key.get_ref() == wanted);
        let Some((key, value)) = find(NAME).or_else(|| find("title")) else {
            let place = volume.keys().map(|key| key.span().start).min();
            let wrong = "expected a name or a title below each [[volume]], found neither";
            let remedy = "write a `name` below it, by which the volume keeps its puzzles";
            let problem = Problem::new(wrong).remedy(remedy);
            return Err(match place {
                Some(place) => problem.at(&self.place(place)),
                None => problem.at(self.file.to_owned()),
            });
        };
        let at = self.place(key.span().start);
        let text = match value {
            Value::Table(table) if key.get_ref() != NAME => first.and_then(|code| table.get(code)),
            value => Some(value),
        };
        if let (None, Some(first)) = (text, first) {
            return Err(self.missing_language(key, first, languages));
        }
        let text = text.and_then(word).map(|text| text.trim().to_owned());
        match text.filter(|text| !text.is_empty()) {
            Some(text) => Ok((text, at)),
            None if key.get_ref() == NAME => {
                Err(Problem::expected("a text for `name`", "another value").at(&at))
            }
            None => {
                let wrong = "expected a number, a text, true, false or a list, or one of these for each \
                             language";
                Err(Problem::new(wrong).with_setting("title").at(&at))
            }
        }
    }

    /// Returns the seed of a volume from the seed of all volumes, because two volumes with the same
    /// seed would be the same run. It follows from the name, so that a volume keeps its puzzles
    /// wherever its table stands, also if its folder is lost. It is a text, because TOML integers
    /// end at 2^63 - 1.
    fn seed_of(&self, key: &SpannedKey, value: &Value, name: &str) -> Result<Value, Problem> {
        let seed: Option<u64> = match value {
            Value::Integer(seed) => u64::try_from(*seed).ok(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        if value.as_str() == Some("from-date") {
            let words = "a number, from which and from its name each volume has its seed, found from-date, which \
                         gives all volumes other seeds tomorrow; leave it out, and each volume draws its own";
            return Err(self.wrong_seed(key, format_args!("{words}")));
        }
        // An invalid seed is reported with the flags.
        let Some(seed) = seed else { return Ok(value.clone()) };
        let sum = Checksum::from_bytes(format!("{seed} {name}").as_bytes()).text();
        let seed = u64::from_str_radix(&sum[..16], 16).expect("a sum has hexadecimal digits");
        Ok(Value::String(seed.to_string()))
    }

    /// Returns the problem of a setting whose table lacks the value for a language of the series.
    fn missing_language(&self, key: &SpannedKey, missing: &str, languages: &[String]) -> Problem {
        let expected = format!("a value for each of the `languages` {}", languages.join(", "));
        Problem::expected(expected, format!("none for `{missing}`"))
            .with_setting(key.get_ref().clone())
            .at(&self.place(key.span().start))
            .remedy(format!("write {missing} = \"...\" beside the others"))
    }

    fn wrong_seed(&self, key: &SpannedKey, expected: fmt::Arguments<'_>) -> Problem {
        let problem = Problem::new(clause!("expected {}", expected)).with_setting("seed");
        problem.at(&self.place(key.span().start))
    }
}

/// Returns the value of a setting in a language: from a table with a value for each language, or
/// the value itself.
///
/// # Errors
/// The language, if the table lacks it.
fn of_language<'a, 'l>(
    value: &'a Value,
    language: Option<&'l String>,
    languages: &[String],
) -> Result<&'a Value, &'l String> {
    match (value, language) {
        (Value::Table(table), Some(language))
            if table.keys().any(|key| languages.contains(key)) =>
        {
            table.get(language).ok_or(language)
        }
        (value, _) => Ok(value),
    }
}
