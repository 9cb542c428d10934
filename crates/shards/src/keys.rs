//! The file of the keys of a part. Keys are sorted, so that the files of all parts can be merged
//! with one small buffer each.
//!
//! ```text
//!   sudokey4                  8 bytes
//!   name of the run           16 hexadecimal digits
//!   records                   key 16 bytes, slot in its part 4 bytes, big-endian; sorted
//! ```

use files::Checksum;
use files::output::{self, AtomicFile, FileRecord};
use grid::Key;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

const MAGIC: &[u8; 8] = b"sudokey4";
/// Bytes before the records.
const HEAD: usize = 24;
/// Bytes of a record.
const RECORD: usize = 20;
/// Maximum memory for the buffers of all files that are merged.
const MAX_BUFFERS_BYTES: usize = 128 << 20;
/// Bounds for the buffer of a file in bytes.
const MIN_BUFFER_BYTES: usize = 4 << 10;
const MAX_BUFFER_BYTES: usize = 256 << 10;

/// A key and the number of its slot in the part.
pub type KeyRecord = (Key, u32);

/// Writes the sorted keys of a part.
pub fn write(path: &Path, run: &str, sorted: &[KeyRecord]) -> io::Result<FileRecord> {
    let mut file = AtomicFile::create_shared(path)?;
    file.write_all(&head(run))?;
    for (key, slot) in sorted {
        let mut record = [0; RECORD];
        record[..16].copy_from_slice(&key.0);
        record[16..].copy_from_slice(&slot.to_be_bytes());
        file.write_all(&record)?;
    }
    file.commit()
}

/// Returns the first bytes of the files of a run.
fn head(run: &str) -> [u8; HEAD] {
    let mut head = [0; HEAD];
    head[..8].copy_from_slice(MAGIC);
    head[8..].copy_from_slice(&run.as_bytes()[..16]);
    head
}

/// Returns the size of the buffer of a file, if as many files are merged.
pub fn buffer_bytes(files: usize) -> usize {
    (MAX_BUFFERS_BYTES / files.max(1)).clamp(MIN_BUFFER_BYTES, MAX_BUFFER_BYTES)
}

fn damaged(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

fn parse(record: &[u8; RECORD]) -> KeyRecord {
    let (key, slot) = record.split_first_chunk().expect("a record begins with a key");
    (Key(*key), slot.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

/// The keys of a part, read in order. Between two reads the file is closed, so that the number of
/// parts is not bounded by the number of open files.
#[derive(Debug)]
pub struct KeyFile {
    path: PathBuf,
    /// The offset of the next read.
    offset: u64,
    size: u64,
    /// Number of slots of the part.
    rows: u64,
    buffer: Vec<u8>,
    /// Bytes of the buffer whose records were returned.
    used: usize,
    buffer_bytes: usize,
    last: Option<KeyRecord>,
    /// The hash of what was read, and the SHA-256 of the manifest; `None` to verify nothing.
    sums: Option<(Checksum, String)>,
}

impl KeyFile {
    /// Opens the keys of a part of this run with this number of puzzles. When the last record is
    /// read, the file must have the SHA-256 of its manifest.
    pub fn open(
        folder: &Path,
        run: &str,
        keys: &FileRecord,
        rows: u64,
        buffer_bytes: usize,
    ) -> io::Result<Self> {
        let path = folder.join(&keys.name);
        let mut file = output::open(&path)?;
        let (size, mut found) = (HEAD as u64 + rows * RECORD as u64, [0; HEAD]);
        let is_read = file.read_exact(&mut found).is_ok();
        if !is_read || found != head(run) || file.seek(SeekFrom::End(0))? != size {
            return Err(damaged("expected the keys of the part, found another file"));
        }
        Ok(Self {
            path,
            offset: HEAD as u64,
            size,
            rows,
            buffer: Vec::new(),
            used: 0,
            buffer_bytes,
            last: None,
            sums: Some((Checksum::from_bytes(&found), keys.sha256.clone())),
        })
    }

    /// Returns the next record.
    fn read(&mut self) -> io::Result<Option<KeyRecord>> {
        if self.used == self.buffer.len() && !self.fill()? {
            return Ok(None);
        }
        let record = self.buffer[self.used..].first_chunk().expect("the buffer has whole records");
        let record = parse(record);
        let (_, slot) = record;
        if u64::from(slot) >= self.rows || self.last.is_some_and(|last| last >= record) {
            return Err(damaged("the keys are out of order"));
        }
        self.used += RECORD;
        self.last = Some(record);
        Ok(Some(record))
    }

    /// Reads the next records into the buffer. Returns false at the end of the file.
    fn fill(&mut self) -> io::Result<bool> {
        self.buffer.clear();
        self.used = 0;
        let left = (self.size - self.offset).min((self.buffer_bytes / RECORD * RECORD) as u64);
        if left == 0 {
            return Ok(false);
        }
        let mut file = output::open(&self.path)?;
        file.seek(SeekFrom::Start(self.offset))?;
        if file.take(left).read_to_end(&mut self.buffer)? as u64 != left {
            return Err(damaged("the file is cut off"));
        }
        self.offset += left;
        if let Some((hash, expected)) = &mut self.sums {
            hash.update(&self.buffer);
            if self.offset == self.size && hash.text() != *expected {
                return Err(damaged("the keys have changed"));
            }
        }
        Ok(true)
    }

    /// Returns the smallest slot with this key. The keys of successive calls must rise. The file is
    /// not verified.
    pub fn find(&mut self, key: &Key) -> io::Result<Option<u32>> {
        self.sums = None;
        loop {
            let last = self.buffer.last_chunk().map(parse);
            if last.is_some_and(|(last, _)| last >= *key) {
                break;
            }
            if !self.fill()? {
                return Ok(None);
            }
        }
        let records = self.buffer.as_chunks().0;
        let at = records.partition_point(|record| parse(record).0 < *key);
        let (found, slot) = parse(&records[at]);
        Ok((found == *key && u64::from(slot) < self.rows).then_some(slot))
    }
}

impl Iterator for KeyFile {
    type Item = io::Result<KeyRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_read_and_found() {
        let folder = temp_dir::TempDir::new().unwrap();
        let run = "0123456789abcdef";
        // Each third key comes twice.
        let number = |slot: u32| u128::from(slot / 3 * 2 + slot % 3 % 2) << 90 | 7;
        let mut sorted: Vec<KeyRecord> =
            (0..3_000).map(|slot| (Key(number(slot).to_be_bytes()), slot)).collect();
        sorted.sort_unstable();
        let keys = write(&folder.child("keys"), run, &sorted).unwrap();
        // A buffer holds a few records, and two equal keys may be in two buffers.
        let open = || KeyFile::open(folder.path(), run, &keys, 3_000, 7 * RECORD).unwrap();
        let read: io::Result<Vec<KeyRecord>> = open().collect();
        assert_eq!(read.unwrap(), sorted);
        let mut file = open();
        // Of equal keys the first has the smallest slot. Keys of successive searches rise.
        sorted.dedup_by_key(|(key, _)| *key);
        for (key, slot) in &sorted {
            assert_eq!(file.find(key).unwrap(), Some(*slot), "{key}");
            let next = Key((u128::from_be_bytes(key.0) + 1).to_be_bytes());
            assert_eq!(file.find(&next).unwrap(), None, "{key}");
        }
        assert_eq!(file.find(&Key([0xff; 16])).unwrap(), None);
    }
}
