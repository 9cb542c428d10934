//! The rollback journal beside an archive: which file and which state of the file it belongs to.
//!
//! SQLite applies any journal that lies beside a file, so the program has to know its owner. A
//! journal begins with a random number, its nonce, and holds the old pages of one transaction.
//! [`mark`] makes page 1 the first of them, and writes the nonce into the new page 1 as the schema
//! cookie. After a crash, page 1 is either the old page, which is in the journal, or the new page,
//! which has the nonce of the journal. Any other page 1 is of another file or another state.
//!
//! SQLite writes page 1 in one piece, so no crash tears the numbers in its first 100 bytes. The
//! formats are those of <https://www.sqlite.org/fileformat.html>.

use super::archive_path::{ArchivePath, read_at};
use crate::error::FILE_SCHEMA_NUMBER;
use files::{TempFile, output};
use rusqlite::Connection;
use std::fs::File;
use std::io;
use std::path::Path;

/// The suffix of a journal.
pub(super) const JOURNAL: &str = "-journal";
const MAGIC: [u8; 8] = [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7];
const HEADER_BYTES: usize = 28;
/// The number of records that means "up to the end of the journal".
const UNCOUNTED: u32 = u32::MAX;
/// The bytes of a record beside its page: the page number before it, the checksum after it.
const RECORD_EXTRA_BYTES: usize = 8;
/// The distance of the bytes of a page that its checksum adds up.
const CHECKSUM_STEP: usize = 200;

/// Marks the transaction that has begun: links its journal with the page 1 that it writes.
///
/// # Errors
/// An error of SQLite; the inner error if the journal cannot be read.
pub(super) fn mark(db: &Connection, real: &Path) -> rusqlite::Result<io::Result<()>> {
    // The first write of a transaction creates the journal. The number does not change.
    db.pragma_update(None, "user_version", FILE_SCHEMA_NUMBER)?;
    let nonce = match read_nonce(real) {
        Ok(nonce) => nonce,
        Err(e) => return Ok(Err(e)),
    };
    db.pragma_update(None, "schema_version", nonce.cast_signed())?;
    Ok(Ok(()))
}

fn read_nonce(real: &Path) -> io::Result<u32> {
    let mut header = [0; HEADER_BYTES];
    let journal = output::open(&TempFile::sidecar(real, JOURNAL))?;
    if fill_at(&journal, &mut header, 0)? { Ok(number_at(&header, 12)) } else { Err(cut()) }
}

fn cut() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "the journal is shorter than its header")
}

/// Returns true if the journal is of the archive in its present state: SQLite may roll back. False
/// if it is of another file, of another state or of another program, or is incomplete.
pub(super) fn is_of_archive(paths: &ArchivePath) -> io::Result<bool> {
    match is_own(paths) {
        // Another process has applied it meanwhile.
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(true),
        found => found,
    }
}

fn is_own(paths: &ArchivePath) -> io::Result<bool> {
    let archive = output::open(&paths.real)?;
    let Some(mut journal) = RollbackJournal::open(paths)? else {
        return Ok(false);
    };
    if journal.has_super_journal()? {
        // SQLite would delete the file that the journal names.
        return Ok(false);
    }
    match journal.compare(&archive)? {
        Some(comparison) => comparison.proves(&journal, &archive),
        None => Ok(false),
    }
}

/// The numbers in page 1 that identify a state of the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct StateNumbers {
    /// Number of transactions.
    counter: u32,
    pages: u32,
    /// The schema cookie: see [`mark`].
    mark: u32,
}

impl StateNumbers {
    fn from_page(page: &[u8]) -> Self {
        let [counter, pages, mark] = [24, 28, 40].map(|at| number_at(page, at));
        Self { counter, pages, mark }
    }
}

/// A segment of a journal: the records that one sync has made valid.
struct JournalSegment {
    begin: u64,
    records: u32,
    nonce: u32,
    /// Number of pages of the file before the transaction.
    initial_pages: u32,
    sector: u64,
    page: usize,
}

struct RollbackJournal {
    file: File,
    bytes: u64,
    first: JournalSegment,
}

impl RollbackJournal {
    /// Opens the journal beside an archive. Returns `None` if its header is not one of SQLite's.
    fn open(paths: &ArchivePath) -> io::Result<Option<Self>> {
        let file = output::open(&TempFile::sidecar(&paths.real, JOURNAL))?;
        let bytes = file.metadata()?.len();
        let Some(first) = read_segment(&file, 0)? else {
            return Ok(None);
        };
        let is_power = first.sector.is_power_of_two() && first.page.is_power_of_two();
        let is_known = is_power && (32..=65_536).contains(&first.sector) && first.page <= 65_536;
        Ok(if is_known && first.page >= 512 { Some(Self { file, bytes, first }) } else { None })
    }

    /// Returns true if the transaction changed several files at once.
    fn has_super_journal(&self) -> io::Result<bool> {
        let mut end = MAGIC;
        let Some(at) = self.bytes.checked_sub(end.len() as u64) else {
            return Ok(false);
        };
        Ok(fill_at(&self.file, &mut end, at)? && end == MAGIC)
    }

