//! Files of sorted keys, each with a number: slots of a part, holders of a bucket, rows of a run.
//!
//! ```text
//!   sudokey2                  8 bytes
//!   name of the run           16 hexadecimal digits
//!   bytes of a number         1 byte: 4, 5, 6 or 8
//!   bits of a slice           1 byte: a slice has the keys with the same first bits, 12 at the most
//!   begins  8 bytes a slice   where it begins, in records; and the end of the last
//!   sums    8 bytes a slice   of a part and a run alone: the first 8 bytes of the SHA-256 of its records
//!   records                   key 16 bytes, number; sorted
//! ```
//!
//! Numbers are big-endian. Who merges a bucket reads its slices of each part alone, and checks their sums. Other files are
//! checked as a whole before they are read.

use crate::files::output::{self, FileRecord, Pending};
use crate::files::{self, Input};
use crate::key::Key;
use std::io::{self, Read as _, SeekFrom, Write as _};
use std::ops::Range;
use std::path::Path;

/// The number of slices of a file of a run in parts, and the greatest number of buckets.
pub(crate) const SLICES: usize = 1 << BITS;
pub(crate) const BITS: u32 = 12;
const MAGIC: &[u8; 8] = b"sudokey2";
const BEGINS: u64 = 26;
/// Records that are searched at once.
const BLOCK: u64 = 256;

/// Bytes of the number of a slot in its part.
pub(crate) const OF_PART: usize = 4;
/// Bytes of the rank of a slot in its plan.
pub(crate) const OF_PLAN: usize = 6;

/// Bytes of the row of a puzzle in its run.
pub(crate) const OF_RUN: usize = 5;

/// The slice of a key: the number that its first `bits` bits make.
pub(crate) fn slice_of(key: &Key, bits: u32) -> usize {
    usize::from(u16::from_be_bytes([key.0[0], key.0[1]])) >> (16 - bits)
}

/// Whether files with such numbers have sums of their slices.
const fn has_sums(width: usize) -> bool {
    width == OF_PART || width == OF_RUN
}

fn sum(bytes: &[u8]) -> [u8; 8] {
    let hex = output::sha256(bytes);
    u64::from_str_radix(&hex[..16], 16).expect("a hash is hexadecimal").to_be_bytes()
}

pub(crate) fn damaged(words: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, words)
}

fn parse(record: &[u8]) -> (Key, u64) {
    let (key, rest) = record.split_first_chunk().expect("a record begins with a key");
    (Key(*key), rest.iter().fold(0, |number, byte| number << 8 | u64::from(*byte)))
}

/// Writes a file of sorted keys.
pub(crate) fn write<N: Copy + Into<u64>>(
    path: &Path,
    run: &str,
    (width, bits): (usize, u32),
    sorted: &[(Key, N)],
) -> io::Result<FileRecord> {
    let mut file = Pending::shared(path)?;
    file.write_all(MAGIC)?;
    file.write_all(&run.as_bytes()[..16])?;
    file.write_all(&[width as u8, bits as u8])?;
    let (mut begins, mut at) = (vec![0], 0);
    for slice in 0..1 << bits {
        at += sorted[at..].partition_point(|(key, _)| slice_of(key, bits) <= slice);
        begins.push(at);
    }
    for begin in &begins {
        file.write_all(&(*begin as u64).to_be_bytes())?;
    }
    // Whole words are written, and what is too much goes: this is the innermost loop of a merge.
    let record = |bytes: &mut Vec<u8>, (key, number): &(Key, N)| {
        let number: u64 = (*number).into();
        bytes.extend_from_slice(&key.0);
        bytes.extend_from_slice(&(number << (64 - 8 * width)).to_be_bytes());
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
#[derive(Debug)]
pub(crate) struct KeyFile {
    file: Box<dyn Input>,
    /// Bytes of a record.
    size: u64,
    bits: u32,
    has_sums: bool,
}

impl KeyFile {
    /// Opens a file of this run with numbers of this many bytes.
    pub fn open(path: &Path, run: &str, width: usize) -> io::Result<Self> {
        let mut file = files::at(path)?.open(path)?;
        let mut head = [0; BEGINS as usize];
        file.read_exact(&mut head).map_err(|_| damaged("the file is cut off"))?;
        let bits = u32::from(head[25]);
        let of_run = head[..8] == MAGIC[..] && head[8..24] == run.as_bytes()[..16];
        if !of_run || head[24] != width as u8 || bits > BITS {
            return Err(damaged("expected keys of this run, found another file"));
        }
        Ok(Self { file, size: 16 + width as u64, bits, has_sums: has_sums(width) })
    }

    /// Its size in bytes.
    pub fn len(&mut self) -> io::Result<u64> {
        self.file.seek(SeekFrom::End(0))
    }

    /// The bits that the keys of a slice have in common.
    pub fn bits(&self) -> u32 {
        self.bits
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

    /// The number of records of a slice.
    pub fn count(&mut self, slice: usize) -> io::Result<u64> {
        self.begins(slice..slice + 1).map(|begins| begins[1] - begins[0])
    }

    fn records(&mut self, range: Range<u64>) -> io::Result<Vec<u8>> {
        let slices = 1 << self.bits;
        let first = BEGINS + 8 * (slices + 1 + if self.has_sums { slices } else { 0 });
        self.bytes(first + range.start * self.size, (range.end - range.start) * self.size)
    }

    /// Reads slices, and checks their sums if they have any.
    pub fn slices(
        &mut self,
        slices: Range<usize>,
    ) -> io::Result<impl Iterator<Item = (Key, u64)> + use<>> {
        let begins = self.begins(slices.clone())?;
        let sums = BEGINS + 8 * ((1 << self.bits) + 1);
        let sums = match self.has_sums {
            true => self.bytes(sums + 8 * slices.start as u64, 8 * slices.len() as u64)?,
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
        let slice = slice_of(key, self.bits);
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
