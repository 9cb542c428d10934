//! `datapackage.json`: describes a catalogue for programs that read tables (Data Package standard by
//! Frictionless). Its column types keep them from reading 81 digits as a number.

use super::columns::{Column, Columns, Holds};
use crate::files::output::FileRecord;
use crate::table::compress::Codec;
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

/// File name of the description, which lies beside its catalogue.
pub const PACKAGE: &str = "datapackage.json";

#[derive(Serialize)]
struct Package<'a> {
    profile: &'static str,
    name: &'static str,
    title: &'static str,
    description: &'static str,
    resources: [Resource<'a>; 1],
}

#[derive(Serialize)]
struct Resource<'a> {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    profile: &'static str,
    path: &'a str,
    format: &'static str,
    mediatype: &'static str,
    encoding: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    compression: Option<&'static str>,
    bytes: u64,
    hash: String,
    dialect: Dialect,
    schema: Schema,
}

/// Needed because the default line end of the standard is CRLF.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Dialect {
    line_terminator: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Schema {
    fields: Vec<Field>,
    primary_key: [&'static str; 1],
}

#[derive(Serialize)]
struct Field {
    name: &'static str,
    #[serde(rename = "type")]
    kind: &'static str,
    description: &'static str,
    constraints: Constraints,
}

#[derive(Serialize, Default)]
struct Constraints {
    required: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    unique: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'static str>,
    #[serde(rename = "enum", skip_serializing_if = "Option::is_none")]
    words: Option<Vec<&'static str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    minimum: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    maximum: Option<u64>,
}

fn fields(columns: &Columns) -> Vec<Field> {
    let field = |column: &Column| {
        let mut constraints =
            Constraints { required: true, unique: column.name == "id", ..Constraints::default() };
        let mut bounds = |min: &u64, max: &u64| {
            (constraints.minimum, constraints.maximum) = (Some(*min), Some(*max));
        };
        let kind = match &column.holds {
            Holds::Integer(min, max) => {
                bounds(min, max);
                "integer"
            }
            Holds::Decimal(min, max) => {
                bounds(min, max);
                "number"
            }
            Holds::Text(pattern) => {
                constraints.pattern = Some(*pattern);
                "string"
            }
            Holds::Word(words) => {
                constraints.words = Some(words.clone());
                "string"
            }
            Holds::Unsigned => {
                constraints.pattern = Some("[0-9]{1,20}");
                "string"
            }
        };
        Field { name: column.name, kind, description: column.about, constraints }
    };
    columns.iter().map(field).collect()
}

fn hash(file: &FileRecord) -> String {
    format!("sha256:{}", file.sha256)
}

/// The description of a CSV catalogue in the same folder, compressed or not.
pub fn package(file: &FileRecord, columns: &Columns) -> String {
    let package = Package {
        profile: "data-package",
        name: "sudoku-catalogue",
        title: "Sudoku catalogue",
        description: "Sudoku puzzles, each with exactly one solution, in five graded levels, by sudoku-press",
        resources: [Resource {
            name: "catalog",
            kind: "table",
            profile: "tabular-data-resource",
            path: &file.name,
            format: "csv",
            mediatype: "text/csv",
            encoding: "utf-8",
            compression: Codec::of_path(Path::new(&file.name)).map(Codec::ending),
            bytes: file.size,
            hash: hash(file),
            dialect: Dialect { line_terminator: "\n" },
            schema: Schema { fields: fields(columns), primary_key: ["id"] },
        }],
    };
    let mut text = serde_json::to_string_pretty(&package).expect("a package is plain values");
    text.push('\n');
    text
}

/// Compares a description with its catalogue. Returns the first difference as found and expected, or
/// `None`. Descriptive texts are not compared, because they may come from another version.
pub fn misdescribed(text: &[u8], file: &FileRecord, columns: &Columns) -> Option<(String, String)> {
    let package: Value = match serde_json::from_slice(text) {
        Ok(package) => package,
        Err(e) => return Some((format!("it is not JSON: {e}"), "a data package".to_owned())),
    };
    let described = package["resources"].as_array().into_iter().flatten();
    let Some(resource) = { described }.find(|resource| resource["path"] == file.name) else {
        let wrong = format!("{} is not described", file.name);
        return Some((wrong, "a resource with its path".to_owned()));
    };
    let expected = [("bytes", Value::from(file.size)), ("hash", Value::from(hash(file)))];
    for (key, right) in expected {
        if resource[key] != right {
            return Some((format!("{key} is {}", resource[key]), right.to_string()));
        }
    }
    let described = resource["schema"]["fields"].as_array();
    let described: Vec<_> = described.into_iter().flatten().collect();
    for (i, right) in fields(columns).into_iter().enumerate() {
        let field = described.get(i).map_or(&Value::Null, |field| *field);
        if field["name"] != right.name || field["type"] != right.kind {
            let wrong = format!("field {} is {} of type {}", i + 1, field["name"], field["type"]);
            return Some((wrong, format!("{:?} of type {:?}", right.name, right.kind)));
        }
    }
    None
}
