//! The list of settings for other programs and for readers: a JSON Schema of job files, and the
//! reference page in the documentation.

use super::row::{Group, Setting, SettingKind};
use serde_json::{Map, Value, json};

impl Setting {
    /// Returns the JSON Schema of job files, with which editors complete and check them: for each
    /// setting its type, limits, choices, default and help.
    pub fn json_schema() -> Value {
        let properties: Map<_, _> =
            Setting::all().map(|setting| (setting.name.to_owned(), schema_of(setting))).collect();
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "title": "Job file of sudoku-press",
            "type": "object",
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

/// Returns the schema of one setting.
fn schema_of(setting: &Setting) -> Value {
    let mut schema = match setting.kind {
        SettingKind::Switch => json!({ "type": "boolean" }),
        SettingKind::Number { min, max } => {
            json!({ "type": "integer", "minimum": min, "maximum": max })
        }
        SettingKind::Choice(words) => {
            let words: Vec<_> = words().iter().map(|(word, _)| *word).collect();
            json!({ "enum": words })
        }
        SettingKind::Path | SettingKind::Text | SettingKind::Words if setting.is_list => {
            let one = ["string", "integer"];
            json!({ "type": ["string", "integer", "array", "object"], "items": { "type": one } })
        }
        SettingKind::Path => json!({ "type": "string" }),
        SettingKind::Text | SettingKind::Words => {
            json!({ "type": ["string", "integer", "array", "object"] })
        }
    };
    schema["description"] = setting.sentences().into();
    if !setting.example.is_empty() {
        schema["examples"] = json!([setting.example]);
    }
    if let Some(text) = setting.default_text() {
        schema["default"] = match setting.kind {
            SettingKind::Switch => (text == "true").into(),
            SettingKind::Number { .. } => text.parse::<u64>().map_or(text.into(), Value::from),
            _ => text.into(),
        };
    } else if setting.kind.is_switch() {
        schema["default"] = false.into();
    }
    schema
}

impl Setting {
    /// Returns the page of the documentation that lists all settings, in Markdown.
    pub fn reference_page() -> String {
        let mut page = String::from(
            "# All settings\n\n\
             This page is for everybody who writes a job file, sets variables in a script, or wants to know \
             what a flag\naccepts. `sudoku-press run --help` has the same texts; `sudoku-press job schema` \
             prints the list as a JSON Schema,\nwith which editors complete job files.\n\n\
             A setting has one name everywhere: the flag `--count 50`, the line `count = 50` in a job file, \
             the variable\n`SUDOKU_PRESS_COUNT=50`. Flags win over variables, and variables win over the job \
             file.\n\n\
             The column *Commands* names the commands that have the setting as a flag.\n",
        );
        for group in Group::ALL {
            let rows: Vec<_> = Setting::all().filter(|row| row.group == group).collect();
            page += &format!("\n## {}\n\n", group.heading().unwrap_or("Run"));
            page += "| setting | value | default | commands |\n|---|---|---|---|\n";
            for row in &rows {
                let (value, default) = (value_of(row), default_of(row));
                let commands = COMMANDS.into_iter().filter(|command| row.is_of(command));
                let commands: Vec<_> = commands.collect();
                page += &format!(
                    "| `{}` | {value} | {default} | {} |\n",
                    row.name,
                    commands.join(", ")
                );
            }
            page.push('\n');
            for row in rows {
                page += &format!("**{}**: {}", row.name, row.sentences());
                if let SettingKind::Choice(words) = row.kind {
                    let words = words();
                    let words: Vec<_> =
                        words.iter().map(|(word, help)| format!("`{word}` ({help})")).collect();
                    page += &format!(" One of {}.", words.join("; "));
                }
                if let Some(needed) = row.needs {
                    page += &format!(" Needs `{needed}`.");
                }
                if !row.excludes.is_empty() {
                    page += &format!(" Not together with `{}`.", row.excludes.join("`, `"));
                }
                if !row.example.is_empty() {
                    page += &format!(" Example: `{}`.", row.example);
                }
                page += "\n\n";
            }
            page.truncate(page.trim_end().len());
            page.push('\n');
        }
        page
    }
}

/// The commands that have settings.
const COMMANDS: [&str; 6] = ["run", "generate", "book", "cover", "listing", "export"];

/// Describes the value of a setting for a table.
fn value_of(setting: &Setting) -> String {
    match setting.kind {
        SettingKind::Switch => "true or false".to_owned(),
        SettingKind::Number { min, max: u64::MAX } => format!("a number from {min}"),
        SettingKind::Number { min, max } => format!("a number from {min} to {max}"),
        SettingKind::Choice(_) => "a word".to_owned(),
        _ => format!("`{}`", setting.value_name.replace('|', "\\|")),
    }
}

/// Describes the default of a setting for a table.
fn default_of(setting: &Setting) -> String {
    match (setting.default_text(), setting.usual) {
        (Some(text), _) => format!("`{text}`"),
        (None, "") if setting.kind.is_switch() => "`false`".to_owned(),
        (None, "") => "none".to_owned(),
        (None, words) => words.to_owned(),
    }
}
