//! Filters before the two tables of keys: they say of most keys that were never printed, without a
//! look at the disk, that they are not there. Not the judge of those that may be.
//!
//! Bloom filters in blocks: one half of a key names a block of 64 bytes, the other six bits in it.
//! With 8 to 16 bits a key one is wrong about one stranger in thirty or fewer, and never about a key
//! that it was given.

use crate::key::Key;
use rusqlite::Connection;

/// A cache line.
type Block = [u64; 8];

const BLOCK_BYTES: usize = size_of::<Block>();
/// Bits a key when a filter is made; it is made anew when there are twice as many keys.
const BITS: u64 = 16;
/// Blocks in a row of the table, a megabyte.
const ROW: usize = 1 << 14;

/// The filters of an archive, 1 to 2 bytes a key.
#[derive(Debug)]
pub(super) struct Filters {
    pub(super) seen: Filter,
    pub(super) recent: Filter,
}

impl Filters {
    pub(super) fn load(db: &Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            seen: Filter::load(db, "seen")?,
            recent: Filter::load(db, "recent")?,
        })
    }
}

/// The filter of a table.
#[derive(Debug)]
pub(super) struct Filter {
    table: &'static str,
    blocks: Vec<Block>,
}

impl Filter {
    /// Takes note that the table, which now has so many keys, has these too, and writes it down.
    /// When they are too many it begins anew, with room for so many, and reads the table.
    pub(super) fn widen(
        &mut self,
        db: &Connection,
        now: u64,
        room: u64,
        keys: impl Iterator<Item = rusqlite::Result<Key>>,
    ) -> rusqlite::Result<()> {
        if (self.blocks.len() * BLOCK_BYTES * 8) as u64 * 2 < now * BITS {
            let blocks = (room.max(now) * BITS).div_ceil(8 * BLOCK_BYTES as u64);
            self.blocks = vec![[0; 8]; blocks as usize];
            let mut every = db.prepare(&format!("SELECT key FROM {}", self.table))?;
            for key in every.query_map([], |row| row.get(0).map(Key))? {
                self.add(&key?);
            }
        } else {
            for key in keys {
                self.add(&key?);
            }
        }
        self.save(db)
    }

    /// Takes note that the table is empty.
    pub(super) fn clear(&mut self, db: &Connection) -> rusqlite::Result<()> {
        self.blocks.clear();
        self.save(db)
    }

    /// The block of a key, and six bits in it as word and mask.
    fn place(&self, key: &Key) -> (usize, impl Iterator<Item = (usize, u64)> + use<>) {
        let (first, second) = key.0.split_at(8);
        let number = |half: &[u8]| u64::from_be_bytes(*half.first_chunk().expect("eight bytes"));
        // The high half of a product is even where the factor is.
        let block = (u128::from(number(first)) * self.blocks.len() as u128) >> 64;
        let bits = number(second);
        let bit = move |i| (bits >> (9 * i)) as usize % 512;
        let places = (0..6).map(move |i| (bit(i) / 64, 1 << (bit(i) % 64)));
        (block as usize, places)
    }

    fn add(&mut self, key: &Key) {
        let (block, bits) = self.place(key);
        for (word, bit) in bits {
            self.blocks[block][word] |= bit;
        }
    }

    /// False when the table has no such key.
    pub(super) fn may_have(&self, key: &Key) -> bool {
        let (block, mut bits) = self.place(key);
        let block = self.blocks.get(block);
        block.is_some_and(|block| bits.all(|(word, bit)| block[word] & bit != 0))
    }

    fn load(db: &Connection, table: &'static str) -> rusqlite::Result<Self> {
        let mut blocks = Vec::new();
        let rows = "SELECT bits FROM filter WHERE tree = ?1 ORDER BY number";
        let mut rows = db.prepare(rows)?;
        let mut rows = rows.query([table])?;
        while let Some(row) = rows.next()? {
            let bytes = row.get_ref(0)?.as_blob()?;
            blocks.extend(bytes.chunks_exact(BLOCK_BYTES).map(|bytes| {
                let (words, _) = bytes.as_chunks::<8>();
                std::array::from_fn(|i| u64::from_le_bytes(words[i]))
            }));
        }
        Ok(Self { table, blocks })
    }

    /// Writes all of it in place of what was there.
    fn save(&self, db: &Connection) -> rusqlite::Result<()> {
        db.execute("DELETE FROM filter WHERE tree = ?1", [self.table])?;
        let mut insert = db.prepare("INSERT INTO filter VALUES (?1, ?2, ?3)")?;
        for (number, blocks) in (0_i64..).zip(self.blocks.chunks(ROW)) {
            let words = blocks.as_flattened().iter();
            let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()).collect();
            insert.execute((self.table, number, bytes))?;
        }
        Ok(())
    }
}
