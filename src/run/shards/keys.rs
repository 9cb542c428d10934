//! Files of sorted keys, each with a number: the slots of a part, or the holders of a bucket.
//!
//! ```text
//!   sudokey3                  8 bytes
//!   name of the run           16 hexadecimal digits
//!   bytes of a number         1 byte: 4, 6 or 8
//!   bits of a slice           1 byte, 12: the keys of a slice have the same first bits
//!   records                   key 16 bytes, number; sorted
//!   begins  8 bytes a slice   its first record; then the end of the last slice
//!   sums    8 bytes a slice   only for parts: the first 8 bytes of the SHA-256 of its records
//! ```
//!
//! Numbers are big-endian. Merging a bucket reads only that bucket's slices of each part and
//! verifies their checksums. All other key files are verified as a whole first.

use engine::sudoku::key::Key;
use sha2::{Digest as _, Sha256};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;
use store::files::output::{self, AtomicFile, FileRecord};

/// Number of slices of a file, and maximum number of buckets.
pub(super) const SLICES: usize = 1 << BITS;
const BITS: u32 = 12;
const MAGIC: &[u8; 8] = b"sudokey3";
const RECORDS: u64 = 26;
/// Number of records that a search reads at once.
const BLOCK: u64 = 256;

/// Bytes of the number of a slot in its part.
pub(super) const OF_PART: usize = 4;
/// Bytes of the rank of a slot in its plan.
pub(super) const OF_PLAN: usize = 6;

/// Returns the slice of a key: the number of its first bits.
pub(super) fn slice_of(key: &Key) -> usize {
    usize::from(u16::from_be_bytes([key.0[0], key.0[1]])) >> (16 - BITS)
}

/// Returns true if files with numbers of this width have sums of their slices.
const fn has_sums(width: usize) -> bool {
    width == OF_PART
}

/// Returns the sum of the hashed bytes, and resets the hash.
fn sum(hash: &mut Sha256) -> [u8; 8] {
    *hash.finalize_reset().first_chunk().expect("a hash has 32 bytes")
}

