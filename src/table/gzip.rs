//! Writes gzip: a header without a time or a name, deflate, and a checksum.

use flate2::Crc;
use miniz_oxide::deflate::core::CompressorOxide;
use miniz_oxide::deflate::stream::deflate;
use miniz_oxide::{DataFormat, MZFlush, MZStatus};
use std::io::{self, Write};

/// Magic bytes, deflate, no flags, no time, no hint, an unknown system.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255];
/// The level of compression: 6 of 10.
const LEVEL: u8 = 6;

/// Compresses what is written to it. The same bytes come out however the input is cut.
pub(super) struct Gzip<W: Write> {
    out: W,
    packer: Box<CompressorOxide>,
    crc: Crc,
    room: Vec<u8>,
}

impl<W: Write> Gzip<W> {
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&HEADER)?;
        let mut packer: Box<CompressorOxide> = Box::default();
        packer.set_format_and_level(DataFormat::Raw, LEVEL);
        Ok(Self { out, packer, crc: Crc::new(), room: vec![0; 32 << 10] })
    }

    /// Compresses a part, and at the end what is left; answers whether that was all.
    fn step(&mut self, input: &mut &[u8], flush: MZFlush) -> io::Result<bool> {
        let step = deflate(&mut self.packer, input, &mut self.room, flush);
        self.out.write_all(&self.room[..step.bytes_written])?;
        *input = &input[step.bytes_consumed..];
        match step.status {
            Ok(status) => Ok(status == MZStatus::StreamEnd),
            // There was nothing to do.
            Err(miniz_oxide::MZError::Buf) => Ok(false),
            Err(e) => Err(io::Error::other(format!("deflate: {e:?}"))),
        }
    }

    /// Writes the end of the stream.
    pub fn finish(mut self) -> io::Result<W> {
        while !self.step(&mut &[][..], MZFlush::Finish)? {}
        self.out.write_all(&self.crc.sum().to_le_bytes())?;
        self.out.write_all(&self.crc.amount().to_le_bytes())?;
        Ok(self.out)
    }
}

impl<W: Write> Write for Gzip<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut left = bytes;
        while !left.is_empty() {
            self.step(&mut left, MZFlush::None)?;
        }
        self.crc.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