    /// Compares each old page with the page of the archive. Returns `None` if a record is missing
    /// or damaged.
    fn compare(&mut self, archive: &File) -> io::Result<Option<PageComparison>> {
        let mut comparison = PageComparison::default();
        let mut record = vec![0; self.first.page + RECORD_EXTRA_BYTES];
        let mut found = vec![0; self.first.page];
        let mut next = read_segment(&self.file, 0)?;
        while let Some(segment) = next {
            let mut at = segment.begin + self.first.sector;
            for _ in 0..segment.records {
                let is_whole = fill_at(&self.file, &mut record, at)?;
                let Some((number, page)) =
                    parse_record(&record, segment.nonce).filter(|_| is_whole)
                else {
                    if segment.records == UNCOUNTED {
                        break;
                    }
                    return Ok(None);
                };
                let position = u64::from(number - 1) * self.first.page as u64;
                let is_there = fill_at(archive, &mut found, position)?;
                comparison.add(number, page, if is_there { &found } else { &[] });
                at += record.len() as u64;
            }
            next = read_segment(&self.file, at.next_multiple_of(self.first.sector))?;
        }
        Ok(Some(comparison))
    }
}

/// Reads the header of the segment at a position. Returns `None` if there is none.
fn read_segment(file: &File, begin: u64) -> io::Result<Option<JournalSegment>> {
    let mut header = [0; HEADER_BYTES];
    if !fill_at(file, &mut header, begin)? || !header.starts_with(&MAGIC) {
        return Ok(None);
    }
    Ok(Some(JournalSegment {
        begin,
        records: number_at(&header, 8),
        nonce: number_at(&header, 12),
        initial_pages: number_at(&header, 16),
        sector: u64::from(number_at(&header, 20)),
        page: number_at(&header, 24) as usize,
    }))
}

/// Returns the page number and the page of a record. Returns `None` if the checksum is wrong.
fn parse_record(record: &[u8], nonce: u32) -> Option<(u32, &[u8])> {
    let (number, rest) = (number_at(record, 0), &record[4..]);
    let (page, checksum) = rest.split_at(rest.len() - 4);
    let mut sum = nonce;
    let mut at = page.len() - CHECKSUM_STEP;
    while at > 0 {
        sum = sum.wrapping_add(u32::from(page[at]));
        at = at.saturating_sub(CHECKSUM_STEP);
    }
    (number > 0 && sum == number_at(checksum, 0)).then_some((number, page))
}

/// The old pages of a journal, compared with the present pages of an archive.
#[derive(Debug, Default)]
struct PageComparison {
    /// The numbers of the old page 1.
    old: Option<StateNumbers>,
    /// True if page 1 is the first record, as [`mark`] makes it.
    begins_with_page_1: bool,
    /// True if a rollback would change more than the number of the transaction.
    has_changes: bool,
    records: u64,
}

impl PageComparison {
    /// Adds a record with the present page, which is empty if the file is shorter.
    fn add(&mut self, number: u32, old: &[u8], present: &[u8]) {
        if number == 1 && self.old.is_none() {
            self.old = Some(StateNumbers::from_page(old));
            self.begins_with_page_1 = self.records == 0;
        }
        let is_equal = old == present || (number == 1 && has_same_content(old, present));
        self.has_changes |= !is_equal;
        self.records += 1;
    }

    /// Returns true if the pages prove that the journal is of this archive.
    fn proves(&self, journal: &RollbackJournal, archive: &File) -> io::Result<bool> {
        let mut header = [0; 100];
        if !fill_at(archive, &mut header, 0)? {
            return Ok(false);
        }
        let (present, initial) = (StateNumbers::from_page(&header), journal.first.initial_pages);
        let page = u32::from(u16::from_be_bytes([header[16], header[17]]));
        let is_other_size = journal.first.page as u32 != if page == 1 { 65_536 } else { page };
        let old = self.old.unwrap_or(present);
        if is_other_size || old.pages != initial {
            return Ok(false);
        }
        let is_before = present == old;
        let is_next = present.counter == old.counter.wrapping_add(1);
        let is_written = is_next && present.mark == journal.first.nonce;
        let is_proven = self.begins_with_page_1 && (is_before || is_written);
        // A rollback that only sets back the number of the transaction loses nothing.
        let is_harmless = present.mark == old.mark && present.pages == initial && !self.has_changes;
        Ok(is_proven || is_harmless)
    }
}

/// Returns true if two pages 1 differ at most in the mode of the journal and in the number of the
/// transaction, which stands at two places, the second with the version of SQLite.
fn has_same_content(old: &[u8], present: &[u8]) -> bool {
    let parts = [(0, 18), (20, 24), (28, 92), (100, old.len())];
    let mut ranges = parts.iter();
    old.len() == present.len() && ranges.all(|(from, to)| old[*from..*to] == present[*from..*to])
}

fn number_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_be_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

/// Fills the block from a position. Returns false if the file ends before.
fn fill_at(file: &File, block: &mut [u8], position: u64) -> io::Result<bool> {
    let mut filled = 0;
    while filled < block.len() {
        let read = read_at(file, &mut block[filled..], position.saturating_add(filled as u64))?;
        if read == 0 {
            return Ok(false);
        }
        filled += read;
    }
    Ok(true)
}
