//! The data card of a data set with splits: `README.md`, which says what the files hold, how the
//! split was made, and how a reader proves it. Its head is what Hugging Face reads.

use super::manifest::CARD;
use crate::{Manifest, Setting, Settings};
use human::Rung;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use tables::{CatalogColumns, ColumnType, DataPackage, Split, SplitShares};
use words::{choice, shell_word};

/// The facts that a data card states.
pub struct DataCard<'a> {
    pub settings: &'a Settings,
    pub shares: &'a SplitShares,
    pub seed: u64,
    pub columns: &'a CatalogColumns,
    /// Number of puzzles, by split and level.
    pub counts: &'a BTreeMap<(Split, String), u64>,
    pub licence: Option<&'a str>,
}

impl DataCard<'_> {
    /// The name of the file.
    pub const NAME: &'static str = CARD;

    /// Returns the text of the card.
    pub fn text(&self) -> String {
        let mut text = String::new();
        self.push_head(&mut text);
        let all: u64 = self.counts.values().sum();
        _ = write!(
            text,
            "\n# Sudoku puzzles, split by solution grid\n\n\
             {all} Sudoku puzzles, each with exactly one solution, made by {}.\n",
            Manifest::PROGRAM
        );
        self.push_counts(&mut text);
        self.push_split(&mut text);
        self.push_columns(&mut text);
        let licence = self.licence.unwrap_or("No licence is stated.");
        _ = write!(text, "\n## Licence\n\n{licence}\n");
        self.push_origin(&mut text);
        text
    }

    /// Returns the splits with their files, in order.
    fn files(&self) -> impl Iterator<Item = (Split, String)> {
        self.shares.splits().zip(self.settings.catalogs())
    }

    /// Adds the head in YAML, by which the file of each split is found.
    fn push_head(&self, text: &mut String) {
        *text += "---\n";
        match self.licence.map(DataPackage::licence_identifier) {
            Some(Some(name)) => _ = writeln!(text, "license: {}", name.to_lowercase()),
            Some(None) => *text += "license: other\n",
            None => {}
        }
        *text += "configs:\n- config_name: default\n  data_files:\n";
        for (split, file) in self.files() {
            let name = if split == Split::Valid { "validation" } else { split.name() };
            _ = write!(text, "  - split: {name}\n    path: {file}\n");
        }
        *text += "---\n";
    }

    /// Returns the levels that have puzzles or quotas, in order.
    fn rungs(&self) -> Vec<Rung> {
        self.settings.puzzles.quotas.iter().map(|(rung, _)| *rung).collect()
    }

    fn count(&self, split: Split, rung: Rung) -> u64 {
        self.counts.get(&(split, rung.key())).copied().unwrap_or_default()
    }

    /// Adds a table of the numbers of puzzles, by file and level.
    fn push_counts(&self, text: &mut String) {
        let rungs = self.rungs();
        *text += "\n## Files\n\n| file | puzzles |";
        rungs.iter().for_each(|rung| _ = write!(text, " level {} {rung} |", rung.number()));
        *text += "\n|---|--:|";
        rungs.iter().for_each(|_| *text += "--:|");
        *text += "\n";
        for (split, file) in self.files() {
            let all: u64 = rungs.iter().map(|rung| self.count(split, *rung)).sum();
            _ = write!(text, "| `{file}` | {all} |");
            for rung in &rungs {
                _ = write!(text, " {} |", self.count(split, *rung));
            }
            *text += "\n";
        }
    }

    /// Adds how the split was made, and how a reader proves it.
    fn push_split(&self, text: &mut String) {
        *text += "\n## Split\n\n\
            The solution grid of a puzzle decides its file. The grid is brought into its canonical \
            form: the smallest of all grids that it becomes by turning, mirroring, moving rows, \
            columns, bands and stacks, and renumbering. The first 64 bits of the SHA-256 of its 81 \
            digits are a fraction:\n\n| file | fraction from | up to |\n|---|--:|--:|\n";
        for (split, file) in self.files() {
            let (begin, end) = self.shares.bounds(split);
            _ = writeln!(text, "| `{file}` | {begin} | {end} |");
        }
        let files: Vec<_> = self.files().map(|(_, file)| file).collect();
        let (first, others) = files.split_first().expect("there are at least two splits");
        _ = write!(
            text,
            "\nSo no solution grid is in two files, not even in disguise, and no puzzle is. Puzzles \
             that are made later with another seed and the same shares can be added to the files.\n\n\
             Two commands prove it. The first computes every value of this folder again, and the \
             file of each puzzle. The second compares any two files:\n\n```sh\n\
             sudoku-press verify .\nsudoku-press verify {first} --against {}\n```\n",
            others.join(" ")
        );
    }

    fn push_columns(&self, text: &mut String) {
        *text += "\n## Columns\n\n| column | values | meaning |\n|---|---|---|\n";
        for column in self.columns.iter() {
            let values = match &column.column_type {
                ColumnType::Word(words) => choice(words).to_string(),
                other => other.to_string().replace('|', "\\|"),
            };
            _ = writeln!(text, "| `{}` | {values} | {} |", column.name, column.about);
        }
    }

    /// Adds the seed and the command, unless the columns keep the seed secret.
    fn push_origin(&self, text: &mut String) {
        *text += "\n## Origin\n\n";
        if self.settings.has_public_columns() {
            *text += "The maker keeps the seed and the settings.\n";
            return;
        }
        _ = write!(
            text,
            "The seed is {}. This command of {} makes the same bytes on any machine:\n\n\
             ```sh\n{} --out set\n```\n",
            self.seed,
            Manifest::PROGRAM,
            self.command()
        );
    }

    /// Returns the command that makes the data set, without its folder.
    fn command(&self) -> String {
        if !self.settings.puzzles.givens.patterns.is_empty() {
            // The pictures are in the manifest alone.
            return "sudoku-press generate --job .".to_owned();
        }
        let mut command = "sudoku-press generate".to_owned();
        for (name, value) in self.settings.texts() {
            let setting = Setting::find(name).filter(|setting| setting.is_of("generate"));
            let Some(setting) = setting else { continue };
            command += &format!(" --{name}");
            if !setting.kind.is_switch() {
                command += &format!(" {}", shell_word(&value));
            }
        }
        format!("{command} --seed {}", self.seed)
    }
}