/// Returns the error of a damaged file.
pub(super) fn damaged(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

/// Parses the key and the number of a record.
fn parse(record: &[u8]) -> (Key, u64) {
    let (key, rest) = record.split_first_chunk().expect("a record begins with a key");
    (Key(*key), rest.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Returns the length in bytes of the tables after the records.
fn tables(width: usize) -> u64 {
    let slices = SLICES as u64;
    8 * (slices + 1 + if has_sums(width) { slices } else { 0 })
}

/// Writes a file of sorted keys of a run. Numbers have `width` bytes.
pub(super) fn write<N: Copy + Into<u64>>(
    path: &Path,
    run: &str,
    width: usize,
    sorted: &[(Key, N)],
) -> io::Result<FileRecord> {
    let mut file = AtomicFile::create_shared(path)?;
    file.write_all(MAGIC)?;
    file.write_all(&run.as_bytes()[..16])?;
    file.write_all(&[width as u8, BITS as u8])?;
    let (mut begins, mut sums) = (vec![0], Vec::new());
    let (mut rest, mut hash, mut bytes) = (sorted, Sha256::new(), Vec::new());
    for slice in 0..SLICES {
        let end = rest.partition_point(|(key, _)| slice_of(key) <= slice);
        for block in rest[..end].chunks(1 << 12) {
            bytes.clear();
            for (key, number) in block {
                let number: u64 = (*number).into();
                bytes.extend_from_slice(&key.0);
                bytes.extend_from_slice(&number.to_be_bytes()[8 - width..]);
            }
            file.write_all(&bytes)?;
            if has_sums(width) {
                hash.update(&bytes);
            }
        }
        rest = &rest[end..];
        begins.push((sorted.len() - rest.len()) as u64);
        if has_sums(width) {
            sums.extend_from_slice(&sum(&mut hash));
        }
    }
    for begin in begins {
        file.write_all(&begin.to_be_bytes())?;
    }
    file.write_all(&sums)?;
    file.commit()
}

/// An open file of sorted keys.
#[derive(Debug)]
pub(super) struct KeyFile {
    file: File,
    /// Bytes of a number.
    width: usize,
    /// The offset of the tables after the records.
    tables: u64,
}

impl KeyFile {
    /// Opens a file of this run whose numbers have `width` bytes.
    pub fn open(path: &Path, run: &str, width: usize) -> io::Result<Self> {
        let mut file = output::open(path)?;
        let mut head = [0; RECORDS as usize];
        file.read_exact(&mut head).map_err(|_| damaged("the file is cut off"))?;
        let of_run = head[..8] == MAGIC[..] && head[8..24] == run.as_bytes()[..16];
        if !of_run || head[24..] != [width as u8, BITS as u8] {
            return Err(damaged("expected keys of this run, found another file"));
        }
        let len = file.seek(SeekFrom::End(0))?;
        let tables = len.checked_sub(tables(width)).filter(|tables| *tables >= RECORDS);
        let tables = tables.ok_or_else(|| damaged("the file is cut off"))?;
        Ok(Self { file, width, tables })
    }

    /// Returns the length of a record in bytes.
    fn size(&self) -> usize {
        16 + self.width
    }

    /// Appends `count` bytes at offset `at` of the file to `bytes`.
    fn add(&mut self, at: u64, count: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(at))?;
        if (&mut self.file).take(count).read_to_end(bytes)? as u64 == count {
            Ok(())
        } else {
            Err(damaged("the file is cut off"))
        }
    }

    /// Reads `count` numbers of the tables.
    fn table(&mut self, at: u64, count: usize) -> io::Result<Vec<u64>> {
        let mut bytes = Vec::with_capacity(8 * count);
        self.add(self.tables + 8 * at, 8 * count as u64, &mut bytes)?;
        Ok(bytes.as_chunks().0.iter().map(|number| u64::from_be_bytes(*number)).collect())
    }

    /// Returns the first record of each slice, and the end of the last slice.
    pub fn begins(&mut self, slices: Range<usize>) -> io::Result<Vec<u64>> {
        let begins = self.table(slices.start as u64, slices.len() + 1)?;
        let records = (self.tables - RECORDS) / self.size() as u64;
        if begins.is_sorted() && begins.iter().all(|begin| *begin <= records) {
            Ok(begins)
        } else {
            Err(damaged("the slices are out of order"))
        }
    }

    /// Appends the bytes of these records to `bytes`.
    fn records(&mut self, range: Range<u64>, bytes: &mut Vec<u8>) -> io::Result<()> {
        let size = self.size() as u64;
        self.add(RECORDS + range.start * size, (range.end - range.start) * size, bytes)
    }

    /// Reads slices, and verifies their sums if they have any.
    pub fn slices(
        &mut self,
        slices: Range<usize>,
    ) -> io::Result<impl Iterator<Item = (Key, u64)> + use<>> {
        let (begins, size) = (self.begins(slices.clone())?, self.size());
        let mut bytes = Vec::new();
        self.records(begins[0]..begins[slices.len()], &mut bytes)?;
        if has_sums(self.width) {
            let sums = self.table((SLICES + 1 + slices.start) as u64, slices.len())?;
            let (mut hash, mut rest) = (Sha256::new(), &bytes[..]);
            for (ends, right) in begins.windows(2).zip(sums) {
                let (slice, after) = rest.split_at((ends[1] - ends[0]) as usize * size);
                hash.update(slice);
                rest = after;
                if sum(&mut hash) != right.to_be_bytes() {
                    return Err(damaged("the keys have changed"));
                }
            }
        }
        Ok((0..bytes.len()).step_by(size).map(move |at| parse(&bytes[at..at + size])))
    }

    /// Returns the number of a key. Sums are not verified.
    pub fn find(&mut self, key: &Key) -> io::Result<Option<u64>> {
        let slice = slice_of(key);
        let begins = self.begins(slice..slice + 1)?;
        let (mut from, mut to) = (begins[0], begins[1]);
        let mut bytes = Vec::new();
        while to - from > BLOCK {
            let middle = from.midpoint(to);
            bytes.clear();
            self.records(middle..middle + 1, &mut bytes)?;
            if parse(&bytes).0 <= *key { from = middle } else { to = middle }
        }
        bytes.clear();
        self.records(from..to, &mut bytes)?;
        let mut records = bytes.chunks(self.size()).map(parse);
        Ok(records.find(|(other, _)| other == key).map(|(_, number)| number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_a_large_file_is_found_the_last_one_too() {
        let folder = temp_dir::TempDir::new().unwrap();
        let path = folder.child("keys");
        // Two slices that are searched in several blocks, one key alone, and empty ones between.
        let begins = [0x0000_u128, 0x7ff0, 0xfff0].map(|begin| begin << 112);
        let counts = [3 * BLOCK as u128 + 1, 1, 40 * BLOCK as u128];
        let of_slice = |(begin, count): (u128, u128)| (0..count).map(move |n| begin + 7 * n + 1);
        let numbers: Vec<u128> = begins.into_iter().zip(counts).flat_map(of_slice).collect();
        let key = |number: u128| Key(number.to_be_bytes());
        let sorted: Vec<(Key, u32)> = numbers.iter().map(|n| key(*n)).zip(1..).collect();
        write(&path, "0123456789abcdef", OF_PART, &sorted).unwrap();
        let mut file = KeyFile::open(&path, "0123456789abcdef", OF_PART).unwrap();
        for (key, number) in &sorted {
            assert_eq!(file.find(key).unwrap(), Some((*number).into()), "{key}");
        }
        for number in numbers.iter().flat_map(|number| [number - 1, number + 1]) {
            assert_eq!(file.find(&key(number)).unwrap(), None, "{number:032x}");
        }
        assert_eq!(file.find(&key(u128::MAX)).unwrap(), None);
    }
}
