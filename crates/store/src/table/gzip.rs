//! Writes gzip: a header without time and name, deflate, and a checksum.

use flate2::Crc;
use std::io::{self, Write};
use zlib_rs::{Deflate, DeflateFlush, Status};

/// Magic bytes, deflate, no flags, no time, no hint, an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// Compression level, of 9, and size of the window in bits.
const COMPRESSION_LEVEL: i32 = 6;
const WINDOW_BITS: u8 = 15;
/// Number of bytes that are compressed at once. The result depends on how the input is cut, so the
/// cuts are fixed.
const BLOCK_BYTES: usize = 64 << 10;

/// A writer that compresses its input. The result does not depend on how the caller cuts the input.
pub(super) struct Gzip<W: Write> {
    out: W,
    deflate: Deflate,
    crc: Crc,
    block: Vec<u8>,
    room: Vec<u8>,
}

impl<W: Write> Gzip<W> {
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&HEADER)?;
        let deflate = Deflate::new(COMPRESSION_LEVEL, false, WINDOW_BITS);
        let block = Vec::with_capacity(BLOCK_BYTES);
        Ok(Self { out, deflate, crc: Crc::new(), block, room: vec![0; BLOCK_BYTES] })
    }

    /// Compresses the block.
    fn compress_block(&mut self, flush: DeflateFlush) -> io::Result<()> {
        let begin = self.deflate.total_in();
        loop {
            let (read, written) = (self.deflate.total_in() - begin, self.deflate.total_out());
            let step = self.deflate.compress(&self.block[read as usize..], &mut self.room, flush);
            let status = step.map_err(|e| io::Error::other(format!("deflate: {}", e.as_str())))?;
            let written = (self.deflate.total_out() - written) as usize;
            self.out.write_all(&self.room[..written])?;
            let all = match flush {
                DeflateFlush::Finish => status == Status::StreamEnd,
                _ => written < self.room.len(),
            };
            if all {
                break;
            }
        }
        self.crc.update(&self.block);
        self.block.clear();
        Ok(())
    }

    /// Writes the end of the stream.
    pub fn finish(mut self) -> io::Result<W> {
        self.compress_block(DeflateFlush::Finish)?;
        self.out.write_all(&self.crc.sum().to_le_bytes())?;
        self.out.write_all(&self.crc.amount().to_le_bytes())?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Gzip<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(BLOCK_BYTES - self.block.len());
        self.block.extend_from_slice(&bytes[..taken]);
        if self.block.len() == BLOCK_BYTES {
            self.compress_block(DeflateFlush::NoFlush)?;
        }
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
