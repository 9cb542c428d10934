//! The rows of a catalogue that a person has edited, found by a comparison with the same catalogue
//! as it was made.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io::{self, BufRead as _, BufReader};
use std::path::Path;
use tables::compress::DecompressingReader;

/// The number of rows that are named; the others are counted.
const MAX_NAMED: usize = 5;

/// A catalogue compared with itself as it was made.
#[derive(Debug, Default)]
pub(super) struct EditedRows {
    /// The names of the rows that are missing or have another text.
    changed: Vec<String>,
    /// The number of these that are there with another text.
    edited: usize,
    /// The number of these that have kept their puzzle or their solution.
    same_grid: usize,
    /// The number of rows that have the same text.
    same: usize,
    /// The number of rows that are there more.
    added: usize,
    /// True if rows have identifiers.
    has_ids: bool,
}

impl EditedRows {
    /// Compares a catalogue with the same one as it was made. Rows are told apart by their
    /// identifiers, or else by their lines. `replaced` are the identifiers of rows that may differ.
    /// No row differs in files that cannot be read as text.
    pub fn find(edited: &Path, made: &Path, replaced: &[String]) -> Self {
        Self::compare(edited, made, replaced).unwrap_or_default()
    }

    fn compare(edited: &Path, made: &Path, replaced: &[String]) -> io::Result<Self> {
        let mut there = HashMap::new();
        each_row(edited, |name, row| {
            there.insert(name, RowSums::new(row));
        })?;
        let mut found = Self::default();
        each_row(made, |name, row| {
            let known = there.remove(&name);
            found.has_ids |= is_id(&name);
            if replaced.contains(&name) {
                return;
            }
            let made = RowSums::new(row);
            match known {
                Some(there) if there.row == made.row => {
                    found.same += 1;
                    return;
                }
                Some(there) => {
                    found.edited += 1;
                    found.same_grid += usize::from(there.shares_grid(&made));
                }
                None => {}
            }
            found.changed.push(name);
        })?;
        found.added = there.len();
        Ok(found)
    }

    /// Returns the seed in the first row of a CSV, compressed or not, if it has one.
    pub fn stated_seed(path: &Path) -> Option<u64> {
        let mut lines = BufReader::new(DecompressingReader::open(path).ok()?).lines();
        let (head, row) = (lines.next()?.ok()?, lines.next()?.ok()?);
        let place = head.split(',').position(|name| name == "seed")?;
        row.split(',').nth(place)?.trim_end().parse().ok()
    }

    /// Returns true if the catalogue has the rows of the same run, and some were edited. A run with
    /// other settings shares the head of the table and few rows, and has other grids in the others.
    pub fn is_edited_run(&self) -> bool {
        let has_same_lines = self.added == 0 && self.changed.len() == self.edited;
        let is_mostly_same = self.same > self.edited;
        let is_same_run = if self.has_ids {
            is_mostly_same || self.same_grid > 0
        } else {
            is_mostly_same && has_same_lines
        };
        is_same_run && self.same > 1 && self.edited > 0
    }

    /// Returns a clause such as `: the rows L1-000002, L1-000005`.
    pub fn in_words(mut self) -> String {
        let count = self.changed.len();
        let more = count.saturating_sub(MAX_NAMED);
        self.changed.truncate(MAX_NAMED);
        let names = self.changed.join(", ");
        match (count, self.added) {
            (0, 0) if self.same > 0 => ": the order or the ends of its lines".to_owned(),
            (0, 0) => String::new(),
            (0, added) => format!(": {added} more lines"),
            (1, _) => format!(": the row {names}"),
            _ if more > 0 => format!(": the rows {names} and {more} more"),
            _ => format!(": the rows {names}"),
        }
    }
}

/// The hashes of a row and of its grids, in place of the row.
#[derive(Clone, Copy)]
struct RowSums {
    row: u64,
    /// The first and the last of the longest fields: the puzzle and its solution.
    grids: [u64; 2],
}

impl RowSums {
    fn new(row: &str) -> Self {
        let longest = row.split(',').map(str::len).max().unwrap_or_default();
        let mut grids = row.split(',').filter(|field| field.len() == longest);
        let puzzle = grids.next().unwrap_or_default();
        let solution = grids.next_back().unwrap_or(puzzle);
        Self { row: hash(row), grids: [puzzle, solution].map(hash) }
    }

    fn shares_grid(&self, other: &Self) -> bool {
        self.grids.iter().any(|grid| other.grids.contains(grid))
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// Passes on the rows of a text, compressed or not, each with its identifier, or else with its
/// line. Carriage returns, which spreadsheets add, do not count.
fn each_row(path: &Path, mut take: impl FnMut(String, &str)) -> io::Result<()> {
    let lines = BufReader::new(DecompressingReader::open(path)?).lines();
    for (number, line) in (1..).zip(lines) {
        let line = line?;
        let id = line.split(',').next().unwrap_or_default();
        let name = if is_id(id) { id.to_owned() } else { format!("in line {number}") };
        take(name, line.trim_end_matches('\r'));
    }
    Ok(())
}

/// Returns true for the form of an identifier, such as `B2-000010`.
fn is_id(name: &str) -> bool {
    name.contains('-') && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn words(edited: &str, made: &str) -> String {
        let folder = temp_dir::TempDir::new().unwrap();
        let [edited, made] = [("edited", edited), ("made", made)].map(|(name, text)| {
            let path = folder.path().join(name);
            fs::write(&path, text).unwrap();
            path
        });
        EditedRows::find(&edited, &made, &[]).in_words()
    }

    #[test]
    fn edited_rows_are_named_by_their_ids() {
        let made = "id,puzzle\nL1-000001,a\nL1-000002,b\nL1-000003,c\n";
        for (edited, expected) in [
            (made.replace(",b", ",x"), ": the row L1-000002"),
            (made.replace("L1-000001,a\n", ""), ": the row L1-000001"),
            (made.replace(",b", ",x").replace(",c", ",x"), ": the rows L1-000002, L1-000003"),
            (made.replace("id,", "Id,"), ": the row in line 1"),
            (format!("{made}L1-000009,d\n"), ": 1 more lines"),
            (made.replace('\n', "\r\n"), ": the order or the ends of its lines"),
        ] {
            assert_eq!(words(&edited, made), expected, "{edited}");
        }
        let many: String = (1..=9).map(|n| format!("L1-00000{n},a\n")).collect();
        let named = "L1-000001, L1-000002, L1-000003, L1-000004, L1-000005";
        assert_eq!(words("id\n", &many), format!(": the rows {named} and 4 more"));
    }
}
