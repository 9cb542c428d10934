//! The keys of a run before the insert.

use super::ArchiveError;
use files::Checksum;
use grid::Key;

/// A key, and the row of its puzzle in the catalogue of its run, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct KeyRow {
    /// The key.
    pub key: Key,
    /// The row.
    pub row: i64,
}

/// Keys in ascending order. An item is an error if the source of the keys fails.
pub type KeyStream<'a> = &'a mut dyn Iterator<Item = Result<KeyRow, ArchiveError>>;

/// The number of keys that are kept without looking for repeated ones.
const MIN_DEDUPLICATED: usize = 1 << 16;

/// The keys of a file, in the order in which they were read. Takes 24 bytes of memory for each
/// different key, so a small file cannot stand for gigabytes.
#[derive(Debug, Default)]
pub struct ImportedKeys {
    rows: Vec<KeyRow>,
    count: u64,
    sum: Checksum,
}

impl ImportedKeys {
    /// Adds the next key.
    pub fn push(&mut self, key: Key) {
        if self.rows.len() == self.rows.capacity() && self.rows.len() >= MIN_DEDUPLICATED {
            self.deduplicate();
        }
        self.sum.update(&key.0);
        self.count += 1;
        self.rows.push(KeyRow { key, row: self.count.cast_signed() });
    }

    /// Sorts the rows and keeps the first of each key. Makes room for as many again if that frees
    /// less than half of the memory.
    fn deduplicate(&mut self) {
        self.rows.sort_unstable();
        self.rows.dedup_by_key(|row| row.key);
        if self.rows.len() > self.rows.capacity() / 2 {
            self.rows.reserve(self.rows.len());
        }
    }

    /// Returns the number of keys that were read.
    pub fn count(&self) -> u64 {
        self.count
    }

    /// Returns the SHA-256 of all keys in lower-case hexadecimal.
    pub fn sha256(&self) -> String {
        self.sum.text()
    }

    /// Returns the rows in the order of their keys, each key once.
    pub fn into_sorted(mut self) -> Vec<KeyRow> {
        self.deduplicate();
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_keys_keep_their_first_row_in_little_memory() {
        let mut keys = ImportedKeys::default();
        let mut all = Vec::new();
        for i in 0..300_000_u32 {
            let key = Key([(i % 3) as u8; 16]);
            all.extend(key.0);
            keys.push(key);
        }
        assert!(keys.rows.capacity() <= 2 * MIN_DEDUPLICATED, "{}", keys.rows.capacity());
        assert_eq!(keys.count(), 300_000);
        assert_eq!(keys.sha256(), Checksum::from_bytes(&all).text());
        let rows = [0, 1, 2].map(|n| KeyRow { key: Key([n; 16]), row: i64::from(n) + 1 });
        assert_eq!(keys.into_sorted(), rows);
    }
}
