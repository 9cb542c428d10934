//! The list of settings for other programs: a JSON Schema of job files.

use super::row::{Setting, SettingKind};
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
