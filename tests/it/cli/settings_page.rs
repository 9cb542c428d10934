//! The page of the documentation that lists all settings.

use crate::support::program::program;
use jobs::{Setting, SettingKind};
use std::fs;
use std::process::Command;

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
         The column *Commands* names the commands that have a flag of this name. `book`, `cover`, \
         `listing` and `export`\nmay give it another meaning or default, which their `--help` says: \
         `export --size` is in millimetres.\n",
    );
    let commands = COMMANDS.map(CommandFlags::from_help);
    let all: Vec<_> = Setting::by_group().collect();
    for rows in all.chunk_by(|a, b| a.group == b.group) {
        page += &format!("\n## {}\n\n", rows[0].group.heading().unwrap_or("Run"));
        page += "| setting | value | default | commands |\n|---|---|---|---|\n";
        for row in rows {
            let (value, default) = (value_of(row), default_of(row));
            let having = commands.iter().filter(|command| command.has(row.name));
            let names: Vec<_> = having.map(|command| command.name).collect();
            page += &format!("| `{}` | {value} | {default} | {} |\n", row.name, names.join(", "));
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

/// The flags of a command. The list of settings does not know all of them: `book`, `cover` and
/// `export` also declare flags of their own, such as `book --ladder`.
struct CommandFlags {
    name: &'static str,
    flags: Vec<String>,
}

impl CommandFlags {
    /// Reads the flags of a command from its help.
    fn from_help(name: &'static str) -> Self {
        let output = Command::new(program()).args([name, "--help"]).output().unwrap();
        let help = String::from_utf8(output.stdout).unwrap();
        let flags: Vec<_> = help.lines().filter_map(described_flag).map(str::to_owned).collect();
        assert!(flags.len() > 3, "{name} --help has {flags:?}");
        Self { name, flags }
    }

    fn has(&self, setting: &str) -> bool {
        self.flags.iter().any(|flag| flag == setting)
    }
}

/// The most spaces before a flag in help. Sentences about a flag stand further to the right.
const MAX_INDENT: usize = 6;

/// Returns the name of the flag that a line of help describes, such as `  -o, --out <FOLDER>`.
fn described_flag(line: &str) -> Option<&str> {
    let text = line.trim_start();
    if line.len() - text.len() > MAX_INDENT {
        return None;
    }
    let long = if text.starts_with("--") { text } else { text.split_once(", ")?.1 };
    long.strip_prefix("--")?.split(' ').next()
}

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
