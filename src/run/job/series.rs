//! The file of a series: the settings of all its volumes, a table for each volume, and the
//! languages. A volume is a list of settings, like a job file; their meaning is not known here.

use super::{Origin, Setting, SettingText, SettingsSource, SpannedKey};
use press::text::problem::Problem;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt;
use toml::Value;

/// A volume of a series in one language.
#[derive(Clone, Debug)]
pub struct Edition {
    /// True if the puzzles are made for this edition. Other languages of the volume reuse the
    /// puzzles of the first.
    pub is_first: bool,
    /// True if the volume was removed from the series. Its number stays free.
    pub is_removed: bool,
    /// Its settings, the strongest first: those of the volume, those of all volumes, those that
    /// follow from its number. A name may occur twice.
    pub settings: Vec<SettingText>,
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

/// Reads the text of a series file. Returns the editions in the order in which they are made. Their
/// folders and their archive are in `folder`.
///
/// ```
/// use sudoku_press::run::job::editions;
/// let text = "languages = ['en', 'es']\n[all]\nseed = 7\n[[volume]]\n\
///     title = { en = 'Rain', es = 'Lluvia' }\n";
/// let spanish = &editions("rain.toml", text, "rain")?[1];
/// let value = |name| spanish.settings.iter().find(|s| s.setting.name == name)?.text();
/// assert_eq!(value("title").as_deref(), Some("Lluvia"));
/// assert_eq!(value("out").as_deref(), Some("rain/volume-01-es"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`Problem`] for the first invalid setting.
pub fn editions(file: &str, text: &str, folder: &str) -> Result<Vec<Edition>, Problem> {
    let source = SettingsSource { file, text, command: Some("run") };
    let series: SeriesFile = source.parse()?;
    let languages: Vec<Option<&String>> = if series.languages.is_empty() {
        vec![None]
    } else {
        series.languages.iter().map(Some).collect()
    };
    let mut editions = Vec::new();
    for (index, own) in series.volume.iter().enumerate() {
        let is_removed = source.is_removed(own)?;
        for (place, &language) in languages.iter().enumerate() {
            let mut settings = Vec::new();
            let mut set = |key: &SpannedKey, value: &Value| {
                let value = of_language(value, language, &series.languages);
                settings.push(source.setting(key, value)?);
                Ok::<_, Problem>(())
            };
            for (key, value) in own.iter().filter(|(key, _)| key.get_ref() != REMOVED) {
                set(key, value)?;
            }
            for (key, value) in &series.all {
                match key.get_ref().as_str() {
                    "seed" => set(key, &source.seed_of(key, value, index)?)?,
                    _ => set(key, value)?,
                }
            }
            for (key, list) in &series.in_turn {
                let volumes = series.volume.len();
                if key.get_ref() == "seed" && list.len() < volumes {
                    let found = list.len();
                    return Err(source.wrong_seed(
                        key,
                        format_args!("a seed for each of {volumes} volumes, found {found}"),
                    ));
                }
                if let Some(value) = list.get(index % list.len().max(1)) {
                    set(key, value)?;
                }
            }
            let number = index + 1;
            let ending = language.filter(|_| place > 0).map(|code| format!("-{code}"));
            let out = format!("{folder}/volume-{number:02}{}", ending.unwrap_or_default());
            let follows = [
                ("out", out),
                ("volume-number", number.to_string()),
                ("first-number", "next".to_owned()),
                ("cover", "true".to_owned()),
                ("archive", format!("{folder}/series.archive")),
                ("lang", language.map_or("en", String::as_str).to_owned()),
                ("palette", "by-volume".to_owned()),
            ];
            // Only covers have colours.
            let is_off = |s: &SettingText| s.setting.name == "cover" && s.texts == ["false"];
            let covers = !settings.iter().any(is_off);
            let follows = follows.into_iter().filter(|(name, _)| *name != "palette" || covers);
            let origin = Origin::File(file.to_owned());
            let text = |(name, value): (&str, String)| {
                let setting = Setting::find(name).expect("a series has settings of runs");
                SettingText::new(setting, &value, origin.clone())
            };
            settings.extend(follows.map(text));
            editions.push(Edition { is_first: place == 0, is_removed, settings });
        }
    }
    Ok(editions)
}

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
            Problem::new(wrong).at(self.place(key.span().start))
        })
    }

    /// Returns the seed of a volume from the seed of all volumes, because two volumes with the same
    /// seed would be the same run. It is a text, because TOML integers end at 2^63 - 1.
    fn seed_of(&self, key: &SpannedKey, value: &Value, index: usize) -> Result<Value, Problem> {
        let seed = match value {
            Value::Integer(seed) => u64::try_from(*seed).ok(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        if value.as_str() == Some("from-date") {
            let words = "a number, to which the number of the volume is added, found from-date, which gives all \
                         volumes the same seed and other seeds tomorrow; leave it out, and each volume draws its own";
            return Err(self.wrong_seed(key, format_args!("{words}")));
        }
        // An invalid seed is reported with the flags.
        Ok(seed.map_or(value.clone(), |seed| {
            Value::String(seed.wrapping_add(index as u64).to_string())
        }))
    }

    fn wrong_seed(&self, key: &SpannedKey, expected: fmt::Arguments<'_>) -> Problem {
        let problem = Problem::new(format!("expected {expected}")).with_setting("seed");
        problem.at(self.place(key.span().start))
    }
}

/// Returns the value of a setting in a language: from a table with a value for each language, or
/// the value itself.
fn of_language<'a>(
    value: &'a Value,
    language: Option<&String>,
    languages: &[String],
) -> Option<&'a Value> {
    match value {
        Value::Table(table) if table.keys().any(|key| languages.contains(key)) => {
            table.get(language?)
        }
        value => Some(value),
    }
}
