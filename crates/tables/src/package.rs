//! `datapackage.json`: describes a catalogue for programs that read tables (Data Package standard
//! by Frictionless). Its column types keep these programs from reading 81 digits as a number.

use super::catalog_columns::{CatalogColumn, CatalogColumns};
use super::column::ColumnType;
use crate::TableFormat;
use crate::compress::Codec;
use files::output::FileRecord;
use serde::{Serialize, Serializer};
use serde_json::Value;
use std::path::Path;

/// The description of a catalogue in the same folder.
#[derive(Clone, Copy, Debug)]
pub struct DataPackage<'a> {
    /// The catalogue: one file or several, compressed or not.
    pub files: &'a [FileRecord],
    /// The format of the files.
    pub format: TableFormat,
    /// The columns.
    pub columns: &'a CatalogColumns,
    /// The licence, if any.
    pub licence: Option<&'a str>,
}

/// A JSON object whose keys keep their order.
struct OrderedObject(Vec<(&'static str, PackageValue)>);

#[derive(Serialize)]
#[serde(untagged)]
enum PackageValue {
    Value(Value),
    Object(OrderedObject),
    Objects(Vec<OrderedObject>),
}

impl Serialize for OrderedObject {
    fn serialize<S: Serializer>(&self, into: S) -> Result<S::Ok, S::Error> {
        into.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

impl<V: Into<Value>> From<V> for PackageValue {
    fn from(value: V) -> Self {
        Self::Value(value.into())
    }
}

/// Returns the type of a column in the words of the standard.
const fn type_name(column_type: &ColumnType) -> &'static str {
    match column_type {
        ColumnType::Integer(..) | ColumnType::Count(_) => "integer",
        ColumnType::Decimal(..) | ColumnType::OptionalNumber(_) => "number",
        _ => "string",
    }
}

fn field(column: &CatalogColumn) -> OrderedObject {
    let mut constraints: Vec<(&'static str, PackageValue)> = vec![("required", true.into())];
    if column.name == "id" {
        constraints.push(("unique", true.into()));
    }
    match &column.column_type {
        ColumnType::Text(pattern) => constraints.push(("pattern", pattern.as_ref().into())),
        ColumnType::Unsigned => constraints.push(("pattern", "[0-9]{1,20}".into())),
        ColumnType::Word(words) => constraints.push(("enum", words.clone().into())),
        ColumnType::Integer(min, max) | ColumnType::Decimal(min, max) => {
            constraints.extend([("minimum", (*min).into()), ("maximum", (*max).into())]);
        }
        _ => {}
    }
    OrderedObject(vec![
        ("name", column.name.into()),
        ("type", type_name(&column.column_type).into()),
        ("description", column.about.into()),
        ("constraints", PackageValue::Object(OrderedObject(constraints))),
    ])
}

fn prefixed_hash(file: &FileRecord) -> String {
    format!("sha256:{}", file.sha256)
}

/// The identifier of licences that are not open, and of which the list has none, in the list of the
/// Open Definition.
const OTHER_LICENCE: &str = "other-closed";

/// The identifiers that are found in a licence that is written with spaces or in other words, such
/// as `CC BY 4.0 International`.
const LICENCES: &str = "CC0-1.0 CC-BY-4.0 CC-BY-SA-4.0 CC-BY-NC-4.0 CC-BY-ND-4.0 CC-BY-NC-SA-4.0 \
    CC-BY-NC-ND-4.0 CC-BY-3.0 CC-BY-SA-3.0 CC-BY-NC-3.0 CC-BY-ND-3.0 CC-BY-NC-SA-3.0 \
    CC-BY-NC-ND-3.0 ODbL-1.0 ODC-BY-1.0 PDDL-1.0 MIT Apache-2.0";
/// The words beside an identifier that say nothing more.
const LICENCE_WORDS: &str =
    "the license licence version international universal unported deed public";

/// Returns the letters and digits of a licence without the words that say nothing more.
fn bare_licence(licence: &str) -> String {
    let lower = licence.to_lowercase().replace("creative commons ", "cc ");
    let words = lower.split(|c: char| c.is_whitespace() || "-_(),".contains(c));
    words.filter(|word| !LICENCE_WORDS.split(' ').any(|other| other == *word)).collect()
}

/// Returns the identifier of a licence that is written in other words, if it is a known one.
fn known_licence(licence: &str) -> Option<&'static str> {
    let bare = bare_licence(licence);
    LICENCES.split(' ').find(|known| bare_licence(known) == bare)
}

/// Returns a licence in the words of the standard, which wants a name or a path, and takes a title:
/// an identifier is the name, a web address in a sentence the path. A known licence in other words
/// has its identifier. The name of any other sentence says that the licence is none of the listed
/// ones.
fn license(licence: &str) -> OrderedObject {
    if licence.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)) {
        return OrderedObject(vec![("name", licence.into())]);
    }
    let is_address = |word: &&str| word.starts_with("https://") || word.starts_with("http://");
    let address = licence.split_whitespace().find(is_address);
    let path = address.map(|word| word.trim_end_matches(['.', ',', ';', ')', '>']));
    let mut object = vec![match path {
        Some(path) => ("path", path.into()),
        None => ("name", known_licence(licence).unwrap_or(OTHER_LICENCE).into()),
    }];
    if path != Some(licence) {
        object.push(("title", licence.into()));
    }
    OrderedObject(object)
}

/// Returns the name of a format in the standard, and its media type.
const fn media_type(format: TableFormat) -> [&'static str; 2] {
    match format {
        TableFormat::Csv => ["csv", "text/csv"],
        TableFormat::Jsonl => ["jsonl", "application/jsonl"],
        TableFormat::Xlsx => {
            ["xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"]
        }
        TableFormat::Parquet => ["parquet", "application/vnd.apache.parquet"],
        TableFormat::Sdm | TableFormat::Txt => ["txt", "text/plain"],
    }
}

/// Returns the description of the file of a catalogue. A format without columns is a plain file.
fn resource(file: &FileRecord, format: TableFormat, columns: &CatalogColumns) -> OrderedObject {
    let stem = file.name.split('.').next().unwrap_or_default();
    let mut resource: Vec<(&'static str, PackageValue)> = vec![("name", stem.into())];
    if format.has_columns() {
        resource.extend([("type", "table".into()), ("profile", "tabular-data-resource".into())]);
    }
    let [name, media_type] = media_type(format);
    resource.extend([
        ("path", file.name.as_str().into()),
        ("format", name.into()),
        ("mediatype", media_type.into()),
    ]);
    if !matches!(format, TableFormat::Xlsx | TableFormat::Parquet) {
        resource.push(("encoding", "utf-8".into()));
    }
    let codec = Codec::from_path(Path::new(&file.name));
    resource.extend(codec.map(|codec| ("compression", codec.extension().into())));
    resource.extend([("bytes", file.size.into()), ("hash", prefixed_hash(file).into())]);
    if format == TableFormat::Csv {
        // The default line end of the standard is CRLF.
        let dialect = OrderedObject(vec![("lineTerminator", "\n".into())]);
        resource.push(("dialect", PackageValue::Object(dialect)));
    }
    if format.has_columns() {
        let fields = PackageValue::Objects(columns.iter().map(field).collect());
        let mut schema = vec![("fields", fields)];
        if columns.names().contains(&"id") {
            schema.push(("primaryKey", vec!["id"].into()));
        }
        resource.push(("schema", PackageValue::Object(OrderedObject(schema))));
    }
    OrderedObject(resource)
}

impl DataPackage<'_> {
    /// The name of its file.
    pub const NAME: &'static str = "datapackage.json";

    /// Returns the text of the description.
    pub fn text(&self) -> String {
        let Self { files, format, columns, licence } = *self;
        let resources = files.iter().map(|file| resource(file, format, columns)).collect();
        let about = "Sudoku puzzles, each with exactly one solution, in five graded levels, by sudoku-press";
        let licences = licence.map(|text| PackageValue::Objects(vec![license(text.trim())]));
        let mut package: Vec<(&'static str, PackageValue)> = vec![
            ("profile", "data-package".into()),
            ("name", "sudoku-catalogue".into()),
            ("title", "Sudoku catalogue".into()),
            ("description", about.into()),
        ];
        package.extend(licences.map(|licences| ("licenses", licences)));
        package.push(("resources", PackageValue::Objects(resources)));
        let package = OrderedObject(package);
        let mut text = serde_json::to_string_pretty(&package).expect("a package is plain values");
        text.push('\n');
        text
    }

    /// Compares a description with its catalogue, which has these columns, if any. Returns the
    /// first difference as a pair of what was found and what was expected, or `None`. Descriptive
    /// texts are not compared, because they may come from another version.
    pub fn mismatch(
        text: &str,
        file: &FileRecord,
        columns: Option<&CatalogColumns>,
    ) -> Option<(String, String)> {
        let package: Value = match serde_json::from_str(text) {
            Ok(package) => package,
            Err(e) => return Some((format!("it is not JSON: {e}"), "a data package".to_owned())),
        };
        let described = package["resources"].as_array().into_iter().flatten();
        let Some(resource) = { described }.find(|resource| resource["path"] == file.name) else {
            let wrong = format!("{} is not described", file.name);
            return Some((wrong, "a resource with its path".to_owned()));
        };
        let expected =
            [("bytes", Value::from(file.size)), ("hash", Value::from(prefixed_hash(file)))];
        for (key, right) in expected {
            if resource[key] != right {
                return Some((format!("{key} is {}", resource[key]), right.to_string()));
            }
        }
        let described = resource["schema"]["fields"].as_array();
        let described: Vec<_> = described.into_iter().flatten().collect();
        for (i, column) in columns.into_iter().flat_map(CatalogColumns::iter).enumerate() {
            let field = described.get(i).map_or(&Value::Null, |field| *field);
            let (name, type_name) = (column.name, type_name(&column.column_type));
            if field["name"] != name || field["type"] != type_name {
                let wrong =
                    format!("field {} is {} of type {}", i + 1, field["name"], field["type"]);
                return Some((wrong, format!("{name:?} of type {type_name:?}")));
            }
        }
        None
    }

    /// Returns the identifier of a licence: its own words if they are one, or that of a known
    /// licence in other words.
    pub fn licence_identifier(licence: &str) -> Option<&str> {
        if licence.chars().all(|c| c.is_ascii_alphanumeric() || "-._".contains(c)) {
            return Some(licence);
        }
        known_licence(licence)
    }
}
