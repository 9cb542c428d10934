//! Files of sorted keys, each with a number: slots of a part, holders of a bucket.
//!
//! ```text
//!   sudokey1                   8 bytes
//!   name of the run            16 hexadecimal digits
//!   bytes of a number          1 byte: 4, 6 or 8
//!   begins    4,097 x 8 bytes  where each slice begins, in records; a slice is the top 12 bits of its keys
//!   sums      4,096 x 8 bytes  of a part alone: the first 8 bytes of the SHA-256 of each slice
//!   records                    key 16 bytes, number; sorted
//! ```
//!
//! Numbers are big-endian. Who merges a bucket reads its slices of each part alone, and checks their sums. Other files are
//! checked as a whole before they are read.

use super::rounds::Place;
use crate::files::output::{self, FileRecord, Pending};
use crate::key::Key;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

/// The number of slices of a file, and the greatest number of buckets.
pub(super) const SLICES: usize = 4096;
const MAGIC: &[u8; 8] = b"sudokey1";
const BEGINS: u64 = 25;
const SUMS: u64 = BEGINS + 8 * (SLICES as u64 + 1);
/// Records that are searched at once.
const BLOCK: u64 = 256;

/// Bytes of the number of a slot in its part.
pub(super) const OF_PART: usize = 4;
/// Bytes of the rank of a slot in its plan.
pub(super) const OF_PLAN: usize = 6;

/// The slice of a key: its top 12 bits.
pub(super) fn slice_of(key: &Key) -> usize {
    usize::from(key.0[0]) << 4 | usize::from(key.0[1] >> 4)
}

/// Whether files with such numbers have sums of their slices.
const fn has_sums(width: usize) -> bool {
    width == OF_PART
}

fn sum(bytes: &[u8]) -> [u8; 8] {
    let hex = output::sha256(bytes);
    u64::from_str_radix(&hex[..16], 16).expect("a hash is hexadecimal").to_be_bytes()
}

pub(super) fn damaged(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

fn parse(record: &[u8]) -> (Key, u64) {
    let (key, rest) = record.split_first_chunk().expect("a record begins with a key");
    (Key(*key), rest.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Writes a file of sorted keys.
pub(super) fn write(
    path: &Path,
    run: &str,
    width: usize,
    sorted: &[(Key, Place)],
) -> io::Result<FileRecord> {
    let mut file = Pending::shared(path)?;
    file.write_all(MAGIC)?;
    file.write_all(&run.as_bytes()[..16])?;
    file.write_all(&[width as u8])?;
    let (mut begins, mut at) = (vec![0], 0);
    for slice in 0..SLICES {
        at += sorted[at..].partition_point(|(key, _)| slice_of(key) <= slice);
        begins.push(at);
    }
    for begin in &begins {
        file.write_all(&(*begin as u64).to_be_bytes())?;
    }
    // Whole words are written, and what is too much goes: this is the innermost loop of a merge.
    let record = |bytes: &mut Vec<u8>, (key, number): &(Key, Place)| {
        bytes.extend_from_slice(&key.0);
        bytes.extend_from_slice(&(number.0 << (64 - 8 * width)).to_be_bytes());
        bytes.truncate(bytes.len() + width - 8);
    };
    let mut bytes = Vec::new();
    for slice in begins.windows(2).take_while(|_| has_sums(width)) {
        bytes.clear();
        sorted[slice[0]..slice[1]].iter().for_each(|entry| record(&mut bytes, entry));
        file.write_all(&sum(&bytes))?;
    }
    for block in sorted.chunks(1 << 12) {
        bytes.clear();
        block.iter().for_each(|entry| record(&mut bytes, entry));
        file.write_all(&bytes)?;
    }
    file.commit()
}

/// An open file of sorted keys.
pub(super) struct KeyFile {
    file: File,
    /// Bytes of a record.
    size: u64,
    has_sums: bool,
}

impl KeyFile {
    /// Opens a file of this run with numbers of this many bytes.
    pub fn open(path: &Path, run: &str, width: usize) -> io::Result<Self> {
        let mut file = output::open(path)?;
        let mut head = [0; BEGINS as usize];
        file.read_exact(&mut head).map_err(|_| damaged("the file is cut off"))?;
        if head[..8] != MAGIC[..] || head[8..24] != run.as_bytes()[..16] || head[24] != width as u8
        {
            return Err(damaged("expected keys of this run, found another file"));
        }
        Ok(Self { file, size: 16 + width as u64, has_sums: has_sums(width) })
    }

    fn bytes(&mut self, at: u64, count: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::with_capacity(count.min(1 << 20) as usize);
        self.file.seek(SeekFrom::Start(at))?;
        (&mut self.file).take(count).read_to_end(&mut bytes)?;
        match bytes.len() as u64 == count {
            true => Ok(bytes),
            false => Err(damaged("the file is cut off")),
        }
    }

    /// Where slices begin, in records, with the end of the last.
    pub fn begins(&mut self, slices: Range<usize>) -> io::Result<Vec<u64>> {
        let count = 8 * (slices.len() as u64 + 1);
        let bytes = self.bytes(BEGINS + 8 * slices.start as u64, count)?;
        let begins: Vec<_> =
            bytes.as_chunks().0.iter().map(|begin| u64::from_be_bytes(*begin)).collect();
        match begins.is_sorted() && begins.iter().all(|begin| *begin < 1 << 40) {
            true => Ok(begins),
            false => Err(damaged("the slices are out of order")),
        }
    }

    fn records(&mut self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let sums = if self.has_sums { 8 * SLICES as u64 } else { 0 };
        let first = SUMS + sums;
        self.bytes(first + range.start * self.size, (range.end - range.start) * self.size)
    }

    /// Reads slices, and checks their sums if they have any.
    pub fn slices(
        &mut self,
        slices: Range<usize>,
    ) -> io::Result<impl Iterator<Item = (Key, u64)> + use<>> {
        let begins = self.begins(slices.clone())?;
        let sums = match self.has_sums {
            true => self.bytes(SUMS + 8 * slices.start as u64, 8 * slices.len() as u64)?,
            false => Vec::new(),
        };
        let first = begins[0];
        let bytes = self.records(first..begins[slices.len()])?;
        for (ends, right) in begins.windows(2).zip(sums.chunks(8)) {
            let [from, to] = [ends[0], ends[1]].map(|at| ((at - first) * self.size) as usize);
            if sum(&bytes[from..to]) != *right {
                return Err(damaged("the keys have changed"));
            }
        }
        let size = self.size as usize;
        Ok((0..bytes.len()).step_by(size).map(move |at| parse(&bytes[at..at + size])))
    }

    /// The number that belongs to a key. Sums are not checked.
    pub fn find(&mut self, key: &Key) -> io::Result<Option<u64>> {
        let slice = slice_of(key);
        let begins = self.begins(slice..slice + 1)?;
        let (mut from, mut to) = (begins[0], begins[1]);
        while to - from > BLOCK {
            let middle = from.midpoint(to);
            let record = self.records(middle..middle + 1)?;
            match parse(&record).0 <= *key {
                true => from = middle,
                false => to = middle,
            }
        }
        let bytes = self.records(from..to)?;
        let mut records = bytes.chunks(self.size as usize).map(parse);
        Ok(records.find(|(other, _)| other == key).map(|(_, number)| number))
    }
}
