//! The page of the documentation that lists all settings.

use jobs::{Setting, SettingKind};
use std::fs;

/// A page that is written by hand would miss settings that are added.
#[test]
fn settings_page_is_made_from_the_list() {
    let page = reference_page();
    if std::env::var_os("SUDOKU_SNAPSHOTS").is_some_and(|value| value == "write") {
        fs::write(concat!(env!("ROOT"), "/docs/settings.md"), &page).unwrap();
    }
    let found = fs::read_to_string(concat!(env!("ROOT"), "/docs/settings.md")).unwrap();
    assert!(
        found == page,
        "SUDOKU_SNAPSHOTS=write cargo test ... settings_page writes docs/settings.md"
    );
}

/// Returns the page of the documentation that lists all settings, in Markdown.
fn reference_page() -> String {
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
    let all: Vec<_> = Setting::by_group().collect();
    for rows in all.chunk_by(|a, b| a.group == b.group) {
        page += &format!("\n## {}\n\n", rows[0].group.heading().unwrap_or("Run"));
        page += "| setting | value | default | commands |\n|---|---|---|---|\n";
        for row in rows {
            let (value, default) = (value_of(row), default_of(row));
            let commands = COMMANDS.into_iter().filter(|command| row.is_of(command));
            let commands: Vec<_> = commands.collect();
            page +=
                &format!("| `{}` | {value} | {default} | {} |\n", row.name, commands.join(", "));
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
