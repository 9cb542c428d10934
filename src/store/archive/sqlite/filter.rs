//! Bloom filters in front of the segments. A negative answer is final; a positive one must be
//! confirmed in the segments.
//!
//! The filters are blocked: one half of a key selects a block of 64 bytes, the other half selects
//! seven bits in it. With 16 to 32 bits per key, a filter wrongly reports 1 of 1,000 to 30,000
//! unknown keys. Only the pages that a query needs are read, and only changed pages are written.
//! There are two filters, because random keys touch random pages of a filter as they do of a tree:
//! a run of a thousand keys would change a thousand pages of a large one.

use crate::sudoku::key::Key;
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension as _};

/// A block: one cache line.
type FilterBlock = [u64; 8];

const BLOCK_BYTES: usize = size_of::<FilterBlock>();
/// Number of blocks in a page, that is, in a row of the table: four pages of SQLite. Smaller pages
/// slow down long runs, larger ones short runs.
const BLOCKS_PER_PAGE: usize = 1023;
/// Bits per key of a new filter. A filter is rebuilt when it has twice as many keys.
const BITS_PER_KEY: u64 = 32;
const PROBES: u32 = 7;

/// Returns the maximum number of recent keys in an archive of `all` keys. A single run may exceed
/// it.
fn max_recent(all: u64) -> u64 {
    (all / 8).max(1 << 18)
}

/// The filters of an archive; they take 2 to 4 bytes per key.
#[derive(Debug)]
pub(super) struct BloomFilters {
    settled: BloomFilter,
    recent: BloomFilter,
}

