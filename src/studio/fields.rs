//! The fields of the form, made from the list of settings.

use super::book_job::{has_field, is_of_making};
use crate::run::{Group, Preset, Setting, SettingKind};
use press::book::{Language, Palette, Template};
use press::printers::Printer;
use serde_json::{Value, json};

/// The settings that most people need first, in the order of the form.
const FIRST: [&str; 17] = [
    "title", "subtitle", "author", "lang", "ladder", "levels", "total", "symmetry", "printer",
    "paper", "trim", "template", "per-page", "answers", "cover", "palette", "isbn",
];

/// The sizes of pages that printers offer most, and those of tablets.
const USUAL_TRIMS: [&str; 14] = [
    "6x9",
    "8.5x11",
    "8x10",
    "7x10",
    "5x8",
    "letter",
    "a4",
    "a5",
    "remarkable-2",
    "remarkable-paper-pro",
    "kindle-scribe",
    "kindle-scribe-11",
    "supernote-nomad",
    "supernote-manta",
];

/// Settings of books that say what the book is, not what its pages are like.
const BOOK: [&str; 11] = [
    "title",
    "subtitle",
    "author",
    "lang",
    "series",
    "volume-number",
    "also-by",
    "dedication",
    "qr",
    "puzzle-link",
    "puzzle-qr",
];

/// Returns the name of the group of the form, of six, under which a setting stands.
fn group(setting: &Setting) -> &'static str {
    match setting.group {
        Group::Puzzles | Group::Difficulty => "puzzles",
        Group::Printer => "printer",
        Group::Cover => "cover",
        Group::CopyrightPage => "imprint",
        _ if ["trim"].contains(&setting.name) => "printer",
        _ if setting.name == "cover" => "cover",
        _ if BOOK.contains(&setting.name) => "book",
        _ => "pages",
    }
}

/// Returns the fields of the form: those of [`FIRST`], then the others in the order of the list.
pub(super) fn fields() -> Value {
    let mut rows: Vec<&Setting> = Vec::new();
    for row in Setting::all().filter(|row| has_field(row)) {
        if rows.iter().all(|known| known.name != row.name) {
            rows.push(row);
        }
    }
    rows.sort_by_key(|row| FIRST.iter().position(|name| *name == row.name).unwrap_or(FIRST.len()));
    rows.into_iter().map(field).collect()
}

fn field(setting: &Setting) -> Value {
    let (kind, limits) = match setting.kind {
        SettingKind::Switch => ("switch", None),
        SettingKind::Number { min, max } => ("number", Some((min, max))),
        SettingKind::Choice(_) => ("choice", None),
        SettingKind::Path => ("file", None),
        SettingKind::Text | SettingKind::Words => ("text", None),
    };
    let choice = |word: &str, help: &str| json!({ "word": word, "help": help });
    let words =
        |words: Vec<&str>| -> Vec<_> { words.into_iter().map(|word| choice(word, "")).collect() };
    let (kind, choices) = match (setting.name, setting.kind) {
        ("template", _) => ("choice", words(preset_names::<Template>())),
        ("printer", _) => ("choice", words(preset_names::<Printer>())),
        ("lang", _) => ("choice", words(preset_names::<Language>())),
        (_, SettingKind::Choice(words)) => {
            (kind, words().into_iter().map(|(word, help)| choice(word, help)).collect())
        }
        _ => (kind, usual_texts(setting.name).iter().map(|word| choice(word, "")).collect()),
    };
    json!({
        "name": setting.name,
        "group": group(setting),
        "making": is_of_making(setting),
        "first": FIRST.contains(&setting.name),
        "kind": kind,
        "placeholder": setting.value_name,
        "default": setting.default_text().unwrap_or_default(),
        "usual": setting.usual,
        "min": limits.map(|(min, _)| min),
        "max": limits.map(|(_, max)| max),
        "choices": choices,
        "list": setting.is_list,
        "needs": setting.needs,
        "excludes": setting.excludes,
        "help": setting.sentences(),
    })
}

/// Returns the texts that most people choose for a setting that takes any text; empty if there are
/// none.
fn usual_texts(name: &str) -> Vec<String> {
    match name {
        "trim" => USUAL_TRIMS.map(str::to_owned).into(),
        "palette" => Palette::all().iter().map(|palette| palette.name.clone()).collect(),
        "paper" => {
            let printers = Printer::BUILTIN.iter().filter_map(|(name, _)| Printer::builtin(name));
            let mut papers: Vec<String> = Vec::new();
            for paper in
                printers.flat_map(|printer| printer.papers().map(str::to_owned).collect::<Vec<_>>())
            {
                if !papers.contains(&paper) {
                    papers.push(paper);
                }
            }
            papers
        }
        _ => Vec::new(),
    }
}

/// Returns the names of the built-in presets of a kind.
fn preset_names<T: Preset>() -> Vec<&'static str> {
    T::BUILTIN.iter().map(|(name, _)| *name).collect()
}
