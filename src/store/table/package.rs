//! `datapackage.json`: describes a catalogue for programs that read tables (Data Package standard by
//! Frictionless). Its column types keep them from reading 81 digits as a number.

use super::columns::{Column, Columns, Holds};
use crate::store::files::output::FileRecord;
use crate::store::table::compress::Codec;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::Path;

/// File name of the description, which lies beside its catalogue.
pub const PACKAGE: &str = "datapackage.json";

/// An object of JSON whose keys keep their order.
struct Object(Vec<(&'static str, Node)>);

#[derive(Serialize)]
#[serde(untagged)]
enum Node {
    Value(Value),
    Object(Object),
    Objects(Vec<Object>),
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<V: Into<Value>> From<V> for Node {
    fn from(value: V) -> Self {
        Self::Value(value.into())
    }
}

/// The type of a column, as the standard names it.
const fn kind(holds: &Holds) -> &'static str {
    match holds {
        Holds::Integer(..) => "integer",
        Holds::Decimal(..) => "number",
        Holds::Text(_) | Holds::Word(_) | Holds::Unsigned => "string",
    }
}

fn field(column: &Column) -> Object {
    let mut constraints: Vec<(&'static str, Node)> = vec![("required", true.into())];
    if column.name == "id" {
        constraints.push(("unique", true.into()));
    }
    match &column.holds {
        Holds::Text(pattern) => constraints.push(("pattern", (*pattern).into())),
        Holds::Unsigned => constraints.push(("pattern", "[0-9]{1,20}".into())),
        Holds::Word(words) => constraints.push(("enum", words.clone().into())),
        Holds::Integer(min, max) | Holds::Decimal(min, max) => {
            constraints.extend([("minimum", (*min).into()), ("maximum", (*max).into())]);
        }
    }
    Object(vec![
        ("name", column.name.into()),
        ("type", kind(&column.holds).into()),
        ("description", column.about.into()),
        ("constraints", Node::Object(Object(constraints))),
    ])
}

fn hash(file: &FileRecord) -> String {
    format!("sha256:{}", file.sha256)
}

/// The description of a CSV catalogue in the same folder, compressed or not.
pub fn package(file: &FileRecord, columns: &Columns) -> String {
    let mut resource: Vec<(&'static str, Node)> = vec![
        ("name", "catalog".into()),
        ("type", "table".into()),
        ("profile", "tabular-data-resource".into()),
        ("path", file.name.as_str().into()),
        ("format", "csv".into()),
        ("mediatype", "text/csv".into()),
        ("encoding", "utf-8".into()),
    ];
    let codec = Codec::of_path(Path::new(&file.name));
    resource.extend(codec.map(|codec| ("compression", codec.ending().into())));
    // The default line end of the standard is CRLF.
    let dialect = Object(vec![("lineTerminator", "\n".into())]);
    let fields = Node::Objects(columns.iter().map(field).collect());
    let mut schema = vec![("fields", fields)];
    if columns.names().contains(&"id") {
        schema.push(("primaryKey", vec!["id"].into()));
    }
    resource.extend([
        ("bytes", file.size.into()),
        ("hash", hash(file).into()),
        ("dialect", Node::Object(dialect)),
        ("schema", Node::Object(Object(schema))),
    ]);
    let about =
        "Sudoku puzzles, each with exactly one solution, in five graded levels, by sudoku-press";
    let package = Object(vec![
        ("profile", "data-package".into()),
        ("name", "sudoku-catalogue".into()),
        ("title", "Sudoku catalogue".into()),
        ("description", about.into()),
        ("resources", Node::Objects(vec![Object(resource)])),
    ]);
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
    for (i, column) in columns.iter().enumerate() {
        let field = described.get(i).map_or(&Value::Null, |field| *field);
        let (name, kind) = (column.name, kind(&column.holds));
        if field["name"] != name || field["type"] != kind {
            let wrong = format!("field {} is {} of type {}", i + 1, field["name"], field["type"]);
            return Some((wrong, format!("{name:?} of type {kind:?}")));
        }
    }
    None
}