impl BloomFilters {
    pub(super) fn open(db: &Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            settled: BloomFilter::open(db, "settled")?,
            recent: BloomFilter::open(db, "recent")?,
        })
    }

    /// Returns the number of the run that owns a key, and its row there.
    pub(super) fn locate(
        &mut self,
        db: &Connection,
        key: &Key,
    ) -> rusqlite::Result<Option<(i64, i64)>> {
        for filter in [&mut self.settled, &mut self.recent] {
            if filter.may_contain(db, key)?
                && let Some(place) = locate(db, filter.name, key)?
            {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// Makes room for `more` recent keys in an archive of `all` keys.
    pub(super) fn reserve(&mut self, db: &Connection, more: u64, all: u64) -> rusqlite::Result<()> {
        let mut recent = count_keys(db, "recent")?;
        if recent > 0 && recent + more > max_recent(all) {
            self.merge_recent(db, recent)?;
            recent = 0;
        }
        self.recent.reserve(db, recent + more)
    }

    /// Moves all recent keys to the settled filter.
    fn merge_recent(&mut self, db: &Connection, recent: u64) -> rusqlite::Result<()> {
        self.settled.reserve(db, count_keys(db, "settled")? + recent)?;
        self.settled.add_all(db, "recent")?;
        db.execute("UPDATE segment SET filter = 'settled'", [])?;
        self.settled.save(db)?;
        db.execute("DELETE FROM recent", [])?;
        self.recent = BloomFilter::open(db, "recent")?;
        Ok(())
    }

    /// Adds a recent key, for which there is room.
    pub(super) fn add(&mut self, db: &Connection, key: &Key) -> rusqlite::Result<()> {
        self.recent.add(db, key)
    }

    /// Writes the changed pages.
    pub(super) fn save(&mut self, db: &Connection) -> rusqlite::Result<()> {
        self.recent.save(db)
    }

    /// Returns false if the archive does not have the key.
    pub(super) fn may_contain(&mut self, db: &Connection, key: &Key) -> rusqlite::Result<bool> {
        Ok(self.settled.may_contain(db, key)? || self.recent.may_contain(db, key)?)
    }
}

/// Searches the segments of a filter, newest first: a repeated run is in the newest ones.
fn locate(db: &Connection, filter: &str, key: &Key) -> rusqlite::Result<Option<(i64, i64)>> {
    let place = "SELECT seen.run, seen.row FROM segment
                 CROSS JOIN seen ON seen.segment = segment.id AND seen.key = ?1
                 WHERE segment.filter = ?2 ORDER BY segment.id DESC LIMIT 1";
    let mut place = db.prepare_cached(place)?;
    place.query_row((key.0, filter), |row| Ok((row.get(0)?, row.get(1)?))).optional()
}

/// Returns the number of keys behind a filter.
fn count_keys(db: &Connection, filter: &str) -> rusqlite::Result<u64> {
    let keys = "SELECT coalesce(sum(keys), 0) FROM segment WHERE filter = ?1";
    let keys = db.query_row(keys, [filter], |row| row.get(0))?;
    let key = size_of::<Key>() as u64;
    check_count(db, keys, key, || format!("{keys} keys behind the filter {filter}"))
}

/// Checks a count of items of at least `bytes` each against the size of the file, so that a damaged
/// number cannot allocate too much memory. `what` describes the count.
fn check_count(
    db: &Connection,
    number: i64,
    bytes: u64,
    what: impl Fn() -> String,
) -> rusqlite::Result<u64> {
    let pragma = |name: &str| {
        let number = db.query_row(&format!("PRAGMA {name}"), [], |row| row.get(0));
        number.map(i64::unsigned_abs)
    };
    let size = pragma("page_count")?.saturating_mul(pragma("page_size")?);
    let number = u64::try_from(number).ok().filter(|number| *number <= size / bytes);
    number.ok_or_else(|| {
        let words =
            format!("expected fewer than a file of {size} bytes can have, found {}", what());
        rusqlite::Error::FromSqlConversionFailure(0, Type::Integer, words.into())
    })
}

/// The state of a page in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PageState {
    Unloaded,
    Clean,
    Dirty,
}

#[derive(Debug)]
struct BloomFilter {
    name: &'static str,
    /// The query for a page.
    bits: String,
    /// The blocks of all pages. Blocks of unloaded pages are zero; the system allocates their
    /// memory at the first write.
    blocks: Vec<FilterBlock>,
    pages: Vec<PageState>,
}

impl BloomFilter {
    /// Opens a filter, without its pages. A lost filter is rebuilt.
    fn open(db: &Connection, name: &'static str) -> rusqlite::Result<Self> {
        let pages = format!("SELECT coalesce(max(number), -1) FROM {name}");
        let pages = db.query_row(&pages, [], |row| row.get::<_, i64>(0))?.saturating_add(1);
        let row = (BLOCKS_PER_PAGE * BLOCK_BYTES) as u64;
        let pages =
            check_count(db, pages, row, || format!("{pages} rows of the filter {name}"))? as usize;
        let mut filter = Self {
            name,
            bits: format!("SELECT bits FROM {name} WHERE number = ?1"),
            blocks: vec![[0; 8]; pages * BLOCKS_PER_PAGE],
            pages: vec![PageState::Unloaded; pages],
        };
        filter.reserve(db, count_keys(db, name)?)?;
        Ok(filter)
    }

    /// Makes room for `keys` keys in all. If there is too little, rebuilds the filter from its
    /// keys.
    fn reserve(&mut self, db: &Connection, keys: u64) -> rusqlite::Result<()> {
        const PAGE_BITS: u64 = (BLOCKS_PER_PAGE * BLOCK_BYTES * 8) as u64;
        if self.pages.len() as u64 * PAGE_BITS * 2 >= keys * BITS_PER_KEY {
            return Ok(());
        }
        let pages = (keys * BITS_PER_KEY).div_ceil(PAGE_BITS) as usize;
        self.blocks = vec![[0; 8]; pages * BLOCKS_PER_PAGE];
        self.pages = vec![PageState::Dirty; pages];
        self.add_all(db, self.name)
    }

    /// Adds all keys behind a filter, which may be this one or another.
    fn add_all(&mut self, db: &Connection, filter: &str) -> rusqlite::Result<()> {
        let keys = "SELECT seen.key FROM segment CROSS JOIN seen ON seen.segment = segment.id
                    WHERE segment.filter = ?1";
        let mut keys = db.prepare(keys)?;
        let mut keys = keys.query([filter])?;
        while let Some(row) = keys.next()? {
            self.add(db, &Key(row.get(0)?))?;
        }
        Ok(())
    }

    /// Returns the block of a key, and seven bits in it as word and mask.
    fn bits_of(&self, key: &Key) -> (usize, impl Iterator<Item = (usize, u64)> + use<>) {
        let (first, second) = key.0.split_at(8);
        let number = |half: &[u8]| u64::from_be_bytes(*half.first_chunk().expect("eight bytes"));
        // The high half of the product is as evenly distributed as the key.
        let block = (u128::from(number(first)) * self.blocks.len() as u128) >> 64;
        let bits = number(second);
        let bit = move |i| (bits >> (9 * i)) as usize % 512;
        let places = (0..PROBES).map(move |i| (bit(i) / 64, 1 << (bit(i) % 64)));
        (block as usize, places)
    }

    fn add(&mut self, db: &Connection, key: &Key) -> rusqlite::Result<()> {
        let (block, bits) = self.bits_of(key);
        let row = block / BLOCKS_PER_PAGE;
        if self.pages[row] == PageState::Unloaded {
            self.load(db, row)?;
        }
        self.pages[row] = PageState::Dirty;
        for (word, bit) in bits {
            self.blocks[block][word] |= bit;
        }
        Ok(())
    }

    /// Returns false if no segment behind the filter has the key.
    fn may_contain(&mut self, db: &Connection, key: &Key) -> rusqlite::Result<bool> {
        if self.blocks.is_empty() {
            return Ok(false);
        }
        let (block, mut bits) = self.bits_of(key);
        if self.pages[block / BLOCKS_PER_PAGE] == PageState::Unloaded {
            self.load(db, block / BLOCKS_PER_PAGE)?;
        }
        let block = &self.blocks[block];
        Ok(bits.all(|(word, bit)| block[word] & bit != 0))
    }

    /// Loads a page. A missing page is treated as all ones, so it never rules a key out.
    fn load(&mut self, db: &Connection, row: usize) -> rusqlite::Result<()> {
        let mut bits = db.prepare_cached(&self.bits)?;
        let mut found = bits.query([row as i64])?;
        let into = self.blocks[row * BLOCKS_PER_PAGE..][..BLOCKS_PER_PAGE].as_flattened_mut();
        let mut known = 0;
        if let Some(found) = found.next()? {
            let (words, _) = found.get_ref(0)?.as_blob()?.as_chunks::<8>();
            for (into, word) in into.iter_mut().zip(words) {
                *into = u64::from_le_bytes(*word);
            }
            known = words.len().min(into.len());
        }
        into[known..].fill(u64::MAX);
        self.pages[row] = PageState::Clean;
        Ok(())
    }

    /// Writes the changed pages.
    fn save(&mut self, db: &Connection) -> rusqlite::Result<()> {
        let write = format!("INSERT OR REPLACE INTO {} VALUES (?1, ?2)", self.name);
        let mut write = db.prepare(&write)?;
        let mut bytes = vec![0; BLOCKS_PER_PAGE * BLOCK_BYTES];
        for (number, row) in self.pages.iter_mut().enumerate() {
            if *row != PageState::Dirty {
                continue;
            }
            let words = self.blocks[number * BLOCKS_PER_PAGE..][..BLOCKS_PER_PAGE].as_flattened();
            for (into, word) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(words) {
                *into = word.to_le_bytes();
            }
            write.execute((number as i64, &bytes))?;
            *row = PageState::Clean;
        }
        Ok(())
    }
}
